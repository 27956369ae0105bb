"""The statements of the specifications, their status and their tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.statements.registry import Shown

TESTED, ELSEWHERE, DUTY, NOT_OURS = "tested", "elsewhere", "duty", "not ours"
_FILE = Path(__file__).with_name("statements.toml")


class Statement(NamedTuple):
    """One statement.

    Attributes:
        source: the document that makes it.
        why: for NOT_OURS, the reason; for a duty without a problem, why no file shows it.
        test: for ELSEWHERE, the test as pytest names it.
        whose: for DUTY, "driver" or "layer".
        lint: for DUTY, codes of problems.
    """

    number: int
    text: str
    status: str
    source: str
    why: str = ""
    test: str = ""
    whose: str = ""
    lint: tuple[str, ...] = ()


def read_statements() -> tuple[Statement, ...]:
    """Return all statements by number; a number that stands twice comes twice."""
    raw = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(sorted(_entries(raw)))


def _entries(raw: dict[str, Any]) -> Iterator[Statement]:
    spans = {name: tuple(map(int, span.split("-"))) for span, name in raw["sources"].items()}

    def entry(key: str, text: str, status: str, **more: Any) -> Statement:
        number = int(key)
        source = next(n for n, (first, last) in spans.items() if first <= number <= last)
        return Statement(number, text, status, source, **more)

    for key, text in raw["tested"].items():
        yield entry(key, text, TESTED)
    for key, one in raw["elsewhere"].items():
        yield entry(key, one["says"], ELSEWHERE, test=one["test"])
    for whose, duties in raw["duty"].items():
        for key, one in duties.items():
            more = {"why": one.get("why", ""), "lint": tuple(one.get("lint", ()))}
            yield entry(key, one["says"], DUTY, whose=whose, **more)
    for why, entries in raw["not_ours"].items():
        for key, text in entries.items():
            yield entry(key, text, NOT_OURS, why=why)


def untested(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> list[int]:
    """Return the numbers that should have a test and have none."""
    have = {item.number for item in shown}
    return [x.number for x in statements if x.status == TESTED and x.number not in have]


def unfounded(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> list[int]:
    """Return the numbers that have neither test, nor a problem of the lint, nor a reason."""
    without = [
        x.number for x in statements if x.status != TESTED and not (x.test or x.lint or x.why)
    ]
    return sorted([*untested(statements, shown), *without])


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
    if entry.status == ELSEWHERE:
        return entry.test.rpartition("::")[2]
    if entry.status == DUTY:
        return f"{entry.whose}: {', '.join(entry.lint) or entry.why}"
    return f"not ours: {entry.why}"


def _counts(statements: tuple[Statement, ...], shown: tuple[Shown, ...]) -> str:
    counts = dict.fromkeys((TESTED, ELSEWHERE, DUTY, NOT_OURS), 0)
    reasons: dict[str, int] = {}
    for entry in statements:
        counts[entry.status] += 1
        if entry.status == NOT_OURS:
            reasons[entry.why] = reasons.get(entry.why, 0) + 1
    lines = [
        f"{len(statements)} statements: {counts[TESTED]} tested by {len(shown)} tests, "
        f"{counts[ELSEWHERE]} by tests of other folders, {counts[DUTY]} duties of drivers and"
        f" layers ({sum(bool(x.lint) for x in statements)} of them told by the lint),"
        f" {counts[NOT_OURS]} not ours:"
    ]
    lines += [f"{count:5}  {why}" for why, count in reasons.items()]
    missing = unfounded(statements, shown)
    if missing:
        lines.append(f"Without a test, problem or reason: {', '.join(map(str, missing))}")
    return "\n".join(lines)
