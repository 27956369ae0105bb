"""Put something dull in the place of a rule: does the test notice?

A rule is replaced where it is defined and in every module that took it over by name. What stands in
for it returns its first argument, None, or the empty value of its return type.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple, Union

INPUT, NOTHING, EMPTY = "its input", "None", "an empty value"
_CONTAINERS = (str, int, bool, bytes, tuple, list, dict, set, frozenset)
_PACKAGES = ("vkconfig_py.", "tests.")


class Rule(NamedTuple):
    """A function or method of the engine.

    Attributes:
        owner: module or class that holds it.
        held: as it stands there: a function, property, classmethod or staticmethod.
    """

    owner: Any
    name: str
    held: Any

    @property
    def function(self) -> Callable[..., Any]:
        """Return the function itself."""
        if isinstance(self.held, property):
            assert self.held.fget is not None
            return self.held.fget
        found: Callable[..., Any] = getattr(self.held, "__func__", self.held)
        return found

    @property
    def first(self) -> int:
        """Return the place of the first argument that is an input."""
        is_bound = inspect.isclass(self.owner) and not isinstance(self.held, staticmethod)
        return int(is_bound and len(inspect.signature(self.function).parameters) > 1)


def find_rule(path: str) -> Rule:
    """Find a rule by its dotted name."""
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:-1]:
            owner = getattr(owner, name)
        rule = Rule(owner, parts[-1], vars(owner).get(parts[-1]))
        if not callable(rule.function):
            break
        return rule
    raise LookupError(f"there is no function {path}")


def stand_ins(rule: Rule) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what may stand in for a rule, with its name."""

    def give_input(*args: Any, **named: Any) -> Any:
        values = [*args, *named.values()][rule.first :]
        return values[0] if values else None

    yield INPUT, give_input
    yield NOTHING, lambda *_args, **_named: None
    empty = _empty_result(rule.function)
    if empty is not None:
        yield EMPTY, lambda *_args, **_named: empty


@contextmanager
def replaced(rule: Rule, by: Callable[..., Any]) -> Iterator[None]:
    """Replace a rule wherever it is known by name."""
    functools.update_wrapper(by, rule.function)
    wrapped = isinstance(rule.held, property | classmethod | staticmethod)
    new = type(rule.held)(by) if wrapped else by
    holders = [(rule.owner, rule.name)]
    if not inspect.isclass(rule.owner):
        named = _names(tuple(sys.modules)).functions.get(id(rule.held), [])
        holders = [(module, name) for module, name in named if vars(module)[name] is rule.held]
    _put(holders, new)
    try:
        yield
    finally:
        _put(holders, rule.held)


def _put(holders: list[tuple[Any, str]], value: Any) -> None:
    """Put a value in its places, and let functions forget the answers that they keep."""
    for holder, name in holders:
        setattr(holder, name, value)
    for kept in _names(tuple(sys.modules)).keeping:
        kept.cache_clear()


class _Names(NamedTuple):
    """What the modules of the program and the tests hold by name.

    Attributes:
        functions: modules and names, by the identity of the function that is there.
        keeping: functions that keep their answers.
    """

    functions: dict[int, list[tuple[Any, str]]]
    keeping: list[Any]


@functools.lru_cache(maxsize=1)  # to look through all modules costs more than most tests
def _names(_imported: tuple[str, ...]) -> _Names:
    """Return all names; they are looked for again once another module is imported."""
    found = _Names({}, [])
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith(_PACKAGES):
            for name, value in list(vars(module).items()):
                if isinstance(value, functools._lru_cache_wrapper) and value is not _names:
                    found.keeping.append(value)
                if callable(value):
                    found.functions.setdefault(id(value), []).append((module, name))
    return found


def _empty_result(function: Callable[..., Any]) -> Any:
    try:
        return _empty(typing.get_type_hints(function).get("return"))
    except NameError:  # a type that is imported for checkers only
        return None


def _empty(kind: Any) -> Any:
    """Return the emptiest value of a type, or None if there is none."""
    origin, inner = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (types.UnionType, Union):
        return _empty(next(part for part in inner if part is not types.NoneType))
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return tuple(map(_empty, inner))
    if not inspect.isclass(origin):
        return None
    if issubclass(origin, Enum):
        return next(iter(origin))
    if hasattr(origin, "_fields"):
        hints = typing.get_type_hints(origin)
        return origin(*(_empty(hints[name]) for name in origin._fields))
    if inspect.isabstract(origin):
        return iter(()) if issubclass(origin, Iterator) else {} if hasattr(origin, "keys") else ()
    return origin() if origin in _CONTAINERS else None
