"""runs: what runs and what was run from here, the latest first; stopped, and compared."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import edit_only
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.comparison.runs import SAME, compare_runs
from vkconfig_py.model.configuration.own_documents import Codec
from vkconfig_py.model.launch.run_history import PastRun, all_runs, stop_run
from vkconfig_py.model.launch.run_lines import end_text, run_text
from vkconfig_py.model.text.moments import moment_text

_SHOWN = 20
_SHORTEST = 4  # digits


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py runs": "",
        "vkconfig-py runs vkcube": "",
        "vkconfig-py runs --compare 3f9c21d7 a07e5d19": tr("from the first to the second"),
        "vkconfig-py runs --stop a07e5d19": tr("end one that runs; all: every one"),
    }
    add_json(parser)
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help=tr("only those of a program"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--stop",
        metavar="RUN|all",
        help=tr("end one that runs, with its children, or all that run"),
    )
    what.add_argument(
        "--compare",
        nargs=2,
        metavar=("RUN", "RUN"),
        help=tr("what differs between two of them"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    found = all_runs(machine.paths.state)
    if options.program:
        found = tuple(one for one in found if _is_meant(options.program, one))
    if options.compare is not None:
        first, second = (_called(found, which) for which in options.compare)
        return _compare(first, second, output)
    if options.stop is not None:
        return _stop(machine.paths.state, _to_stop(found, options.stop), output)
    output.outcome({"runs": [_members(number, one) for number, one in enumerate(found, 1)]})
    if not found:
        output.line(tr("Nothing was run from here yet."))
    for one in found[:_SHOWN]:
        command = shlex.join((one.name, *one.arguments))
        output.line(f"{one.short_id}  {moment_text(one.started)}  {plain(command)}")
        output.line(f"        {output.paint(plain(run_text(one)), 'faint')}")
    if len(found) > _SHOWN:
        output.line(
            counted(
                "… and {n} older ones; --json has them all.",
                "… and {n} older one; --json has it.",
                len(found) - _SHOWN,
            )
        )
    return Exit.OK


def _is_meant(program: str, past_run: PastRun) -> bool:
    """True for the program of this path; for a name, for every program of that name."""
    return (
        past_run.program == str(Path(program).absolute())
        if "/" in program
        else past_run.name == program
    )


def _called(past_runs: tuple[PastRun, ...], which: str) -> PastRun:
    """The run with this identifier, or beginning of one.

    Raises:
        Stop: there is none, or several.
    """
    # A shorter one could mean another run by chance, and that run would be stopped.
    is_whole = len(which) >= _SHORTEST
    meant = [
        past_run
        for past_run in past_runs
        if is_whole and past_run.short_id.startswith(which.lower())
    ]
    if len(meant) > 1:
        raise CommandError(
            tr("“{text}” means several runs: write all of it.", text=which), Exit.USAGE
        )
    if not meant:
        raise CommandError(
            tr("There is no run “{text}”; vkconfig-py runs lists what each is called.", text=which),
            Exit.NOT_FOUND,
        )
    return meant[0]


def _to_stop(past_runs: tuple[PastRun, ...], which: str) -> tuple[PastRun, ...]:
    """The run with an identifier, or all that run.

    Raises:
        Stop: there is none that runs.
    """
    if which == "all":
        running = tuple(past_run for past_run in past_runs if not past_run.ended)
        if not running:
            raise CommandError(tr("Nothing that was started from here runs."), Exit.NOT_FOUND)
        return running
    one = _called(past_runs, which)
    if one.ended:
        raise CommandError(tr("Run {run} is over: {end}.", run=one.short_id, end=end_text(one)))
    return (one,)


def _stop(folder: Path, runs: tuple[PastRun, ...], output: Output) -> int:
    survived = False
    for one in runs:
        command = shlex.join((one.name, *one.arguments))
        left = stop_run(folder, one)
        survived = survived or bool(left)
        if left is None:
            output.line(plain(tr("{command} ended by itself.", command=command)))
        elif left:
            sentence = tr("{command} still runs: no signal ends it.", command=command)
            output.error(plain(sentence), is_note=False)
        else:
            output.line(plain(tr("Stopped {command}.", command=command)))
    code = Exit.FAILED if survived else Exit.OK
    output.outcome({"runs": [Codec().encode(past_run) for past_run in runs]}, code)
    return code


def _compare(first: PastRun, second: PastRun, output: Output) -> int:
    differences = compare_runs(first, second)
    output.outcome(
        {
            "differences": [
                {"subject": difference.name, "first": difference.left, "second": difference.right}
                for difference in differences
            ]
        }
    )
    if not differences:
        output.line(SAME)
    for value in differences:
        output.line(f"{plain(value.name)}: {' -> '.join(map(plain, value.texts))}")
    return Exit.OK


def _members(number: int, past_run: PastRun) -> dict[str, Any]:
    told = {"number": number, "id": past_run.short_id, "running": not past_run.ended}
    return {**told, **Codec().encode(past_run)}
