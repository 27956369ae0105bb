"""A command line that is typed: variables, a program and its arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.model.configuration.configuration import NO_PROGRAM, Target, Variable

_ASSIGNMENT_PATTERN = re.compile(r"([A-Za-z_]\w*)=(.*)", re.ASCII | re.DOTALL)
_SHELL_OPERATORS = frozenset({"|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "|&"})
UNCLOSED_QUOTE = tr("The closing quotation mark is missing.")
NO_PROGRAM_NAME = tr("Enter a program after the variables.")
SHELL_SYNTAX_REFUSED = tr("{} is shell syntax. Use sh -c '…' for such a command.")


class CommandLine(NamedTuple):
    """What a typed command line means.

    Attributes:
        error: why it cannot be started, as a sentence; "" if it can.
    """

    target: Target = NO_PROGRAM
    variables: tuple[Variable, ...] = ()
    error: str = ""


def parse_command(text: str, home: str = "") -> CommandLine:
    """Parse a command line in words as a POSIX shell would. Only a leading ~ is expanded."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        return CommandLine(error=render_quoting_error(error))
    operator = next((word for word in words if word in _SHELL_OPERATORS), "")
    if operator:
        return CommandLine(error=SHELL_SYNTAX_REFUSED.format(operator))
    variables = []
    while words and (match := _ASSIGNMENT_PATTERN.fullmatch(words[0])):
        variables.append(Variable(match[1], match[2]))
        words.pop(0)
    if not words:
        return CommandLine(variables=tuple(variables), error=NO_PROGRAM_NAME if variables else "")
    program = f"{home}{words[0][1:]}" if home and words[0].startswith("~/") else words[0]
    return CommandLine(Target(program, tuple(words[1:])), tuple(variables))


def check_command(text: str, host: Host) -> CommandLine:
    """Parse a command line, and report if its program cannot be started.

    A name without folder is searched in PATH.
    """
    command = parse_command(text, host.environment.get("HOME", ""))
    if command.error or not command.target.program:
        return command
    executable = find_executable(command.target.program, host)
    if executable.refusal is not None:
        return command._replace(error=f"{executable.error}.")
    return command._replace(target=command.target._replace(program=executable.path))


def render_command(target: Target, variables: Sequence[Variable] = ()) -> str:
    """Return the command line for a program with its arguments and variables."""
    if not target.program:
        return ""
    set_first = [f"{variable.name}={shlex.quote(variable.value or '')}" for variable in variables]
    return " ".join([*set_first, shlex.join((target.program, *target.arguments))])


def render_quoting_error(error: ValueError) -> str:
    """Return as a sentence why shlex could not split a command line."""
    # shlex has two errors: "No closing quotation", and "No escaped character" after a last \.
    return (
        UNCLOSED_QUOTE
        if "quotation" in str(error)
        else tr("A trailing backslash has nothing to escape.")
    )
