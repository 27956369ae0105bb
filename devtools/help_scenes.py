"""Pictures of first steps, preferences and help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devtools.scenes import settle
from vkconfig_py.model.configuration.preferences import PROBING, START
from vkconfig_py.model.text.help_pages import Place

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running
    from vkconfig_py.ui.dialogs.help_window import HelpWindow


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


def help_page(running: Running) -> None:
    """Show the help about the panel of problems."""
    running.window.actions_["help"].trigger()


def help_tables(running: Running) -> None:
    """Show a page with tables."""
    help_page(running)
    settle()
    help_window(running).show_place(Place("walkthrough"))


def help_search(running: Running) -> None:
    """Look for a word in all pages."""
    help_page(running)
    settle()
    view = help_window(running)
    view.search.setText("override")


def help_window(running: Running) -> HelpWindow:
    from vkconfig_py.ui.dialogs.help_window import HelpWindow

    return running.window.findChildren(HelpWindow)[0]
