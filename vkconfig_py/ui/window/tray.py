"""The program beside its window: tray icon and menu, desktop notices, raising the window.

The tray icon exists only if the preference asks for it. Notices tell that a launch or lease has
ended while the window is not in front.
"""

from __future__ import annotations

import ctypes
import os
import struct
import time
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from PySide6.QtCore import QAbstractNativeEventFilter, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply.lease_facts import describe_ended_lease
from vkconfig_py.model.apply.notices import (
    APPLY_AGAIN_ACTION,
    EXTEND_ACTION,
    WITHDRAW_ACTION,
    make_tray_texts,
)
from vkconfig_py.model.configuration.preferences import HIDE, NOTIFICATIONS, ON, TRAY
from vkconfig_py.model.launch.desktop_bus import DesktopNotice, send_notice
from vkconfig_py.model.plan.leases import UntilTime
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.theme.context import make_application_icon
from vkconfig_py.ui.widgets.basic import escape_menu_text
from vkconfig_py.ui.widgets.menus import PopupMenu

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.model.apply.notices import Banner, BannerAction
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.plan.plan import AppliedConfiguration
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.ui.window.closing import Closing
    from vkconfig_py.ui.window.tray_submenus import TraySubmenus
    from vkconfig_py.ui.window.window_parts import WindowParts


# Neither menus nor tool tips.
_WINDOW_TYPES = (Qt.WindowType.Window, Qt.WindowType.Dialog, Qt.WindowType.Tool)
_NO_TRAY = tr(
    "No system tray found: vkconfig-py shows no icon and quits when you close the window."
)
_TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"
# xproto.h
_CLIENT_MESSAGE, _PROPERTY_NOTIFY, _PROPERTY_CHANGE = 33, 28, 1 << 22
_MESSAGE_PART_BYTES = 20  # bytes of a text that a message holds
_LONG_RUN_SECONDS = 10.0  # seconds; who waits for a shorter launch still looks at the window


def explain_no_icon() -> str:
    """Return why this desktop shows no tray icon, "" if it shows one."""
    return "" if QSystemTrayIcon.isSystemTrayAvailable() else _NO_TRAY


