"""Preferences: what the user prefers of the program itself; each choice holds at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import PREFERENCES, Preference
from vkconfig_py.model.session.preferences import Preferences
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.basic import Ink, Label, Line, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button, Radio
from vkconfig_py.ui.widgets.layouts import Page


class PreferencesDialog(QDialog):
    """Stays open while the window is used.

    Attributes:
        radios: the buttons by key and value.
    """

    def __init__(self, look: Look, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._preferences = preferences
        self.radios: dict[tuple[str, str], Radio] = {}
        self.setWindowTitle("Preferences")
        self.page = Page(look, "Preferences")
        body = self.page.fresh_body()
        self._column = QVBoxLayout(body)
        self._fill()
        self.page.setWidget(body)
        # Tab goes to the buttons in it; the page follows them.
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.restore = Button(look, tr("Restore defaults"))
        self.restore.clicked.connect(preferences.restore)
        close = Button(look, "Close")
        close.clicked.connect(self.close)
        px = look.theme.px
        footer = row_of(self.restore, None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        whole = column_of(self)
        whole.addWidget(self.page, 1)
        whole.addWidget(Line(look))
        whole.addLayout(footer)
        preferences.changed.connect(self._show)
        self.resize(px(520), px(380))

    def _fill(self) -> None:
        px = self._look.theme.px
        self._column.setContentsMargins(px(16), px(12), px(16), px(12))
        self._column.setSpacing(px(6))
        group = ""
        for preference in PREFERENCES:
            if preference.group != group:
                if group:
                    self._column.addSpacing(px(12))
                group = preference.group
                self._column.addWidget(Label(self._look, group, face="strong"))
            self._add(preference)
        self._column.addStretch(1)

    def _add(self, preference: Preference) -> None:
        look = self._look
        group = QButtonGroup(self)
        row: list[QWidget | None] = []
        for choice in preference.choices:
            radio = self.radios[preference.key, choice.value] = Radio(look, choice.label)
            radio.setAccessibleName(f"{preference.label}: {choice.label}")
            radio.setAccessibleDescription(preference.about)
            radio.clicked.connect(partial(self._preferences.choose, preference, choice.value))
            group.addButton(radio)
            row.append(radio)
        self._column.addSpacing(look.theme.px(6))
        self._column.addWidget(Label(look, preference.label))
        self._column.addLayout(row_of(*row, None, spacing=look.theme.px(16)))
        self._column.addWidget(
            Label(look, preference.about, face="small", ink=Ink.SECONDARY, wrap=True)
        )
        self._show(preference.key)

    def _show(self, key: str) -> None:
        for preference in PREFERENCES:
            if preference.key == key:
                self.radios[key, self._preferences.value(preference)].setChecked(True)


def show_preferences(window: QWidget, look: Look, preferences: Preferences) -> None:
    # A second time brings the open one to the front.
    shown = window.findChild(PreferencesDialog)
    if isinstance(shown, PreferencesDialog):
        shown.raise_()
        shown.activateWindow()
        return
    box = PreferencesDialog(look, preferences, window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.show()
