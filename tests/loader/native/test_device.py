"""Devices of real drivers, alone and below real layers."""

from __future__ import annotations

import ctypes

import pytest

from vkconfig_py.loader.native.callbacks import CallbackArena
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.wire.jobs import PlannedLayer

MAINTENANCE5_FEATURES = 1000470000
_FOLDER = "/usr/lib/x86_64-linux-gnu"
VALIDATION = PlannedLayer(
    "VK_LAYER_KHRONOS_validation", f"{_FOLDER}/libVkLayer_khronos_validation.so"
)
OVERLAY = PlannedLayer("VK_LAYER_MESA_overlay", f"{_FOLDER}/libVkLayer_MESA_overlay.so")
SELECT = PlannedLayer("VK_LAYER_MESA_device_select", f"{_FOLDER}/libVkLayer_MESA_device_select.so")
STACKS = [(), (VALIDATION,), (VALIDATION, OVERLAY), (SELECT, OVERLAY, VALIDATION)]


@pytest.mark.parametrize("layers", STACKS, ids=len)
def test_device_lives_below_layers(load, mock_driver, lavapipe, layers):
    client = load(mock_driver, lavapipe, layers=layers, listed=layers)
    assert client.create() == 0
    inserted = [x.subject for x in client.recorder.findings if x.step == "insert"]
    assert inserted == [layer.name for layer in reversed(layers)]
    for physical_device in client.devices():
        device = client.create_device(physical_device)
        assert device > 0
        assert set(client.submit_nothing(device)) == {0}
        client.call("vkDestroyDevice", device, None)
    client.destroy()


def test_extension_that_nobody_has_is_refused(load, mock_driver):
    client = load(mock_driver)
    client.create()
    assert client.create_device(client.devices()[0], ["VK_EXT_none"]) == -7
    client.destroy()


def test_layer_extension_is_not_passed_to_the_driver(load, lavapipe):
    from vkconfig_py.loader.wire.jobs import LayerExtension

    layer = VALIDATION._replace(device_extensions=(LayerExtension("VK_EXT_tooling_test"),))
    client = load(lavapipe, layers=(layer,), listed=(layer,))
    client.create()
    device = client.create_device(client.devices()[0], ["VK_EXT_tooling_test", "VK_KHR_swapchain"])
    assert device > 0
    (instance,) = client.loader.instances.values()
    assert instance.find_device(device).extensions == {"VK_KHR_swapchain"}
    client.call("vkDestroyDevice", device, None)
    client.destroy()


def test_device_functions_are_those_of_the_top(load, lavapipe):
    client = load(lavapipe)
    client.create()
    device = client.create_device(client.devices()[0])
    (instance,) = client.loader.instances.values()
    driver = instance.find_device(device).find_driver_function
    assert client.device_address(device, "vkQueueSubmit") == driver("vkQueueSubmit")
    assert client.device_address(device, "vkGetDeviceQueue") != driver("vkGetDeviceQueue")
    assert client.device_address(device, "vkCreateSwapchainKHR") == 0
    assert client.device_address(device, "vkCreateInstance") == 0
    assert client.device_address(device, "vkUnknown") == 0
    client.call("vkDestroyDevice", device, None)
    client.destroy()


def test_everything_works_where_executable_memory_is_refused(load, mock_driver, lavapipe):
    client = load(mock_driver, lavapipe, arena=CallbackArena(), layers=(VALIDATION,))
    assert client.create() == 0
    assert len(client.names()) == 2
    for physical_device in client.devices():
        device = client.create_device(physical_device)
        assert set(client.submit_nothing(device)) == {0}
        client.call("vkDestroyDevice", device, None)
    client.destroy()


@pytest.mark.parametrize(
    ("feature", "version", "is_there"),
    [(1, NEWEST_PROFILE.version, False), (0, NEWEST_PROFILE.version, True), (1, (1, 3, 250), True)],
)
def test_maintenance5_hides_what_is_newer_than_the_application(
    load, mock_driver, feature, version, is_there
):
    client = load(mock_driver, profile=LoaderProfile(version))
    client.create(api_version=(1, 0, 0))
    features = (ctypes.c_uint64 * 3)(MAINTENANCE5_FEATURES, 0, feature)
    device = client.create_device(
        client.devices()[0], ["VK_KHR_maintenance5"], ctypes.addressof(features)
    )
    newer = ("vkGetDeviceQueue2", "vkTrimCommandPool", "vkCmdBeginRendering")
    assert {bool(client.device_address(device, name)) for name in newer} == {is_there}
    assert client.device_address(device, "vkQueueSubmit")
    client.call("vkDestroyDevice", device, None)
    client.destroy()
