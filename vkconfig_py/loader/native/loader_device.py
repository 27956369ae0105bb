"""VkDevice: its chain of layers, linked like an instance's, down to terminator_CreateDevice.

loader.c, loader_layer_create_device, loader_create_device_chain and terminator_CreateDevice. A
layer may create another device below itself: then the chain is built from there downwards. The
first loaders have layers for devices: their chain is another one than that of the instance.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.base.versions import (
    EXTENSION_NOT_PRESENT,
    INITIALIZATION_FAILED,
    LAYER_NOT_PRESENT,
    SUCCESS,
    VulkanError,
)
from vkconfig_py.loader.native.abi import (
    DEVICE_MAGIC,
    LAYER_LINK_INFO,
    LOADER_DATA_CALLBACK,
    LOADER_DEVICE_CREATE_INFO,
    VkDeviceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
)
from vkconfig_py.loader.native.driver_calls import find_required, make_function
from vkconfig_py.loader.native.libraries import (
    LoadedLayer,
    find_device_entry_points,
    query_function,
)
from vkconfig_py.loader.native.loader_instance import LoaderInstance, open_files, report_abort
from vkconfig_py.loader.native.memory import (
    DispatchTable,
    copy_structure,
    find_in_chain,
    has_driver_magic,
    is_trampoline_device,
    link_nodes,
    list_extensions,
    name_array,
    read_device_extensions,
    read_driver_device,
    read_names,
    read_top_layer_device,
    read_u32,
    read_word,
    refuse_unless,
    strip_links,
    walk_structure_chain,
    write_dispatch_table,
    write_word,
)
from vkconfig_py.loader.native.terminators import Functions
from vkconfig_py.loader.native.terminators.debug_utils import (
    DEBUG_MARKER,
    DEBUG_UTILS,
    DEBUG_UTILS_COMMANDS,
    LABELS,
    NAMING_COMMANDS,
)
from vkconfig_py.loader.native.vulkan_registry import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    find_known,
    list_known_slots,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import PROPERTIES2
from vkconfig_py.loader.wire.jobs import PlannedLayer

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DeviceProtocol, DriverProtocol

# loader.c, loader_gpa_device_terminator: functions of the loader that are there only if one of
# these extensions is enabled in the driver.
_GET_GROUP_PRESENT_MODES = "vkGetDeviceGroupSurfacePresentModesKHR"
_EXTENSIONS_BY_COMMAND = {
    "vkCreateSwapchainKHR": ("VK_KHR_swapchain",),
    _GET_GROUP_PRESENT_MODES: ("VK_KHR_swapchain", "VK_KHR_device_group"),
    "vkCreateSharedSwapchainsKHR": ("VK_KHR_display_swapchain",),
}
# Functions that the loader had no part in at first.
_UNWRAPPED_GATE_BY_COMMAND = {
    "vkCreateSwapchainKHR": NativeGate.SWAPCHAINS_UNWRAPPED,
    "vkCreateSharedSwapchainsKHR": NativeGate.SHARED_SWAPCHAINS_UNWRAPPED,
    "vkDebugMarkerSetObjectNameEXT": NativeGate.MARKERS_UNWRAPPED,
    "vkDebugMarkerSetObjectTagEXT": NativeGate.MARKERS_UNWRAPPED,
}

_COMMAND = "vkCreateDevice"
_ENUMERATE_DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_FEATURES2 = 1000059000  # VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
_GROUP_CREATE_INFO_TYPE = 1000070001  # VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO
_MAINTENANCE5 = 1000470000  # VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES
_NEXT_WORD_INDEX = 1  # index of a structure's pNext word, after sType and padding
_FIRST_MEMBER_OFFSET = 16  # offset of the first member after sType and pNext
_GROUP_FUNCTIONS = ("vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroupsKHR")
_FEATURES2_FUNCTIONS = ("vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceFeatures2KHR")

_DESTROY = "vkDestroyDevice"


class LoaderDevice:
    """VkDevice, from the moment at which its chain is built (loader.h, loader_device).

    Attributes:
        table: top of the chain; its address identifies the device until a VkDevice exists, and is
            the first word of every dispatchable object of the device.
        driver: None until the bottom of the chain was reached.
        handle: the driver's VkDevice.
        first_layer_handle: the application's VkDevice, which a layer may have wrapped.
        extensions: enabled extensions passed to the driver.
        top: vkGetDeviceProcAddr of the topmost layer, or the bottom's.
        has_marker: functions of VK_EXT_debug_marker are available.
        hides_newer_functions: core functions beyond the application's apiVersion count as missing.
        keep: references to memory that C code reads while the device exists.
    """

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self.instance = instance
        self.table = DispatchTable(instance.arena.constant(INITIALIZATION_FAILED), DEVICE_MAGIC)
        self.driver: DriverProtocol | None = None
        self.handle = 0
        self.first_layer_handle = 0
        self.extensions: frozenset[str] = frozenset()
        self.top = 0
        self.has_marker = False
        self.hides_newer_functions = False
        self.keep: list[object] = []
        self._functions = functions

    def find_driver_function(self, name: str) -> int:
        """Return the address of the driver's function for this device, or 0."""
        # The chain has not reached its bottom yet, or never will.
        if self.driver is None:
            return 0
        return query_function(self.driver.proc("vkGetDeviceProcAddr"), self.handle, name)

    def find_bottom_function(self, name: str) -> int:
        """Return the address of a function below the last layer, or 0.

        Source: loader.c, loader_gpa_device_terminator.
        """
        has = self.instance.profile.has
        if not self._has_function(name):
            ignores_extensions = not has(NativeGate.DEVICE_FUNCTIONS_BY_EXTENSION)
            return self.find_driver_function(name) if ignores_extensions else 0
        is_known = name in DEVICE_SLOTS and find_known(name, self.instance.profile)
        function = self._functions.get(name) if is_known else None
        # Labels carry no handle to unwrap: they go straight to a driver that takes them.
        if function is None or name in LABELS:
            address = self.find_driver_function(name)
            if address or function is None or not has(NativeGate.LABELS_PASSED_ON):
                return address
        return self.instance.make_command_address("bottom", name, function)

    def _has_function(self, name: str) -> bool:
        """Return whether the extension or version that a loader function requires is enabled."""
        has = self.instance.profile.has
        since = _UNWRAPPED_GATE_BY_COMMAND.get(name)
        if since is not None and not has(since):
            return False
        if not has(NativeGate.TERMINATORS_BY_EXTENSION):
            return True
        # Gated on the instance's extension, although these are functions of devices.
        if name in DEBUG_UTILS_COMMANDS:
            is_enabled = DEBUG_UTILS in self.instance.extensions
            needs_debug_extension = (
                has(NativeGate.NAMES_WITH_EXTENSIONS) and name in NAMING_COMMANDS
            )
            return is_enabled and (bool(self.extensions) or not needs_debug_extension)
        if name in NAMING_COMMANDS:
            return self.has_marker
        needed = _EXTENSIONS_BY_COMMAND.get(name)
        if needed is None:
            return True
        if name == _GET_GROUP_PRESENT_MODES and not has(NativeGate.GROUP_MODES_BY_GROUP):
            needed = needed[:1]
        return not self.extensions.isdisjoint(needed)

    def fill(self) -> None:
        """Fill the device's table from the top of its chain (loader_init_device_dispatch_table)."""
        for name, slot in list_known_slots(DEVICE_SLOTS, self.instance.profile):
            self.table[slot] = query_function(self.top, self.first_layer_handle, name)


