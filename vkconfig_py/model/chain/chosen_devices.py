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

ALL_DEVICES = tr("Use every device")


def entry_of(device: DeviceSummary, number: int = 0) -> DeviceEntry | None:
    """Return the identity of a device, or None if no loader can identify it."""
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
    entries: Sequence[DeviceEntry], seen_devices: Sequence[SeenDevice]
) -> Mapping[int, SeenDevice]:
    """Return the device that each entry means, by the entry's index.

    An entry whose driver is no longer installed means the same device with another driver or driver
    version.
    """
    unmatched = {
        seen_device.key: seen_device
        for seen_device in seen_devices
        if seen_device.entry is not None
    }
    matches: dict[int, SeenDevice] = {}
    # Exact matches first: an outdated entry must not take a device that another entry identifies.
    for identify in (identity_of, lambda entry: entry.device_uuid):
        for index, entry in enumerate(entries):
            if index in matches:
                continue
            for key, device in unmatched.items():
                if device.entry is not None and identify(device.entry) == identify(entry):
                    matches[index] = unmatched.pop(key)
                    break
    return matches


def find_places(
    applied_state: DevicesInForce, seen_devices: Sequence[SeenDevice]
) -> Mapping[str, int] | None:
    """Return the 1-based places of the devices that programs get, by key.

    The rules are applied to the active settings file, or to the variables of the plan; None if
    neither chooses devices. An empty mapping means that programs get no device.
    """
    if applied_state.listed is not None:
        chosen = (
            choose(
                [_make_physical(device) for device in seen_devices],
                applied_state.listed,
                applied_state.profile,
            )
            or ()
        )
        keys = list(dict.fromkeys(seen_devices[place].key for place in chosen))
    elif applied_state.scene is not None:
        from vkconfig_py.model.plan.device_values import compute_program_devices

        keys_by_driver = {
            (entry.driver, entry.number): device.key
            for device in seen_devices
            if (entry := device.entry) is not None
        }
        entries = tuple(
            seen_device.entry for seen_device in seen_devices if seen_device.entry is not None
        )
        given_devices = compute_program_devices(applied_state.scene._replace(devices=entries))
        keys = [keys_by_driver[device.driver, device.number] for device in given_devices]
    else:
        return None
    return {key: place for place, key in enumerate(keys, 1)}


def _make_physical(seen_device: SeenDevice) -> PhysicalDevice:
    """Return a device as the loader compares it. A device without UUID equals no other."""
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
        """Return whether a settings file can identify the device."""
        return self.entry is not None


def list_devices(
    choice: DeviceChoice, seen_devices: Sequence[SeenDevice]
) -> tuple[DeviceLine, ...]:
    """Return all known devices, in the loader's order if none is chosen.

    Of indistinguishable devices the loader uses the first.
    """
    ordered = sorted(seen_devices, key=lambda device: (not device.place, device.place))
    if not choice.chooses:
        return tuple(_make_line(device, chosen=True) for device in _remove_same_identity(ordered))
    entries_by_identity: dict[object, DeviceEntry] = {}
    for entry in choice.devices:
        entries_by_identity.setdefault(identity_of(entry), entry)
    entries = tuple(entries_by_identity.values())
    matches = match_entries(entries, ordered)
    chosen_lines = [
        _make_chosen_line(entry, matches.get(place)) for place, entry in enumerate(entries)
    ]
    matched_keys = {device.key for device in matches.values()}
    unmatched = [seen_device for seen_device in ordered if seen_device.key not in matched_keys]
    other_devices = [
        device
        for device in _remove_same_identity(unmatched)
        if not device.entry or identity_of(device.entry) not in entries_by_identity
    ]
    # Behind those that come first all others follow.
    are_others_chosen = choice.mode is DeviceMode.FIRST
    return (
        *chosen_lines,
        *(_make_line(device, chosen=are_others_chosen) for device in other_devices),
    )


