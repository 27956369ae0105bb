"""Reading the folders that a user added."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.manifests import (
    driver_document,
    explicit_layer,
    implicit_layer,
    layer_document,
)
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.catalog.folder_scan import (
    FolderScan,
    FoundLayerFolders,
    ScanProgress,
    UnreadableFolder,
)
from vkconfig_py.model.configuration.workspace import CollectionSource


class Scan:
    """A scan of one folder that remembers its progress, and can be cancelled after some of it."""

    def __init__(self) -> None:
        self.told: list[ScanProgress] = []
        self.most = 10_000
        self.cache = DocumentCache()

    def start(self) -> FolderScan:
        host = Host(environment={})
        return FolderScan(
            host, NEWEST_PROFILE, self.cache, self.told.append, lambda: len(self.told) >= self.most
        )


@pytest.fixture
def scan() -> Scan:
    return Scan()


def write(path: Path, *names: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    layers = [explicit_layer(name, f"./lib{name}.so") for name in names]
    path.write_text(json.dumps(layer_document(*layers)))
    return path


def names_of(scanned):
    return [layer.name for one in scanned.sources for f in one.files for layer in f.layers]


def test_manifests_of_a_folder_are_read_with_progress(tmp_path, scan):
    write(tmp_path / "a.json", "VK_LAYER_a")
    write(tmp_path / "b.json", "VK_LAYER_b", "VK_LAYER_c")
    (tmp_path / "note.txt").write_text("no manifest")
    scanned = scan.start().read_sources([CollectionSource(str(tmp_path))])
    assert names_of(scanned) == ["VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c"]
    assert scanned.is_complete
    assert [(told.done, told.total) for told in scan.told] == [(1, 2), (2, 2)]


def test_a_single_manifest_is_a_place_of_its_own(tmp_path, scan):
    file = write(tmp_path / "one.json")
    file.write_text(json.dumps(layer_document(implicit_layer("VK_LAYER_one", "./lib.so"))))
    write(tmp_path / "other.json", "VK_LAYER_other")
    scanned = scan.start().read_sources([CollectionSource(str(file), implicit=True)])
    assert names_of(scanned) == ["VK_LAYER_one"]
    assert scanned.sources[0].files[0].layers[0].implicit


def test_a_manifest_that_is_a_link_is_read(tmp_path, scan):
    real = write(tmp_path / "store" / "real.json", "VK_LAYER_linked")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link.json").symlink_to(real)
    assert names_of(scan.start().read_sources([CollectionSource(str(tmp_path / "folder"))])) == [
        "VK_LAYER_linked"
    ]


def test_a_backslash_in_a_file_name_stays_one(tmp_path, scan):
    file = write(tmp_path / "a\\b.json", "VK_LAYER_a")
    (source,) = scan.start().read_sources([CollectionSource(str(tmp_path))]).sources
    assert [one.path for one in source.files] == [str(file)]


def test_a_meta_layer_without_a_library_is_a_layer(tmp_path, scan):
    meta = explicit_layer("VK_LAYER_meta", "", library_path=None, component_layers=["VK_LAYER_a"])
    (tmp_path / "meta.json").write_text(json.dumps(layer_document(meta)))
    assert names_of(scan.start().read_sources([CollectionSource(str(tmp_path))])) == [
        "VK_LAYER_meta"
    ]


def test_what_is_missing_or_broken_says_so(tmp_path, scan):
    (tmp_path / "bad.json").write_text('{"layer": ')
    gone = str(tmp_path / "gone")
    scanned = scan.start().read_sources([CollectionSource(gone), CollectionSource(str(tmp_path))])
    assert scanned.sources[0].error == "does not exist"
    assert scanned.sources[1].files[0].layers[0].detail


def test_a_cancelled_scan_keeps_what_it_has_read(tmp_path, scan):
    for number in range(5):
        write(tmp_path / f"{number}.json", f"VK_LAYER_{number}")
    write(tmp_path / "first" / "layer.json", "VK_LAYER_first")
    scan.most = 3
    scanned = scan.start().read_sources(
        [CollectionSource(str(tmp_path / "first")), CollectionSource(str(tmp_path))]
    )
    assert not scanned.is_complete
    assert names_of(scanned) == ["VK_LAYER_first"]
    assert len(scan.told) == 3


def test_files_that_did_not_change_are_not_read_again(tmp_path, scan):
    write(tmp_path / "a.json", "VK_LAYER_a")
    sources = [CollectionSource(str(tmp_path))]
    scan.start().read_sources(sources)
    reads = scan.cache.reads
    assert names_of(scan.start().read_sources(sources)) == ["VK_LAYER_a"]
    assert scan.cache.reads == reads
    write(tmp_path / "a.json", "VK_LAYER_renamed")
    assert names_of(scan.start().read_sources(sources)) == ["VK_LAYER_renamed"]


def test_folders_with_manifests_are_found_below(tmp_path, scan):
    write(tmp_path / "sdk/share/vulkan/explicit_layer.d/a.json", "VK_LAYER_a")
    write(tmp_path / "sdk/build/layers/b.json", "VK_LAYER_b")
    (tmp_path / "sdk/icd.json").write_text(json.dumps(driver_document("./lib.so")))
    (tmp_path / "sdk/data.json").write_text("[1, 2]")
    write(tmp_path / "sdk/.git/hidden.json", "VK_LAYER_hidden")
    found = scan.start().find_layer_folders(str(tmp_path / "sdk"))
    assert found.folders == (
        str(tmp_path / "sdk/build/layers"),
        str(tmp_path / "sdk/share/vulkan/explicit_layer.d"),
    )
    assert found.manifest_count == 2
    assert found.is_complete


def test_a_folder_with_manifests_is_taken_alone(tmp_path, scan):
    write(tmp_path / "a.json", "VK_LAYER_a")
    write(tmp_path / "below" / "b.json", "VK_LAYER_b")
    assert scan.start().find_layer_folders(str(tmp_path)).folders == (str(tmp_path),)


def test_links_in_a_circle_end_the_search(tmp_path, scan):
    write(tmp_path / "deep" / "a.json", "VK_LAYER_a")
    (tmp_path / "deep" / "again").symlink_to(tmp_path)
    found = scan.start().find_layer_folders(str(tmp_path))
    assert found.folders == (str(tmp_path / "deep"),)


def test_a_link_to_itself_beside_the_folders_hides_none_of_them(tmp_path, scan):
    (tmp_path / "self").symlink_to("self")
    write(tmp_path / "sub" / "a.json", "VK_LAYER_a")
    assert scan.start().find_layer_folders(str(tmp_path)).folders == (str(tmp_path / "sub"),)


def test_a_search_below_can_be_cancelled(tmp_path, scan):
    for number in range(5):
        write(tmp_path / f"{number}" / "a.json", f"VK_LAYER_{number}")
    scan.most = 2
    found = scan.start().find_layer_folders(str(tmp_path))
    assert not found.is_complete
    assert len(found.folders) < 5


def test_a_search_in_one_large_folder_tells_how_far_it_is_and_can_be_cancelled(tmp_path, scan):
    for number in range(5):
        write(tmp_path / f"{number}.json", f"VK_LAYER_{number}")
    assert scan.start().find_layer_folders(str(tmp_path)).manifest_count == 5
    assert scan.told[1] == ScanProgress(2, 5, f"{tmp_path}/1.json")
    scan.told.clear()
    scan.most = 2
    found = scan.start().find_layer_folders(str(tmp_path))
    assert (found.is_complete, found.manifest_count) == (False, 2)


def test_a_huge_file_below_is_not_taken_for_a_manifest(tmp_path, scan):
    file = write(tmp_path / "big.json", "VK_LAYER_big")
    file.write_text(file.read_text() + " " * (5 << 20))
    assert scan.start().find_layer_folders(str(tmp_path)).folders == ()


def test_of_many_closed_folders_some_are_named_and_the_others_counted():
    closed = [UnreadableFolder(f"/sdk/{number}", "Permission denied") for number in range(7)]
    *named, last = FoundLayerFolders("/sdk", unreadable_folders=tuple(closed)).describe_unreadable()
    assert named[0] == "/sdk/0 could not be read: Permission denied."
    assert (len(named), last) == (5, "2 more folders could not be read.")
