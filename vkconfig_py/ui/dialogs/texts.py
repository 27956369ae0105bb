"""The two boxes that only tell something: the keys, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

import vkconfig_py

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow


def show_keys(window: MainWindow) -> None:
    """List every shortcut, in the one window of it."""
    from vkconfig_py.ui.dialogs.keys import KeysDialog

    if shown := window.findChild(KeysDialog):
        shown.raise_()
        shown.activateWindow()
        return
    box = KeysDialog(window.look, window.actions_, window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.show()


def show_about(window: MainWindow) -> None:
    """Say what this is and which loader it follows."""
    text = (
        "See, order and launch Vulkan layers.\n\n"
        "The picture is the answer of this program's own loader engine for the loader of this "
        "machine. Reading changes nothing; what is applied is previewed, journaled and can be "
        "taken back."
    )
    _show(window, f"vkconfig-py {vkconfig_py.__version__}", text)


def _show(window: MainWindow, title: str, text: str) -> None:
    box = QMessageBox(window)
    box.setWindowTitle("vkconfig-py")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(title)
    box.setInformativeText(text)
    box.addButton("Close", QMessageBox.ButtonRole.AcceptRole)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setModal(False)
    box.show()
