"""Functions that the loader does not know reach drivers and layers."""

from __future__ import annotations

from tests.framework.probe_parts import PROBE_FUNCTIONS
from tests.loader.native.client import ask
from tests.loader.native.parts import driver_part, layer_part
from vkconfig_py.loader.native.callbacks import make_function_type

PHYSICAL, DEVICE = PROBE_FUNCTIONS[:2]


def test_physical_device_function_reaches_the_driver(load, tmp_path):
    client = load(driver_part(tmp_path, physical_functions=PHYSICAL))
    client.create()
    address = client.address(PHYSICAL)
    (device,) = client.devices()
    assert make_function_type("ipi")(address)(device, 7) == 1007
    assert client.address(DEVICE) == 0
    client.destroy()


def test_physical_device_function_passes_layers(load, tmp_path):
    layer = layer_part(tmp_path, "VK_LAYER_a", physical_functions=PHYSICAL)
    client = load(
        driver_part(tmp_path, physical_functions=PHYSICAL), layers=(layer,), listed=(layer,)
    )
    client.create()
    (device,) = client.devices()
    assert make_function_type("ipi")(client.address(PHYSICAL))(device, 7) == 1008
    client.destroy()


def test_driver_that_lacks_the_function_answers_with_an_error(load, tmp_path):
    client = load(
        driver_part(tmp_path, "with", physical_functions=PHYSICAL), driver_part(tmp_path, "none")
    )
    client.create()
    without, with_it = client.devices()
    call = make_function_type("ipi")(client.address(PHYSICAL))
    assert (call(with_it, 7), call(without, 7)) == (1007, -3)
    client.destroy()


def test_function_is_gone_with_the_driver_that_is_unloaded(load, tmp_path):
    knows = driver_part(tmp_path, "empty", device=False, physical_functions=PHYSICAL)
    client = load(knows, driver_part(tmp_path, "other"))
    client.create()
    assert client.address(PHYSICAL)
    client.devices()
    assert client.address(PHYSICAL) == 0
    client.destroy()


def test_interface_below_4_has_no_physical_device_functions(load, tmp_path):
    client = load(driver_part(tmp_path, interface=3, physical_functions=PHYSICAL))
    client.create()
    assert client.address(PHYSICAL) == 0
    client.destroy()


def test_device_function_is_found_before_and_after_the_device(load, tmp_path):
    client = load(driver_part(tmp_path, device_functions=DEVICE))
    client.create()
    early = client.address(DEVICE)
    device = client.create_device(client.devices()[0])
    straight = ask(client.address("vkGetDeviceProcAddr"), device, DEVICE)
    call = make_function_type("ipi")
    assert call(early)(device, 7) == call(straight)(device, 7)
    client.call("vkDestroyDevice", device, None)
    client.destroy()
