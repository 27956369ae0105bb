"""Probing: real children over drivers and layers that behave, and over those that do not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.framework.probe_parts import ProbeDevice
from tests.framework.probing import HANGS, LIMITS, discover_machine, group_by_name
from tests.framework.processes import find_marked_processes
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.probe_run import (
    DEVICES,
    SURFACES,
    ProbeProgress,
    ProbeSelection,
    explain_missing_probe,
    probe,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    DumpAnswer,
    Health,
    LayerAnswer,
    Stage,
    State,
    SurfaceAnswer,
)
from vkconfig_py.loader.wire.results import (
    Cancellation,
    JobSubject,
    Limits,
    Probed,
    ProbeResults,
)

# Where a driver and a layer misbehave, and the step of each that is under way then.
_STEPS = {
    "constructor": ("open", "open"),
    "negotiate": (
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vkNegotiateLoaderLayerInterfaceVersion",
    ),
    "create": ("vkCreateInstance", "vkCreateInstance"),
}


def test_a_driver_that_behaves_is_sound(system: SystemBuilder) -> None:
    system.add_probe_driver("one", knobs={"extensions": ("VK_KHR_surface:25",)})
    results = probe(discover_machine(system), DEVICES, limits=LIMITS)
    (driver,) = results.drivers
    assert driver.health.state is State.HEALTHY
    answer = driver.answer
    assert isinstance(answer, DriverAnswer)
    assert (answer.interface, answer.api_version, answer.create) == (5, (1, 3, 0), "VK_SUCCESS")
    assert [device.name for device in answer.devices] == ["one"]
    assert answer.extensions == (ExtensionName("VK_KHR_surface", 25),)
    assert answer.library in answer.files
    assert answer.library.endswith("libone.so")
    measured = {timing.stage for timing in driver.health.seconds}
    assert {Stage.OPEN, Stage.NEGOTIATE, Stage.INSTANCE, Stage.DEVICE} <= measured


def test_a_loader_that_refuses_newer_programs_dumps_its_devices(system: SystemBuilder) -> None:
    report = discover_machine(system.add_probe_driver())._replace(profile=LoaderProfile((1, 0, 60)))
    dump = probe(report, ProbeSelection(frozenset(), frozenset(), dump=True), limits=LIMITS).dump
    assert dump is not None
    assert isinstance(dump.answer, DumpAnswer)
    assert (dump.answer.create, len(dump.answer.devices)) == ("VK_SUCCESS", 1)


def test_no_loader_of_the_system_is_mapped_into_a_child(system: SystemBuilder) -> None:
    results = probe(discover_machine(system.add_probe_driver()), limits=LIMITS)
    for probed in results.drivers:
        assert isinstance(probed.answer, DriverAnswer)
        assert not [path for path in probed.answer.files if "libvulkan.so" in path]


def test_a_layer_is_tried_over_a_driver_with_a_device(system: SystemBuilder) -> None:
    system.add_probe_driver("empty", devices=()).add_probe_driver("full").add_probe_layer(
        "VK_LAYER_a"
    )
    (layer,) = probe(discover_machine(system), limits=LIMITS).layers
    assert layer.health.state is State.HEALTHY
    assert isinstance(layer.answer, LayerAnswer)
    assert (layer.answer.interface, layer.answer.device) == (2, "full")
    assert layer.answer.create_instance == layer.answer.create_device == "VK_SUCCESS"


def test_a_layer_is_tried_on_the_device_that_programs_meet_first(system: SystemBuilder) -> None:
    kinds = {"one": 4, "two": 2, "three": 2, "four": 1}  # CPU, discrete, discrete, integrated
    for name, kind in kinds.items():
        system.add_probe_driver(name, devices=[ProbeDevice(name, type=kind)])
    system.add_probe_layer("VK_LAYER_a")
    results = probe(discover_machine(system), limits=LIMITS)
    (layer,) = results.layers
    assert isinstance(layer.answer, LayerAnswer)
    assert results.chain is not None
    assert isinstance(results.chain.answer, ChainAnswer)
    devices = results.chain.answer.devices
    assert not isinstance(devices, str)
    assert layer.answer.device == devices[0].name


def test_a_layer_that_makes_no_device_says_on_which(system: SystemBuilder) -> None:
    system.add_probe_driver("one").add_probe_layer("VK_LAYER_a", knobs={"create_device": -8})
    (layer,) = probe(discover_machine(system), limits=LIMITS).layers
    assert layer.health.state is State.FAILS_TO_CREATE
    assert (layer.health.code, str(layer.health.detail)) == (
        "VK_ERROR_FEATURE_NOT_PRESENT",
        "on one",
    )


def test_without_a_device_no_layer_is_tried(system: SystemBuilder) -> None:
    system.add_probe_driver("empty", devices=()).add_probe_layer("VK_LAYER_a")
    (layer,) = probe(discover_machine(system), limits=LIMITS).layers
    assert (layer.health.state, str(layer.health.detail)) == (
        State.NOT_PROBED,
        "no driver provides a device",
    )


@pytest.mark.parametrize(
    ("part", "state", "code", "detail"),
    [
        ({"exports": "nothing"}, State.REFUSES, "", "neither vk_icdGetInstanceProcAddr"),
        (
            {"knobs": {"negotiate": -9}},
            State.REFUSES,
            "VK_ERROR_INCOMPATIBLE_DRIVER",
            "no common inter",
        ),
        ({"knobs": {"create": -3}}, State.FAILS_TO_CREATE, "VK_ERROR_INITIALIZATION_FAILED", ""),
        (
            {"knobs": {"missing": ("vkCreateDevice",)}},
            State.FAILS_TO_CREATE,
            "",
            "vkCreateDevice not found",
        ),
        (
            {"knobs": {"create_device": -4}},
            State.FAILS_TO_CREATE,
            "VK_ERROR_DEVICE_LOST",
            "",
        ),
    ],
    ids=["no entry point", "negotiation", "instance", "no vkCreateDevice", "device"],
)
def test_a_driver_that_fails_says_where(
    system: SystemBuilder, part: dict[str, object], state: State, code: str, detail: str
) -> None:
    results = probe(
        discover_machine(system.add_probe_driver("bad", **part)), DEVICES, limits=LIMITS
    )  # type: ignore[arg-type]  # of any member
    (driver,) = results.drivers
    health = driver.health
    assert (health.state, health.code) == (state, code)
    assert str(health.detail).startswith(detail)


def test_a_library_that_does_not_open_says_what_the_linker_said(system: SystemBuilder) -> None:
    system.add_probe_driver("good").add_file("broken.so", b"\x7fELF\x02\x01\x01" + b"\0" * 50)
    system.add_driver("bad", library_path=str(system.root / "broken.so"))
    bad = group_by_name(probe(discover_machine(system), DEVICES, limits=LIMITS).drivers)["bad"]
    assert bad.health.state is State.DOES_NOT_LOAD
    assert "broken.so" in str(bad.health.detail)


def misbehaving(system: SystemBuilder, deed: str) -> tuple[ProbeResults, Limits]:
    """Probe a machine on which a driver and a layer do this in each of its places."""
    system.add_probe_driver("aaa")
    for place in places(deed):
        knobs = {f"{place}_does": deed}
        system.add_probe_driver(f"driver_{place}", knobs=knobs)
        system.add_probe_layer(f"VK_LAYER_{place}", knobs=knobs)
    mark = f"{system.root}/{deed}"
    report = discover_machine(system.with_env(MARK=mark))
    for limits in HANGS if deed in ("hang", "spin", "stubborn") else (LIMITS,):
        results = probe(report, ProbeSelection(chain=False), limits=limits)
        assert find_marked_processes(mark) == []
        if steps(results, deed) == expected_steps(deed):
            break
    assert group_by_name(results.drivers)["aaa"].health.state is State.HEALTHY
    return results, limits


def places(deed: str) -> tuple[str, ...]:
    """Return where a library does this; what spins does it in all of them in a long run alone."""
    return ("create",) if deed == "spin" and choose_amount(1, long=0) else tuple(_STEPS)


def expected_steps(deed: str) -> dict[str, tuple[str, str]]:
    """Return what is under way in each place."""
    return {place: _STEPS[place] for place in places(deed)}


def steps(results: ProbeResults, deed: str) -> dict[str, tuple[str, str]]:
    """Return what was under way in the driver and the layer of each place."""
    drivers, layers = group_by_name(results.drivers), group_by_name(results.layers)
    return {
        place: (
            drivers[f"driver_{place}"].health.step.partition(" ")[0],
            layers[f"VK_LAYER_{place}"].health.step.partition(" ")[0],
        )
        for place in places(deed)
    }


@pytest.mark.parametrize(
    ("deed", "state", "code"),
    [
        ("crash", State.CRASHED, "SIGSEGV"),
        ("abort", State.CRASHED, "SIGABRT"),
        ("hang", State.HUNG, "{seconds:g} s"),
        ("spin", State.HUNG, "{seconds:g} s"),
        ("stubborn", State.HUNG, "{seconds:g} s"),
        ("exit0", State.NO_ANSWER, "exit 0"),
        ("exit7", State.CRASHED, "exit 7"),
        ("flood", State.HEALTHY, ""),
        ("fork", State.HEALTHY, ""),
    ],
)
def test_whatever_a_library_does_has_the_right_name_and_leaves_nothing(
    system: SystemBuilder, deed: str, state: State, code: str
) -> None:
    results, limits = misbehaving(system, deed)
    code = code.format(seconds=limits.seconds)
    drivers, layers = group_by_name(results.drivers), group_by_name(results.layers)
    for place in places(deed):
        driver, layer = drivers[f"driver_{place}"].health, layers[f"VK_LAYER_{place}"].health
        assert (driver.state, str(driver.code), layer.state, str(layer.code)) == (
            state,
            code,
            state,
            code,
        )
        if state is not State.HEALTHY:
            assert driver.step.endswith(f"libdriver_{place}.so")
    if state is State.HEALTHY:
        return
    assert steps(results, deed) == expected_steps(deed)
    if "constructor" in places(deed):
        assert layers["VK_LAYER_constructor"].health.step.endswith("libVK_LAYER_constructor.so")
        assert layers["VK_LAYER_negotiate"].health.step.startswith(f"{_STEPS['negotiate'][1]} of ")
    assert layers["VK_LAYER_create"].health.step == "vkCreateInstance of VK_LAYER_create"


def test_a_library_that_multiplies_is_ended_and_told(system: SystemBuilder) -> None:
    system.add_probe_driver("good").add_probe_driver("bad", knobs={"create_does": "multiply"})
    mark = f"{system.root}/multiply"
    drivers = group_by_name(
        probe(discover_machine(system.with_env(MARK=mark)), DEVICES, limits=LIMITS).drivers
    )
    bad = drivers["bad"].health
    assert (bad.state, str(bad.code)) == (
        State.EXCEEDED_LIMIT,
        "more than 512 processes and threads",
    )
    assert bad.step.startswith("vkCreateInstance of ")
    assert drivers["good"].health.state is State.HEALTHY
    assert find_marked_processes(mark) == []


def test_a_crash_tells_the_innermost_calls(system: SystemBuilder) -> None:
    system.add_probe_driver("bad", knobs={"create_does": "crash"})
    (driver,) = probe(discover_machine(system), DEVICES, limits=LIMITS).drivers
    assert driver.health.stack[0].partition("(")[2].startswith("instance_creation.py:")


def test_everything_that_devices_say_is_told_apart_by_device(system: SystemBuilder) -> None:
    twins = (ProbeDevice("twin"), ProbeDevice("twin"), ProbeDevice("other"))
    results = probe(discover_machine(system.add_probe_driver(devices=twins)), limits=LIMITS)
    devices = [DeviceSummary(name, vendor_id=0x10005, device_id=1) for name in ("other", "twin")]
    stranger = DeviceSummary("stranger")
    dumps = results.find_dumps([*devices, devices[1], devices[1], stranger])
    names = [dump and dump["properties"]["deviceName"] for dump in dumps]
    assert names == ["other", "twin", "twin", None, None]
    assert ProbeResults().find_dumps(devices) == (None, None)
    surfaces = [{"properties": dumps[0]["properties"], "surfaces": ["some"]}]
    probed = Probed(JobSubject.SURFACES, "", "", Health(), SurfaceAnswer("VK_SUCCESS", surfaces))
    results = results._replace(surfaces=probed)
    assert results.find_dumps(devices[:1]) == ({**dumps[0], "surfaces": ["some"]},)
    assert ProbeResults(surfaces=probed).find_dumps(devices[:1]) == ({"surfaces": ["some"]},)


def test_a_driver_that_promises_surfaces_and_makes_none(system: SystemBuilder) -> None:
    names = ("VK_KHR_surface:25", "VK_EXT_headless_surface:1", "VK_KHR_xcb_surface:6")
    system.add_probe_driver("liar", knobs={"extensions": names})
    surfaces = probe(discover_machine(system), SURFACES, limits=LIMITS).surfaces
    assert surfaces is not None
    assert isinstance(surfaces.answer, SurfaceAnswer)
    (device,) = surfaces.answer.devices
    states = {surface["extension"]: surface["state"] for surface in device["surfaces"]}
    assert states["VK_KHR_wayland_surface"] == "driver-lacks"
    assert states["VK_EXT_headless_surface"] == "no-queue"


def test_surfaces_are_asked_for_anew_each_time(system: SystemBuilder, tmp_path: Path) -> None:
    """No file tells that a display came or went."""
    system.add_probe_driver("one")
    memory = ProbeMemory(str(tmp_path / "probes.json"))
    for _time in range(2):
        surfaces = probe(discover_machine(system), SURFACES, memory=memory, limits=LIMITS).surfaces
        assert surfaces is not None
        assert not surfaces.is_cached
    assert memory.is_empty


def test_the_chain_knows_whose_its_devices_are_and_who_was_entered(system: SystemBuilder) -> None:
    system.add_probe_driver("cpu").add_probe_driver("gpu", devices=(ProbeDevice("gpu", type=2),))
    system.add_probe_layer("VK_LAYER_a").add_probe_layer("VK_LAYER_b", implicit=True)
    answer = probe(discover_machine(system, layers=("VK_LAYER_a",)), limits=LIMITS).chain_answer
    assert answer is not None
    assert answer.loaded == ("VK_LAYER_b", "VK_LAYER_a")
    assert not isinstance(answer.devices, str)
    assert [(x.name, Path(x.library).name) for x in answer.devices] == [
        ("gpu", "libgpu.so"),
        ("cpu", "libcpu.so"),
    ]
    assert [device.name for device in answer.found_devices] == ["gpu", "cpu"]
    assert answer.can_sort
    entered = {
        command: tuple(one.layer for one in answer.layer_calls if one.command == command)
        for command in ("vkCreateInstance", "vkCreateDevice")
    }
    assert set(entered.values()) == {answer.loaded}


def test_a_crash_behind_vkcreateinstance_leaves_what_was_known(system: SystemBuilder) -> None:
    system.add_probe_driver(knobs={"create_device_does": "crash"}).add_probe_layer("VK_LAYER_a")
    report = discover_machine(system, layers=("VK_LAYER_a",))
    results = probe(report, limits=LIMITS)
    (driver,) = results.drivers
    assert (driver.health.state, driver.health.step.partition(" ")[0]) == (
        State.CRASHED,
        "vkCreateDevice",
    )
    assert isinstance(driver.answer, DriverAnswer)
    assert [device.name for device in driver.answer.devices] == ["driver"]
    assert results.layers[0].health.state is State.NOT_PROBED  # no ground to stand on
    merged = add_probe_results(report, results)
    assert merged.create_result == "VK_SUCCESS"
    assert [active.manifest.name for active in merged.callstack] == ["VK_LAYER_a"]
    assert not isinstance(merged.devices, str)
    assert results.chain is not None
    assert results.chain.health.state is State.CRASHED


def test_progress_counts_every_job_and_ends_with_all(system: SystemBuilder) -> None:
    system.add_probe_driver("a").add_probe_driver("b").add_probe_layer("VK_LAYER_a")
    heard: list[ProbeProgress] = []
    probe(discover_machine(system), tell=heard.append, limits=LIMITS)
    finished = [one for one in heard if not one.about]
    assert sorted((one.done, one.total) for one in finished) == [(n, 5) for n in range(1, 6)]
    subjects = sorted(one.subject for one in finished)
    assert any(one.about.startswith("vkCreateDevice") for one in heard)
    # Surfaces are asked for by those alone who want them.
    expected = [*JobSubject, JobSubject.DRIVER]
    expected.remove(JobSubject.SURFACES)
    assert subjects == sorted(expected)


def test_a_probe_that_is_cancelled_ends_at_once_and_says_so(system: SystemBuilder) -> None:
    system.add_probe_driver("bad", knobs={"create_does": "hang"})
    cancellation = Cancellation()
    timer = threading.Timer(0.5, cancellation.cancel)
    timer.start()
    results = probe(discover_machine(system), cancellation=cancellation, limits=Limits(600.0))
    timer.join()
    cancellation.close()
    assert results.is_cancelled
    assert results.drivers[0].health.state is State.NOT_PROBED


def test_a_machine_that_is_not_this_one_is_not_probed(system: SystemBuilder) -> None:
    report = discover_machine(system.add_probe_driver())
    there = report._replace(host=report.host._replace(root="/elsewhere"))
    assert "another system" in probe(there).refusal
    narrow = report._replace(host=report.host._replace(pointer_bits=32))
    assert explain_missing_probe(narrow).startswith(
        "vkconfig-py runs as a 64-bit program and cannot open 32-bit libraries. "
    )
    assert explain_missing_probe(report) == ""
