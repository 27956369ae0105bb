"""Commands of the window that belong to no single feature, and the menus of devices and rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import MissingPartError
from vkconfig_py.model.chain.quick_fix import MOVES, QuickFix, QuickFixKind
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
    get_control_label,
)
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import UNLISTED, DriverControl, LayerControl
from vkconfig_py.model.formats.shells import (
    LauncherFormat,
    RenderedText,
    ShellKind,
    complete_run_line,
    make_launch_entry,
    needs_program,
    render_environment,
    render_launch_entry,
    render_run_line,
)
from vkconfig_py.model.layer_settings import setting_edits
from vkconfig_py.model.plan.plan import (
    NO_SAFE_MODE,
    Mechanism,
    Plan,
    PlanView,
    SafeMode,
    render_limits,
)
from vkconfig_py.model.problems.summary import Diagnostic, ProblemAction, find_moving_aside
from vkconfig_py.model.programs.matching import ConfigurationReach, find_reach
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.chain.pane import VIEW_ACTIONS
from vkconfig_py.ui.chain.row_layout import LAYER_KINDS
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import escape_menu_text, find_position_below
from vkconfig_py.ui.widgets.desktop import open_file
from vkconfig_py.ui.widgets.file_dialogs import choose_file
from vkconfig_py.ui.widgets.lines_list import SelfCopyingView, get_copied_text
from vkconfig_py.ui.widgets.menus import PopupMenu

if TYPE_CHECKING:
    from vkconfig_py.ui.dialogs.apply_popover import ApplyChoices
    from vkconfig_py.ui.window.program_commands import ProgramCommands
    from vkconfig_py.ui.window.window_parts import WindowParts


_LAYER_KINDS = (RowKind.LAYER, RowKind.OFF_LAYER)
# Actions of rows of certain kinds, in groups.
_ROW_ACTIONS: tuple[tuple[Collection[RowKind], tuple[str, ...]], ...] = (
    ((*CHAIN_ROW_KINDS, RowKind.OFF_LAYER), ("row_up", "row_down", "row_move", "forget_order")),
    (_LAYER_KINDS, ("documentation", "website", "generate_layer")),
    ((RowKind.UNLISTED,), ("other_layers",)),
    ((RowKind.MISSING,), ("forget_layer",)),
    ((RowKind.PROGRAM,), ("choose_program", "launch_options", "forget_requests")),
    ((*_LAYER_KINDS, RowKind.DRIVER, RowKind.DEVICE), ("probe_this", "probe_all")),
    ((RowKind.DEVICE,), ("row_up", "row_down", "device_only", "device_first")),
    ((RowKind.LOADER, RowKind.DRIVER), ("loader_options",)),
    ((RowKind.LOADER, RowKind.DRIVER, RowKind.DEVICE), ("devices", "devices_all")),
    ((RowKind.DEVICE,), ("compare", "device_copy", "device_export")),
)
_ADVANCED_KEY = "apply/advanced"
_COPIED_TEXT = tr("Copied.")
# Where a copied text belongs.
_PASTE_HINTS: Mapping[ShellKind | LauncherFormat, str] = {
    ShellKind.STEAM: tr(
        "Copied. In Steam, paste it into the game's Properties, under Launch Options."
    ),
    LauncherFormat.LUTRIS: tr("Copied. For Lutris, add it to the game's .yml file."),
    LauncherFormat.HEROIC: tr(
        "Copied. For Heroic, add it to the game's .json file in the GamesConfig folder."
    ),
}
_RUN_LINE_PASTE_HINTS: Mapping[ShellKind | LauncherFormat, str] = {
    ShellKind.STEAM: _PASTE_HINTS[ShellKind.STEAM],
    LauncherFormat.LUTRIS: tr(
        "Copied. In Lutris, paste it as the command prefix of the game, under System options."
    ),
    LauncherFormat.HEROIC: tr(
        "Copied. In Heroic, add it as a wrapper command in the game's settings, under Advanced."
    ),
}
NOTHING_NEEDED = tr("Nothing to copy: this configuration needs no variables.")
NOTHING_CARRIED = tr("Nothing to copy: variables carry over nothing of this configuration.")
NO_LAYER_YET = tr("Nothing to copy yet. Turn on a layer first.")
# Added to a copied text that loses nothing.
_ALL_COPIED = tr("It carries over the whole configuration as it is now.")
_ALL_RUN = tr("It carries over everything, including order, settings files and later changes.")
_MOST_RUN = tr("Later changes to the configuration take effect too.")
_BUILD_FILTER = tr("Libraries and manifests (*.so *.so.* *.json);;All files (*)")


def _add_heading(limits: Sequence[str]) -> list[str]:
    """Return what a copied text leaves out, below its heading; nothing without any."""
    return [tr("Not carried over:"), *limits] if limits else []


def make_device_menu(
    session: Session, snapshot: ChainSnapshot, actions: Actions, parent: QWidget
) -> PopupMenu:
    """Return the menu that selects which drivers and devices programs use."""
    menu = actions.make_menu(parent)
    group = QActionGroup(menu)
    drivers = [row for row in snapshot.rows if row.kind is RowKind.DRIVER]
    has_exclusive_driver = any(row.control == DriverControl.ONLY for row in drivers)

    def add(text: str, command: Callable[[], object], *, is_checked: bool) -> None:
        """Add a checkable entry, one of which is checked at a time."""
        action = menu.addAction(escape_menu_text(text), command)
        action.setCheckable(True)
        action.setChecked(is_checked)
        group.addAction(action)

    def leave() -> None:
        """Let the loader choose the driver again."""
        for row in drivers:
            if row.control == DriverControl.ONLY:
                session.edits.do(
                    workspace_edits.set_driver_control, _find_driver_file(row), DriverControl.AUTO
                )

    add(tr("All drivers that the loader finds"), leave, is_checked=not has_exclusive_driver)
    names = [row.name for row in drivers]
    for row in drivers:
        use_driver_alone = partial(
            session.edits.do,
            workspace_edits.set_driver_control,
            _find_driver_file(row),
            DriverControl.ONLY,
        )
        text = tr("Only {name}", name=row.name)
        if names.count(row.name) > 1:  # such as those for programs of 64 and of 32 bits
            text = tr("Only {name} ({file})", name=row.name, file=_find_driver_file(row))
        add(text, use_driver_alone, is_checked=row.control == DriverControl.ONLY)
    menu.addSeparator()
    menu.addAction(actions["loader_options"])
    menu.addAction(actions["devices"])
    menu.addAction(actions["devices_all"])
    return menu


def _find_driver_file(row: Row) -> str:
    """Return the file name of a driver row's manifest."""
    return row.key.partition(":")[2].rpartition("/")[2]


