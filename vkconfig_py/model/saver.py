"""Saver: every edit is on the disk soon after it, and nothing is written without one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.worker import Worker

# Counted from the first edit that is not saved, not from the last: a user who keeps editing is
# saved too. The rest of the half second is for the disk.
DELAY_MS = 300

SaveWorkspace = Callable[[Workspace, Workspace], tuple[str, ...]]


class Saver(QObject):
    """Writes the newest workspace off the GUI thread.

    Signals:
        failed: one sentence for each file that could not be written.
    """

    failed = Signal(str)

    def __init__(
        self, save: SaveWorkspace, saved: Workspace, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._save = save
        self._saved = saved  # touched by jobs only, which run one after the other
        self._wanted = saved
        self._worker = Worker("saver", self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def keep(self, workspace: Workspace) -> None:
        """Save a workspace within the delay."""
        self._wanted = workspace
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Save now and wait for it."""
        if self._timer.isActive():
            self._timer.stop()
            self._on_timer_timeout()
        self._worker.drain()

    def close(self) -> None:
        """Save what is left and end."""
        self.flush()
        self._worker.close()

    def _on_timer_timeout(self) -> None:
        wanted = self._wanted
        self._worker.submit(lambda: self._write(wanted), self._on_written)

    def _write(self, wanted: Workspace) -> tuple[str, ...]:
        errors = self._save(self._saved, wanted)
        if not errors:
            self._saved = wanted
        return errors

    def _on_written(self, errors: tuple[str, ...]) -> None:
        for sentence in errors:
            self.failed.emit(sentence)
