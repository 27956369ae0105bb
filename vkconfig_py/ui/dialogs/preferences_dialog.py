"""Preferences: what the user prefers of the program itself; each choice holds at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.preferences import (
    GROUPS,
    PREFERENCES,
    PROBING,
    Preference,
    StoredAnswer,
)
from vkconfig_py.model.session.menu_entry import MenuEntry
from vkconfig_py.model.session.preferences import Preferences
from vkconfig_py.ui.dialogs.loader_row import LoaderRow
from vkconfig_py.ui.dialogs.menu_entry import MenuRow
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Divider, Label, TextRole, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button, Frame, Radio
from vkconfig_py.ui.widgets.layouts import Page
from vkconfig_py.ui.widgets.placement import open_within_screen

Note = Callable[[], str]  # "" where there is nothing to say
_NO_NOTES: Mapping[str, Note] = MappingProxyType({})


class Restorable(NamedTuple):
    """An answer that can be given back.

    Attributes:
        is_given: whether there is one now.
        restore: ask again from now on.
    """

    answer: StoredAnswer
    is_given: Callable[[], bool]
    restore: Callable[[], None]


class PreferencesDialog(QDialog):
    """Stays open while the window is used.

    Attributes:
        radios: the buttons by key and value.
        resets: those that give one preference its default, by key.
        restores: those that give an answer back, by its name.
        menu: offers to put the program into the menu of the desktop.
        loader: which loader the chain follows.
        notes: why a preference has no effect here, by its key.
    """

    def __init__(
        self,
        look: ThemeContext,
        preferences: Preferences,
        menu: MenuEntry,
        loader: LoaderRow,
        answers: Sequence[Restorable] = (),
        notes: Mapping[str, Note] = _NO_NOTES,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._preferences = preferences
        self.radios: dict[tuple[str, str], Radio] = {}
        self.resets: dict[str, Button] = {}
        self.restores: dict[str, Button] = {}
        self.notes = {key: Label(look, face="small", ink=TextRole.WARN, wrap=True) for key in notes}
        self._find_notes, self._answers = notes, answers
        self.setWindowTitle(tr("Preferences"))
        self.page = Page(look, tr("Preferences"))
        body = self.page.fresh_body()
        self._column = QVBoxLayout(body)
        self.menu = MenuRow(look, menu)
        self.loader = loader
        self._fill()
        self.page.setWidget(body)
        # Tab goes to the buttons in it; the page follows them.
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.restore = Button(look, tr("Restore defaults"))
        self.restore.setToolTip(tr("Take back every choice above"))
        self.restore.clicked.connect(preferences.restore)
        close = Button(look, tr("Close"))
        close.clicked.connect(self.close)
        px = look.theme.px
        footer = row_of(self.restore, None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        whole = column_of(self)
        whole.addWidget(self.page, 1)
        whole.addWidget(Divider(look))
        whole.addLayout(footer)
        preferences.changed.connect(self._show)
        # After the window, which forgets the answers.
        preferences.asked_again.connect(self._show_answers)
        open_within_screen(self, px(560), px(600))

    def _fill(self) -> None:
        px = self._look.theme.px
        self._column.setContentsMargins(px(16), px(12), px(16), px(12))
        self._column.setSpacing(px(6))
        group = None
        for preference in PREFERENCES:
            if preference.group is not group:
                group = preference.group
                self._add_heading(GROUPS[group])
                if preference is PROBING:
                    self._column.addWidget(self.loader)
            self._add(preference)
        if self._answers:
            self._add_heading(tr("Remembered answers"))
        for one in self._answers:
            self._add_answer(one)
        self._column.addWidget(self.menu)
        self._column.addStretch(1)

    def _add_heading(self, text: str) -> None:
        if self._column.count():
            self._column.addSpacing(self._look.theme.px(12))
        self._column.addWidget(Label(self._look, text, face="strong"))

    def _add(self, preference: Preference) -> None:
        look = self._look
        group = QButtonGroup(self)
        row: list[QWidget | None] = []
        for choice in preference.choices:
            radio = self.radios[preference.key, choice.value] = Radio(look, choice.label)
            name = tr("{preference}: {choice}", preference=preference.label, choice=choice.label)
            radio.setAccessibleName(name)
            radio.setAccessibleDescription(preference.about)
            radio.clicked.connect(partial(self._preferences.choose, preference, choice.value))
            group.addButton(radio)
            row.append(radio)
        reset = Button(
            look,
            icon="reset",
            frame=Frame.FLAT,
            height=22,
            name=tr("{preference}: back to the default", preference=preference.label),
        )
        reset.setToolTip(tr("Back to the default"))
        reset.clicked.connect(partial(self._preferences.choose, preference, preference.default))
        self.resets[preference.key] = reset
        self._column.addSpacing(look.theme.px(6))
        self._column.addWidget(Label(look, preference.label))
        self._column.addLayout(row_of(*row, None, reset, spacing=look.theme.px(16)))
        self._add_about(preference.about)
        if note := self.notes.get(preference.key):
            self._column.addWidget(note)
        self._show(preference.key)

    def _add_answer(self, one: Restorable) -> None:
        look, answer = self._look, one.answer
        name = tr("{answer}: ask or show again", answer=answer.label)
        again = Button(look, tr("Show again"), height=28, name=name)
        again.setAccessibleDescription(answer.about)
        again.setEnabled(one.is_given())
        again.clicked.connect(partial(self._give_back, one))
        self.restores[answer.name] = again
        self._column.addLayout(row_of(Label(look, answer.label), None, again))
        self._add_about(answer.about)

    def _add_about(self, text: str) -> None:
        self._column.addWidget(
            Label(self._look, text, face="small", ink=TextRole.SECONDARY, wrap=True)
        )

    def _give_back(self, one: Restorable) -> None:
        one.restore()
        self._show_answers()

    def _show_answers(self) -> None:
        for one in self._answers:
            self.restores[one.answer.name].setEnabled(one.is_given())

    def _show(self, key: str) -> None:
        for preference in PREFERENCES:
            if preference.key == key:
                value = self._preferences.values.value(preference)
                self.radios[key, value].setChecked(True)
                self.resets[key].setEnabled(value != preference.default)
        if note := self.notes.get(key):
            note.setText(self._find_notes[key]())
            note.setVisible(bool(note.text()))


def show_preferences(
    window: QWidget,
    look: ThemeContext,
    preferences: Preferences,
    menu: MenuEntry,
    make_loader_row: Callable[[], LoaderRow],
    answers: Sequence[Restorable],
    notes: Mapping[str, Note],
) -> None:
    # A second time brings the open one to the front.
    shown = window.findChild(PreferencesDialog)
    if isinstance(shown, PreferencesDialog):
        shown.raise_()
        shown.activateWindow()
        return
    loader = make_loader_row()
    box = PreferencesDialog(look, preferences, menu, loader, answers, notes, window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.show()
