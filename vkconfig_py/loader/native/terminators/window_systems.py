"""Surfaces, swapchains and displays at the bottom of the chain: create, destroy, query (wsi.c).

Surface queries with 2 (wsi.c, extension_manual.c): for a driver that lacks them the older queries
are called. The structures of VK_EXT_surface_maintenance1 are filled in for every driver without
that extension, since it is an instance extension: an application may query all drivers for it as
soon as one has it.

Displays without a window system: a driver that has a command is called directly; this module has
the fallbacks.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.versions import EXTENSION_NOT_PRESENT, INITIALIZATION_FAILED
from vkconfig_py.loader.native.driver_calls import (
    SUCCESS,
    find_device_function,
    find_driver_function,
    refuse_disabled_extension,
    report_emulated,
    report_ignored,
    report_missing,
)
from vkconfig_py.loader.native.driver_instance import DriverInstance
from vkconfig_py.loader.native.loader_instance import (
    PLATFORMS,
    SURFACE,
    LoaderInstance,
    SurfacePlatform,
    makes_surfaces,
)
from vkconfig_py.loader.native.memory import (
    copy_structure,
    read_word,
    walk_structure_chain,
    write_u32,
)
from vkconfig_py.loader.native.terminators.device_queries import copy_array, warn_about_chains
from vkconfig_py.loader.native.vulkan_registry import get_structure_class
from vkconfig_py.loader.profiles.native_gates import NativeGate

_GET_SURFACE_SUPPORT = "vkGetPhysicalDeviceSurfaceSupportKHR"
_GET_CAPABILITIES = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"
_GET_PRESENT_RECTANGLES = "vkGetPhysicalDevicePresentRectanglesKHR"
_GET_FORMATS = "vkGetPhysicalDeviceSurfaceFormatsKHR"
_GET_PRESENT_MODES = "vkGetPhysicalDeviceSurfacePresentModesKHR"
# Commands that answer VkBool32: a VkResult of 0 and VK_FALSE look the same.
_EXTENSION_BY_SUPPORT_COMMAND = {
    "vkGetPhysicalDeviceXcbPresentationSupportKHR": "VK_KHR_xcb_surface",
    "vkGetPhysicalDeviceXlibPresentationSupportKHR": "VK_KHR_xlib_surface",
    "vkGetPhysicalDeviceWaylandPresentationSupportKHR": "VK_KHR_wayland_surface",
}

_GET_CAPABILITIES_2 = "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
_GET_FORMATS_2 = "vkGetPhysicalDeviceSurfaceFormats2KHR"
_GET_CAPABILITIES_WITH_COUNTERS = "vkGetPhysicalDeviceSurfaceCapabilities2EXT"
_MAINTENANCE_EXTENSIONS = ("VK_EXT_surface_maintenance1", "VK_KHR_surface_maintenance1")

# VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR, ..._PRESENT_MODE_KHR,
# ..._PRESENT_SCALING_CAPABILITIES_KHR, ..._PRESENT_MODE_COMPATIBILITY_KHR
_PROTECTED = 1000239000
_PRESENT_MODE = 1000274000
_SCALING_TYPE = 1000274001
_COMPATIBILITY_TYPE = 1000274002
_NO_PRESENT_MODE = 0x7FFFFFFF  # VK_PRESENT_MODE_MAX_ENUM_KHR

_CREATE = "vkCreateSwapchainKHR"
_CREATE_SHARED = "vkCreateSharedSwapchainsKHR"
_GET_GROUP_PRESENT_MODES = "vkGetDeviceGroupSurfacePresentModesKHR"

DISPLAY = "VK_KHR_display"
_CREATE_MODE = "vkCreateDisplayModeKHR"
_PLANE = "vkGetDisplayPlaneCapabilitiesKHR"
_PLANE2 = "vkGetDisplayPlaneCapabilities2KHR"
_GET_RANDR_DISPLAY = "vkGetRandROutputDisplayEXT"
# Commands that list something, with the place of the count among their arguments.
_DISPLAY_LISTS = {
    "vkGetPhysicalDeviceDisplayPropertiesKHR": 1,
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR": 1,
    "vkGetDisplayPlaneSupportedDisplaysKHR": 2,
    "vkGetDisplayModePropertiesKHR": 2,
}
# Those of the second generation: the first, its structure, the new structure and the member of it.
_OLD_COMMAND_BY_LIST_2 = {
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
_REFUSED_COMMANDS = ("vkAcquireDrmDisplayEXT", "vkGetDrmDisplayEXT")

Answer = Callable[..., int | None]


def terminators(instance: LoaderInstance) -> dict[str, Answer]:
    """Return the loader's functions for surfaces and swapchains below the last layer."""

    def create(
        platform: SurfacePlatform, _instance: int, info: int, allocator: int, surface: int
    ) -> int:
        """Create a surface of a window system.

        Args:
            platform: the window system.
            _instance: VkInstance, unused.
            info: address of the create info.
            allocator: address of VkAllocationCallbacks, or 0.
            surface: where the handle is written.
        """
        return instance.surfaces.create(platform, info, allocator, surface)

    def destroy(_instance: int, surface: int, allocator: int) -> None:
        instance.surfaces.destroy(surface, allocator)

    creators: dict[str, Answer] = {
        window_system.create: partial(create, window_system) for window_system in PLATFORMS
    }
    return creators | {"vkDestroySurfaceKHR": destroy} | _make_swapchain_terminators(instance)


