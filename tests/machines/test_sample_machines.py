"""The sample machines of other systems: what their picture says."""

from __future__ import annotations

import pytest

from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.model.files import resources


@pytest.fixture
def sample():
    return lambda name: open_machine(str(resources.find_resource("demo") / name)).report


def chain(report):
    return [active.manifest.name for active in report.callstack]


def outcomes(found):
    return {one.file.replace("\\", "/").rpartition("/")[2]: one.verdict.outcome for one in found}


def test_the_sample_windows_has_two_drivers_and_a_broken_overlay(sample):
    report = sample("windows")
    assert chain(report) == [
        "VK_LAYER_NV_optimus",
        "VK_LAYER_AMD_switchable_graphics",
        "VK_LAYER_VALVE_steam_overlay",
    ]
    assert outcomes(report.drivers) == {
        "nv-vk64.json": "loads",
        "amd-vulkan64.json": "loads",
        "old-gpu-vk64.json": "skipped",
    }
    layers = outcomes(report.found_layers)
    assert layers["FrameCounter64.json"] == "skipped"
    assert layers["SteamFossilizeVulkanLayer64.json"] == "off"
    assert report.create_result == "VK_SUCCESS"


def test_the_sample_mac_finds_its_bundle_first(sample):
    report = sample("macos")
    first, second = report.drivers
    assert first.file.startswith("/Applications/Meadow.app/Contents/Resources/")
    assert second.file == "/usr/local/share/vulkan/icd.d/MoltenVK_icd.json"
    assert outcomes([first]) == {"MoltenVK_icd.json": "loads"}
    assert chain(report) == ["VK_LAYER_DEMO_frame_timer"]
    assert outcomes(report.found_layers)["VkLayer_api_dump.json"] == "skipped"


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("windows", r"C:\Windows\System32\vulkan-1.dll"),
        ("macos", "/Applications/Meadow.app/Contents/MacOS/../Frameworks/libvulkan.1.dylib"),
    ],
)
def test_the_loader_is_the_one_that_the_program_opens(sample, name, library):
    report = sample(name)
    assert report.profile.library == library
    assert report.profile.version == (1, 4, 321)
    assert report.loaders == (report.profile,)
