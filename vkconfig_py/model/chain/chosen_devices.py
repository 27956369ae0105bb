"""Physical devices that a configuration chooses: matching, listing and editing.

An edit takes a choice and the device list, and returns another choice, or None if nothing changes.
A newly chosen device is stored with its current identity; a chosen one keeps the stored identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.device_values import NO_UUID, DeviceSummary, PhysicalDevice
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.device_rules import can_be_chosen, choose_devices
from vkconfig_py.model.chain.probe_results import ProbeFindings, SeenDevice
from vkconfig_py.model.chain.snapshot_values import DeviceChoiceEffect
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
)
from vkconfig_py.model.plan.planned_devices import compute_program_devices

ALL_DEVICES = tr("Use every device")


def make_device_entry(device: DeviceSummary, number: int = 0) -> DeviceEntry | None:
    """Return a device as a configuration stores it, None if no loader can identify it.

    `number`: its index among the devices of its driver.
    """
    plain_device = PhysicalDevice(device.name, api_version=device.api_version)
    if not device.device_uuid or not can_be_chosen(plain_device):
        return None
    return DeviceEntry(
        device.name,
        device.device_uuid,
        device.driver_uuid,
        device.driver_version,
        device.driver_name,
        driver=get_base_name(device.driver),
        number=number,
        kind=device.type,
        vendor_id=device.vendor_id,
        device_id=device.device_id,
        pci=device.pci,
    )


def get_identity(entry: DeviceEntry) -> tuple[str, str, int]:
    """Return by what a loader recognises a device: UUIDs and driver version."""
    return entry.device_uuid, entry.driver_uuid, entry.driver_version


def match_entries(
    entries: Sequence[DeviceEntry], seen_devices: Sequence[SeenDevice]
) -> Mapping[int, SeenDevice]:
    """Return the present device that each stored entry means, by the entry's index.

    An entry whose driver is no longer installed means the same device with another driver or driver
    version.
    """
    unmatched_devices = {
        seen_device.key: seen_device
        for seen_device in seen_devices
        if seen_device.entry is not None
    }
    matches: dict[int, SeenDevice] = {}
    # Exact matches first: an outdated entry must not take a device that another entry identifies.
    for identify in (get_identity, lambda entry: entry.device_uuid):
        for index, entry in enumerate(entries):
            if index in matches:
                continue
            for key, device in unmatched_devices.items():
                if device.entry is not None and identify(device.entry) == identify(entry):
                    matches[index] = unmatched_devices.pop(key)
                    break
    return matches


def find_positions(
    applied_state: DeviceChoiceEffect, seen_devices: Sequence[SeenDevice]
) -> Mapping[str, int] | None:
    """Return the 1-based places of the devices that programs get, by device key.

    The rules are applied to the active settings file, or to the variables of the plan. None if
    neither chooses devices. An empty mapping means that programs get no device.
    """
    if applied_state.listed_devices is not None:
        chosen_indexes = (
            choose_devices(
                [_make_physical(device) for device in seen_devices],
                applied_state.listed_devices,
                applied_state.profile,
            )
            or ()
        )
        keys = list(dict.fromkeys(seen_devices[position].key for position in chosen_indexes))
    elif applied_state.context is not None:
        keys_by_driver = {
            (entry.driver, entry.number): device.key
            for device in seen_devices
            if (entry := device.entry) is not None
        }
        entries = tuple(
            seen_device.entry for seen_device in seen_devices if seen_device.entry is not None
        )
        given_devices = compute_program_devices(applied_state.context._replace(devices=entries))
        keys = [keys_by_driver[device.driver, device.number] for device in given_devices]
    else:
        return None
    return {key: position for position, key in enumerate(keys, 1)}


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


class ListedDevice(NamedTuple):
    """One device.

    Attributes:
        key: key of its row in the chain; a separate key for an absent device.
        facts: kind, versions; "" for an absent device.
        is_chosen: the configuration chooses it.
        chosen_entry: identity in the configuration, or to be stored there; None if it has none.
        current_entry: current identity; None if absent.
    """

    key: str
    name: str
    state: DeviceState
    is_chosen: bool
    facts: str = ""
    chosen_entry: DeviceEntry | None = None
    current_entry: DeviceEntry | None = None

    @property
    def can_be_chosen(self) -> bool:
        """Return whether a settings file can identify the device."""
        return self.chosen_entry is not None


def list_devices(
    choice: DeviceChoice, seen_devices: Sequence[SeenDevice]
) -> tuple[ListedDevice, ...]:
    """Return all known devices with their choice, the chosen ones first.

    If none is chosen, in the loader's order. Of indistinguishable devices the loader uses the
    first.
    """
    ordered_devices = sorted(
        seen_devices, key=lambda device: (not device.position, device.position)
    )
    if not choice.is_choosing:
        return tuple(
            _make_listed_device(device, is_chosen=True)
            for device in _remove_same_identity(ordered_devices)
        )
    entries_by_identity: dict[object, DeviceEntry] = {}
    for entry in choice.devices:
        entries_by_identity.setdefault(get_identity(entry), entry)
    entries = tuple(entries_by_identity.values())
    matches = match_entries(entries, ordered_devices)
    chosen_lines = [
        _make_chosen_device(entry, matches.get(position)) for position, entry in enumerate(entries)
    ]
    matched_keys = {device.key for device in matches.values()}
    unmatched_devices = [
        seen_device for seen_device in ordered_devices if seen_device.key not in matched_keys
    ]
    other_devices = [
        device
        for device in _remove_same_identity(unmatched_devices)
        if not device.entry or get_identity(device.entry) not in entries_by_identity
    ]
    # Behind those that come first all others follow.
    are_others_chosen = choice.mode is DeviceMode.FIRST
    return (
        *chosen_lines,
        *(_make_listed_device(device, is_chosen=are_others_chosen) for device in other_devices),
    )


def describe_seen_device(seen_device: SeenDevice) -> str:
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
            get_identity(seen_device.entry) if seen_device.entry else seen_device.key, seen_device
        )
    return list(devices_by_identity.values())


def _make_listed_device(seen_device: SeenDevice, *, is_chosen: bool) -> ListedDevice:
    """Describe a device that was found, and that is not stored in the configuration."""
    state = DeviceState.HERE if seen_device.entry else DeviceState.UNNAMED
    return ListedDevice(
        seen_device.key,
        seen_device.name,
        state,
        is_chosen,
        describe_seen_device(seen_device),
        seen_device.entry,
        seen_device.entry,
    )


def _make_chosen_device(entry: DeviceEntry, seen_device: SeenDevice | None) -> ListedDevice:
    """Describe a stored device. `seen_device`: the present one, None if it was not found."""
    name = entry.name or tr("Unnamed device")
    if seen_device is None:
        key = "absent:" + ":".join(map(str, get_identity(entry)))
        return ListedDevice(key, name, DeviceState.ABSENT, True, "", entry)
    has_same_identity = seen_device.entry is not None and get_identity(
        seen_device.entry
    ) == get_identity(entry)
    state = DeviceState.HERE if has_same_identity else DeviceState.CHANGED
    if has_same_identity and seen_device.entry is not None:
        # An older choice does not say which driver and model it is of.
        entry = seen_device.entry._replace(extra=entry.extra)
    return ListedDevice(
        seen_device.key,
        seen_device.name,
        state,
        True,
        describe_seen_device(seen_device),
        entry,
        seen_device.entry,
    )


def set_device_use(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str, *, is_on: bool
) -> DeviceChoice | None:
    """Append a device to the chosen ones, or remove it. Return None if nothing changes."""
    line = _find_choosable(lines, key)
    if line is None or line.is_chosen is is_on:
        return None
    keys = _list_chosen_keys(lines)
    return _replace_devices(
        choice,
        lines,
        [*keys, key] if is_on else [other_key for other_key in keys if other_key != key],
    )


def choose_only_device(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str
) -> DeviceChoice | None:
    """Choose one device alone. Return None if nothing changes."""
    if _find_choosable(lines, key) is None:
        return None
    return _drop_if_unchanged(choice, _replace_devices(choice, lines, [key]))


def replace_chosen_devices(
    choice: DeviceChoice, lines: Sequence[ListedDevice], keys: Sequence[str], mode: DeviceMode
) -> DeviceChoice | None:
    """Return the choice of these devices in this order, or None if it is the present one."""
    return _drop_if_unchanged(choice, _replace_devices(choice, lines, keys, mode))


def find_listed_device(
    lines: Sequence[ListedDevice], seen_devices: Sequence[SeenDevice], text: str
) -> ListedDevice:
    """Find a device by its index (from 0), UUID, PCI address or a part of its name.

    Raises:
        LookupError: no device matches, or several do. The message is a sentence.
    """
    place_texts = {
        seen_device.key: str(seen_device.position - 1)
        for seen_device in seen_devices
        if seen_device.position
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
                "“{text}” matches several devices; give a number, UUID or PCI address.", text=text
            )
            unidentified_text = tr(
                "{name} cannot be chosen: loaders cannot identify it.", name=device_lines[0].name
            )
            raise LookupError(several_text if len(device_lines) > 1 else unidentified_text)
    raise LookupError(
        tr("No device matches “{text}”. “vkconfig-py device list” lists all devices.", text=text)
    )


def _is_known_by(line: ListedDevice, text: str) -> bool:
    """Return whether a text is the PCI address or UUID of a device."""
    entry = line.chosen_entry
    if entry is None or not text:
        return False
    return text.casefold() in (entry.pci, entry.device_uuid) or (
        text.replace("-", "").casefold() == entry.device_uuid
    )


def move_device_first(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str
) -> DeviceChoice | None:
    """Put one device first, and the others behind it. Return None if nothing changes."""
    if _find_choosable(lines, key) is None:
        return None
    return _drop_if_unchanged(choice, _replace_devices(choice, lines, [key], DeviceMode.FIRST))


def _drop_if_unchanged(choice: DeviceChoice, changed_choice: DeviceChoice) -> DeviceChoice | None:
    """Return the changed choice, or None if it chooses the same devices."""
    new_identities, old_identities = (
        tuple(map(get_identity, variant.devices)) for variant in (changed_choice, choice)
    )
    return (
        None
        if (changed_choice.mode, new_identities) == (choice.mode, old_identities)
        else changed_choice
    )


def set_selection_method(
    choice: DeviceChoice, method: DeviceSelectionMethod
) -> DeviceChoice | None:
    """Choose by which variables or file devices are selected. Return None if it is the same."""
    return None if choice.by is method else choice._replace(by=method)


def set_device_position(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str, position: int
) -> DeviceChoice | None:
    """Move a device to a 0-based place among the chosen ones. Return None if nothing changes."""
    line, keys = _find_choosable(lines, key), _list_chosen_keys(lines)
    if line is None:
        return None
    other_keys = [other_key for other_key in keys if other_key != key]
    position = max(0, min(position, len(other_keys)))
    new_keys = [*other_keys[:position], key, *other_keys[position:]]
    return None if new_keys == keys else _replace_devices(choice, lines, new_keys)


def move_device(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str, step: int
) -> DeviceChoice | None:
    """Move a device up (-1) or down (+1). Return None if nothing changes.

    Up chooses a device that is not chosen, and puts it last.
    """
    keys = _list_chosen_keys(lines)
    if key not in keys:
        return set_device_position(choice, lines, key, len(keys)) if step < 0 else None
    position = keys.index(key) + step
    return set_device_position(choice, lines, key, position) if position >= 0 else None


def renew_device_identity(
    choice: DeviceChoice, lines: Sequence[ListedDevice], key: str
) -> DeviceChoice | None:
    """Replace the stored identity of a chosen device by its current one.

    Return None if nothing changes.
    """
    line = _find_choosable(lines, key)
    if (
        line is None
        or line.current_entry is None
        or line.current_entry == line.chosen_entry
        or not line.is_chosen
    ):
        return None
    renewed_lines = [
        device_line._replace(chosen_entry=line.current_entry)
        if device_line is line
        else device_line
        for device_line in lines
    ]
    return _replace_devices(choice, renewed_lines, _list_chosen_keys(lines))


def clear_device_choice(choice: DeviceChoice) -> DeviceChoice | None:
    """Give programs every device, in the loader's order. Return None if it is so already."""
    return DeviceChoice(extra=choice.extra) if choice.is_choosing else None


