"""Tool tips and suggestions look as the other popups do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication

from vkconfig_py.ui.widgets.basic import Field, Label
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.choosers import ChoiceButton


def show_tip(widget):
    place = widget.rect().center()
    QApplication.sendEvent(
        widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    )
    tips = [tip for tip in QApplication.topLevelWidgets() if tip.inherits("QTipLabel")]
    return next(tip for tip in tips if tip.isVisible())


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("kind", [Button, ChoiceButton, Field, Label])
def test_tool_tips_have_round_corners_and_stay_on_the_screen(qtbot, context, kind):
    widget = kind(context, name="Name") if kind is Field else kind(context, "Name")
    qtbot.addWidget(widget)
    widget.setToolTip("What it does " * 6)
    room = widget.screen().availableGeometry()
    widget.setFixedWidth(100)
    widget.move(room.topRight() - QPoint(110, 0))
    widget.show()
    tip = show_tip(widget)
    assert room.contains(tip.frameGeometry())
    assert not tip.mask().contains(QPoint(0, 0))
    assert tip.mask().contains(tip.rect().center())
