"""NamedTuple at a quarter of the import time of typing's, and the comparison of two mappings.

With about sixty standard named tuples, half of the engine's import time went into them: typing
compiles each annotation, and collections generates methods for each class. Here methods are shared
and annotations stay strings. Type checkers see typing.NamedTuple.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]  # as namedtuple uses it
from collections.abc import Iterable, Mapping
from functools import cache
from types import CodeType, FunctionType

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
    before: Mapping[Name, Value], after: Mapping[Name, Value]
) -> tuple[tuple[Name, Value | None, Value | None], ...]:
    """Return (name, old value, new value) of each difference, None where a side lacks the name."""
    names = dict.fromkeys((*before, *after))
    values = ((name, before.get(name), after.get(name)) for name in names)
    return tuple((name, old, new) for name, old, new in values if old != new)
