"""The question which machine to open: a path, chosen or typed, or an address."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Field, Label, TextRole, make_row
from vkconfig_py.ui.widgets.buttons import Button, Frame

ABOUT = tr(
    "The root folder of another system (a mounted disk, an unpacked image, folders pulled "
    "from an Android device), a Windows registry export, a report saved with “vkconfig-py "
    "show --json”, or the address of a machine: ssh:USER@HOST or adb:SERIAL. Nothing is "
    "installed there."
)


_FILES = tr("Reports and registry exports (*.json *.reg);;All files (*)")


class OpenMachineDialog(QDialog):
    """Asks for a path or address; the window stays usable.

    Signals:
        chosen: a path or address.
    """

    chosen = Signal(str)

    def __init__(self, context: ThemeContext, start: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = start
        self.setWindowTitle(tr("Open machine"))
        self.field = Field(context, name=tr("Path or address"), hint=tr("/mnt/disk or ssh:me@host"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.returnPressed.connect(self._on_accepted)
        folder = Button(context, tr("Choose folder…"), icon="folder")
        folder.clicked.connect(self._on_folder_clicked)
        file = Button(context, tr("Choose file…"), icon="file")
        file.clicked.connect(self._on_file_clicked)
        self.open_button = Button(context, tr("Open"), frame=Frame.PRIMARY)
        self.open_button.clicked.connect(self._on_accepted)
        cancel = Button(context, tr("Cancel"))
        cancel.clicked.connect(self.reject)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(12))
        column.addWidget(Label(context, ABOUT, text_role=TextRole.SECONDARY, wrap=True))
        column.addWidget(self.field)
        column.addLayout(make_row(folder, file, None, cancel, self.open_button))
        self.setMinimumWidth(px(560))
        self._on_text_changed("")

    def _on_text_changed(self, text: str) -> None:
        self.open_button.setEnabled(bool(text.strip()))

    def _on_folder_clicked(self) -> None:
        """Let the user choose a root folder, and open it."""
        path = QFileDialog.getExistingDirectory(self, tr("Choose a root folder"), self._start)
        if path:
            self._choose(path)

    def _on_file_clicked(self) -> None:
        """Let the user choose a report or registry export, and open it."""
        path, _filter = QFileDialog.getOpenFileName(
            self, tr("Choose a report or export"), self._start, _FILES
        )
        if path:
            self._choose(path)

    def _on_accepted(self) -> None:
        """Open what the user typed."""
        text = self.field.text().strip()
        if text:
            self._choose(text)

    def _choose(self, text: str) -> None:
        """Emit `chosen`, and close the dialog."""
        self.chosen.emit(text)
        self.accept()
