"""Choice: one thing that is supposed: a small field, a switch, or a tag that can be taken away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text, paint_focus

_WIDEST = 360
_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Choice(QAbstractButton):
    """A label and a value; violet where it is not as it is today.

    Signals:
        removed: the cross was pressed, or Delete.
    """

    removed = Signal()

    def __init__(
        self,
        look: Look,
        label: str = "",
        *,
        arrow: bool = False,
        tag: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._label = label
        self._value = ""
        self._changed = tag
        self._arrow = arrow
        self._tag = tag
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._on_toggled)
        self._name()
        look.changed.connect(self._on_look_changed)

    def _on_look_changed(self) -> None:
        self.updateGeometry()
        self.update()

    def _on_toggled(self, on: bool) -> None:
        self._changed = on
        self._name()
        self._on_look_changed()

    def show_value(self, value: str, *, changed: bool, tip: str = "") -> None:
        """Show a value, and whether it is supposed."""
        self._value, self._changed = visible(value), changed
        self.setToolTip(tooltip(tip))
        self._name()
        self._on_look_changed()

    def _name(self) -> None:
        parts = [self._label, self._value]
        if self._changed:
            parts.append("what if")
        self.setAccessibleName(", ".join(part for part in parts if part))
        if self._tag:
            self.setAccessibleDescription("Enter changes it, Delete takes it away")

    @property
    def value(self) -> str:
        """Return what is shown."""
        return self._value

    def _widths(self) -> tuple[int, int]:
        theme = self._look.theme
        face = theme.body if self._value else theme.strong  # alone it can be set in bold
        label = face.width(self._label) if self._label else 0
        value = min(theme.strong.width(self._value), theme.px(_WIDEST)) if self._value else 0
        return label, value

    def sizeHint(self) -> QSize:
        """Return the room for label, value and what can be pressed."""
        px = self._look.theme.px
        label, value = self._widths()
        gap = px(6) if label and value else 0
        end = px(20) if self._arrow or self._tag or self.isChecked() else 0
        return QSize(px(20) + label + gap + value + end, px(28))

    def minimumSizeHint(self) -> QSize:
        """Return a width in which the value is cut."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._look.theme.px(120)), hint.height())

    def cross_rect(self) -> QRectF:
        """Return where a tag is taken away; as high as the tag."""
        px = self._look.theme.px
        if not self._tag:
            return QRectF()
        left = 0 if self._mirrored() else self.width() - px(26)
        return QRectF(left, 0, px(26), self.height())

    def _mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a tag away by its cross."""
        if self.isDown() and self.cross_rect().contains(event.position()):
            self.setDown(False)
            self.removed.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes a tag away; Enter does what Space does."""
        if self._tag and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() in _KEYS:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, texts and what can be pressed."""
        theme = self._look.theme
        colors, px = theme.colors, theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        width = theme.line() + (0.5 if self._changed else 0)
        painter.setPen(QPen(colors.simulated if self._changed else colors.outline, width))
        painter.setBrush(colors.hover if self.underMouse() else colors.base)
        painter.drawRoundedRect(rect, px(6), px(6))
        self._paint_texts(painter)
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), px(6))
        painter.end()

    def _paint_texts(self, painter: QPainter) -> None:
        theme = self._look.theme
        colors, px = theme.colors, theme.px
        label, value = self._widths()
        mark = "close" if self._tag else "chevron-down" if self._arrow else "check"
        shown = self._tag or self._arrow or self.isChecked()
        left, height = float(px(10)), self.height()
        room = self.width() - px(20) - (px(20) if shown else 0)
        if self._mirrored():
            left += px(20) if shown else 0
        ink = colors.simulated if self._changed else colors.text
        painter.setPen(colors.secondary if self._value else ink)
        if label:
            face = theme.strong if self.isChecked() and not self._value else theme.body
            left += draw_text(painter, face, self._label, left, 0, room, height) + px(6)
            room -= label + px(6)
        if value:
            painter.setPen(ink)
            middle = Qt.TextElideMode.ElideMiddle
            draw_text(painter, theme.strong, self._value, left, 0, room, height, middle)
        if shown:
            size = px(14)
            x = px(8) if self._mirrored() else self.width() - px(8) - size
            spot = QRectF(QPointF(x, (height - size) / 2), QPointF(x + size, (height + size) / 2))
            self._look.icons.paint(painter, mark, ink, spot)
