"""The program's entry in the menu of the desktop, looked for and changed off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.launch import menu_entry
from vkconfig_py.model.launch.menu_entry import (
    MenuChange,
    MenuState,
    ShellFiles,
    find_offered_program,
    find_own_program,
    find_state,
)
from vkconfig_py.model.session.background import SharedServices


class DesktopMenuEntry(QObject):
    """Puts the program into the desktop's menu and removes it, and finds whether it is there.

    Signals:
        found: the MenuState.
        planned: the MenuChange that was asked for, before it is made.
        changed: the MenuChange that was made.
    """

    found = Signal(object)
    planned = Signal(object)
    changed = Signal(object)

    def __init__(
        self,
        shared_services: SharedServices,
        shell_files: ShellFiles | None,
        parent: QObject | None = None,
    ) -> None:
        """Offer no entry without `shell_files`."""
        super().__init__(parent)
        self._machine, self._changes = shared_services.machine, shared_services.changes
        self._shell_files = shell_files

    def look(self) -> None:
        """Find whether the program is in the menu, and emit `found`."""
        self._changes.submit(self._find_state, self.found.emit)

    def plan(self, *, is_removal: bool) -> None:
        """Find what adding or removing the entry would change, and emit `planned`."""
        self._submit(self.planned.emit, is_removal=is_removal, dry_run=True)

    def change(self, *, is_removal: bool) -> None:
        """Add or remove the entry, and emit `changed`."""
        self._submit(self._on_changed, is_removal=is_removal, dry_run=False)

    def _submit(
        self, deliver: Callable[[MenuChange], None], *, is_removal: bool, dry_run: bool
    ) -> None:
        """Add or remove the entry on a worker, or in a dry run only find what would change."""
        change = partial(self._change, is_removal=is_removal, dry_run=dry_run)
        self._changes.submit(change, deliver)

    def _on_changed(self, change: MenuChange) -> None:
        """Report the change, and look anew."""
        self.changed.emit(change)
        self.look()

    def _find_state(self) -> MenuState:
        """Return whether the program is, or can be put, in the menu."""
        machine = self._machine
        if machine.demo or self._shell_files is None:
            return MenuState.OTHER
        program = find_offered_program(machine.host.environment)
        return find_state(machine.host, machine.paths, program, self._shell_files)

    def _change(self, *, is_removal: bool, dry_run: bool) -> MenuChange:
        """Add or remove the entry, on the worker. In a dry run nothing is written."""
        machine, shell_files = self._machine, self._shell_files
        menu_folder = menu_entry.find_menu_folder(machine.host)
        if menu_folder is None or shell_files is None:  # nothing was offered
            return menu_entry.MenuChange(is_removal)
        is_update = not is_removal and menu_entry.has_entry(machine.paths)
        try:
            change = menu_entry.change_entry(
                menu_folder,
                machine.paths,
                find_own_program(),
                shell_files,
                is_removal=is_removal,
                dry_run=dry_run,
            )
        except (OSError, DocumentError) as error:
            return menu_entry.MenuChange(
                is_removal,
                error=menu_entry.render_failure(error, menu_folder, is_removal=is_removal),
            )
        return menu_entry.MenuChange(
            is_removal,
            change.files,
            change.untouched_files,
            change.obsolete_files,
            is_update=is_update,
        )
