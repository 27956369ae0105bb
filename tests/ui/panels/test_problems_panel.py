"""The Problems panel on the sample machine: fixes by mouse and key, previewed, undone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.framework.snapshot import take_snapshot
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.verdicts import NoRemedy, Problem, RemoveFile, Severity
from vkconfig_py.model.problems import fixes
from vkconfig_py.model.problems.problem_lines import render_problems
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction, count_notes
from vkconfig_py.model.text.wording import abbreviate_home
from vkconfig_py.model.timeline.entries import JournalAction
from vkconfig_py.ui.inspector.head import InspectorPage

BROKEN = "game_capture.json"


@pytest.fixture
def panel(window, qtbot):
    """Return the open panel, with problems in it."""
    panel = window.docks.open("problems")
    qtbot.waitUntil(
        lambda: window.session.problems.problem_list.is_known and panel.model.rowCount() > 0
    )
    return panel


def row_of(panel, word):
    for number in range(panel.model.rowCount()):
        index = panel.model.index(number)
        if word in index.data():
            return index
    raise AssertionError(f"no row of {word}")


def labels_of(panel, text):
    return [action.label for action in panel.model.line_at(row_of(panel, text)).actions]


def titles(panel):
    return [panel.model.index(n).data() for n in range(panel.model.rowCount())]


def click_action(panel, qtbot, index, number=0):
    view = panel.view
    view.scrollTo(index)
    rect = view._delegate.get_action_rects(view.visualRect(index), index)[number]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


def carry_out(panel, qtbot, index):
    """Click the first button of a row, and then the one below the preview of its fix."""
    click_action(panel, qtbot, index)
    qtbot.waitUntil(panel.preview.fix_button.hasFocus)
    qtbot.mouseClick(panel.preview.fix_button, Qt.MouseButton.LeftButton)


def settle(window, qtbot, gone=None):
    """Wait until a fix was told, and a row is gone."""
    panel = window.docks.panels["problems"]
    if gone:
        qtbot.waitUntil(lambda: not any(gone in title for title in titles(panel)))
    # The folder is watched: its row may go before the fix is told.
    qtbot.waitUntil(window.actions_["undo"].isEnabled)


def test_very_many_of_one_kind_are_one_row_until_they_are_asked_for(window, panel, qtbot):
    found = window.session.problems.problem_list
    many = tuple(
        Diagnostic(Problem(Severity.WARNING, "c", f"bad {n}", "Skipped.", f"/bad/{n}.json"))
        for n in range(30)
    )
    found.problems = (*found.problems, *many)
    window.session.problems.changed.emit()
    index = row_of(panel, "bad 0")
    assert index.data() == "bad 0, and 29 more like this"
    assert panel.header.summary.text().startswith("36 warnings")
    assert render_problems(panel.model.values()).count("Skipped.") == 30
    panel.select_file("/bad/7.json")
    assert panel.view.currentIndex() == index
    click_action(panel, qtbot, index)
    assert sum("bad " in title for title in titles(panel)) == 30
    assert row_of(panel, "bad 0").data() == "bad 0"


def test_problems_are_counted_in_the_strip(window, panel):
    button = window.status_bar.buttons["problems"]
    severities = [problem.problem.severity for problem in panel.model.values()]
    warning_count = sum(severity is not Severity.NOTE for severity in severities)
    assert 0 < warning_count < len(severities)
    assert button._note == str(warning_count)
    assert panel.header.summary.text() in button.toolTip()
    assert panel.header.summary.text().startswith("6 warnings")


def test_a_broken_manifest_is_moved_aside_by_a_click_and_comes_back(window, panel, qtbot):
    folder = Path(panel.model.get_value(row_of(panel, BROKEN)).problem.file).parent
    before, count = take_snapshot(folder), panel.model.rowCount()
    button = window.status_bar.buttons["problems"]
    button_count = int(button._note)
    carry_out(panel, qtbot, row_of(panel, BROKEN))
    settle(window, qtbot, gone=BROKEN)
    assert not (folder / BROKEN).exists()
    assert panel.model.rowCount() == count - 1
    assert button._note == str(button_count - 1)
    machine = window.session.machine
    aside = abbreviate_home(str(machine.paths.state / "aside"), machine.home)
    assert (
        window.status_bar.toast.text().strip()
        == f"{BROKEN} was moved aside to {aside}; History can restore it."
    )
    assert window.status_bar.toast.undo_button.isVisible()
    assert window.session.edits.undo_label() == f"Move {BROKEN} aside"
    qtbot.mouseClick(window.status_bar.toast.undo_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.model.rowCount() == count)
    qtbot.waitUntil(window.actions_["redo"].isEnabled)
    # The folder is watched: its row may come back before its time does.
    qtbot.waitUntil(lambda: take_snapshot(folder) == before)


def test_a_click_on_a_button_of_any_row_shows_what_its_fix_writes_and_writes_nothing(
    window, panel, qtbot
):
    preview, view = panel.preview, panel.view
    view.setCurrentIndex(row_of(panel, "latency_meter"))
    qtbot.waitUntil(preview.fix_button.isEnabled)
    folder = Path(panel.model.get_value(row_of(panel, BROKEN)).problem.file).parent
    before = take_snapshot(folder)
    for _ in range(2):  # the row is not selected at first, and is then
        click_action(panel, qtbot, row_of(panel, BROKEN))
        qtbot.waitUntil(preview.fix_button.hasFocus)
        assert preview.heading.text() == f"Move {BROKEN} aside"
        assert view.currentIndex() == row_of(panel, BROKEN)
        assert view.isVisible()
        assert not preview.back_button.isVisible()
    assert take_snapshot(folder) == before
    assert not window.session.edits.can_undo()
    qtbot.mouseClick(preview.fix_button, Qt.MouseButton.LeftButton)
    qtbot.mouseDClick(preview.fix_button, Qt.MouseButton.LeftButton)
    settle(window, qtbot, gone=BROKEN)
    assert window.session.edits.undo_label() == f"Move {BROKEN} aside"


def test_ctrl_z_and_the_journal_take_a_fix_back(window, panel, qtbot):
    count = panel.model.rowCount()
    carry_out(panel, qtbot, row_of(panel, BROKEN))
    settle(window, qtbot, gone=BROKEN)
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: panel.model.rowCount() == count)
    qtbot.waitUntil(window.actions_["redo"].isEnabled)
    window.actions_["redo"].trigger()
    settle(window, qtbot, gone=BROKEN)
    journal = window.docks.open("journal")
    qtbot.waitUntil(lambda: journal.model.index(0).data() == f"Restored {BROKEN}")
    journal.view.action_used.emit(journal.model.values()[0], JournalAction.RESTORE)
    qtbot.waitUntil(lambda: len(window.session.problems.all_problems) == count)
    qtbot.waitUntil(lambda: not window.session.edits.can_undo())


def test_a_narrow_panel_shows_what_a_fix_writes_before_it_is_written(window, panel, qtbot):
    window.resize(820, 720)
    preview, view = panel.preview, panel.view
    qtbot.waitUntil(lambda: not preview.isVisible())
    file = Path(panel.model.get_value(row_of(panel, "latency_meter")).problem.file)
    before = file.read_bytes()
    click_action(panel, qtbot, row_of(panel, "latency_meter"))
    assert preview.isVisible()
    assert not view.isVisible()
    assert preview.fix_button.text() == "Fix file"
    qtbot.waitUntil(preview.fix_button.isEnabled)
    assert "DISABLE_DEMO_LATENCY_METER" in preview.text.toPlainText()
    assert preview.heading.text() == "Edit latency_meter.json"
    top = preview.text.firstVisibleBlock().blockNumber()
    assert (
        0
        < top
        < preview.text.toPlainText()
        .split("\n")
        .index(
            next(line for line in preview.text.toPlainText().split("\n") if line[:1] in ("+", "-"))
        )
    )
    qtbot.keyClick(preview.fix_button, Qt.Key.Key_Escape)
    assert view.isVisible()
    assert not preview.isVisible()
    assert window.docks.get_current() == "problems"
    assert file.read_bytes() == before
    click_action(panel, qtbot, row_of(panel, "latency_meter"))
    qtbot.waitUntil(preview.fix_button.isEnabled)
    qtbot.mouseClick(preview.fix_button, Qt.MouseButton.LeftButton)
    settle(window, qtbot, gone="latency_meter: “disable_environment”")
    assert file.read_bytes() != before
    assert view.isVisible()


def ask(panel, word):
    """Ask for the first fix of a problem as the sentence above the chain does."""
    diagnostic = panel.model.get_value(row_of(panel, word))
    panel.ask(diagnostic, diagnostic.actions[0])


def test_a_fix_that_is_asked_for_in_a_narrow_panel_replaces_the_one_it_shows(window, panel, qtbot):
    window.resize(820, 720)
    preview, view = panel.preview, panel.view
    qtbot.waitUntil(lambda: not preview.isVisible())
    kept = Path(panel.model.get_value(row_of(panel, "latency_meter")).problem.file)
    before = kept.read_bytes()
    ask(panel, "latency_meter")
    qtbot.waitUntil(preview.fix_button.hasFocus)
    ask(panel, BROKEN)
    qtbot.waitUntil(preview.fix_button.hasFocus)
    assert (preview.isVisible(), view.isVisible()) == (True, False)
    assert preview.heading.text() == f"Move {BROKEN} aside"
    assert preview.fix_button.text() == "Move aside"
    # A row that is selected behind the preview is not the one that it shows.
    view.setCurrentIndex(row_of(panel, "latency_meter"))
    ask(panel, "latency_meter")
    qtbot.waitUntil(lambda: preview.heading.text() == "Edit latency_meter.json")
    ask(panel, BROKEN)
    qtbot.waitUntil(preview.fix_button.hasFocus)
    qtbot.mouseClick(preview.fix_button, Qt.MouseButton.LeftButton)
    settle(window, qtbot, gone=BROKEN)
    assert kept.read_bytes() == before


def test_the_buttons_of_a_fix_take_no_room_from_what_it_writes_in_a_narrow_panel(
    window, panel, qtbot
):
    preview = panel.preview

    def top():
        return preview.fix_button.mapTo(preview, QPoint()).y()

    ask(panel, "latency_meter")
    qtbot.waitUntil(preview.fix_button.hasFocus)
    qtbot.waitUntil(lambda: top() > preview.text.geometry().bottom())
    height = preview.fix_button.height()
    window.resize(820, 720)
    qtbot.waitUntil(lambda: not preview.isVisible())
    ask(panel, "latency_meter")
    qtbot.waitUntil(lambda: top() < preview.note.geometry().top())
    assert preview.fix_button.height() == height
    preview.left.emit()
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: top() > preview.text.geometry().bottom())


def test_the_problem_of_a_row_is_selected_where_a_narrow_panel_shows_a_fix(window, panel, qtbot):
    window.resize(820, 720)
    qtbot.waitUntil(lambda: not panel.preview.isVisible())
    ask(panel, "latency_meter")
    qtbot.waitUntil(panel.preview.fix_button.hasFocus)
    other = row_of(panel, BROKEN)
    panel.select_file(panel.model.get_value(other).problem.file)
    assert (panel.preview.isVisible(), panel.view.isVisible()) == (False, True)
    assert panel.view.currentIndex() == other
    assert panel.view.hasFocus()


def test_a_command_that_is_asked_for_in_a_narrow_panel_shows_its_row(window, panel, qtbot):
    window.resize(820, 720)
    qtbot.waitUntil(lambda: not panel.preview.isVisible())
    ask(panel, "latency_meter")
    assert not panel.view.isVisible()
    index = row_of(panel, BROKEN)
    diagnostic = panel.model.get_value(index)
    command = diagnostic.actions[0]._replace(kind=ActionKind.COMMAND)
    diagnostic = diagnostic._replace(actions=(command,))
    found = window.session.problems.problem_list
    found.problems = tuple(
        diagnostic if one.problem == diagnostic.problem else one for one in found.problems
    )
    window.session.problems.changed.emit()
    panel.ask(diagnostic, command)
    assert (panel.preview.isVisible(), panel.view.isVisible()) == (False, True)
    assert panel.view.hasFocus()
    assert panel.view.currentIndex() == row_of(panel, BROKEN)


def test_a_fix_that_is_asked_for_goes_with_its_problem_and_a_wide_panel_has_the_list(
    window, panel, qtbot
):
    window.resize(820, 720)
    preview, view = panel.preview, panel.view
    qtbot.waitUntil(lambda: not preview.isVisible())
    click_action(panel, qtbot, row_of(panel, BROKEN))
    qtbot.waitUntil(preview.fix_button.isEnabled)
    found = window.session.problems.problem_list
    found.problems = tuple(one for one in found.problems if BROKEN not in one.problem.file)
    window.session.problems.changed.emit()
    assert view.isVisible()
    click_action(panel, qtbot, row_of(panel, "latency_meter"))
    assert not view.isVisible()
    window.resize(1280, 720)
    qtbot.waitUntil(view.isVisible)
    assert preview.isVisible()
    assert not preview.back_button.isVisible()


def test_enter_uses_the_first_action_and_arrows_choose_another(window, panel, qtbot):
    view = panel.view
    view.setFocus()
    view.setCurrentIndex(row_of(panel, "latency_meter"))
    assert labels_of(panel, "latency_meter") == ["Fix file…", "Move file…", "Move aside…"]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.get_chosen_action().label == "Move file"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.get_chosen_action().label == "Fix file"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    button = panel.preview.fix_button
    qtbot.waitUntil(button.hasFocus)
    assert button.text() == "Fix file"
    assert any("latency_meter: “disable_environment”" in title for title in titles(panel))
    qtbot.keyClick(button, Qt.Key.Key_Return)
    settle(window, qtbot, gone="latency_meter: “disable_environment”")
    assert window.session.edits.undo_label() == "Edit latency_meter.json"


def test_the_preview_shows_the_change_before_it_is_made(window, panel, qtbot):
    panel.view.setCurrentIndex(row_of(panel, "latency_meter"))
    qtbot.waitUntil(lambda: "DISABLE_DEMO_LATENCY_METER" in panel.preview.text.toPlainText())
    assert panel.preview.heading.text() == "Edit latency_meter.json"
    panel.view.choose_button(1)
    qtbot.waitUntil(lambda: panel.preview.heading.text() == "Move latency_meter.json")
    lines = panel.preview.text.toPlainText().split("\n")
    assert [line[0] for line in lines] == ["-", "+"]
    assert "/explicit_layer.d/" in lines[1]


def test_without_a_fix_the_preview_says_why(panel, qtbot):
    panel.view.setCurrentIndex(row_of(panel, "libcolour_filter.so"))
    assert "Install the package" in panel.preview.note.text()
    assert not panel.preview.text.isVisible()


def test_a_variable_is_unset_in_the_configuration(window, panel, qtbot):
    index = row_of(panel, "DISABLE_OBS_VKCAPTURE")
    panel.view.setCurrentIndex(index)
    # Unset alone, it would leave the layer off: OBS_VKCAPTURE is not set.
    both = "-DISABLE_OBS_VKCAPTURE\n+OBS_VKCAPTURE=1"
    qtbot.waitUntil(lambda: panel.preview.text.toPlainText() == both)
    carry_out(panel, qtbot, index)
    settle(window, qtbot, gone="DISABLE_OBS_VKCAPTURE")
    environment = window.session.edits.workspace.selected_configuration.environment
    assert [(one.name, one.value) for one in environment] == [
        ("DISABLE_OBS_VKCAPTURE", None),
        ("OBS_VKCAPTURE", "1"),
    ]
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: any("DISABLE_OBS_VKCAPTURE" in title for title in titles(panel)))


def test_files_that_may_not_be_written_give_their_command(window, panel, qtbot, monkeypatch):
    monkeypatch.setattr(fixes.os, "access", lambda path, mode: False)
    window.rescan()
    qtbot.waitUntil(lambda: "Copy command" in labels_of(panel, BROKEN))
    panel.view.setCurrentIndex(row_of(panel, BROKEN))
    qtbot.waitUntil(lambda: "sudo mv -n" in panel.preview.text.toPlainText())
    assert "You do not have permission to write to" in panel.preview.note.text()
    click_action(panel, qtbot, row_of(panel, BROKEN))
    qtbot.waitUntil(lambda: "sudo mv -n" in QGuiApplication.clipboard().text())


def test_a_refused_fix_is_told(window, panel, qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(
        "vkconfig_py.ui.widgets.messages.show_error", lambda _window, text: told.append(text)
    )
    index = row_of(panel, BROKEN)
    file = panel.model.get_value(index).problem.file
    click_action(panel, qtbot, index)
    qtbot.waitUntil(panel.preview.fix_button.isEnabled)
    Path(file).rename(f"{file}.gone")
    panel.preview.fix_button.click()
    qtbot.waitUntil(lambda: bool(told))
    assert told == [f"{file} no longer exists. Nothing was changed."]
    assert not window.session.edits.can_undo()


def test_the_link_shows_the_file(window, panel, qtbot):
    index = row_of(panel, "latency_meter")
    view = panel.view
    view.scrollTo(index)
    rect = view._delegate.get_link_rect(view.visualRect(index), index)
    point = rect.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert window.inspector.isVisible()


def test_fix_of_a_broken_row_leads_to_its_problem(window, panel):
    window.docks.open("journal")
    row = next(
        row for row in window.session.snapshots.current.rows if row.manifest.endswith(BROKEN)
    )
    window.chain.view.fix_requested.emit(row.key)
    assert window.docks.get_current() == "problems"
    assert BROKEN in panel.view.currentIndex().data()
    window.chain.view.fix_requested.emit(
        window.session.snapshots.current.rows[0].key
    )  # nothing is wrong there
    assert window.inspector.isVisible()


def test_a_misspelt_key_is_renamed(window, panel, qtbot):
    index = row_of(panel, "“library” instead of “library_path”")
    file = Path(panel.model.get_value(index).problem.file)
    before = file.read_bytes()
    # While the library does not exist either, only moving the manifest aside changes anything.
    assert labels_of(panel, BROKEN) == ["Move aside…"]
    (file.parent / "libVkLayer_frame_counter.so").write_bytes(make_elf_file(kind=LIBRARY))
    window.rescan()
    title = "“library” instead of “library_path”"
    qtbot.waitUntil(lambda: labels_of(panel, title)[0] == "Rename key…")
    carry_out(panel, qtbot, row_of(panel, title))
    settle(window, qtbot, gone="“library” instead")
    assert file.read_bytes() == before.replace(b'"library"', b'"library_path"')


def test_the_menu_lists_everything(panel, qtbot):
    index = row_of(panel, "latency_meter")
    menu = panel.make_menu(panel.model.get_value(index))
    labels = [action.text() for action in menu.actions() if action.text()]
    assert labels == ["Fix file…", "Move file…", "Move aside…", "Open file", "Copy"]
    asked = []
    panel.view.menu_requested.disconnect()
    panel.view.menu_requested.connect(
        lambda told, at: asked.append(panel.model.values().index(told))
    )
    panel.view.setCurrentIndex(index)
    keyboard = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(panel.view, keyboard)
    assert asked == [index.row()]


def test_every_row_is_told_to_screen_readers(panel):
    text = row_of(panel, BROKEN).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.startswith("warning: game_capture.json")
    assert text.endswith("Actions: Move aside…")
    assert panel.view.accessibleName() == "Problems"
    assert panel.preview.text.accessibleName() == "Changes made by the fix"


def test_a_fix_asked_for_while_its_preview_is_open_points_to_its_button(panel, qtbot):
    view, index = panel.view, row_of(panel, BROKEN)
    view.setCurrentIndex(index)
    qtbot.waitUntil(panel.preview.fix_button.isEnabled)
    bar = panel.preview.fix_button.parentWidget()
    assert not bar.autoFillBackground()
    click_action(panel, qtbot, index)
    assert panel.preview.fix_button.hasFocus()
    assert bar.autoFillBackground()
    qtbot.waitUntil(lambda: not bar.autoFillBackground())


def test_a_press_that_leaves_the_button_does_nothing(panel, qtbot):
    view, index = panel.view, row_of(panel, BROKEN)
    rect = view._delegate.get_action_rects(view.visualRect(index), index)[0]
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view.viewport(), left, pos=rect.center().toPoint())
    qtbot.mouseRelease(view.viewport(), left, pos=QPoint(60, int(rect.center().y())))
    assert any(BROKEN in title for title in titles(panel))


def test_nothing_wrong_is_said(window, panel, qtbot, monkeypatch):
    problems = window.session.problems
    monkeypatch.setattr(type(problems), "all_problems", ())
    panel.refresh()
    assert panel._empty.text().startswith("No problems found in ")


@pytest.mark.parametrize("kind", [ActionKind.TURN_OFF, ActionKind.COPY])
def test_a_fix_without_a_file_has_title_effect_and_button_too(panel, qtbot, kind):
    problem = Problem(Severity.ERROR, "x", "title", "text.", "/x", remedy=NoRemedy(""))
    key = panel._session.snapshots.current.rows[0].key
    action = ProblemAction(kind, "Do it", step_label="Step", text=key, consequence="It is done")
    panel.model.update_to((Diagnostic(problem, (action,)),))
    panel.view.setCurrentIndex(panel.model.index(0))
    preview = panel.preview
    assert (preview.heading.text(), preview.note.text()) == ("Step", "It is done.")
    assert preview.text.isVisible() == (kind is ActionKind.COPY)
    assert preview.fix_button.text() == "Do it"
    with qtbot.waitSignal(panel.action_used) as used:
        qtbot.mouseClick(preview.fix_button, Qt.MouseButton.LeftButton)
    assert used.args[1] == action


def test_too_many_buttons_stay_in_the_menu(panel):
    problem = Problem(Severity.NOTE, "x", "title", "text.", "/x", remedy=NoRemedy(""))
    actions = tuple(
        ProblemAction(ActionKind.FIX, f"A long label of a button {n}", RemoveFile("/x"))
        for n in range(5)
    )
    panel.model.update_to((Diagnostic(problem, actions),))
    index = panel.model.index(0)
    rect = panel.view.visualRect(index)
    rects = panel.view._delegate.get_action_rects(rect, index)
    assert 1 <= len(rects) < 5
    assert all(rect.contains(one.toRect()) for one in rects)
    assert os.path.basename(panel.model.get_value(index).problem.file) == "x"


def test_f6_goes_to_the_list_and_the_place_of_a_problem_shows_no_control_characters(
    window, panel, qtbot
):
    window.inspector.tabs.setFocus()
    window.actions_["next_pane"].trigger()
    qtbot.waitUntil(panel.view.hasFocus)
    odd = Problem(
        Severity.NOTE, "odd", "Odd", "It is odd.", "/a/\u202eodd\udcff.json", 3, NoRemedy("")
    )
    panel.model.update_to([Diagnostic(odd)])
    lines = panel.model.line_at(panel.model.index(0))
    assert lines.location == "/a/\\u202eodd\\udcff.json, line 3"


def test_a_problem_s_file_is_that_of_this_machine_whatever_root_is_supposed(
    window, panel, demo, qtbot
):
    other = demo.folder / "other"
    other.mkdir()
    window.session.what_if.set_assumptions(WhatIf(root=str(other)))
    qtbot.waitUntil(lambda: window.session.what_if.snapshot is not None)
    told = panel.model.get_value(row_of(panel, BROKEN))
    panel.file_requested.emit(told.problem.file, told.problem.line)
    text = Path(told.problem.file).read_text()
    qtbot.waitUntil(lambda: window.inspector.manifest.text.toPlainText()[:40] == text[:40])


def test_a_file_is_opened_under_its_own_bytes(panel):
    name = "/a/odd\udcff.json"
    panel.model.update_to(
        [Diagnostic(Problem(Severity.NOTE, "odd", "Odd", "", name, 3, NoRemedy("")))]
    )
    asked = []
    panel.file_requested.connect(lambda file, line: asked.append((file, line)))
    panel.view.link_used.emit(panel.model.values()[0])
    assert asked == [(name, 3)]


def test_a_copied_report_is_one_line_for_each_problem_whatever_a_name_holds(panel):
    panel.model.update_to(
        [Diagnostic(Problem(Severity.NOTE, "odd", "a\nb\x1b[2J", "", "", 0, NoRemedy("")))]
    )
    assert render_problems(panel.model.values()) == "note: a\\nb\\x1b[2J.  [odd]\n"


def test_a_name_that_would_act_is_shown_in_the_toast_the_undo_entry_and_the_inspector(
    window, panel, qtbot
):
    folder = Path(panel.model.get_value(row_of(panel, BROKEN)).problem.file).parent
    name = "<b>a&b\n\u202e\udcff.json"
    (folder / name).write_text("{")
    window.session.snapshots.refresh()
    shown = "<b>a&b\\n\\u202e\\udcff.json"
    qtbot.waitUntil(lambda: any(shown in title for title in titles(panel)))
    keys = [
        row.key
        for row in window.session.snapshots.current.rows
        if row.manifest == str(folder / name)
    ]
    window.chain.view.select_key(keys[0])
    qtbot.waitUntil(lambda: window.inspector.chip.isVisible())
    window.inspector.show_tab(InspectorPage.MANIFEST)
    qtbot.waitUntil(lambda: window.inspector.manifest.text.toPlainText() == "{")
    carry_out(panel, qtbot, row_of(panel, shown))
    settle(window, qtbot, gone=shown)
    assert window.status_bar.toast.text().strip().startswith("<b>a&b\\n\\u202e")
    undo = window.actions_["undo"]
    assert undo.text() == "&Undo: Move <b>a&&b\\n\\u202e\\udcff.json aside"
    assert undo.toolTip().startswith("<qt>Undo: Move &lt;b&gt;")


def test_known_notes_can_be_hidden_with_a_way_back(window, panel, qtbot):
    all_of_them = panel.model.rowCount()
    notes = count_notes(panel.model.values())
    assert notes
    assert panel.notes.text() == "Hide notes"
    panel.notes.click()
    assert panel.model.rowCount() == all_of_them - notes
    assert panel.notes.text() == f"Show {notes} hidden notes"
    panel.notes.click()
    assert panel.model.rowCount() == all_of_them
    index = next(
        panel.model.index(n)
        for n in range(all_of_them)
        if panel.model.get_value(panel.model.index(n)).problem.severity == "note"
    )
    menu = panel.make_menu(panel.model.get_value(index))
    next(a for a in menu.actions() if a.text() == "Hide this note").trigger()
    assert panel.model.rowCount() == all_of_them - 1
    assert panel.notes.text() == "Show 1 hidden note"
