"""The entry points below the last layer, including unknown functions.

gpa_helper.c and loader.c, loader_gpa_instance_terminator and loader_gpdpa_terminator, in their
order. A physical-device function is a thunk that jumps through the driver's table, unless the
loader implements it.

Unknown functions: LoaderDriverInterface, "Handling Unknown Functions"; unknown_function_handling.c.
Of the arguments of such a function only the first is known, which is all that a thunk needs. A name
that is both a physical-device and a device function is treated as the former.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.native.abi import MAX_UNKNOWN_FUNCTIONS
from vkconfig_py.loader.native.libraries import query_function
from vkconfig_py.loader.native.loader_instance import LoaderInstance
from vkconfig_py.loader.native.memory import read_text, read_word
from vkconfig_py.loader.native.terminators import Functions
from vkconfig_py.loader.native.terminators.debug_utils import DEBUG_UTILS, DEBUG_UTILS_COMMANDS
from vkconfig_py.loader.native.vulkan_registry import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    find_known,
    list_commands,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DeviceProtocol, DriverProtocol

GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
GET_PHYSICAL_DEVICE_PROC_ADDR = "vk_layerGetPhysicalDeviceProcAddr"
GET_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"
CREATE_INSTANCE = "vkCreateInstance"
CREATE_DEVICE = "vkCreateDevice"

# Answered without an instance, too (loader_gpa_instance_terminator).
_ALWAYS_FOUND_COMMANDS = frozenset(
    {GET_INSTANCE_PROC_ADDR, GET_PHYSICAL_DEVICE_PROC_ADDR, CREATE_INSTANCE, CREATE_DEVICE}
)
_GLOBAL_COMMANDS = frozenset(
    {
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateInstanceLayerProperties",
        "vkEnumerateInstanceVersion",
    }
)

_PHYSICAL_LOOKUP_INTERFACE = 4  # interface version of drivers
_NEGOTIATED_LAYER_INTERFACE = 2  # interface version of layers


class TerminatorLookup:
    """Entry points at the bottom of one instance's chain.

    Attributes:
        get_instance_proc_addr: address that layers get as the next element's.
        get_physical_device_proc_addr: the same for physical devices.
        get_device_proc_addr: the same for devices.
    """

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self._has_globals = instance.profile.has(NativeGate.GLOBALS_BELOW)
        self._labels_need_extension = not instance.profile.has(NativeGate.LABELS_ALWAYS)
        self._has_devices = instance.profile.has(NativeGate.DEVICE_FUNCTIONS_BELOW)
        self.get_instance_proc_addr = instance.address(
            "bottom", GET_INSTANCE_PROC_ADDR, "ppp", self._answer
        )
        self.get_physical_device_proc_addr = instance.address(
            "bottom", GET_PHYSICAL_DEVICE_PROC_ADDR, "ppp", self._answer_physical
        )
        self.get_device_proc_addr = instance.address(
            "bottom", GET_DEVICE_PROC_ADDR, "ppp", self._answer_device
        )
        # By this name layers may find less than through their link.
        self._physical_by_name = self.get_physical_device_proc_addr
        if instance.profile.has(NativeGate.UNKNOWN_ONCE_ASKED_FOR):
            self._physical_by_name = instance.address(
                "bottom by name", GET_PHYSICAL_DEVICE_PROC_ADDR, "ppp", self._answer_asked_before
            )

    def instance_function(self, name: str) -> int:
        """Return the address that vkGetInstanceProcAddr below the last layer returns, or 0."""
        if name == GET_INSTANCE_PROC_ADDR:
            return self.get_instance_proc_addr
        if name == GET_PHYSICAL_DEVICE_PROC_ADDR:
            return self._physical_by_name
        if name == GET_DEVICE_PROC_ADDR:
            return self.get_device_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.find_bottom_function(name) if self._has_devices else 0
        # Objects and labels of VK_EXT_debug_utils have a terminator even for drivers without the
        # extension.
        if name in DEBUG_UTILS_COMMANDS:
            has_debug_utils = (
                DEBUG_UTILS in self._instance.extensions or not self._labels_need_extension
            )
            return self._make_python_terminator(name) if has_debug_utils else 0
        # Of older loaders a global function is taken for one of devices, if a driver has it, too.
        as_device = (
            self._has_devices and name in _GLOBAL_COMMANDS and self._is_driver_function(name)
        )
        if name in _GLOBAL_COMMANDS and not (self._has_globals or as_device):
            return 0
        if name in _ALWAYS_FOUND_COMMANDS or name in _GLOBAL_COMMANDS or command.first in "IP":
            return self._make_python_terminator(name) or self.physical_device_function(name)
        return self._device_trampoline(name) if self._has_devices else 0

    def physical_device_function(self, name: str) -> int:
        """Return the address of a function for physical devices below the last layer, or 0."""
        if name == GET_INSTANCE_PROC_ADDR:
            return self.get_instance_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.find_physical_device_terminator(name)
        slot = INSTANCE_SLOTS.get(name)
        # vkCreateDevice takes a physical device, but the loader answers it below.
        if slot is None or name == CREATE_DEVICE:
            return 0
        # Functions of instances end here: no driver is called with the loader's VkInstance.
        if command.first == "I":
            return self._make_python_terminator(name)
        # The thunk swaps the handle and jumps through the driver's table, whatever the signature.
        return self._make_python_terminator(name) or self._instance.arena.physical_terminator(
            slot, command.signature
        )

    def _make_python_terminator(self, name: str) -> int:
        """Return the address of the loader's own function, or 0."""
        function = self._functions.get(name)
        return self._instance.make_command_address("bottom", name, function) if function else 0

    def _device_trampoline(self, name: str) -> int:
        """Return the thunk that jumps through the device's table, if a driver knows the name."""
        if not self._is_driver_function(name):
            return 0
        return self._instance.arena.trampoline(DEVICE_SLOTS[name], list_commands()[name].signature)

    def _is_driver_function(self, name: str) -> bool:
        """Return whether any driver has a function."""
        return any(driver.proc(name) for driver in self._instance.drivers)

    def _answer(self, handle: int, name: int) -> int:
        """Return an address for a layer (vkGetInstanceProcAddr below the last layer), or 0.

        `name`: address of the name.
        """
        text = read_text(name)
        if text in _ALWAYS_FOUND_COMMANDS or (text in _GLOBAL_COMMANDS and self._has_globals):
            return self.instance_function(text)
        if handle:
            # A VkInstance that a layer wrapped begins with the same dispatch table.
            # read_word of what is no handle at all crashes, as it does in the C loader.
            is_ours = read_word(handle) == self._instance.table.address
            return self.instance_function(text) if is_ours else 0
        # Older loaders answer these without an instance, too.
        return (
            0
            if self._labels_need_extension or text not in DEBUG_UTILS_COMMANDS
            else self._make_python_terminator(text)
        )

    def _answer_device(self, handle: int, name: int) -> int:
        """Return an address for a layer (vkGetDeviceProcAddr below the last layer), or 0.

        `name`: address of the name.
        """
        # KeyError becomes NULL: the callback reports it and answers 0.
        return self._instance.find_device(handle).find_bottom_function(read_text(name))

    def _answer_physical(self, _handle: int, name: int) -> int:
        """Return the address of a function for physical devices for a layer, or 0.

        `name`: address of the name.
        """
        return self.physical_device_function(read_text(name))

    def _answer_asked_before(self, handle: int, name: int) -> int:
        """Return a function for physical devices for a layer, or 0.

        Of unknown functions only those that the program asked for
        (loader_phys_dev_ext_gpa_term_no_check).
        """
        is_known = find_known(read_text(name), self._instance.profile) is not None
        is_found = is_known or self._instance.unknown.was_asked_for(read_text(name))
        return self._answer_physical(handle, name) if is_found else 0


