"""Probes (opening drivers and layers in child processes): start, progress, cancel, results.

Results are never taken from a run directly: a run stores them, and they are loaded from there for
the displayed snapshot. So results for files or environments that have changed since are not found
any more, and results of earlier sessions are loaded the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.device_entries import render_device
from vkconfig_py.model.chain.device_page import explain_position, make_device_json
from vkconfig_py.model.chain.probe_results import (
    EMPTY_PROBE_REPORT,
    NOTHING_READ,
    DeviceDetail,
    EnteredOrder,
    Prober,
    ProbeReport,
    ProbeRun,
    ProbeStep,
    SurfaceReading,
    SurfaceRun,
    is_about_chain,
)
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.files.atomic_files import try_write
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.startup_snapshot import FirstWork


class Probes(QObject):
    """Known probe results, and the run in progress.

    Signals:
        changed: the known results changed.
        stepped: the run began, made progress, is being cancelled, or ended.
        ended: a run ended; the sentence with its result, and True if all is well.
        message: a sentence for the user (text, tone).
        surfaces_changed: surfaces are being read, or were read.
    """

    changed = Signal()
    stepped = Signal()
    ended = Signal(str, bool)
    message = Signal(str, str)
    surfaces_changed = Signal()
    _step_reported = Signal(object, object)

    def __init__(
        self,
        shared_services: SharedServices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._machine, _cache, self._reads, self._changes = shared_services
        self._runner: Worker | None = None  # made with the first run
        self._report: LoaderReport | None = None  # that results are recalled for
        self._what_if_report: LoaderReport | None = None  # the same of what if
        self._prober: Prober | None = None  # made with the first look
        self._run: ProbeRun | None = None
        self._is_cancelling = False
        self._surface_runner: Worker | None = None  # made with the first run
        self._surface_run: SurfaceRun | None = None
        self.surfaces = NOTHING_READ
        self._surface_devices: frozenset[str] = frozenset()  # keys of those that were asked
        self.step: ProbeStep | None = None
        self.answers = EMPTY_PROBE_REPORT
        self._what_if_answers: ProbeReport | None = None  # None: as today
        # Steps come on the thread of the run.
        self._step_reported.connect(self._on_step_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def prober(self) -> Prober:
        """What opens drivers and layers, created on first use."""
        if self._prober is None:
            from vkconfig_py.model.chain.prober import open_prober

            machine = self._machine
            self._prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
        return self._prober

    @property
    def is_running(self) -> bool:
        return self.step is not None

    @property
    def is_cancelling(self) -> bool:
        return self.is_running and self._is_cancelling

    def load_results(
        self,
        report: LoaderReport,
        *,
        force: bool = False,
        find_first: Callable[[], FirstWork] | None = None,
    ) -> None:
        """Load earlier results for the drivers and layers of a report.

        `force`: even if that was done. `find_first` returns what another process has loaded.
        """
        if force or report is not self._report:
            self._report = report
            job = (
                partial(_load_answers, find_first)
                if find_first
                else partial(self.prober.read_findings, report)
            )
            self._reads.submit(job, partial(self._on_recalled, report))

    def load_what_if_results(self, report: LoaderReport | None) -> None:
        """Load earlier results for a hypothetical machine, or forget them with None."""
        self._what_if_report = report
        if report is None:
            self._what_if_answers = None
        else:
            job = partial(self.prober.read_findings, report)
            self._reads.submit(job, partial(self._on_what_if_recalled, report))

    def find_answers(self, snapshot: ChainSnapshot | None) -> ProbeReport:
        """Return the known results for a snapshot, current or what-if."""
        if snapshot is None or self._report is None:
            return self.answers
        assumptions, bits = snapshot.request.assumptions, snapshot.request.profile.pointer_bits
        if assumptions.root is not None or bits != self._report.profile.pointer_bits:
            return EMPTY_PROBE_REPORT  # other libraries
        if assumptions.is_empty or self._what_if_answers is None:
            return self.answers
        return self._what_if_answers

    def start(self, report: LoaderReport, keys: tuple[str, ...] = ()) -> None:
        """Open the drivers and layers of these rows, or all with (). One run at a time."""
        if self.is_running:
            return
        if self._runner is None:
            self._runner = Worker("probes", self)
            self._runner.failed.connect(self._on_failed)
        self._run = run = self.prober.start_run(report, keys)
        self._is_cancelling = False
        self.step = ProbeStep(0, len(keys))
        self.stepped.emit()
        self._runner.submit(
            partial(run.run, partial(self._step_reported.emit, run)), self._on_ended
        )

    @property
    def is_reading_surfaces(self) -> bool:
        return self._surface_run is not None

    def read_surfaces(self, snapshot: ChainSnapshot, *, repeats_reading: bool = False) -> None:
        """Ask the devices of a snapshot what they can present to, in a process of its own.

        Answers are kept until the session ends or the devices are others, unless `repeats_reading`.
        """
        devices = self.find_answers(snapshot).details.devices
        is_read = bool(self.surfaces.read_at) and devices.keys() <= self._surface_devices
        if self.is_reading_surfaces or (is_read and not repeats_reading):
            return
        if self._surface_runner is None:
            self._surface_runner = Worker("surfaces", self)
            self._surface_runner.failed.connect(partial(self._on_surfaces_read, NOTHING_READ))
        self._surface_devices = frozenset(devices)
        self._surface_run = run = self.prober.start_surface_run(snapshot.report, devices)
        self.surfaces_changed.emit()
        self._surface_runner.submit(run.run, self._on_surfaces_read)

    def _on_surfaces_read(self, reading: SurfaceReading) -> None:
        """Show what devices can present to."""
        self._surface_run = None
        self.surfaces = reading
        self.surfaces_changed.emit()

    def find_device(self, snapshot: ChainSnapshot | None, key: str) -> DeviceDetail | None:
        """Return all that is known of the device of a row, with its surfaces if they were read."""
        detail = self.find_answers(snapshot).details.devices.get(key)
        surfaces = self.surfaces.by_device.get(key)
        if detail is None or surfaces is None:
            return detail
        return detail._replace(dump={**(detail.dump or {}), "surfaces": surfaces})

    def cancel(self) -> None:
        """Cancel the run. Results so far are kept."""
        if self._run is not None and self.is_running and not self._is_cancelling:
            self._is_cancelling = True
            self._run.cancel()
            self.stepped.emit()

    def find_chain_probe(self, snapshot: ChainSnapshot | None) -> EnteredOrder | None:
        """Return in which order a probe entered a snapshot's layers, None without such a probe."""
        chain_probe = self.answers.findings.chain_order
        if (
            chain_probe is None
            or snapshot is None
            or not is_about_chain(chain_probe, snapshot.list_chain_names())
        ):
            return None
        return chain_probe

    @property
    def earlier_chain_probe(self) -> EnteredOrder | None:
        """The order in which the last probe entered layers, if that was of another chain."""
        chain_probe = self.answers.findings.chain_order
        return chain_probe if chain_probe is not None and chain_probe.probe_differences else None

    def place_explanation(self, snapshot: ChainSnapshot, key: str) -> tuple[Step, ...]:
        """Return why a device has its place in the order, as steps, () if no probe showed it."""
        detail = self.find_answers(snapshot).details.devices.get(key)
        if detail is None or detail.position is None:
            return ()
        return tuple(Step(Mark.FACT, reason) for reason in explain_position(*detail.position))

    def export(self, detail: DeviceDetail, path: Path) -> None:
        """Write the facts of a device to a file in the format of its suffix, on a worker."""
        job = partial(_write_device, detail, path)
        self._changes.submit(job, partial(self._on_exported, path))

    def make_json(self, detail: DeviceDetail, deliver: Callable[[str], None]) -> None:
        """Make the JSON of a device's facts, on a worker."""
        self._reads.submit(partial(make_device_json, detail), deliver)

    def _on_exported(self, path: Path, error: str) -> None:
        """Report that the file was written, or why not."""
        if error:
            self.message.emit(
                tr("{path} cannot be written: {reason}", path=path, reason=error), "error"
            )
        else:
            self.message.emit(tr("Written: {path}", path=path), "neutral")

    def close(self) -> None:
        """Cancel the run and its processes, and wait for their end."""
        if self._run is not None:
            self._run.cancel()
        if self._surface_run is not None:
            self._surface_run.cancel()
        for runner in (self._runner, self._surface_runner):
            if runner is not None:
                runner.close()

    def _on_step_reported(self, run: ProbeRun, step: ProbeStep) -> None:
        """Show the progress of the run."""
        if run is not self._run or self.step is None:
            return
        is_subject_done = step.done > self.step.done
        self.step = step
        self.stepped.emit()
        if is_subject_done:
            self._reload_results()

    def _on_ended(self, result: tuple[str, bool]) -> None:
        """Show the results of a run that ended."""
        self._run = self.step = None
        self.stepped.emit()
        self._reload_results()
        self.ended.emit(*result)

    def _on_failed(self) -> None:
        """End a run that raised an exception."""
        self._run = self.step = None
        self.stepped.emit()

    def _reload_results(self) -> None:
        """Load the results anew, also those of the what-if."""
        if self._report is not None:
            self.load_results(self._report, force=True)
        if self._what_if_report is not None:
            self.load_what_if_results(self._what_if_report)

    def _on_recalled(self, report: LoaderReport, probe_report: ProbeReport) -> None:
        """Show results that were loaded for the current report."""
        if report is self._report and probe_report != self.answers:
            self.answers = probe_report
            self.changed.emit()

    def _on_what_if_recalled(self, report: LoaderReport, probe_report: ProbeReport) -> None:
        """Show results that were loaded for the what-if."""
        if report is self._what_if_report and probe_report != self._what_if_answers:
            self._what_if_answers = probe_report
            self.changed.emit()


def _load_answers(find_first: Callable[[], FirstWork]) -> ProbeReport:
    """Return the results that another process has loaded."""
    return find_first().answers


def _write_device(detail: DeviceDetail, path: Path) -> str:
    """Write a device's facts to a file. Return the error or ""."""
    return try_write(path, render_device(detail, path.suffix).encode())
