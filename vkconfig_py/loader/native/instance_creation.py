"""vkCreateInstance and vkDestroyInstance: from the application's call down to every driver.

Top (trampoline.c, vkCreateInstance): the first step that fails determines the result: missing
layers, then drivers, then extensions, then layers that cannot be opened, then the result of the
chain.

Direct drivers (loader.c, loader_scan_for_direct_drivers and loader_add_direct_driver): drivers that
the application provides with VK_LUNARG_direct_driver_loading come before those of manifest files,
or replace them. Filters and manifests do not apply; all functions come from the
vkGetInstanceProcAddr that the application passes.

Bottom (loader.c, terminator_CreateInstance): a driver gets the create info that the layers passed
down, with three changes: only the extensions that it supports, an API version that it understands,
and the portability flag only if it supports that.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.versions import (
    INCOMPATIBLE_DRIVER,
    INITIALIZATION_FAILED,
    LAYER_NOT_PRESENT,
    OUT_OF_HOST_MEMORY,
    SUCCESS,
    VulkanError,
    get_vk_result_code,
)
from vkconfig_py.loader.native.abi import (
    DIRECT_DRIVER_LOADING_LIST,
    DIRECT_EXCLUSIVE,
    DRIVER_INTERFACE,
    VkApplicationInfo,
    VkDirectDriverLoadingInfoLUNARG,
    VkDirectDriverLoadingListLUNARG,
    VkInstanceCreateInfo,
)
from vkconfig_py.loader.native.callbacks import Arena, make_function_type
from vkconfig_py.loader.native.driver_instance import DriverInstance
from vkconfig_py.loader.native.extension_queries import (
    list_driver_extensions,
    list_offered_extensions,
    validate,
)
from vkconfig_py.loader.native.global_functions import GlobalFunctions, close_drivers, open_drivers
from vkconfig_py.loader.native.libraries import (
    CREATE_INSTANCE,
    ENUMERATE_EXTENSIONS,
    ENUMERATE_VERSION,
    GET_PHYSICAL_DEVICE_PROC_ADDR,
    NEGOTIATE,
    OpenedDriver,
    query_function,
    query_interface_version,
)
from vkconfig_py.loader.native.loader_device import DeviceChains, create_in_driver
from vkconfig_py.loader.native.loader_instance import (
    InsertTracingLayers,
    LoaderInstance,
    create_through_chain,
    destroy_in_drivers,
    destroy_through_chain,
    fill_table,
    open_layers,
    report_abort,
)
from vkconfig_py.loader.native.loader_messages import (
    ERROR,
    FindingMessenger,
    MessageRouter,
    NativeStep,
    Observer,
)
from vkconfig_py.loader.native.memory import (
    NO_VERSION,
    InstanceRequest,
    copy_structure,
    find_in_chain,
    name_array,
    pack_version,
    read_instance_request,
    read_word,
    refuse_unless,
    strip_links,
    unpack_version,
)
from vkconfig_py.loader.native.terminator_lookup import TerminatorLookup, UnknownFunctions
from vkconfig_py.loader.native.terminators import Functions, emulations, terminators
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    PORTABILITY_EXTENSION,
    PORTABILITY_FLAG,
    PROPERTIES2,
    LoaderProfile,
    hides_portability,
)
from vkconfig_py.loader.rules.device_rules import can_sort
from vkconfig_py.loader.wire.jobs import LoadPlan

EXTENSION = "VK_LUNARG_direct_driver_loading"
_DIRECT_DRIVERS_STEP = "direct drivers"
# What loader_add_direct_driver assumes of a driver without vkEnumerateInstanceVersion.
_DEFAULT = (1, 1, 0)

_COMMAND = "vkCreateInstance"
_CORE_PROPERTIES2 = (1, 1, 0)


class DirectDrivers(NamedTuple):
    """Usable drivers of the application.

    Attributes:
        are_exclusive: no driver of a manifest file is opened.
    """

    drivers: tuple[OpenedDriver, ...] = ()
    are_exclusive: bool = False


def find_direct_drivers(
    request: InstanceRequest, profile: LoaderProfile, observer: Observer
) -> DirectDrivers:
    """Return the drivers that a program brings along in VkDirectDriverLoadingListLUNARG."""
    # To older loaders the structure is one more that they do not know.
    if not profile.has(Gate.DIRECT_DRIVERS):
        return DirectDrivers()
    address = find_in_chain(request.chain, DIRECT_DRIVER_LOADING_LIST)
    is_enabled = EXTENSION in request.extensions.names
    # The specification wants both; one without the other is only warned about.
    if not address or not is_enabled:
        if address or is_enabled:
            detail = "extension without list" if is_enabled else "list without extension"
            observer.report_finding(
                NativeStep(EXTENSION, _DIRECT_DRIVERS_STEP, "warning", 0, detail)
            )
        return DirectDrivers()
    # The first list of the chain counts.
    driver_list = VkDirectDriverLoadingListLUNARG.from_address(address)
    if not driver_list.pDrivers or not driver_list.driverCount:
        observer.report_finding(
            NativeStep(EXTENSION, _DIRECT_DRIVERS_STEP, "warning", 0, "the list is empty")
        )
        # An exclusive list hides all drivers of files even if it is empty.
        return DirectDrivers((), driver_list.mode == DIRECT_EXCLUSIVE)
    array = (VkDirectDriverLoadingInfoLUNARG * driver_list.driverCount).from_address(
        driver_list.pDrivers
    )
    libraries = (
        _open_direct_driver(index, info.pfnGetInstanceProcAddr or 0, observer)
        for index, info in enumerate(array)
    )
    drivers = tuple(driver for driver in libraries if driver is not None)
    return DirectDrivers(drivers, driver_list.mode == DIRECT_EXCLUSIVE)


def _open_direct_driver(index: int, address: int, observer: Observer) -> OpenedDriver | None:
    """Negotiate with a driver that the program brings along. Return None if it is refused.

    `index`: its place in the list. `address`: its vkGetInstanceProcAddr.
    """
    name = f"direct driver {index}"

    def refuse(reason: Message | str, code: int = 0) -> None:
        """Report why the driver is refused."""
        observer.report_finding(NativeStep(name, _DIRECT_DRIVERS_STEP, "refused", code, reason))

    if not address:
        refuse(message("{name} not found", name="vkGetInstanceProcAddr"))
        return None
    observer.announce_step(f"vkGetInstanceProcAddr of {name}")
    negotiate = query_function(address, 0, NEGOTIATE)
    if not negotiate:
        refuse(message("{name} not found", name=NEGOTIATE))
        return None
    version = ctypes.c_uint32(DRIVER_INTERFACE)
    observer.announce_step(f"{NEGOTIATE} of {name}")
    code = make_function_type("ip")(negotiate)(ctypes.byref(version))
    # LoaderDriverInterface: interface 7 is the first that finds everything through
    # vk_icdGetInstanceProcAddr.
    if code == INCOMPATIBLE_DRIVER or version.value < DRIVER_INTERFACE:
        refuse(message("interface version {version}", version=version.value), code)
        return None
    create, enumerate_extensions = (
        query_function(address, 0, function) for function in (CREATE_INSTANCE, ENUMERATE_EXTENSIONS)
    )
    if not create or not enumerate_extensions:
        refuse(
            message("{name} not found", name=ENUMERATE_EXTENSIONS if create else CREATE_INSTANCE)
        )
        return None
    api_version = _query_api_version(name, address, observer)
    if api_version is None:
        return None
    physical_device_lookup = query_function(address, 0, GET_PHYSICAL_DEVICE_PROC_ADDR)
    agreement = message("interface version {version}", version=version.value)
    observer.report_finding(NativeStep(name, _DIRECT_DRIVERS_STEP, "ok", 0, agreement))
    return OpenedDriver(
        name,
        None,
        version.value,
        api_version,
        address,
        physical_device_lookup,
        create,
        enumerate_extensions,
    )


def _query_api_version(name: str, address: int, observer: Observer) -> tuple[int, int, int] | None:
    """Return the driver's version, 1.1 if it does not report one.

    None after an error, which refuses the driver.
    """
    function = query_function(address, 0, ENUMERATE_VERSION)
    if not function:
        return _DEFAULT
    code, version = query_interface_version(function, name, observer, _DEFAULT)
    if code != SUCCESS:
        observer.report_finding(
            NativeStep(name, _DIRECT_DRIVERS_STEP, "refused", code, ENUMERATE_VERSION)
        )
        return None
    return version


class _DriverExtensions(NamedTuple):
    """Create info for one driver."""

    extensions: tuple[str, ...]
    api_version: tuple[int, int, int]


def create_in_drivers(instance: LoaderInstance, info: int, allocator: int) -> int:
    """Create an instance in every driver. Return the VkResult of the loader.

    Drivers that fail are skipped.
    """
    request = read_instance_request(info)
    # Layers may have raised the version or added extensions: what reaches the bottom counts.
    if request.packed_version and instance.profile.has(NativeGate.VERSION_OF_LAYERS):
        instance.api_version = request.api_version
    instance.extensions |= frozenset(request.extensions.names)
    # Devices are sorted only where drivers can be asked for PCI addresses.
    requests_properties2 = PROPERTIES2 in instance.extensions
    has = instance.profile.has
    code, handed_on = SUCCESS, None
    for driver in instance.scanned:
        driver_creation = _Creation(instance, driver, request, handed_on)
        code = driver_creation.create(info, allocator)
        if has(NativeGate.LOWERED_FOR_THE_NEXT):
            handed_on = driver_creation.next_application
        # The only error of one driver that fails the whole call (loader.c, goto out).
        if code == OUT_OF_HOST_MEMORY and not has(NativeGate.DRIVER_ERRORS_IGNORED):
            return _destroy_failed_instance(instance, code, allocator)
        requests_properties2 = (
            requests_properties2 or driver_creation.adds_properties2
        )  # also if the driver fails
    if code != SUCCESS and has(NativeGate.LAST_DRIVER_DECIDES):
        return _destroy_failed_instance(instance, code, allocator)
    made_in = [
        (driver_instance.driver.api_version[:2], PROPERTIES2 in driver_instance.extensions)
        for driver_instance in instance.drivers
    ]
    instance.can_sort = can_sort(
        instance.profile, request.api_version[:2], requests_properties2, made_in
    )
    # Every driver failed or was left out: VK_ERROR_INCOMPATIBLE_DRIVER whatever they answered.
    if not instance.drivers:
        keeps = code != SUCCESS and has(NativeGate.DRIVER_ERRORS_IGNORED)
        code = code if keeps else INCOMPATIBLE_DRIVER
        instance.report_finding(_COMMAND, "drivers", "refused", code, message("no drivers found"))
        return code
    for driver_instance in instance.drivers:
        driver_instance.fill()
    return SUCCESS


def _destroy_failed_instance(instance: LoaderInstance, code: int, allocator: int) -> int:
    """Destroy the instances of all drivers. Return the given VkResult."""
    for driver_instance in instance.drivers:
        driver_instance.destroy(allocator)
    instance.drivers.clear()
    return code


class _Creation:
    """Creation of one driver's instance.

    Attributes:
        adds_properties2: the loader enables the extension needed for sorting devices.
        next_application: the VkApplicationInfo that replaces the application's, if any.
    """

    def __init__(
        self,
        instance: LoaderInstance,
        driver: OpenedDriver,
        request: InstanceRequest,
        application: VkApplicationInfo | None = None,
    ) -> None:
        self._instance = instance
        self._driver = driver
        self._request = request
        self.adds_properties2 = False
        self.next_application = application

    def create(self, info: int, allocator: int) -> int:
        """Create the driver's VkInstance. Return its VkResult.

        Args:
            info: address of VkInstanceCreateInfo.
            allocator: address of VkAllocationCallbacks, or 0.
        """
        try:
            share = self._select_driver_extensions()
        except VulkanError as error:
            self._report_finding("skipped", error.code, str(error))
            return error.code
        keep: list[object] = []
        passed_info = self._make_driver_info(info, share, keep)
        handle = ctypes.c_size_t()
        create = make_function_type("ippp")(self._driver.create_instance)
        self._instance.observer.announce_step(f"{_COMMAND} of {self._driver.name}")
        code: int = create(ctypes.byref(passed_info), allocator or None, ctypes.byref(handle))
        if code != SUCCESS:
            self._report_finding("skipped", code)
            return code
        driver_instance = DriverInstance(
            self._driver,
            self._instance,
            handle.value,
            frozenset(share.extensions),
            share.api_version,
            emulations,
        )
        driver_instance.keep = keep
        # LOOKUP_REQUIRED_GIPA of loader_icd_init_entries.
        missing = driver_instance.list_missing_functions()
        if missing:
            self._report_finding("skipped", 0, message("{name} not found", name=", ".join(missing)))
            return SUCCESS  # as in the C loader, what was created stays
        self._report_finding("ok", code)
        # loader_icd_add: the last driver enumerates first.
        self._instance.drivers.insert(0, driver_instance)
        return SUCCESS

    def _select_driver_extensions(self) -> _DriverExtensions:
        """Return the extensions and version that this driver gets of the request."""
        offered_extensions = list_driver_extensions(
            self._driver, self._instance.plan, self._instance.observer
        )
        # A driver gets only what it offers itself; layers implement the rest.
        names = {name for name, _ in offered_extensions}
        passed_extensions = [name for name in self._request.extensions.names if name in names]
        # LINUX_SORT builds of the C loader append the extension, even if it is there already.
        if PROPERTIES2 in names and self._wants_properties2():
            passed_extensions.append(PROPERTIES2)
            # The first loaders that sort do so if the application could ask for addresses itself.
            self.adds_properties2 = self._is_for_applications()
        return _DriverExtensions(tuple(passed_extensions), self._decide_api_version())

    def _wants_properties2(self) -> bool:
        """Return whether the driver must get get_physical_device_properties2 to sort devices."""
        if not self._instance.profile.has(Gate.SORTED_DEVICES):
            return False
        if not self._is_for_applications():
            return self._driver.api_version < _CORE_PROPERTIES2
        return (1, 0) in (self._instance.api_version[:2], self._driver.api_version[:2])

    def _is_for_applications(self) -> bool:
        """Return whether programs can use the extension that is added for sorting."""
        return self._instance.profile.has(NativeGate.PROPERTIES2_FOR_APPLICATIONS)

    def _decide_api_version(self) -> tuple[int, int, int]:
        """Return the driver's API version: 1.0 unless manifest and driver say more."""
        # A manifest of 1.0 makes a driver of 1.0, whatever its vkEnumerateInstanceVersion would
        # say.
        lowering_gates = NativeGate.VERSION_LOWERED, NativeGate.VERSION_LOWERED_TO_MANIFEST
        if not any(map(self._instance.profile.has, lowering_gates)):
            return NO_VERSION
        if (
            self._instance.profile.has(NativeGate.VERSION_BY_MANIFEST)
            and self._driver.api_version < _CORE_PROPERTIES2
        ):
            return NO_VERSION
        address = self._driver.proc(ENUMERATE_VERSION)
        if not address:
            self._report_finding(
                "warning", 0, f"Vulkan 1.1 or newer without {ENUMERATE_VERSION}", ENUMERATE_VERSION
            )
            return NO_VERSION
        code, version = query_interface_version(address, self._driver.name, self._instance.observer)
        if code != SUCCESS:
            self._report_finding("warning", code, "", ENUMERATE_VERSION)
            return NO_VERSION
        if version < _CORE_PROPERTIES2:
            self._report_finding("warning", 0, "returned 1.0", ENUMERATE_VERSION)
        return version

    def _make_driver_info(
        self, info: int, share: _DriverExtensions, keep: list[object]
    ) -> VkInstanceCreateInfo:
        """Return the VkInstanceCreateInfo that the driver gets.

        `info`: address of the one that came through the layers. `keep`: gets the objects that it
        points to.
        """
        # A shallow copy: the chain stays the application's, with what layers put before it.
        passed_info: VkInstanceCreateInfo = copy_structure(VkInstanceCreateInfo, info)
        names = name_array(share.extensions)
        # Drivers know no layers; terminator_CreateInstance clears the list.
        passed_info.enabledLayerCount, passed_info.ppEnabledLayerNames = 0, None
        if not self._instance.profile.has(NativeGate.LOADER_LINKS_PASSED_TO_DRIVERS):
            passed_info.pNext = strip_links(passed_info.pNext or 0) or None
        passed_info.enabledExtensionCount = len(share.extensions)
        passed_info.ppEnabledExtensionNames = ctypes.addressof(names)
        withholds_flag = self._instance.profile.has(NativeGate.FLAG_WITHHELD)
        if withholds_flag and PORTABILITY_EXTENSION not in share.extensions:
            passed_info.flags &= ~PORTABILITY_FLAG
        self.next_application = self._make_application(
            passed_info.pApplicationInfo or 0, share.api_version
        )
        if self.next_application is not None:
            passed_info.pApplicationInfo = ctypes.addressof(self.next_application)
        # Kept with the instance: the create info holds mere addresses.
        keep += [names, passed_info, self.next_application]
        return passed_info

    def _make_application(
        self, address: int, driver: tuple[int, int, int]
    ) -> VkApplicationInfo | None:
        """Return the VkApplicationInfo that this driver gets instead, or None to leave it."""
        version = self._request.packed_version
        # loader.c: "Raising the VkApplicationInfo::apiVersion from 1.0 to 1.1".
        if self._raises_api_version(driver):
            lowered_version = _CORE_PROPERTIES2
        elif self._instance.profile.has(NativeGate.VERSION_LOWERED_TO_MANIFEST):
            if unpack_version(version or 0) <= driver:
                return self.next_application
            lowered_version = self._driver.api_version
        # A driver of 1.0 may answer VK_ERROR_INCOMPATIBLE_DRIVER to a newer apiVersion
        # (vkCreateInstance).
        elif (
            driver[:2] == (1, 0)
            and version != 0
            and self._instance.profile.has(NativeGate.VERSION_LOWERED)
        ):
            lowered_version = driver
        else:
            return self.next_application
        passed_application = VkApplicationInfo()
        if address:
            passed_application = copy_structure(VkApplicationInfo, address)
        passed_application.apiVersion = pack_version(lowered_version)
        return passed_application

    def _raises_api_version(self, driver: tuple[int, int, int]) -> bool:
        """Return whether the driver gets version 1.1, so that its devices can be identified."""
        return (
            bool(self._instance.plan.device_configurations)
            and driver >= _CORE_PROPERTIES2
            and self._request.api_version < _CORE_PROPERTIES2
        )

    def _report_finding(
        self, outcome: str, code: int, detail: Message | str = "", step: str = _COMMAND
    ) -> None:
        """Report a finding about the driver."""
        self._instance.report_finding(self._driver.name, step, outcome, code, detail)


