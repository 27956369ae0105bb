"""Table of behavioural differences between loader versions.

Each entry names the first release with this behaviour, from the history of Vulkan-Loader. Rules ask
`profile.has(Gate.X)` and never compare versions.
"""

# Long: one table: what each release changed.
from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple


class ReleaseRange(NamedTuple):
    """Range of releases with a behaviour.

    Attributes:
        first: first release.
        feature: behaviour of these releases, a clause: "the first in which …".
        last: last release, or None.
        began: subject of the commit that began it, "" for what was always so.
        ended: subject of the commit that ended it.
        platform: system on which it shows; Linux if everywhere.
    """

    first: tuple[int, int, int]
    feature: Message
    last: tuple[int, int, int] | None = None
    began: str = ""
    ended: str = ""
    platform: Platform = Platform.LINUX


class Gate(Enum):
    """Known differences between loader versions.

    Source, if not named: history of loader.c (release tags); documented in the loader's
    LoaderInterfaceArchitecture, LoaderLayerInterface and LoaderDriverInterface.
    """

    # Loaders of 2016 and 2017, of KhronosGroup/Vulkan-LoaderAndValidationLayers.
    DEVICE_LAYERS = ReleaseRange(
        (1, 0, 3),
        message(
            "layers apply to the instance, to devices or to both, and each device has a "
            "separate chain, set by VK_DEVICE_LAYERS and vkCreateDevice"
        ),
        (1, 0, 11),
        ended="loader: deprecate device layers",
    )
    # loader_get_manifest_files, DEFAULT_VK_DRIVERS_INFO.
    FIXED_FOLDERS = ReleaseRange(
        (1, 0, 3),
        message("manifests are searched for in /etc and /usr/share; XDG variables are ignored"),
        (1, 0, 39),
        ended="loader: Improve Linux manifest search",
    )
    # LOCALPREFIX, which a build with /usr as its prefix gets.
    PREFIX_SEARCHED = ReleaseRange(
        (1, 0, 24),
        message("/usr/etc and /usr/share are searched before /etc and /usr/share"),
        (1, 0, 30),
        began="build: pr787 - CMAKE_INSTALL_PREFIX default",
        ended="loader: fix duplicate detection of manifests when CMAKE_INSTALL_PREFIX is defined",
    )
    HOME_SEARCHED = ReleaseRange(
        (1, 0, 4),
        message("~/.local/share is searched; XDG_DATA_HOME is ignored"),
        (1, 0, 23),
        began="loader: Add a ICD and layer search path for loader to discover JSON files",
        ended="loader: support manifests in XDG locations",
    )
    XDG_DATA_HOME = ReleaseRange(
        (1, 0, 24),
        message("XDG_DATA_HOME replaces ~/.local/share"),
        began="loader: support manifests in XDG locations",
    )
    # loader_get_registry_files.
    MACHINE_KEYS_ONLY = ReleaseRange(
        (1, 0, 3),
        message("only the machine's registry keys are read, not the user's (Windows)"),
        (1, 0, 42),
        ended="loader: gh1153 - Modify layer search path",
        platform=Platform.WINDOWS,
    )
    # loaderGetDeviceRegistryFiles.
    DEVICES_UNASKED = ReleaseRange(
        (1, 0, 3),
        message("devices are not queried for drivers (Windows)"),
        (1, 0, 56),
        ended="loader: Add new ICD search paths to loader",
        platform=Platform.WINDOWS,
    )
    DEVICES_WITHOUT_LAYERS = ReleaseRange(
        (1, 0, 3),
        message("devices are not queried for layers (Windows)"),
        (1, 0, 58),
        ended="loader: Allow layer loading from pnp registry",
        platform=Platform.WINDOWS,
    )
    # loaderAddJsonEntry.
    REGISTERED_TWICE = ReleaseRange(
        (1, 0, 3),
        message("a path that is both registered and named by a device is listed twice (Windows)"),
        (1, 0, 68),
        ended="loader: Don't add duplicate JSON files from Khronos registry path.",
        platform=Platform.WINDOWS,
    )
    # loader_get_fullpath, which its caller gives the list of the variable itself.
    DRIVER_NAMES_SEARCHED = ReleaseRange(
        (1, 0, 3),
        message(
            "a bare file name in VK_ICD_FILENAMES is looked up in the folder that the "
            "variable's first entry names"
        ),
        (1, 1, 84),
        ended="loader: Override layer support and settings",
    )
    # loader_layer_scan.
    EXPLICIT_FIRST = ReleaseRange(
        (1, 0, 3),
        message("explicit layers are found before implicit layers"),
        (1, 1, 84),
        ended="loader: Override layer support and settings",
    )
    # cJSON.c, print_string_ptr.
    ESCAPES_KEPT = ReleaseRange(
        (1, 0, 3),
        message("quotes, backslashes and control characters in strings keep their JSON escapes"),
        (1, 0, 15),
        ended="loader: GH362 - Fix json output of escape chars",
    )
    # loader_add_layer_properties.
    LAYER_NODES_ONLY = ReleaseRange(
        (1, 0, 3),
        message(
            "manifests of any format version may have several “layer” nodes, and “layers” is "
            "not read"
        ),
        (1, 0, 15),
        ended="loader: Fix GH607 by adding proper array support",
    )
    LIBRARY_REQUIRED = ReleaseRange(
        (1, 0, 3),
        message("every layer needs a library; meta-layers and overrides do not exist"),
        (1, 0, 47),
        ended="loader: Meta-layer support",
    )
    # loader_get_json.
    INVALID_FILES_SKIPPED = ReleaseRange(
        (1, 0, 3),
        message("an invalid JSON file is skipped"),
        (1, 0, 23),
        ended="loader: Fix CTS failures in simulate_oom tests.",
    )
    # loader_create_instance_chain.
    LAYERS_NEGOTIATE = ReleaseRange(
        (1, 0, 38),
        message(
            "a layer may negotiate its interface version (previously: its library had to "
            "export vkGetInstanceProcAddr)"
        ),
        began="loader/layers: Support unknown phys device exts",
    )
    # loader_validate_instance_extensions: the wrong index; behind the last layer is a crash or not.
    LAYERS_BY_EXTENSION = ReleaseRange(
        (1, 0, 3),
        message(
            "an extension that no driver offers is looked up in the requested layer with "
            "the same list index as the extension"
        ),
        (1, 0, 27),
        ended="loader: gh989 - Fix incorrect array index",
    )
    # loader_make_version.
    TWO_DOTS = ReleaseRange(
        (1, 0, 3),
        message(
            "an api_version with fewer than two dots crashes the loader; with more than "
            "two dots it is read as 0.0.0"
        ),
        (1, 0, 24),
        ended="loader: Modify loader_make_version",
    )
    # wsi_unsupported_instance_extension.
    SURFACES_BUILT_OUT = ReleaseRange(
        (1, 0, 6),
        message("extensions for window systems that the loader was built without are skipped"),
        began="loader: ghlvl#79, Fix to not report unsupported WSI surface extensions on Linux",
    )
    # loader_read_json_layer: a number is made of no text.
    EXTENSION_VERSION_CRASHES = ReleaseRange(
        (1, 0, 3),
        message(
            "a layer extension crashes the loader if neither it nor an earlier extension has "
            "a spec_version"
        ),
        (1, 0, 17),
        ended="loader: GH370 - re-enable allocator usage",
    )
    # loader_add_layer_properties, loader_read_json_layer.
    EMPTY_SWITCH_CRASHES = ReleaseRange(
        (1, 0, 3),
        message("an empty disable_environment crashes the loader (later: the layer is always on)"),
        (1, 0, 3),
        ended="loader: Add a ICD and layer search path for loader to discover JSON files",
    )
    # vkEnumerateInstanceExtensionProperties.
    LAST_OF_A_NAME_OFFERS = ReleaseRange(
        (1, 0, 3),
        message("if several layers share a name, the extensions of the last layer are listed"),
        (1, 0, 6),
        ended="loader: report implicit instance extensions",
    )
    # loader_get_manifest_files.
    IDENTITIES_COMPARED = ReleaseRange(
        (1, 0, 3),
        message(
            "variables that name folders are ignored if the program's effective user or "
            "group ID differs from its real ID, no matter how the loader is built"
        ),
        (1, 0, 42),
        ended="loader: Use secure_getenv only when necessary",
    )
    # loader_icd_scan.
    FORMAT_VERSION_ENDS_DRIVERS = ReleaseRange(
        (1, 0, 3),
        message("a driver manifest without file_format_version ends the search for drivers"),
        (1, 0, 23),
        ended="loader: Fix CTS failures in simulate_oom tests.",
    )
    FORMAT_VERSION_FAILS = ReleaseRange(
        (1, 0, 20),
        message(
            "a driver manifest without file_format_version makes the calls that read driver "
            "manifests fail"
        ),
        (1, 0, 23),
        began="loader: GH370 - re-enable allocator usage",
        ended="loader: Fix CTS failures in simulate_oom tests.",
    )
    UNREAD_DRIVER_COUNTS = ReleaseRange(
        (1, 0, 24),
        message(
            "a driver manifest that cannot be read may make the calls that read driver "
            "manifests fail (previously: it was skipped)"
        ),
        began="loader: Fix CTS failures in simulate_oom tests.",
    )
    # loader_add_layer_implicit.
    VERSIONS_UNCOMPARED = ReleaseRange(
        (1, 0, 3),
        message("implicit layers load regardless of the API version that the application requests"),
        (1, 0, 69),
        ended="loader: Re-add old 1.1 loader work",
    )
    # loader_validate_instance_extensions.
    EXTENSIONS_AS_OFFERED = ReleaseRange(
        (1, 0, 3),
        message("an extension is accepted if a driver or layer offers it"),
        (1, 0, 38),
        ended="loader: gl167 - Remove unknown inst extensions",
    )
    EXTENSION_FILTER_VARIABLE = ReleaseRange(
        (1, 0, 40),
        message("VK_LOADER_DISABLE_INST_EXT_FILTER is read"),
        began="loader: Add env var to disable inst ext filter",
    )
    # wsi_add_instance_extensions.
    SURFACES_OFFERED = ReleaseRange(
        (1, 0, 3),
        message("the loader offers the surface extensions, regardless of what the drivers support"),
        (1, 0, 5),
        ended="loader: ghlvl#79, Fix to not report unsupported WSI surface extensions on Linux",
    )
    # loader_add_layer_property_meta.
    VALIDATION_AS_A_WHOLE = ReleaseRange(
        (1, 0, 3),
        message(
            "VK_LAYER_LUNARG_standard_validation is listed if all of its layers are "
            "installed; requesting it loads them"
        ),
        (1, 0, 47),
        ended="loader: Meta-layer support",
    )
    # Loaders of 2017 and 2018. Source: loader.c of those years.
    # loader_get_manifest_files: what follows is added to the whole value of XDG_DATA_HOME.
    FIRST_OF_HOME = ReleaseRange(
        (1, 0, 4),
        message(
            "if HOME or XDG_DATA_HOME names several folders, the first is searched "
            "without the usual subfolder; an empty value means the root folder"
        ),
        (1, 1, 84),
        began="loader: Add a ICD and layer search path for loader to discover JSON files",
        ended="loader: Override layer support and settings",
    )
    SUFFIX_WITH_SLASH = ReleaseRange(
        (1, 0, 3),
        message("a slash is appended to base folders even if they already end with a slash"),
        (1, 1, 84),
        ended="loader: Override layer support and settings",
    )
    SLASHES_HALVED = ReleaseRange(
        (1, 1, 74),
        message(
            "double slashes in search paths become single slashes, except in paths under "
            "a home folder"
        ),
        (1, 1, 84),
        began="loader: Remove duplicated delimiting chars in paths",
        ended="loader: Override layer support and settings",
    )
    INVALID_ENDS_ITS_KIND = ReleaseRange(
        (1, 0, 24),
        message(
            "an invalid layer manifest ends the search for layers of its kind (implicit "
            "or explicit), but not of the other kind"
        ),
        (1, 1, 84),
        began="loader: Fix CTS failures in simulate_oom tests.",
        ended="loader: Override layer support and settings",
    )
    # loader_get_manifest_files.
    NAMES_READ_ONCE = ReleaseRange(
        (1, 0, 57),
        message("a manifest path that is found twice is read only once"),
        (1, 1, 84),
        began="loader: Don't load manifest files more than once",
        ended="loader: Override layer support and settings",
    )
    # loader_layer_scan.
    ANY_FAILURE_ENDS_SEARCH = ReleaseRange(
        (1, 0, 48),
        message(
            "a manifest whose last layer is malformed ends the search for layers of its "
            "kind (implicit or explicit)"
        ),
        (1, 0, 68),
        began="loader: Meta-layer support",
        ended="loader: Fix loader skipping layer files",
    )
    # loader_implicit_layer_scan.
    QUERIES_IMPLICIT_ONLY = ReleaseRange(
        (1, 0, 3),
        message(
            "calls before vkCreateInstance read only implicit manifests to find the "
            "layers that intercept them, and do not check meta-layers"
        ),
        (1, 1, 84),
        ended="loader: Override layer support and settings",
    )
    # vkEnumerateInstanceExtensionProperties.
    IMPLICIT_EXTENSIONS = ReleaseRange(
        (1, 0, 7),
        message(
            "vkEnumerateInstanceExtensionProperties lists extensions of implicit layers even "
            "if no layer name is specified"
        ),
        began="loader: report implicit instance extensions",
    )
    IMPLICIT_EXTENSIONS_ALWAYS = ReleaseRange(
        (1, 0, 7),
        message("extensions of implicit layers are listed whether the layers are on or off"),
        (1, 0, 54),
        began="loader: report implicit instance extensions",
        ended="loader: Do not enumerate extensions from disabled implicit layers",
    )
    # loader_is_implicit_layer_enabled.
    VALUE_SWITCHES_OFF = ReleaseRange(
        (1, 0, 55),
        message("a layer's disable variable takes effect only if it has the value in the manifest"),
        (1, 1, 84),
        began="loader: Do not enumerate extensions from disabled implicit layers",
        ended="loader: Override layer support and settings",
    )
    # loader_secure_getenv.
    SWITCHES_SECURE = ReleaseRange(
        (1, 0, 43),
        message(
            "elevated programs ignore enable variables, disable variables and VK_INSTANCE_LAYERS"
        ),
        (1, 1, 126),
        began="loader: Update secure_getenv usage",
        ended="loader: Only use secure getenv for finding layers",
    )
    # loader_validate_instance_extensions.
    EXTENSIONS_OF_NAMED_LAYERS = ReleaseRange(
        (1, 0, 3),
        message("an extension that a layer offers is accepted if the program requests the layer"),
        (1, 0, 67),
        ended="loader: Fix enabling extensions from layers",
    )
    LAYERS_OVERRUN = ReleaseRange(
        (1, 1, 85),
        message(
            "an extension that no driver offers is looked up past the end of the "
            "program's layer list; the loader crashes if more layers are active"
        ),
        (1, 1, 106),
        began="loader: Override layer support and settings",
        ended="loader: VK_EXT_headless_surface additions",
    )
    # vkCreateInstance.
    REFUSES_1_1 = ReleaseRange(
        (1, 0, 53),
        message(
            "programs that request Vulkan 1.1 or newer get VK_ERROR_INCOMPATIBLE_DRIVER "
            "before any manifest is read"
        ),
        (1, 0, 69),
        began="loader: Add validation for apiVersion",
        ended="loader: Remove version check from vkCreateInstance",
    )
    VERSION_FUNCTION = ReleaseRange(
        (1, 1, 70),
        message("vkEnumerateInstanceVersion is available"),
        began="loader: Update vkEnumerateInstanceVersion for 1.1",
    )
    # loader_read_json_layer.
    PRE_INSTANCE = ReleaseRange(
        (1, 0, 67),
        message("pre_instance_functions of implicit layers are called"),
        began="loader: Add pre-instance functions for layers",
    )
    # trampoline.c, vkEnumerateInstanceExtensionProperties and its like.
    UNOPENED_CRASHES = ReleaseRange(
        (1, 0, 67),
        message(
            "a call crashes if a layer lists it in pre_instance_functions and the layer's "
            "library cannot be opened"
        ),
        (1, 2, 133),
        began="loader: Add pre-instance functions for layers",
        ended="loader: Deal with failure loading implicit layer libraries.",
    )
    # loader_icd_scan.
    LAST_DRIVER_FAILS = ReleaseRange(
        (1, 0, 24),
        message(
            "a driver manifest that cannot be read makes the calls that read driver "
            "manifests fail if it is the last manifest"
        ),
        (1, 0, 47),
        began="loader: Fix CTS failures in simulate_oom tests.",
        ended="loader: gh1681 - Restrict error in JSON",
    )
    # loader_add_meta_layer.
    INNER_METAS_UNEXPANDED = ReleaseRange(
        (1, 0, 48),
        message("a meta-layer that is a component of another meta-layer is not expanded"),
        (1, 1, 84),
        began="loader: Meta-layer support",
        ended="loader: Override layer support and settings",
    )
    # VK_OVERRIDE_LAYER_NAME.
    OVERRIDE = ReleaseRange(
        (1, 1, 85),
        message("VK_LAYER_LUNARG_override selects layers and search folders"),
        began="loader: Override layer support and settings",
    )
    # loaderAddImplicitLayers, loaderEnableInstanceLayers.
    OVERRIDE_ALONE = ReleaseRange(
        (1, 1, 85),
        message("if an override applies, layers requested by variables and programs are ignored"),
        (1, 1, 105),
        began="loader: Override layer support and settings",
        ended="loader: Fix implicit layer override behavior",
    )
    # loaderRemoveLayersNotInOverride.
    OUTSIDERS_REMOVED = ReleaseRange(
        (1, 1, 85),
        message("layers that are not in the override are removed from the list"),
        (1, 1, 105),
        began="loader: Override layer support and settings",
        ended="loader: Change override mechanics",
    )
    # loaderScanForImplicitLayers.
    NAMES_FREED_TWICE = ReleaseRange(
        (1, 1, 85),
        message(
            "calls before vkCreateInstance crash if an override is on or an "
            "implicit layer is a meta-layer"
        ),
        (1, 1, 90),
        began="loader: Override layer support and settings",
        ended="loader: Fix double free when enabling override",
    )
    VALIDATION_UNLISTED = ReleaseRange(
        (1, 0, 3),
        message("VK_LAYER_LUNARG_standard_validation works but is not listed"),
        (1, 0, 3),
        ended="loader: Fix standard_validation enumeration on instance chain",
    )
    VALIDATION_WITHOUT_PATCH = ReleaseRange(
        (1, 0, 6),
        message("VK_LAYER_LUNARG_standard_validation is listed with version 1.0.0"),
        (1, 0, 9),
        began="misc: Update to header version 1.0.6",
        ended="loader: Fix the std_validation version to really be loader's built version",
    )
    # loader_add_to_dev_ext_list.
    DEVICE_EXTENSIONS_REPEATED = ReleaseRange(
        (1, 0, 3),
        message("a device extension that a manifest lists twice is counted twice"),
        (1, 0, 9),
        ended=("loader: ghlvl #66, Ensure std_validationadvertises underlying layer extensions"),
    )
    # loader_expand_layer_names.
    VALIDATION_IN_PLACE = ReleaseRange(
        (1, 0, 10),
        message(
            "the layers of VK_LAYER_LUNARG_standard_validation load at its position in "
            "the program's list (previously: after all other layers, some of which were "
            "lost)"
        ),
        began="loader: Preserve order during layer list expansion",
    )
    VALIDATION_OVERRUNS = ReleaseRange(
        (1, 0, 10),
        message("requesting VK_LAYER_LUNARG_standard_validation twice crashes the loader"),
        (1, 0, 47),
        began="loader: Preserve order during layer list expansion",
        ended="loader: Meta-layer support",
    )
    VALIDATION_OFFERS = ReleaseRange(
        (1, 0, 10),
        message("VK_LAYER_LUNARG_standard_validation lists the extensions of its layers"),
        began="loader: ghlvl #66, Ensure std_validationadvertises underlying layer extensions",
    )
    # loader_remove_layers_in_blacklist.
    BLACKLIST = ReleaseRange(
        (1, 1, 106),
        message("layers in the override's blacklisted_layers are removed from the list"),
        began="loader: Change override mechanics",
    )
    # loaderAddLegacyStandardValidationLayer.
    STANDARD_VALIDATION = ReleaseRange(
        (1, 0, 48),
        message(
            "VK_LAYER_LUNARG_standard_validation is listed even without a manifest if any "
            "layer is installed"
        ),
        (1, 2, 132),
        began="loader: Meta-layer support",
        ended="loader: don't unconditionally add std-val meta layer",
    )
    # loaderAddLayerNameToList, later loader_add_environment_layers.
    STANDARD_VALIDATION_REFUSED = ReleaseRange(
        (1, 2, 150),
        message(
            "VK_LAYER_LUNARG_standard_validation in VK_INSTANCE_LAYERS makes "
            "vkCreateInstance fail if the layer is missing (earlier and later loaders "
            "only log a message)"
        ),
        (1, 3, 233),
        began="loader: Make invalid std val layer an error",
        ended="Add loader enable/disable env vars",
    )
    # loader.c, vkEnumerateInstanceExtensionProperties.
    QUERY_NEEDS_DRIVER_SCAN = ReleaseRange(
        (1, 0, 3),
        message(
            "if the search for drivers fails, vkEnumerateInstanceExtensionProperties fails, too"
        ),
        (1, 2, 145),
        ended="loader: fix wrongly returned error code",
    )
    # loader.c, ReadManifestsFromD3DAdapters.
    KERNEL_KNOWS_ADAPTERS = ReleaseRange(
        (1, 1, 114),
        message(
            "the adapters that the kernel lists (D3DKMT) are queried for manifests before "
            "the devices (Windows)"
        ),
        began="loader: Get ICDs by calling enum adapter function",
        platform=Platform.WINDOWS,
    )
    # loader.c, IsHighIntegrity.
    ELEVATED_BY_INTEGRITY = ReleaseRange(
        (1, 1, 121),
        message(
            "high-integrity processes ignore loader variables and the user's registry "
            "keys (Windows; previously: all processes read them)"
        ),
        began="loader: Implement secure getenv on Windows",
        platform=Platform.WINDOWS,
    )
    # The SDK 1.1.126 and the library for Windows have the change; tag v1.1.126 has not yet.
    WINDOWS_SWITCHES_SECURE = ReleaseRange(
        (1, 1, 121),
        message("elevated programs ignore the layers' enable and disable variables (Windows)"),
        (1, 1, 125),
        began="loader: Implement secure getenv on Windows",
        ended="loader: Only use secure getenv for finding layers",
        platform=Platform.WINDOWS,
    )
    # loader.c, loaderGetRegistryFiles.
    DRIVERS_NEED_ADAPTERS = ReleaseRange(
        (1, 1, 123),
        message(
            "registered drivers are read only if DXGI lists an adapter from their vendor (Windows)"
        ),
        began="loader: Match ICDs against DXGI adapters",
        platform=Platform.WINDOWS,
    )
    UNKNOWN_DRIVERS_DROPPED = ReleaseRange(
        (1, 1, 123),
        message("only registered drivers with known file names are read (Windows)"),
        (1, 1, 125),
        began="loader: Match ICDs against DXGI adapters",
        ended="loader: Don't drop unknown drivers",
        platform=Platform.WINDOWS,
    )
    DROPPED_NAME_LIMITS = ReleaseRange(
        (1, 1, 123),
        message(
            "after the loader drops a driver because of its adapter, a value name of the "
            "same length or longer ends the search of the registry key (Windows)"
        ),
        (1, 2, 132),
        began="loader: Match ICDs against DXGI adapters",
        ended="loader: Fix buffer size updates in registry search",
        platform=Platform.WINDOWS,
    )
    # loaderGetRegistryFiles, later windows_get_registry_files.
    REGISTRY_BUFFER_RESET = ReleaseRange(
        (1, 1, 127),
        message(
            "the search of a registry key continues after a value shorter than four bytes "
            "(Windows; previously: it ended there)"
        ),
        began="loader: Reset sizes for each call to RegEnumValue",
        platform=Platform.WINDOWS,
    )
    # ReadDataFilesInRegistry.
    REGISTRY_ERROR_PASSED = ReleaseRange(
        (1, 1, 85),
        message(
            "if no driver is registered, every call fails with "
            "VK_ERROR_INITIALIZATION_FAILED (Windows; previously: with "
            "VK_ERROR_INCOMPATIBLE_DRIVER)"
        ),
        (1, 2, 180),
        began="loader: Override layer support and settings",
        ended="loader: Change VkResult when no ICDs were found",
        platform=Platform.WINDOWS,
    )
    REGISTRY_MAY_BE_EMPTY = ReleaseRange(
        (1, 2, 181),
        message(
            "if no driver is registered, only vkCreateInstance fails, with "
            "VK_ERROR_INCOMPATIBLE_DRIVER (Windows; previously: every call failed)"
        ),
        began="loader: Change VkResult when no ICDs were found",
        platform=Platform.WINDOWS,
    )
    # vk_loader_platform.h, loader_platform_dirname.
    MANIFEST_AS_FOLDER = ReleaseRange(
        (1, 0, 3),
        message(
            "a manifest path without a backslash is used as the folder of its library (Windows)"
        ),
        (1, 3, 250),
        ended="Refactor to not use fixed length strings",
        platform=Platform.WINDOWS,
    )
    # loader_environment.c, loader_getenv; vk_loader_platform.h, loader_platform_open_library.
    UTF_8_PATHS = ReleaseRange(
        (1, 3, 219),
        message(
            "variables and opened files use UTF-8, but the registry and folder listings "
            "use the code page (Windows; previously: everything used the code page)"
        ),
        began="loader: Add unicode support",
        platform=Platform.WINDOWS,
    )
    # get_settings_path_if_exists_in_registry_key.
    SETTINGS_MUST_EXIST = ReleaseRange(
        (1, 3, 302),
        message(
            "if a registered settings file does not exist, the search continues in the "
            "next registry hive (Windows; previously: it ended)"
        ),
        began="Correctly check if settings file exists on windows",
        platform=Platform.WINDOWS,
    )
    # loaderAddJsonEntry.
    DEVICE_PATHS_REPEATED = ReleaseRange(
        (1, 0, 57),
        message("a path registered for several devices is listed once for each device (Windows)"),
        (1, 1, 96),
        began="loader: Add new ICD search paths to loader",
        ended="loader: Remove duplicate scanned json files",
        platform=Platform.WINDOWS,
    )
    # ReadDataFilesInRegistry.
    NO_KERNEL_IS_MEMORY = ReleaseRange(
        (1, 2, 181),
        message(
            "without D3DKMTEnumAdapters2 (older Windows), every registry search "
            "fails with an out-of-memory error (Windows)"
        ),
        (1, 2, 184),
        began="loader: Change VkResult when no ICDs were found",
        ended="loader: Dont return OOM on function load failure",
        platform=Platform.WINDOWS,
    )
    # windows_get_app_package_manifest_path.
    APP_PACKAGE = ReleaseRange(
        (1, 3, 220),
        message(
            "the compatibility pack from the Microsoft Store is searched for drivers (Windows)"
        ),
        began="Enable the Vulkan loader to load VulkanOn12/Dozen out of the D3DMappingLayers app "
        "package",
        platform=Platform.WINDOWS,
    )
    APP_PACKAGE_LAYERS = ReleaseRange(
        (1, 3, 279),
        message(
            "the compatibility pack from the Microsoft Store is searched for implicit "
            "layers, too (Windows)"
        ),
        began="Add app packages to layers search path",
        platform=Platform.WINDOWS,
    )
    # windows_get_registry_files.
    LAYERS_OF_ONE_NAME = ReleaseRange(
        (1, 3, 232),
        message(
            "all registered layer manifests with the same file name are listed (Windows; "
            "previously: only the first)"
        ),
        began="Only deduplicate driver manifests",
        platform=Platform.WINDOWS,
    )
    # loader_environment.c, is_high_integrity.
    HIGH_INTEGRITY = ReleaseRange(
        (1, 3, 236),
        message(
            "a process is treated as elevated at high integrity or above (Windows; "
            "previously: above medium integrity)"
        ),
        began="Use integrity_level >= HIGH for is_high_integrity",
        platform=Platform.WINDOWS,
    )
    # loader.c, loader_handle_load_library_error.
    ERROR_8_IS_MEMORY = ReleaseRange(
        (1, 3, 239),
        message(
            "vkCreateInstance fails with VK_ERROR_OUT_OF_HOST_MEMORY if a library without "
            "a full path is missing (Windows; previously: the library was skipped)"
        ),
        began="Try to catch OOM errors when loading binaries",
        platform=Platform.WINDOWS,
    )
    # windows_add_json_entry, windows_get_device_registry_files.
    REGISTERED_PATHS_WHOLE = ReleaseRange(
        (1, 4, 355),
        message(
            "registered paths count as duplicates only if they match exactly, and all of "
            "a device's software components are read (Windows; previously: a partial "
            "match was enough, and only the first component with a value was read)"
        ),
        began="Use string lists for manifest search paths",
        platform=Platform.WINDOWS,
    )
    # remove_all_non_valid_override_layers.
    APP_KEYS = ReleaseRange(
        (1, 2, 141),
        message(
            "app_keys limits an override to the programs it lists (previously: every "
            "override applied to all programs)"
        ),
        began="loader: add per-application override layer settings",
    )
    # loaderReadLayerJson, the older name of loader_read_layer_json.
    PLACE_TAKEN_FIRST = ReleaseRange(
        (1, 0, 48),
        message(
            "a layer is added to the list before its manifest is fully parsed, so a "
            "malformed layer stays listed without its name or its variables"
        ),
        (1, 3, 204),
        began="loader: Meta-layer support",
        ended="Cleanup loader layer removal code",
    )
    # loader_free_layer_properties.
    PLACES_EMPTIED = ReleaseRange(
        (1, 2, 192),
        message(
            "a malformed layer leaves an empty list entry: an implicit layer without a "
            "name, variables or library (previously: the parsed part stayed)"
        ),
        (1, 3, 204),
        began="loader: Move layer cleanup to a single function",
        ended="Cleanup loader layer removal code",
    )
    # verify_all_meta_layers.
    NEXT_UNVERIFIED = ReleaseRange(
        (1, 2, 192),
        message("the layer after a removed meta-layer is not verified"),
        (1, 3, 204),
        began="loader: Move layer cleanup to a single function",
        ended="Cleanup loader layer removal code",
    )
    VERSION_FUNCTION_ENDS = ReleaseRange(
        (1, 1, 74),
        message(
            "an implicit layer that lists vkEnumerateInstanceVersion in "
            "pre_instance_functions ends the search"
        ),
        (1, 3, 205),
        began="loader: Fix unhandled out of memory errors",
        ended="Test layer pre-instance functions",
    )
    NAMES_ONCE = ReleaseRange(
        (1, 0, 3),
        message("a layer listed several times is used only once, at its first position"),
        (1, 2, 168),
        ended="loader: Do not remove duplicated layers",
    )
    APPLICATION_MOVES = ReleaseRange(
        (1, 2, 169),
        message(
            "a layer that the program requests moves to its position in the program's "
            "list, even if it was listed before"
        ),
        (1, 2, 203),
        began="loader: Do not remove duplicated layers",
        ended="Check for duplicates before adding layer",
    )
    DRIVERS_NEEDED_LAST = ReleaseRange(
        (1, 0, 3),
        message("layer extensions and libraries are checked before the loader checks for a driver"),
        (1, 2, 180),
        ended="loader: Change VkResult when no ICDs were found",
    )
    # loader_create_instance_chain.
    FAILED_LAYERS_PASS = ReleaseRange(
        (1, 0, 3),
        message(
            "vkCreateInstance succeeds even if the library of a requested layer cannot be opened"
        ),
        (1, 3, 204),
        ended="loader log error if a requested layer not loaded",
    )
    EVERY_LAYER_OPENS = ReleaseRange(
        (1, 2, 153),
        message(
            "vkCreateInstance fails if a layer's library cannot be opened, no matter what "
            "enabled the layer"
        ),
        (1, 2, 153),
        began="loader: Return error if layer loading failed",
        ended='Revert "loader: Return error if layer loading failed"',
    )
    # layerJsonSupportsMultipleLayers.
    NODES_IN_1_0_0 = ReleaseRange(
        (1, 0, 16),
        message(
            "version 1.0.0 manifests may have several “layer” nodes; version 0.1 manifests may not"
        ),
        (1, 0, 37),
        began="loader: Fix GH607 by adding proper array support",
        ended="loader/layers: Support unknown phys device exts",
    )
    NODES_IN_1_0_1 = ReleaseRange(
        (1, 0, 38),
        message(
            "version 1.0.0 and 1.0.1 manifests may have several “layer” nodes; version "
            "0.1 manifests may not"
        ),
        (1, 3, 210),
        began="loader/layers: Support unknown phys device exts",
        ended="Clean up version checking logic",
    )
    THREE_PARTS = ReleaseRange(
        (1, 0, 3),
        message(
            "a version has three parts: additional parts are ignored, and a variant is "
            "part of the major number"
        ),
        (1, 3, 204),
        ended="Detect Variant versions in given api versions",
    )
    FAILURE_ENDS_SEARCH = ReleaseRange(
        (1, 1, 85),
        message("an implicit manifest whose last layer is malformed ends the search"),
        (1, 2, 134),
        began="loader: Override layer support and settings",
        ended="loader: Fix skipping all layers if one bad is found",
    )
    EMPTY_IS_INVALID_JSON = ReleaseRange(
        (1, 0, 3),
        message(
            "an empty manifest, or a folder in its place (on tmpfs), is treated as "
            "invalid JSON, not as an unreadable file"
        ),
        (1, 2, 134),
        ended="loader: Fix skipping all layers if one bad is found",
    )
    DRIVER_SEARCH_ENDS = ReleaseRange(
        (1, 0, 48),
        message(
            "an invalid driver manifest after a valid manifest silently ends the search for drivers"
        ),
        (1, 2, 145),
        began="loader: gh1681 - Restrict error in JSON",
        ended="loader: fix wrongly returned error code",
    )
    READ_AS_IMPLICIT = ReleaseRange(
        (1, 1, 125),
        message(
            "calls before vkCreateInstance read explicit manifests as implicit manifests "
            "and crash if the value of a disable variable is not a string"
        ),
        (1, 2, 179),
        began="loader: Override doesn't include explicit layers",
        ended="loader: Silence erroneous implicit layer warning",
    )
    # loader_scan_for_implicit_layers, loader_remove_layers_not_in_implicit_meta_layers.
    OVERRIDE_TRIMS_SCAN = ReleaseRange(
        (1, 1, 125),
        message(
            "in calls before vkCreateInstance, an override hides layers in the same way "
            "as other implicit meta-layers (previously: it hid only its blacklisted "
            "layers)"
        ),
        began="loader: Override doesn't include explicit layers",
    )
    SCAN_EMPTIED = ReleaseRange(
        (1, 1, 85),
        message(
            "calls before vkCreateInstance ignore all layers if an implicit meta-layer is "
            "installed (later: they ignore only explicit layers outside meta-layers)"
        ),
        (1, 2, 203),
        began="loader: Override layer support and settings",
        ended="Fix layers not being removed by meta-layer",
    )
    # loader_get_json.
    FOLDER_HANGS = ReleaseRange(
        (1, 2, 165),
        message("a folder in place of a manifest makes the loader read forever"),
        (1, 2, 165),
        began="loader: Remove SEEK_END usage",
        ended="loader: silence fread unused result",
    )
    READ_ONTO_STACK = ReleaseRange(
        (1, 0, 3),
        message("a manifest of 8 MB or more overflows the stack and crashes the loader"),
        (1, 2, 176),
        ended="loader: Fix stack overflow with large manifests",
    )
    ROOT_IS_OBJECT = ReleaseRange(
        (1, 2, 135),
        message(
            "a layer manifest that is not an object is rejected (previously: an array "
            "crashed the loader)"
        ),
        began="loader: fix crash when json doesn't contain an object",
    )
    PATHS_ONCE = ReleaseRange(
        (1, 2, 137),
        message("a path is searched only once (previously: as often as it was listed)"),
        began="loader: Remove duplicate search paths on posix",
    )
    DIRECTFB_BUILT_OUT = ReleaseRange(
        (1, 2, 146),
        message(
            "a layer's VK_EXT_directfb_surface is skipped, because Linux loaders are built "
            "without it"
        ),
        began="loader: Add support for directfb surface extension",
    )
    PROGRAM_PATH_1023 = ReleaseRange(
        (1, 2, 141),
        message("a program whose path exceeds 1,023 bytes matches no entry in app_keys"),
        (1, 3, 250),
        began="loader: add per-application override layer settings",
        ended="Refactor to not use fixed length strings",
    )
    QNX_BUILT_OUT = ReleaseRange(
        (1, 2, 176),
        message(
            "a layer's VK_QNX_screen_surface is skipped, because Linux loaders are built without it"
        ),
        began="Add support for QNX platform.",
    )
    ENTRIES_BY_KIND = ReleaseRange(
        (1, 0, 3),
        message(
            "search paths are always treated as folders and entries in VK_ICD_FILENAMES "
            "as files, whatever their names"
        ),
        (1, 3, 206),
        ended='Add "additive" environment variables',
    )
    EMPTY_DATA_HOME = ReleaseRange(
        (1, 1, 85),
        message("an empty XDG_DATA_HOME is treated as set, so the home folder is not searched"),
        (1, 2, 190),
        began="loader: Override layer support and settings",
        ended="Update XDG paths",
    )
    # loader_secure_getenv.
    UNSECURE_LOOKUPS = ReleaseRange(
        (1, 2, 192),
        message(
            "elevated programs read all variables, because the loader is built without "
            "secure_getenv"
        ),
        (1, 2, 193),
        began="loader: Make logging and getenv their own headers",
        ended="Use CMake to define SECURE_GETENV variables",
    )
    # read_data_files_in_search_paths.
    IDS_HIDE_VARIABLES = ReleaseRange(
        (1, 0, 3),
        message(
            "elevated programs ignore variables that replace search paths, even if the "
            "loader is built without secure_getenv"
        ),
        (1, 3, 206),
        ended="Resolve Angle failure because it breaks with is_high_integrity",
    )
    IDS_HIDE_HOMES = ReleaseRange(
        (1, 1, 123),
        message(
            "elevated programs do not search home folders, even if the loader is built "
            "without secure_getenv"
        ),
        (1, 3, 206),
        began="loader: Skip user specific paths if high integrity",
        ended="Resolve Angle failure because it breaks with is_high_integrity",
    )
    OVERRIDE_PATHS_END_IN_SLASH = ReleaseRange(
        (1, 1, 85),
        message("override_paths are searched with a trailing slash"),
        (1, 3, 206),
        began="loader: Override layer support and settings",
        ended='Add "additive" environment variables',
    )
    XDG_CONFIG_HOME = ReleaseRange(
        (1, 2, 191),
        message("XDG_CONFIG_HOME and ~/.config are searched"),
        began="Update XDG paths",
    )
    DATA_HOME_FIRST = ReleaseRange(
        (1, 2, 191),
        message("XDG_DATA_HOME is searched before XDG_DATA_DIRS (previously: after)"),
        began="Update XDG paths",
    )
    # loaderReadLayerJson, checkExpiration.
    EXPIRES_A_MONTH_LATER = ReleaseRange(
        (1, 1, 85),
        message(
            "the override's expiration date is read from the key “expiration”, and the "
            "override expires a month after that date"
        ),
        (1, 1, 90),
        began="loader: Override layer support and settings",
        ended="loader: Fix override expiration functionality",
    )
    # loader_implicit_layer_is_enabled, check_expiration.
    OVERRIDE_EXPIRES = ReleaseRange(
        (1, 1, 91),
        message("the override's expiration_date decides whether it is on, regardless of variables"),
        (1, 3, 232),
        began="loader: Fix override expiration functionality",
        ended="Remove override layer expiration",
    )
    # loader_linux.c, compare_devices.
    SORTED_DEVICES = ReleaseRange(
        (1, 3, 204),
        message(
            "devices are sorted on Linux, and VK_LOADER_DEVICE_SELECT and "
            "VK_LOADER_DISABLE_SELECT are read"
        ),
        began="Consistent loader device ordering",
    )
    # loader_read_layer_json, loader_parse_icd_manifest.
    VARIANT_REFUSED = ReleaseRange(
        (1, 3, 205),
        message("drivers and layers with a nonzero API variant are dropped"),
        began="Skip ICD's with non zero variant value",
    )
    # loader_get_icd_loader_instance_extensions.
    PORTABILITY_ENUMERATION = ReleaseRange(
        (1, 3, 212),
        message("the loader offers VK_KHR_portability_enumeration"),
        began="Warn if portability_enumeration extension should be enabled",
    )
    ADD_VARIABLES = ReleaseRange(
        (1, 3, 207),
        message("VK_DRIVER_FILES, VK_ADD_DRIVER_FILES and VK_ADD_LAYER_PATH are read"),
        began='Add "additive" environment variables',
    )
    # read_data_files_in_search_paths.
    ADDED_BEHIND = ReleaseRange(
        (1, 3, 207),
        message(
            "paths in VK_ADD_DRIVER_FILES and VK_ADD_LAYER_PATH are also searched, after "
            "any paths that replace the default paths"
        ),
        (1, 3, 207),
        began='Add "additive" environment variables',
        ended="Modify loader VK_ADD_DRIVER_FILES behavior",
    )
    NEWER_COMPONENTS = ReleaseRange(
        (1, 3, 211),
        message("a component may have a higher API version than its meta-layer"),
        began="Allow meta layers to have newer component layers",
    )
    COMPONENT_PATCH = ReleaseRange(
        (1, 3, 211),
        message("a component's patch version must not be lower than its meta-layer's"),
        (1, 3, 224),
        began="Allow meta layers to have newer component layers",
        ended="Separate Major.minor version checks from Full version checks",
    )
    # loader_icd_scan, later loader_parse_icd_manifest.
    PORTABILITY = ReleaseRange(
        (1, 3, 213),
        message("drivers with is_portability_driver are hidden by default"),
        began="Make portability drivers not load by default",
    )
    PORTABILITY_CRASHES = ReleaseRange(
        (1, 3, 213),
        message(
            "vkEnumerateInstanceExtensionProperties crashes if a driver manifest has "
            "is_portability_driver"
        ),
        (1, 3, 215),
        began="Make portability drivers not load by default",
        ended="Fix a NULL inst crashing during loader_icd_scan",
    )
    # loader_read_layer_json, loader_parse_icd_manifest.
    LIBRARY_ARCH = ReleaseRange(
        (1, 3, 219),
        message("drivers and layers with a different library_arch are dropped"),
        began="Add 32 & 64 bit field to json manifests",
    )
    DRIVER_VERSION_REQUIRED = ReleaseRange(
        (1, 3, 227),
        message("a driver without api_version is dropped"),
        began="Refactor loader_icd_scan()",
    )
    UNREAD_DRIVER_IS_PROGRAM = ReleaseRange(
        (1, 3, 227),
        message(
            "an empty or unreadable driver manifest makes the loader open the program as "
            "a driver: programs linked to the loader crash"
        ),
        (1, 3, 234),
        began="Refactor loader_icd_scan()",
        ended="Handle invalid files & symlinks properly",
    )
    DIGIT_LIBRARY_CRASHES = ReleaseRange(
        (1, 3, 227),
        message("a driver whose library_path is a single digit crashes the loader"),
        (1, 3, 250),
        began="Refactor loader_icd_scan()",
        ended="Make cJSON not add double quotes to strings",
    )
    # loader_add_implicit_layer; since then only a warning.
    ANY_API_VERSION = ReleaseRange(
        (1, 3, 228),
        message("an implicit layer whose API version is lower than the application's still loads"),
        began="Allow implicit layers for all API versions",
    )
    # loader_environment.c, parse_generic_filter_environment_var.
    FILTERS = ReleaseRange(
        (1, 3, 234),
        message("VK_LOADER_LAYERS_ENABLE/DISABLE and VK_LOADER_DRIVERS_SELECT/DISABLE are read"),
        began="Add loader enable/disable env vars",
    )
    INVALID_JSON_FAILS = ReleaseRange(
        (1, 3, 234),
        message(
            "the call that reads an invalid layer manifest fails (previously: the manifest "
            "ended the search for layers)"
        ),
        (1, 3, 267),
        began="Add loader enable/disable env vars",
        ended="Distinguish OOM from json parsing errors",
    )
    # loader_scan_for_layers.
    LAST_FILE_FAILS_ALL = ReleaseRange(
        (1, 3, 234),
        message(
            "vkCreateInstance and vkEnumerateInstanceLayerProperties fail if the last "
            "explicit manifest is empty or unreadable"
        ),
        (1, 3, 234),
        began="Add loader enable/disable env vars",
        ended="Handle invalid files & symlinks properly",
    )
    # loader_add_environment_layers.
    INSTANCE_LAYERS_OVERRUN = ReleaseRange(
        (1, 3, 234),
        message("VK_INSTANCE_LAYERS with several names crashes the loader if a driver is found"),
        (1, 3, 236),
        began="Add loader enable/disable env vars",
        ended="loader: Fix parsing VK_INSTANCE_LAYERS",
    )
    ENVIRONMENT_IN_ONE_PASS = ReleaseRange(
        (1, 3, 234),
        message("layers in VK_INSTANCE_LAYERS are enabled in the order in which they were found"),
        (1, 3, 246),
        began="Add loader enable/disable env vars",
        ended="Fix ordering regression for VK_INSTANCE_LAYERS",
    )
    # loader_scanned_icd_add. Debian's 1.3.239 is of the SDK's branch, which began it with 1.3.243.
    INTERFACE_7 = ReleaseRange(
        (1, 3, 239),
        message("a driver may provide all functions through vk_icdGetInstanceProcAddr"),
        began="Add Vulkan Loader and Driver Interface Version 7",
    )
    # loader_scan_for_direct_drivers.
    DIRECT_DRIVERS = ReleaseRange(
        (1, 3, 241),
        message("the loader offers VK_LUNARG_direct_driver_loading"),
        began="Implement VK_LUNARG_direct_driver_loading",
    )
    FIRST_PLACE = ReleaseRange(
        (1, 3, 247),
        message("a layer listed twice keeps its first position (previously: its last)"),
        began="Make correct layer be used when duplicates are present",
    )
    # loader_add_meta_layer.
    DOUBLE_COMPONENTS = ReleaseRange(
        (1, 3, 247),
        message(
            "explicit components of a meta-layer are listed twice, and the last position applies"
        ),
        (1, 3, 250),
        began="Make correct layer be used when duplicates are present",
        ended="Meta layers now dont add layers more than once",
    )
    # loader_add_environment_layers.
    ORDERED_INSTANCE_LAYERS = ReleaseRange(
        (1, 3, 247),
        message(
            "layers in VK_INSTANCE_LAYERS are enabled in the listed order, whatever their kind"
        ),
        began="Fix ordering regression for VK_INSTANCE_LAYERS",
    )
    # get_override_layer_override_paths.
    FIRST_OVERRIDE_PATHS = ReleaseRange(
        (1, 3, 251),
        message(
            "if there are several overrides, the loader uses the override_paths of the "
            "first (previously: of the last)"
        ),
        began="Significantly reduce duplicate layer scanning code",
    )
    LAST_FILE_DECIDES = ReleaseRange(
        (1, 3, 234),
        message(
            "calls before vkCreateInstance fail if the last explicit manifest that they "
            "read is empty or unreadable"
        ),
        (1, 3, 250),
        began="Add loader enable/disable env vars",
        ended="Significantly reduce duplicate layer scanning code",
    )
    ANY_OVERRIDE_ACTS = ReleaseRange(
        (1, 1, 85),
        message(
            "an override with library_path blocks layers just like an override with "
            "component_layers"
        ),
        (1, 3, 250),
        began="loader: Override layer support and settings",
        ended="Separate meta layer verification & update logic",
    )
    # loader_remove_layer_in_list, loader_get_next_layer_property_slot.
    SLOTS_REUSED = ReleaseRange(
        (1, 2, 192),
        message("a layer reuses the memory of a removed override, so lists are freed twice"),
        (1, 3, 250),
        began="loader: Move layer cleanup to a single function",
        ended="Add loader settings file",
    )
    EMPTY_PATHS_DROPPED = ReleaseRange(
        (1, 4, 355),
        message("duplicate paths are removed from a search variable even if it has empty entries"),
        began="Use string lists for manifest search paths",
    )
    VALUES_PRINTED_WHOLE = ReleaseRange(
        (1, 3, 251),
        message(
            "a value that should be a string is printed completely (previously: without its first "
            "and last character)"
        ),
        began="Make cJSON not add double quotes to strings",
    )
    LONG_LIBRARY_PATHS = ReleaseRange(
        (1, 3, 251),
        message("library paths may exceed 1,023 bytes (previously: longer paths were truncated)"),
        began="Refactor to not use fixed length strings",
    )
    PROGRAM_PATH_1024 = ReleaseRange(
        (1, 3, 251),
        message("a program whose path exceeds 1,024 bytes matches no entry in app_keys"),
        (1, 4, 355),
        began="Refactor to not use fixed length strings",
        ended="reject over-long readlink result in loader_platform_executable_path",
    )
    PROGRAM_PATH_UNKNOWN = ReleaseRange(
        (1, 4, 356),
        message(
            "a program path over 1,023 bytes is unknown to the loader, so every entry in "
            "app_keys matches"
        ),
        began="reject over-long readlink result in loader_platform_executable_path",
    )
    # settings.c, get_loader_settings.
    SETTINGS_FILE = ReleaseRange(
        (1, 3, 251), message("vk_loader_settings.json is read"), began="Add loader settings file"
    )
    SETTINGS_OWN_FOLDER = ReleaseRange(
        (1, 3, 253),
        message(
            "vk_loader_settings.json is read from loader_settings.d, or LoaderSettings on "
            "Windows (previously: from settings.d, or Settings on Windows)"
        ),
        began="Change settings file location",
    )
    MAINTENANCE5 = ReleaseRange(
        (1, 3, 260),
        message(
            "with VK_KHR_maintenance5, a device has no core functions newer than the "
            "application's API version"
        ),
        began="Enable VK_KHR_maintenance_5 support",
    )
    # loader_environment.c, parse_layer_environment_var_filters.
    LAYERS_ALLOW = ReleaseRange(
        (1, 3, 262),
        message("VK_LOADER_LAYERS_ALLOW exempts layers from the disable filter"),
        began="Add VK_LOADER_LAYERS_ALLOW environment variable.",
    )
    # settings.c, enable_correct_layers_from_settings.
    SETTINGS_OVERRUN = ReleaseRange(
        (1, 3, 267),
        message(
            "if the settings file lists layers, processing VK_INSTANCE_LAYERS overwrites "
            "the stack, once for each layer after the first"
        ),
        (1, 3, 301),
        began="Fix problems detected by CodeQL static analysis",
        ended="Fix VK_INSTANCE_LAYERS bug when using vk_loader_settings.json",
    )
    # loader_json.c, loader_get_json.
    INVALID_JSON_SKIPPED = ReleaseRange(
        (1, 3, 268),
        message("an invalid JSON file is skipped (previously: the call that read it failed)"),
        began="Distinguish OOM from json parsing errors",
    )
    SETTINGS_MALFORMED_SAFE = ReleaseRange(
        (1, 3, 271),
        message("a malformed layer list in the settings file no longer crashes the loader"),
        began="Fix settings file crash found through fuzzers",
    )
    # setup_loader_term_phys_devs.
    DRIVER_ERRORS_SKIPPED = ReleaseRange(
        (1, 3, 284),
        message(
            "a driver that fails to list its devices is skipped (previously: device "
            "enumeration failed with the driver's error)"
        ),
        began="Gracefully handle error results from vkEnumeratePhysicalDevices",
    )
    EMPTY_DRIVERS_UNLOADED_ONCE = ReleaseRange(
        (1, 3, 273),
        message("a driver without devices is unloaded (in this release only)"),
        (1, 3, 273),
        began="Unload drivers which report 0 physical devices",
        ended='Revert "Unload drivers which report 0 physical devices"',
    )
    EMPTY_DRIVERS_UNLOADED = ReleaseRange(
        (1, 3, 284),
        message("a driver without devices is unloaded"),
        began="Unload drivers which report 0 physical devices",
    )
    # cJSON.c, loader_get_json.
    FILES_BY_SIZE = ReleaseRange(
        (1, 3, 296),
        message("files are read up to their reported size (previously: to the end of the file)"),
        began="Stop reading json files twice",
    )
    IMPLICIT_LAYER_PATH = ReleaseRange(
        (1, 3, 296),
        message("VK_IMPLICIT_LAYER_PATH and VK_ADD_IMPLICIT_LAYER_PATH are read"),
        began="Add VK_IMPLICIT_LAYER_APTH & VK_ADD_IMPLICIT_LAYER_PATH env-vars",
    )
    # settings.c, enable_correct_layers_from_settings.
    ON_BEATS_FILTERS = ReleaseRange(
        (1, 3, 302),
        message("“on” in the settings file overrides VK_LOADER_LAYERS_DISABLE"),
        began='Make Settings file "ON" take priority over disable env-var',
    )
    SETTINGS_SCAN_FILTERED = ReleaseRange(
        (1, 3, 302),
        message(
            "in calls before vkCreateInstance, only the variables of a layer in the "
            "settings file decide whether it is on"
        ),
        began="Fix layers with pre-inst funcs from being loaded erroneously",
    )
    # settings.c, check_if_layer_is_in_list.
    PLACEHOLDERS_NOT_LISTED = ReleaseRange(
        (1, 3, 302),
        message(
            "off entries do not replace layers in lists, and comparing them no longer "
            "crashes the loader"
        ),
        began=(
            "Make vkEnumInstExtProps return VK_INCOMPLETE correctly; Redo logic of "
            "check_if_layer_is_in_list()"
        ),
    )
    # cJSON.c, cJSON_GetObjectItem.
    ARRAYS_SEARCHED = ReleaseRange(
        (1, 3, 302),
        message("looking up a key in an array no longer crashes the loader"),
        began="cjson: add NULL check prior to strcmp",
    )
    ARRAYS_ANSWER = ReleaseRange(
        (1, 3, 302),
        message("looking up a key in an array returns the array's first element"),
        (1, 3, 302),
        began="cjson: add NULL check prior to strcmp",
        ended="Update cJSON to latest version",
    )
    EMPTY_MANIFEST_NOTICED = ReleaseRange(
        (1, 3, 302),
        message(
            "a settings file entry whose manifest does not contain a layer has no effect "
            "on other entries"
        ),
        began="Redo logic of check_if_layer_is_in_list()",
    )
    FIRST_SECTION = ReleaseRange(
        (1, 4, 303),
        message("the first section that matches a program is used (previously: the last section)"),
        began="Refactor get_loader_settings to not allocate app_keys",
    )
    OFF_BEFORE_THE_SAME = ReleaseRange(
        (1, 4, 326),
        message("an off entry before an entry with the same name no longer crashes the loader"),
        began="Add null check before strcmp",
    )
    # update_meta_layer_extensions_from_component_layers.
    META_MERGED_IN_ORDER = ReleaseRange(
        (1, 3, 251),
        message(
            "a meta-layer does not get the extensions of a nested meta-layer that is "
            "later in the list"
        ),
        began="Separate meta layer verification & update logic",
    )
    # verify_meta_layer_component_layers.
    META_CIRCLE_OF_TWO = ReleaseRange(
        (1, 4, 303),
        message(
            "two meta-layers that include each other are rejected; longer cycles are not detected"
        ),
        (1, 4, 303),
        began="Detect when recursive meta-layer's are present",
        ended="Verify meta layers aren't recursive to any depth",
    )
    META_VISITED = ReleaseRange(
        (1, 4, 304),
        message("cyclic meta-layers are rejected (previously: stack overflow)"),
        began="Verify meta layers aren't recursive to any depth",
    )
    # cJSON 1.7.18; before it a release of 2013.
    NEW_JSON = ReleaseRange(
        (1, 4, 303),
        message(
            "JSON keys are case-insensitive, layers with overlong values are dropped, and "
            "a BOM is accepted"
        ),
        began="Update cJSON to latest version",
    )
    # loader_read_layer_json.
    ENABLE_TEXT_CRASHES = ReleaseRange(
        (1, 3, 251),
        message("an enable_environment list that starts with a string crashes the loader"),
        (1, 4, 303),
        began="Refactor to not use fixed length strings",
        ended="Check enable_environment for NULL before copying",
    )
    # settings.c, get_loader_settings.
    SETTINGS_WALK_ON = ReleaseRange(
        (1, 4, 303),
        message("top-level JSON members after “settings” are treated as additional sections"),
        began="Fix O(n^2) json parsing by not using cJSON_GetArrayItem",
    )
    EVERY_SECTION_IN_FORCE = ReleaseRange(
        (1, 4, 309),
        message("every section of the settings file takes effect, even an empty section"),
        (1, 4, 322),
        began="Allow settings with only debug logging to work",
        ended="Add device and drivers fields to settings file",
    )
    # is_linux_sort_enabled, terminator_CreateInstance.
    SORTED_FOR_1_1 = ReleaseRange(
        (1, 4, 314),
        message(
            "devices are sorted for every Vulkan 1.1 program, regardless of what the drivers "
            "support"
        ),
        began="Refactor instance extension checks into single function",
    )
    SETTINGS_BY_CONTENT = ReleaseRange(
        (1, 4, 323),
        message(
            "a settings file section takes effect only if it specifies layers, drivers, "
            "devices or log levels"
        ),
        began="Add device and drivers fields to settings file",
    )
    # settings.c, parse_additional_drivers, parse_device_configuration.
    ADDITIONAL_DRIVERS = ReleaseRange(
        (1, 4, 323),
        message(
            "additional_drivers, additional_drivers_use_exclusively and "
            "device_configurations of the settings file are read"
        ),
        began="Add device and drivers fields to settings file",
    )
    SECTION_HIDES_LAYERS = ReleaseRange(
        (1, 4, 309),
        message("an active section without layers hides all layers"),
        (1, 4, 335),
        began="Allow settings with only debug logging to work",
        ended="Fix devices in the settings file removing layers",
    )
    EMPTY_LISTS_IGNORED = ReleaseRange(
        (1, 4, 323),
        message("an empty list of layers or device configurations does not activate a section"),
        (1, 4, 335),
        began="Add device and drivers fields to settings file",
        ended="Fix devices in the settings file removing layers",
    )
    # settings.c, get_unix_settings_path.
    SETTINGS_XDG_DIRS = ReleaseRange(
        (1, 4, 324),
        message(
            "the settings file is searched for in the XDG folders (previously: in three "
            "fixed folders)"
        ),
        began="loader settings unix search path follows driver/layer searching",
    )
    DRIVER_ARCH_PREFIX = ReleaseRange(
        (1, 4, 319),
        message(
            "only the first two characters of a driver's library_arch are compared "
            "(previously: all of them)"
        ),
        began="strncmp length correction",
    )
    LAST_DEVICE_DECIDES = ReleaseRange(
        (1, 4, 325),
        message(
            "malformed device configurations become all-zero entries at the end of the "
            "list; a malformed last entry makes the whole list invalid"
        ),
        (1, 4, 357),
        began="Fix invalid settings configuration parsing errors",
        ended="skip malformed entries in parse_device_configurations",
    )
    # loader_apply_settings_device_configurations.
    NO_DEVICE_FAILS = ReleaseRange(
        (1, 4, 325),
        message(
            "if no configured device is present, device enumeration fails (previously: it "
            "succeeded with an empty list)"
        ),
        began="Log when device configurations removes VkPhysicalDevices",
    )
    DEVICE_DRIVER_REQUIRED = ReleaseRange(
        (1, 4, 329),
        message("a device configuration must specify driverUUID and driverVersion"),
        began="Add driverUUID and driverVersion to settings file device configuration parameters",
    )
    MALFORMED_DEVICES_KEPT = ReleaseRange(
        (1, 4, 336),
        message("malformed device configurations do not deactivate a section"),
        began="Fix devices in the settings file removing layers",
    )
    # loader_filter_enumerated_physical_device.
    ID_FILTERS = ReleaseRange(
        (1, 4, 326),
        message(
            "VK_LOADER_DEVICE_ID_FILTER, VK_LOADER_VENDOR_ID_FILTER and "
            "VK_LOADER_DRIVER_ID_FILTER are read"
        ),
        began=(
            "loader: make it possible to filter the physical devices by vendor, "
            "device and / or driver id"
        ),
    )
    # loader_environment.c, parse_id_filter_environment_var.
    SIXTEEN_IDS = ReleaseRange(
        (1, 4, 353),
        message(
            "an ID filter uses only its first 16 ranges (previously: additional ranges "
            "were written past the end of the list)"
        ),
        (1, 4, 360),
        began="loader: Fix missing bounds check in parse_id_filter_environment_var",
        ended="in Chromium's build of 1.4.364",
    )
    # loader_add_implicit_layers: strstr on the whole value.
    INSTANCE_LAYERS_PLACE = ReleaseRange(
        (1, 4, 326),
        message("VK_INSTANCE_LAYERS also determines the position of implicit layers"),
        began="Allow VK_INSTANCE_LAYERS to order implicit layers",
    )
    TYPE_OPTIONAL = ReleaseRange(
        (1, 4, 303),
        message("a layer without a type is listed by name as an implicit layer"),
        (1, 4, 332),
        began="Refactor manifest parsing to use less allocations",
        ended='Stop layers with an invalid "type" field from being added',
    )
    SETTINGS_SLASH_TWICE = ReleaseRange(
        (1, 4, 333),
        message("the settings file's path contains a double slash"),
        began="loader: Use VULKAN_DIR macro in pathes",
    )
    # settings.c, combine_settings_layers_with_regular_layers.
    SETTINGS_BY_NAME = ReleaseRange(
        (1, 4, 337),
        message(
            "an installed layer is skipped if the settings file lists its name "
            "(previously: if it listed its library)"
        ),
        began="Fix duplicate layer output with the settings file",
    )
    # loader_scan_for_layers.
    DUPLICATES_REMOVED = ReleaseRange(
        (1, 4, 340),
        message("a second layer with the same name is removed from the list"),
        began="Remove duplicates from vkEnumerateInstanceLayerProperties",
    )
    SETTINGS_SEVERAL_LAYERS = ReleaseRange(
        (1, 4, 347),
        message("the settings file may list several layers from one manifest"),
        began="fix: handle multi-layer setting additions and fix settings equality checks",
    )
    HALF_READ_LAYERS = ReleaseRange(
        (1, 4, 303),
        message(
            "a layer without api_version or implementation_version is listed with the "
            "keys that were read before the error"
        ),
        (1, 4, 356),
        began="Refactor manifest parsing to use less allocations",
        ended="skip layers missing api_version or implementation_version",
    )
    # trampoline.c, vkCreateInstance.
    REQUESTS_LOGGED = ReleaseRange(
        (1, 4, 354),
        message("the log shows what a program passes to vkCreateInstance"),
        began="loader: Log VkInstanceCreateInfo for debugging",
    )
    # loader_remove_layers_not_in_implicit_meta_layers.
    ALL_COMPONENTS_KEPT = ReleaseRange(
        (1, 4, 356),
        message(
            "calls before vkCreateInstance include every explicit component of a "
            "meta-layer (previously: they ignored components listed after a nested "
            "meta-layer)"
        ),
        began="Remove support for meta layers enabling other meta layers",
    )
    # loader_add_meta_layer.
    CIRCLES_LEFT = ReleaseRange(
        (1, 4, 357),
        message(
            "cyclic meta-layers in the settings file do not cause endless recursion "
            "(previously: stack overflow)"
        ),
        began="break cyclic meta-layer recursion in loader_add_meta_layer",
    )
    MALFORMED_DEVICES_SKIPPED = ReleaseRange(
        (1, 4, 358),
        message("a malformed device configuration is skipped"),
        began="skip malformed entries in parse_device_configurations",
    )
    # loader_environment.c, parse_generic_filter_environment_var.
    PATTERNS_CUT = ReleaseRange(
        (1, 4, 354),
        message(
            "only the first 255 bytes of a longer pattern are compared (previously: such "
            "a pattern matched nothing)"
        ),
        began="loader: Match select/disable filters on full name",
    )
    # atoi; later strtoul and, of VK_LOADER_DISABLE_INST_EXT_FILTER, strtol.
    SIGNED_NUMBERS = ReleaseRange(
        (1, 0, 3),
        message(
            "numbers in strings are read as signed 64-bit values and truncated to 32 "
            "bits: overflow gives -1, underflow gives 0"
        ),
        (1, 4, 360),
        ended="Add clang-tidy to CI, fix findings, merge lint workflows",
    )
    # loader_environment.c, determine_filter_type.
    ONLY_IN_BUNDLE = ReleaseRange(
        (1, 4, 361),
        message("VK_LOADER_SEARCH_ONLY_IN_BUNDLE limits the search to the bundle (macOS)"),
        began="Add macOS/iOS env-var VK_LOADER_SEARCH_ONLY_IN_BUNDLE",
        platform=Platform.MACOS,
    )
    SHORT_GLOBS = ReleaseRange(
        (1, 4, 359),
        message("“**” and patterns such as “a*” work as wildcards"),
        began="fix whole-wildcard and short prefix globs in determine_filter_type",
    )
    # settings.c, get_settings_layers.
    SETTINGS_PATH_JSON = ReleaseRange(
        (1, 4, 360),
        message("layer paths in the settings file must end in .json"),
        began='Make layer manifest paths in settings file end in ".json"',
    )
    FILES_ONCE = ReleaseRange(
        (1, 4, 361),
        message("a manifest that is found twice is read only once"),
        began="in Chromium's build of 1.4.364",
    )
    DRIVER_ID_THROUGH_LAYERS = ReleaseRange(
        (1, 4, 361),
        message(
            "for VK_LOADER_DRIVER_ID_FILTER, devices are queried through the layers "
            "(previously: directly from the driver)"
        ),
        began="in Chromium's build of 1.4.364",
    )
    FAILED_LAYERS_UNLISTED = ReleaseRange(
        (1, 4, 361),
        message("a layer that failed to load is not listed among the device's layers"),
        began="in Chromium's build of 1.4.364",
    )
    CONFIGURED_GROUPS = ReleaseRange(
        (1, 4, 361),
        message("device configurations also apply to device groups"),
        began="loader: apply settings device configurations to device groups",
    )
