"""A fast selection: all tests of some files, one of every other file, and no long ones.

Of a folder whose tests mostly wait one test is enough: each starts the program.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for files that are run as a whole."""
    parser.addoption(
        "--whole", action="append", default=[], metavar="FILE", help="run all tests of this file"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all that is not selected."""
    whole, seen = set(config.getoption("--whole")), set()
    waiting = config.getoption("--waiting", [])
    kept, left = [], []
    for item in items:
        file = item.nodeid.partition("::")[0]
        place = next((folder for folder in waiting if file.startswith(f"{folder}/")), file)
        is_wanted = file in whole or place not in seen
        if is_wanted and not item.get_closest_marker("long"):
            seen.add(place)
            kept.append(item)
        else:
            left.append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
