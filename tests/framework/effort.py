"""Bounds of work that hold on every machine: processor time is compared with that of a loop.

The loop runs on the same machine just before and after; work that grows as it should stays far
below its bound, and work that does not is far above.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ROUNDS = 200_000  # some thousandths of a second


def _loop() -> float:
    start = time.process_time()
    total = 0
    for number in range(_ROUNDS):
        total += number & 7
    assert total
    return time.process_time() - start


@contextmanager
def costs_at_most(loops: int, clock: Callable[[], float] = time.process_time) -> Iterator[None]:
    """Fail if what is done meanwhile takes more processor time than so many loops."""
    loop_time = _loop()
    start = clock()
    yield
    took = clock() - start
    loop = max(loop_time, _loop())
    assert took <= loops * loop, f"{took / loop:.0f} loops instead of {loops}"
