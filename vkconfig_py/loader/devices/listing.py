"""Physical devices: what the loader's rules about them rest on, and the list a program gets.

The steps are those of vkEnumeratePhysicalDevices. At the bottom of the chain the loader collects
the devices of all drivers and puts them in order (order.py), or has the settings file choose
among them (choice.py). Layers pass the list on as they like. Above them filters for
identifiers take devices out (filters.py). Nothing here opens a library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.loader.devices.choice import choose
from vkconfig_py.loader.devices.filters import (
    FILTERS,
    IdFilter,
    read_filters,
    refusing_filter,
)
from vkconfig_py.loader.devices.order import DISABLE_SELECT, SELECT, is_sorting, sort_places
from vkconfig_py.loader.devices.values import DeviceConfiguration, PhysicalDevice
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import NamedTuple


class DeviceRules(NamedTuple):
    """What variables, the settings file and the instance decide about devices.

    Attributes:
        sorts: devices are sorted; else they stand as the drivers name them.
        select: value of VK_LOADER_DEVICE_SELECT, "" if it is not set.
        filters: those that are set and understood.
        configurations: of the settings file; None if it leaves devices alone.
    """

    profile: LoaderProfile
    sorts: bool
    select: str = ""
    filters: tuple[IdFilter, ...] = ()
    configurations: tuple[DeviceConfiguration, ...] | None = None


class Arrangement(NamedTuple):
    """The list that a program gets, in places of the list of all devices.

    Attributes:
        sorted: every device, in the order at the bottom of the chain.
        listed: those that the program gets, if no layer interferes.
        result: of vkEnumeratePhysicalDevices with an array that is large enough. Programs ask for
            the number first, and where that is 0 (an empty choice) for nothing more.
    """

    sorted: tuple[int, ...]
    listed: tuple[int, ...]
    result: str = "VK_SUCCESS"


def device_rules(
    environment: Mapping[str, str],
    profile: LoaderProfile,
    can_sort: bool,
    configurations: tuple[DeviceConfiguration, ...] | None = None,
) -> DeviceRules:
    """Return the rules of an instance.

    Args:
        profile: of the loader.
        environment: variables that the loader sees; those hidden from an elevated program are not
            in it.
        can_sort: what device_order.can_sort says of the instance.
        configurations: of the settings file.
    """
    return DeviceRules(
        profile,
        can_sort and is_sorting(profile, environment.get(DISABLE_SELECT)),
        environment.get(SELECT, ""),
        read_filters(environment, profile),
        configurations,
    )


def visible_variables(host: Host) -> dict[str, str]:
    """Return the variables about devices that the loader sees."""
    plain = {name: host.plain_env(name) for name in (SELECT, DISABLE_SELECT)}
    secure = {name: host.secure_env(name) for name in FILTERS}
    return {name: value for name, value in {**plain, **secure}.items() if value is not None}


def in_driver_order(devices: Sequence[PhysicalDevice]) -> tuple[int, ...]:
    """Return devices as they stand unsorted: the driver that was opened last comes first."""
    return tuple(sorted(range(len(devices)), key=lambda i: (-devices[i].driver, devices[i].place)))


def arrange(devices: Sequence[PhysicalDevice], rules: DeviceRules) -> Arrangement:
    """Decide which devices a program gets, and in which order."""
    places = in_driver_order(devices)
    if not places:
        return Arrangement((), (), "VK_ERROR_INITIALIZATION_FAILED")
    if rules.sorts:
        places = tuple(places[i] for i in sort_places([devices[p] for p in places], rules.select))
    listed = places
    if rules.configurations is not None:
        chosen = choose([devices[p] for p in places], rules.configurations, rules.profile)
        if chosen is None:
            return Arrangement(places, (), "VK_ERROR_INITIALIZATION_FAILED")
        listed = tuple(places[i] for i in chosen)
    return Arrangement(
        places, tuple(p for p in listed if refusing_filter(devices[p], rules.filters) is None)
    )
