"""redo: what undo took back, while no other command has changed anything since."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser
from vkconfig_py.cli.commands.undo import Direction, add_step_options, run_step
from vkconfig_py.cli.output import Output
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.command_history import CommandHistory, redo_step

_REDO_DIRECTION = Direction(
    steps=lambda history: history.undone_steps,
    change=redo_step,
    follow=CommandHistory.after_redo,
    nothing_text=tr("Nothing to redo: no edit has been undone since the latest change."),
    sentence=tr("Redid: {step}"),
    member="redone",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py redo": tr("redo the latest undone edit; repeat to redo more edits"),
        "vkconfig-py redo --list": tr("list the edits that can be redone"),
    }
    add_step_options(parser, tr("nothing to redo"))


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_REDO_DIRECTION, options, output)
