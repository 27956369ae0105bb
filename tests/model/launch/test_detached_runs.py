"""Runs go on when their window has closed: read, owned, and added to the history at their end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE, wait_for
from vkconfig_py.model.files.paths import LAUNCH_PREFIX, StatePaths
from vkconfig_py.model.launch import detached_runs
from vkconfig_py.model.launch.detached_runs import NO_ANSWER, end_keeper, hand_over, start_keeper
from vkconfig_py.model.launch.private_folder import OWNER_FILE, create_launch_folder
from vkconfig_py.model.launch.run_history import read_running, read_runs, stop_run

# A window: it starts programs, leaves those that its input says to another process, and ends.
WINDOW = """
import json, os, sys, time
from datetime import datetime
from pathlib import Path
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.detached_runs import DetachedRun, hand_over, start_keeper
from vkconfig_py.model.launch.log_file import LogFileFacts, open_log
from vkconfig_py.model.launch.private_folder import create_launch_folder, make_launch_mark
from vkconfig_py.model.launch.run_history import PastRun, write_running_note
from vkconfig_py.model.launch.run_program import start_launch
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile
base, *scripts = sys.argv[1:]
base = Path(base)
paths = StatePaths(base / "configurations", base / "state", base / "run")
launches, notes = [], []
for number, script in enumerate(scripts):
    folder = create_launch_folder(paths)
    plan = Plan(mechanism=Mechanism.LAUNCH, files=(PlannedFile(f"{folder}/x.json", b"{}"),))
    facts = LogFileFacts("game", "", "", datetime.now(), str(base), "")
    log = open_log(f"game-{number}.log", facts, appends=False)
    record = PastRun(time.time(), f"/opt/game-{number}", (), "", "Validation", "", 0.0)
    launches.append(start_launch("/bin/sh", ("-c", script), "", os.environ, plan, log=log,
        on_line=lambda _stream, line: print(line, flush=True), on_end=lambda _end: None))
    notes.append((record, write_running_note(paths.state, record, make_launch_mark(folder))))
sys.stdin.readline()
for script, launch in zip(scripts, launches):
    if script == "echo started":
        launch.wait()
