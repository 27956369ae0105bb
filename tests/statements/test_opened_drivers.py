"""What drivers and the loader agree on when a driver is opened."""

from __future__ import annotations

from tests.statements.opening import chain, driver
from tests.statements.registry import statement
from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.loader.wire.jobs import State


@statement(55, rule="loader.native.libraries._LibraryOpening._find_driver_by_negotiation")
def test_driver_exports_its_look_up():
    found = driver(exports="lookup")
    assert (found.health.state, found.create) == (State.HEALTHY, "VK_SUCCESS")


@statement(58, rule="loader.native.libraries._LibraryOpening._find_driver_by_symbols")
def test_old_driver_exports_three_commands():
    assert driver(exports="plain").create == "VK_SUCCESS"


@statement(184, rule="loader.native.libraries._LibraryOpening._find_driver_by_symbols")
def test_version_0_needs_three_commands():
    assert driver(exports="plain").interface == 0
    for exports in ("plain without create", "plain without extensions", "nothing"):
        assert driver(exports=exports).health.state is State.REFUSES


@statement(178, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_negotiates_the_interface():
    assert driver(knobs={"interface": 4}).interface == 4


@statement(179, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_loader_sends_its_newest_version_and_the_driver_chooses():
    assert driver(knobs={"interface": 99}).interface == 7
    assert driver(knobs={"interface": 6}).interface == 6


@statement(181, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_lower_version_is_accepted():
    for version in (2, 3, 5):
        found = driver(knobs={"interface": version})
        assert (found.interface, found.create) == (version, "VK_SUCCESS")


@statement(180, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_that_refuses_is_not_used():
    assert driver(knobs={"negotiate": -9}).health.state is State.REFUSES
    assert driver(knobs={"interface": 5}).interface == 5


@statement(214, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_that_fails_negotiation_is_ignored_beside_another():
    found = chain(
        lambda s: s.add_probe_driver("bad", knobs={"negotiate": -9}).add_probe_driver("good")
    )
    assert [device.name for device in found.devices] == ["good"]


@statement(183, rule="loader.native.libraries._LibraryOpening._finish_opening")
def test_without_negotiation_a_driver_is_of_version_0_or_1():
    assert driver(exports="plain").interface == 0
    assert driver(exports="lookup").interface == 1


@statement(204, rule="loader.native.libraries._LibraryOpening._finish_opening")
def test_driver_of_an_old_interface_with_a_newer_vulkan_is_warned_of():
    notes = driver(knobs={"interface": 4}, api_version="1.1.0").notes
    warned = {str(note.detail) for note in notes if note.outcome == "warning"}
    assert warned == {"interface 4 with Vulkan 1.1"}
    assert not [note for note in driver(api_version="1.1.0").notes if note.outcome == "warning"]


@statement(352, rule="loader.native.libraries.OpenedDriver.list_extensions")
def test_drivers_are_opened_for_their_instance_extensions():
    found = chain(
        lambda s: s.add_probe_driver(knobs={"extensions": ("VK_KHR_surface:25",)})
    ).extensions
    assert ExtensionName("VK_KHR_surface", 25) in found


@statement(7, rule="loader.native.libraries.OpenedDriver.list_extensions")
def test_instance_extensions_are_those_of_all_drivers():
    names = ("VK_KHR_surface", "VK_KHR_display")
    found = chain(
        lambda s: [s.add_probe_driver(x, knobs={"extensions": (f"{x}:1",)}) for x in names]
    ).extensions
    assert {name for name, _ in found} >= set(names)


@statement(104, rule="loader.native.physical_devices.PhysicalDevices.refresh")
def test_devices_of_all_drivers_are_one_list():
    found = chain(lambda s: s.add_probe_driver("a").add_probe_driver("b")).devices
    assert sorted(device.name for device in found) == ["a", "b"]


@statement(156, rule="loader.native.instance_creation._Creation._decide_api_version")
def test_version_of_a_driver_is_its_manifest_s_and_then_its_own():
    assert driver(api_version="1.1.0", knobs={"version": "1.2.5"}).api_version == (1, 2, 5)
    assert driver(api_version="1.0.9", knobs={"version": "1.2.5"}).api_version[:2] == (1, 0)


@statement(157, rule="loader.native.instance_creation._Creation._decide_api_version")
def test_cases_in_which_a_driver_counts_as_1_0():
    knobs = {"missing": ("vkEnumerateInstanceVersion",)}
    assert driver(api_version="1.1.0", knobs=knobs).api_version[:2] == (1, 0)
    for knobs in ({"version_result": -3}, {"version": "1.0.7"}):
        assert driver(api_version="1.1.0", knobs=knobs).api_version[:2] == (1, 0)
    assert driver(api_version="1.0.0", knobs={"version": "1.3.0"}).api_version[:2] == (1, 0)
    assert driver(api_version="1.1.0", knobs={"version": "1.3.0"}).api_version == (1, 3, 0)
