"""The report of a Fuchsia system: what its service shows, what a program's loader finds, problems.

A program's loader waits until the service is idle and lists manifest-fs like a folder of driver
manifests; the service turns library names into files. All else comes from the program's namespace:
/pkg is its package, /config/data what the product adds. Source: loader_fuchsia_service.cc
(connect_to_vulkan_loader_svc), app.cc (InitDebugFs, InitDeviceFs), icd_component.cc,
magma_device.cc.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Platform, Position
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.loader.files.binaries import read_program_kind
from vkconfig_py.loader.files.elf import read_elf
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.json.decode import find_positions
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.machines.fuchsia.components import (
    INVALID_URL,
    METADATA_FILE,
    IcdComponent,
    leaves_directory,
)
from vkconfig_py.machines.fuchsia.service import (
    MAX_NAME_LENGTH,
    CallAnswer,
    Component,
    ComponentStage,
    Config,
    DeviceKind,
    GpuDevice,
    Service,
    is_entry_name,
    run_to_idle,
    start,
)
from vkconfig_py.machines.fuchsia.strict_json import MAX_BYTES
from vkconfig_py.machines.fuchsia.system import NAMESPACE, FuchsiaMachine, open_system

# All that a driver's library may be linked to.
ABI_LIBRARIES = ("libzircon.so", "libc.so")
_META_PREFIX = "meta/"
_BIN_PREFIX = "bin/"


class FuchsiaCode(StrEnum):
    """Codes of problems with ICD components."""

    FAILS = "icd-component-fails"
    PATH_LEAVES_PACKAGE = "icd-path-leaves"
    NAME_TOO_LONG = "icd-name-too-long"
    NAME_HAS_SLASH = "icd-name-has-slash"
    NEEDS_LIBRARY = "icd-needs-library"
    USES_SERVICE = "icd-uses-service"
    IN_BIN = "icd-in-bin"
    OUTSIDE_META = "icd-outside-meta"


_SEVERITY_BY_FUCHSIA_CODE = {
    FuchsiaCode.FAILS: Severity.ERROR,
    FuchsiaCode.PATH_LEAVES_PACKAGE: Severity.ERROR,
    FuchsiaCode.NAME_TOO_LONG: Severity.ERROR,
    FuchsiaCode.NAME_HAS_SLASH: Severity.ERROR,
    FuchsiaCode.NEEDS_LIBRARY: Severity.WARNING,
    FuchsiaCode.USES_SERVICE: Severity.WARNING,
    FuchsiaCode.IN_BIN: Severity.WARNING,
    FuchsiaCode.OUTSIDE_META: Severity.NOTE,
}


def find_component_problems(machine: FuchsiaMachine, service: Service) -> tuple[Problem, ...]:
    """Return the problems of the components that an idle service has, worst first."""
    problems: list[Problem] = []
    for component in service.components:
        source = machine.components[component.url]
        if component.stage is ComponentStage.FAILED:
            problems += _find_failure(component, source, service)
        problems += _find_name_problems(component)
        problems += _find_library_problems(component)
        if source is not None:
            problems += _find_package_problems(component, source)
    order = list(Severity)
    return tuple(sorted(problems, key=lambda problem: order.index(problem.severity)))


def _find_failure(
    component: Component, source: IcdComponent | None, service: Service
) -> Iterator[Problem]:
    """Yield why a component cannot be used, if it cannot.

    `source` is the folders of the component, None if its URL leads nowhere.
    """
    reading = component.reading
    leaving = _find_escaping_path(component)
    if leaving is not None:
        key, path = leaving
        file = f"{source.metadata}/{METADATA_FILE}" if source is not None else ""
        yield _make_problem(
            FuchsiaCode.PATH_LEAVES_PACKAGE,
            tr("{key} {path!r} leads outside the contents folder", key=key, path=path),
            tr(
                "The service cannot open it. Specify a path inside the contents folder, "
                "without a leading slash or “..” components."
            ),
            file,
            _find_line(file, key),
            path,
        )
        return
    title = tr("{url} cannot be used", url=component.url)
    reason = explain_failure(component, source)
    # Drivers that are not part of a product are listed, too: the next one in the list is meant.
    is_expected = source is None and _has_successor(component, service)
    yield _make_problem(
        FuchsiaCode.FAILS,
        title,
        f"{_make_sentence(reason)}.",
        reading.file,
        reading.line,
        reading.error,
        Severity.NOTE if is_expected else None,
    )


def _make_sentence(reason: str) -> str:
    """Return a reason as a sentence. One that begins with the name of a file stays as it is."""
    is_name = reason.split(" ", 1)[0].endswith((".json", ".json:"))
    return reason if is_name else f"{reason[:1].upper()}{reason[1:]}"


def explain_failure(component: Component, source: IcdComponent | None) -> str:
    """Return why a component cannot be used, as a sentence without its end.

    What the service logs of a component that cannot be resolved is a number alone.
    """
    if component.reading.realm_error == INVALID_URL:
        return tr("its URL is empty or too long")
    if source is None:
        return tr("“components” in system.json does not list this URL")
    return _strip_full_stop(source.error or component.reading.why)


def _strip_full_stop(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.rstrip(".")


def _has_successor(component: Component, service: Service) -> bool:
    """Return whether each device that lists the component uses another one."""
    lists = [device for device in service.devices if component.url in device.urls]
    return all(device.active for device in lists)


def _find_escaping_path(component: Component) -> tuple[str, str] | None:
    """Return key and value of a path of metadata.json that leaves contents, None for none."""
    reading = component.reading
    if reading.version is None:
        return None  # metadata.json was not accepted
    paths = (("manifest_path", reading.manifest_path), ("file_path", reading.file_path or ""))
    return next(((key, path) for key, path in paths if leaves_directory(path)), None)


def _find_name_problems(component: Component) -> Iterator[Problem]:
    """Yield what is wrong with the library_path of a component's driver."""
    name, file = component.library_path, component.reading.manifest_file
    if name is None:
        return
    length = len(name.encode("utf-8", "surrogateescape"))
    if length > MAX_NAME_LENGTH:
        yield _make_problem(
            FuchsiaCode.NAME_TOO_LONG,
            tr("library_path is too long: clients request a name of {count} bytes", count=length),
            tr(
                "Loader.Get accepts at most {count} bytes, including the number and the "
                "dash that the service adds, so no program can open this driver.",
                count=MAX_NAME_LENGTH,
            ),
            file,
            _find_line(file, "ICD", "library_path"),
            name,
        )
    if "/" in name or not is_entry_name(f"{name}.json"):
        yield _make_problem(
            FuchsiaCode.NAME_HAS_SLASH,
            tr(
                "library_path {name!r} is not a plain file name",
                name=component.reading.library_path,
            ),
            tr(
                "The driver's manifest cannot be added to manifest-fs, so programs cannot "
                "find this driver. Specify only a file name; file_path in metadata.json "
                "gives the library's location."
            ),
            file,
            _find_line(file, "ICD", "library_path"),
            name,
        )


