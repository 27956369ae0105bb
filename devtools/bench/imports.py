"""What it costs to import the engine's command, against `import json, ctypes`.

Both are net of the start of a bare interpreter.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from devtools.bench.table import Row, ratio
from devtools.console import ROOT, say

RUNS = 41
_OURS = "import vkconfig_py.loader.__main__"
_YARDSTICK = "import json, ctypes"
_BARE = "pass"
_RUN = "from vkconfig_py.loader.__main__ import main; main(['--json', '--root', {!r}])"


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure start with each import, and a whole run on an empty machine."""
    count = runs or RUNS
    say(f"==> {_OURS} and {_YARDSTICK}, {count} runs each")
    sides = (_BARE, _YARDSTICK, _OURS, _RUN.format(str(folder)))
    samples = [[_start(code) for code in sides] for _ in range(count + 1)]
    bare, yardstick, ours, run = map(statistics.median, zip(*samples[1:], strict=True))
    least = yardstick - bare
    return [
        ratio("imports of the engine's command", ours - bare, least, 2.5, count),
        ratio("that command on an empty machine", run - bare, least, None, count),
    ]


def _start(code: str) -> float:
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=inherited,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - started
