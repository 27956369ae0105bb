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
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    Variable,
    new_key,
)
from vkconfig_py.model.configuration.workspace import (
    FIRST_NAME,
    CollectionSource,
    Workspace,
    find_shipped,
)

OUTSIDE = -1  # place of a layer that is not in the chain
KEEPS_ITS_NAME = tr("A built-in configuration keeps its name. A duplicate can be called anything.")
OWN_ABOVE_BUILT_IN = tr("Your own configurations stay above the built-in ones.")
_PREFIX = "VK_LAYER_"
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


class Changed(NamedTuple):
    """The new snapshot and the label of the step, a message: it may be kept in a file."""

    workspace: Workspace
    label: Message | str


P = ParamSpec("P")
Edit = Callable[Concatenate[Workspace, P], Changed | None]


class Editor(Protocol):
    """Holds a workspace and does edits, each as one undo step: Edits of the Session."""

    @property
    def workspace(self) -> Workspace:
        """The current snapshot."""

    def do(self, edit: Edit[P], /, *given: P.args, **named: P.kwargs) -> bool:
        """Do an edit with these arguments and return whether it changes anything."""


class MoveStep(NamedTuple):
    """Result of moving a layer by one row: a place in the chain, or None for out of it."""

    layer: str
    place: int | None


def short(layer: str) -> Message | str:
    """Return a layer's name without the prefix that all layer names share."""
    return message("other layers") if layer == UNLISTED else layer.removeprefix(_PREFIX)


def edit(workspace: Workspace, changed: Configuration, label: Message | str) -> Changed | None:
    edited = workspace.with_configuration(changed)
    return None if edited == workspace else Changed(edited, label)


def set_control(workspace: Workspace, layer: str, control: LayerControl) -> Changed | None:
    changed = workspace.current.with_control(layer, control)
    return edit(workspace, changed, _LAYER_LABELS[control].with_values(name=short(layer)))


def set_driver_control(workspace: Workspace, driver: str, control: DriverControl) -> Changed | None:
    changed = workspace.current.with_driver_control(driver, control)
    return edit(workspace, changed, _DRIVER_LABELS[control].with_values(name=PurePath(driver).stem))


def turn_off(workspace: Workspace, key: str) -> Changed | None:
    """Turn off the layer or driver of a row, whether or not it is visible."""
    kind, _colon, subject = key.partition(":")
    if kind == "driver":
        return set_driver_control(workspace, base_name(subject), DriverControl.OFF)
    return set_control(workspace, subject, LayerControl.OFF)


def move_layer(
    workspace: Workspace, chain: Sequence[str], drawn: Sequence[str], layer: str
) -> Changed | None:
    """Make the chain as shown the user's order. A layer that was not in the chain is turned on."""
    if tuple(drawn) == tuple(chain):
        return None
    if layer in chain:
        return edit(
            workspace,
            workspace.current.with_order(drawn),
            message("Move {name}", name=short(layer)),
        )
    changed = workspace.current.with_order(drawn, on=layer)
    return edit(workspace, changed, message("Turn on {name}", name=short(layer)))


def order_with(chain: Sequence[str], layer: str, place: int) -> tuple[str, ...]:
    """Return the shown chain with a layer moved to a 0-based place."""
    others = [name for name in chain if name != layer]
    place = max(0, min(place, len(others)))
    return (*others[:place], layer, *others[place:])


def find_step(chain: Sequence[str], layer: str, step: int) -> MoveStep | None:
    """Return where a layer goes when it moves one row up (-1) or down (+1).

    Moving the last layer of the chain down, below the group head, turns it off. Moving a layer from
    below the head up turns it on, at the end of the chain.
    """
    if layer not in chain:
        return MoveStep(layer, len(chain)) if step < 0 else None
    place = list(chain).index(layer) + step
    if place < 0:
        return None
    return MoveStep(layer, place if place < len(chain) else None)


def forget_layer(workspace: Workspace, layer: str) -> Changed | None:
    return edit(
        workspace,
        workspace.current.without_entry(layer),
        message("Remove {name}", name=short(layer)),
    )


def forget_order(workspace: Workspace) -> Changed | None:
    return edit(workspace, workspace.current.without_order(), message("Reset layer order"))


def new_configuration(workspace: Workspace, name: str) -> Changed:
    configuration = Configuration.new(free_name(workspace, name))
    return Changed(
        workspace.with_new(configuration), message("New “{name}”", name=configuration.title)
    )


def duplicate_configuration(workspace: Workspace, key: str, name: str = "") -> Changed | None:
    """Add a copy of a configuration. A number is added to a name in use."""
    original = workspace.find(key)
    if original is None:
        return None
    name = free_name(workspace, name or tr("{name} copy", name=original.title))
    copy = original._replace(key=new_key(), name=name, built_in=0)
    return Changed(workspace.with_new(copy), message("Duplicate “{name}”", name=original.title))


