"""The Vulkan registry as Python values: commands, structures, enumerations, from text tables.

The tables in registry/ are made by `dev.py registry`, the one of the commands that each loader
version knows with --since; devtools/registry/tables.py documents their format. ctypes classes
of structures are created on first use: all 1,400 of them would delay every probe.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable
from functools import cache

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.native.abi import CTYPES_BY_LETTER
from vkconfig_py.loader.profiles.profile import (
    LoaderProfile,
    list_command_versions,
    list_known_extensions,
    read_table,
    read_text,
)

INSTANCE_FIRST = frozenset("IP")
DEVICE_FIRST = frozenset("DQC")

# What is left out, by name: it means nothing outside of its own run.
EXCLUDED = {
    "VkPhysicalDeviceGroupProperties.physicalDevices": "addresses; the dump has numbers instead",
}

_SPARE_BYTES = 256  # bytes


class Command(NamedTuple):
    """A command.

    Attributes:
        first: dispatchable first parameter: "I" VkInstance, "P" VkPhysicalDevice, "D" VkDevice,
            "Q" VkQueue, "C" VkCommandBuffer, "" nothing (a global command).
        signature: a letter for the return type and one for each parameter; abi.LETTERS has the
            ctypes type of each. An array that is a parameter is a pointer.
        version: core version that defines it; None for a command of an extension.
        extension: the first that defines it, in registry order; "" for a core command.
        alias: the command of which it is an alias; "" if it is not one.
    """

    name: str
    first: str
    signature: str
    version: tuple[int, int] | None
    extension: str
    alias: str


@cache
def list_commands() -> dict[str, Command]:
    """Return every Vulkan command by its name. The dictionary is shared, so do not modify it."""
    return {command.name: command for command in map(_parse_command, read_table("commands"))}


def find_known_command(name: str, loader: tuple[int, int, int]) -> Command | None:
    """Return a command by its name, if a loader of this version knows it, else None."""
    # Commands of window systems that none of the asked loaders knows count as known: their
    # extension is not, on this platform.
    command = list_commands().get(name)
    # A loader knows core functions of its own Vulkan version and older.
    if command is None or (command.version or (0, 0)) > loader[:2]:
        return None
    return command if list_command_versions().get(name, loader) <= loader else None


def _parse_command(line: str) -> Command:
    """Return the command of a line in the table."""
    # "-" stands for nothing, so that every line has six words.
    name, first, signature, version, extension, alias = line.split(" ")
    return Command(
        name,
        "" if first == "-" else first,
        signature,
        _parse_core_version(version),
        "" if extension == "-" else extension,
        "" if alias == "-" else alias,
    )


@cache
def _parse_core_version(version: str) -> tuple[int, int] | None:
    """Return the (major, minor) that a command belongs to, or None for extensions."""
    major, _, minor = version.partition(".")
    return None if version == "-" else (int(major), int(minor))


def _number_slots(first: frozenset[str]) -> dict[str, int]:
    """Return the commands with these first letters, numbered from 1.

    Word 0 of a dispatch table is its magic word.
    """
    # INSTANCE_SLOTS and DEVICE_SLOTS are the numbering of struct loader_instance_dispatch_table and
    # VkLayerDispatchTable of the C loader, in an order of their own: nobody outside sees it.
    names = (name for name, command in list_commands().items() if command.first in first)
    return {name: slot for slot, name in enumerate(names, 1)}


INSTANCE_SLOTS: dict[str, int] = _number_slots(INSTANCE_FIRST)
DEVICE_SLOTS: dict[str, int] = _number_slots(DEVICE_FIRST)


@cache
def list_extension_kinds() -> dict[str, str]:
    """Return whether each extension is for an "instance" or a "device", by name."""
    kinds = {"I": "instance", "D": "device"}
    return {name: kinds[kind] for name, kind, _ in map(str.split, read_table("extensions"))}


def find_known(name: str, profile: LoaderProfile) -> Command | None:
    """Return a command by its name, if a loader of this version and build knows it, else None."""
    return _list_known_commands(profile).get(name)


def list_known_slots(slots: dict[str, int], profile: LoaderProfile) -> list[tuple[str, int]]:
    """Return (name, slot) of the commands that a loader knows."""
    known_commands = _list_known_commands(profile)
    return [(name, slot) for name, slot in slots.items() if name in known_commands]


@cache
def _list_known_commands(profile: LoaderProfile) -> dict[str, Command]:
    """Return all commands of a version, except those of window systems missing in the build."""
    kinds, extensions = list_extension_kinds(), list_known_extensions(profile)
    commands_of_version = (find_known_command(name, profile.version) for name in list_commands())
    return {
        command.name: command
        for command in commands_of_version
        if command is not None
        and (kinds.get(command.extension) != "instance" or command.extension in extensions)
    }


class StructureDescription(NamedTuple):
    """Registry entry of a structure.

    Attributes:
        structure_type: its VkStructureType; None for one without.
        extends: the result structure to which it can be chained, or "".
        definers: core versions as "1.1" and extensions; any one of them defines it.
    """

    name: str
    is_union: bool
    structure_type: int | None
    extends: str
    definers: tuple[str, ...]
    line: str


class StructureMember(NamedTuple):
    """A member of a structure.

    Attributes:
        type: a letter of abi.LETTERS, or the name of a structure or enumeration.
        array: number of its elements; 0 if it is not an array.
        bits: width of a bit-field, or 0.
        counted_by: the member with the number of filled-in elements of the array, or of the array
            that is pointed to; or "".
    """

    name: str
    type: str
    array: int = 0
    bits: int = 0
    counted_by: str = ""

    @property
    def is_pointer(self) -> bool:
        """Return whether the member is a pointer to `type`."""
        return bool(self.counted_by) and not self.array


@cache
def _read_structures() -> str:
    """Return the table of structures as one text."""
    # Searched as one text: parsing all its lines takes longer than most probes need it.
    return read_text("structures")


def _find_line(name: str) -> str:
    """Return the line of a structure in the table, under any of its names."""
    text = _read_structures()
    # A line begins with the names of a structure, the newest first, "|" before those of a union.
    for opening_mark in ("\n", "\n|", ","):
        for closing_mark in (" ", ","):
            position = text.find(opening_mark + name + closing_mark)
            if position >= 0:
                return text[text.rindex("\n", 0, position + 1) + 1 : text.index("\n", position + 1)]
    raise KeyError(name)


def _split_names(line: str) -> list[str]:
    """Return the names in a line of the table of structures."""
    return line[: line.index(" ")].removeprefix("|").split(",")


@cache
def describe(name: str) -> StructureDescription:
    """Return the registry entry of a structure, under any of its names."""
    line = _find_line(name)
    _, number, extends, definers, *_ = line.replace(" -", " ").split(" ", 4)
    return StructureDescription(
        _split_names(line)[0],
        line.startswith("|"),
        int(number) if number else None,
        extends,
        tuple(definers.split(",")) if definers else (),
        line,
    )


@cache
def list_structure_names() -> tuple[str, ...]:
    """Return the first name of each structure."""
    return tuple(_split_names(line)[0] for line in read_table("structures"))


@cache
def list_extending_structures(base: str) -> tuple[str, ...]:
    """Return the structures that can be chained to a result structure, in registry order."""
    base_column = f" {base} "  # no structure extends two of the answers
    return tuple(_split_names(line)[0] for line in read_table("structures") if base_column in line)


@cache
def list_members(name: str) -> tuple[StructureMember, ...]:
    """Return the members of a structure, without sType and pNext if it has a VkStructureType."""
    # Behind names, VkStructureType, what it extends and who defines it.
    return tuple(map(_parse_member, describe(name).line.split(" ")[4:]))


def _parse_member(text: str) -> StructureMember:
    """Return the member of a structure from its words in the table."""
    # type*count%bits@counted_by:name
    kind, _, name = text.partition(":")
    kind, _, counted_by = kind.partition("@")
    kind, _, bits = kind.partition("%")
    kind, _, count = kind.partition("*")
    return StructureMember(name, kind, int(count or 0), int(bits or 0), counted_by)


@cache
def get_structure_class(name: str) -> Any:
    """Return the ctypes class of a structure or union, under any of its names."""
    description = describe(name)
    # Aliases such as VkPhysicalDeviceIDPropertiesKHR share one class: ctypes compares by identity.
    if description.name != name:
        return get_structure_class(description.name)
    first_fields = [("sType", ctypes.c_int32), ("pNext", ctypes.c_void_p)]
    fields = [] if description.structure_type is None else first_fields
    fields += map(_make_ctypes_field, list_members(name))
    base = ctypes.Union if description.is_union else ctypes.Structure
    return type(name, (base,), {"_fields_": fields, "__slots__": ()})


def create_structure(name: str, **values: Any) -> Any:
    """Return a new structure with its VkStructureType and these members set."""
    new_structure = get_structure_class(name)(**values)
    structure_type = describe(name).structure_type
    if structure_type is not None:
        new_structure.sType = structure_type
    return new_structure


def _make_ctypes_field(member: StructureMember) -> Any:
    kind = ctypes.c_void_p if member.is_pointer else get_ctypes_type(member.type)
    if member.array:
        kind *= member.array
    return (member.name, kind, member.bits) if member.bits else (member.name, kind)


def get_ctypes_type(name: str) -> Any:
    """Return the ctypes type of a letter, enumeration or structure."""
    if name in CTYPES_BY_LETTER:
        return CTYPES_BY_LETTER[name]
    # C has enumerations of 32 bits, and the registry's values fit.
    return ctypes.c_int32 if name in names_of_enumerations() else get_structure_class(name)


@cache
def _read_enumerations() -> dict[str, str]:
    """Return the line of each enumeration in the table by name."""
    return {line.partition(" ")[0]: line for line in read_table("enumerations")}


@cache
def names_of_enumerations() -> frozenset[str]:
    """Return the enumerations with known names. Values of others are plain numbers."""
    return frozenset(_read_enumerations())


@cache
def get_enumeration_names(name: str) -> dict[int, str]:
    """Return the names of an enumeration's values by number."""
    _, prefix, *pairs = _read_enumerations()[name].split(" ")
    values = (pair.partition("=") for pair in pairs)
    # The table has the common beginning of the names once.
    return {int(number): prefix + short_name for short_name, _, number in values}


