"""The search for what breaks a program: any hidden set is found, in few trials."""

from __future__ import annotations

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.bisect.search import (
    BisectSearch,
    BisectTrial,
    Contradiction,
    FaultyComponent,
    FaultyComponentsFound,
    NeverFails,
    StillFails,
    TrialPurpose,
)

LAYERS = tuple(f"layer{number}" for number in range(12))
DRIVERS = tuple(f"driver{number}" for number in range(5))
EVERYTHING = frozenset((*LAYERS, *DRIVERS))


def run(search, fails, most=200):
    """Answer the trials by a function of what is on; return the result and the trials."""
    trials = []
    everything = frozenset((*search.suspects, *search.drivers))
    while isinstance(step := search.find_next_step(), BisectTrial):
        trials.append(step)
        assert len(trials) <= most
        search = search.with_answer(bool(fails(everything - {*step.left_out})))
    return step, trials


def breaks(*sets):
    return lambda on: any({*one} <= on for one in sets)


def faulty_components(result):
    return [{*one.keys} for one in result.faulty_components]


def test_one_layer_of_twelve_takes_eight_trials():
    result, trials = run(BisectSearch(LAYERS), breaks({"layer7"}))
    assert result == FaultyComponentsFound((FaultyComponent(("layer7",), "layer7"),))
    assert [one.purpose for one in trials[:3]] == [
        TrialPurpose.AS_IS,
        TrialPurpose.NONE,
        TrialPurpose.HALF,
    ]
    assert trials[-1].purpose is TrialPurpose.REST
    assert trials[-1].left_out == ("layer7",)
    assert len(trials) <= 8


def test_the_first_trials_are_everything_and_nothing():
    _, trials = run(BisectSearch(LAYERS), breaks({"layer0"}))
    assert trials[0].left_out == ()
    assert trials[1].left_out == LAYERS


def test_a_pair_is_found_and_the_milder_one_is_turned_off():
    search = BisectSearch(LAYERS, least_disruptive_first=tuple(reversed(LAYERS)))
    result, _ = run(search, breaks({"layer2", "layer9"}))
    assert faulty_components(result) == [{"layer2", "layer9"}]
    assert result.faulty_components[0].key_to_turn_off == "layer9"


def test_two_layers_that_each_break_it_are_both_found():
    result, trials = run(BisectSearch(LAYERS), breaks({"layer2"}, {"layer9"}))
    assert faulty_components(result) == [{"layer2"}, {"layer9"}]
    assert trials[-1].left_out == ("layer2", "layer9")


def test_a_program_that_does_not_fail_has_no_culprit():
    result, trials = run(BisectSearch(LAYERS), breaks())
    assert result == NeverFails()
    assert len(trials) == 1


def test_a_program_that_fails_anyway_has_no_culprit_among_layers():
    result, trials = run(BisectSearch(LAYERS), lambda on: True)
    assert result == StillFails()
    assert len(trials) == 2


def test_a_driver_is_looked_for_once_it_is_no_layer():
    def fails(on):
        return "driver3" in on or "driver1" not in on

    result, trials = run(BisectSearch(LAYERS, DRIVERS), fails)
    assert result == FaultyComponentsFound((FaultyComponent(("driver3",), "driver3"),))
    assert all({*DRIVERS} - {*one.left_out} for one in trials)  # one is always on


def test_with_every_driver_broken_no_driver_is_blamed():
    result, _ = run(BisectSearch(LAYERS, DRIVERS), lambda on: True)
    assert result == StillFails()


def test_the_only_driver_is_not_turned_off():
    result, trials = run(BisectSearch((), ("driver",)), lambda on: True)
    assert result == StillFails()
    assert [one.left_out for one in trials] == [()]


def test_a_driver_and_a_layer_that_each_break_it_are_both_found():
    result, _ = run(BisectSearch(LAYERS, DRIVERS), breaks({"driver0"}, {"layer5"}))
    assert faulty_components(result) == [{"driver0"}, {"layer5"}]


def test_a_failure_that_comes_now_and_then_is_found_and_told():
    # The first run with half of the layers passes by luck.
    lucky = iter([False])

    def fails(on):
        if "layer1" not in on:
            return False
        return next(lucky, True) if len(on) == 6 else True

    result, trials = run(BisectSearch(LAYERS), fails)
    assert faulty_components(result) == [{"layer1"}]
    assert result.is_unsteady
    assert any(one.attempt > 1 for one in trials)


def test_a_program_that_needs_what_is_left_out_is_a_contradiction():
    steps = {
        frozenset("abcd"): True,
        frozenset(): False,
        frozenset("ab"): False,
        frozenset("abc"): True,
        frozenset("c"): False,
        frozenset("ac"): False,
        frozenset("bc"): True,
        frozenset("b"): True,
    }
    result, trials = run(BisectSearch(tuple("abcd")), steps.__getitem__)
    assert result == Contradiction(failing_keys=("a", "c", "d"), passing_keys=("c", "d"))
    assert trials[-1].attempt == 3


def test_a_trial_is_repeated_as_often_as_is_asked():
    result, trials = run(BisectSearch(LAYERS, repeat=4), breaks())
    assert result == NeverFails()
    assert [one.attempt for one in trials] == [1, 2, 3, 4]


def test_equal_answers_lead_to_equal_trials():
    answers = [True, False, True, False, False]
    search = BisectSearch(LAYERS, DRIVERS)
    for failed in answers:
        search = search.with_answer(failed)
    assert (
        search.find_next_step()
        == BisectSearch(LAYERS, DRIVERS, answers=tuple(answers)).find_next_step()
    )


hidden = st.sets(st.sampled_from(LAYERS), min_size=1, max_size=4)


@given(hidden)
def test_any_hidden_set_is_found_in_few_trials(members):
    result, trials = run(BisectSearch(LAYERS, DRIVERS), breaks(members))
    assert faulty_components(result) == [members]
    each = math.ceil(math.log2(len(LAYERS))) + 1
    assert len(trials) <= 2 + len(members) * (each + 1) + 1


@given(st.lists(hidden, min_size=1, max_size=4))
def test_of_several_hidden_sets_enough_is_turned_off(sets):
    result, trials = run(BisectSearch(LAYERS), breaks(*sets))
    off = {one.key_to_turn_off for one in result.faulty_components}
    assert all(one & off for one in sets)
    assert all({*one.keys} in sets for one in result.faulty_components)
    assert len(trials) <= 2 + len(off) * (4 * 6 + 1)


@given(st.sets(st.sampled_from(DRIVERS), min_size=1, max_size=4), st.sampled_from(DRIVERS))
def test_any_drivers_that_break_a_program_are_found(broken, working):
    broken = broken - {working}
    result, _ = run(
        BisectSearch(LAYERS, DRIVERS),
        lambda on: bool(broken & on) or working not in on or not broken,
    )
    if broken:
        assert {one.key_to_turn_off for one in result.faulty_components} == broken
    else:
        assert result == StillFails()


@given(hidden, st.integers(0, 1000), st.sampled_from([0.6, 0.8, 0.95]))
def test_a_search_with_unsteady_answers_ends(members, seed, probability):
    chance = random.Random(seed)
    result, _ = run(
        BisectSearch(LAYERS, DRIVERS, repeat=2),
        lambda on: members <= on and chance.random() < probability,
    )
    if isinstance(result, FaultyComponentsFound) and not result.is_unsteady:
        assert any(members & {*one.keys} for one in result.faulty_components)
