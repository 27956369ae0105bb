"""What the loader calls in a driver, objects that it makes there, chains of structures.

Surfaces, messengers and report callbacks of a driver: the loader makes them on its own account.

Since the application holds objects of the loader instead, it is the loader that has to destroy
these, also where the application forgot to (loader.c, loader_icd_destroy).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.native.callbacks import function_type
from vkconfig_py.loader.native.vulkan_registry import commands
from vkconfig_py.loader.profiles.native_gates import NativeGate

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverRole, InstanceRole


DESTROY_SURFACE = "vkDestroySurfaceKHR"
DESTROY_MESSENGER = "vkDestroyDebugUtilsMessengerEXT"
DESTROY_REPORT = "vkDestroyDebugReportCallbackEXT"
_ORDER = (DESTROY_SURFACE, DESTROY_MESSENGER, DESTROY_REPORT)


class DriverObjects:
    """What was made in a driver and is not destroyed yet."""

    def __init__(self, driver: DriverRole) -> None:
        self._driver = driver
        self._made: dict[tuple[str, int], None] = {}

    def make(self, create: str, destroy: str, info: int, allocator: int) -> tuple[int, int]:
        """Call what makes an object; return its result and the handle."""
        driver, out = self._driver, ctypes.c_uint64()
        driver.instance.observer.about(f"{create} of {driver.name}")
        function = function_type(commands()[create].signature)(driver.proc(create))
        code: int = function(driver.handle, info or None, allocator or None, ctypes.byref(out))
        if out.value:
            self._made[destroy, out.value] = None
        return code, out.value

    def destroy(self, destroy: str, handle: int, allocator: int, *, forget: bool = True) -> None:
        """Destroy an object, in a driver that knows how."""
        driver, address = self._driver, self._driver.proc(destroy)
        if forget:
            self._made.pop((destroy, handle), None)
        # VK_NULL_HANDLE never reaches a driver: this one has no copy of the object.
        if handle and address:
            driver.instance.observer.about(f"{destroy} of {driver.name}")
            function = function_type(commands()[destroy].signature)(address)
            function(driver.handle, handle, allocator or None)

    def destroy_all(self) -> None:
        """Destroy what is left over, surfaces first, and whatever allocator it was made with."""
        # Older loaders leave to the driver what the application forgot.
        if not self._driver.instance.profile.has(NativeGate.LEFTOVERS_DESTROYED):
            return
        for wanted in _ORDER:
            for destroy, handle in tuple(self._made):
                if destroy == wanted:
                    self.destroy(destroy, handle, 0)


SUCCESS = 0
FORMAT_NOT_SUPPORTED = -11


def function(driver: DriverRole, name: str) -> Callable[..., int] | None:
    """Return a driver's own function, ready to be called, or None."""
    address = driver.proc(name)
    return typed(name, address) if address else None


def required(driver: DriverRole, name: str) -> Callable[..., int]:
    """Return a function without which a driver is not used."""
    return typed(name, driver.proc(name))


def typed(name: str, address: int) -> Callable[..., int]:
    """Return the function at an address, with the signature of a command."""
    made: Callable[..., int] = function_type(commands()[name].signature)(address)
    return made


def emulating(driver: DriverRole, name: str, old: str = "") -> None:
    """Tell that a driver lacks a command, and by which other one it is answered."""
    driver.tell_once(name, "emulated", old)


def ignoring(driver: DriverRole, name: str, where: str) -> None:
    """Tell that an emulation leaves a structure as it is."""
    driver.tell_once(name, "warning", f"unknown structure in {where}")


def not_enabled(driver: DriverRole, name: str, extension: str) -> bool:
    """Return whether an extension is not enabled, so that a command of it does nothing."""
    if extension in driver.instance.extensions:
        return False
    driver.tell_once(name, "refused", f"{extension} is not enabled")
    return True


def missing(driver: DriverRole, name: str) -> int:
    """Tell that a driver lacks a command; what is answered instead is a success."""
    driver.tell_once(name, "missing")
    return SUCCESS


def of_device(
    instance: InstanceRole, handle: int, name: str
) -> tuple[DriverRole, Callable[..., int] | None]:
    """Return the driver of a device, and its function for it or None.

    Raises:
        KeyError: the handle is no VkDevice of this instance.
    """
    device = instance.device_of(handle)
    if device.driver is None:
        raise KeyError(f"VkDevice {handle:#x} has no driver")
    address = device.driver_proc(name)
    if not address:
        missing(device.driver, name)
    return device.driver, typed(name, address) if address else None
