"""Edits as pure functions from a workspace to the changed workspace and the label of the step.

Undo and redo show the label. None means that nothing changes. An edit touches only the
configurations that it changes, so an unedited built-in one stays identical to the shipped one. Each
edit also records the manifest paths of layers, so that one that goes missing later can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import Concatenate, ParamSpec, Protocol

from vkconfig_py.language.sentences import Message, counted_message, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    Variable,
    make_key,
)
from vkconfig_py.model.configuration.workspace import (
    FIRST_CONFIGURATION_NAME,
    CollectionSource,
    Workspace,
    find_built_in,
)

BUILT_IN_NAME_FIXED = tr("A built-in configuration cannot be renamed; rename a duplicate instead.")
OWN_STAY_ABOVE = tr("Your configurations stay above the built-in configurations.")
_LAYER_NAME_PREFIX = "VK_LAYER_"
_LAYER_LABELS = {
    LayerControl.ON: message("Turn on {name}"),
    LayerControl.OFF: message("Turn off {name}"),
    LayerControl.AUTO: message("Set {name} to Auto"),
}
_DRIVER_LABELS = {
    DriverControl.ONLY: message("Use only {name}"),
    DriverControl.OFF: message("Leave out {name}"),
    DriverControl.AUTO: message("Set {name} to Auto"),
}


class WorkspaceChange(NamedTuple):
    """The new snapshot and the label of the step, a message: it may be kept in a file."""

    workspace: Workspace
    label: Message | str


P = ParamSpec("P")
Edit = Callable[Concatenate[Workspace, P], WorkspaceChange | None]


class Editor(Protocol):
    """Holds a workspace and does edits, each as one undo step: Edits of the Session."""

    @property
    def workspace(self) -> Workspace:
        """The current snapshot."""

    def do(self, edit: Edit[P], /, *arguments: P.args, **keywords: P.kwargs) -> bool:
        """Do an edit with these arguments as an undo step. Return whether it changes anything."""


def get_short_name(layer: str) -> Message | str:
    """Return a layer's name without the prefix that all layer names share."""
    return message("other layers") if layer == UNLISTED else layer.removeprefix(_LAYER_NAME_PREFIX)


def make_change(
    workspace: Workspace, changed_configuration: Configuration, label: Message | str
) -> WorkspaceChange | None:
    """Return the undo step that replaces a configuration, None if nothing changes."""
    edited_workspace = workspace.with_configuration(changed_configuration)
    return None if edited_workspace == workspace else WorkspaceChange(edited_workspace, label)


def set_control(workspace: Workspace, layer: str, control: LayerControl) -> WorkspaceChange | None:
    """Set a layer of the selected configuration to On, Off or Auto."""
    changed_configuration = workspace.selected_configuration.with_control(layer, control)
    return make_change(
        workspace,
        changed_configuration,
        _LAYER_LABELS[control].with_values(name=get_short_name(layer)),
    )


def turn_on_layers(workspace: Workspace, layers: Sequence[str]) -> WorkspaceChange | None:
    """Turn on layers in the selected configuration, as one step."""
    changed_configuration = workspace.selected_configuration
    for layer in layers:
        changed_configuration = changed_configuration.with_control(layer, LayerControl.ON)
    label = _LAYER_LABELS[LayerControl.ON].with_values(name=tuple(map(get_short_name, layers)))
    return make_change(workspace, changed_configuration, label)


def set_driver_control(
    workspace: Workspace, driver: str, control: DriverControl
) -> WorkspaceChange | None:
    """Set a driver of the selected configuration to a choice."""
    from vkconfig_py.loader.manifests.driver import get_driver_display_name

    changed_configuration = workspace.selected_configuration.with_driver_control(driver, control)
    return make_change(
        workspace,
        changed_configuration,
        _DRIVER_LABELS[control].with_values(name=get_driver_display_name(driver)),
    )


def turn_off(workspace: Workspace, key: str) -> WorkspaceChange | None:
    """Turn off the layer or driver of a row in the selected configuration."""
    kind, _colon, subject = key.partition(":")
    if kind == "driver":
        return set_driver_control(workspace, get_base_name(subject), DriverControl.OFF)
    return set_control(workspace, subject, LayerControl.OFF)


