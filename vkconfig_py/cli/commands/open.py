"""open: convert a file or folder of any kind to configurations, and optionally save them."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.asking import ask_yes
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, find_part, plain
from vkconfig_py.cli.report_text import EXPLICIT, IMPLICIT
from vkconfig_py.cli.workspace import inventory_of, load, save
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.catalog.folder_scan import MOST_UNASKED
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import configuration_to_document
from vkconfig_py.model.configuration.workspace import Loaded
from vkconfig_py.model.exchange.import_report import absent_message, adopt, describe_configuration
from vkconfig_py.model.exchange.open_file import open_file, open_folder, sort_dropped_paths
from vkconfig_py.model.files.paths import is_gone
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, Opened, kind_text


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py open ~/.local/share/vulkan/loader_settings.d/vk_loader_settings.json": "",
        "vkconfig-py open vk_layer_settings.txt --import": "",
        "vkconfig-py open ~/.local/share/vulkan/lunarg-vkconfig --import": "",
        "vkconfig-py open report.json": tr("show the machine of a saved report"),
        "vkconfig-py open ~/sdk --import": tr("search the folders with layers in it"),
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument("file", metavar="FILE", help=tr("the file or folder; it stays as it is"))
    parser.add_argument(
        "--import",
        dest="keep",
        action="store_true",
        help=tr("keep it: as your own configurations, and as folders to search for layers"),
    )
    parser.add_argument(
        "--yes", action="store_true", help=tr("add more than 20 folders without a question")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    # absolute(), not resolve(): messages name the path that the user gave.
    absolute = str(Path(options.file).absolute())
    arrived = sort_dropped_paths((absolute,))
    path = next(iter(arrived.files), absolute)
    with open_machine() as machine:
        loaded = load(machine, output)
        opened = _open_any(path, machine, loaded) if arrived.files else _search(path, machine)
        if opened.refused:
            raise CommandError(
                opened.refused, Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED
            )
        if opened.kind is ForeignKind.REPORT:
            return _show_report(path, options, output)
        _print_opened(path, opened, output)
        if opened.absent:
            output.error(absent_message(opened.absent))
        members = _opened_members(path, opened)
        if options.keep:
            _require_consent(path, opened, options)
            members |= _keep(path, opened, machine, loaded, output)
        notes = [*_notes(path, opened.notes), *output.notes()]
        output.outcome({**members, "notes": notes, "dry_run": not options.keep})
    return Exit.OK


def _show_report(path: str, options: argparse.Namespace, output: Output) -> int:
    if options.keep:
        raise CommandError(
            tr(
                "{path} is a saved report of a machine: it is shown, and not kept.",
                path=path,
            ),
            Exit.USAGE,
        )
    code: int = find_part("report --machine")("report", path, [], output)
    return code


def _open_any(path: str, machine: Machine, loaded: Loaded) -> Opened:
    return open_file(path, machine.host, inventory_of(machine, loaded.workspace.collection))


def _search(folder: str, machine: Machine) -> Opened:
    return open_folder(folder, machine.host, machine.profile, machine.cache)


def _require_consent(path: str, opened: Opened, options: argparse.Namespace) -> None:
    """End the command unless the user wants to search as many folders as a folder holds."""
    number = len(opened.sources)
    if opened.kind is not ForeignKind.LAYER_FOLDER or number <= MOST_UNASKED or options.yes:
        return
    question = counted("Search {n:,} folders for layers?", "Search {n} folder for layers?", number)
    if not ask_yes(question):
        raise CommandError(
            counted(
                "Nothing was added: {n:,} folders in {path} hold layers. Add all with --yes.",
                "Nothing was added: {n} folder in {path} holds layers. Add it with --yes.",
                number,
                path=path,
            )
        )


def _keep(
    path: str, opened: Opened, machine: Machine, loaded: Loaded, output: Output
) -> dict[str, object]:
    """Save the opened configurations. Return JSON members of those added and removed."""
    before = loaded.workspace
    changed = adopt(before, opened, path, loaded.shipped)
    if changed is None:
        output.line(tr("Nothing was added: all of it is here already."))
        return {"changed": [], "removed": [], "searched": []}
    after = save(machine, loaded, changed, output)
    keys = {configuration.key for configuration in before.configurations}
    added = [
        configuration for configuration in after.configurations if configuration.key not in keys
    ]
    remaining_keys = {configuration.key for configuration in after.configurations}
    removed = [
        configuration
        for configuration in before.configurations
        if configuration.key not in remaining_keys
    ]
    for configuration in added:
        output.line(plain(tr("Added: “{name}”", name=configuration.title)))
        _tell_idle(opened, configuration, machine, output)
    for configuration in removed:
        output.line(plain(tr("Removed: “{name}”", name=configuration.title)))
    searched = [
        collection_source.path
        for collection_source in after.collection
        if collection_source not in before.collection
    ]
    for folder in searched:
        output.line(plain(tr("Searched for layers from now on: {folder}", folder=folder)))
    lists = {"changed": [*map(named, added)], "removed": [*map(named, removed)]}
    return {**lists, "searched": searched}


def _tell_idle(
    opened: Opened, configuration: Configuration, machine: Machine, output: Output
) -> None:
    """Say which layers of a settings file are off, and the command that turns them on."""
    if opened.kind not in (ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE):
        return
    from vkconfig_py.cli.planning import ask_launch
    from vkconfig_py.model.exchange.drops import idle_message, layers_with_idle_settings

    layers = ask_launch(machine, configuration).answer.report.found
    on = {layer.name for layer in layers if layer.position >= 0}
    off = [layer.name for layer in layers if layer.manifest is not None and layer.name not in on]
    idle = layers_with_idle_settings((opened,), configuration, off)
    if not idle:
        return
    output.error(idle_message(idle))
    for name in idle:
        words = shlex.join(("vkconfig-py", "layer", "on", name, "-c", configuration.name))
        output.line(tr("Turn it on: {command}", command=plain(words)))


def _print_opened(path: str, opened: Opened, output: Output) -> None:
    output.line(tr("{path} is {kind}.", path=plain(path), kind=kind_text(opened.kind)))
    for configuration in opened.configurations:
        output.line()
        output.line(output.paint(plain(configuration.title), "strong"))
        for line in describe_configuration(configuration):
            output.line(f"    {plain(line)}")
    if opened.sources:
        output.line()
        output.line(tr("Also searched for layers:"))
    for source in opened.sources:
        kind = IMPLICIT if source.implicit else EXPLICIT
        output.line(f"    {plain(source.path)} ({kind})")
    if opened.remarks:
        output.line()
        output.line(tr("Notes:"))
    for note in opened.remarks:
        output.line(f"    {plain(note.located(path))}")
    if opened.notes:
        output.line()
        output.line(output.paint(tr("Not imported, or changed:"), "warn"))
    for note in opened.notes:
        output.line(f"    {plain(note.located(path))}")


def _opened_members(path: str, opened: Opened) -> dict[str, object]:
    return {
        "file": path,
        "kind": opened.kind.name.lower().replace("_", "-"),
        "configurations": [
            configuration_to_document(configuration) for configuration in opened.configurations
        ],
        "sources": [source._asdict() for source in opened.sources],
        "put_away": list(opened.put_away),
        "selected": opened.selected,
        "remarks": _notes(path, opened.remarks),
    }


def _notes(path: str, notes: tuple[ImportNote, ...]) -> list[dict[str, object]]:
    return [
        {"file": note.file or path, "line": note.line, "sentence": note.sentence} for note in notes
    ]