def emulations(driver: DriverInstance) -> dict[str, Answer]:
    """Return Python functions for queries about surfaces and displays, by name."""
    answers: dict[str, Answer] = {
        _GET_SURFACE_SUPPORT: _make_support_query(driver),
        _GET_CAPABILITIES: _make_capabilities_query(driver),
        # Of VK_KHR_swapchain or VK_KHR_device_group: no extension of an instance is asked for.
        _GET_PRESENT_RECTANGLES: _make_list_query(driver, _GET_PRESENT_RECTANGLES, ""),
        _GET_CAPABILITIES_2: _make_capabilities_2_query(driver),
        _GET_FORMATS_2: _make_formats_2_query(driver),
        _GET_CAPABILITIES_WITH_COUNTERS: _make_counters_query(driver),
    }
    answers |= {
        name: _make_list_query(driver, name, SURFACE) for name in (_GET_FORMATS, _GET_PRESENT_MODES)
    }
    for name, extension in _EXTENSION_BY_SUPPORT_COMMAND.items():
        # wsi.c requires the window system's extension; VK_KHR_surface is not checked.
        if extension not in driver.instance.extensions or not driver.proc(name):
            answers[name] = partial(_deny_presentation, driver, name)
    return answers | _make_display_emulations(driver)


def _make_support_query(driver: DriverInstance) -> Answer:
    """Return vkGetPhysicalDeviceSurfaceSupportKHR with the driver's own surface."""
    query = find_driver_function(driver, _GET_SURFACE_SUPPORT)

    def support(device: int, family: int, surface: int, supported: int) -> int:
        """Ask the driver whether a queue family can present to a surface."""
        if refuse_disabled_extension(driver, _GET_SURFACE_SUPPORT, SURFACE):
            return SUCCESS
        # VK_FALSE in advance: a driver without the command supports no surface.
        write_u32(supported, 0)
        if query is None:
            return report_missing(driver, _GET_SURFACE_SUPPORT)
        code, driver_surface = driver.instance.surfaces.find_driver_surface(driver, surface)
        if code != SUCCESS:
            # A driver that cannot make the surface does not present to it.
            is_unsupported = driver.instance.profile.has(NativeGate.NO_SURFACE_IS_NO_SUPPORT)
            return SUCCESS if is_unsupported else code
        return query(device, family, driver_surface, supported)

    return support


def _make_capabilities_query(driver: DriverInstance) -> Answer:
    """Return vkGetPhysicalDeviceSurfaceCapabilitiesKHR with the driver's own surface."""
    query = find_driver_function(driver, _GET_CAPABILITIES)
    size = ctypes.sizeof(get_structure_class("VkSurfaceCapabilitiesKHR"))

    def capabilities(device: int, surface: int, answer: int) -> int:
        """Ask the driver for a surface's capabilities."""
        if refuse_disabled_extension(driver, _GET_CAPABILITIES, SURFACE):
            return SUCCESS
        if query is None:
            # Zeros, so that nothing of the application's memory is taken for capabilities.
            ctypes.memset(answer, 0, size)
            return report_missing(driver, _GET_CAPABILITIES)
        return _call_with_surface(
            driver, surface, lambda driver_surface: query(device, driver_surface, answer)
        )

    return capabilities


