"""Recipients of the loader's messages: Python observers, messengers of the application.

Observer.announce_step is called before every call into foreign code: if the process crashes there,
the last step identifies the library. Observer.found reports what the C loader would log; no code
parses log text.

Messages (debug_utils.c, log.c): a VkDebugUtilsMessengerEXT and a VkDebugReportCallbackEXT receive
the same messages. A message in the form of one is translated for the other.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from threading import RLock

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.memory import walk_structure_chain
from vkconfig_py.loader.native.vulkan_registry import describe, get_structure_class

MESSENGER_INFO = "VkDebugUtilsMessengerCreateInfoEXT"
REPORT_INFO = "VkDebugReportCallbackCreateInfoEXT"
_CALLBACK_DATA = "VkDebugUtilsMessengerCallbackDataEXT"
_OBJECT_NAME_INFO = "VkDebugUtilsObjectNameInfoEXT"
# pMessageIdName of the C loader's own messages (log.c).
_LOADER_MESSAGE = b"Loader Message"

# VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagBitsEXT
VERBOSE, INFO, WARNING, ERROR = 0x1, 0x10, 0x100, 0x1000
GENERAL_TYPE, VALIDATION_TYPE, PERFORMANCE_TYPE = 0x1, 0x2, 0x4
# VkDebugReportFlagBitsEXT
_R_INFO, _R_WARNING, _R_PERFORMANCE, _R_ERROR, _R_DEBUG = 0x1, 0x2, 0x4, 0x8, 0x10
INSTANCE_OBJECT = 1

# VkObjectType of each VkDebugReportObjectTypeEXT that has another number (vk_object_types.h).
_OBJECT_TYPES = {
    26: 1000000000,  # surface
    27: 1000001000,  # swapchain
    28: 1000011000,  # report callback
    29: 1000002000,  # display
    30: 1000002001,  # display mode
    33: 1000160000,  # validation cache
}
_REPORT_TYPES = {core: report for report, core in _OBJECT_TYPES.items()}
# Types with the same number in both enumerations.
_SHARED_TYPE_NUMBERS = frozenset(
    (*range(26), 1000029000, 1000029001, 1000085000, 1000150000, 1000156000, 1000165000, 1000366000)
)
_SEVERITIES = {"warning": WARNING, "missing": WARNING}
_ERROR_FINDINGS = frozenset({"refused", "failed", "aborts", "exception"})


class NativeStep(NamedTuple):
    """Result of one step.

    Attributes:
        subject: path of a library, name of a layer, name of a command.
        step: "open", "negotiate", "vkCreateInstance", ...
        outcome: "ok", "skipped", "refused", "missing", "warning", ...
        code: VkResult, where there is one.
        detail: message of the dynamic linker, the missing symbol, ...
    """

    subject: str
    step: str
    outcome: str
    code: int = 0
    detail: Message | str = ""


class Observer:
    """Base class of those that hear of steps and findings. It ignores everything."""

    __slots__ = ()

    def announce_step(self, step: str) -> None:
        """Hear of a step before it calls into foreign code."""

    def report_finding(self, finding: NativeStep) -> None:
        """Hear of the result of a step."""


class MessageListener(NamedTuple):
    """VkDebugUtilsMessengerEXT, or VkDebugReportCallbackEXT.

    Attributes:
        severities: of a messenger; of a report callback its VkDebugReportFlagsEXT.
        types: of a messenger; 0 for a report callback.
        callback: address of its function.
        user: address of pUserData.
    """

    handle: int
    is_messenger: bool
    severities: int
    types: int
    callback: int
    user: int


class MessageRouter:
    """The listeners of an instance, the newest first."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._listeners: tuple[MessageListener, ...] = ()
        self._instance_listeners: tuple[MessageListener, ...] = ()

    @property
    def has_listeners(self) -> bool:
        """Return whether the program has any messenger or debug report callback."""
        return bool(self._listeners)

    def add(self, handle: int, is_messenger: bool, info: int) -> None:
        """Add a messenger or debug report callback of the program.

        `info`: address of its create info.
        """
        with self._lock:
            self._listeners = (_read_listener(handle, is_messenger, info), *self._listeners)

    def remove(self, handle: int, is_messenger: bool) -> None:
        """Remove a messenger or debug report callback."""
        with self._lock:
            # A tuple is replaced, never changed: a listener may remove itself while messages are
            # passed on.
            self._listeners = tuple(
                listener
                for listener in self._listeners
                if listener.handle != handle or listener.is_messenger != is_messenger
            )

    def add_instance_listeners(self, chain: int) -> None:
        """Add the messengers in the pNext chain of VkInstanceCreateInfo.

        They are active only during creation and destruction of the instance.
        """
        # Each is put in front of the list, so the last of the chain hears first.
        self._instance_listeners = tuple(reversed(tuple(_read_listeners(chain))))
        self._listeners = self._instance_listeners

    def end_instance_creation(self) -> None:
        """Deactivate the messengers of the create info once the instance is created."""
        with self._lock:
            self._listeners = tuple(
                listener for listener in self._listeners if listener not in self._instance_listeners
            )

    def begin_instance_destruction(self) -> None:
        """Activate only the messengers of the create info, for the destruction."""
        self._listeners = self._instance_listeners

    def submit(self, severity: int, types: int, data: int) -> None:
        """Pass on a message of the program or a layer (util_SubmitDebugUtilsMessageEXT).

        `data`: address of VkDebugUtilsMessengerCallbackDataEXT.
        """
        # VUID-vkSubmitDebugUtilsMessageEXT-pCallbackData-parameter
        if not data:
            return
        flags = _convert_to_report_flags(severity, types)
        message = get_structure_class(_CALLBACK_DATA).from_address(data)
        object_type, handle = 0, 0
        if message.objectCount:
            # A report callback knows one object only: the first of a messenger's message.
            first = get_structure_class(_OBJECT_NAME_INFO).from_address(message.pObjects)
            object_type, handle = _convert_to_report_type(first.objectType), first.objectHandle
        name, text = message.pMessageIdName or 0, message.pMessage or 0
        report = (flags, object_type, handle, 0, message.messageIdNumber, name, text)
        self._send_to_listeners((severity, types, data), report)

    def report(
        self,
        flags: int,
        object_type: int,
        handle: int,
        location: int,
        code: int,
        prefix: int,
        text: int,
    ) -> None:
        """Pass on a debug report of the program or a layer (util_DebugReportMessage).

        Args:
            flags: VkDebugReportFlagsEXT.
            object_type: VkDebugReportObjectTypeEXT.
            handle: the object.
            location: number of the place.
            code: number of the message.
            prefix: address of the component's name.
            text: address of the message.
        """
        severity, types = _convert_report_flags(flags)
        # `_keep` is the object that `data` has the address of: it has to live until the last call.
        data, _keep = _make_callback_data(
            prefix, code, text, _convert_to_object_type(object_type), handle
        )
        report = (flags, object_type, handle, location, code, prefix, text)
        self._send_to_listeners((severity, types, ctypes.addressof(data)), report)

    def _send_to_listeners(self, message: tuple[int, int, int], report: tuple[int, ...]) -> None:
        """Call the messengers that want a message, each in its own form."""
        severity, types, _data = message
        for listener in self._listeners:
            user = listener.user or None
            if not listener.is_messenger:
                if listener.severities & report[0]:
                    # PFN_vkDebugReportCallbackEXT: object handles have 64 bits, the location is a
                    # size_t.
                    make_function_type("uuiqzippp")(listener.callback)(*report, user)
            # A messenger is called if it wants the severity and one of the types
            # (VkDebugUtilsMessengerCreateInfoEXT).
            elif listener.severities & severity and listener.types & types:
                # PFN_vkDebugUtilsMessengerCallbackEXT; what it returns is ignored.
                make_function_type("uuupp")(listener.callback)(*message, user)

    def send_loader_message(self, severity: int, text: str, instance: int) -> None:
        """Send a message of the loader itself to the messengers (loader_log)."""
        name = ctypes.create_string_buffer(_LOADER_MESSAGE)
        words = ctypes.create_string_buffer(text.encode("utf-8", "surrogateescape"))
        data, _keep = _make_callback_data(
            ctypes.addressof(name), 0, ctypes.addressof(words), INSTANCE_OBJECT, instance
        )
        self.submit(severity, GENERAL_TYPE, ctypes.addressof(data))


