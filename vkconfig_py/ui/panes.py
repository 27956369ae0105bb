"""Panes: F6 walks the keyboard through the parts of the window; the lines between them move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QSplitter, QSplitterHandle, QWidget

from vkconfig_py.ui.look import Look


class Pane(NamedTuple):
    """A part of the window and the widget in it that takes the keyboard."""

    whole: QWidget
    first: QWidget


class Panes:
    """The parts in the order of F6."""

    def __init__(self, find: Callable[[], Sequence[Pane]]) -> None:
        self._find = find

    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) part."""
        shown = [pane for pane in self._find() if pane.first.isVisible()]
        if not shown:
            return
        focus = QApplication.focusWidget()
        here = next(
            (n for n, pane in enumerate(shown) if focus and pane.whole.isAncestorOf(focus)), None
        )
        there = 0 if here is None else (here + step) % len(shown)
        shown[there].first.setFocus(Qt.FocusReason.ShortcutFocusReason)


class _Handle(QSplitterHandle):
    """A line of one pixel; Qt widens the area that can be grabbed."""

    def __init__(self, look: Look, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._look = look

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(self.contentsRect(), self._look.theme.colors.divider)
        painter.end()


class Splitter(QSplitter):
    """A splitter whose panes do not fold away."""

    def __init__(self, look: Look, orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> None:
        super().__init__(orientation)
        self._look = look
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        look.changed.connect(self.update)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        """Return our line."""
        return _Handle(self._look, self.orientation(), self)
