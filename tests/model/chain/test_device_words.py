"""A device in words: versions, sizes, addresses, and why it stands where it stands."""

import json

import pytest

from tests.framework.german import speak_german
from tests.model.chain.probing_sample import LLVMPIPE, RADEON
from tests.model.items.snapshots import snapshot_of
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Outcome, Reason, SetVariable, Verdict
from vkconfig_py.model.chain.device_page import (
    NO_DEVICE_AT_ALL,
    POSITION_UNKNOWN,
    explain_position,
    format_driver,
    format_driver_version,
    get_device_kind,
    group_device_facts,
    list_device_facts,
    make_device_json,
    make_file_name,
)
from vkconfig_py.model.chain.probe_results import DeviceDetail, DevicePosition
from vkconfig_py.model.text.wording import render_size


def facts(device):
    return {fact.label: fact.value for fact in list_device_facts(device)}


def test_the_facts_of_a_device_stand_in_groups():
    groups = dict(group_device_facts(LLVMPIPE))
    assert list(groups) == ["Device", "Driver", "Memory and queues", "Identifiers"]
    assert [fact.label for fact in groups["Memory and queues"]] == ["Memory", "Queue families"]
    assert all(fact.value for facts in groups.values() for fact in facts)
    bare = LLVMPIPE._replace(heaps=(), queue_families=())
    assert "Memory and queues" not in dict(group_device_facts(bare))


def test_everything_about_a_device_is_a_fact():
    told = facts(LLVMPIPE)
    assert told["Type"] == "CPU"
    assert told["Vulkan"] == "1.3.230"
    assert told["Driver"] == "llvmpipe · Mesa 22.3.6 (LLVM 15.0.6)"
    assert told["Driver version"] == "0.0.1 (0x1)"
    assert told["Vendor"] == "Mesa (0x10005)"
    assert told["Device UUID"] == "6d657361-3232-3233-2e36-000000000000"
    assert told["PCI address"] == "not a PCI device"
    assert told["Memory"] == ("heap 0: 2 GiB (device-local)\nheap 1: 1,000 bytes (system memory)")
    assert told["Queue families"].split("\n") == [
        "family 0: 1 queue for graphics, compute, transfer, 64-bit timestamps",
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
    assert (format_driver_version(device), format_driver(device)) == (version, text)


def test_sizes_and_kinds():
    sizes = [0, 1023, 1536, 256 << 20, (15 << 30) + (1 << 29), 3 << 40, 5000 << 40]
    assert [render_size(size) for size in sizes] == [
        "0 bytes", "1,023 bytes", "1.5 KiB", "256 MiB", "15.5 GiB", "3 TiB", "5,000 TiB",
    ]  # fmt: skip
    assert get_device_kind(RADEON) == "Discrete GPU"
    assert get_device_kind(RADEON._replace(type="new")) == "new"


REPORT = snapshot_of(()).report


def verdict(reason, detail="", remedy=None):
    remedy = remedy or NoRemedy("")
    return Verdict("GPU", Kind.DEVICE, Outcome.LOADS, reason, detail, remedy=remedy)


def test_the_place_of_a_device_is_told_with_the_rule_and_how_to_change_it():
    by_type = verdict(
        Reason.DEVICE_TYPE, "integrated GPU", SetVariable("VK_LOADER_DEVICE_SELECT", "1002:164e")
    )
    assert explain_position(2, ("A", "B", "C"), by_type, REPORT) == (
        "Programs get 3 devices; this is the 2nd.",
        "Ordered by device type: integrated GPU.",
        "VK_LOADER_DEVICE_SELECT=1002:164e would put it first.",
        "A comes before it.",
    )
    assert explain_position(1, ("A", "B"), by_type, REPORT) == (
        "Programs get 2 devices; this is the 1st.",
        "Ordered by device type: integrated GPU.",
    )


def test_the_only_device_needs_no_rule():
    alone = verdict(Reason.DEVICE_ALONE)
    assert explain_position(1, ("A",), alone, REPORT) == ("Programs get only this device.",)


def test_a_device_that_programs_do_not_get_says_why():
    hidden = verdict(Reason.DEVICE_ID_FILTER, "VK_LOADER_DEVICE_ID_FILTER")
    assert explain_position(0, ("A",), hidden, REPORT) == (
        "Programs do not get this device.",
        "Removed by VK_LOADER_DEVICE_ID_FILTER.",
    )


def test_where_a_settings_file_lists_none_that_is_here_programs_get_no_device():
    lost = verdict(Reason.DEVICE_NOT_CONFIGURED)
    assert explain_position(0, (), lost, REPORT) == (str(NO_DEVICE_AT_ALL),)


def test_without_a_probe_of_the_whole_nothing_is_known_of_the_place():
    assert explain_position(0, (), None, REPORT) == (str(POSITION_UNKNOWN),)
    assert explain_position(1, ("A", "B"), None, REPORT) == (
        "Programs get 2 devices; this is the 1st.",
    )


def test_a_device_is_exported_as_the_command_line_writes_it():
    alone = DevicePosition(1, ("A",), None, REPORT)
    document = json.loads(make_device_json(DeviceDetail(LLVMPIPE, None, alone)))
    assert document["name"] == LLVMPIPE.name
    assert document["api_version"] == "1.3.230"
    assert document["uuid"] == "6d657361-3232-3233-2e36-000000000000"
    assert document["heaps"][0] == {"size": 2 << 30, "is_device_local": True}
    assert document["extensions"][0] == {"name": "VK_KHR_swapchain", "spec_version": 70}
    assert document["order"] == ["Programs get only this device."]


def test_the_reasons_for_its_place_are_english_for_programs_whatever_the_window_speaks():
    placed = DevicePosition(2, ("A", "B"), verdict(Reason.DEVICE_TYPE, "CPU"), REPORT)
    english = explain_position(*placed)
    with speak_german():
        assert explain_position(*placed) != english
        document = json.loads(make_device_json(DeviceDetail(LLVMPIPE, None, placed)))
    assert document["order"] == [*english]


def test_an_export_holds_everything_that_a_device_says_where_it_is_known():
    said = {"properties": {"deviceName": LLVMPIPE.name}}
    document = json.loads(make_device_json(DeviceDetail(LLVMPIPE, said)))
    assert document["all"] == said
    assert "all" not in json.loads(make_device_json(DeviceDetail(LLVMPIPE)))


def test_the_file_is_named_after_the_device():
    assert make_file_name(DeviceDetail(RADEON)) == "amd-radeon-rx-7800-xt.json"
    assert make_file_name(DeviceDetail(LLVMPIPE._replace(name="???"))) == "device.json"
