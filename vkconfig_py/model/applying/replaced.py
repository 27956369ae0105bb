"""Which applied configurations give way to another one, and for whom. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from vkconfig_py.model.plan import Applied


def find_replaced(before: Sequence[Applied], after: Sequence[Applied]) -> tuple[Applied, ...]:
    """Return what loses programs when one more is applied: each with those that it loses.

    `after` names what was applied last at its end; where nothing is new, something was withdrawn.
    """
    if not after or after[-1] in before:
        return ()
    left = {one.configuration.key: one for one in after}
    replaced = []
    for one in before:
        now = left.get(one.configuration.key)
        if now is None:
            replaced.append(one)
        elif now is not after[-1]:
            lost = tuple(program for program in one.programs if program not in now.programs)
            if lost:
                replaced.append(one._replace(programs=lost))
    return tuple(replaced)


def replaced_sentences(replaced: Iterable[Applied]) -> tuple[str, ...]:
    """Say before an apply what it takes the place of."""
    return tuple(
        f"This takes the place of “{one.configuration.name}”, which is applied to "
        f"{_whom(one.programs)} now."
        for one in replaced
    )


def describe_applied(applied: Iterable[Applied], replaced: Iterable[Applied] = ()) -> str:
    """Return who is in force, and in whose place, for the journal."""
    who = ", ".join(f"“{one.configuration.name}”" for one in applied)
    gone = ", ".join(f"“{one.configuration.name}” for {_whom(one.programs)}" for one in replaced)
    return f"{who} in place of {gone}" if gone else who


def _whom(programs: Sequence[str]) -> str:
    return ", ".join(PurePath(program).name for program in programs) or "every program"
