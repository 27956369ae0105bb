"""Preprocessor for ReShade effects: as much of it as the declarations of uniforms need.

Macros, conditions and included files are followed; nothing is compiled. Effects are other people's
files, so sizes, depth, files and tokens have limits: what is beyond them is left out.
"""

from __future__ import annotations

import math
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from vkconfig_py.loader.base.records import NamedTuple

ReadFile = Callable[[str], bytes | None]

MOST_BYTES: Final = 4 << 20  # of all files together
_MOST_FILES = 64
_MOST_DEPTH = 24
_MOST_TOKENS = 400_000
_MOST_STEPS = 2_000_000  # tokens that are looked at to replace macros
_MOST_EXPANDED = 20_000  # tokens of one line after its macros
# What vkBasalt defines. The size of the picture is known only when a program runs.
DEFINED: Final = {
    "__RESHADE__": "2147483647",
    "__RESHADE_PERFORMANCE_MODE__": "1",
    "__RENDERER__": "0x20000",
    "BUFFER_WIDTH": "1920",
    "BUFFER_HEIGHT": "1080",
    "BUFFER_RCP_WIDTH": "(1.0 / BUFFER_WIDTH)",
    "BUFFER_RCP_HEIGHT": "(1.0 / BUFFER_HEIGHT)",
    "BUFFER_COLOR_DEPTH": "8",
}
# Both alternatives for the end of a string or comment: one that is open must not be tried again
# from each of its characters.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"?|[A-Za-z_]\w*|0[xX][0-9A-Fa-f]+[uU]?'
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFuUlLhH]*"
    r"|&&|\|\||[<>=!]=|<<|>>|##|\S"
)
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*([a-z]*)(.*)", re.DOTALL)
_DEFINE = re.compile(r"[ \t]*([A-Za-z_]\w*)(\([^)]*\))?(.*)", re.DOTALL)
_INCLUDE = re.compile(r'[ \t]*(?:"([^"]*)"|<([^>]*)>)')
_NAME = re.compile(r"[A-Za-z_]\w*")


class Budget:
    """How much is still done for one effect."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def take(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise _LimitError


class Macro(NamedTuple):
    """A macro; `parameters` is None for one without parentheses."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]


class _LimitError(Exception):
    """The effect is larger than anything that is read."""


def preprocess(path: str, include_folders: Iterable[str], read: ReadFile) -> tuple[str, ...]:
    """The tokens of an effect, with its includes, after macros and conditions.

    `read` answers None for a file that is not there or cannot be read.
    """
    one = _Preprocessor(tuple(include_folders), read)
    with suppress(_LimitError):  # what was read until then is shown
        one.add_file(path, 0)
    return tuple(one.tokens)


def tokenize(text: str) -> list[str]:
    return _TOKEN.findall(text)


