"""What the user does to the collection, as pure functions: sources in, sources out.

Each returns the new sources and what the step is called, or None where nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.workspace import Source
from vkconfig_py.model.text.wording import count_of

Sources = tuple[Source, ...]
_Change = Callable[[Source], Source]


class Edited(NamedTuple):
    """The collection after an edit, and what undo calls it."""

    sources: Sources
    label: str


def add_sources(sources: Sources, new: Sequence[Source]) -> Edited | None:
    """Add places behind those that are there; one that is there already is turned on."""
    known = {source.path: source for source in sources}
    for source in new:
        old = known.get(source.path, source)
        known[source.path] = old._replace(implicit=source.implicit, enabled=True)
    changed = tuple(known.values())
    name = _name(new[0].path) if len(new) == 1 else count_of(len(new), "folder")
    return _edited(sources, changed, f"Add {name}")


def remove_source(sources: Sources, path: str) -> Edited | None:
    changed = tuple(source for source in sources if source.path != path)
    return _edited(sources, changed, f"Remove {_name(path)}")


def turn_source(sources: Sources, path: str, *, on: bool) -> Edited | None:
    label = f"Turn {'on' if on else 'off'} {_name(path)}"
    return _change(sources, path, label, lambda source: source._replace(enabled=on))


def switch_kind(sources: Sources, path: str) -> Edited | None:
    other = {source.path: not source.implicit for source in sources}.get(path, False)
    label = f"Search {_name(path)} for {'implicit' if other else 'explicit'} layers"
    return _change(sources, path, label, lambda source: source._replace(implicit=other))


def leave_out(sources: Sources, path: str, file: str) -> Edited | None:
    return _change(
        sources,
        path,
        f"Leave out {_name(file)}",
        lambda source: source._replace(without=tuple(sorted({*source.without, file}))),
    )


def take_in(sources: Sources, path: str, file: str) -> Edited | None:
    return _change(
        sources,
        path,
        f"Take in {_name(file)}",
        lambda source: source._replace(without=tuple(f for f in source.without if f != file)),
    )


def _change(sources: Sources, path: str, label: str, change: _Change) -> Edited | None:
    changed = tuple(change(source) if source.path == path else source for source in sources)
    return _edited(sources, changed, label)


def _edited(before: Sources, after: Sources, label: str) -> Edited | None:
    return None if after == before else Edited(after, label)


def _name(path: str) -> str:
    return PurePath(path).name or path
