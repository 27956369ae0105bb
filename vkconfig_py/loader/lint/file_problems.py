"""Problems of manifest files and of libraries, of what is there twice, of drivers without manifest.

known_drivers.txt has the libraries of common drivers.

A pipe blocks every loader in fopen; an endless device (/dev/zero) blocks loaders before 1.3.295,
which read to the end (both observed with real loaders).
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from functools import cache

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    KeyPath,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    Remedy,
    RemoveFile,
    Severity,
    WriteFile,
)
from vkconfig_py.loader.explain.loader_words import render_obstacle
from vkconfig_py.loader.explain.remedies import NAME_EXPORTED_FUNCTION
from vkconfig_py.loader.files.binaries import EntryPoint, LibraryState
from vkconfig_py.loader.files.image_kinds import find_exported_names
from vkconfig_py.loader.files.safe_paths import open_to_read
from vkconfig_py.loader.files.search_paths import find_search_paths, is_json
from vkconfig_py.loader.lint.lint_context import (
    LintContext,
    ProblemCode,
    find_nearest_word,
    make_problem,
)
from vkconfig_py.loader.manifests.driver import (
    DRIVER_ENTRY_POINTS,
    DriverManifest,
    parse_driver_file,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.manifests.reader import GET_INSTANCE_PROC_ADDR, NEGOTIATE
from vkconfig_py.loader.platforms.rules import (
    CONFIG_DIRS,
    CONFIG_HOME,
    DATA_DIRS,
    DATA_HOME,
    Linking,
    ManifestType,
    get_base_name,
)
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.loader_report import FoundDriver, LoaderReport

_MANIFEST_FOLDER_NAMES = ("icd.d", "explicit_layer.d", "implicit_layer.d")
_FOREIGN_MANIFEST_FOLDERS = (
    *_MANIFEST_FOLDER_NAMES,
    "loader_settings.d",
    "settings.d",
    "config.d",
    "registry",
)
_ENDLESS_DEVICES = {os.makedev(1, minor) for minor in (5, 7, 8, 9)}  # zero, full, random, urandom
SANDBOX_INFO = "/.flatpak-info"
SANDBOX_HOST = "/run/host"


def find_file_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the files and folders in the search paths."""
    report = context.report
    paths = (
        *report.driver_search.paths,
        *report.implicit_search.paths,
        *report.explicit_search.paths,
    )
    for path in dict.fromkeys(paths):
        if is_json(path):
            yield from _find_entry_problems(context, path)
            continue
        for name in _list_names(context, path):
            if is_json(name):
                yield from _find_entry_problems(context, f"{path}/{name}")
            # add_data_files compares the last five bytes as they are.
            elif name.lower().endswith(".json"):
                yield _make_ignored_name_problem(f"{path}/{name}")
    yield from _find_unsearched_folders(context)
    if context.settings.file:
        yield from _find_entry_problems(context, context.settings.file)


def _list_names(context: LintContext, folder: str) -> list[str]:
    """Return the sorted names in a folder, [] if it cannot be listed."""
    try:
        # Sorted for people: the loader takes the order of readdir.
        names = sorted(os.listdir(context.map_path(folder)))
    except (OSError, ValueError):
        return []
    return [name for name in names if not context.is_planned_removal(f"{folder}/{name}")]


