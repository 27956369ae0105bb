"""The window of saved reports: their reading, filter, table of machines, what differs below it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vkconfig_py.fleet.reports.findings import (
    OUTLIER_EXPLANATION,
    MachineComparison,
    compare_reports,
    get_fact_key,
    list_differences,
    list_facts,
    present_fact,
    summarize_selection,
)
from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReadingProgress,
    find_files,
    read_files,
)
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import (
    Column,
    MachineRow,
    TableFormat,
    export_table,
    make_rows,
    summarize_rows,
)
from vkconfig_py.fleet.window.machines_table import MachinesModel, MachinesProxy, MachinesTable
from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.atomic_files import render_error, write_named
from vkconfig_py.model.files.paths import describe_error
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.session.background import ABANDON_SECONDS, SessionMemory, Worker
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Field,
    Label,
    TextRole,
    find_position_below,
    localize_keys,
    make_row,
    set_background,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import (
    DropHint,
    FileDropMixin,
    announce,
    open_file,
)
from vkconfig_py.ui.widgets.file_dialogs import choose_folder, choose_save_path
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView, get_copied_text
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter, open_within_screen

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

    def compare(
        self, folder: Path, first_report: MachineReport, second_report: MachineReport
    ) -> None:
        """Compare two reports in the background. An unfinished earlier comparison is dropped."""
        self._comparison_number += 1
        job = partial(compare_reports, folder, first_report, second_report)
        self._comparison_worker.submit(job, partial(self._on_compared, self._comparison_number))

    def forget_comparison(self) -> None:
        """Drop the comparison under way, whose result is then not told."""
        self._comparison_number += 1

    def export(
        self,
        path: Path,
        table_format: TableFormat,
        folder: Path,
        read_rows: Sequence[MachineRow],
        shown_rows: Sequence[MachineRow],
    ) -> None:
        """Write a table of reports to a file in the background.

        Args:
            path: of the file.
            table_format: its format.
            folder: that contains the reports.
            read_rows: all rows.
            shown_rows: the rows to write, in their order.
        """
        job = partial(_write_table, path, table_format, folder, read_rows, shown_rows)
        self._export_worker.submit(job, partial(self.exported.emit, str(path)))

    def close(self) -> None:
        """Stop reading for good. A read that blocks is abandoned."""
        self.cancel()
        for worker in (self._reading_worker, self._comparison_worker):
            worker.close(ABANDON_SECONDS)
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

    def _on_compared(self, number: int, comparison: MachineComparison) -> None:
        """Pass on a comparison, unless a later one replaced it."""
        if number == self._comparison_number:
            self.compared.emit(comparison)


def _read_folder(
    job: _ReadingJob, report_progress: Callable[[ReadingProgress], None]
) -> ReadFolder:
    """Read all reports of a folder. `report_progress` gets the rows as they are read."""
    try:
        files = find_files(job.folder)
    except OSError as error:
        sentence = tr(
            "{path} cannot be read: {reason}.", path=job.folder, reason=describe_error(error)
        )
        return ReadFolder(job.folder, error=sentence)
    total = len(files.files) + len(files.unreadable_folders)
    reports: list[MachineReport] = []
    reported_count, next_time = 0, time.monotonic() + PROGRESS_INTERVAL
    for report in read_files(job.folder, files, job.cancelled.is_set):
        reports.append(report)
        if time.monotonic() >= next_time:
            report_progress(ReadingProgress(len(reports), total, tuple(reports[reported_count:])))
            reported_count, next_time = len(reports), time.monotonic() + PROGRESS_INTERVAL
    return ReadFolder(job.folder, make_rows(reports), total, files.list_notes())


def _write_table(
    path: Path,
    table_format: TableFormat,
    folder: Path,
    read_rows: Sequence[MachineRow],
    shown_rows: Sequence[MachineRow],
) -> str:
    """Write a table of reports.

    Return "", or the sentence about the error.

    Args:
        path: of the file.
        table_format: its format.
        folder: that contains the reports.
        read_rows: all rows.
        shown_rows: the rows to write, in their order.
    """
    try:
        write_named(path, export_table(table_format, folder, read_rows, shown_rows))
    except OSError as error:
        return render_error(tr("Nothing was written"), str(path), error)
    return ""


_FOLDER = "reports/folder"
_SAVE_INSTRUCTIONS = tr(
    "To save reports, run “vkconfig-py show --json > MACHINE.json” on each machine, or "
    "use Ansible to run it on all machines."
)
_STATE_FILTERS = (
    (tr("Odd"), "is:odd", tr("Show only machines that differ from most")),
    (tr("Unreadable"), "is:broken", tr("Show only files that are not valid reports")),
    (tr("Newest"), "is:newest", tr("Show only the newest report of each machine")),
)
_SEARCH_TIP = tr(
    "Shows rows that contain all words. Put layer:, driver:, device:, problem:, loader:, "
    "machine:, file: or odd:\nbefore a word to search only that column, or a minus to "
    "exclude matching rows."
)


class ReportsWindow(FileDropMixin, BackgroundPane):
    """A folder of saved reports.

    Signals:
        dragged, drag_ended, dropped: files over the window (FileDropMixin).
    """

    dragged = Signal(list, QPoint, str)
    drag_ended = Signal()
    dropped = Signal(list)

    def __init__(
        self,
        context: ThemeContext,
        reading: ReportReading,
        memory: SessionMemory,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "window", parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self._memory = memory
        self.reading = reading
        self._folder: Path | None = None
        self._is_new_folder = False  # the folder was not open before
        self._file_count = 0
        self._notes: tuple[str, ...] = ()
        self._error = ""
        self.model = MachinesModel(self)
        self.proxy = MachinesProxy(self.model, self)
        self.table = MachinesTable(context, self.proxy)
        self.fact_model = LinesModel(get_fact_key, present_fact, self)
        self.details = LinesView(
            context,
            self.fact_model,
            tr("Differences"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self.summary = Label(
            context, summarize_selection(()), text_style="strong", elide=Qt.TextElideMode.ElideRight
        )
        hint = tr("Filter: layer, driver, device, problem …")
        self.search = Field(context, name=tr("Filter"), is_search=True, keys="Ctrl+F", hint=hint)
        self.search.setToolTip(make_tooltip(f"{hint}\n{_SEARCH_TIP}"))
        self.state = Label(context, text_style="small", text_role=TextRole.SECONDARY,
                           elide=Qt.TextElideMode.ElideRight)  # fmt: skip
        self.empty_label = Label(
            context,
            _SAVE_INSTRUCTIONS,
            text_style="title_light",
            text_role=TextRole.SECONDARY,
            wrap=True,
        )
        self._drop_hint = DropHint(context, self)
        self._make_buttons()
        self._lay_out()
        self._connect_signals()
        self.setAcceptDrops(True)
        self.setWindowTitle(tr("Saved reports"))
        open_within_screen(self, context.theme.px(1280), context.theme.px(720))
        self.table.fit_columns(self.width())
        self.table.sort_by(Column.ODD, Qt.SortOrder.DescendingOrder)
        self._on_rows_selected([])
        self._show_state()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Of letters twice as large, or in a narrow window, the words would leave no room to type.
        for button in (self.choose_button, self.rescan_button, self.export_button):
            button.set_compact(self.width() < self._context.theme.px(1000))

    def _make_buttons(self) -> None:
        context = self._context
        self.choose_button = Button(context, tr("Open folder…"), icon="folder", height=28)
        self.choose_button.setToolTip(
            tr(
                "Read every *.json file in a folder and its subfolders ({keys})",
                keys=localize_keys("Ctrl+O"),
            )
        )
        self.rescan_button = Button(
            context, tr("Rescan"), icon="reset", frame=Frame.FLAT, height=28
        )
        self.rescan_button.setToolTip(
            tr("Read the folder again ({keys})", keys=localize_keys("Ctrl+R"))
        )
        self.export_button = Button(context, tr("Export…"), icon="file", height=28)
        self.export_button.setToolTip(
            tr(
                "Save the visible rows as HTML, CSV or JSON ({keys})",
                keys=localize_keys("Ctrl+S"),
            )
        )
        self.stop_button = Button(
            context,
            tr("Cancel"),
            icon="stop",
            frame=Frame.FLAT,
            height=28,
            name=tr("Cancel reading"),
        )
        self.filter_buttons = []
        for text, _term, tip in _STATE_FILTERS:
            button = Button(context, text, height=28)
            button.setCheckable(True)
            button.setToolTip(make_tooltip(tip))
            self.filter_buttons.append(button)

    def _lay_out(self) -> None:
        px = self._context.theme.px
        bar = QHBoxLayout()
        bar.setContentsMargins(px(12), px(8), px(12), px(8))
        bar.setSpacing(px(8))
        for widget in (self.choose_button, self.rescan_button):
            bar.addWidget(widget)
        bar.addWidget(self.search, 1)
        for widget in (*self.filter_buttons, self.export_button):
            bar.addWidget(widget)
        state_row = make_row(self.state, self.stop_button)
        state_row.setStretch(0, 1)
        set_margins(state_row, px(16), 0, px(12), px(6))
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self._make_empty_page())
        self.empty_page = BackgroundPane(self._context, "base")
        column = QVBoxLayout(self.empty_page)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(2))
        header_row = make_row(self.summary)
        header_row.setContentsMargins(px(16), 0, px(16), 0)
        column.addLayout(header_row)
        column.addWidget(self.details, 1)
        self.splitter = Splitter(self._context, Qt.Orientation.Vertical)
        self.splitter.addWidget(self.pages)
        self.splitter.addWidget(self.empty_page)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([px(440), px(210)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addLayout(state_row)
        layout.addWidget(Divider(self._context))
        layout.addWidget(self.splitter, 1)

    def _make_empty_page(self) -> QWidget:
        page = BackgroundPane(self._context, "base")
        column = QVBoxLayout(page)
        px = self._context.theme.px
        column.setContentsMargins(px(32), 0, px(32), 0)
        self.empty_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.clear_button = Button(self._context, tr("Clear the filter"), height=28)
        column.addStretch(2)
        column.addWidget(self.empty_label)
        column.addSpacing(px(12))
        column.addWidget(self.clear_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        return page

    def _connect_signals(self) -> None:
        self.choose_button.clicked.connect(lambda: self.choose_folder())
        self.rescan_button.clicked.connect(self._read_again)
        self.export_button.clicked.connect(self._show_formats)
        self.stop_button.clicked.connect(self.reading.cancel)
        self.clear_button.clicked.connect(self._clear_filter)
        self.search.textChanged.connect(self._on_filter_changed)
        for button in self.filter_buttons:
            button.toggled.connect(self._on_filter_changed)
        self.table.rows_selected.connect(self._on_rows_selected)
        self.table.menu_requested.connect(self._show_menu)
        self.dragged.connect(self._on_dragged)
        self.drag_ended.connect(self._drop_hint.hide)
        self.dropped.connect(self._on_dropped)
        reading = self.reading
        reading.started.connect(self._on_began)
        reading.progressed.connect(self._on_progressed)
        reading.ended.connect(self._on_ended)
        reading.compared.connect(self._on_compared)
        reading.exported.connect(self._on_exported)
        self._context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        keys = (
            ("Ctrl+O", self.choose_folder),
            ("Ctrl+R", self._read_again),
            ("Ctrl+F", self.search.setFocus),
            ("Ctrl+S", self._show_formats),
            ("Ctrl+C", self._copy_table),
            ("Ctrl+W", self.close),
        )
        for sequence, action in keys:
            QShortcut(QKeySequence(sequence), self, action)
        QShortcut(QKeySequence("Esc"), self.search, self._clear_filter,
                  context=Qt.ShortcutContext.WidgetShortcut)  # fmt: skip

    def _on_theme_changed(self) -> None:
        set_background(self._context.theme.colors.base, self.details, views=True)

    # the folder

    @property
    def has_folder(self) -> bool:
        return self._folder is not None

    def open(self, folder: Path) -> None:
        self._memory.set_value(_FOLDER, str(folder))
        self.reading.open(folder)

    def choose_folder(self) -> None:
        start = self._memory.get_text(_FOLDER)
        path = choose_folder(self, tr("Folder with saved reports"), start)
        if path:
            self.open(Path(path))

    def _read_again(self) -> None:
        if self._folder is not None:
            self.reading.open(self._folder)

    def _on_dragged(self, paths: list[str], _position: QPoint, refusal: str) -> None:
        """Show what would be read, or why nothing, while files are dragged over the window."""
        sentence = refusal or tr(
            "Reading the reports in {name}/", name=_find_folder(paths[0]).name or "/"
        )
        self._drop_hint.show_drop(self, tr("Saved reports"), sentence, is_refused=bool(refusal))

    def _on_dropped(self, paths: list[str]) -> None:
        self.open(_find_folder(paths[0]))

    def _on_began(self, folder: Path) -> None:
        self._is_new_folder = folder != self._folder
        self._folder, self._file_count, self._notes, self._error = folder, 0, (), ""
        self.model.clear()
        self.setWindowTitle(
            tr("{name} – saved reports", name=escape_invisible(folder.name or str(folder)))
        )
        self._show_state(tr("Reading…"))

    def _on_progressed(self, progress: ReadingProgress) -> None:
        self.model.append([MachineRow(report) for report in progress.reports])
        self._show_state(
            counted(
                "Reading: {done} of {n} files",
                "Reading: {done} of {n} file",
                progress.total,
                done=progress.done,
            )
        )

    def _on_ended(self, read_folder: ReadFolder) -> None:
        self._file_count, self._notes, self._error = (
            read_folder.total,
            read_folder.notes,
            read_folder.error,
        )
        self.proxy.replace_rows(read_folder.rows)
        if self._is_new_folder:
            self.table.fit_columns(self.width())
        self._show_state()
        if not self.search.hasFocus():
            self.table.setFocus()
        self._on_rows_selected(self.table.selected_rows())
        announce(self, self.state.text())
        if not self.table.currentIndex().isValid():
            self.table.scrollToTop()

    # what is shown of it

    def _on_filter_changed(self) -> None:
        terms = (term for _text, term, _tip in _STATE_FILTERS)
        chosen_filters = [
            term
            for button, term in zip(self.filter_buttons, terms, strict=True)
            if button.isChecked()
        ]
        self.proxy.set_filter(" ".join((self.search.text(), *chosen_filters)))
        self._show_state()

    def _clear_filter(self) -> None:
        self.search.clear()
        for button in self.filter_buttons:
            button.setChecked(False)

    def _show_state(self, reading: str = "") -> None:
        """Show how far reading is, what is left out, and a page in place of an empty table."""
        rows, shown_count = self.model.rows(), self.proxy.rowCount()
        parts = [reading or self._error]
        if not parts[0] and self._folder is not None:
            parts = [summarize_rows(rows)]
            if len(rows) < self._file_count:
                parts.append(
                    counted(
                        "canceled: {n} files were not read",
                        "canceled: {n} file was not read",
                        self._file_count - len(rows),
                    )
                )
            if shown_count < len(rows):
                parts.append(tr("{count} hidden by the filter", count=len(rows) - shown_count))
            parts += (note.removesuffix(".") for note in self._notes)
        self.state.setText(escape_invisible(" · ".join(parts)))
        self.state.set_text_role(TextRole.ERROR if self._error else TextRole.SECONDARY)
        self.stop_button.setVisible(bool(reading))
        self.rescan_button.setEnabled(self._folder is not None)
        self.export_button.setEnabled(bool(shown_count))
        self.clear_button.setVisible(bool(rows))
        self.empty_page.setVisible(bool(rows))
        self.empty_label.setText(self._explain_empty_table(reading))
        self.pages.setCurrentIndex(0 if shown_count or (rows and reading) else 1)

    def _explain_empty_table(self, reading: str) -> str:
        """Return why the table has no rows. `reading` says how far reading is, or ""."""
        if self.model.rowCount():
            return tr("No rows match the filter.")
        if reading or self._error or self._folder is None:
            return escape_invisible(reading or self._error) or _SAVE_INSTRUCTIONS
        return tr(
            "No saved reports in {folder}.\n{how}",
            folder=escape_invisible(str(self._folder)),
            how=_SAVE_INSTRUCTIONS,
        )

    def _on_rows_selected(self, rows: list[MachineRow]) -> None:
        self.reading.forget_comparison()
        self.summary.setText(escape_invisible(summarize_selection(rows)))
        # It is elided where there is no room, and has a score where one machine is selected.
        self.summary.setToolTip(make_tooltip(render(OUTLIER_RULE)) if len(rows) == 1 else "")
        if len(rows) < 2:
            self.fact_model.replace_all(list_facts(rows[0]) if rows else OUTLIER_EXPLANATION)
        else:
            self.fact_model.replace_all(())
        if len(rows) == 2 and self._folder is not None:
            first_report, second_report = (row.report for row in rows)
            broken_report = next(
                (report for report in (first_report, second_report) if report.error), None
            )
            if broken_report is None:
                self.summary.setText(tr("Comparing…"))
                self.reading.compare(self._folder, first_report, second_report)
            else:
                self.summary.setText(
                    escape_invisible(tr("{file} is not a valid report.", file=broken_report.file))
                )

    def _on_compared(self, comparison: MachineComparison) -> None:
        self.summary.setText(
            escape_invisible(summarize_selection(self.table.selected_rows(), comparison))
        )
        self.fact_model.replace_all(list_differences(comparison))
        announce(self, self.summary.text())

    # what is done with it

    def _show_formats(self) -> None:
        menu = PopupMenu(self._context, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, table_format in (
            (tr("As &HTML…"), TableFormat.HTML),
            (tr("As &CSV…"), TableFormat.CSV),
            (tr("As &JSON…"), TableFormat.JSON),
        ):
            menu.addAction(text, partial(self._export, table_format)).setEnabled(
                self.export_button.isEnabled()
            )
        menu.popup(find_position_below(self.export_button))

    def _export(self, table_format: TableFormat) -> None:
        if self._folder is None:
            return
        suggested_path = self._folder.parent / f"{self._folder.name}.{table_format}"
        choice = choose_save_path(self, tr("Export the table"), suggested_path)
        if choice is not None:
            shown_rows, read_rows = self.proxy.list_shown(), self.model.rows()
            self.reading.export(
                Path(choice.path), table_format, self._folder, read_rows, shown_rows
            )

    def _on_exported(self, path: str, error: str) -> None:
        self.state.setText(escape_invisible(error or tr("Saved {path}", path=path)))
        self.state.set_text_role(TextRole.ERROR if error else TextRole.SECONDARY)
        announce(self, self.state.text())

    def _show_menu(self, index: QModelIndex, position: QPoint) -> None:
        row = self.proxy.find_row(index)
        if row is None or self._folder is None:
            return
        menu = PopupMenu(self._context, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("&Copy"), self._copy_table)
        machine = f'machine:"{row.report.machine}"'
        menu.addAction(tr("Show only this &machine"), partial(self.search.setText, machine))
        file = self._folder / row.report.file
        menu.addAction(tr("&Open the file"), partial(self._open_file, str(file)))
        menu.popup(position)

    def _open_file(self, path: str) -> None:
        if not open_file(path):
            self.state.setText(escape_invisible(tr("No program found to open {path}.", path=path)))

    def _copy_table(self) -> None:
        if self.details.hasFocus():
            text = get_copied_text(self.details)
        else:
            rows = self.table.selected_rows()
            text = "\n".join("\t".join(map(escape_invisible, row.column_texts)) for row in rows)
        if text:
            QGuiApplication.clipboard().setText(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.reading.cancel()
        super().closeEvent(event)


def _find_folder(dropped_path: str) -> Path:
    """Return a dropped folder, or the folder of a dropped file."""
    # Whoever drags a report means those beside it, too.
    path = Path(dropped_path)
    return path.parent if path.suffix.lower() == ".json" else path


def make_window(
    application: QCoreApplication,
    context: ThemeContext,
    memory: SessionMemory,
    folder: str,
    filter_text: str,
) -> ReportsWindow:
    """Return a window of reports, which reads a folder.

    Args:
        application: that ends with the window.
        context: colors and sizes.
        memory: of window positions.
        folder: that contains the reports.
        filter_text: the text of the filter.
    """
    reading = ReportReading(application)
    application.aboutToQuit.connect(reading.close)
    window = ReportsWindow(context, reading, memory)
    window.search.setText(filter_text)
    window.open(Path(folder).absolute())
    return window
