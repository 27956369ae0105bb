"""The program as a process: first paint, and an end by a signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.framework.patience import PATIENCE, wait_for

COMMAND = [sys.executable, "-m", "vkconfig_py", "--demo"]


@pytest.fixture
def environment():
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def _started(command, environment):
    """Start a program; it is ended in any case."""
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


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
    with _started(COMMAND, environment) as process:
        wait_for(lambda: list(tmp_path.glob("vkconfig-demo-*")), "the sample machine")
        wait_for(lambda: _catches_term(process.pid), "the signal to be heeded")
        process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert not list(tmp_path.glob("vkconfig-demo-*"))


def test_the_table_of_reports_is_a_window_of_its_own(environment, tmp_path):
    command = [*COMMAND[:-1], "fleet", "reports", str(tmp_path), "--window"]
    with _started(command, environment) as process:
        wait_for(lambda: _catches_term(process.pid), "the signal to be heeded")
        process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors


def _catches_term(pid):
    with open(f"/proc/{pid}/status") as status:
        caught = next(line.split()[1] for line in status if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


COUNT = """
import sys
from vkconfig_py import app, prefetch
from vkconfig_py.ui.window import main_window

# However slow this machine is: the first picture comes from the forked process, and the second
# half behind it.
is_ready = prefetch.Prefetch.is_ready
prefetch.Prefetch.is_ready = lambda one, number, timeout: is_ready(one, number, None)
main_window.MAX_SNAPSHOT_WAIT_MS = 600_000

def ours():
    return sum(name.startswith("vkconfig_py.") for name in sys.modules)

def watch(running):
    def on_painted():
        if running.session.snapshots.current is not None:
            painted.append(ours())
    painted = []
    running.window.chain.view.chain_painted.connect(on_painted)
    running.window.startup_completed.connect(lambda: print(painted[0], ours()))
    running.window.startup_completed.connect(running.window.close_quietly)

sys.exit(app.main([], watch))
"""


def test_few_modules_are_imported_before_the_window_is_seen(environment, tmp_path):
    environment["HOME"] = str(tmp_path)
    first, complete = map(int, said_by(COUNT, environment).split())
    assert first <= 98  # three of them say what optional parts add to the menus
    assert complete <= 221


KEPT_BY_QT = """
import sys
from PySide6.QtCore import QSettings, Qt
from vkconfig_py import app

def watch(running):
    def say():
        print(QSettings("QtProject").fileName())  # as Qt's file dialog makes it
        running.window.close_quietly()
    running.window.startup_completed.connect(say, type=Qt.ConnectionType.QueuedConnection)

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


CRASH = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from vkconfig_py import app
from vkconfig_py.ui.dialogs.bug_report_dialog import CrashDialog

def watch(running):
    def look():
        state = Path(os.environ["HOME"], ".local/state/vkconfig-py")
        if sys.argv[1:] and (state / f"crash-{os.getpid()}.txt").exists():
            os.kill(os.getpid(), signal.SIGSEGV)
        for dialog in running.window.findChildren(CrashDialog):
            print(dialog.report.toPlainText())
            running.window.close_quietly()
    timer = QTimer(running)
    timer.timeout.connect(look)
    timer.start(20)

sys.exit(app.main([], watch))
"""


def test_a_native_crash_is_told_at_the_next_start(environment, tmp_path):
    folders = {name for name in environment if name.startswith("XDG_")} | {"PYTHONFAULTHANDLER"}
    environment = {name: environment[name] for name in environment.keys() - folders}
    environment["HOME"] = str(tmp_path)
    crashed = subprocess.run(
        [sys.executable, "-c", CRASH, "crash"], env=environment, timeout=PATIENCE, check=False
    )
    assert crashed.returncode == -signal.SIGSEGV
    assert "Fatal Python error: Segmentation fault" in said_by(CRASH, environment)
    assert not list((tmp_path / ".local/state/vkconfig-py").glob("crash-*"))
