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
    MIN_LIBRARY_SIZE,
    LibraryReader,
    LibraryState,
    expand_tokens,
    find_first_state,
    find_library_state,
    list_hwcaps_folders,
    path_exists,
    search_candidates,
)
from vkconfig_py.loader.files.elf import (
    ElfError,
    LibraryNeeds,
    SharedObject,
    find_defined_symbols,
    find_exported_symbols,
    find_required_symbols,
    read_elf,
)
from vkconfig_py.loader.platforms.local_paths import resolve_below_root, resolve_links
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules

LIBRARY_PATH_VARIABLE = "LD_LIBRARY_PATH"
PRELOAD_VARIABLE = "LD_PRELOAD"
RPATH = "RPATH"
RUNPATH = "RUNPATH"
_SOURCES_BEFORE_CACHE = (LIBRARY_PATH_VARIABLE, PRELOAD_VARIABLE, RPATH, RUNPATH)
_MAX_LIBRARIES = 400  # searched dependencies of one program, at most


def read_needed_libraries(host: Host, path: str) -> LibraryNeeds:
    """Return the libraries that a library or program links to, or none if it cannot be read."""
    try:
        real_path = resolve_below_root(host.root, path)
        status = os.stat(real_path)
        return read_elf(real_path, status.st_mtime_ns, status.st_size).needs
    except (OSError, ValueError):
        return LibraryNeeds()


class LibraryOpener(NamedTuple):
    """A program or library that requests libraries from the linker.

    Attributes:
        opener: the object that needs it; None for the program.
    """

    path: str
    needs: LibraryNeeds
    opener: LibraryOpener | None = None


class LinkedLibrary(NamedTuple):
    """A library found by the linker.

    Attributes:
        source: RPATH, RUNPATH, or as search_candidates() says.
        needed_by: the library that needs it; "" is the program itself.
    """

    path: str
    source: str
    needed_by: str = ""


def make_program_opener(host: Host, path: str) -> LibraryOpener:
    """Return a program as the one from which ld.so's searches for libraries start."""
    return LibraryOpener(path, read_needed_libraries(host, path))


def is_linked_with_loader(host: Host, reader: LibraryReader) -> bool:
    """Return whether the host's program is linked to libvulkan.so.1."""
    if get_platform_rules(host.platform).linking is not Linking.LD_SO or not host.executable:
        return False
    return (
        find_needed(host, LOADER_NAME, make_program_opener(host, host.executable), reader)
        is not None
    )


def find_library(
    host: Host, name: str, opener: LibraryOpener, reader: LibraryReader
) -> LinkedLibrary | None:
    """Return the file that ld.so opens when this opener requests a name, or None."""
    state, source = find_state(host, name, opener, reader)
    return LinkedLibrary(state.path, source) if state.is_found else None


def find_state(
    host: Host, name: str, opener: LibraryOpener, reader: LibraryReader
) -> tuple[LibraryState, str]:
    """Return state and source of the file that ld.so selects when this opener requests a name."""
    if "/" in name:
        # dlopen(3): a name with a slash is a path, and nothing is searched.
        path = os.path.join(host.working_directory, _expand_path(host, name, opener.path))
        return find_first_state(host, [(path, "path")], reader)
    return find_first_state(host, _list_candidates(host, name, opener), reader)


def find_needed(
    host: Host, name: str, opener: LibraryOpener, reader: LibraryReader
) -> LinkedLibrary | None:
    """Return the library of that name that a program links to, directly or indirectly."""
    # Breadth first, like glibc's _dl_map_object_deps.
    queue = deque([opener])
    seen_names: set[str] = set()
    while queue and len(seen_names) < _MAX_LIBRARIES:
        requester = queue.popleft()
        for needed_name in requester.needs.names:
            soname = os.path.basename(needed_name)
            if soname in seen_names:
                continue
            seen_names.add(soname)
            library = find_library(host, needed_name, requester, reader)
            if library is None:
                continue
            if soname == name:
                return library._replace(needed_by=requester.path if requester.opener else "")
            queue.append(
                LibraryOpener(library.path, read_needed_libraries(host, library.path), requester)
            )
    return None


