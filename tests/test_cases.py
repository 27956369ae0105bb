"""Many cases in one test."""

from __future__ import annotations

import pytest

from tests.framework.cases import trying_cases


def test_every_failure_is_told_with_its_name_and_the_others_are_tried() -> None:
    tried = []

    def try_all() -> None:
        with trying_cases() as trying:
            for number in range(4):
                with trying(f"case {number}"):
                    tried.append(number)
                    assert number % 2 == 0, f"{number} is odd"

    with pytest.raises(AssertionError) as failed:
        try_all()
    assert tried == [0, 1, 2, 3]
    told = str(failed.value)
    assert told.startswith("2 cases failed\n")
    assert "case 1: " in told
    assert "3 is odd" in told
    assert "case 2: " not in told
