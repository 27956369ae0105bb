"""ansible: write the Ansible collection vkconfig_py.vulkan, with the engine inside."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_force, add_json
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.output_files import (
    change_members,
    describe_failed_write,
    find_change,
    write_output,
)
from vkconfig_py.fleet.remote.ssh import COLLECTION_FOLDER, NoSourcesError, make_collection_files
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.safe_paths import make_shared_folder
from vkconfig_py.model.files.atomic_files import render_error


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py fleet ansible collections/": "",
        "ANSIBLE_COLLECTIONS_PATH=collections ansible-doc vkconfig_py.vulkan.report": "",
    }
    add_json(parser)
    parser.add_argument("folder", metavar="FOLDER", help=tr("folder for Ansible collections"))
    add_force(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    folder = Path(options.folder)
    try:
        files = make_collection_files()
    except NoSourcesError as error:
        raise CommandError(str(error)) from None
    written_files: list[dict[str, object]] = []
    for name, content in files.items():
        path = folder / name
        target = str(path), path.name, content
        change = find_change(*target)
        _make_folder(path.parent, is_first=not written_files)
        write_output(*target, replace=options.force, is_first=not written_files)
        written_files.append(change_members(str(path), change))
    output.line(
        tr(
            "Wrote the collection vkconfig_py.vulkan to {folder}.",
            folder=folder / COLLECTION_FOLDER,
        )
    )
    output.line(
        tr(
            "To let Ansible find it, set {variable}",
            variable=f"ANSIBLE_COLLECTIONS_PATH={folder.absolute()}",
        )
    )
    output.outcome({"folder": str(folder / COLLECTION_FOLDER), "files": written_files})
    return Exit.OK


def _make_folder(folder: Path, *, is_first: bool) -> None:
    """Make the folder of an output file.

    `is_first`: no file was written before.

    Raises:
        CommandError: it cannot be made.
    """
    try:
        make_shared_folder(str(folder), is_named=True)
    except OSError as error:
        raise CommandError(
            render_error(describe_failed_write(is_first=is_first), str(folder), error)
        ) from error
