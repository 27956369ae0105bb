"""`devices --again`, which probes all drivers of this machine, against `vulkaninfo --summary`.

vulkaninfo opens all drivers in one process; the probe gives each a child of its own, because one of
them may crash. Ours begins with an interpreter and its imports, so the ratio is that of programs
where a driver takes its time: one that opens in a few milliseconds shows mostly Python.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from devtools.bench.table import Row, make_ratio_row
from devtools.console import ROOT, SetupError, print_now

RUNS = 15
TARGET_RATIO = 1.5
_COMMANDS = (
    (sys.executable, "-m", "vkconfig_py", "device", "list", "--again"),
    ("vulkaninfo", "--summary"),
)


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure both commands, from their starts to their ends."""
    count = runs or RUNS
    print_now(f"==> devices --again and vulkaninfo --summary, {count} runs each")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # The user's own cache may have the answers of months.
    environment["XDG_CACHE_HOME"] = str(folder)
    samples = [
        [_measure_time(command, environment) for command in _COMMANDS] for _ in range(count + 1)
    ]
    ours, yardstick = map(statistics.median, zip(*samples[1:], strict=True))
    return [make_ratio_row("the command devices --again", ours, yardstick, TARGET_RATIO, count)]


def _measure_time(command: Sequence[str], environment: Mapping[str, str]) -> float:
    started = time.perf_counter()
    try:
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"{' '.join(command)}: {error}") from error
    return time.perf_counter() - started
