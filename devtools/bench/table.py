"""The rows of the table, and how it is printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple


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


def ratio(name: str, ours: float, yardstick: float, aim: float | None, runs: int) -> Row:
    """Return the row of a ratio of two times."""
    return Row(name, ours, yardstick, ours / yardstick, aim, "times", "s", runs)


def print_table(rows: Sequence[Row]) -> None:
    """Print the table."""
    title = "medians (native calls: least) of interleaved runs"
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