class _DeviceGroup(ctypes.Structure):
    """VkDeviceGroupDeviceCreateInfo."""

    _fields_ = (
        ("sType", ctypes.c_int32),
        ("pNext", ctypes.c_void_p),
        ("physicalDeviceCount", ctypes.c_uint32),
        ("pPhysicalDevices", ctypes.c_void_p),
    )


def create_in_driver(
    instance: LoaderInstance, physical_device: int, info: int, allocator: int, address: int
) -> int:
    """Create the device in its driver (terminator_CreateDevice). Return the VkResult.

    Args:
        instance: the instance.
        physical_device: handle at the bottom of the chain.
        info: address of VkDeviceCreateInfo.
        allocator: address of VkAllocationCallbacks, or 0.
        address: names the device, and receives the driver's VkDevice.
    """
    # LLP_LAYER_22: the handle that layers passed down still points at the loader's table.
    device = instance.devices.get(read_word(address)) if address else None
    if device is None:
        detail = "a layer changed the VkDevice before the call"
        report_abort(instance.observer, _COMMAND, "chain", detail)
        return INITIALIZATION_FAILED
    physical_device = instance.find_answering_device(physical_device)
    driver = instance.find_driver(physical_device)
    handle = read_driver_device(physical_device)
    passed_info: VkDeviceCreateInfo = copy_structure(VkDeviceCreateInfo, info)
    # Layers of devices are deprecated; drivers never see them.
    passed_info.enabledLayerCount, passed_info.ppEnabledLayerNames = 0, None
    if not instance.profile.has(NativeGate.LOADER_LINKS_PASSED_TO_DRIVERS):
        passed_info.pNext = strip_links(passed_info.pNext or 0) or None
    # What only layers know must not reach the driver: it would refuse it.
    passed_extensions = _select_offered(driver, handle, read_device_extensions(passed_info).names)
    names = name_array(passed_extensions)
    passed_info.enabledExtensionCount, passed_info.ppEnabledExtensionNames = (
        len(passed_extensions),
        ctypes.addressof(names),
    )
    # C code has their addresses only; without this list they are freed when this function returns.
    device.keep += [passed_info, names]
    _emulate_features(driver, passed_info)
    # A driver without groups has one device in each: VkDeviceGroupDeviceCreateInfo may name just
    # that.
    with unwrap_device_group(passed_info, read_driver_device) as size:
        if size > 1 and not any(map(driver.proc, _GROUP_FUNCTIONS)):
            instance.report_finding(
                driver.name,
                _COMMAND,
                "refused",
                INITIALIZATION_FAILED,
                message("device groups not supported"),
            )
            return INITIALIZATION_FAILED
        device_handle = ctypes.c_size_t()
        create = find_required(driver, _COMMAND)
        instance.observer.announce_step(f"{_COMMAND} of {driver.name}")
        code = create(
            handle, ctypes.byref(passed_info), allocator or None, ctypes.byref(device_handle)
        )
    if code != SUCCESS:
        instance.report_finding(driver.name, _COMMAND, "failed", code)
        return code
    device.driver, device.handle = driver, device_handle.value
    device.extensions = frozenset(passed_extensions)
    if not instance.profile.has(NativeGate.MARKER_BY_REQUEST):
        device.has_marker = DEBUG_MARKER in device.extensions
    device.hides_newer_functions = _hides_newer_functions(device, passed_info)
    # vk_icd.h: a driver's dispatchable objects begin with room for the loader's table.
    if not has_driver_magic(device_handle.value):
        instance.report_finding(
            driver.name, _COMMAND, "warning", 0, "VkDevice without ICD_LOADER_MAGIC"
        )
    # From here on the driver's handle leads to this device by its first word.
    write_dispatch_table(device_handle.value, device.table.address)
    write_word(address, device_handle.value)
    return SUCCESS


