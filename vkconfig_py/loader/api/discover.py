"""Runs the engine: discover(host) scans, decides and returns a LoaderReport.

The order of the steps is that of vkCreateInstance (loader.c): settings file, implicit manifests,
override, explicit manifests, list, drivers, chain.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from types import MappingProxyType

from vkconfig_py.loader.base.host import Application, Host, make_environment
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.explain.environment_verdicts import (
    EnvironmentInputs,
    find_environment_verdicts,
    find_request_verdicts,
)
from vkconfig_py.loader.explain.remedies import DecisionContext
from vkconfig_py.loader.explain.report_builder import (
    DecidedDrivers,
    find_problems,
    make_active_layers,
    make_found_drivers,
    make_found_layers,
)
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.library_search import make_library_checks
from vkconfig_py.loader.files.linker import is_linked_with_loader
from vkconfig_py.loader.files.program_files import find_known_program_path
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints, Folder, Scanner
from vkconfig_py.loader.manifests.reader import (
    ENUMERATE_EXTENSIONS,
    ENUMERATE_LAYERS,
    ENUMERATE_VERSION,
    Dialect,
)
from vkconfig_py.loader.platforms.rules import ManifestType, get_platform_rules
from vkconfig_py.loader.profiles.profile import (
    NEWEST_PROFILE,
    Gate,
    LoaderProfile,
    hides_portability,
)
from vkconfig_py.loader.rules.activation import (
    ActivationInputs,
    DriverRules,
    Filter,
    decide_drivers,
    list_switch_variables,
    read_driver_filters,
    read_layer_filters,
)
from vkconfig_py.loader.rules.loader_report import Entry, FoundDriver, LoaderReport, ProbeInputs
from vkconfig_py.loader.rules.meta_layers import (
    expand_validation,
    find_override_paths,
    find_reused_slots,
    make_standard_validation,
    needs_explicit_layers,
    prune_overrides,
)
from vkconfig_py.loader.rules.ordering import (
    DEVICE_LAYERS_VARIABLE,
    INSTANCE_LAYERS_VARIABLE,
    Chain,
    LayerRequest,
    find_requested_version,
)
from vkconfig_py.loader.rules.outcome import (
    CRASH_RESULT,
    HANG_RESULT,
    OUT_OF_MEMORY,
    SUCCESS,
    ScannedManifests,
    find_continued_scan_result,
    find_create_device_result,
    find_create_result,
    find_driver_scan_failure,
    find_early_result,
    find_global_failure,
    find_listing_failure,
    find_query_scan_failure,
    find_scan_failure,
    find_scan_offers,
    find_version_failure,
    is_scan_crashing,
    list_loader_extensions,
    merge_implicit_extensions,
)
from vkconfig_py.loader.rules.resolve import (
    NOTHING_SEARCHED,
    AvailableLayers,
    ManifestListing,
    ManifestScan,
    build_chains,
    list_layers,
    list_unchecked,
    select_scanned_entries,
)
from vkconfig_py.loader.rules.settings_layers import SettingsLayers
from vkconfig_py.loader.settings_file import load_settings

_ANY_APPLICATION = Application()
_NO_CHAIN = Chain((), ())

if TYPE_CHECKING:
    from vkconfig_py.loader.base.windows_facts import WindowsFacts


def discover(
    host: Host,
    application: Application | None = None,
    profile: LoaderProfile = NEWEST_PROFILE,
    cache: DocumentCache | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport:
    """Report what the Khronos loader of this profile would find, choose and refuse.

    Args:
        host: the machine and process.
        application: what the program requests, None for an empty request.
        profile: the loader.
        cache: documents that were read before.
        with_remedies: whether to add the remedies of layers and drivers.
    """
    # A run allocates thousands of live objects and no cycles: garbage collection is wasted.
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        document_cache = cache or DocumentCache()
        return _discover(
            host, application or _ANY_APPLICATION, profile, document_cache, with_remedies
        )
    finally:
        if was_collecting:
            gc.enable()


def _discover(
    host: Host,
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
    with_remedies: bool,
) -> LoaderReport:
    """Return the cached report if nothing has changed, else a new one.

    Args:
        host: the machine and process.
        application: what the program requests.
        profile: the loader.
        cache: documents that were read before.
        with_remedies: whether to add the remedies of layers and drivers.
    """
    # Copies: the caller may later modify the environment that it passed.
    host = host._replace(
        environment=make_environment(host.platform, host.environment),
        overlay=MappingProxyType(dict(host.overlay)),
        # A loader without secure_getenv reads every variable, elevated or not.
        trusts_environment=(not profile.is_secure and not profile.has(Gate.IDENTITIES_COMPARED))
        or profile.has(Gate.UNSECURE_LOOKUPS)
        or get_platform_rules(host.platform).trusts_environment,
    )
    if host.windows is not None:
        host = _adapt_windows(host, host.windows, profile)
    cache_key = (host, application, profile, with_remedies)
    known_report: LoaderReport | None = cache.recall(cache_key)
    if known_report is not None:
        return known_report
    fingerprints = Fingerprints()
    report = _Discovery(host, application, profile, cache, fingerprints).run(with_remedies)
    cache.remember(cache_key, fingerprints, report)
    return report


def _adapt_windows(host: Host, windows: WindowsFacts, profile: LoaderProfile) -> Host:
    """Return a Windows host as a loader of this release sees it."""
    from vkconfig_py.loader.platforms.windows_search import is_elevated

    return host._replace(
        elevated=is_elevated(host, windows, profile),
        windows=windows._replace(opens_utf_8=profile.has(Gate.UTF_8_PATHS)),
    )


class _ScannedLayers(NamedTuple):
    """Layers found on the machine, and the list that the loader makes of them.

    Attributes:
        scan_failure: result of the calls before vkCreateInstance, or "".
        manifests: input of the scan for implicit layers.
    """

    implicit: ManifestListing
    explicit: ManifestListing
    entries: list[Entry]
    available: AvailableLayers
    scan_failure: str
    manifests: ScannedManifests


class _ReadManifests(NamedTuple):
    """Manifests of layers as they were read.

    Attributes:
        implicit_entries: of implicit layers.
        explicit_entries: of explicit layers.
        pruned_entries: implicit layers without overrides for other programs.
        trailing_slots: memory slots past the end of the list.
        is_search_ended: an implicit manifest ended the search.
    """

    implicit: ManifestListing
    explicit: ManifestListing
    implicit_entries: list[Entry]
    explicit_entries: list[Entry]
    pruned_entries: list[Entry]
    trailing_slots: list[Entry | None]
    is_search_ended: bool


class _Discovery:
    """State of one discover() run."""

    def __init__(
        self,
        host: Host,
        application: Application,
        profile: LoaderProfile,
        cache: DocumentCache,
        fingerprints: Fingerprints,
    ) -> None:
        """Prepare one run.

        Args:
            host: the machine and process.
            application: what the program requests.
            profile: the loader.
            cache: documents that were read before.
            fingerprints: records what is read.
        """
        # A 32-bit loader runs in 32-bit programs alone, whatever the machine.
        bits = min(host.pointer_bits, profile.pointer_bits)
        paths = get_platform_rules(host.platform).paths
        code_page = "" if host.windows is None else host.windows.code_page
        dialect = Dialect.of(profile, bits, paths, code_page)
        scanner = Scanner(host, cache, fingerprints)
        libraries = self._libraries = LibraryReader(cache.headers, fingerprints)
        self._host = host
        self._application = application
        self._profile = profile
        self._dialect = dialect
        self._scanner = scanner
        self._reading = ManifestScan(host, profile, dialect, scanner)
        self._settings = load_settings(scanner, host, profile, dialect)
        self._settings_layers = SettingsLayers(self._settings, scanner, profile, dialect)
        process_host = host._replace(pointer_bits=bits)
        self._checks = make_library_checks(process_host, profile, libraries)
        switches = list_switch_variables(host, profile)
        self._inputs = ActivationInputs(switches, read_layer_filters(host, profile))

    def run(self, with_remedies: bool) -> LoaderReport:
        """Follow all steps of the loader and return the report."""
        layers = self._find_layers()
        # vkCreateInstance scans for layers before it scans for drivers.
        listing, drivers = self._find_drivers()
        found_drivers = make_found_drivers(drivers)
        chains = build_chains(
            layers.available,
            self._inputs,
            self._list_requests(),
            self._profile,
            self._checks.check_layer,
            self._settings.layers is not None,
        )
        chain, *device_chains = chains
        early_failure = self._find_settings_failure() or find_version_failure(
            self._application, self._profile
        )
        if not early_failure and self._settings.failure is not None:
            early_failure = OUT_OF_MEMORY  # the other calls do without the file
        early_failure = early_failure or find_early_result(
            layers.entries,
            layers.available,
            chain,
            found_drivers,
            find_driver_scan_failure(found_drivers, self._reading.registry_result, self._profile),
            self._application,
            self._profile,
        )
        create_result = find_create_result(
            early_failure,
            chain,
            layers.available,
            found_drivers,
            self._host,
            self._application,
            self._profile,
        )
        foundation = ProbeInputs(
            make_active_layers(chain.written_layers),
            tuple(entry.layer for entry in chain.active_entries),
            layers.available.listed_layers,
            tuple(find_scan_offers(layers.manifests, self._settings, self._inputs, self._profile)),
            early_failure,
            self._settings.device_configurations,
            tuple(item.entry.layer for item in chain.written_layers if item.needs_no_request),
            make_active_layers(device_chains[0].written_layers) if device_chains else (),
            tuple(entry.layer for entry in layers.available.device_entries),
        )
        context = self._build_context((*layers.implicit.folders, *layers.explicit.folders), layers)
        report = self._build_report(
            layers, context, listing, found_drivers, chains, create_result, foundation
        )
        if with_remedies:
            # Imported late: few questions are about remedies.
            from vkconfig_py.loader.remedies.report_remedies import add_remedies

            report = add_remedies(report, context, drivers)
        circumstances = EnvironmentInputs(
            self._host, self._profile, self._settings, (listing, layers.implicit, layers.explicit)
        )
        environment_verdicts = find_environment_verdicts(report, circumstances)
        request_verdicts = find_request_verdicts(
            report,
            context,
            self._settings_layers.notes,
            layers.available.blocked_names,
            self._reading.hidden_drivers,
        )
        report = report._replace(verdicts=(*environment_verdicts, *request_verdicts))
        return report._replace(problems=find_problems(report, self._settings))

    def _find_settings_failure(self) -> str:
        """Return the result of every call if the settings file crashes or hangs all, else ""."""
        if self._settings.hangs:
            return HANG_RESULT
        return CRASH_RESULT if self._settings.crashes else ""

    def _find_layers(self) -> _ScannedLayers:
        """Read all layers and return those that the loader lists."""
        settings = self._settings_layers.read_entries()
        # Without the unordered entry loader_scan_for_layers scans no folder.
        is_hiding = self._settings.hides_unlisted
        manifests = self._read_manifests()
        implicit_listing, explicit_listing, entries = (
            manifests.implicit,
            manifests.explicit,
            [*manifests.implicit_entries, *manifests.explicit_entries],
        )
        passing: frozenset[Entry] = frozenset()
        # loader_get_next_layer_property_slot.
        if self._profile.has(Gate.SLOTS_REUSED):
            passing = find_reused_slots(
                manifests.trailing_slots, manifests.explicit_entries, self._inputs
            )
        if is_hiding:
            implicit_listing = explicit_listing = NOTHING_SEARCHED
            # Read anyway: the report shows what would be found without the settings file.
            entries = _select_usable_entries(entries)
        usable_entries = [
            entry for entry in _select_usable_entries(entries) if entry.decision is None
        ]
        if self._profile.has(Gate.EXPLICIT_FIRST):
            usable_entries.sort(key=lambda entry: entry.implicit)
        needs_explicit = not manifests.is_search_ended and self._needs_explicit(
            manifests.pruned_entries
        )
        scanned_manifests = self._scan_before_create(
            manifests, usable_entries, needs_explicit, settings
        )
        if self._reading.ended_by:
            available = list_unchecked(usable_entries)
        else:
            if implicit_listing.search.files or explicit_listing.search.files:
                usable_entries += make_standard_validation(usable_entries, self._profile)
            available = list_layers(
                [] if is_hiding else usable_entries,
                settings,
                self._settings,
                self._inputs,
                self._profile,
                passing,
            )
        # loader_scan_for_implicit_layers reads explicit manifests only where a meta-layer needs
        # them.
        explicit_files = explicit_listing.search.files if needs_explicit else None
        failure = self._find_early_failure() or self._find_scan_failure(
            entries, explicit_files, scanned_manifests
        )
        if available.is_crashing or self._settings_layers.crashes:
            self._settings = self._settings._replace(crashes_loader=True)
        entries = self._settings_layers.join_regular(entries)
        return _ScannedLayers(
            implicit_listing, explicit_listing, entries, available, failure, scanned_manifests
        )

    def _read_manifests(self) -> _ReadManifests:
        """Read the manifests of layers in the order in which this release reads them."""
        explicit_listing = NOTHING_SEARCHED
        explicit_entries: list[Entry] = []
        explicit_first = self._profile.has(Gate.EXPLICIT_FIRST)
        if explicit_first:
            explicit_listing, explicit_entries = self._reading.read_layers(ManifestType.EXPLICIT)
        implicit_listing, entries = self._reading.read_layers(ManifestType.IMPLICIT)
        # Before 1.3.234 loader_scan_for_layers stops at an invalid manifest.
        is_search_stopped = bool(self._reading.ended_by)
        pruned_entries: list[Entry] = []
        freed_slots: list[Entry | None] = []
        override = None
        if not is_search_stopped:
            program = find_known_program_path(self._host, self._profile)
            # loader_scan_for_layers prunes overrides before it reads their paths.
            pruned_entries, freed_slots = prune_overrides(
                _select_usable_entries(entries), program, self._profile
            )
            # Between implicit and explicit manifests, as in loader_scan_for_layers.
            override = find_override_paths(pruned_entries, self._inputs, self._profile)
        if explicit_first:
            return _ReadManifests(
                implicit_listing,
                explicit_listing,
                entries,
                explicit_entries,
                pruned_entries,
                freed_slots,
                is_search_stopped,
            )
        explicit, explicit_entries = self._reading.read_layers(
            ManifestType.EXPLICIT, override.layer.override_paths if override else ()
        )
        if is_search_stopped:
            explicit = NOTHING_SEARCHED
        return _ReadManifests(
            implicit_listing,
            explicit,
            entries,
            explicit_entries,
            pruned_entries,
            freed_slots,
            is_search_stopped,
        )

    def _needs_explicit(self, pruned_entries: list[Entry]) -> bool:
        """Return whether calls before vkCreateInstance read explicit manifests, too."""
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            return False
        return needs_explicit_layers(pruned_entries, self._inputs)

    def _scan_before_create(
        self,
        manifests: _ReadManifests,
        usable_entries: list[Entry],
        needs_explicit: bool,
        settings: list[Entry],
    ) -> ScannedManifests:
        """Return the layers that calls before vkCreateInstance see.

        `usable_entries`: valid layers in scan order. `needs_explicit`: these calls read explicit
        manifests, too. `settings`: layers of the settings file.
        """
        if self._settings.hides_unlisted:
            return ScannedManifests((), None, settings)
        has_gate = self._profile.has
        is_implicit_only = has_gate(Gate.QUERIES_IMPLICIT_ONLY)
        # What ends the search of vkCreateInstance need not end this one.
        continues = manifests.is_search_ended and has_gate(Gate.FAILURE_ENDS_SEARCH)
        scanned_entries, is_search_stopped = (
            select_scanned_entries(manifests.implicit_entries)
            if is_implicit_only or continues
            else ([], False)
        )
        if is_implicit_only:
            return ScannedManifests(scanned_entries, None, settings, is_search_ended=True)
        explicit_entries = manifests.explicit_entries
        if continues and (
            override := find_override_paths(scanned_entries, self._inputs, self._profile)
        ):
            paths = override.layer.override_paths
            _listing, explicit_entries = self._reading.read_layers(ManifestType.EXPLICIT, paths)
        if has_gate(Gate.READ_AS_IMPLICIT):
            # A layer without a switch is none then, and a meta-layer that needs it is removed.
            explicit_entries = self._reading.read_as_implicit(
                [*dict.fromkeys(x.file for x in explicit_entries)]
            )
        if continues:
            if is_search_stopped or not needs_explicit_layers(scanned_entries, self._inputs):
                return ScannedManifests(scanned_entries, None, settings, is_search_stopped)
            explicit, is_search_stopped = select_scanned_entries(explicit_entries)
            return ScannedManifests(scanned_entries, explicit, settings, is_search_stopped)
        if manifests.is_search_ended:
            return ScannedManifests(usable_entries, None, settings, is_search_ended=True)
        explicit = [
            entry for entry in _select_usable_entries(explicit_entries) if entry.decision is None
        ]
        is_search_ended = needs_explicit and bool(self._reading.ended_by)
        return ScannedManifests(
            manifests.pruned_entries,
            explicit if needs_explicit else None,
            settings,
            is_search_ended,
        )

    def _find_early_failure(self) -> str:
        """Return the result of every call if the settings file itself makes it fail, else ""."""
        if self._settings_layers.crashes:
            return self._find_settings_failure() or CRASH_RESULT
        # get_settings_layers reads all of its manifests, explicit ones too, in every call.
        return self._find_settings_failure() or find_global_failure(self._settings_layers.refused)

    def _find_scan_failure(
        self,
        entries: list[Entry],
        explicit_files: Sequence[str] | None,
        scanned_manifests: ScannedManifests,
    ) -> str:
        """Return the result of the calls before vkCreateInstance if they fail, else ""."""
        failure = self._find_reading_failure(entries, explicit_files)
        if failure or not is_scan_crashing(
            scanned_manifests, self._settings, self._inputs, self._profile
        ):
            return failure
        return CRASH_RESULT

    def _find_reading_failure(
        self, entries: list[Entry], explicit_files: Sequence[str] | None
    ) -> str:
        """Return the result of calls before vkCreateInstance if a manifest makes them fail.

        "" otherwise.

        `explicit_files`: explicit manifests that these calls read, None for none.
        """
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            return self._find_implicit_failure([entry for entry in entries if entry.implicit])
        as_implicit = explicit_files is not None and self._profile.has(Gate.READ_AS_IMPLICIT)
        if not self._reading.ended_by and as_implicit:
            # Its meta-layers are not those of vkCreateInstance: scan_crashes follows them.
            entries_read = [entry for entry in entries if entry.implicit]
            entries_read += self._reading.read_as_implicit(explicit_files or ())
            return find_global_failure(
                [entry for entry in entries_read if entry.failure is not None]
            )
        if not self._reading.ended_by:
            failure = find_scan_failure(entries, explicit_files, self._profile)
        elif self._profile.has(Gate.FAILURE_ENDS_SEARCH):
            implicit_entries = [
                entry for entry in _select_usable_entries(entries) if entry.implicit
            ]
            needs_explicit = needs_explicit_layers(implicit_entries, self._inputs)
            explicit_files = [x.file for x in entries if not x.implicit] if needs_explicit else None
            failure = find_continued_scan_result(entries, needs_explicit)
        else:
            failure = find_global_failure(
                [x for x in entries if x.implicit or explicit_files is not None]
            )
        if not failure and explicit_files is not None and self._profile.has(Gate.NAMES_FREED_TWICE):
            return CRASH_RESULT
        if failure or explicit_files is None or not self._profile.has(Gate.READ_AS_IMPLICIT):
            return failure
        # Their enable and disable variables are read then; a value that is no string crashes.
        entries_read = self._reading.read_as_implicit(explicit_files)
        return find_global_failure(
            [x for x in entries_read if x.failure and x.failure.reason is Reason.CRASHES_ALL]
        )

    def _find_implicit_failure(self, implicit_entries: list[Entry]) -> str:
        """Return the result of a scan of implicit layers alone if it fails, else ""."""
        if not self._profile.has(Gate.PRE_INSTANCE):
            return ""
        # No meta-layer is checked in it.
        failed_entries = [entry for entry in implicit_entries if entry.failure is not None]
        return find_continued_scan_result(implicit_entries, False) or find_global_failure(
            failed_entries
        )

    def _find_version_failure(self, failure: str, foundation: ProbeInputs) -> str:
        """Return the error of vkEnumerateInstanceVersion, or "" if it succeeds or is unknown."""
        if not self._profile.has(Gate.VERSION_FUNCTION):
            return ""
        return failure or self._find_pre_instance_failure(ENUMERATE_VERSION, foundation)

    def _find_pre_instance_failure(self, command: str, foundation: ProbeInputs) -> str:
        """Return how a call before an instance fails if a layer's function is not there, or ""."""
        if not self._profile.has(Gate.UNOPENED_CRASHES):
            return ""
        for layer, _extensions in foundation.pre_instance_layers:
            functions = layer.functions
            # dlopen of no name gives the program itself.
            if layer.library and command in dict(functions.pre_instance):
                state = self._checks.check_layer(layer.library, functions.entry_points)
                if not state.is_found and state.reason not in ("unknown", "no-entry-point"):
                    return CRASH_RESULT
        return ""

    def _find_drivers(self) -> tuple[ManifestListing, DecidedDrivers]:
        """Read all drivers and decide which load."""
        select, disable = read_driver_filters(self._host, self._profile)
        if self._settings.device_configurations is not None:
            # loader_icd_scan ignores VK_LOADER_DRIVERS_* while the settings file chooses devices.
            select, disable = Filter(select.variable), Filter(disable.variable)
        # loader_parse_icd_manifest drops such drivers only where an instance is made.
        is_hiding = hides_portability(
            self._application.flags, self._application.extensions, self._profile
        )
        listing, files = self._reading.read_drivers(self._settings)
        opens_program = self._profile.has(Gate.UNREAD_DRIVER_IS_PROGRAM) and is_linked_with_loader(
            self._host, self._libraries
        )
        rules = DriverRules(select, disable, is_hiding, self._checks.check_driver, opens_program)
        decided_drivers = tuple(decide_drivers(files, rules))
        return listing, DecidedDrivers(self._build_context(listing.folders), decided_drivers, rules)

    def _build_context(
        self, folders: tuple[Folder, ...], layers: _ScannedLayers | None = None
    ) -> DecisionContext:
        """Return what decisions are explained by: host, loader, settings, folders and layers."""
        return DecisionContext(
            self._host,
            self._application,
            self._profile,
            self._dialect,
            self._settings,
            self._inputs,
            self._checks.check_layer if layers else self._checks.check_driver,
            self._scanner.read_document,
            layers.entries if layers else (),
            layers.available.override if layers else None,
            folders,
        )

    def _list_requests(self) -> list[LayerRequest]:
        """Return the layers requested for the chain of the instance, and for that of devices."""
        application, profile = self._application, self._profile
        version = find_requested_version(application, profile)
        # loader_getenv: elevated processes read VK_INSTANCE_LAYERS, too.
        split_names = get_platform_rules(self._host.platform).split_list
        value = self._inputs.environment.get(INSTANCE_LAYERS_VARIABLE) or ""
        layers = expand_validation(application.layers, profile)
        requests = [LayerRequest(value, split_names(value), layers, version)]
        if profile.has(Gate.DEVICE_LAYERS):
            value = self._inputs.environment.get(DEVICE_LAYERS_VARIABLE) or ""
            layers = expand_validation(application.device_layers, profile)
            requests.append(
                LayerRequest(value, split_names(value), layers, version, for_devices=True)
            )
        return requests

    def _build_report(
        self,
        layers: _ScannedLayers,
        context: DecisionContext,
        drivers: ManifestListing,
        found_drivers: tuple[FoundDriver, ...],
        chains: tuple[Chain, ...],
        create_result: str,
        foundation: ProbeInputs,
    ) -> LoaderReport:
        """Return the report without problems and the verdicts on anything but layers and drivers.

        Args:
            layers: all layers.
            context: what they were decided by.
            drivers: where drivers were searched.
            found_drivers: all drivers with their verdicts.
            chains: of the instance, and of devices in old releases.
            create_result: result of vkCreateInstance.
            foundation: input for a probe.
        """
        available = layers.available.entries
        if create_result != SUCCESS:
            chains = tuple(_NO_CHAIN for _ in chains)
        chain, *for_devices = chains
        failure = layers.scan_failure
        list_failure = self._find_pre_instance_failure(ENUMERATE_LAYERS, foundation)
        query_failure = self._find_pre_instance_failure(ENUMERATE_EXTENSIONS, foundation)
        layers_failure = (
            self._find_settings_failure()
            or failure
            or find_listing_failure(layers.entries, self._profile)
        )
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            layers_failure = layers_failure or find_global_failure(layers.entries)
        extensions_failure = layers_failure or query_failure
        offered = layers.available.list_layer_extensions(self._profile)
        report = LoaderReport(
            host=self._host,
            application=self._application,
            profile=self._profile,
            basis="files",
            # The version of the headers that the loader was built with; no driver is asked.
            instance_version=self._find_version_failure(failure, foundation)
            or self._profile.answer_text,
            layers=layers_failure or list_failure or layers.available.listed_layers,
            # vkEnumerateInstanceExtensionProperties begins with the same scan, whatever the name.
            layer_extensions=dict.fromkeys(offered, extensions_failure)
            if extensions_failure
            else offered,
            create_result=create_result,
            callstack=make_active_layers(chain.loaded),
            found_layers=make_found_layers(context, available, chain),
            drivers=found_drivers,
            driver_search=drivers.search,
            implicit_search=layers.implicit.search,
            explicit_search=layers.explicit.search,
            settings_file=self._settings.file if self._settings.is_active else None,
            verdicts=(),
            problems=(),
            are_layers_incomplete=layers.available.is_incomplete,
            loader_extensions=list_loader_extensions(self._profile),
            # vkEnumerateInstanceExtensionProperties scans drivers as well as layers.
            implicit_extensions=failure
            or query_failure
            or find_query_scan_failure(found_drivers, self._reading.registry_result, self._profile)
            or merge_implicit_extensions(foundation.pre_instance_layers, self._profile),
            probe_inputs=foundation,
        )
        if for_devices:
            report = report._replace(
                device_callstack=make_active_layers(for_devices[0].loaded),
                create_device_result=find_create_device_result(
                    create_result, layers.available, self._application
                ),
            )
        return report


def _select_usable_entries(entries: list[Entry]) -> list[Entry]:
    """Return the entries with a valid manifest."""
    return [entry for entry in entries if entry.manifest is not None]
