"""A Windows machine in memory: registry values and files of drive C:."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from tests.loader.machine import NEW
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Platform, Position
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind, WindowsFacts
from vkconfig_py.loader.platforms.windows_search import COMPONENT, DISPLAY
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

KHRONOS = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
USER = r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan"
NARROW = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan"
ADAPTER, SOFTWARE = rf"{DISPLAY}\0000", rf"{COMPONENT}\0000"
PROGRAM = r"C:\App\program.exe"
# A header that says "x64 DLL": DOS header, signature, IMAGE_FILE_HEADER, Magic of 64 bits.
LIBRARY = (
    b"MZ"
    + bytes(58)
    + (64).to_bytes(4, "little")
    + b"PE\0\0\x64\x86"
    + bytes(14)
    + b"\xf0\0\x22\x20\x0b\2"
    + bytes(64)
)


class Windows:
    """A machine under construction."""

    def __init__(self) -> None:
        self.keys: dict[str, list[RegistryValue]] = {}
        self.files: dict[str, OverlayFile] = {}
        self.environment: dict[str, str] = {}
        self.facts: dict[str, Any] = {}
        self.changes: dict[str, Any] = {}

    def value(
        self, key: str, name: str, data: bytes = bytes(4), kind: int = ValueKind.DWORD
    ) -> Self:
        """Add a registry value."""
        self.keys.setdefault(key, []).append(RegistryValue(name, kind, data))
        return self

    def text(self, key: str, name: str, *texts: str, kind: int = ValueKind.SZ) -> Self:
        """Add a value of one or several strings."""
        end = "\0" if kind == ValueKind.MULTI_SZ else ""
        data = "".join(f"{text}\0" for text in texts) + end
        return self.value(key, name, data.encode("utf-16-le"), kind)

    def file(self, path: str, content: bytes | Mapping[str, Any]) -> Self:
        """Add a file."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.files[path] = OverlayFile(data, Position.LAST)
        return self

    def driver(self, path: str, library: str = "", opened: str = "") -> Self:
        """Add a driver's manifest, and its library at a path."""
        name = path.rpartition("\\")[2].removesuffix(".json")
        opened = opened or rf"C:\Windows\System32\{name}.dll"
        icd = {"library_path": library or opened, "api_version": "1.3.0"}
        self.file(opened, LIBRARY)
        return self.file(path, {"file_format_version": "1.0.0", "ICD": icd})

    def layer(self, path: str, name: str, implicit: bool = False, **members: Any) -> Self:
        """Add a layer's manifest and its library."""
        layer = {
            "name": name,
            "type": "GLOBAL",
            "library_path": rf"C:\Layers\{name}.dll",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": name,
            **({"disable_environment": {f"DISABLE_{name}": "1"}} if implicit else {}),
            **members,
        }
        self.file(rf"C:\Layers\{name}.dll", LIBRARY)
        return self.file(path, {"file_format_version": "1.1.0", "layer": layer})

    def host(self) -> Host:
        """Return the machine for the engine."""
        return Host(
            environment=self.environment,
            platform=Platform.WINDOWS,
            executable=PROGRAM,
            root="/nonexistent",
            working_directory="C:\\",
            overlay=dict(self.files),
            windows=WindowsFacts(Registry(self.keys), **self.facts),
        )._replace(**self.changes)

    def report(self, *layers: str, profile: LoaderProfile = NEW) -> LoaderReport:
        """Run the engine for an application that asks for these layers."""
        return discover(self.host(), Application(layers=layers), profile)

    def drivers(self, profile: LoaderProfile = NEW) -> list[str]:
        """Return the driver manifests that are read, in order."""
        return list(self.report(profile=profile).driver_search.files)

    def names(self, profile: LoaderProfile = NEW) -> list[str]:
        """Return the names of the layers that are listed."""
        layers = self.report(profile=profile).layers
        assert not isinstance(layers, str), layers
        return [layer.name for layer in layers]
