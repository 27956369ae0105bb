"""The keeper: stands between us and a child, and lets nothing of it stay behind.

A driver or layer can fork, leave its process group with setsid, and hold on to our pipes; when the
child then dies, what it left has init for a parent and nothing that tells where it came from. As a
child subreaper the keeper takes the place of init for all of it. It has imported what the child
needs and forks, so that it costs no second start of an interpreter; it opens no library itself.

It watches two things: the child, and a pipe that nobody writes to. When that pipe ends (we have
what we want, or we are dead ourselves) or the child does, everything below the keeper is killed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import select
import signal
import sys

from vkconfig_py.loader.probe.lines import write_message

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, linux/prctl.h
_KILL_SECONDS = 2.0


def main(descriptor: int, control: int, module: str, memory: int, processor_seconds: int) -> None:
    """Run `module.main(descriptor)` in a child, say how it ended, and end all that it left."""
    gc.disable()  # nothing of what is imported is garbage
    work = __import__(module, fromlist=("main",)).main
    gc.freeze()
    gc.enable()
    _become_subreaper()
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    gate, opens = os.pipe()  # the child can say nothing before we have said who it is
    child = os.fork()
    if child == 0:
        os.close(opens)
        os.read(gate, 1)
        os.close(gate)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for handle in (control, woken, wakes):
            os.close(handle)
        _work(work, descriptor, memory, processor_seconds)
    os.close(gate)
    _tell(descriptor, {"started": child})
    os.close(opens)
    status = _wait(child, control, woken)
    if status is None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _kill_everything()
    _tell(descriptor, {"ended": status})
    os._exit(0)


def _work(work: object, descriptor: int, memory: int, processor_seconds: int) -> None:
    """Be the child; never return."""
    import resource

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    if memory:
        # Memory that can be written, not addresses: drivers reserve far more of those than they
        # use, one of NVIDIA's tens of gigabytes.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
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


def _wait(child: int, control: int, woken: int) -> int | None:
    """Return the child's exit code, or minus its signal; None if it is no longer wanted."""
    while True:
        ready, _, _ = select.select((control, woken), (), ())
        if control in ready:
            return None
        os.read(woken, 512)
        status = _reap(child)
        if status is not None:
            return status


def _reap(child: int) -> int | None:
    """Reap all that have ended; return the status of the child if it is among them."""
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
    """Kill all descendants; each orphan comes to us, so that in the end nobody is left."""
    import time

    end = time.monotonic() + _KILL_SECONDS
    with contextlib.suppress(ChildProcessError):  # there is nobody
        while time.monotonic() < end:  # what the kernel cannot end is given up
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for pid in _descendants():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.001)


def _descendants() -> list[int]:
    """Return the processes below this one."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                # The name in parentheses may hold spaces and parentheses itself.
                text = file.read()
                parents[int(name)] = int(text[text.rindex(b")") + 2 :].split()[1])
    found = {os.getpid()}
    grown = True
    while grown:
        below = {pid for pid, parent in parents.items() if parent in found} - found
        found |= below
        grown = bool(below)
    return [pid for pid in found if pid != os.getpid()]


def _become_subreaper() -> None:
    """Take in the orphans of our descendants; where that is impossible they go to init."""
    import ctypes

    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        one, nothing = ctypes.c_ulong(1), ctypes.c_ulong(0)
        prctl(_SUBREAPER, one, nothing, nothing, nothing)


def _tell(descriptor: int, message: dict[str, int | str | None]) -> None:
    with contextlib.suppress(OSError):  # nobody listens any more
        write_message(descriptor, message)
