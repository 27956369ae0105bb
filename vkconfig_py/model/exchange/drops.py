"""What files dropped on a part of the window would become there, and what they became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import PurePath

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.chosen_program import choose_program
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.exchange.import_report import add_opened_files
from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.text.wording import capitalise, get_display_names

OpenedFiles = tuple[tuple[str, Opened], ...]  # files with their paths


class DropTarget(Enum):
    """Part of the window that files are dropped on."""

    CONFIGURATIONS = "configurations"
    CHAIN = "chain"  # and the inspector: the selected configuration
    LAYERS = "layers"
    PROGRAM = "program"


class DroppedContent(NamedTuple):
    """Dropped paths, read.

    Attributes:
        folders: to be searched for layers.
        program: the first path, as a program.
    """

    folders: tuple[str, ...] = ()
    opened_files: OpenedFiles = ()
    program: ProgramMatch | None = None


class DropPreview(NamedTuple):
    """What a drop would do: where (a heading), what (sentences without a full stop)."""

    heading: str
    effects: tuple[str, ...]
    is_refused: bool = False


def read_program(paths: Sequence[str], host: Host) -> ProgramMatch | None:
    """Describe the first dropped path as a program, None if nothing was dropped."""
    return describe_program(paths[0], host) if paths else None


def find_chosen_program(arrived: DroppedContent, drop_target: DropTarget) -> ProgramMatch | None:
    """Return the dropped program to choose for Launch, None if it is not to be chosen.

    In the chain only an executable file is.
    """
    program = arrived.program
    if program is None or not program.can_run:
        return None
    only = len(arrived.opened_files) == 1 and not arrived.folders
    is_binary = only and program.state is ProgramState.BINARY
    return program if drop_target is DropTarget.PROGRAM or is_binary else None


# ---- before


def preview_drop(
    arrived: DroppedContent, drop_target: DropTarget, current: Configuration
) -> DropPreview:
    """Return heading and sentences about what a drop would do."""
    if drop_target is DropTarget.PROGRAM and find_chosen_program(arrived, drop_target) is None:
        error = arrived.program.why_unmatched if arrived.program else ""
        return DropPreview(
            tr("This is not a program"), (error or tr("Drop an executable file here"),), True
        )
    program = find_chosen_program(arrived, drop_target)
    if program is not None:
        return DropPreview(
            tr("Program"), (tr("Sets {program} as the program to launch", program=program.name),)
        )
    effects = tuple(_describe_effects(arrived, drop_target, current))
    if not effects and any(not opened.refusal for _path, opened in arrived.opened_files):
        effects = (tr("Changes nothing: contains only default values"),)
    refused = [opened for _path, opened in arrived.opened_files if opened.refusal]
    if len(refused) == 1:
        effects = (*effects, tr("One file cannot be opened. {reason}", reason=refused[0].refusal))
    elif refused:
        effects = (*effects, counted("Cannot open {n} files", "Cannot open {n} file", len(refused)))
    nothing = len(refused) == len(arrived.opened_files) and not arrived.folders
    return DropPreview(_render_heading(arrived, drop_target, current), effects, nothing)


def _render_heading(
    arrived: DroppedContent, drop_target: DropTarget, current: Configuration
) -> str:
    """Return the heading of a preview: what dropped files are added to."""
    kinds = {opened.kind for _path, opened in arrived.opened_files if not opened.refusal}
    if kinds == {ForeignKind.REPORT}:
        return tr("Another machine")
    searched = kinds <= {ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER}
    if drop_target is DropTarget.CHAIN and kinds and kinds <= _ADDED_TO_CHAIN:
        return tr("Add to “{name}”", name=current.title)
    if kinds and not searched:
        return tr("Your configurations")
    return tr("Layers for all configurations")


_SETTINGS_KINDS = frozenset({ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE})
_ADDED_TO_CHAIN = {ForeignKind.LAYER_MANIFEST, *_SETTINGS_KINDS}


def _describe_effects(
    arrived: DroppedContent, drop_target: DropTarget, current: Configuration
) -> Iterator[str]:
    """Yield a line for each effect of a drop."""
    into = drop_target is DropTarget.CHAIN
    files, layers, settings = _group_by_effect(arrived.opened_files, into=into)
    if layers and into:
        yield counted(
            "Adds the layers {layers} and turns them on",
            "Adds the layer {layers} and turns it on",
            len(layers),
            layers=join_words(get_display_names(layers)),
        )
    elif layers:
        yield counted(
            "Adds the layers {layers} without turning them on",
            "Adds the layer {layers} without turning it on",
            len(layers),
            layers=join_words(get_display_names(layers)),
        )
    for entry in settings:
        yield counted(
            "Imports {n} settings for {layer}",
            "Imports {n} setting for {layer}",
            len(entry.settings),
            layer=get_display_names([entry.name])[0],
        )
    configurations = [
        configuration.title for _path, opened in files for configuration in opened.configurations
    ]
    if len(configurations) == 1:
        yield tr("Adds the configuration “{name}”", name=configurations[0])
    elif configurations:
        yield counted("Adds {n} configurations", "Adds {n} configuration", len(configurations))
    if archived := [name for _path, opened in files for name in opened.archived_layers]:
        yield counted(
            "Copies the layers {layers} from the archive",
            "Copies the layer {layers} from the archive",
            len(archived),
            layers=join_words(get_display_names(archived)),
        )
    places = {source.path for _path, opened in files for source in opened.sources}
    if places:
        yield counted(
            "Adds {n} layer search paths",
            "Adds {n} layer search path",
            len(places),
        )
    if any(opened.kind is ForeignKind.REPORT for _path, opened in files):
        yield tr("Opens the machine read-only in this window")
    for folder in arrived.folders:
        yield tr("Searches {folder} for layers", folder=f"{PurePath(folder).name}/")


def _group_by_effect(
    opened_files: OpenedFiles, *, into: bool
) -> tuple[OpenedFiles, tuple[str, ...], tuple[LayerEntry, ...]]:
    """Return files that become configurations, layer names to turn on, settings to import.

    `into`: dropped on the chain.
    """
    files: list[tuple[str, Opened]] = []
    layers: list[str] = []
    settings: list[LayerEntry] = []
    for path, opened in opened_files:
        if opened.refusal:
            continue
        if opened.kind is ForeignKind.LAYER_MANIFEST:
            layers += opened.manifest_layers
        elif opened.kind in _SETTINGS_KINDS and into:
            settings += [
                entry for configuration in opened.configurations for entry in configuration.layers
            ]
        else:
            files.append((path, opened))
    return tuple(files), tuple(dict.fromkeys(layers)), tuple(settings)


# ---- after


def apply_drop(
    workspace: Workspace,
    arrived: DroppedContent,
    drop_target: DropTarget,
    shipped: Iterable[Configuration] = (),
) -> WorkspaceChange | None:
    """Return all that a drop changes as one undo step, None if it changes nothing."""
    program = find_chosen_program(arrived, drop_target)
    if program is not None:
        return choose_program(workspace, Target(program.path))
    if drop_target is DropTarget.PROGRAM:
        return None
    into = drop_target is DropTarget.CHAIN
    files, layers, settings = _group_by_effect(arrived.opened_files, into=into)
    opened = tuple(file for file in arrived.opened_files if file in files or file[1].sources)
    adopted = add_opened_files(workspace, opened, shipped)
    base = adopted.workspace if adopted else workspace
    label = adopted.label if adopted else ""
    if into:
        key = workspace.selected_configuration.key
        changed = base.find_configuration(key)
        if changed is None:  # deleted with what VkConfig had deleted
            return adopted
        for name in layers:
            changed = changed.with_control(name, LayerControl.ON)
        for entry in settings:
            changed = changed.with_entry(_add_settings(changed, entry))
        base = base.with_configuration(changed)
        if settings and not adopted:
            names = join_words(get_display_names([setting.name for setting in settings]))
            label = tr("Import settings for {layers}", layers=names)
        elif layers and not files:
            label = counted(
                "Add the layers {layers}",
                "Add the layer {layers}",
                len(layers),
                layers=join_words(get_display_names(layers)),
            )
    return None if base == workspace else WorkspaceChange(base, label)


def _add_settings(configuration: Configuration, imported: LayerEntry) -> LayerEntry:
    """Return the entry of a layer with imported settings added."""
    entry = configuration.find_entry(imported.name) or LayerEntry(imported.name)
    for setting in imported.settings:
        entry = entry.with_value(setting.key, setting.type, setting.value)
    return entry


def render_drop_result(
    arrived: DroppedContent, drop_target: DropTarget, current: Configuration, *, is_new: bool
) -> str:
    """Return a sentence about a drop into the selected configuration or on the program, or ""."""
    program = find_chosen_program(arrived, drop_target)
    if program is not None:
        return tr("Launch now starts {program}.", program=program.name)
    if drop_target is DropTarget.PROGRAM:
        reason = arrived.program.why_unmatched if arrived.program else ""
        if not reason:
            return tr("No program was chosen.")
        return tr("No program was chosen: {reason}.", reason=reason)
    files, layers, settings = _group_by_effect(
        arrived.opened_files, into=drop_target is DropTarget.CHAIN
    )
    refused = any(opened.refusal for _path, opened in arrived.opened_files)
    into = drop_target is DropTarget.CHAIN and is_new and not files and not refused
    if not into or not (layers or settings):
        return ""
    parts = []
    if layers:
        parts.append(
            counted(
                "Added the layers {layers} to “{name}” and turned them on.",
                "Added the layer {layers} to “{name}” and turned it on.",
                len(layers),
                layers=join_words(get_display_names(layers)),
                name=current.title,
            )
        )
    for entry in settings:
        parts.append(
            counted(
                "Imported {n} settings for {layer} into “{name}”.",
                "Imported {n} setting for {layer} into “{name}”.",
                len(entry.settings),
                layer=get_display_names([entry.name])[0],
                name=current.title,
            )
        )
    return " ".join(parts)


def list_dropped_layers(arrived: DroppedContent) -> frozenset[str]:
    """Return the layers of dropped manifests, archives and settings files, by name or manifest."""
    _rest, layers, settings = _group_by_effect(arrived.opened_files, into=True)
    manifests = [path for path, opened in arrived.opened_files if opened.manifest_layers]
    archived = [name for _path, opened in arrived.opened_files for name in opened.archived_layers]
    return frozenset((*layers, *(entry.name for entry in settings), *manifests, *archived))


def find_idle_layers(
    opened: Iterable[Opened], current: Configuration, off: Iterable[str]
) -> tuple[str, ...]:
    """Return the layers of opened settings files that are off, so their settings do nothing yet."""
    names = [
        entry.name
        for file in opened
        if file.kind in _SETTINGS_KINDS and not file.refusal
        for configuration in file.configurations
        for entry in configuration.layers
        if entry.settings
    ]
    unused = set(off)
    return tuple(
        name
        for name in dict.fromkeys(names)
        if name in unused and current.get_control(name) is not LayerControl.ON
    )


def render_idle_layers(names: Sequence[str]) -> str:
    """Return the sentence about layers whose settings do nothing yet."""
    return counted(
        "{layers} are off: their settings have no effect yet.",
        "{layers} is off: its settings have no effect yet.",
        len(names),
        layers=capitalise(join_words(get_display_names(names))),
    )


def turn_on_layers(workspace: Workspace, names: Sequence[str]) -> WorkspaceChange | None:
    """Turn on layers of the selected configuration, as one undo step."""
    changed = workspace.selected_configuration
    for name in names:
        changed = changed.with_control(name, LayerControl.ON)
    changed_workspace = workspace.with_configuration(changed)
    if changed_workspace == workspace:
        return None
    return WorkspaceChange(
        changed_workspace, tr("Turn on {name}", name=join_words(get_display_names(names)))
    )
