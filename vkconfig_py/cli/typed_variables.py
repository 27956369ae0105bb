"""Variables that a command line sets, unsets, or leaves to others."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser
from vkconfig_py.cli.output import CommandError, Exit
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.option_sets import with_variables

Variables = tuple[Variable, ...]


def add_variable_edits(parser: CommandParser, *, sets: str, leaves: str) -> None:
    """Add the options that set, unset and leave variables, with the help of two of them."""
    unsets = tr("a variable that its program does not get; also several times")
    for option, text in (("set", sets), ("unset", unsets), ("leave", leaves)):
        parser.add_argument(f"--{option}", action="append", metavar="NAME", help=text)


def edited_variables(before: Variables, options: argparse.Namespace) -> Variables:
    """Variables with what the command line says about them.

    Raises:
        Stop: a text is no variable.
    """
    said = [_set(text) for text in options.set or ()]
    said += [Variable(_name(text), None) for text in options.unset or ()]
    left = {_name(text) for text in options.leave or ()}
    return tuple(one for one in with_variables(before, said) if one.name not in left)


def _set(text: str) -> Variable:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise CommandError(
            tr("“{text}” is not a variable; write NAME=value", text=text), Exit.USAGE
        )
    return Variable(name, value)


def _name(text: str) -> str:
    if not text or "=" in text:
        raise CommandError(tr("“{text}” is not the name of a variable", text=text), Exit.USAGE)
    return text
