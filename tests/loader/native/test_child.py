"""A probe's child, asked in this process over drivers and layers that behave well enough for it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.framework.probe_parts import ProbeDevice
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.surfaces import UnreachableError, _ClientLibrary
from vkconfig_py.loader.probe.child import ProbeObserver, answer, list_mapped_files
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import (
    Answer,
    ChainAnswer,
    ChainJob,
    DriverAnswer,
    DriverJob,
    DumpAnswer,
    DumpJob,
    LayerAnswer,
    LayerJob,
    LoadPlan,
    Stage,
    State,
    SurfaceAnswer,
    SurfaceJob,
    SurfaceState,
)

A = "VK_LAYER_a"


def assembly(system: SystemBuilder, *layers: str) -> LoadPlan:
    application = Application(api_version=(1, 3, 0), layers=layers)
    return make_load_plan(discover(system.host(), application))


class Hearing:
    """Remembers what a child would have said on the way."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.known: list[Answer] = []

    def watcher(self) -> ProbeObserver:
        return ProbeObserver(self.steps.append, self.known.append)


@pytest.fixture
def hearing() -> Hearing:
    return Hearing()


def probe_driver(system: SystemBuilder, hearing: Hearing) -> DriverAnswer:
    (file,) = assembly(system).drivers
    found = answer(DriverJob(file), hearing.watcher())
    assert isinstance(found, DriverAnswer)
    return found


def probe_layer(system: SystemBuilder, hearing: Hearing) -> LayerAnswer:
    made = assembly(system, A)
    layer = made.layers[0]._replace(is_requested=False)
    found = answer(LayerJob(layer, made.drivers[0]), hearing.watcher())
    assert isinstance(found, LayerAnswer)
    return found


@pytest.mark.parametrize("patch", [52, 53, 69])
def test_a_loader_that_refuses_newer_programs_is_asked_for_1_0(
    system: SystemBuilder, hearing: Hearing, patch: int
) -> None:
    made = assembly(system.add_probe_driver().add_probe_layer(A), A)
    (driver,), (layer,), profile = made.drivers, made.layers, LoaderProfile((1, 0, patch))
    for job in (DriverJob(driver, profile), LayerJob(layer, driver, profile)):
        found = answer(job, hearing.watcher())
        assert isinstance(found, DriverAnswer | LayerAnswer)
        assert found.health.state is State.HEALTHY


def test_a_sound_driver_tells_all_stages(system: SystemBuilder, hearing: Hearing) -> None:
    found = probe_driver(system.add_probe_driver(), hearing)
    assert found.health.state is State.HEALTHY
    (known,) = hearing.known
    assert isinstance(known, DriverAnswer)
    assert known.devices == found.devices
    assert found.devices[0].driver == str(system.manifest("driver"))
    begun = [step.partition(" ")[0] for step in hearing.steps]
    expected = ["open", "vkCreateInstance", "vkCreateDevice", "vkDestroyDevice"]
    assert [step for step in dict.fromkeys(begun) if step in expected] == expected
    assert {timing.stage for timing in found.health.seconds} >= {Stage.OPEN, Stage.DESTROY}


