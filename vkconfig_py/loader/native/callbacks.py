"""C functions made of Python functions (callbacks), and small functions in machine code (thunks).

Function types are selected by signature (abi.LETTERS). All release the GIL during the call:
otherwise the call would deadlock as soon as a driver's own thread calls back into Python.

A thunk forwards a call with unknown arguments. It depends only on a slot number: the table is found
through the handle argument. So one arena serves every instance of a process. Where generated
machine code cannot run, CallbackArena offers the same as Python functions: a thousand times slower,
and only for known signatures. For unknown functions it returns 0, as builds of the C loader without
assembler do.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, partial

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.native.abi import CTYPES_BY_LETTER

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
        load_handle_below = "48 8b 47 08"  # mov rax, [rdi + 8]
        load_handle_below += "48 8b 7f 10"  # mov rdi, [rdi + 16]
        return bytes.fromhex(load_handle_below) + _encode_x86_jump(slot)

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
        load_handle_below = 0xF9400C00  # ldr x0, [x0, #24]
        return _join_arm_words(
            _ARM_BTI_C, _ARM_LOAD_TABLE, load_handle_below, _load_arm_function(slot), _ARM_JUMP
        )

    @staticmethod
    def physical_terminator(slot: int) -> bytes:
        table = 0xF9400409  # ldr x9, [x0, #8]
        load_handle_below = 0xF9400800  # ldr x0, [x0, #16]
        return _join_arm_words(
            _ARM_BTI_C, table, load_handle_below, _load_arm_function(slot), _ARM_JUMP
        )

    @staticmethod
    def constant(value: int) -> bytes:
        low_half = 0x52800000 | (value & 0xFFFF) << 5  # mov w0, #low
        high_half = 0x72A00000 | (value >> 16 & 0xFFFF) << 5  # movk w0, #high, lsl #16
        return _join_arm_words(_ARM_BTI_C, low_half, high_half, _ARM_RETURN)

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


# Result of a callback that raises: any VkResult error would do, success would not.
INITIALIZATION_FAILED = -3

# What C passes and returns: a pointer is an int, NULL is 0. c_void_p would make None of NULL.
_CALLBACK_CTYPES_BY_LETTER = {**CTYPES_BY_LETTER, "p": ctypes.c_size_t}

FunctionType = Any  # a subclass of ctypes._CFuncPtr
ReportException = Callable[[BaseException], None]

_WORD_SIZE = 8
_BUFFER_COUNT_OFFSET = 28  # VkCommandBufferAllocateInfo::commandBufferCount

_ENCODERS: dict[str, type[Thunks]] = {"x86_64": X86Thunks, "aarch64": ArmThunks}
# Room for some thousands of thunks; another chunk follows when it is full.
_CHUNK = 128 * 1024
_ALIGNMENT = 16


@cache
def make_function_type(signature: str) -> FunctionType:
    """Return the ctypes type of a C function, which returns pointers as int and NULL as 0.

    Args:
        signature: a letter for the result and one for each argument.
    """
    # As a parameter c_void_p takes an address, None, an array and a byref().
    parameters = (CTYPES_BY_LETTER[letter] for letter in signature[1:])
    return ctypes.CFUNCTYPE(_CALLBACK_CTYPES_BY_LETTER[signature[0]], *parameters)


@cache
def _make_callback_type(signature: str) -> FunctionType:
    """Return the ctypes type of a C function that Python implements."""
    # ctypes.PYFUNCTYPE would keep the lock, and deadlock with threads of drivers.
    return ctypes.CFUNCTYPE(*(_CALLBACK_CTYPES_BY_LETTER[letter] for letter in signature))


class Callback:
    """Python function with a C address. The owner of the address must keep this object alive."""

    __slots__ = ("_function", "address")

    def __init__(self, function: Any) -> None:
        self._function = function
        # The function object begins with the code pointer; ctypes.cast costs more.
        self.address = ctypes.c_size_t.from_buffer(function).value


def print_exception(error: BaseException) -> None:
    """Print an exception as if nothing had caught it."""
    sys.excepthook(type(error), error, error.__traceback__)


def make_callback(
    signature: str,
    function: Callable[..., int | None],
    failure: int | None = None,
    report: ReportException = print_exception,
) -> Callback:
    """Make a Python function callable from C.

    Exceptions go to `report`. The C caller gets `failure`, by default
    VK_ERROR_INITIALIZATION_FAILED from functions that return a VkResult and 0 from all others.
    """
    # ctypes returns 0 for a function that raised, which C reads as VK_SUCCESS.
    if failure is None:
        # "i" is a VkResult in the registry's signatures; 0 is VK_FALSE, NULL or nothing.
        failure = INITIALIZATION_FAILED if signature[0] == "i" else 0
    guard = _guard_without_result if signature[0] == "v" else _guard_with_result
    return Callback(_make_callback_type(signature)(guard(function, failure, report)))


def _guard_with_result(
    function: Callable[..., int | None], failure: int, report: ReportException
) -> Callable[..., int]:
    """Return a function that returns `failure` instead of raising."""

    def guarded(*arguments: object) -> int:
        """Call the function, report an exception."""
        try:
            return int(function(*arguments))  # type: ignore[arg-type]  # None is an error, as it should be
        except BaseException as error:  # noqa: BLE001 - nothing may leave a C callable
            report(error)
        return failure

    return guarded


def _guard_without_result(
    function: Callable[..., int | None], failure: int, report: ReportException
) -> Callable[..., None]:
    """Return a function without result that never raises."""

    def guarded(*arguments: object) -> None:
        """Call the function, report an exception."""
        try:
            function(*arguments)
        except BaseException as error:  # noqa: BLE001 - nothing may leave a C callable
            report(error)

    return guarded


class Arena(ABC):
    """Allocates thunks. Each is created once and stays valid until close().

    Machine code forwards any arguments; only callbacks use the signature.
    """

    def trampoline(self, slot: int, signature: str = "") -> int:
        """Return the address of a thunk that jumps to a slot of its first argument's table."""
        return self._make_code("trampoline", slot, signature)

    def physical_trampoline(self, slot: int, signature: str = "") -> int:
        """Return the address of a thunk that jumps to a slot with the layer's VkPhysicalDevice."""
        return self._make_code("physical_trampoline", slot, signature)

    def physical_terminator(self, slot: int, signature: str = "") -> int:
        """Return the address of a thunk that jumps to the driver with its VkPhysicalDevice."""
        return self._make_code("physical_terminator", slot, signature)

    def constant(self, value: int) -> int:
        """Return the address of a thunk that returns a number."""
        return self._make_code("constant", value, "i")

    def queue_trampoline(self, slot: int) -> int:
        """Return the address of a vkGetDeviceQueue that gives the queue the device's table."""
        return self._make_code("queue_trampoline", slot, "vpuup")

    def queue2_trampoline(self, slot: int) -> int:
        """Return the address of a vkGetDeviceQueue2 that gives the queue the device's table."""
        return self._make_code("queue2_trampoline", slot, "vppp")

    def allocate_command_buffers(self, slot: int) -> int:
        """Return the address of a vkAllocateCommandBuffers that gives each one the table."""
        return self._make_code("allocate_command_buffers", slot, "ippp")

    @abstractmethod
    def close(self) -> None:
        """Free all thunks. They must not be called any more."""

    @abstractmethod
    def _make_code(self, kind: str, number: int, signature: str) -> int:
        """Return the address of a thunk of this kind, 0 if there can be none."""


