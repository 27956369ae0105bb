"""Taps: layers of our own between the real ones, which see in what order those are entered.

A tap stands above each layer and one below the last. It passes every call on as it came, hands out
no function that is not there below it, and answers for nothing; so neither the layers nor the
application see that it is there. What it learns:

* Order. A layer that does not take part in a command hands out the function of what is below it, so
  the tap above it ends up with the function of the tap below: such a layer is not entered.
* Time. What a layer needs itself is the time seen above it, without the calls seen below it.
* Extensions. Those of the create info that goes into a layer and of the one that comes out of it;
  those of vkEnumerateDeviceExtensionProperties that come into it from below and leave it above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.abi import (
    LAYER_INTERFACE,
    LAYER_LINK_INFO,
    LOADER_DEVICE_CREATE_INFO,
    LOADER_INSTANCE_CREATE_INFO,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
)
from vkconfig_py.loader.binding.callbacks import Report, callback, function_type, print_exception
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.layer import LoadedLayer, device_entry
from vkconfig_py.loader.binding.memory import (
    read_extensions,
    read_names,
    read_text,
    read_u32,
    read_word,
)
from vkconfig_py.loader.binding.observer import Observer
from vkconfig_py.loader.binding.request import walk
from vkconfig_py.loader.binding.results import SUCCESS
from vkconfig_py.loader.binding.tap_record import ENUMERATES, Call, Record
from vkconfig_py.loader.probe.jobs import Passage

_CREATE_INSTANCE = "vkCreateInstance"
_CREATE_DEVICE = "vkCreateDevice"
_SUBMIT = "vkQueueSubmit"
_INSTANCE_ENTRY = "vkGetInstanceProcAddr"
_DEVICE_ENTRY = "vkGetDeviceProcAddr"


class Taps:
    """The taps of one instance. Whoever has them in a chain keeps them until it is gone."""

    def __init__(self, report: Report = print_exception) -> None:
        self.record = Record()
        self._report = report
        self._taps: list[Tap] = []
        self._layers: tuple[str, ...] = ()

    def around(self, layers: Sequence[LoadedLayer], bottom: int) -> list[LoadedLayer]:
        """Return the layers with a tap above each and one below the last.

        Without layers there are no taps: a driver would see the link to them.

        Args:
            layers: application side first.
            bottom: address of vkGetInstanceProcAddr below the layers.
        """
        if not layers:
            return []
        self._layers = tuple(layer.name for layer in layers)
        tapped: list[LoadedLayer] = []
        below, answers, tap = bottom, 0, None
        has_devices = True
        for number in range(len(layers), -1, -1):
            if number < len(layers):
                layer = layers[number]
                below = layer.get_instance_proc_addr
                answers = layer.answers_physical_devices or answers
                has_devices = bool(device_entry(layer, Observer()))
                tapped.insert(0, layer)
            skipping = None if has_devices else tap
            tap = Tap(number, self.record, tap, skipping, below, answers, self._report)
            self._taps.append(tap)
            tapped.insert(0, tap.layer)
        return tapped

    def passages(self) -> tuple[Passage, ...]:
        """Return what was seen so far of calls of the application."""
        return self.record.passages(self._layers)


class Tap:
    """One of the layers that only look.

    Attributes:
        layer: what stands in the chain.
    """

    def __init__(
        self,
        number: int,
        record: Record,
        tap_below: Tap | None,
        skipping: Tap | None,
        below: int,
        answers: int,
        report: Report,
    ) -> None:
        """Make the functions of the tap.

        Args:
            number: counted from the application.
            record: where calls are written down.
            tap_below: what stands below the layer that is below this tap.
            skipping: the same, if that layer is left out of chains of devices.
            below: vkGetInstanceProcAddr of what is below this tap.
            answers: vk_layerGetPhysicalDeviceProcAddr of it, or 0; nothing of it is looked at.
            report: hears of exceptions.
        """
        self._number = number
        self._record = record
        self._tap_below = tap_below
        self._skipping = skipping
        self._below = below
        self._asked_with = 0
        self._device_below = 0
        self._by_device: dict[int, int] = {}
        self._functions: dict[str, int] = {}
        self._submits: dict[int, int] = {}
        self._keep = {
            name: callback(signature, function, report=report)
            for name, signature, function in self._own_functions()
        }
        self._instance_level = {
            name: made.address for name, made in self._keep.items() if name != _SUBMIT
        }
        self.layer = LoadedLayer(
            LayerFile(f"tap {number}", ""),
            None,
            "",
            LAYER_INTERFACE,
            self.address(_INSTANCE_ENTRY),
            self.address(_DEVICE_ENTRY),
            answers,
        )

    def address(self, name: str) -> int:
        """Return the tap's own function."""
        return self._keep[name].address

    def _own_functions(self) -> list[tuple[str, str, Callable[..., int]]]:
        functions: dict[str, Callable[..., int]] = {
            _INSTANCE_ENTRY: self._get_instance_proc_addr,
            _DEVICE_ENTRY: self._get_device_proc_addr,
            _CREATE_INSTANCE: self._create_instance,
            _CREATE_DEVICE: self._create_device,
            "vkEnumeratePhysicalDevices": self._enumerate_physical_devices,
            ENUMERATES: self._enumerate_extensions,
            _SUBMIT: self._queue_submit,
        }
        known = commands()
        return [(name, known[name].signature, made) for name, made in functions.items()]

    def _get_instance_proc_addr(self, instance: int, name: int) -> int:
        wanted = read_text(name)
        entry = self._below
        if self._skipping and wanted == _CREATE_DEVICE and self._record.is_in(_CREATE_DEVICE):
            # Asked along a chain of devices, often without an instance, which layers that are
            # left out of it need not expect.
            entry = self._skipping.address(_INSTANCE_ENTRY)
        below: int = function_type("ppp")(entry)(instance, name)
        if below and wanted in self._instance_level:
            self._functions[wanted] = below
            self._asked_with = instance if wanted == _CREATE_DEVICE else self._asked_with
            return self._instance_level[wanted]
        return below

    def _get_device_proc_addr(self, device: int, name: int) -> int:
        key = read_word(device)
        entry = self._by_device.get(key, self._device_below)
        below: int = function_type("ppp")(entry)(device, name)
        wanted = read_text(name)
        if not below or wanted not in (_SUBMIT, _DEVICE_ENTRY):
            return below
        if wanted == _SUBMIT:
            self._submits[key] = below
        return self.address(wanted)

    def _create_instance(self, info: int, allocator: int, result: int) -> int:
        create = self._functions[_CREATE_INSTANCE]
        request = VkInstanceCreateInfo.from_address(info)
        for kind, address in walk(request.pNext or 0):
            node = VkLayerInstanceCreateInfo.from_address(address)
            if kind == LOADER_INSTANCE_CREATE_INFO and node.function == LAYER_LINK_INFO:
                link = VkLayerInstanceLink.from_address(node.u.pLayerInfo)
                self._below = link.pfnNextGetInstanceProcAddr
                node.u.pLayerInfo = link.pNext
                break
        call = Call(self._number, _CREATE_INSTANCE, enters=True)
        call.extensions = _enabled(request)
        return self._pass_on(call, create, info, allocator, result)

    def _create_device(self, physical_device: int, info: int, allocator: int, result: int) -> int:
        create, entry = self._functions[_CREATE_DEVICE], self._device_below
        request = VkDeviceCreateInfo.from_address(info)
        for kind, address in walk(request.pNext or 0):
            node = VkLayerDeviceCreateInfo.from_address(address)
            if kind == LOADER_DEVICE_CREATE_INFO and node.function == LAYER_LINK_INFO:
                # The first one counts: a layer that makes a device of its own may have passed on
                # what it got, with a link that is used up.
                link = VkLayerDeviceLink.from_address(node.u.pLayerInfo)
                create = self._next_create(link.pfnNextGetInstanceProcAddr, create)
                entry = self._device_below = link.pfnNextGetDeviceProcAddr
                node.u.pLayerInfo = link.pNext
                break
        call = self._call(_CREATE_DEVICE, create)
        call.extensions = _enabled(request)
        code = self._pass_on(call, create, physical_device, info, allocator, result)
        if code == SUCCESS:
            self._by_device[read_word(read_word(result))] = entry
        return code

    def _next_create(self, below: int, known: int) -> int:
        """Return vkCreateDevice of what is below; a layer may be left out of chains of devices."""
        if below == self._below:
            return known
        name = _CREATE_DEVICE.encode()
        found: int = function_type("ppp")(below)(self._asked_with, name)
        return found

    def _enumerate_physical_devices(self, instance: int, count: int, devices: int) -> int:
        function = self._functions["vkEnumeratePhysicalDevices"]
        call = self._call("vkEnumeratePhysicalDevices", function)
        return self._pass_on(call, function, instance, count, devices)

    def _enumerate_extensions(self, device: int, layer: int, count: int, properties: int) -> int:
        function = self._functions[ENUMERATES]
        call = self._call(ENUMERATES, function)
        code = self._pass_on(call, function, device, layer, count, properties)
        if properties and not layer and code >= SUCCESS:
            found = read_extensions(read_u32(count), properties)
            call.extensions = tuple(name for name, _ in found)
        return code

    def _queue_submit(self, queue: int, count: int, submits: int, fence: int) -> int:
        function = self._submits[read_word(queue)]
        return self._pass_on(self._call(_SUBMIT, function), function, queue, count, submits, fence)

    def _call(self, command: str, function: int) -> Call:
        enters = self._tap_below is None or function != self._tap_below.address(command)
        return Call(self._number, command, enters)

    def _pass_on(self, call: Call, function: int, *arguments: int) -> int:
        below = function_type(commands()[call.command].signature)(function)
        self._record.enter(call)
        try:
            code: int = below(*arguments)
            call.code = code
        finally:
            self._record.leave(call)
        return code


def _enabled(info: VkInstanceCreateInfo | VkDeviceCreateInfo) -> tuple[str, ...]:
    return read_names(info.enabledExtensionCount, info.ppEnabledExtensionNames or 0)
