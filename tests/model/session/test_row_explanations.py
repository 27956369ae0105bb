"""Offers are those of the picture that is shown, however late they are found."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.framework.stand_ins import replace
from tests.model.items.snapshots import layer_row, snapshot_of
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.problems.summary import Diagnostic
from vkconfig_py.model.session.problem_list import RowExplanations

ROW = layer_row("VK_LAYER_a", 1)
OTHER = layer_row("VK_LAYER_b", 2)


class Queue:
    """The worker: jobs wait until the test lets them run."""

    def __init__(self):
        self.jobs = []

    def submit(self, job, deliver):
        self.jobs.append((job, deliver))

    def run(self):
        while self.jobs:
            job, deliver = self.jobs.pop(0)
            deliver(job())


@pytest.fixture
def part():
    """Return the part with pictures, queue and what was asked of the engine."""
    asked = []

    problems_asked = []

    def find(shown, row, problems, _cache):
        asked.append((shown, row))
        problems_asked.append(problems)
        return (f"{row.name} of {id(shown)}",)

    replace(find_offers=find)
    shared = SimpleNamespace(cache=lambda: None, reads=Queue())
    snapshots = SimpleNamespace(shown=snapshot_of(("VK_LAYER_a", "VK_LAYER_b")))
    problems = SimpleNamespace(found_problems=())
    made = RowExplanations(shared, snapshots, problems, lambda: None)
    return SimpleNamespace(
        made=made,
        snapshots=snapshots,
        queue=shared.reads,
        asked=asked,
        problems=problems,
        problems_asked=problems_asked,
    )


def test_what_is_on_its_way_is_not_looked_for_again(part):
    told = []
    for _ in range(3):
        part.made.find_offers(ROW, told.append)
    part.queue.run()
    part.made.find_offers(ROW, told.append)
    assert len(part.asked) == 1
    assert len(told) == 2
    assert told[0] == told[1]


def test_offers_of_an_earlier_picture_are_not_shown_for_the_next(part):
    told = []
    part.made.find_offers(ROW, told.append)
    part.snapshots.shown = later = snapshot_of(("VK_LAYER_a", "VK_LAYER_b"))
    part.made.find_offers(ROW, told.append)
    part.queue.run()
    assert told == [(f"{ROW.name} of {id(later)}",)]


def test_a_row_that_was_left_and_chosen_again_gets_its_offers(part):
    told = []
    part.made.find_offers(ROW, told.append)
    part.made.find_offers(OTHER, told.append)
    part.made.find_offers(ROW, told.append)
    part.queue.run()
    assert [offers[0].split()[0] for offers in told] == [ROW.name]


def test_offers_are_for_the_problems_in_the_order_of_their_actions(part):
    told = []
    of_row = Diagnostic(Problem(Severity.ERROR, "code", "", "", ROW.manifest))
    of_other = Diagnostic(Problem(Severity.ERROR, "code", "", "", "/other.json"))
    part.problems.found_problems = (of_row, of_other)
    part.made.find_offers(ROW, told.append)
    part.queue.run()
    assert part.problems_asked == [(of_row,)]
