"""Run a program on the terminal of a command line, as if it had been started by hand.

Its outputs are passed on unchanged and read on the way; lines of the loader can be taken out, with
no other line changed or held back.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.launch_processes import LaunchTermination
from vkconfig_py.model.launch.launch_subreaper import set_subreaper
from vkconfig_py.model.launch.observed_loader import parse_output, start_sighting
from vkconfig_py.model.launch.private_folder import remove_folder
from vkconfig_py.model.launch.run_program import (
    READ_CHUNK_SIZE,
    STOP_INTERVAL,
    LaunchEnd,
    LaunchError,
    LineSplitter,
    PreparedLaunch,
    describe_end,
    prepare_launch,
    start_foreground,
)
from vkconfig_py.model.plan.plan import Plan

TERMINAL_SIGNALS = (signal.SIGINT, signal.SIGQUIT)  # the keys of a terminal reach the program too
OWN_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
# How lines of the loader begin; others are passed on as they come, such as a question of a program.
_LOADER_LINE_STARTS = (
    b"[Vulkan Loader]",
    *(b"ERROR", b"WARNING", b"INFO", b"DEBUG", b"PERF", b"DRIVER", b"LAYER"),
)
_MAX_HELD_BYTES = 4096  # bytes; the loader cuts its messages at 511
_ERROR_STREAM = "stderr"
_MAX_LEFTOVER_CHUNKS = 32  # pieces: what a pipe holds


def run_foreground(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
    *,
    mark: str = "",
    output: int | None = None,
    errors: int | None = None,
) -> LaunchEnd | LaunchError:
    """Run a program on this terminal and wait for it.

    This is for the main thread of the command line. The program shares vkconfig-py's process group,
    so that the terminal's keys reach it as if it had been started by hand: Ctrl+C is left to the
    program, and once that has ended, all its descendants are stopped. SIGTERM or SIGHUP to
    vkconfig-py stops them all at once: vkconfig-py is their subreaper.

    Args:
        program: path or name.
        arguments: after the program's name.
        working_directory: "" for the current one.
        environment: of the session.
        plan: with variables and private files for the launch.
        mark: by which its processes are recognized, "" to make one up.
        output: handle for its output, None for vkconfig-py's own.
        errors: handle for its error output, None for vkconfig-py's own.
    """
    prepared_launch = prepare_launch(program, arguments, working_directory, environment, plan, mark)
    if isinstance(prepared_launch, LaunchError):
        return prepared_launch
    with _pipe_signals() as signal_pipe:
        set_subreaper()
        try:
            process = start_foreground(prepared_launch, output, errors)
            if isinstance(process, LaunchError):
                return process
            loader_sighting = start_sighting(
                process.pid, prepared_launch.executable, prepared_launch.environment, environment
            )
            try:
                return _wait_foreground(process, prepared_launch, signal_pipe)
            finally:
                loader_sighting.close()
                remove_folder(prepared_launch.folder)
        finally:
            set_subreaper(is_subreaper=False)  # later orphans belong to other children


@contextmanager
def _pipe_signals() -> Iterator[int]:
    """Turn termination signals into bytes of a pipe, and yield the end to read from."""
    read_end, write_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    # After a handler Python goes on with select() (PEP 475); the byte ends it.
    previous_handle = signal.set_wakeup_fd(write_end)
    # A handler, not SIG_IGN: the program would inherit that.
    handlers = {
        number: signal.signal(number, _do_nothing) for number in (*TERMINAL_SIGNALS, *OWN_SIGNALS)
    }
    try:
        yield read_end
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(previous_handle)
        os.close(read_end)
        os.close(write_end)


def _do_nothing(_number: int, _frame: object) -> None:
    """Handle a signal without doing anything: the pipe gets its number."""
    return


def _wait_foreground(
    process: subprocess.Popen[bytes], prepared_launch: PreparedLaunch, signal_pipe: int
) -> LaunchEnd:
    """Wait for a program, pass signals on, and stop its descendants after them.

    `signal_pipe`: the pipe with the signals, as bytes.
    """
    # Readable once the program has ended, and that one alone; a SIGCHLD may be of any child.
    exit_handle = os.pidfd_open(process.pid)
    ending: LaunchTermination | None = None
    was_interrupted = is_stopped = False
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(exit_handle, selectors.EVENT_READ)
            selector.register(signal_pipe, selectors.EVENT_READ)
            while ending is None or not ending.is_over:
                wait = None if ending is None else STOP_INTERVAL
                ready_descriptors = [key.fd for key, _ in selector.select(wait)]
                numbers = (
                    set(os.read(signal_pipe, READ_CHUNK_SIZE))
                    if signal_pipe in ready_descriptors
                    else set()
                )
                if numbers & {*TERMINAL_SIGNALS}:
                    was_interrupted = True
                    _forward_signals(process, numbers & {*TERMINAL_SIGNALS})
                has_ended = exit_handle in ready_descriptors
                # The same keys may have ended the program before their signal came here.
                was_interrupted |= has_ended and _was_ended_by_keys(process.pid)
                if numbers & {*OWN_SIGNALS} or (has_ended and was_interrupted):
                    ending = ending or LaunchTermination(
                        process.pid, prepared_launch.mark, time.monotonic(), subreaper=os.getpid()
                    )
                    is_stopped |= bool(numbers & {*OWN_SIGNALS})
                if ending is not None:
                    ending.send_due_signal(time.monotonic())
                if has_ended:
                    selector.unregister(exit_handle)
                    if ending is None:
                        break
    finally:
        os.close(exit_handle)
    # wait() would never return for a process that no signal ends.
    code = process.poll() if ending and ending.survivors else process.wait()
    is_stopping = ending is not None and (is_stopped or ending.survivors)
    return describe_end(code, ending if is_stopping else None)


def _was_ended_by_keys(pid: int) -> bool:
    """Return whether a signal of the terminal's keys ended a program that is not reaped yet."""
    wait_status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    return (
        wait_status is not None
        and wait_status.si_code != os.CLD_EXITED
        and wait_status.si_status in TERMINAL_SIGNALS
    )


