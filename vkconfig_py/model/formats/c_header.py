"""A C header that passes settings to layers through VK_EXT_layer_settings (C11).

Every setting stands in it. What the user did not choose stands in a comment, so that the layer's
own default holds until somebody takes the comment away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py import __version__
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.formats.c_types import (
    ApiType,
    ApiValues,
    Names,
    api_values,
    carries,
    comment_lines,
    constant,
    float_literal,
    holds,
    integer_literal,
    string_literal,
)
from vkconfig_py.model.formats.setting_lines import ShownLayer, shown_text, status_words
from vkconfig_py.model.layer_settings.checks import allowed_values
from vkconfig_py.model.layer_settings.declared import Setting
from vkconfig_py.model.layer_settings.encoding import WritableValue
from vkconfig_py.model.layer_settings.setting_names import layer_key, platform_names

# Numbers: vk.xml, extension 497 and VkLayerSettingTypeEXT.
FALLBACK = """\
#ifndef VK_EXT_layer_settings  // Vulkan headers before 1.3.272 do not know it.
#define VK_EXT_layer_settings 1
#define VK_EXT_LAYER_SETTINGS_EXTENSION_NAME "VK_EXT_layer_settings"
#define VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT ((VkStructureType)1000496000)
typedef enum VkLayerSettingTypeEXT {
    VK_LAYER_SETTING_TYPE_BOOL32_EXT = 0,
    VK_LAYER_SETTING_TYPE_INT32_EXT = 1,
    VK_LAYER_SETTING_TYPE_INT64_EXT = 2,
    VK_LAYER_SETTING_TYPE_UINT32_EXT = 3,
    VK_LAYER_SETTING_TYPE_UINT64_EXT = 4,
    VK_LAYER_SETTING_TYPE_FLOAT32_EXT = 5,
    VK_LAYER_SETTING_TYPE_FLOAT64_EXT = 6,
    VK_LAYER_SETTING_TYPE_STRING_EXT = 7,
    VK_LAYER_SETTING_TYPE_MAX_ENUM_EXT = 0x7FFFFFFF
} VkLayerSettingTypeEXT;
typedef struct VkLayerSettingEXT {
    const char *pLayerName;
    const char *pSettingName;
    VkLayerSettingTypeEXT type;
    uint32_t valueCount;
    const void *pValues;
} VkLayerSettingEXT;
typedef struct VkLayerSettingsCreateInfoEXT {
    VkStructureType sType;
    const void *pNext;
    uint32_t settingCount;
    const VkLayerSettingEXT *pSettings;
} VkLayerSettingsCreateInfoEXT;
#endif
"""
HEAD = f"""\
// Settings of Vulkan layers, passed through VK_EXT_layer_settings.
// Made by vkconfig-py {__version__}.
"""
WHO_WINS = """\
// Layers that know VK_EXT_layer_settings take these values; a variable or a vk_layer_settings.txt
// that sets the same wins over them. A layer takes a number only under the type that it asks for;
// manifests do not name that type, so here it follows from the range that they allow.
"""


class Passed(NamedTuple):
    """A setting and its value for the interface.

    Attributes:
        reason: why the value is not passed, or "".
        left_out: why not all of it is passed, or "".
    """

    setting: Setting
    values: ApiValues
    reason: str
    left_out: str = ""

    @property
    def is_passed(self) -> bool:
        return not self.reason


DEFAULT = "the layer's default"


def passed(layer: ShownLayer) -> Iterator[Passed]:
    """Every setting of a layer; what equals the default is left to the layer."""
    for setting in layer.valued():
        written = layer.written(setting)
        values = api_values(setting, setting.default if written.is_none else written.value)
        yield Passed(setting, values, _reason(layer, setting, values, written), written.reason)


def _reason(layer: ShownLayer, setting: Setting, values: ApiValues, written: WritableValue) -> str:
    if setting.key not in layer.chosen:
        return DEFAULT
    if written.is_none:
        return written.reason
    if reason := layer.without_effect.get(setting.key):
        return reason
    if all(holds(values.type, value) for value in values.values):
        return ""
    if values.type is ApiType.STRING:
        return "A string of C cannot hold it."
    return "No integer that the interface has for it can hold it."


def documentation(one: Passed) -> Iterator[str]:
    setting = one.setting
    yield from comment_lines(f"{setting.label or setting.key}{status_words(setting.status)}")
    yield from comment_lines(setting.description)
    facts = [f"Default: {shown_text(setting, setting.default)}"]
    if setting.type is not SettingType.BOOL and not setting.choices:
        facts += [f"Allowed: {allowed}" for allowed in [allowed_values(setting)] if allowed]
    if setting.platforms:
        facts.append(f"Platforms: {platform_names(setting.platforms)}")
    if setting.deprecated_by:
        facts.append(f"Deprecated, use {setting.deprecated_by}")
    if one.reason not in ("", DEFAULT):
        facts.append(f"Not passed: {one.reason}")
    elif one.left_out:
        facts.append(f"Not passed whole: {one.left_out}")
    for fact in facts:
        yield from comment_lines(f"{fact.removesuffix('.')}.")


def constants(layers: Sequence[Setting]) -> Iterator[tuple[str, str]]:
    for setting in layers:
        for choice in setting.choices:
            if carries(choice.key):
                yield f"{setting.key}_{choice.key or 'EMPTY'}", choice.key


def refusals(layers: Sequence[ShownLayer]) -> tuple[str, ...]:
    return tuple(
        f"{layer.declared.name}, {key}: {lost}"
        for layer in layers
        for key, lost in _all_lost(layer)
    )


def _all_lost(layer: ShownLayer) -> Iterator[tuple[str, str]]:
    for one in passed(layer):
        if lost := _lost(one):
            yield one.setting.key, lost
    for note in layer.lost:
        yield note.key, f"not passed: {note.sentence}"


def _lost(one: Passed) -> str:
    if one.reason not in ("", DEFAULT):
        return f"not passed: {one.reason}"
    return f"not passed whole: {one.left_out}" if one.left_out else ""


_USE = """\
//
//   VkLayerSettingsCreateInfoEXT settings = vk_layer_settings_info(NULL);
//   VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, &settings};
//   info.enabledLayerCount = vk_layer_name_count;
//   info.ppEnabledLayerNames = vk_layer_names;
"""
_BEGIN = """\
#ifndef VULKAN_LAYER_SETTINGS_H
#define VULKAN_LAYER_SETTINGS_H

