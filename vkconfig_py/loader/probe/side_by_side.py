"""Calls in threads, a few at a time.

Not concurrent.futures: with it comes logging, and both take longer to import than many a driver
takes to open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


def in_threads(
    call: Callable[[_Asked], _Answer], arguments: Sequence[_Asked], most: int
) -> list[_Answer]:
    """Call with each argument, the first ones first; return the results in their order.

    An exception is raised here once all threads have ended; no further call is begun then.
    """
    from threading import Lock, Thread

    left = iter(enumerate(arguments))
    lock = Lock()
    results: dict[int, _Answer] = {}
    errors: list[BaseException] = []

    def work() -> None:
        while not errors:
            with lock:
                place, argument = next(left, (-1, None))
            if argument is None:
                return
            try:
                results[place] = call(argument)
            except BaseException as error:  # noqa: BLE001 - raised by the caller
                errors.append(error)

    threads = [Thread(target=work, name="probe") for _ in range(min(len(arguments), most) - 1)]
    for thread in threads:
        thread.start()
    work()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return [results[place] for place in range(len(arguments))]