def _find_entry_problems(context: LintContext, path: str) -> Iterator[Problem]:
    """Yield the problems of a manifest's path: a broken link, a pipe, an endless device file."""
    if context.is_planned_removal(path):
        return
    real_path = context.map_path(path)
    try:
        status = os.stat(real_path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if os.path.islink(real_path) and isinstance(error, OSError):
            yield _make_broken_link_problem(path, real_path, error)
        return
    # fifo(7): loader_get_json opens the file, and that waits for a writer.
    if stat.S_ISFIFO(status.st_mode):
        yield _make_hang_problem(
            path,
            tr("{file} is a pipe", file=get_base_name(path)),
            tr("The loader waits for data from it: every Vulkan program hangs at its first call."),
        )
    is_endless_device = stat.S_ISCHR(status.st_mode) and status.st_rdev in _ENDLESS_DEVICES
    if is_endless_device and not context.profile.has(Gate.FILES_BY_SIZE):
        yield _make_hang_problem(
            path,
            tr("{file} is an endless device file", file=get_base_name(path)),
            tr("The loader reads it forever: every Vulkan program hangs at its first call."),
        )


def _make_hang_problem(path: str, title: str, consequence: str) -> Problem:
    """Return the problem of a file on which every Vulkan program hangs."""
    return make_problem(
        ProblemCode.HANGS_ALL, title, consequence, path, remedies=(RemoveFile(path),)
    )


def _make_broken_link_problem(path: str, real_path: str, error: OSError) -> Problem:
    """Return the problem of a manifest that is a link to nothing or to itself.

    `real_path`: the path on this machine. `error`: what following the link returned.
    """
    # add_data_files keeps such a file by its bare name, and that cannot be opened.
    is_link_loop = error.errno == errno.ELOOP
    reason = error.strerror or str(error)
    target = os.readlink(real_path)
    return make_problem(
        ProblemCode.LINK_LOOP if is_link_loop else ProblemCode.DANGLING_LINK,
        tr("{file} is a link that points back to itself", file=get_base_name(path))
        if is_link_loop
        else tr("{file} is a broken link: {target}", file=get_base_name(path), target=target),
        tr("The loader cannot open it ({reason}) and continues without it.", reason=reason),
        path,
        remedies=(RemoveFile(path),),
    )


def _make_ignored_name_problem(path: str) -> Problem:
    """Return the problem of a file that does not end in .json."""
    return make_problem(
        ProblemCode.FILE_NAME_IGNORED,
        tr("{file} does not end in .json", file=get_base_name(path)),
        tr("The loader ignores the file: its name must end in .json, in lowercase."),
        path,
        remedies=(MoveFile(path, path[: -len(".json")] + ".json"),),
    )


def _find_unsearched_folders(context: LintContext) -> Iterator[Problem]:
    """Yield folders with manifests whose names are misspelled, so that no loader searches them."""
    for base in context.list_base_folders():
        parent = f"{base.rstrip('/')}/vulkan"
        for name in _list_names(context, parent):
            likely_folder = (
                ""
                if name in _FOREIGN_MANIFEST_FOLDERS
                else find_nearest_word(name, _MANIFEST_FOLDER_NAMES)
            )
            manifests = [n for n in _list_names(context, f"{parent}/{name}") if is_json(n)]
            if likely_folder and manifests:
                moves = tuple(
                    MoveFile(f"{parent}/{name}/{manifest}", f"{parent}/{likely_folder}/{manifest}")
                    for manifest in manifests[:1]
                )
                yield make_problem(
                    ProblemCode.FOLDER_NEVER_SEARCHED,
                    tr(
                        "{name}: no loader searches this folder; you probably meant {meant}",
                        name=name,
                        meant=likely_folder,
                    ),
                    counted(
                        "Loaders do not find its {n} manifests.",
                        "Loaders do not find its manifest.",
                        len(manifests),
                    ),
                    f"{parent}/{name}",
                    remedies=moves if len(manifests) == 1 else (),
                )


_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.OFF)


def find_loader_problems(context: LintContext) -> Iterator[Problem]:
    """Yield the file at which the linker gives up its search for a Vulkan loader."""
    path = context.find_loader_obstacle()
    if path:
        title = tr("No Vulkan loader found")
        yield make_problem(ProblemCode.LOADER_BLOCKED, title, render_obstacle(path), path)


