"""What the chain shows beside its rows: the card of a move, the old place, a list to come."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from vkconfig_py.ui.drag import Outcome, ordinal, short
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text
from vkconfig_py.ui.theme import Theme

_SHADOW = 8


def paint_was(painter: QPainter, theme: Theme, width: int, y: int, origin: int) -> None:
    """Paint the dashed line at the place the layer had."""
    text = f"was {ordinal(origin)}"
    end = width - theme.px(16) - theme.small.width(text)
    pen = QPen(theme.colors.secondary, 1)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.drawLine(QPointF(theme.px(72), y + 0.5), QPointF(end - theme.px(12), y + 0.5))
    painter.setPen(theme.colors.secondary)
    half = theme.px(10)
    draw_text(painter, theme.small, text, end, y - half, theme.px(200), 2 * half)


def paint_waiting(area: QWidget, theme: Theme) -> None:
    """Paint six bars where rows will be."""
    painter = QPainter(area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colors.hover)
    px = theme.px
    for number in range(6):
        top = px(44) * number + px(8)
        painter.drawEllipse(QRectF(px(33), top + px(3), px(22), px(22)))
        width = area.width() - px(88 + 40 * (number % 3 + 1))
        painter.drawRoundedRect(QRectF(px(72), top, width, px(28)), px(6), px(6))
    painter.end()


def paint_hint(area: QWidget, theme: Theme, below: int, text: str) -> None:
    """Paint a sentence below the last row."""
    painter = QPainter(area)
    painter.setPen(theme.colors.secondary)
    left, top = theme.px(72), below + theme.px(12)
    draw_text(painter, theme.body, text, left, top, area.width() - 2 * left, theme.px(20))
    painter.end()


def paint_card(
    painter: QPainter, look: Look, at: QPoint, layer: str, said: Outcome, within: QRect
) -> None:
    """Paint the card of the moved layer, kept inside the view."""
    theme = look.theme
    px, colors = theme.px, theme.colors
    needed = max(theme.small_strong.width(said.text), theme.strong.width(layer)) + px(56)
    width = min(max(px(320), needed), within.width() - px(16))
    left = min(max(at.x(), px(8)), within.width() - width - px(8))
    top = min(max(at.y(), 0), within.height() - px(48))
    rect = QRectF(left, top, width, px(44))
    _paint_shadow(painter, rect, px(6))
    painter.setPen(QPen(colors.accent, 1.5))
    painter.setBrush(colors.base)
    painter.drawRoundedRect(rect, px(6), px(6))
    _paint_grip(painter, theme, QPointF(left + px(17), rect.center().y()))
    start, room = left + px(34), width - px(44)
    painter.setPen(colors.faint)
    prefix = layer[: len(layer) - len(short(layer))]
    taken = draw_text(painter, theme.body, prefix, start, top + px(3), room, px(20))
    painter.setPen(colors.text)
    draw_text(painter, theme.strong, short(layer), start + taken, top + px(3), room - taken, px(20))
    painter.setPen(colors.accent if said.followed else colors.warn)
    middle = Qt.TextElideMode.ElideMiddle
    line = top + px(22)
    draw_text(painter, theme.small_strong, said.text, start, line, room, px(18), middle)


def _paint_shadow(painter: QPainter, rect: QRectF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(_SHADOW, 0, -1):
        painter.setBrush(QColor(0, 0, 0, 9))
        grown = rect.adjusted(-step, -step + 3, step, step + 3)
        painter.drawRoundedRect(grown, radius + step, radius + step)


def _paint_grip(painter: QPainter, theme: Theme, centre: QPointF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colors.secondary)
    step = theme.px(5)
    for column in (-0.5, 0.5):
        for line in (-1, 0, 1):
            spot = centre + QPointF(column * step, line * step)
            painter.drawEllipse(spot, 1.1 * theme.unit / 4, 1.1 * theme.unit / 4)
