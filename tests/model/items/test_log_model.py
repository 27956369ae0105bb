from itertools import pairwise

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from vkconfig_py.model.items.keyed_list import LogRole
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch import log_filter
from vkconfig_py.model.launch.log_filter import LogFilter, PlainFinder
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogStore, MessageHeader


def line(text="text", severity="info", source="vkcube"):
    return LogEntry(severity, source, "15:29:52", text)


class Scans:
    """Runs slices when the test says so, as a worker would."""

    def __init__(self):
        self.waiting = []

    def submit(self, job, deliver):
        self.waiting.append((job, deliver))

    def run(self, most=1000):
        for _ in range(most):
            if not self.waiting:
                return
            job, deliver = self.waiting.pop(0)
            deliver(job())


@pytest.fixture
def scans():
    return Scans()


@pytest.fixture
def log(scans, qapp):
    model = LogModel(scans.submit)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.tester = tester
    add(model, line("one"), line("Two", "error", "validation"))
    return model


def add(model, *entries):
    model.store.append(entries)
    model.sync()


def texts(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def find(model, scans, **wanted):
    model.set_filter(LogFilter(**wanted))
    scans.run()
    return texts(model)


def test_what_came_is_one_insertion(log, qtbot):
    with qtbot.waitSignals([log.rowsInserted, log.counts_changed]):
        add(log, line("three"), line("four"))
    assert texts(log) == ["one", "Two", "three", "four"]


def test_nothing_new_is_silent(log, qtbot):
    with qtbot.assertNotEmitted(log.rowsInserted):
        log.sync()


def test_every_column_has_its_role(log):
    index = log.index(1)
    roles = (LogRole.TIME, LogRole.SEVERITY, LogRole.SOURCE, LogRole.NUMBER, LogRole.MORE)
    assert [index.data(role) for role in roles] == ["15:29:52", "error", "validation", 2, 0]
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "error, validation: Two"
    assert index.data(Qt.ItemDataRole.DecorationRole) is None


def test_an_entry_of_several_lines_is_a_row_with_its_first_line(log):
    head = MessageHeader("VUID-a", 3, ("VkQueue 0x1",))
    entry = line("first\nsecond\nthird", "error")._replace(message=head)
    add(log, entry)
    index = log.index(2)
    assert (index.data(), index.data(LogRole.MORE)) == ("first", 2)
    assert index.data(LogRole.IDENTIFIER) == "VUID-a"
    assert index.data(LogRole.ENTRY) == entry
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "error, vkcube: first, 2 more lines"


def test_the_row_of_a_message_says_what_it_is_about(log):
    entry = line("Validation Error: [ VUID-a ]\nlong", "error")
    for head, text in (
        (MessageHeader("VUID-a", sentence="The queue is lost."), "VUID-a: The queue is lost."),
        (MessageHeader("", sentence="The queue is lost."), "The queue is lost."),
        (MessageHeader("VUID-a"), "Validation Error: [ VUID-a ]"),
    ):
        add(log, entry._replace(message=head))
        assert texts(log)[-1] == text


def test_rows_have_no_children(log):
    assert log.rowCount(log.index(0)) == 0
    assert log.data(QModelIndex()) is None


def test_searching_leaves_the_log_as_it_is(log, scans):
    before = list(log.store.render_lines())
    assert find(log, scans, text="Two") == ["Two"]
    assert list(log.store.render_lines()) == before


def test_another_log_forgets_rows_and_counts_of_the_last(log, qtbot):
    with qtbot.waitSignals([log.modelReset, log.counts_changed]):
        log.set_store(LogStore(None))
    assert (log.rowCount(), log.store.list_sources(), log.store.count_severities()["info"]) == (
        0,
        (),
        0,
    )


def test_escape_sequences_are_shown(log):
    add(log, line("\x1b[31mred"))
    assert texts(log)[-1] == "\\x1b[31mred"


def test_tabs_indent(log):
    add(log, line("\tdeviceName\t= llvmpipe"))
    assert texts(log)[-1] == "        deviceName      = llvmpipe"


def test_the_filter_combines_text_severity_and_source(log, scans):
    assert find(log, scans, text="TWO") == ["Two"]
    assert find(log, scans, text="TWO", severities=frozenset({"info"})) == []
    assert find(log, scans, severities=frozenset({"info"})) == ["one"]
    assert find(log, scans, severities=frozenset({"info"}), source="validation") == []
    assert find(log, scans, source="validation") == ["Two"]
    assert find(log, scans) == ["one", "Two"]


def test_messages_of_one_kind_can_be_shown_alone(log, scans):
    add(log, line("a")._replace(message=MessageHeader("VUID-a", 3)))
    add(log, line("b")._replace(message=MessageHeader("VUID-b", 4)))
    add(log, line("c")._replace(message=MessageHeader("VUID-a")))
    assert find(log, scans, message="VUID-a") == ["a", "c"]


def test_what_comes_while_a_filter_is_set_is_filtered_too(log, scans):
    assert find(log, scans, text="two") == ["Two"]
    add(log, line("three"), line("twofold"))
    scans.run()
    assert texts(log) == ["Two", "twofold"]


def test_rows_of_the_last_filter_stay_until_the_next_ones_are_found(log, scans):
    log.set_filter(LogFilter(text="two"))
    assert (texts(log), log.is_searching) == (["one", "Two"], True)
    add(log, line("three"))
    assert texts(log) == ["one", "Two"]
    scans.run()
    assert (texts(log), log.is_searching) == (["Two"], False)


def test_a_search_that_is_outdated_is_not_continued(log, scans):
    log.set_filter(LogFilter(text="one"))
    log.set_filter(LogFilter(text="two"))
    assert len(scans.waiting) == 1
    scans.run()
    assert texts(log) == ["Two"]


def test_hits_can_be_marked_among_all_rows(log, scans):
    add(log, line("two more"), line("four"))
    assert find(log, scans, text="two", shows_only_hits=False) == ["one", "Two", "two more", "four"]
    assert log.hits == 2
    assert [log.hit_number(row) for row in range(4)] == [0, 1, 2, 0]


def test_the_next_hit_comes_round(log, scans):
    add(log, line("two more"), line("four"))
    find(log, scans, text="two", shows_only_hits=False)
    assert [log.find_next_hit(row) for row in (-1, 0, 1, 2, 3)] == [1, 1, 2, 1, 1]
    assert [log.find_next_hit(row, is_backward=True) for row in (0, 1, 2, 3)] == [2, 2, 1, 2]
    find(log, scans, text="nothing", shows_only_hits=False)
    assert log.find_next_hit(0) == -1


def test_a_search_tells_how_far_it_is(log, scans, monkeypatch):
    monkeypatch.setattr(log_filter, "SLICE_ENTRIES", 64)
    log.store.append(line(f"hit {number}") for number in range(3 * 64))
    log.sync()
    log.set_filter(LogFilter(text="hit"))
    found = []
    while log.is_searching:
        scans.run(most=1)
        found.append(log.hits)
    assert len(found) > 2
    assert found == sorted(found)
    assert found[-1] == log.rowCount() == 3 * 64


LIMITS = LogLimits(entries=4, size=1 << 20, beginning=2, end=3)


@pytest.fixture
def endless(log, tmp_path):
    store = LogStore(tmp_path, limits=LIMITS)
    log.set_store(store)
    yield log
    store.close()


def fill(log, scans, start, stop, settle=True):
    for number in range(start, stop):
        log.store.append([line(f"line {number}", "error" if number == 13 else "info")])
        if settle and log.store.has_news:
            log.store.write_full_parts()
        if number % 3 == 0:
            log.sync()
            scans.run()
    log.sync()
    scans.run()


def naive(store, wanted):
    shape = store.shape
    numbers = [*range(shape.head), *shape.kept, *range(shape.tail, shape.total)]
    chosen = [n for n in numbers if wanted.matches_entry(store.read_entry(n))]
    if wanted.text and wanted.shows_only_hits:
        chosen = [
            n for n in chosen if PlainFinder.from_filter(wanted).has_match(store.read_entry(n).text)
        ]
    rows = [f"line {n}" for n in chosen]
    if shape.has_gap:
        rows.insert(sum(n < shape.tail for n in chosen), store.render_gap())
    return rows


@pytest.mark.parametrize(
    "wanted",
    [
        LogFilter(),
        LogFilter(text="1"),
        LogFilter(text="1", shows_only_hits=False),
        LogFilter(severities=frozenset({"error"})),
        LogFilter(text="nothing"),
    ],
    ids=["all", "hits", "marked", "errors", "nothing"],
)
def test_rows_follow_what_is_left_out_under_every_filter(endless, scans, wanted):
    endless.set_filter(wanted)
    for start, stop in pairwise((0, 10, 30, 31, 50, 90)):
        fill(endless, scans, start, stop)
        assert texts(endless) == naive(endless.store, wanted)
    endless.store.shrink(2)
    endless.sync()
    assert texts(endless) == naive(endless.store, wanted)
    hits = [row for row in range(endless.rowCount()) if endless.hit_number(row)]
    assert len(hits) == endless.hits


def test_a_log_of_which_all_was_replaced_at_once_is_shown_anew(endless, scans):
    fill(endless, scans, 0, 10)
    endless.store.append(line(f"line {number}") for number in range(10, 90))
    endless.store.write_full_parts()
    endless.sync()
    assert texts(endless) == naive(endless.store, LogFilter())


def test_the_row_of_what_is_left_out_is_a_warning_and_no_entry(endless, scans):
    fill(endless, scans, 0, 90)
    row = texts(endless).index(endless.store.render_gap())
    assert endless.index(row).data(LogRole.SEVERITY) == "warning"
    assert endless.index(row).data(LogRole.NUMBER) == 0


def test_the_window_waits_for_no_disk_where_a_row_is_not_in_memory(
    endless, scans, qtbot, monkeypatch
):
    fill(endless, scans, 0, 10)
    endless._decoded_rows.clear()

    def refuse(*_arguments):
        raise BlockingIOError

    with monkeypatch.context() as patch:
        patch.setattr("os.preadv", refuse)
        assert texts(endless)[:2] == ["…", "…"]
        assert texts(endless)[8] == "line 8"  # in the part that grows
        with qtbot.waitSignal(endless.dataChanged):
            scans.run()
        assert texts(endless)[:2] == ["line 0", "line 1"]
