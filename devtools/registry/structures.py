"""structures.txt and enumerations.txt: one structure, one enumeration per line.

A line of a structure has its names (older ones after the first, with ","), its VkStructureType,
what it extends (of what a device answers with), who defines it, and its members as type:name; "-"
stands for nothing, "|" is put before the name of a union. sType and pNext are left out where there
is a VkStructureType: every such structure begins with them. A type is a letter, or the name of a
structure or enumeration that has a line; then "*N" for an array, "%N" for a bit-field, "@count" for
an array, or a pointer to an array, of which the driver fills in as many elements as the member
"count" says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from devtools.registry.types import Types

# What devices answer with, and what extends it is asked for.
ANSWERS = (
    "VkPhysicalDeviceProperties2",
    "VkPhysicalDeviceFeatures2",
    "VkPhysicalDeviceMemoryProperties2",
    "VkQueueFamilyProperties2",
    "VkFormatProperties2",
)
# Whose names are shown although no answer has them as a member.
_ALSO_NAMED = ("VkFormat", "VkResult")
_NAMED_BITS = ("VkQueueFlagBits",)


class Structures:
    """The structures and enumerations of one registry as lines."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._numbers = {
            name: field.value
            for field in types.registry.enums["VkStructureType"].fields
            for name in (field.name, *field.aliases)
        }
        self._named = {
            *_ALSO_NAMED,
            *(name for structure in self._answers() for name in self._enumerations(structure)),
        }

    def structures(self) -> Iterator[str]:
        """Yield the line of each structure."""
        for structure in self._types.registry.structs.values():
            head = (
                ("|" if structure.union else "") + ",".join((structure.name, *structure.aliases)),
                str(self._numbers[structure.sType]) if structure.sType else "-",
                _extended(structure),
                ",".join(self._definers(structure)) or "-",
            )
            members = structure.members[2 if structure.sType else 0 :]
            filled = any(name in ANSWERS for name in structure.extends)
            siblings = {member.name for member in members}
            words = (self._member(member, siblings, filled) for member in members)
            yield " ".join((*head, *words))

    def enumerations(self) -> Iterator[str]:
        """Yield name, what its values begin with, then each value without that, as NAME=number."""
        registry = self._types.registry
        for name in sorted(self._named):
            yield _enumeration(name, registry.enums[name].fields)
        for name in _NAMED_BITS:
            yield _enumeration(name, registry.bitmasks[name].flags)

    def formats(self) -> Iterator[str]:
        """Yield who defines them, then numbers of formats."""
        requirements = self._types.registry.aliasFieldRequirements
        found: dict[str, list[str]] = {}
        for field in self._types.registry.enums["VkFormat"].fields:
            definers = dict(field.definingRequirements)
            for name in field.aliases:
                definers |= requirements[name]
            key = ",".join(map(_definer, definers)) or "1.0"
            found.setdefault(key, []).append(str(field.value))
        for key, values in found.items():
            yield " ".join((key, *values))

    def _answers(self) -> Iterator[Any]:
        """Yield what devices answer with, what extends it, and what is inside of these."""
        known = self._types.structures
        waiting = list(ANSWERS)
        waiting += [x.name for x in known.values() if any(name in ANSWERS for name in x.extends)]
        seen = set()
        while waiting:
            structure = known[waiting.pop()]
            if structure.name not in seen:
                seen.add(structure.name)
                waiting += [m.type for m in structure.members if m.type in known]
                yield structure

    def _enumerations(self, structure: Any) -> Iterator[str]:
        for member in structure.members:
            enumeration = self._types.enumerations.get(member.type)
            if enumeration and enumeration.name != "VkStructureType":
                yield enumeration.name

    def _definers(self, structure: Any) -> Iterable[str]:
        """Return the core version and the extensions that have a structure, under any name."""
        requirements = self._types.registry.aliasTypeRequirements
        found = dict(structure.definingRequirements)
        for name in structure.aliases:
            found |= requirements[name]
        return [_definer(name) for name in found]

    def _member(self, member: Any, siblings: set[str], filled: bool) -> str:
        if member.pointer:
            counted = filled and member.length
            element = f"{self._type(member)}@{member.length}" if counted else "p"
            return f"{element}:{member.name}"
        text = self._type(member)
        if member.fixedSizeArray:
            text += f"*{self._types.count(member.fixedSizeArray)}"
            text += f"@{member.length}" if member.length in siblings else ""
        if member.bitFieldWidth:
            text += f"%{member.bitFieldWidth}"
        return f"{text}:{member.name}"

    def _type(self, member: Any) -> str:
        structure = self._types.structures.get(member.type)
        if structure:
            return str(structure.name)
        enumeration = self._types.enumerations.get(member.type)
        if enumeration and enumeration.name in self._named:
            return str(enumeration.name)
        return self._types.letter(member.type)


def _extended(structure: Any) -> str:
    """Return what a structure extends of what devices answer with; none extends two of them."""
    found = [name for name in structure.extends if name in ANSWERS]
    if len(found) > 1:
        raise LookupError(f"{structure.name} extends {found}")
    return found[0] if found else "-"


def _definer(name: str) -> str:
    """Return "1.1" for VK_VERSION_1_1, VK_GRAPHICS_VERSION_1_0 and the like."""
    return name.rpartition("VERSION_")[2].replace("_", ".") if "VERSION_" in name else name


def _enumeration(name: str, values: list[Any]) -> str:
    first, last = min(value.name for value in values), max(value.name for value in values)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    prefix = first[: first.rindex("_", 0, same) + 1]
    pairs = (f"{value.name.removeprefix(prefix)}={value.value}" for value in values)
    return " ".join((name, prefix, *pairs))
