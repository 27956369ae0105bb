"""Closing the window: its questions, what happens to what is applied, signals that ask for it."""

from __future__ import annotations

import logging
import signal
import socket
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.messages import CloseAnswer, UnsavedAnswer

if TYPE_CHECKING:
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.ui.window.main_window import MainWindow


class SignalWatch(QObject):
    """Waits for the process to be told to end.

    Python runs its handlers only when it gets the processor back, which an idle event loop never
    gives; the wake-up descriptor is what Qt can wait for.

    Signals:
        caught: one of the signals came.
    """

    caught = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_activated)
        signal.set_wakeup_fd(self._write.fileno())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _ignore)

    def _on_activated(self) -> None:
        self._read.recv(64)
        self.caught.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return


log = logging.getLogger(__name__)
ANSWER = "close/answer_for_staying"
STAYING = "close/staying"


def may_close(window: MainWindow) -> bool:
    """Ask what has to be asked, do it, and return whether the window may close."""
    launcher, session = window.launcher, window.session
    if not _is_saved(window):
        return False
    if launcher.running and not messages.ask_close_running(window, launcher.command()):
        return False
    session.finish_changes()  # what is being applied now would outlive the window without a word
    if not session.applied or session.machine.demo:
        return True
    answer = _answer(window)
    if answer is CloseAnswer.CANCEL:
        return False
    leaving = _leaving(window, answer)
    told = _let_go(window, leaving)
    if told:
        messages.show_error(window, told)
    # The next time is asked about what could not be withdrawn: it can be left then.
    window.refused = tuple(key for key in leaving if _are_applied(window, (key,)))
    if window.refused:
        window.state.keep(ANSWER, "")
    return not (told and leaving)  # a window that closes would take the sentence with it


def _is_saved(window: MainWindow) -> bool:
    """Save everything, or ask; return whether the window may close."""
    while errors := window.session.flush():
        answer = messages.ask_close_unsaved(window, errors)
        if answer is not UnsavedAnswer.TRY_AGAIN:
            return answer is UnsavedAnswer.CLOSE
    return True


def close_quietly(window: MainWindow) -> bool:
    """Do what the user would have answered, without asking; what was to stay stays otherwise."""
    session = window.session
    for sentence in session.flush():
        log.error("%s", sentence)
    session.finish_changes()
    if not session.applied or session.machine.demo:
        return True
    _let_go(window, _leaving(window, _remembered_answer(window)))
    return True


def _let_go(window: MainWindow, leaving: tuple[str, ...]) -> str:
    """Withdraw what leaves and note that the rest stays; return "" or what is to be known."""
    session = window.session
    told = session.withdraw_now(leaving) if leaving else ""
    # What could not be withdrawn is not meant to stay: the next start calls it left behind.
    if session.applied and not session.system.in_force.stays and not _are_applied(window, leaving):
        told = " ".join(filter(None, (told, session.keep_applied())))
    if told:
        log.error("%s", told)
    return told


def _are_applied(window: MainWindow, keys: tuple[str, ...]) -> bool:
    """Return whether any of these configurations is applied."""
    return any(one.configuration.key in keys for one in window.session.applied)


def _remembered_answer(window: MainWindow) -> CloseAnswer | None:
    remembered = window.state.text(ANSWER)
    if remembered in (CloseAnswer.WITHDRAW.value, CloseAnswer.LEAVE.value):
        return CloseAnswer(remembered)
    return None


def _leaving(window: MainWindow, answer: CloseAnswer | None) -> tuple[str, ...]:
    """Return the keys of what leaves with the window."""
    asked = _asked(window)
    leaving = [one for one in _ending(window) if one not in asked]
    if answer is CloseAnswer.WITHDRAW:
        leaving += asked
    return tuple(one.configuration.key for one in leaving)


def _ending(window: MainWindow) -> list[Applied]:
    """Return what was applied until this window closes."""
    if window.session.system.in_force.stays:
        return []
    staying = window.state.text(STAYING).split(",")
    return [one for one in window.session.applied if one.configuration.key not in staying]


def _asked(window: MainWindow) -> list[Applied]:
    """Return what may stay: applied here until it is withdrawn, or refused to be withdrawn.

    Nobody is asked twice: what stayed once, or was applied from a command line to stay, does so.
    """
    if window.session.system.in_force.stays:
        return []
    mine = {*window.state.text(STAYING).split(","), *window.refused}
    return [one for one in window.session.applied if one.configuration.key in mine]


def _answer(window: MainWindow) -> CloseAnswer:
    asked = _asked(window)
    known = _remembered_answer(window) if asked else CloseAnswer.LEAVE
    if known is not None:
        return known
    names = ", ".join(one.configuration.name for one in asked)
    programs = sorted({program for one in asked for program in one.programs})
    every = any(not one.programs for one in asked)
    affected = "every program" if every else ", ".join(programs)
    answer, remember = messages.ask_close_applied(window, names, affected)
    if remember:
        window.state.keep(ANSWER, answer.value)
    return answer


def note_staying(window: MainWindow, key: str, *, stays: bool) -> None:
    """Remember whether a configuration was applied until it is withdrawn."""
    staying = {one for one in window.state.text(STAYING).split(",") if one}
    if window.session.system.in_force.stays:  # the record forgets that with the next apply
        staying.update(one.configuration.key for one in window.session.applied)
    (staying.add if stays else staying.discard)(key)
    window.state.keep(STAYING, ",".join(sorted(staying)))
    window.session.withdraws_at_close = not stays