def _read_listener(handle: int, is_messenger: bool, address: int) -> MessageListener:
    """Return a messenger or debug report callback from its create info at an address."""
    if is_messenger:
        info = get_structure_class(MESSENGER_INFO).from_address(address)
        severities, types = info.messageSeverity, info.messageType
        callback = info.pfnUserCallback
    else:
        info = get_structure_class(REPORT_INFO).from_address(address)
        severities, types, callback = info.flags, 0, info.pfnCallback
    return MessageListener(
        handle, is_messenger, severities, types, callback or 0, info.pUserData or 0
    )


def _read_listeners(chain: int) -> Iterator[MessageListener]:
    """Yield the messengers in a pNext chain."""
    messenger = describe(MESSENGER_INFO).structure_type
    for kind, address in walk_structure_chain(chain):
        if kind in (messenger, describe(REPORT_INFO).structure_type):
            # A listener in an instance's create info has no handle: its address is used instead.
            yield _read_listener(address, kind == messenger, address)


def _make_callback_data(
    name: int, number: int, text: int, object_type: int, handle: int
) -> tuple[ctypes.Structure, ctypes.Structure]:
    """Return VkDebugUtilsMessengerCallbackDataEXT and the object that it points to.

    Both must be kept alive.

    Args:
        name: address of the message's name.
        number: of the message.
        text: address of the message.
        object_type: VkObjectType.
        handle: the object.
    """
    subject = get_structure_class(_OBJECT_NAME_INFO)(
        sType=describe(_OBJECT_NAME_INFO).structure_type,
        objectType=object_type,
        objectHandle=handle,
    )
    data = get_structure_class(_CALLBACK_DATA)(
        sType=describe(_CALLBACK_DATA).structure_type,
        pMessageIdName=name or None,
        messageIdNumber=number,
        pMessage=text or None,
        objectCount=1,
        pObjects=ctypes.addressof(subject),
    )
    return data, subject


