"""VkSurfaceKHR: an object of the loader that refers to a surface in each driver.

wsi.c: the application holds the loader's object. A driver with interface version 3 or newer has its
own surface, created when it is first queried about it (before 1.4.310: at once). An older driver
reads the loader's object (LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions").
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.base.vk_result import EXTENSION_NOT_PRESENT, SUCCESS
from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.driver_calls import DESTROY_SURFACE
from vkconfig_py.loader.native.memory import copy_of, read_u32, read_word
from vkconfig_py.loader.native.vulkan_registry import describe, get_structure_class
from vkconfig_py.loader.profiles.native_gates import NativeGate

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverProtocol, InstanceProtocol

SURFACE = "VK_KHR_surface"
# Interface version from which on a driver may have surfaces of its own.
_MAKES_SURFACES = 3


class SurfacePlatform(NamedTuple):
    """A platform's way to create a surface.

    Attributes:
        create: name of the command.
        extension: required instance extension.
        number: VkIcdWsiPlatform.
        info: structure of the create info.
        seen: header of the loader's object (vk_icd.h, VkIcdSurface*).
        also: structures that may be chained to the create info.
    """

    create: str
    extension: str
    number: int
    info: str
    seen: Any
    also: tuple[str, ...] = ()

    def list_structures(self) -> dict[int | None, Any]:
        """Return the structures that a create info's chain may have, by sType."""
        return {
            describe(name).structure_type: get_structure_class(name)
            for name in (self.info, *self.also)
        }

    def make_seen(self, info: int) -> Any:
        """Return the structure that drivers see of a surface, from a create info's address."""
        # VkIcdSurfaceXcb and its like have the members of the create info, without sType, pNext and
        # flags.
        surface, info_type = self.seen(), get_structure_class(self.info)
        surface.base.platform = self.number
        for name, _type in self.seen._fields_[1:]:
            source, target = getattr(info_type, name), getattr(self.seen, name)
            place = ctypes.addressof(surface) + target.offset
            ctypes.memmove(place, info + source.offset, target.size)
        return surface


class _Headless(ctypes.Structure):
    """VkIcdSurfaceHeadless."""

    _fields_ = (("base", abi.VkIcdSurfaceBase),)


PLATFORMS = (
    SurfacePlatform(
        "vkCreateHeadlessSurfaceEXT",
        "VK_EXT_headless_surface",
        abi.WSI_HEADLESS,
        "VkHeadlessSurfaceCreateInfoEXT",
        _Headless,
    ),
    SurfacePlatform(
        "vkCreateXcbSurfaceKHR",
        "VK_KHR_xcb_surface",
        abi.WSI_XCB,
        "VkXcbSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXcb,
    ),
    SurfacePlatform(
        "vkCreateXlibSurfaceKHR",
        "VK_KHR_xlib_surface",
        abi.WSI_XLIB,
        "VkXlibSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXlib,
    ),
    SurfacePlatform(
        "vkCreateWaylandSurfaceKHR",
        "VK_KHR_wayland_surface",
        abi.WSI_WAYLAND,
        "VkWaylandSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceWayland,
    ),
    SurfacePlatform(
        "vkCreateDisplayPlaneSurfaceKHR",
        "VK_KHR_display",
        abi.WSI_DISPLAY,
        "VkDisplaySurfaceCreateInfoKHR",
        abi.VkIcdSurfaceDisplay,
        ("VkDisplaySurfaceStereoCreateInfoNV",),
    ),
)


class LoaderSurface:
    """A surface of the loader.

    Attributes:
        handle: the application's VkSurfaceKHR.
        info: address of a copy of the create info; 0 if it cannot be copied completely.
        copies: the surfaces of drivers.
    """

    __slots__ = ("_allocator", "_keep", "_seen", "copies", "handle", "info", "platform")

    def __init__(self, platform: SurfacePlatform, info: int, allocator: int) -> None:
        self.platform = platform
        self.copies: dict[DriverProtocol, int] = {}
        self._seen = platform.make_seen(info)
        # The object begins with what a driver reads that makes no surfaces: VkIcdSurfaceBase.
        self.handle = ctypes.addressof(self._seen)
        self._keep: list[Any] = []
        self.info = self._copy_create_info(info)
        # Surfaces of drivers are made later, when the application's callbacks may be gone.
        callbacks = get_structure_class("VkAllocationCallbacks")
        self._allocator = copy_of(callbacks, allocator) if allocator and self.info else None

    @property
    def allocator(self) -> int:
        """Return the address of a copy of the VkAllocationCallbacks, or 0 if there were none."""
        return 0 if self._allocator is None else ctypes.addressof(self._allocator)

    def fill_with_zeros(self) -> None:
        """Fill the structure that drivers see with zeros."""
        ctypes.memset(self.handle, 0, ctypes.sizeof(self._seen))

    def _copy_create_info(self, info: int) -> int:
        """Return the address of a copy of a create info and its chain, or 0 if one is unknown."""
        known_structures = self.platform.list_structures()
        while info:
            # The size of an unknown structure is unknown, so it cannot be copied.
            kind = known_structures.get(read_u32(info))
            if kind is None:
                return 0
            copy = copy_of(kind, info)
            if self._keep:
                # The copy links to copies: the application's chain ends with its call.
                self._keep[-1].pNext = ctypes.addressof(copy)
            self._keep.append(copy)
            info = read_word(info, 1)
        return ctypes.addressof(self._keep[0])


