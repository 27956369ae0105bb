"""What would turn a layer off that is on."""

from __future__ import annotations

from vkconfig_py.loader.entries import Decision, Entry
from vkconfig_py.loader.layers.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.verdicts import (
    REMOVED,
    AskNotFor,
    EditKey,
    Reason,
    Remedy,
    SetVariable,
    UnsetVariable,
)
from vkconfig_py.loader.world import NO_REMEDY, World


def turn_off(entry: Entry, decision: Decision, world: World) -> Remedy:
    """Return what would take a layer out of the chain."""
    match decision.reason:
        case Reason.APPLICATION:
            return AskNotFor(layer=entry.name)
        case Reason.INSTANCE_LAYERS:
            rest = ":".join(_without(world.instance_layers, entry.name))
            return SetVariable(INSTANCE_LAYERS, rest) if rest else UnsetVariable(INSTANCE_LAYERS)
        case Reason.META_COMPONENT | Reason.OVERRIDE_COMPONENT:
            return _component(entry, decision, world)
        case Reason.SETTINGS_FILE_ON:
            return _listed(entry, world)
    disable = entry.layer.disable_environment
    return SetVariable(disable, "1") if disable else NO_REMEDY


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    for _ in range(names.count(name)):
        place = names.index(name)
        names = names[:place] + names[place + 1 :]
    return names


def _component(entry: Entry, decision: Decision, world: World) -> Remedy:
    for meta in world.entries:
        if meta.file != decision.file or meta.manifest is None:
            continue
        names = meta.layer.component_layers
        if entry.name in names:
            place = (*meta.layer.place, "component_layers", names.index(entry.name))
            return EditKey(meta.file, place, REMOVED, f"take {entry.name} out")
    return NO_REMEDY


def _listed(entry: Entry, world: World) -> Remedy:
    settings = world.settings
    for index, listed in enumerate(settings.layers or ()):
        if (listed.name, listed.path) == (entry.name, entry.file):
            place = (*settings.place, "layers", index, "control")
            return EditKey(settings.file, place, "off", "say off, not on")
    return NO_REMEDY
