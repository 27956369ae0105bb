"""Answers of enumerations as C functions give them: the number alone, or as many as fit."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.abi import VkLayerProperties
from vkconfig_py.loader.binding.memory import (
    encode,
    read_u32,
    write_extensions,
    write_u32,
    write_word,
)
from vkconfig_py.loader.binding.request import pack
from vkconfig_py.loader.binding.results import INCOMPLETE, SUCCESS
from vkconfig_py.loader.records import Any

_LAYER_SIZE = ctypes.sizeof(VkLayerProperties)
_LONGEST = 255


def answer(found: Sequence[Any], count: int, place: int, write: Callable[[Any, int], None]) -> int:
    """Answer an enumeration.

    Args:
        found: everything there is.
        count: address of the number, which says how many fit.
        place: address of the array, or 0.
        write: writes some of what was found into the array.
    """
    if not place:
        write_u32(count, len(found))
        return SUCCESS
    given = found[: read_u32(count)]
    write(given, place)
    write_u32(count, len(given))
    return SUCCESS if len(given) == len(found) else INCOMPLETE


def answer_handles(found: Sequence[int], count: int, place: int) -> int:
    """Answer with dispatchable handles."""
    return answer(found, count, place, _write_handles)


def answer_extensions(found: Sequence[tuple[str, int]], count: int, place: int) -> int:
    """Answer with VkExtensionProperties, of names and spec versions."""
    return answer(found, count, place, write_extensions)


def answer_layers(layers: Sequence[LayerFile], count: int, place: int) -> int:
    """Answer with VkLayerProperties."""
    return answer(layers, count, place, _write_layers)


def _write_handles(handles: Sequence[int], place: int) -> None:
    for index, handle in enumerate(handles):
        write_word(place, handle, index)


def _write_layers(layers: Sequence[LayerFile], place: int) -> None:
    for index, layer in enumerate(layers):
        entry = VkLayerProperties.from_address(place + index * _LAYER_SIZE)
        entry.layerName = encode(layer.name)[:_LONGEST]
        entry.specVersion = pack(layer.api_version)
        entry.implementationVersion = layer.implementation_version
        entry.description = encode(layer.description)[:_LONGEST]
