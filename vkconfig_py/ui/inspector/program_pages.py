"""The page of the program row with the programs of a configuration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.row_details import EntryAction, get_program_key, present_program
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.programs.candidates import find_vulkan_programs
from vkconfig_py.model.programs.matching import (
    MatchResult,
    MatchVerdict,
    ProgramLine,
    describe_programs,
    explain_match,
)
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    Chip,
    Field,
    Label,
    TextRole,
    escape_menu_text,
    find_position_below,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.file_dialogs import choose_file
from vkconfig_py.ui.widgets.layouts import Box, FlowLayout, Page
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu

EVERY_PROGRAM = tr("Applies to every program. Add programs to limit it.")
NO_PROGRAM_ENABLED = tr("All programs are turned off. Apply will ask which programs to affect.")
LIMITED_PROGRAMS = tr("Apply affects only the programs turned on in this list.")
_MAX_LIST_HEIGHT = 190  # height of the list; it scrolls then
_MATCH_CHIPS = {
    MatchVerdict.MATCHES: (tr("Matches"), "ok"),
    MatchVerdict.DOES_NOT: (tr("Does not match"), "warn"),
    MatchVerdict.ONLY_A_RUN: (tr("Known only at run time"), "neutral"),
    MatchVerdict.CANNOT_RUN: (tr("Cannot be started"), "error"),
    MatchVerdict.NOTHING: ("", "neutral"),
}


class ProgramsPage(Page):
    """Programs with on/off switches, and a test for whether a program matches.

    Signals:
        folder_requested: open the folder of a program.
    """

    folder_requested = Signal(str)

    def __init__(
        self, context: ThemeContext, session: Session, worker: Worker, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, tr("Matching"), parent)
        self._session = session
        self._worker = worker
        self._match_answer = MatchResult("", MatchVerdict.NOTHING)
        self.model = LinesModel(get_program_key, present_program, self)
        self.view = LinesView(context, self.model, tr("Programs"))
        self.view.action_used.connect(self.apply_action)
        self.view.link_used.connect(lambda line: self.folder_requested.emit(line.entry.path))
        self.view.menu_requested.connect(lambda line, position: self.make_menu(line).exec(position))
        self.scope = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.test_field = Field(
            context,
            name=tr("Would this program match?"),
            mono=True,
            hint=tr("/usr/bin/vkcube, or a command in PATH"),
        )
        self.test_field.textChanged.connect(self._request_match)
        self.chip = Chip(context)
        self.verdict_label = Label(context, wrap=True)
        self.notes = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.add_button = Button(context, tr("Add to the list"), height=28)
        self.add_button.clicked.connect(self._on_add_clicked)
        self._lay_out()
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        self._show_answer(self._match_answer)

    def _lay_out(self) -> None:
        context = self._context
        add = Button(context, tr("Add…"), height=28, name=tr("Add program"))
        add.clicked.connect(self._choose_program)
        self._running_button = Button(context, tr("Add a running program"), height=28)
        self._running_button.set_arrow()
        self._running_button.clicked.connect(self._find_running)
        choose = Button(context, tr("Choose…"), height=28, name=tr("Choose program to test"))
        choose.clicked.connect(self._choose_test_program)
        body = self.make_body()
        column = self._column = QVBoxLayout(body)
        column.addWidget(self._make_caption(tr("Programs in this configuration")))
        column.addWidget(self.scope)
        self._box = Box(context, self.view, has_own_rows=True)
        column.addWidget(self._box)
        offers = FlowLayout()
        offers.setSpacing(context.theme.px(6))
        offers.addWidget(add)
        offers.addWidget(self._running_button)
        column.addLayout(offers)
        column.addSpacing(context.theme.px(12))
        column.addWidget(self._make_caption(tr("Would this program match?")))
        column.addLayout(make_row(self.test_field, choose))
        column.addLayout(make_row(self.chip, None))
        column.addWidget(self.verdict_label)
        column.addWidget(self.notes)
        column.addLayout(make_row(self.add_button, None))
        column.addStretch(1)
        self.setWidget(body)

    def _make_caption(self, text: str) -> Label:
        return Label(
            self._context, text, text_style="small_strong", text_role=TextRole.SECONDARY, wrap=True
        )

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        self._column.setSpacing(px(6))
        self._fit()

    def _fit(self) -> None:
        """Make the list of programs as high as its rows, up to a limit."""
        px = self._context.theme.px
        # A list inside a page that scrolls: as high as its rows, up to a limit.
        heights = [self.view.sizeHintForRow(row) for row in range(self.model.rowCount())]
        self._box.setVisible(bool(heights))
        self.view.setFixedHeight(min(px(_MAX_LIST_HEIGHT), sum(heights) + px(8)))

    # ---- what is shown

    def show_configuration(self, configuration: Configuration) -> None:
        """Show the programs of a configuration, and test a program against them."""
        host, programs = self._session.machine.host, configuration.programs
        # What the user types there stays.
        if not self.test_field.text() and not self.test_field.hasFocus():
            self.test_field.setText(configuration.target.program)
        # On a thread: each path is followed through scripts and links on the disk.
        self._worker.submit(partial(describe_programs, programs, host), self._show_lines)
        self._request_match()

    def _show_lines(self, lines: tuple[ProgramLine, ...]) -> None:
        """Show the programs of the configuration, and for which the override is."""
        self.model.update_to(lines)
        is_limited = any(line.entry.enabled for line in lines)
        self.scope.setText(
            LIMITED_PROGRAMS if is_limited else NO_PROGRAM_ENABLED if lines else EVERY_PROGRAM
        )
        self._fit()

    def _request_match(self) -> None:
        """Find out off the GUI thread whether the typed program matches the list."""
        path, host = self.test_field.text(), self._session.machine.host
        programs = self._session.edits.workspace.selected_configuration.programs
        self._worker.submit(partial(explain_match, path, programs, host), self._on_answered)

    def _on_answered(self, match_result: MatchResult) -> None:
        """Show whether a program matches, unless another one was typed meanwhile."""
        if (
            match_result.asked_path == self.test_field.text().strip()
        ):  # not one that was typed over meanwhile
            self._show_answer(match_result)

    def _show_answer(self, match_result: MatchResult) -> None:
        """Show whether the tested program matches the list, and offer to add it."""
        self._match_answer = match_result
        self.chip.show_state(*_MATCH_CHIPS[match_result.verdict])
        self.verdict_label.setText(add_break_points(escape_invisible(match_result.sentence)))
        # Without the zero-width spaces that add_break_points() puts in.
        self.verdict_label.setAccessibleName(escape_invisible(match_result.sentence))
        self.verdict_label.setVisible(bool(match_result.sentence))
        notes = "\n".join(escape_invisible(note) for note in match_result.notes)
        self.notes.setText(add_break_points(notes))
        self.notes.setAccessibleName(notes)
        self.notes.setVisible(bool(notes))
        self.add_button.setVisible(bool(match_result.offer))
        is_listed = self.model.find_index(match_result.offer).isValid()
        self.add_button.setText(tr("Turn on") if is_listed else tr("Add to the list"))

    # ---- what is done

    def _get_configuration_key(self) -> str:
        return self._session.edits.workspace.selected_configuration.key

    def _on_add_clicked(self) -> None:
        """Add the tested program to the configuration."""
        self._session.edits.do(
            workspace_edits.add_program, self._get_configuration_key(), self._match_answer.offer
        )

    def _choose_file(self, title: str) -> str:
        """Let the user choose a program. Return "" if that is cancelled."""
        folder = self._session.machine.host.add_prefix("/usr/bin")
        return choose_file(self, title, folder)

    def _choose_program(self) -> None:
        """Let the user choose a program, and add it to the configuration."""
        path = self._choose_file(tr("Program"))
        if path:
            self._session.edits.do(workspace_edits.add_program, self._get_configuration_key(), path)

    def _choose_test_program(self) -> None:
        """Let the user choose the program that is tested."""
        path = self._choose_file(tr("Program to test"))
        if path:
            self.test_field.setText(path)

    def _find_running(self) -> None:
        """Search off the GUI thread for running programs that have Vulkan loaded."""
        processes = Path(self._session.machine.host.add_prefix("/proc"))
        self._worker.submit(partial(find_vulkan_programs, processes), self._show_running)

    def _show_running(self, programs: tuple[str, ...]) -> None:
        """Open the menu of running programs that use Vulkan.

        Args:
            programs: their paths.
        """
        # The menu opens when the thread is done; the button may have moved since.
        position = find_position_below(self._running_button, 4)
        self.make_running_menu(programs).exec(position)

    def make_running_menu(self, programs: tuple[str, ...]) -> PopupMenu:
        """Return the menu that adds a running program to the configuration.

        Args:
            programs: paths of programs that use Vulkan.
        """
        menu = PopupMenu(self._context, self)
        for path in programs:
            act: Callable[[], object] = partial(
                self._session.edits.do,
                workspace_edits.add_program,
                self._get_configuration_key(),
                path,
            )
            menu.addAction(escape_menu_text(path), act)
        if not programs:
            menu.addAction(tr("No running program uses Vulkan")).setEnabled(False)
        return menu

    def apply_action(self, line: ProgramLine, action: EntryAction | None) -> None:
        """Do what a button of a program says: turn it on or off, or remove it."""
        if action is EntryAction.REMOVE:
            self._session.edits.do(
                workspace_edits.remove_program, self._get_configuration_key(), line.entry.path
            )
        elif action is not None:
            is_on = action is EntryAction.TURN_ON
            self._session.edits.do(
                workspace_edits.enable_program,
                self._get_configuration_key(),
                line.entry.path,
                is_on=is_on,
            )

    def make_menu(self, line: ProgramLine) -> PopupMenu:
        """Return the context menu of a program."""
        menu = PopupMenu(self._context, self)
        for action in present_program(line).actions:
            menu.addAction(action.label, partial(self.apply_action, line, action.action))
        menu.addSeparator()
        menu.addAction(tr("Test"), partial(self.test_field.setText, line.entry.path))
        menu.addAction(tr("Open folder"), partial(self.folder_requested.emit, line.entry.path))
        return menu
