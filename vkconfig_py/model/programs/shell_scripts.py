"""Which programs a shell script starts, as far as that can be read without running it. No Qt.

Only what stands plainly in the script is certain: a command that depends on a condition, a loop, a
pipe or a function is started perhaps, and quoting beyond one line is not followed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.programs.starters import command_of, is_redirection

UNREADABLE = "$"  # stands for a command that only a run can tell
_MARKS = ";&|()<>"
_INSERTED = re.compile(r"\$\(\([^()]*\)\)|\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}|\$#")
_ASKED = re.compile(r"\$\((?!\()\s*([^()]*)\)|`([^`]*)`")  # whose output is inserted
_CLOSES = {
    "fi": ("if",),
    "done": ("for", "while", "until", "select"),
    "esac": ("case",),
    "}": ("{",),
    ")": ("(",),
}
_OPENS = frozenset(word for words in _CLOSES.values() for word in words)
_NO_COMMANDS = frozenset({"for", "select", "case"})  # what follows up to the end is not run
_BETWEEN = frozenset({"then", "else", "elif", "do", "!", "time"})
_RUN_OTHERS = frozenset({".", "source", "eval"})
_BUILT_IN = frozenset({
    ":", "[", "[[", "test", "true", "false", "echo", "printf", "cd", "export", "set", "unset",
    "shift", "exit", "return", "read", "local", "declare", "typeset", "readonly", "ulimit",
    "umask", "trap", "wait", "alias", "unalias", "getopts", "let", "pushd", "popd", "shopt",
    "break", "continue", "type", "hash", "kill", "times",
})  # fmt: skip


class Started(NamedTuple):
    """A program that a script starts.

    Attributes:
        word: the command as it is written; UNREADABLE where that cannot be told.
        line: 1-based.
        certain: it is started whenever the script comes to its end.
        final: the script becomes it.
    """

    word: str
    line: int
    certain: bool
    final: bool = False


def started_programs(text: str) -> tuple[Started, ...]:
    """Return what a shell script starts, in the order of its lines."""
    reader = _Reader()
    for number, line in _lines(text):
        try:
            reader.read(line, number)
        except ValueError:  # a quotation that goes on below
            reader.found.append(Started(UNREADABLE, number, certain=False))
            break
        if any(one.final and one.certain for one in reader.found):
            break
    return tuple(one for one in reader.found if one.word not in reader.functions)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines with those that go on put together."""
    begun, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        start = start if begun else number
        if line.endswith("\\"):
            begun += f"{line[:-1]} "
            continue
        yield start, begun + line
        begun = ""
    if begun:
        yield start, begun


class _Reader:
    """Reads line by line and remembers what is open."""

    def __init__(self) -> None:
        self.found: list[Started] = []
        self.functions: set[str] = set()
        self._open: list[str] = []
        self._moved = False  # out of the folder in which it is started
        self._searches_elsewhere = False  # its PATH is another one
        self._words: list[str] = []

    def read(self, line: str, number: int) -> None:
        """Read one line.

        Raises:
            ValueError: its quotation marks do not close.
        """
        self._note_inserted(line, number)
        tokens = _tokens(line)
        perhaps = any(mark in tokens for mark in ("&&", "||", "|", "|&"))
        if any("<<" in token and is_redirection(token) for token in tokens):
            raise ValueError("text of its own goes on below")
        for token in tokens:
            if not set(token) <= set(_MARKS) or is_redirection(token):
                self._words.append(token)
            elif token.startswith("()"):
                self.functions.update(self._words[-1:])
                self._words.clear()
            elif token.startswith(")") and self._open[-1:] == ["case"]:
                self._words.clear()  # a pattern
            else:
                self._end(number, perhaps)
                self._follow_brackets(token)
        self._end(number, perhaps)

    def _note_inserted(self, line: str, number: int) -> None:
        """Note programs whose output is put into a line; they are not what it comes to."""
        for asked in _ASKED.finditer(line):
            command = command_of((asked[1] or asked[2] or "").split())
            if command and command not in _BUILT_IN:
                self.found.insert(0, Started(command, number, certain=False))

    def _follow_brackets(self, marks: str) -> None:
        for mark in marks:
            if mark == "(":
                self._open.append(mark)
            elif mark == ")" and self._open[-1:] == ["("]:
                self._open.pop()

    def _end(self, number: int, perhaps: bool) -> None:
        """Take the words up to here as one command."""
        words, self._words = self._words, []
        while words and (words[0] in _OPENS or words[0] in _BETWEEN or words[0] in _CLOSES):
            word = words.pop(0)
            if word in _OPENS:
                self._open.append(word)
            elif self._open and self._open[-1] in _CLOSES.get(word, ()):
                self._open.pop()
            if word in _NO_COMMANDS:
                return
        if words:
            self._take(words, number, certain=not self._open and not perhaps)

    def _take(self, words: list[str], number: int, *, certain: bool) -> None:
        self._moved |= words[0] in ("cd", "pushd")
        self._searches_elsewhere |= any(word.startswith("PATH=") for word in words)
        final = words[0] == "exec"
        command = command_of(words)
        if not command or command in _BUILT_IN:
            return
        if command in _RUN_OTHERS or (command not in self.functions and self._is_lost(command)):
            command = UNREADABLE
        self.found.append(Started(command, number, certain, final))

    def _is_lost(self, command: str) -> bool:
        """Return whether another folder or PATH is in force than at the start."""
        if "/" in command:
            return self._moved and not command.startswith("/")
        return self._searches_elsewhere


def _tokens(line: str) -> list[str]:
    before = ""
    while before != line:
        before, line = line, _INSERTED.sub("$_", line)
    reader = shlex.shlex(line, posix=True, punctuation_chars=_MARKS)
    reader.whitespace_split = True
    return list(reader)
