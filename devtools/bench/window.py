"""Start of the window, the report on the command line, and memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.bench.table import Row, memory_above, ratio
from devtools.console import ROOT, SetupError, say
from tests.framework.framebuffer import screen

LAYERS = 1000
RUNS = 11
SCREEN = "1600x900"
# The window ends when it was painted: first ("paint"), or last, at rest ("complete").
MARK = "VKCONFIG_PY_BENCH"
_PYTHON = (sys.executable, "-m")
_WINDOW = (*_PYTHON, "vkconfig_py")
_BARE = (*_PYTHON, "devtools.bare_window")
_REPORT = (*_PYTHON, "vkconfig_py", "report")
_VULKANINFO = ("vulkaninfo", "--summary")


class Sample(NamedTuple):
    """One run.

    Attributes:
        seconds: until it was ready.
        cpu: seconds of processor time, its children's too, up to its end.
        megabytes: peak memory.
    """

    seconds: float
    cpu: float
    megabytes: float


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure the window against a bare one, and the report against vulkaninfo."""
    with screen(folder, SCREEN) as shown:
        return _measure(folder, shown.display, runs or RUNS)


def _measure(folder: Path, display: str, runs: int) -> list[Row]:
    here, many = (home(folder / name, display) for name in ("here", "many"))
    write_layers(Path(many["XDG_DATA_HOME"]), LAYERS)
    window, bare = _interleaved(_WINDOW, _BARE, here, runs)
    crowded, bare_again = _interleaved(_WINDOW, _BARE, many, runs)
    complete, bare_few = _interleaved(_WINDOW, _BARE, {**here, MARK: "complete"}, runs)
    complete_many, bare_many = _interleaved(_WINDOW, _BARE, {**many, MARK: "complete"}, runs)
    report, vulkaninfo = _interleaved(_REPORT, _VULKANINFO, here, runs)
    return [
        ratio("window, start to first paint", window.seconds, bare.seconds, 1.35, runs),
        ratio(
            f"the same with {LAYERS} layers more", crowded.seconds, bare_again.seconds, 1.6, runs
        ),
        ratio(
            "window complete, to the bare window's first paint",
            complete.seconds,
            bare_few.seconds,
            2.0,
            runs,
        ),
        ratio(
            f"the same with {LAYERS} layers more",
            complete_many.seconds,
            bare_many.seconds,
            2.5,
            runs,
        ),
        ratio("processor time of a start", complete.cpu, bare_few.cpu, 2.5, runs),
        ratio(f"the same with {LAYERS} layers more", complete_many.cpu, bare_many.cpu, 4.0, runs),
        ratio("report against vulkaninfo --summary", report.seconds, vulkaninfo.seconds, 1.5, runs),
        memory_above(
            "peak memory above the bare window", window.megabytes, bare.megabytes, 40, runs
        ),
    ]


def _interleaved(
    ours: Sequence[str], yardstick: Sequence[str], environment: Mapping[str, str], runs: int
) -> tuple[Sample, Sample]:
    """Return the medians of both sides; one run of each before that warms the caches."""
    say(f"==> {' '.join(ours[-2:])} and {' '.join(yardstick[-2:])}, {runs} runs each")
    pairs = [(_run(ours, environment), _run(yardstick, environment)) for _ in range(runs + 1)]
    mine, theirs = zip(*pairs[1:], strict=True)
    return _median(mine), _median(theirs)


def _median(samples: Sequence[Sample]) -> Sample:
    return Sample(
        statistics.median(sample.seconds for sample in samples),
        statistics.median(sample.cpu for sample in samples),
        statistics.median(sample.megabytes for sample in samples),
    )


def _run(command: Sequence[str], environment: Mapping[str, str]) -> Sample:
    """Run a command to its end, or to the moment it says it was painted."""
    with tempfile.TemporaryFile() as output:
        started = time.monotonic()
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        ended = time.monotonic()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode:
        raise SetupError(f"{text}\n'{' '.join(command)}' ended with {process.returncode}.", 1)
    painted = [line.split()[1] for line in text.splitlines() if line.startswith("painted ")]
    ready = float(painted[0]) if painted else ended
    return Sample(ready - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def home(folder: Path, display: str) -> dict[str, str]:
    """Return the environment of a user who has nothing yet."""
    places = {
        "HOME": folder,
        "XDG_CONFIG_HOME": folder / ".config",
        "XDG_DATA_HOME": folder / ".local/share",
        "XDG_STATE_HOME": folder / ".local/state",
        "XDG_CACHE_HOME": folder / ".cache",
        "XDG_RUNTIME_DIR": folder / "run",
    }
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    places["XDG_RUNTIME_DIR"].chmod(0o700)
    # An installed program has its compiled modules; so has ours after the run that warms up.
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {
        **inherited,
        **{name: str(place) for name, place in places.items()},
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        MARK: "paint",
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
