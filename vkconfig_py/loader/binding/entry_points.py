"""vkGetInstanceProcAddr and vkGetDeviceProcAddr of the application's side.

Follows gpa_helper.c, trampoline_get_proc_addr, and trampoline.c, vkGetDeviceProcAddr. Which names
there are does not depend on what drivers can do: a core function is there, whatever the
application's version is. Functions of instance extensions are there if the extension is enabled,
those of device extensions always.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    Command,
    commands,
    extension_kinds,
)
from vkconfig_py.loader.binding.device import LoaderDevice
from vkconfig_py.loader.binding.driver import ask_for
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.instance_chain import abort
from vkconfig_py.loader.binding.known import find_known
from vkconfig_py.loader.binding.memory import read_text
from vkconfig_py.loader.binding.terminators import Functions
from vkconfig_py.loader.binding.terminators.naming import (
    DEBUG_MARKER,
    DEBUG_UTILS,
    NAMING,
    OF_DEBUG_UTILS,
    gate_of,
)
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import Any

GET_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"
QUEUE2 = "vkGetDeviceQueue2"
SURFACE = "VK_KHR_surface"
_OWN = frozenset({"vkDestroyDevice", "vkGetDeviceQueue", "vkAllocateCommandBuffers"})
_QUEUE2_SINCE = (1, 1, 0)
_OF_SURFACES = frozenset(
    {
        "vkGetDeviceGroupPresentCapabilitiesKHR",
        "vkGetDeviceGroupSurfacePresentModesKHR",
        "vkGetPhysicalDevicePresentRectanglesKHR",
        "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
        "vkGetPhysicalDeviceSurfaceFormats2KHR",
    }
)


class EntryPoints:
    """Gives out the functions of one instance to the application."""

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self._get_device_proc_addr = instance.address(
            "top", GET_DEVICE_PROC_ADDR, "ppp", self._answer_device
        )

    def find(self, name: str) -> int:
        """Return the function of a name for the application, or 0."""
        if name == GET_DEVICE_PROC_ADDR:
            return self._get_device_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.top(name)
        return self._function(command) if self._is_enabled(command) else 0

    def _is_enabled(self, command: Command) -> bool:
        needed = SURFACE if command.name in _OF_SURFACES else command.extension
        if extension_kinds().get(needed) != "instance":
            return True
        return needed in self._instance.extensions

    def _function(self, command: Command) -> int:
        function = self._functions.get(command.name)
        if command.first == "I" and (function or self._instance.below != self._instance.handle):
            function = self._checked(command, function or self._pass_on(command))
        if function is None:
            return self._thunk(command)
        return self._instance.command_address("top", command.name, function)

    def _checked(self, command: Command, function: Callable[..., Any]) -> Callable[..., Any]:
        """Pass the VkInstance that the topmost layer knows; it may have wrapped the loader's."""

        def call(handle: int, *arguments: Any) -> Any:
            if handle and handle != self._instance.handle:
                detail = f"VkInstance {handle:#x} is another one"
                self._instance.found(command.name, "handle", "aborts", 0, detail)
                abort()
            return function(self._instance.below if handle else 0, *arguments)

        return call

    def _pass_on(self, command: Command) -> Callable[..., Any]:
        """Return what calls the top of the chain, for a layer that wraps the instance."""
        slot, table = INSTANCE_SLOTS[command.name], self._instance.table
        return lambda *arguments: function_type(command.signature)(table[slot])(*arguments)

    def _thunk(self, command: Command) -> int:
        arena = self._instance.arena
        if command.first == "P":
            return arena.physical_trampoline(INSTANCE_SLOTS[command.name], command.signature)
        if command.first == "I":
            return arena.trampoline(INSTANCE_SLOTS[command.name], command.signature)
        slot = DEVICE_SLOTS[command.name]
        match command.name:
            case "vkGetDeviceQueue":
                return arena.queue_trampoline(slot)
            case "vkGetDeviceQueue2":
                return arena.queue2_trampoline(slot)
            case "vkAllocateCommandBuffers":
                return arena.allocate_command_buffers(slot)
        return arena.trampoline(slot, command.signature)

    def _answer_device(self, handle: int, name_address: int) -> int:
        """Answer vkGetDeviceProcAddr."""
        name = read_text(name_address)
        device = self._instance.chains.find(handle, GET_DEVICE_PROC_ADDR)
        if device is None or not name.startswith("vk"):
            return 0
        if name == GET_DEVICE_PROC_ADDR:
            return self._get_device_proc_addr
        command = commands().get(name)
        if command is None or name not in DEVICE_SLOTS:
            return ask_for(device.top, device.above, name)
        if name in _OWN:
            return self._function(command)
        if name == QUEUE2:
            is_hidden = device.hides_newer and self._instance.api_version < _QUEUE2_SINCE
            return 0 if is_hidden else self._function(command)
        return self._device_function(device, command)

    def _device_function(self, device: LoaderDevice, command: Command) -> int:
        """Return what the device's own table holds, so that calls go straight to the top."""
        if self._is_hidden(device, command):
            return 0
        has = self._instance.profile.has
        if command.name in OF_DEBUG_UTILS and DEBUG_UTILS not in self._instance.extensions:
            return self._function(command)  # not hidden: an old loader gives it all the same
        if command.name in NAMING and has(NativeGate.NAMES_UNWRAPPED):
            return self._function(command)
        slot = DEVICE_SLOTS[command.name]
        return device.table[slot] if device.table.has(slot) else 0

    def _is_hidden(self, device: LoaderDevice, command: Command) -> bool:
        if command.version is not None:
            return device.hides_newer and command.version > self._instance.api_version[:2]
        if command.extension == DEBUG_MARKER:
            return not device.has_marker
        if command.extension != DEBUG_UTILS or DEBUG_UTILS in self._instance.extensions:
            return False
        return command.name not in OF_DEBUG_UTILS or self._instance.profile.has(
            gate_of(command.name)
        )
