"""What becomes of an ICD component while it is read, and how the service says so."""

from __future__ import annotations

import os

import pytest

from tests.machines.fuchsia.folders import MANIFEST, METADATA, A, FuchsiaFolder
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.machines.fuchsia.components import (
    INVALID_URL,
    ComponentStep,
    find_metadata_problem,
    read_component,
)
from vkconfig_py.machines.fuchsia.service import ComponentStage


def without(members, key):
    return {name: value for name, value in members.items() if name != key}


ICD = MANIFEST["ICD"]
BAD_METADATA = {
    "version 0": ({**METADATA, "version": 0}, "version must be the number 1"),
    "version 2": ({**METADATA, "version": 2}, "version must be the number 1"),
    "version as text": ({**METADATA, "version": "1"}, "version must be the number 1"),
    "version true": ({**METADATA, "version": True}, "version must be the number 1"),
    "no version": (without(METADATA, "version"), "version is missing"),
    "no file_path": (without(METADATA, "file_path"), "file_path is missing"),
    "no manifest_path": (without(METADATA, "manifest_path"), "manifest_path is missing"),
    "a number as file_path": ({**METADATA, "file_path": 1}, "file_path must be a string"),
    "null as manifest_path": ({**METADATA, "manifest_path": None}, "manifest_path must be a "
                              "string"),
    "a list": ([METADATA], "the file must be an object"),
}  # fmt: skip
BAD_MANIFESTS = {
    "no format": (without(MANIFEST, "file_format_version"), "file_format_version is missing"),
    "a number as format": ({**MANIFEST, "file_format_version": 1}, "file_format_version must be a "
                           "string"),
    "no ICD": (without(MANIFEST, "ICD"), "ICD is missing"),
    "a list as ICD": ({**MANIFEST, "ICD": []}, "ICD must be an object"),
    "no library": ({**MANIFEST, "ICD": without(ICD, "library_path")}, "ICD.library_path is "
                   "missing"),
    "no version": ({**MANIFEST, "ICD": without(ICD, "api_version")}, "ICD.api_version is missing"),
    "a number as version": ({**MANIFEST, "ICD": {**ICD, "api_version": 1}}, "ICD.api_version must "
                            "be a string"),
    "a list": ([], "the file must be an object"),
}  # fmt: skip


def failed(folder: FuchsiaFolder, **parts):
    """Return the step and the logged line of a lone component that fails."""
    service = folder.component(**parts).magma(A).idle()
    (component,) = service.components
    assert component.stage is ComponentStage.FAILED
    assert not service.manifest_fs
    assert not service.is_ok
    (line,) = [one for one in service.log if one.startswith("ERROR")]
    return component.step, line.removeprefix("ERROR: ")


@pytest.mark.parametrize(("metadata", "problem"), BAD_METADATA.values(), ids=BAD_METADATA)
def test_metadata_that_its_schema_refuses(fuchsia, metadata, problem):
    step, line = failed(fuchsia, metadata=metadata)
    assert step is ComponentStep.READING
    assert line == f"{A} metadata.json failed validation: {problem}"


@pytest.mark.parametrize(("manifest", "problem"), BAD_MANIFESTS.values(), ids=BAD_MANIFESTS)
def test_manifest_that_its_schema_refuses(fuchsia, manifest, problem):
    step, line = failed(fuchsia, manifest=manifest)
    assert step is ComponentStep.MANIFEST
    assert line == f"{A} manifest.json failed validation: {problem}"


def test_members_that_no_schema_names_are_accepted(fuchsia):
    service = fuchsia.component(
        metadata={**METADATA, "more": [1]},
        manifest={**MANIFEST, "ICD": {**ICD, "library_arch": 64}, "comment": None},
    ).magma(A)
    assert service.idle().components[0].stage is ComponentStage.FINISHED


def test_a_key_that_occurs_twice_is_checked_twice():
    twice = Members([*METADATA.items(), ("version", 2)])
    assert str(find_metadata_problem(twice)) == "version must be the number 1"


def test_version_1_0_passes_the_schema_and_would_end_the_service(fuchsia):
    step, line = failed(fuchsia, metadata={**METADATA, "version": 1.0})
    assert step is ComponentStep.READING
    assert line == f"{A} metadata.json: version 1.0 ends the service, write 1"


