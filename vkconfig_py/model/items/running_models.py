"""RunningModel and PartsModel: running programs, and what one has loaded of Vulkan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import RunningRole
from vkconfig_py.model.processes.mapped_parts import Part
from vkconfig_py.model.processes.running_now import (
    Agreement,
    RunningNow,
    RunningProcess,
    counts_sentence,
    hidden_sentence,
    lines_of,
)
from vkconfig_py.model.text.wording import called, tooltip, visible, visible_lines


class ProcessAction(StrEnum):
    """Actions on a running program; the value is the label."""

    WHAT_IF = tr("What if")
    CHOOSE = tr("Choose")
    STOP = tr("Stop…")


def actions_of(process: RunningProcess) -> tuple[ProcessAction, ...]:
    """Actions on a process, the most common first."""
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
    """What is special about a process."""
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
    """What follows the word of its agreement in a row; the parts tell why."""
    if process.agreement is not Agreement.DIFFERENT:
        return process.reason
    wrong = [part for part in process.parts if not part.is_as_predicted]
    names = called([part.name for part in wrong])
    named = ", ".join(
        f"{name} {part.word.lower()}" for name, part in zip(names, wrong, strict=True)
    )
    return f"{counts_sentence(process.parts).rstrip('.').lower()}: {named}"


def _loader_note(process: RunningProcess) -> str:
    if not process.loader:
        return ""
    if not process.version:
        return tr("loader of unknown version")
    return tr("loader {version}", version=process.version)


def summary_of(now: RunningNow) -> str:
    """How many programs run with Vulkan, and how many are not as predicted."""
    count = len(now.processes)
    differing = sum(one.agreement is Agreement.DIFFERENT for one in now.processes)
    told = [
        counted("{n:,} programs with Vulkan", "{n} program with Vulkan", count) if count else "",
        counted("{n:,} not as predicted", "{n} not as predicted", differing) if differing else "",
        hidden_sentence(now.hidden).rstrip("."),
    ]
    return " · ".join(filter(None, told))


def details_of(process: RunningProcess) -> str:
    """All that is known of a process, to be copied."""
    return "\n".join(lines_of(process))


class RunningModel(KeyedListModel[RunningProcess]):
    """Running programs by name."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda one: visible(one.title),
        Qt.ItemDataRole.ToolTipRole: lambda one: tooltip(details_of(one)),
        Qt.ItemDataRole.AccessibleTextRole: lambda one: visible(
            ", ".join((one.title, *notes_of(one), one.sentence, one.facts.program))
        ),
        RunningRole.PROCESS: lambda one: one,
        RunningRole.ACTIONS: actions_of,
    }

    def key_of(self, value: RunningProcess) -> str:
        return value.key

    def show(self, processes: Sequence[RunningProcess]) -> None:
        self.update_to(list(processes))


class PartsModel(KeyedListModel[Part]):
    """Layers and drivers of one process: predicted, loaded, or both."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda part: visible(part.name),
        Qt.ItemDataRole.ToolTipRole: lambda part: tooltip(
            visible_lines("\n".join(filter(None, (part.why, part.file, part.library))))
        ),
        Qt.ItemDataRole.AccessibleTextRole: lambda part: visible(
            f"{part.kind} {part.name}, {part.word.lower()}{f': {part.why}' if part.why else ''}"
        ),
        RunningRole.PART: lambda part: part,
    }

    def key_of(self, value: Part) -> str:
        return f"{value.kind}:{value.file}:{value.name}"

    def show(self, parts: Sequence[Part]) -> None:
        self.update_to(list(parts))