def _find_choosable(lines: Sequence[ListedDevice], key: str) -> ListedDevice | None:
    """Find a device by its key, None if it is missing or loaders cannot identify it."""
    return next((line for line in lines if line.key == key and line.can_be_chosen), None)


def _list_chosen_keys(lines: Sequence[ListedDevice]) -> list[str]:
    """Return the keys of the chosen devices, in their order."""
    return [line.key for line in lines if line.is_chosen and line.can_be_chosen]


def _replace_devices(
    choice: DeviceChoice,
    lines: Sequence[ListedDevice],
    keys: Sequence[str],
    mode: DeviceMode = DeviceMode.LISTED,
) -> DeviceChoice:
    """Choose the devices of these keys. The others are stored too, so that they stay known."""
    entries: dict[str, DeviceEntry] = {
        line.key: line.chosen_entry for line in lines if line.chosen_entry is not None
    }
    chosen_keys = set(keys)
    unchosen_entries = [entry for key, entry in entries.items() if key not in chosen_keys]
    # Devices that no probe has found yet, but that were there when the choice was made.
    known_identities = {get_identity(entry) for entry in entries.values()}
    unseen_entries = [
        entry for entry in choice.others if get_identity(entry) not in known_identities
    ]
    return choice._replace(
        mode=mode,
        devices=tuple(entries[key] for key in keys),
        others=(*unchosen_entries, *unseen_entries),
    )


