"""Physical devices that a configuration chooses: matching, listing and editing.

An edit takes a choice and the device list, and returns another choice, or None if nothing changes.
A newly chosen device is stored with its current identity; a chosen one keeps the stored identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.device_values import NO_UUID, PhysicalDevice
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.rules.device_rules import can_be_chosen, choose
from vkconfig_py.model.chain.probe_results import SeenDevice
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.model.chain.probe_results import ProbeFindings
    from vkconfig_py.model.chain.snapshot_values import DevicesInForce


def entry_of(device: DeviceSummary, number: int = 0) -> DeviceEntry | None:
    """What identifies a device, `number` among its driver's; None if no loader can identify it."""
    plain = PhysicalDevice(device.name, api_version=device.api_version)
    if not device.device_uuid or not can_be_chosen(plain):
        return None
    return DeviceEntry(
        device.name,
        device.device_uuid,
        device.driver_uuid,
        device.driver_version,
        device.driver_name,
        driver=base_name(device.driver),
        number=number,
        kind=device.type,
        vendor_id=device.vendor_id,
        device_id=device.device_id,
        pci=device.pci,
    )


def identity_of(entry: DeviceEntry) -> tuple[str, str, int]:
    return entry.device_uuid, entry.driver_uuid, entry.driver_version


def match_entries(
    entries: Sequence[DeviceEntry], seen: Sequence[SeenDevice]
) -> Mapping[int, SeenDevice]:
    """The device that each entry means, by the entry's index.

    An entry whose driver is no longer installed means the same device with another driver or driver
    version.
    """
    known = {seen_device.key: seen_device for seen_device in seen if seen_device.entry is not None}
    found: dict[int, SeenDevice] = {}
    # Exact matches first: an outdated entry must not take a device that another entry identifies.
    for alike in (identity_of, lambda entry: entry.device_uuid):
        for place, entry in enumerate(entries):
            if place in found:
                continue
            for key, one in known.items():
                if one.entry is not None and alike(one.entry) == alike(entry):
                    found[place] = known.pop(key)
                    break
    return found


def find_places(
    applied_state: DevicesInForce, seen: Sequence[SeenDevice]
) -> Mapping[str, int] | None:
    """1-based places of the devices that programs get, by key.

    The rules are applied to the active settings file, or to the variables of the plan; None if
    neither chooses devices. An empty mapping means that programs get no device.
    """
    if applied_state.listed is not None:
        chosen = (
            choose([_physical(one) for one in seen], applied_state.listed, applied_state.profile)
            or ()
        )
        keys = list(dict.fromkeys(seen[place].key for place in chosen))
    elif applied_state.scene is not None:
        from vkconfig_py.model.plan.device_values import devices_given

        known = {(e.driver, e.number): one.key for one in seen if (e := one.entry) is not None}
        entries = tuple(seen_device.entry for seen_device in seen if seen_device.entry is not None)
        given = devices_given(applied_state.scene._replace(devices=entries))
        keys = [known[one.driver, one.number] for one in given]
    else:
        return None
    return {key: place for place, key in enumerate(keys, 1)}


def _physical(seen_device: SeenDevice) -> PhysicalDevice:
    """A device as the loader compares it; a device without UUID equals no other."""
    entry = seen_device.entry
    if entry is None:
        return PhysicalDevice(seen_device.name)
    return PhysicalDevice(
        seen_device.name,
        # The minimum by which a loader can identify a device; without it, it is never chosen.
        api_version=(1, 1, 0),
        device_uuid=entry.device_uuid,
        driver_uuid=entry.driver_uuid or NO_UUID,
        driver_version=entry.driver_version,
    )


class DeviceState(StrEnum):
    """State of a device: present as chosen, changed, or absent."""

    HERE = "here"
    CHANGED = "changed"  # present, but with another driver or version than when it was chosen
    UNNAMED = "unnamed"  # present, but a settings file cannot identify it
    ABSENT = "absent"  # chosen, but no probe found it


