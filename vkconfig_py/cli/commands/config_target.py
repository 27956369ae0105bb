"""config target: the program that run and Launch start with a configuration."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected, add_started_program
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.started_program import find_option_set
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.chosen_program import (
    choose_program,
    choose_set,
    clear_program,
    has_own_program,
    set_own_program,
    use_last_program,
)
from vkconfig_py.model.configuration.workspace import Workspace, set_started_program
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.programs.candidates import check_command

Change = Callable[[Workspace], WorkspaceChange | None]
_NO_PROGRAM = tr("“{name}” has no program to start. Choose a program: config target PROGRAM.")
_OWN_PROGRAM_SENTENCE = tr("“{name}” starts {command}, the configuration's default program.")
_LAST_PROGRAM_SENTENCE = tr("“{name}” starts {command}, the last chosen program.")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config target": tr("show the program and where the choice comes from"),
        "vkconfig-py config target vkcube --c 9": "",
        "vkconfig-py config target -c Validation --own": tr(
            "make the last chosen program Validation's default program"
        ),
        "vkconfig-py config target --clear": tr("clear the program"),
        "vkconfig-py run --list": tr("list programs to choose from"),
    }
    add_json(parser)
    add_selected(parser)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--own",
        action="store_true",
        help=tr("make the last chosen program the configuration's default program"),
    )
    choice.add_argument(
        "--last",
        action="store_true",
        help=tr("start the last chosen program, not the configuration's default"),
    )
    choice.add_argument("--clear", action="store_true", help=tr("clear the program"))
    choice.add_argument(
        "--options", metavar="SET", help=tr("use one of the program's option sets; '' for none")
    )
    add_started_program(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    choices = (options.own, options.last, options.clear, options.options is not None)
    if options.program and any(choices):
        options.parser.error(tr("specify either a program or an option"))
    editing = Editing.of(options.configuration, output)
    change = _make_edit(options, editing)
    if change is not None:
        editing = editing.edit(change, output)
    workspace = editing.workspace._replace(selected_key=editing.key)
    configuration, has_program = workspace.selected_configuration, has_own_program(workspace)
    target = set_started_program(configuration, workspace).target
    output.outcome(
        {
            "configuration": make_name_members(configuration),
            "program": target.program,
            "arguments": list(target.arguments),
            "working_directory": target.working_directory,
            "options": target.options,
            "is_own": has_program,
        }
    )
    sentence = (
        _NO_PROGRAM
        if not target.program
        else _OWN_PROGRAM_SENTENCE
        if has_program
        else _LAST_PROGRAM_SENTENCE
    )
    command = shlex.join((target.program, *target.arguments))
    output.line(sentence.format(name=plain(configuration.title), command=plain(command)))
    return Exit.OK


def _make_edit(options: argparse.Namespace, editing: Editing) -> Change | None:
    """Return the edit of the program to start, or None if the command line only asks for it.

    Raises:
        CommandError: there is no such program or option set.
    """
    if options.program:
        typed_command = check_command(shlex.join(options.program), editing.machine.host)
        if typed_command.error:
            raise CommandError(typed_command.error, Exit.NOT_FOUND)
        return lambda space: choose_program(space, typed_command.target, typed_command.variables)
    if options.options is not None:
        program = editing.workspace._replace(selected_key=editing.key).program
        name = options.options
        if name:
            name = find_option_set(editing.workspace, program, name).name
        return lambda space: choose_set(space, name)
    if options.own:
        return set_own_program
    if options.last:
        return use_last_program
    return clear_program if options.clear else None
