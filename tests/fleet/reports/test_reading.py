"""A folder of reports: what is found, read, told and cancelled."""

import json
import os
import subprocess
import sys

import pytest

from devtools.console import ROOT
from tests.framework.rights import change_mode, limit_rights
from vkconfig_py.fleet.reports import machine_report
from vkconfig_py.fleet.reports.machine_report import FoundFiles, find_files, read_files


def never():
    return False


def read(folder):
    return list(read_files(folder, find_files(folder), never))


def test_every_json_file_is_a_row_and_other_files_are_counted(lab, tmp_path):
    lab.write_one(tmp_path / "rack2/b.JSON", machine="b")
    lab.write_one(tmp_path / "a.json", machine="a")
    (tmp_path / "rack2/broken.json").write_bytes(b"{")
    (tmp_path / "rack2/notes.txt").write_text("")
    found = find_files(tmp_path)
    assert found == FoundFiles(("a.json", "rack2/b.JSON", "rack2/broken.json"), other_count=1)
    assert found.list_notes() == ("1 file was skipped: its name does not end in .json.",)
    assert [(one.machine, bool(one.error)) for one in read(tmp_path)] == [
        ("a", False),
        ("b", False),
        ("broken", True),
    ]


def test_files_that_are_no_files_are_rows(lab, tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    with (tmp_path / "huge.json").open("wb") as huge:
        huge.truncate(machine_report.MAX_FILE_SIZE + 1)
    assert {one.file: one.error for one in read(tmp_path)} == {
        "gone.json": "it cannot be read: no such file or directory",
        "huge.json": "it is larger than 8 MB",
        "pipe.json": "it cannot be read: it is not a regular file",
    }


def test_a_file_that_goes_while_the_others_are_read_is_a_row(lab, tmp_path):
    lab.write_one(tmp_path / "a.json")
    found = find_files(tmp_path)
    (tmp_path / "a.json").unlink()
    (row,) = read_files(tmp_path, found, never)
    assert row.error == "it cannot be read: no such file or directory"


def test_links_to_folders_are_not_followed(lab, tmp_path):
    lab.write_one(tmp_path / "in/a.json")
    (tmp_path / "in/again").symlink_to(tmp_path)
    assert find_files(tmp_path).files == ("in/a.json",)


def test_folders_that_are_too_deep_are_rows(lab, tmp_path):
    deep = "/".join("d" * (machine_report.MAX_DEPTH + 1))
    lab.write_one(tmp_path / deep / "a.json")
    (row,) = read(tmp_path)
    assert row.error == "nested more than 8 folders deep"


def test_beyond_a_number_files_are_left_out_and_told(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(machine_report, "MAX_FILES", 2)
    for name in "abc":
        lab.write_one(tmp_path / f"{name}.json")
    found = find_files(tmp_path)
    assert found.files == ("a.json", "b.json")
    assert found.list_notes() == ("Only the first 2 files were read.",)


def test_reading_ends_when_it_is_cancelled(lab, tmp_path):
    for name in "abc":
        lab.write_one(tmp_path / f"{name}.json", machine=name)
    asked = iter([False, True])
    rows = read_files(tmp_path, find_files(tmp_path), lambda: next(asked))
    assert [one.machine for one in rows] == ["a"]


@pytest.mark.parametrize("name", ["gone", "file.json"])
def test_what_is_no_folder_is_refused(tmp_path, name):
    (tmp_path / "file.json").write_text("{}")
    with pytest.raises(OSError, match=r"[Nn]o such file|[Nn]ot a directory"):
        find_files(tmp_path / name)


def test_a_closed_folder_is_a_row(lab, tmp_path):
    lab.write_one(tmp_path / "closed/a.json")
    command = [sys.executable, "-m", "vkconfig_py", "fleet", "reports", tmp_path, "--json"]
    with change_mode(tmp_path / "closed", 0):
        told = subprocess.run(
            limit_rights(command), cwd=ROOT, capture_output=True, check=True
        ).stdout
    assert json.loads(told)["machines"] == [
        {
            "file": "closed",
            "machine": "closed",
            "error": "the folder cannot be read: permission denied",
        }
    ]
