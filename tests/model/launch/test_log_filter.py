"""Filters and searches find what comparing every entry finds."""

from array import array

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.model.launch.test_log_store import entries
from vkconfig_py.model.launch.log_filter import (
    EVERY_SEVERITY,
    LogFilter,
    PlainFinder,
    ShownRows,
    remove_left_out,
    scan_log,
)
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogShape, LogStore

filters = st.builds(
    LogFilter,
    st.frozensets(st.sampled_from(sorted(EVERY_SEVERITY))),
    st.sampled_from(["", "loader", "validation", "nobody"]),
    st.none() | st.tuples(st.text(max_size=1), st.none() | st.integers(-1, 1)),
    st.text(max_size=2) | st.sampled_from(["ss", "K", "A"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.just(False),
    st.booleans(),
)


def scanned(store, wanted):
    taken, hits, at = [], [], 0
    while at < store.shape.total:
        found = scan_log(store, wanted, PlainFinder.from_filter(wanted), at)
        assert found.stop > at
        taken += found.matching_numbers
        hits += found.hits
        at = found.stop
    return taken, hits


def line(text):
    return LogEntry("info", "loader", "", text)


@given(st.lists(entries, max_size=150), filters, st.integers(1, 100))
@example([line("STRASSE"), line("Straße"), line("\N{KELVIN SIGN}")], LogFilter(text="ss"), 9)
@example([line("\N{KELVIN SIGN}"), line("k\0")], LogFilter(text="K"), 9)
@example([line("a\0b"), line("ab")], LogFilter(text="\0"), 9)
@example([line("ab"), line("cd")] * 60, LogFilter(text="b\0c"), 99)
def test_a_filter_finds_what_comparing_every_entry_finds(
    tmp_path_factory, given_entries, wanted, most
):
    limits = LogLimits(entries=most, size=1 << 20, beginning=200, end=200)
    store = LogStore(tmp_path_factory.getbasetemp(), limits=limits)
    try:
        store.append(given_entries)
        store.write_full_parts()
        taken = [n for n, entry in enumerate(given_entries) if wanted.matches_entry(entry)]
        finder = PlainFinder.from_filter(wanted)
        hits = [n for n in taken if finder.has_match(given_entries[n].text)]
        assert scanned(store, wanted) == (taken, hits)
    finally:
        store.close()


@pytest.mark.parametrize(
    ("text", "wanted", "spans"),
    [
        ("vkQueue vkQueueSubmit, vkQueue", {"text": "VKQUEUE"}, [(0, 7), (8, 15), (23, 30)]),
        ("vkQueue vkQueueSubmit, vkQueue", {"text": "vkQueue", "whole_words": True},
         [(0, 7), (23, 30)]),
        ("vkQueue VKQUEUE", {"text": "VKQUEUE", "match_case": True}, [(8, 15)]),
        ("device_1 device", {"text": "device", "whole_words": True}, [(9, 15)]),
        ("a (b)", {"text": "(b)", "whole_words": True}, [(2, 5)]),
        ("aaa aa", {"text": "aa", "whole_words": True}, [(4, 6)]),
        ("Größe Größen", {"text": "größe", "whole_words": True}, [(0, 5)]),
    ],
)  # fmt: skip
def test_case_and_whole_words_decide_what_is_a_hit(text, wanted, spans):
    finder = PlainFinder.from_filter(LogFilter(**wanted))
    assert finder.find_spans(text) == spans
    assert finder.has_match(text) == bool(spans)


def test_objects_of_a_message_are_no_part_of_its_text():
    store = LogStore(None)
    head = ("VUID-a", None, ("needle",))
    from vkconfig_py.model.launch.log_store import MessageHeader

    store.append([line("text")._replace(message=MessageHeader(*head)), line("a needle")])
    assert scanned(store, LogFilter(text="needle"))[1] == [1]


@st.composite
def shapes(draw):
    head = draw(st.integers(0, 6))
    tail = draw(st.integers(head, 12))
    kept = draw(st.sets(st.integers(head, tail - 1), max_size=1)) if tail > head else set()
    return LogShape(head, tail, draw(st.integers(tail, 18)), tuple(kept))


def there(shape):
    return [*range(shape.head), *shape.kept, *range(shape.tail, shape.total)]


@given(shapes(), st.none() | st.sets(st.integers(0, 17)))
def test_rows_are_the_entries_that_are_there_with_one_for_the_gap(shape, chosen):
    numbers = [n for n in there(shape) if chosen is None or n in chosen]
    rows = ShownRows(shape, None if chosen is None else array("I", numbers))
    expected = list(numbers)
    if shape.has_gap:
        expected.insert(sum(n < shape.tail for n in numbers), ShownRows.GAP)
    assert [rows.get_entry_number(row) for row in range(len(rows))] == expected
    for number in range(-1, 20):
        assert rows.find_row(number) == (expected.index(number) if number in expected else -1)


@given(shapes(), st.sets(st.integers(0, 17)))
def test_pruned_numbers_are_those_of_entries_that_are_there(shape, chosen):
    numbers = array("I", sorted(n for n in chosen if n < shape.total))
    assert list(remove_left_out(numbers, shape)) == [n for n in there(shape) if n in chosen]
