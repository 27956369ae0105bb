"""The page of launch options: option sets, log file, variables of a set."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.ui.searching import choose_entry
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target, Variable
from vkconfig_py.model.configuration.option_sets import DEFAULT_SETS, get_sets
from vkconfig_py.ui.inspector.launch_options_page import NO_OPTION_SET
from vkconfig_py.ui.window.quick_search import list_entries

CUBE = "/usr/bin/vkcube"
FIRST = DEFAULT_SETS["vkcube"][0]


@pytest.fixture
def page(qtbot, window):
    window.session.edits.do(chosen_program.choose_program, Target(CUBE, ("--own",)))
    window.actions_["launch_options"].trigger()
    options = window.inspector.options
    qtbot.waitUntil(lambda: options.program.text() == CUBE)
    return options


def names(window):
    return [one.name for one in get_sets(window.session.edits.workspace.program_options, CUBE)]


def test_a_chosen_set_fills_the_fields_and_no_set_empties_them(window, page):
    edits = window.session.edits
    assert (page.set_bar.set_button.text(), page.arguments.text()) == (NO_OPTION_SET, "--own")
    edits.do(chosen_program.choose_set, FIRST.name)
    assert (page.set_bar.set_button.text(), page.arguments.text()) == (FIRST.name, "--c 100")
    edits.do(chosen_program.choose_set, "")
    assert page.arguments.text() == ""
    edits.undo()
    edits.undo()
    assert page.arguments.text() == "--own"


def test_what_is_edited_is_the_chosen_set(window, page):
    window.session.edits.do(chosen_program.choose_set, FIRST.name)
    page.arguments.setText("--c 7")
    page.arguments.editingFinished.emit()
    page.log_file.setText("/tmp/{program}.log")
    page.log_file.editingFinished.emit()
    page.option_set_variables.field.setText("A=1")
    page.option_set_variables.add()
    changed = get_sets(window.session.edits.workspace.program_options, CUBE)[0]
    assert changed.arguments == ("--c", "7")
    assert changed.log_file == "/tmp/{program}.log"
    assert changed.environment == (Variable("A", "1"),)
    assert window.session.edits.workspace.selected_configuration.environment == ()
    assert page.log_note.text().endswith("/tmp/vkcube.log")
    assert window.session.requests.configuration.environment == (Variable("A", "1"),)


def test_a_wrong_pattern_is_told_while_it_is_typed(page):
    assert not page.log_note.isVisible()
    page.log_file.setText("/tmp/{day}.log")
    assert "unknown placeholder {day}" in page.log_note.text()


@pytest.mark.parametrize("name", ["program", "arguments", "folder", "log_file"])
def test_escape_in_a_field_brings_its_text_back_and_stores_nothing(qtbot, window, page, name):
    field, before = getattr(page, name), window.session.edits.workspace
    text = field.text()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "other")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.hasFocus()) == (text, True)
    qtbot.keyClick(field, Qt.Key.Key_Escape)  # nothing is typed: to the chain
    assert window.chain.view.hasFocus()
    assert window.session.edits.workspace == before


def test_escape_forgets_a_quote_that_is_not_closed(qtbot, window, page):
    page.arguments.setFocus()
    qtbot.keyClicks(page.arguments, ' "x')
    page.arguments.editingFinished.emit()
    assert page.argument_note.isVisible()
    qtbot.keyClick(page.arguments, Qt.Key.Key_Escape)
    assert page.arguments.text() == "--own"
    assert not page.argument_note.isVisible()


def test_escape_forgets_a_variable_that_is_being_typed(qtbot, window, page):
    field, before = page.variables.field, window.session.edits.workspace
    field.setFocus()
    qtbot.keyClicks(field, "A=1")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.hasFocus()) == ("", True)
    assert window.session.edits.workspace == before


def test_a_set_is_made_named_in_its_place_copied_and_deleted_with_undo(qtbot, window, page):
    page.set_bar.add_button.click()
    assert page.set_bar.name.isVisible()
    page.set_bar.name.setText("Mine")
    qtbot.keyClick(page.set_bar.name, Qt.Key.Key_Return)
    assert not page.set_bar.name.isVisible()
    assert page.set_bar.set_button.text() == "Mine"
    page.set_bar.duplicate_button.click()
    qtbot.keyClick(page.set_bar.name, Qt.Key.Key_Escape)
    assert page.set_bar.set_button.text() == "Mine copy"
    page.set_bar.delete_button.click()
    assert page.set_bar.set_button.text() == NO_OPTION_SET
    assert names(window)[-1] == "Mine"
    window.session.edits.undo()
    assert names(window)[-2:] == ["Mine", "Mine copy"]
    assert page.set_bar.set_button.text() == "Mine copy"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_searching_everything_finds_sets_and_chooses_them(window, page):
    entries = {one.title: one for one in list_entries(window.session, window.actions_)}
    choose_entry(window, entries["No dialogs"])
    assert page.set_bar.set_button.text() == "No dialogs"


def test_without_a_set_a_copy_is_one_of_what_stands_in_the_fields(window, page):
    page.set_bar.duplicate_button.click()
    assert get_sets(window.session.edits.workspace.program_options, CUBE)[-1].arguments == (
        "--own",
    )


def test_a_working_folder_that_is_gone_is_marked_and_cleared_in_one_step(qtbot, window, page):
    edits = window.session.edits
    edits.do(chosen_program.choose_program, Target(CUBE, (), "/nowhere/at/all"))
    qtbot.waitUntil(lambda: page.folder.error != "")
    assert page.folder_note.text().startswith("/nowhere/at/all is not a folder")
    page.clear_folder.click()
    assert edits.workspace.program.working_directory == ""
    qtbot.waitUntil(lambda: page.folder.error == "")
    assert page.clear_folder.isHidden()
