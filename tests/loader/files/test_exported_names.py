"""Names of libraries of every format, for the processes that ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework import android_dump, elf_files, mach_o_files, pe_files
from tests.framework.compiled import compile_once
from vkconfig_py.loader.files.image_kinds import (
    MachOError,
    find_exported_names,
    list_exported_symbols,
    read_images,
)

WANTED = ("a", "b", "c")
TWO = ("a", "b", "x")


def names(tmp_path: Path, data: bytes, machine: str = "x86_64", bits: int = 64) -> frozenset[str]:
    file = tmp_path / "library"
    file.write_bytes(data)
    return find_exported_names(str(file), WANTED, machine, bits)


@pytest.mark.parametrize(
    ("data", "bits"),
    [
        (elf_files.make_elf_file(kind=elf_files.LIBRARY, exports=TWO), 64),
        (android_dump.make_library(TWO, android_dump.X86), 32),
        (pe_files.make_pe_file(exports=TWO), 64),
        (pe_files.make_pe_file(pe_files.I386, TWO), 32),
        (
            mach_o_files.make_mach_o_file(
                mach_o_files.X86_64, trie=mach_o_files.make_export_trie(TWO)
            ),
            64,
        ),
    ],
)
def test_wanted_names_are_found_in_every_format(tmp_path: Path, data: bytes, bits: int):
    assert names(tmp_path, data, "x86_64", bits) == {"a", "b"}


@pytest.mark.parametrize("hashing", ["gnu", "sysv", "both"])
def test_a_library_with_either_hash_table_tells(tmp_path: Path, hashing: str):
    (tmp_path / "a.c").write_text("int a(void) { return 0; }\nstatic int b(void) { return 0; }\n")
    options = ("-shared", "-fPIC", "-nostdlib", f"-Wl,--hash-style={hashing}")
    assert compile_once(tmp_path, "a.so", "gcc", *options, "-o", "a.so", "a.c") == ""
    assert find_exported_names(str(tmp_path / "a.so"), WANTED, "x86_64", 64) == {"a"}


def test_of_a_universal_file_the_images_for_the_process_count(tmp_path: Path):
    images = {
        mach_o_files.X86_64: mach_o_files.make_mach_o_file(
            mach_o_files.X86_64, symbols={"_a": 0x0F}
        ),
        mach_o_files.ARM64: mach_o_files.make_mach_o_file(symbols={"_b": 0x0F}),
    }
    data = mach_o_files.make_universal_file(images)
    assert names(tmp_path, data, "x86_64") == {"a"}
    assert names(tmp_path, data, "arm64") == {"b"}
    with pytest.raises(ValueError, match="no image for these processes"):
        names(tmp_path, data, "riscv64")


def test_a_library_that_passes_on_the_names_of_another_does_not_tell():
    data = mach_o_files.make_mach_o_file(symbols={"_a": 0x0F}, reexports=True)
    with pytest.raises(MachOError, match="another library"):
        list_exported_symbols(data, read_images(data)[0])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nothing of a library" * 10,
        elf_files.make_elf_file(kind=elf_files.LIBRARY),
        elf_files.make_elf_file(32, kind=elf_files.LIBRARY),
        pe_files.make_pe_file(exports=TWO)[:200],
        pe_files.make_pe_file(exports=TWO)[:-4],
    ],
)
def test_what_does_not_tell_is_an_error(tmp_path: Path, data: bytes):
    with pytest.raises(ValueError):  # noqa: PT011  # each reader has an error of its own
        names(tmp_path, data)
