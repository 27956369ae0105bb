"""A planned choice of devices as values: every way with what it does, and the one that is taken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.device_values import (
    NO_UUID,
    DeviceConfiguration,
    PciAddress,
    PhysicalDevice,
)
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_ID_FILTER_VARIABLE,
    DEVICE_SELECT_VARIABLE,
    arrange_devices,
    find_refusing_filter,
    make_device_rules,
    parse_selection,
    read_filters,
)
from vkconfig_py.model.configuration.configuration import DeviceEntry, DeviceSelectionMethod

# The devices that programs get under given variables, drivers and layers, without opening any.
#
# Below all layers the loader sorts the devices, or has a settings file choose; layers that choose
# devices act on that list, the loader's ID filters on what these pass up.

MESA_LAYER = "VK_LAYER_MESA_device_select"
MESA_SELECT_VARIABLE = "MESA_VK_DEVICE_SELECT"
MESA_FORCE_DEFAULT_VARIABLE = "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE"
DRI_PRIME_VARIABLE = "DRI_PRIME"
NVIDIA_LAYER = "VK_LAYER_NV_optimus"
NVIDIA_OFFLOAD = "__NV_PRIME_RENDER_OFFLOAD"
NVIDIA_FILTER = "__VK_LAYER_NV_optimus"
NVIDIA_ONLY, NVIDIA_NEVER = "NVIDIA_only", "non_NVIDIA_only"
NVIDIA_VENDOR_ID = 0x10DE
# VkPhysicalDeviceType.
_DEVICE_TYPES = {"other": 0, "integrated-gpu": 1, "discrete-gpu": 2, "virtual-gpu": 3, "cpu": 4}

DeviceEntries = tuple[DeviceEntry, ...]


class DeviceContext(NamedTuple):
    """What decides which devices a program gets.

    Attributes:
        devices: all that are known.
        drivers: base names of the manifests, in the order in which they are opened.
        layers: names of the layers in the chain.
        variables: those of the program.
    """

    profile: LoaderProfile
    devices: DeviceEntries
    drivers: Sequence[str]
    layers: Collection[str]
    variables: Mapping[str, str]
    configured_devices: tuple[DeviceConfiguration, ...] | None = None


def compute_program_devices(device_context: DeviceContext) -> DeviceEntries:
    """Return the devices that a program gets, in its order."""
    driver_indexes = {name: index for index, name in enumerate(device_context.drivers)}
    # An older choice does not say which driver a device has.
    available = [
        device
        for device in device_context.devices
        if not device.driver or device.driver in driver_indexes
    ]
    physical_devices = [
        make_physical_device(device, driver_indexes.get(device.driver, len(driver_indexes)))
        for device in available
    ]
    rules = make_device_rules(
        device_context.variables, device_context.profile, True, device_context.configured_devices
    )
    listed_indexes = arrange_devices(physical_devices, rules._replace(filters=())).listed_indexes
    entries = [available[index] for index in listed_indexes]
    for layer, act in _ORDER_BY_LAYER.items():
        if layer in device_context.layers:
            entries = act(entries, device_context.variables)
    filters = read_filters(device_context.variables, device_context.profile)
    return tuple(
        entry
        for entry in entries
        if find_refusing_filter(make_physical_device(entry), filters) is None
    )


def make_physical_device(entry: DeviceEntry, driver: int = 0) -> PhysicalDevice:
    """Return a device as the rules of the loader compare it.

    `driver` is the number of its driver.
    """
    return PhysicalDevice(
        entry.name,
        driver=driver,
        place=entry.number,
        vendor_id=entry.vendor_id,
        device_id=entry.device_id,
        type=_DEVICE_TYPES.get(entry.kind, 0),
        # Only devices of Vulkan 1.1 and newer have an entry.
        api_version=(1, 1, 0),
        driver_version=entry.driver_version,
        pci=_parse_pci_address(entry.pci),
        device_uuid=entry.device_uuid or NO_UUID,
        driver_uuid=entry.driver_uuid or NO_UUID,
    )


def _parse_pci_address(text: str) -> PciAddress | None:
    """Parse a PCI address such as 0000:03:00.0, or return None if it has not four parts."""
    parts = text.replace(".", ":").split(":")
    return PciAddress(*(int(part, 16) for part in parts)) if len(parts) == 4 else None


def format_model_id(entry: DeviceEntry) -> str:
    """Return vendor and device ID as variables such as VK_LOADER_DEVICE_SELECT take them."""
    return f"{entry.vendor_id:x}:{entry.device_id:x}"


def _order_as_mesa(devices: list[DeviceEntry], variables: Mapping[str, str]) -> list[DeviceEntry]:
    """Return the devices as Mesa's device selection layer orders or hides them."""
    # device_select_layer.c, get_default_device: without the variable the device of the display
    # server, or the first that is no CPU.
    selection = parse_selection(variables.get(MESA_SELECT_VARIABLE, ""))
    matching_devices = [
        device_entry
        for device_entry in devices
        if (device_entry.vendor_id, device_entry.device_id) == selection
    ]
    default = (
        matching_devices[-1]
        if matching_devices
        else next((device for device in devices if device.kind != "cpu"), None)
    )
    if default is None:
        return devices
    if variables.get(MESA_FORCE_DEFAULT_VARIABLE) == "1":
        return [default]
    return [default, *(device for device in devices if device is not default)]


