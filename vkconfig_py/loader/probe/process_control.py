"""Processes read from /proc, and limits and termination of a probe's processes.

Limits. The kernel limits the size of each file, not the total of shared memory, and does not limit
tasks of root. So the subreaper measures its process tree periodically (`Watch`).

Termination. If a library has killed or stopped the subreaper, its adopted processes
belong to init. A process of the job is then recognised by being a descendant of the subreaper, by a
session created in the job, by a variable of its initial environment, or by the job's pipes
(`end_job`).
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import time
from collections.abc import Iterable, Mapping
from enum import StrEnum

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import NamedTuple

MAX_TASKS = 512  # processes and threads of one probe; a driver has some dozens
_ROUND_SECONDS = 0.05
_MAX_MEASURING_SHARE = 20  # measuring takes at most this fraction of the time
_MEMORY_FILE_SYSTEMS = ("tmpfs", "ramfs", "devtmpfs", "hugetlbfs")
_BLOCK_SIZE = 512  # of st_blocks, whatever the file system
_GIB, _MIB = 1 << 30, 1 << 20

PROBE_MARK_VARIABLE = "VKCONFIG_PY_PROBE"
_KILL_SECONDS = 2.0
_PAUSE_SECONDS = 0.002


class Process(NamedTuple):
    """One running process.

    Attributes:
        tasks: its threads, the first one too.
        started: start time, to distinguish a later process with the same pid.
    """

    pid: int
    parent: int
    group: int
    session: int
    tasks: int
    started: int


def list_processes() -> dict[int, Process]:
    """Return every process except zombies, by pid."""
    processes = (read_process(int(name)) for name in os.listdir("/proc") if name.isdecimal())
    return {process.pid: process for process in processes if process is not None}


def read_process(pid: int) -> Process | None:
    """Read a process. Return None if it does not exist or is a zombie."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    # The name in parentheses may hold spaces and parentheses itself.
    state, *fields = text[text.rindex(b")") + 2 :].split()
    if state in (b"Z", b"X"):
        return None
    # proc_pid_stat(5): fields 4, 5, 6, 20 and 22.
    parent, group, session, tasks, started = (
        int(fields[field_index]) for field_index in (0, 1, 2, 16, 18)
    )
    return Process(pid, parent, group, session, max(1, tasks), started)


def send_signal(pid: int, started: int, number: signal.Signals) -> None:
    """Send a signal to a process, but not to another one with its pid.

    `started`: start of the process, as Process has it.

    Raises:
        OSError: it has ended, or belongs to another user now (setuid).
    """
    # The handle stays that of one process, whoever gets the number.
    handle = os.pidfd_open(pid)
    try:
        process = read_process(pid)
        if process is None or process.started != started:
            raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
        signal.pidfd_send_signal(handle, number)
    finally:
        os.close(handle)


def below(roots: Iterable[int], processes: Mapping[int, Process]) -> set[int]:
    """Return the pids of all descendants of processes, without their own."""
    reached_pids = set(roots)
    descendants: set[int] = set()
    while (
        new_descendants := {
            pid for pid, process in processes.items() if process.parent in reached_pids
        }
        - reached_pids
    ):
        reached_pids |= new_descendants
        descendants |= new_descendants
    return descendants


