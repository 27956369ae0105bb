"""Which tools are at work: a driver is asked only if its device claims to know the question.

terminator.c, terminator_GetPhysicalDeviceToolProperties; extension_manual.c for the name of
VK_EXT_tooling_info. What layers add comes on the way back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.binding.memory import extension_buffer, read_extensions, write_u32
from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.terminators.asking import SUCCESS, function, missing, required
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

_CORE = "vkGetPhysicalDeviceToolProperties"
_EXT = "vkGetPhysicalDeviceToolPropertiesEXT"
_EXTENSION = "VK_EXT_tooling_info"
_MINOR_SHIFT = 12
_MINOR_MASK = 0x3FF
_MINOR = 3


def emulations(driver: DriverInstance) -> dict[str, Callable[[int, int, int], int]]:
    """Return what answers for a driver."""
    return {
        _CORE: _asked_if(driver, _CORE, _has_1_3),
        _EXT: _asked_if(driver, _EXT, _has_extension),
    }


def _asked_if(
    driver: DriverInstance, name: str, claims: Callable[[DriverInstance, int], bool]
) -> Callable[[int, int, int], int]:
    ask = function(driver, name)

    def tools(device: int, count: int, properties: int) -> int:
        if ask is None:
            if name == _CORE:
                missing(driver, name)
        elif claims(driver, device):
            return ask(device, count, properties)
        write_u32(count, 0)
        return SUCCESS

    return tools


def _has_1_3(driver: DriverInstance, device: int) -> bool:
    """Return whether a device is of Vulkan 1.3; its minor version alone counts."""
    properties = structure("VkPhysicalDeviceProperties")()
    required(driver, "vkGetPhysicalDeviceProperties")(device, ctypes.byref(properties))
    minor: int = properties.apiVersion >> _MINOR_SHIFT & _MINOR_MASK
    return minor >= _MINOR


def _has_extension(driver: DriverInstance, device: int) -> bool:
    enumerate_extensions = required(driver, "vkEnumerateDeviceExtensionProperties")
    count = ctypes.c_uint32()
    if enumerate_extensions(device, None, ctypes.byref(count), None) != SUCCESS:
        return False
    buffer = extension_buffer(count.value)
    if enumerate_extensions(device, None, ctypes.byref(count), buffer) != SUCCESS:
        return False
    listed = read_extensions(count.value, ctypes.addressof(buffer))
    return any(name == _EXTENSION for name, _version in listed)
