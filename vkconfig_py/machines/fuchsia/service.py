"""Fuchsia's vulkan_loader service: devices, their ICD components, and what clients are told.

Nothing happens at once on Fuchsia: watchers report devices, devices tell their ICDs, components
are read, and each of these may take its time. So the service is a value with a tuple of actions
that are under way; `finish` returns the service after one of them, in any order, and
`run_to_idle` finishes all. Get and ConnectToManifestFs answer for the state they are asked in.

Source: src/graphics/bin/vulkan_loader: app.cc, icd_list.cc, loader.cc, magma_device.cc,
goldfish_device.cc, lavapipe_device.cc.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntFlag, StrEnum
from types import MappingProxyType

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.machines.fuchsia.components import (
    ComponentReading,
    ComponentStep,
    render_renamed_manifest,
)

GOLDFISH_URL = "fuchsia-pkg://fuchsia.com/libvulkan_goldfish#meta/vulkan.cm"
LAVAPIPE_URL = "fuchsia-pkg://fuchsia.com/libvulkan_lavapipe#meta/vulkan.cm"
LAVAPIPE_NAME = "0"
MAX_ICDS = 8  # GetIcdList: vector<IcdInfo>:8
MAX_NAME_LENGTH = 64  # Get: string:64, in bytes
_MAX_ENTRY_LENGTH = 255  # fs::PseudoDir takes no longer name


class DeviceKind(StrEnum):
    """Kinds of devices, each with its own way to name ICD components."""

    MAGMA = "magma"
    GOLDFISH = "goldfish"
    LAVAPIPE = "lavapipe"


class IcdFlags(IntFlag):
    """fuchsia.gpu.magma.IcdFlags."""

    SUPPORTS_VULKAN = 1
    SUPPORTS_OPENCL = 2
    SUPPORTS_MEDIA_CODEC_FACTORY = 4


class Features(IntFlag):
    """fuchsia.vulkan.loader.Features."""

    GET = 1
    CONNECT_TO_DEVICE_FS = 2
    CONNECT_TO_MANIFEST_FS = 4


class IcdInfo(NamedTuple):
    """One entry of a magma device's list; either member may be missing."""

    component_url: str | None
    flags: int | None


class FuchsiaDevice(NamedTuple):
    """A device of the system, before the service sees it."""

    kind: DeviceKind
    name: str
    icds: tuple[IcdInfo, ...] = ()


class Config(NamedTuple):
    """Structured configuration of the service; the defaults are those of its package."""

    allow_magma_icds: bool = True
    allow_goldfish_icd: bool = True
    allow_lavapipe_icd: bool = False
    lavapipe_icd_url: str = LAVAPIPE_URL


class ServiceRelease(NamedTuple):
    """What differs between releases of the service.

    Attributes:
        lavapipe_at_start: the software driver is added at the start, not where no device has one.
        magma_in_class: magma devices are in /dev/class/gpu, not in a service directory.
    """

    lavapipe_at_start: bool = False
    magma_in_class: bool = False


class System(NamedTuple):
    """What the service finds.

    Attributes:
        readings: what reading the component at each URL gives.
        has_vmex: fuchsia.kernel.VmexResource is routed to the service.
    """

    devices: tuple[FuchsiaDevice, ...]
    readings: Mapping[str, ComponentReading]
    config: Config = Config()
    release: ServiceRelease = ServiceRelease()
    has_vmex: bool = True


class ComponentStage(StrEnum):
    """How far a component came, for the list that it is in (LookupStages)."""

    STARTED = "started"
    FINISHED = "finished"
    FAILED = "failed"


class Component(NamedTuple):
    """A child of the collection icd-loaders; all devices with its URL share it.

    Attributes:
        number: name of its node in inspect, and in the collection.
        library_path: the name of its library for clients; None before the manifest was read.
        manifest: the manifest that clients see, likewise.
    """

    number: str
    url: str
    reading: ComponentReading
    stage: ComponentStage = ComponentStage.STARTED
    library_path: str | None = None
    manifest: bytes | None = None

    @property
    def step(self) -> ComponentStep:
        """How far the service came with the component, as inspect shows it."""
        return (
            ComponentStep.UNINITIALIZED
            if self.stage is ComponentStage.STARTED
            else self.reading.step
        )

    def settle(self) -> Component:
        """Return the component in the state after it was read."""
        stage = ComponentStage.FAILED if self.reading.error else ComponentStage.FINISHED
        name, manifest = self.reading.library_path, self.reading.manifest
        if name is None or manifest is None:
            return self._replace(stage=stage)
        numbered_name = f"{self.number}-{name}"
        return self._replace(
            stage=stage,
            library_path=numbered_name,
            manifest=render_renamed_manifest(manifest, numbered_name),
        )


