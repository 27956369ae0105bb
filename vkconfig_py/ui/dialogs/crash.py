"""The dialog for an error of our own: what happened, the log to copy; the window goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def show_crash(parent: QWidget, what: str, text: str) -> None:
    """Show an unexpected error with its log."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("vkconfig-py")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText("Something went wrong inside vkconfig-py")
    box.setInformativeText(
        f"{what}\n\nYour edits are still here, and you can go on. The details can be copied below."
    )
    box.setDetailedText(text)
    box.addButton("Close", QMessageBox.ButtonRole.AcceptRole)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setModal(False)
    box.show()
