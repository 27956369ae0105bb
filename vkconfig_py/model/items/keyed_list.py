"""KeyedListModel, a list of values with keys that changes in minimal steps; lines, groups, roles.

Theory of operation: missing rows are removed from the bottom up, the rows on a longest increasing
subsequence stay, every other surviving row is moved after its new predecessor, and new rows are
inserted from the top down. So one drag is one move, and persistent indexes follow their row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import groupby
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip

T = TypeVar("T")
ModelIndex = QModelIndex | QPersistentModelIndex
ROOT_INDEX = QModelIndex()
_FIRST_ROLE = int(Qt.ItemDataRole.UserRole)


class RowRemoval(NamedTuple):
    """Remove rows first..last."""

    first: int
    last: int


class RowMove(NamedTuple):
    """Move one row before another; both indexes are from before the move, as in beginMoveRows."""

    source: int
    target: int


class RowInsertion(NamedTuple):
    """Insert rows first..last of the new order."""

    first: int
    last: int


ReconcileStep = RowRemoval | RowMove | RowInsertion


def plan_steps(old_order: Sequence[str], new_order: Sequence[str]) -> list[ReconcileStep]:
    """Return the steps that turn one list of distinct keys into another."""
    if list(old_order) == list(new_order):
        return []
    new_keys, old_keys = set(new_order), set(old_order)
    steps: list[ReconcileStep] = [
        RowRemoval(first, last)
        for first, last in reversed(
            _group_runs([index for index, key in enumerate(old_order) if key not in new_keys])
        )
    ]
    steps += _plan_moves(
        [key for key in old_order if key in new_keys], [key for key in new_order if key in old_keys]
    )
    inserted_runs = _group_runs(
        [index for index, key in enumerate(new_order) if key not in old_keys]
    )
    return [*steps, *(RowInsertion(first, last) for first, last in inserted_runs)]


def apply_move(rows: list[T], move: RowMove) -> None:
    """Move one element of a list, with indexes as beginMoveRows has them."""
    value = rows.pop(move.source)
    rows.insert(move.target - (move.source < move.target), value)


def _plan_moves(current: list[str], target: list[str]) -> list[ReconcileStep]:
    """Return the fewest moves that put keys in the target order, and apply them to `current`."""
    rank = {key: target_index for target_index, key in enumerate(target)}
    unmoved_keys = {
        current[index] for index in _find_longest_rising([rank[key] for key in current])
    }
    steps: list[ReconcileStep] = []
    for target_index, key in enumerate(target):
        if key in unmoved_keys:
            continue
        move = RowMove(
            current.index(key), current.index(target[target_index - 1]) + 1 if target_index else 0
        )
        if move.source != move.target:
            steps.append(move)
            apply_move(current, move)
    return steps


def _find_longest_rising(numbers: Sequence[int]) -> list[int]:
    """Return the indexes of a longest increasing subsequence."""
    ends: list[int] = []  # smallest last number of a rising run, by its length
    last_of: list[int] = []
    predecessors: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number)
        predecessors.append(last_of[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        last_of[length : length + 1] = [index]
    result: list[int] = []
    index = last_of[-1] if last_of else -1
    while index >= 0:
        result.append(index)
        index = predecessors[index]
    return result[::-1]


def _group_runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the ascending numbers as (first, last) of each contiguous run."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


class KeyedListModel(QAbstractListModel, Generic[T]):
    """List model over values; a subclass defines their key and their roles.

    Attributes:
        ROLES: role -> function of a value that `data` returns.
    """

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {}

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: list[T] = []
        self._keys: list[str] = []

    def get_key(self, value: T) -> str:
        """Return the identity of a value, by which its row is found in a new snapshot."""
        raise NotImplementedError  # each model has its own

    def get_value(self, index: ModelIndex) -> T | None:
        """Return the value of an index, None for an invalid one."""
        if not index.isValid() or not 0 <= index.row() < len(self._values):
            return None
        return self._values[index.row()]

    def find_index(self, key: str) -> QModelIndex:
        """Return the index of the row with a key, or an invalid index."""
        return self.index(self._keys.index(key)) if key in self._keys else QModelIndex()

    def keys(self) -> tuple[str, ...]:
        return tuple(self._keys)

    def get_moved_key(
        self, source_parent: ModelIndex, row: int, count: int, destination_parent: ModelIndex
    ) -> str | None:
        """Return the key of the row that Qt's `moveRows` is to move, None if it is not one row."""
        is_in_list = not (source_parent.isValid() or destination_parent.isValid())
        return (
            self._keys[row] if is_in_list and count == 1 and row in range(len(self._keys)) else None
        )

    def values(self) -> tuple[T, ...]:
        return tuple(self._values)

    # what Qt asks

    def rowCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        # A list has no rows below its rows; Qt asks all the same.
        return 0 if parent.isValid() else len(self._values)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a role, or None for a role that the model does not define."""
        answer = self.ROLES.get(int(role))
        value = None if answer is None else self.get_value(index)
        return None if value is None or answer is None else answer(value)

    # a new snapshot

    def replace_all(self, values: Sequence[T]) -> None:
        """Show values that have nothing to do with the present ones: a model reset."""
        self.beginResetModel()
        self._values = list(values)
        self._keys = [self.get_key(value) for value in values]
        self.endResetModel()

    def update_to(self, values: Sequence[T]) -> None:
        """Show a new snapshot. Rows that stay keep their persistent indexes."""
        keys = [self.get_key(value) for value in values]
        if len(set(keys)) != len(keys):  # rows that cannot be told apart cannot be followed
            self.replace_all(values)
            return
        for step in plan_steps(self._keys, keys):
            match step:
                case RowRemoval(first, last):
                    self.beginRemoveRows(QModelIndex(), first, last)
                    del self._values[first : last + 1], self._keys[first : last + 1]
                    self.endRemoveRows()
                case RowMove(source, target):
                    self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), target)
                    apply_move(self._values, step)
                    apply_move(self._keys, step)
                    self.endMoveRows()
                case RowInsertion(first, last):
                    self.beginInsertRows(QModelIndex(), first, last)
                    self._values[first:first] = values[first : last + 1]
                    self._keys[first:first] = keys[first : last + 1]
                    self.endInsertRows()
        self._update_values(values)

    def _update_values(self, values: Sequence[T]) -> None:
        """Set the values of all rows, and announce runs of rows that changed."""
        first, roles = -1, set[int]()
        for row, new_value in enumerate(values):
            old_value, self._values[row] = self._values[row], new_value
            changed_roles = self._changed_roles(old_value, new_value)
            if changed_roles:
                first = row if first < 0 else first
                roles |= changed_roles
            elif first >= 0:
                self._announce(first, row - 1, roles)
                first, roles = -1, set()
        if first >= 0:
            self._announce(first, len(values) - 1, roles)

    def _changed_roles(self, old_value: T, new_value: T) -> set[int]:
        """Return the roles whose data differ between two values."""
        if old_value is new_value or old_value == new_value:
            return set()
        return {
            role for role, answer in self.ROLES.items() if answer(old_value) != answer(new_value)
        }

    def _announce(self, first: int, last: int, roles: set[int]) -> None:
        """Emit dataChanged for these rows."""
        self.dataChanged.emit(self.index(first), self.index(last), sorted(roles))


class ChainRole(IntEnum):
    """Roles of ChainModel. Standard roles: Display (name), ToolTip, AccessibleText."""

    ROW = _FIRST_ROLE + 1  # the whole Row
    KEY = _FIRST_ROLE + 2  # str
    KIND = _FIRST_ROLE + 3  # RowKind
    CONTROL = _FIRST_ROLE + 4  # str; setData with it changes the control
    POSITION = _FIRST_ROLE + 5  # int


class ConfigurationRole(IntEnum):
    """Roles of ConfigurationsModel."""

    KEY = _FIRST_ROLE + 1  # str
    SECTION = _FIRST_ROLE + 2  # bool: a heading that cannot be selected
    APPLIED = _FIRST_ROLE + 3  # bool: applied to the system now
    BUILT_IN = _FIRST_ROLE + 4  # bool
    NOTE = _FIRST_ROLE + 5  # str, small text below the name ("1 not installed")
    EDITED = _FIRST_ROLE + 6  # bool: built in, and not as it is shipped


class LogRole(IntEnum):
    """Roles of LogModel (launcher output)."""

    TIME = _FIRST_ROLE + 1  # "15:29:52"
    SEVERITY = _FIRST_ROLE + 2  # "error", "warning", "info"
    SOURCE = _FIRST_ROLE + 3  # "loader", "launcher", program name
    NUMBER = _FIRST_ROLE + 4  # int, counts entries from 1; 0 for what was left out
    MORE = _FIRST_ROLE + 5  # int: how many lines follow the first one
    IDENTIFIER = _FIRST_ROLE + 6  # str: of a layer's message, "" for other entries
    ENTRY = _FIRST_ROLE + 7  # the whole LogEntry
    REPEATS = _FIRST_ROLE + 8  # int: how many further entries a row stands for


class GroupRole(IntEnum):
    """Roles of GroupsModel."""

    VALUES = _FIRST_ROLE + 1  # tuple[str, ...]; None for a group
    DIFFERS = _FIRST_ROLE + 2  # bool
    COUNT = _FIRST_ROLE + 3  # int: lines of a group


class SettingRole(IntEnum):
    """Roles of SettingsModel. Standard roles: Display (label), Edit (value), CheckState."""

    NODE = _FIRST_ROLE + 1  # the whole Node


class MachineRole(IntEnum):
    """Roles of MachinesModel. Standard role: Display (text of the column)."""

    ROW = _FIRST_ROLE + 1  # the whole Row of the table
    KEY = _FIRST_ROLE + 2  # str: the file


EMPTY_LINE = ListLine("")
_LINE_ROLES = {
    int(Qt.ItemDataRole.DisplayRole),
    int(Qt.ItemDataRole.ToolTipRole),
    int(Qt.ItemDataRole.AccessibleTextRole),
}
_VALUE_ROLES = {*_LINE_ROLES, int(Qt.ItemDataRole.CheckStateRole)}


class LinesModel(KeyedListModel[T]):
    """A list model that is told what the key and the line of a value are.

    Lines are made when somebody looks at them: most rows of long lists are never painted.
    """

    def __init__(
        self,
        key: Callable[[T], str],
        present: Callable[[T], ListLine],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._key = key
        self._present = present
        self._lines: dict[int, tuple[T, ListLine]] = {}  # by the identity of the value

    def get_key(self, value: T) -> str:
        return self._key(value)

    def line_at(self, index: ModelIndex) -> ListLine:
        """Return the line of a row, with invisible characters made visible."""
        value = self.get_value(index)
        if value is None:
            return EMPTY_LINE
        kept = self._lines.get(id(value))
        if kept is None:
            kept = self._lines[id(value)] = (value, _make_visible(self._present(value)))
        return kept[1]

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _LINE_ROLES or (value := self.get_value(index)) is None:
            return None
        line = self._present(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            return make_tooltip(line.tooltip)
        return escape_invisible(
            (role == Qt.ItemDataRole.AccessibleTextRole and line.accessible_text) or line.title
        )

    def replace_all(self, values: Sequence[T]) -> None:
        self._lines.clear()
        super().replace_all(values)

    def update_to(self, values: Sequence[T]) -> None:
        self._lines.clear()  # what is said of a value may have changed with others, or with time
        super().update_to(values)

    def _changed_roles(self, old_value: T, new_value: T) -> set[int]:
        return set() if old_value is new_value or old_value == new_value else _VALUE_ROLES


def _make_visible(line: ListLine) -> ListLine:
    """Return a line with invisible characters in the texts of its row made visible.

    Its tool tip and what a screen reader says are left to `data`: a long list is measured by line.
    """
    painted_line = line._replace(tooltip="", accessible_text="")
    parts: list[Any] = [
        escape_invisible(part) if part and isinstance(part, str) else part for part in painted_line
    ]
    return ListLine(*parts)


_ROOT_INDEX = QModelIndex()


class NamedValue(NamedTuple):
    """A name with one value, or with one of each side.

    Attributes:
        path: another name that it is found by, or "".
        differs: the values are those of two sides, and not the same.
        counted_entries: what it adds to the count of its group.
    """

    group: str
    name: str
    values: tuple[str, ...]
    path: str = ""
    differs: bool = False
    note: str = ""
    counted_entries: int = 1

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
        shown_lines = tuple(lines)
        if shown_lines != self._values:
            self._values = shown_lines
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
        line_count = sum(len(lines) for _, lines in self._groups)
        return counted(
            "{shown:,} of {n:,} values", "{shown:,} of {n:,} value", total, shown=line_count
        )

    def find(self, name: str) -> QModelIndex:
        """Return the index of the value with this name or path, or an invalid index."""
        for row, (_, lines) in enumerate(self._groups):
            for line_index, line in enumerate(lines):
                if name in (line.name, line.path):
                    return self.createIndex(line_index, 0, row + 1)
        return QModelIndex()

    def line_at(self, index: ModelIndex) -> NamedValue | None:
        """Return the value of an index, or None for a group."""
        group = index.internalId() if index.isValid() else 0
        return self._groups[group - 1][1][index.row()] if group else None

    def _filter(self) -> None:
        """Show the values that match the text: a model reset."""
        words = self._text.casefold().split()
        matching_values = [
            line for line in self._values if all(word in _get_searched_text(line) for word in words)
        ]
        self.beginResetModel()
        self._groups = [
            (group, list(lines))
            for group, lines in groupby(matching_values, key=lambda line: line.group)
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
    return sum(line.counted_entries for line in lines)


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
