"""Processes of a launch: supervise, find and signal all of them."""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import signal
import subprocess
from collections.abc import Iterable

from vkconfig_py.loader.base.own_process import make_child_command
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.probe.process_control import (
    Process,
    below,
    has_pipe,
    has_variable,
    list_processes,
    send_signal,
)
from vkconfig_py.model.launch.launch_subreaper import LENGTH_SIZE, StartArguments

MARK_VARIABLE = "VKCONFIG_PY_LAUNCH"
TERM_SECONDS = 3.0
KILL_SECONDS = 2.0


class LaunchTermination:
    """Ends all processes of a launch: SIGTERM first, SIGKILL after TERM_SECONDS.

    Attributes:
        is_over: no process of the launch runs any more, or the remaining ones cannot be killed.
        survivors: number of processes that could not be killed.
    """

    def __init__(
        self,
        pid: int,
        mark: str,
        now: float,
        pipes: frozenset[str] = frozenset(),
        subreaper: int = 0,
    ) -> None:
        """Prepare to end a launch by calls of send_due_signal().

        Args:
            pid: the program, which leads its process group.
            mark: identifies the processes of the launch.
            now: in seconds, of a monotonic clock.
            pipes: output pipes of the launch.
            subreaper: process that adopts orphans of the launch, 0 for none.
        """
        self.is_over = False
        self.survivors = 0
        self._pid = pid
        self._mark = mark
        self._pipes = pipes
        self._subreaper = subreaper
        self._kill_at = now + TERM_SECONDS
        self._terminated_processes: set[Process] = set()

    def hasten(self, now: float) -> None:
        """Send SIGKILL next, without waiting for what SIGTERM does."""
        self._kill_at = min(self._kill_at, now)

    def send_due_signal(self, now: float) -> None:
        """Send the signal that is due now. It is called again and again until `is_over`."""
        running_family = find_launch_processes(self._pid, self._mark, self._pipes, self._subreaper)
        if now >= self._kill_at:
            signal_all(running_family, signal.SIGKILL)
        else:
            signal_all(
                (
                    process
                    for process in running_family
                    if process not in self._terminated_processes
                ),
                signal.SIGTERM,
            )
            self._terminated_processes.update(running_family)
        has_given_up = now >= self._kill_at + KILL_SECONDS
        self.is_over = not running_family or has_given_up
        self.survivors = len(running_family) if has_given_up else 0


def find_marked_processes(mark: str) -> tuple[Process, ...]:
    """Return the processes whose environment has the mark of a launch."""
    return tuple(
        process
        for process in list_processes().values()
        if has_variable(process.pid, MARK_VARIABLE, mark)
    )


def find_launch_processes(
    pid: int, mark: str, pipes: frozenset[str] = frozenset(), subreaper: int = 0
) -> tuple[Process, ...]:
    """Return every process of a launch: group, session, marked ones, and descendants.

    Args:
        pid: the program; its children may share its group and session.
        mark: value of the environment variable that its children inherit.
        subreaper: the process that adopts the launch's orphans; all its children belong to the
            launch, it does not itself.
        pipes: the output pipes of the launch, as pipe_name has them.
    """
    process_by_id = list_processes()
    # We hold the reading ends ourselves; counting us in would take all our children along.
    for ancestor_pid in (os.getpid(), subreaper):
        process_by_id.pop(ancestor_pid, None)
    # A program's children stay in its process group unless they leave it (setsid, a second fork).
    # Those are known by the variable that every process of the launch inherits, by the output pipe
    # they hold, and by their parents.
    pids = {
        process.pid
        for process in process_by_id.values()
        if pid in (process.pid, process.group, process.session)
        or (subreaper and process.parent == subreaper)
        or has_variable(process.pid, MARK_VARIABLE, mark)
        or has_pipe(process.pid, pipes)
    }
    return tuple(process_by_id[number] for number in (*pids, *below(pids, process_by_id)))


def find_descendants(pid: int) -> tuple[Process, ...]:
    """Return a process with its descendants, except orphans that another one adopted."""
    process_by_id = list_processes()
    if pid not in process_by_id:
        return ()
    return tuple(process_by_id[number] for number in (pid, *below((pid,), process_by_id)))


