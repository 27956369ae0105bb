"""Commands that become the program named behind them: env, nice, timeout ... No Qt."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from vkconfig_py.loader.records import NamedTuple

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")


class _Starter(NamedTuple):
    """How the words behind such a command are read.

    Attributes:
        values: letters of the options that take the next word.
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
    """Return whether a token, set apart by the shell's marks, redirects."""
    return bool(token) and set(token) <= set("<>&|") and ("<" in token or ">" in token)


def command_of(words: Sequence[str]) -> str:
    """Return the program that a simple command runs at last, "" if it runs none."""
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
    """Remove the options of such a command and its operands, up to the program."""
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
        if kept and kept[-1].isdigit():  # the number of what is redirected
            kept.pop()
        next(rest, "")
    return kept
