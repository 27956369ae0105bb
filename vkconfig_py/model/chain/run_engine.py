"""Inputs of a plan: layers, drivers, and the loader of the program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.program_loader import ProgramView, find_program_view
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.files.opened_loader import (
    NO_LAUNCH_MEMORY,
    LaunchMemory,
    ProgramStart,
    get_observations_file,
    recall_observed_loader,
)
from vkconfig_py.loader.files.own_files import REQUESTS_FILE, find_state_file_path
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints, Scanner
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, Release
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import exclude_manifests
from vkconfig_py.model.files.paths import is_file
from vkconfig_py.model.plan.plan import Plan, PredictionRequest
from vkconfig_py.model.plan.variable_changes import RunVariables, add_implicit_sources, add_sources
from vkconfig_py.model.plan.windows_files import apply_registry_changes
from vkconfig_py.model.programs.program_paths import (
    ProgramMatch,
    ProgramState,
    apply_known_changes,
    describe_program,
    find_compared_program,
    find_windows_bits,
)
from vkconfig_py.model.programs.seen_requests import KnownRequests, recall
from vkconfig_py.model.text.wording import lower_first_letter


def make_placeholder_program(host: Host) -> str:
    """Return a placeholder path for an unspecified program, within the host's root.

    Without a path, keys of overrides would not be compared.
    """
    return f"{host.prefix}/any/program"


def make_program_host(request: PredictionRequest, program: ProgramMatch) -> Host:
    """Return the machine as a program sees it: with its path and privileges."""
    host = request.host._replace(
        executable=program.real_path or make_placeholder_program(request.host)
    )
    elevated = request.assumptions.elevated
    if elevated is None:
        elevated = host.elevated or program.elevation.is_elevated
    return host._replace(
        elevated=elevated, trusts_environment=elevated and not request.profile.is_secure
    )


def compute_report(request: PredictionRequest, host: Host, cache: DocumentCache) -> LoaderReport:
    """Run the engine for the program and loader of a request on a machine."""
    report = discover(host, request.application, request.profile, cache)
    return (
        report
        if request.opened_loader is None
        else report._replace(opened_loader=request.opened_loader)
    )


def compute_session_report(request: PredictionRequest, cache: DocumentCache) -> LoaderReport:
    """Run the engine for any program of the session, without the files of a launch."""
    # The run that the snapshot of a launch begins with, if the configuration sets no variables.
    host = request.host._replace(executable=make_placeholder_program(request.host))
    return discover(host, request.application, request.profile, cache)


def compute_inventory(
    request: PredictionRequest,
    host: Host,
    explicit_names: Iterable[str],
    implicit_names: Iterable[str],
    cache: DocumentCache,
) -> LoaderReport:
    """Run the engine on what is installed, with the user's own folders searched first.

    Args:
        request: names the loader.
        host: the machine without the files of a plan.
        explicit_names: folders and manifests of explicit layers that the user added.
        implicit_names: those of implicit layers.
        cache: of parsed files.
    """
    variables = RunVariables(host)
    searched_folders: tuple[str, ...] = ()
    explicit_names = tuple(explicit_names)
    if explicit_names and not request.profile.has(Gate.ADD_VARIABLES):
        searched_folders = compute_report(request, host, cache).explicit_search.paths
    add_sources(variables, explicit_names, request.profile, searched_folders)
    add_implicit_sources(variables, implicit_names)
    changes = [(change.name, change.value) for change in variables.list_changes()]
    return compute_report(request, host.with_environment(changes), cache)


def simulate_plan(host: Host, plan: Plan) -> Host:
    """Return the machine as if a plan were written: its files, variables and registry values."""
    changes = [(variable.name, variable.value) for variable in plan.variables]
    host = host.with_overlay(plan.make_overlay()).with_environment(changes)
    return apply_registry_changes(host, plan.registry)


def expand_added_folders(request: PredictionRequest, cache: DocumentCache) -> PredictionRequest:
    """Return the request with added folders replaced by their manifests.

    Only for folders of which the user left manifests out.
    """
    if not request.excluded_manifests:
        return request
    configuration = expand_sources(
        request.configuration, request.excluded_manifests, request.host, cache
    )
    return request._replace(configuration=configuration, excluded_manifests=())


def expand_sources(
    configuration: Configuration,
    excluded_manifests: Sequence[str],
    host: Host,
    cache: DocumentCache,
) -> Configuration:
    """Replace each added folder with left-out manifests by its other manifests."""
    scanner = Scanner(host, cache)
    return exclude_manifests(
        configuration, excluded_manifests, lambda path: scanner.list_folder(path).files
    )


def add_program_loader(
    request: PredictionRequest, program: ProgramMatch, cache: DocumentCache
) -> PredictionRequest:
    """Return the request with the word size, privileges and loader of its program."""
    assumptions, host = request.assumptions, request.host
    target = request.configuration.target
    arguments = program.final_arguments[1:] or program.arguments or ()
    start = _resolve_start(program, host, arguments, target.working_directory)
    if not start.path or request.opened_loader is not None:
        return request
    host = apply_known_changes(make_launch_host(request), program.variable_changes)
    loaders = () if assumptions.root is not None else request.loaders
    program_view = find_program_view(
        start.path, host, request.profile, loaders, cache, start.memory, start.windows_bits
    )
    # The loader and word size chosen in the what-if override those of the program's file.
    is_chosen = assumptions.library is not None or assumptions.pointer_bits is not None
    if is_chosen:
        program_view = _replace_loader(program_view, request.profile)
    elif assumptions.release is not None:
        program_view = _replace_release(program_view, assumptions.release, request)
    host = request.host._replace(
        pointer_bits=program_view.host.pointer_bits, machine=program_view.host.machine
    )
    if assumptions.elevated is None:
        host = host._replace(elevated=program_view.host.elevated)
    return request._replace(
        host=host, profile=program_view.profile, opened_loader=program_view.opened_loader
    )


def make_launch_host(request: PredictionRequest) -> Host:
    """Return the machine with the variables and working folder of a launch."""
    if request.view.is_applied:  # a configuration applied to the system cannot set variables
        return request.host
    configuration, host = request.configuration, request.host
    own_variables = [(variable.name, variable.value) for variable in configuration.environment]
    folder = configuration.target.working_directory or host.working_directory
    return host.with_environment(own_variables)._replace(working_directory=folder)


def resolve_start(program: str, host: Host) -> ProgramStart:
    """Find what runs if a program is started by its path or name."""
    return _resolve_start(find_compared_program(program, host), host)


def _resolve_start(
    program: ProgramMatch, host: Host, arguments: Sequence[str] = (), folder: str = ""
) -> ProgramStart:
    """Find the program that runs, with its word size on Windows and earlier launches of it."""
    memory = _get_launch_memory(program, host)
    bits = find_windows_bits(program, arguments, folder, host)
    path = program.real_path or (program.path if bits else _recall_program(memory))
    return ProgramStart(path, memory, bits)


def get_program_file(program: ProgramMatch, host: Host) -> str:
    """Return the path under which launches of a program are remembered, or "" if unknown."""
    return _get_launch_memory(program, host).started or program.real_path


def find_known_requests(program: ProgramMatch, host: Host) -> KnownRequests | None:
    """Return what earlier launches showed that a program requests, None without launches."""
    if host.root:  # launches are always on this machine
        return None
    key = get_program_file(program, host)
    file = find_state_file_path(host.get_own_environment(), REQUESTS_FILE)
    if not key or not file or not is_file(Path(file)):
        return None
    return recall(Path(file), key)


def describe_requests(program: str, host: Host) -> tuple[Application, str]:
    """Return what a program is known to request from Vulkan, and a sentence on it or "".

    `program`: its path or name.
    """
    requests = find_known_requests(find_compared_program(program, host), host)
    if requests is None:
        return Application(), ""
    sentence = tr(
        "{program} {request}.",
        program=requests.name,
        request=lower_first_letter(requests.sentence()),
    )
    return requests.requests.application(), sentence


def _get_launch_memory(program: ProgramMatch, host: Host) -> LaunchMemory:
    """Return the key under which launches of a program are remembered.

    Scripts of one interpreter may load different loaders, so the script is the key.
    """
    if host.root:  # launches are always on this machine
        return NO_LAUNCH_MEMORY
    start_key = ""
    if program.state is ProgramState.SCRIPT:
        interpreter = describe_program(program.interpreter, host).real_path
        start_key = program.path if program.real_path in ("", interpreter) else ""
    return LaunchMemory(get_observations_file(host.get_own_environment()), start_key)


def _recall_program(memory: LaunchMemory) -> str:
    """Return the program that an earlier launch of a script started, or "" if unknown."""
    if not memory.started:
        return ""
    seen_loader = recall_observed_loader(memory.started, memory.file, Fingerprints())
    return seen_loader.program if seen_loader is not None else ""


def _replace_loader(program_view: ProgramView, profile: LoaderProfile) -> ProgramView:
    """Return the program as if it opened this loader, with its word size."""
    host = program_view.host._replace(pointer_bits=profile.pointer_bits)
    return ProgramView(host, profile)


def _replace_release(
    program_view: ProgramView, release: Release, request: PredictionRequest
) -> ProgramView:
    """Return the program as if it opened a loader of this release, installed or not."""
    bits = program_view.profile.pointer_bits
    for loader in request.loaders:
        if (loader.release, loader.pointer_bits) == (release, bits):
            return ProgramView(program_view.host, loader)
    return program_view._replace(profile=program_view.profile.at_release(*release))
