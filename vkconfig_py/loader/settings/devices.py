"""The devices that a settings file chooses.

Follows settings.c, parse_device_configuration. Documented in LoaderInterfaceArchitecture, "Loader
Settings File".
"""

from __future__ import annotations

from vkconfig_py.loader.devices.values import DeviceConfiguration
from vkconfig_py.loader.manifests.reader import Fields
from vkconfig_py.loader.parsing.json_slow import Members, elements
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import Any

_UUID_SIZE = 16
_ZEROS = DeviceConfiguration("0" * 32, "0" * 32, 0)
_HIGHEST, _LOWEST, _WORD = 0x7FFFFFFF, -0x80000000, 0xFFFFFFFF  # cJSON keeps an int32


def read_device_configurations(
    section: Fields, profile: LoaderProfile
) -> tuple[DeviceConfiguration, ...] | None:
    """Return the choice of a section in its order; None if devices are left alone."""
    if not section.has("device_configurations"):
        return None
    nodes = list(elements(section.raw("device_configurations")))
    if not nodes and profile.has(Gate.EMPTY_LISTS_IGNORED):
        return None
    if not all(isinstance(node, Members) for node in nodes):
        return None
    read = [_read(section.of(node), profile) for node in nodes]
    valid = tuple(configuration for configuration in read if configuration is not None)
    malformed = len(read) - len(valid)
    if not malformed or profile.has(Gate.MALFORMED_DEVICES_SKIPPED):
        return valid
    if not profile.has(Gate.LAST_DEVICE_DECIDES):
        return None
    if read[-1] is None:
        return () if profile.has(Gate.MALFORMED_DEVICES_KEPT) else None
    # The array is as long as the list of the file: what was not written into stays zero.
    return valid + (_ZEROS,) * malformed


def _read(device: Fields, profile: LoaderProfile) -> DeviceConfiguration | None:
    own = _uuid(device.raw("deviceuuid"))
    driver, version = _uuid(device.raw("driveruuid")), device.raw("driverversion")
    if not own:
        return None
    if profile.has(Gate.DEVICE_DRIVER_REQUIRED) and not (driver and _is_number(version)):
        return None
    names = device.text("devicename") or "", device.text("drivername") or ""
    return DeviceConfiguration(own, driver, _version(version), *names)


def _uuid(value: Any) -> str:
    """Return 32 hexadecimal digits, or "" if it is no UUID."""
    if not isinstance(value, list) or isinstance(value, Members) or len(value) != _UUID_SIZE:
        return ""
    if not all(_is_number(number) and -1 < number < 256 for number in value):
        return ""
    return bytes(int(number) for number in value).hex()


def _version(value: Any) -> int:
    return int(max(_LOWEST, min(_HIGHEST, value))) & _WORD if _is_number(value) else 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
