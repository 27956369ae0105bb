"""LoaderInstance: one VkInstance and its chain of layers: open, link, call, destroy; its surfaces.

loader.c, loader_create_instance_chain and vkDestroyInstance. Layers are opened from last to first.
Each layer finds the functions of the next element in a link and advances the pointer to the
following link before it passes the call down, so links are created anew for every call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from threading import RLock

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.base.versions import (
    EXTENSION_NOT_PRESENT,
    INITIALIZATION_FAILED,
    LAYER_NOT_PRESENT,
    SUCCESS,
    VulkanError,
)
from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.abi import (
    LAYER_LINK_INFO,
    LOADER_DATA_CALLBACK,
    LOADER_FEATURES,
    LOADER_INSTANCE_CREATE_INFO,
    LOADER_LAYER_CREATE_DEVICE_CALLBACK,
    VkInstanceCreateInfo,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
)
from vkconfig_py.loader.native.callbacks import Callback, make_callback
from vkconfig_py.loader.native.driver_calls import DESTROY_SURFACE, make_function
from vkconfig_py.loader.native.libraries import LoadedLayer, open_layer, query_function
from vkconfig_py.loader.native.loader_messages import MessageRouter, NativeStep, Observer
from vkconfig_py.loader.native.memory import (
    DispatchTable,
    InstanceRequest,
    copy_structure,
    link_nodes,
    read_driver_table,
    read_instance_object,
    read_u32,
    read_word,
)
from vkconfig_py.loader.native.physical_devices import ApplicationDevices, PhysicalDevices
from vkconfig_py.loader.native.vulkan_registry import (
    INSTANCE_SLOTS,
    describe,
    get_structure_class,
    list_commands,
    list_known_slots,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import LoadPlan, PlannedLayer

if TYPE_CHECKING:
    from vkconfig_py.loader.native.callbacks import Arena
    from vkconfig_py.loader.native.instance_roles import (
        ChainsProtocol,
        DeviceProtocol,
        DriverProtocol,
        InstanceProtocol,
        LookupProtocol,
        UnknownProtocol,
    )
    from vkconfig_py.loader.native.libraries import OpenedDriver

SURFACE = "VK_KHR_surface"
# Interface version from which on a driver may have surfaces of its own.
_MAKES_SURFACES = 3


class SurfacePlatform(NamedTuple):
    """A platform's way to create a surface.

    Attributes:
        create: name of the command.
        extension: required instance extension.
        number: VkIcdWsiPlatform.
        info: structure of the create info.
        seen: header of the loader's object (vk_icd.h, VkIcdSurface*).
        also: structures that may be chained to the create info.
    """

    create: str
    extension: str
    number: int
    info: str
    seen: Any
    also: tuple[str, ...] = ()

    def list_structures(self) -> dict[int | None, Any]:
        """Return the structures that a create info's chain may have, by sType."""
        return {
            describe(name).structure_type: get_structure_class(name)
            for name in (self.info, *self.also)
        }

    def make_seen(self, info: int) -> Any:
        """Return the structure that drivers see of a surface, from a create info's address."""
        # VkIcdSurfaceXcb and its like have the members of the create info, without sType, pNext and
        # flags.
        surface, info_type = self.seen(), get_structure_class(self.info)
        surface.base.platform = self.number
        for name, _type in self.seen._fields_[1:]:
            source, target = getattr(info_type, name), getattr(self.seen, name)
            handle_address = ctypes.addressof(surface) + target.offset
            ctypes.memmove(handle_address, info + source.offset, target.size)
        return surface


class _Headless(ctypes.Structure):
    """VkIcdSurfaceHeadless."""

    _fields_ = (("base", abi.VkIcdSurfaceBase),)


