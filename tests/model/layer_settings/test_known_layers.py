from __future__ import annotations

import pytest

from tests.framework.settings import sdk_layer
from vkconfig_py.model.configuration.configuration import VALIDATION, LayerEntry, ListItem
from vkconfig_py.model.layer_settings.checks import parse_text, render_value
from vkconfig_py.model.layer_settings.encoding import (
    EncodedValue,
    TextTarget,
    decode_value,
    encode_for_layer,
    find_entry_beside_blank,
)
from vkconfig_py.model.layer_settings.known_layers import (
    PLAIN_READING,
    explain_departure,
    find_entry_reading,
    list_hiding_settings,
)
from vkconfig_py.model.layer_settings.layer_values import list_chosen_values, set_entry_value
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
)

SYNC = "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"


@pytest.mark.parametrize(
    ("version", "key", "text", "read"),
    [
        ("1.3.239", "message_id_filter", '"VUID-x"', "VUID-x"),
        ("1.4.355", "message_id_filter", '"VUID-x"', "VUID-x"),
        ("1.4.356", "message_id_filter", '"VUID-x"', '"VUID-x"'),
        ("1.4.360", "enables", f'"{SYNC}"', SYNC),
        ("1.4.360", "enables", f'{SYNC}"', f'{SYNC}"'),
        ("1.3.239", "report_flags", '"info"', '"info"'),
        ("1.3.288", "enables", SYNC.removesuffix("_EXT"), SYNC),
        ("1.3.289", "enables", SYNC.removesuffix("_EXT"), SYNC.removesuffix("_EXT")),
    ],
)
def test_an_entry_is_read_as_the_release_reads_it(version, key, text, read):
    assert find_entry_reading(VALIDATION, version, key).read(text) == read


@pytest.mark.parametrize(("version", "since"), [("1.4.355", "1.4.356"), ("1.4.356", None)])
def test_five_digits_alone_name_messages_since_a_release(version, since):
    entries = find_entry_reading(VALIDATION, version, "message_id_filter")
    assert entries.digits_since == since
    assert entries.is_ineffective("02699") is (since is not None)
    assert not entries.is_ineffective("123456")
    assert find_entry_reading("VK_LAYER_x", version, "message_id_filter") is PLAIN_READING


def test_marks_of_an_opened_file_go_where_the_layer_takes_them_off():
    layer = sdk_layer("khronos_validation")
    entries = find_entry_reading(layer.name, "1.3.283", "message_id_filter")
    setting = layer.find_setting("message_id_filter")
    assert decode_value(setting, '"a",b', entries=entries) == (ListItem("a"), ListItem("b"))


@pytest.mark.parametrize(
    ("key", "stored", "written"),
    [
        ("enables", (SYNC.removesuffix("_EXT"),), SYNC),
        ("enables", (f'"{SYNC}"', SYNC), SYNC),
        ("message_id_filter", (ListItem('"a"'), ListItem("b")), "a,b"),
    ],
)
def test_entries_of_a_configuration_are_read_as_those_of_a_file(key, stored, written):
    # Configurations of others and ours hold them as they were typed.
    layer = sdk_layer("khronos_validation")
    setting = layer.find_setting(key)
    entry = LayerEntry(layer.name).with_value(key, setting.type, stored)
    value = list_chosen_values(layer, entry)[key]
    assert encode_for_layer(layer, setting, value, TextTarget.FILE, "LINUX") == EncodedValue(
        written
    )
    entries = find_entry_reading(layer.name, layer.api_version, key)
    typed = parse_text(setting, render_value(setting, stored), entries)
    assert set_entry_value(layer, LayerEntry(layer.name), key, typed).get_value(key).value == value


@pytest.mark.parametrize(
    ("version", "key", "text", "entry"),
    [
        ("1.3.239", "enables", "a, b", "b"),
        ("1.3.239", "message_id_filter", "a ,b", "a"),
        ("1.3.239", "report_flags", "warn, error", ""),
        ("1.3.239", "report_flags", "warn,  error", "error"),
        ("1.3.296", "report_flags", "warn, error", "error"),
    ],
)
def test_a_blank_beside_an_entry_makes_it_another_one(version, key, text, entry):
    assert find_entry_beside_blank(text, ":", find_entry_reading(VALIDATION, version, key)) == entry


