"""F1 and Esc in every dialog, popup and question, and where the keyboard is afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import isValid

from tests.ui.access.boxes import BOXES, asked, opened
from vkconfig_py.ui.dialogs.help_window import HelpWindow
from vkconfig_py.ui.widgets.messages import ask_probe
from vkconfig_py.ui.window.help_commands import find_topic

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def help_shown(window):
    """Return the help that is open."""
    return next((one for one in window.findChildren(HelpWindow) if one.isVisible()), None)


def is_open(box):
    return isValid(box) and box.isVisible()


def press(qtbot, box, key):
    qtbot.keyClick(box.focusWidget() or box, key)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.long
def test_f1_explains_every_dialog_and_popup_and_esc_leaves_it(qtbot, window):
    window.activateWindow()
    for name in BOXES:
        if name == "help":
            continue
        window.chain.view.setFocus()
        with opened(qtbot, window, name) as box:
            topic = find_topic(box)
            is_popup = box.windowType() is Qt.WindowType.Popup
            press(qtbot, box, Qt.Key.Key_F1)
            shown = help_shown(window)
            assert shown is not None, name
            assert shown.target == topic or isinstance(box, QMenu), name  # that of what has it
            assert is_open(box) is not is_popup, name  # it would hold the keyboard
            press(qtbot, shown, Qt.Key.Key_Escape)
            assert help_shown(window) is None, name
            if not is_popup and box.windowType() is Qt.WindowType.Dialog:
                press(qtbot, box, Qt.Key.Key_Escape)
                assert not is_open(box), name
        assert window.focusWidget() is window.chain.view, name


def test_esc_closes_every_popup(qtbot, window):
    window.activateWindow()
    for name in BOXES:
        window.chain.view.setFocus()
        with opened(qtbot, window, name) as box:
            if box.windowType() is Qt.WindowType.Popup:
                press(qtbot, box, Qt.Key.Key_Escape)
                assert not is_open(box), name
        assert window.focusWidget() is window.chain.view, name


def test_f1_explains_a_modal_question(qtbot, window):
    def look_at(box):
        press(qtbot, box, Qt.Key.Key_F1)
        shown = next(one for one in box.findChildren(HelpWindow) if one.isVisible())
        assert QApplication.activeModalWidget() is box
        press(qtbot, shown, Qt.Key.Key_F1)
        assert [one for one in window.findChildren(HelpWindow) if one.isVisible()] == [shown]
        press(qtbot, shown, Qt.Key.Key_Escape)
        assert not is_open(shown)

    assert asked(lambda: ask_probe(window), look_at) is False
