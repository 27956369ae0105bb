"""Surfaces: the loader's object, and those that drivers make of it."""

from __future__ import annotations

import ctypes
from threading import RLock
from types import SimpleNamespace
from typing import Any

from tests.loader.machine import NEW
from tests.statements.registry import statement
from vkconfig_py.loader.native.loader_instance import (
    PLATFORMS,
    SURFACE,
    SurfacePlatform,
    SurfaceTable,
)
from vkconfig_py.loader.native.vulkan_registry import describe, get_structure_class

HEADLESS, XCB, XLIB, WAYLAND, _ = PLATFORMS
MEMBER = 0x6A0


class Objects:
    """Surfaces that a driver makes: numbers from a hundred on."""

    def __init__(self, first: int) -> None:
        self.alive: list[int] = []
        self._next = first

    def make(self, _create: str, _destroy: str, _info: int, _allocator: int) -> tuple[int, int]:
        self._next += 1
        self.alive.append(self._next)
        return 0, self._next

    def destroy(self, _destroy: str, handle: int, _allocator: int) -> None:
        if handle:
            self.alive.remove(handle)


class Driver:
    """A driver that has every function."""

    def __init__(self, instance: Any, interface: int, number: int) -> None:
        self.instance = instance
        self.driver = SimpleNamespace(interface=interface)
        self.extensions = instance.extensions
        self.objects = Objects(number * 100)

    def proc(self, _name: str) -> int:
        return 1


class Screen:
    """An instance with drivers of these interface versions, and one surface."""

    def __init__(self, *interfaces: int, platform: SurfacePlatform = HEADLESS) -> None:
        names = frozenset((SURFACE, platform.extension))
        instance: Any = SimpleNamespace(profile=NEW, extensions=names, lock=RLock(), drivers=[])
        for number, interface in enumerate(interfaces, 1):
            instance.drivers.append(Driver(instance, interface, number))
        self.drivers: list[Any] = instance.drivers
        self.surfaces = SurfaceTable(instance)
        info = get_structure_class(platform.info)()
        info.sType = describe(platform.info).structure_type
        for name, _type in platform.seen._fields_[1:]:
            setattr(info, name, MEMBER)
        place = ctypes.c_uint64()
        code = self.surfaces.create(platform, ctypes.addressof(info), 0, ctypes.addressof(place))
        assert code == 0
        self.handle = place.value

    def handles(self) -> list[int]:
        """Return what each driver gets for the surface."""
        return [
            self.surfaces.find_driver_surface(driver, self.handle)[1] for driver in self.drivers
        ]


@statement(59, rule="loader.native.loader_instance.SurfacePlatform.make_seen")
def test_object_of_a_surface_begins_with_the_kind_of_its_window_system():
    screens = [Screen(platform=platform) for platform in PLATFORMS[:4]]
    kinds = [ctypes.c_uint32.from_address(screen.handle).value for screen in screens]
    # VkIcdWsiPlatform: headless, xcb, xlib, Wayland.
    assert kinds == [9, 3, 4, 1]


@statement(174, rule="loader.native.loader_instance.SurfacePlatform.make_seen")
def test_object_of_a_surface_holds_what_the_program_gave():
    for platform in (XCB, XLIB, WAYLAND):
        screen = Screen(platform=platform)
        seen = platform.seen.from_address(screen.handle)
        given = [getattr(seen, name) for name, _type in platform.seen._fields_[1:]]
        assert given == [MEMBER, MEMBER]


@statement(175, rule="loader.native.loader_instance.makes_surfaces")
def test_driver_may_own_surfaces_from_interface_3():
    screen = Screen(2, 3)
    assert screen.handles() == [screen.handle, 201]


@statement(186, rule="loader.native.loader_instance.makes_surfaces")
def test_version_3_brings_surfaces_owned_by_drivers():
    screen = Screen(0, 1, 2)
    assert screen.handles() == [screen.handle] * 3
    assert Screen(3, 4, 5).handles() == [101, 201, 301]


@statement(205, rule="loader.native.loader_instance.makes_surfaces")
def test_functions_for_surfaces_do_not_make_up_for_a_lower_interface():
    screen = Screen(2)
    assert screen.drivers[0].proc("vkCreateHeadlessSurfaceEXT")
    assert screen.handles() == [screen.handle]
    assert screen.drivers[0].objects.alive == []
    assert Screen(3).handles() == [101]


@statement(176, rule="loader.native.loader_instance.SurfaceTable._make_copy")
def test_one_container_holds_a_handle_for_each_driver():
    screen = Screen(5, 5)
    assert screen.handles() == [101, 201]
    assert screen.handles() == [101, 201]  # made once


@statement(177, rule="loader.native.loader_instance.SurfaceTable._destroy_driver_surfaces")
def test_destroying_ends_the_surface_of_each_driver_then_the_container():
    screen = Screen(5, 2, 5)
    screen.handles()
    screen.surfaces.destroy(screen.handle, 0)
    assert [driver.objects.alive for driver in screen.drivers] == [[], [], []]
    assert screen.handles() == [screen.handle] * 3  # no surface of the loader any more


@statement(219, rule="loader.native.loader_instance.SurfaceTable.find_driver_surface")
def test_drivers_share_the_handle_of_the_loader():
    screen = Screen(2, 1)
    assert screen.handles() == [screen.handle, screen.handle]


@statement(220, rule="loader.native.loader_instance.SurfaceTable.find_driver_surface")
def test_driver_gets_its_own_handle_if_it_has_one():
    screen = Screen(5, 2)
    assert screen.handles() == [101, screen.handle]
