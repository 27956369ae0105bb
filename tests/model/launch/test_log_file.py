"""The file that a launch writes its output to."""

from __future__ import annotations

import os
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.patience import PATIENCE
from vkconfig_py.model.launch.log_file import LogFileError, LogFileFacts, make_log_path, open_log
from vkconfig_py.model.launch.run_program import Launch, start_launch
from vkconfig_py.model.plan.plan import Mechanism, Plan

AT = datetime(2026, 1, 2, 3, 4, 5)
FACTS = LogFileFacts("/usr/bin/vkcube", "My / own", "Fast", AT, "/logs", "/home/me")
MOST = st.text(max_size=20)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("~/l/{program}.log", "/home/me/l/vkcube.log"),
        ("{configuration}/{options}", "/logs/My _ own/Fast"),
        ("/x/{date} {time}.{n}", "/x/2026-01-02 03-04-05.1"),
        ("/x/{Program}{}", "/x/{Program}{}"),
    ],
)
def test_placeholders_are_replaced(pattern: str, path: str) -> None:
    assert make_log_path(pattern, FACTS) == path


def test_a_placeholder_that_does_not_exist_is_told_with_those_that_do() -> None:
    with pytest.raises(
        LogFileError, match=r"unknown placeholder \{day\}\. Available: \{program\}, "
    ):
        make_log_path("/x/{day}", FACTS)


@given(MOST, MOST, MOST)
def test_no_name_leads_out_of_the_folder_of_the_pattern(
    program: str, configuration: str, options: str
) -> None:
    facts = LogFileFacts(program, configuration, options, AT, "/logs", "/home/me")
    found = make_log_path("/x/a{program}b/a{configuration}b{options}c", facts)
    assert found.count("/") == 3
    assert found.isprintable()


def opened(tmp_path: Path, pattern: str, *, appends: bool = False):
    facts = FACTS._replace(folder=str(tmp_path))
    return open_log(pattern, facts, appends=appends)


def test_a_file_is_begun_anew_continued_or_given_a_free_number(tmp_path: Path) -> None:
    for appends, left in ((False, b"b"), (True, b"ab"), (False, b"b")):
        (tmp_path / "l").write_bytes(b"a")
        log = opened(tmp_path, "l", appends=appends)
        log.write(b"b")
        log.close()
        assert (tmp_path / "l").read_bytes() == left
    for number in (1, 2):
        opened(tmp_path, "deep/{n}.log").close()
        assert (tmp_path / f"deep/{number}.log").exists()


@pytest.mark.parametrize("appends", [False, True])
def test_a_file_that_another_run_writes_is_left_to_it(tmp_path: Path, *, appends: bool) -> None:
    first = opened(tmp_path, "game.log", appends=appends)
    first.write(b"first")
    second = opened(tmp_path, "game.log", appends=appends)
    third = opened(tmp_path, "game.log", appends=appends)
    assert [Path(log.path).name for log in (second, third)] == ["game-2.log", "game-3.log"]
    taken = tmp_path / "game.log"
    assert second.sentence == (
        f"Log file: {tmp_path / 'game-2.log'} (another run is writing to {taken})"
    )
    assert taken.read_bytes() == b"first"
    for log in (first, second, third):
        log.close()
    again = opened(tmp_path, "game.log", appends=appends)
    assert again.sentence == f"Log file: {taken}"
    again.close()


def test_what_is_no_file_or_in_no_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    for name in ("pipe", "file/x", ".", "\0"):
        with pytest.raises(LogFileError, match="The log file could not be written: "):
            opened(tmp_path, name)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_told_once_and_ends_the_file(tmp_path: Path) -> None:
    log = opened(tmp_path, "l")
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, log.handle)
    os.close(full)
    log.write(b"a")
    log.write(b"b")
    assert log.error == f"The log file is incomplete: {log.path}: no space left on device."
    log.close()


def test_a_launch_writes_every_byte_with_a_line_before_and_behind(tmp_path: Path) -> None:
    log = opened(tmp_path, "l")
    log.write_note("python")
    over = threading.Event()
    code = "import os; os.write(1, b'one\\xff' * 50_000); os.write(1, b'end')"
    launch = start_launch(
        sys.executable,
        ("-c", code),
        "",
        dict(os.environ),
        Plan(Mechanism.LAUNCH),
        on_line=lambda *_line: None,
        on_end=lambda _ended: over.set(),
        log=log,
    )
    assert isinstance(launch, Launch)
    assert over.wait(PATIENCE)
    launch.wait()
    before, *middle, behind, last = (tmp_path / "l").read_bytes().split(b"\n")
    assert before.startswith(b"[vkconfig-py] 2")
    assert before.endswith(b" python")
    assert b"".join(middle) == b"one\xff" * 50_000 + b"end"
    assert (behind.endswith(b" exit 0"), last) == (True, b"")