def _find_library_problems(component: Component) -> Iterator[Problem]:
    """Yield what is wrong with the library of a component's driver."""
    library = component.reading.library
    if not library:
        return
    for name in _list_needed_libraries(library):
        if name not in ABI_LIBRARIES:
            yield _make_problem(
                FuchsiaCode.NEEDS_LIBRARY,
                tr("{library} needs {name}", library=os.path.basename(library), name=name),
                tr(
                    "Link drivers only against libzircon.so and libc.so: programs do not "
                    "provide them with any other libraries."
                ),
                library,
                0,
                name,
            )
    path = component.reading.file_path or ""
    if path.startswith(_BIN_PREFIX):
        yield _make_problem(
            FuchsiaCode.IN_BIN,
            tr("{path} is in the bin folder", path=path),
            tr(
                "Put driver libraries in a different folder, such as lib. The service "
                "opens this library anyway."
            ),
            library,
            0,
            path,
        )


def _list_needed_libraries(library: str) -> tuple[str, ...]:
    """Return the libraries that an ELF file needs, () if it cannot be read."""
    try:
        status = os.stat(library)
        return read_elf(library, status.st_mtime_ns, status.st_size).needs.names
    except (OSError, ValueError):
        return ()


def _find_package_problems(component: Component, source: IcdComponent) -> Iterator[Problem]:
    """Yield what is wrong with the component manifest of a package."""
    for name in source.unavailable:
        yield _make_problem(
            FuchsiaCode.USES_SERVICE,
            tr("The component uses {name}", name=name),
            tr(
                "An ICD component gets only fuchsia.logger.LogSink; drivers use the "
                "services of the program that loads them."
            ),
            source.manifest,
            0,
            name,
        )
    if not source.manifest:
        return
    metadata = os.path.relpath(source.metadata, source.contents) if source.metadata else ""
    outside_files = (
        [] if not metadata or f"{metadata}/".startswith(_META_PREFIX) else [METADATA_FILE]
    )
    manifest = component.reading.manifest_path
    outside_files += [manifest] if manifest and not manifest.startswith(_META_PREFIX) else []
    for path in outside_files:
        yield _make_problem(
            FuchsiaCode.OUTSIDE_META,
            tr("{path} is not in its package's meta folder", path=path),
            tr(
                "Small files are best stored in meta, but the service can read this file "
                "where it is."
            ),
            source.manifest,
            0,
            path,
        )