def move_layer(
    workspace: Workspace,
    chain: Sequence[str],
    drawn_order: Sequence[str],
    layer: str,
    neighbor: str = "",
) -> WorkspaceChange | None:
    """Give the layers of the selected configuration the order shown, in which one was moved.

    A layer that was not in the chain is turned on. `neighbor`: named to say where it goes, or "".
    """
    if tuple(drawn_order) == tuple(chain):
        return None
    changed_configuration = workspace.selected_configuration.with_move(
        layer, chain, drawn_order, neighbor
    )
    label = message("Move {name}") if layer in chain else message("Turn on {name}")
    return make_change(
        workspace, changed_configuration, label.with_values(name=get_short_name(layer))
    )


def move_in_order(chain: Sequence[str], layer: str, position: int) -> tuple[str, ...]:
    """Return the shown chain with a layer moved to a 0-based place."""
    other_layers = [name for name in chain if name != layer]
    position = max(0, min(position, len(other_layers)))
    return (*other_layers[:position], layer, *other_layers[position:])


def find_place_beside(chain: Sequence[str], layer: str, neighbor: str, *, is_below: bool) -> int:
    """Return the 0-based place of a layer above or below another one of the shown chain."""
    return [name for name in chain if name != layer].index(neighbor) + is_below


def find_stepped_place(chain: Sequence[str], layer: str, step: int) -> int | None:
    """Return the place of a layer that moves one row up (-1) or down (+1), None if it stays.

    A step never turns a layer on or off: it ends at the ends of the chain.
    """
    place = list(chain).index(layer) + step if layer in chain else -1
    return place if 0 <= place < len(chain) else None


def remove_layer_entry(workspace: Workspace, layer: str) -> WorkspaceChange | None:
    """Remove a layer with all its settings from the selected configuration."""
    return make_change(
        workspace,
        workspace.selected_configuration.without_entry(layer),
        message("Remove {name}", name=get_short_name(layer)),
    )


def remove_order(workspace: Workspace) -> WorkspaceChange | None:
    """Remove the places of all layers in the selected configuration."""
    return make_change(
        workspace, workspace.selected_configuration.without_order(), message("Reset layer order")
    )


def add_configuration(workspace: Workspace, name: str) -> WorkspaceChange:
    """Add and select an empty configuration. A number is added to a name in use."""
    configuration = Configuration.create(make_unused_name(workspace, name))
    return WorkspaceChange(
        workspace.with_added(configuration), message("New “{name}”", name=configuration.title)
    )


def duplicate_configuration(
    workspace: Workspace, key: str, name: str = ""
) -> WorkspaceChange | None:
    """Add a copy of a configuration. A number is added to a name in use."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    name = make_unused_name(workspace, name or tr("{name} copy", name=original_configuration.title))
    copy = original_configuration._replace(key=make_key(), name=name, built_in=0)
    return WorkspaceChange(
        workspace.with_added(copy), message("Duplicate “{name}”", name=original_configuration.title)
    )


def rename_configuration(workspace: Workspace, key: str, name: str) -> WorkspaceChange | None:
    """Rename one of the user's configurations. A number is added to a name in use."""
    original_configuration = workspace.find_configuration(key)
    name = name.strip()
    if (
        original_configuration is None
        or original_configuration.built_in
        or name in ("", original_configuration.name)
    ):
        return None
    changed_configuration = original_configuration._replace(name=make_unused_name(workspace, name))
    return make_change(
        workspace,
        changed_configuration,
        message("Rename “{name}”", name=original_configuration.title),
    )


def move_configuration(workspace: Workspace, key: str, position: int) -> WorkspaceChange | None:
    """Put a configuration at a 0-based place among those of its kind (user's or built-in)."""
    changed_workspace = workspace.with_configuration_moved(key, position)
    moved_configuration = workspace.find_configuration(key)
    return (
        None
        if moved_configuration is None or changed_workspace == workspace
        else WorkspaceChange(
            changed_workspace, message("Move “{name}”", name=moved_configuration.title)
        )
    )


