"""A tree that is looked at from outside: its links mean its own root."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.loader.machine import LIBRARY, NEW, document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import (
    find_library_state,
    find_loaders,
    read_cached_libraries,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.local_paths import resolve_below_root, resolve_links, shorten_path
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.rules.loader_report import LoaderReport

DRIVER = {
    "file_format_version": "1.0.0",
    "ICD": {"library_path": "libdriver.so", "api_version": "1.3.0"},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a tree in which most things lie behind absolute links, as in a container."""
    tree = tmp_path / "tree"
    for folder in ("usr/lib", "app/share/vulkan/implicit_layer.d", "etc", "store"):
        (tree / folder).mkdir(parents=True)
    (tree / "lib").symlink_to("usr/lib")
    (tree / "usr/share").symlink_to("/app/share")
    manifest = document(layer_object("VK_LAYER_A", True, library_path="/lib/a.so"))
    (tree / "store/a.json").write_text(json.dumps(manifest))
    layers = tree / "app/share/vulkan/implicit_layer.d"
    (layers / "a.json").symlink_to("/store/a.json")
    (layers / "gone.json").symlink_to("/store/gone.json")
    (layers / "circle.json").symlink_to("/app/share/vulkan/implicit_layer.d/circle.json")
    (tree / "app/share/vulkan/icd.d").mkdir()
    (tree / "app/share/vulkan/icd.d/driver.json").write_text(json.dumps(DRIVER))
    (tree / "store/a.so").write_bytes(LIBRARY)
    (tree / "usr/lib/a.so").symlink_to("/store/a.so")
    (tree / "usr/lib/libdriver.so").symlink_to("../../store/a.so")
    return tree


def report(root: Path, cache: DocumentCache | None = None) -> LoaderReport:
    return discover(Host({}, root=str(root)), profile=NEW, cache=cache)


def test_links_are_followed_inside_the_tree(root: Path):
    found = report(root)
    assert [active.manifest.file for active in found.callstack] == [
        "/usr/share/vulkan/implicit_layer.d/a.json"
    ]
    assert found.create_result == "VK_SUCCESS"
    assert found.drivers[0].verdict.reason.value == "kept"
    assert str(root) not in json.dumps({**report_to_json(found), "process": None})


def test_links_that_lead_nowhere_are_those_of_the_tree(root: Path, tmp_path: Path):
    reasons = {x.file: x.verdict.reason.value for x in report(root).found_layers}
    # What access() does not find is opened by its bare name, as everywhere.
    assert reasons["gone.json"] == reasons["circle.json"] == "unreadable"
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps(document(layer_object("VK_LAYER_outside", True))))
    layers = root / "app/share/vulkan/implicit_layer.d"
    (layers / "outside.json").symlink_to(outside)
    assert "VK_LAYER_outside" not in {x.name for x in report(root).found_layers}


def test_link_that_changes_is_noticed(root: Path):
    cache = DocumentCache()
    before = report(root, cache)
    assert report(root, cache).callstack == before.callstack
    (root / "usr/share").unlink()
    (root / "usr/share").symlink_to("/nowhere")
    assert report(root, cache).callstack == ()


@pytest.mark.parametrize(
    ("link", "before", "after"),
    [
        ("usr/lib/a.so", "/store/a.so", "/store/a.json"),
        ("usr/lib/a.so", "/usr/lib/a.so", "/store/a.so"),
        ("usr/lib/libdriver.so", "/store/a.so", "/usr/lib/libdriver.so"),
        ("lib", "usr/lib", "/nowhere"),
        ("etc/vulkan", "/etc/vulkan", "/app/share/vulkan"),
        ("app/share/vulkan/implicit_layer.d/circle.json", "/nowhere", "/store/a.json"),
        ("etc/vulkan/loader_settings.d/vk_loader_settings.json", "", "/store/a.json"),
    ],
)
def test_rescan_follows_links_as_they_are_now(root: Path, link: str, before: str, after: str):
    cache = DocumentCache()
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    for target in (before, after):
        (root / link).unlink(missing_ok=True)
        if target:
            (root / link).symlink_to(target)
        time.sleep(0.03)  # from here on every change leaves its mark on the times of a file
        first = report(root, cache)
        assert first == report(root)
        assert report(root, cache) is first


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/usr/share/vulkan", "/app/share/vulkan"),
        ("/lib/a.so", "/store/a.so"),
        ("/lib/libdriver.so", "/store/a.so"),
        ("/lib/../lib/./a.so", "/store/a.so"),
        ("/../../etc", "/etc"),
        ("/absent/file", "/absent/file"),
        ("/", "/"),
    ],
)
def test_resolved_paths(root: Path, path: str, target: str):
    assert resolve_links(str(root), path) == target
    assert resolve_below_root(str(root), path) == f"{root}{target}"


@pytest.mark.parametrize(
    ("path", "short_path"),
    [
        ("/lib/../lib/./a.so", "/lib/a.so"),
        ("/usr/share//vulkan/", "/usr/share/vulkan"),
        # share is a link to /app/share: its parent is /app, not /usr.
        ("/usr/share/../a.so", "/usr/share/../a.so"),
        ("/loop/../a.so", "/loop/../a.so"),
        ("liba.so", "liba.so"),
    ],
)
def test_shortened_paths(root: Path, path: str, short_path: str):
    (root / "loop").symlink_to("loop")
    assert shorten_path(str(root), path) == short_path


def test_own_root_needs_no_help():
    assert resolve_below_root("", "/usr/lib") == "/usr/lib"


def test_links_in_a_circle_are_an_error(root: Path):
    (root / "one").symlink_to("/two")
    (root / "two").symlink_to("/one")
    with pytest.raises(OSError, match="symbolic links"):
        resolve_below_root(str(root), "/one/x")
    host = Host({"VK_ADD_LAYER_PATH": "/one:/one/x.json"}, root=str(root))
    found = discover(host, profile=NEW)
    assert [x.verdict.reason.value for x in found.found_layers if x.file == "/one/x.json"] == [
        "unreadable"
    ]
    assert not find_library_state(host, "/one/x.so").is_found
    (root / "etc/ld.so.cache").symlink_to("/one")
    assert read_cached_libraries(host) == {}


def test_loader_of_the_tree(root: Path):
    (root / "store/libvulkan.so.1.3.239").write_bytes(LIBRARY)
    (root / "usr/lib/libvulkan.so.1").symlink_to("/store/libvulkan.so.1.3.239")
    (profile,) = read_versions(find_loaders(Host({}, root=str(root))), "")
    assert profile.version == (1, 3, 239)
