"""Commands that find out what is wrong: probes, problems, faulty components."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.model.chain.device_entries import FILE_FILTERS
from vkconfig_py.model.chain.device_page import make_file_name
from vkconfig_py.model.chain.probe_results import DeviceDetail, describe_progress
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.configuration.preferences import PROBE_EXPLAINED
from vkconfig_py.model.problems.summary import (
    ActionKind,
    Diagnostic,
    ProblemAction,
    find_moving_aside,
    make_shown_summary,
)
from vkconfig_py.ui.inspector.head import PROBED_KINDS, InspectorPage
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path
from vkconfig_py.ui.window.commands import Commands, show_fix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vkconfig_py.model.bisect.saved_search import SavedSearch
    from vkconfig_py.model.chain.snapshot_values import Row
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.ui.panels.docks import Panel
    from vkconfig_py.ui.panels.faulty_component_panel import FaultyComponentPanel
    from vkconfig_py.ui.window.window_parts import WindowParts


NOT_OF_WHAT_IF = tr("A what-if cannot be probed. Close What-if (F9) to probe this machine.")
NOTHING_TO_PROBE = tr("Select a driver, a device or a layer to probe it.")
PANEL_NAME = "culprit"
FIND_OFFER = tr("Find the culprit")


class ProbeCommands(QObject):
    """Commands for probes and devices; shows the progress of a probe."""

    def __init__(self, parts: WindowParts, commands: Commands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._commands = commands
        self._session = parts.session
        self._probes = parts.session.probes
        self._skipped_note = ""  # the drivers that the running probe leaves out, as a sentence
        parts.status_bar.probe.clicked.connect(self._on_probe_clicked)
        parts.inspector.page_made.connect(self._on_page_made)
        self._probes.stepped.connect(self.show_progress)
        self._probes.ended.connect(self._on_ended)
        parts.chain.view.row_selected.connect(self.show_progress)
        self._session.snapshots.shown_changed.connect(self.show_progress)
        self.show_progress()

    def _on_page_made(self, name: str) -> None:
        """Connect the pages of probe results once they are made.

        Args:
            name: of the page.
        """
        if name == InspectorPage.PROBE:
            pages = self._parts.inspector.probing
            pages.probe.probe_requested.connect(self.probe_this)
            pages.devices.probe_requested.connect(lambda: self.probe(()))
            pages.devices.announced.connect(partial(announce, self._window))
            pages.device.copy_requested.connect(self.copy_device)
            pages.device.export_requested.connect(self.export_device)
            pages.entries.export_requested.connect(self.export_device)
            pages.surfaces.export_requested.connect(self.export_device)

    def show_progress(self, _key: object = None) -> None:
        """Show the progress of the running probe, and enable the actions that fit."""
        actions, probes = self._parts.actions, self._probes
        row = self._parts.chain.view.current_row()
        is_running = probes.is_running
        actions["probe_this"].setEnabled(not is_running and bool(_list_probe_keys(row)))
        actions["probe_all"].setEnabled(not is_running)
        actions["probe_cancel"].setEnabled(is_running and not probes.is_cancelling)
        is_device = row is not None and row.kind is RowKind.DEVICE
        actions["device_only"].setEnabled(is_device)
        actions["device_first"].setEnabled(is_device)
        actions["device_copy"].setEnabled(is_device)
        actions["device_export"].setEnabled(is_device)
        snapshot = self._session.snapshots.shown
        actions["forget_requests"].setEnabled(
            snapshot is not None and snapshot.known_requests is not None
        )
        text = describe_progress(probes.step) if probes.step else ""
        if probes.is_cancelling:
            text = tr("Canceling…")
        self._parts.status_bar.show_probe(text, is_cancelling=probes.is_cancelling)

    def probe_this(self) -> None:
        """Probe the selected row, or the driver of a selected device."""
        keys = _list_probe_keys(self._parts.chain.view.current_row())
        if keys:
            self.probe(keys)
        else:
            self._parts.status_bar.show_toast(NOTHING_TO_PROBE)

    def probe(self, keys: tuple[str, ...]) -> None:
        """Probe rows by their keys, or with () everything, after an explanation the first time."""
        snapshot = self._session.snapshots.current
        if self._session.what_if.is_hypothetical:
            self._parts.status_bar.show_toast(NOT_OF_WHAT_IF)
        elif snapshot is not None and not self._probes.is_running and self._ask_to_probe():
            self._skipped_note = "" if keys else _describe_skipped_drivers(snapshot.rows)
            self._probes.start(snapshot.report, keys)

    def show_probe(self, key: str) -> None:
        """Show the result of a row's probe in the inspector."""
        self._parts.chain.view.select_key(key)
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(InspectorPage.PROBE)

    def _ask_to_probe(self) -> bool:
        """Explain what a probe does before the first one. Return False if the user declines."""
        state = self._parts.state
        # The sample machine shows recorded results, and opens no library.
        if self._session.machine.recorded or state.number(PROBE_EXPLAINED.key, 0):
            return True
        if not messages.ask_probe(self._window):
            return False
        state.set_value(PROBE_EXPLAINED.key, 1)
        # At once: a driver can take the whole session down, and the answer with it.
        state.wait_until_saved()
        return True

    def _on_probe_clicked(self) -> None:
        """Start a probe of everything, or cancel the running one."""
        name = "probe_cancel" if self._probes.is_running else "probe_all"
        self._parts.actions[name].trigger()

    def _on_ended(self, sentence: str, is_success: bool) -> None:
        """Show how a probe ended."""
        text, self._skipped_note = " ".join(filter(None, (sentence, self._skipped_note))), ""
        self._parts.status_bar.show_toast(text, tone="neutral" if is_success else "error")

    # devices

    def show_devices(self) -> None:
        """Show the page that selects devices, of the current driver or else of the loader."""
        view = self._parts.chain.view
        row = view.current_row()
        if row is None or row.kind not in (RowKind.DRIVER, RowKind.DEVICE):
            view.select_key("loader")
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(InspectorPage.DEVICES)

    def use_device_alone(self) -> None:
        """Let programs use only the device of the current row."""
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._session.edits.devices.use_only(row.key)

    def put_device_first(self) -> None:
        """List the device of the current row first to programs."""
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._session.edits.devices.move_first(row.key)

    def _get_selected_device(self) -> DeviceDetail | None:
        """Return what a probe found about the current device, None if nothing."""
        row = self._parts.chain.view.current_row()
        if row is None:
            return None
        return self._session.probes.find_device(self._session.snapshots.shown, row.key)

    def copy_device(self) -> None:
        """Copy what a probe found about the current device as JSON."""
        detail = self._get_selected_device()
        if detail is not None:
            self._probes.make_json(detail, partial(self._on_json_made, detail.summary.name))

    def _on_json_made(self, name: str, text: str) -> None:
        """Copy the JSON of a device to the clipboard."""
        self._commands.copy(text)
        self._parts.status_bar.show_toast(tr("Copied {name} as JSON.", name=name))

    def export_device(self) -> None:
        """Save what a probe found about the current device in a file that the user chooses."""
        detail = self._get_selected_device()
        if detail is None:
            return
        folder = Path(self._session.machine.home)
        choice = choose_save_path(
            self._window, tr("Export device"), folder / make_file_name(detail), FILE_FILTERS
        )
        if choice is not None:
            self._probes.export(detail, Path(choice.path))


