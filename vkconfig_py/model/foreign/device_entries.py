"""Physical devices as VkConfig's and the loader's files name them: bytes in lists."""

from __future__ import annotations

from vkconfig_py.loader.records import Any
from vkconfig_py.model.documents.configuration import DeviceEntry
from vkconfig_py.model.foreign.json_text import text

_UUID_BYTES = 16
_WORD = 0xFFFFFFFF


def parse_device(raw: Any) -> DeviceEntry | None:
    """Return a device; None without a UUID. Names of members may stand in any case."""
    if not isinstance(raw, dict):
        return None
    found = {name.lower(): value for name, value in reversed(raw.items())}
    own = _uuid(found.get("deviceuuid"))
    if not own:
        return None
    version = found.get("driverversion", 0)
    # The loader reads a signed number; Vulkan's is unsigned.
    number = version if isinstance(version, int) and not isinstance(version, bool) else 0
    return DeviceEntry(
        name=text(found.get("devicename")),
        device_uuid=own,
        driver_uuid=_uuid(found.get("driveruuid")),
        driver_version=number & _WORD,
        driver_name=text(found.get("drivername")),
    )


def _uuid(value: Any) -> str:
    """Return 32 hexadecimal digits, or "" if it is no UUID."""
    if not isinstance(value, list) or len(value) != _UUID_BYTES:
        return ""
    if not all(isinstance(x, int) and not isinstance(x, bool) and 0 <= x <= 255 for x in value):
        return ""
    return bytes(value).hex()
