"""Where an override goes, and which places it has to name.

Source: LoaderLayerInterface, Override Meta-Layer and Layer Discovery. The folder comes from the
engine's own search list, never from a helper library: it differs between loader versions.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.planning.stock import Stock
from vkconfig_py.model.planning.variables import SEPARATOR
from vkconfig_py.model.planning.wanted import Wanted

BASE_NAME = "VkLayer_override"
_USER_SOURCES = ("XDG_CONFIG_HOME", "HOME", "XDG_DATA_HOME")


def user_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """Return the folder of this user that is searched first for implicit layers, or ""."""
    plain = host.with_environment([("VK_IMPLICIT_LAYER_PATH", None)])
    for place in find_search_paths(plain, profile, ManifestType.IMPLICIT):
        if place.source in _USER_SOURCES and not place.path.endswith(".json"):
            return place.path
    return ""


def choose_file(folder: str, taken: Iterable[str]) -> str:
    """Return the first name that no manifest of somebody else has."""
    used = set(taken)
    suffixes = ("", *(f"_{number:02}" for number in range(1, len(used) + 1)))
    names = (posixpath.join(folder, f"{BASE_NAME}{suffix}.json") for suffix in suffixes)
    return next(name for name in names if name not in used)


def choose_override_paths(
    wanted: Wanted,
    components: Iterable[str],
    sources: Iterable[str],
    stock: Stock,
    host: Host,
    profile: LoaderProfile,
) -> tuple[str, ...]:
    """Return override_paths, or () where every component is found without.

    With the key nothing else is searched for explicit layers, so the whole normal list follows:
    programs must still find the layers they ask for.
    """
    plain = host.with_environment([("VK_LAYER_PATH", None), ("VK_ADD_LAYER_PATH", None)])
    normal = [place.path for place in find_search_paths(plain, profile, ManifestType.EXPLICIT)]
    searched = set(normal)
    folders = []
    outside = bool(wanted.chosen)
    for manifest in stock.manifests(components):
        if manifest.implicit:
            continue
        file = wanted.chosen.get(manifest.name, manifest.file)
        folder = posixpath.dirname(file)
        outside = outside or (folder not in searched and file not in searched)
        folders.append(folder)
    if not outside:
        return ()
    named = [place.path for place in find_search_paths(host, profile, ManifestType.EXPLICIT)]
    paths = [*wanted.chosen.values(), *sources, *folders, *named, *normal]
    return tuple(path for path in dict.fromkeys(paths) if SEPARATOR not in path)
