"""Pictures of first steps, preferences and help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vkconfig_py.model.configuration.preferences import PROBING, START

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running


def first_steps(running: Running) -> None:
    """Show the first page."""
    running.window.actions_["first_steps"].trigger()


def preferences(running: Running) -> None:
    """Show the preferences, one of which is not as it is by default."""
    running.session.preferences.choose(PROBING, START)
    running.window.actions_["preferences"].trigger()


def preferences_dialog(running: Running) -> QWidget:
    from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog

    return running.window.findChildren(PreferencesDialog)[0]
