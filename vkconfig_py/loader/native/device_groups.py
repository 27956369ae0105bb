"""Device groups: queried from every driver, sorted, with the handles of the caller's side.

loader.c, terminator_EnumeratePhysicalDeviceGroups; trampoline.c, vkEnumeratePhysicalDeviceGroups. A
pNext chain in one of the application's structures stays with the group that a driver wrote into it,
wherever sorting moves the group.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.versions import INCOMPLETE, INITIALIZATION_FAILED, SUCCESS, VulkanError
from vkconfig_py.loader.native.driver_calls import find_required, make_function
from vkconfig_py.loader.native.memory import answer, read_u32, write_u32
from vkconfig_py.loader.native.physical_devices import DriverDevice
from vkconfig_py.loader.native.vulkan_registry import (
    INSTANCE_SLOTS,
    create_structure,
    get_structure_class,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.rules.device_rules import find_chosen_groups, sort_groups

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverProtocol
    from vkconfig_py.loader.native.loader_instance import LoaderInstance

GROUP_CREATION_EXTENSION = "VK_KHR_device_group_creation"
_ENUMERATE_GROUPS = "vkEnumeratePhysicalDeviceGroups"
_ENUMERATE_GROUPS_KHR = "vkEnumeratePhysicalDeviceGroupsKHR"
_DEVICES = "vkEnumeratePhysicalDevices"
_STRUCTURE = "VkPhysicalDeviceGroupProperties"
_MAX_DEVICES = 32  # VK_MAX_DEVICE_GROUP_SIZE
Functions = dict[str, Callable[..., int]]


def terminators(instance: LoaderInstance) -> Functions:
    """Return the loader's functions for device groups below the last layer."""
    groups = _GroupTerminator(instance)
    return {_ENUMERATE_GROUPS: groups.enumerate, _ENUMERATE_GROUPS_KHR: groups.enumerate}


def trampolines(instance: LoaderInstance) -> Functions:
    """Return the loader's functions for device groups above the first layer."""
    return dict.fromkeys(
        (_ENUMERATE_GROUPS, _ENUMERATE_GROUPS_KHR), _GroupTrampoline(instance).enumerate
    )  # one function of two names


class _GroupTerminator:
    """The groups of an instance at the bottom of its chain."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance
        self._last_groups: list[Any] = []  # what the last query for groups found

    def enumerate(self, _instance: int, count: int, address: int) -> int:
        """List the groups of all drivers (terminator_EnumeratePhysicalDeviceGroups)."""
        with self._instance.lock:
            queries_whole_list = self._instance.profile.has(NativeGate.LISTS_ASKED_WHOLE)
            try:
                return (
                    self._write_all_groups(count, address)
                    if queries_whole_list
                    else self._write_passing_groups(count, address)
                )
            except VulkanError as error:
                self._instance.report_finding(
                    _ENUMERATE_GROUPS, "groups", "refused", error.code, str(error)
                )
                if queries_whole_list:
                    return error.code
                # The C loader hands out what it had before, and tells of the error if that fits.
                code = (
                    answer(self._last_groups, count, address, _write_groups) if address else SUCCESS
                )
                return code or error.code

    def _write_passing_groups(self, count: int, address: int) -> int:
        """Do either call of the enumeration: count the groups, or write them."""
        devices = self._instance.physical_devices
        # Drivers are counted on every call, also for an array: the application's count may be old.
        total = sum(_count_groups(driver) for driver in self._instance.drivers)
        if not address:
            write_u32(count, total)  # also if there turns out to be no device
        # Groups name devices by handles that the loader has to know; so devices come first.
        if not total or not devices.total:
            _check_code(devices.refresh(), _DEVICES)
        if not address:
            return SUCCESS
        self._last_groups = self._order_groups(
            list(self._list_groups(_map_array(address, read_u32(count))))
        )
        return answer(self._last_groups, count, address, _write_groups)

    def _write_all_groups(self, count: int, address: int) -> int:
        """Count or write the groups as older loaders do, which ignore chained structures.

        Source: setupLoaderTermPhysDevGroups.
        """
        # The application's side has asked for devices before; groups ask for none.
        if not self._instance.physical_devices.current:
            raise VulkanError(_ENUMERATE_GROUPS, INITIALIZATION_FAILED)
        total = sum(_count_groups(driver) for driver in self._instance.drivers)
        entries: list[Any] = []
        for driver in self._instance.drivers:
            entries += _fill_groups(
                driver, [create_structure(_STRUCTURE) for _ in range(total - len(entries))]
            )
        # Drivers that have fewer than they counted leave empty groups.
        entries += [create_structure(_STRUCTURE) for _ in range(total - len(entries))]
        self._last_groups = _reuse_last(self._order_groups(entries), self._last_groups)
        return answer(self._last_groups, count, address, _write_groups)

    def _list_groups(self, callers: Any) -> Iterator[Any]:
        """Yield the groups of all drivers, filled in with the structures that callers chained."""
        address = 0
        for driver in self._instance.drivers:
            entries = [create_structure(_STRUCTURE) for _ in range(_count_groups(driver))]
            for entry, caller in zip(entries, callers[address:], strict=False):
                # The driver fills in the application's chain itself: only the address goes along.
                entry.pNext = caller.pNext
            yield from _fill_groups(driver, entries)
            address += len(entries)

    def _order_groups(self, entries: list[Any]) -> list[Any]:
        """Return the groups sorted, with the handles that the last layer knows."""
        devices = self._instance.physical_devices
        members = [
            [self._find_device(handle) for handle in _get_handles(entry)] for entry in entries
        ]
        # linux_sort_physical_device_groups: devices inside each group, then groups by their first
        # device.
        if devices.rules.sorts_devices:
            values = [[device.facts.query_for_sorting() for device in group] for group in members]
            order = sort_groups(values, devices.rules.selected_ids)
            entries = [entries[address] for address, _ in order]
            members = [[members[address][index] for index in inner] for address, inner in order]
        for entry, group in zip(entries, members, strict=True):
            # Handles of drivers become those that the bottom layer knows.
            _set_handles(entry, [device.address for device in group])
        if devices.rules.configurations is None:
            return entries
        return self._select_groups(entries, members)

    def _select_groups(self, entries: list[Any], members: list[list[DriverDevice]]) -> list[Any]:
        """Return the groups all of whose devices the settings file chooses."""
        devices = self._instance.physical_devices
        if not self._instance.profile.has(Gate.CONFIGURED_GROUPS):
            return entries
        chosen_devices = [device.address for device in devices.list_selected() or ()]
        addresses = [[device.address for device in group] for group in members]
        remaining = find_chosen_groups(addresses, chosen_devices)
        if remaining is None:
            raise VulkanError(_ENUMERATE_GROUPS, INITIALIZATION_FAILED)
        return [entries[address] for address in remaining]

    def _find_device(self, handle: int) -> DriverDevice:
        """Return the device with a driver's handle in the last list."""
        for device in self._instance.physical_devices.current:
            if device.handle == handle:
                return device
        # A device that no query for devices has found; the C loader fails, too.
        raise VulkanError(_ENUMERATE_GROUPS, INITIALIZATION_FAILED)