def _make_problem(
    code: FuchsiaCode,
    title: str,
    consequence: str,
    file: str,
    line: int,
    detail: str,
    severity: Severity | None = None,
) -> Problem:
    """Return a problem of a component.

    Args:
        code: kind of the problem.
        title: what is wrong.
        consequence: what follows, or what to do.
        file: with the fault.
        line: from 1, 0 for none.
        detail: such as the name of a library, "" for none.
        severity: None for the usual one of the code.
    """
    return Problem(
        severity or _SEVERITY_BY_FUCHSIA_CODE[code],
        code.value,
        title,
        consequence,
        file,
        line,
        detail=detail,
    )


def _find_line(file: str, *key_path: str) -> int:
    """Return the line of a member in a JSON file, 0 if it is unknown.

    `key_path` has the keys that lead to the member.
    """
    path: tuple[Any, ...] = key_path
    try:
        return find_positions(read_beginning(file, MAX_BYTES)).find_line(*path) if file else 0
    except OSError:
        return 0


MONIKER = "core/vulkan_loader"
DEBUG_FOLDER = "out/debug"
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
InspectTree = Mapping[str, Any]


class FuchsiaReport(NamedTuple):
    """A Fuchsia system with its idle service, and a program on it.

    Attributes:
        program_report: what the program's loader finds; its problems include those of components.
    """

    machine: FuchsiaMachine
    service: Service
    program_report: LoaderReport


def inspect_system(
    folder: str,
    environment: Mapping[str, str],
    application: Application | None = None,
    profile: LoaderProfile = NEWEST_PROFILE,
) -> FuchsiaReport:
    """Read the system in a folder, start its service, let it become idle, and inspect a program.

    Raises:
        DescriptionError: the folder describes no system.
    """
    machine = open_system(folder)
    service = run_to_idle(start(machine.system))
    # Without a folder for it the program's namespace is empty: never this machine's root.
    namespace = machine.namespace or f"{folder}/{NAMESPACE}"
    host = make_client_host(service, namespace, environment)
    cache = DocumentCache()
    client = discover(host, application, profile, cache)
    problems = (*find_component_problems(machine, service), *lint(client, cache))
    # Every package that uses Vulkan brings the loader; which file it is, is not known here.
    profile = client.profile._replace(library=get_platform_rules(host.platform).loader_library)
    client = client._replace(problems=problems, profile=profile, loaders=(profile,))
    return FuchsiaReport(machine, service, client)


def make_fuchsia_json(report: FuchsiaReport) -> dict[str, Any]:
    """Return the member `fuchsia` of the report's JSON, whose keys are a public contract."""
    service = report.service
    tree = list_file_paths(make_device_fs(service))
    return {
        "system": report.machine.file,
        "inspect": render_inspect_json(service),
        "manifest_fs": {
            name: content.decode("utf-8", "surrogateescape")
            for name, content in service.manifest_fs.items()
        },
        "device_fs": {"magma": MAGMA_SERVICE, "paths": tree},
        "trusted_device_fs": {"magma": TRUSTED_MAGMA_SERVICE, "paths": tree},
        "libraries": dict(report.program_report.host.served_libraries),
        "features": int(service.get_supported_features()),
        "vmex_resource": service.get_vmex_resource().value,
        "log": list(service.log),
    }


