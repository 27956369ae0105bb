"""Commands of the report for a bug."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files.atomic_files import save_as

if TYPE_CHECKING:
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.problems.bug_report import Evidence, ReportFormat
    from vkconfig_py.ui.dialogs.bug_report_dialog import BugReportDialog
    from vkconfig_py.ui.window.window_parts import WindowParts


_FOLDER = "window/report_folder"
_MOST_LINES = 5_000  # of the output of a program


class BugReportCommands(QObject):
    """Collects a report for a bug about the shown chain, copies and saves it."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.dialog: BugReportDialog | None = None

    def open(self) -> None:
        """Show the dialog, about the chain that is shown now."""
        from vkconfig_py.ui.dialogs.bug_report_dialog import BugReportDialog

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
        session, worker = self._parts.session, self._parts.worker
        shown = self._parts.launcher.shown
        prober, cache = session.probes.prober, session.shared.cache()
        is_sample, paths = session.machine.demo, session.machine.paths

        def collect() -> Evidence:
            from vkconfig_py.model.launch.log_filter import last_lines
            from vkconfig_py.model.problems.bug_report import collect

            output = last_lines(shown.log.store, _MOST_LINES) if shown else ""
            return collect(snapshot, prober.results, cache, paths, asks_loader=False,
                           is_sample=is_sample, output=output)  # fmt: skip

        def ask() -> Verification:
            from vkconfig_py.model.problems.bug_report import ask_loader

            return ask_loader(snapshot)

        # A what-if has no real loader, nor has the sample machine.
        asks = not is_sample and snapshot.request.assumptions.is_empty
        worker.submit(collect, partial(self._on_collected, dialog, asks))
        if asks:
            worker.submit(ask, partial(self._on_asked, dialog))

    def _on_collected(self, dialog: BugReportDialog, asks: bool, evidence: Evidence) -> None:
        if dialog is self.dialog:
            dialog.show_evidence(evidence, is_asking=asks)

    def _on_asked(self, dialog: BugReportDialog, check: Verification) -> None:
        if dialog is self.dialog and dialog.evidence is not None:
            dialog.show_evidence(dialog.evidence._replace(check=check), is_asking=False)

    def _on_finished(self) -> None:
        self.dialog = None

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        if self.dialog is not None:
            self.dialog.tell(tr("Copied to the clipboard"))

    def _save(self, form: ReportFormat, text: str) -> None:
        from vkconfig_py.model.problems.bug_report import SUFFIXES

        parts = self._parts
        folder = Path(parts.state.text(_FOLDER) or parts.session.machine.home)
        parent, name = self.dialog or parts.window, f"vulkan-report{SUFFIXES[form]}"
        path, _filter = QFileDialog.getSaveFileName(parent, tr("Save"), str(folder / name))
        if not path:
            return
        parts.state.keep(_FOLDER, str(Path(path).parent))
        content = text.encode("utf-8", "backslashreplace")
        write = partial(save_as, Path(path), content)
        parts.worker.submit(write, partial(self._on_saved, path))

    def _on_saved(self, path: str, error: str) -> None:
        text = error or tr("Saved {path}", path=path)
        if self.dialog is not None:
            self.dialog.tell(text, is_error=bool(error))
        self._parts.status_bar.show_toast(text, tone="error" if error else "neutral")
