"""What releases do differently once drivers and layers are opened, as seen with their libraries."""

from __future__ import annotations

import ctypes
import json

import pytest

from tests.framework.probe_parts import NOTES, PHASE, PROBE_FUNCTIONS, ProbeDevice
from tests.framework.recorder import Recorder
from tests.loader.native.client import ask
from tests.loader.native.parts import driver_part, layer_part
from vkconfig_py.loader.native.libraries import open_layer
from vkconfig_py.loader.native.memory import read_extensions, unpack_version
from vkconfig_py.loader.native.vulkan_registry import create_structure
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import LayerExtension

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
    known = {(1, 0, 65): False, (1, 0, 66): True, (1, 2, 201): False, (1, 2, 202): True}
    for version, expected in known.items():
        client = load(driver_part(tmp_path), profile=LoaderProfile(version))
        assert client.create(api_version=(1, 0, 0)) == 0
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


def test_lookup_of_lookups_without_an_instance(load, tmp_path):
    name = "vkGetInstanceProcAddr"
    for version, expected in (((1, 2, 136), False), ((1, 2, 137), True)):
        client = load(driver_part(tmp_path), profile=LoaderProfile(version))
        assert bool(client.address(name)) == expected
        assert client.create() == 0
        assert client.address(name)
        client.destroy()


@pytest.mark.parametrize(("version", "code"), [((1, 3, 204), 0), ((1, 3, 205), -6)])
def test_layer_of_the_program_without_a_lookup(load, tmp_path, version, code):
    layer = layer_part(tmp_path, "VK_LAYER_a", exports="negotiate", negotiate=-7)._replace(
        is_requested=True
    )
    options = {"layers": (layer,), "listed": (layer,), "profile": LoaderProfile(version)}
    client = load(driver_part(tmp_path), **options)
    assert client.create(layers=["VK_LAYER_a"]) == code
    if not code:
        client.destroy()


def test_layers_are_asked_for_a_version_from_1_0_38_on(tmp_path):
    layer = layer_part(tmp_path, "VK_LAYER_a")
    for version, interface in (((1, 0, 37), 1), ((1, 0, 38), 2)):
        opened = open_layer(layer, LoaderProfile(version), Recorder())
        assert opened.interface == interface
        opened.library.close()


@pytest.mark.parametrize(("version", "code"), [((1, 2, 180), -7), ((1, 2, 181), -9)])
def test_extensions_are_looked_at_before_drivers(load, version, code):
    client = load(profile=LoaderProfile(version))
    assert client.create(extensions=["VK_KHR_xcb_surface"]) == code


@pytest.mark.parametrize(("version", "is_passed"), [((1, 0, 38), True), ((1, 0, 39), False)])
def test_extension_that_the_loader_does_not_know(load, tmp_path, version, is_passed):
    name = "VK_VENDOR_unknown"
    client = load(driver_part(tmp_path, extensions=f"{name}:3"), profile=LoaderProfile(version))
    assert (name in dict(client.extensions())) == is_passed
    assert client.create(api_version=(1, 0, 0), extensions=[name]) == (0 if is_passed else -7)
    if is_passed:
        client.destroy()


def test_loader_of_1_0_has_no_version(load):
    for version, expected in (((1, 0, 69), False), ((1, 1, 70), True)):
        client = load(profile=LoaderProfile(version))
        assert bool(client.address("vkEnumerateInstanceVersion")) == expected


@pytest.mark.parametrize(
    ("version", "code"), [((1, 0, 52), 0), ((1, 0, 53), -9), ((1, 0, 69), -9), ((1, 1, 70), 0)]
)
def test_application_of_1_1_and_loaders_of_1_0(load, tmp_path, version, code):
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 1, 0)) == code
    if not code:
        client.destroy()


