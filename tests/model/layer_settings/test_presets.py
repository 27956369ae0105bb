from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    another_value,
    declared,
    flag,
    preset,
    reading,
    sdk_layer,
    sdk_manifests,
    setting,
)
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.layer_values import (
    DEFAULT,
    default_preset,
    default_values,
    detect_preset,
    matches,
    presets_of,
    with_defaults,
    with_preset,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared

LAYER = declared(
    setting("a", "INT"),
    setting("f", "FLAGS", flags=[flag("A", setting("inner"))]),
    presets=[
        preset("Small", a=1),
        preset("Mac", a=2, PLATFORMS=["MACOS"]),
        preset("Hidden", a=3, VIEW="HIDDEN"),
        preset("Large", a=1, inner=True),
    ],
)


def detected(**values):
    return detect_preset(LAYER, values, "LINUX").title


def test_default_is_first_and_presets_of_other_platforms_are_not_offered():
    assert [one.label for one in presets_of(LAYER, "LINUX")] == ["Default", "Small", "Large"]
    assert [one.label for one in presets_of(LAYER, "MACOS")] == [
        str(DEFAULT),
        "Small",
        "Mac",
        "Large",
    ]


def test_default_takes_settings_inside_flags_back_too():
    assert dict(default_preset(LAYER).values) == {"a": 0, "f": (), "inner": False}
    changed = {"a": 9, "f": ("A",), "inner": True}
    assert with_preset(LAYER, changed, default_preset(LAYER)) == {}


def test_a_layer_without_settings_has_no_presets():
    layer = declared(setting("g", "GROUP"))
    assert presets_of(layer, "LINUX") == ()
    assert detect_preset(layer, {}, "LINUX").nearest is None
    assert detect_preset(layer, {}, "LINUX").title == ""


def test_only_what_a_preset_lists_is_changed():
    values = {"inner": True}
    assert with_preset(LAYER, values, presets_of(LAYER, "LINUX")[1]) == {**values, "a": 1}


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({}, "Default"),
        ({"a": 0}, "Default, changed"),  # what is set to the default is not what nobody set
        ({"a": 1}, "Small"),
        ({"a": 1, "f": ("A",)}, "Small"),
        ({"a": 1, "inner": True}, "Large"),
        ({"a": 2}, "Default, changed"),
        ({"a": 3}, "Default, changed"),
        ({"inner": True}, "Default, changed"),
    ],
)
def test_the_preset_that_says_most_of_what_holds_is_detected(values, label):
    assert detected(**values) == label


def test_a_preset_that_lists_nothing_is_never_detected():
    layer = declared(setting("a"), presets=[preset("Empty")])
    empty = presets_of(layer, "LINUX")[1]
    assert not matches(layer, default_values(layer), empty)
    assert with_preset(layer, {}, empty) == {}


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_preset_of_the_sdk_is_detected_once_applied(path):
    (layer,) = read_declared(path.read_bytes()).layers
    for platform in ("LINUX", "WINDOWS", "MACOS", "ANDROID"):
        for one in presets_of(layer, platform):
            values = with_preset(layer, {}, one)
            found = detect_preset(layer, values, platform)
            assert not found.changed
            assert found.nearest == one


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_a_preset_of_the_sdk_that_is_chosen_after_another_one_is_named(path):
    (layer,) = read_declared(path.read_bytes()).layers
    presets = presets_of(layer, "LINUX")
    for before, after in itertools.permutations(presets, 2):
        values = with_preset(layer, with_preset(layer, {}, before), after)
        found = detect_preset(layer, values, "LINUX")
        assert found.nearest is not None
        assert not found.changed
        same = with_preset(layer, values, found.nearest) == values  # all that it says holds
        assert found.nearest == after or (same and len(found.nearest.values) > len(after.values))


def test_values_that_no_preset_has_are_named_by_the_nearest_one_as_changed():
    layer = declared(
        setting("a", "INT"), setting("b", "INT"), setting("c", "INT"),
        presets=[preset("Low", a=1, b=1, c=1), preset("High", a=2, b=2, c=2)],
    )  # fmt: skip
    assert detect_preset(layer, {"a": 2, "b": 2, "c": 9}, "LINUX").title == "High, changed"
    assert detect_preset(layer, {"b": 1}, "LINUX").title == "Default, changed"


@pytest.mark.long
@given(st.data())
def test_a_preset_applied_to_any_values_holds_and_one_that_says_as_much_is_detected(data):
    layer = sdk_layer("khronos_validation")
    values = {
        found.key: another_value(found)
        for found in layer.walk()
        if found.type is not SettingType.GROUP and data.draw(st.booleans())
    }
    one = data.draw(st.sampled_from(presets_of(layer, "LINUX")[1:]))
    after = with_preset(layer, values, one)
    assert matches(layer, with_defaults(layer, after), one)
    found = detect_preset(layer, after, "LINUX")
    assert not found.changed
    assert found.nearest is not None
    assert len(found.nearest.values) >= len(one.values)
    listed = {value.key for value in one.values}
    assert {k: v for k, v in after.items() if k not in listed} == {
        k: v for k, v in values.items() if k not in listed
    }


def test_the_preset_that_is_chosen_is_the_one_applied_whatever_is_not_offered():
    chosen = next(one for one in presets_of(LAYER, "LINUX") if one.label == "Large")
    after = with_preset(LAYER, {}, chosen)
    assert (after["a"], after["inner"]) == (1, True)


def test_what_a_preset_says_that_is_no_value_is_left_out_of_it():
    found = reading(
        setting("n", "INT", default=3, range={"min": 1, "max": 5}),
        setting("e", "ENUM", flags=["A", "B"], default="A"),
        presets=[preset("P", n="many", e="C"), preset("Q", n=9, e="B"), preset("", n=4)],
    )
    own = presets_of(found.layers[0], "LINUX")[1:]
    assert [(one.label, [value.key for value in one.values]) for one in own] == [
        ("P", []),
        ("Q", ["e"]),
        ("Preset 3", ["n"]),
    ]
    assert [problem.sentence.partition("presets")[2] for problem in found.problems] == [
        "[0].settings[0].value”: Must be a whole number, but is text.",
        "[0].settings[1].value”: Is left out. The layer has no value “C”.",
        "[1].settings[0].value”: Is left out. Must be from 1 to 5.",
        "[2].label”: Must not be empty.",
    ]
