"""Configuration to and from JSON; unknown members survive, wrong ones name their place."""

from __future__ import annotations

from typing import Any

from vkconfig_py.loader.own_files import NewerFormatError
from vkconfig_py.model.documents.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverEntry,
    DriverWish,
    LayerEntry,
    ProgramEntry,
    SettingValue,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.documents.members import (
    DocumentError,
    Object,
    as_choice,
    as_flag,
    as_integer,
    as_object,
    as_text,
    each,
    parse_json,
    render_json,
    unknown,
)
from vkconfig_py.model.documents.migrations import FORMAT, FormatError, migrate
from vkconfig_py.model.documents.setting_values import value_from_json, value_to_json
from vkconfig_py.model.settings.declared import SettingType

__all__ = [
    "DocumentError",
    "configuration_from_document",
    "configuration_to_document",
    "parse_configuration",
    "parse_json",
    "render_configuration",
    "render_json",
]


def _members(kind: type[Any], *more: str) -> frozenset[str]:
    return frozenset((*kind._fields, *more)) - {"extra"}


_CONFIGURATION = _members(Configuration, "format")
_LAYER = _members(LayerEntry)
_SETTING = _members(SettingValue)
_DRIVER = _members(DriverEntry)
_VARIABLE = _members(Variable)
_TARGET = _members(Target)
_PROGRAM = _members(ProgramEntry)
_CHOICE = _members(DeviceChoice)
_HEX = frozenset("0123456789abcdefABCDEF")
_UUID_GROUPS = ((32,), (8, 4, 4, 4, 12))
_DEVICE = _members(DeviceEntry)


def render_configuration(configuration: Configuration) -> bytes:
    """Return the file's bytes; equal configurations give equal bytes."""
    return render_json(configuration_to_document(configuration))


def parse_configuration(key: str, content: bytes) -> Configuration:
    """Read a configuration file.

    Raises:
        DocumentError: it cannot be understood; the sentence names the member.
    """
    return configuration_from_document(parse_json(content), key)


# value to JSON; what a document of the first format did not have is written where it says something


def configuration_to_document(configuration: Configuration) -> Object:
    """Return a configuration as JSON members, its key included."""
    one = configuration
    document: Object = {
        "format": FORMAT,
        "key": one.key,
        "name": one.name,
        "layers": [_layer_to_document(entry) for entry in one.layers],
        "drivers": [
            {"name": d.name, "wish": d.wish.value, **_extra(d, _DRIVER)} for d in one.drivers
        ],
        "environment": [
            {"name": v.name, "value": v.value, **_extra(v, _VARIABLE)} for v in one.environment
        ],
        "target": {
            "program": one.target.program,
            "arguments": list(one.target.arguments),
            "working_directory": one.target.working_directory,
            **_extra(one.target, _TARGET),
        },
        "loader_log": list(one.loader_log),
    }
    if one.devices != DeviceChoice():
        document["devices"] = _devices_to_document(one.devices)
    said: Object = {
        "sources": list(one.sources),
        "implicit_sources": list(one.implicit_sources),
        "programs": [
            {"path": p.path, "enabled": p.enabled, **_extra(p, _PROGRAM)} for p in one.programs
        ],
        "settings_file": one.settings_file,
        "platforms": list(one.platforms),
        "built_in": one.built_in,
    }
    document.update((name, value) for name, value in said.items() if value)
    return {**document, **_extra(one, _CONFIGURATION)}


def _layer_to_document(entry: LayerEntry) -> Object:
    document: Object = {
        "name": entry.name,
        "wish": entry.wish.value,
        "placed": entry.placed,
        "manifest": entry.manifest,
    }
    if entry.copy:
        document["copy"] = entry.copy
    if entry.settings:
        document["settings"] = [
            {
                "key": setting.key,
                "type": setting.type.value,
                "value": value_to_json(setting.value),
                **_extra(setting, _SETTING),
            }
            for setting in entry.settings
        ]
    if not entry.writes_settings:
        document["writes_settings"] = False
    return {**document, **_extra(entry, _LAYER)}


def _devices_to_document(choice: DeviceChoice) -> Object:
    return {
        "mode": choice.mode.value,
        "devices": [
            {
                "name": device.name,
                "device_uuid": device.device_uuid,
                "driver_uuid": device.driver_uuid,
                "driver_version": device.driver_version,
                "driver_name": device.driver_name,
                **_extra(device, _DEVICE),
            }
            for device in choice.devices
        ],
        **_extra(choice, _CHOICE),
    }


def _extra(value: Any, known: frozenset[str]) -> Object:
    return {name: kept for name, kept in value.extra if name not in known}


# JSON to value


