"""Configurations to and from JSON, of every format version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import PurePath
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.own_files import NewerFormatError
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
    Target,
    Value,
)
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    DocumentError,
    JsonObject,
    collect_unknown,
    parse_json,
    read_choice,
    read_flag,
    read_integer,
    read_list,
    read_number,
    read_object,
    read_text,
    render_json,
)
from vkconfig_py.model.files import resources

FORMAT = 2
# By it desktops know the type of an exported file (resources/desktop); programs that read any JSON
# go by its second half.
EXPORT_SUFFIX = ".vkconfig-py.json"

_BOOLEANS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def read_value(kind: SettingType, value: object, json_path: str) -> Value:
    """Read the value of a setting from JSON.

    `json_path`: where in the document it is, for errors.

    Raises:
        DocumentError: it is of another type than `kind`. The message names the place.
    """
    if kind is SettingType.GROUP:
        return None
    if kind in _BOOLEANS:
        return read_flag(value, json_path)
    if kind is SettingType.INT:
        return read_integer(value, json_path)
    if kind is SettingType.FLOAT:
        return read_number(value, json_path)
    if kind is SettingType.FLAGS:
        return tuple(
            read_text(item, f"{json_path}[{index}]")
            for index, item in enumerate(read_list(value, json_path))
        )
    if kind is SettingType.LIST:
        return tuple(
            _parse_list_item(item, f"{json_path}[{index}]")
            for index, item in enumerate(read_list(value, json_path))
        )
    return read_text(value, json_path)


def _parse_list_item(value: object, json_path: str) -> ListItem:
    """Read an item of a list setting: {"value", "enabled"}, or a bare value, which is enabled."""
    # Read a LIST entry; a bare value, as in manifests, is enabled
    item = value if isinstance(value, dict) else {"value": value}
    item_value = item.get("value")
    return ListItem(
        item_value
        if isinstance(item_value, str)
        else read_integer(item_value, f"{json_path}.value"),
        read_flag(item.get("enabled", True), f"{json_path}.enabled"),
        collect_unknown(item, ListItem._fields[:-1]),
    )


__all__ = [
    "DocumentError",
    "decode_configuration",
    "encode_configuration",
    "parse_configuration",
    "parse_json",
    "render_configuration",
    "render_json",
]


# Members that the first format lacks are written only if not empty.
_OPTIONAL_MEMBERS: Mapping[type, frozenset[str]] = MappingProxyType(
    {
        LayerEntry: frozenset({"copy", "settings", "writes_settings", "moved_past"}),
        Target: frozenset({"options", "log_file", "appends"}),
        DeviceEntry: frozenset({"driver", "number", "kind", "vendor_id", "device_id", "pci"}),
        DeviceChoice: frozenset({"others", "by"}),
        Configuration: frozenset(
            {"devices", "sources", "implicit_sources", "programs", "settings_file", "platforms"}
            | {"built_in", "added_drivers"}
        ),
    }
)
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_UUID_GROUPS = ((32,), (8, 4, 4, 4, 12))


def render_configuration(configuration: Configuration) -> bytes:
    """Return a configuration as the content of its file."""
    return render_json(encode_configuration(configuration))


def parse_configuration(key: str, content: bytes) -> Configuration:
    """Read a configuration file.

    Raises:
        DocumentError: the document is invalid. The message names the member.
    """
    return decode_configuration(parse_json(content), key)


def encode_configuration(configuration: Configuration) -> JsonObject:
    """Return the JSON members of a configuration."""
    members: JsonObject = CODEC.encode(configuration)
    # `extra` may hold a member of that name too; ours wins and comes first.
    return {"format": FORMAT} | members | {"format": FORMAT}


def decode_configuration(document: JsonObject, key: str = "") -> Configuration:
    """Read a configuration from JSON members.

    `key` replaces the one in the document, "" keeps that.

    Raises:
        DocumentError: a member is invalid. The message names it.
    """
    # Format 0 is written by hand; format 1 had no layer settings, no programs and no devices.
    # Its "sources" now belong to every configuration: reading the whole folder moves them.
    version = document.get("format", 0)
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise DocumentError(tr("“format” must be a number from 0 to {newest}", newest=FORMAT))
    if version > FORMAT:
        newer = tr(
            "“format” is {number}: the file was written by a newer version of vkconfig-py",
            number=version,
        )
        raise NewerFormatError(newer)
    key = key or read_text(document.get("key"), "key")
    members = {"name": key, **document, "key": key}
    members.pop("format", None)
    configuration: Configuration = CODEC.decode_members(Configuration, members)
    return configuration


def _parse_setting(value: object, json_path: str) -> SettingValue:
    """Read key, type and value of a setting."""
    setting = read_object(value, json_path)
    kind = read_choice(SettingType, setting.get("type"), f"{json_path}.type")
    return SettingValue(
        key=read_text(setting.get("key"), f"{json_path}.key"),
        type=kind,
        value=read_value(kind, setting.get("value"), f"{json_path}.value"),
        extra=collect_unknown(setting, SettingValue._fields[:-1]),
    )


def _parse_device(value: object, json_path: str) -> DeviceEntry:
    """Read a chosen device."""
    device: DeviceEntry = Codec().decode(DeviceEntry, value, json_path)
    return device._replace(
        device_uuid=_parse_uuid(device.device_uuid), driver_uuid=_parse_uuid(device.driver_uuid)
    )


CODEC = Codec(
    optional_fields=_OPTIONAL_MEMBERS,
    # Name of this member in files since the first format.
    member_names={"control": "wish"},
    readers={SettingValue: _parse_setting, DeviceEntry: _parse_device},
)


def _parse_uuid(text: str) -> str:
    """Return the 32 hex digits of a UUID. Other text is kept, for plans to report."""
    # Read 32 hex digits, also in UUID notation; other text is kept, for plans to report
    groups = text.split("-")
    digits = "".join(groups)
    if tuple(map(len, groups)) not in _UUID_GROUPS or not _HEX_DIGITS.issuperset(digits):
        return text
    return digits.lower()


_LOCAL_MEMBERS = frozenset({"key", "built_in"})
_MAX_FILE_NAME = (
    60  # file name length in characters: even at four bytes each it is valid on all file systems
)


def export_configuration(configuration: Configuration) -> bytes:
    """Render a configuration without the members that matter only on this machine."""
    document = encode_configuration(configuration)
    for layer in document["layers"]:
        del layer["manifest"]  # where it was last found on this machine
    return render_json(
        {name: value for name, value in document.items() if name not in _LOCAL_MEMBERS}
    )


def read_exported(content: bytes, path: str) -> Configuration:
    """Read an exported configuration. Without a name in it, the file's name is used.

    Raises:
        DocumentError: the file is not an exported configuration.
    """
    document = parse_json(content)
    if not {"format", "layers", "name"} & document.keys():
        raise DocumentError(tr("it is not a vkconfig-py configuration"))
    name = PurePath(path).name
    ending = EXPORT_SUFFIX if name.endswith(EXPORT_SUFFIX) else PurePath(path).suffix
    members = {"name": name.removesuffix(ending), **document}
    return decode_configuration(members, "imported")


def make_export_file_name(configuration: Configuration, ending: str = EXPORT_SUFFIX) -> str:
    """Return a file name for a configuration that is valid on every system."""
    stem = "".join(
        # Characters invalid in names on Windows or FAT: the file is meant for other machines.
        char if char.isprintable() and char not in '/\\:*?"<>|' else "_"
        for char in configuration.name
    )
    # Windows drops trailing dots and spaces, and a leading dot hides a file.
    return (stem.strip(" .")[:_MAX_FILE_NAME] or "configuration") + ending


BUILT_IN_RESOURCE = "configurations/built_in.json"


def read_built_ins(platform: Platform = Platform.LINUX) -> tuple[Configuration, ...]:
    """Return the built-in configurations of this version for a platform."""
    return tuple(
        configuration
        for configuration in _read_all_built_ins()
        if is_for_platform(configuration, platform)
    )


@cache
def list_built_in_values() -> frozenset[tuple[str, SettingValue]]:
    """Return layer and stored value of every setting of the built-in configurations."""
    return frozenset(
        (entry.name, stored_setting)
        for configuration in _read_all_built_ins()
        for entry in configuration.layers
        for stored_setting in entry.settings
    )


@cache
def _read_all_built_ins() -> tuple[Configuration, ...]:
    """Return the built-in configurations of this version for all platforms."""
    documents = json.loads(resources.find_resource(BUILT_IN_RESOURCE).read_bytes())
    return tuple(decode_configuration(document) for document in documents)


def read_built_ins_here() -> tuple[Configuration, ...]:
    """Return the built-in configurations for the running system."""
    return read_built_ins(Host.read_current().platform)


def is_for_platform(configuration: Configuration, platform: Platform) -> bool:
    """Return whether a configuration is for a platform. WINDOWS_X86 matches Windows."""
    name = platform.value.upper()
    return not configuration.platforms or any(
        token == name or token.startswith(f"{name}_") for token in configuration.platforms
    )
