"""What a file needs, where ld.so(8) finds it, and whether all of it would open.

Which shared objects a program or library needs, and where it says that they are.

Reads the dynamic section alone (elf(5)): a file may be of any size and may lie about its contents.

Where the dynamic linker finds a library for a program: what ld.so(8) does, in its order.

RPATH of what asks (and of what brought that in, up to the program) where there is no RUNPATH,
LD_LIBRARY_PATH, RUNPATH of what asks, the linker's cache, its default folders. A program is read
breadth first, as the linker opens what it needs.

Whether the dynamic linker opens a library with everything that it needs; nothing is opened.

Follows dlopen(3) with RTLD_LAZY, as the Vulkan loader calls it: what is needed has to be found,
level by level, unless the program has it open already; versions that are named are defined; symbols
of data, and with BIND_NOW those of functions too, are somewhere in the program or below the
library. What cannot be read fits.
"""

from __future__ import annotations

import os
import struct
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    LibraryState,
    expand_tokens,
    first_state,
    library_state,
    search_candidates,
    with_levels,
)
from vkconfig_py.loader.files.elf import (
    CutShortError,
    ElfError,
    SharedObject,
    offered_symbols,
    read_shared_object,
    wanted_symbols,
)
from vkconfig_py.loader.files.scan import real_path, resolve_links

_PT_LOAD, _PT_DYNAMIC, _PT_INTERP = 1, 2, 3
_DT_NULL, _DT_NEEDED, _DT_STRTAB, _DT_RPATH, _DT_RUNPATH = 0, 1, 5, 15, 29
_DT_FLAGS_1, _DF_1_PIE = 0x6FFFFFFB, 0x08000000
_SHORTEST = 52  # the header of a 32-bit file
_MOST_SEGMENTS = 64
_MOST_BYTES = 1 << 20
_LONGEST_TEXT = 4096


class Needs(NamedTuple):
    """What the dynamic section of a library says.

    Attributes:
        is_static: it is a program that names no dynamic linker: the kernel starts it as it is.
    """

    names: tuple[str, ...] = ()
    rpath: str = ""
    runpath: str = ""
    is_static: bool = False