class LoaderParts(NamedTuple):
    """Dependencies of an instance on its loader.

    Attributes:
        between: inserts internal layers between those that were opened.
        set_instance_data: address of the function that layers call as pfnSetInstanceLoaderData.
    """

    plan: LoadPlan
    observer: Observer
    arena: Arena
    between: InsertTracingLayers
    global_functions: GlobalFunctions
    set_instance_data: int


def create_instance(loader: LoaderParts, info: int, allocator: int) -> LoaderInstance:
    """Create an instance for the program through layers and drivers.

    Raises VulkanError, which leaves no object behind.
    """
    messages = MessageRouter()
    # VkDebugUtilsMessengerCreateInfoEXT in pNext listens while the instance is made and destroyed.
    messages.add_instance_listeners(read_word(info, 1))
    try:
        instance = _create_with_messages(loader, info, allocator, messages)
    except VulkanError as error:
        messages.send_loader_message(ERROR, str(error), 0)
        raise
    messages.end_instance_creation()
    return instance


def _create_with_messages(
    loader: LoaderParts, info: int, allocator: int, messages: MessageRouter
) -> LoaderInstance:
    """Create an instance whose findings reach the program's messengers."""
    observer = FindingMessenger(loader.observer, messages)
    request = read_instance_request(info)
    # Older loaders look at the version before anything else.
    is_at_least_1_1 = request.api_version >= _CORE_PROPERTIES2
    is_refused = is_at_least_1_1 and loader.plan.profile.has(Gate.REFUSES_1_1)
    refuse_unless(not is_refused, _COMMAND, INCOMPATIBLE_DRIVER)
    _check_layers(loader, request)
    direct_drivers = find_direct_drivers(request, loader.plan.profile, observer)
    drivers = list(direct_drivers.drivers)
    if not direct_drivers.are_exclusive:
        drivers += open_drivers(_make_visible_plan(request, loader.plan), observer)
    try:
        # Older loaders miss drivers at the bottom of the chain alone.
        needs_no_driver = loader.plan.profile.has(Gate.DRIVERS_NEEDED_LAST)
        refuse_unless(bool(drivers) or needs_no_driver, _COMMAND, INCOMPATIBLE_DRIVER)
        # Before an instance exists every driver has to answer; in the terminator one that does not
        # is skipped.
        offered_extensions = list_offered_extensions(drivers, loader.plan, observer)
        validate(request.extensions, offered_extensions, loader.plan, observer)
    except VulkanError:
        close_drivers(drivers, loader.plan)
        raise
    instance = LoaderInstance(loader.plan, observer, loader.arena, request, drivers, messages)
    observer.instance = instance.handle
    return _create_through_layers(loader, instance, info, allocator)


