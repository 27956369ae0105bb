"""Journal: what was written, when, by whom; with the way back."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.journal_model import JournalModel
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.store import Store
from vkconfig_py.ui.delegates.lines_delegate import Lines, LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.lines_view import LinesView
from vkconfig_py.ui.panels.panel import Panel
from vkconfig_py.ui.panels.source_view import SourceView
from vkconfig_py.ui.panes import Splitter


class EntryDelegate(LinesDelegate):
    """What was done, the files, and the one way back of all of them."""

    def lines_of(self, index: Index) -> Lines:
        """Return what an entry shows."""
        return Lines(
            title=str(index.data()),
            text=f"{index.data(int(FileRole.TIME))} · {index.data(int(FileRole.PATH))}",
            icon="history",
            actions=(str(index.data(int(FileRole.WAY_BACK))),),
        )


class JournalPanel(Panel):
    """Entries, newest first; the difference of the selected one at the right.

    Signals:
        restore_asked: an entry is to be taken back (journal.JournalEntry).
    """

    restore_asked = Signal(object)

    def __init__(self, look: Look, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(look, "Journal", parent)
        self._store = store
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
        store.journal_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the journal as it is now."""
        self.model.show(self._store.journal)
        self.show_empty("" if self.model.rowCount() else "Nothing was written yet.")
        if self.model.rowCount() and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))

    def _on_acted(self, index: QModelIndex, _number: int) -> None:
        entry = self.model.entry_at(index)
        if entry is not None:
            self.restore_asked.emit(entry)

    def _on_row_selected(self, index: QModelIndex) -> None:
        self.text.show_difference(str(index.data(int(FileRole.TEXT)) or ""))
