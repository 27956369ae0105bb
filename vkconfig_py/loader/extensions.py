"""Instance extensions that loaders know.

Source: extension_manual.c and the generated LOADER_INSTANCE_EXTENSIONS: an extension that is not in
the list is refused, even if a layer provides it. Whether a driver or layer offers a known one can
only be told by asking it.
"""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.versions import strtoul

FILTER_VARIABLE = "VK_LOADER_DISABLE_INST_EXT_FILTER"

# Linux with xlib, xcb and wayland, as distributions build it.
KNOWN = frozenset(
    {
        "VK_KHR_surface",
        "VK_KHR_display",
        "VK_KHR_xlib_surface",
        "VK_KHR_xcb_surface",
        "VK_KHR_wayland_surface",
        "VK_KHR_get_physical_device_properties2",
        "VK_KHR_device_group_creation",
        "VK_KHR_external_memory_capabilities",
        "VK_KHR_external_semaphore_capabilities",
        "VK_KHR_external_fence_capabilities",
        "VK_KHR_get_surface_capabilities2",
        "VK_KHR_get_display_properties2",
        "VK_KHR_surface_protected_capabilities",
        "VK_KHR_portability_enumeration",
        "VK_KHR_surface_maintenance1",
        "VK_EXT_debug_report",
        "VK_NV_external_memory_capabilities",
        "VK_EXT_validation_flags",
        "VK_EXT_direct_mode_display",
        "VK_EXT_acquire_xlib_display",
        "VK_EXT_display_surface_counter",
        "VK_EXT_swapchain_colorspace",
        "VK_EXT_debug_utils",
        "VK_EXT_validation_features",
        "VK_EXT_headless_surface",
        "VK_EXT_surface_maintenance1",
        "VK_EXT_acquire_drm_display",
        "VK_GOOGLE_surfaceless_query",
        "VK_LUNARG_direct_driver_loading",
        "VK_EXT_layer_settings",
        "VK_NV_display_stereo",
    }
)


def are_extensions_known(host: Host, requested: Iterable[str]) -> bool:
    """Return whether no requested extension is refused for being unknown."""
    if strtoul(host.plain_env(FILTER_VARIABLE) or ""):
        return True
    return KNOWN.issuperset(requested)