def _make_list_query(driver: DriverInstance, name: str, extension: str) -> Answer:
    """Return a function that lists properties of a surface, with the driver's own surface."""
    query = find_driver_function(driver, name)

    def listed(device: int, surface: int, count: int, array: int) -> int:
        """Let the driver count or write the list."""
        if extension and refuse_disabled_extension(driver, name, extension):
            return SUCCESS
        if query is None:
            if count:
                write_u32(count, 0)
            return report_missing(driver, name)
        return _call_with_surface(
            driver,
            surface,
            lambda driver_surface: query(device, driver_surface, count, array or None),
        )

    return listed


def _deny_presentation(driver: DriverInstance, name: str, *_arguments: Any) -> int:
    """Return VK_FALSE: a device without the command cannot present there."""
    report_missing(driver, name)
    return 0


def _call_with_surface(driver: DriverInstance, surface: int, ask: Callable[[int], int]) -> int:
    """Call with the driver's own surface. Return the VkResult."""
    code, driver_surface = driver.instance.surfaces.find_driver_surface(driver, surface)
    return ask(driver_surface) if code == SUCCESS else code


def _make_capabilities_2_query(driver: DriverInstance) -> Answer:
    """Return vkGetPhysicalDeviceSurfaceCapabilities2KHR, emulated if it is missing."""
    query, query_old = (
        find_driver_function(driver, _GET_CAPABILITIES_2),
        find_driver_function(driver, _GET_CAPABILITIES),
    )
    capabilities_type = get_structure_class("VkSurfaceCapabilities2KHR")
    capabilities_field = capabilities_type.surfaceCapabilities

    def capabilities(device: int, info: int, answer: int) -> int:
        """Query the capabilities, then fill in chained structures."""
        if refuse_disabled_extension(driver, _GET_CAPABILITIES_2, SURFACE):
            return SUCCESS
        code, info_copy = _copy_surface_info(driver, info)
        if code != SUCCESS:
            return code
        if query is not None:
            _protect_nothing(answer)
            code = query(device, ctypes.byref(info_copy), answer)
        else:
            report_emulated(driver, _GET_CAPABILITIES_2, _GET_CAPABILITIES)
            if query_old is None:
                ctypes.memset(answer + capabilities_field.offset, 0, capabilities_field.size)
                return report_missing(driver, _GET_CAPABILITIES)
            has = driver.instance.profile.has
            loses_surface = has(NativeGate.SURFACE_LOST_ON_THE_WAY) and not makes_surfaces(driver)
            surface = 0 if loses_surface else info_copy.surface
            code = query_old(device, surface, answer + capabilities_field.offset)
        # Whatever the driver returned: wsi.c fills this in after the call.
        if not _knows_maintenance(driver):
            found_capabilities = capabilities_type.from_address(answer).surfaceCapabilities
            # Questions are chained to the info, answers to the capabilities.
            _fill_maintenance(driver, read_word(info, 1), read_word(answer, 1), found_capabilities)
        return code

    return capabilities


def _make_formats_2_query(driver: DriverInstance) -> Answer:
    """Return vkGetPhysicalDeviceSurfaceFormats2KHR, emulated if it is missing."""
    query, query_old = (
        find_driver_function(driver, _GET_FORMATS_2),
        find_driver_function(driver, _GET_FORMATS),
    )

    def formats(device: int, info: int, count: int, array: int) -> int:
        """Query the formats, with the older command if need be."""
        if refuse_disabled_extension(driver, _GET_FORMATS_2, SURFACE):
            return SUCCESS
        code, info_copy = _copy_surface_info(driver, info)
        if code != SUCCESS:
            return code
        if query is not None:
            return query(device, ctypes.byref(info_copy), count, array or None)
        report_emulated(driver, _GET_FORMATS_2, _GET_FORMATS)
        if read_word(info, 1):
            report_ignored(driver, _GET_FORMATS_2, "pSurfaceInfo->pNext")
        if query_old is None:
            write_u32(count, 0)
            return report_missing(driver, _GET_FORMATS)
        code, addresses = copy_array(
            count,
            array,
            "VkSurfaceFormatKHR",
            ("VkSurfaceFormat2KHR", "surfaceFormat"),
            lambda old: query_old(device, info_copy.surface, count, old),
            # VK_INCOMPLETE and errors alike: wsi.c copies whatever the driver left in the array.
            returns_errors=True,
        )
        warn_about_chains(driver, _GET_FORMATS_2, "pSurfaceFormats", addresses)
        return code

    return formats


