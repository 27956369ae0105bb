"""Several runs in the launcher: tabs, what each log shows, and the buttons that stop and close."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QTabBar, QToolButton

from tests.framework.cut_text import list_painted_texts
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.launch.detached_runs import Detachment
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogEntry, MessageHeader
from vkconfig_py.model.launch.run_history import PastRun
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.plan.plan import NO_SAFE_MODE
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.text.wording import render_when
from vkconfig_py.ui.dialogs.compare_window import RunsDialog
from vkconfig_py.ui.panels.log_pane import LogPane
from vkconfig_py.ui.window import closing
from vkconfig_py.ui.window.closing import Closing
from vkconfig_py.ui.window.message_history import ToastAction

CUBE = Target("/usr/bin/vkcube")


def run_of(window, state=LaunchState.RUNNING, result=None, target=CUBE):
    run = window.launcher.add_run(target)
    run.state, run.result = state, result
    run.changed.emit()
    return run


@pytest.fixture
def three(window):
    """Return two runs that go on, and one that ended and is shown."""
    panel = window.docks.open("launcher")
    runs = run_of(window), run_of(window), run_of(window, LaunchState.ENDED,
                                                  LaunchEnd(3, "", False, "exit 3"))  # fmt: skip
    yield panel, runs
    for run in runs:
        run.state = LaunchState.ENDED  # nothing is stopped that never ran


def texts(panel):
    bar = panel.tabs.bar
    return [bar.tabText(at) for at in range(bar.count())]


def button(panel, at):
    return panel.tabs.bar.tabButton(at, QTabBar.ButtonPosition.RightSide)


def test_the_buttons_of_the_panels_stay_where_they_are_while_a_run_changes(window):
    bar = window.status_bar
    positions = [button.x() for button in bar.buttons.values()]
    run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0"))
    bar.layout().activate()
    assert bar.run_state.isVisibleTo(bar)
    assert bar.run_state.accessibleName() == "Launcher: exit 0"
    assert [button.x() for button in bar.buttons.values()] == positions


def test_one_run_needs_no_tabs(window):
    panel = window.docks.open("launcher")
    run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0"))
    assert not panel.tabs.isVisibleTo(panel)
    assert window.status_bar.run_state._note == "exit 0"


def test_a_tab_says_which_run_it_is_and_how_it_goes(three, window):
    panel, runs = three
    since = f"{runs[0].began:%H:%M}"
    assert panel.tabs.isVisibleTo(panel)
    assert texts(panel) == [f"vkcube · since {since}", f"vkcube 2 · since {since}",
                            "vkcube 3 · exit 3"]  # fmt: skip
    assert button(panel, 0).accessibleName() == "Stop vkcube"
    assert button(panel, 2).accessibleName() == "Close vkcube 3"
    assert window.status_bar.run_state._note == "2 running"


def test_errors_are_counted_in_the_tab_and_its_button_stays(three):
    panel, runs = three
    stop = button(panel, 0)
    head = MessageHeader("VUID-vkCmdDraw-None-02699")
    runs[0].log.store.append([LogEntry("error", "validation", "12:00:00", "wrong", head)] * 2)
    runs[0]._store_output()
    assert texts(panel)[0] == f"vkcube · since {runs[0].began:%H:%M} · 2 errors"
    assert button(panel, 0) is stop
    assert runs[0].tone == "error"


@pytest.fixture
def launched(three, window, monkeypatch):
    """Show the first run, which is of the next program, and return the launches of the button."""
    panel, runs = three
    session, launched = window.session, []
    monkeypatch.setattr(window.launcher, "start", launched.append)
    session.requests.machine = session.machine._replace(demo=False)
    panel.tabs.bar.setCurrentIndex(0)
    runs[0]._shown = session.snapshots.current
    session.edits.do(chosen_program.choose_program, CUBE)
    return launched


def end(run):
    run.state = LaunchState.ENDED
    run.changed.emit()
    run.ended.emit(LaunchEnd(0, "SIGTERM", True, "stopped"))


def test_a_run_from_before_the_last_changes_says_so_and_is_launched_again(three, window, launched):
    panel, runs = three
    runs[0].verdict = True, "The chain matches."
    panel.refresh()
    assert panel.verdict.text() == "The chain matches."
    assert not panel.relaunch_button.isVisibleTo(panel.header)
    runs[0].is_outdated = True
    runs[0].changed.emit()
    assert panel.verdict.text() == "Launched before your latest changes"
    assert window.status_bar.run_state._note == "2 running, 1 outdated"
    assert panel.relaunch_button.isVisibleTo(panel.header)
    panel.relaunch_button.click()
    assert launched == []
    end(runs[0])
    assert launched == [NO_SAFE_MODE]
    assert not panel.relaunch_button.isVisibleTo(panel.header)


@pytest.mark.parametrize("is_shown", [False, True])
def test_what_the_user_launched_meanwhile_is_not_launched_again(three, window, launched, is_shown):
    panel, runs = three
    panel.relaunch_button.click()
    copy = run_of(window)
    if is_shown:
        copy._shown = window.session.snapshots.current
    end(runs[0])
    copy.state = LaunchState.ENDED
    assert launched == []


def test_another_program_that_is_launched_meanwhile_does_not_stop_the_relaunch(
    three, window, launched
):
    panel, runs = three
    panel.relaunch_button.click()
    other = run_of(window, target=Target("/usr/bin/vkgears"))
    end(runs[0])
    other.state = LaunchState.ENDED
    assert launched == [NO_SAFE_MODE]


def test_tabs_that_have_room_are_not_scrolled(three, window):
    bar = three[0].tabs.bar
    last = bar.tabRect(bar.count() - 1)
    assert bar.tabRect(0).left() == 0
    assert last.right() < bar.width()
    assert not any(arrow.isVisibleTo(bar) for arrow in bar.findChildren(QToolButton))


def test_the_keyboard_goes_from_one_log_to_the_next_and_never_to_its_search(window, qtbot):
    panel = window.docks.open("launcher")
    panel.get_focus_widget().setFocus()
    offer = next(one for one in panel._empty_page.findChildren(QAbstractButton) if one.isVisible())
    offer.setFocus()
    runs = []
    for _launch in range(2):
        runs.append(run_of(window))
        assert panel.current_pane.log is runs[-1].log
        assert panel.current_pane.view.hasFocus()
    for run in runs:
        run.state = LaunchState.ENDED  # nothing is stopped that never ran


def test_the_log_and_the_buttons_follow_the_tab(three, window):
    panel, runs = three
    panel.tabs.bar.setCurrentIndex(0)
    assert window.launcher.shown_run is runs[0]
    assert panel.current_pane.log is runs[0].log
    stop, apply = window.header.stop, window.header.apply
    places = [stop.geometry(), apply.geometry()]
    assert stop.isEnabled()
    assert "Stop vkcube and" in stop.toolTip()
    panel.show_neighbor_run(-1)
    assert window.launcher.shown_run is runs[2]
    assert stop.isVisibleTo(window)
    assert stop.isEnabled()  # for what still runs, since the shown run is over
    assert "Stop vkcube 2 and" in stop.toolTip()
    assert [stop.geometry(), apply.geometry()] == places  # no click for one falls on the other
    assert window.actions_["stop"].isEnabled()


def test_a_log_looks_like_the_one_before_but_hides_nothing(three, window):
    """What fitted the earlier run may leave nothing of the next one in view."""
    panel, _runs = three
    pane = panel.current_pane
    pane.search.field.setText("VUID")
    pane.search.options["match_case"].setChecked(True)
    pane.show_details.setChecked(False)
    pane.toggles["info"].setChecked(False)
    pane.show_only_source("loader")
    pane.show_only_kind("VUID-some")
    pane.group.setChecked(True)
    run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0"))
    pane = panel.current_pane
    assert pane.log.filter == LogFilter(match_case=True)
    assert (pane.search.field.text(), pane.source.text()) == ("", "All sources")
    assert all(toggle.isChecked() for toggle in pane.toggles.values())
    assert pane.all_kinds_button.isHidden()
    assert not pane.show_details.isChecked()
    assert pane.group.isChecked()


def test_a_closed_run_takes_its_tab_with_it(three, window, qtbot):
    panel, runs = three
    pane = panel.current_pane
    with qtbot.waitSignals([pane.destroyed, runs[2].destroyed]):
        button(panel, 2).click()
    assert len(texts(panel)) == 2
    assert window.launcher.shown_run is runs[1]


def test_no_log_of_a_closed_run_follows_later_edits(window, qtbot):
    panel = window.docks.open("launcher")
    runs = [run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0")) for _ in "ab"]
    pane = panel.current_pane
    runs[1].log.store.append([LogEntry("info", "program", "12:00:00", "hello")])
    runs[1].log.sync()
    pane.view.setCurrentIndex(pane.log.index(0))
    with qtbot.waitSignal(runs[1].destroyed):
        window.launcher.close_ended()
    window.session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkgears"))
    assert panel.findChildren(LogPane) == []


def test_a_bug_report_has_the_output_of_the_last_run_that_was_closed(window, qtbot):
    panel = window.docks.open("launcher")
    window.session.requests.machine = window.session.machine._replace(demo=False)
    window.session.edits.do(chosen_program.choose_program, CUBE)
    for run, text in [(run_of(window, LaunchState.ENDED), text) for text in ("older", "newest")]:
        run.log.store.append([LogEntry("info", "vkcube", "12:00:00", text)])
    newest = window.launcher.runs[-1]
    with qtbot.waitSignal(newest.destroyed):
        for run in reversed(window.launcher.runs):
            window.launcher.close_run(run)
    assert panel._describe_first_step().startswith("No log open. F5 launches vkcube")
    window.actions_["bug_report"].trigger()
    dialog = window.controllers.bug_report().dialog
    qtbot.waitUntil(lambda: bool(dialog.rendered_text))
    assert "newest" in dialog.evidence.program_output
    assert "older" not in dialog.evidence.program_output
    dialog.close()


def test_tabs_without_room_end_their_texts_before_the_buttons(window):
    panel = window.docks.open("launcher")
    for _launch in range(6):
        run_of(window, LaunchState.ENDED, LaunchEnd(139, "SIGSEGV", False, "SIGSEGV, 20 messages"))
    bar = panel.tabs.bar
    bar.setFixedWidth(window.context.theme.px(800))
    panel.tabs.layout().activate()
    texts_by_left = sorted(
        (text for text in list_painted_texts(bar) if text.text.startswith("vkcube")),
        key=lambda text: text.box.left(),
    )
    assert len(texts_by_left) == 6
    for at, text in enumerate(texts_by_left):
        assert text.box.right() + 4 <= button(panel, at).geometry().left()
        assert button(panel, at).geometry().right() < bar.width()
    assert not any(arrow.isVisibleTo(bar) for arrow in bar.findChildren(QToolButton))


def test_delete_closes_what_ended_and_leaves_what_runs(three, window, qtbot):
    panel, runs = three
    qtbot.keyClick(panel.tabs.bar, Qt.Key.Key_Delete)
    assert window.launcher.runs == runs[:2]
    qtbot.keyClick(panel.tabs.bar, Qt.Key.Key_Delete)
    assert window.launcher.runs == runs[:2]


def test_stop_is_enabled_while_any_program_runs(three, window):
    _panel, runs = three
    shown = window.launcher.shown_run
    running = [run for run in runs if not run.is_over and run is not shown]
    assert running
    assert shown.is_over
    shown.changed.emit()
    assert window.header.stop.isEnabled()
    assert str(running[-1].name) in window.header.stop.toolTip()


def test_a_run_that_does_not_stop_is_offered_to_be_killed(window):
    run = run_of(window, LaunchState.STOPPING)
    assert window.header.stop.text() == "Stopping…"
    run.ignores_stop = True
    run.changed.emit()
    assert window.header.stop.text() == "Kill now"
    run.state = LaunchState.ENDED


def test_a_second_start_is_said_with_a_button_that_stops_the_first(window, monkeypatch):
    first, second = run_of(window), run_of(window)
    stopped = []
    monkeypatch.setattr(first, "stop", lambda: stopped.append(first))
    window.launcher.other_copies_found.emit(second, (first,), ())
    bar = window.status_bar
    when = render_when(first.began.timestamp())
    assert bar.messages.entries[-1].text == (
        f"vkcube is already running (started {when}). A second copy was launched."
    )
    assert bar.messages.entries[-1].offer_label == "Stop vkcube"
    bar._use_action(bar.messages.entries[-1], ToastAction.OFFER)
    assert stopped == [first]
    first.state = second.state = LaunchState.ENDED


def test_the_word_of_a_second_copy_goes_once_one_of_them_has_ended(window):
    bar = window.status_bar
    first, second = run_of(window), run_of(window)
    window.launcher.other_copies_found.emit(second, (first,), ())
    assert bar.toast.isVisible()
    second.state = LaunchState.ENDED
    second.changed.emit()
    assert not bar.toast.isVisible()
    first.state = LaunchState.ENDED


def test_a_run_from_elsewhere_is_said_with_a_button_that_shows_what_runs(window):
    run = run_of(window)
    past = PastRun(run.began.timestamp(), "vkcube", (), "", "One", "", 0.0)
    bar = window.status_bar
    window.launcher.other_copies_found.emit(run, (), (past,))
    assert "vkcube is already running" in bar.messages.entries[-1].text
    bar._use_action(bar.messages.entries[-1], ToastAction.OFFER)
    assert window.docks.get_current() == "running"
    window.launcher.other_copies_found.emit(run, (), (past, past))
    assert bar.messages.entries[-1].text == (
        "2 copies of vkcube are already running. Another was launched."
    )
    run.state = LaunchState.ENDED


def test_the_button_launch_says_that_the_program_runs(window):
    window.session.requests.machine = window.session.machine._replace(demo=False)
    window.session.edits.do(chosen_program.choose_program, CUBE)
    run = run_of(window)
    tip = window.header.launch.toolTip()
    assert tip == "vkcube is already running. Launch another copy (F5)"
    run.state = LaunchState.ENDED
    run.changed.emit()
    assert window.header.launch.toolTip() != tip


@pytest.fixture
def press(monkeypatch):
    """Let a button of the next questions be pressed, and return what these say."""
    asked = []

    def choose(label):
        def exec_(box):
            buttons = {button.text(): button for button in box.buttons()}
            default = box.defaultButton().text() if box.defaultButton() else ""
            asked.append((box.text(), box.informativeText(), set(buttons), default))
            if label in buttons:
                monkeypatch.setattr(box, "clickedButton", lambda: buttons[label])
            return 0

        monkeypatch.setattr(QMessageBox, "exec", exec_)
        return asked

    return choose


@pytest.fixture
def detached(window, monkeypatch):
    """Return how often programs were left to another process; the list has results to return.

    A result with an error and without programs that were let go comes before the window may leave.
    """
    results, calls = [], []

    def detach(may_leave):
        calls.append(window.launcher.running)
        result = results.pop() if results else Detachment(is_released=True)
        return result if not result.is_released or may_leave() else Detachment(is_released=False)

    monkeypatch.setattr(window.launcher, "detach_running", detach)
    return results, calls


KEEP, STOP = "Close and keep running", "Stop and close"


def test_closing_the_window_asks_once_about_all_that_runs(three, window, press, detached):
    asked = press("Cancel")
    assert not window.controllers.closing.prepare_close()
    assert asked == [
        (
            "2 programs are still running",
            "If vkcube and vkcube 2 keep running, their output is no longer shown. Stopping them "
            "also stops all their child processes.",
            {KEEP, STOP, "Cancel"},
            KEEP,
        )
    ]
    press("")  # Esc
    assert not window.controllers.closing.prepare_close()
    assert detached[1] == []


def test_one_program_is_named_in_the_question(window, press, detached):
    run = run_of(window)
    asked = press("Cancel")
    assert not window.controllers.closing.prepare_close()
    run.state = LaunchState.ENDED
    assert asked[0][:2] == (
        "vkcube is still running",
        "If it keeps running, its output is no longer shown. Stopping it also stops its child "
        "processes.",
    )


def test_what_runs_goes_on_without_the_window(three, window, press, detached):
    _panel, runs = three
    press(KEEP)
    assert window.controllers.closing.prepare_close()
    assert detached[1] == [runs[:2]]


def test_what_is_to_stop_is_not_left(three, window, press, detached):
    press(STOP)
    assert window.controllers.closing.prepare_close()
    assert detached[1] == []


def test_the_window_stays_if_its_programs_cannot_go_on_without_it(
    three, window, press, detached, monkeypatch
):
    told = []
    monkeypatch.setattr(
        closing.messages,
        "show_error",
        lambda _window, text, *, waits_for_user: told.append((text, waits_for_user)),
    )
    detached[0].append(Detachment(is_released=False, error="They cannot."))
    monkeypatch.setattr(Closing, "_withdraw_or_ask", lambda _self: pytest.fail("withdrawn"))
    press(KEEP)
    assert not window.controllers.closing.prepare_close()
    assert told == [("They cannot.", False)]


def test_the_window_stays_with_its_programs_if_what_is_applied_keeps_it(
    three, window, press, detached, monkeypatch
):
    monkeypatch.setattr(Closing, "_withdraw_or_ask", lambda _self: False)
    press(KEEP)
    assert not window.controllers.closing.prepare_close()
    assert detached[1]


def test_the_window_closes_once_it_is_read_that_what_it_let_go_is_lost(
    three, window, press, detached
):
    detached[0].append(Detachment(is_released=True, error="They may end."))
    asked = press(KEEP)
    assert window.controllers.closing.prepare_close()
    assert asked[1:] == [("They may end.", "", {"Close"}, "")]


def test_where_the_history_is_erased_programs_can_only_be_stopped(three, window, press, detached):
    asked = press("Cancel")
    assert not window.quit(erases_data=True)
    ((_title, text, buttons, default),) = asked
    assert text == "Closing this window stops vkcube and vkcube 2 and all their child processes."
    assert (buttons, default) == ({STOP, "Cancel"}, "Cancel")
    assert not window.erases_data
    window.quit()
    assert asked[1][2] == {KEEP, STOP, "Cancel"}


def test_the_text_of_a_tab_ends_before_its_button(three):
    bar = three[0].tabs.bar
    for at in range(bar.count()):
        bar.setCurrentIndex(at)
        text = next(one for one in list_painted_texts(bar) if one.text == bar.tabText(at))
        assert text.box.right() + 4 <= button(three[0], at).geometry().left()


def test_a_run_whose_layers_write_files_has_a_button_that_lists_them(qtbot, window):
    panel = window.docks.open("launcher")
    run = run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0"))
    assert not panel.files_button.isVisibleTo(panel)
    run.writes_files, run.history_key = True, "1.0\n/usr/bin/vkcube"
    run.changed.emit()
    assert panel.files_button.isVisibleTo(panel)
    panel.files_button.click()
    dialog = window.findChild(RunsDialog)
    qtbot.waitUntil(dialog.isVisible)
    dialog.close()
