"""Background work: job queues, slow tasks, computing the newest snapshot, garbage collection."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.plan.plan import PredictionRequest

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.files.paths import StatePaths


T = TypeVar("T")

ABANDON_SECONDS = 0.5  # seconds that the end of the program waits for a job that only reads
SLOW_MS = 2000
BUSY_MS = 150
ComputeSnapshot = Callable[[PredictionRequest], ChainSnapshot]
GC_INTERVAL_MS = 1000
REST_INTERVALS = 30  # for so many of them the program has done nothing before it collects garbage
_REST_SECONDS = 0.02  # of processor time that blinking and polling may take of one of them
# Objects more than after the last collection: a program at rest, or a busy one, then collects.
_MIN_GARBAGE, _MAX_GARBAGE = 700, 1_000_000


class _Task(NamedTuple):
    """A job of a queue, and what is called with its result."""

    job: Callable[[], Any]
    deliver: Callable[[Any], None]


class _Result(NamedTuple):
    """The result of a job or the exception that it raised, and what is called with the result."""

    deliver: Callable[[Any], None]
    value: Any
    error: Exception | None


class Worker(QObject):
    """A job queue off the GUI thread.

    Signals:
        failed: a job raised; its result will not be delivered.
    """

    failed = Signal()
    _job_done = Signal(object)
    _tasks: SimpleQueue[_Task | None]  # made with the thread

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        # A plain thread, no QThread or QThreadPool: it starts with the first job and ends by
        # joining, and a result is an ordinary queued signal.
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._job_done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)

    def submit(self, job: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Run a job after the earlier ones. `deliver` is called with its result on this thread."""
        if self._is_closed:
            return
        if self._thread is None:
            self._tasks = SimpleQueue()
            # A daemon: a read in a network folder that hangs must not hold the process at its end.
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._tasks.put(_Task(job, deliver))

    def drain(self) -> None:
        """Wait until everything submitted so far has run. Results are still delivered later."""
        if self._thread is None or self._is_closed:
            return
        drained_event = threading.Event()
        self._tasks.put(_Task(drained_event.set, _do_nothing))
        drained_event.wait()

    def close(self, timeout: float | None = None) -> None:
        """Run the submitted jobs, then end the thread. No results are delivered any more.

        A queue that only reads has `timeout`, a timeout in seconds: of its jobs the present one is
        awaited, the others are dropped. A thread that is still blocked by the disk afterwards is
        abandoned: it ends with its job, at the latest with the process.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if self._thread is not None:
            if timeout is not None:
                self._drop_waiting()
            self._tasks.put(None)
            self._thread.join(timeout)
            self._thread = None

    def _drop_waiting(self) -> None:
        """Remove the jobs that have not begun."""
        with suppress(Empty):
            while True:
                self._tasks.get_nowait()

    def _run(self) -> None:
        """Run jobs one after the other, on the thread."""
        while (task := self._tasks.get()) is not None:
            try:
                result = _Result(task.deliver, task.job(), None)
            except Exception as error:  # noqa: BLE001 - carried to the GUI thread, raised there
                result = _Result(_do_nothing, None, error)
            if not self._is_closed:  # or the receiver may no longer exist
                self._job_done.emit(result)

    def _on_done(self, result: _Result) -> None:
        """Deliver the result of a job on the GUI thread, or raise its exception there."""
        if self._is_closed:
            return
        if result.error is not None:
            self.failed.emit()
            raise result.error
        result.deliver(result.value)


def run_beside(job: Callable[[], T], seconds: float) -> T | None:
    """Return the result of a job that a thread does, while this thread paints but takes no input.

    Return None if it is not done in this time: its thread is abandoned then.
    """
    worker, event_loop = Worker("beside"), QEventLoop()
    results: list[T] = []
    worker.failed.connect(event_loop.quit)

    def deliver(result: T) -> None:
        """Keep the result, and go on."""
        results.append(result)
        event_loop.quit()

    worker.submit(job, deliver)
    timer = QTimer()
    timer.setSingleShot(True)
    timer.timeout.connect(event_loop.quit)
    timer.start(round(1000 * seconds))
    event_loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    worker.close(0)
    return results[0] if results else None


def _do_nothing(_value: Any) -> None:
    """Drop a result that nobody wants."""
    return


class SlowTask(QObject):
    """Runs a job on its own thread, so that nothing else waits for it; the thread then ends.

    Signals:
        became_slow: the job has not ended after two seconds.
    """

    became_slow = Signal()

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = Worker(name, self)
        self._worker.failed.connect(self._end)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.became_slow)

    def run(self, job: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Run the job. `deliver` is called with its result on this thread, however late."""
        self._timer.start(SLOW_MS)
        self._worker.submit(job, partial(self._on_done, deliver))

    def close(self) -> None:
        """Deliver no results any more. A blocked job is abandoned until the process ends."""
        self._timer.stop()
        self._worker.close(ABANDON_SECONDS)

    def _on_done(self, deliver: Callable[[T], None], result: T) -> None:
        """Deliver the result of the job, and end the thread."""
        self._end()
        deliver(result)

    def _end(self) -> None:
        """End the thread, and delete this object."""
        self.close()
        self.deleteLater()


