"""Start a child that may crash, limit it, collect what it says.

Theory of operation: the child runs in a session of its own, so that killpg reaches everything it
started. It answers on a private descriptor, one JSON document per line, because libraries print to
stdout and stderr as they like: "about" lines name the risky step that comes next, one "answer"
line ends the conversation. The answer line, not the end of the file, is waited for: a process that
the child left behind can hold the descriptor open for ever. A crash, a hang and an exit without an
answer are results, not exceptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import subprocess

OUTPUT_LIMIT = 8 * 1024 * 1024
_ANSWER_LIMIT = 64 * 1024 * 1024
_TICK = 0.02


class Answered(NamedTuple):
    """The child's answer, and what it and its libraries printed (bounded)."""

    value: Any
    output: str


class Crashed(NamedTuple):
    """The child ended without an answer.

    Attributes:
        how: "SIGSEGV", "exit 7", "no answer" (exit 0), or why it could not be started.
        during: the step it had announced last, or "".
    """

    how: str
    during: str
    output: str


class TimedOut(NamedTuple):
    """The child had not answered after this many seconds and was killed."""

    seconds: float
    during: str
    output: str


Outcome = Answered | Crashed | TimedOut


def run_child(
    module: str,
    request: Any,
    environment: Mapping[str, str],
    *,
    timeout: float = 10.0,
    working_directory: str = "/",
) -> Outcome:
    """Run `module.main(descriptor)` in a fresh interpreter, with the request on its stdin."""
    import json
    import os
    import tempfile

    answer_end, child_end = os.pipe()
    try:
        with tempfile.TemporaryFile() as stdin:
            stdin.write(json.dumps(request).encode())
            stdin.seek(0)
            process = _start(module, child_end, stdin, environment, working_directory)
    except (OSError, ValueError) as error:  # ValueError: NUL in the environment or folder
        os.close(answer_end)
        return Crashed(f"could not be started: {error}", "", "")
    finally:
        os.close(child_end)
    try:
        return _Conversation(process, answer_end).collect(timeout)
    finally:
        os.close(answer_end)


def _start(
    module: str,
    descriptor: int,
    stdin: Any,
    environment: Mapping[str, str],
    working_directory: str,
) -> subprocess.Popen[bytes]:
    import os
    import subprocess
    import sys

    # -S and -E: no site packages and no PYTHON* variables of the target's environment; the
    # package's own folder is then named explicitly.
    folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
    code = f"import sys; sys.path.insert(0, {folder!r}); import {module} as m; m.main({descriptor})"
    return subprocess.Popen(
        [sys.executable, "-S", "-E", "-P", "-X", "faulthandler", "-c", code],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(environment),
        cwd=working_directory,
        pass_fds=(descriptor,),
        start_new_session=True,
    )


class _Conversation:
    """Reads both pipes of one child until it answers, ends or runs out of time."""

    def __init__(self, process: subprocess.Popen[bytes], answer_end: int) -> None:
        self._process = process
        self._answer_end = answer_end
        self._output = bytearray()
        self._lines = bytearray()
        self._during = ""
        self._answer: list[Any] = []

    def collect(self, timeout: float) -> Outcome:
        import time

        end = time.monotonic() + timeout
        try:
            status = self._read_until(end)
        finally:
            self._kill_group()
        output = self._output.decode("utf-8", "replace")
        if self._answer:
            return Answered(self._answer[0], output)
        if status is None:
            return TimedOut(timeout, self._during, output)
        return Crashed(_describe(status), self._during, output)

    def _read_until(self, end: float) -> int | None:
        """Return how the process ended; None if it answered or must be killed."""
        import selectors
        import time

        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._answer_end, selectors.EVENT_READ, self._take_lines)
            selector.register(self._process.stdout, selectors.EVENT_READ, self._take_output)
            status = None
            while not self._answer and time.monotonic() < end:
                ready = selector.select(_TICK if selector.get_map() else 0)
                for key, _ in ready:
                    if not key.data(key.fd):
                        selector.unregister(key.fileobj)
                if status is not None and not ready:
                    return status
                # WNOWAIT leaves a zombie, so its group id cannot be reused before killpg.
                status = status if status is not None else _ended(self._process.pid)
            self._drain(selector)
        return None

    def _drain(self, selector: Any) -> None:
        """Take what is already in the pipes: output written before the answer belongs to it."""
        for key in list(selector.get_map().values()):
            if key.fileobj is self._process.stdout:
                while selector.select(0) and self._take_output(key.fd):
                    if len(self._output) >= OUTPUT_LIMIT:
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
        except ValueError:  # a library wrote to our descriptor
            return
        if isinstance(message, dict) and "answer" in message:
            self._answer.append(message["answer"])
        elif isinstance(message, dict):
            self._during = str(message.get("about", self._during))

    def _take_output(self, descriptor: int) -> bool:
        import os

        data = os.read(descriptor, 65536)
        self._output += data[: max(0, OUTPUT_LIMIT - len(self._output))]
        return bool(data)

    def _kill_group(self) -> None:
        import contextlib
        import os
        import signal

        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def _ended(pid: int) -> int | None:
    """Return the exit code, or minus the signal, of a child that has ended, without reaping it."""
    import os

    result = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if result is None:
        return None
    return result.si_status if result.si_code == os.CLD_EXITED else -result.si_status


def _describe(status: int) -> str:
    import signal

    if status < 0:
        try:
            return signal.Signals(-status).name
        except ValueError:
            return f"signal {-status}"
    return f"exit {status}" if status else "no answer"
