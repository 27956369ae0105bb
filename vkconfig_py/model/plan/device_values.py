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
    DEVICE_ID,
    DEVICE_SELECT,
    arrange,
    device_rules,
    parse_selection,
    read_filters,
    refusing_filter,
)
from vkconfig_py.model.configuration.configuration import DeviceEntry, DeviceSelectionMethod

# The devices that programs get under given variables, drivers and layers, without opening any.
#
# Below all layers the loader sorts the devices, or has a settings file choose; layers that choose
# devices act on that list, the loader's ID filters on what these pass up.

MESA_LAYER = "VK_LAYER_MESA_device_select"
MESA_SELECT = "MESA_VK_DEVICE_SELECT"
MESA_ALONE = "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE"
DRI_PRIME = "DRI_PRIME"
NVIDIA_LAYER = "VK_LAYER_NV_optimus"
NVIDIA_OFFLOAD = "__NV_PRIME_RENDER_OFFLOAD"
NVIDIA_FILTER = "__VK_LAYER_NV_optimus"
NVIDIA_ONLY, NVIDIA_NEVER = "NVIDIA_only", "non_NVIDIA_only"
NVIDIA = 0x10DE
# VkPhysicalDeviceType.
_TYPES = {"other": 0, "integrated-gpu": 1, "discrete-gpu": 2, "virtual-gpu": 3, "cpu": 4}

Devices = tuple[DeviceEntry, ...]


class DeviceScene(NamedTuple):
    """What decides which devices a program gets.

    Attributes:
        devices: all that are known.
        drivers: base names of the manifests, in the order in which they are opened.
        layers: names of the layers in the chain.
        variables: those of the program.
    """

    profile: LoaderProfile
    devices: Devices
    drivers: Sequence[str]
    layers: Collection[str]
    variables: Mapping[str, str]
    configured: tuple[DeviceConfiguration, ...] | None = None


def devices_given(scene: DeviceScene) -> Devices:
    """Return the devices in the order in which a program gets them."""
    places = {name: place for place, name in enumerate(scene.drivers)}
    # An older choice does not say which driver a device has.
    available = [device for device in scene.devices if not device.driver or device.driver in places]
    physical_devices = [
        physical_of(device, places.get(device.driver, len(places))) for device in available
    ]
    rules = device_rules(scene.variables, scene.profile, True, scene.configured)
    listed = arrange(physical_devices, rules._replace(filters=())).listed
    entries = [available[place] for place in listed]
    for layer, act in _LAYERS.items():
        if layer in scene.layers:
            entries = act(entries, scene.variables)
    filters = read_filters(scene.variables, scene.profile)
    return tuple(entry for entry in entries if refusing_filter(physical_of(entry), filters) is None)


def physical_of(entry: DeviceEntry, driver: int = 0) -> PhysicalDevice:
    """Return a device as the loader's rules compare it."""
    return PhysicalDevice(
        entry.name,
        driver=driver,
        place=entry.number,
        vendor_id=entry.vendor_id,
        device_id=entry.device_id,
        type=_TYPES.get(entry.kind, 0),
        # Only devices of Vulkan 1.1 and newer have an entry.
        api_version=(1, 1, 0),
        driver_version=entry.driver_version,
        pci=_parse_address(entry.pci),
        device_uuid=entry.device_uuid or NO_UUID,
        driver_uuid=entry.driver_uuid or NO_UUID,
    )


def _parse_address(text: str) -> PciAddress | None:
    parts = text.replace(".", ":").split(":")
    return PciAddress(*(int(part, 16) for part in parts)) if len(parts) == 4 else None


def model_of(entry: DeviceEntry) -> str:
    """Return the name of a model in VK_LOADER_DEVICE_SELECT and MESA_VK_DEVICE_SELECT."""
    return f"{entry.vendor_id:x}:{entry.device_id:x}"


