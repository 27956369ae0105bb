"""What others changed, done to another value of the same kind. Pure.

A configuration is taken apart as far as its parts mean something alone: members, layers by name,
their members, settings by key. A part that others changed becomes what they made of it; every other
part stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from vkconfig_py.model.documents.configuration import Configuration, LayerEntry

K = TypeVar("K")
V = TypeVar("V")
_LISTED = ("drivers", "environment", "programs", "settings", "extra")  # by their first item


def overlaid(under: Mapping[K, V], before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V]:
    """Return `under` with what turned `before` into `after` done to it."""
    found = {}
    for key in dict.fromkeys((*under, *after)):
        value = under.get(key) if before.get(key) == after.get(key) else after.get(key)
        if value is not None:
            found[key] = value
    return found


def overlaid_configuration(
    under: Configuration, before: Configuration, after: Configuration
) -> Configuration:
    """Return `under` with what turned `before` into `after` done to it, part by part."""
    members = _members(under, before, after)
    layers = _layers(under.layers, before.layers, after.layers)
    return under._replace(**{**members, "layers": layers})


def ordered(under: Iterable[K], before: Iterable[K], after: Iterable[K]) -> list[K]:
    """Return keys in the order of `under`, or in that of `after` if `under` has the one of before.

    What only the other one has follows.
    """
    keys, known, others = list(under), list(before), list(after)
    as_before = [key for key in keys if key in known] == [key for key in known if key in keys]
    return list(dict.fromkeys((*others, *keys) if as_before else (*keys, *others)))


def _layers(
    under: tuple[LayerEntry, ...],
    before: tuple[LayerEntry, ...],
    after: tuple[LayerEntry, ...],
) -> tuple[LayerEntry, ...]:
    """Overlay what is said of each layer; no entry is one that says nothing."""
    if before == after:
        return under
    one, was, now = (_by_first(entries) for entries in (under, before, after))
    found = []
    for name in ordered(one, was, now):
        none = LayerEntry(name)
        values = one.get(name, none), was.get(name, none), now.get(name, none)
        entry = values[0]._replace(**_members(*values))
        if entry.is_worth_keeping:
            found.append(entry)
    return tuple(found)


def _members(under: Any, before: Any, after: Any) -> dict[str, Any]:
    """Overlay the members of a named tuple."""
    values = zip(under._fields, under, before, after, strict=True)
    return {name: _member(name, *three) for name, *three in values}


def _member(name: str, under: Any, before: Any, after: Any) -> Any:
    if before == after:
        return under
    if name not in _LISTED:
        return after
    one, was, now = (_by_first(entries) for entries in (under, before, after))
    found = overlaid(one, was, now)
    return tuple(found[key] for key in ordered(one, was, now) if key in found)


def _by_first(entries: Iterable[Any]) -> dict[str, Any]:
    """Return entries by their first item; of two with the same one the first counts."""
    found: dict[str, Any] = {}
    for entry in entries:
        found.setdefault(entry[0], entry)
    return found
