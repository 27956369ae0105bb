"""The subreaper: supervises a child and kills every process that the child leaves.

A driver or layer can fork, leave its process group with setsid, and keep the pipes open; when the
child then dies, what it left has init for a parent and nothing that tells where it came from. As a
child subreaper the keeper takes the place of init for all of it. It is a fork of a process that has
imported what the child needs (fork_server.py), and opens no library itself.

It watches the child, a control pipe, and the resources of all descendants (processes.py). When that
pipe ends (we have what we want, or we are dead ourselves),
the child does or a bound is crossed, everything below the keeper is killed.

Where the system allows it the keeper is the first process of a PID namespace: nothing within can
name, stop or kill what is outside or the first process, and all ends with it. That takes the rights
of root. Other users could have it in a user namespace; there files of others belong to "nobody" and
the groups are others, which is not the machine that a driver is to be seen on, so they do without,
and the runner steps in for a keeper that was killed or stopped (processes.py).
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import select
import signal
import sys

from vkconfig_py.loader.base.codec import write_message
from vkconfig_py.loader.probe.processes import MOST_TASKS, Bound, Watch, below, list_processes

_NEW_MOUNTS, _CLONE_NEWPID = 0x20000, 0x20000000  # CLONE_NEWNS, CLONE_NEWPID: linux/sched.h
_BIND, _ALL, _SLAVE = 1 << 12, 1 << 14, 1 << 19  # MS_BIND, MS_REC, MS_SLAVE: linux/mount.h
_PROC_FLAGS = 2 | 4 | 8  # MS_NOSUID, MS_NODEV, MS_NOEXEC
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG: linux/prctl.h
_FORMATS = "/proc/sys/fs/binfmt_misc"  # mounts itself when it is looked at; no driver does

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, linux/prctl.h
_KILL_SECONDS = 2.0
_MORE_TASKS = 64  # above the reported limit, so that exceeding it is reported first


def enter() -> bool:
    """Continue as the first process of a new PID namespace. Return False if that is impossible."""
    libc = ctypes.CDLL(None)
    try:
        way_back = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    if libc.unshare(_CLONE_NEWPID | _NEW_MOUNTS) != 0:
        os.close(way_back)
        return False
    ready, tells = os.pipe()
    # unshare(CLONE_NEWPID) moves only later children into the namespace, not the caller.
    first = os.fork()
    if first == 0:
        os.close(ready)
        os.close(way_back)
        nothing = ctypes.c_ulong(0)
        libc.prctl(_DEATH_SIGNAL, ctypes.c_ulong(signal.SIGKILL), nothing, nothing, nothing)
        if not _show_own_processes(libc):
            os._exit(1)
        # Signals from within reach the first process only where it has handlers.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        faulthandler.disable()
        os.write(tells, b"1")
        os.close(tells)
        return True
    os.close(tells)
    if os.read(ready, 1):
        _wait_for_first(first)
    os.waitpid(first, 0)
    os.close(ready)
    # Children of this process would still go into the namespace, which has died with its first
    # process.
    libc.setns(way_back, _CLONE_NEWPID)
    os.close(way_back)
    return False


def _show_own_processes(libc: ctypes.CDLL) -> bool:
    """Mount the /proc of this namespace, with the mounts of a container inside the old one."""
    if libc.mount(None, b"/", None, ctypes.c_ulong(_ALL | _SLAVE), None) != 0:
        return False
    mounts = []
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            place = line.split()[4]
            if place.startswith("/proc/") and place != _FORMATS:
                with contextlib.suppress(OSError):
                    mounts.append((os.open(place, os.O_PATH | os.O_CLOEXEC), os.fsencode(place)))
    if libc.mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(_PROC_FLAGS), None) != 0:
        return False
    for descriptor, target in mounts:
        source = f"/proc/self/fd/{descriptor}".encode()
        libc.mount(source, target, None, ctypes.c_ulong(_BIND | _ALL), None)
        os.close(descriptor)
    return True


def _wait_for_first(first: int) -> None:
    """Wait for the first process of the namespace and exit with its status. Never return."""
    status = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 1)


def main(descriptor: int, control: int, module: str, memory: int, processor_seconds: int) -> None:
    """Run `module.main(descriptor)` in a child, report how it ended, kill all its processes."""
    work = __import__(module, fromlist=("main",)).main
    if not enter():
        _become_subreaper()
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # select returns for a pipe, not for SIGCHLD.
    signal.set_wakeup_fd(wakes)
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for handle in (control, woken, wakes):
            os.close(handle)
        _work(work, descriptor, memory, processor_seconds)
    status, crossed = _wait(child, control, woken, Watch(memory))
    if crossed is not None:
        _tell(descriptor, {"crossed": crossed.value})
    if status is None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _kill_everything()
    _tell(descriptor, {"ended": status})
    os._exit(0)


def _work(work: object, descriptor: int, memory: int, processor_seconds: int) -> None:
    """Run the job in the forked child. Never return."""
    import resource

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    if memory:
        # Memory that can be written, not addresses: drivers reserve far more of those than they
        # use, one of NVIDIA's tens of gigabytes.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        # That does not count what is shared, which is a file to the kernel: of memfd_create, in
        # /dev/shm or in another folder that lies in memory.
        resource.setrlimit(resource.RLIMIT_FSIZE, (memory, memory))
    _bound_tasks()
    faulthandler.enable(descriptor)  # what libraries print does not mix with it
    status = 1
    try:
        work(descriptor)  # type: ignore[operator] # a function, by name
        status = 0
    except BaseException as error:  # noqa: BLE001 - as an interpreter does at its end
        import traceback

        traceback.print_exc()
        _tell(descriptor, {"raised": f"{type(error).__name__}: {error}"})
    sys.stderr.flush()
    os._exit(status)


def _bound_tasks() -> None:
    """Limit processes and threads. The limit counts all tasks of the user, and none of root."""
    import resource

    user = os.geteuid()
    already = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == user:
                already += len(os.listdir(f"/proc/{name}/task"))
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NPROC)
    needed = already + MOST_TASKS + _MORE_TASKS
    limit = needed if hard_limit == resource.RLIM_INFINITY else min(needed, hard_limit)
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))


def _wait(child: int, control: int, woken: int, watch: Watch) -> tuple[int | None, Bound | None]:
    """Return the exit code of the child or minus its signal, None if it is to be ended.

    The bound that was crossed.
    """
    while True:
        ready, _, _ = select.select((control, woken), (), (), watch.pause)
        if control in ready:
            return None, None
        if woken in ready:
            os.read(woken, 512)
            status = _reap(child)
            if status is not None:
                return status, watch.find_exceeded() if _has_left_something() else None
        elif crossed := watch.find_exceeded():
            return None, crossed


def _has_left_something() -> bool:
    """Return whether child processes remain."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _reap(child: int) -> int | None:
    """Reap all exited processes, and return the status of the child if it is among them."""
    status = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                status = os.waitstatus_to_exitcode(ended)
    return status


def _kill_everything() -> None:
    """Kill all descendants, including orphans that are reparented to this process."""
    import time

    end = time.monotonic() + _KILL_SECONDS
    with contextlib.suppress(ChildProcessError):  # no process
        while time.monotonic() < end:  # unkillable processes are ignored
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for pid in below((os.getpid(),), list_processes()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.001)


def _become_subreaper() -> None:
    """Adopt orphaned descendants (PR_SET_CHILD_SUBREAPER). Without it they go to init."""
    import ctypes

    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        enabled, nothing = ctypes.c_ulong(1), ctypes.c_ulong(0)
        prctl(_SUBREAPER, enabled, nothing, nothing, nothing)


def _tell(descriptor: int, message: dict[str, int | str | None]) -> None:
    with contextlib.suppress(OSError):  # the reader has exited
        write_message(descriptor, message)