def _describe_skipped_drivers(rows: Sequence[Row]) -> str:
    """Return which drivers a probe of everything leaves out, as a sentence, "" for none."""
    drivers = [row for row in rows if row.kind is RowKind.DRIVER]
    has_only_driver = any(row.control == DriverControl.ONLY for row in drivers)
    counts = Counter(row.name for row in drivers)
    # Drivers for 32-bit programs have the names of those for 64-bit programs.
    names = [
        row.name if counts[row.name] == 1 else f"{row.name} ({row.manifest.rpartition('/')[2]})"
        for row in drivers
        if row.control == DriverControl.OFF
        or (has_only_driver and row.control != DriverControl.ONLY)
    ]
    if not names:
        return ""
    return tr("Not probed: {names}, left out by this configuration.", names=join_words(names))


def _list_probe_keys(row: Row | None) -> tuple[str, ...]:
    """Return the keys to probe for a row, () if it cannot be probed."""
    if row is None:
        return ()
    if row.kind is RowKind.DEVICE:
        # The key of a device is "device:", the manifest of its driver, "#" and a number.
        file = row.key.partition(":")[2].rpartition("#")[0]
        return (f"driver:{file}",)
    return (row.key,) if row.kind in PROBED_KINDS else ()


class ProblemCommands(QObject):
    """Applies the fixes of problems, and shows the result."""

    def __init__(self, parts: WindowParts, commands: Commands, probes: ProbeCommands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._commands = commands
        self._probes = probes
        parts.session.fix_applied.connect(self._on_fixed)

    def show_or_apply(self, diagnostic: Diagnostic, action: ProblemAction) -> None:
        """Show what a fix writes, with the button that carries it out, or do any other action."""
        if action.kind is ActionKind.FIX:
            show_fix(self._parts, diagnostic, action)
        else:
            self.apply_action(diagnostic, action)

    def apply_action(self, diagnostic: Diagnostic, action: ProblemAction) -> None:
        """Do what the button of a problem says, such as applying its fix."""
        session, commands = self._parts.session, self._commands
        match action.kind:
            case ActionKind.FIX if action.remedy is not None:
                session.fixes.apply(action.remedy, action.step_label)
            case ActionKind.COMMAND if action.remedy is not None:
                session.fixes.prepare_command(action.remedy, commands.copy)
            case ActionKind.WITHDRAW:
                session.withdraw()
            case ActionKind.COPY:
                commands.copy(action.text)
            case ActionKind.OPEN_PAGE:
                self._parts.status_bar.open_page(action.text)
            case ActionKind.ADD_FOLDER:
                commands.add_source(folder=True)
            case ActionKind.TURN_OFF:
                self._turn_off(action)
            case ActionKind.PROBE:
                self._probes.show_probe(action.text)
            case _:
                self.show_file(diagnostic.problem.file, diagnostic.problem.line)

    def _turn_off(self, action: ProblemAction) -> None:
        """Turn off the layer that an action names, and offer Undo."""
        parts = self._parts
        parts.session.edits.do(workspace_edits.turn_off, action.text)
        parts.chain.view.select_key(action.text)
        parts.status_bar.show_toast(tr("Done: {step}.", step=action.step_label), undo=True)

    def show_file(self, path: str, line: int) -> None:
        """Show the file of a problem at a line, counted from 1, 0 for none."""
        # Problems are about this machine, also in a what-if.
        self._commands.show_file(path, line, is_current=True)

    def show_problem(self, key: str) -> None:
        """Show the problem of a row's file, or without one why the row is broken."""
        parts = self._parts
        parts.chain.view.select_key(key)
        row = parts.chain.view.current_row()
        listed_problems = parts.hidden_notes.filter_visible(parts.session.problems.all_problems)
        files = {diagnostic.problem.file for diagnostic in listed_problems}
        if row is not None and row.manifest in files:
            from vkconfig_py.ui.panels.problems_panel import ProblemsPanel

            panel = parts.docks.open("problems")
            if isinstance(panel, ProblemsPanel):
                panel.select_file(row.manifest)
        else:
            parts.services.show_inspector()
            parts.inspector.show_tab(InspectorPage.WHY)

    def _on_fixed(self, sentence: str, can_undo: bool) -> None:
        """Show that a fix was applied."""
        self._parts.status_bar.show_toast(sentence, undo=can_undo)


class FaultyComponentCommands(QObject):
    """Commands for the search for a faulty component.

    Search and panel are made when they are first needed.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._search: FaultyComponentSearch | None = None
        self._was_active = False  # a search ran when it last changed
        parts.launcher.ended.connect(self._on_ended)
        paths = parts.session.machine.paths
        parts.worker.submit(partial(_read_interrupted, paths), self._on_read)

    @property
    def search(self) -> FaultyComponentSearch:
        """The search for a faulty component, made at its first use."""
        if self._search is None:
            from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch

            parts, session = self._parts, self._parts.session
            search = FaultyComponentSearch(
                session.shared, session.requests, session.edits, parts.window
            )
            parts.services.closed.connect(search.close)
            session.snapshots.shown_changed.connect(self._mark_rows)
            search.changed.connect(self._on_search_changed)
            search.failed.connect(lambda text: parts.status_bar.show_toast(text, tone="warn"))
            search.component_kept_off.connect(self._on_kept_off)
            self._search = search
        return self._search

    def make_panel(self) -> Panel:
        """Make the panel of the search."""
        from vkconfig_py.ui.panels.faulty_component_panel import FaultyComponentPanel

        panel = FaultyComponentPanel(self._parts.context, self.search)
        panel.show_requested.connect(self._show_row)
        panel.fix_requested.connect(partial(show_fix, self._parts))
        self._parts.session.edits.workspace_changed.connect(panel.refresh)
        show_moving_aside = partial(self._show_moving_aside, panel)
        self._parts.session.problems.changed.connect(show_moving_aside)
        show_moving_aside()
        self.search.look()
        return panel

    def _show_moving_aside(self, panel: FaultyComponentPanel) -> None:
        """Offer in the panel to move the manifest of what was found aside, if that helps."""
        session = self._parts.session
        snapshot = session.snapshots.current
        rows = snapshot.rows if snapshot is not None else ()
        files = {row.manifest for row in rows if row.is_culprit}
        panel.show_moving_aside(find_moving_aside(session.problems.all_problems, files))

    def open(self) -> None:
        """Open and focus the panel that searches for a faulty component."""
        self._parts.docks.open(PANEL_NAME)
        self._parts.docks.focus_panel(PANEL_NAME)

    def _on_search_changed(self) -> None:
        """Mark the rows, and once a search has ended select that of what it found."""
        self._mark_rows()
        was_search_active, self._was_active = self._was_active, self.search.is_active
        if was_search_active and not self._was_active:
            rows = [suspect.row_key for suspect in self.search.faulty_components()]
            # The keyboard stays in the panel, which says what can be done.
            self._parts.chain.view.select_key(next(filter(None, rows), ""))

    def _mark_rows(self) -> None:
        """Mark the rows that the running trial leaves out, or runs without their settings."""
        key = self._parts.session.edits.workspace.selected_configuration.key
        self._parts.chain.show_left_out(
            self.search.left_out(key), self.search.left_out_settings(key)
        )
        self._parts.session.show_culprits(self.search.culprits())

    def _show_row(self, key: str) -> None:
        """Select and focus the row of a faulty component."""
        self._parts.chain.view.select_key(key)
        self._parts.chain.view.setFocus()

    def _on_kept_off(self, name: str, is_new: bool) -> None:  # a slot
        """Say that a faulty component is kept off in a configuration.

        Args:
            name: of the configuration.
            is_new: it was added for that, and is selected now.
        """
        from vkconfig_py.model.bisect.suspects import describe_suspect_briefly

        culprits = join_words([*map(describe_suspect_briefly, self.search.faulty_components())])
        text = tr(
            "Kept off in “{name}”: {what}. Apply… extends this to programs started elsewhere.",
            name=name,
            what=culprits,
        )
        if is_new:
            text = tr(
                "Created and selected “{name}”, which keeps {what} off. Apply… extends this "
                "to programs started elsewhere.",
                name=name,
                what=culprits,
            )
        self._parts.status_bar.show_toast(text, undo=True)

    def _on_ended(self, run: LaunchedRun, end: LaunchEnd) -> None:
        """Say that a crash ended a program, and for the chosen one offer the search."""
        if end.signal and not end.was_stopped:
            bar = self._parts.status_bar
            bar.show_toast(
                tr("{name} was terminated by {signal}.", name=run.name, signal=end.signal),
                tone="error",
            )
            if run.program == self._parts.session.requests.target.program:
                self._offer_help(run)

    def _offer_help(self, run: LaunchedRun) -> None:
        """Offer the fix of what is known to end programs, else the search for it.

        Only the current snapshot tells, and only of the configuration that was launched.
        """
        parts, snapshot = self._parts, self._parts.session.snapshots.current
        summary = None
        if snapshot and snapshot.request.configuration.key == run.configuration_key:
            summary = make_shown_summary(snapshot, parts.session.problems.all_problems)
        fix = summary.fix if summary else None
        if summary and summary.problem and fix is not None and fix.kind is ActionKind.FIX:
            parts.status_bar.offer_command(
                tr("{action}…", action=fix.step_label),
                partial(show_fix, parts, summary.problem, fix),
            )
        else:
            parts.status_bar.offer_command(FIND_OFFER, self.open)

    def _on_read(self, sentence: str) -> None:
        """Say that an earlier search was interrupted, and offer to continue it.

        Args:
            sentence: "" if none was.
        """
        if sentence:
            self._parts.status_bar.show_toast(sentence, tone="warn")
            self._parts.status_bar.offer_command(tr("Show the search"), self.open)


def _read_interrupted(paths: StatePaths) -> str:
    """Return a sentence about a search that was interrupted, "" if none was."""
    if not paths.search_file.exists():  # most starts end here, and import nothing
        return ""
    from vkconfig_py.model.bisect.saved_search import read_saved_search
    from vkconfig_py.model.bisect.trial_wording import render_interrupted

    saved_search: SavedSearch = read_saved_search(paths)
    if saved_search.investigation is None or not saved_search.is_interrupted:
        return ""
    return render_interrupted(saved_search.investigation)