def step_configuration(workspace: Workspace, key: str, step: int) -> WorkspaceChange | None:
    """Move a configuration up (-1) or down (+1) among those of its kind."""
    keys = [configuration.key for configuration in workspace.list_same_kind(key)]
    return move_configuration(workspace, key, keys.index(key) + step) if key in keys else None


def make_unused_name(workspace: Workspace, name: str) -> str:
    """Return this name, with a number appended if a configuration already has it."""
    all_configurations = workspace.configurations
    used_names = {
        text
        for configuration in all_configurations
        for text in (configuration.name, render(configuration.title))
    }
    number, candidate = 1, name
    while candidate in used_names:
        number += 1
        candidate = f"{name} {number}"
    return candidate


RESET_ALL = message("Reset the built-in configurations")
BuiltIns = Iterable[Configuration]


def delete_configuration(
    workspace: Workspace, key: str, built_ins: BuiltIns = ()
) -> WorkspaceChange | None:
    """Delete a configuration. At least one always remains.

    A built-in one stays deleted until a newer version of it is shipped.
    """
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    remaining_workspace = workspace.without_configuration(key)
    shipped_configuration = find_built_in(built_ins, key)
    if shipped_configuration is not None:
        deleted_built_ins = {
            **dict(remaining_workspace.deleted_built_ins),
            key: max(shipped_configuration.built_in, original_configuration.built_in),
        }
        remaining_workspace = remaining_workspace._replace(
            deleted_built_ins=tuple(deleted_built_ins.items())
        )
    if not remaining_workspace.configurations:
        remaining_workspace = remaining_workspace.with_added(
            Configuration.create(FIRST_CONFIGURATION_NAME)
        )
    return WorkspaceChange(
        remaining_workspace, message("Delete “{name}”", name=original_configuration.title)
    )


def reset_configuration(
    workspace: Workspace, key: str, built_ins: BuiltIns = ()
) -> WorkspaceChange | None:
    """Reset a built-in configuration to the shipped one, and one of the user's to loader defaults.

    The user's keeps its name and its programs. A built-in one that was deleted is restored.
    """
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        shipped_configuration = find_built_in(built_ins, key)
        return (
            _restore_built_in(workspace, shipped_configuration)
            if shipped_configuration is not None
            else None
        )
    changed_configuration = find_built_in(built_ins, key) or Configuration(
        key=key,
        name=original_configuration.name,
        target=original_configuration.target,
        programs=original_configuration.programs,
        platforms=original_configuration.platforms,
        extra=original_configuration.extra,
    )
    return make_change(
        workspace,
        changed_configuration,
        message("Reset “{name}”", name=original_configuration.title),
    )


def _restore_built_in(workspace: Workspace, built_in: Configuration) -> WorkspaceChange:
    """Return the undo step that adds a deleted built-in configuration again."""
    remaining_deleted = tuple(
        entry for entry in workspace.deleted_built_ins if entry[0] != built_in.key
    )
    configurations = (*workspace.configurations, built_in)
    changed_workspace = workspace._replace(
        configurations=configurations, deleted_built_ins=remaining_deleted
    )
    return WorkspaceChange(changed_workspace, message("Restore “{name}”", name=built_in.title))


def reset_built_in(workspace: Workspace, built_ins: BuiltIns) -> WorkspaceChange | None:
    """Reset every built-in configuration to the shipped one. Deleted ones are restored."""
    built_in_by_key = {configuration.key: configuration for configuration in built_ins}
    reset = [
        built_in_by_key.pop(configuration.key, configuration)
        for configuration in workspace.configurations
    ]
    remaining_deleted = tuple(
        (key, version) for key, version in workspace.deleted_built_ins if key not in built_in_by_key
    )
    changed_workspace = workspace._replace(
        configurations=(*reset, *built_in_by_key.values()), deleted_built_ins=remaining_deleted
    )
    return None if changed_workspace == workspace else WorkspaceChange(changed_workspace, RESET_ALL)


