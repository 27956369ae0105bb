"""Messages: who hears what, in the words of either extension, and when."""

from __future__ import annotations

import ctypes

import pytest

from vkconfig_py.loader.native.callbacks import make_callback
from vkconfig_py.loader.native.loader_messages import (
    ERROR,
    INFO,
    MESSENGER_INFO,
    REPORT_INFO,
    MessageRouter,
)
from vkconfig_py.loader.native.vulkan_registry import describe, get_structure_class
from vkconfig_py.loader.wire.jobs import DriverFile

ALL = 0xFFFF
DATA = "VkDebugUtilsMessengerCallbackDataEXT"


class Listener:
    """Remembers what it hears, as a messenger and as a report callback."""

    def __init__(self, severities: int = ALL, types: int = ALL) -> None:
        self.heard: list[tuple[object, ...]] = []
        self._told = make_callback("uuupp", self._tell)
        self._reported = make_callback("uuiqzippp", self._report)
        self.messenger = get_structure_class(MESSENGER_INFO)(
            sType=describe(MESSENGER_INFO).structure_type,
            messageSeverity=severities,
            messageType=types,
            pfnUserCallback=self._told.address,
        )
        self.report = get_structure_class(REPORT_INFO)(
            sType=describe(REPORT_INFO).structure_type,
            flags=severities,
            pfnCallback=self._reported.address,
        )

    def _tell(self, severity: int, types: int, data: int, _user: int) -> int:
        message = get_structure_class(DATA).from_address(data)
        text = ctypes.string_at(message.pMessage).decode()
        name = ctypes.string_at(message.pMessageIdName).decode()
        self.heard.append((severity, types, name, text))
        return 0

    def _report(self, flags: int, kind: int, handle: int, *rest: int) -> int:
        location, code, _prefix, text, _user = rest
        self.heard.append((flags, kind, handle, location, code, ctypes.string_at(text).decode()))
        return 0


@pytest.fixture
def messages() -> MessageRouter:
    """Return the messages of no instance in particular."""
    return MessageRouter()


def add(messages: MessageRouter, listener: Listener, handle: int, is_messenger: bool) -> None:
    info = listener.messenger if is_messenger else listener.report
    messages.add(handle, is_messenger, ctypes.addressof(info))


def test_message_of_the_loader_is_about_the_instance(messages: MessageRouter) -> None:
    messenger, report = Listener(), Listener()
    add(messages, messenger, 1, is_messenger=True)
    add(messages, report, 2, is_messenger=False)
    messages.send_loader_message(ERROR, "no driver", 77)
    assert messenger.heard == [(ERROR, 1, "Loader Message", "no driver")]
    assert report.heard == [(0x8, 1, 77, 0, 0, "no driver")]


def test_only_wanted_severities_and_types_are_heard(messages: MessageRouter) -> None:
    errors, validation = Listener(ERROR), Listener(ALL, types=2)
    add(messages, errors, 1, is_messenger=True)
    add(messages, validation, 2, is_messenger=True)
    messages.send_loader_message(INFO, "text", 0)
    assert (errors.heard, validation.heard) == ([], [])


def test_handle_of_a_messenger_may_be_that_of_a_report_callback(messages: MessageRouter) -> None:
    listener = Listener()
    add(messages, listener, 1, is_messenger=True)
    add(messages, listener, 1, is_messenger=False)
    messages.remove(1, is_messenger=True)
    messages.send_loader_message(INFO, "text", 5)
    assert listener.heard == [(0x1, 1, 5, 0, 0, "text")]


def test_nothing_is_submitted_without_data(messages: MessageRouter) -> None:
    listener = Listener()
    add(messages, listener, 1, is_messenger=True)
    messages.submit(ERROR, 1, 0)
    assert listener.heard == []


def test_messenger_of_the_create_info_hears_making_and_destroying(load, mock_driver) -> None:
    listener = Listener()
    client = load(DriverFile("none.json", "/none.so"), mock_driver)
    assert client.create(chain=ctypes.addressof(listener.messenger)) == 0
    assert any("/none.so" in str(text) and severity == ERROR for severity, *text in listener.heard)
    made = len(listener.heard)
    client.names()
    assert len(listener.heard) == made
    client.loader.instances[client.instance].messages.begin_instance_destruction()
    client.loader.instances[client.instance].report_finding("loader", "vkDestroyInstance", "ok")
    assert len(listener.heard) == made + 1
    client.destroy()


def test_messenger_hears_why_there_is_no_instance(load) -> None:
    listener = Listener()
    assert load().create(chain=ctypes.addressof(listener.report)) == -9
    (message,) = listener.heard
    assert "INCOMPATIBLE_DRIVER" in str(message)


def test_emulated_query_is_told_to_a_messenger(load, mock_driver) -> None:
    client = load(mock_driver)
    assert client.create(api_version=(1, 0, 0), extensions=["VK_EXT_debug_utils"]) == 0
    listener, messenger = Listener(), ctypes.c_uint64()
    client.call(
        "vkCreateDebugUtilsMessengerEXT",
        client.instance,
        ctypes.byref(listener.messenger),
        None,
        ctypes.byref(messenger),
    )
    device = client.devices()[0]
    features = get_structure_class("VkPhysicalDeviceFeatures2")()
    client.call("vkGetPhysicalDeviceFeatures2", device, ctypes.byref(features))
    assert "vkGetPhysicalDeviceFeatures2: emulated" in str(listener.heard[-1])
    client.call("vkDestroyDebugUtilsMessengerEXT", client.instance, messenger.value, None)
    client.destroy()
