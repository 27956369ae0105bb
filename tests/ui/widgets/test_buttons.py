"""Buttons that are hidden by what they do, and that have less room than they want."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from tests.framework.cut_text import list_painted_texts
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.choosers import ChoiceButton


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_button_that_closed_what_it_stands_in_is_not_hovered_when_it_is_shown_again(
    qtbot, context, monkeypatch
):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(200, 200)
    card = QWidget(window)
    button = Button(context, icon="close", parent=card)
    button.clicked.connect(card.hide)
    window.show()
    qtbot.waitExposed(window)
    middle = button.mapToGlobal(button.rect().center())
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: middle))
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as the pointer that clicks it leaves it
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isVisible()
    qtbot.mouseMove(window, QPoint(190, 190))
    card.show()
    assert button.isVisible()
    assert not button.underMouse()


def test_a_choice_gives_up_its_label_before_its_value_is_cut(qtbot, context):
    button = ChoiceButton(context, "Preset", arrow=True)
    qtbot.addWidget(button)
    button.show_value("Synchronization (modified)", is_changed=False)
    button.resize(button.sizeHint())
    assert [one.text for one in list_painted_texts(button)] == [
        "Preset",
        "Synchronization (modified)",
    ]
    button.resize(button.width() - context.theme.px(20), button.height())
    assert [one.text for one in list_painted_texts(button)] == ["Synchronization (modified)"]
