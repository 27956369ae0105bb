"""Displays without a window system, for drivers that lack some or all of it (wsi.c).

A driver that has a command is called without detour; here is what stands in its place.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.binding.memory import write_u32
from vkconfig_py.loader.binding.results import EXTENSION_NOT_PRESENT, INITIALIZATION_FAILED
from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.terminators.asking import (
    SUCCESS,
    emulating,
    function,
    missing,
    not_enabled,
)
from vkconfig_py.loader.binding.terminators.properties2 import copy_array
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

DISPLAY = "VK_KHR_display"
_CREATE_MODE = "vkCreateDisplayModeKHR"
_PLANE = "vkGetDisplayPlaneCapabilitiesKHR"
_PLANE2 = "vkGetDisplayPlaneCapabilities2KHR"
_RANDR = "vkGetRandROutputDisplayEXT"
# Commands that list something, with the place of the count among their arguments.
_LISTS = {
    "vkGetPhysicalDeviceDisplayPropertiesKHR": 1,
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR": 1,
    "vkGetDisplayPlaneSupportedDisplaysKHR": 2,
    "vkGetDisplayModePropertiesKHR": 2,
}
# Those of the second generation: the first, its structure, the new structure and the member of it.
_LISTS2 = {
    "vkGetPhysicalDeviceDisplayProperties2KHR": (
        "vkGetPhysicalDeviceDisplayPropertiesKHR",
        "VkDisplayPropertiesKHR",
        ("VkDisplayProperties2KHR", "displayProperties"),
    ),
    "vkGetPhysicalDeviceDisplayPlaneProperties2KHR": (
        "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
        "VkDisplayPlanePropertiesKHR",
        ("VkDisplayPlaneProperties2KHR", "displayPlaneProperties"),
    ),
    "vkGetDisplayModeProperties2KHR": (
        "vkGetDisplayModePropertiesKHR",
        "VkDisplayModePropertiesKHR",
        ("VkDisplayModeProperties2KHR", "displayModeProperties"),
    ),
}
# Commands that say that the extension is not there.
_REFUSED = ("vkAcquireDrmDisplayEXT", "vkGetDrmDisplayEXT")

Answer = Callable[..., int]


def emulations(driver: DriverInstance) -> dict[str, Answer]:
    """Return what answers instead of a driver."""
    answers: dict[str, Answer] = {
        name: partial(_empty, driver, name, place) for name, place in _LISTS.items()
    }
    answers |= {_CREATE_MODE: partial(_no_mode, driver), _PLANE: partial(_no_plane, driver)}
    is_enabled = DISPLAY in driver.instance.extensions
    if is_enabled:
        answers = {name: answer for name, answer in answers.items() if not driver.proc(name)}
    answers |= {name: _list2(driver, name) for name in _LISTS2 if not driver.proc(name)}
    answers |= {name: partial(_refused, driver, name) for name in _REFUSED if not driver.proc(name)}
    if not driver.proc(_PLANE2):
        answers[_PLANE2] = _plane2(driver)
    if not driver.proc(_RANDR):
        answers[_RANDR] = partial(_no_output, driver)
    return answers


def _empty(driver: DriverInstance, name: str, place: int, *arguments: int) -> int:
    if not_enabled(driver, name, DISPLAY):
        return SUCCESS
    if arguments[place]:
        write_u32(arguments[place], 0)
    return missing(driver, name)


def _no_mode(driver: DriverInstance, *_arguments: Any) -> int:
    if not_enabled(driver, _CREATE_MODE, DISPLAY):
        return EXTENSION_NOT_PRESENT
    missing(driver, _CREATE_MODE)
    return INITIALIZATION_FAILED


def _no_plane(driver: DriverInstance, _device: int, _mode: int, _index: int, answer: int) -> int:
    if not_enabled(driver, _PLANE, DISPLAY):
        return SUCCESS
    if answer:
        ctypes.memset(answer, 0, ctypes.sizeof(structure("VkDisplayPlaneCapabilitiesKHR")))
    return missing(driver, _PLANE)


def _refused(driver: DriverInstance, name: str, *_arguments: Any) -> int:
    missing(driver, name)
    is_known = driver.instance.profile.has(NativeGate.MISSING_IS_NOT_PRESENT)
    return EXTENSION_NOT_PRESENT if is_known else INITIALIZATION_FAILED


def _no_output(driver: DriverInstance, _device: int, _x: int, _output: int, display: int) -> int:
    emulating(driver, _RANDR)
    ctypes.c_uint64.from_address(display).value = 0
    return SUCCESS


def _list2(driver: DriverInstance, name: str) -> Answer:
    old, old_structure, new = _LISTS2[name]
    ask = function(driver, old)

    def listed(device: int, *arguments: int) -> int:
        *between, count, array = arguments
        emulating(driver, name, old)
        if ask is None:
            write_u32(count, 0)
            return SUCCESS
        return copy_array(
            count, array, old_structure, new, lambda place: ask(device, *between, count, place)
        )[0]

    return listed


def _plane2(driver: DriverInstance) -> Answer:
    ask = function(driver, _PLANE)
    inside = structure("VkDisplayPlaneCapabilities2KHR").capabilities
    info_type = structure("VkDisplayPlaneInfo2KHR")

    def plane(device: int, info: int, answer: int) -> int:
        emulating(driver, _PLANE2, _PLANE)
        if ask is None:
            ctypes.memset(answer + inside.offset, 0, inside.size)
            return SUCCESS
        wanted = info_type.from_address(info)
        return ask(device, wanted.mode, wanted.planeIndex, answer + inside.offset)

    return plane
