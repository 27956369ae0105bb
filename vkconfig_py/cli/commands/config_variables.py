"""config variables: the environment variables that programs of a configuration get."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_verbs
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.output_files import (
    make_name_members,
    make_variable_members,
    render_variable_line,
)
from vkconfig_py.cli.started_program import edit_variables
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import set_environment


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config variables": "",
        "vkconfig-py config variables set MANGOHUD=1 -c Validation": "",
        "vkconfig-py config variables unset VK_INSTANCE_LAYERS": tr("unset for programs"),
        "vkconfig-py config variables clear MANGOHUD": tr("use the session's value again"),
    }
    verbs = {
        "list": tr("list the variables"),
        "set": tr("set variables for the configuration's programs"),
        "unset": tr("unset variables for the configuration's programs"),
        "clear": tr("stop setting or unsetting variables"),
    }
    for verb, verb_parser in add_verbs(parser, verbs).items():
        if verb != "list":
            metavar = "NAME=VALUE" if verb == "set" else "VARIABLE"
            verb_parser.add_argument("variables", nargs="+", metavar=metavar)


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    if options.verb != "list":
        edits = {options.verb: options.variables}
        variables = edit_variables(editing.configuration.environment, **edits)
        editing = editing.commit(set_environment(editing.workspace, editing.key, variables), output)
    configuration = editing.configuration
    output.outcome(
        {
            "configuration": make_name_members(configuration),
            "variables": make_variable_members(configuration.environment),
        }
    )
    if not configuration.environment:
        output.line(tr("“{name}” changes no variables.", name=plain(configuration.title)))
    for variable in configuration.environment:
        output.line(plain(render_variable_line(variable)))
    return Exit.OK
