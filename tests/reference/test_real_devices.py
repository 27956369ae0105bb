"""The list of devices, against real loaders with drivers that have any devices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.framework.devices import (
    PCI,
    PROPERTIES2,
    DeviceMachine,
    DriverSheet,
    FakeDevice,
    make_create_step,
    make_devices_step,
    make_groups_step,
)
from tests.framework.reference import RealLoader
from tests.loader.machine import Machine
from vkconfig_py.loader.base.device_values import DeviceConfiguration, PciAddress, PhysicalDevice
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_ID_FILTER_VARIABLE,
    DEVICE_SELECT_VARIABLE,
    DISABLE_SELECT_VARIABLE,
    DRIVER_ID_FILTER_VARIABLE,
    VENDOR_ID_FILTER_VARIABLE,
    arrange_devices,
    can_sort,
    choose_devices,
    find_chosen_groups,
    make_device_rules,
    sort_groups,
)

Version = tuple[int, int, int]


def values(sheets: Sequence[DriverSheet], app: Version, asked: bool) -> list[PhysicalDevice]:
    """Return what the loader can learn of the devices of drivers."""
    return [
        value(device, sheet, number, place, app, asked)
        for number, sheet in enumerate(sheets)
        for place, device in enumerate(sheet.devices)
    ]


def value(
    device: FakeDevice, sheet: DriverSheet, number: int, place: int, app: Version, asked: bool
) -> PhysicalDevice:
    core = "vkGetPhysicalDeviceProperties2" not in sheet.without
    khr = "vkGetPhysicalDeviceProperties2KHR" not in sheet.without
    by_core = app[:2] >= (1, 1) and device.api[:2] >= (1, 1)
    has_address = PCI in device.extensions and (core if by_core else khr)
    has_driver = (app[:2] >= (1, 1) and core) or (asked and khr)
    return PhysicalDevice(
        device.name,
        number,
        place,
        device.vendor,
        device.device,
        device.type,
        device.api,
        device.driver_version,
        PciAddress(*device.pci) if has_address else None,
        device.device_uuid,
        device.driver_uuid,
        device.driver_id if has_driver else None,
        device.extensions,
    )


def expected(
    sheets: Sequence[DriverSheet],
    apis: Sequence[Version],
    profile: LoaderProfile,
    environment: Mapping[str, str],
    app: Version,
    asked: bool,
    configurations: tuple[DeviceConfiguration, ...] | None = None,
) -> list[str] | str:
    """Return the names that the rules give, or the name of the error."""
    found = values(sheets, app, asked)
    offers = [PROPERTIES2 in sheet.extensions for sheet in sheets]
    drivers = zip([api[:2] for api in apis], offers, strict=True)
    sorts = can_sort(profile, app[:2], asked, drivers)
    arrangement = arrange_devices(
        found, make_device_rules(environment, profile, sorts, configurations)
    )
    if arrangement.result != "VK_SUCCESS":
        return arrangement.result
    return [found[place].name for place in arrangement.listed_indexes]


def device(number: int, chance: random.Random) -> FakeDevice:
    return FakeDevice(
        number,
        f"{chance.getrandbits(40):x}",
        chance.choice([0, 1, 0x10DE]),
        chance.choice([0, 1, 2, 0x2684]),
        chance.choice([0, 1, 2, 3, 4, 4, 7]),
        chance.choice([(1, 0, 0), (1, 1, 0), (1, 3, 0)]),
        chance.choice([0, 1, 4_000_000_000]),
        (chance.choice([0, 0, 1]), chance.randrange(3), chance.randrange(2), chance.randrange(2)),
        chance.randrange(3),
        chance.choice(["0" * 32, "1" * 32, "2" * 32]),
        chance.choice(["0" * 32, "1" * 32]),
        chance.choice([(), (PCI,), ("VK_KHR_swapchain", PCI)]),
    )


def sheet(chance: random.Random) -> DriverSheet:
    return DriverSheet(
        tuple(device(number, chance) for number in range(chance.randrange(4))),
        extensions=chance.choice([(), (PROPERTIES2,), (PROPERTIES2,)]),
        without=chance.choice(
            [(), (), ("vkGetPhysicalDeviceProperties2",), ("vkGetPhysicalDeviceProperties2KHR",)]
        ),
    )


VARIABLES = {
    DEVICE_SELECT_VARIABLE: ("1:1", "10de:2684", " 0:0x0", "10DE:1z", "x"),
    DISABLE_SELECT_VARIABLE: ("0", "1", "", "-1"),
    DEVICE_ID_FILTER_VARIABLE: ("0-1", "0x2684", "x,2", "1 2"),
    VENDOR_ID_FILTER_VARIABLE: ("1,0x10de", "0-0xffffffff", ","),
    DRIVER_ID_FILTER_VARIABLE: ("0", "1-2", "0x1"),
}


def variables(chance: random.Random) -> dict[str, str]:
    return {
        name: chance.choice(choices)
        for name, choices in VARIABLES.items()
        if not chance.randrange(3)
    }


def text(version: Version) -> str:
    return ".".join(map(str, version))


def machine(
    root: Path,
    sheets: Iterable[DriverSheet],
    apis: Iterable[Version],
    environment: Mapping[str, str],
) -> DeviceMachine:
    found = DeviceMachine(root)
    for described, api in zip(sheets, apis, strict=True):
        found.add_driver(described, text(api))
    return found.set_env(**environment)


@pytest.mark.parametrize("seed", range(24))
def test_list_of_devices(loader: RealLoader, tmp_path: Path, seed: int):
    chance = random.Random(seed)  # the same machine for every loader
    sheets = [sheet(chance) for _ in range(chance.randrange(1, 4))]
    apis = [chance.choice([(1, 0, 0), (1, 1, 0), (1, 3, 0)]) for _ in sheets]
    environment = variables(chance)
    app = chance.choice([(1, 0, 0), (1, 1, 0), (1, 3, 0)])
    asked = any(PROPERTIES2 in s.extensions for s in sheets) and bool(chance.randrange(2))
    steps = [make_create_step(app, *([PROPERTIES2] if asked else [])), make_devices_step()]
    found = machine(tmp_path, sheets, apis, environment).run(loader.profile.library, steps)
    names = expected(sheets, apis, loader.profile, environment, app, asked)
    assert answered(found[1]) == names


def answered(answer: Mapping[str, Any]) -> list[str] | str:
    """Return the names of an answer, or the name of the error."""
    if answer["result"] < 0:
        return {-3: "VK_ERROR_INITIALIZATION_FAILED"}[answer["result"]]
    return list(answer.get("devices", ()))


@pytest.mark.parametrize(
    "value",
    ["10de:1", "10DE:0x1 and more", "-0xfffffeef22:1", "10de:", "0x:0x", "100000000000000000:1"],
)
def test_selected_device(loader: RealLoader, tmp_path: Path, value: str):
    own = [
        FakeDevice(0, "a", 1, 1, 2),
        FakeDevice(1, "b", 0x10DE, 1, 4),
        FakeDevice(2, "zero", 0, 0, 4),
        FakeDevice(3, "last", 0xFFFFFFFF, 1, 4),
    ]
    check(loader, tmp_path, [DriverSheet(tuple(own))], {DEVICE_SELECT_VARIABLE: value})


def check(
    loader: RealLoader, root: Path, sheets: Sequence[DriverSheet], environment: Mapping[str, str]
) -> None:
    """Compare the list of one program of 1.3 with the rules."""
    apis = [(1, 3, 0)] * len(sheets)
    found = machine(root, sheets, apis, environment)
    answer = found.run(loader.profile.library, [make_create_step(), make_devices_step()])[1]
    rules = expected(sheets, apis, loader.profile, environment, (1, 3, 0), False)
    assert answered(answer) == rules


@pytest.mark.parametrize(
    "value",
    [
        "0x1-0x3,6",
        "3-1",
        "08,2",
        "1--2",
        ",",
        "x",
        "-1",
        "18446744073709551617",
        "1..3",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,17,18",
    ],
)
def test_filter_for_identifiers(loader: RealLoader, tmp_path: Path, value: str):
    own = [FakeDevice(i, str(i), 1, number) for i, number in enumerate([1, 2, 3, 6, 18, 2**32 - 1])]
    check(loader, tmp_path, [DriverSheet(tuple(own))], {DEVICE_ID_FILTER_VARIABLE: value})


@pytest.mark.parametrize("seed", range(8))
def test_groups(loader: RealLoader, tmp_path: Path, seed: int):
    chance = random.Random(1000 + seed)
    own = [device(number, chance) for number in range(5)]
    split = chance.choice([((0, 1), (2,), (3, 4)), ((0, 2, 4), (1, 3)), ((4,), (3,), (2, 1, 0))])
    both = [
        DriverSheet(tuple(own), groups=tuple((0, members) for members in split)),
        DriverSheet((device(0, chance),)),
    ]
    environment = variables(chance)
    apis = [(1, 3, 0)] * 2
    answer = machine(tmp_path, both, apis, environment).run(
        loader.profile.library, [make_create_step(), make_devices_step(), make_groups_step()]
    )[2]
    found = values(both, (1, 3, 0), False)
    rules = make_device_rules(environment, loader.profile, True)
    unsorted = [found[5:], *([found[i] for i in members] for members in split)]
    ordered = unsorted
    if rules.sorts_devices:
        places = sort_groups(unsorted, rules.selected_ids)
        ordered = [[unsorted[place][i] for i in inner] for place, inner in places]
    kept = filter_left(ordered, rules.filters)
    assert answer["groups"] == [[0, *(d.name for d in group)] for group in kept]


def filter_left(ordered: list[list[PhysicalDevice]], filters: Any) -> list[list[PhysicalDevice]]:
    return [group for group in ordered if all(all(f.passes(d) for f in filters) for d in group)]


UUIDS = {"a": "a" * 32, "b": "b" * 32, "c": "c" * 32}


def entry(name: str, **more: Any) -> dict[str, Any]:
    """Return a configuration of the settings file for a device."""
    raw = {"deviceUUID": list(bytes.fromhex(UUIDS[name])), "driverUUID": [255] * 16}
    return {**raw, "driverVersion": 7, **more}


BROKEN = {"deviceUUID": [1, 2]}


@pytest.mark.parametrize(
    "entries",
    [
        [entry("b"), entry("a")],
        [entry("a"), entry("a")],
        [entry("c")],
        [entry("a", driverVersion=8), entry("b")],
        [entry("a", driverUUID=[1] * 16), entry("b")],
        [BROKEN, entry("b")],
        [entry("b"), BROKEN],
        [BROKEN],
        [entry("b"), 5],
        [],
    ],
    ids=["both", "twice", "old", "version", "driver", "first", "last", "broken", "number", "none"],
)
def test_devices_that_the_settings_file_chooses(
    loader: RealLoader, tmp_path: Path, entries: list[Any]
):
    own = tuple(
        FakeDevice(i, name, 1, i, 2, (1, 0 if name == "c" else 3, 0), 7)._replace(
            device_uuid=UUIDS[name], driver_uuid="f" * 32
        )
        for i, name in enumerate("abc")
    )
    zero = FakeDevice(3, "zero", 1, 3, 4, driver_version=0)
    sheets = [DriverSheet((*own, zero), groups=((0, (0, 1)), (0, (2,)), (0, (3,))))]
    found = machine(tmp_path, sheets, [(1, 3, 0)], {})
    section = {"device_configurations": entries, "stderr_log": ["all"], "layers": []}
    found.write_settings(section)
    answers = found.run(
        loader.profile.library,
        [make_create_step(), make_devices_step(None), make_devices_step(), make_groups_step()],
    )
    report = Machine().driver().settings(section).report(profile=loader.profile)
    chosen = report.probe_inputs.device_configurations
    rules = expected(sheets, [(1, 3, 0)], loader.profile, {}, (1, 3, 0), False, chosen)
    assert answered(answers[2]) == rules
    if chosen is None or not loader.profile.has(Gate.CONFIGURED_GROUPS):
        return
    everything = values(sheets, (1, 3, 0), False)
    places = choose_devices(everything, chosen, loader.profile)
    together = [(0, 1), (2,), (3,)]
    left = [together[place] for place in find_chosen_groups(together, places) or ()]
    ordered = sort_groups([[everything[i] for i in group] for group in left], "")
    assert answers[3].get("groups", []) == [
        [0, *(everything[left[place][i]].name for i in inner)] for place, inner in ordered
    ]
