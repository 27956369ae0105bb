"""Effects of the user's become settings of vkBasalt."""

from __future__ import annotations

import pytest

from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, SettingType
from vkconfig_py.model.formats.layer_files import edit_own_file, find_file_faults, parse_own_file
from vkconfig_py.model.formats.reshade_settings import find_effects
from vkconfig_py.model.formats.vkbasalt_conf import find_effective_lines
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.layer_values import list_value_choices
from vkconfig_py.model.layer_settings.own_file import (
    EffectState,
    OwnFile,
    apply_own_file,
    make_effect_lines,
)

VKBASALT = "VK_LAYER_VKBASALT_post_processing"
FILES = {
    "/fx/Glow.fx": b'#include "Ui.fxh"\nuniform float Size < SLIDER ui_label = "Glow size"; > = 2;',
    "/fx/Mixed.fx": (
        b"uniform float3 Tint = float3(1, 0, 0); uniform int2 Both = 3; uniform float Size = 1;"
        b"uniform bool On < ui_tooltip = 'x'; > = 1; uniform float casSharpness = 1;"
        b'uniform int Mode < ui_items = "A\\0B\\0"; > = 1; uniform uint Count = 4;'
        b"uniform float Later = max(1, 2);"
    ),
    "/inc/Ui.fxh": b"#define SLIDER ui_min = 0.5; ui_max = 4;\n",
}


def vkbasalt() -> DeclaredLayer:
    described = find_description(VKBASALT)
    assert described is not None
    return described


def read(content: str, *entries: LayerEntry) -> OwnFile:
    own = vkbasalt().own_settings
    assert own is not None
    file = parse_own_file(own, "/vkBasalt.conf", content.encode())
    return file._replace(effects=find_effects(own, file, entries, FILES.get))


def found(declared: DeclaredLayer, key: str) -> Setting:
    setting = declared.find_setting(key)
    assert setting is not None
    return setting


def entry(**values: tuple[ListItem, ...] | str) -> LayerEntry:
    chosen = LayerEntry(VKBASALT)
    for key, value in values.items():
        setting = vkbasalt().find_setting(key)
        assert setting is not None
        chosen = chosen.with_value(key, setting.type, value)
    return chosen


def test_effect_of_the_file_has_its_uniforms_with_what_the_file_says() -> None:
    content = "effects = glow\nglow = /fx/Glow.fx\nreshadeIncludePath = /inc\nSize = 3\n"
    layer = apply_own_file(vkbasalt(), read(content))
    group = found(layer, "effect glow")
    assert (group.type, group.label, group.detailed) == (SettingType.GROUP, "glow", "/fx/Glow.fx")
    size = found(layer, "Size")
    assert (size.label, size.default, size.minimum, size.maximum) == ("Glow size", 3.0, 0.5, 4)
    assert "glow" in found(layer, "effects").suggestions
    assert found(layer, "reshadeEffects").default == (ListItem("/fx/Glow.fx"),)


def test_effect_that_is_chosen_is_called_as_its_file() -> None:
    chosen = entry(reshadeEffects=(ListItem("/fx/Glow.fx"),), reshadeIncludePath="/inc")
    layer = apply_own_file(vkbasalt(), read("", chosen))
    assert found(layer, "effect Glow").settings[0].key == "Size"
    assert found(layer, "Size").maximum == 4
    assert make_effect_lines(["/fx/Glow.fx", "/a b/My one.fx"]) == {
        "Glow": "/fx/Glow.fx",
        "My one": "/a b/My one.fx",
    }


def test_uniforms_have_the_types_that_vkbasalt_converts_to() -> None:
    layer = apply_own_file(vkbasalt(), read("mixed = /fx/Mixed.fx"))
    group = found(layer, "effect mixed")
    kinds = {one.key: (one.type, one.default) for one in group.settings}
    assert kinds == {
        "Both": (SettingType.INT, 3),
        "Size": (SettingType.FLOAT, 1.0),
        "On": (SettingType.BOOL, True),
        "Mode": (SettingType.ENUM, "1"),
        "Count": (SettingType.INT, 4),
        "Later": (SettingType.FLOAT, 0.0),
    }
    assert group.description.endswith("to the same value: Tint.")
    assert found(layer, "Both").description == "All 2 components get this value."
    assert found(layer, "Count").minimum == 0
    mode = found(layer, "Mode")
    assert [one.label for one in mode.choices] == ["A", "B"]
    assert [one.key for one in list_value_choices(mode, "0", (), "LINUX")] == ["0", "1"]
    assert found(layer, "casSharpness").label == "Sharpness"


