"""commands.txt and extensions.txt: one command, one extension per line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from devtools.registry.types import Types

_FIRST = {
    "VkInstance": "I",
    "VkPhysicalDevice": "P",
    "VkDevice": "D",
    "VkQueue": "Q",
    "VkExternalComputeQueueNV": "Q",  # made of a device, its first word is the device's table
    "VkCommandBuffer": "C",
}


def commands(types: Types) -> Iterator[str]:
    """Yield name, first handle, signature, core version, extension, alias; "-" where empty."""
    for command in types.registry.commands.values():
        parameters = "".join(_letter(types, parameter) for parameter in command.params)
        words = (
            command.name,
            _first(command.params[0]),
            _plain(types.letter(command.returnType)) + parameters,
            _core_version(command),
            next(iter(command.extensions), ""),
            command.alias or "",
        )
        yield " ".join(word or "-" for word in words)


def extensions(types: Types) -> Iterator[str]:
    """Yield name, kind (I of the instance, D of the device) and revision of each extension."""
    for extension in types.registry.extensions.values():
        kind = "I" if extension.instance else "D"
        yield f"{extension.name} {kind} {extension.specVersionValue}"


def _first(parameter: Any) -> str:
    return "" if parameter.pointer else _FIRST[parameter.type]


def _letter(types: Types, parameter: Any) -> str:
    if parameter.pointer or parameter.fixedSizeArray:
        return "p"
    return _plain(types.letter(parameter.type))


def _plain(letter: str) -> str:
    """Return the letter as the calling convention sees it: a truth value is a number."""
    return "u" if letter == "t" else letter


def _core_version(command: Any) -> str:
    if command.extensions:
        return ""
    name: str = command.version.name if command.version else "VK_VERSION_1_0"
    return name.removeprefix("VK_VERSION_").replace("_", ".")
