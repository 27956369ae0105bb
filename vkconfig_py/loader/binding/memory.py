"""Reading and writing memory that belongs to somebody else; addresses are plain numbers."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from vkconfig_py.loader.records import Any

_WORD = ctypes.sizeof(ctypes.c_size_t)
_EXTENSION_SIZE = 260
_NAME_SIZE = 256


def read_word(address: int, index: int = 0) -> int:
    """Return the machine word at an address, or one of those that follow it."""
    return ctypes.c_size_t.from_address(address + _WORD * index).value


def write_word(address: int, value: int, index: int = 0) -> None:
    """Write a machine word."""
    ctypes.c_size_t.from_address(address + _WORD * index).value = value


def read_u32(address: int) -> int:
    """Return the 32-bit number at an address."""
    return ctypes.c_uint32.from_address(address).value


def write_u32(address: int, value: int) -> None:
    """Write a 32-bit number."""
    ctypes.c_uint32.from_address(address).value = value


def read_text(address: int) -> str:
    """Return the string at an address; bytes that are no text are kept."""
    return ctypes.string_at(address).decode("utf-8", "surrogateescape") if address else ""


def encode(text: str) -> bytes:
    """Return the bytes of a string as C code has them."""
    return text.encode("utf-8", "surrogateescape")


def read_names(count: int, address: int) -> tuple[str, ...]:
    """Return an array of strings such as ppEnabledExtensionNames."""
    return tuple(read_text(read_word(address, index)) for index in range(count))


def name_array(names: Sequence[str]) -> Any:
    """Return an array of strings for C; it lives as long as the object."""
    return (ctypes.c_char_p * len(names))(*map(encode, names))


def read_extensions(count: int, address: int) -> tuple[tuple[str, int], ...]:
    """Return (name, spec version) of an array of VkExtensionProperties."""
    places = range(address, address + count * _EXTENSION_SIZE, _EXTENSION_SIZE)
    return tuple((_fixed_text(place), read_u32(place + _NAME_SIZE)) for place in places)


def write_extensions(extensions: Sequence[tuple[str, int]], address: int) -> None:
    """Fill an array of VkExtensionProperties."""
    for index, (name, version) in enumerate(extensions):
        place = address + index * _EXTENSION_SIZE
        ctypes.memmove(place, encode(name)[: _NAME_SIZE - 1].ljust(_NAME_SIZE, b"\0"), _NAME_SIZE)
        write_u32(place + _NAME_SIZE, version)


def extension_buffer(count: int) -> Any:
    """Return room for an array of VkExtensionProperties."""
    return ctypes.create_string_buffer(max(count, 1) * _EXTENSION_SIZE)


def _fixed_text(address: int) -> str:
    data = ctypes.string_at(address, _NAME_SIZE)
    return data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
