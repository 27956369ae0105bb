"""vkGetInstanceProcAddr of the application's side (gpa_helper.c, trampoline_get_proc_addr).

Which names it knows does not depend on what drivers can do: a core function is there, whatever the
application's version is. Functions of instance extensions are there if the extension is enabled,
those of device extensions always.
"""

from __future__ import annotations

from vkconfig_py.loader.binding.commands import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    Command,
    commands,
    extension_kinds,
)
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.terminators import Functions

SURFACE = "VK_KHR_surface"
_OF_SURFACES = frozenset(
    {
        "vkGetDeviceGroupPresentCapabilitiesKHR",
        "vkGetDeviceGroupSurfacePresentModesKHR",
        "vkGetPhysicalDevicePresentRectanglesKHR",
    }
)


class EntryPoints:
    """Gives out the functions of one instance to the application."""

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions

    def find(self, name: str) -> int:
        """Return the function of a name for the application, or 0."""
        command = commands().get(name)
        if command is None or not self._is_known(command):
            return 0
        function = self._functions.get(name)
        if function is not None:
            return self._instance.command_address("top", name, function)
        return self._thunk(command)

    def _is_known(self, command: Command) -> bool:
        if command.version is not None:
            return command.version <= self._instance.profile.version[:2]
        needed = SURFACE if command.name in _OF_SURFACES else command.extension
        if extension_kinds().get(needed) != "instance":
            return True
        return needed in self._instance.extensions

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
