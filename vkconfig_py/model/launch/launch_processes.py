"""Processes of a launch: supervised, found wherever they went, signalled."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from vkconfig_py.loader.base.own_process import child_command
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.launch_subreaper import LENGTH, Wanted

MARK = "VKCONFIG_PY_LAUNCH"
TERM_SECONDS = 3.0
KILL_SECONDS = 2.0


class Process(NamedTuple):
    """One running process; `started` tells it from a later one with the same number."""

    pid: int
    parent: int
    group: int
    session: int
    started: int


class Ending:
    """Ends all processes of a launch: asks them first, kills what is left after TERM_SECONDS.

    Attributes:
        over: nothing of the launch runs any more, or what does cannot be killed.
        survivors: how many could not be killed.
    """

    def __init__(
        self,
        pid: int,
        mark: str,
        now: float,
        pipes: frozenset[str] = frozenset(),
        keeper: int = 0,
    ) -> None:
        self.over = False
        self.survivors = 0
        self._pid = pid
        self._mark = mark
        self._pipes = pipes
        self._keeper = keeper
        self._kill_at = now + TERM_SECONDS
        self._asked: set[Process] = set()

    def hurry(self, now: float) -> None:
        """Kill from now on."""
        self._kill_at = min(self._kill_at, now)

    def press(self, now: float) -> None:
        """Do what is due; call it again and again until it is over."""
        left = family(self._pid, self._mark, self._pipes, self._keeper)
        if now >= self._kill_at:
            send_signal(left, signal.SIGKILL)
        else:
            send_signal((one for one in left if one not in self._asked), signal.SIGTERM)
            self._asked.update(left)
        gave_up = now >= self._kill_at + KILL_SECONDS
        self.over = not left or gave_up
        self.survivors = len(left) if gave_up else 0


def marked_processes(mark: str) -> tuple[Process, ...]:
    """Return the processes that carry the mark of a launch."""
    return tuple(process for process in _all() if _carries(process.pid, mark))


def family(
    pid: int, mark: str, pipes: frozenset[str] = frozenset(), keeper: int = 0
) -> tuple[Process, ...]:
    """Return every process of a launch: its group, session, marked ones and their descendants.

    Args:
        pid: the program; its children may share its group and session.
        mark: the value of the variable that its children inherited.
        keeper: the process that takes in the launch's orphans, no part of the launch itself; all
            its children are.
        pipes: what /proc shows for the output pipes of the launch ("pipe:[1234]").
    """
    # We hold the reading ends ourselves; counting us in would take all our children along.
    everyone = [process for process in _all() if process.pid not in (os.getpid(), keeper)]
    found = {
        process.pid: process
        for process in everyone
        if pid in (process.pid, process.group, process.session)
        or (keeper and process.parent == keeper)
        or _carries(process.pid, mark)
        or _holds(process.pid, pipes)
    }
    return _with_children(found, everyone)


def descendants(pid: int) -> tuple[Process, ...]:
    """Return a process with all that it started and that did not lose its parents."""
    everyone = _all()
    found = {process.pid: process for process in everyone if process.pid == pid}
    return _with_children(found, everyone)


def _with_children(found: dict[int, Process], everyone: Iterable[Process]) -> tuple[Process, ...]:
    """Return the processes that were found with all that they started."""
    known = dict(found)
    while children := [p for p in everyone if p.parent in known and p.pid not in known]:
        known.update((child.pid, child) for child in children)
    return tuple(known.values())


def send_signal(processes: Iterable[Process], number: signal.Signals) -> None:
    """Signal these processes, and never one that took over a number meanwhile."""
    for process in processes:
        try:
            handle = os.pidfd_open(process.pid)
        except OSError:  # it has ended
            continue
        try:
            again = _read(process.pid)
            if again is not None and again.started == process.started:
                signal.pidfd_send_signal(handle, number)
        except OSError:  # it has ended, or became somebody else's (setuid)
            continue
        finally:
            os.close(handle)


def _all() -> tuple[Process, ...]:
    numbers = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal())
    return tuple(process for number in numbers if (process := _read(number)) is not None)


def _read(pid: int) -> Process | None:
    """Return a process, or None if there is none or only a zombie waits to be reaped."""
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    # The name in parentheses may hold spaces and parentheses itself.
    state, *fields = text[text.rindex(b")") + 2 :].split()
    if state in (b"Z", b"X"):
        return None
    return Process(pid, int(fields[0]), int(fields[1]), int(fields[2]), int(fields[18]))


def _carries(pid: int, mark: str) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False
    return f"{MARK}={mark}".encode() in environment.split(b"\0")


def pipe_name(handle: int) -> str:
    """Return what /proc shows for a pipe, the same in every process that holds an end of it."""
    return os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115 - it is no path


def _holds(pid: int, pipes: frozenset[str]) -> bool:
    if not pipes:
        return False
    try:
        handles = list(Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False
    return any(_target(handle) in pipes for handle in handles)


def _target(handle: Path) -> str:
    try:
        return os.readlink(handle)  # noqa: PTH115 - it is no path
    except OSError:  # closed meanwhile
        return ""


class SupervisedProcess:
    """A program and its keeper.

    Attributes:
        pid: the program; its process group as well.
        keeper: process id of the keeper; everything that the program starts is below it.
        report: handle that can be read once the program has ended.
        stdout, stderr: the program's output.
    """

    def __init__(self, wanted: Wanted) -> None:
        """Start a program.

        Raises:
            OSError: the program, or its keeper, cannot be started.
            ValueError: an argument or a variable that no process can be given.
        """
        self.report, writing = os.pipe2(os.O_CLOEXEC)
        try:
            self._process = subprocess.Popen(
                child_command("vkconfig_py.model.launch.launch_subreaper", str(writing)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[writing],
                start_new_session=True,
            )
        except OSError:
            os.close(self.report)
            raise
        finally:
            os.close(writing)
        self.keeper = self._process.pid
        self._code: int | None = None
        try:
            self._send(wanted)
            self.pid = self._read_pid()
        except BaseException:
            self.close()
            raise

    @property
    def stdout(self) -> IO[bytes]:
        """What the program prints."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def stderr(self) -> IO[bytes]:
        """What the program complains about."""
        assert self._process.stderr is not None
        return self._process.stderr

    def wait(self) -> int | None:
        """Wait for the end of the program; None if the keeper was killed and cannot tell."""
        if self._code is None:
            what, number, _text = self._read_line()
            self._code = number if what == "end" else None
        return self._code

    def close(self) -> None:
        """Let go of the program and end its keeper."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self.report >= 0:
            os.close(self.report)
            self.report = -1
        self._process.kill()
        self._process.wait()

    def _send(self, wanted: Wanted) -> None:
        content = pickle.dumps(wanted)
        assert self._process.stdin is not None
        self._process.stdin.write(len(content).to_bytes(LENGTH, "little") + content)
        self._process.stdin.flush()

    def _read_pid(self) -> int:
        what, number, text = self._read_line()
        if what == "pid":
            return number
        if what == "value":
            raise ValueError(text)
        number = number or errno.ECHILD
        raise OSError(number, os.strerror(number), text or None)

    def _read_line(self) -> tuple[str, int, str]:
        line = b""
        while not line.endswith(b"\n"):  # one byte at a time: the handle tells of the next line
            part = os.read(self.report, 1)
            if not part:
                return "", 0, ""
            line += part
        what, number, shown = line.decode("ascii").rstrip("\n").split(" ")
        return what, int(number), bytes.fromhex(shown).decode("utf-8", "surrogateescape")
