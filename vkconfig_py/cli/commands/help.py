"""help: the commands, or the help of one of them."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.help_text import render_help
from vkconfig_py.cli.output import Exit, Output
from vkconfig_py.cli.parser import command_parser
from vkconfig_py.language.sentences import tr


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py help": tr("same as --help"),
        "vkconfig-py help --all": tr("include rarely used commands and window options"),
        "vkconfig-py help layer set": tr("same as layer set --help"),
    }
    add_json(parser)
    parser.add_argument("--all", action="store_true", help=tr("list all commands and options"))
    parser.add_argument("words", nargs="*", metavar="COMMAND", help=tr("a command"))


def run(options: argparse.Namespace, output: Output) -> int:
    if options.words:
        text = command_parser(options.words).format_help()
    else:
        text = render_help(everything=options.all)
    output.document(text)
    output.outcome({"content": text})
    return Exit.OK
