"""The manual page vkconfig-py(1), made of the help of all commands: it cannot say anything else."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from vkconfig_py import __version__
from vkconfig_py.cli.output import EPILOG
from vkconfig_py.cli.parser import DESCRIPTION, known_commands, make_parser
from vkconfig_py.language.sentences import tr

_FILES = (
    ("~/.config/vkconfig-py/configurations", tr("configurations, one file each")),
    (
        "~/.local/state/vkconfig-py",
        tr("what is applied, the journal, and what the window remembers"),
    ),
)
_HEAD = tr('.TH VKCONFIG-PY 1 "" "vkconfig-py {}" "User Commands"')


def render_manual_page() -> str:
    """Return the page in the man macros of groff."""
    commands = known_commands()
    lines = [
        _HEAD.format(__version__),
        *(tr(".SH NAME"), tr("vkconfig\\-py \\- see, order and launch Vulkan layers")),
        *(tr(".SH SYNOPSIS"), ".B vkconfig\\-py", "[OPTION ...] [FILE ...]", ".br"),
        *(".B vkconfig\\-py", "COMMAND [ARGUMENT ...]"),
        *(tr(".SH DESCRIPTION"), _escaped(DESCRIPTION), tr(".SH COMMANDS")),
    ]
    for name, text in commands.items():
        lines += _command(name, text)
    lines += [tr(".SH EXIT STATUS"), *_verbatim(EPILOG.partition("\n")[2])]
    lines.append(tr(".SH FILES"))
    for path, text in _FILES:
        lines += [".TP", f".I {_escaped(path)}", _escaped(text)]
    return "\n".join(lines) + "\n"


def _command(name: str, text: str) -> Iterator[str]:
    yield tr(".SS {name}", name=_escaped(name))
    yield _escaped(f"{text[:1].upper()}{text[1:]}.")
    parser = _subparser(name)
    if parser is None:
        yield tr("See vkconfig\\-py {name} \\-\\-help.", name=_escaped(name))
        return
    for action in parser._actions:
        if action.help not in (None, argparse.SUPPRESS) and action.dest != "help":
            yield from (".TP", f".B {_escaped(_call(action))}", _escaped(_help(parser, action)))
    examples = (parser.epilog or "").removesuffix(EPILOG).partition("\n")[2]
    if examples.strip():
        yield from (".PP", "Examples:", *_verbatim(examples))


def _subparser(name: str) -> argparse.ArgumentParser | None:
    for action in make_parser(name)._actions:
        if isinstance(action, argparse._SubParsersAction):
            found = action.choices.get(name)
            return found if isinstance(found, argparse.ArgumentParser) else None
    return None


def _call(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else _value(action)
    return " ".join(filter(None, (", ".join(action.option_strings), value)))


def _value(action: argparse.Action) -> str:
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is not None:
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    values = {**vars(action), "prog": parser.prog}
    return (action.help or "") % values


def _verbatim(text: str) -> Iterator[str]:
    yield ".nf"
    yield from (_escaped(line) for line in text.rstrip("\n").split("\n"))
    yield ".fi"


def _escaped(text: str) -> str:
    """Text in which nothing is a request or an escape; no empty line, which man warns of."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("\n", " ")
    # A line that begins with one of these would be a request.
    return rf"\&{escaped}" if escaped[:1] in (".", "'", "") else escaped
