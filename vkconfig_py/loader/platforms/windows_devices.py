"""The order in which programs on Windows get physical devices: that of the graphics settings.

Source: LoaderDriverInterface, "Physical Device Sorting" for Windows; loader_windows.c,
windows_read_sorted_physical_devices, sort_physical_devices_with_same_luid; loader.c,
setup_loader_term_phys_devs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.windows_facts import Adapter


class DriverDevices(NamedTuple):
    """What one driver answers when it is asked for its devices.

    Attributes:
        devices: of vkEnumeratePhysicalDevices, by handles or other unique names.
        by_luid: of vk_icdEnumerateAdapterPhysicalDevices, by the LUID of an adapter; None if the
            driver has no such function (before interface 6).
        layered: devices whose driver works through Direct3D 12
            (VkPhysicalDeviceLayeredDriverPropertiesMSFT).
    """

    devices: tuple[str, ...]
    by_luid: Mapping[int, tuple[str, ...]] | None = None
    layered: frozenset[str] = frozenset()


class _RegisteredPath(NamedTuple):
    luid: int
    devices: tuple[str, ...]
    is_layered: bool


def order_devices(
    adapters: Sequence[Adapter] | None, drivers: Sequence[DriverDevices]
) -> tuple[str, ...]:
    """Return the devices in the order in which a program on Windows gets them.

    `adapters` are those of IDXGIFactory6::EnumAdapterByGpuPreference, None without such a factory
    (before Windows 10 1803); `drivers` are in the order in which the loader asks them.
    """
    entries = _sort_layered(_list_adapter_devices(adapters or (), drivers))
    sorted_first = [device for entry in entries for device in entry.devices]
    all_devices = [device for driver in drivers for device in driver.devices]
    # The same handles in both lists: each device is listed once.
    return tuple(dict.fromkeys((*sorted_first, *all_devices)))


def _list_adapter_devices(
    adapters: Sequence[Adapter], drivers: Sequence[DriverDevices]
) -> list[_RegisteredPath]:
    """Return the devices of each adapter in DXGI's order, with the driver's layered flag."""
    entries: list[_RegisteredPath] = []
    for adapter in adapters:
        for driver in drivers:
            devices = (driver.by_luid or {}).get(adapter.luid, ())
            # Two adapters of one LUID lead to the same devices: they count once.
            if devices and all(devices != entry.devices for entry in entries):
                is_layered = not driver.layered.isdisjoint(devices)
                entries.append(_RegisteredPath(adapter.luid, devices, is_layered))
    return entries


def _sort_layered(entries: list[_RegisteredPath]) -> list[_RegisteredPath]:
    """Put layered drivers behind native ones of the same adapter, by the loader's own swaps."""
    for first in range(len(entries)):
        for second in range(first + 1, len(entries)):
            if entries[first].luid == entries[second].luid and entries[first].is_layered:
                entries[first], entries[second] = entries[second], entries[first]
    return entries
