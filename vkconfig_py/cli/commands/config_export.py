"""config export: a configuration as a file, for another machine or VkConfig, or with its layers."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found, add_output
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import (
    change_members,
    find_change,
    is_printed,
    make_name_members,
    write_output,
)
from vkconfig_py.cli.workspace import (
    find_configuration,
    make_editing_machine,
    make_inventory,
    read_workspace,
)
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import (
    EXPORT_SUFFIX,
    export_configuration,
    make_export_file_name,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace, make_portable
from vkconfig_py.model.exchange.layer_archive import (
    ARCHIVE_SUFFIX,
    list_added_layers,
    make_layer_reader,
    render_archive,
)
from vkconfig_py.model.exchange.open_file import export_to_vkconfig


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config export Validation -o validation.json": "",
        "vkconfig-py config export Validation --format vkconfig": "",
        "vkconfig-py config export Game --with-layers -o .": tr("with the layers you added"),
    }
    add_json(parser)
    parser.add_argument(
        "name",
        nargs="?",
        default="",
        metavar="NAME",
        help=tr("configuration name or key (default: the selected configuration)"),
    )
    add_not_found(parser)
    add_output(parser)
    parser.add_argument(
        "--format",
        choices=("own", "vkconfig"),
        default="own",
        help=tr("target tool (default: vkconfig-py)"),
    )
    parser.add_argument(
        "--with-layers",
        action="store_true",
        help=tr("include the layers that it uses from the folders you added; requires -o"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = make_editing_machine()
    workspace = read_workspace(machine, output)
    configuration = find_configuration(workspace, options.name)
    if options.with_layers:
        return _export_with_layers(configuration, machine, workspace, options, output)
    content = _render_configuration(configuration, machine, workspace, options.format, output)
    members = {"configuration": make_name_members(configuration)}
    if is_printed(options.output):
        # line() ends it with a newline of its own.
        output.line(content.decode("ascii").rstrip("\n"))
        output.outcome({**members, "content": content.decode("ascii"), "files": []})
        return Exit.OK
    ending = EXPORT_SUFFIX if options.format == "own" else ".json"
    target = options.output, make_export_file_name(configuration, ending), content
    change = find_change(*target)
    path = write_output(*target, replace=options.force)
    output.line(
        tr(
            "Wrote “{name}” to {path}.",
            name=plain(configuration.title),
            path=plain(str(path)),
        )
    )
    file_members = change_members(str(path), change, content.decode("ascii"))
    output.outcome({**members, "file": str(path), "files": [file_members]})
    return Exit.OK


def _export_with_layers(
    configuration: Configuration,
    machine: Machine,
    workspace: Workspace,
    options: argparse.Namespace,
    output: Output,
) -> int:
    """Write an archive of a configuration and its layers of added folders.

    Args:
        configuration: to export.
        machine: has the layers.
        workspace: the user's layer folders.
        options: of the command line.
        output: where losses are printed.
    """
    if is_printed(options.output) or options.format != "own":
        raise CommandError(
            tr("--with-layers writes an archive for vkconfig-py: specify a file or folder with -o"),
            Exit.USAGE,
        )
    own_sources = tuple(map(CollectionSource, configuration.sources))
    inventory = make_inventory(machine, (*workspace.sources, *own_sources))
    layers = list_added_layers(configuration, workspace.sources, inventory)
    portable_configuration = make_portable(configuration, workspace)
    rendered_file = render_archive(portable_configuration, layers, make_layer_reader(machine.host))
    for note in rendered_file.notes:
        output.error(plain(note.sentence))
    target = (
        options.output,
        make_export_file_name(configuration, ARCHIVE_SUFFIX),
        rendered_file.content,
    )
    change = find_change(*target)
    path = write_output(*target, replace=options.force)
    output.line(
        counted(
            "Wrote “{name}” with {n} layers to {path}.",
            "Wrote “{name}” with {n} layer to {path}.",
            len(layers) - len(rendered_file.notes),
            name=plain(configuration.title),
            path=plain(str(path)),
        )
    )
    members = {"configuration": make_name_members(configuration)}
    file_members = change_members(str(path), change)
    output.outcome({**members, "file": str(path), "files": [file_members]})
    return Exit.OK


def _render_configuration(
    configuration: Configuration, machine: Machine, workspace: Workspace, form: str, output: Output
) -> bytes:
    """Return the file content of a configuration.

    Print what VkConfig's format loses.

    Args:
        configuration: to export.
        machine: whose layer versions VkConfig's format contains.
        workspace: the user's layer folders.
        form: "own", or "vkconfig" for VkConfig's format.
        output: where losses are printed.
    """
    configuration = make_portable(configuration, workspace)
    if form == "own":
        return export_configuration(configuration)
    # Only a chosen copy has a version that VkConfig wants to know.
    is_chosen = any(entry.copy.startswith("/") for entry in configuration.layers)
    inventory = make_inventory(machine, workspace.sources) if is_chosen else None
    rendered_file = export_to_vkconfig(configuration, machine.host, inventory)
    for note in rendered_file.notes:
        output.error(note.sentence)
    return rendered_file.content
