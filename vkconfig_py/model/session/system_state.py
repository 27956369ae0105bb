"""Overrides on the system, own and foreign, and the commands that change them.

Everything here reads or writes the disk, so it runs on workers; the results are delivered on the
GUI thread. Commands and reads of the applied configurations run one after the other; scans of the
machine, which a folder can block, delay none of these. Each command is followed by a new scan.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    find_next_deadline,
)
from vkconfig_py.model.plan.plan import AppliedState

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.apply.service import ApplyOutcome, ApplyService
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.plan.leases import Moment, Term
    from vkconfig_py.model.plan.plan import AppliedConfiguration, PredictionRequest
    from vkconfig_py.model.problems.fixes import AppliedFix
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.startup_snapshot import FirstWork
    from vkconfig_py.model.timeline.entries import RestorePoint, RestorePreview
    from vkconfig_py.model.timeline.history import MachineHistory

# A timer counts neither the time of suspend nor what the clock of the machine was set by.
_MAX_WAIT_SECONDS = 60.0
_RETRY_SECONDS = 30.0  # what could not be withdrawn is tried again then


class CommandResult(NamedTuple):
    """Result of a command, and the applied configurations after it."""

    outcome: ApplyOutcome
    applied_state: AppliedState
    journal: tuple[JournalEntry, ...]


class ForeignOverrides(NamedTuple):
    """Overrides of other programs on the machine."""

    overrides: tuple[FoundOverride, ...]
    running: RunningVkConfig | None = None


class SystemState(QObject):
    """What is applied, overrides of any program, and the commands that change them.

    Signals:
        changed: the applied configurations changed.
        applied_changed: `changed` or `overrides_changed` was emitted.
        overrides_changed: the overrides found on the machine changed, or VkConfig was started.
        journal_changed: the journal was read again, or others changed the machine.
        configuration_applied: a configuration was applied, as this request plans it.
        override_removed: another program's override was removed; its path, and its JournalEntry.
        message: a sentence for the user and its tone.
    """

    changed = Signal()
    applied_changed = Signal()
    overrides_changed = Signal()
    journal_changed = Signal()
    configuration_applied = Signal(object)
    override_removed = Signal(str, object)
    message = Signal(str, str)

    def __init__(
        self,
        shared_services: SharedServices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        machine, self._cache, self._reads, self._changes = shared_services
        self._paths = machine.paths
        self._root = machine.host.root
        self._pending_commands = 0  # commands whose outcome was not delivered yet
        self.applied_state = AppliedState()
        # Keys of what this window applied until it is withdrawn: closing asks about it.
        self.keys_to_confirm: set[str] = set()
        self.overrides: tuple[FoundOverride, ...] = ()
        self.running: RunningVkConfig | None = None
        self.journal: tuple[JournalEntry, ...] = ()
        self.history: MachineHistory | None = (
            None  # of the looks at the machine, once there was one
        )
        self.changed.connect(self.applied_changed)
        self.overrides_changed.connect(self.applied_changed)

    @property
    def applied(self) -> tuple[AppliedConfiguration, ...]:
        """The configurations that are applied."""
        return self.applied_state.configurations

    def read(self) -> None:
        """Read now what is applied."""
        self.applied_state = self._read_applied()

    def finish(self) -> None:
        """Wait for running commands, and read what is applied after them."""
        if self._pending_commands:
            self._changes.drain()
            self.read()

    def read_journal(self) -> None:
        """Read the journal on a worker."""
        from vkconfig_py.model.apply.journal import read_journal

        self._changes.submit(partial(read_journal, self._paths), self._on_journal_read)

    def look(
        self, snapshot: ChainSnapshot, find_first: Callable[[], FirstWork] | None = None
    ) -> None:
        """Find overrides of any program in the desktop session, on a worker.

        The reports of a snapshot cannot be used: the files of one launch can hide every override.
        """
        request, inventory = snapshot.request, snapshot.inventory

        def job() -> ForeignOverrides:
            """Return the overrides, on the worker."""
            if find_first is not None:
                work = find_first()
                return ForeignOverrides(work.overrides, work.running)
            from vkconfig_py.model.apply.found_overrides import (
                find_overrides,
                find_running_vkconfig,
            )
            from vkconfig_py.model.chain.run_engine import compute_session_report

            report = compute_session_report(request, self._cache())
            return ForeignOverrides(
                find_overrides(report, self._paths), find_running_vkconfig(request.host)
            )

        # In the queue of the changes: read beside them, it could tell what was before them.
        self._changes.submit(self._read_applied, self._on_applied_read)
        self._reads.submit(job, partial(self._on_overrides_found, inventory))

    def apply(self, request: PredictionRequest, programs: Sequence[str], term: Term) -> None:
        """Apply a configuration to programs, or to all with (), on a worker. `term`: until when."""
        key = request.configuration.key
        (self.keys_to_confirm.add if term == UNTIL_WITHDRAWN else self.keys_to_confirm.discard)(key)

        def deliver(result: CommandResult) -> None:
            """Report the result, and that the configuration is applied."""
            self._on_done(result)
            if not result.outcome.is_refused:
                self.configuration_applied.emit(request)

        self._submit_command(lambda service: service.apply(request, programs, term), deliver)

    def extend(self, key: str, seconds: float) -> None:
        """Move the deadline of an applied configuration by these seconds."""
        self._submit_command(lambda service: service.extend_lease(key, seconds))

    def end_leases(self, request: PredictionRequest) -> None:
        """Withdraw on a worker the configurations whose lease has ended."""

        def command(service: ApplyService) -> ApplyOutcome:
            """Withdraw what has ended, and describe it."""
            outcome = service.end_leases(request)
            return outcome._replace(sentence=outcome.describe_ended())

        self._submit_command(command)

    def withdraw(self, request: PredictionRequest, key: str) -> None:
        """Withdraw one configuration, or everything with "", on a worker, and say so."""

        def command(service: ApplyService) -> ApplyOutcome:
            """Withdraw, and describe it."""
            outcome = service.withdraw(request, (key,) if key else ())
            return outcome._replace(sentence=outcome.describe_withdrawn())

        self._submit_command(command)

    def withdraw_now(self, request: PredictionRequest, keys: tuple[str, ...] = ()) -> str:
        """Withdraw some configurations and wait for it, or everything with ().

        Return "" or a message.
        """
        outcome = self._run_command(lambda service: service.withdraw(request, keys))
        self.read()
        return outcome.sentence

    def keep_applied(self, keys: tuple[str, ...]) -> str:
        """End the leases of configurations, so that they stay applied until withdrawn.

        Return "" or the error.
        """
        self._changes.drain()
        outcome = self._run_command(lambda service: service.remove_leases(keys))
        self.read()
        return outcome.sentence

    def remove_foreign(self, path: str) -> None:
        """Remove an override of another program, on a worker. The journal keeps its content."""
        key = str(time.time_ns())

        def deliver(result: CommandResult) -> None:
            """Report the result, and that undo can revert it."""
            removal = next((entry for entry in result.journal if entry.fix == key), None)
            if removal is not None:
                self.override_removed.emit(path, removal)
            self._on_done(result)  # last: it looks at the machine again

        self._submit_command(lambda service: service.remove_override(path, fix=key), deliver)

    def preview_restore(
        self, restore_point: RestorePoint, deliver: Callable[[RestorePreview], None]
    ) -> None:
        """Find on a worker what restoring a state would change."""
        from vkconfig_py.model.timeline.entries import preview_restore

        self._changes.submit(partial(preview_restore, restore_point, self._paths), deliver)

    def restore(self, restore_point: RestorePoint) -> None:
        """Restore all files of a state, or none, on a worker."""

        def command(service: ApplyService) -> ApplyOutcome:
            """Restore the files of the state, or none."""
            from vkconfig_py.model.timeline.entries import apply_restore_point

            outcome = service.conclude(
                apply_restore_point(restore_point, self._paths, WHILE_THIS_PROCESS_RUNS)
            )
            if outcome.is_refused or not restore_point.is_deletion:
                return outcome
            name = restore_point.entries[0].who
            return outcome._replace(sentence=tr("Restored “{name}”.", name=name))

        self._submit_command(command)

    def do(
        self, apply_fix: Callable[[], AppliedFix], on_applied: Callable[[AppliedFix], None]
    ) -> None:
        """Apply or revert a fix on a worker. `on_applied` gets the result."""
        from vkconfig_py.model.problems.fixes import AppliedFix

        fixes: list[AppliedFix] = []

        def command(service: ApplyService) -> ApplyOutcome:
            """Apply or revert the fix."""
            fix = apply_fix()
            fixes.append(fix)
            return service.conclude("" if fix.key else fix.sentence)

        def deliver(result: CommandResult) -> None:
            """Report the result of the fix."""
            on_applied(fixes[0] if fixes else AppliedFix())
            self._on_done(result)  # last: it looks at the machine again

        self._submit_command(command, deliver)

    def _submit_command(
        self,
        command: Callable[[ApplyService], ApplyOutcome],
        deliver: Callable[[CommandResult], None] | None = None,
    ) -> None:
        """Run a command on the worker, one after the other, and deliver its result."""

        def job() -> CommandResult:
            """Run the command, and read what is applied after it."""
            from vkconfig_py.model.apply.journal import read_journal

            outcome = self._run_command(command)
            return CommandResult(outcome, self._read_applied(), read_journal(self._paths))

        def done(command_result: CommandResult) -> None:
            """Deliver the result."""
            self._pending_commands -= 1
            (deliver or self._on_done)(command_result)

        self._pending_commands += 1
        self._changes.submit(job, done)

    def _run_command(self, command: Callable[[ApplyService], ApplyOutcome]) -> ApplyOutcome:
        """Run a command under the lock for changes. An error of the disk becomes its result."""
        service = self._make_service()
        try:
            with service.lock_changes() as refusal:
                return refusal or command(service)
        except OSError as error:  # a disk that fails must not end the worker
            return service.conclude(
                tr("Nothing was changed: {reason}.", reason=error.strerror or error)
            )

    def _make_service(self) -> ApplyService:
        """Return what applies and withdraws configurations."""
        from vkconfig_py.model.apply.service import ApplyService  # loaded once something is changed

        return ApplyService(self._paths, self._root, self._cache())

    def _read_applied(self) -> AppliedState:
        """Return what is applied, with paths as the machine names them."""
        from vkconfig_py.model.apply.apply_plan import read_applied_state

        return read_applied_state(self._paths).without_root(self._root)

    def _on_done(self, result: CommandResult) -> None:
        """Show the result of a command."""
        outcome = result.outcome
        if outcome.sentence:
            self.message.emit(outcome.sentence, outcome.tone.value)
        self.applied_state = result.applied_state
        self.changed.emit()
        self._on_journal_read(result.journal)

    def _on_journal_read(self, journal: tuple[JournalEntry, ...]) -> None:
        """Keep the journal that was read."""
        self.journal = journal
        self.journal_changed.emit()

    def _on_history_read(self, history: MachineHistory) -> None:
        """Keep what others changed on the machine."""
        if history != self.history:
            self.history = history
            self.journal_changed.emit()

    def _on_overrides_found(
        self, inventory: LoaderReport, foreign_overrides: ForeignOverrides
    ) -> None:
        """Show the overrides, and note what others changed."""
        # What others did can wait for what is in force.
        job = partial(self._note_changes, inventory, foreign_overrides.overrides)
        self._reads.submit(job, self._on_history_read)
        if (foreign_overrides.overrides, foreign_overrides.running) != (
            self.overrides,
            self.running,
        ):
            self.overrides, self.running = foreign_overrides.overrides, foreign_overrides.running
            self.overrides_changed.emit()

    def _note_changes(
        self, report: LoaderReport, overrides: tuple[FoundOverride, ...]
    ) -> MachineHistory:
        """Store what others changed since the last look at the machine, on the worker."""
        from vkconfig_py.model.apply.apply_plan import read_applied_state
        from vkconfig_py.model.timeline.history import ScanResult, record_scan

        own_files = read_applied_state(self._paths).without_root(report.host.root).files
        return record_scan(
            ScanResult(report, overrides, frozenset(own_files)), self._paths, time.time()
        )

    def _on_applied_read(self, applied_state: AppliedState) -> None:
        """Keep what is applied, as it was read."""
        if (
            applied_state != self.applied_state
        ):  # applied or withdrawn from a command line meanwhile
            self.applied_state = applied_state
            self.changed.emit()


class LeaseTimer(QObject):
    """Ends leases while the window is open, in case no guard process does.

    Whoever is quicker withdraws, and the other finds nothing.

    Signals:
        leases_due: one has ended.
    """

    leases_due = Signal()

    def __init__(
        self, system: SystemState, clock: Callable[[], Moment], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._system, self._clock = system, clock
        self._tried_keys: tuple[str, ...] = ()
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._on_timeout)
        system.changed.connect(self.watch)

    def watch(self) -> None:
        """Wait for the next deadline, or report now what has ended."""
        applied_state = self._system.applied_state
        if applied_state.ended_keys and applied_state.ended_keys != self._tried_keys:
            self._tried_keys = applied_state.ended_keys
            self.leases_due.emit()
            return
        seconds_left = find_next_deadline(
            (entry.lease for entry in applied_state.configurations), self._clock()
        )
        if applied_state.ended_keys:
            seconds_left = _RETRY_SECONDS
        if seconds_left is None:
            self.timer.stop()
        else:
            # A moment later, so that it has ended when it is looked at.
            self.timer.start(int(1000 * min(_MAX_WAIT_SECONDS, max(0.0, seconds_left))) + 1)

    def _on_timeout(self) -> None:
        """Report that a lease has ended, or wait on."""
        seconds_left = find_next_deadline(
            (entry.lease for entry in self._system.applied), self._clock()
        )
        if self._system.applied_state.ended_keys or (
            seconds_left is not None and seconds_left <= 0
        ):
            self.leases_due.emit()
        else:
            self.watch()
