"""runs: what runs and what was run from here, the latest first; stopped, and compared."""

from __future__ import annotations

import argparse
import shlex
from datetime import datetime
from pathlib import Path

from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.cli.workspace import edit_only
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.configuration.own_documents import Codec
from vkconfig_py.model.launch.run_comparison import SAME, compare_runs, run_text
from vkconfig_py.model.launch.run_history import Run
from vkconfig_py.model.launch.running_runs import all_runs, stop_run

_SHOWN = 20


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    found = all_runs(machine.paths.state)
    if options.program:
        found = tuple(one for one in found if _is_meant(options.program, one))
    if options.compare is not None:
        first, second = (_numbered(found, number) for number in options.compare)
        return _compare(first, second, output)
    if options.stop is not None:
        return _stop(machine.paths.state, _to_stop(found, options.stop), output)
    output.outcome({"runs": [_members(number, one) for number, one in enumerate(found, 1)]})
    if not found:
        output.line(tr("Nothing was run from here yet."))
    for number, one in enumerate(found[:_SHOWN], 1):
        when = datetime.fromtimestamp(one.started).strftime("%Y-%m-%d %H:%M:%S")
        command = shlex.join((one.name, *one.arguments))
        output.line(f"{number:3}  {when}  {plain(command)}")
        output.line(f"     {output.paint(plain(run_text(one)), 'faint')}")
    if len(found) > _SHOWN:
        output.line(
            counted(
                "… and {n} older ones; --json has them all.",
                "… and {n} older one; --json has it.",
                len(found) - _SHOWN,
            )
        )
    return Exit.OK


def _is_meant(program: str, one: Run) -> bool:
    """True for the program of this path; for a name, for every program of that name."""
    return one.program == str(Path(program).absolute()) if "/" in program else one.name == program


def _numbered(found: tuple[Run, ...], number: int) -> Run:
    if not 1 <= number <= len(found):
        raise Stop(tr("There is no run number {number}.", number=number), Exit.NOT_FOUND)
    return found[number - 1]


def _to_stop(found: tuple[Run, ...], which: str) -> tuple[Run, ...]:
    """The run of a number, or all that run.

    Raises:
        Stop: there is none that runs.
    """
    if which == "all":
        running = tuple(one for one in found if not one.ended)
        if not running:
            raise Stop(tr("Nothing that was started from here runs."), Exit.NOT_FOUND)
        return running
    if not which.isdecimal():
        raise Stop(tr("--stop takes the number of a run, or all."), Exit.USAGE)
    one = _numbered(found, int(which))
    if one.ended:
        raise Stop(tr("Run {number} is over: {end}.", number=which, end=one.ended))
    return (one,)


def _stop(folder: Path, runs: tuple[Run, ...], output: Output) -> int:
    survived = False
    for one in runs:
        command = shlex.join((one.name, *one.arguments))
        left = stop_run(folder, one)
        survived = survived or bool(left)
        if left is None:
            output.line(plain(tr("{command} ended by itself.", command=command)))
        elif left:
            told = tr("{command} still runs: no signal ends it.", command=command)
            output.error(plain(told), is_note=False)
        else:
            output.line(plain(tr("Stopped {command}.", command=command)))
    code = Exit.FAILED if survived else Exit.OK
    output.outcome({"runs": [Codec().encode(one) for one in runs]}, code)
    return code


def _compare(first: Run, second: Run, output: Output) -> int:
    differences = compare_runs(first, second)
    output.outcome({"differences": [one._asdict() for one in differences]})
    if not differences:
        output.line(SAME)
    for one in differences:
        output.line(f"{plain(one.subject)}: {plain(one.first)} -> {plain(one.second)}")
    return Exit.OK


def _members(number: int, one: Run) -> dict[str, Any]:
    return {"number": number, "running": not one.ended, **Codec().encode(one)}