class SharedCache:
    """The shared cache of documents and engine runs, thread-safe; created on first use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cache: DocumentCache | None = None
        self._find_first: Callable[[], DocumentCache] | None = None

    def start_with(self, find: Callable[[], DocumentCache]) -> None:
        """Use a cache that another process has filled, which `find` returns, once one is needed."""
        self._find_first = find

    def __call__(self) -> DocumentCache:
        """Return the cache, made or fetched at the first call."""
        with self._lock:
            if self._cache is None and self._find_first is not None:
                self._cache, self._find_first = self._find_first(), None
            elif self._cache is None:
                from vkconfig_py.loader.files.scan import DocumentCache

                self._cache = DocumentCache()
            return self._cache


class SessionMemory(Protocol):
    """Storage for values that outlive the session; implemented by WindowState."""

    def get_text(self, key: str, default: str = "") -> str:
        """Return a stored string, or `default` if there is none."""

    def set_value(self, key: str, value: str) -> None:
        """Store a string."""


class SessionMachine(NamedTuple):
    """The machine of a session: this one, or the demo machine in a temporary folder.

    Attributes:
        loaders: installed loaders, the one that programs use first; () if there is none.
        demo: shown in the window title; disables launches and checks with the real loader.
        recorded: file with probe results from the machine that the sample was taken from.
    """

    host: Host
    loaders: tuple[LoaderProfile, ...]
    paths: StatePaths
    demo: bool = False
    recorded: str = ""

    @property
    def home(self) -> str:
        """The user's home folder on that machine, where file dialogs start."""
        return self.host.environment.get("HOME") or "/"


class SharedServices(NamedTuple):
    """Objects that the parts of one session share.

    Attributes:
        machine: as it was at the start; loaders may be found later (`PredictionRequests.machine`).
        reads: queue for reading jobs; a folder that does not respond may block its end.
        changes: queue for writing jobs; `close` waits for its end.
    """

    machine: SessionMachine
    cache: SharedCache
    reads: Worker
    changes: Worker


