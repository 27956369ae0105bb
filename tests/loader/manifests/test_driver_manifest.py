"""Driver manifests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.loader.machine import NEW, OLD
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.base.versions import Version
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.driver import DriverManifest, parse_driver_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import LoaderProfile

FILE = "/icd.d/driver.json"


def parse(content: Any, profile: LoaderProfile = NEW) -> DriverManifest | Failure:
    data = content if isinstance(content, bytes) else json.dumps(content, indent=1).encode()
    return parse_driver_file(FILE, Document(data), Dialect.of(profile, 64))


def driver(profile: LoaderProfile = NEW, **icd: Any) -> DriverManifest | Failure:
    members = {"library_path": "./libdriver.so", "api_version": "1.3.200", **icd}
    present = {key: value for key, value in members.items() if value is not None}
    return parse({"file_format_version": "1.0.1", "ICD": present}, profile)


def kept(profile: LoaderProfile = NEW, **icd: Any) -> DriverManifest:
    found = driver(profile, **icd)
    assert isinstance(found, DriverManifest)
    return found


def refused(found: DriverManifest | Failure) -> tuple[Reason, str]:
    assert isinstance(found, Failure)
    return found.reason, found.detail


def test_everything_a_manifest_says_is_read():
    assert kept(is_portability_driver=True, library_arch="64") == DriverManifest(
        FILE, "1.0.1", "./libdriver.so", "/icd.d/./libdriver.so", Version(0, 1, 3, 200), True, "64"
    )


@pytest.mark.parametrize("value", ["3.2.1", "junk", ""])
def test_any_file_version_is_fine(value: str):
    assert isinstance(
        parse({"file_format_version": value, "icd": {"library_path": "x", "api_version": "1"}}),
        DriverManifest,
    )


@pytest.mark.parametrize("key", ["library_path", "api_version"])
def test_required_keys(key: str, profile: LoaderProfile):
    assert refused(driver(profile, **{key: None})) == (Reason.MISSING_KEY, key)


def test_version_of_the_file_is_required():
    assert refused(parse({"ICD": {}})) == (Reason.MISSING_KEY, "file_format_version")
    assert refused(parse({"file_format_version": 1, "ICD": {}}))[0] is Reason.BAD_VALUE


@pytest.mark.parametrize("content", [[], 5, None, "text"])
def test_file_that_holds_no_object(content: Any, profile: LoaderProfile):
    assert refused(parse(content, profile))[0] is Reason.NOT_A_MANIFEST


@pytest.mark.parametrize("key", ["layer", "layers"])
def test_layer_manifest_in_a_driver_folder(key: str):
    found = parse({"file_format_version": "1.0.0", key: {}})
    assert refused(found)[0] is Reason.OTHER_MANIFEST_TYPE
    assert refused(parse({"file_format_version": "1.0.0"})) == (Reason.MISSING_KEY, "ICD")


@pytest.mark.parametrize("value", [[], "text", 5, ["x"]])
def test_icd_that_is_no_object(value: Any):
    assert refused(parse({"file_format_version": "1.0.0", "ICD": value}))[0] is Reason.BAD_VALUE


@pytest.mark.parametrize(
    "content",
    [
        {"file_format_version": "1.0.0", "ICD": ["x"]},
        [1],
        {"file_format_version": "1.0.0", "ICD": {"library_path": 5, "api_version": "1.0"}},
    ],
    ids=str,
)
def test_older_loaders_crash_on_some_values(content: Any):
    found = parse(content, OLD)
    assert isinstance(found, Failure)
    assert (found.reason, found.is_abort) == (Reason.CRASHES_ALL, True)


def test_library_path_of_any_type_is_printed():
    assert kept(library_path=5).library_path == "5"
    assert kept(OLD, library_path=12345).library_path == "234"
    assert refused(driver(library_path=""))[0] is Reason.BAD_VALUE


def test_api_version_that_is_no_string_counts_as_none():
    assert kept(api_version=1).api_version == Version(0, 0, 0, 0)
    assert kept(OLD, api_version=1).api_version == Version(0, 1, 0, 0)
    assert kept(api_version="junk").api_version == Version(0, 0, 0, 0)


def test_api_variant_is_refused():
    assert refused(driver(api_version="1.1.0.0")) == (Reason.VARIANT, "1")
    assert kept(LoaderProfile((1, 3, 204)), api_version="1.1.0.0").api_version[0] == 1


@pytest.mark.parametrize("value", ["true", 1, None])
def test_portability_is_the_literal_true(value: Any):
    assert not kept(is_portability_driver=value).portability


@pytest.mark.parametrize(
    ("profile", "arch", "is_refused"),
    [(NEW, "32", True), (NEW, "32bit", True), (OLD, "32", True), (OLD, "32bit", False)],
)
def test_architecture(profile: LoaderProfile, arch: str, is_refused: bool):
    found = driver(profile, library_arch=arch)
    assert isinstance(found, Failure) == is_refused


def test_line_of_the_failure():
    found = driver(api_version="1.1.0.0")
    assert isinstance(found, Failure)
    assert found.line == 5


def test_invalid_and_unreadable_files():
    assert refused(parse(b"{"))[0] is Reason.INVALID_JSON
    found = parse(b"{", OLD)
    assert isinstance(found, Failure)
    assert found.is_abort
    unreadable = parse_driver_file(FILE, Document(b"", "No"), Dialect.of(NEW, 64))
    assert refused(unreadable) == (Reason.UNREADABLE, "No")


def test_file_is_parsed_once():
    found = Document(b"{}")
    dialect = Dialect.of(NEW, 64)
    assert parse_driver_file(FILE, found, dialect) is parse_driver_file(FILE, found, dialect)
