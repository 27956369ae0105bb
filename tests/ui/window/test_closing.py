from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.framework.stand_ins import replace
from vkconfig_py.model.apply.apply_plan import ApplyResult, change_leases
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.preferences import CLOSING
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, ForSeconds, UntilTime
from vkconfig_py.ui.widgets.messages import CloseAnswer
from vkconfig_py.ui.window import closing
from vkconfig_py.ui.window.closing import Closing

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def answer(label, remember=False, first=lambda: None):
    """Press a button of the question that is about to open; return what it is going to say."""

    def press():
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        told.append(box.informativeText())
        if box.checkBox() is not None:
            box.checkBox().setChecked(remember)
        first()
        found = [button for button in box.buttons() if button.text() == label]
        if not found:
            box.reject()  # or the test would wait for ever
        found[0].click()

    told = []
    QTimer.singleShot(0, press)
    return told


@pytest.fixture
def applied(qtbot, window):
    """Return a window whose configuration is applied; the machine counts as a real one."""
    view = window.chain.view
    name = next(row.key for _index, row in view.iterate_rows() if row.position == 1)
    view.select_key(name)
    view.set_control("on")
    qtbot.waitUntil(lambda: view.current_row().control == "on")
    window.session.requests.machine = window.session.machine._replace(demo=False)
    window.session.apply(())
    qtbot.waitUntil(lambda: bool(window.session.system.applied))
    return window


def stays(window):
    return [one.lease for one in window.session.system.applied] == [UNTIL_WITHDRAWN]


def keep_as_a_command(session):
    """Make what is applied stay, as `vkconfig-py apply` does, and read it."""
    keys = [one.configuration.key for one in session.system.applied]
    change_leases(dict.fromkeys(keys, UNTIL_WITHDRAWN), session.machine.paths)
    session.system.read()


def override_files(window):
    return window.session.system.applied_state.files


@pytest.fixture
def staying(qtbot, applied):
    """Return a window whose configuration is applied until it is withdrawn."""
    applied.session.apply((), term=UNTIL_WITHDRAWN)
    qtbot.waitUntil(lambda: stays(applied))
    return applied


def test_title_and_icon_say_that_something_is_applied(applied, qtbot):
    name = applied.session.edits.workspace.selected_configuration.name
    assert applied.windowTitle().startswith(f"{name} – applied – ")
    mark = applied.windowIcon().pixmap(64).toImage()
    edits = applied.session.edits
    edits.select_configuration(
        next(one.key for one in edits.workspace.configurations if one.name != name)
    )
    qtbot.waitUntil(lambda: f"“{name}” is applied" in applied.windowTitle())
    applied.session.withdraw()
    qtbot.waitUntil(lambda: "applied" not in applied.windowTitle())
    assert applied.windowIcon().pixmap(64).toImage() != mark


def test_what_was_applied_until_the_window_closes_is_withdrawn_without_a_question(applied):
    assert applied.controllers.closing.prepare_close()
    assert not applied.session.system.applied


def test_withdraw_and_close_takes_everything_back(staying):
    told = answer("Withdraw and close")
    assert staying.controllers.closing.prepare_close()
    assert told == ["It will keep affecting every program after you close this window."]
    assert not staying.session.system.applied


def test_leave_it_and_close_leaves_it_and_the_next_window_does_not_ask_again(staying):
    answer("Close and leave it applied")
    assert staying.controllers.closing.prepare_close()
    assert staying.session.system.applied
    assert stays(staying)
    assert staying.controllers.closing.prepare_close()


def test_cancel_keeps_the_window(staying):
    answer("Cancel")
    assert not staying.controllers.closing.prepare_close()
    assert staying.session.system.applied


def test_the_answer_is_remembered_when_asked_to(staying):
    answer("Close and leave it applied", remember=True)
    assert staying.controllers.closing.prepare_close()
    assert staying.session.preferences.values.get_value(CLOSING) == CloseAnswer.LEAVE.value
    staying.session.apply((), term=UNTIL_WITHDRAWN)
    assert staying.controllers.closing.prepare_close()  # no question any more


