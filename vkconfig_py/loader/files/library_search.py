"""The check whether a library can be opened, as each operating system finds libraries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryReader, LibraryState, file_state
from vkconfig_py.loader.files.linker import Linker
from vkconfig_py.loader.platforms.rules import Linking, rules_of

LibraryCheck = Callable[[str], LibraryState]


def library_check(host: Host, loader: str, reader: LibraryReader) -> LibraryCheck:
    """Return a check of library paths that examines each library once.

    `loader` is the path of the loader library, which opens them.
    """
    known: dict[str, LibraryState] = {}
    examine = _examiner(host, loader, reader)

    def check(path: str) -> LibraryState:
        state = known.get(path)
        if state is None:
            state = known[path] = examine(path)
        return state

    return check


def _examiner(host: Host, loader: str, reader: LibraryReader) -> LibraryCheck:
    match rules_of(host.platform).linking:
        case Linking.LD_SO:
            # dlopen(3) uses the RPATH and RUNPATH of the library that calls it.
            return Linker(host, loader, reader).state
        case Linking.LOAD_LIBRARY | Linking.DYLD:
            return partial(_file, host, reader)
        case Linking.SERVICE | Linking.NAMESPACE:
            return _unknown


def _file(host: Host, reader: LibraryReader, path: str) -> LibraryState:
    paths = rules_of(host.platform).paths
    if paths.is_bare(path):  # where it is searched depends on the program
        return _unknown(path)
    whole = path if paths.is_absolute(path) else f"{host.working_directory}{paths.slash}{path}"
    return file_state(host, whole, reader)


def _unknown(path: str) -> LibraryState:
    return LibraryState(False, "unknown" if path else "missing", path)
