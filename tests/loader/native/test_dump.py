"""The dump and the summary, through a C loader: what they ask, and what they leave out."""

from __future__ import annotations

import json
import os
import re
import subprocess

import pytest

from tests.framework import chromium
from tests.framework.dumps import MEMORY_BUDGET, dump_through
from tests.framework.reference import debian_loader
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native import vulkan_registry
from vkconfig_py.loader.native.device_dump import summarize_device

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
KHR = "VK_KHR_get_physical_device_properties2"


@pytest.fixture(scope="module")
def take(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dump")
    drivers = (LAVAPIPE, chromium.get_swiftshader_driver(), chromium.write_mock_driver())

    def take(*extensions, layers=(), version=(1, 3, 0)):
        application = Application("dump", version, layers, extensions)
        return dump_through(
            debian_loader().profile.library, application, _environment(folder, drivers), folder
        )

    return take


def _environment(folder, drivers):
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "VK_DRIVER_FILES": ":".join(map(str, drivers)),
        "VK_LOADER_LAYERS_DISABLE": "~implicit~",
    }


@pytest.fixture(scope="module")
def usual(take):
    return take()


@pytest.fixture(scope="module")
def devices(usual):
    """The devices by a word of their name."""
    words = {"Mock": "mock", "SwiftShader": "swiftshader", "llvmpipe": "lavapipe"}
    return {
        words[next(word for word in words if word in device["properties"]["deviceName"])]: device
        for device in usual.values["devices"]
    }


def test_two_dumps_are_the_same_text(take, usual):
    assert take().text(*usual.values) == usual.text(*usual.values)


def test_each_device_answers_every_question(devices):
    assert devices.keys() == {"mock", "swiftshader", "lavapipe"}
    for device in devices.values():
        assert not [name for name, answer in device.items() if isinstance(answer, str)]
        assert device["properties"]["limits"]["maxImageDimension2D"] >= 4096
        assert "residencyStandard2DBlockShape" in device["properties"]["sparseProperties"]
        assert device["features"]["robustBufferAccess"] is True
        assert device["memory"]["memoryHeapCount"] == len(device["memory"]["memoryHeaps"])
        assert device["queue_families"][0]["queueCount"] >= 1
        assert len(device["formats"]) > 200
        assert device["formats"].keys() == device["formats2"].keys()
        assert device["shared"]


def test_the_structures_of_core_versions_are_there(devices):
    for device in devices.values():
        for version in ("11", "12", "13"):
            assert f"VkPhysicalDeviceVulkan{version}Properties" in device["properties2"]
            assert f"VkPhysicalDeviceVulkan{version}Features" in device["features2"]
        assert "VkPhysicalDeviceVulkan14Features" not in device["features2"]


def test_the_newest_core_is_asked_for_where_application_and_device_have_it(take):
    found = {
        device["properties"]["deviceName"]: device["features2"]
        for device in take(version=(1, 4, 0)).values["devices"]
    }
    assert "VkPhysicalDeviceVulkan14Features" in found["Vulkan Mock Device"]
    assert "VkPhysicalDeviceVulkan14Features" not in found["llvmpipe (LLVM 15.0.6, 256 bits)"]


def test_every_structure_of_a_listed_extension_is_asked_for(devices):
    for device in devices.values():
        listed = {name for name, _ in device["extensions"]}
        for base, question in (
            ("VkPhysicalDeviceProperties2", "properties2"),
            ("VkPhysicalDeviceFeatures2", "features2"),
        ):
            expected = {
                name
                for name in vulkan_registry.list_extending_structures(base)
                if listed & set(vulkan_registry.describe(name).definers)
            }
            assert len(expected) > 5
            assert expected <= device[question].keys()


def test_arrays_that_a_driver_is_asked_for_twice_are_filled(devices):
    asked = devices["swiftshader"]["properties2"]
    copies = asked["VkPhysicalDeviceHostImageCopyProperties"]
    assert len(copies["pCopySrcLayouts"]) == copies["copySrcLayoutCount"] > 0
    assert all(layout.startswith("VK_IMAGE_LAYOUT_") for layout in copies["pCopySrcLayouts"])


def test_values_have_the_form_that_their_type_asks_for(devices):
    device = devices["lavapipe"]
    assert device["properties"]["deviceType"] == "VK_PHYSICAL_DEVICE_TYPE_CPU"
    assert re.fullmatch("[0-9a-f]{32}", device["properties"]["pipelineCacheUUID"])
    driver = device["properties2"]["VkPhysicalDeviceDriverProperties"]
    assert driver["driverID"] == "VK_DRIVER_ID_MESA_LLVMPIPE"
    assert list(driver["conformanceVersion"]) == ["major", "minor", "subminor", "patch"]


def test_addresses_are_left_out_by_name():
    for path, reason in vulkan_registry.EXCLUDED.items():
        name, _, member = path.partition(".")
        assert member in {known.name for known in vulkan_registry.list_members(name)}
        assert reason


def test_heaps_have_their_budgets(devices):
    asked = [device for device in devices.values() if MEMORY_BUDGET in device["memory2"]]
    assert asked
    for device in asked:
        budgets = device["memory2"][MEMORY_BUDGET]["heapBudget"]
        assert len(budgets) >= device["memory"]["memoryHeapCount"]


def test_an_application_of_1_0_asks_for_no_chain(take):
    for device in take(version=(1, 0, 0)).values["devices"]:
        assert device["properties2"] == device["features2"] == device["shared"] == {}
        assert device["queue_families2"] == []
        assert "VK_FORMAT_R32_SFLOAT" in device["formats"]
        mock = device["properties"]["deviceName"] == "Vulkan Mock Device"  # has every extension
        assert ("VK_FORMAT_A8_UNORM" in device["formats"]) == mock