def needs_of(host: Host, path: str) -> Needs:
    """Return what a library or program says that it needs; nothing if that cannot be read."""
    try:
        real = real_path(host.root, path)
        status = os.stat(real)
        return _read_needs(real, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return Needs()


@lru_cache(maxsize=256)
def _read_needs(path: str, _mtime_ns: int, _size: int) -> Needs:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return _parse(descriptor)
    except (struct.error, OverflowError):  # cut off, or offsets that no file has
        return Needs()
    finally:
        os.close(descriptor)


def _parse(descriptor: int) -> Needs:
    head = os.pread(descriptor, 64, 0)
    if len(head) < _SHORTEST or head[:4] != b"\x7fELF":
        return Needs()
    wide, order = head[4] == 2, ">" if head[5] == 2 else "<"
    offset, size, count = _segments_place(head, wide, order)
    segments = []
    for index in range(min(count, _MOST_SEGMENTS)):
        entry = os.pread(descriptor, size, offset + index * size)
        segments.append(_segment(entry, wide, order))
    dynamic = next((s for s in segments if s[0] == _PT_DYNAMIC), None)
    kinds = {s[0] for s in segments}
    if dynamic is None:
        return Needs(is_static=_PT_LOAD in kinds and _PT_INTERP not in kinds)
    data = os.pread(descriptor, min(dynamic[3], _MOST_BYTES), dynamic[1])
    tags = list(_tags(data, wide, order))
    values = dict(reversed(tags))
    place = _strings_place(segments, values)
    return Needs(
        tuple(_text(descriptor, place, value) for tag, value in tags if tag == _DT_NEEDED),
        _text(descriptor, place, values[_DT_RPATH]) if _DT_RPATH in values else "",
        _text(descriptor, place, values[_DT_RUNPATH]) if _DT_RUNPATH in values else "",
        # A static program that can be moved has a dynamic section all the same.
        is_static=bool(values.get(_DT_FLAGS_1, 0) & _DF_1_PIE) and _PT_INTERP not in kinds,
    )


def _segments_place(head: bytes, wide: bool, order: str) -> tuple[int, int, int]:
    if wide:
        (offset,) = struct.unpack_from(f"{order}Q", head, 32)
        return (offset, *struct.unpack_from(f"{order}HH", head, 54))
    (offset,) = struct.unpack_from(f"{order}I", head, 28)
    return (offset, *struct.unpack_from(f"{order}HH", head, 42))


def _segment(entry: bytes, wide: bool, order: str) -> tuple[int, int, int, int]:
    """Return type, offset in the file, address and size in the file."""
    if wide:
        kind, _, offset, address, _, size = struct.unpack_from(f"{order}IIQQQQ", entry)
    else:
        kind, offset, address, _, size = struct.unpack_from(f"{order}IIIII", entry)
    return kind, offset, address, size


def _tags(data: bytes, wide: bool, order: str) -> Iterator[tuple[int, int]]:
    size = 16 if wide else 8
    whole = data[: len(data) // size * size]
    for tag, value in struct.iter_unpack(f"{order}{'qQ' if wide else 'iI'}", whole):
        if tag == _DT_NULL:
            return
        yield tag, value


def _strings_place(segments: list[tuple[int, int, int, int]], values: dict[int, int]) -> int | None:
    """Return where in the file the names are."""
    address = values.get(_DT_STRTAB, 0)
    for kind, offset, start, size in segments:
        if kind == _PT_LOAD and start <= address < start + size:
            return offset + address - start
    return None


def _text(descriptor: int, place: int | None, offset: int) -> str:
    # One name at a time: all of them together may be many megabytes.
    data = b"" if place is None else os.pread(descriptor, _LONGEST_TEXT, place + offset)
    return os.fsdecode(data.partition(b"\0")[0])


LIBRARY_PATH = "LD_LIBRARY_PATH"
RPATH = "RPATH"
RUNPATH = "RUNPATH"
_MOST_LIBRARIES = 400  # of one program that are looked through


class Opener(NamedTuple):
    """A program or library that asks the linker for others.

    Attributes:
        opener: what needs it; None for the program.
    """

    path: str
    needs: Needs
    opener: Opener | None = None


class Found(NamedTuple):
    """Where a library was found.

    Attributes:
        source: RPATH, RUNPATH, or as search_candidates() says.
        needed_by: the library that needs it; "" is the program itself.
    """

    path: str
    source: str
    needed_by: str = ""


def program_opener(host: Host, path: str) -> Opener:
    """Return a program as one that asks the linker."""
    return Opener(path, needs_of(host, path))


def find_library(host: Host, name: str, opener: Opener, reader: LibraryReader) -> Found | None:
    """Return what the linker opens when it is asked for a name, None if it finds nothing."""
    state, source = find_state(host, name, opener, reader)
    return Found(state.path, source) if state.found else None


def find_state(
    host: Host, name: str, opener: Opener, reader: LibraryReader
) -> tuple[LibraryState, str]:
    """Return the file that decides when the linker is asked for a name, and as what it is found."""
    if "/" in name:
        path = os.path.join(host.working_directory, _expanded(host, name, opener.path))
        return first_state(host, [(path, "path")], reader)
    return first_state(host, _candidates(host, name, opener), reader)


def find_needed(host: Host, name: str, opener: Opener, reader: LibraryReader) -> Found | None:
    """Return the library of that name which a program, or a library of its own, is linked to."""
    waiting = deque([opener])
    met: set[str] = set()
    while waiting and len(met) < _MOST_LIBRARIES:
        asking = waiting.popleft()
        for needed in asking.needs.names:
            soname = os.path.basename(needed)
            if soname in met:
                continue
            met.add(soname)
            found = find_library(host, needed, asking, reader)
            if found is None:
                continue
            if soname == name:
                return found._replace(needed_by=asking.path if asking.opener else "")
            waiting.append(Opener(found.path, needs_of(host, found.path), asking))
    return None


def _candidates(host: Host, name: str, opener: Opener) -> Iterator[tuple[str, str]]:
    for folder in _rpaths(host, opener):
        yield os.path.join(folder, name), RPATH
    runpath = [(os.path.join(x, name), RUNPATH) for x in _folders(host, opener, run=True)]
    for path, source in search_candidates(host, name):
        if source != LIBRARY_PATH:
            yield from runpath
            runpath = []
        yield path, source


def _rpaths(host: Host, opener: Opener) -> Iterator[str]:
    if opener.needs.runpath:
        return
    asking: Opener | None = opener
    while asking is not None:
        if not asking.needs.runpath:
            yield from _folders(host, asking, run=False)
        asking = asking.opener


def _folders(host: Host, opener: Opener, *, run: bool) -> Iterator[str]:
    value = opener.needs.runpath if run else opener.needs.rpath
    for folder in value.split(":"):
        expanded = _expanded(host, folder, opener.path)
        # For a program with more rights the linker does not follow $ORIGIN.
        if expanded and not (host.elevated and "ORIGIN" in folder):
            yield from with_levels(host, os.path.join(host.working_directory, expanded))


def _expanded(host: Host, path: str, opener: str) -> str:
    if "$" not in path:
        return path
    try:
        origin = os.path.dirname(resolve_links(host.root, opener))
    except OSError:  # links in a circle
        origin = os.path.dirname(opener)
    return expand_tokens(host, path, origin)


_SMALLEST = 64  # a file of a header alone stands for a library that is only supposed


class Refusal(NamedTuple):
    """Why the linker does not open a library.

    Attributes:
        why: as the rest of a sentence.
        missing: the library that has to be installed, "" if none would help.
        crashes: the program ends with a bus error instead.
    """

    why: str
    missing: str = ""
    crashes: bool = False


class _Object(NamedTuple):
    """A file among those that are opened together; `parts` is None if it cannot be read."""

    opener: Opener
    identity: tuple[str, int, int] | None
    parts: SharedObject | None


class Linker:
    """The dynamic linker in a process of a host that opens libraries for the Vulkan loader."""

    def __init__(self, host: Host, loader: str, reader: LibraryReader) -> None:
        """Take the process of the host's executable.

        Args:
            host: whose processes open libraries.
            loader: the library that asks for them; "" for one that says nothing about itself.
            reader: is told what was looked at.
        """
        self._host = host
        self._reader = reader
        self._program = program_opener(host, host.executable) if host.executable else None
        needs = needs_of(host, loader) if loader else Needs()
        self._loader = Opener(loader, needs, self._program)

    def state(self, path: str) -> LibraryState:
        """Tell whether dlopen(path), as the loader calls it, opens a library."""
        state = self._file(path)
        refusal = self.find_refusal(state.path) if state.found else None
        if refusal is None:
            return state
        reason = "needs-missing" if refusal.missing else "unlinkable"
        if refusal.crashes:
            reason = "cut-short"
        return LibraryState(False, reason, state.path, refusal.why, refusal.missing)

    def _file(self, path: str) -> LibraryState:
        origin = os.path.dirname(self._loader.path)
        expanded = expand_tokens(self._host, path, origin)
        if self._host.platform is not Platform.LINUX or not path or "/" in expanded:
            return library_state(self._host, path, origin, self._reader)
        return find_state(self._host, expanded, self._loader, self._reader)[0]

    def find_refusal(self, path: str) -> Refusal | None:
        """Return why the linker refuses a library whose header fits; None if it opens it."""
        host, reader = self._host, self._reader
        first = _object(host, Opener(path, Needs(), self._loader), reader)
        if first.parts is None:
            return None
        first = first._replace(opener=Opener(path, needs_of(host, path), self._loader))
        opened = {os.path.basename(path): first}
        waiting = deque([first])
        while waiting:
            asking = waiting.popleft()
            if asking.parts is not None and (asking.parts.is_cut or asking.parts.is_short):
                # Where the list of segments is whole, the rest is mapped and ends the program.
                return Refusal(f"{asking.opener.path} is cut short", crashes=asking.parts.is_cut)
            for name in asking.opener.needs.names:
                soname = os.path.basename(name)
                if soname in opened or len(opened) > _MOST_LIBRARIES:
                    continue
                if soname in self._open_already:
                    opened[soname] = self._open_already[soname]
                    continue
                found = find_library(host, name, asking.opener, reader)
                if found is None:
                    return Refusal(_needs(asking, first, name), name)
                opener = Opener(found.path, needs_of(host, found.path), asking.opener)
                opened[soname] = _object(host, opener, reader)
                waiting.append(opened[soname])
        return _version_refusal(opened) or self._symbol_refusal(first, opened)

    def _symbol_refusal(self, first: _Object, opened: dict[str, _Object]) -> Refusal | None:
        if first.identity is None:
            return None
        try:
            wanted = wanted_symbols(*first.identity)
        except (OSError, ElfError, ValueError):
            return None
        left = _left(wanted, tuple(one.identity for one in opened.values()))
        if not left:
            return None
        left = _left(left, tuple(one.identity for one in self._of_program.values()))
        return Refusal(f"nothing defines its symbol {left[0]}") if left else None

    @cached_property
    def _of_program(self) -> dict[str, _Object]:
        """The program, what it needs and what is preloaded: all libraries see their symbols."""
        host, program = self._host, self._program or Opener("", Needs())
        preloaded = None if host.elevated else host.plain_env("LD_PRELOAD")
        names = (preloaded or "").replace(":", " ").split()
        found = (find_library(host, name, program, self._reader) for name in names)
        more = (Opener(x.path, needs_of(host, x.path), program) for x in found if x)
        return self._with_needs([program, *more])

    @cached_property
    def _open_already(self) -> dict[str, _Object]:
        """What is open when the loader opens a library; the linker opens no second of a name."""
        return {**self._with_needs([self._loader]), **self._of_program}

    def _with_needs(self, openers: Iterable[Opener]) -> dict[str, _Object]:
        host, reader = self._host, self._reader
        found: dict[str, _Object] = {}
        waiting = deque(openers)
        while waiting and len(found) < _MOST_LIBRARIES:
            asking = waiting.popleft()
            if asking.path and _exists(host, asking.path):
                found.setdefault(os.path.basename(asking.path), _object(host, asking, reader))
            for name in asking.needs.names:
                soname = os.path.basename(name)
                if soname in found:
                    continue
                library = find_library(host, name, asking, reader)
                if library is not None:
                    opener = Opener(library.path, needs_of(host, library.path), asking)
                    found[soname] = _object(host, opener, reader)
                    waiting.append(opener)
        return found


def _needs(asking: _Object, first: _Object, name: str) -> str:
    if asking is first:
        return f"it needs {name}, which is not there"
    return f"it needs {os.path.basename(asking.opener.path)}, which needs {name}: not there"


def _object(host: Host, opener: Opener, reader: LibraryReader) -> _Object:
    if host.overlay and opener.path in host.overlay:
        return _Object(opener, None, None)
    try:
        real = real_path(host.root, opener.path)
        status = os.stat(real)
        reader.seen.file(real, status)
        identity = (real, status.st_mtime_ns, status.st_size)
        if status.st_size <= _SMALLEST:
            return _Object(opener, None, None)
        return _Object(opener, identity, read_shared_object(*identity))
    except CutShortError:
        return _Object(opener, None, SharedObject(is_short=True))
    except (OSError, ElfError, ValueError):
        return _Object(opener, None, None)


def _version_refusal(opened: dict[str, _Object]) -> Refusal | None:
    for asking in opened.values():
        for library, version in asking.parts.versions if asking.parts else ():
            other = opened.get(library)
            defined = other.parts.defined if other is not None and other.parts else frozenset()
            if other is not None and defined and version not in defined:
                return Refusal(
                    f"{os.path.basename(asking.opener.path)} needs {version} of {library}, and"
                    f" {other.opener.path} is older"
                )
    return None


@lru_cache(maxsize=256)
def _left(
    wanted: tuple[str, ...], files: tuple[tuple[str, int, int] | None, ...]
) -> tuple[str, ...]:
    """Return the symbols that none of the files defines; none if one of them cannot be read."""
    for identity in files:
        if not wanted:
            break
        try:
            if identity is None:
                return ()
            found = offered_symbols(*identity, wanted)
        except (OSError, ElfError, ValueError):
            return ()
        wanted = tuple(name for name in wanted if name not in found)
    return wanted


def _exists(host: Host, path: str) -> bool:
    try:
        return os.path.exists(real_path(host.root, path))
    except OSError:
        return False