@pytest.mark.parametrize(("version", "is_told"), [((1, 0, 52), True), ((1, 1, 71), False)])
def test_driver_of_1_0_and_the_version_of_the_application(load, tmp_path, version, is_told):
    driver = driver_part(tmp_path, refuses_above="1.0.999", version="1.0.0")
    client = load(driver, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 2, 0)) == (-9 if is_told else 0)
    if not is_told:
        client.destroy()


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ((1, 1, 70), ["1.3.0", "1.3.0", "1.3.0"]),  # what the manifest says
        ((1, 1, 71), ["1.0.0", "1.0.0", "1.0.0"]),
        ((1, 1, 72), ["1.0.0", "1.0.0", "1.0.0"]),
        ((1, 1, 73), ["1.0.0", "1.4.0", "1.0.0"]),
    ],
)
def test_version_that_drivers_behind_one_of_1_0_are_told(
    load, tmp_path, monkeypatch, version, told
):
    notes = tmp_path / "notes"
    notes.touch()
    monkeypatch.setenv(NOTES, str(notes))
    own = {"a": "1.0.61", "b": "1.4.0", "c": "1.0.5"}
    drivers = [driver_part(tmp_path, name, version=number) for name, number in own.items()]
    client = load(*drivers, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 4, 0)) == 0
    client.destroy()
    lines = [json.loads(line) for line in notes.read_text().splitlines()]
    packed = [x["api"] for x in lines if x["at"] == "vkCreateInstance"]
    assert [".".join(map(str, unpack_version(x))) for x in packed] == told


@pytest.mark.parametrize(
    ("version", "many"),
    [((1, 0, 5), 2), ((1, 0, 6), 1), ((1, 0, 38), 1), ((1, 3, 205), 0), ((1, 3, 206), 2)],
)
def test_device_that_a_layer_adds(load, tmp_path, version, many):
    # 1.0.39 to 1.3.205 ask for as many devices as drivers have: VK_INCOMPLETE leaves the last list.
    # 1.0.6 to 1.0.38 cut the list to that number.
    layer = layer_part(tmp_path, "VK_LAYER_a", changes_devices="add")
    client = load(driver_part(tmp_path), layers=(layer,), profile=LoaderProfile(version))
    assert client.create() == 0
    assert len(client.devices()) == many
    client.destroy()


@pytest.mark.parametrize(("version", "code"), [((1, 3, 205), -4), ((1, 3, 206), 0)])
def test_number_of_groups_of_a_driver_that_fails_to_list_them(load, tmp_path, version, code):
    driver = driver_part(tmp_path, groups_fill_result=-4)
    client = load(driver, profile=LoaderProfile(version))
    assert client.create() == 0
    name, count = "vkEnumeratePhysicalDeviceGroups", ctypes.c_uint32()
    assert client.call(name, client.instance, ctypes.byref(count), None) == code
    client.destroy()


def test_groups_of_an_older_loader_know_the_handles_of_its_devices(load, tmp_path):
    client = load(driver_part(tmp_path), profile=LoaderProfile((1, 3, 205)))
    assert client.create() == 0
    group, count = create_structure("VkPhysicalDeviceGroupProperties"), ctypes.c_uint32(1)
    name, place = "vkEnumeratePhysicalDeviceGroups", ctypes.byref(count)
    for _ in range(2):
        assert client.call(name, client.instance, place, ctypes.byref(group)) == 0
        assert [count.value, group.physicalDevices[0]] == [1, client.devices()[0]]
    client.destroy()


@pytest.mark.parametrize(("version", "many"), [((1, 1, 81), 0), ((1, 1, 82), 1)])
def test_device_and_layer_that_exports_no_lookups(load, tmp_path, version, many):
    layer = layer_part(tmp_path, "VK_LAYER_a", exports="negotiate")
    client = load(driver_part(tmp_path), layers=(layer,), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    client.call("vkDestroyDevice", client.create_device(client.devices()[0]), None)
    inserted = [found for found in client.recorder.findings if found.step == "insert in device"]
    assert len(inserted) == many
    client.destroy()


@pytest.mark.parametrize(("version", "is_kept"), [((1, 3, 204), False), ((1, 3, 205), True)])
def test_handles_of_sorted_devices(load, tmp_path, version, is_kept):
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 1, 0)) == 0
    assert (client.devices() == client.devices()) == is_kept
    client.destroy()