def destroy_instance(instance: LoaderInstance, allocator: int) -> None:
    """Destroy an instance from the top of its chain and close its libraries."""
    instance.messages.begin_instance_destruction()
    destroy_through_chain(instance, allocator)
    close(instance)


def close(instance: LoaderInstance) -> None:
    """Close the libraries of an instance: drivers first, then layers."""
    close_drivers(instance.scanned, instance.plan)
    for layer in () if instance.plan.keeps_libraries else instance.layers:
        if layer.library is not None:
            instance.observer.announce_step(f"close {layer.path}")
            layer.library.close()


def _make_visible_plan(request: InstanceRequest, plan: LoadPlan) -> LoadPlan:
    """Return the load plan without portability drivers, unless the program enables them."""
    if not hides_portability(request.flags, request.extensions.names, plan.profile):
        return plan
    # VK_KHR_portability_enumeration: drivers that are not conformant are hidden unless the flag is
    # set.
    conformant = tuple(driver for driver in plan.drivers if not driver.is_portability)
    return plan._replace(drivers=conformant)


def _check_layers(loader: LoaderParts, request: InstanceRequest) -> None:
    """Raise VulkanError if the program requests a layer that is not listed."""
    listed_names = {layer.name for layer in loader.plan.listed}
    requested = request.layers
    # Implicit and explicit alike: whatever is listed may be asked for.
    are_listed = requested.are_valid and listed_names.issuperset(requested.names)
    refuse_unless(are_listed, _COMMAND, LAYER_NOT_PRESENT)
    refusal = loader.plan.refusal
    # That there is no driver is seen when they are opened: the application may bring one along.
    if refusal and get_vk_result_code(refusal) != INCOMPATIBLE_DRIVER:
        raise VulkanError(_COMMAND, get_vk_result_code(refusal))


