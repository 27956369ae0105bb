"""Physical devices: enumerated anew from every driver, sorted, wrapped in stable handles.

loader.c, setup_loader_term_phys_devs and terminator_EnumeratePhysicalDevices, below the layers;
trampoline.c, vkEnumeratePhysicalDevices, above them. The criteria for sorting and selecting
devices: loader_linux.c, linux_read_sorted_physical_devices; loader.c,
loader_apply_settings_device_configurations and get_device_driver_id. These differ in which variant
of vkGetPhysicalDeviceProperties2 they call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cached_property

from vkconfig_py.loader.base.device_values import PciAddress, PhysicalDevice
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.base.versions import (
    INCOMPLETE,
    INITIALIZATION_FAILED,
    OUT_OF_HOST_MEMORY,
    SUCCESS,
)
from vkconfig_py.loader.native.driver_calls import find_required, make_function
from vkconfig_py.loader.native.memory import (
    LoaderObject,
    answer_handles,
    list_handles,
    make_extension_buffer,
    point_to,
    read_extensions,
    read_top_device,
    read_u32,
    read_word,
    unpack_version,
    write_u32,
    write_word,
)
from vkconfig_py.loader.native.vulkan_registry import (
    INSTANCE_SLOTS,
    create_structure,
    get_structure_class,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import PROPERTIES2
from vkconfig_py.loader.rules.device_rules import (
    DRIVER_ID_FILTER_VARIABLE,
    DeviceRules,
    choose_devices,
    count_chosen,
    find_refusing_filter,
    make_device_rules,
    sort_indexes,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverProtocol, InstanceProtocol


PCI_BUS_INFO = "VK_EXT_pci_bus_info"
_PROPERTIES = "vkGetPhysicalDeviceProperties"
GET_PROPERTIES_2 = "vkGetPhysicalDeviceProperties2"
GET_PROPERTIES_2_KHR = "vkGetPhysicalDeviceProperties2KHR"
_ENUMERATE_DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_VULKAN_1_1 = (1, 1, 0)

_COMMAND = "vkEnumeratePhysicalDevices"


class DeviceFacts:
    """Queries about one device of a driver. No method caches its result."""

    def __init__(self, driver: DriverProtocol, handle: int) -> None:
        self._driver = driver
        self._handle = handle

    def query_for_sorting(self) -> PhysicalDevice:
        """Query the properties of a device that sorting needs."""
        device = self.query_properties()._replace(extensions=self.list_extensions())
        return device._replace(pci=self._query_pci_address(device))

    def query_for_choice(self) -> PhysicalDevice:
        """Query the properties of a device that the settings file compares."""
        device = self.query_properties()
        address = self._driver.proc(GET_PROPERTIES_2)
        if device.api_version < _VULKAN_1_1 or not address:
            return device
        # A driver of 1.0 would not know the structure: its UUIDs stay empty.
        uuids = create_structure(self._query_uuids())
        self._query_with_chain(address, uuids)
        return device._replace(
            device_uuid=bytes(uuids.deviceUUID).hex(), driver_uuid=bytes(uuids.driverUUID).hex()
        )

    def query_all(self) -> PhysicalDevice:
        """Query all properties of a device that the device rules use."""
        chosen_devices = self.query_for_choice()
        return self.query_for_sorting()._replace(
            device_uuid=chosen_devices.device_uuid,
            driver_uuid=chosen_devices.driver_uuid,
            driver_id=self.query_driver_id(),
        )

    def query_properties(self) -> PhysicalDevice:
        """Query VkPhysicalDeviceProperties."""
        properties = get_structure_class("VkPhysicalDeviceProperties")()
        self._announce_query(_PROPERTIES)
        find_required(self._driver, _PROPERTIES)(self._handle, ctypes.byref(properties))
        return add_device_properties(properties)

    def list_extensions(self) -> tuple[str, ...]:
        """Return the names of extensions that the driver lists. Errors are ignored."""
        enumerate_extensions = find_required(self._driver, _ENUMERATE_DEVICE_EXTENSIONS)
        self._announce_query(_ENUMERATE_DEVICE_EXTENSIONS)
        # loader_linux.c looks at neither result, so that list_extensions does not fit here.
        count = ctypes.c_uint32()
        enumerate_extensions(self._handle, None, ctypes.byref(count), None)
        buffer = make_extension_buffer(count.value)
        if count.value:
            enumerate_extensions(self._handle, None, ctypes.byref(count), buffer)
        extensions = read_extensions(count.value, ctypes.addressof(buffer))
        return tuple(name for name, _ in extensions)

    def query_driver_id(self) -> int | None:
        """Return the VkDriverId for filters, or None if the loader cannot query it."""
        instance = self._driver.instance
        # Here the application's version decides, not the device's; get_device_driver_id.
        address = self._driver.proc(GET_PROPERTIES_2) if instance.api_version >= _VULKAN_1_1 else 0
        if not address and PROPERTIES2 in instance.extensions:
            address = self._driver.proc(GET_PROPERTIES_2_KHR)
        if not address:
            return None
        self._announce_query(GET_PROPERTIES_2)
        return ask_driver_id(address, self._handle)

    def _query_pci_address(self, device: PhysicalDevice) -> PciAddress | None:
        """Return the PCI address of a device, or None if it has none."""
        # A structure of an extension that the device lacks may be left unfilled: such a device is
        # sorted as one without PCI address.
        if PCI_BUS_INFO not in device.extensions:
            return None
        # loader_linux.c: the core function if both, application and device, are of 1.1.
        is_core = min(self._driver.instance.api_version, device.api_version) >= _VULKAN_1_1
        function = self._driver.proc(GET_PROPERTIES_2 if is_core else GET_PROPERTIES_2_KHR)
        if not function:
            return None
        info = create_structure("VkPhysicalDevicePCIBusInfoPropertiesEXT")
        self._query_with_chain(function, info)
        return PciAddress(info.pciDomain, info.pciBus, info.pciDevice, info.pciFunction)

    def _query_uuids(self) -> str:
        """Return the structure that this release queries for UUIDs."""
        # The first loaders that chose devices asked for a structure of Vulkan 1.2.
        if self._driver.instance.profile.has(Gate.DEVICE_DRIVER_REQUIRED):
            return "VkPhysicalDeviceIDProperties"
        return "VkPhysicalDeviceVulkan11Properties"

    def _query_with_chain(self, function: int, structure_in_chain: Any) -> None:
        """Fill in a structure chained to VkPhysicalDeviceProperties2.

        `function`: address of vkGetPhysicalDeviceProperties2.
        """
        self._announce_query(GET_PROPERTIES_2)
        _query_chained(function, self._handle, structure_in_chain)

    def _announce_query(self, step: str) -> None:
        """Announce a step of this driver."""
        self._driver.instance.observer.announce_step(f"{step} of {self._driver.name}")


def add_device_properties(properties: Any) -> PhysicalDevice:
    """Return a device with the values of a VkPhysicalDeviceProperties."""
    return PhysicalDevice(
        name=properties.deviceName.decode("utf-8", "surrogateescape"),
        vendor_id=properties.vendorID,
        device_id=properties.deviceID,
        type=properties.deviceType,
        api_version=unpack_version(properties.apiVersion),
        driver_version=properties.driverVersion,
    )


def ask_driver_id(function: int, handle: int) -> int:
    """Return the VkDriverId of vkGetPhysicalDeviceProperties2, 0 if it is not filled in."""
    properties = create_structure("VkPhysicalDeviceDriverProperties")
    _query_chained(function, handle, properties)
    return int(properties.driverID)


def _query_chained(function: int, handle: int, structure_in_chain: Any) -> None:
    """Fill in a structure chained to VkPhysicalDeviceProperties2.

    `function`: address of vkGetPhysicalDeviceProperties2. `handle`: the physical device.
    """
    properties = create_structure("VkPhysicalDeviceProperties2")
    # A number keeps nothing alive: the caller holds the structure until the call is over.
    properties.pNext = ctypes.addressof(structure_in_chain)
    make_function(GET_PROPERTIES_2, function)(handle, ctypes.byref(properties))


Functions = dict[str, Callable[..., int]]


class DriverDevice(NamedTuple):
    """A device as enumerated by its driver.

    Attributes:
        place: index in the driver's own list.
        handle: the driver's own VkPhysicalDevice.
        address: the bottom layer's VkPhysicalDevice.
    """

    driver: DriverProtocol
    place: int
    handle: int
    address: int

    @property
    def facts(self) -> DeviceFacts:
        """Return the queries about this device."""
        return DeviceFacts(self.driver, self.handle)


class PhysicalDevices:
    """The devices of an instance at the bottom of its chain.

    Attributes:
        current: sorted, from the latest successful enumeration.
        total: number of handles that the application's side allocates; 0 after a failure.
    """

    def __init__(self, instance: InstanceProtocol) -> None:
        self._instance = instance
        self._known: dict[tuple[int, int], LoaderObject] = {}
        self.current: tuple[DriverDevice, ...] = ()
        self.total = 0

    @cached_property
    def rules(self) -> DeviceRules:
        """Return the rules of this instance, complete once its drivers' instances exist."""
        plan = self._instance.plan
        return make_device_rules(
            plan.environment,
            plan.profile,
            self._instance.can_sort,
            plan.device_configurations,
        )

    def enumerate(self, _instance: int, count: int, address: int) -> int:
        """List the devices of all drivers (terminator_EnumeratePhysicalDevices)."""
        with self._instance.lock:
            # Every call asks every driver again: devices may come and go
            # (terminator_EnumeratePhysicalDevices).
            code = self.refresh()
            if code != SUCCESS:
                return code
            configurations = self.rules.configurations
            # Nothing is compared for the number alone.
            if configurations is not None and not address:
                write_u32(count, count_chosen(self.current, configurations))
                return SUCCESS
            chosen_devices = self.list_selected()
            if chosen_devices is None:
                return self._report_refusal("no device of the settings file is there")
            if address and self._instance.profile.has(NativeGate.LISTS_OVERRUN):
                write_u32(count, len(chosen_devices))
            return answer_handles([device.address for device in chosen_devices], count, address)

    def refresh(self) -> int:
        """List the devices of all drivers anew and sort them. Return the VkResult.

        After an error `current` is the previous list. Releases that ask once keep the first list.
        """
        has = self._instance.profile.has
        if self.current and has(NativeGate.DEVICES_ASKED_ONCE):
            return SUCCESS
        # Until the query succeeds; trampolines size their arrays by it.
        self.total = 0
        devices: list[DriverDevice] = []
        for driver in self._instance.drivers:
            code, handles = _list_driver_handles(driver)
            driver.device_count = len(handles)
            # Since Gate.DRIVER_ERRORS_SKIPPED any other error only leaves this driver out.
            if code == OUT_OF_HOST_MEMORY or self._ends_enumeration(code):
                # VK_INCOMPLETE in the second call is no list of devices either.
                return code if code < 0 else INITIALIZATION_FAILED
            devices += (
                self._make_device(driver, *numbered_handle)
                for numbered_handle in enumerate(handles)
            )
        # Also for the count alone: an instance without devices is an error.
        if not devices and not has(NativeGate.NO_DEVICES_SUCCEED):
            return self._report_refusal("no driver provides a device")
        self.current, self.total = tuple(devices), len(devices)
        # linux_read_sorted_physical_devices; stable as glibc's qsort is in practice.
        if self.rules.sorts_devices:
            addresses = sort_indexes(
                [device.facts.query_for_sorting() for device in devices], self.rules.selected_ids
            )
            self.current = tuple(devices[address] for address in addresses)
        return SUCCESS

    def list_selected(self) -> tuple[DriverDevice, ...] | None:
        """Return the devices that the settings file selects, or None if it selects none."""
        configurations = self.rules.configurations
        if configurations is None:
            return self.current
        values = [device.facts.query_for_choice() for device in self.current]
        chosen_indexes = choose_devices(values, configurations, self._instance.profile)
        return (
            None
            if chosen_indexes is None
            else tuple(self.current[address] for address in chosen_indexes)
        )

    def find_device(self, address: int) -> DriverDevice | None:
        """Return the device of a handle below the last layer, or None if it is gone."""
        return next((device for device in self.current if device.address == address), None)

    def list_device_properties(self) -> tuple[PhysicalDevice, ...]:
        """Return all properties of the devices in the last list, in its order."""
        driver_ids = [id(driver) for driver in self._instance.scanned]
        return tuple(
            device.facts.query_all()._replace(
                # By identity: two drivers of one library are two.
                driver=driver_ids.index(id(device.driver.driver)),
                place=device.place,
            )
            for device in self.current
        )

    @property
    def _makes_new_handles(self) -> bool:
        """Return whether this release makes new handles with each list."""
        return self.rules.sorts_devices and self._instance.profile.has(NativeGate.SORTED_ANEW)

    def _ends_enumeration(self, code: int) -> bool:
        """Return whether an error of one driver ends the list."""
        return code != SUCCESS and not self._instance.profile.has(Gate.DRIVER_ERRORS_SKIPPED)

    def _make_device(self, driver: DriverProtocol, driver_index: int, handle: int) -> DriverDevice:
        """Return a device of a driver with its handle below the last layer."""
        # Two drivers may use the same handle value for their devices.
        key = driver.table.address, handle
        # A handle stays the same from query to query: applications compare them.
        if key not in self._known or self._makes_new_handles:
            # loader_physical_device_term: layers read word 0, the thunk reads words 1 and 2
            # (X86Thunks.physical_terminator).
            self._known[key] = LoaderObject(self._instance.table.address, *key)
            # The C loader frees what it replaces; layers may still have it here.
            self._instance.keep.append(self._known[key])
        return DriverDevice(driver, driver_index, handle, self._known[key].address)

    def _report_refusal(self, reason: str) -> int:
        """Report why no device is listed. Return the VkResult."""
        self._instance.report_finding(_COMMAND, "devices", "refused", INITIALIZATION_FAILED, reason)
        return INITIALIZATION_FAILED


