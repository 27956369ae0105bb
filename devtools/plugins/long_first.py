"""Run long tests first: one that came last would keep a worker busy while the others have ended."""

from __future__ import annotations

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that are marked as long before the others."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    return 0 if item.get_closest_marker("long") else 1
