"""Search order of a loader: variables, folders of the system and of an override.

What differs between operating systems comes from loader/platforms.

Source: LoaderDriverInterface "Linux Driver Discovery", LoaderLayerInterface "Linux Layer Discovery"
and "Overriding the Explicit Layers Discovery"; loader.c, read_data_files_in_search_paths,
copy_data_file_info.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import (
    CONFIG_HOME,
    DATA_HOME,
    BaseFolders,
    BuiltIn,
    ManifestType,
    PlatformRules,
    get_platform_rules,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

# settings.c, get_unix_settings_path: both homes first, other than for manifests.
SETTINGS_NAME = "vk_loader_settings.json"
SETTINGS_HOMES: tuple[BaseFolders, ...] = (CONFIG_HOME, DATA_HOME)

BUILT_IN_SOURCE = "built in"
APP_PACKAGE = "app package"
BUNDLE_SOURCE = "bundle"
SERVICE_SOURCE = "loader service"
ONLY_IN_BUNDLE_VARIABLE = "VK_LOADER_SEARCH_ONLY_IN_BUNDLE"
OVERRIDE_SOURCE = "override"
_HOME_VARIABLES = ("HOME", DATA_HOME.variable)


class Variables(NamedTuple):
    """Variables that control the search of one manifest type.

    Attributes:
        replacing_variables: the first defined one, even if empty, replaces the whole search.
        adding_variable: its entries are searched before the system folders.
        folder_suffix: appended to base folders.
    """

    replacing_variables: tuple[tuple[str, Gate | None], ...]
    adding_variable: tuple[str, Gate]
    folder_suffix: str


VARIABLES_BY_MANIFEST_TYPE = {
    ManifestType.DRIVER: Variables(
        (("VK_DRIVER_FILES", Gate.ADD_VARIABLES), ("VK_ICD_FILENAMES", None)),
        ("VK_ADD_DRIVER_FILES", Gate.ADD_VARIABLES),
        "vulkan/icd.d",
    ),
    ManifestType.EXPLICIT: Variables(
        (("VK_LAYER_PATH", None),),
        ("VK_ADD_LAYER_PATH", Gate.ADD_VARIABLES),
        "vulkan/explicit_layer.d",
    ),
    ManifestType.IMPLICIT: Variables(
        (("VK_IMPLICIT_LAYER_PATH", Gate.IMPLICIT_LAYER_PATH),),
        ("VK_ADD_IMPLICIT_LAYER_PATH", Gate.IMPLICIT_LAYER_PATH),
        "vulkan/implicit_layer.d",
    ),
}


# Variables that the loader splits at the path separator.
LIST_VARIABLES = frozenset(
    {
        "VK_INSTANCE_LAYERS",
        "VK_DEVICE_LAYERS",
        *(
            name
            for variable in VARIABLES_BY_MANIFEST_TYPE.values()
            for name, _gate in (*variable.replacing_variables, variable.adding_variable)
        ),
    }
)


class SearchPath(NamedTuple):
    """One search path: a folder, or a file if it ends in .json.

    Attributes:
        source: its origin: a variable, "HOME", "override", "bundle", "loader service",
            "app package", "built in" or a registry key.
        is_registered: it comes from the registry.
    """

    path: str
    source: str
    is_registered: bool = False


def is_json(path: str) -> bool:
    """Return whether the loader takes a name for that of a manifest: it ends in .json."""
    # Lower case only: x.JSON is ignored, a file named .json is not.
    return path.endswith(".json")


def find_search_paths(
    host: Host,
    profile: LoaderProfile,
    kind: ManifestType,
    override_paths: Sequence[str] = (),
    ignore_variables: bool = False,
) -> tuple[SearchPath, ...]:
    """Return the folders and files that the loader searches for manifests, in order.

    Args:
        host: the machine that is searched.
        profile: the loader that searches.
        kind: what is searched for: drivers, explicit or implicit layers.
        override_paths: those of the active override, which replace all others.
        ignore_variables: whether the settings file configures devices.
    """
    search_paths = _list_written_paths(host, profile, kind, override_paths, ignore_variables)
    facts = host.windows
    if facts is None:
        return search_paths
    # What is registered is changed where it is read.
    return tuple(
        search_path
        if search_path.is_registered or search_path.source == APP_PACKAGE
        else search_path._replace(
            path=facts.recode_utf_8_path(search_path.path)
            if search_path.source == OVERRIDE_SOURCE
            else facts.decode_variable_path(search_path.path)
        )
        for search_path in search_paths
    )


def _list_written_paths(
    host: Host,
    profile: LoaderProfile,
    kind: ManifestType,
    override_paths: Sequence[str],
    ignore_variables: bool,
) -> tuple[SearchPath, ...]:
    """Return the search paths as variables, overrides and defaults name them.

    Args:
        host: the machine that is searched.
        profile: the loader that searches.
        kind: what is searched for: drivers, explicit or implicit layers.
        override_paths: those of the active override, which replace all others.
        ignore_variables: whether the settings file configures devices.
    """
    # loader.c, read_data_files_in_search_paths.
    rules = get_platform_rules(host.platform)
    search_paths: list[SearchPath] = []
    drops_duplicates = profile.has(Gate.PATHS_ONCE)
    variables = VARIABLES_BY_MANIFEST_TYPE[kind]
    name, gate = variables.adding_variable
    added_folders = (host.secure_getenv(name) or "") if profile.has(gate) else ""
    searched_last = added_folders if profile.has(Gate.ADDED_BEHIND) else ""
    if override_paths:
        # Takes precedence over VK_LAYER_PATH, which is ignored with a message.
        slash = rules.paths.slash if profile.has(Gate.OVERRIDE_PATHS_END_IN_SLASH) else ""
        for value in override_paths:
            _add_entries(search_paths, rules, value, OVERRIDE_SOURCE, ending=slash)
        _add_entries(search_paths, rules, searched_last, name)
        return _drop_duplicates(search_paths, drops_duplicates)
    if not ignore_variables:
        replacing = find_replacing_variable(host, profile, kind)
        if replacing is not None:
            # Defined but empty: nothing is searched.
            value = _halve_slashes(host.secure_getenv(replacing) or "", rules, profile)
            if drops_duplicates and not profile.has(Gate.EMPTY_PATHS_DROPPED):
                # Joined as text: an empty entry in front of what is added counts, too.
                variable_entries = rules.split_list(value)
                all_entries = rules.separator.join((value, *rules.split_list(searched_last)))
                paths = _compare_as_written(all_entries, rules.separator)
                return tuple(
                    SearchPath(entry, replacing if entry in variable_entries else name)
                    for entry in paths
                )
            _add_entries(search_paths, rules, value, replacing)
            return _drop_duplicates(search_paths, drops_duplicates)
        _add_entries(search_paths, rules, added_folders, name)
    _add_entries(search_paths, rules, _find_app_package(host, profile, kind), APP_PACKAGE)
    search_paths += _list_in_base_folders(host, profile, variables.folder_suffix)
    if kind is ManifestType.DRIVER and rules.manifest_service:
        search_paths.append(SearchPath(rules.manifest_service, SERVICE_SOURCE))
    return (
        *_drop_duplicates(search_paths, drops_duplicates),
        *_list_registered(host, profile, kind),
    )


def _list_in_base_folders(host: Host, profile: LoaderProfile, suffix: str) -> list[SearchPath]:
    """Return the default search paths: a suffix below each base folder."""
    rules = get_platform_rules(host.platform)
    slash = rules.paths.slash
    files_too = not profile.has(Gate.ENTRIES_BY_KIND)
    with_slash = profile.has(Gate.SUFFIX_WITH_SLASH)
    search_paths: list[SearchPath] = []
    for value, source in base_folders(host, profile):
        if source in _HOME_VARIABLES and profile.has(Gate.FIRST_OF_HOME):
            first_folder = f"{value}{slash}{suffix}".partition(rules.separator)[0]
            search_paths += [SearchPath(first_folder, source)] if first_folder else []
            continue
        paths: list[SearchPath] = []
        _add_entries(paths, rules, value, source, suffix, files_too, with_slash=with_slash)
        search_paths += [
            search_path._replace(path=_halve_slashes(search_path.path, rules, profile))
            for search_path in paths
        ]
    return search_paths


def _halve_slashes(paths: str, rules: PlatformRules, profile: LoaderProfile) -> str:
    """Return paths with each pair of slashes as one, as some releases read them."""
    slash = rules.paths.slash
    return paths.replace(slash * 2, slash) if profile.has(Gate.SLASHES_HALVED) else paths


def _find_app_package(host: Host, profile: LoaderProfile, kind: ManifestType) -> str:
    """Return the manifest folder of Microsoft's compatibility pack if it is searched, else ""."""
    gate = Gate.APP_PACKAGE if kind is ManifestType.DRIVER else Gate.APP_PACKAGE_LAYERS
    if host.windows is None or kind is ManifestType.EXPLICIT or not profile.has(gate):
        return ""
    from vkconfig_py.loader.platforms.windows_search import find_compatibility_pack

    return find_compatibility_pack(host.windows)


