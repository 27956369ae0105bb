"""variables: the environment variables that programs of a configuration get."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.typed_variables import edited_variables
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.cli.written_files import named, variable_line, variable_members
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import set_environment


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    variables = edited_variables(editing.configuration.environment, options)
    change = set_environment(editing.workspace, editing.key, variables)
    found = editing.commit(change, output).configuration
    output.outcome(
        {"configuration": named(found), "variables": variable_members(found.environment)}
    )
    if not found.environment:
        output.line(tr("“{name}” sets no variables.", name=plain(found.name)))
    for one in found.environment:
        output.line(plain(variable_line(one)))
    return Exit.OK
