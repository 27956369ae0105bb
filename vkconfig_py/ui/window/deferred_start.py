"""The second half of the window, made after the first paint; panels are made when opened.

The second half of the window, made right after the chain was first painted.

Inspector, panels, commands and launcher import a good deal of code that the first picture does not
need. Making them later is what lets the chain be seen early; nobody can press faster.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from vkconfig_py.model.session.launcher import Launcher
from vkconfig_py.ui.inspector.inspector import Inspector
from vkconfig_py.ui.panels.docks import Docks
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.panes import Panes
from vkconfig_py.ui.window.commands import Commands
from vkconfig_py.ui.window.configuration_commands import ConfigurationCommands, Selections
from vkconfig_py.ui.window.diagnosis_commands import ProbeCommands, ProblemCommands
from vkconfig_py.ui.window.documentation_commands import DocumentationCommands, GenerateCommands
from vkconfig_py.ui.window.status import BannerBar, Status
from vkconfig_py.ui.window.what_if_commands import WhatIfCommands

if TYPE_CHECKING:
    from vkconfig_py.ui.panels.docks import Panel
    from vkconfig_py.ui.window.main_window import MainWindow


def panel_makers(window: MainWindow) -> dict[str, Callable[[], Panel]]:
    """Return the makers by the names that the strip uses."""
    return {
        "launcher": lambda: _make_launcher(window),
        "problems": lambda: _make_problems(window),
        "preview": lambda: _make_preview(window),
        "journal": lambda: _make_journal(window),
        "collection": lambda: _make_collection(window),
    }


def _make_launcher(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.launcher_panel import LauncherPanel

    panel = LauncherPanel(window.look, window.session, window.actions_, window.launcher)
    panel.copied.connect(window.commands.copy)
    return panel


def _make_problems(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.problems_panel import ProblemsPanel

    panel = ProblemsPanel(window.look, window.session, window.actions_, window.hidden_notes)
    panel.copied.connect(window.commands.copy)
    panel.file_asked.connect(window.problem_commands.show_file)
    panel.action_used.connect(window.problem_commands.use)
    return panel


def _make_preview(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.writing_panels import PreviewPanel

    panel = PreviewPanel(window.look, window.session, window.actions_)
    panel.copied.connect(window.commands.copy)
    return panel


def _make_journal(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.writing_panels import JournalPanel

    panel = JournalPanel(window.look, window.session)
    panel.restore_asked.connect(window.session.restore)
    return panel


def _make_collection(window: MainWindow) -> Panel:
    from vkconfig_py.model.session.catalog_scan import Collecting
    from vkconfig_py.ui.panels.collection_panel import CollectionPanel
    from vkconfig_py.ui.window.collection_commands import CollectionCommands

    collecting = Collecting(window.session, window)
    window.closed.connect(collecting.close)
    home = window.session.machine.host.environment.get("HOME", "")
    panel = CollectionPanel(window.look, collecting, home)
    window.collection_commands = CollectionCommands(window, panel)
    return panel


NARROW, WIDE, CHAIN = 400, 480, 560  # the inspector as it begins, for settings; the chain beside


def complete(window: MainWindow) -> None:
    """Make and connect what the first paint did not need."""
    look, session, actions = window.look, window.session, window.actions_
    window.launcher = Launcher(session, window)
    window.banner = BannerBar(look)
    window.inspector = Inspector(look, session, window.worker, window.state)
    window.docks = Docks(window, look, actions, panel_makers(window), window.chain.view)
    window.panes = Panes(window.find_panes, partial(_parts, window), window.chain.view)
    window.put_in_place(window.banner, window.inspector)
    window.commands = Commands(window, actions)
    window.configuration_commands = ConfigurationCommands(window)
    window.documentation_commands = DocumentationCommands(window)
    window.generate_commands = GenerateCommands(window)
    window.problem_commands = ProblemCommands(window)
    window.status = Status(window)
    window.what_if = WhatIfCommands(window)
    window.probe_commands = ProbeCommands(window)
    _connect(window)
    Selections(window)
    actions.fill(window.menuBar())
    if not window.menuBar().isNativeMenuBar():
        window.menuBar().hide()
    actions.dress(look)
    look.changed.connect(partial(actions.dress, look))
    window.status.show_all()


def _connect(window: MainWindow) -> None:
    view, commands, header = window.chain.view, window.commands, window.header
    view.row_selected.connect(window.inspect)
    view.menu_asked.connect(commands.show_row_menu)
    view.fix_asked.connect(window.problem_commands.fix)
    view.inspector_asked.connect(window.go_to_inspector)
    view.announced.connect(partial(announce, view))
    window.chain.program_asked.connect(commands.show_program_menu)
    window.chain.device_asked.connect(commands.show_device_menu)
    window.chain.fix_used.connect(window.problem_commands.use)
    window.chain.file_asked.connect(window.problem_commands.show_file)
    inspector = window.inspector
    inspector.offer_used.connect(commands.use_offer)
    inspector.offer_tried.connect(window.what_if.try_offer)
    inspector.variable_tried.connect(window.session.what_if.try_variable)
    inspector.variable_asked.connect(window.what_if.ask_variable)
    inspector.copied.connect(commands.copy)
    inspector.folder_asked.connect(commands.open_folder)
    inspector.program_asked.connect(commands.choose_program)
    inspector.room_asked.connect(partial(_make_room, window))
    inspector.programs.folder_asked.connect(commands.open_folder)
    header.menu_asked.connect(commands.show_main_menu)
    header.program_asked.connect(commands.show_program_menu)
    header.configuration_asked.connect(commands.show_configuration_choice)
    header.launch.clicked.connect(window.status.press_launch)
    window.docks.shown.connect(partial(_forget_plan, window))
    window.strip.undo_asked.connect(window.session.undo)
    window.strip.verified_asked.connect(window.status.check)


def _parts(window: MainWindow) -> list[QWidget]:
    """Return the parts of the window from above to below."""
    parts = [window.header, window.banner, *window.configurations.parts(), *window.chain.parts()]
    panel = window.docks.panels.get(window.docks.current())
    dock = panel.parentWidget() if panel is not None else None  # it has the panel's head, too
    return [*parts, window.inspector, *([dock] if dock is not None else []), window.strip]


def _forget_plan(window: MainWindow, shown: str) -> None:
    """List what the picture means again once the preview of another plan was closed."""
    if shown != "preview":
        window.session.show_plan(None)


def _make_room(window: MainWindow) -> None:
    """Widen the inspector for its settings, once, if the chain keeps its names readable."""
    sizes, px = window.splitter.sizes(), window.look.theme.px
    wanted = px(WIDE)
    if len(sizes) != 3 or window.splitter.widget(2) is not window.inspector:
        return
    if sizes[2] == px(NARROW) and sum(sizes[1:]) - wanted >= px(CHAIN):
        window.splitter.setSizes([sizes[0], sum(sizes[1:]) - wanted, wanted])