class UnknownFunctions:
    """Slots of one instance's tables for functions that its loader's version does not know."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance
        # Behind the slots of known commands.
        self._physical_slots = _SlotNumbers(max(INSTANCE_SLOTS.values()) + 1)
        self._device = _SlotNumbers(max(DEVICE_SLOTS.values()) + 1)

    def find_top_function(self, name: str) -> int:
        """Return the address for the program of a function unknown to the loader, or 0."""
        with self._instance.lock:
            # Physical-device functions are looked up first (gpa_helper.c): the order decides what a
            # name is that both sides know.
            if self._has_physical(name) or self._find_in_layers(name):
                slot = self._physical_slots.get_slot(name, self._add_physical)
                arena = self._instance.arena
                return arena.physical_trampoline(slot, _find_signature(name)) if slot else 0
            return self._device_function(name, is_top=True)

    def find_bottom_function(self, name: str) -> int:
        """Return the address below the last layer of a function unknown to the loader, or 0."""
        return self.find_physical_device_terminator(name) or self._device_function(
            name, is_top=False
        )

    def find_physical_device_terminator(self, name: str) -> int:
        """Return the address of an unknown function for physical devices, or 0."""
        with self._instance.lock:
            if not self._has_physical(name):
                return 0
            slot = self._physical_slots.get_slot(name, self._add_physical)
            return (
                self._instance.arena.physical_terminator(slot, _find_signature(name)) if slot else 0
            )

    def was_asked_for(self, name: str) -> bool:
        """Return whether the program has looked up this function for physical devices."""
        return name in self._physical_slots.slots

    def fill(self, device: DeviceProtocol) -> None:
        """Fill a new device's table with the unknown functions that were looked up so far."""
        for name, slot in self._device.slots.items():
            device.table[slot] = query_function(device.top, device.first_layer_handle, name)

    def _has_physical(self, name: str) -> bool:
        """Return whether a driver has this function for physical devices."""
        # A name that was known is asked for again: the driver that knew it may be unloaded.
        return any(_find_physical_function(driver, name) for driver in self._instance.drivers)

    def _find_in_layers(self, name: str) -> int:
        """Return the address in the first layer that knows the function, or 0."""
        for layer in self._instance.layers:
            answers = layer.answers_physical_devices
            address = query_function(answers, self._instance.below, name) if answers else 0
            if address:
                return address
        return 0

    def _add_physical(self, name: str, slot: int) -> None:
        """Put an unknown function for physical devices into a slot of all tables."""
        for driver in self._instance.drivers:
            # 0 leaves the stub that returns an error; the C loader jumps to address 0 there.
            driver.table[slot] = _find_physical_function(driver, name)
        # Layers are asked after the slot is known: the last one comes to the bottom with the name.
        self._instance.table[slot] = self._find_in_layers(
            name
        ) or self._instance.arena.physical_terminator(slot, _find_signature(name))

    def _device_function(self, name: str, is_top: bool) -> int:
        """Return a thunk's address for an unknown function for devices, or 0."""
        with self._instance.lock:
            if name not in self._device.slots and not self._has_device(name, is_top):
                return 0
            slot = self._device.get_slot(name, self._add_device)
            return self._instance.arena.trampoline(slot, _find_signature(name)) if slot else 0

    def _has_device(self, name: str, is_top: bool) -> bool:
        """Return whether a driver, or for the program a layer, has this function for devices."""
        if any(driver.proc(name) for driver in self._instance.drivers):
            return True
        # Only the application's side asks layers: below the last layer there are drivers alone.
        return is_top and (self._is_listed_function(name) or self._first_layer_finds(name))

    def _is_listed_function(self, name: str) -> bool:
        """Return whether a layer's manifest names this function."""
        plan, layers = self._instance.plan, self._instance.plan.layers
        if plan.profile.has(NativeGate.LISTED_FUNCTIONS_FOUND):
            layers = (*plan.listed, *plan.listed_for_devices)
        extensions = (extension for layer in layers for extension in layer.device_extensions)
        return any(name in extension.entrypoints for extension in extensions)

    def _first_layer_finds(self, name: str) -> bool:
        """Return whether the first layer answers this name in vkGetInstanceProcAddr."""
        layers = self._instance.layers
        if not layers or not self._instance.profile.has(NativeGate.FIRST_LAYER_ASKED):
            return False
        if not self._instance.profile.has(Gate.FAILED_LAYERS_UNLISTED):
            first_layers = self._instance.plan.layers[:1]
            if first_layers and first_layers[0].name in self._instance.failed_layers:
                return False
            # A function that only the manifest names was not kept.
            if (
                layers[0].file.get_instance_proc_addr
                and layers[0].interface < _NEGOTIATED_LAYER_INTERFACE
            ):
                return False
        return bool(query_function(self._instance.top, self._instance.below, name))

    def _add_device(self, name: str, slot: int) -> None:
        """Put an unknown function for devices into a slot of all devices' tables."""
        for device in self._instance.devices.values():
            device.table[slot] = query_function(device.top, device.first_layer_handle, name)


class _SlotNumbers:
    """Names and their slots in a table."""

    def __init__(self, first: int) -> None:
        self.slots: dict[str, int] = {}
        self._first_slot = first

    def get_slot(self, name: str, add: Callable[[str, int], None]) -> int:
        """Return the slot of a name, a new one if it has none, or 0 if the table is full."""
        slot = self.slots.get(name, 0)
        # The C loader has a fixed number of assembler stubs.
        if not slot and len(self.slots) < MAX_UNKNOWN_FUNCTIONS:
            slot = self.slots[name] = self._first_slot + len(self.slots)
            add(name, slot)
        return slot


def _find_signature(name: str) -> str:
    """Return the signature of a function newer than this loader's version, or ""."""
    command = list_commands().get(name)
    # A callback needs it; a thunk in machine code does not.
    return command.signature if command else ""


def _find_physical_function(driver: DriverProtocol, name: str) -> int:
    """Return the address of a driver's function for physical devices, or 0."""
    # LoaderDriverInterface: vk_icdGetPhysicalDeviceProcAddr came with interface 4.
    if driver.driver.interface < _PHYSICAL_LOOKUP_INTERFACE:
        return 0
    return driver.driver.find_physical_device_function(name, driver.handle)
