"""FilterProxy: the rows of the chain that match a text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from vkconfig_py.model.items.roles import ChainRole
from vkconfig_py.model.picture.values import Row, RowKind

_FRAME = (RowKind.PROGRAM, RowKind.LOADER, RowKind.GROUP, RowKind.FILES)
_MOVES = Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled


class FilterProxy(QSortFilterProxyModel):
    """A view on a ChainModel; program, loader and group head stay as the frame.

    Nothing can be dragged while a text is set: a place among the rows shown would not say which
    place among all rows is meant.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    def set_text(self, text: str) -> None:
        """Show the rows whose name, reason or file contain a text, in any case."""
        self.beginFilterChange()
        self._text = text.strip().casefold()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        """Tell whether a row is shown."""
        row = self.sourceModel().index(source_row, 0, source_parent).data(ChainRole.ROW)
        if not isinstance(row, Row):
            return False
        texts = (row.name, row.word, row.reason, row.deviation, row.manifest, row.secondary)
        return row.kind in _FRAME or self._text in "\n".join(texts).casefold()

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Return the row's flags, without dragging and dropping while a text is set."""
        flags = super().flags(index)
        return flags & ~_MOVES if self._text else flags
