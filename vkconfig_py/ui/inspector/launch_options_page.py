"""The page of launch options: the program, its option sets, and what it is started with."""

from __future__ import annotations

import shlex
from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QListView, QMenu, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration import chosen_program, option_set_edits, workspace_edits
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    OptionSet,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.option_set_edits import NEW_NAME
from vkconfig_py.model.configuration.option_sets import find_set, sets_of, shown_name
from vkconfig_py.model.launch.log_file import LogFileError, facts_of, log_path
from vkconfig_py.model.plan.loader_family import supports_app_keys
from vkconfig_py.model.programs.program_paths import ProgramMatch
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Field,
    Label,
    SlimScrollBar,
    TextRole,
    escape_menu_text,
    find_position_below,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame
from vkconfig_py.ui.widgets.layouts import Page

# A list of environment variables with a field to add one and a button to remove one.

_MAX_VISIBLE_ROWS = 5  # rows; it scrolls then


class VariablesList(QWidget):
    """Shows variables and edits them, each edit at once.

    Signals:
        edited: the variables as they are to be (a tuple of Variable).
    """

    edited = Signal(object)

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: tuple[Variable, ...] = ()
        self._lines = QStringListModel(self)
        self.view = QListView()
        self.view.setModel(self._lines)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setAccessibleName(name)
        self.view.setVerticalScrollBar(SlimScrollBar(context, self.view))
        self.field = Field(
            context, name=tr("Variable"), hint=tr("NAME=value, or NAME to unset"), mono=True
        )
        self.field.returnPressed.connect(self.add)
        add = Button(context, tr("Add"), height=28, name=tr("Add variable: {name}", name=name))
        add.clicked.connect(self.add)
        self._remove = Button(
            context, tr("Remove"), height=28, name=tr("Remove variable: {name}", name=name)
        )
        self._remove.clicked.connect(self.remove)
        column = self._column = make_column(self)
        column.addWidget(self.view)
        column.addLayout(make_row(self.field, add, self._remove))
        context.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        theme = self._context.theme
        self._column.setSpacing(theme.px(6))
        self.view.setFont(theme.code.font)
        rows = min(len(self._shown), _MAX_VISIBLE_ROWS)
        row = max(self.view.sizeHintForRow(0), theme.px(18))
        self.view.setFixedHeight(rows * row + theme.px(6))
        self.view.setVisible(bool(rows))
        self._remove.setEnabled(bool(rows))

    def show_variables(self, variables: tuple[Variable, ...]) -> None:
        if variables != self._shown:
            self._shown = variables
            self._lines.setStringList([_render_variable(variable) for variable in variables])
            self._fit()

    def add(self) -> None:
        name, sign, value = self.field.text().strip().partition("=")
        if not name:
            return
        # "NAME=" sets an empty value; "NAME" alone unsets it.
        new = Variable(name, value if sign else None)
        self.field.clear()
        # A variable has one value: a new one replaces it, and comes last.
        self.edited.emit((*(variable for variable in self._shown if variable.name != name), new))

    def remove(self) -> None:
        place = self.view.currentIndex().row()
        if 0 <= place < len(self._shown):
            self.edited.emit((*self._shown[:place], *self._shown[place + 1 :]))


def _render_variable(variable: Variable) -> str:
    if variable.value is None:
        return tr("{name} is unset", name=variable.name)
    return f"{variable.name}={variable.value}"


# The option sets of the chosen program: choose, make, copy, rename and delete them.

NO_OPTION_SET = tr("No option set")