class CallbackArena(Arena):
    """Thunks implemented as ctypes callbacks."""

    def __init__(self) -> None:
        self._callbacks_by_key: dict[tuple[str, int, str], Callback] = {}
        # Applications ask for functions from several threads.
        self._lock = threading.Lock()

    def close(self) -> None:
        self._callbacks_by_key.clear()

    def _make_code(self, kind: str, number: int, signature: str) -> int:
        """Return the C address of a Python function for this kind of thunk, made once."""
        # Without a signature ctypes cannot pass arguments on; machine code could.
        if not signature:
            return 0
        key = kind, number, signature
        with self._lock:
            if key not in self._callbacks_by_key:
                self._callbacks_by_key[key] = make_callback(
                    signature, partial(_FUNCTION_BY_CALL_KIND[kind], signature, number)
                )
            return self._callbacks_by_key[key].address


def _run_trampoline(signature: str, slot: int, handle: int, *arguments: object) -> int:
    """Call the function in a slot of the handle's dispatch table."""
    return _call_slot(signature, _read_word(handle), slot, handle, *arguments)


def _run_physical_trampoline(signature: str, slot: int, handle: int, *arguments: object) -> int:
    """Call the function in a slot with the topmost layer's VkPhysicalDevice."""
    # Word 3 of the application's VkPhysicalDevice, see memory.read_top_device.
    return _call_slot(
        signature, _read_word(handle), slot, _read_word(handle + 3 * _WORD_SIZE), *arguments
    )