class Refresher(QObject):
    """Runs engine requests and delivers only answers that are still wanted.

    Signals:
        snapshot_ready: Snapshot of the newest request.
        preview_ready: Snapshot of a drag in progress.
        busy_changed: True once an answer takes longer than BUSY_MS, False when all have arrived.
    """

    snapshot_ready = Signal(object)
    preview_ready = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, compute: ComputeSnapshot, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute = compute
        self._worker = Worker("snapshots", self)
        self._worker.failed.connect(self._on_worker_failed)
        self._waiting_request: PredictionRequest | None = None
        self._waiting_preview: PredictionRequest | None = None
        self._generation = 0
        self._preview_generation = 0
        self._is_running = False
        self._is_busy = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(BUSY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def pending(self) -> bool:
        """True if the newest request is not answered yet."""
        return self._waiting_request is not None or self._is_running

    def request_snapshot(self, request: PredictionRequest) -> None:
        """Request a snapshot. Answers to earlier requests are discarded."""
        self._generation += 1
        self._waiting_request = request
        self._start_next()

    def forget(self) -> None:
        """Discard the snapshot being computed: its request is obsolete."""
        self._generation += 1
        self._waiting_request = None

    def request_preview(self, request: PredictionRequest) -> None:
        """Request the snapshot of a drag in progress.

        An older request that still waits is dropped.
        """
        self._waiting_preview = request
        self._start_next()

    def end_preview(self) -> None:
        """Discard the snapshot of a drag that ended."""
        self._preview_generation += 1
        self._waiting_preview = None

    def close(self) -> None:
        """Deliver no answers any more. A thread blocked by a folder is abandoned."""
        self._waiting_request = self._waiting_preview = None
        self._timer.stop()
        self._worker.close(ABANDON_SECONDS)

    def _start_next(self) -> None:
        """Compute the next waiting request, snapshots before previews, one at a time."""
        # At most one request runs, and one more waits for the snapshot and one for the preview; a
        # newer one takes its place. Previews that are answered late are shown all the same, or a
        # drag in steady movement would never show anything.
        if self._is_running:
            return
        deliver: Callable[[ChainSnapshot], None]
        if self._waiting_request is not None:
            request, self._waiting_request = self._waiting_request, None
            deliver = partial(self._on_answer, self._generation)
        elif self._waiting_preview is not None:
            request, self._waiting_preview = self._waiting_preview, None
            deliver = partial(self._on_preview, self._preview_generation)
        else:
            self._timer.stop()
            self._set_busy(False)
            return
        self._is_running = True
        if not self._timer.isActive() and not self._is_busy:
            self._timer.start()
        self._worker.submit(partial(self._compute, request), deliver)

    def _on_answer(self, generation: int, snapshot: ChainSnapshot) -> None:
        """Emit a snapshot if no newer request came meanwhile, and go on."""
        self._is_running = False
        if generation == self._generation:
            self.snapshot_ready.emit(snapshot)
        self._start_next()

    def _on_preview(self, generation: int, snapshot: ChainSnapshot) -> None:
        """Emit the snapshot of a drag if the drag still goes on, and go on."""
        self._is_running = False
        if generation == self._preview_generation:
            self.preview_ready.emit(snapshot)
        self._start_next()

    def _on_worker_failed(self) -> None:
        """Go on with the next request after one that raised an exception."""
        self._is_running = False
        self._start_next()

    def _on_timer_timeout(self) -> None:
        self._set_busy(True)

    def _set_busy(self, is_busy: bool) -> None:
        """Report that answers take long, or no longer do."""
        if is_busy != self._is_busy:
            self._is_busy = is_busy
            self.busy_changed.emit(is_busy)


class GcTimer(QObject):
    """Collects garbage by a timer on the GUI thread, in place of Python's automatic collection."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Automatic collection runs wherever the next object is allocated, and what it destroys may
        # be Qt objects. On a worker thread that ends in "Socket notifiers cannot be enabled or
        # disabled from another thread" and a crash. On the GUI thread it can come in the middle of
        # QObject::disconnect: PySide looks for a Python override of disconnectNotify while Qt holds
        # the mutex of the connection, the look-up allocates, and destroying another object waits
        # for that mutex for ever (seen with PySide 6.11.1).
        if gc.isenabled():
            gc.disable()
        else:  # one before us turned it off: what it left is collected while no thread runs
            gc.collect()
        self._used_seconds = 0.0  # processor time of the program up to the last timeout
        self._rest_count = 0  # timeouts since the program did something
        self.timer = QTimer(self)
        self.timer.setInterval(GC_INTERVAL_MS)
        self.timer.timeout.connect(self._on_timer_timeout)
        self.timer.start()

    def _on_timer_timeout(self) -> None:
        """Collect garbage once nobody has used the program for a while."""
        # With a thousand layers a collection takes longer than a frame may, even of young objects:
        # each snapshot is tens of thousands of them.
        previous_time, self._used_seconds = self._used_seconds, time.process_time()
        self._rest_count = (
            self._rest_count + 1 if self._used_seconds - previous_time < _REST_SECONDS else 0
        )
        collect_garbage_due(is_application_idle=self._rest_count >= REST_INTERVALS)


def collect_garbage_due(*, is_application_idle: bool) -> None:
    """Collect garbage if there may be some, of a program that is not at rest if there is much."""
    if gc.get_count()[0] > (_MIN_GARBAGE if is_application_idle else _MAX_GARBAGE):
        gc.collect()
