"""Remedies verified by running the engine on the changed machine.

Verifying a remedy: the engine runs again with the remedy applied.

Theory of operation. A remedy is found by rules, and a rule sees one obstacle at a time: another
file may hide the layer, a filter may be next, a driver may be the last one. So every remedy is
first applied to an in-memory copy of the machine, and the engine reports whether the verdict
changes as intended, the subject's new state, and side effects. A remedy that changes nothing, or
that breaks Vulkan for every program, is not offered.

Advice for a layer or driver: verified remedies, each with its consequences.

A rule proposes, the engine verifies. Where a file makes every vkCreateInstance fail, no change to
one layer helps: the advice for each layer is then to remove that obstacle.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import join_some, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    InstallLibrary,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    Severity,
    Together,
    UnsetVariable,
    Verdict,
    WriteFile,
)
from vkconfig_py.loader.explain.remedies import Goal
from vkconfig_py.loader.explain.sentences import sentence, state_word
from vkconfig_py.loader.files.binaries import fitting_header, install_path
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.platforms.rules import base_name, folder_name
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.activation import DISABLE
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER, SUCCESS

_IN_USE = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.ACTS)
_REFUSED = (Outcome.SKIPPED, Outcome.FAILS)
_MOST_NAMED = 2
_MOST_BLOCKERS = 8
_PREFIX = "VK_LAYER_"


class RemedySubject(NamedTuple):
    """The layer or driver that a remedy is for.

    Attributes:
        name: layer name; "" for a driver, or for a manifest without a usable layer.
    """

    kind: Kind
    file: str
    name: str = ""


class Proof(NamedTuple):
    """Result of applying a remedy.

    Attributes:
        flips: the verdict changes as intended, and Vulkan still works.
        verdict: verdict on the subject afterwards; None if its file is no longer read.
        after: sentence: the subject's new state and the side effects.
        report: report of the changed machine.
    """

    flips: bool
    verdict: Verdict | None
    after: str
    report: LoaderReport


def subject_of(found: FoundLayer | FoundDriver) -> RemedySubject:
    """Return the subject of a remedy for a layer or driver of a report."""
    if isinstance(found, FoundDriver):
        return RemedySubject(Kind.DRIVER, found.file)
    return RemedySubject(Kind.LAYER, found.file, found.name if found.manifest else "")


def goals_of(report: LoaderReport, found: FoundLayer | FoundDriver) -> tuple[Goal, ...]:
    """Return the possible goals for a layer or driver in its current state, most urgent first."""
    outcome = found.verdict.outcome
    own = (Goal.REPAIR,) if outcome in _REFUSED else ()
    if report.create != SUCCESS:
        return (Goal.LET_START, *own)
    return own or ((Goal.LEAVE_OUT,) if outcome in _IN_USE else (Goal.LOAD,))


def find_verdict(report: LoaderReport, subject: RemedySubject) -> Verdict | None:
    """Return the verdict on a subject; of several with one name and file, the best one."""
    verdicts: list[Verdict] = []
    if subject.kind is Kind.DRIVER:
        verdicts = [driver.verdict for driver in report.drivers if driver.file == subject.file]
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
    subject: RemedySubject,
    goal: Goal,
    cache: DocumentCache | None = None,
) -> Proof | None:
    """Apply a remedy to the machine of a report in memory; None if it cannot be applied."""
    after = carried_out(remedy, report, cache)
    if after is None:
        return None
    verdict = find_verdict(after, subject)
    works = after.create == SUCCESS or (report.create != SUCCESS and goal is Goal.REPAIR)
    flips = works and _is_reached(goal, report, after, subject)
    told = tell_after(report, after, subject, everywhere=_is_for_every_program(remedy))
    return Proof(flips, verdict, told, after)


def carried_out(
    remedy: Remedy,
    report: LoaderReport,
    cache: DocumentCache | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport | None:
    """Return the report of the machine with a remedy applied; None if it cannot be applied."""
    if isinstance(remedy, NoRemedy):
        return None
    situation = apply_remedy(remedy, report.host, report.application, report.profile)
    return None if situation is None else discover(*situation, cache, with_remedies=with_remedies)


def _is_reached(
    goal: Goal, before: LoaderReport, after: LoaderReport, subject: RemedySubject
) -> bool:
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


def _refused(report: LoaderReport, subject: RemedySubject) -> int:
    """Number of refused layers in the file of a subject, or of refused drivers."""
    drivers = [(driver.file, driver.verdict) for driver in report.drivers]
    layers = [(one.file, one.verdict) for one in report.found]
    found = drivers if subject.kind is Kind.DRIVER else layers
    return sum(file == subject.file and verdict.outcome in _REFUSED for file, verdict in found)


def is_in_use(report: LoaderReport, subject: RemedySubject) -> bool:
    """Return whether programs load the subject (for a layer: any copy of that name)."""
    if subject.name and any(one.manifest.name == subject.name for one in report.callstack):
        return True
    verdict = find_verdict(report, subject)
    return verdict is not None and verdict.outcome in _IN_USE


_OF_ONE_RUN = (SetVariable, UnsetVariable, ChangeProfile, AskFor, AskNotFor, DropPrivileges)


def _is_for_every_program(remedy: Remedy) -> bool:
    """Return whether the remedy only edits files, which affect every program."""
    if isinstance(remedy, Together):
        return all(map(_is_for_every_program, remedy.steps))
    return not isinstance(remedy, NoRemedy) and not isinstance(remedy, _OF_ONE_RUN)


def tell_after(
    before: LoaderReport, after: LoaderReport, subject: RemedySubject, *, everywhere: bool
) -> str:
    """Sentence about a subject's state after a change, and the side effects."""
    parts = [_standing(before, after, subject, everywhere)]
    if before.create != SUCCESS and after.create == SUCCESS:
        parts.append(tr("Vulkan works again"))
    elif before.create == SUCCESS and after.create != SUCCESS:
        parts.append(tr("Vulkan fails in every program: {create}", create=after.create))
    parts += _others(before, after, subject)
    return "; ".join(part for part in parts if part)


