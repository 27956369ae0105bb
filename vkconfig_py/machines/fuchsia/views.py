"""What Fuchsia's service shows of itself: its inspect tree, and the file systems of out/debug.

`ffx inspect show core/vulkan_loader` prints the first, `ffx component explore /core/vulkan_loader
-c "ls out/debug/manifest-fs"` lists a folder of the second. Nothing is shown before the service is
started: `fuchsia_service.start`.

Source: app.cc, InitDebugFs and InitDeviceFs; icd_component.cc; magma_device.cc.
"""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.base.records import Any
from vkconfig_py.machines.fuchsia.service import (
    Component,
    ComponentStage,
    DeviceKind,
    GpuDevice,
    Service,
)

MONIKER = "core/vulkan_loader"
DEBUG = "out/debug"
MANIFEST_FS, DEVICE_FS, TRUSTED_DEVICE_FS = "manifest-fs", "device-fs", "trusted-device-fs"
# What the folder svc/magma of each file system leads to.
MAGMA_SERVICE = "fuchsia.gpu.magma.Service"
TRUSTED_MAGMA_SERVICE = "fuchsia.gpu.magma.TrustedService"
DEVICE_CLASSES = (
    "gpu",
    "goldfish-pipe",
    "goldfish-control",
    "goldfish-address-space",
    "goldfish-sync",
)

# A folder by its entries' names; the content of a file, None for what can only be connected to.
Tree = Mapping[str, Any]


def inspect_json(service: Service) -> dict[str, Any]:
    """Return the inspect data as archivist prints them, without times."""
    return {"moniker": MONIKER, "payload": {"root": inspect_tree(service)}}


def inspect_tree(service: Service) -> dict[str, Any]:
    """Return the root node of the inspect data. start_timestamp_nanos is left out."""
    return {
        "fuchsia.inspect.Health": {"status": "OK" if service.is_ok else "STARTING_UP"},
        "config": service.system.config._asdict(),
        "devices": {device.node: _device(device) for device in service.devices},
        "icds": {component.number: _component(component) for component in service.components},
    }


def _device(device: GpuDevice) -> dict[str, Any]:
    folder: dict[str, Any] = {"active_icd": device.active}
    for number, icd in enumerate(device.icds):
        flags = {} if icd.flags is None else {"flags": icd.flags}
        folder[str(number)] = {"component_url": icd.component_url, **flags}
    return folder


def _component(component: Component) -> dict[str, Any]:
    folder: dict[str, Any] = {"status": component.step.value, "component_url": component.url}
    reading = component.reading
    if component.stage is ComponentStage.STARTED:
        return folder
    if reading.realm_error is not None:
        folder[reading.realm_error.property] = reading.realm_error.code
    if reading.version is not None:
        folder |= {"version": reading.version, "file_path": reading.file_path}
    if component.manifest is not None:
        text = component.manifest.decode("utf-8", "surrogateescape")
        folder |= {"library_path": component.library_path, "manifest_contents": text}
    return folder


def debug_tree(service: Service) -> Tree:
    """Return the folder out of the service's outgoing directory, as far as it is for debugging."""
    file_systems: Tree = {
        DEVICE_FS: device_fs(service),
        MANIFEST_FS: dict(service.manifest_fs),
        TRUSTED_DEVICE_FS: device_fs(service),
    }
    return {"out": {"debug": file_systems}}


def device_fs(service: Service) -> Tree:
    """Return device-fs: what a driver may open through the loader's callback.

    trusted-device-fs has the same names; its svc/magma leads to TRUSTED_MAGMA_SERVICE.
    """
    in_class: dict[str, dict[str, None]] = {name: {} for name in DEVICE_CLASSES}
    instances: dict[str, Tree] = {}
    for device in service.system.devices:
        match device.kind:
            case DeviceKind.MAGMA if not service.system.release.magma_in_class:
                instances[device.name] = {"device": None}
            case DeviceKind.MAGMA:
                in_class["gpu"][device.name] = None
            case DeviceKind.GOLDFISH:
                in_class["goldfish-pipe"][device.name] = None
            case DeviceKind.LAVAPIPE:
                pass  # a program, not a device
    return {"class": in_class, "svc": {"magma": instances}}


def list_folder(tree: Tree, path: str) -> tuple[str, ...] | None:
    """Return the names in a folder, sorted as ls does, or None if there is no such folder."""
    node: Any = tree
    for part in path.split("/"):
        if not isinstance(node, Mapping):
            return None
        if part:
            if part not in node:
                return None
            node = node[part]
    return tuple(sorted(node)) if isinstance(node, Mapping) else None


def walk(tree: Tree, path: str = "") -> list[str]:
    """Return the paths of everything below a folder. An empty folder ends in a slash."""
    paths: list[str] = []
    for name in sorted(tree):
        inner, below = tree[name], f"{path}{name}"
        if not isinstance(inner, Mapping):
            paths.append(below)
        else:
            paths += walk(inner, f"{below}/") or [f"{below}/"]
    return paths
