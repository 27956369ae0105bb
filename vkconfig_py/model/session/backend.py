"""Machine and Backend: what the Session works on, and the functions by which it reaches that.

One value, so that a test replaces a function and not the inside of a module. The real ones are
imported when they are first used: a window that only shows a chain never loads the code that
writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.records import NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.base.verdicts import Remedy, Step
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.apply.apply_plan import ApplyResult
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.picture_values import Offer, Picture, Row
    from vkconfig_py.model.chain.probe_results import Prober
    from vkconfig_py.model.configuration.configuration import Configuration
    from vkconfig_py.model.configuration.workspace import Loaded, Saved, Workspace
    from vkconfig_py.model.exchange.open_file import DroppedPaths
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.formats.foreign_files import Opened, Rendered
    from vkconfig_py.model.plan.plan import Applied, InForce, Plan
    from vkconfig_py.model.plan.question import Question
    from vkconfig_py.model.problems.actionable import Action, ActionableProblem
    from vkconfig_py.model.problems.fixes import AppliedFix, Fix
    from vkconfig_py.model.programs.program_paths import ProgramMatch


def _compute(question: Question, cache: DocumentCache) -> Picture:
    from vkconfig_py.model.chain.picture import compute_picture

    return compute_picture(question, cache)


def _survey(question: Question, cache: DocumentCache) -> LoaderReport:
    from vkconfig_py.loader.api.discover import discover

    return discover(question.host, question.application, question.profile, cache)


def _load(folder: Path) -> Loaded:
    from vkconfig_py.model.configuration.configuration_json import shipped_here
    from vkconfig_py.model.configuration.workspace_files import load_workspace

    return load_workspace(folder, shipped_here())


def _save(folder: Path, before: Workspace, after: Workspace) -> Saved:
    from vkconfig_py.model.configuration.configuration_json import shipped_here
    from vkconfig_py.model.configuration.workspace_files import save_workspace

    return save_workspace(folder, before, after, shipped_here())


def _read_again(folder: Path, before: Workspace, after: Workspace) -> Saved:
    from vkconfig_py.model.configuration.configuration_json import shipped_here
    from vkconfig_py.model.configuration.workspace_files import read_again

    return read_again(folder, before, after, shipped_here())


def _read_in_force(paths: StatePaths) -> InForce:
    from vkconfig_py.model.apply.apply_plan import (
        applied_files,
        left_behind,
        originals,
        read_applied,
        stays_applied,
    )
    from vkconfig_py.model.plan.plan import InForce

    return InForce(
        read_applied(paths),
        applied_files(paths),
        left_behind(paths),
        originals(paths),
        stays_applied(paths),
    )


def _plan_applied(question: Question, cache: DocumentCache) -> Plan:
    from vkconfig_py.model.chain.compute import plan_to_apply

    return plan_to_apply(question, cache)


def _plan_rest(question: Question, applied: tuple[Applied, ...], cache: DocumentCache) -> Plan:
    from vkconfig_py.model.chain.compute import applied_plan

    return applied_plan(question, applied, cache)


def _describe(path: str, host: Host) -> ProgramMatch:
    from vkconfig_py.model.programs.wrappers import compared_program

    return compared_program(path, host)


def _apply(
    plan: Plan, applied: tuple[Applied, ...], paths: StatePaths, lasting: bool
) -> ApplyResult:
    from vkconfig_py.model.apply.apply_plan import apply_plan

    return apply_plan(plan, applied, paths, lasting=lasting)


def _changing(paths: StatePaths) -> AbstractContextManager[None]:
    from vkconfig_py.model.apply.journal import changing

    return changing(paths)


def _keep(paths: StatePaths) -> str:
    from vkconfig_py.model.apply.apply_plan import keep_applied

    return keep_applied(paths)


def _find_overrides(report: LoaderReport, paths: StatePaths) -> tuple[FoundOverride, ...]:
    from vkconfig_py.model.apply.found_overrides import find_overrides

    return find_overrides(report, paths)


def _find_running(host: Host) -> RunningVkConfig | None:
    from vkconfig_py.model.apply.found_overrides import find_running

    return find_running(host)


def _sort_arrivals(paths: Sequence[str]) -> DroppedPaths:
    from vkconfig_py.model.exchange.open_file import sort_arrivals

    return sort_arrivals(paths)


def _open_foreign(path: str, host: Host, inventory: LoaderReport | None) -> Opened:
    from vkconfig_py.model.exchange.open_file import open_file

    return open_file(path, host, inventory)


def _export_to_vkconfig(
    configuration: Configuration, host: Host, inventory: LoaderReport | None
) -> Rendered:
    from vkconfig_py.model.exchange.open_file import export_to_vkconfig

    return export_to_vkconfig(configuration, host, inventory)


def _remove_override(path: str, paths: StatePaths) -> str:
    from vkconfig_py.model.apply.found_overrides import remove_override

    return remove_override(path, paths)


def _restore_override(path: str, paths: StatePaths) -> str:
    from vkconfig_py.model.apply.found_overrides import restore_override

    return restore_override(path, paths)


def _read_journal(paths: StatePaths) -> tuple[JournalEntry, ...]:
    from vkconfig_py.model.apply.journal import read_journal

    return read_journal(paths)


def _restore(entry: JournalEntry, paths: StatePaths) -> str:
    if entry.deed:
        from vkconfig_py.model.problems.fixes import take_back

        undone = take_back(entry.deed, paths)
        return "" if undone.key else undone.sentence
    from vkconfig_py.model.apply.restore import restore

    return restore(entry, paths)


def _lint(
    question: Question, loaders: tuple[LoaderProfile, ...], cache: DocumentCache
) -> tuple[ActionableProblem, ...]:
    from vkconfig_py.loader.api.discover import discover
    from vkconfig_py.model.chain.survey import of_its_program
    from vkconfig_py.model.problems.actionable import find_problems

    configuration = question.configuration
    own = [(variable.name, variable.value) for variable in configuration.environment]
    host = question.host
    if configuration.target.program:
        program = _describe(configuration.target.program, host.with_environment(own))
        question = of_its_program(question, program, cache)
        host = question.host.with_executable(program.real)
    host = host.with_environment(own)
    report = discover(host, question.application, question.profile, cache)
    # What the configuration itself sets is no surprise.
    intended = {variable.name for variable in configuration.environment}
    return find_problems(report, cache, loaders, own_files=question.own_files, intended=intended)


def _find_offers(
    picture: Picture, row: Row, told: Sequence[ActionableProblem], cache: DocumentCache
) -> tuple[Offer, ...]:
    from vkconfig_py.model.problems.offers import find_offers

    return find_offers(picture, row, told, cache)


def _find_ways(
    picture: Picture, keys: Sequence[str], cache: DocumentCache
) -> Mapping[str, tuple[Action, ...]]:
    from vkconfig_py.model.problems.probe_problems import find_ways

    return find_ways(picture, keys, cache)


def _plan_fix(remedy: Remedy, paths: StatePaths, root: str) -> Fix:
    from vkconfig_py.model.problems.fixes import plan_fix

    return plan_fix(remedy, paths, root)


def _prepare_command(remedy: Remedy, paths: StatePaths, root: str) -> tuple[str, str]:
    from vkconfig_py.model.problems.fixes import plan_fix, prepare

    fix = plan_fix(remedy, paths, root)
    error = prepare(fix, paths) if fix.command else fix.refused
    return fix.command, error


def _carry_out(remedy: Remedy, paths: StatePaths, root: str) -> AppliedFix:
    from vkconfig_py.model.problems.fixes import carry_out, plan_fix

    return carry_out(plan_fix(remedy, paths, root), paths)


def _take_back(key: str, paths: StatePaths) -> AppliedFix:
    from vkconfig_py.model.problems.fixes import take_back

    return take_back(key, paths)


def _read_file(host: Host, path: str) -> bytes | None:
    from vkconfig_py.loader.files.root_files import read_whole

    try:
        return read_whole(host.root + path)[1]
    except OSError:
        return None


def _story(report: LoaderReport, subject: str) -> tuple[Step, ...]:
    from vkconfig_py.loader.explain.story import story

    return story(report, subject)


def _verify(report: LoaderReport) -> Verification:
    from vkconfig_py.model.apply.verify import verify

    return verify(report)


def _prober(environment: Mapping[str, str], paths: StatePaths, recorded: str) -> Prober:
    if recorded:
        from vkconfig_py.model.chain.prober import RecordedProber

        return RecordedProber(recorded)
    from vkconfig_py.model.chain.prober import RealProber

    return RealProber(environment, paths)


def _write_export(path: Path, text: str) -> str:
    from vkconfig_py.model.files.atomic_files import write_named

    try:
        write_named(path, text.encode())
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _write_generated(path: Path, content: bytes) -> str:
    from vkconfig_py.model.files.atomic_files import error_sentence, write_named

    try:
        write_named(path, content)
    except OSError as error:
        return error_sentence("Nothing was written", str(path), error)
    return ""


class Machine(NamedTuple):
    """What the session works on: this machine, or the demo machine in a temporary folder.

    Attributes:
        loaders: installed loaders, the one that programs use first; () if there is none.
        demo: shown in the window title; nothing is launched, checks with the real loader are off.
        recorded: file with what probes found on the machine that the sample was taken from.
    """

    host: Host
    loaders: tuple[LoaderProfile, ...]
    paths: StatePaths
    demo: bool = False
    recorded: str = ""

    @property
    def home(self) -> str:
        """The user's folder on that machine; file dialogs begin there."""
        return self.host.environment.get("HOME") or "/"


