"""Commands of a device that name a surface: the driver gets its own (wsi.c)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.binding.structures import structure
from vkconfig_py.loader.binding.terminators.asking import SUCCESS, of_device
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.instance import LoaderInstance

_CREATE = "vkCreateSwapchainKHR"
_CREATE_SHARED = "vkCreateSharedSwapchainsKHR"
_MODES = "vkGetDeviceGroupSurfacePresentModesKHR"


def terminators(instance: LoaderInstance) -> dict[str, Callable[..., int]]:
    """Return what passes a surface on to the driver of a device."""
    surfaces = instance.surfaces
    info_type = structure("VkSwapchainCreateInfoKHR")

    def create(handle: int, info: int, allocator: int, place: int) -> int:
        driver, ask = of_device(instance, handle, _CREATE)
        if ask is None:
            return SUCCESS
        own = info_type.from_buffer_copy(ctypes.string_at(info, ctypes.sizeof(info_type)))
        code, own.surface = surfaces.of(driver, own.surface)
        if code != SUCCESS:
            return code
        return ask(handle, ctypes.byref(own), allocator or None, place)

    def create_shared(handle: int, count: int, infos: int, allocator: int, place: int) -> int:
        driver, ask = of_device(instance, handle, _CREATE_SHARED)
        if ask is None or surfaces.are_forgotten(driver):
            return SUCCESS
        own = (info_type * count)()
        ctypes.memmove(own, infos, ctypes.sizeof(own))
        for each in own:
            code, each.surface = surfaces.of(driver, each.surface)
            if code != SUCCESS:
                return code
        return ask(handle, count, own, allocator or None, place)

    def modes(handle: int, surface: int, place: int) -> int:
        driver, ask = of_device(instance, handle, _MODES)
        if ask is None:
            return SUCCESS
        code, own = surfaces.of(driver, surface)
        return ask(handle, own, place) if code == SUCCESS else code

    return {_CREATE: create, _CREATE_SHARED: create_shared, _MODES: modes}