def configuration_from_document(document: Object, key: str = "") -> Configuration:
    """Read a configuration's members; a key that is given counts more than the one in them.

    Raises:
        DocumentError: they cannot be understood; the sentence names the member.
    """
    try:
        document = migrate(document)
    except FormatError as error:
        kind = NewerFormatError if error.is_newer else DocumentError
        raise kind(str(error)) from error
    key = key or as_text(document.get("key"), "key")
    return Configuration(
        key=key,
        name=as_text(document.get("name", key), "name"),
        layers=each(document, "layers", _layer),
        drivers=each(document, "drivers", _driver),
        sources=each(document, "sources", as_text),
        environment=each(document, "environment", _variable),
        target=_target(document.get("target", {}), "target"),
        loader_log=each(document, "loader_log", as_text),
        implicit_sources=each(document, "implicit_sources", as_text),
        programs=each(document, "programs", _program),
        devices=_devices(document.get("devices", {}), "devices"),
        settings_file=as_text(document.get("settings_file", ""), "settings_file"),
        platforms=each(document, "platforms", as_text),
        built_in=as_integer(document.get("built_in", 0), "built_in"),
        extra=unknown(document, _CONFIGURATION),
    )


def _layer(value: object, place: str) -> LayerEntry:
    entry = as_object(value, place)
    return LayerEntry(
        name=as_text(entry.get("name"), f"{place}.name"),
        wish=as_choice(Wish, entry.get("wish", Wish.AUTO.value), f"{place}.wish"),
        placed=as_flag(entry.get("placed", False), f"{place}.placed"),
        manifest=as_text(entry.get("manifest", ""), f"{place}.manifest"),
        copy=as_text(entry.get("copy", ""), f"{place}.copy"),
        settings=each(entry, "settings", _setting, f"{place}."),
        writes_settings=as_flag(entry.get("writes_settings", True), f"{place}.writes_settings"),
        extra=unknown(entry, _LAYER),
    )


def _setting(value: object, place: str) -> SettingValue:
    setting = as_object(value, place)
    kind = as_choice(SettingType, setting.get("type"), f"{place}.type")
    return SettingValue(
        key=as_text(setting.get("key"), f"{place}.key"),
        type=kind,
        value=value_from_json(kind, setting.get("value"), f"{place}.value"),
        extra=unknown(setting, _SETTING),
    )


def _driver(value: object, place: str) -> DriverEntry:
    entry = as_object(value, place)
    return DriverEntry(
        name=as_text(entry.get("name"), f"{place}.name"),
        wish=as_choice(DriverWish, entry.get("wish"), f"{place}.wish"),
        extra=unknown(entry, _DRIVER),
    )


def _variable(value: object, place: str) -> Variable:
    entry = as_object(value, place)
    text = entry.get("value")
    return Variable(
        name=as_text(entry.get("name"), f"{place}.name"),
        value=None if text is None else as_text(text, f"{place}.value"),
        extra=unknown(entry, _VARIABLE),
    )


def _target(value: object, place: str) -> Target:
    target = as_object(value, place)
    return Target(
        program=as_text(target.get("program", ""), f"{place}.program"),
        arguments=each(target, "arguments", as_text, f"{place}."),
        working_directory=as_text(
            target.get("working_directory", ""), f"{place}.working_directory"
        ),
        extra=unknown(target, _TARGET),
    )


def _program(value: object, place: str) -> ProgramEntry:
    entry = as_object(value, place)
    return ProgramEntry(
        path=as_text(entry.get("path"), f"{place}.path"),
        enabled=as_flag(entry.get("enabled", True), f"{place}.enabled"),
        extra=unknown(entry, _PROGRAM),
    )


def _devices(value: object, place: str) -> DeviceChoice:
    choice = as_object(value, place)
    return DeviceChoice(
        mode=as_choice(DeviceMode, choice.get("mode", DeviceMode.AUTO.value), f"{place}.mode"),
        devices=each(choice, "devices", _device, f"{place}."),
        extra=unknown(choice, _CHOICE),
    )


def _device(value: object, place: str) -> DeviceEntry:
    device = as_object(value, place)
    return DeviceEntry(
        name=as_text(device.get("name"), f"{place}.name"),
        device_uuid=_uuid(device.get("device_uuid"), f"{place}.device_uuid"),
        driver_uuid=_uuid(device.get("driver_uuid"), f"{place}.driver_uuid"),
        driver_version=as_integer(device.get("driver_version"), f"{place}.driver_version"),
        driver_name=as_text(device.get("driver_name", ""), f"{place}.driver_name"),
        extra=unknown(device, _DEVICE),
    )


def _uuid(value: object, place: str) -> str:
    """Read 32 hex digits, also as UUIDs are printed; another text stays, for plans to tell of."""
    text = as_text(value, place)
    groups = text.split("-")
    digits = "".join(groups)
    if tuple(map(len, groups)) not in _UUID_GROUPS or not _HEX.issuperset(digits):
        return text
    return digits.lower()
