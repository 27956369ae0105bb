"""Android: one driver that the system names, and layers that are asked instead of manifests."""

from __future__ import annotations

from tests.framework.android_dump import (
    APP_FOLDER,
    DEBUG_FOLDER,
    INTROSPECTION,
    make_layer_library,
    make_library,
)
from tests.statements.pulled import Pulled
from tests.statements.registry import statement

OWN = f"{APP_FOLDER}/lib/arm64"
A, B = "VK_LAYER_t_a", "VK_LAYER_t_b"
MISSING = "VK_ERROR_LAYER_NOT_PRESENT"


@statement(54, rule="machines.android.drivers.find_drivers")
def test_the_driver_is_the_hardware_module_vulkan(device: Pulled):
    (driver,) = device.inspect().drivers
    assert driver.verdict.outcome.value == "loads"
    device.add_driver(module_id="camera")
    (driver,) = device.inspect().drivers
    assert driver.verdict.detail == "camera"


@statement(141, rule="machines.android.drivers.list_built_in_folders")
def test_the_driver_is_in_folders_that_no_application_or_setting_changes(device: Pulled):
    elsewhere = make_library(module_id="vulkan")
    for folder in (OWN, DEBUG_FOLDER, "/data/local/lib64/hw", "/vendor/lib/hw"):
        device.add_file(f"{folder}/vulkan.gpu.so", elsewhere)
    device.set_properties(debug__vulkan__driver="/data/local").set_settings(
        vulkan_driver="/data/local"
    )
    (driver,) = device.inspect().drivers
    assert driver.library == "/vendor/lib64/hw/vulkan.gpu.so"


@statement(67, rule="machines.android.layers.find_layers")
def test_manifests_play_no_part(device: Pulled):
    for folder in (DEBUG_FOLDER, OWN, "/system/etc/vulkan/implicit_layer.d"):
        device.add_file(f"{folder}/layer.json", '{"layer": {"name": "VK_LAYER_manifest"}}')
    device.add_layer(A)
    assert [layer.name for layer in device.inspect().layers] == [A]


@statement(194, rule="machines.android.layers.list_layers")
def test_a_library_is_asked_for_all_its_layers(device: Pulled):
    device.add_file(f"{OWN}/libVkLayer_set.so", make_layer_library(A, B))
    assert device.render_chain(B, A) == f"{B} {A}"


@statement(85, rule="machines.android.layers.search_path")
def test_layers_lie_in_the_library_folder_of_the_application(device: Pulled):
    device.add_layer(A, OWN).add_layer(B, "/data/app/com.other-1/lib/arm64")
    assert device.render_chain(A) == A
    assert device.render_chain(B) == MISSING


@statement(231, rule="machines.android.layers.search_path")
def test_an_application_for_debugging_may_enable_what_lies_in_the_debug_folder(device: Pulled):
    device.add_layer(A)
    assert device.render_chain(A) == A
    assert device.set_sources(debuggable=False).render_chain(A) == MISSING


@statement(87, rule="machines.android.layers.has_entry_point")
def test_the_entry_point_of_a_layer_is_named_after_it(device: Pulled):
    for name, works in ((f"{A}GetInstanceProcAddr", True), (f"{A}GetDeviceProcAddr", False)):
        device.add_file(f"{OWN}/libVkLayer_a.so", make_library([*INTROSPECTION, name]))
        assert device.render_chain(A) == (A if works else MISSING)


@statement(229, rule="machines.android.layers.find_missing_function")
def test_a_library_that_describes_no_layers_has_none(device: Pulled):
    device.add_layer(A)
    assert device.render_chain(A) == A
    for gone in INTROSPECTION:
        kept = [name for name in INTROSPECTION if name != gone]
        exports = [*kept, f"{A}GetInstanceProcAddr"]
        device.add_file(f"{DEBUG_FOLDER}/libVkLayer_t_a.so", make_library(exports))
        assert device.render_chain(A) == MISSING


@statement(321, rule="machines.android.layers.list_layers")
def test_four_exports_and_the_named_entry_points_are_all_a_layer_needs(device: Pulled):
    described = (
        *INTROSPECTION,
        "vkEnumerateDeviceLayerProperties",
        "vkEnumerateDeviceExtensionProperties",
    )
    exports = (*described, f"{A}GetInstanceProcAddr", f"{A}GetDeviceProcAddr")
    device.add_file(f"{OWN}/libVkLayer_a.so", make_library(exports))
    ((layer, _),) = device.inspect(A).callstack
    assert (layer.name, layer.is_certain, layer.is_in_device_chain) == (A, True, True)


@statement(323, rule="machines.android.layers.list_layers")
def test_a_layer_that_devices_do_not_list_sees_no_device_calls(device: Pulled):
    device.add_layer(A).add_layer(B, device=False)
    chain = device.inspect(A, B).callstack
    assert [(layer.name, layer.is_in_device_chain) for layer, _ in chain] == [(A, True), (B, False)]
