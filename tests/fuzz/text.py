"""JSON text with everything that real files hold and a dict cannot: doubled keys, raw bytes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from random import Random
from typing import Any


class Members(list[tuple[str, Any]]):
    """An object: its members in order, a key as often as one likes."""

    def put(self, key: str, value: Any) -> None:
        """Replace a member where it stands, or add it at the end."""
        for place, (known, _) in enumerate(self):
            if known == key:
                self[place] = (key, value)
                return
        self.append((key, value))

    def get(self, key: str) -> Any:
        """Return the value of the first member of that name, or None."""
        return next((value for known, value in self if known == key), None)

    def drop(self, key: str) -> None:
        """Remove a member if it is there."""
        self[:] = [member for member in self if member[0] != key]

    def rename(self, key: str, other: str) -> None:
        """Give a member another key."""
        self[:] = [(other if known == key else known, value) for known, value in self]


class Raw(bytes):
    """Text that stands in the file as it is."""

    __slots__ = ()


def members(*pairs: tuple[str, Any]) -> Members:
    """Return an object with these members; those that are None are left out."""
    return Members(pair for pair in pairs if pair[1] is not None)


def render(value: Any, indent: bool = False, depth: int = 0) -> bytes:
    """Write a value as JSON text."""
    if isinstance(value, Raw):
        return bytes(value)
    if isinstance(value, Members):
        return _enclosed(
            b"{}",
            (
                json.dumps(key).encode() + b": " + render(inner, indent, depth + 1)
                for key, inner in value
            ),
            indent,
            depth,
        )
    if isinstance(value, list | tuple):
        return _enclosed(
            b"[]", (render(inner, indent, depth + 1) for inner in value), indent, depth
        )
    if isinstance(value, str):
        # What is not UTF-8 stands in the text as its own bytes.
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape")
    return json.dumps(value).encode()


def _enclosed(brackets: bytes, parts: Iterable[bytes], indent: bool, depth: int) -> bytes:
    inner = list(parts)
    opening, closing = brackets[:1], brackets[1:]
    if not indent or not inner:
        return opening + b", ".join(inner) + closing
    gap = b"\n" + b"  " * (depth + 1)
    return opening + gap + (b"," + gap).join(inner) + b"\n" + b"  " * depth + closing


LENIENT = (
    b"\xef\xbb\xbf%s",  # a byte order mark; invalid for older loaders
    b"%s trailing garbage ] }",
    b"%s\n// a comment behind the value",
    b"\x01\x1f\v\f %s",
    b"%s\x00",
    b"%s]",
    b"%s%%",
)
BROKEN = (
    b"",
    b" ",
    b"{",
    b"// a comment in front\n%s",
    b"{'single': 'quotes'}",
    b"{unquoted: 1}",
    b"\xff\xfe%s",
    b"}%s",
    b"nothing",
)
ODD_VALUES: tuple[Any, ...] = (
    5,
    0,
    -1,
    1.5,
    1e30,
    True,
    False,
    None,
    "",
    "text",
    Members(),
    members(("a", "b")),
    members(("a", 1)),
    [],
)
ODD_ARRAYS: tuple[Any, ...] = (["a"], [1], [members(("a", "b"))], [[]], [None])


def odd_value(random: Random, arrays: float = 0.12) -> Any:
    """Return a value of a type that nobody expects.

    Arrays with elements are rare: where a name is looked up in one, older loaders crash.
    """
    # A copy: whoever gets it may change it.
    return copy.deepcopy(random.choice(ODD_ARRAYS if random.random() < arrays else ODD_VALUES))


def nested(levels: int) -> Raw:
    """Return arrays in arrays."""
    return Raw(b"[" * levels + b"]" * levels)
