"""generate: documentation, settings, scripts and code of a configuration or of layers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_demo,
    add_dry_run,
    add_json,
    add_output,
    add_selected,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import (
    CHANGE_WORDS,
    change_members,
    find_change,
    is_printed,
    preview_output,
    write_output,
)
from vkconfig_py.cli.planning import predict_launch
from vkconfig_py.cli.subjects import make_ambiguity_error
from vkconfig_py.cli.workspace import make_effective_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.exchange.documented_layers import (
    DocumentedLayers,
    document_configuration,
    document_layers,
    document_manifests,
    explain_skipped_manifest,
    find_layers,
    list_known_layers,
    make_default_configuration,
)
from vkconfig_py.model.exchange.generated_files import (
    GENERATED_KINDS,
    GeneratedFile,
    GeneratedKind,
    describe_kind,
    generate_file,
    get_kind_label,
)
from vkconfig_py.model.files.paths import describe_error, read_regular
from vkconfig_py.model.plan.plan import ChangeKind

_WORD_BY_CHANGE = {
    "new": CHANGE_WORDS[ChangeKind.NEW],
    "change": CHANGE_WORDS[ChangeKind.CHANGE],
    "unchanged": tr("Unchanged", "what is done to a file"),
}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py generate settings -o vk_layer_settings.txt": tr(
            "the settings file that layers read"
        ),
        "vkconfig-py generate html --layer KHRONOS_validation -o validation.html": "",
        "vkconfig-py generate markdown --layer ./my_layer.json": "",
        "vkconfig-py generate cpp -c Validation -o src/": "",
    }
    add_json(parser)
    # A metavar: the usage line would repeat all choices.
    kinds = [kind.value for kind in GeneratedKind]
    parser.add_argument(
        "kind",
        nargs="?",
        metavar="KIND",
        choices=kinds,
        help=tr("{kinds} (default: list them)", kinds=", ".join(kinds)),
    )
    add_selected(parser)
    parser.add_argument(
        "-l",
        "--layer",
        action="append",
        default=[],
        metavar="LAYER",
        help=tr(
            "only this layer, or the layers in this manifest (repeatable); without "
            "--config, use the layer's default values"
        ),
    )
    add_output(parser)
    add_dry_run(parser)
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    if options.kind is None:
        _list_kinds(output)
        return Exit.OK
    with forbid_writing(is_forbidden=options.dry_run), open_machine(demo=options.demo) as machine:
        documented_layers = _find_documented_layers(
            options.configuration, options.layer, machine, output
        )
        generated_file = generate_file(GeneratedKind(options.kind), documented_layers)
    for note in generated_file.notes:
        output.error(note)
    if is_printed(options.output):
        output.document(generated_file.text)
        output.outcome({"kind": options.kind, "content": generated_file.text, "files": []})
        return Exit.OK
    _write_file(generated_file, options, output)
    return Exit.OK


def _list_kinds(output: Output) -> None:
    """Print the kinds of files that can be generated."""
    labels = {
        kind.value: f"{get_kind_label(kind)}: {describe_kind(kind)}" for kind in GENERATED_KINDS
    }
    label_width = max(map(len, labels))
    for kind, label in labels.items():
        output.line(f"{output.paint(kind.ljust(label_width), 'strong')}  {label}")
    output.outcome({"kinds": [{"kind": kind, "label": label} for kind, label in labels.items()]})


def _find_documented_layers(
    name: str, layers: Sequence[str], machine: Machine, output: Output
) -> DocumentedLayers:
    """Return what to generate from: manifests, named layers or a configuration."""
    files = [layer for layer in layers if layer.endswith(".json")]
    if files and name:
        raise CommandError(tr("Specify either manifests or --config, not both"), Exit.USAGE)
    if files and len(files) < len(layers):
        raise CommandError(tr("Specify either manifests or installed layers, not both"), Exit.USAGE)
    if files:
        return _read_manifests(files, machine)
    selected_configuration = make_effective_configuration(machine, name, output)
    planned_configuration = predict_launch(machine, selected_configuration)
    if layers:
        names = _find_layer_names(layers, planned_configuration.answer.inventory)
        # Without a configuration the layers are meant as they are.
        configuration = selected_configuration if name else make_default_configuration(names)
        return document_layers(
            planned_configuration.request,
            planned_configuration.answer,
            names,
            configuration,
            machine.cache,
        )
    if not name:
        output.error(
            tr(
                "generated from the selected configuration, “{name}”",
                name=selected_configuration.title,
            )
        )
    return document_configuration(
        planned_configuration.request, planned_configuration.answer, machine.cache
    )


def _read_manifests(paths: Sequence[str], machine: Machine) -> DocumentedLayers:
    """Return the layers of manifest files, which need not be installed."""
    contents = {}
    for path in paths:
        try:
            contents[str(Path(path).absolute())] = read_regular(Path(path))
        except OSError as error:
            raise CommandError(
                tr("{path} cannot be read: {reason}", path=path, reason=describe_error(error)),
                Exit.NOT_FOUND,
            ) from error
    documented_layers = document_manifests(contents, machine.host)
    if not documented_layers.layers:
        raise CommandError(" ".join(documented_layers.notes).removesuffix("."), Exit.NOT_FOUND)
    return documented_layers


def _find_layer_names(layers: Sequence[str], inventory: LoaderReport) -> list[str]:
    """Return the full names of layers that are given by name or short name.

    Raises:
        CommandError: a name has no match, or more than one.
    """
    known_names = list_known_layers(inventory)
    names: list[str] = []
    for layer in layers:
        matches = find_layers(layer, known_names)
        if not matches:
            if reason := explain_skipped_manifest(layer, inventory):
                raise CommandError(f"{layer}: {reason}", Exit.NOT_FOUND)
            known_list = ", ".join(known_names)
            unknown_layer_text = tr(
                "No layer named “{name}”. Available: {names}", name=layer, names=known_list
            )
            unknown_name_text = tr(
                "No layer named “{name}”, and no other layers are available.", name=layer
            )
            raise CommandError(
                unknown_layer_text if known_names else unknown_name_text, Exit.NOT_FOUND
            )
        if len(matches) > 1:
            raise make_ambiguity_error(layer, matches)
        names += matches
    return names


def _write_file(generated_file: GeneratedFile, options: argparse.Namespace, output: Output) -> None:
    """Write the generated file, or with --dry-run print what would be written."""
    target = options.output, generated_file.name, generated_file.content
    change = find_change(*target)
    # A dry run is refused where the real run would be.
    write = preview_output if options.dry_run else write_output
    path = write(*target, replace=options.force)
    if options.dry_run:
        output.line(plain(f"{_WORD_BY_CHANGE[change]} {path}"))
    elif path.is_file():  # what went to a device or a pipe is no file to be named
        output.line(plain(str(path)))
    files = [change_members(str(path), change, generated_file.text)]
    output.outcome({"kind": options.kind, "files": files, "dry_run": options.dry_run})
