"""ProgramsModel: the programs that a configuration is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import ProgramRole
from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.model.programs.match import ProgramLine


class ProgramAction(StrEnum):
    """What can be done with a program, as its button says."""

    TURN_OFF = "Turn off"
    TURN_ON = "Turn on"
    REMOVE = "Remove"


class ProgramsModel(KeyedListModel[ProgramLine]):
    """Programs in the order in which they were added."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(_name(line)),
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(f"{line.entry.path}\n{line.text}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: visible(_accessible(line)),
        ProgramRole.LINE: lambda line: line,
        ProgramRole.ACTIONS: lambda line: (
            ProgramAction.TURN_OFF if line.entry.enabled else ProgramAction.TURN_ON,
            ProgramAction.REMOVE,
        ),
    }

    def key_of(self, value: ProgramLine) -> str:
        """Return the path."""
        return value.entry.path

    def show(self, lines: Sequence[ProgramLine]) -> None:
        """Show the programs of a configuration."""
        self.update_to(list(lines))

    def line_at(self, index: Index) -> ProgramLine | None:
        """Return the program of an index."""
        return self.value_at(index)


def _name(line: ProgramLine) -> str:
    return line.entry.path.rpartition("/")[2] or line.entry.path


def _accessible(line: ProgramLine) -> str:
    state = "" if line.entry.enabled else "turned off"
    return ", ".join(part for part in (_name(line), state, line.text, line.entry.path) if part)