_ORDER_BY_LAYER: Mapping[
    str, Callable[[list[DeviceEntry], Mapping[str, str]], list[DeviceEntry]]
] = {
    # Not NVIDIA's: its README, "PRIME Render Offload", has VK_LAYER_NV_optimus sort and hide
    # devices; with driver 580.159.04 and its variables set, programs got the same devices.
    MESA_LAYER: _order_as_mesa,
}


METHOD_TITLES: Mapping[DeviceSelectionMethod, str] = MappingProxyType(
    {
        DeviceSelectionMethod.AUTOMATIC: tr("Automatic"),
        DeviceSelectionMethod.DRIVERS_SELECT: "VK_LOADER_DRIVERS_SELECT",
        DeviceSelectionMethod.ID_FILTERS: DEVICE_ID_FILTER_VARIABLE,
        DeviceSelectionMethod.DEVICE_SELECT: DEVICE_SELECT_VARIABLE,
        DeviceSelectionMethod.DRIVER_FILES: "VK_DRIVER_FILES",
        DeviceSelectionMethod.MESA: MESA_SELECT_VARIABLE,
        DeviceSelectionMethod.DRI_PRIME: DRI_PRIME_VARIABLE,
        DeviceSelectionMethod.NVIDIA: NVIDIA_OFFLOAD,
        DeviceSelectionMethod.SETTINGS: tr("Loader settings file"),
    }
)


class MethodChanges(NamedTuple):
    """What a method sets to choose devices.

    Attributes:
        drivers: base names of driver manifests, those of the other word size too.
        configured_devices: the devices of a settings file, None if it writes none.
    """

    variables: tuple[tuple[str, str], ...] = ()
    drivers: tuple[str, ...] = ()
    configured_devices: DeviceEntries | None = None


NO_METHOD_CHANGES = MethodChanges()


class MethodVerdict(NamedTuple):
    """What one method does for a choice of devices.

    Attributes:
        is_exact: programs get exactly the chosen devices.
        sentence: what it does, or why it is not usable. Small first letter, no full stop.
        resulting_devices: what programs get with it.
        is_refused: it cannot be used at all.
    """

    method: DeviceSelectionMethod
    is_exact: bool
    sentence: str
    resulting_devices: DeviceEntries = ()
    changes: MethodChanges = NO_METHOD_CHANGES
    is_refused: bool = False


class DevicePlan(NamedTuple):
    """How programs get the chosen devices, and what other methods would do.

    Attributes:
        selected_verdict: None if none can be used.
        wanted_devices: the devices that programs should get.
        cleared_variables: variables of the session that are left out of the run.
        kept_variables: variables of the configuration that act beside the way.
        context: what decides which devices programs get, with the way that is taken.
    """

    selected_verdict: MethodVerdict | None
    wanted_devices: DeviceEntries
    verdicts: tuple[MethodVerdict, ...]
    context: DeviceContext
    requested_method: DeviceSelectionMethod = DeviceSelectionMethod.AUTOMATIC
    cleared_variables: tuple[str, ...] = ()
    kept_variables: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        return self.selected_verdict is not None and self.selected_verdict.is_exact

    @property
    def sentence(self) -> str:
        """What the selected method does, or that no method works and why."""
        return (
            tr("The device choice cannot be applied: {reason}.", reason=self.clause)
            if self.selected_verdict is None
            else f"{self.clause}."
        )

    @property
    def clause(self) -> str:
        """What the selected method does, or why none can be used, without a full stop."""
        if self.selected_verdict is None:
            return self.refusal
        return f"{METHOD_TITLES[self.selected_verdict.method]} {self.selected_verdict.sentence}"

    @property
    def refusal(self) -> str:
        """Why the method that was asked for, or the best one, cannot be used."""
        verdict = next(
            (candidate for candidate in self.verdicts if candidate.method is self.requested_method),
            self.verdicts[0],
        )
        return f"{METHOD_TITLES[verdict.method]} {verdict.sentence}"