class ListedIcd(NamedTuple):
    """A node of inspect below a device; `flags` is None where the device has none."""

    component_url: str
    flags: int | None


class GpuDevice(NamedTuple):
    """A device that the service has.

    Attributes:
        node: its name in inspect.
        urls: components that support Vulkan, best first.
        active: number of the component whose manifest clients see, or "".
    """

    device: FuchsiaDevice
    node: str
    icds: tuple[ListedIcd, ...] = ()
    urls: tuple[str, ...] = ()
    active: str = ""


class WatchingFolder(NamedTuple):
    """A watcher reports the devices of a kind, then that it is idle."""

    kind: DeviceKind


class IcdListing(NamedTuple):
    """A magma device answers GetIcdList."""

    node: str


class InitializingComponent(NamedTuple):
    """A component is created, bound and read."""

    url: str


class NotifyingClients(NamedTuple):
    """The queued notification: lists choose their component, waiting calls are looked at again."""


ServiceToken = WatchingFolder | IcdListing | InitializingComponent
Action = ServiceToken | NotifyingClients


class CallAnswer(StrEnum):
    """What a call of Get comes to.

    Attributes:
        REFUSED: the name is too long for the protocol.
        WAITS: no answer before something else has finished.
    """

    LIBRARY = "library"
    NOTHING = "nothing"
    WAITS = "waits"
    REFUSED = "refused"


class VmexAnswer(StrEnum):
    """Answers of GetVmexResource; its errors are numbers 1 and 2."""

    RESOURCE = "resource"
    LAVAPIPE_ICD_NOT_ALLOWED = "LAVAPIPE_ICD_NOT_ALLOWED"
    FAILED_TO_OBTAIN_RESOURCE = "FAILED_TO_OBTAIN_RESOURCE"


_NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class Service(NamedTuple):
    """The running service.

    Attributes:
        components: in the order of their numbers.
        tokens: actions that keep the service from being idle.
        is_notified: a notification is queued.
        is_ok: health; never taken back.
        manifest_fs: files that clients see, by name.
        log: lines of its log.
    """

    system: System
    devices: tuple[GpuDevice, ...] = ()
    components: tuple[Component, ...] = ()
    tokens: tuple[ServiceToken, ...] = ()
    is_notified: bool = False
    is_ok: bool = False
    has_lavapipe: bool = False
    manifest_fs: Mapping[str, bytes] = _NO_FILES
    log: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are under way, any of which may finish next."""
        return (*self.tokens, NotifyingClients()) if self.is_notified else self.tokens

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self.actions

    def find_component(self, url: str) -> Component | None:
        """Return the component with a URL, None if the service has none."""
        return next((component for component in self.components if component.url == url), None)

    def get_driver(self, name: str) -> tuple[CallAnswer, str]:
        """Answer Loader.Get: the file that is handed out, or why there is none."""
        # LoaderApp::GetMatchingIcd.
        if len(name.encode("utf-8", "surrogateescape")) > MAX_NAME_LENGTH:
            return CallAnswer.REFUSED, ""
        for device in self.devices:
            for component in self._yield_settled(device):
                # A component that failed after its manifest has a name, too, and no library.
                if component.stage is ComponentStage.FINISHED and component.library_path == name:
                    return CallAnswer.LIBRARY, component.reading.library
        return (CallAnswer.WAITS if self.tokens else CallAnswer.NOTHING), ""

    def connect_to_manifest_fs(self, *, wait_for_idle: bool) -> Mapping[str, bytes] | None:
        """Return the files of manifest-fs, or None while the connection waits."""
        return None if wait_for_idle and not self.is_idle else self.manifest_fs

    def get_supported_features(self) -> Features:
        """Answer GetSupportedFeatures."""
        return Features.GET | Features.CONNECT_TO_DEVICE_FS | Features.CONNECT_TO_MANIFEST_FS

    def get_vmex_resource(self) -> VmexAnswer:
        """Answer GetVmexResource: lavapipe compiles its shaders into executable memory."""
        if not self.system.config.allow_lavapipe_icd:
            return VmexAnswer.LAVAPIPE_ICD_NOT_ALLOWED
        has_one = self.system.has_vmex
        return VmexAnswer.RESOURCE if has_one else VmexAnswer.FAILED_TO_OBTAIN_RESOURCE

    def _yield_settled(self, device: GpuDevice) -> Iterator[Component]:
        """Yield the components in a device's list that come before the first unread one."""
        # icd_list.cc: wait for earlier components before later ones are considered.
        for url in device.urls:
            component = self.find_component(url)
            if component is None or component.stage is ComponentStage.STARTED:
                return
            yield component

    def find_exposed(self, device: GpuDevice) -> Component | None:
        """Return the component that a device uses: the first in its list that works."""
        finished_components = (
            component
            for component in self._yield_settled(device)
            if component.stage is ComponentStage.FINISHED
        )
        return next(finished_components, None)

    def is_settled(self, device: GpuDevice) -> bool:
        """Return whether every component in a device's list has been read."""
        return all(
            component.stage is not ComponentStage.STARTED
            for component in self.list_components(device)
        )

    def list_components(self, device: GpuDevice) -> list[Component]:
        """Return the components in the list of a device, the best first."""
        return [
            component for url in device.urls if (component := self.find_component(url)) is not None
        ]


