"""Thunks are called from C, through trampoline and terminator, with more than registers hold."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.framework.compiled import LIBRARY, compile_cached
from vkconfig_py.loader.native.callbacks import (
    CallbackArena,
    CodeArena,
    arena_of_process,
    open_arena,
)
from vkconfig_py.loader.native.memory import DispatchTable

_SLOT = 700
_DRIVER_HANDLE = 0xD00D
_KNOWN = "qpiuqfdphzidqf"
_KINDS = ("machine code", "callbacks")
_VK_ERROR = -2


class _Seen(ctypes.Structure):
    _fields_ = (
        ("handle", ctypes.c_size_t),
        ("integers", ctypes.c_int64 * 12),
        ("doubles", ctypes.c_double * 8),
        ("aligned", ctypes.c_int),
    )


@pytest.fixture(scope="module")
def ends():
    library = ctypes.CDLL(str(compile_cached(Path(__file__).with_name("thunked.c"), *LIBRARY)))
    library.last_seen.restype = ctypes.POINTER(_Seen)
    library.call_known.restype = ctypes.c_int64
    library.call_unknown.restype = ctypes.c_double
    for name in ("object", "call_queue", "call_queue2"):
        getattr(library, name).restype = ctypes.POINTER(ctypes.c_size_t)
    pointers = (ctypes.c_void_p, ctypes.c_void_p)
    for name in ("call_known", "call_unknown"):
        getattr(library, name).argtypes = pointers
    for name in ("call_queue", "call_queue2", "call_allocate"):
        getattr(library, name).argtypes = (*pointers, ctypes.c_uint)
    library.call_without_arguments.argtypes = (ctypes.c_void_p,)
    return library


@pytest.fixture(params=_KINDS)
def arena(request):
    arena = open_arena() if request.param == "machine code" else CallbackArena()
    assert isinstance(arena, CodeArena) == (request.param == "machine code")
    yield arena
    arena.close()


@pytest.fixture(autouse=True)
def clean(ends):
    ends.answer_with(0, -1)
    for index in range(8):
        ends.object(index)[0] = 0


def _address(function) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value


class _Chain:
    """A VkPhysicalDevice of the application over one of the bottom, over one of a driver."""

    def __init__(self, arena, end, signature):
        missing = arena.constant(-3)
        self.tables = [DispatchTable(missing) for _ in range(2)]
        self.tables[0][_SLOT] = arena.physical_terminator(_SLOT, signature)
        self.tables[1][_SLOT] = _address(end)
        words = ctypes.c_size_t * 4
        self.bottom = words(self.tables[0].address, self.tables[1].address, _DRIVER_HANDLE)
        magic = 0x10ADED020210ADED
        self.top = words(self.tables[0].address, 1, magic, ctypes.addressof(self.bottom))
        self.handle = ctypes.addressof(self.top)


def test_arguments_of_each_letter_arrive_through_trampoline_and_terminator(arena, ends):
    chain = _Chain(arena, ends.known_end, _KNOWN)
    function = arena.physical_trampoline(_SLOT, _KNOWN)
    assert ends.call_known(function, chain.handle) == 0x1122334455667788
    seen = ends.last_seen().contents
    assert seen.handle == _DRIVER_HANDLE
    assert seen.integers[:8] == [
        -7,
        0xF0000001,
        0x8000000000000002 - 2**64,
        0x1234,
        0xFEDCBA9876543210 - 2**64,
        99,
        -8,
        77,
    ]
    assert seen.doubles[:4] == [1.5, 2.25, 4.125, 8.5]
    assert seen.aligned


def test_structures_on_the_stack_arrive_without_a_signature(ends):
    arena = arena_of_process()
    chain = _Chain(arena, ends.unknown_end, "")
    assert ends.call_unknown(arena.physical_trampoline(_SLOT), chain.handle) == 0.5
    seen = ends.last_seen().contents
    assert seen.handle == _DRIVER_HANDLE
    assert seen.integers[:9] == [-1, 11, 12, 13, 4, 5, 6, 7, 8]
    assert seen.doubles[:] == [2.5, 14.5, 3.5, 9.5, 10.5, 20.5, 30.5, 91.0]
    assert seen.aligned


def test_trampoline_goes_through_the_first_word_and_leaves_the_handle(arena, ends):
    table = DispatchTable(arena.constant(-3))
    table[_SLOT] = _address(ends.known_end)
    handle = (ctypes.c_size_t * 2)(table.address, 5)
    assert ends.call_known(arena.trampoline(_SLOT, _KNOWN), ctypes.addressof(handle))
    assert ends.last_seen().contents.handle == ctypes.addressof(handle)


def test_callbacks_without_a_signature_do_not_exist():
    arena = CallbackArena()
    assert arena.trampoline(_SLOT) == arena.physical_trampoline(_SLOT) == 0
    assert arena.physical_terminator(_SLOT) == 0


@pytest.mark.parametrize("value", [-3, 0, 1, 0x12345678, -(2**31)])
def test_constant(arena, ends, value):
    assert ends.call_without_arguments(arena.constant(value)) == value


def test_each_thunk_is_made_once(arena):
    assert arena.trampoline(3, "ip") == arena.trampoline(3, "ip") != arena.trampoline(4, "ip")
    assert arena.trampoline(3, "ip") != arena.physical_trampoline(3, "ip")


def test_empty_slot_answers_with_an_error(arena, ends):
    table = DispatchTable(arena.constant(-3))
    handle = (ctypes.c_size_t * 2)(table.address)
    answer = ends.call_known(arena.trampoline(_SLOT, _KNOWN), ctypes.addressof(handle))
    assert ctypes.c_int32(answer).value == -3
    assert not table.has(_SLOT)


class _Device:
    def __init__(self, arena, end):
        self.table = DispatchTable(arena.constant(-3), 0x10ADED040410ADED)
        self.table[_SLOT] = _address(end)
        self.words = (ctypes.c_size_t * 2)(self.table.address)
        self.handle = ctypes.addressof(self.words)


@pytest.fixture(params=["queue", "queue2"])
def queue(request, arena, ends):
    device = _Device(arena, getattr(ends, f"{request.param}_end"))
    function = getattr(arena, f"{request.param}_trampoline")(_SLOT)
    return device, lambda somewhere: getattr(ends, f"call_{request.param}")(
        function, device.handle, somewhere
    )


def test_queue_begins_with_the_table_of_its_device(queue, ends):
    device, call = queue
    handle = call(1)
    assert ctypes.addressof(handle.contents) == ctypes.addressof(ends.object(5).contents)
    assert handle[0] == device.table.address
    assert ends.object(4)[0] == 0
    seen = ends.last_seen().contents
    assert (seen.handle, *seen.integers[:2]) == (device.handle, 3, 5)
    assert seen.aligned


def test_queue_that_does_not_exist_is_not_touched(queue, ends):
    _, call = queue
    ends.answer_with(1, -1)
    assert not call(1)


def test_queue_without_a_place_for_it_is_not_touched(queue, ends):
    _, call = queue
    assert not call(0)
    assert ends.last_seen().contents.integers[1] == 5


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_each_command_buffer_begins_with_the_table_of_its_device(arena, ends, count):
    device = _Device(arena, ends.allocate_end)
    function = arena.allocate_command_buffers(_SLOT)
    assert ends.call_allocate(function, device.handle, count) == 0
    stamps = [ends.object(index)[0] for index in range(8)]
    assert stamps == [device.table.address] * count + [0] * (8 - count)
    assert ends.last_seen().contents.handle == device.handle
    assert ends.last_seen().contents.aligned


def test_missing_command_buffer_is_passed_over(arena, ends):
    device = _Device(arena, ends.allocate_end)
    ends.answer_with(0, 2)
    assert ends.call_allocate(arena.allocate_command_buffers(_SLOT), device.handle, 4) == 0
    table = device.table.address
    assert [ends.object(index)[0] for index in range(5)] == [table, table, 0, table, 0]


def test_command_buffers_of_a_failed_call_are_not_touched(arena, ends):
    device = _Device(arena, ends.allocate_end)
    ends.answer_with(_VK_ERROR, -1)
    function = arena.allocate_command_buffers(_SLOT)
    assert ends.call_allocate(function, device.handle, 4) == _VK_ERROR
    assert [ends.object(index)[0] for index in range(4)] == [0] * 4


def _mappings() -> list[str]:
    lines = Path("/proc/self/maps").read_text().splitlines()
    return [line.split()[1] for line in lines if "vkconfig-py thunks" in line]


def test_memory_is_never_writable_and_executable_at_one_address():
    before = _mappings()
    arena = open_arena()
    assert isinstance(arena, CodeArena)
    for slot in range(1, 10_000):  # more than one piece of memory
        arena.trampoline(slot)
    new = sorted(_mappings())
    assert len(new) >= len(before) + 4
    assert set(new) == {"rw-s", "r-xs"}
    assert new.count("rw-s") == new.count("r-xs")
    arena.close()
    assert _mappings() == before


def test_processes_do_not_write_into_each_others_thunks(ends):
    arena = open_arena()
    before = arena.constant(5)
    placed, tell = os.pipe()
    child = os.fork()
    if child == 0:
        own = arena.constant(1111)
        os.read(placed, 1)  # the other process has made a thunk
        answers = ends.call_without_arguments(before), ends.call_without_arguments(own)
        os._exit(answers != (5, 1111))
    other = arena.constant(2222)
    os.write(tell, b".")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert ends.call_without_arguments(other) == 2222
    for descriptor in (placed, tell):
        os.close(descriptor)
    arena.close()


_REFUSED = """
import ctypes, struct, sys
from vkconfig_py.loader.native.callbacks import CallbackArena
from vkconfig_py.loader.native.memory import DispatchTable
from vkconfig_py.loader.native.callbacks import open_arena