def import_configuration(
    workspace: Workspace, imported_configuration: Configuration
) -> WorkspaceChange:
    """Add and select a configuration read from a file, as one of the user's own.

    Folders and manifests that it searches are added to the collection.
    """
    name = make_unused_name(workspace, imported_configuration.name.strip() or tr("Imported"))
    configuration = imported_configuration._replace(
        key=make_key(), name=name, built_in=0, sources=(), implicit_sources=()
    )
    changed_workspace = workspace.with_added(configuration)
    entry_by_path = {source.path: source for source in changed_workspace.sources}
    for source in (
        *(CollectionSource(path) for path in imported_configuration.sources),
        *(
            CollectionSource(path, implicit=True)
            for path in imported_configuration.implicit_sources
        ),
    ):
        entry_by_path.setdefault(source.path, source)
    return WorkspaceChange(
        changed_workspace._replace(sources=tuple(entry_by_path.values())),
        message("Import “{name}”", name=name),
    )


def add_program(workspace: Workspace, key: str, path: str) -> WorkspaceChange | None:
    """Add a program to those that a configuration is for. A listed one is enabled."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None or not path:
        return None
    entry_by_path = {entry.path: entry for entry in original_configuration.programs}
    entry_by_path[path] = entry_by_path.get(path, ProgramEntry(path))._replace(enabled=True)
    changed_configuration = original_configuration._replace(programs=tuple(entry_by_path.values()))
    return make_change(
        workspace, changed_configuration, message("Add {name}", name=PurePath(path).name or path)
    )


def remove_program(workspace: Workspace, key: str, path: str) -> WorkspaceChange | None:
    """Remove a program from those that a configuration is for."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    remaining_programs = tuple(
        entry for entry in original_configuration.programs if entry.path != path
    )
    changed_configuration = original_configuration._replace(programs=remaining_programs)
    return make_change(
        workspace, changed_configuration, message("Remove {name}", name=PurePath(path).name or path)
    )


def enable_program(
    workspace: Workspace, key: str, path: str, *, is_on: bool
) -> WorkspaceChange | None:
    """Enable or disable a program of those that a configuration is for."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    changed_configuration = original_configuration._replace(
        programs=tuple(
            entry._replace(enabled=is_on) if entry.path == path else entry
            for entry in original_configuration.programs
        )
    )
    name = PurePath(path).name or path
    label = message("Enable {name}", name=name) if is_on else message("Disable {name}", name=name)
    return make_change(workspace, changed_configuration, label)


def set_environment(
    workspace: Workspace, key: str, variables: tuple[Variable, ...]
) -> WorkspaceChange | None:
    """Set the variables that a configuration sets for launched programs."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    return make_change(
        workspace,
        original_configuration._replace(environment=variables),
        message("Change variables"),
    )


def set_settings_file(workspace: Workspace, key: str, path: str) -> WorkspaceChange | None:
    """Use this vk_layer_settings.txt unchanged, or with "" the settings of the window."""
    original_configuration = workspace.find_configuration(key)
    if original_configuration is None:
        return None
    label = (
        message("Use {name}", name=PurePath(path).name or path)
        if path
        else message("Use the settings in this window")
    )
    return make_change(workspace, original_configuration._replace(settings_file=path), label)


def show_unlisted(workspace: Workspace, *, is_shown: bool) -> WorkspaceChange | None:
    """Show the row for layers without an entry, or remove it with its choice."""
    current_configuration = workspace.selected_configuration
    if is_shown:
        entry = current_configuration.find_entry(UNLISTED) or LayerEntry(UNLISTED)
        if not entry.placed:
            entry = entry._replace(placed=True, moved_past=())
        changed_configuration = current_configuration.with_entry(entry)
        return make_change(workspace, changed_configuration, message("Show other layers"))
    remaining_entries = tuple(
        entry for entry in current_configuration.layers if entry.name != UNLISTED
    )
    return make_change(
        workspace,
        current_configuration._replace(layers=remaining_entries),
        message("Leave other layers to the loader"),
    )


ManifestPaths = Mapping[str, str]


def remember_manifest_paths(
    workspace_before: Workspace,
    change: WorkspaceChange,
    manifests: ManifestPaths,
    built_ins: Iterable[Configuration] = (),
) -> WorkspaceChange:
    """Store in changed configurations where the manifests of their layers are."""
    by_key = {configuration.key: configuration for configuration in workspace_before.configurations}
    built_ins = tuple(built_ins)
    configurations = tuple(
        configuration
        if configuration is by_key.get(configuration.key)
        else _store_known_manifests(configuration, manifests, built_ins)
        for configuration in change.workspace.configurations
    )
    if configurations == change.workspace.configurations:
        return change
    return change._replace(workspace=change.workspace._replace(configurations=configurations))


