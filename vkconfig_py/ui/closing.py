"""What closing the window does to a running program and to what is applied."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from vkconfig_py.ui import messages
from vkconfig_py.ui.messages import CloseAnswer, UnsavedAnswer

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow

log = logging.getLogger(__name__)
ANSWER = "close/answer"
STAYING = "close/staying"


def may_close(window: MainWindow) -> bool:
    """Ask what has to be asked, do it, and return whether the window may close."""
    launcher, store = window.launcher, window.store
    if not _is_saved(window):
        return False
    if launcher.running and not messages.ask_close_running(window, launcher.command()):
        return False
    if not store.applied or store.machine.demo:
        return True
    answer = _answer(window)
    if answer is CloseAnswer.CANCEL:
        return False
    if answer is CloseAnswer.WITHDRAW:
        store.withdraw_now()
        return True
    refused = store.keep_applied()
    if refused:
        messages.show_error(window, refused)
    return True


def _is_saved(window: MainWindow) -> bool:
    """Save everything, or ask; return whether the window may close."""
    while errors := window.store.flush():
        answer = messages.ask_close_unsaved(window, errors)
        if answer is not UnsavedAnswer.TRY_AGAIN:
            return answer is UnsavedAnswer.CLOSE
    return True


def close_quietly(window: MainWindow) -> bool:
    """Do what the user would have answered, without asking; safety first where they never said."""
    store = window.store
    for sentence in store.flush():
        log.error("%s", sentence)
    if not store.applied or store.machine.demo:
        return True
    match _remembered_answer(window):
        case CloseAnswer.LEAVE:
            leaving: tuple[str, ...] = ()
        case CloseAnswer.WITHDRAW:
            leaving = tuple(one.configuration.key for one in store.applied)
        case _:
            leaving = _leaving(window)
    if leaving:
        store.withdraw_now(leaving)
    if store.applied:
        store.keep_applied()
    return True


def _remembered_answer(window: MainWindow) -> CloseAnswer | None:
    remembered = window.state.text(ANSWER)
    if remembered in (CloseAnswer.WITHDRAW.value, CloseAnswer.LEAVE.value):
        return CloseAnswer(remembered)
    return None


def _known_answer(window: MainWindow) -> CloseAnswer | None:
    return _remembered_answer(window) or (None if _leaving(window) else CloseAnswer.LEAVE)


def _leaving(window: MainWindow) -> tuple[str, ...]:
    """Return the configurations that were not applied until they are withdrawn."""
    if window.store.system.in_force.stays:
        return ()
    staying = window.state.text(STAYING).split(",")
    keys = (one.configuration.key for one in window.store.applied)
    return tuple(key for key in keys if key not in staying)


def _answer(window: MainWindow) -> CloseAnswer:
    known = _known_answer(window)
    if known is not None:
        return known
    applied = window.store.applied
    names = ", ".join(one.configuration.name for one in applied)
    programs = sorted({program for one in applied for program in one.programs})
    every = any(not one.programs for one in applied)
    affected = "every program" if every else ", ".join(programs)
    answer, remember = messages.ask_close_applied(window, names, affected)
    if remember:
        window.state.keep(ANSWER, answer.value)
    return answer


def note_staying(window: MainWindow, key: str, *, stays: bool) -> None:
    """Remember whether a configuration was applied until it is withdrawn."""
    staying = {one for one in window.state.text(STAYING).split(",") if one}
    if window.store.system.in_force.stays:  # the record forgets that with the next apply
        staying.update(one.configuration.key for one in window.store.applied)
    (staying.add if stays else staying.discard)(key)
    window.state.keep(STAYING, ",".join(sorted(staying)))
    window.store.withdraws_at_close = not stays