def _standing(
    before: LoaderReport, after: LoaderReport, subject: RemedySubject, everywhere: bool
) -> str:
    verdict, was = find_verdict(after, subject), find_verdict(before, subject)
    if verdict is None:
        return tr("no longer read") if was is not None else ""
    if verdict.outcome is Outcome.UNKNOWN:
        return tr("loads if its library opens, which only a probe tells")
    if verdict.outcome in _IN_USE:
        return _in_use(subject.kind is Kind.DRIVER, everywhere)
    why = sentence(verdict, after)
    detail = str(verdict.detail)
    if detail.startswith("/"):
        why = why.replace(detail, base_name(detail))
    now = state_word(verdict.outcome)
    if was is not None and was.outcome is verdict.outcome:
        return tr("still {state}, {reason}", state=now, reason=why)
    return f"{now}, {why}"


def _in_use(is_driver: bool, everywhere: bool) -> str:
    if everywhere:
        return tr("is used in every program") if is_driver else tr("loads in every program")
    if is_driver:
        return tr("is used in programs started this way")
    return tr("loads in programs started this way")


def _others(before: LoaderReport, after: LoaderReport, subject: RemedySubject) -> Iterator[str]:
    """Yield other layers and drivers that start or stop loading."""
    if SUCCESS not in (before.create, after.create) or before.create != after.create:
        return
    were, are = _used(before, subject), _used(after, subject)
    if off := sorted(were - are):
        yield tr("also off: {names}", names=join_some(off, _MOST_NAMED))
    if on := sorted(are - were):
        yield tr("also on: {names}", names=join_some(on, _MOST_NAMED))


def _used(report: LoaderReport, subject: RemedySubject) -> set[str]:
    layers = {
        one.manifest.name.removeprefix(_PREFIX)
        for one in report.callstack
        if one.manifest.file != subject.file
    }
    drivers = {
        base_name(driver.file)
        for driver in report.drivers
        if driver.verdict.outcome in _IN_USE and driver.file != subject.file
    }
    return (layers - {subject.name.removeprefix(_PREFIX)}) | drivers


