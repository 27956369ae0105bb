"""A second discovery with the same cache answers as a fresh one, whatever changed in between."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.loader.machine import LIBRARY, NEW, OLD, document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

EXPLICIT = "share/vulkan/explicit_layer.d"
IMPLICIT = "share/vulkan/implicit_layer.d"
DRIVERS = "share/vulkan/icd.d"
SETTINGS = "config/vulkan/loader_settings.d/vk_loader_settings.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a machine with layers of both kinds, a driver, libraries and links."""
    for folder in (EXPLICIT, IMPLICIT, DRIVERS, "lib", "config"):
        (tmp_path / folder).mkdir(parents=True)
    for name in "abcd":
        write(tmp_path, f"lib/{name}.so", LIBRARY)
        write(tmp_path, f"{EXPLICIT}/{name}.json", layer(tmp_path, name))
    for name in "ij":
        write(tmp_path, f"{IMPLICIT}/{name}.json", layer(tmp_path, name, implicit=True))
    write(tmp_path, "lib/i.so", LIBRARY)
    write(tmp_path, "lib/driver.so", LIBRARY)
    icd = {"library_path": f"{tmp_path}/lib/driver.so", "api_version": "1.3.0"}
    write(tmp_path, f"{DRIVERS}/driver.json", {"file_format_version": "1.0.0", "ICD": icd})
    write(tmp_path, "elsewhere.json", layer(tmp_path, "d", description="linked"))
    (tmp_path / EXPLICIT / "link.json").symlink_to(tmp_path / "elsewhere.json")
    time.sleep(0.03)  # from here on every change leaves its mark on the times of a file
    return tmp_path


def write(root: Path, name: str, content: bytes | dict[str, Any]) -> None:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    (root / name).write_bytes(data)


def layer(root: Path, name: str, implicit: bool = False, **members: Any) -> dict[str, Any]:
    members = {"library_path": f"{root}/lib/{name}.so", **members}
    return document(layer_object(f"VK_LAYER_{name}", implicit, **members))


def look(root: Path, cache: DocumentCache | None, profile: LoaderProfile = NEW) -> LoaderReport:
    environment = {
        "XDG_DATA_DIRS": f"{root}/share",
        "XDG_DATA_HOME": f"{root}/home",
        "XDG_CONFIG_HOME": f"{root}/config",
        "XDG_CONFIG_DIRS": f"{root}/etc",
        "VK_INSTANCE_LAYERS": "VK_LAYER_a:VK_LAYER_c",
    }
    return discover(Host(environment), None, profile, cache)


def edited(root: Path) -> None:
    write(root, f"{EXPLICIT}/a.json", layer(root, "a", description="another, and longer"))


def edited_to_the_same_size(root: Path) -> None:
    path = root / EXPLICIT / "a.json"
    path.write_bytes(path.read_bytes().replace(b"1.3.0", b"1.1.9"))


def edited_with_its_times_set_back(root: Path) -> None:
    status = (root / EXPLICIT / "a.json").stat()
    edited_to_the_same_size(root)
    os.utime(root / EXPLICIT / "a.json", ns=(status.st_atime_ns, status.st_mtime_ns))


def edited_behind_its_link(root: Path) -> None:
    write(root, "elsewhere.json", layer(root, "d", description="linked, and changed"))


def replaced_by_rename(root: Path) -> None:
    path = root / EXPLICIT / "b.json"
    status = path.stat()
    data = path.read_bytes().replace(b"VK_LAYER_b", b"VK_LAYER_x")
    (root / "new.json").write_bytes(data)
    os.utime(root / "new.json", ns=(status.st_atime_ns, status.st_mtime_ns))
    (root / "new.json").rename(path)


def broken(root: Path) -> None:
    write(root, f"{IMPLICIT}/i.json", b'{"file_format_version": "1.0.0", ')


def repaired_after_it_was_broken(root: Path) -> None:
    write(root, f"{IMPLICIT}/i.json", layer(root, "i", implicit=True, api_version="1.2.0"))


def added(root: Path) -> None:
    write(root, f"{EXPLICIT}/new.json", layer(root, "c", api_version="1.0.1"))


def removed(root: Path) -> None:
    (root / EXPLICIT / "a.json").unlink()


def folder_touched(root: Path) -> None:
    os.utime(root / EXPLICIT)


def folder_moved_away(root: Path) -> None:
    (root / EXPLICIT).rename(root / "away")


def folder_made_anew(root: Path) -> None:
    # Twice: a folder in memory lists its files in the reverse order of their making.
    shutil.copytree(root / EXPLICIT, root / "turned", symlinks=True)
    shutil.copytree(root / "turned", root / "copy", symlinks=True)
    shutil.rmtree(root / EXPLICIT)
    (root / "copy").rename(root / EXPLICIT)


def replaced_by_a_link(root: Path) -> None:
    (root / EXPLICIT / "c.json").unlink()
    (root / EXPLICIT / "c.json").symlink_to(root / "elsewhere.json")


def replaced_by_a_dangling_link(root: Path) -> None:
    (root / EXPLICIT / "c.json").unlink()
    (root / EXPLICIT / "c.json").symlink_to("nowhere.json")


