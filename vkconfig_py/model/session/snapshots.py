"""Requests to the engine and their snapshots: of the current state, of a drag, and of a what-if.

Order of signals: the snapshot arrived, its rows got probe results, it is displayed, work that
follows it. The what-if's snapshot is computed on a thread of its own beside the current one, which
alone is applied, launched, checked and edited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import read_whole
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.workspace import (
    get_effective_configuration,
    set_started_program,
)
from vkconfig_py.model.plan.plan import (
    DEFAULT_VIEW,
    NO_SAFE_MODE,
    Mechanism,
    PlanView,
    PredictionRequest,
    SafeMode,
    count_losses,
    find_changes,
    make_request,
)
from vkconfig_py.model.session.background import Refresher

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.base.verdicts import Remedy
    from vkconfig_py.model.configuration.configuration import Configuration, Target
    from vkconfig_py.model.plan.plan import PlannedChange
    from vkconfig_py.model.session.background import ComputeSnapshot, SessionMachine, SharedServices
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.system_state import SystemState

    ComputeWhatIf = Callable[[PredictionRequest], ChainSnapshot]
    MakeWhatIfRequest = Callable[[WhatIf], PredictionRequest]

AddProbeResults = Callable[[ChainSnapshot], ChainSnapshot]


class PredictionRequests:
    """Makes the requests to the engine for the present state.

    Attributes:
        machine: as it is known now.
        view: the plan of the configuration that the snapshot shows.
        plan_view: the view whose changes are listed beside the snapshot; None for its own.
    """

    def __init__(self, machine: SessionMachine, edits: Edits, system: SystemState) -> None:
        self.machine = machine
        self.view = DEFAULT_VIEW
        self.plan_view: PlanView | None = None
        self._view_key = ""  # the configuration that the views were chosen for
        self._safe_configuration: Configuration | None = None  # as it was when safe mode was chosen
        self._edits = edits
        self._system = system

    @property
    def target(self) -> Target:
        """The program that Launch starts, with the chosen option set."""
        return self.configuration.target

    @property
    def configuration(self) -> Configuration:
        """The selected configuration, with the program that Launch starts."""
        return set_started_program(
            self._edits.workspace.selected_configuration, self._edits.workspace
        )

    def make_request(self, view: PlanView | None = None) -> PredictionRequest:
        """Return the request for the present state, or for another view of it."""
        machine, applied_state = self.machine, self._system.applied_state
        workspace = self._edits.workspace
        return make_request(
            machine.host, machine.loaders, workspace, applied_state, view or self.view
        )

    def make_what_if_request(self, assumptions: WhatIf) -> PredictionRequest:
        """Return the request for the present state under assumptions."""
        from vkconfig_py.model.chain.what_if_snapshot import add_what_if

        return add_what_if(self.make_request(), assumptions, self.machine.loaders)

    def choose_view(self, view: PlanView) -> None:
        """Show another plan of the configuration, such as that for Apply."""
        self.view, self.plan_view = view, None
        self._view_key = self._edits.workspace.selected_configuration.key
        self._safe_configuration = self.configuration if view.safe_mode.is_on else None

    def choose_plan_view(self, view: PlanView | None) -> None:
        """Choose whose planned files are listed, None for the snapshot's own."""
        self.plan_view, self._view_key = view, self._edits.workspace.selected_configuration.key

    def follow_selection(self) -> None:
        """Show a newly selected configuration as a launch from here.

        An edit ends safe mode, as it would not be seen there.
        """
        is_edited = (
            self._safe_configuration is not None and self._safe_configuration != self.configuration
        )
        if is_edited or self._view_key != self._edits.workspace.selected_configuration.key:
            self.choose_view(DEFAULT_VIEW)


class _WaitingLaunch(NamedTuple):
    """A launch that waits for its snapshot: of which configuration, in which view."""

    key: str
    view: PlanView
    deliver: Callable[[ChainSnapshot | None], None]


