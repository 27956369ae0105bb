"""The Vulkan loader library that a program opens, predicted from its files or observed in a launch.

A program linked to libvulkan.so.1 gets the one that the dynamic linker finds. Others call dlopen
with a bare name (most engines) or a path of their own, which no file reveals: a loader beside the
program precedes the linker's default folders, and an observed launch precedes both.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.binaries import (
    LOADER_NAME,
    LibraryReader,
    LoaderCandidate,
    find_file_state,
    find_loader_at,
    find_loaders,
    is_obstacle,
    read_program_kind,
)
from vkconfig_py.loader.files.linker import (
    LIBRARY_PATH_VARIABLE,
    RPATH,
    RUNPATH,
    LinkedLibrary,
    find_needed,
    find_state,
    make_program_opener,
)
from vkconfig_py.loader.files.own_files import DocumentError, cache_file, parse_object, read_file
from vkconfig_py.loader.files.program_files import find_elevation
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules

FORMAT = 1
MAX_BYTES = 1 << 20

BESIDE_SOURCE = "beside the program"
LAUNCH_SOURCE = "launch"
_SOURCES_BEFORE_PROGRAM_FOLDER = frozenset((LIBRARY_PATH_VARIABLE, RPATH, RUNPATH))


class ObservedLoader(NamedTuple):
    """The loader observed in a launch.

    Attributes:
        program: the executable that opened it: the program itself, or one started by a script.
        expected: path of the library predicted from files at that time, "" for none.
        library: path of the observed library.
        when: seconds since the epoch.
    """

    program: str
    expected: str
    library: str
    when: float


def get_observations_file(environment: Mapping[str, str]) -> str:
    """Return the path of the user's file of observed launches, or "" if there is no home."""
    return cache_file(environment, "shown_loaders.json")


def make_program_key(path: str) -> str:
    """Return the key of a program in the file of observed launches, or "" if it does not exist."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{status.st_ino}|{status.st_size}|{status.st_mtime_ns}|{path}"


def recall_observed_loader(
    path: str, file: str, fingerprints: Fingerprints
) -> ObservedLoader | None:
    """Return which loader the last launch of an unchanged program opened, or None if unknown.

    `path`: the program. `file`: the file of observed launches, "" for none.

    It is valid only while the prediction from files is the same as then.
    """
    if not file:
        return None
    try:
        status = os.stat(file)
        fingerprints.record_file(file, status)
        return _read_observations(file, status.st_mtime_ns, status.st_size).get(
            make_program_key(path)
        )
    except OSError:
        fingerprints.record_failure(file)
        return None


def parse_shown(data: bytes) -> dict[str, ObservedLoader]:
    """Parse the file of observed launches, or {} if it is damaged or has another format."""
    try:
        raw = parse_object(data)
    except DocumentError:
        return {}
    programs = raw.get("programs")
    if raw.get("format") != FORMAT or not isinstance(programs, dict):
        return {}
    return {
        key: ObservedLoader(**entry) for key, entry in programs.items() if _is_observation(entry)
    }


def render_shown(programs: Mapping[str, ObservedLoader]) -> bytes:
    """Render the file of observed launches."""
    entries = {key: observation._asdict() for key, observation in programs.items()}
    return json.dumps({"format": FORMAT, "programs": entries}, indent=1).encode()


@lru_cache(maxsize=2)
def _read_observations(path: str, _mtime_ns: int, _size: int) -> Mapping[str, ObservedLoader]:
    """Return the observed launches in a file by program_key(), {} if it is invalid."""
    try:
        return MappingProxyType(parse_shown(read_file(path, MAX_BYTES)))
    except (OSError, DocumentError):
        return MappingProxyType({})


def _is_observation(entry: Any) -> bool:
    """Return whether a JSON value has all fields of an ObservedLoader."""
    return (
        isinstance(entry, dict)
        and set(entry) == set(ObservedLoader._fields)
        and isinstance(entry["program"], str)
        and isinstance(entry["expected"], str)
        and isinstance(entry["library"], str)
        and entry["library"].startswith("/")
        and isinstance(entry["when"], (int, float))
    )


class LoaderOrigin(StrEnum):
    """How a program finds its loader."""

    NEEDED = "needed"  # the program or one of its libraries is linked to it
    BY_NAME = "by-name"  # not linked: the program calls dlopen, and the linker would find this one
    BESIDE = "beside"  # shipped with the program
    OBSERVED = "seen"  # observed in a launch
    STATIC = "static"  # not a dynamic program, so unknown; this one is assumed
    NOT_INSTALLED = "nowhere"  # no loader for its word size is installed


class ProgramFile(NamedTuple):
    """Properties of a program's process, read from its file.

    Attributes:
        path: target of /proc/self/exe.
        machine: architecture as in uname.
        is_elevated: its process runs with AT_SECURE.
    """

    path: str
    pointer_bits: int
    machine: str
    is_elevated: bool = False

    def adapt_host(self, host: Host) -> Host:
        """Return the host with word size, machine and rights of this program's process."""
        return host._replace(
            pointer_bits=self.pointer_bits,
            machine=self.machine,
            elevated=host.elevated or self.is_elevated,
        )


