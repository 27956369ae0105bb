"""A folder of 2,000 saved reports in the table of machines, against json.loads of the same files.

Ours is the whole way: reading, measuring what is odd, sorting, and the first paint of the complete
table. Both sides are in one process, in turns, so that a busy machine slows both.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

from devtools.bench.table import Row, ask, ratio
from devtools.console import say
from tests.framework.lab import Lab

RUNS, REPORTS = 5, 2000
MOST = 3.0


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure opening the folder in a window, and parsing its files."""
    count = runs or RUNS
    say(f"==> {REPORTS} saved reports in the table of machines, {count} runs each")
    Lab().write(folder, REPORTS)
    command = [sys.executable, "-m", "devtools.bench.lab_run", str(folder), str(count)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    samples: dict[str, list[float]] = ask(command, environment)
    ours, least = (statistics.median(samples[side]) for side in ("window", "loads"))
    return [ratio(f"{REPORTS} saved reports in the table", ours, least, MOST, count)]