def render_service_lines(report: FuchsiaReport) -> Iterator[str]:
    """Yield the lines for people about the service, without the part about the program."""
    service = report.service
    yield _render_health(service)
    yield ""
    yield tr("Devices")
    for device in service.devices:
        yield from _render_device_lines(device, report)
    if not service.devices:
        yield "  " + tr("no devices: {result}", result=_explain_no_devices(service))
    yield ""
    yield tr("File systems ({path})", path=DEBUG_FOLDER)
    yield f"  {MANIFEST_FS}"
    yield from (f"    {name}" for name in sorted(service.manifest_fs) or [tr("empty")])
    yield f"  {DEVICE_FS}"
    yield from (f"    {path}" for path in list_file_paths(make_device_fs(service)))
    yield f"  {TRUSTED_DEVICE_FS}"
    same_note = tr(
        "same as above, except that svc/magma leads to {path}", path=TRUSTED_MAGMA_SERVICE
    )
    yield f"    {same_note}"
    yield ""
    yield tr("Libraries available to programs, by name")
    libraries = report.program_report.host.served_libraries
    yield from (f"  {name}  {file}" for name, file in libraries.items())
    if not libraries:
        yield "  " + tr("none")


def _render_health(service: Service) -> str:
    """Return the sentence whether the service is healthy."""
    if service.is_ok:
        return tr("Service {name}: OK", name=MONIKER)
    return tr("Service {name}: still starting up (no device has a working driver)", name=MONIKER)


def _render_device_lines(device: GpuDevice, report: FuchsiaReport) -> Iterator[str]:
    """Yield the lines for people about a device and its drivers."""
    yield f"  {device.node}"
    if not device.icds:
        yield "    " + tr("does not list a driver")
    for icd in device.icds:
        component = report.service.find_component(icd.component_url)
        if component is None or icd.component_url not in device.urls:
            unsuitable_text = tr("Not for Vulkan (flags {flags})", flags=icd.flags)
            yield f"    {icd.component_url}  {unsuitable_text}"
        else:
            yield f"    {icd.component_url}  {_describe_component_state(component, device, report)}"


def _describe_component_state(
    component: Component, device: GpuDevice, report: FuchsiaReport
) -> str:
    """Return what became of a component in the list of a device."""
    if component.stage is ComponentStage.FAILED:
        source = report.machine.components[component.url]
        state = tr("Missing") if source is None else tr("Fails")
        return f"{state}: {explain_failure(component, source)}"
    if component.number == device.active:
        return _describe_reach(component, report)
    return tr("Not used: this device has a better driver that works")


def _describe_reach(component: Component, report: FuchsiaReport) -> str:
    """Return whether programs can load the driver that a device uses, or why not."""
    name = component.library_path or ""
    if f"{name}.json" not in report.service.manifest_fs:
        return tr(
            "Fails: programs cannot find it because its library_path is not a plain file name"
        )
    if name not in report.program_report.host.served_libraries:
        return tr("Fails: its library_path is too long for programs to request")
    return tr("Loads: {name}", name=name)


def render_system_notes(report: FuchsiaReport) -> Iterator[str]:
    """Yield for each driver a sentence about what the service does with it."""
    yield _render_health(report.service)
    for device in report.service.devices:
        for line in list(_render_device_lines(device, report))[1:]:
            yield f"{device.node}: {line.strip()}"


def _explain_no_devices(service: Service) -> str:
    """Return why the service has no devices, as the rest of a sentence."""
    config = service.system.config
    if not service.system.devices:
        return tr("system.json does not list any")
    kinds = {device.kind.value: device for device in service.system.devices}
    disabled_kinds = [kind for kind in kinds if not _is_allowed(kind, config)]
    return tr(
        "the configuration does not allow these kinds of devices ({kinds})",
        kinds=", ".join(disabled_kinds),
    )


def _is_allowed(kind: str, config: Config) -> bool:
    """Return whether the configuration of the service allows devices of a kind."""
    return {
        "magma": config.allow_magma_icds,
        "goldfish": config.allow_goldfish_icd,
        "lavapipe": config.allow_lavapipe_icd,
    }[kind]


def make_client_host(service: Service, namespace: str, environment: Mapping[str, str]) -> Host:
    """Return the host of a program that finds the service in this state.

    `namespace` is the folder that stands for / of the program. `environment` has the variables of
    the program's component, not of this process.
    """
    files = _get_manifests(service)
    folder = get_platform_rules(Platform.FUCHSIA).manifest_service
    overlay = {
        f"{folder}/{name}": OverlayFile(content, Position.LAST) for name, content in files.items()
    }
    host = Host(
        environment=MappingProxyType(dict(environment)),
        platform=Platform.FUCHSIA,
        root=namespace,
        overlay=MappingProxyType(overlay),
        served_libraries=MappingProxyType(_list_libraries(service)),
    )
    return _set_processor(host)


