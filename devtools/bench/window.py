"""Start of the window, the report on the command line, and memory."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.bench.manifests import write_machine
from devtools.bench.table import Row, make_memory_row, make_ratio_row
from devtools.console import ROOT, SetupError, print_now
from tests.framework.framebuffer import Screen, start_screen

LAYERS = 1000
RUNS = 11
SCREEN = "1600x900"
# The window tells when it was painted last, and ends once it is at rest.
BENCH_VARIABLE = "VKCONFIG_PY_BENCH"
_DATA_DIRS = "/usr/local/share:/usr/share"  # where XDG_DATA_DIRS is not set
_POLL_SECONDS = 0.005  # seconds between two looks at the screen
_MAX_BLANK_COLORS = 4  # colours of a list without text


class Sample(NamedTuple):
    """One run.

    Attributes:
        seen: seconds until its rows were on the screen.
        complete: until its last paint; of a command until its end.
        cpu: seconds of processor time, its children's too, up to its end.
        megabytes: peak memory.
    """

    seen: float
    complete: float
    cpu: float
    megabytes: float


class MeasuredProgram(NamedTuple):
    """A program that is measured; `rows`: the rectangle in which its rows stand, if it has any."""

    command: tuple[str, ...]
    rows: tuple[int, int, int, int] | None = None


_PYTHON = (sys.executable, "-m")
_WINDOW = MeasuredProgram((*_PYTHON, "vkconfig_py"), (300, 140, 800, 300))
_BARE = MeasuredProgram((*_PYTHON, "devtools.bare_window"), (0, 0, 100, 160))
_REPORT = MeasuredProgram((*_PYTHON, "vkconfig_py", "show"))
_VULKANINFO = MeasuredProgram(("vulkaninfo", "--summary"))


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure the window against a bare one, and the report against vulkaninfo."""
    with start_screen(folder, SCREEN) as shown:
        return _measure(folder, shown, runs or RUNS)


def _measure(folder: Path, shown: Screen, runs: int) -> list[Row]:
    here = make_home_environment(folder / "here", shown.display)
    # As large as the manifests of the SDK, and with the system's drivers.
    crowd = write_machine(folder / "many", LAYERS)
    shared = f"{crowd['XDG_DATA_DIRS']}:{os.environ.get('XDG_DATA_DIRS', _DATA_DIRS)}"
    many = {**make_home_environment(folder / "many/home", shown.display), "XDG_DATA_DIRS": shared}
    few, bare = _measure_interleaved(_WINDOW, _BARE, here, shown, runs)
    crowded, bare_again = _measure_interleaved(_WINDOW, _BARE, many, shown, runs)
    report, vulkaninfo = _measure_interleaved(_REPORT, _VULKANINFO, here, shown, runs)
    more = f"the same with {LAYERS} layers more"
    return [
        make_ratio_row("rows of the window on the screen", few.seen, bare.seen, 1.6, runs),
        make_ratio_row(more, crowded.seen, bare_again.seen, 1.9, runs),
        make_ratio_row(
            "window complete, to the bare window's rows", few.complete, bare.seen, 2.3, runs
        ),
        make_ratio_row(more, crowded.complete, bare_again.seen, 5.0, runs),
        make_ratio_row("processor time of a start", few.cpu, bare.cpu, 2.6, runs),
        make_ratio_row(more, crowded.cpu, bare_again.cpu, 8.0, runs),
        make_ratio_row(
            "report against vulkaninfo --summary", report.complete, vulkaninfo.complete, 1.5, runs
        ),
        make_memory_row(
            "peak memory above the bare window", few.megabytes, bare.megabytes, 40, runs
        ),
    ]


def _measure_interleaved(
    ours: MeasuredProgram,
    yardstick: MeasuredProgram,
    environment: Mapping[str, str],
    shown: Screen,
    runs: int,
) -> tuple[Sample, Sample]:
    """Return the medians of both sides; one run of each before that warms the caches."""
    names = (" ".join(side.command[-2:]) for side in (ours, yardstick))
    print_now(f"==> {' and '.join(names)}, {runs} runs each")
    pairs = [
        (_run_program(ours, environment, shown), _run_program(yardstick, environment, shown))
        for _ in range(runs + 1)
    ]
    mine, theirs = zip(*pairs[1:], strict=True)
    return _find_median(mine), _find_median(theirs)


def _find_median(samples: Sequence[Sample]) -> Sample:
    return Sample(*map(statistics.median, zip(*samples, strict=True)))


def _run_program(side: MeasuredProgram, environment: Mapping[str, str], shown: Screen) -> Sample:
    """Run a program to its end; a window ends itself once it is complete and at rest."""
    with tempfile.TemporaryFile() as output:
        started = time.monotonic()
        process = subprocess.Popen(
            side.command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        seen, ended = 0.0, None
        while side.rows is not None and not seen and ended is None:
            time.sleep(_POLL_SECONDS)
            if len(shown.snapshot().list_colors(*side.rows)) > _MAX_BLANK_COLORS:
                seen = time.monotonic()
            else:
                ended = _wait_for_end(process, os.WNOHANG)
        status, usage = ended or _wait_for_end(process) or (0, None)
        finished = time.monotonic()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode or usage is None:
        command = " ".join(side.command)
        raise SetupError(f"{text}\n'{command}' ended with {process.returncode}.", 1)
    if side.rows is not None and not seen:
        raise SetupError(f"{text}\nNo rows of the window came to the screen.", 1)
    painted = [line.split()[1] for line in text.splitlines() if line.startswith("painted ")]
    complete = float(painted[0]) if painted else finished
    return Sample(
        seen - started,
        complete - started,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
    )


def _wait_for_end(
    process: subprocess.Popen[bytes], options: int = 0
) -> tuple[int, resource.struct_rusage] | None:
    pid, status, usage = os.wait4(process.pid, options)
    return (status, usage) if pid else None


def make_home_environment(folder: Path, display: str) -> dict[str, str]:
    """Return the environment of a user who has nothing yet."""
    places = {
        "HOME": folder,
        "XDG_CONFIG_HOME": folder / ".config",
        "XDG_DATA_HOME": folder / ".local/share",
        "XDG_STATE_HOME": folder / ".local/state",
        "XDG_CACHE_HOME": folder / ".cache",
        "XDG_RUNTIME_DIR": folder / "run",
    }
    for path in places.values():
        path.mkdir(parents=True, exist_ok=True)
    places["XDG_RUNTIME_DIR"].chmod(0o700)
    # An installed program has its compiled modules; so has ours after the run that warms up.
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {
        **inherited,
        **{name: str(path) for name, path in places.items()},
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        BENCH_VARIABLE: "complete",
    }


def write_layers(data_home: Path, layers: int, settings: Sequence[object] = ()) -> None:
    """Write the manifests of many layers, with one library for all of them."""
    folder = data_home / "vulkan/explicit_layer.d"
    folder.mkdir(parents=True)
    (folder / "layer.so").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\1\0\0\0")
    for number in range(layers):
        layer: dict[str, object] = {
            "name": f"VK_LAYER_BENCH_{number:04}",
            "type": "GLOBAL",
            "library_path": "./layer.so",
            "api_version": "1.3.250",
            "implementation_version": "1",
            "description": f"Layer {number} of a crowded machine",
            "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "1"}],
        }
        if settings:
            layer["features"] = {"settings": list(settings)}
        text = json.dumps({"file_format_version": "1.2.0", "layer": layer}, indent=4)
        (folder / f"layer_{number:04}.json").write_text(text, encoding="utf-8")
