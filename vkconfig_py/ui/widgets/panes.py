"""The order of F6 and Tab through the panes of the window, and the splitters between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QSplitter, QSplitterHandle, QWidget

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.ui.theme.context import ThemeContext


class Pane(NamedTuple):
    """A part of the window and its widget for the keyboard focus."""

    widget: QWidget
    first_focus: QWidget


class Panes:
    """Order of F6 and Tab.

    Args:
        find: the panes.
        parts: the parts of the window from top left to bottom right.
        fallback: gets the focus if the focused widget was hidden.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[Pane]],
        parts: Callable[[], Sequence[QWidget]],
        fallback: QWidget,
    ) -> None:
        self._find_panes = find
        self._find_parts = parts
        self._fallback = fallback

    def step_pane(self, step: int) -> None:
        """Move the focus to another pane.

        Args:
            step: 1 for the next one (F6), -1 for the previous one.
        """
        visible_panes = [pane for pane in self._find_panes() if pane.first_focus.isVisible()]
        if not visible_panes:
            return
        focus = QApplication.focusWidget()
        target = 0
        for number, pane in enumerate(visible_panes):
            if focus is not None and pane.widget.isAncestorOf(focus):
                target = (number + step) % len(visible_panes)
                break
        # With a reason of the keyboard: a text field then selects its text, a click does not.
        visible_panes[target].first_focus.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def list_tab_stops(self, window: QWidget) -> list[QWidget]:
        """Return the widgets at which Tab stops, part by part.

        Qt would put widgets that were made later at the end. Widgets outside the parts come in the
        middle, where the largest part is.
        """
        parts = self._find_parts()
        stops: list[QWidget] = []
        # Qt's focus chain is a ring through every widget of the window, hidden ones too.
        widget: QWidget | None = window.nextInFocusChain()
        while widget is not None and widget is not window:
            if _accepts_tab(widget):
                stops.append(widget)
            widget = widget.nextInFocusChain()
        places = {
            stop: next(
                (
                    number
                    for number, part in enumerate(parts)
                    if part is stop or part.isAncestorOf(stop)
                ),
                len(parts) // 2,
            )
            for stop in stops
        }
        # sorted() is stable: within a part Qt's own order stays.
        return sorted(stops, key=lambda stop: places[stop])

    def move_tab_focus(self, window: QWidget, *, forward: bool) -> bool:
        """Focus the next or previous tab stop. Return False if there is none."""
        stops, focus = self.list_tab_stops(window), QApplication.focusWidget()
        if not stops:
            return False
        if focus not in stops and self._fallback in stops:  # Qt asks this of what is hidden, too
            self._fallback.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        current = stops.index(focus) if focus in stops else -1 if forward else 0
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(current + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True


def _accepts_tab(widget: QWidget) -> bool:
    """Return whether Tab stops at a widget."""
    return (
        # A policy is a set of bits: ClickFocus, for one, does not have the bit of Tab.
        widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and widget.isEnabled()
        # Its proxy is a stop itself.
        and widget.focusProxy() is None
    )


class _SplitterHandle(QSplitterHandle):
    """A line of one pixel, whose area that can be grabbed Qt widens."""

    def __init__(
        self, context: ThemeContext, orientation: Qt.Orientation, parent: QSplitter
    ) -> None:
        super().__init__(orientation, parent)
        self._context = context

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.contentsRect(), self._context.theme.colors.divider)
        painter.end()


class Splitter(QSplitter):
    """A splitter whose panes cannot be collapsed."""

    def __init__(
        self, context: ThemeContext, orientation: Qt.Orientation = Qt.Orientation.Horizontal
    ) -> None:
        super().__init__(orientation)
        self._context = context
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        context.changed.connect(self.update)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        return _SplitterHandle(self._context, self.orientation(), self)
