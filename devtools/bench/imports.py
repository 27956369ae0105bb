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


def measure(_folder: Path, runs: int | None) -> list[Row]:
    """Measure start with each import."""
    count = runs or RUNS
    say(f"==> {_OURS} and {_YARDSTICK}, {count} runs each")
    samples = [[_start(code) for code in (_BARE, _YARDSTICK, _OURS)] for _ in range(count + 1)]
    bare, yardstick, ours = map(statistics.median, zip(*samples[1:], strict=True))
    return [ratio("imports of the engine's command", ours - bare, yardstick - bare, 2.5, count)]


def _start(code: str) -> float:
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=inherited, check=True)
    return time.perf_counter() - started
