"""What is known of a physical device, and how one is chosen: values that pass between processes."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple

NO_UUID = "0" * 32
NO_VERSION = (0, 0, 0)


class PciAddress(NamedTuple):
    """Where a device sits."""

    domain: int
    bus: int
    device: int
    function: int

    def __str__(self) -> str:
        """Return it as the system writes it: 0000:03:00.0."""
        return f"{self.domain:04x}:{self.bus:02x}:{self.device:02x}.{self.function:x}"


class PhysicalDevice(NamedTuple):
    """One device of one driver.

    Attributes:
        driver: place of its driver among those that were opened, in that order.
        place: its place in the driver's own list.
        type: VkPhysicalDeviceType.
        api_version: major, minor and patch that the device supports.
        driver_version: the driver's own number, 32 bits.
        pci: if the loader can learn it: the device lists VK_EXT_pci_bus_info, and the instance can
            ask for further properties.
        device_uuid, driver_uuid: 32 hexadecimal digits in lower case; zeros if nobody told.
        driver_id: VkDriverId; None if the instance cannot ask for it.
        extensions: that the driver lists for it.
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
    """A device that the settings file chooses.

    Attributes:
        device_uuid: 32 hexadecimal digits in lower case, as is driver_uuid.
    """

    device_uuid: str
    driver_uuid: str
    driver_version: int
    device_name: str = ""
    driver_name: str = ""