def _forward_signals(process: subprocess.Popen[bytes], numbers: Iterable[int]) -> None:
    """Send a program the signals of the terminal's keys that reached vkconfig-py alone."""
    try:
        with Path("/dev/tty").open("rb", buffering=0) as terminal:
            is_terminal_foreground = os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:  # no terminal
        is_terminal_foreground = False
    for number in () if is_terminal_foreground else numbers:
        os.kill(process.pid, number)  # not Popen.send_signal, which reaps a program that has ended


class LoaderLineFilter:
    """Filter of one stream."""

    def __init__(self) -> None:
        self._held_bytes = b""
        self._is_inside_line = False  # of a line that is not the loader's
        self._follows_loader_line = (
            False  # a line of the loader: its messages may end in an empty one
        )

    def feed(self, chunk: bytes) -> bytes:
        """Return what to pass on after this piece of output, without lines of the loader."""
        passed_lines = []
        for line in (self._held_bytes + chunk).splitlines(keepends=True):
            self._held_bytes = b""
            is_whole = line.endswith(b"\n")
            followed_loader_line, self._follows_loader_line = self._follows_loader_line, False
            if followed_loader_line and line == b"\n":
                continue
            if self._is_inside_line or not _may_be_loader_line(line):
                passed_lines.append(line)
                self._is_inside_line = not is_whole
            elif not is_whole and len(line) < _MAX_HELD_BYTES:
                self._held_bytes = line
            elif _is_loader_line(line):
                self._follows_loader_line = True
            else:
                passed_lines.append(line)
                self._is_inside_line = not is_whole
        return b"".join(passed_lines)

    def finish(self) -> bytes:
        """Return what is left to pass on at the end."""
        incomplete_line, self._held_bytes = self._held_bytes, b""
        return b"" if _is_loader_line(incomplete_line) else incomplete_line


def _may_be_loader_line(line: bytes) -> bool:
    """Return whether the beginning of a line may be one of the loader's."""
    return any(line.startswith(head) or head.startswith(line) for head in _LOADER_LINE_STARTS)


def _is_loader_line(line: bytes) -> bool:
    """Return whether the loader printed a whole line."""
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    return parse_output(text).source == "loader"


