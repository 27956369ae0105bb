"""The order of devices on Windows."""

from __future__ import annotations

from vkconfig_py.loader.base.windows_facts import Adapter
from vkconfig_py.loader.platforms.windows_devices import DriverDevices, order_devices

ADAPTERS = (Adapter(7, 0x10DE), Adapter(3, 0x8086))


def test_a_layered_driver_comes_after_the_native_one_of_its_adapter():
    dozen = DriverDevices(("dozen",), {7: ("dozen",)}, frozenset({"dozen"}))
    native = DriverDevices(("native",), {7: ("native",)})
    assert order_devices(ADAPTERS, (dozen, native)) == ("native", "dozen")
    assert order_devices(ADAPTERS, (native, dozen)) == ("native", "dozen")


def test_a_layered_driver_of_another_adapter_keeps_its_place():
    dozen = DriverDevices(("dozen",), {7: ("dozen",)}, frozenset({"dozen"}))
    native = DriverDevices(("native",), {3: ("native",)})
    assert order_devices(ADAPTERS, (dozen, native)) == ("dozen", "native")


def test_linked_devices_of_an_adapter_stay_together():
    linked = DriverDevices(("b", "a", "c"), {7: ("a", "b")})
    assert order_devices(ADAPTERS, (linked,)) == ("a", "b", "c")
