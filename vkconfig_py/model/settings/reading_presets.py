"""The presets of a layer manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.converting import convert
from vkconfig_py.model.settings.declared import (
    DeclaredLayer,
    Preset,
    PresetValue,
    Setting,
    SettingType,
)
from vkconfig_py.model.settings.flags import in_order
from vkconfig_py.model.settings.raw import Place
from vkconfig_py.model.settings.reading_settings import Inherited


def read_presets(features: Place, layer: DeclaredLayer) -> tuple[Preset, ...]:
    """Read the named sets of values of a layer whose settings are known."""
    settings = {setting.key: setting for setting in layer.walk()}
    inherited = Inherited(layer.platforms, layer.status)
    return tuple(
        _preset(place, number, inherited.at(place), settings)
        for number, place in enumerate(features.objects("presets"), start=1)
    )


def _preset(place: Place, number: int, own: Inherited, settings: Mapping[str, Setting]) -> Preset:
    return Preset(
        label=place.required("label") or f"Preset {number}",
        description=place.text("description"),
        url=place.address("url"),
        status=own.status,
        visibility=own.visibility,
        platforms=own.platforms,
        values=tuple(_values(place, settings)),
    )


def _values(place: Place, settings: Mapping[str, Setting]) -> Iterator[PresetValue]:
    seen: set[str] = set()
    for one in place.objects("settings"):
        key = one.required("key")
        setting = settings.get(key)
        if not key or key in seen:
            continue
        seen.add(key)
        if setting is None or setting.type is SettingType.GROUP:
            one.note("key", f"names no setting that has a value: “{key}”")
            continue
        converted = convert(setting.type, one.raw("value"))
        if converted.problem:
            one.note("value", converted.problem)
        value = in_order(setting, converted.value)
        if not converted.usable:
            continue
        if invalid := check_value(setting, value):
            one.note("value", f"is left out. {invalid.reason.removesuffix('.')}")
        else:
            yield PresetValue(key, value)