def rename_configuration(workspace: Workspace, key: str, name: str) -> Changed | None:
    """Rename one of the user's configurations. A number is added to a name in use."""
    original = workspace.find(key)
    name = name.strip()
    if original is None or original.built_in or name in ("", original.name):
        return None
    changed = original._replace(name=free_name(workspace, name))
    return edit(workspace, changed, message("Rename “{name}”", name=original.title))


def move_configuration(workspace: Workspace, key: str, place: int) -> Changed | None:
    """Put a configuration at a 0-based place among those of its kind (user's or built-in)."""
    changed = workspace.with_place(key, place)
    moved = workspace.find(key)
    return (
        None
        if moved is None or changed == workspace
        else Changed(changed, message("Move “{name}”", name=moved.title))
    )


def step_configuration(workspace: Workspace, key: str, step: int) -> Changed | None:
    """Move a configuration up (-1) or down (+1) among those of its kind."""
    keys = [configuration.key for configuration in workspace.alike(key)]
    return move_configuration(workspace, key, keys.index(key) + step) if key in keys else None


def free_name(workspace: Workspace, name: str) -> str:
    """Return this name, with a number appended if a configuration already has it."""
    everyone = workspace.configurations
    used_names = {
        text
        for configuration in everyone
        for text in (configuration.name, render(configuration.title))
    }
    number, candidate = 1, name
    while candidate in used_names:
        number += 1
        candidate = f"{name} {number}"
    return candidate


RESET_ALL = message("Reset the built-in configurations")
Shipped = Iterable[Configuration]


def delete_configuration(workspace: Workspace, key: str, shipped: Shipped = ()) -> Changed | None:
    """Delete a configuration. At least one always remains.

    A built-in one stays deleted until a newer version of it is shipped.
    """
    original = workspace.find(key)
    if original is None:
        return None
    remaining = workspace.without(key)
    shipped_configuration = find_shipped(shipped, key)
    if shipped_configuration is not None:
        away = {
            **dict(remaining.put_away),
            key: max(shipped_configuration.built_in, original.built_in),
        }
        remaining = remaining._replace(put_away=tuple(away.items()))
    if not remaining.configurations:
        remaining = remaining.with_new(Configuration.new(FIRST_NAME))
    return Changed(remaining, message("Delete “{name}”", name=original.title))


def reset_configuration(workspace: Workspace, key: str, shipped: Shipped = ()) -> Changed | None:
    """Reset a built-in configuration to the shipped one, and one of the user's to loader defaults.

    The user's keeps its name and its programs. A built-in one that was deleted is restored.
    """
    original = workspace.find(key)
    if original is None:
        shipped_configuration = find_shipped(shipped, key)
        return (
            _restore(workspace, shipped_configuration)
            if shipped_configuration is not None
            else None
        )
    changed = find_shipped(shipped, key) or Configuration(
        key=key,
        name=original.name,
        target=original.target,
        programs=original.programs,
        platforms=original.platforms,
        extra=original.extra,
    )
    return edit(workspace, changed, message("Reset “{name}”", name=original.title))


def _restore(workspace: Workspace, built_in: Configuration) -> Changed:
    put_away = tuple(entry for entry in workspace.put_away if entry[0] != built_in.key)
    configurations = (*workspace.configurations, built_in)
    changed = workspace._replace(configurations=configurations, put_away=put_away)
    return Changed(changed, message("Restore “{name}”", name=built_in.title))


def reset_built_in(workspace: Workspace, shipped: Shipped) -> Changed | None:
    """Reset every built-in configuration to the shipped one. Deleted ones are restored."""
    shipped_by_key = {configuration.key: configuration for configuration in shipped}
    reset = [
        shipped_by_key.pop(configuration.key, configuration)
        for configuration in workspace.configurations
    ]
    put_away = tuple(
        (key, version) for key, version in workspace.put_away if key not in shipped_by_key
    )
    changed = workspace._replace(
        configurations=(*reset, *shipped_by_key.values()), put_away=put_away
    )
    return None if changed == workspace else Changed(changed, RESET_ALL)


def import_configuration(workspace: Workspace, imported: Configuration) -> Changed:
    """Add and select a configuration read from a file, as one of the user's own.

    Folders and manifests that it searches are added to the collection.
    """
    name = free_name(workspace, imported.name.strip() or tr("Imported"))
    configuration = imported._replace(
        key=new_key(), name=name, built_in=0, sources=(), implicit_sources=()
    )
    changed = workspace.with_new(configuration)
    by_path = {source.path: source for source in changed.collection}
    for source in (
        *(CollectionSource(path) for path in imported.sources),
        *(CollectionSource(path, implicit=True) for path in imported.implicit_sources),
    ):
        by_path.setdefault(source.path, source)
    return Changed(
        changed._replace(collection=tuple(by_path.values())), message("Import “{name}”", name=name)
    )


