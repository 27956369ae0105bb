"""dev.py fuzz --gates: for each gate a random machine that meets it, written down for the tests.

A machine meets a gate if the engine answers otherwise with the gate turned round, in what is
compared with real loaders. No loader is asked: on these machines the engine answers as they do.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.framework.reference import RealLoader
from tests.fuzz.coverage import of_gates, without
from tests.fuzz.generate import generate
from tests.fuzz.probing import generate as probed
from tests.fuzz.probing.calls import calls_of, first_difference
from tests.fuzz.probing.machine import build
from tests.fuzz.probing.sides import live_with_engine
from tests.fuzz.probing.workshop import fit
from tests.fuzz.workshop import Workshop
from tests.windows import answers
from tests.windows import generate as on_windows
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.profiles.gates import Gate, ReleaseRange
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import OLDEST_RELEASE, LoaderProfile, Version

AnyGate = Gate | NativeGate

_GATES: dict[str, AnyGate] = {gate.name: gate for gates in (NativeGate, Gate) for gate in gates}
FILE = Path(__file__).with_name("evidence.json")


class Met(NamedTuple):
    """Where a gate was met.

    Attributes:
        gate: its name.
        release: the loader that would answer otherwise without the gate.
    """

    gate: str
    seed: int
    number: int
    release: Version


def find_evidence(
    place: Workshop, seed: int, numbers: Iterable[int], known: Iterable[Met]
) -> Iterator[Met]:
    """Yield a machine for each gate that none is known for."""
    left = compared_gates() - {met.gate for met in known}
    for number in numbers:
        gates = [gate for name, gate in _GATES.items() if name in left]
        pairs = [(release, gate) for gate in gates for release in _releases(gate.value)]
        for met in _meet(place, seed, number, pairs):
            left.discard(met.gate)
            yield met


def compared_gates() -> set[str]:
    """Return the gates that random machines can meet."""
    return {name for name, gate in _GATES.items() if gate.value.platform is not Platform.MACOS}


def lost(place: Workshop, known: Iterable[Met]) -> list[Met]:
    """Return what was written down and is not met any more."""
    wanted = sorted(known, key=attrgetter("seed", "number"))
    found: set[Met] = set()
    for (seed, number), group in groupby(wanted, attrgetter("seed", "number")):
        pairs = [(met.release, _GATES[met.gate]) for met in group]
        found.update(_meet(place, seed, number, pairs))
    return [met for met in wanted if met not in found]


def _meet(
    place: Workshop, seed: int, number: int, pairs: Iterable[tuple[Version, AnyGate]]
) -> Iterator[Met]:
    """Yield each gate that a machine meets, once."""
    pairs = sorted(pairs, key=itemgetter(0))
    found: set[str] = set()
    for existing_content, suits in _STANDINGS:
        own = [(release, gate) for release, gate in pairs if suits(gate)]
        if found.issuperset(gate.name for _, gate in own):
            continue
        with patch("os.listdir", _list_sorted), existing_content(place, seed, number) as deciding:
            for release, group in groupby(own, itemgetter(0)):
                gates = [gate for _, gate in group if gate.name not in found]
                for name in deciding(LoaderProfile(release), gates):
                    found.add(name)
                    yield Met(name, seed, number, release)


_Deciding = Callable[[LoaderProfile, Iterable[Any]], Iterator[str]]


@contextmanager
def _linux(place: Workshop, seed: int, number: int) -> Iterator[_Deciding]:
    """Let a machine stand, and give what finds the gates that decide something there."""
    with place.built(generate(seed, number), keeps_elevation=True) as tree:
        yield lambda profile, gates: (
            name for _, name in of_gates(tree, RealLoader("", profile), gates)
        )


@contextmanager
def _windows(place: Workshop, seed: int, number: int) -> Iterator[_Deciding]:
    machine = on_windows.generate(seed, number)
    folder = place.folder / "w"
    machine.write(folder)

    def find(profile: LoaderProfile, gates: Iterable[Gate]) -> Iterator[str]:
        usual = answers.predict(machine, profile, folder)
        for gate in gates if not usual["undefined"] else ():
            other = answers.predict(machine, without(profile, gate), folder)
            if answers.differences(other, usual):
                yield gate.name

    try:
        yield find
    finally:
        shutil.rmtree(folder)


@contextmanager
def _opened(place: Workshop, seed: int, number: int) -> Iterator[_Deciding]:
    """Give what finds the gates that decide something once drivers and layers are opened."""
    machine = probed.generate(seed, number)
    root = place.folder / "p"

    def find(profile: LoaderProfile, gates: Iterable[AnyGate]) -> Iterator[str]:
        loader = RealLoader("", profile)
        existing_content = build(fit(machine, loader), root)
        try:
            with existing_content.shown_to(profile):
                usual = calls_of(live_with_engine(existing_content, loader, place.folder))
                for gate in gates:
                    other = loader._replace(profile=without(profile, gate))
                    calls = calls_of(live_with_engine(existing_content, other, place.folder))
                    if first_difference(calls, usual):
                        yield gate.name
        finally:
            shutil.rmtree(root)

    yield find


_STANDINGS: tuple[tuple[Callable[..., Any], Callable[[AnyGate], bool]], ...] = (
    (_linux, lambda gate: isinstance(gate, Gate) and gate.value.platform is Platform.LINUX),
    (_windows, lambda gate: gate.value.platform is Platform.WINDOWS),
    (_opened, lambda gate: gate.value.platform is Platform.LINUX),
)
_listdir = os.listdir


def _list_sorted(path: str) -> list[str]:
    return sorted(_listdir(path))


def _releases(span: ReleaseRange) -> Iterator[Version]:
    """Return the releases at the ends of a gate that has others before or behind it."""
    if span.first != OLDEST_RELEASE:
        yield span.first
    if span.last is not None and (span.last != span.first or span.first == OLDEST_RELEASE):
        yield span.last


def read_evidence() -> list[Met]:
    """Return what is written down."""
    rows = json.loads(FILE.read_text())
    return [Met(gate, seed, number, tuple(release)) for gate, seed, number, release in rows]


def write_evidence(found: Iterable[Met]) -> None:
    """Write down where gates were met, a line for each."""
    lines = ",\n".join(map(json.dumps, sorted(found)))
    FILE.write_text(f"[\n{lines}\n]\n")
