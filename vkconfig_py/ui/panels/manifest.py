"""The inspector's "Manifest" and "Library": the file with the deciding line, and its library."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from vkconfig_py.model.picture.sources import Fact, Source
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.form import fill_form
from vkconfig_py.ui.panels.page import Page
from vkconfig_py.ui.panels.source_view import SourceView
from vkconfig_py.ui.widgets import Ink, Label, row_of


class ManifestPage(QWidget):
    """Path, text with the marked line, and the finding as a sentence.

    Signals:
        folder_asked: the folder of a file is to be opened.
        copied: a text for the clipboard.
    """

    folder_asked = Signal(str)
    copied = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._file = ""
        cut = Qt.TextElideMode.ElideMiddle
        self._path = Label(look, face="small", ink=Ink.ACCENT, elide=cut)
        self._folder = Button(look, icon="folder", frame=Frame.FLAT, name="Open folder", height=24)
        self._folder.setToolTip("Open the folder")
        self._copy = Button(look, icon="copy", frame=Frame.FLAT, name="Copy path", height=24)
        self._copy.setToolTip("Copy the path")
        self._folder.clicked.connect(lambda: self.folder_asked.emit(self._file))
        self._copy.clicked.connect(lambda: self.copied.emit(self._file))
        self._head = row_of(self._path, self._copy, self._folder, spacing=4)
        self.text = SourceView(look, "Manifest")
        self._finding = Label(look, face="small", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.text, 1)
        column.addWidget(self._finding)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._head.setContentsMargins(px(16), px(6), px(8), px(6))
        self._finding.setContentsMargins(px(16), px(8), px(16), px(12))

    def show_source(self, source: Source, line: int, tone: str, finding: str) -> None:
        """Show a file, mark a line, and say what was found."""
        self._file = source.path
        note = " · not written yet" if source.planned else ""
        self._path.setText(source.path + note)
        self.text.show_text(source.text, line, tone)
        self._finding.setText(source.error or finding)
        bad = source.error or tone == "error"
        self._finding.set_ink(Ink.ERROR if bad else Ink.SECONDARY)
        self._finding.setVisible(bool(source.error or finding))


class LibraryPage(Page):
    """Facts of a library, one per line."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Library", parent)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show facts."""
        body = self.fresh_body()
        form = QFormLayout(body)
        fill_form(self._look, form, facts)
        if not facts:
            said = Label(
                self._look,
                "The manifest names no library that the loader could read.",
                ink=Ink.SECONDARY,
            )
            form.addRow(said)
        self.setWidget(body)