def test_a_signal_leaves_what_was_applied_until_it_is_withdrawn(staying):
    assert staying.controllers.closing.close_quietly()
    assert staying.session.system.applied
    assert stays(staying)


def test_a_signal_withdraws_where_the_user_never_said_otherwise(applied):
    assert applied.controllers.closing.close_quietly()
    assert not applied.session.system.applied


def test_what_was_applied_elsewhere_until_it_is_withdrawn_survives_signals_and_closing(applied):
    session = applied.session
    assert session.make_banner().text.endswith("Withdrawn when this window closes.")
    keep_as_a_command(session)
    assert session.make_banner().text.endswith("Stays until you withdraw it.")
    assert applied.controllers.closing.prepare_close()  # no question
    assert applied.controllers.closing.close_quietly()
    assert session.system.applied


def test_what_ends_at_a_time_outlives_the_window_without_a_question(qtbot, applied):
    applied.session.apply((), term=ForSeconds(900))
    system = applied.session.system
    qtbot.waitUntil(lambda: [type(one.lease) for one in system.applied] == [UntilTime])
    assert applied.controllers.closing.prepare_close()
    assert applied.controllers.closing.close_quietly()
    (one,) = applied.session.system.applied
    assert isinstance(one.lease, UntilTime)


@pytest.fixture
def both(qtbot, applied):
    """Return a window with one configuration that stays, applied first, and one that does not."""
    session = applied.session
    session.apply((), term=UNTIL_WITHDRAWN)
    qtbot.waitUntil(lambda: stays(applied))
    session.edits.do(workspace_edits.add_configuration, "Second")
    layer = next(row.name for row in session.snapshots.shown.rows if row.kind.value == "layer")
    session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    told = []
    session.message.connect(lambda *message: told.append(message))
    session.apply((session.machine.host.executable,))
    qtbot.waitUntil(lambda: bool(told) or len(session.system.applied) == 2)
    assert not told
    return applied


def test_a_signal_withdraws_what_ends_with_the_window_and_leaves_what_stays(both):
    first = both.session.system.applied[0]
    assert both.controllers.closing.close_quietly()
    assert both.session.system.applied == (first,)
    assert stays(both)


@pytest.mark.parametrize("leave", [True, False])
def test_the_question_is_about_what_may_stay_alone(both, monkeypatch, leave):
    first, asked = both.session.system.applied[0], []

    def ask(_window, _context, *words):
        asked.append(words)
        return CloseAnswer.LEAVE if leave else CloseAnswer.WITHDRAW, False

    monkeypatch.setattr(closing.messages, "ask_close_applied", ask)
    assert both.controllers.closing.prepare_close()
    assert asked == [([first.configuration.name], "every program")]
    assert both.session.system.applied == ((first,) if leave else ())


REFUSED = "Not everything could be withdrawn: /etc/x.json: Read-only file system."


@pytest.fixture
def refused(applied, monkeypatch):
    """Return a window whose configuration cannot be withdrawn, and what is shown about it."""
    shown = []
    replace(apply=lambda *_asked, **_more: ApplyResult(error=REFUSED))
    monkeypatch.setattr(closing.messages, "show_error", lambda _window, text: shown.append(text))
    return applied, shown


def test_what_a_signal_could_not_withdraw_is_logged_and_left_behind_for_the_next_start(
    refused, caplog
):
    window, _shown = refused
    assert window.controllers.closing.close_quietly()
    assert REFUSED in caplog.messages
    assert window.session.system.applied
    assert not stays(window)


def test_what_could_not_be_withdrawn_is_said_and_the_window_stays_until_it_is_left(refused, caplog):
    window, shown = refused
    assert (
        not window.controllers.closing.prepare_close()
    )  # no question: it was to end with the window
    assert shown == [REFUSED]
    assert REFUSED in caplog.messages
    answer("Close and leave it applied")
    assert window.controllers.closing.prepare_close()
    assert stays(window)


