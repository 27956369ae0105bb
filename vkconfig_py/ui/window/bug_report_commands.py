"""The bug report about the shown chain: its dialog, and what is collected for it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files.atomic_files import save_to_path
from vkconfig_py.model.launch.log_filter import render_last_lines
from vkconfig_py.model.launch.run_history import read_logged_output
from vkconfig_py.model.problems.bug_report import (
    SUFFIXES,
    BugReportData,
    ReportFormat,
    ask_loader,
    collect_evidence,
)
from vkconfig_py.model.session.launcher import MAX_REPORTED_LINES
from vkconfig_py.ui.dialogs.bug_report_dialog import BugReportDialog
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path

if TYPE_CHECKING:
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.ui.window.window_parts import WindowParts

_FOLDER = "window/report_folder"


class BugReportCommands(QObject):
    """Commands that collect, copy and save a bug report about the shown chain."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.dialog: BugReportDialog | None = None

    def open(self) -> None:
        """Open the dialog with a bug report about the chain that is shown now."""
        snapshot = self._parts.session.snapshots.shown
        if snapshot is None:
            return
        if self.dialog is not None:
            self.dialog.close()
        dialog = self.dialog = BugReportDialog(
            self._parts.context, self._parts.worker.submit, self._parts.window
        )
        dialog.copy_requested.connect(self._copy)
        dialog.save_requested.connect(self._save)
        dialog.finished.connect(self._on_finished)
        dialog.show()
        dialog.activateWindow()
        self._collect(dialog, snapshot)

    def _collect(self, dialog: BugReportDialog, snapshot: ChainSnapshot) -> None:
        """Collect what the bug report is made of on the worker, then ask the loader."""
        session, worker = self._parts.session, self._parts.worker
        launcher = self._parts.launcher
        shown_run, closed_output = launcher.shown_run, launcher.closed_output
        prober, cache = session.probes.prober, session.shared.cache()
        is_sample, paths = session.machine.demo, session.machine.paths

        def collect() -> BugReportData:
            """Read everything except the answer of the loader."""
            if shown_run is not None:
                output = render_last_lines(shown_run.log.store, MAX_REPORTED_LINES)
            elif closed_output:
                output = closed_output
            else:
                program = snapshot.request.configuration.target.program
                output = read_logged_output(paths.state, program)
            return collect_evidence(snapshot, prober.read_results, cache, paths, asks_loader=False,
                           is_sample=is_sample, output=output)  # fmt: skip

        def ask() -> Verification:
            """Compare the chain with what the real loader does."""
            return ask_loader(snapshot)

        # A what-if has no real loader, nor has the sample machine.
        is_asking = not is_sample and snapshot.request.assumptions.is_empty
        worker.submit(collect, partial(self._on_collected, dialog, is_asking))
        if is_asking:
            worker.submit(ask, partial(self._on_asked, dialog))

    def _on_collected(
        self, dialog: BugReportDialog, is_asking: bool, evidence: BugReportData
    ) -> None:
        """Show what was collected, if the dialog is still open.

        `is_asking` says that the answer of the loader is still to come.
        """
        if dialog is self.dialog:
            dialog.show_evidence(evidence, is_asking=is_asking)

    def _on_asked(self, dialog: BugReportDialog, check: Verification) -> None:
        """Add the answer of the real loader to the report, if the dialog is still open."""
        if dialog is self.dialog and dialog.evidence is not None:
            dialog.show_evidence(dialog.evidence._replace(verification=check), is_asking=False)

    def _on_finished(self) -> None:
        """Forget the dialog, which was closed."""
        self.dialog = None

    def _copy(self, text: str) -> None:
        """Copy the report to the clipboard."""
        QGuiApplication.clipboard().setText(text)
        if self.dialog is not None:
            self.dialog.show_result(tr("Copied to the clipboard"))

    def _save(self, report_format: ReportFormat, text: str) -> None:
        """Save the report in a file that the user chooses."""
        parts = self._parts
        folder = Path(parts.state.get_text(_FOLDER) or parts.session.machine.home)
        parent, name = (
            self.dialog or parts.window,
            f"vulkan-report{SUFFIXES[report_format]}",
        )
        choice = choose_save_path(parent, tr("Save"), folder / name)
        if choice is None:
            return
        path = choice.path
        parts.state.set_value(_FOLDER, str(Path(path).parent))
        content = text.encode("utf-8", "backslashreplace")
        write = partial(save_to_path, Path(path), content)
        parts.worker.submit(write, partial(self._on_saved, path))

    def _on_saved(self, path: str, error: str) -> None:
        """Show that the report was saved, or the error."""
        text = error or tr("Saved {path}", path=path)
        if self.dialog is not None:  # it covers the messages of the window
            self.dialog.show_result(text, is_error=bool(error))
        else:
            self._parts.status_bar.show_toast(text, tone="error" if error else "neutral")