PLATFORMS = (
    SurfacePlatform(
        "vkCreateHeadlessSurfaceEXT",
        "VK_EXT_headless_surface",
        abi.WSI_HEADLESS,
        "VkHeadlessSurfaceCreateInfoEXT",
        _Headless,
    ),
    SurfacePlatform(
        "vkCreateXcbSurfaceKHR",
        "VK_KHR_xcb_surface",
        abi.WSI_XCB,
        "VkXcbSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXcb,
    ),
    SurfacePlatform(
        "vkCreateXlibSurfaceKHR",
        "VK_KHR_xlib_surface",
        abi.WSI_XLIB,
        "VkXlibSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceXlib,
    ),
    SurfacePlatform(
        "vkCreateWaylandSurfaceKHR",
        "VK_KHR_wayland_surface",
        abi.WSI_WAYLAND,
        "VkWaylandSurfaceCreateInfoKHR",
        abi.VkIcdSurfaceWayland,
    ),
    SurfacePlatform(
        "vkCreateDisplayPlaneSurfaceKHR",
        "VK_KHR_display",
        abi.WSI_DISPLAY,
        "VkDisplaySurfaceCreateInfoKHR",
        abi.VkIcdSurfaceDisplay,
        ("VkDisplaySurfaceStereoCreateInfoNV",),
    ),
)


class LoaderSurface:
    """A surface of the loader.

    Attributes:
        handle: the application's VkSurfaceKHR.
        info: address of a copy of the create info; 0 if it cannot be copied completely.
        copies: the surfaces of drivers.
    """

    __slots__ = (
        "_allocator",
        "_create_info_copy",
        "_kept_objects",
        "copies",
        "handle",
        "info",
        "platform",
    )

    def __init__(self, platform: SurfacePlatform, info: int, allocator: int) -> None:
        self.platform = platform
        self.copies: dict[DriverProtocol, int] = {}
        self._create_info_copy = platform.make_seen(info)
        # The object begins with what a driver reads that makes no surfaces: VkIcdSurfaceBase.
        self.handle = ctypes.addressof(self._create_info_copy)
        self._kept_objects: list[Any] = []
        self.info = self._copy_create_info(info)
        # Surfaces of drivers are made later, when the application's callbacks may be gone.
        callbacks = get_structure_class("VkAllocationCallbacks")
        self._allocator = copy_structure(callbacks, allocator) if allocator and self.info else None

    @property
    def allocator(self) -> int:
        """Return the address of a copy of the VkAllocationCallbacks, or 0 if there were none."""
        return 0 if self._allocator is None else ctypes.addressof(self._allocator)

    def fill_with_zeros(self) -> None:
        """Fill the structure that drivers see with zeros."""
        ctypes.memset(self.handle, 0, ctypes.sizeof(self._create_info_copy))

    def _copy_create_info(self, info: int) -> int:
        """Return the address of a copy of a create info and its chain, or 0 if one is unknown."""
        known_structures = self.platform.list_structures()
        while info:
            # The size of an unknown structure is unknown, so it cannot be copied.
            kind = known_structures.get(read_u32(info))
            if kind is None:
                return 0
            copy = copy_structure(kind, info)
            if self._kept_objects:
                # The copy links to copies: the application's chain ends with its call.
                self._kept_objects[-1].pNext = ctypes.addressof(copy)
            self._kept_objects.append(copy)
            info = read_word(info, 1)
        return ctypes.addressof(self._kept_objects[0])