class OptionSetBar(QWidget):
    """A button with the chosen set, whose name is edited in its place, and buttons for sets."""

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._session = session
        self._target = NO_PROGRAM
        self.chosen = Button(
            context, NO_OPTION_SET, frame=Frame.FIELD, height=28, name=tr("Option set")
        )
        self.chosen.set_arrow()
        self.chosen.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.chosen.clicked.connect(self._open)
        self.name = Field(context, name=tr("Name of the option set"))
        self.name.editingFinished.connect(self._rename)
        self.name.hide()
        self.new = self._button("plus", tr("New option set"), self._add)
        self.copy = self._button("copy", tr("Duplicate the option set"), self._duplicate)
        self.pencil = self._button("pencil", tr("Rename the option set"), self.start_renaming)
        self.delete = self._button("trash", tr("Delete the option set"), self._delete)
        row = make_row(
            self.chosen, self.name, self.new, self.copy, self.pencil, self.delete, spacing=2
        )
        make_column(self).addLayout(row)

    def _button(self, icon: str, text: str, act: object) -> Button:
        button = Button(self._context, icon=icon, frame=Frame.FLAT, height=28, name=text)
        button.setToolTip(tooltip(text))
        button.clicked.connect(act)
        return button

    def show_program(self, target: Target) -> None:
        self._target = target
        text = visible(shown_name(target.options)) or NO_OPTION_SET
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
        plain = menu.addAction(NO_OPTION_SET, partial(edits.do, option_set_edits.choose_set, ""))
        plain.setCheckable(True)
        plain.setChecked(not self._target.options)
        sets = sets_of(edits.workspace.options, self._target.program)
        if sets:
            menu.addSeparator()
        for option_set in sets:
            choose = partial(edits.do, option_set_edits.choose_set, option_set.name)
            arguments = shlex.join(option_set.arguments)
            action = menu.addAction(
                escape_menu_text(f"{shown_name(option_set.name)}\t{arguments}"), choose
            )
            action.setCheckable(True)
            action.setChecked(option_set.name == self._target.options)
        menu.exec(find_position_below(self.chosen))

    def _add(self) -> None:
        self._session.edits.do(option_set_edits.new_set, self._target.program, OptionSet(NEW_NAME))
        self.start_renaming()

    def _duplicate(self) -> None:
        """Add a copy of the chosen set; without one, a set of what stands in the fields."""
        target = self._target
        option_set = find_set(self._session.edits.workspace.options, target)
        copied = option_set or OptionSet(
            NEW_NAME, target.arguments, target.working_directory, (), target.log_file,
            target.appends,
        )  # fmt: skip
        name = tr("{name} copy", name=shown_name(option_set.name)) if option_set else NEW_NAME
        self._session.edits.do(option_set_edits.new_set, target.program, copied._replace(name=name))
        self.start_renaming()

    def _delete(self) -> None:
        self._session.edits.do(
            option_set_edits.delete_set, self._target.program, self._target.options
        )

    def start_renaming(self) -> None:
        """Edit the name in the place of the button."""
        target = self._session.requests.target
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
            target = self._session.requests.target
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


_LOG_HINT = tr("none, or ~/{program}-{date}.log")
_LOG_TIP = tr(
    "{program}, {configuration}, {options}, {date} and {time} stand for "
    "those of the launch,\n{n} for the first number that is free"
)


