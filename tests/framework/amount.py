"""How many random machines, kills, cases and the like a run tries: a share of them, or all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

T = TypeVar("T")

LONG_VARIABLE = "VKCONFIG_PY_LONG_TESTS"  # set by dev.py test --long


def choose_amount(share: int, *, long: int) -> int:
    """Return the share that every run tries, or how many a long run does."""
    return long if os.environ.get(LONG_VARIABLE) else share


def divide_numbers(amount: int, parts: int) -> list[range]:
    """Return the numbers below an amount, dealt out to so many, or in a long run all to each."""
    step = choose_amount(parts, long=1)
    return [range(part % step, amount, step) for part in range(parts)]


def take_share(cases: Iterable[T], every: int) -> list[T]:
    """Return each so-manieth case, the first among them, or in a long run all of them."""
    return [*cases][:: choose_amount(every, long=1)]


def combine(*tables: Iterable[Any], every: int = 2) -> list[tuple[Any, ...]]:
    """Return each so-manieth combination of tables, or in a long run all of them.

    Of three tables or more, each pair of values is among them.
    """
    apart = choose_amount(every, long=1)
    return [
        tuple(value for _, value in one)
        for one in product(*map(enumerate, tables))
        if not sum(number for number, _ in one) % apart
    ]
