"""Physical devices as a probe tells of them: values without a handle."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple


class ExtensionName(NamedTuple):
    """An extension and the version that is offered."""

    name: str
    spec_version: int = 0


class Heap(NamedTuple):
    """A memory heap of a device."""

    size: int
    is_device_local: bool = False


class QueueFamily(NamedTuple):
    """A queue family of a device.

    Attributes:
        abilities: in the words of the specification: "graphics", "compute", "transfer", ...
    """

    queues: int
    abilities: tuple[str, ...] = ()
    timestamp_bits: int = 0


class DeviceSummary(NamedTuple):
    """What people and programs tell devices apart by.

    Attributes:
        driver: manifest of its driver; "" if layers hide whose it is.
        library: of its driver, as the dynamic linker found it.
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
        """Return how many bytes its own heaps have, or all of them where none is its own."""
        own = [heap.size for heap in self.heaps if heap.is_device_local]
        return sum(own or [heap.size for heap in self.heaps])