class _Preprocessor:
    def __init__(self, folders: tuple[str, ...], read: ReadFile) -> None:
        self.tokens: list[str] = []
        self._folders = folders
        self._read = read
        self._files = 0
        self._bytes = 0
        self._budget = Budget()
        self._once: set[str] = set()
        self._macros: dict[str, Macro] = {
            name: Macro(None, tuple(tokenize(text))) for name, text in DEFINED.items()
        }

    def add_file(self, path: str, depth: int) -> bool:
        """Read one file; False if there is none."""
        if path in self._once:
            return True
        content = self._read(path)
        if content is None:
            return False
        self._files += 1
        self._bytes += len(content)
        if self._files > _MOST_FILES or depth > _MOST_DEPTH or self._bytes > MOST_BYTES:
            raise _LimitError
        conditions = _Conditions()
        for line in _lines(content):
            match = _DIRECTIVE.match(line)
            if match:
                self._direct(match[1], match[2], conditions, path, depth)
            elif conditions.active:
                self._add(expand(tokenize(line), self._macros, self._budget))
        return True

    def _add(self, tokens: list[str]) -> None:
        self.tokens += tokens
        if len(self.tokens) > _MOST_TOKENS:
            raise _LimitError

    def _direct(self, name: str, rest: str, conditions: _Conditions, path: str, depth: int) -> None:
        if name in {"if", "ifdef", "ifndef", "elif", "else", "endif"}:
            conditions.direct(name, lambda: self._holds(name, rest))
        elif not conditions.active:
            return
        elif name == "define":
            self._define(rest)
        elif name == "undef":
            self._macros.pop(rest.strip(), None)
        elif name == "include":
            self._include(rest, path, depth)
        elif name == "pragma" and rest.split() == ["once"]:
            self._once.add(path)

    def _holds(self, name: str, rest: str) -> bool:
        if name in {"ifdef", "ifndef"}:
            return (rest.strip() in self._macros) is (name == "ifdef")
        return evaluate_condition(tokenize(rest), self._macros, self._budget)

    def _define(self, rest: str) -> None:
        match = _DEFINE.match(rest)
        if match:
            named = match[2] and tuple(part.strip() for part in match[2][1:-1].split(","))
            parameters = None if named is None else tuple(part for part in named if part)
            self._macros[match[1]] = Macro(parameters, tuple(tokenize(match[3])))

    def _include(self, rest: str, path: str, depth: int) -> None:
        match = _INCLUDE.match(rest)
        if match is None:
            return
        name = match[1] or match[2] or ""
        folders = (posixpath.dirname(path), *self._folders)
        for folder in folders:
            if self.add_file(posixpath.normpath(posixpath.join(folder, name)), depth + 1):
                return


class _Conditions:
    """Nested conditions; of each level whether it is active, and whether one branch was."""

    def __init__(self) -> None:
        self._levels: list[tuple[bool, bool, bool]] = []  # of the parent, now, already

    @property
    def active(self) -> bool:
        return all(now for _parent, now, _already in self._levels[-1:])

    def direct(self, name: str, holds: Callable[[], bool]) -> None:
        if name.startswith("if"):
            now = self.active and holds()
            self._levels.append((self.active, now, now))
        elif not self._levels:
            return
        elif name == "endif":
            self._levels.pop()
        else:
            parent, _now, already = self._levels[-1]
            now = parent and not already and (name == "else" or holds())
            self._levels[-1] = (parent, now, already or now)


def _lines(content: bytes) -> Iterator[str]:
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\\\n", " ")
    return iter(_COMMENT.sub(_without_comment, text).split("\n"))


def _without_comment(found: re.Match[str]) -> str:
    text = found[0]
    return text if text[0] == '"' else " " + "\n" * text.count("\n")


def expand(tokens: list[str], macros: Mapping[str, Macro], budget: Budget) -> list[str]:
    """Replace macros; one within its own replacement stays."""
    if not any(token in macros for token in tokens):
        return tokens
    expanded: list[str] = []
    # To do, last first; a None ends the replacement of the innermost macro.
    todo: list[str | None] = list(reversed(tokens))
    within: dict[str, None] = {}
    while todo:
        budget.take(1)
        token = todo.pop()
        if token is None:
            within.popitem()
            continue
        macro = macros.get(token)
        if macro is None or token in within:
            expanded.append(token)
            continue
        arguments = [] if macro.parameters is None else _take_arguments(todo, budget)
        if arguments is None:
            expanded.append(token)
            continue
        within[token] = None
        todo.append(None)
        todo += reversed(_replaced(macro, arguments))
        if len(todo) + len(expanded) > _MOST_EXPANDED:
            raise _LimitError
    return expanded


def _take_arguments(todo: list[str | None], budget: Budget) -> list[list[str]] | None:
    """Remove the arguments of a call from what is to do; None if there is no call."""
    if not todo or todo[-1] != "(":
        return None
    arguments: list[list[str]] = [[]]
    depth = 0
    for at in range(len(todo) - 1, -1, -1):
        budget.take(1)
        token = todo[at]
        if token is None:
            return None  # a call does not reach over the end of a macro here
        depth += (token in "([{") - (token in ")]}")
        if depth == 0:
            del todo[at:]
            return arguments
        if token == "," and depth == 1:
            arguments.append([])
        elif at < len(todo) - 1:
            arguments[-1].append(token)
    return None


