"""Machines of drivers that lack functions and fail, from a seed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from tests.framework.terminators import FakeDriver, ProgramRequest

# loader.c, loader_icd_init_entries; and what every driver's device has.
_REQUIRED = frozenset(
    {
        "vkCreateInstance",
        "vkEnumerateInstanceExtensionProperties",
        "vkDestroyInstance",
        "vkEnumeratePhysicalDevices",
        "vkGetPhysicalDeviceFeatures",
        "vkGetPhysicalDeviceFormatProperties",
        "vkGetPhysicalDeviceImageFormatProperties",
        "vkGetPhysicalDeviceMemoryProperties",
        "vkGetPhysicalDeviceProperties",
        "vkGetPhysicalDeviceQueueFamilyProperties",
        "vkGetPhysicalDeviceSparseImageFormatProperties",
        "vkEnumerateDeviceExtensionProperties",
        "vkGetDeviceProcAddr",
        "vkCreateDevice",
        "vkDestroyDevice",
        "vkGetDeviceQueue",
    }
)
_DEBUG = ("VK_EXT_debug_utils", "VK_EXT_debug_report")
_EXTENSIONS = (
    "VK_KHR_surface",
    "VK_KHR_get_surface_capabilities2",
    "VK_EXT_headless_surface",
    "VK_KHR_display",
    "VK_KHR_get_display_properties2",
    "VK_EXT_display_surface_counter",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_semaphore_capabilities",
    "VK_KHR_external_fence_capabilities",
    "VK_NV_external_memory_capabilities",
    "VK_EXT_acquire_drm_display",
    "VK_EXT_surface_maintenance1",
    *_DEBUG,
)
_OF_DEVICES = (
    "VK_KHR_swapchain",
    "VK_KHR_display_swapchain",
    "VK_KHR_device_group",
    "VK_EXT_debug_marker",
    "VK_EXT_tooling_info",
)
_SURFACES = {
    "headless": "VK_EXT_headless_surface",
    "chained": "VK_EXT_headless_surface",
    "leftovers": "VK_EXT_headless_surface",
    "display": "VK_KHR_display",
    "xcb": "VK_KHR_xcb_surface",
    "xlib": "VK_KHR_xlib_surface",
    "wayland": "VK_KHR_wayland_surface",
}
# If a driver lacks the first, the C loader expects of it that it lacks or has the second.
_ALSO_MISSING = {
    "vkCreateDebugUtilsMessengerEXT": "vkDestroyDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT": "vkDestroyDebugReportCallbackEXT",
}
_THEN_THERE = {
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT": "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"
}


@cache
def _list_functions() -> tuple[str, ...]:
    """Return what a driver can lack, from the tables at the end of its source."""
    source = (Path(__file__).parent / "driver.c").read_text()
    once = re.findall(r"^    ENTRY\((\w+)\)", source, re.MULTILINE)
    twice = re.findall(r"^    TWICE\((\w+)\)", source, re.MULTILINE)
    named = [*once, *twice, *(f"{name}KHR" for name in twice)]
    return tuple(name for name in dict.fromkeys(named) if name not in _REQUIRED)


def make_random_case(
    seed: int, windows: Sequence[str] = ()
) -> tuple[tuple[FakeDriver, ...], ProgramRequest]:
    """Return drivers, and a question that is put to them.

    Args:
        windows: extensions of window systems that the loader was built for.
    """
    random = Random(seed)
    known_names = (*_EXTENSIONS, *windows)
    drivers = tuple(
        _make_driver(random, number, known_names) for number in range(1, random.randint(2, 5))
    )
    offered = [
        name
        for name in known_names
        if name in _DEBUG or any(name in driver.extensions for driver in drivers)
    ]
    kinds = [kind for kind, name in _SURFACES.items() if {name, "VK_KHR_surface"} <= {*offered}]
    scenario = random.choice(["queries", "displays", "messages", "naming", *kinds * 2])
    needed = {_SURFACES[scenario], "VK_KHR_surface"} if scenario in _SURFACES else set()
    enabled = tuple(name for name in offered if name in needed or random.random() < 0.8)
    return drivers, ProgramRequest(scenario, enabled, random.choice([(1, 0), (1, 1), (1, 3)]))


def _make_driver(random: Random, number: int, known_names: Sequence[str]) -> FakeDriver:
    def choose(names: Sequence[str], share: float) -> tuple[str, ...]:
        return tuple(name for name in names if random.random() < share)

    missing = set(choose(_list_functions(), random.choice([0, 0.1, 0.5]))) - {
        *_ALSO_MISSING.values()
    }
    missing |= {also for name, also in _ALSO_MISSING.items() if name in missing}
    missing -= {required for name, required in _THEN_THERE.items() if name in missing}
    failing = choose(("image format", *_list_functions()), random.choice([0, 0.1]))
    return FakeDriver(
        number,
        interface=random.choice([1, 2, 3, 5, 5, 5]),
        version=random.choice([(1, 0), (1, 1), (1, 2), (1, 3)]),
        extensions=choose(known_names, random.choice([0.5, 0.9, 1])),
        device_extensions=choose(_OF_DEVICES, 0.6),
        missing=tuple(sorted(missing)),
        failing={name: random.choice([-1, -2, -3, -4, -5, 5]) for name in failing},
    )
