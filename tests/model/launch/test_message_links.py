"""Where a message leads: its rule, and the setting that prints it."""

from __future__ import annotations

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.mistakes import ALL_CASES, read_recorded
from tests.framework.settings import declare_layer, make_setting, sdk_layer
from tests.model.launch.test_validation_messages import of_text
from vkconfig_py.model.launch.log_store import MessageHeader
from vkconfig_py.model.launch.validation_messages import (
    find_printing_setting,
    specification_address,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared

OLDER = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
NEWER = sdk_layer("khronos_validation")
SIZE = "VUID-VkBufferCreateInfo-size-00912"


def test_the_address_of_the_message_counts():
    head = MessageHeader(SIZE, address="https://docs.vulkan.org/x#y")
    assert specification_address(head, (1, 3, 239)) == "https://docs.vulkan.org/x#y"


@pytest.mark.parametrize(
    ("version", "document"),
    [
        ((1, 0, 68), "1.0-extensions"),
        ((1, 3, 239), "1.3-extensions"),
        ((1, 4, 304), "latest"),
        ((2, 0), "latest"),
        ((), "latest"),
    ],
)
def test_a_rule_without_an_address_is_in_the_specification_of_the_layer(
    version: tuple[int, ...], document: str
):
    address = specification_address(MessageHeader(SIZE), version)
    registry = "https://registry.khronos.org/vulkan/specs"
    assert address == f"{registry}/{document}/html/vkspec.html#{SIZE}"


def test_what_is_no_rule_has_no_address():
    for identifier in ("", "SYNC-HAZARD-READ-AFTER-WRITE", "VUID-a b", "x VUID-a"):
        assert specification_address(MessageHeader(identifier), (1, 3)) == ""


@pytest.mark.parametrize(
    ("identifier", "older", "newer"),
    [
        ("UNASSIGNED-BestPractices-vkAllocateMemory-small", "enables", "validate_best_practices"),
        ("SYNC-HAZARD-READ-AFTER-WRITE", "enables", "validate_sync"),
        ("WARNING-DEBUG-PRINTF", "enables", "validate_gpu_based"),
        ("UNASSIGNED-GPU-Assisted", "enables", "validate_gpu_based"),
        ("UNASSIGNED-Threading-MultipleThreads-Write", "disables", "thread_safety"),
        ("VUID-vkDestroyBuffer-buffer-parent", "disables", "object_lifetime"),
        ("VUID-vkCreateBuffer-pCreateInfo-parameter", "disables", "stateless_param"),
        (SIZE, "disables", "validation_control"),
        ("CURRENT-VALIDATION-ENABLED", "report_flags", "report_flags"),
    ],
)
def test_a_message_leads_to_the_setting_that_prints_it(identifier: str, older: str, newer: str):
    head = MessageHeader(identifier)
    assert (find_printing_setting(head, OLDER), find_printing_setting(head, NEWER)) == (
        older,
        newer,
    )


def test_each_recorded_message_has_a_setting():
    for reader, case in ALL_CASES:
        for entry in of_text(read_recorded(reader, case)):
            if entry.message:
                assert find_printing_setting(entry.message, OLDER)
                assert find_printing_setting(entry.message, NEWER)


def test_a_layer_with_other_settings_has_none():
    assert find_printing_setting(MessageHeader(SIZE), declare_layer(make_setting("x"))) == ""
