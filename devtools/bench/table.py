"""The rows of the table, how it is printed, and programs that are asked for numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from devtools.console import ROOT, SetupError


class Row(NamedTuple):
    """One measurement.

    Attributes:
        ours, yardstick: medians, or the least of all runs where the part says so, in
            `unit_of_sides`.
        result: what is compared with the aim.
        aim: the most that is good enough, or None for a row that is only told.
    """

    name: str
    ours: float
    yardstick: float
    result: float
    aim: float | None
    unit: str
    unit_of_sides: str = "s"
    runs: int = 0


def make_ratio_row(
    name: str, ours: float, yardstick: float, aim: float | None, runs: int, unit: str = "s"
) -> Row:
    """Return the row of a ratio of two times, or of what else is counted in `unit`."""
    return Row(name, ours, yardstick, ours / yardstick, aim, "times", unit, runs)


def make_memory_row(name: str, ours: float, yardstick: float, aim: float, runs: int) -> Row:
    """Return the row of what one side takes more, in MB."""
    return Row(name, ours, yardstick, ours - yardstick, aim, "MB", "MB", runs)


def run_json_command(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Any:
    """Run a program that prints one JSON value, and return that."""
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise SetupError(f"{done.stderr}\n'{' '.join(command)}' ended with {done.returncode}.")
    return json.loads(done.stdout)


def compile_c(source: Path, target: Path, *options: str) -> Path:
    """Compile a file of C; return the target."""
    command = ["gcc", "-O2", "-o", str(target), str(source), *options]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"'{' '.join(command)}' failed: {error}") from error
    return target


def print_table(rows: Sequence[Row]) -> None:
    """Print the table."""
    title = "medians (settings: least) of interleaved runs"
    lines = [f"\n{title:52}{'ours':>12}{'yardstick':>12}{'result':>9}  aim"]
    for row in rows:
        digits = 4 if row.unit_of_sides == "s" else 1
        sides = (f"{side:.{digits}f} {row.unit_of_sides}" for side in (row.ours, row.yardstick))
        aim = "" if row.aim is None else f"{row.aim:g}"
        lines.append(
            f"{row.name:52}{''.join(f'{side:>12}' for side in sides)}"
            f"{row.result:>9.2f}  {aim} {row.unit}, {row.runs} runs"
        )
    sys.stdout.write("\n".join(lines) + "\n")
