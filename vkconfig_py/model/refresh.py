"""Refresher: pictures off the GUI thread, the newest question first.

At most one question runs. One more waits per kind (picture, preview of a drag); a newer one takes
its place. The answer to a picture's question that is no longer the newest is dropped. Previews are
not dropped by newer ones, or a drag in steady movement would never show anything: each is followed
by the newest, and `end_preview` drops all that are under way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from vkconfig_py.model.picture.values import Picture, Question
from vkconfig_py.model.worker import LEAVE_AFTER, Worker

BUSY_MS = 150

ComputePicture = Callable[[Question], Picture]


class Refresher(QObject):
    """Asks the engine and delivers what is still wanted.

    Signals:
        answered: Picture of the newest question.
        previewed: Picture of a drag in progress.
        busy_changed: True once an answer takes longer than BUSY_MS, False when all are there.
    """

    answered = Signal(object)
    previewed = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, compute: ComputePicture, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute = compute
        self._worker = Worker("pictures", self)
        self._worker.failed.connect(self._on_worker_failed)
        self._waiting: Question | None = None
        self._waiting_preview: Question | None = None
        self._generation = 0
        self._preview_generation = 0
        self._running = False
        self._busy = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(BUSY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def pending(self) -> bool:
        """Whether the newest question is not answered yet."""
        return self._waiting is not None or self._running

    def ask(self, question: Question) -> None:
        """Ask for a picture; answers to earlier questions are no longer wanted."""
        self._generation += 1
        self._waiting = question
        self._start_next()

    def forget(self) -> None:
        """Drop the picture that is under way: its question is no longer asked."""
        self._generation += 1
        self._waiting = None

    def ask_preview(self, question: Question) -> None:
        """Ask for the picture of a drag in progress."""
        self._waiting_preview = question
        self._start_next()

    def end_preview(self) -> None:
        """Drop the previews that are under way."""
        self._preview_generation += 1
        self._waiting_preview = None

    def close(self) -> None:
        """Deliver nothing any more; a folder that does not answer is left to the end."""
        self._waiting = self._waiting_preview = None
        self._timer.stop()
        self._worker.close(LEAVE_AFTER)

    def _start_next(self) -> None:
        if self._running:
            return
        deliver: Callable[[Picture], None]
        if self._waiting is not None:
            question, self._waiting = self._waiting, None
            deliver = partial(self._on_answer, self._generation)
        elif self._waiting_preview is not None:
            question, self._waiting_preview = self._waiting_preview, None
            deliver = partial(self._on_preview, self._preview_generation)
        else:
            self._timer.stop()
            self._set_busy(False)
            return
        self._running = True
        if not self._timer.isActive() and not self._busy:
            self._timer.start()
        self._worker.submit(partial(self._compute, question), deliver)

    def _on_answer(self, generation: int, picture: Picture) -> None:
        self._running = False
        if generation == self._generation:
            self.answered.emit(picture)
        self._start_next()

    def _on_preview(self, generation: int, picture: Picture) -> None:
        self._running = False
        if generation == self._preview_generation:
            self.previewed.emit(picture)
        self._start_next()

    def _on_worker_failed(self) -> None:
        self._running = False
        self._start_next()

    def _on_timer_timeout(self) -> None:
        self._set_busy(True)

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)
