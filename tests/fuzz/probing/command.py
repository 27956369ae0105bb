"""dev.py fuzz --probe: drivers and layers that misbehave, in the native half and in loaders."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.framework.reference import RealLoader
from tests.fuzz.minimise import minimise
from tests.fuzz.probing.calls import CREATE, Call
from tests.fuzz.probing.faults import FAULTS
from tests.fuzz.probing.generate import generate
from tests.fuzz.probing.machine import ProbeMachine, smaller
from tests.fuzz.probing.trial import stock_up
from tests.fuzz.probing.workshop import Lives, ProbeWorkshop, probe_workshop
from tests.fuzz.trial import NOT_FOUND, try_faults

_CHUNK = 50
_LONGEST = 2000
_FAULT_MACHINES = 800


class Outcomes(NamedTuple):
    """What a run of machines under one loader gave.

    Attributes:
        results: of vkCreateInstance.
        differing: numbers of machines, by their first difference.
        explained: how often each reason was given.
    """

    results: Counter[str]
    differing: dict[tuple[str, ...], list[int]]
    explained: Counter[str]


def main(
    loaders: Sequence[RealLoader], options: argparse.Namespace, say: Callable[[str], None]
) -> int:
    """Run machines with each loader and show what differs."""
    numbers = range(options.first, options.first + options.machines)
    failed = False
    for loader in loaders:
        started = time.monotonic()
        outcomes = run(loader, options.seed, numbers, options.jobs)
        count = sum(map(len, outcomes.differing.values()))
        say(f"{loader}: {len(numbers)} machines, {count} differences")
        results = ", ".join(f"{many} {name}" for name, many in outcomes.results.most_common())
        say(f"  {time.monotonic() - started:.0f} s, vkCreateInstance: {results}")
        for reason, many in outcomes.explained.most_common():
            say(f"  {many} meant to be: {reason}")
        show(loader, options.seed, outcomes, options.shown, say)
        failed = failed or bool(count)
    return 1 if failed else 0


def find_faults(
    loaders: Sequence[RealLoader], options: argparse.Namespace, say: Callable[[str], None]
) -> int:
    """Put each deliberate fault into the native half and say on which machine it shows."""
    missed = 0
    machines = min(options.machines, _FAULT_MACHINES)
    with TemporaryDirectory(prefix="vkprobe-") as folder:
        file = Path(folder) / "known.pickle"
        stock_up(Path(folder), loaders, options.seed, machines, file)
        for fault, where in try_faults(file, options.jobs, FAULTS, "tests.fuzz.probing.mutant"):
            missed += where.startswith(NOT_FOUND)
            say(f"{fault.module}: {fault.breaks}: {where}")
    say(f"{len(FAULTS) - missed} of {len(FAULTS)} faults found within {machines} machines")
    return 1 if missed else 0


def run(loader: RealLoader, seed: int, numbers: range, jobs: int) -> Outcomes:
    """Try machines in several processes."""
    chunks = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
    together = Outcomes(Counter(), {}, Counter())
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(_run_chunk, [(loader, seed, chunk) for chunk in chunks]):
            together.results.update(part.results)
            together.explained.update(part.explained)
            for wanted, found in part.differing.items():
                together.differing.setdefault(wanted, []).extend(found)
    return together


def _run_chunk(task: tuple[RealLoader, int, range]) -> Outcomes:
    with probe_workshop() as place:
        return run_in(place, *task)


def run_in(place: ProbeWorkshop, loader: RealLoader, seed: int, numbers: range) -> Outcomes:
    """Try machines one after the other."""
    outcomes = Outcomes(Counter(), {}, Counter())
    for number in numbers:
        lives = place.try_machine(generate(seed, number), loader)
        outcomes.results[_result(lives.theirs)] += 1
        if lives.reason:
            outcomes.explained[lives.reason] += 1
        elif lives.differing:
            outcomes.differing.setdefault(lives.differing, []).append(number)
    return outcomes


def _result(calls: Sequence[Call]) -> str:
    for call in calls:
        if call.name == CREATE:
            return call.ended or str(call.answer)
    return f"{calls[-1].ended} before" if calls else "nothing"


def show(
    loader: RealLoader, seed: int, outcomes: Outcomes, most: int, say: Callable[[str], None]
) -> None:
    """Show one machine of each difference, as small as it can be."""
    frequent = sorted(outcomes.differing.items(), key=lambda item: -len(item[1]))
    with probe_workshop() as place:
        for wanted, numbers in frequent[:most]:
            say(f"--- {len(numbers)} machines: {' '.join(wanted)}: {numbers[:20]}")
            say(describe(smallest(place, loader, generate(seed, numbers[0]), wanted)))
        for wanted, numbers in frequent[most:]:
            say(f"--- {len(numbers)} machines: {' '.join(wanted)}: {numbers[:20]}")


def smallest(
    place: ProbeWorkshop, loader: RealLoader, machine: ProbeMachine, wanted: tuple[str, ...]
) -> Lives:
    """Return the smallest machine with the same first difference."""

    def still_differs(candidate: ProbeMachine) -> bool:
        lives = place.try_machine(candidate, loader)
        return lives.differing == wanted and not lives.reason

    return place.try_machine(minimise(machine, still_differs, smaller), loader)


def describe(lives: Lives) -> str:
    """Return a machine and its first difference as text."""
    machine = lives.machine
    lines = [f"  machine {machine.name}, {lives.loader}"]
    for part in machine.parts:
        lines.append(f"  {part.sort.name.lower()} {part.name}: exports {part.exports}")
        lines.append(f"    manifest {part.file_version} {json.dumps(part.members)}")
        lines += [f"    {knob}={value}" for knob, value in part.knobs.items()]
    if machine.settings is not None:
        lines.append(f"  settings {json.dumps(machine.settings)}")
    lines += [f"  {name}={value}" for name, value in machine.environment]
    lines.append(f"  asks {tuple(machine.wishes.application)}")
    lines.append(f"    {tuple(machine.wishes[1:])}")
    name = lives.differing[0] if lives.differing else ""
    for side, calls in (("engine", lives.ours), ("loader", lives.theirs)):
        call = _called(calls, name)
        if call is None:
            lines.append(f"  {side} does not call {name}")
            continue
        lines.append(f"  {side}: {name}: {json.dumps(call.answer)[:_LONGEST]} {call.ended}")
        lines += _only_there(call, _called(lives.theirs if side == "engine" else lives.ours, name))
        lines += [f"      {json.dumps(note)[:_LONGEST]}" for note in call.inside]
    lines += [f"  engine wrote {lives.logs[0][-_LONGEST:]}"] if lives.logs[0] else []
    return "\n".join(lines)


def _called(calls: Sequence[Call], name: str) -> Call | None:
    return next((call for call in calls if call.name == name), None)


def _only_there(call: Call, other: Call | None) -> list[str]:
    """Return what a list of names has and the other side's has not."""
    if other is None or not isinstance(call.answer, list) or not isinstance(other.answer, list):
        return []
    missing = [x for x in call.answer if isinstance(x, str) and x not in other.answer]
    return [f"      only here: {', '.join(missing)}"] if missing else []