def add_program(workspace: Workspace, key: str, path: str) -> Changed | None:
    """Add a program. One that is already listed is enabled."""
    original = workspace.find(key)
    if original is None or not path:
        return None
    by_path = {entry.path: entry for entry in original.programs}
    by_path[path] = by_path.get(path, ProgramEntry(path))._replace(enabled=True)
    changed = original._replace(programs=tuple(by_path.values()))
    return edit(workspace, changed, message("Add {name}", name=PurePath(path).name or path))


def remove_program(workspace: Workspace, key: str, path: str) -> Changed | None:
    original = workspace.find(key)
    if original is None:
        return None
    remaining = tuple(entry for entry in original.programs if entry.path != path)
    changed = original._replace(programs=remaining)
    return edit(workspace, changed, message("Remove {name}", name=PurePath(path).name or path))


def enable_program(workspace: Workspace, key: str, path: str, *, on: bool) -> Changed | None:
    original = workspace.find(key)
    if original is None:
        return None
    changed = original._replace(
        programs=tuple(
            entry._replace(enabled=on) if entry.path == path else entry
            for entry in original.programs
        )
    )
    name = PurePath(path).name or path
    label = message("Enable {name}", name=name) if on else message("Disable {name}", name=name)
    return edit(workspace, changed, label)


def set_environment(
    workspace: Workspace, key: str, variables: tuple[Variable, ...]
) -> Changed | None:
    original = workspace.find(key)
    if original is None:
        return None
    return edit(workspace, original._replace(environment=variables), message("Change variables"))


def set_settings_file(workspace: Workspace, key: str, path: str) -> Changed | None:
    """Use the user's own settings file unchanged, or with "" write the settings of the editor."""
    original = workspace.find(key)
    if original is None:
        return None
    label = (
        message("Use {name}", name=PurePath(path).name or path)
        if path
        else message("Use the settings of the editor")
    )
    return edit(workspace, original._replace(settings_file=path), label)


def show_unlisted(workspace: Workspace, *, shown: bool) -> Changed | None:
    current = workspace.current
    if shown:
        entry = current.entry(UNLISTED) or LayerEntry(UNLISTED)
        changed = current.with_entry(entry._replace(placed=True))
        return edit(workspace, changed, message("Show other layers"))
    remaining = tuple(entry for entry in current.layers if entry.name != UNLISTED)
    return edit(
        workspace, current._replace(layers=remaining), message("Leave other layers to the loader")
    )


Manifests = Mapping[str, str]


def remember_manifest_paths(
    before: Workspace,
    changed: Changed,
    manifests: Manifests,
    shipped: Iterable[Configuration] = (),
) -> Changed:
    """Record the known manifest paths of the layers in changed configurations."""
    by_key = {configuration.key: configuration for configuration in before.configurations}
    shipped = tuple(shipped)
    configurations = tuple(
        configuration
        if configuration is by_key.get(configuration.key)
        else _place_layers(configuration, manifests, shipped)
        for configuration in changed.workspace.configurations
    )
    if configurations == changed.workspace.configurations:
        return changed
    return changed._replace(workspace=changed.workspace._replace(configurations=configurations))


def _place_layers(
    configuration: Configuration, manifests: Manifests, shipped: tuple[Configuration, ...]
) -> Configuration:
    with_paths = _with_manifests(configuration, manifests)
    original = find_shipped(shipped, configuration.key) if configuration.built_in else None
    if original is not None and _without_manifests(with_paths) == _without_manifests(original):
        return original
    return with_paths


def _with_manifests(configuration: Configuration, manifests: Manifests) -> Configuration:
    layers = tuple(
        entry
        if manifests.get(entry.name, "") in ("", entry.manifest)
        else entry._replace(manifest=manifests[entry.name])
        for entry in configuration.layers
    )
    return (
        configuration if layers == configuration.layers else configuration._replace(layers=layers)
    )


def _without_manifests(configuration: Configuration) -> Configuration:
    return configuration._replace(
        layers=tuple(entry._replace(manifest="") for entry in configuration.layers)
    )


_Change = Callable[[CollectionSource], CollectionSource]


def add_sources(workspace: Workspace, sources: Sequence[CollectionSource]) -> Changed | None:
    """Append places to the collection. An existing one is enabled."""
    by_path = {source.path: source for source in workspace.collection}
    for source in sources:
        existing = by_path.get(source.path, source)
        by_path[source.path] = existing._replace(implicit=source.implicit, enabled=True)
    changed = tuple(by_path.values())
    label = (
        message("Add {name}", name=_source_name(sources[0].path))
        if len(sources) == 1
        else counted_message("Add {n} folders", "Add {n} folder", len(sources))
    )
    return _edited(workspace, changed, label)


