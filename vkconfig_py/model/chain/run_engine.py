"""Inputs of a plan: layers, drivers, and the loader of the program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.program_loader import ProgramSide, side_of
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.files.opened_loader import (
    NO_MEMORY,
    LaunchMemory,
    ProgramStart,
    recall_shown,
    shown_file,
)
from vkconfig_py.loader.files.own_files import REQUESTS_FILE, state_file
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints, Scanner
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.profiles.releases import Release
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import without_files
from vkconfig_py.model.files.paths import is_file
from vkconfig_py.model.plan.plan import Plan, PredictionRequest
from vkconfig_py.model.plan.variable_changes import RunVariables, add_implicit_sources, add_sources
from vkconfig_py.model.plan.windows_files import with_registry_changes
from vkconfig_py.model.programs.program_paths import (
    ProgramMatch,
    ProgramState,
    compared_program,
    describe_program,
    windows_bits,
    with_known,
)

if TYPE_CHECKING:
    from vkconfig_py.model.programs.seen_requests import Known


def any_program(host: Host) -> str:
    """Return a placeholder path for an unspecified program, within the host's root.

    Without a path, keys of overrides would not be compared.
    """
    return f"{host.prefix}/any/program"


def as_program(request: PredictionRequest, program: ProgramMatch) -> Host:
    """Return the host as a program sees it: with its path and privileges."""
    host = request.host._replace(executable=program.real or any_program(request.host))
    elevated = request.assumptions.elevated
    if elevated is None:
        elevated = host.elevated or program.elevation.is_elevated
    return host._replace(elevated=elevated, is_trusting=elevated and not request.profile.is_secure)


def ask_engine(request: PredictionRequest, host: Host, cache: DocumentCache) -> LoaderReport:
    """Report of what the request's program gets from its loader on a host."""
    report = discover(host, request.application, request.profile, cache)
    return (
        report if request.opened_loader is None else report._replace(opened=request.opened_loader)
    )


def report_of_session(request: PredictionRequest, cache: DocumentCache) -> LoaderReport:
    """Return what any program of the session gets, without the files of a launch."""
    # The run that the snapshot of a launch begins with, if the configuration sets no variables.
    host = request.host._replace(executable=any_program(request.host))
    return discover(host, request.application, request.profile, cache)


def take_inventory(
    request: PredictionRequest,
    host: Host,
    explicit: Iterable[str],
    implicit: Iterable[str],
    cache: DocumentCache,
) -> LoaderReport:
    """Report of what is installed, with the user's own folders and manifests searched first."""
    variables = RunVariables(host)
    searched: tuple[str, ...] = ()
    explicit = tuple(explicit)
    if explicit and not request.profile.has(Gate.ADD_VARIABLES):
        searched = ask_engine(request, host, cache).explicit_search.paths
    add_sources(variables, explicit, request.profile, searched)
    add_implicit_sources(variables, implicit)
    changes = [(change.name, change.value) for change in variables.list_changes()]
    return ask_engine(request, host.with_environment(changes), cache)


def with_plan(host: Host, plan: Plan) -> Host:
    changes = [(variable.name, variable.value) for variable in plan.variables]
    host = host.with_overlay(plan.make_overlay()).with_environment(changes)
    return with_registry_changes(host, plan.registry)


def with_sources_named(request: PredictionRequest, cache: DocumentCache) -> PredictionRequest:
    """Return the request with folders replaced by their manifests where necessary."""
    if not request.excluded_manifests:
        return request
    configuration = name_sources(
        request.configuration, request.excluded_manifests, request.host, cache
    )
    return request._replace(configuration=configuration, excluded_manifests=())


def name_sources(
    configuration: Configuration, excluded: Sequence[str], host: Host, cache: DocumentCache
) -> Configuration:
    """Replace each folder with excluded manifests by its remaining manifests."""
    scanner = Scanner(host, cache)
    return without_files(configuration, excluded, lambda path: scanner.folder(path).files)


