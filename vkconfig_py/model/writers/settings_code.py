"""What the C and the C++ header for VK_EXT_layer_settings share: the settings and how they read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py import __version__
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.checking import allowed_values
from vkconfig_py.model.settings.declared import Setting, SettingType
from vkconfig_py.model.settings.platforms import platform_names
from vkconfig_py.model.settings.written import Written
from vkconfig_py.model.writers.c_text import carries, comment_lines
from vkconfig_py.model.writers.layer_words import shown_text, status_words
from vkconfig_py.model.writers.settings_types import ApiType, ApiValues, api_values, holds
from vkconfig_py.model.writers.shown_layer import ShownLayer

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
        """Return whether the layer is to get the value."""
        return not self.reason


DEFAULT = "the layer's default"


def passed(layer: ShownLayer) -> Iterator[Passed]:
    """Yield every setting of a layer; what equals the default is left to the layer."""
    for setting in layer.valued():
        written = layer.written(setting)
        values = api_values(setting, setting.default if written.is_none else written.value)
        yield Passed(setting, values, _reason(layer, setting, values, written), written.reason)


def _reason(layer: ShownLayer, setting: Setting, values: ApiValues, written: Written) -> str:
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
    """Yield the lines of the comment above a setting."""
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
    """Yield a name and a value for every choice of these settings."""
    for setting in layers:
        for choice in setting.choices:
            if carries(choice.key):
                yield f"{setting.key}_{choice.key or 'EMPTY'}", choice.key


def refusals(layers: Sequence[ShownLayer]) -> tuple[str, ...]:
    """Say which values that the user chose no code can carry."""
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
