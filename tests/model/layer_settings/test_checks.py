from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    declare_setting,
    make_setting,
    sdk_layer,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import ListItem, SettingType
from vkconfig_py.model.layer_settings.checks import (
    InvalidValue,
    check_value,
    describe_allowed_values,
    parse_text,
    render_value,
)
from vkconfig_py.model.layer_settings.conversion import make_list_item
from vkconfig_py.model.layer_settings.layer_values import normalize_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared

CHOICES = ("A", "B", "C")
GOOD = [
    ("BOOL", {}, "true", True),
    ("BOOL", {}, " ON ", True),
    ("BOOL_NUMERIC", {}, "0", False),
    ("INT", {}, "0x10", 16),
    ("INT", {}, "-0x10", -16),
    ("INT", {}, " 4294967295 ", 4294967295),
    ("INT", {}, "9223372036854775807", 2**63 - 1),
    ("INT", {"range": {"max": 2**64 - 1}}, " 18446744073709551615 ", 18446744073709551615),
    ("INT", {"range": {"min": 1, "max": 16}}, "16", 16),
    ("FLOAT", {}, "1e3", 1000.0),
    ("FLOAT", {}, ".5", 0.5),
    ("STRING", {}, " as it is ", " as it is "),
    ("FRAMES", {}, "3, 8-2", "3,8-2"),
    ("FRAMES", {}, "", ""),
    ("ENUM", {"flags": CHOICES, "default": "A"}, "b", "B"),
    ("ENUM", {"flags": CHOICES, "default": "A"}, " C", "C"),
    ("ENUM", {"default": "${VP_DEFAULT}"}, "anything", "anything"),
    ("FLAGS", {"flags": CHOICES}, "C, a,", ("A", "C")),
    ("FLAGS", {"flags": CHOICES}, "", ()),
    ("LIST", {}, "VUID-x, 7,0x1f", (ListItem("VUID-x"), ListItem(7), ListItem("0x1f"))),
    ("LIST", {"list": ["a", 7], "list_only": True}, "7", (ListItem(7),)),
    ("SAVE_FILE", {}, "/a/b", "/a/b"),
]
_WIDE = "Must be from -9223372036854775808 to 18446744073709551615."
BAD = [
    ("GROUP", {}, "x", "A group cannot have a value.", ""),
    ("BOOL", {}, "maybe", "Must be true or false.", "true, false"),
    ("INT", {}, "-", "Must be a whole number.", ""),
    ("INT", {}, "1.5", "Must be a whole number.", ""),
    ("INT", {}, "18446744073709551616", _WIDE, ""),
    ("INT", {"default": 2**40}, "18446744073709551616", _WIDE, ""),
    ("INT", {"range": {"min": 1}, "default": 1}, "0", "Must be 1 or more.", "1 or more"),
    ("INT", {"range": {"max": 9}, "unit": "s"}, "10", "Must be 9 or less.", "9 s or less"),
    (
        "INT",
        {"range": {"min": 1, "max": 16}, "unit": "chars", "default": 1},
        "0x20",
        "Must be from 1 to 16.",
        "1 to 16 chars",
    ),
    ("FLOAT", {}, "nan", "Must be a number.", ""),
    ("FLOAT", {}, "1e999", "Must be a number.", ""),
    ("FLOAT", {}, "1e39", "Must be from -3.4028234e+38 to 3.4028234e+38.", ""),
    ("FLOAT", {}, "1e-300", "Must be 0, at least 1.1754944e-38, or at most -1.1754944e-38.", ""),
    ("FLOAT", {"range": {"min": 0.5}, "default": 1}, "0.25", "Must be 0.5 or more.", "0.5 or more"),
    ("STRING", {}, "a\nb", "Must be a single line.", ""),
    ("LOAD_FILE", {}, "a\0b", "Must be a single line.", ""),
    (
        "FRAMES",
        {},
        "1-2-3-4",
        "Must be a list of frames, such as 3,8-2 or 5-8-2 (start-count or start-count-step).",
        "a list of frames such as 3,8-2 or 5-8-2 (start-count or start-count-step)",
    ),
    (
        "ENUM",
        {"flags": CHOICES, "default": "A"},
        "D",
        "The layer does not recognize the value “D”.",
        "A, B, C",
    ),
    ("FLAGS", {"flags": CHOICES}, "A,D", "The layer does not recognize the flag “D”.", "A, B, C"),
    ("FLAGS", {"flags": CHOICES}, "A,X,X", "The layer does not recognize the flag “X”.", "A, B, C"),
    ("LIST", {}, "a,b,a", "“a” is listed twice.", ""),
    (
        "LIST",
        {"list": ["a", 7], "list_only": True},
        "8",
        "The layer does not recognize “8”.",
        "a, 7",
    ),
]


