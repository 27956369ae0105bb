"""The runner: whatever a child does is a result, and nothing of it stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from tests.framework.patience import GROWING_LIMITS, PATIENCE, wait_for
from tests.framework.processes import find_marked_processes
from vkconfig_py.loader.probe.child_process import OUTPUT_LIMIT, run_child
from vkconfig_py.loader.wire.results import (
    Answered,
    Cancellation,
    Cancelled,
    Crashed,
    Lied,
    Limits,
    Outcome,
    Overran,
    TimedOut,
)


def run(deed: str, *, timeout: float = PATIENCE) -> Outcome:
    return run_child(
        "tests.framework.misbehaving", {"do": deed}, os.environ, limits=Limits(timeout)
    )


_WITHOUT_RIGHTS = """
import os, sys
from vkconfig_py.loader.probe.child_process import run_child
environment = {**os.environ, "HOME": "/nonexistent", "MARK": sys.argv[2]}
outcome = run_child("tests.framework.misbehaving", {"do": sys.argv[1]}, environment)
print(type(outcome).__name__, outcome.how)
"""


def run_without_rights(deed: str, mark: str) -> str:
    """Run a deed where there is no namespace, and return what became of it.

    Root does so as a user of its own, who may read what root may.
    """
    command = ["prlimit", "--nproc=1500", sys.executable, "-B", "-c", _WITHOUT_RIGHTS, deed, mark]
    if os.geteuid() == 0:
        reading = [f"--{which}-caps=+dac_read_search" for which in ("inh", "ambient")]
        user = ["--reuid=54321", "--regid=54321", "--clear-groups"]
        command = ["setpriv", *user, *reading, *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert not done.returncode, done
    return done.stdout.rstrip()


def has_namespaces() -> bool:
    """Return whether the keeper of a child here is the first process of a namespace."""
    command = ["unshare", "--pid", "--mount-proc", "--fork", "true"]
    return subprocess.run(command, capture_output=True, timeout=PATIENCE).returncode == 0


def run_out_of_time(deed: str) -> TimedOut:
    for seconds in GROWING_LIMITS:
        outcome = run(deed, timeout=seconds)
        assert isinstance(outcome, TimedOut)
        assert outcome.seconds == seconds
        if outcome.during:
            return outcome
    raise AssertionError("the child never came to its deed")


def test_answer_is_delivered():
    outcome = run("answer")
    assert isinstance(outcome, Answered)
    assert outcome.value == {"do": "answer"}


def test_what_is_asked_needs_no_room_on_a_disk(monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    assert isinstance(run("answer"), Answered)


@pytest.mark.parametrize(
    ("deed", "how"),
    [
        ("crash", "SIGSEGV"),
        ("abort", "SIGABRT"),
        ("exit", "exit 7"),
        ("raise", "the process raised ZeroDivisionError: division by zero"),
    ],
)
def test_end_without_an_answer_is_a_crash_that_names_the_step(deed, how):
    outcome = run(deed)
    assert isinstance(outcome, Crashed)
    assert (str(outcome.how), outcome.during) == (how, "the risky step")


def test_child_that_ends_well_without_an_answer_lied():
    assert run("vanish") == Lied("the risky step", "")


def test_crash_names_the_innermost_calls():
    outcome = run("crash")
    assert isinstance(outcome, Crashed)
    assert outcome.stack[0].startswith("<lambda> (misbehaving.py:")
    assert outcome.stack[1].startswith("main (misbehaving.py:")
    assert outcome.output == ""


def test_what_was_handed_over_before_a_crash_is_kept():
    outcome = run("half")
    assert isinstance(outcome, Crashed)
    assert outcome.partial_answer == [1, 2]


def test_exception_of_the_child_is_in_its_output():
    assert "ZeroDivisionError" in run("raise").output


def test_child_that_hangs_and_ignores_sigterm_is_killed():
    outcome = run_out_of_time("hang")
    assert (outcome.during, outcome.output) == ("the risky step", "")


def test_output_is_bounded():
    outcome = run("shout")
    assert isinstance(outcome, Answered)
    assert len(outcome.output) == OUTPUT_LIMIT


def test_grandchild_that_holds_the_descriptor_does_not_delay_the_answer():
    outcome = run("grandchild")
    assert isinstance(outcome, Answered)


def test_grandchild_does_not_hide_a_crash():
    outcome = run("grandchild, then crash")
    assert isinstance(outcome, Crashed)
    assert outcome.how == "SIGSEGV"


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ("grandchild", Answered),
        ("orphan", Answered),
        ("orphan, then crash", Crashed),
        ("orphan, then hang", TimedOut),
    ],
)
def test_nothing_that_a_child_starts_outlives_its_answer(tmp_path, deed, kind):
    environment = {**os.environ, "MARK": str(tmp_path)}
    limits = Limits(2.0 if kind is TimedOut else PATIENCE)
    outcome = run_child("tests.framework.misbehaving", {"do": deed}, environment, limits=limits)
    assert isinstance(outcome, kind)
    assert find_marked_processes(tmp_path) == []


@pytest.mark.parametrize(
    ("deed", "how"), [("kill the keeper", "SIGKILL"), ("stop the keeper", "SIGSTOP")]
)
def test_nothing_outlives_a_keeper_that_the_child_killed_or_stopped(tmp_path, deed, how):
    said = run_without_rights(deed, str(tmp_path))
    assert said == f"Crashed {how}"
    assert find_marked_processes(tmp_path) == []


@pytest.mark.parametrize("deed", ["kill the keeper", "stop the keeper"])
def test_keeper_of_a_namespace_is_out_of_reach(tmp_path, deed):
    environment = {**os.environ, "MARK": str(tmp_path)}
    kind = TimedOut if has_namespaces() else Crashed
    for seconds in GROWING_LIMITS:
        outcome = run_child(
            "tests.framework.misbehaving", {"do": deed}, environment, limits=Limits(seconds)
        )
        assert find_marked_processes(tmp_path) == []
        if outcome.during:
            assert isinstance(outcome, kind)
            return
    raise AssertionError("the child never came to its deed")


@pytest.mark.parametrize("deed", ["forge", "orphan, then forge"])
def test_library_that_speaks_for_the_keeper_harms_nobody(tmp_path, deed):
    victim = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        environment = {**os.environ, "MARK": str(tmp_path), "VICTIM": str(victim.pid)}
        outcome = run_child("tests.framework.misbehaving", {"do": deed}, environment)
        assert isinstance(outcome, Lied)
        assert victim.poll() is None
        assert find_marked_processes(tmp_path) == []
    finally:
        victim.kill()
        victim.wait()


def test_child_that_spins_is_stopped_by_the_clock_or_by_the_processor_time():
    assert run_out_of_time("spin").during == "the risky step"
    limits = Limits(PATIENCE, processor_seconds=1)
    outcome = run_child("tests.framework.misbehaving", {"do": "spin"}, os.environ, limits=limits)
    assert isinstance(outcome, Crashed)
    assert outcome.how == "SIGXCPU"


def test_memory_is_bounded():
    limits = Limits(PATIENCE, memory=1 << 29)
    outcome = run_child("tests.framework.misbehaving", {"do": "eat"}, os.environ, limits=limits)
    assert isinstance(outcome, Crashed)
    assert str(outcome.how).startswith("the process raised MemoryError")
    assert outcome.output.rstrip().endswith("MemoryError")


def test_shared_memory_is_bounded():
    limits = Limits(PATIENCE, memory=1 << 29)
    outcome = run_child("tests.framework.misbehaving", {"do": "share"}, os.environ, limits=limits)
    assert isinstance(outcome, Crashed)
    assert "File too large" in str(outcome.how)
    limits = Limits(PATIENCE, memory=1 << 31)
    outcome = run_child("tests.framework.misbehaving", {"do": "share"}, os.environ, limits=limits)
    assert isinstance(outcome, Answered)


@pytest.mark.parametrize("deed", ["share in pieces", "share a mapping"])
def test_the_sum_of_shared_memory_is_bounded(tmp_path, deed):
    environment = {**os.environ, "MARK": str(tmp_path)}
    limits = Limits(PATIENCE, memory=128 << 20)
    outcome = run_child("tests.framework.misbehaving", {"do": deed}, environment, limits=limits)
    assert isinstance(outcome, Overran)
    assert str(outcome.how) == "more than 128 MiB of shared memory"
    assert outcome.during == "the risky step"
    assert find_marked_processes(tmp_path) == []


def test_processes_are_bounded_without_the_rights_of_root(tmp_path):
    said = run_without_rights("multiply", str(tmp_path))
    assert said == "Overran more than 512 processes and threads"
    assert find_marked_processes(tmp_path) == []


def test_another_thread_can_cancel(tmp_path):
    cancellation, heard = Cancellation(), threading.Event()

    def cancel() -> None:
        heard.wait(PATIENCE)
        wait_for(
            lambda: len(find_marked_processes(tmp_path)) >= 3,
            "keeper, child and orphan",
        )
        cancellation.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    environment = {**os.environ, "MARK": str(tmp_path)}
    for expected in ("the risky step", ""):  # then no child is started
        outcome = run_child(
            "tests.framework.misbehaving",
            {"do": "orphan, then hang"},
            environment,
            limits=Limits(2 * PATIENCE),
            cancellation=cancellation,
            on_step=lambda _step: heard.set(),
        )
        assert outcome == Cancelled(expected)
    assert find_marked_processes(tmp_path) == []
    canceller.join()
    cancellation.close()


def test_children_end_with_the_process_that_asked(tmp_path):
    script = (
        "import os\n"
        "from vkconfig_py.loader.wire.results import Limits\n"
        "from vkconfig_py.loader.probe.child_process import run_child\n"
        "deed = {'do': 'orphan, then hang'}\n"
        "limits = Limits(600.0)\n"
        "run_child('tests.framework.misbehaving', deed, os.environ, limits=limits)\n"
    )
    environment = {**os.environ, "MARK": str(tmp_path), "PYTHONPATH": os.getcwd()}
    asking = subprocess.Popen([sys.executable, "-c", script], env=environment)
    try:
        wait_for(
            lambda: len(find_marked_processes(tmp_path)) >= 4, "itself, keeper, child and orphan"
        )
    finally:
        asking.kill()
        asking.wait()
    wait_for(lambda: not find_marked_processes(tmp_path), "the end of all")


@pytest.mark.parametrize("deed", ["nonsense", "unfinished line", "deep nonsense"])
def test_lines_that_a_library_wrote_to_the_descriptor_are_passed_over(deed):
    outcome = run(deed)
    assert isinstance(outcome, Answered)
    assert outcome.value == {"do": deed}


@pytest.mark.parametrize("deed", ["flood of lines", "flood without a line"])
def test_child_that_writes_to_the_descriptor_for_ever_is_stopped(deed):
    assert run_out_of_time(deed).during in ("the risky step", "a step of the library")


def test_working_directory_that_is_gone_is_a_result(tmp_path):
    outcome = run_child("m", {}, os.environ, working_directory=str(tmp_path / "gone"))
    assert isinstance(outcome, Crashed)
    assert str(outcome.how).startswith("the process could not be started")
    assert str(tmp_path / "gone") in str(outcome.how)


def test_environment_that_cannot_be_passed_is_a_result():
    outcome = run_child("m", {}, {"NAME": "a\0b"})
    assert isinstance(outcome, Crashed)


def test_python_variables_of_the_target_do_not_reach_the_child():
    environment = {**os.environ, "PYTHONHOME": "/nonexistent", "PYTHONPATH": "/nonexistent"}
    outcome = run_child("tests.framework.misbehaving", {"do": "answer"}, environment)
    assert isinstance(outcome, Answered)


def test_no_descriptor_is_left_open():
    run("answer")
    before = len(os.listdir("/proc/self/fd"))
    for deed in ("answer", "crash", "vanish"):
        run(deed)
    run_child("m", {}, {"NAME": "a\0b"})
    assert len(os.listdir("/proc/self/fd")) == before