@pytest.mark.parametrize(
    ("name", "there", "version"),
    [
        ("vkCreateSwapchainKHR", False, (1, 0, 26)),
        ("vkCreateSwapchainKHR", True, (1, 0, 28)),
        ("vkDebugMarkerSetObjectNameEXT", False, (1, 0, 32)),
        ("vkDebugMarkerSetObjectNameEXT", True, (1, 0, 33)),
        ("vkCreateSharedSwapchainsKHR", False, (1, 0, 38)),
        ("vkCreateSharedSwapchainsKHR", True, (1, 0, 39)),
        ("vkCreateSwapchainKHR", True, (1, 1, 70)),
        ("vkSetDebugUtilsObjectNameEXT", True, (1, 1, 70)),
        ("vkCreateSwapchainKHR", False, (1, 1, 71)),
        ("vkSetDebugUtilsObjectNameEXT", False, (1, 1, 71)),
        ("vkSetDebugUtilsObjectNameEXT", False, (1, 1, 78)),
        ("vkSetDebugUtilsObjectNameEXT", True, (1, 1, 79)),
        ("vkCmdBeginDebugUtilsLabelEXT", False, (1, 2, 132)),
        ("vkCmdBeginDebugUtilsLabelEXT", True, (1, 2, 133)),
    ],
)
def test_function_of_a_device_whose_driver_lacks_it(load, tmp_path, name, there, version):
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    extensions = ["VK_EXT_debug_utils"] if version >= (1, 1, 70) else []
    assert client.create(api_version=(1, 0, 0), extensions=extensions) == 0
    device = client.create_device(client.devices()[0])
    assert bool(client.device_address(device, name)) == there
    client.call("vkDestroyDevice", device, None)
    client.destroy()


@pytest.mark.parametrize(("version", "is_there"), [((1, 3, 226), False), ((1, 3, 227), True)])
def test_functions_of_devices_below_the_last_layer(load, tmp_path, version, is_there):
    client = load(driver_part(tmp_path), profile=LoaderProfile(version))
    assert client.create() == 0
    instance = client.loader.instances[client.instance]
    below = instance.bottom.get_instance_proc_addr
    assert bool(ask(below, client.instance, "vkQueueSubmit")) == is_there
    assert bool(ask(below, client.instance, "vkEnumerateInstanceVersion")) == is_there
    assert ask(below, client.instance, "vkGetPhysicalDeviceFeatures")
    client.destroy()


@pytest.mark.parametrize(
    ("version", "on_its_own", "is_added"),
    [((1, 3, 233), False, False), ((1, 3, 233), True, True), ((1, 3, 234), False, True)],
)
def test_device_extensions_of_a_named_implicit_layer(load, tmp_path, version, on_its_own, is_added):
    layer = layer_part(tmp_path, "VK_LAYER_a")._replace(
        implicit=True,
        is_requested=True,
        is_on_without_request=on_its_own,
        device_extensions=(LayerExtension("VK_LAYER_thing"),),
    )
    options = {"layers": (layer,), "listed": (layer,), "profile": LoaderProfile(version)}
    client = load(driver_part(tmp_path), **options)
    assert client.create(layers=["VK_LAYER_a"]) == 0
    count = ctypes.c_uint32()
    name = "vkEnumerateDeviceExtensionProperties"
    assert client.call(name, client.devices()[0], None, ctypes.byref(count), None) == 0
    assert count.value == is_added
    client.destroy()


@pytest.mark.parametrize(
    ("version", "is_found", "is_asked"),
    [
        ((1, 3, 207), True, False),
        ((1, 3, 208), False, False),
        ((1, 3, 226), False, False),
        ((1, 3, 227), True, True),
    ],
)
def test_unknown_functions_that_layers_find_and_have(
    load, tmp_path, monkeypatch, version, is_found, is_asked
):
    physical, device = PROBE_FUNCTIONS[0], PROBE_FUNCTIONS[3]
    layer = layer_part(
        tmp_path,
        "VK_LAYER_a",
        instance_functions=device,
        physical_by_name=1,
        asks_physical=physical,
    )
    driver = driver_part(tmp_path, physical_functions=physical)
    client = load(driver, layers=(layer,), listed=(layer,), profile=LoaderProfile(version))
    notes = tmp_path / "notes"
    notes.touch()
    monkeypatch.setenv(NOTES, str(notes))
    assert client.create() == 0
    told = map(json.loads, notes.read_text().splitlines())
    (asked,) = [note["known"] for note in told if note["at"] == "asks_physical"]
    assert asked == ([physical] if is_found else [])
    assert bool(client.address(device)) == is_asked
    assert client.address(physical)
    client.destroy()


