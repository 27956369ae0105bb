"""Uniforms of a ReShade effect that vkBasalt lets its file set, read from the text of the effect.

vkBasalt makes every uniform with an initial value a constant of the shader, and takes the constant
from a line of its file with the name of the uniform, whatever the namespace. It converts the text
by the type of the uniform; all components of a vector get the one value. Uniforms without initial
value are filled by vkBasalt (time, keys, mouse) or not at all, so none of these is a setting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.formats.fx_preprocessor import ReadFile, evaluate, preprocess

_MOST_UNIFORMS = 1000
_TYPE: Final = re.compile(r"(bool|int|uint|float|min16int|min16uint|min16float)([1-4])?(x[1-4])?")
_QUALIFIERS: Final = frozenset({"const", "static", "volatile", "precise", "extern"})
_OPEN, _CLOSED = "([{", ")]}"
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "0": "\0"}
Annotation = str | float


class Uniform(NamedTuple):
    """A uniform that a line of the file can set.

    Attributes:
        base: "bool", "int", "uint" or "float".
        components: how many numbers it has; all get the one value.
        default: its components, empty if the initial value is not a plain one.
        items: labels of its values 0, 1 ….
    """

    name: str
    base: str
    components: int = 1
    default: tuple[float, ...] = ()
    label: str = ""
    tooltip: str = ""
    category: str = ""
    kind: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    items: tuple[str, ...] = ()


def read_uniforms(path: str, include_folders: Iterable[str], read: ReadFile) -> tuple[Uniform, ...]:
    """The settable uniforms of an effect, in order; of equal names the first."""
    found: dict[str, Uniform] = {}
    for uniform in _uniforms(preprocess(path, include_folders, read)):
        found.setdefault(uniform.name, uniform)
        if len(found) >= _MOST_UNIFORMS:
            break
    return tuple(found.values())


def _uniforms(tokens: tuple[str, ...]) -> Iterator[Uniform]:
    at = 0
    while (found := _next(tokens, at)) is not None:
        at = found + 1
        while at < len(tokens) and tokens[at] in _QUALIFIERS:
            at += 1
        kind = _TYPE.fullmatch(tokens[at]) if at < len(tokens) else None
        if kind is None:
            continue
        base = kind[1].removeprefix("min16")
        size = int(kind[2] or 1) * int((kind[3] or "x1")[1:])
        declarators, at = _declarators(tokens, at + 1)
        for one in declarators:
            yield from _uniform_of(one, base, size)


def _next(tokens: tuple[str, ...], at: int) -> int | None:
    try:
        return tokens.index("uniform", at)
    except ValueError:
        return None


def _uniform_of(declarator: tuple[str, ...], base: str, size: int) -> Iterator[Uniform]:
    """A declarator is `name [n] <annotations> = value`; those without a value give nothing."""
    name, rest = declarator[:1], declarator[1:]
    if not name or not name[0].isidentifier() or rest[:1] == ("[",):
        return
    before, annotations, after = _annotated(rest)
    initial = after or before
    if "=" in initial:
        value = initial[initial.index("=") + 1 :]
        yield _uniform(name[0], base, size, _components(value, size), annotations)


def _declarators(tokens: tuple[str, ...], at: int) -> tuple[list[tuple[str, ...]], int]:
    """The parts between commas up to the semicolon of a declaration, and where it ends."""
    parts: list[tuple[str, ...]] = []
    depth = 0
    annotated = False
    start = at
    for end in range(at, len(tokens)):
        token = tokens[end]
        depth += (token in _OPEN) - (token in _CLOSED)
        if depth < 0:
            return [], end
        # Within annotations a semicolon ends one of them alone.
        if depth == 0 and token in "<>":
            annotated = token == "<"
        elif depth == 0 and not annotated and token in ",;":
            parts.append(tokens[start:end])
            start = end + 1
            if token == ";":
                return parts, start
    return [], len(tokens)


def _annotated(
    rest: tuple[str, ...],
) -> tuple[tuple[str, ...], dict[str, Annotation], tuple[str, ...]]:
    """What is before the annotations, these, and what is after."""
    first = rest.index("<") if "<" in rest else -1
    if first < 0 or "=" in rest[:first] or ">" not in rest[first:]:
        return rest, {}, ()
    last = rest.index(">", first)
    annotations: dict[str, Annotation] = {}
    for one in _between(rest[first + 1 : last], ";"):
        if "=" in one:
            equals = one.index("=")
            value = _annotation(one[equals + 1 :])
            if equals and value is not None:
                annotations[one[equals - 1]] = value
    return rest[:first], annotations, rest[last + 1 :]


def _annotation(value: tuple[str, ...]) -> Annotation | None:
    if value and all(token[0] == '"' for token in value):
        return "".join(_string(token) for token in value)
    return evaluate(list(value))


def _string(token: str) -> str:
    inner = token[1:].removesuffix('"')
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), inner)


def _components(value: tuple[str, ...], size: int) -> tuple[float, ...]:
    """The components of an initial value; empty if it is not made of plain numbers."""
    if value[:1] == ("{",) and value[-1:] == ("}",):
        inner = value[1:-1]
    elif len(value) > 2 and _TYPE.fullmatch(value[0]) and (value[1], value[-1]) == ("(", ")"):
        inner = value[2:-1]
    else:
        inner = value
    numbers = [evaluate(list(part)) for part in _between(inner, ",")]
    known = [one for one in numbers if one is not None]
    if len(known) < len(numbers) or len(known) not in (1, size):
        return ()
    return tuple(known * size) if len(known) == 1 else tuple(known)


def _between(tokens: tuple[str, ...], separator: str) -> list[tuple[str, ...]]:
    parts: list[tuple[str, ...]] = []
    depth, start = 0, 0
    for at, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _CLOSED)
        if token == separator and depth == 0:
            parts.append(tokens[start:at])
            start = at + 1
    return [*parts, tokens[start:]] if tokens[start:] else parts


def _uniform(
    name: str,
    base: str,
    size: int,
    default: tuple[float, ...],
    annotations: dict[str, Annotation],
) -> Uniform:
    texts = {key: one for key, one in annotations.items() if isinstance(one, str)}
    numbers = {key: one for key, one in annotations.items() if not isinstance(one, str)}
    # Items end with a NUL each; the last one is often left out.
    items = tuple(texts.get("ui_items", "").removesuffix("\0").split("\0"))
    return Uniform(
        name,
        base,
        size,
        default,
        texts.get("ui_label", "").strip(),
        texts.get("ui_tooltip", "").strip(),
        texts.get("ui_category", "").strip(),
        texts.get("ui_type", "").lower(),
        numbers.get("ui_min"),
        numbers.get("ui_max"),
        numbers.get("ui_step"),
        items if items != ("",) else (),
    )
