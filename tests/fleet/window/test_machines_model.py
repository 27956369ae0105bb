"""The table of machines as an item model, sorted and filtered by a proxy."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt

from vkconfig_py.fleet.reports.machine_report import MachineReport, make_unreadable
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import COLUMNS, Column, MachineRow, make_rows
from vkconfig_py.fleet.window.machines_table import (
    MachinesModel,
    MachinesProxy,
    get_first_sort_order,
)
from vkconfig_py.model.items.keyed_list import MachineRole

DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
PLAIN = MachineReport("n1.json", "node1", loader="1.4.364", pointer_bits=64)
REPORTS = (
    PLAIN,
    PLAIN._replace(file="n10.json", machine="node10", loader="1.4.99"),
    PLAIN._replace(file="n2.json", machine="node2"),
    PLAIN._replace(file="n3.json", machine="node3"),
    make_unreadable("bad.json", "damaged: line 1: Expecting value"),
)


@pytest.fixture
def model():
    return MachinesModel()


@pytest.fixture
def proxy(model):
    return MachinesProxy(model)


def names(model):
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def column(name):
    return COLUMNS.index(name)


def test_both_keep_the_rules_of_item_models(model, proxy, qtmodeltester):
    model.append(make_rows(REPORTS))
    qtmodeltester.check(model)
    proxy.sort(column(Column.ODD), DOWN)
    qtmodeltester.check(proxy)


def test_a_cell_has_no_rows_below_it(model):
    model.append(make_rows(REPORTS))
    cell = model.index(0, 0)
    assert (model.rowCount(), model.columnCount()) == (len(REPORTS), len(COLUMNS))
    assert (model.rowCount(cell), model.columnCount(cell)) == (0, 0)
    assert model.data(QModelIndex()) is None
    assert model.find_row(QModelIndex()) is None


def test_a_cell_has_text_explanation_and_the_whole_row_for_screen_readers(model):
    rows = make_rows(REPORTS)
    model.append(rows)
    odd = model.index(1, 1)
    assert odd.data() == "node10"
    assert odd.data(MachineRole.ROW) is rows[1]
    assert odd.data(MachineRole.KEY) == "n10.json"
    assert "Loader: 1.4.99; on 3 of 4 machines: 1.4.364." in odd.data(Qt.ItemDataRole.ToolTipRole)
    spoken = odd.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("node10, Odd: 0.8, Loader: 1.4.99, ")
    assert model.index(1, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Loader: 1.4.99"
    assert odd.data(Qt.ItemDataRole.DecorationRole) is None


def test_headers_have_titles_and_say_what_odd_is(model):
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert model.headerData(1, across) == "Machine"
    assert model.headerData(0, across, Qt.ItemDataRole.ToolTipRole) == str(OUTLIER_RULE)
    assert model.headerData(99, across) is None
    assert model.headerData(0, down) is None


def test_names_with_control_characters_are_shown_literally(model):
    model.append([MachineRow(PLAIN._replace(machine="a\x1b[31m<b>"))])
    assert model.index(0, 1).data() == "a\\x1b[31m<b>"
    assert "&lt;b&gt;" in model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)


def test_the_proxy_sorts_by_what_a_column_means(model, proxy):
    model.append(make_rows(REPORTS))
    proxy.sort(column(Column.MACHINE), UP)
    assert names(proxy) == ["bad", "node1", "node2", "node3", "node10"]
    proxy.sort(column(Column.LOADER), UP)
    assert names(proxy) == ["node10", "node1", "node2", "node3", "bad"]
    proxy.sort(column(Column.ODD), DOWN)
    assert names(proxy)[:2] == ["bad", "node10"]
    assert [row.report.machine for row in proxy.list_shown()] == names(proxy)


def test_rows_that_arrive_while_reading_are_sorted_once_all_are_there(model, proxy):
    proxy.sort(column(Column.ODD), DOWN)
    for report in REPORTS:
        model.append([MachineRow(report)])
    model.append([])
    assert proxy.rowCount() == len(REPORTS)
    proxy.replace_rows(make_rows(REPORTS))
    assert names(proxy)[:2] == ["bad", "node10"]
    assert proxy.index(1, 0).data() == "0.8"


def test_completing_adds_the_rows_that_were_not_told_yet(model, proxy):
    proxy.sort(column(Column.FILE), UP)
    model.append([MachineRow(REPORTS[0])])
    proxy.replace_rows(make_rows(REPORTS))
    assert names(model) == ["bad", "node1", "node2", "node3", "node10"]


def test_a_filter_for_what_is_odd_waits_for_the_last_report(model, proxy):
    proxy.set_filter("is:odd")
    model.append([MachineRow(report) for report in REPORTS])
    assert names(proxy) == []
    proxy.replace_rows(make_rows(REPORTS))
    assert names(proxy) == ["node10"]


def test_a_selected_row_stays_selected_when_rows_are_sorted_anew(model, proxy):
    proxy.sort(column(Column.MACHINE), UP)
    model.append([MachineRow(report) for report in REPORTS])
    proxy.sort(column(Column.MACHINE), UP)
    selection = QItemSelectionModel(proxy)
    place = names(proxy).index("node10")
    selection.select(proxy.index(place, 0), QItemSelectionModel.SelectionFlag.Rows
                     | QItemSelectionModel.SelectionFlag.Select)  # fmt: skip
    kept = QPersistentModelIndex(proxy.index(place, 1))
    proxy.replace_rows(make_rows(REPORTS))
    proxy.sort(column(Column.ODD), DOWN)
    assert kept.data() == "node10"
    assert [index.siblingAtColumn(1).data() for index in selection.selectedRows()] == ["node10"]


def test_a_new_folder_is_sorted_by_its_own_rows(model, proxy):
    proxy.sort(column(Column.MACHINE), UP)
    model.append(make_rows(REPORTS))
    model.clear()
    assert proxy.rowCount() == 0
    proxy.replace_rows(make_rows(REPORTS[2::-1]))
    assert names(proxy) == ["node1", "node2", "node10"]


def test_a_filter_keeps_rows_and_their_order(model, proxy):
    model.append(make_rows(REPORTS))
    proxy.sort(column(Column.MACHINE), DOWN)
    proxy.set_filter("-is:broken loader:1.4.364")
    assert names(proxy) == ["node3", "node2", "node1"]
    proxy.set_filter("is:broken")
    assert names(proxy) == ["bad"]
    proxy.set_filter("")
    assert proxy.rowCount() == len(REPORTS)


def test_the_first_click_on_a_header_brings_what_one_looks_for():
    assert [name.value for name in COLUMNS if get_first_sort_order(column(name)) is DOWN] == [
        "odd",
        "problems",
        "time",
    ]
