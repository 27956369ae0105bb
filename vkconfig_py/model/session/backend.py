"""The Session's machine, and the only interface through which the Session accesses it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.base.verdicts import Remedy, Step
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.apply.apply_plan import ApplyResult
    from vkconfig_py.model.apply.device_proof import DeviceProof
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.offer import Offer
    from vkconfig_py.model.chain.picture_values import Picture, Row
    from vkconfig_py.model.chain.probe_results import Prober
    from vkconfig_py.model.configuration.configuration import Configuration, DeviceChoice
    from vkconfig_py.model.configuration.preferences import PreferenceValues
    from vkconfig_py.model.configuration.workspace import Loaded, Saved, Workspace
    from vkconfig_py.model.exchange.open_file import DroppedPaths
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.formats.foreign_files import Opened, Rendered
    from vkconfig_py.model.launch.menu_entry import MenuChange, MenuState, ShellFiles
    from vkconfig_py.model.launch.seen_instances import Expected
    from vkconfig_py.model.plan.device_values import DevicePlan
    from vkconfig_py.model.plan.leases import Lease, Moment, Term
    from vkconfig_py.model.plan.plan import Applied, InForce, Plan, Question
    from vkconfig_py.model.problems.fixes import AppliedFix, Fix
    from vkconfig_py.model.problems.headline import Action, ActionableProblem
    from vkconfig_py.model.processes.process_watch import ProcessWatch
    from vkconfig_py.model.programs.program_paths import ProgramMatch
    from vkconfig_py.model.programs.seen_requests import SeenRequests
    from vkconfig_py.model.timeline.history import History
    from vkconfig_py.model.timeline.own_actions import Foreseen, Return


class SessionMachine(NamedTuple):
    """The machine of a session: this one, or the demo machine in a temporary folder.

    Attributes:
        loaders: installed loaders, the one that programs use first; () if there is none.
        demo: shown in the window title; disables launches and checks with the real loader.
        recorded: file with probe results from the machine that the sample was taken from.
    """

    host: Host
    loaders: tuple[LoaderProfile, ...]
    paths: StatePaths
    demo: bool = False
    recorded: str = ""

    @property
    def home(self) -> str:
        """The user's home folder on that machine; file dialogs start there."""
        return self.host.environment.get("HOME") or "/"


