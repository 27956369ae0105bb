"""config options: the option sets of a program, which every configuration shares."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_not_found, add_verbs
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.started_program import edit_variables, find_option_set
from vkconfig_py.cli.workspace import load, make_editing_machine, save
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.model.configuration.chosen_program import (
    add_set,
    delete_set,
    rename_set,
    replace_option_set,
)
from vkconfig_py.model.configuration.configuration import OptionSet, Target
from vkconfig_py.model.configuration.option_sets import get_sets
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.programs.candidates import render_quoting_error
from vkconfig_py.model.text.wording import lower_first_letter


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config options -p vkcube": "",
        'vkconfig-py config options create Long -p vkcube --arguments "--c 10000"': "",
        'vkconfig-py config options change "No dialogs" -p vkcube --env MANGOHUD=1': "",
        "vkconfig-py config options create Logged -p vkcube --log '~/{program}-{n}.log'": "",
        'vkconfig-py config options delete "No dialogs" -p vkcube': "",
    }
    parser.preface = tr("All configurations share a program's option sets.")
    verbs = {
        "list": tr("list a program's option sets"),
        "create": tr("add an option set"),
        "change": tr("change an option set"),
        "copy": tr("add a copy of an option set"),
        "rename": tr("rename an option set"),
        "delete": tr("delete an option set"),
    }
    for verb, verb_parser in add_verbs(parser, verbs, _add_program_option).items():
        if verb not in ("list", "create"):
            verb_parser.add_argument("set", metavar="SET", help=tr("option set name"))
        if verb in ("create", "copy", "rename"):
            verb_parser.add_argument(
                "new_name",
                metavar="NEW_NAME",
                help=tr("new name; a number is added if the name is in use"),
            )
        if verb in ("create", "change", "copy"):
            _add_content_options(verb_parser)


def _add_program_option(parser: CommandParser, default: str = "") -> None:
    add_not_found(parser)
    parser.add_argument(
        "-p",
        "--program",
        default=default,
        metavar="PROGRAM",
        help=tr("a path, or a name found in PATH (default: the selected configuration's program)"),
    )


def _add_content_options(parser: CommandParser) -> None:
    """Add the options that say what an option set contains."""
    parser.add_argument(
        "--arguments", metavar="TEXT", help=tr("program arguments, quoted as in a shell")
    )
    parser.add_argument(
        "--folder", metavar="DIR", help=tr("working folder; '' for the current folder")
    )
    for option, metavar, text in (
        ("env", "NAME=VALUE", tr("set a variable, overriding the configuration (repeatable)")),
        ("unset", "NAME", tr("unset a variable (repeatable)")),
        ("clear", "NAME", tr("stop setting or unsetting a variable (repeatable)")),
    ):
        parser.add_argument(f"--{option}", action="append", default=[], metavar=metavar, help=text)
    parser.add_argument(
        "--log",
        metavar="PATTERN",
        help=tr(
            "write the output of each launch to this file; {program}, {configuration}, "
            "{options}, {date}, {time} and {n} (the next free number) are replaced; '' "
            "for no file"
        ),
    )
    parser.add_argument(
        "--append",
        action=argparse.BooleanOptionalAction,
        help=tr("append to the log file (default: overwrite it)"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = make_editing_machine()
    load_result = load(machine, output)
    program = _find_program(options.program, load_result.workspace, machine)
    change = _make_edit(load_result.workspace, program, options)
    workspace = load_result.workspace
    if change is not None:
        save(machine, load_result, change, output)
        workspace = change.workspace
    sets = get_sets(workspace.program_options, program)
    output.outcome(
        {"program": program, "sets": [_option_set_to_json(option_set) for option_set in sets]}
    )
    if not sets:
        output.line(tr("{program} has no option sets.", program=plain(program)))
    for option_set in sets:
        output.line(plain(f"{option_set.name}: {_describe_set(option_set)}"))
    return Exit.OK


def _find_program(name: str, workspace: Workspace, machine: Machine) -> str:
    """Return the path of the named program, else of the selected configuration's program.

    Raises:
        CommandError: there is none.
    """
    name = name or workspace.program.program
    if not name:
        raise CommandError(
            tr("No program is selected. Specify a program with -p PROGRAM."), Exit.USAGE
        )
    executable = find_executable(name, machine.host)
    if not executable.path:
        raise CommandError(executable.error, Exit.NOT_FOUND)
    return executable.path


def _make_edit(
    workspace: Workspace, program: str, options: argparse.Namespace
) -> WorkspaceChange | None:
    """Return the edit of a program's option sets, or None if they are only listed."""
    if options.verb == "list":
        return None
    if options.verb == "create":
        new_options = OptionSet(options.new_name)
        return add_set(workspace, program, _apply_options(new_options, options))
    option_set = find_option_set(workspace, Target(program), options.set)
    match options.verb:
        case "copy":
            copied_set = _apply_options(option_set._replace(name=options.new_name), options)
            return add_set(workspace, program, copied_set)
        case "rename":
            return rename_set(workspace, program, option_set.name, options.new_name)
        case "delete":
            return delete_set(workspace, program, option_set.name)
    return replace_option_set(workspace, program, _apply_options(option_set, options))


def _apply_options(option_set: OptionSet, options: argparse.Namespace) -> OptionSet:
    """Return an option set with the values that the command line gives."""
    changed_set = option_set
    if options.arguments is not None:
        try:
            changed_set = changed_set._replace(arguments=tuple(shlex.split(options.arguments)))
        except ValueError as error:
            raise CommandError(
                tr(
                    "Cannot parse the arguments: {reason}",
                    reason=lower_first_letter(render_quoting_error(error)),
                ),
                Exit.USAGE,
            ) from error
    if options.folder is not None:
        folder = str(Path(options.folder).expanduser().absolute()) if options.folder else ""
        changed_set = changed_set._replace(working_directory=folder)
    if options.log is not None:
        changed_set = changed_set._replace(log_file=options.log)
    if options.append is not None:
        changed_set = changed_set._replace(appends=options.append)
    environment = edit_variables(
        changed_set.environment, set=options.env, unset=options.unset, clear=options.clear
    )
    return changed_set._replace(environment=environment)


def _describe_set(option_set: OptionSet) -> str:
    """Return a line with the arguments, variables, folder and log file of an option set."""
    words = [
        f"{variable.name}={variable.value}"
        for variable in option_set.environment
        if variable.value is not None
    ]
    parts = [shlex.join([*words, *option_set.arguments]) or tr("no arguments")]
    parts += [
        tr("{name} unset", name=variable.name)
        for variable in option_set.environment
        if variable.value is None
    ]
    if option_set.working_directory:
        parts.append(tr("in {folder}", folder=option_set.working_directory))
    if option_set.log_file and option_set.appends:
        parts.append(tr("appends its log to {path}", path=option_set.log_file))
    elif option_set.log_file:
        parts.append(tr("logs to {path}", path=option_set.log_file))
    return " · ".join(parts)


def _option_set_to_json(option_set: OptionSet) -> dict[str, Any]:
    return {
        "name": option_set.name,
        "arguments": list(option_set.arguments),
        "working_directory": option_set.working_directory,
        "environment": {variable.name: variable.value for variable in option_set.environment},
        "log_file": option_set.log_file,
        "appends": option_set.appends,
    }