def start(system: System) -> Service:
    """Start the service. It has no device before its watchers report one."""
    # LoaderApp::InitDeviceWatcher: what is not allowed is not even watched.
    service = Service(system)
    if system.config.allow_magma_icds:
        service = service._replace(tokens=(*service.tokens, WatchingFolder(DeviceKind.MAGMA)))
    if system.config.allow_goldfish_icd:
        service = service._replace(tokens=(*service.tokens, WatchingFolder(DeviceKind.GOLDFISH)))
    if system.config.allow_lavapipe_icd:
        if system.release.lavapipe_at_start:
            return _add_lavapipe(service)
        if not service.tokens:
            # A token taken and returned at once: the notification adds lavapipe.
            return service._replace(is_notified=True)
    return service


def run_to_idle(service: Service) -> Service:
    """Finish all actions, the oldest first, as a client with WAIT_FOR_IDLE sees the service."""
    while service.actions:
        service = finish(service, service.actions[0])
    return service


def finish(service: Service, action: Action) -> Service:
    """Return the service after one of its actions.

    Raises:
        ValueError: it is not under way.
    """
    if action not in service.actions:
        raise ValueError(f"{action} is not under way")
    match action:
        case WatchingFolder(kind):
            return _return_token(_report_devices(service, kind), action)
        case IcdListing(node):
            return _return_token(_list_icds(service, node), action)
        case InitializingComponent(url):
            service = _settle_component(service, url)
            return _return_token(service._replace(is_notified=True), action)
        case NotifyingClients():
            return _choose_drivers(service._replace(is_notified=False))


def remove_device(service: Service, node: str) -> Service:
    """Return the service after a device closed its connection.

    Its components stay, for they are kept by URL: their manifests, too, stay in manifest-fs, while
    Get knows their libraries no more unless another device has them in its list.
    """
    return service._replace(
        devices=tuple(device for device in service.devices if device.node != node)
    )


def _return_token(service: Service, token: ServiceToken) -> Service:
    """End an action that kept the service from being idle."""
    tokens = tuple(pending for pending in service.tokens if pending != token)
    # ~PendingActionToken: the last one queues a notification.
    return service._replace(tokens=tokens, is_notified=service.is_notified or not tokens)


def _report_devices(service: Service, kind: DeviceKind) -> Service:
    """Add the devices of a kind, which a watcher reports."""
    for device in service.system.devices:
        if device.kind is kind:
            service = _add_device(service, device)
    return service


def _add_device(service: Service, device: FuchsiaDevice) -> Service:
    """Add a device, with the actions or the component that its kind requires."""
    match device.kind:
        case DeviceKind.MAGMA:
            # The newest service names the device with the member of the service instance.
            member = "" if service.system.release.magma_in_class else "/device"
            node = f"magma-{device.name}{member}"
            service = service._replace(tokens=(*service.tokens, IcdListing(node)))
            return _append_device(service, GpuDevice(device, node))
        case DeviceKind.GOLDFISH:
            if device.name == ".":
                return service
            return _add_constant(service, device, GOLDFISH_URL)
        case DeviceKind.LAVAPIPE:
            return _add_constant(service, device, service.system.config.lavapipe_icd_url)


def _add_lavapipe(service: Service) -> Service:
    """Add the device of the software driver."""
    device = FuchsiaDevice(DeviceKind.LAVAPIPE, LAVAPIPE_NAME)
    return _add_device(service, device)._replace(has_lavapipe=True)


def _add_constant(service: Service, device: FuchsiaDevice, url: str) -> Service:
    """Add a device of a kind whose driver is always the component at this URL."""
    node = f"{device.kind.value}-{device.name}"
    added_device = GpuDevice(device, node, (ListedIcd(url, None),))
    return _add_to_list(_append_device(service, added_device), node, url)


