"""Names that a program may pass to the loader, and the instance extensions that loaders know.

Instance extensions that loaders know.

Source: extension_manual.c and the generated LOADER_INSTANCE_EXTENSIONS: an extension that is not in
the list is refused, even if a layer provides it. Whether a driver or layer offers a known one can
only be told by asking it.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.versions import strtoul
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.profile import XRANDR, LoaderProfile

_LONGEST = 256


def is_valid_name(name: str) -> bool:
    """Return whether the loader looks a name up at all: not too long, no control bytes, UTF-8."""
    if name.isascii() and name.isprintable():
        return len(name) <= _LONGEST
    data = name.encode("utf-8", "surrogateescape")
    return len(data) <= _LONGEST and _is_text(data)


def _is_text(data: bytes) -> bool:
    """Follow the loader's walk; it counts the bytes of a character and checks nothing else."""
    follows = 0
    for byte in data:
        if follows:
            if byte & 0xC0 != 0x80:
                return False
            follows -= 1
        elif byte & 0xE0 == 0xC0:
            follows = 1
        elif byte & 0xF0 == 0xE0:
            follows = 2
        elif byte & 0xF8 == 0xF0:
            follows = 3
        elif not 0x20 <= byte < 0x7F:
            return False
    return not follows


def printable(text: str) -> str:
    """Return a text of somebody else so that nothing in it can act on a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


PORTABILITY_EXTENSION = "VK_KHR_portability_enumeration"
PORTABILITY_FLAG = 1
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


# The list is made from the headers that a loader is built with; the others are older than 1.1.121.
_SINCE = {
    "VK_EXT_acquire_drm_display": (1, 2, 184),
    "VK_GOOGLE_surfaceless_query": (1, 3, 204),
    "VK_KHR_portability_enumeration": (1, 3, 207),
    "VK_EXT_surface_maintenance1": (1, 3, 237),
    "VK_LUNARG_direct_driver_loading": (1, 3, 237),
    "VK_EXT_layer_settings": (1, 3, 272),
    "VK_NV_display_stereo": (1, 3, 302),
    "VK_KHR_surface_maintenance1": (1, 4, 317),
}


def loader_extensions(profile: LoaderProfile) -> tuple[tuple[str, int], ...]:
    """Return (name, spec version) of the instance extensions that the loader itself offers."""
    found = [
        ("VK_EXT_debug_report", 10 if profile.has(Gate.DEBUG_REPORT_10) else 9),
        ("VK_EXT_debug_utils", 2 if profile.has(Gate.DEBUG_UTILS_2) else 1),
    ]
    if profile.has(Gate.PORTABILITY_ENUMERATION):
        found.append((PORTABILITY_EXTENSION, 1))
    if profile.has(Gate.DIRECT_DRIVERS):
        found.append(("VK_LUNARG_direct_driver_loading", 1))
    return tuple(found)


def hides_portability(flags: int, extensions: Sequence[str], profile: LoaderProfile) -> bool:
    """Return whether drivers that are not conformant are hidden from an application."""
    asked = flags & PORTABILITY_FLAG and PORTABILITY_EXTENSION in extensions
    return not asked and profile.has(Gate.PORTABILITY)


def known_extensions(profile: LoaderProfile) -> frozenset[str]:
    """Return the instance extensions that this release knows."""
    unknown = {name for name, since in _SINCE.items() if since > profile.version}
    if XRANDR not in profile.surfaces:
        unknown.add(XRANDR)
    return KNOWN - unknown - profile.missing_surfaces


def are_extensions_known(host: Host, requested: Sequence[str], profile: LoaderProfile) -> bool:
    """Return whether no requested extension is refused for its name alone."""
    if not all(map(is_valid_name, requested)):
        return False
    return is_filter_off(host) or known_extensions(profile).issuperset(requested)


def is_filter_off(host: Host) -> bool:
    """Return whether extensions that the loader does not know are passed on."""
    return bool(strtoul(host.plain_env(FILTER_VARIABLE) or ""))
