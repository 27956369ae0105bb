"""discover(host) -> LoaderReport: scan, then resolve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.activation import Inputs
from vkconfig_py.loader.binaries import LibraryState, library_state
from vkconfig_py.loader.conclude import active_layers, found_layers
from vkconfig_py.loader.drivers import DriverRules, hides_portability, judge_drivers
from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.filters import driver_filters, layer_filters
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.manifests.driver import parse_driver_file
from vkconfig_py.loader.manifests.layer import parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect
from vkconfig_py.loader.metas import find_override_paths, prune_overrides
from vkconfig_py.loader.ordering import INSTANCE_LAYERS, Chain, Request
from vkconfig_py.loader.profile import NEWEST, Gate, LoaderProfile
from vkconfig_py.loader.report import FoundDriver, LoaderReport, Search
from vkconfig_py.loader.resolve import LibraryCheck, build_chain, list_layers
from vkconfig_py.loader.scan import DocumentCache, Folder, Scanner, list_files
from vkconfig_py.loader.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.verdicts import Outcome

OUT_OF_MEMORY = "VK_ERROR_OUT_OF_HOST_MEMORY"
LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"
SUCCESS = "VK_SUCCESS"

_NO_CHAIN = Chain((), ())


def discover(
    host: Host,
    application: Application | None = None,
    profile: LoaderProfile = NEWEST,
    cache: DocumentCache | None = None,
) -> LoaderReport:
    """Return what the Khronos loader of this profile would find, choose and refuse."""
    return _Discovery(host, application or Application(), profile, cache or DocumentCache()).run()


class _Discovery:
    """One run: the steps that need files, in the order of the loader."""

    def __init__(
        self, host: Host, application: Application, profile: LoaderProfile, cache: DocumentCache
    ) -> None:
        bits = min(host.pointer_bits, profile.pointer_bits)
        self._host = host
        self._application = application
        self._profile = profile
        self._scanner = Scanner(host, cache)
        self._dialect = Dialect.of(profile, bits)
        self._check = _remembered_check(host._replace(pointer_bits=bits), profile)
        self._inputs = Inputs(host.environment, layer_filters(host, profile))
        self._entries: list[Entry] = []

    def run(self) -> LoaderReport:
        host, application, profile = self._host, self._application, self._profile
        implicit_search = self._read_layers(ManifestType.IMPLICIT)
        entries = [entry for entry in self._entries if entry.manifest is not None]
        kept = prune_overrides(entries, host.executable, profile)
        paths = find_override_paths(kept, self._inputs)
        explicit_search = self._read_layers(
            ManifestType.EXPLICIT, paths.layer.override_paths if paths else ()
        )
        entries = [entry for entry in self._entries if entry.manifest is not None]
        available = list_layers(entries, self._inputs, profile)
        request = Request(
            host.plain_env(INSTANCE_LAYERS),
            application.layers,
            (application.api_version or (1, 0, 0))[:2],
        )
        chain = build_chain(available, self._inputs, request, profile, self._check)
        driver_search, drivers = self._read_drivers()
        aborted = any(entry.failure and entry.failure.aborts for entry in self._entries)
        create = self._create_result(aborted, available.entries, chain, drivers)
        if create != SUCCESS:
            chain = _NO_CHAIN
        layers = tuple(entry.layer for entry in available.entries)
        return LoaderReport(
            host=host,
            application=application,
            profile=profile,
            basis="files",
            instance_version=profile.version_text,
            layers=OUT_OF_MEMORY if aborted else layers,
            layer_extensions={layer.name: layer.instance_extensions for layer in reversed(layers)},
            create=create,
            callstack=active_layers(chain),
            found=found_layers(self._entries, available.entries, chain),
            drivers=drivers,
            driver_search=driver_search,
            implicit_search=implicit_search,
            explicit_search=explicit_search,
            settings_file=None,
            verdicts=(),
            problems=(),
        )

    def _read_layers(self, kind: ManifestType, override_paths: Sequence[str] = ()) -> Search:
        search = self._search(kind, override_paths)
        implicit = kind is ManifestType.IMPLICIT
        for file in search.files:
            document = self._scanner.document(file)
            parsed = parse_layer_file(file, document, implicit, self._dialect)
            for found in parsed.entries:
                self._entries.append(Entry(file, implicit, found))
        return search

    def _read_drivers(self) -> tuple[Search, tuple[FoundDriver, ...]]:
        search = self._search(ManifestType.DRIVER)
        select, disable = driver_filters(self._host, self._profile)
        rules = DriverRules(
            select, disable, hides_portability(self._application, self._profile), self._check
        )
        files = [
            (file, parse_driver_file(file, self._scanner.document(file), self._dialect))
            for file in search.files
        ]
        return search, judge_drivers(files, rules)

    def _search(self, kind: ManifestType, override_paths: Sequence[str] = ()) -> Search:
        places = find_search_paths(self._host, self._profile, kind, override_paths)
        folders: list[Folder] = [self._scanner.folder(place.path) for place in places]
        return Search(
            tuple(place.path for place in places),
            list_files(folders, self._profile.has(Gate.FILES_ONCE)),
            tuple(place.source for place in places),
        )

    def _create_result(
        self,
        aborted: bool,
        available: Iterable[Entry],
        chain: Chain,
        drivers: Sequence[FoundDriver],
    ) -> str:
        """Return the result of the first step of vkCreateInstance that fails."""
        asked = set(self._application.layers)
        if aborted:
            return OUT_OF_MEMORY
        if asked and not asked <= {entry.name for entry in available}:
            return LAYER_NOT_PRESENT
        if any(driver.verdict.outcome is Outcome.FAILS for driver in drivers):
            return OUT_OF_MEMORY
        if not any(d.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for d in drivers):
            return INCOMPATIBLE_DRIVER
        if any(item.entry.name in asked for item in chain.failed):
            return LAYER_NOT_PRESENT
        return SUCCESS


def _remembered_check(host: Host, profile: LoaderProfile) -> LibraryCheck:
    """Return a check that looks at each library once per run."""
    known: dict[str, LibraryState] = {}
    origin = profile.library[: profile.library.rfind("/")] if "/" in profile.library else ""

    def check(path: str) -> LibraryState:
        state = known.get(path)
        if state is None:
            state = known[path] = library_state(host, path, origin)
        return state

    return check
