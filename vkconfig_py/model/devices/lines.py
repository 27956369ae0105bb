"""The devices of a configuration as a list: the chosen ones in their order, the others. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.devices.matching import identity_of, match_entries
from vkconfig_py.model.documents.configuration import DeviceChoice, DeviceEntry, DeviceMode
from vkconfig_py.model.probing.probed import SeenDevice


class DeviceState(StrEnum):
    """What the machine says of a device."""

    HERE = "here"
    CHANGED = "changed"  # here, under another driver or version than when it was chosen
    UNNAMED = "unnamed"  # here, and nothing that a settings file says could mean it
    ABSENT = "absent"  # chosen, and no probe found it


class DeviceLine(NamedTuple):
    """One device.

    Attributes:
        key: of its row in the chain; of a device that is not here, one of its own.
        facts: kind, versions; "" for a device that is not here.
        chosen: programs are to get it.
        entry: as the configuration names it, or would; None if nothing can.
        now: what names it today; None if it is not here.
    """

    key: str
    name: str
    state: DeviceState
    chosen: bool
    facts: str = ""
    entry: DeviceEntry | None = None
    now: DeviceEntry | None = None

    @property
    def can_be_chosen(self) -> bool:
        """Return whether anything can be said of it."""
        return self.entry is not None


def tell_lines(choice: DeviceChoice, seen: Sequence[SeenDevice]) -> tuple[DeviceLine, ...]:
    """Return every device that is known; with nothing chosen, in the order of the loader.

    Of devices that nothing tells apart, the loader takes the first.
    """
    ordered = sorted(seen, key=lambda one: (not one.place, one.place))
    if choice.mode is DeviceMode.AUTO:
        return tuple(_line(one, chosen=True) for one in _apart(ordered))
    known: dict[object, DeviceEntry] = {}
    for entry in choice.devices:
        known.setdefault(identity_of(entry), entry)
    entries = tuple(known.values())
    found = match_entries(entries, ordered)
    listed = [_chosen(entry, found.get(place)) for place, entry in enumerate(entries)]
    taken = {one.key for one in found.values()}
    rest = [one for one in ordered if one.key not in taken]
    others = [one for one in _apart(rest) if not one.entry or identity_of(one.entry) not in known]
    return (*listed, *(_line(one, chosen=False) for one in others))


def facts_of(one: SeenDevice) -> str:
    """Return "Discrete GPU · Vulkan 1.4.318 · Mesa 25.1.5"."""
    version = f"Vulkan {one.api_version}" if one.api_version else ""
    return " · ".join(part for part in (one.kind, version, one.driver_version) if part)


def _apart(seen: Sequence[SeenDevice]) -> list[SeenDevice]:
    """Leave out devices that are named like one before them."""
    known: dict[object, SeenDevice] = {}
    for one in seen:
        known.setdefault(identity_of(one.entry) if one.entry else one.key, one)
    return list(known.values())


def _line(one: SeenDevice, *, chosen: bool) -> DeviceLine:
    state = DeviceState.HERE if one.entry else DeviceState.UNNAMED
    return DeviceLine(one.key, one.name, state, chosen, facts_of(one), one.entry, one.entry)


def _chosen(entry: DeviceEntry, one: SeenDevice | None) -> DeviceLine:
    name = entry.name or "A device without a name"
    if one is None:
        key = "absent:" + ":".join(map(str, identity_of(entry)))
        return DeviceLine(key, name, DeviceState.ABSENT, True, "", entry)
    same = one.entry is not None and identity_of(one.entry) == identity_of(entry)
    state = DeviceState.HERE if same else DeviceState.CHANGED
    return DeviceLine(one.key, one.name, state, True, facts_of(one), entry, one.entry)
