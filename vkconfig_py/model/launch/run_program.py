"""Run a program in its own process group and read its output into the log; no shell is involved."""

from __future__ import annotations

import errno
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import TypeVar

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.probe.process_control import read_pipe_name
from vkconfig_py.model.configuration.configuration import Variable, make_key
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.launch.launch_processes import (
    MARK_VARIABLE,
    LaunchTermination,
    ProcessHandles,
    SupervisedProcess,
    start_supervised_process,
)
from vkconfig_py.model.launch.log_file import LogFile
from vkconfig_py.model.launch.log_store import EntryReader, LogEntry, LogStore
from vkconfig_py.model.launch.observed_loader import (
    MAX_INSTANCES,
    InstanceReader,
    SeenInstance,
    parse_output,
    start_sighting,
)
from vkconfig_py.model.launch.private_folder import (
    get_launch_folder,
    make_launch_mark,
    remove_folder,
    write_private_files,
)
from vkconfig_py.model.plan.plan import Plan
from vkconfig_py.model.programs.program_paths import ProgramState, describe_program
from vkconfig_py.model.text.wording import escape_invisible

LINE_LIMIT = 64 * 1024

# The reader thread does all work per line and puts the entries into the log's store, so that a
# batch costs the GUI thread next to nothing. It also waits for short times until the GUI thread has
# shown what came: a program with too much output is slowed down by its full pipe, as on a terminal,
# instead of taking the GUI thread's share of the interpreter. The waiting is bounded.
MAX_BURST_LINES = 2000  # lines between two looks at whether the log keeps up
BACKPRESSURE_WAIT_SECONDS = 0.1  # seconds
# Seconds of work after which the GUI thread gets the interpreter, and for how long at least. While
# it paints it asks for it at every turn, and would wait for five milliseconds each time.
READ_SECONDS, PAUSE_SECONDS = 0.001, 0.0002
HOLD_SECONDS = 0.2  # seconds after which nothing more is expected to belong to a message
T = TypeVar("T")
NOT_STARTED = tr("The program was not started")
__all__ = ["Launch", "LaunchEnd", "LaunchError", "start_launch"]
STOP_INTERVAL = 0.1
READ_CHUNK_SIZE = 64 * 1024


class LineSplitter:
    """Splits the output of a program into lines.

    A line longer than LINE_LIMIT is returned in pieces, so that a program that never ends its line
    cannot fill the memory. Bytes that are not UTF-8 are kept visible as escapes.
    """

    def __init__(self) -> None:
        self._incomplete_line = bytearray()

    def feed(self, chunk: bytes) -> list[str]:
        """Return the lines that a piece of output completes, without line ends."""
        self._incomplete_line += chunk
        *complete_lines, remainder = self._incomplete_line.split(b"\n")
        pieces = [part for line in complete_lines for part in _split_pieces(line)]
        *full_lines, incomplete_line = _split_pieces(remainder)
        self._incomplete_line = bytearray(incomplete_line)
        return [_decode_line(part) for part in (*pieces, *full_lines)]

    def finish(self) -> list[str]:
        """Return the last line if it has no end."""
        remainder, self._incomplete_line = bytes(self._incomplete_line), bytearray()
        return [_decode_line(remainder)] if remainder else []


def _split_pieces(line: bytes | bytearray) -> list[bytes]:
    """Split a line that is too long."""
    starts = range(0, max(len(line), 1), LINE_LIMIT)
    return [bytes(line[start : start + LINE_LIMIT]) for start in starts]


def _decode_line(line: bytes) -> str:
    """Return a line as text, with escapes for bytes that are not UTF-8."""
    # Programs below Wine end lines with CR LF.
    return line.removesuffix(b"\r").decode("utf-8", "backslashreplace")


class StartFailure(Enum):
    """What kept a program from being started."""

    OURS = "ours"  # its files, variables or working folder
    NOT_FOUND = "not-found"
    NOT_EXECUTABLE = "not-executable"