def statement(code, jump_true, jump_false, value):
    return struct.pack("=HBBI", code, jump_true, jump_false, value)

# Refuses mmap (9) of shared memory (flag 1) that may be executed (protection 4): EACCES.
program = b"".join((
    statement(0x20, 0, 0, 0), statement(0x15, 0, 5, 9),
    statement(0x20, 0, 0, 32), statement(0x45, 0, 3, 4),
    statement(0x20, 0, 0, 40), statement(0x45, 0, 1, 1),
    statement(0x06, 0, 0, 0x50000 | 13), statement(0x06, 0, 0, 0x7FFF0000),
))
buffer = ctypes.create_string_buffer(program, len(program))
filters = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0, ctypes.get_errno()
assert libc.prctl(22, 2, ctypes.c_char_p(filters), 0, 0) == 0, ctypes.get_errno()

arena = open_arena()
assert isinstance(arena, CallbackArena), arena
table = DispatchTable(arena.constant(-3))
answer = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_size_t, ctypes.c_int)(lambda handle, x: x + 1)
table[7] = ctypes.cast(answer, ctypes.c_void_p).value
handle = (ctypes.c_size_t * 1)(table.address)
call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_size_t, ctypes.c_int)
assert call(arena.trampoline(7, "ipi"))(ctypes.addressof(handle), 41) == 42
assert "vkconfig-py thunks" not in open("/proc/self/maps").read()
"""


def test_callbacks_serve_where_executable_memory_is_refused():
    subprocess.run([sys.executable, "-c", _REFUSED], check=True, timeout=60)


def test_callbacks_serve_on_another_cpu():
    assert isinstance(open_arena("riscv64"), CallbackArena)
