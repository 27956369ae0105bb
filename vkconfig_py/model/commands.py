"""Edits as pure functions: a workspace and a wish give a new workspace and its label.

The label is what undo and redo call the step. Layers go by the part of their name that differs.
None means that there is nothing to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import (
    UNLISTED,
    Configuration,
    DriverWish,
    Wish,
    new_key,
)
from vkconfig_py.model.documents.workspace import Workspace

OUTSIDE = -1  # the place of a layer that is not in the chain
KEEPS_ITS_NAME = "A built-in configuration keeps its name. A duplicate can be called anything."
_PREFIX = "VK_LAYER_"
_WISH_LABELS = {Wish.ON: "Turn on {}", Wish.OFF: "Turn off {}", Wish.AUTO: "Set {} to Auto"}
_DRIVER_LABELS = {
    DriverWish.ONLY: "Use only {}",
    DriverWish.OFF: "Leave out {}",
    DriverWish.AUTO: "Set {} to Auto",
}


class Changed(NamedTuple):
    """A new snapshot and what the step is called."""

    workspace: Workspace
    label: str


class Step(NamedTuple):
    """What moving a layer by one row means: a place in the chain, or None for out of it."""

    layer: str
    place: int | None


def short(layer: str) -> str:
    """Return a layer's name without the prefix that all of them share."""
    return "other layers" if layer == UNLISTED else layer.removeprefix(_PREFIX)


def edit(workspace: Workspace, changed: Configuration, label: str) -> Changed | None:
    """Replace a configuration."""
    new = workspace.with_configuration(changed)
    return None if new == workspace else Changed(new, label)


def set_wish(workspace: Workspace, layer: str, wish: Wish) -> Changed | None:
    """Set a layer of the current configuration to Auto, On or Off."""
    changed = workspace.current.with_wish(layer, wish)
    return edit(workspace, changed, _WISH_LABELS[wish].format(short(layer)))


def set_driver_wish(workspace: Workspace, driver: str, wish: DriverWish) -> Changed | None:
    """Choose only this driver, leave it out, or leave it to the loader."""
    changed = workspace.current.with_driver_wish(driver, wish)
    return edit(workspace, changed, _DRIVER_LABELS[wish].format(PurePath(driver).stem))


def move_layer(
    workspace: Workspace, chain: Sequence[str], drawn: Sequence[str], layer: str
) -> Changed | None:
    """Make the drawn chain the wish; a layer that was not in the chain is turned on."""
    if tuple(drawn) == tuple(chain):
        return None
    if layer in chain:
        return edit(workspace, workspace.current.with_order(drawn), f"Move {short(layer)}")
    changed = workspace.current.with_order(drawn, on=layer)
    return edit(workspace, changed, f"Turn on {short(layer)}")


def order_with(chain: Sequence[str], layer: str, place: int) -> tuple[str, ...]:
    """Return the chain as drawn when a layer stands at a 0-based place in it."""
    rest = [name for name in chain if name != layer]
    place = max(0, min(place, len(rest)))
    return (*rest[:place], layer, *rest[place:])


def find_step(chain: Sequence[str], layer: str, step: int) -> Step | None:
    """Return what moving a layer up (-1) or down (+1) means.

    The last of the chain goes down over the group head: it is turned off. A layer below the head
    goes up over it: it is turned on, at the end of the chain.
    """
    if layer not in chain:
        return Step(layer, len(chain)) if step < 0 else None
    place = list(chain).index(layer) + step
    if place < 0:
        return None
    return Step(layer, place if place < len(chain) else None)


def forget_layer(workspace: Workspace, layer: str) -> Changed | None:
    """Remove all that the configuration says about a layer."""
    return edit(workspace, workspace.current.without_entry(layer), f"Remove {short(layer)}")


def forget_order(workspace: Workspace) -> Changed | None:
    """Forget every place; wishes stay."""
    return edit(workspace, workspace.current.without_order(), "Reset layer order")


def new_configuration(workspace: Workspace, name: str) -> Changed:
    """Add an empty configuration and select it."""
    new = Configuration.new(free_name(workspace, name))
    return Changed(workspace.with_new(new), f"New “{new.name}”")


def duplicate_configuration(workspace: Workspace, key: str) -> Changed | None:
    """Add a copy of a configuration and select it."""
    original = workspace.find(key)
    if original is None:
        return None
    name = free_name(workspace, f"{original.name} copy")
    copy = original._replace(key=new_key(), name=name, built_in=0)
    return Changed(workspace.with_new(copy), f"Duplicate “{original.name}”")


def rename_configuration(workspace: Workspace, key: str, name: str) -> Changed | None:
    """Give a configuration of the user's own another name; one that is taken gets a number."""
    original = workspace.find(key)
    name = name.strip()
    if original is None or original.built_in or name in ("", original.name):
        return None
    changed = original._replace(name=free_name(workspace, name))
    return edit(workspace, changed, f"Rename “{original.name}”")


def free_name(workspace: Workspace, name: str) -> str:
    """Return a name that no configuration has: the wished one, or with a number behind it."""
    taken = {configuration.name for configuration in workspace.configurations}
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found
