"""Where windows, panes and the splitters between them stand, and the order of F6 and Tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QScreen
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
        self._fallback_pane = fallback

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
        tab_stops: list[QWidget] = []
        # Qt's focus chain is a ring through every widget of the window, hidden ones too.
        widget: QWidget | None = window.nextInFocusChain()
        while widget is not None and widget is not window:
            if _accepts_tab(widget):
                tab_stops.append(widget)
            widget = widget.nextInFocusChain()
        position_by_widget = {
            stop: next(
                (
                    number
                    for number, part in enumerate(parts)
                    if part is stop or part.isAncestorOf(stop)
                ),
                len(parts) // 2,
            )
            for stop in tab_stops
        }
        # sorted() is stable: within a part Qt's own order stays.
        return sorted(tab_stops, key=lambda stop: position_by_widget[stop])

    def move_tab_focus(self, window: QWidget, *, forward: bool) -> bool:
        """Focus the next or previous tab stop. Return False if there is none."""
        tab_stops, focus = self.list_tab_stops(window), QApplication.focusWidget()
        if not tab_stops:
            return False
        if (
            focus not in tab_stops and self._fallback_pane in tab_stops
        ):  # Qt asks this of what is hidden, too
            self._fallback_pane.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        current = tab_stops.index(focus) if focus in tab_stops else -1 if forward else 0
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        tab_stops[(current + (1 if forward else -1)) % len(tab_stops)].setFocus(reason)
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


_TITLE_BAR_HEIGHT = 32  # pixels kept free above a window whose frame nobody has seen yet
_NUMBER_COUNT = 9
_MAX_DIGITS = 7  # more than any screen has pixels


class Placement(NamedTuple):
    """Place and state of a window.

    Attributes:
        screen: name of its screen.
        corner: top left corner of that screen, from which a window keeps its distance.
        normal_geometry: the window's rectangle while it is not maximized, without its frame.
        title_height: height of its title bar, which has to be on the screen too.
        is_placed: False where the platform does not tell where a window is, as on Wayland.
    """

    screen: str
    corner: QPoint
    normal_geometry: QRect
    title_height: int = 0
    is_placed: bool = True
    is_maximised: bool = False

    @staticmethod
    def from_window(window: QWidget) -> Placement:
        """Return the present place of a window."""
        is_maximised = bool(window.windowState() & Qt.WindowState.WindowMaximized)
        fills_screen = window.isFullScreen() or is_maximised
        normal_geometry = window.normalGeometry() if fills_screen else window.geometry()
        title = max(window.geometry().top() - window.frameGeometry().top(), 0)
        name, corner = window.screen().name(), window.screen().geometry().topLeft()
        return Placement(name, corner, normal_geometry, title, _can_place_windows(), is_maximised)

    @staticmethod
    def parse(text: str) -> Placement | None:
        """Parse a text made by the property `text`, None for anything else."""
        parts = text.split(",", _NUMBER_COUNT)
        if len(parts) <= _NUMBER_COUNT or not all(
            _is_number(part) for part in parts[:_NUMBER_COUNT]
        ):
            return None
        left, top, x, y, width, height, title, placed, is_maximised = map(
            int, parts[:_NUMBER_COUNT]
        )
        normal_geometry, corner = QRect(x, y, width, height), QPoint(left, top)
        if normal_geometry.isEmpty():
            return None
        return Placement(
            parts[-1], corner, normal_geometry, title, bool(placed), bool(is_maximised)
        )

    @property
    def text(self) -> str:
        """The placement as a text that `parse` reads."""
        rect = self.normal_geometry
        numbers = (
            self.corner.x(), self.corner.y(), rect.x(), rect.y(), rect.width(), rect.height(),
            self.title_height, int(self.is_placed), int(self.is_maximised),
        )  # fmt: skip
        return f"{','.join(map(str, numbers))},{self.screen}"

    def apply_to_window(self, window: QWidget) -> Placement:
        """Bring a window to this placement, or where its screen is gone to the main screen.

        It is called before the window is shown.

        Returns:
            The placement that the window has now.
        """
        screen = self._find_screen()
        available_area = screen.availableGeometry()
        if self.is_placed and _can_place_windows():
            rect = self.normal_geometry.translated(screen.geometry().topLeft() - self.corner)
            available_area = available_area.adjusted(0, self.title_height, 0, 0)
            window.setGeometry(_fit_inside(available_area, rect, window.minimumSize()))
        else:
            window.resize(_limit_size(self.normal_geometry.size(), available_area.size()))
        placement = self._replace(screen=screen.name(), normal_geometry=window.geometry())
        if self.is_maximised:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
        return placement

    def is_same_place(self, other_placement: Placement) -> bool:
        """Return whether a window put at another placement still has its place and size."""
        placement = (self.screen, self.normal_geometry, self.is_maximised)
        return placement == (
            other_placement.screen,
            other_placement.normal_geometry,
            other_placement.is_maximised,
        )

    def _find_screen(self) -> QScreen:
        """Return the screen that the window was on, or else the main screen."""
        screens = QGuiApplication.screens()
        matching_screens = [screen for screen in screens if screen.name() == self.screen]
        # Two screens of one kind may have one name.
        same_place_screens = [
            screen for screen in matching_screens if screen.geometry().topLeft() == self.corner
        ]
        return (
            next(iter([*same_place_screens, *matching_screens]), None)
            or QGuiApplication.primaryScreen()
        )


def raise_open_dialog(window: QWidget, kind: type[QWidget]) -> bool:
    """Bring the open dialog of a class to the front. Return False if there is none."""
    dialog = window.findChild(kind)
    if not isinstance(dialog, kind):
        return False
    dialog.raise_()
    dialog.activateWindow()
    return True


def open_within_screen(window: QWidget, width: int, height: int) -> None:
    """Set the first size of a window, no larger than the screen that it will be on."""
    window.resize(limit_to_screen(window, QSize(width, height)))


def limit_to_screen(window: QWidget, size: QSize) -> QSize:
    """Return a size that fits the screen together with the title bar."""
    available_size = window.screen().availableGeometry().size()
    return _limit_size(size, available_size - QSize(0, _TITLE_BAR_HEIGHT))


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Resize an open window; it stays on its screen as a whole."""
    geometry, area = window.geometry(), window.screen().availableGeometry()
    size = limit_to_screen(window, QSize(width, height))
    if _can_place_windows():
        area = area.adjusted(0, geometry.top() - window.frameGeometry().top(), 0, 0)
        rect = QRect(geometry.topLeft(), size)
        window.setGeometry(_fit_inside(area, rect, window.minimumSize()))
    else:
        window.resize(size)


def _can_place_windows() -> bool:
    """Return whether a program may place its windows, which Wayland forbids."""
    return not QGuiApplication.platformName().startswith("wayland")


def _fit_inside(available_area: QRect, rect: QRect, minimum_size: QSize) -> QRect:
    """Return the rectangle moved and made smaller so that it is in the room."""
    size = _limit_size(rect.size(), available_area.size()).expandedTo(minimum_size)
    left = max(min(rect.left(), available_area.right() + 1 - size.width()), available_area.left())
    top = max(min(rect.top(), available_area.bottom() + 1 - size.height()), available_area.top())
    return QRect(QPoint(left, top), size)


def _limit_size(size: QSize, available_size: QSize) -> QSize:
    """Return a size cut to the room, or unchanged if the room is unknown."""
    return size.boundedTo(available_size) if available_size.isValid() else size


def _is_number(part: str) -> bool:
    """Return whether a text is an integer that is not too long."""
    return part.removeprefix("-").isdecimal() and len(part) < _MAX_DIGITS
