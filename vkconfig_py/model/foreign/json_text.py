"""JSON of other programs, read as the loader reads it, with the line of every member."""

from __future__ import annotations

import json
import math
from functools import cached_property

from vkconfig_py.loader.parsing.json_reader import find_positions, parse_json
from vkconfig_py.loader.parsing.json_slow import Members, PathOfKeys, Positions
from vkconfig_py.loader.records import Any

_DEEPEST = 64
_TOO_DEEP = "it is nested too deeply"
_TOO_LARGE = "a number in it is too large"


class ForeignError(ValueError):
    """A file that nothing can be made of.

    Attributes:
        line: 1-based, or 0.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        self.sentence = sentence
        self.line = line
        super().__init__(sentence)


class JsonFile:
    """One JSON document and where its members stand.

    Attributes:
        value: dictionaries, lists, texts, numbers.
    """

    def __init__(self, content: bytes, *, as_loader: bool = False) -> None:
        """Read a document, as Qt does or as the Vulkan loader does.

        The loader forgives much, does not mind the case of keys (they are lower case here), and of
        a key that stands twice takes the first.

        Raises:
            ForeignError: it is no JSON.
        """
        self._content = content
        self.value = _read_as_loader(content) if as_loader else _read(content)

    @property
    def root(self) -> dict[str, Any]:
        """The outermost object.

        Raises:
            ForeignError: it is something else.
        """
        if not isinstance(self.value, dict):
            raise ForeignError("an object is expected", 1)
        return self.value

    def line(self, *place: str | int) -> int:
        """Return the line of a member, or of its nearest parent."""
        return self._positions.line(*place)

    @cached_property
    def _positions(self) -> Positions:
        return find_positions(self._content)


def _read(content: bytes) -> Any:
    try:
        value = json.loads(content.decode("utf-8-sig", "surrogateescape"))
    except json.JSONDecodeError as error:
        raise ForeignError(f"it is no JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise ForeignError(_TOO_DEEP) from error
    except ValueError as error:  # int() refuses numbers of many thousand digits
        raise ForeignError(_TOO_LARGE) from error
    return _plain(value, 0)


def _read_as_loader(content: bytes) -> Any:
    parsed = parse_json(content)
    if parsed.error:
        raise ForeignError(f"it is no JSON: {parsed.error}", parsed.line)
    return _plain(parsed.value, 0)


def _plain(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ForeignError(_TOO_DEEP)
    if isinstance(value, Members):
        value = _first_of_each(value)
    if isinstance(value, dict):
        return {key: _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, depth + 1) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ForeignError(_TOO_LARGE)
    return value


def _first_of_each(pairs: Members) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found.setdefault(key.lower() if key.isascii() else key, value)
    return found


def texts(value: Any) -> tuple[str, ...]:
    """Return the texts of a list; what is none is left out."""
    return tuple(x for x in value if isinstance(x, str)) if isinstance(value, list) else ()


def text(value: Any) -> str:
    """Return a text, or "" for anything else."""
    return value if isinstance(value, str) else ""


def members(value: Any) -> dict[str, Any]:
    """Return the members of an object, or none for anything else."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    """Return the elements of a list, or none for anything else."""
    return value if isinstance(value, list) else []


__all__ = ["ForeignError", "JsonFile", "PathOfKeys", "items", "members", "text", "texts"]
