"""The devices of a configuration: what it chooses, what the machine has, and how both fit."""

from __future__ import annotations

from tests.model.chain.devices_sample import ONE, THREE, TWO, entry, listed, seen
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.model.chain.chosen_devices import DeviceState, list_devices, make_device_entry
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, DeviceEntry


def told(*lines):
    return [(line.name, line.state, line.is_chosen) for line in lines]


def test_without_a_choice_every_device_stands_in_the_order_of_the_loader():
    lines = list_devices(EVERY_DEVICE, [ONE, TWO, THREE])
    here = DeviceState.HERE
    assert told(*lines) == [("GPU 2", here, True), ("GPU 1", here, True), ("GPU 3", here, True)]
    assert lines[0].facts == "CPU · Vulkan 1.3.0 · Mesa 1"


def test_a_device_whose_place_is_not_known_stands_behind_the_others():
    assert [line.name for line in list_devices(EVERY_DEVICE, [seen(4), ONE])] == ["GPU 1", "GPU 4"]


def test_chosen_devices_come_first_in_their_order_then_those_that_are_left_out():
    lines = list_devices(listed(entry(3), entry(1)), [ONE, TWO, THREE])
    here = DeviceState.HERE
    assert told(*lines) == [("GPU 3", here, True), ("GPU 1", here, True), ("GPU 2", here, False)]


def test_a_chosen_device_that_is_not_here_stays_and_says_so():
    lines = list_devices(listed(entry(7), entry(1)), [ONE])
    assert told(*lines) == [("GPU 7", DeviceState.ABSENT, True), ("GPU 1", DeviceState.HERE, True)]
    assert lines[0].current_entry is None
    assert lines[0].chosen_entry == entry(7)


def test_a_device_whose_driver_was_updated_is_the_same_device_with_another_name():
    (line,) = list_devices(listed(entry(1, version=5)), [ONE])
    assert (line.state, line.key) == (DeviceState.CHANGED, ONE.key)
    assert (line.chosen_entry, line.current_entry) == (entry(1, version=5), entry(1))


def test_one_card_under_two_drivers_is_two_devices():
    other = seen(1, 3, entry=entry(1, driver=8))._replace(key="device:b#1")
    lines = list_devices(listed(entry(1, driver=8)), [ONE, other])
    here = DeviceState.HERE
    assert [(x.key, x.state, x.is_chosen) for x in lines] == [
        ("device:b#1", here, True),
        (ONE.key, here, False),
    ]


def test_what_no_settings_file_can_name_cannot_be_chosen():
    lines = list_devices(listed(entry(1)), [ONE, seen(5, entry=None)])
    assert told(lines[1]) == [("GPU 5", DeviceState.UNNAMED, False)]
    assert not lines[1].can_be_chosen


def test_of_devices_that_nothing_tells_apart_one_stands_in_the_list():
    twin = ONE._replace(key="device:a#9")
    assert len(list_devices(EVERY_DEVICE, [ONE, twin])) == 1
    assert len(list_devices(listed(entry(1)), [ONE, twin])) == 1
    assert len(list_devices(listed(entry(1), entry(1)), [ONE])) == 1


def test_a_device_without_a_name_is_called_so():
    (line,) = list_devices(listed(DeviceEntry("", "ab" * 16, "", 1)), [])
    assert line.name == "Unnamed device"


def test_a_device_is_named_by_what_it_told_a_probe():
    told_by = DeviceSummary(
        "GPU", api_version=(1, 1, 0), driver_version=7, driver_name="drv",
        device_uuid="ab" * 16, driver_uuid="cd" * 16, driver="/etc/vulkan/icd.d/drv.json",
        type="cpu", vendor_id=5, device_id=6, pci="0000:01:00.0",
    )  # fmt: skip
    said = DeviceEntry("GPU", "ab" * 16, "cd" * 16, 7, "drv", "drv.json", 2, "cpu", 5, 6,
                       "0000:01:00.0")  # fmt: skip
    assert make_device_entry(told_by, 2) == said
    assert make_device_entry(told_by._replace(api_version=(1, 0, 9))) is None
    assert make_device_entry(told_by._replace(device_uuid="")) is None
