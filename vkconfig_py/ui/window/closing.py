"""Close the window: questions, withdrawing applied configurations, signals, end of the display."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int, c_void_p
from types import FrameType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QtMsgType,
    Signal,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication, QNativeInterface

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.model.apply.lease_facts import ends_with_this_process
from vkconfig_py.model.configuration.preferences import ASK, CLOSING
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.messages import CloseAnswer, RunningAnswer, UnsavedAnswer
from vkconfig_py.ui.window.window_parts import WindowParts

log = logging.getLogger(__name__)
_X11_LIBRARY = "libX11.so.6"
_BROKEN_CONNECTION_TEXT = "The Wayland connection broke"  # QWaylandDisplay::checkWaylandError
_ErrorHandler = CFUNCTYPE(c_int, c_void_p)
_ExitHandler = CFUNCTYPE(None, c_void_p, c_void_p)


class SignalWatch(QObject):
    """Turns SIGINT, SIGTERM and SIGHUP into a Qt signal.

    Python runs signal handlers between bytecodes, and an idle event loop runs none; so Qt polls the
    wake-up descriptor.

    Signals:
        signal_caught: one of the signals was received.
    """

    signal_caught = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read_end, write = os.pipe()
        for descriptor in (self._read_end, write):
            # set_wakeup_fd() demands it: a signal handler must never block.
            os.set_blocking(descriptor, False)
        self._notifier = QSocketNotifier(self._read_end, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_activated)
        # The interpreter's C handler writes into it, whatever thread runs.
        signal.set_wakeup_fd(write)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # A handler of Python has to be set, or the C handler that writes to the descriptor is
            # not installed.
            signal.signal(number, _ignore)

    def _on_activated(self) -> None:
        """Read the bytes of the received signals, and emit `caught`."""
        # Several signals may have come; unread bytes would wake the notifier again.
        os.read(self._read_end, 64)
        self.signal_caught.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: a Python handler, without which the wake-up descriptor gets no byte."""
    return


