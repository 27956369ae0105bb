"""A folder in which machines are built, lived on by both sides, and taken away."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.framework.memory import find_memory_folder
from tests.framework.probe_questions import CHAINED_QUERIES, INSTANCE_NAMES
from tests.framework.reference import RealLoader
from tests.fuzz.probing.calls import Call, calls_of, first_difference
from tests.fuzz.probing.explained import (
    Sides,
    explanation,
    knows_unknown_functions,
    without_unknown_functions,
)
from tests.fuzz.probing.machine import Part, ProbeMachine, build
from tests.fuzz.probing.sides import live_with_engine, live_with_loader
from vkconfig_py.loader.native.vulkan_registry import find_known
from vkconfig_py.loader.profiles.native_gates import NativeGate

_LINKS_ASK_DRIVERS = (1, 3, 219)
_UNKNOWN_NAMES_END = (1, 0, 5)
_DRIVERS_ARE_A_LIST, _ARGUMENTS_PASS = (1, 0, 33), (1, 0, 53)
_QUERIES = tuple(name for name, _ in CHAINED_QUERIES)


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
        existing_content = build(fit(machine, loader), root)
        try:
            with existing_content.shown_to(loader.profile):
                their_life = live_with_loader(existing_content, loader, self._folder)
                our_life = live_with_engine(existing_content, loader, self._folder)
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
    without end; they asked for vk_layerGetPhysicalDeviceProcAddr by its name. Before 1.0.53 of a
    function of physical devices that the loader does not know the first argument alone reaches the
    driver for certain: the others are the compiler's matter. Before 1.0.38 links hold no lookup of
    such functions. Before 1.0.5 the loader looks a name that it does not know up at the top of the
    chain again, without end. Before 1.0.33 the loader looks for the devices of several drivers
    behind the first one's memory once it is asked for a function that a driver has and it does not
    know: whether it crashes is the C library's matter.
    """
    if loader.version >= _LINKS_ASK_DRIVERS:
        return machine
    machine = machine._replace(wishes=machine.wishes._replace(unasked=_unasked(loader)))
    parts = (part if part.is_driver else _of_its_time(part, loader) for part in machine.parts)
    return machine._replace(parts=tuple(parts))


def _of_its_time(layer: Part, loader: RealLoader) -> Part:
    if loader.profile.has(NativeGate.PHYSICAL_DEVICE_LOOKUPS):
        return layer._replace(knobs={**layer.knobs, "physical_by_name": "1"})
    left_out = {"asks_physical"}
    if not loader.profile.has(NativeGate.CALLBACKS_PASSED):
        left_out.add("uses_callback")
    if loader.version < _UNKNOWN_NAMES_END:
        left_out.add("asks_instance")
    knobs = {name: value for name, value in layer.knobs.items() if name not in left_out}
    knobs["physical_unknown"] = "1"
    return layer._replace(knobs=knobs)


def _unasked(loader: RealLoader) -> frozenset[str]:
    if loader.version >= _ARGUMENTS_PASS:
        return frozenset()
    names = _QUERIES if loader.version >= _DRIVERS_ARE_A_LIST else (*INSTANCE_NAMES, *_QUERIES)
    return frozenset(name for name in names if find_known(name, loader.profile) is None)


@contextmanager
def probe_workshop() -> Iterator[ProbeWorkshop]:
    """Open a workshop in memory if the system has a place there."""
    with tempfile.TemporaryDirectory(prefix="vkprobe-", dir=find_memory_folder()) as folder:
        yield ProbeWorkshop(Path(folder))
