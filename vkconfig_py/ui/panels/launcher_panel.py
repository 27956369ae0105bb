"""Launcher: the running program, its output, and whether its chain matched the prediction."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, Launcher, LaunchState
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.panels.log_pane import LogPane
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.actions import Actions, tip_of
from vkconfig_py.ui.widgets.basic import Chip, Ink, Label
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import open_file


class LauncherPanel(Panel):
    """Chip and command above the log.

    Signals:
        copied: a text for the clipboard.
        told: a sentence and its tone.
        changed: the configuration was changed, which can be undone: a sentence and its tone.
        setting_asked: show a setting (key of the row, key of the setting).
    """

    copied = Signal(str)
    told = Signal(str, str)
    changed = Signal(str, str)
    setting_asked = Signal(str, str)

    def __init__(
        self,
        look: Look,
        session: Session,
        actions: Actions,
        launcher: Launcher,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, "Launcher", parent)
        self._session = session
        self._launcher = launcher
        self.chip = Chip(look)
        self._options = Button(look, "Options", icon="sliders", frame=Frame.FLAT, height=28)
        self._options.setToolTip("Program, arguments, working folder, environment")
        self._options.clicked.connect(actions["launch_options"].trigger)
        self.pane = LogPane(look, session, launcher)
        self.pane.copied.connect(self.copied)
        self.pane.told.connect(self.told)
        self.pane.changed.connect(self.changed)
        self.pane.setting_asked.connect(self.setting_asked)
        runs = Button(look, "Runs", icon="history", frame=Frame.FLAT, height=28)
        runs.setToolTip(tip_of(actions["runs"]))
        runs.clicked.connect(actions["runs"].trigger)
        copy = Button(look, "Copy log", icon="copy", frame=Frame.FLAT, height=28)
        copy.setToolTip("Copy all rows that are shown")
        copy.clicked.connect(self.pane.copy_all)
        save = Button(look, "Save log…", icon="file", frame=Frame.FLAT, height=28)
        save.setToolTip("Save the whole output to a file")
        save.clicked.connect(self.pane.save)
        # It may name many layers: the head must not make the window wider than its screen.
        self.verdict = Label(look, face="small", elide=Qt.TextElideMode.ElideRight)
        self.log_file = Button(look, "Log file", icon="file", frame=Frame.FLAT, height=28)
        self.log_file.clicked.connect(self._open_log_file)
        self.log_file.hide()
        self.head.add(self.verdict, self.chip, self._options, self.log_file, runs, copy, save)
        self.set_body(self.pane, self.pane.view)
        self._connect(session, launcher)
        self.refresh()

    def _connect(self, session: Session, launcher: Launcher) -> None:
        launcher.state_changed.connect(self.refresh)
        launcher.compared.connect(self._on_compared)
        session.edits.workspace_changed.connect(self.refresh)
        self._timer = QTimer(self)
        # The chip counts seconds; nothing else is repainted.
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._show_chip)

    def refresh(self) -> None:
        launcher = self._launcher
        self._show_chip()
        self._show_log_file()
        self.head.summary.setText(_summary(launcher))
        running = launcher.state in (LaunchState.RUNNING, LaunchState.STOPPING)
        if running != self._timer.isActive():
            self._timer.start() if running else self._timer.stop()
        # Planning and starting take a moment: the last program's output would look like this one's.
        if launcher.starting:
            self._show_verdict("")
            self.show_empty("Starting…")
        elif launcher.state is None and not launcher.log.rowCount():
            self.show_empty(self._how_to_begin())
        else:
            self.show_empty("")
        self.pane.refresh()

    def _show_log_file(self) -> None:
        log = self._launcher.log_file
        self.log_file.setVisible(log is not None)
        self.log_file.setToolTip(tooltip(f"Open {log.path}") if log is not None else "")

    def _open_log_file(self) -> None:
        log = self._launcher.log_file
        if log is not None and not open_file(log.path):
            self.told.emit(f"No program found to open {log.path}.", "warn")

    def _how_to_begin(self) -> str:
        if self._session.machine.demo:
            return NO_LAUNCH_IN_DEMO
        program = self._session.edits.workspace.program.program
        if not program:
            return "No program is chosen. Choose one at the top, then F5 starts it."
        name = program.rpartition("/")[2]
        return f"Nothing launched yet. F5 starts {name} with this configuration."

    def _on_compared(self, equal: bool, sentence: str) -> None:
        self.verdict.set_ink(Ink.OK if equal else Ink.WARN)
        self._show_verdict(sentence)

    def _show_verdict(self, sentence: str) -> None:
        self.verdict.setText(sentence)
        self.verdict.setToolTip(tooltip(sentence))
        self.verdict.setVisible(bool(sentence))

    def _show_chip(self) -> None:
        launcher = self._launcher
        tone = "ok" if launcher.state is LaunchState.RUNNING else "neutral"
        result = launcher.result
        if launcher.state is LaunchState.ENDED and result is not None and not result.stopped:
            tone = "ok" if result.code == 0 else "error"
        icon = {LaunchState.RUNNING: "play"}.get(launcher.state, "") if launcher.state else ""
        self.chip.show_state(launcher.chip(), tone, icon)

    def focus_search(self) -> None:
        self.pane.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _summary(launcher: Launcher) -> str:
    pid = f"pid {launcher.pid}" if launcher.pid else ""
    return " · ".join(part for part in (launcher.command(), pid) if part)
