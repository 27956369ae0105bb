"""drivers: driver manifests that a configuration adds to those that the loader finds."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json, add_list_edits
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.catalog.folder_scan import find_driver_files
from vkconfig_py.model.configuration.workspace_edits import (
    add_drivers,
    enable_driver,
    remove_driver,
)

_OFF = tr("off", "a driver that is left out")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py drivers Debugging --add ~/mesa/share/vulkan/icd.d": "",
        "vkconfig-py drivers Debugging --off radeon_icd.x86_64.json": "",
        "vkconfig-py drivers Debugging --remove radeon_icd.x86_64.json": "",
    }
    add_json(parser)
    add_configuration(parser)
    add_list_edits(
        parser,
        add=tr("a manifest, or every driver manifest of a folder; also several times"),
        remove=tr("forget one that was added"),
        on=tr("use one that was turned off"),
        off=tr("leave one out, but remember it"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    if options.add:
        driver_files = find_driver_files(
            map(_absolute, options.add), Host.current(), DocumentCache()
        )
        if driver_files.refused:  # all of them or none
            raise CommandError(driver_files.refused[0])
        editing = editing.commit(
            add_drivers(editing.workspace, editing.key, driver_files.files), output
        )
    for path in options.remove:
        file = _find_added(editing, path)
        editing = editing.commit(remove_driver(editing.workspace, editing.key, file), output)
    for on, paths in ((True, options.on), (False, options.off)):
        for path in paths:
            file = _find_added(editing, path)
            changed = enable_driver(editing.workspace, editing.key, file, on=on)
            editing = editing.commit(changed, output)
    _print(editing, output)
    return Exit.OK


def _absolute(path: str) -> str:
    return str(Path(path).absolute())


def _find_added(editing: Editing, path: str) -> str:
    """Return the added driver that a path or a file name means."""
    drivers = [added_driver.path for added_driver in editing.configuration.added_drivers]
    exact = [driver for driver in drivers if driver in (path, _absolute(path))]
    matches = exact or [driver for driver in drivers if Path(driver).name == path]
    if len(matches) != 1:
        name = editing.configuration.title
        many = tr(
            "“{path}” is the name of several drivers of “{name}”; give its path.",
            path=path,
            name=name,
        )
        none = tr("“{path}” is not a driver that was added to “{name}”.", path=path, name=name)
        raise CommandError(many if matches else none, Exit.NOT_FOUND)
    return matches[0]


def _print(editing: Editing, output: Output) -> None:
    configuration = editing.configuration
    drivers = [
        {"path": driver.path, "enabled": driver.enabled} for driver in configuration.added_drivers
    ]
    output.outcome({"configuration": named(configuration), "drivers": drivers})
    if not drivers:
        output.line(tr("“{name}” adds no drivers.", name=plain(configuration.title)))
    for added_driver in configuration.added_drivers:
        output.line(f"{plain(added_driver.path)}{'' if added_driver.enabled else f'  ({_OFF})'}")
