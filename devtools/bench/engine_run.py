"""One run of the engine on the machine that the environment describes.

Prints a JSON object with the seconds of each step.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.rules.loader_report import LoaderReport


def main() -> int:
    """Time the steps and print them."""
    host, cache = Host.read_current(), DocumentCache()
    report, cold_seconds = _discover(host, cache)
    memory = _read_peak_memory()
    _, warm_seconds = _discover(host, cache)
    changed_file = Path(report.found_layers[len(report.found_layers) // 2].file)
    changed_file.write_bytes(changed_file.read_bytes())
    _, changed_file_seconds = _discover(host, cache)
    measured = {
        "layers": len(report.layers),
        "fresh": cold_seconds,
        "again": warm_seconds,
        "changed": changed_file_seconds,
        "kilobytes": memory,
    }
    sys.stdout.write(f"{json.dumps(measured)}\n")
    return 0


def _discover(host: Host, cache: DocumentCache) -> tuple[LoaderReport, float]:
    started = time.perf_counter()
    report = discover(host, Application(), NEWEST_PROFILE, cache)
    return report, time.perf_counter() - started


def _read_peak_memory() -> int:
    """Return the kB of this process; rusage would count what it was forked from."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    sys.exit(main())
