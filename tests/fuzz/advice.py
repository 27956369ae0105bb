"""Advice on random machines: whatever is offered turns its verdict, for the engine and for real.

`check` builds a machine, asks for all that may be offered about its layers and drivers, and
carries each remedy out on a fresh look at the machine. `check_lines` pastes what a user would copy
in front of a program, in a real shell, and asks the real loader what came of it.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tests.framework.reference import RealLoader
from tests.fuzz.answers import Facts, created, may_be_quiet, predict
from tests.fuzz.generate import generate
from tests.fuzz.machine import Tree
from tests.fuzz.workshop import Workshop, workshop
from vkconfig_py.loader.api.advice import Advice, advise, apply_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import (
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
)
from vkconfig_py.loader.explain.remedies import Goal, render_command_prefix
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH_RESULT, SUCCESS

_CHUNK = 50
_USED = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.ACTS)
_REFUSED = (Outcome.SKIPPED, Outcome.FAILS)
SHELLS = tuple(path for name in ("sh", "bash") if (path := shutil.which(name)))


class Checked(NamedTuple):
    """What came of the advice on some machines."""

    offers: Counter[str]
    wrong: tuple[str, ...]


def check_machines(loader: RealLoader, seed: int, numbers: range, jobs: int = 1) -> Checked:
    """Check all advice on machines, in several processes."""
    chunks = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
    tasks = [(loader, seed, chunk) for chunk in chunks]
    offers: Counter[str] = Counter()
    wrong: list[str] = []
    if jobs == 1:
        parts = list(map(_check_chunk, tasks))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            parts = list(pool.map(_check_chunk, tasks))
    for part in parts:
        offers += part.offers
        wrong += part.wrong
    return Checked(offers, tuple(wrong))


def _check_chunk(task: tuple[RealLoader, int, range]) -> Checked:
    loader, seed, numbers = task
    offers: Counter[str] = Counter()
    wrong: list[str] = []
    with workshop() as place:
        for number in numbers:
            with place.built(generate(seed, number)) as tree:
                report = predict(tree, loader)
                for found, advice in all_advice(report):
                    offers[advice.goal.value] += 1
                    fault = find_fault(report, found, advice)
                    if fault:
                        wrong.append(f"seed {seed}, machine {number}: {found.file}: {fault}")
    return Checked(offers, tuple(wrong))


def all_advice(report: LoaderReport) -> Iterator[tuple[FoundLayer | FoundDriver, Advice]]:
    """Yield everything that is offered about the layers and drivers of a report."""
    everything: tuple[FoundLayer | FoundDriver, ...] = (*report.found_layers, *report.drivers)
    for found in everything:
        for advice in advise(report, found):
            yield found, advice


def find_fault(report: LoaderReport, found: FoundLayer | FoundDriver, advice: Advice) -> str:
    """Return what is wrong with an offer, "" if nothing is; rests on nothing that was proved."""
    situation = apply_remedy(advice.remedy, report.host, report.application, report.profile)
    if situation is None:
        return f"{advice.remedy} cannot be carried out"
    after = discover(*situation)
    if report.create_result == SUCCESS and after.create_result != SUCCESS:
        return f"{advice.remedy} ends every program: {after.create_result}"
    if _turns_itself_off(found, advice):
        return f"{advice.remedy} is what keeps it off"
    hidden = found.verdict.reason is Reason.DUPLICATE and advice.goal is not Goal.LET_START
    if hidden and _takes_away(advice.remedy):
        return f"{advice.remedy} takes the copy away that is found first"
    used, refused = _count(after, found, _USED), _count(after, found, _REFUSED)
    match advice.goal:
        case Goal.LOAD:
            good = used > 0
        case Goal.LEAVE_OUT:
            good = not used and found.verdict.subject not in _chain(after)
        case Goal.REPAIR:
            good = refused < _count(report, found, _REFUSED)
        case Goal.LET_START:
            good = report.create_result != SUCCESS == after.create_result
    return "" if good else f"{advice.remedy} does not do what it is for: {advice.goal.value}"


def _takes_away(remedy: Remedy) -> bool:
    if isinstance(remedy, Together):
        return any(map(_takes_away, remedy.steps))
    return isinstance(remedy, RemoveFile)


def _turns_itself_off(found: FoundLayer | FoundDriver, advice: Advice) -> bool:
    """Return whether a layer's own disable variable is offered to load it."""
    if not isinstance(found, FoundLayer) or found.manifest is None or advice.goal is Goal.LEAVE_OUT:
        return False
    name, enables = found.manifest.disable_environment, found.manifest.enable_environment
    steps = advice.remedy.steps if isinstance(advice.remedy, Together) else (advice.remedy,)
    named = [step.name for step in steps if isinstance(step, SetVariable)]
    return name in named and (enables is None or enables[0] != name)


