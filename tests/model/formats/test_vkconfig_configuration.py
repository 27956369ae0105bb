"""Configurations of VkConfig: what they become, and that they go back as they came."""

import json

import pytest
from hypothesis import given

from tests.model.formats.samples import MANIFEST, VALIDATION, VARIABLES, declared
from tests.model.formats.vkconfig_files import (
    JSON,
    body,
    configuration,
    layers_of,
    opened,
    rendered,
    unordered,
)
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    ListItem,
    SettingType,
)
from vkconfig_py.model.formats.foreign_files import ForeignError
from vkconfig_py.model.formats.vkconfig_configuration import render_vkconfig


def test_layers_keep_order_wish_and_copy():
    found = configuration().layers
    assert [(e.name, e.control, e.placed, e.copy) for e in found] == [
        ("VK_LAYER_LUNARG_api_dump", LayerControl.ON, True, NEWEST_COPY),
        (VALIDATION, LayerControl.ON, True, MANIFEST),
        (UNLISTED, LayerControl.AUTO, True, ""),
        ("VK_LAYER_VALVE_steam_overlay_64", LayerControl.OFF, True, NEWEST_COPY),
        ("VK_LAYER_LUNARG_screenshot", LayerControl.AUTO, False, NEWEST_COPY),
    ]
    assert found[0].manifest == "/opt/sdk/share/vulkan/explicit_layer.d/VkLayer_api_dump.json"
    assert not found[4].writes_settings


def test_values_have_their_types_and_paths_keep_their_variable():
    dump, validation = configuration().layers[:2]
    assert dump.get_value("output_range").value == "0-3,10-2-5"
    assert dump.get_value("log_filename").type is SettingType.SAVE_FILE
    assert dump.get_value("log_filename").value == "${VULKAN_HOME}/dump.html"
    assert dump.get_value("indent_size").value == 4
    assert validation.get_value("report_flags").value == ("error", "warn", "perf")
    assert validation.get_value("message_id_filter").value == (
        ListItem("VUID-vkCmdDraw-None-02699"),
        ListItem(2094043421, enabled=False),
    )


def test_values_equal_to_the_default_are_set_too():
    entry = configuration(layers=declared).find_entry(VALIDATION)
    assert entry.get_value("validate_core").value is True
    assert entry.get_value("validate_sync").value is True


def test_another_copy_is_asked_for_by_its_version_and_place():
    before = configuration(layers=declared)
    dump = before.layers[0]._replace(copy="/nowhere/dump.json")
    validation = before.layers[1]._replace(copy=NEWEST_COPY)
    result = render_vkconfig(before.with_entry(dump).with_entry(validation), VARIABLES, declared)
    layers = json.loads(result.content)["configuration"]["layers"]
    assert [layer["version"] for layer in layers[:2]] == ["latest", "latest"]
    sentence = "no usable manifest at /nowhere/dump.json, so the newest copy is requested."
    assert [note.sentence for note in result.notes] == [f"VK_LAYER_LUNARG_api_dump: {sentence}"]
    own = Configuration("k", "Own", (LayerEntry(VALIDATION, LayerControl.ON, copy=MANIFEST),))
    layer = rendered(own, declared)["configuration"]["layers"][0]
    assert layer["version"] == "1.3.283"
    assert layer["manifest"].startswith("${VULKAN_SDK}/")


def test_a_version_that_is_not_here_is_told():
    layer = {"name": VALIDATION, "version": "1.2.3"}
    result = opened(body(layers=[layer]), declared)
    assert result.configurations[0].layers[0].copy == NEWEST_COPY
    assert "version 1.2.3 is not installed" in result.notes[0].sentence
    assert rendered(result.configurations[0], declared) == body(layers=[layer])
    exact = {"name": VALIDATION, "version": "1.3.283"}
    assert configuration(body(layers=[exact]), declared).layers[0].copy == MANIFEST


@pytest.mark.parametrize(
    ("default", "pseudo", "control"),
    [
        ("auto", None, LayerControl.AUTO),
        ("on", None, LayerControl.ON),
        ("Off", None, LayerControl.OFF),
        ("discard", None, LayerControl.OFF),
        ("auto", "auto", LayerControl.AUTO),
        ("auto", "discard", LayerControl.OFF),
        ("on", "auto", LayerControl.ON),
        ("off", "auto", LayerControl.OFF),
        ("discard", "auto", LayerControl.AUTO),
    ],
)
def test_unlisted_layers_follow_the_pseudo_layer_and_the_default(default, pseudo, control):
    layers = [] if pseudo is None else [unordered(pseudo)]
    document = body(layers=layers, default_layer_control=default)
    found = configuration(document)
    assert found.unlisted_control is control
    assert rendered(found) == document
    for other in LayerControl:
        changed = found.with_control(UNLISTED, other)
        assert configuration(rendered(changed)).unlisted_control is other


