"""Drivers and layers with knobs, in real loaders: they do what a test says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework.probe_client import ClientRequest
from tests.framework.probe_life import HANGS, ProgramRun, make_c_loader_opener, run_program
from tests.framework.probe_parts import PROBE_FUNCTIONS, RENAMED, ProbeDevice
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.base.host import Application

INCOMPATIBLE, LAYER_NOT_PRESENT, INCOMPLETE = -9, -6, 5
# Before, a layer that refused was used by its exported functions all the same.
SKIPPED_SINCE = (1, 4, 361)


@pytest.fixture
def use(system: SystemBuilder, loader: RealLoader, tmp_path: Path):
    """Return a function that lets a program use the loader on the machine."""

    def use_it(**application: Any) -> ProgramRun:
        wishes = ClientRequest(Application(**{"api_version": (1, 3, 0), **application}))
        library = make_c_loader_opener(loader.profile.library)
        return run_program(library, wishes, system.environment, tmp_path)

    return use_it


def names(life: ProgramRun) -> list[str]:
    result, _, found = life.find_answer("vkEnumeratePhysicalDevices, all")
    assert result in (0, INCOMPLETE)
    return found


def test_driver_and_its_devices(system: SystemBuilder, use) -> None:
    system.add_probe_driver(
        devices=[ProbeDevice("slow", type=1), ProbeDevice("fast", type=2, extensions=("VK_A:3",))],
        knobs={"extensions": "VK_KHR_surface:25"},
    )
    life = use()
    assert life.ended == ""
    assert names(life) == ["fast", "slow"]
    assert ["VK_KHR_surface", 25] in life.find_answer("vkEnumerateInstanceExtensionProperties")[3]
    assert life.find_answer("device 0, extensions") == [0, 1, 0, [["VK_A", 3]]]
    assert life.find_answer("device 0, work") == [0, 0, 0, [True, True, True]]
    assert life.list_notes("driver")[-1]["at"] == "vkDestroyInstance"


@pytest.mark.parametrize(
    ("exports", "knobs", "created"),
    [
        ("nothing", {}, INCOMPATIBLE),
        ("plain", {}, 0),
        ("plain without create", {}, INCOMPATIBLE),
        ("plain without extensions", {}, INCOMPATIBLE),
        ("lookup", {}, 0),
        ("negotiate and plain", {}, INCOMPATIBLE),
        ("negotiate and plain", {"interface": 0}, 0),
        ("negotiate and lookup", {"interface": 2}, 0),
        ("all", {"interface": 7}, 0),
        ("all", {"interface_written": 40}, 0),
        ("all", {"negotiate": INCOMPATIBLE}, INCOMPATIBLE),
        ("all", {"negotiate": -3}, 0),
        ("all", {"missing": ["vkCreateInstance"]}, INCOMPATIBLE),
        ("all", {"create": -4}, INCOMPATIBLE),
        ("all", {"create": -1}, -1),
    ],
)
def test_driver_in_every_form(system: SystemBuilder, use, exports, knobs, created) -> None:
    life = use_probe_driver(system, use, exports, knobs)
    assert life.find_answer("vkCreateInstance") == created


def use_probe_driver(system: SystemBuilder, use, exports: str, knobs: dict[str, Any]) -> ProgramRun:
    system.add_probe_driver(exports=exports, knobs=knobs)
    return use()


def test_devices_that_change_between_two_calls(system: SystemBuilder, use) -> None:
    devices = [ProbeDevice("one", type=4), ProbeDevice("two", type=3)]
    system.add_probe_driver(devices=devices, knobs={"devices": "0", "devices@1": "0,1"})
    life = use()
    assert names(life) == ["one"]
    later = life.find_answer("later, vkEnumeratePhysicalDevices, all")
    assert later == [0, 2, ["two", "one (same handle)"]]


def test_groups(system: SystemBuilder, use) -> None:
    devices = [ProbeDevice("one"), ProbeDevice("two"), ProbeDevice("three")]
    system.add_probe_driver(devices=devices, knobs={"groups": "0+2;1"})
    found = use().find_answer("vkEnumeratePhysicalDeviceGroups, all")
    same = " (same handle)"
    assert found == [0, [[0, "one" + same, "three" + same], [0, "two" + same]]]


def test_driver_that_ends_the_program(system: SystemBuilder, use) -> None:
    system.add_probe_driver(knobs={"create_does": "abort"})
    life = use()
    assert life.ended == "SIGABRT"
    assert life.last_call == "vkCreateInstance"


def test_driver_that_hangs(system: SystemBuilder, use) -> None:
    system.add_probe_driver(knobs={"create_device_does": "stubborn"})
    life = use()
    assert life.ended == HANGS
    assert life.last_call == "device 0, vkCreateDevice"


@pytest.mark.parametrize(
    ("exports", "knobs", "members"),
    [
        ("all", {}, {}),
        ("negotiate", {}, {}),
        ("lookups", {}, {}),
        ("all", {"interface": 1}, {}),
        ("renamed", {}, {"functions": RENAMED}),
        ("renamed lookups", {}, {"functions": RENAMED}),
    ],
)
def test_layer_in_every_form(system: SystemBuilder, use, exports, knobs, members) -> None:
    system.add_probe_driver()
    system.add_probe_layer(
        "VK_LAYER_x", exports=exports, knobs={"marks_names": True, **knobs}, **members
    )
    life = use(layers=("VK_LAYER_x",))
    assert names(life) == ["driver+VK_LAYER_x"]
    assert [x["at"] for x in life.list_notes("VK_LAYER_x") if x["at"] != "negotiate"] == [
        "vkCreateInstance",
        *["vkCreateDevice", "vkGetDeviceQueue", "vkDestroyDevice"],
        "vkDestroyInstance",
    ]


def test_layer_whose_negotiation_fails(system: SystemBuilder, use, loader: RealLoader) -> None:
    system.add_probe_driver()
    system.add_probe_layer("VK_LAYER_x", knobs={"negotiate": -3})
    created = use(layers=("VK_LAYER_x",)).find_answer("vkCreateInstance")
    assert created == (LAYER_NOT_PRESENT if loader.version >= SKIPPED_SINCE else 0)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("reverse", ["two", "one"]),
        ("drop", ["two"]),
        ("dropall", []),
        ("repeat", ["one", "two", "one"]),
        ("add", ["one", "two", "added by VK_LAYER_x"]),
    ],
)
def test_layer_that_changes_the_devices(system: SystemBuilder, use, how, expected) -> None:
    system.add_probe_driver(devices=[ProbeDevice("one"), ProbeDevice("two")])
    system.add_probe_layer("VK_LAYER_x", implicit=True, knobs={"changes_devices": how})
    assert names(use()) == expected


def test_layer_makes_a_device_of_its_own(system: SystemBuilder, use) -> None:
    system.add_probe_driver()
    system.add_probe_layer("VK_LAYER_x", implicit=True, knobs={"uses_callback": True})
    life = use()
    (told,) = life.list_notes("VK_LAYER_x", "second device")
    assert (told["result"], told["queue"]) == (0, 1)
    assert len(life.list_notes("driver", "vkCreateDevice")) == 2
    assert life.find_answer("device 0, work") == [0, 0, 0, [True, True, True]]


def test_unknown_functions_pass_layer_and_driver(system: SystemBuilder, use) -> None:
    physical, of_device = PROBE_FUNCTIONS[0], PROBE_FUNCTIONS[3]
    functions = {"physical_functions": physical, "device_functions": of_device}
    system.add_probe_driver(knobs=functions)
    system.add_probe_layer("VK_LAYER_x", implicit=True, knobs=functions)
    life = use()
    assert life.find_answer(f"device 0, {of_device}") == 4000 + 6
    assert life.list_notes("VK_LAYER_x", of_device)[0]["value"] == 5


def test_layer_that_refuses(system: SystemBuilder, use) -> None:
    system.add_probe_driver()
    system.add_probe_layer("VK_LAYER_x", implicit=True, knobs={"create": -5})
    assert use().find_answer("vkCreateInstance") == -5


def test_pre_instance_function(system: SystemBuilder, use) -> None:
    functions = {"vkEnumerateInstanceVersion": "probe_pre_version"}
    system.add_probe_layer(
        "VK_LAYER_x", implicit=True, knobs={"pre_adds": 1000}, pre_instance_functions=functions
    )
    assert use().find_answer("vkEnumerateInstanceVersion")[1] & 0xFFF >= 1000
