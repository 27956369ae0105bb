"""The set of configurations applied to the system, as values."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.plan import Applied, Mechanism


def with_applied(
    applied: Sequence[Applied],
    configuration: Configuration,
    programs: Sequence[str],
    since: float,
    mechanism: Mechanism = Mechanism.OVERRIDE,
) -> tuple[Applied, ...]:
    """Return the set after one configuration is applied; it stands last.

    A program has one configuration and every program has one: what was applied to the same
    programs before gives them up, and vanishes when none is left. What stays goes by the new
    one's mechanism: two at once would hide parts of each other.
    """
    taken = set(programs)
    kept = []
    for one in without_applied(applied, configuration.key):
        rest = tuple(program for program in one.programs if program not in taken)
        if one.programs and rest:
            kept.append(one._replace(programs=rest))
        elif not one.programs and programs:
            kept.append(one)
    kept.append(Applied(configuration, tuple(dict.fromkeys(programs)), since))
    return with_mechanism(kept, mechanism)


def with_mechanism(applied: Sequence[Applied], mechanism: Mechanism) -> tuple[Applied, ...]:
    """Return the set as one mechanism applies it."""
    return tuple(one._replace(mechanism=mechanism) for one in applied)


def is_older(one: Applied, now: Configuration, *, with_sources: bool = True) -> bool:
    """Tell whether a configuration says something else than what is applied of it.

    Only what its mechanism carries counts. Sources do not where manifests of a folder are left out:
    what is applied then names the others one by one.
    """
    carried = _CARRIED | (_BY_SETTINGS if one.mechanism is Mechanism.SETTINGS else frozenset())
    members = carried | (_SOURCES if with_sources else frozenset())
    return any(getattr(one.configuration, name) != getattr(now, name) for name in members)


_CARRIED = frozenset({"name", "layers", "settings_file"})
_SOURCES = frozenset({"sources", "implicit_sources"})
_BY_SETTINGS = frozenset({"drivers", "devices", "loader_log"})


def without_applied(applied: Sequence[Applied], key: str) -> tuple[Applied, ...]:
    """Return the set without one configuration."""
    return tuple(one for one in applied if one.configuration.key != key)
