"""Open a machine by its path (root folder, saved report, Fuchsia, Android) and report on it.

A root folder is another system's "/": a mounted disk, an unpacked image, a container. Its session
is not running, so the program's environment is assumed, and `notes` say how. Android has no
manifests, Fuchsia a service that finds drivers. All else is a Host, on which discover() reports.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.optional_parts import (
    MachineKind,
    OpenedMachine,
    OpenMachineError,
    PlatformReport,
    list_machine_kinds,
)
from vkconfig_py.loader.api.options import read_application
from vkconfig_py.loader.api.report_json import (
    SavedReportError,
    make_stamp,
    read_report,
    report_to_json,
)
from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader, find_loaders
from vkconfig_py.loader.files.image_kinds import ELF_HEADER, read_kind
from vkconfig_py.loader.files.library_search import make_library_checks
from vkconfig_py.loader.files.own_files import SIZE_LIMIT, DocumentError, parse_object
from vkconfig_py.loader.files.safe_paths import read_beginning, read_whole
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.platforms.rules import PlatformRules, get_platform_rules
from vkconfig_py.loader.probe.loader_versions import find_default_loader, read_versions
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile, escape_unprintable
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.android.device import (
    DeviceSources,
    InputError,
    describes_device,
    make_sources,
    read_device,
)
from vkconfig_py.machines.android.report import inspect_device, make_device_json, render_report
from vkconfig_py.machines.fuchsia.report import (
    FuchsiaReport,
    inspect_system,
    make_fuchsia_json,
    render_service_lines,
    render_system_notes,
)
from vkconfig_py.machines.fuchsia.system import describes_system
from vkconfig_py.machines.machine_file import (
    MACHINE_FILE,
    SUFFIX,
    DescriptionError,
    WindowsMachine,
    describes_machine,
    describes_windows,
    find_disk,
    find_exports,
    list_export_notes,
    open_described,
    open_windows,
)

_ANY_APPLICATION = Application()
# Folders by which the root of a system is known.
_UNIX = ("etc", "usr", "bin", "lib")
_MACOS = "System/Library"
# Programs that every system has: their headers name its processor.
_SAMPLE_PROGRAMS = ("/usr/bin/env", "/bin/sh", "/bin/busybox", "/usr/bin/true")
_PATH = "/usr/local/bin:/usr/bin:/bin"
OPENABLE_PATHS_TEXT = tr(
    "Choose the root folder of a system (with etc or usr in it), a Fuchsia system, "
    "folders pulled from an Android device, Windows registry exports (.reg), or a report "
    "saved with “vkconfig-py show --json”."
)
# Options about programs and libraries that only this machine has.
_LOCAL_ONLY_OPTIONS = ("probe", "program", "loader", "pointer_bits", "elevated")


class RootFolder(NamedTuple):
    """A root folder as a host, and what was assumed of its program."""

    host: Host
    notes: tuple[str, ...]


def open_machine(
    origin: str,
    cancellation: Cancellation | None = None,
    kinds: Sequence[MachineKind] | None = None,
) -> OpenedMachine:
    """Open the machine that a path or an address stands for, and report on it.

    `cancellation` ends the work early, None for never. `kinds` is the kinds of machines to try,
    None for all.

    Raises:
        OpenMachineError: it stands for none, or cannot be read.
    """
    for kind in list_machine_kinds() if kinds is None else kinds:
        if kind.recognizes(origin):
            return kind.open(origin, cancellation)
    raise OpenMachineError(
        tr(
            "{path} cannot be opened as a machine. {choices}",
            path=os.path.abspath(origin),
            choices=OPENABLE_PATHS_TEXT,
        )
    )


def _open_root(path: str) -> OpenedMachine:
    """Report on the machine whose root folder this is."""
    root = find_root(path)
    report = _make_report(root.host)
    description = tr("a {system} root folder", system=get_platform_rules(root.host.platform).label)
    return OpenedMachine(path, description, report, notes=root.notes)


def is_root(folder: str) -> bool:
    """Return whether a folder looks like the root folder (/) of a system."""
    return any(os.path.isdir(os.path.join(folder, name)) for name in (_MACOS, *_UNIX))


def find_root(folder: str) -> RootFolder:
    """Return the host whose root folder this is, and what is assumed of its program."""
    if os.path.isdir(os.path.join(folder, _MACOS)):
        return _make_root(folder, Platform.MACOS, "Users")
    return _make_root(folder, Platform.LINUX, "home")


def _make_root(folder: str, platform: Platform, homes: str) -> RootFolder:
    """Return the host of a root folder of a platform.

    `homes` is the folder of the home folders, such as "/home".
    """
    home = _find_home(folder, homes)
    machine, bits = _find_processor(folder)
    environment = {"HOME": home, "PATH": _PATH}
    host = Host(
        MappingProxyType(environment),
        platform=platform,
        pointer_bits=bits,
        machine=machine,
        root=folder.rstrip("/") or "/",
    )
    note = tr(
        "Assumes a user with the home folder {home} and no additional environment variables.",
        home=home,
    )
    return RootFolder(host, (note,))


def _find_home(folder: str, homes: str) -> str:
    """Return the home folder of a system's only user, else that of the administrator."""
    try:
        users = [entry.name for entry in os.scandir(os.path.join(folder, homes)) if entry.is_dir()]
    except OSError:
        users = []
    if len(users) == 1:
        return f"/{homes}/{users[0]}"
    return "/root" if homes == "home" else "/var/root"


