"""ProblemCommands: what the buttons of a problem do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.model.problems.told import Action, ActionKind, Told
from vkconfig_py.ui.announce import announce
from vkconfig_py.ui.panels.inspector import WHY

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow


class ProblemCommands(QObject):
    """Carries out what was chosen, and tells what came of it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.store.fixed.connect(self._on_fixed)

    def use(self, told: Told, action: Action) -> None:
        """Do what a button says."""
        store, commands = self._window.store, self._window.commands
        match action.kind:
            case ActionKind.FIX if action.remedy is not None:
                store.fix(action.remedy, action.step)
            case ActionKind.COMMAND if action.remedy is not None:
                store.prepare_command(action.remedy, commands.copy)
            case ActionKind.WITHDRAW:
                store.withdraw()
            case ActionKind.COPY:
                commands.copy(action.text)
            case ActionKind.TURN_OFF:
                self._turn_off(action)
            case ActionKind.PROBE:
                self._window.probe_commands.show_probe(action.text)
            case _:
                self.show_file(told.problem.file, told.problem.line)

    def _turn_off(self, action: Action) -> None:
        window = self._window
        window.store.turn_off(action.text)
        window.chain.view.select_key(action.text)
        window.strip.show_toast(f"{action.step}: done.", undo=True)

    def show_file(self, path: str, line: int) -> None:
        """Show a file of this machine, which is what problems are about."""
        self._window.commands.show_file(path, line, today=True)

    def fix(self, key: str) -> None:
        """Show what is wrong with a broken file: its problem, or its story if there is none."""
        window = self._window
        window.chain.view.select_key(key)
        row = window.chain.view.current_row()
        files = {told.problem.file for told in window.store.problems}
        if row is not None and row.manifest in files:
            from vkconfig_py.ui.panels.problems import ProblemsPanel

            panel = window.docks.open("problems")
            if isinstance(panel, ProblemsPanel):
                panel.select_file(row.manifest)
        else:
            window.show_inspector()
            window.inspector.show_tab(WHY)

    def _on_fixed(self, sentence: str, can_undo: bool) -> None:
        announce(self._window, sentence)
        self._window.strip.show_toast(sentence, undo=can_undo)