def signal_all(processes: Iterable[Process], number: signal.Signals) -> None:
    """Send a signal to these processes, as far as they still run."""
    for process in processes:
        with contextlib.suppress(OSError):
            send_signal(process.pid, process.started, number)


class ProcessHandles(NamedTuple):
    """What a process needs to read a program below its subreaper, and to await its end.

    Attributes:
        pid: the program; its process group as well.
        subreaper: process id of the subreaper; it is the ancestor of everything that the program
            starts.
        report: descriptor that becomes readable once the program has ended.
        control: descriptor whose end lets the subreaper end.
        output, errors: descriptors of the program's output.
    """

    pid: int
    subreaper: int
    report: int
    control: int
    output: int
    errors: int

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The open descriptors among them."""
        return self.report, self.control, self.output, self.errors


class SupervisedProcess:
    """A program and its subreaper, which this process or one before it has started.

    Attributes:
        handles: valid until `close` or `release`.
    """

    def __init__(
        self, handles: ProcessHandles, child: subprocess.Popen[bytes] | None = None
    ) -> None:
        """Watch a program that was started. `child`: the subreaper, if this process started it."""
        self.handles = handles
        self._child = child
        self._code: int | None = None

    def wait(self) -> int | None:
        """Wait for the program's exit status. Return None if the subreaper was killed first."""
        if self._code is None:
            event, number, _text = _read_report(self.handles.report)
            self._code = number if event == "end" else None
        return self._code

    def close(self) -> None:
        """Close the pipes and kill the subreaper; that of another process ends by itself."""
        _close_all(self.handles.descriptors)
        if self._child is not None:
            self._child.kill()
            self._child.wait()

    def release(self) -> None:
        """Close the pipes here, and let program and subreaper run for who else has them."""
        _close_all(self.handles.descriptors)
        if self._child is not None:
            self._child.returncode = 0  # nobody waits for it: without that Popen would complain


def start_supervised_process(start_request: StartArguments) -> SupervisedProcess:
    """Start a program below a subreaper.

    Raises:
        OSError: the program, or its subreaper, cannot be started.
        ValueError: an argument or variable that no process can have (such as a NUL byte).
    """
    pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(4)]
    (report, reporting), (commands, control), (output, out), (errors, error_out) = pipes
    try:
        child = subprocess.Popen(
            make_child_command("vkconfig_py.model.launch.launch_subreaper", str(reporting)),
            stdin=commands,
            stdout=out,
            stderr=error_out,
            pass_fds=[reporting],
            # The keys of a terminal signal its foreground process group, which this is none of.
            start_new_session=True,
        )
    except OSError:
        _close_all((report, control, output, errors))
        raise
    finally:
        _close_all((reporting, commands, out, error_out))
    process = SupervisedProcess(
        ProcessHandles(0, child.pid, report, control, output, errors), child
    )
    try:
        content = pickle.dumps(start_request)
        with open(control, "wb", closefd=False) as request:
            request.write(len(content).to_bytes(LENGTH_SIZE, "little") + content)
        process.handles = process.handles._replace(pid=_read_pid(report))
    except BaseException:
        process.close()
        raise
    return process


def _close_all(descriptors: Iterable[int]) -> None:
    """Close descriptors."""
    for descriptor in descriptors:
        os.close(descriptor)


def _read_pid(report: int) -> int:
    """Return the process id of the started program.

    Raises:
        OSError: it could not be started.
        ValueError: an argument or variable is one that no process can have.
    """
    event, number, text = _read_report(report)
    if event == "pid":
        return number
    if event == "value":
        raise ValueError(text)
    number = number or errno.ECHILD
    raise OSError(number, os.strerror(number), text or None)


def _read_report(report: int) -> tuple[str, int, str]:
    """Read a report of the subreaper: event, number and text. "" at its end."""
    line = b""
    while not line.endswith(b"\n"):  # one byte at a time: the handle tells of the next line
        byte = os.read(report, 1)
        if not byte:
            return "", 0, ""
        line += byte
    event, number, hex_text = line.decode("ascii").rstrip("\n").split(" ")
    return event, int(number), bytes.fromhex(hex_text).decode("utf-8", "surrogateescape")
