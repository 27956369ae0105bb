"""Libraries that a file needs, where ld.so(8) finds them, and whether all of them open.

Nothing is opened: like dlopen(3) with RTLD_LAZY, as the Vulkan loader calls it, dependencies must
be found, level by level, unless the program has them open; versions and data symbols (with BIND_NOW
functions, too) must be defined there. An unreadable file is assumed to match.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    LOADER_NAME,
    SMALLEST,
    LibraryReader,
    LibraryState,
    expand_tokens,
    first_state,
    library_state,
    search_candidates,
    with_levels,
)
from vkconfig_py.loader.files.elf import (
    ElfError,
    Needs,
    SharedObject,
    exported_symbols,
    offered_symbols,
    read_elf,
    wanted_symbols,
)
from vkconfig_py.loader.platforms.local_paths import real_path, resolve_links
from vkconfig_py.loader.platforms.rules import Linking, rules_of

LIBRARY_PATH = "LD_LIBRARY_PATH"
PRELOAD = "LD_PRELOAD"
RPATH = "RPATH"
RUNPATH = "RUNPATH"
_REPLACING = (LIBRARY_PATH, PRELOAD, RPATH, RUNPATH)
_MOST_LIBRARIES = 400  # searched dependencies of one program, at most


def needs_of(host: Host, path: str) -> Needs:
    """Return the dependencies of a library or program; empty if it cannot be read."""
    try:
        real = real_path(host.root, path)
        status = os.stat(real)
        return read_elf(real, status.st_mtime_ns, status.st_size).needs
    except (OSError, ValueError):
        return Needs()


class Opener(NamedTuple):
    """A program or library that requests libraries from the linker.

    Attributes:
        opener: the object that needs it; None for the program.
    """

    path: str
    needs: Needs
    opener: Opener | None = None


class LinkedLibrary(NamedTuple):
    """A library found by the linker.

    Attributes:
        source: RPATH, RUNPATH, or as search_candidates() says.
        needed_by: the library that needs it; "" is the program itself.
    """

    path: str
    source: str
    needed_by: str = ""


def program_opener(host: Host, path: str) -> Opener:
    """Return a program as the root of linker requests."""
    return Opener(path, needs_of(host, path))


def is_linked_with_loader(host: Host, reader: LibraryReader) -> bool:
    """Return whether the host's program has the functions of a loader among its own."""
    if rules_of(host.platform).linking is not Linking.LD_SO or not host.executable:
        return False
    return find_needed(host, LOADER_NAME, program_opener(host, host.executable), reader) is not None


def find_library(
    host: Host, name: str, opener: Opener, reader: LibraryReader
) -> LinkedLibrary | None:
    """Return the file that the linker opens for a requested name; None if it finds none."""
    state, source = find_state(host, name, opener, reader)
    return LinkedLibrary(state.path, source) if state.found else None


def find_state(
    host: Host, name: str, opener: Opener, reader: LibraryReader
) -> tuple[LibraryState, str]:
    """Return the deciding file for a requested name, and the name under which it is found."""
    if "/" in name:
        # dlopen(3): a name with a slash is a path, and nothing is searched.
        path = os.path.join(host.working_directory, _expanded(host, name, opener.path))
        return first_state(host, [(path, "path")], reader)
    return first_state(host, _candidates(host, name, opener), reader)


def find_needed(
    host: Host, name: str, opener: Opener, reader: LibraryReader
) -> LinkedLibrary | None:
    """Return the library of that name that a program links to, directly or indirectly."""
    # Breadth first, like glibc's _dl_map_object_deps.
    waiting = deque([opener])
    met: set[str] = set()
    while waiting and len(met) < _MOST_LIBRARIES:
        asking = waiting.popleft()
        for needed in asking.needs.names:
            soname = os.path.basename(needed)
            if soname in met:
                continue
            met.add(soname)
            library = find_library(host, needed, asking, reader)
            if library is None:
                continue
            if soname == name:
                return library._replace(needed_by=asking.path if asking.opener else "")
            waiting.append(Opener(library.path, needs_of(host, library.path), asking))
    return None


