"""The thunks as Python functions, where machine code of our own cannot run.

A thousand times slower, and only for functions whose signature is known: for one without, the
answer is 0, as in builds of the C loader that have no assembler.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from vkconfig_py.loader.binding.callbacks import Callback, callback, function_type

_WORD = 8
_GET_QUEUE = "vpuup"
_GET_QUEUE2 = "vppp"
_ALLOCATE = "ippp"
_COUNT = 28  # VkCommandBufferAllocateInfo::commandBufferCount


class CallbackArena:
    """What an Arena offers, made of ctypes callbacks by signature."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int, str], Callback] = {}
        self._lock = threading.Lock()

    def trampoline(self, slot: int, signature: str = "") -> int:
        """Return a function that calls through the table that its first argument begins with."""

        def call(handle: int, *arguments: object) -> int | None:
            return _call(signature, _word(handle), slot, handle, *arguments)

        return self._address("trampoline", slot, signature, call)

    def physical_trampoline(self, slot: int, signature: str = "") -> int:
        """Return the same for the application's VkPhysicalDevice: the handle below goes on."""

        def call(handle: int, *arguments: object) -> int | None:
            below = _word(handle + 3 * _WORD)
            return _call(signature, _word(handle), slot, below, *arguments)

        return self._address("physical_trampoline", slot, signature, call)

    def physical_terminator(self, slot: int, signature: str = "") -> int:
        """Return the end of a chain: the driver's function with the driver's VkPhysicalDevice."""

        def call(handle: int, *arguments: object) -> int | None:
            table, below = _word(handle + _WORD), _word(handle + 2 * _WORD)
            return _call(signature, table, slot, below, *arguments)

        return self._address("physical_terminator", slot, signature, call)

    def constant(self, value: int) -> int:
        """Return a function that returns a number."""
        return self._address("constant", value, "i", lambda: value)

    def queue_trampoline(self, slot: int) -> int:
        """Return vkGetDeviceQueue of the application's side."""

        def call(device: int, family: int, index: int, result: int) -> None:
            table = _word(device)
            _call(_GET_QUEUE, table, slot, device, family, index, result)
            _stamp(result, table)

        return self._address("queue_trampoline", slot, _GET_QUEUE, call)

    def queue2_trampoline(self, slot: int) -> int:
        """Return vkGetDeviceQueue2 of the application's side."""

        def call(device: int, info: int, result: int) -> None:
            table = _word(device)
            _call(_GET_QUEUE2, table, slot, device, info, result)
            _stamp(result, table)

        return self._address("queue2_trampoline", slot, _GET_QUEUE2, call)

    def allocate_command_buffers(self, slot: int) -> int:
        """Return vkAllocateCommandBuffers of the application's side."""

        def call(device: int, info: int, buffers: int) -> int:
            table = _word(device)
            code = _call(_ALLOCATE, table, slot, device, info, buffers)
            if code == 0:
                for index in range(ctypes.c_uint32.from_address(info + _COUNT).value):
                    _stamp(buffers + _WORD * index, table)
            return code

        return self._address("allocate_command_buffers", slot, _ALLOCATE, call)

    def close(self) -> None:
        """Let the callbacks go; nobody may call one any more."""
        self._made.clear()

    def _address(
        self, kind: str, number: int, signature: str, function: Callable[..., int | None]
    ) -> int:
        if not signature:
            return 0
        key = kind, number, signature
        with self._lock:
            if key not in self._made:
                self._made[key] = callback(signature, function)
            return self._made[key].address


def _call(signature: str, table: int, slot: int, *arguments: object) -> int:
    function = function_type(signature)(_word(table + _WORD * slot))
    result: int = function(*arguments)
    return result


def _word(address: int) -> int:
    return ctypes.c_size_t.from_address(address).value


def _stamp(place: int, table: int) -> None:
    """Write the table into the dispatchable object whose handle is at `place`."""
    handle = _word(place) if place else 0
    if handle:
        ctypes.c_size_t.from_address(handle).value = table
