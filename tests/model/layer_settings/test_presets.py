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
    assert detect_preset(layer, {}, "LINUX").nearest_preset is None
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
            assert found.nearest_preset == one


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_a_preset_of_the_sdk_that_is_chosen_after_another_one_is_named(path):
    (layer,) = read_declared(path.read_bytes()).layers
    presets = list_presets(layer, "LINUX")
    for before, after in itertools.permutations(presets, 2):
        values = apply_preset(layer, apply_preset(layer, {}, before), after)
        found = detect_preset(layer, values, "LINUX")
        assert found.nearest_preset is not None
        assert not found.is_changed
        same = apply_preset(layer, values, found.nearest_preset) == values  # all that it says holds
        assert found.nearest_preset == after or (
            same and len(found.nearest_preset.values) > len(after.values)
        )


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_no_single_change_to_a_preset_of_the_sdk_is_hidden(path):
    (layer,) = read_declared(path.read_bytes()).layers
    settings = [one for one in layer.walk_settings() if one.type is not SettingType.GROUP]
    for preset, setting in itertools.product(list_presets(layer, "LINUX"), settings):
        chosen = apply_preset(layer, {}, preset)
        before = add_defaults(layer, chosen)[setting.key]
        for value in (setting.default, choose_other_value(setting)):
            values = {**chosen, setting.key: value}
            found = detect_preset(layer, values, "LINUX")
            assert found.nearest_preset is not None
            alone = add_defaults(layer, apply_preset(layer, {}, found.nearest_preset))
            is_chosen_next = apply_preset(layer, chosen, found.nearest_preset) == values
            is_same = value == before or add_defaults(layer, values) == alone
            assert found.is_changed or is_same or is_chosen_next


@pytest.mark.parametrize(
    ("name", "preset", "changes", "label"),
    [
        (
            "khronos_profiles",
            "Force Physical Device Only",
            {"constantAlphaColorBlendFactors": True, "events": True},
            "Force Physical Device Only (modified)",
        ),
        ("khronos_validation", "Standard", {"thread_safety": True}, "Standard (modified)"),
        (
            "khronos_validation",
            "Layer defaults",
            {"thread_safety": False},
            "Layer defaults (modified)",
        ),
        (
            "khronos_validation",
            "GPU-Assisted",
            {"validate_gpu_based": "GPU_BASED_DEBUG_PRINTF"},
            "Debug Printf",
        ),  # all values are as after choosing that one
        (
            "khronos_profiles",
            "Emulate a Vulkan Portability Profile",
            {"emulate_portability": False},
            "Emulate a Vulkan Conformant Profile",
        ),  # all values are as after choosing that one next
        ("api_dump", "JSON Output", {"output_format": "text"}, "Text Output (modified)"),
    ],
)
def test_a_changed_preset_of_the_sdk_is_named_by_what_holds_or_is_nearest(
    name, preset, changes, label
):
    layer = sdk_layer(name)
    chosen = next(one for one in list_presets(layer, "LINUX") if one.label == preset)
    values = {**apply_preset(layer, {}, chosen), **changes}
    assert detect_preset(layer, values, "LINUX").title == label


def test_only_all_that_another_preset_leaves_is_no_change_of_the_users_own():
    layer = declare_layer(
        make_setting("a", "INT"), make_setting("b"), make_setting("c"), make_setting("d", "INT"),
        presets=[make_preset("Low", a=1), make_preset("High", a=2, b=True, c=True, d=0)],
    )  # fmt: skip
    left = {"a": 1, "b": True, "c": True, "d": 0}
    assert detect_preset(layer, left, "LINUX").title == "Low"
    for key, value in (("b", False), ("c", False), ("d", 3)):
        assert detect_preset(layer, {**left, key: value}, "LINUX").title == "Low (modified)"
    assert detect_preset(layer, {"a": 1, "b": True, "c": True}, "LINUX").title == "Low (modified)"


def test_the_nearest_preset_has_the_fewest_other_values_then_flags_and_is_first():
    flags = [make_flag("A"), make_flag("B"), make_flag("C")]
    layer = declare_layer(
        make_setting("f", "FLAGS", flags=flags), make_setting("n", "INT"), make_setting("m", "INT"),
        presets=[
            make_preset("None", f=[], n=2, m=2),
            make_preset("All", f=["A", "B", "C"], n=1, m=1),
            make_preset("Most", f=["A", "B"], n=1, m=3),
            make_preset("Same", f=["A", "B"], n=3, m=1),
        ],
    )  # fmt: skip
    assert detect_preset(layer, {"f": (), "n": 1, "m": 1}, "LINUX").title == "All (modified)"
    assert detect_preset(layer, {"f": ("A",), "n": 1, "m": 3}, "LINUX").title == "Most (modified)"
    values = {"f": ("A", "B"), "n": 3, "m": 3}
    assert detect_preset(layer, values, "LINUX").title == "Most (modified)"


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
    one = data.draw(st.sampled_from(list_presets(layer, "LINUX")[1:]))
    listed = {value.key for value in one.values}
    goes_beyond = data.draw(st.booleans())  # values of settings that the preset does not list
    values = {
        found.key: choose_other_value(found)
        for found in layer.walk_settings()
        if found.type is not SettingType.GROUP
        and (goes_beyond or found.key in listed)
        and data.draw(st.booleans())
    }
    after = apply_preset(layer, values, one)
    assert all(add_defaults(layer, after)[value.key] == value.value for value in one.values)
    found = detect_preset(layer, after, "LINUX")
    assert found.nearest_preset is not None
    assert len(found.nearest_preset.values) >= len(one.values)
    assert found.is_changed == bool(
        after.keys() - {value.key for value in found.nearest_preset.values}
    )
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
