"""Filters for the identifiers of devices, their vendors and their drivers.

Follows loader_environment.c, parse_id_filter_environment_var, and loader.c,
loader_filter_enumerated_physical_device; LoaderInterfaceArchitecture, "Table of Debug Environment
Variables". All filters that are set must let a device pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vkconfig_py.loader.devices.values import PhysicalDevice
from vkconfig_py.loader.parsing.c_numbers import strtoul
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple

DEVICE_ID = "VK_LOADER_DEVICE_ID_FILTER"
VENDOR_ID = "VK_LOADER_VENDOR_ID_FILTER"
DRIVER_ID = "VK_LOADER_DRIVER_ID_FILTER"
FILTERS = (DEVICE_ID, VENDOR_ID, DRIVER_ID)

_MOST_RANGES = 16
_WORD = 0xFFFFFFFF


class Range(NamedTuple):
    """Identifiers from `first` to `last`; none if the last one is below the first.

    Attributes:
        text: as written.
    """

    text: str
    first: int
    last: int

    def holds(self, identifier: int) -> bool:
        """Return whether an identifier is one of them."""
        return self.first <= identifier <= self.last


class IdFilter(NamedTuple):
    """The value of one variable.

    Attributes:
        lost: ranges after the sixteenth, where the loader ignores them.
    """

    variable: str
    ranges: tuple[Range, ...]
    lost: tuple[Range, ...] = ()

    def passes(self, device: PhysicalDevice) -> bool:
        """Return whether a device is kept."""
        identifier = identifier_of(device, self.variable)
        return identifier is not None and any(r.holds(identifier) for r in self.ranges)


def identifier_of(device: PhysicalDevice, variable: str) -> int | None:
    """Return what a variable's ranges are compared with; None if the loader cannot learn it."""
    if variable == DEVICE_ID:
        return device.device_id
    return device.vendor_id if variable == VENDOR_ID else device.driver_id


def read_filters(environment: Mapping[str, str], profile: LoaderProfile) -> tuple[IdFilter, ...]:
    """Return the filters that are set and that this loader knows."""
    if not profile.has(Gate.ID_FILTERS):
        return ()
    few = profile.has(Gate.SIXTEEN_IDS)
    found = (parse_id_filter(name, environment.get(name, ""), few) for name in FILTERS)
    return tuple(id_filter for id_filter in found if id_filter.ranges)


def parse_id_filter(variable: str, value: str, few: bool) -> IdFilter:
    """Parse a variable; `few` stands for Gate.SIXTEEN_IDS."""
    ranges = tuple(parse_range(text) for text in value.split(",") if text)
    if not few:
        return IdFilter(variable, ranges)
    return IdFilter(variable, ranges[:_MOST_RANGES], ranges[_MOST_RANGES:])


def parse_range(text: str) -> Range:
    """Parse "5", "0x10-0x20" or anything else: one character, whichever, parts two numbers."""
    first, rest = strtoul(text)
    last = strtoul(rest[1:])[0] if rest else first
    return Range(text, first & _WORD, last & _WORD)


def refusing_filter(device: PhysicalDevice, filters: Iterable[IdFilter]) -> IdFilter | None:
    """Return the first filter that takes a device out, None if all let it pass."""
    return next((found for found in filters if not found.passes(device)), None)
