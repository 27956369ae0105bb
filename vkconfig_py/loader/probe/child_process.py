"""Starts a child that may crash, limits its resources, collects its output.

Theory of operation: a server that has imported what children need (fork_server.py) forks a
subreaper process, the keeper of the job. In a session of its own it forks the child
and kills every process that this leaves behind. The child answers on a private descriptor, one
JSON document per line, because libraries print to stdout and stderr: "about" lines announce the
next risky step, one "answer" line ends the conversation; other lines are stack traces of
faulthandler. The runner waits for the answer line, not for end of file: an orphaned process can
keep the descriptor open. A crash, a hang and an exit without an answer are results, not exceptions.

Without a PID namespace a library can kill or stop the subreaper. This is detected here, and the
remaining processes of the job are then killed from here (process_control.py).
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable, Mapping

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.fork_client import ForkServer, KeeperProcess, make_job_name
from vkconfig_py.loader.probe.process_control import (
    Job,
    ResourceLimit,
    describe,
    end_job,
    read_pipe_name,
)
from vkconfig_py.loader.wire.results import (
    NO_LIMITS_NAMED,
    Answered,
    Cancellation,
    Cancelled,
    Crashed,
    Lied,
    Limits,
    Outcome,
    Overran,
    StepListener,
    TimedOut,
    ignore_step,
)

OUTPUT_LIMIT = 8 * 1024 * 1024
_ANSWER_LIMIT = 64 * 1024 * 1024
_ENDING_SECONDS = 4.0
_POLL_SECONDS = 0.02
_LATE_SECONDS = 0.5
_SHORT_WAIT_SECONDS = 0.0005
_SHOWN_CALLS = 12
_TRACEBACK_LINE_START = b'  File "'
_STOP_SIGNAL_NAME = "SIGSTOP"
_OUTERMOST_CALLS = (
    "fork_server.py",
    "<string>",
    "own_process.py",
    "app.py",
    "__main__.py",
)


def run_child(
    module: str,
    request: Any,
    environment: Mapping[str, str],
    *,
    limits: Limits = NO_LIMITS_NAMED,
    working_directory: str = "/",
    cancellation: Cancellation | None = None,
    on_step: StepListener = ignore_step,
) -> Outcome:
    """Run `module.main(descriptor)` in a child of a server of its own.

    Args:
        module: its main gets the descriptor for lines of JSON, and the request on stdin.
        request: as JSON values.
        environment: complete environment of the child.
        limits: resource limits of the child.
        working_directory: of the child.
        cancellation: cancels it from another thread.
        on_step: called with every step that the child announces.
    """
    if cancellation is not None and cancellation.is_cancelled:
        return Cancelled()
    try:
        server = ForkServer(module, environment, working_directory)
    except (OSError, ValueError) as error:  # ValueError: NUL in the environment or folder
        return make_not_started_outcome(error)
    with server:
        return run_job(server, request, limits=limits, cancellation=cancellation, on_step=on_step)


def run_job(
    server: ForkServer,
    request: Any,
    *,
    limits: Limits = NO_LIMITS_NAMED,
    cancellation: Cancellation | None = None,
    on_step: StepListener = ignore_step,
    awaits_end: bool = True,
) -> Outcome:
    """Run a job in a child of a server. Several threads may do so at once.

    Args:
        server: forks the child.
        request: the job as JSON values.
        limits: of the child.
        cancellation: cancels the job from another thread.
        on_step: called with every step that the child announces.
        awaits_end: wait until all processes of the job are gone. The server is not closed before.
    """
    if cancellation is not None and cancellation.is_cancelled:
        return Cancelled()
    answer_reader, answer_writer = os.pipe()
    output_reader, output_writer = os.pipe()
    control_reader, control_writer = os.pipe()
    name = make_job_name()
    try:
        stdin = _make_memory_file(request)
        try:
            files = (stdin, output_writer, answer_writer, control_reader)
            keeper = server.start_job(name, limits, files)
        finally:
            os.close(stdin)
    except OSError as error:
        os.close(control_writer)
        os.close(answer_reader)
        os.close(output_reader)
        return make_not_started_outcome(error)
    finally:
        for descriptor in (answer_writer, output_writer, control_reader):
            os.close(descriptor)
    pipes = _ChildPipes(answer_reader, output_reader, control_writer)
    conversation = _ChildConversation(keeper, name, pipes, cancellation, on_step)
    first_outcome = conversation.await_answer(limits)
    if first_outcome is None or awaits_end:
        return conversation.await_outcome(limits)
    server.before_close.append(lambda: conversation.await_outcome(limits))
    return first_outcome


def _make_memory_file(request: Any) -> int:
    """Return the file descriptor of a file in memory that holds the request as JSON.

    No probe writes to disk.
    """
    descriptor = os.memfd_create("request")
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        file.write(json.dumps(request).encode())
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def make_not_started_outcome(error: Exception) -> Crashed:
    """Return the outcome of a child that could not be started."""
    reason = message("the process could not be started ({reason})", reason=str(error))
    return Crashed(reason, "", "", is_ours=True)


class _ChildPipes(NamedTuple):
    """Our ends of a job's pipes.

    The process that keeps the job kills its processes when `hold` is closed.
    """

    answer: int
    output: int
    hold: int


class _ChildConversation:
    """Reads both pipes of one child until it answers, exits or times out."""

    def __init__(
        self,
        keeper: KeeperProcess,
        name: str,
        pipes: _ChildPipes,
        cancellation: Cancellation | None,
        on_step: StepListener,
    ) -> None:
        """Prepare to read what a job sends.

        Args:
            keeper: the process that keeps the job.
            name: of the job.
            pipes: our ends of its pipes.
            cancellation: cancels it from another thread.
            on_step: called with every step that the child announces.
        """
        self._on_step = on_step
        self._keeper = keeper
        self._name = name
        self._pipes = pipes
        self._cancellation = cancellation
        self._output = bytearray()
        self._lines = bytearray()
        self._current_step = ""
        self._raised_error = ""
        self._partial_answer: Any = None
        self._answer: list[Any] = []
        self._exit_statuses: list[int | None] = []
        self._crossed_limit: ResourceLimit | None = None
        self._stack_bytes: list[str] = []
        self._is_cancelled = False

    def await_answer(self, limits: Limits) -> Answered | None:
        """Return what the child answers, or None if it ends without.

        Its processes begin to end then.
        """
        try:
            self._read(limits.seconds, lambda: bool(self._answer), self._cancellation)
            cancellation = self._cancellation
            self._is_cancelled = cancellation is not None and cancellation.is_cancelled
            # The subreaper kills all processes when this pipe is closed.
            os.close(self._pipes.hold)
        except BaseException:
            self._end_child()
            raise
        return Answered(self._answer[0], self._decode_output()) if self._answer else None

    def await_outcome(self, limits: Limits) -> Outcome:
        """Return how the child ended. All its processes are killed then."""
        try:
            if not self._keeper.is_stopped:
                self._read(_ENDING_SECONDS, lambda: False, None)
            is_keeper_over = self._await_keeper()
        finally:
            self._end_child()
        output = self._decode_output()
        # An answer is valid even if the child crashes afterwards.
        if self._answer:
            return Answered(self._answer[0], output)
        if self._crossed_limit is not None:
            exceeded_limit = describe(self._crossed_limit, limits.memory)
            return Overran(exceeded_limit, self._current_step, output, self._partial_answer)
        if self._keeper.is_stopped:
            return Crashed(
                _STOP_SIGNAL_NAME, self._current_step, output, partial_answer=self._partial_answer
            )
        status = self._exit_statuses[0] if self._exit_statuses else None
        if not self._exit_statuses and is_keeper_over:
            # 0: its last line is lost in what the child wrote, and the child was ended by it
            status = self._keeper.status or None
        if status == 0:
            return Lied(self._current_step, output, partial_answer=self._partial_answer)
        if status is not None:
            ending = (
                message("the process raised {error}", error=self._raised_error)
                if self._raised_error
                else _describe_exit(status)
            )
            stack, is_ours = tuple(self._stack_bytes), bool(self._raised_error)
            return Crashed(ending, self._current_step, output, stack, self._partial_answer, is_ours)
        if self._is_cancelled:
            return Cancelled(self._current_step, output)
        return TimedOut(
            limits.seconds, self._current_step, output, partial_answer=self._partial_answer
        )

    def _decode_output(self) -> str:
        """Return what the child has printed."""
        return self._output.decode("utf-8", "replace")

    def _read(
        self, seconds: float, is_done: Callable[[], bool], cancellation: Cancellation | None
    ) -> None:
        """Read the pipes until `is_done`, the child exits or the time limit is reached."""
        end = time.monotonic() + seconds
        last_check = 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(self._pipes.answer, selectors.EVENT_READ, self._read_lines)
            selector.register(self._pipes.output, selectors.EVENT_READ, self._read_output)
            if cancellation is not None:
                selector.register(cancellation, selectors.EVENT_READ)
            while not (is_done() or self._exit_statuses) and time.monotonic() < end:
                ready = selector.select(_POLL_SECONDS)
                for key, _ in ready:
                    if key.data is None:  # cancelled
                        return
                    if not key.data(key.fd):
                        selector.unregister(key.fileobj)
                if not ready or time.monotonic() - last_check > _POLL_SECONDS:
                    last_check = time.monotonic()
                    if self._keeper.is_gone:  # untimely, unless it has said so: that is read
                        end = min(end, last_check + _LATE_SECONDS)
                        if not ready or self._keeper.is_stopped:
                            return
            self._read_remaining(selector)

    def _read_remaining(self, selector: selectors.BaseSelector) -> None:
        """Read pending data: output written before the answer belongs to it."""
        for key in list(selector.get_map().values()):
            if key.fd == self._pipes.output:
                while any(key is ready for ready, _ in selector.select(0)):
                    if not self._read_output(key.fd) or len(self._output) >= OUTPUT_LIMIT:
                        return

    def _read_lines(self, descriptor: int) -> bool:
        """Read what the child has sent. Return False at the end of the pipe."""
        data = os.read(descriptor, 65536)
        self._lines += data
        # A child that floods the pipe cannot exhaust memory here.
        if len(self._lines) > _ANSWER_LIMIT:
            return False
        while (end := self._lines.find(b"\n")) >= 0:
            self._handle_line(bytes(self._lines[:end]))
            del self._lines[: end + 1]
        return bool(data)

    def _handle_line(self, line: bytes) -> None:
        """Take one line that the child has sent: answer, step, exception or call stack."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):  # from faulthandler, or written by a library
            if line.startswith(_TRACEBACK_LINE_START) and len(self._stack_bytes) < _SHOWN_CALLS:
                self._stack_bytes += _describe_call(line)
            return
        # A library may have written valid JSON of its own to the descriptor.
        if not isinstance(message, dict):
            return
        if "answer" in message:
            self._answer.append(message["answer"])
        elif isinstance(message.get("ended", ""), int | None):
            self._exit_statuses.append(message["ended"])
        elif "so_far" in message:
            self._partial_answer = message["so_far"]
        elif "raised" in message:
            self._raised_error = str(message["raised"])
        elif message.get("crossed") in tuple(ResourceLimit):
            self._crossed_limit = ResourceLimit(message["crossed"])
        elif "about" in message:
            self._current_step = str(message["about"])
            self._on_step(self._current_step)

    def _read_output(self, descriptor: int) -> bool:
        """Read what the child has printed. Return False at the end of the pipe."""
        data = os.read(descriptor, 65536)
        self._output += data[: max(0, OUTPUT_LIMIT - len(self._output))]
        return bool(data)

    def _await_keeper(self) -> bool:
        """Return whether the process that keeps the job has exited by itself.

        It gets time to kill the rest.
        """
        end = time.monotonic() + _ENDING_SECONDS
        # A library can forge the "ended" line while the subreaper is still running.
        while not (is_gone := self._keeper.is_gone):
            if not self._exit_statuses or time.monotonic() > end:
                break
            time.sleep(_SHORT_WAIT_SECONDS)
        return is_gone and not self._keeper.is_stopped

    def _end_child(self) -> None:
        """Kill all processes of the job, unless its keeper says that it has."""
        answer, output, _ = self._pipes
        if not self._keeper.is_gone or self._keeper.status != 0:
            end_job(
                Job(self._keeper.pid, self._name, frozenset(map(read_pipe_name, (answer, output))))
            )
            self._keeper.wait(_ENDING_SECONDS)
        self._keeper.link.close()
        os.close(answer)
        os.close(output)


def _describe_call(line: bytes) -> list[str]:
    """Convert a faulthandler line to ["name (file.py:12)"], or [] for frames of the subreaper.

    The line reads: File "path", line 12 in name
    """
    path, _, remaining_text = line.decode("utf-8", "replace")[
        len(_TRACEBACK_LINE_START) :
    ].partition('", line ')
    number, _, name = remaining_text.partition(" in ")
    file = get_base_name(path)
    # Frames of the subreaper and of the start are irrelevant to the library.
    return [] if file in _OUTERMOST_CALLS else [f"{name} ({file}:{number})"]


def _describe_exit(status: int) -> Message | str:
    """Return a signal's name, or the exit code, for an exit status as subprocess has it."""
    if status < 0:
        try:
            return signal.Signals(-status).name
        except ValueError:
            return message("signal {number}", number=-status)
    return message("exit {code}", code=status)
