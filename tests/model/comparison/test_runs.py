"""What differs between two runs."""

from __future__ import annotations

from vkconfig_py.model.comparison.sides import ComparedValue, compare_runs
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.launch.run_history import MessageTotal, PastRun

RUN = PastRun(1.0, "/usr/bin/vkcube", ("--c", "9"), "", "Validation", "exit 0", 2.0, code=0)


def test_runs_that_are_alike_differ_in_nothing() -> None:
    assert compare_runs(RUN, RUN._replace(started=5.0)) == ()


def test_only_what_differs_is_told() -> None:
    first = RUN._replace(
        chain=("VK_LAYER_A", "VK_LAYER_B", "VK_LAYER_C"),
        messages=(MessageTotal("VUID-1", "error", 2), MessageTotal("VUID-2", "error", 1)),
        variables=(Variable("A", "1"), Variable("B", None)),
    )
    second = first._replace(
        configuration="Other",
        ended="terminated by SIGSEGV",
        code=None,
        signal="SIGSEGV",
        chain=("VK_LAYER_C", "VK_LAYER_B"),
        messages=(MessageTotal("VUID-1", "error", 5),),
        variables=(Variable("A", "1"), Variable("B", "2"), Variable("C", "")),
    )
    assert compare_runs(first, second) == (
        ComparedValue("", "Configuration", "Validation", "Other"),
        ComparedValue("", "Outcome", "exit 0", "terminated by SIGSEGV"),
        ComparedValue("", "Layer A", "1st of 3", "not loaded"),
        ComparedValue("", "Layer order", "B and C", "C and B"),
        ComparedValue("", "Message VUID-1", "2", "5"),
        ComparedValue("", "Message VUID-2", "1", "none"),
        ComparedValue("", "Variable B", "unset", "2"),
        ComparedValue("", "Variable C", "same as in the session", "empty"),
    )


def test_messages_that_nobody_counted_are_not_compared() -> None:
    counted = RUN._replace(messages=(MessageTotal("VUID-1", "error", 2),))
    assert compare_runs(RUN, counted) == ()
