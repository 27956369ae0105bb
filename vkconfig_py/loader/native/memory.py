"""Memory shared with C code: words, strings, dispatch tables, the loader's own handles.

The first word of every dispatchable object is the address of a dispatch table
(LoaderLayerInterface, "Creating New Dispatchable Objects"). Layers use that word as a key, so an
instance and its physical devices begin with the same one on both sides of the chain. Dispatchable
objects of drivers begin with a magic number (vk_icd.h, ICD_LOADER_MAGIC) that the loader
overwrites.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.native.abi import (
    DRIVER_MAGIC,
    INSTANCE_MAGIC,
    PHYSICAL_DEVICE_MAGIC,
)

_WORD = ctypes.sizeof(ctypes.c_size_t)
# sizeof(VkExtensionProperties), and of its name, which the spec version follows.
EXTENSION_SIZE = 260
_NAME_SIZE = 256

# All commands of the registry and the 250 unknown functions that the loader has room for, in
# either numbering (loader.h, MAX_NUM_UNKNOWN_EXTS).
SLOTS = 1280

_NEXT = 3
_LOW = 0xFFFFFFFF


def read_word(address: int, index: int = 0) -> int:
    """Return the machine word at an address, or at `index` words after it."""
    return ctypes.c_size_t.from_address(address + _WORD * index).value


def write_word(address: int, value: int, index: int = 0) -> None:
    ctypes.c_size_t.from_address(address + _WORD * index).value = value


def read_u32(address: int) -> int:
    return ctypes.c_uint32.from_address(address).value


def write_u32(address: int, value: int) -> None:
    ctypes.c_uint32.from_address(address).value = value


def copy_of(kind: Any, address: int) -> Any:
    """Return the copy of a structure. It points to the original's pNext chain."""
    return kind.from_buffer_copy(kind.from_address(address))


def read_text(address: int) -> str:
    """Return the C string at an address, "" for NULL. Invalid UTF-8 is kept as surrogates."""
    # Paths and names are bytes to C: surrogateescape brings the same bytes back.
    return ctypes.string_at(address).decode("utf-8", "surrogateescape") if address else ""


def encode(text: str) -> bytes:
    """Return the bytes of a string for C, the inverse of read_text."""
    return text.encode("utf-8", "surrogateescape")


def read_names(count: int, address: int) -> tuple[str, ...]:
    return tuple(read_text(read_word(address, index)) for index in range(count))


def name_array(names: Sequence[str]) -> Any:
    """Return a char *[] for C. Its strings live as long as the object."""
    # c_char_p keeps the bytes objects alive: they are assigned as objects, not as addresses.
    return (ctypes.c_char_p * len(names))(*map(encode, names))


def read_extensions(count: int, address: int) -> tuple[tuple[str, int], ...]:
    """Return (name, spec version) of an array of VkExtensionProperties."""
    places = range(address, address + count * EXTENSION_SIZE, EXTENSION_SIZE)
    return tuple((_fixed_text(place), read_u32(place + _NAME_SIZE)) for place in places)


def write_extensions(extensions: Sequence[tuple[str, int]], address: int) -> None:
    for index, (name, version) in enumerate(extensions):
        place = address + index * EXTENSION_SIZE
        ctypes.memmove(place, encode(name)[: _NAME_SIZE - 1].ljust(_NAME_SIZE, b"\0"), _NAME_SIZE)
        write_u32(place + _NAME_SIZE, version)


def extension_buffer(count: int) -> Any:
    """Return the buffer for an array of VkExtensionProperties."""
    return ctypes.create_string_buffer(max(count, 1) * EXTENSION_SIZE)


def _fixed_text(address: int) -> str:
    # A name that fills the whole array has no NUL.
    data = ctypes.string_at(address, _NAME_SIZE)
    return data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


class DispatchTable:
    """Function pointers that C code jumps through; word 0 identifies the owner.

    An empty slot holds the address of a function that returns an error, so that calling a missing
    function does not jump to address 0.

    Attributes:
        address: of word 0; dispatchable handles begin with it.
        missing: address in empty slots.
    """

    __slots__ = ("_words", "address", "missing")

    def __init__(self, missing: int, magic: int = 0, slots: int = SLOTS) -> None:
        self.missing = missing
        self._words = (ctypes.c_size_t * slots)(*[missing] * slots)
        # DEVICE_MAGIC tells tables of devices from those of instances.
        self._words[0] = magic
        # Valid as long as this object: the array never moves, which a Python list of words would.
        self.address = ctypes.addressof(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, slot: int) -> int:
        return self._words[slot]

    def __setitem__(self, slot: int, address: int) -> None:
        """Put a function into a slot. Address 0 empties it."""
        if not 0 < slot < len(self._words):
            raise IndexError(f"there is no slot {slot} in a table of {len(self._words)}")
        # vkGetInstanceProcAddr answers NULL for what is not there.
        self._words[slot] = address or self.missing

    def has(self, slot: int) -> bool:
        return self._words[slot] != self.missing


class LoaderObject:
    """Words of memory that a handle points to; they live as long as this object."""

    __slots__ = ("_words", "address")

    def __init__(self, *words: int) -> None:
        self._words = (ctypes.c_size_t * len(words))(*words)
        self.address = ctypes.addressof(self._words)

    def __getitem__(self, index: int) -> int:
        return self._words[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._words[index] = value


def instance_object(table: int) -> LoaderObject:
    """Return the object of a VkInstance (loader.h, loader_instance)."""
    # Layers read word 0 as the dispatch table; the rest is the loader's.
    return LoaderObject(table, INSTANCE_MAGIC, 0, 0)


def top_device(table: int, instance: int, below: int) -> LoaderObject:
    """Return the object of the application's VkPhysicalDevice: loader_physical_device_tramp."""
    # The thunk reads word 3 (x86_64.physical_trampoline), layers read word 0.
    return LoaderObject(table, instance, PHYSICAL_DEVICE_MAGIC, below)


def point_to(device: LoaderObject, below: int) -> None:
    """Let an application's VkPhysicalDevice stand for another one of the topmost layer."""
    device[_NEXT] = below


def is_trampoline_device(handle: int) -> bool:
    """True for an application's VkPhysicalDevice of this loader."""
    # The application may pass anything; a foreign handle is told by its magic word, as in
    # trampoline.c, loader_unwrap_physical_device.
    return bool(handle) and read_word(handle, 2) == PHYSICAL_DEVICE_MAGIC


def top_layer_device(handle: int) -> int:
    """Return the topmost layer's handle for the application's VkPhysicalDevice."""
    return read_word(handle, _NEXT)


def driver_device(handle: int) -> int:
    """Return the driver's own VkPhysicalDevice for the bottom layer's."""
    return read_word(handle, 2)


def driver_table(handle: int) -> int:
    """Return the address of the driver's table for the bottom layer's VkPhysicalDevice."""
    return read_word(handle, 1)


def has_driver_magic(handle: int) -> bool:
    """True if a driver reserved the word for the loader's table (valid_loader_magic_value)."""
    return read_word(handle) & _LOW == DRIVER_MAGIC


def stamp(handle: int, table: int) -> None:
    """Write the address of a dispatch table into a dispatchable object (loader_set_dispatch)."""
    # Layers read it as the key of their own tables (LoaderLayerInterface, "Creating New
    # Dispatchable Objects").
    write_word(handle, table)
