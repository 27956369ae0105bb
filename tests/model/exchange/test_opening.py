"""Files of every kind through the one entrance: what they become and what is told."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.formats.entrance import beside, opened
from tests.model.formats.samples import FOLDER, sample
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.configuration_json import render_configuration
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.exchange.open_file import find_kind, open_foreign_content
from vkconfig_py.model.formats.foreign_files import ForeignKind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vkconfig_configuration.json", ForeignKind.VKCONFIG),
        ("vkconfig.json", ForeignKind.VKCONFIG_STATE),
        ("VkLayer_override.json", ForeignKind.OVERRIDE),
        ("vk_loader_settings.json", ForeignKind.LOADER_SETTINGS),
    ],
)
def test_a_file_is_known_by_what_it_holds(name, kind):
    assert find_kind("other.txt", sample(name)) is kind
    assert opened(name).kind is kind


def test_our_own_configuration_gets_a_key_of_its_own():
    own = Configuration("k", "Own", loader_log=("error",))
    (found,) = opened("own.json", render_configuration(own)).configurations
    assert found.key != "k"
    assert found._replace(key="k") == own


def test_our_own_collection_is_added_to_the_search():
    document = {"format": 1, "sources": [{"path": "/layers", "implicit": True}]}
    result = opened("collection.json", document)
    assert result.kind is ForeignKind.OWN_COLLECTION
    assert result.sources == (CollectionSource("/layers", implicit=True),)
    refused = opened("collection.json", {"format": 1, "sources": [{}]}).refusal
    assert "sources[0].path" in refused
    refused = opened("order.json", {"format": 1, "order": ["a"]}).refusal
    assert "it contains only the order of vkconfig-py configurations" in refused


def test_our_own_configuration_may_be_written_by_hand():
    document = {"name": "Mine", "layers": [{"name": "VK_LAYER_a", "wish": "on"}]}
    (found,) = opened("mine.json", document).configurations
    assert (found.name, found.get_control("VK_LAYER_a")) == ("Mine", LayerControl.ON)


def test_a_layer_manifest_is_added_to_the_search():
    document = {"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_a"}}
    assert opened("a.json", document).sources == (CollectionSource("/x/a.json"),)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        ('{"settings": {}}'.encode("utf-16"), "it is UTF-16 text"),
        (b"\x7fELF\0\0", "it is not a configuration"),
        (b"{", "x:1: it is not valid JSON: "),
        (b"[1]", "expected an object"),
        (b'{"ICD": {}}', "it is a driver manifest"),
        (b'{"interface": {}}', "it contains no configurations"),
        (b'{"settings_array": []}', "“settings” and “settings_array” are missing or empty"),
        (b'{"settings": {}}', "its sections are empty"),
        (b'{"format": 99}', "written by a newer version of vkconfig-py"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_reason(content, sentence):
    result = opened("x", content)
    assert sentence in result.refusal
    assert result.configurations == ()


SAMPLES = sorted(path.name for path in FOLDER.iterdir())


@given(st.sampled_from(SAMPLES), st.data())
def test_no_damage_to_a_file_raises(name, data):
    content = bytearray(sample(name))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=4))
    result = opened(name, bytes(content), beside())
    assert result.configurations or result.sources or result.refusal


KEYS = (
    "layers", "settings", "settings_array", "name", "path", "control", "app_keys",
    "configuration", "executables", "interface", "list", "options", "LAYERS", "paths", "DRIVERS",
    "driver_paths", "removed", "configurations", "device_configurations", "layer", "deviceUUID",
    "stderr_log", "component_layers",
)  # fmt: skip


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
def test_any_json_is_opened_or_refused(value):
    for document in (value, {"interface": value, "executables": value}, {"settings": value}):
        opened("x.json", json.dumps(document).encode(), beside())


@given(st.binary(max_size=40))
def test_any_bytes_are_opened_or_refused(content):
    opened("x", content)


def test_what_would_be_too_large_to_be_kept_is_refused_with_the_reason():
    content = json.dumps({"format": 2, "name": "é" * 6_000_000}, ensure_ascii=False).encode()
    found = open_foreign_content("/x/a.json", content)
    assert found.configurations == ()
    assert found.refusal == (
        "/x/a.json: as a configuration, it would be larger than 32 MB and could not be read back."
    )


def test_a_saved_report_is_known_and_becomes_no_configuration(system):
    report = make_stamped_json(discover(system.add_implicit_layer("VK_LAYER_a").host()))
    found = open_foreign_content("report.json", json.dumps(report).encode())
    assert found.kind is ForeignKind.REPORT
    assert not found.refusal
    assert found.configurations == ()
    assert found.sources == ()
