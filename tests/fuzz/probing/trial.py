"""Machines that stand, with what programs do on them: to try native halves with a fault."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.framework.reference import RealLoader
from tests.fuzz.probing.calls import Call, calls_of, first_difference
from tests.fuzz.probing.explained import knows_unknown_functions, without_unknown_functions
from tests.fuzz.probing.generate import generate
from tests.fuzz.probing.machine import Standing, build
from tests.fuzz.probing.sides import live_with_engine
from tests.fuzz.trial import NOT_FOUND


class Known(NamedTuple):
    """One machine under one loader, and what the sound engine does there."""

    number: int
    loader: RealLoader
    existing_content: Standing
    calls: list[Call]


def stock_up(
    folder: Path, loaders: Sequence[RealLoader], seed: int, machines: int, file: Path
) -> None:
    """Build machines and let the sound engine live on them, once for all faults.

    That the C loaders do the same is what the other runs are for.
    """
    known = []
    for number in range(machines):
        existing_content = build(generate(seed, number), folder / f"kept{number}")
        for loader in loaders:
            calls = calls_of(live_with_engine(existing_content, loader, folder))
            known.append(Known(number, loader, existing_content, calls))
    file.write_bytes(pickle.dumps(known))


def find_difference(file: str) -> str:
    """Return the first machine on which this process's engine does something else."""
    path = Path(file)
    for known in pickle.loads(path.read_bytes()):
        folder = path.with_name(f"{path.name}.notes")
        folder.mkdir(exist_ok=True)
        try:
            life = live_with_engine(known.existing_content, known.loader, folder)
        except Exception as error:  # noqa: BLE001 - an engine with a fault may do anything
            return f"machine {known.number}, {known.loader}: {type(error).__name__}"
        ours, theirs = calls_of(life), known.calls
        if not knows_unknown_functions(known.loader):
            ours, theirs = without_unknown_functions(ours), without_unknown_functions(theirs)
        differing = first_difference(ours, theirs)
        if differing:
            return f"machine {known.number}, {known.loader}: {' '.join(differing)}"
    return NOT_FOUND
