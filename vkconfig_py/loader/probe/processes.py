"""Which processes run, and which of them are below others, as /proc tells it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping

from vkconfig_py.loader.records import NamedTuple


class Process(NamedTuple):
    """One running process.

    Attributes:
        tasks: its threads, the first one too.
    """

    parent: int
    session: int
    tasks: int


def running() -> dict[int, Process]:
    """Return all processes that have not ended, by number."""
    found = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            text = file.read()
            # The name in parentheses may hold spaces and parentheses itself.
            fields = text[text.rindex(b")") + 2 :].split()
            if fields[0] not in b"ZX":
                parent, session, tasks = (int(fields[place]) for place in (1, 3, 17))
                found[int(name)] = Process(parent, session, max(1, tasks))
    return found


def below(roots: Iterable[int], processes: Mapping[int, Process]) -> set[int]:
    """Return the processes below some, without these."""
    known = set(roots)
    found: set[int] = set()
    while grown := {x for x, one in processes.items() if one.parent in known} - known:
        known |= grown
        found |= grown
    return found
