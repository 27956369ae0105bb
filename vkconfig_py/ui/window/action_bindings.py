"""Connections from the window's actions to their commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.formats.shells import ShellKind
from vkconfig_py.model.plan.plan import Mechanism, PlanView, SafeModeLayers
from vkconfig_py.ui.widgets.actions import LAUNCHER_ACTIONS

if TYPE_CHECKING:
    from vkconfig_py.ui.widgets.panes import Panes
    from vkconfig_py.ui.window.bug_report_commands import BugReportCommands
    from vkconfig_py.ui.window.closing import Closing
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.compare_commands import CompareCommands
    from vkconfig_py.ui.window.configuration_commands import ConfigurationCommands
    from vkconfig_py.ui.window.diagnosis_commands import (
        FaultyComponentCommands,
        ProbeCommands,
        ProblemCommands,
    )
    from vkconfig_py.ui.window.documentation_commands import DocumentationCommands, GenerateCommands
    from vkconfig_py.ui.window.preference_effects import EraseCommands
    from vkconfig_py.ui.window.status import LaunchButtons
    from vkconfig_py.ui.window.what_if_commands import SafeModeCommands, WhatIfCommands
    from vkconfig_py.ui.window.window_parts import WindowParts

Handler = Callable[[], object]


@dataclass(eq=False, frozen=True, slots=True, weakref_slot=True)
class Controllers:
    """The objects that handle actions and signals.

    Attributes:
        bug_report, compare: make them when first called.
        optional: those of optional parts, by the names of their menu entries.
    """

    bug_report: Callable[[], BugReportCommands]
    compare: Callable[[], CompareCommands]
    closing: Closing
    commands: Commands
    configurations: ConfigurationCommands
    faulty_component: FaultyComponentCommands
    documentation: DocumentationCommands
    erasing: EraseCommands
    generate: GenerateCommands
    launch_buttons: LaunchButtons
    optional: Mapping[str, Any]
    problems: ProblemCommands
    probes: ProbeCommands
    safe_mode: SafeModeCommands
    what_if: WhatIfCommands

    def show_machine(self, origin: str, folder: str = "") -> None:
        """Show the machine at a path or address, if the part for other machines is installed.

        Args:
            origin: the path or address.
            folder: where a relative path begins.
        """
        if machines := self.optional.get("open_machine"):
            machines.open(origin, folder)
        else:
            self.commands.report_missing(origin)


def bind_actions(parts: WindowParts, panes: Panes, controllers: Controllers) -> None:
    """Connect the window's actions to what they do, except those for panels and quitting."""
    table = {
        **_map_configuration_actions(parts, controllers),
        **_map_chain_actions(parts, controllers),
        **_map_probe_actions(parts, controllers),
        **_map_window_actions(parts, panes, controllers),
        **{name: commands.start for name, commands in controllers.optional.items()},
    }
    for name, command in table.items():
        # triggered, and not toggled: setChecked() from code must not run a command.
        parts.actions[name].triggered.connect(partial(_call, command))


def _call(command: Handler, _checked: bool = False) -> None:
    """Call the function of an action without the state that its signal sends."""
    # QAction.triggered brings `checked`, which no command takes.
    command()


def _map_configuration_actions(parts: WindowParts, controllers: Controllers) -> dict[str, Handler]:
    """Return what the actions for configurations do, by their names."""
    session, commands = parts.session, controllers.commands
    configurations, generate = controllers.configurations, controllers.generate
    on_selected = configurations.run_on_selected
    return {
        "configuration_new": configurations.add_new,
        "configuration_duplicate": partial(on_selected, configurations.duplicate),
        "configuration_up": partial(configurations.move_selected, -1),
        "configuration_down": partial(configurations.move_selected, 1),
        "configuration_rename": partial(on_selected, configurations.rename),
        "configuration_delete": partial(on_selected, configurations.delete),
        "configuration_import": configurations.import_file,
        "configuration_export": partial(on_selected, configurations.export),
        "configuration_archive": partial(on_selected, configurations.export_with_layers),
        "configuration_settings_file": partial(on_selected, configurations.use_settings_file),
        "configuration_reset": partial(on_selected, configurations.reset),
        "configuration_reset_all": configurations.reset_built_in,
        "source_folder": partial(commands.add_source, folder=True),
        "add_build": commands.add_build,
        "source_manifest": partial(commands.add_source, folder=False),
        "generate": generate.open,
        "apply": controllers.what_if.apply,
        "withdraw": commands.withdraw,
        "undo": session.edits.undo,
        "redo": session.edits.redo,
    }


