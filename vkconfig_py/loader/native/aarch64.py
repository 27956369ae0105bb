"""Thunks in machine code of 64-bit Arm, for its procedure call standard.

Thunks without a frame use only x0, x9 and x16: any callee may clobber x9, and a jump through x16 is
valid at call targets (branch target identification).
"""

from __future__ import annotations

_BTI_C = 0xD503245F
_LOAD_TABLE = 0xF9400009  # ldr x9, [x0]
_JUMP = 0xD61F0200  # br x16
_CALL = 0xD63F0200  # blr x16
_KEEP_STACK = 0x910003FD  # mov x29, sp
_RETURN = 0xD65F03C0  # ret


def _join_words(*words: int) -> bytes:
    """Return machine code of these 32-bit instructions."""
    return b"".join(word.to_bytes(4, "little") for word in words)


def _load_function(slot: int) -> int:
    """Return the instruction that loads the address in a slot of a dispatch table."""
    return 0xF9400130 | slot << 10  # ldr x16, [x9, #8 * slot]


def trampoline(slot: int) -> bytes:
    """Return a thunk that jumps through the dispatch table in the first word of the handle."""
    return _join_words(_BTI_C, _LOAD_TABLE, _load_function(slot), _JUMP)


def physical_trampoline(slot: int) -> bytes:
    """Return a thunk that jumps through the table of the program's VkPhysicalDevice.

    It passes the layer's handle.
    """
    load_below = 0xF9400C00  # ldr x0, [x0, #24]
    return _join_words(_BTI_C, _LOAD_TABLE, load_below, _load_function(slot), _JUMP)


def physical_terminator(slot: int) -> bytes:
    """Return a thunk that jumps through the driver's table with its own VkPhysicalDevice."""
    table = 0xF9400409  # ldr x9, [x0, #8]
    load_below = 0xF9400800  # ldr x0, [x0, #16]
    return _join_words(_BTI_C, table, load_below, _load_function(slot), _JUMP)


def constant(value: int) -> bytes:
    """Return a thunk that returns a number and ignores its arguments."""
    low = 0x52800000 | (value & 0xFFFF) << 5  # mov w0, #low
    high = 0x72A00000 | (value >> 16 & 0xFFFF) << 5  # movk w0, #high, lsl #16
    return _join_words(_BTI_C, low, high, _RETURN)


def queue_trampoline(slot: int) -> bytes:
    """Return a thunk that calls vkGetDeviceQueue and writes the device's table into the queue."""
    return _make_queue_thunk(slot, 0xA9010FE9)  # stp x9, x3, [sp, #16]


def queue2_trampoline(slot: int) -> bytes:
    """Return a thunk that calls vkGetDeviceQueue2 and writes the table into the queue."""
    return _make_queue_thunk(slot, 0xA9010BE9)  # stp x9, x2, [sp, #16]


def _make_queue_thunk(slot: int, keep: int) -> bytes:
    """Return a thunk that calls the function in a slot and writes the table into its queue.

    `keep`: instruction that saves the argument with the queue's address.
    """
    return _join_words(
        _BTI_C,
        0xA9BE7BFD,  # stp x29, x30, [sp, #-32]!
        _KEEP_STACK,
        _LOAD_TABLE,
        keep,
        _load_function(slot),
        _CALL,
        0xA9410FE9,  # ldp x9, x3, [sp, #16]
        0xB4000083,  # cbz x3, end
        0xF9400063,  # ldr x3, [x3]
        0xB4000043,  # cbz x3, end
        0xF9000069,  # str x9, [x3]
        0xA8C27BFD,  # end: ldp x29, x30, [sp], #32
        _RETURN,
    )


def allocate_command_buffers(slot: int) -> bytes:
    """Return a thunk that calls vkAllocateCommandBuffers.

    On success it writes the device's table into each command buffer.
    """
    return _join_words(
        _BTI_C,
        0xA9BD7BFD,  # stp x29, x30, [sp, #-48]!
        _KEEP_STACK,
        _LOAD_TABLE,
        0xA90107E9,  # stp x9, x1, [sp, #16]
        0xF90013E2,  # str x2, [sp, #32]
        _load_function(slot),
        _CALL,
        0x35000140,  # cbnz w0, end
        0xA94107E9,  # ldp x9, x1, [sp, #16]
        0xF94013E2,  # ldr x2, [sp, #32]
        0xB9401C23,  # ldr w3, [x1, #28]: commandBufferCount
        0x340000C3,  # next: cbz w3, end
        0x51000463,  # sub w3, w3, #1
        0xF8637844,  # ldr x4, [x2, x3, lsl #3]
        0xB4FFFFA4,  # cbz x4, next
        0xF9000089,  # str x9, [x4]
        0x17FFFFFB,  # b next
        0xA8C37BFD,  # end: ldp x29, x30, [sp], #48
        _RETURN,
    )