class ChainSnapshots(QObject):
    """The snapshots of the present state.

    Signals:
        current_changed: a new current snapshot arrived (also the first one).
        probe_results_shown: probe results were added to its rows, or changed.
        followed: a current snapshot is displayed; work that follows it may start.
        shown_changed: the displayed snapshot changed, a current or a what-if one.
        preview_changed: the snapshot of a drag in progress arrived, or ended (None).
        busy_changed: True while a refresh takes longer than 150 ms.

    Attributes:
        is_look_due: the machine must be scanned again after the next displayed snapshot.
    """

    current_changed = Signal()
    probe_results_shown = Signal()
    followed = Signal()
    shown_changed = Signal()
    preview_changed = Signal()
    busy_changed = Signal(bool)

    def __init__(
        self,
        compute: ComputeSnapshot,
        requests: PredictionRequests,
        edits: Edits,
        what_if: OpenWhatIf,
        with_probe_results: AddProbeResults,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self._edits = edits
        self._chain = edits.chain
        self._what_if = what_if
        self._with_probe_results = with_probe_results
        self.preview: ChainSnapshot | None = None
        self.is_busy = False
        self.is_look_due = False
        self._waiting_launch: _WaitingLaunch | None = None
        self._latest_preview: ChainSnapshot | None = (
            None  # the latest preview: a drop makes it the snapshot
        )
        self.refresher = Refresher(compute, self)
        self.refresher.snapshot_ready.connect(self.show)
        self.refresher.preview_ready.connect(self._show_preview)
        self.refresher.busy_changed.connect(self._on_refresher_busy_changed)
        what_if.changed.connect(self.shown_changed)

    @property
    def current(self) -> ChainSnapshot | None:
        """The newest snapshot of the present state, None before the first one."""
        return self._chain.snapshot

    @property
    def shown(self) -> ChainSnapshot | None:
        """The displayed snapshot: the current one, or the what-if."""
        return self._what_if.snapshot or self.current

    def set_view(self, view: PlanView) -> None:
        """Show another plan of the configuration."""
        if view != self._requests.view:
            self._requests.choose_view(view)
            self.request_snapshot()

    def refresh(self) -> None:
        """Scan the machine again, off the GUI thread."""
        self.is_look_due = True
        self.refresher.request_snapshot(self._requests.make_request())

    def request_snapshot(self) -> None:
        """Request the snapshot of the present state, unless it is there already."""
        self._chain.drawn_order = None
        self._requests.follow_selection()
        request = self._requests.make_request()
        for snapshot in (self._latest_preview, self.current):
            if snapshot is not None and snapshot.request == request:
                self.refresher.forget()
                self.show(snapshot)
                return
        self.refresher.request_snapshot(request)

    def show_launch(
        self, deliver: Callable[[ChainSnapshot | None], None], safe_mode: SafeMode = NO_SAFE_MODE
    ) -> None:
        """Show the result of a launch from here on the present machine, and pass its snapshot on.

        No snapshot is passed on if the user selects another view meanwhile.
        """
        view = PlanView(safe_mode=safe_mode)
        self._requests.choose_view(view)
        self._chain.drawn_order = None
        self._waiting_launch = _WaitingLaunch(
            self._edits.workspace.selected_configuration.key, view, deliver
        )
        self.refresher.request_snapshot(self._requests.make_request())

    def preview_move(self, layer: str, position: int) -> None:
        """Request the snapshot of a drag in progress. It arrives by preview_changed."""
        change = self._edits.make_moved(layer, position)
        if change is None:  # where it stands: the snapshot shown is the preview
            self.refresher.end_preview()
            if self.current is not None:
                self._show_preview(self.current)
            return
        request = self._requests.make_request()._replace(
            configuration=get_effective_configuration(change.workspace)
        )
        if self.preview is None or self.preview.request != request:
            self.refresher.request_preview(request)

    def end_preview(self) -> None:
        """End the preview of a drag."""
        self.refresher.end_preview()
        if self.preview is not None:
            self.preview = None
            self.preview_changed.emit()

    def keep_dragged_order(self, chain: Sequence[str]) -> None:
        """Keep the order that a drag has drawn until a snapshot confirms it."""
        self._chain.drawn_order = tuple(chain) if self.refresher.pending else None

    def show(self, snapshot: ChainSnapshot) -> None:
        """Make a snapshot the current one, and pass it to a launch that waits for it."""
        self._chain.drawn_order = self._latest_preview = None
        if not snapshot.has_same_answer(self.current):
            self._make_current(snapshot)
        if self._waiting_launch is not None:
            waiting_launch, self._waiting_launch = self._waiting_launch, None
            request = snapshot.request
            is_expected = (
                request.view == waiting_launch.view
                and request.configuration.key == waiting_launch.key
            )
            waiting_launch.deliver(snapshot if is_expected else None)

    def show_probe_results(self) -> None:
        """Show the same snapshot with the probe results found meanwhile."""
        if self.current is None:
            return
        self._chain.snapshot = self._with_probe_results(self.current)
        self.probe_results_shown.emit()
        if self._what_if.snapshot is not None:
            self._what_if.show_probe_results(self.current)
        else:
            self.shown_changed.emit()

    def _make_current(self, snapshot: ChainSnapshot) -> None:
        """Show a snapshot with probe results, and emit the signals in their order."""
        snapshot = self._with_probe_results(snapshot)
        self._chain.snapshot = snapshot
        self.current_changed.emit()
        self.probe_results_shown.emit()
        self._what_if.follow(snapshot)
        if self._what_if.snapshot is None:
            self.shown_changed.emit()
        self.followed.emit()

    def _show_preview(self, snapshot: ChainSnapshot) -> None:
        """Show the snapshot of a drag in progress."""
        snapshot = self._with_probe_results(snapshot)
        self.preview = snapshot
        self._latest_preview = snapshot
        self.preview_changed.emit()

    def _on_refresher_busy_changed(self, is_busy: bool) -> None:
        self.is_busy = is_busy
        self.busy_changed.emit(is_busy)


class _AppliedLosses(NamedTuple):
    """How many choices Apply would lose, with what they were counted for."""

    request: PredictionRequest
    snapshot: ChainSnapshot
    loss_count: int


class PlannedChanges(QObject):
    """The files and variables that a plan would change.

    Signals:
        changed: the changes are known for the present snapshot.

    Attributes:
        snapshot: the snapshot whose plan is compared with the disk.
    """

    changed = Signal()

    def __init__(
        self,
        shared_services: SharedServices,
        requests: PredictionRequests,
        snapshots: ChainSnapshots,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cache, self._reads = shared_services.cache, shared_services.reads
        self._requests = requests
        self._snapshots = snapshots
        self.changes: tuple[PlannedChange, ...] = ()
        self.snapshot: ChainSnapshot | None = None
        self._applied_losses: _AppliedLosses | None = None

    def show(self, view: PlanView | None) -> None:
        """List the changes of another view beside the snapshot, or the snapshot's own with None."""
        if view != self._requests.plan_view:
            self._requests.choose_plan_view(view)
            self.look()

    def look(self) -> None:
        """Find on a worker what the present plan would change."""
        snapshot = self._snapshots.current
        if snapshot is not None:
            view = self._requests.plan_view
            request = None if view is None else self._requests.make_request(view)
            self._reads.submit(
                partial(self._find_changes, snapshot, request),
                partial(self._on_found, snapshot, view),
            )

    def count_applied_losses(self, deliver: Callable[[int], None]) -> None:
        """Count on a worker the choices that applying to the launched program would lose.

        `deliver` is called with their number while the shown plan is still that of the launch.
        """
        snapshot = self.snapshot
        if snapshot is None or snapshot.request.view.mechanism is not Mechanism.LAUNCH:
            return
        request, configuration = self._requests.make_request(), self._requests.configuration
        known_losses = self._applied_losses
        if (
            known_losses is not None
            and known_losses.request == request
            and snapshot.is_equal_answer(known_losses.snapshot)
        ):
            deliver(known_losses.loss_count)
            return

        def count() -> int:
            """Compute the plan of Apply, on the worker."""
            from vkconfig_py.model.chain.snapshot import compute_snapshot
            from vkconfig_py.model.programs.matching import find_reach

            path = find_reach(configuration, request.host).target.real_path
            view = PlanView(Mechanism.AUTOMATIC, (path,) if path else ())
            applied_snapshot = compute_snapshot(request._replace(view=view), self._cache())
            return count_losses(applied_snapshot.plan.limits)

        def deliver_current(count_of_losses: int) -> None:
            self._applied_losses = _AppliedLosses(request, snapshot, count_of_losses)
            if self.snapshot is snapshot:
                deliver(count_of_losses)

        self._reads.submit(count, deliver_current)

    def _find_changes(
        self, snapshot: ChainSnapshot, request: PredictionRequest | None
    ) -> tuple[ChainSnapshot, tuple[PlannedChange, ...]]:
        """Return the snapshot whose plan is compared with the disk, and the changes.

        Runs on a worker. `request` is of another view, whose snapshot is computed in place of the
        given one.
        """
        if request is not None:
            from vkconfig_py.model.chain.snapshot import compute_snapshot

            snapshot = compute_snapshot(request, self._cache())
        host = snapshot.request.host
        return snapshot, find_changes(snapshot.plan, host.environment, partial(_read_file, host))

    def _on_found(
        self,
        snapshot: ChainSnapshot,
        view: PlanView | None,
        result: tuple[ChainSnapshot, tuple[PlannedChange, ...]],
    ) -> None:
        """Keep the changes, if they are for the present snapshot and view."""
        if snapshot.has_same_answer(self._snapshots.current) and view == self._requests.plan_view:
            self.snapshot, self.changes = result
            self.changed.emit()


def _read_file(host: Host, path: str) -> bytes | None:
    """Return the content of a file on the host, None if it cannot be read."""
    try:
        return read_whole(host.root + path)[1]
    except OSError:
        return None


class OpenWhatIf(QObject):
    """The assumptions of the what-if, and their snapshot.

    Signals:
        changed: opened, closed, the assumptions changed, or their snapshot arrived.
        asked: a snapshot of the assumptions arrived; None when the what-if was closed.
    """

    changed = Signal()
    asked = Signal(object)

    def __init__(
        self,
        compute: ComputeWhatIf,
        ask: MakeWhatIfRequest,
        with_probe_results: AddProbeResults,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._compute = compute
        self._ask = ask
        self._with_probe_results = with_probe_results
        self._refresher: Refresher | None = None  # made when something is supposed first
        self._current_snapshot: ChainSnapshot | None = None
        self._unmarked_snapshot: ChainSnapshot | None = None  # as the engine gave it
        self.is_open = False
        self.assumptions = NOTHING_ASSUMED
        self.snapshot: ChainSnapshot | None = None

    @property
    def pending(self) -> bool:
        """True if the newest assumptions are not answered yet."""
        return self._refresher is not None and self._refresher.pending

    @property
    def is_hypothetical(self) -> bool:
        """True if the displayed machine is, or is about to be, hypothetical."""
        return self.is_open and not self.assumptions.is_empty

    def open(self) -> None:
        """Open the what-if with the last assumptions."""
        if not self.is_open:
            self.is_open = True
            self._recompute()
            self.changed.emit()

    def close(self) -> None:
        """Return to the current snapshot. The assumptions are kept until the window closes."""
        if self.is_open:
            self.is_open = False
            self._forget_snapshot()
            self.changed.emit()

    def set_assumptions(self, assumptions: WhatIf) -> None:
        """Replace the assumptions."""
        if assumptions != self.assumptions or not self.is_open:
            self.is_open = True
            self.assumptions = assumptions
            self._recompute()
            self.changed.emit()

    def set_variable(self, name: str, value: str | None) -> None:
        """Assume a value of a variable beside other assumptions, None for unset."""
        from vkconfig_py.model.chain.what_if_snapshot import assume_variable

        self.set_assumptions(assume_variable(self.assumptions, name, value, self._environment()))

    def try_variable(self, name: str, value: str | None) -> None:
        """Assume a value of a variable, without earlier assumptions if the what-if is closed."""
        if not self.is_open:
            self.assumptions = NOTHING_ASSUMED
        self.set_variable(name, value)

    def forget_variable(self, name: str) -> None:
        """Stop assuming a value of a variable."""
        remaining = tuple(pair for pair in self.assumptions.variables if pair[0] != name)
        self.set_assumptions(self.assumptions._replace(variables=remaining))

    def try_remedy(self, remedy: Remedy) -> None:
        """Assume that a remedy is applied, without earlier assumptions if the what-if is closed."""
        from vkconfig_py.model.chain.what_if_snapshot import add_remedy

        assumptions = self.assumptions if self.is_open else NOTHING_ASSUMED
        self.set_assumptions(add_remedy(assumptions, remedy, self._environment()))

    def _environment(self) -> Mapping[str, str]:
        """Return the environment of the program before the configuration changes it."""
        return self._current_snapshot.inventory.host.environment if self._current_snapshot else {}

    def forget_remedy(self, remedy: Remedy) -> None:
        """Stop assuming that a remedy is applied."""
        remaining = tuple(
            kept_remedy for kept_remedy in self.assumptions.remedies if kept_remedy != remedy
        )
        self.set_assumptions(self.assumptions._replace(remedies=remaining))

    def reset(self) -> None:
        """Assume nothing."""
        self.set_assumptions(NOTHING_ASSUMED)

    def follow(self, current_snapshot: ChainSnapshot | None) -> None:
        """Recompute the what-if beside a new current snapshot."""
        self._current_snapshot = current_snapshot
        self._recompute()

    def show_probe_results(self, current_snapshot: ChainSnapshot) -> None:
        """Compare the what-if with the current snapshot and its new probe results."""
        self._current_snapshot = current_snapshot
        if self._unmarked_snapshot is not None:
            self._show_snapshot(self._unmarked_snapshot, current_snapshot)

    def stop(self) -> None:
        """End the computing. A blocked thread is abandoned."""
        if self._refresher is not None:
            self._refresher.close()

    def _recompute(self) -> None:
        """Request the snapshot of the assumptions, or none if nothing is assumed."""
        if not self.is_hypothetical:
            self._forget_snapshot()
        elif self._current_snapshot is not None:
            if self._refresher is None:
                self._refresher = Refresher(self._compute, self)
                self._refresher.snapshot_ready.connect(self._on_answered)
            self._refresher.request_snapshot(self._ask(self.assumptions))

    def _forget_snapshot(self) -> None:
        """Discard the snapshot of the assumptions."""
        if self._unmarked_snapshot is not None:
            self.asked.emit(None)
        self.snapshot = self._unmarked_snapshot = None
        if self._refresher is not None:
            self._refresher.forget()

    def _on_answered(self, snapshot: ChainSnapshot) -> None:
        """Show the snapshot of the assumptions."""
        if self._current_snapshot is not None:
            self._unmarked_snapshot = snapshot
            self._show_snapshot(snapshot, self._current_snapshot)
            self.asked.emit(snapshot)

    def _show_snapshot(self, snapshot: ChainSnapshot, current_snapshot: ChainSnapshot) -> None:
        """Show the snapshot of the assumptions with its differences from the current one marked."""
        from vkconfig_py.model.chain.what_if_snapshot import mark_differences

        self.snapshot = mark_differences(current_snapshot, self._with_probe_results(snapshot))
        self.changed.emit()
