from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from vkconfig_py.model.documents.configuration import Wish
from vkconfig_py.ui import closing
from vkconfig_py.ui.messages import CloseAnswer

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def answer(label, remember=False):
    """Press a button of the question that is about to open."""

    def press():
        box = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox))
        box.checkBox().setChecked(remember)
        next(b for b in box.buttons() if b.text() == label).click()

    QTimer.singleShot(50, press)


@pytest.fixture
def applied(qtbot, window):
    """Return a window whose configuration is applied; the machine counts as a real one."""
    view = window.chain.view
    name = next(row.key for _index, row in view.rows() if row.position == 1)
    view.select_key(name)
    view.set_wish("on")
    qtbot.waitUntil(lambda: view.current_row().wish == "on")
    window.store.machine = window.store.machine._replace(demo=False)
    window.store.apply(())
    qtbot.waitUntil(lambda: bool(window.store.applied))
    return window


def override_files(window):
    return window.store.system.in_force.files


def test_withdraw_and_close_takes_everything_back(applied):
    answer("Withdraw and close")
    assert closing.may_close(applied)
    assert not applied.store.applied


def test_leave_it_and_close_leaves_it(applied):
    answer("Leave it and close")
    assert closing.may_close(applied)
    assert applied.store.applied


def test_cancel_keeps_the_window(applied):
    answer("Cancel")
    assert not closing.may_close(applied)
    assert applied.store.applied


def test_the_answer_is_remembered_when_asked_to(applied):
    answer("Leave it and close", remember=True)
    assert closing.may_close(applied)
    assert applied.state.text(closing.ANSWER) == CloseAnswer.LEAVE.value
    assert closing.may_close(applied)  # no question any more


def test_what_was_applied_until_it_is_withdrawn_stays_without_a_question(applied):
    key = applied.store.workspace.current.key
    closing.note_staying(applied, key, stays=True)
    assert closing.may_close(applied)
    assert applied.store.applied


def test_a_signal_withdraws_where_the_user_never_said_otherwise(applied):
    assert closing.close_quietly(applied)
    assert not applied.store.applied


def test_what_was_applied_elsewhere_until_it_is_withdrawn_survives_signals_and_closing(applied):
    store = applied.store
    assert store.banner().text.endswith("Withdrawn when this window closes")
    assert store.keep_applied() == ""  # as `vkconfig-py apply` notes it
    store.system.in_force = store.doors.read_in_force(store.machine.paths)
    assert store.system.in_force.stays
    assert store.banner().text.endswith("Stays until you withdraw it")
    assert closing.may_close(applied)  # no question
    assert closing.close_quietly(applied)
    assert store.applied
    closing.note_staying(applied, "another", stays=True)
    key = store.applied[0].configuration.key
    assert key in applied.state.text(closing.STAYING).split(",")


def test_a_signal_withdraws_what_ends_with_the_window_and_leaves_what_stays(qtbot, applied):
    store = applied.store
    first = store.workspace.current.key
    closing.note_staying(applied, first, stays=True)
    with qtbot.waitSignal(store.picture_changed):
        store.new_configuration("Second")
    layer = next(row.name for row in store.shown.rows if row.kind.value == "layer")
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(layer, Wish.ON)
    store.apply((store.machine.host.executable,))
    qtbot.waitUntil(lambda: len(store.applied) == 2)
    assert closing.close_quietly(applied)
    assert [one.configuration.key for one in store.applied] == [first]
    assert store.system.in_force.stays
