"""The table of machines: columns, how they sort, rows that a filter keeps; as CSV, HTML or JSON.

A filter is words that all have to occur, in any column. "layer:", "driver:", "device:",
"problem:", "loader:", "machine:", "file:" and "odd:" before a word ask in one column only, quotes
keep spaces, and a minus in front asks for rows without it. "is:odd", "is:broken" and "is:newest"
ask for rows with differences, files that cannot be read, and the newest report of each machine.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from errno import ENOENT
from functools import cached_property
from os import strerror
from pathlib import Path

from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReportedComponent,
    read_named_files,
)
from vkconfig_py.fleet.reports.outliers import NO_OUTLIER, OUTLIER_RULE, Outlier, measure_outlier
from vkconfig_py.language.sentences import (
    ENGLISH_LANGUAGE,
    counted,
    current_language,
    format_number,
    render,
    tr,
    use_english,
)
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.formats.page_blocks import (
    Heading,
    Paragraph,
    Table,
    TableRow,
    TextDocument,
    escape_control_characters,
    make_text_runs,
    render_html,
)
from vkconfig_py.model.text.severities import render_severity_count
from vkconfig_py.model.text.wording import (
    capitalise,
    escape_invisible,
    get_display_names,
    make_natural_sort_key,
    render_count,
)

_COUNTED_SEVERITIES = ("error", "warning", "note")
_COMMON_SUFFIX_PATTERN = re.compile(r"(?:_icd)?(?:\.(?:x86_64|i686|i386|aarch64|armv7hl))?\.json$")
_TERM_PATTERN = re.compile(r'(-?)(?:([a-z]+):("[^"]*"?|\S*)|("[^"]*"?|\S+))')


class Column(StrEnum):
    """Columns of the table, in their order; the value is their name on the command line."""

    ODD = "odd"
    MACHINE = "machine"
    LOADER = "loader"
    LAYERS = "layers"
    DRIVERS = "drivers"
    DEVICES = "devices"
    PROBLEMS = "problems"
    TIME = "time"
    FILE = "file"


COLUMNS = tuple(Column)
COLUMN_TITLES: Mapping[Column, str] = {
    Column.ODD: tr("Odd"),
    Column.MACHINE: tr("Machine"),
    Column.LOADER: tr("Loader"),
    Column.LAYERS: tr("Layers that load"),
    Column.DRIVERS: tr("Drivers"),
    Column.DEVICES: tr("Devices"),
    Column.PROBLEMS: tr("Problems"),
    Column.TIME: tr("Created (UTC)"),
    Column.FILE: tr("File"),
}
# Their first click sorts the largest first.
DESCENDING_COLUMNS = frozenset({Column.ODD, Column.PROBLEMS, Column.TIME})


@dataclass(frozen=True)
class MachineRow:
    """One row of the table.

    Attributes:
        is_newest: no other report of this machine is newer.
    """

    report: MachineReport
    outlier: Outlier = NO_OUTLIER
    is_newest: bool = True

    @cached_property
    def column_texts(self) -> tuple[str, ...]:
        """Return the text of each column."""
        return tuple(_render_text(self, column) for column in COLUMNS)

    def is_column_empty(self, column: Column) -> bool:
        """Return whether a list of the column is empty, or not known."""
        lists = {
            Column.LAYERS: self.report.chain,
            Column.DRIVERS: self.report.kept_drivers,
            Column.DEVICES: self.report.devices,
        }
        return column in lists and not lists[column]

    @cached_property
    def search_texts(self) -> Mapping[str, str]:
        """Return the case-folded texts of a row by the filter names of their fields."""
        report = self.report
        text_by_field = {
            "machine": f"{report.machine} {report.platform}",
            "file": report.file,
            "loader": (
                f"{report.loader} {report.pointer_bits}-bit {report.result} {report.engine}"
            ),
            "layer": "\n".join(
                f"{layer.name} {layer.state} {layer.sentence}" for layer in report.layers
            ),
            "driver": "\n".join(
                f"{driver.name} {driver.state} {driver.sentence}" for driver in report.drivers
            ),
            "device": "\n".join(report.devices or ()),
            "problem": "\n".join(f"{problem.code} {problem.title}" for problem in report.problems),
            "odd": "\n".join(difference.sentence for difference in self.outlier.differences),
            "error": report.error,
        }
        return {name: text.casefold() for name, text in text_by_field.items()}


def make_rows(reports: Sequence[MachineReport]) -> tuple[MachineRow, ...]:
    """Return a row for each report, with its deviations from the others."""
    newest: dict[str, str] = {}
    for machine_report in reports:
        if not machine_report.error and machine_report.time >= newest.get(
            machine_report.machine, ""
        ):
            newest[machine_report.machine] = machine_report.time
    return tuple(
        MachineRow(report, outliers, bool(report.error) or report.time == newest[report.machine])
        for report, outliers in zip(reports, measure_outlier(reports), strict=True)
    )


def _render_text(row: MachineRow, column: Column) -> str:
    """Return the text of a cell. An unreadable file has its error in place of the layers."""
    report = row.report
    if report.error and column not in (Column.MACHINE, Column.FILE):
        return capitalise(report.error) if column is Column.LAYERS else ""
    return _RENDERER_BY_COLUMN[column](row)


def _render_devices(row: MachineRow) -> str:
    devices = row.report.devices
    return tr("not probed") if devices is None else ", ".join(devices) or tr("none")


def _render_loader(row: MachineRow) -> str:
    version = row.report.loader or tr("unknown version")
    if row.report.pointer_bits == 32:
        return tr("{version} (32-bit)", version=version)
    return version


def _shorten_driver_names(report: MachineReport) -> list[str]:
    """Return driver manifest names without what most of them share."""
    return list(
        dict.fromkeys(_COMMON_SUFFIX_PATTERN.sub("", name) or name for name in report.kept_drivers)
    )


def render_problem_counts(report: MachineReport) -> str:
    """Return the number of errors and warnings, without these the number of notes, or ""."""
    count_by_severity = Counter(problem.severity for problem in report.problems)
    severities = [severity for severity in ("error", "warning") if count_by_severity[severity]] or [
        "note"
    ]
    return ", ".join(
        render_severity_count(count_by_severity[severity], severity)
        for severity in severities
        if count_by_severity[severity]
    )


_RENDERER_BY_COLUMN: Mapping[Column, Callable[[MachineRow], str]] = {
    Column.ODD: lambda row: (
        format_number(row.outlier.score, ".1f") if row.outlier.differences else ""
    ),
    Column.MACHINE: lambda row: row.report.machine,
    Column.LOADER: _render_loader,
    Column.LAYERS: lambda row: ", ".join(get_display_names(row.report.chain)) or tr("none"),
    Column.DRIVERS: lambda row: ", ".join(_shorten_driver_names(row.report)) or tr("none"),
    Column.DEVICES: _render_devices,
    Column.PROBLEMS: lambda row: render_problem_counts(row.report),
    Column.TIME: lambda row: row.report.time[:16].replace("T", " "),
    Column.FILE: lambda row: row.report.file,
}

_SortKey = tuple[int, object]


def make_sort_key(row: MachineRow, column: Column) -> _SortKey:
    """Return the key by which a column sorts a row.

    Unreadable files come before or after all others. By deviation they come first in descending
    order.
    """
    report = row.report
    if report.error and column not in (Column.MACHINE, Column.FILE):
        return (1, 0)
    value: object
    match column:
        case Column.ODD:
            value = row.outlier.score
        case Column.PROBLEMS:
            value = tuple(
                sum(problem.severity == severity for problem in report.problems)
                for severity in _COUNTED_SEVERITIES
            )
        case Column.LOADER:
            value = [int(part) if part.isdecimal() else 0 for part in report.loader.split(".")]
        case Column.MACHINE | Column.FILE:
            value = make_natural_sort_key(
                report.machine if column is Column.MACHINE else report.file
            )
        case _:
            value = row.column_texts[COLUMNS.index(column)].casefold()
    return (0, value)


def sort_rows(rows: Iterable[MachineRow], column: Column, *, descending: bool) -> list[MachineRow]:
    """Return the rows sorted by a column. Equal rows stay in the order of their files."""
    # Equal rows stay in the order of their files, whichever way the column is sorted.
    return sorted(rows, key=lambda row: make_sort_key(row, column), reverse=descending)


class FilterTerm(NamedTuple):
    """One condition of a filter; `field` is "" for all columns."""

    field: str
    text: str
    is_negated: bool


FilterQuery = tuple[FilterTerm, ...]
FILTER_FIELDS = ("layer", "driver", "device", "problem", "loader", "machine", "file", "odd")
_FILTER_STATES = ("odd", "broken", "newest")


def parse_filter(text: str) -> FilterQuery:
    """Parse a filter. An unknown name before a colon is part of the word."""
    terms = []
    for minus, field, word, unquoted in _TERM_PATTERN.findall(text):
        term_text = (word or unquoted).strip('"')
        if (
            field
            and field not in FILTER_FIELDS
            and not (field == "is" and term_text in _FILTER_STATES)
        ):
            field, term_text = "", f"{field}:{term_text}"
        if term_text or field:
            terms.append(FilterTerm(field, term_text.casefold(), bool(minus)))
    return tuple(terms)


def matches_filter(row: MachineRow, query: FilterQuery) -> bool:
    """Return whether a row fits every term of a filter."""
    return all(_matches_term(row, term) != term.is_negated for term in query)


def _matches_term(row: MachineRow, term: FilterTerm) -> bool:
    """Return whether a row fits a term of a filter, before negation."""
    if term.field == "is":
        states = (bool(row.outlier.differences), bool(row.report.error), row.is_newest)
        return states[_FILTER_STATES.index(term.text)]
    if term.field:
        # "layer:" alone asks whether there is any.
        searched_text = row.search_texts[term.field]
        return term.text in searched_text if term.text else bool(searched_text)
    return any(term.text in text for text in row.search_texts.values())


def summarize_rows(rows: Sequence[MachineRow]) -> str:
    """Return a line that counts machines, deviations, problems and unreadable files."""
    readable_rows = [row for row in rows if not row.report.error]
    machines = len({row.report.machine for row in readable_rows})
    parts = [render_count(len(readable_rows), "report")]
    if machines != len(readable_rows):
        parts.append(render_count(machines, "machine"))
    if outlier_count := sum(bool(row.outlier.differences) for row in readable_rows):
        parts.append(
            counted(
                "{n:,} differ from most machines", "{n} differs from most machines", outlier_count
            )
        )
    if with_errors := sum(
        any(problem.severity == "error" for problem in row.report.problems) for row in readable_rows
    ):
        parts.append(counted("{n:,} with errors", "{n} with errors", with_errors))
    if broken_count := len(rows) - len(readable_rows):
        parts.append(counted("{n:,} unreadable files", "{n} unreadable file", broken_count))
    return " · ".join(parts)


def explain_outlier(row: MachineRow) -> str:
    """Return the sentences about a row's deviations as one text."""
    if row.report.error:
        return f"{capitalise(row.report.error)}."
    return " ".join(f"{difference.sentence}." for difference in row.outlier.differences)


