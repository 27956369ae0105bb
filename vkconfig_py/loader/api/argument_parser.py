"""Parses command lines with argparse, with help and errors in the user's language.

argparse asks gettext for a catalogue that does not exist, so its messages are translated here. A
help text holds paragraphs, one a line, and rows: lines that begin with two spaces, with an
explanation after a tab.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.profiles.profile import escape_unprintable

if TYPE_CHECKING:
    from typing import NoReturn, TextIO

PIPE_WIDTH = 100
JSON_OPTIONS = ("-j", "--json")
_ROW_INDENT = "  "
_COLUMN_GAP = 3
_COLUMN_SHARE = 0.55  # of the width: a longer call has its explanation below it


class CommandLineError(SystemExit):
    """Exit with status 2. `message` was already printed to stderr."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(2)


class Parser(argparse.ArgumentParser):
    """Argument parser that speaks the user's language and prints offending arguments escaped.

    `options.parser` is the one that read them: its usage is what a complaint shows.
    """

    def __init__(self, **keywords: object) -> None:
        keywords.setdefault("formatter_class", HelpFormatter)
        super().__init__(**{**keywords, "add_help": False})  # type: ignore[arg-type]
        # argparse has no argument for these titles.
        self._positionals.title = tr("positional arguments")
        self._optionals.title = tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help message and exit"))
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        """Print the error and raise CommandLineError."""
        translated = escape_unprintable(_translate_complaint(message))
        sentence = tr("{program}: error: {message}", program=self.prog, message=translated)
        hint = tr("Options and examples: {command}", command=f"{self.prog} --help")
        sys.stderr.write(f"{sentence}\n{hint}\n")
        raise CommandLineError(translated)


class HelpFormatter(argparse.HelpFormatter):
    """Help as wide as the terminal, 100 columns at most."""

    def __init__(self, prog: str) -> None:
        width = min(measure_terminal_width(Host.read_current().environment, sys.stdout), PIPE_WIDTH)
        super().__init__(prog, width=width)

    def add_usage(
        self,
        usage: str | None,
        actions: Sequence[argparse.Action],  # type: ignore[override]
        groups: Sequence[argparse._MutuallyExclusiveGroup],  # type: ignore[override]
        prefix: str | None = None,
    ) -> None:
        """Add a usage line, broken between words if it was given as text."""
        prefix = tr("usage: ") if prefix is None else prefix
        if usage:
            indent = len(prefix) + len(self._prog) + 1
            arguments = usage.removeprefix(self._prog).strip()
            lines = _wrap_words(_split_usage_words(arguments), self._width - indent)
            usage = f"{self._prog} " + f"\n{' ' * indent}".join(lines)
        super().add_usage(usage, actions, groups, prefix)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(f"{indent}{line}".rstrip() for line in lay_out_help(text, width))


def measure_terminal_width(environment: Mapping[str, str], stream: TextIO | None) -> int:
    """Return the width of a terminal in columns, PIPE_WIDTH for a pipe.

    `stream`: the terminal, None for standard output.
    """
    # First of all, as for other programs: it also sets the width for a pipe.
    columns = environment.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    if stream is None or not stream.isatty():
        return PIPE_WIDTH
    try:
        return os.get_terminal_size(stream.fileno()).columns or PIPE_WIDTH
    except OSError:
        return PIPE_WIDTH


def lay_out_help(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a help text, with paragraphs wrapped and rows in two columns."""
    rows: list[tuple[str, str]] = []
    for line in text.split("\n"):
        if line.startswith(_ROW_INDENT):
            lead, _tab, explanation = line.partition("\t")
            rows.append((lead, explanation))
            continue
        yield from _lay_out_rows(rows, width)
        rows = []
        yield from _wrap_words(line.split(" "), width)
    yield from _lay_out_rows(rows, width)


def _lay_out_rows(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """Yield the lines of rows such as "option  explanation", explanations in a column."""
    widest_lead = int(width * _COLUMN_SHARE)
    column = max(
        (len(lead) for lead, explanation in rows if explanation and len(lead) <= widest_lead),
        default=0,
    )
    for lead, explanation in rows:
        if not explanation:
            yield lead
            continue
        first, *continuation = _wrap_words(explanation.split(" "), width - column - _COLUMN_GAP)
        indent = " " * (column + _COLUMN_GAP)
        if len(lead) > column:
            yield lead
            yield f"{indent}{first}"
        else:
            yield f"{lead.ljust(column)}{' ' * _COLUMN_GAP}{first}"
        yield from (f"{indent}{line}" for line in continuation)


def _wrap_words(words: Sequence[str], width: int) -> list[str]:
    """Return the lines of words that fit into a width in columns."""
    lines = [""]
    for word in words:
        joined_text = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined_text) <= width or not lines[-1]:
            lines[-1] = joined_text
        else:
            lines.append(word)
    return lines


def _split_usage_words(usage: str) -> list[str]:
    """Return the words of a usage line. Text in brackets is one word."""
    parts: list[str] = []
    for word in usage.split():
        if parts and parts[-1].count("[") > parts[-1].count("]"):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


def _translate_complaint(message: str) -> str:
    """Return an error message of argparse in the user's language."""
    for pattern, render_complaint in _RENDERER_BY_COMPLAINT_PATTERN.items():
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            return render_complaint(**match.groupdict())
    return message


def _render_argument_complaint(name: str, message: str) -> str:
    return tr("argument {name}: {message}", name=name, message=_translate_complaint(message))


# What argparse says (argparse.py; the same in all releases from Python 3.11 on), and how we say it.
_RENDERER_BY_COMPLAINT_PATTERN: dict[str, Callable[..., str]] = {
    "argument (?P<name>[^:]+): (?P<message>.*)": _render_argument_complaint,
    "the following arguments are required: (?P<names>.*)": lambda names: tr(
        "the following arguments are required: {names}", names=names
    ),
    "unrecognized arguments: (?P<arguments>.*)": lambda arguments: tr(
        "unrecognized arguments: {arguments}", arguments=arguments
    ),
    r"invalid choice: (?P<value>.*) \(choose from (?P<choices>.*)\)": lambda value, choices: tr(
        "invalid choice: {value} (choose from {choices})", value=value, choices=choices
    ),
    "invalid int value: (?P<value>.*)": lambda value: tr(
        "{value} is not a whole number", value=value
    ),
    "not allowed with argument (?P<name>.*)": lambda name: tr(
        "not allowed with argument {name}", name=name
    ),
    "ignored explicit argument (?P<value>.*)": lambda value: tr(
        "it does not accept a value, but {value} was given", value=value
    ),
    "one of the arguments (?P<names>.*) is required": lambda names: tr(
        "one of the arguments {names} is required", names=names
    ),
    "ambiguous option: (?P<option>.*) could match (?P<options>.*)": lambda option, options: tr(
        "ambiguous option: {option} could match {options}", option=option, options=options
    ),
    "expected one argument": lambda: tr("expected one argument"),
    "expected at most one argument": lambda: tr("expected at most one argument"),
    "expected at least one argument": lambda: tr("expected at least one argument"),
    r"expected (?P<number>\d+) arguments?": lambda number: counted(
        "expected {n} arguments", "expected {n} argument", int(number)
    ),
}
