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
    nothing=tr("There is nothing to undo: no command has changed a configuration."),
    sentence=tr("Undone: {step}"),
    member="undone",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py undo": tr("of the latest command; again for the one before"),
        "vkconfig-py undo --list": tr("what can be undone"),
        "vkconfig-py redo": tr("what was undone is done again"),
        "vkconfig-py withdraw": tr("what was applied is withdrawn instead"),
        "vkconfig-py problems undo": "",
    }
    add_not_found(parser, tr("nothing to undo"))
    add_json(parser)
    parser.add_argument("--list", action="store_true", help=tr("list the steps; change nothing"))


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_BACK, options, output)
