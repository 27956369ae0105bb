"""The table of machines and its sorted, filtered view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSortFilterProxyModel, Qt

from vkconfig_py.fleet.reports.outliers import MEASURE
from vkconfig_py.fleet.reports.table import (
    COLUMNS,
    DESCENDING,
    TITLES,
    Column,
    MachineRow,
    Query,
    matches,
    parse_filter,
    sort_rows,
    why_odd,
)
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.items.keyed_list import ROOT, Index
from vkconfig_py.model.items.roles import MachineRole
from vkconfig_py.model.text.wording import tooltip, visible

_TIPS: Mapping[Column, str] = {
    Column.ODD: render(MEASURE),
    Column.LAYERS: tr("Layers that load, application side first"),
    Column.DRIVERS: tr("Driver manifests that the loader uses"),
    Column.DEVICES: tr("Physical devices; known only of reports made with --probe"),
    Column.FILE: tr("Path below the folder"),
}


class MachinesModel(QAbstractTableModel):
    """One row for each file of the folder, in sorted order; columns are those of the table.

    The model sorts itself: a proxy would compare rows one call from C++ at a time, which takes
    thirty times as long and blocks the window noticeably for a few thousand rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read: list[MachineRow] = []  # in the order of their files, which equal rows keep
        self._rows: list[MachineRow] = []
        self._sorted = (0, Qt.SortOrder.DescendingOrder)

    def row_at(self, index: Index) -> MachineRow | None:
        return self._rows[index.row()] if index.isValid() else None

    def row_numbered(self, number: int) -> MachineRow:
        return self._rows[number]

    def rows(self) -> tuple[MachineRow, ...]:
        return tuple(self._rows)

    def clear(self) -> None:
        self.beginResetModel()
        self._read, self._rows = [], []
        self.endResetModel()

    def append(self, rows: Sequence[MachineRow]) -> None:
        """Add rows at the end. They are sorted once all are there."""
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._read += rows
            self._rows += rows
            self.endInsertRows()

    def complete(self, rows: Sequence[MachineRow]) -> None:
        """Show what is known once all files are read: the same rows, and perhaps more of them."""
        self.append(rows[len(self._read) :])
        self._read = list(rows)
        self.sort(*self._sorted)
        if rows:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1)
            )

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted = column, order
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        files = [self._rows[index.row()].report.file for index in before]
        descending = order == Qt.SortOrder.DescendingOrder
        self._rows = sort_rows(self._read, COLUMNS[column], descending=descending)
        places = {row.report.file: place for place, row in enumerate(self._rows)}
        after = [
            self.index(places[file], index.column())
            for file, index in zip(files, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # what Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:
        # A table has no rows below its cells; Qt asks all the same.
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        answer = self._ROLES.get(int(role))
        if answer is None or not index.isValid():
            return None
        return answer(self._rows[index.row()], index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[COLUMNS[section]]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS.get(COLUMNS[section])
        return None

    _ROLES: ClassVar[Mapping[int, Callable[[MachineRow, int], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda row, column: visible(row.texts[column]),
        Qt.ItemDataRole.ToolTipRole: lambda row, column: tooltip(_tip(row, column)),
        Qt.ItemDataRole.AccessibleTextRole: lambda row, column: visible(
            _accessible_text(row, column)
        ),
        MachineRole.ROW: lambda row, _column: row,
        MachineRole.KEY: lambda row, _column: row.report.file,
    }


def _tip(row: MachineRow, column: int) -> str:
    return "\n".join(filter(None, (row.texts[column], why_odd(row).replace(". ", ".\n"))))


def _accessible_text(row: MachineRow, column: int) -> str:
    """Return the text of a cell with the name of its column, and for the machine the whole row."""
    if COLUMNS[column] is not Column.MACHINE:
        return f"{TITLES[COLUMNS[column]]}: {row.texts[column]}"
    cells = zip(COLUMNS, row.texts, strict=True)
    parts = [f"{TITLES[name]}: {text}" for name, text in cells if text and name is not COLUMNS[1]]
    return ", ".join((row.report.machine, *parts))


class MachinesProxy(QSortFilterProxyModel):
    """The rows that a filter keeps, in the order of the model."""

    def __init__(self, model: MachinesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._query: Query = ()
        self.setDynamicSortFilter(False)
        self.setSourceModel(model)

    def set_filter(self, text: str) -> None:
        query = parse_filter(text)
        if query != self._query:
            self.beginFilterChange()
            self._query = query
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def complete(self, rows: Sequence[MachineRow]) -> None:
        """Show what is known once all files are read. A filter may ask for what is odd."""
        self._model.complete(rows)
        self.beginFilterChange()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def row_at(self, index: Index) -> MachineRow | None:
        row: MachineRow | None = index.data(MachineRole.ROW)
        return row

    def shown(self) -> list[MachineRow]:
        """Return the rows in their order."""
        rows = (self.row_at(self.index(number, 0)) for number in range(self.rowCount()))
        return [row for row in rows if row is not None]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._model.sort(column, order)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        return not self._query or matches(self._model.row_numbered(row), self._query)


def first_order(column: int) -> Qt.SortOrder:
    """Order of the first click on a header: the largest first where that is what one looks for."""
    down = COLUMNS[column] in DESCENDING
    return Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
