"""Two-call enumerations of Vulkan (count, then array), as caller and as implementation."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.vk_result import INCOMPLETE, SUCCESS
from vkconfig_py.loader.native.abi import VkLayerProperties
from vkconfig_py.loader.native.create_info import pack
from vkconfig_py.loader.native.memory import (
    encode,
    extension_buffer,
    read_extensions,
    read_u32,
    write_extensions,
    write_u32,
    write_word,
)
from vkconfig_py.loader.wire.load_plan import PlannedLayer

Extensions = tuple[tuple[str, int], ...]
_LAYER_SIZE = ctypes.sizeof(VkLayerProperties)
_LONGEST = 255  # bytes of a name or description, before the terminating NUL


def list_extensions(
    command: Callable[..., int], *arguments: object, reads_empty: bool = False
) -> tuple[int, Extensions]:
    """Return the VkResult and (name, spec version) of a vkEnumerate*ExtensionProperties.

    Args:
        command: function of a driver or of the top of the chain.
        arguments: those before pPropertyCount.
        reads_empty: make the second call even if the first one counted nothing.
    """
    count = ctypes.c_uint32()
    code = command(*arguments, ctypes.byref(count), None)
    if code != SUCCESS or not (count.value or reads_empty):
        return code, ()
    buffer = extension_buffer(count.value)
    code = command(*arguments, ctypes.byref(count), buffer)
    return code, read_extensions(count.value, ctypes.addressof(buffer))


def list_handles(command: Callable[..., int], parent: int) -> tuple[int, list[int]]:
    """Return the VkResult and the dispatchable handles from vkEnumeratePhysicalDevices."""
    count = ctypes.c_uint32()
    code = command(parent, ctypes.byref(count), None)
    if code != SUCCESS:
        return code, []
    # The C loader makes the second call for an empty list, too; max: no array of length 0.
    handles = (ctypes.c_size_t * max(count.value, 1))()
    code = command(parent, ctypes.byref(count), handles)
    return code, handles[: count.value] if code == SUCCESS else []


def answer(
    elements: Sequence[Any], count: int, place: int, write: Callable[[Any, int], None]
) -> int:
    """Implement either call of an enumeration. Return VK_INCOMPLETE if the array is too short.

    Args:
        elements: the whole list.
        count: address of the count; on the second call, the capacity of the array.
        place: address of the array; 0 on the first call.
        write: writes elements into the array.
    """
    if not place:
        write_u32(count, len(elements))
        return SUCCESS
    written = elements[: read_u32(count)]
    write(written, place)
    write_u32(count, len(written))
    # Vulkan: VK_INCOMPLETE is a success code that says that the array was too short.
    return SUCCESS if len(written) == len(elements) else INCOMPLETE


def answer_handles(handles: Sequence[int], count: int, place: int) -> int:
    return answer(handles, count, place, _write_handles)


def answer_extensions(extensions: Extensions, count: int, place: int) -> int:
    return answer(extensions, count, place, write_extensions)


def answer_layers(layers: Sequence[PlannedLayer], count: int, place: int) -> int:
    return answer(layers, count, place, _write_layers)


def _write_handles(handles: Sequence[int], place: int) -> None:
    for index, handle in enumerate(handles):
        write_word(place, handle, index)


def _write_layers(layers: Sequence[PlannedLayer], place: int) -> None:
    for index, layer in enumerate(layers):
        entry = VkLayerProperties.from_address(place + index * _LAYER_SIZE)
        # ctypes refuses bytes that fill the array without room for the NUL.
        entry.layerName = encode(layer.name)[:_LONGEST]
        entry.specVersion = pack(layer.api_version)
        entry.implementationVersion = layer.implementation_version
        entry.description = encode(layer.description)[:_LONGEST]
