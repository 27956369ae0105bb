"""search: everything that has a name, by a part of it, as Ctrl+K of the window finds it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.parser import list_known_commands
from vkconfig_py.cli.planning import make_configured_request
from vkconfig_py.cli.workspace import find_configuration, make_program_configuration, read_workspace
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.scan import Scanner
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.preferences import LANGUAGE_WORDS
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry
from vkconfig_py.model.items.palette_sources import (
    index_all,
    list_configuration_entries,
    list_file_entries,
    list_option_entries,
    list_row_entries,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_names import get_platform_token
from vkconfig_py.model.plan.inventory import (
    LayerDeclaration,
    find_chosen_copy,
    find_declaration,
    index_inventory,
)
from vkconfig_py.model.plan.plan import DEFAULT_VIEW

_LAYER_ROW_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER})
_MAX_TEXT_LENGTH = 200
_LABEL_BY_KIND = {
    EntryKind.ABSENT_LAYER.value: tr("layer", "kind of a thing that was found"),
    "command": tr("command", "kind of a thing that was found"),
    "configuration": tr("configuration", "kind of a thing that was found"),
    "driver": tr("driver", "kind of a thing that was found"),
    "extension": tr("extension", "kind of a thing that was found"),
    "file": tr("file", "kind of a thing that was found"),
    "layer": tr("layer", "kind of a thing that was found"),
    "limit": tr("limit", "kind of a thing that was found"),
    "options": tr("option set", "kind of a thing that was found"),
    "setting": tr("setting", "kind of a thing that was found"),
    "value": tr("value", "kind of a thing that was found"),
    "variable": tr("variable", "kind of a thing that was found"),
}
# What people type to find a command, where its line of help does not say so.
_SEARCH_WORDS_BY_COMMAND = {
    "install-desktop": tr("uninstall remove icon", "words that find a command"),
    "layer forget": tr("uninstall", "words that find a command"),
    "preferences": " ".join(
        (
            tr("settings options tray dark theme uninstall remove", "words that find a command"),
            LANGUAGE_WORDS,
        )
    ),
    "withdraw": tr("remove uninstall", "words that find a command"),
}
_DEVICE_SEARCH_HINT = tr(
    "To search device limits, features and extensions: {command}",
    command="vkconfig-py device list --all",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py search fps": tr("search settings, values and layers"),
        "vkconfig-py search sync validation": tr("require both words"),
        "vkconfig-py search DISABLE --json": "",
    }
    add_json(parser)
    parser.add_argument("words", nargs="+", metavar="WORD", help=tr("words that must all match"))
    add_selected(parser)
    parser.add_argument(
        "--most", type=int, default=20, metavar="N", help=tr("show at most N results (default: 20)")
    )
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    query = " ".join(options.words)
    with open_machine(demo=options.demo) as machine:
        workspace = read_workspace(machine, output)
        key = find_configuration(workspace, options.configuration).key
        workspace = workspace._replace(selected_key=key)
        entries = _build_index(machine, workspace, demo=options.demo).find(query)[: options.most]
    if not entries:
        raise CommandError(
            " ".join((tr("No matches for “{query}”.", query=query), _DEVICE_SEARCH_HINT)),
            Exit.NOT_FOUND,
        )
    name = workspace.selected_configuration.name
    for entry in entries:
        _print_entry(entry, name, output)
    output.outcome({"found": [_entry_to_json(entry, name) for entry in entries]})
    return Exit.OK


def _build_index(machine: Machine, workspace: Workspace, *, demo: bool) -> EntryIndex:
    """Return the index of what can be found: rows, configurations, settings and commands."""
    configuration = make_program_configuration(machine, workspace.selected_configuration, workspace)
    request = make_configured_request(machine, configuration, DEFAULT_VIEW)
    snapshot = compute_snapshot(request, machine.cache)
    platform = get_platform_token(machine.host.platform)
    entries = [
        *list_row_entries(snapshot.rows),
        *list_configuration_entries(workspace),
        *list_option_entries(workspace),
        *(
            SearchEntry(
                command,
                text,
                EntryKind.ACTION,
                command,
                words=_SEARCH_WORDS_BY_COMMAND.get(command, ""),
            )
            for command, text in list_known_commands().items()
        ),
        *list_file_entries(snapshot.rows),
    ]
    declared_layers = _list_declaring_layers(machine, workspace, snapshot)
    return index_all(
        entries, snapshot, {}, demo=demo, declared_layers=declared_layers, platform=platform
    )


def _list_declaring_layers(
    machine: Machine, workspace: Workspace, snapshot: ChainSnapshot
) -> Iterator[tuple[Row, DeclaredLayer]]:
    """Yield the rows of layers that declare settings, in the copy that the configuration uses."""
    scanner = Scanner(snapshot.inventory.host, machine.cache)
    inventory_index = index_inventory(snapshot.inventory)
    for row in {row.name: row for row in snapshot.rows if row.kind in _LAYER_ROW_KINDS}.values():
        entry = workspace.selected_configuration.find_entry(row.name)
        copy = (
            find_chosen_copy(entry, inventory_index) if entry is not None and entry.copy else None
        )
        file = copy.file if copy is not None else row.manifest
        declared_layer = find_declaration(LayerDeclaration(file, row.name), scanner)
        if declared_layer is not None:
            yield row, declared_layer


def _get_kind(entry: SearchEntry) -> str:
    """Return the kind of a search result as JSON has it, such as "layer" or "command"."""
    if entry.kind is EntryKind.LAYER:  # a row of the chain
        return entry.key.partition(":")[0]
    return "command" if entry.kind is EntryKind.ACTION else entry.kind.value


def _print_entry(entry: SearchEntry, configuration: str, output: Output) -> None:
    label_width = max(map(len, _LABEL_BY_KIND.values()))
    word = _LABEL_BY_KIND.get(_get_kind(entry), _get_kind(entry))
    kind = output.paint(word.ljust(label_width), "faint")
    output.line(f"{kind} {output.paint(plain(entry.title), 'strong')}")
    indent = label_width + 1
    output.paragraph(entry.subtitle[:_MAX_TEXT_LENGTH], indent, tone="faint")
    command = shlex.join(("vkconfig-py", *_make_next_command(entry, configuration)))
    output.line(" " * indent + plain(command))


def _entry_to_json(entry: SearchEntry, configuration: str) -> dict[str, object]:
    return {
        "kind": _get_kind(entry),
        "name": entry.title,
        "detail": entry.subtitle,
        "next": shlex.join(("vkconfig-py", *_make_next_command(entry, configuration))),
    }


def _make_next_command(entry: SearchEntry, configuration: str) -> Sequence[str]:
    """Return the command that shows more about a search result, without the program's name."""
    row, _line, setting_key = entry.key.partition("\n")
    layer = row.partition(":")[2]
    match entry.kind:
        case EntryKind.SETTING | EntryKind.VALUE:
            return ("layer", "show", layer, setting_key.partition("\n")[0], "-c", configuration)
        case EntryKind.CONFIGURATION:
            return ("show", "-c", entry.title)
        case EntryKind.OPTIONS:
            return ("config", "options", "-p", row)
        case EntryKind.ACTION:
            return (*entry.key.split(), "--help")
        case EntryKind.FILE:
            return ("lint", entry.key)
        case EntryKind.VARIABLE | EntryKind.ABSENT_LAYER:
            return ("explain", entry.key)
        case EntryKind.LAYER if row.startswith(("layer:", "driver:", "file:")):
            return ("explain", get_base_name(layer))
        case EntryKind.LAYER:
            return ("show", "-c", configuration)
        case _:
            return ("explain", entry.title)
