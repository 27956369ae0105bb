"""dev.py fuzz: random machines, the engine against real loaders."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.reference import (
    LoaderError,
    RealLoader,
    chromium_loader,
    debian_loader,
    loader_at,
)
from tests.fuzz import coverage, evidence, golden, hostile, recorded
from tests.fuzz.advice import check_lines, check_machines
from tests.fuzz.answers import Facts
from tests.fuzz.coverage import gates_between
from tests.fuzz.crowd import compare_documents
from tests.fuzz.documents import Mutator
from tests.fuzz.faults import FAULTS
from tests.fuzz.generate import generate
from tests.fuzz.golden import MACHINES
from tests.fuzz.machine import Machine, What
from tests.fuzz.minimise import minimise, smaller
from tests.fuzz.probing import command as probing
from tests.fuzz.reading import read_all
from tests.fuzz.recorded import MACHINES as RECORDED
from tests.fuzz.trial import NOT_FOUND, stock_up, try_faults
from tests.fuzz.workshop import Comparison, Workshop, workshop
from vkconfig_py.loader.profiles.profile import Gate, Release, parse_release
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

_MACHINES = 1000
_CHUNK = 100
_GATES_EVERY = 20
_MOST_SHOWN = 5
_COMPARED = 5000
_FAULT_MACHINES = 500
_MOST_LISTED = 60
_LINES = 200


class Outcomes(NamedTuple):
    """What a run of machines under one loader gave.

    Attributes:
        fields: how many answers the engine gave, each beside the loader's.
    """

    results: Counter[str]
    fields: int
    differing: tuple[int, ...]
    covered: coverage.Covered


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="dev.py fuzz", description=__doc__)
    parser.add_argument("--machines", type=int, help=f"how many ({_MACHINES}; golden {MACHINES})")
    parser.add_argument("--seed", type=int, default=1, help="which series of machines (1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first machine (0)")
    parser.add_argument(
        "--loader",
        action="append",
        help="debian, chromium or the path of a library; may be repeated (both)",
    )
    parser.add_argument(
        "--version",
        type=parse_release,
        help="release of the libraries, or sdk-RELEASE, if neither they nor their names tell it",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--shown", type=int, default=_MOST_SHOWN, help="differences shown in full")
    parser.add_argument(
        "--faults", action="store_true", help="see whether each deliberate fault is found"
    )
    parser.add_argument(
        "--probe", action="store_true", help="open drivers and layers, the native half's own"
    )
    parser.add_argument(
        "--advice", action="store_true", help="see whether each remedy that is offered helps"
    )
    parser.add_argument(
        "--lines",
        type=int,
        default=_LINES,
        help=f"with --advice: how many lines to try in real shells ({_LINES})",
    )
    parser.add_argument("--documents", type=int, help="read this many mutated documents instead")
    parser.add_argument(
        "--compared",
        type=int,
        default=_COMPARED,
        help=f"how many of the documents to compare with each loader ({_COMPARED})",
    )
    parser.add_argument(
        "--golden",
        type=Path,
        metavar="FILE",
        help="write down what is said of machines; no loader is asked",
    )
    parser.add_argument(
        "--compare", action="store_true", help="with --golden: see whether the same is said now"
    )
    parser.add_argument(
        "--texts", action="store_true", help="with --golden: keep the texts, to show differences"
    )
    parser.add_argument(
        "--hostile",
        type=int,
        nargs="?",
        const=hostile.INPUTS,
        metavar="N",
        help=f"damaged registry exports, libraries and APKs, this many of each ({hostile.INPUTS})",
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="write down what these loaders answer, for the tests, in place of what is there "
        f"(of {RECORDED} machines)",
    )
    parser.add_argument(
        "--gates",
        action="store_true",
        help="look for a machine that meets each gate, and write down what is new; no loader is "
        "asked",
    )
    options = parser.parse_args(arguments)
    if options.machines is None:
        options.machines = RECORDED if options.record else MACHINES if options.golden else _MACHINES
    if options.golden:
        return compare_golden(options) if options.compare else write_golden(options)
    if options.gates:
        return look_for_gates(options)
    if options.hostile:
        return hostile.main(options, _print)
    names = options.loader or ("debian", "chromium")
    try:
        loaders = [find_loader(name, options.version) for name in names]
    except LoaderError as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return 2
    return way_of(options)(loaders, options)


def way_of(options: argparse.Namespace) -> Callable[[Sequence[RealLoader], Any], int]:
    """Return what is to be done with the loaders."""
    if options.probe:
        probe = probing.find_faults if options.faults else probing.main
        return partial(probe, say=_print)
    ways = {
        record_answers: options.record,
        try_advice: options.advice,
        read_documents: options.documents is not None,
        find_faults: options.faults,
    }
    return next((way for way, is_chosen in ways.items() if is_chosen), try_machines)


def try_machines(loaders: Sequence[RealLoader], options: argparse.Namespace) -> int:
    """Compare the engine with each loader on random machines."""
    numbers = range(options.first, options.first + options.machines)
    gates = [] if len(loaders) < 2 else gates_between(loaders[0].profile, loaders[-1].profile)
    covered: coverage.Covered = Counter()
    failed = False
    for loader in loaders:
        started = time.monotonic()
        outcomes = run(loader, options.seed, numbers, options.jobs, gates)
        many = len(outcomes.differing)
        _print(f"{loader}: {len(numbers)} machines, {outcomes.fields} fields, {many} differences")
        _print(f"  {time.monotonic() - started:.0f} s, {_listed(outcomes.results)}")
        show(loader, options.seed, outcomes.differing, options.shown)
        covered += outcomes.covered
        failed = failed or bool(outcomes.differing)
    _print(coverage.describe(covered, gates, len(numbers)))
    return 1 if failed else 0


def write_golden(options: argparse.Namespace) -> int:
    """Write down what is said of machines."""
    numbers = range(options.first, options.first + options.machines)
    written = golden.make(options.seed, numbers, options.jobs, texts=options.texts)
    golden.write(written, options.golden)
    _print(f"{options.golden}: {len(numbers)} machines")
    return 0


def record_answers(loaders: Sequence[RealLoader], options: argparse.Namespace) -> int:
    """Write down what loaders answer."""
    numbers = range(options.first, options.first + options.machines)
    with workshop() as place:
        recorded.record(place, loaders, options.seed, numbers)
    _print(f"{recorded.DATA}: {len(loaders)} loaders, {len(numbers)} machines")
    return 0


def look_for_gates(options: argparse.Namespace) -> int:
    """Write down machines that meet gates for which none is known."""
    known = evidence.read_evidence()
    with workshop() as place:
        gone = evidence.lost(place, known)
        known = [met for met in known if met not in gone]
        numbers = range(options.first, options.first + options.machines)
        for met in evidence.find_evidence(place, options.seed, numbers, known[:]):
            _print(f"{met.gate}: machine {met.number}, {'.'.join(map(str, met.release))}")
            known.append(met)
    evidence.write_evidence(known)
    left = evidence.compared_gates() - {met.gate for met in known}
    _print(f"{len(known)} gates are met, not {', '.join(sorted(left))}")
    return 0


def compare_golden(options: argparse.Namespace) -> int:
    """Say where something else is said of machines than what was written down."""
    known = golden.read(options.golden)
    numbers = list(known.digests)[options.first : options.first + options.machines]
    count = 0
    for difference in golden.differences(known, numbers, options.jobs):
        count += 1
        if count <= options.shown:
            _print(difference)
    _print(f"{options.golden}: {len(numbers)} machines, {count} differences")
    return 1 if count else 0


def read_documents(loaders: Sequence[RealLoader], options: argparse.Namespace) -> int:
    """Put mutated documents to the readers, and some of them to the loaders."""
    mutator = Mutator(options.seed)
    documents = (mutator.make() for _ in range(options.documents))
    counts = read_all(documents, tuple(loader.profile for loader in loaders))
    for name, count in sorted(counts.items()):
        _print(f"{name:40}{count:>8}{100 * count / options.documents:>7.1f} %")
    failed = False
    with workshop() as place:
        for loader in loaders:
            compared, differing = 0, []
            for comparison, number in compare_documents(
                place, loader, options.seed, min(options.compared, options.documents)
            ):
                compared += number
                if comparison.differing:
                    differing.append(comparison)
            _print(f"{loader}: {compared} documents compared, {len(differing)} differences")
            for comparison in differing[: options.shown]:
                _print(describe(comparison, options.seed, 0))
            failed = failed or bool(differing)
    return 1 if failed else 0


def try_advice(loaders: Sequence[RealLoader], options: argparse.Namespace) -> int:
    """Carry out all that is offered on machines, and what is copied in real shells."""
    numbers = range(options.first, options.first + options.machines)
    failed = False
    for loader in loaders:
        machines = check_machines(loader, options.seed, numbers, options.jobs)
        with workshop() as place:
            lines = check_lines(place, loader, options.seed, options.lines)
        for name, checked in ((f"{len(numbers)} machines", machines), ("real shells", lines)):
            count = sum(checked.offers.values())
            _print(f"{loader}: {name}: {count} offers, {len(checked.wrong)} wrong")
            _print(f"  {_listed(checked.offers)}")
            for fault in checked.wrong[: options.shown]:
                _print(f"  {fault}")
        failed = failed or bool(machines.wrong or lines.wrong)
    return 1 if failed else 0


def find_faults(loaders: Sequence[RealLoader], options: argparse.Namespace) -> int:
    """Put each deliberate fault into the engine and say on which machine it shows."""
    missed = 0
    machines = min(options.machines, _FAULT_MACHINES)
    with workshop() as place:
        file = place.folder / "known.pickle"
        stock_up(place, loaders, options.seed, machines, file)
        for fault, where in try_faults(file, options.jobs):
            missed += where.startswith(NOT_FOUND)
            _print(f"{fault.module}: {fault.breaks}: {where}")
    _print(f"{len(FAULTS) - missed} of {len(FAULTS)} faults found within {machines} machines")
    return 1 if missed else 0


def find_loader(name: str, release: Release | None = None) -> RealLoader:
    """Return a reference loader by name, or the loader of a path."""
    if name == "debian":
        return debian_loader()
    return chromium_loader() if name == "chromium" else loader_at(name, release=release)


def run(
    loader: RealLoader, seed: int, numbers: range, jobs: int, gates: Sequence[Gate] = ()
) -> Outcomes:
    """Try machines in several processes; for gates, look at some of them only."""
    chunks = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
    results: Counter[str] = Counter()
    fields = 0
    differing: list[int] = []
    covered: coverage.Covered = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(_run_chunk, [(loader, seed, chunk, gates) for chunk in chunks]):
            results += part.results
            fields += part.fields
            differing += part.differing
            covered += part.covered
    return Outcomes(results, fields, tuple(differing), covered)


def _run_chunk(task: tuple[RealLoader, int, range, Sequence[Gate]]) -> Outcomes:
    with workshop() as place:
        return run_in(place, *task)


def run_in(
    place: Workshop, loader: RealLoader, seed: int, numbers: range, gates: Sequence[Gate]
) -> Outcomes:
    """Try machines one after the other."""
    results: Counter[str] = Counter()
    fields = 0
    differing = []
    covered: coverage.Covered = Counter()
    for number in numbers:
        with place.built(generate(seed, number)) as tree:
            comparison = place.compare(tree, loader)
            if gates and comparison.report is not None and number % _GATES_EVERY == 0:
                covered.update(coverage.of_gates(tree, loader, gates))
        if comparison.report is not None:
            covered.update(coverage.of_report(comparison.report))
        covered.update(coverage.of_machine(tree.machine))
        results[comparison.actual["create"]] += 1
        fields += len(comparison.predicted)
        if comparison.predicted.get("undefined") and comparison.actual["create"] != CRASH_RESULT:
            results["of these used memory that is not theirs, and lived"] += 1
        if comparison.differing:
            differing.append(number)
    return Outcomes(results, fields, tuple(differing), covered)


def show(loader: RealLoader, seed: int, numbers: Sequence[int], most: int) -> None:
    """Show the first differences, each on the smallest machine that has it."""
    shown: set[tuple[str, ...]] = set()
    with workshop() as place:
        for number in numbers:
            comparison = place.try_machine(generate(seed, number), loader)
            wanted = comparison.differing
            if wanted in shown or len(shown) == most:
                continue
            shown.add(wanted)

            def still_differs(machine: Machine, wanted: tuple[str, ...] = wanted) -> bool:
                return place.try_machine(machine, loader).differing == wanted

            machine = minimise(comparison.machine, still_differs, smaller)
            _print(describe(place.try_machine(machine, loader), seed, number))
    if numbers:
        _print(f"  All: machines {', '.join(map(str, numbers[:_MOST_LISTED]))}")


def describe(comparison: Comparison, seed: int, number: int) -> str:
    """Return a difference as text."""
    machine = comparison.machine
    lines = [f"--- seed {seed}, machine {number}, {comparison.loader}: {comparison.differing}"]
    for item in machine.items:
        what = "" if item.what is What.TEXT else f" ({item.what.value})"
        lines.append(f"  {item.path}{what}: {item.content[:1500].decode('utf-8', 'replace')}")
    lines += [f"  {name}={value}" for name, value in machine.environment]
    lines.append(f"  program {machine.program}, elevated {machine.elevated}")
    lines.append(f"  asks {tuple(machine.application)}")
    for key in comparison.differing:
        lines.append(f"  {key}: engine {_brief(comparison.predicted, key)}")
        lines.append(f"  {' ' * len(key)}  loader {_brief(comparison.actual, key)}")
    return "\n".join(lines)


def _brief(facts: Facts, key: str) -> str:
    return json.dumps(facts.get(key))[:2000]


def _listed(results: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in results.most_common())


def _print(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "replace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
