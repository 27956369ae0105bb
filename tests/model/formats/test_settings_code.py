"""The C and C++ headers, compiled with every warning as an error and run."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.framework.compiled import compile_once
from tests.framework.settings import declare_layer, make_dependence, make_manifest, make_setting
from tests.model.formats.documents import ODD, all_changed, chosen, odd_layer, sdk_layers
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, SettingType
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.formats.settings_code import (
    ApiType,
    list_refusals,
    make_api_values,
    render_c,
    render_cpp,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables

STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic", "-Wconversion", "-Wshadow")
SHOW = Path(__file__).with_name("show_settings.h")
CREATE_INFO = "1000496000"
IN_C = """
#include "settings.h"
#include "show_settings.h"
int main(void) {
    VkLayerSettingsCreateInfoEXT info = vk_layer_settings_info(NULL);
    show_settings(&info);
    for (uint32_t i = 0; i < vk_layer_name_count; i++) printf("on %s\\n", vk_layer_names[i]);
    return vk_layer_names[vk_layer_name_count] != NULL;
}
"""
IN_CPP = """
#include "settings.h"
#include "show_settings.h"
int main() {
    vulkan_layer_settings::LayerSettings settings;
    const vulkan_layer_settings::Passed passed(settings);
    show_settings(passed.info());
    for (const char *name : settings.layers()) printf("on %s\\n", name);
    return 0;
}
"""


class Language(NamedTuple):
    name: str
    render: object
    program: str
    command: tuple[str, ...]
    suffix: str

    def __str__(self) -> str:
        return self.name


C = Language("C", render_c, IN_C, ("gcc", "-std=c11"), ".c")
CPP = Language("C++", render_cpp, IN_CPP, ("g++", "-std=c++17"), ".cpp")
in_both = pytest.mark.parametrize("language", [C, CPP], ids=str)


class Ran(NamedTuple):
    """What the program of the header saw: for each setting its type and values."""

    settings: dict[tuple[str, str], tuple[int, list[str]]]
    layers: list[str]


def run(language, layers, folder, *options, program="") -> Ran:
    (folder / "settings.h").write_text(language.render(layers), "utf-8")
    (folder / "show_settings.h").write_bytes(SHOW.read_bytes())
    source = folder / f"main{language.suffix}"
    source.write_text(program or language.program)
    built = folder / "main"
    compiler = (*language.command, *STRICT, *options, "-o", built.name, source.name)
    assert compile_once(folder, built.name, *compiler) == ""
    ran = subprocess.run([built], capture_output=True, text=True, check=True)
    first, *lines = ran.stdout.splitlines()
    assert first == CREATE_INFO
    settings, on = {}, []
    for line in lines:
        head, *rest = line.split(" ")
        if head == "on":
            on += rest
            continue
        key, kind, *values = rest
        number = int(kind)
        settings[unhex(head), unhex(key)] = (
            number,
            [unhex(value) if number == 7 else value for value in values],
        )
    return Ran(settings, on)


def unhex(text: str) -> str:
    return bytes.fromhex(text).decode("utf-8", "surrogateescape")


def expected(layers):
    types = {kind: number for number, kind in enumerate(
        [ApiType.BOOL32, ApiType.INT32, ApiType.INT64, ApiType.UINT32, ApiType.UINT64,
         ApiType.FLOAT32])} | {ApiType.STRING: 7}  # fmt: skip
    found = {}
    for layer in layers:
        for one in layer.list_valued_settings():
            if one.key in layer.values and one.key not in layer.unmet_settings:
                kind, values = make_api_values(one, layer.get_value(one))
                shown = [f"{v:.9g}" if isinstance(v, float) else str(v) for v in values]
                found[layer.declared.name, one.key] = (types[kind], shown)
    return found


@in_both
def test_every_layer_of_the_sdk_compiles_and_passes_what_was_chosen(language, tmp_path):
    layers = [all_changed(layer) for layer in sdk_layers()]
    ran = run(language, layers, tmp_path)
    assert ran.settings == expected(layers)
    assert len(ran.settings) > 70
    assert ran.layers == [layer.declared.name for layer in layers]


@in_both
def test_nothing_chosen_passes_nothing(language, tmp_path):
    layer = LayerSettings.from_entry(sdk_layers()[0], is_on=False)
    assert run(language, [layer], tmp_path) == Ran({}, [])


@pytest.mark.long
def test_the_cpp_header_stands_beside_vulkan_hpp(tmp_path):
    layers = [chosen(declare_layer(make_setting("x")), x=True)]
    ran = run(CPP, layers, tmp_path, "-include", "vulkan/vulkan.hpp")
    assert ran.settings == {("VK_LAYER_TEST_settings", "x"): (0, ["True"])}


@in_both
def test_a_header_without_layers_compiles(language, tmp_path):
    assert run(language, [], tmp_path) == Ran({}, [])


@in_both
def test_every_type_is_passed_as_the_interface_wants_it(language, tmp_path):
    layer = declare_layer(
        make_setting("bool"),
        make_setting("numeric", "BOOL_NUMERIC"),
        make_setting("small", "INT"),
        make_setting("count", "INT", range={"min": 0}),
        make_setting("wide", "INT", range={"min": -(2**40)}),
        make_setting("huge", "INT", range={"min": 0, "max": 2**64 - 1}),
        make_setting("lowest", "INT", range={"min": -(2**63)}),
        make_setting("float", "FLOAT"),
        make_setting("text", "STRING"),
        make_setting("frames", "FRAMES"),
        make_setting("enum", "ENUM", flags=("A", "B"), default="A"),
        make_setting("flags", "FLAGS", flags=("A", "B")),
        make_setting("names", "LIST"),
        make_setting("numbers", "LIST", default=[76]),
        make_setting("file", "SAVE_FILE"),
        make_setting("none", "LIST", default=["a"]),
    )
    shown = chosen(
        layer,
        bool=True,
        numeric=True,
        small=-5,
        count=3000000000,
        wide=-5000000000,
        huge=2**64 - 1,
        lowest=-(2**63),
        float=76.5,
        text="plain",
        frames="3,8-2,5-8-2",
        enum="B",
        flags=("A", "B"),
        names=(ListItem("a"), ListItem("off", enabled=False), ListItem("b; c")),
        numbers=(ListItem(76), ListItem(-82)),
        file="/tmp/a b.txt",
        none=(),
    )
    ran = run(language, [shown], tmp_path)
    assert {key: value for (_layer, key), value in ran.settings.items()} == {
        "bool": (0, ["True"]),
        "numeric": (0, ["True"]),
        "small": (1, ["-5"]),
        "count": (3, ["3000000000"]),
        "wide": (2, ["-5000000000"]),
        "huge": (4, [str(2**64 - 1)]),
        "lowest": (2, [str(-(2**63))]),
        "float": (5, ["76.5"]),
        "text": (7, ["plain"]),
        "frames": (3, ["3", "1", "1", "8", "2", "1", "5", "8", "2"]),
        "enum": (7, ["B"]),
        "flags": (7, ["A", "B"]),
        "names": (7, ["a", "b; c"]),
        "numbers": (1, ["76", "-82"]),
        "file": (7, ["/tmp/a b.txt"]),
        "none": (7, []),
    }


@in_both
def test_text_of_a_manifest_neither_ends_comments_nor_strings(language, tmp_path):
    layer = odd_layer()
    value = f'{ODD}\t\x01"\\n\\ ??= ??/ é\x7f'
    evil = layer._replace(
        settings=(
            *layer.settings,
            layer.settings[0]._replace(key="9 default;", label="a\\", description="*/ ??/\n\\\n\\"),
            layer.settings[0]._replace(key="int", label='"', description="// \\"),
        )
    )
    shown = chosen(evil, **{"a": value, "9 default;": value, "int": "x"})
    ran = run(language, [shown, shown], tmp_path, "-trigraphs")
    assert ran.settings["VK_LAYER_TEST_odd", "a"] == (7, [value])
    assert ran.settings["VK_LAYER_TEST_odd", "9 default;"] == (7, [value])


@in_both
def test_headers_that_know_the_extension_are_used(language, tmp_path):
    # What newer Vulkan headers declare, with other names for the parameters.
    known = tmp_path / "known.h"
    known.write_text(
        language.render([]).partition("#ifndef VK_EXT_layer_settings")[2].partition("#endif")[0]
        .replace("  // Vulkan headers before 1.3.272 do not know it.",
                 "\n#include <vulkan/vulkan.h>")
        .replace("MAX_ENUM_EXT", "LAST_ENUM_EXT")
    )  # fmt: skip
    layers = [chosen(declare_layer(make_setting("x")), x=True)]
    ran = run(language, layers, tmp_path, "-include", str(known))
    assert ran.settings == {("VK_LAYER_TEST_settings", "x"): (0, ["True"])}


def test_members_can_be_changed_and_follow_their_own_type(tmp_path):
    program = IN_CPP.replace(
        "const vulkan",
        "settings.test_settings.x = 7u; settings.test_settings.name = std::string(100, 'n');"
        "settings.test_settings.list.reset();"
        "settings.test_settings.frames = {{5, 8, 2}, {1}};\nconst vulkan",
        1,
    )
    layer = declare_layer(
        make_setting("x", "INT", range={"min": 0}),
        make_setting("name", "STRING"),
        make_setting("list", "LIST"),
        make_setting("frames", "FRAMES"),
    )
    shown = chosen(layer, list=(ListItem("a"),))
    # A braced range that leaves out members is what C++17 users write.
    ran = run(CPP, [shown], tmp_path, "-Wno-missing-field-initializers", program=program)
    assert {key: value for (_layer, key), value in ran.settings.items()} == {
        "x": (3, ["7"]),
        "name": (7, ["n" * 100]),
        "frames": (3, ["5", "8", "2", "1", "1", "1"]),
    }


def test_what_has_no_effect_and_what_equals_the_default_is_not_passed():
    layer = declare_layer(
        make_setting("on"), make_setting("much", "INT", dependence=make_dependence(on=True))
    )
    shown = chosen(layer, much=3)
    for text in (render_c([shown]), render_cpp([shown])):
        assert "// Not passed: Works only with “On” on." in text
    row = 'VK_LAYER_SETTING(TEST_SETTINGS_NAME, "much", VK_LAYER_SETTING_TYPE_INT32_EXT, '
    assert f"    // {row}test_settings_much),\n" in render_c([shown])
    assert "    std::optional<std::int32_t> much;\n" in render_cpp([shown])
    assert list_refusals([shown]) == (
        "VK_LAYER_TEST_settings: much is not passed. Works only with “On” on.",
    )


def test_a_long_list_is_passed_whole():
    items = tuple(ListItem(f"VUID-{number:05}") for number in range(2000))
    text = render_c([chosen(declare_layer(make_setting("x", "LIST")), x=items)])
    assert text.count('"VUID-') == 2000


def test_a_text_that_c_cannot_hold_is_told_and_left_out():
    shown = chosen(
        declare_layer(make_setting("x", "STRING"), make_setting("y", "STRING")),
        x="a\0b",
        y="\ud800",
    )
    assert "\0" not in render_c([shown])
    assert [line.partition(": ")[2] for line in list_refusals([shown])] == [
        "x is not passed. Must be a single line.",
        "y is not passed. The value cannot be stored in a C string.",
    ]


def test_values_that_no_code_passes_are_told_whatever_keeps_them_back():
    layer = declare_layer(
        make_setting("big", "FLOAT"),
        make_setting("small", "FLOAT"),
        make_setting("path", "SAVE_FILE"),
        make_setting("hidden", view="HIDDEN"),
        make_setting("a", dependence=make_dependence(b=True)),
        make_setting("b", dependence=make_dependence(c=True)),
        make_setting("c"),
    )
    entry = LayerEntry(layer.name).with_value("big", SettingType.FLOAT, 1e39)
    entry = entry.with_value("small", SettingType.FLOAT, 1e-300)
    entry = entry.with_value("path", SettingType.SAVE_FILE, "${NOPE}/x")
    for key in ("hidden", "a", "b", "gone"):
        entry = entry.with_value(key, SettingType.BOOL, True)
    shown = LayerSettings.from_entry(layer, entry, paths=make_path_variables({}))
    assert [line.partition(": ")[2] for line in list_refusals([shown])] == [
        "big is not passed. Must be from -3.4028234e+38 to 3.4028234e+38.",
        "small is not passed. Must be 0, at least 1.1754944e-38, or at most -1.1754944e-38.",
        "path is not passed. Unknown path variable “${NOPE}”.",
        "a is not passed. Works only with “B” on, but a required setting currently has no effect.",
        "b is not passed. Works only with “C” on.",
        "hidden is not passed. The layer's manifest hides this setting; the saved value is kept.",
        "gone is not passed. This layer has no such setting; the saved value is kept.",
    ]


def test_a_value_that_the_layer_does_not_allow_is_told_and_not_passed():
    layer = declare_layer(
        make_setting("count", "INT", default=10, range={"min": 0}),
        make_setting("flags", "FLAGS", flags=("A", "B")),
        make_setting("frames", "FRAMES"),
    )
    entry = LayerEntry(layer.name).with_value("count", SettingType.INT, -5)
    entry = entry.with_value("flags", SettingType.FLAGS, ("B", "GONE"))
    entry = entry.with_value("frames", SettingType.FRAMES, "0-4294967296")
    shown = LayerSettings.from_entry(layer, entry)
    assert [line.partition(": ")[2] for line in list_refusals([shown])] == [
        "count is not passed. Must be 0 or more.",
        "flags is only partly passed. The layer does not recognize the flag “GONE”.",
        "frames is not passed. Frame numbers cannot be higher than 4294967295.",
    ]
    for text in (render_c([shown]), render_cpp([shown])):
        assert '"GONE"' not in text
        assert "-5" not in text
        assert "// Not passed whole: The layer does not recognize the flag “GONE”." in text


AWKWARD = ("typeof", "char8_t", "char16_t", "char32_t",
           "NULL", "errno", "stdout", "near", "linux", "__LINE__", "_Upper", "VK_KHR_surface",
           "Frames", "std", "target", "Target", "layers", "pass_to", "NAME", "int", "9", "ü", "",
           "unnamed", "Passed", "LayerSettings", "T")  # fmt: skip


@in_both
def test_names_that_mean_something_to_the_compiler_are_passed_all_the_same(language, tmp_path):
    keys = [make_setting(key) for key in AWKWARD if key]
    names = [f"VK_LAYER_{name}" for name in AWKWARD]
    shown = [all_changed(declare_layer(*keys, name=name)) for name in names]
    ran = run(language, shown, tmp_path)
    assert ran.layers == names
    assert set(ran.settings) == {(name, key) for name in names for key in AWKWARD if key}


@in_both
def test_numbers_that_no_type_holds_compile(language, tmp_path):
    content = make_manifest(
        make_setting("over", "INT", default=2**64),
        make_setting("under", "INT", default=-(2**63) - 1),
        make_setting("both", "INT", default=-1, range={"min": -1, "max": 2**64 - 1}),
        make_setting("tiny", "FLOAT", default=1e-320),
        make_setting("large", "FLOAT", default=-1e300),
        make_setting("late", "FRAMES", default="99999999999"),
    )
    layer = read_declared(content).layers[0]
    assert run(language, [chosen(layer)], tmp_path).settings == {}
