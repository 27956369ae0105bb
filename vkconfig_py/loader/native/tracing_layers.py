"""Taps: internal layers between the real ones, which record in what order those are entered.

There is a tap above each layer and one below the last. It forwards every call unchanged, returns no
function that does not exist below it, and implements none; so neither the layers nor the
application notice it. It records:

* Order. A layer that does not intercept a command returns the next element's function, so the tap
  above it gets the function of the tap below: such a layer is not entered.
* Time. A layer's own time is the time measured above it, without the calls measured below it.
* Extensions. Those of the create info that enters a layer and of the one that leaves it; those of
  vkEnumerateDeviceExtensionProperties that enter it from below and leave it above.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from vkconfig_py.loader.base.versions import SUCCESS
from vkconfig_py.loader.native.abi import (
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
from vkconfig_py.loader.native.callbacks import (
    ReportException,
    make_callback,
    make_function_type,
    print_exception,
)
from vkconfig_py.loader.native.libraries import LoadedLayer, find_device_entry_points
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.memory import (
    read_extensions,
    read_names,
    read_text,
    read_u32,
    read_word,
    walk_structure_chain,
)
from vkconfig_py.loader.native.vulkan_registry import list_commands
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.wire.jobs import LayerCall, PlannedLayer

ENUMERATE_DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"

_CREATE_INSTANCE = "vkCreateInstance"
_CREATE_DEVICE = "vkCreateDevice"
_SUBMIT = "vkQueueSubmit"
_INSTANCE_ENTRY = "vkGetInstanceProcAddr"
_DEVICE_ENTRY = "vkGetDeviceProcAddr"


class Call:
    """A call that passes a tap.

    Attributes:
        tracing_layer: number of the tap, 0 for the one nearest to the application.
        enters: the layer below the tap intercepts the command.
        extensions: passed down, or returned by an enumeration; None for a count-only call.
        inner: calls that pass other taps meanwhile, on the same thread.
        code: the return value.
    """

    __slots__ = (
        "code",
        "command",
        "entered",
        "enters",
        "extensions",
        "inner",
        "left",
        "tracing_layer",
    )

    def __init__(self, tracing_layer: int, command: str, enters_layer: bool) -> None:
        self.tracing_layer = tracing_layer
        self.command = command
        self.enters = enters_layer
        self.extensions: tuple[str, ...] | None = None
        self.inner: list[Call] = []
        self.code = 0
        self.entered = self.left = 0.0

    @property
    def seconds(self) -> float:
        """Return the time that the call took, with all that it called."""
        return self.left - self.entered

    @property
    def own_seconds(self) -> float:
        """Return the time of a call without the inner calls that passed other tracing layers."""
        return self.seconds - sum(call.seconds for call in self.inner)

    @property
    def below(self) -> Call | None:
        """Return the same command at the next tracing layer, or None if the layer stopped it."""
        return next((call for call in self.inner if call.command == self.command), None)


class CallRecord:
    """Calls in the order of recording.

    Attributes:
        calls: those that were not made during another one.
        layers: names, application side first.
    """

    def __init__(self, observer: Observer | None = None) -> None:
        self.calls: list[Call] = []
        self.layers: tuple[str, ...] = ()
        self._observer = observer or Observer()
        # Layers call Vulkan from threads of their own: each thread has its own stack of calls.
        self._open_calls = threading.local()

    def enter_call(self, call: Call) -> None:
        """Record that a thread enters a call."""
        # Announced before the layer is entered: if the process dies there, it is the culprit.
        self._announce_call(call.command, call.tracing_layer)
        stack: list[Call] = self._open_calls.__dict__.setdefault("stack", [])
        (stack[-1].inner if stack else self.calls).append(call)
        stack.append(call)
        call.entered = perf_counter()

    def leave_call(self, call: Call) -> None:
        """Record that a thread leaves its current call."""
        call.left = perf_counter()
        self._open_calls.stack.pop()
        # Back in the layer above this tap.
        self._announce_call(call.command, call.tracing_layer - 1)

    def _announce_call(self, command: str, address: int) -> None:
        """Announce which layer runs a command now.

        `address`: number of the layer, counted from the program.
        """
        if 0 <= address < len(self.layers):
            self._observer.announce_step(f"{command} of {self.layers[address]}")

    def is_in(self, command: str) -> bool:
        """Return whether the current call of this thread is a call of this command."""
        stack: list[Call] = self._open_calls.__dict__.get("stack", [])
        return bool(stack) and stack[-1].command == command

    def find_failed_layer(self, command: str) -> str:
        """Return the name of the layer that made a call of the program fail, or "".

        It is the last layer that was entered and returned an error, unless the error came from the
        end of the chain.
        """
        failed_layer_index: int | None = None
        calls = (
            first_call
            for first_call in self.calls
            if first_call.tracing_layer == 0 and first_call.command == command
        )
        call: Call | None = next(calls, None)
        while call is not None and call.code < 0:
            failed_layer_index = call.tracing_layer
            call = call.below
        return (
            ""
            if failed_layer_index in (None, len(self.layers))
            else self.layers[failed_layer_index or 0]
        )

    def list_layer_calls(self) -> tuple[LayerCall, ...]:
        """Return the calls of the program, one for each command and layer."""
        call_by_key: dict[tuple[str, str, int], LayerCall] = {}
        for call in self._list_application_calls():
            layer_call = _make_layer_call(call, self.layers[call.tracing_layer])
            key = call.command, layer_call.layer, call.tracing_layer
            call_by_key[key] = (
                _merge_calls(call_by_key[key], layer_call) if key in call_by_key else layer_call
            )
        return tuple(call_by_key.values())

    def _list_application_calls(self) -> Iterator[Call]:
        """Yield the calls of the program that entered a layer, not those that layers made.

        Calls made by layers are excluded.
        """
        for first_call in tuple(self.calls):
            call: Call | None = first_call if first_call.tracing_layer == 0 else None
            while call is not None and call.tracing_layer < len(self.layers):
                if call.enters:
                    yield call
                call = call.below


def _make_layer_call(call: Call, layer: str) -> LayerCall:
    """Return a call with its times and the extensions that the layer added or removed."""
    inner_calls = [inner_call for inner_call in call.inner if inner_call.command == call.command]
    extensions = call.extensions
    # A command may be called twice, to count and to list: only one of the calls has extensions.
    inner_extensions = next(
        (inner_call.extensions for inner_call in inner_calls if inner_call.extensions is not None),
        None,
    )
    # An enumeration hands extensions up, a create info hands them down.
    into, out = (
        (inner_extensions, extensions)
        if call.command == ENUMERATE_DEVICE_EXTENSIONS
        else (extensions, inner_extensions)
    )
    added_extensions: tuple[str, ...] = ()
    removed_extensions: tuple[str, ...] = ()
    if into is not None and out is not None:
        added_extensions = tuple(name for name in out if name not in into)
        removed_extensions = tuple(name for name in into if name not in out)
    return LayerCall(
        call.command, layer, call.seconds, call.own_seconds, added_extensions, removed_extensions
    )


def _merge_calls(first_call: LayerCall, second_call: LayerCall) -> LayerCall:
    """Merge two calls of the same layer and command."""
    return LayerCall(
        first_call.command,
        first_call.layer,
        first_call.seconds + second_call.seconds,
        first_call.own_seconds + second_call.own_seconds,
        tuple(dict.fromkeys((*first_call.added, *second_call.added))),
        tuple(dict.fromkeys((*first_call.removed, *second_call.removed))),
    )


class TracingLayers:
    """The taps of one instance. The owner of a chain with taps keeps them until it is destroyed.

    Attributes:
        record: of the calls; its observer is notified of each entered layer.
        files: of the layers of the latest chain, application side first.
    """

    def __init__(
        self,
        observer: Observer | None = None,
        report: ReportException = print_exception,
        profile: LoaderProfile = NEWEST_PROFILE,
    ) -> None:
        self.record = CallRecord(observer)
        self._profile = profile
        self.files: tuple[PlannedLayer, ...] = ()
        self._report = report
        self._tracing_layers: list[TracingLayer] = []

    def insert_around(self, layers: Sequence[LoadedLayer], bottom: int) -> list[LoadedLayer]:
        """Return the layers with a tracing layer above each and one below the last.

        Without layers there are no tracing layers: a driver would see the link to them.

        Args:
            layers: application side first.
            bottom: address of vkGetInstanceProcAddr below the layers.
        """
        self.files = tuple(layer.file for layer in layers)
        self.record.layers = tuple(file.name for file in self.files)
        if not layers:
            return []
        traced_layers: list[LoadedLayer] = []
        next_function, answers, tracing_layer = bottom, 0, None
        has_devices = True
        # From the driver's side, as the C loader links them: each tap has to know what is below it.
        for number in range(len(layers), -1, -1):
            if number < len(layers):
                layer = layers[number]
                next_function = layer.get_instance_proc_addr
                answers = layer.answers_physical_devices or answers
                # A layer without vkGetDeviceProcAddr is left out of chains of devices: calls go
                # from the tap above it to the one below.
                has_devices = any(find_device_entry_points(layer, self._profile, Observer()))
                traced_layers.insert(0, layer)
            skipped_layer = None if has_devices else tracing_layer
            tracing_layer = TracingLayer(
                number,
                self.record,
                tracing_layer,
                skipped_layer,
                next_function,
                answers,
                self._report,
            )
            self._tracing_layers.append(tracing_layer)
            traced_layers.insert(0, tracing_layer.layer)
        return traced_layers


class TracingLayer:
    """A layer that only records.

    Attributes:
        layer: its entry in the chain.
    """

    def __init__(
        self,
        number: int,
        record: CallRecord,
        tracing_layer_below: TracingLayer | None,
        skipped_layer: TracingLayer | None,
        function_below: int,
        answers: int,
        report: ReportException,
    ) -> None:
        """Make the functions of a tracing layer.

        Args:
            number: counted from the application.
            record: receives the calls.
            tracing_layer_below: the next tap, below the layer that is below this one.
            skipped_layer: the same, if that layer is left out of chains of devices.
            function_below: vkGetInstanceProcAddr of the next element.
            answers: its vk_layerGetPhysicalDeviceProcAddr, or 0; its functions are not recorded.
            report: called with exceptions.
        """
        self._layer_number = number
        self._call_record = record
        self._tracing_layer_below = tracing_layer_below
        self._layer_below_for_devices = skipped_layer
        self._function_below = function_below
        self._create_device_instance = 0
        self._device_function_below = 0
        # vkGetDeviceProcAddr below, by the device's dispatch table.
        self._layer_below_by_device: dict[int, int] = {}
        # What is below, by name: of the last answer that a layer got through this tap.
        self._functions: dict[str, int] = {}
        self._submits: dict[int, int] = {}
        # C code has the addresses of these callbacks as long as the chain exists.
        self._keep = {
            name: make_callback(signature, function, report=report)
            for name, signature, function in self._list_own_functions()
        }
        # vkQueueSubmit belongs to a device: its function differs from device to device.
        self._instance_level = {
            name: thunk.address for name, thunk in self._keep.items() if name != _SUBMIT
        }
        self.layer = LoadedLayer(
            PlannedLayer(f"tap {number}", ""),
            None,
            "",
            LAYER_INTERFACE,
            self.address(_INSTANCE_ENTRY),
            self.address(_DEVICE_ENTRY),
            answers,
        )

    def address(self, name: str) -> int:
        """Return the address of one of its functions."""
        return self._keep[name].address

    def _list_own_functions(self) -> list[tuple[str, str, Callable[..., int]]]:
        """Return name, signature and function of each command that it records."""
        functions: dict[str, Callable[..., int]] = {
            _INSTANCE_ENTRY: self._get_instance_proc_addr,
            _DEVICE_ENTRY: self._get_device_proc_addr,
            _CREATE_INSTANCE: self._create_instance,
            _CREATE_DEVICE: self._create_device,
            "vkEnumeratePhysicalDevices": self._enumerate_physical_devices,
            ENUMERATE_DEVICE_EXTENSIONS: self._enumerate_extensions,
            _SUBMIT: self._queue_submit,
        }
        known_commands = list_commands()
        return [
            (name, known_commands[name].signature, function) for name, function in functions.items()
        ]

    def _get_instance_proc_addr(self, instance: int, name: int) -> int:
        """Return the next element's function, or its own for recorded commands."""
        function_name = read_text(name)
        entry = self._function_below
        if (
            self._layer_below_for_devices
            and function_name == _CREATE_DEVICE
            and self._call_record.is_in(_CREATE_DEVICE)
        ):
            # Asked along a chain of devices, often without an instance, which layers that are
            # left out of it need not expect.
            entry = self._layer_below_for_devices.address(_INSTANCE_ENTRY)
        function_below: int = make_function_type("ppp")(entry)(instance, name)
        # Only a function that is there below is replaced; NULL stays NULL.
        if function_below and function_name in self._instance_level:
            self._functions[function_name] = function_below
            # Asked again with the same instance: a layer may know no other.
            self._create_device_instance = (
                instance if function_name == _CREATE_DEVICE else self._create_device_instance
            )
            return self._instance_level[function_name]
        return function_below

    def _get_device_proc_addr(self, device: int, name: int) -> int:
        """Return the next element's device function, or its own for recorded commands."""
        # The first word is the device's dispatch table, also if a layer wraps the handle.
        key = read_word(device)
        # Before vkCreateDevice has returned, the table is not known: then the link's function
        # counts.
        entry = self._layer_below_by_device.get(key, self._device_function_below)
        function_below: int = make_function_type("ppp")(entry)(device, name)
        function_name = read_text(name)
        if not function_below or function_name not in (_SUBMIT, _DEVICE_ENTRY):
            return function_below
        if function_name == _SUBMIT:
            self._submits[key] = function_below
        return self.address(function_name)

    def _create_instance(self, info: int, allocator: int, result: int) -> int:
        """Record vkCreateInstance, and pass it on with the next link."""
        create = self._functions[_CREATE_INSTANCE]
        request = VkInstanceCreateInfo.from_address(info)
        for kind, address in walk_structure_chain(request.pNext or 0):
            node = VkLayerInstanceCreateInfo.from_address(address)
            # The chain has several such structures; the one with the link moves on.
            if kind == LOADER_INSTANCE_CREATE_INFO and node.function == LAYER_LINK_INFO:
                link = VkLayerInstanceLink.from_address(node.u.pLayerInfo)
                self._function_below = link.pfnNextGetInstanceProcAddr
                # LoaderLayerInterface, "Layer Intercept Requirements": a layer advances the link
                # before it calls down.
                node.u.pLayerInfo = link.pNext
                break
        # Every layer of a chain takes part in vkCreateInstance.
        call = Call(self._layer_number, _CREATE_INSTANCE, enters_layer=True)
        call.extensions = _read_enabled_extensions(request)
        return self._call_below(call, create, info, allocator, result)

    def _create_device(self, physical_device: int, info: int, allocator: int, result: int) -> int:
        """Record vkCreateDevice, and pass it on with the next link."""
        create, entry = self._functions[_CREATE_DEVICE], self._device_function_below
        request = VkDeviceCreateInfo.from_address(info)
        for kind, address in walk_structure_chain(request.pNext or 0):
            node = VkLayerDeviceCreateInfo.from_address(address)
            if kind == LOADER_DEVICE_CREATE_INFO and node.function == LAYER_LINK_INFO:
                # The first one counts: a layer that makes a device of its own may have passed on
                # what it got, with a link that is used up.
                link = VkLayerDeviceLink.from_address(node.u.pLayerInfo)
                create = self._find_next_create_device(link.pfnNextGetInstanceProcAddr, create)
                entry = self._device_function_below = link.pfnNextGetDeviceProcAddr
                node.u.pLayerInfo = link.pNext
                break
        call = self._call(_CREATE_DEVICE, create)
        call.extensions = _read_enabled_extensions(request)
        code = self._call_below(call, create, physical_device, info, allocator, result)
        # The device's table is known only now; later calls find their way by it.
        if code == SUCCESS:
            self._layer_below_by_device[read_word(read_word(result))] = entry
        return code

    def _find_next_create_device(self, function_below: int, known_create: int) -> int:
        """Return the address of the next element's vkCreateDevice.

        A layer may be absent from chains of devices.
        """
        if function_below == self._function_below:
            return known_create
        name = _CREATE_DEVICE.encode()
        address: int = make_function_type("ppp")(function_below)(self._create_device_instance, name)
        return address

    def _enumerate_physical_devices(self, instance: int, count: int, devices: int) -> int:
        """Record vkEnumeratePhysicalDevices, and pass it on."""
        function = self._functions["vkEnumeratePhysicalDevices"]
        call = self._call("vkEnumeratePhysicalDevices", function)
        return self._call_below(call, function, instance, count, devices)

    def _enumerate_extensions(self, device: int, layer: int, count: int, properties: int) -> int:
        """Record vkEnumerateDeviceExtensionProperties, and pass it on."""
        function = self._functions[ENUMERATE_DEVICE_EXTENSIONS]
        call = self._call(ENUMERATE_DEVICE_EXTENSIONS, function)
        code = self._call_below(call, function, device, layer, count, properties)
        # The list of one layer says nothing about what passes through the chain.
        if properties and not layer and code >= SUCCESS:
            extensions = read_extensions(read_u32(count), properties)
            call.extensions = tuple(name for name, _ in extensions)
        return code

    def _queue_submit(self, queue: int, count: int, submits: int, fence: int) -> int:
        """Record vkQueueSubmit, and pass it on."""
        # A VkQueue begins with the table of its device.
        function = self._submits[read_word(queue)]
        return self._call_below(
            self._call(_SUBMIT, function), function, queue, count, submits, fence
        )

    def _call(self, command: str, function: int) -> Call:
        """Return a new record of a command."""
        # The layer handed out the tap below it: it does not take part in the command.
        enters = self._tracing_layer_below is None or function != self._tracing_layer_below.address(
            command
        )
        return Call(self._layer_number, command, enters)

    def _call_below(self, call: Call, function: int, *arguments: int) -> int:
        """Call the next element and record time and VkResult."""
        function_below = make_function_type(list_commands()[call.command].signature)(function)
        self._call_record.enter_call(call)
        try:
            code: int = function_below(*arguments)
            call.code = code
        # An exception that leaves the call must not leave the tap open on the stack.
        finally:
            self._call_record.leave_call(call)
        return code


def _read_enabled_extensions(info: VkInstanceCreateInfo | VkDeviceCreateInfo) -> tuple[str, ...]:
    """Return the names of extensions that a create info enables."""
    return read_names(info.enabledExtensionCount, info.ppEnabledExtensionNames or 0)
