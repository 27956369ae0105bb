"""Loader: a complete replacement of libvulkan, exposed as one vkGetInstanceProcAddr.

Any code with that address can use Vulkan as with any loader: C code, a layer, or Python through
ctypes. The input is a LoadPlan, computed from the manifests and settings; the progress is reported
to an Observer.

EntryPoints follows gpa_helper.c, trampoline_get_proc_addr, and trampoline.c, vkGetDeviceProcAddr.
Which names resolve does not depend on drivers: core functions always resolve, whatever the
application's version is; functions of instance extensions if the extension is enabled, those of
device extensions always.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.versions import INITIALIZATION_FAILED, SUCCESS, VulkanError
from vkconfig_py.loader.native.callbacks import (
    Arena,
    Callback,
    arena_of_process,
    make_callback,
    make_function_type,
)
from vkconfig_py.loader.native.global_functions import GlobalFunctions, PreInstanceChains
from vkconfig_py.loader.native.instance_creation import (
    LoaderParts,
    create_instance,
    destroy_instance,
)
from vkconfig_py.loader.native.libraries import query_function
from vkconfig_py.loader.native.loader_instance import (
    InsertTracingLayers,
    LoaderInstance,
    report_abort,
    report_exception,
    return_layers_unchanged,
)
from vkconfig_py.loader.native.loader_messages import NativeStep, Observer
from vkconfig_py.loader.native.memory import read_text, read_word, write_dispatch_table, write_word
from vkconfig_py.loader.native.terminators import Functions, trampolines
from vkconfig_py.loader.native.terminators.debug_utils import (
    DEBUG_MARKER,
    DEBUG_UTILS,
    DEBUG_UTILS_COMMANDS,
    LABELS,
    NAMING_COMMANDS,
)
from vkconfig_py.loader.native.vulkan_registry import (
    DEVICE_SLOTS,
    INSTANCE_SLOTS,
    Command,
    find_known,
    list_commands,
    list_extension_kinds,
)
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.wire.jobs import LoadPlan

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DeviceProtocol

GET_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"
GET_DEVICE_QUEUE_2 = "vkGetDeviceQueue2"
SURFACE = "VK_KHR_surface"
# The loader's own functions for every device: they stamp handles, or forget the device.
_TRAMPOLINE_COMMANDS = frozenset(
    {"vkDestroyDevice", "vkGetDeviceQueue", "vkAllocateCommandBuffers"}
)
_QUEUE_2_VERSION = (1, 1, 0)
# wsi.c gates these on VK_KHR_surface, whatever extension defines them.
_QUERIES_2 = frozenset(
    {"vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceFormats2KHR"}
)
_SURFACE_COMMANDS = _QUERIES_2 | {
    "vkGetDeviceGroupPresentCapabilitiesKHR",
    "vkGetDeviceGroupSurfacePresentModesKHR",
    "vkGetPhysicalDevicePresentRectanglesKHR",
}

_GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
_CREATE = "vkCreateInstance"
_DESTROY = "vkDestroyInstance"
_GLOBALS_HIDDEN_VERSION = (1, 3, 0)


class EntryPoints:
    """vkGetInstanceProcAddr of one instance, for the application."""

    def __init__(self, instance: LoaderInstance, functions: Functions) -> None:
        self._instance = instance
        self._functions = functions
        self._get_device_proc_addr = instance.address(
            "top", GET_DEVICE_PROC_ADDR, "ppp", self._answer_device
        )

    def find(self, name: str) -> int:
        """Return the address of a function for the program, or 0 (vkGetInstanceProcAddr)."""
        if name == GET_DEVICE_PROC_ADDR:
            return self._get_device_proc_addr
        command = find_known(name, self._instance.profile)
        if command is None:
            return self._instance.unknown.find_top_function(name)
        return self._find_function(command) if self._is_enabled(command) else 0

    def _is_enabled(self, command: Command) -> bool:
        """Return whether the extension of a command is enabled in the instance."""
        surface_commands = _SURFACE_COMMANDS
        if not self._instance.profile.has(NativeGate.QUERIES_2_BY_SURFACE):
            surface_commands -= _QUERIES_2
        needed = SURFACE if command.name in surface_commands else command.extension
        # Functions of device extensions are always found: which device asks is not known here.
        if list_extension_kinds().get(needed) != "instance":
            return True
        return needed in self._instance.extensions

    def _find_function(self, command: Command) -> int:
        """Return the address of a command that the loader knows."""
        function = self._functions.get(command.name)
        if command.first == "I" and (function or self._instance.below != self._instance.handle):
            # Layers know the VkInstance that the topmost of them returned.
            function = self._make_checked(command, function or self._make_trampoline(command))
        if function is None:
            return self._make_thunk(command)
        return self._instance.make_command_address("top", command.name, function)

    def _make_checked(self, command: Command, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that replaces the loader's VkInstance by the topmost layer's."""

        def call(handle: int, *arguments: Any) -> Any:
            """Check the handle and call with that of the topmost layer."""
            # trampoline.c checks the magic word, logs the VUID and calls abort().
            if handle and handle != self._instance.handle:
                detail = f"VkInstance {handle:#x} is another one"
                report_abort(self._instance.observer, command.name, "handle", detail)
            return function(self._instance.below if handle else 0, *arguments)

        return call

    def _make_trampoline(self, command: Command) -> Callable[..., Any]:
        """Return the function that calls the chain's top, for a layer that wraps the instance."""
        slot, table = INSTANCE_SLOTS[command.name], self._instance.table
        return lambda *arguments: make_function_type(command.signature)(table[slot])(*arguments)

    def _make_thunk(self, command: Command) -> int:
        """Return the address of a thunk that jumps into the chain."""
        arena = self._instance.arena
        if command.first == "P":
            return arena.physical_trampoline(INSTANCE_SLOTS[command.name], command.signature)
        if command.first == "I":
            return arena.trampoline(INSTANCE_SLOTS[command.name], command.signature)
        slot = DEVICE_SLOTS[command.name]
        # vkGetDeviceQueue, vkGetDeviceQueue2 and vkAllocateCommandBuffers return dispatchable
        # objects of the driver, which need the device's table before anybody uses them.
        match command.name:
            case "vkGetDeviceQueue":
                return arena.queue_trampoline(slot)
            case "vkGetDeviceQueue2":
                return arena.queue2_trampoline(slot)
            case "vkAllocateCommandBuffers":
                return arena.allocate_command_buffers(slot)
        return arena.trampoline(slot, command.signature)

    def _answer_device(self, handle: int, name_address: int) -> int:
        """Return the address of a device's function (vkGetDeviceProcAddr), or 0."""
        name = read_text(name_address)
        device = self._instance.chains.find(handle, GET_DEVICE_PROC_ADDR)
        # trampoline.c, vkGetDeviceProcAddr: NULL for names that do not begin with vk.
        if device is None or not name.startswith("vk"):
            return 0
        if name == GET_DEVICE_PROC_ADDR:
            return self._get_device_proc_addr
        command = find_known(name, self._instance.profile)
        # Not in the device's dispatch table: the chain decides.
        if command is None or name not in DEVICE_SLOTS:
            return query_function(device.top, device.first_layer_handle, name)
        if name in _TRAMPOLINE_COMMANDS:
            return self._find_function(command)
        # 1.1 core: hidden from older applications only by VK_KHR_maintenance5.
        if name == GET_DEVICE_QUEUE_2:
            is_hidden = (
                device.hides_newer_functions and self._instance.api_version < _QUEUE_2_VERSION
            )
            return 0 if is_hidden else self._find_function(command)
        return self._find_device_function(device, command)

    def _find_device_function(self, device: DeviceProtocol, command: Command) -> int:
        """Return the address in the device's own table, so that calls go straight to its chain."""
        if self._is_command_hidden(device, command):
            return 0
        has = self._instance.profile.has
        is_disabled = DEBUG_UTILS not in self._instance.extensions
        if command.name in DEBUG_UTILS_COMMANDS and is_disabled and has(NativeGate.LABELS_ALWAYS):
            return self._find_function(command)  # not hidden: such a loader gives it all the same
        if command.name in NAMING_COMMANDS and has(NativeGate.NAMES_UNWRAPPED):
            return self._find_function(command)
        # Without a thunk: the application calls the topmost layer directly, as vkGetDeviceProcAddr
        # promises.
        slot = DEVICE_SLOTS[command.name]
        return device.table[slot] if device.table.has(slot) else 0

    def _is_command_hidden(self, device: DeviceProtocol, command: Command) -> bool:
        """Return whether vkGetDeviceProcAddr of this release hides a command."""
        if command.version is not None:
            # VK_KHR_maintenance5: vkGetDeviceProcAddr returns NULL for core functions beyond the
            # application's apiVersion.
            return device.hides_newer_functions and command.version > self._instance.api_version[:2]
        if command.extension == DEBUG_MARKER:
            return self._instance.profile.has(NativeGate.NAMES_UNWRAPPED) and not device.has_marker
        if command.extension != DEBUG_UTILS or DEBUG_UTILS in self._instance.extensions:
            return False
        has = self._instance.profile.has
        if command.name not in DEBUG_UTILS_COMMANDS:
            return True
        # Without a part of the loader in it, the driver decides.
        if not has(NativeGate.DEVICE_FUNCTIONS_BY_EXTENSION):
            return False
        return has(NativeGate.NAMES_UNWRAPPED) and (
            command.name not in LABELS or not has(NativeGate.LABELS_ALWAYS)
        )


