"""Files of VkConfig written back: what was not changed stays as it came."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.formats.samples import MANIFEST, VALIDATION, VARIABLES, declared
from tests.model.formats.vkconfig_files import (
    JSON,
    SAMPLE,
    configuration,
    opened,
    rendered,
    unordered,
)
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.configuration.configuration_json import (
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.formats.foreign_files import list_no_layers
from vkconfig_py.model.formats.vkconfig_configuration import render_vkconfig


@pytest.mark.parametrize("layers", [list_no_layers, declared], ids=["unknown", "installed"])
def test_a_file_goes_back_as_it_came(layers):
    result = opened(SAMPLE, layers)
    assert result.notes == ()
    assert rendered(result.configurations[0], layers) == json.loads(SAMPLE)


def test_it_still_goes_back_after_it_was_saved_as_our_own_document():
    before = configuration()
    after = parse_configuration(before.key, render_configuration(before))
    assert rendered(after) == json.loads(SAMPLE)


def test_a_change_is_the_only_difference():
    before = configuration()
    after = rendered(before.with_control("VK_LAYER_VALVE_steam_overlay_64", LayerControl.ON))
    expected = json.loads(SAMPLE)
    expected["configuration"]["layers"][3]["control"] = "on"
    assert after == expected


@pytest.mark.parametrize("control", ["auto", "on"])
def test_a_layer_of_other_platforms_that_is_turned_on_here_is_for_this_one_too(control):
    document = json.loads(SAMPLE)
    document["configuration"]["layers"][3] |= {"platforms": ["WINDOWS_X86"], "control": control}
    name = document["configuration"]["layers"][3]["name"]
    changed = configuration(document).with_control(name, LayerControl.ON)
    layer = rendered(changed)["configuration"]["layers"][3]
    assert (layer["control"], layer["platforms"]) == ("on", ["WINDOWS_X86", "LINUX"])
    assert configuration(rendered(changed)).get_control(name) is LayerControl.ON


def test_a_changed_value_keeps_the_unknown_members_beside_it():
    before = configuration()
    entry = before.find_entry("VK_LAYER_LUNARG_api_dump")
    changed = before.with_entry(entry.with_value("indent_size", SettingType.INT, 8))
    settings = rendered(changed)["configuration"]["layers"][0]["settings"]
    assert settings[3] == {"key": "indent_size", "type": "INT", "value": 8, "expanded": True}


def test_a_path_is_written_without_variables_that_vkconfig_does_not_know():
    before = configuration()
    entry = before.find_entry("VK_LAYER_LUNARG_api_dump")
    for path, written in (("~/x", "/home/me/x"), ("${VULKAN_HOME}/x", "${VULKAN_HOME}/x")):
        changed = before.with_entry(entry.with_value("new", SettingType.SAVE_FILE, path))
        settings = rendered(changed)["configuration"]["layers"][0]["settings"]
        assert settings[-1] == {"key": "new", "type": "SAVE_FILE", "value": written}


def test_a_setting_that_was_reset_is_left_out_and_the_default_stays():
    before = configuration(layers=declared)
    entry = before.find_entry(VALIDATION)
    after = rendered(before.with_entry(entry.without_value("validate_sync")), declared)
    keys = [one["key"] for one in after["configuration"]["layers"][1]["settings"]]
    assert "validate_sync" not in keys
    assert keys[0] == "validate_core"


def test_another_order_gives_other_ranks():
    before = configuration()
    moved = before.with_order([VALIDATION, "VK_LAYER_LUNARG_api_dump"])
    layers = rendered(moved)["configuration"]["layers"]
    assert [(one["name"], one["rank"]) for one in layers[:2]] == [
        (VALIDATION, 0),
        ("VK_LAYER_LUNARG_api_dump", 1),
    ]


def test_what_only_we_know_is_told_when_a_configuration_is_exported():
    own = Configuration("k", "Own", loader_log=("error",), sources=("/a",))
    notes = [note.sentence for note in render_vkconfig(own, VARIABLES, list_no_layers).notes]
    assert notes == [
        "VkConfig configurations cannot store added folders and manifests; they were omitted.",
        "VkConfig configurations cannot store the loader log setting; it was omitted.",
    ]


NAMES = st.sampled_from(["VK_LAYER_a", "VK_LAYER_b", VALIDATION, "VK_LAYER_ü"])


UNKNOWN = st.dictionaries(st.text("xyz", min_size=4, max_size=6), JSON, max_size=2)


CONTROLS = st.sampled_from(["auto", "on", "off", "discard", "AUTO", "On", "Discard"])


VALUES = st.one_of(
    st.tuples(st.just("BOOL"), st.booleans()),
    st.tuples(st.just("INT"), st.integers(-(2**40), 2**40)),
    st.tuples(st.just("FLOAT"), st.floats(-1e6, 1e6)),
    st.tuples(st.sampled_from(["STRING", "ENUM", "frames", "SAVE_FILE"]), st.text(max_size=6)),
    st.tuples(st.just("FLAGS"), st.lists(st.text(max_size=3), max_size=3)),
    st.tuples(
        st.just("LIST"),
        st.lists(
            st.text(max_size=3)
            | st.builds(
                lambda key, on, more: {"key": key, "enabled": on, **more},
                st.text(max_size=3) | st.integers(0, 99),
                st.booleans(),
                UNKNOWN,
            ),
            max_size=3,
        ),
    ),
)


KEYS = st.sampled_from(["validate_sync", "scale", "frames", "other", "more"])


SETTINGS = st.lists(
    st.builds(
        lambda key, value, more: {"key": key, "type": value[0], "value": value[1], **more},
        KEYS,
        VALUES,
        UNKNOWN,
    ),
    max_size=4,
)


def optional(**strategies):
    return st.fixed_dictionaries({}, optional=strategies)


LAYERS = st.lists(
    st.builds(
        lambda name, known, more: {"name": name, **known, **more},
        NAMES,
        optional(
            control=CONTROLS,
            rank=st.integers(-1, 9),
            was_explicitly_rank=st.booleans(),
            version=st.sampled_from(["latest", "1.3.283", "9.9.9"]),
            manifest=st.sampled_from([MANIFEST, "${VULKAN_SDK}/a.json", ""]),
            platforms=st.lists(st.sampled_from(["LINUX", "windows"]), max_size=2),
            override_settings=st.booleans(),
            settings=SETTINGS,
        ),
        UNKNOWN,
    )
    | st.builds(unordered, CONTROLS),
    max_size=5,
    unique_by=lambda layer: layer.get("builtin") or layer["name"],
)


DOCUMENTS = st.builds(
    lambda known, layers, more, outer: {
        "file_format_version": "3.4.1",
        "configuration": {"name": "One", "layers": layers, **known, **more},
        **outer,
    },
    optional(
        version=st.integers(0, 9),
        platforms=st.lists(st.sampled_from(["LINUX", "Windows", "MACOS"]), max_size=3),
        default_layer_control=CONTROLS,
        override_settings=st.booleans(),
        override_settings_path=st.sampled_from(["", "/a.txt", "${VULKAN_HOME}/b.txt"]),
        selected_layer_name=NAMES,
    ),
    LAYERS,
    UNKNOWN,
    UNKNOWN,
)


@given(DOCUMENTS, st.sampled_from([list_no_layers, declared]))
def test_every_known_and_unknown_member_goes_back_as_it_came(document, layers):
    found = configuration(document, layers)
    assert rendered(found, layers) == document


ENTRIES = st.lists(
    st.builds(
        lambda name, control, placed, writes: LayerEntry(
            name, control, placed=placed, writes_settings=writes
        ),
        NAMES | st.just(UNLISTED),
        st.sampled_from(LayerControl),
        st.booleans(),
        st.booleans(),
    ),
    max_size=4,
    unique_by=lambda entry: entry.name,
).map(tuple)


@given(st.text(min_size=1, max_size=9), ENTRIES, st.sampled_from([(), ("LINUX", "MACOS")]))
def test_wishes_and_order_of_ours_come_back(name, entries, platforms):
    own = Configuration("k", name, entries, platforms=platforms)
    back = configuration(rendered(own))
    assert back.name == name
    assert [e.name for e in back.layers if e.name != UNLISTED] == [
        e.name for e in entries if e.name != UNLISTED
    ]
    assert [e.control for e in back.layers if e.name != UNLISTED] == [
        e.control for e in entries if e.name != UNLISTED
    ]
    assert back.unlisted_control is own.unlisted_control


@given(
    DOCUMENTS,
    st.sampled_from([list_no_layers, declared]),
    NAMES,
    st.sampled_from(LayerControl),
    ENTRIES,
)
def test_what_is_changed_here_is_what_the_file_says_after_it(
    document, layers, name, control, entries
):
    changed = configuration(document, layers).with_control(name, control)
    changed = changed.with_order([entry.name for entry in entries])
    back = configuration(rendered(changed, layers), layers)
    assert back.unlisted_control is changed.unlisted_control
    assert [(e.name, e.control, e.settings) for e in back.layers if e.name != UNLISTED] == [
        (e.name, e.control, e.settings) for e in changed.layers if e.name != UNLISTED
    ]
