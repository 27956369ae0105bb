"""Output of a command: text, always UTF-8, or JSON; its exit codes, and questions on the terminal.

Names and descriptions come from untrusted files. Whatever is not printable is shown as an escape,
so that a manifest cannot move the cursor, hide lines or set the title of a terminal.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import sys
import threading
from collections.abc import Callable, Container, Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import Message, render, render_english, tr
from vkconfig_py.loader.api.argument_parser import measure_terminal_width
from vkconfig_py.loader.api.optional_parts import MissingPartError, find_function
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.profiles.profile import escape_unprintable

if TYPE_CHECKING:
    from typing import TextIO


class Exit(IntEnum):
    """Exit codes; a public interface, documented in --help.

    `run` gives the code of its program, so its own ones are those that programs leave alone, as of
    env(1), timeout(1) and docker: NOT_RUN for whatever is wrong before the program is started.
    """

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_FOUND = 3
    NOT_RUN = 125
    NOT_EXECUTABLE = 126
    NO_PROGRAM = 127
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class CommandError(Exception):
    """End the command with a sentence and an exit code."""

    def __init__(
        self,
        sentence: str,
        code: Exit = Exit.FAILED,
        members: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.sentence = sentence
        self.members = members  # of the JSON that tells it
        self.code = code
        super().__init__(sentence)


def find_part(words: str) -> Any:
    """Return what an optional part adds for these words of the command line.

    Raises:
        CommandError: that part is not installed.
    """
    try:
        return find_function(words)
    except MissingPartError as error:
        raise CommandError(str(error)) from None


def find_similar(name: str, known_names: Iterable[str]) -> str:
    """Return the known name most similar to a mistyped one, ignoring case, or ""."""
    from difflib import get_close_matches

    name_by_folded_name = {name.casefold(): name for name in known_names}
    matches = get_close_matches(name.casefold(), name_by_folded_name, n=1, cutoff=_MIN_SIMILARITY)
    return name_by_folded_name[matches[0]] if matches else ""


__all__ = ["MIN_WIDTH", "Output", "plain", "quote_names", "render_location", "wrap"]

MIN_WIDTH = 40
_MIN_SIMILARITY = 0.7  # of 1; a word with one wrong letter of four is at 0.75
# Colours by number, and not by RGB: the terminal's own scheme keeps them legible.
_COLOR_CODE_BY_TONE = {"ok": "32", "warn": "33", "error": "31", "faint": "2", "strong": "1"}
_COLOR_PATTERN = re.compile("(\x1b\\[(?:0|" + "|".join(_COLOR_CODE_BY_TONE.values()) + ")m)")


class Output:
    """Where a command writes.

    Attributes:
        width: columns of the terminal.
        as_json: the command prints one JSON value and nothing else; lines for people are left out.
    """

    def __init__(self, out: TextIO, err: TextIO, *, colored: bool, width: int) -> None:
        self.width = width
        self.as_json = False
        self._notes: list[str] = []
        self._is_outcome_printed = False
        self._out = out
        self._stderr = err
        self._is_colored = colored

    @classmethod
    def of_process(cls) -> Output:
        """Return standard output and error, in the colors and width of terminal and environment."""
        for stream in (sys.stdout, sys.stderr):
            # The text is ours to encode: with LANG=C it would fail on a name in Japanese.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(encoding="utf-8", errors="backslashreplace")
        environment = Host.read_current().environment
        sys.stdout = sys.stdout or _open_null()  # closed by whoever started us
        sys.stderr = sys.stderr or _open_null()
        terminal = sys.stdout.isatty()
        # NO_COLOR counts if it is set and not empty (no-color.org).
        is_plain = environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
        return cls(
            sys.stdout,
            sys.stderr,
            colored=terminal and not is_plain,
            width=measure_terminal_width(environment, sys.stdout),
        )

    def line(self, text: str = "") -> None:
        """Write one or more lines.

        Control characters are escaped, except for vkconfig-py's own colors.
        """
        if self.as_json:
            return
        # Not splitlines(), which also breaks at form feeds and other separators.
        lines = text.split("\n")
        if self._is_colored:
            escaped_lines = [
                "".join(map(_escape_all_but_colors, _COLOR_PATTERN.split(line))) for line in lines
            ]
        else:
            escaped_lines = [plain(line) for line in lines]
        self._out.write("\n".join(escaped_lines) + "\n")

    def paragraph(self, text: str, indent: int = 4, tone: str = "") -> None:
        """Write a text broken between words, indented, in the color of a tone."""
        for line in wrap(plain(text), self.width - indent):
            self.line(" " * indent + self.paint(line, tone))

    def outcome(self, members: Mapping[str, object], code: int = Exit.OK, error: str = "") -> None:
        """Write the result of the command, its notes and its exit code, once, with --json.

        It is ASCII: no string in it can control a terminal. If it is already written, a later error
        goes only to standard error.
        """
        if not self.as_json or self._is_outcome_printed:
            return
        self._is_outcome_printed = True
        value = {"notes": self.notes(), **members, "error": error, "exit_code": int(code)}
        # json.dumps leaves DEL alone, which a terminal may act on.
        self._out.write(
            json.dumps(value, indent=1, default=render_english).replace("\x7f", "\\u007f") + "\n"
        )

    def document(self, text: str) -> None:
        """Write a text unchanged, but on a terminal with control characters escaped."""
        if self.as_json:
            return
        # Into a file or pipe a document goes to the byte: it is the product.
        if self._out.isatty():
            text = "".join(f"{plain(line)}\n" for line in text.splitlines())
        self._out.write(text)

    def error(self, text: str, *, is_note: bool = True) -> None:
        """Write one line to standard error with the program's name, or a note with --json."""
        # Both streams may be one terminal: a message stands behind the lines that came before it.
        self.flush()
        if is_note:
            self._notes.append(text)
        self._stderr.write(f"vkconfig-py: {plain(text)}\n")
        self._stderr.flush()

    def paint(self, text: str, tone: str) -> str:
        """Return the text in a tone's color, if colors are enabled."""
        code = _COLOR_CODE_BY_TONE.get(tone, "")
        return f"\x1b[{code}m{text}\x1b[0m" if self._is_colored and code and text else text

    def notes(self) -> list[dict[str, object]]:
        """Return the lines written to standard error so far, in the form of notes about a file."""
        return [{"file": "", "line": 0, "sentence": note} for note in self._notes]

    def flush(self) -> None:
        self._out.flush()

    def abandon(self) -> None:
        """Stop writing after a broken pipe, without an error message at exit."""
        null_descriptor = os.open(os.devnull, os.O_WRONLY)
        # What is still buffered goes to /dev/null, and the flush at exit succeeds.
        os.dup2(null_descriptor, self._out.fileno())
        os.close(null_descriptor)


