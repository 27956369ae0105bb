"""GenerateCommands: opens the dialog for the configuration that was meant; copies and saves."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from vkconfig_py.ui.delegates.chain_layout import LAYER_KINDS

if TYPE_CHECKING:
    from vkconfig_py.model.generating.generating import Generated, Kind
    from vkconfig_py.ui.dialogs.generate import GenerateDialog
    from vkconfig_py.ui.main_window import MainWindow

_FOLDER = "window/generated_folder"


class GenerateCommands(QObject):
    """Connects the action, and the menu of a configuration, to the dialog."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._dialog: GenerateDialog | None = None
        window.actions_["generate"].triggered.connect(lambda: self.open())
        window.actions_["generate_layer"].triggered.connect(self.open_for_row)

    def open(
        self, key: str = "", layers: tuple[str, ...] = (), kind: Kind | None = None
    ) -> GenerateDialog:
        """Open the dialog for a configuration, by default the selected one, or for some layers."""
        from vkconfig_py.ui.dialogs.generate import GenerateDialog

        window = self._window
        key = key or window.store.workspace.current.key
        dialog = self._dialog
        if dialog is None:
            dialog = GenerateDialog(window.look, window.store, window.worker.submit, window)
            dialog.copy_asked.connect(self.copy)
            dialog.save_asked.connect(self.save)
            dialog.destroyed.connect(self._on_closed)
            self._dialog = dialog
        dialog.show_for(key, layers, kind)
        dialog.show()
        dialog.activateWindow()
        dialog.kinds.setFocus()
        return dialog

    def open_for_row(self) -> None:
        """Open the dialog for the selected layer."""
        row = self._window.chain.view.current_row()
        if row is not None and row.kind in LAYER_KINDS:
            self.open(layers=(row.name,))

    def _on_closed(self) -> None:
        self._dialog = None

    def copy(self, text: str) -> None:
        """Put the text on the clipboard and say so where it was asked for."""
        QGuiApplication.clipboard().setText(text)
        if self._dialog is not None:
            self._dialog.tell("Copied to the clipboard")

    def save(self, generated: Generated) -> None:
        """Ask for a place and write the file there."""
        window = self._window
        folder = Path(window.state.text(_FOLDER) or window.store.machine.home)
        parent = self._dialog or window
        path, _filter = QFileDialog.getSaveFileName(parent, "Save", str(folder / generated.name))
        if not path:
            return
        window.state.keep(_FOLDER, str(Path(path).parent))
        write = partial(window.store.doors.write_generated, Path(path), generated.content)
        window.worker.submit(write, partial(self._on_saved, path))

    def _on_saved(self, path: str, error: str) -> None:
        text = error or f"Saved {path}"
        if self._dialog is not None:
            self._dialog.tell(text, is_error=bool(error))
        self._window.strip.show_toast(text, tone="error" if error else "neutral")
