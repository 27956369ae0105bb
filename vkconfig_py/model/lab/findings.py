"""What is told about the selected machines: one in full, or the differences of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.model.lab.comparison import Comparison
from vkconfig_py.model.lab.machine_report import Found
from vkconfig_py.model.lab.oddity import MEASURE, Topic
from vkconfig_py.model.lab.table import Row
from vkconfig_py.model.text.wording import capitalised, count_of, short_name

_TONES: Mapping[str, str] = {
    Outcome.LOADS: "ok",
    Outcome.SKIPPED: "error",
    Outcome.FAILS: "error",
    "error": "error",
    "warning": "warn",
}


class Finding(NamedTuple):
    """One line about a machine, or about two that are compared.

    Attributes:
        title: what it is about.
        text: the sentence, without a full stop.
        note: small text behind the title.
        tone: "ok", "warn", "error" or "neutral".
    """

    title: str
    text: str
    note: str = ""
    tone: str = "neutral"


EXPLAINED = (Finding(tr("What is odd"), MEASURE),)


def findings_of(row: Row) -> tuple[Finding, ...]:
    """Everything that is known of a machine, what is odd first."""
    report = row.report
    if report.error:
        return (Finding(report.file, capitalised(report.error), tone="error"),)
    return tuple(_findings(row))


def _findings(row: Row) -> Iterator[Finding]:
    report = row.report
    for one in row.oddity.differences:
        title = short_name(one.subject) or capitalised(one.topic.value)
        if one.topic is Topic.PROBLEM:
            title = "Problem"
        yield Finding(
            title, one.sentence, tr("{weight:.0%} of the machines agree", weight=one.weight), "warn"
        )
    for problem in report.problems:
        tone = _TONES.get(problem.severity, "neutral")
        yield Finding(capitalised(problem.severity), problem.title, problem.code, tone)
    yield from (_part(one, "layer") for one in report.layers)
    yield from (_part(one, "driver") for one in report.drivers)
    for number, device in enumerate(report.devices or (), 1):
        yield Finding(
            device,
            tr("Number {number} of {devices}", number=number, devices=len(report.devices or ())),
            "device",
            "ok",
        )


def _part(found: Found, kind: str) -> Finding:
    text = f"{capitalised(found.state)}: {found.sentence}".removesuffix(": ")
    return Finding(short_name(found.name), text, kind, _TONES.get(found.state, "neutral"))


def findings_of_comparison(compared: Comparison) -> tuple[Finding, ...]:
    """Return the differences of two machines, or why they cannot be compared."""
    if compared.error:
        return (Finding(tr("Not compared"), compared.error, tone="error"),)
    return tuple(
        Finding(
            short_name(one.subject),
            one.sentence,
            f"{one.before or 'none'} → {one.after or 'none'}",
            _TONES.get(one.after, "warn"),
        )
        for one in compared.differences
    )


def headline(rows: Sequence[Row], compared: Comparison | None = None) -> str:
    """Return the line above the findings."""
    if not rows:
        return tr("Select a machine to see what is odd about it, or two to compare them.")
    if compared is not None:
        if compared.error:
            return tr("Not compared: {error}", error=compared.error)
        if not compared.differences:
            return tr("The same {sides}", sides=" and ".join(compared.sides))
        # Without "on", "at" or "in".
        names = " and ".join(side.partition(" ")[2] for side in compared.sides)
        return tr(
            "{differences} between {names}",
            differences=count_of(len(compared.differences), "difference"),
            names=names,
        )
    if len(rows) > 1:
        return tr("{rows} machines are selected. Select two to compare them.", rows=len(rows))
    row = rows[0]
    if row.report.error:
        return tr("{file} cannot be read as a report", file=row.report.file)
    if not row.oddity.differences:
        return tr("{machine} does as most machines do", machine=row.report.machine)
    points = count_of(len(row.oddity.differences), "point")
    score = f"{row.oddity.score:.1f}"
    return tr(
        "{machine} differs from most machines in {points}, which count {score}",
        machine=row.report.machine,
        points=points,
        score=score,
    )
