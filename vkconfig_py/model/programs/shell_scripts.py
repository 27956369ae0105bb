"""Which programs a command line or a shell script starts, determined without running it.

Only unconditional commands are certain: one in a condition, a loop, a pipe or a function may or may
not run, and quotes across lines are not followed.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")


class _Starter(NamedTuple):
    """How to parse the arguments of a command that starts another one (env, nice, timeout).

    Attributes:
        values: letters of the options that take a value.
        operands: words between its options and the program.
    """

    values: str = ""
    operands: int = 0


_STARTERS = {
    "exec": _Starter("a"),
    "command": _Starter(),
    "env": _Starter("uC"),
    "nice": _Starter("n"),
    "nohup": _Starter(),
    "setsid": _Starter(),
    "ionice": _Starter("cn"),
    "taskset": _Starter("", 1),
    "chrt": _Starter("TPD", 1),
    "stdbuf": _Starter("ioe"),
    "timeout": _Starter("ks", 1),
}


def is_redirection(token: str) -> bool:
    return bool(token) and set(token) <= set("<>&|") and ("<" in token or ">" in token)


def command_of(words: Sequence[str]) -> str:
    """The program that a simple command finally runs, "" if none."""
    left = _without_redirections(words)
    command = ""
    while left:
        command = left.pop(0)
        if _ASSIGNMENT.match(command):
            command = ""
            continue
        starter = _STARTERS.get(posixpath.basename(command))
        if starter is None:
            return command
        if command == "command" and left[:1] in (["-v"], ["-V"]):
            return ""
        _drop_options(left, starter)
        command = ""
    return command


def _drop_options(left: list[str], starter: _Starter) -> None:
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if option == "--":
            break
        letters = "" if option.startswith("--") else option[1:]
        taking = next((letter for letter in letters if letter in starter.values), "")
        if taking and letters.endswith(taking) and letters.count(taking) == 1:
            del left[:1]
    del left[: starter.operands]


def _without_redirections(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if not is_redirection(word):
            kept.append(word)
            continue
        if kept and kept[-1].isdigit():  # file descriptor number of a redirection
            kept.pop()
        next(rest, "")
    return kept


UNREADABLE = "$"  # placeholder for a command known only at run time
_MARKS = ";&|()<>"
_INSERTED = re.compile(r"\$\(\([^()]*\)\)|\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}|\$#")
_ASKED = re.compile(r"\$\((?!\()\s*([^()]*)\)|`([^`]*)`")  # command substitution
_CLOSES = {
    "fi": ("if",),
    "done": ("for", "while", "until", "select"),
    "esac": ("case",),
    "}": ("{",),
    ")": ("(",),
}
_OPENS = frozenset(word for words in _CLOSES.values() for word in words)
_NO_COMMANDS = frozenset({"for", "select", "case"})  # nothing after these is run
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
        word: the command as written; UNREADABLE if it is known only at run time.
        certain: it is started whenever the script runs to its end.
        final: the script replaces itself with it (exec).
    """

    word: str
    line: int
    certain: bool
    final: bool = False


def started_programs(text: str) -> tuple[Started, ...]:
    reader = _Reader()
    for number, line in _lines(text):
        try:
            reader.read(line, number)
        except ValueError:  # a quotation that continues on the next line
            reader.found.append(Started(UNREADABLE, number, certain=False))
            break
        if any(one.final and one.certain for one in reader.found):
            break
    return tuple(one for one in reader.found if one.word not in reader.functions)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of the script, with continuation lines joined."""
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
    """Parses a script line by line and tracks open blocks."""

    def __init__(self) -> None:
        self.found: list[Started] = []
        self.functions: set[str] = set()
        self._open: list[str] = []
        self._moved = False  # another folder than the one in which the script was started
        self._searches_elsewhere = False  # PATH was changed
        self._words: list[str] = []

    def read(self, line: str, number: int) -> None:
        """Read one line.

        Raises:
            ValueError: a quotation mark is not closed.
        """
        self._note_inserted(line, number)
        tokens = _tokens(line)
        perhaps = any(mark in tokens for mark in ("&&", "||", "|", "|&"))
        if any("<<" in token and is_redirection(token) for token in tokens):
            raise ValueError(tr("text of its own goes on below"))
        for token in tokens:
            if not set(token) <= set(_MARKS) or is_redirection(token):
                self._words.append(token)
            elif token.startswith("()"):
                # name() begins a function (POSIX, 2.9.5).
                self.functions.update(self._words[-1:])
                self._words.clear()
            elif token.startswith(")") and self._open[-1:] == ["case"]:
                self._words.clear()  # a pattern
            else:
                self._end(number, perhaps)
                self._follow_brackets(token)
        self._end(number, perhaps)

    def _note_inserted(self, line: str, number: int) -> None:
        """Record the programs of command substitutions; none of them is the main program."""
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
        """Finish a command at a separator."""
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
        # exec replaces the shell, so nothing after it runs (POSIX, 2.14, exec).
        final = words[0] == "exec"
        command = command_of(words)
        if not command or command in _BUILT_IN:
            return
        if command in _RUN_OTHERS or (command not in self.functions and self._is_lost(command)):
            command = UNREADABLE
        self.found.append(Started(command, number, certain, final))

    def _is_lost(self, command: str) -> bool:
        """True if the working folder or PATH differs from the start of the script."""
        if "/" in command:
            return self._moved and not command.startswith("/")
        return self._searches_elsewhere


def _tokens(line: str) -> list[str]:
    before = ""
    # Innermost first, as substitutions can be nested.
    while before != line:
        before, line = line, _INSERTED.sub("$_", line)
    reader = shlex.shlex(line, posix=True, punctuation_chars=_MARKS)
    reader.whitespace_split = True
    return list(reader)