@cache
def list_formats() -> tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]:
    """Return the numbers of formats with the versions and extensions that define them."""
    lines = (line.split(" ") for line in read_table("formats"))
    return tuple(
        (tuple(first_fields.split(",")), tuple(map(int, numbers)))
        for first_fields, *numbers in lines
    )


def decode_text(raw: bytes) -> str:
    """Return a string of a driver or layer. Invalid UTF-8 is replaced."""
    return raw.decode("utf-8", "replace")


def convert_structure(name: str, structure: Any) -> dict[str, Any]:
    """Return a structure's members as JSON values, without sType and pNext."""
    return {
        member.name: _read_member_value(member, structure)
        for member in list_members(name)
        if f"{name}.{member.name}" not in EXCLUDED
    }


def convert_elements(kind: str, array: Iterable[Any]) -> list[Any]:
    """Return the elements of an array as JSON values.

    `kind`: letter, structure or enumeration.
    """
    return [_convert_scalar(kind, element) for element in array]


def _read_member_value(member: StructureMember, source: Any) -> Any:
    """Return a structure's member as a JSON value."""
    raw = getattr(source, member.name)
    if member.is_pointer:
        # The array that point_to_arrays gave it, or one of the driver's own.
        kind = get_ctypes_type(member.type) * getattr(source, member.counted_by)
        return convert_elements(member.type, kind.from_address(raw)) if raw else []
    if not member.array:
        return _convert_scalar(member.type, raw)
    # An array of char is a string; ctypes cuts it at the first NUL.
    if member.type == "c":
        return decode_text(raw)
    # UUIDs and LUIDs.
    if member.type == "b":
        return bytes(raw).hex()
    elements = raw[: getattr(source, member.counted_by)] if member.counted_by else raw
    return convert_elements(member.type, elements)


