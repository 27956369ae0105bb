"""The table of machines as CSV, HTML or JSON, with what is odd about each."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from errno import ENOENT
from os import strerror
from pathlib import Path

from vkconfig_py.fleet.reports.machine_report import SeenComponent, read_named_files
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import (
    COLUMN_TITLES,
    COLUMNS,
    Column,
    MachineRow,
    explain_outlier,
    make_rows,
    summarize_rows,
)
from vkconfig_py.language.sentences import ENGLISH, current_language, render, tr, use_english
from vkconfig_py.loader.base.records import Any
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
from vkconfig_py.model.text.wording import escape_invisible

# Spreadsheets run a cell that begins with one of these as a formula (OWASP, CSV Injection).
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class TableFormat(StrEnum):
    """File formats of the table; the value is also the suffix of the file."""

    CSV = "csv"
    HTML = "html"
    JSON = "json"


def render_table(form: TableFormat, rows: Sequence[MachineRow], title: str) -> bytes:
    """Render the rows in their order. `title` names the folder."""
    return _RENDERER_BY_TABLE_FORMAT[form](rows, title).encode("utf-8", "backslashreplace")


def export_table(
    form: TableFormat,
    folder: Path,
    read_rows: Sequence[MachineRow],
    shown_rows: Sequence[MachineRow],
) -> bytes:
    """Read the files of rows again and render them: HTML as shown, CSV and JSON in English.

    Args:
        form: of the file.
        folder: where the reports are.
        read_rows: all rows; what is odd about one depends on the others.
        shown_rows: those that are wanted, in their order.

    Raises:
        OSError: the files are not there any more.
    """
    if form is TableFormat.HTML or current_language() == ENGLISH:
        return render_table(form, shown_rows, str(folder))
    with use_english():
        reread_rows = make_rows(
            tuple(read_named_files(folder, {row.report.file for row in read_rows}))
        )
        row_by_file = {row.report.file: row for row in reread_rows}
        for row in shown_rows:
            if row.report.file not in row_by_file:
                raise FileNotFoundError(ENOENT, strerror(ENOENT), str(folder / row.report.file))
        return render_table(form, [row_by_file[row.report.file] for row in shown_rows], str(folder))


def _render_csv(rows: Sequence[MachineRow], _title: str) -> str:
    """Return the rows as CSV with columns for platform, result, deviations and errors."""
    out = io.StringIO()
    # RFC 4180 ends lines with CR LF.
    writer = csv.writer(out, lineterminator="\r\n")
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
    return f"\ufeff{out.getvalue()}"


def _escape_cell(value: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    text = escape_invisible(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _render_html(rows: Sequence[MachineRow], title: str) -> str:
    """Return the rows as a page with one table."""
    heads = [COLUMN_TITLES[column] for column in COLUMNS]
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
    blocks = (
        Heading(1, make_text_runs(name), "reports"),
        Paragraph(make_text_runs(f"{summarize_rows(rows)}.")),
        Paragraph(make_text_runs(render(OUTLIER_RULE))),
        Table((*heads, tr("Differences")), lines),
    )
    return render_html(TextDocument(name, blocks))


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


def _encode_component(component: SeenComponent) -> dict[str, str]:
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
