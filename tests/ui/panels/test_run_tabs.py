"""Several runs in the launcher: tabs, what each log shows, and the buttons that stop and close."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QTabBar, QToolButton

from tests.framework.cut_text import list_painted_texts
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogEntry, MessageHeader
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.session.run_values import LaunchState

CUBE = Target("/usr/bin/vkcube")


def run_of(window, state=LaunchState.RUNNING, result=None):
    run = window.launcher.add_run(CUBE)
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


def test_one_run_needs_no_tabs(window):
    panel = window.docks.open("launcher")
    run_of(window, LaunchState.ENDED, LaunchEnd(0, "", False, "exit 0"))
    assert not panel.tabs.isVisibleTo(panel)
    assert window.status_bar.buttons["launcher"]._note == "exit 0"


def test_a_tab_says_which_run_it_is_and_how_it_goes(three, window):
    panel, runs = three
    since = f"{runs[0].began:%H:%M}"
    assert panel.tabs.isVisibleTo(panel)
    assert texts(panel) == [f"vkcube · since {since}", f"vkcube 2 · since {since}",
                            "vkcube 3 · exit 3"]  # fmt: skip
    assert button(panel, 0).accessibleName() == "Stop vkcube"
    assert button(panel, 2).accessibleName() == "Close vkcube 3"
    assert window.status_bar.buttons["launcher"]._note == "2 running"


def test_errors_are_counted_in_the_tab_and_its_button_stays(three):
    panel, runs = three
    stop = button(panel, 0)
    head = MessageHeader("VUID-vkCmdDraw-None-02699")
    runs[0].log.store.append([LogEntry("error", "validation", "12:00:00", "wrong", head)] * 2)
    runs[0]._store_output()
    assert texts(panel)[0] == f"vkcube · since {runs[0].began:%H:%M} · 2 errors"
    assert button(panel, 0) is stop
    assert runs[0].tone == "error"


def test_tabs_that_have_room_are_not_scrolled(three, window):
    bar = three[0].tabs.bar
    last = bar.tabRect(bar.count() - 1)
    assert bar.tabRect(0).left() == 0
    assert last.right() < bar.width()
    assert not any(arrow.isVisibleTo(bar) for arrow in bar.findChildren(QToolButton))


def test_the_log_and_the_buttons_follow_the_tab(three, window):
    panel, runs = three
    panel.tabs.bar.setCurrentIndex(0)
    assert window.launcher.shown is runs[0]
    assert panel.current_pane.log is runs[0].log
    stop, apply = window.header.stop, window.header.apply
    places = [stop.geometry(), apply.geometry()]
    assert stop.isEnabled()
    assert "Stop vkcube and" in stop.toolTip()
    panel.show_neighbor_run(-1)
    assert window.launcher.shown is runs[2]
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
    assert pane.only_kind.isHidden()
    assert not pane.show_details.isChecked()
    assert pane.group.isChecked()


def test_a_closed_run_takes_its_tab_with_it(three, window, qtbot):
    panel, runs = three
    pane = panel.current_pane
    with qtbot.waitSignals([pane.destroyed, runs[2].destroyed]):
        button(panel, 2).click()
    assert len(texts(panel)) == 2
    assert window.launcher.shown is runs[1]


def test_delete_closes_what_ended_and_leaves_what_runs(three, window, qtbot):
    panel, runs = three
    qtbot.keyClick(panel.tabs.bar, Qt.Key.Key_Delete)
    assert window.launcher.runs == runs[:2]
    qtbot.keyClick(panel.tabs.bar, Qt.Key.Key_Delete)
    assert window.launcher.runs == runs[:2]


def test_stop_is_enabled_while_any_program_runs(three, window):
    _panel, runs = three
    shown = window.launcher.shown
    running = [run for run in runs if not run.is_over and run is not shown]
    assert running
    assert shown.is_over
    shown.changed.emit()
    assert window.header.stop.isEnabled()
    assert str(running[-1].name) in window.header.stop.toolTip()


def test_a_run_that_does_not_stop_is_offered_to_be_killed(window):
    run = run_of(window, LaunchState.STOPPING)
    assert window.header.stop.text() == "Stopping…"
    run.resists = True
    run.changed.emit()
    assert window.header.stop.text() == "Kill now"
    run.state = LaunchState.ENDED


def test_closing_the_window_asks_once_about_all_that_runs(three, window, monkeypatch):
    asked = []

    def exec_(box):
        asked.append((box.text(), box.informativeText()))
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    assert not window.controllers.closing.prepare_close()
    (told,) = asked
    assert told == (
        "2 programs are still running",
        "Closing this window stops vkcube and vkcube 2 and all their child processes.",
    )


def test_the_text_of_a_tab_ends_before_its_button(three):
    bar = three[0].tabs.bar
    for at in range(bar.count()):
        bar.setCurrentIndex(at)
        text = next(one for one in list_painted_texts(bar) if one.text == bar.tabText(at))
        assert text.box.right() + 4 <= button(three[0], at).geometry().left()
