"""Ending a job whose keeper can no longer do it, because a library has killed or stopped it.

What the keeper adopted then belongs to init. A process of the job is known by its place below the
keeper, by a session that was begun in the job, by the job's name in its first environment, and by
the job's pipes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Mapping

from vkconfig_py.loader.probe.processes import Process, below, running
from vkconfig_py.loader.records import NamedTuple

NAME = "VKCONFIG_PY_PROBE"
_SECONDS = 2.0
_PAUSE = 0.002


class Job(NamedTuple):
    """What processes of a job are known by.

    Attributes:
        keeper: its number, and that of its session.
        name: value of the variable NAME.
        pipes: (device, inode) of each.
    """

    keeper: int
    name: str
    pipes: frozenset[tuple[int, int]]


def end_job(job: Job) -> None:
    """Kill all that is left of a job, the keeper last: as long as it is there it adopts."""
    end = time.monotonic() + _SECONDS
    while (found := _find(job)) and time.monotonic() < end:
        for pid in found:
            _kill(pid)
        time.sleep(_PAUSE)
    _kill(job.keeper)
    for pid in _find(job):
        _kill(pid)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _find(job: Job) -> set[int]:
    """Return the processes of a job that run, without the keeper."""
    processes = running()
    ours, session = os.getpid(), os.getsid(0)
    # What we have just started ourselves may hold a pipe of the job for a moment; the keeper has
    # begun a session, so that nothing of ours is the job's.
    others = {
        pid: one
        for pid, one in processes.items()
        if pid != ours and one.parent != ours and one.session != session
    }
    found = {pid for pid in others if _is_named(pid, job) or _has_pipe(pid, job)}
    sessions = {processes[pid].session for pid in found} | {job.keeper}
    found |= {pid for pid, one in others.items() if one.session in sessions}
    found |= _below(found | {job.keeper}, processes)
    return found - {job.keeper}


def _below(roots: set[int], processes: Mapping[int, Process]) -> set[int]:
    """Return what is below, and what shares a session that was begun there."""
    found = below(roots, processes)
    sessions = {processes[pid].session for pid in found if processes[pid].session in found}
    return found | {pid for pid, one in processes.items() if one.session in sessions}


def _is_named(pid: int, job: Job) -> bool:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
        return f"{NAME}={job.name}".encode() in file.read()
    return False


def _has_pipe(pid: int, job: Job) -> bool:
    with contextlib.suppress(OSError):  # somebody else's
        for name in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                status = os.stat(f"/proc/{pid}/fd/{name}")
                if (status.st_dev, status.st_ino) in job.pipes:
                    return True
    return False
