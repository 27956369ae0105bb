"""Launcher: the runs, the output of the shown one, and whether its chain matched the prediction."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.session.launched_run import LaunchedRun
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, Launcher
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.panels.log_pane import LogPane
from vkconfig_py.ui.panels.run_tabs import RunTabs
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions, tip_of
from vkconfig_py.ui.widgets.basic import Chip, Label, TextRole, column_of
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import open_file


class LauncherPanel(Panel):
    """Tabs of the runs; chip and command of the shown one above its log.

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
        look: ThemeContext,
        session: Session,
        actions: Actions,
        launcher: Launcher,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, tr("Launcher"), parent)
        self._session = session
        self._launcher = launcher
        self._panes: dict[LaunchedRun, LogPane] = {}  # made when a run is shown first
        self.tabs = RunTabs(look, launcher, actions)
        self._logs = QStackedWidget()
        self.chip = Chip(look)
        self._options = self._button(tr("Options"), "sliders", actions["launch_options"].trigger)
        self._options.setToolTip(tr("Program, arguments, working folder, environment"))
        runs = self._button(tr("Runs"), "history", actions["runs"].trigger)
        runs.setToolTip(tip_of(actions["runs"]))
        self._copy = self._button(tr("Copy log"), "copy", lambda: self._on_pane(LogPane.copy_all))
        self._copy.setToolTip(tr("Copy all rows that are shown"))
        self._save = self._button(tr("Save log…"), "file", lambda: self._on_pane(LogPane.save))
        self._save.setToolTip(tr("Save the whole output to a file"))
        # It may name many layers: the head must not make the window wider than its screen.
        self.verdict = Label(look, face="small", elide=Qt.TextElideMode.ElideRight)
        self.log_file = self._button(tr("Log file"), "file", self._open_log_file)
        self.log_file.hide()
        self.head.add(
            self.verdict, self.chip, self._options, self.log_file, runs, self._copy, self._save
        )
        body = QWidget()
        column = column_of(body)
        column.addWidget(self.tabs)
        column.addWidget(self._logs, 1)
        self.set_body(body, self._logs)
        self._connect(session, launcher)
        self.refresh()

    def _button(self, text: str, icon: str, act: Callable[[], object]) -> Button:
        button = Button(self._look, text, icon=icon, frame=Frame.FLAT, height=28)
        button.clicked.connect(lambda: act())
        return button

    def _connect(self, session: Session, launcher: Launcher) -> None:
        launcher.runs_changed.connect(self._drop_panes)
        launcher.state_changed.connect(self.refresh)
        launcher.compared.connect(self._show_verdict)
        session.edits.workspace_changed.connect(self.refresh)
        self._timer = QTimer(self)
        # The chip counts seconds; nothing else is repainted.
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._show_chip)
        for keys, by in (("Ctrl+PgDown", 1), ("Ctrl+PgUp", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda by=by: self.step(by))

    # the runs

    @property
    def pane(self) -> LogPane | None:
        """The log of the shown run; None while there is none."""
        shown = self._launcher.shown
        return None if shown is None else self._panes.get(shown) or self._make_pane(shown)

    def step(self, by: int) -> None:
        """Show the next run, or the one before, round the end."""
        runs, shown = self._launcher.runs, self._launcher.shown
        if shown is not None:
            self._launcher.show_run(runs[(runs.index(shown) + by) % len(runs)])

    def _make_pane(self, run: LaunchedRun) -> LogPane:
        before = self._logs.currentWidget()
        pane = LogPane(self._look, self._session, run)
        if isinstance(before, LogPane):
            pane.look_as(before)
        pane.copied.connect(self.copied)
        pane.told.connect(self.told)
        pane.changed.connect(self.changed)
        pane.setting_asked.connect(self.setting_asked)
        self._panes[run] = pane
        self._logs.addWidget(pane)
        return pane

    def _drop_panes(self) -> None:
        for run in [one for one in self._panes if one not in self._launcher.runs]:
            pane = self._panes.pop(run)
            # Not before another one is shown, which takes over how it looks.
            pane.deleteLater()
        self.refresh()

    def _on_pane(self, act: Callable[[LogPane], object]) -> None:
        if self.pane is not None:
            act(self.pane)

    # what is shown

    def refresh(self) -> None:
        run, pane = self._launcher.shown, self.pane
        self._show_chip()
        self._show_log_file()
        self._show_verdict()
        self.head.summary.setText(self._summary())
        for button in (self._copy, self._save):
            button.setEnabled(run is not None)
        counts = run is not None and run.state in (LaunchState.RUNNING, LaunchState.STOPPING)
        if counts != self._timer.isActive():
            self._timer.start() if counts else self._timer.stop()
        if pane is None:
            self.show_empty(self._how_to_begin())
            return
        self._logs.setCurrentWidget(pane)
        pane.refresh()
        self.show_empty("")

    def _show_log_file(self) -> None:
        log = self._launcher.shown.log_file if self._launcher.shown else None
        self.log_file.setVisible(log is not None)
        self.log_file.setToolTip(
            tooltip(tr("Open {path}", path=log.path)) if log is not None else ""
        )

    def _open_log_file(self) -> None:
        log = self._launcher.shown.log_file if self._launcher.shown else None
        if log is not None and not open_file(log.path):
            self.told.emit(tr("No program found to open {path}.", path=log.path), "warn")

    def _how_to_begin(self) -> str:
        if self._session.machine.demo:
            return NO_LAUNCH_IN_DEMO
        program = self._session.edits.workspace.program.program
        if not program:
            return tr("No program is chosen. Choose one at the top, then F5 starts it.")
        name = program.rpartition("/")[2]
        return tr("Nothing launched yet. F5 starts {name} with this configuration.", name=name)

    def _show_verdict(self) -> None:
        run = self._launcher.shown
        is_explained, sentence = (run.verdict if run else None) or (True, "")
        self.verdict.set_ink(TextRole.OK if is_explained else TextRole.WARN)
        self.verdict.setText(sentence)
        self.verdict.setToolTip(tooltip(sentence))
        self.verdict.setVisible(bool(sentence))

    def _show_chip(self) -> None:
        run = self._launcher.shown
        if run is None:
            self.chip.show_state("", "neutral")
        else:
            icon = "play" if run.state is LaunchState.RUNNING else ""
            self.chip.show_state(run.chip(), run.tone, icon)

    def _summary(self) -> str:
        run = self._launcher.shown
        if run is None:
            return self._launcher.next_command()
        return (
            tr("{command} · pid {pid}", command=run.command, pid=run.pid)
            if run.pid
            else run.command
        )

    # the keyboard

    def body_focus(self) -> QWidget:
        return self.head.close_button if self.pane is None else self.pane.view

    def focus_search(self) -> None:
        if self.pane is not None:
            self.pane.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
