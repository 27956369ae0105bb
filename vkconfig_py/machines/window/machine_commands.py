"""MachineCommands: opens another machine in the window, and returns to this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import find_waiting_text
from vkconfig_py.machines.window.machine_visit import MachineVisit
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.desktop import announce

if TYPE_CHECKING:
    from vkconfig_py.machines.window.machine_page import MachinePage
    from vkconfig_py.ui.window.window_parts import WindowParts

# All others are about the configurations and programs of this machine.
KEPT = frozenset({"open_machine", "quit", "keys", "about", "copy"})


class MachineCommands(QObject):
    """Commands about other machines."""

    def __init__(self, parts: WindowParts, visit: MachineVisit | None = None) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.visit = visit or MachineVisit(parent=self)
        self.visit.changed.connect(self._on_changed)
        self.visit.failed.connect(self._on_failed)
        parts.services.closed.connect(self.visit.close)
        self.page: MachinePage | None = None  # few sessions open another machine
        self._is_away = False
        self._panel = ""

    def start(self) -> None:
        """Ask which machine to open."""
        from vkconfig_py.machines.window.open_machine_dialog import OpenMachineDialog

        parts = self._parts
        dialog = OpenMachineDialog(parts.context, parts.session.machine.home, parts.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        messages.explain_by_key(dialog, parts.window)
        dialog.chosen.connect(self.visit.open)
        dialog.open()

    def open(self, origin: str, folder: str = "") -> None:
        """Show the machine of an address, or of a path that begins in a folder."""
        self.visit.open(origin if find_waiting_text(origin) else str(Path(folder, origin)))

    def leave(self) -> None:
        """Return to this machine, or cancel the opening of another one."""
        if self.visit.opening:
            self.visit.cancel()
        else:
            self.visit.leave()

    def _on_changed(self) -> None:
        """Show the machine that was opened, or this one again."""
        visit = self.visit
        is_away = bool(visit.opening) or visit.machine is not None
        if is_away and self.page is None:
            from vkconfig_py.machines.window.machine_page import MachinePage

            self.page = MachinePage(self._parts.context, self._parts.session, visit)
            self.page.band.left.connect(self.leave)
            self.page.band.other_requested.connect(self.start)
        if self.page is not None and is_away:
            self.page.refresh()
        if is_away != self._is_away:
            self._is_away = is_away
            self._show(is_away=is_away)
        if self.page is not None and visit.opening:
            self.page.band.back.setFocus()  # Esc and Enter cancel
        elif self.page is not None and visit.machine is not None:
            self._parts.services.show_instead(self.page)
            self.page.view.setFocus()
            announce(self._parts.window, self.page.band.accessibleName())

    def _show(self, *, is_away: bool) -> None:
        """Show the page of another machine instead of the window's content, or undo that."""
        parts = self._parts
        if is_away:
            self._panel = parts.docks.get_current()
            if self._panel:
                parts.docks.hide(self._panel)
            parts.actions.hide_all_except(KEPT)
            parts.services.show_instead(self.page)
            return
        parts.actions.show_all()
        parts.services.show_instead(None)
        if self._panel:
            parts.docks.open(self._panel)
        announce(parts.window, tr("Back to this machine"))

    def _on_failed(self, sentence: str) -> None:
        messages.show_error(self._parts.window, sentence)
