"""reports: a folder of saved reports as a table of machines, the odd ones first."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_output
from vkconfig_py.cli.differences import show_differences
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import is_printed, write_output
from vkconfig_py.fleet.reports.findings import compare_reports
from vkconfig_py.fleet.reports.machine_report import MachineReport, find_files, read_files
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import (
    DESCENDING_COLUMNS,
    Column,
    MachineRow,
    TableFormat,
    make_rows,
    matches_filter,
    parse_filter,
    render_table,
    row_to_json,
    sort_rows,
    summarize_rows,
)
from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.model.files.paths import describe_error


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py fleet reports collected/": "",
        "vkconfig-py fleet reports collected/ --window": "",
        "vkconfig-py fleet reports collected/ --filter 'layer:mangohud -driver:nvidia'": "",
        "vkconfig-py fleet reports collected/ --compare node7 node8": "",
        "vkconfig-py fleet reports collected/ --format html --output machines.html": "",
    }
    parser.notes = (
        tr(
            "A filter matches rows that contain all its words. Prefix a word with layer: "
            "driver: device: problem: loader: machine: file: or odd: to search only "
            "there, or with a minus to exclude matches. Use is:odd for outliers, "
            "is:broken for unreadable files, is:newest for the newest report of each "
            "machine."
        ),
    )
    add_json(parser)
    parser.add_argument(
        "folder", metavar="FOLDER", help=tr("folder with reports saved with show --json")
    )
    parser.add_argument(
        "--window", action="store_true", help=tr("open the table in a window (requires PySide6)")
    )
    parser.add_argument(
        "--filter", default="", metavar="WORDS", help=tr("show only rows that match these words")
    )
    columns = [column.value for column in Column]
    parser.add_argument(
        "--sort",
        default="odd",
        metavar="COLUMN",
        choices=columns,
        help=tr("{columns} (default: odd)", columns=", ".join(columns)),
    )
    parser.add_argument("--reverse", action="store_true", help=tr("reverse the order"))
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help=tr("compare two machines or files"),
    )
    parser.add_argument(
        "--format",
        choices=[table_format.value for table_format in TableFormat],
        help=tr("export the table"),
    )
    add_output(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    folder = Path(options.folder)
    try:
        files = find_files(folder)
    except OSError as error:
        raise CommandError(
            tr("{path} cannot be read: {reason}", path=folder, reason=describe_error(error)),
            Exit.NOT_FOUND,
        ) from None
    for note in files.list_notes():
        output.error(note)
    rows = make_rows(tuple(read_files(folder, files, lambda: False)))
    if options.compare:
        return _compare_reports(
            folder, [_find_report(rows, name) for name in options.compare], options, output
        )
    column = Column(options.sort)
    query = parse_filter(options.filter)
    matching_rows = [row for row in rows if matches_filter(row, query)]
    descending = (column in DESCENDING_COLUMNS) != options.reverse
    shown_rows = sort_rows(matching_rows, column, descending=descending)
    if options.format:
        return _export_table(options, shown_rows, output)
    if options.json:
        machines = [row_to_json(row) for row in shown_rows]
        output.outcome({"folder": str(folder), "measure": OUTLIER_RULE, "machines": machines})
        return Exit.OK
    _print_machines(rows, shown_rows, output)
    return Exit.OK


def _export_table(options: argparse.Namespace, rows: list[MachineRow], output: Output) -> int:
    """Write the table of machines as HTML, CSV or JSON to --output."""
    table_format = TableFormat(options.format)
    content = render_table(table_format, rows, options.folder)
    if is_printed(options.output):
        output.document(content.decode("utf-8"))
        output.outcome({"files": [], "content": content.decode("utf-8")})
        return Exit.OK
    path = write_output(options.output, f"reports.{table_format}", content, replace=options.force)
    output.line(f"{path}: {summarize_rows(rows)}")
    output.outcome({"file": str(path)})
    return Exit.OK


def _print_machines(
    rows: tuple[MachineRow, ...], shown_rows: list[MachineRow], output: Output
) -> None:
    """Print a paragraph for each shown machine, and how many of all, `rows`, are hidden."""
    for row in shown_rows:
        report = row.report
        name = output.paint(plain(report.machine), "strong")
        file_text = output.paint(plain(report.file), "faint")
        if report.error:
            output.line(f"{name}  {file_text}")
            output.paragraph(report.error, tone="error")
            continue
        text_by_column = dict(zip(Column, row.column_texts, strict=True))
        output.line(
            "  ".join(
                (
                    name,
                    tr("loader {version}", version=plain(text_by_column[Column.LOADER])),
                    file_text,
                )
            )
        )
        parts = [
            tr("loads {layers}", layers=text_by_column[Column.LAYERS]),
            tr("drivers {names}", names=text_by_column[Column.DRIVERS]),
        ]
        if report.devices is not None:
            parts.append(tr("devices {names}", names=text_by_column[Column.DEVICES]))
        parts += filter(None, (text_by_column[Column.PROBLEMS], text_by_column[Column.TIME]))
        output.paragraph(" · ".join(parts))
        for difference in row.outlier.differences:
            output.paragraph(f"- {difference.sentence}", tone="warn")
    if not rows:
        output.line(
            tr("No saved reports found. To create a report: vkconfig-py show --json > MACHINE.json")
        )
        return
    if shown_rows:
        output.line()
    hidden_count = len(rows) - len(shown_rows)
    hidden_note = counted("{n} hidden by the filter", "{n} hidden by the filter", hidden_count)
    output.line(" · ".join((summarize_rows(rows), *([hidden_note] if hidden_count else []))))
    if any(row.outlier.differences for row in shown_rows):
        output.paragraph(render(OUTLIER_RULE), indent=0)


def _find_report(rows: tuple[MachineRow, ...], name: str) -> MachineReport:
    """Return the report in a file, or the newest one of a machine.

    Raises:
        CommandError: there is none, or it cannot be read.
    """
    reports = [row.report for row in rows if name in (row.report.file, row.report.machine)]
    if not reports:
        raise CommandError(
            tr("no machine or report file named “{name}”", name=name),
            Exit.NOT_FOUND,
        )
    report = max(reports, key=lambda report: (report.file == name, not report.error, report.time))
    if report.error:
        raise CommandError(f"{report.file}: {report.error}")
    return report


def _compare_reports(
    folder: Path, reports: list[MachineReport], options: argparse.Namespace, output: Output
) -> int:
    """Print the differences of two machines' reports."""
    first_report, second_report = reports
    comparison = compare_reports(folder, first_report, second_report)
    if comparison.error:
        raise CommandError(comparison.error)
    return show_differences(comparison.differences, output, as_json=options.json)
