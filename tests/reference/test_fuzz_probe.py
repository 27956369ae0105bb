"""Random machines of misbehaving drivers and layers: the native half answers as real loaders do."""

from __future__ import annotations

import pytest

from tests.framework.amount import choose_amount, divide_numbers
from tests.framework.probe_client import ClientRequest
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.fuzz.minimise import minimise
from tests.fuzz.probing.calls import Call, first_difference
from tests.fuzz.probing.command import run_in
from tests.fuzz.probing.explained import (
    EXPLAINED,
    Explained,
    Sides,
    without_unknown_functions,
)
from tests.fuzz.probing.generate import generate
from tests.fuzz.probing.machine import ProbeMachine, smaller
from tests.fuzz.probing.workshop import probe_workshop
from vkconfig_py.loader.base.host import Application

SEED = 20_250_101
MACHINES = choose_amount(30, long=200)


@pytest.mark.long
@pytest.mark.parametrize(
    ("find", "numbers"),
    [*zip((debian_loader, chromium_loader), divide_numbers(MACHINES, 2), strict=True)],
    ids=["debian", "chromium"],
)
def test_machines(find, numbers) -> None:
    loader: RealLoader = find()
    with probe_workshop() as place:
        outcomes = run_in(place, loader, SEED, numbers)
    assert not outcomes.differing, f"dev.py fuzz --probe --seed {SEED} shows {outcomes.differing}"
    assert outcomes.results["0"] > len(numbers) / 2, "most programs must get an instance"
    assert sum(outcomes.explained.values()) < len(numbers) / 10, outcomes.explained


@pytest.mark.parametrize("each", EXPLAINED, ids=lambda each: each.reason[:40])
def test_explanation_is_not_given_for_nothing(each: Explained) -> None:
    machine = ProbeMachine("", (), (), ClientRequest(Application()))
    assert not each.applies(Sides(machine, debian_loader(), [], []))


def test_machine_is_the_same_on_every_computer() -> None:
    assert generate(1, 7) == generate(1, 7)
    assert generate(1, 7) != generate(2, 7)


def test_smallest_machine_keeps_what_is_wanted() -> None:
    machine = next(x for x in (generate(1, n) for n in range(99)) if len(x.parts) > 3)
    name = machine.parts[-1].name
    least = minimise(machine, lambda found: any(x.name == name for x in found.parts), smaller)
    assert [part.name for part in least.parts] == [name]
    assert least.environment == ()
    assert least.settings is None


def test_machine_of_nothing_cannot_be_smaller() -> None:
    assert (
        list(smaller(ProbeMachine("", (), (), ClientRequest(Application(api_version=None))))) == []
    )


def test_first_difference() -> None:
    same, answer, end = Call("a", 1, ()), Call("b", 1, ()), Call("b", None, (), "SIGSEGV")
    assert first_difference([same], [same]) == ()
    assert first_difference([same, answer], [same, answer._replace(answer=2)]) == ("b", "answer")
    assert first_difference([same, end], [same, answer]) == ("b", "ended")
    assert first_difference([same], [same, answer]) == ("b", "called")
    assert first_difference([answer], [answer._replace(inside=({},))]) == ("b", "inside")


def test_functions_that_a_loader_cannot_know_are_left_out() -> None:
    calls = [
        Call("names", ["vkProbeFunction0EXT", "vkCreateDevice"], ({"known": ["vkA"]},)),
        Call("device 0, vkProbeFunction1EXT", 7, ()),
    ]
    assert without_unknown_functions(calls) == [
        Call("names", ["vkCreateDevice"], ({"known": ["vkA"]},))
    ]
