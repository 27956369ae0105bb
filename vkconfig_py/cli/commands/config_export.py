"""config export: a configuration as a file, for another machine or VkConfig."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found, add_output
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.workspace import edit_only, find_configuration, make_inventory, read_workspace
from vkconfig_py.cli.written_files import (
    change_members,
    find_change,
    is_printed,
    make_name_members,
    write_output,
)
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import (
    EXPORT_SUFFIX,
    export_configuration,
    make_export_file_name,
)
from vkconfig_py.model.configuration.workspace import Workspace, make_portable
from vkconfig_py.model.exchange.open_file import export_to_vkconfig


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config export Validation -o validation.json": "",
        "vkconfig-py config export Validation --format vkconfig": "",
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


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    workspace = read_workspace(machine, output)
    configuration = find_configuration(workspace, options.name)
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
    written = change_members(str(path), change, content.decode("ascii"))
    output.outcome({**members, "file": str(path), "files": [written]})
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
    chosen = any(entry.copy.startswith("/") for entry in configuration.layers)
    inventory = make_inventory(machine, workspace.sources) if chosen else None
    rendered = export_to_vkconfig(configuration, machine.host, inventory)
    for note in rendered.notes:
        output.error(note.sentence)
    return rendered.content
