"""The head that folds drivers without devices."""

from __future__ import annotations

import pytest

from vkconfig_py.model.chain.snapshot_values import (
    Row,
    RowKind,
    list_idle_drivers,
    with_drivers_head,
)

LOADER = Row(key="loader", kind=RowKind.LOADER, name="Loader")
DEVICE = Row(key="device:1", kind=RowKind.DEVICE, name="llvmpipe", is_last=True)
GROUP = Row(key="group", kind=RowKind.GROUP, name="Not in the chain")


def make_driver(name: str, **values: object) -> Row:
    row = Row(key=f"driver:{name}", kind=RowKind.DRIVER, name=name, control="auto")
    return row._replace(finds_no_device=True)._replace(**values)


LAVAPIPE = make_driver("lavapipe", finds_no_device=False)
RADEON, INTEL = make_driver("radeon"), make_driver("intel", is_last=True)


def test_head_stands_below_all_drivers_and_names_those_without_devices() -> None:
    rows = with_drivers_head((LOADER, RADEON, LAVAPIPE, DEVICE, INTEL, GROUP))
    assert [row.kind for row in rows] == [
        RowKind.LOADER,
        RowKind.DRIVER,
        RowKind.DRIVER,
        RowKind.DEVICE,
        RowKind.DRIVER,
        RowKind.DRIVERS,
        RowKind.GROUP,
    ]
    head = rows[5]
    assert (head.name, head.secondary) == ("2 drivers without devices", "radeon, intel")
    # The line of the loader goes on to the head.
    assert [row.key for row in rows if row.is_last] == [DEVICE.key, head.key]
    assert rows[3].continues_line


def test_one_driver_without_devices_is_not_folded() -> None:
    rows = (LOADER, RADEON, LAVAPIPE, DEVICE, GROUP)
    assert with_drivers_head(rows) == rows


@pytest.mark.parametrize(
    "values",
    [
        {"finds_no_device": False},
        {"control": "off"},
        {"delta": "new"},
        {"deviation": "it cannot be left out"},
    ],
)
def test_a_driver_of_which_there_is_more_to_tell_stays(values: dict[str, object]) -> None:
    assert list_idle_drivers([RADEON, INTEL._replace(**values)]) == [RADEON]
