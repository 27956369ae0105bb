"""JSON of layers and their settings: what a program needs to show them or to set them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from vkconfig_py.model.settings.declared import (
    Choice,
    Condition,
    Dependence,
    ListItem,
    Preset,
    Setting,
    SettingType,
    Value,
    Visibility,
)
from vkconfig_py.model.settings.names import (
    android_properties,
    file_key,
    variable_names,
)
from vkconfig_py.model.writers.page import escape_acting
from vkconfig_py.model.writers.settings_types import api_type_name
from vkconfig_py.model.writers.shown_layer import ShownLayer

FORMAT = 1


def render_json(layers: Sequence[ShownLayer]) -> str:
    """Return one object with every layer; members that say nothing are left out."""
    document = {"format": FORMAT, "layers": [_layer(layer) for layer in layers]}
    # Lone surrogates are no text; as escapes they are still JSON.
    text = escape_acting(json.dumps(document, indent=2, ensure_ascii=False))
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def _layer(layer: ShownLayer) -> dict[str, Any]:
    declared = layer.declared
    return _said(
        name=declared.name,
        is_on=layer.is_on,
        manifest=declared.manifest,
        library=declared.library,
        file_format_version=declared.file_format,
        api_version=declared.api_version,
        implementation_version=declared.implementation_version,
        status=declared.status.value,
        description=declared.description,
        introduction=declared.introduction,
        url=declared.url,
        platforms=list(declared.platforms),
        enable_environment=declared.enable_variable,
        disable_environment=declared.disable_variable,
        settings=_settings(layer, declared.settings),
        presets=[_preset(preset) for preset in declared.presets],
        not_in_force=[{"key": note.key, "reason": note.sentence} for note in layer.lost],
    )


def _settings(layer: ShownLayer, settings: Sequence[Setting]) -> list[dict[str, Any]]:
    return [
        _setting(layer, setting)
        for setting in settings
        if setting.visibility is not Visibility.HIDDEN
    ]


def _setting(layer: ShownLayer, setting: Setting) -> dict[str, Any]:
    declared = layer.declared
    said = _said(
        key=setting.key,
        type=setting.type.value,
        label=setting.label,
        description=setting.description,
        detailed=setting.detailed,
        url=setting.url,
        status=setting.status.value,
        view=setting.visibility.value,
        platforms=list(setting.platforms),
        unit=setting.unit,
        minimum=setting.minimum,
        maximum=setting.maximum,
        filter=setting.filter,
        format=setting.format,
        choices=[_choice(layer, choice) for choice in setting.choices],
        suggestions=list(setting.suggestions),
        deprecated_by=setting.deprecated_by,
        dependence=_dependence(setting.dependence),
        settings=_settings(layer, setting.settings),
    )
    if setting.type is SettingType.GROUP:
        return said
    return said | _said(
        default=plain_value(setting.default),
        value=plain_value(layer.value(setting)),
        is_chosen=setting.key in layer.chosen,
        not_written=layer.written(setting).reason,
        without_effect=layer.without_effect.get(setting.key, ""),
        file_key=file_key(declared.name, setting.key),
        variables=list(variable_names(declared, setting)),
        android_properties=list(android_properties(declared, setting)),
        api_type=api_type_name(setting),
    )


def _choice(layer: ShownLayer, choice: Choice) -> dict[str, Any]:
    return {"key": choice.key} | _said(
        label=choice.label,
        description=choice.description,
        url=choice.url,
        status=choice.status.value,
        view=choice.visibility.value,
        platforms=list(choice.platforms),
        settings=_settings(layer, choice.settings),
    )


def _dependence(dependence: Dependence) -> dict[str, Any]:
    if not dependence.conditions:
        return {}
    conditions = [_condition(condition) for condition in dependence.conditions]
    return {"mode": dependence.mode.value, "conditions": conditions}


def _condition(condition: Condition) -> dict[str, Any]:
    return {"setting": condition.setting, "value": plain_value(condition.value)}


def _preset(preset: Preset) -> dict[str, Any]:
    return _said(
        label=preset.label,
        description=preset.description,
        status=preset.status.value,
        view=preset.visibility.value,
        platforms=list(preset.platforms),
        values={one.key: plain_value(one.value) for one in preset.values},
    )


def plain_value(value: Value) -> Any:
    """Return a value as JSON has it: FLAGS as texts, entries of a LIST with their state."""
    if not isinstance(value, tuple):
        return value
    return [
        {"value": one.value, "enabled": one.enabled} if isinstance(one, ListItem) else one
        for one in value
    ]


_SILENT: tuple[Any, ...] = (None, "", [], {})


def _said(**members: Any) -> dict[str, Any]:
    # A value of "" or [] is a value: only members that are about something else may be silent.
    return {
        name: value
        for name, value in members.items()
        if name in ("default", "value") or value not in _SILENT
    }