def of_its_program(
    request: PredictionRequest, program: ProgramMatch, cache: DocumentCache
) -> PredictionRequest:
    """Return the request with the word size, privileges and loader of its program."""
    assumptions, host = request.assumptions, request.host
    target = request.configuration.target
    arguments = program.final[1:] or program.arguments or ()
    start = _find_start(program, host, arguments, target.working_directory)
    if not start.path or request.opened_loader is not None:
        return request
    host = with_known(launch_host(request), program.changes)
    loaders = () if assumptions.root is not None else request.loaders
    side = side_of(
        start.path, host, request.profile, loaders, cache, start.memory, start.windows_bits
    )
    # The loader and word size chosen in the what-if override those of the program's file.
    is_chosen = assumptions.library is not None or assumptions.pointer_bits is not None
    if is_chosen:
        side = _with_loader(side, request.profile)
    elif assumptions.release is not None:
        side = _with_release(side, assumptions.release, request)
    host = request.host._replace(pointer_bits=side.host.pointer_bits, machine=side.host.machine)
    if assumptions.elevated is None:
        host = host._replace(elevated=side.host.elevated)
    return request._replace(host=host, profile=side.profile, opened_loader=side.opened)


def launch_host(request: PredictionRequest) -> Host:
    """Return the session as a launch of the configuration has it."""
    if request.view.is_applied:  # a configuration applied to the system cannot set variables
        return request.host
    configuration, host = request.configuration, request.host
    own_variables = [(variable.name, variable.value) for variable in configuration.environment]
    folder = configuration.target.working_directory or host.working_directory
    return host.with_environment(own_variables)._replace(working_directory=folder)


def find_start(program: str, host: Host) -> ProgramStart:
    """Resolve what starting a program by its path or name runs."""
    return _find_start(compared_program(program, host), host)


def _find_start(
    program: ProgramMatch, host: Host, arguments: Sequence[str] = (), folder: str = ""
) -> ProgramStart:
    memory = _find_memory(program, host)
    bits = windows_bits(program, arguments, folder, host)
    path = program.real or (program.path if bits else _recall_program(memory))
    return ProgramStart(path, memory, bits)


def file_of(program: ProgramMatch, host: Host) -> str:
    """Return the file under which launches of a program are stored, or "" if unknown."""
    return _find_memory(program, host).started or program.real


def known_requests(program: ProgramMatch, host: Host) -> Known | None:
    """Return what launches showed of a program's requests, or None without launches."""
    if host.root:  # launches are always on this machine
        return None
    key = file_of(program, host)
    file = state_file(host.environment, REQUESTS_FILE)
    if not key or not file or not is_file(Path(file)):
        return None
    from vkconfig_py.model.programs.seen_requests import recall

    return recall(Path(file), key)


def find_requests(program: str, host: Host) -> tuple[Application, str]:
    """Return what a program by its path or name is known to ask for, with a sentence on that."""
    requests = known_requests(compared_program(program, host), host)
    if requests is None:
        return Application(), ""
    sentence = tr("{program}: {request}.", program=requests.name, request=requests.sentence())
    return requests.requests.application(), sentence


def _find_memory(program: ProgramMatch, host: Host) -> LaunchMemory:
    """Return the key under which a launch of the program stores what it revealed.

    Scripts of one interpreter may load different loaders, so the script is the key.
    """
    if host.root:  # launches are always on this machine
        return NO_MEMORY
    started = ""
    if program.state is ProgramState.SCRIPT:
        interpreter = describe_program(program.interpreter, host).real
        started = program.path if program.real in ("", interpreter) else ""
    return LaunchMemory(shown_file(host.environment), started)


def _recall_program(memory: LaunchMemory) -> str:
    """Return the program that a launch of a script showed, or "" if there was none."""
    if not memory.started:
        return ""
    shown = recall_shown(memory.started, memory.file, Fingerprints())
    return shown.program if shown is not None else ""


def _with_loader(side: ProgramSide, profile: LoaderProfile) -> ProgramSide:
    """Return the program, assumed to open the chosen loader with that word size."""
    host = side.host._replace(pointer_bits=profile.pointer_bits)
    return ProgramSide(host, profile)


def _with_release(side: ProgramSide, release: Release, request: PredictionRequest) -> ProgramSide:
    """Return the program with a loader of a release: an installed one, or a hypothetical one."""
    bits = side.profile.pointer_bits
    for loader in request.loaders:
        if (loader.release, loader.pointer_bits) == (release, bits):
            return ProgramSide(side.host, loader)
    return side._replace(profile=side.profile.at(*release))
