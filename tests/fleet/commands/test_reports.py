"""reports: a folder of saved reports on the command line."""

import csv
import io
import json

import pytest

from tests.cli.test_what_if import run
from tests.framework.lab import DAMAGED, SampleReports


@pytest.fixture(scope="module")
def lab():
    return SampleReports()


@pytest.fixture
def folder(lab, tmp_path):
    """Four usual machines, one with an old loader, one damaged file."""
    for number in range(1, 5):
        lab.write_one(tmp_path / f"n{number}.json", machine=f"node{number}")
    lab.write_one(
        tmp_path / "old.json", "loader 1.3.239", machine="node5", time="2026-01-15T10:30:00Z"
    )
    (tmp_path / "bad.json").write_bytes(DAMAGED)
    return tmp_path


def test_the_odd_machines_come_first_with_the_reason(folder, capsys):
    code, out, err = run(capsys, "fleet", "reports", str(folder))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "bad  bad.json"
    assert lines[1].startswith("    damaged: line 1: ")
    assert lines[2] == "node5  loader 1.3.239  old.json"
    assert "    - Loader: 1.3.239; on 4 of 5 machines: 1.4.364" in lines
    assert "5 reports · 1 differs from most machines · 1 with errors · 1 unreadable file" in lines


def test_rows_are_sorted_and_filtered(folder, capsys):
    order = ("--sort", "machine", "--reverse", "--filter", "-is:broken -machine:node5")
    code, out, _ = run(capsys, "fleet", "reports", str(folder), *order)
    shown = [line.split()[0] for line in out.splitlines() if line.startswith("node")]
    assert (code, shown) == (0, ["node4", "node3", "node2", "node1"])
    assert out.splitlines()[-1].endswith(" · 2 hidden by the filter")


def test_two_machines_are_compared(folder, capsys):
    code, out, _ = run(capsys, "fleet", "reports", str(folder), "--compare", "node5", "n1.json")
    assert code == 1
    assert out.startswith("loader  version: 1.3.239 → 1.4.364\n")
    assert "loader: 1.3.239 on node5, 1.4.364 on node1" in " ".join(out.split())
    code, out, _ = run(capsys, "fleet", "reports", str(folder), "--compare", "node1", "node2")
    assert (code, out) == (0, "No differences.\n")


@pytest.mark.parametrize(
    ("sides", "code", "words"),
    [
        (("node1", "nobody"), 3, "no machine or report file named “nobody”"),
        (("bad.json", "node1"), 1, "bad.json: damaged"),
    ],
)
def test_what_cannot_be_compared_is_told(folder, capsys, sides, code, words):
    found, out, err = run(capsys, "fleet", "reports", str(folder), "--compare", *sides)
    assert (found, out) == (code, "")
    assert words in err


def test_the_newest_report_of_a_machine_is_compared(lab, folder, capsys):
    lab.write_one(folder / "again.json", machine="node5", time="2026-01-16T10:30:00Z")
    code, _, _ = run(capsys, "fleet", "reports", str(folder), "--compare", "node5", "node1")
    assert code == 0


def test_the_table_is_exported_to_a_file(folder, capsys, tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    export = ("fleet", "reports", str(folder), "--format", "csv", "--output", str(target))
    assert run(capsys, *export)[0] == 0
    text = (target / "reports.csv").read_text(encoding="utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(text)))) == 6
    (target / "reports.csv").write_text("mine")
    code, _, err = run(capsys, *export)
    assert code == 1
    assert "overwrite it with --force" in err
    assert run(capsys, *export, "--force")[0] == 0


def test_json_has_the_machines_and_the_measure(folder, capsys):
    code, out, _ = run(capsys, "fleet", "reports", str(folder), "--json", "--filter", "is:odd")
    told = json.loads(out)
    assert (code, told["error"], told["exit_code"]) == (0, "", 0)
    (old,) = told["machines"]
    assert (old["machine"], old["loader"], old["odd"] > 0.8) == ("node5", "1.3.239", True)


def test_an_empty_folder_says_how_a_report_is_made(capsys, tmp_path):
    code, out, _ = run(capsys, "fleet", "reports", str(tmp_path))
    assert code == 0
    assert (
        out
        == "No saved reports found. To create a report: vkconfig-py show --json > MACHINE.json\n"
    )


def test_a_folder_that_is_not_there_is_told(capsys, tmp_path):
    code, _, err = run(capsys, "fleet", "reports", str(tmp_path / "gone"))
    assert code == 3
    assert "gone cannot be read: no such file or directory" in err
