"""Calls of the loader into a driver: objects created there, and functions by their command.

Surfaces, messengers and report callbacks: the application holds the loader's object, and the loader
creates an object of its own in each driver. So it has to destroy these, even if the application
does not (loader.c, loader_icd_destroy).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.vulkan_registry import list_commands
from vkconfig_py.loader.profiles.native_gates import NativeGate

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverProtocol, InstanceProtocol


DESTROY_SURFACE = "vkDestroySurfaceKHR"
DESTROY_MESSENGER = "vkDestroyDebugUtilsMessengerEXT"
DESTROY_REPORT = "vkDestroyDebugReportCallbackEXT"
# loader_icd_destroy takes them in this order.
_DESTRUCTION_ORDER = (DESTROY_SURFACE, DESTROY_MESSENGER, DESTROY_REPORT)

SUCCESS = 0
FORMAT_NOT_SUPPORTED = -11


class DriverObjects:
    """Objects that were created in one driver and are not destroyed yet."""

    def __init__(self, driver: DriverProtocol) -> None:
        self._driver = driver
        self._made: dict[tuple[str, int], None] = {}

    def make(self, create: str, destroy: str, info: int, allocator: int) -> tuple[int, int]:
        """Create an object in the driver. Return the VkResult and the handle.

        Args:
            create: command that creates it.
            destroy: command that destroys it.
            info: address of the create info.
            allocator: address of VkAllocationCallbacks, or 0.
        """
        # Non-dispatchable handles have 64 bits on every platform, unlike dispatchable ones.
        driver, handle_output = self._driver, ctypes.c_uint64()
        driver.instance.observer.announce_step(f"{create} of {driver.name}")
        # The create functions of all three kinds take instance, info, allocator and the place of
        # the handle.
        function = make_function_type(list_commands()[create].signature)(driver.proc(create))
        code: int = function(
            driver.handle, info or None, allocator or None, ctypes.byref(handle_output)
        )
        # Also with an error: what was made has to be destroyed, whatever the driver returned.
        if handle_output.value:
            self._made[destroy, handle_output.value] = None
        return code, handle_output.value

    def destroy(self, destroy: str, handle: int, allocator: int, *, forget: bool = True) -> None:
        """Destroy an object if the driver has the command for it.

        Args:
            destroy: the command.
            handle: the object, 0 for none.
            allocator: address of VkAllocationCallbacks, or 0.
            forget: do not destroy it again with the instance.
        """
        driver, address = self._driver, self._driver.proc(destroy)
        if forget:
            self._made.pop((destroy, handle), None)
        # VK_NULL_HANDLE never reaches a driver: this one has no copy of the object.
        if handle and address:
            driver.instance.observer.announce_step(f"{destroy} of {driver.name}")
            function = make_function_type(list_commands()[destroy].signature)(address)
            function(driver.handle, handle, allocator or None)

    def destroy_all(self) -> None:
        """Destroy all objects that are left, surfaces first, without their allocator."""
        # Older loaders leave to the driver what the application forgot.
        if not self._driver.instance.profile.has(NativeGate.LEFTOVERS_DESTROYED):
            return
        for destroy_command in _DESTRUCTION_ORDER:
            for destroy, handle in tuple(self._made):
                if destroy == destroy_command:
                    self.destroy(destroy, handle, 0)


def find_driver_function(driver: DriverProtocol, name: str) -> Callable[..., int] | None:
    """Return a driver's own function for a command as a callable, or None."""
    address = driver.proc(name)
    return make_function(name, address) if address else None


def find_required(driver: DriverProtocol, name: str) -> Callable[..., int]:
    """Return the driver's function for a command that every driver must have."""
    return make_function(name, driver.proc(name))


def make_function(name: str, address: int) -> Callable[..., int]:
    """Return the function at an address, with the signature of a command."""
    function: Callable[..., int] = make_function_type(list_commands()[name].signature)(address)
    return function


def report_emulated(driver: DriverProtocol, name: str, old: str = "") -> None:
    """Report that a driver lacks a command, and the older one that is used instead."""
    driver.report_once(name, "emulated", old)


def report_ignored(driver: DriverProtocol, name: str, member: str) -> None:
    """Report that an emulation leaves a chained structure unchanged."""
    driver.report_once(name, "warning", f"unknown structure in {member}")


def refuse_disabled_extension(driver: DriverProtocol, name: str, extension: str) -> bool:
    """Return whether an extension is not enabled, and report it: its command does nothing."""
    if extension in driver.instance.extensions:
        return False
    driver.report_once(name, "refused", f"{extension} is not enabled")
    return True


def report_missing(driver: DriverProtocol, name: str) -> int:
    """Report that a driver lacks a command, and return VK_SUCCESS as wsi.c does."""
    driver.report_once(name, "missing")
    return SUCCESS


def find_device_function(
    instance: InstanceProtocol, handle: int, name: str
) -> tuple[DriverProtocol, Callable[..., int] | None]:
    """Return the driver of a VkDevice, and its own function for a command or None."""
    # Found by the first word: a layer may have wrapped the handle itself.
    device = instance.find_device(handle)
    if device.driver is None:
        raise KeyError(f"VkDevice {handle:#x} has no driver")
    # Through the driver's vkGetDeviceProcAddr: its functions of a device may depend on the device.
    address = device.find_driver_function(name)
    if not address:
        report_missing(device.driver, name)
    return device.driver, make_function(name, address) if address else None
