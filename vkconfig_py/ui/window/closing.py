"""Closing the window: questions, withdrawing applied configurations, and process signals."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int, c_void_p
from types import FrameType
from typing import TYPE_CHECKING

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
from vkconfig_py.model.apply.lease_facts import ends_with_us
from vkconfig_py.model.configuration.preferences import ASK, CLOSING
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.messages import CloseAnswer, UnsavedAnswer

if TYPE_CHECKING:
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.ui.window.window_parts import WindowParts


class SignalWatch(QObject):
    """Turns SIGINT, SIGTERM and SIGHUP into a Qt signal.

    Python runs signal handlers between bytecodes, and an idle event loop runs none; so Qt polls the
    wake-up descriptor.

    Signals:
        caught: one of the signals was received.
    """

    caught = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, write = os.pipe()
        for end in (self._read, write):
            # set_wakeup_fd() demands it: a signal handler must never block.
            os.set_blocking(end, False)
        self._notifier = QSocketNotifier(self._read, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_activated)
        # The interpreter's C handler writes into it, whatever thread runs.
        signal.set_wakeup_fd(write)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # A handler of Python has to be set, or the C handler that writes to the descriptor is
            # not installed.
            signal.signal(number, _ignore)

    def _on_activated(self) -> None:
        # Several signals may have come; unread bytes would wake the notifier again.
        os.read(self._read, 64)
        self.caught.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return


log = logging.getLogger(__name__)


class Closing:
    """Asks before the window closes, and withdraws or keeps the applied configurations."""

    def __init__(self, parts: WindowParts) -> None:
        self._window, self._preferences = parts.window, parts.session.preferences
        self._context, self._session, self._launcher = parts.context, parts.session, parts.launcher
        self._refused: tuple[str, ...] = ()  # keys of what could not be withdrawn

    def may_close(self) -> bool:
        """Ask the necessary questions and act on the answers; False to keep the window open."""
        launcher, session = self._launcher, self._session
        # Before all other questions: Cancel there keeps the window, and nothing is withdrawn yet.
        if not self._is_saved():
            return False
        running = [str(run.name) for run in launcher.running]
        if running and not messages.ask_close_running(self._window, running):
            return False
        # What is being applied now would outlive the window without a word.
        session.system.finish()
        if not session.system.applied or session.machine.demo:
            return True
        answer = self._answer()
        if answer is CloseAnswer.CANCEL:
            return False
        leaving = self._leaving(answer)
        told = self._let_go(leaving)
        if told:
            messages.show_error(self._window, told)
        # The next time is asked about what could not be withdrawn: it can be left then.
        self._refused = tuple(key for key in leaving if self._are_applied((key,)))
        if self._refused:
            self._preferences.choose(CLOSING, ASK)
        return not (told and leaving)  # a window that closes would take the sentence with it

    def _is_saved(self) -> bool:
        """Save everything, or ask; False if the window must stay open."""
        # The user may free space or mount the folder, and try again.
        while errors := self._session.persistence.flush():
            answer = messages.ask_close_unsaved(self._window, errors)
            if answer is not UnsavedAnswer.TRY_AGAIN:
                return answer is UnsavedAnswer.CLOSE
        return True

    def close_quietly(self) -> bool:
        """Close with the remembered answer; persistent configurations stay applied."""
        session = self._session
        # Nobody may be there to answer: what cannot be saved goes to the log.
        for sentence in session.persistence.flush():
            log.error("%s", sentence)
        session.system.finish()
        if not session.system.applied or session.machine.demo:
            return True
        self._let_go(self._leaving(self._remembered_answer()))
        return True

    def may_hide(self) -> bool:
        """Withdraw what was applied until the window closes; False if that fails.

        For its user a window that goes into the tray has closed. Programs go on, and nothing is
        asked: the icon says what else is applied.
        """
        session = self._session
        session.system.finish()
        leaving = tuple(one.configuration.key for one in self._ending())
        if not leaving or session.machine.demo:
            return True
        told = session.withdraw_now(leaving, is_going_on=True)
        if told:
            log.error("%s", told)
            messages.show_error(self._window, told)
        return not told

    def _let_go(self, leaving: tuple[str, ...]) -> str:
        """Withdraw the configurations that end with the window; return the error, or ""."""
        session = self._session
        told = session.withdraw_now(leaving) if leaving else ""
        # What is left by the user's answer, although it was to end with the window.
        kept = tuple(one.configuration.key for one in self._ending())
        if kept and not self._are_applied(leaving):
            told = " ".join(filter(None, (told, session.system.keep(kept))))
        session.system.asks_about.clear()
        if told:
            log.error("%s", told)
        return told

    def _are_applied(self, keys: tuple[str, ...]) -> bool:
        return any(one.configuration.key in keys for one in self._session.system.applied)

    def _remembered_answer(self) -> CloseAnswer | None:
        remembered = self._preferences.values.value(CLOSING)
        if remembered in (CloseAnswer.WITHDRAW.value, CloseAnswer.LEAVE.value):
            return CloseAnswer(remembered)
        return None

    def _leaving(self, answer: CloseAnswer | None) -> tuple[str, ...]:
        """Keys of the configurations that are withdrawn."""
        asked = self._asked()
        leaving = [one for one in self._ending() if one not in asked]
        if answer is CloseAnswer.WITHDRAW:
            leaving += asked
        return tuple(one.configuration.key for one in leaving)

    def _ending(self) -> list[Applied]:
        """Configurations that were applied until this window closes."""
        applied = self._session.system.applied_state.applied
        return [one for one in applied if ends_with_us(one.lease)]

    def _asked(self) -> list[Applied]:
        """Configurations to ask about: applied here until withdrawn, or whose withdrawal failed.

        Those that were kept once, or applied by a command, are not asked about again. Nor is what
        ends by itself: the guard sees to that.
        """
        asked = {*self._session.system.asks_about, *self._refused}
        return [one for one in self._session.system.applied if one.configuration.key in asked]

    def _answer(self) -> CloseAnswer:
        asked = self._asked()
        known = self._remembered_answer() if asked else CloseAnswer.LEAVE
        if known is not None:
            return known
        names = join_words([one.configuration.title for one in asked])
        programs = sorted({program for one in asked for program in one.programs})
        every = any(not one.programs for one in asked)
        affected = tr("every program") if every else join_words(programs)
        answer, remember = messages.ask_close_applied(self._window, self._context, names, affected)
        if remember:
            self._preferences.choose(CLOSING, answer.value)
        return answer


# The end of the X server or Wayland compositor: what ends with the window is withdrawn at once.
#
# X11: where Qt finds its connection broken it leaves the event loop, and the window closes behind
# it. Where a call of Xlib finds it first, the error handler of Xlib ends the process with exit(3),
# and nothing of Python runs. Handlers that return instead (libX11 1.7, XSetIOErrorExitHandler(3))
# leave it to Qt, which finds the connection broken next.
#
# Wayland: Qt ends the process with _exit(2). What comes before is its message alone, so that is
# where the work is done; no value of Qt tells of it.

end_log = logging.getLogger(__name__)

_LIBRARY = "libX11.so.6"
_BROKEN = "The Wayland connection broke"  # QWaylandDisplay::checkWaylandError
_OnError = CFUNCTYPE(c_int, c_void_p)
_OnExit = CFUNCTYPE(None, c_void_p, c_void_p)


def _on_error(_display: int) -> int:
    end_log.warning("X11 connection broke: a call of Xlib failed")
    return 0


def _on_exit(_display: int, _data: int) -> None:
    """Return, so that the process goes on to its event loop."""


# Xlib calls them until the process ends.
_HANDLERS = (_OnError(_on_error), _OnExit(_on_exit))


def watch_display_end(application: QGuiApplication, let_go: Callable[[], object]) -> None:
    """Call `let_go` or return to the event loop where the display server ends.

    `let_go` must not paint or wait for events.
    """
    match application.platformName():
        case "xcb":
            _return_from_xlib(application)
        case "wayland" | "wayland-egl":
            _WaylandEnd(let_go).install()


def _return_from_xlib(application: QGuiApplication) -> None:
    native = application.nativeInterface()
    if not isinstance(native, QNativeInterface.QX11Application):
        return
    try:
        xlib = ctypes.CDLL(_LIBRARY)
        set_exit_handler = xlib.XSetIOErrorExitHandler
    except (OSError, AttributeError):  # an older one: what is left is withdrawn by the guard
        return
    set_exit_handler.restype = None
    set_exit_handler.argtypes = (c_void_p, _OnExit, c_void_p)
    on_error, on_exit = _HANDLERS
    set_exit_handler(native.display(), on_exit, None)
    xlib.XSetIOErrorHandler.restype = c_void_p
    xlib.XSetIOErrorHandler.argtypes = (_OnError,)
    xlib.XSetIOErrorHandler(on_error)


class _WaylandEnd:
    """A handler of Qt's messages that lets go before the one after which Qt ends the process."""

    def __init__(self, let_go: Callable[[], object]) -> None:
        self._let_go = let_go
        self._is_over = False

    def install(self) -> None:
        qInstallMessageHandler(self._on_message)

    def _on_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        sys.stderr.write(f"{qFormatLogMessage(kind, context, text)}\n")
        if text.startswith(_BROKEN) and not self._is_over:
            self._is_over = True
            self._let_go()