def _get_manifests(service: Service) -> Mapping[str, bytes]:
    """Return the manifests that the loader gets from the service (ConnectToManifestFs)."""
    # The features that it asks for first are those that every service has. With WAIT_FOR_IDLE
    # nothing is read while anything is under way.
    return service.connect_to_manifest_fs(wait_for_idle=True) or {}


def _list_libraries(service: Service) -> dict[str, str]:
    """Return the files of the drivers that clients get, by the names in their manifests."""
    libraries = {}
    for component in service.components:
        name = component.library_path
        answer, file = service.get_driver(name) if name is not None else (CallAnswer.NOTHING, "")
        if name is not None and answer is CallAnswer.LIBRARY:
            libraries[name] = file
    return libraries


def _set_processor(host: Host) -> Host:
    """Return the host with the processor for which the first driver is built."""
    local_host = host._replace(root="")
    kinds = (read_program_kind(local_host, file) for file in host.served_libraries.values())
    kind = next((kind for kind in kinds if kind is not None), None)
    if kind is None:
        return host
    bits, machine = kind
    return host._replace(pointer_bits=bits, machine=machine)


def render_inspect_json(service: Service) -> dict[str, Any]:
    """Return the inspect data as archivist prints them, without times."""
    return {"moniker": MONIKER, "payload": {"root": make_inspect_tree(service)}}


def make_inspect_tree(service: Service) -> dict[str, Any]:
    """Return the root node of the inspect data. start_timestamp_nanos is left out."""
    return {
        "fuchsia.inspect.Health": {"status": "OK" if service.is_ok else "STARTING_UP"},
        "config": service.system.config._asdict(),
        "devices": {device.node: _make_device_node(device) for device in service.devices},
        "icds": {
            component.number: _make_component_node(component) for component in service.components
        },
    }


def _make_device_node(device: GpuDevice) -> dict[str, Any]:
    """Return the node of a device in the inspect data."""
    folder: dict[str, Any] = {"active_icd": device.active}
    for number, icd in enumerate(device.icds):
        flags = {} if icd.flags is None else {"flags": icd.flags}
        folder[str(number)] = {"component_url": icd.component_url, **flags}
    return folder


def _make_component_node(component: Component) -> dict[str, Any]:
    """Return the node of a component in the inspect data."""
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


def make_debug_tree(service: Service) -> InspectTree:
    """Return the folder for debugging in the service's outgoing directory."""
    file_systems: InspectTree = {
        DEVICE_FS: make_device_fs(service),
        MANIFEST_FS: dict(service.manifest_fs),
        TRUSTED_DEVICE_FS: make_device_fs(service),
    }
    return {"out": {"debug": file_systems}}


def make_device_fs(service: Service) -> InspectTree:
    """Return device-fs: what a driver may open through the loader's callback.

    trusted-device-fs has the same names; its svc/magma leads to TRUSTED_MAGMA_SERVICE.
    """
    names_by_class: dict[str, dict[str, None]] = {name: {} for name in DEVICE_CLASSES}
    instances: dict[str, InspectTree] = {}
    for device in service.system.devices:
        match device.kind:
            case DeviceKind.MAGMA if not service.system.release.magma_in_class:
                instances[device.name] = {"device": None}
            case DeviceKind.MAGMA:
                names_by_class["gpu"][device.name] = None
            case DeviceKind.GOLDFISH:
                names_by_class["goldfish-pipe"][device.name] = None
            case DeviceKind.LAVAPIPE:
                pass  # a program, not a device
    return {"class": names_by_class, "svc": {"magma": instances}}


def list_folder(tree: InspectTree, path: str) -> tuple[str, ...] | None:
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


def list_file_paths(tree: InspectTree, path: str = "") -> list[str]:
    """Return the paths of all files below a folder, and of empty folders with a slash."""
    paths: list[str] = []
    for name in sorted(tree):
        inner, inner_path = tree[name], f"{path}{name}"
        if not isinstance(inner, Mapping):
            paths.append(inner_path)
        else:
            paths += list_file_paths(inner, f"{inner_path}/") or [f"{inner_path}/"]
    return paths
