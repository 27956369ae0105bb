"""Turns manifest files into entries, the list of layers and the chain.

Follows loader.c, loader_scan_for_layers, loader_icd_scan and loader_create_instance_chain, step by
step in their order; `api.discover` calls these functions. Only ManifestScan reads files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.files.library_search import LibraryCheck
from vkconfig_py.loader.files.scan import Folder, Scanner, list_files
from vkconfig_py.loader.files.search_paths import (
    SearchPath,
    find_registry_error,
    find_search_paths,
    is_json,
    names_files,
)
from vkconfig_py.loader.manifests.driver import DriverManifest, lacks_version, parse_driver_file
from vkconfig_py.loader.manifests.layer import (
    DEVICE_TYPE,
    INSTANCE_TYPE,
    NO_LAYERS,
    OVERRIDE_NAME,
    LayerFile,
    LayerManifest,
    parse_layer_file,
)
from vkconfig_py.loader.manifests.reader import Dialect, Extension, Failure
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, is_valid_name
from vkconfig_py.loader.rules.activation import ActivationInputs, LayerFilters, Switch
from vkconfig_py.loader.rules.loader_report import (
    Entry,
    ManifestSearch,
    decide_refused_library,
    find_first_named,
)
from vkconfig_py.loader.rules.meta_layers import (
    VerifiedEntries,
    raise_recursion_limit,
    remove_blocked_layers,
    remove_invalid_metas,
)
from vkconfig_py.loader.rules.ordering import (
    INSTANCE_LAYERS_VARIABLE,
    Chain,
    ChainWriter,
    LayerRequest,
    WrittenLayer,
    load_chain,
    remove_duplicates,
)
from vkconfig_py.loader.rules.settings_layers import combine_layers
from vkconfig_py.loader.settings_file import Control, LoaderSettings, prepend_settings_drivers

_EMPTY_MANIFEST = LayerManifest("", "", False, api_version=(0, 0, 0), implementation_version=0)


class ManifestListing(NamedTuple):
    """Search paths of one type of manifest, and the files found."""

    search_paths: tuple[SearchPath, ...]
    folders: tuple[Folder, ...]
    search: ManifestSearch


NOTHING_SEARCHED = ManifestListing((), (), ManifestSearch((), (), ()))


class ManifestScan:
    """Reads the manifests of one host for one loader.

    Attributes:
        ended_by: manifest after which the loader stops reading layers, or "".
        registry_result: what every call fails with because no driver is registered, or "".
    """

    def __init__(
        self, host: Host, profile: LoaderProfile, dialect: Dialect, scanner: Scanner
    ) -> None:
        self._host = host
        self._profile = profile
        self._dialect = dialect
        self._scanner = scanner
        self.ended_by = ""
        self.hidden_drivers: tuple[str, ...] = ()
        self.registry_result = ""

    @property
    def _reads_path_once(self) -> bool:
        """Return whether the loader reads a manifest only once that two search paths list."""
        return self._profile.has(Gate.FILES_ONCE) or self._profile.has(Gate.NAMES_READ_ONCE)

    def read_layers(
        self, kind: ManifestType, override_paths: Sequence[str] = ()
    ) -> tuple[ManifestListing, list[Entry]]:
        """Return the layers of a kind (implicit or explicit) in scan order, broken ones included.

        If a file ends the search, later layers are read anyway and marked as not reached.
        """
        # loader.c, loader_scan_for_layers.
        listing = self._search_manifests(kind, override_paths)
        # Implicit or explicit depends on the folder of a manifest, never on its content.
        is_implicit = kind is ManifestType.IMPLICIT
        entries = []
        ended_by = self.ended_by
        # Before 1.4.361 a manifest that is found twice is read twice.
        for file in listing.search.files:
            document = self._scanner.read_document(file)
            layer_file = parse_layer_file(file, document, is_implicit, self._dialect)
            # A file without layers gets an entry, too, so that users find it in the list.
            for parsed_layer in layer_file.entries or (NO_LAYERS,):
                entry = Entry(file, is_implicit, parsed_layer)
                if ended_by:
                    entry.decide(Outcome.SKIPPED, Reason.NOT_REACHED, ended_by, ended_by)
                entries.append(entry)
            if not ended_by and self._ends_search(layer_file, entries[-1]):
                ended_by = file
                if not self._ends_kind_search(entries[-1]):
                    self.ended_by = file
        return listing, entries

    def _ends_kind_search(self, entry: Entry) -> bool:
        """Return whether an invalid manifest ends the search for layers of its own kind only."""
        failure = entry.failure
        is_invalid = failure is not None and failure.reason is Reason.ENDS_SEARCH
        return is_invalid and self._profile.has(Gate.INVALID_ENDS_ITS_KIND)

    def read_as_implicit(self, files: Sequence[str]) -> list[Entry]:
        """Return the layers of explicit manifests as a loader reads implicit ones."""
        return [
            Entry(file, True, entry)
            for file in files
            for entry in parse_layer_file(
                file, self._scanner.read_document(file), True, self._dialect
            ).entries
        ]

    def read_drivers(
        self, settings: LoaderSettings
    ) -> tuple[ManifestListing, list[tuple[str, DriverManifest | Failure]]]:
        """Return the driver manifests in scan order, those of the settings file first."""
        # With active device_configurations the variables for drivers are not read.
        listing = self._search_manifests(
            ManifestType.DRIVER, (), settings.device_configurations is not None
        )
        if not listing.search.files:
            self.registry_result = find_registry_error(
                self._host, self._profile, ManifestType.DRIVER
            )
        # additional_drivers come first; with additional_drivers_use_exclusively they are all.
        files = prepend_settings_drivers(settings, listing.search.files)
        self.hidden_drivers = tuple(x for x in listing.search.files if x not in set(files))
        # Compared as strings: two paths of one file are two files.
        if self._reads_path_once:
            files = tuple(dict.fromkeys(files))
        listing = listing._replace(search=listing.search._replace(files=files))
        parsed = [
            (file, parse_driver_file(file, self._scanner.read_document(file), self._dialect))
            for file in files
        ]
        if self._profile.has(Gate.DRIVER_SEARCH_ENDS):
            parsed = _cut_at_invalid_manifest(parsed)
        if self._profile.has(Gate.FORMAT_VERSION_ENDS_DRIVERS):
            parsed = _cut_at_unversioned_manifest(parsed)
        return listing, parsed

    def _search_manifests(
        self, kind: ManifestType, override_paths: Sequence[str], ignore_variables: bool = False
    ) -> ManifestListing:
        """List the manifests in all search paths of a kind.

        `override_paths`: those of the active override, which replace all others.
        `ignore_variables`: whether the settings file configures devices.
        """
        # Every type has its variables and folders; override_paths replace those of explicit layers.
        paths = find_search_paths(self._host, self._profile, kind, override_paths, ignore_variables)
        searched_paths = paths
        if kind is ManifestType.DRIVER and self._profile.has(Gate.DRIVER_NAMES_SEARCHED):
            searched_paths = tuple(self._find_by_name(path, paths[0]) for path in paths)
        folders = tuple(self._search_path(kind, path) for path in searched_paths)
        search = ManifestSearch(
            tuple(path.path for path in paths),
            list_files(folders, self._reads_path_once),
            tuple(path.source for path in paths),
        )
        return ManifestListing(paths, folders, search)

    def _find_by_name(self, search_path: SearchPath, first_path: SearchPath) -> SearchPath:
        """Return the path of a driver manifest, in the first folder if it is named without one."""
        # loader_get_fullpath.
        path = f"{first_path.path}/{search_path.path}"
        if (
            "/" in search_path.path
            or not names_files(search_path.source)
            or not self._scanner.exists(path)
        ):
            return search_path
        return search_path._replace(path=path)

    def _search_path(self, kind: ManifestType, search_path: SearchPath) -> Folder:
        """List the manifests in a search path, on Windows in the code page of the loader."""
        windows = self._host.windows
        if windows is None or is_json(search_path.path):
            return self._list_path(kind, search_path)
        folder = self._list_path(
            kind, search_path._replace(path=windows.map_folder(search_path.path))
        )
        files = tuple(map(windows.recode_code_page_path, folder.files))
        return folder._replace(path=search_path.path, files=files)

    def _list_path(self, kind: ManifestType, search_path: SearchPath) -> Folder:
        """List the manifests in a search path as a file or folder, by the rules of the release."""
        if not self._profile.has(Gate.ENTRIES_BY_KIND):
            return self._scanner.list_folder(search_path.path)
        if search_path.is_registered or (
            kind is ManifestType.DRIVER and names_files(search_path.source)
        ):
            return self._scanner.list_as_file(search_path.path)
        return self._scanner.list_as_folder(search_path.path)

    def _ends_search(self, file: LayerFile, last_entry: Entry) -> bool:
        """Return whether the loader stops reading layers after this file."""
        if last_entry.failure is not None:
            # Every loader skips a file that cannot be opened and continues the search.
            if last_entry.failure.reason in (Reason.ENDS_SEARCH, Reason.UNREADABLE):
                return last_entry.failure.reason is Reason.ENDS_SEARCH
            is_broken = file.has_last_failed or not file.entries
        else:
            if last_entry.layer.ends_search:
                return True
            is_broken = file.has_last_failed or last_entry.layer.is_broken
        if self._profile.has(Gate.ANY_FAILURE_ENDS_SEARCH):
            return is_broken
        return is_broken and last_entry.implicit and self._profile.has(Gate.FAILURE_ENDS_SEARCH)


def select_scanned_entries(entries: Sequence[Entry]) -> tuple[list[Entry], bool]:
    """Return what is read by a scan that goes on after bad layers, and whether a file ended it."""
    scanned_entries: list[Entry] = []
    ended_by = ""
    for entry in entries:
        if ended_by and entry.file != ended_by:
            break
        if entry.manifest is not None:
            scanned_entries.append(entry)
            ended_by = entry.file if entry.layer.ends_search else ""
        elif entry.failure is not None and entry.failure.reason is Reason.ENDS_SEARCH:
            return scanned_entries, True
    return scanned_entries, bool(ended_by)


def _cut_at_invalid_manifest(
    drivers: list[tuple[str, DriverManifest | Failure]],
) -> list[tuple[str, DriverManifest | Failure]]:
    """Return the drivers, where an invalid file after a usable one ends the search.

    Invalid is a file that would abort every call; if one comes before any usable driver, it does,
    and nothing is cut. Files behind the one that ends the search were not reached.
    """
    has_usable = False
    for index, (file, parsed_manifest) in enumerate(drivers):
        if not isinstance(parsed_manifest, Failure):
            has_usable = True
        elif parsed_manifest.reason is Reason.ABORTS_ALL:
            if not has_usable:
                return drivers
            ending = parsed_manifest._replace(reason=Reason.ENDS_SEARCH, is_abort=False)
            unread_entries = [
                (name, Failure("", Reason.NOT_REACHED, file)) for name, _ in drivers[index + 1 :]
            ]
            return [*drivers[:index], (file, ending), *unread_entries]
    return drivers


def _cut_at_unversioned_manifest(
    drivers: list[tuple[str, DriverManifest | Failure]],
) -> list[tuple[str, DriverManifest | Failure]]:
    """Return the drivers, those behind a file without file_format_version as not reached."""
    for index, (file, parsed_manifest) in enumerate(drivers):
        if isinstance(parsed_manifest, Failure) and lacks_version(
            parsed_manifest.reason, parsed_manifest.detail
        ):
            rest = drivers[index + 1 :]
            unread_entries = [(name, Failure("", Reason.NOT_REACHED, file)) for name, _ in rest]
            return [*drivers[: index + 1], *unread_entries]
    return drivers


class AvailableLayers(NamedTuple):
    """The loader's list of layers.

    Attributes:
        entries: layers available to vkCreateInstance.
        override: first override of the list if a valid, enabled one exists; its components are
            enabled.
        blocked_names: names that the settings file disables; requesting one fails.
        listed_layers: layers that vkEnumerateInstanceLayerProperties returns.
        is_crashing: the loader crashes while it builds the list.
        is_incomplete: vkEnumerateInstanceLayerProperties returns VK_INCOMPLETE for any array size,
            since placeholders of the settings file are counted as layers.
        extensions: by meta-layer: its own extensions and those of its components.
        device_entries: layers available to vkCreateDevice, for a loader with Gate.DEVICE_LAYERS.
    """

    entries: list[Entry]
    override: Entry | None
    blocked_names: frozenset[str] = frozenset()
    listed_layers: tuple[LayerManifest, ...] = ()
    is_crashing: bool = False
    is_incomplete: bool = False
    extensions: Mapping[Entry, tuple[Extension, ...]] = MappingProxyType({})
    device_entries: Sequence[Entry] = ()

    def list_layer_extensions(
        self, profile: LoaderProfile
    ) -> dict[str, tuple[Extension, ...] | str]:
        """Return by layer name what the extension query returns: extensions, or a VkResult name."""
        is_last_used = profile.has(Gate.LAST_OF_A_NAME_OFFERS)
        return {
            entry.name: self._list_offered_extensions(entry)
            for entry in (self.entries if is_last_used else reversed(self.entries))
            if entry.name  # "" is the query without a layer name
        }

    def _list_offered_extensions(self, entry: Entry) -> tuple[Extension, ...] | str:
        """Return the extensions of a layer, or the VkResult name with which the query fails."""
        # vk_string_validate fails before any layer is looked up.
        if not is_valid_name(entry.name):
            return "VK_ERROR_EXTENSION_NOT_PRESENT"
        if entry.name in self.blocked_names:
            return ()  # the off entry of the settings file is found first, and offers nothing
        return self.extensions.get(entry, entry.layer.instance_extensions)


def list_layers(
    regular: Iterable[Entry],
    from_settings: list[Entry],
    settings: LoaderSettings,
    inputs: ActivationInputs,
    profile: LoaderProfile,
    passing: frozenset[Entry] = frozenset(),
) -> AvailableLayers:
    """Return the layers that the loader lists, merged with those of the settings file.

    Meta-layer checks, blacklist, filters and duplicates only apply to the regular layers.

    Args:
        regular: layers of the search.
        from_settings: layers of the settings file.
        settings: the settings file.
        inputs: variables and filters.
        profile: the loader.
        passing: layers that pass for an enabled override.
    """
    # The next five steps are in the order of loader_scan_for_layers; each gets the remaining
    # layers.
    usable_entries = [entry for entry in regular if entry.decision is None]
    if profile.has(Gate.LIBRARY_REQUIRED):
        verified_entries = VerifiedEntries(usable_entries, None, {})
    else:
        with raise_recursion_limit(usable_entries):
            verified_entries = remove_invalid_metas(usable_entries, inputs, profile, passing)
    # Before the filters: the verdict of a blocked layer names the override, even if a filter
    # matches.
    usable_entries = remove_blocked_layers(
        verified_entries.entries, verified_entries.override, profile
    )
    usable_entries = _apply_filters(usable_entries, inputs.filters)
    # After the filters: a hidden copy does not replace another.
    if profile.has(Gate.DUPLICATES_REMOVED):
        usable_entries = remove_duplicates(usable_entries)
    combined_entries, crashes = usable_entries, False
    if settings.layers is not None:
        combined_entries, crashes = combine_layers(
            from_settings, usable_entries, settings.file, profile
        )
        usable_entries = [entry for entry in combined_entries if entry.control != Control.UNORDERED]
    # Look-ups by name find the override that is in the list now.
    override = (
        find_first_named(usable_entries, OVERRIDE_NAME)
        if verified_entries.override is not None
        else None
    )
    listed_entries = [entry for entry in usable_entries if entry.manifest is not None]
    first_of_name = {entry.name: entry for entry in reversed(usable_entries)}
    # The first entry of a name decides, so a layer in front of its off entry is not blocked.
    blocked_names = frozenset(
        name for name, entry in first_of_name.items() if entry.manifest is None
    )
    override = override if override in listed_entries else None
    shown = tuple(entry.layer for entry in listed_entries)
    incomplete = False
    if settings.layers is not None and not profile.has(Gate.PLACEHOLDERS_NOT_LISTED):
        # The loop visits as many slots as there are layers; those of placeholders stay empty.
        shown_layers = [
            entry.layer
            for entry in combined_entries[: len(listed_entries)]
            if entry.manifest is not None
        ]
        shown = (
            *shown_layers,
            *(_EMPTY_MANIFEST for _ in range(len(listed_entries) - len(shown_layers))),
        )
        incomplete = len(combined_entries) > len(listed_entries)
    available = AvailableLayers(
        listed_entries,
        override,
        blocked_names,
        shown,
        crashes,
        incomplete,
        verified_entries.extensions,
    )
    if not profile.has(Gate.DEVICE_LAYERS):
        return available
    return _split_by_type(available, not profile.has(Gate.VALIDATION_UNLISTED))


def _split_by_type(available: AvailableLayers, is_whole_shown: bool) -> AvailableLayers:
    """Return the lists for instances and for devices. A GLOBAL layer is in both."""
    # loader_add_layer_properties.
    entries = available.entries
    listed_entries = [entry for entry in entries if entry.layer.type != DEVICE_TYPE]
    return available._replace(
        entries=listed_entries,
        listed_layers=tuple(
            entry.layer for entry in listed_entries if entry.file or is_whole_shown
        ),
        device_entries=[entry for entry in entries if entry.layer.type != INSTANCE_TYPE],
    )


def list_unchecked(entries: Sequence[Entry]) -> AvailableLayers:
    """Return the unchecked list of a loader that stopped at an invalid manifest."""
    # loader_scan_for_layers returns before it checks meta-layers, blacklist and filters.
    listed_entries = list(entries)
    return AvailableLayers(
        listed_entries, None, frozenset(), tuple(entry.layer for entry in listed_entries)
    )


def _apply_filters(entries: list[Entry], filters: LayerFilters) -> list[Entry]:
    """Return the layers that no filter removes, and decide the others as off."""
    if filters.are_empty:
        return entries
    kept = []
    for entry in entries:
        # loader_layer_is_available: neither the program nor VK_INSTANCE_LAYERS brings such a layer
        # back.
        token = filters.find_hiding_token(entry.name, entry.implicit)
        if token:
            entry.decide(Outcome.OFF, Reason.DISABLE_FILTER, token)
        else:
            kept.append(entry)
    return kept


def build_chains(
    available: AvailableLayers,
    inputs: ActivationInputs,
    requests: Sequence[LayerRequest],
    profile: LoaderProfile,
    check: LibraryCheck,
    with_settings: bool,
) -> tuple[Chain, ...]:
    """Return the chain of each request, and decide every entry of the lists.

    Args:
        available: the layers that the loader lists.
        inputs: variables and filters.
        requests: the layers that are requested, one for the instance and one for the device.
        profile: the loader.
        check: tells whether a library opens.
        with_settings: whether the list of the settings file is the order.
    """
    # loader.c, loader_enable_instance_layers, loader_enable_device_layers.
    if available.override is not None and not profile.has(Gate.OVERRIDE_ALONE):
        components = frozenset(available.override.layer.component_layers)
        # Only now: during the scan the override does not affect its components.
        inputs = inputs._replace(override_components=components)
    chains = []
    for request in requests:
        entries = available.device_entries if request.for_devices else available.entries
        is_override_only = available.override is not None and profile.has(Gate.OVERRIDE_ALONE)
        writer = ChainWriter(
            entries, inputs, request, profile, available.blocked_names, is_override_only
        )
        with raise_recursion_limit(entries):
            written_layers = writer.write(with_settings)
        chain = load_chain(written_layers, lambda entry: not _find_library_refusal(check, entry))
        # Libraries are checked here, after the order is known: each one once.
        chain = chain._replace(
            has_cycle=writer.loops,
            lacks_validation=writer.lacks_validation,
            active_entries=tuple(writer.active),
        )
        chains.append((entries, writer, chain))
    # What one chain loads is loaded, whatever another one does without.
    for _, _, chain in chains:
        for item in chain.loaded:
            _decide_loaded(item, available, check)
    for entries, writer, chain in chains:
        for item in chain.failed:
            _decide_failed(item.entry, check)
        _decide_remaining_layers(entries, writer, chain, check)
    return tuple(chain for _, _, chain in chains)


def _decide_loaded(item: WrittenLayer, available: AvailableLayers, check: LibraryCheck) -> None:
    """Decide a layer in the chain as loaded, or as unknown if only a running program can tell."""
    reason, detail = item.switch.reason, item.switch.detail
    file = ""
    if reason in (Reason.OVERRIDE_COMPONENT, Reason.META_COMPONENT):
        # An implicit layer that an override enabled does not record which one: it is the first.
        file = detail or (available.override.file if available.override is not None else "")
        detail = file
    state = _check_library(check, item.entry)
    # A probe can tell; files alone cannot.
    if state.reason == "unknown":
        item.entry.decide(Outcome.UNKNOWN, Reason.LIBRARY_UNKNOWN, state.path)
    else:
        item.entry.decide(Outcome.LOADS, reason, detail, file)


def _check_library(check: LibraryCheck, entry: Entry) -> LibraryState:
    """Return the state of a layer's library."""
    return check(entry.layer.library, entry.layer.functions.entry_points)