def _run_physical_terminator(signature: str, slot: int, handle: int, *arguments: object) -> int:
    """Call the driver's function with its own VkPhysicalDevice."""
    # Words 1 and 2 of the bottom layer's VkPhysicalDevice, see physical_devices.py.
    table, device_below = _read_word(handle + _WORD_SIZE), _read_word(handle + 2 * _WORD_SIZE)
    return _call_slot(signature, table, slot, device_below, *arguments)


def _return_constant(_signature: str, value: int) -> int:
    return value


def _run_queue_trampoline(signature: str, slot: int, device: int, *arguments: int) -> None:
    """Call vkGetDeviceQueue, then write the device's table into the queue."""
    table = _read_word(device)
    _call_slot(signature, table, slot, device, *arguments)
    _write_table(arguments[-1], table)


def _run_command_buffers(signature: str, slot: int, device: int, info: int, buffers: int) -> int:
    """Call vkAllocateCommandBuffers, then write the table into each command buffer.

    Args:
        signature: of the command.
        slot: of the command in the table.
        device: the VkDevice.
        info: address of VkCommandBufferAllocateInfo.
        buffers: address of the handles.
    """
    table = _read_word(device)
    code = _call_slot(signature, table, slot, device, info, buffers)
    # Only on success are there handles to write into.
    if code == 0:
        for index in range(ctypes.c_uint32.from_address(info + _BUFFER_COUNT_OFFSET).value):
            _write_table(buffers + _WORD_SIZE * index, table)
    return code


_FUNCTION_BY_CALL_KIND: dict[str, Callable[..., int | None]] = {
    "trampoline": _run_trampoline,
    "physical_trampoline": _run_physical_trampoline,
    "physical_terminator": _run_physical_terminator,
    "constant": _return_constant,
    "queue_trampoline": _run_queue_trampoline,
    "queue2_trampoline": _run_queue_trampoline,
    "allocate_command_buffers": _run_command_buffers,
}


def _call_slot(signature: str, table: int, slot: int, *arguments: object) -> int:
    """Call the function in a slot of a dispatch table.

    `table`: address of the table.
    """
    function = make_function_type(signature)(_read_word(table + _WORD_SIZE * slot))
    result: int = function(*arguments)
    return result


def _read_word(address: int) -> int:
    """Return the machine word at an address."""
    return ctypes.c_size_t.from_address(address).value


def _write_table(address: int, table: int) -> None:
    """Write the table into the dispatchable object whose handle is stored at `address`."""
    # vkGetDeviceQueue2 may answer VK_NULL_HANDLE for a queue that does not exist.
    handle = _read_word(address) if address else 0
    if handle:
        ctypes.c_size_t.from_address(handle).value = table


_MAP_FAILED = ctypes.c_size_t(-1).value


