"""Painting shared by widgets and delegates."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

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
