"""layer move: put a layer, or the place of all other layers, elsewhere in the chain."""

from __future__ import annotations

import argparse
import shlex

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import make_launch_request
from vkconfig_py.cli.subjects import (
    LAYER_OR_OTHERS,
    OTHERS_ARGUMENT,
    find_layer_or_others,
    find_named,
)
from vkconfig_py.cli.workspace import Editing, make_inventory, make_program_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import UNLISTED
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    move_in_order,
    move_layer,
    remove_order,
)
from vkconfig_py.model.plan.inventory import list_entries
from vkconfig_py.model.plan.loader_family import find_misplacements

_LAST_POSITION = 1 << 30


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py layer move KHRONOS_validation --first": "",
        "vkconfig-py layer move mangohud --below KHRONOS_validation": "",
        "vkconfig-py layer move mangohud --to 2 -c Validation": "",
        "vkconfig-py layer move --reset": tr("reset all layers to the loader's order"),
    }
    add_json(parser)
    add_selected(parser)
    parser.add_argument(
        "layer",
        nargs="?",
        metavar=LAYER_OR_OTHERS,
        help=tr("layer name or part of it; others: all layers without a position"),
    )
    position_group = parser.add_mutually_exclusive_group()
    position_group.add_argument(
        "--first", action="store_true", help=tr("move it next to the program")
    )
    position_group.add_argument(
        "--last", action="store_true", help=tr("move it next to the driver")
    )
    position_group.add_argument(
        "--to", type=int, metavar="N", help=tr("move it to position N, counted from the program")
    )
    position_group.add_argument(
        "--above", metavar="LAYER", help=tr("move it before this layer, as seen from the program")
    )
    position_group.add_argument(
        "--below", metavar="LAYER", help=tr("move it after this layer, as seen from the program")
    )
    position_group.add_argument(
        "--reset", action="store_true", help=tr("reset to the loader's order")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if bool(options.layer) is options.reset:
        options.parser.error(tr("specify a layer and a position, or just --reset"))
    has_neighbor = options.above is not None or options.below is not None
    has_place = options.first or options.last or options.to is not None or has_neighbor
    if not (has_place or options.reset):
        options.parser.error(
            tr("specify a position: --above LAYER, --below LAYER, --first, --last or --to N")
        )
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        if options.reset:
            editing = editing.edit(remove_order, output)
        else:
            editing = _move_layer(options, machine, editing, output)
        chain = _compute_chain(machine, editing)
    configuration = editing.configuration
    layers = [_get_shown_name(name) for name in chain]
    output.outcome({"configuration": make_name_members(configuration), "layers": layers})
    output.line(tr("Call chain of “{name}”, application first:", name=plain(configuration.title)))
    for name in layers:
        output.line(f"  {plain(name)}")
    if find_misplacements(list_entries(configuration), chain):
        output.error(
            tr("The loader uses a different order than requested; use explain to see why.")
        )
    return Exit.OK


def _move_layer(
    options: argparse.Namespace, machine: Machine, editing: Editing, output: Output
) -> Editing:
    """Move a layer, which may turn it on."""
    report = make_inventory(machine, editing.workspace.sources)
    layer = find_layer_or_others(options.layer, editing.configuration, report)
    chain = _compute_chain(machine, editing)
    other_layers = [name for name in chain if name != layer]
    neighbor = _find_neighbor(options, other_layers, report)
    drawn_order = move_in_order(chain, layer, _find_place(options, neighbor, other_layers))

    def change(workspace: Workspace) -> WorkspaceChange | None:
        return move_layer(workspace, chain, drawn_order, layer, neighbor)

    control = editing.configuration.get_control(layer)
    editing = editing.edit(change, output)
    if editing.configuration.get_control(layer) is not control:
        output.line(tr("Turned on {layer}.", layer=plain(layer)))
    return editing


def _compute_chain(machine: Machine, editing: Editing) -> tuple[str, ...]:
    """Return the layers that a launch loads, from the program to the driver.

    UNLISTED stands where unnamed layers load.
    """
    configuration = make_program_configuration(machine, editing.configuration, editing.workspace)
    return compute_snapshot(
        make_launch_request(machine, configuration), machine.cache
    ).list_movable_names()


def _get_shown_name(name: str) -> str:
    return OTHERS_ARGUMENT if name == UNLISTED else name


def _find_neighbor(
    options: argparse.Namespace, other_layers: list[str], report: LoaderReport
) -> str:
    """Return the layer that --above or --below names, "" without these options."""
    words = options.below if options.above is None else options.above
    if words is None:
        return ""
    neighbor = (
        UNLISTED
        if words == OTHERS_ARGUMENT and UNLISTED in other_layers
        else find_named(words, other_layers)
    )
    if not neighbor:
        off_layers = {
            layer.name
            for layer in report.found_layers
            if layer.verdict.outcome in (Outcome.LOADS, Outcome.OFF)
        }
        off_layer = find_named(words, sorted(off_layers))
        if off_layer:
            command = ["vkconfig-py", "layer", "on", off_layer]
            if options.configuration:
                command += ["-c", options.configuration]
            raise CommandError(
                tr(
                    "{layer} is off, so it has no position in the chain. To turn it on: {command}",
                    layer=off_layer,
                    command=shlex.join(command),
                ),
                Exit.FAILED,
            )
        layer_list = ", ".join(map(_get_shown_name, other_layers))
        raise CommandError(
            tr(
                "No layer “{name}” in the chain. Available: {layers}",
                name=words,
                layers=layer_list,
            ),
            Exit.NOT_FOUND,
        )
    return neighbor


def _find_place(options: argparse.Namespace, neighbor: str, other_layers: list[str]) -> int:
    """Return the index among the other layers that the options ask for."""
    if options.first:
        return 0
    if options.last:
        return _LAST_POSITION
    if options.to is not None:
        return max(int(options.to) - 1, 0)
    return other_layers.index(neighbor) + (1 if options.above is None else 0)
