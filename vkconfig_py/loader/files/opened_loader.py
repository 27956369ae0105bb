"""Which Vulkan loader library a program opens, as its file tells or an earlier launch showed.

Which loader library a launch of a program showed, remembered for its file.

A program that opens its loader by a path of its own tells it in no file. What a launch showed holds
for the file as it was, and for as long as its files let expect the same as they did then.

Which Vulkan loader library a program opens, as far as its file can tell.

A program that is linked to libvulkan.so.1 gets the one that the dynamic linker finds for it. Others
open it themselves: by name (most engines), where the linker searches too, or by a path of their
own, which no file tells. So what lies beside the program counts before what the linker would find
last, every other library that may be meant is told, and what a launch showed counts before both.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.binaries import (
    LOADER_NAME,
    Candidate,
    LibraryReader,
    candidate_at,
    find_loaders,
    program_kind,
)
from vkconfig_py.loader.files.linker import (
    LIBRARY_PATH,
    RPATH,
    RUNPATH,
    find_library,
    find_needed,
    program_opener,
)
from vkconfig_py.loader.files.own_files import DocumentError, cache_file, parse_object, read_file
from vkconfig_py.loader.files.program_files import find_elevation
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints

FORMAT = 1
MOST_BYTES = 1 << 20


class Shown(NamedTuple):
    """What a launch showed.

    Attributes:
        program: what had opened it: the program itself, or what a script had started.
        expected: path of the library that the files let expect at that time, "" for none.
        library: path of the one that was opened.
        when: seconds since the epoch.
    """

    program: str
    expected: str
    library: str
    when: float


def shown_file(environment: Mapping[str, str]) -> str:
    """Return where a user's launches are remembered, or "" if there is no home."""
    return cache_file(environment, "shown_loaders.json")


def program_key(path: str) -> str:
    """Return what stands for the file of a program as it is now; "" if there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{status.st_ino}|{status.st_size}|{status.st_mtime_ns}|{path}"


def recall_shown(path: str, memory: str, seen: Fingerprints) -> Shown | None:
    """Return what a launch of the program showed, as long as its file is as it was then."""
    if not memory:
        return None
    try:
        status = os.stat(memory)
        seen.file(memory, status)
        return _read(memory, status.st_mtime_ns, status.st_size).get(program_key(path))
    except OSError:
        seen.failure(memory)
        return None


def parse_shown(data: bytes) -> dict[str, Shown]:
    """Return what a file remembers; nothing if it is damaged or of another format."""
    try:
        raw = parse_object(data)
    except DocumentError:
        return {}
    programs = raw.get("programs")
    if raw.get("format") != FORMAT or not isinstance(programs, dict):
        return {}
    return {key: Shown(**entry) for key, entry in programs.items() if _is_shown(entry)}


def render_shown(programs: Mapping[str, Shown]) -> bytes:
    """Return the file that remembers these."""
    import json

    entries = {key: shown._asdict() for key, shown in programs.items()}
    return json.dumps({"format": FORMAT, "programs": entries}, indent=1).encode()


@lru_cache(maxsize=2)
def _read(path: str, _mtime_ns: int, _size: int) -> Mapping[str, Shown]:
    try:
        return MappingProxyType(parse_shown(read_file(path, MOST_BYTES)))
    except (OSError, DocumentError):
        return MappingProxyType({})


def _is_shown(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == set(Shown._fields)
        and isinstance(entry["program"], str)
        and isinstance(entry["expected"], str)
        and isinstance(entry["library"], str)
        and entry["library"].startswith("/")
        and isinstance(entry["when"], (int, float))
    )


BESIDE = "beside the program"
LAUNCH = "launch"
_BEFORE_OWN = frozenset((LIBRARY_PATH, RPATH, RUNPATH))


class How(StrEnum):
    """How a program comes to its loader."""

    NEEDED = "needed"  # it, or a library that it needs, is linked to it
    BY_NAME = "by-name"  # it is not: it has to open it, and the linker would find this one
    BESIDE = "beside"  # it brings one
    SEEN = "seen"  # a launch showed it
    STATIC = "static"  # the linker does not start it, so nothing tells; this one stands for it
    NOWHERE = "nowhere"  # there is none for its word size


class ProgramFile(NamedTuple):
    """What the file of a program says about its process.

    Attributes:
        path: what /proc/self/exe reads.
        machine: as uname names it.
        is_elevated: its process gets more rights than its user has.
    """

    path: str
    pointer_bits: int
    machine: str
    is_elevated: bool = False

    def on(self, host: Host) -> Host:
        """Return the host as this program's process sees it."""
        return host._replace(
            pointer_bits=self.pointer_bits,
            machine=self.machine,
            elevated=host.elevated or self.is_elevated,
        )


class Memory(NamedTuple):
    """Where to look for what a launch showed.

    Attributes:
        file: what remembers launches; "" remembers none.
        started: the file that is started if that is not the program itself, as a script.
    """

    file: str = ""
    started: str = ""


NO_MEMORY = Memory()


class Start(NamedTuple):
    """What starting a program comes to.

    Attributes:
        path: the program whose process loads Vulkan; "" where only a run can tell it.
        windows_bits: word size of the Windows program that runs in it, 0 for none.
    """

    path: str
    memory: Memory = NO_MEMORY
    windows_bits: int = 0


