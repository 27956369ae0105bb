"""Decides which physical devices a program gets, and in which order.

The steps are those of vkEnumeratePhysicalDevices. At the bottom of the chain the loader collects
the devices of all drivers and puts them in order, or has the settings file choose among them.
Layers may change the list. Above them the ID filters remove devices; a device must match all
defined filters. Nothing here opens a library.

Order: loader_linux.c, compare_devices, linux_env_var_default_device and
linux_sort_physical_device_groups; the C library's qsort keeps the order of what compares equal, as
Python's does. Choice: loader.c, loader_apply_settings_device_configurations; only devices of Vulkan
1.1 and newer can be chosen, as the others tell no UUID. Filters: loader_environment.c,
parse_id_filter_environment_var. Documented in LoaderDriverInterface, "Physical Device Sorting", and
LoaderInterfaceArchitecture, "Loader Settings File".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vkconfig_py.loader.base.device_values import DeviceConfiguration, PhysicalDevice
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.versions import atoi, scan_hexadecimal, strtoul_with_rest
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

DEVICE_SELECT_VARIABLE = "VK_LOADER_DEVICE_SELECT"
DISABLE_SELECT_VARIABLE = "VK_LOADER_DISABLE_SELECT"

# Discrete, integrated, virtual, other, CPU; types without a name come last.
_TYPE_RANKS = {2: 0, 1: 1, 3: 2, 0: 3, 4: 4}
SortKey = tuple[int, ...]
DeviceGroup = tuple[PhysicalDevice, ...]
DEVICE_ID_FILTER_VARIABLE = "VK_LOADER_DEVICE_ID_FILTER"
VENDOR_ID_FILTER_VARIABLE = "VK_LOADER_VENDOR_ID_FILTER"
DRIVER_ID_FILTER_VARIABLE = "VK_LOADER_DRIVER_ID_FILTER"
ID_FILTER_VARIABLES = (
    DEVICE_ID_FILTER_VARIABLE,
    VENDOR_ID_FILTER_VARIABLE,
    DRIVER_ID_FILTER_VARIABLE,
)
# "Exceeded maximum number of filters (16)", warns parse_id_filter_environment_var.
_MAX_RANGES = 16
_UINT32_MAX = 0xFFFFFFFF


def can_sort(
    profile: LoaderProfile,
    application: tuple[int, int],
    requests_properties2: bool,
    drivers: Iterable[tuple[tuple[int, int], bool]],
) -> bool:
    """Return whether an instance can query drivers for the properties used in sorting.

    Args:
        profile: profile of the loader.
        application: major and minor version of the program, as layers passed it down.
        requests_properties2: whether VK_KHR_get_physical_device_properties2 is enabled, or was
            added for a driver.
        drivers: for each driver with an instance, major and minor version of its manifest, and
            whether that extension was enabled for it.
    """
    # loader.c, is_linux_sort_enabled, terminator_CreateInstance.
    # Before loader_linux.c existed, devices were in driver order.
    if not profile.has(Gate.SORTED_DEVICES):
        return False
    # vkGetPhysicalDeviceProperties2 is core from 1.1 on.
    is_queried = application >= (1, 1) or requests_properties2
    if profile.has(Gate.SORTED_FOR_1_1):
        return is_queried or any(has_extension for _, has_extension in drivers)
    # What the loader adds for a driver did not count at first: the program had to ask itself.
    if not is_queried and not profile.has(NativeGate.PROPERTIES2_FOR_APPLICATIONS):
        return False
    # Older loaders check each driver: the extension if either side is 1.0, else the version.
    return any(
        has_extension or (is_queried and driver_version >= (1, 1))
        for driver_version, has_extension in drivers
    )


def is_sorting(profile: LoaderProfile, disable_select: str | None) -> bool:
    """Return whether this loader sorts devices at all, given VK_LOADER_DISABLE_SELECT."""
    # is_linux_sort_enabled reads a decimal number: "0" and texts without one leave sorting on.
    return profile.has(Gate.SORTED_DEVICES) and not atoi(disable_select or "")


def parse_selection(value: str) -> tuple[int, int] | None:
    """Return vendor and device number of VK_LOADER_DEVICE_SELECT, or None if it has no such form.

    The loader reads it with sscanf "%x:%x".
    """
    # sscanf accepts signs, 0x and blanks before a number; the rest after the second is ignored.
    vendor = scan_hexadecimal(value)
    if vendor is None or vendor[1][:1] != ":":
        return None
    device = scan_hexadecimal(vendor[1][1:])
    return None if device is None else (vendor[0], device[0])


def find_selected_index(devices: Sequence[PhysicalDevice], select: str) -> int | None:
    """Return the index of the device that VK_LOADER_DEVICE_SELECT puts first."""
    # loader_linux.c, linux_env_var_default_device.
    identifiers = parse_selection(select)
    # The first of two equal cards: the variable names a model.
    for index, device in enumerate(devices):
        if (device.vendor_id, device.device_id) == identifiers:
            return index
    return None


def compute_type_rank(device: PhysicalDevice) -> int:
    """Return the place of a device's type (discrete, integrated …) in the order of devices."""
    return _TYPE_RANKS.get(device.type, len(_TYPE_RANKS))


