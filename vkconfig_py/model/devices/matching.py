"""Which device of the machine a configuration means, and which ones programs get. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vkconfig_py.loader.devices.choice import can_be_chosen, choose
from vkconfig_py.loader.devices.values import NO_UUID, PhysicalDevice
from vkconfig_py.model.documents.configuration import DeviceEntry

if TYPE_CHECKING:
    from vkconfig_py.loader.probe.devices import DeviceSummary
    from vkconfig_py.model.picture.values import DevicesInForce
    from vkconfig_py.model.probing.probed import SeenDevice


def entry_of(device: DeviceSummary) -> DeviceEntry | None:
    """Return what names a device in a settings file; None if no loader finds it by anything."""
    plain = PhysicalDevice(device.name, api_version=device.api_version)
    if not device.device_uuid or not can_be_chosen(plain):
        return None
    return DeviceEntry(
        device.name,
        device.device_uuid,
        device.driver_uuid,
        device.driver_version,
        device.driver_name,
    )


def identity_of(entry: DeviceEntry) -> tuple[str, str, int]:
    """Return what tells a device from all others."""
    return entry.device_uuid, entry.driver_uuid, entry.driver_version


def match_entries(
    entries: Sequence[DeviceEntry], seen: Sequence[SeenDevice]
) -> Mapping[int, SeenDevice]:
    """Return the device that each entry means, by the entry's place.

    An entry whose driver is not there any more means the same device under another driver, or
    another version of it.
    """
    known = {one.key: one for one in seen if one.entry is not None}
    found: dict[int, SeenDevice] = {}
    for alike in (identity_of, lambda entry: entry.device_uuid):
        for place, entry in enumerate(entries):
            if place in found:
                continue
            for key, one in known.items():
                if one.entry is not None and alike(one.entry) == alike(entry):
                    found[place] = known.pop(key)
                    break
    return found


def find_places(in_force: DevicesInForce, seen: Sequence[SeenDevice]) -> Mapping[str, int] | None:
    """Return the 1-based places of the devices that programs get, by key.

    They are what the loader's own rule makes of the settings file that is in force; None if that
    leaves devices alone. A mapping without any device means that programs get none.
    """
    if in_force.listed is None:
        return None
    chosen = choose([_physical(one) for one in seen], in_force.listed, in_force.profile) or ()
    keys = dict.fromkeys(seen[place].key for place in chosen)
    return {key: place for place, key in enumerate(keys, 1)}


def _physical(one: SeenDevice) -> PhysicalDevice:
    """Return a device as the loader compares it; one that cannot be named is like none."""
    entry = one.entry
    if entry is None:
        return PhysicalDevice(one.name)
    return PhysicalDevice(
        one.name,
        api_version=(1, 1, 0),
        device_uuid=entry.device_uuid,
        driver_uuid=entry.driver_uuid or NO_UUID,
        driver_version=entry.driver_version,
    )
