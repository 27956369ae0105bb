"""Devices in a report that rests on a probe, each with the reason for its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.framework.devices import DeviceMachine, DriverSheet, FakeDevice
from tests.loader.machine import Machine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.probed_report import (
    DeviceVerdicts,
    add_probe_results,
    find_devices,
    predict_devices,
)
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.device_values import DeviceSummary, PhysicalDevice
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import EditKey, Outcome, Reason, SetVariable
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.probe.probe_run import ProbeSelection, probe
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import ChainAnswer
from vkconfig_py.loader.wire.results import ProbeResults

CPU = FakeDevice(0, "cpu", 0x10005, 0, 4)
GPU = FakeDevice(1, "gpu", 0x10DE, 0x2684, 2)
INTEL = FakeDevice(0, "intel", 0x8086, 0x46A6, 1)


def report_of(machine: DeviceMachine, *layers: str) -> LoaderReport:
    asked = Application("", (1, 3, 0), layers)
    report = discover(machine.host(), asked)
    return add_probe_results(report, probe(report, ProbeSelection(frozenset(), frozenset())))


def told(report: LoaderReport) -> list[tuple[str, int, str]]:
    """Return name, place and sentence of each device."""
    return [
        (found.device.name, found.position, render_verdict(found.verdict, report))
        for found in report.found_devices
    ]


def test_every_device_of_every_driver_has_its_reason(tmp_path: Path) -> None:
    machine = (
        DeviceMachine(tmp_path)
        .add_driver(DriverSheet((CPU, GPU)))
        .add_driver(DriverSheet((INTEL,)))
    )
    report = report_of(machine.set_env(VK_LOADER_VENDOR_ID_FILTER="0x10005,0x10de"))
    assert told(report) == [
        ("gpu", 0, "ordered by device type: discrete GPU"),
        ("intel", -1, "removed by VK_LOADER_VENDOR_ID_FILTER"),
        ("cpu", 1, "ordered by device type: CPU"),
    ]
    assert [device.name for device in report.devices or ()] == ["gpu", "cpu"]
    remedy = report.found_devices[2].verdict.remedy
    assert remedy == SetVariable("VK_LOADER_DEVICE_SELECT", "10005:0")
    raw = json.loads(json.dumps(report_to_json(report)))
    of_devices = [verdict for verdict in raw["verdicts"] if verdict["kind"] == "device"]
    assert [verdict["position"] for verdict in of_devices] == [0, -1, 1]
    assert {verdict["basis"] for verdict in of_devices} == {"probe"}


def test_what_a_layer_does_with_devices(tmp_path: Path) -> None:
    machine = (
        DeviceMachine(tmp_path)
        .add_driver(DriverSheet((CPU, GPU)))
        .add_driver(DriverSheet((INTEL,)))
    )
    machine.add_layer("VK_LAYER_list", "drop gpu")
    assert told(report_of(machine, "VK_LAYER_list")) == [
        ("gpu", -1, "hidden by a layer"),
        ("intel", 0, "ordered by device type: integrated GPU"),
        ("cpu", 1, "ordered by device type: CPU"),
    ]
    machine.make_listing_step("VK_LAYER_list", "reverse")
    assert [line[1:] for line in told(report_of(machine, "VK_LAYER_list"))] == [
        (2, "moved to this position by a layer"),
        (1, "moved to this position by a layer"),
        (0, "moved to this position by a layer"),
    ]


def test_what_the_settings_file_does_with_devices(tmp_path: Path) -> None:
    own = tuple(
        device._replace(device_uuid=f"{place:02x}" * 16) for place, device in enumerate((CPU, GPU))
    )
    entry: dict[str, Any] = {"deviceUUID": [0] * 16, "driverUUID": [0] * 16, "driverVersion": 1}
    machine = DeviceMachine(tmp_path).add_driver(DriverSheet(own))
    report = report_of(machine.write_settings({"device_configurations": [entry]}))
    assert told(report) == [
        ("gpu", -1, "not selected by the loader settings file"),
        ("cpu", 0, "selected by the loader settings file"),
    ]
    assert isinstance(report.found_devices[0].verdict.remedy, EditKey)
    assert report.found_devices[0].verdict.file == report.settings_file


def test_what_a_settings_file_chooses_is_known_without_a_probe_of_the_chain(tmp_path: Path) -> None:
    own = tuple(
        device._replace(device_uuid=f"{place:02x}" * 16) for place, device in enumerate((CPU, GPU))
    )
    entry: dict[str, Any] = {"deviceUUID": [0] * 16, "driverUUID": [0] * 16, "driverVersion": 1}
    machine = DeviceMachine(tmp_path).add_driver(DriverSheet(own))
    machine.write_settings({"device_configurations": [entry]})
    plain = discover(machine.host(), Application("", (1, 3, 0), ()))
    results = probe(plain, ProbeSelection(layers=frozenset(), chain=False))
    predicted = predict_devices(plain, results)
    assert sorted(told(predicted)) == sorted(told(report_of(machine)))
    assert [device.name for device in predicted.devices or ()] == ["cpu"]
    nothing = predict_devices(plain, ProbeResults())
    assert (nothing.devices, nothing.found_devices) == ((), ())


def test_variables_about_devices_have_verdicts(tmp_path: Path) -> None:
    machine = DeviceMachine(tmp_path).add_driver(DriverSheet((CPU, GPU)))
    machine.set_env(
        VK_LOADER_DEVICE_SELECT="10005:0", VK_LOADER_DEVICE_ID_FILTER="0-0xffff,0x20000"
    )
    report = report_of(machine)
    of_variables = [
        (verdict.subject, verdict.outcome, render_verdict(verdict, report))
        for verdict in report.verdicts
        if verdict.subject.startswith("VK_LOADER_DE")
    ]
    assert of_variables == [
        ("VK_LOADER_DEVICE_SELECT", Outcome.ACTS, "puts cpu first"),
        (
            "VK_LOADER_DEVICE_ID_FILTER",
            Outcome.ACTS,
            "selects only devices whose ID matches 0-0xffff",
        ),
        ("VK_LOADER_DEVICE_ID_FILTER", Outcome.IGNORED, "0x20000 matches nothing"),
    ]
    assert told(report)[0] == ("cpu", 0, "VK_LOADER_DEVICE_SELECT=10005:0 puts it first")


def test_no_device_that_is_configured_is_there() -> None:
    device = {"deviceUUID": [1] * 16, "driverUUID": [1] * 16, "driverVersion": 1}
    report = Machine().driver().settings({"device_configurations": [device]}).report()
    known = PhysicalDevice("gpu", api_version=(1, 3, 0))
    answer = ChainAnswer(
        create="VK_SUCCESS",
        devices="VK_ERROR_INITIALIZATION_FAILED",
        found_devices=(known,),
        can_sort=True,
    )
    ((found,), _) = find_devices(report, answer)
    assert (found.position, found.verdict.reason) == (-1, Reason.DEVICE_NOT_CONFIGURED)
    assert isinstance(found.verdict.remedy, EditKey)


def test_twins_are_told_apart_by_their_order() -> None:
    twins = tuple(PhysicalDevice("twin", 0, place) for place in range(3))
    listed = tuple(DeviceSummary("twin") for _ in range(2))
    answer = ChainAnswer(create="VK_SUCCESS", devices=listed, found_devices=twins)
    found = find_devices(Machine().driver().report(), answer).devices
    assert [one.position for one in found] == [0, 1, -1]
    assert found[2].verdict.reason is Reason.DEVICE_HIDDEN_BY_LAYER
    stranger = answer._replace(devices=(DeviceSummary("other"),))
    assert {one.position for one in find_devices(Machine().report(), stranger).devices} == {-1}


def test_without_devices_nothing_is_told() -> None:
    assert find_devices(Machine().report(), ChainAnswer()) == DeviceVerdicts((), ())