def _list_candidates(host: Host, name: str, opener: LibraryOpener) -> Iterator[tuple[str, str]]:
    """Yield (path, source) of the files that ld.so tries, in the order of ld.so(8).

    RPATH of the opener and its openers, LD_LIBRARY_PATH, RUNPATH, the linker's cache, its folders.
    """
    for folder in _list_rpaths(host, opener):
        yield os.path.join(folder, name), RPATH
    runpath_files = [
        (os.path.join(folder, name), RUNPATH)
        for folder in _list_folders(host, opener, is_runpath=True)
    ]
    for path, source in search_candidates(host, name):
        # DT_RUNPATH comes after LD_LIBRARY_PATH, and before the cache and the default folders.
        if source != LIBRARY_PATH_VARIABLE:
            yield from runpath_files
            runpath_files = []
        yield path, source


def _list_rpaths(host: Host, opener: LibraryOpener) -> Iterator[str]:
    """Yield the RPATH folders that apply to an opener's requests: its own and its openers'."""
    # ld.so(8): DT_RPATH is only used without DT_RUNPATH.
    if opener.needs.runpath:
        return
    # Unlike DT_RUNPATH it also applies to indirect dependencies.
    requester: LibraryOpener | None = opener
    while requester is not None:
        if not requester.needs.runpath:
            yield from _list_folders(host, requester, is_runpath=False)
        requester = requester.opener


def _list_folders(host: Host, opener: LibraryOpener, *, is_runpath: bool) -> Iterator[str]:
    """Yield the folders of an opener's RUNPATH or RPATH, expanded, with levels."""
    value = opener.needs.runpath if is_runpath else opener.needs.rpath
    for folder in value.split(":"):
        expanded = _expand_path(host, folder, opener.path)
        # The linker does not expand $ORIGIN for an elevated program.
        if expanded and not (host.elevated and "ORIGIN" in folder):
            yield from list_hwcaps_folders(host, os.path.join(host.working_directory, expanded))