def make_row_menu(
    row: Row,
    actions: Actions,
    parent: QWidget,
    set_control: Callable[[str], None],
    moving_aside: tuple[str, Callable[[], object]] | None = None,
) -> PopupMenu:
    """Return the context menu of a row, with all that can also be done by dragging.

    Args:
        row: the row.
        actions: those of the window.
        parent: of the menu.
        set_control: called with the value of the control that is selected.
        moving_aside: text and command of an entry for the row's manifest, None for no entry.
    """
    menu = actions.make_menu(parent)
    group = QActionGroup(menu)
    for control in row.controls:
        action = _add_control_action(menu, actions, control)
        group.addAction(action)
        action.setCheckable(True)
        action.setChecked(control == row.control)
        action.triggered.connect(lambda _=False, control=control: set_control(control))
    for kinds, names in _ROW_ACTIONS:
        if row.kind in kinds:
            menu.addSeparator()
            for name in names:
                menu.addAction(actions[name])
    if moving_aside is not None:
        menu.addSeparator()
        text, show_moving_aside = moving_aside
        menu.addAction(escape_menu_text(text), show_moving_aside)
    menu.addSeparator()
    menu.addAction(actions["details"])
    menu.addAction(actions["copy"])
    menu.addAction(actions["copy_reason"])
    menu.addSeparator()
    menu.addAction(actions["check"])
    menu.addAction(actions["look_again"])
    return menu


