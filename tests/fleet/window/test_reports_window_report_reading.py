"""Reading a folder of reports on a thread: progress, cancelling, comparing, exporting."""

import os
import threading

import pytest

from tests.framework.lab import SampleReports
from tests.framework.patience import PATIENCE
from vkconfig_py.fleet.reports.table import TableFormat
from vkconfig_py.fleet.window import reports_window
from vkconfig_py.fleet.window.reports_window import ReportReading
from vkconfig_py.loader.explain.compare import SideNames


@pytest.fixture(scope="module")
def lab():
    return SampleReports()


@pytest.fixture
def reading(qtbot):
    reading = ReportReading()
    yield reading
    reading.close()


def read(qtbot, reading, folder):
    with qtbot.waitSignal(reading.ended) as ended:
        reading.open(folder)
    return ended.args[0]


def test_a_folder_is_read_with_progress(lab, tmp_path, qtbot, reading, monkeypatch):
    monkeypatch.setattr(reports_window, "PROGRESS_INTERVAL", 0)
    for number in range(3):
        lab.write_one(tmp_path / f"{number}.json", machine=f"node{number}")
    told = []
    reading.progressed.connect(told.append)
    found = read(qtbot, reading, tmp_path)
    assert [(one.done, one.total, len(one.reports)) for one in told] == [
        (1, 3, 1),
        (2, 3, 1),
        (3, 3, 1),
    ]
    assert [row.report.machine for row in found.rows] == ["node0", "node1", "node2"]
    assert (found.total, found.error, reading.is_running) == (3, "", False)


def test_a_folder_that_cannot_be_read_is_told(tmp_path, qtbot, reading):
    found = read(qtbot, reading, tmp_path / "gone")
    assert found.error == f"{tmp_path / 'gone'} cannot be read: no such file or directory."


def test_a_cancelled_reading_keeps_what_was_read(lab, tmp_path, qtbot, reading, monkeypatch):
    monkeypatch.setattr(reports_window, "PROGRESS_INTERVAL", 0)
    for number in range(200):
        lab.write_one(tmp_path / f"{number}.json")
    reading.progressed.connect(lambda _progress: reading.cancel())
    found = read(qtbot, reading, tmp_path)
    assert 0 < len(found.rows) < found.total == 200


def test_of_two_folders_only_the_later_one_is_told(lab, tmp_path, qtbot, reading):
    for name in ("first", "second"):
        lab.write_one(tmp_path / name / "a.json", machine=name)
    told = []
    reading.ended.connect(told.append)
    reading.open(tmp_path / "first")
    read(qtbot, reading, tmp_path / "second")
    assert [[row.report.machine for row in one.rows] for one in told] == [["second"]]


def test_two_reports_are_compared_and_only_the_last_wish_counts(lab, tmp_path, qtbot, reading):
    lab.write_one(tmp_path / "a.json", machine="a")
    lab.write_one(tmp_path / "b.json", "quiet", machine="b")
    first, second = (row.report for row in read(qtbot, reading, tmp_path).rows)
    told = []
    reading.compared.connect(told.append)
    reading.compare(tmp_path, first, first)
    with qtbot.waitSignal(reading.compared):
        reading.compare(tmp_path, first, second)
    assert [one.sides for one in told] == [SideNames("on a", "on b")]
    assert told[0].differences


def test_a_table_is_exported_or_it_is_told_why_not(lab, tmp_path, qtbot, reading):
    lab.write_one(tmp_path / "a.json", machine="a")
    rows = list(read(qtbot, reading, tmp_path).rows)
    for path, words in ((tmp_path / "t.csv", ""), (tmp_path / "no/t.csv", "Nothing was written")):
        with qtbot.waitSignal(reading.exported) as exported:
            reading.export(path, TableFormat.CSV, tmp_path, rows, rows)
        assert exported.args[0] == str(path)
        assert exported.args[1].startswith(words)
    assert (tmp_path / "t.csv").read_bytes().count(b"\r\n") == 2


def test_closing_does_not_wait_for_a_folder_that_does_not_answer(tmp_path, qtbot, monkeypatch):
    entered, release = threading.Event(), threading.Event()
    monkeypatch.setattr(
        reports_window, "find_files", lambda _folder: (entered.set(), release.wait())
    )
    monkeypatch.setattr(reports_window, "ABANDON_SECONDS", 0.01)
    reading = ReportReading()
    reading.open(tmp_path)
    assert entered.wait(PATIENCE)
    reading.close()
    assert any(thread.name == "reports" for thread in threading.enumerate())
    release.set()


def test_reading_looks_at_no_disk_on_this_thread(lab, tmp_path, qtbot, reading, monkeypatch):
    lab.write_one(tmp_path / "a.json")
    seen = set()
    plain = os.scandir

    def scandir(path):
        seen.add(threading.current_thread().name)
        return plain(path)

    monkeypatch.setattr(os, "scandir", scandir)
    read(qtbot, reading, tmp_path)
    assert seen == {"reports"}