class _GroupTrampoline:
    """The groups of an instance as the application sees them."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance
        self._last_groups: list[Any] = []  # only where lists are asked whole

    def enumerate(self, instance: int, count: int, address: int) -> int:
        """List the groups for the program (vkEnumeratePhysicalDeviceGroups)."""
        if not count:
            return INITIALIZATION_FAILED
        with self._instance.lock:
            if self._instance.profile.has(NativeGate.LISTS_ASKED_WHOLE):
                code = self._enumerate_all_groups(instance)
                return (
                    answer(self._last_groups, count, address, _write_groups)
                    if code == SUCCESS
                    else code
                )
            code = self._enumerate_below(instance, count, address)
            if address and code in (SUCCESS, INCOMPLETE):
                self._wrap_devices(_map_array(address, read_u32(count)))
            return code

    def _enumerate_all_groups(self, instance: int) -> int:
        """setupLoaderTrampPhysDevGroups: ask the chain for all devices, then for all groups."""
        devices = self._instance.application_devices
        code = devices.ask_whole(instance)
        if code not in (SUCCESS, INCOMPLETE):
            return code
        is_enabled = GROUP_CREATION_EXTENSION in self._instance.request.extensions.names
        slot = INSTANCE_SLOTS[_ENUMERATE_GROUPS_KHR if is_enabled else _ENUMERATE_GROUPS]
        ask = make_function(_ENUMERATE_GROUPS, self._instance.table[slot])
        count = ctypes.c_uint32()
        code = ask(instance, ctypes.byref(count), None)
        if code != SUCCESS:
            return code
        entries = _make_array(count.value)
        ask(instance, ctypes.byref(count), entries)  # its result is lost in the C loader
        groups = list(entries[: count.value])
        for entry in groups:
            handles = [devices.handle_of(handle) for handle in _get_handles(entry)]
            if not all(handles):
                return INITIALIZATION_FAILED
            _set_handles(entry, handles)
        self._last_groups = _reuse_last(groups, self._last_groups)
        return SUCCESS

    def _wrap_devices(self, entries: Sequence[Any]) -> None:
        """Replace the layers' handles in groups by those of the program."""
        # Wrapped all at once: handles of devices that are not listed here may be dropped.
        handles = [handle for entry in entries for handle in _get_handles(entry)]
        wrapped_handles = iter(self._instance.application_devices.wrap(handles))
        for entry in entries:
            _set_handles(entry, [next(wrapped_handles) for _ in _get_handles(entry)])

    def _enumerate_below(self, instance: int, count: int, address: int) -> int:
        """Call the first layer's function, without groups that hold a filtered-out device."""
        ask = make_function(
            _ENUMERATE_GROUPS, self._instance.table[INSTANCE_SLOTS[_ENUMERATE_GROUPS]]
        )
        if not self._instance.physical_devices.rules.filters:
            return ask(instance, count, address or None)
        available = ctypes.c_uint32()
        code = ask(instance, ctypes.byref(available), None)
        if code != SUCCESS:
            return code
        entries = _make_array(available.value)
        code = ask(instance, ctypes.byref(available), entries)
        if code != SUCCESS:
            return code
        # A group with one refused device goes as a whole.
        passes = self._instance.application_devices.passes_id_filters
        passing = [
            entry for entry in entries[: available.value] if all(map(passes, _get_handles(entry)))
        ]
        for entry, caller in zip(passing, _map_array(address, read_u32(count)), strict=False):
            entry.pNext = caller.pNext
        return answer(passing, count, address, _write_groups)


