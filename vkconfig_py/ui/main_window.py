"""MainWindow: puts the parts together; geometry, narrow layouts, closing; nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from vkconfig_py.model.executables import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.launcher import Launcher
from vkconfig_py.model.plan import Mechanism, View
from vkconfig_py.model.store import Store
from vkconfig_py.model.worker import Worker
from vkconfig_py.ui import closing
from vkconfig_py.ui.actions import Actions
from vkconfig_py.ui.announce import announce
from vkconfig_py.ui.banner import BannerBar
from vkconfig_py.ui.commands import Commands
from vkconfig_py.ui.docks import Docks
from vkconfig_py.ui.header import Header
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.chain_pane import ChainPane
from vkconfig_py.ui.panels.configurations import ConfigurationsPane, configuration_menu
from vkconfig_py.ui.panels.inspector import Inspector
from vkconfig_py.ui.panels.panel import Panel
from vkconfig_py.ui.panes import Pane, Panes, Splitter
from vkconfig_py.ui.state import WindowState
from vkconfig_py.ui.status import Status
from vkconfig_py.ui.strip import PANELS, Strip
from vkconfig_py.ui.widgets import Line

NARROW, OVERLAY = 1120, 900
SMALLEST = (800, 560)


class MainWindow(QMainWindow):
    """The one window.

    Signals:
        loaders_asked: installed loaders are to be looked for again.
        demo_asked: the sample machine is to be opened.
        closed: the window is gone for good; threads are to end.
    """

    loaders_asked = Signal()
    demo_asked = Signal()
    closed = Signal()

    def __init__(self, look: Look, store: Store, launcher: Launcher, state: WindowState) -> None:
        super().__init__()
        self.look, self.store, self.launcher, self.state = look, store, launcher, state
        self.worker = Worker("inspector", self)
        self.match = ProgramMatch(state=ProgramState.NONE)
        self.actions_ = Actions(self)
        self.header = Header(look, self.actions_)
        self.banner = BannerBar(look)
        self.configurations = ConfigurationsPane(look, store, self.actions_)
        self.chain = ChainPane(look, store, self.actions_)
        self.inspector = Inspector(look, store, self.worker)
        self.strip = Strip(look, self.actions_)
        self.docks = Docks(self, look, self.actions_, self._panel_makers())
        self.panes = Panes(self._find_panes)
        self._no_loader: QWidget | None = None
        self._quiet = False
        self._lay_out()
        self.commands = Commands(self, self.actions_)
        self.status = Status(self)
        self._connect()
        self._fill_menus()
        self._restore()

    def _lay_out(self) -> None:
        self.setObjectName("main")
        px = self.look.theme.px
        self.splitter = Splitter(self.look)
        for pane in (self.configurations, self.chain, self.inspector):
            self.splitter.addWidget(pane)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([px(200), px(680), px(400)])
        self._body = QStackedWidget()
        self._body.addWidget(self.splitter)
        self._centre = QWidget()
        column = QVBoxLayout(self._centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(Line(self.look))
        column.addWidget(self.banner)
        column.addWidget(self._body, 1)
        self.setCentralWidget(self._centre)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(0, 0, 0, 0)
        self.statusBar().addWidget(self.strip, 1)
        self.setMinimumSize(px(SMALLEST[0]), px(SMALLEST[1]))
        self.setDockOptions(QMainWindow.DockOption.AnimatedDocks)

    def _panel_makers(self) -> dict[str, Callable[[], Panel]]:
        return {name: partial(self._make_panel, name) for name, _text, _icon in PANELS}

    def _make_panel(self, name: str) -> Panel:
        """Make a panel; its code is loaded when it is first opened."""
        look, store, actions = self.look, self.store, self.actions_
        panel: Panel
        if name == "launcher":
            from vkconfig_py.ui.panels.launcher import LauncherPanel

            launcher = panel = LauncherPanel(look, store, actions, self.launcher)
            launcher.copied.connect(self.commands.copy)
        elif name == "problems":
            from vkconfig_py.ui.panels.problems import ProblemsPanel

            problems = panel = ProblemsPanel(look, store, actions)
            problems.copied.connect(self.commands.copy)
            problems.file_asked.connect(self.commands.show_file)
            problems.action_used.connect(self.commands.use_problem)
        elif name == "preview":
            from vkconfig_py.ui.panels.preview import PreviewPanel

            preview = panel = PreviewPanel(look, store, actions)
            preview.copied.connect(self.commands.copy)
        else:
            from vkconfig_py.ui.panels.journal import JournalPanel

            journal = panel = JournalPanel(look, store)
            journal.restore_asked.connect(store.restore)
        return panel

    def _connect(self) -> None:
        view, commands, header = self.chain.view, self.commands, self.header
        view.row_selected.connect(self._on_row_selected)
        view.menu_asked.connect(commands.show_row_menu)
        view.fix_asked.connect(commands.fix)
        view.inspector_asked.connect(self._on_inspector_asked)
        view.announced.connect(lambda sentence: announce(view, sentence))
        self.chain.program_asked.connect(commands.show_program_menu)
        self.chain.device_asked.connect(commands.show_device_menu)
        self.configurations.menu_asked.connect(
            lambda at: configuration_menu(self.actions_, self).exec(at)
        )
        inspector = self.inspector
        inspector.offer_used.connect(commands.use_offer)
        inspector.copied.connect(commands.copy)
        inspector.folder_asked.connect(commands.open_folder)
        inspector.program_asked.connect(commands.choose_program)
        header.menu_asked.connect(self._on_menu_asked)
        header.program_asked.connect(commands.show_program_menu)
        header.configuration_asked.connect(commands.show_configuration_choice)
        header.launch.clicked.connect(self.status.press_launch)
        self.strip.undo_asked.connect(self.store.undo)
        self.strip.verified_asked.connect(self.check)
        self.actions_["inspector"].setChecked(True)
        self.actions_["inspector"].toggled.connect(self._on_inspector_toggled)
        self.store.workspace_changed.connect(self._on_workspace_changed)

    def _fill_menus(self) -> None:
        self.actions_.fill(self.menuBar())
        self.actions_.dress(self.look)
        if not self.menuBar().isNativeMenuBar():
            self.menuBar().hide()
        self.look.changed.connect(lambda: self.actions_.dress(self.look))

    # ---- what the actions open

    def open_apply(self) -> None:
        """Open the popover that applies."""
        from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover

        popover = ApplyPopover(self.look, self.store, self.match, self)
        key = self.store.workspace.current.key
        popover.show_asked.connect(lambda: self.docks.open("preview"))
        popover.applied.connect(lambda stays: closing.note_staying(self, key, stays=stays))
        button = self.header.apply
        popover.open_below(button.mapToGlobal(QPoint(button.width(), button.height() + 4)))

    def open_search(self) -> None:
        """Open the search over everything."""
        from vkconfig_py.ui.dialogs.search_everything import SearchEverything
        from vkconfig_py.ui.finding import entries_of

        box = SearchEverything(self.look, entries_of(self), self)
        box.chosen.connect(self.commands.go_to)
        left = (self.width() - box.width()) // 2
        box.move(self.mapToGlobal(QPoint(max(left, 0), self.header.height() + 4)))
        box.show()
        box.field.setFocus()

    def open_filter(self) -> None:
        """Search in the pane that has the keyboard."""
        panel = self.docks.panels.get("launcher")
        focus = self.focusWidget()
        if panel is not None and focus is not None and panel.isAncestorOf(focus):
            panel.focus_search()
        else:
            self.chain.show_filter(shown=True)

    def look_again(self) -> None:
        """Look for loaders and files again."""
        self.loaders_asked.emit()
        self.store.refresh()

    def check(self) -> None:
        """Ask the real loader."""
        self.status.check()

    def show_keys(self) -> None:
        """Show the keys."""
        from vkconfig_py.ui.dialogs.texts import show_keys

        show_keys(self)

    def show_about(self) -> None:
        """Show what this is."""
        from vkconfig_py.ui.dialogs.texts import show_about

        show_about(self)

    def show_inspector(self) -> None:
        """Bring the inspector into view."""
        self.actions_["inspector"].setChecked(True)
        if self._is_overlay():
            self.inspector.show()
            self._place_overlay()
            self.inspector.raise_()

    def show_no_loader(self, *, missing: bool) -> None:
        """Show the page that says how to get a loader, or the panes."""
        if missing and self._no_loader is None:
            from vkconfig_py.ui.panels.no_loader import NoLoaderPage

            page = NoLoaderPage(self.look)
            page.copied.connect(self.commands.copy)
            page.again_asked.connect(self.look_again)
            page.demo_asked.connect(self.demo_asked)
            page.anyway_asked.connect(lambda: self.show_no_loader(missing=False))
            self._body.addWidget(page)
            self._no_loader = page
        self._body.setCurrentIndex(1 if missing else 0)
        self.actions_["apply"].setEnabled(not missing)
        self.header.apply.setEnabled(not missing)
        self.header.launch.setEnabled(not missing and not self.store.machine.demo)

    # ---- following the store

    def _on_row_selected(self, key: str) -> None:
        picture = self.store.picture
        rows = picture.rows if picture else ()
        self.inspector.show_row(next((row for row in rows if row.key == key), None))

    def _on_workspace_changed(self) -> None:
        program, host = self.store.workspace.current.target.program, self.store.machine.host
        self.worker.submit(lambda: describe_program(program, host), self._on_match)

    def _on_match(self, match: ProgramMatch) -> None:
        self.match = match
        view = self.store.view
        if view.mechanism is Mechanism.OVERRIDE and view.programs:
            # the view of "this program" follows the program
            programs = (match.real,) if match.runs else ()
            if programs != view.programs:
                self.store.set_view(View(Mechanism.OVERRIDE, programs) if programs else View())

    def _on_menu_asked(self, at: QPoint) -> None:
        from PySide6.QtWidgets import QMenu

        menu = QMenu(self)
        self.actions_.fill(menu)
        menu.exec(at)

    # ---- layouts

    def _is_overlay(self) -> bool:
        return self.width() < self.look.theme.px(OVERLAY)

    def _on_inspector_asked(self) -> None:
        self.show_inspector()
        self.inspector.tabs.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_inspector_toggled(self, shown: bool) -> None:
        self.inspector.setVisible(shown)
        if shown and self._is_overlay():
            self._place_overlay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the layout to the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < self.look.theme.px(NARROW)
        self.header.set_narrow(narrow)
        self.configurations.setVisible(not narrow)
        self.strip.set_narrow(narrow)
        overlay = self._is_overlay()
        inside = self.splitter.indexOf(self.inspector) >= 0
        if overlay and inside:
            self.inspector.setParent(self._centre)
            self.actions_["inspector"].setChecked(False)
            self.inspector.hide()
        elif not overlay and not inside:
            self.splitter.addWidget(self.inspector)
            self.actions_["inspector"].setChecked(True)
            self.inspector.show()
        if overlay:
            self._place_overlay()

    def _place_overlay(self) -> None:
        if self.splitter.indexOf(self.inspector) < 0:
            px = self.look.theme.px
            body = self._body.geometry()
            width = min(px(400), body.width() - px(80))
            self.inspector.setGeometry(body.right() - width, body.top(), width, body.height())
            self.inspector.raise_()

    def _find_panes(self) -> Sequence[Pane]:
        panes = [
            Pane(self.configurations, self.configurations.list),
            Pane(self.chain, self.chain.view),
            Pane(self.inspector, self.inspector.tabs),
        ]
        name = self.docks.current()
        if name:
            panel = self.docks.panels[name]
            panes.append(Pane(panel, panel.body_focus()))
        return [*panes, Pane(self.strip, self.strip.buttons["launcher"])]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the chain; F10 opens the menu."""
        if event.key() == Qt.Key.Key_Escape:
            if self._is_overlay() and self.inspector.isVisible():
                self.actions_["inspector"].setChecked(False)
            self.chain.view.setFocus()
        elif event.key() == Qt.Key.Key_F10:
            self.header.menu.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Compute the theme again when palette or font change."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationFontChange):
            self.look.recompute()

    # ---- remembering

    def _restore(self) -> None:
        px = self.look.theme.px
        self.resize(px(1280), px(720))
        self.restoreGeometry(self.state.data("window/geometry"))
        sizes = self.state.text("window/splitter")
        if sizes:
            self.splitter.setSizes([int(size) for size in sizes.split(",") if size.isdecimal()])
        self.docks.height = self.state.number("window/panel_height", 0)
        panel = self.state.text("window/panel")
        if f"panel_{panel}" in self.actions_.named():
            self.docks.open(panel)

    def remember(self) -> None:
        """Write down what the next start shows again."""
        state = self.state
        self.docks.note_height()
        state.keep("window/geometry", self.saveGeometry())
        if not self._is_overlay() and self.configurations.isVisible():
            state.keep("window/splitter", ",".join(map(str, self.splitter.sizes())))
        state.keep("window/panel", self.docks.current())
        state.keep("window/panel_height", self.docks.height)
        state.save()

    def close_quietly(self) -> None:
        """Close without questions: the session ends, or somebody sent a signal."""
        self._quiet = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask what happens to what is applied, remember the layout, end the threads."""
        if not (closing.close_quietly(self) if self._quiet else closing.may_close(self)):
            event.ignore()
            return
        self.remember()
        self.launcher.close()
        self.worker.close()
        self.store.close()
        event.accept()
        self.closed.emit()
