"""Who has the keyboard, and what the keys take: panels, Esc, Ctrl+C, the chain's own keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication

from tests.framework.cases import trying_cases
from tests.ui.sample import first_row
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, Target
from vkconfig_py.model.configuration.preferences import SYSTEM, TEXT_SIZE
from vkconfig_py.model.launch.log_store import LogEntry
from vkconfig_py.ui.widgets.actions import ACTION_SPECS
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
PANEL_KEYS = {name: Qt.Key(int(Qt.Key.Key_1) + n) for n, (name, _t, _i) in enumerate(PANEL_BUTTONS)}


@pytest.fixture
def active(qtbot, window):
    """Return the window with the keyboard in its chain."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.chain.view.setFocus()
    return window


def press(qtbot, key, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def holder(window, name):
    return window.docks.panels[name].parentWidget()


def test_a_panel_opened_by_key_takes_the_keyboard_and_esc_gives_it_back(qtbot, active):
    with trying_cases() as trying:
        for name, key in PANEL_KEYS.items():
            with trying(name):
                active.configurations.list.setFocus()
                press(qtbot, key, CONTROL)
                assert holder(active, name).isAncestorOf(QApplication.focusWidget())
                press(qtbot, Qt.Key.Key_Escape)
                assert active.configurations.list.hasFocus()
                assert active.docks.get_current() == name
                active.actions_[f"panel_{name}"].setChecked(False)


def test_closing_a_panel_gives_the_keyboard_back(qtbot, active):
    with trying_cases() as trying:
        for name, key in PANEL_KEYS.items():
            with trying(name):
                active.configurations.list.setFocus()
                press(qtbot, key, CONTROL)
                press(qtbot, key, CONTROL)
                assert active.docks.get_current() == ""
                assert active.configurations.list.hasFocus()


def test_one_panel_in_place_of_another_still_knows_where_the_keyboard_was(qtbot, active):
    active.inspector.tabs.setFocus()
    for name in ("problems", "journal", "collection"):
        press(qtbot, PANEL_KEYS[name], CONTROL)
        assert holder(active, name).isAncestorOf(QApplication.focusWidget())
    press(qtbot, Qt.Key.Key_Escape)
    assert active.inspector.tabs.hasFocus()


def test_a_panel_that_opens_by_itself_leaves_the_keyboard_where_it_is(active):
    active.docks.open("launcher")
    assert active.chain.view.hasFocus()


def test_what_is_closed_with_the_keyboard_in_it_never_leaves_it_to_the_menu(qtbot, active):
    active.inspector.tabs.setFocus()
    active.actions_["inspector"].setChecked(False)
    assert active.chain.view.hasFocus()
    press(qtbot, Qt.Key.Key_F9)
    bar = active.chain.what_if
    bar.loader.setFocus()
    assert bar.isAncestorOf(QApplication.focusWidget())
    press(qtbot, Qt.Key.Key_F9)
    assert active.chain.view.hasFocus()
    panel = active.docks.open("journal")
    panel.header.close_button.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert active.docks.get_current() == ""
    assert active.chain.view.hasFocus()


def test_a_button_that_is_used_up_leaves_the_keyboard_to_the_chain(qtbot, active):
    active.session.edits.do(
        workspace_edits.set_control, first_row(active, RowKind.OFF_LAYER).name, LayerControl.ON
    )
    active.header.undo.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert not active.header.undo.isEnabled()
    assert active.chain.view.hasFocus()


# Ctrl+C


def copied(qtbot):
    press(qtbot, Qt.Key.Key_C, CONTROL)
    return QGuiApplication.clipboard().text()


def test_ctrl_c_copies_the_name_of_the_row_in_the_chain(qtbot, active):
    assert copied(qtbot) == active.chain.view.current_row().name


def test_ctrl_c_copies_the_lines_of_the_log(qtbot, active):
    log = active.launcher.add_run(Target("/usr/bin/vkcube")).log
    log.store.append(LogEntry("info", "vkcube", "12:00:00", f"line {n}") for n in range(3))
    log.sync()
    view = active.docks.open("launcher").current_pane.view
    view.setFocus()
    view.selectAll()
    QGuiApplication.clipboard().clear()
    press(qtbot, Qt.Key.Key_C, CONTROL)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "line 0\nline 1\nline 2")


def test_ctrl_c_copies_a_problem_as_it_is_told(qtbot, active):
    panel = active.docks.open("problems")
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    press(qtbot, PANEL_KEYS["problems"], CONTROL)
    press(qtbot, PANEL_KEYS["problems"], CONTROL)
    press(qtbot, Qt.Key.Key_Home)
    told = panel.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert copied(qtbot) == told


def test_ctrl_c_copies_the_name_of_a_configuration(qtbot, active):
    active.configurations.list.setFocus()
    assert copied(qtbot) == active.session.edits.workspace.selected_configuration.name


# the chain's own keys, in the window


def test_no_plain_letter_is_the_key_of_an_action():
    for spec in ACTION_SPECS:
        keys = QKeySequence(spec.keys)
        for number in range(keys.count()):
            combination = keys[number]
            letter = Qt.Key.Key_A <= combination.key() <= Qt.Key.Key_Z
            assert not letter or combination.keyboardModifiers() & (CONTROL | ALT), spec.name