class SurfaceTable:
    """The surfaces of an instance."""

    def __init__(self, instance: InstanceProtocol) -> None:
        self._instance = instance
        self._surfaces: dict[int, LoaderSurface] = {}
        self._has_created_surface = False

    def create(self, platform: SurfacePlatform, info: int, allocator: int, address: int) -> int:
        """Create a surface for the program. Return the VkResult.

        `info`: address of the create info. `allocator`: address of VkAllocationCallbacks, or 0.
        `address`: where the handle is written.
        """
        # wsi.c asks for the extension before it looks at the create info.
        if platform.extension not in self._instance.extensions:
            detail = f"{platform.extension} is not enabled"
            self._instance.report_finding("loader", platform.create, "refused", 0, detail)
            return EXTENSION_NOT_PRESENT
        surface = LoaderSurface(platform, info, allocator)
        if self._instance.profile.has(NativeGate.SURFACES_BLANK):
            surface.fill_with_zeros()
        with self._instance.lock:
            code = self._start_surface(surface, info, allocator)
            if code == SUCCESS:
                self._has_created_surface = True
                self._surfaces[surface.handle] = surface
                ctypes.c_uint64.from_address(address).value = surface.handle
            else:
                # One driver failed: those that had made a surface lose it again.
                self._destroy_driver_surfaces(surface, allocator)
        return code

    def _start_surface(self, surface: LoaderSurface, info: int, allocator: int) -> int:
        """Create the surface in each driver, unless this release waits for its first use."""
        profile = self._instance.profile
        # Drivers get their surfaces when they are first asked about one.
        if profile.has(NativeGate.LAZY_SURFACES):
            # A surface that is made later needs its create info; one that cannot be copied has
            # none.
            is_refused = not surface.info and profile.has(NativeGate.SURFACE_CHAIN_REFUSED)
            return EXTENSION_NOT_PRESENT if is_refused else SUCCESS
        for driver in self._instance.drivers:
            if makes_surfaces(driver) and driver.proc(surface.platform.create):
                code = self._make_copy(driver, surface, info, allocator)
                if code != SUCCESS:
                    return code
        return SUCCESS

    def destroy(self, handle: int, allocator: int) -> None:
        """Destroy a surface of the program in all drivers."""
        with self._instance.lock:
            # VK_NULL_HANDLE and foreign handles are ignored.
            surface = self._surfaces.pop(handle, None)
            if surface is not None:
                self._destroy_driver_surfaces(surface, allocator)

    def find_driver_surface(self, driver: DriverProtocol, handle: int) -> tuple[int, int]:
        """Return the VkResult, and the driver's own surface for a surface of the loader."""
        # A handle that the loader does not know is passed on as it is.
        surface = self._surfaces.get(handle)
        # Such a driver reads the loader's own VkIcdSurface (vk_icd.h) through the handle.
        if surface is None or not makes_surfaces(driver):
            return SUCCESS, handle
        with self._instance.lock:
            if driver not in surface.copies and driver.instance.profile.has(
                NativeGate.LAZY_SURFACES
            ):
                code = self._create_when_used(driver, surface)
                if code != SUCCESS:
                    return code, 0
        return SUCCESS, surface.copies.get(driver, handle)

    def name_of(self, driver: DriverProtocol, handle: int) -> int:
        """Return the handle that a driver gets where the program names or tags a surface."""
        code, driver_surface = self.find_driver_surface(driver, handle)
        if code != SUCCESS:
            return handle
        is_loader_surface = handle not in self._surfaces or driver_surface != handle
        is_kept = self._instance.profile.has(NativeGate.SURFACE_NAMES_KEPT)
        return driver_surface if is_loader_surface or is_kept else 0

    def are_forgotten(self, driver: DriverProtocol) -> bool:
        """Return whether shared swapchains do not see that surfaces exist."""
        has_gate = self._instance.profile.has(NativeGate.SHARED_SWAPCHAINS_FORGOTTEN)
        return has_gate and self._has_created_surface and makes_surfaces(driver)

    def _create_when_used(self, driver: DriverProtocol, surface: LoaderSurface) -> int:
        """Create a surface in a driver at its first use. Return the VkResult."""
        platform = surface.platform
        # A driver is asked for a surface only if the extension was passed to its own
        # vkCreateInstance.
        may = platform.extension in driver.extensions or not self._instance.profile.has(
            NativeGate.SURFACE_EXTENSIONS_ENABLED
        )
        if not may or not driver.proc(platform.create):
            return EXTENSION_NOT_PRESENT
        return self._make_copy(driver, surface, surface.info, surface.allocator)

    def _make_copy(
        self, driver: DriverProtocol, surface: LoaderSurface, info: int, allocator: int
    ) -> int:
        """Create a surface in a driver. Return the VkResult."""
        create = surface.platform.create
        code, copy = driver.objects.make(create, DESTROY_SURFACE, info, allocator)
        if copy:
            surface.copies[driver] = copy
        return code

    def _destroy_driver_surfaces(self, surface: LoaderSurface, allocator: int) -> None:
        """Destroy a surface in all drivers."""
        for driver in self._instance.drivers:
            driver.objects.destroy(DESTROY_SURFACE, surface.copies.pop(driver, 0), allocator)


def makes_surfaces(driver: DriverProtocol) -> bool:
    """Return whether a driver creates surfaces itself (wsi.c, wsi_unwrap_icd_surface)."""
    # Interface 3: the driver makes VkSurfaceKHR objects itself.
    if driver.driver.interface < _MAKES_SURFACES:
        return False
    if not driver.instance.profile.has(NativeGate.SURFACE_EXTENSIONS_ENABLED):
        return True
    return SURFACE in driver.extensions


_CREATE = "vkCreateInstance"
_DESTROY = "vkDestroyInstance"
# VK_LAYER_INSTANCE_INFO of the first loaders: their instance, and the topmost lookup.
_INSTANCE_INFO = 2


