"""What all processes of a probe together may take: tasks, and memory that the kernel calls shared.

The kernel bounds each file, and counts tasks of no process that is root's; the sum of what lies in
memory it bounds for nobody. So the keeper looks now and then, and ends what takes too much.
"""

from __future__ import annotations

import contextlib
import os
import time
from enum import StrEnum

from vkconfig_py.loader.probe.processes import below, running

MOST_TASKS = 512  # processes and threads of one probe; a driver has some dozens
_ROUND = 0.05
_SHARE = 20  # looking takes one part of so many of the time
_IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs", "hugetlbfs")
_BLOCK = 512  # of st_blocks, whatever the file system
_GIB, _MIB = 1 << 30, 1 << 20


class Bound(StrEnum):
    """What is bounded."""

    TASKS = "tasks"
    SHARED = "shared"


def describe(bound: Bound, memory: int) -> str:
    """Return what was used by somebody who is beyond it: "more than ..."."""
    if bound is Bound.TASKS:
        return f"more than {MOST_TASKS} processes and threads"
    size = f"{memory / _GIB:.3g} GiB" if memory >= _GIB else f"{memory / _MIB:.3g} MiB"
    return f"more than {size} of shared memory"


class Watch:
    """Looks at what is below this process.

    Attributes:
        pause: seconds until the next look, so that a machine with many processes is spared.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._places = _places_in_memory() if memory else frozenset()
        self.pause = _ROUND

    def crossed(self) -> Bound | None:
        """Return the bound that was crossed, None if all is well."""
        since = time.monotonic()
        processes = running()
        tree = below((os.getpid(),), processes)
        found = None
        if sum(processes[pid].tasks for pid in tree) > MOST_TASKS:
            found = Bound.TASKS
        elif self._memory and self._shared(tree) > self._memory:
            found = Bound.SHARED
        self.pause = max(_ROUND, _SHARE * (time.monotonic() - since))
        return found

    def _shared(self, tree: set[int]) -> int:
        """Return how much lies in shared memory; what is open and mapped counts once.

        Of what is only open and what is only mapped the larger one is taken: mostly they are the
        same, and nobody is to be ended for what was counted twice.
        """
        mapped = sum(map(_mapped, tree))
        files: dict[tuple[int, int], int] = {}
        for pid in tree:
            with contextlib.suppress(OSError):  # it ended meanwhile, or shows nothing
                for name in os.listdir(f"/proc/{pid}/fd"):
                    with contextlib.suppress(OSError):
                        status = os.stat(f"/proc/{pid}/fd/{name}")
                        if status.st_dev in self._places:
                            files[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
        return max(mapped, sum(files.values()))


def _mapped(pid: int) -> int:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:
        for line in file:
            if line.startswith(b"RssShmem:"):
                return int(line.split()[1]) * 1024
    return 0


def _places_in_memory() -> frozenset[int]:
    """Return the devices of file systems that lie in memory; memfd_create has one of its own."""
    found = set()
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.memfd_create("place")
        found.add(os.fstat(descriptor).st_dev)
        os.close(descriptor)
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            mount, _, system = line.partition(b" - ")
            if system.split()[0].decode("ascii", "replace") in _IN_MEMORY:
                major, _, minor = mount.split()[2].partition(b":")
                found.add(os.makedev(int(major), int(minor)))
    return frozenset(found)