def _map_chain_actions(parts: WindowParts, controllers: Controllers) -> dict[str, Handler]:
    """Return what the actions for the call chain do, by their names."""
    session, view = parts.session, parts.chain.view
    commands, what_if = controllers.commands, controllers.what_if
    return {
        "row_up": partial(view.move_current, -1),
        "row_down": partial(view.move_current, 1),
        "row_move": view.mover.start_by_keyboard,
        "forget_order": partial(session.edits.do, workspace_edits.remove_order),
        "forget_layer": commands.forget_layer,
        "other_layers": commands.toggle_other_layers,
        "details": parts.services.go_to_inspector,
        "documentation": controllers.documentation.open,
        "website": controllers.documentation.open_website,
        "generate_layer": controllers.generate.open_for_row,
        "wish_auto": partial(view.set_control, "auto"),
        "wish_on": partial(view.set_control, "on"),
        "wish_off": partial(view.set_control, "off"),
        "view_launch": lambda: session.snapshots.set_view(PlanView()),
        "view_program": commands.show_program_view,
        "view_listed": commands.show_listed_view,
        "view_every": lambda: session.snapshots.set_view(PlanView(Mechanism.AUTOMATIC)),
        "view_variables": lambda: session.snapshots.set_view(PlanView(Mechanism.ENVIRONMENT)),
        "look_again": parts.services.rescan,
        "check": parts.status_bar.verified.check,
        "forget_requests": session.checks.forget_requests,
        "what_if": what_if.toggle,
        "what_if_adopt": what_if.adopt,
        "what_if_reset": session.what_if.reset,
        "environment": commands.show_environment,
    }


def _map_probe_actions(parts: WindowParts, controllers: Controllers) -> dict[str, Handler]:
    """Return what the actions for probes and devices do, by their names."""
    session, probes = parts.session, controllers.probes
    return {
        "probe_this": probes.probe_this,
        "probe_all": partial(probes.probe, ()),
        "probe_cancel": session.probes.cancel,
        "devices": probes.show_devices,
        "device_only": probes.use_device_alone,
        "device_first": probes.put_device_first,
        "devices_prove": session.checks.check_devices,
        "devices_all": session.edits.devices.clear_choice,
        "device_copy": probes.copy_device,
        "device_export": probes.export_device,
    }


def _map_window_actions(
    parts: WindowParts, panes: Panes, controllers: Controllers
) -> dict[str, Handler]:
    """Return what the actions for copying, searching, help and the window do, by names."""
    commands = controllers.commands
    shells = {
        f"export_{shell.value}": partial(commands.copy_variables, shell) for shell in ShellKind
    }
    entries = {
        name: partial(commands.copy_entry, name.partition("_")[2]) for name in LAUNCHER_ACTIONS
    }
    return {
        "copy": commands.copy_focused,
        "copy_reason": commands.copy_reason,
        "search": partial(_open_search, parts, commands),
        "filter": commands.open_filter,
        "launch": controllers.what_if.launch,
        "launch_cube": commands.launch_cube,
        "stop": parts.launcher.stop,
        "stop_all": parts.launcher.stop_all,
        "close_ended": parts.launcher.close_ended,
        "safe_implicit": partial(controllers.safe_mode.launch_without, SafeModeLayers.IMPLICIT),
        "safe_layers": partial(controllers.safe_mode.launch_without, SafeModeLayers.LAYERS),
        "safe_driver": controllers.safe_mode.choose_driver,
        "choose_program": commands.choose_program,
        "launch_options": commands.show_launch_options,
        "runs": commands.show_runs,
        "loader_options": commands.show_loader_options,
        **shells,
        **entries,
        "next_pane": partial(panes.step_pane, 1),
        "previous_pane": partial(panes.step_pane, -1),
        "keys": commands.show_keys,
        "erase_data": controllers.erasing.start,
        "preferences": controllers.documentation.show_preferences,
        "about": controllers.documentation.show_about,
        "bug_report": lambda: controllers.bug_report().open(),
        "compare": lambda: controllers.compare().open(),
    }


def _open_search(parts: WindowParts, commands: Commands) -> None:
    """Open the search for everything that has a name (Ctrl+K)."""
    from vkconfig_py.ui.window.quick_search import open_search  # when it is opened first

    open_search(parts, commands)
