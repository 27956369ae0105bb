"""Rows of running programs, and of what one has loaded of Vulkan."""

from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart
from vkconfig_py.model.processes.running_now import (
    Agreement,
    RunningNow,
    RunningProcess,
    count_hidden,
    expected_counts,
    lines_of,
)
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import PREFIX, at_home, called, lowered

_MARKS = {
    Agreement.EQUAL: ("check", "ok"),
    Agreement.DIFFERENT: ("warn", "warn"),
    Agreement.NO_INSTANCE: ("minus", "neutral"),
    Agreement.HIDDEN: ("question", "neutral"),
}


class ProcessAction(Enum):
    """What a button of a running program does."""

    WHAT_IF = "what if"
    CHOOSE = "choose"
    STOP = "stop"


LABELS = {
    ProcessAction.WHAT_IF: tr("What if"),
    ProcessAction.CHOOSE: tr("Choose"),
    ProcessAction.STOP: tr("Stop…"),
}


def actions_of(process: RunningProcess) -> tuple[ProcessAction, ...]:
    """Return the actions on a process, the most common first."""
    actions = [ProcessAction.WHAT_IF] if process.facts.is_shown else []
    if can_choose(process):
        actions.append(ProcessAction.CHOOSE)
    if process.is_own:
        actions.append(ProcessAction.STOP)
    return tuple(actions)


def can_choose(process: RunningProcess) -> bool:
    """True if its program can be started here: a path of a sandbox means another file here."""
    facts = process.facts
    return bool(facts.program) and not facts.root and not facts.is_program_deleted


def notes_of(process: RunningProcess) -> tuple[str, ...]:
    """Return what is special about a process."""
    facts = process.facts
    notes = (
        tr("pid {pid}", pid=facts.pid),
        _loader_note(process),
        tr("launched here") if process.is_launched_here else "",
        tr("32-bit") if facts.pointer_bits == 32 else "",
        tr("elevated", "a process") if facts.elevated else "",
        tr("in a sandbox") if facts.root else "",
    )
    return tuple(filter(None, notes))


def brief_of(process: RunningProcess) -> str:
    """Return what follows the word of its agreement in a row. The parts tell why."""
    if process.agreement is not Agreement.DIFFERENT:
        return process.reason
    deviating = [part for part in process.parts if not part.is_as_predicted]
    names = called([part.name for part in deviating])
    difference_text = ", ".join(
        f"{name} {part.word.lower()}" for name, part in zip(names, deviating, strict=True)
    )
    return f"{'. '.join(map(lowered, expected_counts(process.parts)))}: {difference_text}"


def _loader_note(process: RunningProcess) -> str:
    if not process.loader:
        return ""
    if not process.version:
        return tr("loader of unknown version")
    return tr("loader {version}", version=process.version)


def summary_of(now: RunningNow) -> str:
    """Return how many programs run with Vulkan, and how many are not as predicted."""
    count = len(now.processes)
    differing = sum(process.agreement is Agreement.DIFFERENT for process in now.processes)
    parts = [
        counted("{n:,} programs with Vulkan", "{n} program with Vulkan", count) if count else "",
        counted("{n:,} not as predicted", "{n} not as predicted", differing) if differing else "",
        count_hidden(now.hidden) if now.hidden else "",
    ]
    return " · ".join(filter(None, parts))


def details_of(process: RunningProcess) -> str:
    """Return all that is known of a process, to be copied."""
    return "\n".join(lines_of(process))


def process_key(process: RunningProcess) -> str:
    return process.key


def present_process(process: RunningProcess, home: str = "") -> ListLine:
    """Return the name and what is special, agreement and why, program."""
    icon, tone = _MARKS[process.agreement]
    notes, program = notes_of(process), process.facts.program
    return ListLine(
        process.title,
        brief_of(process),
        at_home(program, home),
        icon,
        tone,
        actions=tuple(LineAction(action, LABELS[action]) for action in actions_of(process)),
        note=" · ".join(notes),
        word=process.word,
        tip=details_of(process),
        spoken=", ".join((process.title, *notes, process.sentence, program)),
    )


def part_key(part: MappedPart) -> str:
    return f"{part.kind}:{part.file}:{part.name}"


def present_part(part: MappedPart, home: str = "") -> ListLine:
    """Return the name, whether it is loaded and why not, manifest."""
    agrees = part.is_as_predicted
    why = f": {part.why}" if part.why else ""
    return ListLine(
        part.name,
        part.why or at_home(part.library, home),
        at_home(part.file, home),
        "check" if agrees else "plus" if part.is_loaded else "cross",
        "ok" if agrees else "warn",
        prefix=PREFIX if part.name.startswith(PREFIX) else "",
        note=_kind(part),
        word=part.word,
        tip=join_parts(part.why, part.file, part.library, between="\n"),
        spoken=f"{_kind(part)} {part.name}, {part.word.lower()}{why}",
    )


def _kind(part: MappedPart) -> str:
    if part.kind is MappedKind.DRIVER:
        return tr("driver")
    kind = tr("explicit layer") if part.is_explicit else tr("implicit layer")
    return f"{kind} · {tr('replaced on disk')}" if part.is_replaced else kind
