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
    FakeDevice,
    Sheet,
    Step,
    create,
    devices,
)
from tests.framework.reference import RealLoader

A, B = FakeDevice(0, "a"), FakeDevice(1, "b", 1, 2)
C, D = FakeDevice(0, "c", 2, 3), FakeDevice(1, "d", 2, 4)
CPU = FakeDevice(2, "cpu", 3, 1, 4)
DESTROY: Step = {"do": "destroy"}
SINCE_1_3 = (1, 3, 211)


def machine(root: Path, *sheets: Sheet, **environment: str) -> DeviceMachine:
    found = DeviceMachine(root).env(**environment)
    for sheet in sheets:
        found.driver(sheet)
    return found


def both(loader: RealLoader, found: DeviceMachine, steps: Sequence[Step]) -> list[Any]:
    """Return what a real loader answers, after a look whether the engine answers the same."""
    sheets = [Path(f"{library}.devices") for library in found.libraries]
    before = [sheet.read_text() for sheet in sheets]
    real = found.run(loader.profile.library, steps)
    calls = found.record()
    for sheet, text in zip(sheets, before, strict=True):
        sheet.write_text(text)
    own = found.run_engine(loader.profile, steps)
    assert own == real
    assert found.record() == calls
    return real


def test_number_and_array(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, Sheet((A, B)), Sheet((C, D, CPU)))
    steps = [create(), devices(None), devices(), devices(5), devices(0), devices(2), devices()]
    both(loader, found, [*steps, DESTROY])


@pytest.mark.parametrize("disable", ["0", "1"])
def test_devices_that_come_and_go(loader: RealLoader, tmp_path: Path, disable: str):
    found = machine(tmp_path, Sheet((A, B)), Sheet((C, D)), VK_LOADER_DISABLE_SELECT=disable)
    steps = [create()]
    for sheet in (Sheet((B,)), Sheet((B, A)), Sheet((A, CPU, B)), Sheet((A,))):
        steps += [devices(None), devices(), found.changed(0, sheet)]
    if loader.version < SINCE_1_3:
        return  # these loaders keep what was there before in their own ways
    both(loader, found, [*steps, devices(), devices(1), devices(), DESTROY])


@pytest.mark.parametrize("code", [-1, -2, -3, -4, -13])
@pytest.mark.parametrize("key", ["count_result", "fill_result"])
def test_driver_that_fails(loader: RealLoader, tmp_path: Path, key: str, code: int):
    broken = Sheet((A, B))._replace(**{key: code})
    found = machine(tmp_path, broken, Sheet((C, D)))
    both(loader, found, [create(), devices(None), devices(), DESTROY])


def test_driver_that_alone_fails(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, Sheet((A,), fill_result=-4))
    steps = [create(), devices(None), devices(), found.changed(0, Sheet((A,)))]
    both(loader, found, [*steps, devices(), DESTROY])


def test_driver_that_says_it_has_more(loader: RealLoader, tmp_path: Path):
    if loader.version < (1, 3, 279):
        return  # the program crashes, or with the oldest loaders has no device at all
    found = machine(tmp_path, Sheet((A, B), fill_result=5), Sheet((C, D)))
    both(loader, found, [create(), devices(None), devices(), DESTROY])


def test_no_device_anywhere(loader: RealLoader, tmp_path: Path):
    both(loader, machine(tmp_path, Sheet()), [create(), devices(None), devices(), DESTROY])


@pytest.mark.parametrize("empty", [(0,), (1,), (2,), (0, 2), (0, 1)])
def test_drivers_without_devices_are_unloaded(
    loader: RealLoader, tmp_path: Path, empty: tuple[int, ...]
):
    sheets = [
        Sheet(()) if number in empty else Sheet((A._replace(name=str(number)),))
        for number in range(3)
    ]
    found = machine(tmp_path, *sheets)
    late = found.changed(empty[0], Sheet((FakeDevice(5, "late"),)))
    both(loader, found, [create(), devices(None), devices(), late, devices(), DESTROY])


def test_count_alone_unloads_nothing(loader: RealLoader, tmp_path: Path):
    found = machine(tmp_path, Sheet(()), Sheet((A,)))
    late = found.changed(0, Sheet((FakeDevice(5, "late"),)))
    both(loader, found, [create(), devices(None), late, devices(), DESTROY])


def test_filters_for_identifiers(loader: RealLoader, tmp_path: Path):
    own = [FakeDevice(i, f"d{i}", 1, i, driver_id=i % 2) for i in range(6)]
    found = machine(
        tmp_path,
        Sheet(tuple(own)),
        VK_LOADER_DEVICE_ID_FILTER="1-4",
        VK_LOADER_DRIVER_ID_FILTER="1",
    )
    rooms = [devices(room) for room in (None, 0, 1, 2, 64, 1, 64)]
    both(loader, found, [create(), *rooms, DESTROY])
    both(loader, found, [create((1, 0, 0), PROPERTIES2), *rooms, DESTROY])
    both(loader, found, [create((1, 0, 0)), *rooms, DESTROY])
    found.env(VK_LOADER_DEVICE_ID_FILTER="9")
    both(loader, found, [create(), *rooms, DESTROY])


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
    found = DeviceMachine(tmp_path).driver(Sheet(tuple(old), extensions=offers), manifest)
    both(loader, found, [create(version), devices(), DESTROY])


def test_pci_addresses(loader: RealLoader, tmp_path: Path):
    near = A._replace(pci=(0, 1, 0, 0), extensions=(PCI,))
    far = B._replace(pci=(0, 2, 0, 0), extensions=("VK_KHR_swapchain", PCI))
    none = FakeDevice(3, "none", 1, 3)
    for number, missing in enumerate(((), ("vkGetPhysicalDeviceProperties2",))):
        found = machine(tmp_path / str(number), Sheet((none, far, near), without=missing))
        for version in ((1, 0, 0), (1, 1, 0)):
            both(loader, found, [create(version), devices(), DESTROY])


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
    found = machine(tmp_path, Sheet(tuple(own)))
    found.settings({"device_configurations": entries, "stderr_log": ["all"]})
    rooms = [devices(room) for room in (None, 64, 1, 0, 64)]
    both(loader, found, [create(version), *rooms, DESTROY])
