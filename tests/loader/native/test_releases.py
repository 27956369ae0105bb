"""What releases do differently once drivers and layers are opened, as seen with their libraries."""

from __future__ import annotations

import ctypes

import pytest

from tests.loader.native.parts import driver_part
from vkconfig_py.loader.profiles.profile import LoaderProfile

_PROPERTIES2, _DRIVER = 1000059001, 1000196000  # VkStructureType


@pytest.mark.parametrize(
    ("version", "own", "global_function"),
    [
        ((1, 2, 196), True, True),
        ((1, 2, 197), False, False),
        ((1, 2, 202), False, False),
        ((1, 3, 205), True, False),
    ],
)
def test_global_functions_with_an_instance(load, tmp_path, version, own, global_function):
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 3, 0)) == 0
    assert bool(client.address("vkGetInstanceProcAddr")) == own
    assert bool(client.address("vkCreateInstance")) == global_function
    client.destroy()


def test_global_functions_with_an_instance_of_an_older_application(load, tmp_path):
    for version, expected in (((1, 2, 201), False), ((1, 2, 202), True)):
        client = load(driver_part(tmp_path), profile=LoaderProfile(version))
        assert client.create(api_version=(1, 2, 0)) == 0
        assert bool(client.address("vkCreateInstance")) == expected
        client.destroy()


@pytest.mark.parametrize(("version", "is_asked"), [((1, 2, 203), True), ((1, 3, 204), False)])
def test_core_names_of_a_driver_for_an_application_of_1_0(load, tmp_path, version, is_asked):
    # Without the extension a query of Vulkan 1.1 is passed on, or put together by the loader.
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    (device,) = client.devices()
    properties = (ctypes.c_uint64 * 200)()
    chained = (ctypes.c_uint64 * 100)()
    chained[0], properties[0], properties[1] = _DRIVER, _PROPERTIES2, ctypes.addressof(chained)
    client.call("vkGetPhysicalDeviceProperties2", device, properties)
    assert any(chained[2:]) == is_asked
    client.destroy()


@pytest.mark.parametrize(("version", "is_there"), [((1, 3, 232), True), ((1, 3, 233), False)])
def test_function_of_swapchains_without_the_extension(load, tmp_path, version, is_there):
    name = "vkCreateSwapchainKHR"
    client = load(driver_part(tmp_path, functions=name), profile=LoaderProfile(version))
    assert client.create() == 0
    device = client.create_device(client.devices()[0])
    assert bool(client.device_address(device, name)) == is_there
    client.call("vkDestroyDevice", device, None)
    client.destroy()
