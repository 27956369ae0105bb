"""set: a layer, a driver or all other layers on or off, which copy of a layer, or none of it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.subjects import CONTROL_WORDS, OTHERS, find_driver, find_layer
from vkconfig_py.cli.workspace import Editing, inventory_of
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import (
    NEWEST,
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
)
from vkconfig_py.model.layer_settings.setting_edits import choose_copy

_ONLY, _FORGET = "only", "forget"
_GENERAL = {"newest": NEWEST, "loader": ""}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py set Debugging KHRONOS_validation on": "",
        "vkconfig-py set Debugging mangohud off": "",
        "vkconfig-py set Debugging lvp_icd.x86_64.json only": "",
        "vkconfig-py set Debugging mangohud forget": tr("with its place and settings"),
        "vkconfig-py set Debugging KHRONOS_validation --copy newest": "",
        "vkconfig-py set Debugging others off": tr("layers that it does not name"),
    }
    add_json(parser)
    add_configuration(parser)
    parser.add_argument(
        "name",
        metavar="WHAT",
        help=tr(
            "a layer or part of its name, or the manifest of a driver; others: "
            "every layer that the configuration does not name"
        ),
    )
    parser.add_argument(
        "control",
        nargs="?",
        choices=("on", "off", "auto", "only", "forget"),
        help=tr(
            "only: this driver and no other; forget: remove the layer with its place and settings"
        ),
    )
    parser.add_argument(
        "--copy",
        metavar="FILE",
        help=tr(
            "use the layer from this manifest; newest: the highest version; loader: its choice"
        ),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if options.name == OTHERS:
        return _set_others(options, output)
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        report = inventory_of(machine, editing.workspace.collection)
    driver = find_driver(options.name, report)
    _check(options, driver)
    if driver:
        return _set_driver(options, driver, editing, output)
    return _set_layer(options, report, editing, output)


def _check(options: argparse.Namespace, driver: str) -> None:
    refuse = options.parser.error
    # One command is one step of undo.
    if (options.control is None) is (options.copy is None):
        refuse(tr("give on, off, auto, only or forget, or --copy FILE"))
    if driver and (options.copy is not None or options.control in (LayerControl.ON, _FORGET)):
        refuse(tr("a driver is set to only, off or auto"))
    if options.control == _ONLY and not driver:
        refuse(tr("“{name}” is not a driver; only is for drivers", name=options.name))


def _set_others(options: argparse.Namespace, output: Output) -> int:
    """Set the layers that the configuration does not name."""
    from vkconfig_py.model.chain.layer_rows import UNLISTED_REASONS

    if options.copy is not None or options.control in (None, _ONLY):
        options.parser.error(tr("others is set to on, off, auto or forget"))
    editing = Editing.of(options.configuration, output)
    if options.control == _FORGET:
        editing = editing.edit(partial(edits.show_unlisted, shown=False), output)
    else:
        control = LayerControl(options.control)
        change = partial(edits.set_control, layer=UNLISTED, control=control)
        editing = editing.edit(change, output)
    configuration = editing.configuration
    output.outcome(_members(configuration, OTHERS, configuration.unlisted))
    output.line(
        tr(
            "“{name}”: {reason}.",
            name=plain(configuration.title),
            reason=UNLISTED_REASONS[configuration.unlisted],
        )
    )
    return Exit.OK


def _set_driver(options: argparse.Namespace, name: str, editing: Editing, output: Output) -> int:
    control = DriverControl(options.control)
    change = partial(edits.set_driver_control, driver=name, control=control)
    editing = editing.edit(change, output)
    return _tell(editing, name, options.control, _set_sentence(editing, name, options), output)


def _set_layer(
    options: argparse.Namespace, report: LoaderReport, editing: Editing, output: Output
) -> int:
    name = find_layer(options.name, editing.configuration, report)
    if options.control == _FORGET:
        editing = editing.edit(partial(edits.forget_layer, layer=name), output)
        result = tr(
            "“{name}”: {layer} is removed, with its place and settings.",
            name=plain(editing.configuration.title),
            layer=plain(name),
        )
        return _tell(editing, name, _FORGET, result, output)
    if options.copy is not None:
        copy = _copy(options.copy, name, report)
        editing = editing.edit(partial(choose_copy, layer=name, copy=copy), output)
        result = _copy_sentence(plain(editing.configuration.title), plain(name), copy)
    else:
        control = LayerControl(options.control)
        editing = editing.edit(partial(edits.set_control, layer=name, control=control), output)
        result = _set_sentence(editing, name, options)
    if all(layer.name != name for layer in report.found):
        output.error(tr("{layer} is not installed; the choice is kept until it is.", layer=name))
    return _tell(editing, name, editing.configuration.control(name), result, output)


def _copy(copy_name: str, layer: str, report: LoaderReport) -> str:
    """The manifest of a copy by its path or base name, or what a general choice is kept as."""
    if copy_name in _GENERAL:
        return _GENERAL[copy_name]
    copies = [
        installed.file
        for installed in report.found
        if installed.name == layer and installed.manifest is not None
    ]
    path = str(Path(copy_name).expanduser().absolute())
    matches = [file for file in copies if file == path]
    matches = matches or [file for file in copies if base_name(file) == copy_name]
    if len(matches) == 1:
        return matches[0]
    raise CommandError(
        _no_copy_sentence(copy_name, layer, copies, several=bool(matches)), Exit.NOT_FOUND
    )


def _no_copy_sentence(copy_name: str, layer: str, copies: Sequence[str], *, several: bool) -> str:
    paths = ", ".join(copies)
    if several:
        return tr(
            "“{name}”: there are several copies of {layer} by this name. It has: {paths}",
            name=copy_name,
            layer=layer,
            paths=paths,
        )
    if not copies:
        return tr(
            "“{name}”: there is no copy of {layer} on this machine.", name=copy_name, layer=layer
        )
    return tr(
        "“{name}”: there is no copy of {layer} by this name. It has: {paths}",
        name=copy_name,
        layer=layer,
        paths=paths,
    )


def _copy_sentence(name: str, layer: str, copy: str) -> str:
    if copy == NEWEST:
        return tr("“{name}”: {layer} is used in its highest version.", name=name, layer=layer)
    if copy:
        return tr(
            "“{name}”: {layer} is used from {path}.", name=name, layer=layer, path=plain(copy)
        )
    return tr("“{name}”: {layer} is used from where the loader finds it.", name=name, layer=layer)


def _set_sentence(editing: Editing, subject: str, options: argparse.Namespace) -> str:
    return tr(
        "“{name}”: {subject} is set to {control}.",
        name=plain(editing.configuration.title),
        subject=plain(subject),
        control=CONTROL_WORDS[options.control],
    )


def _tell(editing: Editing, name: str, control: str, result: str, output: Output) -> int:
    configuration = editing.configuration
    output.outcome(_members(configuration, name, control))
    output.line(result)
    return Exit.OK


def _members(configuration: Configuration, name: str, control: str) -> dict[str, object]:
    entry = configuration.entry(name)
    return {
        "configuration": named(configuration),
        "name": name,
        "control": str(control),
        "copy": entry.copy if entry else "",
    }
