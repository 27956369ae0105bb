"""runs: what runs and what was run from here, the latest first, and two runs compared."""

from __future__ import annotations

import argparse
import shlex
from datetime import datetime
from pathlib import Path

from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.cli.workspace import edit_only
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.configuration.own_documents import Codec
from vkconfig_py.model.launch.run_comparison import SAME, compare_runs, run_text
from vkconfig_py.model.launch.run_history import Run
from vkconfig_py.model.launch.running_runs import all_runs

_SHOWN = 20


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    found = all_runs(machine.paths.state)
    if options.program:
        found = tuple(one for one in found if _is_meant(options.program, one))
    if options.compare is not None:
        first, second = (_numbered(found, number) for number in options.compare)
        return _compare(first, second, output)
    output.outcome({"runs": [_members(number, one) for number, one in enumerate(found, 1)]})
    if not found:
        output.line(tr("Nothing was run from here yet."))
    for number, one in enumerate(found[:_SHOWN], 1):
        when = datetime.fromtimestamp(one.started).strftime("%Y-%m-%d %H:%M:%S")
        command = shlex.join((one.name, *one.arguments))
        output.line(f"{number:3}  {when}  {plain(command)}")
        output.line(f"     {output.paint(plain(run_text(one)), 'faint')}")
    if len(found) > _SHOWN:
        output.line(tr("… and {found} older ones; --json has them all.", found=len(found) - _SHOWN))
    return Exit.OK


def _is_meant(program: str, one: Run) -> bool:
    """True for the program of this path; for a name, for every program of that name."""
    return one.program == str(Path(program).absolute()) if "/" in program else one.name == program


def _numbered(found: tuple[Run, ...], number: int) -> Run:
    if not 1 <= number <= len(found):
        raise Stop(tr("There is no run number {number}.", number=number), Exit.NOT_FOUND)
    return found[number - 1]


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