class TrayMenu(PopupMenu):
    """The menu of the icon: what is applied, line by line, what can be chosen, and commands.

    Attributes:
        tooltip: what is applied, in one sentence.
        configuration_menu, device_menu, log_menu: submenus, filled when the menu opens.
    """

    def __init__(self, parts: WindowParts, show_window: Callable[[], object]) -> None:
        # Without a parent: it must open while the window is hidden.
        super().__init__(parts.context)
        self._parts, self._session = parts, parts.session
        self._banner: Banner | None = None
        self._submenus: TraySubmenus | None = None
        self.setAccessibleName("vkconfig-py")
        self.tooltip = ""
        self._lines: tuple[str, ...] = ()
        self.apply_again = self.addAction(
            APPLY_AGAIN_ACTION.label, partial(self._use, APPLY_AGAIN_ACTION)
        )
        self.extend = self.addAction(EXTEND_ACTION.label, partial(self._use, EXTEND_ACTION))
        self.withdraw = self.addAction("", partial(self._use, WITHDRAW_ACTION))
        self.addSeparator()
        # Desktops that draw the menu themselves want submenus from the start.
        self.configuration_menu = self.add_submenu(tr("Apply"))
        self.device_menu = self.add_submenu(tr("Device"))
        self.log_menu = self.add_submenu(tr("Loader log"))
        self.addSeparator()
        self.launch = self.addAction("", parts.actions["launch"].trigger)
        self.stop = self.addAction("", parts.launcher.stop_or_kill)
        self.addSeparator()
        self.addAction(tr("Show window"), show_window)
        self.addAction(tr("Quit"), parts.services.quit)
        self._session.system.applied_changed.connect(self.refresh)
        self._session.edits.workspace_changed.connect(self.refresh)
        parts.launcher.state_changed.connect(self.refresh)
        parts.launcher.shown_run_changed.connect(self.refresh)
        self.aboutToShow.connect(self._fill)
        self.refresh()

    def _fill(self) -> None:
        """Show the present state in the menu and its submenus."""
        self.refresh()
        if self._submenus is None:
            from vkconfig_py.ui.window.tray_submenus import TraySubmenus

            self._submenus = TraySubmenus(
                self._parts,
                configuration_menu=self.configuration_menu,
                device_menu=self.device_menu,
                log_menu=self.log_menu,
            )
        self._submenus.refresh()

    def refresh(self) -> None:
        """Show what is applied, and the commands that fit."""
        session, launcher = self._session, self._parts.launcher
        self._banner, workspace = session.make_banner(), session.edits.workspace
        texts = make_tray_texts(
            self._banner, session.system.applied_state, workspace, session.find_moment()
        )
        self.tooltip = texts.tooltip
        self._show_lines(texts.lines)
        commands = {action.command for action in self._banner.actions} if self._banner else set()
        for action, command in (
            (self.apply_again, APPLY_AGAIN_ACTION),
            (self.extend, EXTEND_ACTION),
            (self.withdraw, WITHDRAW_ACTION),
        ):
            action.setVisible(command.command in commands)
        are_several_applied = len(session.system.applied) > 1
        self.withdraw.setText(tr("Withdraw all") if are_several_applied else WITHDRAW_ACTION.label)
        program = workspace.program.program.rpartition("/")[2]
        self.launch.setText(escape_menu_text(tr("Launch {program}", program=program)))
        self.launch.setVisible(bool(program))
        self.launch.setEnabled(self._parts.actions["launch"].isEnabled())
        run = launcher.shown_run
        self.stop.setVisible(run is not None and not run.is_over)
        if run is not None:
            self.stop.setText(escape_menu_text(tr("Stop {program}", program=str(run.name))))

    def _use(self, action: BannerAction) -> None:
        """Do what a button of the banner would do."""
        self._parts.banner.command_used.emit(action.command, self._banner)

    def _show_lines(self, lines: tuple[str, ...]) -> None:
        """Show one entry per line of what is applied, at the top of the menu."""
        if lines == self._lines:
            return
        self._lines = lines
        for action in self.actions():
            if action is self.apply_again:
                break
            self.removeAction(action)
            action.deleteLater()
        for line in lines:
            action = self.addAction(escape_menu_text(line))
            action.setEnabled(False)
            self.insertAction(self.apply_again, action)


class Tray(QObject):
    """The tray icon, which shows what is applied and can stand for the hidden window."""

    def __init__(self, parts: WindowParts, closing: Closing) -> None:
        super().__init__(parts.window)
        self._parts, self._window, self._closing = parts, parts.window, closing
        self._hidden_windows: list[QWidget] = []  # windows that went with the main window
        self.menu = TrayMenu(parts, self.show_window)
        self.destroyed.connect(self.menu.deleteLater)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        parts.session.system.applied_changed.connect(self._show)
        parts.launcher.failed.connect(self._on_failed)
        parts.services.closed.connect(self.close)
        parts.services.hide_when_closed(self._hide)
        # A dialog that is closed while the window is hidden must not end the program.
        QApplication.setQuitOnLastWindowClosed(False)
        self._show()
        self.icon.show()

    def close(self) -> None:
        """Remove the icon."""
        self._parts.services.hide_when_closed(None)
        QApplication.setQuitOnLastWindowClosed(True)
        self.icon.hide()

    def show_window(self) -> None:
        """Show the window and bring it to the front."""
        bring_to_front(self._window)

    def _show(self) -> None:
        """Show on the icon and in its tool tip what is applied."""
        # After the menu, which was connected first.
        self.icon.setToolTip(make_tooltip(self.menu.tooltip))
        self.icon.setIcon(
            make_application_icon(is_applied=bool(self._parts.session.system.applied))
        )

    def _on_failed(self) -> None:
        """Show the hidden window after an error, which it then displays."""
        # The window says why, but takes the keyboard from nobody: perhaps it was a timer.
        if self._window.isHidden():
            self._window.show()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """Show the window after a click on the icon."""
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_window()

    def _hide(self) -> bool:
        """Hide the window instead of closing it, and return whether that was done.

        It is not done where the user does not want it or no icon could bring the window back.
        """
        is_wanted = self._parts.session.preferences.values.get_value(TRAY) == HIDE
        if not is_wanted or explain_no_icon() or not self._closing.prepare_hide():
            return False
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and _is_above(widget, self._window):
                self._hidden_windows.append(widget)
                widget.hide()
        self._window.hide()
        self._window.installEventFilter(self)
        return True

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            watched_object.removeEventFilter(self)
            widgets, self._hidden_windows = self._hidden_windows, []
            for widget in filter(isValid, widgets):
                widget.show()
        return False


