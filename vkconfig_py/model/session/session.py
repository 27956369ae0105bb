"""The Session: owns the parts of the present state, and alone knows them all; its preferences.

One direction: gesture -> item model or action -> command of a part -> new snapshot -> signal ->
every view, the saver and the refresher. No other object keeps state that outlives a gesture.
Behaviour that involves more than one part is here; each part gets its dependencies in its
constructor, and none knows the Session. Code for probes and declarations is loaded on first use:
the first snapshot needs only files.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration_json import read_built_ins_here
from vkconfig_py.model.configuration.preferences import (
    CONTRAST,
    LANGUAGE,
    MOTION,
    PREFERENCE_BY_KEY,
    PREFERENCES,
    STYLE,
    Preference,
    PreferenceValues,
    read_preferences,
    write_preference,
)
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, WHILE_THIS_PROCESS_RUNS, make_term
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, PlanView
from vkconfig_py.model.session.background import (
    ABANDON_SECONDS,
    GcTimer,
    SessionMachine,
    SharedCache,
    SharedServices,
    Worker,
)
from vkconfig_py.model.session.edits import Edits, ShownChain
from vkconfig_py.model.session.file_exchange import FileExchange
from vkconfig_py.model.session.loader_checks import LoaderChecks
from vkconfig_py.model.session.persistence import FolderWatch, Persistence, list_searched_paths
from vkconfig_py.model.session.problem_list import Problems, RowExplanations
from vkconfig_py.model.session.snapshots import (
    ChainSnapshots,
    OpenWhatIf,
    PlannedChanges,
    PredictionRequests,
)
from vkconfig_py.model.session.system_state import LeaseTimer, SystemState

if TYPE_CHECKING:
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.apply.notices import Banner
    from vkconfig_py.model.chain.probe_results import EnteredOrder, ProbeFindings
    from vkconfig_py.model.chain.probe_rows import Culprits
    from vkconfig_py.model.chain.row_details import LabeledFact
    from vkconfig_py.model.chain.what_if_snapshot import CopiedWhatIf
    from vkconfig_py.model.launch.menu_entry import ShellFiles
    from vkconfig_py.model.plan.leases import Moment, Term
    from vkconfig_py.model.plan.plan import PredictionRequest
    from vkconfig_py.model.session.background import SessionMemory
    from vkconfig_py.model.session.declarations import DeclaredLayers
    from vkconfig_py.model.session.desktop_menu_entry import DesktopMenuEntry
    from vkconfig_py.model.session.machine_fixes import Fixes
    from vkconfig_py.model.session.own_builds import OwnBuilds
    from vkconfig_py.model.session.probes import Probes
    from vkconfig_py.model.session.startup_snapshot import StartupSnapshot


class Preferences(QObject):
    """What the user prefers. A choice takes effect at once and is written by a worker.

    Signals:
        changed: one preference has another value (its key).
        questions_restored: a command gave the kept answers back.
        message: a sentence for the user (text, tone).

    Attributes:
        values: what is in force.
    """

    changed = Signal(str)
    questions_restored = Signal()
    message = Signal(str, str)

    def __init__(
        self, file: Path, shared_services: SharedServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.values = PreferenceValues()
        self._file = file
        self._shared = shared_services
        self._used_language = self.values.get_value(LANGUAGE)
        self._unwritten_count = 0  # choices that are not in the file yet

    def open(self, values: PreferenceValues) -> None:
        """Set the values that were read from the file, without a signal."""
        self.values = values
        self._used_language = values.get_value(LANGUAGE)

    @property
    def needs_restart(self) -> bool:
        """Whether a choice takes effect at the next start only: another language was chosen."""
        return self.values.get_value(LANGUAGE) != self._used_language

    def import_from_window(self, memory: SessionMemory) -> bool:
        """Take over what older versions stored with the window. Return True if there was any."""
        stored = {
            preference: memory.get_text(f"appearance/{preference.key}")
            for preference in (CONTRAST, MOTION, STYLE)
        }
        for preference, value in stored.items():
            if value:
                memory.set_value(f"appearance/{preference.key}", "")
            if preference.accepts(value) and preference.key not in self.values.chosen_values:
                self.choose(preference, value)
        return any(stored.values())

    def report_problems(self) -> None:
        """Report what in the file is not used, and why."""
        if problems := self.values.problems:
            self.message.emit(" ".join(problem.sentence for problem in problems), "warn")

    def choose(self, preference: Preference, value: str) -> None:
        """Set a preference now, and store it for later starts."""
        if value == self.values.get_value(preference):
            return
        self._unwritten_count += 1
        self._shared.changes.submit(
            partial(_store_value, self._file, preference.key, value),
            self._on_written,
        )
        chosen_values = {**self.values.chosen_values, preference.key: value}
        self._replace_values(self.values._replace(chosen_values=chosen_values))

    def restore(self) -> None:
        """Give every preference its default."""
        for preference in PREFERENCES:
            self.choose(preference, preference.default)

    def look(self) -> None:
        """Read the file again: another window or a command may have written it."""
        self._shared.changes.submit(partial(read_preferences, self._file), self._on_read)

    def _on_written(self, error: str) -> None:
        """Report why a preference could not be stored."""
        self._unwritten_count -= 1
        if error:
            self.message.emit(error, "error")

    def _on_read(self, values: PreferenceValues) -> None:
        """Take the values of the file, unless a choice is being written."""
        # A choice that is still to be written is newer; the file changes with it once more.
        if not self._unwritten_count:
            has_new_problems = values.problems != self.values.problems
            self._replace_values(values)
            if has_new_problems:
                self.report_problems()

    def _replace_values(self, values: PreferenceValues) -> None:
        """Set all values, and report each preference that is changed."""
        previous_values, self.values = self.values, values
        for key, preference in PREFERENCE_BY_KEY.items():
            if previous_values.get_value(preference) != self.values.get_value(preference):
                self.changed.emit(key)
        if values.answers_reset_at > previous_values.answers_reset_at:
            self.questions_restored.emit()


def _store_value(file: Path, key: str, value: str) -> str:
    """Store a preference in the file. Return the error or ""."""
    try:
        write_preference(file, key, value)
    except OSError as error:
        return render_error(tr("The preferences could not be saved"), str(file), error)
    return ""


__all__ = ["Session", "SessionMachine"]


class Session(QObject):
    """The parts of the present state.

    Signals:
        message: a sentence for the user (text, tone value: "neutral", "warn", "error").
        build_checked: a layer under development was opened (its name).
        fix_applied: a fix was applied or reverted (sentence, whether the latest undo step reverts
            it).
    """

    message = Signal(str, str)
    build_checked = Signal(str)
    fix_applied = Signal(str, bool)

    def __init__(
        self,
        machine: SessionMachine,
        shell_files: ShellFiles | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Create all parts.

        `shell_files` is what an entry in the menu needs, None to offer none.
        """
        super().__init__(parent)
        self._shell_files = shell_files
        self._startup_snapshot: StartupSnapshot | None = None  # until the window is seen
        self._is_journal_due = False
        self._probes: Probes | None = None
        self._culprits: Culprits | None = None
        self._declared_layers: DeclaredLayers | None = None
        self._explanations: RowExplanations | None = None
        self._own_builds: OwnBuilds | None = None
        self._fixes: Fixes | None = None
        self._menu_entry: DesktopMenuEntry | None = None
        self._collector = GcTimer(self)
        self._watch = FolderWatch(self)
        reads, changes = Worker("reads", self), Worker("changes", self)
        cache = SharedCache()
        self.shared = shared_services = SharedServices(machine, cache, reads, changes)
        chain = ShownChain()
        self.edits = edits = Edits(chain, self.find_devices, self)
        self.system = system = SystemState(shared_services, self)
        self.leases = LeaseTimer(system, self.find_moment, self)
        self.requests = requests = PredictionRequests(machine, edits, system)
        self.what_if = OpenWhatIf(
            self._compute,
            requests.make_what_if_request,
            self._add_probe_results,
            self,
        )
        self.snapshots = snapshots = ChainSnapshots(
            self._compute, requests, edits, self.what_if, self._add_probe_results, self
        )
        self.plan = PlannedChanges(shared_services, requests, snapshots, self)
        self.checks = LoaderChecks(shared_services, snapshots, self.what_if, requests, self)
        self.problems = Problems(shared_services, system, snapshots, lambda: self._probes, self)
        self.exchange = FileExchange(shared_services, edits, snapshots, self)
        self.persistence = Persistence(shared_services, edits, self)
        self.preferences = Preferences(machine.paths.preferences_file, shared_services, self)
        self._connect_signals()

    def _connect_signals(self) -> None:
        """Connect the signals of the parts."""
        edits, snapshots, persistence = self.edits, self.snapshots, self.persistence
        edits.edited.connect(persistence.save_soon)
        for signal in (edits.edited, persistence.saver_joined):
            signal.connect(snapshots.request_snapshot)
            signal.connect(snapshots.end_preview)
        edits.drawn.connect(snapshots.keep_dragged_order)
        edits.fix_step_reached.connect(self._toggle_fix)
        self.system.override_removed.connect(self._add_removal)
        persistence.problems_changed.connect(self._on_document_problems_changed)
        self.system.changed.connect(snapshots.refresh)
        self.system.configuration_applied.connect(self._on_applied)
        self.leases.leases_due.connect(self._on_leases_due)
        self.what_if.asked.connect(self._recall_what_if)
        snapshots.probe_results_shown.connect(self._on_probe_results_shown)
        snapshots.followed.connect(self._on_snapshots_followed)
        self._watch.changed.connect(snapshots.refresh)
        persistence.files_changed.connect(self.preferences.look)
        persistence.history_extended.connect(self.system.read_journal)
        for part in (
            self.system, self.checks, self.exchange, persistence, self.preferences
        ):  # fmt: skip
            part.message.connect(self.message)

    @property
    def machine(self) -> SessionMachine:
        """The machine of the session."""
        return self.requests.machine

    @property
    def menu_entry(self) -> DesktopMenuEntry:
        """The entry in the desktop's menu, created on first use."""
        if self._menu_entry is None:
            from vkconfig_py.model.session.desktop_menu_entry import DesktopMenuEntry

            self._menu_entry = DesktopMenuEntry(self.shared, self._shell_files, self)
        return self._menu_entry

    @property
    def fixes(self) -> Fixes:
        """What applies remedies, created on first use."""
        if self._fixes is None:
            from vkconfig_py.model.session.machine_fixes import Fixes

            self._fixes = Fixes(self.shared, self.edits, self.system, self)
            self._fixes.fix_applied.connect(self.fix_applied)
            self._fixes.message.connect(self.message)
        return self._fixes

    def _toggle_fix(self, step: str, label: str) -> None:
        """Revert the fix of an undo step, or apply it again; "" is a step that has none."""
        if step:
            self.fixes.toggle(step, label)

    def _add_removal(self, path: str, removal: JournalEntry) -> None:
        """Add an undo step for the removal of an override."""
        self.fixes.add_removal(path, removal)

    @property
    def probes(self) -> Probes:
        """The probes, created on first use."""
        if self._probes is None:
            from vkconfig_py.model.session.probes import Probes

            self._probes = Probes(self.shared, self)
            self._probes.changed.connect(self.snapshots.show_probe_results)
            self._probes.message.connect(self.message)
        return self._probes

    @property
    def declared(self) -> DeclaredLayers:
        """What manifests declare about settings, created on first use."""
        if self._declared_layers is None:
            from vkconfig_py.model.session.declarations import DeclaredLayers

            self._declared_layers = DeclaredLayers(self.shared.reads, self)
        return self._declared_layers

    @property
    def builds(self) -> OwnBuilds:
        """The layers under development, created on first use."""
        if self._own_builds is None:
            from vkconfig_py.model.session.own_builds import OwnBuilds

            self._own_builds = OwnBuilds(self.shared, self.edits, self.snapshots, self)
            self._own_builds.message.connect(self.message)
            self._own_builds.build_checked.connect(self.build_checked)
            self._own_builds.added.connect(
                lambda build: self.exchange.layers_arrived.emit({build.layer, build.manifest})
            )
        return self._own_builds

    def list_layer_build_facts(self, layer: str) -> tuple[LabeledFact, ...]:
        """Return what opening a layer under development showed, () for any other layer."""
        return () if self._own_builds is None else self._own_builds.list_facts(layer)

    @property
    def explanations(self) -> RowExplanations:
        """The explanations of rows, created on first use."""
        if self._explanations is None:
            self._explanations = RowExplanations(
                self.shared, self.snapshots, self.problems, lambda: self.probes
            )
        return self._explanations

    @property
    def chain_probe(self) -> EnteredOrder | None:
        """In which order a probe entered the current chain's layers, None without such a probe."""
        return (
            None if self._probes is None else self._probes.find_chain_probe(self.snapshots.current)
        )

    @property
    def earlier_chain_probe(self) -> EnteredOrder | None:
        """The order in which the last probe entered layers, if that was of another chain."""
        return None if self._probes is None else self._probes.earlier_chain_probe

    # from the start to the end

    def start(self, *, asks_snapshot: bool = True) -> None:
        """Load the workspace, read what is applied and ask for the first snapshot.

        Without `asks_snapshot` the startup snapshot is still on its way, for `show_late_startup`.
        """
        self._is_journal_due = True  # it can wait for the first snapshot
        self.persistence.open(
            load_workspace(self.machine.paths.configurations, read_built_ins_here())
        )
        self.persistence.watch()
        self.system.read()
        self.problems.find_notices(self.persistence.problems)
        self.edits.workspace_changed.emit()
        self.system.applied_changed.emit()
        if asks_snapshot:
            self.snapshots.refresh()
        self.leases.watch()

    def show_late_startup(self, startup: StartupSnapshot) -> None:
        """Show a startup snapshot that came after `start`, unless something is different now."""
        self.requests.machine = self.machine._replace(loaders=startup.loaders)
        if self.requests.make_request() != startup.snapshot.request:
            self.snapshots.refresh()
            return
        self.shared.cache.start_with(startup.find_cache)
        if startup.find_look is not None:  # before anybody asks about a row
            self.explanations.start_with(startup.snapshot, startup.find_look)
        self._startup_snapshot = startup  # what follows a snapshot begins with it
        self.snapshots.show(startup.snapshot)
        self._follow_first_snapshot()

    def show_startup(self, startup: StartupSnapshot) -> None:
        """Show the startup snapshot. The remaining work waits for `finish_startup`."""
        self._startup_snapshot = startup
        self.persistence.open(startup.load_result)
        self.system.applied_state = startup.applied_state
        self.shared.cache.start_with(startup.find_cache)
        self.edits.workspace_changed.emit()
        self.system.applied_changed.emit()
        self.snapshots.show(startup.snapshot)

    def finish_startup(self) -> None:
        """Do the startup work that can wait until the first snapshot is displayed."""
        if self._startup_snapshot is None:
            return
        self.problems.look_for_notices(self.persistence.problems)
        self.persistence.watch(since=self._startup_snapshot.taken_at)
        self.system.read_journal()
        self.leases.watch()
        self._follow_first_snapshot()

    def _follow_first_snapshot(self) -> None:
        """Do the work that follows the first snapshot."""
        startup, self._startup_snapshot = self._startup_snapshot, None
        if self.snapshots.current is not None:
            self.snapshots.is_look_due = True
            self._update_after_snapshot(self.snapshots.current, startup)

    def close(self) -> None:
        """Save unsaved changes and end every thread, except blocked reading threads."""
        self._watch.close()
        self.leases.timer.stop()
        self.persistence.close()
        self.snapshots.refresher.close()
        self.what_if.stop()
        if self._probes is not None:
            self._probes.close()
        if self._own_builds is not None:
            self._own_builds.close()
        self.exchange.close()
        self.shared.reads.close(ABANDON_SECONDS)
        self.shared.changes.close()
        self.checks.worker.close()
        self._collector.timer.stop()

    def set_machine(self, machine: SessionMachine) -> None:
        """Replace the machine (loaders are detected after the start)."""
        self.requests.machine = machine
        self.snapshots.refresh()

    # applying

    def apply(
        self,
        programs: tuple[str, ...],
        mechanism: Mechanism | None = None,
        term: Term = WHILE_THIS_PROCESS_RUNS,
    ) -> None:
        """Apply the current configuration to these programs, or to every program with ().

        Without a mechanism, uses the one by which it is applied at present, if any. The chain shown
        is then that of these programs.
        """
        selected_configuration, applied_configurations = (
            self.edits.workspace.selected_configuration,
            self.system.applied,
        )
        applied_mechanism = next(
            (
                entry.mechanism
                for entry in applied_configurations
                if entry.configuration.key == selected_configuration.key
            ),
            None,
        )
        plan_view = self.requests.view
        follows_program_list = (
            plan_view.follows_program_list
            if plan_view.is_applied and plan_view.programs == programs
            else bool(programs and selected_configuration.programs)
        )
        view = PlanView(
            mechanism or applied_mechanism or Mechanism.AUTOMATIC, programs, follows_program_list
        )
        self.system.apply(self.requests.make_request(view), programs, term)
        self.plan.show(None)
        self.snapshots.set_view(view)

    def _on_applied(self, request: PredictionRequest) -> None:
        """Check with the real loader what was applied."""
        applied_state = self.system.applied_state
        self.checks.check_applied(
            request._replace(
                applied_configurations=applied_state.configurations,
                own_files=applied_state.files,
                original_contents=applied_state.original_contents,
            )
        )

    def apply_again(self, programs: tuple[str, ...]) -> None:
        """Apply the edited current configuration. Its lease stays as it is."""
        key = self.edits.workspace.selected_configuration.key
        leases = {entry.configuration.key: entry.lease for entry in self.system.applied}
        self.apply(programs, term=make_term(leases.get(key, UNTIL_WITHDRAWN), self.find_moment()))

    def withdraw(self, key: str = "") -> None:
        """Withdraw one configuration, or everything, and update the snapshot of a launch."""
        self.system.withdraw(self.requests.make_request(), key)
        self._reset_view()

    def withdraw_now(self, keys: tuple[str, ...] = (), *, keeps_running: bool = False) -> str:
        """Withdraw some configurations, or everything, and wait for the end of that.

        `keeps_running`: it does not end, so what shows them has to follow. Return "" or a message
        for the user.
        """
        self.shared.changes.drain()
        sentence = self.system.withdraw_now(self.requests.make_request(), keys)
        if sentence or keeps_running:  # the window stays open to say it
            self.system.read_journal()
            self.system.changed.emit()
        return sentence

    def _on_leases_due(self) -> None:
        """Withdraw the configurations whose lease has ended."""
        self.system.end_leases(self.requests.make_request())

    def make_banner(self) -> Banner | None:
        """Return the notice about what is applied, for the banner, or None."""
        from vkconfig_py.model.apply.notices import find_banner

        return find_banner(
            self.system.applied_state,
            self.system.overrides,
            self.edits.workspace,
            self.find_moment(),
        )

    def find_moment(self) -> Moment:
        """Return the time now, by the clock and since boot."""
        from vkconfig_py.model.apply.lease_facts import read_moment

        return read_moment()

    def _reset_view(self) -> None:
        """Show the configuration as a launch from here."""
        self.plan.show(None)
        self.snapshots.set_view(DEFAULT_VIEW)

    # what if

    def find_adoption(self) -> CopiedWhatIf | None:
        """Return what the configuration would take over of the what-if, None without a what-if."""
        if not self.what_if.is_hypothetical:
            return None
        from vkconfig_py.model.chain.what_if_snapshot import copy_to_configuration

        current_configuration, host = self.edits.workspace.selected_configuration, self.machine.host
        return copy_to_configuration(
            self.what_if.assumptions, current_configuration, self.requests.view, host
        )

    def adopt_what_if(self) -> str:
        """Copy the what-if to the configuration where possible, as one undo step.

        Return a message.
        """
        copied_what_if = self.find_adoption()
        if copied_what_if is None:
            return ""
        from vkconfig_py.model.chain.what_if_snapshot import COPY_TO_CONFIGURATION

        self.edits.do(
            workspace_edits.make_change, copied_what_if.configuration, COPY_TO_CONFIGURATION
        )
        self.what_if.set_assumptions(copied_what_if.remaining_what_if)
        return copied_what_if.sentence

    # what follows a snapshot

    def _compute(self, request: PredictionRequest) -> ChainSnapshot:
        """Compute the snapshot of a request, on a worker."""
        from vkconfig_py.model.chain.snapshot import compute_snapshot

        return compute_snapshot(request, self.shared.cache())

    def _on_probe_results_shown(self) -> None:
        """Read the journal, once, after the first snapshot has its probe results."""
        if self._is_journal_due:
            self._is_journal_due = False
            self.system.read_journal()

    def _on_snapshots_followed(self) -> None:
        """Do the work that follows a displayed snapshot."""
        if self._startup_snapshot is None and self.snapshots.current is not None:
            self._update_after_snapshot(self.snapshots.current)

    def _update_after_snapshot(
        self, snapshot: ChainSnapshot, startup: StartupSnapshot | None = None
    ) -> None:
        """Do the work that follows a displayed snapshot. A startup snapshot may be out of date."""
        since = startup.taken_at if startup is not None else None
        # The plan of one launch may leave places out that the user added.
        self._watch.watch(*list_searched_paths(snapshot.report, snapshot.inventory), since=since)
        find_first = None
        if startup is not None and snapshot.has_same_answer(startup.snapshot):
            find_first = startup.find_look
        if find_first is not None:
            self.explanations.start_with(snapshot, find_first)
        self.plan.look()
        was_look_due, self.snapshots.is_look_due = self.snapshots.is_look_due, False
        if was_look_due:
            self.system.look(snapshot, find_first)
        self.problems.problem_list.look(
            snapshot.request, self.machine.loaders, force=was_look_due, find_first=find_first
        )
        self.probes.load_results(snapshot.report, force=was_look_due, find_first=find_first)
        self.declared.look(snapshot)
        if any(collection_source.watched for collection_source in self.edits.workspace.sources):
            self.builds.start()

    def _recall_what_if(self, snapshot: ChainSnapshot | None) -> None:
        """Load earlier probe results for the what-if."""
        self.probes.load_what_if_results(None if snapshot is None else snapshot.report)

    def _on_document_problems_changed(self) -> None:
        """Find the notices about the program's own files anew."""
        self.problems.look_for_notices(self.persistence.problems)

    def find_devices(self) -> ProbeFindings:
        """Return what probes found, of devices only those that programs can get."""
        findings, snapshot = self.probes.answers.findings, self.snapshots.current
        if snapshot is None:
            return findings
        unused_drivers = snapshot.list_unused_drivers()
        devices = {
            driver: found
            for driver, found in findings.devices.items()
            if driver not in unused_drivers
        }
        return findings._replace(devices=devices)

    def _add_probe_results(self, snapshot: ChainSnapshot) -> ChainSnapshot:
        """Return a snapshot with earlier probe results in its rows, and what a search found."""
        if self._probes is not None:
            from vkconfig_py.model.chain.probe_rows import add_probe_findings

            findings = self._probes.find_answers(snapshot).findings
            snapshot = add_probe_findings(snapshot, findings)
        elif any(row.is_culprit for row in snapshot.rows):  # marked before
            snapshot = snapshot.with_rows(snapshot.unprobed_rows, snapshot.unprobed_summary)
        if self._culprits is None:
            return snapshot
        from vkconfig_py.model.chain.probe_rows import mark_culprits

        return mark_culprits(snapshot, self._culprits)

    def show_culprits(self, culprits: Culprits | None) -> None:
        """Show in the rows what a search found to break the program, None for nothing."""
        if culprits != self._culprits:
            self._culprits = culprits
            self.snapshots.show_probe_results()