def rows(layer, entry, **more):
    nodes = compute_state(
        SettingsRequest(layer, entry, filters=SettingFilters(shows_all=True), **more)
    ).rows
    return {node.id: node for top in nodes for node in top.walk()}


def test_deprecated_settings_hide_the_newer_ones_where_both_are_set():
    assert list_hiding_settings(VALIDATION, "1.3.264", "validate_sync") == ()
    assert list_hiding_settings(VALIDATION, "1.4.360", "report_flags") == ()
    assert list_hiding_settings(VALIDATION, "1.4.360", "validate_sync") == ("enables", "disables")
    layer = sdk_layer("khronos_validation")
    entry = set_entry_value(layer, LayerEntry(layer.name), "validate_sync", True)
    assert rows(layer, entry)["validate_sync"].notes == ()
    both = set_entry_value(layer, entry, "enables", (SYNC,))
    (note,) = rows(layer, both)["validate_sync"].notes
    assert note.text == "No effect: “enables” is set and takes precedence."
    assert note.target == "enables"


@pytest.mark.parametrize("name", ["VK_LAYER_ENABLES", "VK_VALIDATION_DISABLES"])
def test_a_variable_of_a_deprecated_setting_hides_the_newer_ones_too(name):
    layer = sdk_layer("khronos_validation")
    entry = set_entry_value(layer, LayerEntry(layer.name), "validate_sync", True)
    asked = SettingsRequest(
        layer, entry, environment={name: SYNC}, filters=SettingFilters(shows_all=True)
    )
    nodes = {node.id: node for top in compute_state(asked).rows for node in top.walk()}
    (note,) = nodes["validate_sync"].notes
    assert note.text == f"No effect: {name} is set and takes precedence."
    assert note.target == ""


def test_five_digits_are_told_at_their_entry():
    layer = sdk_layer("khronos_validation")
    entry = set_entry_value(
        layer, LayerEntry(layer.name), "message_id_filter", (ListItem("02699"), ListItem(2699))
    )
    (note,) = rows(layer, entry)["message_id_filter#02699"].notes
    assert note.text.startswith(
        "“02699” has no effect: a five-digit number without a name requires 1.4.356 or newer"
    )
    assert rows(layer, entry)["message_id_filter#2699"].notes == ()


KNOWN_MESSAGES = ("VUID-vkCmdDraw-None-02699", "VUID-vkCmdDraw-None-08600")


@pytest.mark.parametrize(
    ("entry", "doubts"),
    [
        ("VUID-vkCmdDraw-None-08600", []),
        ("0x7cd0911d", []),
        ("-2047828895", []),
        ("UNASSIGNED-GPU-assisted validation", []),
        ("SYNC-HAZARD-WRITE-AFTER-WRITE", []),
        ("foo", ["No known message has the ID “foo”."]),
        ("VUID-vkCmdDraw-None-1", ["No known message has the ID “VUID-vkCmdDraw-None-1”."]),
        (
            "VUID-vkCmdDraw-None",
            ["2 known message IDs begin with “VUID-vkCmdDraw-None”, but only whole IDs are muted."],
        ),
    ],
)
def test_an_id_that_no_known_message_has_is_told_at_its_entry(entry, doubts):
    layer = sdk_layer("khronos_validation")
    chosen = set_entry_value(
        layer, LayerEntry(layer.name), "message_id_filter", (ListItem(entry), ListItem("0x1"))
    )
    row = f"message_id_filter#{entry}"
    shown_rows = rows(layer, chosen, known_messages=KNOWN_MESSAGES)
    assert [note.text for note in shown_rows[row].notes] == doubts
    assert rows(layer, chosen)[row].notes == ()  # without a list no ID is doubted


def test_a_layer_that_leaves_the_chain_of_some_programs_says_of_which():
    (step,) = explain_departure("VK_LAYER_LSFGVK_frame_generation")
    assert step.text == "Leaves the chain of a program for which it finds no profile in its file"
    assert step.note == "from the source code of lsfg-vk"
    assert explain_departure("VK_LAYER_LS_frame_generation") == ()
    assert explain_departure("VK_LAYER_TEST_unknown") == ()
