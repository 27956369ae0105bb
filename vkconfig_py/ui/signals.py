"""SIGINT, SIGTERM and SIGHUP as a Qt signal, within the event loop."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal


class SignalWatch(QObject):
    """Waits for the process to be told to end.

    Python runs its handlers only when it gets the processor back, which an idle event loop never
    gives; the wake-up descriptor is what Qt can wait for.

    Signals:
        caught: one of the signals came.
    """

    caught = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_activated)
        signal.set_wakeup_fd(self._write.fileno())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _ignore)

    def _on_activated(self) -> None:
        self._read.recv(64)
        self.caught.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return
