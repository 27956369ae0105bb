"""What older loaders leave in memory where an override was removed, and what happens to it.

Follows loader.c, loader_remove_layer_in_list and loader_get_next_layer_property_slot of loaders
with Gate.SLOTS_REUSED. Entries behind a removed one move up, and a copy of the last one stays
behind the end of the list. The next explicit layer is written over that copy without clearing it.
What the layer does not set it has from the copy: the mark of an override, and pointers to lists
that still belong to the layer that moved up, so that both are freed in the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.layers.activation import Inputs, decide_implicit
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.verdicts import Outcome, Reason

FREED_TWICE = "memory of a removed override"

# Only a layer that fails for one of these has a place in the list already.
_LATE_KEYS = ("library_path", "component_layers")
_LATE_REASONS = (Reason.VARIANT, Reason.WRONG_ARCHITECTURE)


def reuse_places(
    behind: list[Entry | None], explicit: Iterable[Entry], inputs: Inputs
) -> frozenset[Entry]:
    """Let explicit layers take the places behind the list, `behind` being what lies there.

    Returns those that pass for an override that is on. A layer that makes the loader free memory
    twice gets its decision.
    """
    passing: set[Entry] = set()
    places = list(behind)
    for entry in explicit:
        if not places:
            break
        if not _takes_a_place(entry):
            continue
        copy = places[0]
        if copy is not None and _shares_memory(copy, entry):
            entry.decide(Outcome.FAILS, Reason.CRASHES_ALL, FREED_TWICE, copy.file)
        if entry.manifest is None:
            places[0] = None  # the place is cleared and free again
            continue
        places.pop(0)
        if copy is not None:
            entry.manifest = _with_switches(entry, copy)
            if copy.name == OVERRIDE_NAME and decide_implicit(entry.manifest, inputs).on:
                passing.add(entry)
    return frozenset(passing)


def _with_switches(entry: Entry, copy: Entry) -> LayerManifest:
    """Return an override of an explicit folder with the switches of the copy in its place."""
    if entry.name != OVERRIDE_NAME and copy.name != OVERRIDE_NAME:
        return entry.layer
    return entry.layer._replace(
        enable_environment=copy.layer.enable_environment,
        disable_environment=copy.layer.disable_environment,
    )


def _takes_a_place(entry: Entry) -> bool:
    failure = entry.failure
    if failure is None or failure.reason in _LATE_REASONS:
        return True
    if failure.reason not in (Reason.MISSING_KEY, Reason.BAD_VALUE):
        return False
    return bool(failure.place) and failure.place[-1] in _LATE_KEYS


def _shares_memory(copy: Entry, entry: Entry) -> bool:
    """Return whether a list of the copy is kept, or freed, by the layer that takes its place."""
    old = copy.layer
    keeps_keys = old.is_override and bool(old.app_keys)
    if old.instance_extensions or old.device_extensions:
        return True
    if entry.manifest is not None:
        return bool(old.override_paths) and not entry.layer.override_paths
    if entry.failure is not None and entry.failure.reason in _LATE_REASONS:
        return bool(old.override_paths) or keeps_keys
    return bool(old.override_paths or old.is_meta or old.blacklisted_layers) or keeps_keys
