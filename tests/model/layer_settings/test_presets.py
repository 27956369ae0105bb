from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    make_flag,
    make_preset,
    make_setting,
    parse_declared,
    sdk_layer,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.layer_values import (
    add_defaults,
    apply_preset,
    detect_preset,
    list_presets,
    make_default_preset,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared

LAYER = declare_layer(
    make_setting("a", "INT"),
    make_setting("f", "FLAGS", flags=[make_flag("A", make_setting("inner"))]),
    presets=[
        make_preset("Small", a=1),
        make_preset("Mac", a=2, PLATFORMS=["MACOS"]),
        make_preset("Hidden", a=3, VIEW="HIDDEN"),
        make_preset("Large", a=1, inner=True),
    ],
)


def detected(**values):
    return detect_preset(LAYER, values, "LINUX").title


def test_default_is_first_and_presets_of_other_platforms_are_not_offered():
    assert [one.label for one in list_presets(LAYER, "LINUX")] == [
        "Layer defaults",
        "Small",
        "Large",
    ]
    assert [one.label for one in list_presets(LAYER, "MACOS")] == [
        "Layer defaults",
        "Small",
        "Mac",
        "Large",
    ]


def test_default_takes_settings_inside_flags_back_too():
    assert dict(make_default_preset(LAYER).values) == {"a": 0, "f": (), "inner": False}
    changed = {"a": 9, "f": ("A",), "inner": True}
    assert apply_preset(LAYER, changed, make_default_preset(LAYER)) == {}


def test_a_layer_without_settings_has_no_presets():
    layer = declare_layer(make_setting("g", "GROUP"))
    assert list_presets(layer, "LINUX") == ()
    assert detect_preset(layer, {}, "LINUX").nearest is None
    assert detect_preset(layer, {}, "LINUX").title == ""


def test_only_what_a_preset_lists_is_changed():
    values = {"inner": True}
    assert apply_preset(LAYER, values, list_presets(LAYER, "LINUX")[1]) == {**values, "a": 1}


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({}, "Layer defaults"),
        (
            {"a": 0},
            "Layer defaults (modified)",
        ),  # what is set to the default is not what nobody set
        ({"a": 1}, "Small"),
        ({"a": 1, "f": ("A",)}, "Small (modified)"),
        ({"f": ("A",)}, "Layer defaults (modified)"),
        ({"a": 9, "inner": True}, "Large (modified)"),
        ({"a": 1, "inner": True}, "Large"),
        ({"a": 2}, "Layer defaults (modified)"),
        ({"a": 3}, "Layer defaults (modified)"),
        ({"inner": True}, "Layer defaults (modified)"),
    ],
)
def test_the_preset_that_values_come_from_is_detected(values, label):
    assert detected(**values) == label


def test_a_preset_that_lists_nothing_is_never_detected():
    layer = declare_layer(make_setting("a"), presets=[make_preset("Empty")])
    empty = list_presets(layer, "LINUX")[1]
    assert detect_preset(layer, {"a": True}, "LINUX").title == "Layer defaults (modified)"
    assert apply_preset(layer, {}, empty) == {}


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_preset_of_the_sdk_is_detected_once_applied(path):
    (layer,) = read_declared(path.read_bytes()).layers
    for platform in ("LINUX", "WINDOWS", "MACOS", "ANDROID"):
        for one in list_presets(layer, platform):
            values = apply_preset(layer, {}, one)
            found = detect_preset(layer, values, platform)
            assert not found.is_changed
            assert found.nearest == one


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_a_preset_of_the_sdk_that_is_chosen_after_another_one_is_named(path):
    (layer,) = read_declared(path.read_bytes()).layers
    presets = list_presets(layer, "LINUX")
    for before, after in itertools.permutations(presets, 2):
        values = apply_preset(layer, apply_preset(layer, {}, before), after)
        found = detect_preset(layer, values, "LINUX")
        assert found.nearest is not None
        assert not found.is_changed
        same = apply_preset(layer, values, found.nearest) == values  # all that it says holds
        assert found.nearest == after or (same and len(found.nearest.values) > len(after.values))


