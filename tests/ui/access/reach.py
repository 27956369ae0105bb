"""Controls that neither the pointer nor scrolling can come to."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from tests.ui.access.names import controls


def out_of_reach(window: QWidget) -> Iterator[str]:
    """Controls that have no room, or are partly outside of what they stand in."""
    for one in controls(window):
        if one.size().isEmpty():
            yield f"{_name(one)} has no room"
        elif (outer := _what_cuts(one, window)) is not None:
            yield f"{_name(one)} is partly outside of {_name(outer)}"


def _what_cuts(one: QWidget, window: QWidget) -> QWidget | None:
    """The first widget around one that shows a part of it only, and does not scroll."""
    place = QRect(QPoint(), one.size())
    while one is not window:
        outer = one.parentWidget()
        area = outer.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is outer:
            across = area.horizontalScrollBar().maximum() > 0
            return None if across or place.width() <= outer.width() else outer
        place.translate(one.pos())
        if not outer.rect().contains(place):
            return outer
        one = outer
    return None


def _name(one: QWidget) -> str:
    return f"{type(one).__name__} {one.accessibleName()}".strip()