class LaunchMemory(NamedTuple):
    """Where observed launches are stored.

    Attributes:
        file: the file of observed launches; "" for none.
        started: the started file if it is not the program itself, such as a script.
    """

    file: str = ""
    started: str = ""


NO_LAUNCH_MEMORY = LaunchMemory()


class ProgramStart(NamedTuple):
    """The result of starting a program path.

    Attributes:
        path: the program whose process loads Vulkan; "" if only a run can determine it.
        windows_bits: word size of the Windows program that runs in it, 0 for none.
    """

    path: str
    memory: LaunchMemory = NO_LAUNCH_MEMORY
    windows_bits: int = 0


class OpenedLoader(NamedTuple):
    """The loader of one program, and how it is found.

    Attributes:
        library: the loader that it opens; None if no matching loader exists.
        needed_by: the program's library that is linked to the loader; "" is the program.
        other_loaders: loaders of its word size that it may open instead, by a path of its own.
        expected: prediction from files alone, "" for none; stored with an observed launch.
        observed_at: time of the observed launch, in seconds since the epoch.
        runs_windows_programs: the program is Wine, which also runs programs of the other word size.
        windows_twin: the loader of those programs; None if there is none.
        obstacle: file at which the linker gives up its search for a loader, "" if it does not.
    """

    program: ProgramFile
    library: LoaderCandidate | None
    origin: LoaderOrigin
    needed_by: str = ""
    other_loaders: tuple[LoaderCandidate, ...] = ()
    expected: str = ""
    observed_at: float = 0.0
    runs_windows_programs: bool = False
    windows_twin: LoaderCandidate | None = None
    obstacle: str = ""

    @property
    def is_certain(self) -> bool:
        """Return whether the program cannot open any other loader."""
        if self.origin is LoaderOrigin.STATIC:
            return False
        return self.origin in (LoaderOrigin.NEEDED, LoaderOrigin.OBSERVED) or not self.other_loaders


def read_program(host: Host, path: str, reader: LibraryReader | None = None) -> ProgramFile | None:
    """Return word size, machine and rights of a program, or None if it is not an ELF file."""
    if get_platform_rules(host.platform).linking is not Linking.LD_SO or not path:
        return None
    kind = read_program_kind(host, path, reader)
    if kind is None:
        return None
    return ProgramFile(path, *kind, is_elevated=find_elevation(path, host).is_elevated)


def find_opened(
    host: Host,
    path: str,
    cache: DocumentCache,
    memory: LaunchMemory = NO_LAUNCH_MEMORY,
    windows_bits: int = 0,
) -> OpenedLoader | None:
    """Return the Vulkan loader that a program opens in the host's environment.

    None if it is not a dynamically linked program.

    Args:
        host: the machine and its environment.
        path: the program.
        cache: documents that were read before.
        memory: where observed launches are stored.
        windows_bits: word size of the Windows program that Wine runs, 0 for none.
    """
    question = ("loader of a program", host, path, memory, windows_bits)
    cached_loader: OpenedLoader | None = cache.recall(question)
    if cached_loader is not None:
        return cached_loader
    fingerprints = Fingerprints()
    reader = LibraryReader(cache.headers, fingerprints)
    if windows_bits:
        program: ProgramFile | None = ProgramFile(path, windows_bits, host.machine)
    else:
        program = read_program(host, path, reader)
    if program is None:
        return None
    opened_loader = find_by_files(host, program, reader)
    if windows_bits:
        other_size_loaders = (
            loader for loader in find_loaders(host, reader) if loader.pointer_bits != windows_bits
        )
        opened_loader = opened_loader._replace(
            runs_windows_programs=True, windows_twin=next(other_size_loaders, None)
        )
    observation = recall_observed_loader(memory.started or path, memory.file, fingerprints)
    if observation is not None and observation.expected == opened_loader.expected:
        library = find_loader_at(
            program.adapt_host(host), observation.library, LAUNCH_SOURCE, reader
        )
        if library is not None:
            opened_loader = _replace_by_observed(opened_loader, library)._replace(
                observed_at=observation.when
            )
    cache.remember(question, fingerprints, opened_loader)
    return opened_loader


