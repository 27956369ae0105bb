"""A second start, which hands its arguments to the window that runs and ends.

It is measured against an interpreter that imports PySide6.QtCore: what any program in Python with a
window has to do before it could ask for anything.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from devtools.bench import window
from devtools.bench.table import Row, ratio
from devtools.console import ROOT, SetupError, say
from tests.framework.framebuffer import screen

RUNS = 41
_FLOOR = (sys.executable, "-c", "import PySide6.QtCore")
_WINDOW = (sys.executable, "-m", "vkconfig_py")
# The second start ends once the window has answered that it has the arguments.
_SECOND = (*_WINDOW, "--configuration", "Validation")
_PATIENCE = 60.0


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure both sides, in turns, beside one window."""
    count = runs or RUNS
    say(f"==> a second start and {_FLOOR[-1]}, {count} runs each")
    with screen(folder, window.SCREEN) as shown:
        environment = window.home(folder, shown.display)
        del environment[window.MARK]  # with it the window ends when it was painted
        with _running_window(environment):
            pairs = [
                (_time(_SECOND, environment), _time(_FLOOR, environment)) for _ in range(count + 1)
            ]
    ours, floor = map(statistics.median, zip(*pairs[1:], strict=True))
    return [ratio("second start, against import PySide6.QtCore", ours, floor, 0.5, count)]


@contextmanager
def _running_window(environment: Mapping[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        _WINDOW, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + _PATIENCE
        sockets = Path(environment["XDG_RUNTIME_DIR"], "vkconfig-py")
        while not list(sockets.glob("*.socket")):
            if process.poll() is not None or time.monotonic() > end:
                raise SetupError("The window did not start.", 1)
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _time(command: Sequence[str], environment: Mapping[str, str]) -> float:
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_PATIENCE
    )
    seconds = time.monotonic() - started
    is_second = command is _SECOND
    if done.returncode or (is_second and "runs already" not in done.stdout):
        raise SetupError(f"{done.stderr}\n'{' '.join(command)}' did not do what it should.", 1)
    return seconds
