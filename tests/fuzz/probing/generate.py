"""generate(seed, number) -> ProbeMachine: most programs get an instance, and things meet."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.framework.probe_client import ClientRequest
from tests.fuzz.machine import ROOT
from tests.fuzz.probing.drivers import DEVICE_EXTENSIONS, GROUPS, PROPERTIES2, driver
from tests.fuzz.probing.layers import layer
from tests.fuzz.probing.machine import Part, ProbeMachine, Sort
from tests.fuzz.words import chance, some
from vkconfig_py.loader.base.host import Application

_NAMES = ("one", "two", "three", "four", "five")
_LAYERS = tuple(f"VK_LAYER_{name}" for name in ("a", "b", "c", "d", "e", "f"))
_API_VERSIONS = (None, (1, 0, 0), (1, 0, 5), (1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 3, 0), (1, 4, 0))
_APPLICATION_EXTENSIONS = (
    PROPERTIES2,
    PROPERTIES2,
    GROUPS,
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_KHR_surface",
    "VK_KHR_xcb_surface",
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_fence_capabilities",
)
_MAKES_SURE = 0.85  # how often the program asks for what is offered only


def generate(seed: int, number: int) -> ProbeMachine:
    """Return one machine; the same for the same numbers on every computer."""
    random = Random(f"probe {seed}:{number}")
    odd = random.choice((0.0, 0.15, 0.35, 0.6))
    drivers = _drivers(random, odd)
    layers = _layers(random, random.choice((0.0, 0.15, 0.35, 0.6)))
    settings = _settings(random, drivers) if chance(random, 0.12) else None
    return ProbeMachine(
        f"{seed}:{number}",
        (*drivers, *layers),
        tuple(_environment(random, drivers, layers).items()),
        _wishes(random, drivers, layers),
        settings,
    )


def _drivers(random: Random, odd: float) -> list[Part]:
    count = 0 if chance(random, 0.02) else random.choice((1, 1, 2, 2, 3, 4))
    found = [driver(random, name, Sort.DRIVER, odd) for name in _NAMES[:count]]
    if odd and chance(random, 0.7):  # one that works
        found.append(driver(random, "sound", Sort.DRIVER, 0.0))
    return random.sample(found, len(found))


def _layers(random: Random, odd: float) -> list[Part]:
    names = random.sample(_LAYERS, random.choice((0, 0, 1, 1, 2, 3, 4)))
    sorts = (Sort.IMPLICIT, Sort.EXPLICIT)
    return [layer(random, name, random.choice(sorts), odd) for name in names]


def _wishes(random: Random, drivers: list[Part], layers: list[Part]) -> ClientRequest:
    explicit = [part.name for part in layers if part.sort is Sort.EXPLICIT]
    wanted = random.sample(explicit, len(explicit))
    if chance(random, 0.2):
        wanted = some(random, [part.name for part in layers], 3)
    offered = {
        listed.partition(":")[0]
        for part in drivers
        for listed in part.knobs.get("extensions", "").split(",")
    } | {"VK_EXT_debug_utils", "VK_EXT_debug_report"}
    extensions = list(dict.fromkeys(some(random, _APPLICATION_EXTENSIONS, 4)))
    if chance(random, _MAKES_SURE):
        extensions = [name for name in extensions if name in offered]
    flags = 0
    if any("is_portability_driver" in part.members for part in drivers) and chance(random, 0.6):
        flags = 1
        extensions.append("VK_KHR_portability_enumeration")
    elif chance(random, 0.05):
        flags = random.choice((1, 2, 3))
    application = Application(
        "fuzz", random.choice(_API_VERSIONS), tuple(wanted), tuple(extensions), flags
    )
    on_devices = tuple(dict.fromkeys(some(random, DEVICE_EXTENSIONS, 2)))
    if chance(random, 0.6):
        on_devices = ()
    return ClientRequest(application, on_devices, tuple(some(random, _LAYERS, 2)))


def _environment(random: Random, drivers: list[Part], layers: list[Part]) -> dict[str, str]:
    found: dict[str, str] = {}
    if chance(random, 0.2):
        value = random.choice(("8086:1", "1002:7340", "10005:2", "0x8086:0x2", "junk", "8086", ""))
        found["VK_LOADER_DEVICE_SELECT"] = value
    if chance(random, 0.15):
        found["VK_LOADER_DISABLE_SELECT"] = random.choice(("1", "0", "2", "x", ""))
    for variable, values in _ID_FILTERS.items():
        if chance(random, 0.06):
            found[variable] = random.choice(values)
    if chance(random, 0.1):
        found["VK_LOADER_DISABLE_INST_EXT_FILTER"] = random.choice(("1", "0", ""))
    if chance(random, 0.1) and layers:
        found["VK_INSTANCE_LAYERS"] = ":".join(some(random, [x.name for x in layers], 2))
    if chance(random, 0.05) and drivers:
        found["VK_LOADER_DRIVERS_SELECT"] = random.choice((f"{drivers[0].name}*", "*o*"))
    return found


_ID_FILTERS = {
    "VK_LOADER_VENDOR_ID_FILTER": ("0x8086", "0x1002-0x8086", "32902,4098", "junk", "65541", ""),
    "VK_LOADER_DEVICE_ID_FILTER": ("1", "1-2", "0x7340", "2,3", "0", ""),
    "VK_LOADER_DRIVER_ID_FILTER": ("1", "13", "1-3", "junk"),
}


def _settings(random: Random, drivers: list[Part]) -> dict[str, Any]:
    """Return a settings file about devices and drivers; layers are the other machines' matter."""
    found: dict[str, Any] = {"file_format_version": "1.0.0"}
    inner: dict[str, Any] = {}
    if chance(random, 0.8):
        inner["device_configurations"] = [
            {
                "deviceName": "configured",
                "deviceUUID": [random.randrange(1, 5)] * 16,
                "driverUUID": [random.randrange(1, 3)] * 16,
                "driverVersion": random.choice((1, 2)),
            }
            for _ in range(random.choice((0, 1, 2, 3)))
        ]
    if drivers and chance(random, 0.4):
        inner["additional_drivers"] = [
            {"path": f"{ROOT}/{part.file}"} for part in some(random, drivers, 2)
        ]
        if chance(random, 0.3):
            inner["additional_drivers_use_exclusively"] = True
    return {**found, "settings": inner}