class Backend(NamedTuple):
    """Everything the Session does to the machine or asks of it."""

    compute: Callable[[Question, DocumentCache], Picture] = _compute
    survey: Callable[[Question, DocumentCache], LoaderReport] = _survey
    load: Callable[[Path], Loaded] = _load
    save: Callable[[Path, Workspace, Workspace], Saved] = _save
    read_again: Callable[[Path, Workspace, Workspace], Saved] = _read_again
    read_in_force: Callable[[StatePaths], InForce] = _read_in_force
    describe: Callable[[str, Host], ProgramMatch] = _describe
    plan_applied: Callable[[Question, DocumentCache], Plan] = _plan_applied
    plan_rest: Callable[[Question, tuple[Applied, ...], DocumentCache], Plan] = _plan_rest
    apply: Callable[[Plan, tuple[Applied, ...], StatePaths, bool], ApplyResult] = _apply
    keep: Callable[[StatePaths], str] = _keep
    find_overrides: Callable[[LoaderReport, StatePaths], tuple[FoundOverride, ...]] = (
        _find_overrides
    )
    find_running: Callable[[Host], RunningVkConfig | None] = _find_running
    sort_arrivals: Callable[[Sequence[str]], DroppedPaths] = _sort_arrivals
    open_foreign: Callable[[str, Host, LoaderReport | None], Opened] = _open_foreign
    export_to_vkconfig: Callable[[Configuration, Host, LoaderReport | None], Rendered] = (
        _export_to_vkconfig
    )
    remove_override: Callable[[str, StatePaths], str] = _remove_override
    restore_override: Callable[[str, StatePaths], str] = _restore_override
    changing: Callable[[StatePaths], AbstractContextManager[None]] = _changing
    read_journal: Callable[[StatePaths], tuple[JournalEntry, ...]] = _read_journal
    restore: Callable[[JournalEntry, StatePaths], str] = _restore
    lint: Callable[
        [Question, tuple[LoaderProfile, ...], DocumentCache], tuple[ActionableProblem, ...]
    ] = _lint
    find_offers: Callable[
        [Picture, Row, Sequence[ActionableProblem], DocumentCache], tuple[Offer, ...]
    ] = _find_offers
    find_ways: Callable[
        [Picture, Sequence[str], DocumentCache], Mapping[str, tuple[Action, ...]]
    ] = _find_ways
    plan_fix: Callable[[Remedy, StatePaths, str], Fix] = _plan_fix
    prepare_command: Callable[[Remedy, StatePaths, str], tuple[str, str]] = _prepare_command
    carry_out: Callable[[Remedy, StatePaths, str], AppliedFix] = _carry_out
    take_back: Callable[[str, StatePaths], AppliedFix] = _take_back
    read_file: Callable[[Host, str], bytes | None] = _read_file
    story: Callable[[LoaderReport, str], tuple[Step, ...]] = _story
    verify: Callable[[LoaderReport], Verification] = _verify
    prober: Callable[[Mapping[str, str], StatePaths, str], Prober] = _prober
    write_export: Callable[[Path, str], str] = _write_export
    write_generated: Callable[[Path, bytes], str] = _write_generated
    clock: Callable[[], float] = time.time