UNREADABLE = {
    "no metadata": (
        {"metadata": None},
        ComponentStep.READING,
        "JSON parser had error metadata.json: Failed to read file: metadata.json",
    ),
    "broken metadata": (
        {"metadata": b'{\n  "version": 1,\n}'},
        ComponentStep.READING,
        "JSON parser had error metadata.json:3:1: Missing a name for object member.",
    ),
    "empty metadata": (
        {"metadata": b""},
        ComponentStep.READING,
        "JSON parser had error metadata.json: The document is empty.",
    ),
    "no manifest": (
        {"manifest": None},
        ComponentStep.MANIFEST,
        "Failed to read manifest path data/libvulkan_fake.json",
    ),
    "broken manifest": (
        {"manifest": b'{"ICD": {"api_version": "1.1.0",}}'},
        ComponentStep.MANIFEST,
        "JSON parser had error data/libvulkan_fake.json:1:33: Missing a name for object member.",
    ),
    "no library": (
        {"library": None},
        ComponentStep.LIBRARY,
        "Could not open path bin/pkg-server: it does not exist",
    ),
}


@pytest.mark.parametrize(("parts", "step", "error"), UNREADABLE.values(), ids=UNREADABLE)
def test_files_that_cannot_be_read(fuchsia, parts, step, error):
    assert failed(fuchsia, **parts) == (step, f"{A} {error}")


@pytest.mark.parametrize("path", ["/lib/x.so", "../x.so", "lib/../../x.so", "", "lib//x", "./x"])
def test_paths_that_leave_contents_are_refused(fuchsia, path):
    fuchsia.file("x.so", b"outside")
    step, line = failed(fuchsia, metadata={**METADATA, "file_path": path}, library=None)
    assert (step, line) == (
        ComponentStep.LIBRARY,
        f"{A} Could not open path {path}: it does not exist",
    )


def test_manifest_path_may_not_leave_contents(fuchsia):
    path = "../../outside.json"
    fuchsia.file("outside.json", MANIFEST)
    step, line = failed(fuchsia, metadata={**METADATA, "manifest_path": path}, manifest=None)
    assert (step, line) == (ComponentStep.MANIFEST, f"{A} Failed to read manifest path {path}")


@pytest.mark.parametrize("target", ["/etc/hostname", "../../../outside", "pkg-server"])
def test_links_lead_nowhere_outside_of_contents(fuchsia, target):
    fuchsia.file("outside", b"secret")
    fuchsia.component(library=None)
    folder = fuchsia.root / "component0/contents/bin"
    folder.mkdir(exist_ok=True)
    os.symlink(target, folder / "pkg-server")
    (component,) = fuchsia.magma(A).idle().components
    assert component.stage is ComponentStage.FAILED


def test_a_folder_is_no_library(fuchsia):
    (fuchsia.root / "component0/contents/bin/pkg-server").mkdir(parents=True)
    _, line = failed(fuchsia, library=None)
    assert line.endswith("Could not open path bin/pkg-server: it is a folder")


def test_a_pipe_blocks_nobody(fuchsia):
    folder = fuchsia.root / "component0/metadata"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "metadata.json")
    _, line = failed(fuchsia, metadata=None)
    assert line.endswith("Failed to read file: metadata.json")


def test_a_text_with_a_nul_ends_there(fuchsia):
    metadata = {**METADATA, "file_path": "bin/pkg-server\0more"}
    service = fuchsia.component(metadata=METADATA).magma(A)
    fuchsia.file("component0/metadata/metadata.json", metadata)
    assert service.idle().components[0].stage is ComponentStage.FINISHED


def test_a_url_that_leads_nowhere_fails_when_it_is_opened(fuchsia):
    (component,) = fuchsia.magma(A).idle().components
    assert component.step is ComponentStep.CREATED
    assert component.reading.error == "OpenExposedDir error: 8"


@pytest.mark.parametrize("url", ["", "x" * 4097])
def test_a_url_that_is_none_creates_no_child(url):
    reading = read_component(url, None)
    assert (reading.step, reading.realm_error) == (ComponentStep.UNINITIALIZED, INVALID_URL)
    assert reading.error == "CreateChild error: 2"


def test_file_path_need_not_be_named_as_the_library(fuchsia):
    service = fuchsia.component().magma(A).idle()
    assert service.components[0].reading.library.endswith("/contents/bin/pkg-server")
    assert service.components[0].library_path == "0-libvulkan_fake.so"
