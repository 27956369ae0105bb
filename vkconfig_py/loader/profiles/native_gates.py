"""What loader versions do differently once drivers are loaded.

Files do not show any of it, so that these gates stand apart from those of gates.py: no comparison
of two reports and no explanation names them. Each was found by asking releases of the C loader.
"""

from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.profiles.gates import Span


class NativeGate(Enum):
    """Differences between loader versions in what an application and its drivers see."""

    OFFERS_INTERFACE_6 = Span(
        (1, 2, 142),
        tr("drivers are offered interface 6 (before: 5; seen in 1.2.170, not in 1.2.141)"),
    )
    # terminator_CreateInstance.
    FLAG_WITHHELD = Span(
        (1, 3, 225),
        tr(
            "drivers without VK_KHR_portability_enumeration do not see its flag "
            "(seen in 1.3.227, not in 1.3.224)"
        ),
    )
    # loader_scanned_icd_add.
    OFFERS_INTERFACE_7 = Span(
        (1, 3, 232), tr("drivers are offered interface 7 (seen in 1.3.237, not in 1.3.231)")
    )
    NAMES_UNWRAPPED = Span(
        (1, 3, 240),
        tr(
            "drivers are told the names of their own VkInstance and "
            "VkPhysicalDevice (before: of the loader's, if vkGetDeviceProcAddr "
            "gave the function, which it did without the extension)"
        ),
    )
    LIBRARIES_KEPT = Span((1, 3, 260), "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1")
    DRIVERS_DESTROYED = Span(
        (1, 3, 241),
        tr(
            "if a layer fails after the drivers' instances are there, these are "
            "destroyed (seen in 1.3.244, not in 1.3.240)"
        ),
    )
    EMPTY_LISTS_READ = Span(
        (1, 3, 241),
        tr(
            "a driver without device extensions is asked for the list all the "
            "same (seen in 1.3.244, not in 1.3.240)"
        ),
    )
    LABELS_BY_EXTENSION = Span(
        (1, 3, 249),
        tr(
            "labels of VK_EXT_debug_utils are there if it is enabled (before: "
            "always; seen in 1.3.254, not in 1.3.248)"
        ),
    )
    MARKER_BY_REQUEST = Span(
        (1, 3, 264),
        tr(
            "functions of VK_EXT_debug_marker are there if the application "
            "enables it (before: if it is enabled in the driver; seen in 1.3.266, "
            "not in 1.3.263)"
        ),
    )
    MISSING_IS_NOT_PRESENT = Span(
        (1, 3, 267),
        tr(
            "a driver without vkAcquireDrmDisplayEXT answers that the extension "
            "is not present (before: a general failure; seen in 1.3.271, not in "
            "1.3.266)"
        ),
    )
    LEFTOVERS_DESTROYED = Span(
        (1, 3, 279),
        tr(
            "surfaces, messengers and report callbacks that the application left "
            "are destroyed in drivers before the instance (seen in 1.3.285, not "
            "in 1.3.278)"
        ),
    )
    LISTENERS_DESTROYED_TWICE = Span(
        (1, 3, 279),
        tr(
            "if one driver refuses a messenger, those of the others are destroyed "
            "at once and again with the instance (seen from 1.3.285 to 1.4.349, "
            "not in 1.3.278 and 1.4.357)"
        ),
        (1, 4, 356),
    )
    GLOBALS_BELOW = Span(
        (1, 3, 279),
        tr(
            "layers find vkEnumerateInstance... below themselves, with an "
            "instance and without (seen in 1.3.285, not in 1.3.278)"
        ),
    )
    SURFACE_NAMES_KEPT = Span(
        (1, 3, 279),
        tr(
            "a driver without surfaces of its own is told the name of the "
            "loader's (before: of none; seen in 1.3.285, not in 1.3.278)"
        ),
    )
    SHARED_SWAPCHAINS_FORGOTTEN = Span(
        (1, 3, 294),
        tr(
            "vkCreateSharedSwapchainsKHR does nothing once there is a surface "
            "(seen from 1.3.295 to 1.4.349, not in 1.3.293 and 1.4.357)"
        ),
        (1, 4, 356),
    )
    SURFACES_BLANK = Span(
        (1, 3, 294),
        tr(
            "drivers that read the loader's surface find nothing in it (seen from "
            "1.3.295 to 1.3.302, not in 1.3.293 and 1.4.309)"
        ),
        (1, 4, 308),
    )
    SURFACE_MAINTENANCE = Span(
        (1, 3, 297), tr("VK_EXT_surface_maintenance1 is filled in for drivers that lack it")
    )
    PRESENT_MODES_OVERRUN = Span(
        (1, 3, 297),
        tr(
            "a present mode is written for drivers without "
            "VK_EXT_surface_maintenance1 even where there is no room for it (seen "
            "up to 1.3.302, not in 1.4.309)"
        ),
        (1, 4, 308),
    )
    SURFACE_LOST_ON_THE_WAY = Span(
        (1, 3, 303),
        tr(
            "a driver that reads the loader's surface is asked for capabilities "
            "of none, if it lacks VK_KHR_get_surface_capabilities2 (seen in "
            "1.4.309, not in 1.3.302 and 1.4.313)"
        ),
        (1, 4, 312),
    )
    LAZY_SURFACES = Span(
        (1, 4, 310),
        tr("a driver's surface is made when it is first asked about it (before: at once)"),
    )
    SURFACE_EXTENSIONS_ENABLED = Span(
        (1, 4, 314),
        tr(
            "a driver makes surfaces only if the extensions for it are enabled in "
            "that driver (seen in 1.4.315, not in 1.4.313)"
        ),
    )
    GROUP_MODES_BY_GROUP = Span(
        (1, 4, 316),
        tr(
            "vkGetDeviceGroupSurfacePresentModesKHR is there with "
            "VK_KHR_device_group alone (before: with VK_KHR_swapchain; seen in "
            "1.4.324, not in 1.4.315)"
        ),
    )
    NO_SURFACE_IS_NO_SUPPORT = Span(
        (1, 4, 319),
        tr("a device whose driver makes no surface does not support it (before: an error)"),
    )
    FAILED_COUNTERS_UNTOUCHED = Span(
        (1, 4, 361),
        tr(
            "what vkGetPhysicalDeviceSurfaceCapabilities2EXT fills in for drivers "
            "that lack it is left alone if the driver answers with an error (seen "
            "in 1.4.364, not in 1.4.360)"
        ),
    )
    SURFACE_CHAIN_REFUSED = Span(
        (1, 4, 327),
        tr(
            "a surface with an unknown structure behind its create info is "
            "refused (since 1.4.310: drivers got none at all; seen in 1.4.330, "
            "not in 1.4.326)"
        ),
    )
    # loader_create_instance_chain.
    LAYERS_MUST_NEGOTIATE = Span(
        (1, 4, 361),
        tr(
            "a layer whose negotiation fails is left out; before, its exported "
            "functions are used (seen in 1.4.364, not in 1.4.360)"
        ),
    )