class LoaderInstance:
    """VkInstance, from the moment at which its layers are opened (loader.h, loader_instance).

    Attributes:
        table: top of the chain; its address is the first word of `handle`.
        api_version: as layers passed it down.
        extensions: enabled by the application, and by layers on the way down.
        scanned: drivers in the order of opening.
        drivers: their instances in enumeration order: the driver opened last comes first.
        layers: application side first.
        devices: VkDevices by the address of their dispatch table.
        can_sort: drivers support the queries needed for sorting devices.
        physical_devices: at the bottom of the chain.
        application_devices: at its top.
        keep: references to memory that C code reads until the instance is destroyed.
        below: the VkInstance of the topmost layer, which may have wrapped `handle`.
        top: vkGetInstanceProcAddr of the topmost layer, or the bottom's.
    """

    def __init__(
        self,
        plan: LoadPlan,
        observer: Observer,
        arena: Arena,
        request: InstanceRequest,
        scanned: list[OpenedDriver],
        messages: MessageRouter,
    ) -> None:
        """Make an instance before its layers and drivers are called.

        Args:
            plan: what is loaded.
            observer: gets steps and findings.
            arena: makes thunks.
            request: what the program requests.
            scanned: the opened drivers.
            messages: the program's messengers.
        """
        self.plan = plan
        self.observer = observer
        self.arena = arena
        self.request = request
        self.scanned = scanned
        # Reentrant: layers enumerate devices while they are called to create or destroy something.
        self.lock = RLock()
        self.keep: list[object] = []
        self.table = DispatchTable(arena.constant(INITIALIZATION_FAILED))
        self._object = read_instance_object(self.table.address)
        self.handle = self._object.address
        self.api_version = request.api_version
        self.extensions: frozenset[str] = frozenset()
        self.drivers: list[DriverProtocol] = []
        self.layers: list[LoadedLayer] = []
        self.devices: dict[int, DeviceProtocol] = {}
        self.can_sort = False
        self.physical_devices = PhysicalDevices(self)
        self.application_devices = ApplicationDevices(self, self.physical_devices)
        self.surfaces = SurfaceTable(self)
        self.messages = messages
        self.below = self.handle
        self.top = 0
        # Set by instance_creation, before any layer can ask.
        self.bottom: LookupProtocol
        self.chains: ChainsProtocol
        self.unknown: UnknownProtocol
        self._callbacks: dict[tuple[str, str], Callback] = {}

    @property
    def profile(self) -> LoaderProfile:
        return self.plan.profile

    @property
    def top_name(self) -> str:
        """Return the name in findings of the first element below the application."""
        return self.layers[0].name if self.layers else "the drivers"

    @property
    def failed_layers(self) -> frozenset[str]:
        """Return the names of layers that could not be opened."""
        opened_names = {layer.name for layer in self.layers}
        return frozenset(file.name for file in self.plan.layers if file.name not in opened_names)

    def find_driver(self, handle: int) -> DriverProtocol:
        """Return the driver of a VkPhysicalDevice below the last layer.

        Raises KeyError if that driver was unloaded.
        """
        table = read_driver_table(handle)
        for driver in self.drivers:
            if driver.table.address == table:
                return driver
        raise KeyError(f"VkPhysicalDevice {handle:#x} belongs to no driver")

    def find_answering_device(self, handle: int) -> int:
        """Return the device at the bottom that makes devices and lists extensions for a handle."""
        devices = self.physical_devices.current
        is_first = self.profile.has(NativeGate.FIRST_DEVICE_ANSWERS)
        return devices[0].address if devices and is_first else handle

    def find_device(self, handle: int) -> DeviceProtocol:
        """Return the device of a VkDevice, VkQueue or VkCommandBuffer. Raises KeyError without one.

        Raises KeyError if there is none.
        """
        # The first word of all three is the address of the device's dispatch table, also if a layer
        # wrapped the handle.
        return self.devices[read_word(handle)]

    def make_command_address(
        self, side: str, name: str, function: Callable[..., int | None]
    ) -> int:
        """Return the address of a Python function for a command. `side` is "top" or "bottom"."""
        return self.address(side, name, list_commands()[name].signature, function)

    def address(
        self, side: str, name: str, signature: str, function: Callable[..., int | None]
    ) -> int:
        """Return the address of a Python function, valid until the instance is destroyed."""
        # Made once for each name: callbacks live until the instance is gone.
        key = (side, name)
        with self.lock:
            if key not in self._callbacks:
                self._callbacks[key] = make_callback(
                    signature, function, report=self._make_reporter(name)
                )
            return self._callbacks[key].address

    def report_finding(
        self, subject: str, step: str, outcome: str, code: int = 0, detail: Message | str = ""
    ) -> None:
        """Report what was found about a library or command.

        Args:
            subject: the library, layer or command.
            step: what was done with it.
            outcome: how that ended, such as "refused".
            code: VkResult, 0 for none.
            detail: further words.
        """
        self.observer.report_finding(NativeStep(subject, step, outcome, code, detail))

    def _make_reporter(self, name: str) -> Callable[[BaseException], None]:
        """Return a function that reports an exception in a command."""
        return lambda error: report_exception(self.observer, name, error)

    def release(self) -> None:
        """Free everything that C code could still have reached."""
        self.keep.clear()
        self._callbacks.clear()
        self.drivers.clear()
        self.layers.clear()
        self.devices.clear()
        self.scanned.clear()


