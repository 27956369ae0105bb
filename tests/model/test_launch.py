"""A launch runs a program with its plan, hands on its output, and leaves nothing when stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration import Variable
from vkconfig_py.model.launch import Ended, Launch, LaunchError, signal_name, start_launch
from vkconfig_py.model.launch_attached import run_attached
from vkconfig_py.model.launch_folder import launch_folder
from vkconfig_py.model.lines import LINE_LIMIT, LineSplitter
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.plan import Mechanism, Plan, PlannedFile
from vkconfig_py.model.processes import MARK, family, marked_processes

EMPTY = Plan(mechanism=Mechanism.LAUNCH)


class Run:
    """A launch and everything it told."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []
        self.ends: list[Ended] = []
        self.folder_at_end: list[bool] = []
        self.folder = ""
        self.seen = threading.Condition()
        self.launch: Launch | LaunchError | None = None

    def start(self, *command: str, plan: Plan = EMPTY, cwd: str = "", **more: str) -> Run:
        environment = {**os.environ, **more}
        self.launch = start_launch(
            command[0],
            command[1:],
            cwd,
            environment,
            plan,
            on_line=self._on_line,
            on_end=self._on_end,
        )
        return self

    def shell(self, script: str, **named) -> Run:
        return self.start("/bin/sh", "-c", script, **named)

    def _on_line(self, stream: str, line: str) -> None:
        with self.seen:
            self.lines.append((stream, line))
            self.seen.notify_all()

    def _on_end(self, ended: Ended) -> None:
        self.ends.append(ended)
        self.folder_at_end.append(bool(self.folder) and os.path.exists(self.folder))

    def wait_line(self, text: str) -> None:
        with self.seen:
            found = self.seen.wait_for(lambda: any(text in line for _, line in self.lines), 20)
        assert found, self.lines

    def wait(self) -> Ended:
        ended = self.launch.wait(20)
        assert ended is not None
        assert self.ends == [ended]
        return ended

    def out(self) -> list[str]:
        return [line for stream, line in self.lines if stream == "out"]


@pytest.fixture
def run() -> Iterator[Run]:
    handles = len(os.listdir("/proc/self/fd"))
    started = Run()
    yield started
    if isinstance(started.launch, Launch):
        started.launch.kill()
        assert started.launch.wait(20) is not None
    assert len(os.listdir("/proc/self/fd")) == handles, "descriptors were left open"


@pytest.fixture
def paths(tmp_path: Path) -> StatePaths:
    return StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")


def _plan_in(folder: str, *variables: Variable) -> Plan:
    file = PlannedFile(f"{folder}/vulkan/implicit_layer.d/VkLayer_override.json", b"{}")
    return Plan(mechanism=Mechanism.LAUNCH, files=(file,), variables=variables)


def _gone(pids: list[int]) -> bool:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        if not any(_runs(pid) for pid in pids):
            return True
        threading.Event().wait(0.02)
    return False


