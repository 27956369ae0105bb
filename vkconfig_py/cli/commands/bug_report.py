"""bug-report: the chain of a program, its reasons and what belongs to it, in one file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_demo,
    add_json,
    add_output,
    add_selected,
    add_started_program,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.output_files import is_printed, write_output
from vkconfig_py.cli.planning import predict_launch
from vkconfig_py.cli.started_program import WantedProgram, make_started_configuration
from vkconfig_py.language.sentences import join_choices, tr
from vkconfig_py.model.chain.prober import open_prober
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.launch.run_history import read_logged_output
from vkconfig_py.model.problems.bug_report import (
    SUFFIXES,
    BugReportData,
    ReportFormat,
    ReportPart,
    collect_evidence,
    make_redaction,
    render_report,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py bug-report -o .": "",
        "vkconfig-py bug-report -c Validation --format html vkcube": "",
        "vkconfig-py bug-report --without loader-log --without files": "",
        "vkconfig-py bug-report --only why --only problems": "",
        "vkconfig-py show --machine report.json": tr("show a saved --json report"),
    }
    add_json(parser, tr("same as --format json; to view it, use Open machine… or show --machine"))
    add_selected(parser)
    add_started_program(
        parser, tr("the program and its arguments (default: the configuration's program)")
    )
    parser.add_argument(
        "--format",
        choices=[report_format.value for report_format in ReportFormat],
        help=tr(
            "report format (default: based on the output file's extension, otherwise markdown)"
        ),
    )
    choice_group = parser.add_mutually_exclusive_group()
    parts = [part.value for part in ReportPart]
    part_list = ", ".join(parts)
    for option, text in (
        ("--without", tr("leave out a part (repeatable): {parts}", parts=part_list)),
        (
            "--only",
            tr("include only the chain and this part (repeatable): {parts}", parts=part_list),
        ),
    ):
        choice_group.add_argument(
            option,
            action="append",
            default=[],
            choices=parts,
            metavar="PART",
            help=text,
        )
    parser.add_argument(
        "--keep-names",
        action="store_true",
        help=tr("do not anonymize the home folder, user name and machine name"),
    )
    add_demo(parser)
    add_output(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    report_format = ReportFormat.JSON if options.json else _find_format(options)
    parts = _choose_parts(options)
    with open_machine(demo=options.demo) as machine:
        evidence = _collect_report_data(machine, options, parts, output)
        redaction = None if options.keep_names else make_redaction(evidence)
        text = render_report(evidence, report_format, parts, redaction)
    if is_printed(options.output):
        output.document(text)
        if options.json:
            output.outcome(json.loads(text))
        return Exit.OK
    name = f"vulkan-report{SUFFIXES[report_format]}"
    path = write_output(options.output, name, text.encode(), replace=options.force)
    output.line(str(path))
    output.outcome({"file": str(path)})
    return Exit.OK


def _find_format(options: argparse.Namespace) -> ReportFormat:
    """Return the report format of --format, else the one that the output file's extension names.

    Raises:
        CommandError: no format has such names.
    """
    if options.format:
        return ReportFormat(options.format)
    path, suffix = Path(options.output or ""), Path(options.output or "").suffix
    if is_printed(options.output) or not suffix or path.is_dir():
        return ReportFormat.MARKDOWN
    format_of_suffix = {
        known_suffix: report_format for report_format, known_suffix in SUFFIXES.items()
    }
    if suffix not in format_of_suffix:
        text = tr(
            "A bug report is a {suffixes} file, not {name}",
            suffixes=join_choices(list(format_of_suffix)),
            name=options.output,
        )
        raise CommandError(text, Exit.USAGE)
    return format_of_suffix[suffix]


def _choose_parts(options: argparse.Namespace) -> frozenset[ReportPart]:
    """Return the parts of the report that --only or --without leave."""
    if options.only:
        return frozenset(map(ReportPart, options.only))
    return frozenset(ReportPart) - frozenset(map(ReportPart, options.without))


def _collect_report_data(
    machine: Machine, options: argparse.Namespace, parts: frozenset[ReportPart], output: Output
) -> BugReportData:
    """Collect the data of the chosen parts, about the command line's program and configuration."""
    program = WantedProgram(options.program)
    configuration = make_started_configuration(machine, options.configuration, program, output)
    request = predict_launch(machine, configuration).request
    snapshot = compute_snapshot(request, machine.cache)
    prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
    return collect_evidence(
        snapshot,
        prober.read_results,
        machine.cache,
        machine.paths,
        asks_loader=ReportPart.LOADER_LOG in parts,
        is_sample=options.demo,
        output=read_logged_output(machine.paths.state, configuration.target.program)
        if ReportPart.OUTPUT in parts
        else "",
    )
