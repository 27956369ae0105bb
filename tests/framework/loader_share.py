"""Which real loader a case of a large table is put to: both answer all cases only in a long run."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from zlib import crc32

from tests.framework.amount import choose_amount
from tests.framework.ladder import BOTH, VARIABLE
from tests.framework.reference import chromium_loader, debian_loader

_LOADERS: tuple[object, ...] = (*BOTH, debian_loader, chromium_loader)
_LARGE = choose_amount(4, long=1_000_000)  # cases


class _Case(Protocol):
    """A test with parameters, as pytest holds it."""

    nodeid: str
    callspec: Any


def find_spare_tests(tests: Iterable[_Case]) -> list[_Case]:
    """Return the tests of large tables whose case is put to the other loader too.

    A sum over a case's name chooses, so that no other parameter always comes with one loader. Where
    a folder of further loaders is named, all tests run.
    """
    if os.environ.get(VARIABLE):
        return []
    tables: dict[str, dict[str, list[tuple[_Case, int]]]] = defaultdict(lambda: defaultdict(list))
    for test in tests:
        loader = _find_loader(getattr(getattr(test, "callspec", None), "params", {}))
        if loader is not None:
            case = test.nodeid.replace(BOTH[loader], "")
            tables[test.nodeid.partition("[")[0]][case].append((test, loader))
    return [
        test
        for table in tables.values()
        if len(table) >= _LARGE
        for case, both in table.items()
        if len(both) == len(BOTH)
        for test, loader in both
        if crc32(case.encode()) % len(BOTH) != loader
    ]


def _find_loader(parameters: Mapping[str, object]) -> int | None:
    """Return the place of the loader among both, or None of a test that has none."""
    for value in parameters.values():
        if any(value is loader or value == loader for loader in _LOADERS):
            return _LOADERS.index(value) % len(BOTH)
    return None
