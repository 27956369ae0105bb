"""Write the tables; run by dev.py registry, in an environment that has vulkan-object.

commands.txt: name, first handle, signature, core version, extension, alias of each command.
extensions.txt: name, kind (I of the instance, D of the device) and revision of each extension.
structures.txt and enumerations.txt: one structure, one enumeration per line.

A line of a structure has its names (older ones after the first, with ","), its VkStructureType,
what it extends (of what a device answers with), who defines it, and its members as type:name; "-"
stands for nothing, "|" is put before the name of a union. sType and pNext are left out where there
is a VkStructureType: every such structure begins with them. A type is a letter, or the name of a
structure or enumeration that has a line; then "*N" for an array, "%N" for a bit-field, "@count" for
an array, or a pointer to an array, of which the driver fills in as many elements as the member
"count" says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

# The letter of a C type: what the engine needs to know of it to pass it on.
# LETTERS of vkconfig_py/loader/native/abi.py gives the ctypes type of each.
_SCALARS = {
    "void": "v",
    "char": "c",
    "uint8_t": "b",
    "int8_t": "x",
    "uint16_t": "w",
    "int16_t": "s",
    "int32_t": "i",
    "int": "i",
    "uint32_t": "u",
    "VkBool32": "t",
    "VkSampleMask": "u",
    "int64_t": "l",
    "uint64_t": "q",
    "VkDeviceSize": "q",
    "VkDeviceAddress": "q",
    "size_t": "z",
    "float": "f",
    "double": "d",
    # of the window systems
    "VisualID": "q",  # unsigned long
    "Window": "q",
    "RROutput": "q",
    "xcb_visualid_t": "u",
    "xcb_window_t": "u",
    "DWORD": "u",
    "zx_handle_t": "u",
    "GgpStreamDescriptor": "u",
    "GgpFrameToken": "q",
}
_POINTERS = {
    *("HANDLE", "HINSTANCE", "HWND", "HMONITOR", "LPCWSTR", "IOSurfaceRef"),
    *("MTLDevice_id", "MTLCommandQueue_id", "MTLBuffer_id", "MTLTexture_id", "MTLSharedEvent_id"),
}


class RegistryTypes:
    """The types of one registry, by name, with the old names that it knows for them."""

    def __init__(self, registry: Any) -> None:
        self.registry = registry
        self.enumerations = _with_aliases(registry.enums)
        self.structures = _with_aliases(registry.structs)
        self._flags = _with_aliases(registry.flags) | _with_aliases(registry.bitmasks)
        self._handles = _with_aliases(registry.handles)

    def get_letter(self, name: str) -> str:
        """Return the letter of a type that is no structure; refuse one that is not known."""
        if name in _SCALARS:
            return _SCALARS[name]
        if name in _POINTERS or name.startswith("PFN_"):
            return "p"
        if name in self._handles:
            return "p" if self._handles[name].dispatchable else "h"
        if name in self._flags:
            return "q" if self._flags[name].bitWidth == 64 else "u"
        if name in self.enumerations or name.startswith("StdVideo"):  # enumerations of video.xml
            return "i"
        raise LookupError(f"no letter for the type {name}")

    def parse_count(self, extents: list[str]) -> int:
        """Return how many elements an array has; more than one extent is one array."""
        count = 1
        for extent in extents:
            constant = self.registry.constants.get(extent)
            count *= int(constant.value if constant else extent)
        return count


# What devices answer with, and what extends it is asked for.
ANSWER_STRUCTURES = (
    "VkPhysicalDeviceProperties2",
    "VkPhysicalDeviceFeatures2",
    "VkPhysicalDeviceMemoryProperties2",
    "VkQueueFamilyProperties2",
    "VkFormatProperties2",
    "VkSurfaceCapabilities2KHR",
)
# Whose names are shown although no answer has them as a member.
_ALSO_NAMED = ("VkFormat", "VkResult", "VkColorSpaceKHR", "VkPresentModeKHR")
_NAMED_BITS = ("VkQueueFlagBits",)


class StructureTables:
    """The structures and enumerations of one registry as lines."""

    def __init__(self, types: RegistryTypes) -> None:
        self._types = types
        self._numbers = {
            name: field.value
            for field in types.registry.enums["VkStructureType"].fields
            for name in (field.name, *field.aliases)
        }
        self._named = {
            *_ALSO_NAMED,
            *(
                name
                for structure in self._iterate_answers()
                for name in self._iterate_enumerations(structure)
            ),
        }

    def iterate_structures(self) -> Iterator[str]:
        """Yield the line of each structure."""
        for structure in self._types.registry.structs.values():
            head = (
                ("|" if structure.union else "") + ",".join((structure.name, *structure.aliases)),
                str(self._numbers[structure.sType]) if structure.sType else "-",
                _find_extended_structure(structure),
                ",".join(self._list_definers(structure)) or "-",
            )
            members = structure.members[2 if structure.sType else 0 :]
            filled = any(name in ANSWER_STRUCTURES for name in structure.extends)
            siblings = {member.name for member in members}
            words = (self._render_member(member, siblings, filled) for member in members)
            yield " ".join((*head, *words))

    def iterate_enumerations(self) -> Iterator[str]:
        """Yield name, what its values begin with, then each value without that, as NAME=number."""
        registry = self._types.registry
        for name in sorted(self._named):
            yield _enumeration(name, registry.enums[name].fields)
        for name in _NAMED_BITS:
            yield _enumeration(name, registry.bitmasks[name].flags)

    def iterate_formats(self) -> Iterator[str]:
        """Yield who defines them, then numbers of formats."""
        requirements = self._types.registry.aliasFieldRequirements
        found: dict[str, list[str]] = {}
        for field in self._types.registry.enums["VkFormat"].fields:
            definers = dict(field.definingRequirements)
            for name in field.aliases:
                definers |= requirements[name]
            key = ",".join(map(_find_definer, definers)) or "1.0"
            found.setdefault(key, []).append(str(field.value))
        for key, values in found.items():
            yield " ".join((key, *values))

    def _iterate_answers(self) -> Iterator[Any]:
        """Yield what devices answer with, what extends it, and what is inside of these."""
        known = self._types.structures
        waiting = list(ANSWER_STRUCTURES)
        waiting += [
            x.name for x in known.values() if any(name in ANSWER_STRUCTURES for name in x.extends)
        ]
        seen = set()
        while waiting:
            structure = known[waiting.pop()]
            if structure.name not in seen:
                seen.add(structure.name)
                waiting += [m.type for m in structure.members if m.type in known]
                yield structure

    def _iterate_enumerations(self, structure: Any) -> Iterator[str]:
        for member in structure.members:
            enumeration = self._types.enumerations.get(member.type)
            if enumeration and enumeration.name != "VkStructureType":
                yield enumeration.name

    def _list_definers(self, structure: Any) -> Iterable[str]:
        """Return the core version and the extensions that have a structure, under any name."""
        requirements = self._types.registry.aliasTypeRequirements
        found = dict(structure.definingRequirements)
        for name in structure.aliases:
            found |= requirements[name]
        return [_find_definer(name) for name in found]

    def _render_member(self, member: Any, siblings: set[str], filled: bool) -> str:
        if member.pointer:
            counted = filled and member.length
            element = f"{self._render_type(member)}@{member.length}" if counted else "p"
            return f"{element}:{member.name}"
        text = self._render_type(member)
        if member.fixedSizeArray:
            text += f"*{self._types.parse_count(member.fixedSizeArray)}"
            text += f"@{member.length}" if member.length in siblings else ""
        if member.bitFieldWidth:
            text += f"%{member.bitFieldWidth}"
        return f"{text}:{member.name}"

    def _render_type(self, member: Any) -> str:
        structure = self._types.structures.get(member.type)
        if structure:
            return str(structure.name)
        enumeration = self._types.enumerations.get(member.type)
        if enumeration and enumeration.name in self._named:
            return str(enumeration.name)
        return self._types.get_letter(member.type)


def _find_extended_structure(structure: Any) -> str:
    """Return what a structure extends of what devices answer with; none extends two of them."""
    found = [name for name in structure.extends if name in ANSWER_STRUCTURES]
    if len(found) > 1:
        raise LookupError(f"{structure.name} extends {found}")
    return found[0] if found else "-"


def _find_definer(name: str) -> str:
    """Return "1.1" for VK_VERSION_1_1, VK_GRAPHICS_VERSION_1_0 and the like."""
    return name.rpartition("VERSION_")[2].replace("_", ".") if "VERSION_" in name else name


def _enumeration(name: str, values: list[Any]) -> str:
    first, last = min(value.name for value in values), max(value.name for value in values)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    prefix = first[: first.rindex("_", 0, same) + 1]
    pairs = (f"{value.name.removeprefix(prefix)}={value.value}" for value in values)
    return " ".join((name, prefix, *pairs))


_FIRST = {
    "VkInstance": "I",
    "VkPhysicalDevice": "P",
    "VkDevice": "D",
    "VkQueue": "Q",
    "VkExternalComputeQueueNV": "Q",  # made of a device, its first word is the device's table
    "VkCommandBuffer": "C",
}


def iterate_commands(types: RegistryTypes) -> Iterator[str]:
    """Yield the line of each command."""
    for command in types.registry.commands.values():
        parameters = "".join(_get_letter(types, parameter) for parameter in command.params)
        words = (
            command.name,
            _get_first_letter(command.params[0]),
            _get_plain_letter(types.get_letter(command.returnType)) + parameters,
            _find_core_version(command),
            next(iter(command.extensions), ""),
            command.alias or "",
        )
        yield " ".join(word or "-" for word in words)


def iterate_extensions(types: RegistryTypes) -> Iterator[str]:
    """Yield the line of each extension."""
    for extension in types.registry.extensions.values():
        kind = "I" if extension.instance else "D"
        yield f"{extension.name} {kind} {extension.specVersionValue}"


def _get_first_letter(parameter: Any) -> str:
    return "" if parameter.pointer else _FIRST[parameter.type]


def _get_letter(types: RegistryTypes, parameter: Any) -> str:
    if parameter.pointer or parameter.fixedSizeArray:
        return "p"
    return _get_plain_letter(types.get_letter(parameter.type))


def _get_plain_letter(letter: str) -> str:
    """Return the letter as the calling convention sees it: a truth value is a number."""
    return "u" if letter == "t" else letter


def _find_core_version(command: Any) -> str:
    if command.extensions:
        return ""
    name: str = command.version.name if command.version else "VK_VERSION_1_0"
    return name.removeprefix("VK_VERSION_").replace("_", ".")


def _with_aliases(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for value in values.values() for name in (value.name, *value.aliases)}


def main(folder: Path) -> None:
    """Write the tables."""
    from vulkan_object import get_vulkan_object

    registry = get_vulkan_object()
    types = RegistryTypes(registry)
    structures = StructureTables(types)

    def write(name: str, lines: Iterable[str]) -> None:
        head = f"# Vulkan registry {registry.headerVersionComplete}; made by dev.py registry"
        text = "".join(f"{line}\n" for line in (head, *lines))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")

    write("commands", iterate_commands(types))
    write("extensions", iterate_extensions(types))
    write("structures", structures.iterate_structures())
    write("enumerations", structures.iterate_enumerations())
    write("formats", structures.iterate_formats())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
