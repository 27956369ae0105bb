"""The dialog "Preferences", and the dialog that lists the files of the application menu entry.

Each choice takes effect at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.preferences import (
    GROUP_TITLES,
    PREFERENCES,
    Preference,
    StoredAnswer,
)
from vkconfig_py.model.launch.menu_entry import LEFT_UNTOUCHED, MenuChange, MenuState
from vkconfig_py.model.session.desktop_menu_entry import DesktopMenuEntry
from vkconfig_py.model.session.session import Preferences
from vkconfig_py.model.text.wording import abbreviate_home
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Divider, Label, TextRole, make_column, make_row
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, Frame, Radio, make_button_box
from vkconfig_py.ui.widgets.layouts import Box, FlowLayout, Page, make_text
from vkconfig_py.ui.widgets.panes import (
    open_within_screen,
    raise_open_dialog,
    resize_within_screen,
)

MENU_ENTRY_TIP = tr(
    "Adds vkconfig-py and its icon to the application menu, opens its files when you "
    "double-click them, and enables shell completion for its commands."
)
# What belongs to one setting stands close together, and apart from the next one.
_GAP, _ITEM_GAP, _GROUP_GAP, _HEADING_GAP = 4, 20, 28, 10
_SIZE = (560, 600)
GetNote = Callable[[], str]  # "" where there is nothing to say
_NO_NOTES: Mapping[str, GetNote] = MappingProxyType({})


class MenuRow(QWidget):
    """A row that adds the program to the application menu.

    It is hidden where that is impossible or a package has done it.
    """

    def __init__(
        self, context: ThemeContext, entry: DesktopMenuEntry, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._is_removal = False
        self.button = Button(context, height=28)
        self.button.clicked.connect(lambda: entry.plan(is_removal=self._is_removal))
        self.update_button = Button(context, tr("Update…"), height=28)
        self.update_button.setAccessibleName(tr("Application menu: update vkconfig-py…"))
        self.update_button.setToolTip(
            tr("The entry belongs to another version or installation of vkconfig-py")
        )
        self.update_button.clicked.connect(lambda: entry.plan(is_removal=False))
        column = make_column(self)
        column.setSpacing(context.theme.px(_GAP))
        column.addSpacing(context.theme.px(_GROUP_GAP - _GAP))
        column.addWidget(Label(context, tr("Desktop"), text_style="title"))
        column.addSpacing(context.theme.px(_HEADING_GAP - _GAP))
        name = Label(context, tr("Application menu"), text_style="strong")
        column.addLayout(make_row(name, None, self.update_button, self.button))
        column.addWidget(
            Label(
                context, MENU_ENTRY_TIP, text_style="small", text_role=TextRole.SECONDARY, wrap=True
            )
        )
        self.hide()
        entry.found.connect(self.show_state)
        entry.look()

    def show_state(self, state: MenuState) -> None:
        """Offer what fits the menu entry: to add, update or remove it, or nothing."""
        self._is_removal = state in {MenuState.OURS, MenuState.OUTDATED}
        self.update_button.setVisible(state is MenuState.OUTDATED)
        text, name = tr("Add…"), tr("Application menu: add vkconfig-py…")
        if self._is_removal:
            text, name = tr("Remove…"), tr("Application menu: remove vkconfig-py…")
        self.button.setText(text)
        self.button.setAccessibleName(name)
        self.setVisible(state is not MenuState.OTHER)


class MenuDialog(QDialog):
    """Asks before a change of the application menu, with the files that it writes or removes."""

    def __init__(
        self,
        context: ThemeContext,
        change: MenuChange,
        home_folder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        px = context.theme.px
        title, sentence, action_label = _describe_change(change)
        self.setWindowTitle(title)
        lines = [abbreviate_home(path, home_folder) for path in change.files]
        lines += [
            tr(
                "{path} (from an older version, will be removed)",
                path=abbreviate_home(path, home_folder),
            )
            for path in change.obsolete_files
        ]
        self.files = make_text(context, tr("Files, one per line"), "\n".join(lines), code=True)
        self.files.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.action_button = Button(context, action_label, frame=Frame.PRIMARY)
        self.action_button.clicked.connect(self.accept)
        cancel = Button(context, tr("Cancel"))
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(16), px(16), px(12))
        column.setSpacing(px(10))
        column.addWidget(Label(context, title, text_style="strong", wrap=True))
        column.addWidget(Label(context, sentence, wrap=True))
        column.addWidget(Box(context, self.files), 1)
        for path in change.untouched_files:
            notice = LEFT_UNTOUCHED.format(path=abbreviate_home(path, home_folder))
            column.addWidget(
                Label(context, notice, text_style="small", text_role=TextRole.WARN, wrap=True)
            )
        column.addWidget(
            make_button_box(
                {self.action_button: ButtonRole.AcceptRole, cancel: ButtonRole.RejectRole}
            )
        )
        self.action_button.setFocus()
        open_within_screen(self, px(640), px(420))  # the longest of our files is whole


def _describe_change(change: MenuChange) -> tuple[str, str, str]:
    """Return the title of the dialog, its sentence, and the label of its button."""
    count = len(change.files)
    if change.is_removal:
        return (
            tr("Remove vkconfig-py from the application menu"),
            counted(
                "Removes only the {n} files listed.", "Removes only the {n} file listed.", count
            ),
            tr("Remove"),
        )
    if change.is_update:
        sentences = []
        if count:
            sentences.append(
                counted(
                    "Updates {n} files to this version; your changes stay.",
                    "Updates {n} file to this version; your changes stay.",
                    count,
                )
            )
        if change.obsolete_files:
            sentences.append(
                counted(
                    "Removes {n} files that this version does not use.",
                    "Removes {n} file that this version does not use.",
                    len(change.obsolete_files),
                )
            )
        return (
            tr("Update vkconfig-py in the application menu"),
            " ".join(sentences),
            tr("Update"),
        )
    return (
        tr("Add vkconfig-py to the application menu"),
        counted(
            "{n} files will be written to your home folder; Remove… deletes only these files.",
            "{n} file will be written to your home folder; Remove… deletes only this file.",
            count,
        ),
        tr("Add"),
    )


class RestorableAnswer(NamedTuple):
    """A remembered answer, which the user can have asked again.

    Attributes:
        is_given: whether there is an answer now.
        restore: forget it.
    """

    answer: StoredAnswer
    is_given: Callable[[], bool]
    restore: Callable[[], None]


class PreferencesDialog(QDialog):
    """The dialog, which stays open while the window is used.

    Signals:
        erase_requested: erase all data of vkconfig-py.
        restart_requested: start the program again.

    Attributes:
        radios: buttons by key and value of the preference.
        reset_buttons: buttons that set a preference to its default, by key.
        restore_buttons: buttons that forget an answer, by its name.
        menu: row of the application menu.
        restart_button: shown once another language is chosen.
        erase_button: erases all data, after a question.
        notes: labels with why a preference has no effect here, by key.
    """

    erase_requested = Signal()
    restart_requested = Signal()

    def __init__(
        self,
        context: ThemeContext,
        preferences: Preferences,
        menu: DesktopMenuEntry,
        answers: Sequence[RestorableAnswer] = (),
        notes: Mapping[str, GetNote] = _NO_NOTES,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._preferences = preferences
        self.radios: dict[tuple[str, str], Radio] = {}
        self.reset_buttons: dict[str, Button] = {}
        self.restore_buttons: dict[str, Button] = {}
        self.notes = {
            key: Label(context, text_style="small", text_role=TextRole.WARN, wrap=True)
            for key in notes
        }
        self._note_getters, self._restorable_answers = notes, answers
        self.setWindowTitle(tr("Preferences"))
        self.page = Page(context, tr("Preferences"))
        body = self.page.make_body()
        self._column = QVBoxLayout(body)
        self.menu = MenuRow(context, menu)
        self.restart_button = Button(context, tr("Restart"))
        self.restart_button.setAccessibleName(tr("Restart vkconfig-py in the chosen language"))
        self.restart_button.clicked.connect(self.restart_requested)
        self.erase_button = Button(context, tr("Erase…"), height=28)
        self.erase_button.setAccessibleName(tr("Erase all vkconfig-py data…"))
        self.erase_button.clicked.connect(self.erase_requested)
        self._add_rows()
        self.page.setWidget(body)
        # Tab goes to the buttons in it; the page follows them.
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.restore_button = Button(context, tr("Reset all"))
        self.restore_button.setToolTip(tr("Reset all choices above"))
        self.restore_button.clicked.connect(preferences.restore)
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        px = context.theme.px
        # Restart comes and goes: among the preferences it would move those below.
        self._footer = make_row(self.restore_button, None, self.restart_button, close)
        self._unit = context.theme.unit
        self._set_margins()
        main_column = make_column(self)
        main_column.addWidget(self.page, 1)
        main_column.addWidget(Divider(context))
        main_column.addLayout(self._footer)
        context.changed.connect(self._follow_text_size)
        preferences.changed.connect(self._show_value)
        # After the window, which forgets the answers.
        preferences.questions_restored.connect(self._show_answers)
        # Qt would focus the first one, which looks chosen then.
        next(radio for radio in self.radios.values() if radio.isChecked()).setFocus()
        open_within_screen(self, px(_SIZE[0]), px(_SIZE[1]))

    def _set_margins(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(px(16), px(12), px(16), px(12))
        self._footer.setContentsMargins(px(16), px(10), px(16), px(10))

    def _follow_text_size(self) -> None:
        """Be as large as when opened with the present text size, which is chosen here."""
        theme = self._context.theme
        if theme.unit != self._unit:
            self._unit = theme.unit
            self._set_margins()
            resize_within_screen(self, theme.px(_SIZE[0]), theme.px(_SIZE[1]))

    def _add_rows(self) -> None:
        """Add the rows of all preferences, by group, and those of remembered answers."""
        px = self._context.theme.px
        self._column.setSpacing(px(_GAP))
        group = None
        for preference in PREFERENCES:
            if preference.group is not group:
                group = preference.group
                self._add_heading(GROUP_TITLES[group])
            self._add_preference(preference)
        if self._restorable_answers:
            self._add_heading(tr("Remembered choices"))
        for restorable in self._restorable_answers:
            self._add_answer(restorable)
        self._column.addWidget(self.menu)
        self._add_heading(tr("Data"))
        name = Label(self._context, tr("All vkconfig-py data"), text_style="strong")
        self._column.addLayout(make_row(name, None, self.erase_button))
        self._add_description(
            tr(
                "After asking for confirmation, withdraws everything, backs up your data "
                "to one file, and removes all data."
            )
        )
        self._column.addStretch(1)

    def _add_heading(self, text: str) -> None:
        px = self._context.theme.px
        if self._column.count():
            self._column.addSpacing(px(_GROUP_GAP - _GAP))
        self._column.addWidget(Label(self._context, text, text_style="title"))
        self._column.addSpacing(px(_HEADING_GAP - _GAP))

    def _add_gap(self) -> None:
        """Set what follows apart from another setting above; under a heading nothing is added."""
        last_item = self._column.itemAt(self._column.count() - 1)
        if last_item is not None and last_item.spacerItem() is None:
            self._column.addSpacing(self._context.theme.px(_ITEM_GAP - _GAP))

    def _add_preference(self, preference: Preference) -> None:
        """Add a row with one button per value of a preference, and one that resets it."""
        context = self._context
        group = QButtonGroup(self)
        # As many beside each other as there is room for.
        radios = FlowLayout(row_gap=context.theme.px(_GAP))
        radios.setSpacing(context.theme.px(16))
        for choice in preference.choices:
            radio = self.radios[preference.key, choice.value] = Radio(context, choice.label)
            name = tr("{preference}: {choice}", preference=preference.label, choice=choice.label)
            radio.setAccessibleName(name)
            radio.setAccessibleDescription(preference.description)
            radio.clicked.connect(partial(self._preferences.choose, preference, choice.value))
            group.addButton(radio)
            radios.addWidget(radio)
        reset = Button(
            context,
            icon="reset",
            frame=Frame.FLAT,
            height=22,
            name=tr("{preference}: reset to default", preference=preference.label),
        )
        reset.setToolTip(tr("Reset to default"))
        reset.clicked.connect(partial(self._preferences.choose, preference, preference.default))
        self.reset_buttons[preference.key] = reset
        self._add_gap()
        self._column.addWidget(Label(context, preference.label, text_style="strong"))
        row = make_row(spacing=context.theme.px(16))
        row.addLayout(radios, 1)
        row.addWidget(reset, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(row)
        self._add_description(preference.description)
        if note := self.notes.get(preference.key):
            self._column.addWidget(note)
        self._show_value(preference.key)

    def _add_answer(self, restorable: RestorableAnswer) -> None:
        """Add a row whose button has a remembered answer asked again."""
        context, stored_answer = self._context, restorable.answer
        name = tr("Show again: {answer}", answer=stored_answer.label)
        restore_button = Button(context, tr("Show again"), height=28, name=name)
        restore_button.setAccessibleDescription(stored_answer.description)
        restore_button.setEnabled(restorable.is_given())
        restore_button.clicked.connect(partial(self._restore, restorable))
        self.restore_buttons[stored_answer.name] = restore_button
        self._add_gap()
        name_label = Label(context, stored_answer.label, text_style="strong")
        self._column.addLayout(make_row(name_label, None, restore_button))
        self._add_description(stored_answer.description)

    def _add_description(self, text: str) -> None:
        self._column.addWidget(
            Label(self._context, text, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        )

    def _restore(self, restorable: RestorableAnswer) -> None:
        """Forget a remembered answer, so that it is asked again."""
        restorable.restore()
        self._show_answers()

    def _show_answers(self) -> None:
        """Enable the button of each answer that is remembered now."""
        for restorable in self._restorable_answers:
            self.restore_buttons[restorable.answer.name].setEnabled(restorable.is_given())

    def _show_value(self, key: str) -> None:
        """Show the present value of the preference with this key."""
        for preference in PREFERENCES:
            if preference.key == key:
                value = self._preferences.values.get_value(preference)
                self.radios[key, value].setChecked(True)
                self.reset_buttons[key].setEnabled(value != preference.default)
        self.restart_button.setVisible(self._preferences.needs_restart)
        if note := self.notes.get(key):
            note.setText(self._note_getters[key]())
            note.setVisible(bool(note.text()))


def show_preferences(
    window: QWidget,
    context: ThemeContext,
    preferences: Preferences,
    menu: DesktopMenuEntry,
    answers: Sequence[RestorableAnswer],
    notes: Mapping[str, GetNote],
) -> PreferencesDialog | None:
    """Show the dialog of preferences and return it, or raise the open one and return None.

    Args:
        window: parent of the dialog.
        context: of the window.
        preferences: what the dialog changes.
        menu: entry of the application menu.
        answers: remembered answers that can be asked again.
        notes: return sentences for below preferences, by key.
    """
    if raise_open_dialog(window, PreferencesDialog):
        return None
    dialog = PreferencesDialog(context, preferences, menu, answers, notes, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
    return dialog
