from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    another_value,
    declared,
    depends,
    flag,
    reading,
    sdk_layer,
    sdk_manifests,
    setting,
)
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.model.layer_settings.declared import SettingCondition
from vkconfig_py.model.layer_settings.layer_values import default_values
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_conditions import (
    comment_on,
    condition_text,
    find_unmet,
    find_without_effect,
    holds,
)

FLAGS = setting("f", "FLAGS", flags=("A", "B"))
LOG = "VK_DBG_LAYER_ACTION_LOG_MSG"


def unmet(dependence, **values):
    layer = declared(setting("n", "INT"), setting("on"), FLAGS, setting("x", dependence=dependence))
    return "x" in find_unmet(layer, {**default_values(layer), **values})


@pytest.mark.parametrize(
    ("dependence", "values", "expected"),
    [
        (depends("ALL", on=True, n=1), {"on": True, "n": 1}, False),
        (depends("ALL", on=True, n=1), {"on": True}, True),
        (depends("ANY", on=True, n=1), {"n": 1}, False),
        (depends("ANY", on=True, n=1), {}, True),
        (depends("NONE", on=True), {}, False),
        (depends("ALL"), {}, False),
        (depends("ANY"), {}, False),
        (depends("ALL", f=["A"]), {"f": ("A", "B")}, False),
        (depends("ANY", f=["A", "B"]), {"f": ("A",)}, True),
        (depends("ALL", f="B"), {"f": ("B",)}, False),
        (depends("ALL", f=[]), {"f": ("B",)}, True),
        (depends("ALL", f=[]), {"f": ()}, False),
    ],
)
def test_a_setting_has_an_effect_when_its_conditions_hold(dependence, values, expected):
    assert unmet(dependence, **values) is expected


def test_a_condition_about_a_setting_that_is_not_there_is_passed_over():
    read = reading(
        setting("on"),
        setting("x", dependence=depends("ALL", nobody=1)),
        setting("y", dependence=depends("ANY", nobody=[1])),
        setting("z", dependence=depends("ALL", nobody={}, on=True)),
    )
    (layer,) = read.layers
    assert list(find_unmet(layer, default_values(layer))) == ["z"]
    assert len(read.problems) == 3


def test_a_condition_about_a_group_is_passed_over():
    (layer,) = reading(setting("g", "GROUP"), setting("x", dependence=depends(g=None))).layers
    assert find_unmet(layer, default_values(layer)) == {}


def test_a_setting_inside_a_flag_has_no_effect_while_its_condition_fails():
    layer = sdk_layer("khronos_validation")
    values = default_values(layer)
    assert values["debug_action"] == (LOG,)
    assert "log_filename" not in find_unmet(layer, values)
    without = find_unmet(layer, {**values, "debug_action": ()})
    assert (
        comment_on(layer, without["log_filename"])
        == f"Has no effect without “Debug Action” has {LOG}."
    )


def test_the_reason_names_what_is_missing():
    layer = declared(
        setting("n", "INT", label="Number"),
        setting("on", label="On"),
        setting("x", dependence=depends("ALL", n=3, on=True)),
        setting("y", dependence=depends("ANY", n=3, on=True)),
    )
    found = find_unmet(layer, {**default_values(layer), "n": 3})
    assert comment_on(layer, found["x"]) == "Has no effect without “On” = true."
    assert "y" not in found
    found = find_unmet(layer, default_values(layer))
    assert comment_on(layer, found["y"]) == "Has no effect without “Number” = 3 or “On” = true."


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
    assert condition_text(declared(setting("on"), FLAGS), condition) == text


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
    assert holds(condition, values) is expected


def test_dependences_in_a_circle_end():
    layer = declared(
        setting("a", dependence=depends(b=True)), setting("b", dependence=depends(a=True))
    )
    assert sorted(find_unmet(layer, default_values(layer))) == ["a", "b"]


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_can_be_given_an_effect(path):
    (layer,) = read_declared(path.read_bytes()).layers
    for key in find_unmet(layer, default_values(layer)):
        values, needed = dict(default_values(layer)), [key]
        for name in needed:
            for condition in layer.setting(name).dependence.conditions:
                values[condition.setting] = condition.value
                needed.append(condition.setting)
        assert key not in find_unmet(layer, values)


@pytest.mark.long
@given(st.data())
def test_any_values_of_a_layer_have_an_answer(data):
    layer = sdk_layer("khronos_validation")
    values = dict(default_values(layer))
    for found in layer.walk():
        if found.key in values and data.draw(st.booleans()):
            values[found.key] = another_value(found)
    for found in find_unmet(layer, values).values():
        assert found.conditions
        assert comment_on(layer, found).endswith(".")


def test_flag_settings_without_conditions_have_an_effect():
    layer = declared(setting("f", "FLAGS", flags=[flag("A", setting("inner"))]))
    assert find_unmet(layer, default_values(layer)) == {}


def test_a_condition_about_a_value_that_cannot_be_read_is_passed_over():
    for value in ("perhaps", None, {}):
        dependence = depends("ALL", on=value, n=1)
        found = reading(setting("n", "INT"), setting("on"), setting("x", dependence=dependence))
        layer = found.layers[0]
        assert len(found.problems) == 1
        assert list(find_unmet(layer, default_values(layer))) == ["x"]
        assert find_unmet(layer, {**default_values(layer), "n": 1}) == {}


CHAIN = declared(
    setting("a", dependence=depends(b=True)), setting("b", dependence=depends(c=True)), setting("c")
)


def test_what_depends_on_a_setting_without_effect_has_none_either():
    found = find_unmet(CHAIN, {"a": True, "b": True, "c": False})
    assert sorted(found) == ["a", "b"]
    assert comment_on(CHAIN, found["a"]) == (
        "Has no effect without “B” = true, which has no effect itself."
    )
    assert find_unmet(CHAIN, {"a": True, "b": True, "c": True}) == {}


def test_what_needs_a_setting_to_be_off_has_an_effect_when_that_is_off_and_without_effect():
    layer = declared(
        setting("a", dependence=depends(b=False)),
        setting("b", dependence=depends(c=True)),
        setting("c"),
    )
    assert list(find_unmet(layer, default_values(layer))) == ["b"]


def test_settings_in_a_circle_that_are_all_on_have_an_effect():
    layer = declared(
        setting("a", dependence=depends(b=True)), setting("b", dependence=depends(a=True))
    )
    assert find_unmet(layer, {"a": True, "b": True}) == {}


def test_a_setting_below_another_value_of_an_enum_has_no_effect_nor_has_what_needs_it():
    kinds = [flag("A", setting("of_a")), flag("B", setting("of_b"), setting("of_a"))]
    (layer,) = reading(
        setting("e", "ENUM", flags=kinds, default="A"), setting("x", dependence=depends(of_b=True))
    ).layers
    values = default_values(layer) | {"of_b": True, "of_a": True, "x": True}
    assert sorted(find_without_effect(layer, values)) == ["of_b", "x"]
