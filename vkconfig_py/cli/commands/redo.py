"""redo: what undo took back, while no other command has changed anything since."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.output import Output
from vkconfig_py.cli.stepping import Direction, run_step
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.command_history import History, redone

_FORTH = Direction(
    steps=lambda history: history.undone,
    change=redone,
    follow=History.after_redo,
    nothing=tr("There is nothing to redo: nothing was undone since the latest change."),
    sentence=tr("Redone: {step}"),
    member="redone",
)


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_FORTH, options, output)
