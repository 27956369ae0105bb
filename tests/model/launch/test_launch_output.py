"""Lines of a program come in order, understood, and never in the way of the window."""

import threading

from tests.framework.patience import PATIENCE
from tests.model.launch.test_loader_log import NEW
from vkconfig_py.model.items.log_model import CAPACITY
from vkconfig_py.model.launch.launch_output import BURST, LaunchOutput

CHAIN = ("VK_LAYER_MESA_device_select", "VK_LAYER_KHRONOS_validation")


def texts(batch):
    return [arrival.line.text for arrival in batch.arrivals]


def chains(arrivals):
    return [set(arrival.chain) for arrival in arrivals if arrival.chain is not None]


def add(output, lines):
    for line in lines:
        output.add("out", line)


def test_lines_are_taken_once_and_announced_once_a_batch():
    announced = []
    output = LaunchOutput(lambda: announced.append(True), CAPACITY)
    add(output, ["one", "two"])
    assert len(announced) == 1
    assert texts(output.take()) == ["one", "two"]
    assert texts(output.take()) == []
    add(output, ["three"])
    assert len(announced) == 2


def test_a_chain_is_told_with_its_last_line_and_once():
    output = LaunchOutput(lambda: None, CAPACITY)
    add(output, NEW.splitlines() * 2)
    assert chains(output.take().arrivals) == [set(CHAIN)]
    add(output, NEW.splitlines())
    assert chains(output.take().arrivals) == []


def test_what_the_log_cannot_show_is_counted_and_its_chain_is_kept():
    output = LaunchOutput(lambda: None, CAPACITY)
    output.close()
    add(output, NEW.splitlines())
    add(output, (f"line {number}" for number in range(CAPACITY)))
    batch = output.take()
    assert batch.dropped == len(NEW.splitlines())
    assert chains(batch.chains) == [set(CHAIN)]
    assert texts(batch)[0] == "line 0"
    assert len(batch.arrivals) == CAPACITY
    assert output.take().dropped == 0


def test_a_flood_waits_for_the_log(monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_output.PATIENCE", PATIENCE)
    output = LaunchOutput(lambda: None, CAPACITY)
    flood = threading.Thread(target=add, args=(output, ["line"] * (BURST + 1)))
    flood.start()
    came = 0
    while came < BURST:  # it waits behind the last of these
        came += len(output.take().arrivals)
    flood.join(PATIENCE)
    assert not flood.is_alive()
    assert came + len(output.take().arrivals) == BURST + 1


def test_a_closed_output_waits_for_nobody(monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.launch_output.PATIENCE", PATIENCE)
    output = LaunchOutput(lambda: None, CAPACITY)
    flood = threading.Thread(target=add, args=(output, ["line"] * (BURST + 1)))
    flood.start()
    output.close()
    flood.join(PATIENCE)
    assert not flood.is_alive()
