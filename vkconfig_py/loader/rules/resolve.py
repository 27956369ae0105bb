"""The pipeline: manifests as found -> entries as read -> what is listed -> what is loaded.

Follows loader.c, loader_scan_for_layers, loader_icd_scan and loader_create_instance_chain, step by
step in their order; `api.discover` calls these functions. Only ManifestScan reads files.

One layer needs no manifest: loaderAddLegacyStandardValidationLayer of loaders with
Gate.STANDARD_VALIDATION adds the former name of the validation layer, as a meta-layer whose
components it forgets to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.files.scan import Folder, Scanner, list_files
from vkconfig_py.loader.files.search_paths import (
    ManifestType,
    SearchPath,
    find_search_paths,
    names_files,
)
from vkconfig_py.loader.manifests.driver import DriverManifest, parse_driver_file
from vkconfig_py.loader.manifests.layer import (
    NO_LAYERS,
    OVERRIDE_NAME,
    LayerFile,
    LayerManifest,
    parse_layer_file,
)
from vkconfig_py.loader.manifests.reader import Dialect, Extension, Failure
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, is_valid_name
from vkconfig_py.loader.rules.activation import Inputs, LayerFilters, Switch
from vkconfig_py.loader.rules.loader_report import Entry, Search, first_named, refused_library
from vkconfig_py.loader.rules.meta_layers import apply_blacklist, room_for, verify_metas
from vkconfig_py.loader.rules.ordering import (
    INSTANCE_LAYERS,
    Chain,
    ChainWriter,
    Request,
    Written,
    load_chain,
    remove_duplicates,
)
from vkconfig_py.loader.rules.settings_layers import combine
from vkconfig_py.loader.settings_file import Control, Settings, prepend_drivers


class Listing(NamedTuple):
    """Where one type of manifest was looked for, and what stood there."""

    places: tuple[SearchPath, ...]
    folders: tuple[Folder, ...]
    search: Search


NOTHING_SEARCHED = Listing((), (), Search((), (), ()))


class ManifestScan:
    """Reads the manifests of one host for one loader.

    Attributes:
        ended_by: the manifest after which the loader reads no layer any more, or "".
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

    def layers(
        self, kind: ManifestType, override_paths: Sequence[str] = ()
    ) -> tuple[Listing, list[Entry]]:
        """Return the layers of a kind in scan order, broken ones included.

        Where a file ends the search, the layers behind it are read all the same, and say so.
        """
        # loader.c, loader_scan_for_layers.
        listing = self._list(kind, override_paths)
        # Where a manifest was found makes its layers implicit, never what it says.
        implicit = kind is ManifestType.IMPLICIT
        entries = []
        # Before 1.4.361 a manifest that is found twice is read twice.
        for file in listing.search.files:
            document = self._scanner.document(file)
            parsed = parse_layer_file(file, document, implicit, self._dialect)
            # A file without layers has an entry, too: people look for it in the list.
            for found in parsed.entries or (NO_LAYERS,):
                entry = Entry(file, implicit, found)
                if self.ended_by:
                    entry.decide(Outcome.SKIPPED, Reason.NOT_REACHED, self.ended_by, self.ended_by)
                entries.append(entry)
            if not self.ended_by and self._ends_search(parsed, entries[-1]):
                self.ended_by = file
        return listing, entries

    def crashes_as_implicit(self, files: Sequence[str]) -> bool:
        """Return whether a manifest crashes a loader that reads it as one of an implicit layer."""
        return any(
            isinstance(found, Failure) and found.reason is Reason.CRASHES_ALL
            for file in files
            for found in parse_layer_file(
                file, self._scanner.document(file), True, self._dialect
            ).entries
        )

    def drivers(
        self, settings: Settings
    ) -> tuple[Listing, list[tuple[str, DriverManifest | Failure]]]:
        """Return the driver manifests in scan order, those of the settings file in front."""
        # With device_configurations in force the variables for drivers are not read.
        listing = self._list(ManifestType.DRIVER, (), settings.device_configurations is not None)
        # additional_drivers come first; with additional_drivers_use_exclusively they are all.
        files = prepend_drivers(settings, listing.search.files)
        self.hidden_drivers = tuple(x for x in listing.search.files if x not in set(files))
        # Compared as texts: two paths of one file are two files.
        if self._profile.has(Gate.FILES_ONCE):
            files = tuple(dict.fromkeys(files))
        listing = listing._replace(search=listing.search._replace(files=files))
        parsed = [
            (file, parse_driver_file(file, self._scanner.document(file), self._dialect))
            for file in files
        ]
        if self._profile.has(Gate.DRIVER_SEARCH_ENDS):
            parsed = _until_invalid(parsed)
        return listing, parsed

    def _list(
        self, kind: ManifestType, override_paths: Sequence[str], ignore_variables: bool = False
    ) -> Listing:
        # Every type has its variables and folders; override_paths replace those of explicit layers.
        places = find_search_paths(
            self._host, self._profile, kind, override_paths, ignore_variables
        )
        folders = tuple(self._look(kind, place) for place in places)
        search = Search(
            tuple(place.path for place in places),
            list_files(folders, self._profile.has(Gate.FILES_ONCE)),
            tuple(place.source for place in places),
        )
        return Listing(places, folders, search)

    def _look(self, kind: ManifestType, place: SearchPath) -> Folder:
        if not self._profile.has(Gate.ENTRIES_BY_KIND):
            return self._scanner.folder(place.path)
        if kind is ManifestType.DRIVER and names_files(place.source):
            return self._scanner.file_named(place.path)
        return self._scanner.folder_named(place.path)

    def _ends_search(self, file: LayerFile, last: Entry) -> bool:
        """Return whether the loader reads no layer after this file, as its last layer is."""
        if last.failure is not None:
            # A file that cannot be opened is skipped by each loader, and the search goes on.
            if last.failure.reason in (Reason.ENDS_SEARCH, Reason.UNREADABLE):
                return last.failure.reason is Reason.ENDS_SEARCH
            is_broken = file.last_failed or not file.entries
        else:
            if last.layer.ends_search:
                return True
            is_broken = file.last_failed or last.layer.is_broken
        return is_broken and last.implicit and self._profile.has(Gate.FAILURE_ENDS_SEARCH)


