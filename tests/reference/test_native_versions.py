"""What loader versions do differently with drivers and layers, on machines of one feature each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.framework.amount import combine
from tests.framework.ladder import list_loader_names
from tests.framework.probe_client import ClientRequest
from tests.framework.probe_parts import ProbeDevice
from tests.framework.probe_questions import DEVICE_NAMES, INSTANCE_NAMES
from tests.framework.reference import RealLoader
from tests.fuzz.probing.command import describe
from tests.fuzz.probing.machine import Part, ProbeMachine, Sort
from tests.fuzz.probing.workshop import probe_workshop
from vkconfig_py.loader.base.host import Application

PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
MARKER = "VK_EXT_debug_marker"
GROUPS = "VK_KHR_device_group_creation"
FENCES = "VK_KHR_external_fence_capabilities"
NAMES = ",".join(filter(None, INSTANCE_NAMES))


def driver(name: str = "driver", api_version: str = "1.3.0", **knobs: str) -> Part:
    knobs = {"device0": str(ProbeDevice(name)), **knobs}
    return Part(Sort.DRIVER, name, knobs=knobs, members={"api_version": api_version})


def layer(exports: str = "all", members: dict[str, Any] | None = None, **knobs: str) -> Part:
    switch = {"DISABLE_LAYER": "1"}
    members = {"api_version": "1.3.0", "disable_environment": switch, **(members or {})}
    return Part(Sort.IMPLICIT, "VK_LAYER_x", exports, knobs, members)


def asked_for(part: Part) -> Part:
    members = {key: value for key, value in part.members.items() if key == "api_version"}
    return part._replace(sort=Sort.EXPLICIT, members=members)


TWO_TYPES = {"device0": "slow type=4", "device1": "fast type=2"}
MACHINES = {
    "layer that refuses": (driver(), layer(negotiate="-3")),
    "layer of version 0": (driver(), layer(interface="0")),
    "layer without functions": (driver(), layer("nothing")),
    "what layers find below": (driver(), layer(asks_instance=NAMES, asks_physical=NAMES)),
    "what layers find without an instance": (driver(), layer(asks_without_instance=NAMES)),
    "what layers find below a device": (driver(), layer(asks_device=",".join(DEVICE_NAMES))),
    "marker of a layer": (driver(), layer(members={"device_extensions": [{"name": MARKER}]})),
    "marker that a layer drops": (
        driver(
            device0=str(ProbeDevice(extensions=(f"{MARKER}:1",))),
            functions="vkDebugMarkerSetObjectNameEXT",
        ),
        layer(drops_device_extensions=MARKER),
    ),
    "library that ends the program": (driver(), layer(constructor_does="exit0")),
    "driver that fails and could sort": (
        driver("one", "1.0.61", extensions=PROPERTIES2, create="-9"),
        driver("two", "1.0.0", **TWO_TYPES),
    ),
    "old driver and new program": (driver("one", "0.0.0", **TWO_TYPES),),
    "driver whose devices fail": (driver("one", devices_result="-4"), driver("two")),
    "layer that fails in the end": (driver(), layer(create_after="-6")),
    "layer that changes groups of one name": (
        driver(
            extensions=GROUPS,
            functions="vkEnumeratePhysicalDeviceGroupsKHR",
            device1="second",
        ),
        layer(changes_groups="1"),
    ),
    "extension that a layer drops": (
        driver(extensions=FENCES, functions="vkGetPhysicalDeviceExternalFencePropertiesKHR"),
        layer(drops_extensions=FENCES),
    ),
    "first layer fails, second has a function": (
        driver(),
        layer("nothing"),
        asked_for(layer(instance_functions="vkProbeFunction4EXT"))._replace(name="VK_LAYER_y"),
    ),
}


@pytest.mark.parametrize(
    ("name", "program", "loader"),
    combine(MACHINES, [None, (1, 0, 0), (1, 3, 0)], list_loader_names()),
    indirect=["loader"],
    ids=str,
)
def test_same_as_the_loader(loader: RealLoader, name: str, program) -> None:
    parts = MACHINES[name]
    wanted = tuple(part.name for part in parts if part.sort is Sort.EXPLICIT)
    extensions = (MARKER,) if "marker" in name else ()
    enabled = tuple(x for x in (GROUPS, FENCES) if any(x in p.knobs.values() for p in parts))
    wishes = ClientRequest(Application("program", program, wanted, enabled), extensions)
    with probe_workshop() as place:
        lives = place.try_machine(ProbeMachine(name, parts, (), wishes), loader)
    assert not lives.differing or lives.reason, describe(lives)