class Surfaces:
    """The surfaces of an instance."""

    def __init__(self, instance: InstanceProtocol) -> None:
        self._instance = instance
        self._surfaces: dict[int, LoaderSurface] = {}
        self._were_made = False

    def create(self, platform: SurfacePlatform, info: int, allocator: int, address: int) -> int:
        """Create a surface for the program. Return the VkResult.

        `info`: address of the create info. `allocator`: address of VkAllocationCallbacks, or 0.
        `address`: where the handle is written.
        """
        # wsi.c asks for the extension before it looks at the create info.
        if platform.extension not in self._instance.extensions:
            detail = f"{platform.extension} is not enabled"
            self._instance.report_finding("loader", platform.create, "refused", 0, detail)
            return EXTENSION_NOT_PRESENT
        surface = LoaderSurface(platform, info, allocator)
        if self._instance.profile.has(NativeGate.SURFACES_BLANK):
            surface.fill_with_zeros()
        with self._instance.lock:
            code = self._begin(surface, info, allocator)
            if code == SUCCESS:
                self._were_made = True
                self._surfaces[surface.handle] = surface
                ctypes.c_uint64.from_address(address).value = surface.handle
            else:
                # One driver failed: those that had made a surface lose it again.
                self._destroy_driver_surfaces(surface, allocator)
        return code

    def _begin(self, surface: LoaderSurface, info: int, allocator: int) -> int:
        """Create the surface in each driver, unless this release waits for its first use."""
        profile = self._instance.profile
        # Drivers get their surfaces when they are first asked about one.
        if profile.has(NativeGate.LAZY_SURFACES):
            # A surface that is made later needs its create info; one that cannot be copied has
            # none.
            is_refused = not surface.info and profile.has(NativeGate.SURFACE_CHAIN_REFUSED)
            return EXTENSION_NOT_PRESENT if is_refused else SUCCESS
        for driver in self._instance.drivers:
            if makes_surfaces(driver) and driver.proc(surface.platform.create):
                code = self._make_copy(driver, surface, info, allocator)
                if code != SUCCESS:
                    return code
        return SUCCESS

    def destroy(self, handle: int, allocator: int) -> None:
        """Destroy a surface of the program in all drivers."""
        with self._instance.lock:
            # VK_NULL_HANDLE and foreign handles are ignored.
            surface = self._surfaces.pop(handle, None)
            if surface is not None:
                self._destroy_driver_surfaces(surface, allocator)

    def find_driver_surface(self, driver: DriverProtocol, handle: int) -> tuple[int, int]:
        """Return the VkResult, and the driver's own surface for a surface of the loader."""
        # A handle that the loader does not know is passed on as it is.
        surface = self._surfaces.get(handle)
        # Such a driver reads the loader's own VkIcdSurface (vk_icd.h) through the handle.
        if surface is None or not makes_surfaces(driver):
            return SUCCESS, handle
        with self._instance.lock:
            if driver not in surface.copies and driver.instance.profile.has(
                NativeGate.LAZY_SURFACES
            ):
                code = self._make_late(driver, surface)
                if code != SUCCESS:
                    return code, 0
        return SUCCESS, surface.copies.get(driver, handle)

    def name_of(self, driver: DriverProtocol, handle: int) -> int:
        """Return the handle that a driver gets where the program names or tags a surface."""
        code, driver_surface = self.find_driver_surface(driver, handle)
        if code != SUCCESS:
            return handle
        is_its_own = handle not in self._surfaces or driver_surface != handle
        is_kept = self._instance.profile.has(NativeGate.SURFACE_NAMES_KEPT)
        return driver_surface if is_its_own or is_kept else 0

    def are_forgotten(self, driver: DriverProtocol) -> bool:
        """Return whether shared swapchains do not see that surfaces exist."""
        has_gate = self._instance.profile.has(NativeGate.SHARED_SWAPCHAINS_FORGOTTEN)
        return has_gate and self._were_made and makes_surfaces(driver)

    def _make_late(self, driver: DriverProtocol, surface: LoaderSurface) -> int:
        """Create a surface in a driver at its first use. Return the VkResult."""
        platform = surface.platform
        # A driver is asked for a surface only if the extension was passed to its own
        # vkCreateInstance.
        may = platform.extension in driver.extensions or not self._instance.profile.has(
            NativeGate.SURFACE_EXTENSIONS_ENABLED
        )
        if not may or not driver.proc(platform.create):
            return EXTENSION_NOT_PRESENT
        return self._make_copy(driver, surface, surface.info, surface.allocator)

    def _make_copy(
        self, driver: DriverProtocol, surface: LoaderSurface, info: int, allocator: int
    ) -> int:
        """Create a surface in a driver. Return the VkResult."""
        create = surface.platform.create
        code, copy = driver.objects.make(create, DESTROY_SURFACE, info, allocator)
        if copy:
            surface.copies[driver] = copy
        return code

    def _destroy_driver_surfaces(self, surface: LoaderSurface, allocator: int) -> None:
        """Destroy a surface in all drivers."""
        for driver in self._instance.drivers:
            driver.objects.destroy(DESTROY_SURFACE, surface.copies.pop(driver, 0), allocator)


def makes_surfaces(driver: DriverProtocol) -> bool:
    """Return whether a driver creates surfaces itself (wsi.c, wsi_unwrap_icd_surface)."""
    # Interface 3: the driver makes VkSurfaceKHR objects itself.
    if driver.driver.interface < _MAKES_SURFACES:
        return False
    if not driver.instance.profile.has(NativeGate.SURFACE_EXTENSIONS_ENABLED):
        return True
    return SURFACE in driver.extensions
