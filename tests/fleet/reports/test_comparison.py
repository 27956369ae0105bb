"""Two reports compared, with names for the sides."""

import json

import pytest

from vkconfig_py.fleet.reports.findings import compare_reports, name_sides
from vkconfig_py.fleet.reports.machine_report import MachineReport, find_files, read_files
from vkconfig_py.loader.explain.compare import SideNames


def rows(folder):
    found = read_files(folder, find_files(folder), lambda: False)
    return {one.file: one for one in found}


@pytest.fixture
def compare(tmp_path):
    def compare(first, second):
        read = rows(tmp_path)
        return compare_reports(tmp_path, read[first], read[second])

    return compare


def test_differences_name_the_machines(lab, tmp_path, compare):
    lab.write_one(tmp_path / "a.json", machine="node7")
    lab.write_one(tmp_path / "b.json", "loader 1.4.304", machine="node8")
    found = compare("a.json", "b.json")
    assert (found.error, found.sides) == ("", SideNames("on node7", "on node8"))
    assert found.differences[0].sentence.startswith("loader: 1.4.364 on node7, 1.4.304 on node8; ")
    assert not any("before" in one.sentence.split(";")[0] for one in found.differences)


def test_a_layer_that_loads_on_one_side_alone(lab, tmp_path, compare):
    lab.write_one(tmp_path / "a.json", machine="node7")
    lab.write_one(tmp_path / "b.json", "quiet", machine="node8")
    sentences = [one.sentence for one in compare("a.json", "b.json").differences]
    hud = "on node7: loads, MANGOHUD=1 is set; on node8: off, MANGOHUD is not set"
    assert hud in sentences


def test_equal_reports_have_no_differences(lab, tmp_path, compare):
    lab.write_one(tmp_path / "a.json", machine="node7")
    lab.write_one(tmp_path / "b.json", machine="node8")
    assert compare("a.json", "b.json").differences == ()


def test_homes_of_different_users_are_one_place(lab, tmp_path, compare):
    lab.write_one(tmp_path / "a.json", machine="node7")
    other = json.dumps(lab.reports["common"]).replace("/home/demo", "/home/somebody.else")
    (tmp_path / "b.json").write_text(other)
    # What is left is the name itself.
    assert [one.subject for one in compare("a.json", "b.json").differences] == ["HOME"]


@pytest.mark.parametrize(
    ("first", "second", "sides"),
    [
        ({"machine": "a"}, {"machine": "b"}, ("on a", "on b")),
        (
            {"time": "2026-01-15T10:00:00"},
            {"time": "2026-01-16T10:00:00"},
            ("at 2026-01-15 10:00:00", "at 2026-01-16 10:00:00"),
        ),
        ({"file": "x.json"}, {"file": "y.json"}, ("in x.json", "in y.json")),
    ],
)
def test_sides_are_named_by_what_tells_them_apart(first, second, sides):
    plain = MachineReport("f.json", "m")
    assert name_sides(plain._replace(**first), plain._replace(**second))[0] == SideNames(*sides)


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"{}",
        b'{"verdicts": [1]}',
        b'{"verdicts": [], "layers": [], "process": {}, "loader": {"version": "x.y"}}',
    ],
)
def test_files_that_changed_since_cannot_be_compared(lab, tmp_path, content):
    lab.write_one(tmp_path / "a.json")
    lab.write_one(tmp_path / "b.json")
    read = rows(tmp_path)
    (tmp_path / "b.json").write_bytes(content)
    found = compare_reports(tmp_path, read["a.json"], read["b.json"])
    assert found.error == "One of the files is not a valid report."
    (tmp_path / "b.json").unlink()
    found = compare_reports(tmp_path, read["a.json"], read["b.json"])
    assert found.error == "b.json cannot be read: no such file or directory."