class DeviceLine(NamedTuple):
    """One device.

    Attributes:
        key: key of its row in the chain; a separate key for an absent device.
        facts: kind, versions; "" for an absent device.
        chosen: the configuration chooses it.
        entry: identity in the configuration, or to be stored there; None if it has none.
        now: current identity; None if absent.
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
        """True if a settings file can identify the device."""
        return self.entry is not None


def list_devices(choice: DeviceChoice, seen: Sequence[SeenDevice]) -> tuple[DeviceLine, ...]:
    """All known devices; if none is chosen, in the loader's order.

    Of indistinguishable devices the loader uses the first.
    """
    ordered = sorted(seen, key=lambda one: (not one.place, one.place))
    if not choice.chooses:
        return tuple(_line(one, chosen=True) for one in _apart(ordered))
    known: dict[object, DeviceEntry] = {}
    for entry in choice.devices:
        known.setdefault(identity_of(entry), entry)
    entries = tuple(known.values())
    found = match_entries(entries, ordered)
    listed = [_chosen(entry, found.get(place)) for place, entry in enumerate(entries)]
    taken = {one.key for one in found.values()}
    rest = [seen_device for seen_device in ordered if seen_device.key not in taken]
    others = [one for one in _apart(rest) if not one.entry or identity_of(one.entry) not in known]
    # Behind those that come first all others follow.
    follow = choice.mode is DeviceMode.FIRST
    return (*listed, *(_line(one, chosen=follow) for one in others))


def facts_of(seen_device: SeenDevice) -> str:
    """Text such as "Discrete GPU · Vulkan 1.4.318 · Mesa 25.1.5"."""
    version = (
        tr("Vulkan {version}", version=seen_device.api_version) if seen_device.api_version else ""
    )
    return " · ".join(
        part for part in (seen_device.kind, version, seen_device.driver_version) if part
    )


def _apart(seen: Sequence[SeenDevice]) -> list[SeenDevice]:
    """Remove devices with the same identity as an earlier one."""
    known: dict[object, SeenDevice] = {}
    for seen_device in seen:
        known.setdefault(
            identity_of(seen_device.entry) if seen_device.entry else seen_device.key, seen_device
        )
    return list(known.values())


def _line(seen_device: SeenDevice, *, chosen: bool) -> DeviceLine:
    state = DeviceState.HERE if seen_device.entry else DeviceState.UNNAMED
    return DeviceLine(
        seen_device.key,
        seen_device.name,
        state,
        chosen,
        facts_of(seen_device),
        seen_device.entry,
        seen_device.entry,
    )


def _chosen(entry: DeviceEntry, seen_device: SeenDevice | None) -> DeviceLine:
    name = entry.name or tr("A device without a name")
    if seen_device is None:
        key = "absent:" + ":".join(map(str, identity_of(entry)))
        return DeviceLine(key, name, DeviceState.ABSENT, True, "", entry)
    same = seen_device.entry is not None and identity_of(seen_device.entry) == identity_of(entry)
    state = DeviceState.HERE if same else DeviceState.CHANGED
    if same and seen_device.entry is not None:
        # An older choice does not say which driver and model it is of.
        entry = seen_device.entry._replace(extra=entry.extra)
    return DeviceLine(
        seen_device.key,
        seen_device.name,
        state,
        True,
        facts_of(seen_device),
        entry,
        seen_device.entry,
    )


def with_use(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, *, on: bool
) -> DeviceChoice | None:
    """Append a device to the chosen ones, or remove it."""
    line = _find(lines, key)
    if line is None or line.chosen is on:
        return None
    keys = _chosen_keys(lines)
    return _listed(choice, lines, [*keys, key] if on else [one for one in keys if one != key])


def with_only(choice: DeviceChoice, lines: Sequence[DeviceLine], key: str) -> DeviceChoice | None:
    if _find(lines, key) is None:
        return None
    return _unless_same(choice, _listed(choice, lines, [key]))


def with_devices(
    choice: DeviceChoice, lines: Sequence[DeviceLine], keys: Sequence[str], mode: DeviceMode
) -> DeviceChoice | None:
    """Choose these devices in this order; None if that is so already."""
    return _unless_same(choice, _listed(choice, lines, keys, mode))


def find_line(lines: Sequence[DeviceLine], seen: Sequence[SeenDevice], text: str) -> DeviceLine:
    """The device that a 0-based place, a UUID, a PCI address or a part of a name means.

    Raises:
        LookupError: it means none, or several; the message is a sentence.
    """
    numbers = {
        seen_device.key: str(seen_device.place - 1) for seen_device in seen if seen_device.place
    }
    for means in (
        lambda line: numbers.get(line.key) == text,
        lambda line: _is_known_by(line, text),
        lambda line: line.name.casefold() == text.casefold(),
        lambda line: text.casefold() in line.name.casefold(),
    ):
        device_lines = [line for line in lines if means(line)]
        if len(device_lines) == 1 and device_lines[0].can_be_chosen:
            return device_lines[0]
        if device_lines:
            several = tr(
                "“{text}” means several devices; give a number, UUID or PCI address.", text=text
            )
            alone = tr(
                "{name} cannot be chosen: loaders cannot identify it.", name=device_lines[0].name
            )
            raise LookupError(several if len(device_lines) > 1 else alone)
    raise LookupError(
        tr("There is no device “{text}”. “vkconfig-py devices” lists them.", text=text)
    )


def _is_known_by(line: DeviceLine, text: str) -> bool:
    entry = line.entry
    if entry is None or not text:
        return False
    return text.casefold() in (entry.pci, entry.device_uuid) or (
        text.replace("-", "").casefold() == entry.device_uuid
    )


def with_first(choice: DeviceChoice, lines: Sequence[DeviceLine], key: str) -> DeviceChoice | None:
    """Put one device first; the others follow."""
    if _find(lines, key) is None:
        return None
    return _unless_same(choice, _listed(choice, lines, [key], DeviceMode.FIRST))


def _unless_same(choice: DeviceChoice, changed: DeviceChoice) -> DeviceChoice | None:
    """The changed choice; None if the same devices are chosen, whatever is known of them now."""
    now, old = (tuple(map(identity_of, one.devices)) for one in (changed, choice))
    return None if (changed.mode, now) == (choice.mode, old) else changed


def with_way(choice: DeviceChoice, way: DeviceSelectionMethod) -> DeviceChoice | None:
    return None if choice.by is way else choice._replace(by=way)


def with_place(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, place: int
) -> DeviceChoice | None:
    """Move a device to a 0-based place among the chosen ones; chooses it if necessary."""
    line, keys = _find(lines, key), _chosen_keys(lines)
    if line is None:
        return None
    rest = [one for one in keys if one != key]
    place = max(0, min(place, len(rest)))
    wanted = [*rest[:place], key, *rest[place:]]
    return None if wanted == keys else _listed(choice, lines, wanted)


def with_step(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, step: int
) -> DeviceChoice | None:
    """Move a device up (-1) or down (+1); an unchosen one moves up to the end of the list."""
    keys = _chosen_keys(lines)
    if key not in keys:
        return with_place(choice, lines, key, len(keys)) if step < 0 else None
    place = keys.index(key) + step
    return with_place(choice, lines, key, place) if place >= 0 else None


def with_renewed(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str
) -> DeviceChoice | None:
    """Replace the stored identity of a chosen device by its current one."""
    line = _find(lines, key)
    if line is None or line.now is None or line.now == line.entry or not line.chosen:
        return None
    renewed = [
        device_line._replace(entry=line.now) if device_line is line else device_line
        for device_line in lines
    ]
    return _listed(choice, renewed, _chosen_keys(lines))


def without_choice(choice: DeviceChoice) -> DeviceChoice | None:
    """Give programs every device, in the order of the loader."""
    return DeviceChoice(extra=choice.extra) if choice.chooses else None


def _find(lines: Sequence[DeviceLine], key: str) -> DeviceLine | None:
    return next((line for line in lines if line.key == key and line.can_be_chosen), None)


def _chosen_keys(lines: Sequence[DeviceLine]) -> list[str]:
    return [line.key for line in lines if line.chosen and line.can_be_chosen]


def _listed(
    choice: DeviceChoice,
    lines: Sequence[DeviceLine],
    keys: Sequence[str],
    mode: DeviceMode = DeviceMode.LISTED,
) -> DeviceChoice:
    entries: dict[str, DeviceEntry] = {
        line.key: line.entry for line in lines if line.entry is not None
    }
    chosen = set(keys)
    rest = [entry for key, entry in entries.items() if key not in chosen]
    # Devices that no probe has found yet, but that were there when the choice was made.
    known = {identity_of(entry) for entry in entries.values()}
    unseen = [one for one in choice.others if identity_of(one) not in known]
    return choice._replace(
        mode=mode, devices=tuple(entries[key] for key in keys), others=(*rest, *unseen)
    )


ALL_DEVICES = tr("Use every device")


class DeviceChoosing:
    """The current configuration's choice of devices, as edits.

    Devices are given by the keys of their lines; edits without effect are ignored.
    """

    def __init__(self, edits: workspace_edits.Editor, probed: Callable[[], ProbeFindings]) -> None:
        self._edits = edits
        self._probed = probed

    @property
    def _choice(self) -> DeviceChoice:
        return self._edits.workspace.current.devices

    def lines(self) -> tuple[DeviceLine, ...]:
        """All known devices, the chosen ones first."""
        seen = [device for group in self._probed().devices.values() for device in group]
        return list_devices(self._choice, seen)

    def use(self, key: str, *, on: bool) -> None:
        label = tr("Use {device}") if on else tr("Leave out {device}")
        self._edit(with_use(self._choice, self.lines(), key, on=on), label, key)

    def put_first(self, key: str) -> None:
        self._edit(with_first(self._choice, self.lines(), key), tr("Put {device} first"), key)

    def choose_by(self, way: DeviceSelectionMethod) -> None:
        self._edit(with_way(self._choice, way), tr("Choose devices by another method"), "")

    def use_only(self, key: str) -> None:
        self._edit(with_only(self._choice, self.lines(), key), tr("Use only {device}"), key)

    def place(self, key: str, place: int) -> None:
        """Move a device to a 0-based place among the chosen ones."""
        self._edit(with_place(self._choice, self.lines(), key, place), tr("Move {device}"), key)

    def step(self, key: str, step: int) -> None:
        self._edit(with_step(self._choice, self.lines(), key, step), tr("Move {device}"), key)

    def renew(self, key: str) -> None:
        """Store the current identity of a device."""
        self._edit(with_renewed(self._choice, self.lines(), key), tr("Update {device}"), key)

    def leave(self) -> None:
        self._edit(without_choice(self._choice), ALL_DEVICES, "")

    def _edit(self, changed: DeviceChoice | None, label: str, key: str) -> None:
        if changed is None:
            return
        name = next((line.name for line in self.lines() if line.key == key), "")
        current = self._edits.workspace.current
        self._edits.do(
            workspace_edits.edit, current._replace(devices=changed), label.format(device=name)
        )
