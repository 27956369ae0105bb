"""Configurations as files that travel."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from tests.model.configuration.strategies import CONFIGURATIONS
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.configuration_json import (
    export_configuration,
    make_export_file_name,
    read_exported,
)
from vkconfig_py.model.configuration.own_documents import DocumentError


@pytest.mark.long
@given(CONFIGURATIONS)
def test_what_is_exported_is_read_back(one: Configuration) -> None:
    layers = tuple(entry._replace(manifest="") for entry in one.layers)
    read = read_exported(export_configuration(one._replace(built_in=3)), "/x/any.json")
    assert read == one._replace(key="imported", layers=layers)


def test_what_entries_of_a_list_say_beside_what_is_known_travels_too() -> None:
    listed = {"value": "VUID-1", "enabled": False, "note": "later", "seen": [1]}
    setting = {"key": "ids", "type": "LIST", "value": [listed, 7]}
    layer = {"name": "VK_LAYER_a", "wish": "on", "settings": [setting]}
    content = json.dumps({"format": 2, "name": "n", "layers": [layer]}).encode()
    exported = json.loads(export_configuration(read_exported(content, "/x/a.json")))
    value = exported["layers"][0]["settings"][0]["value"]
    assert value == [listed, {"value": 7, "enabled": True}]


def test_an_export_says_nothing_of_this_machine() -> None:
    one = Configuration(
        "k", "n", (LayerEntry("VK_LAYER_a", LayerControl.ON, manifest="/home/me/a.json"),)
    )
    content = export_configuration(one)
    assert b"/home/me" not in content
    assert "key" not in json.loads(content)


def test_a_file_without_a_name_goes_by_its_own() -> None:
    assert read_exported(b'{"layers": []}', "/x/My checks.json").name == "My checks"
    assert read_exported(b'{"layers": []}', "/x/v1.2.vkconfig-py.json").name == "v1.2"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "line 1: Expecting value"),
        (b'{"file_format_version": "1.2.0", "layer": {}}', "not a vkconfig-py configuration"),
        (b'{"name": "x", "format": 99}', "written by a newer version"),
        (b'{"name": "x", "layers": 1}', "layers: expected a list"),
    ],
)
def test_what_is_no_configuration_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(DocumentError, match=sentence):
        read_exported(content, "/x/a.json")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("v1", "v1.json"),
        ("v1.2 test", "v1.2 test.json"),
        ("a/b\\c", "a_b_c.json"),
        ("..", "configuration.json"),
        ("", "configuration.json"),
        ("nul\0 and\nline", "nul_ and_line.json"),
        ("Größe", "Größe.json"),
        ("x" * 3000, "x" * 60 + ".json"),
    ],
)
def test_a_name_makes_a_file_name(name: str, expected: str) -> None:
    assert make_export_file_name(Configuration("k", name), ".json") == expected
    assert make_export_file_name(Configuration("k", "a")) == "a.vkconfig-py.json"
