"""LogDelegate: time, severity, source and text in columns; errors tint the whole row."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import LogRole
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text

_GLYPHS = {"error": "error", "warning": "warn"}


class LogDelegate(QStyledItemDelegate):
    """Paints lines of LogModel."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one line, as wide as its text: long lines scroll."""
        theme = self._look.theme
        width = theme.px(284) + theme.code.metrics.horizontalAdvance(str(index.data()))
        return QSize(width, theme.px(20))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one line."""
        theme = self._look.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        severity = str(index.data(int(LogRole.SEVERITY)))
        tone = {"error": "error", "warning": "warn"}.get(severity, "neutral")
        painter.save()
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, colors.selected_base)
        elif severity == "error":
            painter.fillRect(rect, colors.error_tint)
        top, height, left = rect.top(), rect.height(), rect.left()
        painter.setPen(colors.secondary)
        time = str(index.data(int(LogRole.TIME)))
        draw_text(painter, theme.code, time, left + px(16), top, px(80), height)
        if severity in _GLYPHS:
            size = px(14)
            spot = QRectF(left + px(96), top + (height - size) / 2, size, size)
            self._look.icons.paint(painter, _GLYPHS[severity], colors.tone(tone), spot)
        painter.setPen(colors.tone(tone))
        face = theme.small if tone == "neutral" else theme.small_strong
        draw_text(painter, face, severity, left + px(116), top, px(60), height)
        painter.setPen(colors.secondary)
        source = str(index.data(int(LogRole.SOURCE)))
        draw_text(painter, theme.small, source, left + px(180), top, px(90), height)
        painter.setPen(colors.text)
        draw_text(painter, theme.code, str(index.data()), left + px(276), top, 1 << 20, height)
        painter.restore()
