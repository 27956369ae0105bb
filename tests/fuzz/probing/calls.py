"""The calls of a program's life, and the first in which two lives differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.framework.probe_life import ProgramRun

CREATE = "vkCreateInstance"
_NEGOTIATE = "negotiate"


class Call(NamedTuple):
    """One call of a program.

    Attributes:
        answer: what came back; None for a call that ended the program.
        inside: notes of drivers and layers.
        ended: how the call ended the program, or "".
    """

    name: str
    answer: Any
    inside: tuple[dict[str, Any], ...]
    ended: str = ""


def calls_of(life: ProgramRun) -> list[Call]:
    """Return the calls of a program."""
    return list(_calls(life))


def _calls(life: ProgramRun) -> Iterator[Call]:
    name = ""
    inside: list[dict[str, Any]] = []
    for note in life.notes:
        if "do" in note:
            name, inside = note["do"], []
        elif "got" in note:
            yield Call(name, note["got"], _notable(name, inside))
            name = ""
        else:
            inside.append(note)
    if name or life.ended:
        yield Call(name, None, _notable(name, inside), life.ended or "exit 0")


def _notable(name: str, notes: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Leave out how often a driver negotiates: loaders open drivers before they need them."""
    kept: list[dict[str, Any]] = []
    for note in notes:
        if note["at"] == _NEGOTIATE and (name != CREATE or note in kept):
            continue
        kept.append(note)
    return tuple(kept)


def first_difference(ours: list[Call], theirs: list[Call]) -> tuple[str, ...]:
    """Return the call that differs first and in what, or nothing."""
    for one, other in zip(ours, theirs, strict=False):
        if one.name != other.name:
            return (other.name, "called")
        for field in ("ended", "answer", "inside"):
            if getattr(one, field) != getattr(other, field):
                return (one.name, field)
    if len(ours) != len(theirs):
        longer = max(ours, theirs, key=len)
        return (longer[min(len(ours), len(theirs))].name, "called")
    return ()
