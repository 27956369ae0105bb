"""What probes found bad, as problems with a way out."""

import pytest

from tests.model.items.pictures import driver_row, layer_row, off_row
from tests.model.probing.sample import LVP
from vkconfig_py.loader.verdicts import Severity
from vkconfig_py.model.probing.probed import (
    Detail,
    Details,
    Fate,
    Health,
    ProbeAnswers,
    Probed,
)
from vkconfig_py.model.problems.probe_problems import probe_problems
from vkconfig_py.model.problems.told import ActionKind

DRIVER = driver_row(LVP, used=True)
LAYER = layer_row("VK_LAYER_a", 1, manifest="/a.json")
DETAIL = Detail("Crashes in vkCreateInstance of liba.so.", advice="It hurts. Turn it off.")


def problems(*rows, fate=Fate.CRASHED, short="crashes"):
    health = {row.key: Health(fate, "crashes", short) for row in rows}
    details = dict.fromkeys(health, DETAIL)
    return probe_problems(rows, ProbeAnswers(Probed(health), Details(details)))


@pytest.mark.parametrize("row", [DRIVER, LAYER])
def test_what_programs_would_meet_is_a_problem_that_can_be_turned_off(row):
    ((problem, actions),) = problems(row)
    assert problem.severity is Severity.ERROR
    assert problem.code == "probe-crashed"
    assert problem.title == f"{row.name.removeprefix('VK_LAYER_')} crashes"
    assert problem.consequence == "Crashes in vkCreateInstance of liba.so. It hurts."
    assert problem.file == row.manifest
    assert [(action.kind, action.text) for action in actions] == [
        (ActionKind.TURN_OFF, row.key),
        (ActionKind.PROBE, row.key),
    ]


def test_what_the_loader_leaves_out_is_a_warning():
    ((problem, _actions),) = problems(LAYER, fate=Fate.REFUSED, short="cannot be opened")
    assert problem.severity is Severity.WARNING
    assert problem.title == "a cannot be opened"


def test_what_no_program_meets_is_no_problem():
    assert problems(off_row("VK_LAYER_b"), DRIVER._replace(used=False)) == ()
    assert problems(LAYER, fate=Fate.WELL) == ()


def test_a_row_without_a_control_can_only_be_looked_at():
    ((_problem, actions),) = problems(LAYER._replace(wishes=()))
    assert [action.kind for action in actions] == [ActionKind.PROBE]