def _make_counters_query(driver: DriverInstance) -> Answer:
    """Return vkGetPhysicalDeviceSurfaceCapabilities2EXT, emulated if it is missing."""
    query, query_old = (
        find_driver_function(driver, _GET_CAPABILITIES_WITH_COUNTERS),
        find_driver_function(driver, _GET_CAPABILITIES),
    )
    old_type = get_structure_class("VkSurfaceCapabilitiesKHR")
    answer_type = get_structure_class("VkSurfaceCapabilities2EXT")

    def counters(device: int, surface: int, answer: int) -> int:
        """Query capabilities and counters, with the older command if need be."""
        code, driver_surface = driver.instance.surfaces.find_driver_surface(driver, surface)
        if code != SUCCESS:
            return code
        if query is not None:
            return query(device, driver_surface, answer)
        report_emulated(driver, _GET_CAPABILITIES_WITH_COUNTERS, _GET_CAPABILITIES)
        if query_old is None:
            report_missing(driver, _GET_CAPABILITIES)
            return INITIALIZATION_FAILED  # where the C loader jumps to address 0
        # The structures differ behind the common members, so the driver fills one of its own
        # generation.
        old_counters = old_type()
        code = query_old(device, driver_surface, ctypes.byref(old_counters))
        if code != SUCCESS and driver.instance.profile.has(NativeGate.FAILED_COUNTERS_UNTOUCHED):
            return code
        counters_found = answer_type.from_address(answer)
        for field, *_type in old_type._fields_:
            # VkSurfaceCapabilities2EXT begins with the same members, after sType and pNext.
            setattr(counters_found, field, getattr(old_counters, field))
        # Display counters came with VK_EXT_display_surface_counter alone.
        counters_found.supportedSurfaceCounters = 0
        if read_word(answer, 1):
            report_ignored(driver, _GET_CAPABILITIES_WITH_COUNTERS, "pSurfaceCapabilities->pNext")
        return code

    return counters


def _copy_surface_info(driver: DriverInstance, info: int) -> tuple[int, Any]:
    """Return the VkResult, and a VkPhysicalDeviceSurfaceInfo2KHR with the driver's surface."""
    kind = get_structure_class("VkPhysicalDeviceSurfaceInfo2KHR")
    # The application's structure is const: a copy names the driver's surface.
    info_copy = copy_structure(kind, info)
    code, info_copy.surface = driver.instance.surfaces.find_driver_surface(
        driver, info_copy.surface
    )
    return code, info_copy


def _protect_nothing(answer: int) -> None:
    """Set VkSurfaceProtectedCapabilitiesKHR to false, as a driver may not know it."""
    protected = get_structure_class("VkSurfaceProtectedCapabilitiesKHR")
    for kind, address in walk_structure_chain(read_word(answer, 1)):
        if kind == _PROTECTED:
            protected.from_address(address).supportsProtected = 0


def _knows_maintenance(driver: DriverInstance) -> bool:
    """Return whether the driver has VK_EXT_surface_maintenance1 itself."""
    if not driver.instance.profile.has(NativeGate.SURFACE_MAINTENANCE):
        return True
    # The EXT structures became those of VK_KHR_surface_maintenance1, with the same numbers.
    return any(name in driver.extensions for name in _MAINTENANCE_EXTENSIONS)


def _fill_maintenance(
    driver: DriverInstance, chain: int, answer: int, surface_capabilities: Any
) -> None:
    """Fill in the structures of VK_EXT_surface_maintenance1, for one present mode."""
    # The structures mean nothing unless the query names a present mode (VkSurfacePresentModeKHR).
    mode = _NO_PRESENT_MODE
    mode_type = get_structure_class("VkSurfacePresentModeKHR")
    for kind, address in walk_structure_chain(chain):
        if kind == _PRESENT_MODE:
            mode = mode_type.from_address(address).presentMode
    if mode == _NO_PRESENT_MODE:
        return
    for kind, address in walk_structure_chain(answer):
        if kind == _COMPATIBILITY_TYPE:
            _fill_compatibility(driver, address, mode)
        elif kind == _SCALING_TYPE:
            _fill_scaling(address, surface_capabilities)


