"""LoaderDevice: one VkDevice, its dispatch table, and which function answers at its bottom."""

from __future__ import annotations

from vkconfig_py.loader.binding.abi import DEVICE_MAGIC
from vkconfig_py.loader.binding.commands import DEVICE_SLOTS
from vkconfig_py.loader.binding.driver import ask_for
from vkconfig_py.loader.binding.driver_instance import DriverInstance
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.known import known_slots
from vkconfig_py.loader.binding.results import INITIALIZATION_FAILED
from vkconfig_py.loader.binding.tables import DispatchTable
from vkconfig_py.loader.binding.terminators import Functions
from vkconfig_py.loader.binding.terminators.naming import (
    DEBUG_UTILS,
    LABELS,
    NAMING,
    OF_DEBUG_UTILS,
)
from vkconfig_py.loader.profiles.native_gates import NativeGate

# loader.c, loader_gpa_device_terminator: functions of the loader that are there only if one of
# these extensions is enabled in the driver.
_GROUP_MODES = "vkGetDeviceGroupSurfacePresentModesKHR"
_NEEDS = {
    "vkCreateSwapchainKHR": ("VK_KHR_swapchain",),
    _GROUP_MODES: ("VK_KHR_swapchain", "VK_KHR_device_group"),
    "vkCreateSharedSwapchainsKHR": ("VK_KHR_display_swapchain",),
}


class LoaderDevice:
    """A device, from the moment at which its chain is built.

    Attributes:
        table: what the application's functions jump through; its address stands for the device
            until there is a VkDevice, and is written into every object of the device.
        driver: whose device it is; None until the bottom of the chain was reached.
        handle: the driver's VkDevice.
        above: the VkDevice that the application has; a layer may have wrapped it.
        extensions: that were passed to the driver.
        top: vkGetDeviceProcAddr of the topmost layer, or the bottom's.
        has_marker: functions of VK_EXT_debug_marker are there.
        hides_newer: core functions that are newer than the application count as missing.
        keep: what C code reads while the device is there.
    """

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self.instance = instance
        self.table = DispatchTable(instance.arena.constant(INITIALIZATION_FAILED), DEVICE_MAGIC)
        self.driver: DriverInstance | None = None
        self.handle = 0
        self.above = 0
        self.extensions: frozenset[str] = frozenset()
        self.top = 0
        self.has_marker = False
        self.hides_newer = False
        self.keep: list[object] = []
        self._functions = functions

    def driver_proc(self, name: str) -> int:
        """Return the driver's function of this name for its device, or 0."""
        if self.driver is None:
            return 0
        return ask_for(self.driver.proc("vkGetDeviceProcAddr"), self.handle, name)

    def bottom_function(self, name: str) -> int:
        """Return the function at the bottom of the chain, or 0.

        Labels go straight to a driver that takes them.
        """
        if not self._is_there(name):
            return 0
        function = self._functions.get(name) if name in DEVICE_SLOTS else None
        if function is None or name in LABELS:
            address = self.driver_proc(name)
            if address or function is None:
                return address
        return self.instance.command_address("bottom", name, function)

    def _is_there(self, name: str) -> bool:
        """Return whether what a function of the loader needs is enabled."""
        has = self.instance.profile.has
        if name in OF_DEBUG_UTILS:
            return DEBUG_UTILS in self.instance.extensions
        if name in NAMING and name not in OF_DEBUG_UTILS:
            return self.has_marker
        needed = _NEEDS.get(name)
        if needed is None:
            return True
        if name == _GROUP_MODES and not has(NativeGate.GROUP_MODES_BY_GROUP):
            needed = needed[:1]
        return not self.extensions.isdisjoint(needed)

    def fill(self) -> None:
        """Ask the top of the chain for every function of a device."""
        for name, slot in known_slots(DEVICE_SLOTS, self.instance.profile):
            self.table[slot] = ask_for(self.top, self.above, name)
