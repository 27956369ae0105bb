"""GroupsModel: named values in groups that fold, for a device and for a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import GroupRole, ModelIndex
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip

_ROOT_INDEX = QModelIndex()


class NamedValue(NamedTuple):
    """A name with one value, or with one of each side.

    Attributes:
        path: another name that it is found by, or "".
        differs: the values are those of two sides, and not the same.
        counts_as: what it adds to the count of its group.
    """

    group: str
    name: str
    values: tuple[str, ...]
    path: str = ""
    differs: bool = False
    note: str = ""
    counts_as: int = 1

    @property
    def clipboard_text(self) -> str:
        """Return text for the clipboard."""
        return f"{self.name}: {' → '.join(self.values)}"


class GroupsModel(QAbstractItemModel):
    """Groups with their lines, which are named values."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[NamedValue, ...] = ()
        self._groups: list[tuple[str, list[NamedValue]]] = []
        self._text = ""

    def show(self, lines: Iterable[NamedValue]) -> None:
        """Show these values, grouped in the order given."""
        shown = tuple(lines)
        if shown != self._values:
            self._values = shown
            self._filter()

    def set_text(self, text: str) -> None:
        """Show only the values that contain every word of a text."""
        if text != self._text:
            self._text = text
            self._filter()

    @property
    def is_filtered(self) -> bool:
        return bool(self._text.strip())

    def summary(self) -> str:
        """Return how many values are shown: "3 of 120 values"."""
        total = len(self._values)
        if not self.is_filtered:
            return counted("{n:,} values", "{n:,} value", total)
        shown = sum(len(lines) for _, lines in self._groups)
        return counted("{shown:,} of {n:,} values", "{shown:,} of {n:,} value", total, shown=shown)

    def find(self, name: str) -> QModelIndex:
        """Return the index of the value with this name or path, or an invalid index."""
        for row, (_, lines) in enumerate(self._groups):
            for place, line in enumerate(lines):
                if name in (line.name, line.path):
                    return self.createIndex(place, 0, row + 1)
        return QModelIndex()

    def line_at(self, index: ModelIndex) -> NamedValue | None:
        """Return the value of an index, or None for a group."""
        group = index.internalId() if index.isValid() else 0
        return self._groups[group - 1][1][index.row()] if group else None

    def _filter(self) -> None:
        """Show the values that match the text: a model reset."""
        words = self._text.casefold().split()
        matching = [
            line for line in self._values if all(word in _get_searched_text(line) for word in words)
        ]
        self.beginResetModel()
        self._groups = [
            (group, list(lines)) for group, lines in groupby(matching, key=lambda line: line.group)
        ]
        self.endResetModel()

    # What Qt asks. The internal id of a line is the number of its group from 1, that of a group 0.

    def index(self, row: int, column: int, parent: ModelIndex = _ROOT_INDEX) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: ModelIndex = _ROOT_INDEX) -> QModelIndex:  # type: ignore[override] # QObject's too
        group = child.internalId() if child.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: ModelIndex = _ROOT_INDEX) -> int:
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() or parent.column():
            return 0
        return len(self._groups[parent.row()][1])

    def columnCount(self, parent: ModelIndex = _ROOT_INDEX) -> int:
        return 1

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.line_at(index)
        if line is None:
            return _get_group_data(*self._groups[index.row()], role)
        return _get_line_data(line, role)


def _get_group_data(title: str, lines: Sequence[NamedValue], role: int) -> Any:
    """Return the data of a role for a group."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return escape_invisible(title)
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{escape_invisible(title)}, {_count(lines)}"
        case GroupRole.COUNT:
            return _count(lines)
    return None


def _count(lines: Sequence[NamedValue]) -> int:
    """Return the count that a group with these values shows."""
    return sum(line.counts_as for line in lines)


def _get_line_data(line: NamedValue, role: int) -> Any:
    """Return the data of a role for a value."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return escape_invisible(line.name)
        case Qt.ItemDataRole.ToolTipRole:
            return make_tooltip(
                "\n".join(part for part in (line.name, *line.values, line.note) if part)
            )
        case Qt.ItemDataRole.AccessibleTextRole:
            differs = tr("differs") if line.differs else ""
            parts = (line.name, *map(_join_lines, line.values), differs, line.note)
            return escape_invisible(", ".join(part for part in parts if part))
        case GroupRole.VALUES:
            return tuple(escape_invisible(_join_lines(value)) for value in line.values)
        case GroupRole.DIFFERS:
            return line.differs
    return None


def _join_lines(value: str) -> str:
    return "; ".join(value.split("\n"))


def _get_searched_text(line: NamedValue) -> str:
    """Return all that a value shows, in lower case, to be searched."""
    return " ".join((line.group, line.name, line.path, *line.values, line.note)).casefold()
