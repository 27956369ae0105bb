"""Three-way merge of a workspace whose files another process changed.

The three states are: the files when this process last read or wrote them (base), this process's
workspace (ours), and the files now (theirs). If only one side changed something, its change is
used. If both changed a configuration, both versions are kept: theirs under its key and name, ours
as an additional one under a telling name. A change beats a deletion.

Foreign changes are also applied to the snapshots of undo: there configurations are merged part by
part (members, layers by name, their members, settings by key).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.chosen_program import merge_recent
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ProgramOptions,
    Target,
    new_key,
)
from vkconfig_py.model.configuration.workspace import (
    FIRST_NAME,
    Beside,
    CollectionSource,
    Workspace,
)
from vkconfig_py.model.configuration.workspace_edits import free_name

K = TypeVar("K")
V = TypeVar("V")
# keyed by their first item
_LISTED = ("drivers", "added_drivers", "environment", "programs", "settings", "extra")


def overlaid(under: Mapping[K, V], before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V]:
    """Return `under` with the changes from `before` to `after` applied."""
    found = {}
    for key in dict.fromkeys((*under, *after)):
        value = under.get(key) if before.get(key) == after.get(key) else after.get(key)
        if value is not None:
            found[key] = value
    return found


def overlaid_configuration(
    under: Configuration, before: Configuration, after: Configuration
) -> Configuration:
    """Return `under` with the changes from `before` to `after` applied, part by part."""
    members = _members(under, before, after)
    layers = _layers(under.layers, before.layers, after.layers)
    return under._replace(**{**members, "layers": layers})


def ordered(under: Iterable[K], before: Iterable[K], after: Iterable[K]) -> list[K]:
    """Return the keys in the order of `under`, or of `after` if `under` has the order of `before`.

    Keys that only the other one has follow.
    """
    keys, known, others = list(under), list(before), list(after)
    moved = _is_moved(keys, known)
    return list(dict.fromkeys((*keys, *others) if moved else (*others, *keys)))


def with_moves(ours: Sequence[K], base: Sequence[K], theirs: Sequence[K]) -> list[K]:
    """Return the keys in the order of `theirs`, except those moved in `ours`."""
    arranged = ordered(ours, base, theirs)
    if not _is_moved(ours, base) or not _is_moved(theirs, base):
        return arranged
    # Two windows that reorder at the same time are rare.
    from difflib import SequenceMatcher

    kept = [key for key in base if key in set(ours)]
    mine = [key for key in ours if key in set(base)]
    blocks = SequenceMatcher(None, kept, mine, autojunk=False).get_matching_blocks()
    stays = {key for block in blocks for key in kept[block.a : block.a + block.size]}
    both = [key for key in theirs if key in stays or key not in set(mine)]
    for place, key in enumerate(ours):
        if key not in both:
            above = next((one for one in reversed(ours[:place]) if one in both), None)
            both.insert(0 if above is None else both.index(above) + 1, key)
    return both


def _is_moved(keys: Sequence[K], base: Sequence[K]) -> bool:
    return [key for key in keys if key in base] != [key for key in base if key in keys]


def _layers(
    under: tuple[LayerEntry, ...],
    before: tuple[LayerEntry, ...],
    after: tuple[LayerEntry, ...],
) -> tuple[LayerEntry, ...]:
    """Merge the entries of each layer. A missing entry equals an empty one."""
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
    """Return the entries by their first item. The first of duplicates is used."""
    found: dict[str, Any] = {}
    for entry in entries:
        found.setdefault(entry[0], entry)
    return found


_ByKey = Mapping[str, Configuration]
AT_THE_SAME_TIME = tr("{name} (edited at the same time)")


class MergedWorkspace(NamedTuple):
    """A workspace with the changes of both sides."""

    workspace: Workspace
    notes: tuple[str, ...] = ()
    beside: Beside = ()


def merge(base: Workspace, ours: Workspace, theirs: Workspace) -> MergedWorkspace:
    """Merge the changes of two sides to `base`.

    The selection and the program stay ours, unless a command has chosen theirs since.
    """
    if theirs == base or ours == theirs:
        return MergedWorkspace(ours)
    chosen = theirs if theirs.chosen_by_command > ours.chosen_by_command else ours
    decided = _decide(_by_key(base), _by_key(ours), _by_key(theirs))
    space = Workspace(
        tuple(_arrange(base, ours, theirs, decided.kept)),
        ours.selected,
        _collection(theirs, base, ours),
        _put_away(theirs, base, ours, decided.kept),
        chosen.last_program,
        merge_recent(ours.recent, theirs.recent),
        _options(theirs, base, ours),
        chosen.chosen_by_command,
    )
    space = _with_names(space, base, theirs)
    notes = decided.notes
    beside = {}
    for mine in decided.beside:
        name = free_name(space, AT_THE_SAME_TIME.format(name=render(mine.title)))
        beside[mine.key] = new_key()
        space = _with_beside(space, mine, beside[mine.key], name)
        notes.append(
            tr(
                "“{name}” was changed by another program at the same time. Both are "
                "kept: what was edited here is “{copy}”.",
                name=mine.title,
                copy=name,
            )
        )
    if not space.configurations:  # each side deleted what the other one kept
        space = space.with_new(Configuration.new(FIRST_NAME))
    return MergedWorkspace(_looking(space, ours, theirs), tuple(notes), tuple(beside.items()))


def apply_theirs(
    snapshot: Workspace, before: Workspace, after: Workspace, beside: Beside = ()
) -> Workspace:
    """Apply foreign changes, `before` to `after`, to a snapshot of undo.

    A configuration that both sides changed is mapped to our copy, by `beside`. The result is empty
    if they deleted every configuration of the snapshot.
    """
    if beside:
        snapshot, before = (_moved(one, after, dict(beside)) for one in (snapshot, before))
    configurations = _overlaid_by_key(_by_key(snapshot), _by_key(before), _by_key(after))
    changed = Workspace(
        tuple(_arrange(before, snapshot, after, configurations)),
        snapshot.selected,
        _collection(snapshot, before, after),
        _put_away(snapshot, before, after, configurations),
        after.last_program
        if snapshot.last_program == before.last_program
        else snapshot.last_program,
        snapshot.recent,
        _options(snapshot, before, after),
        after.chosen_by_command,
    )
    return _looking(changed, snapshot, after) if configurations else changed


def current_changed_message(before: Workspace, after: Workspace) -> str:
    """Return the sentence about foreign changes to the selected configuration, or ""."""
    was = before.current
    now = after.find(was.key)
    if now is None:
        return tr(
            "“{name}” was deleted by another program. “{shown}” is shown now.",
            name=was.title,
            shown=after.current.title,
        )
    if after.current.key != was.key:
        return ""
    if now == was:
        return _program_message(before.program, after.program)
    if now.name == was.name:
        return tr("“{name}” was changed by another program.", name=was.title)
    return tr(
        "“{name}” was changed by another program. It is called “{new}” now.",
        name=was.title,
        new=now.title,
    )


def _program_message(before: Target, after: Target) -> str:
    if before == after:
        return ""
    if not after.program:
        return tr("Launch starts no program now: a command cleared it.")
    name = posixpath.basename(after.program)
    return tr("Launch starts {program} now: a command chose it.", program=name)


class _Decided(NamedTuple):
    """The merged configurations by key. `beside` maps those that both changed to our copies."""

    kept: dict[str, Configuration]
    beside: list[Configuration]
    notes: list[str]


def _decide(base: _ByKey, ours: _ByKey, theirs: _ByKey) -> _Decided:
    decided = _Decided({}, [], [])
    for key in dict.fromkeys((*ours, *theirs)):
        was, mine, other = base.get(key), ours.get(key), theirs.get(key)
        kept = mine if other == was else other
        if mine not in (was, other) and other != was:
            kept = _decide_both(mine, other, decided)
        if kept is not None:
            decided.kept[key] = kept
    return decided


def _decide_both(
    mine: Configuration | None, other: Configuration | None, decided: _Decided
) -> Configuration | None:
    if other is None:
        deleted = tr(
            "“{name}” was deleted by another program while it was edited here. It is kept.",
            name=mine.title if mine else "",
        )
        decided.notes.append(deleted)
        return mine
    if mine is None:
        deleted = tr(
            "“{name}” was deleted here while another program changed it. It is kept.",
            name=other.title,
        )
        decided.notes.append(deleted)
        return other
    decided.beside.append(mine)
    return other


def _overlaid_by_key(snapshot: _ByKey, before: _ByKey, after: _ByKey) -> dict[str, Configuration]:
    """Merge configurations by key, part by part if one exists in all three states."""
    found = overlaid(snapshot, before, after)
    for key in found.keys() & snapshot.keys() & before.keys():
        if key in after:
            found[key] = overlaid_configuration(snapshot[key], before[key], after[key])
    return found


def _moved(space: Workspace, after: Workspace, beside: Mapping[str, str]) -> Workspace:
    """Give our versions of configurations that both changed the key and name of our copy."""

    def moved(one: Configuration) -> Configuration:
        copy = after.find(beside.get(one.key, ""))
        return one._replace(key=copy.key, name=copy.name, built_in=0) if copy else one

    return space._replace(
        configurations=tuple(moved(configuration) for configuration in space.configurations),
        selected=beside.get(space.selected, space.selected),
    )


def _with_beside(space: Workspace, mine: Configuration, key: str, name: str) -> Workspace:
    """Insert our copies after theirs, and select a copy if ours was selected."""
    copy = mine._replace(key=key, name=name, built_in=0)
    listed = list(space.configurations)
    listed.insert(next(i for i, one in enumerate(listed) if one.key == mine.key) + 1, copy)
    selected = copy.key if space.selected == mine.key else space.selected
    # sorted() is stable: only built-in configurations move.
    own_first = sorted(listed, key=lambda one: bool(one.built_in))
    return space._replace(configurations=tuple(own_first), selected=selected)


def _arrange(
    base: Workspace, ours: Workspace, theirs: Workspace, kept: _ByKey
) -> list[Configuration]:
    """Put configurations in the order of the side that changed it, with both sides' moves."""
    keys = with_moves(
        *(
            [configuration.key for configuration in side.configurations]
            for side in (ours, base, theirs)
        )
    )
    listed = [kept[key] for key in keys if key in kept]
    return [
        *(one for one in listed if not one.built_in),
        *(one for one in listed if one.built_in),
    ]


