"""What a picture of an applied loader settings file shows is what real loaders then do."""

from __future__ import annotations

import pytest

from tests.framework.ladder import find_loader, list_loader_names
from tests.framework.probe_parts import ProbeDevice
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from tests.model.machine import LAUNCH, build, carry_out, drawn, look
from tests.model.plan.plans import blocking, texts
from tests.model.plan.test_plans_on_real_loaders import CASES
from vkconfig_py.loader.probe.probe_run import ProbeSelection, probe
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.settings_file import list_settings_paths
from vkconfig_py.model.chain.chosen_devices import choose_only_device, list_devices, set_device_use
from vkconfig_py.model.chain.probe_rows import add_probe_findings
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    UNLISTED,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverControl,
)
from vkconfig_py.model.plan.loader_family import MIN_SETTINGS_VERSION, can_launch_choose_devices
from vkconfig_py.model.plan.plan import Mechanism, PlanView

SETTINGS = PlanView(Mechanism.SETTINGS)
MORE = {
    "auto-at-a-place": drawn("A", "I3", "I1", "C", on="A"),
    "unlisted-between": drawn("I2", UNLISTED, "B", on="B"),
    "unlisted-off": drawn("A", "I2", on="A", off=[UNLISTED]),
    "nothing-but-unlisted-off": drawn(off=[UNLISTED]),
    "unlisted-on": drawn("B", UNLISTED, on=["B", UNLISTED]),
}


def _is_since(name: str, version: tuple[int, int, int]) -> bool:
    numbers = [int(part) for part in name.split(".") if part.isdecimal()]
    return name == "chromium" or (len(numbers) == 3 and tuple(numbers) >= version)


RELEASES = [name for name in list_loader_names() if _is_since(name, MIN_SETTINGS_VERSION)]
CHOOSING = [name for name in RELEASES if _is_since(name, (1, 4, 323))]  # take devices from the file


@pytest.fixture(params=RELEASES)
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return find_loader(request.param)


