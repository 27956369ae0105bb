"""What files dropped on a part of the window will do, do, and did."""

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
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.exchange.import_report import SETTINGS_KINDS, OpenedFiles, add_opened_files
from vkconfig_py.model.formats.foreign_files import ForeignKind, OpenedFile
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.text.wording import get_display_names

_ADDED_TO_CHAIN = {ForeignKind.LAYER_MANIFEST, *SETTINGS_KINDS}


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


def find_chosen_program(
    dropped_content: DroppedContent, drop_target: DropTarget
) -> ProgramMatch | None:
    """Return the dropped program to choose for Launch, None if it is not to be chosen.

    In the chain only an executable file is.
    """
    program = dropped_content.program
    if program is None or not program.can_run:
        return None
    is_only_file = len(dropped_content.opened_files) == 1 and not dropped_content.folders
    is_binary = is_only_file and program.state is ProgramState.BINARY
    return program if drop_target is DropTarget.PROGRAM or is_binary else None


def find_registrable_manifest(
    opened_files: OpenedFiles, drop_target: DropTarget
) -> CollectionSource | None:
    """Return the layer manifest that was dropped alone on the panel Layers, else None."""
    if drop_target is not DropTarget.LAYERS or len(opened_files) != 1:
        return None
    _path, opened_file = opened_files[0]
    is_manifest = opened_file.kind is ForeignKind.LAYER_MANIFEST and not opened_file.refusal
    return opened_file.sources[0] if is_manifest and opened_file.sources else None


def preview_drop(
    dropped_content: DroppedContent, drop_target: DropTarget, current_configuration: Configuration
) -> DropPreview:
    """Return heading and sentences about what a drop would do."""
    if (
        drop_target is DropTarget.PROGRAM
        and find_chosen_program(dropped_content, drop_target) is None
    ):
        error = dropped_content.program.why_unmatched if dropped_content.program else ""
        return DropPreview(
            tr("This is not a program"), (error or tr("Drop an executable file here"),), True
        )
    program = find_chosen_program(dropped_content, drop_target)
    if program is not None:
        return DropPreview(
            tr("Program"), (tr("Sets {program} as the program to launch", program=program.name),)
        )
    effects = tuple(_describe_effects(dropped_content, drop_target, current_configuration))
    if find_registrable_manifest(dropped_content.opened_files, drop_target):
        effects = (*effects, tr("Then offers to register it for all programs"))
    if not effects and any(
        not opened_file.refusal for _path, opened_file in dropped_content.opened_files
    ):
        effects = (tr("Changes nothing: contains only default values"),)
    refused_files = [
        opened_file for _path, opened_file in dropped_content.opened_files if opened_file.refusal
    ]
    if len(refused_files) == 1:
        effects = (
            *effects,
            tr("One file cannot be opened. {reason}", reason=refused_files[0].refusal),
        )
    elif refused_files:
        effects = (
            *effects,
            counted("Cannot open {n} files", "Cannot open {n} file", len(refused_files)),
        )
    is_empty = (
        len(refused_files) == len(dropped_content.opened_files) and not dropped_content.folders
    )
    return DropPreview(
        _render_heading(dropped_content, drop_target, current_configuration), effects, is_empty
    )


def _render_heading(
    dropped_content: DroppedContent, drop_target: DropTarget, current_configuration: Configuration
) -> str:
    """Return the heading of a preview: what dropped files are added to."""
    kinds = {
        opened_file.kind
        for _path, opened_file in dropped_content.opened_files
        if not opened_file.refusal
    }
    if kinds == {ForeignKind.REPORT}:
        return tr("Another machine")
    adds_search_paths = kinds <= {ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER}
    if drop_target is DropTarget.CHAIN and kinds and kinds <= _ADDED_TO_CHAIN:
        return tr("Add to “{name}”", name=current_configuration.title)
    if kinds and not adds_search_paths:
        return tr("Your configurations")
    return tr("Layers for all configurations")


def _describe_effects(
    dropped_content: DroppedContent, drop_target: DropTarget, current_configuration: Configuration
) -> Iterator[str]:
    """Yield a line for each effect of a drop."""
    into = drop_target is DropTarget.CHAIN
    files, layers, settings = _group_by_effect(dropped_content.opened_files, into=into)
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
        configuration.title
        for _path, opened_file in files
        for configuration in opened_file.configurations
    ]
    if len(configurations) == 1:
        yield tr("Adds the configuration “{name}”", name=configurations[0])
    elif configurations:
        yield counted("Adds {n} configurations", "Adds {n} configuration", len(configurations))
    if archived_layers := [
        name for _path, opened_file in files for name in opened_file.archived_layers
    ]:
        yield counted(
            "Copies the layers {layers} from the archive",
            "Copies the layer {layers} from the archive",
            len(archived_layers),
            layers=join_words(get_display_names(archived_layers)),
        )
    source_paths = {source.path for _path, opened_file in files for source in opened_file.sources}
    if source_paths:
        yield counted(
            "Adds {n} layer search paths",
            "Adds {n} layer search path",
            len(source_paths),
        )
    if any(opened_file.kind is ForeignKind.REPORT for _path, opened_file in files):
        yield tr("Opens the machine read-only in this window")
    for folder in dropped_content.folders:
        yield tr("Searches {folder} for layers", folder=f"{PurePath(folder).name}/")