class Closing:
    """Asks before the window closes, and withdraws or keeps the applied configurations."""

    def __init__(self, parts: WindowParts) -> None:
        self._window, self._preferences = parts.window, parts.session.preferences
        self._context, self._session, self._launcher = parts.context, parts.session, parts.launcher
        self._refused_keys: tuple[str, ...] = ()  # keys of what could not be withdrawn

    def prepare_close(self, *, can_keep_running: bool = True) -> bool:
        """Ask what has to be asked before closing, and act accordingly.

        Return whether the window may close. `can_keep_running`: running programs may go on
        without it.
        """
        # Before all other questions: Cancel there keeps the window, and nothing is withdrawn yet.
        if not self._save_or_ask():
            return False
        running = [str(run.name) for run in self._launcher.running]
        answer = RunningAnswer.STOP
        if running:
            answer = messages.ask_close_running(
                self._window, running, can_keep_running=can_keep_running
            )
        if answer is RunningAnswer.CANCEL:
            return False
        return self._leave_running() if answer is RunningAnswer.KEEP else self._withdraw_or_ask()

    def _leave_running(self) -> bool:
        """Withdraw or leave what is applied, and leave running programs to another process.

        Return whether to go on closing. Nothing is withdrawn if the programs cannot be left; and
        they go last, since what has left the window does not come back to it.
        """
        detachment = self._launcher.detach_running(self._withdraw_or_ask)
        if detachment.error:
            # A window that closes would take the sentence with it.
            messages.show_error(
                self._window, detachment.error, waits_for_user=detachment.is_released
            )
        return detachment.is_released

    def _withdraw_or_ask(self) -> bool:
        """Withdraw or leave what is applied, and ask about it. Return whether to go on closing."""
        session = self._session
        # What is being applied now would outlive the window without a word.
        session.system.finish()
        if not session.system.applied or session.machine.demo:
            return True
        answer = self._find_answer()
        if answer is CloseAnswer.CANCEL:
            return False
        withdrawn_keys = self._list_withdrawn_keys(answer)
        error = self._withdraw(withdrawn_keys)
        if error:
            messages.show_error(self._window, error)
        # The next time is asked about what could not be withdrawn: it can be left then.
        self._refused_keys = tuple(key for key in withdrawn_keys if self._are_applied((key,)))
        if self._refused_keys:
            self._preferences.choose(CLOSING, ASK)
        # A window that closes would take the sentence with it.
        return not (error and withdrawn_keys)

    def _save_or_ask(self) -> bool:
        """Save everything, or ask about what cannot be saved. Return whether to go on closing."""
        # The user may free space or mount the folder, and try again.
        while errors := self._session.persistence.flush():
            answer = messages.ask_close_unsaved(self._window, errors)
            if answer is not UnsavedAnswer.TRY_AGAIN:
                return answer is UnsavedAnswer.CLOSE
        return True

    def close_quietly(self) -> bool:
        """Withdraw as the remembered answer says, without a question.

        Return True: the window may close.
        """
        session = self._session
        # Nobody may be there to answer: what cannot be saved goes to the log.
        for sentence in session.persistence.flush():
            log.error("%s", sentence)
        session.system.finish()
        if not session.system.applied or session.machine.demo:
            return True
        self._withdraw(self._list_withdrawn_keys(self._get_remembered_answer()))
        return True

    def prepare_hide(self) -> bool:
        """Withdraw what was applied until the window closes, and return whether that succeeded.

        For its user a window that goes into the tray has closed. Programs go on, and nothing is
        asked: the icon says what else is applied.
        """
        session = self._session
        session.system.finish()
        keys = tuple(
            applied_configuration.configuration.key for applied_configuration in self._list_ending()
        )
        if not keys or session.machine.demo:
            return True
        error = session.withdraw_now(keys, keeps_running=True)
        if error:
            log.error("%s", error)
            messages.show_error(self._window, error)
        return not error

    def _withdraw(self, keys: tuple[str, ...]) -> str:
        """Withdraw the configurations with these keys. Return the error, "" for none."""
        session = self._session
        error = session.withdraw_now(keys) if keys else ""
        # What is left by the user's answer, although it was to end with the window.
        kept_keys = tuple(
            applied_configuration.configuration.key for applied_configuration in self._list_ending()
        )
        if kept_keys and not self._are_applied(keys):
            error = " ".join(filter(None, (error, session.system.keep_applied(kept_keys))))
        session.system.keys_to_confirm.clear()
        if error:
            log.error("%s", error)
        return error

    def _are_applied(self, keys: tuple[str, ...]) -> bool:
        """Return whether any configuration with these keys is applied."""
        return any(
            applied_configuration.configuration.key in keys
            for applied_configuration in self._session.system.applied
        )

    def _get_remembered_answer(self) -> CloseAnswer | None:
        """Return what the user wants done with applied configurations, None to be asked."""
        remembered = self._preferences.values.get_value(CLOSING)
        if remembered in (CloseAnswer.WITHDRAW.value, CloseAnswer.LEAVE.value):
            return CloseAnswer(remembered)
        return None

    def _list_withdrawn_keys(self, answer: CloseAnswer | None) -> tuple[str, ...]:
        """Return the keys of the configurations to withdraw when the window closes."""
        asked_configurations = self._list_asked_configurations()
        withdrawn_configurations = [
            applied_configuration
            for applied_configuration in self._list_ending()
            if applied_configuration not in asked_configurations
        ]
        if answer is CloseAnswer.WITHDRAW:
            withdrawn_configurations += asked_configurations
        return tuple(
            applied_configuration.configuration.key
            for applied_configuration in withdrawn_configurations
        )

    def _list_ending(self) -> list[AppliedConfiguration]:
        """Return the configurations that were applied until this window closes."""
        applied_configurations = self._session.system.applied_state.configurations
        return [entry for entry in applied_configurations if ends_with_this_process(entry.lease)]

    def _list_asked_configurations(self) -> list[AppliedConfiguration]:
        """Return the configurations to ask about.

        They were applied here until withdrawn, or could not be withdrawn. Those that were kept
        once, or applied by a command, are not asked about again. Nor is what ends by itself, which
        the guard withdraws.
        """
        keys = {*self._session.system.keys_to_confirm, *self._refused_keys}
        return [
            applied_configuration
            for applied_configuration in self._session.system.applied
            if applied_configuration.configuration.key in keys
        ]

    def _find_answer(self) -> CloseAnswer:
        """Return what to do with applied configurations, and ask the user if necessary."""
        asked_configurations = self._list_asked_configurations()
        remembered = self._get_remembered_answer() if asked_configurations else CloseAnswer.LEAVE
        if remembered is not None:
            return remembered
        titles = [
            applied_configuration.configuration.title
            for applied_configuration in asked_configurations
        ]
        programs = sorted(
            {
                program
                for applied_configuration in asked_configurations
                for program in applied_configuration.programs
            }
        )
        is_for_every_program = any(
            not applied_configuration.programs for applied_configuration in asked_configurations
        )
        affected_programs = tr("every program") if is_for_every_program else join_words(programs)
        answer, is_remembered = messages.ask_close_applied(
            self._window, self._context, titles, affected_programs
        )
        if is_remembered:
            self._preferences.choose(CLOSING, answer.value)
        return answer


