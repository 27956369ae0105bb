"""A Windows machine from an export of its registry and a copy of its drives.

What only the running system knows is derived: devices count as present if they are in the export,
DXGI lists the adapters of these devices, and D3DKMT answers from their keys.

Source: Microsoft, "Overview of Device and Driver Installation" (software keys below Class).
"""

from __future__ import annotations

import re
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.windows_facts import Adapter, Registry, WindowsFacts
from vkconfig_py.loader.platforms.reg_file import LARGEST, RegFile, RegFileError, parse_reg
from vkconfig_py.loader.platforms.windows_search import (
    DEVICE_VALUES,
    KNOWN_VENDORS,
    decode,
    device_keys,
    kernel_paths,
    value_named,
)

_VENDOR = re.compile(r"ven_([0-9a-f]{4})", re.IGNORECASE)
_MATCHING = "MatchingDeviceId"  # such as pci\ven_10de&dev_2684


class ExportError(ValueError):
    """The export cannot be used; the message is a sentence with the file."""


def read_export(path: str) -> RegFile:
    """Read a registry file.

    Raises:
        ExportError: it cannot be read, or is no export.
    """
    try:
        with open(path, "rb") as file:
            return parse_reg(file.read(LARGEST + 1), path)
    except OSError as refused:
        raise ExportError(f"{path} cannot be read: {refused.strerror}") from refused
    except RegFileError as refused:
        raise ExportError(str(refused)) from refused


def exported_host(registry: Registry, pointer_bits: int, program: str) -> Host:
    """Return the machine of an export, as a program sees it whose variables are not known."""
    names = [f"{name}{infix}" for name in DEVICE_VALUES.values() for infix in ("", "Wow")]
    keys = device_keys(registry)
    facts = WindowsFacts(
        registry=registry,
        adapters=_adapters(registry, keys),
        kernel_values=MappingProxyType(
            {name: kernel_paths(value_named(registry, key, name) for key in keys) for name in names}
        ),
        is_wow64=pointer_bits == 32,
    )
    return Host(
        MappingProxyType({}),
        platform=Platform.WINDOWS,
        pointer_bits=pointer_bits,
        executable=program,
        working_directory="C:\\",
        windows=facts,
    )


def _adapters(registry: Registry, keys: tuple[str, ...]) -> tuple[Adapter, ...]:
    """Return the adapters of display devices; without any, one of each vendor that is asked for."""
    found = []
    for luid, key in enumerate(keys, 1):
        value = value_named(registry, key, _MATCHING)
        vendor = _VENDOR.search(decode(value.data)) if value is not None else None
        if vendor is not None:
            found.append(Adapter(luid, int(vendor[1], 16)))
    if found:
        return tuple(found)
    return tuple(Adapter(luid, vendor) for luid, vendor in enumerate(KNOWN_VENDORS, 1))
