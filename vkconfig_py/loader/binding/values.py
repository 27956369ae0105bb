"""Structures as JSON values: dicts in the order of the members, names for enumerations."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable

from vkconfig_py.loader.binding.structures import (
    Member,
    describe,
    enumeration,
    members,
    names_of_enumerations,
    structure,
    type_of,
)
from vkconfig_py.loader.records import Any

# What is left out, by name: it is not the same in two runs, or means nothing outside of its own.
EXCLUDED = {
    "VkPhysicalDeviceMemoryBudgetPropertiesEXT.heapBudget": "depends on what else runs",
    "VkPhysicalDeviceMemoryBudgetPropertiesEXT.heapUsage": "depends on what else runs",
    "VkPhysicalDeviceGroupProperties.physicalDevices": "addresses; the dump has numbers instead",
}


_ROOM = 256  # bytes


def text(raw: bytes) -> str:
    """Return a string of a driver or layer; bytes that are no UTF-8 are replaced."""
    return raw.decode("utf-8", "replace")


def to_value(name: str, made: Any) -> dict[str, Any]:
    """Return a structure, without sType and pNext."""
    return {
        member.name: _member(member, made)
        for member in members(name)
        if f"{name}.{member.name}" not in EXCLUDED
    }


def elements(kind: str, array: Iterable[Any]) -> list[Any]:
    """Return values of one type: a letter, a structure or an enumeration."""
    return [_scalar(kind, element) for element in array]


def _member(member: Member, made: Any) -> Any:
    raw = getattr(made, member.name)
    if member.is_pointer:
        kind = type_of(member.type) * getattr(made, member.counted_by)
        return elements(member.type, kind.from_address(raw)) if raw else []
    if not member.array:
        return _scalar(member.type, raw)
    if member.type == "c":
        return text(raw)
    if member.type == "b":
        return bytes(raw).hex()
    filled = raw[: getattr(made, member.counted_by)] if member.counted_by else raw
    return elements(member.type, filled)


def _scalar(kind: str, raw: Any) -> Any:
    """Return one value; a truth value that is neither stays the number it is."""
    if len(kind) > 1:
        if kind in names_of_enumerations():
            return enumeration(kind).get(raw, raw)
        return to_value(kind, raw)
    if kind == "t" and raw in (0, 1):
        return bool(raw)
    if kind in "fd" and not math.isfinite(raw):
        return str(raw)  # JSON has no such numbers
    return raw


def zeroed(name: str) -> Any:
    """Return a structure for a driver to fill in, with room behind it.

    A driver may be newer than the registry, and know more members than are here.
    """
    kind = structure(name)
    made = kind.from_buffer(bytearray(ctypes.sizeof(kind) + _ROOM))
    _set_type(name, made)
    return made


def typed_array(name: str, count: int) -> Any:
    """Return an array for a driver to fill in, of a letter, structure or enumeration."""
    array = (type_of(name) * count)()
    if len(name) > 1 and name not in names_of_enumerations():
        for element in array:
            _set_type(name, element)
    return array


def point_to_arrays(name: str, made: Any) -> list[Any]:
    """Give a structure the arrays that it has told the sizes of; return them, for keeping."""
    kept = []
    for member in members(name):
        if member.is_pointer and getattr(made, member.counted_by):
            array = typed_array(member.type, getattr(made, member.counted_by))
            setattr(made, member.name, ctypes.addressof(array))
            kept.append(array)
    return kept


def _set_type(name: str, made: Any) -> None:
    structure_type = describe(name).structure_type
    if structure_type is not None:
        made.sType = structure_type
