"""Processor and exports of Windows libraries."""

from __future__ import annotations

import shutil
import struct
import subprocess

import pytest

from tests.framework.pe_files import AMD64, ARM, ARM64, CHPE_METADATA, I386, make_pe_file
from vkconfig_py.loader.files.image_kinds import (
    PeError,
    PeFile,
    PeHeader,
    compute_header_length,
    parse_pe,
)
from vkconfig_py.loader.files.image_kinds import read_header as read


@pytest.mark.parametrize(
    ("machine", "header"),
    [
        (I386, ("i686", 32)),
        (ARM, ("armv7l", 32)),
        (AMD64, ("x86_64", 64)),
        (ARM64, ("aarch64", 64)),
        (0x5064, ("", 32)),  # RISC-V
    ],
)
def test_the_first_bytes_name_the_processor(machine, header):
    data = make_pe_file(machine)
    length = compute_header_length(data[:64])
    assert length < 256
    assert read(data[:length]) == PeHeader(*header)


def test_a_header_behind_a_long_stub_is_found():
    data = make_pe_file(pe_at=2048)
    assert read(data[: compute_header_length(data[:64])]) == PeHeader("x86_64", 64)
    assert parse_pe(make_pe_file(exports=["a"], pe_at=2048)).exports == {"a"}


@pytest.mark.parametrize("machine", [I386, AMD64, ARM64])
def test_exported_names_are_read(machine):
    names = ["vkGetInstanceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion", "?f@@YAXXZ"]
    assert parse_pe(make_pe_file(machine, names)).exports == set(names)
    assert parse_pe(make_pe_file(machine)).exports == frozenset()


def test_code_for_arm_that_x64_programs_load_is_told_apart():
    assert parse_pe(make_pe_file(AMD64, ["a"], calls_x64=True)) == PeFile(
        PeHeader("x86_64", 64), "arm64ec", frozenset({"a"})
    )
    assert parse_pe(make_pe_file(ARM64, calls_x64=True)).arm_code == "arm64x"
    assert parse_pe(make_pe_file(AMD64)).arm_code == ""
    assert parse_pe(make_pe_file(I386, calls_x64=True)).arm_code == ""


def test_a_load_configuration_of_an_older_linker_ends_before_the_metadata():
    data = make_pe_file(AMD64, calls_x64=True)
    size_at = len(data) - CHPE_METADATA - 8
    older = data[:size_at] + struct.pack("<I", CHPE_METADATA) + data[size_at + 4 :]
    assert parse_pe(older).arm_code == ""


def damaged(at: int, content: bytes) -> bytes:
    data = bytearray(make_pe_file(exports=["a"]))
    data[at : at + len(content)] = content
    return bytes(data)


def test_directories_beyond_their_count_are_not_there():
    count_at = 0x80 + 24 + 108  # NumberOfRvaAndSizes
    assert parse_pe(damaged(count_at, struct.pack("<I", 1))).exports == {"a"}
    assert parse_pe(damaged(count_at, bytes(4))).exports == frozenset()


WIDE = struct.pack("<I", 0xFFFFFFFF)
EXPORTS_AT = 0x480  # of the file above


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"MZ",
        b"MZ".ljust(64, b"\0"),
        damaged(0x3C, WIDE),
        damaged(0x80, b"NE"),
        damaged(0x98, b"\0\0"),
        make_pe_file()[:0x90],
        make_pe_file(exports=["a"])[:EXPORTS_AT],
        make_pe_file(exports=["a"])[:-1],
        make_pe_file(exports=["a" * 5000]),
        damaged(EXPORTS_AT + 24, WIDE),
        damaged(EXPORTS_AT + 32, WIDE),
        damaged(EXPORTS_AT + 40, WIDE),
        damaged(0x80 + 24 + 112, WIDE),
    ],
)
def test_an_inconsistent_file_is_refused(data):
    with pytest.raises(PeError):
        parse_pe(data)


def test_names_that_all_are_one_long_text_are_refused():
    data = bytearray(make_pe_file(exports=["a"] * 20_000 + ["b" * 4000]))
    directory = data.index(struct.pack("<II", 20_001, 20_001)) - 20
    (last,) = struct.unpack_from("<I", data, directory + 40 + 4 * 20_000)
    for number in range(20_000):
        struct.pack_into("<I", data, directory + 40 + 4 * number, last)
    with pytest.raises(PeError, match="too long"):
        parse_pe(bytes(data))


COMPILER = "x86_64-w64-mingw32-gcc"


def test_a_library_of_a_real_compiler_is_read(tmp_path):
    source = tmp_path / "layer.c"
    source.write_text(
        "__declspec(dllexport) int vkGetInstanceProcAddr(void) { return 1; }\n"
        "__declspec(dllexport) int data = 2;\n"
        "int hidden(void) { return 3; }\n"
    )
    made = tmp_path / "layer.dll"
    compiler = shutil.which(COMPILER)
    subprocess.run([compiler, "-shared", "-o", made, source], check=True)
    assert parse_pe(made.read_bytes()) == PeFile(
        PeHeader("x86_64", 64), exports=frozenset({"vkGetInstanceProcAddr", "data"})
    )


def test_offsets_are_those_of_the_windows_headers(tmp_path):
    source = tmp_path / "offsets.c"
    checks = {
        "offsetof(IMAGE_DOS_HEADER, e_lfanew)": 0x3C,
        "offsetof(IMAGE_NT_HEADERS64, FileHeader.Machine)": 4,
        "offsetof(IMAGE_NT_HEADERS64, FileHeader.SizeOfOptionalHeader)": 20,
        "offsetof(IMAGE_NT_HEADERS64, OptionalHeader)": 24,
        "offsetof(IMAGE_OPTIONAL_HEADER32, DataDirectory)": 96,
        "offsetof(IMAGE_OPTIONAL_HEADER64, DataDirectory)": 112,
        "sizeof(IMAGE_SECTION_HEADER)": 40,
        "offsetof(IMAGE_SECTION_HEADER, Misc.VirtualSize)": 8,
        "offsetof(IMAGE_SECTION_HEADER, PointerToRawData)": 20,
        "offsetof(IMAGE_EXPORT_DIRECTORY, NumberOfNames)": 24,
        "offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNames)": 32,
        # These headers are older than CHPEMetadataPointer, which comes 96 bytes later.
        "offsetof(IMAGE_LOAD_CONFIG_DIRECTORY64, SEHandlerCount)": CHPE_METADATA - 96,
    }
    lines = [f'_Static_assert({left} == {right}, "{left}");' for left, right in checks.items()]
    source.write_text("#include <windows.h>\n#include <stddef.h>\n" + "\n".join(lines))
    subprocess.run([shutil.which(COMPILER), "-fsyntax-only", source], check=True)
