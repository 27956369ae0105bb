"""Small functions in machine code (thunks) of the CPUs for which callbacks.py can make them."""

from __future__ import annotations

from abc import ABC, abstractmethod

_X86_LOAD_TABLE = bytes.fromhex("48 8b 07")  # mov rax, [rdi]

_ARM_BTI_C = 0xD503245F
_ARM_LOAD_TABLE = 0xF9400009  # ldr x9, [x0]
_ARM_JUMP = 0xD61F0200  # br x16
_ARM_CALL = 0xD63F0200  # blr x16
_ARM_KEEP_STACK = 0x910003FD  # mov x29, sp
_ARM_RETURN = 0xD65F03C0  # ret


class Thunks(ABC):
    """The kinds of thunks, encoded for one CPU."""

    @staticmethod
    @abstractmethod
    def trampoline(slot: int) -> bytes:
        """Return a thunk that jumps through the dispatch table in the first word of the handle."""

    @staticmethod
    @abstractmethod
    def physical_trampoline(slot: int) -> bytes:
        """Return a thunk that jumps through the table of the program's VkPhysicalDevice.

        It passes the layer's handle.
        """

    @staticmethod
    @abstractmethod
    def physical_terminator(slot: int) -> bytes:
        """Return a thunk that jumps through the driver's table with its own VkPhysicalDevice."""

    @staticmethod
    @abstractmethod
    def constant(value: int) -> bytes:
        """Return a thunk that returns a number and ignores its arguments."""

    @staticmethod
    @abstractmethod
    def queue_trampoline(slot: int) -> bytes:
        """Return a thunk that calls vkGetDeviceQueue and writes the table into the queue."""

    @staticmethod
    @abstractmethod
    def queue2_trampoline(slot: int) -> bytes:
        """Return a thunk that calls vkGetDeviceQueue2 and writes the table into the queue."""

    @staticmethod
    @abstractmethod
    def allocate_command_buffers(slot: int) -> bytes:
        """Return a thunk that calls vkAllocateCommandBuffers.

        On success it writes the device's table into each command buffer.
        """


class X86Thunks(Thunks):
    """Thunks of x86-64, for the calling convention of System V.

    Those without a frame use only the first argument and rax, which carries no argument of a
    function without varargs. So they forward any signature, including unknown ones.
    """

    @staticmethod
    def trampoline(slot: int) -> bytes:
        return _X86_LOAD_TABLE + _encode_x86_jump(slot)

    @staticmethod
    def physical_trampoline(slot: int) -> bytes:
        return (
            _X86_LOAD_TABLE + bytes.fromhex("48 8b 7f 18") + _encode_x86_jump(slot)
        )  # mov rdi, [rdi + 24]

    @staticmethod
    def physical_terminator(slot: int) -> bytes:
        swap = "48 8b 47 08"  # mov rax, [rdi + 8]
        swap += "48 8b 7f 10"  # mov rdi, [rdi + 16]
        return bytes.fromhex(swap) + _encode_x86_jump(slot)

    @staticmethod
    def constant(value: int) -> bytes:
        return b"\xb8" + (value & 0xFFFFFFFF).to_bytes(4, "little") + b"\xc3"  # mov eax, value; ret

    @staticmethod
    def queue_trampoline(slot: int) -> bytes:
        return _make_x86_queue_thunk(slot, "51")  # push rcx

    @staticmethod
    def queue2_trampoline(slot: int) -> bytes:
        return _make_x86_queue_thunk(slot, "52")  # push rdx

    @staticmethod
    def allocate_command_buffers(slot: int) -> bytes:
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
        return (
            _X86_LOAD_TABLE
            + bytes.fromhex(prologue)
            + _encode_x86_call(slot)
            + bytes.fromhex(epilogue)
        )


def _encode_x86_slot_access(opcode: str, slot: int) -> bytes:
    """Return the machine code of a jump or call to the address in a slot of the table in `rax`."""
    return bytes.fromhex(opcode) + (8 * slot).to_bytes(4, "little")


def _encode_x86_jump(slot: int) -> bytes:
    return _encode_x86_slot_access("ff a0", slot)  # jmp [rax + 8 * slot]