def _find_groups_function(driver: DriverProtocol) -> int:
    """Return the address of a driver's function for groups, 0 if every device is a group."""
    # One function of two names: the extension's counts if it is enabled.
    return driver.proc(
        _ENUMERATE_GROUPS_KHR
        if GROUP_CREATION_EXTENSION in driver.instance.extensions
        else _ENUMERATE_GROUPS
    )


def _count_groups(driver: DriverProtocol) -> int:
    """Return how many groups a driver has."""
    count = ctypes.c_uint32()
    name = _ENUMERATE_GROUPS if _find_groups_function(driver) else _DEVICES
    driver.instance.observer.announce_step(f"{name} of {driver.name}")
    ask = make_function(name, _find_groups_function(driver) or driver.proc(_DEVICES))
    _check_code(ask(driver.handle, ctypes.byref(count), None), name)
    return count.value


def _fill_groups(driver: DriverProtocol, entries: list[Any]) -> list[Any]:
    """Return the structures after the driver has filled them in."""
    count = ctypes.c_uint32(len(entries))
    function = _find_groups_function(driver)
    # VK_KHR_device_group_creation is missing: every device is a group of its own.
    if not function:
        # ctypes makes no array of length 0 that a driver could be given; one element is never read.
        handles = (ctypes.c_size_t * max(len(entries), 1))()
        ask = find_required(driver, _DEVICES)
        _check_code(ask(driver.handle, ctypes.byref(count), handles), _DEVICES)
        for entry, handle in zip(entries, handles, strict=False):
            _set_handles(entry, [handle])
        return entries[: count.value]
    array = (get_structure_class(_STRUCTURE) * max(len(entries), 1))(*entries)
    driver.instance.observer.announce_step(f"{_ENUMERATE_GROUPS} of {driver.name}")
    # Both names have one signature.
    ask = make_function(_ENUMERATE_GROUPS, function)
    _check_code(ask(driver.handle, ctypes.byref(count), array), _ENUMERATE_GROUPS)
    return list(array)[: count.value]


def _reuse_last(entries: Sequence[Any], earlier_groups: Sequence[Any]) -> list[Any]:
    """Return the groups, each replaced by an earlier one with the same devices."""
    known_groups = [
        (frozenset(_get_handles(entry)), len(_get_handles(entry)), entry)
        for entry in earlier_groups
    ]
    return [
        next(
            (
                old
                for devices, device_count, old in known_groups
                if _has_same_devices(entry, devices, device_count)
            ),
            entry,
        )
        for entry in entries
    ]


def _has_same_devices(entry: Any, devices: frozenset[int], device_count: int) -> bool:
    """Return whether a group has exactly these devices."""
    handles = _get_handles(entry)
    return device_count == len(handles) and devices.issubset(handles)


def _get_handles(entry: Any) -> list[int]:
    """Return the device handles in a group structure."""
    # VK_MAX_DEVICE_GROUP_SIZE; the C loader clamps, too.
    count = min(entry.physicalDeviceCount, _MAX_DEVICES)
    return [handle or 0 for handle in entry.physicalDevices[:count]]


def _set_handles(entry: Any, handles: Sequence[int]) -> None:
    """Write device handles into a group structure."""
    entry.physicalDeviceCount = len(handles)
    for index, handle in enumerate(handles):
        entry.physicalDevices[index] = handle


def _map_array(address: int, count: int) -> Any:
    """Return the caller's array of group structures at an address, empty for NULL."""
    return (get_structure_class(_STRUCTURE) * count).from_address(address) if address else ()


def _make_array(count: int) -> Any:
    """Return a new array of empty group structures."""
    return (get_structure_class(_STRUCTURE) * max(count, 1))(
        *(create_structure(_STRUCTURE) for _ in range(count))
    )


def _write_groups(entries: Sequence[Any], address: int) -> None:
    """Copy group structures to the caller's array."""
    array = _map_array(address, len(entries))
    for index, entry in enumerate(entries):
        # ctypes copies the structure, its pNext included.
        array[index] = entry


def _check_code(code: int, command: str) -> None:
    """Raise VulkanError unless a VkResult is VK_SUCCESS."""
    if code != SUCCESS:
        raise VulkanError(command, code)
