"""What of a run says that the program works."""

from __future__ import annotations

import pytest

from vkconfig_py.model.bisect.investigation import (
    Observation,
    RunVerdict,
    SuccessTest,
    describe_test,
    judge_run,
    make_user_verdict,
)
from vkconfig_py.model.launch.run_program import LaunchEnd

FINE, THREE = LaunchEnd(0, "", False, "exit 0"), LaunchEnd(3, "", False, "exit 3")
CRASHED = LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV")
HANGS = SuccessTest(still_running_passes=False)
PRINTS, SILENT = SuccessTest(text="FPS"), SuccessTest(text="error", text_fails=True)


@pytest.mark.parametrize(
    ("test", "seen", "verdict"),
    [
        (SuccessTest(), Observation(FINE), RunVerdict(False, "exit 0")),
        (SuccessTest(), Observation(THREE), RunVerdict(True, "exit 3")),
        (SuccessTest(exit_status=3), Observation(THREE), RunVerdict(False, "exit 3")),
        (SuccessTest(), Observation(None), RunVerdict(False, "still running after 10 s")),
        (HANGS, Observation(None), RunVerdict(True, "still running after 10 s")),
        (SuccessTest(exit_status=3), Observation(CRASHED), RunVerdict(True, "SIGSEGV")),
        (SuccessTest(asks=True), Observation(CRASHED), RunVerdict(True, "SIGSEGV")),
        (SuccessTest(asks=True), Observation(FINE), None),
        (PRINTS, Observation(FINE, has_text=True), RunVerdict(False, "exit 0")),
        (PRINTS, Observation(FINE), RunVerdict(True, "“FPS” was not printed")),
        (PRINTS, Observation(None, has_text=True), RunVerdict(False, "still running after 10 s")),
        (SILENT, Observation(FINE, has_text=True), RunVerdict(True, "“error” was printed")),
        (SILENT, Observation(FINE), RunVerdict(False, "exit 0")),
    ],
)
def test_a_run_is_judged(test, seen, verdict):
    judged = judge_run(test, seen)
    told = judged if judged is None else judged._replace(reason=str(judged.reason))
    assert told == verdict


def test_an_answer_of_the_user_is_a_verdict():
    well = make_user_verdict(works=True)
    assert (well.failed, str(well.reason)) == (False, "your answer")
    assert make_user_verdict(works=False).failed


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (SuccessTest(seconds=0), "A run is successful if it exits with status 0."),
        (
            HANGS,
            (
                "A run is successful if it exits with status 0. A run that lasts longer than "
                "10 s counts as failed."
            ),
        ),
        (
            PRINTS,
            (
                "A run is successful if it exits with status 0. A run that lasts longer than "
                "10 s counts as successful. Its output must contain “FPS”."
            ),
        ),
        (
            SuccessTest(asks=True),
            (
                "After each run, you report whether it worked. A run terminated by a signal "
                "counts as failed."
            ),
        ),
    ],
)
def test_a_test_is_told(test, said):
    assert describe_test(test) == said
