"""PatientErrand: one job that may have to wait for a disk that does not answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from vkconfig_py.model.worker import LEAVE_AFTER, Worker

T = TypeVar("T")

SLOW_MS = 2000


class PatientErrand(QObject):
    """Runs a job on a thread of its own, so that nothing else waits for it; gone afterwards.

    Signals:
        slow: the job has not ended after two seconds.
    """

    slow = Signal()

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = Worker(name, self)
        self._worker.failed.connect(self._end)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.slow)

    def run(self, job: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Do the job; `deliver` gets its result on this thread, however late it comes."""
        self._timer.start(SLOW_MS)
        self._worker.submit(job, partial(self._on_done, deliver))

    def close(self) -> None:
        """Deliver nothing any more; a job that still waits is left to the end of the process."""
        self._timer.stop()
        self._worker.close(LEAVE_AFTER)

    def _on_done(self, deliver: Callable[[T], None], result: T) -> None:
        self._end()
        deliver(result)

    def _end(self) -> None:
        self.close()
        self.deleteLater()