class OpenedLoader(NamedTuple):
    """The loader of one program.

    Attributes:
        library: the loader that it opens; None if there is none that it could open.
        needed_by: the library of the program that is linked to the loader; "" is the program.
        others: loaders of its word size that it may open instead, if it has a path of its own.
        expected: what its files alone let expect, "" for none; what a launch showed is kept
            together with this.
        is_version_known: whether the profile's version is that of this library.
        shown_at: when a launch showed it, in seconds since the epoch.
        runs_windows: it is Wine: programs of the other word size run in it as well.
        twin: the loader that those get; None if there is none.
    """

    program: ProgramFile
    library: Candidate | None
    how: How
    needed_by: str = ""
    others: tuple[Candidate, ...] = ()
    expected: str = ""
    is_version_known: bool = True
    shown_at: float = 0.0
    runs_windows: bool = False
    twin: Candidate | None = None

    @property
    def is_certain(self) -> bool:
        """Return whether the program can open no other one."""
        if self.how is How.STATIC:
            return False
        return self.how in (How.NEEDED, How.SEEN) or not self.others


def read_program(host: Host, path: str, reader: LibraryReader | None = None) -> ProgramFile | None:
    """Return what the file of a program says; None if it is no program that the linker starts."""
    if host.platform is not Platform.LINUX or not path:
        return None
    kind = program_kind(host, path, reader)
    if kind is None:
        return None
    return ProgramFile(path, *kind, is_elevated=find_elevation(path, host).is_elevated)


def find_opened(
    host: Host,
    path: str,
    cache: DocumentCache,
    memory: Memory = NO_MEMORY,
    windows_bits: int = 0,
) -> OpenedLoader | None:
    """Return the loader that a program opens when it is started in the host's environment.

    None if it is no program that the linker starts. Of a Wine, `windows_bits` is the word size of
    the program that runs in it.
    """
    question = ("loader of a program", host, path, memory, windows_bits)
    known: OpenedLoader | None = cache.recall(question)
    if known is not None:
        return known
    seen = Fingerprints()
    reader = LibraryReader(cache.headers, seen)
    if windows_bits:
        program: ProgramFile | None = ProgramFile(path, windows_bits, host.machine)
    else:
        program = read_program(host, path, reader)
    if program is None:
        return None
    opened = find_by_files(host, program, reader)
    if windows_bits:
        twins = (x for x in find_loaders(host, reader) if x.pointer_bits != windows_bits)
        opened = opened._replace(runs_windows=True, twin=next(twins, None))
    shown = recall_shown(memory.started or path, memory.file, seen)
    if shown is not None and shown.expected == opened.expected:
        library = candidate_at(program.on(host), shown.library, LAUNCH, reader)
        if library is not None:
            opened = _as_shown(opened, library)._replace(shown_at=shown.when)
    cache.remember(question, seen, opened)
    return opened


def find_by_files(host: Host, program: ProgramFile, reader: LibraryReader) -> OpenedLoader:
    """Return the loader that the files of a program let expect."""
    host = program.on(host).with_executable(program.path)
    opener = program_opener(host, program.path)
    # What it is linked to is open before main begins.
    found, how = find_needed(host, LOADER_NAME, opener, reader), How.NEEDED
    if found is None:
        found, how = find_library(host, LOADER_NAME, opener, reader), How.BY_NAME
    library = candidate_at(host, found.path, found.source, reader) if found else None
    own = _beside(host, program.path, reader)
    is_searched_first = library is not None and library.source in _BEFORE_OWN
    if how is How.BY_NAME and own is not None and not is_searched_first:
        how, library, own = How.BESIDE, own, library
    elif library is None:
        how = How.NOWHERE
    if opener.needs.is_static:
        how = How.STATIC
    opened = OpenedLoader(
        program,
        library,
        how,
        needed_by=found.needed_by if found and how is How.NEEDED else "",
        expected=library.path if library else "",
    )
    return _with_others(opened, (own, *find_loaders(host, reader)))


def _as_shown(opened: OpenedLoader, library: Candidate) -> OpenedLoader:
    """Return the program with the loader of a launch; the one expected becomes one of the others.

    Where it is the expected one, it stays told how the program comes to it.
    """
    if opened.library is not None and opened.library.real == library.real:
        return opened._replace(how=How.SEEN)
    others = (opened.library, *opened.others)
    shown = opened._replace(library=library, how=How.SEEN, needed_by="")
    return _with_others(shown, others)


def _with_others(opened: OpenedLoader, libraries: Iterable[Candidate | None]) -> OpenedLoader:
    return opened._replace(others=tuple(_others(opened, libraries)))


def _others(opened: OpenedLoader, libraries: Iterable[Candidate | None]) -> Iterator[Candidate]:
    met = {opened.library.real} if opened.library else set()
    for library in libraries:
        if library is None or library.pointer_bits != opened.program.pointer_bits:
            continue
        if library.real not in met:
            met.add(library.real)
            yield library


def _beside(host: Host, program: str, reader: LibraryReader) -> Candidate | None:
    # As Chromium does, and what is built on it.
    path = os.path.join(os.path.dirname(program), LOADER_NAME)
    return candidate_at(host, path, BESIDE, reader)