def _find_processor(folder: str) -> tuple[str, int]:
    """Return processor and word size of a system's own programs, x86-64 if it has none."""
    for program in _SAMPLE_PROGRAMS:
        try:
            kind = read_kind(read_beginning(resolve_below_root(folder, program), ELF_HEADER))
        except OSError:
            continue
        if kind is not None and kind.targets[0][0]:
            return kind.targets[0]
    return "x86_64", 64


def _make_report(
    host: Host, application: Application = _ANY_APPLICATION, profile: LoaderProfile = NEWEST_PROFILE
) -> LoaderReport:
    """Discover layers and drivers of a host, and check its files."""
    # Loaders of another root are known by the version in their file names; none is asked.
    installed_releases = tuple(read_versions(find_loaders(host), ""))
    first_loader = find_default_loader(host, installed_releases, profile)
    profile = first_loader or profile._replace(pointer_bits=host.pointer_bits)
    if first_loader is None and not installed_releases and (library := find_named_loader(host)):
        profile = profile._replace(library=library)
        installed_releases = (profile,)
    cache = DocumentCache()
    report = discover(host, application, profile, cache)
    return report._replace(
        problems=lint(report, cache, installed_releases), loaders=installed_releases
    )


def find_named_loader(host: Host) -> str:
    """Return the library that programs open by the loader's name, "" if there is none.

    Its file does not tell its version everywhere. Where files are missing, or only copies of some,
    it is assumed to exist.
    """
    rules = get_platform_rules(host.platform)
    name = rules.loader_library
    checks = make_library_checks(host, NEWEST_PROFILE, LibraryReader())
    state = checks.check_layer(name, ())
    if state.is_found:
        return state.path
    system = rules.system_library
    has_files = bool(host.root) and (not system or checks.check_layer(system, ()).is_found)
    return "" if has_files else name


def _open_described(folder: str) -> OpenedMachine:
    """Report on the machine that the machine.json of a folder describes."""
    try:
        described_machine = open_described(folder)
    except DescriptionError as error:
        raise OpenMachineError(f"{error}") from error
    report = _make_report(
        described_machine.host, described_machine.application, described_machine.profile
    )
    description = tr(
        "{system}, described by {file}",
        system=get_platform_rules(described_machine.host.platform).label,
        file=MACHINE_FILE,
    )
    return OpenedMachine(
        described_machine.name,
        description,
        report,
        notes=list_export_notes(described_machine.problems),
    )


def _open_windows(files: tuple[str, ...], disk: str, path: str) -> OpenedMachine:
    """Report on a Windows machine.

    Args:
        files: registry exports.
        disk: folder with its drives, "" if they are not here.
        path: what the user opened.
    """
    try:
        windows = open_windows(files, disk)
    except DescriptionError as error:
        raise OpenMachineError(f"{error}") from error
    description = tr("Windows, registry and files") if disk else tr("Windows, registry only")
    return OpenedMachine(path, description, _make_report(windows.host), notes=windows.notes)


def _open_fuchsia(folder: str) -> OpenedMachine:
    """Report on the Fuchsia system that a folder describes."""
    try:
        report = inspect_system(folder, {})
    except DescriptionError as error:
        raise OpenMachineError(f"{error}") from error
    notes = tuple(render_system_notes(report))
    return OpenedMachine(
        folder, tr("a Fuchsia system"), report.program_report, make_system_json(report), notes
    )


def _open_android(folder: str) -> OpenedMachine:
    """Report on the Android device whose root folder this is."""
    try:
        android_report = inspect_device(read_device(DeviceSources(root=folder)))
    except InputError as error:
        raise OpenMachineError(f"{error}") from error
    document = make_device_json(android_report)
    report, origin = read_report(document)
    notes = tuple(
        tr("This result is wrong if {condition}.", condition=condition)
        for condition in android_report.open_conditions
    )
    return OpenedMachine(origin.machine or folder, tr("an Android device"), report, document, notes)


def _open_disk(folder: str) -> OpenedMachine:
    """Report on the Windows machine whose disk or registry exports a folder has."""
    return _open_windows(find_exports(folder), find_disk(folder), folder)


def _is_export(path: str) -> bool:
    """Return whether a path is a registry export."""
    return path.casefold().endswith(SUFFIX) and not os.path.isdir(path)


def _open_export(path: str) -> OpenedMachine:
    """Report on the Windows machine of a registry export, with the drives beside it."""
    folder = os.path.dirname(path)
    return _open_windows((path,), folder if os.path.isdir(os.path.join(folder, "C")) else "", path)


def _is_file(path: str) -> bool:
    """Return whether a path is no folder."""
    return not os.path.isdir(path)


