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
            "drivers are asked for an interface version, and offered 2 (before: 1 or 0, by what "
            "they export)"
        ),
        began="loader: ghlvl#180 Support a ICD interface version negotiation",
    )
    # loader_create_instance_chain.
    CALLBACKS_PASSED = ReleaseRange(
        (1, 0, 7),
        message(
            "layers are given a function that marks objects of their own (before: the loader's "
            "instance)"
        ),
        began="loader: Add device callback to set dispatchable object",
    )
    # loader_strip_create_extensions.
    LINKS_SHOWN = ReleaseRange(
        (1, 0, 12),
        message(
            "drivers see what the loader tells layers in a create info (before: it is taken out)"
        ),
        began="loader: don't remove loader structs from CreateInfo for ICD",
    )
    OFFERS_INTERFACE_3 = ReleaseRange(
        (1, 0, 28),
        message("drivers are offered interface 3 (before: 2)"),
        began="loader: gh181 use ICD for SurfaceKHR",
    )
    OFFERS_INTERFACE_4 = ReleaseRange(
        (1, 0, 38),
        message("drivers are offered interface 4 (before: 3)"),
        began="loader/layers: Support unknown phys device exts",
    )
    # vk_icdGetPhysicalDeviceProcAddr, vk_layerGetPhysicalDeviceProcAddr.
    PHYSICAL_DEVICE_LOOKUPS = ReleaseRange(
        (1, 0, 38),
        message(
            "functions of physical devices that the loader does not know are asked of drivers and "
            "layers through lookups of their own"
        ),
        began="loader/layers: Support unknown phys device exts",
    )
    # loader_create_instance_chain.
    LAYERS_NEGOTIATE = ReleaseRange(
        (1, 0, 38),
        message("layers are asked for an interface version, and offered 2"),
        began="loader/layers: Support unknown phys device exts",
    )
    OFFERS_INTERFACE_5 = ReleaseRange(
        (1, 0, 53),
        message("drivers are offered interface 5 (before: 4)"),
        began="loader: Add validation for apiVersion",
    )
    EXPORTS_AFTER_NEGOTIATION = ReleaseRange(
        (1, 0, 11),
        message(
            "a driver that negotiated but has no vk_icdGetInstanceProcAddr is used by what it "
            "exports"
        ),
        (1, 3, 207),
        began="loader: ghlvl#180 Support a ICD interface version negotiation",
        ended="Test framework now shims registry functions",
    )
    # vkGetInstanceProcAddr.
    GLOBALS_FOUND_BY_INSTANCE = ReleaseRange(
        (1, 0, 66),
        message("global functions are found with an instance, too"),
        began="loader: Fix pre-instance proc addresses",
    )
    # loader_add_instance_extensions, terminator_CreateInstance.
    DRIVER_ERRORS_IGNORED = ReleaseRange(
        (1, 0, 3),
        message(
            "a driver that fails is left out, whatever its error, and one that fails to list its "
            "extensions has none; without drivers vkCreateInstance has the error of the last"
        ),
        (1, 0, 23),
        ended="loader: Fix CTS failures in simulate_oom tests.",
    )
    LAST_DRIVER_DECIDES = ReleaseRange(
        (1, 0, 24),
        message("if the last driver makes no instance, vkCreateInstance fails with its error"),
        (1, 0, 32),
        began="loader: Fix CTS failures in simulate_oom tests.",
        ended="loader: Fix failure on ICD loading",
    )
    # terminator_EnumeratePhysicalDevices.
    DEVICES_ASKED_ONCE = ReleaseRange(
        (1, 0, 3),
        message("drivers are asked for their devices until there are any"),
        (1, 0, 3),
        ended="loader: ghlvl 33, ghlvl 34 Fix aliasing of VkPhysicalDevice",
    )
    # loader_get_physical_device.
    FIRST_DEVICE_ANSWERS = ReleaseRange(
        (1, 0, 3),
        message("whichever device is asked for its extensions or made, the first one answers"),
        (1, 0, 3),
        ended="loader: ghlvl 33, ghlvl 34 Fix aliasing of VkPhysicalDevice",
    )
    LISTS_OVERRUN = ReleaseRange(
        (1, 0, 3),
        message("all devices are written into a list, even if the application has less room"),
        (1, 0, 27),
        ended="loader: gh1014- Fix physical device dispatch table",
    )
    NO_DEVICES_SUCCEED = ReleaseRange(
        (1, 0, 3),
        message("no devices are a list of none (later: VK_ERROR_INITIALIZATION_FAILED)"),
        (1, 0, 30),
        ended="loader: gh1093 - Fix multiple EnumPhysDev calls",
    )
    HANDLES_BY_PLACE = ReleaseRange(
        (1, 0, 6),
        message("the VkPhysicalDevice that an application gets is that of a place in the list"),
        (1, 0, 38),
        began="loader: ghlvl 116 Fix CreateDevice to use the proper ICDs PhysDev",
        ended="loader: Modify EnumPhysDev functions",
    )
    # setupLoaderTrampPhysDevs, setupLoaderTrampPhysDevGroups.
    LISTS_ASKED_WHOLE = ReleaseRange(
        (1, 0, 39),
        message(
            "whatever the application asks for, layers are asked for the number of devices or "
            "groups and then for as many as drivers have; the loader cuts the list itself"
        ),
        (1, 3, 205),
        began="loader: Modify EnumPhysDev functions",
        ended="Loader single EnumPhysDev call through layers",
    )
    # loader_create_device_chain.
    NEGOTIATED_LOOKUPS_KEPT = ReleaseRange(
        (1, 1, 82),
        message(
            "the lookups that a layer gave when it was asked for a version are used for devices, "
            "too (before: those that it exports)"
        ),
        began="loader: Save gipa and gpda ptrs in instance chain",
    )
    # loader_gpa_device_internal.
    SWAPCHAINS_UNWRAPPED = ReleaseRange(
        (1, 0, 28),
        message(
            "vkCreateSwapchainKHR passes through the loader (before: it is the driver's alone)"
        ),
        began="loader: gh181 use ICD for SurfaceKHR",
    )
    MARKERS_UNWRAPPED = ReleaseRange(
        (1, 0, 33),
        message(
            "names and tags of VK_EXT_debug_marker pass through the loader (before: they are the "
            "driver's alone)"
        ),
        began="loader: gh1120/gh1134 - Object wrapping issues",
    )
    SHARED_SWAPCHAINS_UNWRAPPED = ReleaseRange(
        (1, 0, 39),
        message(
            "vkCreateSharedSwapchainsKHR passes through the loader (before: it is the driver's "
            "alone)"
        ),
        began="loader: Update the loader to 1.0.39",
    )
    TERMINATORS_BY_EXTENSION = ReleaseRange(
        (1, 1, 71),
        message(
            "functions of devices pass through the loader if their extension is enabled (before: "
            "always, so that they are there for drivers without them)"
        ),
        began="loader: Fix GetDeviceProcAddr with terminators",
    )
    # get_extension_device_proc_terminator.
    NAMES_WITH_EXTENSIONS = ReleaseRange(
        (1, 1, 71),
        message(
            "names of VK_EXT_debug_utils pass through the loader if an extension of the device is "
            "enabled"
        ),
        (1, 1, 78),
        began="loader: Fix GetDeviceProcAddr with terminators",
        ended="loader: GH54: Fix setfault with VK_EXT_debug_utils",
    )
    LABELS_PASSED_ON = ReleaseRange(
        (1, 2, 133),
        message("labels of VK_EXT_debug_utils are there for drivers that have none"),
        began="loader: Fix debug utils terminators being skipped",
    )
    # loader_gpa_instance_terminator.
    DEVICE_FUNCTIONS_BELOW = ReleaseRange(
        (1, 3, 227),
        message(
            "vkGetInstanceProcAddr below the last layer finds functions of devices and functions "
            "that the loader does not know, if a driver has them"
        ),
        began="Enable layer interception of unknown functions",
    )
    # loader_phys_dev_ext_gpa_term_no_check.
    UNKNOWN_ONCE_ASKED_FOR = ReleaseRange(
        (1, 3, 208),
        message(
            "layers find functions of physical devices that the loader does not know by name only "
            "once the application has asked for them"
        ),
        (1, 3, 226),
        began="Remove hasing of unknown functions",
        ended="Enable layer interception of unknown functions",
    )
    # loader_check_layers_for_address.
    LISTED_FUNCTIONS_FOUND = ReleaseRange(
        (1, 0, 3),
        message(
            "functions of devices that the manifest of a layer names are found, whether the layer "
            "is loaded or not"
        ),
        (1, 0, 58),
        ended="loader: Fix GetProcAddress loading illegal funcs",
    )
    # loader_check_layer_list_for_dev_ext_address.
    FIRST_LAYER_ASKED = ReleaseRange(
        (1, 3, 227),
        message(
            "functions of devices that the loader does not know are asked of the first layer, too"
        ),
        began="Enable layer interception of unknown functions",
    )
    # loader_create_instance_chain.
    LAYERS_CREATE_DEVICES = ReleaseRange(
        (1, 1, 108),
        message("layers are given functions to create and destroy devices below themselves"),
        began="layers: add layer callbacks for device creation",
    )
    FEATURES_CHAINED = ReleaseRange(
        (1, 2, 150),
        message(
            "layers and drivers are told the loader's features in the chain of VkInstanceCreateInfo"
        ),
        began="loader: Add reporting for physical device sorting",
    )
    # terminator_CreateInstance.
    VERSION_LOWERED = ReleaseRange(
        (1, 1, 71),
        message(
            "drivers of Vulkan 1.0 are told that the application is of 1.0 (before: what it says)"
        ),
        began="loader: Improve 1.0 driver apiVersion fixup",
    )
    VERSION_LOWERED_TO_MANIFEST = ReleaseRange(
        (1, 1, 70),
        message(
            "a driver that is older than what the application says is told the version of its "
            "manifest (later: drivers of Vulkan 1.0 alone, and their own)"
        ),
        (1, 1, 70),
        began="loader: Update loader for Vulkan 1.1",
        ended="loader: Improve 1.0 driver apiVersion fixup",
    )
    LOWERED_FOR_THE_NEXT = ReleaseRange(
        (1, 1, 70),
        message("drivers behind one that is told a lower version are told that version, too"),
        (1, 1, 72),
        began="loader: Update loader for Vulkan 1.1",
        ended="loader: Fix a 1.0/1.1 versioning bug",
    )
    VERSION_BY_MANIFEST = ReleaseRange(
        (1, 1, 123),
        message(
            "a driver whose manifest says Vulkan 1.0 is told that the application is of 1.0 "
            "(before: if it says so itself)"
        ),
        began="loader: Check JSON API version in create instance",
    )
    QUERIES_2_BY_SURFACE = ReleaseRange(
        (1, 2, 135),
        message(
            "vkGetPhysicalDeviceSurfaceCapabilities2KHR and ...Formats2KHR are there with "
            "VK_KHR_surface (before: with VK_KHR_get_surface_capabilities2)"
        ),
        began="loader: Migrate get surface caps 2 funcs to wsi",
    )
    LAYERS_EXTENSIONS_COUNTED = ReleaseRange(
        (1, 0, 3),
        message(
            "extensions of devices that driver and layers share are counted as often as they are "
            "named, and listed once"
        ),
        (1, 2, 152),
        ended="loader: Make device extensions return same count",
    )
    # terminator_EnumerateDeviceExtensionProperties.
    IMPLICIT_ON_THEIR_OWN = ReleaseRange(
        (1, 0, 3),
        message(
            "extensions of devices are added by implicit layers that are on by themselves (later: "
            "by those that an application enables, too)"
        ),
        (1, 3, 233),
        ended="Remove redundant layer searching in term_EnumDevExts",
    )
    LAYERS_EXTENSIONS_ONCE = ReleaseRange(
        (1, 2, 137),
        message("an extension of devices that several layers have is counted once"),
        began="loader: check for duplicates in device extension count",
    )
    LOOKUP_IS_GLOBAL = ReleaseRange(
        (1, 2, 137),
        message("vkGetInstanceProcAddr is found without an instance (before: with one)"),
        began="Allow vkGetInstanceProcAddr to resolve itself with no instance",
    )
    OFFERS_INTERFACE_6 = ReleaseRange(
        (1, 2, 150),
        message("drivers are offered interface 6 (before: 5)"),
        began="Update vk_icd.h with typedefs and prototypes",
    )
    # vkGetInstanceProcAddr.
    GLOBALS_HIDDEN = ReleaseRange(
        (1, 2, 197),
        message("global functions are found without an instance alone"),
        (1, 2, 201),
        began="Only return pre-instance functions when instance is NULL",
        ended="Revert to old behavior in GIPA for old apps",
    )
    GLOBALS_HIDDEN_SINCE_1_3 = ReleaseRange(
        (1, 2, 202),
        message("applications of Vulkan 1.3 find global functions without an instance alone"),
        began="Revert to old behavior in GIPA for old apps",
    )
    # terminator.c.
    CORE_NAMES_FIRST = ReleaseRange(
        (1, 3, 204),
        message(
            "drivers are asked for queries of devices by the names of Vulkan 1.1 if the "
            "application has it, and then by those of enabled extensions (before: by those of "
            "extensions if these are enabled, else by those of Vulkan 1.1)"
        ),
        began="Fix loader phys dev termin for physical device extensions.",
    )
    # setup_loader_term_phys_devs.
    SORTED_ANEW = ReleaseRange(
        (1, 3, 204),
        message("devices that are sorted get new handles with every query"),
        (1, 3, 204),
        began="Consistent loader device ordering",
        ended="Fix Linux sort order crash",
    )
    LOOKUP_FINDS_ITSELF = ReleaseRange(
        (1, 3, 205),
        message("vkGetInstanceProcAddr finds itself, whatever the instance"),
        began="Make vkGetInstanceProcAddr able to get itself",
    )
    # terminator_CreateInstance.
    PROPERTIES2_FOR_APPLICATIONS = ReleaseRange(
        (1, 3, 210),
        message(
            "drivers are given VK_KHR_get_physical_device_properties2 for applications of Vulkan "
            "1.0, too (before: drivers of Vulkan 1.0 alone)"
        ),
        began="Fix #888 crash in Lutris with Linux sorting",
    )
    # terminator_CreateInstance.
    VERSION_OF_LAYERS = ReleaseRange(
        (1, 3, 235),
        message(
            "the Vulkan version that layers pass down counts as that of the application (before: "
            "for drivers alone)"
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
            "functions of swapchains and debug markers, which the loader has a part in, are not "
            "there without their extension (before: the driver decides)"
        ),
        began="Remove Device functions from ICD Dispatch table",
    )
    OFFERS_INTERFACE_7 = ReleaseRange(
        (1, 3, 237),
        message("drivers are offered interface 7 (before: 6)"),
        began="vk_icd.h: Add ICD Version 7",
    )
    NAMES_UNWRAPPED = ReleaseRange(
        (1, 3, 241),
        message(
            "drivers are told the names of their own VkInstance and VkPhysicalDevice (before: of "
            "the loader's, if vkGetDeviceProcAddr gave the function, which it did without the "
            "extension)"
        ),
        began="Ensure VkPhysicalDevice unwrapping in Device functions",
    )
    INSTANCE_NAMES_UNWRAPPED = ReleaseRange(
        (1, 3, 260),
        message(
            "layers are told the names of the VkInstance that they know (before: of the loader's)"
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
        message("if a layer fails after the drivers' instances are there, these are destroyed"),
        began="Call DestroyInstance on each driver in error path",
    )
    EMPTY_LISTS_READ = ReleaseRange(
        (1, 3, 244),
        message("a driver without device extensions is asked for the list all the same"),
        began="Refactor terminator_EnumerateDeviceExtensionProperties",
    )
    LABELS_ALWAYS = ReleaseRange(
        (1, 2, 133),
        message(
            "labels of VK_EXT_debug_utils are there, whether it is enabled or not (names: until "
            "1.3.240)"
        ),
        (1, 3, 247),
        began="loader: Fix debug utils terminators being skipped",
        ended="Fix debug extension function loading",
    )
    MARKER_BY_REQUEST = ReleaseRange(
        (1, 3, 264),
        message(
            "functions of VK_EXT_debug_marker are there if the application enables it (before: if "
            "it is enabled in the driver)"
        ),
        began="Fix incorrect handling of Debug Marker functions",
    )
    MISSING_IS_NOT_PRESENT = ReleaseRange(
        (1, 3, 271),
        message(
            "a driver without vkAcquireDrmDisplayEXT answers that the extension is not present "
            "(before: a general failure)"
        ),
        began=(
            "Instance extensions unsupported by physical devices now return "
            "ERROR_EXTENSION_NOT_PRESENT"
        ),
    )
    LEFTOVERS_DESTROYED = ReleaseRange(
        (1, 3, 284),
        message(
            "surfaces, messengers and report callbacks that the application left are destroyed in "
            "drivers before the instance"
        ),
        began="Destroy Instance objects before Instance & use correct allocator",
    )
    LISTENERS_DESTROYED_TWICE = ReleaseRange(
        (1, 3, 284),
        message(
            "if one driver refuses a messenger, those of the others are destroyed at once and "
            "again with the instance"
        ),
        (1, 4, 354),
        began="Destroy Instance objects before Instance & use correct allocator",
        ended="use reserved index in debug messenger and report create rollback",
    )
    GLOBALS_BELOW = ReleaseRange(
        (1, 3, 284),
        message(
            "layers find vkEnumerateInstance... below themselves, with an instance and without"
        ),
        began="Allow layers to call global functions in vkCreateInstance",
    )
    SURFACE_NAMES_KEPT = ReleaseRange(
        (1, 3, 284),
        message(
            "a driver without surfaces of its own is told the name of the loader's (before: of "
            "none)"
        ),
        began="Refactor instance level objects to not use icd_index",
    )
    SHARED_SWAPCHAINS_FORGOTTEN = ReleaseRange(
        (1, 3, 294),
        message("vkCreateSharedSwapchainsKHR does nothing once there is a surface"),
        (1, 4, 352),
        began="Fix vkCreateSharedSwapchainsKHR not unwrapping handles correctly",
        ended="fix: vkCreateSharedSwapchains stale bad list check",
    )
    SURFACES_BLANK = ReleaseRange(
        (1, 3, 296),
        message("drivers that read the loader's surface find nothing in it"),
        (1, 4, 304),
        began="Remove unused VkIcdSurface struct members",
        ended='Revert "Remove unused VkIcdSurface struct members"',
    )
    SURFACE_MAINTENANCE = ReleaseRange(
        (1, 3, 297),
        message("VK_EXT_surface_maintenance1 is filled in for drivers that lack it"),
        began="Emulate VK_EXT_surface_maintenance1 if not supported by a driver",
    )
    PRESENT_MODES_OVERRUN = ReleaseRange(
        (1, 3, 297),
        message(
            "a present mode is written for drivers without VK_EXT_surface_maintenance1 even where "
            "there is no room for it"
        ),
        (1, 4, 304),
        began="Emulate VK_EXT_surface_maintenance1 if not supported by a driver",
        ended="Make emulate_VK_EXT_surface_maintenance1 more comply to vk spec",
    )
    SURFACE_LOST_ON_THE_WAY = ReleaseRange(
        (1, 4, 305),
        message(
            "a driver that reads the loader's surface is asked for capabilities of none, if it "
            "lacks VK_KHR_get_surface_capabilities2"
        ),
        (1, 4, 309),
        began="Support VK_GOOGLE_surfaceless_query",
        ended="loader: Lazily allocate ICD surface objects",
    )
    LAZY_SURFACES = ReleaseRange(
        (1, 4, 310),
        message("a driver's surface is made when it is first asked about it (before: at once)"),
        began="loader: Lazily allocate ICD surface objects",
    )
    SURFACE_EXTENSIONS_ENABLED = ReleaseRange(
        (1, 4, 314),
        message("a driver makes surfaces only if the extensions for it are enabled in that driver"),
        began="Only call surface creation functions on supported drivers",
    )
    NO_SURFACE_IS_NO_SUPPORT = ReleaseRange(
        (1, 4, 319),
        message("a device whose driver makes no surface does not support it (before: an error)"),
        began="Fix vkGetPhysicalDeviceSurfaceSupportKHR returning an error code",
    )
    GROUP_MODES_BY_GROUP = ReleaseRange(
        (1, 4, 320),
        message(
            "vkGetDeviceGroupSurfacePresentModesKHR is there with VK_KHR_device_group alone "
            "(before: with VK_KHR_swapchain)"
        ),
        began="Cleanup command extension checking of device functions",
    )
    SURFACE_CHAIN_REFUSED = ReleaseRange(
        (1, 4, 329),
        message(
            "a surface with an unknown structure behind its create info is refused (since 1.4.310: "
            "drivers got none at all)"
        ),
        began="Check return value of copy_surface_create_info",
    )
    FAILED_COUNTERS_UNTOUCHED = ReleaseRange(
        (1, 4, 361),
        message(
            "what vkGetPhysicalDeviceSurfaceCapabilities2EXT fills in for drivers that lack it is "
            "left alone if the driver answers with an error"
        ),
        began="check driver result in surface caps 2EXT emulation",
    )
    # loader_create_instance_chain. Its commit is in no public history yet: 1.4.364 has it, 1.4.360
    # has not.
    LAYERS_MUST_NEGOTIATE = ReleaseRange(
        (1, 4, 361),
        message(
            "a layer whose negotiation fails is left out; before, its exported functions are used"
        ),
    )
