"""Files that shells and `man` read: completions of bash, zsh and fish, and the manual page.

The same for an installation into the user's folders and for packages of the system.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.cli.arguments import CommandParser, list_usual_exit_codes, render_exit_codes
from vkconfig_py.cli.commands.completion import SCRIPTS
from vkconfig_py.cli.parser import find_command_parser, list_known_commands, make_parser
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import lay_out_help
from vkconfig_py.model.files.config_home import PROGRAM

# zsh finds functions of packages here; those of a user where $fpath says.
ZSH_USER_FOLDER, ZSH_DEBIAN_FOLDER = "zsh/site-functions", "zsh/vendor-completions"
_DESCRIPTION_BY_FILE = {
    "~/.config/vkconfig-py/configurations": tr("configurations, one per file"),
    "~/.local/state/vkconfig-py": tr("applied configurations, history and window state"),
}
_BRIEF_DESCRIPTION = tr("inspect and order Vulkan layers, and launch programs with them")
_LINE_WIDTH = 90


def make_shell_files(data: Path, zsh: str = ZSH_USER_FOLDER) -> dict[str, bytes]:
    """Return the files with completions and the manual page, by path.

    Args:
        data: folder that stands for /usr/share.
        zsh: folder of zsh's functions in it.
    """
    files = {
        data / "man/man1" / f"{PROGRAM}.1": render_manual_page(),
        data / "bash-completion/completions" / PROGRAM: SCRIPTS["bash"],
        data / zsh / f"_{PROGRAM}": SCRIPTS["zsh"],
        data / "fish/vendor_completions.d" / f"{PROGRAM}.fish": SCRIPTS["fish"],
    }
    return {str(path): text.encode() for path, text in files.items()}


def render_manual_page() -> str:
    """Return the manual page vkconfig-py(1) in the man macros of groff.

    It is made of the help of all commands, so it cannot say anything else.
    """
    lines = [
        _render_title(),
        *_render_section(tr("NAME", "section of a manual page")),
        rf"vkconfig\-py \- {_escape_for_man(_BRIEF_DESCRIPTION)}",
        *_render_section(tr("SYNOPSIS", "section of a manual page")),
        *(r".B vkconfig\-py", "[OPTION ...] [FILE ...]", ".br"),
        *(r".B vkconfig\-py", "COMMAND [ARGUMENT ...]"),
        *_render_section(tr("DESCRIPTION", "section of a manual page")),
        _escape_for_man(make_parser().description or ""),
        *_render_section(tr("COMMANDS", "section of a manual page")),
    ]
    for name, text in list_known_commands().items():
        lines += _render_command(name, text)
    lines += _render_section(tr("EXIT STATUS", "section of a manual page"))
    lines += _render_verbatim(render_exit_codes(list_usual_exit_codes()))
    lines += _render_section(tr("FILES", "section of a manual page"))
    for path, text in _DESCRIPTION_BY_FILE.items():
        lines += [".TP", f".I {_escape_for_man(path)}", _escape_for_man(text)]
    return "\n".join(lines) + "\n"


def _render_title() -> str:
    """Return the title line of the manual page."""
    manual = tr("User Commands", "the part of the manual that a page belongs to")
    return f'.TH VKCONFIG-PY 1 "" "vkconfig-py {__version__}" "{_escape_for_man(manual)}"'


def _render_section(title: str) -> Iterator[str]:
    """Yield the heading of a section of the manual page."""
    yield f".SH {_escape_for_man(title)}"


def _render_command(name: str, text: str) -> Iterator[str]:
    """Yield the part of the manual page about a command: verbs, options, notes and examples."""
    yield f".SS {_escape_for_man(name)}"
    yield _escape_for_man(text)
    parser = find_command_parser(name.split())
    for verb, verb_parser in parser.subparsers.items():
        yield from (
            ".TP",
            f".B {_escape_for_man(verb)}",
            _escape_for_man(verb_parser.description or ""),
        )
    for action in parser._actions:
        if action.help not in (None, argparse.SUPPRESS) and action.dest != "help":
            yield from (
                ".TP",
                f".B {_escape_for_man(_render_option(action))}",
                _escape_for_man(_expand_help(parser, action)),
            )
    if help_below := parser.help_below():
        yield from (".PP", *_render_verbatim(help_below))
    if own_codes := parser.own_exit_codes:
        yield from (
            ".PP",
            *_render_verbatim(f"{tr('exit codes:')}\n{render_exit_codes(own_codes)}"),
        )


def _render_option(action: argparse.Action) -> str:
    """Return an option with its names and value, as the manual page shows it."""
    value = "" if action.nargs == 0 else _name_value(action)
    return " ".join(filter(None, (", ".join(action.option_strings), value)))


def _name_value(action: argparse.Action) -> str:
    """Return how help names the value of an option, such as FILE or a|b."""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is not None:
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _expand_help(parser: CommandParser, action: argparse.Action) -> str:
    """Return the help text of an option with argparse's placeholders filled in."""
    values = {**vars(action), "prog": parser.prog}
    return (action.help or "") % values


def _render_verbatim(text: str) -> Iterator[str]:
    """Yield a text of the manual page whose lines are kept as they are."""
    yield ".nf"
    yield from map(_escape_for_man, lay_out_help(text, _LINE_WIDTH))
    yield ".fi"


def _escape_for_man(text: str) -> str:
    """Return a text that groff prints as it is, without macros, escapes and empty lines."""
    escaped_text = text.replace("\\", r"\e").replace("-", r"\-").replace("\n", " ")
    # A line that begins with one of these would be a request.
    return rf"\&{escaped_text}" if escaped_text[:1] in (".", "'", "") else escaped_text
