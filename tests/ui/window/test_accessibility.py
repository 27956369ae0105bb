"""Names, sentences and keys for those who do not see the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QCursor
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QRadioButton, QWidget

from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.widgets.actions import ACTION_SPECS
from vkconfig_py.ui.window.bars import PANEL_BUTTONS


def test_no_control_is_without_a_name(window):
    for name, _text, _icon in PANEL_BUTTONS:
        window.docks.open(name)
    window.actions_["launch_options"].trigger()
    unnamed = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QLineEdit | QRadioButton)
        or (widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible())
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        and "qt_" not in widget.objectName()
    ]
    assert unnamed == []


def test_every_row_has_a_sentence_for_readers(window):
    for index, row in window.chain.view.iterate_rows():
        assert index.data(Qt.ItemDataRole.AccessibleTextRole), row.key


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_button_whose_menu_the_pointer_left_is_not_hovered_any_more(qtbot, window):
    button = window.header.menu
    button.clicked.disconnect()

    def use_a_menu():
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as it was when it was pressed
        QCursor.setPos(window.mapToGlobal(window.rect().center()))

    button.clicked.connect(use_a_menu)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.underMouse()


def parts_in_the_order_of_tab(window, panel):
    """Return the parts of the window as Tab meets them, each time it does."""
    parts = {
        "header": window.header,
        "banner": window.banner,
        "configurations": window.configurations,
        "chain": window.chain,
        "inspector": window.inspector,
        "panel": panel.parentWidget(),
        "status_bar": window.status_bar,
    }
    met = []
    for stop in window.panes.list_tab_stops(window):
        name = next(name for name, part in parts.items() if part.isAncestorOf(stop))
        met += [name] if met[-1:] != [name] else []
    return met


def test_tab_goes_through_the_window_as_the_eye_does(qtbot, window):
    wanted = ["header", "banner", "configurations", "chain", "inspector", "panel", "status_bar"]
    window.session.edits.do(
        workspace_edits.set_control, "VK_LAYER_VKBASALT_post_processing", LayerControl.ON
    )
    window.session.apply(())
    panel = window.docks.open("journal")
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    qtbot.waitUntil(lambda: any(b.isVisible() for b in window.banner.findChildren(QAbstractButton)))
    qtbot.waitUntil(lambda: parts_in_the_order_of_tab(window, panel) == wanted)
    window.chain.view.select_key("layer:VK_LAYER_MESA_device_select")
    remedies = window.inspector.why
    qtbot.waitUntil(lambda: "Try" in {b.text() for b in remedies.findChildren(QAbstractButton)})
    qtbot.waitUntil(lambda: parts_in_the_order_of_tab(window, panel) == wanted)
    window.chain.view.setFocus()
    qtbot.keyClick(window.chain.view, Qt.Key.Key_Tab)
    assert window.inspector.isAncestorOf(window.focusWidget())
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Backtab)
    assert window.chain.view.hasFocus()
    window.actions_["environment"].trigger()
    qtbot.waitUntil(lambda: len(window.inspector.environment.list_lines()) > 1)
    qtbot.waitUntil(lambda: parts_in_the_order_of_tab(window, panel) == wanted)


def test_icon_buttons_have_a_tool_tip(window):
    bare = [
        button.accessibleName()
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and not button.text() and not button.toolTip()
    ]
    assert bare == []


def test_the_main_buttons_say_what_they_are_for(window):
    header, status_bar = window.header, window.status_bar
    for button in (
        header.search,
        header.apply,
        status_bar.probe,
        *status_bar.buttons.values(),
    ):
        name, _line, purpose = button.toolTip().partition("\n")
        assert name.startswith(button.text())
        assert purpose


def test_shortcuts_are_unique():
    # Those of a list are keys of that list alone, wherever else they mean something.
    keys = [spec.keys for spec in ACTION_SPECS if spec.keys and not spec.is_handled_by_list]
    assert len(keys) == len(set(keys))
