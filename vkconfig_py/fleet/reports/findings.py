"""What is told about the selected machines: one in full, or the differences of two."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from vkconfig_py.fleet.reports.machine_report import MachineReport, ReportedComponent, render_state
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE, Topic
from vkconfig_py.fleet.reports.table import MachineRow
from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.api.report_json import read_report
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.explain.compare import (
    ReportDifference,
    ReportSnapshot,
    SideNames,
    compare_snapshots,
    make_report_snapshot,
)
from vkconfig_py.loader.files.own_files import parse_object
from vkconfig_py.model.files.paths import describe_error, read_regular
from vkconfig_py.model.text.lines import ListLine, join_parts
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import capitalise, lower_first_letter, strip_layer_prefix

# Compare two saved reports with the engine's own comparison, and name the two sides.


class MachineComparison(NamedTuple):
    """The differences of two reports.

    Attributes:
        sides: in words that sentences go on with: "on a".
        names: the same alone: "a".
        error: why they cannot be compared, as a sentence, or "".
    """

    sides: SideNames
    names: tuple[str, str]
    differences: tuple[ReportDifference, ...] = ()
    error: str = ""


def compare_reports(
    folder: Path, first_report: MachineReport, second_report: MachineReport
) -> MachineComparison:
    """Read the files of two rows again, and compare the reports."""
    sides, names = name_sides(first_report, second_report)
    contents = []
    for report in (first_report, second_report):
        try:
            contents.append(read_regular(folder / report.file))
        except OSError as error:
            return MachineComparison(
                sides,
                names,
                error=tr(
                    "{file} cannot be read: {reason}.",
                    file=report.file,
                    reason=describe_error(error),
                ),
            )
    try:
        first_snapshot, second_snapshot = map(_parse_snapshot, contents)
        return MachineComparison(
            sides, names, compare_snapshots(first_snapshot, second_snapshot, sides)
        )
    # JSON of another kind, or of another version, can fail anywhere; a damaged file is a
    # ValueError too.
    except (ValueError, KeyError, TypeError, AttributeError):
        return MachineComparison(sides, names, error=tr("One of the files is not a valid report."))


def name_sides(
    first_report: MachineReport, second_report: MachineReport
) -> tuple[SideNames, tuple[str, str]]:
    """Return the names of two compared reports: machines, times or files, whichever differ."""
    reports = (first_report, second_report)
    if first_report.machine != second_report.machine:
        sides = SideNames(*(tr("on {machine}", machine=report.machine) for report in reports))
        return sides, (first_report.machine, second_report.machine)
    if first_report.time and second_report.time and first_report.time != second_report.time:
        times = first_report.time.replace("T", " "), second_report.time.replace("T", " ")
        return SideNames(*(tr("at {time}", time=time) for time in times)), times
    return SideNames(*(tr("in {file}", file=report.file) for report in reports)), (
        first_report.file,
        second_report.file,
    )


def _parse_snapshot(content: bytes) -> ReportSnapshot:
    """Parse a saved report.

    The user's home folder becomes ~, so that reports of two users compare.
    """
    saved_members = parse_object(content)
    home = _find_home(saved_members)
    if home:
        # Users have different names: what lies in their homes is the same place.
        home_prefix = json.dumps(f"{home}/")[1:-1].encode()
        saved_members = parse_object(content.replace(home_prefix, b"~/"))
    return make_report_snapshot(read_report(saved_members).report)


def _find_home(saved_members: Mapping[str, Any]) -> str:
    """Return the home folder of the user whose report it is, "" if it does not say."""
    for verdict in saved_members["verdicts"]:
        if (verdict["kind"], verdict["subject"]) == (Kind.VARIABLE, "HOME"):
            detail: str = verdict["detail"]
            return detail.rstrip("/")
    return ""


_TONES: Mapping[str, str] = {
    Outcome.LOADS: "ok",
    Outcome.SKIPPED: "error",
    Outcome.FAILS: "error",
    "error": "error",
    "warning": "warn",
}


class MachineFact(NamedTuple):
    """One line about a machine, or about two that are compared.

    Attributes:
        title: what it is about.
        text: the sentence, without a full stop.
        note: small text behind the title.
        tone: "ok", "warn", "error" or "neutral".
        code: of a problem, for the tool tip.
    """

    title: str
    text: str
    note: str = ""
    tone: str = "neutral"
    code: str = ""


_ICON_BY_TONE = {"ok": "check", "warn": "warn", "error": "error"}


def get_fact_key(finding: MachineFact) -> str:
    """Return the text by which the list recognizes a fact after an update."""
    return f"{finding.title}\n{finding.text}"


def present_fact(finding: MachineFact) -> ListLine:
    """Return the line that shows a fact: subject, note and sentence."""
    title, text, note, tone, code = finding
    return ListLine(
        title,
        text,
        icon=_ICON_BY_TONE.get(tone, "minus"),
        tone=tone,
        note=note,
        tooltip=join_parts(title, text, code, separator="\n"),
        accessible_text=join_parts(title, note, text),
    )


_TITLE_BY_TOPIC: Mapping[Topic, str] = {
    Topic.PLATFORM: tr("Platform"),
    Topic.RESULT: tr("Result"),
    Topic.LOADER: tr("Loader"),
    Topic.BITS: tr("Word size"),
    Topic.SETTINGS: tr("Settings file"),
    Topic.ORDER: tr("Order"),
    Topic.LAYER: tr("Layer"),
    Topic.DRIVER: tr("Driver"),
    Topic.DEVICE: tr("Device"),
}
OUTLIER_EXPLANATION = (MachineFact(tr("Differences from most machines"), render(OUTLIER_RULE)),)


def list_facts(row: MachineRow) -> tuple[MachineFact, ...]:
    """Return all known facts about a machine, unusual ones first."""
    report = row.report
    if report.error:
        return (MachineFact(report.file, capitalise(report.error), tone="error"),)
    return tuple(_iterate_facts(row))


def _iterate_facts(row: MachineRow) -> Iterator[MachineFact]:
    """Yield deviations, problems, layers, drivers and other facts of a machine."""
    report = row.report
    for difference in row.outlier.differences:
        agreement = tr("{percent:.0f}% of the machines agree", percent=difference.weight * 100)
        if difference.topic is Topic.PROBLEM:
            code, title, text = difference.subject, difference.problem, difference.problem_share
            yield MachineFact(title, text, agreement, "warn", code)
            continue
        title = strip_layer_prefix(difference.subject) or _TITLE_BY_TOPIC[difference.topic]
        yield MachineFact(title, difference.sentence, agreement, "warn")
    for problem in report.problems:
        tone = _TONES.get(problem.severity, "neutral")
        yield MachineFact(
            problem.title,
            capitalise(render_severity(problem.severity)),
            tone=tone,
            code=problem.code,
        )
    yield from (_describe_component(layer, tr("layer")) for layer in report.layers)
    yield from (_describe_component(driver, tr("driver")) for driver in report.drivers)
    devices = report.devices or ()
    for number, device in enumerate(devices, 1):
        text = tr("Device {number} of {count}", number=number, count=len(devices))
        yield MachineFact(device, text, tr("device"), "ok")


def _describe_component(component: ReportedComponent, kind: str) -> MachineFact:
    """Return the fact about a layer or driver. `kind`: the word for it."""
    text = f"{render_state(component.state)}: {component.sentence}".removesuffix(": ")
    return MachineFact(
        strip_layer_prefix(component.name), text, kind, _TONES.get(component.state, "neutral")
    )


def list_differences(comparison: MachineComparison) -> tuple[MachineFact, ...]:
    """Return the differences of two machines as facts, or one fact that says why there are none."""
    if comparison.error:
        return (MachineFact(tr("Cannot compare"), comparison.error, tone="error"),)
    return tuple(
        MachineFact(
            strip_layer_prefix(difference.subject),
            difference.sentence,
            f"{_render_value(difference, difference.before)} → "
            f"{_render_value(difference, difference.after)}",
            _TONES.get(difference.after, "warn"),
        )
        for difference in comparison.differences
    )


def _render_value(difference: ReportDifference, value: str) -> str:
    """Return the value of a side of a difference as it is shown."""
    if difference.what == "outcome":
        return lower_first_letter(render_state(value))
    return value or tr("none")


def summarize_selection(
    rows: Sequence[MachineRow], comparison: MachineComparison | None = None
) -> str:
    """Return the line above the facts: about a machine, a comparison or a selection."""
    if not rows:
        return tr("Select a machine to see how it differs from the others, or two to compare them.")
    if comparison is not None:
        if comparison.error:
            return tr("Cannot compare: {reason}", reason=comparison.error)
        if not comparison.differences:
            first, second = comparison.sides
            return tr("The same {first} and {second}", first=first, second=second)
        first_name, second_name = comparison.names
        return counted(
            "{n:,} differences between {one} and {other}",
            "{n} difference between {one} and {other}",
            len(comparison.differences),
            one=first_name,
            other=second_name,
        )
    if len(rows) > 1:
        return tr("{count:,} machines selected. Select two to compare them.", count=len(rows))
    row = rows[0]
    if row.report.error:
        return tr("{file} is not a readable report", file=row.report.file)
    if not row.outlier.differences:
        return tr("{machine} matches most machines", machine=row.report.machine)
    return counted(
        "{machine} differs from most machines in {n} ways (score {score:.1f})",
        "{machine} differs from most machines in {n} way (score {score:.1f})",
        len(row.outlier.differences),
        machine=row.report.machine,
        score=row.outlier.score,
    )
