"""What the words of a script become (XCU 2.6)."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Sequence

from vkconfig_py.model.programs.shell.commands import ShellPort
from vkconfig_py.model.programs.shell.syntax import (
    PATTERN,
    TRIMMING,
    Inserted,
    Opaque,
    Parameter,
    Part,
    ScriptEnd,
    Text,
    Unknown,
    UnknownCause,
    Value,
    Word,
    joined,
    known_words,
)

_GLOB = re.compile(r"[*?]|\[.+")
_BRACES = re.compile(r"\{.*(,|\.\.).*\}", re.DOTALL)
_INNER_TILDE = re.compile(r"[=:](?=~)")
_OTHER_PATTERN = re.compile(r"\[[!]?(\^|\[[:.=])|\\")  # where shells and fnmatch differ
_EACH = Parameter("@", quoted=True)
_BLANKS = re.compile(r"[ \t\n]+")
_COMPUTED = frozenset(
    ["RANDOM", "SECONDS", "LINENO", "PPID", "UID", "EUID", "HOSTNAME", "BASHPID", "EPOCHSECONDS"]
) | set("?$!-")


def expand_text(shell: ShellPort, word: Word) -> Value:
    """Return a word that is not split, as behind an assignment."""
    return joined([value for value, _quoted in _expand(shell, word, tilde=True)])


def expand_pattern(shell: ShellPort, word: Word) -> Value:
    values = _expand(shell, word, tilde=True)
    pattern = joined([
        PATTERN.sub(r"[\g<0>]", value) if quoted and isinstance(value, str) else value
        for value, quoted in values
    ])  # fmt: skip
    differs = isinstance(pattern, str) and _OTHER_PATTERN.search(pattern)
    return shell.unknown(UnknownCause.FORM) if differs else pattern


def _expand(shell: ShellPort, word: Word, *, tilde: bool = False) -> Iterator[tuple[Value, bool]]:
    """Yield the values of the parts, each with whether it is quoted."""
    for number, part in enumerate(word):
        match part:
            case Text(text, quoted):
                if not quoted and (match := _INNER_TILDE.search(text)) is not None:
                    yield (
                        shell.unknown(UnknownCause.FORM)._replace(prefix=text[: match.end()]),
                        True,
                    )
                elif tilde and not number and not quoted and text.startswith("~"):
                    ends = "/" in text or len(word) == 1
                    yield _home(shell, text) if ends else shell.unknown(UnknownCause.FORM), True
                else:
                    yield text, quoted
            case Parameter():
                yield _parameter(shell, part), part.quoted
            case Inserted(script, quoted):
                yield shell.substituted(script), quoted
            case Opaque(quoted):
                yield shell.unknown(UnknownCause.FORM), quoted


def _home(shell: ShellPort, text: str) -> Value:
    user, slash, rest = text.partition("/")
    home = shell.memory.value("HOME")
    if user != "~" or home is None:
        return shell.unknown(UnknownCause.FORM)
    return joined([home, slash + rest])


def expand_fields(shell: ShellPort, words: Sequence[Word]) -> list[Value]:
    fields: list[Value] = []
    for word in words:
        fields += _split(shell, word)
    return fields


def _split(shell: ShellPort, word: Word) -> list[Value]:
    """Return the fields that a word becomes."""
    plain = "".join(part.text for part in word if isinstance(part, Text) and not part.quoted)
    if _BRACES.search(plain):  # bash makes several words of it
        return [shell.unknown(UnknownCause.FORM)]
    word = tuple(_chosen(shell, word))
    fields: list[list[Value]] = [[]]
    for number, part in enumerate(word):
        first, *further = _pieces(shell, part, word[1:] if not number else None)
        if first is not None:
            fields[-1].append(first)
        fields += [[] if piece is None else [piece] for piece in further]
    quoted = [part for part in word if isinstance(part, Text) and part.quoted]
    is_nothing = (
        not shell.memory.arguments and _EACH in word and not any(part.text for part in quoted)
    )
    if quoted and not is_nothing:
        return [joined(field) for field in fields]
    return [joined(field) for field in fields if any(field)]


def _chosen(shell: ShellPort, word: Word) -> Iterator[Part]:
    """Yield the parts of a word, with the word that ${name-word} becomes in its place."""
    is_split_otherwise = shell.memory.variables.get("IFS") is not None
    for part in word:
        if not isinstance(part, Parameter) or part.quoted or is_split_otherwise:
            yield part
            continue
        value = _set_value(shell, part.name)
        if part.operator[-1:] not in ("-", "+") or isinstance(value, Unknown):
            yield part
            continue
        is_set = bool(value) if part.operator.startswith(":") else value is not None
        if is_set is (part.operator[-1] == "+"):
            yield from _chosen(shell, part.word)
        elif is_set:
            yield Parameter(part.name, quoted=False)


def _pieces(shell: ShellPort, part: Part, behind: Word | None) -> list[Value | None]:
    """Return what a part adds to the field before it and makes fields of its own. None: nothing.

    `behind` are the parts behind it if it is the first.
    """
    match part:
        case Parameter("@", True, ""):
            return list(shell.memory.arguments) or [None]
        case Parameter("@" | "*", False, ""):
            return [
                piece
                for argument in shell.memory.arguments
                for piece in _blank_split(shell, argument)
            ] or [None]
    value, quoted = next(_expand(shell, (part, *(behind or ())), tilde=behind is not None))
    if quoted or isinstance(value, Unknown):
        return [value]
    if isinstance(part, Text):
        return [_plain_field(shell, field) if field else None for field in _BLANKS.split(value)]
    return _blank_split(shell, value)


def _blank_split(shell: ShellPort, value: Value) -> list[Value | None]:
    if isinstance(value, Unknown):
        return [value]
    if value and shell.memory.variables.get("IFS") is not None:
        return [shell.unknown(UnknownCause.FORM)]
    return [_plain_field(shell, part) if part else None for part in _BLANKS.split(value)]


def _plain_field(shell: ShellPort, text: str) -> Value:
    """What is not quoted can be the pattern of file names."""
    pattern = _GLOB.search(text)
    if pattern is None:
        return text
    return shell.unknown(UnknownCause.FORM)._replace(prefix=text[: pattern.start()])


def _parameter(shell: ShellPort, part: Parameter) -> Value:
    value = _needed_value(shell, part)
    if isinstance(value, Unknown):
        return value
    match part.operator:
        case "":
            return value or ""
        case "length":
            # Some shells count bytes.
            is_plain = (value or "").isascii() and part.name not in "@*"
            return str(len(value or "")) if is_plain else shell.unknown(UnknownCause.FORM)
        case "#" | "##" | "%" | "%%":
            pattern = expand_pattern(shell, part.word)
            if isinstance(pattern, Unknown):
                return pattern
            return _trimmed(value or "", part.operator, pattern)
    is_set = bool(value) if part.operator.startswith(":") else value is not None
    match part.operator[-1]:
        case "+":
            return expand_text(shell, part.word) if is_set else ""
        case "=" if not is_set:
            shell.assign(part.name, expand_text(shell, part.word))
            return shell.memory.variables[part.name] or ""
        case "?" if not is_set:
            raise ScriptEnd("exit")
    return (value or "") if is_set else expand_text(shell, part.word)


def _needed_value(shell: ShellPort, part: Parameter) -> Value | None:
    value = _set_value(shell, part.name)
    if part.name in "@*":
        return (
            shell.unknown(UnknownCause.FORM)
            if part.operator and part.operator[-1] != "+"
            else value
        )
    is_needed = part.operator in ("", "length", *TRIMMING)
    if value is None and is_needed and "u" in shell.memory.options:
        raise ScriptEnd("exit", -1)
    return value


def _set_value(shell: ShellPort, name: str) -> Value | None:
    """Return the value of a parameter, None if it is not set."""
    memory = shell.memory
    if name == "#":
        words = known_words(memory.arguments)
        return _first_unknown(shell) if words is None else str(len(words))
    if name in ("@", "*"):
        words = known_words(memory.arguments)
        if words and memory.variables.get("IFS") is not None:
            return shell.unknown(UnknownCause.FORM)
        return _first_unknown(shell) if words is None else " ".join(words) if words else None
    if name == "0":
        return shell.path
    if name.isdigit():
        before = memory.arguments[: int(name)]
        unknown = next((argument for argument in before if isinstance(argument, Unknown)), None)
        return unknown or (before[-1] if len(before) == int(name) else None)
    if name == "BASH_SOURCE":
        return shell.file
    if name == "PWD":
        return memory.folder
    if name in _COMPUTED:
        return shell.unknown(UnknownCause.OUTPUT)
    return memory.value(name)


def _first_unknown(shell: ShellPort) -> Unknown:
    return next(argument for argument in shell.memory.arguments if isinstance(argument, Unknown))


def _trimmed(value: str, operator: str, pattern: str) -> str:
    """Return a value without what matches at its beginning (#) or end (%), shortest or longest."""
    lengths = range(len(value) + 1)
    for length in lengths if len(operator) == 1 else reversed(lengths):
        if operator[0] == "#" and fnmatch.fnmatchcase(value[:length], pattern):
            return value[length:]
        if operator[0] == "%" and fnmatch.fnmatchcase(value[len(value) - length :], pattern):
            return value[: len(value) - length]
    return value
