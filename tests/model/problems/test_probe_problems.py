"""What probes found bad, as problems with a way out."""

import subprocess
import sys

import pytest

from tests.framework.patience import PATIENCE
from tests.model.chain.probing_sample import LVP
from tests.model.items.snapshots import driver_row, layer_row, off_row
from vkconfig_py.loader.base.verdicts import RemoveFile, Severity
from vkconfig_py.model.chain.probe_results import (
    ProbeDetail,
    ProbeDetails,
    ProbeFindings,
    ProbeReport,
    ProbeStatus,
    ShownHealth,
)
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files import resources
from vkconfig_py.model.plan.plan import make_request
from vkconfig_py.model.problems.probe_problems import list_broken_keys, list_probe_problems
from vkconfig_py.model.problems.probe_remedies import find_remedies
from vkconfig_py.model.problems.summary import ActionKind, ProblemAction
from vkconfig_py.model.session.sample_machine import open_demo_machine

DRIVER = driver_row(LVP, is_used=True)
LAYER = layer_row("VK_LAYER_a", 1, manifest="/a.json")
DETAIL = ProbeDetail(
    "Crashes in vkCreateInstance of liba.so.", effect="It hurts.", advice="Turn it off."
)


def answers(*rows, probe_status=ProbeStatus.CRASHED, short="crashes", sentence="crashes"):
    health = {row.key: ShownHealth(probe_status, sentence, short) for row in rows}
    details = dict.fromkeys(health, DETAIL)
    return ProbeReport(ProbeFindings(health), ProbeDetails(details))


def problems(*rows, **known):
    return list_probe_problems(rows, answers(*rows, **known))


EVERY_PROGRAM = "The loader opens every driver, so every Vulkan program fails."


@pytest.mark.parametrize(
    ("row", "title", "effect"),
    [
        (DRIVER, f"{DRIVER.name} crashes every Vulkan program", EVERY_PROGRAM),
        (LAYER, "a crashes", "It hurts."),
    ],
)
def test_what_programs_would_meet_is_told_as_what_it_is(row, title, effect):
    ((problem, actions, _more),) = problems(row)
    assert problem.severity is Severity.ERROR
    assert problem.code == "probe-crashed"
    assert problem.title == title
    assert problem.consequence == f"Crashes in vkCreateInstance of liba.so. {effect}"
    assert problem.file == row.manifest
    assert [(action.kind, action.text) for action in actions] == [(ActionKind.PROBE, row.key)]


def test_a_driver_that_crashes_only_with_its_device_does_not_end_every_program():
    sentence = "crashes in vkCreateDevice of liba.so"
    ((problem, _actions, _more),) = problems(DRIVER, sentence=sentence)
    assert problem.title == f"{DRIVER.name} crashes"


def test_a_driver_that_uses_too_much_does_so_in_every_program():
    known = {
        "probe_status": ProbeStatus.EXCESSIVE,
        "short": "uses too many resources",
        "sentence": "uses more than ...",
    }
    ((problem, _actions, _more),) = problems(DRIVER, **known)
    assert problem.severity is Severity.ERROR
    assert problem.code == "probe-excessive"
    assert problem.title == f"{DRIVER.name} makes every Vulkan program use too many resources"
    assert problem.consequence.endswith("so this affects every Vulkan program.")


def test_what_helps_comes_first():
    way = ProblemAction(ActionKind.TURN_OFF, "Turn off", text=LAYER.key)
    assert list_broken_keys([LAYER, DRIVER], answers(LAYER)) == (LAYER.key,)
    ((_problem, actions, _more),) = list_probe_problems(
        [LAYER], answers(LAYER), {LAYER.key: (way,)}
    )
    assert [action.kind for action in actions] == [ActionKind.TURN_OFF, ActionKind.PROBE]


@pytest.fixture(scope="module")
def demo():
    machine = open_demo_machine(resources.find_resource("demo"))
    yield machine
    machine.close()


def look(demo, configuration):
    return compute_snapshot(make_request(demo.host, (demo.profile,), Workspace((configuration,))))


def test_a_driver_that_ends_programs_can_be_left_out_here_and_everywhere(demo):
    configuration = Configuration(key="k", name="c")
    snapshot = look(demo, configuration)
    row = next(row for row in snapshot.rows if row.kind is RowKind.DRIVER and row.is_used)
    base = row.manifest.rpartition("/")[2]
    ways = find_remedies(snapshot, (row.key,))[row.key]
    assert [way.kind for way in ways] == [ActionKind.TURN_OFF, ActionKind.FIX, ActionKind.COPY]
    assert all(way.consequence.startswith("After this: ") for way in ways)
    assert ways[1].remedy == RemoveFile(row.manifest)
    assert ways[2].text == (f"echo VK_LOADER_DRIVERS_DISABLE={base} | sudo tee -a /etc/environment")
    off = look(demo, configuration.with_driver_control(base, DriverControl.OFF))
    assert list_broken_keys(off.rows, answers(row)) == ()  # a problem that is turned off is gone


def test_a_layer_that_ends_programs_can_be_left_out_here_and_everywhere(demo):
    snapshot = look(demo, Configuration(key="k", name="c"))
    row = next(row for row in snapshot.rows if row.kind is RowKind.LAYER)
    ways = find_remedies(snapshot, (row.key,))[row.key]
    assert [way.kind for way in ways] == [ActionKind.TURN_OFF, ActionKind.FIX, ActionKind.COPY]
    off = look(demo, Configuration(key="k", name="c").with_control(row.name, LayerControl.OFF))
    assert list_broken_keys(off.rows, answers(row)) == ()


def test_a_layer_that_is_off_already_can_be_kept_off(demo):
    snapshot = look(demo, Configuration(key="k", name="c"))
    row = next(row for row in snapshot.rows if row.kind is RowKind.OFF_LAYER and row.controls)
    labels = [way.label for way in find_remedies(snapshot, (row.key,))[row.key]]
    assert labels[0] == "Keep off"


def test_what_the_loader_leaves_out_is_a_warning():
    ((problem, _actions, _more),) = problems(
        LAYER, probe_status=ProbeStatus.REFUSED, short="cannot be opened"
    )
    assert problem.severity is Severity.WARNING
    assert problem.title == "a cannot be opened"


def test_what_no_program_meets_is_no_problem():
    assert (
        problems(off_row("VK_LAYER_b")._replace(control="off"), DRIVER._replace(is_used=False))
        == ()
    )
    assert problems(LAYER, probe_status=ProbeStatus.WELL) == ()


def test_a_row_without_a_control_can_only_be_looked_at():
    ((_problem, actions, _more),) = problems(LAYER._replace(controls=()))
    assert [action.kind for action in actions] == [ActionKind.PROBE]


def test_a_layer_that_would_crash_programs_is_noted_while_it_is_off():
    ((problem, _actions, _more),) = problems(off_row("VK_LAYER_b"))
    assert (problem.severity, problem.title) == (Severity.WARNING, "b crashes when it is loaded")
    assert problem.consequence.endswith("It is currently off. It hurts.")
    assert problems(off_row("VK_LAYER_b"), probe_status=ProbeStatus.REFUSED) == ()


ENGINE = """
import sys
import vkconfig_py.model.problems.probe_problems
print([name for name in sys.modules if name.startswith("vkconfig_py.loader.rules")])
"""


def test_the_window_lists_problems_of_probes_without_importing_the_engine():
    done = subprocess.run(
        [sys.executable, "-c", ENGINE], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == "[]\n"
