from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    make_dependence,
    make_flag,
    make_setting,
    parse_declared,
    sdk_layer,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.model.layer_settings.declared import SettingCondition
from vkconfig_py.model.layer_settings.layer_values import make_default_values
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_conditions import (
    find_ineffective_settings,
    find_unmet_conditions,
    is_condition_met,
    render_condition,
    render_unmet_comment,
)

FLAGS = make_setting("f", "FLAGS", flags=("A", "B"))
LOG = "VK_DBG_LAYER_ACTION_LOG_MSG"


def unmet(dependence, **values):
    layer = declare_layer(
        make_setting("n", "INT"),
        make_setting("on"),
        FLAGS,
        make_setting("x", dependence=dependence),
    )
    return "x" in find_unmet_conditions(layer, {**make_default_values(layer), **values})


@pytest.mark.parametrize(
    ("dependence", "values", "expected"),
    [
        (make_dependence("ALL", on=True, n=1), {"on": True, "n": 1}, False),
        (make_dependence("ALL", on=True, n=1), {"on": True}, True),
        (make_dependence("ANY", on=True, n=1), {"n": 1}, False),
        (make_dependence("ANY", on=True, n=1), {}, True),
        (make_dependence("NONE", on=True), {}, False),
        (make_dependence("ALL"), {}, False),
        (make_dependence("ANY"), {}, False),
        (make_dependence("ALL", f=["A"]), {"f": ("A", "B")}, False),
        (make_dependence("ANY", f=["A", "B"]), {"f": ("A",)}, True),
        (make_dependence("ALL", f="B"), {"f": ("B",)}, False),
        (make_dependence("ALL", f=[]), {"f": ("B",)}, True),
        (make_dependence("ALL", f=[]), {"f": ()}, False),
    ],
)
def test_a_setting_has_an_effect_when_its_conditions_hold(dependence, values, expected):
    assert unmet(dependence, **values) is expected


def test_a_condition_about_a_setting_that_is_not_there_is_passed_over():
    read = parse_declared(
        make_setting("on"),
        make_setting("x", dependence=make_dependence("ALL", nobody=1)),
        make_setting("y", dependence=make_dependence("ANY", nobody=[1])),
        make_setting("z", dependence=make_dependence("ALL", nobody={}, on=True)),
    )
    (layer,) = read.layers
    assert list(find_unmet_conditions(layer, make_default_values(layer))) == ["z"]
    assert len(read.problems) == 3


def test_a_condition_about_a_group_is_passed_over():
    (layer,) = parse_declared(
        make_setting("g", "GROUP"), make_setting("x", dependence=make_dependence(g=None))
    ).layers
    assert find_unmet_conditions(layer, make_default_values(layer)) == {}


def test_a_setting_inside_a_flag_has_no_effect_while_its_condition_fails():
    layer = sdk_layer("khronos_validation")
    values = make_default_values(layer)
    assert values["debug_action"] == (LOG,)
    assert "log_filename" not in find_unmet_conditions(layer, values)
    without = find_unmet_conditions(layer, {**values, "debug_action": ()})
    assert (
        render_unmet_comment(layer, without["log_filename"])
        == f"Has no effect without “Debug Action” has {LOG}."
    )


def test_the_reason_names_what_is_missing():
    layer = declare_layer(
        make_setting("n", "INT", label="Number"),
        make_setting("on", label="On"),
        make_setting("x", dependence=make_dependence("ALL", n=3, on=True)),
        make_setting("y", dependence=make_dependence("ANY", n=3, on=True)),
    )
    found = find_unmet_conditions(layer, {**make_default_values(layer), "n": 3})
    assert render_unmet_comment(layer, found["x"]) == "Has no effect without “On” = true."
    assert "y" not in found
    found = find_unmet_conditions(layer, make_default_values(layer))
    assert (
        render_unmet_comment(layer, found["y"])
        == "Has no effect without “Number” = 3 or “On” = true."
    )


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (SettingCondition("on", True, negated=True), "“On” ≠ true"),
        (SettingCondition("f", ("A",), negated=True), "“F” has none of A"),
        (SettingCondition("f", ()), "“F” = nothing"),
        (SettingCondition("nobody", 3), "“nobody” = 3"),
    ],
)
def test_conditions_are_told_in_words(condition, text):
    assert render_condition(declare_layer(make_setting("on"), FLAGS), condition) == text


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (SettingCondition("on", True), True),
        (SettingCondition("on", 1), False),
        (SettingCondition("on", False, negated=True), True),
        (SettingCondition("f", ("B",), negated=True), True),
        (SettingCondition("f", ("A", "B"), negated=True), False),
        (SettingCondition("f", (), negated=True), True),
        (SettingCondition("f", "A"), True),
        (SettingCondition("l", (ListItem("a"),)), True),
        (SettingCondition("l", (ListItem("b"),)), False),
        (SettingCondition("nobody", 1), False),
        (SettingCondition("nobody", 1, negated=True), False),
    ],
)
def test_a_condition_holds_or_not(condition, expected):
    values = {"on": True, "f": ("A",), "l": (ListItem("a"), ListItem("b", False))}
    assert is_condition_met(condition, values) is expected


