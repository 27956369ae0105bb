"""Chosen devices and drivers in a loader settings file, applied and for one launch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, build, drawn, look
from tests.model.plan.plans import blocking, texts, variables
from tests.model.plan.settings_files import AUTOMATIC, SETTINGS, sections
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.configuration.configuration import (
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverControl,
    LayerControl,
)
from vkconfig_py.model.plan.plan import Mechanism, PlanView


def test_drivers_and_devices_go_into_the_file(system: SystemBuilder) -> None:
    build(system)
    (driver,) = look(system.host(), drawn()).inventory.drivers
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    name = Path(driver.file).name
    configuration = drawn().with_driver_control(name, DriverControl.ONLY)
    configuration = configuration._replace(devices=DeviceChoice(DeviceMode.LISTED, (gpu,)))
    snapshot = look(system.host(), configuration, SETTINGS)
    (section,) = sections(snapshot)
    assert section["additional_drivers"] == [{"path": driver.file}]
    assert section["additional_drivers_use_exclusively"]
    assert [device["deviceName"] for device in section["device_configurations"]] == ["GPU"]


def test_a_device_whose_driver_is_not_known_is_named_to_loaders_that_find_it(
    system: SystemBuilder,
) -> None:
    unknown = DeviceEntry("Old", "01" * 16, "", 3)
    known = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    build(system)

    def chosen(*devices: DeviceEntry, version: tuple[int, int, int]) -> list[dict] | None:
        configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, devices))
        configuration = configuration._replace(loader_log=("error",))
        profile = LoaderProfile(version, "/lib.so")
        snapshot = look(system.host(), configuration, SETTINGS, profile)
        told = any("Old is omitted: loader" in text
                   for text in texts(snapshot.plan))  # fmt: skip
        assert told is (version > (1, 4, 328) and unknown in devices)
        (section,) = sections(snapshot)
        return section.get("device_configurations")

    old = chosen(unknown, version=(1, 4, 326))
    assert old == [{"deviceName": "Old", "deviceUUID": [1] * 16, "driverVersion": 3}]
    assert chosen(unknown, version=(1, 4, 350)) is None
    both = chosen(unknown, known, version=(1, 4, 350))
    assert [one["deviceName"] for one in both] == ["GPU"]
    assert chosen(version=(1, 4, 350)) == []


def test_a_choice_of_devices_says_what_an_update_of_a_driver_does(system: SystemBuilder) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, (gpu,)))
    plan = look(build(system).host(), configuration, SETTINGS).plan
    assert any("after a driver update" in text for text in texts(plan))
    old = LoaderProfile((1, 4, 309), "/lib.so")
    plan = look(system.host(), configuration, SETTINGS, old).plan
    assert "loader 1.4.309 ignores device choices in a settings file" in texts(plan)


def test_a_device_that_cannot_be_told_is_left_out_and_said(system: SystemBuilder) -> None:
    odd = DeviceEntry("Odd", "zz", "02" * 16, 3)
    loose = DeviceEntry("Loose", "03" * 16, "", 3)
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, (odd, loose, gpu)))
    snapshot = look(build(system).host(), configuration, SETTINGS)
    (section,) = sections(snapshot)
    assert [device["deviceName"] for device in section["device_configurations"]] == ["GPU"]
    told = texts(snapshot.plan)
    assert "Odd is omitted: it has no 16-byte UUID" in told
    assert (
        "Loose is omitted: loader 1.4.364 needs to know the device's driver, which is unknown"
        in told
    )
    alone = configuration._replace(devices=DeviceChoice(DeviceMode.LISTED, (odd,)))
    snapshot = look(system.host(), alone.with_control("A", LayerControl.ON), SETTINGS)
    assert "device_configurations" not in sections(snapshot)[0]
    assert texts(snapshot.plan) == ["Odd is omitted: it has no 16-byte UUID"]


def test_a_launch_of_an_older_loader_cannot_choose_devices(system: SystemBuilder) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    devices = DeviceChoice(DeviceMode.LISTED, (gpu,))
    configuration = drawn("A", on="A")._replace(devices=devices)
    profile = LoaderProfile((1, 4, 323), "/usr/lib/libvulkan.so.1")
    snapshot = look(build(system).host(), configuration, LAUNCH, profile)
    (limit,) = snapshot.plan.limits
    assert (limit.text, limit.alternative) == (
        "a launch with loader 1.4.323 cannot choose devices",
        "loader 1.4.324 or newer",
    )


def test_a_launch_brings_a_settings_file_of_devices_alone(system: SystemBuilder) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    devices = DeviceChoice(DeviceMode.LISTED, (gpu,))
    configuration = drawn()._replace(devices=devices, loader_log=("error",))
    plan = look(build(system).host(), configuration, LAUNCH).plan
    (file,) = plan.files
    assert file.path == "/private/devices/vulkan/loader_settings.d/vk_loader_settings.json"
    said = json.loads(file.content or b"")["settings"]
    assert set(said) == {"written_by", "device_configurations"}
    assert variables(plan)["XDG_CONFIG_DIRS"].startswith("/private/devices:")
    assert plan.summary == "A private loader settings file, visible only to this launch"
    both = look(system.host(), configuration.with_control("A", LayerControl.ON), LAUNCH).plan
    assert both.summary == (
        "A private override and a private loader settings file, visible only to this launch"
    )
    older = LoaderProfile((1, 4, 330), "/usr/lib/libvulkan.so.1")
    (file,) = look(system.host(), configuration, LAUNCH, older).plan.files
    assert "layers" in json.loads(file.content or b"")["settings"]
    loose = DeviceChoice(DeviceMode.LISTED, (gpu._replace(device_uuid=""),))
    snapshot = look(system.host(), configuration._replace(devices=loose), LAUNCH)
    assert not snapshot.plan.files
    assert texts(snapshot.plan) == ["GPU is omitted: it has no 16-byte UUID"]
    assert snapshot.devices is not None
    assert snapshot.devices.limits == snapshot.plan.limits


@pytest.mark.parametrize("view", [EVERY, ENVIRONMENT])
def test_a_way_that_cannot_choose_devices_says_so(view: PlanView, system: SystemBuilder) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    devices = DeviceChoice(DeviceMode.LISTED, (gpu,))
    configuration = drawn("A", on="A")._replace(devices=devices)
    snapshot = look(build(system).host(), configuration, view)
    (limit,) = snapshot.plan.limits
    assert limit.text.endswith(" cannot choose devices")
    assert limit.alternative == "a loader settings file"
    assert look(system.host(), configuration, AUTOMATIC).plan.mechanism is Mechanism.SETTINGS


def test_a_driver_that_a_variable_names_from_the_working_directory_is_named_from_the_root(
    system: SystemBuilder,
) -> None:
    system.add_driver("named", folder=system.root / "mine")
    here = system.host()._replace(working_directory=str(system.root))
    host = here.with_environment([("VK_ADD_DRIVER_FILES", "mine/named.json")])
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, (gpu,)))
    (section,) = sections(look(host, configuration, SETTINGS))
    assert section["additional_drivers"] == [{"path": str(system.root / "mine/named.json")}]
    assert "additional_drivers_use_exclusively" not in section


def test_a_list_without_devices_says_that_programs_get_none(system: SystemBuilder) -> None:
    text = (
        "the device list is empty, so programs do not find a device, and most programs cannot start"
    )
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED))
    for view in (SETTINGS, LAUNCH):
        snapshot = look(build(system).host(), configuration, view)
        assert texts(snapshot.plan) == [text]
        assert snapshot.plan.limits[0].is_note
    older = LoaderProfile((1, 4, 330), "/lib.so")
    assert text not in texts(look(system.host(), configuration, SETTINGS, older).plan)


@pytest.mark.parametrize(
    ("version", "why", "way"),
    [
        (
            (1, 4, 309),
            "an override cannot choose devices, and loader 1.4.309 ignores device choices in a"
            " settings file",
            "loader 1.4.323 or newer",
        ),
        (
            (1, 4, 364),
            "an override cannot choose devices",
            "a loader settings file, or launch from here",
        ),
    ],
)
def test_an_override_of_devices_alone_says_why_there_is_none_and_what_can_choose_them(
    version: tuple[int, int, int], why: str, way: str, system: SystemBuilder
) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, (gpu,)))
    host, profile = build(system).host(), LoaderProfile(version, "/lib.so")
    plan = look(host, configuration, EVERY, profile).plan
    (limit,) = [limit for limit in plan.limits if limit.is_blocking]
    assert limit.text == f"this configuration changes no layers, and {why}"
    assert limit.alternative == way
    (said,) = [one for one in plan.limits if one.text == "an override cannot choose devices"]
    assert said.alternative in way


def test_a_choice_of_devices_that_falls_to_an_override_says_what_keeps_the_file_away(
    system: SystemBuilder,
) -> None:
    system.add_file("etc/vulkan/loader_settings.d/vk_loader_settings.json", "{}")
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    configuration = drawn()._replace(devices=DeviceChoice(DeviceMode.LISTED, (gpu,)))
    host = build(system).with_env(XDG_CONFIG_DIRS=str(system.root / "etc")).host()
    plan = look(host, configuration, AUTOMATIC).plan
    assert plan.mechanism is Mechanism.OVERRIDE
    assert any(
        "belongs to the system; a file in your folders would hide it" in text
        for text in texts(plan)
    )
    assert len(blocking(plan)) == 1
