"""Manifests that are odd, broken, huge or hostile: the rest is read all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    declare_layer,
    make_dependence,
    make_manifest,
    make_preset,
    make_setting,
    parse_declared,
)
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.conversion import convert_value, fits_type
from vkconfig_py.model.layer_settings.declared import (
    Operation,
    PresetValue,
    SettingChange,
    SettingCondition,
    Visibility,
)
from vkconfig_py.model.layer_settings.parse_layer import MAX_DEPTH, read_declared

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
MEMBERS = [
    "key",
    "type",
    "label",
    "default",
    "flags",
    "settings",
    "list",
    "list_only",
    "range",
    "min",
    "max",
    "precision",
    "width",
    "dependence",
    "mode",
    "value",
    "messages",
    "conditions",
    "setting",
    "operator",
    "actions",
    "BUTTON0",
    "changes",
    "platforms",
    "status",
    "view",
    "expanded",
    "env",
    "unit",
]
odd_settings = st.recursive(
    json_values,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=6)
        | st.fixed_dictionaries(
            {"key": st.sampled_from("abc"), "type": st.sampled_from(list(SettingType))},
            optional=dict.fromkeys(MEMBERS[3:], inner),
        )
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", ""),
        (b"[]", "The file must contain an object, but contains a list."),
        (b"{", ""),
        (b'{"ICD": {}}', "The file does not declare a layer."),
        (b'{"layer": 3}', "“layer”: Must be an object, but is a number."),
        (b'{"layer": {}}', "“layer”: “name” is missing."),
    ],
)
def test_a_file_without_a_layer_is_told(content, sentence):
    read = read_declared(content, "/x.json")
    assert read.layers == ()
    assert read.problems[0].sentence.endswith(sentence)
    assert read.problems[0].file == "/x.json"


def test_settings_deeper_than_anyone_can_use_are_left_out():
    inner: dict[str, Any] = make_setting("s999")
    for number in range(MAX_DEPTH + 100):
        inner = make_setting(f"s{number}", "GROUP", settings=[inner])
    read = parse_declared(inner)
    assert len(list(read.layers[0].walk_settings())) == MAX_DEPTH
    assert "levels deep" in read.problems[0].sentence


def test_a_file_full_of_mistakes_has_a_list_of_problems_that_ends():
    read = parse_declared(*(make_setting(f"s{n}", label=3) for n in range(1000)))
    assert len(list(read.layers[0].walk_settings())) == 1000
    assert len(read.problems) == 200


@given(odd_settings)
def test_any_value_in_place_of_settings_is_read(odd):
    content = json.dumps(
        {"layer": {"name": "VK_LAYER_x", "features": {"settings": [odd], "presets": odd}}}
    )
    (layer,) = read_declared(content.encode("utf-8", "surrogatepass")).layers or (None,)
    for found in layer.walk_settings() if layer else ():
        assert fits_type(found.type, found.default)


@given(json_values)
def test_any_json_is_read(value):
    read_declared(json.dumps(value).encode("utf-8", "surrogatepass"))
    read_declared(json.dumps({"layer": value, "layers": value}).encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=40))
def test_any_bytes_are_read(content):
    read_declared(content)
    read_declared(make_manifest(make_setting("x"))[: len(content)] + content)


@given(st.sampled_from(list(SettingType)), json_values)
def test_any_json_converts_to_a_value_of_the_type(kind, value):
    raw = parse_json(json.dumps([value]).encode("utf-8", "surrogatepass")).value
    converted = convert_value(kind, raw[0] if raw else None)
    assert fits_type(kind, converted.value)


ODD_MEMBERS = [
    ({"range": {"min": "x"}, "type": "INT"}, "range.min”: Must be a number, but is text"),
    ({"range": {"min": 1e308}, "type": "FLOAT"}, "range.min”: Must be a finite number"),
    ({"range": {"width": 1.5}, "type": "INT"}, "range.width”: Must be a whole number from 0 to 64"),
    ({"range": {"precision": 99}, "type": "INT"}, "range.precision”: Must be a whole number"),
    ({"type": "INT", "default": 9, "range": {"max": 3}}, "default”: Out of range"),
    ({"type": "LIST", "list": 3}, "list”: Must be a list, but is a number"),
    ({"type": "FLAGS", "flags": [{}]}, "flags[0]”: “key” is missing"),
    ({"type": "FLAGS", "flags": ["A", "A"]}, "flags[1].key”: “A” is declared twice"),
    (
        {"type": "FLAGS", "default": ["A", "Z"], "flags": ["A"]},
        "default”: “Z” is not an allowed value",
    ),
    ({"messages": [{"conditions": [{"operator": "XOR"}]}]}, "operator”: Unknown value “XOR”"),
    (
        {"messages": [{"actions": {"default": "BUTTON7", "BUTTON0": {}}}]},
        "“BUTTON7” is not a button of the message",
    ),
    (
        {"messages": [{"actions": {"BUTTON0": {"type": "MAYBE"}}}]},
        "type”: Unknown button type “MAYBE”",
    ),
    ({"messages": [{"conditions": [{"setting": 3}]}]}, "setting”: Must be an object"),
    ({"dependence": {"settings": [{"key": "x"}]}}, "settings[0]”: “value” is missing"),
    ({"dependence": {"settings": [{}]}}, "settings[0]”: “key” is missing"),
    ({"dependence": make_dependence(x=3)}, "value”: Must be true or false, but is a number"),
]


@pytest.mark.parametrize(("members", "sentence"), ODD_MEMBERS, ids=[s for _, s in ODD_MEMBERS])
def test_odd_members_of_any_part_are_told_and_passed_over(members, sentence):
    read = parse_declared(make_setting("x", **{"type": "BOOL", **members}), make_setting("y"))
    assert [one.key for one in read.layers[0].settings] == ["x", "y"]
    assert any(sentence in problem.sentence for problem in read.problems), read.problems


def test_a_setting_without_default_has_the_first_value_or_nothing():
    bare = make_setting("x", "ENUM", flags=("A", "B"))
    other = make_setting("y", "INT")
    del bare["default"], other["default"]
    read = parse_declared(bare, other)
    assert [one.default for one in read.layers[0].settings] == ["A", 0]
    assert len(read.problems) == 2


def test_a_setting_without_type_is_text_and_one_without_key_is_left_out():
    bare = make_setting("x", default="a")
    del bare["type"]
    read = parse_declared(bare, {"label": "nobody"})
    (found,) = read.layers[0].settings
    assert (found.type, found.default) == (SettingType.STRING, "a")


def test_a_bound_may_be_written_as_text():
    read = parse_declared(make_setting("x", "INT", range={"min": "-3"}))
    assert read.layers[0].settings[0].minimum == -3


@pytest.mark.parametrize(
    ("raw", "value"), [(1, 1), ("a", "a"), (["a", 2], ("a", "2")), (None, None), ({}, None)]
)
def test_the_value_of_a_condition_about_a_setting_that_is_not_there_is_kept(raw, value):
    read = parse_declared(make_setting("x", dependence=make_dependence(nobody=raw)))
    assert read.layers[0].settings[0].dependence.conditions == (SettingCondition("nobody", value),)


def test_one_flag_may_stand_for_a_list_of_one():
    layer = declare_layer(
        make_setting("f", "FLAGS", flags=("A",)),
        make_setting("x", dependence=make_dependence(f="A")),
    )
    assert layer.settings[1].dependence.conditions == (SettingCondition("f", ("A",)),)


def test_a_change_may_name_its_setting_itself():
    button = {"type": "OK", "changes": [{"key": "x", "value": True}]}
    message = {"key": "m", "title": "t", "actions": {"default": "BUTTON0", "BUTTON0": button}}
    layer = declare_layer(make_setting("x", messages=[message]))
    (answer,) = layer.settings[0].messages[0].answers
    assert answer.changes == (SettingChange("x", Operation.SET, True),)


def test_a_preset_lists_each_setting_once():
    twice = make_preset("P", x=1)
    twice["settings"] += [{"key": "x", "value": 2}, {}]
    read = parse_declared(make_setting("x", "INT"), presets=[twice])
    assert read.layers[0].presets[0].values == (PresetValue("x", 1),)


def test_a_preset_with_a_value_of_another_kind_is_told():
    read = parse_declared(make_setting("x", "INT"), presets=[make_preset("P", x="many")])
    assert "value”: Must be a whole number, but is text" in read.problems[0].sentence


def test_conditions_and_replacements_may_name_hidden_settings():
    hidden = make_setting("old", "INT", view="HIDDEN", deprecated_by_key="new")
    layer = declare_layer(hidden, make_setting("new", dependence=make_dependence(old=3)))
    old, new = layer.settings
    assert (old.visibility, old.deprecated_by) == (Visibility.HIDDEN, "new")
    assert new.dependence.conditions == (SettingCondition("old", 3),)


def test_a_large_file_is_read_without_lines():
    read = read_declared(make_manifest(make_setting("x", label=1), introduction="x" * (3 << 20)))
    assert [one.line for one in read.problems] == [0]
    small = read_declared(make_manifest(make_setting("x", label=1)))
    assert [one.line > 0 for one in small.problems] == [True]


def test_of_a_key_that_stands_twice_the_type_of_the_first_one_counts():
    first = make_setting("g", "GROUP", settings=[make_setting("x", "INT")])
    read = parse_declared(
        first, make_setting("x"), make_setting("y", dependence=make_dependence(x=3))
    )
    assert read.layers[0].find_setting("y").dependence.conditions == (SettingCondition("x", 3),)
    assert read.layers[0].find_setting("x").type is SettingType.INT
