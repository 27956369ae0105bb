"""The window systems of Linux: what makes a surface, and what drivers of old read of it."""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding import abi
from vkconfig_py.loader.binding.structures import describe, structure
from vkconfig_py.loader.records import Any, NamedTuple


class Platform(NamedTuple):
    """A way to make a surface.

    Attributes:
        create: name of the command.
        extension: that has to be enabled.
        number: VkIcdWsiPlatform.
        info: structure of the create info.
        seen: what the loader's object begins with (vk_icd.h, VkIcdSurface*).
        also: structures that may follow the create info.
    """

    create: str
    extension: str
    number: int
    info: str
    seen: Any
    also: tuple[str, ...] = ()

    def known(self) -> dict[int | None, Any]:
        """Return the structures that can be kept for later, by sType."""
        return {describe(name).structure_type: structure(name) for name in (self.info, *self.also)}

    def make_seen(self, info: int) -> Any:
        """Return the beginning of the loader's object for a create info."""
        seen, given = self.seen(), structure(self.info)
        seen.base.platform = self.number
        for name, _type in self.seen._fields_[1:]:
            source, target = getattr(given, name), getattr(self.seen, name)
            place = ctypes.addressof(seen) + target.offset
            ctypes.memmove(place, info + source.offset, target.size)
        return seen


class _Headless(ctypes.Structure):
    """A surface of the loader that is seen nowhere."""

    _fields_ = (("base", abi.VkIcdSurfaceBase),)


PLATFORMS = (
    Platform(
        "vkCreateHeadlessSurfaceEXT",
        "VK_EXT_headless_surface",
        abi.WSI_HEADLESS,
        "VkHeadlessSurfaceCreateInfoEXT",
        _Headless,
    ),
    Platform(
        "vkCreateXcbSurfaceKHR",
        "VK_KHR_xcb_surface",
        abi.WSI_XCB,
        "VkXcbSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXcb,
    ),
    Platform(
        "vkCreateXlibSurfaceKHR",
        "VK_KHR_xlib_surface",
        abi.WSI_XLIB,
        "VkXlibSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXlib,
    ),
    Platform(
        "vkCreateWaylandSurfaceKHR",
        "VK_KHR_wayland_surface",
        abi.WSI_WAYLAND,
        "VkWaylandSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceWayland,
    ),
    Platform(
        "vkCreateDisplayPlaneSurfaceKHR",
        "VK_KHR_display",
        abi.WSI_DISPLAY,
        "VkDisplaySurfaceCreateInfoKHR",
        abi.VkIcdSurfaceDisplay,
        ("VkDisplaySurfaceStereoCreateInfoNV",),
    ),
)