def test_a_discarded_layer_is_off_where_nothing_else_is_searched():
    layer = {"name": "VK_LAYER_a", "control": "Discard"}
    assert layers_of(layer)[0][1:3] == (LayerControl.AUTO, False)
    assert layers_of(layer, unordered("discard"))[0][1:3] == (LayerControl.OFF, False)


def test_version_2_spoke_of_states():
    document = {
        "file_format_version": "2.2.1",
        "configuration": {
            "name": "Old",
            "layers": [
                {"name": "VK_LAYER_a", "state": "OVERRIDDEN", "rank": 0},
                {"name": "VK_LAYER_b", "state": "EXCLUDED", "rank": 1},
                {"name": "VK_LAYER_c", "state": "APPLICATION_CONTROLLED", "rank": 2},
            ],
        },
    }
    found = configuration(document)
    assert [entry.control for entry in found.layers] == [
        LayerControl.ON,
        LayerControl.OFF,
        LayerControl.AUTO,
    ]
    after = rendered(found)
    assert after["file_format_version"] == "3.5.0"
    assert [one["control"] for one in after["configuration"]["layers"]] == ["on", "off", "auto"]


def test_windows_counts_as_both():
    assert configuration(body(platforms=["Windows", "linux"])).platforms == (
        "WINDOWS_X86",
        "WINDOWS_ARM",
        "LINUX",
    )


def test_an_external_settings_file_is_found_where_its_variable_leads():
    document = body(override_settings=True, override_settings_path="${VK_HOME}/s.txt")
    found = configuration(document)
    assert found.settings_file == "/home/me/VulkanSDK/s.txt"
    assert rendered(found) == document
    assert rendered(found._replace(settings_file="")) == body(
        override_settings=False, override_settings_path="${VK_HOME}/s.txt"
    )
    assert rendered(found._replace(settings_file="/home/me/VulkanSDK/t.txt")) == body(
        override_settings=True, override_settings_path="${VULKAN_HOME}/t.txt"
    )


def test_what_is_odd_is_told_with_its_line_and_stays_in_the_file():
    content = b"""{"file_format_version": "3.0.0", "configuration": {"name": "Odd", "layers": [
        {"name": "VK_LAYER_KHRONOS_validation", "control": "perhaps", "settings": [
            {"key": "validate_sync", "type": "INT", "value": 1},
            {"key": "scale", "type": "FLOAT", "value": "wide"},
            {"key": "mode", "type": "COLOUR", "value": "red"},
            {"key": "frames", "type": "frames", "value": "1"},
            {"key": "frames", "type": "frames", "value": "2"}
        ]}
    ]}}"""
    result = opened(content, declared)
    assert [(note.line, note.sentence) for note in result.notes] == [
        (2, f"{VALIDATION}: unknown control; Auto is used."),
        (
            3,
            f"{VALIDATION}: validate_sync is of type BOOL in the installed version; "
            "the default is used.",
        ),
        (4, f"{VALIDATION}: the value of scale is not of type FLOAT; the default is used."),
        (5, f'{VALIDATION}: mode was omitted because its type, "COLOUR", is unknown.'),
        (7, f"{VALIDATION}: frames is listed twice; the first value is used."),
    ]
    assert rendered(result.configurations[0], declared) == json.loads(content)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[]", "expected an object"),
        (b'{"file_format_version": "3.0.0"}', "“configuration” is missing"),
        (b'{"a": 1e999}', "a number in it is too large"),
        (b"[" * 80 + b"]" * 80, "it is nested too deeply"),
    ],
)
def test_what_is_no_configuration_is_refused(content, sentence):
    with pytest.raises(ForeignError, match=sentence):
        opened(content)


@given(JSON)
def test_any_document_is_read_or_refused(document):
    for members in (document, {"file_format_version": "3.0.0", "configuration": document}):
        try:
            found = opened(members)
        except ForeignError as error:
            assert error.sentence  # noqa: PT017 - it may be raised or not
        else:
            rendered(found.configurations[0])
