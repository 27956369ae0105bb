"""Calls from C through our thunks, against the same calls through both C loaders.

The driver does nothing, so that what is measured is the way to it. Each side has processes of its
own, which take turns: in one process all sides would call from the same place, and the CPU would
predict the side that came first better than the others.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from devtools.bench.table import Row, ask, compile_c, ratio
from devtools.console import say
from tests.framework.reference import chromium_loader, debian_loader

RUNS = 20
AIM = 1.1
_CALLS = 100_000
_HERE = Path(__file__).parent
_COMMANDS = ("vkGetPhysicalDeviceProperties", "vkGetDeviceQueue")
_OURS = "ours"


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure both commands against each C loader; a side's number is its least."""
    count = runs or RUNS
    caller = _library(folder, "caller.c")
    environment = _environment(folder, _library(folder, "noop_driver.c"))
    loaders = {
        str(loader): loader.profile.library for loader in (debian_loader(), chromium_loader())
    }
    say(f"==> {' and '.join(_COMMANDS)} from C, {count} processes for each side")
    samples: dict[str, list[list[float]]] = {side: [] for side in (_OURS, *loaders)}
    for _ in range(count):
        for side, found in samples.items():
            found.append(_ask(caller, loaders.get(side, _OURS), environment))
    least = {side: list(map(min, zip(*found, strict=True))) for side, found in samples.items()}
    return [
        ratio(f"{command}, {loader}", least[_OURS][number], least[loader][number], AIM, count, "ns")
        for number, command in enumerate(_COMMANDS)
        for loader in loaders
    ]


def _environment(folder: Path, driver: Path) -> dict[str, str]:
    manifest = folder / "noop.json"
    icd = {"library_path": str(driver), "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    others = {name: value for name, value in os.environ.items() if not name.startswith("VK_")}
    found = {"VK_DRIVER_FILES": str(manifest), "VK_LOADER_LAYERS_DISABLE": "~all~"}
    return {**others, **found, "VK_ICD_FILENAMES": str(manifest)}


def _library(folder: Path, source: str) -> Path:
    options = ("-shared", "-fPIC", "-fvisibility=hidden")
    return compile_c(_HERE / source, folder / f"{source}.so", *options)


def _ask(caller: Path, loader: str, environment: dict[str, str]) -> list[float]:
    command = [sys.executable, "-m", "devtools.bench.native_run", str(caller), str(_CALLS), loader]
    found: list[float] = ask(command, environment)
    return found
