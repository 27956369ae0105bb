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
    current_mapping: Mapping[K, V], mapping_before: Mapping[K, V], mapping_after: Mapping[K, V]
) -> dict[K, V]:
    """Return `current_mapping` with the changes of `mapping_after` since `mapping_before`."""
    merged_values = {}
    for key in dict.fromkeys((*current_mapping, *mapping_after)):
        value = (
            current_mapping.get(key)
            if mapping_before.get(key) == mapping_after.get(key)
            else mapping_after.get(key)
        )
        if value is not None:
            merged_values[key] = value
    return merged_values


def merge_configurations(
    current_configuration: Configuration,
    configuration_before: Configuration,
    configuration_after: Configuration,
) -> Configuration:
    """Return the current configuration with the changes between two others, part by part."""
    members = _merge_members(current_configuration, configuration_before, configuration_after)
    layers = _merge_layers(
        current_configuration.layers, configuration_before.layers, configuration_after.layers
    )
    return current_configuration._replace(**{**members, "layers": layers})


def merge_order(
    current_order: Iterable[K], order_before: Iterable[K], order_after: Iterable[K]
) -> list[K]:
    """Return the keys as in `current_order`, or as in `order_after` if the former moved none.

    Keys that only the other one has follow.
    """
    keys, keys_before, keys_after = list(current_order), list(order_before), list(order_after)
    is_moved = _is_moved(keys, keys_before)
    return list(dict.fromkeys((*keys, *keys_after) if is_moved else (*keys_after, *keys)))


def merge_moves(our_keys: Sequence[K], base_keys: Sequence[K], their_keys: Sequence[K]) -> list[K]:
    """Return the keys in the order of `their_keys`, except those that `our_keys` moved.

    `base_keys`: the common order before.
    """
    merged_keys = merge_order(our_keys, base_keys, their_keys)
    if not _is_moved(our_keys, base_keys) or not _is_moved(their_keys, base_keys):
        return merged_keys
    # Two windows that reorder at the same time are rare.
    from difflib import SequenceMatcher

    unmoved_keys = [key for key in base_keys if key in set(our_keys)]
    our_common_keys = [key for key in our_keys if key in set(base_keys)]
    blocks = SequenceMatcher(
        None, unmoved_keys, our_common_keys, autojunk=False
    ).get_matching_blocks()
    kept_keys = {key for block in blocks for key in unmoved_keys[block.a : block.a + block.size]}
    moved_keys = [key for key in their_keys if key in kept_keys or key not in set(our_common_keys)]
    for position, key in enumerate(our_keys):
        if key not in moved_keys:
            key_above = next(
                (neighbor for neighbor in reversed(our_keys[:position]) if neighbor in moved_keys),
                None,
            )
            moved_keys.insert(0 if key_above is None else moved_keys.index(key_above) + 1, key)
    return moved_keys


def _is_moved(keys: Sequence[K], base_keys: Sequence[K]) -> bool:
    """Return whether the common keys of two lists have different orders."""
    return [key for key in keys if key in base_keys] != [key for key in base_keys if key in keys]


def _merge_layers(
    current_entries: tuple[LayerEntry, ...],
    layers_before: tuple[LayerEntry, ...],
    layers_after: tuple[LayerEntry, ...],
) -> tuple[LayerEntry, ...]:
    """Merge the entries of each layer. A missing entry equals an empty one."""
    if layers_before == layers_after:
        return current_entries
    entries, entries_before, entries_after = (
        _key_by_first_item(entries) for entries in (current_entries, layers_before, layers_after)
    )
    merged_layers = []
    for name in merge_order(entries, entries_before, entries_after):
        empty = LayerEntry(name)
        values = (
            entries.get(name, empty),
            entries_before.get(name, empty),
            entries_after.get(name, empty),
        )
        entry = values[0]._replace(**_merge_members(*values))
        if entry.is_worth_keeping:
            merged_layers.append(entry)
    return tuple(merged_layers)


def _merge_members(current_members: Any, members_before: Any, members_after: Any) -> dict[str, Any]:
    """Return each of the current members, with the changes between two others."""
    values = zip(
        current_members._fields, current_members, members_before, members_after, strict=True
    )
    return {name: _merge_member(name, *versions) for name, *versions in values}