def test_uniform_of_two_effects_is_one_setting() -> None:
    layer = apply_own_file(vkbasalt(), read("a = /fx/Glow.fx\nb = /fx/Mixed.fx\n"))
    keys = [one.key for one in layer.walk_settings()]
    assert keys.count("Size") == 1
    assert found(layer, "effect a").settings[0].key == "Size"


def test_effect_that_is_not_there_is_told() -> None:
    layer = apply_own_file(vkbasalt(), read("gone = /fx/Gone.fx"))
    assert "/fx/Gone.fx cannot be read" in found(layer, "effect gone").description


def test_layer_without_effects_stays_as_it_is() -> None:
    assert apply_own_file(vkbasalt(), read("")) is vkbasalt()


def test_a_uniform_of_the_name_of_an_effect_is_what_vkbasalt_makes_of_the_path() -> None:
    layer = apply_own_file(
        vkbasalt(), read("effects = Size\nSize = /fx/Glow.fx\nreshadeIncludePath=/inc")
    )
    assert found(layer, "Size").default == 0.0


TAKEN = {"cas", "Vibrance", "toggleKey"}


@pytest.mark.parametrize(
    ("before", "values", "effects", "after"),
    [
        (
            "",
            {"effects": "cas:Vibrance", "Vibrance": "0.5"},
            {"Vibrance": "/fx/Vibrance.fx"},
            {"effects": "cas:Vibrance_fx", "Vibrance": "0.5", "Vibrance_fx": "/fx/Vibrance.fx"},
        ),
        (
            "effects = Vibrance\nVibrance = /fx/Vibrance.fx",
            {"Vibrance": "0.5"},
            {},
            {"effects": "Vibrance_fx", "Vibrance": "0.5", "Vibrance_fx": "/fx/Vibrance.fx"},
        ),
        (
            "effects = Vibrance\nVibrance = /fx/Vibrance.fx\nVibrance_fx = 1",
            {"Vibrance": "0.5"},
            {},
            {"effects": "Vibrance_fx1", "Vibrance": "0.5", "Vibrance_fx1": "/fx/Vibrance.fx"},
        ),
        (
            "effects = Vibrance\nVibrance = /fx/Vibrance.fx",
            {"toggleKey": "End"},
            {},
            {"effects": "Vibrance", "Vibrance": "/fx/Vibrance.fx", "toggleKey": "End"},
        ),
        (
            "Vibrance_fx = /fx/Vibrance.fx",
            {"effects": "Vibrance"},
            {"Vibrance": "/fx/Vibrance.fx"},
            {"effects": "Vibrance_fx", "Vibrance_fx": "/fx/Vibrance.fx"},
        ),
    ],
    ids=["chosen", "of the file", "name taken", "untouched", "written before"],
)
def test_no_effect_shares_its_line_with_a_setting(
    before: str, values: dict[str, str], effects: dict[str, str], after: dict[str, str]
) -> None:
    own = vkbasalt().own_settings
    assert own is not None
    edited = edit_own_file(own, before.encode(), values, effects, TAKEN)
    lines = {key: line.value for key, line in find_effective_lines(edited).items()}
    assert {key: lines.get(key) for key in after} == after


def test_an_effect_of_a_built_in_name_is_offered_by_another() -> None:
    several = ["/x/good.fx", "/x/good_2.fx", "/x/d3/good.fx", "/x/good.fx", "/y/good.fx"]
    assert make_effect_lines(several) == {
        "good": "/x/good.fx",
        "good_2": "/x/good_2.fx",
        "good_3": "/x/d3/good.fx",
        "good_4": "/y/good.fx",
    }
    assert make_effect_lines(["/fx/cas.fx", "/fx/a:b.fx"], ["cas"]) == {
        "cas_fx": "/fx/cas.fx",
        "a_b": "/fx/a:b.fx",
    }


@pytest.mark.parametrize(
    ("listed", "state"),
    [
        ("cas", None),
        ("glow", EffectState.UNKNOWN),
        ("lut", EffectState.NO_FILE),
        ("mine", None),
        ("gone", EffectState.UNREADABLE),
        ("home", EffectState.UNEXPANDED),
    ],
)
def test_what_ends_the_program_is_told_of_a_list(listed: str, state: EffectState | None) -> None:
    without = EffectState.NO_INCLUDES if listed == "mine" else state
    file = f"effects={listed}\nmine=/fx/Glow.fx\ngone=/fx/no.fx\nhome=~/fx/no.fx\n"
    for includes, wanted in (("reshadeIncludePath=/inc\n", state), ("", without)):
        faults = find_file_faults(
            vkbasalt(), f"{file}{includes}".encode(), lambda path: path in FILES
        )
        assert [fault.state for fault in faults] == ([wanted] if wanted else [])