@pytest.mark.parametrize(
    ("knobs", "state", "code"),
    [
        ({"negotiate": -9}, State.REFUSES, "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ({"extensions_result": -4}, State.FAILS_TO_CREATE, "VK_ERROR_DEVICE_LOST"),
        ({"create": -3}, State.FAILS_TO_CREATE, "VK_ERROR_INITIALIZATION_FAILED"),
        ({"create_device": -4}, State.FAILS_TO_CREATE, "VK_ERROR_DEVICE_LOST"),
        ({"devices_result": -4}, State.FAILS_TO_CREATE, "VK_ERROR_DEVICE_LOST"),
    ],
    ids=lambda x: next(iter(x)) if isinstance(x, dict) else None,
)
def test_a_driver_that_fails(
    system: SystemBuilder, hearing: Hearing, knobs: dict[str, int], state: State, code: str
) -> None:
    found = probe_driver(system.add_probe_driver(knobs=knobs), hearing)
    assert (found.health.state, str(found.health.code)) == (state, code)


def test_a_driver_without_a_device_is_sound(system: SystemBuilder, hearing: Hearing) -> None:
    found = probe_driver(system.add_probe_driver(devices=()), hearing)
    assert (found.health.state, found.devices, found.create) == (State.HEALTHY, (), "VK_SUCCESS")


def test_a_sound_layer(system: SystemBuilder, hearing: Hearing) -> None:
    found = probe_layer(system.add_probe_driver().add_probe_layer(A), hearing)
    assert found.health.state is State.HEALTHY
    assert (found.interface, found.device, found.create_device) == (2, "driver", "VK_SUCCESS")
    assert f"vkCreateInstance of {A}" in hearing.steps


@pytest.mark.parametrize(
    ("part", "state", "code"),
    [
        ({"exports": "nothing"}, State.REFUSES, ""),
        ({"knobs": {"create": -3}}, State.FAILS_TO_CREATE, "VK_ERROR_INITIALIZATION_FAILED"),
        ({"knobs": {"create_device": -4}}, State.FAILS_TO_CREATE, "VK_ERROR_DEVICE_LOST"),
    ],
    ids=["no entry point", "instance", "device"],
)
def test_a_layer_that_fails(
    system: SystemBuilder, hearing: Hearing, part: dict[str, object], state: State, code: str
) -> None:
    system.add_probe_driver().add_probe_layer(A, **part)  # type: ignore[arg-type] # its knobs
    found = probe_layer(system, hearing)
    assert (found.health.state, str(found.health.code)) == (state, code)


def test_the_chain_without_taps_tells_no_order(system: SystemBuilder, hearing: Hearing) -> None:
    made = assembly(system.add_probe_driver().add_probe_layer(A), A)
    tapped = answer(ChainJob(made), hearing.watcher())
    plain = answer(ChainJob(made, tapped=False), Hearing().watcher())
    assert isinstance(tapped, ChainAnswer)
    assert isinstance(plain, ChainAnswer)
    assert tapped.loaded == plain.loaded == (A,)
    assert plain.layer_calls == ()
    assert {one.command for one in tapped.layer_calls} >= {"vkCreateInstance", "vkCreateDevice"}
    assert tapped.devices == plain.devices


def test_calls_before_an_instance_may_fail(system: SystemBuilder, hearing: Hearing) -> None:
    system.add_probe_driver(knobs={"extensions_result": -4})
    found = answer(ChainJob(assembly(system)), hearing.watcher())
    assert isinstance(found, ChainAnswer)
    assert found.extensions == found.create == "VK_ERROR_DEVICE_LOST"


def test_the_dump_of_no_instance_is_its_result(system: SystemBuilder, hearing: Hearing) -> None:
    devices = (ProbeDevice("a"), ProbeDevice("b"))
    found = answer(DumpJob(assembly(system.add_probe_driver(devices=devices))), hearing.watcher())
    assert isinstance(found, DumpAnswer)
    assert len(found.devices) == 2
    assert [device["device_group"]["physicalDevices"] for device in found.devices] == [["a"], ["b"]]
    failed = answer(DumpJob(LoadPlan()), Hearing().watcher())
    assert isinstance(failed, DumpAnswer)
    assert failed.create == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_devices_without_extensions_have_no_surfaces(
    system: SystemBuilder, hearing: Hearing
) -> None:
    system.add_probe_driver("none").add_probe_driver(
        "promises", knobs={"extensions": ("VK_KHR_surface:25", "VK_EXT_headless_surface:1")}
    )
    found = answer(SurfaceJob(assembly(system)), hearing.watcher())
    assert isinstance(found, SurfaceAnswer)
    states = {
        device["properties"]["deviceName"]: [surface["state"] for surface in device["surfaces"]]
        for device in found.devices
    }
    assert states == {
        "none": [SurfaceState.DRIVER_LACKS] * 4,
        "promises": [*([SurfaceState.DRIVER_LACKS] * 3), SurfaceState.NO_QUEUE],
    }
    failed = answer(SurfaceJob(LoadPlan()), Hearing().watcher())
    assert failed == SurfaceAnswer("VK_ERROR_INCOMPATIBLE_DRIVER", files=failed.files)


def test_a_window_system_that_the_loader_lacks_is_told(system: SystemBuilder) -> None:
    system.add_probe_driver(knobs={"extensions": ("VK_KHR_surface:25", "VK_KHR_xcb_surface:6")})
    plan = assembly(system)
    plan = plan._replace(profile=plan.profile._replace(surfaces=()))
    found = answer(SurfaceJob(plan), Hearing().watcher())
    assert isinstance(found, SurfaceAnswer)
    states = [surface["state"] for surface in found.devices[0]["surfaces"]]
    assert states == [*([SurfaceState.LOADER_LACKS] * 3), SurfaceState.DRIVER_LACKS]


def test_a_client_library_that_is_not_installed_is_the_reason() -> None:
    with pytest.raises(UnreachableError) as caught:
        _ClientLibrary("libnothing.so.7")
    assert caught.value.state is SurfaceState.NO_LIBRARY
    assert caught.value.detail.startswith("libnothing.so.7: ")
    with pytest.raises(UnreachableError, match=r"libc.so.6: xcb_connect"):
        _ClientLibrary("libc.so.6").find("xcb_connect")


def test_files_that_are_mapped_are_named_once() -> None:
    files = list_mapped_files()
    assert len(files) == len(set(files))
    assert str(Path(sys.executable).resolve()) in files
    assert all(os.path.isabs(file) for file in files)