class LaunchError(NamedTuple):
    """A program could not be started: one sentence with the path."""

    sentence: str
    cause: StartFailure = StartFailure.OURS


# execve(2) of a file that is there; without its interpreter the program is not.
_FAILURE_BY_ERRNO = {
    errno.ENOENT: StartFailure.NOT_FOUND,
    errno.EACCES: StartFailure.NOT_EXECUTABLE,
    errno.ENOEXEC: StartFailure.NOT_EXECUTABLE,
}


class PreparedLaunch(NamedTuple):
    """A checked launch with its private files written, ready to start.

    Attributes:
        mark: value of the variable by which the processes of this launch are recognized.
    """

    command: tuple[str, ...]
    executable: str
    working_directory: str | None
    environment: dict[str, str]
    folder: str
    mark: str


def prepare_launch(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
    mark: str = "",
) -> PreparedLaunch | LaunchError:
    """Check the inputs of a launch and write the plan's private files.

    Args:
        program: path or name.
        arguments: after the program's name.
        working_directory: "" for the current one.
        environment: of the session.
        plan: with variables and private files for the launch.
        mark: by which its processes are recognized, "" to make one up.
    """
    folder = get_launch_folder(plan)
    if plan.files and not folder:
        return LaunchError(
            tr(
                "The program was not started: the files for this launch are not in a private "
                "folder."
            )
        )
    for variable in plan.variables:
        refusal = _find_variable_refusal(variable)
        if refusal:
            return LaunchError(f"{NOT_STARTED}: {refusal}.")
    mark = mark or (make_launch_mark(folder) if folder else make_key())
    variables = _make_environment(environment, plan, mark)
    if working_directory and not is_folder(Path(working_directory)):
        return LaunchError(
            tr(
                "The program was not started: its working folder {path} does not exist or "
                "is not a folder. Clear the setting or choose another folder.",
                path=working_directory,
            )
        )
    # A bare name is searched in the PATH that the program will have, not in the own PATH.
    host = Host(
        environment=variables, working_directory=working_directory or _find_current_folder()
    )
    match = describe_program(program, host)
    if not match.can_run:
        if not match.error:
            return LaunchError(tr("The program was not started: no program is specified."))
        is_missing = match.state is ProgramState.NOT_FOUND
        cause = StartFailure.NOT_FOUND if is_missing else StartFailure.NOT_EXECUTABLE
        return LaunchError(f"{NOT_STARTED}: {match.error}.", cause)
    try:
        if folder:
            write_private_files(plan, folder)
    except OSError as error:
        remove_folder(folder)
        return LaunchError(render_error(NOT_STARTED, folder, error))
    command = (program, *arguments)
    return PreparedLaunch(command, match.path, working_directory or None, variables, folder, mark)


def _find_variable_refusal(variable: Variable) -> str:
    """Return why an environment cannot hold a variable, or ""."""
    variable_name = escape_invisible(variable.name)
    if not variable.name:
        return tr("a variable without a name cannot be set")
    if "=" in variable.name or "\0" in variable.name:
        return tr("a variable cannot be named “{name}”", name=variable_name)
    if variable.value is not None and "\0" in variable.value:
        return tr(
            "the value of {name} contains a NUL byte, which variables cannot hold",
            name=variable_name,
        )
    return ""


def _make_environment(environment: Mapping[str, str], plan: Plan, mark: str) -> dict[str, str]:
    """Return the session's environment with the variables of a plan and the mark."""
    variables = dict(environment)
    for variable in plan.variables:
        if variable.value is None:
            variables.pop(variable.name, None)
        else:
            variables[variable.name] = variable.value
    variables[MARK_VARIABLE] = mark
    return variables


def _find_current_folder() -> str:
    """Return the current folder, "/" if it was deleted."""
    try:
        return str(Path.cwd())
    except OSError:  # the folder was deleted under us
        return "/"


