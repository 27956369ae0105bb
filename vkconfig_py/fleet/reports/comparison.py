"""Compare two saved reports with the engine's own comparison, and name the two sides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.fleet.reports.machine_report import MachineReport
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.saved_report import read_report
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import (
    ReportDifference,
    Sides,
    Snapshot,
    compare_snapshots,
    snapshot,
)
from vkconfig_py.loader.files.own_files import parse_object
from vkconfig_py.model.files.paths import read_regular, reason_of


class MachineComparison(NamedTuple):
    """The differences of two reports.

    Attributes:
        sides: in words that sentences go on with: "on a".
        names: the same alone: "a".
        error: why they cannot be compared, as a sentence, or "".
    """

    sides: Sides
    names: tuple[str, str]
    differences: tuple[ReportDifference, ...] = ()
    error: str = ""


def compare_reports(folder: Path, first: MachineReport, second: MachineReport) -> MachineComparison:
    """Read the files of two rows again and compare them."""
    sides, names = name_sides(first, second)
    contents = []
    for one in (first, second):
        try:
            contents.append(read_regular(folder / one.file))
        except OSError as error:
            return MachineComparison(
                sides,
                names,
                error=tr(
                    "{file} cannot be read: {reason}.", file=one.file, reason=reason_of(error)
                ),
            )
    try:
        before, after = map(_snapshot, contents)
        return MachineComparison(sides, names, compare_snapshots(before, after, sides))
    # JSON of another kind, or of another version, can fail anywhere; a damaged file is a
    # ValueError too.
    except (ValueError, KeyError, TypeError, AttributeError):
        return MachineComparison(
            sides, names, error=tr("One of the files is not a report that can be compared.")
        )


def name_sides(first: MachineReport, second: MachineReport) -> tuple[Sides, tuple[str, str]]:
    """What two reports are called: by machine, by time, or by file."""
    both = (first, second)
    if first.machine != second.machine:
        sides = Sides(*(tr("on {machine}", machine=one.machine) for one in both))
        return sides, (first.machine, second.machine)
    if first.time and second.time and first.time != second.time:
        times = first.time.replace("T", " "), second.time.replace("T", " ")
        return Sides(*(tr("at {time}", time=time) for time in times)), times
    return Sides(*(tr("in {file}", file=one.file) for one in both)), (first.file, second.file)


def _snapshot(content: bytes) -> Snapshot:
    saved = parse_object(content)
    home = _home(saved)
    if home:
        # Users have different names: what lies in their homes is the same place.
        inside = json.dumps(f"{home}/")[1:-1].encode()
        saved = parse_object(content.replace(inside, b"~/"))
    return snapshot(read_report(saved).report)


def _home(saved: Mapping[str, Any]) -> str:
    """Home folder of the user whose report it is, "" if it does not say."""
    for one in saved["verdicts"]:
        if (one["kind"], one["subject"]) == (Kind.VARIABLE, "HOME"):
            detail: str = one["detail"]
            return detail.rstrip("/")
    return ""
