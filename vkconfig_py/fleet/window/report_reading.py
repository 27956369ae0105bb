"""Reads a folder of saved reports off the GUI thread, with progress and cancelling."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.fleet.reports.export import TableFormat, export_table
from vkconfig_py.fleet.reports.findings import MachineComparison, compare_reports
from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReadingProgress,
    find_files,
    read_files,
)
from vkconfig_py.fleet.reports.table import MachineRow, make_rows
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.atomic_files import render_error, write_named
from vkconfig_py.model.files.paths import describe_error
from vkconfig_py.model.session.background import ABANDON_SECONDS, Worker

PROGRESS_INTERVAL = 0.25  # seconds between two notes of progress


class ReadFolder(NamedTuple):
    """What became of a folder.

    Attributes:
        rows: all that was read, with what is odd.
        total: number of rows there would be; more than there are where it was cancelled.
        notes: sentences about files that are not read.
        error: why the folder cannot be read, as a sentence, or "".
    """

    folder: Path
    rows: tuple[MachineRow, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    error: str = ""


class _ReadingJob:
    """One reading, and whether it was cancelled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cancelled = threading.Event()  # it ends after the file that is being read


class ReportReading(QObject):
    """One folder of reports at a time.

    Signals:
        started: a folder is read from now on (Path).
        progressed: more files are read (lab.reading.Progress).
        ended: the folder is read, or the reading was cancelled (ReadFolder).
        compared: the differences of two machines (Comparison).
        exported: a table was written; why not, or "" (path, sentence).
    """

    started = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    compared = Signal(object)
    exported = Signal(str, str)
    _progress_noted = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: _ReadingJob | None = None
        self._comparison_number = 0
        self._reading_worker = Worker("reports", self)
        # What a click asks for does not wait for a folder of thousands of files.
        self._comparison_worker = Worker("compared reports", self)
        self._export_worker = Worker("exported reports", self)
        self._progress_noted.connect(self._on_noted, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def open(self, folder: Path) -> None:
        """Read the reports in a folder. An earlier reading is cancelled silently."""
        self.cancel()
        job = self._job = _ReadingJob(folder)
        self.started.emit(folder)
        note_progress = partial(self._progress_noted.emit, job)
        read = partial(_read_folder, job, note_progress)
        self._reading_worker.submit(read, partial(self._on_read, job))

    def cancel(self) -> None:
        """Stop reading. What is read already stays."""
        if self._job is not None:
            self._job.cancelled.set()

    def compare(self, folder: Path, first: MachineReport, second: MachineReport) -> None:
        """Compare two reports in the background. An unfinished earlier comparison is dropped."""
        self._comparison_number += 1
        job = partial(compare_reports, folder, first, second)
        self._comparison_worker.submit(job, partial(self._on_compared, self._comparison_number))

    def forget_comparison(self) -> None:
        """Drop the comparison under way, whose result is then not told."""
        self._comparison_number += 1

    def export(
        self,
        path: Path,
        form: TableFormat,
        folder: Path,
        read_rows: Sequence[MachineRow],
        shown_rows: Sequence[MachineRow],
    ) -> None:
        """Write a table of reports to a file in the background.

        Args:
            path: of the file.
            form: its format.
            folder: that contains the reports.
            read_rows: all rows.
            shown_rows: the rows to write, in their order.
        """
        job = partial(_write_table, path, form, folder, read_rows, shown_rows)
        self._export_worker.submit(job, partial(self.exported.emit, str(path)))

    def close(self) -> None:
        """Stop reading for good. A read that blocks is abandoned."""
        self.cancel()
        for reads in (self._reading_worker, self._comparison_worker):
            reads.close(ABANDON_SECONDS)
        self._export_worker.close()

    def _on_noted(self, job: _ReadingJob, progress: ReadingProgress) -> None:
        """Pass on how far a reading is, unless a later one replaced it."""
        if job is self._job:
            self.progressed.emit(progress)

    def _on_read(self, job: _ReadingJob, read_folder: ReadFolder) -> None:
        """Pass on the result of a reading, unless a later one replaced it."""
        if job is self._job:
            self._job = None
            self.ended.emit(read_folder)

    def _on_compared(self, number: int, compared: MachineComparison) -> None:
        """Pass on a comparison, unless a later one replaced it."""
        if number == self._comparison_number:
            self.compared.emit(compared)


def _read_folder(job: _ReadingJob, tell: Callable[[ReadingProgress], None]) -> ReadFolder:
    """Read all reports of a folder. `tell` gets the rows as they are read."""
    try:
        files = find_files(job.folder)
    except OSError as error:
        sentence = tr(
            "{path} cannot be read: {reason}.", path=job.folder, reason=describe_error(error)
        )
        return ReadFolder(job.folder, error=sentence)
    total = len(files.files) + len(files.unreadable_folders)
    reports: list[MachineReport] = []
    reported, next_time = 0, time.monotonic() + PROGRESS_INTERVAL
    for report in read_files(job.folder, files, job.cancelled.is_set):
        reports.append(report)
        if time.monotonic() >= next_time:
            tell(ReadingProgress(len(reports), total, tuple(reports[reported:])))
            reported, next_time = len(reports), time.monotonic() + PROGRESS_INTERVAL
    return ReadFolder(job.folder, make_rows(reports), total, files.list_notes())


def _write_table(
    path: Path,
    form: TableFormat,
    folder: Path,
    read_rows: Sequence[MachineRow],
    shown_rows: Sequence[MachineRow],
) -> str:
    """Write a table of reports.

    Return "", or the sentence about the error.

    Args:
        path: of the file.
        form: its format.
        folder: that contains the reports.
        read_rows: all rows.
        shown_rows: the rows to write, in their order.
    """
    try:
        write_named(path, export_table(form, folder, read_rows, shown_rows))
    except OSError as error:
        return render_error(tr("Nothing was written"), str(path), error)
    return ""
