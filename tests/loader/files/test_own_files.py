"""The door by which files of this program are read and written, whatever lies in their place."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vkconfig_py.loader.files.own_files import (
    DEEPEST,
    DocumentError,
    NewerFormatError,
    NotOursError,
    make_folder,
    open_lock,
    owner_of,
    parse_object,
    put_aside,
    read_document,
    read_file,
    remove_file,
    sweep,
    write_file,
)

USER = 54321
is_root = os.geteuid() == 0


def _link(path: Path) -> None:
    target = path.parent.parent / "somebody's"
    target.write_bytes(b"theirs")
    path.symlink_to(target)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


IN_THE_WAY: dict[str, tuple[Callable[[Path], object], str]] = {
    "link": (_link, "it is a symbolic link"),
    "dangling link": (lambda path: path.symlink_to("nowhere"), "it is a symbolic link"),
    "link to a device": (lambda path: path.symlink_to("/dev/zero"), "it is a symbolic link"),
    "link to the kernel's log": (lambda path: path.symlink_to("/proc/kmsg"), "it is a symbolic"),
    "link to itself": (lambda path: path.symlink_to(path.name), "it is a symbolic link"),
    "pipe": (os.mkfifo, "it is a named pipe"),
    "folder": (Path.mkdir, "it is a folder"),
    "socket": (_socket, "it is a socket"),
}


def foreign_file(path: Path) -> None:
    path.write_bytes(b"{}")
    os.chown(path, USER, USER)


if is_root:  # only root can make them; they lie in the test's own folder and are never opened
    IN_THE_WAY["device"] = (
        lambda path: os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5)),
        "it is a device",
    )
    IN_THE_WAY["file of somebody else"] = (foreign_file, f"it belongs to user {USER}, not to")


def seen(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_ino, found.st_size, found.st_mtime_ns


ACTS: dict[str, Callable[[str], object]] = {
    "read": read_file,
    "write": lambda path: write_file(path, b"{}"),
    "put aside": put_aside,
    "remove": remove_file,
    "lock": lambda path: os.close(open_lock(path, make=True)),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_what_is_no_file_of_ours_is_named_and_left(kind: str, act: str, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir(0o700)
    path = folder / "x.json"
    make, words = IN_THE_WAY[kind]
    make(path)
    before = seen(path)
    with pytest.raises(NotOursError) as caught:
        ACTS[act](str(path))
    assert caught.value.filename == str(path)
    assert words in str(caught.value.strerror)
    assert seen(path) == before
    assert os.listdir(folder) == ["x.json"]
    if kind == "link":
        assert path.read_bytes() == b"theirs"


def test_a_file_is_replaced_whole_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "x.json"
    before = os.umask(0)
    try:
        write_file(str(path), b"one")
        write_file(str(path), b"two")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.parent.parent.stat().st_mode) == 0o700
    assert os.listdir(path.parent) == ["x.json"]


def test_a_folder_of_ours_that_others_could_write_to_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    folder.chmod(0o777)
    write_file(str(folder / "x.json"), b"")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("way", ["link that leads nowhere", "file"])
def test_what_stands_in_the_place_of_a_folder_is_named(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    if way == "file":
        folder.write_bytes(b"")
    else:
        folder.symlink_to("nowhere")
    with pytest.raises(NotOursError) as caught:
        write_file(str(folder / "x.json"), b"")
    assert caught.value.filename == str(folder)
    with pytest.raises(NotOursError):
        make_folder(str(folder))


@pytest.mark.skipif(not is_root, reason="only root can give a folder away")
def test_a_folder_that_somebody_else_made_is_refused(tmp_path: Path) -> None:
    everybody = tmp_path / "tmp"
    everybody.mkdir()
    everybody.chmod(0o1777)
    folder = everybody / "vkconfig-py-0"
    folder.mkdir(0o700)
    os.chown(folder, USER, USER)
    with pytest.raises(NotOursError) as caught:
        write_file(str(folder / "state" / "x.json"), b"")
    assert caught.value.strerror == f"the folder belongs to user {USER}, not to root"
    assert os.listdir(folder) == []


@pytest.mark.skipif(not is_root, reason="only root works in the home of somebody else")
def test_what_root_makes_in_a_home_belongs_to_its_owner(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, USER, USER)
    path = home / ".config" / "vkconfig-py" / "x.json"
    write_file(str(path), b"{}")
    os.close(open_lock(str(path.parent / "lock"), make=True))
    made = [path, path.parent, path.parent.parent, path.parent / "lock"]
    assert {(one.stat().st_uid, one.stat().st_gid) for one in made} == {(USER, USER)}
    assert owner_of(str(path.parent)) == USER
    assert read_file(str(path)) == b"{}"


@pytest.mark.skipif(not is_root, reason="only root works in the home of somebody else")
def test_a_link_in_a_home_does_not_lead_root_out_of_it(tmp_path: Path) -> None:
    home, system = tmp_path / "home", tmp_path / "etc"
    home.mkdir()
    system.mkdir()
    (home / ".config").symlink_to(system)
    os.chown(home, USER, USER)
    os.lchown(home / ".config", USER, USER)
    with pytest.raises(NotOursError):
        write_file(str(home / ".config" / "vkconfig-py" / "x.json"), b"")
    assert not list(system.rglob("x.json*"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 10_000_000, "within each other"),
        (b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1), "within each other"),
        (b'{"a": ' + b"[" * DEEPEST + b"]" * DEEPEST + b"}", "within each other"),
        (b'"' + b'\\"' * 5_000_000, "line 1"),
        (b'{"a": ' + b'"' * 1_000_001 + b"[" * 200, "line 1"),
        (b"9" * 10_000, "too long"),
        (b"\xff", "not JSON text"),
        (b"[]", "an object is expected"),
        (b'{"format": 2}', "newer version"),
        (b'{"format": true}', "not a number"),
        (b'{"format": "x"}', "not a number"),
    ],
)  # fmt: skip
def test_text_that_cannot_be_ours_is_refused_with_the_reason(
    content: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(DocumentError, match=words) as caught:
        read_document(str(tmp_path / "x.json"), 1)
    assert isinstance(caught.value, NewerFormatError) == (words == "newer version")


def test_brackets_in_texts_are_not_deep() -> None:
    text = "[" * 1000 + '\\"{'
    assert parse_object(b'{"a": "%b"}' % text.encode()) == {"a": "[" * 1000 + '"{'}
    assert len(parse_object(b'{"a": [%b{}]}' % (b"{}," * 1000))["a"]) == 1001


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(DocumentError, match="larger than 32 MB"):
        read_file(str(tmp_path / "x.json"))
    assert read_file(str(tmp_path / "x.json"), 1 << 50, first=3) == b"\0\0\0"


def test_temporary_files_of_writers_that_are_gone_are_swept(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait(timeout=60)
    left = tmp_path / f"x.json.{process.pid}.tmp"
    names = {f"x.json.{os.getppid()}.tmp", "notes.tmp", "x.json"}
    for path in (left, *(tmp_path / name for name in names)):
        path.write_bytes(b"")
    old = tmp_path / f"old.{os.getppid()}.tmp"
    old.write_bytes(b"")
    os.utime(old, (1, 1))
    sweep(str(tmp_path))
    assert set(os.listdir(tmp_path)) == names
