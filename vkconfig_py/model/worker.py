"""Worker: one thread that runs jobs in order and delivers their results on the GUI thread.

A plain Python thread rather than a QThread or QThreadPool: it starts with the first job, ends by
joining, and a result is an ordinary queued signal. A job that raises is a bug of ours: the
exception is raised again on the GUI thread, where the exception hook shows it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.loader.records import NamedTuple

if TYPE_CHECKING:
    from queue import SimpleQueue

T = TypeVar("T")

LEAVE_AFTER = 0.5  # seconds that the end of the program waits for a job that only reads


class _Task(NamedTuple):
    job: Callable[[], Any]
    deliver: Callable[[Any], None]


class _Result(NamedTuple):
    deliver: Callable[[Any], None]
    value: Any
    error: Exception | None


class Worker(QObject):
    """A queue of jobs off the GUI thread.

    Signals:
        failed: a job raised; its result will not be delivered.
    """

    failed = Signal()
    _done = Signal(object)
    _tasks: SimpleQueue[_Task | None]  # made with the thread

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._thread: threading.Thread | None = None
        self._closed = False
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)

    def submit(self, job: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Run a job after those submitted before; `deliver` gets its result on this thread."""
        if self._closed:
            return
        if self._thread is None:
            from queue import SimpleQueue

            self._tasks = SimpleQueue()
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._tasks.put(_Task(job, deliver))

    def drain(self) -> None:
        """Wait until everything submitted so far has run; results are still delivered later."""
        if self._thread is None or self._closed:
            return
        reached = threading.Event()
        self._tasks.put(_Task(reached.set, _ignore))
        reached.wait()

    def close(self, patience: float | None = None) -> None:
        """Run what is submitted, then end the thread; nothing is delivered any more.

        `patience` is how many seconds that may take. A thread that still waits for the disk then
        is left alone: it ends with its job, at the latest with the process.
        """
        if self._closed:
            return
        self._closed = True
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join(patience)
            self._thread = None

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                result = _Result(task.deliver, task.job(), None)
            except Exception as error:  # noqa: BLE001 - carried to the GUI thread, raised there
                result = _Result(_ignore, None, error)
            if not self._closed:  # or nobody may be there any more to take it
                self._done.emit(result)

    def _on_done(self, result: _Result) -> None:
        if self._closed:
            return
        if result.error is not None:
            self.failed.emit()
            raise result.error
        result.deliver(result.value)


def _ignore(_value: Any) -> None:
    return
