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
    make_key,
)
from vkconfig_py.model.configuration.workspace import (
    FIRST_CONFIGURATION_NAME,
    CollectionSource,
    OurCopies,
    Workspace,
)
from vkconfig_py.model.configuration.workspace_edits import make_unused_name

K = TypeVar("K")
V = TypeVar("V")
# keyed by their first item
_LIST_MEMBERS = ("drivers", "added_drivers", "environment", "programs", "settings", "extra")


def merge_mappings(
    current: Mapping[K, V], before: Mapping[K, V], after: Mapping[K, V]
) -> dict[K, V]:
    """Return `current` with the changes from `before` to `after` applied."""
    merged = {}
    for key in dict.fromkeys((*current, *after)):
        value = current.get(key) if before.get(key) == after.get(key) else after.get(key)
        if value is not None:
            merged[key] = value
    return merged


def merge_configurations(
    current: Configuration, before: Configuration, after: Configuration
) -> Configuration:
    """Return `current` with the changes from `before` to `after` applied, part by part."""
    members = _merge_members(current, before, after)
    layers = _merge_layers(current.layers, before.layers, after.layers)
    return current._replace(**{**members, "layers": layers})


def merge_order(current: Iterable[K], before: Iterable[K], after: Iterable[K]) -> list[K]:
    """Return the keys in the order of `current`, or of `after` if `current` has not moved any.

    Keys that only the other one has follow.
    """
    keys, keys_before, keys_after = list(current), list(before), list(after)
    moved = _is_moved(keys, keys_before)
    return list(dict.fromkeys((*keys, *keys_after) if moved else (*keys_after, *keys)))


def merge_moves(ours: Sequence[K], base: Sequence[K], theirs: Sequence[K]) -> list[K]:
    """Return the keys in the order of `theirs`, except those that `ours` moved.

    `base`: the common order before.
    """
    arranged = merge_order(ours, base, theirs)
    if not _is_moved(ours, base) or not _is_moved(theirs, base):
        return arranged
    # Two windows that reorder at the same time are rare.
    from difflib import SequenceMatcher

    stable = [key for key in base if key in set(ours)]
    mine = [key for key in ours if key in set(base)]
    blocks = SequenceMatcher(None, stable, mine, autojunk=False).get_matching_blocks()
    stays = {key for block in blocks for key in stable[block.a : block.a + block.size]}
    merged = [key for key in theirs if key in stays or key not in set(mine)]
    for position, key in enumerate(ours):
        if key not in merged:
            above = next(
                (neighbor for neighbor in reversed(ours[:position]) if neighbor in merged), None
            )
            merged.insert(0 if above is None else merged.index(above) + 1, key)
    return merged


def _is_moved(keys: Sequence[K], base: Sequence[K]) -> bool:
    """Return whether the common keys of two lists have different orders."""
    return [key for key in keys if key in base] != [key for key in base if key in keys]


def _merge_layers(
    current: tuple[LayerEntry, ...],
    before: tuple[LayerEntry, ...],
    after: tuple[LayerEntry, ...],
) -> tuple[LayerEntry, ...]:
    """Merge the entries of each layer. A missing entry equals an empty one."""
    if before == after:
        return current
    entries, entries_before, entries_after = (
        _key_by_first_item(entries) for entries in (current, before, after)
    )
    merged = []
    for name in merge_order(entries, entries_before, entries_after):
        empty = LayerEntry(name)
        values = (
            entries.get(name, empty),
            entries_before.get(name, empty),
            entries_after.get(name, empty),
        )
        entry = values[0]._replace(**_merge_members(*values))
        if entry.is_worth_keeping:
            merged.append(entry)
    return tuple(merged)


def _merge_members(current: Any, before: Any, after: Any) -> dict[str, Any]:
    """Return each member of `current`, with the changes from `before` to `after`."""
    values = zip(current._fields, current, before, after, strict=True)
    return {name: _merge_member(name, *three) for name, *three in values}


