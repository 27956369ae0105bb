"""layer build: layers under development: added from a library or manifest, and watched."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_not_found, add_selected, add_verbs
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import predict_launch
from vkconfig_py.cli.subjects import find_named
from vkconfig_py.cli.workspace import (
    Editing,
    load,
    make_inventory,
    make_program_configuration,
    read_workspace,
    save,
)
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.own_files import write_file
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, find_cache_path
from vkconfig_py.model.catalog.layer_builds import (
    BuildCheck,
    LayerBuild,
    RebuildWatch,
    add_build,
    check_build,
    describe_changes,
    find_build,
    read_builds,
)
from vkconfig_py.model.configuration.workspace_edits import remove_source
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.text.wording import render_clock_seconds

_NO_DIFFERENCE = tr("No difference.")
POLL_INTERVAL_SECONDS = 0.1  # seconds between two looks at a library's file
NO_BUILD = tr(
    "No layer builds added yet. To add a build: {command}",
    command="vkconfig-py layer build add LIBRARY",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py layer build add build/libVkLayer_mine.so -c Validation": "",
        "vkconfig-py layer build watch": tr("show what each rebuild changes; stop with Ctrl+C"),
        "vkconfig-py layer build remove mine": "",
    }
    add_not_found(parser)
    helps = {
        "list": tr("list the layers that you build"),
        "add": tr("add a library and turn its layer on, first in the chain"),
        "remove": tr("stop using a layer build; no file is deleted"),
        "watch": tr("test a library now and after each rebuild"),
    }
    verbs = add_verbs(parser, helps, None)
    adder, remover, watcher = verbs["add"], verbs["remove"], verbs["watch"]
    adder.add_argument(
        "file", metavar="FILE", help=tr("a library, or a manifest that names a library")
    )
    add_selected(adder)
    adder.add_argument("--name", default="", metavar="L", help=tr("layer name"))
    remover.add_argument("layer", metavar="LAYER", help=tr("layer name or part of it"))
    watcher.add_argument("layer", nargs="?", metavar="LAYER", help=tr("default: the latest build"))
    watcher.add_argument("--once", action="store_true", help=tr("check once, then exit"))


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        match options.verb:
            case "add":
                return _add_build(options, machine, output)
            case "remove":
                return _remove_build(options, machine, output)
            case "watch":
                return _watch_build(options, machine, output)
            case _:
                return _list_builds(machine, output)


def _add_build(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Make the configuration load the layer of a build first. Write a manifest if there is none."""
    editing = Editing.of(options.configuration, output, machine)
    path = str(Path(options.file).absolute())
    build = find_build(
        path, machine.host, machine.profile, get_manifest_folder(machine), options.name
    )
    if isinstance(build, str):
        raise CommandError(build)
    if build.note:
        output.error(build.note)
    if build.content:
        try:
            write_file(build.manifest, build.content)
        except OSError as error:
            raise CommandError(
                render_error(tr("The build was not added"), build.manifest, error)
            ) from error
    chain = _compute_chain(machine, editing)
    editing = editing.edit(lambda workspace: add_build(workspace, build, chain), output)
    configuration = editing.configuration
    output.outcome({"configuration": make_name_members(configuration), **_build_to_json(build)})
    output.line(
        tr(
            "“{name}” loads {layer} first, from {path}.",
            name=plain(configuration.title),
            layer=plain(build.layer),
            path=plain(path),
        )
    )
    if build.content:
        output.line(tr("Created its manifest: {manifest}", manifest=plain(build.manifest)))
    return Exit.OK


def get_manifest_folder(machine: Machine) -> Path:
    """Return the folder in which vkconfig-py writes manifests of the user's builds."""
    return machine.paths.state / "builds"


def _compute_chain(machine: Machine, editing: Editing) -> tuple[str, ...]:
    """Return the names of the layers that a launch with the configuration loads, in order."""
    configuration = make_program_configuration(machine, editing.configuration, editing.workspace)
    report = predict_launch(machine, configuration).answer.report
    return tuple(dict.fromkeys(layer.manifest.name for layer in report.callstack))


def _remove_build(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Stop searching for the manifest of a build."""
    load_result = load(machine, output)
    build = _find_build(options.layer, read_builds(load_result.workspace, machine.host))
    change = remove_source(load_result.workspace, build.manifest)
    if change is not None:
        save(machine, load_result, change, output)
    output.outcome(_build_to_json(build))
    output.line(
        tr(
            "{layer} is no longer loaded from {manifest}.",
            layer=plain(build.layer),
            manifest=plain(build.manifest),
        )
    )
    return Exit.OK


def _find_build(name: str, builds: tuple[LayerBuild, ...]) -> LayerBuild:
    """Return the build of a layer, by its name or part of it."""
    layer = find_named(name, [build.layer for build in builds])
    match = next((build for build in builds if build.layer == layer), None)
    if match is None:
        names = ", ".join(build.layer for build in builds)
        available = tr("No build of “{name}”. Available: {names}", name=name, names=names)
        unknown_name_text = tr(
            "No build of “{name}”, and no other builds are available.", name=name
        )
        raise CommandError(available if builds else unknown_name_text, Exit.NOT_FOUND)
    return match


def _list_builds(machine: Machine, output: Output) -> int:
    builds = read_builds(read_workspace(machine, output), machine.host)
    output.outcome({"builds": [_build_to_json(build) for build in builds]})
    if not builds:
        output.line(NO_BUILD)
    for build in builds:
        output.line(plain(build.note or f"{build.layer}  {build.library}"))
    return Exit.OK


def _watch_build(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Print the state of a build now and after each rebuild, until the user interrupts."""
    workspace = read_workspace(machine, output)
    builds = read_builds(workspace, machine.host)
    if not builds:
        raise CommandError(NO_BUILD, Exit.NOT_FOUND)
    build = builds[-1] if options.layer is None else _find_build(options.layer, builds)
    report = make_inventory(machine, workspace.sources)
    memory = ProbeMemory(find_cache_path(machine.host.environment))
    check_before: BuildCheck | None = None
    watch = RebuildWatch(build.library, machine.host)
    build_checks = []
    while True:
        build_check = check_build(build, report, memory, time.time())
        changes = describe_changes(check_before, build_check)
        build_checks.append({"time": build_check.looked_at, "sentences": list(changes)})
        moment = render_clock_seconds(build_check.looked_at)
        output.line(f"{moment}  {plain(build.layer)}: {' '.join(changes) or _NO_DIFFERENCE}")
        output.flush()
        check_before = build_check
        if options.once:
            break
        while not watch.check_rebuilt():
            time.sleep(POLL_INTERVAL_SECONDS)
    output.outcome({**_build_to_json(build), "looks": build_checks})
    return Exit.OK


def _build_to_json(build: LayerBuild) -> dict[str, object]:
    return {"layer": build.layer, "manifest": build.manifest, "library": build.library}
