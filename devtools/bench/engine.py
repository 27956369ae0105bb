"""The engine against the newest C loader.

Each side runs in fresh processes that time the one call themselves: discover() here,
vkEnumerateInstanceLayerProperties there. The files are in the page cache.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import NamedTuple

from devtools.bench.manifests import write_machine
from devtools.bench.table import Row, compile_c, make_ratio_row, run_json_command
from devtools.console import SetupError, print_now
from tests.framework.chromium import fetch_chromium_loader

RUNS = 15
_HERE = Path(__file__).parent
_MAX_GROWTH = 5.5


class TargetRatios(NamedTuple):
    """The most that each ratio to the C loader may be."""

    layers: int
    fresh: float
    again: float | None = None
    changed: float | None = None


_SIZES = (TargetRatios(1000, 2.0, 0.25, 0.3), TargetRatios(5000, 1.25))


class Medians(NamedTuple):
    """Seconds, and MB of peak memory, for one number of layers.

    Attributes:
        again, changed: of a second discovery: nothing changed, one manifest written anew.
    """

    loader: float
    loader_memory: float
    fresh: float
    again: float
    changed: float
    memory: float


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure each number of layers, then how the time grows with them."""
    count = runs or RUNS
    program = compile_c(_HERE / "enumerate.c", folder / "enumerate", "-ldl")
    rows: list[Row] = []
    fresh: list[float] = []
    for aims in _SIZES:
        medians = _measure_size(folder / str(aims.layers), program, aims.layers, count)
        rows += _make_rows(aims, medians, count)
        fresh.append(medians.fresh)
    rows.append(make_ratio_row("growth from 1000 to 5000", fresh[1], fresh[0], _MAX_GROWTH, count))
    return rows


def _measure_size(folder: Path, program: Path, layers: int, runs: int) -> Medians:
    environment = write_machine(folder, layers)
    print_now(f"==> discover() and the C loader, {layers} layers, {runs} runs each")
    loader = [str(program), str(fetch_chromium_loader())]
    ours = [sys.executable, "-m", "devtools.bench.engine_run"]
    samples = []
    for _ in range(runs + 1):  # the first warms the caches
        result, listed, seconds, kilobytes = run_json_command(loader, environment)
        mine = run_json_command(ours, environment)
        if result or mine["layers"] != listed:
            raise SetupError(f"{listed} layers for the loader, {mine['layers']} here ({result})", 1)
        samples.append(
            Medians(
                seconds,
                kilobytes / 1024,
                mine["fresh"],
                mine["again"],
                mine["changed"],
                mine["kilobytes"] / 1024,
            )
        )
    return Medians(*map(statistics.median, zip(*samples[1:], strict=True)))


def _make_rows(aims: TargetRatios, medians: Medians, runs: int) -> list[Row]:
    loader = medians.loader
    head = f"{aims.layers} layers"
    return [
        make_ratio_row(f"{head}, discover()", medians.fresh, loader, aims.fresh, runs),
        make_ratio_row(f"{head}, again, nothing changed", medians.again, loader, aims.again, runs),
        make_ratio_row(
            f"{head}, again, one file changed", medians.changed, loader, aims.changed, runs
        ),
        make_ratio_row(
            f"{head}, peak memory", medians.memory, medians.loader_memory, None, runs, "MB"
        ),
    ]