def _replaced(macro: Macro, arguments: list[list[str]]) -> list[str]:
    values = dict(zip(macro.parameters or (), arguments, strict=False))
    replaced: list[str] = []
    pasted = False
    for token in macro.body:
        if token == "##":
            pasted = bool(replaced)
            continue
        parts = values.get(token, [token])
        if pasted and parts:
            replaced[-1:] = [replaced[-1] + parts[0], *parts[1:]]
        else:
            replaced += parts
        pasted = False
    return replaced


def evaluate_condition(tokens: list[str], macros: Mapping[str, Macro], budget: Budget) -> bool:
    """Value of the condition of an #if; one that cannot be read is false."""
    answered: list[str] = []
    at = 0
    while at < len(tokens):
        if tokens[at] != "defined":
            answered.append(tokens[at])
            at += 1
            continue
        in_parentheses = tokens[at + 1 : at + 2] == ["("]
        name = tokens[at + 2 : at + 3] if in_parentheses else tokens[at + 1 : at + 2]
        answered.append("1" if name and name[0] in macros else "0")
        at += 4 if in_parentheses else 2
    expanded = expand(answered, macros, budget)
    # A name that is no macro is 0 in a condition.
    return evaluate(["0" if _NAME.fullmatch(one) else one for one in expanded]) not in (None, 0)


_ORDER: Final = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_APPLY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "||": lambda a, b: float(bool(a) or bool(b)),
    "&&": lambda a, b: float(bool(a) and bool(b)),
    "|": lambda a, b: int(a) | int(b),
    "^": lambda a, b: int(a) ^ int(b),
    "&": lambda a, b: int(a) & int(b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
    "<": lambda a, b: float(a < b),
    ">": lambda a, b: float(a > b),
    "<=": lambda a, b: float(a <= b),
    ">=": lambda a, b: float(a >= b),
    "<<": lambda a, b: int(a) << min(max(int(b), 0), 31),
    ">>": lambda a, b: int(a) >> min(max(int(b), 0), 31),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
}
_UNARY: Final[Mapping[str, Callable[[float], float]]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "!": lambda a: float(not a),
    "~": lambda a: ~int(a),
}


def evaluate(tokens: list[str]) -> float | None:
    """Value of a constant expression of numbers; None if it is something else."""
    try:
        value, end = _binary(tokens, 0, 0, 0)
        is_plain = end == len(tokens) and math.isfinite(value)
    except (ArithmeticError, IndexError, ValueError):
        return None
    return value if is_plain else None


def _binary(tokens: list[str], at: int, level: int, depth: int) -> tuple[float, int]:
    if level == len(_ORDER):
        return _operand(tokens, at, depth)
    value, at = _binary(tokens, at, level + 1, depth)
    while at < len(tokens) and tokens[at] in _ORDER[level]:
        right, end = _binary(tokens, at + 1, level + 1, depth)
        value, at = _APPLY[tokens[at]](value, right), end
    return value, at


def _operand(tokens: list[str], at: int, depth: int) -> tuple[float, int]:
    if depth > _MOST_DEPTH:
        raise ValueError
    token = tokens[at]
    if token in _UNARY:
        value, at = _operand(tokens, at + 1, depth + 1)
        return _UNARY[token](value), at
    if token == "(":
        value, at = _binary(tokens, at + 1, 0, depth + 1)
        if tokens[at] != ")":
            raise ValueError
        return value, at + 1
    if token in {"true", "false"}:
        return float(token == "true"), at + 1
    return number(token), at + 1


def number(token: str) -> float:
    """Value of a number as HLSL writes it.

    Raises:
        ValueError: it is none.
    """
    if _NAME.fullmatch(token):  # float() knows words such as "nan"
        raise ValueError(token)
    if token[:2] in {"0x", "0X"}:
        return int(token.rstrip("uU"), 16)
    digits = token.rstrip("fFuUlLhH")
    return int(digits) if digits.isascii() and digits.isdigit() else float(digits)