def _merge_member(name: str, current_member: Any, member_before: Any, member_after: Any) -> Any:
    """Return a member with the change between two others, lists item by item."""
    if member_before == member_after:
        return current_member
    if name not in _LIST_MEMBERS:
        return member_after
    items, items_before, items_after = (
        _key_by_first_item(entries) for entries in (current_member, member_before, member_after)
    )
    merged_members = merge_mappings(items, items_before, items_after)
    return tuple(
        merged_members[key]
        for key in merge_order(items, items_before, items_after)
        if key in merged_members
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


def merge_workspaces(
    base_workspace: Workspace, our_workspace: Workspace, their_workspace: Workspace
) -> MergedWorkspace:
    """Merge the changes that two sides made to `base_workspace`.

    The selection and the program stay ours, unless a command has chosen theirs since.
    """
    if their_workspace == base_workspace or our_workspace == their_workspace:
        return MergedWorkspace(our_workspace)
    program_side = (
        their_workspace
        if their_workspace.command_choice_time > our_workspace.command_choice_time
        else our_workspace
    )
    merge_decision = _decide_configurations(
        _map_by_key(base_workspace), _map_by_key(our_workspace), _map_by_key(their_workspace)
    )
    workspace = Workspace(
        tuple(
            _order_configurations(
                base_workspace, our_workspace, their_workspace, merge_decision.configurations
            )
        ),
        our_workspace.selected_key,
        _merge_layer_sources(their_workspace, base_workspace, our_workspace),
        _merge_deleted_built_ins(
            their_workspace, base_workspace, our_workspace, merge_decision.configurations
        ),
        program_side.last_program,
        merge_recent(our_workspace.recent_programs, their_workspace.recent_programs),
        _merge_options(their_workspace, base_workspace, our_workspace),
        program_side.command_choice_time,
    )
    workspace = _rename_duplicates(workspace, base_workspace, their_workspace)
    notes = merge_decision.notes
    our_copies = {}
    for our_copy in merge_decision.our_copies:
        name = make_unused_name(workspace, EDITED_AT_SAME_TIME.format(name=render(our_copy.title)))
        our_copies[our_copy.key] = make_key()
        workspace = _insert_copy(workspace, our_copy, our_copies[our_copy.key], name)
        notes.append(
            tr(
                "Another process changed “{name}” at the same time. Both versions were "
                "kept; your edits are in “{copy}”.",
                name=our_copy.title,
                copy=name,
            )
        )
    if not workspace.configurations:  # each side deleted what the other one kept
        workspace = workspace.with_added(Configuration.create(FIRST_CONFIGURATION_NAME))
    return MergedWorkspace(
        _keep_selection(workspace, our_workspace, their_workspace),
        tuple(notes),
        tuple(our_copies.items()),
    )


def apply_their_changes(
    snapshot: Workspace,
    workspace_before: Workspace,
    workspace_after: Workspace,
    our_copies: OurCopies = (),
) -> Workspace:
    """Apply changes of another process, between two workspaces, to a workspace of undo.

    A configuration that both sides changed is mapped to our copy, by `our_copies`. The result is
    empty if they deleted every configuration of the snapshot.
    """
    if our_copies:
        snapshot, workspace_before = (
            _use_our_copies(workspace, workspace_after, dict(our_copies))
            for workspace in (snapshot, workspace_before)
        )
    configurations = _merge_by_key(
        _map_by_key(snapshot), _map_by_key(workspace_before), _map_by_key(workspace_after)
    )
    changed_workspace = Workspace(
        tuple(_order_configurations(workspace_before, snapshot, workspace_after, configurations)),
        snapshot.selected_key,
        _merge_layer_sources(snapshot, workspace_before, workspace_after),
        _merge_deleted_built_ins(snapshot, workspace_before, workspace_after, configurations),
        workspace_after.last_program
        if snapshot.last_program == workspace_before.last_program
        else snapshot.last_program,
        snapshot.recent_programs,
        _merge_options(snapshot, workspace_before, workspace_after),
        workspace_after.command_choice_time,
    )
    return (
        _keep_selection(changed_workspace, snapshot, workspace_after)
        if configurations
        else changed_workspace
    )


def describe_current_change(workspace_before: Workspace, workspace_after: Workspace) -> str:
    """Return the sentence that another process changed the selected configuration, or ""."""
    selected_configuration = workspace_before.selected_configuration
    current_configuration = workspace_after.find_configuration(selected_configuration.key)
    if current_configuration is None:
        return tr(
            "Another process deleted “{name}”. Now showing “{shown}”.",
            name=selected_configuration.title,
            shown=workspace_after.selected_configuration.title,
        )
    if workspace_after.selected_configuration.key != selected_configuration.key:
        return ""
    if current_configuration == selected_configuration:
        return _render_program_message(workspace_before.program, workspace_after.program)
    if current_configuration.name == selected_configuration.name:
        return tr("Another process changed “{name}”.", name=selected_configuration.title)
    return tr(
        "Another process changed “{name}” and renamed it to “{new}”.",
        name=selected_configuration.title,
        new=current_configuration.title,
    )


def _render_program_message(program_before: Target, program_after: Target) -> str:
    """Return the sentence that a command chose another program, "" if it did not."""
    if program_before == program_after:
        return ""
    if not program_after.program:
        return tr("A vkconfig-py command cleared the program to launch.")
    name = posixpath.basename(program_after.program)
    return tr("A vkconfig-py command set {program} as the program to launch.", program=name)


class _MergeDecision(NamedTuple):
    """The merged configurations by key. `our_copies` maps those that both changed to our copies."""

    configurations: dict[str, Configuration]
    our_copies: list[Configuration]
    notes: list[str]


def _decide_configurations(
    base_configurations: _ConfigurationsByKey,
    our_configurations: _ConfigurationsByKey,
    their_configurations: _ConfigurationsByKey,
) -> _MergeDecision:
    """Decide for each configuration which side's version, or both, is used."""
    merge_decision = _MergeDecision({}, [], [])
    for key in dict.fromkeys((*our_configurations, *their_configurations)):
        original_configuration, our_configuration, their_configuration = (
            base_configurations.get(key),
            our_configurations.get(key),
            their_configurations.get(key),
        )
        merged_configuration = (
            our_configuration
            if their_configuration == original_configuration
            else their_configuration
        )
        if (
            our_configuration not in (original_configuration, their_configuration)
            and their_configuration != original_configuration
        ):
            merged_configuration = _decide_conflict(
                our_configuration, their_configuration, merge_decision
            )
        if merged_configuration is not None:
            merge_decision.configurations[key] = merged_configuration
    return merge_decision


def _decide_conflict(
    our_configuration: Configuration | None,
    their_configuration: Configuration | None,
    merge_decision: _MergeDecision,
) -> Configuration | None:
    """Return the version to use of a configuration that both sides changed or deleted.

    `merge_decision` gets a note, or our version as a copy beside theirs.
    """
    if their_configuration is None:
        deletion_note = tr(
            "Another process deleted “{name}” while you were editing it. Your version was kept.",
            name=our_configuration.title if our_configuration else "",
        )
        merge_decision.notes.append(deletion_note)
        return our_configuration
    if our_configuration is None:
        deletion_note = tr(
            "You deleted “{name}” while another process was changing it. The changed "
            "version was kept.",
            name=their_configuration.title,
        )
        merge_decision.notes.append(deletion_note)
        return their_configuration
    merge_decision.our_copies.append(our_configuration)
    return their_configuration


def _merge_by_key(
    snapshot: _ConfigurationsByKey,
    configurations_before: _ConfigurationsByKey,
    configurations_after: _ConfigurationsByKey,
) -> dict[str, Configuration]:
    """Merge configurations by key, part by part if one exists in all three states."""
    merged_configurations = merge_mappings(snapshot, configurations_before, configurations_after)
    for key in merged_configurations.keys() & snapshot.keys() & configurations_before.keys():
        if key in configurations_after:
            merged_configurations[key] = merge_configurations(
                snapshot[key], configurations_before[key], configurations_after[key]
            )
    return merged_configurations


def _use_our_copies(
    workspace: Workspace, workspace_after: Workspace, our_copies: Mapping[str, str]
) -> Workspace:
    """Rename our version of each configuration that both changed to our copy of it."""

    def rename_to_copy(configuration: Configuration) -> Configuration:
        copy = workspace_after.find_configuration(our_copies.get(configuration.key, ""))
        return (
            configuration._replace(key=copy.key, name=copy.name, built_in=0)
            if copy
            else configuration
        )

    return workspace._replace(
        configurations=tuple(
            rename_to_copy(configuration) for configuration in workspace.configurations
        ),
        selected_key=our_copies.get(workspace.selected_key, workspace.selected_key),
    )


def _insert_copy(
    workspace: Workspace, our_configuration: Configuration, key: str, name: str
) -> Workspace:
    """Insert our copies after theirs, and select a copy if ours was selected."""
    copy = our_configuration._replace(key=key, name=name, built_in=0)
    configurations = list(workspace.configurations)
    configurations.insert(
        next(
            index
            for index, configuration in enumerate(configurations)
            if configuration.key == our_configuration.key
        )
        + 1,
        copy,
    )
    selected_key = (
        copy.key if workspace.selected_key == our_configuration.key else workspace.selected_key
    )
    # sorted() is stable: only built-in configurations move.
    sorted_configurations = sorted(
        configurations, key=lambda configuration: bool(configuration.built_in)
    )
    return workspace._replace(
        configurations=tuple(sorted_configurations), selected_key=selected_key
    )


def _order_configurations(
    base_workspace: Workspace,
    our_workspace: Workspace,
    their_workspace: Workspace,
    configurations: _ConfigurationsByKey,
) -> list[Configuration]:
    """Put configurations in the order of the side that changed it, with both sides' moves."""
    keys = merge_moves(
        *(
            [configuration.key for configuration in side.configurations]
            for side in (our_workspace, base_workspace, their_workspace)
        )
    )
    ordered_configurations = [configurations[key] for key in keys if key in configurations]
    return [
        *(configuration for configuration in ordered_configurations if not configuration.built_in),
        *(configuration for configuration in ordered_configurations if configuration.built_in),
    ]


def _merge_layer_sources(
    current_workspace: Workspace, workspace_before: Workspace, workspace_after: Workspace
) -> tuple[CollectionSource, ...]:
    """Return our layer search paths with the changes between two workspaces."""
    lists = [
        {source.path: source for source in workspace.sources}
        for workspace in (current_workspace, workspace_before, workspace_after)
    ]
    return tuple(merge_mappings(*lists).values())


def _merge_options(
    current_workspace: Workspace, workspace_before: Workspace, workspace_after: Workspace
) -> tuple[ProgramOptions, ...]:
    """Return our option sets with the changes between two workspaces, set by set."""
    sides = [
        {option.program: option for option in workspace.program_options}
        for workspace in (current_workspace, workspace_before, workspace_after)
    ]
    merged_options = merge_mappings(*sides)
    for program in merged_options.keys() & sides[0].keys() & sides[1].keys() & sides[2].keys():
        entries = [side[program] for side in sides]
        lists = [{option_set.name: option_set for option_set in entry.sets} for entry in entries]
        by_name = merge_mappings(*lists)
        sets = tuple(by_name[name] for name in merge_order(*lists) if name in by_name)
        merged_options[program] = merged_options[program]._replace(sets=sets)
    return tuple(merged_options.values())


def _merge_deleted_built_ins(
    current_workspace: Workspace,
    workspace_before: Workspace,
    workspace_after: Workspace,
    configurations: _ConfigurationsByKey,
) -> tuple[tuple[str, int], ...]:
    """Return keys and versions of the built-in configurations that either side deleted."""
    versions = merge_mappings(
        dict(current_workspace.deleted_built_ins),
        dict(workspace_before.deleted_built_ins),
        dict(workspace_after.deleted_built_ins),
    )
    return tuple((key, version) for key, version in versions.items() if key not in configurations)


def _rename_duplicates(
    workspace: Workspace, base_workspace: Workspace, their_workspace: Workspace
) -> Workspace:
    """Number a configuration that is new or renamed here if another process took its name."""
    original, their_configurations = _map_by_key(base_workspace), _map_by_key(their_workspace)
    # Keys are random, names are not: two processes can take one name at the same time.
    used_names = {
        theirs_configuration.name
        for key, theirs_configuration in their_configurations.items()
        if not theirs_configuration.built_in
        and (key not in original or original[key].name != theirs_configuration.name)
    }
    for configuration in workspace.configurations:
        previous_configuration = original.get(configuration.key)
        is_their_version = configuration == their_configurations.get(configuration.key)
        if (
            not is_their_version
            and configuration.name in used_names
            and (
                previous_configuration is None or previous_configuration.name != configuration.name
            )
        ):
            workspace = workspace.with_configuration(
                configuration._replace(name=make_unused_name(workspace, configuration.name))
            )
    return workspace


def _keep_selection(
    workspace: Workspace, our_workspace: Workspace, their_workspace: Workspace
) -> Workspace:
    """Keep the selection. If the selected configuration is gone, select a neighbour."""
    neighbour = our_workspace.without_configuration(our_workspace.selected_key).selected_key
    candidate_keys = (workspace.selected_key, neighbour, their_workspace.selected_key)
    selected_key = next(
        (key for key in candidate_keys if workspace.find_configuration(key)),
        workspace.configurations[0].key,
    )
    return workspace._replace(selected_key=selected_key)


def _map_by_key(workspace: Workspace) -> dict[str, Configuration]:
    return {configuration.key: configuration for configuration in workspace.configurations}
