"""A C header that passes settings to layers through VK_EXT_layer_settings (C11).

Every setting stands in it. What the user did not choose stands in a comment, so that the layer's
own default holds until somebody takes the comment away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.model.settings.names import layer_key
from vkconfig_py.model.writers.c_text import (
    Names,
    carries,
    comment_lines,
    constant,
    float_literal,
    integer_literal,
    string_literal,
)
from vkconfig_py.model.writers.settings_code import (
    FALLBACK,
    HEAD,
    WHO_WINS,
    Passed,
    constants,
    documentation,
    passed,
)
from vkconfig_py.model.writers.settings_types import ApiType, holds
from vkconfig_py.model.writers.shown_layer import ShownLayer

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
    """Return the header for some layers."""
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
        """Yield constants and values, and collect the rows of the table."""
        declared = self._layer.declared
        short = layer_key(declared.name)
        settings = list(passed(self._layer))
        for line in comment_lines(f"{declared.name} {declared.api_version}"):
            yield f"// {line}"
        name = self._names.take(constant(f"{short}_NAME"))
        yield f"#define {name} {string_literal(declared.name)}"
        for wish, value in constants([one.setting for one in settings]):
            macro = self._names.take(constant(f"{short}_{wish}"))
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
    """Return a value as C and C++ write it."""
    if isinstance(value, bool):
        return "VK_TRUE" if value else "VK_FALSE"
    if isinstance(value, str):
        return string_literal(value)
    return float_literal(value) if isinstance(value, float) else integer_literal(value)
