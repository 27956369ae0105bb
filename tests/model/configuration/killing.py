"""Kills processes that edit and save, each after a number of edits of its own.

They are forks of one process that has loaded everything. Each has a folder of its own and notes
every edit there with its time, a line each; whoever kills it notes when.
"""

from __future__ import annotations

import ctypes
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

NOTES = "notes"
KILLED = "killed"
EDIT_EVERY_MS = 15
FEWEST, MOST = 20, 93  # edits that a process lives, however long the machine takes over them
KEPT_AFTER = 1.0  # seconds
# What a process must have done since, or the machine let it stand still for a tenth of that second.
EDITS_SINCE = int(KEPT_AFTER * 1000 / EDIT_EVERY_MS * 0.9)
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG: linux/prctl.h


def kill_all(folder: Path, count: int, at_once: int, work: Callable[[Path], None]) -> None:
    """Start and kill that many processes; `work` never returns."""
    # Only a power cut would show whether it was called, and a busy disk takes its time over it.
    os.fsync = lambda _file: None
    chance = random.Random(5)
    waiting = [folder / str(number) for number in range(count)]
    alive: list[tuple[float, int, int, Path]] = []
    while waiting or alive:
        while waiting and len(alive) < at_once:
            own = waiting.pop()
            alive.append((time.monotonic(), chance.randint(FEWEST, MOST), _start(own, work), own))
        alive.sort()
        due, life, pid, own = alive.pop(0)
        time.sleep(max(0.0, due - time.monotonic()))
        if (left := life - _count_edits(own)) > 0:
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                raise SystemExit(f"{own} ended by itself")
            alive.append((time.monotonic() + left * EDIT_EVERY_MS / 1000, life, pid, own))
            continue
        moment = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        with (own / NOTES).open("a") as notes:
            notes.write(f"{KILLED} 0 {moment}\n")
        _, status = os.waitpid(pid, 0)
        if not os.WIFSIGNALED(status):
            raise SystemExit(f"{own} ended by itself")


def _count_edits(folder: Path) -> int:
    try:
        return (folder / NOTES).read_bytes().count(b"\n")
    except FileNotFoundError:  # it has just begun
        return 0


def _start(folder: Path, work: Callable[[Path], None]) -> int:
    folder.mkdir()
    pid = os.fork()
    if not pid:
        try:
            # A test that is stopped takes its processes along.
            ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
            work(folder)
        finally:
            os._exit(1)
    return pid
