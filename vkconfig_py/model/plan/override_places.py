"""Where an override is written, what it has to name, and what would hide it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Kind, Reason
from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import DISABLE, layer_filters
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.formats.meta_layers import DISABLE_OVERRIDE
from vkconfig_py.model.plan.inventory import InventoryIndex, ResolvedLayers
from vkconfig_py.model.plan.loader_family import loader_name
from vkconfig_py.model.plan.plan import Limit
from vkconfig_py.model.plan.variable_changes import SEPARATOR

BASE_NAME = "VkLayer_override"
_USER_SOURCES = ("XDG_CONFIG_HOME", "HOME", "XDG_DATA_HOME")


def user_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """The folder of this user that is searched first for implicit layers, or ""."""
    plain = host.with_environment([("VK_IMPLICIT_LAYER_PATH", None)])
    for place in find_search_paths(plain, profile, ManifestType.IMPLICIT):
        if place.source in _USER_SOURCES and not place.path.endswith(".json"):
            return place.path
    return ""


def choose_file(folder: str, taken: Iterable[str]) -> str:
    """The first name that no manifest of somebody else has."""
    used = set(taken)
    suffixes = ("", *(f"_{number:02}" for number in range(1, len(used) + 1)))
    names = (posixpath.join(folder, f"{BASE_NAME}{suffix}.json") for suffix in suffixes)
    return next(name for name in names if name not in used)


def choose_override_paths(
    wanted: ResolvedLayers,
    components: Iterable[str],
    sources: Iterable[str],
    stock: InventoryIndex,
    host: Host,
    profile: LoaderProfile,
) -> tuple[str, ...]:
    """Override_paths, or () where every component is found without.

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


UNSET = "unset {} where programs are started"


def find_conflicts(
    host: Host, inventory: LoaderReport, profile: LoaderProfile, path: str
) -> tuple[Limit, ...]:
    limits = [
        settings_file_limit(inventory, profile, blocking=True),
        _implicit_path(host, profile, path),
        _filter(host, profile),
        _disable_variable(host),
    ]
    return tuple(limit for limit in limits if limit is not None)


def settings_file_limit(
    inventory: LoaderReport, profile: LoaderProfile | None, *, blocking: bool
) -> Limit | None:
    """Find a settings file with layers and no unordered entry: then no folder is scanned."""
    for verdict in inventory.verdicts:
        if verdict.kind is Kind.SETTINGS and verdict.reason is Reason.SETTINGS_FILE_HIDES:
            file = posixpath.normpath(verdict.file)
            text = f"{file} lists layers, so {loader_name(profile)} reads no others"
            cure = "remove that file, or take its list of layers away"
            return Limit("", text, cure, blocking=blocking)
    return None


def _implicit_path(host: Host, profile: LoaderProfile, path: str) -> Limit | None:
    value = host.secure_env("VK_IMPLICIT_LAYER_PATH")
    if value is None or not profile.has(Gate.IMPLICIT_LAYER_PATH):
        return None
    folder = posixpath.dirname(path)
    if any(part.rstrip("/") in (folder, path) for part in value.split(":")):
        return None
    text = f"VK_IMPLICIT_LAYER_PATH is set, so {loader_name(profile)} does not search {folder}"
    return Limit("", text, UNSET.format("VK_IMPLICIT_LAYER_PATH"), blocking=True)


def _filter(host: Host, profile: LoaderProfile) -> Limit | None:
    token = layer_filters(host, profile).hides(OVERRIDE_NAME, implicit=True)
    if not token:
        return None
    text = f"{DISABLE}={host.secure_env(DISABLE)} takes the override away: {token} matches it"
    return Limit("", text, UNSET.format(DISABLE), blocking=True)


def _disable_variable(host: Host) -> Limit | None:
    value = host.plain_env(DISABLE_OVERRIDE)
    if value is None:
        return None
    text = f"{DISABLE_OVERRIDE} is set, which turns every override off"
    return Limit("", text, UNSET.format(DISABLE_OVERRIDE), blocking=True)


def find_rivals(
    foreign: Sequence[LayerManifest],
    before: frozenset[str],
    programs: Sequence[str],
    for_all: bool,
) -> tuple[Limit, ...]:
    """What overrides of others do to ours.

    Args:
        foreign: overrides of others.
        before: those of their files that are scanned before ours.
        programs: real paths that ours name.
        for_all: whether ours also hold one for every program.
    """
    limits: list[Limit] = []
    for override in foreign:
        owner = override.description or "somebody else"
        named = f'the override "{owner}" in {override.file}'
        if not override.app_keys:
            limits += _global_rival(named, override.file in before, for_all, programs)
        elif override.file in before and set(override.app_keys) & set(programs):
            limits.append(Limit("", f"{named} names the same program and is found first", *_REMOVE))
        else:
            limits += _keyed_rival(named, override, programs, for_all)
    return tuple(limits)


_REMOVE = ("remove it", True)


def _global_rival(named: str, first: bool, for_all: bool, programs: Sequence[str]) -> list[Limit]:
    if not for_all:
        return []
    if first:
        return [Limit("", f"{named} is found first and applies instead", "remove it", not programs)]
    return [Limit("", f"{named} has no effect while this one is applied")]


def _keyed_rival(
    named: str, override: LayerManifest, programs: Sequence[str], for_all: bool
) -> list[Limit]:
    others = [key for key in override.app_keys if key not in programs]
    if programs and others:
        # Once an override matched, later ones for other programs stay in the list.
        return [Limit("", f"{named} is for other programs and can leak into yours", "remove it")]
    if for_all and others:
        return [Limit("", f"{others[0]} follows {named}, which names it", "remove it")]
    return []
