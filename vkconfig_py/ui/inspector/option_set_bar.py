"""The option sets of the chosen program: choose, make, copy, rename and delete them."""

from __future__ import annotations

import shlex
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration import option_set_edits
from vkconfig_py.model.configuration.configuration import NO_PROGRAM, OptionSet, Target
from vkconfig_py.model.configuration.default_options import shown_name
from vkconfig_py.model.configuration.option_set_edits import NEW_NAME
from vkconfig_py.model.configuration.option_sets import find_set, sets_of
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Field, below, column_of, menu_text, row_of
from vkconfig_py.ui.widgets.buttons import Button, Frame

NO_SET = tr("No option set")


class OptionSetBar(QWidget):
    """A button with the chosen set, whose name is edited in its place, and buttons for sets."""

    def __init__(self, look: ThemeContext, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._session = session
        self._target = NO_PROGRAM
        self.chosen = Button(look, NO_SET, frame=Frame.FIELD, height=28, name=tr("Option set"))
        self.chosen.set_arrow()
        self.chosen.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.chosen.clicked.connect(self._open)
        self.name = Field(look, name=tr("Name of the option set"))
        self.name.editingFinished.connect(self._rename)
        self.name.hide()
        self.new = self._button("plus", tr("New option set"), self._add)
        self.copy = self._button("copy", tr("Duplicate the option set"), self._duplicate)
        self.pencil = self._button("pencil", tr("Rename the option set"), self.start_renaming)
        self.delete = self._button("trash", tr("Delete the option set"), self._delete)
        row = row_of(
            self.chosen, self.name, self.new, self.copy, self.pencil, self.delete, spacing=2
        )
        column_of(self).addLayout(row)

    def _button(self, icon: str, text: str, act: object) -> Button:
        button = Button(self._look, icon=icon, frame=Frame.FLAT, height=28, name=text)
        button.setToolTip(tooltip(text))
        button.clicked.connect(act)
        return button

    def show_program(self, target: Target) -> None:
        self._target = target
        text = visible(shown_name(target.options)) or NO_SET
        self.chosen.setText(text)
        self.chosen.setAccessibleName(tr("Option set: {text}", text=text))
        self.chosen.updateGeometry()
        has_program = bool(target.program)
        for button in (self.chosen, self.new):
            button.setEnabled(has_program)
        self.copy.setEnabled(has_program)
        for button in (self.pencil, self.delete):
            button.setEnabled(bool(target.options))
        if not target.options:
            self._stop_renaming()

    def _open(self) -> None:
        edits = self._session.edits
        menu = QMenu(self)
        plain = menu.addAction(NO_SET, partial(edits.do, option_set_edits.choose_set, ""))
        plain.setCheckable(True)
        plain.setChecked(not self._target.options)
        sets = sets_of(edits.workspace.options, self._target.program)
        if sets:
            menu.addSeparator()
        for one in sets:
            choose = partial(edits.do, option_set_edits.choose_set, one.name)
            arguments = shlex.join(one.arguments)
            action = menu.addAction(menu_text(f"{shown_name(one.name)}\t{arguments}"), choose)
            action.setCheckable(True)
            action.setChecked(one.name == self._target.options)
        menu.exec(below(self.chosen))

    def _add(self) -> None:
        self._session.edits.do(option_set_edits.new_set, self._target.program, OptionSet(NEW_NAME))
        self.start_renaming()

    def _duplicate(self) -> None:
        """Add a copy of the chosen set; without one, a set of what stands in the fields."""
        target = self._target
        known = find_set(self._session.edits.workspace.options, target)
        copied = known or OptionSet(
            NEW_NAME, target.arguments, target.working_directory, (), target.log_file,
            target.appends,
        )  # fmt: skip
        name = tr("{name} copy", name=shown_name(known.name)) if known else NEW_NAME
        self._session.edits.do(option_set_edits.new_set, target.program, copied._replace(name=name))
        self.start_renaming()

    def _delete(self) -> None:
        self._session.edits.do(
            option_set_edits.delete_set, self._target.program, self._target.options
        )

    def start_renaming(self) -> None:
        """Edit the name in the place of the button."""
        target = self._session.questions.target
        if target.options:
            self.name.setText(shown_name(target.options))
            self.chosen.hide()
            self.name.show()
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def _rename(self) -> None:
        # Hiding the field takes its focus, which ends the editing once more.
        if not self.name.isHidden():
            text = self.name.text()
            self._stop_renaming()
            target = self._session.questions.target
            if text != shown_name(target.options):
                self._session.edits.do(
                    option_set_edits.rename_set, target.program, target.options, text
                )

    def _stop_renaming(self) -> None:
        self.name.hide()
        self.chosen.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.name.isVisible():
            self._stop_renaming()
            self.chosen.setFocus()
        else:
            super().keyPressEvent(event)