def _count(
    report: LoaderReport, found: FoundLayer | FoundDriver, outcomes: tuple[Outcome, ...]
) -> int:
    same = report.found_layers if isinstance(found, FoundLayer) else report.drivers
    named = isinstance(found, FoundLayer) and found.manifest is not None and outcomes is _USED
    return sum(
        one.file == found.file
        and one.verdict.outcome in outcomes
        and (not named or one.verdict.subject == found.verdict.subject)
        for one in same
    )


def _chain(report: LoaderReport) -> list[str]:
    return [layer.manifest.name for layer in report.callstack]


# -- what is copied, in a real shell before the real loader


def check_lines(place: Workshop, loader: RealLoader, seed: int, wanted: int) -> Checked:
    """Paste copied lines until so many were tried; each shell in turn."""
    offers: Counter[str] = Counter()
    wrong: list[str] = []
    number = 0
    while sum(offers.values()) < wanted:
        with place.built(generate(seed, number)) as tree:
            for found, advice, line in _lines(tree, loader):
                shell = SHELLS[sum(offers.values()) % len(SHELLS)]
                actual = place.ask(tree, loader, shell, line)
                offers[f"{advice.goal.value} in {shell}"] += 1
                if not _happened(actual, found, advice):
                    wrong.append(f"seed {seed}, machine {number}: {line}: {found.file}: {actual}")
                if sum(offers.values()) == wanted:
                    break
        number += 1
    return Checked(offers, tuple(wrong))


def _lines(
    tree: Tree, loader: RealLoader
) -> Iterator[tuple[FoundLayer | FoundDriver, Advice, str]]:
    report = predict(tree, loader)
    if report.create_result == CRASH_RESULT or may_be_quiet(
        tree, loader, {"settings_file": report.settings_file}
    ):
        return
    for found, advice in all_advice(report):
        line = render_command_prefix(advice.remedy)
        # Meta-layers and what a library cannot record leave nothing that could be looked at.
        seen = isinstance(found, FoundDriver) or (
            found.manifest is not None and not found.manifest.is_meta and found.name.isprintable()
        )
        goals = (Goal.LOAD, Goal.LEAVE_OUT, Goal.LET_START)
        if line and seen and advice.goal in goals and not _lacks_extension(report, advice):
            yield found, advice, line


def _lacks_extension(report: LoaderReport, advice: Advice) -> bool:
    """Return whether the program would end all the same: the drivers made here offer nothing."""
    situation = apply_remedy(advice.remedy, report.host, report.application, report.profile)
    after = discover(*situation) if situation else report
    return created(after) != after.create_result


def _happened(actual: Facts, found: FoundLayer | FoundDriver, advice: Advice) -> bool:
    """Return whether the real loader did what the offer says."""
    if actual["create"] != SUCCESS:
        return False
    if advice.goal is Goal.LET_START:
        return True
    if isinstance(found, FoundDriver):
        assert found.manifest is not None
        is_used = _stem(found.manifest.library) in actual["drivers"]
    else:
        names = [layer[0] for layer in actual["callstack"] or ()]
        is_used = found.name in names
    return is_used is (advice.goal is Goal.LOAD)


def _stem(library: str) -> str:
    return library.rpartition("/")[2].removeprefix("lib").partition(".so")[0]