@pytest.mark.parametrize("case", CASES | MORE)
def test_a_settings_file_gives_the_predicted_chain(
    case: str, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    snapshot = look(system.host(), (CASES | MORE)[case], SETTINGS, loader.profile)
    blocking = [limit.text for limit in snapshot.plan.limits if limit.is_blocking]
    assert (case == "nothing") == bool(blocking)
    answer = carry_out(snapshot.plan, system, loader)
    assert (answer.create, answer.chain()) == (
        snapshot.report.create_result,
        snapshot.list_loading_layers(),
    )
    wanted = [e.name for e in (CASES | MORE)[case].layers if e.name in answer.chain()]
    assert [name for name in answer.chain() if name in wanted] == wanted


A_CARD, B_CARD, C_CARD = (
    ProbeDevice(name, uuid=number, driver_uuid=9, driver=0x8DDC0000 + number)
    for number, name in enumerate(("First", "Second", "Third"), start=1)
)


def _entry(device: ProbeDevice) -> DeviceEntry:
    uuids = (bytes([byte] * 16).hex() for byte in (device.uuid, device.driver_uuid))
    return DeviceEntry(device.name, *uuids, device.driver)


@pytest.mark.parametrize("order", [(C_CARD, A_CARD), (B_CARD,), (A_CARD, B_CARD, C_CARD), ()])
def test_programs_get_the_listed_devices_in_their_order(
    order: tuple[ProbeDevice, ...], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_probe_driver(devices=(A_CARD, B_CARD, C_CARD))
    devices = DeviceChoice(DeviceMode.LISTED, tuple(map(_entry, order)))
    snapshot = look(system.host(), drawn()._replace(devices=devices), SETTINGS, loader.profile)
    told = " ".join(texts(snapshot.plan))
    answer = carry_out(snapshot.plan, system, loader) if not blocking(snapshot.plan) else None
    if not loader.profile.has(Gate.ADDITIONAL_DRIVERS):
        assert "ignores device choices in a settings file" in told
        assert answer is None
    elif not order and loader.profile.has(Gate.EMPTY_LISTS_IGNORED):
        assert "ignores an empty device list" in told
    else:
        assert answer is not None
        expected = tuple(device.name for device in order)
        assert answer.devices in (expected, expected or "VK_ERROR_INITIALIZATION_FAILED")


@pytest.mark.parametrize("loader", CHOOSING, indirect=True)
@pytest.mark.parametrize("updated", [False, True])
def test_rows_of_devices_say_what_programs_get(
    updated: bool, system: SystemBuilder, loader: RealLoader
) -> None:
    assert loader.profile.has(Gate.ADDITIONAL_DRIVERS)
    system.add_probe_driver(devices=(A_CARD, B_CARD, C_CARD))
    plain = look(system.host(), drawn(), SETTINGS, loader.profile)
    wanted = ProbeSelection(layers=frozenset(), chain=False)
    probed = make_probe_report(plain.report, probe(plain.report, wanted)).findings
    seen = [device for group in probed.devices.values() for device in group]
    first, _second, third = list_devices(EVERY_DEVICE, seen)
    choice = choose_only_device(EVERY_DEVICE, list_devices(EVERY_DEVICE, seen), third.key)
    assert choice is not None
    choice = set_device_use(choice, list_devices(choice, seen), first.key, is_on=True)
    assert choice is not None
    if updated:  # the driver of the first one, since it was chosen
        one, other = choice.devices
        choice = choice._replace(devices=(one, other._replace(driver_version=1)))
    chosen = drawn()._replace(devices=choice)
    snapshot = add_probe_findings(look(system.host(), chosen, SETTINGS, loader.profile), probed)
    answer = carry_out(snapshot.plan, system, loader)
    rows = [row for row in snapshot.rows if row.kind is RowKind.DEVICE]
    got = sorted((row.status, row.name) for row in rows if row.status != "Off")
    assert tuple(name for _place, name in got) == answer.devices
    lost = updated and loader.profile.has(Gate.DEVICE_DRIVER_REQUIRED)
    assert len(answer.devices) == (1 if lost else 2)
    assert [row.deviation != "" for row in rows if row.key == first.key] == [lost]


@pytest.mark.parametrize("case", CASES)
def test_one_launch_gives_a_program_the_listed_devices(
    case: str, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system).add_probe_driver("cards", devices=(A_CARD, B_CARD, C_CARD))
    devices = DeviceChoice(DeviceMode.LISTED, (_entry(C_CARD), _entry(A_CARD)))
    folder = str(system.root / "private")
    configuration = CASES[case]._replace(devices=devices)
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile, folder=folder)
    answer = carry_out(snapshot.plan, system, loader)
    assert (answer.create, answer.chain()) == (
        snapshot.report.create_result,
        snapshot.list_loading_layers(),
    )
    followed = snapshot.report.probe_inputs.device_configurations is not None
    assert followed is can_launch_choose_devices(loader.profile)
    told = any(text.endswith(" cannot choose devices") for text in texts(snapshot.plan))
    assert told is not followed
    if followed:
        assert answer.devices == ("Third", "First")


@pytest.mark.parametrize("control", DriverControl)
def test_one_launch_chooses_drivers_beside_devices(
    control: DriverControl, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_probe_driver("cards", devices=(A_CARD, B_CARD))
    system.add_probe_driver("others", devices=(C_CARD,))
    devices = DeviceChoice(DeviceMode.LISTED, (_entry(C_CARD), _entry(A_CARD)))
    configuration = drawn().with_driver_control("cards.json", control)._replace(devices=devices)
    folder = str(system.root / "private")
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile, folder=folder)
    answer = carry_out(snapshot.plan, system, loader)
    if can_launch_choose_devices(loader.profile):
        expected = {"auto": ("Third", "First"), "only": ("First",), "off": ("Third",)}
        assert answer.devices == expected[control]


DRIVER_PLACES = [Place.VARIABLE, Place.VARIABLE_FILE, Place.ADDED, Place.ADDED_FILE]


@pytest.mark.parametrize("view", [LAUNCH, SETTINGS])
@pytest.mark.parametrize("place", DRIVER_PLACES)
def test_listed_devices_are_found_though_a_variable_names_their_driver(
    place: Place, view: PlanView, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_probe_driver("installed", devices=(A_CARD,))
    system.add_probe_driver("named", devices=(B_CARD, C_CARD), place=place)
    devices = DeviceChoice(DeviceMode.LISTED, tuple(map(_entry, (C_CARD, A_CARD))))
    configuration = drawn()._replace(devices=devices)
    folder = str(system.root / "private")
    snapshot = look(system.host(), configuration, view, loader.profile, folder=folder)
    followed = snapshot.report.probe_inputs.device_configurations is not None
    by_launch = can_launch_choose_devices(loader.profile)
    assert followed is (
        by_launch if view == LAUNCH else loader.profile.has(Gate.ADDITIONAL_DRIVERS)
    )
    if followed:
        answer = carry_out(snapshot.plan, system, loader)
        is_added = place in (Place.ADDED, Place.ADDED_FILE)
        assert answer.devices == (("Third", "First") if is_added else ("Third",))
        variable = "VK_ADD_DRIVER_FILES" if is_added else "VK_DRIVER_FILES"
        told = any(text.startswith(f"{variable} has no effect") for text in texts(snapshot.plan))
        assert told is (view == SETTINGS)


def test_one_launch_brings_no_settings_file_beside_another_one(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    places = list_settings_paths(system.host(), loader.profile)
    system.add_file(places[0], {"file_format_version": "1.0.0", "settings": {}})
    devices = DeviceChoice(DeviceMode.LISTED, (_entry(C_CARD),))
    snapshot = look(system.host(), drawn()._replace(devices=devices), LAUNCH, loader.profile)
    assert any(text.endswith(" cannot choose devices") for text in texts(snapshot.plan))
    assert not snapshot.plan.files


def test_words_for_the_log_decide_what_the_loader_says(
    system: SystemBuilder, loader: RealLoader
) -> None:
    logs = {}
    for words in (("layer",), ("error",)):
        configuration = drawn("A", on="A")._replace(loader_log=words)
        snapshot = look(build(system).host(), configuration, SETTINGS, loader.profile)
        answer = carry_out(snapshot.plan, system, loader)
        assert answer.chain() == snapshot.list_loading_layers()
        logs[words[0]] = answer.log
    assert "Insert instance layer" in logs["layer"]
    assert logs["error"] == ""


def test_a_settings_file_chooses_drivers(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver("one").add_driver("two").add_driver("three")
    configuration = drawn().with_driver_control("one.json", DriverControl.OFF)
    snapshot = look(system.host(), configuration, SETTINGS, loader.profile)
    if not loader.profile.has(Gate.ADDITIONAL_DRIVERS):
        assert "ignores drivers in a settings file" in " ".join(texts(snapshot.plan))
        return
    answer = carry_out(snapshot.plan, system, loader)
    usual = system.run_reference(loader).devices
    assert answer.devices == tuple(name for name in usual if name != "one")