def report_exception(observer: Observer, name: str, error: BaseException) -> None:
    """Report a Python exception in a function that C code called."""
    import traceback  # imported late: two thousandths of a second for what ought not to happen

    text = "".join(traceback.format_exception(error))
    observer.report_finding(NativeStep(name, "internal", "exception", 0, text))


InsertTracingLayers = Callable[[Sequence[LoadedLayer], int], Sequence[LoadedLayer]]


def return_layers_unchanged(layers: Sequence[LoadedLayer], _bottom: int) -> Sequence[LoadedLayer]:
    """Return the layers as they are, without tracing layers between them."""
    return layers


def open_files(instance: LoaderInstance, files: Sequence[PlannedLayer]) -> list[LoadedLayer]:
    """Open layers, the last first, and leave out those that are unusable."""
    opened_layers: dict[str, LoadedLayer] = {}
    for file in reversed(files):
        # Two manifests of one name: the one nearer the driver was opened.
        if file.name in opened_layers:
            continue
        layer = open_layer(file, instance.profile, instance.observer)
        if layer is not None:
            opened_layers[file.name] = layer
    return list(reversed(opened_layers.values()))


def open_layers(instance: LoaderInstance) -> list[LoadedLayer]:
    """Open the layers, the last first.

    Raises VulkanError if a layer that the program requests is unusable.
    """
    # Also before a failure: closing the instance closes the opened libraries.
    instance.layers[:] = open_files(instance, instance.plan.layers)
    failed_layers = instance.failed_layers
    for file in instance.plan.layers:
        if file.name not in failed_layers:
            continue
        # Only a layer that the application named fails vkCreateInstance with
        # VK_ERROR_LAYER_NOT_PRESENT; a component of a meta-layer or an implicit one is left out.
        has = instance.profile.has
        passes = has(Gate.FAILED_LAYERS_PASS) or not file.is_requested
        if has(Gate.EVERY_LAYER_OPENS) or not passes:
            instance.report_finding(file.name, "load", "refused", LAYER_NOT_PRESENT)
            raise VulkanError(_CREATE, LAYER_NOT_PRESENT)
        instance.report_finding(file.name, "load", "skipped")
    return instance.layers