def _runs(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return text[text.rindex(b")") + 2 :][:1] != b"Z"


def test_output_arrives_in_lines_of_both_streams(run):
    run.shell("echo one; echo two >&2; printf three")
    assert run.wait() == Ended(0, "", False, "exit 0")
    assert run.out() == ["one", "three"]
    assert ("err", "two") in run.lines


def test_an_exit_code_is_named(run):
    assert run.shell("exit 7").wait() == Ended(7, "", False, "exit 7")


def test_a_signal_is_named(run):
    assert run.shell("kill -SEGV $$").wait() == Ended(None, "SIGSEGV", False, "ended by SIGSEGV")


def test_a_signal_without_a_name_has_its_number():
    assert signal_name(40) == "signal 40"


def test_variables_are_set_and_really_unset(run):
    variables = (Variable("SET_BY_PLAN", "a b"), Variable("GONE", None), Variable("EMPTY", ""))
    plan = Plan(mechanism=Mechanism.LAUNCH, variables=variables)
    run.shell('echo "$SET_BY_PLAN:${GONE-unset}:${EMPTY-unset}"', plan=plan, GONE="here").wait()
    assert run.out() == ["a b:unset:"]


def test_no_shell_reads_the_arguments(run):
    run.start("/bin/echo", "$HOME;", "`id`", "*", "").wait()
    assert run.out() == ["$HOME; `id` * "]


def test_a_bare_name_is_looked_up_in_path(run):
    run.start("echo", "found").wait()
    assert run.out() == ["found"]


def test_the_program_runs_in_its_working_directory(run, tmp_path):
    run.start("pwd", cwd=str(tmp_path)).wait()
    assert run.out() == [str(tmp_path)]


def test_the_program_reads_nothing_from_our_input(run):
    run.start("cat")
    assert run.wait().code == 0


def test_bytes_that_are_no_text_stay_visible(run):
    run.start("printf", r"a\377b\n").wait()
    assert run.out() == [r"a\xffb"]


def test_the_private_files_are_there_while_it_runs_and_gone_when_the_end_is_told(run, paths):
    run.folder = launch_folder(paths)
    file = _plan_in(run.folder).files[0].path
    run.shell(f"stat -c %a {run.folder} {file}; cat {file}", plan=_plan_in(run.folder)).wait()
    assert run.out() == ["700", "600", "{}"]
    assert run.folder_at_end == [False]
    assert list(paths.runtime.iterdir()) == []


def test_a_folder_that_only_has_a_name_yet_is_made(run, paths):
    run.folder = str(paths.runtime / "launch-0123456789ab")
    run.shell(f"stat -c %a {run.folder}", plan=_plan_in(run.folder)).wait()
    assert run.out() == ["700"]
    assert run.folder_at_end == [False]


def test_files_outside_a_launch_folder_are_refused(run, tmp_path):
    file = PlannedFile(str(tmp_path / "VkLayer_override.json"), b"{}")
    run.start("true", plan=Plan(mechanism=Mechanism.LAUNCH, files=(file,)))
    assert isinstance(run.launch, LaunchError)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_others_can_write_to_is_refused(run, paths):
    folder = paths.runtime / "launch-shared"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    run.start("true", plan=_plan_in(str(folder)))
    assert "others can write to this folder" in run.launch.sentence


def test_a_runtime_folder_that_cannot_be_used_is_replaced(paths, monkeypatch, tmp_path):
    paths.runtime.write_bytes(b"a file")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = Path(launch_folder(paths))
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda path: None, "{} does not exist"),
        (lambda path: path.mkdir(), "{} is a folder"),
        (lambda path: path.write_bytes(b"#!/bin/sh\n"), "{} is not executable"),
        (lambda path: (path.write_bytes(b"\0junk"), path.chmod(0o755)), "{}: exec format error"),
        (
            lambda path: (path.write_bytes(b"#!/nowhere/at/all\n"), path.chmod(0o755)),
            "{}: no such file or directory",
        ),
    ],
    ids=["missing", "folder", "not executable", "no program", "no interpreter"],
)
def test_a_program_that_cannot_run_is_told_with_its_path(run, paths, tmp_path, prepare, sentence):
    path = tmp_path / "program"
    prepare(path)
    folder = launch_folder(paths)
    run.start(str(path), plan=_plan_in(folder))
    expected = f"The program was not started: {sentence.format(path)}."
    assert run.launch == LaunchError(expected)
    assert not list(paths.runtime.glob("*/vulkan"))


def test_no_program_is_told(run):
    run.start("")
    assert run.launch == LaunchError("The program was not started: none is named.")


def test_a_working_directory_that_is_gone_is_told(run, tmp_path):
    run.start("true", cwd=str(tmp_path / "gone"))
    assert run.launch.sentence.endswith("gone is not a folder.")


def test_an_argument_that_no_program_can_take_is_told(run):
    run.start("true", "a\0b")
    assert "null byte" in run.launch.sentence


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("A=B", "1", "a variable cannot be called “A=B”"),
        ("A\0", None, r"a variable cannot be called “A\x00”"),
        ("", "1", "a variable without a name cannot be set"),
        ("A", "1\0", "the value of A holds a null byte"),
    ],
)
def test_a_variable_that_no_program_can_have_is_not_blamed_on_it(run, name, value, words):
    plan = Plan(mechanism=Mechanism.LAUNCH, variables=(Variable(name, value),))
    run.start("true", plan=plan)
    assert words in run.launch.sentence
    assert "/true" not in run.launch.sentence


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
    monkeypatch.setattr("vkconfig_py.model.processes.TERM_SECONDS", 0.5)
    last = {
        "sleep": "import time; time.sleep(1000)",
        "exit": "",
        "stubborn": "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(1000)",
    }[ending]
    run.start(sys.executable, "-c", f"{STRAYS}\n{last}")
    deadline = time.monotonic() + 20
    while len(run.out()) < 4 and time.monotonic() < deadline:
        threading.Event().wait(0.02)
    pids = [int(line) for line in run.out()]
    assert len(pids) == 4
    run.launch.stop()
    ended = run.wait()
    assert ended.stopped
    assert ended.sentence == "stopped"
    assert _gone(pids)


