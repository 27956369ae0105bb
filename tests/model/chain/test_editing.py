"""Edits of a choice of devices."""

from __future__ import annotations

from tests.model.chain.devices_sample import ONE, THREE, TWO, entry, listed, seen
from vkconfig_py.model.chain import chosen_devices
from vkconfig_py.model.chain.chosen_devices import list_devices
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, DeviceChoice, DeviceMode

SEEN = [ONE, TWO, THREE]


def names(choice: DeviceChoice | None) -> list[str]:
    assert choice is not None
    assert choice.mode is DeviceMode.LISTED
    return [device.name for device in choice.devices]


def act(edit, choice, *arguments, seen=SEEN, **more):
    return edit(choice, list_devices(choice, seen), *arguments, **more)


def test_leaving_one_out_lists_the_others_in_the_order_of_the_loader():
    assert names(act(chosen_devices.set_device_use, EVERY_DEVICE, TWO.key, is_on=False)) == [
        "GPU 1",
        "GPU 3",
    ]


def test_a_device_is_added_at_the_end_and_taken_out():
    choice = listed(entry(3))
    assert names(act(chosen_devices.set_device_use, choice, ONE.key, is_on=True)) == [
        "GPU 3",
        "GPU 1",
    ]
    assert names(act(chosen_devices.set_device_use, choice, THREE.key, is_on=False)) == []


def test_what_is_so_already_is_no_edit():
    choice = listed(entry(3))
    assert act(chosen_devices.set_device_use, choice, THREE.key, is_on=True) is None
    assert act(chosen_devices.set_device_use, choice, "device:nobody", is_on=True) is None
    assert act(chosen_devices.choose_only_device, choice, THREE.key) is None
    assert act(chosen_devices.set_device_position, choice, THREE.key, 0) is None
    assert act(chosen_devices.set_device_position, choice, "device:nobody", 0) is None
    assert act(chosen_devices.renew_device_identity, choice, THREE.key) is None
    assert act(chosen_devices.renew_device_identity, choice, ONE.key) is None
    assert chosen_devices.clear_device_choice(EVERY_DEVICE) is None


def test_one_device_alone_is_chosen():
    assert names(act(chosen_devices.choose_only_device, EVERY_DEVICE, ONE.key)) == ["GPU 1"]
    assert act(chosen_devices.choose_only_device, EVERY_DEVICE, "device:nobody") is None


def test_a_device_is_put_at_a_place_and_chosen_by_that():
    assert names(act(chosen_devices.set_device_position, EVERY_DEVICE, THREE.key, 0)) == [
        "GPU 3",
        "GPU 2",
        "GPU 1",
    ]
    choice = listed(entry(3), entry(1))
    assert names(act(chosen_devices.set_device_position, choice, TWO.key, 1)) == [
        "GPU 3",
        "GPU 2",
        "GPU 1",
    ]
    assert names(act(chosen_devices.set_device_position, choice, THREE.key, 9)) == [
        "GPU 1",
        "GPU 3",
    ]


def test_a_device_moves_by_steps_and_stays_at_the_ends():
    choice = listed(entry(3), entry(1))
    assert names(act(chosen_devices.move_device, choice, ONE.key, -1)) == ["GPU 1", "GPU 3"]
    assert names(act(chosen_devices.move_device, choice, THREE.key, 1)) == ["GPU 1", "GPU 3"]
    assert act(chosen_devices.move_device, choice, THREE.key, -1) is None
    assert act(chosen_devices.move_device, choice, ONE.key, 1) is None


def test_a_device_that_is_left_out_goes_up_to_the_end_of_the_list():
    choice = listed(entry(3))
    assert names(act(chosen_devices.move_device, choice, TWO.key, -1)) == ["GPU 3", "GPU 2"]
    assert act(chosen_devices.move_device, choice, TWO.key, 1) is None


def test_a_device_is_named_anew_at_its_place():
    choice = listed(entry(1, version=5), entry(2))
    changed = act(chosen_devices.renew_device_identity, choice, ONE.key)
    assert changed is not None
    assert changed.devices == (entry(1), entry(2))


def test_one_that_is_not_here_keeps_its_place_and_can_be_taken_out():
    choice = listed(entry(7), entry(1))
    moved = act(chosen_devices.set_device_use, choice, TWO.key, is_on=True)
    assert names(moved) == ["GPU 7", "GPU 1", "GPU 2"]
    absent = list_devices(choice, SEEN)[0].key
    assert names(act(chosen_devices.set_device_use, choice, absent, is_on=False)) == ["GPU 1"]


def test_what_cannot_be_named_is_in_no_list():
    some = [ONE, TWO, seen(5, 4, entry=None)]
    changed = act(chosen_devices.set_device_use, EVERY_DEVICE, ONE.key, is_on=False, seen=some)
    assert names(changed) == ["GPU 2"]
    assert (
        act(chosen_devices.set_device_use, EVERY_DEVICE, "device:a#5", is_on=False, seen=some)
        is None
    )


def test_back_to_every_device_keeps_what_this_version_does_not_know():
    choice = listed(entry(1))._replace(extra=(("new", 1),))
    assert chosen_devices.clear_device_choice(choice) == DeviceChoice(extra=(("new", 1),))
