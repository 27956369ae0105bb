"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.help_texts import NONE, Examples, epilog
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser

HOST_HELP = tr("another machine: ssh:USER@BOX or ssh:BOX:PORT; nothing is installed there")
Commands = argparse._SubParsersAction


def add_command(
    commands: Commands[Parser],
    name: str,
    text: str,
    examples: Examples = NONE,
    json: str = tr("print JSON"),
    notes: Sequence[str] = (),
) -> argparse.ArgumentParser:
    """Add a command with JSON output; `json` is "" if its own arguments define that."""
    parser = commands.add_parser(
        name,
        help=text,
        description=text,
        epilog=epilog(examples, notes),
    )
    parser.set_defaults(parser=parser)  # whose usage a complaint shows
    if json:
        parser.add_argument("--json", action="store_true", help=json)
    return parser


def add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help=tr("use the sample machine instead"))


def add_host(parser: argparse.ArgumentParser) -> None:
    # For --help alone: a command line with it goes to that machine as it is (cli.main).
    parser.add_argument("--host", metavar="ADDRESS", help=HOST_HELP)


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the output file of a command."""
    parser.add_argument(
        "--output",
        default="-",
        metavar="FILE",
        help=tr("write a file, or into a folder (default: print it)"),
    )
    parser.add_argument(
        "--replace", action="store_true", help=tr("overwrite a file that holds something else")
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=tr("name or key of a configuration"))


def add_named(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=tr("name or key of a configuration"))
    add_json(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    # Not False where it is left out: it may stand before the action or behind it.
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=tr("print JSON")
    )


def add_variable_edits(parser: argparse.ArgumentParser, *, sets: str, leaves: str) -> None:
    """Add the options that set, unset and leave variables, with the help of two of them."""
    unsets = tr("a variable that its program does not get; also several times")
    for option, text in (("set", sets), ("unset", unsets), ("leave", leaves)):
        parser.add_argument(f"--{option}", action="append", metavar="NAME", help=text)
