"""The settings of a layer in a window with few and with many layers: what each gesture costs."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from devtools.bench import window
from devtools.bench.table import Row, ask, ratio
from devtools.console import ROOT, say

FEW, MANY = 6, 500
ROUNDS, RUNS = 3, 3
FRAME_MS, MOST = 16.0, 1.5
_NAMES = {
    "select_until_seen": "select a layer with 53 settings, until seen",
    "select_whole": "the same, with everything that follows",
    "search": "a letter typed in the search",
    "preset": "choose a preset",
    "switch": "switch to another configuration",
}
_MANIFEST = ROOT / "tests/data/sdk/VkLayer_khronos_validation.json"
_SETTING = {"key": "on", "label": "On", "type": "BOOL", "description": "", "default": False}
_Samples = dict[str, list[float]]


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure each gesture with many layers against the same one with few; the least counts."""
    count = runs or RUNS
    sides: dict[int, _Samples] = {}
    say(f"==> settings of a layer, {MANY} and {FEW} layers in the list, {ROUNDS} x {count} runs")
    for _ in range(ROUNDS):
        for layers in (MANY, FEW):
            found = _ask(_home(folder, layers), layers, count)
            known = sides.setdefault(layers, {name: [] for name in found})
            for name, samples in found.items():
                known[name] += samples
    many, few = sides[MANY], sides[FEW]
    turns = ROUNDS * count
    rows = [
        ratio(text, 1000 * min(many[name]), 1000 * min(few[name]), MOST, turns, "ms")
        for name, text in _NAMES.items()
    ]
    seen = 1000 * max(min(side["select_until_seen"]) for side in sides.values())
    name = "settings are seen within a frame"
    return [*rows, Row(name, seen, FRAME_MS, seen, FRAME_MS, "ms", "ms", turns)]


def _home(top: Path, layers: int) -> dict[str, str]:
    """Return the environment of a user with so many layers, one of them with 53 settings."""
    folder = Path(tempfile.mkdtemp(dir=top))
    environment = window.home(folder, "")
    window.write_layers(Path(environment["XDG_DATA_HOME"]), layers - 1, [_SETTING])
    manifest = json.loads(_MANIFEST.read_text(encoding="utf-8"))
    manifest["layer"]["library_path"] = "./layer.so"
    place = Path(environment["XDG_DATA_HOME"]) / "vulkan/explicit_layer.d/validation.json"
    place.write_text(json.dumps(manifest), encoding="utf-8")
    del environment[window.MARK]
    return environment | {"QT_QPA_PLATFORM": "offscreen"}


def _ask(environment: dict[str, str], layers: int, runs: int) -> _Samples:
    command = [sys.executable, "-m", "devtools.bench.settings_run", str(layers), str(runs)]
    samples: _Samples = ask(command, environment)
    return samples
