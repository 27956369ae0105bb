"""Devices of a machine, and a configuration that chooses among them."""

from __future__ import annotations

from vkconfig_py.model.chain.probe_results import SeenDevice
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceEntry, DeviceMode


def entry(number: int, version: int = 1, driver: int = 9) -> DeviceEntry:
    """Return what names a device."""
    uuids = (bytes([byte] * 16).hex() for byte in (number, driver))
    return DeviceEntry(f"GPU {number}", *uuids, version)


def seen(number: int, place: int = 0, **more: object) -> SeenDevice:
    """Return a device that a probe found."""
    values = {"entry": entry(number), "position": place, **more}
    return SeenDevice(f"device:a#{number}", f"GPU {number}", "CPU", "1.3.0", "Mesa 1", **values)


def listed(*entries: DeviceEntry) -> DeviceChoice:
    """Return a choice of these."""
    return DeviceChoice(DeviceMode.LISTED, entries)


ONE, TWO, THREE = seen(1, 2), seen(2, 1), seen(3, 3)