def _candidates(host: Host, name: str, opener: Opener) -> Iterator[tuple[str, str]]:
    for folder in _rpaths(host, opener):
        yield os.path.join(folder, name), RPATH
    runpath = [(os.path.join(x, name), RUNPATH) for x in _folders(host, opener, run=True)]
    for path, source in search_candidates(host, name):
        # DT_RUNPATH comes after LD_LIBRARY_PATH, and before the cache and the default folders.
        if source != LIBRARY_PATH:
            yield from runpath
            runpath = []
        yield path, source


def _rpaths(host: Host, opener: Opener) -> Iterator[str]:
    # ld.so(8): DT_RPATH is only used without DT_RUNPATH.
    if opener.needs.runpath:
        return
    # Unlike DT_RUNPATH it also applies to indirect dependencies.
    asking: Opener | None = opener
    while asking is not None:
        if not asking.needs.runpath:
            yield from _folders(host, asking, run=False)
        asking = asking.opener


def _folders(host: Host, opener: Opener, *, run: bool) -> Iterator[str]:
    value = opener.needs.runpath if run else opener.needs.rpath
    for folder in value.split(":"):
        expanded = _expanded(host, folder, opener.path)
        # The linker does not expand $ORIGIN for an elevated program.
        if expanded and not (host.elevated and "ORIGIN" in folder):
            yield from with_levels(host, os.path.join(host.working_directory, expanded))


def _expanded(host: Host, path: str, opener: str) -> str:
    if "$" not in path:
        return path
    try:
        origin = os.path.dirname(resolve_links(host.root, opener))
    except OSError:  # symlink loop
        origin = os.path.dirname(opener)
    return expand_tokens(host, path, origin)


class LinkRefusal(NamedTuple):
    """Why the linker refuses to open a library.

    Attributes:
        why: reason, as the rest of a sentence.
        missing: the library that has to be installed, "" if none would help.
        crashes: opening it kills the program with SIGBUS.
        replacing, replaced_by: as in LibraryState.
    """

    why: Message | str
    missing: str = ""
    crashes: bool = False
    replacing: str = ""
    replaced_by: str = ""


class _Object(NamedTuple):
    """A library opened together with others; `parts` is None if it cannot be read.

    Attributes:
        source: as in LinkedLibrary, or LD_PRELOAD; "" for the program and what a path opens.
    """

    opener: Opener
    identity: tuple[str, int, int] | None
    parts: SharedObject | None
    source: str = ""


class _File(NamedTuple):
    """What a file needs and offers, whoever opens it; as in _Object."""

    needs: Needs
    identity: tuple[str, int, int] | None = None
    parts: SharedObject | None = None


