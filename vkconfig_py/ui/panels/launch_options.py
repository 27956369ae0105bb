"""The program row's "Launch options": program, arguments, working folder, environment."""

from __future__ import annotations

import shlex

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QListView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.model.documents.configuration import Configuration, Target, Variable
from vkconfig_py.model.programs.executables import ProgramMatch
from vkconfig_py.model.store import Store
from vkconfig_py.ui.button import Button
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import Field, Ink, Label, SlimBar, row_of


class LaunchOptionsPage(QScrollArea):
    """Edits the target and the environment of the current configuration.

    Every field is committed when it is left or Enter is pressed: one undo step each.

    Signals:
        program_asked: the file dialog for the program is wanted.
    """

    program_asked = Signal()

    def __init__(self, look: Look, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._store = store
        self._shown: Configuration | None = None
        self.program = Field(look, name="Program", hint="no program chosen", mono=True)
        self.arguments = Field(look, name="Arguments", hint="none", mono=True)
        self.folder = Field(look, name="Working folder", hint="current folder", mono=True)
        self.match = Label(look, face="small", ink=Ink.SECONDARY, wrap=True)
        self.argument_note = Label(look, face="small", ink=Ink.ERROR, wrap=True)
        self.variables = QListView()
        self._lines = QStringListModel(self)
        self.variable = Field(look, name="Variable", hint="NAME=value, or NAME to unset", mono=True)
        self._set_up_variables()
        for field in (self.program, self.arguments, self.folder):
            field.editingFinished.connect(self._commit_target)
        self._lay_out()
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _set_up_variables(self) -> None:
        self.variables.setModel(self._lines)
        self.variables.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.variables.setAccessibleName("Environment of the program")
        self.variables.setVerticalScrollBar(SlimBar(self._look, self.variables))
        self.variable.returnPressed.connect(self._add_variable)
        self._add = Button(self._look, "Add", height=28, name="Add variable")
        self._add.clicked.connect(self._add_variable)
        self._remove = Button(self._look, "Remove", height=28, name="Remove variable")
        self._remove.clicked.connect(self._remove_variable)

    def _lay_out(self) -> None:
        look = self._look
        choose = Button(look, "Choose…", height=28, name="Choose program")
        choose.clicked.connect(self.program_asked)
        choose_folder = Button(look, "Choose…", height=28, name="Choose working folder")
        choose_folder.clicked.connect(self._choose_folder)
        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.addWidget(self._caption("Program"))
        column.addLayout(row_of(self.program, choose))
        column.addWidget(self.match)
        column.addWidget(self._caption("Arguments"))
        column.addWidget(self.arguments)
        column.addWidget(self.argument_note)
        column.addWidget(self._caption("Working folder"))
        column.addLayout(row_of(self.folder, choose_folder))
        column.addWidget(self._caption("Environment of the program"))
        column.addWidget(self.variables)
        column.addLayout(row_of(self.variable, self._add, self._remove))
        column.addStretch(1)
        self._column = column
        self.argument_note.hide()
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _caption(self, text: str) -> Label:
        return Label(self._look, text, face="small_strong", ink=Ink.SECONDARY)

    def _on_metrics_changed(self) -> None:
        theme = self._look.theme
        px = theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        self._column.setSpacing(px(6))
        self.variables.setFixedHeight(px(112))
        self.variables.setFont(theme.code.font)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.colors.window)
        self._body.setPalette(palette)
        self.setPalette(palette)

    def show_configuration(self, configuration: Configuration) -> None:
        """Show target and environment; a field that is being edited keeps its text."""
        if configuration == self._shown:
            return
        self._shown = configuration
        target = configuration.target
        shown = (
            (self.program, target.program),
            (self.arguments, shlex.join(target.arguments)),
            (self.folder, target.working_directory),
        )
        for field, text in shown:
            if not (field.hasFocus() and field.isModified()) and field.text() != text:
                field.setText(text)
        self._lines.setStringList([_line(variable) for variable in configuration.environment])

    def show_match(self, match: ProgramMatch) -> None:
        """Say whether what is applied for this program will match."""
        text = match.error or match.sentence
        elevation = match.elevation
        if match.runs and elevation.is_elevated:
            text = f"{match.name} {elevation.why}: what is applied does not reach it."
        elif match.runs and not text:
            text = f"What is applied for {match.real} matches it."
        elif match.sentence and not match.error:
            text = f"{match.name} {match.sentence}"
        self.match.setText(text)
        self.match.set_ink(Ink.ERROR if match.error else Ink.SECONDARY)
        self.match.setVisible(bool(text))

    def _commit_target(self) -> None:
        if self._shown is None:
            return
        try:
            arguments = tuple(shlex.split(self.arguments.text()))
        except ValueError as error:
            self.argument_note.setText(f"Not used: {error}")
            self.argument_note.show()
            return
        self.argument_note.hide()
        program, folder = self.program.text().strip(), self.folder.text().strip()
        target = Target(program, arguments, folder)
        for field in (self.program, self.arguments, self.folder):
            field.setModified(False)
        if target != self._store.workspace.current.target:
            self._store.set_target(target)

    def _choose_folder(self) -> None:
        start = self.folder.text() or self._store.machine.host.working_directory
        folder = QFileDialog.getExistingDirectory(self, "Working folder", start)
        if folder:
            self.folder.setText(folder)
            self._commit_target()

    def _add_variable(self) -> None:
        name, sign, value = self.variable.text().strip().partition("=")
        if not name:
            return
        new = Variable(name, value if sign else None)
        rest = [v for v in self._store.workspace.current.environment if v.name != name]
        self.variable.clear()
        self._store.set_environment((*rest, new))

    def _remove_variable(self) -> None:
        place = self.variables.currentIndex().row()
        variables = self._store.workspace.current.environment
        if 0 <= place < len(variables):
            self._store.set_environment((*variables[:place], *variables[place + 1 :]))


def _line(variable: Variable) -> str:
    if variable.value is None:
        return f"{variable.name} is unset"
    return f"{variable.name}={variable.value}"