keeper = start_keeper(launches, paths.state)
left = [(launch.detach(), *rest) for launch, rest in zip(launches, notes)]
error = hand_over(keeper, [DetachedRun(*run) for run in left if run[0] is not None])
print("error", error, flush=True)
"""
MUCH = 300_000  # bytes, more than a pipe holds


@pytest.fixture
def paths(tmp_path):
    return StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")


@pytest.fixture
def leave(tmp_path, paths):
    """Start programs of a window that leaves them running, and return its output."""

    def leave(*scripts: str) -> list[str]:
        window = subprocess.Popen(
            [sys.executable, "-c", WINDOW, str(tmp_path), *scripts],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert [window.stdout.readline() for _ in scripts] == ["started\n"] * len(scripts)
        rest, _errors = window.communicate("\n", timeout=PATIENCE)
        assert window.returncode == 0
        return rest.splitlines()

    yield leave
    for run in read_running(paths.state):
        stop_run(paths.state, run)


def folders(paths: StatePaths) -> list[Path]:
    return sorted(paths.runtime.glob(f"{LAUNCH_PREFIX}*"))


def lasting(go: Path, rest: str) -> str:
    """A program that goes on once a file is there."""
    return f"echo started; while ! [ -e {go} ]; do sleep 0.05; done; {rest}"


def test_a_program_goes_on_with_its_output_folder_and_note_until_it_ends(leave, paths, tmp_path):
    go = tmp_path / "go"
    ends = f"head -c {MUCH} /dev/zero | tr '\\0' x; echo; echo late >&2; exit 3"
    assert leave(lasting(go, ends)) == ["error "]
    (running,) = read_running(paths.state)
    assert running.program == "/opt/game-0"
    (folder,) = folders(paths)
    create_launch_folder(paths)  # a later launch removes what is left behind
    assert folder in folders(paths)
    assert (folder / "x.json").read_bytes() == b"{}"
    go.touch()
    (ended,) = wait_for(lambda: read_runs(paths.state), "the end of the run")
    assert (ended.program, ended.ended, ended.messages) == ("/opt/game-0", "exit 3", None)
    assert ended.seconds > 0
    log = (tmp_path / "game-0.log").read_text()
    assert log.startswith("started\n")
    assert "x" * MUCH in log
    assert "late\n" in log
    assert log.rstrip().endswith("exit 3")
    wait_for(lambda: not folder.exists(), "the end of the folder")
    wait_for(lambda: not read_running(paths.state), "the end of the note")


def test_several_programs_end_each_at_its_time(leave, paths, tmp_path):
    files = tmp_path / "go-0", tmp_path / "go-1"
    leave(lasting(files[0], "exit 0"), lasting(files[1], "kill -SEGV $$"))
    assert len(read_running(paths.state)) == 2
    files[1].touch()
    (ended,) = wait_for(lambda: read_runs(paths.state), "the end of the second")
    assert (ended.program, ended.signal) == ("/opt/game-1", "SIGSEGV")
    wait_for(lambda: len(folders(paths)) == 1, "the end of its folder")
    wait_for(lambda: len(read_running(paths.state)) == 1, "the end of its note")
    (running,) = read_running(paths.state)
    assert running.program == "/opt/game-0"
    files[0].touch()
    wait_for(lambda: len(read_runs(paths.state)) == 2, "the end of the first")


def test_a_program_that_ended_before_is_not_left(leave, paths, tmp_path):
    go = tmp_path / "go"
    leave("echo started", lasting(go, "exit 0"))
    (running,) = read_running(paths.state)
    assert running.program == "/opt/game-1"
    go.touch()
    (ended,) = wait_for(lambda: read_runs(paths.state), "the end of the other")
    assert ended.program == "/opt/game-1"


def test_a_program_that_was_left_is_stopped_as_any_other_run(leave, paths, tmp_path):
    leave(lasting(tmp_path / "never", "exit 0"))
    (running,) = read_running(paths.state)
    assert stop_run(paths.state, running) == 0
    (ended,) = wait_for(lambda: read_runs(paths.state), "its end")
    assert ended.signal == "SIGTERM"


def test_the_process_that_keeps_them_ends_with_the_last(leave, paths, tmp_path):
    go = tmp_path / "go"
    leave(lasting(go, "exit 0"))
    (folder,) = folders(paths)
    keeper = int((folder / OWNER_FILE).read_text().split()[0])
    command = Path(f"/proc/{keeper}/cmdline").read_bytes()
    assert detached_runs.__name__.encode() in command
    go.touch()
    wait_for(lambda: not Path(f"/proc/{keeper}").exists(), "the end of the process")


def test_what_was_erased_meanwhile_stays_erased(leave, paths, tmp_path):
    go = tmp_path / "go"
    leave(lasting(go, "exit 0"))
    (folder,) = folders(paths)
    keeper = int((folder / OWNER_FILE).read_text().split()[0])
    shutil.rmtree(paths.state)
    go.touch()
    wait_for(lambda: not Path(f"/proc/{keeper}").exists(), "the end of the process")
    assert not paths.state.exists()


def replace_process(monkeypatch, *command: str) -> None:
    """Have another program started in place of the process that gets the runs."""
    monkeypatch.setattr(detached_runs, "make_child_command", lambda *_words: list(command))


def test_what_cannot_be_left_stays_with_its_window(monkeypatch, tmp_path, run):
    replace_process(monkeypatch, sys.executable, "-c", "0")
    run.shell("echo started; read nothing; sleep 1000")
    run.wait_line("started")
    told = start_keeper([run.launch], tmp_path)
    assert told == "The programs cannot keep running without this window."
    replace_process(monkeypatch, "/no/such/program")
    told = start_keeper([run.launch], tmp_path)
    assert told.startswith("The programs cannot keep running without this window: ")
    run.launch.stop()
    assert run.wait().was_stopped


def test_a_process_that_does_not_respond_is_ended(monkeypatch, tmp_path):
    monkeypatch.setattr(detached_runs, "ANSWER_SECONDS", 0.05)
    mark = tmp_path / "pid"
    replace_process(monkeypatch, "/bin/sh", "-c", f"echo $$ > {mark}; sleep 1000")
    wait_for(lambda: start_keeper([], tmp_path) == NO_ANSWER and mark.exists(), "a slow process")
    assert not Path(f"/proc/{mark.read_text().strip()}").exists()


def test_what_its_window_keeps_after_all_stays_with_it(tmp_path, run):
    run.shell("echo started; read nothing; sleep 1000")
    run.wait_line("started")
    end_keeper(start_keeper([run.launch], tmp_path))
    run.launch.stop()
    assert run.wait().was_stopped


@pytest.mark.parametrize("reads", ["", "sys.stdin.buffer.read()", "time.sleep(1000)"])
@pytest.mark.parametrize("size", [1, MUCH])
def test_it_is_said_if_the_process_does_not_take_what_it_gets(monkeypatch, tmp_path, reads, size):
    script = f"import os, sys, time; os.fork() and os._exit(0); os.write(1, b'ready\\n'); {reads}"
    replace_process(monkeypatch, sys.executable, "-c", script)
    keeper = start_keeper([], tmp_path)
    if "sleep" in reads:
        monkeypatch.setattr(detached_runs, "ANSWER_SECONDS", 0.05)
    assert hand_over(keeper, ["x" * size]) == (
        "The process that was to keep the programs running ended unexpectedly or does not respond. "
        "Their further output may be lost, and they may end when this window closes."
    )
    with suppress(ProcessLookupError):
        os.killpg(keeper.pid, signal.SIGKILL)
    end_keeper(keeper)


def test_what_is_being_stopped_is_not_left(run):
    run.shell("trap '' TERM; echo started; sleep 1000")
    run.wait_line("started")
    run.launch.stop()
    assert run.launch.detach() is None
    run.launch.kill()
    assert run.wait().was_stopped
