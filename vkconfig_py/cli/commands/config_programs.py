"""config programs: the programs that a configuration is for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_paths, add_verbs
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    add_program,
    enable_program,
    remove_program,
)
from vkconfig_py.model.programs.program_paths import describe_program

_OFF_TEXT = tr("off", "a program that a configuration is not used for")
_EDIT_BY_ACTION: Mapping[str, Callable[..., WorkspaceChange | None]] = {
    "add": add_program,
    "remove": remove_program,
    "on": partial(enable_program, is_on=True),
    "off": partial(enable_program, is_on=False),
}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config programs": "",
        "vkconfig-py config programs add /usr/bin/vkcube -c Validation": "",
        "vkconfig-py config programs off vkcube -c Validation": "",
    }
    verbs = {
        "list": tr("list the programs"),
        "add": tr("add programs"),
        "remove": tr("remove programs"),
        "on": tr("turn programs on again"),
        "off": tr("turn programs off without removing them"),
    }
    for verb, verb_parser in add_verbs(parser, verbs).items():
        if verb != "list":
            add_paths(verb_parser, "PROGRAM", tr("a path, or a name found in PATH"))


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    if options.verb != "list":
        host = editing.machine.host
        is_new = options.verb == "add"
        for path in [
            _find_program(path, host, output) if is_new else _find_entry(editing, path)
            for path in options.paths
        ]:
            change = _EDIT_BY_ACTION[options.verb](editing.workspace, editing.key, path)
            editing = editing.commit(change, output)
    configuration = editing.configuration
    rows = [
        {"path": program.path, "enabled": program.enabled} for program in configuration.programs
    ]
    output.outcome({"configuration": make_name_members(configuration), "programs": rows})
    if not configuration.programs:
        output.line(tr("“{name}” applies to every program.", name=plain(configuration.title)))
    for program in configuration.programs:
        output.line(f"{plain(program.path)}{'' if program.enabled else f'  ({_OFF_TEXT})'}")
    return Exit.OK


def _find_program(path: str, host: Host, output: Output) -> str:
    """Return the absolute path of a program. A name without a slash is looked up in PATH."""
    match = describe_program(path, host)
    if not match.can_run:
        raise CommandError(f"{match.error}.", Exit.NOT_FOUND)
    if match.sentence:
        output.error(f"{match.sentence}.")
    return _make_absolute(match.path)


def _make_absolute(path: str) -> str:
    return str(Path(path).absolute())


def _find_entry(editing: Editing, path: str) -> str:
    """Return the program of the configuration's list that a path or file name means."""
    programs = [entry.path for entry in editing.configuration.programs]
    exact_matches = [program for program in programs if program in (path, _make_absolute(path))]
    matches = exact_matches or [program for program in programs if Path(program).name == path]
    if len(matches) == 1:
        return matches[0]
    name = editing.configuration.title
    raise CommandError(
        tr("“{name}” does not list the program “{path}”.", path=path, name=name),
        Exit.NOT_FOUND,
    )
