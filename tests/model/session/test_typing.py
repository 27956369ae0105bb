"""Texts of settings while they are typed: what is taken, when, and as which step of undo."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer

from tests.framework.patience import PATIENCE
from tests.framework.settings import LAYER, make_setting
from tests.model.session.edited import NUMBER, kept, node
from vkconfig_py.model.layer_settings import setting_edits
from vkconfig_py.model.session.layer_editing import MAX_PAUSE_MS, PAUSE_MS
from vkconfig_py.model.session.persistence import DELAY_MS


def test_what_is_not_valid_is_shown_at_once_and_never_written(edit):
    editing = edit(NUMBER)
    field = node(editing, "n")
    editing.begin(field)
    assert not editing.type(field, "-5")
    assert node(editing, "n").notes[0].text == "Must be 0 or more. Not written: 10 still applies."
    assert not editing.write(field, "-5")
    assert editing.entry is None
    assert not editing._edits.can_undo()
    assert node(editing, "n").text == "-5"


def test_a_hexadecimal_number_is_understood(edit):
    editing = edit(make_setting("n", "INT"))
    editing.write(node(editing, "n"), "0xFFFFFFFF")
    assert kept(editing) == {"n": 0xFFFFFFFF}


def test_all_that_is_typed_in_one_field_is_one_step(edit, qtbot):
    editing = edit(NUMBER)
    field = node(editing, "n")
    editing.begin(field)
    editing.type(field, "7")
    qtbot.waitUntil(lambda: kept(editing) == {"n": 7})
    editing.type(field, "75")
    editing.write(field, "75")
    assert kept(editing) == {"n": 75}
    editing._edits.undo()
    assert kept(editing) == {}
    assert not editing._edits.can_undo()


def test_who_types_without_a_pause_loses_no_key_that_is_older_than_a_second(edit, qtbot):
    assert MAX_PAUSE_MS + DELAY_MS < 1000
    editing = edit(NUMBER)
    field = node(editing, "n")
    editing.begin(field)
    typed = QElapsedTimer()
    typed.start()
    keys = iter(range(1, 1000))
    while kept(editing) == {}:
        assert editing.type(field, str(next(keys) % 30 + 20))
        qtbot.wait(PAUSE_MS // 8)
        assert typed.elapsed() < 1000 * PATIENCE
    assert kept(editing)["n"] in range(20, 50)
    editing.write(field, "75")
    editing._edits.undo()
    assert kept(editing) == {}
    assert not editing._edits.can_undo()


def test_typing_in_a_field_that_is_opened_again_is_another_step(edit):
    editing = edit(NUMBER)
    for text in ("7", "8"):
        editing.begin(node(editing, "n"))
        editing.write(node(editing, "n"), text)
        editing.finish_typing()
    editing._edits.undo()
    assert kept(editing) == {"n": 7}


def test_escape_takes_back_what_was_taken_while_typing(edit, qtbot):
    editing = edit(NUMBER)
    field = node(editing, "n")
    editing.begin(field)
    editing.type(field, "7")
    qtbot.waitUntil(lambda: kept(editing) == {"n": 7})
    editing.discard_typed(field)
    assert kept(editing) == {}
    assert not editing._edits.can_undo()


def test_looking_at_another_layer_takes_what_is_typed_and_valid(edit):
    editing = edit(NUMBER)
    editing.begin(node(editing, "n"))
    editing.type(node(editing, "n"), "7")
    editing.show_row(None)
    assert (
        editing._edits.workspace.selected_configuration.find_entry(LAYER).get_value("n").value == 7
    )


def test_a_new_picture_of_the_same_layer_does_not_end_typing(edit, machine):
    editing = edit(NUMBER)
    editing.begin(node(editing, "n"))
    editing.type(node(editing, "n"), "7")
    editing.show_row(machine.row())
    assert editing._timer.isActive()


def test_a_draft_stays_with_its_configuration_and_goes_when_the_value_changes(edit):
    editing = edit(NUMBER)
    editing.type(node(editing, "n"), "-5")
    edits = editing._edits
    edits.select_configuration("2")
    assert node(editing, "n").text == "10"
    edits.select_configuration("1")
    assert node(editing, "n").text == "-5"
    edits.do(setting_edits.set_setting, editing.declared, "n", 3)
    assert node(editing, "n").text == "3"
