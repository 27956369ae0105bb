"""The order of devices at the bottom of the chain.

Follows loader_linux.c (compare_devices, linux_env_var_default_device) and loader.c
(is_linux_sort_enabled, terminator_CreateInstance); LoaderDriverInterface, "Physical Device
Sorting". The C library's qsort keeps the order of what compares equal, as Python's does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.devices.values import PhysicalDevice
from vkconfig_py.loader.parsing.c_numbers import atoi, scan_hexadecimal
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

SELECT = "VK_LOADER_DEVICE_SELECT"
DISABLE_SELECT = "VK_LOADER_DISABLE_SELECT"
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"

# Discrete, integrated, virtual, other, CPU; types without a name come last.
_TYPES = {2: 0, 1: 1, 3: 2, 0: 3, 4: 4}
SortKey = tuple[int, ...]


def can_sort(
    profile: LoaderProfile,
    application: tuple[int, int],
    requests_properties2: bool,
    drivers: Iterable[tuple[tuple[int, int], bool]],
) -> bool:
    """Return whether an instance can ask drivers for what sorting needs.

    Args:
        profile: of the loader.
        application: major and minor version of the program, as layers passed it down.
        requests_properties2: whether VK_KHR_get_physical_device_properties2 is enabled, or was
            added for a driver.
        drivers: of each driver with an instance the major and minor version in its manifest, and
            whether it was given that extension.
    """
    if not profile.has(Gate.SORTED_DEVICES):
        return False
    asks = application >= (1, 1) or requests_properties2
    if profile.has(Gate.SORTED_FOR_1_1):
        return asks or any(has for _, has in drivers)
    # Older loaders look at each driver: the extension where one side is 1.0, else the version.
    return any(has or (asks and api >= (1, 1)) for api, has in drivers)


def is_sorting(profile: LoaderProfile, disable_select: str | None) -> bool:
    """Return whether this loader sorts devices at all, given VK_LOADER_DISABLE_SELECT."""
    return profile.has(Gate.SORTED_DEVICES) and not atoi(disable_select or "")


def parse_selection(value: str) -> tuple[int, int] | None:
    """Return vendor and device of VK_LOADER_DEVICE_SELECT, read as %x:%x of sscanf."""
    vendor = scan_hexadecimal(value)
    if vendor is None or vendor[1][:1] != ":":
        return None
    device = scan_hexadecimal(vendor[1][1:])
    return None if device is None else (vendor[0], device[0])


def selected_place(devices: Sequence[PhysicalDevice], select: str) -> int | None:
    """Return the place of the device that VK_LOADER_DEVICE_SELECT puts first."""
    wanted = parse_selection(select)
    for place, device in enumerate(devices):
        if (device.vendor_id, device.device_id) == wanted:
            return place
    return None


def type_rank(device: PhysicalDevice) -> int:
    """Return the place of a device's type in the order of types."""
    return _TYPES.get(device.type, len(_TYPES))


def bus_rank(device: PhysicalDevice) -> SortKey:
    """Return what a device's PCI address is compared by; those without one come last."""
    return (1,) if device.pci is None else (0, *device.pci)


def number_rank(device: PhysicalDevice) -> int:
    """Return what is compared last."""
    return device.device_id ^ device.vendor_id


def sort_key(device: PhysicalDevice, selected: bool) -> tuple[SortKey, ...]:
    """Return what a device is compared by, the selected one before all others."""
    if selected:
        return ((0,),)
    return ((1,), (type_rank(device),), bus_rank(device), (number_rank(device),))


def sort_places(devices: Sequence[PhysicalDevice], select: str) -> tuple[int, ...]:
    """Return the places of devices in their order."""
    first = selected_place(devices, select)
    return tuple(sorted(range(len(devices)), key=lambda i: sort_key(devices[i], i == first)))
