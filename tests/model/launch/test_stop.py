"""A stop ends a program and its children, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE, wait_for
from tests.model.launch.runs import gone, plan_in
from vkconfig_py.model.launch.launch_processes import (
    MARK_VARIABLE,
    find_launch_processes,
    find_marked_processes,
)
from vkconfig_py.model.launch.private_folder import create_launch_folder
from vkconfig_py.model.launch.run_program import LaunchEnd

STRAYS = """
import os, subprocess, sys
script = "import os, time; os.write(1, b'%d\\\\n' % os.getpid()); time.sleep(1000)"
quiet = dict(stderr=subprocess.DEVNULL)
subprocess.Popen([sys.executable, "-c", script])
subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
subprocess.Popen(["setsid", "-f", sys.executable, "-c", script], **quiet)
subprocess.Popen(["env", "-i", sys.executable, "-c", script], start_new_session=True)
"""


@pytest.mark.parametrize("ending", ["sleep", "exit", "stubborn"])
def test_children_do_not_outlive_a_stop_wherever_they_went(run, monkeypatch, ending):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_processes.TERM_SECONDS", 0.5)
    last = {
        "sleep": "import time; time.sleep(1000)",
        "exit": "",
        "stubborn": "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(1000)",
    }[ending]
    run.start(sys.executable, "-c", f"{STRAYS}\n{last}")
    wait_for(lambda: len(run.out()) == 4, "the numbers of four processes")
    pids = [int(line) for line in run.out()]
    run.launch.stop()
    ended = run.wait()
    assert ended.was_stopped
    assert ended.sentence == "stopped"
    assert gone(pids)


def test_a_program_that_ignores_the_wish_is_killed(run, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_processes.TERM_SECONDS", 0.3)
    run.shell("trap '' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait() == LaunchEnd(None, "SIGKILL", True, "stopped")


def test_a_program_may_end_itself_when_stopped(run, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_processes.TERM_SECONDS", PATIENCE)
    run.shell("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait() == LaunchEnd(3, "", True, "stopped")
    assert "bye" in run.out()


def test_kill_does_not_wait(run, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_processes.TERM_SECONDS", 2 * PATIENCE)
    run.shell("trap '' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    run.launch.stop()
    run.launch.kill()
    assert run.wait().signal == "SIGKILL"


def test_a_stop_works_while_the_program_floods_us(run):
    run.shell("echo ready; exec yes")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait().was_stopped


def test_a_stop_after_the_end_does_nothing(run):
    run.start("true")
    run.wait()
    run.launch.stop()
    run.launch.kill()
    assert run.wait().sentence == "exit 0"


def test_a_launch_lasts_while_a_child_holds_its_output(run):
    run.shell("(sleep 1000 & ) ; echo left")
    run.wait_line("left")
    assert run.launch.wait(0.2) is None
    run.launch.stop()
    assert run.wait().was_stopped


def test_another_process_with_our_variable_unset_is_never_touched(run):
    other = subprocess.Popen(["sleep", "1000"])
    try:
        run.shell("echo ready; sleep 1000")
        run.wait_line("ready")
        run.launch.stop()
        run.wait()
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_the_family_is_found_by_mark_and_by_parents(run, paths):
    folder = create_launch_folder(paths)
    run.shell("setsid sleep 1000 & echo ready; wait", plan=plan_in(folder))
    run.wait_line("ready")
    mark = Path(folder).name.removeprefix("launch-")
    # A process that becomes another program has no environment for a moment.
    marked = wait_for(lambda: _all_of(run.launch.pid, find_marked_processes(mark)))
    assert {process.pid for process in find_launch_processes(run.launch.pid, mark)} == marked


def _all_of(program, found):
    """Return these processes once the program and what it starts are among them."""
    pids = {process.pid for process in found}
    return pids if program in pids and len(pids) == 2 else set()


def test_a_folder_left_by_a_killed_owner_is_removed_at_the_next_launch(run, paths):
    left = Path(create_launch_folder(paths))
    (left / "owner").write_text("999999999 1")
    busy = Path(create_launch_folder(paths))
    (busy / "owner").write_text("999999999 1")
    mark = busy.name.removeprefix("launch-")
    other = subprocess.Popen(["sleep", "1000"], env={MARK_VARIABLE: mark, "PATH": "/bin:/usr/bin"})
    try:
        run.shell("true", plan=plan_in(create_launch_folder(paths))).wait()
        assert not left.exists()
        assert busy.exists()
    finally:
        other.kill()
        other.wait()
