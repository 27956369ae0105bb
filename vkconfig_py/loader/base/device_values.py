"""Physical devices as values: what the loader's rules compare, and what a probe reports."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple

NO_UUID = "0" * 32
NO_VERSION = (0, 0, 0)


class PciAddress(NamedTuple):
    """PCI address of a device."""

    domain: int
    bus: int
    device: int
    function: int

    def __str__(self) -> str:
        return f"{self.domain:04x}:{self.bus:02x}:{self.device:02x}.{self.function:x}"


class PhysicalDevice(NamedTuple):
    """One device of one driver.

    Attributes:
        driver: index of its driver in the order of opening.
        place: index in the driver's own list.
        type: VkPhysicalDeviceType.
        api_version: major, minor and patch that the device supports.
        driver_version: the driver's own number, 32 bits.
        pci: if the loader can learn it: the device lists VK_EXT_pci_bus_info, and the instance can
            ask for further properties.
        device_uuid, driver_uuid: 32 hexadecimal digits in lower case; zeros if unknown.
        driver_id: VkDriverId; None if the instance cannot ask for it.
        extensions: device extensions that the driver lists.
    """

    name: str
    driver: int = 0
    place: int = 0
    vendor_id: int = 0
    device_id: int = 0
    type: int = 0
    api_version: tuple[int, int, int] = NO_VERSION
    driver_version: int = 0
    pci: PciAddress | None = None
    device_uuid: str = NO_UUID
    driver_uuid: str = NO_UUID
    driver_id: int | None = None
    extensions: tuple[str, ...] = ()


class DeviceConfiguration(NamedTuple):
    """A device chosen by the settings file.

    Attributes:
        device_uuid: 32 hexadecimal digits in lower case, as is driver_uuid.
    """

    device_uuid: str
    driver_uuid: str
    driver_version: int
    device_name: str = ""
    driver_name: str = ""


class ExtensionName(NamedTuple):
    """Extension and the offered version."""

    name: str
    spec_version: int = 0


class Heap(NamedTuple):
    """A memory heap of a device."""

    size: int
    is_device_local: bool = False


class QueueFamily(NamedTuple):
    """A queue family of a device.

    Attributes:
        abilities: queue flags in words: "graphics", "compute", "transfer", ...
    """

    queues: int
    abilities: tuple[str, ...] = ()
    timestamp_bits: int = 0


class DeviceSummary(NamedTuple):
    """Identifying properties of a device, for display and JSON.

    Attributes:
        driver: manifest of its driver; "" if layers hide which driver it belongs to.
        library: driver library, as the dynamic linker found it.
        type: "discrete-gpu", "integrated-gpu", "virtual-gpu", "cpu" or "other".
        api_version: (major, minor, patch) that the device offers.
        driver_version: as the driver packs it; every vendor has its own way.
        driver_name: of VkPhysicalDeviceDriverProperties; "" where the device has none.
        driver_id: the name of its VkDriverId, or "".
        device_uuid: 32 hexadecimal digits, as are driver_uuid and pipeline_cache_uuid, or "".
        device_luid: 16 hexadecimal digits, or "" if it is not valid.
        pci: domain:bus:device.function as lspci writes it, or "".
    """

    name: str
    driver: str = ""
    library: str = ""
    type: str = "other"
    api_version: tuple[int, int, int] = (1, 0, 0)
    driver_version: int = 0
    driver_name: str = ""
    driver_info: str = ""
    driver_id: str = ""
    vendor_id: int = 0
    device_id: int = 0
    device_uuid: str = ""
    driver_uuid: str = ""
    device_luid: str = ""
    pipeline_cache_uuid: str = ""
    pci: str = ""
    heaps: tuple[Heap, ...] = ()
    queue_families: tuple[QueueFamily, ...] = ()
    extensions: tuple[ExtensionName, ...] = ()

    @property
    def memory(self) -> int:
        """Return the device's memory in bytes: all DEVICE_LOCAL heaps, or all heaps if none is."""
        local_sizes = [heap.size for heap in self.heaps if heap.is_device_local]
        return sum(local_sizes or [heap.size for heap in self.heaps])
