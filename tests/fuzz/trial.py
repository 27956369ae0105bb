"""Machines that stand, with what real loaders do on them: to try engines with a fault on."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.framework.reference import RealLoader
from tests.fuzz.answers import Facts, differences, facts_of_report, may_be_quiet, predict
from tests.fuzz.faults import FAULTS, Fault
from tests.fuzz.generate import generate
from tests.fuzz.machine import Tree
from tests.fuzz.workshop import Workshop

NOT_FOUND = "not found"


class Known(NamedTuple):
    """One machine, and what each loader does on it."""

    number: int
    tree: Tree
    answers: tuple[tuple[RealLoader, Facts], ...]


def stock_up(
    place: Workshop, loaders: Sequence[RealLoader], seed: int, machines: int, file: Path
) -> None:
    """Build machines and ask the loaders, once for all faults."""
    known = []
    for number in range(machines):
        tree = place.keep(generate(seed, number), f"kept{number}")
        answers = tuple((loader, place.ask(tree, loader)) for loader in loaders)
        known.append(Known(number, tree, answers))
    file.write_bytes(pickle.dumps(known))


def find_difference(file: str) -> str:
    """Return the first machine on which this process's engine is wrong, or NOT_FOUND."""
    for known in pickle.loads(Path(file).read_bytes()):
        for loader, actual in known.answers:
            try:
                predicted = facts_of_report(predict(known.tree, loader), known.tree)
            except Exception as error:  # noqa: BLE001 - an engine with a fault may do anything
                return f"machine {known.number}, {loader}: {type(error).__name__}"
            differing = differences(predicted, actual, may_be_quiet(known.tree, loader, predicted))
            if differing:
                return f"machine {known.number}, {loader}: {', '.join(differing)}"
    return NOT_FOUND


def try_faults(
    file: Path, jobs: int, faults: Sequence[Fault] = FAULTS, program: str = "tests.fuzz.mutant"
) -> Iterator[tuple[Fault, str]]:
    """Try each fault in a process of its own."""

    def attempt(number: int) -> str:
        command = [sys.executable, "-m", program, str(number), str(file)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.stdout if result.returncode == 0 else f"{NOT_FOUND}: {result.stderr[-300:]}"

    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(faults, pool.map(attempt, range(len(faults))), strict=True)
