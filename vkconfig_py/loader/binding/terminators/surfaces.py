"""Making, destroying and asking about surfaces, at the bottom of the chain (wsi.c)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.binding.memory import write_u32
from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.surfaces import SURFACE
from vkconfig_py.loader.binding.terminators.asking import (
    SUCCESS,
    function,
    missing,
    not_enabled,
)
from vkconfig_py.loader.binding.window_systems import PLATFORMS, Platform
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.instance import LoaderInstance

_SUPPORT = "vkGetPhysicalDeviceSurfaceSupportKHR"
_CAPABILITIES = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"
_RECTANGLES = "vkGetPhysicalDevicePresentRectanglesKHR"
_LISTS = (
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
)
_PRESENTATION = {
    "vkGetPhysicalDeviceXcbPresentationSupportKHR": "VK_KHR_xcb_surface",
    "vkGetPhysicalDeviceXlibPresentationSupportKHR": "VK_KHR_xlib_surface",
    "vkGetPhysicalDeviceWaylandPresentationSupportKHR": "VK_KHR_wayland_surface",
}

Answer = Callable[..., int | None]


def terminators(instance: LoaderInstance) -> dict[str, Answer]:
    """Return what makes and destroys surfaces."""

    def create(platform: Platform, _instance: int, info: int, allocator: int, surface: int) -> int:
        return instance.surfaces.create(platform, info, allocator, surface)

    def destroy(_instance: int, surface: int, allocator: int) -> None:
        instance.surfaces.destroy(surface, allocator)

    made: dict[str, Answer] = {each.create: partial(create, each) for each in PLATFORMS}
    return made | {"vkDestroySurfaceKHR": destroy}


def emulations(driver: DriverInstance) -> dict[str, Answer]:
    """Return what answers for a driver, with the surface that it knows."""
    answers: dict[str, Answer] = {
        _SUPPORT: _support(driver),
        _CAPABILITIES: _capabilities(driver),
        _RECTANGLES: _list(driver, _RECTANGLES, ""),
    }
    answers |= {name: _list(driver, name, SURFACE) for name in _LISTS}
    for name, extension in _PRESENTATION.items():
        if extension not in driver.instance.extensions or not driver.proc(name):
            answers[name] = partial(_never, driver, name)
    return answers


def _support(driver: DriverInstance) -> Answer:
    ask = function(driver, _SUPPORT)

    def support(device: int, family: int, surface: int, supported: int) -> int:
        if not_enabled(driver, _SUPPORT, SURFACE):
            return SUCCESS
        write_u32(supported, 0)
        if ask is None:
            return missing(driver, _SUPPORT)
        code, own = driver.instance.surfaces.of(driver, surface)
        if code != SUCCESS:
            is_no = driver.instance.profile.has(NativeGate.NO_SURFACE_IS_NO_SUPPORT)
            return SUCCESS if is_no else code
        return ask(device, family, own, supported)

    return support


def _capabilities(driver: DriverInstance) -> Answer:
    ask = function(driver, _CAPABILITIES)
    size = ctypes.sizeof(structure("VkSurfaceCapabilitiesKHR"))

    def capabilities(device: int, surface: int, answer: int) -> int:
        if not_enabled(driver, _CAPABILITIES, SURFACE):
            return SUCCESS
        if ask is None:
            ctypes.memset(answer, 0, size)
            return missing(driver, _CAPABILITIES)
        return _with_surface(driver, surface, lambda own: ask(device, own, answer))

    return capabilities


def _list(driver: DriverInstance, name: str, extension: str) -> Answer:
    """Return a command that counts or lists something of a surface."""
    ask = function(driver, name)

    def listed(device: int, surface: int, count: int, array: int) -> int:
        if extension and not_enabled(driver, name, extension):
            return SUCCESS
        if ask is None:
            if count:
                write_u32(count, 0)
            return missing(driver, name)
        return _with_surface(driver, surface, lambda own: ask(device, own, count, array or None))

    return listed


def _never(driver: DriverInstance, name: str, *_arguments: Any) -> int:
    """Say that a device without the command presents nothing there."""
    missing(driver, name)
    return 0


def _with_surface(driver: DriverInstance, surface: int, ask: Callable[[int], int]) -> int:
    code, own = driver.instance.surfaces.of(driver, surface)
    return ask(own) if code == SUCCESS else code
