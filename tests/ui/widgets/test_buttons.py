"""Buttons that are hidden by what they do, and that have less room than they want."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QDialogButtonBox, QProxyStyle, QStyle, QWidget

from tests.framework.cut_text import list_painted_texts
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, make_button_box
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


class Platform(QProxyStyle):
    """Has the order of the buttons of dialogs that a platform has."""

    def __init__(self, order):
        super().__init__()
        self.order = order

    def styleHint(self, hint, option=None, widget=None, returned=None):
        if hint is QStyle.StyleHint.SH_DialogButtonLayout:
            return self.order.value
        return super().styleHint(hint, option, widget, returned)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("order", "labels"),
    [
        (QDialogButtonBox.ButtonLayout.WinLayout, ["Save", "Copy", "Close"]),
        (QDialogButtonBox.ButtonLayout.GnomeLayout, ["Copy", "Close", "Save"]),
    ],
)
def test_the_buttons_of_a_dialog_stand_as_its_platform_places_them(qtbot, context, order, labels):
    roles = (ButtonRole.AcceptRole, ButtonRole.ActionRole, ButtonRole.RejectRole)
    names = ("Save", "Copy", "Close")
    buttons = {Button(context, name): role for name, role in zip(names, roles, strict=True)}
    box, style = make_button_box(buttons), Platform(order)
    qtbot.addWidget(box)
    box.setStyle(style)
    box.resize(600, 40)
    box.show()
    qtbot.waitExposed(box)
    assert [one.text() for one in sorted(buttons, key=lambda one: one.x())] == labels


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