def _convert_scalar(kind: str, raw: Any) -> Any:
    """Return a number, name of an enumeration's value or structure as a JSON value.

    `kind`: letter, enumeration or structure.
    """
    # A truth value that is neither 0 nor 1 stays the number it is: the driver's mistake is to be
    # seen.
    if len(kind) > 1:
        if kind in names_of_enumerations():
            return get_enumeration_names(kind).get(raw, raw)
        return convert_structure(kind, raw)
    if kind == "t" and raw in (0, 1):
        return bool(raw)
    if kind in "fd" and not math.isfinite(raw):
        return str(raw)  # JSON has no such numbers
    return raw


def make_zeroed(name: str) -> Any:
    """Return a zeroed structure for a driver to fill in, with spare room after it.

    A driver may be newer than the registry, and write more members than are known here.
    """
    kind = get_structure_class(name)
    # from_buffer keeps the bytearray alive, with the room behind the structure.
    elements = kind.from_buffer(bytearray(ctypes.sizeof(kind) + _SPARE_BYTES))
    _set_type(name, elements)
    return elements


def make_typed_array(name: str, count: int) -> Any:
    """Return an array for a driver to fill in.

    `name`: letter, structure or enumeration of its elements.
    """
    array = (get_ctypes_type(name) * count)()
    if len(name) > 1 and name not in names_of_enumerations():
        for element in array:
            _set_type(name, element)
    return array


def point_to_arrays(name: str, structure: Any) -> list[Any]:
    """Allocate a structure's arrays by the sizes it reports. Return them to be kept alive."""
    arrays = []
    for member in list_members(name):
        if member.is_pointer and getattr(structure, member.counted_by):
            array = make_typed_array(member.type, getattr(structure, member.counted_by))
            # The structure holds a number: the arrays live in the returned list.
            setattr(structure, member.name, ctypes.addressof(array))
            arrays.append(array)
    return arrays


def _set_type(name: str, structure: Any) -> None:
    """Set the sType of a structure that has one."""
    structure_type = describe(name).structure_type
    if structure_type is not None:
        structure.sType = structure_type
