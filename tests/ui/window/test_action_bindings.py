"""Every action of the menus does something."""

from __future__ import annotations

from PySide6.QtCore import SIGNAL
from PySide6.QtWidgets import QMainWindow

from vkconfig_py.ui.widgets.actions import Actions

TRIGGERED = SIGNAL("triggered(bool)")
TOGGLED = {"inspector"}


def test_every_action_is_bound(window, qtbot):
    other = QMainWindow()
    qtbot.addWidget(other)
    unbound = Actions(other)
    unbound.fill(other.menuBar())  # menus listen, too
    idle = {
        name
        for name, action in window.actions_.named().items()
        if action.receivers(TRIGGERED) <= unbound[name].receivers(TRIGGERED)
    }
    assert idle == TOGGLED
