"""The window of saved reports: table, filter, selection, comparison, export."""

import json

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMenu

from tests.framework.lab import DAMAGED, SampleReports
from tests.ui.saving import answer_open_dialogs, answer_save_dialogs
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import COLUMNS, Column
from vkconfig_py.fleet.window.machines_table import get_first_sort_order
from vkconfig_py.fleet.window.reports_window import ReportReading, ReportsWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # popups and keys
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
_SELECT = QItemSelectionModel.SelectionFlag


class Memory:
    """What is remembered between sessions."""

    def __init__(self):
        self.kept = {}

    def get_text(self, key, default=""):
        return self.kept.get(key, default)

    def set_value(self, key, value):
        self.kept[key] = value


@pytest.fixture(scope="module")
def lab():
    return SampleReports()


@pytest.fixture
def folder(lab, tmp_path):
    """Four usual machines, one without MangoHud, one damaged file."""
    top = tmp_path / "collected"
    for number in range(1, 5):
        lab.write_one(top / f"n{number}.json", machine=f"node{number}")
    lab.write_one(top / "quiet.json", "quiet", machine="node5", time="2026-01-15T10:30:00Z")
    (top / "bad.json").write_bytes(DAMAGED)
    return top


@pytest.fixture
def window(qtbot, context):
    reading = ReportReading()
    window = ReportsWindow(context, reading, Memory())
    qtbot.addWidget(window)
    window.show()
    yield window
    reading.close()


@pytest.fixture
def opened(qtbot, window, folder):
    read(qtbot, window, folder)
    return window


def read(qtbot, window, folder):
    with qtbot.waitSignal(window.reading.ended):
        window.open(folder)


def names(window):
    return [row.report.machine for row in window.proxy.list_shown()]


def select(window, *machines):
    places = [names(window).index(machine) for machine in machines]
    window.table.clearSelection()
    for place in places:
        index = window.proxy.index(place, 0)
        window.table.selectionModel().select(index, _SELECT.Select | _SELECT.Rows)


def told(window):
    return [(one.title, one.text) for one in window.fact_model.values()]


def test_the_odd_machines_come_first_and_the_line_above_counts(opened):
    assert names(opened)[:2] == ["bad", "node5"]
    assert opened.state.text() == ("5 reports · 1 differs from most machines · 1 unreadable file")
    assert opened.windowTitle() == "collected – saved reports"
    header = opened.table.horizontalHeader()
    assert header.isSortIndicatorShown()
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (0, DOWN)
    assert told(opened) == [("Differences from most machines", str(OUTLIER_RULE))]


def test_a_click_on_a_header_sorts_and_a_second_one_turns_it(opened):
    header = opened.table.horizontalHeader()
    machine = COLUMNS.index(Column.MACHINE)
    assert get_first_sort_order(machine) is UP
    header.sectionClicked.emit(machine)
    assert names(opened) == ["bad", "node1", "node2", "node3", "node4", "node5"]
    header.sectionClicked.emit(machine)
    assert names(opened)[0] == "node5"


def test_a_selected_machine_says_what_is_odd_about_it(opened):
    select(opened, "node5")
    assert opened.summary.text() == "node5 differs from most machines in 1 way (score 0.8)"
    assert told(opened)[0] == (
        "MANGOHUD_overlay_x86_64",
        "MANGOHUD_overlay_x86_64: off (MANGOHUD is not set); on 4 of 5 machines: "
        "loads (MANGOHUD=1 is set)",
    )


def test_two_selected_machines_are_compared(qtbot, opened):
    with qtbot.waitSignal(opened.reading.compared):
        select(opened, "node1", "node5")
    assert "differences between node5 and node1" in opened.summary.text()
    assert any("on node1: loads" in text for _title, text in told(opened))
    with qtbot.waitSignal(opened.reading.compared):
        select(opened, "node1", "node2")
    assert opened.summary.text() == "The same on node1 and on node2"
    assert told(opened) == []


def test_a_damaged_file_is_a_row_that_says_why(opened):
    select(opened, "bad")
    assert opened.summary.text() == "bad.json is not a readable report"
    assert told(opened)[0][1].startswith("Damaged: line 1: ")
    select(opened, "bad", "node1")
    assert opened.summary.text() == "bad.json is not a valid report."
    select(opened, "node1", "node2", "node3")
    assert opened.summary.text().startswith("3 machines selected.")


def test_words_and_buttons_filter_and_one_click_clears(qtbot, opened):
    opened.search.setText('"mangohud is not set"')
    assert names(opened) == ["node5"]
    assert opened.state.text().endswith(" · 5 hidden by the filter")
    opened.search.setText("nobody")
    assert opened.pages.currentIndex() == 1
    assert opened.empty_label.text() == "No rows match the filter."
    assert not opened.export_button.isEnabled()
    opened.clear_button.click()
    assert (opened.search.text(), len(names(opened))) == ("", 6)
    unreadable = opened.filter_buttons[1]
    unreadable.click()
    assert names(opened) == ["bad"]
    unreadable.click()
    assert len(names(opened)) == 6


