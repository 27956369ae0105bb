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

_MOST = 20


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
    host = Host.current().with_environment(environment.items())
    assembly = make_load_plan(discover(host, application, loader.profile))
    with tempfile.TemporaryDirectory() as folder:
        theirs = dump_through(loader.profile.library, application, environment, Path(folder))
        ours = dump_through(assembly, application, environment, Path(folder))
    say = sys.stdout.write
    for device in ours.summary:
        say(f"{device['name']}: {device['type']}, {device['driver_name']} {device['pci']}\n")
    same = theirs.text(*theirs.values) == ours.text(*ours.values)
    say(f"{len(theirs.text(*theirs.values)):,} bytes through {loader.profile.version_text}, ")
    say("identical through ours\n" if same else "different through ours:\n")
    found = differences(theirs.values, ours.values)
    for _, (place, one, other) in zip(range(_MOST), found, strict=False):
        say(f"  {place}: {str(one)[:200]} | {str(other)[:200]}\n")
    say(f"C loaders in our process: {[f for f in ours.files if 'libvulkan.so' in f] or 'none'}\n")
    return 0 if same else 1


def differences(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two JSON values differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], f"{place}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{place}/{number}")
    elif one != other:
        yield place, one, other


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
