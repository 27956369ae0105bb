"""Nothing is offered that does not do what it is offered for; dev.py fuzz --advice tries more."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.framework.amount import choose_amount, divide_numbers
from tests.framework.reference import chromium_loader, debian_loader
from tests.fuzz.advice import SHELLS, check_lines, check_machines
from tests.fuzz.workshop import workshop

SEED = 20_261_123
MACHINES = choose_amount(20, long=40)
LINES = choose_amount(8, long=24)


@pytest.mark.long
def test_every_offer_turns_its_verdict() -> None:
    loaders = (debian_loader(), chromium_loader())
    shares = zip(loaders, divide_numbers(MACHINES, len(loaders)), strict=True)
    checked = [check_machines(loader, SEED, numbers) for loader, numbers in shares]
    wrong = [line for each in checked for line in each.wrong]
    assert not wrong, "\n".join(wrong)
    offers = sum((each.offers for each in checked), Counter())
    assert all(offers[goal] > 5 for goal in ("load", "leave out", "repair", "let start"))


@pytest.mark.parametrize("find", [debian_loader, chromium_loader])
def test_a_copied_line_does_the_same_in_a_real_shell(find) -> None:
    assert SHELLS
    with workshop() as place:
        checked = check_lines(place, find(), SEED, LINES)
    assert not checked.wrong, "\n".join(checked.wrong)
    assert sum(checked.offers.values()) == LINES
