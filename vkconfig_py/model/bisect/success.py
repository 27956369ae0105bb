"""The success test: what of a run says that the program works."""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.run_program import LaunchEnd

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

    ended: LaunchEnd | None
    has_text: bool = False
    has_loader: bool = False
    chains: tuple[tuple[str, ...], ...] = ()


class RunVerdict(NamedTuple):
    """Whether a run failed, and why: "SIGSEGV", "exit 3", "still running after 10 s"."""

    failed: bool
    why: Message | str


def judge(test: SuccessTest, seen: Observation) -> RunVerdict | None:
    """The verdict of a run; None if the user has to be asked."""
    ended = seen.ended
    if ended is not None and ended.signal:
        return RunVerdict(True, ended.signal)
    if test.asks:
        return None
    if test.text and seen.has_text is test.text_fails:
        said = message("“{text}” was not printed", text=test.text)
        if seen.has_text:
            said = message("“{text}” was printed", text=test.text)
        return RunVerdict(True, said)
    if ended is None:
        return RunVerdict(
            not test.still_running_passes,
            message("still running after {seconds:g} s", seconds=test.seconds),
        )
    return RunVerdict(ended.code != test.exit_status, message("exit {code}", code=ended.code))


def answered(*, works: bool) -> RunVerdict:
    return RunVerdict(not works, message("you said so"))


def describe_test(test: SuccessTest) -> str:
    """The test as a sentence."""
    if test.asks:
        return tr("After each run you say whether it worked. A run that a signal ends has failed.")
    said = [tr("A run works if it exits with {status}.", status=test.exit_status)]
    if test.seconds and test.still_running_passes:
        said.append(tr("One that still runs after {seconds:g} s works.", seconds=test.seconds))
    elif test.seconds:
        said.append(tr("One that still runs after {seconds:g} s fails.", seconds=test.seconds))
    if test.text and test.text_fails:
        said.append(tr("“{text}” must not be in its output.", text=test.text))
    elif test.text:
        said.append(tr("“{text}” must be in its output.", text=test.text))
    return " ".join(said)
