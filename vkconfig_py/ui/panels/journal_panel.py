"""Journal: the time line of what this program wrote and others changed, with the way back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.journal_model import SHOW, TO_BEFORE, JournalModel, Shown
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.timeline.entries import NO_HISTORY, OthersChange, moment_before
from vkconfig_py.model.timeline.own_actions import OwnAction, return_before, return_of
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.basic import below
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.lines_list import Lines, LinesDelegate, LinesView
from vkconfig_py.ui.widgets.panes import Splitter
from vkconfig_py.ui.widgets.source_view import SourceView

_NOTHING = {
    Shown.EVERYTHING: tr("Nothing was written yet."),
    Shown.OURS: tr("Nothing was written yet."),
    Shown.OTHERS: tr("This machine has not been scanned yet."),
}


class EntryDelegate(LinesDelegate):
    """Kind of action, its files, and the buttons that undo it."""

    def lines_of(self, index: Index) -> Lines:
        return Lines(
            title=str(index.data()),
            text=f"{index.data(int(FileRole.TIME))} · {index.data(int(FileRole.PATH))}",
            icon=str(index.data(int(FileRole.ICON))),
            actions=tuple(index.data(int(FileRole.ACTIONS)) or ()),
        )


class JournalPanel(Panel):
    """Entries, newest first; the diff of the selected one on the right.

    Signals:
        restore_asked: take an action back (Return).
        all_restore_asked: take back everything since an action, after a question (Return).
        moment_asked: compare the machine as a look saw it with the last one (seconds since the
            epoch).
    """

    restore_asked = Signal(object)
    all_restore_asked = Signal(object)
    moment_asked = Signal(float)

    def __init__(self, look: Look, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(look, tr("Journal"), parent)
        self._session = session
        self._shown = Shown.EVERYTHING
        self.model = JournalModel(self)
        self.view = LinesView(look, self.model, EntryDelegate(look), tr("Journal"))
        self.view.acted.connect(self._on_acted)
        self.view.row_selected.connect(self._on_row_selected)
        self.view.menu_asked.connect(lambda index, at: self.menu_of(index).exec(at))
        self.text = SourceView(look, tr("Difference"))
        self.filter = Button(look, self._shown.value, height=28, name=tr("Shown entries"))
        self.filter.set_arrow()
        self.filter.clicked.connect(lambda: self.filter_menu().exec(below(self.filter)))
        self.head.add(self.filter)
        body = Splitter(look)
        body.addWidget(self.view)
        body.addWidget(self.text)
        body.setSizes([look.theme.px(660), look.theme.px(560)])
        self.set_body(body, self.view)
        self.head.summary.setText(
            tr("What vkconfig-py wrote, with the way back, and what others did")
        )
        session.system.journal_changed.connect(self.refresh)

    def refresh(self) -> None:
        system = self._session.system
        self.model.show(system.journal, system.history or NO_HISTORY, self._shown)
        self.show_empty("" if self.model.rowCount() else _NOTHING[self._shown])
        if self.model.rowCount() and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))

    def show_only(self, shown: Shown) -> None:
        self._shown = shown
        self.filter.setText(shown.value)
        self.refresh()

    def filter_menu(self) -> QMenu:
        """Menu of whose entries are shown."""
        menu = QMenu(self)
        for shown in Shown:
            action = menu.addAction(shown.value, partial(self.show_only, shown))
            action.setCheckable(True)
            action.setChecked(shown is self._shown)
        return menu

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Menu of a row: everything that its buttons do."""
        menu = QMenu(self)
        for label in index.data(int(FileRole.ACTIONS)) or ():
            menu.addAction(label, partial(self._use, index, label))
        return menu

    def _on_acted(self, index: QModelIndex, number: int) -> None:
        labels = index.data(int(FileRole.ACTIONS)) or ()
        if number < len(labels):
            self._use(index, labels[number])

    def _use(self, index: QModelIndex, label: str) -> None:
        entry = self.model.value_at(index)
        if isinstance(entry, OthersChange) and label == SHOW:
            moment = moment_before(entry, self.model.history)
            if moment is not None:
                self.moment_asked.emit(moment)
        elif isinstance(entry, OwnAction):
            if label == TO_BEFORE:
                self.all_restore_asked.emit(return_before(entry, self.model.actions))
            else:
                self.restore_asked.emit(return_of(entry))

    def _on_row_selected(self, index: QModelIndex) -> None:
        self.text.show_difference(str(index.data(int(FileRole.TEXT)) or ""))
