"""The second half of the window, created after the first paint; panels are created when opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from vkconfig_py.loader.api.optional_parts import import_object, list_menu_entries
from vkconfig_py.model.session.launcher import Launcher
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.inspector import EDITING_PAGE, Inspector
from vkconfig_py.ui.panels.docks import Docks
from vkconfig_py.ui.widgets.desktop import FileDropMixin, announce
from vkconfig_py.ui.widgets.panes import Pane, Panes
from vkconfig_py.ui.window.action_bindings import Controllers, bind_actions
from vkconfig_py.ui.window.banner import BannerBar
from vkconfig_py.ui.window.closing import Closing
from vkconfig_py.ui.window.commands import Commands
from vkconfig_py.ui.window.configuration_commands import ConfigurationCommands, SelectionMemory
from vkconfig_py.ui.window.diagnosis_commands import (
    FaultyComponentCommands,
    ProbeCommands,
    ProblemCommands,
)
from vkconfig_py.ui.window.documentation_commands import DocumentationCommands, GenerateCommands
from vkconfig_py.ui.window.first_steps import FirstSteps
from vkconfig_py.ui.window.help_commands import HelpCommands
from vkconfig_py.ui.window.preference_effects import EraseCommands, PreferenceEffects
from vkconfig_py.ui.window.status import BannerCommands, EventReporter, LaunchButtons
from vkconfig_py.ui.window.tray import DesktopNotices
from vkconfig_py.ui.window.what_if_commands import SafeModeCommands, WhatIfCommands

if TYPE_CHECKING:
    from vkconfig_py.ui.panels.docks import Panel
    from vkconfig_py.ui.window.bug_report_commands import BugReportCommands
    from vkconfig_py.ui.window.collection_commands import CollectionCommands
    from vkconfig_py.ui.window.compare_commands import CompareCommands
    from vkconfig_py.ui.window.file_drops import FileDrops
    from vkconfig_py.ui.window.window_parts import WindowParts


class DeferredParts:
    """The widgets and commands that the first paint does not need."""

    collection_commands: CollectionCommands  # made with its panel

    def __init__(self, parts: WindowParts) -> None:
        self.parts = parts
        self._file_drops: FileDrops | None = None
        context, session, actions = parts.context, parts.session, parts.actions
        view = parts.chain.view
        parts.launcher = Launcher(
            session.shared, session.requests, session.snapshots, session.checks, parts.window
        )
        parts.banner = BannerBar(context, session)
        parts.status_bar.connect_launcher(parts.launcher)
        parts.inspector = Inspector(context, session, parts.worker, parts.state)
        parts.docks = Docks(parts.window, context, actions, self._list_panel_makers(), view)
        self.panes = Panes(self._find_panes, self._list_tab_order, view)
        parts.services.insert_parts(parts.banner, parts.inspector)
        self.controllers = _make_controllers(parts)
        bind_actions(parts, self.panes, self.controllers)
        self._connect_chain()
        self._connect_inspector()
        self._connect_frame()
        # Kept alive by its parent, the window.
        SelectionMemory(parts)
        menu_bar = parts.window.menuBar()
        actions.add_menus(menu_bar)
        # A native one (macOS, some Linux desktops) is outside the window; elsewhere the menu button
        # stands for it.
        if not menu_bar.isNativeMenuBar():
            menu_bar.hide()
        actions.use_icons(context)
        context.changed.connect(partial(actions.use_icons, context))
        parts.banner.refresh()

    # panels

    def _list_panel_makers(self) -> dict[str, Callable[[], Panel]]:
        """Return the functions that make the panels, by the panels' names."""
        return {
            "launcher": self._make_launcher_panel,
            "problems": self._make_problems_panel,
            "preview": self._make_preview_panel,
            "journal": self._make_journal_panel,
            "collection": self._make_collection_panel,
            "running": self._make_running_panel,
            "culprit": lambda: self.controllers.faulty_component.make_panel(),
        }

    def _make_launcher_panel(self) -> Panel:
        from vkconfig_py.ui.panels.launcher_panel import LauncherPanel

        parts = self.parts
        panel = LauncherPanel(parts.context, parts.session, parts.actions, parts.launcher)
        panel.copied.connect(self.controllers.commands.copy)
        toast = parts.status_bar.show_toast
        panel.message_reported.connect(lambda text, tone: toast(text, tone=tone))
        panel.configuration_changed.connect(lambda text, tone: toast(text, undo=True, tone=tone))
        panel.setting_requested.connect(self.controllers.commands.show_setting)
        panel.web_requested.connect(parts.status_bar.open_page)
        panel.files_requested.connect(self.controllers.commands.show_runs)
        return panel

    def _make_problems_panel(self) -> Panel:
        from vkconfig_py.ui.panels.problems_panel import ProblemsPanel

        parts, problems = self.parts, self.controllers.problems
        panel = ProblemsPanel(parts.context, parts.session, parts.actions, parts.hidden_notes)
        panel.copied.connect(self.controllers.commands.copy)
        panel.file_requested.connect(problems.show_file)
        panel.action_used.connect(problems.apply_action)
        return panel

    def _make_preview_panel(self) -> Panel:
        from vkconfig_py.ui.panels.preview_panel import PreviewPanel

        panel = PreviewPanel(self.parts.context, self.parts.session, self.parts.actions)
        panel.copied.connect(self.controllers.commands.copy)
        return panel

    def _make_journal_panel(self) -> Panel:
        from vkconfig_py.ui.window.journal_commands import make_journal_panel

        panel = make_journal_panel(self.parts, self.controllers.compare)
        panel.folder_requested.connect(self.controllers.commands.open_folder)
        return panel

    def _make_collection_panel(self) -> Panel:
        from vkconfig_py.ui.window.collection_commands import (
            CollectionCommands,
            make_collection_panel,
        )

        parts, controllers = self.parts, self.controllers
        panel = make_collection_panel(parts)
        self.collection_commands = CollectionCommands(
            parts, panel, controllers.commands, controllers.problems
        )
        self.watch_drops(panel, "layers")
        return panel

    def _make_running_panel(self) -> Panel:
        from vkconfig_py.ui.window.running_commands import make_running_panel

        return make_running_panel(self.parts, self.controllers)

    # dropped files

    def watch_drops(self, target: FileDropMixin, target_name: str = "") -> None:
        """Show and open files that are dropped on the window or on a panel.

        Args:
            target: the window or panel.
            target_name: value of DropPlace of a panel, "" for the window.
        """
        if not isinstance(target, QWidget):
            return
        target.dragged.connect(
            lambda paths, position, refusal: self._get_file_drops().drag_over(
                target, paths, position, refusal, target_name
            )
        )
        target.drag_ended.connect(lambda: self._get_file_drops().hide_hints())
        target.dropped.connect(lambda paths: self._get_file_drops().open_dropped(paths))

    def _get_file_drops(self) -> FileDrops:
        """Return what handles dropped files, made with the first drag."""
        if self._file_drops is None:  # made with the first drag
            from vkconfig_py.ui.window.file_drops import FileDrops

            self._file_drops = FileDrops(self.parts)
        return self._file_drops

    # what the widgets ask for

    def _connect_chain(self) -> None:
        parts, commands = self.parts, self.controllers.commands
        problems, chain, view = self.controllers.problems, parts.chain, parts.chain.view
        view.row_selected.connect(parts.services.inspect)
        view.menu_requested.connect(commands.show_row_menu)
        view.fix_requested.connect(problems.show_problem)
        view.inspector_requested.connect(parts.services.go_to_inspector)
        view.mover.move_announced.connect(partial(announce, view))
        chain.program_requested.connect(commands.show_programs)
        chain.device_requested.connect(commands.show_device_menu)
        chain.fix_used.connect(problems.show_or_apply)
        chain.file_requested.connect(problems.show_file)

    def _connect_inspector(self) -> None:
        inspector, commands = self.parts.inspector, self.controllers.commands
        inspector.page_made.connect(self._on_page_made)
        what_if = self.controllers.what_if
        inspector.offer_used.connect(commands.use_quick_fix)
        inspector.offer_what_if_requested.connect(what_if.try_offer)
        inspector.variable_tried.connect(self.parts.session.what_if.try_variable)
        inspector.variable_requested.connect(what_if.ask_variable)
        inspector.copied.connect(commands.copy)
        inspector.folder_requested.connect(commands.open_folder)
        inspector.program_requested.connect(commands.choose_program)

    def _on_page_made(self, name: str) -> None:
        """Let settings tell when an edit reaches programs that run, and show it in vkcube."""
        inspector = self.parts.inspector
        if name == EDITING_PAGE:
            inspector.editing.follow_launcher(self.parts.launcher)
        elif name == InspectorPage.SETTINGS:
            launch_cube = self.parts.actions["launch_cube"].trigger
            inspector.settings.preview_requested.connect(launch_cube)
            inspector.settings.probe_requested.connect(self.parts.actions["probe_all"].trigger)

    def _connect_frame(self) -> None:
        parts, commands = self.parts, self.controllers.commands
        header = parts.header
        header.menu_requested.connect(commands.show_main_menu)
        header.program_requested.connect(commands.show_programs)
        header.configuration_requested.connect(commands.show_configuration_choice)
        parts.docks.shown.connect(self._on_panel_shown)
        exchange = parts.session.exchange
        exchange.folders_arrived.connect(self._search_folders)
        exchange.report_arrived.connect(self.controllers.show_machine)

    def _on_panel_shown(self, name: str) -> None:
        """Plan no files any more while the preview is closed."""
        # A closed preview may have shown the plan of another view.
        if name != "preview":
            self.parts.session.plan.show(None)

    def _search_folders(self, folders: list[str]) -> None:
        """Add folders that were opened."""
        self.parts.docks.get_panel("collection")  # made with the commands
        self.collection_commands.add_folders(folders)

    # the way of the keyboard

    def _find_panes(self) -> Sequence[Pane]:
        """Return the parts of the window that F6 steps through."""
        parts = self.parts
        panes = [
            Pane(parts.configurations, parts.configurations.list),
            *parts.chain.list_panes(),
            Pane(parts.inspector, parts.inspector.tabs),
        ]
        name = parts.docks.get_current()
        if name:
            panel = parts.docks.panels[name]
            panes.append(Pane(panel, panel.get_focus_widget()))
        return [*panes, Pane(parts.status_bar, parts.status_bar.buttons["launcher"])]

    def _list_tab_order(self) -> list[QWidget]:
        """Return the widgets of the window in the order of the Tab key."""
        parts = self.parts
        widgets = [
            parts.header,
            parts.banner,
            *parts.configurations.list_tab_order(),
            *parts.chain.list_tab_order(),
        ]
        panel = parts.docks.panels.get(parts.docks.get_current())
        dock = panel.parentWidget() if panel is not None else None  # it has the panel's head, too
        docked_panels = [dock] if dock is not None else []
        return [*widgets, parts.inspector, *docked_panels, parts.status_bar.toast, parts.status_bar]


