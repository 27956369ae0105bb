"""The log of the program, and what a process leaves behind that a signal ended."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from vkconfig_py.model.files.own_crashes import (
    LOG_LIMIT,
    Crash,
    OwnLog,
    pop_latest_crash,
    read_last_log_lines,
)

PROGRAM = """
import os, signal, sys
from pathlib import Path
from vkconfig_py.model.files.own_crashes import begin_crash_file
file = begin_crash_file(Path(sys.argv[1]), "0.1")
if sys.argv[2] == "close":
    file.close()
else:
    os.kill(os.getpid(), getattr(signal, sys.argv[2]))
"""


def run(folder, end):
    subprocess.run([sys.executable, "-c", PROGRAM, folder, end], check=False)


def test_a_native_crash_is_found_once_with_its_stack(tmp_path):
    run(tmp_path, "SIGSEGV")
    crash = pop_latest_crash(tmp_path)
    assert isinstance(crash, Crash)
    assert crash.start_line.startswith("vkconfig-py 0.1, started ")
    assert "Segmentation fault" in crash.stack
    assert pop_latest_crash(tmp_path) is None
    assert not list(tmp_path.glob("crash-*"))


@pytest.mark.parametrize("end", ["close", "SIGKILL"])
def test_neither_an_end_in_order_nor_a_kill_is_a_crash(tmp_path, end):
    run(tmp_path, end)
    assert pop_latest_crash(tmp_path) is None
    assert not list(tmp_path.glob("crash-*"))


def test_the_file_of_a_process_that_runs_is_left_alone(tmp_path):
    program = PROGRAM.replace("if sys", "print(1, flush=True); input()\nif sys")
    with subprocess.Popen(
        [sys.executable, "-c", program, tmp_path, "close"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        running.stdout.readline()
        assert pop_latest_crash(tmp_path) is None
        assert list(tmp_path.glob("crash-*"))
        running.communicate("\n")
    assert not list(tmp_path.glob("crash-*"))


def test_the_log_is_bounded_and_the_latest_lines_stay(tmp_path):
    log = OwnLog(tmp_path)
    for number in range(6):
        text = "x" * (LOG_LIMIT // 4) + f" {number}"
        log.handle(logging.LogRecord("here", logging.ERROR, "", 0, text, (), None))
        log.finish()
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) <= 2 * LOG_LIMIT
    assert read_last_log_lines(tmp_path).endswith(" 5")


def test_a_log_that_cannot_be_written_changes_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    log = OwnLog(tmp_path / "file")
    log.handle(logging.LogRecord("here", logging.ERROR, "", 0, "text", (), None))
    log.finish()
    assert read_last_log_lines(tmp_path / "file") == ""