def find_by_files(host: Host, program: ProgramFile, reader: LibraryReader) -> OpenedLoader:
    """Predict the loader from the program's files."""
    host = program.adapt_host(host)._replace(executable=program.path)
    opener = make_program_opener(host, program.path)
    # Linked libraries are open before main begins.
    needed_library, loader_origin = (
        find_needed(host, LOADER_NAME, opener, reader),
        LoaderOrigin.NEEDED,
    )
    if needed_library is None:
        state, source = find_state(host, LOADER_NAME, opener, reader)
        needed_library, loader_origin = LinkedLibrary(state.path, source), LoaderOrigin.BY_NAME
    library = (
        find_loader_at(host, needed_library.path, needed_library.source, reader)
        if needed_library.path
        else None
    )
    library_beside = _find_beside(host, program.path, reader)
    is_searched_first = library is not None and library.source in _SOURCES_BEFORE_PROGRAM_FOLDER
    if (
        loader_origin is LoaderOrigin.BY_NAME
        and library_beside is not None
        and not is_searched_first
    ):
        loader_origin, library, library_beside = LoaderOrigin.BESIDE, library_beside, library
    obstacle = ""
    if library is None:
        loader_origin = LoaderOrigin.NOT_INSTALLED
        if needed_library.path and is_obstacle(
            host, find_file_state(host, needed_library.path, reader)
        ):
            obstacle = needed_library.path
    if opener.needs.is_static:
        loader_origin = LoaderOrigin.STATIC
    opened_loader = OpenedLoader(
        program,
        library,
        loader_origin,
        needed_by=needed_library.needed_by if loader_origin is LoaderOrigin.NEEDED else "",
        expected=library.path if library else "",
        obstacle=obstacle,
    )
    return _set_other_loaders(opened_loader, (library_beside, *find_loaders(host, reader)))


def _replace_by_observed(opened_loader: OpenedLoader, library: LoaderCandidate) -> OpenedLoader:
    """Return the result with the loader that a launch showed in place of the predicted one.

    The predicted one moves to `other_loaders`.
    """
    if (
        opened_loader.library is not None
        and opened_loader.library.resolved_path == library.resolved_path
    ):
        return opened_loader._replace(origin=LoaderOrigin.OBSERVED)
    other_libraries = (opened_loader.library, *opened_loader.other_loaders)
    observed_loader = opened_loader._replace(
        library=library, origin=LoaderOrigin.OBSERVED, needed_by=""
    )
    return _set_other_loaders(observed_loader, other_libraries)


def _set_other_loaders(
    opened_loader: OpenedLoader, libraries: Iterable[LoaderCandidate | None]
) -> OpenedLoader:
    """Return the result with those loaders as others that fit and are not its own."""
    return opened_loader._replace(
        other_loaders=tuple(_list_other_loaders(opened_loader, libraries))
    )


def _list_other_loaders(
    opened_loader: OpenedLoader, libraries: Iterable[LoaderCandidate | None]
) -> Iterator[LoaderCandidate]:
    """Yield the loaders of the program's word size that are not its own, each file once."""
    known_files = {opened_loader.library.resolved_path} if opened_loader.library else set()
    for candidate in libraries:
        if candidate is None or candidate.pointer_bits != opened_loader.program.pointer_bits:
            continue
        if candidate.resolved_path not in known_files:
            known_files.add(candidate.resolved_path)
            yield candidate


def _find_beside(host: Host, program: str, reader: LibraryReader) -> LoaderCandidate | None:
    """Return the loader in the folder of a program, or None if none is there."""
    # Like Chromium and programs based on it.
    path = os.path.join(os.path.dirname(program), LOADER_NAME)
    return find_loader_at(host, path, BESIDE_SOURCE, reader)
