"""Launches programs under the current configuration: several at once, each a run of its own.

Before a launch the view switches to the snapshot of this launch. Its plan is computed once more
with the launch's own private folder, so that launches that go on at the same time share no file.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QFile, QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.plan.plan import NO_SAFE_MODE, PlanView, SafeMode
from vkconfig_py.model.session.background import SharedServices, Worker, run_beside
from vkconfig_py.model.session.loader_checks import LoaderChecks
from vkconfig_py.model.session.run_values import LaunchState, RunName, RunServices, StartLaunch
from vkconfig_py.model.session.snapshots import ChainSnapshots, PredictionRequests
from vkconfig_py.model.text.wording import strip_layer_prefix

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.launch.detached_runs import Detachment, Keeper
    from vkconfig_py.model.launch.run_history import PastRun
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.launch.written_files import WrittenFile
    from vkconfig_py.model.plan.plan import PredictionRequest
    from vkconfig_py.model.session.launched_run import LaunchedRun

NO_PROGRAM = tr("This configuration has no program. Choose a program to launch.")
NO_LAUNCH_IN_DEMO = tr("The sample machine cannot run programs.")
NO_CUBE = tr("vkcube is not installed. Debian and Ubuntu have it in the package vulkan-tools.")
NO_TOOL = tr("{tool} is not installed. It is part of GFXReconstruct.")
STILL_STARTING = tr("A program is already being started.")
SHARED_LOG_FILE = tr(
    "{layer} writes to {path} for both this launch and {other}, which is still running. "
    "The file will contain a mix of lines from both."
)
MAX_DETACH_SECONDS = 15.0  # that closing waits for a step of leaving programs running
_MIN_PARTS = 2  # that the log of a run keeps in any case
MAX_REPORTED_LINES = 5_000  # of the output of a program, for a bug report
MAX_ENDED_RUNS = 10  # runs that are over and stay readable; the one that ended first goes


class Launcher(QObject):
    """The runs of this window, in the order in which they were started.

    Signals:
        runs_changed: a run came or went.
        shown_run_changed: another run is shown.
        state_changed: state, chip or pid of a run changed.
        started: the run.
        other_copies_found: the run, and runs of its program that went on when it was started: those
            of this window (LaunchedRun), and those of other windows and commands (PastRun).
        ended: the run, LaunchEnd.
        failed: why no program was started.
        compared: the run, True if the loader's chain matches the prediction, and the sentence.
        remembered: a run that ended is among those that `read_runs` returns.

    Attributes:
        runs: those that go on, and those that are over and were not closed yet.
        shown_run: the one whose log is shown; None while there is none.
        trashed_files: that were moved to the trash and are there: path in it, path before.
        has_closed_runs: runs were closed, with their logs.
        closed_output: the last lines of the latest run that was closed.
    """

    runs_changed = Signal()
    shown_run_changed = Signal()
    state_changed = Signal()
    started = Signal(object)
    other_copies_found = Signal(object, object, object)
    ended = Signal(object, object)
    failed = Signal(str)
    compared = Signal(object, bool, str)
    remembered = Signal()

    def __init__(
        self,
        shared_services: SharedServices,
        requests: PredictionRequests,
        snapshots: ChainSnapshots,
        checks: LoaderChecks,
        parent: QObject | None = None,
        start: StartLaunch | None = None,
    ) -> None:
        super().__init__(parent)
        self._state_folder = shared_services.machine.paths.state
        self._requests = requests
        self._snapshots = snapshots
        self._copy_worker = Worker("log copies", self)
        self._services = RunServices(
            shared=shared_services,
            snapshots=snapshots,
            checks=checks,
            starts=Worker("launches", self),
            scan_worker=Worker("log", self),
            copies=self._copy_worker,
            home=requests.machine.home,
            start_launch=start,
        )
        self.runs: tuple[LaunchedRun, ...] = ()
        self.shown_run: LaunchedRun | None = None
        self.trashed_files: tuple[tuple[str, str], ...] = ()
        self.closed_output = ""
        self._latest_closed: datetime | None = None  # when the run of that output began
        snapshots.current_changed.connect(self._follow_current)

    # what can be asked

    @property
    def running(self) -> tuple[LaunchedRun, ...]:
        """The runs that are not over."""
        return tuple(run for run in self.runs if not run.is_over)

    @property
    def stoppable_run(self) -> LaunchedRun | None:
        """The run that Stop stops: the shown one, else the latest that is not over."""
        if self.shown_run is not None and not self.shown_run.is_over:
            return self.shown_run
        return next(reversed(self.running), None)

    @property
    def has_closed_runs(self) -> bool:
        return self._latest_closed is not None

    @property
    def is_starting(self) -> bool:
        """True while a launched program does not run yet."""
        return any(run.state is LaunchState.STARTING for run in self.runs)

    def render_summary(self) -> str:
        """Return how many runs go on, or how the shown one ended, in a few words."""
        running_count = len(self.running)
        if not running_count:
            return self.shown_run.render_outcome() if self.shown_run is not None else ""
        outdated_count = sum(run.is_outdated for run in self.running)
        if outdated_count:
            return tr(
                "{count} running, {outdated} outdated", count=running_count, outdated=outdated_count
            )
        return tr("{count} running", count=running_count)

    def next_command(self) -> str:
        """Return the command line that a launch would have now, or "" without a program."""
        target = self._requests.target
        return shlex.join((target.program, *target.arguments)) if target.program else ""

    def list_copies(self) -> tuple[LaunchedRun, ...]:
        """Return the runs of this window that go on and are of the program of the next launch."""
        program = self._requests.target.program
        return tuple(run for run in self.running if run.program == program)

    # commands

    def start(self, safe_mode: SafeMode = NO_SAFE_MODE) -> None:
        """Launch the current configuration, beside programs that run.

        `safe_mode` leaves parts of it out.
        """
        refusal = self._find_launch_refusal()
        if refusal:
            self.failed.emit(refusal)
            return
        earlier_runs = self.list_copies()
        run = self.add_run(self._requests.target, safe_mode)
        run.started.connect(partial(self._find_copies, run, earlier_runs))
        self._snapshots.show_launch(run.start, safe_mode)

    def start_cube(self) -> None:
        """Launch vkcube with the current configuration, whatever program is chosen."""
        self._start_other(_make_cube_request, NO_CUBE)

    def start_tool(self, tool: str, file: WrittenFile) -> None:
        """Launch a tool of GFXReconstruct with a capture and the current configuration.

        The layer that recorded the capture is off.
        """
        from vkconfig_py.model.launch.written_files import make_tool_request

        def make_request(request: PredictionRequest) -> PredictionRequest | None:
            return make_tool_request(request, tool, file)

        self._start_other(make_request, NO_TOOL.format(tool=tool))

    def _start_other(
        self,
        make_request: Callable[[PredictionRequest], PredictionRequest | None],
        missing_sentence: str,
    ) -> None:
        """Launch another program than the chosen one.

        `make_request` makes its request of that of a usual launch, or returns None without it.
        """
        refusal = self._find_busy_refusal()
        if refusal:
            self.failed.emit(refusal)
            return
        request = self._requests.make_request(PlanView())
        job = partial(_predict_other, make_request, request, self._services.shared.cache)
        self._services.starts.submit(job, partial(self._on_other_predicted, missing_sentence))

    def _on_other_predicted(self, missing_sentence: str, snapshot: ChainSnapshot | None) -> None:
        if snapshot is None:
            self.failed.emit(missing_sentence)
        else:
            self.add_run(snapshot.request.configuration.target).start(snapshot)

    def add_run(self, target: Target, safe_mode: SafeMode = NO_SAFE_MODE) -> LaunchedRun:
        """Add a run that is about to be started, and show it."""
        from vkconfig_py.model.session.launched_run import LaunchedRun

        ended_runs = [run for run in self.runs if run.is_over]
        for run in ended_runs[: max(0, len(ended_runs) - MAX_ENDED_RUNS + 1)]:
            self.close_run(run)
        run = LaunchedRun(self._services, self._make_run_name(target), target, safe_mode, self)
        run.changed.connect(self.state_changed)
        run.started.connect(partial(self._on_started, run))
        run.ended.connect(partial(self._on_ended, run))
        run.failed.connect(self.failed)
        run.compared.connect(partial(self.compared.emit, run))
        run.remembered.connect(self.remembered)
        self.runs = (*self.runs, run)
        self.runs_changed.emit()
        self.show_run(run)
        return run

    def show_run(self, run: LaunchedRun | None) -> None:
        """Show another run, None for no run."""
        if run is not self.shown_run:
            self.shown_run = run
            self.shown_run_changed.emit()
            self.state_changed.emit()

    @property
    def log_parts(self) -> int:
        """How many parts of 8 MB the log of a later launch may have."""
        return self._services.log_parts

    def set_log_parts(self, parts: int) -> None:
        """Set how many parts of 8 MB the logs of later launches may have."""
        self._services = self._services._replace(log_parts=parts)

    def stop(self) -> None:
        """Stop the shown run, or the latest if the shown one is over."""
        if (run := self.stoppable_run) is not None:
            run.stop()

    def stop_or_kill(self) -> None:
        """Stop the same run as `stop`, or kill it if it does not stop."""
        run = self.stoppable_run
        if run is not None and run.state is LaunchState.STOPPING:
            run.kill()
        else:
            self.stop()

    def stop_all(self) -> None:
        for run in self.running:
            run.stop()

    def close_run(self, run: LaunchedRun) -> None:
        """Remove a run that is over, with its log, of which a bug report still gets the end."""
        if not run.is_over or run not in self.runs:
            return
        from vkconfig_py.model.launch.log_filter import render_last_lines

        if self._latest_closed is None or run.began >= self._latest_closed:
            self._latest_closed = run.began
            self._copy_worker.submit(
                partial(render_last_lines, run.log.store, MAX_REPORTED_LINES), self._keep_output
            )
        index = self.runs.index(run)
        remaining_runs = self.runs = tuple(
            other_run for other_run in self.runs if other_run is not run
        )
        is_shown = run is self.shown_run
        if is_shown:  # then the one at its place is, as in a browser
            self.shown_run = (
                remaining_runs[min(index, len(remaining_runs) - 1)] if remaining_runs else None
            )
        # Whoever follows the list must not find a closed run shown.
        self.runs_changed.emit()
        if is_shown:
            self.shown_run_changed.emit()
            self.state_changed.emit()
        run.forget()

    def _keep_output(self, output: str) -> None:
        self.closed_output = output

    def close_ended(self) -> None:
        """Remove all runs that are over."""
        for run in self.runs:
            self.close_run(run)

    def read_runs(self, deliver: Callable[[tuple[PastRun, ...]], None]) -> None:
        """Read on a worker the runs that go on and past runs, the latest first."""
        from vkconfig_py.model.launch.run_history import merge_runs

        own_records = [record for run in self.runs if (record := run.make_record()) is not None]
        self._copy_worker.submit(partial(merge_runs, self._state_folder, own_records), deliver)

    def read_files(self, run: PastRun, deliver: Callable[[tuple[WrittenFile, ...]], None]) -> None:
        """List on a worker the files that the layers of a run wrote, the latest first."""
        from vkconfig_py.model.launch.written_files import list_written_files

        self._copy_worker.submit(partial(list_written_files, run), deliver)

    def move_to_trash(self, path: str, deliver: Callable[[str], None]) -> None:
        """Move a file to the desktop's trash on a worker. Deliver its path there, "" if it failed.

        `restore_from_trash` takes it back.
        """

        def note(trashed_path: str) -> None:
            if trashed_path:
                self.trashed_files = (*self.trashed_files, (trashed_path, path))
            deliver(trashed_path)

        self._copy_worker.submit(partial(_move_to_trash, path), note)

    def restore_from_trash(self, deliver: Callable[[str], None]) -> None:
        """Move the file that was last moved to the trash back on a worker.

        Deliver the error, or "". A file that could not come back is tried again after the others,
        unless it is no longer in the trash.
        """
        # Taken out at once: one more click means the one before.
        *others, last = self.trashed_files
        self.trashed_files = tuple(others)

        def note(result: tuple[str, bool]) -> None:
            error, is_in_trash = result
            if is_in_trash:
                self.trashed_files = (last, *self.trashed_files)
            deliver(error)

        self._copy_worker.submit(partial(_restore_from_trash, *last), note)

    def detach_running(self, may_leave: Callable[[], bool]) -> Detachment:
        """Leave all running programs to a process of their own.

        What it leaves is not ended by `close`. `may_leave` is called once that process is ready: if
        it returns False, the programs stay. This thread goes on painting meanwhile.
        """
        from vkconfig_py.model.launch.detached_runs import (
            LOST,
            NO_ANSWER,
            Detachment,
            end_keeper,
            hand_over,
            start_keeper,
        )

        def start() -> Keeper | str:
            """Start the process, on a thread."""
            self._services.starts.drain()  # a start that is under way ends first
            running = [run.launch for run in self.running]
            launches = [launch for launch in running if launch is not None]
            return start_keeper(launches, self._state_folder)

        keeper = run_beside(start, MAX_DETACH_SECONDS)
        if keeper is None or isinstance(keeper, str):
            return Detachment(is_released=False, error=keeper or str(NO_ANSWER))
        if not may_leave():
            end_keeper(keeper)
            return Detachment(is_released=False)
        runs = [run for run in self.running if run.launch is not None]

        def let_go() -> str:
            """Let go of the programs that still run, on a thread."""
            return hand_over(
                keeper, [detached_run for run in runs if (detached_run := run.detach()) is not None]
            )

        error = run_beside(let_go, MAX_DETACH_SECONDS)
        return Detachment(is_released=True, error=str(LOST) if error is None else error)

    def close(self) -> None:
        """End all programs, and wait for what the runs hold."""
        # A start that is under way ends first: its program is to be stopped, too.
        self._services.starts.drain()
        for run in self.runs:  # all at once: each has some seconds to end
            run.end_without_waiting()
        for run in self.runs:
            run.close()
        for worker in (self._services.starts, self._services.scan_worker, self._copy_worker):
            worker.close()

    def _follow_current(self) -> None:
        """Tell running programs which snapshot a launch would have now."""
        current_snapshot = self._snapshots.current
        if current_snapshot is not None:
            for run in self.running:
                run.follow(current_snapshot)

    def _on_started(self, run: LaunchedRun, _pid: int) -> None:
        """Report the start, and log that another run writes to the same log file, if one does."""
        for other_run in self.running:
            shared_paths = (
                {file.path for file in other_run.files.files} if other_run is not run else set()
            )
            for file in run.files.files:
                if file.path in shared_paths:
                    layer = strip_layer_prefix(file.layer)
                    sentence = SHARED_LOG_FILE.format(
                        layer=layer, path=file.path, other=other_run.name
                    )
                    run.log_sentence("warning", sentence)
        self.started.emit(run)

    def _find_copies(
        self, run: LaunchedRun, earlier_runs: tuple[LaunchedRun, ...], _pid: int
    ) -> None:
        """Report with `other_copies_found` which other runs of the program go on."""
        from vkconfig_py.model.launch.private_folder import make_owner_mark
        from vkconfig_py.model.launch.run_history import is_same_program, read_running

        def report(other_runs: tuple[PastRun, ...]) -> None:
            """Report the runs of this window, and of others, that are of the same program."""
            copies = tuple(other_run for other_run in earlier_runs if not other_run.is_over)
            other_copies = tuple(
                other_run
                for other_run in other_runs
                if is_same_program(other_run.program, run.program)
            )
            if copies or other_copies:
                self.other_copies_found.emit(run, copies, other_copies)

        own_mark = make_owner_mark()
        self._copy_worker.submit(
            partial(read_running, self._state_folder, skipped_key=own_mark), report
        )

    def _on_ended(self, run: LaunchedRun, launch_end: LaunchEnd) -> None:
        """Report the end of a run, and shorten logs."""
        self._limit_logs()
        self.ended.emit(run, launch_end)

    def _limit_logs(self) -> None:
        """Shorten the logs of ended runs so that together they are no longer than one log.

        The newest runs keep most.
        """
        remaining_count = self._services.log_parts
        for run in reversed([run for run in self.runs if run.is_over]):
            parts = run.log.store.parts
            kept_parts = max(_MIN_PARTS, min(parts, remaining_count))
            remaining_count -= kept_parts
            if kept_parts < parts:
                run.shrink(kept_parts)

    def _make_run_name(self, target: Target) -> RunName:
        """Return the name of a run, numbered if a program has several."""
        program = PurePath(target.program).name or target.program
        numbers = [run.name.number for run in self.runs if run.name.program == program]
        return RunName(program, max(numbers, default=0) + 1)

    def _find_launch_refusal(self) -> str:
        """Return why the chosen program cannot be launched now, as a sentence, or ""."""
        has_program = bool(self._requests.target.program)
        return self._find_busy_refusal() or ("" if has_program else NO_PROGRAM)

    def _find_busy_refusal(self) -> str:
        """Return why no program can be launched now, as a sentence, or ""."""
        if self._requests.machine.demo:
            return NO_LAUNCH_IN_DEMO
        return STILL_STARTING if self.is_starting else ""  # a key that is held down


def _make_cube_request(request: PredictionRequest) -> PredictionRequest | None:
    """Return the request for a launch of vkcube, None where it is not installed."""
    from vkconfig_py.model.programs.candidates import find_tools

    paths = [tool.program for tool in find_tools(request.host)]
    cubes = [path for path in paths if PurePath(path).name.startswith("vkcube")]
    if not cubes:
        return None
    needs_wayland = not request.host.getenv("DISPLAY")
    path = next((path for path in cubes if path.endswith("-wayland") is needs_wayland), cubes[0])
    configuration = request.configuration._replace(target=Target(path))
    return request._replace(configuration=configuration)


def _predict_other(
    make_request: Callable[[PredictionRequest], PredictionRequest | None],
    request: PredictionRequest,
    cache: Callable[[], DocumentCache],
) -> ChainSnapshot | None:
    """Predict the launch of a request that is made of another one. Return None without it."""
    from vkconfig_py.model.chain.snapshot import compute_snapshot

    own_request = make_request(request)
    return None if own_request is None else compute_snapshot(own_request, cache())


def _move_to_trash(path: str) -> str:
    """Move a file to the desktop's trash. Return its path there, "" if it failed."""
    file = QFile(path)
    return file.fileName() if file.moveToTrash() else ""


def _restore_from_trash(trashed_path: str, path: str) -> tuple[str, bool]:
    """Move a file from the trash back, unless there is another one now.

    Return the error, or "", and whether the file is still in the trash.
    """
    file = QFile(trashed_path)
    if not file.rename(path):
        return file.errorString(), QFile.exists(trashed_path)
    trash, name = PurePath(trashed_path).parents[1], PurePath(trashed_path).name
    QFile.remove(str(trash / "info" / f"{name}.trashinfo"))  # what the desktop knows of it
    return "", False