def _is_above(widget: QWidget, window: QWidget) -> bool:
    """Return whether a widget is a dialog or floating panel of the window.

    On X11 the tray icon is a top-level widget too.
    """
    if widget.windowType() not in _WINDOW_TYPES:
        return False
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        parent = parent.parentWidget()
    return parent is not None


def bring_to_front(window: QWidget, token: str = "") -> None:
    """Raise the window as far as the desktop allows it.

    Qt reads the token of xdg-activation-v1 from the environment when a window is activated, and
    only there. Without one a compositor of Wayland marks the window instead of raising it. On X11
    it is a startup id, of which Qt knows nothing after its own start.

    Args:
        window: the main window.
        token: what the desktop gave to the start that asks for the window, "" if nothing.
    """
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    if QGuiApplication.platformName() == "xcb":
        _ServerTimeFilter(window)
        if token:
            _end_startup(token)
        return
    if token:
        # Not os.environ: programs that are started from here must not inherit it.
        os.putenv(_TOKEN_VARIABLE, token)
    window.activateWindow()
    os.unsetenv(_TOKEN_VARIABLE)


class _ServerTimeFilter(QAbstractNativeEventFilter):
    """Activates a window as soon as Qt knows what time it is for the X server.

    Window managers that prevent windows from stealing the focus compare times of user actions. Qt
    asks with the time of the last event in its own windows, older than that of the active one. The
    server tells the time with each change of a property, such as the title.
    """

    _pending_filters: ClassVar[set[_ServerTimeFilter]] = set()  # Qt does not keep them

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window, self._window_id = window, int(window.winId())
        self._pending_filters.add(self)
        self._application = cast("Any", QGuiApplication.instance())
        self._application.installNativeEventFilter(self)
        window_handle = window.windowHandle()
        title = window_handle.title()
        window_handle.setTitle(f"{title} ")
        window_handle.setTitle(title)

    def nativeEventFilter(self, _kind: object, message: Any) -> tuple[bool, int]:  # noqa: N802
        kind, number = struct.unpack("=B3xI", ctypes.string_at(int(message), 8))
        if kind & 0x7F == _PROPERTY_NOTIFY and number == self._window_id:
            self._application.removeNativeEventFilter(self)
            self._pending_filters.discard(self)
            # Qt reads the event after its filters.
            QTimer.singleShot(0, self._window.activateWindow)
        return False, 0


