"""Processors and exports of libraries of macOS."""

from __future__ import annotations

import struct

import pytest

from tests.framework.mach_o_files import (
    ARM64,
    GLOBAL,
    X86,
    X86_64,
    make_export_trie,
    make_mach_o_file,
    make_universal_file,
)
from vkconfig_py.loader.files.image_kinds import (
    MachOError,
    MachOImage,
    compute_header_length,
    list_exported_symbols,
    read_images,
)

BOTH = {X86_64: make_mach_o_file(X86_64), ARM64: make_mach_o_file(ARM64)}


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("cpu", "machine", "bits"),
    [(X86, "i686", 32), (X86_64, "x86_64", 64), (ARM64, "aarch64", 64), (18, "", 32)],
)
def test_a_thin_file_has_one_image(cpu, machine, bits, order):
    data = make_mach_o_file(cpu, order=order)
    assert read_images(data[: compute_header_length(data[:8])]) == (MachOImage(machine, bits),)


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("order", ["<", ">"])
def test_a_universal_file_has_an_image_for_each_processor(bits, order):
    data = make_universal_file(BOTH, bits, order)
    length = compute_header_length(data[:8])
    assert length < 100
    assert read_images(data[:length]) == (
        MachOImage("x86_64", 64, 4096),
        MachOImage("aarch64", 64, 4096 + len(BOTH[X86_64])),
    )


def test_a_class_file_of_java_is_no_universal_file():
    with pytest.raises(MachOError):
        read_images(b"\xca\xfe\xba\xbe\0\0\0\x34".ljust(2000, b"\0"))


SYMBOLS = {
    "_vkGetInstanceProcAddr": GLOBAL,
    "plain": GLOBAL,
    "_absolute": 0x03,
    "_undefined": 0x01,
    "_prebound": 0x0D,
    "_local": 0x0E,
    "_private": GLOBAL | 0x10,
    "_debug": GLOBAL | 0x20,
}


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("cpu", [X86, ARM64])
def test_global_symbols_are_exports(cpu, order):
    data = make_mach_o_file(cpu, symbols=SYMBOLS, order=order)
    (image,) = read_images(data)
    assert list_exported_symbols(data, image) == {"vkGetInstanceProcAddr", "plain", "absolute"}


def test_an_export_trie_is_read_instead_of_symbols():
    trie = make_export_trie(["_vkGetInstanceProcAddr", "_data"])
    for data in (
        make_mach_o_file(symbols=SYMBOLS, trie=trie),
        make_mach_o_file(symbols=SYMBOLS, old_trie=trie),
    ):
        assert list_exported_symbols(data, read_images(data)[0]) == {
            "vkGetInstanceProcAddr",
            "data",
        }
    empty = make_mach_o_file(symbols=SYMBOLS, trie=b"")
    assert list_exported_symbols(empty, read_images(empty)[0]) == frozenset()


def test_names_are_put_together_along_the_trie():
    # The root leads to "_vk", which is a name itself and leads on to "Get" and "Set".
    leaf = bytes((2, 0, 0, 0))
    trie = bytes((0, 1)) + b"_vk\0" + bytes((7,))
    trie += bytes((2, 0, 0, 2)) + b"Get\0" + bytes((21,)) + b"Set\0" + bytes((25,)) + leaf + leaf
    data = make_mach_o_file(trie=trie)
    assert list_exported_symbols(data, read_images(data)[0]) == {"vk", "vkGet", "vkSet"}


def test_exports_of_each_image_of_a_universal_file_are_its_own():
    images = {
        X86_64: make_mach_o_file(X86_64, trie=make_export_trie(["_one"])),
        ARM64: make_mach_o_file(ARM64, symbols={"_two": GLOBAL}),
    }
    data = make_universal_file(images)
    first, second = read_images(data)
    assert list_exported_symbols(data, first) == {"one"}
    assert list_exported_symbols(data, second) == {"two"}


def exports(data: bytes):
    return list_exported_symbols(data, read_images(data)[0])


def test_a_node_below_itself_is_refused():
    with pytest.raises(MachOError, match="no tree"):
        exports(make_mach_o_file(trie=b"\0\1a\0\0"))


COMMAND = struct.pack("<II", 0x80000033, 16)  # LC_DYLD_EXPORTS_TRIE and its size


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe\0\0\0\0",
        make_universal_file(BOTH)[:20],
        make_universal_file(BOTH)[:4096],
        make_mach_o_file(symbols={"_a": GLOBAL})[:-1],
        make_mach_o_file(symbols=SYMBOLS)[:80],
        make_mach_o_file(trie=b"\0"),
        make_mach_o_file(trie=make_export_trie(["_a"]))[:-1],
        make_mach_o_file(trie=b"\0\1abc"),
        make_mach_o_file(trie=b"\x80" * 20),
        make_mach_o_file(trie=bytes((0, 2)) + (b"a" * 5000 + b"\0\x7f") * 2),
        make_mach_o_file(trie=b"").replace(COMMAND, COMMAND[:4] + bytes(4)),
    ],
)
def test_an_inconsistent_file_is_refused(data):
    with pytest.raises(MachOError):
        exports(data)
