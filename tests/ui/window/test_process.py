"""The program as a process: first paint, and an end by a signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.framework.patience import PATIENCE, wait_for

COMMAND = [sys.executable, "-m", "vkconfig_py", "--demo"]


@pytest.fixture
def environment():
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.parametrize("moment", ["paint", "complete"])
def test_first_and_last_paint_of_a_start_are_told_to_the_bench(environment, moment):
    environment["VKCONFIG_PY_BENCH"] = moment
    before = time.monotonic()
    done = subprocess.run(
        COMMAND, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    word, seen = done.stdout.split()
    assert word == "painted"
    assert before < float(seen) < time.monotonic()


def test_a_signal_closes_the_window_in_order(environment, tmp_path):
    environment["TMPDIR"] = str(tmp_path)
    process = subprocess.Popen(COMMAND, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: list(tmp_path.glob("vkconfig-demo-*")), "the sample machine")
        wait_for(lambda: _catches_term(process.pid), "the signal to be heeded")
        process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, errors
    assert not list(tmp_path.glob("vkconfig-demo-*"))


def test_the_table_of_reports_is_a_window_of_its_own(environment, tmp_path):
    command = [*COMMAND[:-1], "reports", str(tmp_path), "--window"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: _catches_term(process.pid), "the signal to be heeded")
        process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, errors


def _catches_term(pid):
    with open(f"/proc/{pid}/status") as status:
        caught = next(line.split()[1] for line in status if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


COUNT = """
import sys
from vkconfig_py import app

def ours():
    return sum(name.startswith("vkconfig_py.") for name in sys.modules)

def watch(running):
    def on_painted():
        if running.session.pictures.current is not None:
            painted.append(ours())
    painted = []
    running.window.chain.view.painted.connect(on_painted)
    running.window.completed.connect(lambda: print(painted[0], ours()))
    running.window.completed.connect(running.window.close_quietly)

sys.exit(app.main([], watch))
"""


def test_few_modules_are_imported_before_the_window_is_seen(environment, tmp_path):
    environment["HOME"] = str(tmp_path)
    first, complete = map(int, said_by(COUNT, environment).split())
    assert first <= 83
    assert complete <= 200


KEPT_BY_QT = """
import sys
from PySide6.QtCore import QSettings, Qt
from vkconfig_py import app

def watch(running):
    def say():
        print(QSettings("QtProject").fileName())  # as Qt's file dialog makes it
        running.window.close_quietly()
    running.window.completed.connect(say, type=Qt.ConnectionType.QueuedConnection)

sys.exit(app.main([], watch))
"""


def test_what_qt_keeps_of_its_dialogs_goes_to_our_own_folder(environment):
    assert said_by(KEPT_BY_QT, environment).endswith("/state/vkconfig-py/QtProject.conf\n")


def said_by(program, environment):
    """Return what a Python program prints that opens the window."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