def replaced_by_a_folder(root: Path) -> None:
    (root / EXPLICIT / "c.json").unlink()
    (root / EXPLICIT / "c.json").mkdir()


def library_appeared(root: Path) -> None:
    write(root, "lib/j.so", LIBRARY)


def library_vanished(root: Path) -> None:
    (root / "lib/a.so").unlink()


def library_became_text(root: Path) -> None:
    write(root, "lib/c.so", b"this is no library at all")


def driver_removed(root: Path) -> None:
    (root / DRIVERS / "driver.json").unlink()


def settings_appeared(root: Path) -> None:
    (root / SETTINGS).parent.mkdir(parents=True)
    path = f"{root}/{EXPLICIT}/d.json"
    wanted = {"name": "VK_LAYER_d", "path": path, "control": "on"}
    content = {"file_format_version": "1.0.0", "settings": {"layers": [wanted]}}
    write(root, SETTINGS, content)


def nothing(_root: Path) -> None:
    pass


CHANGES = [
    nothing,
    edited,
    edited_to_the_same_size,
    edited_with_its_times_set_back,
    edited_behind_its_link,
    replaced_by_rename,
    broken,
    added,
    removed,
    folder_touched,
    folder_moved_away,
    folder_made_anew,
    replaced_by_a_link,
    replaced_by_a_dangling_link,
    replaced_by_a_folder,
    library_appeared,
    library_vanished,
    library_became_text,
    driver_removed,
    settings_appeared,
]


@pytest.mark.parametrize("profile", [NEW, OLD], ids=["new", "old"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_rescan_equals_a_fresh_run(
    root: Path, change: Callable[[Path], None], profile: LoaderProfile
):
    cache = DocumentCache()
    before = look(root, cache, profile)
    change(root)
    again = look(root, cache, profile)
    assert again == look(root, None, profile)
    unread = change is settings_appeared and profile is OLD
    assert (again is before) == (unread or change in (nothing, folder_touched))
    assert (again == before) == (again is before or change is folder_made_anew)


def test_one_change_after_another(root: Path):
    cache = DocumentCache()
    look(root, cache)
    for change in (broken, repaired_after_it_was_broken, added, library_appeared, removed):
        change(root)
        assert look(root, cache) == look(root, None)


def test_a_file_that_changes_again_and_again_within_a_tick_of_the_clock(root: Path):
    cache = DocumentCache()
    for number in range(200):
        text = f"{number:04}"
        write(root, f"{EXPLICIT}/a.json", layer(root, "a", description=text))
        report = look(root, cache)
        found = [
            x.manifest.description for x in report.found_layers if x.manifest and x.name[-1] == "a"
        ]
        assert found == [text]


def test_nothing_is_read_again_while_nothing_changes(root: Path):
    cache = DocumentCache()
    first = look(root, cache)
    reads = cache.reads
    assert look(root, cache, OLD) == look(root, None, OLD)
    assert look(root, cache) is first
    assert cache.reads == reads


def test_another_question_has_another_answer(root: Path):
    cache = DocumentCache()
    environment = {"XDG_DATA_DIRS": f"{root}/share"}
    host = Host(environment)
    first = discover(host, None, NEW, cache)
    environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_a"
    second = discover(host, None, NEW, cache)
    assert second == discover(host)
    assert second.callstack != first.callstack
    asked = Application(layers=("VK_LAYER_b",))
    assert discover(host, asked, NEW, cache) == discover(host, asked)
    planned = host.with_overlay({f"{root}/{EXPLICIT}/a.json": None})
    assert discover(planned, None, NEW, cache) == discover(planned)
    assert discover(host, None, NEW, cache) is second


@pytest.mark.parametrize("library", ["libbare.so", "$LIB/libbare.so", "/usr/$LIB/libbare.so"])
def test_library_that_the_linker_looks_for(root: Path, library: str):
    write(root, f"{EXPLICIT}/a.json", layer(root, "a", library_path=library))
    (root / "bare").mkdir()
    time.sleep(0.03)
    cache = DocumentCache()
    places = {"LD_LIBRARY_PATH": f"{root}/bare", "XDG_DATA_DIRS": f"{root}/share"}
    host = Host(places, working_directory=str(root))
    for content in (LIBRARY, b"text", None, LIBRARY):
        for folder in (root / "bare", root / "lib/x86_64-linux-gnu", root / "lib64"):
            folder.mkdir(exist_ok=True)
            (folder / "libbare.so").unlink(missing_ok=True)
            if content is not None:
                (folder / "libbare.so").write_bytes(content)
        assert discover(host, None, NEW, cache) == discover(host)
        assert discover(host, None, NEW, cache) == discover(host)


def test_folder_of_a_planned_file_becomes_a_link(root: Path):
    cache = DocumentCache()
    (root / "other").mkdir()
    planned = {f"{root}/other/a.json": None}
    host = Host({"XDG_DATA_DIRS": f"{root}/share"}).with_overlay(planned)
    discover(host, None, NEW, cache)
    (root / "other").rmdir()
    (root / "other").symlink_to(root / EXPLICIT)
    assert discover(host, None, NEW, cache) == discover(host)