class LaunchOptionsPage(Page):
    """Edits the target, its option sets, and the environment of the current configuration.

    A field is committed with Enter or when it loses the focus: one undo step each.

    Signals:
        program_requested: open the picker of programs.
    """

    program_requested = Signal()

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "", parent)
        self._session = session
        self._shown: tuple[object, ...] = ()
        self._is_own = False
        self.program = Field(context, name=tr("Program"), hint=tr("no program chosen"), mono=True)
        self.sets = OptionSetBar(context, session)
        self.arguments = Field(context, name=tr("Arguments"), hint="none", mono=True)
        self.folder = Field(
            context, name=tr("Working folder"), hint=tr("current folder"), mono=True
        )
        self.log_file = Field(context, name=tr("Log file"), hint=_LOG_HINT, mono=True)
        self.log_file.setToolTip(_LOG_TIP)
        self.appends = CheckBox(context, tr("Append to the file, if it exists"))
        self.log_note = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.match = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.whose = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.change_whose = Button(context, frame=Frame.LINK, height=24)
        self.change_whose.clicked.connect(self._on_change_whose_clicked)
        self.folder_note = Label(context, text_style="small", text_role=TextRole.ERROR, wrap=True)
        self.clear_folder = Button(
            context, tr("Use the current folder"), frame=Frame.LINK, height=24
        )
        self.clear_folder.clicked.connect(self._on_clear_folder_clicked)
        self.argument_note = Label(context, text_style="small", text_role=TextRole.ERROR, wrap=True)
        self.own_variables = VariablesList(context, tr("Variables of the option set"))
        self.own_variables.edited.connect(self._set_own_variables)
        self.variables = VariablesList(context, tr("Environment of the program"))
        self.variables.edited.connect(self._set_variables)
        self._fields = (self.program, self.arguments, self.folder, self.log_file)
        for field in self._fields:
            # Enter, and the loss of the focus: textChanged would be an undo step for each letter.
            field.editingFinished.connect(self._commit_target)
        self.appends.clicked.connect(self._commit_target)
        self.log_file.textChanged.connect(self._show_log_note)
        self._lay_out()
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _lay_out(self) -> None:
        context = self._context
        choose = Button(context, tr("Choose…"), height=28, name=tr("Choose program"))
        choose.clicked.connect(self.program_requested)
        choose_folder = Button(context, tr("Choose…"), height=28, name=tr("Choose working folder"))
        choose_folder.clicked.connect(self._choose_folder)
        choose_log = Button(context, tr("Choose…"), height=28, name=tr("Choose log file"))
        choose_log.clicked.connect(self._choose_log)
        self.own_caption = self._caption("")
        self.caption = self._caption("")
        body = self.fresh_body()
        column = self._column = QVBoxLayout(body)
        column.addWidget(self._caption(tr("Program")))
        column.addLayout(make_row(self.program, choose))
        column.addWidget(self.match)
        column.addWidget(self.whose)
        column.addLayout(make_row(self.change_whose, None))
        column.addWidget(self._caption(tr("Option set")))
        column.addWidget(self.sets)
        column.addWidget(self._caption(tr("Arguments")))
        column.addWidget(self.arguments)
        column.addWidget(self.argument_note)
        column.addWidget(self._caption(tr("Working folder")))
        column.addLayout(make_row(self.folder, choose_folder))
        column.addWidget(self.folder_note)
        column.addLayout(make_row(self.clear_folder, None))
        column.addWidget(self._caption(tr("Log file")))
        column.addLayout(make_row(self.log_file, choose_log))
        column.addWidget(self.log_note)
        column.addWidget(self.appends)
        column.addWidget(self.own_caption)
        column.addWidget(self.own_variables)
        column.addWidget(self.caption)
        column.addWidget(self.variables)
        column.addStretch(1)
        self.argument_note.hide()
        self.show_folder_fault("")
        self.setWidget(body)
        # Tab goes to the fields in it; the page follows them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _caption(self, text: str) -> Label:
        return Label(
            self._context, text, text_style="small_strong", text_role=TextRole.SECONDARY, wrap=True
        )

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        self._column.setSpacing(px(6))

    def show_configuration(self, configuration: Configuration) -> None:
        """Show target and environment; a field that is being edited keeps its text."""
        workspace = self._session.edits.workspace
        is_own = bool(workspace.current.target.program)
        state = (configuration, is_own, workspace.options, workspace.current.environment)
        if state == self._shown:
            return
        self._shown, self._is_own = state, is_own
        target = configuration.target
        self._show_whose(configuration)
        self.sets.show_program(target)
        texts = (
            (self.program, target.program),
            # Quoted as a shell does, so that shlex.split() gives the same arguments back.
            (self.arguments, shlex.join(target.arguments)),
            (self.folder, target.working_directory),
            (self.log_file, target.log_file),
        )
        for field, text in texts:
            # setText() also resets isModified(), and moves the cursor to the end.
            if not (field.hasFocus() and field.isModified()) and field.text() != text:
                field.setText(text)
        self.appends.setChecked(target.appends)
        self._show_variables(configuration)
        self._show_log_note()

    def _show_variables(self, configuration: Configuration) -> None:
        chosen = self._chosen_set()
        name = visible(configuration.title)
        self.own_caption.setText(tr("Environment of the option set: wins over “{name}”", name=name))
        self.caption.setText(
            tr("Environment of “{name}”", name=name) if chosen else tr("Environment of the program")
        )
        for part in (self.own_caption, self.own_variables):
            part.setVisible(chosen is not None)
        self.own_variables.show_variables(chosen.environment if chosen else ())
        self.variables.show_variables(self._session.edits.workspace.current.environment)

    def _show_log_note(self) -> None:
        """Say where the next launch would write, or what is wrong with the pattern."""
        pattern = self.log_file.text().strip()
        self.appends.setVisible(bool(pattern))
        self.log_note.setVisible(bool(pattern))
        if not pattern:
            return
        requests = self._session.requests
        facts = facts_of(requests.configuration, requests.machine.host)
        text_role = TextRole.SECONDARY
        try:
            note = tr("Each launch writes a file such as {path}", path=log_path(pattern, facts))
        except LogFileError as error:
            note, text_role = str(error), TextRole.ERROR
        self.log_note.set_text_role(text_role)
        self.log_note.setText(visible(note))

    def _show_whose(self, configuration: Configuration) -> None:
        name = visible(configuration.title)
        chosen = tr("Chosen last: started with every configuration that names no program.")
        self.whose.setText(
            tr("“{name}” has its own program, this one.", name=name) if self._is_own else chosen
        )
        self.change_whose.setText(
            tr("Use the program chosen last")
            if self._is_own
            else tr("Always start it with “{name}”", name=name)
        )
        for part in (self.whose, self.change_whose):
            part.setVisible(bool(configuration.target.program))

    def _on_change_whose_clicked(self) -> None:
        edits = self._session.edits
        if self._is_own:
            edits.do(chosen_program.use_last_program)
        else:
            edits.do(chosen_program.keep_own_program)

    def show_match(self, match: ProgramMatch) -> None:
        text = match.error or match.sentence
        elevation = match.elevation
        if match.runs and elevation.is_elevated:
            text = tr("{reason}: an override does not affect it.", reason=elevation.why)
        elif match.runs and not text and self._matches_programs():
            text = tr("An override for {real} will match this program.", real=match.real)
        self.match.setText(text)
        self.match.set_text_role(TextRole.ERROR if match.error else TextRole.SECONDARY)
        self.match.setVisible(bool(text))

    def _matches_programs(self) -> bool:
        snapshot = self._session.snapshots.current
        return snapshot is None or supports_app_keys(snapshot.request.profile)

    def show_folder_fault(self, folder: str) -> None:
        """Mark the working folder; `folder`: the one that is none, or "" if it can be used."""
        fault = ""
        if folder:
            fault = tr("{path} is not a folder: the program cannot be started in it.", path=folder)
        self.folder.mark(fault)
        self.folder_note.setText(visible(fault))
        for part in (self.folder_note, self.clear_folder):
            part.setVisible(bool(fault))

    def _on_clear_folder_clicked(self) -> None:
        self.folder.clear()
        self._commit_target()

    def _chosen_set(self) -> OptionSet | None:
        workspace = self._session.edits.workspace
        return find_set(workspace.options, workspace.program)

    def _commit_target(self) -> None:
        if not self._shown:
            return
        try:
            arguments = tuple(shlex.split(self.arguments.text()))
        # shlex refuses a quote that is not closed: such a text is still being typed.
        except ValueError as error:
            self.argument_note.setText(tr("Not used: {error}", error=error))
            self.argument_note.show()
            return
        self.argument_note.hide()
        program, folder = self.program.text().strip(), self.folder.text().strip()
        log_file, appends = self.log_file.text().strip(), self.appends.isChecked()
        for field in self._fields:
            # No setText() did that: the fields would count as being edited for ever.
            field.setModified(False)
        edits, chosen = self._session.edits, self._chosen_set()
        old_program = edits.workspace.program
        if chosen is not None and program == old_program.program:
            changed = chosen._replace(
                arguments=arguments, working_directory=folder, log_file=log_file, appends=appends
            )
            edits.do(option_set_edits.change_set, program, changed)
            return
        target = Target(program, arguments, folder, "", log_file, appends)
        if target != old_program:
            edits.do(chosen_program.change_program, target)

    def _set_variables(self, variables: tuple[Variable, ...]) -> None:
        edits = self._session.edits
        edits.do(workspace_edits.set_environment, edits.workspace.current.key, variables)

    def _set_own_variables(self, variables: tuple[Variable, ...]) -> None:
        chosen = self._chosen_set()
        if chosen is not None:
            changed = chosen._replace(environment=variables)
            edits = self._session.edits
            edits.do(option_set_edits.change_set, edits.workspace.program.program, changed)

    def _choose_folder(self) -> None:
        start = self.folder.text() or self._session.machine.host.working_directory
        folder = QFileDialog.getExistingDirectory(self, tr("Working folder"), start)
        if folder:
            self.folder.setText(folder)
            self._commit_target()

    def _choose_log(self) -> None:
        start = self.log_file.text() or self._session.machine.home
        path, _filter = QFileDialog.getSaveFileName(
            self, tr("Log file"), start, options=QFileDialog.Option.DontConfirmOverwrite
        )
        if path:
            self.log_file.setText(path)
            self._commit_target()
