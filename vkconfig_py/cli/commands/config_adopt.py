"""config adopt: the assumptions of a what-if, saved to a configuration where it can hold them."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members, make_variable_members
from vkconfig_py.cli.what_if import find_what_if
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.options import add_what_if
from vkconfig_py.model.chain.what_if_snapshot import COPY_TO_CONFIGURATION, copy_to_configuration
from vkconfig_py.model.configuration.workspace_edits import make_change
from vkconfig_py.model.plan.plan import DEFAULT_VIEW

_NOTHING_COPIED_SENTENCE = tr(
    "These assumptions cannot be adopted: a configuration stores only variables and the program."
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py show -c Validation --set DISABLE_MANGOHUD=1": tr("preview the change"),
        "vkconfig-py config adopt --set DISABLE_MANGOHUD=1 -c Validation": "",
        "vkconfig-py config adopt --program /usr/bin/vkcube --unset VK_LAYER_PATH": "",
    }
    add_json(parser)
    add_selected(parser)
    add_what_if(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    host = editing.machine.host
    what_if = find_what_if(options, host)
    if what_if.is_empty:
        options.parser.error(tr("specify an assumption, such as --set NAME=VALUE"))
    copied_what_if = copy_to_configuration(what_if, editing.configuration, DEFAULT_VIEW, host)
    if copied_what_if is None:
        raise CommandError(_NOTHING_COPIED_SENTENCE)
    change = make_change(editing.workspace, copied_what_if.configuration, COPY_TO_CONFIGURATION)
    configuration = editing.commit(change, output).configuration
    output.line(plain(copied_what_if.sentence))
    output.outcome(
        {
            "configuration": make_name_members(configuration),
            "variables": make_variable_members(configuration.environment),
            "program": configuration.target.program,
            "sentence": copied_what_if.sentence,
        }
    )
    return Exit.OK