def _merge_member(name: str, current: Any, before: Any, after: Any) -> Any:
    """Return a member with the change from `before` to `after`, lists item by item."""
    if before == after:
        return current
    if name not in _LIST_MEMBERS:
        return after
    items, items_before, items_after = (
        _key_by_first_item(entries) for entries in (current, before, after)
    )
    merged = merge_mappings(items, items_before, items_after)
    return tuple(
        merged[key] for key in merge_order(items, items_before, items_after) if key in merged
    )


def _key_by_first_item(entries: Iterable[Any]) -> dict[str, Any]:
    """Return the entries by their first item. The first of duplicates is used."""
    by_key: dict[str, Any] = {}
    for entry in entries:
        by_key.setdefault(entry[0], entry)
    return by_key


_ConfigurationsByKey = Mapping[str, Configuration]
EDITED_AT_SAME_TIME = tr("{name} (edited at the same time)")


class MergedWorkspace(NamedTuple):
    """A workspace with the changes of both sides."""

    workspace: Workspace
    notes: tuple[str, ...] = ()
    our_copies: OurCopies = ()


def merge_workspaces(base: Workspace, ours: Workspace, theirs: Workspace) -> MergedWorkspace:
    """Merge the changes that two sides made to `base`.

    The selection and the program stay ours, unless a command has chosen theirs since.
    """
    if theirs == base or ours == theirs:
        return MergedWorkspace(ours)
    chosen = theirs if theirs.command_choice_time > ours.command_choice_time else ours
    decided = _decide_configurations(_map_by_key(base), _map_by_key(ours), _map_by_key(theirs))
    space = Workspace(
        tuple(_order_configurations(base, ours, theirs, decided.configurations)),
        ours.selected_key,
        _merge_layer_sources(theirs, base, ours),
        _merge_deleted_built_ins(theirs, base, ours, decided.configurations),
        chosen.last_program,
        merge_recent(ours.recent_programs, theirs.recent_programs),
        _merge_options(theirs, base, ours),
        chosen.command_choice_time,
    )
    space = _rename_duplicates(space, base, theirs)
    notes = decided.notes
    beside = {}
    for mine in decided.our_copies:
        name = make_unused_name(space, EDITED_AT_SAME_TIME.format(name=render(mine.title)))
        beside[mine.key] = make_key()
        space = _insert_copy(space, mine, beside[mine.key], name)
        notes.append(
            tr(
                "Another process changed “{name}” at the same time. Both versions were "
                "kept; your edits are in “{copy}”.",
                name=mine.title,
                copy=name,
            )
        )
    if not space.configurations:  # each side deleted what the other one kept
        space = space.with_added(Configuration.create(FIRST_CONFIGURATION_NAME))
    return MergedWorkspace(
        _keep_selection(space, ours, theirs), tuple(notes), tuple(beside.items())
    )


def apply_theirs(
    snapshot: Workspace, before: Workspace, after: Workspace, beside: OurCopies = ()
) -> Workspace:
    """Apply changes of another process, `before` to `after`, to a workspace of undo.

    A configuration that both sides changed is mapped to our copy, by `beside`. The result is empty
    if they deleted every configuration of the snapshot.
    """
    if beside:
        snapshot, before = (
            _use_our_copies(workspace, after, dict(beside)) for workspace in (snapshot, before)
        )
    configurations = _merge_by_key(_map_by_key(snapshot), _map_by_key(before), _map_by_key(after))
    changed = Workspace(
        tuple(_order_configurations(before, snapshot, after, configurations)),
        snapshot.selected_key,
        _merge_layer_sources(snapshot, before, after),
        _merge_deleted_built_ins(snapshot, before, after, configurations),
        after.last_program
        if snapshot.last_program == before.last_program
        else snapshot.last_program,
        snapshot.recent_programs,
        _merge_options(snapshot, before, after),
        after.command_choice_time,
    )
    return _keep_selection(changed, snapshot, after) if configurations else changed


