"""Search everything among 50,000 entries, against looking for the text in each of their titles.

Both sides are in one process, in turns, so that a busy machine slows both. The least of the runs
counts: a frame is 16 ms, and one query follows each key.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from devtools.bench.table import Row, ratio
from devtools.console import say

MANY, RUNS, MOST = 50_000, 7, 2.0
QUERIES = ("m", "max", "maximage", "zz", "a b", "device 4", "e", "limit 49")


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure each query; the slowest against the scan is the row."""
    del folder
    from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry

    count = runs or RUNS
    say(f"==> {len(QUERIES)} queries among {MANY} entries, {count} runs each")
    titles = [f"maxImageDimension{n}D · AMD Radeon RX 7800 · limits" for n in range(MANY)]
    entries = [SearchEntry(one, "", EntryKind.LIMIT, str(n)) for n, one in enumerate(titles)]
    index = EntryIndex(entries)
    rows = []
    for query in QUERIES:
        ours, least = [], []
        for _ in range(count):
            ours.append(_seconds(partial(index.find, query)))
            least.append(_seconds(partial(_scan, titles, query)))
        rows.append(ratio(f"search everything, “{query}”", min(ours), min(least), MOST, count))
    return [max(rows, key=lambda row: row.result)]


def _scan(titles: list[str], text: str) -> list[str]:
    return [one for one in titles if text in one.lower()]


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
