"""Small functions in machine code that are made while the program runs.

A thunk depends on nothing but the number of a slot: it finds the table in the handle that it is
called with. So one arena serves every instance of a process. Code is written at one address and run
at another: both show the same memory, and neither allows both. After a fork that memory belongs to
both processes, so each new thunk of the child goes into memory of its own.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import threading
from collections.abc import Callable
from functools import cache
from types import ModuleType

from vkconfig_py.loader.binding import aarch64, x86_64
from vkconfig_py.loader.binding.callback_arena import CallbackArena

_ENCODERS: dict[str, ModuleType] = {"x86_64": x86_64, "aarch64": aarch64}
_CHUNK = 128 * 1024
_ALIGNMENT = 16
_MAP_FAILED = ctypes.c_size_t(-1).value


class Arena:
    """Thunks in memory of our own; each is made once. What it hands out stays valid until close().

    A signature is not needed here: machine code passes on whatever it is called with. It is asked
    for because a CallbackArena needs it.

    Raises:
        OSError: executable memory is refused.
    """

    def __init__(self, encoder: ModuleType, made: Callable[[int, int], None] | None = None) -> None:
        """Take memory.

        Args:
            encoder: the module with the machine code of this CPU.
            made: called with address and size of new code, before anybody may run it.
        """
        self._encoder = encoder
        self._after = made
        self._addresses: dict[tuple[Callable[[int], bytes], int], int] = {}
        self._lock = threading.Lock()
        self._chunks = [_Chunk(_CHUNK)]
        self._process = os.getpid()

    def trampoline(self, slot: int, signature: str = "") -> int:
        """Return a function that jumps through the table that its first argument begins with."""
        return self._thunk(self._encoder.trampoline, slot)

    def physical_trampoline(self, slot: int, signature: str = "") -> int:
        """Return the same for the application's VkPhysicalDevice: the handle below goes on."""
        return self._thunk(self._encoder.physical_trampoline, slot)

    def physical_terminator(self, slot: int, signature: str = "") -> int:
        """Return the end of a chain: the driver's function with the driver's VkPhysicalDevice."""
        return self._thunk(self._encoder.physical_terminator, slot)

    def constant(self, value: int) -> int:
        """Return a function that returns a number."""
        return self._thunk(self._encoder.constant, value)

    def queue_trampoline(self, slot: int) -> int:
        """Return vkGetDeviceQueue of the application's side."""
        return self._thunk(self._encoder.queue_trampoline, slot)

    def queue2_trampoline(self, slot: int) -> int:
        """Return vkGetDeviceQueue2 of the application's side."""
        return self._thunk(self._encoder.queue2_trampoline, slot)

    def allocate_command_buffers(self, slot: int) -> int:
        """Return vkAllocateCommandBuffers of the application's side."""
        return self._thunk(self._encoder.allocate_command_buffers, slot)

    def close(self) -> None:
        """Give the memory back; nobody may call a thunk any more."""
        with self._lock:
            while self._chunks:
                self._chunks.pop().close()
            self._addresses.clear()

    def _thunk(self, encode: Callable[[int], bytes], number: int) -> int:
        with self._lock:
            address = self._addresses.get((encode, number))
            if address is None:
                address = self._addresses[encode, number] = self._place(encode(number))
            return address

    def _place(self, code: bytes) -> int:
        if self._process != os.getpid() or not self._chunks[-1].has_room(len(code)):
            self._chunks.append(_Chunk(_CHUNK))
            self._process = os.getpid()
        address = self._chunks[-1].place(code)
        if self._after:
            self._after(address, len(code))
        return address


class _Chunk:
    """A piece of memory with two addresses: one to write, one to run."""

    def __init__(self, size: int) -> None:
        self._size, self._used = size, 0
        descriptor = os.memfd_create("vkconfig-py thunks", os.MFD_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            self._writable = _map(descriptor, size, mmap.PROT_READ | mmap.PROT_WRITE)
            try:
                self._runnable = _map(descriptor, size, mmap.PROT_READ | mmap.PROT_EXEC)
            except OSError:
                _unmap(self._writable, size)
                raise
        finally:
            os.close(descriptor)

    def has_room(self, size: int) -> bool:
        return self._used + size <= self._size

    def place(self, code: bytes) -> int:
        ctypes.memmove(self._writable + self._used, code, len(code))
        address = self._runnable + self._used
        self._used += -(-len(code) // _ALIGNMENT) * _ALIGNMENT
        return address

    def close(self) -> None:
        _unmap(self._runnable, self._size)
        _unmap(self._writable, self._size)


def _map(descriptor: int, size: int, protection: int) -> int:
    function = _libc().mmap
    function.restype = ctypes.c_size_t
    function.argtypes = (
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    )
    address: int = function(None, size, protection, mmap.MAP_SHARED, descriptor, 0)
    if address == _MAP_FAILED:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return address


def _unmap(address: int, size: int) -> None:
    _libc().munmap(ctypes.c_void_p(address), ctypes.c_size_t(size))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def open_arena(machine: str = os.uname().machine) -> Arena | CallbackArena:
    """Return an arena of machine code, or of callbacks where CPU or system have no place for it."""
    encoder = _ENCODERS.get(machine)
    if encoder is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        return CallbackArena()
    try:
        return Arena(encoder, _clear_cache() if machine == "aarch64" else None)
    except OSError:  # executable memory is refused
        return CallbackArena()


@cache
def arena_of_process() -> Arena | CallbackArena:
    """Return the one arena that this process needs; it is never closed."""
    return open_arena()


def _clear_cache() -> Callable[[int, int], None]:
    """Return what makes new code visible to the instruction cache, where CPUs need to be told."""
    function = ctypes.CDLL("libgcc_s.so.1")["__clear_cache"]
    function.restype = None
    function.argtypes = (ctypes.c_void_p, ctypes.c_void_p)

    def clear(address: int, size: int) -> None:
        function(address, address + size)

    return clear
