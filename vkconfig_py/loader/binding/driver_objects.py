"""Surfaces, messengers and report callbacks of a driver: the loader makes them on its own account.

Since the application holds objects of the loader instead, it is the loader that has to destroy
these, also where the application forgot to (loader.c, loader_icd_destroy).
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

DESTROY_SURFACE = "vkDestroySurfaceKHR"
DESTROY_MESSENGER = "vkDestroyDebugUtilsMessengerEXT"
DESTROY_REPORT = "vkDestroyDebugReportCallbackEXT"
_ORDER = (DESTROY_SURFACE, DESTROY_MESSENGER, DESTROY_REPORT)


class DriverObjects:
    """What was made in a driver and is not destroyed yet."""

    def __init__(self, driver: DriverInstance) -> None:
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
        if handle and address:
            driver.instance.observer.about(f"{destroy} of {driver.name}")
            function = function_type(commands()[destroy].signature)(address)
            function(driver.handle, handle, allocator or None)

    def destroy_all(self) -> None:
        """Destroy what is left over, surfaces first, and whatever allocator it was made with."""
        if not self._driver.instance.profile.has(NativeGate.LEFTOVERS_DESTROYED):
            return
        for wanted in _ORDER:
            for destroy, handle in tuple(self._made):
                if destroy == wanted:
                    self.destroy(destroy, handle, 0)