def _encode_x86_call(slot: int) -> bytes:
    return _encode_x86_slot_access("ff 90", slot)  # call [rax + 8 * slot]


def _make_x86_queue_thunk(slot: int, push_result: str) -> bytes:
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
    return (
        _X86_LOAD_TABLE + bytes.fromhex(prologue) + _encode_x86_call(slot) + bytes.fromhex(epilogue)
    )


class ArmThunks(Thunks):
    """Thunks of 64-bit Arm, for its procedure call standard.

    Those without a frame use only x0, x9 and x16: any callee may clobber x9, and a jump through x16
    is valid at call targets (branch target identification).
    """

    @staticmethod
    def trampoline(slot: int) -> bytes:
        return _join_arm_words(_ARM_BTI_C, _ARM_LOAD_TABLE, _load_arm_function(slot), _ARM_JUMP)

    @staticmethod
    def physical_trampoline(slot: int) -> bytes:
        load_below = 0xF9400C00  # ldr x0, [x0, #24]
        return _join_arm_words(
            _ARM_BTI_C, _ARM_LOAD_TABLE, load_below, _load_arm_function(slot), _ARM_JUMP
        )

    @staticmethod
    def physical_terminator(slot: int) -> bytes:
        table = 0xF9400409  # ldr x9, [x0, #8]
        load_below = 0xF9400800  # ldr x0, [x0, #16]
        return _join_arm_words(_ARM_BTI_C, table, load_below, _load_arm_function(slot), _ARM_JUMP)

    @staticmethod
    def constant(value: int) -> bytes:
        low = 0x52800000 | (value & 0xFFFF) << 5  # mov w0, #low
        high = 0x72A00000 | (value >> 16 & 0xFFFF) << 5  # movk w0, #high, lsl #16
        return _join_arm_words(_ARM_BTI_C, low, high, _ARM_RETURN)

    @staticmethod
    def queue_trampoline(slot: int) -> bytes:
        return _make_arm_queue_thunk(slot, 0xA9010FE9)  # stp x9, x3, [sp, #16]

    @staticmethod
    def queue2_trampoline(slot: int) -> bytes:
        return _make_arm_queue_thunk(slot, 0xA9010BE9)  # stp x9, x2, [sp, #16]

    @staticmethod
    def allocate_command_buffers(slot: int) -> bytes:
        return _join_arm_words(
            _ARM_BTI_C,
            0xA9BD7BFD,  # stp x29, x30, [sp, #-48]!
            _ARM_KEEP_STACK,
            _ARM_LOAD_TABLE,
            0xA90107E9,  # stp x9, x1, [sp, #16]
            0xF90013E2,  # str x2, [sp, #32]
            _load_arm_function(slot),
            _ARM_CALL,
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
            _ARM_RETURN,
        )


def _join_arm_words(*words: int) -> bytes:
    """Return machine code of these 32-bit instructions."""
    return b"".join(word.to_bytes(4, "little") for word in words)


def _load_arm_function(slot: int) -> int:
    """Return the instruction that loads the address in a slot of a dispatch table."""
    return 0xF9400130 | slot << 10  # ldr x16, [x9, #8 * slot]


def _make_arm_queue_thunk(slot: int, keep: int) -> bytes:
    """Return a thunk that calls the function in a slot and writes the table into its queue.

    `keep`: instruction that saves the argument with the queue's address.
    """
    return _join_arm_words(
        _ARM_BTI_C,
        0xA9BE7BFD,  # stp x29, x30, [sp, #-32]!
        _ARM_KEEP_STACK,
        _ARM_LOAD_TABLE,
        keep,
        _load_arm_function(slot),
        _ARM_CALL,
        0xA9410FE9,  # ldp x9, x3, [sp, #16]
        0xB4000083,  # cbz x3, end
        0xF9400063,  # ldr x3, [x3]
        0xB4000043,  # cbz x3, end
        0xF9000069,  # str x9, [x3]
        0xA8C27BFD,  # end: ldp x29, x30, [sp], #32
        _ARM_RETURN,
    )
