"""What the words of a script become (XCU 2.6)."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Sequence

from vkconfig_py.model.programs.shell.commands import ShellPort
from vkconfig_py.model.programs.shell.syntax import (
    GLOB_PATTERN,
    TRIMMING_OPERATORS,
    CommandSubstitution,
    OpaquePart,
    Parameter,
    Part,
    ScriptEnd,
    TextPart,
    Unknown,
    UnknownCause,
    Value,
    Word,
    join_values,
    list_known_texts,
)

_GLOB_PATTERN = re.compile(r"[*?]|\[.+")
_BRACE_EXPANSION_PATTERN = re.compile(r"\{.*(,|\.\.).*\}", re.DOTALL)
_INNER_TILDE_PATTERN = re.compile(r"[=:](?=~)")
_OTHER_PATTERN = re.compile(r"\[[!]?(\^|\[[:.=])|\\")  # where shells and fnmatch differ
_ALL_ARGUMENTS = Parameter("@", quoted=True)
_BLANK_RUN_PATTERN = re.compile(r"[ \t\n]+")
_COMPUTED_VARIABLES = frozenset(
    ["RANDOM", "SECONDS", "LINENO", "PPID", "UID", "EUID", "HOSTNAME", "BASHPID", "EPOCHSECONDS"]
) | set("?$!-")


def expand_text(shell: ShellPort, word: Word) -> Value:
    """Return the value of a word that is not split, as behind an assignment."""
    return join_values([value for value, _quoted in _expand_parts(shell, word, tilde=True)])


def expand_pattern(shell: ShellPort, word: Word) -> Value:
    """Return the pattern that a word is, with what was quoted in it taken literally."""
    values = _expand_parts(shell, word, tilde=True)
    pattern = join_values([
        GLOB_PATTERN.sub(r"[\g<0>]", value) if is_quoted and isinstance(value, str) else value
        for value, is_quoted in values
    ])  # fmt: skip
    differs = isinstance(pattern, str) and _OTHER_PATTERN.search(pattern)
    return shell.make_unknown(UnknownCause.FORM) if differs else pattern


def _expand_parts(
    shell: ShellPort, word: Word, *, tilde: bool = False
) -> Iterator[tuple[Value, bool]]:
    """Yield the value of each part of a word, and whether it is quoted."""
    for number, part in enumerate(word):
        match part:
            case TextPart(text, quoted):
                if not quoted and (match := _INNER_TILDE_PATTERN.search(text)) is not None:
                    yield (
                        shell.make_unknown(UnknownCause.FORM)._replace(prefix=text[: match.end()]),
                        True,
                    )
                elif tilde and not number and not quoted and text.startswith("~"):
                    ends = "/" in text or len(word) == 1
                    yield (
                        _expand_tilde(shell, text)
                        if ends
                        else shell.make_unknown(UnknownCause.FORM),
                        True,
                    )
                else:
                    yield text, quoted
            case Parameter():
                yield _expand_parameter(shell, part), part.quoted
            case CommandSubstitution(script, quoted):
                yield shell.substitute_command(script), quoted
            case OpaquePart(quoted):
                yield shell.make_unknown(UnknownCause.FORM), quoted


def _expand_tilde(shell: ShellPort, text: str) -> Value:
    """Return a text with its leading ~ as the home folder."""
    user, slash, path_rest = text.partition("/")
    home = shell.memory.value("HOME")
    if user != "~" or home is None:
        return shell.make_unknown(UnknownCause.FORM)
    return join_values([home, slash + path_rest])


def expand_fields(shell: ShellPort, words: Sequence[Word]) -> list[Value]:
    """Return the arguments that words become, where blanks in values separate them."""
    fields: list[Value] = []
    for word in words:
        fields += _split_fields(shell, word)
    return fields


def _split_fields(shell: ShellPort, word: Word) -> list[Value]:
    """Return the arguments that a word becomes, where blanks in values separate them."""
    plain_text = "".join(
        part.text for part in word if isinstance(part, TextPart) and not part.quoted
    )
    if _BRACE_EXPANSION_PATTERN.search(plain_text):  # bash makes several words of it
        return [shell.make_unknown(UnknownCause.FORM)]
    word = tuple(_choose_parts(shell, word))
    fields: list[list[Value]] = [[]]
    for number, part in enumerate(word):
        first, *further_fields = _split_part(shell, part, word[1:] if not number else None)
        if first is not None:
            fields[-1].append(first)
        fields += [[] if split_field is None else [split_field] for split_field in further_fields]
    quoted_parts = [part for part in word if isinstance(part, TextPart) and part.quoted]
    is_empty_expansion = (
        not shell.memory.arguments
        and _ALL_ARGUMENTS in word
        and not any(part.text for part in quoted_parts)
    )
    if quoted_parts and not is_empty_expansion:
        return [join_values(field) for field in fields]
    return [join_values(field) for field in fields if any(field)]


def _choose_parts(shell: ShellPort, word: Word) -> Iterator[Part]:
    """Yield the parts of a word, where ${name-word} is replaced by the word if that counts."""
    is_split_otherwise = shell.memory.variables.get("IFS") is not None
    for part in word:
        if not isinstance(part, Parameter) or part.quoted or is_split_otherwise:
            yield part
            continue
        value = _find_set_value(shell, part.name)
        if part.operator[-1:] not in ("-", "+") or isinstance(value, Unknown):
            yield part
            continue
        is_set = bool(value) if part.operator.startswith(":") else value is not None
        if is_set is (part.operator[-1] == "+"):
            yield from _choose_parts(shell, part.word)
        elif is_set:
            yield Parameter(part.name, quoted=False)


def _split_part(shell: ShellPort, part: Part, following_word: Word | None) -> list[Value | None]:
    """Return the pieces of a word's part, split at blanks.

    None stands for an empty piece. The first piece joins the argument before it. `following_word`:
    the parts that follow the first.
    """
    match part:
        case Parameter("@", True, ""):
            return list(shell.memory.arguments) or [None]
        case Parameter("@" | "*", False, ""):
            return [
                split_field
                for argument in shell.memory.arguments
                for split_field in _split_at_blanks(shell, argument)
            ] or [None]
    value, is_quoted = next(
        _expand_parts(shell, (part, *(following_word or ())), tilde=following_word is not None)
    )
    if is_quoted or isinstance(value, Unknown):
        return [value]
    if isinstance(part, TextPart):
        return [
            _make_plain_field(shell, field) if field else None
            for field in _BLANK_RUN_PATTERN.split(value)
        ]
    return _split_at_blanks(shell, value)


def _split_at_blanks(shell: ShellPort, value: Value) -> list[Value | None]:
    """Return the pieces of an unquoted value, split at blanks. None stands for an empty piece."""
    if isinstance(value, Unknown):
        return [value]
    if value and shell.memory.variables.get("IFS") is not None:
        return [shell.make_unknown(UnknownCause.FORM)]
    return [
        _make_plain_field(shell, part) if part else None for part in _BLANK_RUN_PATTERN.split(value)
    ]


def _make_plain_field(shell: ShellPort, text: str) -> Value:
    """Return unquoted text, or an unknown value if it is a pattern of file names."""
    pattern = _GLOB_PATTERN.search(text)
    if pattern is None:
        return text
    return shell.make_unknown(UnknownCause.FORM)._replace(prefix=text[: pattern.start()])


def _expand_parameter(shell: ShellPort, part: Parameter) -> Value:
    """Return the value of $name or ${name…}."""
    value = _find_needed_value(shell, part)
    if isinstance(value, Unknown):
        return value
    match part.operator:
        case "":
            return value or ""
        case "length":
            # Some shells count bytes.
            is_plain = (value or "").isascii() and part.name not in "@*"
            return str(len(value or "")) if is_plain else shell.make_unknown(UnknownCause.FORM)
        case "#" | "##" | "%" | "%%":
            pattern = expand_pattern(shell, part.word)
            if isinstance(pattern, Unknown):
                return pattern
            return _trim_value(value or "", part.operator, pattern)
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


def _find_needed_value(shell: ShellPort, part: Parameter) -> Value | None:
    """Return a parameter's value, None if it is not set.

    Under `set -u` an unset one ends the script.
    """
    value = _find_set_value(shell, part.name)
    if part.name in "@*":
        return (
            shell.make_unknown(UnknownCause.FORM)
            if part.operator and part.operator[-1] != "+"
            else value
        )
    is_needed = part.operator in ("", "length", *TRIMMING_OPERATORS)
    if value is None and is_needed and "u" in shell.memory.options:
        raise ScriptEnd("exit", -1)
    return value


def _find_set_value(shell: ShellPort, name: str) -> Value | None:
    """Return the value of a parameter, None if it is not set."""
    memory = shell.memory
    if name == "#":
        words = list_known_texts(memory.arguments)
        return _find_first_unknown(shell) if words is None else str(len(words))
    if name in ("@", "*"):
        words = list_known_texts(memory.arguments)
        if words and memory.variables.get("IFS") is not None:
            return shell.make_unknown(UnknownCause.FORM)
        return _find_first_unknown(shell) if words is None else " ".join(words) if words else None
    if name == "0":
        return shell.script_path
    if name.isdigit():
        arguments_before = memory.arguments[: int(name)]
        unknown_value = next(
            (argument for argument in arguments_before if isinstance(argument, Unknown)), None
        )
        return unknown_value or (
            arguments_before[-1] if len(arguments_before) == int(name) else None
        )
    if name == "BASH_SOURCE":
        return shell.file
    if name == "PWD":
        return memory.folder
    if name in _COMPUTED_VARIABLES:
        return shell.make_unknown(UnknownCause.OUTPUT)
    return memory.value(name)


def _find_first_unknown(shell: ShellPort) -> Unknown:
    """Return the first argument of the script that only a run can tell."""
    return next(argument for argument in shell.memory.arguments if isinstance(argument, Unknown))


def _trim_value(value: str, operator: str, pattern: str) -> str:
    """Return a value without its shortest or longest beginning (#) or end (%) that matches."""
    lengths = range(len(value) + 1)
    for length in lengths if len(operator) == 1 else reversed(lengths):
        if operator[0] == "#" and fnmatch.fnmatchcase(value[:length], pattern):
            return value[length:]
        if operator[0] == "%" and fnmatch.fnmatchcase(value[len(value) - length :], pattern):
            return value[: len(value) - length]
    return value
