"""What a program starts does not get away, whatever it does to be forgotten."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE, wait_for
from tests.model.launch.runs import attached, runs
from vkconfig_py.model.launch.launch_processes import find_launch_processes

# An orphan in a session of its own, with an empty environment and none of our pipes.
VANISH = """
import os, subprocess, sys
sleeper = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(1000)"
nothing = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
command = ["setsid", "-f", "env", "-i", sys.executable, "-c", sleeper, sys.argv[1]]
subprocess.run(command, **nothing, check=True)
"""


@pytest.fixture
def vanished(tmp_path):
    """Return the file into which the orphan writes its number, and kill what the test left."""
    file = tmp_path / "pid"
    yield file
    if file.exists() and runs(pid := int(file.read_text())):
        os.kill(pid, signal.SIGKILL)


def _number(file: Path) -> int:
    return int(wait_for(lambda: file.exists() and file.read_text(), "the orphan's number"))


def test_a_stop_ends_an_orphan_that_nothing_shows_to_be_ours(run, vanished):
    run.start(sys.executable, "-c", f"{VANISH}\nimport time; time.sleep(1000)", str(vanished))
    orphan = _number(vanished)
    assert orphan not in {one.pid for one in find_launch_processes(run.launch.pid, "no such mark")}
    run.launch.stop()
    assert run.wait().sentence == "stopped"
    assert not runs(orphan)


def test_a_stop_ends_it_after_the_program_left_too(run, vanished):
    held = "\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)"
    run.start(sys.executable, "-c", VANISH + held, str(vanished))
    orphan = _number(vanished)
    assert run.launch.wait(0.3) is None, "its output is held"
    run.launch.stop()
    assert run.wait().sentence == "stopped"
    assert not runs(orphan)


def test_a_daemon_may_go_on_after_a_program_that_was_not_stopped(run, vanished):
    run.start(sys.executable, "-c", VANISH, str(vanished))
    orphan = _number(vanished)
    assert run.wait().sentence == "exit 0"
    assert runs(orphan)


def test_a_terminated_command_line_takes_such_an_orphan_along(vanished):
    script = f"{VANISH}\nimport time; time.sleep(1000)"
    with attached(sys.executable, "-c", script, str(vanished)) as child:
        orphan = _number(vanished)
        child.send_signal(signal.SIGTERM)
        assert child.communicate(timeout=PATIENCE)[0] == "stopped\n"
    assert not runs(orphan)


def test_a_subreaper_that_is_killed_is_no_end_for_us(run, vanished):
    run.start("sleep", "1000")
    os.kill(run.launch._process.handles.subreaper, signal.SIGKILL)
    run.launch.stop()
    ended = run.wait()
    assert ended.was_stopped
    assert ended.code is None
