"""open: what a file of another program, or a folder, would become here, and taking it over."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.cli.exits import Exit, Stop
from vkconfig_py.cli.machine import Machine, open_machine
from vkconfig_py.cli.output import Output, plain
from vkconfig_py.model.arrivals import sort_arrivals
from vkconfig_py.model.documents.configuration_file import configuration_to_document
from vkconfig_py.model.documents.workspace import Loaded
from vkconfig_py.model.foreign.adopting import adopt
from vkconfig_py.model.foreign.files import open_file, open_folder
from vkconfig_py.model.foreign.telling import describe_configuration
from vkconfig_py.model.foreign.values import Opened
from vkconfig_py.model.presence import is_gone


def run_open(options: argparse.Namespace, output: Output) -> int:
    """Print what a file becomes; with --import, keep it."""
    named = str(Path(options.file).absolute())
    arrived = sort_arrivals((named,))
    path = next(iter(arrived.files), named)
    with open_machine() as machine:
        loaded = machine.load(output)
        opened = _open(path, machine, loaded) if arrived.files else _search(path, machine)
        if opened.refused:
            raise Stop(opened.refused, Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED)
        if options.json:
            output.line(json.dumps(_members(path, opened), indent=1))
        else:
            _tell(path, opened, output)
        if options.keep:
            for line in _keep(path, opened, machine, loaded, output):
                (output.error if options.json else output.line)(plain(line))
    return Exit.OK


def _open(path: str, machine: Machine, loaded: Loaded) -> Opened:
    return open_file(path, machine.host, machine.inventory(loaded.workspace.collection))


def _search(folder: str, machine: Machine) -> Opened:
    return open_folder(folder, machine.host, machine.profile)


def _keep(
    path: str, opened: Opened, machine: Machine, loaded: Loaded, output: Output
) -> Iterator[str]:
    """Save what a file became; yield what was added."""
    before = loaded.workspace
    changed = adopt(before, opened, path, loaded.shipped)
    if changed is None:
        yield "Nothing was added: everything in it is here already."
        return
    after = machine.save(loaded, changed.workspace, output)
    keys = {one.key for one in before.configurations}
    for one in after.configurations:
        if one.key not in keys:
            yield f"Added: “{one.name}”"
    kept = {one.key for one in after.configurations}
    for one in before.configurations:
        if one.key not in kept:
            yield f"Put away: “{one.name}”"
    for source in after.collection:
        if source not in before.collection:
            yield f"Searched for layers from now on: {source.path}"


def _tell(path: str, opened: Opened, output: Output) -> None:
    output.line(f"{plain(path)} is {opened.kind}.")
    for configuration in opened.configurations:
        output.line()
        output.line(output.paint(plain(configuration.name), "strong"))
        for line in describe_configuration(configuration):
            output.line(f"    {plain(line)}")
    if opened.sources:
        output.line()
        output.line("Searched for layers too:")
    for source in opened.sources:
        kind = "implicit" if source.implicit else "explicit"
        output.line(f"    {plain(source.path)} ({kind})")
    if opened.notes:
        output.line()
        output.line(output.paint("Not as it was:", "warn"))
    for note in opened.notes:
        output.line(f"    {plain(note.located(path))}")


def _members(path: str, opened: Opened) -> dict[str, object]:
    return {
        "file": path,
        "kind": opened.kind.name.lower().replace("_", "-"),
        "configurations": [configuration_to_document(one) for one in opened.configurations],
        "sources": [source._asdict() for source in opened.sources],
        "put_away": list(opened.put_away),
        "selected": opened.selected,
        "notes": [
            {"file": note.file or path, "line": note.line, "sentence": note.sentence}
            for note in opened.notes
        ],
    }
