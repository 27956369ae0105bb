"""Failed probes as problems, with remedies that were proved to work.

Every Vulkan program opens every driver: a driver that crashes the probe crashes all programs.
Problems are derived from the rows at once; remedies run the engine, off the GUI thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.api.advice import (
    RemedySubject,
    advise,
    describe_effect,
    find_component,
    is_in_use,
    report_with_remedy,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Problem, RemoveFile, Severity
from vkconfig_py.loader.explain.remedies import Goal, list_variables
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import ProbeResults
from vkconfig_py.model.apply.notices import find_all_notices
from vkconfig_py.model.chain.probe_results import (
    BROKEN_PROBE_STATUSES,
    FATAL_PROBE_STATUSES,
    ProbeDetail,
    ProbeReport,
    ProbeStatus,
    ShownHealth,
)
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.quick_fix import AFTER_THIS
from vkconfig_py.model.chain.run_engine import compute_session_report
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.problems.actionable import (
    add_actions,
    drop_repeated_notices,
    lint_request,
    make_action,
)
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.text.wording import strip_layer_prefix

PROBE_CODE = "probe-{}"
TURN_OFF, SHOW_PROBE, COPY_FOR_ALL = (
    tr("Turn off"),
    tr("Show probe"),
    tr("Copy command for all programs"),
)
OFF_STATE = "off"
TURN_OFF_OR_INSTALL = message("turn it off in this configuration, or install another version")
_EFFECTS_ON_ALL = {
    ProbeStatus.CRASHED: message("{name} crashes every Vulkan program"),
    ProbeStatus.HUNG: message("{name} hangs every Vulkan program"),
    ProbeStatus.EXCESSIVE: message("{name} makes every Vulkan program use too many resources"),
    ProbeStatus.LIED: message("{name} makes every Vulkan program exit"),
}
_EFFECTS_WHEN_LOADED = {
    ProbeStatus.CRASHED: message("{name} crashes when it is loaded"),
    ProbeStatus.HUNG: message("{name} hangs when it is loaded"),
    ProbeStatus.EXCESSIVE: message("{name} uses too many resources when it is loaded"),
    ProbeStatus.LIED: message("{name} terminates the process when it is loaded"),
}
# Calls that only those programs make which choose the driver's device, or that end.
_LATE_CALL_PATTERN = re.compile(r"\bvk(CreateDevice|Destroy\w+)\b")
# What PAM reads in /etc/environment has no quotes.
_PLAIN_ASSIGNMENT_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=[A-Za-z0-9_.,:~/*+-]+", re.ASCII)
ActionsByKey = Mapping[str, tuple[ProblemAction, ...]]
NO_ACTIONS: ActionsByKey = MappingProxyType({})


def list_probe_problems(
    rows: Sequence[Row], answers: ProbeReport, ways: ActionsByKey = NO_ACTIONS
) -> tuple[Diagnostic, ...]:
    """Return problems of failed probes, for used drivers and layers of the chain.

    A layer that is off but would crash programs is noted, until the configuration blocks it. `ways`
    has the remedies found, by the keys of the rows.
    """
    return tuple(
        _make_problem(row, health, answers, ways.get(row.key, ()))
        for row, health in _find_broken_rows(rows, answers)
    )


def list_known_problems(
    snapshot: ChainSnapshot, results: ProbeResults, paths: StatePaths, cache: DocumentCache
) -> tuple[Diagnostic, ...]:
    """Return the problems of earlier probes, of the machine and of our own files.

    Opens no library.
    """
    request = snapshot.request
    answers = make_probe_report(snapshot.report, results)
    keys = list_broken_keys(snapshot.rows, answers)
    ways = find_remedies(snapshot, keys, cache) if keys else {}
    diagnostics = lint_request(request, request.loaders, cache)
    documents = load_workspace(paths.configurations).problems
    session = compute_session_report(request, cache)
    notices = drop_repeated_notices(find_all_notices(session, paths, documents), diagnostics)
    return (
        *list_probe_problems(snapshot.rows, answers, ways),
        *diagnostics,
        *add_actions(notices, request.host.root),
    )


def list_broken_keys(rows: Sequence[Row], answers: ProbeReport) -> tuple[str, ...]:
    """Return the keys of rows whose driver or layer failed its probe."""
    return tuple(row.key for row, _health in _find_broken_rows(rows, answers))


def _find_broken_rows(
    rows: Sequence[Row], answers: ProbeReport
) -> Iterator[tuple[Row, ShownHealth]]:
    """Yield the rows whose driver or layer failed its probe, with how it failed."""
    for row in rows:
        health = answers.findings.health.get(row.key)
        if health is None:
            continue
        is_opened = row.kind is RowKind.LAYER or (row.kind is RowKind.DRIVER and row.is_used)
        if (is_opened and health.probe_status in BROKEN_PROBE_STATUSES) or _is_waiting(row, health):
            yield row, health


def _is_waiting(row: Row, health: ShownHealth) -> bool:
    """True if a layer that crashes programs is off, but not because the configuration says so."""
    is_off = row.kind is RowKind.OFF_LAYER and row.control != OFF_STATE
    return is_off and health.probe_status in FATAL_PROBE_STATUSES


def _make_problem(
    row: Row, health: ShownHealth, answers: ProbeReport, ways: tuple[ProblemAction, ...]
) -> Diagnostic:
    """Return the problem of a failed probe. `ways`: its remedies."""
    detail = answers.details.subjects.get(row.key) or ProbeDetail(f"{health.sentence}.")
    is_everywhere = (
        row.kind is RowKind.DRIVER
        and health.probe_status in FATAL_PROBE_STATUSES
        and not health.was_seen_once
    )
    is_everywhere = is_everywhere and not _LATE_CALL_PATTERN.search(health.sentence)
    name, is_waiting = strip_layer_prefix(row.name), _is_waiting(row, health)
    title = f"{name} {health.short_text}"
    effect = detail.effect
    if is_everywhere:
        title = render(_EFFECTS_ON_ALL[health.probe_status], name=name)
        effect = tr("The loader opens every driver, so every Vulkan program fails.")
        if health.probe_status is ProbeStatus.EXCESSIVE:
            effect = tr("The loader opens every driver, so this affects every Vulkan program.")
    elif is_waiting:
        title = render(_EFFECTS_WHEN_LOADED[health.probe_status], name=name)
        effect = " ".join((tr("It is currently off."), effect))
    severity = Severity.ERROR if health.probe_status in FATAL_PROBE_STATUSES else Severity.WARNING
    problem = Problem(
        Severity.NOTE if is_waiting else severity,
        PROBE_CODE.format(health.probe_status.value),
        title,
        f"{detail.title} {effect}".rstrip(),
        row.manifest,
        remedy=NoRemedy(TURN_OFF_OR_INSTALL),
        detail=row.key,
    )
    return Diagnostic(problem, (*ways, ProblemAction(ActionKind.PROBE, SHOW_PROBE, text=row.key)))


def find_remedies(
    snapshot: ChainSnapshot, keys: Sequence[str], cache: DocumentCache | None = None
) -> dict[str, tuple[ProblemAction, ...]]:
    """Return remedies that keep programs from these rows' drivers and layers, by key.

    Runs the engine.
    """
    request = snapshot.request
    host = request.host._replace(executable=snapshot.report.host.executable)
    cache = cache or DocumentCache()
    session = discover(host, request.application, request.profile, cache)
    remedies = {}
    for row in snapshot.rows:
        if row.key in keys:
            turn_off = tuple(_find_turn_off(snapshot, row, cache))
            remedies[row.key] = (
                *turn_off,
                *_find_remedies_for_all(session, row, request.own_files, cache),
            )
    return remedies


def _find_turn_off(
    snapshot: ChainSnapshot, row: Row, cache: DocumentCache
) -> Iterator[ProblemAction]:
    """Yield the action that turns a row off in the configuration, if that helps."""
    if OFF_STATE not in row.controls:
        return
    changed = _turn_row_off(snapshot.request.configuration, row)
    request = snapshot.request._replace(configuration=changed)
    new_row = next(
        (new_row for new_row in compute_snapshot(request, cache).rows if new_row.key == row.key),
        None,
    )
    if new_row is not None and (new_row.kind is RowKind.LAYER or new_row.is_used):
        return  # it would not be turned off
    sentence = tr("programs launched with this configuration run without it")
    step = tr("Turn off {name}", name=strip_layer_prefix(row.name))
    yield ProblemAction(
        ActionKind.TURN_OFF,
        TURN_OFF,
        step_label=step,
        text=row.key,
        consequence=AFTER_THIS.format(sentence),
    )


def _turn_row_off(configuration: Configuration, row: Row) -> Configuration:
    """Return the configuration with the driver or layer of a row off."""
    if row.kind is RowKind.DRIVER:
        base = get_base_name(row.manifest)
        return configuration.with_driver_control(base, DriverControl.OFF)
    return configuration.with_control(row.name, LayerControl.OFF)


def _find_remedies_for_all(
    session: LoaderReport, row: Row, own_files: Sequence[str], cache: DocumentCache
) -> Iterator[ProblemAction]:
    """Yield the remedies for programs that vkconfig-py does not launch."""
    is_driver = row.kind is RowKind.DRIVER
    subject = RemedySubject(Kind.DRIVER if is_driver else Kind.LAYER, row.manifest)
    subject = subject if is_driver else subject._replace(name=row.name)
    aside = RemoveFile(row.manifest)
    action, changed_report = make_action(aside, session.host.root, own_files), None
    if action is not None and action.kind is not ActionKind.WITHDRAW:
        changed_report = report_with_remedy(aside, session, cache)
    if action is not None and changed_report is not None and not is_in_use(changed_report, subject):
        consequence = describe_effect(session, changed_report, subject, everywhere=True)
        yield action._replace(consequence=AFTER_THIS.format(consequence))
    found_subject = find_component(session, subject)
    for advice in advise(session, found_subject, cache) if found_subject is not None else ():
        variables = list_variables(advice.remedy)
        assignment = " ".join(f"{name}={value}" for name, value in variables.items())
        if (
            advice.goal is Goal.LEAVE_OUT
            and len(variables) == 1
            and _PLAIN_ASSIGNMENT_PATTERN.fullmatch(assignment)
        ):
            consequence = tr("every program started after the next login runs without it")
            yield ProblemAction(
                ActionKind.COPY,
                COPY_FOR_ALL,
                step_label=tr(
                    "Leave out {name} for all programs", name=strip_layer_prefix(row.name)
                ),
                # A redirection would be opened by the shell that calls sudo, without its rights.
                text=f"echo {assignment} | sudo tee -a /etc/environment",
                consequence=AFTER_THIS.format(consequence),
            )
            return
