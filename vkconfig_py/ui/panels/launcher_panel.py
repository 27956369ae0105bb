"""Launcher: the runs, the output of the shown one, and whether its chain matched the prediction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStackedWidget,
    QStyle,
    QStyleOption,
    QTabBar,
    QToolButton,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.session.launched_run import LaunchedRun
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, Launcher
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, render_clock_seconds
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.panels.log_pane import LogPane
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, paint_focus
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.actions import Actions, render_tip
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Chip,
    Label,
    Tabs,
    TextRole,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import open_file
from vkconfig_py.ui.widgets.menus import PopupMenu

# RunTabs: one tab for each run, with its state and a button that stops or closes it.

_ICON_SIZE, _BUTTON_SIZE = 20, 24  # room for the glyph of the state, and for the button
_BUTTON_GAP = 18  # from the text to the button and from that to the next tab, together
_MAX_NAME_WIDTH = 120  # of a longer name the middle is left out where tabs have little room
_WIDE_WIDTH = 900  # below this tabs need the room of the icons
_RIGHT_SIDE = QTabBar.ButtonPosition.RightSide
_RIGHT_ARROW = QStyle.PrimitiveElement.PE_IndicatorArrowRight
_TONE_ICONS = {"ok": "check", "warn": "warn", "error": "error"}


class RunTabs(BackgroundPane):
    """The tabs, and what acts on several runs; hidden while there is one run only."""

    def __init__(
        self,
        context: ThemeContext,
        launcher: Launcher,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "window", parent)
        self._launcher = launcher
        self.bar = _RunBar(context, launcher)
        self.stop_all = Button(context, tr("Stop all"), icon="stop", frame=Frame.FLAT, height=28)
        self.close_ended = Button(
            context, tr("Close finished"), icon="close", frame=Frame.FLAT, height=28
        )
        named_buttons = ((self.stop_all, "stop_all"), (self.close_ended, "close_ended"))
        for button, name in named_buttons:
            button.setToolTip(make_tooltip(actions[name].toolTip()))
            button.clicked.connect(actions[name].trigger)
        px = context.theme.px
        row = make_row(self.bar, self.stop_all, self.close_ended, spacing=px(4))
        # All the room there is: a bar that is given what its tabs had before would scroll them.
        row.setStretchFactor(self.bar, 1)
        row.setContentsMargins(px(16), 0, px(12), px(4))
        self.setLayout(row)
        launcher.runs_changed.connect(self.refresh)
        launcher.state_changed.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < self._context.theme.px(_WIDE_WIDTH)
        for button in (self.stop_all, self.close_ended):
            button.omit_icon(is_narrow)  # without its text it would look like that of a tab

    def refresh(self) -> None:
        """Show a tab per run, and the buttons for several runs that can be used now."""
        launcher = self._launcher
        self.setVisible(len(launcher.runs) > 1)
        self.bar.show_runs()
        self.stop_all.setVisible(len(launcher.running) > 1)
        self.close_ended.setVisible(any(run.is_over for run in launcher.runs))


class _BarStyle(QProxyStyle):
    """Gives the arrows of a bar that is scrolled the look of the buttons in its tabs."""

    def __init__(self, context: ThemeContext) -> None:
        super().__init__()
        self._context = context
        self.setParent(context)

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric is QStyle.PixelMetric.PM_TabBarScrollButtonWidth:
            return self._context.theme.px(_BUTTON_SIZE)
        return super().pixelMetric(metric, option, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        arrows = QStyle.PrimitiveElement.PE_IndicatorArrowLeft, _RIGHT_ARROW
        if element not in arrows:
            super().drawPrimitive(element, option, painter, widget)
            return
        colors, size = self._context.theme.colors, self._context.theme.px(16)
        is_enabled = widget is None or widget.isEnabled()
        painter.save()
        painter.translate(QRectF(option.rect).center())
        if element is not _RIGHT_ARROW:
            painter.scale(-1, 1)
        rect = QRectF(-size / 2, -size / 2, size, size)
        color = colors.secondary if is_enabled else colors.disabled
        self._context.icons.paint(painter, "chevron-right", color, rect)
        painter.restore()


class _RunBar(Tabs):
    """The tabs alone."""

    def __init__(self, context: ThemeContext, launcher: Launcher) -> None:
        super().__init__(context, tr("Runs"))
        self._launcher = launcher
        self._runs: list[LaunchedRun] = []
        self._states: dict[LaunchedRun, LaunchState] = {}  # that the buttons of the tabs are for
        # Unlike pages of the inspector there may be more than the window has room for.
        self.setUsesScrollButtons(True)
        style = _BarStyle(context)
        self.setStyle(style)
        for arrow in self.findChildren(QToolButton):
            arrow.setAutoRaise(True)
            arrow.setStyle(style)
        self.currentChanged.connect(self._on_current_changed)

    def show_runs(self) -> None:
        """Show the runs of the launcher, each with its state."""
        self.blockSignals(True)  # what is shown follows the launcher here, not the other way round
        for tab in reversed(range(len(self._runs))):
            if self._runs[tab] not in self._launcher.runs:
                self._states.pop(self._runs.pop(tab), None)
                self.removeTab(tab)
        for run in self._launcher.runs[len(self._runs) :]:
            self._runs.append(run)
            self.addTab("")
        for tab, run in enumerate(self._runs):
            self._show_run(tab, run)
        if self._launcher.shown_run in self._runs:
            self.setCurrentIndex(self._runs.index(self._launcher.shown_run))
        self.blockSignals(False)
        self.update()  # a run that is warned of meanwhile has another glyph, not another text

    def _show_run(self, tab: int, run: LaunchedRun) -> None:
        """Show the name and state of a run in its tab.

        `tab` is its index.
        """
        text = f"{self._find_name(tab)} · {run.render_outcome()}"
        if self.tabText(tab) == text and self.tabButton(tab, _RIGHT_SIDE) is not None:
            return
        self.setTabText(tab, text)
        self.setTabToolTip(tab, make_tooltip("\n".join(filter(None, _describe_run(run)))))
        self.setAccessibleTabName(tab, text)
        old_button = self.tabButton(tab, _RIGHT_SIDE)
        if old_button is not None and self._states.get(run) is run.state:
            return  # only the count is new: a button under the pointer stays
        self._states[run] = run.state
        self.setTabButton(tab, _RIGHT_SIDE, self._make_button(run))
        if old_button is not None:  # Qt only hides it
            old_button.deleteLater()

    def _make_button(self, run: LaunchedRun) -> Button:
        """Return the button of a tab: it closes a run that ended, or stops another one."""
        name = escape_invisible(str(run.name))
        if run.is_over:
            button = Button(
                self._context,
                icon="close",
                frame=Frame.FLAT,
                name=tr("Close {name}", name=name),
                height=_BUTTON_SIZE,
            )
            button.clicked.connect(partial(self._launcher.close_run, run))
        else:
            button = Button(
                self._context,
                icon="stop",
                frame=Frame.FLAT,
                name=tr("Stop {name}", name=name),
                tone="error",
                height=_BUTTON_SIZE,
            )
            button.clicked.connect(run.stop)
            button.setEnabled(run.state is LaunchState.RUNNING)
        button.setToolTip(make_tooltip(button.accessibleName()))
        # The bar is one stop of the Tab key; Delete and the menu do the same.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _on_current_changed(self, tab: int) -> None:
        """Show the run of the tab that became current."""
        if 0 <= tab < len(self._runs):
            self._launcher.show_run(self._runs[tab])

    # size and look

    def tabSizeHint(self, index: int) -> QSize:
        px = self._context.theme.px
        return super().tabSizeHint(index) + QSize(px(_ICON_SIZE + _BUTTON_SIZE), 0)

    def minimumTabSizeHint(self, index: int) -> QSize:
        # Without room the name stays, which has the number, then arrows come.
        theme = self._context.theme
        name_width = min(theme.body.width(self._find_name(index)), theme.px(_MAX_NAME_WIDTH))
        lacking_width = self._measure_text(index) - name_width
        return self.tabSizeHint(index) - QSize(lacking_width, 0)

    def _find_name(self, index: int) -> str:
        return escape_invisible(str(self._runs[index].name))

    def _find_text_room(self, index: int) -> int:
        taken_width = self._context.theme.px(_ICON_SIZE + _BUTTON_SIZE + _BUTTON_GAP)
        return self.tabRect(index).width() - taken_width

    def _paint_tab(self, painter: QPainter, theme: Theme, index: int, rect: QRectF) -> None:
        """Paint the tab of a run with the icon of its state."""
        px, run = theme.px, self._runs[index]
        colors = theme.colors
        current = index == self.currentIndex()
        size = px(12)
        icon_rect = QRectF(rect.left() + px(2), rect.center().y() - size / 2, size, size)
        glyph = "play" if run.state is LaunchState.RUNNING else _TONE_ICONS.get(run.tone, "stop")
        self._context.icons.paint(painter, glyph, colors.tone(run.tone), icon_rect)
        painter.setPen(colors.text if current else colors.secondary)
        text, left = self.tabText(index), rect.left() + px(_ICON_SIZE)
        room = self._find_text_room(index)
        if room < self._measure_text(index):  # the icon still tells how it ended
            text = self._find_name(index)
        middle = Qt.TextElideMode.ElideMiddle
        draw_text(painter, theme.body, text, left, rect.top(), room, rect.height(), middle)
        if current:
            width = rect.width() - px(8)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, width, 2), colors.accent)
            if self.hasFocus():
                ring = QRectF(rect.left(), rect.top() + 3, width, rect.height() - 8)
                paint_focus(painter, theme, ring, px(4))

    # keys and menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self._launcher.shown_run is not None:
            self._launcher.close_run(self._launcher.shown_run)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        tab = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and tab >= 0:
            self._launcher.close_run(self._runs[tab])
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        tab = self.currentIndex() if by_key else self.tabAt(event.pos())
        if tab >= 0:
            menu_position = self.tabRect(tab).bottomLeft() if by_key else event.pos()
            self._open_menu(self._runs[tab], self.mapToGlobal(menu_position))

    def _open_menu(self, run: LaunchedRun, menu_position: QPoint) -> None:
        """Open the context menu of a run."""
        menu = PopupMenu(self._context, self)
        menu.addAction(tr("Stop"), run.stop).setEnabled(run.state is LaunchState.RUNNING)
        menu.addAction(tr("Kill now"), run.kill).setEnabled(run.state is LaunchState.STOPPING)
        close = menu.addAction(tr("Close"), partial(self._launcher.close_run, run))
        close.setEnabled(run.is_over)
        menu.exec(menu_position)


def _describe_run(run: LaunchedRun) -> list[str]:
    """Return lines that distinguish a run from others of the same program."""
    return [
        run.command,
        tr("Configuration: {configuration}", configuration=run.configuration)
        if run.configuration
        else "",
        tr("Option set: {options}", options=run.options) if run.options else "",
        tr("Safe mode: {text}", text=run.safe.description) if run.safe.is_on else "",
        tr("Started: {time}", time=render_clock_seconds(run.began.timestamp())),
        run.render_state() if run.is_over else "",
    ]


class LauncherPanel(Panel):
    """Tabs of the runs; chip and command of the shown one above its log.

    Signals:
        copied: a text for the clipboard.
        message_reported: a sentence and its tone.
        configuration_changed: the configuration was changed, which can be undone: a sentence and
            its tone.
        setting_requested: show a setting (key of the row, key of the setting).
        web_requested: open a web page.
        files_requested: list the files of a run (its key in the list of runs).
    """

    copied = Signal(str)
    message_reported = Signal(str, str)
    configuration_changed = Signal(str, str)
    setting_requested = Signal(str, str)
    web_requested = Signal(str)
    files_requested = Signal(str)
    low_height = 120  # with the tools above the log, and the parts of a message beside it

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        launcher: Launcher,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, tr("Launcher"), parent)
        self._session = session
        self._launcher = launcher
        self._panes: dict[LaunchedRun, LogPane] = {}  # made when a run is shown first
        self.tabs = RunTabs(context, launcher, actions)
        self._logs = QStackedWidget()
        self.chip = Chip(context)
        self._options = self._make_button(
            tr("Options"), "sliders", actions["launch_options"].trigger
        )
        self._options.setToolTip(tr("Program, arguments, working folder, environment"))
        runs = self._make_button(tr("Runs"), "history", actions["runs"].trigger)
        runs.setToolTip(render_tip(actions["runs"]))
        self._copy = self._make_button(
            tr("Copy log"), "copy", lambda: self._call_pane(LogPane.copy_all)
        )
        self._copy.setToolTip(tr("Copy all visible rows"))
        self._save_button = self._make_button(
            tr("Save log…"), "file", lambda: self._call_pane(LogPane.save)
        )
        self._save_button.setToolTip(tr("Save the entire output to a file"))
        # It may name many layers: the head must not make the window wider than its screen.
        self.verdict = Label(context, text_style="small", elide=Qt.TextElideMode.ElideRight)
        self._launch = actions["launch"]
        self.relaunch_button = self._make_button(tr("Relaunch"), "reset", self._relaunch)
        self.log_file = self._make_button(tr("Log file"), "file", self._open_log_file)
        self.log_file.hide()
        self.files_button = self._make_button(tr("Files"), "folder", self._request_files)
        self.files_button.setToolTip(tr("Files that layers of this run wrote"))
        self.files_button.hide()
        self.header.add_widgets(
            self.verdict,
            self.relaunch_button,
            self.chip,
            self._options,
            self.log_file,
            self.files_button,
            runs,
            self._copy,
            self._save_button,
        )
        body = QWidget()
        column = make_column(body)
        column.addWidget(self.tabs)
        column.addWidget(self._logs, 1)
        self.set_body(body, self._logs)
        self._connect_signals(session, launcher)
        self.refresh()

    def _make_button(self, text: str, icon: str, act: Callable[[], object]) -> Button:
        button = Button(self._context, text, icon=icon, frame=Frame.FLAT, height=28)
        button.clicked.connect(lambda: act())
        return button

    def _connect_signals(self, session: Session, launcher: Launcher) -> None:
        launcher.runs_changed.connect(self._remove_panes)
        launcher.state_changed.connect(self.refresh)
        launcher.compared.connect(self._show_verdict)
        session.edits.workspace_changed.connect(self.refresh)
        self._timer = QTimer(self)
        # The chip counts seconds; nothing else is repainted.
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._show_chip)
        for keys, steps in (("Ctrl+PgDown", 1), ("Ctrl+PgUp", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda steps=steps: self.show_neighbor_run(steps))

    # the runs

    @property
    def current_pane(self) -> LogPane | None:
        """The log of the shown run, None while there is none."""
        shown_run = self._launcher.shown_run
        return (
            None if shown_run is None else self._panes.get(shown_run) or self._make_pane(shown_run)
        )

    def show_neighbor_run(self, steps: int) -> None:
        """Show the next run (1) or the previous one (-1), from the last on to the first."""
        runs, shown_run = self._launcher.runs, self._launcher.shown_run
        if shown_run is not None:
            self._launcher.show_run(runs[(runs.index(shown_run) + steps) % len(runs)])

    def _make_pane(self, run: LaunchedRun) -> LogPane:
        """Make the log of a run, laid out like the log shown before."""
        current_pane = self._logs.currentWidget()
        pane = LogPane(self._context, self._session, run)
        if isinstance(current_pane, LogPane):
            pane.copy_layout_of(current_pane)
        pane.copied.connect(self.copied)
        pane.message_reported.connect(self.message_reported)
        pane.configuration_changed.connect(self.configuration_changed)
        pane.setting_requested.connect(self.setting_requested)
        pane.web_requested.connect(self.web_requested)
        self._panes[run] = pane
        self._logs.addWidget(pane)
        return pane

    def _show_pane(self, pane: LogPane) -> None:
        """Show the log of a run; the keyboard stays in the rows, or in the search, of the log."""
        focus, shown_pane = QApplication.focusWidget(), self._logs.currentWidget()
        self._logs.setCurrentWidget(pane)
        if focus is None or shown_pane is pane or not isinstance(shown_pane, LogPane):
            return
        if shown_pane.search.isAncestorOf(focus):
            pane.search.field.setFocus()
        elif shown_pane.isAncestorOf(focus):
            pane.view.setFocus()

    def _remove_panes(self) -> None:
        """Delete the logs of runs that were closed."""
        for run in [old_run for old_run in self._panes if old_run not in self._launcher.runs]:
            pane = self._panes.pop(run)
            # Not before another one is shown, which takes over how it looks.
            pane.deleteLater()
        self.refresh()

    def compute_first_entry_height(self) -> int:
        tabs_height = 0 if self.tabs.isHidden() else self.tabs.sizeHint().height()
        return self._context.theme.px(self.low_height) + tabs_height

    def _call_pane(self, act: Callable[[LogPane], object]) -> None:
        """Call a function with the shown log, if there is one."""
        if self.current_pane is not None:
            act(self.current_pane)

    # what is shown

    def refresh(self) -> None:
        """Show the state of the shown run, or what to do before the first one."""
        run, pane = self._launcher.shown_run, self.current_pane
        self._show_chip()
        self._show_log_file()
        self._show_verdict()
        self.header.summary.setText(self._summarize())
        command = run.command if run is not None else self._launcher.next_command()
        self.header.summary.setToolTip(make_tooltip(command))
        for button in (self._copy, self._save_button):
            button.setEnabled(run is not None)
        counts = run is not None and run.state in (LaunchState.RUNNING, LaunchState.STOPPING)
        if counts != self._timer.isActive():
            self._timer.start() if counts else self._timer.stop()
        if pane is None:
            program = self._session.edits.workspace.program.program
            self.show_empty(self._describe_first_step(), "launch" if program else "choose_program")
            return
        self._show_pane(pane)
        pane.refresh()
        self.show_empty("")

    def _show_log_file(self) -> None:
        """Show the buttons of the run's log file and of the files of its layers if it has some."""
        run = self._launcher.shown_run
        self.files_button.setVisible(run is not None and run.writes_files)
        log = self._launcher.shown_run.log_file if self._launcher.shown_run else None
        self.log_file.setVisible(log is not None)
        self.log_file.setToolTip(
            make_tooltip(tr("Open {path}", path=log.path)) if log is not None else ""
        )

    def _request_files(self) -> None:
        """Request the list of the files that layers of the shown run wrote."""
        if self._launcher.shown_run is not None:
            self.files_requested.emit(self._launcher.shown_run.history_key)

    def _open_log_file(self) -> None:
        """Open the run's log file in the user's editor."""
        log = self._launcher.shown_run.log_file if self._launcher.shown_run else None
        if log is not None and not open_file(log.path):
            self.message_reported.emit(
                tr("No program found to open {path}.", path=log.path), "warn"
            )

    def _describe_first_step(self) -> str:
        """Return what to do before the first launch."""
        if self._session.machine.demo:
            return NO_LAUNCH_IN_DEMO
        program = self._session.edits.workspace.program.program
        if not program:
            return tr(
                "No program chosen. Choose a program at the top of the window, then press F5 "
                "to launch it."
            )
        name = program.rpartition("/")[2]
        if self._launcher.has_closed_runs:
            return tr(
                "No log open. F5 launches {name} with this configuration; Runs lists earlier "
                "launches.",
                name=name,
            )
        return tr(
            "Nothing launched from this window yet. F5 launches {name} with this configuration; "
            "Runs lists earlier launches.",
            name=name,
        )

    def _show_verdict(self) -> None:
        """Show whether the run loaded the predicted layers, or that it has an earlier state."""
        run = self._launcher.shown_run
        is_explained, sentence = (run.verdict if run else None) or (True, "")
        is_outdated = run is not None and run.is_outdated and run.state is LaunchState.RUNNING
        text = tr("Launched before your latest changes") if is_outdated else sentence
        has_ended_well = is_explained and not is_outdated
        self.verdict.set_text_role(TextRole.OK if has_ended_well else TextRole.WARN)
        self.verdict.setText(text)
        self.verdict.setToolTip(make_tooltip(sentence))
        self.verdict.setVisible(bool(text))
        self.relaunch_button.setVisible(run is not None and is_outdated and self._is_next(run))
        if run is not None:
            tooltip = tr("Stop {name} and launch it again with your changes", name=run.name)
            self.relaunch_button.setToolTip(make_tooltip(tooltip))

    def _is_next(self, run: LaunchedRun) -> bool:
        """Return whether a launch starts the program and configuration of a run."""
        configuration = self._session.requests.configuration
        return (run.configuration_key, run.program) == (
            configuration.key,
            configuration.target.program,
        )

    def _relaunch(self) -> None:
        """Stop the shown run, and launch once it ended, unless the user does so meanwhile."""
        run, earlier_runs = self._launcher.shown_run, self._launcher.runs
        if run is not None:
            run.ended.connect(lambda _end: self._launch_instead(run, earlier_runs))
            run.stop()

    def _launch_instead(self, run: LaunchedRun, earlier_runs: tuple[LaunchedRun, ...]) -> None:
        """Launch in place of a run if it is the next, and no copy is newer than `earlier_runs`."""
        is_launched = any(
            other_run.program == run.program
            # It has no key before its snapshot is shown.
            and other_run.configuration_key in ("", run.configuration_key)
            for other_run in self._launcher.runs
            if other_run not in earlier_runs
        )
        if not is_launched and self._is_next(run):
            self._launch.trigger()

    def _show_chip(self) -> None:
        """Show the state of the shown run in one word."""
        run = self._launcher.shown_run
        if run is None:
            self.chip.show_state("", "neutral")
        else:
            icon = "play" if run.state is LaunchState.RUNNING else ""
            self.chip.show_state(run.render_state(), run.tone, icon)

    def _summarize(self) -> str:
        """Return the name of the shown run with its process id, or of the next program."""
        run = self._launcher.shown_run
        if run is None:
            return self._session.requests.target.program.rpartition("/")[2]
        name = str(run.name)
        return tr("{name} · PID {pid}", name=name, pid=run.pid) if run.pid else name

    # the keyboard

    def get_focus_widget(self) -> QWidget:
        return self.header.close_button if self.current_pane is None else self.current_pane.view

    def focus_search(self) -> bool:
        if self.current_pane is None:
            return False
        self.current_pane.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True