def test_dependences_in_a_circle_end():
    layer = declare_layer(
        make_setting("a", dependence=make_dependence(b=True)),
        make_setting("b", dependence=make_dependence(a=True)),
    )
    assert sorted(find_unmet_conditions(layer, make_default_values(layer))) == ["a", "b"]


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_can_be_given_an_effect(path):
    (layer,) = read_declared(path.read_bytes()).layers
    for key in find_unmet_conditions(layer, make_default_values(layer)):
        values, needed = dict(make_default_values(layer)), [key]
        for name in needed:
            for condition in layer.find_setting(name).dependence.conditions:
                values[condition.setting] = condition.value
                needed.append(condition.setting)
        assert key not in find_unmet_conditions(layer, values)


@pytest.mark.long
@given(st.data())
def test_any_values_of_a_layer_have_an_answer(data):
    layer = sdk_layer("khronos_validation")
    values = dict(make_default_values(layer))
    for found in layer.walk_settings():
        if found.key in values and data.draw(st.booleans()):
            values[found.key] = choose_other_value(found)
    for found in find_unmet_conditions(layer, values).values():
        assert found.conditions
        assert render_unmet_comment(layer, found).endswith(".")


def test_flag_settings_without_conditions_have_an_effect():
    layer = declare_layer(make_setting("f", "FLAGS", flags=[make_flag("A", make_setting("inner"))]))
    assert find_unmet_conditions(layer, make_default_values(layer)) == {}


def test_a_condition_about_a_value_that_cannot_be_read_is_passed_over():
    for value in ("perhaps", None, {}):
        dependence = make_dependence("ALL", on=value, n=1)
        found = parse_declared(
            make_setting("n", "INT"), make_setting("on"), make_setting("x", dependence=dependence)
        )
        layer = found.layers[0]
        assert len(found.problems) == 1
        assert list(find_unmet_conditions(layer, make_default_values(layer))) == ["x"]
        assert find_unmet_conditions(layer, {**make_default_values(layer), "n": 1}) == {}


CHAIN = declare_layer(
    make_setting("a", dependence=make_dependence(b=True)),
    make_setting("b", dependence=make_dependence(c=True)),
    make_setting("c"),
)


def test_what_depends_on_a_setting_without_effect_has_none_either():
    found = find_unmet_conditions(CHAIN, {"a": True, "b": True, "c": False})
    assert sorted(found) == ["a", "b"]
    assert render_unmet_comment(CHAIN, found["a"]) == (
        "Has no effect without “B” = true, which has no effect itself."
    )
    assert find_unmet_conditions(CHAIN, {"a": True, "b": True, "c": True}) == {}


def test_what_needs_a_setting_to_be_off_has_an_effect_when_that_is_off_and_without_effect():
    layer = declare_layer(
        make_setting("a", dependence=make_dependence(b=False)),
        make_setting("b", dependence=make_dependence(c=True)),
        make_setting("c"),
    )
    assert list(find_unmet_conditions(layer, make_default_values(layer))) == ["b"]


def test_settings_in_a_circle_that_are_all_on_have_an_effect():
    layer = declare_layer(
        make_setting("a", dependence=make_dependence(b=True)),
        make_setting("b", dependence=make_dependence(a=True)),
    )
    assert find_unmet_conditions(layer, {"a": True, "b": True}) == {}


def test_a_setting_below_another_value_of_an_enum_has_no_effect_nor_has_what_needs_it():
    kinds = [
        make_flag("A", make_setting("of_a")),
        make_flag("B", make_setting("of_b"), make_setting("of_a")),
    ]
    (layer,) = parse_declared(
        make_setting("e", "ENUM", flags=kinds, default="A"),
        make_setting("x", dependence=make_dependence(of_b=True)),
    ).layers
    values = make_default_values(layer) | {"of_b": True, "of_a": True, "x": True}
    assert sorted(find_ineffective_settings(layer, values)) == ["of_b", "x"]