def _find_library_refusal(check: LibraryCheck, entry: Entry) -> str:
    """Return the LibraryState.reason for which a layer's library does not open, or ""."""
    state = _check_library(check, entry)
    # Only the running program determines which file ld.so(8) opens for a bare name.
    return "" if state.is_found or state.reason == "unknown" else state.reason


def _decide_failed(entry: Entry, check: LibraryCheck) -> None:
    """Decide a layer whose manifest or library the loader refuses."""
    if entry.layer.stopped_at:
        key_path = (*entry.layer.key_path, entry.layer.stopped_at)
        entry.decide(Outcome.SKIPPED, Reason.MISSING_KEY, entry.layer.stopped_at, key_path=key_path)
        return
    # loader_create_instance_chain leaves the layer out; in the list it stays.
    key_path = (*entry.layer.key_path, "library_path")
    outcome, reason, detail = decide_refused_library(
        _check_library(check, entry), entry.layer.library, Reason.LAYER_WITHOUT_ENTRY_POINT
    )
    entry.decide(outcome, reason, detail, key_path=key_path)


def _decide_remaining_layers(
    entries: Iterable[Entry], writer: ChainWriter, chain: Chain, check: LibraryCheck
) -> None:
    """Record for each listed layer outside the chain why it is not loaded."""
    loaded_entries = {item.entry.name: item.entry for item in chain.loaded}
    first: dict[str, Entry] = {}
    for entry in entries:
        first_entry = first.setdefault(entry.name, entry)
        if entry.decision is not None:
            continue
        if entry.layer.stopped_at and not entry.name:
            _decide_failed(entry, check)
            continue
        # The copy in the chain if there is one, else the first of the list.
        winner = loaded_entries.get(entry.name, first_entry)
        refusal = writer.refused.get(id(entry))
        if winner is not entry and not entry.layer.is_meta:
            entry.decide(Outcome.SKIPPED, Reason.DUPLICATE, winner.file, winner.file)
        # loader_add_meta_layer: components alone are loaded.
        elif entry.name in writer.expanded:
            entry.decide(Outcome.ACTS, Reason.META_EXPANDED)
        elif entry.implicit:
            _decide_disabled_implicit_layer(entry, refusal or writer.decide(entry))
        # Not requested and also unusable: the latter must be fixed first.
        elif not entry.layer.is_meta and _find_library_refusal(check, entry):
            _decide_failed(entry, check)
        elif refusal is not None:
            entry.decide(Outcome.OFF, refusal.reason, refusal.detail)
        else:
            entry.decide(Outcome.OFF, Reason.NOT_REQUESTED)


def _decide_disabled_implicit_layer(entry: Entry, switch: Switch) -> None:
    """Decide an implicit layer outside the chain as off."""
    if switch.is_on:
        # Enabled, but not written: its name is part of another name in VK_INSTANCE_LAYERS.
        entry.decide(Outcome.OFF, Reason.NAME_INSIDE_ANOTHER, INSTANCE_LAYERS_VARIABLE)
    else:
        entry.decide(Outcome.OFF, switch.reason, switch.detail)