def test_escape_clears_the_search(qtbot, opened):
    opened.search.setText("node5")
    opened.search.setFocus()
    qtbot.keyClick(opened.search, Qt.Key.Key_Escape)
    assert len(names(opened)) == 6


def test_an_empty_folder_says_how_reports_are_made(qtbot, window, tmp_path):
    read(qtbot, window, tmp_path)
    assert window.pages.currentIndex() == 1
    assert window.empty_label.text().startswith(f"No saved reports in {tmp_path}.\n")
    assert "vkconfig-py show --json" in window.empty_label.text()
    assert window.empty_page.isHidden()
    assert window.clear_button.isHidden()


def test_a_folder_that_is_gone_is_an_error_with_its_path(qtbot, window, tmp_path):
    read(qtbot, window, tmp_path / "gone")
    sentence = f"{tmp_path / 'gone'} cannot be read: no such file or directory."
    assert (window.state.text(), window.empty_label.text()) == (sentence, sentence)
    window.search.setText("x")
    assert window.state.text() == sentence


def test_what_goes_on_is_told_until_the_first_rows_come(qtbot, window, folder):
    assert window.empty_label.text().startswith("To save reports, run")
    with qtbot.waitSignal(window.reading.ended):
        window.open(folder)
        assert (window.state.text(), window.empty_label.text()) == ("Reading…", "Reading…")
        assert not window.stop_button.isHidden()
    assert window.stop_button.isHidden()


def test_reading_again_shows_what_came(qtbot, opened, lab, folder):
    select(opened, "node1")
    lab.write_one(folder / "n6.json", machine="node6")
    with qtbot.waitSignal(opened.reading.ended):
        opened.rescan_button.click()
    assert "node6" in names(opened)
    assert opened.summary.text().startswith("Select a machine")


def test_the_rows_shown_are_exported(qtbot, opened, tmp_path, monkeypatch):
    target = tmp_path / "out.json"
    answer_save_dialogs(monkeypatch, target)
    opened.search.setText("machine:node5")
    opened.export_button.click()
    menu = opened.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == ["As &HTML…", "As &CSV…", "As &JSON…"]
    with qtbot.waitSignal(opened.reading.exported):
        menu.actions()[2].trigger()
    menu.close()
    machines = json.loads(target.read_text())["machines"]
    assert [one["machine"] for one in machines] == ["node5"]
    assert opened.state.text() == f"Saved {target}"


def test_the_chosen_folder_is_read_and_remembered(qtbot, window, folder, monkeypatch):
    answer_open_dialogs(monkeypatch, folder)
    with qtbot.waitSignal(window.reading.ended):
        window.choose_button.click()
    assert len(names(window)) == 6
    assert window._memory.get_text("reports/folder") == str(folder)
    answer_open_dialogs(monkeypatch)
    window.choose_button.click()
    assert not window.reading.is_running


def test_a_dropped_report_opens_its_folder(qtbot, window, folder):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(folder / "n1.json"))])
    event = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)  # fmt: skip
    with qtbot.waitSignal(window.reading.ended):
        window.dropEvent(event)
    assert len(names(window)) == 6


def test_selected_rows_are_copied_as_a_table(qtbot, opened):
    select(opened, "node1", "node5")
    opened.table.setFocus()
    opened._copy_table()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert [line.split("\t")[1] for line in lines] == ["node5", "node1"]


def test_a_row_offers_what_can_be_done_with_it(opened):
    place = names(opened).index("node5")
    opened.table.menu_requested.emit(opened.proxy.index(place, 1), opened.pos())
    menu = opened.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == [
        "&Copy",
        "Show only this &machine",
        "&Open the file",
    ]
    menu.actions()[1].trigger()
    menu.close()
    assert names(opened) == ["node5"]


def test_home_and_end_go_to_the_first_and_last_row(qtbot, opened):
    opened.table.setFocus()
    qtbot.keyClick(opened.table, Qt.Key.Key_End)
    assert opened.table.selected_rows()[0].report.machine == names(opened)[-1]
    qtbot.keyClick(opened.table, Qt.Key.Key_Home)
    assert opened.table.selected_rows()[0].report.machine == "bad"


@pytest.mark.parametrize("width", [860, 1280])
def test_columns_fit_the_window_where_their_texts_allow(qtbot, opened, width):
    opened.resize(width, 600)
    opened.table.fit_columns(width)
    header = opened.table.horizontalHeader()
    file = COLUMNS.index(Column.FILE)
    assert width < 1000 or header.sectionPosition(file) + 96 <= width
    assert all(header.sectionSize(section) >= 60 for section in range(len(COLUMNS)))


def test_the_window_is_painted_with_all_kinds_of_rows(opened):
    select(opened, "node5")
    assert not opened.grab().isNull()