def has_variable(pid: int, name: str, value: str) -> bool:
    """Return whether a process was started with this variable. Later changes are not visible."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
        return f"{name}={value}".encode() in file.read().split(b"\0")
    return False


def read_pipe_name(descriptor: int) -> str:
    """Return the name of a pipe in /proc ("pipe:[1234]"), the same for both ends."""
    return os.readlink(f"/proc/self/fd/{descriptor}")


def has_pipe(pid: int, pipes: frozenset[str]) -> bool:
    """Return whether a process holds one of the pipes, False for processes of other users."""
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd") if pipes else ():
            with contextlib.suppress(OSError):  # closed meanwhile
                if os.readlink(f"/proc/{pid}/fd/{name}") in pipes:
                    return True
    return False


class ResourceLimit(StrEnum):
    """Limited resource."""

    TASKS = "tasks"
    SHARED = "shared"


def describe(limit: ResourceLimit, memory: int) -> Message:
    """Return the words for an exceeded limit, such as "more than 2 GB of memory".

    `memory`: the limit of memory in bytes.
    """
    if limit is ResourceLimit.TASKS:
        return message("more than {count} processes and threads", count=MAX_TASKS)
    size = f"{memory / _GIB:.3g} GiB" if memory >= _GIB else f"{memory / _MIB:.3g} MiB"
    return message("more than {size} of shared memory", size=size)


class ResourceWatch:
    """Watches the resources of this process's descendants.

    Attributes:
        pause: seconds until the next measurement; longer on machines with many processes.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._shared_memory_folders = _list_memory_file_systems() if memory else frozenset()
        self.pause = _ROUND_SECONDS

    def find_exceeded(self) -> ResourceLimit | None:
        """Return the limit that the watched processes exceed, or None."""
        since = time.monotonic()
        processes = list_processes()
        tree = below((os.getpid(),), processes)
        exceeded_limit = None
        if sum(processes[pid].tasks for pid in tree) > MAX_TASKS:
            exceeded_limit = ResourceLimit.TASKS
        elif self._memory and self._count_shared_bytes(tree) > self._memory:
            exceeded_limit = ResourceLimit.SHARED
        # With many processes a measurement takes longer, so they are made less often.
        self.pause = max(_ROUND_SECONDS, _MAX_MEASURING_SHARE * (time.monotonic() - since))
        return exceeded_limit

    def _count_shared_bytes(self, tree: set[int]) -> int:
        """Return the bytes of shared memory, open and mapped files counted once."""
        mapped = sum(map(_read_shared_memory, tree))
        files: dict[tuple[int, int], int] = {}
        for pid in tree:
            with contextlib.suppress(OSError):  # exited meanwhile, or not readable
                for name in os.listdir(f"/proc/{pid}/fd"):
                    with contextlib.suppress(OSError):
                        status = os.stat(f"/proc/{pid}/fd/{name}")
                        if status.st_dev in self._shared_memory_folders:
                            # A sparse file counts with its allocated size, not its length.
                            files[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK_SIZE
        # Mostly the same memory: the larger value, so nothing is counted twice.
        return max(mapped, sum(files.values()))


def _read_shared_memory(pid: int) -> int:
    """Return the bytes of shared memory that a process has mapped."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:
        for line in file:
            # proc_pid_status(5); in KiB.
            if line.startswith(b"RssShmem:"):
                return int(line.split()[1]) * 1024
    return 0


def _list_memory_file_systems() -> frozenset[int]:
    """Return the device numbers of file systems in memory, that of memfd_create included."""
    devices = set()
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.memfd_create("place")
        devices.add(os.fstat(descriptor).st_dev)
        os.close(descriptor)
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            mount, _, system = line.partition(b" - ")
            if system.split()[0].decode("ascii", "replace") in _MEMORY_FILE_SYSTEMS:
                major, _, minor = mount.split()[2].partition(b":")
                devices.add(os.makedev(int(major), int(minor)))
    return frozenset(devices)


class Job(NamedTuple):
    """Properties by which processes of a job are recognised.

    Attributes:
        keeper: pid of the subreaper, also its session id.
        name: value of the variable NAME.
        pipes: names as returned by `pipe_name`.
    """

    keeper: int
    name: str
    pipes: frozenset[str]


def end_job(job: Job) -> None:
    """Kill all processes of a job, its subreaper last because it adopts orphans."""
    end = time.monotonic() + _KILL_SECONDS
    # Killed processes may have started others meanwhile.
    while (pids := _find_job_processes(job)) and time.monotonic() < end:
        for pid in pids:
            _kill(pid)
        time.sleep(_PAUSE_SECONDS)
    # The subreaper last: while it exists it adopts orphans.
    _kill(job.keeper)
    for pid in _find_job_processes(job):
        _kill(pid)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _find_job_processes(job: Job) -> set[int]:
    """Return the pids of a job's running processes, without the subreaper."""
    processes = list_processes()
    own_pid, session = os.getpid(), os.getsid(0)
    # What we have just started ourselves may hold a pipe of the job for a moment; the keeper has
    # begun a session, so that nothing of ours is the job's.
    candidates = {
        pid: process
        for pid, process in processes.items()
        if pid != own_pid and process.parent != own_pid and process.session != session
    }
    left_behind = {
        pid
        for pid in candidates
        if has_variable(pid, PROBE_MARK_VARIABLE, job.name) or has_pipe(pid, job.pipes)
    }
    sessions = {processes[pid].session for pid in left_behind} | {job.keeper}
    left_behind |= {pid for pid, process in candidates.items() if process.session in sessions}
    left_behind |= _find_descendants(left_behind | {job.keeper}, processes)
    return left_behind - {job.keeper}


def _find_descendants(roots: set[int], processes: Mapping[int, Process]) -> set[int]:
    """Return descendants, and processes in sessions that these created."""
    descendants = below(roots, processes)
    sessions = {
        processes[pid].session for pid in descendants if processes[pid].session in descendants
    }
    return descendants | {pid for pid, process in processes.items() if process.session in sessions}
