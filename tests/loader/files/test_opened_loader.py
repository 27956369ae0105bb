"""Which loader a program opens, by what its file says."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.framework.elf_files import AARCH64, LIBRARY, make_elf_file
from tests.loader.files.test_binaries import cache_of
from vkconfig_py.loader.api.program_loader import find_program_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.explain.loader_words import (
    explain_opened_loader,
    render_other_loaders,
    render_short_reason,
)
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.files.linker import read_needed_libraries
from vkconfig_py.loader.files.opened_loader import LoaderOrigin, OpenedLoader, find_opened
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile

WIDE = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"
NARROW = "/usr/lib/i386-linux-gnu/libvulkan.so.1"


class Machine:
    """A machine below a root of its own, with a loader for each word size in the cache."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.add("usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239", make_elf_file(kind=LIBRARY))
        self.add("usr/lib/i386-linux-gnu/libvulkan.so.1.3.204", make_elf_file(32, kind=LIBRARY))
        (root / WIDE[1:]).symlink_to("libvulkan.so.1.3.239")
        (root / NARROW[1:]).symlink_to("libvulkan.so.1.3.204")
        self.cache = [("libvulkan.so.1", WIDE), ("libvulkan.so.1", NARROW)]
        self.write_cache()

    def add(self, path: str, content: bytes) -> None:
        """Write a file."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def write_cache(self) -> None:
        """Write the linker's cache."""
        self.add("etc/ld.so.cache", cache_of(self.cache))

    def host(self, **environment: str) -> Host:
        """Return it for the engine."""
        return Host(environment, root=str(self.root))

    def opened(self, path: str = "/opt/game/game", **environment: str) -> OpenedLoader:
        """Return the loader of a program."""
        opened = find_opened(self.host(**environment), path, DocumentCache())
        assert opened is not None
        return opened


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return such a machine."""
    return Machine(tmp_path)


def library(opened: OpenedLoader) -> tuple[LoaderOrigin, str, str]:
    """Return how, which and from where."""
    assert opened.library is not None
    return opened.origin, opened.library.path, opened.library.source


@pytest.mark.parametrize(("bits", "path"), [(64, WIDE), (32, NARROW)])
def test_a_linked_program_gets_the_loader_of_its_word_size(
    machine: Machine, bits: int, path: str
) -> None:
    machine.add("opt/game/game", make_elf_file(bits, needed=["libvulkan.so.1"]))
    opened = machine.opened()
    assert opened.program.pointer_bits == bits
    assert library(opened) == (LoaderOrigin.NEEDED, path, "/etc/ld.so.cache")
    assert opened.is_certain
    assert render_short_reason(opened) == "found in the dynamic linker's cache"


def test_of_a_static_program_no_file_tells_the_loader(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(is_static=True))
    opened = machine.opened()
    assert library(opened) == (LoaderOrigin.STATIC, WIDE, "/etc/ld.so.cache")
    assert not opened.is_certain
    assert render_short_reason(opened) == (
        "the program is statically linked; its loader is known only at run time"
    )
    assert explain_opened_loader(opened).startswith("game is statically linked, ")


@pytest.mark.parametrize(
    ("flags", "is_static"), [(("-static",), True), (("-static-pie",), True), ((), False)]
)
def test_a_real_program_says_whether_it_is_static(
    tmp_path: Path, flags: tuple[str, ...], is_static: bool
) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    subprocess.run(["gcc", *flags, "-o", "program", "main.c"], cwd=tmp_path, check=True, timeout=60)
    assert read_needed_libraries(Host({}), str(tmp_path / "program")).is_static is is_static


def test_a_program_of_another_machine_says_so(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(machine=AARCH64))
    opened = machine.opened()
    assert (opened.program.machine, opened.origin) == ("aarch64", LoaderOrigin.NOT_INSTALLED)
    assert render_short_reason(opened) == "no 64-bit libvulkan.so.1 found"


def test_a_library_of_the_program_may_be_linked_to_it(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(needed=["libengine.so"], runpath="$ORIGIN/lib"))
    machine.add("opt/game/lib/libengine.so", make_elf_file(needed=["libvulkan.so.1"], kind=LIBRARY))
    machine.add("opt/game/lib/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    opened = machine.opened()  # RUNPATH of the program is not for what its libraries need
    assert library(opened) == (LoaderOrigin.NEEDED, WIDE, "/etc/ld.so.cache")
    assert opened.needed_by == "/opt/game/lib/libengine.so"
    assert explain_opened_loader(opened) == (
        "libengine.so, which game needs, is linked to libvulkan.so.1 (found in the "
        "dynamic linker's cache)."
    )


def test_rpath_of_the_program_is_for_its_libraries_too(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(needed=["libengine.so"], rpath="$ORIGIN/lib"))
    machine.add("opt/game/lib/libengine.so", make_elf_file(needed=["libvulkan.so.1"], kind=LIBRARY))
    machine.add("opt/game/lib/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    assert library(machine.opened()) == (
        LoaderOrigin.NEEDED,
        "/opt/game/lib/libvulkan.so.1",
        "RPATH",
    )


@pytest.mark.parametrize(
    ("ways", "path", "source"),
    [
        ({"rpath": "/a", "runpath": ""}, "/a", "RPATH"),
        ({"rpath": "/a", "runpath": "/b"}, "/c", "LD_LIBRARY_PATH"),
        ({"rpath": "", "runpath": "/b"}, "/c", "LD_LIBRARY_PATH"),
    ],
)
def test_the_order_of_the_linker(
    machine: Machine, ways: dict[str, str], path: str, source: str
) -> None:
    for folder in "abc":
        machine.add(f"{folder}/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    machine.add("opt/game/game", make_elf_file(needed=["libvulkan.so.1"], **ways))
    opened = machine.opened(LD_LIBRARY_PATH="/c")
    assert library(opened) == (LoaderOrigin.NEEDED, f"{path}/libvulkan.so.1", source)
    opened = machine.opened()
    expected = "/a" if source == "RPATH" else "/b"
    assert library(opened)[1] == f"{expected}/libvulkan.so.1"


def test_one_of_the_other_word_size_on_the_way_is_passed_over(machine: Machine) -> None:
    machine.add("c/libvulkan.so.1", make_elf_file(32, kind=LIBRARY))
    machine.add("opt/game/game", make_elf_file(needed=["libvulkan.so.1"]))
    assert library(machine.opened(LD_LIBRARY_PATH="/c"))[1] == WIDE


def test_what_is_no_library_ends_the_search(machine: Machine) -> None:
    machine.add("c/libvulkan.so.1", b"text")
    machine.add("opt/game/game", make_elf_file(needed=["libvulkan.so.1"]))
    opened = find_opened(machine.host(LD_LIBRARY_PATH="/c"), "/opt/game/game", DocumentCache())
    assert opened is not None
    assert opened.origin is LoaderOrigin.NOT_INSTALLED


def test_a_program_that_opens_it_by_name(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(32))
    opened = machine.opened()
    assert library(opened) == (LoaderOrigin.BY_NAME, NARROW, "/etc/ld.so.cache")
    assert explain_opened_loader(opened) == (
        "game is not linked to a loader. If it opens libvulkan.so.1 by name, it gets the "
        "copy found in the dynamic linker's cache. If it opens a loader by path, only a "
        "launch can show which."
    )


def test_a_loader_beside_the_program_is_its_own(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file())
    machine.add("opt/game/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    opened = machine.opened()
    assert library(opened) == (
        LoaderOrigin.BESIDE,
        "/opt/game/libvulkan.so.1",
        "beside the program",
    )
    assert not opened.is_certain
    assert render_other_loaders(opened) == (f"{WIDE} (found in the dynamic linker's cache)",)
    assert render_short_reason(opened) == "found next to the program; 1 other loader is possible"
    linked = make_elf_file(needed=["libvulkan.so.1"])
    machine.add("opt/game/linked", linked)
    assert library(machine.opened("/opt/game/linked")) == (
        LoaderOrigin.NEEDED,
        WIDE,
        "/etc/ld.so.cache",
    )


def test_library_path_counts_before_what_lies_beside(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file())
    machine.add("opt/game/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    machine.add("c/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    opened = machine.opened(LD_LIBRARY_PATH="/c")
    assert library(opened) == (LoaderOrigin.BY_NAME, "/c/libvulkan.so.1", "LD_LIBRARY_PATH")
    assert [one.path for one in opened.other_loaders] == ["/opt/game/libvulkan.so.1", WIDE]


def test_elevated_programs_follow_no_variable_and_no_origin(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(needed=["libvulkan.so.1"], runpath="$ORIGIN"))
    machine.add("opt/game/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    host = machine.host(LD_LIBRARY_PATH="/opt/game")._replace(elevated=True)
    opened = find_opened(host, "/opt/game/game", DocumentCache())
    assert opened is not None
    assert library(opened)[1] == WIDE


def test_scripts_and_texts_are_no_programs_of_the_linker(machine: Machine) -> None:
    machine.add("opt/game/game", b"#!/bin/sh\n")
    assert find_opened(machine.host(), "/opt/game/game", DocumentCache()) is None
    assert find_opened(machine.host(), "/nowhere", DocumentCache()) is None
    assert find_opened(machine.host(), "", DocumentCache()) is None


def test_a_second_look_reads_nothing_until_something_changes(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file(needed=["libvulkan.so.1"]))
    for path in machine.root.rglob("*"):
        os.utime(path, ns=(1, 1), follow_symlinks=False)
    cache = DocumentCache()
    first = find_opened(machine.host(), "/opt/game/game", cache)
    machine.add("opt/game/game", make_elf_file(32, needed=["libvulkan.so.1"]))
    second = find_opened(machine.host(), "/opt/game/game", cache)
    assert first is not None
    assert second is not None
    assert (first.program.pointer_bits, second.program.pointer_bits) == (64, 32)
    machine.cache = machine.cache[:1]
    machine.write_cache()
    (machine.root / NARROW[1:]).unlink()
    third = find_opened(machine.host(), "/opt/game/game", cache)
    assert third is not None
    assert third.origin is LoaderOrigin.NOT_INSTALLED


def test_host_and_profile_of_a_program(machine: Machine) -> None:
    host, cache = machine.host(), DocumentCache()
    loaders = read_versions(find_loaders(host), "")
    machine.add("opt/game/game", make_elf_file(32))
    side = find_program_view("/opt/game/game", host, loaders[0], loaders, cache)
    assert (side.host.pointer_bits, side.profile) == (32, LoaderProfile((1, 3, 204), NARROW, 32))
    assert side.opened_loader is not None
    machine.add("opt/game/wide", make_elf_file())
    side = find_program_view("/opt/game/wide", host, loaders[1], loaders, cache)
    assert (side.host.pointer_bits, side.profile) == (64, LoaderProfile((1, 3, 239), WIDE))


def test_a_loader_of_its_own_whose_version_nobody_can_tell(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file())
    machine.add("opt/game/libvulkan.so.1", make_elf_file(kind=LIBRARY))
    side = find_program_view("/opt/game/game", machine.host(), NEWEST_PROFILE, (), DocumentCache())
    unknown = NEWEST_PROFILE._replace(library="/opt/game/libvulkan.so.1", is_version_known=False)
    assert side.profile == unknown
    assert side.opened_loader is not None
    (machine.root / "opt/game/libvulkan.so.1").rename(
        machine.root / "opt/game/libvulkan.so.1.4.300"
    )
    (machine.root / "opt/game/libvulkan.so.1").symlink_to("libvulkan.so.1.4.300")
    side = find_program_view("/opt/game/game", machine.host(), NEWEST_PROFILE, (), DocumentCache())
    assert side.profile.version == (1, 4, 300)
    assert side.profile.is_version_known
    assert side.opened_loader is not None


def test_the_loader_that_is_asked_about_stands_for_one_that_is_not_known(machine: Machine) -> None:
    machine.add("opt/game/game", make_elf_file())
    side = find_program_view("/opt/game/game", machine.host(), NEWEST_PROFILE, (), DocumentCache())
    assert (side.profile, side.opened_loader) == (NEWEST_PROFILE, None)


def test_no_loader_for_the_word_size(machine: Machine) -> None:
    machine.cache = machine.cache[:1]
    machine.write_cache()
    (machine.root / NARROW[1:]).unlink()
    machine.add("opt/game/game", make_elf_file(32))
    loaders = read_versions(find_loaders(machine.host()), "")
    side = find_program_view("/opt/game/game", machine.host(), loaders[0], loaders, DocumentCache())
    assert (side.profile.library, side.profile.pointer_bits) == ("", 32)
    assert side.opened_loader is not None
    assert explain_opened_loader(side.opened_loader) == (
        "game is a 32-bit program, but the linker cannot find a 32-bit libvulkan.so.1, so "
        "the program cannot use Vulkan."
    )


@pytest.mark.parametrize("needed", [(), ("libvulkan.so.1",)])
@pytest.mark.parametrize("content", [b"text", bytes(100), None])
def test_a_file_that_is_no_loader_is_in_the_way(
    machine: Machine, content: bytes | None, needed: tuple[str, ...]
) -> None:
    machine.add("opt/game/game", make_elf_file(needed=list(needed)))
    default = read_versions(find_loaders(machine.host()), "")[0]
    machine.add(
        "c/libvulkan.so.1", make_elf_file(kind=LIBRARY)[:100] if content is None else content
    )
    host = machine.host(LD_LIBRARY_PATH="/c")
    side = find_program_view("/opt/game/game", host, default, (default,), DocumentCache())
    assert side.profile.library == ""
    opened = side.opened_loader
    assert opened is not None
    assert (opened.origin, opened.library, opened.other_loaders) == (
        LoaderOrigin.NOT_INSTALLED,
        None,
        (),
    )
    assert opened.obstacle == "/c/libvulkan.so.1"
    assert explain_opened_loader(opened) == (
        "/c/libvulkan.so.1 is an incomplete library, and the linker stops there: programs "
        "that open libvulkan.so.1 by name cannot find a loader until the file is removed."
    )
