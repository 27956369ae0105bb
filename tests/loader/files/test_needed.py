"""Shared objects that a library needs, as it names them."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.framework.cases import trying_cases
from tests.loader.lint.lint_machines import implicit_folder
from tests.loader.machine import document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.linker import LibraryNeeds, Linker, read_needed_libraries
from vkconfig_py.loader.lint.linter import lint


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build liba.so, which needs libgone.so of the folder "deps"."""
    tmp_path = tmp_path_factory.mktemp("built")
    source, deps = tmp_path / "a.c", tmp_path / "deps"
    source.write_text("int a(void) { return 1; }")
    deps.mkdir()
    gone = deps / "libgone.so"
    _build(source, gone)
    library = tmp_path / "liba.so"
    _build(source, library, f"-L{deps}", "-Wl,--no-as-needed", "-lgone", "-Wl,-rpath,$ORIGIN/deps")
    return tmp_path


@pytest.fixture
def library(built: Path, tmp_path: Path) -> Path:
    """Return a copy of it, with the folder."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    return tmp_path / "liba.so"


def _build(source: Path, target: Path, *more: str) -> None:
    subprocess.run(["gcc", "-shared", "-o", str(target), str(source), *more], check=True)


def missing(host: Host, library: Path | str) -> str:
    """Return the library for want of which the linker refuses another one."""
    refusal = Linker(host, "", LibraryReader()).find_refusal(str(library))
    return refusal.missing if refusal else ""


def test_needed_library_is_found_through_runpath(library: Path):
    assert missing(Host({}), library) == ""
    needs = read_needed_libraries(Host({}), str(library))
    assert (needs.names[0], needs.runpath) == ("libgone.so", "$ORIGIN/deps")


def test_needed_library_that_is_gone(library: Path, tmp_path: Path):
    (tmp_path / "deps" / "libgone.so").rename(tmp_path / "libgone.so")
    assert missing(Host({}), library) == "libgone.so"
    assert missing(Host({"LD_LIBRARY_PATH": str(tmp_path)}), library) == ""


@pytest.mark.parametrize("cut", [0, 4, 40, 70, 300, 2000])
def test_library_that_is_cut_off_needs_nothing(library: Path, tmp_path: Path, cut: int):
    short = tmp_path / "short.so"
    short.write_bytes(library.read_bytes()[:cut])
    assert read_needed_libraries(Host({}), str(short)) == LibraryNeeds()


def test_library_that_lies_is_no_trap(library: Path, tmp_path: Path):
    with trying_cases() as trying:
        for seed in range(300):
            random = Random(seed)
            data = bytearray(library.read_bytes())
            for _ in range(random.randint(1, 40)):
                # The headers and the dynamic section, where a lie can lead somewhere.
                at = random.choice((random.randrange(1024), random.randrange(len(data))))
                data[at] = random.choice((0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)))
            (tmp_path / "lies.so").write_bytes(data)
            with trying(f"seed {seed}"):
                Linker(Host({}), "", LibraryReader()).find_refusal(str(tmp_path / "lies.so"))


def narrow_library(*needed: str, dynamic: bool = True) -> bytes:
    """Return the parts of a 32-bit library that say what it needs."""
    strings = b"\0" + b"\0".join(name.encode() for name in needed) + b"\0"
    offsets = [strings.index(name.encode() + b"\0") for name in needed]
    tags = [(1, at) for at in offsets] + [(5, 512), (10, len(strings)), (0, 0)]
    section = b"".join(struct.pack("<iI", *tag) for tag in tags)
    head = b"\x7fELF\x01\x01\x01".ljust(16, b"\0") + struct.pack("<HHIIII", 3, 3, 1, 0, 52, 0)
    head += struct.pack("<IHHH", 0, 52, 32, 2)
    head = head.ljust(52, b"\0")
    load = struct.pack("<IIIIIIII", 1, 0, 0, 0, 1024, 1024, 5, 4096)
    where = struct.pack("<IIIIIIII", 2 if dynamic else 0, 256, 256, 256, len(section), 0, 6, 4)
    data = (head + load + where).ljust(256, b"\0") + section
    return data.ljust(512, b"\0") + strings


def test_library_for_32_bit(tmp_path: Path):
    library = tmp_path / "narrow.so"
    library.write_bytes(narrow_library("libnowhere.so.9", "/nowhere/libx.so"))
    host = Host({}, pointer_bits=32)
    assert read_needed_libraries(host, str(library)).names == (
        "libnowhere.so.9",
        "/nowhere/libx.so",
    )
    assert missing(host, library) == "libnowhere.so.9"
    library.write_bytes(narrow_library("libnowhere.so.9", dynamic=False))
    os.utime(library, ns=(1, 1))
    assert missing(host, library) == ""


def test_library_that_is_not_there_needs_nothing():
    assert read_needed_libraries(Host({}), "/nowhere/libx.so") == LibraryNeeds()


def test_lint_tells_what_a_layer_needs(library: Path, tmp_path: Path):
    (tmp_path / "deps" / "libgone.so").unlink()
    layer = document(layer_object("VK_LAYER_a", True, library_path=str(library)))
    (implicit_folder(tmp_path) / "a.json").write_text(json.dumps(layer))
    report = discover(Host({"XDG_DATA_DIRS": str(tmp_path / "share")}))
    found = [p for p in lint(report) if p.code == "library-needs-missing"]
    assert [p.title for p in found] == ["VK_LAYER_a: it needs libgone.so, which is missing"]