def start_supervised(prepared_launch: PreparedLaunch) -> SupervisedProcess | LaunchError:
    """Start a program with pipes, in its own session, below a subreaper."""
    start_request = (
        prepared_launch.command,
        prepared_launch.executable,
        prepared_launch.working_directory,
        prepared_launch.environment,
    )
    return _start_or_error(prepared_launch, lambda: start_supervised_process(start_request))


def start_foreground(
    prepared_launch: PreparedLaunch, output: int | None = None, errors: int | None = None
) -> subprocess.Popen[bytes] | LaunchError:
    """Start a program on vkconfig-py's terminal."""
    return _start_or_error(
        prepared_launch,
        lambda: subprocess.Popen(
            prepared_launch.command,
            executable=prepared_launch.executable,
            cwd=prepared_launch.working_directory,
            env=prepared_launch.environment,
            stdout=output,
            stderr=errors,
        ),
    )


def _start_or_error(prepared_launch: PreparedLaunch, start: Callable[[], T]) -> T | LaunchError:
    """Call `start`, and return an error in words if it fails."""
    try:
        return start()
    except OSError as error:
        remove_folder(prepared_launch.folder)
        sentence = render_error(NOT_STARTED, prepared_launch.executable, error)
        return LaunchError(sentence, _FAILURE_BY_ERRNO.get(error.errno or 0, StartFailure.OURS))
    except ValueError as error:  # a NUL byte
        remove_folder(prepared_launch.folder)
        return LaunchError(f"{NOT_STARTED}: {prepared_launch.executable}: {error}.")


class LaunchEnd(NamedTuple):
    """How a launch ended: `code` of the exit, or the name of the signal ("SIGSEGV").

    Attributes:
        sentence: "exit 0", "ended by SIGSEGV", "stopped".
        other_loader: path of an unexpected loader that the program opened, else "".
    """

    code: int | None
    signal: str
    was_stopped: bool
    sentence: str
    other_loader: str = ""


