"""The page of launch options: the program, its option sets, and what it is started with."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.chosen_program import NEW_SET_NAME
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    OptionSet,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.option_sets import find_set, get_display_name, get_sets
from vkconfig_py.model.launch.log_file import LogFileError, make_log_file_facts, make_log_path
from vkconfig_py.model.plan.loader_family import supports_app_keys
from vkconfig_py.model.programs.candidates import render_quoting_error
from vkconfig_py.model.programs.program_paths import ProgramMatch
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import (
    abbreviate_home,
    escape_invisible,
    lower_first_letter,
    make_tooltip,
)
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Field,
    Label,
    TextRole,
    escape_menu_text,
    find_position_below,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame
from vkconfig_py.ui.widgets.file_dialogs import choose_folder, choose_save_path
from vkconfig_py.ui.widgets.layouts import FRAME_HEIGHT, Box, Page
from vkconfig_py.ui.widgets.menus import PopupMenu

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
        self._box = Box(context, self.view)
        self.field = Field(context, name=tr("Variable"), hint=tr("NAME=value"), mono=True)
        self.field.setToolTip(tr("NAME=value, or NAME to unset it"))
        self.field.returnPressed.connect(self.add)
        add = Button(context, tr("Add"), height=28, name=tr("Add variable: {name}", name=name))
        add.clicked.connect(self.add)
        self._remove_button = Button(
            context, tr("Remove"), height=28, name=tr("Remove variable: {name}", name=name)
        )
        self._remove_button.clicked.connect(self.remove)
        column = self._column = make_column(self)
        column.addWidget(self._box)
        column.addLayout(make_row(self.field, add, self._remove_button))
        context.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        """Make the list as high as its rows, up to a limit."""
        theme = self._context.theme
        self._column.setSpacing(theme.px(6))
        self.view.setFont(theme.code.font)
        rows = min(len(self._shown), _MAX_VISIBLE_ROWS)
        row = max(self.view.sizeHintForRow(0), theme.px(18))
        self._box.setFixedHeight(rows * row + theme.px(FRAME_HEIGHT))
        self._box.setVisible(bool(rows))
        self._remove_button.setEnabled(bool(rows))

    def show_variables(self, variables: tuple[Variable, ...]) -> None:
        """Show these variables, unless they are shown already."""
        if variables != self._shown:
            self._shown = variables
            self._lines.setStringList([_render_variable(variable) for variable in variables])
            self._fit()

    def add(self) -> None:
        """Add the typed variable: "NAME=value" sets it, "NAME" alone unsets it."""
        name, equals_sign, value = self.field.text().strip().partition("=")
        if not name:
            return
        # "NAME=" sets an empty value; "NAME" alone unsets it.
        new_variable = Variable(name, value if equals_sign else None)
        self.field.clear()
        # A variable has one value: a new one replaces it, and comes last.
        self.edited.emit(
            (*(variable for variable in self._shown if variable.name != name), new_variable)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc first forgets what is typed; the next one leaves the page.
        if event.key() == Qt.Key.Key_Escape and self.field.hasFocus() and self.field.text():
            self.field.clear()
        else:
            super().keyPressEvent(event)

    def remove(self) -> None:
        """Remove the variable of the selected line."""
        row = self.view.currentIndex().row()
        if 0 <= row < len(self._shown):
            self.edited.emit((*self._shown[:row], *self._shown[row + 1 :]))


def _render_variable(variable: Variable) -> str:
    """Return a variable as "NAME=value", or "NAME is unset"."""
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
        self.set_button = Button(
            context, NO_OPTION_SET, frame=Frame.FIELD, height=28, name=tr("Option set")
        )
        self.set_button.set_arrow()
        self.set_button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_button.clicked.connect(self._open_menu)
        self.name = Field(context, name=tr("Option set name"))
        self.name.editingFinished.connect(self._rename)
        self.name.hide()
        self.add_button = self._make_button("plus", tr("New option set"), self._add_set)
        self.duplicate_button = self._make_button(
            "copy", tr("Duplicate the option set"), self._duplicate
        )
        self.rename_button = self._make_button(
            "pencil", tr("Rename the option set"), self.start_renaming
        )
        self.delete_button = self._make_button("trash", tr("Delete the option set"), self._delete)
        row = make_row(
            self.set_button,
            self.name,
            self.add_button,
            self.duplicate_button,
            self.rename_button,
            self.delete_button,
            spacing=2,
        )
        make_column(self).addLayout(row)

    def _make_button(self, icon: str, text: str, act: object) -> Button:
        """Return a button with an icon.

        `text` is its tool tip, and its name for screen readers. `act` is called on a click.
        """
        button = Button(self._context, icon=icon, frame=Frame.FLAT, height=28, name=text)
        button.setToolTip(make_tooltip(text))
        button.clicked.connect(act)
        return button

    def show_program(self, target: Target) -> None:
        """Show the chosen option set of a program, and which buttons can be used."""
        self._target = target
        text = escape_invisible(get_display_name(target.options)) or NO_OPTION_SET
        self.set_button.setText(text)
        self.set_button.setAccessibleName(tr("Option set: {text}", text=text))
        self.set_button.updateGeometry()
        has_program = bool(target.program)
        for button in (self.set_button, self.add_button):
            button.setEnabled(has_program)
        self.duplicate_button.setEnabled(has_program)
        for button in (self.rename_button, self.delete_button):
            button.setEnabled(bool(target.options))
        if not target.options:
            self._stop_renaming()

    def _open_menu(self) -> None:
        """Open the menu that selects an option set of the program."""
        edits = self._session.edits
        menu = PopupMenu(self._context, self)
        choose_none = partial(edits.do, chosen_program.choose_set, "")
        menu.add_choice(NO_OPTION_SET, choose_none, is_chosen=not self._target.options)
        sets = get_sets(edits.workspace.program_options, self._target.program)
        if sets:
            menu.addSeparator()
        for option_set in sets:
            choose = partial(edits.do, chosen_program.choose_set, option_set.name)
            arguments = shlex.join(option_set.arguments)
            menu.add_choice(
                escape_menu_text(f"{get_display_name(option_set.name)}\t{arguments}"),
                choose,
                is_chosen=option_set.name == self._target.options,
            )
        menu.exec(find_position_below(self.set_button))

    def _add_set(self) -> None:
        """Add an empty option set to the program, and edit its name."""
        self._session.edits.do(
            chosen_program.add_set, self._target.program, OptionSet(NEW_SET_NAME)
        )
        self.start_renaming()

    def _duplicate(self) -> None:
        """Add a copy of the chosen option set, or without one a set of the typed options."""
        target = self._target
        option_set = find_set(self._session.edits.workspace.program_options, target)
        copied_set = option_set or OptionSet(
            NEW_SET_NAME, target.arguments, target.working_directory, (), target.log_file,
            target.appends,
        )  # fmt: skip
        name = (
            tr("{name} copy", name=get_display_name(option_set.name))
            if option_set
            else NEW_SET_NAME
        )
        self._session.edits.do(
            chosen_program.add_set, target.program, copied_set._replace(name=name)
        )
        self.start_renaming()

    def _delete(self) -> None:
        """Delete the chosen option set."""
        self._session.edits.do(
            chosen_program.delete_set, self._target.program, self._target.options
        )

    def start_renaming(self) -> None:
        """Edit the name of the chosen option set in the place of its button."""
        target = self._session.requests.target
        if target.options:
            self.name.setText(get_display_name(target.options))
            self.set_button.hide()
            self.name.show()
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def _rename(self) -> None:
        """Give the chosen option set the typed name."""
        # Hiding the field takes its focus, which ends the editing once more.
        if not self.name.isHidden():
            text = self.name.text()
            self._stop_renaming()
            target = self._session.requests.target
            if text != get_display_name(target.options):
                self._session.edits.do(
                    chosen_program.rename_set, target.program, target.options, text
                )

    def _stop_renaming(self) -> None:
        """Show the button again instead of the field of the name."""
        self.name.hide()
        self.set_button.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.name.isVisible():
            self._stop_renaming()
            self.set_button.setFocus()
        else:
            super().keyPressEvent(event)


_LOG_HINT = tr("for example, ~/{program}-{date}.log")
_LOG_TIP = tr(
    "{program}, {configuration}, {options}, {date} and {time} are replaced with values "
    "from the launch,\n{n} with the first unused number"
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
        self._target = NO_PROGRAM
        self._has_own_program = False
        self.program = Field(context, name=tr("Program"), hint=tr("no program chosen"), mono=True)
        self.set_bar = OptionSetBar(context, session)
        self.arguments = Field(context, name=tr("Arguments"), hint=tr("none"), mono=True)
        self.folder = Field(
            context, name=tr("Working folder"), hint=tr("current folder"), mono=True
        )
        self.log_file = Field(context, name=tr("Log file"), hint=_LOG_HINT, mono=True)
        self.log_file.setToolTip(_LOG_TIP)
        self.append_box = CheckBox(context, tr("Append to an existing file"))
        self.log_note = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.match_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.owner_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.change_owner = Button(context, frame=Frame.LINK, height=24)
        self.change_owner.clicked.connect(self._on_change_owner_clicked)
        self.folder_note = Label(context, text_style="small", text_role=TextRole.ERROR, wrap=True)
        self.clear_folder = Button(
            context, tr("Use the current folder"), frame=Frame.LINK, height=24
        )
        self.clear_folder.clicked.connect(self._on_clear_folder_clicked)
        self.argument_note = Label(context, text_style="small", text_role=TextRole.ERROR, wrap=True)
        self.option_set_variables = VariablesList(context, tr("Option set variables"))
        self.option_set_variables.edited.connect(self._set_own_variables)
        self.variables = VariablesList(context, tr("Program environment"))
        self.variables.edited.connect(self._set_variables)
        self._fields = (self.program, self.arguments, self.folder, self.log_file)
        for field in self._fields:
            # Enter, and the loss of the focus: textChanged would be an undo step for each letter.
            field.editingFinished.connect(self._commit_target)
        self.append_box.clicked.connect(self._commit_target)
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
        self._captions: list[Label] = []
        body = self.make_body()
        column = self._column = QVBoxLayout(body)
        column.addWidget(self._make_caption(tr("Program")))
        self.option_set_caption = self._make_caption("")
        self.caption = self._make_caption("")
        column.addLayout(make_row(self.program, choose))
        column.addWidget(self.match_note)
        column.addWidget(self.owner_note)
        column.addLayout(make_row(self.change_owner, None))
        column.addWidget(self._make_caption(tr("Option set")))
        column.addWidget(self.set_bar)
        column.addWidget(self._make_caption(tr("Arguments")))
        column.addWidget(self.arguments)
        column.addWidget(self.argument_note)
        column.addWidget(self._make_caption(tr("Working folder")))
        column.addLayout(make_row(self.folder, choose_folder))
        column.addWidget(self.folder_note)
        column.addLayout(make_row(self.clear_folder, None))
        column.addWidget(self._make_caption(tr("Log file")))
        column.addLayout(make_row(self.log_file, choose_log))
        column.addWidget(self.log_note)
        column.addWidget(self.append_box)
        column.addWidget(self.option_set_caption)
        column.addWidget(self.option_set_variables)
        column.addWidget(self.caption)
        column.addWidget(self.variables)
        column.addStretch(1)
        self.argument_note.hide()
        self.show_folder_error("")
        self.setWidget(body)
        # Tab goes to the fields in it; the page follows them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _make_caption(self, text: str) -> Label:
        caption = Label(
            self._context, text, text_style="small_strong", text_role=TextRole.SECONDARY, wrap=True
        )
        self._captions.append(caption)
        return caption

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        # A caption belongs to what stands below it.
        self._column.setSpacing(px(4))
        for caption in self._captions[1:]:
            caption.setContentsMargins(0, px(8), 0, 0)

    def show_configuration(self, configuration: Configuration) -> None:
        """Show the program and environment of a configuration.

        A field that is being edited keeps its text.
        """
        workspace = self._session.edits.workspace
        is_own = bool(workspace.selected_configuration.target.program)
        state = (
            configuration,
            is_own,
            workspace.program_options,
            workspace.selected_configuration.environment,
        )
        if state == self._shown:
            return
        self._shown, self._has_own_program = state, is_own
        target = self._target = configuration.target
        self._show_owner(configuration)
        self.set_bar.show_program(target)
        for field, text in self._list_texts():
            # setText() also resets isModified(), and moves the cursor to the end.
            if not (field.hasFocus() and field.isModified()) and field.text() != text:
                field.setText(text)
        self.append_box.setChecked(target.appends)
        self._show_variables(configuration)
        self._show_log_note()

    def _list_texts(self) -> tuple[tuple[Field, str], ...]:
        """Return the fields, each with the text of what is stored."""
        target = self._target
        return (
            (self.program, target.program),
            # Quoted as a shell does, so that shlex.split() gives the same arguments back.
            (self.arguments, shlex.join(target.arguments)),
            (self.folder, target.working_directory),
            (self.log_file, target.log_file),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc first forgets what is typed; the next one leaves the page, which would store it.
        typed_texts = [
            (field, text)
            for field, text in self._list_texts()
            if field.hasFocus() and field.text() != text
        ]
        if event.key() == Qt.Key.Key_Escape and typed_texts:
            for field, text in typed_texts:
                field.setText(text)
            self.argument_note.hide()
        else:
            super().keyPressEvent(event)

    def _show_variables(self, configuration: Configuration) -> None:
        """Show the variables of the configuration and of the chosen option set."""
        chosen_set = self._find_chosen_set()
        name = escape_invisible(configuration.title)
        self.option_set_caption.setText(
            tr("Option set environment (overrides “{name}”)", name=name)
        )
        self.caption.setText(
            tr("Environment for “{name}”", name=name) if chosen_set else tr("Program environment")
        )
        for part in (self.option_set_caption, self.option_set_variables):
            part.setVisible(chosen_set is not None)
        self.option_set_variables.show_variables(chosen_set.environment if chosen_set else ())
        self.variables.show_variables(
            self._session.edits.workspace.selected_configuration.environment
        )

    def _show_log_note(self) -> None:
        """Say into which file the next launch writes, or what is wrong with the file pattern."""
        pattern = self.log_file.text().strip()
        self.append_box.setVisible(bool(pattern))
        self.log_note.setVisible(bool(pattern))
        if not pattern:
            return
        requests = self._session.requests
        facts = make_log_file_facts(requests.configuration, requests.machine.host)
        text_role = TextRole.SECONDARY
        try:
            path = abbreviate_home(make_log_path(pattern, facts), requests.machine.home)
            note = tr("Each launch writes a file such as {path}", path=path)
        except LogFileError as error:
            note, text_role = str(error), TextRole.ERROR
        self.log_note.set_text_role(text_role)
        self.log_note.setText(escape_invisible(note))

    def _show_owner(self, configuration: Configuration) -> None:
        """Say whether the program is the configuration's own or the last chosen one."""
        name = escape_invisible(configuration.title)
        owner_text = tr("Last chosen program; configurations without a program use it.")
        self.owner_note.setText(
            tr("This is the program for “{name}”.", name=name)
            if self._has_own_program
            else owner_text
        )
        self.change_owner.setText(
            tr("Use the last chosen program")
            if self._has_own_program
            else tr("Always use this program with “{name}”", name=name)
        )
        for part in (self.owner_note, self.change_owner):
            part.setVisible(bool(configuration.target.program))

    def _on_change_owner_clicked(self) -> None:
        """Make the program the configuration's own, or use the last chosen one instead."""
        edits = self._session.edits
        if self._has_own_program:
            edits.do(chosen_program.use_last_program)
        else:
            edits.do(chosen_program.set_own_program)

    def show_match(self, match: ProgramMatch) -> None:
        """Say whether an override will match the program, or what prevents it."""
        text = match.error or match.sentence
        elevation = match.elevation
        if match.can_run and elevation.is_elevated:
            text = tr(
                "{reason}: overrides do not affect this program.", reason=elevation.explanation
            )
        elif match.can_run and not text and self._matches_programs():
            text = tr("An override for {real} will match this program.", real=match.real_path)
        self.match_note.setText(text)
        self.match_note.set_text_role(TextRole.ERROR if match.error else TextRole.SECONDARY)
        self.match_note.setVisible(bool(text))

    def _matches_programs(self) -> bool:
        """Return whether the shown loader can limit an override to programs."""
        snapshot = self._session.snapshots.current
        return snapshot is None or supports_app_keys(snapshot.request.profile)

    def show_folder_error(self, folder: str) -> None:
        """Mark the working folder if it cannot be used.

        Args:
            folder: the path that is not a folder, "" if there is no error.
        """
        fault = ""
        if folder:
            fault = tr("{path} is not a folder. Choose an existing working folder.", path=folder)
        self.folder.show_error(fault)
        self.folder_note.setText(escape_invisible(fault))
        for part in (self.folder_note, self.clear_folder):
            part.setVisible(bool(fault))

    def _on_clear_folder_clicked(self) -> None:
        self.folder.clear()
        self._commit_target()

    def _find_chosen_set(self) -> OptionSet | None:
        """Return the chosen option set of the program, None without one."""
        workspace = self._session.edits.workspace
        return find_set(workspace.program_options, workspace.program)

    def _commit_target(self) -> None:
        """Store the typed program, arguments, folder and log file as one undo step."""
        if not self._shown:
            return
        try:
            arguments = tuple(shlex.split(self.arguments.text()))
        # shlex refuses a quote that is not closed: such a text is still being typed.
        except ValueError as error:
            reason = lower_first_letter(render_quoting_error(error))
            self.argument_note.setText(tr("Not used: {error}", error=reason))
            self.argument_note.show()
            return
        self.argument_note.hide()
        program, folder = self.program.text().strip(), self.folder.text().strip()
        log_file, appends = self.log_file.text().strip(), self.append_box.isChecked()
        for field in self._fields:
            # No setText() did that: the fields would count as being edited for ever.
            field.setModified(False)
        edits, chosen_set = self._session.edits, self._find_chosen_set()
        old_program = edits.workspace.program
        if chosen_set is not None and program == old_program.program:
            changed_set = chosen_set._replace(
                arguments=arguments, working_directory=folder, log_file=log_file, appends=appends
            )
            edits.do(chosen_program.replace_option_set, program, changed_set)
            return
        target = Target(program, arguments, folder, "", log_file, appends)
        if target != old_program:
            edits.do(chosen_program.change_program, target)

    def _set_variables(self, variables: tuple[Variable, ...]) -> None:
        """Set the environment variables of the selected configuration."""
        edits = self._session.edits
        edits.do(
            workspace_edits.set_environment, edits.workspace.selected_configuration.key, variables
        )

    def _set_own_variables(self, variables: tuple[Variable, ...]) -> None:
        """Set the environment variables of the chosen option set."""
        chosen_set = self._find_chosen_set()
        if chosen_set is not None:
            changed_set = chosen_set._replace(environment=variables)
            edits = self._session.edits
            edits.do(
                chosen_program.replace_option_set, edits.workspace.program.program, changed_set
            )

    def _choose_folder(self) -> None:
        """Let the user choose the working folder of the program."""
        start = self.folder.text() or self._session.machine.host.working_directory
        folder = choose_folder(self, tr("Working folder"), start)
        if folder:
            self.folder.setText(folder)
            self._commit_target()

    def _choose_log(self) -> None:
        """Let the user choose the file into which the output is written."""
        suggested_path = Path(self._session.machine.home, self.log_file.text() or "log.txt")
        choice = choose_save_path(self, tr("Log file"), suggested_path, is_written=False)
        if choice is not None:
            self.log_file.setText(choice.path)
            self._commit_target()