def describe_current_change(before: Workspace, after: Workspace) -> str:
    """Return the sentence that another process changed the selected configuration, or ""."""
    selected = before.selected_configuration
    current = after.find_configuration(selected.key)
    if current is None:
        return tr(
            "Another process deleted “{name}”. Now showing “{shown}”.",
            name=selected.title,
            shown=after.selected_configuration.title,
        )
    if after.selected_configuration.key != selected.key:
        return ""
    if current == selected:
        return _render_program_message(before.program, after.program)
    if current.name == selected.name:
        return tr("Another process changed “{name}”.", name=selected.title)
    return tr(
        "Another process changed “{name}” and renamed it to “{new}”.",
        name=selected.title,
        new=current.title,
    )


def _render_program_message(before: Target, after: Target) -> str:
    """Return the sentence that a command chose another program, "" if it did not."""
    if before == after:
        return ""
    if not after.program:
        return tr("A vkconfig-py command cleared the program to launch.")
    name = posixpath.basename(after.program)
    return tr("A vkconfig-py command set {program} as the program to launch.", program=name)


class _MergeDecision(NamedTuple):
    """The merged configurations by key. `our_copies` maps those that both changed to our copies."""

    configurations: dict[str, Configuration]
    our_copies: list[Configuration]
    notes: list[str]


def _decide_configurations(
    base: _ConfigurationsByKey, ours: _ConfigurationsByKey, theirs: _ConfigurationsByKey
) -> _MergeDecision:
    """Decide for each configuration which side's version, or both, is used."""
    decided = _MergeDecision({}, [], [])
    for key in dict.fromkeys((*ours, *theirs)):
        original, mine, their = base.get(key), ours.get(key), theirs.get(key)
        merged = mine if their == original else their
        if mine not in (original, their) and their != original:
            merged = _decide_conflict(mine, their, decided)
        if merged is not None:
            decided.configurations[key] = merged
    return decided


def _decide_conflict(
    mine: Configuration | None, their: Configuration | None, decided: _MergeDecision
) -> Configuration | None:
    """Return the version to use of a configuration that both sides changed or deleted.

    `decided` gets a note, or our version as a copy beside theirs.
    """
    if their is None:
        deleted = tr(
            "Another process deleted “{name}” while you were editing it. Your version was kept.",
            name=mine.title if mine else "",
        )
        decided.notes.append(deleted)
        return mine
    if mine is None:
        deleted = tr(
            "You deleted “{name}” while another process was changing it. The changed "
            "version was kept.",
            name=their.title,
        )
        decided.notes.append(deleted)
        return their
    decided.our_copies.append(mine)
    return their


def _merge_by_key(
    snapshot: _ConfigurationsByKey, before: _ConfigurationsByKey, after: _ConfigurationsByKey
) -> dict[str, Configuration]:
    """Merge configurations by key, part by part if one exists in all three states."""
    merged = merge_mappings(snapshot, before, after)
    for key in merged.keys() & snapshot.keys() & before.keys():
        if key in after:
            merged[key] = merge_configurations(snapshot[key], before[key], after[key])
    return merged


def _use_our_copies(space: Workspace, after: Workspace, beside: Mapping[str, str]) -> Workspace:
    """Rename our version of each configuration that both changed to our copy of it."""

    def rename_to_copy(configuration: Configuration) -> Configuration:
        copy = after.find_configuration(beside.get(configuration.key, ""))
        return (
            configuration._replace(key=copy.key, name=copy.name, built_in=0)
            if copy
            else configuration
        )

    return space._replace(
        configurations=tuple(
            rename_to_copy(configuration) for configuration in space.configurations
        ),
        selected_key=beside.get(space.selected_key, space.selected_key),
    )