#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

"""
_END = """\

// Return what to put into the pNext of VkInstanceCreateInfo, in front of `next`.
static inline VkLayerSettingsCreateInfoEXT vk_layer_settings_info(const void *next) {
    VkLayerSettingsCreateInfoEXT info;
    info.sType = VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT;
    info.pNext = next;
    info.settingCount = sizeof(vk_layer_settings) / sizeof(vk_layer_settings[0]) - 1;
    info.pSettings = vk_layer_settings;
    return info;
}

#endif
"""


def render_c(layers: Sequence[ShownLayer]) -> str:
    layers = [layer for layer in layers if carries(layer.declared.name)]
    names = Names("vk_layer_settings", "vk_layer_names", "vk_layer_name_count")
    parts = [_LayerPart(layer, names) for layer in layers]
    on = [string_literal(layer.declared.name) for layer in layers if layer.is_on]
    lines = [line for part in parts for line in part.lines()]
    rows = [row for part in parts for row in part.rows]
    return "\n".join(
        (
            f"{HEAD}{_USE}//\n{WHO_WINS}{_BEGIN}{FALLBACK}",
            *lines,
            "// The layers to turn on, nearest to the application first.",
            f"static const char *const vk_layer_names[] = {{{', '.join((*on, 'NULL'))}}};",
            f"static const uint32_t vk_layer_name_count = {len(on)};",
            "",
            "#define VK_LAYER_SETTING(layer, key, type, values) \\",
            "    {layer, key, type, sizeof(values) / sizeof((values)[0]), values}",
            "static const VkLayerSettingEXT vk_layer_settings[] = {",
            *rows,
            "    {NULL, NULL, VK_LAYER_SETTING_TYPE_BOOL32_EXT, 0, NULL}  // the end; not counted",
            "};",
            "#undef VK_LAYER_SETTING",
            _END,
        )
    )


class _LayerPart:
    """The constants, values and rows of one layer."""

    def __init__(self, layer: ShownLayer, names: Names) -> None:
        self._layer = layer
        self._names = names
        self.rows: list[str] = []

    def lines(self) -> Iterator[str]:
        """Constants and values, and collect the rows of the table."""
        declared = self._layer.declared
        short = layer_key(declared.name)
        settings = list(passed(self._layer))
        for line in comment_lines(f"{declared.name} {declared.api_version}"):
            yield f"// {line}"
        name = self._names.take(constant(f"{short}_NAME"))
        yield f"#define {name} {string_literal(declared.name)}"
        for wanted, value in constants([one.setting for one in settings]):
            macro = self._names.take(constant(f"{short}_{wanted}"))
            yield f"#define {macro} {string_literal(value)}"
        yield ""
        for one in settings:
            yield from self._setting(one, short, name)

    def _setting(self, one: Passed, short: str, layer_name: str) -> Iterator[str]:
        for line in documentation(one):
            yield f"// {line}"
        if not carries(one.setting.key):
            yield ""
            return
        variable = self._names.take(f"{short}_{one.setting.key}")
        kind = one.values.type
        values = [literal(value) for value in one.values.values if holds(kind, value)]
        key, token = string_literal(one.setting.key), one.values.type.token
        row = f"{{{layer_name}, {key}, {token}, 0, NULL}},"
        if values:
            yield _array(variable, one.values.type, values)
            row = f"VK_LAYER_SETTING({layer_name}, {key}, {token}, {variable}),"
        yield ""
        self.rows.append(f"    {row}" if one.is_passed else f"    // {row}")


def _array(name: str, kind: ApiType, values: Sequence[str]) -> str:
    of_type = "char *const" if kind is ApiType.STRING else kind.in_c
    return f"static const {of_type} {name}[] = {{{', '.join(values)}}};"


def literal(value: float | str) -> str:
    if isinstance(value, bool):
        return "VK_TRUE" if value else "VK_FALSE"
    if isinstance(value, str):
        return string_literal(value)
    return float_literal(value) if isinstance(value, float) else integer_literal(value)
