"""The two boxes that only tell something: the keys, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMessageBox

import vkconfig_py

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow

_CHAIN_KEYS = """In the chain
Space\tnext wish: Auto, On, Off
A, O, X\tAuto, On, Off
M\tmove with the arrow keys
P\tprobe the row
Enter\tto the inspector; Esc back
letters\tfind a layer by its name after VK_LAYER_

In the settings
Space\ton or off
Enter, F2\tchange the value; Esc forgets what was typed
Ctrl+0\tback to the default
/\tsearch"""


def show_keys(window: MainWindow) -> None:
    """List every shortcut."""
    native = QKeySequence.SequenceFormat.NativeText
    lines = [
        f"{action.shortcut().toString(native)}\t{action.text().replace('&', '')}"
        for action in window.actions_.named().values()
        if not action.shortcut().isEmpty()
    ]
    _show(window, "Keys", "\n".join([_CHAIN_KEYS, "", "Everywhere", *lines]))


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
