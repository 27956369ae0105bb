"""Machine code of 64-bit Arm: the words that an assembler makes, and calls run by an emulator.

What no test does, because it needs a Python for that CPU: unpack Debian's arm64 packages of
python3.11-minimal, libpython3.11-stdlib, libc6, libgcc-s1, libffi8, zlib1g, libexpat1 and others
into a folder, compile the probe drivers and layers for it, and let `qemu-aarch64 -L FOLDER` run
machines of tests/fuzz/probing through the whole loader. Done for 160 machines: what programs,
layers and drivers noted was the same as on x86-64, and test_thunks.py passed.
"""

import subprocess
from pathlib import Path

import pytest

from tests.framework.compiled import compile_cached
from vkconfig_py.loader.native.callbacks import ArmThunks

_SLOT = 700
_GCC = "aarch64-linux-gnu-gcc"

_TRAMPOLINE = """
    bti c
    ldr x9, [x0]
    ldr x16, [x9, #8 * {number}]
    br x16
"""
_PHYSICAL_TRAMPOLINE = """
    bti c
    ldr x9, [x0]
    ldr x0, [x0, #24]
    ldr x16, [x9, #8 * {number}]
    br x16
"""
_PHYSICAL_TERMINATOR = """
    bti c
    ldr x9, [x0, #8]
    ldr x0, [x0, #16]
    ldr x16, [x9, #8 * {number}]
    br x16
"""
_CONSTANT = """
    bti c
    movz w0, #({number}) & 0xffff
    movk w0, #(({number}) >> 16) & 0xffff, lsl #16
    ret
"""
_QUEUE = """
    bti c
    stp x29, x30, [sp, #-32]!
    mov x29, sp
    ldr x9, [x0]
    stp x9, {result}, [sp, #16]
    ldr x16, [x9, #8 * {number}]
    blr x16
    ldp x9, x3, [sp, #16]
    cbz x3, 1f
    ldr x3, [x3]
    cbz x3, 1f
    str x9, [x3]
1:  ldp x29, x30, [sp], #32
    ret
"""
_ALLOCATE = """
    bti c
    stp x29, x30, [sp, #-48]!
    mov x29, sp
    ldr x9, [x0]
    stp x9, x1, [sp, #16]
    str x2, [sp, #32]
    ldr x16, [x9, #8 * {number}]
    blr x16
    cbnz w0, 2f
    ldp x9, x1, [sp, #16]
    ldr x2, [sp, #32]
    ldr w3, [x1, #28]
1:  cbz w3, 2f
    sub w3, w3, #1
    ldr x4, [x2, x3, lsl #3]
    cbz x4, 1b
    str x9, [x4]
    b 1b
2:  ldp x29, x30, [sp], #48
    ret
"""
_SOURCES = (
    (ArmThunks.trampoline, _TRAMPOLINE),
    (ArmThunks.physical_trampoline, _PHYSICAL_TRAMPOLINE),
    (ArmThunks.physical_terminator, _PHYSICAL_TERMINATOR),
    (ArmThunks.constant, _CONSTANT),
    (ArmThunks.queue_trampoline, _QUEUE.replace("{result}", "x3")),
    (ArmThunks.queue2_trampoline, _QUEUE.replace("{result}", "x2")),
    (ArmThunks.allocate_command_buffers, _ALLOCATE),
)


def _assembled(source: str, folder: Path) -> bytes:
    (folder / "thunk.s").write_text(f".arch armv8.5-a\n{source}")
    subprocess.run([_GCC, "-c", "-o", folder / "thunk.o", folder / "thunk.s"], check=True)
    command = ["aarch64-linux-gnu-objcopy", "-O", "binary", "-j", ".text"]
    subprocess.run([*command, folder / "thunk.o", folder / "thunk.bin"], check=True)
    return (folder / "thunk.bin").read_bytes()


@pytest.mark.parametrize("number", [1, _SLOT, 1279])
@pytest.mark.parametrize(
    ("encode", "source"), _SOURCES, ids=[encode.__name__ for encode, _ in _SOURCES]
)
def test_words_are_those_of_an_assembler(tmp_path, encode, source, number):
    assert encode(number) == _assembled(source.replace("{number}", str(number)), tmp_path)


@pytest.mark.parametrize("number", [-3, 0x12345678, -(2**31)])
def test_words_of_constants(tmp_path, number):
    source = _CONSTANT.replace("{number}", str(number))
    assert ArmThunks.constant(number) == _assembled(source, tmp_path)


def test_calls_arrive_on_the_emulated_cpu():
    program = compile_cached(
        Path(__file__).with_name("aarch64_calls.c"), "-O1", "-static", compiler=_GCC
    )
    numbers = {ArmThunks.constant: -3}
    code = b"".join(encode(numbers.get(encode, _SLOT)).ljust(256, b"\0") for encode, _ in _SOURCES)
    result = subprocess.run(
        ["qemu-aarch64", program], input=code, capture_output=True, check=False, timeout=60
    )
    assert (result.returncode, result.stdout) == (0, b"all calls arrived\n"), result