# Spreadsheets run a cell that begins with one of these as a formula (OWASP, CSV Injection).
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class TableFormat(StrEnum):
    """File formats of the table; the value is also the suffix of the file."""

    CSV = "csv"
    HTML = "html"
    JSON = "json"


def render_table(table_format: TableFormat, rows: Sequence[MachineRow], title: str) -> bytes:
    """Render the rows in their order. `title` names the folder."""
    return _RENDERER_BY_TABLE_FORMAT[table_format](rows, title).encode("utf-8", "backslashreplace")


def export_table(
    table_format: TableFormat,
    folder: Path,
    read_rows: Sequence[MachineRow],
    shown_rows: Sequence[MachineRow],
) -> bytes:
    """Read the files of rows again and render them: HTML as shown, CSV and JSON in English.

    Args:
        table_format: of the file.
        folder: where the reports are.
        read_rows: all rows; what is odd about one depends on the others.
        shown_rows: those that are wanted, in their order.

    Raises:
        OSError: the files are not there any more.
    """
    if table_format is TableFormat.HTML or current_language() == ENGLISH_LANGUAGE:
        return render_table(table_format, shown_rows, str(folder))
    with use_english():
        reread_rows = make_rows(
            tuple(read_named_files(folder, {row.report.file for row in read_rows}))
        )
        row_by_file = {row.report.file: row for row in reread_rows}
        for row in shown_rows:
            if row.report.file not in row_by_file:
                raise FileNotFoundError(ENOENT, strerror(ENOENT), str(folder / row.report.file))
        return render_table(
            table_format, [row_by_file[row.report.file] for row in shown_rows], str(folder)
        )


