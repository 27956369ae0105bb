"""The order of device groups, and which of them the settings file leaves.

Follows loader_linux.c, linux_sort_physical_device_groups, and loader.c,
terminator_EnumeratePhysicalDeviceGroups.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.devices.order import selected_place, sort_key, sort_places
from vkconfig_py.loader.devices.values import PhysicalDevice

Group = tuple[PhysicalDevice, ...]


def sort_groups(
    groups: Sequence[Sequence[PhysicalDevice]], select: str
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the groups in their order: the place of each, and the places of its devices.

    VK_LOADER_DEVICE_SELECT is looked at inside each group, so several groups may hold a device
    that it names; they come first in the order in which they were.
    """
    inner = [sort_places(group, select) for group in groups]
    order = sorted(
        (place for place, group in enumerate(groups) if group),
        key=lambda place: sort_key(
            groups[place][inner[place][0]], selected_place(groups[place], select) is not None
        ),
    )
    return tuple((place, inner[place]) for place in order)


def chosen_groups(
    groups: Sequence[Sequence[int]], chosen: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Return the places of groups all whose devices are chosen; None if no device is chosen.

    Args:
        groups: places of devices.
        chosen: places of the devices that the settings file leaves; None if there are none.
    """
    if not chosen:
        return None
    return tuple(place for place, group in enumerate(groups) if set(chosen).issuperset(group))
