"""The vocabulary of random machines: few names, so that things meet."""

from __future__ import annotations

from random import Random
from typing import TypeVar

OVERRIDE = "VK_LAYER_LUNARG_override"
NAMES = (
    "VK_LAYER_A",
    "VK_LAYER_AB",
    "VK_LAYER_B",
    "VK_LAYER_BC",
    "VK_LAYER_C",
    "VK_LAYER_Vendor_Overlay",
    "VK_LAYER_vendor_capture",
    "VK_LAYER_KHRONOS_check",
    "VK_LAYER_x*y",
    "odd layer",
    "V",
    "VK_LAYER_\u00e9t\u00e9",
    "VK_LAYER_raw\udcff",
    "VK_LAYER_" + "n" * 40,
)
META_NAMES = ("VK_LAYER_META_one", "VK_LAYER_META_two", "VK_LAYER_META_three")
STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"
# What loaders before 1.2.133 take for it, each of them some of these.
VALIDATION_NAMES = tuple(
    f"VK_LAYER_{name}"
    for name in (
        *("GOOGLE_threading", "GOOGLE_unique_objects", "LUNARG_core_validation"),
        *("LUNARG_object_tracker", "LUNARG_parameter_validation", "LUNARG_swapchain"),
        *("LUNARG_image", "LUNARG_device_limits", "LUNARG_threading", "LUNARG_param_checker"),
        *("LUNARG_mem_tracker", "LUNARG_draw_state"),
    )
)
SWITCHES = ("SWITCH_ONE", "SWITCH_TWO", "SWITCH_THREE", "SWITCH_FOUR")
SWITCH_VALUES = ("1", "0", "", "on")
UNKNOWN_NAME = "VK_LAYER_nowhere"
FILE_VERSIONS = ("1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1")
ODD_FILE_VERSIONS = ("", "2.0.0", "0.9", "1.0", "1", "abc", "1.1.0.0", "1.0.0\n", "65537.0.0")
DATES = ("2016-02-16-00-00", "2020-12-31-23-59", "2100-01-01-00-00", "2100-01-01")
API_VERSIONS = ("1.0.0", "1.1.0", "0.1.3.5", "1.2.198", "1.3.0", "1.3.250", "1.4.300")
ODD_API_VERSIONS = (
    "",
    "1",
    "1.2",
    "abc",
    "0.1.3.5",
    "1.1.3.5",
    "7.1.0.0",
    "1.5000.3",
    "99999.1.1",
    " 1.2.3",
    "1..2",
    "1.3.0\n",
    '1"3"0',
    "-1.2.3",
    "1.3.99999999999999999999999",
    "0.1.0",
    "1.2.3.4.5",
    "0x1.2.3",
)
INSTANCE_EXTENSIONS = (
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_KHR_surface",
    "VK_KHR_wayland_surface",
    "VK_KHR_xcb_surface",
    "VK_KHR_device_group_creation",
    "VK_EXT_directfb_surface",
    "VK_QNX_screen_surface",
    "VK_EXT_layer_settings",
    "VK_VENDOR_own_thing",
)

Item = TypeVar("Item")


def chance(random: Random, probability: float) -> bool:
    """Return True with this probability."""
    return random.random() < probability


def some(random: Random, items: tuple[Item, ...] | list[Item], most: int) -> list[Item]:
    """Return up to `most` different items in any order."""
    return random.sample(items, random.randint(0, min(most, len(items))))


def sized(length: int, kind: str) -> str:
    """Return a text whose printed length is this, with characters that need escapes."""
    if kind == "quotes":
        return '"' * (length // 2) + "x" * (length % 2)
    if kind == "control":
        return "\x01" * (length // 6) + "x" * (length % 6)
    if kind == "wide":
        return "\u00e9" * (length // 2) + "x" * (length % 2)
    return "x" * length