def _until_invalid(
    drivers: list[tuple[str, DriverManifest | Failure]],
) -> list[tuple[str, DriverManifest | Failure]]:
    """Let the first invalid file behind a usable manifest end the list."""
    usable = False
    for place, (file, found) in enumerate(drivers):
        if not isinstance(found, Failure):
            usable = True
        elif found.reason is Reason.ABORTS_ALL:
            # In front of every usable driver an invalid file fails the whole call instead.
            if not usable:
                return drivers
            ends = found._replace(reason=Reason.ENDS_SEARCH, aborts=False)
            rest = [
                (name, Failure("", Reason.NOT_REACHED, file)) for name, _ in drivers[place + 1 :]
            ]
            return [*drivers[:place], (file, ends), *rest]
    return drivers


STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"


def standard_validation(entries: Iterable[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the layer, unless there is one of its name or the loader does not know it."""
    if not profile.has(Gate.STANDARD_VALIDATION):
        return []
    if any(entry.name == STANDARD_VALIDATION for entry in entries):
        return []
    layer = LayerManifest(
        STANDARD_VALIDATION,
        file="",
        implicit=False,
        api_version=(1, 0, profile.version[2]),
        description="LunarG Standard Validation Layer",
    )
    return [Entry("", False, layer)]


LibraryCheck = Callable[[str], LibraryState]
_EMPTY = LayerManifest("", "", False, api_version=(0, 0, 0), implementation_version=0)


class Available(NamedTuple):
    """The loader's list of layers.

    Attributes:
        entries: what vkCreateInstance works with; what is enumerated too.
        override: first override of the list if a valid, enabled one exists; it forces its
            components on.
        blocked: names that the settings file keeps off; asking for one fails.
        shown: what vkEnumerateInstanceLayerProperties answers.
        crashes: whether the loader dies while it makes the list.
        incomplete: whether vkEnumerateInstanceLayerProperties says VK_INCOMPLETE however large the
            array is: placeholders of the settings file are counted as layers that do not fit.
        extensions: of each meta-layer, its own and those of its components.
    """

    entries: list[Entry]
    override: Entry | None
    blocked: frozenset[str] = frozenset()
    shown: tuple[LayerManifest, ...] = ()
    crashes: bool = False
    incomplete: bool = False
    extensions: Mapping[Entry, tuple[Extension, ...]] = MappingProxyType({})

    def layer_extensions(self) -> dict[str, tuple[Extension, ...] | str]:
        """Return what each name answers: the first layer of that name in the list."""
        return {
            entry.name: self._offers(entry)
            for entry in reversed(self.entries)
            if entry.name  # "" asks for the extensions of no layer
        }

    def _offers(self, entry: Entry) -> tuple[Extension, ...] | str:
        # vk_string_validate fails before any layer is looked up.
        if not is_valid_name(entry.name):
            return "VK_ERROR_EXTENSION_NOT_PRESENT"
        if entry.name in self.blocked:
            return ()  # the off entry of the settings file is found first, and offers nothing
        return self.extensions.get(entry, entry.layer.instance_extensions)


def list_layers(
    regular: Iterable[Entry],
    from_settings: list[Entry],
    settings: Settings,
    inputs: Inputs,
    profile: LoaderProfile,
    passing: frozenset[Entry] = frozenset(),
) -> Available:
    """Take out what the loader does not list, then let the settings file's layers join.

    Metas, blacklist, filters and duplicates concern the regular layers alone.
    """
    # The order of the next five steps is that of loader_scan_for_layers; each sees what is left.
    usable = [entry for entry in regular if entry.decision is None]
    with room_for(usable):
        verified = verify_metas(usable, inputs, profile, passing)
    # Before the filters: a blocked layer says so, even if a filter hides it as well.
    usable = apply_blacklist(verified.entries, verified.override, profile)
    usable = _apply_filters(usable, inputs.filters)
    # After the filters: a copy that a filter hides does not push out another.
    if profile.has(Gate.DUPLICATES_REMOVED):
        usable = remove_duplicates(usable)
    combined, crashes = usable, False
    if settings.layers is not None:
        combined, crashes = combine(from_settings, usable, settings.file, profile)
        usable = [entry for entry in combined if entry.control != Control.UNORDERED]
    # Look-ups by name find whichever override is in the list now.
    override = first_named(usable, OVERRIDE_NAME) if verified.override is not None else None
    listed = [entry for entry in usable if entry.manifest is not None]
    first = {entry.name: entry for entry in reversed(usable)}
    # The first entry of a name decides, so a layer in front of its off entry is not blocked.
    blocked = frozenset(name for name, entry in first.items() if entry.manifest is None)
    override = override if override in listed else None
    shown = tuple(entry.layer for entry in listed)
    incomplete = False
    if settings.layers is not None and not profile.has(Gate.PLACEHOLDERS_NOT_LISTED):
        # As many places are walked as there are layers; what a placeholder takes stays empty.
        walked = [entry.layer for entry in combined[: len(listed)] if entry.manifest is not None]
        shown = (*walked, *(_EMPTY for _ in range(len(listed) - len(walked))))
        incomplete = len(combined) > len(listed)
    return Available(listed, override, blocked, shown, crashes, incomplete, verified.extensions)


def list_as_read(entries: Sequence[Entry]) -> Available:
    """Return the list of a loader that an invalid manifest stopped: nothing is checked."""
    # loader_scan_for_layers ends before meta-layers, blacklist and filters are looked at.
    listed = list(entries)
    return Available(listed, None, frozenset(), tuple(entry.layer for entry in listed))


def _apply_filters(entries: list[Entry], filters: LayerFilters) -> list[Entry]:
    if filters.are_empty:
        return entries
    kept = []
    for entry in entries:
        # loader_layer_is_available: neither the program nor VK_INSTANCE_LAYERS brings such a layer
        # back.
        token = filters.hides(entry.name, entry.implicit)
        if token:
            entry.decide(Outcome.OFF, Reason.DISABLE_FILTER, token)
        else:
            kept.append(entry)
    return kept


def build_chain(
    available: Available,
    inputs: Inputs,
    request: Request,
    profile: LoaderProfile,
    check: LibraryCheck,
    with_settings: bool,
) -> Chain:
    """Decide which layers load and in which order; every entry of the list gets its decision."""
    # loader.c, loader_enable_instance_layers.
    if available.override is not None:
        components = frozenset(available.override.layer.component_layers)
        # Only now: while layers are scanned the override has no say over its components.
        inputs = inputs._replace(override_components=components)
    writer = ChainWriter(available.entries, inputs, request, profile, available.blocked)
    with room_for(available.entries):
        written = writer.write(with_settings)
    chain = load_chain(written, lambda entry: not _refusal(check, entry))
    # Libraries are checked here, after the order is known: each is looked at once.
    chain = chain._replace(loops=writer.loops, active=tuple(writer.active))
    for item in chain.loaded:
        _decide_loaded(item, available, check)
    for item in chain.failed:
        _decide_failed(item.entry, check)
    _decide_rest(available, writer, chain, check)
    return chain


def _decide_loaded(item: Written, available: Available, check: LibraryCheck) -> None:
    reason, detail = item.switch.reason, item.switch.detail
    file = ""
    if reason in (Reason.OVERRIDE_COMPONENT, Reason.META_COMPONENT):
        # Only an implicit layer that is forced on does not know which override did it: the first.
        file = detail or (available.override.file if available.override is not None else "")
        detail = file
    state = check(item.entry.layer.library)
    # A probe can tell; files alone cannot.
    if state.reason == "unknown":
        item.entry.decide(Outcome.UNKNOWN, Reason.LIBRARY_UNKNOWN, state.path)
    else:
        item.entry.decide(Outcome.LOADS, reason, detail, file)


def _refusal(check: LibraryCheck, entry: Entry) -> str:
    state = check(entry.layer.library)
    # Which file ld.so(8) takes for a bare name only the running program can tell.
    return "" if state.found or state.reason == "unknown" else state.reason


def _decide_failed(entry: Entry, check: LibraryCheck) -> None:
    if entry.layer.stopped_at:
        place = (*entry.layer.place, entry.layer.stopped_at)
        entry.decide(Outcome.SKIPPED, Reason.MISSING_KEY, entry.layer.stopped_at, place=place)
        return
    # loader_create_instance_chain leaves the layer out; in the list it stays.
    place = (*entry.layer.place, "library_path")
    outcome, reason, detail = refused_library(check(entry.layer.library), entry.layer.library)
    entry.decide(outcome, reason, detail, place=place)


def _decide_rest(
    available: Available, writer: ChainWriter, chain: Chain, check: LibraryCheck
) -> None:
    """Say of each listed layer that is not in the chain why it is not."""
    loaded = {item.entry.name: item.entry for item in chain.loaded}
    first: dict[str, Entry] = {}
    for entry in available.entries:
        other = first.setdefault(entry.name, entry)
        if entry.decision is not None:
            continue
        if entry.layer.stopped_at and not entry.name:
            _decide_failed(entry, check)
            continue
        # The copy in the chain if there is one, else the first of the list.
        winner = loaded.get(entry.name, other)
        refused = writer.refused.get(id(entry))
        if winner is not entry and not entry.layer.is_meta:
            entry.decide(Outcome.SKIPPED, Reason.DUPLICATE, winner.file, winner.file)
        # loader_add_meta_layer: components alone are loaded.
        elif entry.name in writer.expanded:
            entry.decide(Outcome.ACTS, Reason.META_EXPANDED)
        elif entry.implicit:
            _decide_off_implicit(entry, refused or writer.decide(entry))
        # Nobody asked for it, and it could not be used: the second is what has to be cured first.
        elif not entry.layer.is_meta and _refusal(check, entry):
            _decide_failed(entry, check)
        elif refused is not None:
            entry.decide(Outcome.OFF, refused.reason, refused.detail)
        else:
            entry.decide(Outcome.OFF, Reason.NOT_REQUESTED)


def _decide_off_implicit(entry: Entry, switch: Switch) -> None:
    if switch.on:
        # On, and not written: its name is part of another name in VK_INSTANCE_LAYERS.
        entry.decide(Outcome.OFF, Reason.NAME_INSIDE_ANOTHER, INSTANCE_LAYERS)
    else:
        entry.decide(Outcome.OFF, switch.reason, switch.detail)
