"""Commands of the window that compares two sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import starmap
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.probe_results import DeviceDetail
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.chain.what_if_choices import list_known_releases
from vkconfig_py.model.comparison.choices import (
    TODAY,
    ComparisonInputs,
    ConfigurationChoice,
    DeviceSideChoice,
    LoaderChoice,
    MomentChoice,
    NotComparableError,
    SideChoice,
    compare_choices,
    render_english_json,
)
from vkconfig_py.model.comparison.sides import Comparison, ComparisonFormat, render_comparison
from vkconfig_py.model.files.atomic_files import save_to_path
from vkconfig_py.model.plan.plan import make_request
from vkconfig_py.model.text.wording import render_moment
from vkconfig_py.model.timeline.entries import NO_HISTORY
from vkconfig_py.ui.dialogs.compare_window import CompareWindow
from vkconfig_py.ui.window.window_parts import WindowParts


class CompareCommands(QObject):
    """Commands of the window that compares: one at a time, which closes with the main window."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._session = parts.session
        self._request_number = 0
        self._sides: tuple[SideChoice, SideChoice] | None = None
        self.view: CompareWindow | None = None

    def open(self) -> None:
        """Open the window that compares the device, or this machine with another loader."""
        row = self._parts.chain.view.current_row()
        devices = [choice for choice in self.list_choices() if isinstance(choice, DeviceSideChoice)]
        if row is not None and row.kind is RowKind.DEVICE:
            current_choice = next((choice for choice in devices if choice.key == row.key), None)
            other_devices = [device for device in devices if device != current_choice]
            self._show_window(current_choice, other_devices[0] if len(other_devices) == 1 else None)
        else:
            self._show_window(TODAY, None)

    def open_configuration(self, key: str) -> None:
        """Compare a configuration with the selected one, unless it is that."""
        configuration = self._session.edits.workspace.find_configuration(key)
        current_configuration = self._session.edits.workspace.selected_configuration
        if configuration is not None:
            selected_choice = (
                ConfigurationChoice.from_configuration(current_configuration)
                if current_configuration != configuration
                else None
            )
            self._show_window(
                ConfigurationChoice.from_configuration(configuration), selected_choice
            )

    def open_moment(self, time: float) -> None:
        """Compare the state of this machine at an earlier scan with that at the last scan.

        Args:
            time: of the earlier scan, in seconds since 1970.
        """
        moments = self._list_moments()
        chosen_moment = next((moment for moment in moments if moment.time == time), None)
        self._show_window(chosen_moment, moments[0] if chosen_moment is not None else None)

    def _list_moments(self) -> list[MomentChoice]:
        """Return the earlier states of this machine that can be compared, the last one first."""
        history = self._session.system.history or NO_HISTORY
        return [
            MomentChoice(
                moment.first,
                render_moment(moment.last) if number else tr("Now (last scan)"),
            )
            for number, moment in enumerate(history.moments)
        ]

    def list_choices(self) -> list[SideChoice]:
        """Return everything that can be compared now: machines, configurations, devices, scans."""
        session = self._session
        configurations = session.edits.workspace.configurations
        installed_releases = (loader.release for loader in session.machine.loaders)
        releases = dict.fromkeys(
            (*installed_releases, *list_known_releases(session.machine.host.platform))
        )
        return [
            *(
                DeviceSideChoice(key, detail.summary.name)
                for key, detail in self._list_devices().items()
            ),
            *(
                ConfigurationChoice.from_configuration(configuration)
                for configuration in configurations
            ),
            TODAY,
            *starmap(LoaderChoice, releases),
            *self._list_moments(),
        ]

    def _list_devices(self) -> Mapping[str, DeviceDetail]:
        """Return what probes found about each device, by the key of its row."""
        results = self._session.probes.find_answers(self._session.snapshots.shown)
        return results.details.devices

    def _show_window(self, left_choice: SideChoice | None, right_choice: SideChoice | None) -> None:
        """Show the window with two sides, None for one that the user is to choose."""
        if self.view is None:
            self.view = self._make_window()
        self.view.show()
        self.view.activateWindow()
        self.view.choose(left_choice, right_choice)

    def _make_window(self) -> CompareWindow:
        """Make the window that compares two sides."""
        parts = self._parts
        view = CompareWindow(
            parts.context, self.list_choices, parts.session.machine.home, parts.window
        )
        view.compare_requested.connect(self._compare)
        # PySide has no wrapper to connect to once nothing holds that of the clipboard.
        view.copied.connect(lambda text: QGuiApplication.clipboard().setText(text))
        view.save_requested.connect(self._save)
        return view

    def _make_inputs(self) -> ComparisonInputs:
        """Return what comparing reads: reports, configurations and the history."""
        session = self._session
        machine, workspace = session.machine, session.edits.workspace
        applied_state = session.system.applied_state
        return ComparisonInputs(
            session.requests.make_request(),
            lambda key: make_request(
                machine.host, machine.loaders, workspace._replace(selected_key=key), applied_state
            ),
            self._list_devices(),
            session.system.history or NO_HISTORY,
        )

    def _compare(self, left_choice: SideChoice, right_choice: SideChoice) -> None:
        """Compare two sides off the GUI thread."""
        self._request_number += 1
        inputs, cache = self._make_inputs(), self._session.shared.cache()

        def compare() -> Comparison | str:
            """Return what differs, or why the sides cannot be compared."""
            try:
                return compare_choices(left_choice, right_choice, inputs, cache)
            except NotComparableError as error:
                return str(error)

        self._parts.worker.submit(
            compare, partial(self._on_compared, self._request_number, left_choice, right_choice)
        )

    def _on_compared(
        self,
        number: int,
        left_choice: SideChoice,
        right_choice: SideChoice,
        result: Comparison | str,
    ) -> None:
        """Show what differs, unless other sides were chosen meanwhile.

        `number` is that of the request. `result` is the comparison, or why there is none.
        """
        if self.view is None or number != self._request_number:
            return
        self._sides = left_choice, right_choice
        if isinstance(result, str):
            self.view.show_error(result)
        else:
            self.view.show_comparison(result)

    def _save(self, path: str, comparison_format: ComparisonFormat) -> None:
        """Write the shown values of the comparison into a file."""
        view, sides = self.view, self._sides
        if view is None or view.comparison is None or sides is None:
            return
        comparison, lines, inputs = view.comparison, view.filtered_values, self._make_inputs()

        def write() -> str:
            """Write the file. Return the error, "" for none."""
            if comparison_format is ComparisonFormat.JSON:
                try:
                    text = render_english_json(*sides, inputs, comparison, lines)
                except NotComparableError as error:
                    return str(error)
            else:
                text = render_comparison(comparison_format, comparison, lines)
            return save_to_path(Path(path), text.encode("utf-8", "backslashreplace"))

        self._parts.worker.submit(write, partial(self._on_saved, path))

    def _on_saved(self, path: str, error: str) -> None:
        """Show that the comparison was saved, or the error."""
        if self.view is not None:
            self.view.show_result(error or tr("Saved {path}", path=path), is_error=bool(error))