def test_an_application_of_1_0_asks_for_chains_through_the_extension(take):
    for device in take(KHR, version=(1, 0, 0)).values["devices"]:
        assert (
            device["properties2"]["VkPhysicalDeviceProperties2"]["properties"]
            == (device["properties"])
        )
        assert "VkPhysicalDeviceVulkan11Features" not in device["features2"]


def test_an_error_of_creation_is_the_whole_answer(take):
    found = take("VK_FAKE_extension").values
    assert found["create"] == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert "devices" not in found


def test_layers_are_listed_for_instance_and_device(take):
    layer = "VK_LAYER_KHRONOS_validation"
    found = take(layers=(layer,)).values
    assert layer in [known["layerName"] for known in found["layers"]]
    for device in found["devices"]:
        assert [known["layerName"] for known in device["layers"]] == [layer]
        assert ["VK_EXT_validation_cache", 1] in device["layer_extensions"][layer]


def test_every_step_says_what_it_is_about(usual):
    assert usual.steps[:2] == ["vkEnumerateInstanceExtensionProperties", "vkCreateInstance"]
    assert "formats of device 2" in usual.steps
    assert usual.steps[-1] == "vkDestroyInstance"


def test_the_summary_says_what_the_dump_says(usual):
    for short, whole in zip(usual.summary, usual.values["devices"], strict=True):
        properties = whole["properties"]
        driver = whole["properties2"]["VkPhysicalDeviceDriverProperties"]
        assert short["name"] == properties["deviceName"]
        assert short["type"] in ("cpu", "virtual-gpu")
        assert short["driver_name"] == driver["driverName"]
        assert short["driver_id"] == (driver["driverID"] or "")
        assert short["pipeline_cache_uuid"] == properties["pipelineCacheUUID"]
        assert [list(extension.values()) for extension in short["extensions"]] == whole[
            "extensions"
        ]
        assert [heap["size"] for heap in short["heaps"]] == [
            heap["size"] for heap in whole["memory"]["memoryHeaps"]
        ]
        assert [family["queues"] for family in short["queue_families"]] == [
            family["queueCount"] for family in whole["queue_families"]
        ]
        assert "compute" in short["queue_families"][0]["abilities"]


def test_the_summary_says_what_vulkaninfo_says(usual, tmp_path):
    drivers = (LAVAPIPE, chromium.get_swiftshader_driver(), chromium.write_mock_driver())
    told = subprocess.run(
        ["vulkaninfo", "--summary"],
        env=_environment(tmp_path, drivers),
        check=True,
        capture_output=True,
        text=True,
    ).stdout.partition("GPU0:")[2]
    blocks = [dict(_pairs(block)) for block in re.split(r"GPU\d+:", told)]
    for short, block in zip(usual.summary, blocks, strict=True):
        assert short["name"] == block["deviceName"]
        assert (
            f"PHYSICAL_DEVICE_TYPE_{short['type'].upper().replace('-', '_')}"
            == (block["deviceType"])
        )
        assert hex(short["vendor_id"]) == block["vendorID"]
        assert short["driver_id"].removeprefix("VK_") == (
            "" if "UNKNOWN" in block["driverID"] else block["driverID"]
        )
        assert short["driver_name"] == block["driverName"]
        assert short["driver_info"] == block.get("driverInfo", "")
        assert short["device_uuid"] == block["deviceUUID"].replace("-", "")
        assert short["driver_uuid"] == block["driverUUID"].replace("-", "")
        assert ".".join(map(str, short["api_version"])) in block["apiVersion"]


def _pairs(block):
    for line in block.splitlines():
        name, separator, value = line.partition("=")
        if separator:
            yield name.strip(), value.strip()


class _Device:
    """What summarise asks for, with an address on a bus."""

    extensions = ()

    def __init__(self, pci):
        self.properties = vulkan_registry.create_structure(
            "VkPhysicalDeviceProperties", deviceType=2
        )
        self._pci = pci

    def query_structure(self, *_):
        return {"memoryHeaps": []}

    def query_structure_chain(self, *_, only):
        return {only[-1]: self._pci}

    def list_queue_families(self):
        return [{"queueFlags": 0b100110, "queueCount": 3, "timestampValidBits": 0}]


def test_a_bus_address_is_written_as_lspci_does():
    pci = {"pciDomain": 1, "pciBus": 0xA, "pciDevice": 31, "pciFunction": 7}
    summary = summarize_device(_Device(pci))
    assert summary.pci == "0001:0a:1f.7"
    assert summary.type == "discrete-gpu"
    assert summary.queue_families[0].abilities == ("compute", "transfer", "video-decode")


def test_what_json_has_no_number_for_is_a_word():
    limits = vulkan_registry.create_structure(
        "VkPhysicalDeviceLimits", maxSamplerLodBias=float("inf")
    )
    assert (
        vulkan_registry.convert_structure("VkPhysicalDeviceLimits", limits)["maxSamplerLodBias"]
        == "inf"
    )


def test_a_value_outside_of_its_type_stays_a_number():
    made = vulkan_registry.create_structure(
        "VkPhysicalDeviceProperties", deviceType=77, deviceName=b"\xff"
    )
    value = vulkan_registry.convert_structure("VkPhysicalDeviceProperties", made)
    assert value["deviceType"] == 77
    assert value["deviceName"] == "\N{REPLACEMENT CHARACTER}"
    features = vulkan_registry.create_structure(
        "VkPhysicalDeviceFeatures", logicOp=2, shaderInt64=1
    )
    answered = vulkan_registry.convert_structure("VkPhysicalDeviceFeatures", features)
    assert (answered["logicOp"], answered["shaderInt64"], answered["shaderInt16"]) == (
        2,
        True,
        False,
    )
    assert json.dumps(answered)
