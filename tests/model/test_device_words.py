"""A device in words: versions, sizes, addresses, and why it stands where it stands."""

import json

import pytest

from tests.model.probe_sample import LLVMPIPE, RADEON
from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.model.device_export import device_json, file_name
from vkconfig_py.model.device_words import (
    device_facts,
    driver_text,
    driver_version,
    kind_of,
    size_text,
    tell_place,
)
from vkconfig_py.model.probed import DeviceDetail

INTEGRATED = RADEON._replace(name="AMD Ryzen", type="integrated-gpu", pci="0000:10:00.0")
TWIN = RADEON._replace(pci="0000:04:00.0")


def facts(device):
    return {fact.what: fact.value for fact in device_facts(device)}


def test_everything_about_a_device_is_a_fact():
    told = facts(LLVMPIPE)
    assert told["Type"] == "CPU"
    assert told["Vulkan"] == "1.3.230"
    assert told["Driver"] == "llvmpipe · Mesa 22.3.6 (LLVM 15.0.6)"
    assert told["Driver version"] == "0.0.1 (0x1)"
    assert told["Vendor"] == "Mesa (0x10005)"
    assert told["Device UUID"] == "6d657361-3232-3233-2e36-000000000000"
    assert told["PCI address"].startswith("none")
    assert told["Memory"] == "heap 0: 2 GiB, the device's own\nheap 1: 1000 bytes, of the system"
    assert told["Queue families"].split("\n") == [
        "family 0: 1 queue for graphics, compute, transfer, timestamps of 64 bits",
        "family 1: 2 queues for nothing",
    ]
    assert told["Library"] == LLVMPIPE.library


def test_what_a_device_does_not_have_is_left_out():
    told = facts(DeviceSummary("x", vendor_id=0x1234, device_luid="", device_uuid="12"))
    assert told["Vendor"] == "0x1234"
    assert told["Device UUID"] == "12"
    assert {"Device LUID", "Driver", "Memory", "Queue families"}.isdisjoint(told)


@pytest.mark.parametrize(
    ("device", "version", "text"),
    [
        (LLVMPIPE, "0.0.1", "Mesa 22.3.6 (LLVM 15.0.6)"),
        (RADEON, "25.1.5", "driver 25.1.5"),
        (RADEON._replace(driver_info="570.124"), "25.1.5", "driver 570.124"),
        (
            DeviceSummary("x", vendor_id=0x10DE, driver_version=570 << 22 | 124 << 14 | 4 << 6),
            "570.124.04.00",
            "driver 570.124.04.00",
        ),
    ],
)
def test_a_driver_version_is_written_as_its_vendor_writes_it(device, version, text):
    assert (driver_version(device), driver_text(device)) == (version, text)


def test_sizes_and_kinds():
    sizes = [0, 1023, 1536, 256 << 20, (15 << 30) + (1 << 29), 3 << 40, 5000 << 40]
    assert [size_text(size) for size in sizes] == [
        "0 bytes", "1023 bytes", "1.5 KiB", "256 MiB", "15.5 GiB", "3 TiB", "5000 TiB",
    ]  # fmt: skip
    assert kind_of(RADEON) == "Discrete GPU"
    assert kind_of(RADEON._replace(type="new")) == "new"


def test_the_place_of_a_device_is_told_rule_by_rule():
    devices = (RADEON, TWIN, INTEGRATED, LLVMPIPE)
    assert tell_place(devices, 2, {}) == (
        "It is the 2nd of 4 devices that programs get.",
        f"After {RADEON.name}: 0000:03:00.0 is the lower address on the PCI bus.",
        "Before AMD Ryzen: discrete GPUs stand before integrated GPUs.",
    )
    assert tell_place(devices, 4, {})[-1] == ("After AMD Ryzen: integrated GPUs stand before CPUs.")


def test_the_only_device_needs_no_rule():
    assert tell_place((RADEON,), 1, {}) == ("It is the only device that programs get.",)


def test_variables_that_order_devices_are_named():
    devices = (LLVMPIPE, RADEON)
    select = {"VK_LOADER_DEVICE_SELECT": "10005:0"}
    assert tell_place(devices, 1, select)[1:] == (
        "VK_LOADER_DEVICE_SELECT=10005:0 chooses it, so it is the first.",
        f"Before {RADEON.name}: it was chosen.",
    )
    assert "another device" in tell_place(devices, 2, select)[1]
    off = tell_place(devices, 1, {"VK_LOADER_DISABLE_SELECT": "1"})
    assert off[-1].startswith("VK_LOADER_DISABLE_SELECT is set")


def test_devices_that_nothing_tells_apart_stand_in_the_order_of_their_drivers():
    other = LLVMPIPE._replace(name="SwiftShader")
    assert tell_place((LLVMPIPE, other), 1, {})[-1].endswith("then the order of the drivers.")
    on_bus = LLVMPIPE._replace(name="card", pci="0000:00:01.0")
    assert "on the PCI bus stand before" in tell_place((on_bus, LLVMPIPE), 1, {})[-1]


def test_a_device_is_exported_as_the_command_line_writes_it():
    document = json.loads(device_json(DeviceDetail(LLVMPIPE, ("because",))))
    assert document["name"] == LLVMPIPE.name
    assert document["api_version"] == "1.3.230"
    assert document["uuid"] == "6d657361-3232-3233-2e36-000000000000"
    assert document["heaps"][0] == {"size": 2 << 30, "is_device_local": True}
    assert document["extensions"][0] == {"name": "VK_KHR_swapchain", "spec_version": 70}
    assert document["order"] == ["because"]


def test_the_file_is_named_after_the_device():
    assert file_name(DeviceDetail(RADEON)) == "amd-radeon-rx-7800-xt.json"
    assert file_name(DeviceDetail(LLVMPIPE._replace(name="???"))) == "device.json"
