"""What may be offered about a layer or driver: remedies that were proved, each with what follows.

A rule proposes, the engine decides (proof.py). Where files keep every program from Vulkan, nothing
that is done about one layer helps: what blocks them all is the remedy of each.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.advising.proof import (
    Goal,
    Proof,
    Subject,
    goals_of,
    prove,
    subject_of,
    what_blocks,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.filters import DISABLE
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.verdicts import (
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    SetVariable,
    UnsetVariable,
)


class Advice(NamedTuple):
    """A remedy that does what it is offered for, and what comes of it."""

    remedy: Remedy
    goal: Goal
    proof: Proof


def advise(
    report: LoaderReport, found: FoundLayer | FoundDriver, cache: DocumentCache | None = None
) -> tuple[Advice, ...]:
    """Return what helps with a layer or driver of a report, the nearest first."""
    subject = subject_of(found)
    cache = cache or DocumentCache()
    helps: dict[Remedy, Advice] = {}
    for goal in goals_of(report, found):
        for remedy in dict.fromkeys(_proposed(report, found, goal, cache)):
            proof = prove(remedy, report, subject, goal, cache)
            if proof is not None and proof.flips:
                helps.setdefault(remedy, Advice(remedy, goal, proof))
    return tuple(helps.values())


def why_none(found: FoundLayer | FoundDriver) -> str:
    """Return why nothing can be done, "" if nobody knows."""
    remedy = found.verdict.remedy
    return remedy.why if isinstance(remedy, NoRemedy) else ""


def _proposed(
    report: LoaderReport, found: FoundLayer | FoundDriver, goal: Goal, cache: DocumentCache
) -> Iterator[Remedy]:
    if goal is Goal.LET_START:
        blocking = what_blocks(report, subject_of(found), cache)
        if blocking is not None:
            yield blocking
        return
    if goal is Goal.LEAVE_OUT and isinstance(found, FoundLayer) and found.manifest is not None:
        name = found.manifest.disable_environment
        if name:
            yield SetVariable(name, "1")
    yield found.verdict.remedy
    if found.verdict.reason is Reason.DISABLE_FILTER:
        yield UnsetVariable(DISABLE)


def find_subject(report: LoaderReport, subject: Subject) -> FoundLayer | FoundDriver | None:
    """Return what a report found of a subject, what programs get before the rest."""
    everything: tuple[FoundLayer | FoundDriver, ...] = (*report.found, *report.drivers)
    same = [one for one in everything if one.file == subject.file]
    same = [one for one in same if subject_of(one).kind is subject.kind]
    if subject.name:
        same = [one for one in same if isinstance(one, FoundLayer) and one.name == subject.name]
    in_use = (Outcome.LOADS, Outcome.UNKNOWN)
    used = [one for one in same if one.verdict.outcome in in_use]
    return next(iter([*used, *same]), None)
