"""The panel "Running": programs that have Vulkan loaded, beside what is predicted for them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.processes.mapped_parts import MappedPart
from vkconfig_py.model.processes.running_now import (
    ACTION_LABELS,
    ProcessAction,
    RunningProcess,
    RunningPrograms,
    get_part_key,
    get_process_key,
    list_actions,
    present_part,
    present_process,
    render_details,
    render_hidden_count,
    render_summary,
)
from vkconfig_py.model.session.running_watch import RunningProgramsWatcher
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter

NO_PROGRAMS = tr(
    "No running program uses Vulkan. A program that you start, such as vkcube, appears in "
    "this list within two seconds."
)
# With processes that could not be inspected.
_NONE_FOUND = tr(
    "No program that uses Vulkan was found. A program that you start, such as vkcube, appears "
    "in this list within two seconds."
)
_NARROW_WIDTH = 900


class RunningPanel(Panel):
    """Running programs on the left, layers and drivers of the selected one on the right.

    Signals:
        process_used: an action of a process (RunningProcess, ProcessAction).
        folder_requested: open the folder of a file.
        copied: a text for the clipboard.
    """

    process_used = Signal(object, object)
    folder_requested = Signal(str)
    copied = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        watch: RunningProgramsWatcher,
        home: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, tr("Running"), parent)
        self.watch = watch
        self.model = LinesModel(get_process_key, partial(present_process, home=home), self)
        self.part_model = LinesModel(get_part_key, partial(present_part, home=home), self)
        self.view = LinesView(
            context,
            self.model,
            tr("Running programs"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self.part_view = LinesView(
            context,
            self.part_model,
            tr("Layers and drivers"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self._caption = Label(context, text_style="small", text_role=TextRole.SECONDARY,
                              elide=Qt.TextElideMode.ElideRight)  # fmt: skip
        rescan = Button(context, tr("Rescan"), icon="reset", frame=Frame.FLAT, height=28)
        rescan.setToolTip(tr("Scan all processes again and compare them with the prediction"))
        rescan.clicked.connect(watch.look_anew)
        self.header.add_widgets(rescan)
        self._lay_out()
        self._connect_signals()

    def _lay_out(self) -> None:
        px = self._context.theme.px
        self._part_side = QWidget()
        side = QVBoxLayout(self._part_side)
        side.setContentsMargins(0, px(8), 0, 0)
        side.setSpacing(px(4))
        caption = QHBoxLayout()
        caption.setContentsMargins(px(16), 0, px(16), 0)
        caption.addWidget(self._caption)
        side.addLayout(caption)
        side.addWidget(self.part_view, 1)
        body = Splitter(self._context)
        body.addWidget(self.view)
        body.addWidget(self._part_side)
        body.setStretchFactor(0, 1)
        body.setStretchFactor(1, 1)
        body.setSizes([px(720), px(560)])
        self.set_body(body, self.view)

    def _connect_signals(self) -> None:
        self.watch.changed.connect(self.refresh)
        self.view.row_selected.connect(self._show_parts)
        # A process that maps another layer changes in its row.
        self.model.dataChanged.connect(self._show_parts)
        self.view.action_used.connect(self._on_acted)
        self.view.link_used.connect(
            lambda process: self.folder_requested.emit(_render_program_path(process))
        )
        self.view.menu_requested.connect(
            lambda process, position: self.make_menu(process).exec(position)
        )
        self.part_view.link_used.connect(self._on_file_used)
        self.part_view.menu_requested.connect(self._on_part_menu_asked)

    # ---- when it looks

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.watch.turn_on()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watch.turn_off()

    # ---- what is shown

    def refresh(self) -> None:
        """Show the running programs, or why they cannot be shown."""
        if self.watch.refusal:
            self.show_empty(self.watch.refusal)
        elif self.watch.now is None:
            self.show_empty(tr("Reading…"))
        else:
            self.show_running(self.watch.now)

    def show_running(self, running_programs: RunningPrograms) -> None:
        """Show the running programs that have Vulkan loaded."""
        self.model.update_to(running_programs.processes)
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))
        self.show_summary(
            render_summary(running_programs) if running_programs.processes else "", is_current=False
        )
        none_found_text = (
            f"{_NONE_FOUND} {render_hidden_count(running_programs.hidden)}."
            if running_programs.hidden
            else NO_PROGRAMS
        )
        had_focus = self.header.close_button.hasFocus()  # the list was still empty
        self.show_empty("" if running_programs.processes else none_found_text, "launch")
        if had_focus and running_programs.processes:
            self.view.setFocus()

    def _show_parts(self) -> None:
        """Show the loader, layers and drivers that the selected program has loaded."""
        process = self.get_selected_process()
        if process is None:
            self._caption.setText("")
            self.part_model.update_to(())
            return
        version, path = process.version, process.loader
        caption = tr("Loader: not loaded")
        if path:
            caption = tr("Loader: {path}", path=path)
            if version:
                caption = tr("Loader {version}: {path}", version=version, path=path)
        self._caption.setText(escape_invisible(caption))
        self.part_model.update_to(process.parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Below this width the sentence of a program tells of its parts.
        self._part_side.setVisible(self.width() >= self._context.theme.px(_NARROW_WIDTH))

    # ---- what is asked for

    def get_selected_process(self) -> RunningProcess | None:
        """Return the selected process, None without one."""
        process: RunningProcess | None = self.view.get_current_value()
        return process

    def _on_acted(self, process: RunningProcess, action: ProcessAction | None) -> None:
        """Emit `process_used` for a pressed button of a process."""
        if action is not None:
            self.process_used.emit(process, action)

    def make_menu(self, process: RunningProcess) -> PopupMenu:
        """Return the context menu of a process."""
        menu = PopupMenu(self._context, self)
        process_actions = list_actions(process)
        for action, text in (
            (ProcessAction.WHAT_IF, tr("Show in What-if")),
            (ProcessAction.CHOOSE, tr("Choose this program")),
        ):
            if action in process_actions:
                menu.addAction(text, partial(self.process_used.emit, process, action))
        menu.addSeparator()
        menu.addAction(tr("Copy details"), partial(self.copied.emit, render_details(process)))
        menu.addAction(
            tr("Open folder"), partial(self.folder_requested.emit, _render_program_path(process))
        )
        if ProcessAction.STOP in process_actions:
            menu.addSeparator()
            # Last and apart, so that it is not pressed by mistake.
            stop = ProcessAction.STOP
            menu.addAction(ACTION_LABELS[stop], partial(self.process_used.emit, process, stop))
        return menu

    def _on_file_used(self, mapped_part: MappedPart) -> None:
        """Emit `folder_requested` for the file of a layer or driver."""
        self.folder_requested.emit(self._get_root() + mapped_part.file)

    def _on_part_menu_asked(self, mapped_part: MappedPart, position: QPoint) -> None:
        """Open the context menu of a layer or driver of the selected program."""
        menu = PopupMenu(self._context, self)
        menu.addAction(tr("Copy name"), partial(self.copied.emit, mapped_part.name))
        menu.addAction(tr("Copy library path"), partial(self.copied.emit, mapped_part.library))
        menu.addAction(
            tr("Open folder"),
            partial(self.folder_requested.emit, self._get_root() + mapped_part.file),
        )
        menu.exec(position)

    def _get_root(self) -> str:
        """Return the root folder of the selected process, "" for the system's own."""
        process = self.get_selected_process()
        return process.facts.root if process else ""


def _render_program_path(process: RunningProcess) -> str:
    """Return the path of a process's program as this system sees it."""
    return process.facts.root + process.facts.program