def test_a_program_that_ignores_the_wish_is_killed(run, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.processes.TERM_SECONDS", 0.3)
    run.shell("trap '' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait() == Ended(None, "SIGKILL", True, "stopped")


def test_a_program_may_end_itself_when_stopped(run):
    run.shell("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait() == Ended(3, "", True, "stopped")
    assert "bye" in run.out()


def test_kill_does_not_wait(run):
    run.shell("trap '' TERM; echo ready; while :; do sleep 0.05; done")
    run.wait_line("ready")
    begin = time.monotonic()
    run.launch.stop()
    run.launch.kill()
    assert run.wait().signal == "SIGKILL"
    assert time.monotonic() - begin < 2.5


def test_a_stop_works_while_the_program_floods_us(run):
    run.shell("echo ready; exec yes")
    run.wait_line("ready")
    run.launch.stop()
    assert run.wait().stopped


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
    assert run.wait().stopped


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
    folder = launch_folder(paths)
    run.shell("setsid sleep 1000 & echo ready; wait", plan=_plan_in(folder))
    run.wait_line("ready")
    mark = Path(folder).name.removeprefix("launch-")
    everyone = {process.pid for process in family(run.launch.pid, mark)}
    assert {process.pid for process in marked_processes(mark)} == everyone
    assert run.launch.pid in everyone


def test_a_folder_left_by_a_killed_owner_is_removed_at_the_next_launch(run, paths):
    left = Path(launch_folder(paths))
    (left / "owner").write_text("999999999 1")
    busy = Path(launch_folder(paths))
    (busy / "owner").write_text("999999999 1")
    mark = busy.name.removeprefix("launch-")
    other = subprocess.Popen(["sleep", "1000"], env={MARK: mark, "PATH": "/bin:/usr/bin"})
    try:
        run.shell("true", plan=_plan_in(launch_folder(paths))).wait()
        assert not left.exists()
        assert busy.exists()
    finally:
        other.kill()
        other.wait()


@given(chunks=st.lists(st.binary(max_size=20)))
def test_lines_do_not_depend_on_how_the_bytes_arrive(chunks):
    splitter = LineSplitter()
    parts = [line for chunk in chunks for line in splitter.feed(chunk)] + splitter.finish()
    whole = LineSplitter()
    assert parts == whole.feed(b"".join(chunks)) + whole.finish()


def test_a_line_without_end_is_given_in_pieces():
    splitter = LineSplitter()
    lines = splitter.feed(b"x" * (3 * LINE_LIMIT + 5))
    assert [len(line) for line in lines] == [LINE_LIMIT] * 3
    assert splitter.finish() == ["x" * 5]


ATTACHED = """
import os, sys
from vkconfig_py.model.launch_attached import run_attached
from vkconfig_py.model.plan import Mechanism, Plan
plan = Plan(mechanism=Mechanism.LAUNCH)
ended = run_attached(sys.argv[1], tuple(sys.argv[2:]), "", os.environ, plan)
print(ended.sentence, flush=True)
"""


def _attached(*command: str, **named) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ATTACHED, *command],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **named,
    )


def test_an_attached_program_has_our_input_and_output():
    with _attached("sh", "-c", "read line; echo got $line; exit 4", stdin=subprocess.PIPE) as child:
        assert child.communicate("text\n", 20)[0] == "got text\nexit 4\n"


def test_the_keys_of_a_terminal_are_the_programs_own_business():
    script = "trap 'echo interrupted; exit 5' INT; echo ready; while :; do sleep 0.05; done"
    with _attached("sh", "-c", script) as child:
        assert child.stdout.readline() == "ready\n"
        os.killpg(child.pid, signal.SIGINT)
        assert child.communicate(timeout=20)[0] == "interrupted\nexit 5\n"


def test_a_terminated_command_line_takes_the_program_and_its_children_along():
    script = "setsid sleep 1000 & echo $!; echo $$; wait; sleep 1000"
    with _attached("sh", "-c", script) as child:
        pids = [int(child.stdout.readline()) for _ in range(2)]
        child.send_signal(signal.SIGTERM)
        assert child.communicate(timeout=20)[0] == "stopped\n"
        assert _gone(pids)


def test_an_attached_program_that_does_not_exist_is_told(tmp_path):
    answer = run_attached(str(tmp_path / "gone"), (), "", os.environ, EMPTY)
    assert isinstance(answer, LaunchError)
