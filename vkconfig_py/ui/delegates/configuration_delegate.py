"""ConfigurationDelegate: one configuration per row, headings, the marks for applied and edited."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import ConfigurationRole
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text, paint_focus


class ConfigurationDelegate(QStyledItemDelegate):
    """Paints rows of ConfigurationsModel."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one line."""
        px = self._look.theme.px
        return QSize(px(120), px(34 if index.data(int(ConfigurationRole.SECTION)) else 28))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme = self._look.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(rect)
        left, right = area.left() + px(20), area.right() - px(16)
        if index.data(int(ConfigurationRole.SECTION)):
            painter.setPen(colors.secondary)
            text = str(index.data())
            draw_text(painter, theme.small_strong, text, left, area.top() + px(6), right - left, 28)
            painter.restore()
            return
        selected = bool(state & QStyle.StateFlag.State_Selected)
        box = area.adjusted(px(8), 0, -px(8), 0)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.selected_window if selected else colors.hover_window)
            painter.drawRoundedRect(box, px(6), px(6))
        if selected and state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, box, px(6))
        if index.data(int(ConfigurationRole.APPLIED)):
            size = px(16)
            spot = QRectF(right - size, area.center().y() - size / 2, size, size)
            self._look.icons.paint(painter, "clock", colors.warn, spot)
            right -= size + px(6)
        note = str(index.data(int(ConfigurationRole.NOTE)) or "")
        if note:
            width = theme.small.width(note)
            painter.setPen(colors.text if selected else colors.secondary)
            draw_text(painter, theme.small, note, right - width, area.top(), width, area.height())
            right -= width + px(6)
        if index.data(int(ConfigurationRole.EDITED)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent)
            middle = QPointF(area.left() + px(14), area.center().y())
            painter.drawEllipse(middle, px(2.5), px(2.5))
        painter.setPen(colors.text)
        face = theme.strong if selected else theme.body
        draw_text(painter, face, str(index.data()), left, area.top(), right - left, area.height())
        painter.restore()
