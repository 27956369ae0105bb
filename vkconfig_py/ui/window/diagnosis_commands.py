"""Commands for problems and probes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.probe_results import DeviceDetail, progress_text
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.preferences import PROBE_EXPLAINED
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.ui.inspector.head import PROBED_KINDS, Page
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.desktop import announce

if TYPE_CHECKING:
    from vkconfig_py.model.chain.snapshot_values import Row
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.window_parts import WindowParts


NOT_OF_WHAT_IF = tr("A what-if cannot be probed. Close What if (F9) to probe this machine.")
NOTHING_HERE = tr("Select a driver, a device or a layer to probe it.")


class ProbeCommands(QObject):
    """Starts and cancels probes, and shows their progress."""

    def __init__(self, parts: WindowParts, commands: Commands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._commands = commands
        self._session = parts.session
        self._probes = parts.session.probes
        parts.status_bar.probe.clicked.connect(self._on_probe_clicked)
        parts.inspector.page_made.connect(self._on_page_made)
        self._probes.stepped.connect(self.follow)
        self._probes.ended.connect(self._on_ended)
        parts.chain.view.row_selected.connect(self.follow)
        self._session.snapshots.shown_changed.connect(self.follow)
        self.follow()

    def _on_page_made(self, name: str) -> None:
        if name == Page.PROBE:
            pages = self._parts.inspector.probing
            pages.probe.probe_requested.connect(self.probe_this)
            pages.devices.probe_requested.connect(lambda: self.probe(()))
            pages.devices.announced.connect(partial(announce, self._window))
            pages.device.copy_requested.connect(self.copy_device)
            pages.device.export_requested.connect(self.export_device)
            pages.everything.export_requested.connect(self.export_device)

    def follow(self, _key: object = None) -> None:
        actions, probes = self._parts.actions, self._probes
        row = self._parts.chain.view.current_row()
        running = probes.is_running
        actions["probe_this"].setEnabled(not running and bool(_keys_of(row)))
        actions["probe_all"].setEnabled(not running)
        actions["probe_cancel"].setEnabled(running and not probes.is_cancelling)
        is_device = row is not None and row.kind is RowKind.DEVICE
        actions["device_only"].setEnabled(is_device)
        actions["device_first"].setEnabled(is_device)
        actions["device_copy"].setEnabled(is_device)
        actions["device_export"].setEnabled(is_device)
        shown = self._session.snapshots.shown
        actions["forget_requests"].setEnabled(shown is not None and shown.known is not None)
        text = progress_text(probes.step) if probes.step else ""
        if probes.is_cancelling:
            text = tr("Cancelling…")
        self._parts.status_bar.show_probe(text, cancelling=probes.is_cancelling)

    def probe_this(self) -> None:
        """Probe the selected row; for a device, its driver."""
        keys = _keys_of(self._parts.chain.view.current_row())
        if keys:
            self.probe(keys)
        else:
            self._parts.status_bar.show_toast(NOTHING_HERE)

    def probe(self, keys: tuple[str, ...]) -> None:
        """Probe rows, or everything with (); shows an explanation the first time."""
        snapshot = self._session.snapshots.current
        if self._session.what_if.is_hypothetical:
            self._parts.status_bar.show_toast(NOT_OF_WHAT_IF)
        elif snapshot is not None and not self._probes.is_running and self._may_probe():
            self._probes.start(snapshot.report, keys)

    def show_probe(self, key: str) -> None:
        self._parts.chain.view.select_key(key)
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(Page.PROBE)

    def _may_probe(self) -> bool:
        state = self._parts.state
        # The sample machine shows recorded results, and opens no library.
        if self._session.machine.recorded or state.number(PROBE_EXPLAINED.key, 0):
            return True
        if not messages.ask_probe(self._window):
            return False
        state.keep(PROBE_EXPLAINED.key, 1)
        # At once: a driver can take the whole session down, and the answer with it.
        state.save()
        return True

    def _on_probe_clicked(self) -> None:
        name = "probe_cancel" if self._probes.is_running else "probe_all"
        self._parts.actions[name].trigger()

    def _on_ended(self, sentence: str, well: bool) -> None:
        self._parts.status_bar.show_toast(sentence, tone="neutral" if well else "error")
        # A probe that ends badly interrupts what a screen reader says; a good end waits.
        announce(self._window, sentence, urgent=not well)

    # devices

    def show_devices(self) -> None:
        view = self._parts.chain.view
        row = view.current_row()
        if row is None or row.kind not in (RowKind.DRIVER, RowKind.DEVICE):
            view.select_key("loader")
        self._parts.services.show_inspector()
        self._parts.inspector.show_tab(Page.DEVICES)

    def use_device_alone(self) -> None:
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._session.edits.devices.use_only(row.key)

    def put_device_first(self) -> None:
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._session.edits.devices.put_first(row.key)

    def _device(self) -> DeviceDetail | None:
        row = self._parts.chain.view.current_row()
        if row is None:
            return None
        answers = self._session.probes.answers_for(self._session.snapshots.shown)
        return answers.details.devices.get(row.key)

    def copy_device(self) -> None:
        detail = self._device()
        if detail is not None:
            self._probes.make_json(detail, partial(self._on_json_made, detail.summary.name))

    def _on_json_made(self, name: str, text: str) -> None:
        self._commands.copy(text)
        self._parts.status_bar.show_toast(tr("Copied {name} as JSON.", name=name))

    def export_device(self) -> None:
        detail = self._device()
        if detail is None:
            return
        from vkconfig_py.model.chain.device_entries import FILTERS
        from vkconfig_py.model.chain.device_page import file_name

        folder = Path(self._session.machine.home)
        path, _filter = QFileDialog.getSaveFileName(
            self._window, tr("Export device"), str(folder / file_name(detail)), FILTERS
        )
        if path:
            self._probes.export(detail, Path(path))


def _keys_of(row: Row | None) -> tuple[str, ...]:
    """Keys to probe for a row."""
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
        parts.session.fixes.fixed.connect(self._on_fixed)

    def use(self, diagnostic: Diagnostic, action: ProblemAction) -> None:
        session, commands = self._parts.session, self._commands
        match action.kind:
            case ActionKind.FIX if action.remedy is not None:
                session.fixes.apply(action.remedy, action.step)
            case ActionKind.COMMAND if action.remedy is not None:
                session.fixes.prepare_command(action.remedy, commands.copy)
            case ActionKind.WITHDRAW:
                session.withdraw()
            case ActionKind.COPY:
                commands.copy(action.text)
            case ActionKind.TURN_OFF:
                self._turn_off(action)
            case ActionKind.PROBE:
                self._probes.show_probe(action.text)
            case _:
                self.show_file(diagnostic.problem.file, diagnostic.problem.line)

    def _turn_off(self, action: ProblemAction) -> None:
        parts = self._parts
        parts.session.edits.do(workspace_edits.turn_off, action.text)
        parts.chain.view.select_key(action.text)
        parts.status_bar.show_toast(tr("{step}: done.", step=action.step), undo=True)

    def show_file(self, path: str, line: int) -> None:
        # Problems are about this machine, also in a what-if.
        self._commands.show_file(path, line, today=True)

    def fix(self, key: str) -> None:
        """Show a broken file's problem, or its explanation if it has none."""
        parts = self._parts
        parts.chain.view.select_key(key)
        row = parts.chain.view.current_row()
        files = {diagnostic.problem.file for diagnostic in parts.session.problems.all}
        if row is not None and row.manifest in files:
            from vkconfig_py.ui.panels.problems_panel import ProblemsPanel

            panel = parts.docks.open("problems")
            if isinstance(panel, ProblemsPanel):
                panel.select_file(row.manifest)
        else:
            parts.services.show_inspector()
            parts.inspector.show_tab(Page.WHY)

    def _on_fixed(self, sentence: str, can_undo: bool) -> None:
        announce(self._window, sentence)
        self._parts.status_bar.show_toast(sentence, undo=can_undo)
