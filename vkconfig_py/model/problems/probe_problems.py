"""What probes found bad, as problems with a way out. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.verdicts import NoRemedy, Problem, Severity
from vkconfig_py.model.picture.values import Row, RowKind
from vkconfig_py.model.picture.wording import short_name
from vkconfig_py.model.probing.probed import BROKEN_FATES, FATAL_FATES, ProbeAnswers
from vkconfig_py.model.problems.told import Action, ActionKind, Told

CODE = "probe-{}"
TURN_OFF, SHOW = "Turn off", "Show probe"
OFF = "off"
NOT_FROM_HERE = "turn it off in this configuration, or install another version of it"


def probe_problems(rows: Sequence[Row], answers: ProbeAnswers) -> tuple[Told, ...]:
    """Return the problems of what programs would really meet: used drivers, layers of the chain."""
    return tuple(_problems(rows, answers))


def _problems(rows: Sequence[Row], answers: ProbeAnswers) -> Iterator[Told]:
    for row in rows:
        health = answers.probed.health.get(row.key)
        met = row.kind is RowKind.LAYER or (row.kind is RowKind.DRIVER and row.used)
        if health is None or not met or health.fate not in BROKEN_FATES:
            continue
        detail = answers.details.subjects[row.key]
        effect = detail.advice.partition(". ")[0]
        problem = Problem(
            Severity.ERROR if health.fate in FATAL_FATES else Severity.WARNING,
            CODE.format(health.fate.value),
            f"{short_name(row.name)} {health.short}",
            f"{detail.title} {effect}.",
            row.manifest,
            remedy=NoRemedy(NOT_FROM_HERE),
            detail=row.key,
        )
        off = f"Turn off {short_name(row.name)}"
        actions = [Action(ActionKind.PROBE, SHOW, text=row.key)]
        if OFF in row.wishes:
            actions.insert(0, Action(ActionKind.TURN_OFF, TURN_OFF, step=off, text=row.key))
        yield Told(problem, tuple(actions))