class _Pipe(NamedTuple):
    name: str
    target: int
    splitter: LineSplitter


class WatchedOutput:
    """Pipes in place of two outputs; `on_line` is called on a thread with output and line.

    Attributes:
        output, errors: handles for the program.
    """

    def __init__(
        self,
        targets: tuple[int, int],
        on_line: Callable[[str, str], None],
        on_chunk: Callable[[bytes], None],
        hidden_lines: LoaderLineFilter | None = None,
    ) -> None:
        """Set up the pipes.

        Args:
            targets: where standard output and error output go.
            on_line: gets each line with the name of its output, hidden ones too.
            on_chunk: gets what is passed on, as it is read.
            hidden_lines: takes lines out of the error output.
        """
        self._on_line = on_line
        self._on_chunk = on_chunk
        self._hidden_lines = hidden_lines
        self._selector = selectors.DefaultSelector()
        self._end_reader, self._end_writer = os.pipe()
        self._selector.register(self._end_reader, selectors.EVENT_READ)
        self.output = self._open_pipe("stdout", targets[0])
        self.errors = self._open_pipe(_ERROR_STREAM, targets[1])
        self._thread = threading.Thread(
            target=self._pass_output, name="watched output", daemon=True
        )

    def __enter__(self) -> WatchedOutput:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Pass on what is left in the pipes, and end.

        What the program left running may hold its outputs longer.
        """
        os.close(self.output)
        os.close(self.errors)
        os.close(self._end_writer)
        self._thread.join()

    def _open_pipe(self, name: str, target: int) -> int:
        """Make a pipe that is read here and passed on to `target`. Return its writing end."""
        read_end, write_end = os.pipe()
        os.set_blocking(read_end, False)
        self._selector.register(read_end, selectors.EVENT_READ, _Pipe(name, target, LineSplitter()))
        return write_end

    def _pass_output(self) -> None:
        """Read the pipes until the end, on the thread."""
        is_over = False
        while not is_over:
            for key, _ in self._selector.select():
                if key.data is None:
                    is_over = True
                else:
                    self._read(key.fd, key.data)
        for key in list(self._selector.get_map().values()):
            if key.data is None:
                os.close(key.fd)
            else:
                for _ in range(_MAX_LEFTOVER_CHUNKS):
                    if not self._read(key.fd, key.data):
                        break
                self._close(key.fd, key.data)
        self._selector.close()

    def _read(self, handle: int, pipe: _Pipe) -> bool:
        """Pass one piece of output on. Return False if there is none now."""
        try:
            chunk = os.read(handle, READ_CHUNK_SIZE)
        except OSError:
            return False
        shown_output = self._remove_loader_lines(pipe, chunk) if chunk else b""
        if not chunk or not _write_all(pipe.target, shown_output):
            # Without a reader the program is told so, as if it wrote to that output itself.
            self._close(handle, pipe)
            return False
        self._on_chunk(shown_output)
        for line in pipe.splitter.feed(chunk):
            self._on_line(pipe.name, line)
        return True

    def _remove_loader_lines(self, pipe: _Pipe, chunk: bytes) -> bytes:
        """Return a piece of output without hidden lines. b"" means the end."""
        if self._hidden_lines is None or pipe.name != _ERROR_STREAM:
            return chunk
        return self._hidden_lines.feed(chunk) if chunk else self._hidden_lines.finish()

    def _close(self, handle: int, pipe: _Pipe) -> None:
        """Pass on what is held back of an output, and close its pipe."""
        remaining_output = self._remove_loader_lines(pipe, b"")
        if remaining_output and _write_all(pipe.target, remaining_output):
            self._on_chunk(remaining_output)
        for line in pipe.splitter.finish():
            self._on_line(pipe.name, line)
        if handle in self._selector.get_map():
            self._selector.unregister(handle)
            os.close(handle)


def _write_all(target: int, chunk: bytes) -> bool:
    """Write a whole piece to a handle. Return False if nobody reads there."""
    while chunk:
        try:
            chunk = chunk[os.write(target, chunk) :]
        except OSError:
            return False
    return True