def _render_csv(rows: Sequence[MachineRow], _title: str) -> str:
    """Return the rows as CSV with columns for platform, result, deviations and errors."""
    csv_output = io.StringIO()
    # RFC 4180 ends lines with CR LF.
    writer = csv.writer(csv_output, lineterminator="\r\n")
    writer.writerow(
        [*(column.value for column in COLUMNS), "platform", "result", "engine", "why", "error"]
    )
    for row in rows:
        report = row.report
        # Errors have a column of their own here.
        texts = list(row.column_texts)
        if report.error:
            texts[COLUMNS.index(Column.LAYERS)] = ""
        oddity = "" if report.error else explain_outlier(row)
        cells = [*texts, report.platform, report.result, report.engine, oddity, report.error]
        writer.writerow([_escape_cell(cell) for cell in cells])
    # With the mark Excel reads UTF-8.
    return f"\ufeff{csv_output.getvalue()}"


def _escape_cell(value: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    text = escape_invisible(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _render_html(rows: Sequence[MachineRow], title: str) -> str:
    """Return the rows as a page with one table."""
    header_cells = [COLUMN_TITLES[column] for column in COLUMNS]
    lines = tuple(
        TableRow(
            (
                *(make_text_runs(escape_invisible(cell)) for cell in row.column_texts),
                make_text_runs(escape_invisible(explain_outlier(row))),
            )
        )
        for row in rows
    )
    name = tr("Reports in {folder}", folder=escape_invisible(title))
    html_blocks = (
        Heading(1, make_text_runs(name), "reports"),
        Paragraph(make_text_runs(f"{summarize_rows(rows)}.")),
        Paragraph(make_text_runs(render(OUTLIER_RULE))),
        Table((*header_cells, tr("Differences")), lines),
    )
    return render_html(TextDocument(name, html_blocks))


def _render_json(rows: Sequence[MachineRow], title: str) -> str:
    """Return the rows as JSON, with the rule that measures deviations."""
    document = {
        "format": 1,
        "folder": title,
        "measure": render(OUTLIER_RULE),
        "machines": [row_to_json(row) for row in rows],
    }
    return escape_control_characters(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"


def row_to_json(row: MachineRow) -> dict[str, Any]:
    """Return a row as JSON. Members that a report has, too, have the same names."""
    report = row.report
    if report.error:
        return {"file": report.file, "machine": report.machine, "error": report.error}
    return {
        "file": report.file,
        "machine": report.machine,
        "error": "",
        "newest": row.is_newest,
        "time": report.time,
        "engine": report.engine,
        "platform": report.platform,
        "loader": report.loader,
        "pointer_bits": report.pointer_bits,
        "create": report.result,
        "chain": list(report.chain),
        "layers": [_encode_component(layer) for layer in report.layers],
        "drivers": [_encode_component(driver) for driver in report.drivers],
        "devices": None if report.devices is None else list(report.devices),
        "problems": [
            {"severity": problem.severity, "code": problem.code, "title": problem.title}
            for problem in report.problems
        ],
        "odd": round(row.outlier.score, 4),
        "differences": [
            {
                "kind": difference.topic.value,
                "subject": difference.subject,
                "share": round(difference.weight, 4),
                "sentence": difference.sentence,
            }
            for difference in row.outlier.differences
        ],
    }


def _encode_component(component: ReportedComponent) -> dict[str, str]:
    return {
        "name": component.name,
        "outcome": component.state,
        "reason": component.reason,
        "sentence": component.sentence,
    }


_RENDERER_BY_TABLE_FORMAT: Mapping[TableFormat, Callable[[Sequence[MachineRow], str], str]] = {
    TableFormat.CSV: _render_csv,
    TableFormat.HTML: _render_html,
    TableFormat.JSON: _render_json,
}
