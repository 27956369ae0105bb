"""One run of a program that was launched here: its state, log, and followed log file.

Nothing of it is shared with other runs: several may go on at once, and what one of them prints,
writes or proves is never taken for another's.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import list_disabled_checks
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.detached_runs import DetachedRun
from vkconfig_py.model.launch.layer_log_files import (
    find_launch_log_files,
)
from vkconfig_py.model.launch.log_file import LogFileError, make_log_file_facts, open_log
from vkconfig_py.model.launch.log_filter import copy_rows, save_log
from vkconfig_py.model.launch.log_store import LAUNCHER, LogEntry, LogStore, make_limits
from vkconfig_py.model.launch.observed_loader import (
    make_chain_log_variable,
)
from vkconfig_py.model.launch.private_folder import (
    create_launch_folder,
    make_launch_mark,
    remove_folder,
    rewrite_private_files,
)
from vkconfig_py.model.launch.run_history import (
    add_message_totals,
    choose_message_tone,
    count_errors,
    forget_running,
    get_run_key,
    make_ended_run,
    make_started_run,
    render_message_count,
    store_ended_run,
    write_running_note,
)
from vkconfig_py.model.launch.run_program import LaunchError, LaunchOutput, start_launch
from vkconfig_py.model.launch.validation_messages import (
    PairedMessages,
)
from vkconfig_py.model.launch.written_files import (
    SPACE_SECONDS,
    find_low_space,
    find_written_places,
)
from vkconfig_py.model.plan.inventory import LayerDeclaration
from vkconfig_py.model.plan.plan import PredictionRequest, SafeMode
from vkconfig_py.model.programs.seen_requests import store_requests
from vkconfig_py.model.session.declarations import LAYER_KINDS
from vkconfig_py.model.session.log_follower import LogFollower
from vkconfig_py.model.session.run_values import (
    ENDED_STATES,
    STATE_WORDS,
    LaunchState,
    RunFindings,
    RunName,
    RunServices,
    find_live_changes,
    has_changed_since_launched,
    list_live_files,
    predict_launch,
    render_ended_state,
)
from vkconfig_py.model.text.wording import render_clock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vkconfig_py.model.configuration.configuration import Configuration, LayerEntry, Target
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.launch.layer_log_files import LayerLogFile
    from vkconfig_py.model.launch.log_file import LogFile
    from vkconfig_py.model.launch.log_filter import CopiedText
    from vkconfig_py.model.launch.log_store import MessageGroup
    from vkconfig_py.model.launch.observed_loader import ExpectedLaunch, SeenInstance
    from vkconfig_py.model.launch.run_history import PastRun
    from vkconfig_py.model.launch.run_program import Launch, LaunchEnd
    from vkconfig_py.model.programs.seen_requests import SeenRequests


BATCH_MS = 50
HOLD_MS = 200  # until a message that may go on is shown as it is
EXIT_TIMEOUT_MS = 3000  # for a program to end by itself; then it can be killed
NO_FOLDER = tr("The program was not started")
VIEW_CHANGED_MEANWHILE = tr(
    "Another view or configuration was chosen, so the program was not started."
)
OTHER_LOADER_OPENED = tr("The program opened {}. The chain is now predicted for that loader.")
NO_CHAIN = tr("No chain reported: the program created no Vulkan instance, or loader logging is off")
ENDED_BEFORE_CHAIN = tr(
    "No chain reported: the program crashed before its Vulkan instance was created (a layer can "
    "cause this while it loads), or loader logging is off"
)


class _StartResult(NamedTuple):
    """Result of starting: the running program, or the sentence that gives the error."""

    snapshot: ChainSnapshot | None
    outcome: Launch | str
    files: tuple[LayerLogFile, ...] = ()
    expected: ExpectedLaunch | None = None


class LaunchedRun(QObject):
    """One run, from its start until it is closed.

    Signals:
        changed: state, chip or pid changed.
        started: process id.
        ended: LaunchEnd.
        failed: why no program was started.
        compared: True if the loader's chain matches the prediction, and the sentence.
        remembered: it ended, and is in the list of runs.

    Attributes:
        program: path, as it was launched.
        safe: what safe mode leaves out.
        ignores_stop: it was told to stop, and did not for a while.
        is_outdated: a launch of its configuration as it is now would not be the same.
        verdict: what `compared` said last.
        log_file: the file that gets the output, if there is one.
        history_key: of its record in the list of runs, "" before it is started.
        writes_files: its layers write files, by their settings.
        launch: the running program; None before and after.
    """

    changed = Signal()
    started = Signal(int)
    ended = Signal(object)
    failed = Signal(str)
    compared = Signal(bool, str)
    remembered = Signal()
    _line_received = Signal()
    _end_reported = Signal(object)

    def __init__(
        self,
        services: RunServices,
        name: RunName,
        target: Target,
        safe_mode: SafeMode,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        shared_services = services.shared
        self._services = services
        self._cache = shared_services.cache
        self._paths = shared_services.machine.paths
        self._snapshots = services.snapshots
        self._start_launch = services.start_launch
        self._closed = False
        self.name, self.program, self.safe = name, target.program, safe_mode
        self.command = shlex.join((target.program, *target.arguments))
        self.options = target.options
        self.folder = services.home
        self.state = LaunchState.STARTING
        self.ignores_stop = self.is_outdated = False
        self.began = datetime.now()
        self.verdict: tuple[bool, str] | None = None
        self.log = LogModel(self._submit_scan, self)
        self.log_file: LogFile | None = None
        self.history_key, self.writes_files = "", False
        self.result: LaunchEnd | None = None
        self.pid = 0
        self.launch: Launch | None = None
        self._early_end: LaunchEnd | None = None
        self._record: PastRun | None = None  # while it runs
        self._note = ""  # the file that says so to others
        self._shown: ChainSnapshot | None = None  # what was on the screen when it was started
        self._live_files: Mapping[str, bytes] = {}  # by path, as they were written last
        self._live_configuration: Configuration | None = None  # that they were computed of
        self._findings = RunFindings()
        self._message_tone, self._errors = "", 0  # by the messages of layers
        self._clock = QElapsedTimer()
        self._seconds = 0.0
        self._output: LaunchOutput | None = None
        self.files = LogFollower(self._line_received.emit, self)
        self._batch_timer = self._make_timer(BATCH_MS, self._store_output)
        # For a line that came last and may be continued.
        self._hold_timer = self._make_timer(HOLD_MS, self._store_output)
        self._exit_timer = self._make_timer(EXIT_TIMEOUT_MS, self._on_exit_timeout)
        self._space_timer = self._make_timer(SPACE_SECONDS * 1000, self._check_space)
        # Lines come on the reader thread; Qt starts a timer only on the thread that it lives on.
        self._line_received.connect(self._batch_timer.start, Qt.ConnectionType.QueuedConnection)
        self._end_reported.connect(self._on_end_reported, Qt.ConnectionType.QueuedConnection)
        self.files.begin(self._make_log(str(PurePath(target.program).name)))

    def _make_timer(self, interval: int, on_timeout: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(on_timeout)
        return timer

    # what can be asked

    @property
    def is_over(self) -> bool:
        """True if nothing of the run goes on, or will."""
        return self.state in ENDED_STATES

    @property
    def configuration_key(self) -> str:
        """Key of the launched configuration, "" before its snapshot is shown."""
        return self._shown.request.configuration.key if self._shown else ""

    def find_launched_entry(self, layer: str) -> LayerEntry | None:
        """Return what the configuration had for a layer when the program was launched."""
        return self._shown.request.configuration.find_entry(layer) if self._shown else None

    @property
    def configuration(self) -> Message | str:
        """Name of the launched configuration, "" before its snapshot is shown."""
        return self._shown.request.configuration.title if self._shown else ""

    def get_elapsed_time(self) -> float:
        """Return how long the program runs or ran, in seconds."""
        return self._clock.elapsed() / 1000 if self.pid and not self.is_over else self._seconds

    def render_state(self) -> str:
        """Return the state of the run in a few words, with the time that it runs."""
        match self.state:
            case LaunchState.STARTING:
                return tr("Starting…")
            case LaunchState.RUNNING:
                seconds = int(self.get_elapsed_time())
                return tr("Running {time}", time=f"{seconds // 60}:{seconds % 60:02}")
            case LaunchState.STOPPING:
                return tr("Stopping…")
            case LaunchState.ENDED if self.result is not None:
                return self._append_message_count(render_ended_state(self.result))
            case _:
                return tr("Not started")

    def render_outcome(self) -> str:
        """Return since when the run goes on, or how it ended, for its tab."""
        match self.state:
            case LaunchState.RUNNING:
                since = tr("since {time}", time=render_clock(self.began.timestamp()))
                return self._append_message_count(since) if self._errors else since
            case LaunchState.ENDED if self.result is not None and not self.result.was_stopped:
                code = tr("exit {code}", code=self.result.code)
                return self._append_message_count(self.result.signal or code)
            case LaunchState.ENDED:
                return self._append_message_count(tr("stopped"))
            case _:
                return STATE_WORDS[self.state]

    def _append_message_count(self, text: str) -> str:
        """Return how the run ended (`text`) with the number of its messages."""
        kinds = self.log.store.list_message_groups()
        return f"{text} · {render_message_count(kinds)}" if kinds else text

    @property
    def tone(self) -> str:
        """The tone of its tab: that of a bad end or of its messages, else ok or neutral."""
        end = self.result if self.result and not self.result.was_stopped else None
        if self.state is LaunchState.NOT_STARTED or (end is not None and end.code != 0):
            return "error"
        if self._message_tone:
            return self._message_tone
        return "ok" if self.state is LaunchState.RUNNING or end is not None else "neutral"

    def make_record(self) -> PastRun | None:
        """Return the run as it is now for the list of runs, None once it ended."""
        if self._record is None or self.state in (LaunchState.STARTING, *ENDED_STATES):
            return None
        record = add_message_totals(self._record, self._list_message_groups())
        return self._add_findings(record._replace(seconds=self.get_elapsed_time()))

    # commands

    def follow(self, current_snapshot: ChainSnapshot) -> None:
        """Note whether its configuration changed, if the current snapshot tells.

        What its layers read again while it runs is written.
        """
        if self._shown is None:
            return
        has_changed = has_changed_since_launched(self._shown, current_snapshot)
        if self._live_files and self.state is LaunchState.RUNNING:
            self._follow_live(self._shown.request, current_snapshot)
        if has_changed not in (None, self.is_outdated):
            self.is_outdated = not self.is_outdated
            self.changed.emit()

    def has_live_file(self, name: str) -> bool:
        """Return whether the program runs, and a layer of it reads a file of this name again."""
        return self.state is LaunchState.RUNNING and any(
            PurePath(path).name == name for path in self._live_files
        )

    def _follow_live(
        self, launch_request: PredictionRequest, current_snapshot: ChainSnapshot
    ) -> None:
        """Rewrite what its layers read again, if the current snapshot is of its configuration."""
        request = current_snapshot.request
        if (request.configuration.key, request.view) != (
            launch_request.configuration.key,
            launch_request.view,
        ):
            return
        if request.configuration.target.program == self.program:
            self._live_configuration = request.configuration
            self._rewrite_live_files(find_live_changes(self._live_files, current_snapshot.plan))
            return
        # The file may say something else in another program.
        target = launch_request.configuration.target
        configuration = request.configuration._replace(target=target)
        if configuration == self._live_configuration:
            return
        self._live_configuration = configuration
        request = request._replace(configuration=configuration)
        self._submit_copy(
            lambda: compute_snapshot(request, self._cache()).plan,
            lambda plan: self._rewrite_live_files(find_live_changes(self._live_files, plan)),
        )

    def _rewrite_live_files(self, changes: Mapping[str, bytes]) -> None:
        """Write files that layers of the running program read again."""
        if changes:
            self._live_files = {**self._live_files, **changes}
            self._submit_copy(partial(rewrite_private_files, changes), self._on_files_rewritten)

    def _on_files_rewritten(self, error: str) -> None:
        if error:
            self.log_sentence("warning", error)

    def start(self, snapshot: ChainSnapshot | None) -> None:
        """Start the program under a snapshot, or fail with None: it is no longer shown."""
        self._shown = snapshot
        checks = list_disabled_checks(snapshot.request.configuration) if snapshot else ()
        self.files.disabled_check_count = len(checks)
        self._output = LaunchOutput(self._line_received.emit, self.log.store, PairedMessages())
        if snapshot is None:
            self._on_started(_StartResult(None, VIEW_CHANGED_MEANWHILE))
        else:
            self._services.starts.submit(partial(self._plan_and_start, snapshot), self._on_started)

    def stop(self) -> None:
        """Terminate the program and its descendants. After some seconds they are killed."""
        if self.launch is not None and self.state is LaunchState.RUNNING:
            self.state = LaunchState.STOPPING
            self._exit_timer.start()
            self.changed.emit()
            self.launch.stop()

    def kill(self) -> None:
        if self.launch is not None and not self.is_over:
            self.launch.kill()

    def copy_log(
        self, ranges: Sequence[range], deliver: Callable[[CopiedText], None], *, is_whole: bool
    ) -> None:
        """Make the text of log rows on a worker, `is_whole` with time, severity and source."""
        job = partial(copy_rows, self.log.store, self.log.rows, ranges, is_whole=is_whole)
        self._submit_copy(job, deliver)

    def save_log(self, path: str, deliver: Callable[[str], None]) -> None:
        """Write the whole log to a file. `deliver` is called with the error or ""."""
        self._submit_copy(partial(save_log, self.log.store, Path(path)), deliver)

    def log_sentence(self, severity: str, text: str) -> None:
        """Add a sentence of this program to the log."""
        self._write_log_line(severity, text)
        self.log.sync()

    def shrink(self, parts: int) -> None:
        """Keep only so many parts of 8 MB of the log, once the run is over."""
        self._submit_copy(partial(self.log.store.shrink, parts), lambda _nothing: self.log.sync())

    def forget(self) -> None:
        """Free what an ended run holds, without waiting for a slow disk."""
        self._stop_timers()
        self.files.follow("")
        self._services.copies.submit(self._close_files, lambda _nothing: self.deleteLater())

    def end_without_waiting(self) -> None:
        """End the program, if it runs, without waiting for it."""
        self._stop_timers()
        if self._output is not None:
            self._output.close()
        if self.launch is not None and not self.is_over:
            self.launch.stop()

    def detach(self) -> DetachedRun | None:
        """Let go of the program, which goes on. Return None if it ended or is being stopped."""
        if self._output is not None:
            self._output.close()
        handles = self.launch.detach() if self.launch is not None else None
        if handles is None or self._record is None:
            return None
        detached_run = DetachedRun(handles, self._add_findings(self._record), self._note)
        self.launch, self._record, self._note = None, None, ""
        return detached_run

    def close(self) -> None:
        """Wait for the end of the program, and free what the run holds."""
        if self.launch is not None and not self.is_over:
            launch_end = self.launch.wait()
            self._seconds = self.get_elapsed_time()
            if launch_end is not None:
                self._store_run(launch_end)
        # Behind what was submitted last, which has the record.
        self._services.copies.submit(self._close_files, lambda _nothing: None)

    def _stop_timers(self) -> None:
        self._closed = True
        for timer in (self._batch_timer, self._hold_timer, self._exit_timer, self._space_timer):
            timer.stop()

    def _close_files(self) -> None:
        self.files.close()
        self.log.store.close()
        forget_running(self._note)

    # workers, whose results a closed run does not get any more

    def _submit_scan(self, job: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
        self._services.scan_worker.submit(job, partial(self._deliver_unless_closed, deliver))

    def _submit_copy(self, job: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
        self._services.copies.submit(job, partial(self._deliver_unless_closed, deliver))

    def _deliver_unless_closed(self, deliver: Callable[[Any], None], value: Any) -> None:
        if not self._closed:
            deliver(value)

    # on the worker

    def _plan_and_start(self, shown_snapshot: ChainSnapshot) -> _StartResult:
        """Plan the launch with a private folder and start it, on the worker."""
        paths = self._paths
        try:
            folder = create_launch_folder(paths)
        except OSError as error:
            return _StartResult(None, render_error(NO_FOLDER, str(paths.runtime), error))
        request = shown_snapshot.request._replace(launch_folder=folder)
        snapshot = compute_snapshot(request, self._cache())
        # Those that are off, too: the program may request them.
        layers = [
            LayerDeclaration(row.manifest, row.name)
            for row in snapshot.rows
            if row.kind in LAYER_KINDS and row.manifest
        ]
        files = find_launch_log_files(snapshot.request, snapshot.plan, layers, self._cache)
        outcome = self._start_program(snapshot)
        if isinstance(outcome, str) or not snapshot.plan.files:
            remove_folder(folder)
        expected_launch = predict_launch(shown_snapshot)
        return _StartResult(snapshot, outcome, files, expected_launch)

    def _start_program(self, snapshot: ChainSnapshot) -> Launch | str:
        """Start the program with the planned variables. Return it, or why it was not started."""
        request = snapshot.request
        target = request.configuration.target
        output = self._output
        if output is None:
            raise AssertionError("a launch has its output before it is started")
        chain_variable = make_chain_log_variable(
            request.host.environment, snapshot.plan.variables, snapshot.report.profile
        )
        variables = (*snapshot.plan.variables, chain_variable)
        user_names = {variable.name for variable in request.configuration.environment}
        output.set_own_variables(
            variable.name for variable in variables if variable.name not in user_names
        )
        unset_count = sum(variable.value is None for variable in snapshot.plan.variables)
        summary = tr(
            "environment: {count} set, {unset} unset",
            count=len(snapshot.plan.variables) - unset_count,
            unset=unset_count,
        )
        if self.safe.is_on:
            summary = tr("safe mode, {what}; {given}", what=self.safe.description, given=summary)
        self._write_log_line("info", f"{self.command}   ({summary})")
        record = self._record = self._make_record(snapshot)
        self.history_key, self.writes_files = get_run_key(record), bool(record.written)
        log = self._open_log(request) if target.log_file else None
        mark = make_launch_mark(request.launch_folder)
        outcome = (self._start_launch or start_launch)(
            target.program,
            target.arguments,
            target.working_directory,
            request.host.environment,
            snapshot.plan._replace(variables=variables),
            on_line=output.add_line,
            on_end=self._end_reported.emit,
            mark=mark,
            log=log,
        )
        if isinstance(outcome, LaunchError):
            if log is not None:
                log.write_end(outcome.sentence)
            return outcome.sentence
        self.log_file = log
        self._note = write_running_note(self._paths.state, record, mark)
        self.launch = outcome  # close() must find it, also before it is delivered
        return outcome

    def _make_record(self, snapshot: ChainSnapshot) -> PastRun:
        """Return the record of this run as predicted, for the list of runs."""
        record = make_started_run(snapshot.request, snapshot.plan.variables)
        loading_layers = snapshot.list_loading_layers()
        layers = [
            LayerDeclaration(row.manifest, row.name)
            for row in snapshot.rows
            if row.manifest and row.name in loading_layers
        ]
        return record._replace(
            chain=loading_layers,
            loader=snapshot.request.profile.version_text,
            written=find_written_places(snapshot.request, snapshot.plan, layers, self._cache),
        )

    def _add_findings(self, record: PastRun) -> PastRun:
        """Return a record with the chain that the loader told, and the log file."""
        chain = self._findings.chain
        if chain is not None:
            record = record._replace(chain=chain, is_seen=True)
        if self.log_file is not None:
            record = record._replace(log_file=self.log_file.path)
        return record

    def _store_run(self, launch_end: LaunchEnd) -> None:
        record, self._record = self._record, None
        if record is None:
            return
        record = make_ended_run(record, launch_end, self._seconds, self._list_message_groups())
        job = partial(store_ended_run, self._paths.state, self._add_findings(record), self._note)
        self._submit_copy(job, self._on_remembered)

    def _on_remembered(self, error: str) -> None:
        if error:
            self.log_sentence("warning", error)
        self.remembered.emit()

    def _open_log(self, request: PredictionRequest) -> LogFile | None:
        """Open the file that this launch writes, or return None with a line in the log."""
        configuration = request.configuration
        target = configuration.target
        try:
            facts = make_log_file_facts(configuration, request.host)
            log = open_log(target.log_file, facts, appends=target.appends)
        except LogFileError as error:
            self._write_log_line("error", str(error))
            return None
        log.write_note(self.command)
        self._write_log_line("info", log.sentence)
        return log

    # arrivals

    def _on_started(self, start_result: _StartResult) -> None:
        """Show that the program runs, or why it was not started."""
        snapshot, outcome = start_result.snapshot, start_result.outcome
        if snapshot is None or isinstance(outcome, str):
            sentence = outcome if isinstance(outcome, str) else NO_FOLDER
            self.state = LaunchState.NOT_STARTED
            self._make_log("")  # without the command line, which nobody ran
            self.log_sentence("error", sentence)
            self.changed.emit()
            self.failed.emit(sentence)
            return
        self.pid = outcome.pid
        self._live_files = list_live_files(snapshot.plan)
        self._live_configuration = snapshot.request.configuration
        self._findings.expected = start_result.expected
        self.state = LaunchState.RUNNING
        current_snapshot = self._snapshots.current  # with the devices that probes found
        if self._record is not None and current_snapshot is not None:
            device = current_snapshot.summary.device or ""
            self._record = self._record._replace(device=device)
        self.files.show_files(start_result.files)
        self._clock.start()
        self.changed.emit()
        self.started.emit(self.pid)
        self._check_space()
        self._store_output()  # what came before there was a prediction to compare it with
        if self._early_end is not None:
            self._on_end_reported(self._early_end)

    def _on_end_reported(self, launch_end: LaunchEnd) -> None:
        """Note the end, and wait for the last lines of log files."""
        if self.state is LaunchState.STARTING:  # it ended before its start was delivered
            self._early_end = launch_end
            return
        # What a layer wrote into a file is read before the messages are counted.
        seconds = self._clock.elapsed() / 1000
        self.files.finish(partial(self._on_ended, launch_end, seconds))

    def _on_ended(self, end: LaunchEnd, seconds: float) -> None:
        """Show how the program ended, and store the run in the list of runs."""
        if self._closed:
            return
        self._seconds = seconds
        self._batch_timer.stop()
        self._exit_timer.stop()
        self._space_timer.stop()
        self._store_output(is_over=True)
        self.state, self.result, self.launch = LaunchState.ENDED, end, None
        self.ignores_stop = False
        is_crash = bool(end.signal) and not end.was_stopped
        if self._findings.is_empty and is_crash and self._shown and self._shown.summary.file:
            self.log_sentence("error", self._shown.summary.sentences[0])  # it was predicted
        elif self._findings.is_empty:
            self.log_sentence("info", ENDED_BEFORE_CHAIN if is_crash else NO_CHAIN)
        self._log_summary()
        if self.log_file is not None and self.log_file.error:
            self.log_sentence("error", self.log_file.error)
        self.log_sentence("error" if is_crash else "info", render_ended_state(end))
        if end.other_loader:
            self.log_sentence("warning", OTHER_LOADER_OPENED.format(end.other_loader))
            self._snapshots.refresh()
        self._store_run(end)
        if not end.other_loader:  # the prediction was about another one
            self._remember_requests()
        self.changed.emit()
        self.ended.emit(end)

    def _check_space(self) -> None:
        """Look how much is free where its layers write, unless they write nothing."""
        if self._record is not None and self._record.written and not self._closed:
            self._submit_scan(partial(find_low_space, self._record.written), self._on_space_read)

    def _on_space_read(self, sentence: str) -> None:
        """Warn once, in the log, that little is free; look again later until then."""
        if sentence:
            self.log_sentence("warning", sentence)
        elif not self.is_over:
            self._space_timer.start()

    def _on_exit_timeout(self) -> None:
        """Show that the program does not stop, so that it can be killed."""
        self.ignores_stop = True
        self.changed.emit()

    def _store_output(self, *, is_over: bool = False) -> None:
        """Take new lines of output into the log, and compare new Vulkan instances."""
        # Before the news of its start, which fetches these lines, there is nothing to compare with.
        if self.state is LaunchState.STARTING:
            return
        if self._output is not None:
            batch = self._output.pop_batch(takes_all_lines=is_over)
            for instance in batch.instances:
                self._compare_chain(instance)
            if batch.has_more:
                self._hold_timer.start()
        self.log.sync()
        kinds = self.log.store.list_message_groups()
        tone_and_errors = choose_message_tone(kinds), count_errors(kinds)
        if tone_and_errors != (self._message_tone, self._errors):
            self._message_tone, self._errors = tone_and_errors
            self.changed.emit()

    def _compare_chain(self, instance: SeenInstance) -> None:
        """Report whether an instance's chain is as predicted, once for each chain."""
        comparison = self._findings.add(instance)
        if comparison is None:
            return
        if self._shown is not None and comparison.counts_as_observed:
            self._services.checks.record_launch(
                self._shown, comparison.actual_chain, comparison.difference, comparison.why
            )
        self.log_sentence("info" if comparison.is_explained else "warning", comparison.sentence)
        self.verdict = comparison.is_explained, comparison.sentence
        self.compared.emit(comparison.is_explained, comparison.sentence)

    def _remember_requests(self) -> None:
        """Store what the program requested itself, for the next prediction."""
        requests = self._findings.requests()
        if requests is not None:
            job = partial(_store_requests, self._paths, requests)
            self._submit_copy(job, self._on_requests_learned)

    def _on_requests_learned(self, has_new_requests: bool) -> None:
        """Predict anew if the program's requests became known."""
        if has_new_requests:
            self._snapshots.refresh()

    def _list_message_groups(self) -> tuple[MessageGroup, ...] | None:
        """Return counts of layers' messages, None if they may be in a file that is not read."""
        kinds = self.log.store.list_message_groups()
        return kinds if kinds or not self.files.has_unfollowed_messages else None

    def _log_summary(self) -> None:
        """Add to the log how many messages of layers there were."""
        kinds = self.log.store.list_message_groups()
        if kinds or self._findings.has_validation:
            self.log_sentence("info", self.files.summary(kinds))

    def _write_log_line(self, severity: str, text: str) -> None:
        time = datetime.now().strftime("%H:%M:%S")
        self.log.store.append([LogEntry(severity, LAUNCHER, time, text)])

    def _make_log(self, program: str) -> LogStore:
        old_store = self.log.store
        # Beside the probe results, not in the runtime folder: that one is memory, and small.
        folder = self._paths.cache or self._paths.state
        store = LogStore(folder, program, make_limits(self._services.log_parts))
        self.log.set_store(store)
        old_store.close()
        return store


def _store_requests(paths: StatePaths, requests: SeenRequests) -> bool:
    """Store what a launch showed of its program. Return True if predictions change."""
    try:
        return store_requests(paths.requests_file, requests)
    except OSError:  # the next launch shows it again
        return False