def _list_registered(
    host: Host, profile: LoaderProfile, kind: ManifestType
) -> tuple[SearchPath, ...]:
    """Return the manifest paths in the Windows registry. Duplicates stay."""
    rules = get_platform_rules(host.platform)
    search_paths: list[SearchPath] = []
    if rules.has_registry:
        from vkconfig_py.loader.platforms.windows_search import find_opened_path, search_registry

        for entry in search_registry(host, profile, kind).listed:
            _add_entries(
                search_paths,
                rules,
                _halve_slashes(find_opened_path(host, entry), rules, profile),
                entry.location,
            )
    return tuple(path._replace(is_registered=True) for path in search_paths)


def find_registry_error(host: Host, profile: LoaderProfile, kind: ManifestType) -> str:
    """Return the error that every call returns if the registry names no manifest, else ""."""
    if not get_platform_rules(host.platform).has_registry:
        return ""
    if find_replacing_variable(host, profile, kind) is not None:
        return ""
    from vkconfig_py.loader.platforms.windows_search import search_registry

    return search_registry(host, profile, kind).result


def find_replacing_variable(host: Host, profile: LoaderProfile, kind: ManifestType) -> str | None:
    """Return the first variable that is set of those that replace the search, or None."""
    # VK_DRIVER_FILES takes precedence over VK_ICD_FILENAMES, even if it is empty.
    if host.elevated and profile.has(Gate.IDS_HIDE_VARIABLES):
        return None
    for name, gate in VARIABLES_BY_MANIFEST_TYPE[kind].replacing_variables:
        if (gate is None or profile.has(gate)) and host.secure_getenv(name) is not None:
            return name
    return None