def test_values_that_no_preset_has_are_named_by_the_nearest_one_as_changed():
    layer = declare_layer(
        make_setting("a", "INT"), make_setting("b", "INT"), make_setting("c", "INT"),
        presets=[make_preset("Low", a=1, b=1, c=1), make_preset("High", a=2, b=2, c=2)],
    )  # fmt: skip
    assert detect_preset(layer, {"a": 2, "b": 2, "c": 9}, "LINUX").title == "High (modified)"
    assert detect_preset(layer, {"b": 1}, "LINUX").title == "Layer defaults (modified)"


@pytest.mark.long
@given(st.data())
def test_a_preset_applied_to_any_values_holds_and_one_that_says_as_much_is_detected(data):
    layer = sdk_layer("khronos_validation")
    values = {
        found.key: choose_other_value(found)
        for found in layer.walk_settings()
        if found.type is not SettingType.GROUP and data.draw(st.booleans())
    }
    one = data.draw(st.sampled_from(list_presets(layer, "LINUX")[1:]))
    after = apply_preset(layer, values, one)
    assert all(add_defaults(layer, after)[value.key] == value.value for value in one.values)
    assert detect_preset(layer, after, "LINUX").nearest is not None
    listed = {value.key for value in one.values}
    assert {k: v for k, v in after.items() if k not in listed} == {
        k: v for k, v in values.items() if k not in listed
    }


VALIDATION = declare_layer(
    make_setting("enables", "FLAGS", flags=[make_flag("BEST"), make_flag("SYNC")]),
    make_setting(
        "disables", "FLAGS", flags=[make_flag(name) for name in ("THREADS", "CORE", "HANDLES")],
        default=["THREADS"],
    ),
    make_setting("report", "FLAGS", flags=[make_flag("ERROR"), make_flag("PERF")]),
    make_setting("break"),
    presets=[
        make_preset("Standard", enables=[], disables=["THREADS"]),
        make_preset("Best", enables=["BEST"], disables=["THREADS", "CORE", "HANDLES"]),
        make_preset("Sync", enables=["SYNC"], disables=["CORE", "HANDLES"]),
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "changes", "label"),
    [
        ("Layer defaults", {"break": True}, "Layer defaults (modified)"),
        ("Standard", {}, "Standard"),
        ("Standard", {"enables": ("SYNC",)}, "Standard (modified)"),
        ("Standard", {"report": ("PERF",)}, "Standard (modified)"),
        ("Sync", {"disables": ("THREADS", "CORE", "HANDLES")}, "Sync (modified)"),
        ("Sync", {"break": True}, "Sync (modified)"),
        ("Best", {"break": False}, "Best"),  # as after choosing it
    ],
)
def test_a_change_after_choosing_a_preset_leaves_its_name(preset, changes, label):
    chosen = next(one for one in list_presets(VALIDATION, "LINUX") if one.label == preset)
    values = {**apply_preset(VALIDATION, {}, chosen), **changes}
    assert detect_preset(VALIDATION, values, "LINUX").title == label


def test_the_preset_that_is_chosen_is_the_one_applied_whatever_is_not_offered():
    chosen = next(one for one in list_presets(LAYER, "LINUX") if one.label == "Large")
    after = apply_preset(LAYER, {}, chosen)
    assert (after["a"], after["inner"]) == (1, True)


def test_what_a_preset_says_that_is_no_value_is_left_out_of_it():
    found = parse_declared(
        make_setting("n", "INT", default=3, range={"min": 1, "max": 5}),
        make_setting("e", "ENUM", flags=["A", "B"], default="A"),
        presets=[
            make_preset("P", n="many", e="C"),
            make_preset("Q", n=9, e="B"),
            make_preset("", n=4),
        ],
    )
    own = list_presets(found.layers[0], "LINUX")[1:]
    assert [(one.label, [value.key for value in one.values]) for one in own] == [
        ("P", []),
        ("Q", ["e"]),
        ("Preset 3", ["n"]),
    ]
    assert [problem.sentence.partition("presets")[2] for problem in found.problems] == [
        "[0].settings[0].value”: Must be a whole number, but is text.",
        "[0].settings[1].value”: Omitted. The layer does not recognize the value “C”.",
        "[1].settings[0].value”: Omitted. Must be from 1 to 5.",
        "[2].label”: Must not be empty.",
    ]
