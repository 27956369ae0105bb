"""history runs: what runs and what was run from here, the latest first; stopped, and compared."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import make_editing_machine
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.comparison.sides import RUNS_ARE_ALIKE, compare_runs
from vkconfig_py.model.configuration.own_documents import Codec
from vkconfig_py.model.launch.run_history import (
    PastRun,
    merge_runs,
    render_end,
    render_run,
    stop_run,
)
from vkconfig_py.model.launch.written_files import (
    TOOL_BY_ACTION,
    list_tool_actions,
    list_written_files,
    make_tool_command,
    render_written_file,
)
from vkconfig_py.model.text.wording import render_moment

_DEFAULT_RUN_COUNT = 20
_MIN_KEY_DIGITS = 4  # digits
_LATEST = "last"


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py history runs": "",
        "vkconfig-py history runs vkcube": "",
        "vkconfig-py history runs --compare 3f9c21d7 a07e5d19": tr(
            "compare the first run with the second"
        ),
        "vkconfig-py history runs --stop a07e5d19": tr(
            "stop a run in progress; use all to stop every run"
        ),
        "vkconfig-py history runs --files last": tr("list the files that its layers wrote"),
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument(
        "program", nargs="?", metavar="PROGRAM", help=tr("list only a program's runs")
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--stop",
        metavar="RUN|all",
        help=tr("stop a run with its child processes, or all runs"),
    )
    action.add_argument(
        "--compare",
        nargs=2,
        metavar=("RUN", "RUN"),
        help=tr("show the differences between two runs"),
    )
    action.add_argument(
        "--files",
        metavar="RUN",
        help=tr("list the files that the layers of a run wrote; use last for the latest run"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = make_editing_machine()
    past_runs = merge_runs(machine.paths.state)
    if options.program:
        past_runs = tuple(
            past_run for past_run in past_runs if _is_run_of(options.program, past_run)
        )
    if options.compare is not None:
        first_run, second_run = (_find_run(past_runs, identifier) for identifier in options.compare)
        return _compare_runs(first_run, second_run, output)
    if options.files is not None:
        return _list_files(_find_run(past_runs, options.files), output)
    if options.stop is not None:
        running_runs = _find_running(past_runs, options.stop, options.program or "")
        return _stop_runs(machine.paths.state, running_runs, output)
    output.outcome(
        {"runs": [_run_to_json(number, past_run) for number, past_run in enumerate(past_runs, 1)]}
    )
    if not past_runs:
        name = options.program or ""
        output.line(
            plain(tr("No runs of “{program}”.", program=name)) if name else tr("No runs recorded.")
        )
    for past_run in past_runs[:_DEFAULT_RUN_COUNT]:
        command = shlex.join((past_run.name, *past_run.arguments))
        output.line(f"{past_run.short_id}  {render_moment(past_run.started)}  {plain(command)}")
        output.line(f"        {output.paint(plain(render_run(past_run)), 'faint')}")
    if len(past_runs) > _DEFAULT_RUN_COUNT:
        output.line(
            counted(
                "… and {n} older entries; use --json to list them.",
                "… and {n} older entry; use --json to list it.",
                len(past_runs) - _DEFAULT_RUN_COUNT,
            )
        )
    return Exit.OK


def _is_run_of(program: str, past_run: PastRun) -> bool:
    """Return whether a run is of the program with this path or file name."""
    return (
        past_run.program == str(Path(program).absolute())
        if "/" in program
        else past_run.name == program
    )


def _find_run(past_runs: tuple[PastRun, ...], identifier: str) -> PastRun:
    """Return the run whose identifier begins with this text, or the latest one for "last".

    Raises:
        CommandError: there is none, or several.
    """
    if identifier == _LATEST and past_runs:
        return past_runs[0]
    # A shorter one could mean another run by chance, and that run would be stopped.
    is_whole = len(identifier) >= _MIN_KEY_DIGITS
    matches = [
        past_run
        for past_run in past_runs
        if is_whole and past_run.short_id.startswith(identifier.lower())
    ]
    if len(matches) > 1:
        raise CommandError(
            tr("“{text}” matches several runs; type the full ID.", text=identifier), Exit.USAGE
        )
    if not matches:
        raise CommandError(
            tr(
                "No run has ID “{text}”. To list the IDs: vkconfig-py history runs",
                text=identifier,
            ),
            Exit.NOT_FOUND,
        )
    return matches[0]


def _find_running(
    past_runs: tuple[PastRun, ...], identifier: str, program: str
) -> tuple[PastRun, ...]:
    """Return the running run with this identifier, or for "all" every run that goes on.

    `program`: whose runs these are, "" for the runs of all programs.

    Raises:
        CommandError: there is none that runs.
    """
    if identifier == "all":
        running_runs = tuple(past_run for past_run in past_runs if not past_run.ended)
        if not running_runs and program:
            raise CommandError(
                tr("No run of “{program}” is in progress.", program=program), Exit.NOT_FOUND
            )
        if not running_runs:
            raise CommandError(tr("No program started by vkconfig-py is running."), Exit.NOT_FOUND)
        return running_runs
    past_run = _find_run(past_runs, identifier)
    if past_run.ended:
        raise CommandError(
            tr(
                "Run {run} has already ended: {end}.",
                run=past_run.short_id,
                end=render_end(past_run),
            )
        )
    return (past_run,)


def _stop_runs(folder: Path, runs: tuple[PastRun, ...], output: Output) -> int:
    """Stop running programs, and print which had ended or cannot be stopped."""
    has_survivor = False
    for past_run in runs:
        command = shlex.join((past_run.name, *past_run.arguments))
        survivors = stop_run(folder, past_run)
        has_survivor = has_survivor or bool(survivors)
        if survivors is None:
            output.line(plain(tr("{command} had already ended.", command=command)))
        elif survivors:
            sentence = tr("{command} could not be stopped and is still running.", command=command)
            output.error(plain(sentence), is_note=False)
        else:
            output.line(plain(tr("Stopped {command}.", command=command)))
    code = Exit.FAILED if has_survivor else Exit.OK
    output.outcome({"runs": [Codec().encode(past_run) for past_run in runs]}, code)
    return code


def _compare_runs(first_run: PastRun, second_run: PastRun, output: Output) -> int:
    """Print the differences of two runs."""
    differences = compare_runs(first_run, second_run)
    output.outcome(
        {
            "differences": [
                {"subject": difference.name, "first": difference.left, "second": difference.right}
                for difference in differences
            ]
        }
    )
    if not differences:
        output.line(RUNS_ARE_ALIKE)
    for value in differences:
        output.line(f"{plain(value.name)}: {' -> '.join(map(plain, value.displayed_values))}")
    return Exit.OK


def _list_files(past_run: PastRun, output: Output) -> int:
    """Print the files that the layers of a run wrote, the newest first."""
    files = list_written_files(past_run)
    output.outcome({"files": [file._asdict() for file in files]})
    if not files:
        output.line(tr("No file of this run was found."))
    for file in files:
        output.line(plain(file.path))
        output.line(f"  {output.paint(plain(render_written_file(file)), 'faint')}")
        for action, label in list_tool_actions(file):
            command = make_tool_command(TOOL_BY_ACTION[action], file)
            output.line(f"  {plain(label)}: {plain(command)}")
    return Exit.OK


def _run_to_json(number: int, past_run: PastRun) -> dict[str, Any]:
    """Return a run as JSON. `number`: its place in the list."""
    members = {"number": number, "id": past_run.short_id, "running": not past_run.ended}
    return {**members, **Codec().encode(past_run)}
