"""Structures and enumerations of the Vulkan registry, made into ctypes classes when asked for.

devtools/registry/structures.py says how the lines of the tables are to be read. A truth value is a
number here; members() tells it from one.
"""

from __future__ import annotations

import ctypes
from functools import cache

from vkconfig_py.loader.binding.abi import LETTERS
from vkconfig_py.loader.binding.commands import read_table, read_text
from vkconfig_py.loader.records import Any, NamedTuple


class Description(NamedTuple):
    """What the registry says of a structure.

    Attributes:
        structure_type: its VkStructureType; None for one without.
        extends: the structure of answers whose chain it can be in, or "".
        definers: core versions as "1.1" and extensions; any one of them brings it.
    """

    name: str
    is_union: bool
    structure_type: int | None
    extends: str
    definers: tuple[str, ...]
    line: str


class Member(NamedTuple):
    """A member of a structure.

    Attributes:
        type: a letter of abi.LETTERS, or the name of a structure or enumeration.
        array: number of its elements; 0 for what is no array.
        bits: width of a bit-field, or 0.
        counted_by: the member that says how many elements of an array, or of the array that is
            pointed to, are filled in; or "".
    """

    name: str
    type: str
    array: int = 0
    bits: int = 0
    counted_by: str = ""

    @property
    def is_pointer(self) -> bool:
        """Return whether its type is that of what it points to."""
        return bool(self.counted_by) and not self.array


@cache
def _text() -> str:
    """Return the table, which is too large to take it apart for the few that most need."""
    return read_text("structures")


def _line(name: str) -> str:
    """Return the line of a structure, under any of its names."""
    text = _text()
    for before in ("\n", "\n|", ","):
        for after in (" ", ","):
            place = text.find(before + name + after)
            if place >= 0:
                return text[text.rindex("\n", 0, place + 1) + 1 : text.index("\n", place + 1)]
    raise KeyError(name)


def _names(line: str) -> list[str]:
    return line[: line.index(" ")].removeprefix("|").split(",")


@cache
def describe(name: str) -> Description:
    """Return what the registry says of a structure, under any of its names."""
    line = _line(name)
    _, number, extends, definers, *_ = line.replace(" -", " ").split(" ", 4)
    return Description(
        _names(line)[0],
        line.startswith("|"),
        int(number) if number else None,
        extends,
        tuple(definers.split(",")) if definers else (),
        line,
    )


@cache
def names() -> tuple[str, ...]:
    """Return the names of all structures, the newest name of each."""
    return tuple(_names(line)[0] for line in read_table("structures"))


@cache
def extending(base: str) -> tuple[str, ...]:
    """Return the structures that can be in the chain of an answer, in the registry's order."""
    middle = f" {base} "  # no structure extends two of the answers
    return tuple(_names(line)[0] for line in read_table("structures") if middle in line)


@cache
def members(name: str) -> tuple[Member, ...]:
    """Return the members of a structure, without sType and pNext if it has a VkStructureType."""
    return tuple(map(_member, describe(name).line.split(" ")[4:]))


def _member(text: str) -> Member:
    kind, _, name = text.partition(":")
    kind, _, counted_by = kind.partition("@")
    kind, _, bits = kind.partition("%")
    kind, _, count = kind.partition("*")
    return Member(name, kind, int(count or 0), int(bits or 0), counted_by)


@cache
def structure(name: str) -> Any:
    """Return the ctypes class of a structure or union, under any of its names."""
    description = describe(name)
    if description.name != name:
        return structure(description.name)
    head = [("sType", ctypes.c_int32), ("pNext", ctypes.c_void_p)]
    fields = [] if description.structure_type is None else head
    fields += map(_field, members(name))
    base = ctypes.Union if description.is_union else ctypes.Structure
    return type(name, (base,), {"_fields_": fields, "__slots__": ()})


def create(name: str, **values: Any) -> Any:
    """Return a structure with its VkStructureType and the values of some members set."""
    created = structure(name)(**values)
    structure_type = describe(name).structure_type
    if structure_type is not None:
        created.sType = structure_type
    return created


def _field(member: Member) -> Any:
    kind = ctypes.c_void_p if member.is_pointer else type_of(member.type)
    if member.array:
        kind *= member.array
    return (member.name, kind, member.bits) if member.bits else (member.name, kind)


def type_of(name: str) -> Any:
    """Return the ctypes type of a letter, structure or enumeration."""
    if name in LETTERS:
        return LETTERS[name]
    return ctypes.c_int32 if name in names_of_enumerations() else structure(name)


@cache
def _enumerations() -> dict[str, str]:
    return {line.partition(" ")[0]: line for line in read_table("enumerations")}


@cache
def names_of_enumerations() -> frozenset[str]:
    """Return the enumerations whose names are known; for others there are only numbers."""
    return frozenset(_enumerations())


@cache
def enumeration(name: str) -> dict[int, str]:
    """Return the names of an enumeration's values."""
    _, prefix, *pairs = _enumerations()[name].split(" ")
    values = (pair.partition("=") for pair in pairs)
    return {int(number): prefix + short for short, _, number in values}


@cache
def formats() -> tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]:
    """Return the formats with who defines them, as Description has it."""
    lines = (line.split(" ") for line in read_table("formats"))
    return tuple((tuple(head.split(",")), tuple(map(int, rest))) for head, *rest in lines)
