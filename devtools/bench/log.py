"""The log of a program with a million lines and with a thousand: frames, searches, memory.

Frames are counted by the clock, as users see them, so other programs on the same machine slow them
down too: the least of all runs counts.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from devtools.bench import window
from devtools.bench.table import Row, ask, memory_above, ratio
from devtools.console import say

FEW, MANY, RUNS = 1_000, 1_000_000, 2
FRAME_MS, MEMORY_MB, MOST, SEARCH_MOST = 50.0, 48.0, 2.0, 4.0
_FRAMES = {
    "arriving": "a million lines arrive and are followed",
    "scrolling": "they are scrolled from top to end",
    "searching": "a word is typed in the search",
    "filtering": "severities are turned off and on",
}


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure frames with many lines, and each gesture against the same one with few."""
    count = runs or RUNS
    say(f"==> the log of a program, {MANY:,} and {FEW:,} lines, {count} runs each")
    many: list[dict[str, Any]] = []
    few: list[dict[str, Any]] = []
    for _ in range(count):
        many.append(_ask(folder, MANY))
        few.append(_ask(folder, FEW))
    rows: list[Row] = []
    for name, text in _FRAMES.items():
        ours, yardstick = (_milliseconds(side, name, 0.99) for side in (many, few))
        rows.append(
            Row(f"frames while {text}, 99 %", ours, yardstick, ours, FRAME_MS, "ms", "ms", count)
        )
    ours, yardstick = (_milliseconds(side, "scrolling", 0.5) for side in (many, few))
    rows.append(ratio("a frame of them against one of few", ours, yardstick, MOST, count, "ms"))
    found, compared = (1000 * min(one[name] for one in many) for name in ("found", "compared"))
    name = "a word found in them, to comparing every line"
    rows.append(ratio(name, found, compared, SEARCH_MOST, count, "ms"))
    memory, little = (min(one["memory"] for one in side) for side in (many, few))
    name = "memory of them above that of few"
    return [*rows, memory_above(name, memory, little, MEMORY_MB, count)]


def _milliseconds(side: list[dict[str, Any]], name: str, share: float) -> float:
    """The frame that this share of all is not longer than, of the best run."""
    runs: list[list[float]] = [sorted(one[name]) for one in side]
    return 1000 * min(frames[int(share * (len(frames) - 1))] for frames in runs)


def _ask(top: Path, lines: int) -> dict[str, Any]:
    environment = window.home(Path(tempfile.mkdtemp(dir=top)), "")
    del environment[window.MARK]
    environment["QT_QPA_PLATFORM"] = "offscreen"
    command = [sys.executable, "-m", "devtools.bench.log_run", str(lines)]
    samples: dict[str, Any] = ask(command, environment)
    return samples