def test_a_note_about_a_withdrawal_is_read_before_the_window_closes(
    qtbot, applied, monkeypatch, caplog
):
    shown = []
    monkeypatch.setattr(closing.messages, "show_error", lambda _window, text: shown.append(text))
    (file,) = override_files(applied)
    root = applied.session.machine.host.root
    Path(root + file).write_text("{}")
    with qtbot.waitSignal(applied.session.system.applied_changed):  # the window shows what is left
        assert not applied.controllers.closing.prepare_close()
    assert "in the meantime; it was left as is" in shown[0]
    assert shown == caplog.messages
    assert applied.controllers.closing.prepare_close()  # nothing is left to ask


@pytest.mark.parametrize("close", [Closing.prepare_close, Closing.close_quietly])
def test_a_remembered_withdrawal_does_not_take_what_was_applied_to_stay(applied, close):
    applied.session.preferences.choose(CLOSING, CloseAnswer.WITHDRAW.value)
    session = applied.session
    keep_as_a_command(session)
    assert close(applied.controllers.closing)
    assert stays(applied)


@pytest.mark.parametrize("close", [Closing.prepare_close, Closing.close_quietly])
def test_a_remembered_withdrawal_takes_what_was_applied_here_until_it_is_withdrawn(staying, close):
    staying.session.preferences.choose(CLOSING, CloseAnswer.WITHDRAW.value)
    assert close(staying.controllers.closing)
    assert not staying.session.system.applied


@pytest.fixture
def unsaved(window):
    """Return a window with an edit, and the folder that stands in the way of saving it."""
    window.session.edits.do(workspace_edits.add_configuration, "Kept?")
    key = window.session.edits.workspace.selected_configuration.key
    folder = window.session.machine.paths.configurations
    in_the_way = folder / f"{key}.json.{os.getpid()}.tmp"  # refused for every user
    in_the_way.mkdir(parents=True)
    window.session.edits.do(workspace_edits.set_control, "VK_LAYER_x", LayerControl.ON)
    return window, in_the_way


def names_kept(window):
    loaded = load_workspace(window.session.machine.paths.configurations)
    return [one.name for one in loaded.workspace.configurations]


def test_what_cannot_be_saved_keeps_the_window_if_the_user_stays(unsaved):
    window, in_the_way = unsaved
    told = answer("Keep open")
    assert not window.controllers.closing.prepare_close()
    assert str(in_the_way.parent) in told[0]
    assert "could not be saved: " in told[0]
    in_the_way.rmdir()


def test_what_could_not_be_saved_is_saved_by_trying_again(unsaved):
    window, in_the_way = unsaved
    told = answer("Try again", first=in_the_way.rmdir)
    assert window.controllers.closing.prepare_close()
    assert len(told) == 1
    assert "Kept?" in names_kept(window)


def test_what_cannot_be_saved_is_given_up_only_by_saying_so(unsaved):
    window, in_the_way = unsaved
    answer("Close without saving")
    assert window.controllers.closing.prepare_close()
    assert "Kept?" not in names_kept(window)
    in_the_way.rmdir()


def test_what_a_bug_kept_from_being_saved_is_asked_about_before_the_window_closes(
    window, monkeypatch, qtbot
):
    def fail(before, after):
        raise ValueError("ours")

    with monkeypatch.context() as patch, qtbot.captureExceptions() as shown:
        patch.setattr(window.session.persistence._saver, "_save", fail)
        window.session.edits.do(workspace_edits.add_configuration, "Kept?")
        told = answer("Keep open")
        assert not window.controllers.closing.prepare_close()
        qtbot.waitUntil(lambda: bool(shown))
    assert "because of a bug in vkconfig-py" in told[0]
    assert window.controllers.closing.prepare_close()
    assert "Kept?" in names_kept(window)


def test_the_question_about_several_configurations_quotes_each(window, monkeypatch):
    asked = []

    def exec_(box):
        asked.append((box.text(), box.informativeText(), [one.text() for one in box.buttons()]))
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    closing.messages.ask_close_applied(window, window.context, ["A", "B"], "every program")
    ((title, text, buttons),) = asked
    assert title == "Still applied: “A” and “B”"
    assert text == "They will keep affecting every program after you close this window."
    assert "Close and leave them applied" in buttons
