"""The panel "Running", and what its buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.processes.running_now import ASKED_TO_END, ProcessAction, RunningProcess
from vkconfig_py.model.session.running_watch import RunningProgramsWatcher
from vkconfig_py.ui.panels.running_panel import RunningPanel
from vkconfig_py.ui.widgets import messages

if TYPE_CHECKING:
    from vkconfig_py.ui.window.action_bindings import Controllers
    from vkconfig_py.ui.window.window_parts import WindowParts


def make_running_panel(parts: WindowParts, controllers: Controllers) -> RunningPanel:
    """Make the panel with its watch of the machine's programs, and let its buttons work."""
    session = parts.session
    watch = RunningProgramsWatcher(session.shared, session.requests, parts.window)
    parts.services.closed.connect(watch.close)
    panel = RunningPanel(parts.context, watch, session.machine.home)
    RunningCommands(parts, panel, controllers)  # kept alive by the panel
    return panel


class RunningCommands(QObject):
    """Shows a process in the what-if, chooses its program, ends it."""

    def __init__(self, parts: WindowParts, panel: RunningPanel, controllers: Controllers) -> None:
        super().__init__(panel)
        self._parts = parts
        self._panel = panel
        self._what_if = controllers.what_if
        panel.process_used.connect(self._use)
        panel.folder_requested.connect(controllers.commands.open_folder)
        panel.copied.connect(controllers.commands.copy)
        panel.watch.process_stopped.connect(self._on_stopped)

    def _use(self, process: RunningProcess, action: ProcessAction) -> None:
        """Do what a button of a running process says."""
        match action:
            case ProcessAction.WHAT_IF:
                self._what_if.show_view(f"process:{process.facts.pid}")
            case ProcessAction.CHOOSE:
                facts = process.facts
                target = Target(facts.program, facts.arguments, facts.folder)
                self._parts.session.edits.do(chosen_program.choose_program, target)
            case ProcessAction.STOP:
                if messages.ask_stop(self._parts.window, process.title, process.facts.pid):
                    self._panel.watch.stop(process)

    def _on_stopped(self, process: RunningProcess, error: str) -> None:
        """Say that a process was sent SIGTERM, or the error."""
        message = ASKED_TO_END.format(title=process.title, pid=process.facts.pid)
        self._parts.status_bar.show_toast(error or message, tone="warn" if error else "neutral")
