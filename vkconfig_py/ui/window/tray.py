"""The icon in the tray: what is in force, and what can be done about it without the window.

It is made only if the preference asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply.tray_texts import tray_texts
from vkconfig_py.model.configuration.preferences import HIDE, TRAY
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.theme.look import application_icon
from vkconfig_py.ui.widgets.basic import menu_text
from vkconfig_py.ui.window.to_front import bring_to_front

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.ui.window.closing import Closing
    from vkconfig_py.ui.window.status import StatusDisplay
    from vkconfig_py.ui.window.window_parts import WindowParts

# Neither menus nor tool tips.
_WINDOWS = (Qt.WindowType.Window, Qt.WindowType.Dialog, Qt.WindowType.Tool)
_NO_TRAY = tr(
    "This desktop shows no tray now, so there is no icon, and closing the window ends the program."
)


def why_no_icon() -> str:
    """Why no icon is seen, or ""."""
    return "" if QSystemTrayIcon.isSystemTrayAvailable() else _NO_TRAY


class TrayMenu(QMenu):
    """What is in force, line by line, and the commands on it.

    Attributes:
        tip: what is in force, in one sentence.
    """

    def __init__(
        self, parts: WindowParts, show: Callable[[], object], status: StatusDisplay
    ) -> None:
        # Without a parent: it must open while the window is hidden.
        super().__init__()
        self._parts, self._session, self._show_window = parts, parts.session, show
        self.setAccessibleName("vkconfig-py")
        self.tip = ""
        self._lines: tuple[str, ...] = ()
        self._above = self.addSeparator()
        self.withdraw = self.addAction(tr("Withdraw all"), lambda: self._session.withdraw())
        self.launch = self.addAction("", parts.actions["launch"].trigger)
        self.stop = self.addAction("", status.press_stop)
        self.addSeparator()
        self.addAction(tr("Show window"), show)
        self.addAction(tr("Quit"), parts.services.quit)
        self._session.system.applied_changed.connect(self.refresh)
        self._session.edits.workspace_changed.connect(self.refresh)
        parts.launcher.state_changed.connect(self.refresh)
        parts.launcher.shown_changed.connect(self.refresh)
        self.aboutToShow.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        session, launcher = self._session, self._parts.launcher
        texts = tray_texts(session.banner(), session.system.in_force, session.now())
        self.tip = texts.tip
        self._show_lines(texts.lines)
        self.withdraw.setEnabled(bool(session.system.applied))
        program = session.edits.workspace.program.program.rpartition("/")[2]
        self.launch.setText(menu_text(tr("Launch {program}", program=program)))
        self.launch.setVisible(bool(program))
        self.launch.setEnabled(self._parts.actions["launch"].isEnabled())
        run = launcher.shown
        self.stop.setVisible(run is not None and not run.is_over)
        if run is not None:
            self.stop.setText(menu_text(tr("Stop {program}", program=str(run.name))))

    def _show_lines(self, lines: tuple[str, ...]) -> None:
        if lines == self._lines:
            return
        self._lines = lines
        for action in self.actions():
            if action is self._above:
                break
            self.removeAction(action)
            action.deleteLater()
        for line in lines:
            # A click leads to the banner, which has more to say.
            action = self.addAction(menu_text(line), self._show_window)
            self.insertAction(self._above, action)


class Tray(QObject):
    """The icon, the window that it brings back, and the window that goes into it."""

    def __init__(self, parts: WindowParts, closing: Closing, status: StatusDisplay) -> None:
        super().__init__(parts.window)
        self._parts, self._window, self._closing = parts, parts.window, closing
        self._hidden: list[QWidget] = []  # windows that went with the main window
        self.menu = TrayMenu(parts, self.show_window, status)
        self.destroyed.connect(self.menu.deleteLater)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        parts.session.system.applied_changed.connect(self._show)
        parts.launcher.failed.connect(self._on_failed)
        parts.services.closed.connect(self.close)
        parts.services.hides_when_closed(self._hide)
        # A dialog that is closed while the window is hidden must not end the program.
        QApplication.setQuitOnLastWindowClosed(False)
        self._show()
        self.icon.show()

    def close(self) -> None:
        """Remove the icon."""
        self._parts.services.hides_when_closed(None)
        QApplication.setQuitOnLastWindowClosed(True)
        self.icon.hide()

    def show_window(self) -> None:
        bring_to_front(self._window)

    def _show(self) -> None:
        # After the menu, which was connected first.
        self.icon.setToolTip(tooltip(self.menu.tip))
        self.icon.setIcon(application_icon(applied=bool(self._parts.session.system.applied)))

    def _on_failed(self) -> None:
        # The window says why, but takes the keyboard from nobody: perhaps it was a timer.
        if self._window.isHidden():
            self._window.show()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_window()

    def _hide(self) -> bool:
        """Hide the window in place of closing it, if the user wants that and it can come back."""
        is_wanted = self._parts.session.preferences.values.value(TRAY) == HIDE
        if not is_wanted or why_no_icon() or not self._closing.may_hide():
            return False
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and _is_above(widget, self._window):
                self._hidden.append(widget)
                widget.hide()
        self._window.hide()
        self._window.installEventFilter(self)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            watched.removeEventFilter(self)
            hidden, self._hidden = self._hidden, []
            for widget in filter(isValid, hidden):
                widget.show()
        return False


def _is_above(widget: QWidget, window: QWidget) -> bool:
    """True for a dialog or floating panel of the window; the icon itself is a widget on X11."""
    if widget.windowType() not in _WINDOWS:
        return False
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        parent = parent.parentWidget()
    return parent is not None
