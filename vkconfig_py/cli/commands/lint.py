"""lint: problems of manifests, settings files and configurations in any folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain, render_location
from vkconfig_py.cli.report_text import SEVERITY_WIDTH, render_severity_label
from vkconfig_py.cli.workspace import make_inventory, read_workspace
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.exchange.open_file import make_declared_reader
from vkconfig_py.model.files.paths import describe_error, read_regular
from vkconfig_py.model.formats.foreign_files import ForeignKind
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.problems.lint_file import DocumentKind, LintKind, lint_file, render_sarif
from vkconfig_py.model.problems.lint_layer_settings import LintProblem, escape_surrogates

KIND_BY_OPTION: dict[str, LintKind] = {
    "layer": DocumentKind.LAYER,
    "driver": DocumentKind.DRIVER,
    "loader-settings": DocumentKind.LOADER_SETTINGS,
    "layer-settings": ForeignKind.LAYER_SETTINGS,
    "layer-file": ForeignKind.LAYER_FILE,
    "configuration": DocumentKind.CONFIGURATION,
    "collection": DocumentKind.COLLECTION,
    "order": DocumentKind.ORDER,
    "description": DocumentKind.DESCRIPTION,
}
UNREAD_CODE = "not-read"


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py lint VkLayer_mine.json": tr("check a manifest as a loader would read it"),
        "vkconfig-py lint --strict *.json": tr("also check against the format's schema"),
        "vkconfig-py lint vk_layer_settings.txt": tr(
            "check a settings file as layers would read it"
        ),
        "vkconfig-py lint --strict my_layer.json": tr(
            "check a description of a layer's settings before you send it"
        ),
        "vkconfig-py lint --strict --sarif my.json": tr(
            "print SARIF for editors and code-hosting services"
        ),
    }
    add_not_found(parser)
    parser.exit_codes[Exit.FAILED] = tr("errors found; with --strict, also warnings")
    parser.add_argument(
        "file",
        nargs="+",
        metavar="FILE",
        help=tr("a manifest or settings file; its name does not matter"),
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help=tr("also validate JSON against its schema, and fail on warnings"),
    )
    parser.add_argument(
        "--kind",
        choices=KIND_BY_OPTION,
        metavar="KIND",
        help=tr(
            "file type (default: detected from the content): {kinds}",
            kinds=", ".join(KIND_BY_OPTION),
        ),
    )
    form = parser.add_mutually_exclusive_group()
    add_json(form, tr("print the findings as JSON"))
    form.add_argument("--sarif", action="store_true", help=tr("print the findings as SARIF 2.1.0"))


def run(options: argparse.Namespace, output: Output) -> int:
    findings: list[LintProblem] = []
    unread_problems: list[LintProblem] = []
    # The declarations of installed layers are read once, and only if a settings file needs them.
    host, read_declared_layers = Host.read_current(), cache(partial(_list_declarations, output))
    kind = KIND_BY_OPTION[options.kind] if options.kind else None
    for name in options.file:
        path = Path(name).absolute()
        try:
            content = read_regular(path)
        except OSError as error:
            output.error(f"{name}: {describe_error(error)}")
            sentence = tr("The file cannot be read: {reason}.", reason=describe_error(error))
            unread_problems.append(LintProblem(Severity.ERROR, UNREAD_CODE, str(path), 0, sentence))
            continue
        findings += lint_file(
            str(path),
            content,
            kind=kind,
            is_strict=options.strict,
            host=host,
            read_declared_layers=read_declared_layers,
        )
    _print_findings(findings, unread_problems, options, output)
    counts = {Severity.ERROR, *([Severity.WARNING] if options.strict else [])}
    code = Exit.FAILED if any(finding.severity in counts for finding in findings) else Exit.OK
    code = Exit.NOT_FOUND if unread_problems else code
    if options.json:
        rows = [_finding_to_json(finding) for finding in (*unread_problems, *findings)]
        output.outcome({"findings": rows}, code)
    return code


def _list_declarations(output: Output) -> tuple[DeclaredLayer, ...]:
    """Return the settings that layers of this machine and of the user's folders declare."""
    with open_machine() as machine:
        return make_declared_reader(
            make_inventory(machine, read_workspace(machine, output).sources)
        )()


def _print_findings(
    findings: Sequence[LintProblem],
    unread_problems: Sequence[LintProblem],
    options: argparse.Namespace,
    output: Output,
) -> None:
    """Print findings as text or SARIF. `unread_problems`: files that could not be read."""
    # for people, files that cannot be read are on the error output
    if options.sarif:
        output.line(render_sarif((*unread_problems, *findings)).rstrip("\n"))
    elif findings:
        for finding in findings:
            _print_finding(finding, output)
    elif not unread_problems:
        output.line(tr("No problems found."))


def _finding_to_json(finding: LintProblem) -> dict[str, object]:
    members = {**finding._asdict(), "severity": finding.severity.value}
    del members["missing_key"]
    return {
        name: escape_surrogates(value) if isinstance(value, str) else value
        for name, value in members.items()
    }


def _print_finding(finding: LintProblem, output: Output) -> None:
    """Print severity, place and code of a problem, and its sentence below."""
    label = render_severity_label(finding.severity, output)
    location = render_location(finding.file, finding.line)
    output.line(f"{label} {plain(location)}  {output.paint(finding.code, 'faint')}")
    output.paragraph(finding.sentence, SEVERITY_WIDTH + 1)
