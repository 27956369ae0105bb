"""Journal: past writes, with the way back."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.journal_model import JournalModel
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.lines_list import Lines, LinesDelegate, LinesView
from vkconfig_py.ui.widgets.panes import Splitter
from vkconfig_py.ui.widgets.source_view import SourceView


class EntryDelegate(LinesDelegate):
    """Kind of action, its files, and the button that undoes it."""

    def lines_of(self, index: Index) -> Lines:
        return Lines(
            title=str(index.data()),
            text=f"{index.data(int(FileRole.TIME))} · {index.data(int(FileRole.PATH))}",
            icon="history",
            actions=(str(index.data(int(FileRole.WAY_BACK))),),
        )


class JournalPanel(Panel):
    """Entries, newest first; the diff of the selected one on the right.

    Signals:
        restore_asked: undo a journal entry (JournalEntry).
    """

    restore_asked = Signal(object)

    def __init__(self, look: Look, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(look, "Journal", parent)
        self._session = session
        self.model = JournalModel(self)
        self.view = LinesView(look, self.model, EntryDelegate(look), "Journal")
        self.view.acted.connect(self._on_acted)
        self.view.row_selected.connect(self._on_row_selected)
        self.text = SourceView(look, "Difference")
        body = Splitter(look)
        body.addWidget(self.view)
        body.addWidget(self.text)
        body.setSizes([look.theme.px(560), look.theme.px(660)])
        self.set_body(body, self.view)
        self.head.summary.setText("Restore returns files to their earlier contents")
        session.system.journal_changed.connect(self.refresh)

    def refresh(self) -> None:
        self.model.show(self._session.system.journal)
        self.show_empty("" if self.model.rowCount() else "Nothing was written yet.")
        if self.model.rowCount() and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))

    def _on_acted(self, index: QModelIndex, _number: int) -> None:
        entry = self.model.entry_at(index)
        if entry is not None:
            self.restore_asked.emit(entry)

    def _on_row_selected(self, index: QModelIndex) -> None:
        self.text.show_difference(str(index.data(int(FileRole.TEXT)) or ""))
