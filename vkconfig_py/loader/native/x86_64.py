"""Thunks in machine code of x86-64, for the calling convention of System V.

Thunks without a frame use only the first argument and rax, which carries no argument of a function
without varargs. So they forward any signature, including unknown ones.
"""

from __future__ import annotations

_LOAD_TABLE = bytes.fromhex("48 8b 07")  # mov rax, [rdi]


def _encode_slot_access(opcode: str, slot: int) -> bytes:
    """Return the machine code of a jump or call to the address in a slot of the table in `rax`."""
    return bytes.fromhex(opcode) + (8 * slot).to_bytes(4, "little")


def _encode_jump(slot: int) -> bytes:
    return _encode_slot_access("ff a0", slot)  # jmp [rax + 8 * slot]


def _encode_call(slot: int) -> bytes:
    return _encode_slot_access("ff 90", slot)  # call [rax + 8 * slot]


def trampoline(slot: int) -> bytes:
    """Return a thunk that jumps through the dispatch table in the first word of the handle."""
    return _LOAD_TABLE + _encode_jump(slot)


def physical_trampoline(slot: int) -> bytes:
    """Return a thunk that jumps through the table of the program's VkPhysicalDevice.

    It passes the layer's handle.
    """
    return _LOAD_TABLE + bytes.fromhex("48 8b 7f 18") + _encode_jump(slot)  # mov rdi, [rdi + 24]


def physical_terminator(slot: int) -> bytes:
    """Return a thunk that jumps through the driver's table with its own VkPhysicalDevice."""
    swap = "48 8b 47 08"  # mov rax, [rdi + 8]
    swap += "48 8b 7f 10"  # mov rdi, [rdi + 16]
    return bytes.fromhex(swap) + _encode_jump(slot)


def constant(value: int) -> bytes:
    """Return a thunk that returns a number and ignores its arguments."""
    return b"\xb8" + (value & 0xFFFFFFFF).to_bytes(4, "little") + b"\xc3"  # mov eax, value; ret


def queue_trampoline(slot: int) -> bytes:
    """Return a thunk that calls vkGetDeviceQueue and writes the device's table into the queue."""
    return _make_queue_thunk(slot, "51")  # push rcx


def queue2_trampoline(slot: int) -> bytes:
    """Return a thunk that calls vkGetDeviceQueue2 and writes the table into the queue."""
    return _make_queue_thunk(slot, "52")  # push rdx


def _make_queue_thunk(slot: int, push_result: str) -> bytes:
    """Return a thunk that calls the function in a slot and writes the table into its queue.

    `push_result`: machine code that saves the argument with the queue's address.
    """
    prologue = "50" + push_result  # push rax: the table; push the address of the result
    prologue += "48 83 ec 08"  # sub rsp, 8: a call wants the stack at a multiple of 16
    epilogue = "48 83 c4 08"  # add rsp, 8
    epilogue += "59 5a"  # pop rcx; pop rdx
    epilogue += "48 85 c9 74 0b"  # test rcx, rcx; jz end
    epilogue += "48 8b 09"  # mov rcx, [rcx]
    epilogue += "48 85 c9 74 03"  # test rcx, rcx; jz end
    epilogue += "48 89 11"  # mov [rcx], rdx
    epilogue += "c3"  # end: ret
    return _LOAD_TABLE + bytes.fromhex(prologue) + _encode_call(slot) + bytes.fromhex(epilogue)


def allocate_command_buffers(slot: int) -> bytes:
    """Return a thunk that calls vkAllocateCommandBuffers.

    On success it writes the device's table into each command buffer.
    """
    prologue = "50 56 52"  # push rax: the table; push rsi: the info; push rdx: the handles
    epilogue = "5a 5e 5f"  # pop rdx; pop rsi; pop rdi
    epilogue += "85 c0 75 17"  # test eax, eax; jnz end
    epilogue += "8b 4e 1c"  # mov ecx, [rsi + 28]: commandBufferCount
    epilogue += "85 c9 74 10"  # next: test ecx, ecx; jz end
    epilogue += "ff c9"  # dec ecx
    epilogue += "4c 8b 04 ca"  # mov r8, [rdx + 8 * rcx]
    epilogue += "4d 85 c0 74 f1"  # test r8, r8; jz next
    epilogue += "49 89 38"  # mov [r8], rdi
    epilogue += "eb ec"  # jmp next
    epilogue += "c3"  # end: ret
    return _LOAD_TABLE + bytes.fromhex(prologue) + _encode_call(slot) + bytes.fromhex(epilogue)