def _create_through_layers(
    loader: LoaderParts, instance: LoaderInstance, info: int, allocator: int
) -> LoaderInstance:
    """Open the layers and create the instance from the top of the chain."""
    functions = _make_bottom_functions(loader, instance)
    # Lookups before layers: the links of the chain hold their addresses.
    instance.bottom = TerminatorLookup(instance, functions)
    instance.chains = DeviceChains(instance, functions)
    instance.unknown = UnknownFunctions(instance)
    try:
        bottom = instance.bottom.get_instance_proc_addr
        # Taps come in here, between the layers that were opened.
        instance.layers[:] = loader.between(open_layers(instance), bottom)
        code = create_through_chain(
            instance, info, allocator, loader.set_instance_data, instance.chains.make_device
        )
        refuse_unless(code == SUCCESS, _COMMAND, code)
    except VulkanError:
        # Older loaders leak the instances of drivers where a layer fails.
        if instance.profile.has(NativeGate.DRIVERS_DESTROYED):
            destroy_in_drivers(instance, allocator)
        close(instance)
        raise
    # Functions count as enabled if the application or a layer asked for their extension.
    instance.extensions |= frozenset(instance.request.extensions.names)
    fill_table(instance)
    return instance


def _make_bottom_functions(loader: LoaderParts, instance: LoaderInstance) -> Functions:
    """Return the loader's functions below the last layer, by name."""

    def create(info: int, allocator: int, address: int) -> int:
        """Create the drivers' instances, unless a layer changed the handle."""
        # LLP_LAYER_21: the C loader logs and calls abort(), since it would go on with a foreign
        # object.
        if not address or read_word(address) != instance.handle:
            detail = "a layer changed the VkInstance before the call"
            report_abort(instance.observer, _COMMAND, "chain", detail)
            return INITIALIZATION_FAILED
        return create_in_drivers(instance, info, allocator)

    def destroy(_instance: int, allocator: int) -> None:
        """Destroy the drivers' instances."""
        destroy_in_drivers(instance, allocator)

    def create_device(physical_device: int, device_info: int, allocator: int, address: int) -> int:
        """Create a device in the driver and return the VkResult."""
        try:
            return create_in_driver(instance, physical_device, device_info, allocator, address)
        except VulkanError as error:
            return error.code

    return {
        **terminators(instance),
        **loader.global_functions.list_functions(),
        _COMMAND: create,
        "vkDestroyInstance": destroy,
        "vkCreateDevice": create_device,
    }