def _fill_compatibility(driver: DriverInstance, address: int, mode: int) -> None:
    """List a present mode as compatible only with itself."""
    compatibility = get_structure_class("VkSurfacePresentModeCompatibilityKHR").from_address(
        address
    )
    overruns = driver.instance.profile.has(NativeGate.PRESENT_MODES_OVERRUN)
    if compatibility.pPresentModes and not compatibility.presentModeCount and not overruns:
        return
    # NULL asks for the count alone (vkGetPhysicalDeviceSurfaceCapabilities2KHR).
    if compatibility.pPresentModes:
        ctypes.c_int32.from_address(compatibility.pPresentModes).value = mode
    compatibility.presentModeCount = 1


def _fill_scaling(address: int, surface_capabilities: Any) -> None:
    """Fill in that a surface is never scaled."""
    # No scaling: the only extents are those of the surface itself.
    scaling = get_structure_class("VkSurfacePresentScalingCapabilitiesKHR").from_address(address)
    scaling.supportedPresentScaling = 0
    scaling.supportedPresentGravityX = 0
    scaling.supportedPresentGravityY = 0
    scaling.minScaledImageExtent = surface_capabilities.minImageExtent
    scaling.maxScaledImageExtent = surface_capabilities.maxImageExtent


def _make_swapchain_terminators(instance: LoaderInstance) -> dict[str, Answer]:
    """Return the device commands that take a surface, with the driver's own in its place."""
    surfaces = instance.surfaces
    info_type = get_structure_class("VkSwapchainCreateInfoKHR")

    def create(handle: int, info: int, allocator: int, address: int) -> int:
        """Create a swapchain. Return the VkResult."""
        # A missing command is reported and answered with VK_SUCCESS, although nothing was made.
        driver, query = find_device_function(instance, handle, _CREATE)
        if query is None:
            return SUCCESS
        info_copy = copy_structure(info_type, info)
        code, info_copy.surface = surfaces.find_driver_surface(driver, info_copy.surface)
        if code != SUCCESS:
            return code
        return query(handle, ctypes.byref(info_copy), allocator or None, address)

    def create_shared(handle: int, count: int, infos: int, allocator: int, address: int) -> int:
        """Create shared swapchains. Return the VkResult.

        Args:
            handle: VkDevice.
            count: of swapchains.
            infos: address of the create infos.
            allocator: address of VkAllocationCallbacks, or 0.
            address: where the handles are written.
        """
        driver, query = find_device_function(instance, handle, _CREATE_SHARED)
        if query is None or surfaces.are_forgotten(driver):
            return SUCCESS
        # The application's array is const.
        info_copies = (info_type * count)()
        ctypes.memmove(info_copies, infos, ctypes.sizeof(info_copies))
        for info_copy in info_copies:
            code, info_copy.surface = surfaces.find_driver_surface(driver, info_copy.surface)
            if code != SUCCESS:
                return code
        return query(handle, count, info_copies, allocator or None, address)

    def modes(handle: int, surface: int, address: int) -> int:
        """Query the present modes of a device group."""
        driver, query = find_device_function(instance, handle, _GET_GROUP_PRESENT_MODES)
        if query is None:
            return SUCCESS
        code, driver_surface = surfaces.find_driver_surface(driver, surface)
        return query(handle, driver_surface, address) if code == SUCCESS else code

    return {_CREATE: create, _CREATE_SHARED: create_shared, _GET_GROUP_PRESENT_MODES: modes}


def _make_display_emulations(driver: DriverInstance) -> dict[str, Answer]:
    """Return Python functions for commands of VK_KHR_display that a driver lacks, by name."""
    answers: dict[str, Answer] = {
        name: partial(_list_nothing, driver, name, address)
        for name, address in _DISPLAY_LISTS.items()
    }
    answers |= {_CREATE_MODE: partial(_refuse_mode, driver), _PLANE: partial(_zero_plane, driver)}
    # Without VK_KHR_display even a driver with the commands is not called (wsi.c).
    is_enabled = DISPLAY in driver.instance.extensions
    if is_enabled:
        answers = {name: answer for name, answer in answers.items() if not driver.proc(name)}
    # VK_KHR_get_display_properties2 is not asked for: its functions are emulated where missing.
    answers |= {
        name: _emulate_list_2(driver, name)
        for name in _OLD_COMMAND_BY_LIST_2
        if not driver.proc(name)
    }
    answers |= {
        name: partial(_refuse_call, driver, name)
        for name in _REFUSED_COMMANDS
        if not driver.proc(name)
    }
    if not driver.proc(_PLANE2):
        answers[_PLANE2] = _emulate_plane_2(driver)
    if not driver.proc(_GET_RANDR_DISPLAY):
        answers[_GET_RANDR_DISPLAY] = partial(_find_no_display, driver)
    return answers


