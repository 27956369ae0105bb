"""What the handles of the loader point at; C code and thunks read these words.

The first word of every dispatchable object is the address of a dispatch table. Layers use it as a
key, so that an instance and its physical devices must begin with the same one on both sides of the
chain. Objects of drivers begin with a magic number that the loader writes its table over.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.abi import (
    DEVICE_MAGIC,
    DRIVER_MAGIC,
    INSTANCE_MAGIC,
    PHYSICAL_DEVICE_MAGIC,
)
from vkconfig_py.loader.binding.memory import read_word, write_word

_NEXT = 3
_LOW = 0xFFFFFFFF


class LoaderObject:
    """Some words of memory behind a handle; they live as long as this object.

    Attributes:
        address: the handle.
    """

    __slots__ = ("_words", "address")

    def __init__(self, *words: int) -> None:
        self._words = (ctypes.c_size_t * len(words))(*words)
        self.address = ctypes.addressof(self._words)

    def __getitem__(self, index: int) -> int:
        return self._words[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._words[index] = value


def instance_object(table: int) -> LoaderObject:
    """Return what a VkInstance points at."""
    return LoaderObject(table, INSTANCE_MAGIC, 0, 0)


def top_device(table: int, instance: int, below: int) -> LoaderObject:
    """Return what the application's VkPhysicalDevice points at.

    Args:
        table: of the instance.
        instance: handle.
        below: the VkPhysicalDevice of the topmost layer.
    """
    return LoaderObject(table, instance, PHYSICAL_DEVICE_MAGIC, below)


def bottom_device(table: int, driver_table: int, handle: int) -> LoaderObject:
    """Return what the bottom layer's VkPhysicalDevice points at.

    Args:
        table: of the instance.
        driver_table: of the driver's instance.
        handle: the driver's own VkPhysicalDevice.
    """
    return LoaderObject(table, driver_table, handle)


def is_top_device(handle: int) -> bool:
    """Return whether a handle is an application's VkPhysicalDevice of this loader."""
    return bool(handle) and read_word(handle, 2) == PHYSICAL_DEVICE_MAGIC


def is_device(handle: int) -> bool:
    """Return whether a handle begins with a device table of this loader."""
    return bool(handle) and read_word(read_word(handle)) == DEVICE_MAGIC


def next_device(handle: int) -> int:
    """Return what the topmost layer knows the application's VkPhysicalDevice as."""
    return read_word(handle, _NEXT)


def driver_device(handle: int) -> int:
    """Return the driver's own VkPhysicalDevice behind the bottom layer's."""
    return read_word(handle, 2)


def driver_table(handle: int) -> int:
    """Return the address of the driver's table behind the bottom layer's VkPhysicalDevice."""
    return read_word(handle, 1)


def has_driver_magic(handle: int) -> bool:
    """Return whether a driver left room for the loader (vk_icd.h, valid_loader_magic_value)."""
    return read_word(handle) & _LOW == DRIVER_MAGIC


def stamp(handle: int, table: int) -> None:
    """Write the address of a dispatch table into an object of a driver or layer."""
    write_word(handle, table)
