"""The page of launch options: option sets, log file, variables of a set."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from vkconfig_py.model.configuration import chosen_program, option_set_edits
from vkconfig_py.model.configuration.configuration import Target, Variable
from vkconfig_py.model.configuration.option_sets import DEFAULTS, sets_of
from vkconfig_py.ui.inspector.launch_options_page import NO_OPTION_SET
from vkconfig_py.ui.window.quick_search import list_entries

CUBE = "/usr/bin/vkcube"
FIRST = DEFAULTS["vkcube"][0]


@pytest.fixture
def page(qtbot, window):
    window.session.edits.do(chosen_program.choose_program, Target(CUBE, ("--own",)))
    window.actions_["launch_options"].trigger()
    options = window.inspector.options
    qtbot.waitUntil(lambda: options.program.text() == CUBE)
    return options


def names(window):
    return [one.name for one in sets_of(window.session.edits.workspace.options, CUBE)]


def test_a_chosen_set_fills_the_fields_and_no_set_empties_them(window, page):
    edits = window.session.edits
    assert (page.sets.chosen.text(), page.arguments.text()) == (NO_OPTION_SET, "--own")
    edits.do(option_set_edits.choose_set, FIRST.name)
    assert (page.sets.chosen.text(), page.arguments.text()) == (FIRST.name, "--c 100")
    edits.do(option_set_edits.choose_set, "")
    assert page.arguments.text() == ""
    edits.undo()
    edits.undo()
    assert page.arguments.text() == "--own"


def test_what_is_edited_is_the_chosen_set(window, page):
    window.session.edits.do(option_set_edits.choose_set, FIRST.name)
    page.arguments.setText("--c 7")
    page.arguments.editingFinished.emit()
    page.log_file.setText("/tmp/{program}.log")
    page.log_file.editingFinished.emit()
    page.own_variables.field.setText("A=1")
    page.own_variables.add()
    changed = sets_of(window.session.edits.workspace.options, CUBE)[0]
    assert changed.arguments == ("--c", "7")
    assert changed.log_file == "/tmp/{program}.log"
    assert changed.environment == (Variable("A", "1"),)
    assert window.session.edits.workspace.current.environment == ()
    assert page.log_note.text().endswith("/tmp/vkcube.log")
    assert window.session.requests.configuration.environment == (Variable("A", "1"),)


def test_a_wrong_pattern_is_told_while_it_is_typed(page):
    assert not page.log_note.isVisible()
    page.log_file.setText("/tmp/{day}.log")
    assert "{day} is not a placeholder" in page.log_note.text()


def test_a_set_is_made_named_in_its_place_copied_and_deleted_with_undo(qtbot, window, page):
    page.sets.new.click()
    assert page.sets.name.isVisible()
    page.sets.name.setText("Mine")
    qtbot.keyClick(page.sets.name, Qt.Key.Key_Return)
    assert not page.sets.name.isVisible()
    assert page.sets.chosen.text() == "Mine"
    page.sets.copy.click()
    qtbot.keyClick(page.sets.name, Qt.Key.Key_Escape)
    assert page.sets.chosen.text() == "Mine copy"
    page.sets.delete.click()
    assert page.sets.chosen.text() == NO_OPTION_SET
    assert names(window)[-1] == "Mine"
    window.session.edits.undo()
    assert names(window)[-2:] == ["Mine", "Mine copy"]
    assert page.sets.chosen.text() == "Mine copy"


def test_searching_everything_finds_sets_and_chooses_them(window, page):
    entries = {one.title: one for one in list_entries(window.session, window.actions_)}
    window.controllers.commands.go_to(entries["No dialogs"])
    assert page.sets.chosen.text() == "No dialogs"


def test_without_a_set_a_copy_is_one_of_what_stands_in_the_fields(window, page):
    page.sets.copy.click()
    assert sets_of(window.session.edits.workspace.options, CUBE)[-1].arguments == ("--own",)


def test_a_working_folder_that_is_gone_is_marked_and_cleared_in_one_step(qtbot, window, page):
    edits = window.session.edits
    edits.do(chosen_program.choose_program, Target(CUBE, (), "/nowhere/at/all"))
    qtbot.waitUntil(lambda: page.folder.fault != "")
    assert page.folder_note.text().startswith("/nowhere/at/all is not a folder")
    page.clear_folder.click()
    assert edits.workspace.program.working_directory == ""
    qtbot.waitUntil(lambda: page.folder.fault == "")
    assert page.clear_folder.isHidden()
