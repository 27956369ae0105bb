"""The success test: what of a run says that the program works."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.run_program import Ended

SECONDS = 10.0


class SuccessTest(NamedTuple):
    """What counts as working; a program that a signal ends never works.

    Attributes:
        exit_status: the status of a program that works.
        seconds: after these the program is ended; 0: it is waited for.
        still_running_passes: a program that runs until then works (a game that shows its window);
            otherwise it hangs.
        text: has to be in a line of the output, or with `text_fails` must not be; "": no matter.
        asks: the user is asked after each run.
        repeat: runs of each trial; one that fails is enough.
    """

    exit_status: int = 0
    seconds: float = SECONDS
    still_running_passes: bool = True
    text: str = ""
    text_fails: bool = False
    asks: bool = False
    repeat: int = 1


class Observation(NamedTuple):
    """What was seen of one run.

    Attributes:
        ended: how the program ended by itself; None if it was still running and was ended.
        has_text: the text of the test was in its output.
        has_loader: a loader printed something.
        chains: the different chains of layers in the loader's log.
    """

    ended: Ended | None
    has_text: bool = False
    has_loader: bool = False
    chains: tuple[tuple[str, ...], ...] = ()


class Verdict(NamedTuple):
    """Whether a run failed, and why: "SIGSEGV", "exit 3", "still running after 10 s"."""

    failed: bool
    why: str


def judge(test: SuccessTest, seen: Observation) -> Verdict | None:
    """The verdict of a run; None if the user has to be asked."""
    ended = seen.ended
    if ended is not None and ended.signal:
        return Verdict(True, ended.signal)
    if test.asks:
        return None
    if test.text and seen.has_text is test.text_fails:
        found = "was printed" if seen.has_text else "was not printed"
        return Verdict(True, f"“{test.text}” {found}")
    if ended is None:
        return Verdict(not test.still_running_passes, f"still running after {test.seconds:g} s")
    return Verdict(ended.code != test.exit_status, f"exit {ended.code}")


def answered(*, works: bool) -> Verdict:
    return Verdict(not works, "you said so")


def describe_test(test: SuccessTest) -> str:
    """The test as a sentence."""
    if test.asks:
        return "After each run you say whether it worked. A run that a signal ends has failed."
    works = [f"it exits with {test.exit_status}"]
    if test.seconds:
        then = "works" if test.still_running_passes else "fails"
        works.append(f"one that still runs after {test.seconds:g} s {then}")
    if test.text:
        works.append(f"“{test.text}” must {'not ' if test.text_fails else ''}be in its output")
    return f"A run works if {'; '.join(works)}."