class LaunchHandles(NamedTuple):
    """What a process needs to go on with a launch that another one has begun.

    Attributes:
        ready: what the program was started with.
        session: environment of the session.
        log: gets the output, too.
    """

    process: ProcessHandles
    ready: PreparedLaunch
    session: dict[str, str]
    log: LogFile | None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The open descriptors of the launch, which the other process inherits."""
        log = () if self.log is None else (self.log.handle,)
        return (*self.process.descriptors, *log)


class Launch:
    """A running program. Its output arrives on a reader thread, in whole lines.

    Attributes:
        pid: process id of the program, its process group as well.
    """

    def __init__(
        self,
        process: SupervisedProcess,
        prepared_launch: PreparedLaunch,
        session: Mapping[str, str],
        on_line: Callable[[str, str], None],
        on_end: Callable[[LaunchEnd], None],
        log: LogFile | None = None,
    ) -> None:
        """Begin to read the output of a program that was started.

        Args:
            process: the program below its subreaper.
            prepared_launch: what it was started with.
            session: environment of the session.
            on_line: gets "out" or "err" and a line, on the reader thread.
            on_end: gets the result after the private files are removed.
            log: gets the output, too.
        """
        handles = process.handles
        self.pid = handles.pid
        self._log = log
        self._process = process
        self._prepared_launch = prepared_launch
        self._session = session
        self._on_line = on_line
        self._on_end = on_end
        self._pipes = frozenset(map(read_pipe_name, (handles.output, handles.errors)))
        self._sighting = start_sighting(
            self.pid, prepared_launch.executable, prepared_launch.environment, session
        )
        # Ends select() on the reader thread when another thread wants the launch to end.
        self._wake_descriptor = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._lock = threading.Lock()
        self._termination: LaunchTermination | None = None
        self._next_press = 0.0  # a flood of output must not mean a flood of looks at /proc
        self._launch_end: LaunchEnd | None = None
        self._is_detaching = False
        self._released_handles: LaunchHandles | None = None  # to another process
        self._end_event = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"launch {self.pid}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send SIGTERM to the group, and after 3 seconds SIGKILL to all descendants."""
        self._end(kills_processes=False)

    def kill(self) -> None:
        """Send SIGKILL to all processes of the launch."""
        self._end(kills_processes=True)

    def wait(self, timeout: float | None = None) -> LaunchEnd | None:
        """Wait for the end. Return None if it still runs after `timeout` seconds."""
        self._end_event.wait(timeout)
        if self._end_event.is_set() and threading.current_thread() is not self._thread:
            self._thread.join()
        return self._launch_end

    @contextmanager
    def hold_open(self) -> Iterator[tuple[int, ...]]:
        """Yield the open descriptors of the launch, which are not closed until the block ends.

        None are open once it has ended.
        """
        with self._lock:
            yield () if self._wake_descriptor < 0 else self._make_handles().descriptors

    def detach(self) -> LaunchHandles | None:
        """Leave the launch to another process that inherited its descriptors.

        Nothing is told of it any more. Return None if it has ended or is being stopped.
        """
        with self._lock:
            if self._wake_descriptor < 0 or self._termination is not None:
                return None
            self._is_detaching = True
            os.eventfd_write(self._wake_descriptor, 1)
        self._thread.join()
        return self._released_handles

    def _end(self, *, kills_processes: bool) -> None:
        """Have the reader thread end the launch. `kills_processes`: with SIGKILL."""
        with self._lock:
            if self._wake_descriptor < 0:
                return
            now = time.monotonic()
            self._termination = self._termination or LaunchTermination(
                self.pid,
                self._prepared_launch.mark,
                now,
                self._pipes,
                self._process.handles.subreaper,
            )
            if kills_processes:
                self._termination.hasten(now)
            os.eventfd_write(self._wake_descriptor, 1)

    def _watch(self) -> None:
        """Read the output until the launch is over, on the reader thread."""
        try:
            with selectors.DefaultSelector() as selector:
                self._read_until_over(selector)
        finally:
            if self._is_detaching:
                self._release()
            else:
                self._finish()

    def _read_until_over(self, selector: selectors.BaseSelector) -> None:
        """Read until the program has ended and nobody holds its output, or it is stopped."""
        handles = self._process.handles
        exit_handle = handles.report
        selector.register(exit_handle, selectors.EVENT_READ)
        selector.register(self._wake_descriptor, selectors.EVENT_READ)
        for name, pipe in (("out", handles.output), ("err", handles.errors)):
            os.set_blocking(pipe, False)
            selector.register(pipe, selectors.EVENT_READ, (name, LineSplitter()))
        # A launch lasts as long as the program runs or somebody holds its output: a launcher that
        # forks and leaves is still running for the user. The program is not reaped before all of
        # that is over, so its number cannot pass to another process while signals are still sent.
        awaited_handles = {exit_handle, handles.output, handles.errors}
        while (awaited_handles or self._termination) and not (
            self._is_detaching or self._is_over()
        ):
            for key, _ in selector.select(STOP_INTERVAL if self._termination else None):
                if key.fd == self._wake_descriptor:
                    os.eventfd_read(self._wake_descriptor)
                elif key.fd == exit_handle or self._is_at_end(key):
                    selector.unregister(key.fd)
                    awaited_handles.discard(key.fd)
        for key in list(selector.get_map().values()):
            if key.data is not None and not self._is_detaching:
                self._drain(key)

    def _is_over(self) -> bool:
        """Send the signal that is due if the launch is to end. Return whether it has."""
        now = time.monotonic()
        if self._termination is None or now < self._next_press:
            return False
        self._next_press = now + STOP_INTERVAL
        self._termination.send_due_signal(now)
        return self._termination.is_over

    def _is_at_end(self, key: selectors.SelectorKey) -> bool:
        """Forward one chunk of output and return whether the stream has ended."""
        name, splitter = key.data
        try:
            chunk = os.read(key.fd, READ_CHUNK_SIZE)
        except BlockingIOError:
            return False
        if self._log is not None:
            self._log.write(chunk)
        for line in splitter.feed(chunk) if chunk else splitter.finish():
            self._on_line(name, line)
        return not chunk

    def _drain(self, key: selectors.SelectorKey) -> None:
        """Forward the rest of a pipe after a stop, at most what a pipe holds."""
        for _ in range(32):
            if self._is_at_end(key):
                return
        name, splitter = key.data
        for line in splitter.finish():
            self._on_line(name, line)

    def _release(self) -> None:
        """Stop reading, and close what the other process has inherited."""
        self._released_handles = self._make_handles()
        self._sighting.close()
        with self._lock:
            self._process.release()
            self._close_wake()
        if self._log is not None:
            self._log.close()
        self._end_event.set()

    def _make_handles(self) -> LaunchHandles:
        """Return what another process needs to go on with the launch."""
        session = dict(self._session)
        return LaunchHandles(self._process.handles, self._prepared_launch, session, copy(self._log))

    def _close_wake(self) -> None:
        """Take no more requests of other threads. The caller holds the lock."""
        os.close(self._wake_descriptor)
        self._wake_descriptor = -1

    def _finish(self) -> None:
        """Clean up after a launch and report its end."""
        # A process that cannot be killed would keep wait() from returning.
        survives = self._termination is not None and self._termination.survivors
        code = None if survives else self._process.wait()
        with self._lock:
            self._process.close()
            self._close_wake()
        other_loader = self._sighting.close()
        remove_folder(self._prepared_launch.folder)
        self._launch_end = describe_end(code, self._termination)._replace(other_loader=other_loader)
        if self._log is not None:
            self._log.write_end(self._launch_end.sentence)
        self._end_event.set()
        self._on_end(self._launch_end)


