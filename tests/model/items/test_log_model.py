import pytest
from PySide6.QtCore import QModelIndex, Qt

from vkconfig_py.model.items.log_model import LogFilter, LogLine, LogModel
from vkconfig_py.model.items.roles import LogRole


def line(number, text="text", severity="info", source="vkcube"):
    return LogLine(number, "15:29:52", severity, source, text)


@pytest.fixture
def log(qtmodeltester):
    model = LogModel(capacity=3)
    model.append([line(1, "one"), line(2, "Two", "error", "validation")])
    qtmodeltester.check(model)
    return model


def texts(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_batch_is_one_insertion(log, qtbot):
    with qtbot.waitSignals([log.rowsInserted, log.counts_changed]):
        log.append([line(3)])
    assert log.rowCount() == 3


def test_the_oldest_lines_go_when_it_is_full(log):
    log.append([line(3, "three"), line(4, "four")])
    assert texts(log) == ["Two", "three", "four"]
    assert log.counts() == {"error": 1, "warning": 0, "info": 2}
    log.append([line(n, str(n)) for n in range(5, 15)])
    assert texts(log) == ["12", "13", "14"]
    assert log.sources() == ("vkcube",)


def test_nothing_to_append_is_silent(log, qtbot):
    with qtbot.assertNotEmitted(log.rowsInserted):
        log.append([])


def test_every_column_has_its_role(log):
    index = log.index(1)
    roles = (LogRole.TIME, LogRole.SEVERITY, LogRole.SOURCE, LogRole.NUMBER)
    assert [index.data(role) for role in roles] == ["15:29:52", "error", "validation", 2]
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "error, validation: Two"
    assert index.data(Qt.ItemDataRole.DecorationRole) is None


def test_lines_have_no_children(log):
    assert log.rowCount(log.index(0)) == 0
    assert log.data(QModelIndex()) is None


def test_everything_can_be_copied(log):
    assert log.text() == "15:29:52 info vkcube: one\n15:29:52 error validation: Two\n"


def test_searching_leaves_the_log_as_it_is(log):
    before = log.text()
    view = LogFilter()
    view.setSourceModel(log)
    view.set_text("Two")
    assert texts(view) == ["Two"]
    assert log.text() == before


def test_clearing_forgets_counts_too(log, qtbot):
    with qtbot.waitSignals([log.modelReset, log.counts_changed]):
        log.clear()
    assert (log.rowCount(), log.sources(), log.counts()["info"]) == (0, (), 0)


def test_escape_sequences_are_shown(log):
    log.append([line(3, "\x1b[31mred")])
    assert texts(log)[-1] == "\\x1b[31mred"


def test_tabs_indent(log):
    log.append([line(3, "\tdeviceName\t= llvmpipe")])
    assert texts(log)[-1] == "        deviceName      = llvmpipe"


def test_the_filter_combines_text_severity_and_source(log, qtmodeltester):
    view = LogFilter()
    view.setSourceModel(log)
    qtmodeltester.check(view)
    view.set_text("TWO")
    assert texts(view) == ["Two"]
    view.set_severities(frozenset({"info"}))
    assert texts(view) == []
    view.set_text("")
    assert texts(view) == ["one"]
    view.set_source("validation")
    assert texts(view) == []
    view.set_severities(frozenset({"info", "error"}))
    assert texts(view) == ["Two"]
