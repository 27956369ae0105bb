"""What is told about one machine, and about two."""

import pytest

from vkconfig_py.fleet.reports.findings import (
    MachineComparison,
    MachineFact,
    list_differences,
    list_facts,
    present_fact,
    summarize_selection,
)
from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReportedComponent,
    ReportedProblem,
    make_unreadable,
)
from vkconfig_py.fleet.reports.table import MachineRow, make_rows
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import ReportDifference, SideNames

PLAIN = MachineReport("a.json", "node1", loader="1.4.364", pointer_bits=64)
ODD = PLAIN._replace(
    machine="node2",
    layers=(ReportedComponent("VK_LAYER_x", "off", "not-requested", "not requested"),),
    drivers=(ReportedComponent("gpu.json", "loads", "kept", "library found"),),
    devices=("Radeon",),
    problems=(ReportedProblem("error", "gone", "x.so is gone"),),
)
SIDES, NAMES = SideNames("on a", "on b"), ("a", "b")


def odd_row():
    return make_rows((PLAIN, PLAIN, PLAIN, ODD))[-1]


def test_what_is_odd_comes_first_then_problems_layers_drivers_and_devices():
    found = list_facts(odd_row())
    # The three points count the same: layers are told first.
    assert [one.title for one in found[:3]] == ["x", "gpu.json", "x.so is gone"]
    assert {one.note for one in found[:3]} == {"75% of the machines agree"}
    assert found[2].text == "Absent on 3 of 4 machines"
    assert [one.title for one in found[-4:]] == ["x.so is gone", "x", "gpu.json", "Radeon"]
    assert found[-4] == MachineFact("x.so is gone", "Error", tone="error", code="gone")
    assert found[-3] == MachineFact("x", "Off: not requested", "layer")
    assert found[-2] == MachineFact("gpu.json", "Loads: library found", "driver", "ok")
    assert found[-1] == MachineFact("Radeon", "Device 1 of 1", "device", "ok")


def test_a_problem_that_most_machines_have_is_told_by_its_sentence_its_code_in_the_tool_tip():
    found = list_facts(make_rows((ODD, ODD, ODD, PLAIN))[-1])[2]
    assert (found.title, found.text) == ("x.so is gone", "Absent here; occurs on 3 of 4 machines")
    assert "gone" in present_fact(found).tooltip.splitlines()


def test_of_a_file_that_cannot_be_read_the_reason_is_told():
    row = MachineRow(make_unreadable("x.json", "damaged: line 1"))
    assert list_facts(row) == (MachineFact("x.json", "Damaged: line 1", tone="error"),)
    assert summarize_selection([row]) == "x.json is not a readable report"


def test_differences_of_two_machines_say_both_sides():
    one = ReportDifference("VK_LAYER_x", Kind.LAYER, "outcome", "off", "loads", None, "on a: off")
    (found,) = list_differences(MachineComparison(SIDES, NAMES, (one,)))
    assert found == MachineFact("x", "on a: off", "off → loads", "ok")
    (refused,) = list_differences(MachineComparison(SIDES, NAMES, error="b.json is gone."))
    assert (refused.text, refused.tone) == ("b.json is gone.", "error")


@pytest.mark.parametrize(
    ("count", "compared", "words"),
    [
        (
            0,
            None,
            "Select a machine to see how it differs from the others, or two to compare them.",
        ),
        (1, None, "node1 matches most machines"),
        (3, None, "3 machines selected. Select two to compare them."),
        (2, MachineComparison(SIDES, NAMES), "The same on a and on b"),
        (2, MachineComparison(SIDES, NAMES, error="It is gone."), "Cannot compare: It is gone."),
    ],
)
def test_the_line_above_says_what_is_shown(count, compared, words):
    assert summarize_selection([MachineRow(PLAIN)] * count, compared) == words


def test_the_line_above_counts_points_and_differences():
    assert summarize_selection([odd_row()]).startswith("node2 differs from most machines in ")
    one = ReportDifference("x", Kind.LAYER, "outcome", "off", "loads", None, "on a: off")
    assert (
        summarize_selection([MachineRow(PLAIN)] * 2, MachineComparison(SIDES, NAMES, (one,)))
        == "1 difference between a and b"
    )


def test_a_finding_is_one_sentence_for_screen_readers():
    finding = MachineFact("Loader", "Loader: 1.3; on 9 of 10: 1.4", "90% of the machines agree")
    line = present_fact(finding)
    assert line.accessible_text == "Loader, 90% of the machines agree, Loader: 1.3; on 9 of 10: 1.4"
    assert (line.icon, line.tone) == ("minus", "neutral")
