"""config settings-file: a vk_layer_settings.txt of the user, used as it is."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, render_location
from vkconfig_py.cli.output_files import limit_members, make_name_members
from vkconfig_py.cli.planning import predict_launch, print_limitations
from vkconfig_py.cli.workspace import Editing, make_inventory, make_program_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import set_settings_file
from vkconfig_py.model.exchange.open_file import find_kind, is_layer_settings, make_declared_reader
from vkconfig_py.model.files.paths import describe_error, is_gone, read_regular
from vkconfig_py.model.formats.foreign_files import ForeignKind, render_kind
from vkconfig_py.model.problems.lint_file import lint_file
from vkconfig_py.model.problems.lint_layer_settings import LintProblem

_USED_FILE_SENTENCE = tr("“{name}” uses the file {path}.")
_NOT_USED = tr("“{name}” does not use an existing file; vkconfig-py writes its layer settings.")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config settings-file": tr("show the file in use"),
        "vkconfig-py config settings-file ~/vk_layer_settings.txt -c Validation": "",
        "vkconfig-py config settings-file --off": tr(
            "write the configuration's layer settings again"
        ),
        "vkconfig-py config import vk_layer_settings.txt": tr("import the file's values instead"),
    }
    add_json(parser)
    add_selected(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help=tr("the layer settings file; it is not modified")
    )
    parser.add_argument("--off", action="store_true", help=tr("stop using the existing file"))


def run(options: argparse.Namespace, output: Output) -> int:
    if options.off and options.file is not None:
        options.parser.error(tr("--off cannot be combined with a file"))
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        if options.off:
            change = set_settings_file(editing.workspace, editing.key, "")
            editing = editing.commit(change, output)
        if options.file is not None:
            editing = _use_file(options.file, editing, output)
        configuration = editing.configuration
        findings = _lint_file(configuration.settings_file, machine, editing)
        planned_configuration = predict_launch(
            machine, make_program_configuration(machine, configuration, editing.workspace)
        )
    limits = tuple(limit for limit in planned_configuration.answer.plan.limits if not limit.subject)
    sentence = _USED_FILE_SENTENCE if configuration.settings_file else _NOT_USED
    output.line(
        sentence.format(name=plain(configuration.title), path=plain(configuration.settings_file))
    )
    _print_findings(findings, output)
    print_limitations(limits, output)
    output.outcome(
        {
            "configuration": make_name_members(configuration),
            "settings_file": configuration.settings_file,
            "limits": [*map(limit_members, limits)],
            "notes": [*map(_finding_to_json, findings), *output.notes()],
        }
    )
    return Exit.OK


def _use_file(file: str, editing: Editing, output: Output) -> Editing:
    """Make a configuration use an existing settings file, after checking that it is one."""
    path = Path(file).expanduser().absolute()
    try:
        content = read_regular(path)
    except OSError as error:
        code = Exit.NOT_FOUND if is_gone(path) else Exit.FAILED
        raise CommandError(
            tr("{path} cannot be used: {reason}.", path=path, reason=describe_error(error)), code
        ) from error
    if not is_layer_settings(str(path), content):
        kind = find_kind(str(path), content)
        raise CommandError(
            tr(
                "{path} is {kind}; layers cannot read settings from it.",
                path=path,
                kind=render_kind(kind),
            )
        )
    return editing.commit(set_settings_file(editing.workspace, editing.key, str(path)), output)


def _lint_file(file: str, machine: Machine, editing: Editing) -> Sequence[LintProblem]:
    """Return the problems of a layer settings file, such as values that layers cannot parse."""
    try:
        content = read_regular(Path(file)) if file else b""
    except OSError:
        return ()  # the plan says that it cannot be read
    read_declared_layers = make_declared_reader(make_inventory(machine, editing.workspace.sources))
    return lint_file(
        file,
        content,
        kind=ForeignKind.LAYER_SETTINGS,
        host=machine.host,
        read_declared_layers=read_declared_layers,
    )


def _print_findings(findings: Sequence[LintProblem], output: Output) -> None:
    """Print problems of a settings file on standard error, with file and line."""
    for finding in findings:
        output.error(
            f"{render_location(finding.file, finding.line)}: {finding.sentence}", is_note=False
        )


def _finding_to_json(finding: LintProblem) -> dict[str, object]:
    return {"file": finding.file, "line": finding.line, "sentence": finding.sentence}
