"""Rows of what a search found to break the program: they load, but are not well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Outcome, Step
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.probe_results import ProbeStatus
from vkconfig_py.model.chain.snapshot_values import (
    FAILS,
    ChainSnapshot,
    ChainSummary,
    Row,
    RowKind,
    Tone,
)


class Culprits(NamedTuple):
    """What breaks a program with a configuration, until it is turned off there.

    Attributes:
        configuration: key of the configuration.
        program: path of the program.
        reasons: what each breaks, by row key.
    """

    configuration: str
    program: str
    reasons: Mapping[str, str]


def mark_culprits(snapshot: ChainSnapshot, culprits: Culprits | None) -> ChainSnapshot:
    """Return the snapshot in which rows that would load say what they break."""
    configuration = snapshot.request.configuration
    if (
        culprits is None
        or configuration.key != culprits.configuration
        or configuration.target.program != culprits.program
        or culprits.reasons.keys().isdisjoint({row.key for row in snapshot.rows})
    ):
        return snapshot
    rows = tuple(_mark_row(row, culprits.reasons.get(row.key, "")) for row in snapshot.rows)
    first = next((row for row in rows if row.is_culprit), None)
    loading = snapshot.summary.loading
    if first is None or loading is None:  # nothing loads that breaks it, or worse is known
        return snapshot.with_rows(rows, snapshot.summary)
    from vkconfig_py.model.chain.snapshot_sentences import render_blame

    name = get_base_name(first.manifest)
    _long, *sentences = render_blame(loading.subject, ProbeStatus.FAILED, name, name)
    summary = ChainSummary(tuple(sentences), is_alarm=True, file=first.manifest)
    return snapshot.with_rows(rows, summary)


def _mark_row(row: Row, reason: str) -> Row:
    """Return the row as failing for a reason, unchanged without one or if it does not load."""
    if not reason or not (row.kind is RowKind.LAYER or row.is_used):
        return row
    return row._replace(
        status=render(FAILS),
        outcome=Outcome.FAILS,
        reason=reason,
        tone=Tone.ERROR,
        tooltip=f"{row.tooltip}\n{reason}",
        is_culprit=True,
        is_own_choice=False,
    )


def add_culprit_step(rows: Sequence[Row], key: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the explanation of a row, ending with what a search found of it."""
    row = next((row for row in rows if row.key == key), None)
    if row is None or not row.is_culprit:
        return steps
    step = Step(
        Mark.AGAINST,
        tr("Find the culprit: {reason}", reason=row.reason),
        note=tr("its panel lists each trial"),
        decisive=True,
    )
    return (*(step._replace(decisive=False) for step in steps), step)
