"""A configuration with its layers as one archive: what is taken along, what is refused."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from pathlib import Path

import pytest

from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.native import NativeBuilds
from tests.framework.snapshot import take_snapshot
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.exchange.layer_archive import (
    list_added_layers,
    make_layer_reader,
    place_layers,
    render_archive,
)
from vkconfig_py.model.exchange.open_file import open_file
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.formats.foreign_files import ForeignKind

OWN = "VK_LAYER_own"


def add_own(folder: Path, library: str = "./lib.so", name: str = OWN) -> Path:
    """Write a manifest and its library to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lib.so").write_bytes(b"\x7fELF library")
    manifest = folder / f"{name}.json"
    manifest.write_text(json.dumps(layer_document(explicit_layer(name, library))))
    return manifest


def configure(*names: str, copy: str = "") -> Configuration:
    layers = tuple(LayerEntry(name, LayerControl.ON, copy=copy) for name in names)
    return Configuration("k", "Game", layers=layers)


def export(system: SystemBuilder, configuration: Configuration, *folders: Path):
    """Return the archive of a configuration with its layers of added folders."""
    host = system.with_env(VK_ADD_LAYER_PATH=":".join(map(str, folders))).host()
    sources = tuple(CollectionSource(str(folder)) for folder in folders)
    layers = list_added_layers(configuration, sources, discover(host))
    return render_archive(configuration, layers, make_layer_reader(host))


def open_archive(system: SystemBuilder, path: Path):
    host = system.host()
    return open_file(str(path), host, discover(host))


def test_layers_of_added_folders_come_along_and_are_found_on_another_machine(
    system: SystemBuilder, native: NativeBuilds, tmp_path: Path
) -> None:
    system.add_explicit_layer("VK_LAYER_installed")
    manifest = add_own(tmp_path / "build", "../build/lib.so")
    add_own(tmp_path / "build", name="VK_LAYER_unused")
    configuration = configure(OWN, "VK_LAYER_installed", copy=str(manifest))
    rendered = export(system, configuration, tmp_path / "build")
    assert rendered.notes == ()
    assert rendered == export(system, configuration, tmp_path / "build")
    archive = tmp_path / "Game.vkconfig-py.zip"
    archive.write_bytes(rendered.content)
    with zipfile.ZipFile(archive) as members:
        names = members.namelist()
    assert sorted(names) == ["configuration.json", f"layers/{OWN}.json", "layers/lib.so"]

    other = SystemBuilder(tmp_path / "other", native)
    opened = open_archive(other, archive)
    assert (opened.kind, opened.archived_layers) == (ForeignKind.OWN_ARCHIVE, (OWN,))
    assert opened.missing_layers == ("VK_LAYER_installed",)
    assert opened.sources == ()
    paths = find_state_paths({"HOME": str(tmp_path / "home")})
    placed = place_layers(str(archive), opened, paths)
    (source,) = placed.sources
    folder = Path(source.path)
    assert folder.is_relative_to(paths.configurations.parent)
    assert (folder / "lib.so").read_bytes() == b"\x7fELF library"
    assert not (folder / "lib.so").stat().st_mode & 0o111
    assert placed.configurations[0].find_entry(OWN).copy == str(folder / f"{OWN}.json")
    found = discover(other.with_env(VK_ADD_LAYER_PATH=source.path).host()).found_layers
    assert [layer.manifest.library for layer in found] == [f"{folder}/./lib.so"]
    before = take_snapshot(tmp_path / "home")
    assert place_layers(str(archive), opened, paths) == placed
    assert take_snapshot(tmp_path / "home") == before


def test_what_cannot_come_along_is_said(system: SystemBuilder, tmp_path: Path) -> None:
    add_own(tmp_path / "a", "liblinked.so")
    add_own(tmp_path / "b", "./gone.so", name="VK_LAYER_gone")
    configuration = configure(OWN, "VK_LAYER_gone")
    rendered = export(system, configuration, tmp_path / "a", tmp_path / "b")
    assert [note.sentence for note in rendered.notes] == [
        f"{OWN} is not included: the dynamic linker finds its library liblinked.so.",
        "VK_LAYER_gone is not included: no such file or directory.",
    ]
    with zipfile.ZipFile(io.BytesIO(rendered.content)) as members:
        assert members.namelist() == ["configuration.json"]


