"""What would keep programs from seeing an override, looked for before one is written.

Source: LoaderLayerInterface, Override Meta-Layer; loader.c, loader_implicit_layer_is_enabled and
remove_all_non_valid_override_layers; loader_settings.c for the settings file.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from vkconfig_py.loader.filters import DISABLE, layer_filters
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Kind, Reason
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.ways import loader_name
from vkconfig_py.model.writers.override import DISABLE_OVERRIDE

UNSET = "unset {} where programs are started"


def find_hiders(
    host: Host, inventory: LoaderReport, profile: LoaderProfile, path: str
) -> tuple[Limit, ...]:
    """Return what keeps an override at this path from having any effect in this session."""
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
    """Return what overrides of others do to ours.

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
