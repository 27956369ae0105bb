"""Radio: one of several alternatives, painted so that it is seen in dark and in high contrast."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QRadioButton, QWidget

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text, paint_focus


class Radio(QRadioButton):
    """A ring with its text; the chosen one is filled. Fusion's ring is black on a dark ground."""

    def __init__(self, look: Look, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._look = look
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        look.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Return room for ring and text."""
        theme = self._look.theme
        return QSize(theme.body.width(self.text()) + theme.px(28), theme.px(22))

    def hitButton(self, pos: QPoint) -> bool:
        """Take a press anywhere on ring and text."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ring, dot and text."""
        theme = self._look.theme
        colors, px = theme.colors, theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        x = self.width() - px(8) if mirrored else px(8)
        centre = QPointF(x, self.height() / 2)
        ink = colors.text if self.isEnabled() else colors.disabled
        chosen = self.isChecked() and self.isEnabled()
        painter.setPen(QPen(colors.accent if chosen else colors.outline, 1.5))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawEllipse(centre, px(7), px(7))
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent if chosen else ink)
            painter.drawEllipse(centre, px(4), px(4))
        painter.setPen(ink)
        room = self.width() - px(24)
        needed = min(theme.body.width(self.text()), room)
        left = self.width() - px(24) - needed if mirrored else px(24)
        draw_text(painter, theme.body, self.text(), left, 0, room, self.height())
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), px(4))
        painter.end()
