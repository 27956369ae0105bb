"""The lines of a script that set variables, in the words of bash, fish, PowerShell or cmd.

Nothing is run. Comments in which we hold a chosen value back (writers/held_back.py) are found too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.foreign.posix_words import find_set, find_unset, read_word
from vkconfig_py.model.writers.held_back import Unwritten, find_unwritten, has_reason

_MOST_LINES = 20  # that a value may have
_COMMENT = re.compile(r"(#+|(?:@?rem\b|::))(.*)", re.ASCII | re.IGNORECASE)
_END = r"(?=\s*(?:[#;]|\Z))"  # nothing else belongs to the value
_QUOTED_FISH = re.compile(rf"'((?:[^'\\]|\\.)*)'{_END}", re.DOTALL)
_QUOTED_POWERSHELL = re.compile(rf"'((?:[^'\u2018-\u201b]|(['\u2018-\u201b])\2)*)'{_END}")
_TWICE = re.compile("(['\u2018-\u201b])\\1")


class Assignment(NamedTuple):
    """A line that sets or unsets a variable.

    Attributes:
        value: None unsets it.
        line: 1-based.
        separator: of paths where such a script is run.
        is_whole: the value is all there is; it does not go on in the next line.
    """

    name: str
    value: str | None
    line: int
    separator: str = ":"
    is_whole: bool = True


class Script(NamedTuple):
    """What a script says.

    Attributes:
        assignments: what it does.
        held_back: what stands there as a comment, since it would have no effect.
        unwritten: what could not be written into it.
    """

    assignments: tuple[Assignment, ...]
    held_back: tuple[Assignment, ...]
    unwritten: tuple[Unwritten, ...]


class _Dialect(NamedTuple):
    """How a shell sets a variable, and unsets it; `unquote` returns None for half a value."""

    sets: re.Pattern[str]
    unsets: re.Pattern[str]
    unquote: Callable[[str], str | None]
    separator: str = ":"


def read_script(content: bytes) -> Script:
    """Read the variables that a script sets, and what its comments say of others."""
    lines = content.decode("utf-8-sig", "surrogateescape").split("\n")
    texts = [line.strip() for line in lines]
    comments = {
        number: found
        for number, text in enumerate(texts, start=1)
        if (found := _comment(text)) is not None
    }
    examples = ((number, _find(text, number)) for number, text in comments.items())
    named = {number: found[0] for number, found in examples if len(found) == 1}
    held_back = (one for number, one in named.items() if has_reason(comments, named, number))
    return Script(
        tuple(_assignments(lines, comments)),
        tuple(_as_comment(one, texts[one.line - 1]) for one in held_back),
        tuple(find_unwritten(comments)),
    )


def _assignments(lines: Sequence[str], comments: Container[int]) -> Iterator[Assignment]:
    """Yield what the lines set; a value in quotes may go on in lines below."""
    number = 0
    while number < len(lines):
        number += 1
        if number in comments:
            continue
        found = _find(lines[number - 1].strip(), number)
        if found and not found[-1].is_whole:
            found, number = _to_their_end(found, lines)
        yield from found


def _to_their_end(
    begun: tuple[Assignment, ...], lines: Sequence[str]
) -> tuple[tuple[Assignment, ...], int]:
    """Return assignments with the lines below that belong to the last, and the last line."""
    first = begun[0].line
    for last in range(first + 1, min(first + _MOST_LINES, len(lines) + 1)):
        longer = _find("\n".join(lines[first - 1 : last]).strip(), first)
        if longer and longer[-1].is_whole:
            return longer, last
    return begun, first


def _comment(text: str) -> str | None:
    found = _COMMENT.fullmatch(text)
    return found[2].strip() if found else None


def _as_comment(one: Assignment, text: str) -> Assignment:
    """In a comment of cmd, blanks may stand for characters that it does not bear."""
    is_exact = text.lstrip().startswith("#") or " " not in (one.value or "")
    return one._replace(is_whole=one.is_whole and is_exact)


def _find(text: str, number: int) -> tuple[Assignment, ...]:
    """Return what a line sets or unsets, in the words of the first shell that has such a line."""
    for dialect in _DIALECTS:
        if unset := dialect.unsets.fullmatch(text):
            return (Assignment(unset["name"], None, number, dialect.separator),)
        if found := dialect.sets.fullmatch(text):
            return (
                _made(found["name"], dialect.unquote(found["value"]), number, dialect.separator),
            )
    if names := find_unset(text):
        return tuple(Assignment(name, None, number) for name in names)
    return tuple(_made(name, value, number) for name, value in find_set(text))


def _made(name: str, value: str | None, number: int, separator: str = ":") -> Assignment:
    return Assignment(name, value or "", number, separator, is_whole=value is not None)


def _unquote_fish(text: str) -> str | None:
    if not text.startswith("'"):
        return read_word(text)
    found = _QUOTED_FISH.match(text)
    return re.sub(r"\\([\\'])", r"\1", found[1]) if found else None


def _unquote_powershell(text: str) -> str | None:
    if not text.startswith("'"):
        return read_word(text)
    found = _QUOTED_POWERSHELL.match(text)
    return _TWICE.sub(r"\1", found[1]) if found else None


def _pattern(pattern: str, *, any_case: bool = False) -> re.Pattern[str]:
    named = pattern.replace("NAME", r"(?P<name>[A-Za-z_]\w*)").replace("VALUE", "(?P<value>.*)")
    return re.compile(named, re.ASCII | re.DOTALL | (re.IGNORECASE if any_case else 0))


_DIALECTS = (
    _Dialect(
        _pattern(r'@?set\s+(?P<quote>"?)NAME=(?P<value>[^\n]*?)(?P=quote)\s*', any_case=True),
        _pattern(r'@?set\s+("?)NAME=\1\s*', any_case=True),
        lambda text: text,
        ";",
    ),
    _Dialect(
        _pattern(r"set\s+(?:-\S+\s+)+NAME\s+VALUE"),
        _pattern(r"set\s+(?:-\S+\s+)*(?:-[a-zA-Z]*e[a-zA-Z]*|--erase)\s+NAME"),
        _unquote_fish,
    ),
    _Dialect(
        _pattern(r"\$env:NAME\s*=\s*VALUE", any_case=True),
        _pattern(r"Remove-Item\s+(?:-Path\s+)?Env:\\?NAME(?:\s+-.*)?", any_case=True),
        _unquote_powershell,
        ";",
    ),
)
