"""Devices that the settings file chooses.

Follows loader.c, loader_apply_settings_device_configurations; LoaderInterfaceArchitecture, "Loader
Settings File". Only devices of Vulkan 1.1 and newer can be chosen: the others tell no UUID.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.devices.values import DeviceConfiguration, PhysicalDevice
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile


def can_be_chosen(device: PhysicalDevice) -> bool:
    """Return whether configurations are compared with a device at all."""
    return device.api_version >= (1, 1, 0)


def is_meant(
    device: PhysicalDevice, configuration: DeviceConfiguration, profile: LoaderProfile
) -> bool:
    """Return whether a configuration is for this device."""
    if not can_be_chosen(device) or configuration.device_uuid != device.device_uuid:
        return False
    if not profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return True
    return (
        configuration.driver_uuid == device.driver_uuid
        and configuration.driver_version == device.driver_version
    )


def choose(
    devices: Sequence[PhysicalDevice],
    configurations: Sequence[DeviceConfiguration],
    profile: LoaderProfile,
) -> tuple[int, ...] | None:
    """Return the places of chosen devices in the order of the file; None if the query fails.

    Each configuration takes the first device that it is for, also one that was taken already.
    """
    found = (
        next((i for i, d in enumerate(devices) if is_meant(d, configuration, profile)), None)
        for configuration in configurations
    )
    places = tuple(place for place in found if place is not None)
    if not places and profile.has(Gate.NO_DEVICE_FAILS):
        return None
    return places


def chosen_count(devices: Sequence[object], configurations: Sequence[DeviceConfiguration]) -> int:
    """Return what a query for the number of devices answers: nothing is compared for it."""
    return min(len(devices), len(configurations))
