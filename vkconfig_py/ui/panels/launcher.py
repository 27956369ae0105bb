"""Launcher: the running program, its output, and whether the chain was as predicted."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from vkconfig_py.model.items.log_filter import EVERY_SEVERITY, LogFilter
from vkconfig_py.model.launching.launch import LaunchState
from vkconfig_py.model.launching.launcher import NO_LAUNCH_IN_DEMO, Launcher
from vkconfig_py.model.store import Store
from vkconfig_py.ui.actions import Actions
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.delegates.log_delegate import LogDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.panel import Panel
from vkconfig_py.ui.widgets import Chip, Field, Ink, Label, SlimBar, Surface

_LABELS = {"error": "Errors", "warning": "Warnings", "info": "Info"}
_TONES = {"error": "error", "warning": "warn", "info": ""}


class LogView(QListView):
    """The lines; follows the end until the user scrolls up."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LogDelegate(look, self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBar(SlimBar(look, self, horizontal=True))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Output of the program")


class LauncherPanel(Panel):
    """Chip, command, filters, log.

    Signals:
        copied: a text for the clipboard.
    """

    copied = Signal(str)

    def __init__(
        self,
        look: Look,
        store: Store,
        actions: Actions,
        launcher: Launcher,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, "Launcher", parent)
        self._store = store
        self._launcher = launcher
        self._lines = LogFilter(self)
        self._lines.setSourceModel(launcher.log)
        self._shown: set[str] = set(EVERY_SEVERITY)
        self.chip = Chip(look)
        self._options = Button(look, "Options", icon="sliders", frame=Frame.FLAT, height=28)
        self._options.setToolTip("Program, arguments, working folder, environment")
        self._options.clicked.connect(actions["launch_options"].trigger)
        self._copy = Button(look, "Copy log", icon="copy", frame=Frame.FLAT, height=28)
        self._copy.clicked.connect(lambda: self.copied.emit(launcher.log.text()))
        self.verdict = Label(look, face="small")
        self.head.add(self.verdict, self.chip, self._options, self._copy)
        self.view = LogView(look)
        self.view.setModel(self._lines)
        self.search = Field(
            look, name="Search the log", hint="Search the log", icon="search", keys="Ctrl+F"
        )
        self.search.setMaximumWidth(look.theme.px(260))
        self.search.textChanged.connect(self._lines.set_text)
        self._toggles = {name: self._toggle(look, name) for name in _LABELS}
        self._source = Button(look, "All sources", height=28)
        self._source.set_arrow()
        self._source.clicked.connect(self._on_source_clicked)
        self._follow = Button(look, "Follow", icon="chevron-down", height=28)
        self._follow.setCheckable(True)
        self._follow.setChecked(True)
        self._follow.setToolTip("Keep the newest line in view")
        self._follow.toggled.connect(lambda on: self.view.scrollToBottom() if on else None)
        self.set_body(self._make_body(look), self.view)
        self._connect(store, launcher)
        self.refresh()

    def _make_body(self, look: Look) -> QWidget:
        bar = Surface(look, "window")
        row = QHBoxLayout(bar)
        px = look.theme.px
        row.setContentsMargins(px(16), 0, px(12), px(6))
        row.setSpacing(px(8))
        row.addWidget(self.search, 1)
        for toggle in self._toggles.values():
            row.addWidget(toggle)
        row.addWidget(self._source)
        row.addStretch(1)
        row.addWidget(self._follow)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        column.addWidget(bar)
        column.addWidget(self.view, 1)
        return body

    def _toggle(self, look: Look, severity: str) -> Button:
        icon = {"error": "error", "warning": "warn"}.get(severity, "info")
        button = Button(look, _LABELS[severity], icon=icon, height=28, tone=_TONES[severity])
        button.setCheckable(True)
        button.setChecked(True)
        button.toggled.connect(lambda on: self._on_toggled(severity, on=on))
        return button

    def _connect(self, store: Store, launcher: Launcher) -> None:
        launcher.state_changed.connect(self.refresh)
        launcher.compared.connect(self._on_compared)
        launcher.log.counts_changed.connect(self._on_counts_changed)
        launcher.log.rowsInserted.connect(self._on_rows_inserted)
        self.view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        store.workspace_changed.connect(self.refresh)
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._show_chip)

    def refresh(self) -> None:
        """Show state and command."""
        launcher = self._launcher
        self._show_chip()
        self.head.summary.setText(_summary(launcher))
        running = launcher.state in (LaunchState.RUNNING, LaunchState.STOPPING)
        if running != self._timer.isActive():
            self._timer.start() if running else self._timer.stop()
        if launcher.starting:
            self.verdict.setText("")
            self.show_empty("Starting…")
        elif launcher.state is None and not launcher.log.rowCount():
            self.show_empty(self._how_to_begin())
        else:
            self.show_empty("")
        self._on_counts_changed()

    def _how_to_begin(self) -> str:
        if self._store.machine.demo:
            return NO_LAUNCH_IN_DEMO
        program = self._store.workspace.current.target.program
        if not program:
            return "No program is chosen. Choose one at the top, then F5 starts it."
        name = program.rpartition("/")[2]
        return f"Nothing launched yet. F5 starts {name} with this configuration."

    def _on_compared(self, equal: bool, sentence: str) -> None:
        self.verdict.set_ink(Ink.OK if equal else Ink.WARN)
        self.verdict.setText(sentence)

    def _show_chip(self) -> None:
        launcher = self._launcher
        tone = "ok" if launcher.state is LaunchState.RUNNING else "neutral"
        result = launcher.result
        if launcher.state is LaunchState.ENDED and result is not None and not result.stopped:
            tone = "ok" if result.code == 0 else "error"
        icon = {LaunchState.RUNNING: "play"}.get(launcher.state, "") if launcher.state else ""
        self.chip.show_state(launcher.chip(), tone, icon)

    def _on_counts_changed(self) -> None:
        for severity, number in self._launcher.log.counts().items():
            self._toggles[severity].set_note(str(number) if number else "")

    def _on_toggled(self, severity: str, *, on: bool) -> None:
        (self._shown.add if on else self._shown.discard)(severity)
        self._lines.set_severities(frozenset(self._shown))

    def _on_source_clicked(self) -> None:
        menu = QMenu(self)
        menu.addAction("All sources", lambda: self._choose_source(""))
        for source in self._launcher.log.sources():
            menu.addAction(source, lambda s=source: self._choose_source(s))
        menu.exec(self._source.mapToGlobal(QPoint(0, self._source.height() + 2)))

    def _choose_source(self, source: str) -> None:
        self._source.setText(source or "All sources")
        self._source.setAccessibleName(f"Source: {source or 'all'}")
        self._source.updateGeometry()
        self._lines.set_source(source)

    def _on_rows_inserted(self) -> None:
        if self._follow.isChecked():
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def _on_scrolled(self, value: int) -> None:
        if value < self.view.verticalScrollBar().maximum() and self.view.underMouse():
            self._follow.setChecked(False)

    def focus_search(self) -> None:
        """Put the keyboard into the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _summary(launcher: Launcher) -> str:
    pid = f"pid {launcher.pid}" if launcher.pid else ""
    return " · ".join(part for part in (launcher.command(), pid) if part)
