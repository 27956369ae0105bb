"""Reading folders and files of a machine."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.framework.plain import convert_objects
from vkconfig_py.loader.base.host import Host, OverlayFile, Position
from vkconfig_py.loader.files import scan
from vkconfig_py.loader.files.scan import Document, DocumentCache, Scanner, list_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with some manifests."""
    folder = tmp_path / "layers"
    folder.mkdir()
    for name in ("b.json", "a.json", "c.JSON", "d.txt", ".json"):
        (folder / name).write_text("{}")
    (folder / "sub.json").mkdir()
    return folder


def scanner(host: Host | None = None, cache: DocumentCache | None = None) -> Scanner:
    return Scanner(host or Host({}), cache or DocumentCache())


def test_folder_is_listed_in_the_order_of_the_file_system(folder: Path):
    names = [name for name in os.listdir(folder) if name.endswith(".json")]
    listed = scanner().list_folder(str(folder))
    assert listed.files == tuple(f"{folder}/{name}" for name in names)
    assert set(names) == {"a.json", "b.json", ".json", "sub.json"}
    assert (listed.error, listed.absent) == ("", False)


def test_folder_with_a_slash_at_its_end_doubles_it(folder: Path):
    assert f"{folder}//a.json" in scanner().list_folder(f"{folder}/").files


def test_dangling_link_is_named_without_its_folder(folder: Path):
    (folder / "gone.json").symlink_to("nowhere")
    assert "gone.json" in scanner().list_folder(str(folder)).files


