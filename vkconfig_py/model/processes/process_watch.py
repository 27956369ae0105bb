"""Looks at all processes again and again, and compares those that use Vulkan.

Theory of operation. Of each process its size is read, a line of /proc/PID/stat; only where it has
changed can a library have been mapped, and only then are its mapped files read. A process that
changes all the time and has no loader, such as a browser, is read ever more rarely. A comparison
is made again if the process has other code mapped than before, or if a file or folder that its
prediction was made of has changed.
"""

from __future__ import annotations

import os

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.processes import (
    PROC,
    ProcessFacts,
    Pulse,
    has_loader,
    list_processes,
    read_process,
    read_pulse,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.processes import NAME as PROBE_NAME
from vkconfig_py.model.processes.running_now import (
    Agreement,
    InstalledMachine,
    ProcessComparison,
    RunningNow,
    RunningProcess,
    compare,
    compare_again,
)

_LONGEST_PAUSE = 7  # looks at which a process is passed over
_KEPT_RUNS = 512  # one for each process: a window of its own would drive out those of the chain


class _Seen(NamedTuple):
    """Whether a process has a loader, as far as that is shown.

    Attributes:
        pulse: when its mapped files were read.
        pause: how many looks were passed over the last time.
        rest: how many are still to be passed over.
    """

    pulse: Pulse
    has_loader: bool | None
    pause: int = 0
    rest: int = 0


class _Known(NamedTuple):
    pulse: Pulse
    compared: ProcessComparison


class ProcessWatch:
    """What did not change since the last look is not read again."""

    def __init__(self, proc: str = PROC, me: int | None = None) -> None:
        self._proc = proc
        self._me = os.getpid() if me is None else me
        self._cache = DocumentCache(_KEPT_RUNS)
        self._installed: InstalledMachine | None = None
        self._seen: dict[int, _Seen] = {}
        self._known: dict[int, _Known] = {}

    def forget(self) -> None:
        """Read and compare everything anew with the next look."""
        self._seen.clear()
        self._known.clear()

    def look(self, installed: InstalledMachine) -> RunningNow:
        """Return what runs now."""
        if installed != self._installed:
            self._installed = installed
            self._known.clear()
        self._seen = self._find()
        processes_known = {}
        for pid, seen in self._seen.items():
            if seen.has_loader and (comparison := self._compare(pid, seen.pulse, installed)):
                processes_known[pid] = comparison
        self._known = processes_known
        processes = (comparison.compared.process for comparison in processes_known.values())
        shown = (process for process in processes if _is_shown(process))
        hidden = sum(seen.has_loader is None for seen in self._seen.values())
        return RunningNow(tuple(sorted(shown, key=_by_name)), hidden)

    def _is_below_me(self, pid: int) -> bool:
        """Return whether this process is among the ancestors of another."""
        passed = set[int]()
        while pid in self._seen and pid not in passed:
            passed.add(pid)  # numbers that are used again may form a circle
            pid = self._seen[pid].pulse.parent
        return pid == self._me

    def _find(self) -> dict[int, _Seen]:
        seen_processes = {}
        for pid in list_processes(self._proc):
            pulse = None if pid == self._me else read_pulse(pid, self._proc)
            if pulse is not None and pulse.size:  # one of the kernel has no memory of its own
                seen_processes[pid] = self._look_at(pid, pulse)
        return seen_processes

    def _look_at(self, pid: int, pulse: Pulse) -> _Seen:
        before = self._seen.get(pid)
        if before is None or before.pulse.start != pulse.start:
            return _Seen(pulse, has_loader(pid, self._proc))
        if before.has_loader:  # what it has mapped now will be seen when it is compared
            return before._replace(pulse=pulse)
        if before.pulse == pulse:
            return before._replace(pause=before.pause // 2, rest=0)
        if before.rest:
            return before._replace(rest=before.rest - 1)
        pause = min(2 * before.pause + 1, _LONGEST_PAUSE)
        return _Seen(pulse, has_loader(pid, self._proc), pause, pause)

    def _compare(self, pid: int, pulse: Pulse, installed: InstalledMachine) -> _Known | None:
        earlier = self._known.get(pid)
        if earlier is not None and earlier.pulse == pulse:
            return earlier._replace(compared=compare_again(earlier.compared, self._cache))
        facts = read_process(pid, self._proc)
        if facts is None:
            return None
        if earlier is not None and _is_same(earlier.compared.process.facts, facts):
            return _Known(pulse, compare_again(earlier.compared, self._cache))
        is_below = self._is_below_me(pid)
        return _Known(pulse, compare(facts, installed, self._cache, is_launched_here=is_below))


def _is_shown(process: RunningProcess) -> bool:
    """Return whether it is a program with a loader, and not one that opens drivers for a probe."""
    is_probe = PROBE_NAME in (process.facts.environment or ())
    return process.agreement is not Agreement.NO_LOADER and not is_probe


def _is_same(before: ProcessFacts, now: ProcessFacts) -> bool:
    # The time of day of its start is computed from the clock, and differs by a moment.
    return before._replace(started=0) == now._replace(started=0)


def _by_name(process: RunningProcess) -> tuple[str, int]:
    return process.facts.name.casefold(), process.facts.pid
