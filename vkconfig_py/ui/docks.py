"""Docks: the panels that fold out above the strip; made when they are first opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from shiboken6 import isValid

from vkconfig_py.ui.actions import Actions
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.panel import Panel

HEIGHT = 260


class Docks(QObject):
    """Opens and closes panels; at most one stands in the window, others may float.

    A panel that the user opens takes the keyboard, and gives it back to where it was.

    Args:
        home: what gets the keyboard where nothing else can have it back.

    Signals:
        shown: the name of the docked panel changed ("" for none).
    """

    shown = Signal(str)

    def __init__(
        self,
        window: QMainWindow,
        look: Look,
        actions: Actions,
        makers: Mapping[str, Callable[[], Panel]],
        home: QWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._look = look
        self._actions = actions
        self._makers = makers
        self._docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, Panel] = {}
        self.height = 0
        self._home = home
        self._came_from: QWidget | None = None
        for name in makers:
            action = actions[f"panel_{name}"]
            action.toggled.connect(lambda on, n=name: self.show(n) if on else self.hide(n))
            action.triggered.connect(lambda on, n=name: self.enter(n) if on else None)

    def open(self, name: str) -> Panel:
        """Open a panel and return it."""
        self._actions[f"panel_{name}"].setChecked(True)
        return self.panels[name]

    def enter(self, name: str) -> None:
        """Bring the keyboard into an open panel."""
        focus = QApplication.focusWidget()
        if self._holder_of(focus) is None:
            self._came_from = focus
        self.panels[name].body_focus().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def give_back(self) -> bool:
        """Give the keyboard back to where it was; return whether a panel had it."""
        if self._holder_of(QApplication.focusWidget()) is None:
            return False
        back, self._came_from = self._came_from, None
        if back is None or not isValid(back) or not back.isVisible() or not back.isEnabled():
            back = self._home
        back.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _holder_of(self, widget: QWidget | None) -> QDockWidget | None:
        if widget is None:
            return None
        return next((dock for dock in self._docks.values() if dock.isAncestorOf(widget)), None)

    def current(self) -> str:
        """Return the docked panel that is open, "" for none."""
        for name, dock in self._docks.items():
            if not dock.isFloating() and self._actions[f"panel_{name}"].isChecked():
                return name
        return ""

    def show(self, name: str) -> None:
        """Show a panel in place of the docked one."""
        self.note_height()
        for other, dock in self._docks.items():
            if other != name and not dock.isFloating():
                self._actions[f"panel_{other}"].setChecked(False)
        dock = self._docks.get(name) or self._make(name)
        dock.show()
        self.panels[name].refresh()
        if not dock.isFloating():
            height = self.height or self._look.theme.px(HEIGHT)
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        self.shown.emit(name)

    def hide(self, name: str) -> None:
        """Close a panel; the keyboard goes back to the window."""
        dock = self._docks.get(name)
        if dock is not None and dock.isVisible():
            self.note_height()
            if self._holder_of(QApplication.focusWidget()) is dock:
                self.give_back()
            dock.hide()
        self.shown.emit(self.current())

    def note_height(self) -> None:
        """Remember the height of the docked panel."""
        for dock in self._docks.values():
            if dock.isVisible() and not dock.isFloating():
                self.height = dock.height()

    def _make(self, name: str) -> QDockWidget:
        panel = self._makers[name]()
        dock = QDockWidget(panel.head.title.text(), self._window)
        dock.setObjectName(f"dock_{name}")
        dock.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        dock.setTitleBarWidget(panel.head)
        dock.setWidget(panel)
        action = self._actions[f"panel_{name}"]
        panel.head.close_asked.connect(lambda: action.setChecked(False))
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        self._docks[name] = dock
        self.panels[name] = panel
        return dock
