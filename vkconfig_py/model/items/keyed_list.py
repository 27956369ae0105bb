"""KeyedListModel, a list of values with keys that changes in minimal steps, and all custom roles.

Theory of operation: missing rows are removed from the bottom up, the rows on a longest increasing
subsequence stay, every other surviving row is moved after its new predecessor, and new rows are
inserted from the top down. So one drag is one move, and persistent indexes follow their row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from vkconfig_py.loader.base.records import NamedTuple

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


def plan_steps(old: Sequence[str], new: Sequence[str]) -> list[ReconcileStep]:
    """Return the steps that turn one list of distinct keys into another."""
    if list(old) == list(new):
        return []
    new_keys, old_keys = set(new), set(old)
    steps: list[ReconcileStep] = [
        RowRemoval(first, last)
        for first, last in reversed(
            _group_runs([index for index, key in enumerate(old) if key not in new_keys])
        )
    ]
    steps += _plan_moves(
        [key for key in old if key in new_keys], [key for key in new if key in old_keys]
    )
    inserted = _group_runs([index for index, key in enumerate(new) if key not in old_keys])
    return [*steps, *(RowInsertion(first, last) for first, last in inserted)]


def apply_move(rows: list[T], move: RowMove) -> None:
    """Move one element of a list, with indexes as beginMoveRows has them."""
    value = rows.pop(move.source)
    rows.insert(move.target - (move.source < move.target), value)


def _plan_moves(current: list[str], target: list[str]) -> list[ReconcileStep]:
    """Return the fewest moves that put keys in the target order, and apply them to `current`."""
    rank = {key: place for place, key in enumerate(target)}
    unmoved = {current[index] for index in _find_longest_rising([rank[key] for key in current])}
    steps: list[ReconcileStep] = []
    for place, key in enumerate(target):
        if key in unmoved:
            continue
        move = RowMove(current.index(key), current.index(target[place - 1]) + 1 if place else 0)
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
        for row, new in enumerate(values):
            old, self._values[row] = self._values[row], new
            changed = self._changed_roles(old, new)
            if changed:
                first = row if first < 0 else first
                roles |= changed
            elif first >= 0:
                self._announce(first, row - 1, roles)
                first, roles = -1, set()
        if first >= 0:
            self._announce(first, len(values) - 1, roles)

    def _changed_roles(self, old: T, new: T) -> set[int]:
        """Return the roles whose data differ between two values."""
        if old is new or old == new:
            return set()
        return {role for role, answer in self.ROLES.items() if answer(old) != answer(new)}

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
    NOTE = _FIRST_ROLE + 5  # str, small text at the right ("1 missing")
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
