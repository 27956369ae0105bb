"""Start a child that may crash, limit it, collect what it says.

Theory of operation: a keeper (keeper.py) in a session of its own starts the child and ends whatever
it leaves behind. The child answers on a private descriptor, one JSON document per line, because
libraries print to stdout and stderr as they like: "about" lines name the risky step that comes
next, one "answer" line ends the conversation; what is no JSON there are the calls that faulthandler
writes down. The answer line, not the end of the file, is waited for: a process that the child left
behind can hold the descriptor open. A crash, a hang and an exit without an answer are results, not
exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vkconfig_py.loader.probe.outcomes import (
    NO_LIMITS_NAMED,
    NOT_STARTED,
    RAISED,
    Answered,
    Cancellation,
    Cancelled,
    Crashed,
    Hear,
    Lied,
    Limits,
    Outcome,
    TimedOut,
    hear_nothing,
)
from vkconfig_py.loader.records import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import selectors
    import subprocess

OUTPUT_LIMIT = 8 * 1024 * 1024
_ANSWER_LIMIT = 64 * 1024 * 1024
_ENDING_SECONDS = 4.0
_TICK = 0.02
_BRIEFLY = 0.0005
_SHOWN_CALLS = 12
_CALL = b'  File "'
_OUTERMOST = ("keeper.py", "<string>")


def run_child(
    module: str,
    request: Any,
    environment: Mapping[str, str],
    *,
    limits: Limits = NO_LIMITS_NAMED,
    working_directory: str = "/",
    cancellation: Cancellation | None = None,
    hear: Hear = hear_nothing,
) -> Outcome:
    """Run `module.main(descriptor)` in a fresh interpreter, with the request on its stdin.

    Args:
        module: its main has the descriptor for lines of JSON.
        request: as JSON values.
        environment: of the child, whole.
        limits: what it may use.
        working_directory: of the child.
        cancellation: ends it from another thread.
        hear: is told every step that the child announces.
    """
    import json
    import os
    import tempfile

    if cancellation is not None and cancellation.is_cancelled:
        return Cancelled()
    answer_end, child_end = os.pipe()
    control_end, hold_end = os.pipe()
    try:
        with tempfile.TemporaryFile() as stdin:
            stdin.write(json.dumps(request).encode())
            stdin.seek(0)
            start = _Start(module, child_end, control_end, limits)
            process = start.run(stdin, environment, working_directory)
    except (OSError, ValueError) as error:  # ValueError: NUL in the environment or folder
        os.close(answer_end)
        os.close(hold_end)
        return Crashed(f"{NOT_STARTED} {error}", "", "")
    finally:
        os.close(child_end)
        os.close(control_end)
    try:
        talk = _Conversation(process, answer_end, hold_end, cancellation, hear)
        return talk.collect(limits.seconds)
    finally:
        os.close(answer_end)


class _Start(NamedTuple):
    """How the keeper is started."""

    module: str
    descriptor: int
    control: int
    limits: Limits

    def run(
        self, stdin: Any, environment: Mapping[str, str], working_directory: str
    ) -> subprocess.Popen[bytes]:
        import os
        import subprocess
        import sys

        # -S and -E: no site packages and no PYTHON* variables of the target's environment; the
        # package's own folder is then named explicitly.
        folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
        numbers = f"{self.limits.memory}, {self.limits.processor_seconds}"
        code = (
            f"import sys; sys.path.insert(0, {folder!r});"
            "from vkconfig_py.loader.probe.keeper import main;"
            f"main({self.descriptor}, {self.control}, {self.module!r}, {numbers})"
        )
        return subprocess.Popen(
            [sys.executable, "-S", "-E", "-P", "-X", "faulthandler", "-c", code],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(environment),
            cwd=working_directory,
            pass_fds=(self.descriptor, self.control),
            start_new_session=True,
        )


class _Conversation:
    """Reads both pipes of one child until it answers, ends or runs out of time."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        answer_end: int,
        hold_end: int,
        cancellation: Cancellation | None,
        hear: Hear,
    ) -> None:
        self._hear = hear
        self._process = process
        self._answer_end = answer_end
        self._hold_end = hold_end
        self._cancellation = cancellation
        self._output = bytearray()
        self._lines = bytearray()
        self._during = ""
        self._raised = ""
        self._so_far: Any = None
        self._answer: list[Any] = []
        self._child = 0
        self._ended: list[int | None] = []
        self._stack: list[str] = []

    def collect(self, seconds: float) -> Outcome:
        """Return what became of the child; nothing of it is left then."""
        import os

        try:
            self._read(seconds, lambda: bool(self._answer), self._cancellation)
            is_cancelled = self._cancellation is not None and self._cancellation.is_cancelled
            os.close(self._hold_end)
            self._read(_ENDING_SECONDS, lambda: False, None)
            is_keeper_over = self._await_keeper()
        finally:
            self._end()
        output = self._output.decode("utf-8", "replace")
        if self._answer:
            return Answered(self._answer[0], output)
        status = self._ended[0] if self._ended else None
        if not self._ended and is_keeper_over:
            # 0: its last line is lost in what the child wrote, and the child was ended by it
            status = self._process.returncode or None
        if status == 0:
            return Lied(self._during, output, so_far=self._so_far)
        if status is not None:
            how = f"{RAISED} {self._raised}" if self._raised else _describe(status)
            return Crashed(how, self._during, output, tuple(self._stack), self._so_far)
        if is_cancelled:
            return Cancelled(self._during, output)
        return TimedOut(seconds, self._during, output, so_far=self._so_far)

    def _read(
        self, seconds: float, is_done: Callable[[], bool], cancellation: Cancellation | None
    ) -> None:
        """Take what comes until that is so, the child is over, or the time is."""
        import selectors
        import time

        end = time.monotonic() + seconds
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._answer_end, selectors.EVENT_READ, self._take_lines)
            selector.register(self._process.stdout, selectors.EVENT_READ, self._take_output)
            if cancellation is not None:
                selector.register(cancellation, selectors.EVENT_READ)
            while not (is_done() or self._ended) and time.monotonic() < end:
                ready = selector.select(_TICK)
                for key, _ in ready:
                    if key.data is None:  # cancelled
                        return
                    if not key.data(key.fd):
                        selector.unregister(key.fileobj)
                if not ready and _is_over(self._process.pid):  # the keeper, untimely
                    return
            self._drain(selector)

    def _drain(self, selector: selectors.BaseSelector) -> None:
        """Take what is already in the pipes: output written before the answer belongs to it."""
        for key in list(selector.get_map().values()):
            if key.fileobj is self._process.stdout:
                while any(key is ready for ready, _ in selector.select(0)):
                    if not self._take_output(key.fd) or len(self._output) >= OUTPUT_LIMIT:
                        return

    def _take_lines(self, descriptor: int) -> bool:
        import os

        data = os.read(descriptor, 65536)
        self._lines += data
        if len(self._lines) > _ANSWER_LIMIT:
            return False
        while (end := self._lines.find(b"\n")) >= 0:
            self._take_line(bytes(self._lines[:end]))
            del self._lines[: end + 1]
        return bool(data)

    def _take_line(self, line: bytes) -> None:
        import json

        try:
            message = json.loads(line)
        except (ValueError, RecursionError):  # of faulthandler, or a library wrote to us
            if line.startswith(_CALL) and len(self._stack) < _SHOWN_CALLS:
                self._stack += _describe_call(line)
            return
        if not isinstance(message, dict):
            return
        if "answer" in message:
            self._answer.append(message["answer"])
        elif isinstance(message.get("ended", ""), int | None):
            self._ended.append(message["ended"])
        elif "so_far" in message:
            self._so_far = message["so_far"]
        elif "raised" in message:
            self._raised = str(message["raised"])
        elif "started" in message:  # the first is the keeper's, whatever a library writes later
            self._child = self._child or int(message["started"])
        elif "about" in message:
            self._during = str(message["about"])
            self._hear(self._during)

    def _take_output(self, descriptor: int) -> bool:
        import os

        data = os.read(descriptor, 65536)
        self._output += data[: max(0, OUTPUT_LIMIT - len(self._output))]
        return bool(data)

    def _await_keeper(self) -> bool:
        """Return whether the keeper has ended, for which it is given time to end all the rest.

        That the child is over may have been said by a library, while the keeper is still at it.
        """
        import time

        end = time.monotonic() + _ENDING_SECONDS
        while not (is_over := _is_over(self._process.pid)):
            if not self._ended or time.monotonic() > end:
                break
            time.sleep(_BRIEFLY)
        return is_over

    def _end(self) -> None:
        """End the keeper, and the child's session: a library may have told us that it is over."""
        import contextlib
        import os
        import signal

        for group in filter(None, (self._process.pid, self._child)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def _is_over(pid: int) -> bool:
    """Return whether a child of ours has ended; it stays a zombie, so that its number is kept."""
    import os

    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _describe_call(line: bytes) -> list[str]:
    """Return 'name (file.py:12)' of a line of faulthandler, nothing if it is the keeper's.

    The line reads: File "path", line 12 in name
    """
    path, _, rest = line.decode("utf-8", "replace")[len(_CALL) :].partition('", line ')
    number, _, name = rest.partition(" in ")
    file = path[path.rfind("/") + 1 :]
    return [] if file in _OUTERMOST else [f"{name} ({file}:{number})"]


def _describe(status: int) -> str:
    import signal

    if status < 0:
        try:
            return signal.Signals(-status).name
        except ValueError:
            return f"signal {-status}"
    return f"exit {status}"
