"""Selections: every configuration comes back with the row that was looked at in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow


class Selections(QObject):
    """Remembers the selected row of each configuration, over sessions too."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._shown = window.store.workspace.current.key
        window.chain.view.row_selected.connect(self._on_row_selected)
        window.store.workspace_changed.connect(self._on_workspace_changed)
        if key := self._remembered():
            window.chain.view.want_key(key)

    def _place(self) -> str:
        return f"selected/{self._shown}"

    def _on_row_selected(self, key: str) -> None:
        if self._shown == self._window.store.workspace.current.key:
            # A path in it may hold bytes that are no text; the file is ASCII.
            text = key.encode("utf-8", "backslashreplace").decode()
            self._window.state.keep(self._place(), text)

    def _on_workspace_changed(self) -> None:
        current = self._window.store.workspace.current.key
        if current == self._shown:
            return
        self._shown = current
        if key := self._remembered():
            self._window.chain.view.await_key(key)  # the rows in view are of the other one

    def _remembered(self) -> str:
        return self._window.state.text(self._place())
