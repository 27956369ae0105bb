"""From one order of keys to another in the steps that Qt's models know.

Theory of operation: what is gone is removed from the bottom up, the rows on a longest rising
subsequence stay, every other surviving row is moved behind its new predecessor, and what is new is
inserted from the top down. So a single drag is a single move, and persistent indexes (selection,
current row, open editors) follow their row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeVar

from vkconfig_py.loader.records import Alternative

T = TypeVar("T")


class Remove(Alternative):
    """Take rows first..last away."""

    first: int
    last: int


class Move(Alternative):
    """Move one row before another, both counted before the move, as beginMoveRows counts."""

    source: int
    target: int


class Insert(Alternative):
    """Put rows first..last of the new order in."""

    first: int
    last: int


ReconcileStep = Remove | Move | Insert


def reconcile(old: Sequence[str], new: Sequence[str]) -> list[ReconcileStep]:
    """Return the steps that turn one list of distinct keys into another."""
    if list(old) == list(new):
        return []
    wanted, known = set(new), set(old)
    steps: list[ReconcileStep] = [
        Remove(first, last)
        for first, last in reversed(_runs([i for i, key in enumerate(old) if key not in wanted]))
    ]
    steps += _moves([key for key in old if key in wanted], [key for key in new if key in known])
    inserted = _runs([i for i, key in enumerate(new) if key not in known])
    return [*steps, *(Insert(first, last) for first, last in inserted)]


def apply_move(rows: list[T], move: Move) -> None:
    """Move one entry of a list as beginMoveRows/endMoveRows means it."""
    value = rows.pop(move.source)
    rows.insert(move.target - (move.source < move.target), value)


def _moves(current: list[str], target: list[str]) -> list[ReconcileStep]:
    rank = {key: place for place, key in enumerate(target)}
    staying = {current[i] for i in _rising([rank[key] for key in current])}
    steps: list[ReconcileStep] = []
    for place, key in enumerate(target):
        if key in staying:
            continue
        move = Move(current.index(key), current.index(target[place - 1]) + 1 if place else 0)
        if move.source != move.target:
            steps.append(move)
            apply_move(current, move)
    return steps


def _rising(numbers: Sequence[int]) -> list[int]:
    """Return the indexes of a longest rising subsequence."""
    ends: list[int] = []  # smallest last number of a rising run, by its length
    last_of: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number)
        before.append(last_of[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        last_of[length : length + 1] = [index]
    result: list[int] = []
    index = last_of[-1] if last_of else -1
    while index >= 0:
        result.append(index)
        index = before[index]
    return result[::-1]


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return ascending numbers as (first, last) of each gapless run."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