def _convert_to_report_flags(severity: int, types: int) -> int:
    """Return the VkDebugReportFlagsEXT for a severity and types of VK_EXT_debug_utils."""
    # debug_utils_AnnotFlagsToReportFlags: the highest severity decides.
    if severity & ERROR:
        return _R_ERROR
    if severity & WARNING:
        return _R_PERFORMANCE if types & PERFORMANCE_TYPE else _R_WARNING
    if severity & INFO:
        return _R_INFO
    return _R_DEBUG if severity & VERBOSE else 0


def _convert_report_flags(flags: int) -> tuple[int, int]:
    """Return the severity and types (debug_utils_ReportFlagsToAnnotFlags)."""
    types = PERFORMANCE_TYPE if flags & _R_PERFORMANCE else GENERAL_TYPE
    if flags & _R_INFO:
        return INFO, types | GENERAL_TYPE
    if flags & (_R_WARNING | _R_PERFORMANCE):
        return WARNING, types
    if flags & _R_ERROR:
        return ERROR, types
    if flags & _R_DEBUG:
        return VERBOSE, types | GENERAL_TYPE
    return 0, types


def _convert_to_object_type(report_type: int) -> int:
    """Return the VkObjectType for a VkDebugReportObjectTypeEXT."""
    # convertDebugReportObjectToCoreObject; types without a counterpart become UNKNOWN (0).
    return _OBJECT_TYPES.get(report_type, report_type if report_type in _SHARED_TYPE_NUMBERS else 0)


def _convert_to_report_type(object_type: int) -> int:
    """Return the VkDebugReportObjectTypeEXT for a VkObjectType."""
    # convertCoreObjectToDebugReportObject.
    return _REPORT_TYPES.get(object_type, object_type if object_type in _SHARED_TYPE_NUMBERS else 0)


class StepForwarder(Observer):
    """Forwards steps to another observer, not findings."""

    __slots__ = ("_observer",)

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    def announce_step(self, step: str) -> None:
        self._observer.announce_step(step)


class FindingMessenger(StepForwarder):
    """Forwards steps and findings, and sends findings also to the messengers of an instance."""

    __slots__ = ("_messages", "instance")

    def __init__(self, observer: Observer, messages: MessageRouter) -> None:
        super().__init__(observer)
        self._messages = messages
        self.instance = 0

    def report_finding(self, finding: NativeStep) -> None:
        """Pass the finding on, and send it to the program's messengers."""
        self._observer.report_finding(finding)
        # Text is made only if there is a listener.
        if self._messages.has_listeners:
            outcome = finding.outcome
            severity = ERROR if outcome in _ERROR_FINDINGS else _SEVERITIES.get(outcome, INFO)
            self._messages.send_loader_message(severity, describe_finding(finding), self.instance)


def describe_finding(finding: NativeStep) -> str:
    """Return a finding as one line for messengers."""
    subject, step, outcome, code, detail = finding
    result = f" ({get_vk_result_name(code)})" if code else ""
    return f"{subject}: {step}: {outcome}{result}" + (f": {detail}" if detail else "")
