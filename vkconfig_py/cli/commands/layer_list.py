"""layer list: every layer that is found, and whether it loads."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.report_text import EXPLICIT, IMPLICIT, WORD_WIDTH, choose_tone
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.explain.verdict_sentences import (
    find_effective_outcome,
    render_outcome,
    render_verdict,
)
from vkconfig_py.loader.files.own_files import COLLECTION_FILE
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport

_FoundInReport = tuple[FoundLayer, LoaderReport]


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py layer list": "",
        "vkconfig-py layer list -c Validation": "",
        "vkconfig-py layer list --json": tr("also include the reason for each layer's state"),
    }
    add_json(parser)
    add_selected(
        parser, tr("show what a launch with this configuration loads (default: no configuration)")
    )
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine(demo=options.demo) as machine:
        if options.configuration:
            layers = _find_launched_layers(machine, options.configuration, output)
        else:
            layers = _find_layers(machine, output)
    if options.json:
        rows = [
            {
                "name": layer.name,
                "manifest": layer.file,
                "kind": "implicit" if layer.implicit else "explicit",
                "version": _render_version(layer),
                "outcome": layer.verdict.outcome.value,
                "reason": layer.verdict.reason.value,
                "sentence": render_verdict(layer.verdict, report),
            }
            for layer, report in layers
        ]
        output.outcome({"layers": rows})
        return Exit.OK
    for layer, report in layers:
        kind = IMPLICIT if layer.implicit else EXPLICIT
        outcome, _ = find_effective_outcome(layer, report)
        state = output.paint(render_outcome(outcome).ljust(WORD_WIDTH), choose_tone(layer, outcome))
        facts = output.paint(f"{_render_version(layer)}  {plain(layer.file)}".lstrip(), "faint")
        output.line(f"{state}{kind}  {plain(layer.name)}  {facts}")
    return Exit.OK


def _find_layers(machine: Machine, output: Output) -> list[_FoundInReport]:
    """Return every copy of every layer with its report.

    Those of the user's own folders come last.
    """
    current_report = discover(
        machine.host, None, machine.profile, machine.cache, with_remedies=False
    )
    layers = [(layer, current_report) for layer in current_report.found_layers]
    if not (machine.paths.configurations / COLLECTION_FILE).exists():
        return layers  # mostly there are none, and reading them waits for imports
    from vkconfig_py.cli.workspace import make_inventory, read_workspace

    known_files = {layer.file for layer in current_report.found_layers}
    inventory = make_inventory(machine, read_workspace(machine, output).sources)
    return [
        *layers,
        *((layer, inventory) for layer in inventory.found_layers if layer.file not in known_files),
    ]


def _find_launched_layers(machine: Machine, name: str, output: Output) -> list[_FoundInReport]:
    """Return every copy of every layer with the report of a launch with a configuration."""
    from vkconfig_py.cli.planning import predict_launch
    from vkconfig_py.cli.workspace import make_effective_configuration

    report = predict_launch(
        machine, make_effective_configuration(machine, name, output)
    ).answer.report
    return [(layer, report) for layer in report.found_layers]


def _render_version(layer: FoundLayer) -> str:
    """Return the Vulkan version that a layer supports, "" without a usable manifest."""
    return ".".join(map(str, layer.manifest.api_version)) if layer.manifest else ""
