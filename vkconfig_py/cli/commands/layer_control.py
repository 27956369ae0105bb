"""layer on, off, auto, forget, copy: a layer, or all that a configuration does not name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_control_members
from vkconfig_py.cli.subjects import (
    LAYER_OR_OTHERS,
    OTHERS_ARGUMENT,
    find_layer,
    render_control_sentence,
)
from vkconfig_py.cli.workspace import Editing, make_inventory
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.layer_rows import UNLISTED_REASONS
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import NEWEST_COPY, UNLISTED, LayerControl
from vkconfig_py.model.layer_settings.setting_edits import choose_copy

_FORGET_ACTION, _COPY_ACTION = "forget", "copy"
_COPY_BY_GENERAL_WORD = {"newest": NEWEST_COPY, "loader": ""}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    add_json(parser)
    add_selected(parser)
    parser.add_argument(
        "name",
        metavar=LAYER_OR_OTHERS,
        help=tr("layer name or part of it; others: all layers not listed in the configuration"),
    )
    if parser.action == _COPY_ACTION:
        parser.add_argument(
            "copy",
            metavar="FILE",
            help=tr("manifest to use; newest: the highest version; loader: the loader's choice"),
        )


def _examples() -> dict[str, dict[str, str]]:
    others_help = tr("layers not listed in the configuration")
    return {
        "on": {
            "vkconfig-py layer on KHRONOS_validation": "",
            "vkconfig-py layer on others": others_help,
        },
        "off": {
            "vkconfig-py layer off mangohud": "",
            "vkconfig-py layer off mangohud -c Validation": "",
            "vkconfig-py layer off others": others_help,
        },
        "auto": {"vkconfig-py layer auto mangohud": ""},
        _FORGET_ACTION: {"vkconfig-py layer forget mangohud": ""},
        _COPY_ACTION: {
            "vkconfig-py layer copy KHRONOS_validation newest": "",
            "vkconfig-py layer copy KHRONOS_validation loader": "",
        },
    }


def run(options: argparse.Namespace, output: Output) -> int:
    if options.name == OTHERS_ARGUMENT:
        return _set_others(options, output)
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        report = make_inventory(machine, editing.workspace.sources)
    return _set_layer(options, report, editing, output)


def _set_others(options: argparse.Namespace, output: Output) -> int:
    """Set what happens to the layers that a configuration does not name."""
    if options.action == _COPY_ACTION:
        options.parser.error(tr("“others” accepts only on, off, auto or forget"))
    editing = Editing.of(options.configuration, output)
    if options.action == _FORGET_ACTION:
        editing = editing.edit(partial(edits.show_unlisted, is_shown=False), output)
    else:
        control = LayerControl(options.action)
        change = partial(edits.set_control, layer=UNLISTED, control=control)
        editing = editing.edit(change, output)
    configuration = editing.configuration
    output.outcome(
        make_control_members(configuration, OTHERS_ARGUMENT, configuration.unlisted_control)
    )
    output.line(
        tr(
            "“{name}”: {reason}.",
            name=plain(configuration.title),
            reason=UNLISTED_REASONS[configuration.unlisted_control],
        )
    )
    return Exit.OK


def _set_layer(
    options: argparse.Namespace, report: LoaderReport, editing: Editing, output: Output
) -> int:
    """Set, forget or choose the copy of one layer."""
    name = find_layer(options.name, editing.configuration, report)
    if options.action == _FORGET_ACTION:
        editing = editing.edit(partial(edits.remove_layer_entry, layer=name), output)
        result = tr(
            "“{name}”: removed {layer} with its position and settings.",
            name=plain(editing.configuration.title),
            layer=plain(name),
        )
        return _print_result(editing, name, _FORGET_ACTION, result, output)
    if options.action == _COPY_ACTION:
        copy = _find_copy(options.copy, name, report)
        editing = editing.edit(partial(choose_copy, layer=name, copy=copy), output)
        result = _describe_copy(plain(editing.configuration.title), plain(name), copy)
    else:
        control = LayerControl(options.action)
        editing = editing.edit(partial(edits.set_control, layer=name, control=control), output)
        result = render_control_sentence(editing.configuration, name, options.action)
    if all(layer.name != name for layer in report.found_layers):
        output.error(
            tr("{layer} is not installed; the choice takes effect once it is.", layer=name)
        )
    return _print_result(editing, name, editing.configuration.get_control(name), result, output)


def _find_copy(copy_name: str, layer: str, report: LoaderReport) -> str:
    """Return the manifest that a path or file name means, or the value of newest or loader."""
    if copy_name in _COPY_BY_GENERAL_WORD:
        return _COPY_BY_GENERAL_WORD[copy_name]
    copies = [
        found_layer.file
        for found_layer in report.found_layers
        if found_layer.name == layer and found_layer.manifest is not None
    ]
    path = str(Path(copy_name).expanduser().absolute())
    matches = [file for file in copies if file == path]
    matches = matches or [file for file in copies if get_base_name(file) == copy_name]
    if len(matches) == 1:
        return matches[0]
    raise CommandError(
        _explain_missing_copy(copy_name, layer, copies, has_copies=bool(matches)), Exit.NOT_FOUND
    )


def _explain_missing_copy(
    copy_name: str, layer: str, copies: Sequence[str], *, has_copies: bool
) -> str:
    """Return why no single copy of a layer is meant. `has_copies`: the name fits more than one."""
    paths = ", ".join(copies)
    if has_copies:
        return tr(
            "Several copies of {layer} match “{name}”. Available: {paths}",
            name=copy_name,
            layer=layer,
            paths=paths,
        )
    if not copies:
        return tr("No copy of {layer} named “{name}” on this machine.", name=copy_name, layer=layer)
    return tr(
        "No copy of {layer} named “{name}”. Available: {paths}",
        name=copy_name,
        layer=layer,
        paths=paths,
    )


def _describe_copy(name: str, layer: str, copy: str) -> str:
    """Return the sentence about the copy that a configuration uses. `copy` as LayerEntry has it."""
    if copy == NEWEST_COPY:
        return tr("“{name}” uses the highest version of {layer}.", name=name, layer=layer)
    if copy:
        return tr("“{name}” uses {layer} from {path}.", name=name, layer=layer, path=plain(copy))
    return tr("“{name}” uses the copy of {layer} that the loader finds.", name=name, layer=layer)


def _print_result(editing: Editing, name: str, control: str, result: str, output: Output) -> int:
    """Print and return the result of a change.

    Args:
        editing: the changed configuration.
        name: of the layer.
        control: for JSON, such as "on" or "forget".
        result: the sentence.
        output: where it goes.
    """
    output.outcome(make_control_members(editing.configuration, name, control))
    output.line(result)
    return Exit.OK
