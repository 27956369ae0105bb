"""undo: what the latest commands changed in configurations and folders."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.stepping import Direction, run_step
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.command_history import CommandHistory, undo_step

_BACK = Direction(
    steps=lambda history: history.steps,
    change=undo_step,
    follow=CommandHistory.after_undo,
    nothing=tr("Nothing to undo: no command has changed a configuration."),
    sentence=tr("Undid: {step}"),
    member="undone",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py undo": tr("undo the latest edit; repeat to undo earlier edits"),
        "vkconfig-py undo --list": tr("list what can be undone"),
        "vkconfig-py redo": tr("redo what was undone"),
        "vkconfig-py withdraw": tr("to undo apply, withdraw the configuration"),
        "vkconfig-py problems undo": "",
    }
    add_not_found(parser, tr("nothing to undo"))
    add_json(parser)
    parser.add_argument(
        "--list", action="store_true", help=tr("list the steps, but change nothing")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_BACK, options, output)