@pytest.mark.parametrize(
    ("version", "codes"),
    [
        # create of the driver that is opened first, and of the last: results of vkCreateInstance
        ((1, 0, 23), (0, 0, -1)),
        ((1, 0, 24), (-1, -3, -1)),
        ((1, 0, 32), (-1, -3, -1)),
        ((1, 0, 33), (-1, 0, -1)),
    ],
)
def test_driver_that_makes_no_instance(load, tmp_path, version, codes):
    sound = driver_part(tmp_path)
    memory = driver_part(tmp_path, "memory", create=-1)
    failing = driver_part(tmp_path, "failing", create=-3)
    found = []
    for drivers in ((memory, sound), (sound, failing), (failing, memory)):
        client = load(*drivers, profile=LoaderProfile(version))
        found.append(client.create(api_version=(1, 0, 0)))
        if not found[-1]:
            client.destroy()
    assert tuple(found) == codes


@pytest.mark.parametrize(("version", "code"), [((1, 0, 23), 0), ((1, 0, 24), -13)])
def test_driver_that_fails_to_list_its_extensions(load, tmp_path, version, code):
    driver = driver_part(tmp_path, extensions_result=-13)
    client = load(driver, profile=LoaderProfile(version))
    extensions = client.extensions()
    assert extensions == code if code else extensions


