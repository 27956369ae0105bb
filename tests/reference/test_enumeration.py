"""vkEnumeratePhysicalDevices step by step: one program, through real loaders and the engine's own.

Drivers change their lists between the calls, fail, or have no device at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.framework.devices import (
    PCI,
    PROPERTIES2,
    DeviceMachine,
    DriverSheet,
    FakeDevice,
    Step,
    make_create_step,
    make_devices_step,
    make_extensions_step,
    make_groups_step,
    make_layers_step,
)
from tests.framework.reference import RealLoader

A, B = FakeDevice(0, "a"), FakeDevice(1, "b", 1, 2)
C, D = FakeDevice(0, "c", 2, 3), FakeDevice(1, "d", 2, 4)
CPU = FakeDevice(2, "cpu", 3, 1, 4)
DESTROY: Step = {"do": "destroy"}
SINCE_1_3 = (1, 3, 211)


def machine(root: Path, *sheets: DriverSheet, **environment: str) -> DeviceMachine:
    found = DeviceMachine(root).set_env(**environment)
    for sheet in sheets:
        found.add_driver(sheet)
    return found


def both(loader: RealLoader, found: DeviceMachine, steps: Sequence[Step]) -> list[Any]:
    """Return what a real loader answers, after a look whether the engine answers the same."""
    sheets = [Path(f"{library}.devices") for library in found.libraries]
    before = [sheet.read_text() for sheet in sheets]
    real = found.run(loader.profile.library, steps)
    calls = found.read_record()
    for sheet, text in zip(sheets, before, strict=True):
        sheet.write_text(text)
    own = found.run_engine(loader.profile, steps)
    assert own == real
    assert found.read_record() == calls
    return real


def test_number_and_array(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, DriverSheet((A, B)), DriverSheet((C, D, CPU)))
    steps = [
        make_create_step(),
        make_devices_step(None),
        make_devices_step(),
        make_devices_step(5),
        make_devices_step(0),
        make_devices_step(2),
        make_devices_step(),
    ]
    both(loader, found, [*steps, DESTROY])


@pytest.mark.parametrize("disable", ["0", "1"])
def test_devices_that_come_and_go(loader: RealLoader, tmp_path: Path, disable: str):
    found = machine(
        tmp_path, DriverSheet((A, B)), DriverSheet((C, D)), VK_LOADER_DISABLE_SELECT=disable
    )
    steps = [make_create_step()]
    for sheet in (
        DriverSheet((B,)),
        DriverSheet((B, A)),
        DriverSheet((A, CPU, B)),
        DriverSheet((A,)),
    ):
        steps += [make_devices_step(None), make_devices_step(), found.make_change_step(0, sheet)]
    if loader.version < SINCE_1_3:
        return  # these loaders keep what was there before in their own ways
    both(
        loader,
        found,
        [*steps, make_devices_step(), make_devices_step(1), make_devices_step(), DESTROY],
    )


@pytest.mark.parametrize("code", [-1, -2, -3, -4, -13])
@pytest.mark.parametrize("key", ["count_result", "fill_result"])
def test_driver_that_fails(loader: RealLoader, tmp_path: Path, key: str, code: int):
    broken = DriverSheet((A, B))._replace(**{key: code})
    found = machine(tmp_path, broken, DriverSheet((C, D)))
    both(loader, found, [make_create_step(), make_devices_step(None), make_devices_step(), DESTROY])


def test_driver_that_alone_fails(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, DriverSheet((A,), fill_result=-4))
    steps = [
        make_create_step(),
        make_devices_step(None),
        make_devices_step(),
        found.make_change_step(0, DriverSheet((A,))),
    ]
    both(loader, found, [*steps, make_devices_step(), DESTROY])


def test_driver_that_says_it_has_more(loader: RealLoader, tmp_path: Path):
    if loader.version < (1, 3, 279):
        return  # the program crashes, or with the oldest loaders has no device at all
    found = machine(tmp_path, DriverSheet((A, B), fill_result=5), DriverSheet((C, D)))
    both(loader, found, [make_create_step(), make_devices_step(None), make_devices_step(), DESTROY])


def test_no_device_anywhere(loader: RealLoader, tmp_path: Path):
    both(
        loader,
        machine(tmp_path, DriverSheet()),
        [make_create_step(), make_devices_step(None), make_devices_step(), DESTROY],
    )


@pytest.mark.parametrize("empty", [(0,), (1,), (2,), (0, 2), (0, 1)])
def test_drivers_without_devices_are_unloaded(
    loader: RealLoader, tmp_path: Path, empty: tuple[int, ...]
):
    sheets = [
        DriverSheet(()) if number in empty else DriverSheet((A._replace(name=str(number)),))
        for number in range(3)
    ]
    found = machine(tmp_path, *sheets)
    late = found.make_change_step(empty[0], DriverSheet((FakeDevice(5, "late"),)))
    both(
        loader,
        found,
        [
            make_create_step(),
            make_devices_step(None),
            make_devices_step(),
            late,
            make_devices_step(),
            DESTROY,
        ],
    )


def test_count_alone_unloads_nothing(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, DriverSheet(()), DriverSheet((A,)))
    late = found.make_change_step(0, DriverSheet((FakeDevice(5, "late"),)))
    both(
        loader,
        found,
        [make_create_step(), make_devices_step(None), late, make_devices_step(), DESTROY],
    )


def test_filters_for_identifiers(loader: RealLoader, tmp_path: Path):
    own = [FakeDevice(i, f"d{i}", 1, i, driver_id=i % 2) for i in range(6)]
    found = machine(
        tmp_path,
        DriverSheet(tuple(own)),
        VK_LOADER_DEVICE_ID_FILTER="1-4",
        VK_LOADER_DRIVER_ID_FILTER="1",
    )
    rooms = [make_devices_step(room) for room in (None, 0, 1, 2, 64, 1, 64)]
    both(loader, found, [make_create_step(), *rooms, DESTROY])
    both(loader, found, [make_create_step((1, 0, 0), PROPERTIES2), *rooms, DESTROY])
    both(loader, found, [make_create_step((1, 0, 0)), *rooms, DESTROY])
    found.set_env(VK_LOADER_DEVICE_ID_FILTER="9")
    both(loader, found, [make_create_step(), *rooms, DESTROY])


@pytest.mark.parametrize("manifest", ["1.0.0", "1.1.0"])
@pytest.mark.parametrize("offers", [(), (PROPERTIES2,)])
@pytest.mark.parametrize("version", [None, (1, 0, 0), (1, 1, 0)])
def test_whether_devices_are_sorted(
    loader: RealLoader,
    tmp_path: Path,
    manifest: str,
    offers: tuple[str, ...],
    version: tuple[int, int, int] | None,
):
    old = [device._replace(api=(1, 0, 0)) for device in (CPU, A, B)]
    found = DeviceMachine(tmp_path).add_driver(DriverSheet(tuple(old), extensions=offers), manifest)
    both(loader, found, [make_create_step(version), make_devices_step(), DESTROY])


def test_pci_addresses(loader: RealLoader, tmp_path: Path):
    near = A._replace(pci=(0, 1, 0, 0), extensions=(PCI,))
    far = B._replace(pci=(0, 2, 0, 0), extensions=("VK_KHR_swapchain", PCI))
    none = FakeDevice(3, "none", 1, 3)
    for number, missing in enumerate(((), ("vkGetPhysicalDeviceProperties2",))):
        found = machine(tmp_path / str(number), DriverSheet((none, far, near), without=missing))
        for version in ((1, 0, 0), (1, 1, 0)):
            both(loader, found, [make_create_step(version), make_devices_step(), DESTROY])


def chosen(name: str, version: int = 1) -> dict[str, Any]:
    uuid = {"a": 1, "b": 2, "cpu": 3, "old": 4}[name]
    return {"deviceUUID": [uuid] * 16, "driverUUID": [9] * 16, "driverVersion": version}


@pytest.mark.parametrize(
    "entries",
    [
        [chosen("cpu"), chosen("a")],
        [chosen("b", 2), chosen("a")],
        [chosen("b"), chosen("b"), chosen("a")],
        [chosen("old")],
        [chosen("old"), {"deviceUUID": 5}, chosen("a")],
        [],
    ],
    ids=["two", "version", "twice", "old", "malformed", "none"],
)
@pytest.mark.parametrize("version", [(1, 0, 0), (1, 3, 0)])
def test_devices_of_the_settings_file(
    loader: RealLoader, tmp_path: Path, entries: list[Any], version: tuple[int, int, int]
):
    own = [
        device._replace(device_uuid=f"{number:02x}" * 16, driver_uuid="09" * 16)
        for number, device in enumerate((A, B, CPU, FakeDevice(3, "old", api=(1, 0, 0))), 1)
    ]
    found = machine(tmp_path, DriverSheet(tuple(own)))
    found.write_settings({"device_configurations": entries, "stderr_log": ["all"]})
    rooms = [make_devices_step(room) for room in (None, 64, 1, 0, 64)]
    both(loader, found, [make_create_step(version), *rooms, DESTROY])


# -- groups

OTHER = FakeDevice(3, "other", 4, 9)
ALL = (A, B, CPU, OTHER)


def together(*groups_of: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((index % 2, members) for index, members in enumerate(groups_of))


@pytest.mark.parametrize("disable", ["0", "1"])
@pytest.mark.parametrize(
    "split", [(), ((0, 1), (2, 3)), ((2,), (3, 0), (1,)), ((3, 2, 1, 0),)], ids=str
)
def test_groups(
    loader: RealLoader, tmp_path: Path, split: tuple[tuple[int, ...], ...], disable: str
):
    first = DriverSheet(ALL, groups=together(*split))
    second = DriverSheet((C, D), groups=together((0, 1)))
    found = machine(tmp_path, first, second, VK_LOADER_DISABLE_SELECT=disable)
    rooms = [make_groups_step(room) for room in (None, 64, 5, 1, 0, 64)]
    both(
        loader,
        found,
        [
            make_create_step(),
            *rooms,
            make_devices_step(),
            make_groups_step(),
            make_groups_step(64, khr=True),
            DESTROY,
        ],
    )
    found.set_env(VK_LOADER_DEVICE_SELECT="3:1")
    both(loader, found, [make_create_step(), make_groups_step(), DESTROY])


def test_groups_with_the_extension(loader: RealLoader, tmp_path: Path):
    creation = "VK_KHR_device_group_creation"
    offers = (PROPERTIES2, creation)
    without = ("vkEnumeratePhysicalDeviceGroups",)
    khr = DriverSheet(ALL, groups=together((0, 1), (2, 3)), extensions=offers, without=without)
    core = khr._replace(devices=(C, D), groups=together((0, 1)))
    core = core._replace(without=("vkEnumeratePhysicalDeviceGroupsKHR",))
    found = machine(tmp_path, khr, core)
    for version in ((1, 0, 0), (1, 1, 0)):
        rooms = [
            make_groups_step(room, khr=twin) for room in (None, 64, 2) for twin in (False, True)
        ]
        both(loader, found, [make_create_step(version, creation), *rooms, DESTROY])
        both(loader, found, [make_create_step(version), *rooms, DESTROY])


def test_groups_that_change(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # these loaders ask for devices anew
    found = machine(tmp_path, DriverSheet((A, B), groups=together((0, 1))))
    more = found.make_change_step(0, DriverSheet((A, B, CPU), groups=together((0, 1), (2,))))
    less = found.make_change_step(0, DriverSheet((A, CPU), groups=together((0, 2))))
    steps = [
        make_create_step(),
        make_groups_step(),
        more,
        make_groups_step(None),
        make_groups_step(),
        make_devices_step(),
        make_groups_step(),
        less,
    ]
    both(
        loader,
        found,
        [
            *steps,
            make_groups_step(),
            make_groups_step(None),
            make_devices_step(),
            make_groups_step(),
            DESTROY,
        ],
    )


def test_driver_that_fails_to_name_groups(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # these loaders ask for the groups themselves to count them
    found = machine(tmp_path, DriverSheet((A, B), groups_result=-4), DriverSheet((C, D)))
    steps = [
        make_create_step(),
        make_groups_step(None),
        make_groups_step(),
        found.make_change_step(0, DriverSheet((A, B))),
        make_groups_step(),
    ]
    again = found.make_change_step(0, DriverSheet((A, B), groups_result=-4))
    both(loader, found, [*steps, again, make_groups_step(), make_groups_step(1), DESTROY])


def test_groups_without_devices(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # these loaders leave the number as it was
    found = machine(tmp_path, DriverSheet())
    both(loader, found, [make_create_step(), make_groups_step(None), make_groups_step(), DESTROY])


def test_filters_take_out_whole_groups(loader: RealLoader, tmp_path: Path):
    sheet = DriverSheet(ALL, groups=together((0, 1), (2,), (3,)))
    found = machine(tmp_path, sheet, DriverSheet((C, D)), VK_LOADER_DEVICE_ID_FILTER="1,3-9")
    rooms = [make_groups_step(room) for room in (None, 0, 1, 2, 3, 64)]
    both(loader, found, [make_create_step(), *rooms, DESTROY])


@pytest.mark.parametrize("entries", [["a", "b"], ["a"], ["cpu", "a"], ["old"], []], ids=str)
def test_groups_of_the_settings_file(loader: RealLoader, tmp_path: Path, entries: list[str]):
    own = tuple(
        device._replace(device_uuid=f"{number:02x}" * 16, driver_uuid="09" * 16)
        for number, device in enumerate((A, B, CPU), 1)
    )
    found = machine(tmp_path, DriverSheet(own, groups=together((0, 1), (2,))))
    section = {"device_configurations": [chosen(name) for name in entries]}
    found.write_settings({**section, "stderr_log": ["all"]})
    both(
        loader,
        found,
        [
            make_create_step(),
            make_groups_step(None),
            make_groups_step(),
            make_groups_step(1),
            make_devices_step(),
            make_groups_step(),
            DESTROY,
        ],
    )


# -- layers


@pytest.mark.parametrize(
    "text",
    ["", "reverse", "drop a; drop cpu", "give b; give a", "wrap; reverse", "drop a;wrap"],
)
def test_layer_that_makes_its_own_list(loader: RealLoader, tmp_path: Path, text: str):
    if loader.version < SINCE_1_3 and "give" in text:
        return  # these loaders fail where a layer takes devices away
    found = machine(tmp_path, DriverSheet(ALL, groups=together((0, 1), (2,), (3,))))
    found.add_layer("VK_LAYER_list", text)
    rooms = [
        make_devices_step(None),
        make_devices_step(),
        make_devices_step(1),
        make_groups_step(None),
        make_groups_step(),
        make_groups_step(1),
        make_devices_step(),
    ]
    both(loader, found, [make_create_step(layers=["VK_LAYER_list"]), *rooms, DESTROY])


def test_list_of_a_layer_that_changes(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # these loaders keep what was there before in their own ways
    found = machine(tmp_path, DriverSheet(ALL), DriverSheet((C, D)))
    found.add_layer("VK_LAYER_list")
    steps = [make_create_step(layers=["VK_LAYER_list"])]
    for text in ("drop a", "reverse", "give b; give d", "wrap", "drop c", ""):
        steps += [
            make_devices_step(),
            make_groups_step(),
            found.make_listing_step("VK_LAYER_list", text),
        ]
    found.make_listing_step("VK_LAYER_list", "")
    both(loader, found, [*steps, make_devices_step(), DESTROY])


def test_filters_stand_above_layers(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # these loaders fail where a layer takes devices away
    found = machine(tmp_path, DriverSheet(ALL), VK_LOADER_DEVICE_ID_FILTER="1-2")
    found.add_layer("VK_LAYER_list", "reverse; drop b").add_layer(
        "VK_LAYER_upper", "give a; give cpu"
    )
    names = ["VK_LAYER_upper", "VK_LAYER_list"]
    rooms = [
        make_devices_step(None),
        make_devices_step(),
        make_devices_step(1),
        make_groups_step(),
        make_devices_step(),
    ]
    both(loader, found, [make_create_step(layers=names), *rooms, DESTROY])


# -- extensions and layers of devices

SWAPCHAIN = {"name": "VK_KHR_swapchain", "spec_version": "70"}
OWN = {"name": "VK_TEST_own", "spec_version": "3", "entrypoints": ["vkTestOwn"]}


def test_extensions_of_devices(loader: RealLoader, tmp_path: Path):
    if loader.version < SINCE_1_3:
        return  # some of these loaders count what layers repeat
    listed = A._replace(extensions=("VK_KHR_swapchain", "VK_EXT_a"))
    found = machine(tmp_path, DriverSheet((listed, B)))
    found.add_layer("VK_LAYER_i", implicit=True, device_extensions=[SWAPCHAIN, OWN])
    found.add_layer("VK_LAYER_e", device_extensions=[{**OWN, "name": "VK_TEST_explicit"}])
    steps = [make_create_step(layers=["VK_LAYER_e"]), make_devices_step()]
    for number in (0, 1):
        steps += [make_extensions_step(number, room) for room in (None, 64, 3, 2, 1, 0)]
        for layer in ("VK_LAYER_i", "VK_LAYER_e", "VK_LAYER_none", ""):
            steps += [make_extensions_step(number, room, layer) for room in (None, 64, 1, 0)]
    both(loader, found, [*steps, DESTROY])


@pytest.mark.parametrize("components", [["VK_LAYER_e"], ["VK_LAYER_e", "VK_LAYER_gone"]])
def test_layers_that_cannot_be_loaded(loader: RealLoader, tmp_path: Path, components: list[str]):
    if loader.version < SINCE_1_3:
        return  # some of these loaders list a meta-layer before its components
    found = machine(tmp_path, DriverSheet((A,)), VK_INSTANCE_LAYERS="VK_LAYER_odd")
    found.add_layer("VK_LAYER_e").add_layer("VK_LAYER_gone", library_path="/none.so")
    found.add_layer("VK_LAYER_odd", functions={"vkGetInstanceProcAddr": "none"})
    found.add_layer("VK_LAYER_meta", library_path=None, component_layers=components)
    steps = [
        make_create_step(layers=["VK_LAYER_meta"]),
        make_devices_step(),
        make_layers_step(),
        make_layers_step(0, 1),
    ]
    both(loader, found, [*steps, DESTROY])


@pytest.mark.parametrize("version", [(1, 0, 0), (1, 1, 0)])
@pytest.mark.parametrize("asked", [(), (PROPERTIES2,)])
@pytest.mark.parametrize(
    "missing",
    [("",), ("KHR",), ("", "KHR")],
    ids=["core", "khr", "both"],
)
def test_filter_for_drivers_that_cannot_tell(
    loader: RealLoader,
    tmp_path: Path,
    missing: tuple[str, ...],
    asked: tuple[str, ...],
    version: tuple[int, int, int],
):
    own = (A._replace(driver_id=1), B._replace(driver_id=0))
    without = tuple(f"vkGetPhysicalDeviceProperties2{suffix}" for suffix in missing)
    found = machine(tmp_path, DriverSheet(own, without=without), VK_LOADER_DRIVER_ID_FILTER="0")
    both(
        loader,
        found,
        [
            make_create_step(version, *asked),
            make_devices_step(None),
            make_devices_step(),
            make_groups_step(),
            DESTROY,
        ],
    )


def test_layers_of_devices(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, DriverSheet((A,)))
    found.add_layer("VK_LAYER_i", implicit=True).add_layer("VK_LAYER_e").add_layer("VK_LAYER_other")
    rooms = [make_layers_step(0, room) for room in (None, 64, 1, 0)]
    both(
        loader,
        found,
        [make_create_step(layers=["VK_LAYER_e"]), make_devices_step(), *rooms, DESTROY],
    )
    both(loader, found, [make_create_step(), make_devices_step(), *rooms, DESTROY])


@pytest.mark.parametrize("value", ["1", "0", "", "10", "true"])
def test_libraries_that_stay_open(loader: RealLoader, tmp_path: Path, value: str):
    empty, full = DriverSheet(()), DriverSheet((A,))
    found = machine(tmp_path, empty, full, VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=value)
    both(
        loader,
        found,
        [
            make_create_step(),
            make_devices_step(),
            DESTROY,
            make_create_step(),
            make_devices_step(),
            DESTROY,
        ],
    )
