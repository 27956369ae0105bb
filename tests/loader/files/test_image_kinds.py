"""For which system and processor a file is made."""

from __future__ import annotations

import pytest

from tests.framework import mach_o_files, pe_files
from tests.framework.elf_files import AARCH64, make_elf_file
from vkconfig_py.loader.base.host import Host, OverlayFile, Platform
from vkconfig_py.loader.base.windows_facts import Registry, WindowsFacts
from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    find_file_state,
    read_library_word_size,
    read_program_kind,
)
from vkconfig_py.loader.files.image_kinds import (
    FIRST_READ_SIZE,
    ImageFormat,
    ImageKind,
    compute_header_length,
    get_machine,
    read_kind,
)
from vkconfig_py.loader.files.library_search import make_library_checks
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE

UNIVERSAL = mach_o_files.make_universal_file(
    {
        mach_o_files.X86_64: mach_o_files.make_mach_o_file(mach_o_files.X86_64),
        mach_o_files.ARM64: mach_o_files.make_mach_o_file(mach_o_files.ARM64),
    }
)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (make_elf_file(), ImageKind(ImageFormat.ELF, (("x86_64", 64),))),
        (make_elf_file(32), ImageKind(ImageFormat.ELF, (("i686", 32),))),
        (make_elf_file(64, AARCH64), ImageKind(ImageFormat.ELF, (("aarch64", 64),))),
        (make_elf_file(64, 9), ImageKind(ImageFormat.ELF, (("", 64),))),
        (pe_files.make_pe_file(), ImageKind(ImageFormat.PE, (("x86_64", 64),))),
        (UNIVERSAL, ImageKind(ImageFormat.MACH_O, (("x86_64", 64), ("aarch64", 64)))),
        (b"", None),
        (b"\x7fELF", None),
        (b"MZ" + bytes(200), None),
        (b"\xca\xfe\xba\xbe" + bytes(200), None),
        (b"#!/bin/sh\n", None),
    ],
)
def test_the_first_bytes_tell_the_kind(data, kind):
    assert read_kind(data) == kind
    length = compute_header_length(data[:FIRST_READ_SIZE])
    assert length < 300
    assert read_kind(data[:length]) == kind


@pytest.mark.parametrize(
    ("machine", "bits", "wanted"),
    [
        ("x86_64", 32, "i686"),
        ("AMD64", 64, "x86_64"),
        ("i386", 32, "i686"),
        ("i686", 64, "x86_64"),
        ("arm64", 64, "aarch64"),
        ("ARM64", 32, "armv7l"),
        ("riscv64", 64, "riscv64"),
    ],
)
def test_a_machine_has_one_name_for_each_word_size(machine, bits, wanted):
    assert get_machine(machine, bits) == wanted


def windows_host(root, **changes) -> Host:
    facts = WindowsFacts(Registry({}), drives={"C:": str(root)})
    return Host({}, Platform.WINDOWS, windows=facts, working_directory="C:\\")._replace(**changes)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (pe_files.make_pe_file(), ""),
        (pe_files.make_pe_file(pe_at=1024), ""),
        (pe_files.make_pe_file(pe_files.I386), "foreign-class"),
        (pe_files.make_pe_file(pe_files.ARM64), "foreign-machine"),
        (make_elf_file(), "not-a-library"),
        (b"MZ", "not-a-library"),
    ],
)
def test_windows_opens_libraries_of_its_own_format_and_processor(tmp_path, content, reason):
    (tmp_path / "Layers").mkdir()
    (tmp_path / "Layers/a.dll").write_bytes(content)
    check = make_library_checks(
        windows_host(tmp_path), NEWEST_PROFILE, LibraryReader()
    ).check_driver
    for path in ("C:\\layers\\A.DLL", "layers\\A.DLL"):
        state = check(path, ())
        assert (state.is_found, state.reason) == (not reason, reason)
    assert check("C:\\layers\\b.dll", ()).reason == "missing"
    assert check("D:\\a.dll", ()).reason == "missing"
    assert check("a.dll", ()).reason == "missing"
    assert check("", ()).reason == "missing"


def test_a_planned_library_of_windows_is_judged_by_its_content(tmp_path):
    host = windows_host(tmp_path, overlay={"C:\\a.dll": OverlayFile(pe_files.make_pe_file())})
    assert find_file_state(host, "C:\\a.dll").is_found
    narrow = host._replace(pointer_bits=32)
    assert find_file_state(narrow, "C:\\a.dll").reason == "foreign-class"


@pytest.mark.parametrize(
    ("machine", "bits", "content", "reason"),
    [
        ("arm64", 64, UNIVERSAL, ""),
        ("x86_64", 64, UNIVERSAL, ""),
        ("x86_64", 32, UNIVERSAL, "foreign-class"),
        ("arm64", 64, mach_o_files.make_mach_o_file(mach_o_files.X86_64), "foreign-machine"),
        ("arm64", 64, pe_files.make_pe_file(pe_files.ARM64), "not-a-library"),
        ("arm64", 64, make_elf_file(64, AARCH64), "not-a-library"),
    ],
)
def test_macos_opens_files_with_an_image_of_its_processor(tmp_path, machine, bits, content, reason):
    path = tmp_path / "a.dylib"
    path.write_bytes(content)
    host = Host({}, Platform.MACOS, bits, machine, working_directory=str(tmp_path))
    check = make_library_checks(host, NEWEST_PROFILE, LibraryReader()).check_driver
    assert check(str(path), ()).reason == reason
    assert check("./a.dylib", ()).reason == reason
    assert check("a.dylib", ()).reason == reason


def test_a_library_of_another_system_is_none_for_linux(tmp_path):
    path = tmp_path / "a.dll"
    path.write_bytes(pe_files.make_pe_file())
    host = Host({})
    assert find_file_state(host, str(path)).reason == "not-a-library"
    assert read_library_word_size(host, str(path)) == 64
    assert read_program_kind(host, str(path)) is None


def test_headers_are_kept_no_longer_than_needed(tmp_path):
    path = tmp_path / "a.so"
    path.write_bytes(make_elf_file())
    assert len(LibraryReader().read_header(str(path))) == 20
    path.write_bytes(UNIVERSAL)
    assert len(LibraryReader().read_header(str(path))) == 48
