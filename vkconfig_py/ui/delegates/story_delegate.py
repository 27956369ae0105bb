"""StoryDelegate: one step of "why", as high as its text needs."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import StepRole
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import breakable, paint_focus

_GLYPHS = {"pass": ("check", "ok"), "against": ("cross", "error"), "neutral": ("minus", "neutral")}
_WRAP = int(Qt.TextFlag.TextWordWrap)


class StoryDelegate(QStyledItemDelegate):
    """Paints steps with a rail of glyphs; heights are computed for the given width.

    Attributes:
        width: width of the list; set by it before the heights are asked for.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.width = 300

    def _texts(self, index: Index, area: QRect) -> tuple[QRect, QRect]:
        """Return the rectangles of the sentence and of its source."""
        theme = self._look.theme
        left = area.left() + theme.px(28)
        width = max(self.width - theme.px(28), theme.px(80))
        face = theme.strong if index.data(int(StepRole.DECISIVE)) else theme.body
        top = area.top() + theme.px(3)
        text = face.metrics.boundingRect(
            QRect(left, top, width, 9999), _WRAP, breakable(str(index.data()))
        )
        source = breakable(str(index.data(int(StepRole.SOURCE)) or ""))
        if not source:
            return QRect(left, top, width, text.height()), QRect(left, text.bottom(), 0, 0)
        below = theme.small.metrics.boundingRect(
            QRect(left, text.bottom() + 2, width, 9999), _WRAP, source
        )
        return (
            QRect(left, top, width, text.height()),
            QRect(left, text.bottom() + 2, width, below.height()),
        )

    def source_rect(self, index: Index, area: QRect) -> QRect:
        """Return where the link of a step is, empty if it has none."""
        return self._texts(index, area)[1] if index.data(int(StepRole.FILE)) else QRect()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height for the width of the list."""
        text, source = self._texts(index, QRect(0, 0, self.width, 0))
        height = max(text.bottom(), source.bottom()) + self._look.theme.px(8)
        return QSize(self.width, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint glyph, rail, sentence and source."""
        theme = self._look.theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text, source = self._texts(index, rect)
        icon, tone = _GLYPHS.get(str(index.data(int(StepRole.MARK))), ("minus", "neutral"))
        size = theme.px(16)
        top = text.top() + (theme.body.height - size) / 2
        spot = QRectF(rect.left(), top, size, size)
        self._look.icons.paint(painter, icon, theme.colors.tone(tone), spot)
        if index.row() + 1 < index.model().rowCount():
            painter.setPen(QPen(theme.colors.divider, 1.5))
            x = rect.left() + size // 2
            painter.drawLine(x, round(top) + size + 2, x, rect.bottom())
        face = theme.strong if index.data(int(StepRole.DECISIVE)) else theme.body
        painter.setFont(face.font)
        painter.setPen(theme.colors.text)
        painter.drawText(text, _WRAP, breakable(str(index.data())))
        linked = bool(index.data(int(StepRole.FILE)))
        painter.setFont(theme.small.font)
        painter.setPen(theme.colors.accent if linked else theme.colors.secondary)
        painter.drawText(source, _WRAP, breakable(str(index.data(int(StepRole.SOURCE)) or "")))
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, QRectF(rect).adjusted(0, 0, -1, -1), theme.px(4))
        painter.restore()