def _end_startup(startup_id: str) -> None:
    """Tell launchers that a start has ended, as the startup notification protocol demands.

    They show an hourglass until then. Qt tells it for its own start only.
    """
    xcb, application = ctypes.CDLL("libxcb.so.1"), cast("Any", QGuiApplication.instance())
    xcb.xcb_get_setup.restype = ctypes.c_void_p
    xcb.xcb_setup_roots_iterator.restype = _ScreenIterator
    xcb.xcb_intern_atom_reply.restype = ctypes.POINTER(ctypes.c_uint32)
    connection = ctypes.c_void_p(application.nativeInterface().connection())
    setup = ctypes.c_void_p(xcb.xcb_get_setup(connection))
    root = xcb.xcb_setup_roots_iterator(setup).data[0]  # the first member of a screen
    quoted = startup_id.replace("\\", "\\\\").replace('"', '\\"')
    text = f'remove: ID="{quoted}"'.encode(errors="surrogateescape") + b"\0"
    name = b"_NET_STARTUP_INFO_BEGIN"
    for offset in range(0, len(text), _MESSAGE_PART_BYTES):
        cookie = xcb.xcb_intern_atom(connection, 0, len(name), name)
        reply = xcb.xcb_intern_atom_reply(connection, cookie, None)
        if not reply:  # the connection broke
            return
        part = text[offset : offset + _MESSAGE_PART_BYTES]
        event = struct.pack("=BBHII20s", _CLIENT_MESSAGE, 8, 0, root, reply[2], part)
        ctypes.CDLL(None).free(reply)
        xcb.xcb_send_event(connection, 0, root, _PROPERTY_CHANGE, event)
        name = b"_NET_STARTUP_INFO"
    xcb.xcb_flush(connection)


class _ScreenIterator(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.POINTER(ctypes.c_uint32)),
        ("rem", ctypes.c_int),
        ("index", ctypes.c_int),
    )


class DesktopNotices(QObject):
    """Sends desktop notices, unless the preference is off or the window is in front."""

    def __init__(self, parts: WindowParts, is_in_front: Callable[[], bool] | None = None) -> None:
        super().__init__(parts.window)
        self._parts, self._session = parts, parts.session
        self._is_in_front = is_in_front or _is_in_front
        self._start_times: dict[LaunchedRun, float] = {}
        self._applied_state = self._session.system.applied_state
        parts.launcher.started.connect(self._on_started)
        parts.launcher.ended.connect(self._on_ended)
        self._session.system.changed.connect(self._on_system_changed)

    def _on_started(self, run: LaunchedRun) -> None:
        """Remember when a run was started."""
        self._start_times[run] = time.monotonic()

    def _on_ended(self, run: LaunchedRun, end: LaunchEnd) -> None:
        """Send a notice that a run ended, if it was a long one."""
        start_time = self._start_times.pop(run, None)
        if start_time is not None and time.monotonic() - start_time >= _LONG_RUN_SECONDS:
            self.send(DesktopNotice(tr("{program} ended", program=str(run.name)), end.sentence))

    def _on_system_changed(self) -> None:
        """Send a notice for each configuration that was withdrawn by itself."""
        previous_state, self._applied_state = (
            self._applied_state,
            self._session.system.applied_state,
        )
        applied_keys = {
            applied_configuration.configuration.key
            for applied_configuration in self._applied_state.configurations
        }
        for applied_configuration in previous_state.configurations:
            if applied_configuration.configuration.key not in applied_keys and self._has_ended(
                applied_configuration, previous_state.ended_keys
            ):
                name = applied_configuration.configuration.title
                title = tr("“{configuration}” is no longer applied", configuration=name)
                self.send(DesktopNotice(title, describe_ended_lease(applied_configuration.lease)))

    def _has_ended(
        self, applied_configuration: AppliedConfiguration, ended_keys: tuple[str, ...]
    ) -> bool:
        """Return whether an applied configuration was withdrawn by itself.

        `ended_keys` has the keys of configurations whose leases have ended.
        """
        is_over = (
            isinstance(applied_configuration.lease, UntilTime)
            and applied_configuration.lease.seconds_left(self._session.find_moment()) <= 0
        )
        return is_over or applied_configuration.configuration.key in ended_keys

    def send(self, notice: DesktopNotice) -> None:
        """Send a desktop notice, unless the preference is off or the window is in front."""
        if self._session.preferences.values.get_value(NOTIFICATIONS) != ON or self._is_in_front():
            return
        job = partial(send_notice, self._session.machine.host.environment, notice)
        self._parts.worker.submit(job, lambda _sent: None)


def _is_in_front() -> bool:
    """Return whether a window of this program has the focus."""
    return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
