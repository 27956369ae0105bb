"""A namespace of process numbers: what is in it ends with its first process, whatever it does.

From within no process outside can be named, so none can be stopped or killed; and none within can
stop or kill the first one. It takes rights that root has. Other users could have it in a namespace
of users; there every file of somebody else belongs to "nobody" and the groups are others, which is
not the machine that a driver is to be seen on, so they do without.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import signal

_NEW_MOUNTS, _NEW_PROCESSES = 0x20000, 0x20000000  # CLONE_NEWNS, CLONE_NEWPID: linux/sched.h
_BIND, _ALL, _SLAVE = 1 << 12, 1 << 14, 1 << 19  # MS_BIND, MS_REC, MS_SLAVE: linux/mount.h
_PROC_FLAGS = 2 | 4 | 8  # MS_NOSUID, MS_NODEV, MS_NOEXEC
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG: linux/prctl.h
_FORMATS = "/proc/sys/fs/binfmt_misc"  # mounts itself when it is looked at; no driver does


def enter() -> bool:
    """Go on as the first process of a new namespace; return whether that was possible.

    The process that called stays outside, ends what is within when it is killed, and ends as the
    first process does.
    """
    libc = ctypes.CDLL(None)
    try:
        way_back = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    if libc.unshare(_NEW_PROCESSES | _NEW_MOUNTS) != 0:
        os.close(way_back)
        return False
    ready, tells = os.pipe()
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
        _stand_by(first)
    os.waitpid(first, 0)
    os.close(ready)
    libc.setns(way_back, _NEW_PROCESSES)
    os.close(way_back)
    return False


def _show_own_processes(libc: ctypes.CDLL) -> bool:
    """Mount the /proc of this namespace, with all that a container has put into the other one."""
    if libc.mount(None, b"/", None, ctypes.c_ulong(_ALL | _SLAVE), None) != 0:
        return False
    kept = []
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            place = line.split()[4]
            if place.startswith("/proc/") and place != _FORMATS:
                with contextlib.suppress(OSError):
                    kept.append((os.open(place, os.O_PATH | os.O_CLOEXEC), os.fsencode(place)))
    if libc.mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(_PROC_FLAGS), None) != 0:
        return False
    for descriptor, target in kept:
        source = f"/proc/self/fd/{descriptor}".encode()
        libc.mount(source, target, None, ctypes.c_ulong(_BIND | _ALL), None)
        os.close(descriptor)
    return True


def _stand_by(first: int) -> None:
    """Wait for the first process outside, and end as it does; never return."""
    status = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 1)
