"""The settings page while something else happens: another layer, no layer, undo, wrong values."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.framework.settings import LAYER, make_flag, make_manifest, make_setting
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.items.snapshots import layer_row
from tests.model.session.edited import open_editing
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.ui.settings.page import SettingsPage
from vkconfig_py.ui.settings.setting_field import SettingField
from vkconfig_py.ui.window.window_parts import WindowState

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
OTHER = "VK_LAYER_TEST_other"
NUMBER = make_setting("n", "INT", default=10, range={"min": 0, "max": 100})
WRONG = {
    "INT": ("abc", "1.5", "", "0x", "99999999999999999999", "١٢"),
    "FLOAT": ("abc", "1e999", "nan", "inf", "", "1,5"),
    "FRAMES": ("1--2", "a", "1-", "0-1-1-1", "-1"),
}
ODD = {
    "INT": (("0x10", 16), ("-7", -7), (" 5 ", 5), ("+5", 5)),
    "FLOAT": (("1e3", 1000.0), ("5", 5.0), (".5", 0.5)),
    "FRAMES": (("1,3-5", "1,3-5"), ("3-2-10", "3-2-10")),
    "STRING": (("a b", "a b"), ("ä", "ä")),
}


@pytest.fixture
def machine(tmp_path):
    """Return a machine with two layers."""
    machine = SettingsMachine(tmp_path)
    machine.add(make_manifest(NUMBER, make_setting("s", "STRING"), make_setting("l", "LIST")))
    machine.add(make_manifest(make_setting("n", "INT", default=1), name=OTHER), OTHER)
    return machine


@pytest.fixture
def open_page(qtbot, context, tmp_path):
    """Return a function that shows a layer of a machine."""
    sessions = []

    def open_one(machine):
        session = open_session(qtbot, machine)
        sessions.append(session)
        page = SettingsPage(context, session, open_editing(session), WindowState(tmp_path))
        qtbot.addWidget(page)
        page.resize(480, 400)
        page.editing.show_row(machine.row())
        page.show()
        qtbot.waitExposed(page)
        page.view.setFocus()
        return page

    yield open_one
    for session in sessions:
        session.close()


@pytest.fixture
def page(open_page, machine):
    """Return the page of the first layer."""
    return open_page(machine)


def begin(qtbot, page, key):
    """Open the field of a setting by key."""
    page.view.go_to(key)
    qtbot.keyClick(page.view, Qt.Key.Key_F2)
    return page.view.findChild(SettingField)


def put(field, text):
    """Replace the text of a field; what no key has comes from an input method."""
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    if text.isascii():
        QTest.keyClicks(field, text)
    else:
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(field, event)


def kept(page, layer=LAYER):
    entry = page.editing.configuration.find_entry(layer)
    return {one.key: one.value for one in entry.settings} if entry else {}


def node(page, key):
    return page.model.node_at(page.model.index_of(key))


def test_what_is_typed_is_taken_when_another_layer_is_selected(qtbot, page, machine):
    QTest.keyClicks(begin(qtbot, page, "n"), "25")
    page.editing.show_row(machine.row(OTHER))
    assert kept(page) == {"n": 25}
    assert kept(page, OTHER) == {}
    assert node(page, "n").text == "1"
    qtbot.waitUntil(lambda: page.view.findChild(SettingField) is None)


def test_what_is_wrong_waits_for_its_layer_and_touches_no_other(qtbot, page, machine):
    QTest.keyClicks(begin(qtbot, page, "n"), "-5")
    page.editing.show_row(machine.row(OTHER))
    assert (node(page, "n").text, node(page, "n").is_draft) == ("1", False)
    page.editing.show_row(machine.row())
    assert (node(page, "n").text, node(page, "n").is_draft) == ("-5", True)
    assert kept(page) == kept(page, OTHER) == {}


def test_a_layer_that_goes_while_it_is_edited_keeps_what_was_typed(qtbot, page, machine):
    QTest.keyClicks(begin(qtbot, page, "n"), "30")
    machine.files[LAYER].unlink()
    del machine.files[LAYER]
    page._session.snapshots.refresh()
    qtbot.waitUntil(lambda: len(page._session.snapshots.current.rows) == 2)
    page.editing.show_row(layer_row(LAYER, 0, manifest=""))  # the row of a layer that is missing
    qtbot.waitUntil(lambda: page.view.findChild(SettingField) is None)
    assert kept(page) == {"n": 30}
    page.editing.show_row(None)
    assert page.model.rowCount() == 0


def test_a_manifest_that_changes_while_it_is_edited_shows_its_new_settings(qtbot, page, machine):
    QTest.keyClicks(begin(qtbot, page, "n"), "30")
    machine.add(make_manifest(make_setting("n", "INT", default=10), make_setting("new")))
    with qtbot.waitSignal(page._session.declared.changed):
        page._session.declared.look(page._session.snapshots.current)
    assert page.model.index_of("new").isValid()
    page.editing.finish_typing()
    assert kept(page) == {"n": 30}


def test_undo_while_a_field_is_open_takes_the_last_edit_back(qtbot, page):
    page.editing.write(node(page, "n"), "20")
    field = begin(qtbot, page, "s")
    QTest.keyClicks(field, "text")
    page.editing.finish_typing()
    assert kept(page) == {"n": 20, "s": "text"}
    page._session.edits.undo()
    assert kept(page) == {"n": 20}
    page._session.edits.undo()
    assert kept(page) == {}
    page._session.edits.redo()
    assert kept(page) == {"n": 20}


def test_another_configuration_while_a_field_is_open_gets_nothing_of_it(qtbot, page):
    first = page.editing.configuration.key
    QTest.keyClicks(begin(qtbot, page, "n"), "25")
    page._session.edits.do(workspace_edits.add_configuration, "Other")
    assert kept(page) == {}
    assert node(page, "n").text == "10"
    page._session.edits.select_configuration(first)
    assert kept(page) == {"n": 25}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_value_is_told_with_what_is_allowed_and_never_kept(
    qtbot, open_page, tmp_path, kind
):
    machine = SettingsMachine(tmp_path)
    machine.add(make_manifest(make_setting("v", kind, default="" if kind == "FRAMES" else 1)))
    page = open_page(machine)
    for text in WRONG[kind]:
        field = begin(qtbot, page, "v")
        put(field, text)
        assert field.is_invalid or (kind == "FRAMES" and not text), text
        (note,) = [one for one in node(page, "v").notes if one.tone == "error"]
        assert "Not written" in note.text
        qtbot.keyClick(field, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: page.view.findChild(SettingField) is None)
        assert node(page, "v").notes == ()
    assert kept(page) == {}


@pytest.mark.parametrize("kind", ODD)
def test_odd_spellings_of_right_values_are_understood(qtbot, open_page, tmp_path, kind):
    machine = SettingsMachine(tmp_path)
    machine.add(
        make_manifest(make_setting("v", kind, default="" if kind in ("FRAMES", "STRING") else 1))
    )
    page = open_page(machine)
    for text, value in ODD[kind]:
        field = begin(qtbot, page, "v")
        put(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.view.findChild(SettingField) is None)
        assert kept(page) == {"v": value}


def test_a_list_with_as_many_entries_as_there_are_vuids_completes_what_is_typed(
    qtbot, open_page, tmp_path
):
    vuids = [f"VUID-vkCmd{number:04}-parameter-{number:05}" for number in range(8900)]
    machine = SettingsMachine(tmp_path)
    machine.add(make_manifest(make_setting("l", "LIST", list=vuids)))
    page = open_page(machine)
    field = begin(qtbot, page, "l")
    QTest.keyClicks(field, "8899")
    completer = field.completer()
    assert completer.completionCount() == 1
    assert completer.popup().uniformItemSizes()  # a key would measure every row otherwise
    completer.activated.emit(completer.currentCompletion())
    field.setText(completer.currentCompletion())
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "l" in kept(page))
    assert [one.value for one in kept(page)["l"]] == [vuids[-1]]
    shared = page._suggestions.get_model("l", page.editing.suggestions(node(page, "l")))
    assert shared is page._suggestions.get_model("l", page.editing.suggestions(node(page, "l")))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_suggestions_stay_within_the_window_whatever_is_typed(qtbot, open_page, tmp_path):
    machine = SettingsMachine(tmp_path)
    vuids = [f"VUID-vkCmd{number:04}-parameter-{number:05}" for number in range(40)]
    machine.add(make_manifest(make_setting("l", "LIST", list=vuids)))
    page = open_page(machine)
    field = begin(qtbot, page, "l")
    popup = None
    for text in ("cmd", "00"):
        QTest.keyClicks(popup or field, text)
        popup = field.completer().popup()
        qtbot.waitUntil(popup.isVisible)
        QTest.qWait(1)  # what is due is painted
        room = page.window().geometry()
        assert room.left() <= popup.x()
        assert popup.geometry().right() <= room.right()
        assert not popup.mask().contains(QPoint(0, 0))
    assert popup.verticalScrollBar().maximum() > 0
    QTest.keyClicks(popup, "39")
    assert popup.verticalScrollBar().maximum() == 0  # the only row is whole
    qtbot.keyClick(field, Qt.Key.Key_Escape)


def test_an_entry_that_is_in_the_list_already_is_refused_with_the_reason(qtbot, page):
    for text in ("VUID-a, VUID-b", "VUID-a"):
        field = begin(qtbot, page, "l")
        QTest.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.view.findChild(SettingField) is None)
    assert [one.value for one in kept(page)["l"]] == ["VUID-a", "VUID-b"]
    (note,) = node(page, "l").notes
    assert note.text.endswith("Not added.")


def test_a_value_that_the_layer_does_not_offer_is_shown_and_repaired_by_a_press(
    qtbot, open_page, tmp_path
):
    machine = SettingsMachine(tmp_path)
    machine.add(
        make_manifest(
            make_setting("e", "ENUM", flags=[make_flag("A"), make_flag("B")], default="A")
        )
    )
    page = open_page(machine)
    page.editing.choose(node(page, "e"), "gone")
    row = node(page, "e")
    assert row.text == "gone"
    assert any(one.link for one in row.notes)
    page.follow_note_link(row, next(n for n, one in enumerate(row.notes) if one.link))
    assert kept(page) == {}


def test_forty_four_keystrokes_make_one_step_of_undo_and_one_save(qtbot, page, machine):
    text = "a path of forty-four letters, typed by hand."
    assert len(text) == 44
    page._session.persistence.flush()
    before = len(machine.saved)
    field = begin(qtbot, page, "s")
    QTest.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"s": text})
    page._session.persistence.flush()
    assert len(machine.saved) - before == 1
    page._session.edits.undo()
    assert kept(page) == {}
