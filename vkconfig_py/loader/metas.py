"""Meta-layers and the override: which stay in the list, and what they remove.

Follows loader.c: remove_all_non_valid_override_layers, get_override_layer_override_paths,
verify_all_meta_layers, loader_remove_layers_in_blacklist. Documented in LoaderLayerInterface,
"Meta-Layers" and "Override Meta-Layer".
"""

from __future__ import annotations

from typing import NamedTuple

from vkconfig_py.loader.activation import Inputs, decide_implicit
from vkconfig_py.loader.entries import Entry, first_named
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.profile import Gate, LoaderProfile
from vkconfig_py.loader.verdicts import Outcome, Reason


def prune_overrides(entries: list[Entry], executable: str, profile: LoaderProfile) -> list[Entry]:
    """Remove the overrides that are not for this program.

    Once a match was found, later overrides whose keys do not match stay in the list, and one
    that lists a served key removes itself: cumulative app_keys rely on it.
    """
    if not executable or not any(entry.name == OVERRIDE_NAME for entry in entries):
        return entries
    kept: list[Entry] = []
    served = False
    general: Entry | None = None
    for entry in entries:
        if entry.name != OVERRIDE_NAME:
            kept.append(entry)
        elif entry.layer.app_keys and profile.has(Gate.APP_KEYS):
            matches = entry.layer.app_keys.count(executable)
            if (served and matches) or matches > 1:
                served = True
                entry.decide(Outcome.OFF, Reason.OVERRIDE_NOT_FIRST, OVERRIDE_NAME)
            elif matches or served:
                served = True
                kept.append(entry)
            else:
                entry.decide(Outcome.OFF, Reason.OVERRIDE_NOT_FOR_PROGRAM, executable)
        elif general is None:
            general = entry
            kept.append(entry)
        else:
            entry.decide(Outcome.OFF, Reason.OVERRIDE_NOT_FIRST, OVERRIDE_NAME, general.file)
    if served and general is not None:
        keyed = next((e for e in kept if e.name == OVERRIDE_NAME and e is not general), None)
        general.decide(
            Outcome.OFF, Reason.OVERRIDE_NOT_FIRST, OVERRIDE_NAME, keyed.file if keyed else ""
        )
        kept.remove(general)
    return kept


def find_override_paths(entries: list[Entry], inputs: Inputs) -> Entry | None:
    """Return the override whose override_paths replace the explicit search: the first enabled."""
    overrides = (entry for entry in entries if entry.name == OVERRIDE_NAME)
    for entry in overrides:
        if entry.layer.override_paths and decide_implicit(entry.layer, inputs).on:
            return entry
    return None


class Verified(NamedTuple):
    """The list without broken meta-layers.

    Attributes:
        override: first entry of the override's name, if a valid and enabled one exists.
    """

    entries: list[Entry]
    override: Entry | None


def verify_metas(entries: list[Entry], inputs: Inputs, profile: LoaderProfile) -> Verified:
    """Remove each meta-layer whose components are not all usable, in list order.

    A meta-layer is removed at once, so later ones that depend on it fail; earlier ones are not
    checked again.
    """
    if not any(entry.layer.is_meta for entry in entries):
        return Verified(entries, None)
    kept = list(entries)
    by_name = _index(kept)
    override_acts = False
    for entry in entries:
        layer = entry.layer
        if not layer.is_meta:
            continue
        failure = _check_components(layer, by_name, {layer.name}, profile)
        if failure is not None:
            entry.decide(Outcome.SKIPPED, failure[0], failure[1])
            kept.remove(entry)
            by_name = _index(kept)
        elif layer.is_override and decide_implicit(layer, inputs).on:
            override_acts = True
    return Verified(kept, first_named(kept, OVERRIDE_NAME) if override_acts else None)


def _index(entries: list[Entry]) -> dict[str, Entry]:
    return {entry.name: entry for entry in reversed(entries)}  # the first of a name is found


def _check_components(
    meta: LayerManifest, by_name: dict[str, Entry], visited: set[str], profile: LoaderProfile
) -> tuple[Reason, str] | None:
    """Return why a meta-layer is invalid (verify_meta_layer_component_layers)."""
    for name in meta.component_layers:
        entry = by_name.get(name)
        if entry is None:
            return Reason.META_COMPONENT_MISSING, name
        component = entry.layer
        wanted, offered = meta.api_version[:2], component.api_version[:2]
        if offered < wanted:
            return Reason.META_COMPONENT_OLDER, name
        if offered != wanted and not profile.has(Gate.NEWER_COMPONENTS):
            return Reason.META_COMPONENT_OTHER_VERSION, name
        if name == meta.name:
            return Reason.META_RECURSIVE, name
        if component.is_meta:
            if name in visited:
                return Reason.META_RECURSIVE, name
            visited.add(name)
            if _check_components(component, by_name, visited, profile) is not None:
                return Reason.META_COMPONENT_MISSING, name
    return None


def apply_blacklist(entries: list[Entry], override: Entry | None) -> list[Entry]:
    """Remove the layers that the override blocks; look-ups take the first override of the list."""
    blocked = set(override.layer.blacklisted_layers) if override is not None else set()
    blocked.discard(OVERRIDE_NAME)
    if override is None or not blocked:
        return entries
    kept = []
    for entry in entries:
        if entry.name in blocked:
            entry.decide(Outcome.OFF, Reason.BLACKLISTED, OVERRIDE_NAME, override.file)
        else:
            kept.append(entry)
    return kept
