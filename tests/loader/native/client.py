"""A program that uses a loader through the address of its vkGetInstanceProcAddr, as C code does."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.memory import encode, name_array, pack_version, read_extensions
from vkconfig_py.loader.native.vulkan_registry import list_commands

PROPERTIES_SIZE = 824  # VkPhysicalDeviceProperties
NAME_OFFSET = 20
SUBMIT_INFO, COMMAND_POOL_CREATE_INFO = 4, 39
COMMAND_BUFFER_ALLOCATE_INFO, COMMAND_BUFFER_BEGIN_INFO = 40, 42


def ask(get_proc_addr: int, handle: int, name: str) -> int:
    """Return the address of a function, or 0."""
    return make_function_type("ppp")(get_proc_addr)(handle or None, encode(name))


class Client:
    """One program; `instance` is what its last vkCreateInstance wrote."""

    def __init__(self, get_instance_proc_addr: int) -> None:
        self.get_instance_proc_addr = get_instance_proc_addr
        self.instance = 0

    def address(self, name: str) -> int:
        return ask(self.get_instance_proc_addr, self.instance, name)

    def call(self, name: str, *arguments: object) -> int:
        """Call a function of the instance, or a global one before there is an instance."""
        address = self.address(name)
        assert address, f"{name} is not there"
        return make_function_type(list_commands()[name].signature)(address)(*arguments)

    def create(
        self,
        *,
        layers: Sequence[str] = (),
        extensions: Sequence[str] = (),
        api_version: tuple[int, int, int] | None = (1, 3, 0),
        flags: int = 0,
        chain: int = 0,
    ) -> int:
        """Call vkCreateInstance."""
        application = abi.VkApplicationInfo(
            apiVersion=pack_version(api_version) if api_version else 0
        )
        info = abi.VkInstanceCreateInfo(
            sType=abi.INSTANCE_CREATE_INFO,
            pNext=chain or None,
            flags=flags,
            pApplicationInfo=ctypes.addressof(application) if api_version else None,
        )
        info.enabledLayerCount, info.enabledExtensionCount = len(layers), len(extensions)
        arrays = name_array(layers), name_array(extensions)
        info.ppEnabledLayerNames, info.ppEnabledExtensionNames = map(ctypes.addressof, arrays)
        self.instance, out = 0, ctypes.c_size_t()
        code = self.call("vkCreateInstance", ctypes.byref(info), None, ctypes.byref(out))
        self.instance = out.value
        return code

    def destroy(self) -> None:
        self.call("vkDestroyInstance", self.instance, None)
        self.instance = 0

    def devices(self) -> list[int] | int:
        """Return the physical devices, or the error."""
        count = ctypes.c_uint32()
        name = "vkEnumeratePhysicalDevices"
        code = self.call(name, self.instance, ctypes.byref(count), None)
        if code:
            return code
        handles = (ctypes.c_size_t * count.value)()
        code = self.call(name, self.instance, ctypes.byref(count), handles)
        return code or handles[: count.value]

    def names(self) -> list[str] | int:
        """Return the names of the physical devices, or the error."""
        devices = self.devices()
        return devices if isinstance(devices, int) else [self.name_of(x) for x in devices]

    def name_of(self, device: int) -> str:
        buffer = ctypes.create_string_buffer(PROPERTIES_SIZE)
        self.call("vkGetPhysicalDeviceProperties", device, buffer)
        return buffer.raw[NAME_OFFSET:].split(b"\0", 1)[0].decode()

    def extensions(self, layer: str | None = None) -> list[tuple[str, int]] | int:
        """Return what vkEnumerateInstanceExtensionProperties answers."""
        name = "vkEnumerateInstanceExtensionProperties"
        count, asked = ctypes.c_uint32(), encode(layer) if layer is not None else None
        code = self.call(name, asked, ctypes.byref(count), None)
        if code:
            return code
        buffer = ctypes.create_string_buffer(260 * count.value)
        code = self.call(name, asked, ctypes.byref(count), buffer)
        return code or list(read_extensions(count.value, ctypes.addressof(buffer)))

    def create_device(
        self,
        physical_device: int,
        extensions: Sequence[str] = (),
        chain: int = 0,
        layers: Sequence[str] = (),
    ) -> int:
        """Return a device with one queue of the first family, or the error."""
        priority = ctypes.c_float(1.0)
        queue = abi.VkDeviceQueueCreateInfo(
            sType=abi.DEVICE_QUEUE_CREATE_INFO,
            queueCount=1,
            pQueuePriorities=ctypes.addressof(priority),
        )
        info = abi.VkDeviceCreateInfo(
            sType=abi.DEVICE_CREATE_INFO,
            pNext=chain or None,
            queueCreateInfoCount=1,
            pQueueCreateInfos=ctypes.addressof(queue),
            enabledLayerCount=len(layers),
            enabledExtensionCount=len(extensions),
        )
        arrays = name_array(layers), name_array(extensions)
        info.ppEnabledLayerNames, info.ppEnabledExtensionNames = map(ctypes.addressof, arrays)
        out = ctypes.c_size_t()
        code = self.call(
            "vkCreateDevice", physical_device, ctypes.byref(info), None, ctypes.byref(out)
        )
        return code or out.value

    def device_address(self, device: int, name: str) -> int:
        return ask(self.address("vkGetDeviceProcAddr"), device, name)

    def submit_nothing(self, device: int) -> list[int]:
        """Return the results of a life with three command buffers and an empty submit."""
        queue, pool = ctypes.c_size_t(), ctypes.c_uint64()
        self.call("vkGetDeviceQueue", device, 0, 0, ctypes.byref(queue))
        pool_info = (ctypes.c_uint64 * 3)(COMMAND_POOL_CREATE_INFO, 0, 0)
        codes = [
            self.call("vkCreateCommandPool", device, pool_info, None, ctypes.byref(pool)),
        ]
        count = 3
        info = (ctypes.c_uint64 * 4)(COMMAND_BUFFER_ALLOCATE_INFO, 0, pool.value, count << 32)
        buffers = (ctypes.c_size_t * count)()
        codes.append(self.call("vkAllocateCommandBuffers", device, info, buffers))
        begin = (ctypes.c_uint64 * 4)(COMMAND_BUFFER_BEGIN_INFO, 0, 0, 0)
        for buffer in buffers:
            codes.append(self.call("vkBeginCommandBuffer", buffer, begin))
            codes.append(self.call("vkEndCommandBuffer", buffer))
        submit = (ctypes.c_uint64 * 9)(SUBMIT_INFO, 0, 0, 0, 0, count, 0, 0, 0)
        submit[6] = ctypes.addressof(buffers)
        codes.append(self.call("vkQueueSubmit", queue.value, 1, submit, 0))
        codes.append(self.call("vkQueueWaitIdle", queue.value))
        self.call("vkDestroyCommandPool", device, pool.value, None)
        return codes
