"""Files that the user names: whole, where they are, and never in the place of something else."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from vkconfig_py.model.files import atomic_files
from vkconfig_py.model.files.atomic_files import write_named


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_can_be_read_by_everybody_and_leaves_nothing_beside_it(tmp_path):
    write_named(tmp_path / "a.html", b"text")
    assert (tmp_path / "a.html").read_bytes() == b"text"
    assert mode_of(tmp_path / "a.html") == 0o644
    assert os.listdir(tmp_path) == ["a.html"]


@pytest.mark.parametrize("mode", [0o600, 0o755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    script = tmp_path / "run.sh"
    script.write_bytes(b"old")
    script.chmod(mode)
    write_named(script, b"new")
    assert script.read_bytes() == b"new"
    assert mode_of(script) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner_and_group(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_bytes(b"old")
    os.chown(file, 1234, 2345)
    file.chmod(0o640)
    write_named(file, b"new")
    found = file.stat()
    assert (found.st_uid, found.st_gid, mode_of(file)) == (1234, 2345, 0o640)
    assert (file.read_bytes(), os.listdir(tmp_path)) == (b"new", ["mine.txt"])


@pytest.mark.parametrize("may_give", ["the group", "nothing"])
def test_who_may_not_give_a_file_away_keeps_of_its_owner_what_they_can(
    tmp_path, monkeypatch, may_give
):
    file = tmp_path / "of_a_group.txt"
    file.write_bytes(b"old")
    me = file.stat()
    given: list[tuple[int, int]] = []

    def chown(_target, uid, gid, **_options):
        if uid != me.st_uid or may_give == "nothing":
            raise PermissionError
        given.append((uid, gid))

    found = os.stat_result((*me[:4], me.st_uid + 1, me.st_gid + 2, *me[6:]))
    monkeypatch.setattr(atomic_files, "_stat_writable", lambda _path: found)
    monkeypatch.setattr(os, "chown", chown)
    write_named(file, b"new")
    assert given == ([(me.st_uid, me.st_gid + 2)] if may_give == "the group" else [])
    assert file.read_bytes() == b"new"


def test_a_link_stays_a_link_also_to_what_is_not_there_yet(tmp_path):
    for name in ("there", "not_yet"):
        target, link = tmp_path / name, tmp_path / f"{name}.link"
        link.symlink_to(target)
        if name == "there":
            target.write_bytes(b"old")
        write_named(link, b"new")
        assert link.is_symlink()
        assert target.read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_named(pipe, b"text")
    reader.join()
    assert read == [b"text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to_and_stays():
    master, slave = os.openpty()
    terminal = Path(os.ttyname(slave))
    try:
        write_named(terminal, b"text")
        assert os.read(master, 100) == b"text"
        assert stat.S_ISCHR(terminal.stat().st_mode)
    finally:
        os.close(master)
        os.close(slave)


def test_a_folder_a_circle_of_links_and_a_place_that_is_not_there_are_refused(tmp_path):
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for path in (tmp_path, circle, tmp_path / "gone/a.html"):
        with pytest.raises(OSError, match=r"directory|symbolic links"):
            write_named(path, b"text")


def test_a_file_that_may_not_be_written_stays(tmp_path, monkeypatch):
    file = tmp_path / "kept"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everything
    with pytest.raises(PermissionError):
        write_named(file, b"new")
    assert file.read_bytes() == b"old"
