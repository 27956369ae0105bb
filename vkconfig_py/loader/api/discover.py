"""discover(host) -> LoaderReport: scan, then resolve.

The order of the steps is that of vkCreateInstance (loader.c): settings file, implicit manifests,
override, explicit manifests, list, drivers, chain.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from types import MappingProxyType

from vkconfig_py.loader.base.host import Application, Host, environment_of
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.explain.environment_verdicts import (
    Circumstances,
    find_environment_verdicts,
    find_request_verdicts,
)
from vkconfig_py.loader.explain.remedies import DecisionContext
from vkconfig_py.loader.explain.report_builder import (
    DecidedDrivers,
    active_layers,
    find_problems,
    found_drivers,
    found_layers,
)
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.library_search import library_checks
from vkconfig_py.loader.files.linker import is_linked_with_loader
from vkconfig_py.loader.files.program_files import known_program
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints, Folder, Scanner
from vkconfig_py.loader.manifests.reader import (
    ENUMERATE_EXTENSIONS,
    ENUMERATE_LAYERS,
    ENUMERATE_VERSION,
    Dialect,
)
from vkconfig_py.loader.platforms.rules import ManifestType, rules_of
from vkconfig_py.loader.profiles.profile import NEWEST, Gate, LoaderProfile, hides_portability
from vkconfig_py.loader.rules.activation import (
    DriverRules,
    Filter,
    Inputs,
    decide_drivers,
    driver_filters,
    layer_filters,
    switch_environment,
)
from vkconfig_py.loader.rules.loader_report import Entry, Foundation, FoundDriver, LoaderReport
from vkconfig_py.loader.rules.meta_layers import (
    expand_validation,
    find_override_paths,
    needs_explicit_layers,
    prune_overrides,
    reuse_places,
    standard_validation,
)
from vkconfig_py.loader.rules.ordering import (
    DEVICE_LAYERS,
    INSTANCE_LAYERS,
    Chain,
    LayerRequest,
    requested_version,
)
from vkconfig_py.loader.rules.outcome import (
    CRASH,
    HANG,
    OUT_OF_MEMORY,
    SUCCESS,
    ScannedManifests,
    create_device_result,
    create_result,
    driver_scan_result,
    early_result,
    implicit_extensions,
    listing_result,
    own_extensions,
    query_scan_result,
    scan_crashes,
    scan_offers,
    scan_result,
    unended_scan_result,
    version_result,
    whole_failure,
)
from vkconfig_py.loader.rules.resolve import (
    NOTHING_SEARCHED,
    Available,
    Listing,
    ManifestScan,
    build_chains,
    list_as_read,
    list_layers,
    scanned_alone,
)
from vkconfig_py.loader.rules.settings_layers import SettingsLayers
from vkconfig_py.loader.settings_file import load_settings

_ANY = Application()
_NO_CHAIN = Chain((), ())

if TYPE_CHECKING:
    from vkconfig_py.loader.base.windows_facts import WindowsFacts


def discover(
    host: Host,
    application: Application | None = None,
    profile: LoaderProfile = NEWEST,
    cache: DocumentCache | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport:
    """Report what the Khronos loader of this profile would find, choose and refuse.

    `with_remedies`: say of layers what would turn their verdicts, too.
    """
    # A run allocates thousands of live objects and no cycles: garbage collection is wasted.
    collects = gc.isenabled()
    gc.disable()
    try:
        known = cache or DocumentCache()
        return _discover(host, application or _ANY, profile, known, with_remedies)
    finally:
        if collects:
            gc.enable()


def _discover(
    host: Host,
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
    with_remedies: bool,
) -> LoaderReport:
    # Copies: the caller may later modify the environment that it passed.
    host = host._replace(
        environment=environment_of(host.platform, host.environment),
        overlay=MappingProxyType(dict(host.overlay)),
        # A loader without secure_getenv reads every variable, elevated or not.
        is_trusting=(not profile.is_secure and not profile.has(Gate.IDENTITIES_COMPARED))
        or profile.has(Gate.UNSECURE_LOOKUPS)
        or rules_of(host.platform).trusts_environment,
    )
    if host.windows is not None:
        host = _windows_as_seen(host, host.windows, profile)
    question = (host, application, profile, with_remedies)
    known: LoaderReport | None = cache.recall(question)
    if known is not None:
        return known
    seen = Fingerprints()
    report = _Discovery(host, application, profile, cache, seen).run(with_remedies)
    cache.remember(question, seen, report)
    return report


def _windows_as_seen(host: Host, facts: WindowsFacts, profile: LoaderProfile) -> Host:
    from vkconfig_py.loader.platforms.windows_search import is_elevated

    return host._replace(
        elevated=is_elevated(host, facts, profile),
        windows=facts._replace(opens_utf_8=profile.has(Gate.UTF_8_PATHS)),
    )


class _Layers(NamedTuple):
    """Layers found on the machine, and the list that the loader makes of them.

    Attributes:
        scan_failure: result of the calls before vkCreateInstance, or "".
        scanned: input of the scan for implicit layers.
    """

    implicit: Listing
    explicit: Listing
    entries: list[Entry]
    available: Available
    scan_failure: str
    scanned: ScannedManifests


class _Read(NamedTuple):
    """Manifests of layers as they were read.

    Attributes:
        entries: of implicit layers.
        more: of explicit layers.
        kept: implicit layers without overrides for other programs.
        behind: memory slots past the end of the list.
        is_ended: an implicit manifest ended the search.
    """

    implicit: Listing
    explicit: Listing
    entries: list[Entry]
    more: list[Entry]
    kept: list[Entry]
    behind: list[Entry | None]
    is_ended: bool


class _Discovery:
    """State of one discover() run."""

    def __init__(
        self,
        host: Host,
        application: Application,
        profile: LoaderProfile,
        cache: DocumentCache,
        seen: Fingerprints,
    ) -> None:
        # A 32-bit loader runs in 32-bit programs alone, whatever the machine.
        bits = min(host.pointer_bits, profile.pointer_bits)
        paths = rules_of(host.platform).paths
        code_page = "" if host.windows is None else host.windows.code_page
        dialect = Dialect.of(profile, bits, paths, code_page)
        scanner = Scanner(host, cache, seen)
        libraries = self._libraries = LibraryReader(cache.headers, seen)
        self._host = host
        self._application = application
        self._profile = profile
        self._dialect = dialect
        self._scanner = scanner
        self._reading = ManifestScan(host, profile, dialect, scanner)
        self._settings = load_settings(scanner, host, profile, dialect)
        self._from_settings = SettingsLayers(self._settings, scanner, profile, dialect)
        in_process = host._replace(pointer_bits=bits)
        self._checks = library_checks(in_process, profile, libraries)
        switches = switch_environment(host, profile)
        self._inputs = Inputs(switches, layer_filters(host, profile))

    def run(self, with_remedies: bool) -> LoaderReport:
        """Run all steps of the loader, then build the report."""
        layers = self._find_layers()
        # vkCreateInstance scans for layers before it scans for drivers.
        listing, drivers = self._find_drivers()
        found = found_drivers(drivers)
        chains = build_chains(
            layers.available,
            self._inputs,
            self._requests(),
            self._profile,
            self._checks.layers,
            self._settings.layers is not None,
        )
        chain, *device_chains = chains
        early = self._settings_end() or version_result(self._application, self._profile)
        if not early and self._settings.failure is not None:
            early = OUT_OF_MEMORY  # the other calls do without the file
        early = early or early_result(
            layers.entries,
            layers.available,
            chain,
            found,
            driver_scan_result(found, self._reading.registry_result, self._profile),
            self._application,
            self._profile,
        )
        create = create_result(
            early,
            chain,
            layers.available,
            found,
            self._host,
            self._application,
            self._profile,
        )
        foundation = Foundation(
            active_layers(chain.written),
            tuple(entry.layer for entry in chain.active),
            layers.available.shown,
            tuple(scan_offers(layers.scanned, self._settings, self._inputs, self._profile)),
            early,
            self._settings.device_configurations,
            tuple(item.entry.layer for item in chain.written if item.is_on_its_own),
            active_layers(device_chains[0].written) if device_chains else (),
            tuple(entry.layer for entry in layers.available.device_entries),
        )
        context = self._context((*layers.implicit.folders, *layers.explicit.folders), layers)
        report = self._report(layers, context, listing, found, chains, create, foundation)
        if with_remedies:
            # Imported late: few questions are about remedies.
            from vkconfig_py.loader.remedies.report_remedies import add_remedies

            report = add_remedies(report, context, drivers)
        circumstances = Circumstances(
            self._host, self._profile, self._settings, (listing, layers.implicit, layers.explicit)
        )
        influences = find_environment_verdicts(report, circumstances)
        considered = find_request_verdicts(
            report,
            context,
            self._from_settings.notes,
            layers.available.blocked,
            self._reading.hidden_drivers,
        )
        report = report._replace(verdicts=(*influences, *considered))
        return report._replace(problems=find_problems(report, self._settings))

    def _settings_end(self) -> str:
        """Result of every call if reading the settings file crashes or hangs, else ""."""
        if self._settings.hangs:
            return HANG
        return CRASH if self._settings.crashes else ""

    def _find_layers(self) -> _Layers:
        settings = self._from_settings.read()
        # Without the unordered entry loader_scan_for_layers scans no folder.
        hides = self._settings.hides_unlisted
        read = self._read_manifests()
        implicit, explicit, entries = read.implicit, read.explicit, [*read.entries, *read.more]
        passing: frozenset[Entry] = frozenset()
        # loader_get_next_layer_property_slot.
        if self._profile.has(Gate.SLOTS_REUSED):
            passing = reuse_places(read.behind, read.more, self._inputs)
        if hides:
            implicit = explicit = NOTHING_SEARCHED
            # Read anyway: the report shows what would be found without the settings file.
            entries = _usable(entries)
        usable = [entry for entry in _usable(entries) if entry.decision is None]
        if self._profile.has(Gate.EXPLICIT_FIRST):
            usable.sort(key=lambda entry: entry.implicit)
        needed = not read.is_ended and self._needs_explicit(read.kept)
        scanned = self._scan_before_create(read, usable, needed, settings)
        if self._reading.ended_by:
            available = list_as_read(usable)
        else:
            if implicit.search.files or explicit.search.files:
                usable += standard_validation(usable, self._profile)
            available = list_layers(
                [] if hides else usable,
                settings,
                self._settings,
                self._inputs,
                self._profile,
                passing,
            )
        # loader_scan_for_implicit_layers reads explicit manifests only where a meta-layer needs
        # them.
        files = explicit.search.files if needed else None
        failure = self._before_layers() or self._scan_failure(entries, files, scanned)
        if available.crashes or self._from_settings.crashes:
            self._settings = self._settings._replace(dies=True)
        entries = self._from_settings.join(entries)
        return _Layers(implicit, explicit, entries, available, failure, scanned)

    def _read_manifests(self) -> _Read:
        """Read the manifests of layers in the order of this release."""
        first = NOTHING_SEARCHED
        more: list[Entry] = []
        explicit_first = self._profile.has(Gate.EXPLICIT_FIRST)
        if explicit_first:
            first, more = self._reading.layers(ManifestType.EXPLICIT)
        implicit, entries = self._reading.layers(ManifestType.IMPLICIT)
        # Before 1.3.234 loader_scan_for_layers stops at an invalid manifest.
        is_ended = bool(self._reading.ended_by)
        kept: list[Entry] = []
        behind: list[Entry | None] = []
        override = None
        if not is_ended:
            program = known_program(self._host, self._profile)
            # loader_scan_for_layers prunes overrides before it reads their paths.
            kept, behind = prune_overrides(_usable(entries), program, self._profile)
            # Between implicit and explicit manifests, as in loader_scan_for_layers.
            override = find_override_paths(kept, self._inputs, self._profile)
        if explicit_first:
            return _Read(implicit, first, entries, more, kept, behind, is_ended)
        explicit, more = self._reading.layers(
            ManifestType.EXPLICIT, override.layer.override_paths if override else ()
        )
        if is_ended:
            explicit = NOTHING_SEARCHED
        return _Read(implicit, explicit, entries, more, kept, behind, is_ended)

    def _needs_explicit(self, kept: list[Entry]) -> bool:
        """Return whether calls before vkCreateInstance read explicit manifests, too."""
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            return False
        return needs_explicit_layers(kept, self._inputs)

    def _scan_before_create(
        self, read: _Read, usable: list[Entry], needed: bool, settings: list[Entry]
    ) -> ScannedManifests:
        if self._settings.hides_unlisted:
            return ScannedManifests((), None, settings)
        has = self._profile.has
        is_alone = has(Gate.QUERIES_IMPLICIT_ONLY)
        # What ends the search of vkCreateInstance need not end this one.
        goes_on = read.is_ended and has(Gate.FAILURE_ENDS_SEARCH)
        alone, ends = scanned_alone(read.entries) if is_alone or goes_on else ([], False)
        if is_alone:
            return ScannedManifests(alone, None, settings, is_ended=True)
        more = read.more
        if goes_on and (override := find_override_paths(alone, self._inputs, self._profile)):
            paths = override.layer.override_paths
            _listing, more = self._reading.layers(ManifestType.EXPLICIT, paths)
        if has(Gate.READ_AS_IMPLICIT):
            # A layer without a switch is none then, and a meta-layer that needs it is removed.
            more = self._reading.read_as_implicit([*dict.fromkeys(x.file for x in more)])
        if goes_on:
            if ends or not needs_explicit_layers(alone, self._inputs):
                return ScannedManifests(alone, None, settings, ends)
            explicit, ends = scanned_alone(more)
            return ScannedManifests(alone, explicit, settings, ends)
        if read.is_ended:
            return ScannedManifests(usable, None, settings, is_ended=True)
        explicit = [entry for entry in _usable(more) if entry.decision is None]
        ended = needed and bool(self._reading.ended_by)
        return ScannedManifests(read.kept, explicit if needed else None, settings, ended)

    def _before_layers(self) -> str:
        """Result of every call if the settings file itself makes it fail, whatever layers exist."""
        if self._from_settings.crashes:
            return self._settings_end() or CRASH
        # get_settings_layers reads all of its manifests, explicit ones too, in every call.
        return self._settings_end() or whole_failure(self._from_settings.refused)

    def _scan_failure(
        self, entries: list[Entry], explicit_files: Sequence[str] | None, scanned: ScannedManifests
    ) -> str:
        """Result of the calls before vkCreateInstance if they fail, else ""."""
        failure = self._reading_failure(entries, explicit_files)
        if failure or not scan_crashes(scanned, self._settings, self._inputs, self._profile):
            return failure
        return CRASH

    def _reading_failure(self, entries: list[Entry], explicit_files: Sequence[str] | None) -> str:
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            return self._implicit_failure([entry for entry in entries if entry.implicit])
        as_implicit = explicit_files is not None and self._profile.has(Gate.READ_AS_IMPLICIT)
        if not self._reading.ended_by and as_implicit:
            # Its meta-layers are not those of vkCreateInstance: scan_crashes follows them.
            read = [entry for entry in entries if entry.implicit]
            read += self._reading.read_as_implicit(explicit_files or ())
            return whole_failure([entry for entry in read if entry.failure is not None])
        if not self._reading.ended_by:
            failure = scan_result(entries, explicit_files, self._profile)
        elif self._profile.has(Gate.FAILURE_ENDS_SEARCH):
            implicit = [entry for entry in _usable(entries) if entry.implicit]
            needed = needs_explicit_layers(implicit, self._inputs)
            explicit_files = [x.file for x in entries if not x.implicit] if needed else None
            failure = unended_scan_result(entries, needed)
        else:
            failure = whole_failure(
                [x for x in entries if x.implicit or explicit_files is not None]
            )
        if not failure and explicit_files is not None and self._profile.has(Gate.NAMES_FREED_TWICE):
            return CRASH
        if failure or explicit_files is None or not self._profile.has(Gate.READ_AS_IMPLICIT):
            return failure
        # Their enable and disable variables are read then; a value that is no string crashes.
        read = self._reading.read_as_implicit(explicit_files)
        return whole_failure(
            [x for x in read if x.failure and x.failure.reason is Reason.CRASHES_ALL]
        )

    def _implicit_failure(self, implicit: list[Entry]) -> str:
        """Result of a scan of implicit layers alone, with which no call of old loaders begins."""
        if not self._profile.has(Gate.PRE_INSTANCE):
            return ""
        # No meta-layer is checked in it.
        read = [entry for entry in implicit if entry.failure is not None]
        return unended_scan_result(implicit, False) or whole_failure(read)

    def _version_failure(self, failure: str, foundation: Foundation) -> str:
        """Return the error of vkEnumerateInstanceVersion, where there is this function."""
        if not self._profile.has(Gate.VERSION_FUNCTION):
            return ""
        return failure or self._pre_instance_end(ENUMERATE_VERSION, foundation)

    def _pre_instance_end(self, command: str, foundation: Foundation) -> str:
        """Return how a call before vkCreateInstance ends if a layer's own one is not there."""
        if not self._profile.has(Gate.UNOPENED_CRASHES):
            return ""
        for layer, _extensions in foundation.before:
            functions = layer.functions
            # dlopen of no name gives the program itself.
            if layer.library and command in dict(functions.pre_instance):
                state = self._checks.layers(layer.library, functions.entry_points)
                if not state.found and state.reason not in ("unknown", "no-entry-point"):
                    return CRASH
        return ""

    def _find_drivers(self) -> tuple[Listing, DecidedDrivers]:
        select, disable = driver_filters(self._host, self._profile)
        if self._settings.device_configurations is not None:
            # loader_icd_scan ignores VK_LOADER_DRIVERS_* while the settings file chooses devices.
            select, disable = Filter(select.variable), Filter(disable.variable)
        # loader_parse_icd_manifest drops such drivers only where an instance is made.
        hides = hides_portability(
            self._application.flags, self._application.extensions, self._profile
        )
        listing, files = self._reading.drivers(self._settings)
        opens_program = self._profile.has(Gate.UNREAD_DRIVER_IS_PROGRAM) and is_linked_with_loader(
            self._host, self._libraries
        )
        rules = DriverRules(select, disable, hides, self._checks.drivers, opens_program)
        decided = tuple(decide_drivers(files, rules))
        return listing, DecidedDrivers(self._context(listing.folders), decided, rules)

    def _context(
        self, folders: tuple[Folder, ...], layers: _Layers | None = None
    ) -> DecisionContext:
        return DecisionContext(
            self._host,
            self._application,
            self._profile,
            self._dialect,
            self._settings,
            self._inputs,
            self._checks.layers if layers else self._checks.drivers,
            self._scanner.document,
            layers.entries if layers else (),
            layers.available.override if layers else None,
            folders,
        )

    def _requests(self) -> list[LayerRequest]:
        """Return what names layers, for the chain of the instance and for that of devices."""
        application, profile = self._application, self._profile
        version = requested_version(application, profile)
        # loader_getenv: elevated processes read VK_INSTANCE_LAYERS, too.
        split = rules_of(self._host.platform).entries
        value = self._inputs.environment.get(INSTANCE_LAYERS) or ""
        layers = expand_validation(application.layers, profile)
        found = [LayerRequest(value, split(value), layers, version)]
        if profile.has(Gate.DEVICE_LAYERS):
            value = self._inputs.environment.get(DEVICE_LAYERS) or ""
            layers = expand_validation(application.device_layers, profile)
            found.append(LayerRequest(value, split(value), layers, version, for_devices=True))
        return found

    def _report(
        self,
        layers: _Layers,
        context: DecisionContext,
        drivers: Listing,
        found_drivers: tuple[FoundDriver, ...],
        chains: tuple[Chain, ...],
        create: str,
        foundation: Foundation,
    ) -> LoaderReport:
        available = layers.available.entries
        if create != SUCCESS:
            chains = tuple(_NO_CHAIN for _ in chains)
        chain, *for_devices = chains
        failure = layers.scan_failure
        enumerated = self._pre_instance_end(ENUMERATE_LAYERS, foundation)
        queried = self._pre_instance_end(ENUMERATE_EXTENSIONS, foundation)
        refusal = self._settings_end() or failure or listing_result(layers.entries, self._profile)
        if self._profile.has(Gate.QUERIES_IMPLICIT_ONLY):
            refusal = refusal or whole_failure(layers.entries)
        no_extensions = refusal or queried
        offered = layers.available.layer_extensions(self._profile)
        report = LoaderReport(
            host=self._host,
            application=self._application,
            profile=self._profile,
            basis="files",
            # The version of the headers that the loader was built with; no driver is asked.
            instance_version=self._version_failure(failure, foundation)
            or self._profile.answer_text,
            layers=refusal or enumerated or layers.available.shown,
            # vkEnumerateInstanceExtensionProperties begins with the same scan, whatever the name.
            layer_extensions=dict.fromkeys(offered, no_extensions) if no_extensions else offered,
            create=create,
            callstack=active_layers(chain.loaded),
            found=found_layers(context, available, chain),
            drivers=found_drivers,
            driver_search=drivers.search,
            implicit_search=layers.implicit.search,
            explicit_search=layers.explicit.search,
            settings_file=self._settings.file if self._settings.active else None,
            verdicts=(),
            problems=(),
            layers_incomplete=layers.available.incomplete,
            loader_extensions=own_extensions(self._profile),
            # vkEnumerateInstanceExtensionProperties scans drivers as well as layers.
            implicit_extensions=failure
            or queried
            or query_scan_result(found_drivers, self._reading.registry_result, self._profile)
            or implicit_extensions(foundation.before, self._profile),
            foundation=foundation,
        )
        if for_devices:
            report = report._replace(
                device_callstack=active_layers(for_devices[0].loaded),
                create_device=create_device_result(create, layers.available, self._application),
            )
        return report


def _usable(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.manifest is not None]
