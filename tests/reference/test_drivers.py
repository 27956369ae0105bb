"""Which drivers are kept."""

from __future__ import annotations

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

PORTABILITY = "VK_KHR_portability_enumeration"
PORTABILITY_SINCE = (1, 3, 212)


@pytest.fixture
def drivers(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with three drivers in three folders."""
    for name, place in (
        ("red", Place.CONFIG_DIRS),
        ("green", Place.DATA_HOME),
        ("blue", Place.DATA_DIRS),
    ):
        system.add_driver(name, place=place, file=f"{name}_icd.x86_64.json")
    return system


def test_devices_come_in_the_reverse_order_of_their_drivers(
    drivers: SystemBuilder, loader: RealLoader
) -> None:
    assert assert_same(drivers, loader).devices == ("blue", "green", "red")


@pytest.mark.parametrize("form", ["{}", "*{}", "{}*", "*{}*"])
@pytest.mark.parametrize("more", ["", "x", "xx"])
def test_filter_longer_than_255_bytes(
    more: str, form: str, drivers: SystemBuilder, loader: RealLoader
) -> None:
    name = "n" * 250 + ".json"
    drivers.add_driver("long", file=name).with_env(
        VK_LOADER_DRIVERS_SELECT=form.format(name + more)
    )
    assert_same(drivers, loader)


@pytest.mark.parametrize(
    ("select", "disable"),
    [
        ("red*", None),
        ("RED*", None),
        ("red_icd.x86_64.json", None),
        ("red", None),
        ("*icd*", None),
        ("nothing", None),
        ("", None),
        ("~all~", None),
        ("red*,blue*", None),
        (None, "red*"),
        (None, "*"),
        (None, "~all~"),
        (None, ""),
        ("red*,green*", "green*"),
        ("*", "*blue*"),
        ("red*", "~all~"),
    ],
)
def test_driver_filters(
    select: str | None, disable: str | None, drivers: SystemBuilder, loader: RealLoader
) -> None:
    drivers.with_env(VK_LOADER_DRIVERS_SELECT=select, VK_LOADER_DRIVERS_DISABLE=disable)
    assert_same(drivers, loader)


@pytest.mark.parametrize(
    ("flags", "extensions"), [(0, ()), (1, ()), (0, (PORTABILITY,)), (1, (PORTABILITY,))]
)
def test_portability_driver_needs_flag_and_extension(
    flags: int, extensions: tuple[str, ...], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("portable", is_portability_driver=True)
    answer = assert_same(system, loader, Application(flags=flags, extensions=extensions))
    hidden = not (flags and extensions) and loader.version >= PORTABILITY_SINCE
    assert (answer.create == "VK_SUCCESS") != hidden
