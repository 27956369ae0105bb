"""Configurations to and from JSON, of every format version."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.own_files import NewerFormatError
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    SettingValue,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.own_documents import (
    DocumentError,
    Object,
    as_choice,
    as_flag,
    as_integer,
    as_list,
    as_number,
    as_object,
    as_text,
    each,
    parse_json,
    render_json,
    unknown,
)
from vkconfig_py.model.configuration.setting_value import ListItem, SettingType, Value
from vkconfig_py.model.files import resources

FORMAT = 2

Step = Callable[[dict[str, Any]], dict[str, Any]]


class FormatError(ValueError):
    """A document's format number is not one that this version can read."""

    def __init__(self, found: object) -> None:
        self.found = found
        self.is_newer = isinstance(found, int) and found > FORMAT
        super().__init__(
            f'"format" is {found}, written by a newer version of this program'
            if self.is_newer
            else f'"format" must be a number from 0 to {FORMAT}'
        )


def _add_arrays(document: dict[str, Any]) -> dict[str, Any]:
    """Format 0 is a document written by hand: members may be left out."""
    empty: dict[str, Any] = {"layers": [], "drivers": [], "sources": [], "environment": []}
    return {**empty, **document}


def _add_nothing(document: dict[str, Any]) -> dict[str, Any]:
    """Format 1 knew neither settings of layers nor programs nor devices: what is left out is none.

    Its "sources" belong to every configuration now; who reads the whole folder moves them.
    """
    return document


STEPS: Mapping[int, Step] = MappingProxyType({0: _add_arrays, 1: _add_nothing})


def migrate(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document in the present format.

    Raises:
        FormatError: it is newer than this program, or its number is no number.
    """
    found = document.get("format", 0)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= FORMAT:
        raise FormatError(found)
    for number in range(found, FORMAT):
        document = {**STEPS[number](document), "format": number + 1}
    return document


_BOOLEANS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_ITEM = frozenset(("value", "enabled"))


def value_to_json(value: Value) -> object:
    """Return a value as JSON says it."""
    if not isinstance(value, tuple):
        return value
    return [
        {"value": item.value, "enabled": item.enabled, **dict(item.extra)}
        if isinstance(item, ListItem)
        else item
        for item in value
    ]


def value_from_json(kind: SettingType, value: object, place: str) -> Value:
    """Read the value of a setting of a type.

    Raises:
        DocumentError: it is of another type; the sentence names the place.
    """
    if kind is SettingType.GROUP:
        return None
    if kind in _BOOLEANS:
        return as_flag(value, place)
    if kind is SettingType.INT:
        return as_integer(value, place)
    if kind is SettingType.FLOAT:
        return as_number(value, place)
    if kind is SettingType.FLAGS:
        return tuple(as_text(one, f"{place}[{i}]") for i, one in enumerate(as_list(value, place)))
    if kind is SettingType.LIST:
        return tuple(_item(one, f"{place}[{i}]") for i, one in enumerate(as_list(value, place)))
    return as_text(value, place)


def _item(value: object, place: str) -> ListItem:
    """Read an item; one that stands alone, as the manifest's do, is enabled."""
    item = value if isinstance(value, dict) else {"value": value}
    listed = item.get("value")
    return ListItem(
        listed if isinstance(listed, str) else as_integer(listed, f"{place}.value"),
        as_flag(item.get("enabled", True), f"{place}.enabled"),
        unknown(item, _ITEM),
    )


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
        wish=as_choice(LayerControl, entry.get("wish", LayerControl.AUTO.value), f"{place}.wish"),
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
        wish=as_choice(DriverControl, entry.get("wish"), f"{place}.wish"),
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


_HERE_ONLY = frozenset({"key", "built_in"})
_LONGEST = 60  # characters of a file name: of four bytes each they are still a name everywhere


def export_configuration(configuration: Configuration) -> bytes:
    """Return a configuration without what means something on this machine alone."""
    document = configuration_to_document(configuration)
    for layer in document["layers"]:
        del layer["manifest"]  # where it was last seen here
    return render_json({k: v for k, v in document.items() if k not in _HERE_ONLY})


def read_exported(content: bytes, path: str) -> Configuration:
    """Read a configuration file of this program; one without a name has that of the file.

    Raises:
        DocumentError: it is none.
    """
    document = parse_json(content)
    if not {"format", "layers", "name"} & document.keys():
        raise DocumentError("it is not a configuration of this program")
    named = {"name": PurePath(path).stem, **document}
    return configuration_from_document(named, "imported")


def file_name(configuration: Configuration) -> str:
    """Return a name for the file of a configuration that every system accepts."""
    kept = "".join(
        char if char.isprintable() and char not in '/\\:*?"<>|' else "_"
        for char in configuration.name
    )
    return (kept.strip(" .")[:_LONGEST] or "configuration") + ".json"


RESOURCE = "configurations/built_in.json"


@cache
def shipped(platform: Platform = Platform.LINUX) -> tuple[Configuration, ...]:
    """Return the built-in configurations of this version that a platform is offered."""
    documents = json.loads(resources.data(RESOURCE))
    everyone = (configuration_from_document(document) for document in documents)
    return tuple(one for one in everyone if is_offered(one, platform))


def shipped_here() -> tuple[Configuration, ...]:
    """Return the built-in configurations that this machine is offered."""
    return shipped(Host.current().platform)


def is_offered(configuration: Configuration, platform: Platform) -> bool:
    """Tell whether a configuration is meant for a platform; WINDOWS_X86 is a Windows."""
    name = platform.value.upper()
    return not configuration.platforms or any(
        token == name or token.startswith(f"{name}_") for token in configuration.platforms
    )
