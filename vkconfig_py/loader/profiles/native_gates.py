"""What loader versions do differently once drivers are loaded.

Files do not show any of it, so that these gates stand apart from those of gates.py: no comparison
of two reports and no explanation names them. Each was found by asking releases of the C loader.
"""

from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.profiles.gates import ReleaseRange


class NativeGate(Enum):
    """Differences between loader versions in what an application and its drivers see."""

    # loader_scanned_icd_add; the versions are those of vk_icd.h.
    DRIVERS_NEGOTIATE = ReleaseRange(
        (1, 0, 11),
        message(
            "drivers and the loader negotiate the driver interface version; the loader "
            "supports version 2 (previously: 1 or 0, depending on the driver's exports)"
        ),
        began="loader: ghlvl#180 Support a ICD interface version negotiation",
    )
    # loader_create_instance_chain.
    CALLBACKS_PASSED = ReleaseRange(
        (1, 0, 7),
        message(
            "layers get a callback that sets the loader data of objects they create "
            "(previously: they got the loader's instance)"
        ),
        began="loader: Add device callback to set dispatchable object",
    )
    # loader_strip_create_extensions.
    LOADER_LINKS_PASSED_TO_DRIVERS = ReleaseRange(
        (1, 0, 12),
        message(
            "drivers see the loader's structures for layers in create infos (previously: "
            "the loader removed them)"
        ),
        began="loader: don't remove loader structs from CreateInfo for ICD",
    )
    OFFERS_INTERFACE_3 = ReleaseRange(
        (1, 0, 28),
        message("the loader supports version 3 of the driver interface (previously: 2)"),
        began="loader: gh181 use ICD for SurfaceKHR",
    )
    OFFERS_INTERFACE_4 = ReleaseRange(
        (1, 0, 38),
        message("the loader supports version 4 of the driver interface (previously: 3)"),
        began="loader/layers: Support unknown phys device exts",
    )
    # vk_icdGetPhysicalDeviceProcAddr, vk_layerGetPhysicalDeviceProcAddr.
    PHYSICAL_DEVICE_LOOKUPS = ReleaseRange(
        (1, 0, 38),
        message(
            "physical device functions unknown to the loader are found through separate "
            "lookup functions of drivers and layers"
        ),
        began="loader/layers: Support unknown phys device exts",
    )
    # loader_create_instance_chain.
    LAYERS_NEGOTIATE = ReleaseRange(
        (1, 0, 38),
        message(
            "layers and the loader negotiate the layer interface version; the loader supports "
            "version 2"
        ),
        began="loader/layers: Support unknown phys device exts",
    )
    OFFERS_INTERFACE_5 = ReleaseRange(
        (1, 0, 53),
        message("the loader supports version 5 of the driver interface (previously: 4)"),
        began="loader: Add validation for apiVersion",
    )
    EXPORTS_AFTER_NEGOTIATION = ReleaseRange(
        (1, 0, 11),
        message(
            "a driver that negotiates but does not export vk_icdGetInstanceProcAddr is "
            "used through its other exports"
        ),
        (1, 3, 207),
        began="loader: ghlvl#180 Support a ICD interface version negotiation",
        ended="Test framework now shims registry functions",
    )
    # vkGetInstanceProcAddr.
    GLOBALS_FOUND_BY_INSTANCE = ReleaseRange(
        (1, 0, 66),
        message("global functions can also be queried with an instance"),
        began="loader: Fix pre-instance proc addresses",
    )
    # loader_add_instance_extensions, terminator_CreateInstance.
    DRIVER_ERRORS_IGNORED = ReleaseRange(
        (1, 0, 3),
        message(
            "a driver that fails is skipped, whatever its error, and a driver that cannot "
            "list its extensions is treated as having none; if no drivers remain, "
            "vkCreateInstance returns the last driver's error"
        ),
        (1, 0, 23),
        ended="loader: Fix CTS failures in simulate_oom tests.",
    )
    LAST_DRIVER_DECIDES = ReleaseRange(
        (1, 0, 24),
        message(
            "if the last driver cannot create an instance, vkCreateInstance fails with its error"
        ),
        (1, 0, 32),
        began="loader: Fix CTS failures in simulate_oom tests.",
        ended="loader: Fix failure on ICD loading",
    )
    # terminator_EnumeratePhysicalDevices.
    DEVICES_ASKED_ONCE = ReleaseRange(
        (1, 0, 3),
        message("drivers are queried for devices only until a device is found"),
        (1, 0, 3),
        ended="loader: ghlvl 33, ghlvl 34 Fix aliasing of VkPhysicalDevice",
    )
    # loader_get_physical_device.
    FIRST_DEVICE_ANSWERS = ReleaseRange(
        (1, 0, 3),
        message(
            "device extensions and vkCreateDevice always use the first device, no matter "
            "which device is passed"
        ),
        (1, 0, 3),
        ended="loader: ghlvl 33, ghlvl 34 Fix aliasing of VkPhysicalDevice",
    )
    LISTS_OVERRUN = ReleaseRange(
        (1, 0, 3),
        message("all devices are written into the application's list, even if it is too short"),
        (1, 0, 27),
        ended="loader: gh1014- Fix physical device dispatch table",
    )
    NO_DEVICES_SUCCEED = ReleaseRange(
        (1, 0, 3),
        message(
            "if no device is found, vkEnumeratePhysicalDevices returns an empty list "
            "(later releases: VK_ERROR_INITIALIZATION_FAILED)"
        ),
        (1, 0, 30),
        ended="loader: gh1093 - Fix multiple EnumPhysDev calls",
    )
    HANDLES_BY_PLACE = ReleaseRange(
        (1, 0, 6),
        message("a VkPhysicalDevice handle identifies a position in the list, not a device"),
        (1, 0, 38),
        began="loader: ghlvl 116 Fix CreateDevice to use the proper ICDs PhysDev",
        ended="loader: Modify EnumPhysDev functions",
    )
    # setupLoaderTrampPhysDevs, setupLoaderTrampPhysDevGroups.
    LISTS_ASKED_WHOLE = ReleaseRange(
        (1, 0, 39),
        message(
            "layers are queried for the count and then for all devices or groups, "
            "regardless of what the application requests; the loader truncates the list"
        ),
        (1, 3, 205),
        began="loader: Modify EnumPhysDev functions",
        ended="Loader single EnumPhysDev call through layers",
    )
    # loader_create_device_chain.
    NEGOTIATED_LOOKUPS_KEPT = ReleaseRange(
        (1, 1, 82),
        message(
            "devices use the lookup functions that a layer returned during negotiation "
            "(previously: those that it exported)"
        ),
        began="loader: Save gipa and gpda ptrs in instance chain",
    )
    # loader_gpa_device_internal.
    SWAPCHAINS_UNWRAPPED = ReleaseRange(
        (1, 0, 28),
        message(
            "vkCreateSwapchainKHR passes through the loader (previously: it went directly "
            "to the driver)"
        ),
        began="loader: gh181 use ICD for SurfaceKHR",
    )
    MARKERS_UNWRAPPED = ReleaseRange(
        (1, 0, 33),
        message(
            "VK_EXT_debug_marker object names and tags pass through the loader "
            "(previously: they went directly to the driver)"
        ),
        began="loader: gh1120/gh1134 - Object wrapping issues",
    )
    SHARED_SWAPCHAINS_UNWRAPPED = ReleaseRange(
        (1, 0, 39),
        message(
            "vkCreateSharedSwapchainsKHR passes through the loader (previously: it went "
            "directly to the driver)"
        ),
        began="loader: Update the loader to 1.0.39",
    )
    TERMINATORS_BY_EXTENSION = ReleaseRange(
        (1, 1, 71),
        message(
            "device functions pass through the loader if their extension is enabled "
            "(previously: always, so they existed even if the driver did not offer them)"
        ),
        began="loader: Fix GetDeviceProcAddr with terminators",
    )
    # get_extension_device_proc_terminator.
    NAMES_WITH_EXTENSIONS = ReleaseRange(
        (1, 1, 71),
        message(
            "VK_EXT_debug_utils object names pass through the loader if a device "
            "extension is enabled"
        ),
        (1, 1, 78),
        began="loader: Fix GetDeviceProcAddr with terminators",
        ended="loader: GH54: Fix setfault with VK_EXT_debug_utils",
    )
    LABELS_PASSED_ON = ReleaseRange(
        (1, 2, 133),
        message("VK_EXT_debug_utils labels are available even if a driver lacks them"),
        began="loader: Fix debug utils terminators being skipped",
    )
    # loader_gpa_instance_terminator.
    DEVICE_FUNCTIONS_BELOW = ReleaseRange(
        (1, 3, 227),
        message(
            "vkGetInstanceProcAddr below the last layer finds device functions and "
            "functions unknown to the loader if a driver has them"
        ),
        began="Enable layer interception of unknown functions",
    )
    # loader_phys_dev_ext_gpa_term_no_check.
    UNKNOWN_ONCE_ASKED_FOR = ReleaseRange(
        (1, 3, 208),
        message(
            "layers find physical device functions unknown to the loader only after the "
            "application has queried them"
        ),
        (1, 3, 226),
        began="Remove hasing of unknown functions",
        ended="Enable layer interception of unknown functions",
    )
    # loader_check_layers_for_address.
    LISTED_FUNCTIONS_FOUND = ReleaseRange(
        (1, 0, 3),
        message(
            "device functions listed in a layer's manifest are found even if the layer is "
            "not loaded"
        ),
        (1, 0, 58),
        ended="loader: Fix GetProcAddress loading illegal funcs",
    )
    # loader_check_layer_list_for_dev_ext_address.
    FIRST_LAYER_ASKED = ReleaseRange(
        (1, 3, 227),
        message("device functions unknown to the loader are also looked up in the first layer"),
        began="Enable layer interception of unknown functions",
    )
    # loader_create_instance_chain.
    LAYERS_CREATE_DEVICES = ReleaseRange(
        (1, 1, 108),
        message("layers get functions that create and destroy devices in the layers below"),
        began="layers: add layer callbacks for device creation",
    )
    FEATURES_CHAINED = ReleaseRange(
        (1, 2, 150),
        message(
            "layers and drivers get the loader's feature flags in the pNext chain of "
            "VkInstanceCreateInfo"
        ),
        began="loader: Add reporting for physical device sorting",
    )
    # terminator_CreateInstance.
    VERSION_LOWERED = ReleaseRange(
        (1, 1, 71),
        message(
            "Vulkan 1.0 drivers are passed 1.0 as the application's API version "
            "(previously: the actual version)"
        ),
        began="loader: Improve 1.0 driver apiVersion fixup",
    )
    VERSION_LOWERED_TO_MANIFEST = ReleaseRange(
        (1, 1, 70),
        message(
            "a driver older than the application's API version is passed the version in "
            "its manifest instead (later: only Vulkan 1.0 drivers are passed their "
            "version)"
        ),
        (1, 1, 70),
        began="loader: Update loader for Vulkan 1.1",
        ended="loader: Improve 1.0 driver apiVersion fixup",
    )
    LOWERED_FOR_THE_NEXT = ReleaseRange(
        (1, 1, 70),
        message(
            "once a driver is passed a lower version, all drivers after it are passed that "
            "version, too"
        ),
        (1, 1, 72),
        began="loader: Update loader for Vulkan 1.1",
        ended="loader: Fix a 1.0/1.1 versioning bug",
    )
    VERSION_BY_MANIFEST = ReleaseRange(
        (1, 1, 123),
        message(
            "a driver whose manifest states Vulkan 1.0 is passed 1.0 as the application's "
            "API version (previously: if the driver reported 1.0)"
        ),
        began="loader: Check JSON API version in create instance",
    )
    QUERIES_2_BY_SURFACE = ReleaseRange(
        (1, 2, 135),
        message(
            "vkGetPhysicalDeviceSurfaceCapabilities2KHR and ...Formats2KHR are available "
            "with VK_KHR_surface (previously: with VK_KHR_get_surface_capabilities2)"
        ),
        began="loader: Migrate get surface caps 2 funcs to wsi",
    )
    LAYERS_EXTENSIONS_COUNTED = ReleaseRange(
        (1, 0, 3),
        message(
            "device extensions that both a driver and layers offer are counted more than "
            "once but listed only once"
        ),
        (1, 2, 152),
        ended="loader: Make device extensions return same count",
    )
    # terminator_EnumerateDeviceExtensionProperties.
    IMPLICIT_ON_THEIR_OWN = ReleaseRange(
        (1, 0, 3),
        message(
            "only implicit layers that are on by default add device extensions (later: "
            "also those that an application enables)"
        ),
        (1, 3, 233),
        ended="Remove redundant layer searching in term_EnumDevExts",
    )
    LAYERS_EXTENSIONS_ONCE = ReleaseRange(
        (1, 2, 137),
        message("a device extension that several layers offer is counted only once"),
        began="loader: check for duplicates in device extension count",
    )
    LOOKUP_IS_GLOBAL = ReleaseRange(
        (1, 2, 137),
        message(
            "vkGetInstanceProcAddr can be queried without an instance (previously: with "
            "an instance)"
        ),
        began="Allow vkGetInstanceProcAddr to resolve itself with no instance",
    )
    OFFERS_INTERFACE_6 = ReleaseRange(
        (1, 2, 150),
        message("the loader supports version 6 of the driver interface (previously: 5)"),
        began="Update vk_icd.h with typedefs and prototypes",
    )
    # vkGetInstanceProcAddr.
    GLOBALS_HIDDEN = ReleaseRange(
        (1, 2, 197),
        message("global functions can be queried only without an instance"),
        (1, 2, 201),
        began="Only return pre-instance functions when instance is NULL",
        ended="Revert to old behavior in GIPA for old apps",
    )
    GLOBALS_HIDDEN_SINCE_1_3 = ReleaseRange(
        (1, 2, 202),
        message("Vulkan 1.3 applications can query global functions only without an instance"),
        began="Revert to old behavior in GIPA for old apps",
    )
    # terminator.c.
    CORE_NAMES_FIRST = ReleaseRange(
        (1, 3, 204),
        message(
            "physical device queries use the driver's Vulkan 1.1 functions if the "
            "application uses Vulkan 1.1, then those of enabled extensions (previously: "
            "first those of enabled extensions, then those of Vulkan 1.1)"
        ),
        began="Fix loader phys dev termin for physical device extensions.",
    )
    # setup_loader_term_phys_devs.
    SORTED_ANEW = ReleaseRange(
        (1, 3, 204),
        message("sorted devices get new handles in every query"),
        (1, 3, 204),
        began="Consistent loader device ordering",
        ended="Fix Linux sort order crash",
    )
    LOOKUP_FINDS_ITSELF = ReleaseRange(
        (1, 3, 205),
        message("vkGetInstanceProcAddr can be queried with any instance"),
        began="Make vkGetInstanceProcAddr able to get itself",
    )
    # terminator_CreateInstance.
    PROPERTIES2_FOR_APPLICATIONS = ReleaseRange(
        (1, 3, 210),
        message(
            "for Vulkan 1.0 applications, the loader also enables "
            "VK_KHR_get_physical_device_properties2 in newer drivers (previously: only in "
            "Vulkan 1.0 drivers)"
        ),
        began="Fix #888 crash in Lutris with Linux sorting",
    )
    # terminator_CreateInstance.
    VERSION_OF_LAYERS = ReleaseRange(
        (1, 3, 235),
        message(
            "the loader also treats the apiVersion passed down by layers as the "
            "application's version (previously: only drivers did)"
        ),
        began="Recheck API version in terminator_CreateInstance",
    )
    # terminator_CreateInstance.
    FLAG_WITHHELD = ReleaseRange(
        (1, 3, 226),
        message("drivers without VK_KHR_portability_enumeration do not see its flag"),
        began="Dont pass portability bit to ICDs that dont expect it",
    )
    # loader_gpa_device_terminator.
    DEVICE_FUNCTIONS_BY_EXTENSION = ReleaseRange(
        (1, 3, 233),
        message(
            "swapchain and debug marker functions that pass through the loader are "
            "unavailable without their extension (previously: the driver decided)"
        ),
        began="Remove Device functions from ICD Dispatch table",
    )
    OFFERS_INTERFACE_7 = ReleaseRange(
        (1, 3, 237),
        message("the loader supports version 7 of the driver interface (previously: 6)"),
        began="vk_icd.h: Add ICD Version 7",
    )
    NAMES_UNWRAPPED = ReleaseRange(
        (1, 3, 241),
        message(
            "drivers get object names for their VkInstance and VkPhysicalDevice handles "
            "(previously: for the loader's handles, if vkGetDeviceProcAddr returned the "
            "function, which it did even without the extension)"
        ),
        began="Ensure VkPhysicalDevice unwrapping in Device functions",
    )
    INSTANCE_NAMES_UNWRAPPED = ReleaseRange(
        (1, 3, 260),
        message(
            "layers get object names for the VkInstance handle that they know (previously: "
            "for the loader's handle)"
        ),
        began="Unwrap VkInstance in set name/tag debug functions",
    )
    LIBRARIES_KEPT = ReleaseRange(
        (1, 3, 260),
        message("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1 keeps libraries open"),
        began="Make Disabling Dynamic Library unloading a runtime option",
    )
    DRIVERS_DESTROYED = ReleaseRange(
        (1, 3, 243),
        message(
            "if a layer fails after the drivers' instances were created, those instances are "
            "destroyed"
        ),
        began="Call DestroyInstance on each driver in error path",
    )
    EMPTY_LISTS_READ = ReleaseRange(
        (1, 3, 244),
        message(
            "a driver's list of device extensions is requested even if the driver reports a "
            "count of 0"
        ),
        began="Refactor terminator_EnumerateDeviceExtensionProperties",
    )
    LABELS_ALWAYS = ReleaseRange(
        (1, 2, 133),
        message(
            "VK_EXT_debug_utils labels are available even if the extension is not enabled "
            "(object names: only until 1.3.240)"
        ),
        (1, 3, 247),
        began="loader: Fix debug utils terminators being skipped",
        ended="Fix debug extension function loading",
    )
    MARKER_BY_REQUEST = ReleaseRange(
        (1, 3, 264),
        message(
            "VK_EXT_debug_marker functions are available if the application enables the "
            "extension (previously: if it was enabled in the driver)"
        ),
        began="Fix incorrect handling of Debug Marker functions",
    )
    MISSING_IS_NOT_PRESENT = ReleaseRange(
        (1, 3, 271),
        message(
            "if a driver lacks vkAcquireDrmDisplayEXT, calling it fails with "
            "VK_ERROR_EXTENSION_NOT_PRESENT (previously: with "
            "VK_ERROR_INITIALIZATION_FAILED)"
        ),
        began=(
            "Instance extensions unsupported by physical devices now return "
            "ERROR_EXTENSION_NOT_PRESENT"
        ),
    )
    LEFTOVERS_DESTROYED = ReleaseRange(
        (1, 3, 284),
        message(
            "surfaces, messengers and report callbacks that the application did not "
            "destroy are destroyed in drivers before the instance is"
        ),
        began="Destroy Instance objects before Instance & use correct allocator",
    )
    LISTENERS_DESTROYED_TWICE = ReleaseRange(
        (1, 3, 284),
        message(
            "if a driver rejects a messenger, the other drivers' messengers are destroyed "
            "immediately and again with the instance"
        ),
        (1, 4, 354),
        began="Destroy Instance objects before Instance & use correct allocator",
        ended="use reserved index in debug messenger and report create rollback",
    )
    GLOBALS_BELOW = ReleaseRange(
        (1, 3, 284),
        message(
            "below the last layer, the loader's vkGetInstanceProcAddr returns the "
            "vkEnumerateInstance* functions, with or without an instance"
        ),
        began="Allow layers to call global functions in vkCreateInstance",
    )
    SURFACE_NAMES_KEPT = ReleaseRange(
        (1, 3, 284),
        message(
            "when a program sets a surface's object name, a driver that does not create "
            "its own surfaces gets the loader's surface handle (previously: a null handle)"
        ),
        began="Refactor instance level objects to not use icd_index",
    )
    SHARED_SWAPCHAINS_FORGOTTEN = ReleaseRange(
        (1, 3, 294),
        message("vkCreateSharedSwapchainsKHR does nothing once a surface exists"),
        (1, 4, 352),
        began="Fix vkCreateSharedSwapchainsKHR not unwrapping handles correctly",
        ended="fix: vkCreateSharedSwapchains stale bad list check",
    )
    SURFACES_BLANK = ReleaseRange(
        (1, 3, 296),
        message("drivers that read the loader's surface find it empty"),
        (1, 4, 304),
        began="Remove unused VkIcdSurface struct members",
        ended='Revert "Remove unused VkIcdSurface struct members"',
    )
    SURFACE_MAINTENANCE = ReleaseRange(
        (1, 3, 297),
        message("VK_EXT_surface_maintenance1 is emulated for drivers that lack it"),
        began="Emulate VK_EXT_surface_maintenance1 if not supported by a driver",
    )
    PRESENT_MODES_OVERRUN = ReleaseRange(
        (1, 3, 297),
        message(
            "for drivers without VK_EXT_surface_maintenance1, a present mode is written "
            "even if the list is full"
        ),
        (1, 4, 304),
        began="Emulate VK_EXT_surface_maintenance1 if not supported by a driver",
        ended="Make emulate_VK_EXT_surface_maintenance1 more comply to vk spec",
    )
    SURFACE_LOST_ON_THE_WAY = ReleaseRange(
        (1, 4, 305),
        message(
            "a driver that reads the loader's surface but lacks "
            "VK_KHR_get_surface_capabilities2 gets a null surface in capability queries"
        ),
        (1, 4, 309),
        began="Support VK_GOOGLE_surfaceless_query",
        ended="loader: Lazily allocate ICD surface objects",
    )
    LAZY_SURFACES = ReleaseRange(
        (1, 4, 310),
        message("a driver's surface is created when it is first queried (previously: immediately)"),
        began="loader: Lazily allocate ICD surface objects",
    )
    SURFACE_EXTENSIONS_ENABLED = ReleaseRange(
        (1, 4, 314),
        message("a driver creates surfaces only if their extensions are enabled in that driver"),
        began="Only call surface creation functions on supported drivers",
    )
    NO_SURFACE_IS_NO_SUPPORT = ReleaseRange(
        (1, 4, 319),
        message(
            "if a driver cannot create a surface, its devices do not support it "
            "(previously: vkGetPhysicalDeviceSurfaceSupportKHR failed)"
        ),
        began="Fix vkGetPhysicalDeviceSurfaceSupportKHR returning an error code",
    )
    GROUP_MODES_BY_GROUP = ReleaseRange(
        (1, 4, 320),
        message(
            "vkGetDeviceGroupSurfacePresentModesKHR is also available with only "
            "VK_KHR_device_group (previously: only with VK_KHR_swapchain)"
        ),
        began="Cleanup command extension checking of device functions",
    )
    SURFACE_CHAIN_REFUSED = ReleaseRange(
        (1, 4, 329),
        message(
            "a surface with an unknown structure in the pNext chain of its create info is "
            "rejected (since 1.4.310, drivers do not get that chain)"
        ),
        began="Check return value of copy_surface_create_info",
    )
    FAILED_COUNTERS_UNTOUCHED = ReleaseRange(
        (1, 4, 361),
        message(
            "if a driver returns an error, the loader does not write its emulated "
            "vkGetPhysicalDeviceSurfaceCapabilities2EXT result"
        ),
        began="check driver result in surface caps 2EXT emulation",
    )
    # loader_create_instance_chain. Its commit is in no public history yet: 1.4.364 has it, 1.4.360
    # has not.
    LAYERS_MUST_NEGOTIATE = ReleaseRange(
        (1, 4, 361),
        message(
            "a layer whose negotiation fails is skipped (previously: its exported "
            "functions were used)"
        ),
    )
