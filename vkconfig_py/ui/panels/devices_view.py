"""DevicesView: devices with check boxes; drag, Space and Alt+Up/Down."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget

from vkconfig_py.model.items.devices_model import DevicesModel, ShownDevice
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import DeviceRole
from vkconfig_py.model.items.texts import visible
from vkconfig_py.model.picture.wording import ordinal
from vkconfig_py.ui.delegates.lines_delegate import Lines, LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import paint_check
from vkconfig_py.ui.panels.lines_view import LinesView
from vkconfig_py.ui.theme import Theme

_STEPS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}


class DeviceLinesDelegate(LinesDelegate):
    """Check box, name, place, facts or what is to be known."""

    def lines_of(self, index: Index) -> Lines:
        """Return what a device shows."""
        shown = index.data(int(DeviceRole.SHOWN))
        if not isinstance(shown, ShownDevice):
            return Lines("")
        return Lines(
            title=str(index.data()),
            word=shown.note.word,
            text=visible(shown.note.text or _placed(shown)),
            tone="warn" if shown.note.word else "neutral",
            actions=shown.actions,
        )

    def _left(self, theme: Theme, lines: Lines) -> int:
        return theme.px(46)

    def check_rect(self, rect: QRect) -> QRectF:
        """Return where the check box of a row is."""
        px = self._look.theme.px
        return QRectF(rect.left() + px(17), rect.top() + px(6), px(16), px(16))

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Leave presses and keys to the view: Qt's own check box would stand elsewhere."""
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one device; what cannot be chosen has no check box."""
        super().paint(painter, option, index)
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return
        checked = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_check(painter, self._look, self.check_rect(option.rect), checked=checked)
        painter.restore()


def _placed(shown: ShownDevice) -> str:
    place = ordinal(shown.place) if shown.place else ""
    return " · ".join(part for part in (place, shown.line.facts) if part)


class DevicesView(LinesView):
    """The list; the model turns its gestures into commands.

    Signals:
        stepped: the current device is to be moved up (-1) or down (+1).
        removed: the current device is to be left out.
    """

    stepped = Signal(int)
    removed = Signal()

    def __init__(self, look: Look, model: DevicesModel, parent: QWidget | None = None) -> None:
        self._boxes = DeviceLinesDelegate(look)
        super().__init__(look, model, self._boxes, "Devices of this configuration", parent)
        self._devices = model
        self._box_pressed = QModelIndex()
        self.setDragDropMode(QListView.DragDropMode.InternalMove)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def event(self, event: QEvent) -> bool:
        """Take Alt+Up and Alt+Down before the window's own."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and _step_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check with Space, move with Alt and the arrows, leave out with Delete."""
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
        elif _step_of(event):
            self.stepped.emit(_step_of(event))
        elif event.key() == Qt.Key.Key_Space:
            self._devices.toggle(index)
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def _box_at(self, event: QMouseEvent) -> QModelIndex:
        point = event.position()
        index = self.indexAt(point.toPoint())
        box = self._boxes.check_rect(self.visualRect(index)).adjusted(-6, -6, 6, 6)
        return index if index.isValid() and box.contains(point) else QModelIndex()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember whether the check box is pressed."""
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        self._box_pressed = self._box_at(event) if left else QModelIndex()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Use the check box if the mouse is still on it."""
        super().mouseReleaseEvent(event)
        index = self._box_at(event)
        if index.isValid() and index == self._box_pressed:
            self._devices.toggle(index)
        self._box_pressed = QModelIndex()


def _step_of(event: QKeyEvent) -> int:
    """Return which way Alt with an arrow moves, 0 for any other key."""
    alt = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
    return _STEPS.get(event.key(), 0) if alt else 0
