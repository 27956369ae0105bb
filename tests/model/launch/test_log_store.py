"""The store of a log: what is put in comes out, and what is left out is said."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.launch.log_store import (
    LOGS_SHARE_SPACE,
    LogEntry,
    LogLimits,
    LogStore,
    MessageHeader,
)

FEW = LogLimits(entries=4, size=1 << 20, beginning=2, end=3, in_memory=3)
heads = st.builds(
    MessageHeader,
    st.text(max_size=8),
    st.none() | st.integers(-9, 9),
    st.lists(st.text(max_size=4), max_size=3).map(tuple),
    st.text(max_size=4),
    st.text(max_size=4),
    st.booleans(),
)
entries = st.builds(
    LogEntry,
    st.sampled_from(["error", "warning", "info"]),
    st.sampled_from(["loader", "validation", "vkcube"]),
    st.sampled_from(["12:00:00", "12:00:01"]),
    st.text(st.characters(), max_size=30),
    st.none() | heads,
)


def plain(number, severity="info", text=None):
    return LogEntry(severity, "vkcube", "12:00:00", text or f"line {number}")


@pytest.fixture
def make(tmp_path):
    stores = []

    def make(*arguments, **named):
        stores.append(LogStore(*arguments, **named))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


def kept(entry):
    """An entry as the store has it: a message can be read again from its text."""
    message = entry.message
    return entry._replace(message=None), message and (message.kind, message.objects)


def shown(store):
    shape = store.shape
    numbers = [*range(shape.head), *shape.kept, *range(shape.tail, shape.total)]
    return [store.read_entry(number) for number in numbers]


def fill(store, count, **errors):
    for number in range(count):
        store.append([plain(number, errors.get(f"at{number}", "info"))])
        if store.has_news:
            store.write_full_parts()


@given(st.lists(entries, max_size=40), st.integers(1, 7), st.integers(1, 200))
def test_what_is_put_in_comes_out_also_through_files(tmp_path_factory, given_entries, most, size):
    limits = LogLimits(entries=most, size=size, beginning=100, end=100)
    store = LogStore(tmp_path_factory.getbasetemp(), limits=limits)
    try:
        store.append(given_entries)
        store.write_full_parts()
        assert list(map(kept, shown(store))) == list(map(kept, given_entries))
        assert store.render_gap() == ""
    finally:
        store.close()


def test_a_log_that_is_short_writes_no_file(make, tmp_path):
    store = make(tmp_path / "not made")
    store.append([plain(0)])
    store.write_full_parts()
    assert not (tmp_path / "not made").exists()


def test_the_files_of_a_log_have_no_names(make, tmp_path):
    store = make(tmp_path / "cache", limits=FEW)
    fill(store, 12)
    assert list((tmp_path / "cache").iterdir()) == []
    assert shown(store) == [plain(number) for number in range(12)]


def test_of_an_output_without_end_the_beginning_and_the_end_are_kept_and_the_rest_is_counted(
    make, tmp_path
):
    store = make(tmp_path, limits=FEW)
    fill(store, 101)
    shape = store.shape
    assert (shape.head, shape.tail, shape.total) == (8, 92, 101)
    assert shown(store) == [plain(number) for number in (*range(8), *range(92, 101))]
    assert store.read_entry(50) is None
    assert store.render_gap() == (
        "84 entries (670 bytes) were dropped. A log keeps the beginning and end of the "
        "output, up to 5 MB or 20 entries."
    )


def test_the_first_error_is_kept_in_any_case(make, tmp_path):
    store = make(tmp_path, limits=FEW)
    fill(store, 101, at42="error", at43="error")
    assert store.first_error == 42
    assert store.shape.kept == (42,)
    assert store.read_entry(42) == plain(42, "error")
    assert store.render_gap().startswith("83 entries")
    text = "".join(store.render_lines())
    assert text.index("line 7\n") < text.index("line 42\n") < text.index("[83 entries")
    assert text.index("[83 entries") < text.index("line 92\n")


@pytest.mark.parametrize("count", [17, 101])
def test_a_log_that_is_over_gives_up_its_middle_and_says_so(make, tmp_path, count):
    store = make(tmp_path, limits=FEW)
    fill(store, count, at2="error", at6="error")
    for parts in (4, 2, 1):
        store.shrink(parts)
        shape = store.shape
        assert store.parts == max(2, parts)
        assert (shape.head, shape.total) == (4, count)
        assert count - shape.tail <= 3 * FEW.entries
        assert store.first_error == 2
        assert shown(store)[0] == plain(0)
        assert shown(store)[-1] == plain(count - 1)
        assert store.render_gap().endswith(LOGS_SHARE_SPACE)


@pytest.mark.parametrize("folder", ["missing", "unusable"])
def test_without_a_file_memory_holds_the_beginning_and_the_end(make, tmp_path, folder):
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = make(blocked / "below" if folder == "unusable" else None, limits=FEW)
    fill(store, 101)
    numbers = [int(entry.text.split()[1]) for entry in shown(store)]
    assert numbers == [*range(4), *range(numbers[4], 101)]
    assert len(numbers) <= FEW.in_memory * FEW.entries
    assert "The log is not saved to a file" in store.render_gap()
    assert ("not a folder" in store.render_gap()) == (folder == "unusable")


def test_the_last_of_a_disk_is_left_to_others(make, tmp_path, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.log_store.MIN_FREE_SPACE", 1 << 60)
    store = make(tmp_path, limits=FEW)
    fill(store, 101)
    assert "The log is not saved to a file (the disk is nearly full), so" in store.render_gap()
    assert len(shown(store)) <= FEW.in_memory * FEW.entries


def test_everything_that_came_is_counted_also_what_was_left_out(make, tmp_path):
    store = make(tmp_path, "vkcube", limits=FEW)
    fill(store, 60, at30="error", at33="warning")
    assert store.count_severities() == {"error": 1, "warning": 1, "info": 58}
    assert store.list_sources() == ("vkcube",)


def test_an_entry_without_source_is_the_programs(make):
    store = make(None, "vkcube")
    store.append([LogEntry("info", "", "12:00:00", "hello")])
    assert store.read_entry(0).source == "vkcube"


def test_messages_are_counted_by_their_identifier(make):
    store = make(None)
    one, other = MessageHeader("VUID-a", 7, ("VkQueue 0x1",)), MessageHeader("VUID-b")
    for head in (one, other, one._replace(objects=())):
        store.append([plain(0, "error")._replace(message=head)])
    assert [(k.identifier, k.number, k.total, k.first) for k in store.list_message_groups()] == [
        ("VUID-a", 7, 2, 0),
        ("VUID-b", None, 1, 1),
    ]
    assert [store.read_entry(n).message for n in range(3)] == [one, other, one._replace(objects=())]


def test_the_longest_row_is_known(make):
    store = make(None)
    store.append([plain(0, text="\tab\nmuch longer second line")])
    assert store.longest == len("        ab")


def test_one_thread_may_read_while_another_adds(make, tmp_path):
    store = make(tmp_path, limits=LogLimits(entries=50, size=1 << 20, beginning=2, end=3))
    writer = threading.Thread(target=fill, args=(store, 5000))
    writer.start()
    while writer.is_alive():
        shape = store.shape
        for number in (0, shape.tail, shape.total - 1):
            entry = store.read_entry(number) if number >= 0 else None
            assert entry is None or entry == plain(number)
    writer.join()
    assert store.read_entry(4999) == plain(4999)


@pytest.mark.parametrize("left_out", [False, True])
def test_errors_are_found_in_both_directions_around_the_end(make, tmp_path, left_out):
    store = make(tmp_path, limits=FEW if left_out else LogLimits(entries=4))
    errors = [9, 11, 12, 33, 36]
    store.append(plain(n, "error" if n in errors else "info") for n in range(38))
    store.write_full_parts()
    if left_out:
        assert store.shape.has_gap
        errors.remove(11), errors.remove(12)  # the first one is kept
    for number in range(-1, 38):
        behind = [error for error in errors if error > number]
        before = [error for error in errors if error < number]
        assert store.find_error(number) == (behind or errors)[0]
        assert store.find_error(number, is_backward=True) == (before or errors)[-1]


def test_a_log_without_errors_has_none_to_go_to(make):
    store = make(None)
    store.append([plain(0)])
    assert (store.find_error(-1), store.find_error(0, is_backward=True)) == (None, None)
