"""Values that a setting can take on this machine: VUIDs, profiles of a folder, devices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import read_whole
from vkconfig_py.loader.files.scan import FileIdentity, make_file_identity
from vkconfig_py.loader.json.decode import Members, parse_json
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.layer_values import Values
from vkconfig_py.model.layer_settings.setting_paths import NO_VARIABLES, PathVariables

_VALID_USAGE_FILE = "registry/validusage.json"
_SHARED_FOLDERS = ("/usr/local/share/vulkan", "/usr/share/vulkan")
_PROFILES_SCHEMA = "schema.khronos.org/vulkan/profiles"
_MAX_FILE_SIZE = 64 << 20
_MAX_FILES = 1000
RENDER_NODES_FOLDER = "/sys/class/drm"
_PCI_PATTERN = re.compile(r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
# The file has some 15,000 of these members; everything else in it is their text.
_VUID_PATTERN = re.compile(rb'"vuid"\s*:\s*"(VUID-[!-~]{1,300}?)"')


class MachineValueKind(Enum):
    """Kind of values that are found on the machine."""

    NONE = "none"
    VUIDS = "vuids"
    PROFILES = "profiles"
    DEVICES = "devices"


class MachineLists(NamedTuple):
    """The values found on the machine.

    Attributes:
        render_nodes: PCI addresses of the GPUs, in the order of their render nodes.
    """

    vuids: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    render_nodes: tuple[str, ...] = ()


def find_machine_value_kind(setting: Setting) -> MachineValueKind:
    """Return which values found on the machine a setting takes, if any."""
    if setting.type is SettingType.ENUM and not setting.choices:
        devices = "DEVICES" in str(setting.default).upper() or "device" in setting.key
        return MachineValueKind.DEVICES if devices else MachineValueKind.PROFILES
    if setting.type is SettingType.LIST and not setting.suggestions:
        text = f"{setting.key} {setting.label} {setting.description}"
        names_message = "message_id" in setting.key or "VUID" in text
        return MachineValueKind.VUIDS if names_message else MachineValueKind.NONE
    return MachineValueKind.NONE


def list_suggestions(setting: Setting, lists: MachineLists) -> tuple[str | int, ...]:
    """Return the values found on the machine that can be chosen in a setting."""
    match find_machine_value_kind(setting):
        case MachineValueKind.VUIDS:
            return lists.vuids
        case MachineValueKind.PROFILES:
            return lists.profiles
        case MachineValueKind.DEVICES:
            return lists.devices
    return setting.suggestions


def list_vuid_paths(
    environment: Mapping[str, str], manifest: str = "", prefix: str = ""
) -> tuple[str, ...]:
    """Return where a list of valid usage IDs may be, the best match for a layer's manifest first.

    `prefix` is that of compiled-in paths (`Host.prefix`).
    """
    paths = [str(Path(manifest).parent.parent / _VALID_USAGE_FILE)] if manifest else []
    if sdk := environment.get("VULKAN_SDK"):
        paths.append(f"{sdk}/share/vulkan/{_VALID_USAGE_FILE}")
    paths += [f"{prefix}{folder}/{_VALID_USAGE_FILE}" for folder in _SHARED_FOLDERS]
    return tuple(dict.fromkeys(paths))


def list_profile_paths(
    declared_layer: DeclaredLayer, values: Values, variables: PathVariables = NO_VARIABLES
) -> tuple[str, ...]:
    """Return the files and folders that settings name as places of Vulkan profiles, expanded."""
    paths_in_settings = (
        values.get(setting.key)
        for setting in declared_layer.walk_settings()
        if setting.format == "PROFILE"
    )
    paths = (variables.expand(path) for path in paths_in_settings if isinstance(path, str) and path)
    return tuple(dict.fromkeys(paths))


def read_render_nodes(folder: str) -> tuple[str, ...]:
    """Return the PCI addresses of the GPUs with a render node, in the order of the nodes' names."""
    # By name, as MangoHud sorts them: renderD128, renderD129, ...
    try:
        nodes = sorted(Path(folder).glob("renderD[0-9]*"))
        buses = [(node / "device").resolve().name for node in nodes]
    except (OSError, RuntimeError):  # a link to itself
        return ()
    return tuple(bus for bus in buses if _PCI_PATTERN.fullmatch(bus))


def parse_vuids(content: bytes) -> tuple[str, ...]:
    """Return the VUIDs of a validusage.json, sorted, without duplicates."""
    return tuple(sorted({vuid.decode() for vuid in _VUID_PATTERN.findall(content)}))


def parse_profiles(content: bytes) -> tuple[str, ...]:
    """Return the profile names in a profile file, none for any other file."""
    parsed = parse_json(content).value
    if not isinstance(parsed, Members):
        return ()
    members = parsed.first()
    schema, profiles = members.get("$schema"), members.get("profiles")
    if (
        not isinstance(schema, str)
        or _PROFILES_SCHEMA not in schema
        or not isinstance(profiles, Members)
    ):
        return ()
    return tuple(dict.fromkeys(name for name, _ in profiles))


class SuggestionFileReader:
    """Reads files of valid usage IDs and profiles, and each again only after it changed."""

    def __init__(self) -> None:
        self._vuids: dict[str, tuple[FileIdentity, tuple[str, ...]]] = {}
        self._profiles: dict[str, tuple[FileIdentity, tuple[str, ...]]] = {}

    def read_vuids(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the valid usage IDs of the first of these files that has any."""
        for path in paths:
            if vuids := self._read(path, self._vuids, profiles=False):
                return vuids
        return ()

    def read_profiles(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the names of all profiles in these files and folders, each once."""
        names: list[str] = []
        for place in paths:
            for path in _list_json_files(Path(place)):
                names += self._read(str(path), self._profiles, profiles=True)
        return tuple(dict.fromkeys(names))

    def _read(
        self, place: str, cache: dict[str, tuple[FileIdentity, tuple[str, ...]]], profiles: bool
    ) -> tuple[str, ...]:
        """Return the names in a file, cached while it is unchanged, none if it is unreadable."""
        path = Path(place)
        try:
            status = path.stat()
            if not path.is_file() or status.st_size > _MAX_FILE_SIZE:
                return ()
            file_identity = make_file_identity(status)
            if place in cache and cache[place][0] == file_identity:
                return cache[place][1]
            content = read_whole(place)[1]
        except (OSError, ValueError):
            return ()
        names = parse_profiles(content) if profiles else parse_vuids(content)
        cache[place] = (file_identity, names)
        return names


def _list_json_files(path: Path) -> list[Path]:
    """Return a file itself, or the JSON files of a folder, none if it is unreadable."""
    try:
        if not path.is_dir():
            return [path]
        return sorted(path.glob("*.json"))[:_MAX_FILES]
    except (OSError, ValueError):
        return []
