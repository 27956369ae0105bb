"""undo: what the latest commands changed in configurations and folders."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.output import Output
from vkconfig_py.cli.stepping import Direction, run_step
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.command_history import History, undone

_BACK = Direction(
    steps=lambda history: history.steps,
    change=undone,
    follow=History.after_undo,
    nothing=tr("There is nothing to undo: no command has changed a configuration."),
    sentence=tr("Undone: {step}"),
    member="undone",
)


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_BACK, options, output)
