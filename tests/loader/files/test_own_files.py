"""The door by which files of this program are read and written, whatever lies in their place."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.framework.snapshot import take_snapshot
from vkconfig_py.loader.files import own_files
from vkconfig_py.loader.files.own_files import (
    MAX_NESTING,
    DocumentError,
    NewerFormatError,
    make_folder,
    open_lock,
    parse_object,
    read_document,
    read_file,
    remove_temporary_files,
    rename_invalid_file,
    write_file,
)
from vkconfig_py.loader.files.safe_paths import (
    ForeignOwnerError,
    find_owner_id,
    make_shared_folder,
    open_named,
)
from vkconfig_py.model.files.atomic_files import (
    FileKind,
    FileState,
    capture_file,
    remove_file,
    remove_folder,
    rename_file,
    write_file_state,
    write_named,
    write_target,
)

USER = 54321
FILE = FileState(FileKind.FILE, b"{}", 0o644)
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
    "put aside": rename_invalid_file,
    "remove": own_files.remove_file,
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
    with pytest.raises(ForeignOwnerError) as caught:
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


@pytest.mark.parametrize("way", ["broken link", "file"])
def test_what_stands_in_the_place_of_a_folder_is_named(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    if way == "file":
        folder.write_bytes(b"")
    else:
        folder.symlink_to("nowhere")
    with pytest.raises(ForeignOwnerError) as caught:
        write_file(str(folder / "x.json"), b"")
    assert caught.value.filename == str(folder)
    with pytest.raises(ForeignOwnerError):
        make_folder(str(folder))


@pytest.mark.skipif(not is_root, reason="only root can give a folder away")
def test_a_folder_that_somebody_else_made_is_refused(tmp_path: Path) -> None:
    everybody = tmp_path / "tmp"
    everybody.mkdir()
    everybody.chmod(0o1777)
    folder = everybody / "vkconfig-py-0"
    folder.mkdir(0o700)
    os.chown(folder, USER, USER)
    with pytest.raises(ForeignOwnerError) as caught:
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
    assert find_owner_id(str(path.parent)) == USER
    assert read_file(str(path)) == b"{}"


LINKED = (".config", ".config/vulkan", ".config/vulkan/implicit_layer.d")
DOORS: dict[str, Callable[[str], object]] = {
    "own file": lambda path: write_file(path, b"{}"),
    "own file, read": read_file,
    "own file, removed": lambda path: own_files.remove_file(path),
    "own folder": make_folder,
    "folder that others read": make_shared_folder,
    "folder, removed": remove_folder,
    "lock": lambda path: open_lock(path, make=True),
    "system file": lambda path: write_file_state(path, FILE, f"{path}.tmp"),
    "system file, read": capture_file,
    "system file, removed": remove_file,
    "system file, renamed": lambda path: rename_file(path, f"{path}.new"),
    "export": lambda path: write_named(Path(path), b"{}"),
    "export into a new folder": lambda path: write_target(f"{path}/", "x.json", b"{}"),
    "log file": lambda path: open_named(path, os.O_WRONLY | os.O_CREAT),
}


def _linked_home(tmp_path: Path, linked: str) -> tuple[Path, Path]:
    """A home of a user whose folder of that name is a link of the user to a folder of root."""
    home, system = tmp_path / "home", tmp_path / "etc"
    for folder in (system / "vulkan/implicit_layer.d", system / "implicit_layer.d", system / "x"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "x.json").write_bytes(b"root's")
    (system / "x.json").write_bytes(b"root's")
    link = home / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(system)
    for path in (home, *home.rglob("*")):
        os.lchown(path, USER, USER)
    return home, system


@pytest.mark.skipif(not is_root, reason="only root works in the home of somebody else")
@pytest.mark.parametrize("linked", LINKED)
@pytest.mark.parametrize("name", DOORS)
def test_a_link_in_a_home_does_not_lead_root_out_of_it(
    name: str, linked: str, tmp_path: Path
) -> None:
    home, system = _linked_home(tmp_path, linked)
    before = take_snapshot(home, system)
    path = home / ".config/vulkan/implicit_layer.d/x.json"
    with pytest.raises(ForeignOwnerError) as caught:
        DOORS[name](str(path))
    assert caught.value.filename == str(home / linked)
    assert caught.value.strerror.startswith(
        "as root, vkconfig-py does not follow links that another user can change"
    )
    assert take_snapshot(home, system) == before


@pytest.mark.skipif(not is_root, reason="only root works in the home of somebody else")
@pytest.mark.parametrize("name", ["export", "log file"])
def test_a_file_in_a_home_that_is_a_link_is_no_export_of_root(name: str, tmp_path: Path) -> None:
    home, system = _linked_home(tmp_path, "folder")
    (home / "x.json").symlink_to(system / "x.json")
    before = take_snapshot(home, system)
    with pytest.raises(ForeignOwnerError):
        DOORS[name](str(home / "x.json"))
    assert take_snapshot(home, system) == before


@pytest.mark.skipif(not is_root, reason="only root works in the home of somebody else")
def test_a_folder_of_root_in_a_home_takes_exports_alone(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "made by root"
    folder.mkdir(parents=True)
    os.chown(folder.parent, USER, USER)
    with pytest.raises(ForeignOwnerError, match=f"the folder belongs to root, not to user {USER}"):
        write_file_state(str(folder / "x"), FILE, str(folder / "x.tmp"))
    write_named(folder / "x", b"{}")
    assert (folder / "x").read_bytes() == b"{}"


@pytest.mark.skipif(not is_root, reason="only root may follow what root alone can change")
def test_a_link_of_root_is_followed_outside_of_homes(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real/../real")
    write_file_state(str(tmp_path / "link/new/../x"), FILE, str(tmp_path / "link/x.tmp"))
    assert (tmp_path / "real/x").read_bytes() == b"{}"
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(OSError, match="not a folder"):
        make_folder(str(tmp_path / "circle"))


@pytest.mark.skipif(not is_root, reason="root alone becomes somebody else")
def test_a_user_may_link_folders_of_the_own_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "dotfiles").mkdir(parents=True)
    (home / ".config").symlink_to("dotfiles")
    for path in (home, *home.rglob("*")):
        os.lchown(path, USER, USER)
    pid = os.fork()
    if not pid:
        with suppress(BaseException):
            os.chdir(home)  # the folders above belong to root alone
            os.setgid(USER)
            os.setuid(USER)
            write_file(".config/vkconfig-py/x.json", b"{}")
            make_shared_folder(".config/vulkan")
            write_file_state(".config/vulkan/y.json", FILE, ".config/vulkan/y.tmp")
            os._exit(0)
        os._exit(1)
    assert os.waitpid(pid, 0)[1] == 0
    made = {path.name: path.parent for path in home.rglob("*.json")}
    assert made == {"x.json": home / "dotfiles/vkconfig-py", "y.json": home / "dotfiles/vulkan"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 10_000_000, "nested more than 100 levels"),
        (
            b'{"a":' * (MAX_NESTING + 1) + b"1" + b"}" * (MAX_NESTING + 1),
            "nested more than 100 levels",
        ),
        (b'{"a": ' + b"[" * MAX_NESTING + b"]" * MAX_NESTING + b"}", "nested more than 100 levels"),
        (b'"' + b'\\"' * 5_000_000, "line 1"),
        (b'{"a": ' + b'"' * 1_000_001 + b"[" * 200, "line 1"),
        (b"9" * 10_000, "too long"),
        (b"\xff", "not valid JSON"),
        (b"[]", "expected an object"),
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
    left = tmp_path / "x.json.999999999.tmp"  # no number of a process is as large
    names = {f"x.json.{os.getppid()}.tmp", "notes.tmp", "x.json"}
    for path in (left, *(tmp_path / name for name in names)):
        path.write_bytes(b"")
    old = tmp_path / f"old.{os.getppid()}.tmp"
    old.write_bytes(b"")
    os.utime(old, (1, 1))
    remove_temporary_files(str(tmp_path))
    assert set(os.listdir(tmp_path)) == names