def names_files(source: str) -> bool:
    """Return whether a driver search path comes from a variable that lists manifest files."""
    return any(
        source == name
        for name, _ in VARIABLES_BY_MANIFEST_TYPE[ManifestType.DRIVER].replacing_variables
    )


def base_folders(host: Host, profile: LoaderProfile) -> list[tuple[str, str]]:
    """Return (folder, source) of each base folder of the search, such as XDG_DATA_DIRS.

    Unset ones are left out.
    """
    # loader.c, read_data_files_in_search_paths.
    rules = get_platform_rules(host.platform)
    base_folders = rules.list_base_folders(profile)
    if profile.has(Gate.ONLY_IN_BUNDLE) and host.secure_getenv(ONLY_IN_BUNDLE_VARIABLE) is not None:
        # Read on systems with bundles alone; an empty value counts.
        base_folders = (
            tuple(base_folder for base_folder in base_folders if base_folder is BuiltIn.BUNDLE)
            if rules.has_bundles
            else base_folders
        )
    values: list[tuple[str, str]] = []
    is_root = profile.has(Gate.FIRST_OF_HOME)  # an empty home
    empty_counts = is_root or profile.has(Gate.EMPTY_DATA_HOME)
    for base_folder in base_folders:
        if isinstance(base_folder, BuiltIn):
            source = BUNDLE_SOURCE if base_folder is BuiltIn.BUNDLE else BUILT_IN_SOURCE
            values.append((rules.find_built_in_folder(base_folder, host, profile), source))
            if base_folder is BuiltIn.EXTRA_SYSCONFDIR:
                values.append((host.patched_folders, BUILT_IN_SOURCE))
        elif (base_folder.gate is None or profile.has(base_folder.gate)) and not (
            base_folder.below_home and host.elevated and profile.has(Gate.IDS_HIDE_HOMES)
        ):
            values.append(read_place_folders(host, base_folder, empty_counts))
    return [
        (value, source)
        for value, source in values
        if value or (source == DATA_HOME.variable and is_root)
    ]


