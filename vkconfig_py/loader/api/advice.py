"""Remedies that the engine has seen to help: what follows, and how a shell runs them.

Whether a remedy does what it is offered for: the engine's answer once it is carried out.

Theory of operation. A remedy is found by rules, and a rule sees one obstacle at a time: another
file may hide the layer, a filter may be next, a driver may be the last one. So whatever is to be
offered is carried out first, on a copy of the machine that exists in memory alone, and the engine
says what comes of it: whether the verdict turns as it was meant to, how the subject stands then,
and what else is different. What turns nothing, or takes Vulkan away from every program, is no
advice.

What may be offered about a layer or driver: remedies that were proved, each with what follows.

A rule proposes, the engine decides (proof.py). Where files keep every program from Vulkan, nothing
that is done about one layer helps: what blocks them all is the remedy of each.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from enum import Enum

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.hypothesis import apply_remedy
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskNotFor,
    EditKey,
    InstallLibrary,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    RenameKey,
    SetVariable,
    Severity,
    Together,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.explain.sentences import sentence, word
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.rules.activation import DISABLE
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER, SUCCESS

# What a POSIX shell takes for the name of a variable; others can be set by env(1) alone.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def variables_of(remedy: Remedy) -> dict[str, str | None]:
    """Return what a remedy sets, None for what it unsets; {} if it changes anything else too."""
    steps = remedy.steps if isinstance(remedy, Together) else (remedy,)
    found: dict[str, str | None] = {}
    for step in steps:
        match step:
            case SetVariable(name, value):
                found[name] = value
            case UnsetVariable(name):
                found[name] = None
            case Together() if inner := variables_of(step):
                found |= inner
            case _:
                return {}
    return found


def command_prefix(remedy: Remedy) -> str:
    """Return what has to stand before a command so that it runs with a remedy, all of its steps.

    "" where that cannot be written: other things change too, or no shell can name a variable.
    """
    variables = variables_of(remedy)
    if not variables or any(not name or "=" in name or "\0" in name for name in variables):
        return ""
    unset = [f"-u {shlex.quote(name)}" for name, value in variables.items() if value is None]
    values = [
        f"{name}={shlex.quote(value)}" if _NAME.fullmatch(name) else shlex.quote(f"{name}={value}")
        for name, value in variables.items()
        if value is not None
    ]
    plain = not unset and all(map(_NAME.fullmatch, variables))
    return " ".join([*([] if plain else ["env"]), *unset, *values])


_IN_USE = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.ACTS)
_REFUSED = (Outcome.SKIPPED, Outcome.FAILS)
_MOST_NAMED = 2
_MOST_BLOCKERS = 8
_PREFIX = "VK_LAYER_"


class Goal(Enum):
    """What a remedy is offered for."""

    LOAD = "load"
    LEAVE_OUT = "leave out"
    REPAIR = "repair"  # nothing refuses it any more; whether somebody asks for it is open
    LET_START = "let start"  # what ends every program is gone


class Subject(NamedTuple):
    """The layer or driver that a remedy is about.

    Attributes:
        name: of the layer, "" for a driver or a manifest that yields no layer.
    """

    kind: Kind
    file: str
    name: str = ""


class Proof(NamedTuple):
    """What comes of a remedy.

    Attributes:
        flips: the verdict turns as it was meant to, and Vulkan still works.
        verdict: of the subject afterwards; None if its file is not read any more.
        after: how the subject stands then, and what else is different, as a sentence.
        report: the whole machine afterwards.
    """

    flips: bool
    verdict: Verdict | None
    after: str
    report: LoaderReport


def subject_of(found: FoundLayer | FoundDriver) -> Subject:
    """Return what a remedy for a layer or driver of a report is about."""
    if isinstance(found, FoundDriver):
        return Subject(Kind.DRIVER, found.file)
    return Subject(Kind.LAYER, found.file, found.name if found.manifest else "")


def goals_of(report: LoaderReport, found: FoundLayer | FoundDriver) -> tuple[Goal, ...]:
    """Return what can be wanted of a layer or driver as it stands, the most urgent first."""
    outcome = found.verdict.outcome
    own = (Goal.REPAIR,) if outcome in _REFUSED else ()
    if report.create != SUCCESS:
        return (Goal.LET_START, *own)
    return own or ((Goal.LEAVE_OUT,) if outcome in _IN_USE else (Goal.LOAD,))


def find_verdict(report: LoaderReport, subject: Subject) -> Verdict | None:
    """Return the verdict on a subject, the best of several of one name and file."""
    verdicts: list[Verdict] = []
    if subject.kind is Kind.DRIVER:
        verdicts = [one.verdict for one in report.drivers if one.file == subject.file]
    elif subject.kind is Kind.LAYER:
        verdicts = [
            one.verdict
            for one in report.found
            if one.file == subject.file and (not subject.name or one.name == subject.name)
        ]
    used = [verdict for verdict in verdicts if verdict.outcome in _IN_USE]
    return next(iter([*used, *verdicts]), None)


def prove(
    remedy: Remedy,
    report: LoaderReport,
    subject: Subject,
    goal: Goal,
    cache: DocumentCache | None = None,
) -> Proof | None:
    """Return what comes of a remedy on the machine of a report; None if nothing can."""
    after = carried_out(remedy, report, cache)
    if after is None:
        return None
    verdict = find_verdict(after, subject)
    works = after.create == SUCCESS or (report.create != SUCCESS and goal is Goal.REPAIR)
    flips = works and _is_reached(goal, report, after, subject)
    told = tell_after(report, after, subject, everywhere=_is_for_every_program(remedy))
    return Proof(flips, verdict, told, after)


def carried_out(
    remedy: Remedy, report: LoaderReport, cache: DocumentCache | None = None
) -> LoaderReport | None:
    """Return the report of the machine with a remedy carried out; None if it cannot be."""
    if isinstance(remedy, NoRemedy):
        return None
    situation = apply_remedy(remedy, report.host, report.application, report.profile)
    return None if situation is None else discover(*situation, cache)


def _is_reached(goal: Goal, before: LoaderReport, after: LoaderReport, subject: Subject) -> bool:
    verdict = find_verdict(after, subject)
    match goal:
        case Goal.LOAD:
            return verdict is not None and verdict.outcome in _IN_USE
        case Goal.LEAVE_OUT:
            return not is_in_use(after, subject)
        case Goal.REPAIR:
            return _refused(after, subject) < _refused(before, subject)
        case Goal.LET_START:
            return before.create != SUCCESS


def _refused(report: LoaderReport, subject: Subject) -> int:
    """Return how many layers of the file of a subject, or drivers, are refused."""
    drivers = [(one.file, one.verdict) for one in report.drivers]
    layers = [(one.file, one.verdict) for one in report.found]
    found = drivers if subject.kind is Kind.DRIVER else layers
    return sum(file == subject.file and verdict.outcome in _REFUSED for file, verdict in found)


def is_in_use(report: LoaderReport, subject: Subject) -> bool:
    """Return whether programs get the subject; of a layer, any copy of that name."""
    if subject.name and any(one.manifest.name == subject.name for one in report.callstack):
        return True
    verdict = find_verdict(report, subject)
    return verdict is not None and verdict.outcome in _IN_USE


def _is_for_every_program(remedy: Remedy) -> bool:
    """Return whether files alone change, which every program reads."""
    if isinstance(remedy, Together):
        return all(map(_is_for_every_program, remedy.steps))
    return isinstance(remedy, EditKey | RenameKey | RemoveFile | MoveFile | InstallLibrary)


def tell_after(
    before: LoaderReport, after: LoaderReport, subject: Subject, *, everywhere: bool
) -> str:
    """Return how a subject stands after a change, and what else is different then."""
    parts = [_standing(before, after, subject, everywhere)]
    if before.create != SUCCESS and after.create == SUCCESS:
        parts.append("Vulkan works again")
    elif before.create == SUCCESS and after.create != SUCCESS:
        parts.append(f"Vulkan fails in every program: {after.create}")
    parts += _others(before, after, subject)
    return "; ".join(part for part in parts if part)


def _standing(before: LoaderReport, after: LoaderReport, subject: Subject, everywhere: bool) -> str:
    verdict, was = find_verdict(after, subject), find_verdict(before, subject)
    scope = "in every program" if everywhere else "in programs started this way"
    if verdict is None:
        return "no longer read" if was is not None else ""
    if verdict.outcome is Outcome.UNKNOWN:
        return "loads if its library opens, which only a probe tells"
    if verdict.outcome in _IN_USE:
        verb = "is used" if subject.kind is Kind.DRIVER else "loads"
        return f"{verb} {scope}"
    same = was is not None and was.outcome is verdict.outcome
    says = f"{'still ' if same else ''}{word(verdict.outcome).lower()}"
    why = sentence(verdict, after)
    if verdict.detail.startswith("/"):
        why = why.replace(verdict.detail, verdict.detail[verdict.detail.rfind("/") + 1 :])
    return f"{says}, {why}"


def _others(before: LoaderReport, after: LoaderReport, subject: Subject) -> Iterator[str]:
    """Tell what else loads, or does not load any more; where nothing loaded, nothing is lost."""
    if SUCCESS not in (before.create, after.create) or before.create != after.create:
        return
    were, are = _used(before, subject), _used(after, subject)
    for verb, names in (("also off", were - are), ("also on", are - were)):
        if names:
            yield f"{verb}: {_list(sorted(names))}"


def _used(report: LoaderReport, subject: Subject) -> set[str]:
    layers = {
        one.manifest.name.removeprefix(_PREFIX)
        for one in report.callstack
        if one.manifest.file != subject.file
    }
    drivers = {
        one.file[one.file.rfind("/") + 1 :]
        for one in report.drivers
        if one.verdict.outcome in _IN_USE and one.file != subject.file
    }
    return (layers - {subject.name.removeprefix(_PREFIX)}) | drivers


def _list(names: list[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def what_blocks(
    report: LoaderReport, subject: Subject, cache: DocumentCache | None = None
) -> Remedy | None:
    """Return what lets programs use Vulkan again where files keep every one from it, else None.

    One bad file may stand behind another: the ways out are taken one after the other until the
    loader answers. Where any driver would do, it is the one that is asked about.
    """
    now, steps = report, []
    for _ in range(_MOST_BLOCKERS):
        if now.create == SUCCESS:
            break
        step = next(_better(now, subject, cache), None)
        if step is None:
            return None
        steps.append(step[0])
        now = step[1]
    if now.create != SUCCESS or not steps:
        return None
    return steps[0] if len(steps) == 1 else Together(tuple(steps))


def _better(
    report: LoaderReport, subject: Subject, cache: DocumentCache | None
) -> Iterator[tuple[Remedy, LoaderReport]]:
    """Yield what takes one obstacle away: an error of the report, or a file that ends it all."""
    for remedy in dict.fromkeys(_ways_out(report, subject)):
        after = carried_out(remedy, report, cache)
        if after is not None and (after.create != report.create or _ends(after) < _ends(report)):
            yield remedy, after


def _ways_out(report: LoaderReport, subject: Subject) -> Iterator[Remedy]:
    for problem in report.problems:
        if problem.severity is Severity.ERROR:
            yield from (problem.remedy, *problem.more)
    for file in _ends(report):
        yield RemoveFile(file)
    # terminator_CreateInstance: one driver is enough.
    if report.create == INCOMPATIBLE_DRIVER:
        drivers = sorted(report.drivers, key=lambda driver: subject_of(driver) != subject)
        yield from (driver.verdict.remedy for driver in drivers)
    known = {layer.name for layer in report.found if layer.listed}
    for layer in report.application.layers:
        # loader_validate_layers: one name that is not in the list fails vkCreateInstance.
        if layer not in known:
            yield AskNotFor(layer=layer)


def _ends(report: LoaderReport) -> set[str]:
    """Return the files that end every call."""
    found: tuple[FoundLayer | FoundDriver, ...] = (*report.found, *report.drivers)
    return {one.file for one in found if one.verdict.outcome is Outcome.FAILS}


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
            # loader_implicit_layer_is_enabled: any value turns the layer off.
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