def _list_nothing(driver: DriverInstance, name: str, address: int, *arguments: int) -> int:
    """Report a missing command and write a count of 0.

    `address`: index of the count among the arguments.
    """
    if refuse_disabled_extension(driver, name, DISPLAY):
        return SUCCESS
    if arguments[address]:
        write_u32(arguments[address], 0)
    return report_missing(driver, name)


def _refuse_mode(driver: DriverInstance, *_arguments: Any) -> int:
    """Refuse to create a display mode. Return the VkResult."""
    if refuse_disabled_extension(driver, _CREATE_MODE, DISPLAY):
        return EXTENSION_NOT_PRESENT
    # No mode can be made where there is no display.
    report_missing(driver, _CREATE_MODE)
    return INITIALIZATION_FAILED


def _zero_plane(driver: DriverInstance, _device: int, _mode: int, _index: int, answer: int) -> int:
    """Fill the capabilities of a display plane with zeros.

    Args:
        driver: the driver.
        _device: unused.
        _mode: unused.
        _index: unused.
        answer: address of the capabilities.
    """
    if refuse_disabled_extension(driver, _PLANE, DISPLAY):
        return SUCCESS
    if answer:
        ctypes.memset(
            answer, 0, ctypes.sizeof(get_structure_class("VkDisplayPlaneCapabilitiesKHR"))
        )
    return report_missing(driver, _PLANE)


def _refuse_call(driver: DriverInstance, name: str, *_arguments: Any) -> int:
    """Report a missing command. Return the VkResult."""
    report_missing(driver, name)
    is_known = driver.instance.profile.has(NativeGate.MISSING_IS_NOT_PRESENT)
    return EXTENSION_NOT_PRESENT if is_known else INITIALIZATION_FAILED


def _find_no_display(
    driver: DriverInstance, _device: int, _x: int, _output: int, display: int
) -> int:
    """Write that no display belongs to an output of X11.

    Args:
        driver: the driver.
        _device: unused.
        _x: unused.
        _output: unused.
        display: where the handle is written.
    """
    report_emulated(driver, _GET_RANDR_DISPLAY)
    # VK_NULL_HANDLE: no display belongs to this output.
    ctypes.c_uint64.from_address(display).value = 0
    return SUCCESS


def _emulate_list_2(driver: DriverInstance, name: str) -> Answer:
    """Return a …2 list of displays, planes or modes made of the older command."""
    old, old_structure, new = _OLD_COMMAND_BY_LIST_2[name]
    query = find_driver_function(driver, old)

    def listed(device: int, *arguments: int) -> int:
        """Let the driver count or write the older list, and copy it."""
        # All of them end with the count and the array; the arguments before differ.
        *between, count, array = arguments
        report_emulated(driver, name, old)
        if query is None:
            write_u32(count, 0)
            return SUCCESS
        return copy_array(
            count, array, old_structure, new, lambda place: query(device, *between, count, place)
        )[0]

    return listed


def _emulate_plane_2(driver: DriverInstance) -> Answer:
    """Return vkGetDisplayPlaneCapabilities2KHR made of the older command."""
    query = find_driver_function(driver, _PLANE)
    capabilities_field = get_structure_class("VkDisplayPlaneCapabilities2KHR").capabilities
    info_type = get_structure_class("VkDisplayPlaneInfo2KHR")

    def plane(device: int, info: int, answer: int) -> int:
        """Query the capabilities of a plane with the older command."""
        report_emulated(driver, _PLANE2, _PLANE)
        if query is None:
            ctypes.memset(answer + capabilities_field.offset, 0, capabilities_field.size)
            return SUCCESS
        plane_info = info_type.from_address(info)
        return query(
            device, plane_info.mode, plane_info.planeIndex, answer + capabilities_field.offset
        )

    return plane