class Backend:
    """All access of the Session to the machine; tests replace methods.

    Imports are inside the methods: a window that only shows a chain never loads the code that
    writes.
    """

    def __init__(self, shell_files: ShellFiles | None = None) -> None:
        """`shell_files`: without it no entry in the menu is offered."""
        self._shell_files = shell_files

    def compute(self, question: Question, cache: DocumentCache) -> Picture:
        from vkconfig_py.model.chain.picture import compute_picture

        return compute_picture(question, cache)

    def survey(self, question: Question, cache: DocumentCache) -> LoaderReport:
        from vkconfig_py.model.chain.survey import report_of_session

        return report_of_session(question, cache)

    def load(self, folder: Path) -> Loaded:
        from vkconfig_py.model.configuration.configuration_json import shipped_here
        from vkconfig_py.model.configuration.workspace_files import load_workspace

        return load_workspace(folder, shipped_here())

    def save(self, folder: Path, before: Workspace, after: Workspace) -> Saved:
        from vkconfig_py.model.configuration.configuration_json import shipped_here
        from vkconfig_py.model.configuration.workspace_files import save_workspace

        return save_workspace(folder, before, after, shipped_here())

    def read_again(self, folder: Path, before: Workspace, after: Workspace) -> Saved:
        from vkconfig_py.model.configuration.configuration_json import shipped_here
        from vkconfig_py.model.configuration.workspace_files import read_again

        return read_again(folder, before, after, shipped_here())

    def read_preferences(self, file: Path) -> PreferenceValues:
        from vkconfig_py.model.configuration.preferences import read_preferences

        return read_preferences(file)

    def write_preference(self, file: Path, key: str, value: str) -> str:
        """Keep a value; the error, or ""."""
        from vkconfig_py.model.configuration.preferences import write_preference
        from vkconfig_py.model.files.atomic_files import error_sentence

        try:
            write_preference(file, key, value)
        except OSError as error:
            return error_sentence(tr("The preferences could not be saved"), str(file), error)
        return ""

    def read_in_force(self, paths: StatePaths) -> InForce:
        from vkconfig_py.model.apply.apply_plan import read_in_force

        return read_in_force(paths, self.moment())

    def plan_applied(self, question: Question, cache: DocumentCache) -> Plan:
        from vkconfig_py.model.chain.compute import plan_to_apply

        return plan_to_apply(question, cache)

    def plan_rest(
        self, question: Question, applied: tuple[Applied, ...], cache: DocumentCache
    ) -> Plan:
        from vkconfig_py.model.chain.compute import applied_plan

        return applied_plan(question, applied, cache)

    def describe(self, path: str, host: Host) -> ProgramMatch:
        from vkconfig_py.model.programs.program_paths import compared_program

        return compared_program(path, host)

    def apply(
        self, plan: Plan, applied: tuple[Applied, ...], paths: StatePaths, *, ended: bool
    ) -> ApplyResult:
        from vkconfig_py.model.apply.apply_plan import apply_plan

        return apply_plan(plan, applied, paths, ended=ended)

    def changing(self, paths: StatePaths) -> AbstractContextManager[None]:
        from vkconfig_py.model.apply.journal import changing

        return changing(paths)

    def make_lease(self, term: Term, paths: StatePaths) -> Lease:
        from vkconfig_py.model.apply.lease_facts import make_lease

        return make_lease(term, paths, self.moment())

    def change_leases(self, leases: Mapping[str, Lease], paths: StatePaths) -> str:
        from vkconfig_py.model.apply.apply_plan import change_leases

        return change_leases(leases, paths)

    def start_guard(self, paths: StatePaths) -> str:
        from vkconfig_py.model.apply.lease_guard import start_guard

        return start_guard(paths)

    def find_overrides(self, report: LoaderReport, paths: StatePaths) -> tuple[FoundOverride, ...]:
        from vkconfig_py.model.apply.found_overrides import find_overrides

        return find_overrides(report, paths)

    def find_running(self, host: Host) -> RunningVkConfig | None:
        from vkconfig_py.model.apply.found_overrides import find_running

        return find_running(host)

    def sort_dropped_paths(self, paths: Sequence[str]) -> DroppedPaths:
        from vkconfig_py.model.exchange.open_file import sort_dropped_paths

        return sort_dropped_paths(paths)

    def open_foreign(self, path: str, host: Host, inventory: LoaderReport | None) -> Opened:
        from vkconfig_py.model.exchange.open_file import open_file

        return open_file(path, host, inventory)

    def export_to_vkconfig(
        self, configuration: Configuration, host: Host, inventory: LoaderReport | None
    ) -> Rendered:
        from vkconfig_py.model.exchange.open_file import export_to_vkconfig

        return export_to_vkconfig(configuration, host, inventory)

    def remove_override(self, path: str, paths: StatePaths) -> str:
        from vkconfig_py.model.apply.found_overrides import remove_override

        return remove_override(path, paths)

    def restore_override(self, path: str, paths: StatePaths) -> str:
        from vkconfig_py.model.apply.found_overrides import restore_override

        return restore_override(path, paths)

    def read_journal(self, paths: StatePaths) -> tuple[JournalEntry, ...]:
        from vkconfig_py.model.apply.journal import read_journal

        return read_journal(paths)

    def foresee(self, way: Return, paths: StatePaths) -> Foreseen:
        from vkconfig_py.model.timeline.own_actions import foresee

        return foresee(way, paths)

    def go_back(self, way: Return, paths: StatePaths) -> str:
        from vkconfig_py.model.plan.leases import WITH_THIS_PROCESS
        from vkconfig_py.model.timeline.own_actions import carry_out

        return carry_out(way, paths, WITH_THIS_PROCESS)

    def note_changes(
        self, report: LoaderReport, overrides: tuple[FoundOverride, ...], paths: StatePaths
    ) -> History:
        """Compare the machine with the last look at it, and keep what others changed."""
        from vkconfig_py.model.timeline.history import look
        from vkconfig_py.model.timeline.machine_look import ScanResult

        own = self.read_in_force(paths).seen_from(report.host.root).files
        return look(ScanResult(report, overrides, frozenset(own)), paths, self.clock())

    def lint(
        self, question: Question, loaders: tuple[LoaderProfile, ...], cache: DocumentCache
    ) -> tuple[ActionableProblem, ...]:
        from vkconfig_py.model.problems.actionable import lint_question

        return lint_question(question, loaders, cache)

    def find_offers(
        self,
        picture: Picture,
        row: Row,
        problems: Sequence[ActionableProblem],
        cache: DocumentCache,
    ) -> tuple[Offer, ...]:
        from vkconfig_py.model.problems.offers import find_offers

        return find_offers(picture, row, problems, cache)

    def find_ways(
        self, picture: Picture, keys: Sequence[str], cache: DocumentCache
    ) -> Mapping[str, tuple[Action, ...]]:
        from vkconfig_py.model.problems.probe_problems import find_ways

        return find_ways(picture, keys, cache)

    def plan_fix(self, remedy: Remedy, paths: StatePaths, root: str) -> Fix:
        from vkconfig_py.model.problems.fixes import plan_fix

        return plan_fix(remedy, paths, root)

    def prepare_command(self, remedy: Remedy, paths: StatePaths, root: str) -> tuple[str, str]:
        from vkconfig_py.model.problems.fixes import plan_fix, prepare

        fix = plan_fix(remedy, paths, root)
        error = prepare(fix, paths) if fix.command else fix.refused
        return fix.command, error

    def apply_fix(self, remedy: Remedy, paths: StatePaths, root: str) -> AppliedFix:
        from vkconfig_py.model.problems.fixes import apply_fix, plan_fix

        return apply_fix(plan_fix(remedy, paths, root), paths)

    def revert_fix(self, key: str, paths: StatePaths) -> AppliedFix:
        from vkconfig_py.model.problems.fixes import revert_fix

        return revert_fix(key, paths)

    def read_file(self, host: Host, path: str) -> bytes | None:
        from vkconfig_py.loader.files.read_file import read_whole

        try:
            return read_whole(host.root + path)[1]
        except OSError:
            return None

    def story(self, report: LoaderReport, subject: str) -> tuple[Step, ...]:
        from vkconfig_py.loader.explain.story import story

        return story(report, subject)

    def verify(self, report: LoaderReport) -> Verification:
        from vkconfig_py.model.apply.verify import verify

        return verify(report)

    def prove_devices(
        self, report: LoaderReport, plan: DevicePlan, choice: DeviceChoice
    ) -> DeviceProof:
        from vkconfig_py.model.apply.device_proof import prove_devices

        return prove_devices(report, plan, choice)

    def expect(self, picture: Picture) -> Expected:
        """What a launch of a picture is compared with."""
        from vkconfig_py.model.chain.compute import find_program
        from vkconfig_py.model.chain.survey import file_of
        from vkconfig_py.model.launch.seen_instances import expected_of

        question = picture.question
        program = find_program(question)
        return expected_of(picture.report, file_of(program, question.host), program)

    def keep_requests(self, paths: StatePaths, seen: SeenRequests) -> bool:
        """Keep what a launch showed of its program; True if predictions change."""
        from vkconfig_py.model.programs.seen_requests import remember

        try:
            return remember(paths.requests_file, seen)
        except OSError:  # the next launch shows it again
            return False

    def forget_requests(self, paths: StatePaths, program: str) -> str:
        """Forget what launches showed of a program; "" or why not."""
        from vkconfig_py.model.files.atomic_files import error_sentence
        from vkconfig_py.model.programs.seen_requests import forget

        try:
            forget(paths.requests_file, program)
        except OSError as error:
            return error_sentence(tr("Nothing was forgotten"), str(paths.requests_file), error)
        return ""

    def prober(self, environment: Mapping[str, str], paths: StatePaths, recorded: str) -> Prober:
        if recorded:
            from vkconfig_py.model.chain.prober import RecordedProber

            return RecordedProber(recorded)
        from vkconfig_py.model.chain.prober import RealProber

        return RealProber(environment, paths)

    def write_export(self, path: Path, text: str) -> str:
        from vkconfig_py.model.files.atomic_files import write_named
        from vkconfig_py.model.files.paths import reason_of

        try:
            write_named(path, text.encode())
        except OSError as error:
            return reason_of(error)
        return ""

    def write_generated(self, path: Path, content: bytes) -> str:
        from vkconfig_py.model.files.atomic_files import error_sentence, write_named

        try:
            write_named(path, content)
        except OSError as error:
            return error_sentence(tr("Nothing was written"), str(path), error)
        return ""

    def find_menu_state(self, machine: SessionMachine) -> MenuState:
        from vkconfig_py.model.launch.menu_entry import MenuState, find_state, offered_program

        if machine.demo or self._shell_files is None:
            return MenuState.OTHER
        program = offered_program(machine.host.environment)
        return find_state(machine.host, machine.paths, program, self._shell_files)

    def change_menu(self, machine: SessionMachine, *, removing: bool, dry_run: bool) -> MenuChange:
        from vkconfig_py.model.configuration.own_documents import DocumentError
        from vkconfig_py.model.launch import menu_entry
        from vkconfig_py.model.launch.own_desktop_entry import own_program

        data, shell_files = menu_entry.menu_folder(machine.host), self._shell_files
        if data is None or shell_files is None:  # nothing was offered
            return menu_entry.MenuChange(removing)
        updating = not removing and menu_entry.has_entry(machine.paths)
        try:
            done = menu_entry.change_entry(
                data, machine.paths, own_program(), shell_files, removing=removing, dry_run=dry_run
            )
        except (OSError, DocumentError) as error:
            return menu_entry.MenuChange(
                removing, error=menu_entry.failure(error, data, removing=removing)
            )
        return menu_entry.MenuChange(removing, done.files, done.left, done.gone, updating=updating)

    def process_watch(self) -> ProcessWatch:
        from vkconfig_py.model.processes.process_watch import ProcessWatch

        return ProcessWatch()

    def clock(self) -> float:
        return time.time()

    def moment(self) -> Moment:
        from vkconfig_py.model.apply.lease_facts import read_moment

        return read_moment(self.clock())
