"""Each verdict is true: what its remedy changes turns it, on random machines."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.framework.amount import choose_amount
from tests.loader.random_machines import random_question
from tests.loader.remedies.flips import Result, render, try_remedies
from vkconfig_py.loader.base.verdicts import NoRemedy, Reason

MACHINES = choose_amount(40, long=250)
# Reasons that may have no remedy; docs/loader_rules.md says why.
WITHOUT_REMEDY = frozenset(
    {
        Reason.WRONG_ARCHITECTURE,
        Reason.LIBRARY_OTHER_SIZE,
        Reason.DRIVER_DISABLE_FILTER,
        Reason.DRIVER_SELECT_FILTER,
        Reason.DUPLICATE,
        Reason.UNREADABLE,
        Reason.FOLDER_UNREADABLE,
        Reason.FOLDER_ABSENT,
    }
)


@pytest.fixture(scope="module")
def tried() -> list[tuple[Reason, Result, str]]:
    """Carry out the remedies of every negative verdict of some hundred machines."""
    found = []
    for seed in range(MACHINES):
        for row, result in try_remedies(random_question(seed)):
            remedy = row.verdict.remedy
            why = str(remedy.why) if isinstance(remedy, NoRemedy) else ""
            found.append((row.verdict.reason, result, why))
    return found


@pytest.mark.long
def test_remedies_turn_ninety_seven_of_a_hundred_negative_verdicts(
    tried: list[tuple[Reason, Result, str]],
):
    counts = Counter((reason.value, result) for reason, result, _ in tried)
    print(f"\n{render(counts)}")  # noqa: T201 - the table is what -s is asked for
    inverted = sum(result in (Result.BETTER, Result.GONE) for _, result, _ in tried)
    tries = sum(result is not Result.NONE for _, result, _ in tried)
    assert inverted >= 0.97 * tries
    assert tries >= 0.9 * len(tried)


def test_every_reason_is_turned_mostly(tried: list[tuple[Reason, Result, str]]):
    for reason in {reason for reason, _, _ in tried} - WITHOUT_REMEDY:
        results = [result for one, result, _ in tried if one is reason]
        assert results.count(Result.SAME) <= max(1, 0.1 * len(results)), reason


def test_only_listed_reasons_have_no_remedy_and_say_why(tried: list[tuple[Reason, Result, str]]):
    without = {(reason, why) for reason, result, why in tried if result is Result.NONE}
    assert {reason for reason, _ in without} <= WITHOUT_REMEDY
    assert all(why for _, why in without)
