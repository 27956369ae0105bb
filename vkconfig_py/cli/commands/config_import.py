"""config import: add the configurations in files and folders of any kind, or only show them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, ask_yes, find_part, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import list_off_layers, print_idle_layer
from vkconfig_py.cli.report_text import EXPLICIT, IMPLICIT
from vkconfig_py.cli.workspace import load, make_inventory, print_added_configuration, save
from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.catalog.folder_scan import MAX_UNASKED
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import encode_configuration
from vkconfig_py.model.configuration.workspace import LoadResult
from vkconfig_py.model.exchange.import_report import (
    add_opened_files,
    describe_configuration,
    find_idle_layers,
    render_archived_layers,
    render_missing_layers,
)
from vkconfig_py.model.exchange.layer_archive import place_layers
from vkconfig_py.model.exchange.open_file import open_file, open_folder, sort_dropped_paths
from vkconfig_py.model.files.paths import is_gone
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, OpenedFile, render_kind
from vkconfig_py.model.layer_settings.known_layers import describe_source

_OpenedFiles = Sequence[tuple[str, OpenedFile]]


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config import validation.json": "",
        "vkconfig-py config import vk_layer_settings.txt -n": tr("preview the result"),
        "vkconfig-py config import ~/.local/share/vulkan/lunarg-vkconfig": "",
        "vkconfig-py config import game.vkconfig-py.zip": tr("a configuration with its layers"),
        "vkconfig-py config import ~/sdk": tr("add the layer folders inside ~/sdk"),
        "vkconfig-py config import report.json -n": tr("show the machine in a saved report"),
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument(
        "file", nargs="+", metavar="FILE", help=tr("a file or folder; it is not modified")
    )
    add_dry_run(parser, tr("show the result for each file, but change nothing"))
    parser.add_argument(
        "--yes", action="store_true", help=tr("add more than 20 folders without asking")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        load_result = load(machine, output)
        inventory = cache(partial(make_inventory, machine, load_result.workspace.sources))
        # All or nothing: every file is read before anything is saved.
        opened_files = [_open_path(file, machine, inventory) for file in options.file]
        report = next(
            (p for p, opened_file in opened_files if opened_file.kind is ForeignKind.REPORT), ""
        )
        if report:
            return _preview_report(report, options, output)
        outcome: dict[str, object] = {}
        if options.dry_run:
            for path, opened_file in opened_files:
                _print_opened(path, opened_file, output)
        else:
            for path, opened_file in opened_files:
                _print_losses(path, opened_file, output)
                _require_consent(path, opened_file, options)
            opened_files = [
                _unpack(path, opened_file, machine) for path, opened_file in opened_files
            ]
            outcome = _save_opened(opened_files, machine, load_result, output)
    notes = [
        note
        for path, opened_file in opened_files
        for note in _notes_to_json(path, opened_file.notes)
    ]
    output.outcome(
        {
            "opened": [_opened_to_json(path, opened_file) for path, opened_file in opened_files],
            **outcome,
            "notes": [*notes, *output.notes()],
            "dry_run": options.dry_run,
        }
    )
    return Exit.OK


def _open_path(
    file: str, machine: Machine, inventory: Callable[[], LoaderReport]
) -> tuple[str, OpenedFile]:
    """Open a file or folder of the command line.

    Return its absolute path and the content.

    Raises:
        CommandError: nothing that can be imported.
    """
    # absolute(), not resolve(): messages name the path that the user gave.
    absolute_path = str(Path(file).absolute())
    dropped_paths = sort_dropped_paths((absolute_path,))
    path = next(iter(dropped_paths.files), absolute_path)
    if dropped_paths.files:
        opened_file = open_file(path, machine.host, inventory())
    else:
        opened_file = open_folder(path, machine.host, machine.profile, machine.cache)
    if opened_file.refusal:
        raise CommandError(
            opened_file.refusal, Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED
        )
    return path, opened_file


def _unpack(path: str, opened_file: OpenedFile, machine: Machine) -> tuple[str, OpenedFile]:
    """Write the layers of an archive to the user's configuration folder.

    Return its path and what it is then.

    Raises:
        CommandError: they cannot be written.
    """
    unpacked_file = place_layers(path, opened_file, machine.paths)
    if unpacked_file.refusal:
        raise CommandError(unpacked_file.refusal)
    return path, unpacked_file


def _preview_report(path: str, options: argparse.Namespace, output: Output) -> int:
    """Print the machine in a saved report, which -n allows. Such a file cannot be imported."""
    if not options.dry_run or len(options.file) > 1:
        raise CommandError(
            tr(
                "{path} is a saved machine report. Show it with -n; it cannot be imported.",
                path=path,
            ),
            Exit.USAGE,
        )
    code: int = find_part("show --machine")("show", path, [], output)
    return code


def _require_consent(path: str, opened_file: OpenedFile, options: argparse.Namespace) -> None:
    """Refuse a folder with many layer folders without --yes or a yes on the terminal."""
    number = len(opened_file.sources)
    if opened_file.kind is not ForeignKind.LAYER_FOLDER or number <= MAX_UNASKED or options.yes:
        return
    question = counted("Search {n:,} folders for layers?", "Search {n} folder for layers?", number)
    if not ask_yes(question):
        raise CommandError(
            counted(
                "Nothing added: {n:,} folders in {path} contain layers. Add them all with --yes.",
                "Nothing added: {n} folder in {path} contains layers. Add it with --yes.",
                number,
                path=path,
            )
        )


def _print_losses(path: str, opened_file: OpenedFile, output: Output) -> None:
    """Print what is not imported unchanged, and which layers are not installed."""
    for note in opened_file.notes:
        output.error(plain(note.render_located(path)), is_note=False)
    if opened_file.missing_layers:
        output.error(f"{path}: {render_missing_layers(opened_file.missing_layers)}")
        _print_ways_to_install(opened_file.missing_layers, output)


def _print_ways_to_install(layers: Sequence[str], output: Output) -> None:
    """Print what layers that are not installed are, and how to install them."""
    add_folder = tr("If a folder contains it: vkconfig-py layer folder add FOLDER")
    for layer in layers:
        for line in describe_source(layer) or (add_folder,):
            output.error(plain(f"{layer}: {line}"))


def _save_opened(
    opened_files: _OpenedFiles, machine: Machine, load_result: LoadResult, output: Output
) -> dict[str, object]:
    """Save the opened configurations and folders.

    Return the JSON members about what was added and removed.
    """
    workspace_before = load_result.workspace
    change = add_opened_files(workspace_before, opened_files, load_result.built_ins)
    if change is None:
        output.line(tr("Nothing added: everything is already present."))
        return {"changed": [], "removed": [], "searched": []}
    workspace_after = save(machine, load_result, change, output)
    old_configurations, new_configurations = (
        {configuration.key: configuration for configuration in workspace.configurations}
        for workspace in (workspace_before, workspace_after)
    )
    added_configurations = [
        configuration
        for key, configuration in new_configurations.items()
        if key not in old_configurations
    ]
    removed_configurations = [
        configuration
        for key, configuration in old_configurations.items()
        if key not in new_configurations
    ]
    for configuration in added_configurations:
        print_added_configuration(configuration, workspace_after, output)
        _print_idle_layers(opened_files, configuration, machine, output)
    for _path, opened_file in opened_files:
        if opened_file.archived_layers:
            output.line(plain(render_archived_layers(opened_file.archived_layers)))
    for configuration in removed_configurations:
        output.line(tr("Deleted “{name}”.", name=plain(configuration.title)))
    added_paths = [
        source.path for source in workspace_after.sources if source not in workspace_before.sources
    ]
    for folder in added_paths:
        output.line(tr("Added a layer search folder: {folder}", folder=plain(folder)))
    lists = {
        "changed": [*map(make_name_members, added_configurations)],
        "removed": [*map(make_name_members, removed_configurations)],
    }
    return {**lists, "searched": added_paths}


def _print_idle_layers(
    opened_files: _OpenedFiles, configuration: Configuration, machine: Machine, output: Output
) -> None:
    """Print which layers of opened settings files are off, with the command that turns each on."""
    settings_files = [
        opened_file
        for _path, opened_file in opened_files
        if opened_file.kind in (ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE)
    ]
    if not settings_files:
        return
    off_names = list_off_layers(machine, configuration)
    for layer in find_idle_layers(settings_files, configuration, off_names):
        print_idle_layer(layer, configuration, output)


def _print_opened(path: str, opened_file: OpenedFile, output: Output) -> None:
    """Print what is in a file: configurations, layer folders, notes, missing layers."""
    output.line(tr("{path} is {kind}.", path=plain(path), kind=render_kind(opened_file.kind)))
    for configuration in opened_file.configurations:
        output.line()
        output.line(output.paint(plain(configuration.title), "strong"))
        for line in describe_configuration(configuration):
            output.line(f"    {plain(line)}")
    _print_archived_layers(opened_file, output)
    if opened_file.sources:
        output.line()
        output.line(tr("Additional layer search folders:"))
    for source in opened_file.sources:
        kind = IMPLICIT if source.implicit else EXPLICIT
        output.line(f"    {plain(source.path)} ({kind})")
    if opened_file.remarks:
        output.line()
        output.line(tr("Notes:"))
    for note in opened_file.remarks:
        output.line(f"    {plain(note.render_located(path))}")
    if opened_file.notes:
        output.line()
        output.line(output.paint(tr("Not imported, or changed:"), "warn"))
    for note in opened_file.notes:
        output.line(f"    {plain(note.render_located(path))}")
    if opened_file.missing_layers:
        output.error(render_missing_layers(opened_file.missing_layers))
        _print_ways_to_install(opened_file.missing_layers, output)


def _print_archived_layers(opened_file: OpenedFile, output: Output) -> None:
    """Print which layers are in an archive."""
    if opened_file.archived_layers:
        layers = plain(join_words(opened_file.archived_layers))
        output.line()
        output.line(tr("Layers in the archive: {layers}", layers=layers))


def _opened_to_json(path: str, opened_file: OpenedFile) -> dict[str, object]:
    return {
        "file": path,
        "kind": opened_file.kind.name.lower().replace("_", "-"),
        "configurations": [
            encode_configuration(configuration) for configuration in opened_file.configurations
        ],
        "sources": [source._asdict() for source in opened_file.sources],
        "put_away": list(opened_file.deleted_built_ins),
        "selected": opened_file.selected,
        "archived_layers": list(opened_file.archived_layers),
        "remarks": _notes_to_json(path, opened_file.remarks),
    }


def _notes_to_json(path: str, notes: Sequence[ImportNote]) -> list[dict[str, object]]:
    return [
        {"file": note.file or path, "line": note.line, "sentence": note.sentence} for note in notes
    ]
