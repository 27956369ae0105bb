"""Words of VkConfig's configuration files, and what they mean for a configuration of ours.

A layer that is "discard" is not handed to the loader by VkConfig: then it counts as one that the
file does not list. The pseudo layer with the member "builtin" stands for those, and the default
control for the ones that VkConfig finds later.
"""

from __future__ import annotations

from vkconfig_py.loader.records import Any
from vkconfig_py.model.documents.configuration import LayerEntry, Wish
from vkconfig_py.model.foreign.json_text import text, texts

# Members of our documents that keep what only VkConfig's file has: the members of an object as they
# stood, the keys of settings that were not taken over as chosen, and the order of the layers.
EXTRA, LEFT, ORDER = "vkconfig", "vkconfig_left", "vkconfig_order"
FORMAT = "3.5.0"
UNORDERED = "unordered_layer_location"
UNORDERED_NAME = "Vulkan Layers Located by the Vulkan Application"
LATEST = "latest"
DESKTOP = ("WINDOWS_X86", "WINDOWS_ARM", "LINUX", "MACOS")
AUTO, ON, OFF, DISCARD = "auto", "on", "off", "discard"
CONTROLS = (AUTO, ON, OFF, DISCARD)
TOKENS = {Wish.AUTO: AUTO, Wish.ON: ON, Wish.OFF: OFF}
_WISHES = {AUTO: Wish.AUTO, ON: Wish.ON, OFF: Wish.OFF}
# VkConfig 2 spoke of states.
_STATES = {"APPLICATION_CONTROLLED": AUTO, "OVERRIDDEN": ON, "EXCLUDED": OFF}
_SPLIT = {"WINDOWS": ("WINDOWS_X86", "WINDOWS_ARM")}


def parse_control(layer: dict[str, Any]) -> str:
    """Return the control of a layer; "" if it is none that is known."""
    if "control" not in layer and "state" in layer:
        return _STATES.get(text(layer["state"]).upper(), "")
    if "control" not in layer:
        return AUTO
    control = text(layer["control"]).lower()
    return control if control in CONTROLS else ""


def is_unordered(layer: dict[str, Any]) -> bool:
    """Return whether this is the pseudo layer."""
    return text(layer.get("builtin")).lower() == UNORDERED


def unlisted_wish(default: str, unordered: str | None) -> Wish:
    """Return what becomes of layers that are not listed.

    `unordered` is the control of the pseudo layer; None if the file leaves it to the default.
    """
    if unordered in (DISCARD, OFF):
        return Wish.OFF
    if default == ON:
        return Wish.ON
    if default == OFF or (default == DISCARD and unordered is None):
        return Wish.OFF
    return Wish.AUTO


def meaning(control: str, unlisted: Wish) -> tuple[Wish, bool]:
    """Return the wish for a layer of this control, and whether it keeps its place."""
    if control == DISCARD:
        return (Wish.OFF if unlisted is Wish.OFF else Wish.AUTO), False
    return _WISHES.get(control, Wish.AUTO), True


def control_of(entry: LayerEntry, raw: dict[str, Any], unlisted: Wish) -> str:
    """Return the control of a layer: that of the file it came from while it still means that."""
    known = parse_control(raw) or AUTO
    if raw and meaning(known, unlisted) == (entry.wish, entry.placed):
        return known
    return TOKENS[entry.wish]


def parse_platforms(value: Any) -> tuple[str, ...]:
    """Return tokens in capitals, Windows split as the files of today have it."""
    found: list[str] = []
    for token in texts(value):
        found += _SPLIT.get(token.upper(), (token.upper(),))
    return tuple(dict.fromkeys(found))


def default_control(configuration: dict[str, Any]) -> str:
    """Return the control of layers that the file does not list."""
    control = text(configuration.get("default_layer_control")).lower()
    return control if control in CONTROLS else AUTO