def _on_error(_display: int) -> int:
    """Log that the connection to the X server broke, and let Xlib go on."""
    log.warning("X11 connection broke: a call of Xlib failed")
    return 0


def _on_exit(_display: int, _data: int) -> None:
    """Do nothing, so that Xlib does not end the process and its event loop goes on."""


# Xlib calls them until the process ends.
_XLIB_HANDLERS = (_ErrorHandler(_on_error), _ExitHandler(_on_exit))


def watch_display_end(application: QGuiApplication, withdraw: Callable[[], object]) -> None:
    """Let the program withdraw what ends with the window when the display server ends.

    X11: where Qt finds its connection broken it leaves the event loop, and the window closes behind
    it. Where a call of Xlib finds it first, the error handler of Xlib ends the process with
    exit(3), and nothing of Python runs. Handlers that return instead (libX11 1.7,
    XSetIOErrorExitHandler(3)) leave it to Qt, which finds the connection broken next.

    Wayland: Qt ends the process with _exit(2). What comes before is its message alone, so that is
    where the work is done, since no value of Qt tells of it.

    Args:
        application: whose platform is watched.
        withdraw: withdraws; it must not paint or wait for events.
    """
    match application.platformName():
        case "xcb":
            _return_from_xlib(application)
        case "wayland" | "wayland-egl":
            _WaylandBreakHandler(withdraw).install()


def _return_from_xlib(application: QGuiApplication) -> None:
    """Make Xlib return after the loss of its connection instead of ending the process."""
    native_interface = application.nativeInterface()
    if not isinstance(native_interface, QNativeInterface.QX11Application):
        return
    try:
        xlib = ctypes.CDLL(_X11_LIBRARY)
        set_exit_handler = xlib.XSetIOErrorExitHandler
    except (OSError, AttributeError):  # an older one: what is left is withdrawn by the guard
        return
    set_exit_handler.restype = None
    set_exit_handler.argtypes = (c_void_p, _ExitHandler, c_void_p)
    on_error, on_exit = _XLIB_HANDLERS
    set_exit_handler(native_interface.display(), on_exit, None)
    xlib.XSetIOErrorHandler.restype = c_void_p
    xlib.XSetIOErrorHandler.argtypes = (_ErrorHandler,)
    xlib.XSetIOErrorHandler(on_error)


class _WaylandBreakHandler:
    """A handler of Qt's messages that lets go before the one after which Qt ends the process."""

    def __init__(self, withdraw: Callable[[], object]) -> None:
        self._withdraw = withdraw
        self._is_break_handled = False

    def install(self) -> None:
        """Get all messages of Qt from now on."""
        qInstallMessageHandler(self._on_message)

    def _on_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        """Print a message of Qt. If it is the last before Qt ends the process, withdraw."""
        sys.stderr.write(f"{qFormatLogMessage(kind, context, text)}\n")
        if text.startswith(_BROKEN_CONNECTION_TEXT) and not self._is_break_handled:
            self._is_break_handled = True
            self._withdraw()
