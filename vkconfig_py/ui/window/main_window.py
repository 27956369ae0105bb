"""The main window: its parts, geometry, narrow layouts and closing."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QStyle, QWidget

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.problem_list import HiddenNotes
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.chain.pane import ChainPane, get_view_action_name
from vkconfig_py.ui.panels.configurations_pane import ConfigurationsPane
from vkconfig_py.ui.theme.context import ThemeContext, make_application_icon
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import BackgroundPane, Divider, make_column
from vkconfig_py.ui.widgets.desktop import FileDropMixin
from vkconfig_py.ui.widgets.panes import (
    Panes,
    Placement,
    Splitter,
    limit_to_screen,
    open_within_screen,
)
from vkconfig_py.ui.window.bars import BANNER_HEIGHT, Header, StatusBar
from vkconfig_py.ui.window.window_parts import WindowParts, WindowState

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.model.session.launcher import Launcher
    from vkconfig_py.ui.inspector.inspector import Inspector
    from vkconfig_py.ui.panels.docks import Docks
    from vkconfig_py.ui.window.action_bindings import Controllers
    from vkconfig_py.ui.window.banner import BannerBar

NARROW_WIDTH, OVERLAY_WIDTH = 1120, 900
MIN_INSPECTOR_HEIGHT = 320  # least height of the inspector beside a panel
MIN_SIZE = (800, 560)
_PANE_WIDTHS = (200, 640, 440)  # of configurations, chain and inspector
_LEAST_INSPECTOR_WIDTH = 376  # to which it gives way before names in the chain are cut
_INSPECTOR_KEY, _HIDDEN_STATE = "window/inspector", "hidden"
MAX_SNAPSHOT_WAIT_MS = (
    400  # the rest of the window does not wait longer than this for the first snapshot
)


class WindowBody(QStackedWidget):
    """The content of the window between its bars, which a panel below makes lower."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class MainWindow(FileDropMixin, QMainWindow):
    """The main window, created in two halves: the first paint, and the rest.

    Signals:
        loaders_requested: search for installed loaders again.
        demo_requested: open the sample machine.
        restart_requested: close the window and start the program again.
        startup_completed: the second half was created.
        closed: the window is closed for good; threads must end.
        dragged, drag_ended, dropped: files over a part that does not accept them (FileDropMixin).
    """

    loaders_requested = Signal()
    demo_requested = Signal()
    restart_requested = Signal()
    startup_completed = Signal()
    closed = Signal()
    dragged = Signal(list, QPoint, str)
    drag_ended = Signal()
    dropped = Signal(list)

    # the second half, made by deferred_start.py
    launcher: Launcher
    banner: BannerBar
    inspector: Inspector
    docks: Docks
    panes: Panes
    controllers: Controllers

    def __init__(self, context: ThemeContext, session: Session, state: WindowState) -> None:
        super().__init__()
        self.context, self.session, self.state = context, session, state
        self.hidden_notes = HiddenNotes(state, self)
        self.worker = Worker("inspector", self)
        self.actions_ = Actions(self, context)
        self.header = Header(context, session, self.actions_)
        self.configurations = ConfigurationsPane(context, session, self.actions_)
        self.chain = ChainPane(context, session, self.actions_)
        self.status_bar = StatusBar(context, session, self.actions_, self.hidden_notes, self.chain)
        self.is_complete = False
        self._applied_title = ""  # for the title: what is applied to the system
        self._closes_quietly = self._is_quitting = self._follows_screen = False
        self._initial_placement: Placement | None = None  # where it was put at first
        self._hide_instead: Callable[[], bool] | None = None  # in place of closing
        self._no_loader_page: QWidget | None = None
        self._wants_inspector = state.get_text(_INSPECTOR_KEY) != _HIDDEN_STATE
        self._sized_unit = context.theme.unit  # of the text for which panes and panels are sized
        self._banner_slot = BackgroundPane(context, "window")
        self._inspector_slot = BackgroundPane(context, "window")
        self._lay_out()
        self._restore()
        self.erases_data = False  # all data of vkconfig-py, once the event loop has ended
        self.actions_["quit"].triggered.connect(lambda: self.quit())
        session.edits.workspace_changed.connect(self._show_names)
        self.chain.view.chain_painted.connect(self._on_chain_painted)
        # Before the first snapshot, or the first row would be selected for a moment.
        selected_key = session.edits.workspace.selected_configuration.key
        if key := state.get_selected_row(selected_key):
            self.chain.view.select_when_available(key)
        # The keyboard begins in the chain.
        self.chain.view.setFocus()

    def _lay_out(self) -> None:
        self.setObjectName("main")
        # A drop that a part does not take goes up to its parents, and so to the window.
        self.setAcceptDrops(True)
        self.splitter = Splitter(self.context)
        for pane in (self.configurations, self.chain, self._inspector_slot):
            self.splitter.addWidget(pane)
        # A wider window gives its room to the chain.
        self.splitter.setStretchFactor(1, 1)
        self._body = WindowBody()
        self._body.addWidget(self.splitter)
        self._center = QWidget()
        column = make_column(self._center)
        column.addWidget(self.header)
        column.addWidget(Divider(self.context))
        self._banner_slot.setFixedHeight(self.context.theme.px(BANNER_HEIGHT))
        column.addWidget(self._banner_slot)
        column.addWidget(self._body, 1)
        self.setCentralWidget(self._center)
        # Window managers resize at the frame; the grip would take the corner of the strip.
        self.statusBar().setSizeGripEnabled(False)
        # Qt leaves 3 pixels above what a status bar contains, 2 before it and 2 below it.
        left_margin, right_margin = (0, -2) if self.isRightToLeft() else (-2, 0)
        self.statusBar().setContentsMargins(left_margin, -3, right_margin, -2)
        self.statusBar().addWidget(self.status_bar, 1)
        self._limit_size()
        self.context.changed.connect(self._on_metrics_changed)
        self._follow_motion()
        self.context.appearance.changed.connect(self._follow_motion)

    def _limit_size(self) -> None:
        """Set the smallest useful size of the window, which with large text may be the screen."""
        px = self.context.theme.px
        self.setMinimumSize(limit_to_screen(self, QSize(px(MIN_SIZE[0]), px(MIN_SIZE[1]))))

    def _on_metrics_changed(self) -> None:
        """Follow the size of text, which also decides how much fits beside the chain."""
        if self.is_complete and self._sized_unit != self.context.theme.unit:
            self._save_sizes()
        self._limit_size()
        self._fit_width()

    def _follow_text_size(self) -> None:
        """Give panes and panel the sizes that they had last with text of this size."""
        if self._sized_unit != self.context.theme.unit:
            self._sized_unit = self.context.theme.unit
            self.docks.set_height(self.state.number(self._make_size_key("panel_height"), 0))
            self.splitter.setSizes(self._load_widths(shows_list=not self.configurations.isHidden()))

    def _follow_motion(self) -> None:
        """Animate docks and tool bars unless the user wants less motion."""
        self.setAnimated(self.context.appearance.is_animated)

    # ---- the second half

    def showEvent(self, event: QShowEvent) -> None:
        # Complete the window soon, even if the engine takes long.
        super().showEvent(event)
        if not self._follows_screen:
            self._follows_screen = True
            self.windowHandle().screenChanged.connect(self._limit_size)
        # With self as context: the call is dropped if the window is gone by then.
        QTimer.singleShot(MAX_SNAPSHOT_WAIT_MS, self, self.complete)

    def _on_chain_painted(self) -> None:
        """Create the second half after the first paint of the chain."""
        if self.session.snapshots.current is not None:
            # Only the first paint matters; the signal comes with each one.
            self.chain.view.chain_painted.disconnect(self._on_chain_painted)
            # Behind the paint event: what it painted reaches the screen first.
            QTimer.singleShot(0, self, self.complete)

    def complete(self) -> None:
        """Create, once, the part of the window that the first paint does not need."""
        if self.is_complete:
            return
        from vkconfig_py.ui.window.deferred_start import DeferredParts

        # Set first: a timer, a paint and closing call this, and it must not begin twice.
        self.is_complete = True
        self.session.finish_startup()
        parts = WindowParts(
            self, self, self.context, self.session, self.state, self.hidden_notes, self.worker,
            self.actions_, self.splitter, self.header, self.configurations, self.chain,
            self.status_bar,
        )  # fmt: skip
        deferred_parts = DeferredParts(parts)
        self.launcher, self.docks = parts.launcher, parts.docks
        self.docks.shown.connect(lambda name: self._uncover_panel() if name else None)
        # A message stands above the panel and beside the selected row, which have their places
        # only after the next layout.
        for moved in (self.docks.shown, self.chain.view.row_selected):
            moved.connect(lambda: QTimer.singleShot(0, self, self.status_bar.place_toast))
        self.panes, self.controllers = deferred_parts.panes, deferred_parts.controllers
        deferred_parts.watch_drops(self)
        # First: a panel closes an inspector that lies over it, but none that stands beside it.
        self._fit_width()
        self._restore_panels()
        # Last: by then the parts have their least sizes.
        self.context.changed.connect(self._follow_text_size)
        self.controllers.commands.restore_view(self.state.get_text("window/view"))
        row = self.chain.view.current_row()
        self.inspect(row.key if row else "")
        self.startup_completed.emit()

    def insert_parts(self, banner: BannerBar, inspector: Inspector) -> None:
        """Insert banner and inspector, which are made after the first paint."""
        self.banner, self.inspector = banner, inspector
        banner.refreshed.connect(self._show_applied)
        layout = self._center.layout()
        if layout is not None:
            layout.replaceWidget(self._banner_slot, banner)
        self._banner_slot.deleteLater()
        self._dock(inspector, replaced_widget=self._inspector_slot)
        inspector.setVisible(self._wants_inspector)
        self._body.resized.connect(self._place_overlay)
        self.actions_["inspector"].setChecked(self._wants_inspector)
        self.actions_["inspector"].toggled.connect(self._on_inspector_toggled)
        inspector.close_button.clicked.connect(lambda: self.actions_["inspector"].setChecked(False))
        self.chain.view.row_clicked.connect(self._on_row_clicked)

    def _show_names(self) -> None:
        """Show the selected configuration and program in header and title."""
        selected_configuration = self.session.edits.workspace.selected_configuration
        target = self.session.edits.workspace.program
        folder, _slash, name = target.program.rpartition("/")
        command = " ".join(filter(None, (name, shlex.join(target.arguments))))
        self.header.show_program(
            command or tr("Choose a program"), target.program if folder else ""
        )
        configuration = render(selected_configuration.title)
        self.header.show_configuration(configuration)
        machine_name = tr("sample machine") if self.session.machine.demo else ""
        parts = (configuration, self._applied_title, machine_name, "vkconfig-py")
        self.setWindowTitle(" – ".join(part for part in parts if part))

    def _show_applied(self) -> None:
        """Show in title and icon whether something is applied to the system."""
        banner = self.session.make_banner()
        words = banner.title if banner else ""
        if words == self._applied_title:
            return
        if bool(words) != bool(self._applied_title):
            self.setWindowIcon(make_application_icon(is_applied=bool(words)))
        self._applied_title = words
        if self._body.currentIndex() == 0:
            self._show_names()

    def show_instead(self, replaced_widget: QWidget | None) -> None:
        """Show a widget in the place of header and panes, or with None show these again."""
        self.header.setVisible(replaced_widget is None)
        self.statusBar().setVisible(replaced_widget is None)
        if replaced_widget is None:
            self._body.setCurrentIndex(0)
            self._show_names()
            self.chain.view.setFocus()
        else:
            if self._body.indexOf(replaced_widget) < 0:
                self._body.addWidget(replaced_widget)
            self._body.setCurrentWidget(replaced_widget)
            self.setWindowTitle(f"{replaced_widget.windowTitle()} – vkconfig-py")
        self.banner.setHidden(replaced_widget is not None)

    def hide_when_closed(self, hide: Callable[[], bool] | None) -> None:
        """Set a function that hides the window instead of closing it, None for none."""
        self._hide_instead = hide

    def rescan(self) -> None:
        """Search for loaders, layers and drivers again."""
        self.loaders_requested.emit()
        self.session.snapshots.refresh()

    def show_inspector(self) -> None:
        """Bring the inspector into view, over the chain if the window is narrow."""
        self.actions_["inspector"].setChecked(True)
        if self._is_overlay():
            self.inspector.show()
            self._place_overlay()
            self.inspector.raise_()

    def show_no_loader(self, *, is_missing: bool) -> None:
        """Show the page for a machine without a loader, or hide it."""
        if is_missing and self._no_loader_page is None:
            from vkconfig_py.ui.panels.first_page import NoLoaderPage

            page = NoLoaderPage(self.context)
            # It may be there before the second half, to which the commands belong.
            page.copied.connect(lambda text: self.controllers.commands.copy(text))
            page.rescan_requested.connect(self.rescan)
            page.demo_requested.connect(self.demo_requested)
            page.continue_requested.connect(lambda: self.show_no_loader(is_missing=False))
            problems = self.session.problems
            problems.changed.connect(lambda: page.show_obstacle(problems.loader_obstacle))
            page.show_obstacle(problems.loader_obstacle)
            self._body.addWidget(page)
            self._no_loader_page = page
        self._body.setCurrentIndex(1 if is_missing else 0)
        self.actions_["apply"].setEnabled(not is_missing)
        self.header.apply.setEnabled(not is_missing)
        self.header.launch.setEnabled(not is_missing and not self.session.machine.demo)

    # ---- following the session

    def inspect(self, key: str) -> None:
        """Show the row with this key in the inspector."""
        snapshot = self.session.snapshots.shown
        rows = snapshot.rows if snapshot else ()
        self.inspector.show_row(next((row for row in rows if row.key == key), None))

    # ---- layouts

    def _is_overlay(self) -> bool:
        """Return whether the window is so narrow that the inspector lies over the chain."""
        return self.width() < self.context.theme.px(OVERLAY_WIDTH)

    def go_to_inspector(self) -> None:
        """Bring the inspector into view, and focus it."""
        self.show_inspector()
        self.inspector.tabs.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_inspector_toggled(self, is_shown: bool) -> None:
        """Show or hide the inspector, which a wide window remembers."""
        self.inspector.setVisible(is_shown)
        if self.splitter.indexOf(self.inspector) >= 0:
            self._wants_inspector = is_shown
        elif is_shown:
            self._place_overlay()

    def _on_row_clicked(self) -> None:
        """Show the inspector over the chain of a narrow window, where nothing else leads to it."""
        if self._is_overlay():
            self.show_inspector()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_width()
        self.status_bar.place_toast()

    def _fit_width(self) -> None:
        """Arrange header, list and inspector for the width of the window."""
        is_narrow = self.width() < self.context.theme.px(NARROW_WIDTH)
        self.header.set_narrow(is_narrow)
        self.configurations.setVisible(not is_narrow)
        self.status_bar.set_narrow(is_narrow)
        if not self.is_complete:
            self._inspector_slot.setVisible(self._wants_inspector and not self._is_overlay())
            return
        overlay = self._is_overlay()
        self.inspector.set_overlay(is_overlay=overlay)
        is_docked = self.splitter.indexOf(self.inspector) >= 0
        if overlay and is_docked:
            # Out of the splitter, so that it can lie over the chain.
            self._dock(self._inspector_slot, replaced_widget=self.inspector)
            self._inspector_slot.hide()
            self.actions_["inspector"].setChecked(False)
        elif not overlay and not is_docked:
            self._dock(self.inspector, replaced_widget=self._inspector_slot)
            is_wanted = self._wants_inspector
            self.actions_["inspector"].setChecked(is_wanted)
            self.inspector.setVisible(is_wanted)
        if overlay:
            self._place_overlay()

    def _dock(self, widget: QWidget, *, replaced_widget: QWidget) -> None:
        """Put a widget at the right of the splitter, where the width of what it replaces stays."""
        self.splitter.replaceWidget(self.splitter.indexOf(replaced_widget), widget)
        replaced_widget.setParent(self)
        replaced_widget.hide()

    def _place_overlay(self) -> None:
        """Place the inspector over the chain, at the far side of a narrow window."""
        if self.splitter.indexOf(self.inspector) >= 0 or not self._is_overlay():
            return
        px = self.context.theme.px
        available_area = QRect(self._body.mapTo(self, QPoint()), self._body.size())
        if available_area.height() < px(MIN_INSPECTOR_HEIGHT):
            # It is of no use there: it covers the panel below as well, until Esc closes it.
            available_area.setBottom(self.statusBar().geometry().top() - 1)
        width = min(px(400), available_area.width() - px(80))
        overlay_rect = QRect(
            available_area.right() + 1 - width, available_area.top(), width, available_area.height()
        )
        self.inspector.setGeometry(
            QStyle.visualRect(self.layoutDirection(), available_area, overlay_rect)
        )
        self.inspector.raise_()

    def _uncover_panel(self) -> None:
        """Close an inspector that lies over a panel which was opened now."""
        layout = self.layout()
        if layout is not None:
            layout.activate()  # the panel takes its room later otherwise
        lacks_height = self._body.height() < self.context.theme.px(MIN_INSPECTOR_HEIGHT)
        if lacks_height and self._is_overlay() and self.inspector.isVisible():
            self.actions_["inspector"].setChecked(False)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Qt's own order would put the second half last.
        if not self.is_complete:
            return super().focusNextPrevChild(forward)
        return self.panes.move_tab_focus(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.is_complete:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.status_bar.hide_toast()  # beside what the key is for, which it does not delay
            if self._is_overlay() and self.inspector.isVisible():
                self.actions_["inspector"].setChecked(False)
            if not self.docks.return_focus():
                self.chain.view.setFocus()
        # The key of menu bars; ours is hidden behind the button.
        elif event.key() == Qt.Key.Key_F10:
            self.header.menu.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Sent to the window when palette or font of the application change.
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationFontChange):
            self.context.follow_application()

    # ---- remembering

    def _restore(self) -> None:
        """Restore size, place and widths of the last session."""
        px = self.context.theme.px
        open_within_screen(self, px(1280), px(720))
        placement = Placement.parse(self.state.get_text("window/placement"))
        if placement is not None:
            self._initial_placement = placement.apply_to_window(self)
        self.splitter.setSizes(self._load_widths(shows_list=True))
        self.chain.view.restore_folding(self.state.get_text("window/not_in_chain"))

    def _make_size_key(self, name: str) -> str:
        """Return the key of sizes in pixels, which would be wrong for a text of another size."""
        return f"window/{name}/{self._sized_unit}"

    def _make_splitter_key(self, *, shows_list: bool) -> str:
        """Return the key of the widths of the panes with or without the list beside them."""
        return self._make_size_key("splitter" if shows_list else "splitter_narrow")

    def _load_widths(self, *, shows_list: bool) -> list[int]:
        """Return the widths that the panes had last with or without the list beside them."""
        text = self.state.get_text(self._make_splitter_key(shows_list=shows_list))
        widths = [int(width) for width in text.split(",") if width.isdecimal()]
        if len(widths) == len(_PANE_WIDTHS):
            return widths
        px = self.context.theme.px
        list_width, chain_width, inspector_width = map(px, _PANE_WIDTHS)
        has_list = shows_list and self.width() >= px(NARROW_WIDTH)
        free_width = self.width() - chain_width - (list_width if has_list else 0)
        inspector_width = max(px(_LEAST_INSPECTOR_WIDTH), min(inspector_width, free_width))
        return [list_width, chain_width, inspector_width]

    def _restore_panels(self) -> None:
        """Open the panels that were open in the last session."""
        action_by_name, docks = self.actions_.map_by_name(), self.docks
        docks.height = self.state.number(self._make_size_key("panel_height"), 0)
        for line in self.state.get_text("window/floating").splitlines():
            name, _space, text = line.partition(" ")
            placement = Placement.parse(text)
            if f"panel_{name}" in action_by_name and placement is not None:
                docks.open_floating(name, placement)
        panel = self.state.get_text("window/panel")
        if f"panel_{panel}" in action_by_name:
            docks.open(panel)
        if not self._is_overlay():  # its width, too, is known only now
            self.splitter.setSizes(self._load_widths(shows_list=self.configurations.isVisible()))

    def save_layout(self) -> None:
        """Save size, place and panels of the window for the next start."""
        state = self.state
        self._save_sizes()
        # A place that only a missing screen led to is not kept: with the screen the window is back.
        placement = Placement.from_window(self)
        if self._initial_placement is None or not placement.is_same_place(self._initial_placement):
            state.set_value("window/placement", placement.text)
        floating_docks = self.docks.list_floating().items()
        state.set_value(
            "window/floating",
            "\n".join(f"{name} {placement.text}" for name, placement in floating_docks),
        )
        state.set_value("window/panel", self.docks.get_current())
        state.set_value("window/view", get_view_action_name(self.session.requests.view))
        state.set_value(_INSPECTOR_KEY, "" if self._wants_inspector else _HIDDEN_STATE)
        state.set_value("window/not_in_chain", self.chain.view.save_folding())
        state.wait_until_saved()

    def _save_sizes(self) -> None:
        """Save the widths of the panes and the height of the docked panel."""
        self.docks.remember_height()
        self.state.set_value(self._make_size_key("panel_height"), self.docks.height)
        if self.splitter.indexOf(self.inspector) < 0:  # it lies over the chain
            return
        # Sizes of one layout would be wrong in another.
        shows_list = not self.configurations.isHidden()
        saved_widths = self._load_widths(shows_list=shows_list)
        # A hidden pane has no width now; shown again it needs one.
        widths = [
            width or saved_width
            for width, saved_width in zip(self.splitter.sizes(), saved_widths, strict=True)
        ]
        key = self._make_splitter_key(shows_list=shows_list)
        self.state.set_value(key, ",".join(map(str, widths)))

    def close_quietly(self) -> None:
        """Close without questions: the desktop session ends, or a signal was received."""
        self._closes_quietly = True
        self.close()

    def quit(self, *, erases_data: bool = False) -> bool:
        """Close even if the tray would take the window, and return whether it is closed."""
        self._is_quitting, self.erases_data = True, erases_data
        try:
            is_closed = self.close()
            self.erases_data = erases_data and is_closed
            return is_closed
        finally:
            self._is_quitting = False

    def closeEvent(self, event: QCloseEvent) -> None:
        # A window may be closed before its second half is there, and closing needs the controllers.
        self.complete()
        self.inspector.finish_typing()  # while it can be saved
        if self._hide_instead is not None and not (self._is_quitting or self._closes_quietly):
            self.save_layout()
            if self._hide_instead():
                event.ignore()
                return
        closing = self.controllers.closing
        # A run adds itself to the history when it ends, which must not be after that was erased.
        can_keep_running = not self.erases_data
        if not (
            closing.close_quietly()
            if self._closes_quietly
            else closing.prepare_close(can_keep_running=can_keep_running)
        ):
            event.ignore()
            return
        if self.isVisible():  # what is hidden in the tray was remembered, and has no layout
            self.save_layout()
        self.launcher.close()
        self.worker.close()
        self.session.close()
        event.accept()
        self.closed.emit()
