"""Measure start of the window, the report on the command line, and memory, as ratios.

Absolute times depend on the machine; a ratio to the least that does the same kind of work hardly
does. The runs of both sides take turns, so that a disturbance hits both.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from devtools.console import ROOT, SetupError, say

LAYERS = 1000
_PYTHON = (sys.executable, "-m")
_WINDOW = (*_PYTHON, "vkconfig_py")
_BARE = (*_PYTHON, "devtools.bare_window")
_REPORT = (*_PYTHON, "vkconfig_py", "report")
_VULKANINFO = ("vulkaninfo", "--summary")


class Sample(NamedTuple):
    """One run: seconds until it was ready, and its peak memory in MB."""

    seconds: float
    megabytes: float


def main(arguments: list[str]) -> int:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=11, help="runs of each side (11)")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="vkconfig-bench-") as folder, _screen() as display:
        rows = _measure(Path(folder), display, options.runs)
    if options.json:
        sys.stdout.write(f"{json.dumps(rows, indent=2)}\n")
    else:
        _print_table(rows, options.runs)
    return 0


def _measure(folder: Path, display: str, runs: int) -> list[dict[str, object]]:
    here, many = (_home(folder / name, display) for name in ("here", "many"))
    _write_layers(Path(many["XDG_DATA_HOME"]))
    window, bare = _interleaved(_WINDOW, _BARE, here, runs)
    crowded, bare_again = _interleaved(_WINDOW, _BARE, many, runs)
    report, vulkaninfo = _interleaved(_REPORT, _VULKANINFO, here, runs)
    return [
        _ratio("window, start to first paint", window, bare, 1.35),
        _ratio(f"the same with {LAYERS} layers more", crowded, bare_again, 1.6),
        _ratio("report against vulkaninfo --summary", report, vulkaninfo, 1.5),
        {
            "name": "peak memory above the bare window",
            "ours": window.megabytes,
            "yardstick": bare.megabytes,
            "result": window.megabytes - bare.megabytes,
            "aim": 40,
            "unit": "MB",
        },
    ]


def _ratio(name: str, ours: Sample, yardstick: Sample, aim: float) -> dict[str, object]:
    return {
        "name": name,
        "ours": ours.seconds,
        "yardstick": yardstick.seconds,
        "result": ours.seconds / yardstick.seconds,
        "aim": aim,
        "unit": "times",
    }


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
    return Sample(ready - started, usage.ru_maxrss / 1024)


def _home(folder: Path, display: str) -> dict[str, str]:
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
        "VKCONFIG_PY_BENCH": "1",
    }


def _write_layers(data_home: Path) -> None:
    """Write the manifests of many layers, with one library for all of them."""
    folder = data_home / "vulkan/explicit_layer.d"
    folder.mkdir(parents=True)
    (folder / "layer.so").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\1\0\0\0")
    for number in range(LAYERS):
        layer = {
            "name": f"VK_LAYER_BENCH_{number:04}",
            "type": "GLOBAL",
            "library_path": "./layer.so",
            "api_version": "1.3.250",
            "implementation_version": "1",
            "description": f"Layer {number} of a crowded machine",
            "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "1"}],
        }
        text = json.dumps({"file_format_version": "1.2.0", "layer": layer}, indent=4)
        (folder / f"layer_{number:04}.json").write_text(text, encoding="utf-8")


@contextmanager
def _screen() -> Iterator[str]:
    """Run a virtual screen of its own and give its name."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-noreset",  # a server that starts over between two runs refuses the second
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1600x900x24",
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number:
            raise SetupError("Xvfb did not start.")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def _print_table(rows: Sequence[Mapping[str, object]], runs: int) -> None:
    lines = [
        f"\nMedian of {runs} interleaved runs",
        f"{'':44}{'ours':>9}{'yardstick':>11}{'result':>9}{'aim':>7}",
    ]
    lines += [
        f"{row['name']:44}{row['ours']:>9.2f}{row['yardstick']:>11.2f}"
        f"{row['result']:>9.2f}{row['aim']:>7} {row['unit']}"
        for row in rows
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
