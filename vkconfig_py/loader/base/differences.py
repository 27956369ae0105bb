"""What is not the same on two sides, by name: the comparison that all others are made of."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.base.records import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    Name = TypeVar("Name")
    Value = TypeVar("Value")


def find_differences(
    before: Mapping[Name, Value], after: Mapping[Name, Value]
) -> tuple[tuple[Name, Value | None, Value | None], ...]:
    """Return the names whose values differ, with both; None where a side has none of that name."""
    names = dict.fromkeys((*before, *after))
    both = ((name, before.get(name), after.get(name)) for name in names)
    return tuple(one for one in both if one[1] != one[2])
