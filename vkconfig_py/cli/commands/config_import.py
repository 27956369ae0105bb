"""config import: add the configurations in files and folders of any kind, or only show them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, ask_yes, find_part, plain
from vkconfig_py.cli.planning import list_off_layers, print_idle_layer
from vkconfig_py.cli.report_text import EXPLICIT, IMPLICIT
from vkconfig_py.cli.workspace import load, make_inventory, print_added_configuration, save
from vkconfig_py.cli.written_files import make_name_members
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
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, Opened, render_kind
from vkconfig_py.model.layer_settings.known_layers import describe_source

_OpenedFiles = Sequence[tuple[str, Opened]]


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
        loaded = load(machine, output)
        inventory = cache(partial(make_inventory, machine, loaded.workspace.sources))
        # All or nothing: every file is read before anything is saved.
        opened_files = [_open_path(file, machine, inventory) for file in options.file]
        report = next((p for p, opened in opened_files if opened.kind is ForeignKind.REPORT), "")
        if report:
            return _preview_report(report, options, output)
        outcome: dict[str, object] = {}
        if options.dry_run:
            for path, opened in opened_files:
                _print_opened(path, opened, output)
        else:
            for path, opened in opened_files:
                _print_losses(path, opened, output)
                _require_consent(path, opened, options)
            opened_files = [_unpack(path, opened, machine) for path, opened in opened_files]
            outcome = _save_opened(opened_files, machine, loaded, output)
    notes = [note for path, opened in opened_files for note in _notes_to_json(path, opened.notes)]
    output.outcome(
        {
            "opened": [_opened_to_json(path, opened) for path, opened in opened_files],
            **outcome,
            "notes": [*notes, *output.notes()],
            "dry_run": options.dry_run,
        }
    )
    return Exit.OK


def _open_path(
    file: str, machine: Machine, inventory: Callable[[], LoaderReport]
) -> tuple[str, Opened]:
    """Open a file or folder of the command line.

    Return its absolute path and the content.

    Raises:
        CommandError: nothing that can be imported.
    """
    # absolute(), not resolve(): messages name the path that the user gave.
    absolute = str(Path(file).absolute())
    arrived = sort_dropped_paths((absolute,))
    path = next(iter(arrived.files), absolute)
    if arrived.files:
        opened = open_file(path, machine.host, inventory())
    else:
        opened = open_folder(path, machine.host, machine.profile, machine.cache)
    if opened.refusal:
        raise CommandError(opened.refusal, Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED)
    return path, opened


def _unpack(path: str, opened: Opened, machine: Machine) -> tuple[str, Opened]:
    """Write the layers of an archive to the user's configuration folder.

    Return its path and what it is then.

    Raises:
        CommandError: they cannot be written.
    """
    placed = place_layers(path, opened, machine.paths)
    if placed.refusal:
        raise CommandError(placed.refusal)
    return path, placed


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


def _require_consent(path: str, opened: Opened, options: argparse.Namespace) -> None:
    """Refuse a folder with many layer folders without --yes or a yes on the terminal."""
    number = len(opened.sources)
    if opened.kind is not ForeignKind.LAYER_FOLDER or number <= MAX_UNASKED or options.yes:
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


def _print_losses(path: str, opened: Opened, output: Output) -> None:
    """Print what is not imported unchanged, and which layers are not installed."""
    for note in opened.notes:
        output.error(plain(note.render_located(path)), is_note=False)
    if opened.missing_layers:
        output.error(f"{path}: {render_missing_layers(opened.missing_layers)}")
        _print_ways_to_install(opened.missing_layers, output)


def _print_ways_to_install(layers: Sequence[str], output: Output) -> None:
    """Print what layers that are not installed are, and how to install them."""
    add_folder = tr("If a folder contains it: vkconfig-py layer folder add FOLDER")
    for layer in layers:
        for line in describe_source(layer) or (add_folder,):
            output.error(plain(f"{layer}: {line}"))


def _save_opened(
    opened_files: _OpenedFiles, machine: Machine, loaded: LoadResult, output: Output
) -> dict[str, object]:
    """Save the opened configurations and folders.

    Return the JSON members about what was added and removed.
    """
    before = loaded.workspace
    changed = add_opened_files(before, opened_files, loaded.built_ins)
    if changed is None:
        output.line(tr("Nothing added: everything is already present."))
        return {"changed": [], "removed": [], "searched": []}
    after = save(machine, loaded, changed, output)
    old, new = (
        {configuration.key: configuration for configuration in space.configurations}
        for space in (before, after)
    )
    added = [configuration for key, configuration in new.items() if key not in old]
    removed = [configuration for key, configuration in old.items() if key not in new]
    for configuration in added:
        print_added_configuration(configuration, after, output)
        _print_idle_layers(opened_files, configuration, machine, output)
    for _path, opened in opened_files:
        if opened.archived_layers:
            output.line(plain(render_archived_layers(opened.archived_layers)))
    for configuration in removed:
        output.line(tr("Deleted “{name}”.", name=plain(configuration.title)))
    searched = [source.path for source in after.sources if source not in before.sources]
    for folder in searched:
        output.line(tr("Added a layer search folder: {folder}", folder=plain(folder)))
    lists = {
        "changed": [*map(make_name_members, added)],
        "removed": [*map(make_name_members, removed)],
    }
    return {**lists, "searched": searched}


def _print_idle_layers(
    opened_files: _OpenedFiles, configuration: Configuration, machine: Machine, output: Output
) -> None:
    """Print which layers of opened settings files are off, with the command that turns each on."""
    settings_files = [
        opened
        for _path, opened in opened_files
        if opened.kind in (ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE)
    ]
    if not settings_files:
        return
    off = list_off_layers(machine, configuration)
    for layer in find_idle_layers(settings_files, configuration, off):
        print_idle_layer(layer, configuration, output)


def _print_opened(path: str, opened: Opened, output: Output) -> None:
    """Print what is in a file: configurations, layer folders, notes, missing layers."""
    output.line(tr("{path} is {kind}.", path=plain(path), kind=render_kind(opened.kind)))
    for configuration in opened.configurations:
        output.line()
        output.line(output.paint(plain(configuration.title), "strong"))
        for line in describe_configuration(configuration):
            output.line(f"    {plain(line)}")
    _print_archived_layers(opened, output)
    if opened.sources:
        output.line()
        output.line(tr("Additional layer search folders:"))
    for source in opened.sources:
        kind = IMPLICIT if source.implicit else EXPLICIT
        output.line(f"    {plain(source.path)} ({kind})")
    if opened.remarks:
        output.line()
        output.line(tr("Notes:"))
    for note in opened.remarks:
        output.line(f"    {plain(note.render_located(path))}")
    if opened.notes:
        output.line()
        output.line(output.paint(tr("Not imported, or changed:"), "warn"))
    for note in opened.notes:
        output.line(f"    {plain(note.render_located(path))}")
    if opened.missing_layers:
        output.error(render_missing_layers(opened.missing_layers))
        _print_ways_to_install(opened.missing_layers, output)


def _print_archived_layers(opened: Opened, output: Output) -> None:
    """Print which layers are in an archive."""
    if opened.archived_layers:
        layers = plain(join_words(opened.archived_layers))
        output.line()
        output.line(tr("Layers in the archive: {layers}", layers=layers))


def _opened_to_json(path: str, opened: Opened) -> dict[str, object]:
    return {
        "file": path,
        "kind": opened.kind.name.lower().replace("_", "-"),
        "configurations": [
            encode_configuration(configuration) for configuration in opened.configurations
        ],
        "sources": [source._asdict() for source in opened.sources],
        "put_away": list(opened.deleted_built_ins),
        "selected": opened.selected,
        "archived_layers": list(opened.archived_layers),
        "remarks": _notes_to_json(path, opened.remarks),
    }


def _notes_to_json(path: str, notes: Sequence[ImportNote]) -> list[dict[str, object]]:
    return [
        {"file": note.file or path, "line": note.line, "sentence": note.sentence} for note in notes
    ]
