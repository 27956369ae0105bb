"""What a program starts does not get away, whatever it does to be forgotten."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vkconfig_py.model.launch import Launch, LaunchError, start_launch
from vkconfig_py.model.plan import Mechanism, Plan
from vkconfig_py.model.processes import family

EMPTY = Plan(mechanism=Mechanism.LAUNCH)
# An orphan in a session of its own, with an empty environment and none of our pipes.
VANISH = """
import os, subprocess, sys
sleeper = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(1000)"
nothing = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
command = ["setsid", "-f", "env", "-i", sys.executable, "-c", sleeper, sys.argv[1]]
subprocess.run(command, **nothing, check=True)
"""
ATTACHED = """
import os, sys
from vkconfig_py.model.launch_attached import run_attached
from vkconfig_py.model.plan import Mechanism, Plan
plan = Plan(mechanism=Mechanism.LAUNCH)
print(run_attached(sys.argv[1], tuple(sys.argv[2:]), "", os.environ, plan).sentence, flush=True)
"""


@pytest.fixture
def vanished(tmp_path):
    """Return the file into which the orphan writes its number, and kill what the test left."""
    file = tmp_path / "pid"
    yield file
    if file.exists() and _runs(pid := int(file.read_text())):
        os.kill(pid, signal.SIGKILL)


def _launch(*command: str) -> Launch:
    ended = threading.Event()
    launch = start_launch(
        command[0],
        command[1:],
        "",
        os.environ,
        EMPTY,
        on_line=lambda *_: None,
        on_end=lambda _: ended.set(),
    )
    assert not isinstance(launch, LaunchError), launch
    return launch


def _number(file: Path) -> int:
    deadline = time.monotonic() + 20
    while not (file.exists() and file.read_text()) and time.monotonic() < deadline:
        threading.Event().wait(0.02)
    return int(file.read_text())


def _runs(pid: int) -> bool:
    try:
        return b") Z" not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False


def test_a_stop_ends_an_orphan_that_nothing_shows_to_be_ours(vanished):
    launch = _launch(
        sys.executable, "-c", f"{VANISH}\nimport time; time.sleep(1000)", str(vanished)
    )
    orphan = _number(vanished)
    assert orphan not in {one.pid for one in family(launch.pid, "no such mark")}
    launch.stop()
    assert launch.wait(20).sentence == "stopped"
    assert not _runs(orphan)


def test_a_stop_ends_it_after_the_program_left_too(vanished):
    held = "\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)"
    launch = _launch(sys.executable, "-c", VANISH + held, str(vanished))
    orphan = _number(vanished)
    assert launch.wait(0.3) is None, "its output is held"
    launch.stop()
    assert launch.wait(20).sentence == "stopped"
    assert not _runs(orphan)


def test_a_daemon_may_go_on_after_a_program_that_was_not_stopped(vanished):
    launch = _launch(sys.executable, "-c", VANISH, str(vanished))
    orphan = _number(vanished)
    assert launch.wait(20).sentence == "exit 0"
    assert _runs(orphan)


def test_a_terminated_command_line_takes_such_an_orphan_along(vanished):
    script = f"{VANISH}\nimport time; time.sleep(1000)"
    command = [sys.executable, "-c", ATTACHED, sys.executable, "-c", script, str(vanished)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        orphan = _number(vanished)
        child.send_signal(signal.SIGTERM)
        assert child.communicate(timeout=20)[0] == "stopped\n"
    assert not _runs(orphan)


def test_a_keeper_that_is_killed_is_no_end_for_us(vanished):
    launch = _launch("sleep", "1000")
    os.kill(launch._process.keeper, signal.SIGKILL)
    launch.stop()
    ended = launch.wait(20)
    assert ended.stopped
    assert ended.code is None
