"""Room for meta-layers inside meta-layers, which the rules follow by recursion, as loaders do."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from vkconfig_py.loader.entries import Entry

_CALLS_PER_META = 6  # from one meta-layer to the next inside it, at most
_FEW = 100


@contextmanager
def room_for(entries: Sequence[Entry]) -> Iterator[None]:
    """Let calls be as deep as these meta-layers can be; calls of Python take no stack of C."""
    metas = sum(1 for entry in entries if entry.manifest is not None and entry.layer.is_meta)
    before = sys.getrecursionlimit()
    if metas < _FEW:
        yield
        return
    sys.setrecursionlimit(before + metas * _CALLS_PER_META)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