def read_place_folders(
    host: Host, base_folder: BaseFolders, empty_counts: bool = False
) -> tuple[str, str]:
    """Return the folders in a variable, or their documented default, and the source.

    With `empty_counts`, an empty home variable is used as is, not replaced by its default.
    """
    value = host.secure_getenv(base_folder.variable)
    if value or (empty_counts and base_folder.below_home and value is not None):
        return value, base_folder.variable
    if base_folder.below_home:
        # loader_secure_getenv: an elevated process has no folders below HOME.
        home = host.secure_getenv("HOME")
        return ("", "") if home is None else (home + base_folder.below_home, "HOME")
    return host.add_prefix(base_folder.fallback) if base_folder.fallback else "", BUILT_IN_SOURCE


def _add_entries(
    search_paths: list[SearchPath],
    rules: PlatformRules,
    value: str,
    source: str,
    suffix: str = "",
    files_too: bool = True,
    ending: str = "",
    with_slash: bool = False,
) -> None:
    """Add the entries of a path list to the search paths.

    Args:
        search_paths: gets them.
        rules: of the platform.
        value: the list.
        source: where it comes from.
        suffix: added to each folder.
        files_too: an entry that ends in .json gets no suffix.
        ending: added behind the suffix.
        with_slash: put a slash before the suffix whatever is there.
    """
    # XDG_CONFIG_HOME and XDG_DATA_HOME are split, too; nothing is trimmed, and "~" is no home.
    for entry in value.split(rules.separator):
        if not entry:
            continue
        path = entry
        # What ends in .json is a file, even in a list of base folders.
        if suffix and not (files_too and is_json(entry)):
            has_separator = entry.endswith(rules.paths.slash) and not with_slash
            slash = "" if has_separator else rules.paths.slash
            path = f"{entry}{slash}{suffix}"
        if ending and not path.endswith(ending):
            path += ending
        search_paths.append(SearchPath(path, source))


def _compare_as_written(value: str, separator: str) -> list[str]:
    """Return a list's entries without duplicates, as releases that keep empty ones compare.

    An entry after an empty one is compared including its separator, and so never matches.
    """
    first = 0
    while first < len(value):
        if value[first] == separator:
            value = value[:first] + value[first + 1 :]
            continue
        end = _find_entry_end(value, first, separator)
        second = end + 1
        while second < len(value):
            second_end = _find_entry_end(value, second, separator)
            if value[second:second_end] == value[first:end]:
                value = value[:second] + value[second_end + 1 :]
            else:
                second = second_end + 1
        first = end + 1
    return [entry for entry in value.split(separator) if entry]


def _find_entry_end(value: str, start: int, separator: str) -> int:
    """Return the offset of the next separator, or the end of the list."""
    end = value.find(separator, start + 1)
    return len(value) if end < 0 else end


def _drop_duplicates(
    search_paths: Sequence[SearchPath], drops_duplicates: bool
) -> tuple[SearchPath, ...]:
    """Return the search paths, and of identical ones the first if the release drops them."""
    if not drops_duplicates:
        return tuple(search_paths)
    # Compared with its suffix: "/x" and "/x/" are one base folder, and two entries of a search
    # variable.
    first_by_path = {search_path.path: search_path for search_path in reversed(search_paths)}
    return tuple(
        search_path
        for search_path in search_paths
        if first_by_path[search_path.path] is search_path
    )