def describe_end(code: int | None, ending: LaunchTermination | None) -> LaunchEnd:
    """Return how a program ended.

    `code`: negative for a signal, None if unknown. `ending`: None if nobody stopped it.
    """
    name = ""
    if code is not None and code < 0:
        name, code = get_signal_name(-code), None
    if ending is None:
        sentence = (
            tr("terminated by {signal}", signal=name) if name else tr("exit {code}", code=code)
        )
        return LaunchEnd(code, name, False, sentence)
    sentence = tr("stopped")
    if ending.survivors:
        sentence = counted(
            "stopped; {n} processes could not be terminated",
            "stopped; {n} process could not be terminated",
            ending.survivors,
        )
    return LaunchEnd(code, name, True, sentence)


def get_signal_name(number: int) -> str:
    """Return the signal name, "SIGSEGV" for 11.

    Real-time signals have only a number.
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return tr("signal {number}", number=number)


def start_launch(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
    *,
    on_line: Callable[[str, str], None],
    on_end: Callable[[LaunchEnd], None],
    mark: str = "",
    log: LogFile | None = None,
) -> Launch | LaunchError:
    """Write the plan's private files, then start the program.

    Args:
        program: path or name.
        arguments: after the program's name.
        working_directory: "" for the current one.
        environment: of the session; the plan's variables are set and unset on top of it.
        plan: with variables and private files for the launch.
        on_line: gets "out" or "err" and a line, on the reader thread.
        on_end: gets the result after the private files are removed.
        mark: by which its processes are recognized, "" to make one up.
        log: gets the output, too. The reader thread writes and ends it.
    """
    prepared_launch = prepare_launch(program, arguments, working_directory, environment, plan, mark)
    if isinstance(prepared_launch, LaunchError):
        return prepared_launch
    process = start_supervised(prepared_launch)
    if isinstance(process, LaunchError):
        return process
    return Launch(process, prepared_launch, environment, on_line, on_end, log)


class OutputBatch(NamedTuple):
    """What came since the last batch.

    Attributes:
        instances: those that the loader told of, each at its first occurrence.
        has_more: a line was read last that may be continued.
    """

    instances: tuple[SeenInstance, ...]
    has_more: bool


def _drop_blank(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield the entries with a text: a blank line ends a message, but as a row tells nothing."""
    return (entry for entry in entries if entry.text.strip())