def _order_as_mesa(devices: list[DeviceEntry], variables: Mapping[str, str]) -> list[DeviceEntry]:
    # device_select_layer.c, get_default_device: without the variable the device of the display
    # server, or the first that is no CPU.
    selection = parse_selection(variables.get(MESA_SELECT, ""))
    matching = [
        device_entry
        for device_entry in devices
        if (device_entry.vendor_id, device_entry.device_id) == selection
    ]
    default = (
        matching[-1]
        if matching
        else next((device for device in devices if device.kind != "cpu"), None)
    )
    if default is None:
        return devices
    if variables.get(MESA_ALONE) == "1":
        return [default]
    return [default, *(device for device in devices if device is not default)]


_LAYERS: Mapping[str, Callable[[list[DeviceEntry], Mapping[str, str]], list[DeviceEntry]]] = {
    # Not NVIDIA's: its README, "PRIME Render Offload", has VK_LAYER_NV_optimus sort and hide
    # devices; with driver 580.159.04 and its variables set, programs got the same devices.
    MESA_LAYER: _order_as_mesa,
}


TITLES: Mapping[DeviceSelectionMethod, str] = MappingProxyType(
    {
        DeviceSelectionMethod.AUTOMATIC: tr("Automatic"),
        DeviceSelectionMethod.DRIVERS_SELECT: "VK_LOADER_DRIVERS_SELECT",
        DeviceSelectionMethod.ID_FILTERS: DEVICE_ID,
        DeviceSelectionMethod.DEVICE_SELECT: DEVICE_SELECT,
        DeviceSelectionMethod.DRIVER_FILES: "VK_DRIVER_FILES",
        DeviceSelectionMethod.MESA: MESA_SELECT,
        DeviceSelectionMethod.DRI_PRIME: DRI_PRIME,
        DeviceSelectionMethod.NVIDIA: NVIDIA_OFFLOAD,
        DeviceSelectionMethod.SETTINGS: tr("Loader settings file"),
    }
)


class Means(NamedTuple):
    """What a way sets.

    Attributes:
        drivers: base names of driver manifests, those of the other word size too.
        configured: the devices of a settings file, None if it writes none.
    """

    variables: tuple[tuple[str, str], ...] = ()
    drivers: tuple[str, ...] = ()
    configured: Devices | None = None


NOTHING = Means()


class MethodVerdict(NamedTuple):
    """What one way does here.

    Attributes:
        fits: programs get exactly the chosen devices.
        sentence: what it does, or why it is not usable. Small first letter, no full stop.
        given: what programs get with it.
        refused: it cannot be used at all.
    """

    way: DeviceSelectionMethod
    fits: bool
    sentence: str
    given: Devices = ()
    means: Means = NOTHING
    refused: bool = False


class DevicePlan(NamedTuple):
    """The way that is taken, and all others.

    Attributes:
        taken: None if none can be used.
        wanted: the devices that programs should get.
        cleared: variables of the session that are left out of the run.
        kept: variables of the configuration that act beside the way.
        scene: what decides which devices programs get, with the way that is taken.
    """

    taken: MethodVerdict | None
    wanted: Devices
    ways: tuple[MethodVerdict, ...]
    scene: DeviceScene
    by: DeviceSelectionMethod = DeviceSelectionMethod.AUTOMATIC
    cleared: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        return self.taken is not None and self.taken.fits

    @property
    def sentence(self) -> str:
        """The way and its reason."""
        return (
            tr("No method is used: {reason}.", reason=self.clause)
            if self.taken is None
            else f"{self.clause}."
        )

    @property
    def clause(self) -> str:
        """What the way that is taken does, or why none is."""
        if self.taken is None:
            return self.why_none
        return f"{TITLES[self.taken.way]} {self.taken.sentence}"

    @property
    def why_none(self) -> str:
        """Why the chosen way, or the best one, is of no use here."""
        verdict = next(
            (candidate for candidate in self.ways if candidate.way is self.by), self.ways[0]
        )
        return f"{TITLES[verdict.way]} {verdict.sentence}"
