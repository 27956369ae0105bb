"""The program that a command line starts: named there, a configuration's own, or the last one."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, quote_names
from vkconfig_py.cli.workspace import find_configuration, make_program_configuration, read_workspace
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Configuration, OptionSet, Target, Variable
from vkconfig_py.model.configuration.option_sets import get_sets, merge_option_set_variables
from vkconfig_py.model.configuration.workspace import Workspace, get_program
from vkconfig_py.model.launch.run_program import LaunchError, StartFailure


class WantedProgram(NamedTuple):
    """What a command line says about the program.

    Attributes:
        words: program and arguments; () for the one that is kept.
        options: name of an option set of the program; "" for none.
        log_file: pattern of the file for its output; "" for what the option set says.
    """

    words: Sequence[str] = ()
    options: str = ""
    log_file: str = ""
    appends: bool = False


def make_started_configuration(
    machine: Machine, name: str, requested: WantedProgram, output: Output
) -> Configuration:
    """Return a configuration with the program that a command starts and its option set.

    Raises:
        CommandError: there is no such configuration, or no such option set.
    """
    workspace = read_workspace(machine, output)
    configuration = find_configuration(workspace, name)
    target = get_program(configuration, workspace.last_program)
    typed_words: tuple[str, ...] = ()
    if requested.words:
        program, *arguments = requested.words
        target, typed_words = Target(program), tuple(arguments)
    if requested.options:
        target = target._replace(options=find_option_set(workspace, target, requested.options).name)
    configuration = configuration._replace(target=target)
    workspace = workspace._replace(last_program=target)
    run_configuration = make_program_configuration(machine, configuration, workspace)
    target = run_configuration.target._replace(
        arguments=(*run_configuration.target.arguments, *typed_words)
    )
    if requested.log_file:
        pattern = str(Path(requested.log_file).expanduser().absolute())
        target = target._replace(log_file=pattern, appends=requested.appends)
    return run_configuration._replace(target=target)


def add_name(command: str, configuration: str, suffix: str = "") -> str:
    """Return a command line with -c, unless it is for the selected configuration ("")."""
    option = f"-c {shlex.quote(configuration)}" if configuration else ""
    return " ".join(filter(None, (command, option, suffix)))


def find_option_set(workspace: Workspace, target: Target, name: str) -> OptionSet:
    """Return an option set of a program by its name.

    Raises:
        CommandError: the program has none of that name.
    """
    sets = get_sets(workspace.program_options, target.program)
    matches = [option_set for option_set in sets if option_set.name == name]
    matches = matches or [
        option_set for option_set in sets if option_set.name.casefold() == name.casefold()
    ]
    if len(matches) == 1:
        return matches[0]
    raise CommandError(
        _explain_missing_set(target.program, name, [option_set.name for option_set in sets]),
        Exit.NOT_FOUND,
    )


def _explain_missing_set(program: str, name: str, known_names: Sequence[str]) -> str:
    names = quote_names(known_names)
    if not program:
        return tr("Option set “{name}” cannot be used: no program is selected.", name=name)
    if not known_names:
        return tr("{program} has no option sets.", program=program)
    return tr(
        "{program} has no option set named “{name}”. Available: {names}",
        program=program,
        name=name,
        names=names,
    )


_START_CODES = {
    StartFailure.OURS: Exit.FAILED,
    StartFailure.NOT_FOUND: Exit.NO_PROGRAM,
    StartFailure.NOT_EXECUTABLE: Exit.NOT_EXECUTABLE,
}


def get_start_exit_code(error: LaunchError) -> Exit:
    """Return the exit code for a program that could not be started."""
    return _START_CODES[error.cause]


# Variables that a command line sets, unsets, or clears.

Variables = tuple[Variable, ...]


def edit_variables(
    variables_before: Variables,
    *,
    set: Sequence[str] = (),  # noqa: A002 - the verb of the command line
    unset: Sequence[str] = (),
    clear: Sequence[str] = (),
) -> Variables:
    """Return the variables with those of the command line set, unset or cleared.

    Raises:
        CommandError: a text is no variable.
    """
    edits = [_parse_assignment(text) for text in set]
    edits += [Variable(_require_name(text), None) for text in unset]
    dropped_names = {_require_name(text) for text in clear}
    return tuple(
        variable
        for variable in merge_option_set_variables(variables_before, edits)
        if variable.name not in dropped_names
    )


def _parse_assignment(text: str) -> Variable:
    """Return the variable of NAME=value.

    Raises:
        CommandError: the text is no assignment.
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise CommandError(
            tr("“{text}” is not a variable assignment; use NAME=value", text=text), Exit.USAGE
        )
    return Variable(name, value)


def _require_name(text: str) -> str:
    """Return the name of a variable.

    Raises:
        CommandError: it cannot be one.
    """
    if not text or "=" in text:
        raise CommandError(tr("“{text}” is not a valid variable name", text=text), Exit.USAGE)
    return text