def test_absent_folder_is_no_error_of_the_machine(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert scanner().list_folder(str(tmp_path / "none")).absent
    assert scanner().list_folder(str(tmp_path / "file")).absent
    assert scanner().list_folder("/a\0b").absent


def test_folder_that_cannot_be_listed_says_why(tmp_path: Path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    listed = scanner().list_folder(str(loop))
    assert (listed.files, listed.absent) == ((), False)
    assert listed.error == "Too many levels of symbolic links"


def test_single_file_is_taken_as_named_even_if_absent():
    assert scanner().list_folder("/none/x.json").files == ("/none/x.json",)
    long = "/" + "x" * 2050 + ".json"
    assert scanner().list_folder(long).files == ()


def test_bare_file_name_is_tried_below_a_folder_of_that_name_first(tmp_path: Path):
    host = Host({}, working_directory=str(tmp_path))
    assert scanner(host).list_folder("x.json").files == ("x.json",)
    (tmp_path / "x.json").mkdir()
    (tmp_path / "x.json/x.json").write_text("{}")
    assert scanner(host).list_folder("x.json").files == ("x.json/x.json",)


def test_relative_file_is_read_from_the_working_directory(folder: Path):
    host = Host({}, working_directory=str(folder))
    assert convert_objects(scanner(host).read_document("a.json").parse(True).value) == {}


def test_root_stands_before_every_path_and_in_no_result(folder: Path, tmp_path: Path):
    found = scanner(Host({}, root=str(tmp_path)))
    assert "/layers/a.json" in found.list_folder("/layers").files
    assert found.read_document("/layers/a.json").error == ""


@pytest.mark.parametrize(
    ("name", "error"),
    [("none.json", "No such file or directory"), ("sub.json", "Is a directory")],
)
def test_file_that_cannot_be_read_says_why(folder: Path, name: str, error: str):
    assert scanner().read_document(str(folder / name)).error == error


def test_paths_that_are_none_say_so():
    assert "null" in scanner().read_document("/a\0b").error


def test_pipes_and_sockets_are_not_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(folder / "pipe.json")
    assert str(scanner().read_document(str(folder / "pipe.json")).error) == "a pipe"
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(folder)  # the path of a socket has to be short
        server.bind("s.json")
        assert str(scanner().read_document(str(folder / "s.json")).error) == "not a regular file"


def test_monstrous_file_is_not_read(folder: Path):
    with (folder / "huge.json").open("wb") as file:
        file.truncate((256 << 20) + 1)
    error = scanner().read_document(str(folder / "huge.json")).error
    assert str(error) == "larger than 256 MB, not read"


def test_file_that_vanishes_between_listing_and_reading(folder: Path):
    found = scanner()
    files = found.list_folder(str(folder)).files
    for name in ("a.json", "b.json"):
        (folder / name).unlink()
    errors = {
        found.read_document(file).error for file in files if file.endswith(("/a.json", "/b.json"))
    }
    assert errors == {"No such file or directory"}


def test_unchanged_files_are_read_and_parsed_once(folder: Path):
    cache = DocumentCache()
    path = str(folder / "a.json")
    first = scanner(cache=cache).read_document(path)
    assert scanner(cache=cache).read_document(path) is first
    assert cache.reads == 1
    assert first.parse(True) is first.parse(True)
    (folder / "a.json").write_text('{"changed": 1}')
    assert convert_objects(scanner(cache=cache).read_document(path).parse(True).value) == {
        "changed": 1
    }
    assert cache.reads == 2


def test_text_of_a_large_file_is_let_go_and_read_again_for_lines(folder: Path):
    path = folder / "large.json"
    path.write_text('{\n"a": "' + "x" * (2 << 20) + '",\n"b": 1}')
    document = scanner().read_document(str(path))
    document.forget_bytes()
    assert document.positions(True).find_line("b") == 3
    document.parse(True)
    document.forget_bytes()
    assert document.positions(True).find_line("b") == 3
    document.forget_bytes()
    path.unlink()
    assert document.positions(True).find_line("b") == 0


def test_small_document_keeps_its_text():
    document = Document(b'{\n"a": 1}')
    document.parse(True)
    document.forget_bytes()
    assert document.positions(True).find_line("a") == 2


def test_files_are_listed_once_by_newer_loaders():
    folders = [scan.Folder("/x", ("/x/a.json", "/x/b.json")), scan.Folder("f", ("/x/a.json",))]
    assert list_files(folders, once=False) == ("/x/a.json", "/x/b.json", "/x/a.json")
    assert list_files(folders, once=True) == ("/x/a.json", "/x/b.json")


# -- what is not on the disk yet


def overlaid(files: dict[str, OverlayFile | None]) -> Scanner:
    return scanner(Host({}).with_overlay(files))


def test_planned_files_stand_first_or_last(folder: Path):
    found = overlaid(
        {
            f"{folder}/first.json": OverlayFile(b"1"),
            f"{folder}/last.json": OverlayFile(b"2", Position.LAST),
        }
    )
    files = found.list_folder(str(folder)).files
    assert (files[0], files[-1]) == (f"{folder}/first.json", f"{folder}/last.json")
    assert found.read_document(files[0]).parse(True).value == 1
    assert found.exists(files[0])


def test_planned_file_that_is_there_already_keeps_its_place(folder: Path):
    before = scanner().list_folder(str(folder)).files
    found = overlaid({f"{folder}/a.json": OverlayFile(b"7")})
    assert found.list_folder(str(folder)).files == before
    assert found.read_document(f"{folder}/a.json").parse(True).value == 7


def test_file_to_be_removed_is_gone(folder: Path):
    found = overlaid({f"{folder}/a.json": None})
    assert f"{folder}/a.json" not in found.list_folder(str(folder)).files
    assert not found.exists(f"{folder}/a.json")
    assert found.read_document(f"{folder}/a.json").error == "No such file or directory"


def test_folder_to_be_made_is_listed(tmp_path: Path):
    new = tmp_path / "new"
    found = overlaid({f"{new}/x.json": OverlayFile(b"{}")})
    assert found.list_folder(str(new)).files == (f"{new}/x.json",)
    assert found.list_folder(str(tmp_path / "other")).absent


def test_planned_file_is_seen_through_a_link_to_its_folder(folder: Path, tmp_path: Path):
    (tmp_path / "link").symlink_to(folder)
    found = overlaid({f"{folder}/x.json": OverlayFile(b"{}")})
    assert f"{tmp_path}/link/x.json" in found.list_folder(str(tmp_path / "link")).files


def test_planned_text_is_parsed_once():
    cache = DocumentCache()
    host = Host({}).with_overlay({"/x/a.json": OverlayFile(b"{}")})
    first = scanner(host, cache).read_document("/x/a.json")
    assert scanner(host, cache).read_document("/x/a.json") is first


def test_overlay_with_an_impossible_path_harms_nobody(folder: Path):
    found = overlaid({"/a\0b/c.json": OverlayFile(b"{}"), f"{folder}/x.json": None})
    assert f"{folder}/a.json" in found.list_folder(str(folder)).files
