"""The statements of the specifications, their status and their tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.statements.registry import Shown

TESTED, NATIVE, NOT_OURS = "tested", "native", "not ours"
_FILE = Path(__file__).with_name("statements.toml")


class Statement(NamedTuple):
    """One statement.

    Attributes:
        source: the document that makes it.
        why: for NOT_OURS, the reason.
    """

    number: int
    text: str
    status: str
    source: str
    why: str = ""


def read_statements() -> tuple[Statement, ...]:
    """Return all statements by number; a number that stands twice comes twice."""
    raw = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(sorted(_entries(raw)))


def _entries(raw: dict[str, Any]) -> Iterator[Statement]:
    sources = {name: tuple(map(int, span.split("-"))) for span, name in raw["sources"].items()}
    parts = [(TESTED, "", raw["tested"]), (NATIVE, "", raw["native"])]
    parts += [(NOT_OURS, why, entries) for why, entries in raw["not_ours"].items()]
    for status, why, entries in parts:
        for key, text in entries.items():
            number = int(key)
            source = next(n for n, (first, last) in sources.items() if first <= number <= last)
            yield Statement(number, text, status, source, why)


def untested(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> list[int]:
    """Return the numbers that should have a test and have none."""
    have = {item.number for item in shown}
    return [x.number for x in statements if x.status == TESTED and x.number not in have]


def print_table(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> str:
    """Return the table of numbers with and without test, and the counts."""
    lines = []
    source = ""
    for entry in statements:
        if entry.source != source:
            source = entry.source
            lines += ["", source]
        lines.append(f"{entry.number:5}  {_state(entry, shown):40}  {entry.text}")
    return "\n".join([*lines[1:], "", _counts(statements, shown)])


def _state(entry: Statement, shown: tuple[Shown, ...]) -> str:
    tests = sum(item.number == entry.number for item in shown)
    if entry.status == TESTED:
        return f"{tests} test{'s' * (tests != 1)}" if tests else "NO TEST"
    return "native, no test yet" if entry.status == NATIVE else f"not ours: {entry.why}"


def _counts(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> str:
    counts = dict.fromkeys((TESTED, NATIVE, NOT_OURS), 0)
    reasons: dict[str, int] = {}
    for entry in statements:
        counts[entry.status] += 1
        if entry.why:
            reasons[entry.why] = reasons.get(entry.why, 0) + 1
    lines = [
        f"{len(statements)} statements: {counts[TESTED]} tested by {len(shown)} tests, "
        f"{counts[NATIVE]} native (no test yet), {counts[NOT_OURS]} not ours:"
    ]
    lines += [f"{count:5}  {why}" for why, count in reasons.items()]
    missing = untested(statements, shown)
    if missing:
        lines.append(f"Without a test: {', '.join(map(str, missing))}")
    return "\n".join(lines)