@pytest.mark.parametrize(("kind", "members", "text", "value"), GOOD)
def test_text_is_understood(kind, members, text, value):
    parsed = parse_text(
        declare_setting(kind, **members)
        if members.get("range", {}).get("min") != 1
        else declare_setting(kind, default=1, **members),
        text,
    )
    assert (parsed, type(parsed)) == (value, type(value))


@pytest.mark.parametrize(("kind", "members", "text", "reason", "allowed"), BAD)
def test_text_is_refused_with_the_reason_and_what_is_allowed(kind, members, text, reason, allowed):
    assert parse_text(declare_setting(kind, **members), text) == InvalidValue(reason, allowed)


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("BOOL", 1, "Must be true or false."),
        ("INT", True, "Must be a whole number."),
        ("INT", 2.5, "Must be a whole number."),
        ("FLOAT", "1", "Must be a number."),
        ("FLOAT", float("inf"), "Must be a finite number."),
        ("FLAGS", "A", "Must contain only flags that the layer recognizes."),
        ("LIST", ("a",), "Must be a list."),
        ("LIST", (ListItem(""),), "An entry is empty."),
        ("LIST", (ListItem("a,b"),), "Layers would split “a,b” at the comma."),
        ("LIST", (ListItem("ok"), ListItem(" a")), "“ a” begins or ends with a space."),
        ("LIST", (ListItem("a\nb\n"),), "“a b” spans several lines."),
        ("SAVE_FOLDER", None, "Must be a path."),
    ],
)
def test_a_value_of_another_kind_is_refused(kind, value, reason):
    found = check_value(declare_setting(kind), value)
    assert found is not None
    assert found.reason == reason


def test_a_flag_that_stands_there_twice_is_refused():
    found = check_value(declare_setting("FLAGS", flags=("A", "B")), ("A", "A"))
    assert found == InvalidValue("A flag is listed twice.", "A, B")


def test_values_that_are_found_on_the_machine_are_not_limited():
    assert (
        check_value(declare_setting("ENUM", default="${VP_PHYSICAL_DEVICES}"), "llvmpipe") is None
    )


def test_the_default_of_a_value_is_allowed_though_it_is_not_listed():
    trigger = sdk_layer("gfxreconstruct").find_setting("capture_trigger")
    assert trigger is not None
    assert parse_text(trigger, "") == ""
    refused = parse_text(trigger, "no key")
    assert isinstance(refused, InvalidValue)
    assert refused.allowed_text.startswith("None, F1, ")


@pytest.mark.parametrize(
    ("members", "value", "text"),
    [
        ({}, 0.5, "0.5"),
        ({}, 3.0, "3"),
        ({}, 0.1 + 0.2, "0.30000000000000004"),
        ({"range": {"precision": 3}}, 0.5, "0.500"),
        ({"range": {"precision": 1}}, 0.125, "0.125"),
        ({}, float("inf"), "inf"),
    ],
)
def test_a_number_is_shown_with_the_digits_it_needs(members, value, text):
    assert render_value(declare_setting("FLOAT", **members), value) == text


def test_what_is_off_does_not_show_and_a_group_shows_nothing():
    assert render_value(declare_setting("LIST"), (ListItem("a"), ListItem(2, False))) == "a"
    assert render_value(declare_setting("GROUP"), None) == ""


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_default_and_another_value_of_the_sdk_are_allowed_and_round_trip(path):
    for found in read_declared(path.read_bytes()).layers[0].walk_settings():
        if found.type is SettingType.GROUP:
            continue
        for value in (found.default, choose_other_value(found)):
            assert check_value(found, value) is None, found.key
            assert parse_text(found, render_value(found, value)) == value, found.key
        assert choose_other_value(found) != found.default


