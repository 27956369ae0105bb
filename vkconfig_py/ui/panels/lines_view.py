"""LinesView: a list painted by a LinesDelegate, whose buttons and links can be used."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QListView, QWidget

from vkconfig_py.ui.delegates.lines_delegate import LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import SlimBar

PLACE = -1
NOTHING = -2


class LinesView(QListView):
    """Turns presses on drawn buttons and links into signals.

    Signals:
        acted: a button of a row was used, by the mouse or with Enter (index, number).
        choice_changed: another row, or another button of it, is the one that Enter uses.
        place_used: the link of a row.
        row_selected: the current row changed.
        menu_asked: the menu of a row, at a point of the screen.
    """

    acted = Signal(QModelIndex, int)
    choice_changed = Signal()
    place_used = Signal(QModelIndex)
    row_selected = Signal(QModelIndex)
    menu_asked = Signal(QModelIndex, QPoint)

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
        self._pressed = (QModelIndex(), NOTHING)
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
        self.setViewportMargins(0, look.theme.px(4), 0, look.theme.px(4))
        look.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def chosen(self) -> int:
        """Number of the button that Enter uses."""
        return self._delegate.chosen

    def choose(self, number: int) -> None:
        """Let Enter use another button of the current row."""
        count = len(self._delegate.lines_of(self.currentIndex()).actions)
        number = max(0, min(number, count - 1))
        if number != self._delegate.chosen:
            self._delegate.chosen = number
            self.viewport().update()
            self.choice_changed.emit()

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._delegate.chosen = 0
        self.row_selected.emit(current)
        self.choice_changed.emit()

    def _part_at(self, point: QPoint) -> tuple[QModelIndex, int]:
        """Return the row and its button, PLACE or NOTHING at a point."""
        index = self.indexAt(point)
        if not index.isValid():
            return index, NOTHING
        rect = self.visualRect(index)
        for number, button in enumerate(self._delegate.action_rects(rect, index)):
            if button.contains(point):
                return index, number
        return index, PLACE if self._delegate.place_rect(rect, index).contains(point) else NOTHING

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that something can be pressed."""
        _index, part = self._part_at(event.position().toPoint())
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(arrow if part == NOTHING else hand)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what is pressed; a button becomes the one that Enter uses."""
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = self._part_at(event.position().toPoint())
        if not left:
            self._pressed = (QModelIndex(), NOTHING)
        elif self._pressed[1] >= 0:
            self.choose(self._pressed[1])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Use what was pressed, if the mouse is still on it."""
        super().mouseReleaseEvent(event)
        index, part = self._part_at(event.position().toPoint())
        pressed, self._pressed = self._pressed, (QModelIndex(), NOTHING)
        if (index, part) != pressed:
            return
        if part >= 0:
            self.acted.emit(index, part)
        elif part == PLACE:
            self.place_used.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use the chosen button of the current row with Enter; choose with Left and Right."""
        key = event.key()
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.acted.emit(index, self.chosen)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.choose(self.chosen + (1 if key == Qt.Key.Key_Right else -1))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the mouse, or of the current one by key."""
        index, at = self.indexAt(event.pos()), event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            at = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        if index.isValid():
            self.setCurrentIndex(index)
            self.menu_asked.emit(index, at)
