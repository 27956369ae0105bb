"""LinesView: a list painted by a LinesDelegate, whose buttons and links can be used."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QListView, QWidget

from vkconfig_py.ui.delegates.lines_delegate import LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import SlimBar


class LinesView(QListView):
    """Turns presses on drawn buttons and links into signals.

    Signals:
        acted: the button of a row, or Enter on it.
        place_used: the link of a row.
        row_selected: the current row changed.
    """

    acted = Signal(QModelIndex)
    place_used = Signal(QModelIndex)
    row_selected = Signal(QModelIndex)

    def __init__(
        self,
        look: Look,
        model: QAbstractItemModel,
        delegate: LinesDelegate,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._delegate = delegate
        delegate.setParent(self)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        look.changed.connect(self.scheduleDelayedItemsLayout)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.row_selected.emit(current)

    def _part_at(self, point: QPoint) -> tuple[QModelIndex, str]:
        index = self.indexAt(point)
        if index.isValid():
            rect = self.visualRect(index)
            if self._delegate.action_rect(rect, index).contains(point):
                return index, "action"
            if self._delegate.place_rect(rect, index).contains(point):
                return index, "place"
        return index, ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that something can be pressed."""
        _index, part = self._part_at(event.position().toPoint())
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand if part else arrow)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Use what was pressed."""
        super().mouseReleaseEvent(event)
        index, part = self._part_at(event.position().toPoint())
        if part == "action":
            self.acted.emit(index)
        elif part == "place":
            self.place_used.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use the first action of the current row with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.acted.emit(self.currentIndex())
            return
        super().keyPressEvent(event)
