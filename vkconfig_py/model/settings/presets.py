"""Named sets of values: the layer's own, and "Default", which every layer has."""

from __future__ import annotations

from vkconfig_py.model.settings.declared import (
    DeclaredLayer,
    Preset,
    PresetValue,
    SettingType,
    Visibility,
)
from vkconfig_py.model.settings.platforms import runs_on
from vkconfig_py.model.settings.values import Values, is_default

DEFAULT = "Default"


def presets_of(declared: DeclaredLayer, platform: str) -> tuple[Preset, ...]:
    """Return the presets that a platform has, "Default" first; none for a layer without settings.

    Callers refer to them by value, never by index, so that one that is not offered shifts nothing.
    """
    default = default_preset(declared)
    if not default.values:
        return ()
    own = (
        preset
        for preset in declared.presets
        if runs_on(preset.platforms, platform) and preset.visibility is not Visibility.HIDDEN
    )
    return (default, *own)


def default_preset(declared: DeclaredLayer) -> Preset:
    """Return the preset that takes every setting back to its default, those of flags too."""
    values = tuple(
        PresetValue(setting.key, setting.default)
        for setting in declared.walk()
        if setting.type is not SettingType.GROUP
    )
    return Preset(DEFAULT, "All settings as the layer has them by itself.", values=values)


def matches(declared: DeclaredLayer, values: Values, preset: Preset) -> bool:
    """Return whether all values that a preset lists hold."""
    settings = {setting.key: setting for setting in declared.walk()}
    listed = [one for one in preset.values if one.key in settings and one.key in values]
    return bool(listed) and all(
        is_default(settings[one.key]._replace(default=one.value), values[one.key]) for one in listed
    )


def with_preset(declared: DeclaredLayer, values: Values, preset: Preset) -> Values:
    """Return the values after a preset: only what it lists changes."""
    known = {setting.key for setting in declared.walk() if setting.type is not SettingType.GROUP}
    return {**values, **{one.key: one.value for one in preset.values if one.key in known}}