SETTINGS = {
    kind: declare_setting(
        kind,
        **(
            {"flags": CHOICES, "default": "A" if kind == "ENUM" else []}
            if kind in ("ENUM", "FLAGS")
            else {}
        ),
    )
    for kind in SettingType
}
VALUES = {
    SettingType.BOOL: st.booleans(),
    SettingType.BOOL_NUMERIC: st.booleans(),
    SettingType.INT: st.integers(),
    SettingType.FLOAT: st.floats(),
    SettingType.ENUM: st.sampled_from((*CHOICES, "D")),
    SettingType.FLAGS: st.lists(st.sampled_from((*CHOICES, "D"))).map(tuple),
    SettingType.LIST: st.lists(st.text(max_size=5).map(make_list_item), max_size=4).map(tuple),
}


@given(st.data())
def test_what_is_allowed_is_read_back_from_how_it_shows(data):
    kind = data.draw(st.sampled_from([k for k in SettingType if k is not SettingType.GROUP]))
    setting = SETTINGS[kind]
    value = normalize_value(setting, data.draw(VALUES.get(kind, st.text())))
    if check_value(setting, value) is None:
        parsed = parse_text(setting, render_value(setting, value))
        assert (parsed, type(parsed)) == (value, type(value))


@given(st.sampled_from(list(SettingType)), st.text())
def test_any_text_is_either_an_allowed_value_or_refused(kind, text):
    setting = SETTINGS[kind]
    parsed = parse_text(setting, text)
    if not isinstance(parsed, InvalidValue):
        assert check_value(setting, parsed) is None
    else:
        assert parsed.reason.endswith(".")
    assert describe_allowed_values(setting) == describe_allowed_values(setting).strip()


@pytest.mark.parametrize(
    ("members", "text", "reason"),
    [
        ({}, "4294967297", "Must be from -2147483648 to 4294967295."),
        ({"range": {"min": 1}, "default": 1}, "4294967297", "Must be from 1 to 4294967295."),
        ({"range": {"min": -1}}, "4294967295", "Must be from -1 to 2147483647."),
    ],
)
@pytest.mark.parametrize("layer", ["VK_LAYER_LUNARG_gfxreconstruct", "VK_LAYER_KHRONOS_validation"])
def test_a_layer_that_reads_32_bits_takes_no_more(layer, members, text, reason):
    found = declare_layer(make_setting("x", "INT", **members), name=layer).settings[0]
    invalid = parse_text(found, text)
    assert isinstance(invalid, InvalidValue)
    assert invalid.reason == reason


def test_an_unknown_layer_with_a_reader_of_its_own_takes_32_bits():
    layer = declare_layer(make_setting("x", "INT"), instance_extensions=None)
    assert isinstance(parse_text(layer.settings[0], "4294967297"), InvalidValue)


def test_the_watchdog_of_crash_diagnostic_takes_64_bits():
    name = "VK_LAYER_LUNARG_crash_diagnostic"
    found = declare_layer(
        make_setting("watchdog_timeout_ms", "INT"), make_setting("x", "INT"), name=name
    )
    assert parse_text(found.settings[0], "4294967297") == 4294967297
    assert isinstance(parse_text(found.settings[1], "4294967297"), InvalidValue)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (75.1, 82.2, "75.1 to 82.2 s"),
        (0.1, 1e22, "0.1 to 1e+22 s"),
        (1, 2.0, "1 to 2 s"),
        (1.5, None, "1.5 s or more"),
    ],
)
def test_a_range_reads_as_it_was_written(low, high, words):
    bounds = {"min": low} | ({} if high is None else {"max": high})
    found = declare_setting("FLOAT", range=bounds, unit="s", default=low)
    assert describe_allowed_values(found) == words
    assert render_value(found, found.default) == str(low)


def test_several_unknown_flags_are_told_in_the_plural():
    found = check_value(declare_setting("FLAGS", flags=CHOICES), ("A", "D", "E"))
    assert found is not None
    assert found.reason == "The layer does not recognize the flags “D”, “E”."