class ApplicationDevices:
    """The devices of an instance as the application sees them.

    A handle stays while its device is listed, and as long as there is room besides the listed ones
    (trampoline.c, setup_loader_tramp_phys_devs): devices that a layer adds may get a new handle.
    """

    def __init__(self, instance: InstanceProtocol, bottom: PhysicalDevices) -> None:
        self._instance = instance
        self._bottom = bottom
        # (handle of the topmost layer, object of the application), in the order of the last list.
        self._known: list[tuple[int, LoaderObject]] = []

    def enumerate(self, instance: int, count: int, address: int) -> int:
        """List the devices for the program (vkEnumeratePhysicalDevices). Return the VkResult."""
        # VUID-vkEnumeratePhysicalDevices-pPhysicalDeviceCount-parameter: the C loader logs and
        # fails.
        if not count:
            return INITIALIZATION_FAILED
        with self._instance.lock:
            if self._instance.profile.has(NativeGate.LISTS_ASKED_WHOLE):
                code = self.ask_whole(instance)
                # After VK_INCOMPLETE of a layer the last list is the answer.
                if code not in (SUCCESS, INCOMPLETE):
                    return code
                return answer_handles([device.address for _, device in self._known], count, address)
            code = self._enumerate_below(instance, count, address)
            # Only handles that were given out are wrapped; a count unloads no driver.
            if address and code in (SUCCESS, INCOMPLETE):
                if self._instance.profile.has(NativeGate.HANDLES_BY_PLACE):
                    # There are places for the devices of drivers alone.
                    write_u32(count, min(read_u32(count), self._bottom.total))
                handles = [read_word(address, index) for index in range(read_u32(count))]
                for index, handle in enumerate(self.wrap(handles)):
                    write_word(address, handle, index)
                self._unload()
            return code

    def ask_whole(self, instance: int) -> int:
        """List all devices of the topmost layer. Return the VkResult.

        Source: setupLoaderTrampPhysDevs, which asks for as many devices as drivers have.
        """
        ask = make_function(_COMMAND, self._instance.table[INSTANCE_SLOTS[_COMMAND]])
        count = ctypes.c_uint32()
        code = ask(instance, ctypes.byref(count), None)
        if code != SUCCESS:
            return code
        # Not the number that layers answered.
        count.value = self._bottom.total
        handles = (ctypes.c_size_t * max(count.value, 1))()
        code = ask(instance, ctypes.byref(count), handles)
        if code == SUCCESS:
            known_objects = dict(reversed(self._known))
            listed_handles = handles[: count.value]
            self._known = [
                (handle, known_objects.get(handle) or self._make_wrapper(handle))
                for handle in listed_handles
            ]
        return code

    def handle_of(self, handle_below: int) -> int:
        """Return the program's handle for one of the topmost layer's in the last list, or 0."""
        return next((device.address for handle, device in self._known if handle == handle_below), 0)

    def wrap(self, handles: Sequence[int]) -> list[int]:
        """Return the program's handles for the topmost layer's.

        Source: setup_loader_tramp_phys_devs.
        """
        if not handles:
            return []
        bottom = self._bottom
        if self._instance.profile.has(NativeGate.HANDLES_BY_PLACE):
            for (_, address), handle in zip(self._known, handles, strict=False):
                point_to(address, handle)
            self._known += [
                (handle, self._make_wrapper(handle)) for handle in handles[len(self._known) :]
            ]
            return [address.address for _, address in self._known[: len(handles)]]
        # Layers may add devices: then the list is longer than what the drivers have.
        capacity = max(bottom.total, len(handles))
        addresses = [
            handles.index(handle_below) if handle_below in handles else -1
            for handle_below, _ in self._known
        ]
        first = {
            address: wrapper
            for wrapper, address in zip(reversed(self._known), reversed(addresses), strict=True)
        }
        listed_count = len(addresses) - addresses.count(-1)
        # Nothing has changed: the known wrappers serve again.
        if listed_count == len(handles) and len(self._known) == capacity:
            return [first[handles.index(handle)][1].address for handle in handles]
        wrappers = [
            first[address] if address in first else (handle, self._make_wrapper(handle))
            for address, handle in enumerate(handles)
        ]
        # What is no longer listed keeps its wrapper as long as there is room in the array.
        unlisted_handles = [
            wrapper for wrapper, address in zip(self._known, addresses, strict=True) if address < 0
        ]
        self._known = [*wrappers, *unlisted_handles[: capacity - len(handles)]]
        bottom.total = capacity
        return [wrapper.address for _, wrapper in wrappers]

    def _make_wrapper(self, handle: int) -> LoaderObject:
        """Return the memory of the program's handle for one of the topmost layer's."""
        device = read_top_device(self._instance.table.address, self._instance.handle, handle)
        self._instance.keep.append(device)  # the application may use what is no longer listed
        return device

    def passes_id_filters(self, handle: int) -> bool:
        """Return whether no ID filter removes this device of the topmost layer."""
        filters = self._bottom.rules.filters
        # Filters see what layers make of the properties: they ask through the chain.
        properties = get_structure_class("VkPhysicalDeviceProperties")()
        ask = make_function(_PROPERTIES, self._instance.table[INSTANCE_SLOTS[_PROPERTIES]])
        ask(handle, ctypes.byref(properties))
        device = add_device_properties(properties)
        # A second query only if a filter needs it, as in the C loader.
        if any(device_filter.variable == DRIVER_ID_FILTER_VARIABLE for device_filter in filters):
            device = device._replace(driver_id=self._find_compared_driver_id(handle))
        return find_refusing_filter(device, filters) is None

    def _find_compared_driver_id(self, handle: int) -> int | None:
        """Return the VkDriverId that the driver filter compares, or None if unknown."""
        if not self._instance.profile.has(Gate.DRIVER_ID_THROUGH_LAYERS):
            # Older loaders ask the driver itself, below the layers.
            bottom_handle = self._bottom.find_device(handle)
            return None if bottom_handle is None else bottom_handle.facts.query_driver_id()
        name = GET_PROPERTIES_2 if self._instance.api_version >= (1, 1, 0) else GET_PROPERTIES_2_KHR
        if name == GET_PROPERTIES_2_KHR and PROPERTIES2 not in self._instance.extensions:
            return None
        return ask_driver_id(self._instance.table[INSTANCE_SLOTS[name]], handle)

    def _enumerate_below(self, instance: int, count: int, address: int) -> int:
        """List the topmost layer's devices without filtered-out ones. Return the VkResult."""
        ask = make_function(_COMMAND, self._instance.table[INSTANCE_SLOTS[_COMMAND]])
        if not self._bottom.rules.filters:
            return ask(instance, count, address or None)
        code, handles = list_handles(ask, instance)
        if code != SUCCESS:
            return code
        return answer_handles(
            [handle for handle in handles if self.passes_id_filters(handle)], count, address
        )

    def _unload(self) -> None:
        """Destroy the instances of drivers without a device.

        Source: unload_drivers_without_physical_devices.
        """
        gates = Gate.EMPTY_DRIVERS_UNLOADED, Gate.EMPTY_DRIVERS_UNLOADED_ONCE
        if not any(map(self._instance.profile.has, gates)):
            return
        for driver in [driver for driver in self._instance.drivers if not driver.device_count]:
            self._instance.report_finding(driver.name, "devices", "unloaded")
            self._instance.drivers.remove(driver)
            driver.destroy(0)
            if driver.driver.library is not None and not self._instance.plan.keeps_libraries:
                driver.driver.library.close()
            # A layer may still have what it learned of the driver; its table stays.
            self._instance.keep.append(driver)


def _list_driver_handles(driver: DriverProtocol) -> tuple[int, list[int]]:
    """Return the VkResult and the handles of a driver's physical devices."""
    driver.instance.observer.announce_step(f"{_COMMAND} of {driver.name}")
    code, handles = list_handles(find_required(driver, _COMMAND), driver.handle)
    if code != SUCCESS:
        driver.instance.report_finding(driver.name, _COMMAND, "failed", code)
    return code, handles
