"""LogModel and LogFilter: the newest output lines of a launch, bounded and filtered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import ROOT, Index
from vkconfig_py.model.items.roles import LogRole
from vkconfig_py.model.text.wording import visible

CAPACITY = 10_000


class LogLine(NamedTuple):
    """One line of output.

    Attributes:
        number: counts from 1 over the whole launch, also past the capacity.
        severity: "error", "warning" or "info".
        source: "launcher", "loader", "validation", "MangoHud", ... or the program's name.
    """

    number: int
    time: str
    severity: str
    source: str
    text: str


class LogModel(QAbstractListModel):
    """Ring buffer of lines; the oldest are dropped when it is full.

    Signals:
        counts_changed: severities or sources of the lines changed.
    """

    counts_changed = Signal()

    def __init__(self, capacity: int = CAPACITY, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._capacity = capacity
        self._lines: list[LogLine] = []
        self._severities: Counter[str] = Counter()
        self._sources: Counter[str] = Counter()

    def append(self, lines: Iterable[LogLine]) -> None:
        new = list(lines)[-self._capacity :]
        if not new:
            return
        self._drop_oldest(len(self._lines) + len(new) - self._capacity)
        first = len(self._lines)
        self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
        self._lines += new
        self._severities.update(line.severity for line in new)
        self._sources.update(line.source for line in new)
        self.endInsertRows()
        self.counts_changed.emit()

    def clear(self) -> None:
        self.beginResetModel()
        self._lines.clear()
        self._severities.clear()
        self._sources.clear()
        self.endResetModel()
        self.counts_changed.emit()

    def counts(self) -> dict[str, int]:
        return {name: self._severities[name] for name in ("error", "warning", "info")}

    def sources(self) -> tuple[str, ...]:
        return tuple(sorted(name for name, number in self._sources.items() if number))

    def line_at(self, row: int) -> LogLine | None:
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def text(self) -> str:
        return "".join(
            f"{line.time} {line.severity} {line.source}: {line.text}\n" for line in self._lines
        )

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line_at(index.row()) if index.isValid() else None
        if line is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return visible(line.text.expandtabs())  # tabs indent, they do not act
            case Qt.ItemDataRole.AccessibleTextRole:
                return visible(f"{line.severity}, {line.source}: {line.text}")
            case LogRole.TIME:
                return line.time
            case LogRole.SEVERITY:
                return line.severity
            case LogRole.SOURCE:
                return visible(line.source)
            case LogRole.NUMBER:
                return line.number
            case _:
                return None

    def _drop_oldest(self, count: int) -> None:
        if count <= 0:
            return
        self.beginRemoveRows(QModelIndex(), 0, count - 1)
        self._severities.subtract(line.severity for line in islice(self._lines, count))
        self._sources.subtract(line.source for line in islice(self._lines, count))
        del self._lines[:count]
        self.endRemoveRows()


EVERY_SEVERITY = frozenset({"error", "warning", "info"})


class LogFilter(QSortFilterProxyModel):
    """Proxy model of a LogModel, filtered by severity, source and text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._severities = EVERY_SEVERITY
        self._source = ""

    def set_text(self, text: str) -> None:
        self.beginFilterChange()
        self._text = text.casefold()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def set_severities(self, severities: frozenset[str]) -> None:
        self.beginFilterChange()
        self._severities = severities
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def set_source(self, source: str) -> None:
        """Show the lines of one source, or of all with ""."""
        self.beginFilterChange()
        self._source = source
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        model = self.sourceModel()
        line = model.line_at(source_row) if isinstance(model, LogModel) else None
        return (
            line is not None
            and line.severity in self._severities
            and self._source in ("", line.source)
            and self._text in line.text.casefold()
        )
