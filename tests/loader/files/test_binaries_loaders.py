"""Which loaders are installed, and which versions they are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.compiled import LIBRARY, compile_once
from tests.loader.files.test_binaries import cache_of, elf
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.binaries import find_loaders, find_obstacle
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.probe.reference_client import ask_version
from vkconfig_py.loader.profiles.profile import WINDOW_SYSTEMS, XRANDR, Gate, VersionAnswer


@pytest.fixture
def elsewhere(tmp_path: Path) -> Host:
    """Return a machine below a root of its own, with loaders in several places."""
    for path, content in (
        ("usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239", elf()),
        ("usr/lib/i386-linux-gnu/libvulkan.so.1.3.204", elf(32, 3)),
        ("sdk/lib/libvulkan.so.1.4.300", elf()),
        ("opt/nameless/libvulkan.so.1", elf()),
        ("etc/ld.so.cache", b""),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    cache = [
        ("libvulkan.so.1", "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"),
        ("libvulkan.so.1", "/usr/lib/i386-linux-gnu/libvulkan.so.1"),
    ]
    (tmp_path / "etc/ld.so.cache").write_bytes(cache_of(cache))
    for path in (
        "usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239",
        "usr/lib/i386-linux-gnu/libvulkan.so.1.3.204",
        "sdk/lib/libvulkan.so.1.4.300",
    ):
        file = tmp_path / path
        (file.parent / "libvulkan.so.1").symlink_to(file.name)
    environment = {"LD_LIBRARY_PATH": "/opt/nameless", "VULKAN_SDK": "/sdk"}
    return Host(environment, root=str(tmp_path))


def test_loaders_come_in_the_order_of_the_dynamic_linker_each_once(elsewhere: Host):
    found = find_loaders(elsewhere)
    assert [(loader.path, loader.source, loader.pointer_bits) for loader in found] == [
        ("/opt/nameless/libvulkan.so.1", "LD_LIBRARY_PATH", 64),
        ("/usr/lib/x86_64-linux-gnu/libvulkan.so.1", "/etc/ld.so.cache", 64),
        ("/sdk/lib/libvulkan.so.1", "VULKAN_SDK", 64),
        ("/usr/lib/i386-linux-gnu/libvulkan.so.1", "/etc/ld.so.cache", 32),
    ]


def test_loader_that_cannot_be_asked_has_the_version_in_its_file_name(elsewhere: Host):
    profiles = read_versions(find_loaders(elsewhere), "")
    assert [(profile.version, profile.pointer_bits) for profile in profiles] == [
        ((1, 3, 239), 64),
        ((1, 4, 300), 64),
        ((1, 3, 204), 32),
    ]


def test_elevated_programs_do_not_see_the_variables(elsewhere: Host):
    found = find_loaders(elsewhere._replace(elevated=True))
    assert {loader.source for loader in found} == {"/etc/ld.so.cache"}


def test_machine_without_a_loader(tmp_path: Path):
    assert find_loaders(Host({}, root=str(tmp_path))) == ()
    assert find_loaders(Host({}, Platform.WINDOWS)) == ()


def test_debian_loader_says_what_it_is(tmp_path: Path):
    (loader,) = read_versions(find_loaders(Host.read_current())[:1], str(tmp_path / "cache"))
    assert loader.version[:2] >= (1, 3)
    assert (loader.sysconfdir, loader.extra_sysconfdir) == ("/etc", "")


def test_a_loader_says_how_it_was_built():
    debian, chromium = ask_version(_debian()), ask_version(str(fetch_chromium_loader()))
    assert isinstance(debian, VersionAnswer)
    assert isinstance(chromium, VersionAnswer)
    assert (debian.is_secure, debian.surfaces) == (True, WINDOW_SYSTEMS)
    assert not chromium.is_secure  # "unsafe searching": it reads variables in any process
    assert chromium.surfaces == tuple(name for name in WINDOW_SYSTEMS if name != XRANDR)


def _debian() -> str:
    plain = Host.read_current().with_environment([("LD_LIBRARY_PATH", None)])
    return find_loaders(plain)[0].path


_WITHOUT_VERSION = """
int vkEnumerateInstanceLayerProperties(unsigned *count, void *list) {
    (void)list;
    *count = 0;
    return 0;
}
"""
_WITHOUT_PATCH = f"""{_WITHOUT_VERSION}
int vkEnumerateInstanceVersion(unsigned *version) {{
    *version = 1 << 22 | 1 << 12;
    return 0;
}}
"""


@pytest.mark.parametrize(
    ("source", "name", "title"),
    [
        (_WITHOUT_VERSION, "libvulkan.so.1.0.39", "Loader 1.0.39"),
        (_WITHOUT_VERSION, "libvulkan.so.1", "Loader before 1.1.70"),
        (_WITHOUT_VERSION, "libvulkan.so.1.2", "Loader before 1.1.70"),
        (_WITHOUT_PATCH, "libvulkan.so.1.1.70", "Loader 1.1.70"),
        (_WITHOUT_PATCH, "libvulkan.so.1", "Loader before 1.1.120"),
    ],
)
def test_loader_that_does_not_tell_its_release(tmp_path: Path, source: str, name: str, title: str):
    (tmp_path / "old.c").write_text(source)
    assert not compile_once(tmp_path, name, "gcc", *LIBRARY, "-o", name, "old.c")
    if name != "libvulkan.so.1":
        (tmp_path / "libvulkan.so.1").symlink_to(name)
    host = Host.read_current().with_environment([("LD_LIBRARY_PATH", str(tmp_path))])
    (loader,) = read_versions(find_loaders(host)[:1], "")
    assert loader.title == title
    assert loader.version < (1, 1, 120)
    assert loader.has(Gate.THREE_PARTS), "the rules are those of some release"
    assert loader.is_version_known == ("before" not in title)
    assert loader.answer_text == ("1.1.0" if source == _WITHOUT_PATCH else "1.0.0")


def test_loader_of_the_environment_comes_first(tmp_path: Path):
    library = fetch_chromium_loader()
    host = Host.read_current().with_environment([("LD_LIBRARY_PATH", str(library.parent))])
    loaders = read_versions(find_loaders(host), str(tmp_path / "cache"))
    assert loaders[0].library == str(library)
    assert loaders[0].version >= (1, 4, 0)
    assert (loaders[0].sysconfdir, loaders[0].extra_sysconfdir) == ("/etc", "")
    assert len(loaders) >= 2


def test_answers_are_kept_until_the_file_changes(tmp_path: Path):
    folder, cache = tmp_path / "lib", tmp_path / "state" / "loaders.json"
    folder.mkdir()
    shutil.copy(fetch_chromium_loader(), folder / "libvulkan.so.1")
    host = Host.read_current().with_environment([("LD_LIBRARY_PATH", str(folder))])
    candidates = find_loaders(host)[:1]
    (first,) = read_versions(candidates, str(cache))
    raw = json.loads(cache.read_text())
    (entry,) = raw["loaders"].values()
    entry["version"] = [9, 8, 7]
    cache.write_text(json.dumps(raw))
    (kept,) = read_versions(candidates, str(cache))
    assert kept.version == (9, 8, 7)

    (folder / "libvulkan.so.1").touch()
    (again,) = read_versions(find_loaders(host)[:1], str(cache))
    assert again.version == first.version


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"format": 3, "loaders": {}}',
        b'{"format": 4, "loaders": ' + b"[" * 100_000,
        b'{"format": 4, "loaders": []}',
        b'{"format": 4, "loaders": {"KEY": {"version": "1.2.3"}}}',
        b'{"format": 4, "loaders": {"KEY": 5}}',
        b'{"format":4,"loaders":{"KEY":{"version":[1],"sysconfdir":"","extra_sysconfdir":"",'
        b'"is_secure":true,"surfaces":[]}}}',
        b'{"format":4,"loaders":{"KEY":{"version":[1,3,4],"sysconfdir":"","extra_sysconfdir":"",'
        b'"is_secure":true,"surfaces":[5]}}}',
        b'{"format":4,"loaders":{"KEY":{"version":[1,3,4],"sysconfdir":"","extra_sysconfdir":"",'
        b'"is_secure":true,"surfaces":[],"traces":{"oldest":[1],"newest":[1,3,4],"is_branch":0}}}}',
    ],
)
def test_damaged_cache_is_replaced(content: bytes, tmp_path: Path):
    cache = tmp_path / "loaders.json"
    candidates = find_loaders(Host.read_current())[:1]
    key = "|".join((candidates[0].file, *map(str, candidates[0].identity)))
    cache.write_bytes(content.replace(b"KEY", key.encode()))
    assert len(read_versions(candidates, str(cache))) == 1
    assert key in json.loads(cache.read_text())["loaders"]


def test_cache_of_a_newer_version_is_left_alone(tmp_path: Path):
    cache = tmp_path / "loaders.json"
    cache.write_bytes(b'{"format": 99, "loaders": {}}')
    assert len(read_versions(find_loaders(Host.read_current())[:1], str(cache))) == 1
    assert cache.read_bytes() == b'{"format": 99, "loaders": {}}'


def test_what_must_not_write_keeps_no_cache(tmp_path: Path):
    cache = tmp_path / "new" / "loaders.json"
    with forbid_writing():
        assert len(read_versions(find_loaders(Host.read_current())[:1], str(cache))) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cache", ["/proc/nowhere/loaders.json", "", "/dev/null/x"])
def test_cache_that_cannot_be_written_is_no_error(cache: str):
    assert len(read_versions(find_loaders(Host.read_current())[:1], cache)) == 1


def test_library_that_is_no_loader_is_left_out(tmp_path: Path):
    (tmp_path / "libvulkan.so.1").write_bytes(elf() + bytes(2000))
    host = Host.read_current().with_environment([("LD_LIBRARY_PATH", str(tmp_path))])
    candidates = find_loaders(host)
    assert candidates[0].path == str(tmp_path / "libvulkan.so.1")
    assert read_versions(candidates[:1], str(tmp_path / "cache")) == ()
    assert not (tmp_path / "cache").exists()


_BAD_FILES = {
    "a text": lambda library: b"no library at all",
    "zeros": lambda library: bytes(5000),
    "empty": lambda library: b"",
    "cut in its header": lambda library: library[:10],
    "cut in its segments": lambda library: library[:5000],
    "of another machine": lambda library: library[:18] + b"\xb7\0" + library[20:],
}


@pytest.mark.parametrize("kind", _BAD_FILES)
def test_a_file_that_is_no_loader_ends_the_search_as_in_the_real_linker(tmp_path: Path, kind: str):
    file = tmp_path / "libvulkan.so.1"
    file.write_bytes(_BAD_FILES[kind](Path(_debian()).read_bytes()))
    host = Host.read_current().with_environment([("LD_LIBRARY_PATH", str(tmp_path))])
    opens = subprocess.run(
        [sys.executable, "-c", "import ctypes; ctypes.CDLL('libvulkan.so.1')"],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (opens.returncode == 0) == (kind == "of another machine")
    assert bool(find_loaders(host)) == (opens.returncode == 0)
    assert find_obstacle(host) == ("" if opens.returncode == 0 else str(file))
