"""Lines of a program come in order, understood, and never in the way of the window."""

import threading
import time

from tests.framework.patience import PATIENCE
from tests.model.launch.test_loader_log import NEW
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogStore
from vkconfig_py.model.launch.run_program import MAX_BURST_LINES, LaunchOutput

CHAIN = ("VK_LAYER_MESA_device_select", "VK_LAYER_KHRONOS_validation")


class LineReader:
    """The reader for which each line is an entry."""

    def feed(self, line):
        return (LogEntry(line.severity, line.source, line.time, line.text),)

    def finish(self):
        return ()


def make(on_first=lambda: None, reader=None, store=None):
    return LaunchOutput(on_first, store or LogStore(None, "vkcube"), reader or LineReader())


def texts(output):
    store = output._store
    return [store.read_entry(number).text for number in range(store.shape.total)]


def add(output, lines):
    for line in lines:
        output.add_line("out", line)


class Pairs:
    """Makes an entry of two lines."""

    def __init__(self):
        self.held = []

    def feed(self, line):
        self.held.append(line)
        return self.finish() if len(self.held) == 2 else ()

    def finish(self):
        held, self.held = self.held, []
        if not held:
            return ()
        text = "\n".join(line.text for line in held)
        return (LogEntry("info", "", held[0].time, text),)


def test_lines_are_stored_at_once_and_announced_once_a_batch():
    announced = []
    output = make(lambda: announced.append(True))
    add(output, ["one", "two"])
    assert texts(output) == ["one", "two"]
    assert len(announced) == 1
    output.pop_batch()
    add(output, ["three"])
    assert len(announced) == 2


def test_a_chain_is_told_with_its_last_line_and_once():
    output = make()
    add(output, NEW.splitlines() * 2)
    assert [set(one.chain) for one in output.pop_batch().instances] == [set(CHAIN)]
    add(output, NEW.splitlines())
    assert output.pop_batch().instances == ()


def test_a_message_that_may_go_on_is_finished_when_nothing_follows(monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.run_program.HOLD_SECONDS", PATIENCE)
    output = make(reader=Pairs())
    add(output, ["one", "two", "three"])
    assert texts(output) == ["one\ntwo"]
    assert output.pop_batch().has_more
    monkeypatch.setattr("vkconfig_py.model.launch.run_program.HOLD_SECONDS", 0.0)
    assert not output.pop_batch().has_more
    assert texts(output) == ["one\ntwo", "three"]


def test_the_end_finishes_a_message_at_once():
    output = make(reader=Pairs())
    add(output, ["one"])
    assert not output.pop_batch(takes_all_lines=True).has_more
    assert texts(output) == ["one"]


def test_full_parts_of_the_log_are_written_by_the_reader_thread(tmp_path):
    store = LogStore(tmp_path, limits=LogLimits(entries=3, beginning=1, end=2))
    try:
        add(make(store=store), map(str, range(20)))
        assert store.shape.has_gap
    finally:
        store.close()


def test_a_flood_waits_for_the_log(monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.run_program.BACKPRESSURE_WAIT_SECONDS", PATIENCE)
    output = make()
    flood = threading.Thread(target=add, args=(output, ["line"] * (MAX_BURST_LINES + 1)))
    flood.start()
    while len(texts(output)) < MAX_BURST_LINES:  # it waits behind the last of these
        time.sleep(0.01)
    time.sleep(0.05)
    assert len(texts(output)) == MAX_BURST_LINES
    output.pop_batch()
    flood.join(PATIENCE)
    assert not flood.is_alive()
    assert len(texts(output)) == MAX_BURST_LINES + 1


def test_a_closed_output_waits_for_nobody(monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.run_program.BACKPRESSURE_WAIT_SECONDS", PATIENCE)
    output = make()
    flood = threading.Thread(target=add, args=(output, ["line"] * (MAX_BURST_LINES + 1)))
    flood.start()
    output.close()
    flood.join(PATIENCE)
    assert not flood.is_alive()


def test_blank_lines_take_no_row():
    output = make()
    add(output, ["one", "", "  \t", "two"])
    assert texts(output) == ["one", "two"]
