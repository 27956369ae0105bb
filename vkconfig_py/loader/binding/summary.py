"""Summary: what people tell devices apart by, asked with the same code as the complete dump."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.binding.caller import CallerInstance
from vkconfig_py.loader.binding.device_questions import PhysicalDevice, unpack
from vkconfig_py.loader.binding.structures import enumeration
from vkconfig_py.loader.binding.values import text
from vkconfig_py.loader.probe.devices import DeviceSummary, ExtensionName, Heap, QueueFamily
from vkconfig_py.loader.records import Any

_ID = "VkPhysicalDeviceIDProperties"
_DRIVER = "VkPhysicalDeviceDriverProperties"
_PCI = "VkPhysicalDevicePCIBusInfoPropertiesEXT"
_DEVICE_LOCAL = 1  # VK_MEMORY_HEAP_DEVICE_LOCAL_BIT


def summarise_all(instance: CallerInstance) -> tuple[DeviceSummary, ...]:
    """Return the devices of an instance in its order."""
    summaries = []
    for number, handle in enumerate(instance.physical_devices()):
        instance.caller.observer.about(f"the properties of device {number}")
        summaries.append(summarise(PhysicalDevice(instance, handle)))
    return tuple(summaries)


def summarise(device: PhysicalDevice) -> DeviceSummary:
    """Return what a device is told apart by; its driver's files are not known here."""
    plain = device.properties
    memory = device.plain("vkGetPhysicalDeviceMemoryProperties", "VkPhysicalDeviceMemoryProperties")
    more = device.extensible(
        "vkGetPhysicalDeviceProperties2",
        "VkPhysicalDeviceProperties2",
        only=(_ID, _DRIVER, _PCI),
    )
    identity, driver, pci = more.get(_ID, {}), more.get(_DRIVER, {}), more.get(_PCI)
    return DeviceSummary(
        name=text(plain.deviceName),
        type=_type(plain.deviceType),
        api_version=unpack(plain.apiVersion),
        driver_version=plain.driverVersion,
        driver_name=driver.get("driverName", ""),
        driver_info=driver.get("driverInfo", ""),
        driver_id=str(driver.get("driverID") or ""),
        vendor_id=plain.vendorID,
        device_id=plain.deviceID,
        device_uuid=identity.get("deviceUUID", ""),
        driver_uuid=identity.get("driverUUID", ""),
        device_luid=identity["deviceLUID"] if identity.get("deviceLUIDValid") else "",
        pipeline_cache_uuid=bytes(plain.pipelineCacheUUID).hex(),
        pci=_pci_address(pci) if pci else "",
        heaps=tuple(
            Heap(heap["size"], bool(heap["flags"] & _DEVICE_LOCAL))
            for heap in memory["memoryHeaps"]
        ),
        queue_families=tuple(map(_queue_family, device.queue_families())),
        extensions=tuple(ExtensionName(*extension) for extension in device.extensions),
    )


def _type(number: int) -> str:
    """Return "discrete-gpu" for VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU."""
    name = enumeration("VkPhysicalDeviceType").get(number, "VK_PHYSICAL_DEVICE_TYPE_OTHER")
    return _word(name, "VK_PHYSICAL_DEVICE_TYPE_")


def _queue_family(family: Mapping[str, Any]) -> QueueFamily:
    bits = enumeration("VkQueueFlagBits").items()
    abilities = (_word(name, "VK_QUEUE_") for bit, name in bits if family["queueFlags"] & bit)
    return QueueFamily(family["queueCount"], tuple(abilities), family["timestampValidBits"])


def _word(name: str, prefix: str) -> str:
    """Return "video-decode" for VK_QUEUE_VIDEO_DECODE_BIT_KHR."""
    return name.removeprefix(prefix).partition("_BIT")[0].lower().replace("_", "-")


def _pci_address(pci: Mapping[str, int]) -> str:
    place = (pci["pciDomain"], pci["pciBus"], pci["pciDevice"], pci["pciFunction"])
    return "{:04x}:{:02x}:{:02x}.{:x}".format(*place)