def _make_controllers(parts: WindowParts) -> Controllers:
    """Make the objects that carry out the window's commands."""

    @cache
    def bug_report() -> BugReportCommands:
        from vkconfig_py.ui.window.bug_report_commands import BugReportCommands

        return BugReportCommands(parts)

    @cache
    def compare() -> CompareCommands:
        from vkconfig_py.ui.window.compare_commands import CompareCommands

        return CompareCommands(parts)

    closing = Closing(parts)
    commands = Commands(parts)
    generate = GenerateCommands(parts)
    configurations = ConfigurationCommands(parts, generate, compare)
    documentation = DocumentationCommands(parts, generate)
    # Kept alive by their parent, the window.
    BannerCommands(parts, commands)
    EventReporter(parts)
    PreferenceEffects(parts, closing)
    DesktopNotices(parts)
    FirstSteps(parts)
    HelpCommands(parts)
    what_if = WhatIfCommands(parts, commands)
    probes = ProbeCommands(parts, commands)
    return Controllers(
        closing=closing,
        commands=commands,
        configurations=configurations,
        faulty_component=FaultyComponentCommands(parts),
        documentation=documentation,
        erasing=EraseCommands(parts),
        generate=generate,
        optional={
            entry.name: import_object(entry.commands)(parts) for entry in list_menu_entries()
        },
        problems=ProblemCommands(parts, commands, probes),
        probes=probes,
        bug_report=bug_report,
        compare=compare,
        safe_mode=SafeModeCommands(parts, commands, what_if),
        launch_buttons=LaunchButtons(parts),
        what_if=what_if,
    )
