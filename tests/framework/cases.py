"""Many small cases in one test, for each test costs more than most of them; all failures are told.

with trying_cases() as trying:
    for name, value in TABLE.items():
        with trying(name):
            assert value > 0
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager


@contextmanager
def trying_cases() -> Iterator[Callable[[object], AbstractContextManager[None]]]:
    """Give what tries one case; fail in the end for all that failed, each with its name."""
    failures: list[str] = []

    @contextmanager
    def trying(name: object) -> Iterator[None]:
        try:
            yield
        except Exception:  # noqa: BLE001 - whatever it is, the other cases are tried
            failures.append(f"{name}: {traceback.format_exc()}")

    yield trying
    assert not failures, f"{len(failures)} cases failed\n\n" + "\n".join(failures)
