"""The pane in the middle: the sentence, the view it is for, and the chain."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vkconfig_py.model.headline import FILE, FIX, PROGRAM, VIEW, ShownHeadline, show_headline
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.picture.values import Picture
from vkconfig_py.model.plan import Mechanism, View
from vkconfig_py.model.store import Store
from vkconfig_py.ui.actions import Actions, tip_of
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.chain_view import ChainView
from vkconfig_py.ui.panels.sentence import Sentence
from vkconfig_py.ui.panes import Pane
from vkconfig_py.ui.widgets import Field, Surface

if TYPE_CHECKING:
    from vkconfig_py.ui.panels.what_if import WhatIfBar

VIEWS = ("view_launch", "view_program", "view_listed", "view_every", "view_variables")


def view_name(view: View) -> str:
    """Return the action that stands for a view."""
    if view.is_applied and view.listed:
        return "view_listed"
    if view.is_applied:
        return "view_program" if view.programs else "view_every"
    return "view_variables" if view.mechanism is Mechanism.ENVIRONMENT else "view_launch"


_VIEW_TEXTS = {
    "view_launch": "This launch",
    "view_program": "This program",
    "view_listed": "Listed programs",
    "view_every": "Every program",
    "view_variables": "Variables only",
}


class ChainPane(Surface):
    """Head and chain.

    Signals:
        program_asked, device_asked: a choice is wanted at a global point.
        fix_used: what helps against the alarm of the headline (Told, Action) was pressed.
        file_asked: the file that is guilty is to be shown (path, line).
        what_if_made: the what-if bar was opened for the first time.
    """

    program_asked = Signal(QPoint)
    device_asked = Signal(QPoint)
    fix_used = Signal(object, object)
    file_asked = Signal(str, int)
    what_if_made = Signal()

    def __init__(
        self, look: Look, store: Store, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "base", parent)
        self._store = store
        self._actions = actions
        self.view = ChainView(look, store, ChainModel(store, self), self)
        self.sentence = Sentence(look)
        self.sentence.noun_used.connect(self._on_noun_used)
        self.view_button = Button(look, "This launch", frame=Frame.OUTLINE, height=28)
        self.view_button.set_arrow()
        self.view_button.clicked.connect(self._on_view_clicked)
        self._filter_button = Button(look, icon="filter", frame=Frame.FLAT, name="Find", height=28)
        self._filter_button.setCheckable(True)
        self._filter_button.setToolTip(tip_of(actions["filter"]))
        self._filter_button.clicked.connect(self._on_filter_clicked)
        self._add = Button(look, icon="plus", frame=Frame.FLAT, name="Add layers", height=28)
        self._add.setToolTip("Add layers of your own, or a row for other layers")
        self._add.clicked.connect(self._on_add_clicked)
        self.filter = Field(look, name="Find in the chain", hint="Find a layer", icon="search")
        self.filter.textChanged.connect(self.view.set_filter)
        self.filter.returnPressed.connect(self.view.setFocus)
        self.view.filter_asked.connect(lambda: self.show_filter(shown=True))
        self.view.filter_left.connect(lambda: self.show_filter(shown=False))
        self.filter.hide()
        self.what_if: WhatIfBar | None = None
        self._shown: ShownHeadline | None = None
        self._lay_out()
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        store.shown_changed.connect(self.refresh)
        store.preview_changed.connect(self._on_preview_changed)
        store.workspace_changed.connect(self._show_wishes)
        store.problems_changed.connect(self._on_preview_changed)
        self.show_view(store.view)

    def _lay_out(self) -> None:
        self._head_box = QWidget()
        self._head = QHBoxLayout(self._head_box)
        self._head.addWidget(self.sentence, 1)
        for button in (self.view_button, self._filter_button, self._add):
            self._head.addWidget(button)
        self._filter_row = QHBoxLayout()
        self._filter_row.addWidget(self.filter)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head_box)
        column.addLayout(self._filter_row)
        column.addWidget(self.view, 1)

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._head.setContentsMargins(px(16), px(6), px(8), px(4))
        self._head.setSpacing(px(4))
        self._filter_row.setContentsMargins(px(16), 0, px(16), 0)
        self.setMinimumWidth(px(420))

    def refresh(self) -> None:
        """Show the store's picture."""
        self._show_what_if()
        picture = self._store.shown
        if self.view.moving is None:
            self.view.show_picture(picture)
            self._show_wishes()
        self.show_sentence(picture)
        self.show_view(self._store.view)

    def _show_wishes(self) -> None:
        """Show a wish at once; its verdict comes when the engine has answered."""
        if self.view.moving is None:
            devices = {line.key: line.chosen for line in self._store.devices.lines()}
            self.view.show_wishes(self._store.workspace.current, devices)

    def _show_what_if(self) -> None:
        """Let the what-if bar stand in place of the head while it is open."""
        is_open = self._store.what_if.is_open
        if is_open and self.what_if is None:
            from vkconfig_py.ui.panels.what_if import WhatIfBar

            self.what_if = WhatIfBar(self._look, self._store, self._actions)
            self._column.insertWidget(0, self.what_if)
            self.what_if_made.emit()
        if self.what_if is not None:
            self.what_if.setVisible(is_open)
        self._head_box.setVisible(not is_open)

    def panes(self) -> list[Pane]:
        """Return the parts that F6 walks through."""
        bar = self.what_if
        first = [Pane(bar, bar.loader)] if bar is not None and bar.isVisible() else []
        return [*first, Pane(self, self.view)]

    def parts(self) -> list[QWidget]:
        """Return what Tab walks through, from above to below."""
        bar = [self.what_if] if self.what_if is not None else []
        return [*bar, self._head_box, self.filter, self.view]

    def show_sentence(self, picture: Picture | None) -> None:
        """Say what will happen; nouns open their choice, or do what helps."""
        if picture is None:
            self.sentence.show_sentences(("Reading what is installed…",), {})
            return
        problems = self._store.problems if picture.headline.is_alarm else ()
        self._shown = shown = show_headline(picture, problems)
        self.sentence.show_sentences(shown.sentences, shown.nouns, is_alarm=shown.is_alarm)

    def show_view(self, view: View) -> None:
        """Name the way of applying that the picture is for."""
        name = view_name(view)
        self._actions[name].setChecked(True)
        if self.view_button.text() != _VIEW_TEXTS[name]:
            self.view_button.setText(_VIEW_TEXTS[name])
            self.view_button.updateGeometry()
        self.view_button.setAccessibleName(self._actions[name].text().replace("&", ""))
        self.view_button.setToolTip(
            "View: what the chain is shown for. Launch always runs “This launch”."
        )

    def _on_preview_changed(self) -> None:
        self.show_sentence(self._store.preview or self._store.shown)

    def _on_noun_used(self, noun: str, at: QPoint) -> None:
        shown = self._shown
        if noun == VIEW:
            self._on_view_clicked()
        elif noun == FIX and shown is not None:
            self.fix_used.emit(shown.told, shown.fix)
        elif noun == FILE and shown is not None:
            line = shown.told.problem.line if shown.told else 0
            self.file_asked.emit(shown.file, line)
        else:
            (self.program_asked if noun == PROGRAM else self.device_asked).emit(at)

    def _on_view_clicked(self) -> None:
        menu = QMenu(self)
        for name in VIEWS:
            menu.addAction(self._actions[name])
        menu.exec(self.view_button.mapToGlobal(QPoint(0, self.view_button.height() + 2)))

    def _on_add_clicked(self) -> None:
        menu = QMenu(self)
        menu.addAction(self._actions["source_folder"])
        menu.addAction(self._actions["source_manifest"])
        menu.addSeparator()
        menu.addAction(self._actions["other_layers"])
        sources = [source.path for source in self._store.workspace.collection]
        if sources:
            menu.addSeparator()
        for path in sources:
            text = f"Remove {path}".replace("&", "&&")
            menu.addAction(text, partial(self._store.remove_source, path))
        menu.exec(self._add.mapToGlobal(QPoint(0, self._add.height() + 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the search with Esc."""
        if event.key() == Qt.Key.Key_Escape and self.filter.hasFocus():
            self.show_filter(shown=False)
        else:
            super().keyPressEvent(event)

    def _on_filter_clicked(self) -> None:
        self.show_filter(shown=self._filter_button.isChecked())

    def show_filter(self, *, shown: bool) -> None:
        """Open or close the search of the chain."""
        self._filter_button.setChecked(shown)
        self.filter.setVisible(shown)
        if shown:
            self.filter.setFocus()
            self.filter.selectAll()
        else:
            self.filter.clear()
            self.view.setFocus()