def _group_by_effect(
    opened_files: OpenedFiles, *, into: bool
) -> tuple[OpenedFiles, tuple[str, ...], tuple[LayerEntry, ...]]:
    """Return files that become configurations, layer names to turn on, settings to import.

    `into`: dropped on the chain.
    """
    files: list[tuple[str, OpenedFile]] = []
    layers: list[str] = []
    settings: list[LayerEntry] = []
    for path, opened_file in opened_files:
        if opened_file.refusal:
            continue
        if opened_file.kind is ForeignKind.LAYER_MANIFEST:
            layers += opened_file.manifest_layers
        elif opened_file.kind in SETTINGS_KINDS and into:
            settings += [
                entry
                for configuration in opened_file.configurations
                for entry in configuration.layers
            ]
        else:
            files.append((path, opened_file))
    return tuple(files), tuple(dict.fromkeys(layers)), tuple(settings)


def apply_drop(
    workspace: Workspace,
    dropped_content: DroppedContent,
    drop_target: DropTarget,
    built_ins: Iterable[Configuration] = (),
) -> WorkspaceChange | None:
    """Return all that a drop changes as one undo step, None if it changes nothing."""
    program = find_chosen_program(dropped_content, drop_target)
    if program is not None:
        return choose_program(workspace, Target(program.path))
    if drop_target is DropTarget.PROGRAM:
        return None
    into = drop_target is DropTarget.CHAIN
    files, layers, settings = _group_by_effect(dropped_content.opened_files, into=into)
    added_files = tuple(
        file for file in dropped_content.opened_files if file in files or file[1].sources
    )
    opened_workspace = add_opened_files(workspace, added_files, built_ins)
    base_workspace = opened_workspace.workspace if opened_workspace else workspace
    label = opened_workspace.label if opened_workspace else ""
    if into:
        key = workspace.selected_configuration.key
        changed_configuration = base_workspace.find_configuration(key)
        if changed_configuration is None:  # deleted with what VkConfig had deleted
            return opened_workspace
        for name in layers:
            changed_configuration = changed_configuration.with_control(name, LayerControl.ON)
        for entry in settings:
            changed_configuration = changed_configuration.with_entry(
                _add_settings(changed_configuration, entry)
            )
        base_workspace = base_workspace.with_configuration(changed_configuration)
        if settings and not opened_workspace:
            names = join_words(get_display_names([setting.name for setting in settings]))
            label = tr("Import settings for {layers}", layers=names)
        elif layers and not files:
            label = counted(
                "Add the layers {layers}",
                "Add the layer {layers}",
                len(layers),
                layers=join_words(get_display_names(layers)),
            )
    return None if base_workspace == workspace else WorkspaceChange(base_workspace, label)


def _add_settings(configuration: Configuration, imported_entry: LayerEntry) -> LayerEntry:
    """Return the entry of a layer with imported settings added."""
    entry = configuration.find_entry(imported_entry.name) or LayerEntry(imported_entry.name)
    for setting in imported_entry.settings:
        entry = entry.with_value(setting.key, setting.type, setting.value)
    return entry


def render_drop_result(
    dropped_content: DroppedContent,
    drop_target: DropTarget,
    current_configuration: Configuration,
    *,
    is_new: bool,
) -> str:
    """Return a sentence about a drop into the selected configuration or on the program, or ""."""
    program = find_chosen_program(dropped_content, drop_target)
    if program is not None:
        return tr("Launch now starts {program}.", program=program.name)
    if drop_target is DropTarget.PROGRAM:
        reason = dropped_content.program.why_unmatched if dropped_content.program else ""
        if not reason:
            return tr("No program was chosen.")
        return tr("No program was chosen: {reason}.", reason=reason)
    files, layers, settings = _group_by_effect(
        dropped_content.opened_files, into=drop_target is DropTarget.CHAIN
    )
    is_refused = any(opened_file.refusal for _path, opened_file in dropped_content.opened_files)
    into = drop_target is DropTarget.CHAIN and is_new and not files and not is_refused
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
                name=current_configuration.title,
            )
        )
    for entry in settings:
        parts.append(
            counted(
                "Imported {n} settings for {layer} into “{name}”.",
                "Imported {n} setting for {layer} into “{name}”.",
                len(entry.settings),
                layer=get_display_names([entry.name])[0],
                name=current_configuration.title,
            )
        )
    return " ".join(parts)


def list_dropped_layers(dropped_content: DroppedContent) -> frozenset[str]:
    """Return the layers of dropped manifests, archives and settings files, by name or manifest."""
    _rest, layers, settings = _group_by_effect(dropped_content.opened_files, into=True)
    manifests = [
        path for path, opened_file in dropped_content.opened_files if opened_file.manifest_layers
    ]
    archived_layers = [
        name
        for _path, opened_file in dropped_content.opened_files
        for name in opened_file.archived_layers
    ]
    return frozenset((*layers, *(entry.name for entry in settings), *manifests, *archived_layers))