def facts_of(seen_device: SeenDevice) -> str:
    """Return text such as "Discrete GPU · Vulkan 1.4.318 · Mesa 25.1.5"."""
    version = (
        tr("Vulkan {version}", version=seen_device.api_version) if seen_device.api_version else ""
    )
    return " · ".join(
        part for part in (seen_device.kind, version, seen_device.driver_version) if part
    )


def _remove_same_identity(seen_devices: Sequence[SeenDevice]) -> list[SeenDevice]:
    """Remove devices with the same identity as an earlier one."""
    devices_by_identity: dict[object, SeenDevice] = {}
    for seen_device in seen_devices:
        devices_by_identity.setdefault(
            identity_of(seen_device.entry) if seen_device.entry else seen_device.key, seen_device
        )
    return list(devices_by_identity.values())


def _make_line(seen_device: SeenDevice, *, chosen: bool) -> DeviceLine:
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


def _make_chosen_line(entry: DeviceEntry, seen_device: SeenDevice | None) -> DeviceLine:
    name = entry.name or tr("A device without a name")
    if seen_device is None:
        key = "absent:" + ":".join(map(str, identity_of(entry)))
        return DeviceLine(key, name, DeviceState.ABSENT, True, "", entry)
    is_same = seen_device.entry is not None and identity_of(seen_device.entry) == identity_of(entry)
    state = DeviceState.HERE if is_same else DeviceState.CHANGED
    if is_same and seen_device.entry is not None:
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
    line = _find_choosable(lines, key)
    if line is None or line.chosen is on:
        return None
    keys = _chosen_keys(lines)
    return _replace_devices(
        choice, lines, [*keys, key] if on else [other_key for other_key in keys if other_key != key]
    )


def with_only(choice: DeviceChoice, lines: Sequence[DeviceLine], key: str) -> DeviceChoice | None:
    if _find_choosable(lines, key) is None:
        return None
    return _unless_same(choice, _replace_devices(choice, lines, [key]))


def with_devices(
    choice: DeviceChoice, lines: Sequence[DeviceLine], keys: Sequence[str], mode: DeviceMode
) -> DeviceChoice | None:
    """Return the choice of these devices in this order, or None if it is the present one."""
    return _unless_same(choice, _replace_devices(choice, lines, keys, mode))


def find_line(
    lines: Sequence[DeviceLine], seen_devices: Sequence[SeenDevice], text: str
) -> DeviceLine:
    """Return the device that a 0-based place, a UUID, a PCI address or a part of a name means.

    Raises:
        LookupError: it means none, or several; the message is a sentence.
    """
    place_texts = {
        seen_device.key: str(seen_device.place - 1)
        for seen_device in seen_devices
        if seen_device.place
    }
    for is_match in (
        lambda line: place_texts.get(line.key) == text,
        lambda line: _is_known_by(line, text),
        lambda line: line.name.casefold() == text.casefold(),
        lambda line: text.casefold() in line.name.casefold(),
    ):
        device_lines = [line for line in lines if is_match(line)]
        if len(device_lines) == 1 and device_lines[0].can_be_chosen:
            return device_lines[0]
        if device_lines:
            several_text = tr(
                "“{text}” means several devices; give a number, UUID or PCI address.", text=text
            )
            alone_text = tr(
                "{name} cannot be chosen: loaders cannot identify it.", name=device_lines[0].name
            )
            raise LookupError(several_text if len(device_lines) > 1 else alone_text)
    raise LookupError(
        tr("There is no device “{text}”. “vkconfig-py device list” lists them.", text=text)
    )


def _is_known_by(line: DeviceLine, text: str) -> bool:
    entry = line.entry
    if entry is None or not text:
        return False
    return text.casefold() in (entry.pci, entry.device_uuid) or (
        text.replace("-", "").casefold() == entry.device_uuid
    )


def with_first(choice: DeviceChoice, lines: Sequence[DeviceLine], key: str) -> DeviceChoice | None:
    """Put one device first. The others follow."""
    if _find_choosable(lines, key) is None:
        return None
    return _unless_same(choice, _replace_devices(choice, lines, [key], DeviceMode.FIRST))