def _expand_path(host: Host, path: str, opener: str) -> str:
    """Expand $ORIGIN and the like in a path that a library or program names."""
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
        detail: reason, as the rest of a sentence.
        missing: the library that has to be installed, "" if none would help.
        crashes: opening it kills the program with SIGBUS.
        replacing, replaced_by: as in LibraryState.
    """

    detail: Message | str
    missing: str = ""
    crashes: bool = False
    replacing: str = ""
    replaced_by: str = ""


class _LoadedObject(NamedTuple):
    """A library opened together with others.

    `shared_object` is None if it cannot be read.

    Attributes:
        source: as in LinkedLibrary, or LD_PRELOAD; "" for the program and what a path opens.
    """

    opener: LibraryOpener
    identity: tuple[str, int, int] | None
    shared_object: SharedObject | None
    source: str = ""


class _MappedLibrary(NamedTuple):
    """What a file needs and offers, whoever opens it, as in _LoadedObject."""

    needs: LibraryNeeds
    identity: tuple[str, int, int] | None = None
    shared_object: SharedObject | None = None


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
        self._files: dict[str, _MappedLibrary] = {}
        self._libraries_by_name: dict[str, LinkedLibrary | None] = {}
        self._program = make_program_opener(host, host.executable) if host.executable else None
        needs = read_needed_libraries(host, loader) if loader else LibraryNeeds()
        self._loader = LibraryOpener(loader, needs, self._program)

    def find_state(self, path: str) -> LibraryState:
        """Determine whether dlopen(path), as the loader calls it, succeeds."""
        state = self._find_file(path)
        refusal = self.find_refusal(state.path) if state.is_found else None
        if refusal is None:
            return state
        reason = "needs-missing" if refusal.missing else "unlinkable"
        if refusal.crashes:
            reason = "cut-short"
        replacements = refusal.replacing, refusal.replaced_by
        return LibraryState(
            False, reason, state.path, refusal.detail, refusal.missing, *replacements
        )

    def list_exported(self, path: str, names: tuple[str, ...]) -> Iterator[frozenset[str]]:
        """Yield which names dlsym finds in a library: in itself, then in its dependencies.

        Raises:
            OSError: one of the files cannot be read.
            ValueError: one of the files does not tell.
        """
        opened_objects = {os.path.basename(path): self._open_object(path, self._loader)}
        queue = deque(opened_objects.values())
        while queue:
            requester = queue.popleft()
            if requester.identity is None:
                raise ElfError("its symbols are unknown")
            yield find_exported_symbols(*requester.identity, names)
            for name in requester.opener.needs.names:
                soname = os.path.basename(name)
                if soname in opened_objects:
                    continue
                library = self._find_library(name, requester.opener)
                if library is None or len(opened_objects) > _MAX_LIBRARIES:
                    raise ElfError("its dependencies are unknown")
                opened_objects[soname] = self._open_object(library.path, requester.opener)
                queue.append(opened_objects[soname])

    def _find_file(self, path: str) -> LibraryState:
        """Return the state of the file that dlopen selects, judged by its header alone."""
        origin = os.path.dirname(self._loader.path)
        expanded = expand_tokens(self._host, path, origin)
        if not path or "/" in expanded:
            return find_library_state(self._host, path, origin, self._reader)
        return find_state(self._host, expanded, self._loader, self._reader)[0]

    def find_refusal(self, path: str) -> LinkRefusal | None:
        """Return why ld.so refuses a library with a matching header, or None if it opens it."""
        opened_object = self._open_object(path, self._loader)
        if opened_object.shared_object is None:
            return None
        opened_objects = {os.path.basename(path): opened_object}
        queue = deque([opened_object])
        while queue:
            requester = queue.popleft()
            if requester.shared_object is not None and (
                requester.shared_object.is_cut or requester.shared_object.is_short
            ):
                # With complete program headers the truncated rest is mapped, and access is SIGBUS.
                return LinkRefusal(
                    message("{path} is truncated", path=requester.opener.path),
                    crashes=requester.shared_object.is_cut,
                )
            for name in requester.opener.needs.names:
                soname = os.path.basename(name)
                if soname in opened_objects or len(opened_objects) > _MAX_LIBRARIES:
                    continue
                if soname in self._list_preloaded_objects:
                    opened_objects[soname] = self._list_preloaded_objects[soname]
                    continue
                library = self._find_library(name, requester.opener)
                if library is None:
                    return LinkRefusal(
                        _render_missing_dependency(requester, opened_object, name), name
                    )
                opened_objects[soname] = self._open_object(
                    library.path, requester.opener, library.source
                )
                queue.append(opened_objects[soname])
        # glibc checks versions (_dl_check_map_versions) before it relocates.
        return self._find_version_refusal(opened_objects) or self._find_symbol_refusal(
            opened_object, opened_objects
        )

    def _find_library(self, name: str, opener: LibraryOpener) -> LinkedLibrary | None:
        """Return the library opened for a name, cached for requesters without RPATH or RUNPATH."""
        run_path_folders = opener.needs.runpath or next(_list_rpaths(self._host, opener), "")
        if run_path_folders or "/" in name:
            return find_library(self._host, name, opener, self._reader)
        if name not in self._libraries_by_name:
            self._libraries_by_name[name] = find_library(self._host, name, opener, self._reader)
        return self._libraries_by_name[name]

    def _open_object(
        self, path: str, opener: LibraryOpener | None, source: str = ""
    ) -> _LoadedObject:
        """Return a file as one that is opened, read once for all who open it."""
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = _read_file(self._host, path, self._reader)
        return _LoadedObject(
            LibraryOpener(path, file.needs, opener), file.identity, file.shared_object, source
        )

    def _find_version_refusal(self, opened_objects: dict[str, _LoadedObject]) -> LinkRefusal | None:
        """Return the first symbol version that an opened library needs and another lacks."""
        for requester in opened_objects.values():
            for library, version in (
                requester.shared_object.versions if requester.shared_object else ()
            ):
                provider = opened_objects.get(library)
                defined_symbols = (
                    provider.shared_object.defined
                    if provider is not None and provider.shared_object
                    else frozenset()
                )
                # A library that defines no versions at all is accepted: glibc only warns.
                if provider is None or not defined_symbols or version in defined_symbols:
                    continue
                usual_object = self._find_usual(library, provider, requester)
                if (
                    usual_object is not None
                    and usual_object.shared_object
                    and version in usual_object.shared_object.defined
                ):
                    return self._refuse_replacement(provider, usual_object, version)
                return LinkRefusal(
                    message(
                        "{path} needs {version} from {library}, but {found} is older",
                        path=os.path.basename(requester.opener.path),
                        version=version,
                        library=library,
                        found=provider.opener.path,
                    )
                )
        return None

    def _find_usual(
        self, name: str, used_object: _LoadedObject, requester: _LoadedObject
    ) -> _LoadedObject | None:
        """Return the library that ld.so would find without LD_LIBRARY_PATH, LD_PRELOAD or RPATH.

        None if no such thing led to the used one.
        """
        if used_object.source not in _SOURCES_BEFORE_CACHE:
            return None
        opener = used_object.opener.opener
        if used_object.source == PRELOAD_VARIABLE or opener is None:
            opener = requester.opener
        candidates = _list_candidates(self._host, name, opener)
        usual_object = (
            candidate
            for candidate in candidates
            if candidate[1] not in (used_object.source, LIBRARY_PATH_VARIABLE)
        )
        state, source = find_first_state(self._host, usual_object, self._reader)
        return self._open_object(state.path, None, source) if state.is_found else None

    def _refuse_replacement(
        self, used_object: _LoadedObject, usual_object: _LoadedObject, symbol: str
    ) -> LinkRefusal:
        """Return that a library lacks a symbol which the one that it replaces has."""
        path, source = used_object.opener.path, used_object.source
        facts = {
            "file": path,
            "symbol": symbol,
            "source": source,
            "other": usual_object.opener.path,
        }
        reason_message = message(
            "{file} lacks {symbol}, but is used instead of {other} because of {source}", **facts
        )
        if source in (RPATH, RUNPATH):
            owner = self._find_owner(used_object)
            reason_message = message(
                "{file} lacks {symbol}, but is used instead of {other} because of the "
                "{source} of {owner}",
                owner=owner,
                **facts,
            )
        return LinkRefusal(reason_message, replacing=path, replaced_by=source)

    def _find_owner(self, used_object: _LoadedObject) -> str:
        """Return the file whose RPATH or RUNPATH led to a library."""
        requester = used_object.opener.opener
        folder, is_runpath = os.path.dirname(used_object.opener.path), used_object.source == RUNPATH
        while requester is not None and folder not in _list_folders(
            self._host, requester, is_runpath=is_runpath
        ):
            requester = requester.opener
        return requester.path if requester else self._host.executable

    def _find_symbol_refusal(
        self, opened_object: _LoadedObject, opened_objects: dict[str, _LoadedObject]
    ) -> LinkRefusal | None:
        """Return the first symbol of a library that no opened library defines.

        `opened_objects`: by soname, the library and its dependencies.
        """
        if opened_object.identity is None:
            return None
        try:
            symbols = find_required_symbols(*opened_object.identity)
        except (OSError, ElfError, ValueError):
            return None
        # The order does not matter to the result. Those with most versions first: the C and C++
        # libraries define most of what others want.
        by_version_count = sorted(opened_objects.values(), key=_count_versions, reverse=True)
        undefined_symbols = _find_undefined(
            symbols, tuple(library.identity for library in by_version_count)
        )
        if not undefined_symbols:
            return None
        undefined_symbols = _find_undefined(
            undefined_symbols, tuple(library.identity for library in self._global_objects.values())
        )
        if not undefined_symbols:
            return None
        for name, used in opened_objects.items():
            usual_object = self._find_usual(name, used, opened_object)
            if (
                usual_object is not None
                and usual_object.identity
                and not _find_undefined(undefined_symbols[:1], (usual_object.identity,))
            ):
                return self._refuse_replacement(used, usual_object, undefined_symbols[0])
        return LinkRefusal(
            message(
                "it needs the symbol {symbol}, which no library defines",
                symbol=undefined_symbols[0],
            )
        )

    @cached_property
    def _global_objects(self) -> dict[str, _LoadedObject]:
        """Return by soname what has global symbols: program, its libraries, preloaded ones."""
        host, program = self._host, self._program or LibraryOpener("", LibraryNeeds())
        preloaded = None if host.elevated else host.getenv(PRELOAD_VARIABLE)
        # ld.so(8): LD_PRELOAD is separated by blanks or colons.
        names = (preloaded or "").replace(":", " ").split()
        libraries = (self._find_library(name, program) for name in names)
        preloaded_openers = [
            self._open_object(library.path, program).opener for library in libraries if library
        ]
        opened_objects = self._open_with_dependencies([program, *preloaded_openers])
        preloaded_paths = {opener.path for opener in preloaded_openers}
        return {
            name: library._replace(source=PRELOAD_VARIABLE)
            if library.opener.path in preloaded_paths
            else library
            for name, library in opened_objects.items()
        }

    @cached_property
    def _list_preloaded_objects(self) -> dict[str, _LoadedObject]:
        """Return by soname the libraries that are open when the loader calls dlopen."""
        return {**self._open_with_dependencies([self._loader]), **self._global_objects}

    def _open_with_dependencies(self, openers: Iterable[LibraryOpener]) -> dict[str, _LoadedObject]:
        """Return by soname the openers' files and their dependencies, breadth first."""
        objects: dict[str, _LoadedObject] = {}
        queue = deque(openers)
        while queue and len(objects) < _MAX_LIBRARIES:
            requester = queue.popleft()
            if requester.path and path_exists(self._host, requester.path):
                opened_object = self._open_object(requester.path, requester.opener)
                objects.setdefault(os.path.basename(requester.path), opened_object)
            for name in requester.needs.names:
                soname = os.path.basename(name)
                if soname in objects:
                    continue
                dependency = self._find_library(name, requester)
                if dependency is not None:
                    objects[soname] = self._open_object(
                        dependency.path, requester, dependency.source
                    )
                    queue.append(objects[soname].opener)
        return objects