def _list_icds(service: Service, node: str) -> Service:
    """Add the drivers that a magma device names to its list (MagmaDevice::Initialize)."""
    device = next((device for device in service.devices if device.node == node), None)
    if device is None:
        return service  # lost meanwhile
    if len(device.device.icds) > MAX_ICDS:
        error = "GetIcdList transport error: more than 8 ICDs do not fit into the answer"
        return remove_device(_add_log_line(service, f"ERROR: {error}"), node)
    for icd in device.device.icds:
        if icd.component_url is None:
            service = _add_log_line(service, "ERROR: ICD missing component URL")
        elif icd.flags is None:
            service = _add_log_line(service, "ERROR: ICD missing flags")
        else:
            listed_icd = ListedIcd(icd.component_url, icd.flags)
            service = _add_icd(service, node, listed_icd)
            if icd.flags & IcdFlags.SUPPORTS_VULKAN:
                service = _add_to_list(service, node, icd.component_url)
    return service


def _add_icd(service: Service, node: str, icd: ListedIcd) -> Service:
    """Show a driver below a device in the inspect data."""
    return _change_device(service, node, lambda device: device._replace(icds=(*device.icds, icd)))


def _add_to_list(service: Service, node: str, url: str) -> Service:
    """Add a component to a device's list, and create it unless another device did."""
    if service.find_component(url) is None:
        reading = service.system.readings[url]
        component = Component(str(len(service.components)), url, reading)
        service = service._replace(
            components=(*service.components, component),
            tokens=(*service.tokens, InitializingComponent(url)),
        )
    service = _change_device(
        service, node, lambda device: device._replace(urls=(*device.urls, url))
    )
    return _expose_driver(service, node)


def _settle_component(service: Service, url: str) -> Service:
    """Finish reading the component with a URL, and log its error."""
    components = tuple(
        component.settle() if component.url == url else component
        for component in service.components
    )
    service = service._replace(components=components)
    error = service.system.readings[url].error
    return _add_log_line(service, f"ERROR: {url} {error}") if error else service


def _choose_drivers(service: Service) -> Service:
    """Let each device choose its driver, and add the software driver if none works."""
    # LoaderApp::NotifyIcdsChangedOnMainThread.
    for device in service.devices:
        service = _expose_driver(service, device.node)
    if any(service.find_exposed(device) is not None for device in service.devices):
        return service._replace(is_ok=True)
    if service.has_lavapipe or not service.system.config.allow_lavapipe_icd:
        return service
    # A client cannot control the order of devices, so lavapipe is added only where no other works.
    if all(service.is_settled(device) for device in service.devices):
        return _add_lavapipe(service)
    return service


def _expose_driver(service: Service, node: str) -> Service:
    """Show clients the manifest of the driver of a device (IcdList::UpdateCurrentComponent).

    `node` is the name of the device in inspect.
    """
    device = next(device for device in service.devices if device.node == node)
    component = service.find_exposed(device)
    if component is None or component.manifest is None:
        return service
    for candidate in service.list_components(device):
        if candidate.stage is not ComponentStage.FINISHED:
            # It is logged again with each notification; once says it all.
            service = _add_log_line(
                service,
                f"INFO: Note: previous failed lookup for {candidate.url}"
                " is expected on production devices and is not an error",
            )
    service = _change_device(service, node, lambda device: device._replace(active=component.number))
    name = f"{component.library_path}.json"
    if not is_entry_name(name):
        return service  # AddEntry fails, and nobody looks at its result
    files = {**service.manifest_fs, name: component.manifest}
    return service._replace(manifest_fs=MappingProxyType(files))


def is_entry_name(name: str) -> bool:
    """Return whether a name can be that of an entry in a pseudo-directory."""
    return "/" not in name and len(name.encode("utf-8", "surrogateescape")) <= _MAX_ENTRY_LENGTH


def _append_device(service: Service, device: GpuDevice) -> Service:
    """Return the service with one more device."""
    return service._replace(devices=(*service.devices, device))


def _change_device(
    service: Service, node: str, change: Callable[[GpuDevice], GpuDevice]
) -> Service:
    """Return the service with a change of the device that has this name in inspect."""
    devices = tuple(change(device) if device.node == node else device for device in service.devices)
    return service._replace(devices=devices)


def _add_log_line(service: Service, line: str) -> Service:
    """Add a line to the log of the service, once."""
    return service if line in service.log else service._replace(log=(*service.log, line))