class LaunchOutput:
    """The output of one launch: read by its reader thread, shown by the GUI thread."""

    def __init__(self, on_first: Callable[[], None], store: LogStore, reader: EntryReader) -> None:
        """Collect output.

        `on_first`: is called on the reader thread once there is something to take.
        """
        self._on_first = on_first
        self._store = store
        self._entries = reader
        self._batch_taken = threading.Condition()
        self._has_undelivered_lines = False
        self._instances: list[SeenInstance] = []
        self._last_feed_time = 0.0  # when the last line was read that is not finished; 0 for none
        self._closed = False
        self._count = 0  # this and below: of the reader thread alone
        self._last_rest = 0.0
        self._current_second, self._time = 0, ""
        self._own_variables: frozenset[str] = frozenset()
        self._reader = InstanceReader()
        self._known: set[SeenInstance] = set()

    def set_own_variables(self, names: Iterable[str]) -> None:
        """Set the names of the variables that vkconfig-py sets in this launch.

        It is called before the program prints anything.
        """
        self._own_variables = frozenset(names)

    def add_line(self, stream: str, text: str) -> None:
        """Add a line of output, and wait if the GUI thread cannot keep up."""
        line = parse_output(text, self._own_variables, self._now(), stream)
        instance = self._reader.read(line)
        with self._batch_taken:
            self._store.append(_drop_blank(self._entries.feed(line)))
            self._last_feed_time = time.monotonic()
            if instance is not None and self._is_new_instance(instance):
                self._known.add(instance)
                self._instances.append(instance)
            is_first, self._has_undelivered_lines = not self._has_undelivered_lines, True
        if is_first:
            self._on_first()
        if self._store.has_news:
            self._store.write_full_parts()
        self._count += 1
        if time.monotonic() - self._last_rest >= READ_SECONDS:
            time.sleep(PAUSE_SECONDS)
            self._last_rest = time.monotonic()
        if self._count % MAX_BURST_LINES == 0:
            with self._batch_taken:
                self._batch_taken.wait_for(self._may_continue, BACKPRESSURE_WAIT_SECONDS)

    def pop_batch(self, *, takes_all_lines: bool = False) -> OutputBatch:
        """Return what came since the last call.

        An unfinished message is finished once it is old, or when all is `takes_all_lines`.
        """
        with self._batch_taken:
            if self._last_feed_time and (
                takes_all_lines or time.monotonic() - self._last_feed_time >= HOLD_SECONDS
            ):
                self._store.append(_drop_blank(self._entries.finish()))
                self._last_feed_time = 0.0
            batch = OutputBatch(tuple(self._instances), bool(self._last_feed_time))
            self._instances.clear()
            self._has_undelivered_lines = False
            self._batch_taken.notify_all()
        return batch

    def close(self) -> None:
        """Stop slowing down the reader thread: nothing will be taken for a while."""
        with self._batch_taken:
            self._closed = True
            self._batch_taken.notify_all()

    def _now(self) -> str:
        """Return the time to show, such as 15:28:03."""
        second = int(time.time())
        if second != self._current_second:
            self._current_second, self._time = second, datetime.now().strftime("%H:%M:%S")
        return self._time

    def _is_new_instance(self, instance: SeenInstance) -> bool:
        """Return whether an instance differs from all so far. Beyond a limit none is new."""
        return instance not in self._known and len(self._known) < MAX_INSTANCES

    def _may_continue(self) -> bool:
        """Return whether the reader thread need not wait."""
        return self._closed or not self._has_undelivered_lines
