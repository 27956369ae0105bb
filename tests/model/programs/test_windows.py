"""Wine and Proton run Windows programs of both word sizes."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.files.test_binaries import cache_of
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.explain.loader_words import explain_opened_loader, render_short_reason
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest
from vkconfig_py.model.programs.program_paths import describe_program, find_windows_bits

WIDE = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"
NARROW = "/usr/lib/i386-linux-gnu/libvulkan.so.1"


def pe_file(machine: int) -> bytes:
    """Return the beginning of a Windows program."""
    head = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x80)
    return head.ljust(0x80, b"\0") + b"PE\0\0" + struct.pack("<H", machine)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Return a machine below a root of its own, with Wine and loaders of both word sizes."""
    files = {
        "usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239": make_elf_file(kind=LIBRARY),
        "usr/lib/i386-linux-gnu/libvulkan.so.1.3.204": make_elf_file(32, kind=LIBRARY),
        "usr/bin/wine": b'#!/bin/sh\nexec "$WINELOADER" "$@"\n',
        "opt/wine/bin/wine64": make_elf_file(),
        "opt/proton/proton": b"#!/usr/bin/python3\n",
        "usr/bin/python3": make_elf_file(),
        "bin/sh": make_elf_file(),
        "games/old.exe": pe_file(0x14C),
        "games/new.exe": pe_file(0x8664),
        "games/text.exe": b"MZ",
        "etc/ld.so.cache": cache_of([("libvulkan.so.1", WIDE), ("libvulkan.so.1", NARROW)]),
    }
    for path, content in files.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(0o755)
    (tmp_path / WIDE[1:]).symlink_to("libvulkan.so.1.3.239")
    (tmp_path / NARROW[1:]).symlink_to("libvulkan.so.1.3.204")
    return Host({"PATH": "/usr/bin"}, root=str(tmp_path))


def snapshot_of(host: Host, program: str, *arguments: str) -> ChainSnapshot:
    """Return the picture of a program."""
    loaders = read_versions(find_loaders(host), "")
    configuration = Configuration("k", "n", target=Target(program, arguments, "/games"))
    return compute_snapshot(
        PredictionRequest(host, loaders[0], configuration, DEFAULT_VIEW, loaders=loaders)
    )


@pytest.mark.parametrize(
    ("program", "arguments", "bits"),
    [
        ("wine", (), 64),
        ("wine", ("old.exe",), 32),
        ("wine", ("/games/OLD.EXE",), 64),  # no such file here: only Wine knows it
        ("/opt/wine/bin/wine64", ("/games/old.exe", "-windowed"), 32),
        ("/opt/wine/bin/wine64", ("new.exe",), 64),
        ("/opt/wine/bin/wine64", ("text.exe",), 64),
        ("/opt/proton/proton", ("run", "old.exe"), 32),
        ("/games/old.exe", (), 32),
        ("/games/text.exe", (), 0),
        ("python3", ("old.exe",), 0),
    ],
)
def test_the_word_size_of_what_is_run(
    host: Host, program: str, arguments: tuple[str, ...], bits: int
) -> None:
    assert find_windows_bits(describe_program(program, host), arguments, "/games", host) == bits


@pytest.mark.parametrize("program", ["wine", "/opt/wine/bin/wine64", "/opt/proton/proton"])
def test_the_picture_tells_of_both_word_sizes(host: Host, program: str) -> None:
    snapshot = snapshot_of(host, program, "old.exe")
    profile, opened = snapshot.report.profile, snapshot.report.opened_loader
    assert (profile.version, profile.pointer_bits) == ((1, 3, 204), 32)
    assert snapshot.report.host.pointer_bits == 32
    assert opened is not None
    assert (
        render_short_reason(opened)
        == f"found in the dynamic linker's cache; for 64-bit Windows programs: {WIDE}"
    )
    assert "runs 32-bit and 64-bit Windows programs" in explain_opened_loader(opened)
    told = report_to_json(snapshot.report)["loader"]["opened"]["windows"]
    assert told == {"pointer_bits": 32, "other_pointer_bits": 64, "other_library": WIDE}
    assert snapshot_of(host, program, "new.exe").report.profile.library == WIDE


def test_wine_without_a_loader_for_32_bit_programs(host: Host) -> None:
    Path(f"{host.root}{NARROW}").unlink()
    snapshot = snapshot_of(host, "wine", "old.exe")
    opened = snapshot.report.opened_loader
    assert snapshot.report.profile.library == ""
    assert opened is not None
    assert "No 32-bit libvulkan.so.1 was found" in explain_opened_loader(opened)
    opened = snapshot_of(host, "wine").report.opened_loader
    assert opened is not None
    assert "for 32-bit Windows programs: no loader installed" in explain_opened_loader(opened)


def test_a_pipe_is_not_waited_for(host: Host) -> None:
    pipe = f"{host.root}/pipe.exe"
    os.mkfifo(pipe)
    wine = describe_program("/opt/wine/bin/wine64", host)
    assert find_windows_bits(wine, ("/pipe.exe",), "", host) == 64
