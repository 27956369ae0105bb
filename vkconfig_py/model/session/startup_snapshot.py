"""Everything that the window shows first, determined in one pass. No Qt.

It is taken in a separate process while Qt is loaded (prefetch.py), so it must only read, and its
content must be picklable: a read-only mapping is sent as a dictionary. Data for the first paint
comes first; what later views show follows, with the engine's runs and what they read: the first
look after the paint then reads only what has changed since. Last comes what that look would find:
until the user changes something, the window loads no code of the engine.
"""

from __future__ import annotations

import io
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind, SnapshotReports
from vkconfig_py.model.configuration.configuration_json import read_built_ins_here
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.plan.plan import make_request

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.base.verdicts import Step
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
    from vkconfig_py.model.chain.probe_results import ProbeReport
    from vkconfig_py.model.chain.quick_fix import QuickFix
    from vkconfig_py.model.configuration.workspace import LoadResult
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.plan.plan import AppliedState
    from vkconfig_py.model.problems.summary import Diagnostic

T = TypeVar("T")


class FirstWork(NamedTuple):
    """What is found about the startup snapshot after the first paint.

    Attributes:
        answers: results of earlier probes.
        row: the layer that is selected first, without results of probes; None if none loads.
        steps, offers: its explanation and offers.
    """

    overrides: tuple[FoundOverride, ...]
    running: RunningVkConfig | None
    problems: tuple[Diagnostic, ...]
    answers: ProbeReport
    row: Row | None = None
    steps: tuple[Step, ...] = ()
    offers: tuple[QuickFix, ...] = ()

    @property
    def own_problems(self) -> tuple[Diagnostic, ...]:
        """Problems of the row's manifest, which the offers depend on."""
        file = self.row.manifest if self.row is not None else ""
        return tuple(problem for problem in self.problems if problem.problem.file == file)


class StartupSnapshot(NamedTuple):
    """All that a window shows first.

    Attributes:
        taken_at: time of the scan in seconds since the epoch.
        find_cache: the cache of the engine runs that the snapshot was computed from.
        find_look: what is found after the first paint; may wait for another process.
    """

    loaders: tuple[LoaderProfile, ...]
    load_result: LoadResult
    applied_state: AppliedState
    snapshot: ChainSnapshot
    taken_at: float
    find_cache: Callable[[], DocumentCache]
    find_look: Callable[[], FirstWork] | None = None


def take_startup_snapshot(
    host: Host, paths: StatePaths, loaders: tuple[LoaderProfile, ...] = (), recorded: str = ""
) -> StartupSnapshot:
    """Scan the machine, and search loaders unless some are given.

    `recorded` is the file with probe results of the demo machine.
    """
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.apply.apply_plan import read_applied_state
    from vkconfig_py.model.chain.prober import open_prober
    from vkconfig_py.model.chain.snapshot import compute_snapshot

    cache, scan_time = DocumentCache(), time.time()
    found_loaders = loaders or find_loaders(host, paths)
    load_result = load_workspace(paths.configurations, read_built_ins_here())
    applied_state = read_applied_state(paths).without_root(host.root)
    request = make_request(host, found_loaders, load_result.workspace, applied_state)
    snapshot = compute_snapshot(request, cache)

    def look() -> FirstWork:
        """Return what is found after the first paint."""
        prober = open_prober(host.environment, paths, recorded)
        probe_report = prober.read_findings(snapshot.report)
        return _examine_after_first_paint(snapshot, paths, probe_report, cache)

    return StartupSnapshot(
        found_loaders, load_result, applied_state, snapshot, scan_time, lambda: cache, look
    )


