"""The bottom of an instance's chain: what the last layer finds below itself.

Follows gpa_helper.c and loader.c, loader_gpa_instance_terminator and loader_gpdpa_terminator, in
their order. A physical-device function is a thunk that jumps through the driver's table, unless the
loader answers it.
"""

from __future__ import annotations

from vkconfig_py.loader.binding.commands import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    commands,
)
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.known import find_known
from vkconfig_py.loader.binding.memory import read_text, read_word
from vkconfig_py.loader.binding.terminators import Functions
from vkconfig_py.loader.binding.terminators.naming import DEBUG_UTILS, OF_DEBUG_UTILS
from vkconfig_py.loader.profiles.native_gates import NativeGate

GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
GET_PHYSICAL_DEVICE_PROC_ADDR = "vk_layerGetPhysicalDeviceProcAddr"
GET_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"
CREATE_INSTANCE = "vkCreateInstance"
CREATE_DEVICE = "vkCreateDevice"

# Answered without an instance, too (loader_gpa_instance_terminator).
_ALWAYS = frozenset(
    {GET_INSTANCE_PROC_ADDR, GET_PHYSICAL_DEVICE_PROC_ADDR, CREATE_INSTANCE, CREATE_DEVICE}
)
_GLOBAL = frozenset(
    {
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateInstanceLayerProperties",
        "vkEnumerateInstanceVersion",
    }
)


class Bottom:
    """Gives out the functions at the bottom of one instance's chain.

    Attributes:
        get_instance_proc_addr: addresses that layers get as what is next.
        get_physical_device_proc_addr: the same for physical devices.
        get_device_proc_addr: the same for devices.
    """

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self._has_globals = instance.profile.has(NativeGate.GLOBALS_BELOW)
        self._by_extension = instance.profile.has(NativeGate.LABELS_BY_EXTENSION)
        self.get_instance_proc_addr = instance.address(
            "bottom", GET_INSTANCE_PROC_ADDR, "ppp", self._answer
        )
        self.get_physical_device_proc_addr = instance.address(
            "bottom", GET_PHYSICAL_DEVICE_PROC_ADDR, "ppp", self._answer_physical
        )
        self.get_device_proc_addr = instance.address(
            "bottom", GET_DEVICE_PROC_ADDR, "ppp", self._answer_device
        )

    def instance_function(self, name: str) -> int:
        """Return the function at the bottom for an instance, or 0."""
        if name == GET_INSTANCE_PROC_ADDR:
            return self.get_instance_proc_addr
        if name == GET_PHYSICAL_DEVICE_PROC_ADDR:
            return self.get_physical_device_proc_addr
        if name == GET_DEVICE_PROC_ADDR:
            return self.get_device_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.bottom(name)
        if name in OF_DEBUG_UTILS:
            is_there = DEBUG_UTILS in self._instance.extensions or not self._by_extension
            return self._python(name) if is_there else 0
        if name in _GLOBAL and not self._has_globals and not self._is_in_driver(name):
            return 0
        if name in _ALWAYS or name in _GLOBAL or command.first in "IP":
            return self._python(name) or self.physical_device_function(name)
        return self._device_trampoline(name)

    def physical_device_function(self, name: str) -> int:
        """Return the function at the bottom for a physical device, or 0."""
        if name == GET_INSTANCE_PROC_ADDR:
            return self.get_instance_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.bottom_physical(name)
        slot = INSTANCE_SLOTS.get(name)
        if slot is None or name == CREATE_DEVICE:
            return 0
        if command.first == "I":
            return self._python(name)
        return self._python(name) or self._instance.arena.physical_terminator(
            slot, command.signature
        )

    def _python(self, name: str) -> int:
        function = self._functions.get(name)
        return self._instance.command_address("bottom", name, function) if function else 0

    def _device_trampoline(self, name: str) -> int:
        """Return a function that jumps through the device's table, if a driver knows the name."""
        if not self._is_in_driver(name):
            return 0
        return self._instance.arena.trampoline(DEVICE_SLOTS[name], commands()[name].signature)

    def _is_in_driver(self, name: str) -> bool:
        return any(driver.proc(name) for driver in self._instance.drivers)

    def _answer(self, handle: int, name: int) -> int:
        """Answer vkGetInstanceProcAddr.

        A layer may have wrapped the instance: it is known by its first word alone. What is no
        handle at all ends the process here, as it does in the C loader.
        """
        text = read_text(name)
        if text in _ALWAYS or (text in _GLOBAL and self._has_globals):
            return self.instance_function(text)
        if handle:
            is_ours = read_word(handle) == self._instance.table.address
            return self.instance_function(text) if is_ours else 0
        return 0 if self._by_extension or text not in OF_DEBUG_UTILS else self._python(text)

    def _answer_device(self, handle: int, name: int) -> int:
        return self._instance.device_of(handle).bottom_function(read_text(name))

    def _answer_physical(self, _handle: int, name: int) -> int:
        return self.physical_device_function(read_text(name))
