"""What a line of a POSIX shell sets and unsets, as far as its words tell; nothing is run.

Rules: POSIX.1-2017, Shell Command Language, 2.2 (quoting), 2.3 (a # begins a comment only where a
word begins) and 2.9.1 (assignments before the name of a command).
"""

from __future__ import annotations

import re
import shlex

# What is not quoted ends at a blank and at characters that mean something to the shell.
_WORD = re.compile(r"""(?:[^\s;&|<>()'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")*""", re.DOTALL)
_NAME = re.compile(r"([A-Za-z_]\w*)=", re.ASCII)
_DECLARES = re.compile(r"(?:export|declare\s+-x)\s+")
_UNSETS = re.compile(r"unset\s+(?:-v\s+)?((?:[A-Za-z_]\w*\s*)+)", re.ASCII)
_COMMENT = re.compile(r"\s*(?:#.*)?")
_NEXT = re.compile(r"\s*(?:;|&&)\s*")  # another command follows
_COMMAND = re.compile(r"\s+[^\s#;&|<>()]")  # what stands before it is set for it


def find_unset(line: str) -> tuple[str, ...]:
    """Return the names that a line unsets."""
    found = _UNSETS.fullmatch(line)
    return tuple(found[1].split()) if found else ()


def find_set(line: str) -> tuple[tuple[str, str | None], ...]:
    """Return the variables that a line sets; None for a value that is not whole."""
    declares = _DECLARES.match(line)
    place = declares.end() if declares else 0
    found: list[tuple[str, str | None]] = []
    while name := _NAME.match(line, place):
        word = _WORD.match(line, name.end())
        assert word is not None  # it may be empty
        found.append((name[1], _unquote(word[0])))
        end = word.end()
        place = end + len(line[end:]) - len(line[end:].lstrip())
        if place == end:
            break
    if not found or _COMMENT.fullmatch(line, end):
        return tuple(found)
    if following := _NEXT.match(line, end):
        return (*found, *find_set(line[following.end() :]))
    if declares or not _COMMAND.match(line, end):
        found[-1] = found[-1][0], None
    return tuple(found)


def read_word(text: str) -> str | None:
    """Return the one word of a text, without its quotes; None if there is more, or half a one."""
    word = _WORD.match(text)
    assert word is not None  # it may be empty
    rest = text[word.end() :].removeprefix(";")
    return _unquote(word[0]) if _COMMENT.fullmatch(rest) else None


def _unquote(word: str) -> str:
    return "".join(shlex.split(word))