def _open_file(path: str) -> OpenedMachine:
    """Open a saved report."""
    try:
        if os.path.getsize(path) > SIZE_LIMIT:
            raise OpenMachineError(
                tr(
                    "{path} is larger than {count} MB, which is too large for a report.",
                    path=path,
                    count=SIZE_LIMIT >> 20,
                )
            )
        data = read_whole(path)[1]
    except OSError as error:
        raise OpenMachineError(
            tr("{path} cannot be read: {reason}", path=path, reason=error.strerror)
        ) from error
    try:
        document = parse_object(data)
    except DocumentError as error:
        if data.lstrip()[:1] != b"{":
            raise OpenMachineError(
                tr(
                    "{path} cannot be opened as a machine. {choices}",
                    path=path,
                    choices=OPENABLE_PATHS_TEXT,
                )
            ) from error
        raise OpenMachineError(
            tr("{path} is not a report: {reason}", path=path, reason=error)
        ) from error
    return read_saved_machine(document, path)


def open_export(
    files: Sequence[str], root: str, pointer_bits: int, program: str
) -> tuple[WindowsMachine, LoaderProfile | None]:
    """Return a Windows machine, as open_windows does, and its loader if there is one.

    Raises:
        OpenMachineError: a file cannot be read, or is no export.
    """
    try:
        machine = open_windows(files, root, pointer_bits, program)
    except DescriptionError as error:
        raise OpenMachineError(str(error)) from error
    library = find_named_loader(machine.host)
    bits = machine.host.pointer_bits
    return machine, NEWEST_PROFILE._replace(library=library, pointer_bits=bits) if library else None


def read_saved_machine(document: Mapping[str, Any], origin: str) -> OpenedMachine:
    """Return the machine of a report. `origin` is the file or address that it comes from.

    Raises:
        OpenMachineError: the document is no report, or one of a newer engine.
    """
    try:
        report, report_origin = read_report(document)
    except SavedReportError as error:
        raise OpenMachineError(
            tr("{origin} cannot be shown: {reason}", origin=origin, reason=error)
        ) from error
    description = _name_report(
        report_origin.time.replace("T", " ").removesuffix("Z"), report_origin.engine
    )
    return OpenedMachine(report_origin.machine or origin, description, report, document)


def _name_report(time: str, version: str) -> str:
    """Return the name of a report by when and by what it was written, "" for unknown."""
    if time and version:
        return tr(
            "a report from {time} UTC, created by vkconfig-py {version}", time=time, version=version
        )
    if time:
        return tr("a report from {time} UTC", time=time)
    return (
        tr("a report created by vkconfig-py {version}", version=version)
        if version
        else tr("a report")
    )


def _make_path_kind(
    recognizes: Callable[[str], bool], open_path: Callable[[str], OpenedMachine]
) -> MachineKind:
    """Return a kind of machine that is opened by a path of this machine."""
    return MachineKind(recognizes, lambda path, _cancellation: open_path(os.path.abspath(path)))


MACHINE_KINDS = (
    _make_path_kind(_is_export, _open_export),
    _make_path_kind(_is_file, _open_file),
    _make_path_kind(describes_machine, _open_described),
    _make_path_kind(describes_system, _open_fuchsia),
    _make_path_kind(describes_device, _open_android),
    _make_path_kind(describes_windows, _open_disk),
    _make_path_kind(is_root, _open_root),
)


def inspect_platform(options: Namespace, rules: PlatformRules) -> PlatformReport:
    """Return the report that the options of the command line ask for.

    Raises:
        OpenMachineError: the machine cannot be read, or an option does not fit it.
    """
    try:
        if rules.has_manifests:
            system = _inspect_system(options)
            text = "\n".join(map(escape_unprintable, render_service_lines(system)))
            return PlatformReport(make_system_json(system), text, system.program_report)
        device = inspect_device(read_device(make_sources(options)))
    except (InputError, DescriptionError) as error:
        raise OpenMachineError(str(error)) from error
    return PlatformReport(make_device_json(device), render_report(device))


def _inspect_system(options: Namespace) -> FuchsiaReport:
    """Report on the Fuchsia system that the options of the command line name."""
    misplaced = next((name for name in _LOCAL_ONLY_OPTIONS if getattr(options, name)), "")
    if misplaced:
        raise OpenMachineError(
            tr(
                "{option} has no effect on a Fuchsia system",
                option=f"--{misplaced.replace('_', '-')}",
            )
        )
    # A component has the variables of its manifest, none of this process.
    variables = {name: value for name, value in options.variables or () if value is not None}
    release = options.loader_version
    profile = NEWEST_PROFILE if release is None else NEWEST_PROFILE.at_release(*release)
    return inspect_system(options.root, variables, read_application(options), profile)


def make_system_json(report: FuchsiaReport) -> dict[str, Any]:
    """Return a report on a Fuchsia system as one JSON object with its origin."""
    name = os.path.basename(os.path.dirname(report.machine.file))
    return {
        **make_stamp(name, Platform.FUCHSIA),
        **report_to_json(report.program_report),
        "fuchsia": make_fuchsia_json(report),
    }