def list_device_extensions(enumerate_extensions: int, physical_device: int) -> set[str]:
    """Return the names that a vkEnumerateDeviceExtensionProperties lists."""
    command = make_function(_ENUMERATE_DEVICE_EXTENSIONS, enumerate_extensions)
    code, extensions = list_extensions(command, physical_device, None)
    if code != SUCCESS:
        raise VulkanError(_ENUMERATE_DEVICE_EXTENSIONS, code)
    return {name for name, _ in extensions}


@contextmanager
def unwrap_device_group(info: VkDeviceCreateInfo, unwrap: Callable[[int], int]) -> Iterator[int]:
    """Replace the devices of a VkDeviceGroupDeviceCreateInfo during one call.

    By those that the next element knows.
    """
    original = ctypes.addressof(info)
    for structure_type, address in walk_structure_chain(info.pNext or 0):
        if structure_type == _GROUP_CREATE_INFO_TYPE:
            break
        original = address
    else:
        yield 1
        return
    # The application's structure is const: a copy takes its place in the chain.
    group_copy = copy_structure(_DeviceGroup, address)
    devices = [
        read_word(group_copy.pPhysicalDevices, index)
        for index in range(group_copy.physicalDeviceCount)
    ]
    array = (ctypes.c_size_t * len(devices))(*map(unwrap, devices))
    group_copy.pPhysicalDevices = ctypes.addressof(array)
    write_word(original, ctypes.addressof(group_copy), _NEXT_WORD_INDEX)
    try:
        yield len(devices)
    finally:
        write_word(original, address, _NEXT_WORD_INDEX)


