"""The popup that chooses the program: a list in sections, and a field for a command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.candidates_model import CandidatesModel, SectionHeading
from vkconfig_py.model.items.keyed_list import ModelIndex
from vkconfig_py.model.programs.candidates import ChosenPrograms, CommandLine, ProgramCandidate
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, mirror
from vkconfig_py.ui.widgets.basic import Divider, Label, TextRole, make_row
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import PopupList
from vkconfig_py.ui.widgets.lines_list import LinesDelegate

SEARCHING_PROGRAMS = tr("Looking for programs…")
NO_PROGRAMS = tr("No programs found. Type a command line, or use Browse…")
NO_MATCH = tr("No matching program.")
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PICKER_SIZE = QSize(560, 460)


class CandidateDelegate(LinesDelegate):
    """Paints candidates as in other lists, and headings in small letters."""

    def __init__(self, context: ThemeContext, model: CandidatesModel) -> None:
        super().__init__(context)
        self._model = model

    def _is_heading(self, index: ModelIndex) -> bool:
        return isinstance(self._model.get_value(index), SectionHeading)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        # A view asks for each of its rows: what they say is left to painting.
        px = self._context.theme.px
        return QSize(px(200), px(26 if self._is_heading(index) else 46))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        if not self._is_heading(index):
            super().paint(painter, option, index)
            return
        theme = self._context.theme
        painter.save()
        mirror(painter, option.widget, QRectF(option.rect))
        area = QRectF(option.rect).adjusted(theme.px(16), theme.px(6), -theme.px(16), 0)
        painter.setPen(theme.colors.secondary)
        draw_text(
            painter,
            theme.small_strong,
            str(index.data()),
            area.left(),
            area.top(),
            area.width(),
            area.height(),
        )
        painter.restore()


class ProgramPicker(PopupList):
    """The popup that chooses the program that Launch starts.

    Signals:
        chosen: a candidate was selected (ProgramCandidate).
        typed: a text that may be a command line, which the owner has checked.
        browse_requested, options_requested, clear_requested, last_requested: a button was used.
    """

    typed = Signal(str)
    browse_requested = Signal()
    options_requested = Signal()
    clear_requested = Signal()
    last_program_requested = Signal()

    def __init__(
        self, context: ThemeContext, workspace: Workspace, parent: QWidget | None = None
    ) -> None:
        self.model = CandidatesModel()
        self.model.show(
            [
                ProgramCandidate.from_recent(program)
                for program in ChosenPrograms.from_workspace(workspace).programs
            ]
        )
        self._is_complete = False
        self._checked_text = ""  # the text that the shown check is about
        self._is_enter_pending = False  # Enter was pressed before the check was there
        self.error = Label(context, "", text_style="small", text_role=TextRole.ERROR, wrap=True)
        super().__init__(
            context,
            self.model,
            delegate=CandidateDelegate(context, self.model),
            name=tr("Choose program"),
            hint=tr("Search, or type a command: A=b program --option"),
            size=_PICKER_SIZE,
            parent=parent,
        )
        self.error.hide()
        self._column.insertWidget(1, self.error)
        self._add_footer(workspace)

    def _add_footer(self, workspace: Workspace) -> None:
        """Add the buttons below the list: browse, options, clear, and a last choice."""
        context = self._context
        program, configured_program = (
            workspace.program.program,
            workspace.selected_configuration.target.program,
        )
        name = escape_invisible(program.rpartition("/")[2])
        note = tr("Configurations without a program use {program}.", program=name)
        configured_note = tr(
            "Program for “{name}”: {program}",
            name=escape_invisible(workspace.selected_configuration.title),
            program=name,
        )
        text = (
            configured_note if configured_program else note if program else tr("No program chosen")
        )
        self.note = Label(context, text, text_style="small", text_role=TextRole.SECONDARY,
                           elide=Qt.TextElideMode.ElideRight)  # fmt: skip
        self.browse = Button(context, tr("Browse…"), height=28, name=tr("Choose a file"))
        self.options = Button(context, tr("Launch options"), frame=Frame.FLAT, height=28)
        self.use_last = Button(
            context, tr("Use the last chosen program"), frame=Frame.FLAT, height=28
        )
        self.use_last.setVisible(bool(configured_program))
        self.clear = Button(
            context,
            tr("Clear", "the choice of a program"),
            frame=Frame.FLAT,
            height=28,
            name=tr("Clear the program"),
        )
        self.clear.setVisible(bool(program))
        for button, signal in (
            (self.browse, self.browse_requested),
            (self.options, self.options_requested),
            (self.use_last, self.last_program_requested),
            (self.clear, self.clear_requested),
        ):
            # Closed first, as for a row: what the signal opens needs mouse and keys.
            button.clicked.connect(self.close)
            button.clicked.connect(signal)
        self._column.addWidget(Divider(context))
        self._column.addWidget(self.note)
        self._column.addLayout(make_row(self.browse, self.options, None, self.use_last, self.clear))

    def show_candidates(self, candidates: Sequence[ProgramCandidate]) -> None:
        """Show the programs that were found, and keep the selected row."""
        self._is_complete = True
        self._keep_row(lambda: self.model.show(candidates))

    def show_command(self, text: str, command: CommandLine) -> None:
        """Show what a typed text means, if it is still the text of the field."""
        if text != self.field.text():
            return
        self._checked_text = text
        if not command.error and command.target.program:
            typed_candidate = ProgramCandidate.from_typed(command.target, command.variables)
            self._keep_row(lambda: self.model.show_typed(typed_candidate))
        self._show_error(command)
        self.show_nothing()
        if self._is_enter_pending:
            self._is_enter_pending = False
            self._choose()

    def _keep_row(self, show: Callable[[], None]) -> None:
        """Call a function that shows other rows, and keep the current row or select the first."""
        candidate = self.view.get_current_value()
        show()
        self.show_nothing()
        index = (
            self.model.find_index(self.model.get_key(candidate)) if candidate is not None else None
        )
        if index is not None and index.isValid() and index != self.model.find_first():
            self.view.setCurrentIndex(index)
        else:
            self.select_first()

    def show_matches(self, text: str) -> None:
        super().show_matches(text)
        self.error.setVisible(bool(self.error.text()) and not self.model.rowCount())
        self._fit_height()
        if text.strip():
            self.typed.emit(text)
        self._is_enter_pending = False

    def describe_no_match(self, text: str) -> str:
        """Return what the empty list says."""
        if not self._is_complete:
            return SEARCHING_PROGRAMS
        return NO_MATCH if text else NO_PROGRAMS

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        text = self.field.text()
        is_early_key = (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and event.key() in _ENTER_KEYS
            and not self.view.currentIndex().isValid()
            and text.strip()
            and text != self._checked_text
        )
        if is_early_key:
            self._is_enter_pending = True
            return True
        return super().eventFilter(watched_object, event)

    def _show_error(self, command: CommandLine) -> None:
        """Say why a typed command line cannot be used, unless programs match the text."""
        is_shown = bool(command.error) and not self.model.rowCount()
        self.error.setText(escape_invisible(command.error))
        self.error.setVisible(is_shown)