def find_library_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of libraries that the report expects to load."""
    seen: set[str] = set()
    for name, file, written, library in _list_libraries(context):
        # dlopen treats an empty name as the program itself.
        if written == "":
            yield make_problem(
                ProblemCode.LIBRARY_EMPTY,
                tr("{name}: “library_path” is empty", name=name),
                tr(
                    "The loader opens the program instead of a library and does not find a "
                    "layer in it."
                ),
                file,
                context.find_line(file, "layer", "library_path"),
                (RemoveFile(file),),
            )
        elif library not in seen:
            seen.add(library)
            yield from _find_refused_library(context, name, file, library)


def _list_libraries(context: LintContext) -> Iterator[tuple[str, str, str | None, str]]:
    """Yield name, manifest, library_path and library of each layer and driver."""
    for layer in context.report.found_layers:
        manifest = layer.manifest
        if manifest is not None and manifest.library_path is not None:
            yield layer.name, layer.file, manifest.library_path, manifest.library
    for driver in context.report.drivers:
        if driver.manifest is not None and driver.verdict.outcome in _USED_OUTCOMES:
            library = driver.manifest.library
            yield get_base_name(driver.file), driver.file, driver.manifest.library_path, library


def _find_refused_library(
    context: LintContext, name: str, file: str, library: str
) -> Iterator[Problem]:
    """Yield the library of a layer or driver that the dynamic linker cannot open."""
    if context.platform.linking is not Linking.LD_SO:
        return  # what a name is there is known to the check of the report alone
    state = context.find_library(library)
    if state.reason == "unknown" and (refusal := _find_open_error(context, state.path)):
        yield make_problem(
            ProblemCode.LIBRARY_UNREADABLE,
            tr(
                "{name}: {path} cannot be opened: {reason}",
                name=name,
                path=state.path,
                reason=refusal,
            ),
            tr("The dynamic linker fails the same way, so the library is not loaded."),
            file,
            detail=library,
        )


def _find_open_error(context: LintContext, path: str) -> str:
    """Return why a library cannot be opened, "" if it can or only a running program can tell."""
    if "$" in path:
        return ""
    try:
        os.close(open_to_read(context.map_path(path)))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def find_duplicates(context: LintContext) -> Iterator[Problem]:
    """Yield layers hidden by another copy, with the copy used for each word size."""
    # A second override is for other programs; what it does here is told of overrides.
    duplicate_paths = [
        layer
        for layer in context.report.found_layers
        if layer.verdict.reason is Reason.DUPLICATE and layer.name != OVERRIDE_NAME
    ]
    if not duplicate_paths:
        return
    other_bits = 32 if context.host.pointer_bits == 64 else 64
    # There another copy may be used, because of library_arch and the libraries.
    host = context.report.host._replace(pointer_bits=other_bits)
    profile = context.profile._replace(pointer_bits=other_bits)
    application = context.report.application
    other_report = discover(host, application, profile, context.cache, with_remedies=False)
    for layer in duplicate_paths:
        used_copy, other_copy = (
            _find_used_copy(context.report, layer.name),
            _find_used_copy(other_report, layer.name),
        )
        is_used_by_others = other_copy == layer.file
        removal = RemoveFile(layer.file)
        yield Problem(
            Severity.NOTE,
            Reason.DUPLICATE.value,
            tr("{name} is installed twice: this copy is not used", name=layer.name),
            _describe_used_copies(context.host.pointer_bits, used_copy, other_bits, other_copy),
            layer.file,
            detail=str(layer.verdict.detail),
            remedy=NoRemedy(tr("programs with the other word size use it"))
            if is_used_by_others
            else removal,
        )


def _find_used_copy(report: LoaderReport, name: str) -> str:
    """Return the manifest of the copy of a layer that is used, or ""."""
    for layer in report.found_layers:
        if layer.name == name and layer.manifest and layer.verdict.reason is not Reason.DUPLICATE:
            return layer.file
    return ""


def _describe_used_copies(bits: int, file: str, other_bits: int, other_file: str) -> str:
    """Return the sentence about which copy programs of each word size use.

    `file`: the copy for `bits`, a manifest. `other_file`: the copy for `other_bits`, or "".
    """
    if file == other_file:
        return tr("32-bit and 64-bit programs use {here}: it is found first.", here=file)
    words = {"bits": bits, "here": file, "others": other_bits, "there": other_file}
    if not other_file:
        return tr(
            "{bits}-bit programs use {here}, which is found first; {others}-bit programs "
            "do not use either copy.",
            **words,
        )
    return tr(
        "{bits}-bit programs use {here}, which is found first; {others}-bit programs use {there}.",
        **words,
    )


_SEARCH_VARIABLES = tuple(x.variable for x in (CONFIG_HOME, CONFIG_DIRS, DATA_HOME, DATA_DIRS))
_KNOWN_DRIVERS_FILE = os.path.join(os.path.dirname(__file__), "known_drivers.txt")


class _KnownDriver(NamedTuple):
    """A driver as its package installs it.

    Attributes:
        library: name under which the dynamic linker finds it.
        manifest: usual name of its manifest.
        title: what people call it.
    """

    library: str
    manifest: str
    title: str


@cache
def _read_known_drivers() -> tuple[_KnownDriver, ...]:
    """Return the drivers that vkconfig-py knows by library."""
    with open(_KNOWN_DRIVERS_FILE, encoding="utf-8") as table:
        lines = (line.strip() for line in table)
        return tuple(
            _KnownDriver(*line.split(maxsplit=2))
            for line in lines
            if line and not line.startswith("#")
        )


def find_undeclared_drivers(context: LintContext) -> Iterator[Problem]:
    """Yield libraries of known drivers that are installed but named by no manifest."""
    if context.platform.linking is not Linking.LD_SO:
        return
    named_libraries = {
        get_base_name(driver.manifest.library)
        for driver in context.report.drivers
        if driver.manifest
    }
    undeclared_drivers = [
        driver for driver in _read_known_drivers() if driver.library not in named_libraries
    ]
    states = [(driver, context.find_driver_state(driver.library)) for driver in undeclared_drivers]
    installed = [(driver, state) for driver, state in states if state.is_found or state.detail]
    installed_libraries = set(_list_usual_libraries(context)) if installed else set()
    for driver, state in installed:
        if driver.library not in installed_libraries:
            yield _make_undeclared_problem(context, driver, state)


def _list_usual_libraries(context: LintContext) -> Iterator[str]:
    """Yield the libraries of manifests in the usual folders, which variables may hide."""
    plain_host = context.host.with_environment([(name, None) for name in _SEARCH_VARIABLES])
    kind = ManifestType.DRIVER
    for search_path in find_search_paths(plain_host, context.profile, kind, ignore_variables=True):
        for file in context.scanner.list_folder(search_path.path).files:
            parsed_manifest = parse_driver_file(
                file, context.scanner.read_document(file), context.dialect
            )
            if isinstance(parsed_manifest, DriverManifest):
                yield get_base_name(parsed_manifest.library)


def _make_undeclared_problem(
    context: LintContext, driver: _KnownDriver, state: LibraryState
) -> Problem:
    """Return the problem of a known driver that no manifest names."""
    icd = {"library_path": driver.library, "api_version": "1.3.0"}
    content = json.dumps({"file_format_version": "1.0.1", "ICD": icd}, indent=4)
    files = [f"{folder}/{driver.manifest}" for folder in _list_manifest_folders(context)]
    remedies: list[Remedy] = [WriteFile(file, f"{content}\n") for file in files]
    consequence = tr(
        "{driver} is installed as {path}, but the loader opens only libraries that a "
        "manifest names.",
        driver=driver.title,
        path=state.path,
    )
    if not state.is_found:
        refusal = tr(
            "Even with a manifest, it could not be opened: {reason}.", reason=render(state.detail)
        )
        consequence = f"{consequence} {refusal}"
        remedies = [InstallLibrary(state.missing)] if state.missing else []
    return make_problem(
        ProblemCode.DRIVER_WITHOUT_MANIFEST,
        tr("{library}: no manifest names this driver", library=driver.library),
        consequence,
        remedies=tuple(remedies),
        detail=state.path,
    )


def _list_manifest_folders(context: LintContext) -> Iterator[str]:
    """Yield the folders for driver manifests of administrators, then of the user."""
    search = context.report.driver_search
    searched_folders = list(zip(search.paths, search.sources, strict=True))
    admin_folder = f"{context.profile.sysconfdir}/vulkan/icd.d"
    yield from [path for path in search.paths if path == admin_folder]
    yield from [
        path for path, source in searched_folders if source in (DATA_HOME.variable, "HOME")
    ][-1:]


def find_drivers_twice(context: LintContext) -> Iterator[Problem]:
    """Yield manifests of drivers that lead to the same library as an earlier one."""
    opened = {
        verdict.file: verdict.subject
        for verdict in context.report.verdicts
        if verdict.kind is Kind.LIBRARY
    }
    first_by_library: dict[str, FoundDriver] = {}
    for driver in context.report.drivers:
        library = opened.get(driver.file)
        if library is None or driver.verdict.outcome is not Outcome.LOADS:
            continue
        try:
            real_path = os.path.realpath(context.find_local_file(library))
        except OSError:
            continue
        first_driver = first_by_library.setdefault(real_path, driver)
        if first_driver.file != driver.file:
            yield _make_driver_twice_problem(context, first_driver, driver, library)


def _make_driver_twice_problem(
    context: LintContext, first_driver: FoundDriver, driver: FoundDriver, library: str
) -> Problem:
    """Return the problem of a manifest with the library of an earlier driver."""
    files = [driver.file, first_driver.file]
    # One file under two paths is gone under both, unless a link is what is taken away.
    paths = [context.map_path(file) for file in files]
    if len(set(map(os.path.realpath, paths))) == 1:
        files = [file for file, path in zip(files, paths, strict=True) if os.path.islink(path)]
    remedies: list[Remedy] = [RemoveFile(file) for file in files]
    # Filters compare the names of manifests without their folder.
    if get_base_name(first_driver.file) != get_base_name(driver.file):
        remedies.insert(1, driver.verdict.remedy)
    return make_problem(
        ProblemCode.DRIVER_TWICE,
        tr(
            "{file} refers to the same library as {other}",
            file=driver.file,
            other=first_driver.file,
        ),
        tr(
            "The loader opens {library} for both: programs get each of its devices twice.",
            library=library,
        ),
        driver.file,
        context.find_line(driver.file, "ICD", "library_path"),
        tuple(remedy for remedy in remedies if not isinstance(remedy, NoRemedy))
        or (NoRemedy(tr("two search paths lead to the same file")),),
        library,
    )


def find_sandbox_problems(context: LintContext) -> Iterator[Problem]:
    """Yield that a Flatpak sandbox shows its own layers and drivers, not the system's.

    Source: flatpak-run(1) and flatpak-metadata(5): /.flatpak-info describes the instance, /usr is
    the runtime, and permissions host-os and host-etc show the system's own below /run/host.
    """
    # A sample machine lies in a folder of this one. The view of a running program has its root in
    # /proc: there the sandbox is what was asked for.
    host = context.host
    if host.prefix or host.root.startswith("/proc/") or not context.scanner.exists(SANDBOX_INFO):
        return
    # Few machines are a sandbox.
    from vkconfig_py.loader.api.runtime_view import parse_keyfile

    sandbox_info = parse_keyfile(
        context.scanner.read_document(SANDBOX_INFO).data().decode("utf-8", "replace")
    )
    application = sandbox_info.get("Application", {})
    runtime = application.get("runtime", "").removeprefix("runtime/") or "?"
    if context.exists(f"{SANDBOX_HOST}/usr"):
        consequence = tr(
            "These are the layers and drivers of {runtime}. Programs outside the sandbox "
            "use the system's layers and drivers and ignore what you apply inside it. To "
            "inspect the system, use “Open machine…” with {folder} or show --machine "
            "{folder}; layers in your home folder stay hidden.",
            runtime=runtime,
            folder=SANDBOX_HOST,
        )
    else:
        consequence = tr(
            "These are the layers and drivers of {runtime}. Programs outside the sandbox "
            "use the system's layers and drivers and ignore what you apply inside it. To "
            "see and change those of the system, install vkconfig-py outside the sandbox.",
            runtime=runtime,
        )
    title = tr(
        "vkconfig-py runs in the Flatpak sandbox of {application}",
        application=application.get("name", "?"),
    )
    yield make_problem(ProblemCode.IN_SANDBOX, title, consequence, SANDBOX_INFO)


# Problems of what libraries of drivers and layers export, read from their files.
#
# Only files on this disk are looked at; what is unknown is no problem. A library without any entry
# point is refused by the rules: these are names that its manifest gives, and names of Vulkan.
#
# Source: LoaderDriverInterface, "Driver Vulkan Entry Point Discovery"; LoaderLayerInterface, "Layer
# Version Negotiation" and "Layer Interface Version 0"; loader.c, loader_scanned_icd_add,
# loader_create_instance_chain.

# A driver or layer that exports its commands exports some of these; look-up functions and what
# describes layers are allowed.
_EXPORTABLE_COMMANDS = (
    "vkCreateInstance",
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkCreateDevice",
    "vkDestroyDevice",
    "vkGetDeviceQueue",
    "vkQueueSubmit",
    "vkCreateSwapchainKHR",
)


def find_export_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of what the libraries of layers and drivers export."""
    for driver in context.report.drivers:
        if driver.verdict.outcome is Outcome.LOADS:
            yield from _find_driver_problems(context, driver)
    for layer in context.iterate_layers():
        if layer.library_path:
            yield from _find_layer_problems(context, layer)


