"""Archives and libraries that were made to do harm: bounded, and one error."""

from __future__ import annotations

import os
import random
import struct
from contextlib import suppress
from pathlib import Path

import pytest

from tests.framework.android_dump import ARM, ARM64, make_apk, make_layer_library, make_library
from vkconfig_py.loader.files.elf import ElfError, find_texts, read_exports, read_text_at_pointer
from vkconfig_py.machines.android.files import ApkError, list_entries

FOLDER = "lib/arm64-v8a"
NAME = f"{FOLDER}/libVkLayer_a.so"
END = struct.Struct("<4s4H2IH")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "x.apk"


def entries(file: Path, content: bytes):
    file.write_bytes(content)
    return list_entries(str(file), FOLDER)


def changed_end(content: bytes, **changes: int) -> bytes:
    names = ("signature", "disk", "first", "here", "count", "size", "start", "comment")
    values = dict(zip(names, END.unpack(content[-22:]), strict=True))
    return content[:-22] + END.pack(*{**values, **changes}.values())


def test_entries_of_one_folder(file: Path):
    content = make_apk({"a": b"1", NAME: b"12", f"{FOLDER}/deeper/b": b"", f"{FOLDER}x/c": b""})
    (entry,) = entries(file, content)
    assert (entry.name, entry.size, entry.is_stored) == ("libVkLayer_a.so", 2, True)
    assert entry.is_aligned()
    assert content[entry.offset : entry.offset + 2] == b"12"


def test_a_comment_at_the_end_is_no_obstacle(file: Path):
    content = changed_end(make_apk({NAME: b""}), comment=9) + b"PK\5\6 text"[:9]
    assert len(entries(file, content)) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no zip archive"),
        (b"PK\3\4" + bytes(100), "no zip archive"),
        (make_apk({NAME: b""})[:-1], "no zip archive"),
        (make_apk({NAME: b""}) + b"x", "behind its end"),
        (changed_end(make_apk({NAME: b""}), start=0xFFFFFFFF), "ZIP64"),
        (changed_end(make_apk({NAME: b""}), start=0xFFFFFFF0), "cut short"),
        (changed_end(make_apk({NAME: b""}), count=9), "cut short"),
        (changed_end(make_apk({NAME: b""}), start=0), "damaged"),
        (changed_end(make_apk({NAME: b""}), size=10), "cut short"),
        (make_apk({NAME: b""}).replace(b"PK\3\4", b"XXXX"), "begins nowhere"),
    ],
)
def test_broken_archives_are_refused_with_the_reason(file: Path, content: bytes, why: str):
    with pytest.raises(ApkError, match=why):
        entries(file, content)


def test_a_name_that_stands_twice_is_refused_as_android_does(file: Path):
    with pytest.raises(ApkError, match="twice"):
        entries(file, make_apk({NAME: b"", NAME[:-1] + "x": b""}).replace(b"a.sx", b"a.so"))


def test_an_entry_beyond_the_archive_is_refused(file: Path):
    content = make_apk({NAME: b"12345"})
    size = struct.pack("<II", 5, 5)
    place = content.rindex(size)
    huge = content[:place] + struct.pack("<II", 5, 0x7FFFFFFF) + content[place + 8 :]
    with pytest.raises(ApkError, match="cut short"):
        entries(file, huge)


def test_a_bomb_is_listed_and_never_unpacked(file: Path):
    content = make_apk({NAME: bytes(50 << 20)}, packed=[NAME])
    assert len(content) < 100_000
    (entry,) = entries(file, content)
    assert not entry.is_stored
    assert entry.size < 100_000


def test_a_folder_or_a_pipe_is_refused(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises((ApkError, OSError)):
            list_entries(str(path), FOLDER)


def test_changed_bytes_of_an_archive_give_entries_or_the_one_error(file: Path):
    whole = make_apk({"a": b"x", NAME: make_layer_library("VK_LAYER_a_x")}, packed=["a"])
    chance = random.Random(1)
    for _ in range(400):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            content[chance.randrange(len(content) - 300, len(content))] = chance.randrange(256)
        with suppress(ApkError):
            entries(file, bytes(content))


@pytest.mark.parametrize("kind", [ARM64, ARM])
def test_changed_bytes_of_a_library_give_exports_or_the_one_error(tmp_path: Path, kind):
    whole = make_library(
        ["vkGetInstanceProcAddr"], kind, module_id="vulkan", texts=["VK_LAYER_a_x"]
    )
    file = tmp_path / "l.so"
    chance = random.Random(2)
    for _ in range(1500):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            content[chance.randrange(len(content))] = chance.choice((0, 1, 127, 128, 255))
        file.write_bytes(content)
        size = chance.choice((len(content), len(content) // 2))
        with suppress(ElfError):
            exports = read_exports(str(file), 0, size)
            read_text_at_pointer(str(file), 0, size, exports.addresses.get("HMI", 0) + 8)
            find_texts(str(file), 0, size, b"VK_LAYER_")


def test_counts_of_a_library_are_bounded(tmp_path: Path):
    whole = bytearray(make_library(["x"]))
    place = whole.index(struct.pack("<II", 1, 2), 1024)
    whole[place : place + 8] = struct.pack("<II", 0xFFFFFFFF, 0xFFFFFFFF)
    file = tmp_path / "l.so"
    file.write_bytes(whole)
    assert "x" in read_exports(str(file), 0, len(whole)).addresses


def test_an_entry_longer_than_its_archive_is_no_library(tmp_path: Path):
    file = tmp_path / "l.so"
    file.write_bytes(make_library(["x"]))
    with pytest.raises(ElfError):
        read_exports(str(file), 0, 1 << 30)
    with pytest.raises(ElfError):
        read_exports(str(file), 4096, 100)


def test_a_folder_with_too_many_files_is_refused(file: Path, monkeypatch):
    monkeypatch.setattr("vkconfig_py.machines.android.files._MAX_MATCHES", 3)
    with pytest.raises(ApkError, match="more than 3 files"):
        entries(file, make_apk({f"{FOLDER}/{number}": b"" for number in range(4)}))


def test_a_list_of_files_that_is_too_large_is_refused(file: Path, monkeypatch):
    monkeypatch.setattr("vkconfig_py.machines.android.files._MAX_DIRECTORY_SIZE", 10)
    with pytest.raises(ApkError, match="larger than"):
        entries(file, make_apk({NAME: b""}))