def compute_bus_rank(device: PhysicalDevice) -> SortKey:
    """Return the sort key of a device's PCI address. Devices without one come last."""
    # loader_linux.c, compare_devices.
    # Without VK_EXT_pci_bus_info: after devices that have an address.
    # Domain, bus, device and function, each ascending.
    return (1,) if device.pci is None else (0, *device.pci)


def compute_number_rank(device: PhysicalDevice) -> int:
    """Return the last sort key, made of the device and vendor numbers."""
    # loader_linux.c, compare_devices.
    return device.device_id ^ device.vendor_id


def compute_sort_key(device: PhysicalDevice, is_selected: bool) -> tuple[SortKey, ...]:
    """Return the sort key of a device. The selected one comes first."""
    # loader_linux.c, compare_devices.
    if is_selected:
        return ((0,),)
    return (
        (1,),
        (compute_type_rank(device),),
        compute_bus_rank(device),
        (compute_number_rank(device),),
    )


def sort_indexes(devices: Sequence[PhysicalDevice], select: str) -> tuple[int, ...]:
    """Return the indexes of devices in the order in which programs get them."""
    first = find_selected_index(devices, select)
    return tuple(
        sorted(range(len(devices)), key=lambda i: compute_sort_key(devices[i], i == first))
    )


def sort_groups(
    groups: Sequence[Sequence[PhysicalDevice]], select: str
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the groups in sorted order: index of each group, and indexes of its devices.

    VK_LOADER_DEVICE_SELECT is evaluated within each group; all groups with a matching device come
    first, in their previous order.
    """
    # loader_linux.c, linux_sort_physical_device_groups.
    device_orders = [sort_indexes(group, select) for group in groups]
    order = sorted(
        # A driver may name an empty group; it is dropped.
        (group_index for group_index, group in enumerate(groups) if group),
        key=lambda group_index: compute_sort_key(
            groups[group_index][device_orders[group_index][0]],
            find_selected_index(groups[group_index], select) is not None,
        ),
    )
    return tuple((group_index, device_orders[group_index]) for group_index in order)


def find_chosen_groups(
    groups: Sequence[Sequence[int]], chosen_indexes: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Return the indexes of groups whose devices are all chosen, or None if no device is chosen.

    Args:
        groups: device indexes of each group.
        chosen_indexes: indexes of the devices that the settings file keeps; None if there are none.
    """
    # An empty choice fails like none: VK_ERROR_INITIALIZATION_FAILED.
    if not chosen_indexes:
        return None
    # One hidden device removes its whole group.
    return tuple(
        index for index, group in enumerate(groups) if set(chosen_indexes).issuperset(group)
    )


def can_be_chosen(device: PhysicalDevice) -> bool:
    """Return whether device configurations apply to a device at all (Vulkan 1.1 or newer)."""
    return device.api_version >= (1, 1, 0)


def matches_configuration(
    device: PhysicalDevice, configuration: DeviceConfiguration, profile: LoaderProfile
) -> bool:
    """Return whether an entry of the settings file means this device."""
    # vkGetPhysicalDeviceProperties2 of 1.0 devices tells no UUID.
    # loader.c, loader_apply_settings_device_configurations.
    if not can_be_chosen(device) or configuration.device_uuid != device.device_uuid:
        return False
    if not profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return True
    return (
        configuration.driver_uuid == device.driver_uuid
        and configuration.driver_version == device.driver_version
    )


def choose_devices(
    devices: Sequence[PhysicalDevice],
    configurations: Sequence[DeviceConfiguration],
    profile: LoaderProfile,
) -> tuple[int, ...] | None:
    """Return the indexes of chosen devices in file order, or None if the query fails.

    Each configuration selects the first matching device, even one that is already selected.
    """
    # loader.c, loader_apply_settings_device_configurations.
    matches = (
        next(
            (i for i, d in enumerate(devices) if matches_configuration(d, configuration, profile)),
            None,
        )
        for configuration in configurations
    )
    indexes = tuple(index for index in matches if index is not None)
    # Before, the program got an empty list and VK_SUCCESS.
    if not indexes and profile.has(Gate.NO_DEVICE_FAILS):
        return None
    return indexes


def count_chosen(devices: Sequence[object], configurations: Sequence[DeviceConfiguration]) -> int:
    """Return the device count of a count-only query, for which nothing is compared."""
    # The number may be too large: the second call compares, and writes fewer.
    return min(len(devices), len(configurations))


class IdRange(NamedTuple):
    """Inclusive range of identifiers, or empty if `last` is below `first`.

    Attributes:
        text: as written.
    """

    text: str
    first: int
    last: int

    def contains(self, identifier: int) -> bool:
        return self.first <= identifier <= self.last


class IdFilter(NamedTuple):
    """Parsed value of one ID filter variable.

    Attributes:
        ignored_ranges: ranges after the sixteenth, where the loader ignores them.
    """

    variable: str
    ranges: tuple[IdRange, ...]
    ignored_ranges: tuple[IdRange, ...] = ()

    def passes(self, device: PhysicalDevice) -> bool:
        """Return whether the filter leaves a device to programs."""
        identifier = get_identifier(device, self.variable)
        return identifier is not None and any(
            id_range.contains(identifier) for id_range in self.ranges
        )


def get_identifier(device: PhysicalDevice, variable: str) -> int | None:
    """Return the identifier that a variable filters by, or None if the loader cannot query it."""
    if variable == DEVICE_ID_FILTER_VARIABLE:
        return device.device_id
    # driverID needs vkGetPhysicalDeviceProperties2; if that is unavailable, the filter removes the
    # device.
    return device.vendor_id if variable == VENDOR_ID_FILTER_VARIABLE else device.driver_id


def read_filters(environment: Mapping[str, str], profile: LoaderProfile) -> tuple[IdFilter, ...]:
    """Return the filters of device, vendor and driver IDs that are set and have a range."""
    if not profile.has(Gate.ID_FILTERS):
        return ()
    is_limited = profile.has(Gate.SIXTEEN_IDS)
    parsed = (
        parse_id_filter(name, environment.get(name, ""), is_limited) for name in ID_FILTER_VARIABLES
    )
    return tuple(id_filter for id_filter in parsed if id_filter.ranges)


def parse_id_filter(variable: str, value: str, is_limited: bool) -> IdFilter:
    """Parse the ID ranges of a filter variable.

    `is_limited`: Gate.SIXTEEN_IDS, only sixteen ranges count.
    """
    # strtok skips empty parts; a part without a number is the range from 0 to 0.
    ranges = tuple(parse_range(text) for text in value.split(",") if text)
    if not is_limited:
        return IdFilter(variable, ranges)
    return IdFilter(variable, ranges[:_MAX_RANGES], ranges[_MAX_RANGES:])


def parse_range(text: str) -> IdRange:
    """Parse a range such as "5" or "0x10-0x20". Any single character separates two numbers."""
    # loader_environment.c, parse_id_filter_environment_var.
    first, remaining_text = strtoul_with_rest(text)
    # "5x7" is a range like "5-7": the loader skips one character, whichever.
    last = strtoul_with_rest(remaining_text[1:])[0] if remaining_text else first
    return IdRange(text, first & _UINT32_MAX, last & _UINT32_MAX)


def find_refusing_filter(device: PhysicalDevice, filters: Iterable[IdFilter]) -> IdFilter | None:
    """Return the first filter that removes a device, None if all match."""
    # loader.c, loader_filter_enumerated_physical_device.
    # A device must match all filters; an unset or empty filter matches everything.
    return next((id_filter for id_filter in filters if not id_filter.passes(device)), None)


class DeviceRules(NamedTuple):
    """Device rules of an instance, from variables, settings file and application.

    Attributes:
        sorts_devices: devices are sorted; else they are in driver order.
        selected_ids: value of VK_LOADER_DEVICE_SELECT, "" if it is not set.
        filters: defined filters that this loader knows.
        configurations: device configurations of the settings file; None if it does not choose
            devices.
    """

    profile: LoaderProfile
    sorts_devices: bool
    selected_ids: str = ""
    filters: tuple[IdFilter, ...] = ()
    configurations: tuple[DeviceConfiguration, ...] | None = None


class Arrangement(NamedTuple):
    """Resulting device list, as indexes of the list of all devices.

    Attributes:
        sorted_indexes: every device, in the order below all layers.
        listed_indexes: devices that the program gets if no layer changes the list.
        result: VkResult of vkEnumeratePhysicalDevices with a large enough array. If the first call
            returns a count of 0 (empty choice), programs do not make the second call.
    """

    sorted_indexes: tuple[int, ...]
    listed_indexes: tuple[int, ...]
    result: str = "VK_SUCCESS"


def make_device_rules(
    environment: Mapping[str, str],
    profile: LoaderProfile,
    can_sort: bool,
    configurations: tuple[DeviceConfiguration, ...] | None = None,
) -> DeviceRules:
    """Return the device rules of an instance.

    Args:
        profile: profile of the loader.
        environment: variables that the loader sees, without those hidden from an elevated program.
        can_sort: result of can_sort() for the instance.
        configurations: device configurations of the settings file.
    """
    return DeviceRules(
        profile,
        can_sort and is_sorting(profile, environment.get(DISABLE_SELECT_VARIABLE)),
        environment.get(DEVICE_SELECT_VARIABLE, ""),
        read_filters(environment, profile),
        configurations,
    )


def list_visible_variables(host: Host) -> dict[str, str]:
    """Return the variables about devices that the loader sees."""
    # loader_getenv and loader_secure_getenv: only filters are hidden from elevated programs.
    plain = {name: host.getenv(name) for name in (DEVICE_SELECT_VARIABLE, DISABLE_SELECT_VARIABLE)}
    secure = {name: host.secure_getenv(name) for name in ID_FILTER_VARIABLES}
    return {name: value for name, value in {**plain, **secure}.items() if value is not None}


def order_by_driver(devices: Sequence[PhysicalDevice]) -> tuple[int, ...]:
    """Return the indexes of devices in unsorted order, those of the last opened driver first."""
    # loader.c, setup_loader_term_phys_devs.
    # loader_icd_add prepends each driver to the list.
    return tuple(sorted(range(len(devices)), key=lambda i: (-devices[i].driver, devices[i].place)))


def arrange_devices(devices: Sequence[PhysicalDevice], rules: DeviceRules) -> Arrangement:
    """Decide which devices a program gets, and in which order."""
    order = order_by_driver(devices)
    # setup_loader_term_phys_devs: no device at all is an error, also for a count query.
    if not order:
        return Arrangement((), (), "VK_ERROR_INITIALIZATION_FAILED")
    if rules.sorts_devices:
        order = tuple(
            order[i] for i in sort_indexes([devices[index] for index in order], rules.selected_ids)
        )
    listed_indexes = order
    if rules.configurations is not None:
        chosen_indexes = choose_devices(
            [devices[index] for index in order], rules.configurations, rules.profile
        )
        if chosen_indexes is None:
            return Arrangement(order, (), "VK_ERROR_INITIALIZATION_FAILED")
        listed_indexes = tuple(order[i] for i in chosen_indexes)
    return Arrangement(
        # Filters run in the trampoline, above the layers; sorting and choice happen below them.
        order,
        tuple(
            index
            for index in listed_indexes
            if find_refusing_filter(devices[index], rules.filters) is None
        ),
    )