class DeviceChoiceEditor:
    """The current configuration's choice of devices, as edits.

    Devices are given by the keys of their lines; edits without effect are ignored.
    """

    def __init__(
        self, edits: workspace_edits.Editor, get_findings: Callable[[], ProbeFindings]
    ) -> None:
        self._edits = edits
        self._get_findings = get_findings

    @property
    def _current_choice(self) -> DeviceChoice:
        return self._edits.workspace.selected_configuration.devices

    def list_devices(self) -> tuple[ListedDevice, ...]:
        """Return all known devices, the chosen ones first."""
        seen_devices = [
            device for group in self._get_findings().devices.values() for device in group
        ]
        return list_devices(self._current_choice, seen_devices)

    def set_use(self, key: str, *, is_on: bool) -> None:
        """Choose a device, or remove it from the chosen ones."""
        label = tr("Use {device}") if is_on else tr("Leave out {device}")
        self._edit(
            set_device_use(self._current_choice, self.list_devices(), key, is_on=is_on), label, key
        )

    def move_first(self, key: str) -> None:
        """Make a device the first one that programs get."""
        self._edit(
            move_device_first(self._current_choice, self.list_devices(), key),
            tr("Put {device} first"),
            key,
        )

    def set_method(self, method: DeviceSelectionMethod) -> None:
        """Choose by which variables or file devices are selected."""
        self._edit(
            set_selection_method(self._current_choice, method),
            tr("Change the device selection method"),
            "",
        )

    def use_only(self, key: str) -> None:
        """Make a device the only one that programs get."""
        self._edit(
            choose_only_device(self._current_choice, self.list_devices(), key),
            tr("Use only {device}"),
            key,
        )

    def move_to(self, key: str, position: int) -> None:
        """Move a device to a 0-based place among the chosen ones."""
        self._edit(
            set_device_position(self._current_choice, self.list_devices(), key, position),
            tr("Move {device}"),
            key,
        )

    def move_by(self, key: str, step: int) -> None:
        """Move a device up (-1) or down (+1) among the chosen ones."""
        self._edit(
            move_device(self._current_choice, self.list_devices(), key, step),
            tr("Move {device}"),
            key,
        )

    def renew_identity(self, key: str) -> None:
        """Store the current identity of a device."""
        self._edit(
            renew_device_identity(self._current_choice, self.list_devices(), key),
            tr("Update {device}"),
            key,
        )

    def clear_choice(self) -> None:
        """Give programs every device, in the loader's order."""
        self._edit(clear_device_choice(self._current_choice), ALL_DEVICES, "")

    def _edit(self, changed_choice: DeviceChoice | None, label: str, key: str) -> None:
        """Store a changed choice as one undo step. None changes nothing.

        `label`: names the undo step; {device} stands for the device. `key`: of the device.
        """
        if changed_choice is None:
            return
        name = next((line.name for line in self.list_devices() if line.key == key), "")
        current_configuration = self._edits.workspace.selected_configuration
        self._edits.do(
            workspace_edits.make_change,
            current_configuration._replace(devices=changed_choice),
            label.format(device=name),
        )
