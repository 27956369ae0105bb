"""undo: what the latest commands changed in configurations and folders; steps are taken here."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import load, make_editing_machine, write
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.command_history import (
    CommandHistory,
    CommandStep,
    read_history,
    undo_step,
    write_history,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.text.wording import render_date_clock


class Direction(NamedTuple):
    """One of the two ways.

    Attributes:
        steps: those that can be taken, the next one last.
        change: the workspace that a step leads to, or a sentence why it is refused.
        follow: the history once the step is taken.
        nothing_text: a sentence for where there is no step.
        sentence: a sentence about the step that was taken.
        member: name of that step in JSON.
    """

    steps: Callable[[CommandHistory], Sequence[CommandStep]]
    change: Callable[[CommandStep, Workspace], Workspace | str]
    follow: Callable[[CommandHistory], CommandHistory]
    nothing_text: str
    sentence: str
    member: str


def run_step(direction: Direction, options: argparse.Namespace, output: Output) -> int:
    """Undo or redo the next edit, or with --list print the edits. Return the exit code."""
    machine = make_editing_machine()
    history = read_history(machine.paths.state)
    steps = direction.steps(history)
    if options.list:
        _list_steps(direction, steps, output)
        return Exit.OK
    if not steps:
        raise CommandError(direction.nothing_text, Exit.NOT_FOUND)
    step = steps[-1]
    load_result = load(machine, output)
    workspace_change = direction.change(step, load_result.workspace)
    if isinstance(workspace_change, str):
        raise CommandError(workspace_change)
    write(machine, load_result, workspace_change, output)
    try:
        write_history(machine.paths.state, direction.follow(history))
    except OSError as error:
        output.error(
            render_error(tr("Could not update the list of undo and redo steps"), "", error)
        )
    output.outcome({direction.member: step.label})
    output.line(direction.sentence.format(step=plain(render(step.label))))
    return Exit.OK


def _list_steps(direction: Direction, steps: Sequence[CommandStep], output: Output) -> None:
    """Print the edits that can be undone or redone, the next one first."""
    output.outcome({"steps": [_step_to_json(step) for step in reversed(steps)]})
    if not steps:
        output.line(direction.nothing_text)
    for step in reversed(steps):
        output.line(f"{render_date_clock(step.time)}  {plain(render(step.label))}")


def _step_to_json(step: CommandStep) -> dict[str, object]:
    configurations = (edit.after or edit.before for edit in step.edits)
    return {
        "label": step.label,
        "time": step.time,
        "configurations": [
            configuration.name for configuration in configurations if configuration is not None
        ],
    }


_UNDO_DIRECTION = Direction(
    steps=lambda history: history.steps,
    change=undo_step,
    follow=CommandHistory.after_undo,
    nothing_text=tr("Nothing to undo: no configuration edits made by commands remain."),
    sentence=tr("Undid: {step}"),
    member="undone",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py undo": tr("undo the latest edit; repeat to undo earlier edits"),
        "vkconfig-py undo --list": tr("list the edits that can be undone"),
        "vkconfig-py redo": tr("redo the latest undone edit"),
        "vkconfig-py withdraw": tr("to undo the apply command, withdraw the configuration"),
        "vkconfig-py problems undo": "",
    }
    add_step_options(parser, tr("nothing to undo"))


def add_step_options(parser: CommandParser, nothing: str) -> None:
    """Add the options of undo and redo; `nothing` says that no step is left."""
    add_not_found(parser, nothing)
    add_json(parser)
    parser.add_argument(
        "--list", action="store_true", help=tr("list the steps, but change nothing")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    return run_step(_UNDO_DIRECTION, options, output)
