"""Names, sentences and keys for those who do not see the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
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
