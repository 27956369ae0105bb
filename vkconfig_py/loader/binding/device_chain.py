"""The chain of a device: linked like that of an instance, called from the top, filled, destroyed.

Follows loader.c, loader_layer_create_device and loader_create_device_chain. A layer may create a
device of its own: then the chain is built from that layer downwards.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from vkconfig_py.loader.binding.abi import (
    LAYER_LINK_INFO,
    LOADER_DATA_CALLBACK,
    LOADER_DEVICE_CREATE_INFO,
    VkDeviceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
)
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import DEVICE_SLOTS, INSTANCE_SLOTS
from vkconfig_py.loader.binding.device import LoaderDevice
from vkconfig_py.loader.binding.device_creation import device_extensions, unwrapped_group
from vkconfig_py.loader.binding.driver import ask_for
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.instance_chain import abort
from vkconfig_py.loader.binding.layer import device_entry
from vkconfig_py.loader.binding.memory import read_names, read_word, write_word
from vkconfig_py.loader.binding.objects import is_top_device, next_device, stamp
from vkconfig_py.loader.binding.request import read_device_extensions, refuse_unless
from vkconfig_py.loader.binding.results import (
    EXTENSION_NOT_PRESENT,
    INITIALIZATION_FAILED,
    SUCCESS,
    VulkanError,
)
from vkconfig_py.loader.binding.terminators import Functions
from vkconfig_py.loader.binding.terminators.naming import DEBUG_MARKER

_COMMAND = "vkCreateDevice"
_DESTROY = "vkDestroyDevice"
_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"


class DeviceChains:
    """Makes and destroys the devices of one instance.

    Attributes:
        set_data: address of the function that writes a device's table into an object of a layer.
        make_device: addresses of the functions with which a layer makes and destroys a device.
    """

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self.set_data = instance.address("chain", "device data", "ipp", self._set_data)
        self.make_device = (
            instance.address("chain", "create device", "ippppppp", self._create_for_layer),
            instance.address("chain", "destroy device", "vppp", self._destroy_for_layer),
        )

    def create(self, physical_device: int, info: int, allocator: int, place: int) -> int:
        """Answer the application's vkCreateDevice."""
        if not is_top_device(physical_device):
            self._abort(_COMMAND, f"VkPhysicalDevice {physical_device:#x} is none of this loader")
            return INITIALIZATION_FAILED
        with self._instance.lock:
            return self._create(next_device(physical_device), info, allocator, place, 0)[0]

    def destroy(self, handle: int, allocator: int) -> None:
        """Answer the application's vkDestroyDevice."""
        if not handle:
            return
        with self._instance.lock:
            device = self._valid(_DESTROY, handle)
            if device is not None:
                self._instance.observer.about(f"{_DESTROY} of {self._instance.top_name}")
                destroy = device.table[DEVICE_SLOTS[_DESTROY]]
                function_type("vpp")(destroy)(handle, allocator or None)
                self._forget(device)

    def find(self, handle: int, command: str) -> LoaderDevice | None:
        """Return the device of a handle; without one the process ends."""
        return self._valid(command, handle)

    def _valid(self, command: str, handle: int) -> LoaderDevice | None:
        device = self._instance.devices.get(read_word(handle)) if handle else None
        if device is None:
            self._abort(command, f"VkDevice {handle:#x} is none of this instance")
        return device

    def _abort(self, command: str, detail: str) -> None:
        self._instance.found(command, "handle", "aborts", 0, detail)
        abort()

    def _forget(self, device: LoaderDevice) -> None:
        self._instance.devices.pop(device.table.address, None)
        device.keep.clear()

    def _create(
        self, physical_device: int, info: int, allocator: int, place: int, caller: int
    ) -> tuple[int, int]:
        """Return the result, and the vkGetDeviceProcAddr on top of the chain.

        Args:
            physical_device: as the topmost layer of the chain knows it.
            info: VkDeviceCreateInfo.
            allocator: VkAllocationCallbacks, or 0.
            place: where the VkDevice goes.
            caller: vkGetInstanceProcAddr of the layer below which the chain begins, or 0.
        """
        own = VkDeviceCreateInfo.from_buffer_copy(VkDeviceCreateInfo.from_address(info))
        try:
            self._validate(physical_device, own)
        except VulkanError as error:
            self._instance.found(_COMMAND, "extension", "refused", error.code, str(error))
            return error.code, 0
        self._compare_layers(own)
        device = LoaderDevice(self._instance, self._functions)
        device.has_marker = DEBUG_MARKER in read_device_extensions(own).names
        self._instance.devices[device.table.address] = device
        code = self._call(device, physical_device, own, allocator, caller)
        if code != SUCCESS:
            self._forget(device)
            return code, 0
        device.fill()
        self._instance.unknown.fill(device)
        write_word(place, device.above)
        return SUCCESS, device.top

    def _validate(self, physical_device: int, info: VkDeviceCreateInfo) -> None:
        requested = read_device_extensions(info)
        refuse_unless(requested.are_valid, _COMMAND, EXTENSION_NOT_PRESENT)
        address = self._instance.table[INSTANCE_SLOTS[_EXTENSIONS]]
        offered = set(device_extensions(address, physical_device))
        for layer in self._instance.assembly.layers:
            offered.update(extension.name for extension in layer.device_extensions)
        for name in requested.names:
            if name not in offered:
                self._instance.found(name, "device extension", "refused", EXTENSION_NOT_PRESENT)
                raise VulkanError(_COMMAND, EXTENSION_NOT_PRESENT)

    def _compare_layers(self, info: VkDeviceCreateInfo) -> None:
        array = info.ppEnabledLayerNames or 0
        names = read_names(info.enabledLayerCount, array) if array else ()
        if names and names != self._instance.request.layers.names:
            detail = "layers of a device are ignored"
            self._instance.found(_COMMAND, "layers", "warning", 0, detail)

    def _call(
        self,
        device: LoaderDevice,
        physical_device: int,
        own: VkDeviceCreateInfo,
        allocator: int,
        caller: int,
    ) -> int:
        next_instance, device.top, links = self._link(device.keep, caller)
        nodes = [VkLayerDeviceCreateInfo(LOADER_DEVICE_CREATE_INFO, None, LOADER_DATA_CALLBACK)]
        nodes[0].u.pfnSetDeviceLoaderData = self.set_data
        if self._instance.assembly.layers or self._instance.layers:
            nodes.append(VkLayerDeviceCreateInfo(LOADER_DEVICE_CREATE_INFO, None, LAYER_LINK_INFO))
            nodes[1].u.pLayerInfo = links or None
        device.keep += [own, *nodes]
        create = ask_for(next_instance, self._instance.below, _COMMAND)
        if not create:
            self._instance.found(_COMMAND, "chain", "missing", INITIALIZATION_FAILED)
            return INITIALIZATION_FAILED
        out = ctypes.c_size_t(device.table.address)
        self._instance.observer.about(f"{_COMMAND} of {self._instance.top_name}")
        with unwrapped_group(own, next_device if not caller else int):
            own.pNext = _chained(nodes, own.pNext or 0)
            code: int = function_type("ipppp")(create)(
                physical_device, ctypes.byref(own), allocator or None, ctypes.byref(out)
            )
        device.above = out.value
        return code

    def _link(self, keep: list[object], caller: int) -> tuple[int, int, int]:
        """Return vkGetInstanceProcAddr and vkGetDeviceProcAddr of the top, and its link."""
        next_instance = self._instance.bottom.get_instance_proc_addr
        next_device_proc = self._instance.bottom.get_device_proc_addr
        address = 0
        for layer in reversed(self._instance.layers):
            if caller and layer.get_instance_proc_addr == caller:
                break
            entry = device_entry(layer, self._instance.observer)
            if not entry:
                continue
            link = VkLayerDeviceLink(address or None, next_instance, next_device_proc)
            keep.append(link)
            address = ctypes.addressof(link)
            next_instance, next_device_proc = layer.get_instance_proc_addr, entry
            if layer.library is not None:
                self._instance.found(layer.name, "insert in device", "ok", 0, layer.path)
        return next_instance, next_device_proc, address

    def _set_data(self, handle: int, thing: int) -> int:
        """Write a device's table into an object that a layer made (vkSetDeviceDispatch)."""
        if read_word(handle) not in self._instance.devices:
            return INITIALIZATION_FAILED
        stamp(thing, read_word(handle))
        return SUCCESS

    def _create_for_layer(
        self,
        instance: int,
        physical_device: int,
        info: int,
        allocator: int,
        place: int,
        layer: int,
        next_proc: int,
    ) -> int:
        """Answer a layer that makes a device below itself."""
        with self._instance.lock:
            below = physical_device if instance else next_device(physical_device)
            code, top = self._create(below, info, allocator, place, layer)
            if code == SUCCESS and next_proc:
                write_word(next_proc, top)
            return code

    def _destroy_for_layer(self, handle: int, allocator: int, destroy: int) -> None:
        """Destroy a device that a layer made, by the function that the layer names."""
        with self._instance.lock:
            device = self._valid(_DESTROY, handle)
            if device is not None:
                function_type("vpp")(destroy)(handle, allocator or None)
                self._forget(device)


def _chained(nodes: Sequence[VkLayerDeviceCreateInfo], rest: int) -> int:
    """Link the nodes in their order, before what the application passed."""
    for node in reversed(nodes):
        node.pNext = rest or None
        rest = ctypes.addressof(node)
    return rest
