"""Names, sentences and keys for those who do not see the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QCursor
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QRadioButton, QWidget

from vkconfig_py.ui.actions import SPECS
from vkconfig_py.ui.strip import PANELS


def test_no_control_is_without_a_name(window):
    for name, _text, _icon in PANELS:
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
    for index, row in window.chain.view.rows():
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


def test_icon_buttons_have_a_tool_tip(window):
    bare = [
        button.accessibleName()
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and not button.text() and not button.toolTip()
    ]
    assert bare == []


def test_shortcuts_are_unique():
    keys = [spec.keys for spec in SPECS if spec.keys]
    assert len(keys) == len(set(keys))
