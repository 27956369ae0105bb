"""Commands that put the program into the application menu, or remove it, with Undo."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.menu_entry import MenuChange
from vkconfig_py.model.session.desktop_menu_entry import DesktopMenuEntry
from vkconfig_py.ui.dialogs.preferences_dialog import MenuDialog
from vkconfig_py.ui.window.window_parts import WindowParts


class MenuCommands(QObject):
    """Shows and carries out plans for the application menu entry."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._entry = parts.session.menu_entry
        self._entry.planned.connect(self._on_planned)
        self._entry.changed.connect(self._on_changed)

    def _on_planned(self, change: MenuChange) -> None:
        """Ask before the application menu is changed, or show why that is not possible."""
        parts = self._parts
        if change.error:
            parts.status_bar.show_toast(change.error, tone="error")
            return
        parent = QApplication.activeWindow() or parts.window
        dialog = MenuDialog(parts.context, change, parts.session.machine.home, parent)
        dialog.accepted.connect(partial(self._entry.change, is_removal=change.is_removal))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_changed(self, change: MenuChange) -> None:
        """Show that the application menu was changed, and offer Undo, or the error."""
        bar = self._parts.status_bar
        if change.error:
            bar.show_toast(change.error, tone="error")
            return
        bar.show_toast(change.sentence, tone="warn" if change.untouched_files else "neutral")
        if change.is_update:
            return  # what an older version wrote is not at hand any more
        bar.offer_command(tr("Undo"), partial(self._entry.change, is_removal=not change.is_removal))


def connect_menu_entry(parts: WindowParts) -> DesktopMenuEntry:
    """Return the menu entry of the session, whose plans are shown in this window from now on."""
    if parts.window.findChild(MenuCommands) is None:
        MenuCommands(parts)
    return parts.session.menu_entry
