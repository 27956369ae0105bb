"""StoryModel: why a row is as it is, rule by rule, for the inspector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Mark, Step
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import StepRole
from vkconfig_py.model.items.texts import tooltip, visible

_SPOKEN = {Mark.PASS: "passes", Mark.AGAINST: "decides against it", Mark.NEUTRAL: "does not apply"}


class NumberedStep(NamedTuple):
    """A step and its place: two steps of a story may read the same."""

    number: int
    step: Step


class StoryModel(KeyedListModel[NumberedStep]):
    """The steps of one row's story."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda value: visible(value.step.text),
        Qt.ItemDataRole.ToolTipRole: lambda value: tooltip(_place(value.step, full=True)),
        Qt.ItemDataRole.AccessibleTextRole: lambda value: _accessible(value.step),
        StepRole.MARK: lambda value: str(value.step.mark),
        StepRole.SOURCE: lambda value: visible(_source(value.step)),
        StepRole.FILE: lambda value: value.step.file,
        StepRole.LINE: lambda value: value.step.line,
        StepRole.DECISIVE: lambda value: value.step.decisive,
    }

    def key_of(self, value: NumberedStep) -> str:
        """Return the step's place."""
        return str(value.number)

    def show(self, steps: Sequence[Step]) -> None:
        """Show a story."""
        self.update_to([NumberedStep(number, step) for number, step in enumerate(steps)])

    def step_at(self, row: int) -> Step | None:
        """Return the step of a row."""
        value = self.value_at(self.index(row))
        return value.step if value else None


def _place(step: Step, *, full: bool) -> str:
    if not step.file:
        return ""
    file = step.file if full or not step.line else Path(step.file).name
    return f"{file}, line {step.line}" if step.line else file


def _source(step: Step) -> str:
    return " · ".join(part for part in (_place(step, full=False), step.note) if part)


def _accessible(step: Step) -> str:
    parts = (visible(step.text), _SPOKEN[step.mark], visible(_source(step)))
    return ", ".join(part for part in parts if part)
