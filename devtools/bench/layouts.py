"""Structures as ctypes lays them out, against gcc: no measure of time, but of what rests on it."""

from __future__ import annotations

from pathlib import Path

from devtools.bench.table import Row
from devtools.console import say
from tests.framework import layouts


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Count the sizes and offsets that are compared, and those that differ."""
    del folder, runs  # there is nothing to repeat
    ours, in_c = layouts.both()
    say(f"==> {len(ours)} structures of the headers, compared with gcc")
    numbers = sum(map(len, in_c.values()))
    same = sum(a == b for name in in_c for a, b in zip(ours[name], in_c[name], strict=True))
    name = f"layout of {len(ours)} structures, against gcc"
    return [Row(name, same, numbers, numbers - same, 0, "differ", "", 1)]
