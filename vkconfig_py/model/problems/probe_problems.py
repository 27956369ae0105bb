"""Failed probes, and what a search for the culprit found, as problems.

Every Vulkan program opens every driver: a driver that crashes the probe crashes all programs.
The window derives these problems from its rows at once, so this module does not import the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.verdicts import NoRemedy, Problem, Severity
from vkconfig_py.model.chain.probe_results import (
    BROKEN_PROBE_STATUSES,
    FATAL_PROBE_STATUSES,
    ProbeDetail,
    ProbeReport,
    ProbeStatus,
    ShownHealth,
    decide_probe_severity,
)
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.text.wording import strip_layer_prefix

PROBE_CODE = "probe-{}"
CULPRIT_CODE = "culprit"
SHOW_PROBE = tr("Show probe")
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
ActionsByKey = Mapping[str, tuple[ProblemAction, ...]]
NO_ACTIONS: ActionsByKey = MappingProxyType({})


def list_probe_problems(
    rows: Sequence[Row], probe_report: ProbeReport, actions_by_key: ActionsByKey = NO_ACTIONS
) -> tuple[Diagnostic, ...]:
    """Return problems of failed probes, for used drivers and layers of the chain.

    A layer that is off but would crash programs is a warning, until the configuration blocks it.
    `actions_by_key` has the remedies found, by the keys of the rows.
    """
    return tuple(
        _make_problem(row, health, probe_report, actions_by_key.get(row.key, ()))
        for row, health in _find_broken_rows(rows, probe_report)
    )


def list_culprit_problems(
    rows: Sequence[Row], actions_by_key: ActionsByKey = NO_ACTIONS
) -> tuple[Diagnostic, ...]:
    """Return the layers and drivers that break the program, as a search found, as problems.

    `actions_by_key`: their remedies, by the keys of the rows.
    """
    return tuple(
        Diagnostic(
            Problem(
                Severity.ERROR,
                CULPRIT_CODE,
                tr("{name}: {reason}", name=strip_layer_prefix(row.name), reason=row.reason),
                tr("Found by “Find the culprit”, whose panel lists each trial."),
                row.manifest,
                remedy=NoRemedy(TURN_OFF_OR_INSTALL),
                detail=row.key,
            ),
            actions_by_key.get(row.key, ()),
        )
        for row in rows
        if row.is_culprit
    )


def list_culprit_keys(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the keys of rows that break the program, as a search found."""
    return tuple(row.key for row in rows if row.is_culprit)


def list_broken_keys(rows: Sequence[Row], probe_report: ProbeReport) -> tuple[str, ...]:
    """Return the keys of rows whose driver or layer failed its probe."""
    return tuple(row.key for row, _health in _find_broken_rows(rows, probe_report))


def _find_broken_rows(
    rows: Sequence[Row], probe_report: ProbeReport
) -> Iterator[tuple[Row, ShownHealth]]:
    """Yield the rows whose driver or layer failed its probe, with how it failed."""
    for row in rows:
        health = probe_report.findings.health.get(row.key)
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
    row: Row, health: ShownHealth, probe_report: ProbeReport, actions: tuple[ProblemAction, ...]
) -> Diagnostic:
    """Return the problem of a failed probe. `actions`: its remedies."""
    detail = probe_report.details.subjects.get(row.key) or ProbeDetail(f"{health.sentence}.")
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
    problem = Problem(
        decide_probe_severity(health.probe_status, is_off=is_waiting),
        PROBE_CODE.format(health.probe_status.value),
        title,
        f"{detail.title} {effect}".rstrip(),
        row.manifest,
        remedy=NoRemedy(TURN_OFF_OR_INSTALL),
        detail=row.key,
    )
    return Diagnostic(
        problem, (*actions, ProblemAction(ActionKind.PROBE, SHOW_PROBE, text=row.key))
    )