def _open_null() -> TextIO:
    """Return a stream that drops what is written, in place of a closed one."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _escape_all_but_colors(text: str) -> str:
    """Return a part of a line: our own color codes unchanged, all else escaped."""
    return text if _COLOR_PATTERN.fullmatch(text) else plain(text)


def plain(text: Message | str) -> str:
    """Return a text with everything that is not printable escaped, for a terminal."""
    return escape_unprintable(render(text))


def quote_names(names: Iterable[str]) -> str:
    """Return the names in quotation marks with commas between them."""
    return ", ".join(tr("“{name}”", name=name) for name in names)


def render_location(file: str, line: int) -> str:
    """Return FILE:LINE, as editors and compilers write it, or FILE without a line."""
    return f"{file}:{line}" if line else file


def wrap(text: str, width: int) -> list[str]:
    """Wrap a text between words. A longer word gets its own line."""
    lines = [""]
    for word in text.split(" "):
        longer_line = f"{lines[-1]} {word}" if lines[-1] else word
        # In a very narrow terminal columns would hold single words.
        if len(longer_line) <= max(width, MIN_WIDTH) or not lines[-1]:
            lines[-1] = longer_line
        else:
            lines.append(word)
    return lines


END_OF_INPUT = ""


class Asking:
    """Waits for a letter on the input, or for something that ends on a thread of its own."""

    def __init__(self, wait: Callable[[], None], output: Output) -> None:
        self._output = output
        self._wait = wait
        self._end_descriptor, self._writing_descriptor = os.pipe2(os.O_CLOEXEC)
        self._is_over = False
        _drop_typed_ahead(sys.stdin.fileno())
        self._thread = threading.Thread(target=self._wait_on_thread, name="asking")
        self._thread.start()

    def ask(self, request: str, letters: Container[str]) -> str | None:
        """Return the first letter of the typed line, END_OF_INPUT, or None once the wait is over.

        The end of the wait is returned once. Afterwards the question can be asked again.
        """
        while True:
            self._output.line(request)
            self._output.flush()
            if self._wait_for_input():
                return None
            line = _read_line(sys.stdin.fileno())
            letter = line.strip().lower()[:1]
            if not line or (letter and letter in letters):
                return letter

    def close(self) -> None:
        """Block until the wait ends, and close the pipe."""
        self._thread.join()
        os.close(self._end_descriptor)

    def _wait_for_input(self) -> bool:
        """Block until a line is typed or the wait ends.

        Return True at the end of the wait, once.
        """
        if self._is_over:
            return False
        # Not epoll: the input may be a file.
        with selectors.PollSelector() as selector:
            selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
            selector.register(self._end_descriptor, selectors.EVENT_READ)
            self._is_over = self._end_descriptor in {key.fd for key, _ in selector.select()}
        return self._is_over

    def _wait_on_thread(self) -> None:
        """Call `wait`, then close the pipe, which wakes the question."""
        try:
            self._wait()
        finally:
            os.close(self._writing_descriptor)


def ask_yes(request: str) -> bool:
    """Ask a yes-or-no question on the terminal. Without a terminal the answer is no."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(f"{request} [y/N] ")
    sys.stderr.flush()
    return _read_line(sys.stdin.fileno()).strip().lower() in ("y", "yes")


def _drop_typed_ahead(handle: int) -> None:
    """Drop what was typed before a question. `handle`: descriptor of the input."""
    if os.isatty(handle):
        import termios

        termios.tcflush(handle, termios.TCIFLUSH)


def _read_line(handle: int) -> str:
    """Return one line, byte by byte: the next question reads on in a file or pipe."""
    line = b""
    while not line.endswith(b"\n") and (part := os.read(handle, 1)):
        line += part
    return line.decode("utf-8", "replace")