def _select_offered(driver: DriverProtocol, handle: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the extensions that the driver offers, and report the others."""
    driver.instance.observer.announce_step(f"{_ENUMERATE_DEVICE_EXTENSIONS} of {driver.name}")
    offered_names = list_device_extensions(driver.proc(_ENUMERATE_DEVICE_EXTENSIONS), handle)
    for name in names:
        if name not in offered_names:
            driver.instance.report_finding(driver.name, "device extension", "skipped", 0, name)
    return tuple(name for name in names if name in offered_names)


def _emulate_features(driver: DriverProtocol, info: VkDeviceCreateInfo) -> None:
    """Point pEnabledFeatures at the chained features, for a driver without chain support."""
    features = find_in_chain(info.pNext or 0, _FEATURES2)
    # A driver that knows the chain reads the features there.
    if not features or any(map(driver.proc, _FEATURES2_FUNCTIONS)):
        return
    driver.instance.report_finding(
        driver.name, _COMMAND, "emulated", 0, "VkPhysicalDeviceFeatures2"
    )
    # VkPhysicalDeviceFeatures2 contains VkPhysicalDeviceFeatures after sType and pNext.
    if PROPERTIES2 in driver.instance.extensions:
        info.pEnabledFeatures = features + _FIRST_MEMBER_OFFSET


def _hides_newer_functions(device: DeviceProtocol, info: VkDeviceCreateInfo) -> bool:
    """Return whether VK_KHR_maintenance5 is on, with which newer core functions are hidden."""
    if not device.instance.profile.has(Gate.MAINTENANCE5):
        return False
    if "VK_KHR_maintenance5" not in device.extensions:
        return False
    features = find_in_chain(info.pNext or 0, _MAINTENANCE5)
    # The extension alone does not count: its feature has to be enabled, too.
    return bool(features) and bool(read_u32(features + _FIRST_MEMBER_OFFSET))


class DeviceChains:
    """Creates and destroys the devices of one instance."""

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self.set_data = instance.address("chain", "device data", "ipp", self._set_data)
        self.make_device = (
            instance.address("chain", "create device", "ippppppp", self._create_for_layer),
            instance.address("chain", "destroy device", "vppp", self._destroy_for_layer),
        )

    def create(self, physical_device: int, info: int, allocator: int, address: int) -> int:
        """Create a device for the program (vkCreateDevice). Return the VkResult.

        `address`: where the handle is written.
        """
        # VUID-vkCreateDevice-physicalDevice-parameter: the C loader logs and calls abort().
        if not is_trampoline_device(physical_device):
            detail = f"VkPhysicalDevice {physical_device:#x} is none of this loader"
            report_abort(self._instance.observer, _COMMAND, "handle", detail)
            return INITIALIZATION_FAILED
        with self._instance.lock:
            return self._create(
                read_top_layer_device(physical_device), info, allocator, address, 0
            )[0]

    def destroy(self, handle: int, allocator: int) -> None:
        """Destroy a device of the program (vkDestroyDevice)."""
        if not handle:
            return
        with self._instance.lock:
            device = self.find(handle, _DESTROY)
            if device is not None:
                self._instance.observer.announce_step(f"{_DESTROY} of {self._instance.top_name}")
                destroy = make_function(_DESTROY, device.table[DEVICE_SLOTS[_DESTROY]])
                destroy(handle, allocator or None)
                self._forget_device(device)

    def find(self, handle: int, command: str) -> DeviceProtocol | None:
        """Return the device of a handle.

        An unknown handle aborts the process, as in the C loader.
        """
        device = self._instance.devices.get(read_word(handle)) if handle else None
        if device is None:
            detail = f"VkDevice {handle:#x} is none of this instance"
            report_abort(self._instance.observer, command, "handle", detail)
        return device

    def _forget_device(self, device: DeviceProtocol) -> None:
        """Remove a device that was destroyed or could not be created."""
        self._instance.devices.pop(device.table.address, None)
        device.keep.clear()

    def _create(
        self, physical_device: int, info: int, allocator: int, address: int, caller: int
    ) -> tuple[int, int]:
        """Return the VkResult, and the vkGetDeviceProcAddr at the top of the chain.

        Args:
            physical_device: as the topmost layer of the chain knows it.
            info: VkDeviceCreateInfo.
            allocator: VkAllocationCallbacks, or 0.
            address: address that receives the VkDevice.
            caller: vkGetInstanceProcAddr of the layer below which the chain begins, or 0.
        """
        info_copy = copy_structure(VkDeviceCreateInfo, info)
        try:
            self._check_layers(info_copy)
            self._validate(physical_device, info_copy)
        except VulkanError as error:
            self._instance.report_finding(_COMMAND, "extension", "refused", error.code, str(error))
            return error.code, 0
        device = LoaderDevice(self._instance, self._functions)
        device.has_marker = DEBUG_MARKER in read_device_extensions(info_copy).names
        # Registered before the call: the bottom and pfnSetDeviceLoaderData find it by the table.
        self._instance.devices[device.table.address] = device
        code = self._call(device, physical_device, info_copy, allocator, caller)
        if code != SUCCESS:
            self._forget_device(device)
            return code, 0
        # The table is filled from the top, so calls of the application enter the topmost layer that
        # takes part.
        device.fill()
        self._instance.unknown.fill(device)
        write_word(address, device.first_layer_handle)
        return SUCCESS, device.top

    def _validate(self, physical_device: int, info: VkDeviceCreateInfo) -> None:
        """Raise VulkanError if the program enables a device extension that is not available."""
        requested = read_device_extensions(info)
        refuse_unless(requested.are_valid, _COMMAND, EXTENSION_NOT_PRESENT)
        # Through the chain: layers may add extensions to the list.
        address = self._instance.table[INSTANCE_SLOTS[_ENUMERATE_DEVICE_EXTENSIONS]]
        offered_names = list_device_extensions(address, physical_device)
        # Every layer that was to be opened counts, also one whose library then failed.
        for layer in self._files:
            offered_names.update(extension.name for extension in layer.device_extensions)
        for name in requested.names:
            if name not in offered_names:
                self._instance.report_finding(
                    name, "device extension", "refused", EXTENSION_NOT_PRESENT
                )
                raise VulkanError(_COMMAND, EXTENSION_NOT_PRESENT)

    @property
    def _files(self) -> tuple[PlannedLayer, ...]:
        """Return the layers that the chain of a device is made of."""
        plan = self._instance.plan
        return plan.device_layers if plan.profile.has(Gate.DEVICE_LAYERS) else plan.layers

    def _check_layers(self, info: VkDeviceCreateInfo) -> None:
        """Check the layers that the program requests for a device, which most releases ignore."""
        array = info.ppEnabledLayerNames or 0
        names = read_names(info.enabledLayerCount, array) if array else ()
        plan = self._instance.plan
        if plan.profile.has(Gate.DEVICE_LAYERS):
            listed_names = {layer.name for layer in plan.listed_for_devices}
            refuse_unless(listed_names.issuperset(names), _COMMAND, LAYER_NOT_PRESENT)
            return
        # Layers of devices are deprecated and ignored; other names than the instance's are only
        # warned about.
        if names and names != self._instance.request.layers.names:
            detail = "layers of a device are ignored"
            self._instance.report_finding(_COMMAND, "layers", "warning", 0, detail)

    def _call(
        self,
        device: LoaderDevice,
        physical_device: int,
        info: VkDeviceCreateInfo,
        allocator: int,
        caller: int,
    ) -> int:
        """Call vkCreateDevice from the top of the chain. Return the VkResult.

        Args:
            device: the device in the making.
            physical_device: handle that the topmost layer knows.
            info: the create info, which gets the links of the chain.
            allocator: address of VkAllocationCallbacks, or 0.
            caller: vkGetInstanceProcAddr of the layer below which the chain begins, or 0.
        """
        layers = self._list_device_layers()
        next_instance, device.top, links = self._link(layers, device.keep, caller)
        # loader_create_device_chain puts the data callback before the link; the link is there even
        # if every layer failed to open.
        nodes = [VkLayerDeviceCreateInfo(LOADER_DEVICE_CREATE_INFO, None, LOADER_DATA_CALLBACK)]
        nodes[0].u.pfnSetDeviceLoaderData = self.set_data
        if self._files or layers:
            nodes.append(VkLayerDeviceCreateInfo(LOADER_DEVICE_CREATE_INFO, None, LAYER_LINK_INFO))
            nodes[1].u.pLayerInfo = links or None
        device.keep += [info, *nodes]
        create = query_function(next_instance, self._instance.below, _COMMAND)
        if not create:
            self._instance.report_finding(_COMMAND, "chain", "missing", INITIALIZATION_FAILED)
            return INITIALIZATION_FAILED
        # The bottom finds the device by the word that the handle points at so far.
        device_handle = ctypes.c_size_t(device.table.address)
        self._instance.observer.announce_step(f"{_COMMAND} of {self._instance.top_name}")
        # The application's handles become those of the topmost layer; a layer has passed its own
        # already.
        with unwrap_device_group(info, read_top_layer_device if not caller else int):
            info.pNext = link_nodes(nodes, info.pNext or 0)
            code = make_function(_COMMAND, create)(
                physical_device, ctypes.byref(info), allocator or None, ctypes.byref(device_handle)
            )
        device.first_layer_handle = device_handle.value
        return code

    def _list_device_layers(self) -> Sequence[LoadedLayer]:
        """Return the layers of a device, application side first."""
        instance = self._instance
        if not instance.profile.has(Gate.DEVICE_LAYERS):
            return instance.layers
        address_by_layer = {layer.name: address for address, layer in enumerate(instance.layers)}
        layers_by_name = {layer.name: layer for layer in instance.layers}
        files = instance.plan.device_layers
        missing = tuple(file for file in files if file.name not in layers_by_name)
        # Never closed, as in the C loader.
        layers_by_name |= {layer.name: layer for layer in open_files(instance, missing)}
        # Of a name that was written twice the last place counts.
        names = [
            *dict.fromkeys(file.name for file in reversed(files) if file.name in layers_by_name)
        ]
        chain = [layers_by_name[name] for name in reversed(names)]
        # Taps stand between the layers of the instance.
        for tracing_layer in (
            instance_layer for instance_layer in instance.layers if instance_layer.library is None
        ):
            places_below = (
                index
                for index, layer in enumerate(chain)
                if address_by_layer.get(layer.name, 0) > address_by_layer[tracing_layer.name]
            )
            chain.insert(next(places_below, len(chain)), tracing_layer)
        return chain

    def _link(
        self, layers: Sequence[LoadedLayer], keep: list[object], caller: int
    ) -> tuple[int, int, int]:
        """Link the layers of a device. Return two addresses of lookup functions and the link's.

        vkGetInstanceProcAddr and vkGetDeviceProcAddr of the topmost element.
        """
        next_instance = self._instance.bottom.get_instance_proc_addr
        next_device_proc = self._instance.bottom.get_device_proc_addr
        address = 0
        for layer in reversed(layers):
            # A layer that makes a device of its own gets the chain below itself alone.
            if caller and layer.get_instance_proc_addr == caller:
                break
            # Without vkGetDeviceProcAddr a layer stays in the chain of the instance alone.
            lookup, entry = find_device_entry_points(
                layer, self._instance.profile, self._instance.observer
            )
            if not entry:
                continue
            link = VkLayerDeviceLink(address or None, next_instance, next_device_proc)
            keep.append(link)
            address = ctypes.addressof(link)
            next_instance, next_device_proc = lookup, entry
            if layer.library is not None:
                self._instance.report_finding(layer.name, "insert in device", "ok", 0, layer.path)
        return next_instance, next_device_proc, address

    def _set_data(self, handle: int, dispatchable: int) -> int:
        """Write the device's dispatch table into an object of a layer. Return the VkResult."""
        if read_word(handle) not in self._instance.devices:
            return INITIALIZATION_FAILED
        write_dispatch_table(dispatchable, read_word(handle))
        return SUCCESS

    def _create_for_layer(
        self,
        instance: int,
        physical_device: int,
        info: int,
        allocator: int,
        address: int,
        layer: int,
        next_proc: int,
    ) -> int:
        """Create a device below the calling layer (pfnLayerCreateDevice).

        Args:
            instance: VkInstance.
            physical_device: handle that the layer knows.
            info: address of VkDeviceCreateInfo.
            allocator: address of VkAllocationCallbacks, or 0.
            address: where the handle is written.
            layer: vkGetInstanceProcAddr of the calling layer.
            next_proc: where vkGetDeviceProcAddr of the next element is written.
        """
        with self._instance.lock:
            # With a NULL instance the layer passes the application's handle.
            device_below = physical_device if instance else read_top_layer_device(physical_device)
            code, top = self._create(device_below, info, allocator, address, layer)
            if code == SUCCESS and next_proc:
                write_word(next_proc, top)
            return code

    def _destroy_for_layer(self, handle: int, allocator: int, destroy: int) -> None:
        """Destroy a device for a layer (pfnLayerDestroyDevice).

        `destroy`: address of the vkDestroyDevice that the layer passes.
        """
        with self._instance.lock:
            device = self.find(handle, _DESTROY)
            if device is not None:
                make_function(_DESTROY, destroy)(handle, allocator or None)
                self._forget_device(device)
