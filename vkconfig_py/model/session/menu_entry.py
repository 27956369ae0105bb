"""The program's entry in the menu of the desktop, looked for and changed off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from vkconfig_py.model.launch.menu_entry import MenuChange
    from vkconfig_py.model.session.background import Shared


class MenuEntry(QObject):
    """Says whether the program can be put into the menu, and does it.

    Signals:
        found: the MenuState.
        planned: the MenuChange that was asked for, before it is made.
        changed: the MenuChange that was made.
    """

    found = Signal(object)
    planned = Signal(object)
    changed = Signal(object)

    def __init__(self, shared: Shared, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shared = shared

    def look(self) -> None:
        find = partial(self._shared.backend.find_menu_state, self._shared.machine)
        self._shared.changes.submit(find, self.found.emit)

    def plan(self, *, removing: bool) -> None:
        self._submit(self.planned.emit, removing=removing, dry_run=True)

    def change(self, *, removing: bool) -> None:
        self._submit(self._on_changed, removing=removing, dry_run=False)

    def _submit(
        self, deliver: Callable[[MenuChange], None], *, removing: bool, dry_run: bool
    ) -> None:
        change = partial(
            self._shared.backend.change_menu,
            self._shared.machine,
            removing=removing,
            dry_run=dry_run,
        )
        self._shared.changes.submit(change, deliver)

    def _on_changed(self, change: MenuChange) -> None:
        self.changed.emit(change)
        self.look()