def _add_control_action(menu: PopupMenu, actions: Actions, control: str) -> QAction:
    """Add an entry that sets a row's control to a value, with the key of its action."""
    named_action = actions.map_by_name().get(f"wish_{control}")
    action = menu.addAction(named_action.text() if named_action else get_control_label(control))
    if named_action is not None:
        # Shown in the menu; the chain takes the key itself.
        action.setShortcut(named_action.shortcut())
        action.setShortcutContext(named_action.shortcutContext())
    return action


def show_fix(parts: WindowParts, diagnostic: Diagnostic, action: ProblemAction) -> None:
    """Show in the panel of problems what a fix writes, with the button that carries it out."""
    from vkconfig_py.ui.panels.problems_panel import ProblemsPanel

    panel = parts.docks.open("problems")
    if isinstance(panel, ProblemsPanel):
        panel.ask(diagnostic, action)


class Commands(QObject):
    """Launching, copying, selecting a view, and going to rows, files and settings."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._session = parts.session
        self.reach = ConfigurationReach()
        self._programs: ProgramCommands | None = None
        self._view_to_restore = ""  # a view, until it is known what the loader sees of its programs
        self._apply_choices: ApplyChoices | None = None  # made before the files were shown
        self._used_pane: QWidget | None = None  # had the keyboard last: a bar is none
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus_changed)
        self._session.edits.workspace_changed.connect(self._on_workspace_changed)
        self._on_workspace_changed()
        view = parts.chain.view
        for row_changed in (view.row_selected, view.model().dataChanged, view.model().modelReset):
            row_changed.connect(self._show_control)
        self._show_control()

    def _show_control(self, *_changed: object) -> None:
        """Check the control of the current row in the menu of the chain, as the row menu does."""
        row = self._parts.chain.view.current_row()
        for control in LayerControl:
            action = self._parts.actions[f"wish_{control}"]
            action.setEnabled(row is not None and control in row.controls)
            action.setChecked(row is not None and control == row.control)

    def withdraw(self) -> None:
        """Withdraw the current configuration, or if it is not applied every applied one."""
        session = self._session
        key = session.edits.workspace.selected_configuration.key
        session.withdraw(
            key
            if any(
                applied_configuration.configuration.key == key
                for applied_configuration in session.system.applied
            )
            else ""
        )

    def report_missing(self, feature: str) -> None:
        """Say that a feature needs an optional part that is not installed."""
        self._parts.status_bar.show_toast(str(MissingPartError(feature)), tone="warn")

    def _on_workspace_changed(self) -> None:
        """Update actions, and find out which programs the configuration reaches."""
        configuration = self._session.edits.workspace.selected_configuration
        self._parts.actions["other_layers"].setChecked(
            configuration.find_entry(UNLISTED) is not None
        )
        chooses_devices = configuration.devices.is_choosing
        self._parts.actions["devices_all"].setEnabled(chooses_devices)
        host = self._session.machine.host
        # On a thread: programs are followed through scripts and links on the disk.
        launched_configuration = self._session.requests.configuration
        self._parts.worker.submit(partial(find_reach, launched_configuration, host), self._on_reach)

    def _on_reach(self, reach: ConfigurationReach) -> None:
        """Remember which programs the configuration reaches, and update a view of them."""
        self.reach = reach
        # Once only: later answers must not change a view that the user chose.
        restored_view, self._view_to_restore = self._view_to_restore, ""
        if restored_view == "view_program" and reach.target.real_path:
            self.show_program_view()
        elif restored_view == "view_listed" and reach.program_list.programs:
            self.show_listed_view()
        view = self._session.requests.view
        if view.is_applied and view.programs:
            # The views of "this program" and of the list follow the programs.
            programs = (
                reach.program_list.programs
                if view.follows_program_list
                else _list_target_programs(reach)
            )
            if programs != view.programs:
                new_view = PlanView(Mechanism.AUTOMATIC, programs, view.follows_program_list)
                self._session.snapshots.set_view(new_view if programs else PlanView())

    def show_main_menu(self, position: QPoint) -> None:
        """Open the main menu at a point of the screen."""
        menu = PopupMenu(self._parts.context, self._window)
        self._parts.actions.add_menus(menu)
        menu.exec(position)

    def add_source(self, *, folder: bool) -> None:
        """Let the user choose a folder, or a manifest, with explicit layers."""
        from vkconfig_py.ui.panels.collection_panel import CollectionPanel

        panel = self._parts.docks.get_panel("collection")
        if isinstance(panel, CollectionPanel):
            panel.add_requested.emit(folder, False)

    def add_build(self) -> None:
        """Let the user choose a layer's library or manifest from a build, and put it first."""
        folder = self._session.machine.host.working_directory
        path = choose_file(self._window, tr("Add my build"), folder, _BUILD_FILTER)
        if path:
            self._session.builds.add(path)

    # what the actions open

    def open_apply(self) -> None:
        """Open the popover that applies the configuration, below the button Apply."""
        from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover

        parts, session = self._parts, self._session
        is_advanced = bool(parts.state.number(_ADVANCED_KEY, 0))
        popover = ApplyPopover(
            parts.context, session, self.reach, is_advanced=is_advanced, parent=self._window
        )
        popover.advanced_toggled.connect(
            lambda is_open: parts.state.set_value(_ADVANCED_KEY, is_open)
        )
        popover.copied.connect(self.copy)
        popover.show_requested.connect(self._on_apply_files_shown)
        popover.applied.connect(self._forget_apply_choices)
        if self._apply_choices is not None:
            popover.restore(self._apply_choices)
        button = parts.header.apply
        # Its far edge below that of the button, which stands at the end of the header.
        edge = 0 if button.isRightToLeft() else button.width()
        popover.open_below(button.mapToGlobal(QPoint(edge, button.height() + 4)))

    def _on_apply_files_shown(self, choices: ApplyChoices) -> None:
        """Open the preview; the popover comes back with what was chosen in it."""
        self._apply_choices = choices
        self._parts.docks.open("preview")

    def _forget_apply_choices(self) -> None:
        """Start afresh once the choices were applied."""
        self._apply_choices = None

    def open_filter(self) -> None:
        """Focus the search field of the pane that has or had the keyboard, else the chain's."""
        parts, inspector = self._parts, self._parts.inspector
        focus = QApplication.focusWidget() or self._window.focusWidget()
        pane = self._find_pane(focus) or self._used_pane
        if pane is not None and isValid(pane) and pane.isVisible():
            if isinstance(pane, Panel) and pane.focus_search():
                return
            if pane is parts.configurations and parts.configurations.filter.isVisible():
                parts.configurations.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
            is_settings_page = inspector.tabs.current_page() is InspectorPage.SETTINGS
            if pane is inspector and is_settings_page and inspector.settings.search.isVisible():
                inspector.settings.focus_search()
                return
        parts.chain.show_filter(is_shown=True)

    def _on_focus_changed(self, _before: QWidget | None, focus: QWidget | None) -> None:
        """Remember the pane that got the keyboard, for Ctrl+F on a button of a bar."""
        self._used_pane = self._find_pane(focus) or self._used_pane

    def _find_pane(self, widget: QWidget | None) -> QWidget | None:
        """Return the panel or pane of the window around a widget, None for a bar."""
        parts = self._parts
        panes = (*parts.docks.panels.values(), parts.configurations, parts.chain, parts.inspector)
        while widget is not None and widget not in panes:
            # The head of a panel is beside it, in its dock, which may be one of another window.
            ancestor = widget.parentWidget()
            body = ancestor.widget() if isinstance(ancestor, QDockWidget) else None
            widget = body if body in panes else ancestor
        return widget

    def show_keys(self) -> None:
        """Show the dialog of keyboard shortcuts."""
        from vkconfig_py.ui.dialogs.help import show_keys

        show_keys(self._window, self._parts.context, self._parts.actions)

    # clipboard

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard, and show its first line in the status bar."""
        QGuiApplication.clipboard().setText(text)
        # One line of at most 80 characters fits the status bar.
        first_line = text.strip().split("\n")[0]
        self._parts.status_bar.show_toast(tr("Copied: {first}", first=first_line[:80]))

    def copy_focused(self) -> None:
        """Copy the selection of the focused widget, or the name of the current row."""
        focus, chain = QApplication.focusWidget(), self._parts.chain.view
        if isinstance(focus, SelfCopyingView):
            focus.copy_selected()
            return
        text = "" if focus is chain else get_copied_text(focus)
        row = chain.current_row()
        if text or row is not None:
            self.copy(text or (row.name if row is not None else ""))

    def copy_reason(self) -> None:
        """Copy name, status, reason and manifest of the current row."""
        row = self._parts.chain.view.current_row()
        if row is not None:
            parts = (row.name, ": ".join(filter(None, (row.status, row.reason))),
                     row.deviation, row.manifest)  # fmt: skip
            self.copy("\n".join(part for part in parts if part))

    def copy_variables(
        self, shell: ShellKind, sentence: str = "", explain_nothing: Callable[[], str] | None = None
    ) -> None:
        """Copy a line with the variables.

        Args:
            shell: for which it is written.
            sentence: what the toast says, "" for where the line belongs.
            explain_nothing: returns what it says while no layer is on, None for the usual.
        """
        host = self._session.machine.host

        def render(plan: Plan) -> RenderedText:
            """Render the variables for the shell."""
            return render_environment(plan.variables, shell, host)

        sentence = sentence or _PASTE_HINTS.get(shell, _COPIED_TEXT)
        self._copy_rendered(render, sentence, shell, explain_nothing)

    def copy_entry(self, name: str) -> None:
        """Copy the program and its variables as an entry for a launcher, such as Lutris."""
        launcher, workspace = LauncherFormat(name), self._session.edits.workspace
        target = self._session.requests.target
        if needs_program(launcher) and not target.program:
            self._parts.status_bar.show_toast(tr("Choose a program first."), tone="warn")
            return
        title, host = workspace.selected_configuration.name, self._session.machine.host

        def render(plan: Plan) -> RenderedText:
            """Render the program and its variables for the launcher."""
            entry = make_launch_entry(title, target, plan.variables, host)
            return render_launch_entry(entry, launcher)

        self._copy_rendered(render, _PASTE_HINTS.get(launcher, _COPIED_TEXT), launcher)

    def _copy_rendered(
        self,
        render: Callable[[Plan], RenderedText],
        sentence: str,
        launcher: ShellKind | LauncherFormat,
        explain_nothing: Callable[[], str] | None = None,
    ) -> None:
        """Copy a text made from the variables of the configuration, and show it.

        Args:
            render: makes the text, once the variables are planned.
            sentence: says where the text belongs.
            launcher: that the text is for.
            explain_nothing: as for `copy_variables`.
        """
        title = self._session.edits.workspace.selected_configuration.name
        run_line = render_run_line(title, launcher)
        make_request = self._session.requests.make_request
        requests = [make_request(PlanView(Mechanism.ENVIRONMENT))]
        if run_line:
            requests.append(make_request(PlanView()))

        def deliver(snapshots: Sequence[ChainSnapshot]) -> None:
            """Copy the text, and say what variables cannot express.

            Where a launch from here expresses more, its line is offered too.
            """
            plan, bar = snapshots[0].plan, self._parts.status_bar
            notes = render_limits(
                # The remedy is what the button offers.
                limit._replace(alternative="") if run_line and limit.is_launched else limit
                for limit in plan.limits
            )
            text, script = NOTHING_NEEDED, RenderedText("")
            configuration = self._session.edits.workspace.selected_configuration
            if plan.variables:
                script = render(plan)
                QGuiApplication.clipboard().setText(script.text)
                notes[:0] = [f"{name}: {reason}" for name, reason in script.refused_variables]
                text = sentence if notes else f"{sentence} {_ALL_COPIED}"
            elif notes:
                text = NOTHING_CARRIED
            elif not configuration.turns_on_layer:
                text = explain_nothing() if explain_nothing else NO_LAYER_YET
            launch_limits = [limit for launch in snapshots[1:] for limit in launch.plan.limits]
            offers_run_line = bool(run_line) and (
                bool(script.refused_variables) or not set(launch_limits).issuperset(plan.limits)
            )
            tone = "warn" if notes and not plan.variables else "neutral"
            bar.show_toast(text, tone=tone, code=script.text.strip(), notes=_add_heading(notes))
            if offers_run_line:
                label = (
                    tr("Copy “vkconfig-py run”, which carries over more")
                    if launch_limits
                    else tr("Copy “vkconfig-py run”, which carries over everything")
                )
                limits = render_limits(launch_limits)
                bar.offer_command(label, partial(self._copy_run_line, run_line, launcher, limits))

        from vkconfig_py.model.chain.snapshot import compute_snapshot

        # On a thread: the engine runs once more, for another view than the one on show.
        self._parts.worker.submit(lambda: [*map(compute_snapshot, requests)], deliver)

    def _copy_run_line(
        self, line: str, launcher: ShellKind | LauncherFormat, limits: Sequence[str]
    ) -> None:
        """Copy the line by which a launcher starts a game through vkconfig-py, and show it.

        `limits`: what it cannot carry over either.
        """
        line = complete_run_line(line)
        QGuiApplication.clipboard().setText(line)
        sentence = _RUN_LINE_PASTE_HINTS.get(launcher, _COPIED_TEXT)
        text = f"{sentence} {_MOST_RUN if limits else _ALL_RUN}"
        self._parts.status_bar.show_toast(text, code=line, notes=_add_heading(limits))

    # program

    @property
    def program_commands(self) -> ProgramCommands:
        """The commands that choose the program, made at their first use."""
        if self._programs is None:
            from vkconfig_py.ui.window.program_commands import ProgramCommands

            self._programs = ProgramCommands(
                self._parts, self.copy_variables, self.show_launch_options
            )
        return self._programs

    @property
    def game(self) -> str:
        """The game of Steam for which a line was copied last, "" for none."""
        return self._programs.game if self._programs is not None else ""

    def choose_program(self) -> None:
        """Open the program picker below its button."""
        self.show_programs(find_position_below(self._parts.header.program))

    def show_programs(self, position: QPoint) -> None:
        """Open the program picker at a point of the screen."""
        self.program_commands.open(position)

    def show_device_menu(self, position: QPoint) -> None:
        """Open the menu that selects drivers and devices, at a point of the screen."""
        snapshot = self._session.snapshots.shown
        if snapshot is not None:
            make_device_menu(self._session, snapshot, self._parts.actions, self._window).exec(
                position
            )

    def show_row_menu(self, position: QPoint) -> None:
        """Open the context menu of the current row, at a point of the screen."""
        menu = self.make_row_menu()
        if menu is not None:
            menu.exec(position)

    def make_row_menu(self) -> PopupMenu | None:
        """Return the context menu of the current row, None without one."""
        view = self._parts.chain.view
        row = view.current_row()
        if row is None:
            return None
        problems = self._parts.hidden_notes.filter_visible(self._session.problems.all_problems)
        fix = find_moving_aside(problems, (row.manifest,)) if row.manifest else None
        moving_aside = None
        if fix is not None:
            moving_aside_label = tr("{action}…", action=fix[1].step_label)
            moving_aside = moving_aside_label, partial(show_fix, self._parts, *fix)
        return make_row_menu(row, self._parts.actions, self._window, view.set_control, moving_aside)

    def forget_layer(self) -> None:
        """Remove the current layer from the configuration, whatever it says of it."""
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind is RowKind.UNLISTED:
            self._session.edits.do(workspace_edits.show_unlisted, is_shown=False)
        elif row is not None and row.kind in LAYER_KINDS:
            self._session.edits.do(workspace_edits.remove_layer_entry, row.name)

    def toggle_other_layers(self) -> None:
        """Add the entry for all layers that are not listed, or remove it: an edit with undo."""
        is_shown = self._session.edits.workspace.selected_configuration.find_entry(UNLISTED) is None
        if is_shown:
            self._parts.chain.view.select_when_available(f"layer:{UNLISTED}")
        self._session.edits.do(workspace_edits.show_unlisted, is_shown=is_shown)

    def show_configuration_choice(self, position: QPoint) -> None:
        """Open the menu of configurations, for a window without their list."""
        menu = self._parts.actions.make_menu(self._window)
        self._parts.configurations.add_choices(menu)
        for name in ("new", "import", "duplicate", "rename", "delete", "export", "reset"):
            menu.addAction(self._parts.actions[f"configuration_{name}"])
        menu.exec(position)

    def show_launch_options(self) -> None:
        """Show the launch options of the program in the inspector."""
        self._show_page(self.get_program_key(), InspectorPage.OPTIONS)

    def show_environment(self) -> None:
        """Show the environment variables that the loader reads in the inspector."""
        self._show_page("loader", InspectorPage.ENVIRONMENT)

    def show_loader_options(self) -> None:
        """Show the options of the loader in the inspector."""
        self._show_page("loader", InspectorPage.LOADER)

    def _show_page(self, row_key: str, page: InspectorPage) -> None:
        """Show a page of a row in the inspector."""
        self._parts.chain.view.select_key(row_key)
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(page)

    def get_program_key(self) -> str:
        """Return the key of the program's row, "" before the first snapshot."""
        snapshot = self._session.snapshots.shown
        return snapshot.rows[0].key if snapshot and snapshot.rows else ""

    def launch(self, safe_mode: SafeMode = NO_SAFE_MODE) -> None:
        """Launch the program. If none is chosen, let the user choose one first."""
        if not self._session.edits.workspace.program.program:
            launch_after = partial(self.launch, safe_mode)
            self.program_commands.open(
                find_position_below(self._parts.header.program), follow_up=launch_after
            )
            return
        self._parts.docks.open("launcher")
        self._parts.launcher.start(safe_mode)

    def launch_cube(self) -> None:
        """Launch vkcube, to see what the configuration does.

        The log stays closed, as it would cover what is to be seen.
        """
        self._parts.launcher.start_cube()

    def show_runs(self, key: str = "") -> None:
        """Open the dialog of past runs with a run selected, "" for the latest two."""
        from vkconfig_py.ui.dialogs.compare_window import RunsDialog

        launcher = self._parts.launcher
        dialog = RunsDialog(self._parts.context, launcher, self._window, chosen_key=key)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        launcher.started.connect(dialog.refresh)
        launcher.remembered.connect(dialog.refresh)
        dialog.tool_requested.connect(launcher.start_tool)
        dialog.tool_requested.connect(lambda: self._parts.docks.open("launcher"))
        dialog.show()

    def restore_view(self, name: str) -> None:
        """Show whose chain was shown in the last session, by its action in menu View."""
        if name in ("view_program", "view_listed"):
            # Which programs these views mean is known only when a thread has looked them up.
            self._view_to_restore = name
        elif name in VIEW_ACTIONS:
            self._parts.actions[name].trigger()

    def show_program_view(self) -> None:
        """Show the chain of the current program with this configuration applied."""
        match = self.reach.target
        if match.real_path:
            self._session.snapshots.set_view(PlanView(Mechanism.AUTOMATIC, (match.real_path,)))
        else:
            self._refuse_view(match.why_unmatched or tr("Choose a program first."))

    def show_listed_view(self) -> None:
        """Show the chain of the listed programs with this configuration applied."""
        match = self.reach.program_list
        if match.programs:
            self._session.snapshots.set_view(
                PlanView(Mechanism.AUTOMATIC, match.programs, follows_program_list=True)
            )
        else:
            self._refuse_view(
                match.no_program_reason or tr("This configuration lists no programs.")
            )
            program = self.reach.target
            offer = tr("Edit list")
            command = partial(self._show_page, self.get_program_key(), InspectorPage.MATCHING)
            if program.real_path and not match.entries:
                offer = tr("Add {program} to the list", program=program.name)
                command = partial(self._list_program, program.real_path)
            self._parts.status_bar.offer_command(offer, command)

    def _list_program(self, path: str) -> None:
        """Add a program to the list of the configuration, and show the chain of those listed."""
        edits, self._view_to_restore = self._session.edits, "view_listed"
        edits.do(workspace_edits.add_program, edits.workspace.selected_configuration.key, path)

    def _refuse_view(self, reason: str) -> None:
        """Say why a view of the chain is not possible, and check the action of the present one."""
        self._parts.status_bar.show_toast(reason, tone="warn")
        # The action is checked already: its group shows the view that was not taken.
        self._parts.chain.show_view(self._session.requests.view)

    def use_quick_fix(self, quick_fix: QuickFix) -> None:
        """Do what the button of a fix says."""
        if quick_fix.kind is QuickFixKind.CONTROL:
            self._parts.chain.view.set_control(quick_fix.value)
        elif quick_fix.kind is QuickFixKind.FORGET:
            self.forget_layer()
        elif quick_fix.kind is QuickFixKind.COPY:
            self.copy(quick_fix.value)
        elif quick_fix.kind is QuickFixKind.OPEN_PAGE:
            self._parts.status_bar.open_page(quick_fix.value)
        elif quick_fix.kind is QuickFixKind.ADD_FOLDER:
            self.add_source(folder=True)
        elif quick_fix.kind is QuickFixKind.FIX and quick_fix.remedy is not None:
            self._session.fixes.apply(quick_fix.remedy, quick_fix.step)
        elif quick_fix.kind is QuickFixKind.COMMAND and quick_fix.remedy is not None:
            self._session.fixes.prepare_command(quick_fix.remedy, self.copy)
        elif (row := self._parts.chain.view.current_row()) is not None:
            self._edit_layer(row.name, quick_fix.kind, quick_fix.value)

    def _edit_layer(self, layer: str, kind: QuickFixKind, value: str) -> None:
        """Use another copy of a layer, or move it past another layer, as a fix says."""
        if kind is QuickFixKind.USE_COPY:
            self._session.edits.do(setting_edits.choose_copy, layer, value)
        elif kind in MOVES:
            self._session.edits.move_beside(layer, value, is_below=kind is QuickFixKind.MOVE_BELOW)

    def show_setting(self, row: str, key: str, value: str = "") -> None:
        """Show a setting of a layer in the inspector.

        Args:
            row: key of the layer's row.
            key: of the setting.
            value: flag of the setting to focus, "" for none.
        """
        self._parts.chain.view.select_key(row)
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(InspectorPage.SETTINGS)
        self._parts.inspector.settings.go_to(key, value)

    def show_file(self, path: str, line: int, *, is_current: bool = False) -> None:
        """Show a file in its row, else with the loader if a line is given, else its folder.

        Args:
            path: of the file.
            line: number of the marked line from 1, 0 for none.
            is_current: the path is on this machine even in a what-if.
        """
        snapshot = self._session.snapshots.shown
        rows = snapshot.rows if snapshot else ()
        if snapshot is not None and is_current and snapshot.request.assumptions.root is not None:
            rows = tuple(row for row in rows if not row.manifest)  # those are of another machine
        row = next((row for row in rows if row.manifest == path), None)
        if row is None and line:
            row = next((row for row in rows if row.kind is RowKind.LOADER), None)
        if row is None:
            self.open_folder(path)
            return
        self._parts.chain.view.select_key(row.key)
        self._parts.services.show_inspector()
        self._parts.inspector.show_file(path, line, is_current=is_current)

    def open_folder(self, path: str) -> None:
        """Open the folder of a file in the file manager."""
        folder = path.rpartition("/")[0] or "/"
        if not open_file(folder):
            self._parts.status_bar.show_toast(
                tr("No file manager found to open {folder}.", folder=folder), tone="warn"
            )


def _list_target_programs(reach: ConfigurationReach) -> tuple[str, ...]:
    """Return the path of the launched program, () if none can be run."""
    return (reach.target.real_path,) if reach.target.real_path else ()
