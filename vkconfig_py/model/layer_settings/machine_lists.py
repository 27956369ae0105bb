"""Values that are found on the machine: VUIDs, profiles, devices.

The validation layer's manifest does not list the VUIDs, nor the profiles layer's the profiles; both
are in files of an SDK or package. An unreadable file is treated as empty: a setting without
suggestions can still be typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import read_whole
from vkconfig_py.loader.files.scan import Identity, identity
from vkconfig_py.loader.json.decode import Members, parse_json
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.layer_values import Values
from vkconfig_py.model.layer_settings.setting_paths import NO_VARIABLES, PathVariables

_USAGE = "registry/validusage.json"
_SHARE = ("/usr/local/share/vulkan", "/usr/share/vulkan")
_PROFILES = "schema.khronos.org/vulkan/profiles"
_LARGEST = 64 << 20
_MOST_FILES = 1000
# The file has some 15,000 of these members; everything else in it is their text.
_VUID = re.compile(rb'"vuid"\s*:\s*"(VUID-[!-~]{1,300}?)"')


class Dynamic(Enum):
    """Kind of values that are found on the machine."""

    NONE = "none"
    VUIDS = "vuids"
    PROFILES = "profiles"
    DEVICES = "devices"


class MachineLists(NamedTuple):
    """The values found on the machine."""

    vuids: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


def dynamic_of(setting: Setting) -> Dynamic:
    if setting.type is SettingType.ENUM and not setting.choices:
        devices = "DEVICES" in str(setting.default).upper() or "device" in setting.key
        return Dynamic.DEVICES if devices else Dynamic.PROFILES
    if setting.type is SettingType.LIST and not setting.suggestions:
        text = f"{setting.key} {setting.label} {setting.description}"
        named = "message_id" in setting.key or "VUID" in text
        return Dynamic.VUIDS if named else Dynamic.NONE
    return Dynamic.NONE


def suggestions(setting: Setting, lists: MachineLists) -> tuple[str | int, ...]:
    match dynamic_of(setting):
        case Dynamic.VUIDS:
            return lists.vuids
        case Dynamic.PROFILES:
            return lists.profiles
        case Dynamic.DEVICES:
            return lists.devices
    return setting.suggestions


def vuid_places(
    environment: Mapping[str, str], manifest: str = "", prefix: str = ""
) -> tuple[str, ...]:
    """Return possible paths of a VUID list, the best match for the layer first.

    `prefix`: prefix of compiled-in paths (`Host.prefix`).
    """
    places = [str(Path(manifest).parent.parent / _USAGE)] if manifest else []
    if sdk := environment.get("VULKAN_SDK"):
        places.append(f"{sdk}/share/vulkan/{_USAGE}")
    places += [f"{prefix}{share}/{_USAGE}" for share in _SHARE]
    return tuple(dict.fromkeys(places))


def profile_places(
    declared: DeclaredLayer, values: Values, variables: PathVariables = NO_VARIABLES
) -> tuple[str, ...]:
    named = (values.get(setting.key) for setting in declared.walk() if setting.format == "PROFILE")
    places = (variables.expand(place) for place in named if isinstance(place, str) and place)
    return tuple(dict.fromkeys(places))


def parse_vuids(content: bytes) -> tuple[str, ...]:
    """Return the VUIDs of a validusage.json, sorted, without duplicates."""
    return tuple(sorted({vuid.decode() for vuid in _VUID.findall(content)}))


def parse_profiles(content: bytes) -> tuple[str, ...]:
    """Return the profile names in a profile file, none for any other file."""
    parsed = parse_json(content).value
    if not isinstance(parsed, Members):
        return ()
    members = parsed.first()
    schema, profiles = members.get("$schema"), members.get("profiles")
    if not isinstance(schema, str) or _PROFILES not in schema or not isinstance(profiles, Members):
        return ()
    return tuple(dict.fromkeys(name for name, _ in profiles))


class ListReader:
    """Reads such files, and rereads each only after it changed."""

    def __init__(self) -> None:
        self._vuids: dict[str, tuple[Identity, tuple[str, ...]]] = {}
        self._profiles: dict[str, tuple[Identity, tuple[str, ...]]] = {}

    def vuids(self, places: Iterable[str]) -> tuple[str, ...]:
        for place in places:
            if vuids := self._read(place, self._vuids, profiles=False):
                return vuids
        return ()

    def profiles(self, places: Iterable[str]) -> tuple[str, ...]:
        names: list[str] = []
        for place in places:
            for path in _files(Path(place)):
                names += self._read(str(path), self._profiles, profiles=True)
        return tuple(dict.fromkeys(names))

    def _read(
        self, place: str, cache: dict[str, tuple[Identity, tuple[str, ...]]], profiles: bool
    ) -> tuple[str, ...]:
        path = Path(place)
        try:
            status = path.stat()
            if not path.is_file() or status.st_size > _LARGEST:
                return ()
            file_identity = identity(status)
            if place in cache and cache[place][0] == file_identity:
                return cache[place][1]
            content = read_whole(place)[1]
        except (OSError, ValueError):
            return ()
        names = parse_profiles(content) if profiles else parse_vuids(content)
        cache[place] = (file_identity, names)
        return names


def _files(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path]
        return sorted(path.glob("*.json"))[:_MOST_FILES]
    except (OSError, ValueError):
        return []
