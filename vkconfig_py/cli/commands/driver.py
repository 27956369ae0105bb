"""driver: the drivers that programs of a configuration get, and those that it adds."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_control_members, make_name_members
from vkconfig_py.cli.report_text import WORD_WIDTH, choose_tone
from vkconfig_py.cli.subjects import CONTROL_WORDS, find_driver, render_control_sentence
from vkconfig_py.cli.workspace import Editing, make_inventory
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.explain.verdict_sentences import render_outcome
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.catalog.folder_scan import find_driver_files
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.configuration.workspace_edits import (
    add_drivers,
    enable_driver,
    remove_driver,
    set_driver_control,
)

_ADDED_TEXT = tr("added", "a driver that a configuration adds")
_ADDED_OFF_TEXT = tr("added, off", "a driver that a configuration adds")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    add_json(parser)
    add_selected(parser)
    if parser.action == "add":
        path_help = tr("a driver manifest, or a folder whose driver manifests are all added")
        parser.add_argument("file", nargs="+", metavar="FILE", help=path_help)
    elif parser.action != "list":
        path_help = tr("the manifest's file name or path")
        parser.add_argument("name", metavar="DRIVER", help=path_help)


def _examples() -> dict[str, dict[str, str]]:
    return {
        "list": {"vkconfig-py driver list": "", "vkconfig-py driver list -c Validation": ""},
        "off": {"vkconfig-py driver off lvp_icd.x86_64.json": ""},
        "only": {"vkconfig-py driver only lvp_icd.x86_64.json": ""},
        "auto": {"vkconfig-py driver auto lvp_icd.x86_64.json": tr("let the loader decide")},
        "on": {"vkconfig-py driver on radeon_icd.x86_64.json": tr("a driver that you added")},
        "add": {"vkconfig-py driver add ~/mesa/share/vulkan/icd.d": ""},
        "remove": {
            "vkconfig-py driver remove radeon_icd.x86_64.json": tr("a driver that you added")
        },
    }


def run(options: argparse.Namespace, output: Output) -> int:
    actions: dict[str, Callable[[argparse.Namespace, Output], int]] = {
        "list": _list_drivers,
        "add": _add_drivers,
        "remove": _remove_driver,
    }
    return actions.get(options.action, _set_driver)(options, output)


def _set_driver(options: argparse.Namespace, output: Output) -> int:
    """Set a driver to off, only or auto. Turn an added driver on or off."""
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        is_on = options.action == "on"
        if is_on or (options.action == DriverControl.OFF and _find_added(editing, options.name)):
            file = _require_added(editing, options.name)
            change = enable_driver(editing.workspace, editing.key, file, is_on=is_on)
            return _print_control(
                editing.commit(change, output), get_base_name(file), options.action, output
            )
        report = make_inventory(machine, editing.workspace.sources)
    driver = find_driver(options.name, report)
    if not driver:
        raise CommandError(
            tr("No driver has a manifest named “{name}”.", name=options.name), Exit.NOT_FOUND
        )
    control = DriverControl(options.action)
    editing = editing.edit(partial(set_driver_control, driver=driver, control=control), output)
    return _print_control(editing, driver, options.action, output)


def _print_control(editing: Editing, driver: str, control: str, output: Output) -> int:
    """Print what a driver is set to now."""
    output.outcome(make_control_members(editing.configuration, driver, control))
    output.line(render_control_sentence(editing.configuration, driver, control))
    return Exit.OK


def _add_drivers(options: argparse.Namespace, output: Output) -> int:
    """Add driver manifests, or those in folders, to a configuration."""
    editing = Editing.of(options.configuration, output)
    driver_files = find_driver_files(
        map(_make_absolute, options.file), Host.read_current(), DocumentCache()
    )
    if driver_files.refusals:  # all of them or none
        raise CommandError(driver_files.refusals[0])
    change = add_drivers(editing.workspace, editing.key, driver_files.files)
    return _print_added_drivers(editing.commit(change, output), output)


def _remove_driver(options: argparse.Namespace, output: Output) -> int:
    """Remove an added driver from a configuration."""
    editing = Editing.of(options.configuration, output)
    file = _require_added(editing, options.name)
    change = remove_driver(editing.workspace, editing.key, file)
    return _print_added_drivers(editing.commit(change, output), output)


def _make_absolute(path: str) -> str:
    return str(Path(path).absolute())


def _find_added(editing: Editing, path: str) -> list[str]:
    """Return the added drivers that a path or a file name may mean."""
    drivers = [added_driver.path for added_driver in editing.configuration.added_drivers]
    exact_matches = [driver for driver in drivers if driver in (path, _make_absolute(path))]
    return exact_matches or [driver for driver in drivers if Path(driver).name == path]


def _require_added(editing: Editing, path: str) -> str:
    """Return the added driver that a path or a file name means.

    Raises:
        CommandError: it means none, or several.
    """
    added_path, name = _find_added(editing, path), editing.configuration.title
    if len(added_path) == 1:
        return added_path[0]
    if added_path:
        sentence = tr(
            "“{name}” has several drivers named “{path}”; specify the full path.",
            path=path,
            name=name,
        )
    else:
        sentence = tr("“{name}” has no added driver named “{path}”.", path=path, name=name)
    raise CommandError(sentence, Exit.NOT_FOUND)


def _print_added_drivers(editing: Editing, output: Output) -> int:
    """Print the drivers that the configuration adds."""
    configuration = editing.configuration
    drivers = [
        {"path": driver.path, "enabled": driver.enabled} for driver in configuration.added_drivers
    ]
    output.outcome({"configuration": make_name_members(configuration), "drivers": drivers})
    if not drivers:
        output.line(tr("“{name}” does not add any drivers.", name=plain(configuration.title)))
    for driver in configuration.added_drivers:
        output.line(f"{plain(driver.path)}  ({_ADDED_TEXT if driver.enabled else _ADDED_OFF_TEXT})")
    return Exit.OK


def _list_drivers(options: argparse.Namespace, output: Output) -> int:
    """Print every driver with its outcome and control."""
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        report = make_inventory(machine, editing.workspace.sources)
    configuration = editing.configuration
    output.outcome(
        {"configuration": make_name_members(configuration), "drivers": _make_rows(editing, report)}
    )
    for driver in report.drivers:
        state = output.paint(
            render_outcome(driver.verdict.outcome).ljust(WORD_WIDTH),
            choose_tone(driver, driver.verdict.outcome),
        )
        control = configuration.get_driver_control(get_base_name(driver.file))
        control_text = "" if control is DriverControl.AUTO else f"  ({CONTROL_WORDS[control]})"
        output.line(f"{state}{plain(driver.file)}{control_text}")
    for added_driver in configuration.added_drivers:
        state = " " * WORD_WIDTH
        control_text = _ADDED_TEXT if added_driver.enabled else _ADDED_OFF_TEXT
        output.line(f"{state}{plain(added_driver.path)}  ({control_text})")
    return Exit.OK


def _make_rows(editing: Editing, report: LoaderReport) -> list[dict[str, object]]:
    """Return the JSON members of found drivers, then of those that the configuration adds."""
    configuration = editing.configuration
    found_rows: list[dict[str, object]] = [
        {
            "path": driver.file,
            "outcome": driver.verdict.outcome.value,
            "reason": driver.verdict.reason.value,
            "control": configuration.get_driver_control(get_base_name(driver.file)).value,
            "added": False,
            "enabled": True,
        }
        for driver in report.drivers
    ]
    added_rows: list[dict[str, object]] = [
        {
            "path": driver.path,
            "outcome": "",
            "reason": "",
            "control": configuration.get_driver_control(get_base_name(driver.path)).value,
            "added": True,
            "enabled": driver.enabled,
        }
        for driver in configuration.added_drivers
    ]
    return [*found_rows, *added_rows]