def remove_source(workspace: Workspace, path: str) -> Changed | None:
    changed = tuple(source for source in workspace.collection if source.path != path)
    return _edited(workspace, changed, message("Remove {name}", name=_source_name(path)))


def turn_source(workspace: Workspace, path: str, *, on: bool) -> Changed | None:
    name = _source_name(path)
    label = message("Turn on {name}", name=name) if on else message("Turn off {name}", name=name)
    return _change(workspace, path, label, lambda source: source._replace(enabled=on))


def switch_kind(workspace: Workspace, path: str) -> Changed | None:
    is_implicit = {source.path: not source.implicit for source in workspace.collection}.get(
        path, False
    )
    name = _source_name(path)
    label = (
        message("Search {folder} for implicit layers", folder=name)
        if is_implicit
        else message("Search {folder} for explicit layers", folder=name)
    )
    return _change(workspace, path, label, lambda source: source._replace(implicit=is_implicit))


def leave_out(workspace: Workspace, path: str, file: str) -> Changed | None:
    return _change(
        workspace,
        path,
        message("Leave out {name}", name=_source_name(file)),
        lambda source: source._replace(without=tuple(sorted({*source.without, file}))),
    )


def take_in(workspace: Workspace, path: str, file: str) -> Changed | None:
    return _change(
        workspace,
        path,
        message("Include {name}", name=_source_name(file)),
        lambda source: source._replace(
            without=tuple(excluded for excluded in source.without if excluded != file)
        ),
    )


def _change(
    workspace: Workspace, path: str, label: Message | str, change: _Change
) -> Changed | None:
    changed = tuple(
        change(source) if source.path == path else source for source in workspace.collection
    )
    return _edited(workspace, changed, label)


def _edited(
    workspace: Workspace, collection: tuple[CollectionSource, ...], label: Message | str
) -> Changed | None:
    changed = workspace._replace(collection=collection)
    return None if changed == workspace else Changed(changed, label)


def _source_name(path: str) -> str:
    return PurePath(path).name or path


# Edits of what a configuration asks of the loader itself: its log, and drivers to add.

# Words that VK_LOADER_DEBUG and "stderr_log" of a loader settings file both know
# (LoaderDebugging, "Enable Loader Debug Layer Output"), with their names for users.
LOG_NAMES = MappingProxyType(
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


def set_log(workspace: Workspace, key: str, words: Iterable[str]) -> Changed | None:
    """Set what the loader prints. Words that no loader knows are kept as they are."""
    configuration = workspace.find(key)
    if configuration is None:
        return None
    distinct_words = tuple(dict.fromkeys(words))
    known_words = tuple(word for word in LOG_NAMES if word in distinct_words)
    log = (*known_words, *(word for word in distinct_words if word not in LOG_NAMES))
    return edit(
        workspace, configuration._replace(loader_log=log), message("Change the loader's log")
    )


def add_drivers(workspace: Workspace, key: str, files: Iterable[str]) -> Changed | None:
    """Add driver manifests. One that was only remembered is enabled again."""
    configuration = workspace.find(key)
    distinct_files = tuple(dict.fromkeys(files))
    if configuration is None or not distinct_files:
        return None
    drivers = {driver.path: driver for driver in configuration.added_drivers}
    for file in distinct_files:
        drivers[file] = drivers.get(file, AddedDriver(file))._replace(enabled=True)
    label = (
        message("Add {name}", name=base_name(distinct_files[0]))
        if len(distinct_files) == 1
        else counted_message("Add {n} drivers", "Add {n} driver", len(distinct_files))
    )
    return edit(workspace, configuration._replace(added_drivers=tuple(drivers.values())), label)


def remove_driver(workspace: Workspace, key: str, file: str) -> Changed | None:
    configuration = workspace.find(key)
    if configuration is None:
        return None
    remaining = tuple(driver for driver in configuration.added_drivers if driver.path != file)
    return edit(
        workspace,
        configuration._replace(added_drivers=remaining),
        message("Remove {name}", name=base_name(file)),
    )


def enable_driver(workspace: Workspace, key: str, file: str, *, on: bool) -> Changed | None:
    """Add a driver to what programs get, or only remember it."""
    configuration = workspace.find(key)
    if configuration is None:
        return None
    drivers = tuple(
        driver._replace(enabled=on) if driver.path == file else driver
        for driver in configuration.added_drivers
    )
    name = base_name(file)
    label = message("Turn on {name}", name=name) if on else message("Turn off {name}", name=name)
    return edit(workspace, configuration._replace(added_drivers=drivers), label)