def _examine_after_first_paint(
    snapshot: ChainSnapshot,
    paths: StatePaths,
    probe_report: ProbeReport,
    cache: DocumentCache,
) -> FirstWork:
    """Find problems, overrides and what the first row's page shows, after the first paint."""
    from vkconfig_py.loader.explain.explanation import explain_component
    from vkconfig_py.model.apply.found_overrides import find_overrides, find_running_vkconfig
    from vkconfig_py.model.chain.row_details import explain_row
    from vkconfig_py.model.chain.run_engine import compute_session_report
    from vkconfig_py.model.problems.actionable import lint_request
    from vkconfig_py.model.problems.offers import find_offers

    request = snapshot.request
    overrides = find_overrides(compute_session_report(request, cache), paths)
    problems = lint_request(request, request.loaders, cache)
    work = FirstWork(overrides, find_running_vkconfig(request.host), problems, probe_report)
    row = next((row for row in snapshot.rows if row.kind is RowKind.LAYER), None)
    if row is None:
        return work
    work = work._replace(row=row, steps=explain_row(snapshot, row.key, explain_component))
    return work._replace(offers=find_offers(snapshot, row, work.own_problems, cache))


def find_loaders(host: Host, paths: StatePaths) -> tuple[LoaderProfile, ...]:
    """Return the installed loaders. Blocks while a new one is run to get its version."""
    from vkconfig_py.loader.files import binaries
    from vkconfig_py.loader.probe.loader_versions import read_versions

    return read_versions(binaries.find_loaders(host), paths.loaders_file)


def pack_startup(startup: StartupSnapshot) -> Iterator[bytes]:
    """Yield the snapshot as bytes: what the first paint needs, the rest, and the look after it."""
    loaders, load_result, applied_state, snapshot, scan_time, find_cache, find_look = startup
    snapshot_parts = (
        snapshot.request,
        snapshot.rows,
        snapshot.summary,
        snapshot.devices,
        snapshot.known_requests,
    )
    yield _pickle_value((loaders, load_result, applied_state, snapshot_parts, scan_time))
    # Together: the reports of the findings are those of the runs, and stay the same objects.
    yield _pickle_value((snapshot.reports, find_cache()))
    if find_look is not None:
        yield _pickle_value(find_look())


def unpack_startup(
    first_part: bytes, read_rest: Callable[[], bytes], read_work: Callable[[], bytes] | None = None
) -> StartupSnapshot:
    """Return a startup snapshot from bytes, where later parts are read when they are needed.

    `read_rest` and `read_work` return these parts.
    """
    loaders, load_result, applied_state, snapshot_parts, scan_time = pickle.loads(first_part)
    request, rows, summary, devices, launch_requests = snapshot_parts

    findings: _LazyPart[tuple[SnapshotReports, DocumentCache]] = _LazyPart(read_rest)
    first_work: _LazyPart[FirstWork] | None = (
        _LazyPart(read_work) if read_work is not None else None
    )
    snapshot = ChainSnapshot(
        request=request,
        rows=rows,
        summary=summary,
        find=lambda: findings.read()[0],
        devices=devices,
        known_requests=launch_requests,
    )
    return StartupSnapshot(
        loaders,
        load_result,
        applied_state,
        snapshot,
        scan_time,
        find_cache=lambda: findings.read()[1],
        find_look=first_work.read if first_work is not None else None,
    )


class _LazyPart(Generic[T]):
    """A part that comes later, unpacked once for whichever thread asks first."""

    def __init__(self, part: Callable[[], bytes]) -> None:
        self._part = part
        self._lock = threading.Lock()
        self._read_value: T | None = None

    def read(self) -> T:
        """Return the part, read at the first call, which may wait."""
        with self._lock:
            if self._read_value is None:
                self._read_value = pickle.loads(self._part())
            return self._read_value


def _pickle_value(value: Any) -> bytes:
    """Return a value as bytes, with read-only mappings as dictionaries."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    # pickle knows no mappingproxy.
    pickler.dispatch_table = {MappingProxyType: _pack_mapping}
    pickler.dump(value)
    return buffer.getvalue()


def _pack_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    """Return how a read-only mapping is unpickled."""
    return _unpack_mapping, (dict(mapping),)


def _unpack_mapping(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
