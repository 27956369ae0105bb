"""Every action of the menus does something."""

from __future__ import annotations

from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow

from vkconfig_py.ui.widgets.actions import Actions, render_keys

TRIGGERED = SIGNAL("triggered(bool)")
TOGGLED = {"inspector"}


def test_every_action_is_bound(window, qtbot):
    other = QMainWindow()
    qtbot.addWidget(other)
    unbound = Actions(other, window.context)
    unbound.add_menus(other.menuBar())  # menus listen, too
    idle = {
        name
        for name, action in window.actions_.map_by_name().items()
        if action.receivers(TRIGGERED) <= unbound[name].receivers(TRIGGERED)
    }
    assert idle == TOGGLED


def test_both_enter_keys_have_one_name(window):
    apply = window.actions_["apply"]
    assert render_keys(apply) == "Ctrl+Enter"
    assert QKeySequence("Ctrl+Return") in apply.shortcuts()
    assert render_keys(window.actions_["details"]) == "Enter"


def test_icons_are_rendered_when_the_first_menu_opens_and_again_in_other_colours(window):
    actions, context = window.actions_, window.context
    named = actions["configuration_new"]
    assert named.icon().isNull()
    open_menu(actions, window)
    first = named.icon().cacheKey()
    assert not named.icon().isNull()
    open_menu(actions, window)
    assert named.icon().cacheKey() == first
    context.changed.emit()
    open_menu(actions, window)
    assert named.icon().cacheKey() != first


def open_menu(actions, window):
    """Say what a menu says when it opens; without a screen Qt warns of a real one."""
    menu = actions.make_menu(window)
    menu.aboutToShow.emit()
    menu.deleteLater()
