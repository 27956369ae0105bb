"""A fork that is killed at a step of its work: the n-th system call that changes something."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

STEPS = ("rename", "fsync", "unlink", "mkdir", "rmdir", "utime", "open", "symlink")
_OPEN = os.open


def run_until_killed(count: int, action: Callable[[], object]) -> bool:
    """Run an action in a child, killed at its n-th system call; True if it ended by itself."""
    pid = os.fork()
    if not pid:
        calls = iter(range(1_000_000))
        for name in STEPS:
            setattr(os, name, _count_calls(getattr(os, name), calls, count))
        try:
            action()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFEXITED(status)


def _count_calls(function: Callable[..., object], calls, count: int) -> Callable[..., object]:
    def step(*arguments, **named):
        is_look = function is _OPEN and not arguments[1] & (os.O_WRONLY | os.O_RDWR)
        if not is_look and next(calls) == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **named)

    return step
