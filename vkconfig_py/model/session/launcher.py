"""Launches the current configuration's program, reads its output, and checks its chain.

Before a launch the view switches to the picture of this launch. Its plan is computed once more with
the launch's own private folder, and the chain in the loader's log is compared with the displayed
one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.picture_values import Picture
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.log_entries import LogEntry
from vkconfig_py.model.launch.log_store import LAUNCHER, LogStore
from vkconfig_py.model.plan.plan import NOT_SAFE, Question, SafeMode
from vkconfig_py.model.session.background import Shared, Worker
from vkconfig_py.model.session.loader_checks import Checks
from vkconfig_py.model.session.log_following import LogFollowing, launch_log_files
from vkconfig_py.model.session.pictures import Pictures, Questions

if TYPE_CHECKING:
    from vkconfig_py.model.launch.launch_output import LaunchOutput
    from vkconfig_py.model.launch.layer_log_files import LayerLogFile
    from vkconfig_py.model.launch.log_file import LogFile
    from vkconfig_py.model.launch.log_text import CopiedText
    from vkconfig_py.model.launch.run_history import Run
    from vkconfig_py.model.launch.run_program import Ended, Launch, LaunchError
    from vkconfig_py.model.launch.seen_instances import Expected, SeenInstance

BATCH_MS = 50
HOLD_MS = 200  # until a message that may go on is shown as it is
VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation"
NO_PROGRAM = "This configuration has no program. Choose one to launch it."
NO_LAUNCH_IN_DEMO = "The sample machine runs no programs."
STILL_RUNNING = "A program is running. Stop it first."
NO_FOLDER = "The program was not started"
LOOKED_ELSEWHERE = "Another view or configuration was chosen, so the program was not started."
OTHER_LOADER = "The program opened {}: the picture shows that loader from now on"
NO_CHAIN = "No chain reported: the program created no Vulkan instance, or loader logging is off"

StartLaunch = Callable[..., "Launch | LaunchError"]


class LaunchState(StrEnum):
    """State of a launch."""

    RUNNING = "running"
    STOPPING = "stopping"
    ENDED = "ended"


class _Started(NamedTuple):
    """Result of starting: the running program, or the sentence that gives the error."""

    picture: Picture | None
    outcome: Launch | str
    files: tuple[LayerLogFile, ...] = ()
    expected: Expected | None = None


class Launcher(QObject):
    """One launch at a time, with its log.

    Signals:
        started: process id.
        ended: launch.Ended.
        failed: why no program was started.
        compared: True if the loader's chain matches the prediction, and the sentence.
        state_changed: state, chip or pid changed.
        remembered: a run that ended is among those that `read_runs` returns.
    """

    started = Signal(int)
    ended = Signal(object)
    failed = Signal(str)
    compared = Signal(bool, str)
    state_changed = Signal()
    remembered = Signal()
    _line_came = Signal()
    _end_came = Signal(object)

    def __init__(
        self,
        shared: Shared,
        questions: Questions,
        pictures: Pictures,
        checks: Checks,
        parent: QObject | None = None,
        start: StartLaunch | None = None,
    ) -> None:
        super().__init__(parent)
        self._backend, self._cache = shared.backend, shared.cache
        self._paths = shared.machine.paths
        self._questions = questions
        self._pictures = pictures
        self._checks = checks
        self._start_launch = start
        self._worker = Worker("launches", self)
        self._scans = Worker("log", self)  # looks through the log: each slice takes milliseconds
        self._copies = Worker("log copies", self)
        self.log = LogModel(self._scans.submit, self)
        self.state: LaunchState | None = None
        self.starting = False
        self.safe = NOT_SAFE
        self.log_file: LogFile | None = None  # of the last launch
        self.result: Ended | None = None
        self.pid = 0
        self._launch: Launch | None = None
        self._early_end: Ended | None = None
        self._command = ""
        self._record: Run | None = None  # of the running program
        self._seen: tuple[str, ...] | None = None  # the first chain that its loader told of
        self._shown: Picture | None = None  # what was on the screen when it was started
        self._compared = self._differed = self._validated = False
        self._expected: Expected | None = None  # once it was started
        self._instances: list[SeenInstance] = []
        self._clock = QElapsedTimer()
        self._seconds = 0.0
        self._output: LaunchOutput | None = None  # made with a launch
        self.files = LogFollowing(self._line_came.emit, self)
        self._batch = QTimer(self)
        self._batch.setSingleShot(True)
        self._batch.setInterval(BATCH_MS)
        self._batch.timeout.connect(self._on_batch_timeout)
        self._hold = QTimer(self)  # for a line that came last and may be continued
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD_MS)
        self._hold.timeout.connect(self._on_batch_timeout)
        # Lines come on the reader thread; Qt starts a timer only on the thread that it lives on.
        self._line_came.connect(self._batch.start, Qt.ConnectionType.QueuedConnection)
        self._end_came.connect(self._on_end_came, Qt.ConnectionType.QueuedConnection)

    # what can be asked

    @property
    def running(self) -> bool:
        """True if a program runs or is being started."""
        return self.starting or self.state in (LaunchState.RUNNING, LaunchState.STOPPING)

    def elapsed(self) -> float:
        return self._clock.elapsed() / 1000 if self.running and self.pid else self._seconds

    def command(self) -> str:
        """Command line of the launch; before a launch, of the current configuration.

        Selecting another configuration does not change it while the program or its log is shown.
        """
        if self.starting or self.state is not None:
            return self._command
        return self._next_command()

    def _next_command(self) -> str:
        target = self._questions.target
        return shlex.join((target.program, *target.arguments)) if target.program else ""

    @property
    def configuration_key(self) -> str:
        """Key of the configuration that was launched last; "" before the first launch."""
        return self._shown.question.configuration.key if self._shown else ""

    def chip(self) -> str:
        """Short text of the state; "" before the first launch."""
        if self.starting:
            return "Starting…"
        match self.state:
            case LaunchState.RUNNING:
                seconds = int(self.elapsed())
                return f"Running {seconds // 60}:{seconds % 60:02}"
            case LaunchState.STOPPING:
                return "Stopping…"
            case LaunchState.ENDED if self.result is not None:
                return _ended_chip(self.result)
            case _:
                return ""

    # commands

    def start(self, safe: SafeMode = NOT_SAFE) -> None:
        """Launch the current configuration, or what safe mode leaves of it."""
        if self.running:
            self.failed.emit(STILL_RUNNING)
            return
        refusal = self._refusal()
        if refusal:
            self.failed.emit(refusal)
            return
        self._reset(self._questions.target.program)
        self.safe = safe
        self.starting = True
        self.state_changed.emit()
        self._pictures.show_launch(self._on_shown, safe)

    def stop(self) -> None:
        """Terminate the program and its descendants; after some seconds they are killed."""
        if self._launch is not None and self.state is LaunchState.RUNNING:
            self.state = LaunchState.STOPPING
            self.state_changed.emit()
            self._launch.stop()

    def kill(self) -> None:
        if self._launch is not None and self.state is not LaunchState.ENDED:
            self._launch.kill()

    @property
    def folder(self) -> str:
        """Where a saved log is suggested to go."""
        return self._questions.machine.home

    def copy_log(
        self, ranges: Sequence[range], deliver: Callable[[CopiedText], None], *, whole: bool
    ) -> None:
        """Make the text of rows of the log on a worker, `whole` with time, severity and source."""
        from vkconfig_py.model.launch.log_text import rows_text

        job = partial(rows_text, self.log.store, self.log.rows, ranges, whole=whole)
        self._copies.submit(job, deliver)

    def save_log(self, path: str, deliver: Callable[[str], None]) -> None:
        """Write the whole log to a file; `deliver` is called with the error or ""."""
        from vkconfig_py.model.launch.log_text import save_log

        self._copies.submit(partial(save_log, self.log.store, Path(path)), deliver)

    def read_runs(self, deliver: Callable[[tuple[Run, ...]], None]) -> None:
        """Read the runs that are remembered, the latest first, on a worker."""
        from vkconfig_py.model.launch.run_history import read_runs

        self._copies.submit(partial(read_runs, self._paths.state), deliver)

    def close(self) -> None:
        # A start that is under way ends first: its program is to be stopped, too.
        self._worker.drain()
        if self._output is not None:
            self._output.close()
        launch = self._launch
        if launch is not None and self.state is not LaunchState.ENDED:
            launch.stop()
            launch.wait()
        self._batch.stop()
        self._hold.stop()
        self.files.close()
        self._worker.close()
        self._scans.close()
        self._copies.close()
        self.log.store.close()

    def _on_shown(self, picture: Picture | None) -> None:
        self._shown = picture
        if picture is None:
            self._on_started(_Started(None, LOOKED_ELSEWHERE))
        else:
            self._worker.submit(partial(self._start, picture), self._on_started)

    # on the worker

    def _start(self, shown: Picture) -> _Started:
        from vkconfig_py.model.launch.private_folder import launch_folder, remove_folder

        paths = self._paths
        try:
            folder = launch_folder(paths)
        except OSError as error:
            return _Started(None, error_sentence(NO_FOLDER, str(paths.runtime), error))
        question = shown.question._replace(folder=folder)
        picture = self._backend.compute(question, self._cache())
        files = launch_log_files(picture, self._cache)
        outcome = self._run(picture)
        if isinstance(outcome, str) or not picture.plan.files:
            remove_folder(folder)
        expected = self._backend.expect(shown)
        return _Started(picture, outcome, files, expected)

    def _run(self, picture: Picture) -> Launch | str:
        from vkconfig_py.model.launch.observed_loader import chain_log
        from vkconfig_py.model.launch.run_program import LaunchError, start_launch

        question = picture.question
        target = question.configuration.target
        output = self._output
        if output is None:
            raise AssertionError("a launch has its output before it is started")
        says_chain = chain_log(
            question.host.environment, picture.plan.variables, picture.report.profile
        )
        variables = (*picture.plan.variables, says_chain)
        by_user = {variable.name for variable in question.configuration.environment}
        output.expect(v.name for v in variables if v.name not in by_user)
        unset = sum(variable.value is None for variable in picture.plan.variables)
        given = f"environment: {len(picture.plan.variables) - unset} set, {unset} unset"
        if self.safe.is_on:
            given = f"safe mode, {self.safe.text}; {given}"
        self._write("info", f"{self._command}   ({given})")
        self._record = self._begun(picture)
        log = self._open_log(question) if target.log_file else None
        outcome = (self._start_launch or start_launch)(
            target.program,
            target.arguments,
            target.working_directory,
            question.host.environment,
            picture.plan._replace(variables=variables),
            on_line=output.add,
            on_end=self._end_came.emit,
            log=log,
        )
        if isinstance(outcome, LaunchError):
            if log is not None:
                log.end(outcome.sentence)
            return outcome.sentence
        self.log_file = log
        self._launch = outcome  # close() must find it, also before it is delivered
        return outcome

    def _begun(self, picture: Picture) -> Run:
        """The record of this run, as it is predicted."""
        from vkconfig_py.model.launch.run_history import begun

        record = begun(picture.question, picture.plan.variables)
        return record._replace(
            chain=picture.chain(),
            loader=picture.question.profile.version_text,
        )

    def _remember(self, ended: Ended) -> None:
        from vkconfig_py.model.launch.run_history import ended_run, remember

        record, self._record = self._record, None
        if record is None:
            return
        found = ended_run(record, ended, self._seconds, self.log.store.kinds())
        if self._seen is not None:
            found = found._replace(chain=self._seen, is_seen=True)
        if self.log_file is not None:
            found = found._replace(log_file=self.log_file.path)
        job = partial(_kept, partial(remember, self._paths.state, found))
        self._copies.submit(job, self._on_remembered)

    def _on_remembered(self, error: str) -> None:
        if error:
            self._say("warning", error)
        self.remembered.emit()

    def _open_log(self, question: Question) -> LogFile | None:
        """The file that this launch writes; what keeps it from that costs no launch."""
        from vkconfig_py.model.launch.log_file import LogFileError, facts_of, open_log

        configuration = question.configuration
        target = configuration.target
        try:
            facts = facts_of(configuration, question.host)
            log = open_log(target.log_file, facts, appends=target.appends)
        except LogFileError as error:
            self._write("error", str(error))
            return None
        log.begin(self._command)
        self._write("info", f"Log file: {log.path}")
        return log

    # arrivals

    def _on_started(self, started: _Started) -> None:
        self.starting = False
        picture, outcome = started.picture, started.outcome
        if picture is None or isinstance(outcome, str):
            sentence = outcome if isinstance(outcome, str) else NO_FOLDER
            self._new_log("")  # without the command line, which nobody ran
            self._say("error", sentence)
            self.state_changed.emit()
            self.failed.emit(sentence)
            return
        self.pid = outcome.pid
        self._expected = started.expected
        self.state = LaunchState.RUNNING
        current = self._pictures.current  # with the devices that probes found
        if self._record is not None and current is not None:
            device = current.headline.device or ""
            self._record = self._record._replace(device=device)
        self.files.show_files(started.files)
        self._clock.start()
        self.state_changed.emit()
        self.started.emit(self.pid)
        self._on_batch_timeout()  # what came before there was a prediction to compare it with
        if self._early_end is not None:
            self._on_end_came(self._early_end)

    def _on_end_came(self, ended: Ended) -> None:
        if self.starting:  # it ended before its start was delivered
            self._early_end = ended
            return
        self._seconds = self._clock.elapsed() / 1000
        self._batch.stop()
        self._take(over=True)
        self.state, self.result, self._launch = LaunchState.ENDED, ended, None
        if not self._compared:
            self._say("info", NO_CHAIN)
        self._say_messages()
        if self.log_file is not None and self.log_file.error:
            self._say("error", self.log_file.error)
        self._say("error" if ended.signal and not ended.stopped else "info", _ended_chip(ended))
        if ended.other_loader:
            self._say("warning", OTHER_LOADER.format(ended.other_loader))
            self._pictures.refresh()
        self._remember(ended)
        if not ended.other_loader:  # the prediction was about another one
            self._learn()
        self.state_changed.emit()
        self.ended.emit(ended)

    def _on_batch_timeout(self) -> None:
        self._take()

    def _take(self, *, over: bool = False) -> None:
        # Before the news of its start, which fetches these lines, there is nothing to compare with.
        if self.starting:
            return
        if self._output is not None:
            batch = self._output.take(over=over)
            for instance in batch.instances:
                self._compare(instance)
            if batch.unfinished:
                self._hold.start()
        self.log.sync()

    def _compare(self, instance: SeenInstance) -> None:
        from vkconfig_py.model.launch.seen_instances import Expected, compare_instance

        self._instances.append(instance)
        actual = instance.chain
        is_told = any(one.chain == actual for one in self._instances[:-1])
        if is_told:
            return
        self._compared = True
        self._seen = self._seen or actual
        self._validated = self._validated or VALIDATION_LAYER in actual
        shown = self._shown
        compared = compare_instance(self._expected or Expected(()), instance)
        equal = compared.is_equal
        sentence = f"{compared.sentence}. {compared.why}" if compared.why else compared.sentence
        self._differed = self._differed or not equal
        if shown is not None and equal is not self._differed:
            difference = "" if equal else f"{compared.sentence}."
            self._checks.record_launch(shown, actual, difference, compared.why)
        is_explained = equal or bool(compared.why)
        self._say("info" if is_explained else "warning", sentence)
        self.compared.emit(is_explained, sentence)

    def _learn(self) -> None:
        """Keep what the program asked for itself: the next prediction counts with it."""
        from vkconfig_py.model.launch.seen_instances import requests_of

        expected, instances = self._expected, tuple(self._instances)
        seen = requests_of(expected, instances) if expected is not None else None
        if seen is not None:
            job = partial(self._backend.keep_requests, self._paths, seen)
            self._copies.submit(job, self._on_learned)

    def _on_learned(self, is_news: bool) -> None:
        if is_news:
            self._pictures.refresh()

    def _say_messages(self) -> None:
        from vkconfig_py.model.launch.message_summary import summary_sentence

        kinds = self.log.store.kinds()
        if kinds or self._validated:
            self._say("info", summary_sentence(kinds))

    def _say(self, severity: str, text: str) -> None:
        self._write(severity, text)
        self.log.sync()

    def _write(self, severity: str, text: str) -> None:
        time = datetime.now().strftime("%H:%M:%S")
        self.log.store.append([LogEntry(severity, LAUNCHER, time, text)])

    def _refusal(self) -> str:
        if self._questions.machine.demo:
            return NO_LAUNCH_IN_DEMO
        return "" if self._questions.target.program else NO_PROGRAM

    def _reset(self, program: str) -> None:
        from vkconfig_py.model.launch.launch_output import LaunchOutput
        from vkconfig_py.model.launch.paired_messages import PairedMessages

        store = self._new_log(program)
        self.files.begin(store)
        self._command = self._next_command()
        self._output = LaunchOutput(self._line_came.emit, store, PairedMessages())
        self._compared = self._differed = self._validated = False
        self._instances.clear()
        self._expected = None
        self.result, self.pid, self._seconds, self.state = None, 0, 0.0, None
        self.log_file = self._record = self._seen = None
        self._early_end = None

    def _new_log(self, program: str) -> LogStore:
        old = self.log.store
        # Beside the probe results, not in the runtime folder: that one is memory, and small.
        store = LogStore(self._paths.cache or self._paths.state, PurePath(program).name)
        self.log.set_store(store)
        # On a worker: the disk may take its time to free large files.
        self._copies.submit(old.close, lambda _nothing: None)
        return store


def _kept(remember: Callable[[], None]) -> str:
    """Write a record; the error, or ""."""
    try:
        remember()
    except OSError as error:
        return error_sentence("This run is not in the list of runs", "", error)
    return ""


def _ended_chip(ended: Ended) -> str:
    if ended.stopped:
        return "Stopped"
    return f"Ended by {ended.signal}" if ended.signal else f"Ended, exit {ended.code}"