class CodeArena(Arena):
    """Thunks in machine code, in executable memory of this process.

    Raises:
        OSError: executable memory is refused.
    """

    def __init__(
        self, encoder: type[Thunks], after_making: Callable[[int, int], None] | None = None
    ) -> None:
        """Allocate memory.

        Args:
            encoder: the thunks of this CPU: a function for each kind.
            after_making: called with address and size of new code, before it may be run.
        """
        self._encoder = encoder
        self._after_making = after_making
        self._addresses: dict[tuple[str, int], int] = {}
        self._lock = threading.Lock()
        self._chunks = [_CodeChunk(_CHUNK)]
        self._process = os.getpid()

    def close(self) -> None:
        with self._lock:
            while self._chunks:
                self._chunks.pop().close()
            self._addresses.clear()

    def _make_code(self, kind: str, number: int, signature: str) -> int:
        """Return the address of the machine code of a thunk, made once."""
        with self._lock:
            address = self._addresses.get((kind, number))
            if address is None:
                code: bytes = getattr(self._encoder, kind)(number)
                address = self._addresses[kind, number] = self._write_code(code)
            return address

    def _write_code(self, code: bytes) -> int:
        """Copy code to where it may run, and return its address."""
        # MAP_SHARED: after a fork both processes would write their thunks into the same pages.
        if self._process != os.getpid() or not self._chunks[-1].has_room(len(code)):
            self._chunks.append(_CodeChunk(_CHUNK))
            self._process = os.getpid()
        address = self._chunks[-1].write_code(code)
        if self._after_making:
            self._after_making(address, len(code))
        return address


class _CodeChunk:
    """A block of memory mapped at two addresses: one writable, one executable."""

    def __init__(self, size: int) -> None:
        self._size, self._used_size = size, 0
        # Two mappings of one file: no page is ever writable and executable at once.
        descriptor = os.memfd_create("vkconfig-py thunks", os.MFD_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            self._writable = _map_memory(descriptor, size, mmap.PROT_READ | mmap.PROT_WRITE)
            try:
                self._runnable = _map_memory(descriptor, size, mmap.PROT_READ | mmap.PROT_EXEC)
            except OSError:
                _unmap_memory(self._writable, size)
                raise
        finally:
            os.close(descriptor)

    def has_room(self, size: int) -> bool:
        """Return whether so many bytes fit."""
        return self._used_size + size <= self._size

    def write_code(self, code: bytes) -> int:
        """Copy code into the memory and return the address at which it runs."""
        ctypes.memmove(self._writable + self._used_size, code, len(code))
        address = self._runnable + self._used_size
        # Functions begin at multiples of 16 bytes, as compilers place them.
        self._used_size += -(-len(code) // _ALIGNMENT) * _ALIGNMENT
        return address

    def close(self) -> None:
        _unmap_memory(self._runnable, self._size)
        _unmap_memory(self._writable, self._size)


def _map_memory(descriptor: int, size: int, protection: int) -> int:
    """Map a file into memory and return the address. Raise OSError if it fails."""
    function = _open_libc().mmap
    function.restype = ctypes.c_size_t
    function.argtypes = (
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    )
    # mmap answers MAP_FAILED, which is (void *) -1, not NULL.
    address: int = function(None, size, protection, mmap.MAP_SHARED, descriptor, 0)
    if address == _MAP_FAILED:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return address


def _unmap_memory(address: int, size: int) -> None:
    _open_libc().munmap(ctypes.c_void_p(address), ctypes.c_size_t(size))


@cache
def _open_libc() -> ctypes.CDLL:
    """Return the C library."""
    return ctypes.CDLL(None, use_errno=True)


def open_arena(machine: str = os.uname().machine) -> Arena:
    """Return an arena of machine code, or of ctypes callbacks if CPU or system do not allow it."""
    # CPUs without an encoder get callbacks: slower, and by signature.
    encoder = _ENCODERS.get(machine)
    if encoder is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        return CallbackArena()
    try:
        return CodeArena(encoder, _find_cache_flush() if machine == "aarch64" else None)
    except OSError:  # executable memory is refused
        return CallbackArena()


# Returns the arena of this process, never closed: C code may hold any address of it.
arena_of_process = cache(open_arena)


def _find_cache_flush() -> Callable[[int, int], None]:
    """Return a function (address, size) that flushes the instruction cache for new code."""
    # aarch64 has separate caches: code written as data is not seen by the instruction cache until
    # libgcc's __clear_cache was called. x86-64 keeps them coherent.
    function = ctypes.CDLL("libgcc_s.so.1")["__clear_cache"]
    function.restype = None
    function.argtypes = (ctypes.c_void_p, ctypes.c_void_p)

    def clear(address: int, size: int) -> None:
        """Flush the instruction cache for new code."""
        function(address, address + size)

    return clear
