"""Typed members of our JSON documents; a wrong one is named by its place."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Container
from typing import Any, TypeVar

from vkconfig_py.loader.own_files import DocumentError
from vkconfig_py.loader.own_files import parse_object as parse_json

__all__ = [
    "DocumentError",
    "Object",
    "as_choice",
    "as_flag",
    "as_integer",
    "as_list",
    "as_number",
    "as_object",
    "as_text",
    "each",
    "parse_json",
    "render_json",
    "unknown",
]

T = TypeVar("T")
Object = dict[str, Any]


def render_json(document: Object) -> bytes:
    """Return JSON as ASCII: any text can be carried, lone surrogates of odd paths too."""
    return (json.dumps(document, indent=2) + "\n").encode("ascii")


# Each of these raises DocumentError with the place if the value is of another type.


def as_object(value: object, place: str) -> Object:
    """Return an object."""
    if not isinstance(value, dict):
        raise DocumentError(f"{place}: an object is expected")
    return value


def as_list(value: object, place: str) -> list[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise DocumentError(f"{place}: a list is expected")
    return value


def as_text(value: object, place: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise DocumentError(f"{place}: a text is expected")
    return value


def as_flag(value: object, place: str) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise DocumentError(f"{place}: true or false is expected")
    return value


def as_integer(value: object, place: str) -> int:
    """Return a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise DocumentError(f"{place}: a whole number is expected")
    return value


def as_number(value: object, place: str) -> float:
    """Return a number; infinity, which JSON cannot say, is none."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise DocumentError(f"{place}: a number is expected")


def as_choice(kind: Callable[[str], T], value: object, place: str) -> T:
    """Return one of an enumeration's values."""
    text = as_text(value, place)
    try:
        return kind(text)
    except ValueError as error:
        raise DocumentError(f"{place}: {value!r} is not known") from error


def each(
    document: Object, name: str, parse: Callable[[object, str], T], prefix: str = ""
) -> tuple[T, ...]:
    """Return the values of a list that may be left out."""
    place = f"{prefix}{name}"
    values = as_list(document.get(name, []), place)
    return tuple(parse(value, f"{place}[{number}]") for number, value in enumerate(values))


def unknown(document: Object, known: Container[str]) -> tuple[tuple[str, Any], ...]:
    """Return the members that this version does not know."""
    return tuple((name, value) for name, value in document.items() if name not in known)
