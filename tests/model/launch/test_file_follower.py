"""A file is read while another program writes it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.model.launch.layer_log_files import FileFollower, FollowedFileState


class Heard:
    """What a follower delivered."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.states: list[FollowedFileState] = []
        self._news = threading.Condition()

    def on_lines(self, lines: list[str]) -> None:
        with self._news:
            self.lines += lines
            self._news.notify_all()

    def on_state(self, state: FollowedFileState, _reason: str) -> None:
        with self._news:
            self.states.append(state)
            self._news.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(condition, PATIENCE), (self.lines, self.states)


Follow = Callable[..., Heard]


@pytest.fixture
def follow() -> Iterator[Follow]:
    followers = []

    def made(path: Path, **more: float) -> Heard:
        heard = Heard()
        followers.append(FileFollower(str(path), heard.on_lines, heard.on_state, **more))
        return heard

    yield made
    for one in followers:
        one.close()


def test_lines_come_as_they_are_written(follow: Follow, tmp_path: Path):
    path = tmp_path / "log"
    path.write_text("one\n")
    heard = follow(path)
    heard.wait(lambda: heard.lines == ["one"])
    with path.open("a") as file:
        file.write("two\nthr")
        file.flush()
        heard.wait(lambda: heard.lines == ["one", "two"])
        file.write("ee\n")
    heard.wait(lambda: heard.lines == ["one", "two", "three"])


def test_a_file_may_come_later(follow: Follow, tmp_path: Path):
    path = tmp_path / "later/log"
    heard = follow(path)
    heard.wait(lambda: heard.states == [FollowedFileState.MISSING])
    path.parent.mkdir()
    path.write_text("here\n")
    heard.wait(lambda: heard.lines == ["here"])


def test_a_truncated_file_begins_anew(follow: Follow, tmp_path: Path):
    path = tmp_path / "log"
    path.write_text("a long line of the last run\n")
    heard = follow(path)
    heard.wait(lambda: len(heard.lines) == 1)
    path.write_text("new\n")
    heard.wait(lambda: heard.lines[1:] == ["new"])
    assert FollowedFileState.TRUNCATED in heard.states


def test_a_replaced_file_begins_anew(follow: Follow, tmp_path: Path):
    path, other = tmp_path / "log", tmp_path / "other"
    path.write_text("old\n")
    heard = follow(path)
    heard.wait(lambda: heard.lines == ["old"])
    other.write_text("new, and longer\n")
    other.replace(path)
    heard.wait(lambda: heard.lines == ["old", "new, and longer"])


def test_what_an_earlier_run_wrote_is_left_out(follow: Follow, tmp_path: Path):
    path = tmp_path / "log"
    path.write_text("old\n")
    heard = follow(path, since=path.stat().st_mtime + 5)
    heard.wait(lambda: heard.states == [FollowedFileState.READ])
    with path.open("a") as file:
        file.write("new\n")
    heard.wait(lambda: heard.lines == ["new"])


@pytest.mark.parametrize("new", ["new\n", "old\n", "new, and longer\n", "old, and longer\n"])
def test_what_this_run_wrote_over_it_is_not(follow: Follow, tmp_path: Path, new: str):
    """A layer empties its file first, whatever was in it, and may write as much again."""
    path = tmp_path / "log"
    path.write_text("old\n")
    os.utime(path, (1, 1))
    heard = follow(path, since=2)
    heard.wait(lambda: heard.states == [FollowedFileState.READ])
    path.write_text(new)
    heard.wait(lambda: heard.lines == [new.strip()])


def test_a_pipe_or_a_device_is_never_read(follow: Follow, tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    os.write(writer, b"of somebody else\n")
    heard = follow(path)
    heard.wait(lambda: heard.states == [FollowedFileState.NO_FILE])
    null = follow(Path("/dev/zero"))
    null.wait(lambda: null.states == [FollowedFileState.NO_FILE])
    assert os.read(writer, 99) == b"of somebody else\n"
    assert heard.lines == null.lines == []
    os.close(writer)


def test_the_end_brings_what_is_there_by_then(tmp_path: Path):
    path = tmp_path / "log"
    path.write_text("")
    heard = Heard()
    follower = FileFollower(str(path), heard.on_lines, heard.on_state)
    heard.wait(lambda: heard.states == [FollowedFileState.READ])
    path.write_text("last words")
    follower.close()
    assert heard.lines == ["last words"]


def test_a_file_that_the_system_refuses_is_told(follow: Follow, tmp_path: Path):
    path = tmp_path / "log"
    path.symlink_to(path)
    heard = follow(path)
    heard.wait(lambda: heard.states == [FollowedFileState.REFUSED])