def _insert_copy(space: Workspace, mine: Configuration, key: str, name: str) -> Workspace:
    """Insert our copies after theirs, and select a copy if ours was selected."""
    copy = mine._replace(key=key, name=name, built_in=0)
    listed = list(space.configurations)
    listed.insert(
        next(index for index, configuration in enumerate(listed) if configuration.key == mine.key)
        + 1,
        copy,
    )
    selected = copy.key if space.selected_key == mine.key else space.selected_key
    # sorted() is stable: only built-in configurations move.
    own_first = sorted(listed, key=lambda configuration: bool(configuration.built_in))
    return space._replace(configurations=tuple(own_first), selected_key=selected)


def _order_configurations(
    base: Workspace, ours: Workspace, theirs: Workspace, configurations: _ConfigurationsByKey
) -> list[Configuration]:
    """Put configurations in the order of the side that changed it, with both sides' moves."""
    keys = merge_moves(
        *(
            [configuration.key for configuration in side.configurations]
            for side in (ours, base, theirs)
        )
    )
    listed = [configurations[key] for key in keys if key in configurations]
    return [
        *(configuration for configuration in listed if not configuration.built_in),
        *(configuration for configuration in listed if configuration.built_in),
    ]


def _merge_layer_sources(
    current: Workspace, before: Workspace, after: Workspace
) -> tuple[CollectionSource, ...]:
    """Return our layer search paths with the changes from `before` to `after`."""
    lists = [
        {source.path: source for source in workspace.sources}
        for workspace in (current, before, after)
    ]
    return tuple(merge_mappings(*lists).values())


def _merge_options(
    current: Workspace, before: Workspace, after: Workspace
) -> tuple[ProgramOptions, ...]:
    """Return our option sets with the changes from `before` to `after`, set by set."""
    sides = [
        {option.program: option for option in space.program_options}
        for space in (current, before, after)
    ]
    merged = merge_mappings(*sides)
    for program in merged.keys() & sides[0].keys() & sides[1].keys() & sides[2].keys():
        entries = [side[program] for side in sides]
        lists = [{option_set.name: option_set for option_set in entry.sets} for entry in entries]
        by_name = merge_mappings(*lists)
        sets = tuple(by_name[name] for name in merge_order(*lists) if name in by_name)
        merged[program] = merged[program]._replace(sets=sets)
    return tuple(merged.values())


def _merge_deleted_built_ins(
    current: Workspace, before: Workspace, after: Workspace, configurations: _ConfigurationsByKey
) -> tuple[tuple[str, int], ...]:
    """Return keys and versions of the built-in configurations that either side deleted."""
    versions = merge_mappings(
        dict(current.deleted_built_ins),
        dict(before.deleted_built_ins),
        dict(after.deleted_built_ins),
    )
    return tuple((key, version) for key, version in versions.items() if key not in configurations)


def _rename_duplicates(space: Workspace, base: Workspace, theirs: Workspace) -> Workspace:
    """Number a configuration that is new or renamed here if another process took its name."""
    original, their = _map_by_key(base), _map_by_key(theirs)
    # Keys are random, names are not: two processes can take one name at the same time.
    used_names = {
        theirs_configuration.name
        for key, theirs_configuration in their.items()
        if not theirs_configuration.built_in
        and (key not in original or original[key].name != theirs_configuration.name)
    }
    for configuration in space.configurations:
        previous = original.get(configuration.key)
        is_theirs = configuration == their.get(configuration.key)
        if (
            not is_theirs
            and configuration.name in used_names
            and (previous is None or previous.name != configuration.name)
        ):
            space = space.with_configuration(
                configuration._replace(name=make_unused_name(space, configuration.name))
            )
    return space


def _keep_selection(space: Workspace, ours: Workspace, theirs: Workspace) -> Workspace:
    """Keep the selection. If the selected configuration is gone, select a neighbour."""
    neighbour = ours.without_configuration(ours.selected_key).selected_key
    neighbours = (space.selected_key, neighbour, theirs.selected_key)
    selected = next(
        (key for key in neighbours if space.find_configuration(key)), space.configurations[0].key
    )
    return space._replace(selected_key=selected)


def _map_by_key(workspace: Workspace) -> dict[str, Configuration]:
    return {configuration.key: configuration for configuration in workspace.configurations}
