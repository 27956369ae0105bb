"""Sentences about trials and results."""

from __future__ import annotations

import pytest

from tests.model.bisect.sample_searches import PLAIN, WAITED_FOR
from vkconfig_py.model.bisect.investigation import FinishedTrial, Investigation, KeptCandidate
from vkconfig_py.model.bisect.search import (
    BisectTrial,
    Contradiction,
    FaultyComponent,
    FaultyComponentsFound,
    NeverFails,
    StillFails,
    TrialPurpose,
)
from vkconfig_py.model.bisect.suspects import Suspect, SuspectKind
from vkconfig_py.model.bisect.trial_wording import (
    UNSTEADY_RESULT,
    describe_trial,
    render_beginning,
    render_result,
)
from vkconfig_py.model.configuration.configuration import Target

LAYERS = [
    Suspect(SuspectKind.LAYER, f"VK_LAYER_{letter}", file=f"/{letter}.json") for letter in "abcd"
]
SETTING = Suspect(SuspectKind.SETTING, "VK_LAYER_a", "depth", "/a.json", "3")
DRIVERS = [Suspect(SuspectKind.DRIVER, f"{name}.json") for name in ("one", "two", "three")]
ONE = Investigation(
    PLAIN._replace(target=Target("/usr/bin/vkcube")), WAITED_FOR, (*LAYERS, SETTING, *DRIVERS)
)
A, B, C, D = (layer.key for layer in LAYERS)
FIRST, SECOND, THIRD = (driver.key for driver in DRIVERS)
SUSPECTS = (A, B, C, D, SETTING.key)
CRASHED = ONE._replace(tried=(FinishedTrial((), True, "SIGSEGV"),))


@pytest.mark.parametrize(
    ("trial", "said"),
    [
        (BisectTrial(TrialPurpose.AS_IS, ()), "with everything on"),
        (BisectTrial(TrialPurpose.AS_IS, (), attempt=2), "with everything on again"),
        (BisectTrial(TrialPurpose.NONE, SUSPECTS), "without all 4 layers and the setting"),
        (BisectTrial(TrialPurpose.HALF, (A, B, C)), "without 3 of 4 layers"),
        (BisectTrial(TrialPurpose.HALF, (A, D)), "without VK_LAYER_a and VK_LAYER_d"),
        (BisectTrial(TrialPurpose.ALONE, (B, C, D, SETTING.key), (A,)), "with only VK_LAYER_a"),
        (BisectTrial(TrialPurpose.REST, (A,)), "without VK_LAYER_a"),
        (
            BisectTrial(TrialPurpose.DRIVERS, (*SUSPECTS, SECOND, THIRD), (FIRST, SECOND, THIRD)),
            "with only the driver one.json, without all 4 layers and the setting",
        ),
    ],
)
def test_a_trial_says_what_it_leaves_out(trial, said):
    assert describe_trial(ONE, trial) == said


def test_a_search_says_among_what_it_looks():
    assert render_beginning(ONE) == (
        "Searching 4 layers, 1 setting and 3 drivers for the culprit that breaks vkcube."
    )


@pytest.mark.parametrize(
    ("keys", "off", "said"),
    [
        ((A,), A, "VK_LAYER_a breaks vkcube (SIGSEGV)."),
        (
            (A, B),
            A,
            "VK_LAYER_a and VK_LAYER_b break vkcube only in combination.",
        ),
        (
            (A, SETTING.key),
            SETTING.key,
            "The VK_LAYER_a setting depth = 3 breaks vkcube (SIGSEGV).",
        ),
        ((FIRST,), FIRST, "The driver one.json breaks vkcube (SIGSEGV)."),
    ],
)
def test_a_culprit_is_named_with_what_happens(keys, off, said):
    first, second = render_result(CRASHED, FaultyComponentsFound((FaultyComponent(keys, off),)))
    assert first == said
    assert second.startswith("With everything else on, it works without ")


def test_several_culprits_have_a_sentence_each():
    found = FaultyComponentsFound((FaultyComponent((A,), A), FaultyComponent((B,), B)))
    *each, last = render_result(CRASHED, found)
    assert len(each) == 2
    assert last == (
        "With everything else on, it works without VK_LAYER_a and VK_LAYER_b (/a.json and /b.json)."
    )


def test_answers_that_are_not_steady_are_told():
    assert (
        render_result(
            CRASHED, FaultyComponentsFound((FaultyComponent((A,), A),), is_unsteady=True)
        )[-1]
        == UNSTEADY_RESULT
    )


def test_a_program_that_works_says_what_trials_do_not_see():
    works = ONE._replace(
        tried=(FinishedTrial((), False, "exit 0"),), overrides=("/x/override.json",)
    )
    first, second, third = render_result(works, NeverFails())
    assert first == "vkcube works with everything on (exit 0): no culprit to find."
    assert second.endswith(
        "ignore an override applied to the system: /x/override.json. If the program fails "
        "only when started outside vkconfig-py, it may be the cause: withdraw or remove it."
    )
    several = works._replace(overrides=("/x/override.json", "/y/settings.json"))
    assert render_result(several, NeverFails())[1].endswith(
        "ignore overrides applied to the system: /x/override.json and /y/settings.json. If the "
        "program fails only when started outside vkconfig-py, these may be the cause: withdraw or "
        "remove them."
    )
    assert "several runs per trial" in third


@pytest.mark.parametrize(
    ("candidates", "said"),
    [
        (ONE.candidates, "vkcube also fails without all 4 layers and the setting and with "
            "each driver tried separately (SIGSEGV): the cause is something else."),
        ((LAYERS[0], DRIVERS[0]), "vkcube also fails without VK_LAYER_a (SIGSEGV): "
            "the cause is something else. Its only driver cannot be left out."),
        ((DRIVERS[0],), "vkcube fails (SIGSEGV), and its only driver cannot be left out."),
        ((), "vkcube fails, and nothing can be left out."),
    ],
)  # fmt: skip
def test_a_program_that_always_fails_says_what_was_tried(candidates, said):
    assert render_result(CRASHED._replace(candidates=candidates), StillFails()) == (said,)


def test_what_no_trial_could_leave_out_may_be_the_culprit():
    kept = (KeptCandidate(Suspect(SuspectKind.LAYER, "VK_LAYER_kept"), "an override turns it on"),)
    _, second = render_result(CRASHED._replace(kept=kept), StillFails())
    assert second == "The culprit may be VK_LAYER_kept, which no trial could leave out."


def test_a_contradiction_names_both_sides():
    first, _ = render_result(CRASHED, Contradiction((A, B, C), (A,)))
    assert first == (
        "The results contradict each other: vkcube fails without 3 of 4 layers, but works "
        "without VK_LAYER_a."
    )
