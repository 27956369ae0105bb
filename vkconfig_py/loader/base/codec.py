"""JSON codec driven by class annotations, with one message per line.

Messages to a child process and cache entries consist of named tuples, tuples, mappings, enums and
scalars, so no class needs its own pair of functions. A document whose keys are a contract has a
Schema for each class. Decoding checks every type: a damaged document raises WireError.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, partial
from types import GenericAlias, NoneType, UnionType

from vkconfig_py.language.sentences import Message, message_from_json
from vkconfig_py.loader.base.records import Any, NamedTuple


class WireError(ValueError):
    """The decoded JSON does not match the expected class."""


def encode(value: Any) -> Any:
    """Convert a value to JSON values: named tuples become objects, tuples arrays."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields is None:
            return [encode(member) for member in value]
        return {field: encode(member) for field, member in zip(fields, value, strict=True)}
    if isinstance(value, Mapping):
        return {key: encode(member) for key, member in value.items()}
    return value


def decode(kind: Any, raw: Any) -> Any:
    """Return a value of this class or annotation from its JSON values.

    Raises:
        WireError: they do not match.
    """
    if isinstance(kind, UnionType):
        return _decode_union(kind, raw)
    if isinstance(kind, GenericAlias):
        return _decode_generic(kind, raw)
    if kind is Any:
        return raw
    if kind is Message:
        decoded_message = message_from_json(raw)
        if decoded_message is None:
            raise WireError(f"{raw!r:.60} is no message")
        return decoded_message
    if issubclass(kind, Enum):
        return _decode_member(kind, raw)
    if hasattr(kind, "_fields"):
        return _decode_record(kind, raw)
    # JSON has one type of number: 1.0 may come back as 1.
    if kind is float and type(raw) is int:
        return float(raw)
    # bool is a subclass of int: True is no number here.
    if type(raw) is not kind:
        raise WireError(f"{raw!r:.60} is not of type {kind.__name__}")
    return raw


def _decode_member(kind: Any, raw: Any) -> Any:
    """Return the enum member with this value. Raise WireError if there is none."""
    try:
        return kind(raw)
    except ValueError as error:
        raise WireError(str(error)) from error


def _decode_record(kind: Any, raw: Any) -> Any:
    """Return the named tuple of this class from a JSON object of its fields."""
    if not isinstance(raw, dict):
        raise WireError(f"{raw!r:.60} is no {kind.__name__}")
    fields = get_fields(kind)
    return kind(*(_decode_field(kind, field, annotation, raw) for field, annotation in fields))


def _decode_field(kind: Any, field: str, annotation: Any, raw: dict[str, Any]) -> Any:
    """Return a field of a JSON object, or its default if an older release left it out."""
    if field in raw:
        return decode(annotation, raw[field])
    if field not in kind._field_defaults:
        raise WireError(f"{kind.__name__} without {field}")
    # Written by a release without this field: caches outlive releases.
    return kind._field_defaults[field]


def _decode_generic(kind: GenericAlias, raw: Any) -> Any:
    """Decode a tuple[...] from a JSON array, or a dict or Mapping from a JSON object."""
    parts = kind.__args__
    if kind.__origin__ is not tuple:
        if not isinstance(raw, dict):
            raise WireError(f"{raw!r:.60} is no object")
        return {key: decode(parts[1], member) for key, member in raw.items()}
    require_array(raw)
    if parts[-1] is Ellipsis:
        return tuple(decode(parts[0], member) for member in raw)
    if len(parts) != len(raw):
        raise WireError(f"{raw!r:.60} has {len(raw)} elements, not {len(parts)}")
    return tuple(decode(part, member) for part, member in zip(parts, raw, strict=True))


def _decode_union(kind: UnionType, raw: Any) -> Any:
    """Return the value by the first type of a union that the JSON value matches."""
    if raw is None and NoneType in kind.__args__:
        return None
    for part in kind.__args__:
        try:
            return decode(part, raw)
        except WireError:
            continue
    raise WireError(f"{raw!r:.60} is no {kind}")


