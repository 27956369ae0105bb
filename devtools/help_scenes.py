"""Pictures of first steps, preferences and help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from devtools.scenes import settle
from vkconfig_py.model.configuration import chosen_program

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.gui import Running
    from vkconfig_py.ui.dialogs.help_window import HelpWindow
    from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog


def first_steps(running: Running) -> None:
    """Show the first page."""
    running.window.actions_["first_steps"].trigger()


def preferences(running: Running) -> None:
    """Show the preferences, one of which is not as it is by default."""
    from vkconfig_py.model.configuration.preferences import PROBING, START

    running.session.preferences.choose(PROBING, START)
    running.window.actions_["preferences"].trigger()


def first_steps_menu(running: Running) -> None:
    """Show the first page of a program that is not in the menu of the desktop."""
    from vkconfig_py.ui.panels.first_page import FirstPage

    first_steps(running)
    settle()
    running.window.findChildren(FirstPage)[0].menu.show()


def menu_offered(running: Running) -> None:
    """Show the end of the preferences: the program can be put into the menu of the desktop."""
    _show_menu_row(running, "MISSING")


def menu_outdated(running: Running) -> None:
    """Show the end of the preferences: the entry in the menu is of an older version."""
    _show_menu_row(running, "OUTDATED")


def _show_menu_row(running: Running, state: str) -> None:
    from vkconfig_py.model.launch.menu_entry import MenuState

    preferences(running)
    dialog = preferences_dialog(running)
    settle()
    dialog.menu.show_state(MenuState[state])
    settle()
    bar = dialog.page.verticalScrollBar()
    bar.setValue(bar.maximum())


def menu_preview(running: Running) -> None:
    """Show the files that come with an entry in the menu of the desktop."""
    from vkconfig_py.model.files.paths import APPLICATION_ID
    from vkconfig_py.model.launch.menu_entry import MenuChange, desktop_files
    from vkconfig_py.ui.dialogs.preferences_dialog import MenuDialog

    home = "/home/me"
    data = Path(home, ".local/share")
    files = tuple(desktop_files(data, f"{home}/.local/bin/vkconfig-py"))
    changed = str(data / "mime/packages" / f"{APPLICATION_ID}.xml")
    ours = tuple(path for path in files if path != changed)
    change = MenuChange(removing=False, files=ours, left=(changed,))
    MenuDialog(running.context, change, home, running.window).show()


def menu_dialog(running: Running) -> QWidget:
    from vkconfig_py.ui.dialogs.preferences_dialog import MenuDialog

    return running.window.findChildren(MenuDialog)[0]


def preferences_dialog(running: Running) -> PreferencesDialog:
    from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog

    return running.window.findChildren(PreferencesDialog)[0]


def tray(running: Running) -> None:
    """Open the menu of the icon in the tray, while a configuration is applied."""
    from PySide6.QtCore import Qt

    from vkconfig_py.model.configuration.configuration import Target
    from vkconfig_py.model.configuration.preferences import ON, TRAY
    from vkconfig_py.model.plan.leases import STAYS
    from vkconfig_py.ui.window.tray import Tray

    window, session = running.window, running.session
    # The sample machine has no icon of its own.
    session.requests.machine = session.machine._replace(demo=False)
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    built_in = next(one for one in session.edits.workspace.configurations if one.built_in)
    session.edits.select_configuration(built_in.key)
    settle()
    session.apply((), term=STAYS)
    settle()
    session.preferences.choose(TRAY, ON)
    menu = window.findChildren(Tray)[0].menu
    menu.setParent(window, Qt.WindowType.Widget)  # a popup is no part of the window's picture
    menu.adjustSize()
    menu.move(420, 300)
    menu.show()


def help_page(running: Running) -> None:
    """Show the help about the panel of problems."""
    running.window.actions_["help"].trigger()


def help_tables(running: Running) -> None:
    """Show a page with tables."""
    from vkconfig_py.model.text.help_pages import HelpTarget

    help_page(running)
    settle()
    help_window(running).show_place(HelpTarget("walkthrough"))


def help_search(running: Running) -> None:
    """Look for a word in all pages."""
    help_page(running)
    settle()
    view = help_window(running)
    view.search.setText("override")


def help_window(running: Running) -> HelpWindow:
    from vkconfig_py.ui.dialogs.help_window import HelpWindow

    return running.window.findChildren(HelpWindow)[0]
