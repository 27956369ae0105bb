"""The dump of the real drivers of a machine through a C loader and through ours, compared.

    python -m tests.framework.compare_dumps LIBRARY [DRIVER.json ...] [--layer NAME ...]

LIBRARY is a libvulkan.so.1; without drivers, all that a program of this machine finds are taken.
It needs Python alone, so that it runs on a machine that has little but its graphics card.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.framework.dumps import dump_through
from tests.framework.reference import loader_at
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.probe.probe_run import make_load_plan

_MAX_SHOWN = 20


def main(arguments: Sequence[str]) -> int:
    """Print what the devices are and where the dumps differ; 1 if they do."""
    parser = argparse.ArgumentParser(prog="compare_dumps", description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("driver", type=Path, nargs="*")
    parser.add_argument("--layer", action="append", default=[])
    parser.add_argument("--version", default="1.3.0", help="of the application")
    options = parser.parse_args(arguments)
    environment = {**os.environ, "VK_LOADER_LAYERS_DISABLE": "~implicit~"}
    if options.driver:
        environment["VK_DRIVER_FILES"] = ":".join(str(path.resolve()) for path in options.driver)
    major, minor, patch = map(int, options.version.split("."))
    application = Application("compare", (major, minor, patch), tuple(options.layer))
    loader = loader_at(str(options.library.resolve()))
    host = Host.read_current().with_environment(environment.items())
    load_plan = make_load_plan(discover(host, application, loader.profile))
    with tempfile.TemporaryDirectory() as folder:
        loader_dump = dump_through(loader.profile.library, application, environment, Path(folder))
        own_dump = dump_through(load_plan, application, environment, Path(folder))
    say = sys.stdout.write
    for device in own_dump.summary:
        say(f"{device['name']}: {device['type']}, {device['driver_name']} {device['pci']}\n")
    is_equal = loader_dump.text(*loader_dump.values) == own_dump.text(*own_dump.values)
    size = len(loader_dump.text(*loader_dump.values))
    say(f"{size:,} bytes through {loader.profile.version_text}, ")
    say("identical through ours\n" if is_equal else "different through ours:\n")
    all_differences = find_differences(loader_dump.values, own_dump.values)
    for _, (place, first, second) in zip(range(_MAX_SHOWN), all_differences, strict=False):
        say(f"  {place}: {str(first)[:200]} | {str(second)[:200]}\n")
    c_loaders = [file for file in own_dump.files if "libvulkan.so" in file]
    say(f"C loaders in our process: {c_loaders or 'none'}\n")
    return 0 if is_equal else 1


def find_differences(first: Any, second: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two JSON values differ, and how."""
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        for key in first:
            yield from find_differences(first[key], second[key], f"{place}/{key}")
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for number, pair in enumerate(zip(first, second, strict=True)):
            yield from find_differences(*pair, f"{place}/{number}")
    elif first != second:
        yield place, first, second


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
