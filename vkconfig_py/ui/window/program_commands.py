"""Commands that choose the program that Launch starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.formats.shells import ShellKind
from vkconfig_py.model.programs.candidates import (
    ChosenPrograms,
    CommandLine,
    ProgramCandidate,
    check_command,
    find_candidates,
)
from vkconfig_py.ui.dialogs.program_picker import ProgramPicker
from vkconfig_py.ui.widgets.file_dialogs import choose_file
from vkconfig_py.ui.window.window_parts import WindowParts

PASTE_HINT = tr(
    "Copied for {game}. In Steam, paste it into the game's Properties, under Launch Options."
)


def _do_nothing() -> None:
    """Do nothing: the default of a callback."""


class ProgramCommands(QObject):
    """Opens the picker and does what is chosen in it."""

    def __init__(
        self,
        parts: WindowParts,
        copy_variables: Callable[[ShellKind, str, Callable[[], str]], None],
        show_options: Callable[[], None],
    ) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._session = parts.session
        self._copy_variables = copy_variables
        self._show_options = show_options
        self._follow_up: Callable[[], None] = _do_nothing
        self.picker: ProgramPicker | None = None
        self.game = ""
        self._is_game_waiting = False  # there was nothing to copy for it yet
        self._session.edits.workspace_changed.connect(self._offer_for_game)

    def open(self, position: QPoint, follow_up: Callable[[], None] = _do_nothing) -> None:
        """Open the program picker.

        Args:
            position: point of the screen.
            follow_up: called if a program is chosen.
        """
        self._follow_up = follow_up
        session = self._session
        picker = ProgramPicker(self._parts.context, session.edits.workspace, self._parts.window)
        self.picker = picker
        # A popup that is closed deletes itself; what a thread finds later has no place then.
        picker.destroyed.connect(partial(self._forget_picker, picker))
        picker.chosen.connect(self._choose)
        picker.typed.connect(partial(self._check_text, picker))
        picker.browse_requested.connect(self.browse)
        picker.options_requested.connect(self._show_options)
        picker.clear_requested.connect(partial(session.edits.do, chosen_program.clear_program))
        picker.last_program_requested.connect(
            partial(session.edits.do, chosen_program.use_last_program)
        )
        picker.open_at(position)
        chosen_programs = ChosenPrograms.from_workspace(session.edits.workspace)
        # On a thread: it reads /proc and the folders of applications and games.
        self._parts.worker.submit(
            partial(find_candidates, chosen_programs, session.machine.host),
            partial(self._on_found, picker),
        )

    def copy_for_game(self, game: str) -> None:
        """Copy launch options for a game that Steam starts, and remember it for the next time."""
        self.game, self._is_game_waiting = game, False
        sentence = PASTE_HINT.format(game=game)
        self._copy_variables(ShellKind.STEAM, sentence, self._await_layer)

    def _await_layer(self) -> str:
        """Wait for the layer that the game needs first, and return a sentence about that."""
        self._is_game_waiting = True
        return tr("Nothing to copy for {game} yet. Turn on a layer first.", game=self.game)

    def _offer_for_game(self) -> None:
        """Offer to copy for the game that was chosen too early, once a layer is on."""
        configuration = self._session.edits.workspace.selected_configuration
        if self._is_game_waiting and configuration.turns_on_layer:
            self._is_game_waiting, bar = False, self._parts.status_bar
            bar.show_toast(tr("Launch options for {game} can be copied now.", game=self.game))
            label = tr("Copy for {game}", game=self.game)
            bar.offer_command(label, partial(self.copy_for_game, self.game))

    def browse(self) -> None:
        """Let the user choose a program with a file dialog."""
        program = self._session.edits.workspace.program.program
        folder = program.rpartition("/")[0] or self._session.machine.host.add_prefix("/usr/bin")
        window = self._parts.window
        path = choose_file(window, tr("Choose program"), folder)
        if path and path != program:
            self._session.edits.do(chosen_program.choose_program, Target(path))
            self._follow_up()

    def _forget_picker(self, picker: ProgramPicker) -> None:
        """Forget a picker that was closed."""
        if self.picker is picker:
            self.picker = None

    def _on_found(self, picker: ProgramPicker, candidates: tuple[ProgramCandidate, ...]) -> None:
        """Show the programs that were found, if the picker is still open."""
        if self.picker is picker:
            picker.show_candidates(candidates)

    def _check_text(self, picker: ProgramPicker, text: str) -> None:
        """Find out on the worker what a typed command line means."""
        self._parts.worker.submit(
            partial(check_command, text, self._session.machine.host),
            partial(self._on_checked, picker, text),
        )

    def _on_checked(self, picker: ProgramPicker, text: str, command: CommandLine) -> None:
        """Show what a typed command line means, if the picker is still open."""
        if self.picker is picker:
            picker.show_command(text, command)

    def _choose(self, candidate: ProgramCandidate) -> None:
        """Choose a program, with the variables that its command line sets."""
        if candidate.steam_number:
            self.copy_for_game(candidate.name)
            return
        self._session.edits.do(chosen_program.choose_program, candidate.target, candidate.variables)
        if candidate.variables:
            names = join_words([variable.name for variable in candidate.variables])
            title = self._session.edits.workspace.selected_configuration.title
            sentence = counted(
                "Set {variables} in “{name}” for its programs.",
                "Set {variables} in “{name}” for its programs.",
                len(candidate.variables),
                variables=names,
                name=title,
            )
            self._parts.status_bar.show_toast(sentence, undo=True)
        self._follow_up()
