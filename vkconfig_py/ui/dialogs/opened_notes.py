"""What was not taken over from opened files: a list that can be read, copied and closed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from vkconfig_py.model.foreign.values import Opened
from vkconfig_py.model.items.texts import visible
from vkconfig_py.ui.button import Button
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import Ink, Label, row_of

_TITLE = "Not imported"
_SAYS = "These files, or parts of them, are not supported or are interpreted differently."


class OpenedNotes(QDialog):
    """Shows the notes of every file since it was opened; it holds up nothing."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("vkconfig-py")
        self.setAccessibleName(_TITLE)
        px = look.theme.px
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Notes, one line each")
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.copy = Button(look, "Copy", icon="copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.done_ = Button(look, "Close")
        self.done_.clicked.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(px(16), px(16), px(16), px(16))
        layout.setSpacing(px(8))
        layout.addWidget(Label(look, _TITLE, face="strong"))
        layout.addWidget(Label(look, _SAYS, face="small", ink=Ink.SECONDARY, wrap=True))
        layout.addWidget(self.text, 1)
        layout.addLayout(row_of(None, self.copy, self.done_))
        self.resize(px(640), px(320))

    def add(self, path: str, opened: Opened) -> None:
        """Add what is told of a file, below what stands there."""
        told = [opened.refused] if opened.refused else []
        told += [note.located(path) for note in opened.notes]
        lines = [*self.text.toPlainText().splitlines(), *map(visible, told)]
        self.text.setPlainText("\n".join(lines))  # shows the first line, where appending does not
        self.show()
        self.raise_()
        self.done_.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Start anew with the next file."""
        self.text.clear()
        super().closeEvent(event)

    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