def _unless_same(choice: DeviceChoice, changed: DeviceChoice) -> DeviceChoice | None:
    """Return the changed choice, or None if it chooses the same devices."""
    new_identities, old_identities = (
        tuple(map(identity_of, variant.devices)) for variant in (changed, choice)
    )
    return None if (changed.mode, new_identities) == (choice.mode, old_identities) else changed


def with_method(choice: DeviceChoice, method: DeviceSelectionMethod) -> DeviceChoice | None:
    return None if choice.by is method else choice._replace(by=method)


def with_place(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, place: int
) -> DeviceChoice | None:
    """Move a device to a 0-based place among the chosen ones."""
    line, keys = _find_choosable(lines, key), _chosen_keys(lines)
    if line is None:
        return None
    other_keys = [other_key for other_key in keys if other_key != key]
    place = max(0, min(place, len(other_keys)))
    new_keys = [*other_keys[:place], key, *other_keys[place:]]
    return None if new_keys == keys else _replace_devices(choice, lines, new_keys)


def with_step(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, step: int
) -> DeviceChoice | None:
    """Move a device up (-1) or down (+1), where up chooses an unchosen one."""
    keys = _chosen_keys(lines)
    if key not in keys:
        return with_place(choice, lines, key, len(keys)) if step < 0 else None
    place = keys.index(key) + step
    return with_place(choice, lines, key, place) if place >= 0 else None


def with_renewed(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str
) -> DeviceChoice | None:
    """Replace the stored identity of a chosen device by its current one."""
    line = _find_choosable(lines, key)
    if line is None or line.now is None or line.now == line.entry or not line.chosen:
        return None
    renewed = [
        device_line._replace(entry=line.now) if device_line is line else device_line
        for device_line in lines
    ]
    return _replace_devices(choice, renewed, _chosen_keys(lines))


def without_choice(choice: DeviceChoice) -> DeviceChoice | None:
    """Give programs every device, in the order of the loader."""
    return DeviceChoice(extra=choice.extra) if choice.chooses else None


def _find_choosable(lines: Sequence[DeviceLine], key: str) -> DeviceLine | None:
    return next((line for line in lines if line.key == key and line.can_be_chosen), None)


def _chosen_keys(lines: Sequence[DeviceLine]) -> list[str]:
    return [line.key for line in lines if line.chosen and line.can_be_chosen]


def _replace_devices(
    choice: DeviceChoice,
    lines: Sequence[DeviceLine],
    keys: Sequence[str],
    mode: DeviceMode = DeviceMode.LISTED,
) -> DeviceChoice:
    entries: dict[str, DeviceEntry] = {
        line.key: line.entry for line in lines if line.entry is not None
    }
    chosen_keys = set(keys)
    unchosen_entries = [entry for key, entry in entries.items() if key not in chosen_keys]
    # Devices that no probe has found yet, but that were there when the choice was made.
    known_identities = {identity_of(entry) for entry in entries.values()}
    unseen_entries = [
        entry for entry in choice.others if identity_of(entry) not in known_identities
    ]
    return choice._replace(
        mode=mode,
        devices=tuple(entries[key] for key in keys),
        others=(*unchosen_entries, *unseen_entries),
    )


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
        """Return all known devices, the chosen ones first."""
        seen_devices = [device for group in self._probed().devices.values() for device in group]
        return list_devices(self._choice, seen_devices)

    def use(self, key: str, *, on: bool) -> None:
        label = tr("Use {device}") if on else tr("Leave out {device}")
        self._edit(with_use(self._choice, self.lines(), key, on=on), label, key)

    def put_first(self, key: str) -> None:
        self._edit(with_first(self._choice, self.lines(), key), tr("Put {device} first"), key)

    def choose_by(self, method: DeviceSelectionMethod) -> None:
        self._edit(with_method(self._choice, method), tr("Choose devices by another method"), "")

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
