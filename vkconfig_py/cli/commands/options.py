"""options: the option sets of a program, which every configuration shares."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.started_program import add_variable_edits, edited_variables, find_option_set
from vkconfig_py.cli.workspace import edit_only, load, save
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.model.configuration.configuration import OptionSet, Target
from vkconfig_py.model.configuration.option_set_edits import (
    change_set,
    delete_set,
    new_set,
    rename_set,
)
from vkconfig_py.model.configuration.option_sets import sets_of
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed
from vkconfig_py.model.programs.command_line import quoting_fault


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py options vkcube": "",
        'vkconfig-py options vkcube --new Long --arguments "--c 10000" --set MANGOHUD=1': "",
        "vkconfig-py options vkcube --change Long --log '~/logs/{program}-{date}-{n}.log'": "",
        'vkconfig-py options vkcube --change Long --rename "10000 frames"': "",
        "vkconfig-py options vkcube --delete Long": "",
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument("program", metavar="PROGRAM", help=tr("a path, or a name found in PATH"))
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--new", metavar="NAME", help=tr("add a set; one that is taken gets a number")
    )
    action.add_argument("--change", metavar="NAME", help=tr("change a set"))
    action.add_argument("--delete", metavar="NAME", help=tr("delete a set"))
    parser.add_argument(
        "--copy", metavar="NAME", help=tr("begin the new set as a copy of this one")
    )
    parser.add_argument("--rename", metavar="NAME", help=tr("give the changed set another name"))
    parser.add_argument(
        "--arguments", metavar="TEXT", help=tr("its arguments, quoted as in a shell")
    )
    parser.add_argument(
        "--folder", metavar="DIR", help=tr("its working folder; '' for the current")
    )
    add_variable_edits(
        parser,
        sets=tr("a variable NAME=value; it wins over the configuration's; also several times"),
        leaves=tr("a variable that it leaves to the configuration again; also several times"),
    )
    parser.add_argument(
        "--log",
        metavar="PATTERN",
        help=tr(
            "the file that each launch writes its output to; {program}, "
            "{configuration}, {options}, {date}, {time} and {n}, a number that is "
            "free, are replaced; '' for none"
        ),
    )
    parser.add_argument(
        "--append",
        action=argparse.BooleanOptionalAction,
        help=tr("append to that file (default: start it anew)"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    loaded = load(machine, output)
    executable = find_executable(options.program, machine.host)
    if not executable.path:
        raise CommandError(executable.error, Exit.NOT_FOUND)
    program = executable.path
    changed = _make_edit(loaded.workspace, program, options)
    workspace = loaded.workspace
    if changed is not None:
        save(machine, loaded, changed, output)
        workspace = changed.workspace
    sets = sets_of(workspace.options, program)
    output.outcome({"program": program, "sets": [_members(option_set) for option_set in sets]})
    if not sets:
        output.line(tr("{program} has no option sets.", program=plain(program)))
    for option_set in sets:
        output.line(plain(f"{option_set.name}: {_describe_set(option_set)}"))
    return Exit.OK


def _make_edit(workspace: Workspace, program: str, options: argparse.Namespace) -> Changed | None:
    target = Target(program)
    if options.new:
        copied = options.copy and find_option_set(workspace, target, options.copy)
        new_options = (copied or OptionSet(""))._replace(name=options.new)
        return new_set(workspace, program, _with_options(new_options, options))
    if options.delete:
        gone = find_option_set(workspace, target, options.delete)
        return delete_set(workspace, program, gone.name)
    if options.change:
        option_set = find_option_set(workspace, target, options.change)
        changed = change_set(workspace, program, _with_options(option_set, options))
        after = changed.workspace if changed else workspace
        renamed = options.rename and rename_set(after, program, option_set.name, options.rename)
        return renamed or changed
    if _with_options(OptionSet(""), options) != OptionSet("") or options.rename or options.copy:
        options.parser.error(tr("name the option set with --new or --change"))
    return None


def _with_options(option_set: OptionSet, options: argparse.Namespace) -> OptionSet:
    """Return an option set with what the command line says about it."""
    changed = option_set
    if options.arguments is not None:
        try:
            changed = changed._replace(arguments=tuple(shlex.split(options.arguments)))
        except ValueError as error:
            raise CommandError(
                tr("The arguments cannot be read: {reason}", reason=quoting_fault(error)),
                Exit.USAGE,
            ) from error
    if options.folder is not None:
        folder = str(Path(options.folder).expanduser().absolute()) if options.folder else ""
        changed = changed._replace(working_directory=folder)
    if options.log is not None:
        changed = changed._replace(log_file=options.log)
    if options.append is not None:
        changed = changed._replace(appends=options.append)
    return changed._replace(environment=edited_variables(changed.environment, options))


def _describe_set(option_set: OptionSet) -> str:
    words = [f"{v.name}={v.value}" for v in option_set.environment if v.value is not None]
    parts = [shlex.join([*words, *option_set.arguments]) or tr("no arguments")]
    parts += [tr("{name} unset", name=v.name) for v in option_set.environment if v.value is None]
    if option_set.working_directory:
        parts.append(tr("in {folder}", folder=option_set.working_directory))
    if option_set.log_file and option_set.appends:
        parts.append(tr("log appended to {path}", path=option_set.log_file))
    elif option_set.log_file:
        parts.append(tr("log in {path}", path=option_set.log_file))
    return " · ".join(parts)


def _members(option_set: OptionSet) -> dict[str, Any]:
    return {
        "name": option_set.name,
        "arguments": list(option_set.arguments),
        "working_directory": option_set.working_directory,
        "environment": {v.name: v.value for v in option_set.environment},
        "log_file": option_set.log_file,
        "appends": option_set.appends,
    }
