"""Every action of the menus does something."""

from __future__ import annotations

from PySide6.QtCore import SIGNAL

from vkconfig_py.ui.widgets.actions import SPECS

TOGGLED = {"inspector"}


def test_every_action_is_bound(window):
    names = {spec.name for spec in SPECS} - {""} - TOGGLED
    triggered = SIGNAL("triggered(bool)")
    assert all(window.actions_[name].receivers(triggered) == 1 for name in names)
