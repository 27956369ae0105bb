"""What keeps programs from broken drivers and layers, proved by runs of the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import (
    RemedySubject,
    advise,
    describe_effect,
    find_component,
    is_in_use,
    report_with_remedy,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Kind, RemoveFile
from vkconfig_py.loader.explain.remedies import Goal, list_variables
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import ProbeResults
from vkconfig_py.model.apply.found_overrides import find_overrides, find_running_vkconfig
from vkconfig_py.model.apply.notices import find_notices, list_machine_notices
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
    sort_moving_aside_first,
)
from vkconfig_py.model.problems.probe_problems import (
    OFF_STATE,
    list_broken_keys,
    list_probe_problems,
)
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.text.wording import strip_layer_prefix

COPY_FOR_ALL_LABEL = tr("Copy command for all programs")
# What PAM reads in /etc/environment has no quotes.
_PLAIN_ASSIGNMENT_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=[A-Za-z0-9_.,:~/*+-]+", re.ASCII)


def list_known_problems(
    snapshot: ChainSnapshot, results: ProbeResults, paths: StatePaths, cache: DocumentCache
) -> tuple[Diagnostic, ...]:
    """Return the problems of earlier probes, of the machine and of our own files.

    Opens no library.
    """
    request = snapshot.request
    probe_report = make_probe_report(snapshot.report, results)
    keys = list_broken_keys(snapshot.rows, probe_report)
    actions_by_key = find_remedies(snapshot, keys, cache) if keys else {}
    session = compute_session_report(request, cache)
    overrides = find_overrides(session, paths)
    diagnostics = sort_moving_aside_first(lint_request(request, request.loaders, cache), overrides)
    notices = drop_repeated_notices(
        (
            *find_notices(paths, load_workspace(paths.configurations).problems),
            *list_machine_notices(overrides, find_running_vkconfig(session.host)),
        ),
        diagnostics,
    )
    return (
        *list_probe_problems(snapshot.rows, probe_report, actions_by_key),
        *diagnostics,
        *add_actions(notices, request.host.root),
    )


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
                *find_remedies_for_all(session, row, request.own_files, cache),
            )
    return remedies


def _find_turn_off(
    snapshot: ChainSnapshot, row: Row, cache: DocumentCache
) -> Iterator[ProblemAction]:
    """Yield the action that turns a row off in the configuration, if that helps."""
    if OFF_STATE not in row.controls:
        return
    changed_configuration = _turn_row_off(snapshot.request.configuration, row)
    request = snapshot.request._replace(configuration=changed_configuration)
    new_row = next(
        (new_row for new_row in compute_snapshot(request, cache).rows if new_row.key == row.key),
        None,
    )
    if new_row is not None and (new_row.kind is RowKind.LAYER or new_row.is_used):
        return  # it would not be turned off
    sentence = tr("programs launched with this configuration run without it")
    name, label = strip_layer_prefix(row.name), tr("Turn off")
    step = tr("Turn off {name}", name=name)
    if row.kind is RowKind.OFF_LAYER:
        label, step = tr("Keep off"), tr("Keep {name} off", name=name)
    yield ProblemAction(
        ActionKind.TURN_OFF,
        label,
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


def find_remedies_for_all(
    session: LoaderReport, row: Row, own_files: Sequence[str], cache: DocumentCache
) -> Iterator[ProblemAction]:
    """Yield the remedies for programs that vkconfig-py does not launch."""
    is_driver = row.kind is RowKind.DRIVER
    subject = RemedySubject(Kind.DRIVER if is_driver else Kind.LAYER, row.manifest)
    subject = subject if is_driver else subject._replace(name=row.name)
    file_removal = RemoveFile(row.manifest)
    action, changed_report = make_action(file_removal, session.host.root, own_files), None
    if action is not None and action.kind is not ActionKind.WITHDRAW:
        changed_report = report_with_remedy(file_removal, session, cache)
    if action is not None and changed_report is not None and not is_in_use(changed_report, subject):
        consequence = describe_effect(session, changed_report, subject, for_every_program=True)
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
                COPY_FOR_ALL_LABEL,
                step_label=tr(
                    "Leave out {name} for all programs", name=strip_layer_prefix(row.name)
                ),
                # A redirection would be opened by the shell that calls sudo, without its rights.
                text=f"echo {assignment} | sudo tee -a /etc/environment",
                consequence=AFTER_THIS.format(consequence),
            )
            return
