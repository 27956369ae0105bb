"""Whether a library would open, decided from names, headers and the dynamic linker's cache."""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host, OverlayFile, Platform
from vkconfig_py.loader.files.binaries import (
    LibraryState,
    expand_tokens,
    find_file_state,
    find_library_state,
    list_default_library_folders,
    list_library_path_folders,
    parse_cache,
    read_cached_libraries,
    read_library_word_size,
)
from vkconfig_py.loader.files.elf import list_imported_symbols


def elf(bits: int = 64, machine: int = 62, order: str = "<") -> bytes:
    ident = b"\x7fELF" + bytes([bits // 32, 2 if order == ">" else 1, 1]) + bytes(9)
    return ident + struct.pack(f"{order}HH", 3, machine) + bytes(44)


def cache_of(entries: list[tuple[str, str]]) -> bytes:
    """Write an ld.so.cache as glibc 2.36 does."""
    names = b"".join(f"{name}\0{path}\0".encode() for name, path in entries)
    start = 48 + 24 * len(entries)
    rows, offset = b"", start
    for name, path in entries:
        value = offset + len(name) + 1
        rows += struct.pack("=iIIIQ", 0x0303, offset, value, 0, 0)
        offset = value + len(path) + 1
    head = b"glibc-ld.so.cache1.1" + struct.pack("=II", len(entries), len(names)) + bytes(20)
    return head + rows + names


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Return a machine below a root of its own."""
    for path, content in (
        ("usr/lib/x86_64-linux-gnu/libc.so.6", elf()),
        ("lib/x86_64-linux-gnu/libdefault.so", elf()),
        ("opt/good.so", elf()),
        ("opt/other-class.so", elf(32, 3)),
        ("opt/other-machine.so", elf(64, 183)),
        ("opt/text.so", b"no library, but long enough for a header"),
        ("opt/short.so", b"\x7fELF"),
        ("opt/empty.so", b""),
        ("srv/libcached.so", elf()),
        ("etc/ld.so.cache", cache_of([("libcached.so", "/srv/libcached.so")])),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    return Host({}, root=str(tmp_path), working_directory="/opt")


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("/opt/good.so", LibraryState(True, "", "/opt/good.so")),
        ("/opt/absent.so", LibraryState(False, "missing", "/opt/absent.so")),
        ("/opt/good.so/inside.so", LibraryState(False, "missing", "/opt/good.so/inside.so")),
        ("/opt/other-class.so", LibraryState(False, "foreign-class", "/opt/other-class.so")),
        ("/opt/other-machine.so", LibraryState(False, "foreign-machine", "/opt/other-machine.so")),
        ("/opt/text.so", LibraryState(False, "not-a-library", "/opt/text.so")),
        ("/opt/short.so", LibraryState(False, "not-a-library", "/opt/short.so")),
        ("/opt/empty.so", LibraryState(False, "not-a-library", "/opt/empty.so")),
        ("/opt", LibraryState(False, "not-a-library", "/opt")),
        ("./good.so", LibraryState(True, "", "/opt/./good.so")),
        ("../opt/good.so", LibraryState(True, "", "/opt/../opt/good.so")),
        ("libdefault.so", LibraryState(True, "", "/lib/x86_64-linux-gnu/libdefault.so")),
        ("libcached.so", LibraryState(True, "", "/srv/libcached.so")),
        ("libabsent.so", LibraryState(False, "missing", "")),
        ("good.so", LibraryState(False, "missing", "")),
        ("", LibraryState(False, "missing", "")),
        ("/$LIB/libdefault.so", LibraryState(True, "", "/lib/x86_64-linux-gnu/libdefault.so")),
        ("/${LIB}/libdefault.so", LibraryState(True, "", "/lib/x86_64-linux-gnu/libdefault.so")),
        ("$ORIGIN/good.so", LibraryState(False, "unknown", "$ORIGIN/good.so")),
        ("/opt/nul\0.so", LibraryState(False, "not-a-library", "/opt/nul\0.so")),
    ],
)  # fmt: skip
def test_names_and_headers(name: str, state: LibraryState, host: Host):
    assert find_library_state(host, name) == state


def test_origin_is_the_folder_of_the_library_that_opens(host: Host):
    assert find_library_state(host, "$ORIGIN/good.so", "/opt").is_found
    assert find_library_state(host, "${ORIGIN}/../opt/good.so", "/opt").is_found


def test_32_bit_process_wants_32_bit_libraries(host: Host):
    other = host._replace(pointer_bits=32)
    assert find_library_state(other, "/opt/other-class.so").is_found
    assert find_library_state(other, "/opt/good.so").reason == "foreign-class"


def test_unknown_machine_compares_the_class_only(host: Host):
    other = host._replace(machine="sparc64")
    assert find_library_state(other, "/opt/good.so").is_found
    assert find_library_state(other, "/opt/other-class.so").reason == "foreign-class"


def test_machine_of_a_big_endian_file(host: Host, tmp_path: Path):
    (tmp_path / "opt/big.so").write_bytes(elf(64, 22, ">"))
    assert find_library_state(host._replace(machine="s390x"), "/opt/big.so").is_found


def test_other_platforms_are_unknown(host: Host):
    state = find_library_state(host._replace(platform=Platform.WINDOWS), "/opt/good.so")
    assert state == LibraryState(False, "unknown", "/opt/good.so")


def test_overlay_stands_before_the_disk(host: Host):
    planned = host.with_overlay({"/opt/new.so": OverlayFile(elf()), "/opt/good.so": None})
    assert find_library_state(planned, "/opt/new.so").is_found
    assert find_library_state(planned, "/opt/good.so").reason == "missing"


def test_named_pipe_does_not_block(host: Host, tmp_path: Path):
    os.mkfifo(tmp_path / "opt/pipe.so")
    assert find_library_state(host, "/opt/pipe.so").reason == "not-a-library"


def test_loop_of_links_is_no_file(host: Host, tmp_path: Path):
    (tmp_path / "opt/loop.so").symlink_to("loop.so")
    assert find_library_state(host, "/opt/loop.so").reason == "missing"


def test_library_path_comes_first_unless_elevated(host: Host, tmp_path: Path):
    (tmp_path / "opt/libcached.so").write_bytes(elf())
    host = host.with_environment([("LD_LIBRARY_PATH", "/nowhere:/opt")])
    assert find_library_state(host, "libcached.so").path == "/opt/libcached.so"
    assert (
        find_library_state(host._replace(elevated=True), "libcached.so").path == "/srv/libcached.so"
    )


def test_search_passes_over_the_other_class_but_not_over_text(host: Host, tmp_path: Path):
    host = host.with_environment([("LD_LIBRARY_PATH", "/opt")])
    (tmp_path / "opt/libcached.so").write_bytes(elf(32, 3))
    assert find_library_state(host, "libcached.so").path == "/srv/libcached.so"
    (tmp_path / "opt/libcached.so").write_bytes(b"text")
    assert find_library_state(host, "libcached.so").reason == "not-a-library"


def test_only_the_other_class_is_found(host: Host):
    host = host.with_environment([("LD_LIBRARY_PATH", "/opt")])
    state = find_library_state(host, "other-class.so")
    assert state == LibraryState(False, "foreign-class", "/opt/other-class.so")


def test_entries_of_the_library_path(host: Host):
    value = "/a::relative;/$LIB"
    host = host.with_environment([("LD_LIBRARY_PATH", value)])
    assert list_library_path_folders(host) == (
        "/a",
        "/opt",
        "/opt/relative",
        "/lib/x86_64-linux-gnu",
    )


def test_token_is_not_a_part_of_a_longer_word(host: Host):
    assert expand_tokens(host, "/$LIBRARY/$LIB/$PLATFORM") == (
        "/$LIBRARY/lib/x86_64-linux-gnu/x86_64"
    )


def test_lib_folder_of_other_distributions(tmp_path: Path):
    (tmp_path / "usr/lib64").mkdir(parents=True)
    (tmp_path / "usr/lib64/libc.so.6").write_bytes(elf())
    assert expand_tokens(Host({}, root=str(tmp_path)), "$LIB") == "lib64"


def test_default_folders_begin_with_those_of_multiarch(host: Host):
    assert list_default_library_folders(host)[:2] == (
        "/lib/x86_64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu",
    )
    assert list_default_library_folders(host._replace(machine="sparc64"))[0] == "/lib64"


def test_bits_of_a_file(host: Host):
    assert [
        read_library_word_size(host, f"/opt/{n}.so") for n in ("good", "other-class", "text", "no")
    ] == [
        64,
        32,
        0,
        0,
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"glibc-ld.so.cache1.1",
        b"no cache at all" * 100,
        cache_of([("a", "/a")])[:60],
        b"glibc-ld.so.cache1.1" + b"\xff" * 100,
    ],
)
def test_damaged_cache_is_empty(data: bytes):
    assert parse_cache(data) == {}


def test_cache_behind_one_of_the_old_format():
    data = b"ld.so-1.7.0\0" + struct.pack("=I", 0) + cache_of([("a.so", "/x/a.so")])
    assert parse_cache(data) == {"a.so": ("/x/a.so",)}


def test_cache_keeps_the_order_of_several_files_of_one_name():
    data = cache_of([("a.so", "/hwcaps/a.so"), ("b.so", "/b.so"), ("a.so", "/lib/a.so")])
    assert parse_cache(data) == {"a.so": ("/hwcaps/a.so", "/lib/a.so"), "b.so": ("/b.so",)}


def test_changed_cache_is_read_again(host: Host, tmp_path: Path):
    assert "libcached.so" in read_cached_libraries(host)
    (tmp_path / "etc/ld.so.cache").write_bytes(cache_of([("libother.so", "/x/libother.so")]))
    assert list(read_cached_libraries(host)) == ["libother.so"]
    (tmp_path / "etc/ld.so.cache").unlink()
    assert read_cached_libraries(host) == {}


def test_this_machine_agrees_with_its_dynamic_linker():
    host = Host.read_current()
    known = {
        name: paths for name, paths in read_cached_libraries(host).items() if "libc.so" in name
    }
    assert "libc.so.6" in known
    for name in ("libc.so.6", "libm.so.6", "libdoes_not_exist.so.9"):
        try:
            ctypes.CDLL(name)
        except OSError:
            opens = False
        else:
            opens = True
        assert find_library_state(host, name).is_found == opens


def test_lib_token_agrees_with_the_dynamic_linker_of_this_machine(tmp_path: Path):
    # A child, since a library once opened by its soname would be found again by it.
    folder = expand_tokens(Host.read_current(), "$LIB")
    target = Path(f"/usr/{folder}/libm.so.6")
    if not target.exists():
        target = Path(f"/{folder}/libm.so.6")
    name = str(target).replace(folder, "$LIB")
    code = f"import ctypes; ctypes.CDLL({name!r})"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_state_of_one_file_needs_no_search(host: Host):
    assert find_file_state(host, "/opt/good.so").is_found


@pytest.mark.parametrize("style", ["gnu", "sysv", "both"])
def test_imported_symbols_are_found_by_either_hash_table(tmp_path: Path, style: str):
    (tmp_path / "a.c").write_text("int gone(void); int asks(void) { return gone(); }")
    library = tmp_path / "a.so"
    hashes = f"-Wl,--hash-style={style}"
    subprocess.run(["gcc", "-shared", "-fPIC", hashes, "-o", library, tmp_path / "a.c"], check=True)
    found = list_imported_symbols(str(library))
    assert "gone" in found
    assert "asks" not in found


def test_imported_symbols_of_a_library(tmp_path: Path):
    libc_user = find_library_state(Host.read_current(), "libvulkan.so.1").path
    assert "secure_getenv" in list_imported_symbols(libc_user)
    (tmp_path / "text.so").write_text("no library")
    (tmp_path / "head.so").write_bytes(elf())
    for name in ("text.so", "head.so", "absent.so"):
        assert list_imported_symbols(str(tmp_path / name)) == frozenset()
