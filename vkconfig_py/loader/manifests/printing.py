"""JSON values as loaders print them, to read a text out of a value of any type (cJSON_Print)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.json.decode import Members

_LONGEST_PRINTED = 8192  # of a value that is no string: twice the maximum path length


class Style(NamedTuple):
    """Format in which a release prints non-string values.

    Attributes:
        quote: quote character around strings inside an array or object.
        shift: cJSON of 2013 puts the end of an empty object further left.
    """

    quote: str
    shift: int


STYLE = Style("", 0)
STYLE_1_3_251 = Style("", 1)
STYLE_OLDEST = Style('"', 1)


def print_plain(value: Any, style: Style = STYLE) -> str:
    """Print a value like loader_cJSON_Print: no quotes, hardly any escapes."""
    if isinstance(value, str):
        if value.isprintable():
            return value
        # The loader's copy of cJSON leaves out quotes and backslashes, not the rest of an escape.
        return "".join(f"u{ord(c):04x}" if c < " " and c not in "\b\t\n\f\r" else c for c in value)
    return _print_nested(value, style)


def print_old(value: Any, *, cuts: bool, escapes: bool) -> str:
    """Print a value of any type like loaders before 1.4.303.

    The oldest cut off the first and last character, quotes or not.
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)[1:-1] if escapes else print_plain(value)
    text = print_whole(value, STYLE_OLDEST if cuts else STYLE_1_3_251)
    return text[1:-1] if cuts else text


def print_whole(value: Any, style: Style = STYLE_1_3_251) -> str:
    """Print a value like loaders before 1.4.303, without the quotes of a string."""
    return _print_old_number(value) if isinstance(value, float) else print_plain(value, style)


def _print_nested(value: Any, style: Style) -> str:
    """Print only the part of a value that fits into a name or path; it may be deep and large."""
    parts: list[str] = []
    open_ones = [_pieces(value, 0, style)]
    printed = 0
    while open_ones and printed < _LONGEST_PRINTED:
        piece = next(open_ones[-1], None)
        if piece is None:
            open_ones.pop()
        elif isinstance(piece, str):
            parts.append(piece)
            printed += len(piece)
        else:
            open_ones.append(_pieces(piece[0], len(open_ones), style))
    return "".join(parts)


def _pieces(value: Any, depth: int, style: Style) -> Iterator[str | tuple[Any]]:
    """Yield the printed pieces of a value; nested values come as values, in brackets."""
    if isinstance(value, Members):
        yield from _member_pieces(value, depth, style)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield ", " if index else "["
            yield (inner,)
        yield "]" if value else "[]"
    elif isinstance(value, str):
        yield f"{style.quote}{print_plain(value)}{style.quote}"
    else:
        yield _print_scalar(value, style in (STYLE_OLDEST, STYLE_1_3_251))


def _member_pieces(value: Members, depth: int, style: Style) -> Iterator[str | tuple[Any]]:
    if not value:
        yield "{\n" + "\t" * (depth - style.shift) + "}"
        return
    tabs = "\t" * (depth + 1)
    for index, (key, inner) in enumerate(value):
        yield f"{',' if index else '{'}\n{tabs}{style.quote}{print_plain(key)}{style.quote}:\t"
        yield (inner,)
    yield "\n" + "\t" * depth + "}"


def _print_scalar(value: Any, old: bool) -> str:
    if isinstance(value, float) and old:
        return _print_old_number(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return json.dumps(value)


def _print_old_number(value: float) -> str:
    if value.is_integer() and abs(value) < 1e60:
        return f"{value:.0f}"
    return f"{value:e}" if abs(value) < 1e-6 or abs(value) > 1e9 else f"{value:f}"
