"""variables: the environment variables that programs of a configuration get."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.started_program import add_variable_edits, edited_variables
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.cli.written_files import named, variable_line, variable_members
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import set_environment


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py variables Debugging": "",
        "vkconfig-py variables Debugging --set MANGOHUD=1 --unset VK_INSTANCE_LAYERS": "",
        "vkconfig-py variables Debugging --leave MANGOHUD": "",
    }
    add_json(parser)
    add_configuration(parser)
    add_variable_edits(
        parser,
        sets=tr("a variable NAME=value; also several times"),
        leaves=tr("a variable that it leaves to the session again; also several times"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    variables = edited_variables(editing.configuration.environment, options)
    change = set_environment(editing.workspace, editing.key, variables)
    configuration = editing.commit(change, output).configuration
    output.outcome(
        {
            "configuration": named(configuration),
            "variables": variable_members(configuration.environment),
        }
    )
    if not configuration.environment:
        output.line(tr("“{name}” sets no variables.", name=plain(configuration.title)))
    for variable in configuration.environment:
        output.line(plain(variable_line(variable)))
    return Exit.OK
