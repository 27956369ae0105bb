"""Painting shared by widgets and delegates."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.theme import Face, Theme


def draw_text(
    painter: QPainter,
    face: Face,
    text: str,
    left: float,
    top: float,
    width: float,
    height: float,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    beside: Face | None = None,
) -> int:
    """Draw one line, elided to the width; return the width it took.

    `beside` is the face whose baseline is shared where two sizes stand on one line.
    """
    needed = face.width(text)
    if needed > width:
        text = face.metrics.elidedText(text, elide, int(width))
        needed = face.metrics.horizontalAdvance(text)
    painter.setFont(face.font)
    # each text has its own direction, also where the row is mirrored
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    other = beside or face
    baseline = top + (height - other.height) / 2 + other.metrics.ascent()
    painter.drawText(QPointF(left, round(baseline)), text)
    return needed


def breakable(text: str) -> str:
    """Let long paths and names break after their separators."""
    for mark in "/_.":
        text = text.replace(mark, mark + "\u200b")
    return text


def paint_focus(painter: QPainter, theme: Theme, rect: QRectF, radius: float) -> None:
    """Paint the focus ring just inside a rectangle."""
    painter.setPen(QPen(theme.colors.accent, 2.0 if theme.high_contrast else 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


def paint_check(
    painter: QPainter, look: Look, rect: QRectF, *, checked: bool, dim: bool = False
) -> None:
    """Paint a check box; a dim one has no effect for now."""
    theme, colors = look.theme, look.theme.colors
    if checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.outline if dim else colors.primary)
        painter.drawRoundedRect(rect, theme.px(4), theme.px(4))
        spot = QRectF(0, 0, theme.px(14), theme.px(14))
        spot.moveCenter(rect.center())
        look.icons.paint(painter, "check", colors.primary_text, spot)
        return
    painter.setPen(QPen(colors.outline, 1.5))
    painter.setBrush(colors.base)
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), theme.px(4), theme.px(4))