class Linker:
    """The dynamic linker in a host's process that opens libraries for the Vulkan loader.

    For one run of the engine: a name is searched for, and a file looked at, once.
    """

    def __init__(self, host: Host, loader: str, reader: LibraryReader) -> None:
        """Simulate the process of the host's executable.

        Args:
            host: its processes open the libraries.
            loader: the library that calls dlopen; "" if unknown.
            reader: records the files that were read.
        """
        self._host = host
        self._reader = reader
        self._files: dict[str, _File] = {}
        self._found: dict[str, LinkedLibrary | None] = {}
        self._program = program_opener(host, host.executable) if host.executable else None
        needs = needs_of(host, loader) if loader else Needs()
        self._loader = Opener(loader, needs, self._program)

    def state(self, path: str) -> LibraryState:
        """Determine whether dlopen(path), as the loader calls it, succeeds."""
        state = self._file(path)
        refusal = self.find_refusal(state.path) if state.found else None
        if refusal is None:
            return state
        reason = "needs-missing" if refusal.missing else "unlinkable"
        if refusal.crashes:
            reason = "cut-short"
        replaced = refusal.replacing, refusal.replaced_by
        return LibraryState(False, reason, state.path, refusal.why, refusal.missing, *replaced)

    def exported(self, path: str, names: tuple[str, ...]) -> Iterator[frozenset[str]]:
        """Yield the names that dlsym finds in an opened library: its own, then its dependencies'.

        Raises:
            OSError: one of the files cannot be read.
            ValueError: one of the files does not tell.
        """
        opened = {os.path.basename(path): self._open(path, self._loader)}
        waiting = deque(opened.values())
        while waiting:
            asking = waiting.popleft()
            if asking.identity is None:
                raise ElfError("its symbols are unknown")
            yield exported_symbols(*asking.identity, names)
            for name in asking.opener.needs.names:
                soname = os.path.basename(name)
                if soname in opened:
                    continue
                found = self._find(name, asking.opener)
                if found is None or len(opened) > _MOST_LIBRARIES:
                    raise ElfError("its dependencies are unknown")
                opened[soname] = self._open(found.path, asking.opener)
                waiting.append(opened[soname])

    def _file(self, path: str) -> LibraryState:
        origin = os.path.dirname(self._loader.path)
        expanded = expand_tokens(self._host, path, origin)
        if not path or "/" in expanded:
            return library_state(self._host, path, origin, self._reader)
        return find_state(self._host, expanded, self._loader, self._reader)[0]

    def find_refusal(self, path: str) -> LinkRefusal | None:
        """Return why the linker refuses a library with a matching header; None if it opens it."""
        first = self._open(path, self._loader)
        if first.parts is None:
            return None
        opened = {os.path.basename(path): first}
        waiting = deque([first])
        while waiting:
            asking = waiting.popleft()
            if asking.parts is not None and (asking.parts.is_cut or asking.parts.is_short):
                # With complete program headers the truncated rest is mapped, and access is SIGBUS.
                return LinkRefusal(
                    message("{path} is cut short", path=asking.opener.path),
                    crashes=asking.parts.is_cut,
                )
            for name in asking.opener.needs.names:
                soname = os.path.basename(name)
                if soname in opened or len(opened) > _MOST_LIBRARIES:
                    continue
                if soname in self._open_already:
                    opened[soname] = self._open_already[soname]
                    continue
                found = self._find(name, asking.opener)
                if found is None:
                    return LinkRefusal(_needs(asking, first, name), name)
                opened[soname] = self._open(found.path, asking.opener, found.source)
                waiting.append(opened[soname])
        # glibc checks versions (_dl_check_map_versions) before it relocates.
        return self._version_refusal(opened) or self._symbol_refusal(first, opened)

    def _find(self, name: str, opener: Opener) -> LinkedLibrary | None:
        """The library that is opened for a name; the same for all without folders of their own."""
        own = opener.needs.runpath or next(_rpaths(self._host, opener), "")
        if own or "/" in name:
            return find_library(self._host, name, opener, self._reader)
        if name not in self._found:
            self._found[name] = find_library(self._host, name, opener, self._reader)
        return self._found[name]

    def _open(self, path: str, opener: Opener | None, source: str = "") -> _Object:
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = _read(self._host, path, self._reader)
        return _Object(Opener(path, file.needs, opener), file.identity, file.parts, source)

    def _version_refusal(self, opened: dict[str, _Object]) -> LinkRefusal | None:
        for asking in opened.values():
            for library, version in asking.parts.versions if asking.parts else ():
                other = opened.get(library)
                defined = other.parts.defined if other is not None and other.parts else frozenset()
                # A library that defines no versions at all is accepted: glibc only warns.
                if other is None or not defined or version in defined:
                    continue
                usual = self._usual(library, other, asking)
                if usual is not None and usual.parts and version in usual.parts.defined:
                    return self._replaced(other, usual, version)
                return LinkRefusal(
                    message(
                        "{path} needs {version} of {library}, and {found} is older",
                        path=os.path.basename(asking.opener.path),
                        version=version,
                        library=library,
                        found=other.opener.path,
                    )
                )
        return None

    def _usual(self, name: str, found: _Object, asking: _Object) -> _Object | None:
        """Return what the linker finds for a name without what led to another file, if it does."""
        if found.source not in _REPLACING:
            return None
        opener = found.opener.opener
        if found.source == PRELOAD or opener is None:
            opener = asking.opener
        candidates = _candidates(self._host, name, opener)
        usual = (
            candidate
            for candidate in candidates
            if candidate[1] not in (found.source, LIBRARY_PATH)
        )
        state, source = first_state(self._host, usual, self._reader)
        return self._open(state.path, None, source) if state.found else None

    def _replaced(self, found: _Object, usual: _Object, lacking: str) -> LinkRefusal:
        path, source = found.opener.path, found.source
        facts = {"file": path, "symbol": lacking, "source": source, "other": usual.opener.path}
        why = message("{file} lacks {symbol}, and {source} puts it before {other}", **facts)
        if source in (RPATH, RUNPATH):
            owner = self._owner(found)
            why = message(
                "{file} lacks {symbol}, and the {source} of {owner} puts it before {other}",
                owner=owner,
                **facts,
            )
        return LinkRefusal(why, replacing=path, replaced_by=source)

    def _owner(self, found: _Object) -> str:
        """Return the file whose RPATH or RUNPATH leads to a library."""
        asking = found.opener.opener
        folder, is_run = os.path.dirname(found.opener.path), found.source == RUNPATH
        while asking is not None and folder not in _folders(self._host, asking, run=is_run):
            asking = asking.opener
        return asking.path if asking else self._host.executable

    def _symbol_refusal(self, first: _Object, opened: dict[str, _Object]) -> LinkRefusal | None:
        if first.identity is None:
            return None
        try:
            wanted = wanted_symbols(*first.identity)
        except (OSError, ElfError, ValueError):
            return None
        # The order does not matter to the result. Those with most versions first: the C and C++
        # libraries define most of what others want.
        known = sorted(opened.values(), key=_count_versions, reverse=True)
        left = _left(wanted, tuple(one.identity for one in known))
        if not left:
            return None
        left = _left(left, tuple(one.identity for one in self._of_program.values()))
        if not left:
            return None
        for name, found in opened.items():
            usual = self._usual(name, found, first)
            if usual is not None and usual.identity and not _left(left[:1], (usual.identity,)):
                return self._replaced(found, usual, left[0])
        return LinkRefusal(message("nothing defines its symbol {symbol}", symbol=left[0]))

    @cached_property
    def _of_program(self) -> dict[str, _Object]:
        """The program, its dependencies and preloaded libraries: their symbols are global."""
        host, program = self._host, self._program or Opener("", Needs())
        preloaded = None if host.elevated else host.plain_env(PRELOAD)
        # ld.so(8): LD_PRELOAD is separated by blanks or colons.
        names = (preloaded or "").replace(":", " ").split()
        found = (self._find(name, program) for name in names)
        more = [self._open(one.path, program).opener for one in found if one]
        opened = self._with_needs([program, *more])
        preloaded_paths = {opener.path for opener in more}
        return {
            name: one._replace(source=PRELOAD) if one.opener.path in preloaded_paths else one
            for name, one in opened.items()
        }

    @cached_property
    def _open_already(self) -> dict[str, _Object]:
        """Libraries already open when the loader calls dlopen; a name is never opened twice."""
        return {**self._with_needs([self._loader]), **self._of_program}

    def _with_needs(self, openers: Iterable[Opener]) -> dict[str, _Object]:
        found: dict[str, _Object] = {}
        waiting = deque(openers)
        while waiting and len(found) < _MOST_LIBRARIES:
            asking = waiting.popleft()
            if asking.path and _exists(self._host, asking.path):
                opened = self._open(asking.path, asking.opener)
                found.setdefault(os.path.basename(asking.path), opened)
            for name in asking.needs.names:
                soname = os.path.basename(name)
                if soname in found:
                    continue
                library = self._find(name, asking)
                if library is not None:
                    found[soname] = self._open(library.path, asking, library.source)
                    waiting.append(found[soname].opener)
        return found


def _count_versions(one: _Object) -> int:
    return len(one.parts.defined) if one.parts else 0


def _needs(asking: _Object, first: _Object, name: str) -> Message | str:
    if asking is first:
        return message("it needs {name}, which is not there", name=name)
    return message(
        "it needs {library}, which needs {name}: not there",
        library=os.path.basename(asking.opener.path),
        name=name,
    )


def _read(host: Host, path: str, reader: LibraryReader) -> _File:
    if host.overlay and path in host.overlay:
        return _File(needs_of(host, path))
    try:
        real = real_path(host.root, path)
        identity = reader.elf_identity(real)
        if identity[2] <= SMALLEST:
            return _File(Needs())
        needs, shared, _ = read_elf(*identity)
    except (OSError, ValueError):
        return _File(Needs())
    # The symbols of a truncated or invalid file are unknown.
    is_known = shared is not None and not shared.is_short
    return _File(needs, identity if is_known else None, shared)


@lru_cache(maxsize=256)
def _left(
    wanted: tuple[str, ...], files: tuple[tuple[str, int, int] | None, ...]
) -> tuple[str, ...]:
    """Return the symbols that no file defines; () if one of the files cannot be read."""
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