def what_blocks(
    report: LoaderReport, subject: RemedySubject, cache: DocumentCache | None = None
) -> Remedy | None:
    """Return the remedy for files that make Vulkan fail in every program; None if there are none.

    Fixing one bad file may expose the next: remedies are applied one after the other until
    vkCreateInstance succeeds. Where any driver would suffice, the subject is chosen.
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
    report: LoaderReport, subject: RemedySubject, cache: DocumentCache | None
) -> Iterator[tuple[Remedy, LoaderReport]]:
    """Yield remedies that each remove one obstacle: an error of the report or a fatal file."""
    for remedy in dict.fromkeys(_ways_out(report, subject)):
        after = carried_out(remedy, report, cache)
        if after is not None and (after.create != report.create or _ends(after) < _ends(report)):
            yield remedy, after


def _ways_out(report: LoaderReport, subject: RemedySubject) -> Iterator[Remedy]:
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
    """Files that make every call fail."""
    found: tuple[FoundLayer | FoundDriver, ...] = (*report.found, *report.drivers)
    return {one.file for one in found if one.verdict.outcome is Outcome.FAILS}


class Advice(NamedTuple):
    """A verified remedy and its result."""

    remedy: Remedy
    goal: Goal
    proof: Proof


def advise(
    report: LoaderReport, found: FoundLayer | FoundDriver, cache: DocumentCache | None = None
) -> tuple[Advice, ...]:
    """Return verified remedies for a layer or driver of a report, the least invasive first."""
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
    """Return why no remedy exists; "" if the reason is unknown."""
    remedy = found.verdict.remedy
    return render(remedy.why) if isinstance(remedy, NoRemedy) else ""


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
            yield SetVariable(name, found.manifest.off_value)
    yield found.verdict.remedy
    if found.verdict.reason is Reason.DISABLE_FILTER:
        yield UnsetVariable(DISABLE)


def find_subject(report: LoaderReport, subject: RemedySubject) -> FoundLayer | FoundDriver | None:
    """Return the layer or driver of a subject in a report; a copy in use is preferred."""
    everything: tuple[FoundLayer | FoundDriver, ...] = (*report.found, *report.drivers)
    same = [one for one in everything if one.file == subject.file]
    same = [one for one in same if subject_of(one).kind is subject.kind]
    if subject.name:
        same = [one for one in same if isinstance(one, FoundLayer) and one.name == subject.name]
    in_use = (Outcome.LOADS, Outcome.UNKNOWN)
    used = [one for one in same if one.verdict.outcome in in_use]
    return next(iter([*used, *same]), None)


# A remedy carried out on the input of discover(): nothing is written to disk.
#
# Changed files exist only in the host's overlay.


class Situation(NamedTuple):
    """Input of one discover() run."""

    host: Host
    application: Application
    profile: LoaderProfile


def apply_remedy(
    remedy: Remedy, host: Host, application: Application, profile: LoaderProfile
) -> tuple[Host, Application, LoaderProfile] | None:
    """Return the discover() input with a remedy applied; None if it cannot be applied."""
    return _apply(remedy, Situation(host, application, profile))


def _apply(remedy: Remedy, now: Situation) -> Situation | None:
    host = now.host
    match remedy:
        case SetVariable(name, value):
            return now._replace(host=host.with_environment(((name, value),)))
        case UnsetVariable(name):
            return now._replace(host=host.with_environment(((name, None),)))
        case ChangeProfile(version):
            return now._replace(profile=now.profile.at(version))
        case AskFor() | AskNotFor():
            return now._replace(application=_ask(remedy, now.application))
        case DropPrivileges():
            return now._replace(host=host._replace(elevated=False))
        case InstallLibrary(library):
            # $ORIGIN is the folder of the loader, which calls dlopen.
            path = install_path(host, library, folder_name(now.profile.library))
            bits = min(host.pointer_bits, now.profile.pointer_bits)
            file = OverlayFile(fitting_header(host._replace(pointer_bits=bits)), Position.LAST)
            return now._replace(host=host.with_overlay({path: file}))
        case Together(steps):
            return _apply_all(steps, now)
        case NoRemedy():
            return None
        case _:
            return _apply_to_files(remedy, now)


def _apply_all(steps: tuple[Remedy, ...], now: Situation) -> Situation | None:
    for step in steps:
        after = _apply(step, now)
        if after is None:
            return None
        now = after
    return now


def _apply_to_files(remedy: ChangeFile, now: Situation) -> Situation | None:
    from vkconfig_py.loader.json.text_edits import EditError, edit_file

    host = now.host
    if isinstance(remedy, RemoveFile):
        return now._replace(host=host.with_overlay({remedy.file: None}))
    if isinstance(remedy, WriteFile):
        file = OverlayFile(remedy.content.encode(), Position.LAST)
        return now._replace(host=host.with_overlay({remedy.file: file}))
    data = Scanner(host, DocumentCache()).read(remedy.file)
    if data is None:
        return None
    planned = host.overlay.get(remedy.file)
    # A name that is listed already keeps its place.
    position = planned.position if planned is not None else Position.LAST
    if isinstance(remedy, MoveFile):
        file = OverlayFile(data, position)
        return now._replace(host=host.with_overlay({remedy.file: None, remedy.target: file}))
    try:
        edited = edit_file(data, remedy)
    except EditError:
        return None
    return now._replace(host=host.with_overlay({remedy.file: OverlayFile(edited, position)}))


def _ask(remedy: AskFor | AskNotFor, application: Application) -> Application:
    layers, extensions = application.layers, application.extensions
    if isinstance(remedy, AskNotFor):
        return application._replace(
            layers=tuple(x for x in layers if x != remedy.layer),
            device_layers=tuple(x for x in application.device_layers if x != remedy.layer),
            extensions=tuple(x for x in extensions if x != remedy.extension),
        )
    if remedy.layer:
        layers = (*layers, remedy.layer)
    if remedy.extension:
        extensions = (*extensions, remedy.extension)
    return application._replace(
        layers=layers, extensions=extensions, flags=application.flags | remedy.flags
    )