def test_files_of_one_name_are_told_apart(system: SystemBuilder, tmp_path: Path) -> None:
    for name in ("VK_LAYER_a", "VK_LAYER_b"):
        add_own(tmp_path / name, name=name)
    odd = tmp_path / "VK_LAYER_b/.öd d.json"
    (tmp_path / "VK_LAYER_b/VK_LAYER_b.json").rename(odd)
    configuration = configure("VK_LAYER_a", "VK_LAYER_b")
    rendered = export(system, configuration, tmp_path / "VK_LAYER_a", tmp_path / "VK_LAYER_b")
    with zipfile.ZipFile(io.BytesIO(rendered.content)) as members:
        manifest = json.loads(members.read("layers/_d_d.json"))
        assert manifest["layer"]["library_path"] == "./2_lib.so"
        assert "layers/2_lib.so" in members.namelist()


def write_archive(path: Path, *names: str, mode: int = stat.S_IFREG | 0o644) -> Path:
    """Write an archive with the configuration and more members."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("configuration.json", json.dumps({"name": "X", "layers": []}))
        for name in names:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, b"../../../etc/passwd")
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../evil.so",
        "layers/../../evil.so",
        "/etc/evil.so",
        "layers/",
        "layers/sub/evil.so",
        "layers/..",
        "layers/.hidden",
        "layers\\..\\evil.so",
        "C:evil.so",
        "layers/a\nb.so",
        "readme.txt",
        f"layers/{'x' * 300}",
    ],
)
def test_nothing_leaves_the_folder_of_an_archive(
    system: SystemBuilder, tmp_path: Path, name: str
) -> None:
    archive = write_archive(tmp_path / "bad.zip", name)
    before = take_snapshot(tmp_path)
    opened = open_archive(system, archive)
    assert opened.refusal.startswith(f"{archive}: it holds “")
    assert opened.configurations == ()
    assert take_snapshot(tmp_path) == before


def test_links_and_further_copies_are_refused(system: SystemBuilder, tmp_path: Path) -> None:
    link = write_archive(tmp_path / "link.zip", "layers/a.so", mode=stat.S_IFLNK | 0o777)
    assert "it holds “layers/a.so”" in open_archive(system, link).refusal
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = write_archive(tmp_path / "twice.zip", "layers/a.so", "layers/a.so")
    assert "it holds “layers/a.so”" in open_archive(system, twice).refusal
    many = write_archive(tmp_path / "many.zip", *(f"layers/{n}.so" for n in range(300)))
    assert "it holds more than 200 files" in open_archive(system, many).refusal


def test_a_damaged_archive_says_so(system: SystemBuilder, tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.zip", "layers/a.so")
    data = archive.read_bytes()
    archive.write_bytes(data[: len(data) // 2])
    assert "the archive is damaged: " in open_archive(system, archive).refusal
    archive.write_bytes(data.replace(b'{"name"', b'["name"'))  # its checksum is another
    assert "the archive is damaged: " in open_archive(system, archive).refusal
    with zipfile.ZipFile(archive, "w") as empty:
        empty.writestr("layers/a.so", b"")
    assert "it has no configuration.json" in open_archive(system, archive).refusal
    with zipfile.ZipFile(archive, "w") as other:
        other.writestr("configuration.json", b"{}")
    assert open_archive(system, archive).refusal.endswith("or a layer manifest.")


def test_sizes_that_no_layer_has_are_refused(system: SystemBuilder, tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.zip", "layers/a.so")
    data = bytearray(archive.read_bytes())
    entry = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[entry + 24 : entry + 28] = (0xFFFFFFF0).to_bytes(4, "little")
    archive.write_bytes(bytes(data))
    assert "all files together would be larger than" in open_archive(system, archive).refusal


def test_a_folder_that_cannot_be_written_is_named(system: SystemBuilder, tmp_path: Path) -> None:
    manifest = add_own(tmp_path / "build")
    rendered = export(system, configure(OWN), manifest.parent)
    archive = tmp_path / "a.zip"
    archive.write_bytes(rendered.content)
    (tmp_path / "home").write_text("a file")
    paths = find_state_paths({"HOME": str(tmp_path / "home")})
    placed = place_layers(str(archive), open_archive(system, archive), paths)
    assert str(paths.configurations.parent / "layers") in placed.refusal
    assert placed.configurations == ()