def test_the_signs_that_menus_show_are_taken_by_the_chain_alone(qtbot, active):
    row = first_row(active, RowKind.LAYER)
    active.chain.view.select_key(row.key)
    active.configurations.list.setFocus()
    for sign in "+-":
        qtbot.keyClicks(QApplication.focusWidget(), sign)
    assert active.session.edits.workspace.selected_configuration.find_entry(row.name) is None
    active.chain.view.setFocus()
    qtbot.keyClicks(QApplication.focusWidget(), "-")
    assert (
        active.session.edits.workspace.selected_configuration.find_entry(row.name).control
        is LayerControl.OFF
    )


def test_ctrl_m_begins_to_move_also_from_elsewhere(qtbot, active):
    row = first_row(active, RowKind.LAYER)
    active.chain.view.select_key(row.key)
    active.configurations.list.setFocus()
    press(qtbot, Qt.Key.Key_M, CONTROL)
    assert active.chain.view.mover.move is not None
    assert active.chain.view.hasFocus()
    press(qtbot, Qt.Key.Key_Escape)
    assert active.chain.view.mover.move is None


def test_a_wish_shows_at_once_and_its_verdict_with_the_answer(qtbot, active):
    session, view = active.session, active.chain.view
    view.select_key("layer:VK_LAYER_LUNARG_api_dump")
    for control in ("on", "off", "auto"):  # faster than the engine answers
        press(qtbot, Qt.Key.Key_Space)
        shown = view.current_row()
        assert (shown.control, shown.status) == (control, "Off")
    press(qtbot, Qt.Key.Key_Space)
    with qtbot.waitSignal(session.snapshots.current_changed):
        pass
    assert (view.current_row().control, view.current_row().status) == ("on", "Loads")
    session.edits.undo()
    assert view.current_row().control == "auto"


def test_the_search_hands_the_keyboard_to_what_it_found(qtbot, active):
    view = active.chain.view
    qtbot.keyClicks(view, "/")
    assert active.chain.filter.hasFocus()
    found = first_row(active, RowKind.OFF_LAYER)
    qtbot.keyClicks(active.chain.filter, found.name.lower())
    press(qtbot, Qt.Key.Key_Return)
    assert view.hasFocus()
    assert view.current_row().key == found.key
    assert active.chain.filter.isVisible()
    press(qtbot, Qt.Key.Key_Escape)
    assert not active.chain.filter.isVisible()
    assert (view.current_row().key, active.inspector.name.accessibleName()) == (
        found.key,
        found.name,
    )
    qtbot.keyClicks(view, "/")
    qtbot.keyClicks(active.chain.filter, found.name.lower())
    other = first_row(active, RowKind.LAYER)
    active.inspect(other.key)
    assert view.select_key(other.key)  # as a panel or Ctrl+K does it
    assert not active.chain.filter.isVisible()
    assert view.current_row().key == other.key


# Ctrl+F


@pytest.mark.parametrize("is_on_a_bar", [False, True])
def test_ctrl_f_searches_the_panel_that_has_or_had_the_keyboard(qtbot, active, is_on_a_bar):
    panel = active.docks.open("collection")
    panel.view.setFocus()
    if is_on_a_bar:
        active.header.menu.setFocus()
    press(qtbot, Qt.Key.Key_F, CONTROL)
    assert panel.search.hasFocus()
    active.docks.open("problems").get_focus_widget().setFocus()
    press(qtbot, Qt.Key.Key_F, CONTROL)  # without a search of its own
    assert active.chain.filter.hasFocus()


def test_ctrl_f_searches_the_chain_again_after_a_panel_is_closed(qtbot, active):
    panel = active.docks.open("collection")
    panel.view.setFocus()
    active.actions_["panel_collection"].setChecked(False)
    active.header.menu.setFocus()
    press(qtbot, Qt.Key.Key_F, CONTROL)
    assert active.chain.filter.hasFocus()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_keys_change_the_text_size_at_once_and_back_to_that_of_the_desktop(qtbot, active):
    desktop, unit = QApplication.font(), active.context.theme.unit
    try:
        press(qtbot, Qt.Key.Key_Plus, CONTROL)
        press(qtbot, Qt.Key.Key_Equal, CONTROL)
        press(qtbot, Qt.Key.Key_Plus, CONTROL)
        assert active.session.preferences.values.get_value(TEXT_SIZE) == "150"
        assert active.context.theme.unit > unit
        press(qtbot, Qt.Key.Key_Minus, CONTROL)
        assert active.session.preferences.values.get_value(TEXT_SIZE) == "125"
        press(qtbot, Qt.Key.Key_0, CONTROL)
        assert active.session.preferences.values.get_value(TEXT_SIZE) == SYSTEM
        assert (QApplication.font(), active.context.theme.unit) == (desktop, unit)
        assert not active.actions_["text_smaller"].isEnabled()
    finally:
        active.session.preferences.choose(TEXT_SIZE, SYSTEM)
