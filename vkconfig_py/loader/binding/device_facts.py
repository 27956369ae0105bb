"""What the loader asks a driver about its physical devices, as values.

Follows loader_linux.c, linux_read_sorted_physical_devices, and loader.c,
loader_apply_settings_device_configurations and get_device_driver_id: which of the two functions for
further properties is asked differs between them.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.memory import extension_buffer, read_extensions
from vkconfig_py.loader.binding.request import unpack
from vkconfig_py.loader.binding.structures import create, structure
from vkconfig_py.loader.devices.order import PROPERTIES2
from vkconfig_py.loader.devices.values import PciAddress, PhysicalDevice
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.records import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance

PCI_BUS_INFO = "VK_EXT_pci_bus_info"
_PROPERTIES = "vkGetPhysicalDeviceProperties"
CORE = "vkGetPhysicalDeviceProperties2"
KHR = "vkGetPhysicalDeviceProperties2KHR"
_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_1_1 = (1, 1, 0)


class DeviceFacts:
    """One device of one driver; every method asks the driver anew."""

    def __init__(self, driver: DriverInstance, handle: int) -> None:
        self._driver = driver
        self._handle = handle

    def for_sorting(self) -> PhysicalDevice:
        """Return what devices are sorted by."""
        device = self.plain()._replace(extensions=self.extensions())
        return device._replace(pci=self._address(device))

    def for_choice(self) -> PhysicalDevice:
        """Return what the settings file chooses by."""
        device = self.plain()
        address = self._driver.proc(CORE)
        if device.api_version < _1_1 or not address:
            return device
        uuids = create(self._uuids())
        self._ask(address, uuids)
        return device._replace(
            device_uuid=bytes(uuids.deviceUUID).hex(), driver_uuid=bytes(uuids.driverUUID).hex()
        )

    def complete(self) -> PhysicalDevice:
        """Return everything that the rules about devices rest on."""
        chosen = self.for_choice()
        return self.for_sorting()._replace(
            device_uuid=chosen.device_uuid,
            driver_uuid=chosen.driver_uuid,
            driver_id=self.driver_id(),
        )

    def plain(self) -> PhysicalDevice:
        """Return what every driver tells."""
        properties = structure("VkPhysicalDeviceProperties")()
        self._about(_PROPERTIES)
        function = function_type("vpp")(self._driver.proc(_PROPERTIES))
        function(self._handle, ctypes.byref(properties))
        return named_device(properties)

    def extensions(self) -> tuple[str, ...]:
        """Return the extensions that the driver lists, as far as it answers."""
        enumerate_extensions = function_type("ipppp")(self._driver.proc(_EXTENSIONS))
        self._about(_EXTENSIONS)
        count = ctypes.c_uint32()
        enumerate_extensions(self._handle, None, ctypes.byref(count), None)
        buffer = extension_buffer(count.value)
        if count.value:
            enumerate_extensions(self._handle, None, ctypes.byref(count), buffer)
        found = read_extensions(count.value, ctypes.addressof(buffer))
        return tuple(name for name, _ in found)

    def driver_id(self) -> int | None:
        """Return what a filter for drivers is compared with, None if the loader cannot ask."""
        instance = self._driver.instance
        address = self._driver.proc(CORE) if instance.api_version >= _1_1 else 0
        if not address and PROPERTIES2 in instance.extensions:
            address = self._driver.proc(KHR)
        if not address:
            return None
        self._about(CORE)
        return ask_driver_id(address, self._handle)

    def _address(self, device: PhysicalDevice) -> PciAddress | None:
        if PCI_BUS_INFO not in device.extensions:
            return None
        is_core = min(self._driver.instance.api_version, device.api_version) >= _1_1
        function = self._driver.proc(CORE if is_core else KHR)
        if not function:
            return None
        info = create("VkPhysicalDevicePCIBusInfoPropertiesEXT")
        self._ask(function, info)
        return PciAddress(info.pciDomain, info.pciBus, info.pciDevice, info.pciFunction)

    def _uuids(self) -> str:
        # The first loaders that chose devices asked for a structure of Vulkan 1.2.
        if self._driver.instance.profile.has(Gate.DEVICE_DRIVER_REQUIRED):
            return "VkPhysicalDeviceIDProperties"
        return "VkPhysicalDeviceVulkan11Properties"

    def _ask(self, function: int, structure_in_chain: Any) -> None:
        self._about(CORE)
        _ask(function, self._handle, structure_in_chain)

    def _about(self, step: str) -> None:
        self._driver.instance.observer.about(f"{step} of {self._driver.name}")


def named_device(properties: Any) -> PhysicalDevice:
    """Return a device with the values of a VkPhysicalDeviceProperties."""
    return PhysicalDevice(
        name=properties.deviceName.decode("utf-8", "surrogateescape"),
        vendor_id=properties.vendorID,
        device_id=properties.deviceID,
        type=properties.deviceType,
        api_version=unpack(properties.apiVersion),
        driver_version=properties.driverVersion,
    )


def ask_driver_id(function: int, handle: int) -> int:
    """Return the driver's VkDriverId by a function for further properties; 0 if it tells none."""
    properties = create("VkPhysicalDeviceDriverProperties")
    _ask(function, handle, properties)
    return int(properties.driverID)


def _ask(function: int, handle: int, structure_in_chain: Any) -> None:
    properties = create("VkPhysicalDeviceProperties2")
    properties.pNext = ctypes.addressof(structure_in_chain)
    function_type("vpp")(function)(handle, ctypes.byref(properties))
