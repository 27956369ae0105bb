"""help: the commands by purpose, common options and examples, or the help of one command."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.output import Exit, Output
from vkconfig_py.cli.parser import find_command_parser, list_command_sections, make_parser
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import PIPE_WIDTH, lay_out_help


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
        text = find_command_parser(options.words).format_help()
    else:
        text = render_help(includes_all_commands=options.all)
    output.document(text)
    output.outcome({"content": text})
    return Exit.OK


def render_help(*, includes_all_commands: bool = False) -> str:
    """Return the help text. `includes_all_commands`: with rarely used ones and window options."""
    *usual_sections, window_section = list_command_sections()
    rows: list[str] = []
    sections = (*usual_sections, window_section) if includes_all_commands else usual_sections
    name_width = max(len(name) for section in sections for name in section.commands)
    for section in sections:
        rows += ["", section.title, *_make_rows(section.commands, name_width)]
    if includes_all_commands:
        rows += ["", tr("Window options"), *_make_rows(_list_window_options())]
    else:
        rows += ["", tr("More commands: {command}", command="vkconfig-py help --all")]
    rows += ["", tr("Common options:"), *_make_rows(_list_common_options())]
    rows += [
        "",
        tr(
            "Names can be shortened: any unique part matches, ignoring case. For example, "
            "“validation” matches VK_LAYER_KHRONOS_validation."
        ),
        "",
        tr("Examples:"),
        *_make_rows(make_parser().examples),
    ]
    usage = tr(
        "usage: vkconfig-py [FILE ...]                 open the window (with these files)\n       "
        "vkconfig-py COMMAND [SUBCOMMAND] ...   run a command (help: vkconfig-py COMMAND "
        "--help)"
    )
    lines = lay_out_help("\n".join(rows), PIPE_WIDTH)
    return "\n".join((usage, *lines, ""))


def _make_rows(texts: Mapping[str, str], name_width: int = 0) -> list[str]:
    """Return a line for each name and text, the names padded to one width."""
    name_width = name_width or max(map(len, texts))
    return [f"  {name.ljust(name_width)}\t{text}" for name, text in texts.items()]


def _list_common_options() -> dict[str, str]:
    """Return options that many commands share, with a line of help each."""
    return {
        "-c, --config NAME": tr("configuration to use (default: selected)"),
        "-p, --program PATH": tr("use this program"),
        "-j, --json": tr("print JSON"),
        "-n, --dry-run": tr("show what would change, but change nothing"),
        "-o, --output FILE": tr("write to a file (-f, --force: overwrite it)"),
        "-h, --help; -v, --version": tr("show help; print the version"),
        "--loader-version V, --set NAME=VALUE, --as VIEW": tr(
            "what-if for show, explain, diff and device"
        ),
    }


def _list_window_options() -> dict[str, str]:
    """Return the options of the window, with a line of help each."""
    return {
        "--demo": tr("open a sample machine; this machine is not changed"),
        "--new-window": tr("open another window, even if a window is already open"),
        "-c, --config NAME": tr("show this configuration"),
        "--machine PATH": tr(
            "show another machine: a root folder, a saved report or ssh:USER@HOST"
        ),
        "--color-scheme light|dark": tr("set the color scheme (default: follow the desktop)"),
    }