def _collection(
    under: Workspace, before: Workspace, after: Workspace
) -> tuple[CollectionSource, ...]:
    lists = [{source.path: source for source in one.collection} for one in (under, before, after)]
    return tuple(overlaid(*lists).values())


def _options(under: Workspace, before: Workspace, after: Workspace) -> tuple[ProgramOptions, ...]:
    """Merge the option sets, those of one program set by set."""
    sides = [
        {option.program: option for option in space.options} for space in (under, before, after)
    ]
    merged = overlaid(*sides)
    for program in merged.keys() & sides[0].keys() & sides[1].keys() & sides[2].keys():
        entries = [side[program] for side in sides]
        lists = [{one.name: one for one in entry.sets} for entry in entries]
        found = overlaid(*lists)
        kept = tuple(found[name] for name in ordered(*lists) if name in found)
        merged[program] = merged[program]._replace(sets=kept)
    return tuple(merged.values())


def _put_away(
    under: Workspace, before: Workspace, after: Workspace, kept: _ByKey
) -> tuple[tuple[str, int], ...]:
    found = overlaid(dict(under.put_away), dict(before.put_away), dict(after.put_away))
    return tuple((key, version) for key, version in found.items() if key not in kept)


def _with_names(space: Workspace, base: Workspace, theirs: Workspace) -> Workspace:
    """Rename configurations new or renamed here if another process took the name meanwhile."""
    before, other = _by_key(base), _by_key(theirs)
    # Keys are random, names are not: two processes can take one name at the same time.
    taken = {
        one.name
        for key, one in other.items()
        if not one.built_in and (key not in before or before[key].name != one.name)
    }
    for configuration in space.configurations:
        was = before.get(configuration.key)
        is_theirs = configuration == other.get(configuration.key)
        if (
            not is_theirs
            and configuration.name in taken
            and (was is None or was.name != configuration.name)
        ):
            space = space.with_configuration(
                configuration._replace(name=free_name(space, configuration.name))
            )
    return space


def _looking(space: Workspace, ours: Workspace, theirs: Workspace) -> Workspace:
    """Keep the selection. If the selected configuration is gone, select a neighbour."""
    neighbour = ours.without(ours.selected).selected
    neighbours = (space.selected, neighbour, theirs.selected)
    found = next((key for key in neighbours if space.find(key)), space.configurations[0].key)
    return space._replace(selected=found)


def _by_key(workspace: Workspace) -> dict[str, Configuration]:
    return {configuration.key: configuration for configuration in workspace.configurations}
