"""undo: what the latest commands changed in configurations and folders."""

from __future__ import annotations

import argparse
from datetime import datetime

from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.cli.workspace import edit_only, load, write
from vkconfig_py.model.configuration.command_history import (
    CommandStep,
    forget_last,
    read_steps,
    undone,
)
from vkconfig_py.model.files.atomic_files import error_sentence

NOTHING = "There is nothing to undo: no command has changed a configuration."


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    steps = read_steps(machine.paths.state)
    if options.list:
        output.outcome({"steps": [_members(step) for step in reversed(steps)]})
        if not steps:
            output.line(NOTHING)
        for step in reversed(steps):
            when = datetime.fromtimestamp(step.time).strftime("%Y-%m-%d %H:%M")
            output.line(f"{when}  {plain(step.label)}")
        return Exit.OK
    if not steps:
        raise Stop(NOTHING, Exit.NOT_FOUND)
    step = steps[-1]
    loaded = load(machine, output)
    after = undone(step, loaded.workspace)
    if isinstance(after, str):
        raise Stop(after)
    write(machine, loaded, after, output)
    try:
        forget_last(machine.paths.state)
    except OSError as error:
        output.error(error_sentence("The step stays in the list", "", error))
    output.outcome({"undone": step.label})
    output.line(f"Undone: {plain(step.label)}")
    return Exit.OK


def _members(step: CommandStep) -> dict[str, object]:
    named = (edit.after or edit.before for edit in step.edits)
    return {
        "label": step.label,
        "time": step.time,
        "configurations": [one.name for one in named if one is not None],
    }
