"""Columns, sorting and filters of the table of machines."""

import pytest

from tests.framework.german import speak_german
from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReportedComponent,
    ReportedProblem,
    make_unreadable,
)
from vkconfig_py.fleet.reports.table import (
    COLUMNS,
    Column,
    MachineRow,
    explain_outlier,
    make_rows,
    matches_filter,
    parse_filter,
    render_problem_counts,
    sort_rows,
    summarize_rows,
)

GPU = ReportedComponent("gpu.json", "loads", "kept", "library found")
HUD = ReportedComponent(
    "VK_LAYER_MANGOHUD_overlay", "loads", "enable-variable", "MANGOHUD=1 is set"
)
PLAIN = MachineReport("a.json", "node1", loader="1.4.364", pointer_bits=64, drivers=(GPU,))
RICH = MachineReport(
    "rack/b.json",
    "node10",
    time="2026-01-15T10:30:00",
    loader="1.4.99",
    pointer_bits=32,
    result="VK_ERROR_LAYER_NOT_PRESENT",
    chain=("VK_LAYER_MANGOHUD_overlay",),
    layers=(HUD,),
    drivers=(GPU._replace(state="skipped"),),
    devices=("Radeon",),
    problems=(ReportedProblem("error", "library-missing", "x.so does not exist"),) * 2
    + (ReportedProblem("warning", "invalid-json", "y.json: line 1"),),
)
BROKEN = make_unreadable("c.json", "damaged: line 1: Expecting value")
ALL = (PLAIN, RICH, BROKEN)


def names(rows):
    return [row.report.machine for row in rows]


def test_the_text_of_each_column():
    assert dict(zip(COLUMNS, MachineRow(RICH).column_texts, strict=True)) == {
        "odd": "",
        "machine": "node10",
        "loader": "1.4.99 (32-bit)",
        "layers": "MangoHud",
        "drivers": "none",
        "devices": "Radeon",
        "problems": "2 errors, 1 warning",
        "time": "2026-01-15 10:30",
        "file": "rack/b.json",
    }
    plain = dict(zip(COLUMNS, MachineRow(PLAIN).column_texts, strict=True))
    assert (plain["layers"], plain["drivers"], plain["devices"]) == ("none", "gpu", "not probed")
    broken = dict(zip(COLUMNS, MachineRow(BROKEN).column_texts, strict=True))
    assert broken["layers"] == "Damaged: line 1: Expecting value"
    assert (broken["machine"], broken["file"], broken["drivers"]) == ("c", "c.json", "")


@pytest.mark.parametrize(
    ("column", "descending", "order"),
    [
        (Column.MACHINE, False, ["c", "node1", "node2", "node10"]),
        (Column.FILE, True, ["node10", "c", "node2", "node1"]),
        (Column.LOADER, False, ["node2", "node10", "node1", "c"]),
        (Column.PROBLEMS, True, ["c", "node10", "node1", "node2"]),
        (Column.TIME, True, ["c", "node10", "node1", "node2"]),
    ],
)
def test_rows_sort_by_what_a_column_means(column, descending, order):
    rows = make_rows((*ALL, PLAIN._replace(machine="node2", file="b.json", loader="1.3.300")))
    # "node2" before "node10", 1.4.99 before 1.4.364; equal rows by name, whichever way.
    assert names(sort_rows(rows, column, descending=descending)) == order


def test_notes_are_counted_where_there_is_nothing_worse():
    notes = PLAIN._replace(problems=(ReportedProblem("note", "a", "a"),) * 2)
    both = notes._replace(problems=(*notes.problems, ReportedProblem("warning", "b", "b")))
    assert [render_problem_counts(one) for one in (PLAIN, notes, both)] == [
        "",
        "2 notes",
        "1 warning",
    ]


def test_drivers_are_named_without_what_their_manifests_share():
    names = ("radeon_icd.x86_64.json", "radeon_icd.i686.json", "nv-vk64.json", "_icd.json")
    report = PLAIN._replace(drivers=tuple(GPU._replace(name=name) for name in names))
    assert (
        MachineRow(report).column_texts[COLUMNS.index(Column.DRIVERS)]
        == "radeon, nv-vk64, _icd.json"
    )


def test_what_is_odd_comes_first_and_unreadable_files_before_it():
    usual = [PLAIN._replace(machine=f"n{number}") for number in range(4)]
    rows = make_rows((*usual, RICH, BROKEN))
    assert names(sort_rows(rows, Column.ODD, descending=True))[:2] == ["c", "node10"]
    assert names(sort_rows(rows, Column.ODD, descending=False))[-2:] == ["node10", "c"]
    assert explain_outlier(rows[-1]) == "Damaged: line 1: Expecting value."
    assert "1.4.99; on 4 of 5 machines: 1.4.364." in explain_outlier(rows[-2])


def test_how_odd_a_machine_is_is_written_as_the_language_writes_numbers():
    *_usual, odd = make_rows((*(PLAIN._replace(machine=f"n{n}") for n in range(4)), RICH))
    english = odd.column_texts[COLUMNS.index(Column.ODD)]
    with speak_german():
        assert (
            MachineRow(odd.report, odd.outlier).column_texts[0]
            == english.replace(".", ",")
            != english
        )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ["node1", "node10", "c"]),
        ("mangohud", ["node10"]),
        ("MANGOHUD radeon", ["node10"]),
        ("mangohud gpu nothing", []),
        ("layer:mangohud", ["node10"]),
        ("-layer:mangohud", ["node1", "c"]),
        ("layer:", ["node10"]),
        ("-problem:", ["node1", "c"]),
        ("driver:skipped", ["node10"]),
        ("device:radeon loader:32-bit", ["node10"]),
        ("problem:library-missing", ["node10"]),
        ('problem:"does not exist"', ["node10"]),
        ('"does not', ["node10"]),
        ("machine:node1", ["node1", "node10"]),
        ("file:rack/", ["node10"]),
        ("loader:layer_not_present", ["node10"]),
        ("is:broken", ["c"]),
        ("-is:broken -is:odd", ["node1", "node10"]),
        ("expecting", ["c"]),
        ("nothing:radeon", []),
        ("is:nothing", []),
    ],
)
def test_a_filter_keeps_rows(text, kept):
    query = parse_filter(text)
    assert names(row for row in make_rows(ALL) if matches_filter(row, query)) == kept


def test_the_newest_report_of_each_machine():
    dated = [PLAIN._replace(file=f"{day}.json", time=f"2026-01-{day}T10:00:00") for day in (15, 16)]
    rows = make_rows((*dated, RICH, BROKEN))
    kept = [row.report.file for row in rows if matches_filter(row, parse_filter("is:newest"))]
    assert kept == ["16.json", "rack/b.json", "c.json"]


def test_the_summary_counts_reports_machines_and_what_is_wrong():
    twice = PLAIN._replace(file="again.json")
    assert summarize_rows(make_rows((*ALL, twice))) == (
        "3 reports · 2 machines · 1 differs from most machines · 1 with errors · 1 unreadable file"
    )
    assert summarize_rows(make_rows(())) == "0 reports"
