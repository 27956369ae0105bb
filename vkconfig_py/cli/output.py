"""Output: text for a terminal or a pipe, always UTF-8, never with control codes of others.

Names and descriptions come from files of anybody. Whatever is not printable is shown as an escape,
so that a manifest cannot move the cursor, hide lines or set the title of a terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TextIO

PIPE_WIDTH = 100
NARROWEST = 40
_CODES = {"ok": "32", "warn": "33", "error": "31", "faint": "2", "strong": "1"}


class Output:
    """Where a command writes.

    Attributes:
        width: columns of the terminal.
    """

    def __init__(self, out: TextIO, err: TextIO, *, colored: bool, width: int) -> None:
        self.width = width
        self._out = out
        self._err = err
        self._colored = colored

    @classmethod
    def of_process(cls) -> Output:
        """Return the output of this process, as its terminal and environment ask."""
        from vkconfig_py.loader.host import Host

        for stream in (sys.stdout, sys.stderr):
            # The text is ours to encode: with LANG=C it would fail on a name in Japanese.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(encoding="utf-8", errors="backslashreplace")
        environment = Host.current().environment
        sys.stdout = sys.stdout or _nowhere()  # closed by whoever started us
        sys.stderr = sys.stderr or _nowhere()
        terminal = sys.stdout.isatty()
        plain = environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
        return cls(
            sys.stdout,
            sys.stderr,
            colored=terminal and not plain,
            width=_width(environment, terminal),
        )

    def line(self, text: str = "") -> None:
        """Write one line."""
        self._out.write(f"{text}\n")

    def document(self, text: str) -> None:
        """Write a text as it is; only a terminal gets none of its control codes."""
        if self._out.isatty():
            text = "".join(f"{plain(line)}\n" for line in text.splitlines())
        self._out.write(text)

    def error(self, text: str) -> None:
        """Write one line to the error output, under our name."""
        self.flush()
        self._err.write(f"vkconfig-py: {plain(text)}\n")
        self._err.flush()

    def paint(self, text: str, tone: str) -> str:
        """Return a text in the color of a tone, where colors are wanted."""
        code = _CODES.get(tone, "")
        return f"\x1b[{code}m{text}\x1b[0m" if self._colored and code and text else text

    def flush(self) -> None:
        """Hand on what is written so far."""
        self._out.flush()

    def abandon(self) -> None:
        """Stop writing: nobody reads any more, and the interpreter must not complain at exit."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._out.fileno())
        os.close(nowhere)


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def plain(text: str) -> str:
    """Return a text of somebody else so that it cannot act on a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def wrap(text: str, width: int) -> list[str]:
    """Break a text between words; a word that is too long stands alone, whole."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined) <= max(width, NARROWEST) or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _width(environment: Mapping[str, str], terminal: bool) -> int:
    columns = environment.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    if not terminal:
        return PIPE_WIDTH
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or PIPE_WIDTH
    except OSError:
        return PIPE_WIDTH
