"""NamedTuple at a quarter of the import time of typing's, its values as JSON, and a comparison.

With about sixty standard named tuples, half of the engine's import time went into them: typing
compiles each annotation, and collections generates methods for each class. Here methods are shared
and annotations stay strings. Type checkers see typing.NamedTuple.
"""

from __future__ import annotations

import json
import os
import sys
from collections import _tuplegetter  # type: ignore[attr-defined]  # as namedtuple uses it
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache, partial
from types import CodeType, FunctionType, GenericAlias, NoneType, UnionType

from vkconfig_py.language.sentences import Message, message_from_json

TYPE_CHECKING = False

__all__ = ["TYPE_CHECKING", "Any", "Final", "NamedTuple"]
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Final as Final
    from typing import NamedTuple as NamedTuple
    from typing import TypeVar

    Name = TypeVar("Name")
    Value = TypeVar("Value")
else:
    Any = Final = object

    class _NamedTupleMeta(type):
        """Metaclass that builds a named tuple class from its annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, object]) -> type:
            fields = tuple(members.get("__annotations__", ()))
            defaults = {field: members[field] for field in fields if field in members}
            members |= {field: _tuplegetter(i, None) for i, field in enumerate(fields)}
            if fields:
                members["__new__"] = _make_constructor(name, fields, tuple(defaults.values()))
            members |= {
                "__slots__": (),
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            return type.__new__(cls, name, bases, members)

    @cache
    def _make_code(count: int) -> CodeType:
        """Return the code of a named tuple's constructor, compiled once per number of fields."""
        arguments = "".join(f", a{number}" for number in range(count))
        return eval(f"lambda _cls{arguments}: _new(_cls, ({arguments[2:]},))").__code__

    def _make_constructor(
        name: str, fields: tuple[str, ...], defaults: tuple[object, ...]
    ) -> FunctionType:
        """Return the `__new__` of a class of named tuples."""
        code = _make_code(len(fields)).replace(
            co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields)
        )
        return FunctionType(code, {"_new": tuple.__new__}, "__new__", defaults)

    class NamedTuple(tuple, metaclass=_NamedTupleMeta):
        """Base of tuples with named elements. Subclasses annotate them.

        Instances of different classes are never equal, even with equal elements.
        """

        __slots__ = ()
        __hash__ = tuple.__hash__  # hashes of different classes may collide

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and tuple.__eq__(self, other)

        def __ne__(self, other: object) -> bool:
            return type(self) is not type(other) or tuple.__ne__(self, other)

        def __repr__(self) -> str:
            values = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(values)})"

        def __getnewargs__(self) -> tuple[object, ...]:
            return tuple(self)

        @classmethod
        def _make(cls, values: Iterable[object]) -> NamedTuple:
            return cls(*values)

        def _replace(self, /, **changes: object) -> NamedTuple:
            """Return a copy with some fields changed."""
            changed = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"{type(self).__name__} has no {', '.join(changes)}")
            return changed

        def _asdict(self) -> Mapping[str, object]:
            return dict(zip(self._fields, self, strict=True))


def find_differences(
    values_before: Mapping[Name, Value], values_after: Mapping[Name, Value]
) -> tuple[tuple[Name, Value | None, Value | None], ...]:
    """Return (name, old value, new value) of each difference, None where a side lacks the name."""
    names = dict.fromkeys((*values_before, *values_after))
    values = ((name, values_before.get(name), values_after.get(name)) for name in names)
    return tuple(
        (name, old_value, new_value)
        for name, old_value, new_value in values
        if old_value != new_value
    )


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
