"""JSON codec driven by class annotations; one message per line.

Messages to a child process and cache entries consist of named tuples, tuples, mappings, enums and
scalars, so no class needs its own pair of functions. Decoding checks every type: a damaged document
raises WireError.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import GenericAlias, NoneType, UnionType

from vkconfig_py.loader.base.records import Any


class WireError(ValueError):
    """The decoded JSON does not match the expected class."""


def encode(value: Any) -> Any:
    """Convert a value to JSON values: named tuples become objects, tuples arrays."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields is None:
            return [encode(member) for member in value]
        return {field: encode(member) for field, member in zip(fields, value, strict=True)}
    if isinstance(value, Mapping):
        return {key: encode(member) for key, member in value.items()}
    return value


def decode(kind: Any, raw: Any) -> Any:
    """Convert JSON values to this class or annotation; WireError on a mismatch."""
    if isinstance(kind, UnionType):
        return _decode_union(kind, raw)
    if isinstance(kind, GenericAlias):
        return _decode_generic(kind, raw)
    if kind is Any:
        return raw
    if issubclass(kind, Enum):
        return _decode_member(kind, raw)
    if hasattr(kind, "_fields"):
        return _decode_record(kind, raw)
    # JSON has one type of number: 1.0 may come back as 1.
    if kind is float and type(raw) is int:
        return float(raw)
    # bool is a subclass of int: True is no number here. A message is a text.
    if type(raw) is not kind and not (kind is str and isinstance(raw, str)):
        raise WireError(f"{raw!r:.60} is not of type {kind.__name__}")
    return raw


def _decode_member(kind: Any, raw: Any) -> Any:
    try:
        return kind(raw)
    except ValueError as unknown:
        raise WireError(str(unknown)) from unknown


def _decode_record(kind: Any, raw: Any) -> Any:
    if not isinstance(raw, dict):
        raise WireError(f"{raw!r:.60} is no {kind.__name__}")
    fields = fields_of(kind)
    return kind(*(_decode_field(kind, field, annotation, raw) for field, annotation in fields))


def _decode_field(kind: Any, field: str, annotation: Any, raw: dict[str, Any]) -> Any:
    if field in raw:
        return decode(annotation, raw[field])
    if field not in kind._field_defaults:
        raise WireError(f"{kind.__name__} without {field}")
    # Written by a release without this field: caches outlive releases.
    return kind._field_defaults[field]


def _decode_generic(kind: GenericAlias, raw: Any) -> Any:
    parts = kind.__args__
    if kind.__origin__ is not tuple:
        if not isinstance(raw, dict):
            raise WireError(f"{raw!r:.60} is no object")
        return {key: decode(parts[1], member) for key, member in raw.items()}
    if not isinstance(raw, list):
        raise WireError(f"{raw!r:.60} is no array")
    if parts[-1] is Ellipsis:
        return tuple(decode(parts[0], member) for member in raw)
    if len(parts) != len(raw):
        raise WireError(f"{raw!r:.60} has {len(raw)} elements, not {len(parts)}")
    return tuple(decode(part, member) for part, member in zip(parts, raw, strict=True))


def _decode_union(kind: UnionType, raw: Any) -> Any:
    """Decode the first union member that matches."""
    if raw is None and NoneType in kind.__args__:
        return None
    for part in kind.__args__:
        try:
            return decode(part, raw)
        except WireError:
            continue
    raise WireError(f"{raw!r:.60} is no {kind}")


@cache
def fields_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Fields of a named tuple with their evaluated annotations."""
    names = vars(sys.modules[kind.__module__])
    # Annotations are text (from __future__ import annotations); typing.get_type_hints would import
    # typing, which is slow.
    return tuple((field, eval(kind.__annotations__[field], names)) for field in kind._fields)


def write_message(descriptor: int, message: dict[str, Any]) -> None:
    """Write one line of JSON."""
    # A library may have printed to the descriptor without ending its line.
    data = b"\n" + json.dumps(message).encode() + b"\n"
    # os.write may write less than all to a pipe.
    while data:
        data = data[os.write(descriptor, data) :]
