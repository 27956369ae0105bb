"""bug-report: the chain of a program, its reasons and what belongs to it, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output
from vkconfig_py.cli.planning import ask_launch
from vkconfig_py.cli.workspace import effective, read_workspace
from vkconfig_py.cli.written_files import is_printed, write_output
from vkconfig_py.model.chain.picture_values import Picture
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.problems.bug_report import (
    SUFFIXES,
    Evidence,
    Form,
    Part,
    collect,
    redaction_of,
    render,
)
from vkconfig_py.model.session.backend import Backend


def run(options: argparse.Namespace, output: Output) -> int:
    form = Form.JSON if options.json else Form(options.format)
    parts = _parts(options)
    with open_machine(demo=options.demo) as machine:
        evidence = _collect(machine, options, parts, output)
        redaction = None if options.keep_names else redaction_of(evidence)
        text = render(evidence, form, parts, redaction)
    output.as_json = False  # the document is the output
    if is_printed(options.output):
        output.document(text)
        return Exit.OK
    name = f"vulkan-report{SUFFIXES[form]}"
    path = write_output(options.output, name, text.encode(), replace=options.replace)
    output.line(str(path))
    return Exit.OK


def _parts(options: argparse.Namespace) -> frozenset[Part]:
    if options.only:
        return frozenset(map(Part, options.only))
    return frozenset(Part) - frozenset(map(Part, options.without))


def _collect(
    machine: Machine, options: argparse.Namespace, parts: frozenset[Part], output: Output
) -> Evidence:
    name = options.name
    if name is None:
        name = read_workspace(machine, output).current.key
    configuration = effective(machine, name, output)
    if options.program:
        program = str(Path(options.program).absolute())
        configuration = configuration._replace(target=Target(program))
    question = ask_launch(machine, configuration).question
    backend = Backend()
    picture: Picture = backend.compute(question, machine.cache)
    prober = backend.prober(machine.host.environment, machine.paths, machine.recorded)
    return collect(
        picture,
        prober.results,
        machine.cache,
        machine.paths,
        asks_loader=Part.LOADER_LOG in parts,
        is_sample=options.demo,
    )
