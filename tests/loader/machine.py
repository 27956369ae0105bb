"""A machine in memory: every file is an overlay, so nothing on the disk plays a part.

Files of one folder are listed in the order in which they were added.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Position
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport

OLD = LoaderProfile((1, 3, 239))
NEW = NEWEST_PROFILE
PROGRAM = "/opt/program"
ENVIRONMENT = {
    "XDG_CONFIG_HOME": "/ch",
    "XDG_CONFIG_DIRS": "/cd",
    "XDG_DATA_HOME": "/dh",
    "XDG_DATA_DIRS": "/dd:/de",
}
# The first 20 bytes of a 64-bit x86-64 ELF library.
NARROW_LIBRARY = b"\x7fELF\x01\x01\x01" + b"\0" * 9 + b"\x03\x00\x03\x00"  # for 32 bit
LIBRARY = b"\x7fELF\x02\x01\x01" + b"\0" * 9 + b"\x03\x00\x3e\x00"


def layer_object(name: str, implicit: bool = False, /, **members: Any) -> dict[str, Any]:
    """Return a layer object with valid defaults; None removes a member."""
    found: dict[str, Any] = {
        "name": name,
        "type": "GLOBAL",
        "library_path": f"/lib/{name}.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": f"about {name}",
    }
    if implicit:
        found["disable_environment"] = {f"DISABLE_{name}": "1"}
    found.update(members)
    return {key: value for key, value in found.items() if value is not None}


def meta_object(
    name: str, *components: str, implicit: bool = False, **members: Any
) -> dict[str, Any]:
    """Return a meta-layer's object."""
    defaults = {"library_path": None, "component_layers": list(components), "api_version": "1.0.0"}
    return layer_object(name, implicit, **{**defaults, **members})


def override_object(*components: str, **members: Any) -> dict[str, Any]:
    """Return an override's object."""
    return meta_object(OVERRIDE_NAME, *components, implicit=True, **members)


def document(*layers: dict[str, Any], version: str = "1.1.2") -> dict[str, Any]:
    """Return a manifest."""
    head = {"file_format_version": version}
    return {**head, "layer": layers[0]} if len(layers) == 1 else {**head, "layers": list(layers)}


class Machine:
    """A machine under construction."""

    def __init__(self) -> None:
        self.files: dict[str, OverlayFile] = {}
        self.environment = dict(ENVIRONMENT)
        self.changes: dict[str, Any] = {}

    def file(self, path: str, content: bytes | str | Mapping[str, Any] | list[Any]) -> Self:
        """Add a file."""
        if not isinstance(content, bytes | str):
            content = json.dumps(content, indent=1)
        data = content.encode() if isinstance(content, str) else content
        self.files[path] = OverlayFile(data, Position.LAST)
        return self

    def driver(self, name: str = "driver", **icd: Any) -> Self:
        """Add a driver."""
        members = {"library_path": f"/lib/{name}.so", "api_version": "1.3.0", **icd}
        icd = {key: value for key, value in members.items() if value is not None}
        self.file(f"/lib/{name}.so", LIBRARY)
        return self.file(
            f"/dd/vulkan/icd.d/{name}.json", {"file_format_version": "1.0.0", "ICD": icd}
        )

    def implicit(self, name: str, base: str = "/dd", library: bool = True, **members: Any) -> Self:
        """Add an implicit layer."""
        return self._layer(name, f"{base}/vulkan/implicit_layer.d", True, library, members)

    def explicit(self, name: str, base: str = "/dd", library: bool = True, **members: Any) -> Self:
        """Add an explicit layer."""
        return self._layer(name, f"{base}/vulkan/explicit_layer.d", False, library, members)

    def meta(self, name: str, *components: str, base: str = "/dd", **members: Any) -> Self:
        """Add an explicit meta-layer."""
        path = f"{base}/vulkan/explicit_layer.d/{name}.json"
        return self.file(path, document(meta_object(name, *components, **members)))

    def override(self, *components: str, base: str = "/ch", **members: Any) -> Self:
        """Add an override."""
        return self.overrides(override_object(*components, **members), base=base)

    def overrides(self, *layers: dict[str, Any], base: str = "/ch") -> Self:
        """Add several overrides in one file."""
        return self.file(f"{base}/vulkan/implicit_layer.d/override.json", document(*layers))

    def settings(self, content: dict[str, Any] | bytes | str, base: str = "/dh") -> Self:
        """Add a loader settings file; without a version the content is its settings object."""
        if isinstance(content, dict) and "file_format_version" not in content:
            content = {"file_format_version": "1.0.0", "settings": content}
        return self.file(f"{base}/vulkan/loader_settings.d/vk_loader_settings.json", content)

    def env(self, **variables: str) -> Self:
        """Set variables."""
        self.environment.update(variables)
        return self

    def host(self) -> Host:
        """Return the machine for the engine."""
        host = Host(
            environment=self.environment,
            executable=PROGRAM,
            root="/nonexistent",
            overlay=dict(self.files),
        )
        return host._replace(**self.changes)

    def report(self, *layers: str, profile: LoaderProfile = NEW, **asked: Any) -> LoaderReport:
        """Run the engine for an application that asks for these layers."""
        return discover(self.host(), Application(layers=layers, **asked), profile)

    def chain(self, *layers: str, profile: LoaderProfile = NEW, **asked: Any) -> str:
        """Return the chain as one text, or the name of the error."""
        report = self.report(*layers, profile=profile, **asked)
        if report.create_result != "VK_SUCCESS":
            return report.create_result
        return " ".join(active.manifest.name for active in report.callstack)

    def _layer(
        self, name: str, folder: str, implicit: bool, library: bool, members: dict[str, Any]
    ) -> Self:
        if library:
            self.file(f"/lib/{name}.so", LIBRARY)
        number = sum(path.startswith(f"{folder}/{name}") for path in self.files)
        path = f"{folder}/{name}{number or ''}.json"
        return self.file(path, document(layer_object(name, implicit, **members)))


def found(report: LoaderReport, name: str) -> FoundLayer:
    """Return the first layer of that name."""
    return next(layer for layer in report.found_layers if layer.name == name)


def outcomes(report: LoaderReport, name: str) -> list[tuple[str, str]]:
    """Return outcome and reason of every copy of a layer."""
    return [
        (layer.verdict.outcome.value, layer.verdict.reason.value)
        for layer in report.found_layers
        if layer.name == name
    ]


def machine() -> Machine:
    """Return one with a driver, two implicit layers and two explicit ones."""
    return Machine().driver().implicit("I").implicit("J").explicit("A").explicit("B")