@cache
def get_fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a named tuple with their evaluated annotations."""
    return tuple((field, _evaluate_annotation(kind, field)) for field in kind._fields)


@cache
def _evaluate_annotation(kind: Any, field: str) -> Any:
    """Return the type that the annotation text of a named tuple's field stands for."""
    # Annotations are text (from __future__ import annotations); typing.get_type_hints would import
    # typing, which is slow.
    return eval(kind.__annotations__[field], vars(sys.modules[kind.__module__]))


class Form(NamedTuple):
    """How a value is written where its annotation does not say it, and read again."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Member(NamedTuple):
    """A key of an object in a document.

    Attributes:
        field: field of the class, or "" if the key is only written.
        form: None uses encode and decode.
        get: computes the written value from the object; None takes the field.
        is_omitted: whether the key is omitted while the field has its default.
    """

    field: str = ""
    form: Form | None = None
    get: Callable[[Any], Any] | None = None
    is_omitted: bool = False


class Schema:
    """The keys of a class in a document, in their order, for writing and reading.

    Args:
        kind: a named tuple.
        first: keys named like their fields, which precede the others.
        members: member by key, or just its field.
    """

    def __init__(self, kind: Any, /, *first: str, **members: Member | str) -> None:
        self._kind = kind
        self._members = {
            key: Member(member) if isinstance(member, str) else member
            for key, member in (dict(zip(first, first, strict=True)) | members).items()
        }

    def write(self, value: Any, /, **extra_values: Any) -> dict[str, Any]:
        """Return the JSON object of a value of the class.

        Args:
            value: an instance of the class, or of one with the same fields.
            extra_values: values of keys that the object alone does not determine.
        """
        members = {}
        for key, (field, form, get, is_left_out) in self._members.items():
            if key in extra_values:
                members[key] = extra_values[key]
                continue
            part = getattr(value, field) if get is None else get(value)
            if not is_left_out or part != self._kind._field_defaults[field]:
                members[key] = encode(part) if form is None else form.write(part)
        return members

    def read(self, raw: Any, /, **extra_fields: Any) -> Any:
        """Return the value of the class from a JSON object. Keys without a field are ignored.

        Args:
            raw: any JSON value.
            extra_fields: fields that the object lacks.

        Raises:
            WireError: it does not match the class.
        """
        fields = self.read_fields(raw) | extra_fields
        for field in self._kind._fields:
            if field not in fields and field not in self._kind._field_defaults:
                raise WireError(f"{self._kind.__name__} without {field}")
        return self._kind(**fields)

    def read_fields(self, raw: Any) -> dict[str, Any]:
        """Return by name the fields of the class that a JSON object has."""
        if not isinstance(raw, dict):
            raise WireError(f"{raw!r:.60} is no {self._kind.__name__}")
        return {
            member.field: decode(_evaluate_annotation(self._kind, member.field), raw[key])
            if member.form is None
            else member.form.read(raw[key])
            for key, member in self._members.items()
            if member.field and key in raw
        }

    def read_all(self, raw: Any) -> tuple[Any, ...]:
        """Return the values of the class from a JSON array of objects."""
        return tuple(map(self.read, require_array(raw)))


def require_array(raw: Any) -> list[Any]:
    """Return a value that is a JSON array.

    Raises:
        WireError: it is another value.
    """
    if not isinstance(raw, list):
        raise WireError(f"{raw!r:.60} is no array")
    return raw


# A message in documents that others read: its English text.
ENGLISH_TEXT = Form(str, partial(decode, str))


def allow_text(form: Form) -> Form:
    """Return a form that also accepts a text, such as an error name, in place of the value."""
    return Form(
        lambda value: value if isinstance(value, str) else form.write(value),
        lambda raw: raw if isinstance(raw, str) else form.read(raw),
    )


def write_message(descriptor: int, message: dict[str, Any]) -> None:
    """Write one line of JSON to a file descriptor."""
    # A library may have printed to the descriptor without ending its line.
    data = b"\n" + json.dumps(message).encode() + b"\n"
    # os.write may write less than all to a pipe.
    while data:
        data = data[os.write(descriptor, data) :]
