"""The program row's "Matching", on the sample machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.ui.saving import answer_open_dialogs
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import ProgramEntry
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.program_pages import (
    EVERY_PROGRAM,
    LIMITED_PROGRAMS,
    NO_PROGRAM_ENABLED,
)


@pytest.fixture
def page(window, qtbot):
    """Return the page, turned to."""
    window.chain.view.select_key(window.controllers.commands.get_program_key())
    window.inspector.show_tab(InspectorPage.MATCHING)
    page = window.inspector.programs
    qtbot.waitUntil(lambda: page.scope.text() == EVERY_PROGRAM)
    return page


@pytest.fixture
def cube(window):
    return window.session.machine.host.executable


def programs(window):
    return window.session.edits.workspace.selected_configuration.programs


def test_programs_are_added_turned_off_and_removed(window, page, cube, qtbot, monkeypatch):
    answer_open_dialogs(monkeypatch, cube)
    page._choose_program()
    assert programs(window) == (ProgramEntry(cube),)
    qtbot.waitUntil(lambda: page.scope.text() == LIMITED_PROGRAMS)
    page.view.setCurrentIndex(page.model.index(0))
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert programs(window) == (ProgramEntry(cube, enabled=False),)
    qtbot.waitUntil(lambda: page.scope.text() == NO_PROGRAM_ENABLED)
    qtbot.keyClick(page.view, Qt.Key.Key_Right)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert programs(window) == ()
    window.session.edits.undo()
    assert programs(window) == (ProgramEntry(cube, enabled=False),)


def test_the_test_says_which_path_is_compared(window, page, cube, qtbot):
    link = Path(cube).with_name("link")
    link.symlink_to(cube)
    window.session.edits.do(
        workspace_edits.add_program,
        window.session.edits.workspace.selected_configuration.key,
        str(Path(cube).with_name("x")),
    )
    page.test_field.setText(str(link))
    qtbot.waitUntil(lambda: "not in the list" in page.verdict_label.accessibleName())
    assert cube in page.verdict_label.accessibleName()
    assert "symbolic link" in page.notes.accessibleName()
    page.add_button.click()
    assert ProgramEntry(cube) in programs(window)
    qtbot.waitUntil(lambda: "which is in the list" in page.verdict_label.accessibleName())
    assert not page.add_button.isVisible()


def test_one_that_is_turned_off_is_turned_on_by_the_test(window, page, cube, qtbot):
    key, other = (
        window.session.edits.workspace.selected_configuration.key,
        str(Path(cube).with_name("x")),
    )
    for path in (cube, other):
        window.session.edits.do(workspace_edits.add_program, key, path)
    window.session.edits.do(workspace_edits.enable_program, key, cube, is_on=False)
    page.test_field.setText(cube)
    qtbot.waitUntil(lambda: page.add_button.isVisible() and page.add_button.text() == "Turn on")
    page.add_button.click()
    assert programs(window)[0].enabled


def test_the_test_starts_with_the_program_of_launch(window, cube, qtbot):
    target = window.session.edits.workspace.program
    window.session.edits.do(chosen_program.choose_program, target._replace(program=cube))
    window.chain.view.select_key(window.controllers.commands.get_program_key())
    window.inspector.show_tab(InspectorPage.MATCHING)
    qtbot.waitUntil(lambda: window.inspector.programs.test_field.text() == cube)


def test_running_programs_can_be_added(window, page):
    menu = page.make_running_menu(("/usr/bin/game",))
    menu.actions()[0].trigger()
    assert programs(window) == (ProgramEntry("/usr/bin/game"),)
    (nothing,) = page.make_running_menu(()).actions()
    assert not nothing.isEnabled()


def test_what_is_wrong_with_a_program_stands_in_its_row(window, page, qtbot):
    window.session.edits.do(
        workspace_edits.add_program,
        window.session.edits.workspace.selected_configuration.key,
        "/nowhere/game",
    )
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    line = page.model.get_value(page.model.index(0))
    assert line.is_unmatched
    spoken = page.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "game, does not exist, /nowhere/game"
    entries = page.make_menu(line).actions()
    assert [entry.text() for entry in entries if entry.text()] == [
        "Turn off", "Remove", "Test", "Open folder"
    ]  # fmt: skip


def test_of_a_program_that_is_seen_as_another_the_end_of_that_path_is_shown(
    window, page, cube, qtbot, tmp_path
):
    wrapper = tmp_path / "start"
    wrapper.write_text(f'#!/bin/sh\nexec {cube} "$@"\n')
    wrapper.chmod(0o755)
    window.session.edits.do(
        workspace_edits.add_program,
        window.session.edits.workspace.selected_configuration.key,
        str(wrapper),
    )
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    index = page.model.index(0)
    lines = page.model.line_at(index)
    assert (lines.path_prefix, lines.text) == ("loader sees", cube)
    said = index.data(Qt.ItemDataRole.ToolTipRole).replace("\u200b", "")
    assert f"a script: the loader checks {cube}" in said


def test_a_script_of_which_only_a_run_can_tell_says_so_in_words_that_fit(
    window, page, qtbot, tmp_path
):
    wrapper = tmp_path / "start"
    wrapper.write_text('#!/bin/sh\nexec "$GAME"\n')
    wrapper.chmod(0o755)
    window.session.edits.do(
        workspace_edits.add_program,
        window.session.edits.workspace.selected_configuration.key,
        str(wrapper),
    )
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    index = page.model.index(0)
    assert page.model.line_at(index).text == "known only at run time"
    assert "the program that it starts" in index.data(Qt.ItemDataRole.ToolTipRole)
