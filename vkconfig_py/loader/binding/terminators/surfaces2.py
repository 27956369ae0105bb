"""The second generation of questions about surfaces (wsi.c, extension_manual.c).

A driver that lacks them is asked with the first generation. What VK_EXT_surface_maintenance1 adds
is filled in for every driver that does not know that extension, since it is one of the instance: an
application may ask all drivers for it as soon as one has it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.binding.memory import read_word, write_u32
from vkconfig_py.loader.binding.results import INITIALIZATION_FAILED
from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.surfaces import SURFACE, makes_surfaces
from vkconfig_py.loader.binding.terminators.asking import (
    SUCCESS,
    chain,
    emulating,
    function,
    ignoring,
    missing,
    not_enabled,
)
from vkconfig_py.loader.binding.terminators.properties2 import copy_array, warn_about_chains
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

_CAPABILITIES = "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
_FORMATS = "vkGetPhysicalDeviceSurfaceFormats2KHR"
_COUNTERS = "vkGetPhysicalDeviceSurfaceCapabilities2EXT"
_OLD_CAPABILITIES = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"
_OLD_FORMATS = "vkGetPhysicalDeviceSurfaceFormatsKHR"
_MAINTENANCE = ("VK_EXT_surface_maintenance1", "VK_KHR_surface_maintenance1")

_PROTECTED = 1000239000
_PRESENT_MODE = 1000274000
_SCALING = 1000274001
_COMPATIBILITY = 1000274002
_NO_MODE = 0x7FFFFFFF

Answer = Callable[..., int]


def emulations(driver: DriverInstance) -> dict[str, Answer]:
    """Return what answers for a driver, with the surface that it knows."""
    return {
        _CAPABILITIES: _capabilities(driver),
        _FORMATS: _formats(driver),
        _COUNTERS: _counters(driver),
    }


def _capabilities(driver: DriverInstance) -> Answer:
    ask, ask_old = function(driver, _CAPABILITIES), function(driver, _OLD_CAPABILITIES)
    capabilities_type = structure("VkSurfaceCapabilities2KHR")
    inside = capabilities_type.surfaceCapabilities

    def capabilities(device: int, info: int, answer: int) -> int:
        if not_enabled(driver, _CAPABILITIES, SURFACE):
            return SUCCESS
        code, own = _own(driver, info)
        if code != SUCCESS:
            return code
        if ask is not None:
            _protect_nothing(answer)
            code = ask(device, ctypes.byref(own), answer)
        else:
            emulating(driver, _CAPABILITIES, _OLD_CAPABILITIES)
            if ask_old is None:
                ctypes.memset(answer + inside.offset, 0, inside.size)
                return missing(driver, _OLD_CAPABILITIES)
            has = driver.instance.profile.has
            is_lost = has(NativeGate.SURFACE_LOST_ON_THE_WAY) and not makes_surfaces(driver)
            surface = 0 if is_lost else own.surface
            code = ask_old(device, surface, answer + inside.offset)
        if not _knows_maintenance(driver):
            found = capabilities_type.from_address(answer).surfaceCapabilities
            _fill_maintenance(driver, read_word(info, 1), read_word(answer, 1), found)
        return code

    return capabilities


def _formats(driver: DriverInstance) -> Answer:
    ask, ask_old = function(driver, _FORMATS), function(driver, _OLD_FORMATS)

    def formats(device: int, info: int, count: int, array: int) -> int:
        if not_enabled(driver, _FORMATS, SURFACE):
            return SUCCESS
        code, own = _own(driver, info)
        if code != SUCCESS:
            return code
        if ask is not None:
            return ask(device, ctypes.byref(own), count, array or None)
        emulating(driver, _FORMATS, _OLD_FORMATS)
        if read_word(info, 1):
            ignoring(driver, _FORMATS, "pSurfaceInfo->pNext")
        if ask_old is None:
            write_u32(count, 0)
            return missing(driver, _OLD_FORMATS)
        code, places = copy_array(
            count,
            array,
            "VkSurfaceFormatKHR",
            ("VkSurfaceFormat2KHR", "surfaceFormat"),
            lambda old: ask_old(device, own.surface, count, old),
            errors_too=True,
        )
        warn_about_chains(driver, _FORMATS, "pSurfaceFormats", places)
        return code

    return formats


def _counters(driver: DriverInstance) -> Answer:
    ask, ask_old = function(driver, _COUNTERS), function(driver, _OLD_CAPABILITIES)
    old_type = structure("VkSurfaceCapabilitiesKHR")
    answer_type = structure("VkSurfaceCapabilities2EXT")

    def counters(device: int, surface: int, answer: int) -> int:
        code, own = driver.instance.surfaces.of(driver, surface)
        if code != SUCCESS:
            return code
        if ask is not None:
            return ask(device, own, answer)
        emulating(driver, _COUNTERS, _OLD_CAPABILITIES)
        if ask_old is None:
            missing(driver, _OLD_CAPABILITIES)
            return INITIALIZATION_FAILED  # where the C loader jumps to address 0
        between = old_type()
        code = ask_old(device, own, ctypes.byref(between))
        if code != SUCCESS and driver.instance.profile.has(NativeGate.FAILED_COUNTERS_UNTOUCHED):
            return code
        found = answer_type.from_address(answer)
        for field, *_type in old_type._fields_:
            setattr(found, field, getattr(between, field))
        found.supportedSurfaceCounters = 0
        if read_word(answer, 1):
            ignoring(driver, _COUNTERS, "pSurfaceCapabilities->pNext")
        return code

    return counters


def _own(driver: DriverInstance, info: int) -> tuple[int, Any]:
    """Return a VkPhysicalDeviceSurfaceInfo2KHR with the surface that a driver knows."""
    kind = structure("VkPhysicalDeviceSurfaceInfo2KHR")
    own = kind.from_buffer_copy(ctypes.string_at(info, ctypes.sizeof(kind)))
    code, own.surface = driver.instance.surfaces.of(driver, own.surface)
    return code, own


def _protect_nothing(answer: int) -> None:
    """Answer in advance for drivers that do not know of protected surfaces."""
    protected = structure("VkSurfaceProtectedCapabilitiesKHR")
    for kind, address in chain(read_word(answer, 1)):
        if kind == _PROTECTED:
            protected.from_address(address).supportsProtected = 0


def _knows_maintenance(driver: DriverInstance) -> bool:
    if not driver.instance.profile.has(NativeGate.SURFACE_MAINTENANCE):
        return True
    return any(name in driver.extensions for name in _MAINTENANCE)


def _fill_maintenance(driver: DriverInstance, asked: int, answer: int, found: Any) -> None:
    """Fill in what VK_EXT_surface_maintenance1 adds, for one present mode."""
    mode = _NO_MODE
    wanted = structure("VkSurfacePresentModeKHR")
    for kind, address in chain(asked):
        if kind == _PRESENT_MODE:
            mode = wanted.from_address(address).presentMode
    if mode == _NO_MODE:
        return
    for kind, address in chain(answer):
        if kind == _COMPATIBILITY:
            _fill_compatibility(driver, address, mode)
        elif kind == _SCALING:
            _fill_scaling(address, found)


def _fill_compatibility(driver: DriverInstance, address: int, mode: int) -> None:
    """Say that a present mode goes together with itself alone."""
    compatible = structure("VkSurfacePresentModeCompatibilityKHR").from_address(address)
    overruns = driver.instance.profile.has(NativeGate.PRESENT_MODES_OVERRUN)
    if compatible.pPresentModes and not compatible.presentModeCount and not overruns:
        return
    if compatible.pPresentModes:
        ctypes.c_int32.from_address(compatible.pPresentModes).value = mode
    compatible.presentModeCount = 1


def _fill_scaling(address: int, found: Any) -> None:
    scaling = structure("VkSurfacePresentScalingCapabilitiesKHR").from_address(address)
    scaling.supportedPresentScaling = 0
    scaling.supportedPresentGravityX = 0
    scaling.supportedPresentGravityY = 0
    scaling.minScaledImageExtent = found.minImageExtent
    scaling.maxScaledImageExtent = found.maxImageExtent
