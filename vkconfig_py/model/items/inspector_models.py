"""Lists of the inspector: explanation of a row, names with values, programs of a configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.configuration.configuration import AddedDriver
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import AddedDriverRole, PairRole, ProgramRole, StepRole
from vkconfig_py.model.programs.matching import ProgramLine
from vkconfig_py.model.text.wording import tooltip, visible

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import ExtensionName

_SPOKEN = {
    Mark.PASS: tr("passes"),
    Mark.AGAINST: tr("decides against it"),
    Mark.NEUTRAL: tr("does not apply"),
}


class NumberedStep(NamedTuple):
    """A step and its position: two steps of an explanation may have the same text."""

    number: int
    step: Step


class StoryModel(KeyedListModel[NumberedStep]):
    """The steps that explain the state of one row."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda value: visible(value.step.text),
        Qt.ItemDataRole.ToolTipRole: lambda value: tooltip(_place(value.step, full=True)),
        Qt.ItemDataRole.AccessibleTextRole: lambda value: _spoken_step(value.step),
        StepRole.MARK: lambda value: str(value.step.mark),
        StepRole.SOURCE: lambda value: visible(_source(value.step)),
        StepRole.FILE: lambda value: value.step.file,
        StepRole.LINE: lambda value: value.step.line,
        StepRole.DECISIVE: lambda value: value.step.decisive,
    }

    def key_of(self, value: NumberedStep) -> str:
        return str(value.number)

    def show(self, steps: Sequence[Step]) -> None:
        self.update_to([NumberedStep(number, step) for number, step in enumerate(steps)])

    def step_at(self, row: int) -> Step | None:
        value = self.value_at(self.index(row))
        return value.step if value else None


def _place(step: Step, *, full: bool) -> str:
    if not step.file:
        return ""
    file = step.file if full or not step.line else Path(step.file).name
    return tr("{file}, line {line}", file=file, line=step.line) if step.line else file


def _source(step: Step) -> str:
    return " · ".join(part for part in (_place(step, full=False), step.note) if part)


def _spoken_step(step: Step) -> str:
    parts = (visible(step.text), _SPOKEN[step.mark], visible(_source(step)))
    return ", ".join(part for part in parts if part)


class Pair(NamedTuple):
    """A name and its value, as displayed."""

    name: str
    value: str


def extension_pairs(extensions: Sequence[ExtensionName]) -> tuple[Pair, ...]:
    return tuple(
        Pair(one.name, tr("version {version}", version=one.spec_version))
        for one in sorted(extensions)
    )


class PairsModel(KeyedListModel[Pair]):
    """The extensions that match the search, with their versions."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda pair: visible(pair.name),
        Qt.ItemDataRole.ToolTipRole: lambda pair: tooltip(f"{pair.name}\n{pair.value}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda pair: visible(f"{pair.name}, {pair.value}"),
        PairRole.VALUE: lambda pair: visible(pair.value),
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Pair, ...] = ()
        self._text = ""

    def key_of(self, value: Pair) -> str:
        return value.name

    def show(self, pairs: tuple[Pair, ...]) -> None:
        if pairs != self._all:
            self._all = pairs
            self._filter()

    def set_text(self, text: str) -> None:
        self._text = text.casefold()
        self._filter()

    def _filter(self) -> None:
        words = self._text.split()
        self.replace_all([pair for pair in self._all if _matches(pair, words)])

    def summary(self) -> str:
        total = len(self._all)
        if not self._text.strip():
            return counted("{n:,} extensions", "{n:,} extension", total)
        shown = self.rowCount()
        return counted(
            "{shown:,} of {n:,} extensions", "{shown:,} of {n:,} extension", total, shown=shown
        )


def _matches(pair: Pair, words: Sequence[str]) -> bool:
    text = f"{pair.name} {pair.value}".casefold()
    return all(word in text for word in words)


class EntryAction(StrEnum):
    """Actions on a program or an added driver; the value is the button label."""

    TURN_OFF = tr("Turn off")
    TURN_ON = tr("Turn on")
    REMOVE = tr("Remove")


class ProgramsModel(KeyedListModel[ProgramLine]):
    """Programs in the order in which they were added."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(_name(line)),
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(f"{line.entry.path}\n{line.text}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: visible(_spoken_program(line)),
        ProgramRole.LINE: lambda line: line,
        ProgramRole.ACTIONS: lambda line: (
            EntryAction.TURN_OFF if line.entry.enabled else EntryAction.TURN_ON,
            EntryAction.REMOVE,
        ),
    }

    def key_of(self, value: ProgramLine) -> str:
        return value.entry.path

    def show(self, lines: Sequence[ProgramLine]) -> None:
        self.update_to(list(lines))


def _name(line: ProgramLine) -> str:
    return base_name(line.entry.path) or line.entry.path


def _spoken_program(line: ProgramLine) -> str:
    state = "" if line.entry.enabled else tr("turned off")
    return ", ".join(part for part in (_name(line), state, line.text, line.entry.path) if part)


class AddedDriverLine(NamedTuple):
    """A driver that the configuration adds, and what the chain says about it.

    Attributes:
        word: as in the chain, such as "cannot be opened: …"; "" if the chain does not show it.
        broken: programs do not get it.
    """

    entry: AddedDriver
    word: str = ""
    broken: bool = False


class AddedDriversModel(KeyedListModel[AddedDriverLine]):
    """Added drivers in the order in which they were added."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(base_name(line.entry.path)),
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(f"{line.entry.path}\n{line.word}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: visible(_spoken_driver(line)),
        AddedDriverRole.LINE: lambda line: line,
        AddedDriverRole.ACTIONS: lambda line: (
            EntryAction.TURN_OFF if line.entry.enabled else EntryAction.TURN_ON,
            EntryAction.REMOVE,
        ),
    }

    def key_of(self, value: AddedDriverLine) -> str:
        return value.entry.path

    def show(self, lines: Sequence[AddedDriverLine]) -> None:
        self.update_to(list(lines))


def _spoken_driver(line: AddedDriverLine) -> str:
    state = "" if line.entry.enabled else tr("turned off")
    parts = (base_name(line.entry.path), state, line.word, line.entry.path)
    return ", ".join(part for part in parts if part)