@pytest.mark.parametrize(("version", "devices"), [((1, 0, 30), []), ((1, 0, 31), -3)])
def test_list_of_no_devices(load, tmp_path, version, devices):
    client = load(driver_part(tmp_path, device=False), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    assert client.devices() == devices
    client.destroy()


@pytest.mark.parametrize(("version", "many"), [((1, 0, 27), 2), ((1, 0, 28), 1)])
def test_room_for_one_of_two_devices(load, tmp_path, version, many):
    drivers = driver_part(tmp_path, "a"), driver_part(tmp_path, "b")
    client = load(*drivers, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    count, handles = ctypes.c_uint32(1), (ctypes.c_size_t * 2)()
    client.call("vkEnumeratePhysicalDevices", client.instance, ctypes.byref(count), handles)
    assert (count.value, sum(map(bool, handles))) == (many, many)
    client.destroy()


@pytest.mark.parametrize(("version", "is_same"), [((1, 0, 38), True), ((1, 0, 39), False)])
def test_handles_of_a_list_that_changed(load, tmp_path, monkeypatch, version, is_same):
    driver = driver_part(tmp_path, device1="other", **{"devices@1": "1,0"})
    client = load(driver, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    before, names = client.devices(), client.names()
    monkeypatch.setenv(PHASE, "1")
    assert client.names() == names[::-1]
    assert client.devices() == (before if is_same else before[::-1])
    client.destroy()


@pytest.mark.parametrize(("version", "own"), [((1, 0, 6), 2), ((1, 0, 7), 1), ((1, 0, 12), 1)])
def test_what_layers_are_told_before_they_make_an_instance(
    load, tmp_path, monkeypatch, version, own
):
    notes = tmp_path / "notes"
    notes.touch()
    monkeypatch.setenv(NOTES, str(notes))
    layer = layer_part(tmp_path, "VK_LAYER_a", physical_unknown=1)
    client = load(driver_part(tmp_path), layers=(layer,), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    client.destroy()
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    chains = [x["chain"] for x in told if x["at"] == "vkCreateInstance"]
    passed = [f"loader {own}", "loader 0"]
    assert chains == [passed, passed if version >= (1, 0, 12) else []]


@pytest.mark.parametrize(
    ("version", "many"), [((1, 2, 135), 3), ((1, 2, 137), 2), ((1, 2, 152), 2), ((1, 2, 153), 1)]
)
def test_number_of_device_extensions_that_driver_and_layers_have(load, tmp_path, version, many):
    name = "VK_VENDOR_thing"
    layers = tuple(
        layer_part(tmp_path, layer)._replace(
            implicit=True, is_on_without_request=True, device_extensions=(LayerExtension(name),)
        )
        for layer in ("VK_LAYER_a", "VK_LAYER_b")
    )
    driver = driver_part(
        tmp_path, device=False, device0=str(ProbeDevice("one", extensions=(f"{name}:1",)))
    )
    client = load(driver, layers=layers, listed=layers, profile=LoaderProfile(version))
    assert client.create() == 0
    count = ctypes.c_uint32()
    command = "vkEnumerateDeviceExtensionProperties"
    assert client.call(command, client.devices()[0], None, ctypes.byref(count), None) == 0
    assert count.value == many
    client.destroy()


@pytest.mark.parametrize(("version", "api_version"), [((1, 3, 234), (1, 2)), ((1, 3, 235), (1, 0))])
def test_version_that_a_layer_passes_down(load, tmp_path, version, api_version):
    layer = layer_part(tmp_path, "VK_LAYER_a", passes_api="1.0.0")
    client = load(driver_part(tmp_path), layers=(layer,), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 2, 0)) == 0
    assert client.loader.instances[client.instance].api_version[:2] == api_version
    client.destroy()


@pytest.mark.parametrize(("version", "code"), [((1, 2, 135), 0), ((1, 2, 153), -13)])
def test_number_of_device_extensions_that_a_driver_fails_to_list(load, tmp_path, version, code):
    driver = driver_part(
        tmp_path, device0="one extensions=VK_A:1", device_extensions_fill_result=-13
    )
    client = load(driver, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    name, count = "vkEnumerateDeviceExtensionProperties", ctypes.c_uint32()
    assert client.call(name, client.devices()[0], None, ctypes.byref(count), None) == code
    client.destroy()


@pytest.mark.parametrize(
    ("version", "chain", "listed", "codes"),
    [
        ((1, 0, 11), ["VK_LAYER_b"], 2, (0, -7, -6, 0)),
        ((1, 0, 13), ["VK_LAYER_a"], 0, (-7, 0, 0, 0)),
    ],
)
def test_layers_of_devices(load, tmp_path, version, chain, listed, codes):
    layers = tuple(
        layer_part(tmp_path, name)._replace(device_extensions=(LayerExtension(extension),))
        for name, extension in (("VK_LAYER_a", "VK_A_of_a"), ("VK_LAYER_b", "VK_B_of_b"))
    )
    client = load(
        driver_part(tmp_path),
        layers=layers[:1],
        listed=layers,
        device_layers=layers[1:],
        listed_for_devices=layers,
        profile=LoaderProfile(version),
    )
    assert client.create(api_version=(1, 0, 0)) == 0
    (physical,) = client.devices()
    count = ctypes.c_uint32()
    name = "vkEnumerateDeviceLayerProperties"
    assert client.call(name, physical, ctypes.byref(count), None) == 0
    assert count.value == listed
    found = (
        client.create_device(physical, extensions=["VK_B_of_b"]),
        client.create_device(physical, extensions=["VK_A_of_a"]),
        client.create_device(physical, layers=["VK_LAYER_nobody"]),
        client.create_device(physical, layers=["VK_LAYER_b"]),
    )
    assert tuple(min(device, 0) for device in found) == codes
    told = [x.subject for x in client.recorder.findings if x.step == "insert in device"]
    assert told == chain * codes.count(0)
    for device in found:
        if device > 0:
            client.call("vkDestroyDevice", device, None)
    client.destroy()


@pytest.mark.parametrize(
    ("version", "names"), [((1, 0, 3), ["VK_A"] * 3), ((1, 0, 4), ["VK_A", "VK_B", "VK_C"])]
)
def test_device_that_answers_for_the_others(load, tmp_path, version, names):
    devices = {
        f"device{place}": str(ProbeDevice(name, extensions=(f"VK_{name}:1",)))
        for place, name in enumerate("AB")
    }
    last = driver_part(tmp_path, "b", device=False, device0="C extensions=VK_C:1")
    drivers = (last, driver_part(tmp_path, "a", device=False, **devices))
    client = load(*drivers, profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    handles, command = client.devices(), "vkEnumerateDeviceExtensionProperties"
    found = []
    for handle in handles:
        count, listed = ctypes.c_uint32(4), ctypes.create_string_buffer(4 * 260)
        assert client.call(command, handle, None, ctypes.byref(count), listed) == 0
        found += [name for name, _ in read_extensions(count.value, ctypes.addressof(listed))]
        device = client.create_device(handle, extensions=found[-1:])
        client.call("vkDestroyDevice", device, None)
    assert found == names
    told = [x.subject for x in client.recorder.findings if x.step == "device extension"]
    assert told == []
    client.destroy()


@pytest.mark.parametrize(("version", "is_found"), [((1, 0, 58), True), ((1, 0, 59), False)])
def test_function_that_a_listed_layer_names(load, tmp_path, version, is_found):
    name = PROBE_FUNCTIONS[3]
    extension = LayerExtension("VK_VENDOR_thing", entrypoints=(name,))
    layer = layer_part(tmp_path, "VK_LAYER_a")._replace(device_extensions=(extension,))
    client = load(driver_part(tmp_path), listed=(layer,), profile=LoaderProfile(version))
    assert client.create(api_version=(1, 0, 0)) == 0
    assert bool(client.address(name)) == is_found
    client.destroy()
