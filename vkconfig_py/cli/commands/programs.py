"""programs: the programs that a configuration is for."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json, add_list_edits
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.workspace_edits import (
    add_program,
    enable_program,
    remove_program,
)
from vkconfig_py.model.programs.program_paths import describe_program

_OFF = tr("off", "a program that a configuration is not used for")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py programs Debugging --add /usr/bin/vkcube": "",
        "vkconfig-py programs Debugging --off vkcube": "",
    }
    add_json(parser)
    add_configuration(parser)
    add_list_edits(
        parser,
        add=tr("a program; also several times"),
        remove=tr("remove one from the list"),
        on=tr("use the configuration for one that was turned off"),
        off=tr("keep one in the list without using it"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    for path in [_find_program(path, editing.machine.host, output) for path in options.add]:
        editing = editing.commit(add_program(editing.workspace, editing.key, path), output)
    for path in options.remove:
        entry = _find_entry(editing, path)
        editing = editing.commit(remove_program(editing.workspace, editing.key, entry), output)
    for on, paths in ((True, options.on), (False, options.off)):
        for path in paths:
            entry = _find_entry(editing, path)
            changed = enable_program(editing.workspace, editing.key, entry, on=on)
            editing = editing.commit(changed, output)
    configuration = editing.configuration
    rows = [
        {"path": program.path, "enabled": program.enabled} for program in configuration.programs
    ]
    output.outcome({"configuration": named(configuration), "programs": rows})
    if not configuration.programs:
        output.line(tr("“{name}” is for every program.", name=plain(configuration.title)))
    for program in configuration.programs:
        output.line(f"{plain(program.path)}{'' if program.enabled else f'  ({_OFF})'}")
    return Exit.OK


def _find_program(path: str, host: Host, output: Output) -> str:
    """Return the absolute path of a program. A bare name is looked for in PATH."""
    match = describe_program(path, host)
    if not match.runs:
        raise CommandError(f"{match.error}.", Exit.NOT_FOUND)
    if match.sentence:
        output.error(f"{match.sentence}.")
    return _full(match.path)


def _full(path: str) -> str:
    return str(Path(path).absolute())


def _find_entry(editing: Editing, path: str) -> str:
    programs = [entry.path for entry in editing.configuration.programs]
    exact = [program for program in programs if program in (path, _full(path))]
    matches = exact or [program for program in programs if Path(program).name == path]
    if len(matches) == 1:
        return matches[0]
    name = editing.configuration.title
    raise CommandError(
        tr("“{path}” is not in the list of programs of “{name}”.", path=path, name=name),
        Exit.NOT_FOUND,
    )
