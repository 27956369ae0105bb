"""A program on a Fuchsia system, as the ordinary engine inspects it.

The program's loader connects to the service, waits until it is idle, and lists manifest-fs like a
folder of driver manifests; their libraries are names that the service turns into files. All else
comes from the program's own namespace: /pkg is its package, /config/data what the product adds.

Source: the loader's loader_fuchsia_service.cc (connect_to_vulkan_loader_svc).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host, OverlayFile, Platform, Position
from vkconfig_py.loader.files.binaries import program_kind
from vkconfig_py.loader.platforms.rules import rules_of
from vkconfig_py.machines.fuchsia.service import Answer, Service


def client_host(service: Service, namespace: str, environment: Mapping[str, str]) -> Host:
    """Return the host of a program that finds the service in a state.

    `namespace` is the folder that stands for / of the program; its variables are those of its
    component, not those of this process.
    """
    files = _connect(service)
    folder = rules_of(Platform.FUCHSIA).manifest_service
    overlay = {
        f"{folder}/{name}": OverlayFile(content, Position.LAST) for name, content in files.items()
    }
    host = Host(
        environment=MappingProxyType(dict(environment)),
        platform=Platform.FUCHSIA,
        root=namespace,
        overlay=MappingProxyType(overlay),
        served_libraries=MappingProxyType(_libraries(service)),
    )
    return _of_machine(host)


def _connect(service: Service) -> Mapping[str, bytes]:
    """Return the manifests that the loader gets from the service (ConnectToManifestFs)."""
    # The features that it asks for first are those that every service has. With WAIT_FOR_IDLE
    # nothing is read while anything is under way.
    return service.connect_to_manifest_fs(wait_for_idle=True) or {}


def _libraries(service: Service) -> dict[str, str]:
    found = {}
    for component in service.components:
        name = component.library_path
        answer, file = service.get(name) if name is not None else (Answer.NOTHING, "")
        if name is not None and answer is Answer.LIBRARY:
            found[name] = file
    return found


def _of_machine(host: Host) -> Host:
    """Return the host of the processor that the first driver is for: it is this system's."""
    here = host._replace(root="")
    kinds = (program_kind(here, file) for file in host.served_libraries.values())
    kind = next((one for one in kinds if one is not None), None)
    if kind is None:
        return host
    bits, machine = kind
    return host._replace(pointer_bits=bits, machine=machine)