def _find_driver_problems(context: LintContext, driver: FoundDriver) -> Iterator[Problem]:
    """Yield a Vulkan function that the library of a driver exports without need."""
    assert driver.manifest is not None, f"{driver.file} loads without a manifest"
    library = driver.manifest.library
    # Drivers of interface version 0 must export their commands.
    if not context.lacks_entry_points(library, DRIVER_ENTRY_POINTS[:1]):
        yield from _find_exported_command(context, get_base_name(driver.file), driver.file, library)


def _find_layer_problems(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    """Yield the functions that a layer's manifest names and its library lacks."""
    functions = layer.functions
    renamed_functions = {
        ("functions", NEGOTIATE): functions.negotiate,
        ("functions", GET_INSTANCE_PROC_ADDR): functions.get_instance_proc_addr,
        ("functions", "vkGetDeviceProcAddr"): functions.get_device_proc_addr,
        **{("pre_instance_functions", command): name for command, name in functions.pre_instance},
    }
    for key_path, name in renamed_functions.items():
        if name and context.lacks_entry_points(layer.library, (EntryPoint((name,)),)):
            yield _make_not_exported_problem(context, layer, key_path, name)
    yield from _find_exported_command(context, layer.name, layer.file, layer.library)


def _make_not_exported_problem(
    context: LintContext, layer: LayerManifest, entry_path: tuple[str, str], name: str
) -> Problem:
    """Return the problem of a function that a layer's library does not export.

    `entry_path`: section and command in the manifest. `name`: the exported name that is missing.
    """
    section, command = entry_path
    key_path: KeyPath = context.make_key_path(layer, section, command)
    consequence = tr("The loader does not find the function and continues without it.")
    remedy: EditKey | NoRemedy = EditKey(layer.file, key_path, REMOVED, tr("remove the function"))
    if context.lacks_entry_points(layer.library, layer.functions.entry_points):
        consequence = tr(
            "The loader opens the library, does not find an entry point, and skips the layer."
        )
        remedy = NAME_EXPORTED_FUNCTION
    # Without the entry the usual name is looked up.
    if section == "functions" and not context.lacks_entry_points(
        layer.library, (EntryPoint((command,)),)
    ):
        remedy = EditKey(layer.file, key_path, REMOVED, tr("use the standard name"))
    return make_problem(
        ProblemCode.FUNCTION_NOT_EXPORTED,
        tr("{layer}: its library does not export {function}", layer=layer.name, function=name),
        consequence,
        layer.file,
        context.find_line(layer.file, *key_path),
        (remedy,),
        name,
    )


def _find_exported_command(
    context: LintContext, name: str, file: str, library: str
) -> Iterator[Problem]:
    """Yield a Vulkan function that the library of a layer or driver exports."""
    # Other systems look a name up in the library that was asked for, not in all that are open.
    if context.platform.linking is not Linking.LD_SO:
        return
    exported = _list_exported_commands(context, library)
    command = next((command for command in _EXPORTABLE_COMMANDS if command in exported), "")
    if command:
        yield make_problem(
            ProblemCode.VULKAN_NAMES_EXPORTED,
            tr(
                "{name}: its library exports the Vulkan function {command}",
                name=name,
                command=command,
            ),
            tr(
                "A program that opens this library before the loader may call this "
                "function instead of the loader's."
            ),
            file,
            detail=library,
        )


def _list_exported_commands(context: LintContext, library: str) -> frozenset[str]:
    """Return the Vulkan functions that a library itself exports, none if its file does not tell."""
    state = context.find_library(library)
    if not state.is_found or state.path in context.host.overlay:
        return frozenset()
    host = context.host
    try:
        return find_exported_names(
            context.find_local_file(state.path),
            _EXPORTABLE_COMMANDS,
            host.machine,
            host.pointer_bits,
        )
    except (OSError, ValueError):
        return frozenset()