def _store_known_manifests(
    configuration: Configuration, manifests: ManifestPaths, built_ins: tuple[Configuration, ...]
) -> Configuration:
    """Store the manifest paths, unless the configuration is otherwise as shipped."""
    stored_configuration = _store_manifests(configuration, manifests)
    original_configuration = (
        find_built_in(built_ins, configuration.key) if configuration.built_in else None
    )
    if original_configuration is not None and _remove_manifests(
        stored_configuration
    ) == _remove_manifests(original_configuration):
        return original_configuration
    return stored_configuration


def _store_manifests(configuration: Configuration, manifests: ManifestPaths) -> Configuration:
    """Store the known manifest path in each layer's entry."""
    layers = tuple(
        entry
        if manifests.get(entry.name, "") in ("", entry.manifest)
        else entry._replace(manifest=manifests[entry.name])
        for entry in configuration.layers
    )
    return (
        configuration if layers == configuration.layers else configuration._replace(layers=layers)
    )


def _remove_manifests(configuration: Configuration) -> Configuration:
    """Remove the manifest path from each layer's entry."""
    return configuration._replace(
        layers=tuple(entry._replace(manifest="") for entry in configuration.layers)
    )


_SourceChange = Callable[[CollectionSource], CollectionSource]


def add_sources(
    workspace: Workspace, sources: Sequence[CollectionSource]
) -> WorkspaceChange | None:
    """Append folders and manifests to the layer search paths. An existing one is enabled."""
    entry_by_path = {source.path: source for source in workspace.sources}
    for source in sources:
        existing_source = entry_by_path.get(source.path, source)
        entry_by_path[source.path] = existing_source._replace(
            implicit=source.implicit, enabled=True
        )
    changed_sources = tuple(entry_by_path.values())
    label = (
        message("Add {name}", name=_get_source_name(sources[0].path))
        if len(sources) == 1
        else counted_message("Add {n} folders", "Add {n} folder", len(sources))
    )
    return _make_source_change(workspace, changed_sources, label)


def remove_source(workspace: Workspace, path: str) -> WorkspaceChange | None:
    """Remove a folder or manifest from the layer search paths."""
    changed_sources = tuple(source for source in workspace.sources if source.path != path)
    return _make_source_change(
        workspace, changed_sources, message("Remove {name}", name=_get_source_name(path))
    )


def enable_source(workspace: Workspace, path: str, *, is_on: bool) -> WorkspaceChange | None:
    """Search a folder or manifest for layers, or keep it without searching it."""
    name = _get_source_name(path)
    label = message("Turn on {name}", name=name) if is_on else message("Turn off {name}", name=name)
    return _change_source(workspace, path, label, lambda source: source._replace(enabled=is_on))


def switch_source_kind(workspace: Workspace, path: str) -> WorkspaceChange | None:
    """Search a folder for explicit layers if it was for implicit ones, or the reverse."""
    is_implicit = {source.path: not source.implicit for source in workspace.sources}.get(
        path, False
    )
    name = _get_source_name(path)
    label = (
        message("Search {folder} for implicit layers", folder=name)
        if is_implicit
        else message("Search {folder} for explicit layers", folder=name)
    )
    return _change_source(
        workspace, path, label, lambda source: source._replace(implicit=is_implicit)
    )


def exclude_manifest(workspace: Workspace, path: str, file: str) -> WorkspaceChange | None:
    """Leave out a manifest of the searched folder `path`."""
    return _change_source(
        workspace,
        path,
        message("Leave out {name}", name=_get_source_name(file)),
        lambda source: source._replace(without=tuple(sorted({*source.without, file}))),
    )


