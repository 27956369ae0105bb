"""A folder in which machines are built, lived on by both sides, and taken away."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.framework.memory import memory
from tests.framework.reference import RealLoader
from tests.fuzz.probing.calls import Call, calls_of, first_difference
from tests.fuzz.probing.explained import (
    Sides,
    explanation,
    knows_unknown_functions,
    without_unknown_functions,
)
from tests.fuzz.probing.machine import ProbeMachine, build
from tests.fuzz.probing.sides import live_with_engine, live_with_loader

_LINKS_ASK_DRIVERS = (1, 3, 219)


class Lives(NamedTuple):
    """One machine, seen from both sides.

    Attributes:
        differing: the first difference, () if there is none.
        reason: why it is meant to be, "" if it is not.
        logs: what our side and the C loader wrote to stderr.
    """

    machine: ProbeMachine
    loader: RealLoader
    ours: list[Call]
    theirs: list[Call]
    differing: tuple[str, ...]
    reason: str
    logs: tuple[str, str]


class ProbeWorkshop:
    """Tries machines one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def try_machine(self, machine: ProbeMachine, loader: RealLoader) -> Lives:
        """Build a machine and let a program live on it with each loader."""
        root = self._folder / "m"
        standing = build(fit(machine, loader), root)
        try:
            with standing.shown_to(loader.profile):
                their_life = live_with_loader(standing, loader, self._folder)
                our_life = live_with_engine(standing, loader, self._folder)
        finally:
            shutil.rmtree(root)
        ours, theirs = calls_of(our_life), calls_of(their_life)
        if not knows_unknown_functions(loader):
            ours, theirs = without_unknown_functions(ours), without_unknown_functions(theirs)
        differing = first_difference(ours, theirs)
        reason = explanation(Sides(machine, loader, ours, theirs)) if differing else ""
        logs = (our_life.log, their_life.log)
        return Lives(machine, loader, ours, theirs, differing, reason, logs)


def fit(machine: ProbeMachine, loader: RealLoader) -> ProbeMachine:
    """Return the machine as layers of a loader's time are written.

    Before 1.3.219 the loader asks layers again for a name that they ask it for through their link,
    without end; they asked for vk_layerGetPhysicalDeviceProcAddr by its name.
    """
    if loader.version >= _LINKS_ASK_DRIVERS:
        return machine
    parts = (
        part if part.is_driver else part._replace(knobs={**part.knobs, "physical_by_name": "1"})
        for part in machine.parts
    )
    return machine._replace(parts=tuple(parts))


@contextmanager
def probe_workshop() -> Iterator[ProbeWorkshop]:
    """Open a workshop in memory if the system has a place there."""
    with tempfile.TemporaryDirectory(prefix="vkprobe-", dir=memory()) as folder:
        yield ProbeWorkshop(Path(folder))
