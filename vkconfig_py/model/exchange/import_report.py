"""Adds the configurations of opened or dropped files to the workspace, and reports the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from posixpath import normpath

from vkconfig_py.language.sentences import (
    Message,
    counted,
    counted_message,
    join_some,
    join_words,
    message,
    tr,
)
from vkconfig_py.model.configuration.chosen_program import import_sets
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    add_sources,
    delete_configuration,
    import_configuration,
)
from vkconfig_py.model.formats.foreign_files import ForeignKind, OpenedFile, RenderedFile
from vkconfig_py.model.text.wording import capitalise, get_display_names

OpenedFiles = tuple[tuple[str, OpenedFile], ...]  # files with their paths
SETTINGS_KINDS = frozenset({ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE})


def add_opened_file(
    workspace: Workspace,
    opened_file: OpenedFile,
    path: str,
    built_ins: Iterable[Configuration] = (),
) -> WorkspaceChange | None:
    """Add what a file contains to the workspace, and select its active configuration.

    Built-in configurations deleted in the other program are deleted here too, unless they were
    edited. None if there is nothing to add.
    """
    built_ins = tuple(built_ins)
    changed_workspace = _delete_built_ins(workspace, opened_file, built_ins)
    selected_key = ""
    for configuration in opened_file.configurations:
        changed_workspace = import_configuration(changed_workspace, configuration).workspace
        if configuration.name == opened_file.selected or not selected_key:
            selected_key = changed_workspace.selected_key
    if selected_key:
        changed_workspace = changed_workspace._replace(selected_key=selected_key)
    if opened_file.program_options:
        changed_workspace = import_sets(changed_workspace, opened_file.program_options)
    source_by_path = {source.path: source for source in changed_workspace.sources}
    if opened_file.kind in (ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER):
        # Opening a manifest or folder means to search it, even if it was disabled or excluded
        # before.
        sources = tuple(source_by_path.get(source.path, source) for source in opened_file.sources)
    else:
        source_paths = set(map(normpath, source_by_path))
        sources = tuple(
            source for source in opened_file.sources if normpath(source.path) not in source_paths
        )
    edited = add_sources(changed_workspace, sources) if sources else None
    changed_workspace = edited.workspace if edited else changed_workspace
    if changed_workspace == workspace:
        return None
    return WorkspaceChange(changed_workspace, message("Open “{name}”", name=PurePath(path).name))


def add_opened_files(
    workspace: Workspace,
    opened_files: Sequence[tuple[str, OpenedFile]],
    built_ins: Iterable[Configuration] = (),
) -> WorkspaceChange | None:
    """Add the content of several files, each with its path, as one undo step."""
    built_ins = tuple(built_ins)
    workspace_after, labels = workspace, []
    for path, opened_file in opened_files:
        change = (
            None
            if opened_file.refusal
            else add_opened_file(workspace_after, opened_file, path, built_ins)
        )
        if change is not None:
            workspace_after = change.workspace
            labels.append(change.label)
    if not labels:
        return None
    if len(labels) == 1:
        return WorkspaceChange(workspace_after, labels[0])
    return WorkspaceChange(
        workspace_after, counted_message("Open {n} files", "Open {n} file", len(labels))
    )


def _delete_built_ins(
    workspace: Workspace, opened_file: OpenedFile, built_ins: tuple[Configuration, ...]
) -> Workspace:
    """Delete unedited built-in configurations that the other program has deleted."""
    built_in_by_key = {configuration.key: configuration for configuration in built_ins}
    names = {name.casefold() for name in opened_file.deleted_built_ins}
    for configuration in workspace.configurations:
        if (
            configuration.name.casefold() in names
            and built_in_by_key.get(configuration.key) == configuration
        ):
            deletion = delete_configuration(workspace, configuration.key, built_ins)
            workspace = deletion.workspace if deletion else workspace
    return workspace


_MAX_NAMED = 8
_CONTROL_WORDS = {
    LayerControl.ON: tr("on"),
    LayerControl.OFF: tr("off"),
    LayerControl.AUTO: tr("auto"),
}
_UNLISTED_WORDS = tr("all other layers")


def render_opened_file(
    path: str,
    opened_file: OpenedFile,
    names_before: set[str],
    configuration_after: Configuration | None,
    *,
    is_new: bool = True,
) -> str:
    """Return the message about an opened file: what was added, or why nothing was.

    Args:
        path: of the file.
        opened_file: its content.
        names_before: names of configurations before it was opened.
        configuration_after: the selected configuration now, None if unknown.
        is_new: something was added.
    """
    name = PurePath(path).name
    if opened_file.refusal:
        return tr("{file} was not opened. {reason}", file=name, reason=opened_file.refusal)
    if not is_new:
        return tr("Nothing was added: everything in {file} already exists.", file=name)
    parts = []
    configurations = opened_file.configurations
    if len(configurations) == 1 and configuration_after is not None:
        title = (
            configuration_after.title
            if configurations[0].name in names_before
            else configurations[0].title
        )
        parts.append(tr("Added “{name}” from {file}.", name=title, file=name))
    elif configurations:
        parts.append(
            counted(
                "Added {n} configurations from {file}.",
                "Added {n} configuration from {file}.",
                len(configurations),
                file=name,
            )
        )
    if opened_file.archived_layers:
        parts.append(render_archived_layers(get_display_names(opened_file.archived_layers)))
    elif opened_file.sources:
        parts.append(_render_added_sources([source.path for source in opened_file.sources]))
    if opened_file.program_options:
        parts.append(
            counted(
                "Added option sets for {n} programs.",
                "Added option sets for {n} program.",
                len(opened_file.program_options),
            )
        )
    parts.append(render_notes(opened_file))
    return " ".join(part for part in parts if part)


def render_archived_layers(layers: Sequence[str]) -> str:
    """Return the sentence that an archive brought layers, and when programs load them."""
    return counted(
        "It brought {layers}: programs load them once you launch or apply it.",
        "It brought {layers}: programs load it once you launch or apply it.",
        len(layers),
        layers=join_some(layers, _MAX_NAMED),
    )


def render_missing_layers(layers: Sequence[str]) -> str:
    """Return the sentence that opened configurations need layers that are not installed."""
    return tr("Not installed: {layers}.", layers=join_some(layers, _MAX_NAMED))


def render_layers_left_behind(layers: Sequence[str]) -> str:
    """Return the sentence that an exported configuration lacks layers of added folders."""
    return counted(
        "Not included: {layers}, which are in folders that you added.",
        "Not included: {layers}, which is in a folder that you added.",
        len(layers),
        layers=join_some(layers, _MAX_NAMED),
    )


def render_opened_files(
    opened_files: Sequence[tuple[str, OpenedFile]],
    names_before: set[str],
    configuration_after: Configuration | None,
    *,
    is_new: bool,
) -> str:
    """Return one message about several opened files, each with its path.

    `names_before`: names of configurations before. `configuration_after`: the selected
    configuration now, None if unknown. `is_new`: something was added.
    """
    if len(opened_files) == 1:
        path, opened_file = opened_files[0]
        return render_opened_file(
            path, opened_file, names_before, configuration_after, is_new=is_new
        )
    refused_paths = [path for path, opened_file in opened_files if opened_file.refusal]
    files = len(opened_files) - len(refused_paths)
    count = sum(len(opened_file.configurations) for _path, opened_file in opened_files)
    sources = {source.path for _path, opened_file in opened_files for source in opened_file.sources}
    parts = []
    if not is_new and len(refused_paths) < len(opened_files):
        parts.append(
            counted(
                "Nothing was added: everything in {n} files already exists.",
                "Nothing was added: everything in {n} file already exists.",
                files,
            )
        )
    elif count:
        parts.append(_render_added_configurations(count, files))
    if is_new and sources:
        parts.append(_render_added_sources(sorted(sources)))
    if refused_paths:
        parts.append(
            counted("{n} files were not opened.", "{n} file was not opened.", len(refused_paths))
        )
    return " ".join(parts)


def _render_added_configurations(count: int, files: int) -> str:
    """Return the sentence that configurations were added from several files."""
    if count == 1:
        return counted(
            "Added 1 configuration from {n} files.",
            "Added 1 configuration from {n} file.",
            files,
        )
    if files == 1:
        return counted(
            "Added {n} configurations from 1 file.",
            "Added {n} configuration from 1 file.",
            count,
        )
    return counted(
        "Added {n} configurations from {files} files.",
        "Added {n} configuration from {files} files.",
        count,
        files=files,
    )


def render_notes(opened_file: OpenedFile) -> str:
    """Return the first note about what was not imported, or how it was read, or ""."""
    notes = opened_file.notes or opened_file.remarks
    if not notes:
        return ""
    first_note = notes[0]
    sentence = first_note.sentence
    if first_note.line and not first_note.file:
        sentence = tr("Line {line}: {sentence}", line=first_note.line, sentence=sentence)
    sentence = _append_remaining_count(sentence, len(notes) - 1)
    if not opened_file.notes:
        return sentence
    return tr("Some content was changed or omitted during import. {sentence}", sentence=sentence)


def render_exported_file(name: Message | str, path: str, rendered_file: RenderedFile) -> str:
    """Return the message that a configuration was exported, with the first note."""
    sentence = tr("Exported “{name}” to {path}.", name=name, path=path)
    if not rendered_file.notes:
        return sentence
    notes = rendered_file.notes
    return f"{sentence} {_append_remaining_count(notes[0].sentence, len(notes) - 1)}"


def _append_remaining_count(sentence: str, other_count: int) -> str:
    """Append how many further notes there are."""
    if not other_count:
        return sentence
    return counted(
        "{sentence} ({n} more notes)",
        "{sentence} ({n} more note)",
        other_count,
        sentence=sentence,
    )


def describe_configuration(configuration: Configuration) -> Iterator[str]:
    """Yield in lines what a configuration changes: layers, programs, variables."""
    for entry in configuration.layers:
        yield _describe_layer(entry)
    programs = [
        program.path if program.enabled else tr("{program} (off)", program=program.path)
        for program in configuration.programs
    ]
    if programs:
        yield tr("for {programs}", programs=join_words(programs))
    if configuration.settings_file:
        yield tr("layer settings from {file}", file=configuration.settings_file)
    target = configuration.target
    if target.program:
        yield tr("starts {command}", command=" ".join((target.program, *target.arguments)))
    for variable in configuration.environment:
        yield f"{variable.name}={'' if variable.value is None else variable.value}"
    yield from _list_loader_lines(configuration)


def _list_loader_lines(configuration: Configuration) -> Iterator[str]:
    """Yield in lines what a configuration changes of the loader, besides layers."""
    if configuration.loader_log:
        yield tr("loader log: {words}", words=", ".join(configuration.loader_log))
    for driver in configuration.added_drivers:
        if driver.enabled:
            yield tr("adds the driver {path}", path=driver.path)
        else:
            yield tr("adds the driver {path} (off)", path=driver.path)
    if configuration.devices.is_choosing:
        names = [device.name or device.device_uuid for device in configuration.devices.devices]
        if names:
            yield tr("devices: {names}", names=", ".join(names))
        else:
            yield tr("devices: none")


def _describe_layer(entry: LayerEntry) -> str:
    """Return the line of a layer: its choice, name and number of settings."""
    name = _UNLISTED_WORDS if entry.name == UNLISTED else entry.name
    number = len(entry.settings)
    settings_text = [counted("{n} settings", "{n} setting", number)] if number else []
    if entry.copy.startswith("/"):
        settings_text.append(entry.copy)
    text = f"{_CONTROL_WORDS[entry.control]:4} {name}"
    return f"{text} ({', '.join(settings_text)})" if settings_text else text


def _render_added_sources(paths: Sequence[str]) -> str:
    """Return the sentence that layer search paths were added."""
    if len(paths) == 1:
        name = PurePath(paths[0]).name
        return tr("Added “{name}” to the layer search paths.", name=name)
    return counted(
        "Added {n} layer search paths.",
        "Added {n} layer search path.",
        len(paths),
    )


def find_idle_layers(
    opened_files: Iterable[OpenedFile], current_configuration: Configuration, off: Iterable[str]
) -> tuple[str, ...]:
    """Return the layers of opened settings files that are off, so their settings do nothing yet."""
    names = [
        entry.name
        for file in opened_files
        if file.kind in SETTINGS_KINDS and not file.refusal
        for configuration in file.configurations
        for entry in configuration.layers
        if entry.settings
    ]
    off_names = set(off)
    return tuple(
        name
        for name in dict.fromkeys(names)
        if name in off_names and current_configuration.get_control(name) is not LayerControl.ON
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
    changed_configuration = workspace.selected_configuration
    for name in names:
        changed_configuration = changed_configuration.with_control(name, LayerControl.ON)
    changed_workspace = workspace.with_configuration(changed_configuration)
    if changed_workspace == workspace:
        return None
    return WorkspaceChange(
        changed_workspace, tr("Turn on {name}", name=join_words(get_display_names(names)))
    )