def include_manifest(workspace: Workspace, path: str, file: str) -> WorkspaceChange | None:
    """Search a left-out manifest of the folder `path` again."""
    return _change_source(
        workspace,
        path,
        message("Include {name}", name=_get_source_name(file)),
        lambda source: source._replace(
            without=tuple(
                excluded_file for excluded_file in source.without if excluded_file != file
            )
        ),
    )


def _change_source(
    workspace: Workspace, path: str, label: Message | str, change: _SourceChange
) -> WorkspaceChange | None:
    """Return the undo step that changes one layer search path by `change`."""
    changed_sources = tuple(
        change(source) if source.path == path else source for source in workspace.sources
    )
    return _make_source_change(workspace, changed_sources, label)


def _make_source_change(
    workspace: Workspace, collection: tuple[CollectionSource, ...], label: Message | str
) -> WorkspaceChange | None:
    """Return the undo step that sets the layer search paths, None if nothing changes."""
    changed_workspace = workspace._replace(sources=collection)
    return None if changed_workspace == workspace else WorkspaceChange(changed_workspace, label)


def _get_source_name(path: str) -> str:
    """Return the last part of a path, for the name of an undo step."""
    return PurePath(path).name or path


# Edits of what a configuration asks of the loader itself: its log, and drivers to add.

# Words that VK_LOADER_DEBUG and "stderr_log" of a loader settings file both know
# (LoaderDebugging, "Enable Loader Debug Layer Output"), with their names for users.
LOG_LEVEL_NAMES = MappingProxyType(
    {
        "error": tr("Errors"),
        "warn": tr("Warnings"),
        "info": tr("Information"),
        "debug": tr("Debugging"),
        "perf": tr("Performance"),
        "layer": tr("Layers"),
        "driver": tr("Drivers"),
    }
)


def set_loader_log(workspace: Workspace, key: str, words: Iterable[str]) -> WorkspaceChange | None:
    """Set what the loader prints, as words of VK_LOADER_DEBUG. Unknown words are kept."""
    configuration = workspace.find_configuration(key)
    if configuration is None:
        return None
    distinct_words = tuple(dict.fromkeys(words))
    known_words = tuple(word for word in LOG_LEVEL_NAMES if word in distinct_words)
    log = (*known_words, *(word for word in distinct_words if word not in LOG_LEVEL_NAMES))
    return make_change(
        workspace, configuration._replace(loader_log=log), message("Change loader logging")
    )


def add_drivers(workspace: Workspace, key: str, files: Iterable[str]) -> WorkspaceChange | None:
    """Add driver manifests to a configuration. One that was turned off is enabled again."""
    configuration = workspace.find_configuration(key)
    distinct_files = tuple(dict.fromkeys(files))
    if configuration is None or not distinct_files:
        return None
    drivers = {driver.path: driver for driver in configuration.added_drivers}
    for file in distinct_files:
        drivers[file] = drivers.get(file, AddedDriver(file))._replace(enabled=True)
    label = (
        message("Add {name}", name=get_base_name(distinct_files[0]))
        if len(distinct_files) == 1
        else counted_message("Add {n} drivers", "Add {n} driver", len(distinct_files))
    )
    return make_change(
        workspace, configuration._replace(added_drivers=tuple(drivers.values())), label
    )


def remove_driver(workspace: Workspace, key: str, file: str) -> WorkspaceChange | None:
    """Remove an added driver manifest from a configuration."""
    configuration = workspace.find_configuration(key)
    if configuration is None:
        return None
    remaining_drivers = tuple(
        driver for driver in configuration.added_drivers if driver.path != file
    )
    return make_change(
        workspace,
        configuration._replace(added_drivers=remaining_drivers),
        message("Remove {name}", name=get_base_name(file)),
    )


def enable_driver(
    workspace: Workspace, key: str, file: str, *, is_on: bool
) -> WorkspaceChange | None:
    """Enable an added driver manifest, or keep it without using it."""
    configuration = workspace.find_configuration(key)
    if configuration is None:
        return None
    drivers = tuple(
        driver._replace(enabled=is_on) if driver.path == file else driver
        for driver in configuration.added_drivers
    )
    name = get_base_name(file)
    label = message("Turn on {name}", name=name) if is_on else message("Turn off {name}", name=name)
    return make_change(workspace, configuration._replace(added_drivers=drivers), label)