def create_through_chain(
    instance: LoaderInstance, info: int, allocator: int, set_data: int, make_device: tuple[int, int]
) -> int:
    """Call vkCreateInstance from the top of the chain.

    Args:
        instance: with its layers and its bottom functions.
        info: address of the application's VkInstanceCreateInfo.
        allocator: address of the application's callbacks, or 0.
        set_data: function that writes the instance's table into an object of a layer.
        make_device: functions for a layer to create and destroy a device below itself.
    """
    keep: list[object] = []
    instance.keep.append(keep)
    chain_top, links = _link_layers(instance, keep)
    instance.top = chain_top
    # The application's structure is const: a copy gets the loader's chain.
    info_copy = copy_structure(VkInstanceCreateInfo, info)
    # loader_create_instance_chain puts these in front of the application's chain, in this order.
    has = instance.profile.has
    nodes = [_make_node(LOADER_FEATURES)] if has(NativeGate.FEATURES_CHAINED) else []
    if has(NativeGate.LAYERS_CREATE_DEVICES):
        nodes.append(_make_node(LOADER_LAYER_CREATE_DEVICE_CALLBACK))
        nodes[-1].u.layerDevice.pfnLayerCreateDevice = make_device[0]
        nodes[-1].u.layerDevice.pfnLayerDestroyDevice = make_device[1]
    if has(NativeGate.CALLBACKS_PASSED):
        nodes.append(_make_node(LOADER_DATA_CALLBACK))
        nodes[-1].u.pfnSetInstanceLoaderData = set_data
    else:
        nodes.append(_make_node(_INSTANCE_INFO))
        nodes[-1].u.layerDevice.pfnLayerCreateDevice = instance.handle
        nodes[-1].u.layerDevice.pfnLayerDestroyDevice = chain_top
    # There is a link even if every layer failed to open.
    if instance.plan.layers or instance.layers:
        nodes.append(_make_node(LAYER_LINK_INFO))
        nodes[-1].u.pLayerInfo = links or None
    info_copy.pNext = link_nodes(nodes, info_copy.pNext or 0)
    keep += [info_copy, *nodes]
    # The C loader passes the instance, not NULL, although vkCreateInstance is a global function.
    create = query_function(chain_top, instance.handle, _CREATE)
    if not create:
        instance.report_finding(_CREATE, "chain", "missing", INITIALIZATION_FAILED)
        return INITIALIZATION_FAILED
    # The handle is there before the call: the terminator finds the instance by it.
    handle = ctypes.c_size_t(instance.handle)
    instance.observer.announce_step(f"{_CREATE} of {instance.top_name}")
    code = make_function(_CREATE, create)(
        ctypes.byref(info_copy), allocator or None, ctypes.byref(handle)
    )
    if code == SUCCESS:
        instance.below = handle.value
    return code


def fill_table(instance: LoaderInstance) -> None:
    """Fill the instance's dispatch table from the top of its chain."""
    # loader.c, loader_init_instance_core_dispatch_table and
    # loader_init_instance_extension_dispatch_table.
    for name, slot in list_known_slots(INSTANCE_SLOTS, instance.profile):
        instance.table[slot] = query_function(instance.top, instance.below, name)


def destroy_through_chain(instance: LoaderInstance, allocator: int) -> None:
    """Call vkDestroyInstance from the top of the chain."""
    destroy = make_function(_DESTROY, instance.table[INSTANCE_SLOTS[_DESTROY]])
    instance.observer.announce_step(f"{_DESTROY} of {instance.top_name}")
    destroy(instance.below, allocator or None)


def destroy_in_drivers(instance: LoaderInstance, allocator: int) -> None:
    """Destroy the instances of all drivers (terminator_DestroyInstance)."""
    for driver in instance.drivers:
        driver.destroy(allocator)


def report_abort(observer: Observer, subject: str, step: str, detail: str) -> None:
    """Abort the process as the C loader does after an unrecoverable violation of a rule."""
    observer.report_finding(NativeStep(subject, step, "aborts", 0, detail))
    ctypes.CDLL(None).abort()


def _link_layers(instance: LoaderInstance, keep: list[object]) -> tuple[int, int]:
    """Link the layers. Return the topmost vkGetInstanceProcAddr and the address of its link.

    `keep`: gets the links.
    """
    next_instance = instance.bottom.get_instance_proc_addr
    next_physical = instance.bottom.get_physical_device_proc_addr
    address = 0
    for layer in reversed(instance.layers):
        # From the driver's side: each link holds what is below its layer.
        link = VkLayerInstanceLink(address or None, next_instance, next_physical)
        keep.append(link)
        address = ctypes.addressof(link)
        next_instance = layer.get_instance_proc_addr
        # A layer without vk_layerGetPhysicalDeviceProcAddr is passed over: the one below stays what
        # is next.
        next_physical = layer.answers_physical_devices or next_physical
        # Taps have no library, and are not told of.
        if layer.library is not None:
            instance.report_finding(layer.name, "insert", "ok", 0, layer.path)
    return next_instance, address


def _make_node(function: int) -> VkLayerInstanceCreateInfo:
    """Return a structure for the pNext chain that layers read."""
    return VkLayerInstanceCreateInfo(sType=LOADER_INSTANCE_CREATE_INFO, function=function)