class Loader:
    """One loader for one plan. It serves any number of instances.

    Attributes:
        get_instance_proc_addr: address of its vkGetInstanceProcAddr, valid as long as the loader.
        between: may insert internal layers between the opened ones; called with these and the
            vkGetInstanceProcAddr below the last one.
        instances: live instances, by their handles.
    """

    def __init__(
        self,
        plan: LoadPlan,
        observer: Observer,
        arena: Arena | None = None,
        between: InsertTracingLayers = return_layers_unchanged,
    ) -> None:
        self.plan = plan
        self.observer = observer
        # One arena for the whole process: thunks do not depend on an instance.
        self.arena = arena if arena is not None else arena_of_process()
        self.between = between
        self.instances: dict[int, LoaderInstance] = {}
        self.global_functions = GlobalFunctions(plan, observer)
        self._entry_points_by_instance: dict[int, EntryPoints] = {}
        # Layers call back into the loader while it creates and destroys, on the same thread.
        self._lock = RLock()
        self._callbacks: dict[str, Callback] = {}
        self._destroyed: LoaderInstance | None = None
        self._globals = {
            name: self._make_address(name, list_commands()[name].signature, function)
            for name, function in self._list_global_functions().items()
            if find_known(name, plan.profile)
        }
        self.set_instance_data = self._make_address("instance data", "ipp", self._set_instance_data)
        self.get_instance_proc_addr = self._make_address(
            _GET_INSTANCE_PROC_ADDR, "ppp", self._answer
        )
        self._parts = LoaderParts(
            plan, observer, self.arena, between, self.global_functions, self.set_instance_data
        )

    def _list_global_functions(self) -> Functions:
        """Return the functions that exist without an instance, by name."""
        functions = self.global_functions.list_functions()
        chains = PreInstanceChains(self.plan.implicit_only, functions, self.observer)
        return {**chains.list_functions(), _CREATE: self._create}

    def _make_address(self, name: str, signature: str, function: Callable[..., int]) -> int:
        """Return the C address of a Python function, valid as long as the loader."""
        thunk = make_callback(
            signature, function, report=lambda error: report_exception(self.observer, name, error)
        )
        self._callbacks[name] = thunk
        return thunk.address

    def _answer(self, handle: int, name_address: int) -> int:
        """Return the address of a function, or 0 (vkGetInstanceProcAddr).

        `name_address`: address of its name.
        """
        name = read_text(name_address)
        address = self.get_instance_proc_addr if name == _GET_INSTANCE_PROC_ADDR else 0
        has = self.plan.profile.has
        if address and has(NativeGate.LOOKUP_FINDS_ITSELF):
            return address
        address = address or self._globals.get(name, 0)
        if name == _GET_INSTANCE_PROC_ADDR and not has(NativeGate.LOOKUP_IS_GLOBAL):
            return address if handle else 0
        # With a NULL instance only global functions exist (vkGetInstanceProcAddr, table of the
        # specification).
        if not handle:
            return address
        instance = self._find_instance(handle)
        if not address:
            return self._entry_points_by_instance[handle].find(name)
        # Vulkan 1.3: global functions are found with a NULL instance alone.
        is_of_1_3 = instance.api_version >= _GLOBALS_HIDDEN_VERSION
        is_hidden = has(NativeGate.GLOBALS_HIDDEN) or not has(NativeGate.GLOBALS_FOUND_BY_INSTANCE)
        return (
            0 if is_hidden or (has(NativeGate.GLOBALS_HIDDEN_SINCE_1_3) and is_of_1_3) else address
        )

    def _find_instance(self, handle: int) -> LoaderInstance:
        """Return the instance of a handle, or abort the process as the C loader does."""
        instance = self.instances.get(handle)
        if instance is None:
            detail = f"VkInstance {handle:#x} is none of this loader"
            report_abort(self.observer, _GET_INSTANCE_PROC_ADDR, "handle", detail)
            raise KeyError(detail)
        return instance

    def _create(self, info: int, allocator: int, address: int) -> int:
        """Create an instance for the program (vkCreateInstance). Return the VkResult.

        `address`: where the handle is written.
        """
        if not info or not address:
            self._report_failure(_CREATE, INITIALIZATION_FAILED, message("an argument is NULL"))
            return INITIALIZATION_FAILED
        try:
            instance = create_instance(self._parts, info, allocator)
        except VulkanError as error:
            self._report_failure(_CREATE, error.code, str(error))
            return error.code
        with self._lock:
            self.instances[instance.handle] = instance
            self._entry_points_by_instance[instance.handle] = EntryPoints(
                instance, self._list_top_functions(instance)
            )
        write_word(address, instance.handle)
        self.observer.report_finding(NativeStep(_CREATE, "result", "ok"))
        return SUCCESS

    def _list_top_functions(self, instance: LoaderInstance) -> Functions:
        """Return the loader's functions above the first layer, by name."""
        chains = instance.chains

        def destroy(handle: int, allocator: int) -> None:
            """Destroy the instance unless the handle is NULL."""
            if handle:
                self._destroy(instance, allocator)

        return {
            **trampolines(instance),
            _DESTROY: destroy,
            "vkCreateDevice": chains.create,
            "vkDestroyDevice": chains.destroy,
        }

    def _destroy(self, instance: LoaderInstance, allocator: int) -> None:
        """Destroy an instance and close its libraries (vkDestroyInstance)."""
        destroy_instance(instance, allocator)
        self.global_functions.release()
        with self._lock:
            del self.instances[instance.handle]
            del self._entry_points_by_instance[instance.handle]
            # What is running right now is a function of this instance.
            previous_instance, self._destroyed = self._destroyed, instance
        if previous_instance is not None:
            # Its callbacks may go now: no call of that instance is running any more.
            previous_instance.release()

    def _set_instance_data(self, handle: int, dispatchable: int) -> int:
        """Write the instance's dispatch table into an object of a layer. Return the VkResult."""
        write_dispatch_table(dispatchable, read_word(handle))
        return SUCCESS

    def _report_failure(self, command: str, code: int, detail: Message | str) -> None:
        """Report that a command failed."""
        self.observer.report_finding(NativeStep(command, "result", "failed", code, detail))