def _count_versions(library: _LoadedObject) -> int:
    """Return how many symbol versions a library defines."""
    return len(library.shared_object.defined) if library.shared_object else 0


def _render_missing_dependency(
    requester: _LoadedObject, opened_object: _LoadedObject, name: str
) -> Message | str:
    """Return the sentence that a library, or one that it needs, lacks a library."""
    if requester is opened_object:
        return message("it needs {name}, which is missing", name=name)
    return message(
        "it needs {library}, which in turn needs {name}, which is missing",
        library=os.path.basename(requester.opener.path),
        name=name,
    )


def _read_file(host: Host, path: str, reader: LibraryReader) -> _MappedLibrary:
    """Read what a host's file needs and offers, or nothing if it cannot be read."""
    if host.overlay and path in host.overlay:
        return _MappedLibrary(read_needed_libraries(host, path))
    try:
        real_path = resolve_below_root(host.root, path)
        identity = reader.find_elf_identity(real_path)
        if identity[2] <= MIN_LIBRARY_SIZE:
            return _MappedLibrary(LibraryNeeds())
        needs, shared_object, _ = read_elf(*identity)
    except (OSError, ValueError):
        return _MappedLibrary(LibraryNeeds())
    # The symbols of a truncated or invalid file are unknown.
    is_known = shared_object is not None and not shared_object.is_short
    return _MappedLibrary(needs, identity if is_known else None, shared_object)


@lru_cache(maxsize=256)
def _find_undefined(
    symbols: tuple[str, ...], files: tuple[tuple[str, int, int] | None, ...]
) -> tuple[str, ...]:
    """Return the symbols that no file defines, or () if one of the files cannot be read."""
    for identity in files:
        if not symbols:
            break
        try:
            if identity is None:
                return ()
            defined_symbols = find_defined_symbols(*identity, symbols)
        except (OSError, ElfError, ValueError):
            return ()
        symbols = tuple(name for name in symbols if name not in defined_symbols)
    return symbols
