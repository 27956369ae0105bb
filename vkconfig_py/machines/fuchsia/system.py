"""A folder that describes a Fuchsia system: system.json, or an unpacked package of one driver.

docs/platforms.md describes the format, resources/schemas/fuchsia_system.json has its schema.
Devices, components and files are limited in number and size; a member of the wrong type is an error
with its line.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.machines.fuchsia.components import (
    IcdComponent,
    find_component,
    find_manifests,
    read_component,
)
from vkconfig_py.machines.fuchsia.service import (
    GOLDFISH_URL,
    Config,
    DeviceKind,
    FuchsiaDevice,
    IcdFlags,
    IcdInfo,
    ServiceRelease,
    System,
)
from vkconfig_py.machines.machine_file import DescriptionError, MachineDescription

SYSTEM_FILE = "system.json"
NAMESPACE = "namespace"  # folder that stands for / of the client
_MAX_DEVICES = 16
_MAX_COMPONENTS = 64
_MAX_LIST_LENGTH = 16  # more than the service takes, so that one too long can be shown
_LAVAPIPE = {"fallback": False, "start": True}
_MAGMA = {"service": False, "class": True}


class FuchsiaMachine(NamedTuple):
    """A system, and where it was read.

    Attributes:
        file: the file that describes it: system.json or a .cml.
        namespace: folder that stands for / of the client; "" if there is none.
        components: by URL; None for a URL that leads nowhere.
    """

    system: System
    file: str
    namespace: str
    components: Mapping[str, IcdComponent | None]


def open_system(folder: str) -> FuchsiaMachine:
    """Read the system that a folder describes, with all of its components.

    Raises:
        DescriptionError: the folder describes none, or wrongly.
    """
    file = os.path.join(folder, SYSTEM_FILE)
    namespace = os.path.join(folder, NAMESPACE)
    if os.path.exists(file):
        description = _SystemFile(file)
        devices, config = description.read_devices(), description.read_config()
        urls = {**_list_urls(devices, config), **description.list_urls()}
        components = {url: description.find_component(url) for url in urls}
        release, has_vmex = description.read_release(), description.has_vmex()
    else:
        url, component = _read_lone_package(folder)
        file = component.manifest or folder
        icd = IcdInfo(url, IcdFlags.SUPPORTS_VULKAN)
        devices, config = (FuchsiaDevice(DeviceKind.MAGMA, "000", (icd,)),), Config()
        components = {url: component}
        release, has_vmex = ServiceRelease(), True
    readings = {url: read_component(url, component) for url, component in components.items()}
    system = System(devices, readings, config, release, has_vmex)
    is_there = os.path.isdir(namespace)
    return FuchsiaMachine(system, file, namespace if is_there else "", components)


def describes_system(folder: str) -> bool:
    """Return whether a folder looks like a Fuchsia system or an unpacked package."""
    return os.path.isfile(os.path.join(folder, SYSTEM_FILE)) or bool(find_manifests(folder))


def _list_urls(devices: tuple[FuchsiaDevice, ...], config: Config) -> dict[str, None]:
    """Return each component URL that the devices or the configuration name."""
    urls = dict.fromkeys(
        icd.component_url
        for device in devices
        for icd in device.icds
        if icd.component_url is not None
    )
    return urls | dict.fromkeys((GOLDFISH_URL, config.lavapipe_icd_url))


def _read_lone_package(folder: str) -> tuple[str, IcdComponent]:
    """Return URL and component of an unpacked package that stands for a whole system."""
    component = find_component(folder)
    if component.error and not component.manifest:
        raise DescriptionError(
            tr("{fault}, and {file} is missing", fault=component.error, file=SYSTEM_FILE)
        )
    manifest = os.path.basename(component.manifest) or "vulkan.cml"
    name = os.path.basename(os.path.abspath(folder))
    url = f"fuchsia-pkg://fuchsia.com/{name}#meta/{manifest.removesuffix('l')}"
    return url, component


class _SystemFile:
    """A parsed system.json."""

    def __init__(self, file: str) -> None:
        self._file = MachineDescription(file)

    def read_devices(self) -> tuple[FuchsiaDevice, ...]:
        """Return the devices of the system."""
        entries = self._file.read_list(self._file.root, "devices", (), _MAX_DEVICES)
        devices = tuple(
            self._read_device(entry, ("devices", index)) for index, entry in enumerate(entries)
        )
        seen_devices: set[tuple[DeviceKind, str]] = set()
        for index, device in enumerate(devices):
            if (device.kind, device.name) in seen_devices:
                raise self._file.make_error(
                    tr("two {kind} devices are named {name!r}", kind=device.kind, name=device.name),
                    ("devices", index),
                )
            seen_devices.add((device.kind, device.name))
        return devices

    def _read_device(self, value: Any, path: KeyPath) -> FuchsiaDevice:
        """Return the device that an entry describes.

        `path` has the keys that lead to the entry, for errors.
        """
        members = self._file.read_members(value, path)
        kind = self._file.read_choice(members, "kind", path, {"magma": 0, "goldfish": 0})
        name = self._file.read_text(members, "name", path)
        if not name or "/" in name:
            raise self._file.make_error(tr("“name” is empty or contains a slash"), (*path, "name"))
        if kind == DeviceKind.GOLDFISH:
            return FuchsiaDevice(DeviceKind.GOLDFISH, name)
        icds = self._file.read_list(members, "icds", path, _MAX_LIST_LENGTH)
        infos = tuple(self._read_icd(icd, (*path, "icds", index)) for index, icd in enumerate(icds))
        return FuchsiaDevice(DeviceKind.MAGMA, name, infos)

    def _read_icd(self, value: Any, path: KeyPath) -> IcdInfo:
        """Return the driver of a device that an entry describes.

        `path` has the keys that lead to the entry, for errors.
        """
        members = self._file.read_members(value, path)
        has_url = "component_url" in members
        url = self._file.read_text(members, "component_url", path) if has_url else None
        flags = members.get("flags")
        if "flags" in members and (
            not isinstance(flags, int) or isinstance(flags, bool) or not 0 <= flags < 1 << 32
        ):
            raise self._file.make_error(tr("“flags” is not a 32-bit number"), (*path, "flags"))
        return IcdInfo(url, flags)

    def read_config(self) -> Config:
        """Return the configuration of the service, with defaults for missing members."""
        members = self._file.read_members(self._file.root.get("config", Members()), ("config",))
        plain = Config()
        url = plain.lavapipe_icd_url
        if "lavapipe_icd_url" in members:
            url = self._file.read_text(members, "lavapipe_icd_url", ("config",))
            if len(url.encode("utf-8", "surrogateescape")) > 120:  # string:120 in the .cml
                raise self._file.make_error(
                    tr("“lavapipe_icd_url” is longer than 120 bytes"),
                    ("config", "lavapipe_icd_url"),
                )
        return Config(
            self._file.read_boolean(
                members, "allow_magma_icds", ("config",), plain.allow_magma_icds
            ),
            self._file.read_boolean(
                members, "allow_goldfish_icd", ("config",), plain.allow_goldfish_icd
            ),
            self._file.read_boolean(
                members, "allow_lavapipe_icd", ("config",), plain.allow_lavapipe_icd
            ),
            url,
        )

    def read_release(self) -> ServiceRelease:
        """Return which release of the service the system has."""
        path = ("service",)
        members = self._file.read_members(self._file.root.get("service", Members()), path)
        return ServiceRelease(
            _LAVAPIPE[self._file.read_choice(members, "lavapipe", path, _LAVAPIPE)],
            _MAGMA[self._file.read_choice(members, "magma", path, _MAGMA)],
        )

    def has_vmex(self) -> bool:
        """Return whether fuchsia.kernel.VmexResource is routed to the service."""
        members = self._file.read_members(self._file.root.get("service", Members()), ("service",))
        return self._file.read_boolean(members, "vmex_resource", ("service",), True)

    def list_urls(self) -> dict[str, None]:
        """Return the URLs of all components, whether a device names them or not."""
        components = self._file.read_members(
            self._file.root.get("components", Members()), ("components",)
        )
        if len(components) > _MAX_COMPONENTS:
            raise self._file.make_error(
                tr("more than {count} components", count=_MAX_COMPONENTS), ("components",)
            )
        return dict.fromkeys(components)

    def find_component(self, url: str) -> IcdComponent | None:
        """Return the component that system.json has for a URL, None if it has none."""
        components = self._file.read_members(
            self._file.root.get("components", Members()), ("components",)
        )
        if url not in components:
            return None
        value, path = components[url], ("components", url)
        if isinstance(value, str):
            return find_component(self._find_folder(value, path))
        members = self._file.read_members(value, path)
        return IcdComponent(
            self._find_folder(self._file.read_text(members, "contents", path), (*path, "contents")),
            self._find_folder(self._file.read_text(members, "metadata", path), (*path, "metadata")),
        )

    def _find_folder(self, name: str, path: KeyPath) -> str:
        """Return a folder relative to system.json.

        Raises:
            DescriptionError: there is no such folder.
        """
        folder = os.path.normpath(os.path.join(os.path.dirname(self._file.file), name))
        if "\0" in name or not os.path.isdir(folder):
            raise self._file.make_error(tr("{path!r} is not a folder", path=name), path)
        return folder
