"""A file of layers: what it holds, how many, where they stand, and what is no manifest at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.loader.machine import NEW, OLD, document, layer_object
from tests.loader.manifests.reading_layers import FILE, only, parse, reason
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import LayerFile, LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import LoaderProfile


def test_file_without_version():
    assert reason(only({"layer": {}})) == (Reason.MISSING_KEY, "file_format_version")
    assert reason(only({"file_format_version": 1, "layer": {}}))[0] is Reason.BAD_VALUE
    assert isinstance(
        only({"file_format_version": 1.5, "layer": layer_object("a")}, OLD), LayerManifest
    )


@pytest.mark.parametrize("content", [[], "text", 5, None])
def test_file_that_holds_no_object(content: Any, profile: LoaderProfile):
    assert reason(only(content, profile))[0] is Reason.NOT_A_MANIFEST


def test_file_without_layer():
    assert reason(only({"file_format_version": "1.0.0"})) == (Reason.MISSING_KEY, "layer")


@pytest.mark.parametrize(("profile", "key"), [(NEW, "icd"), (NEW, "ICD"), (OLD, "ICD")])
def test_driver_manifest_in_a_layer_folder(profile: LoaderProfile, key: str):
    found = only({"file_format_version": "1.0.0", key: {}}, profile)
    assert found.reason is Reason.OTHER_MANIFEST_TYPE


def test_several_layers_keep_their_places():
    found = parse(document(layer_object("a"), layer_object("b", type=None), layer_object("c")))
    assert [getattr(entry, "name", "") for entry in found.entries] == ["a", "b", "c"]
    assert [entry.index for entry in found.entries if isinstance(entry, LayerManifest)] == [0, 2]
    failure = found.entries[1]
    assert isinstance(failure, Failure)
    assert (failure.layer_index, failure.line) == (1, 12)
    assert not found.has_last_failed


@pytest.mark.parametrize(("profile", "names"), [(NEW, ["a"]), (OLD, ["a", "b"])])
def test_array_element_that_is_no_object(profile: LoaderProfile, names: list[str]):
    content = {"file_format_version": "1.1.0", "layers": [layer_object("a"), 5, layer_object("b")]}
    found = parse(content, profile)
    assert [x.name for x in found.entries if isinstance(x, LayerManifest)] == names
    assert not found.has_last_failed  # the result of the file is that of the last layer read


def test_layers_wins_over_layer_and_may_be_an_object():
    content = {"layer": layer_object("a"), "layers": {"x": layer_object("b")}}
    assert only({"file_format_version": "1.0.0", **content}).name == "b"


@pytest.mark.parametrize("value", [[], "text", 5, None])
def test_layers_may_be_empty(value: Any):
    found = parse({"file_format_version": "1.0.0", "layers": value})
    assert found == LayerFile((), False)


def test_layer_must_be_the_last_key_of_the_root():
    content = {"file_format_version": "1.0.1", "layer": layer_object("a"), "other": 1}
    found = only(content)
    assert reason(found) == (Reason.MULTIPLE_LAYER_NODES, "other")
    assert found.line == 11


def test_keys_after_layer_are_layers_in_old_files():
    content = {
        "file_format_version": "1.0.0",
        "layer": layer_object("a"),
        "more": layer_object("b"),
        "number": 1,
    }
    assert [x.name for x in parse(content).entries] == ["a", "b"]


def doubled(version: str, key: str, value: Any, other: Any) -> bytes:
    text = json.dumps({"file_format_version": version, key: value, "second": other})
    return text.replace('"second"', f'"{key}"').encode()


def test_a_key_that_stands_twice_is_found_once_and_walked_over_twice():
    layers = layer_object("a"), layer_object("b")
    found = only(doubled("1.2.0", "layer", *layers))
    assert reason(found) == (Reason.MULTIPLE_LAYER_NODES, "layer")
    entries = parse(doubled("1.0.0", "layer", *layers)).entries
    assert [entry.name for entry in entries] == ["a", "b"]
    entries = parse(doubled("1.2.0", "layers", [layers[0]], [layers[1]])).entries
    assert [entry.name for entry in entries] == ["a"]
    inner = json.dumps({"x": layers[0], "y": layers[1]}).replace('"y"', '"x"')
    text = '{"file_format_version": "1.2.0", "layers": ' + inner + "}"
    assert [entry.name for entry in parse(text.encode()).entries] == ["a", "b"]


@pytest.mark.parametrize("value", [5, "text", [], None])
def test_layer_that_is_no_object_has_no_name(value: Any, profile: LoaderProfile):
    found = only({"file_format_version": "1.0.0", "layer": value}, profile)
    assert reason(found) == (Reason.MISSING_KEY, "name")


def test_layer_that_is_an_array_is_fatal_for_older_loaders():
    content = {"file_format_version": "1.0.0", "layer": ["x"]}
    assert only(content, OLD).reason is Reason.CRASHES_ALL
    assert only(content, NEW).reason is Reason.MISSING_KEY


def test_keys_ignore_case_since_1_4_304():
    content = {"File_Format_Version": "1.0.0", "LAYER": {"NAME": "x", **layer_object("a")}}
    assert only(content).name == "x"
    assert reason(only(content, OLD)) == (Reason.MISSING_KEY, "file_format_version")


def test_keys_beyond_ascii_keep_their_case():
    content = {"file_format_version": "1.0.0", "layer": {"\u212a": 1, **layer_object("a")}}
    assert only(content).name == "a"


def test_unreadable_file():
    found = parse_layer_file(FILE, Document(b"", "Permission denied"), True, Dialect.of(NEW, 64))
    assert found.entries == (Failure("", Reason.UNREADABLE, "Permission denied"),)


def test_invalid_json_is_skipped_or_ends_everything():
    text = b'{\n"file_format_version": "1.0.0",\n}'
    new, old = only(text), only(text, OLD)
    assert (new.reason, new.line, new.is_abort) == (Reason.INVALID_JSON, 3, False)
    assert (old.reason, old.line, old.is_abort) == (Reason.ABORTS_ALL, 3, True)
    assert not only(b"", OLD).is_abort
    assert only(b" ", OLD).is_abort


def test_file_is_parsed_once_per_dialect():
    found = Document(json.dumps(document(layer_object("a"))).encode())
    first = parse_layer_file(FILE, found, False, Dialect.of(NEW, 64))
    assert parse_layer_file(FILE, found, False, Dialect.of(NEW, 64)) is first
    assert parse_layer_file(FILE, found, True, Dialect.of(NEW, 64)) is not first
