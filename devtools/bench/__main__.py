"""python -m devtools.bench: measure all parts, or some, and print the table."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from devtools import bench
from devtools.bench import engine, probe, settings, stretches, window
from devtools.bench.table import Row, print_table

Part = Callable[[Path, int | None], list[Row]]

PARTS: dict[str, Part] = {
    "window": window.measure,
    "engine": engine.measure,
    "probe": probe.measure,
    "settings": settings.measure,
    "stretches": stretches.measure,
}


def main(arguments: Sequence[str]) -> int:
    """Measure what the options say."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=bench.__doc__)
    parser.add_argument(
        "--only", action="append", choices=tuple(PARTS), help="this part (may be given again)"
    )
    parser.add_argument("--runs", type=int, help="runs of each side (each part has its own number)")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    for name in options.only or PARTS:
        with tempfile.TemporaryDirectory(prefix="vkconfig-bench-") as folder:
            rows += PARTS[name](Path(folder), options.runs)
    if options.json:
        sys.stdout.write(f"{json.dumps([row._asdict() for row in rows], indent=2)}\n")
    else:
        print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
