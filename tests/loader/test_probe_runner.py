"""The runner: whatever a child does is a result, and nothing of it stays behind."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from vkconfig_py.loader.probe.runner import (
    OUTPUT_LIMIT,
    Answered,
    Crashed,
    Outcome,
    TimedOut,
    run_child,
)


def run(deed: str, *, timeout: float = 20.0) -> Outcome:
    return run_child("tests.framework.misbehaving", {"do": deed}, os.environ, timeout=timeout)


def test_answer_is_delivered():
    outcome = run("answer")
    assert isinstance(outcome, Answered)
    assert outcome.value == {"do": "answer"}


@pytest.mark.parametrize(
    ("deed", "how"),
    [
        ("crash", "SIGSEGV"),
        ("abort", "SIGABRT"),
        ("exit", "exit 7"),
        ("vanish", "no answer"),
        ("raise", "exit 1"),
    ],
)
def test_end_without_an_answer_is_a_crash_that_names_the_step(deed, how):
    outcome = run(deed)
    assert isinstance(outcome, Crashed)
    assert (outcome.how, outcome.during) == (how, "the risky step")


def test_crash_keeps_what_faulthandler_printed():
    outcome = run("crash")
    assert "Segmentation fault" in outcome.output


def test_exception_of_the_child_is_in_its_output():
    assert "ZeroDivisionError" in run("raise").output


def test_child_that_hangs_and_ignores_sigterm_is_killed():
    assert run("hang", timeout=0.5) == TimedOut(0.5, "the risky step", "")


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


def test_grandchildren_do_not_outlive_the_answer(tmp_path):
    environment = {**os.environ, "MARK": str(tmp_path)}
    run_child("tests.framework.misbehaving", {"do": "grandchild"}, environment)
    end = time.monotonic() + 5.0
    while (alive := _marked(str(tmp_path).encode())) and time.monotonic() < end:
        threading.Event().wait(0.01)  # the kernel ends a killed process in its own time
    assert alive == []


def test_lines_that_a_library_wrote_to_the_descriptor_are_passed_over():
    outcome = run("nonsense")
    assert isinstance(outcome, Answered)
    assert outcome.value == {"do": "nonsense"}


def test_working_directory_that_is_gone_is_a_result(tmp_path):
    outcome = run_child("m", {}, os.environ, working_directory=str(tmp_path / "gone"))
    assert isinstance(outcome, Crashed)
    assert outcome.how.startswith("could not be started")
    assert str(tmp_path / "gone") in outcome.how


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


def _marked(mark: bytes) -> list[Path]:
    """Return the processes with this text in their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environment.read_bytes():
                found.append(environment)
        except OSError:  # it ended meanwhile
            continue
    return found
