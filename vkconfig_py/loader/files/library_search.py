"""The check whether a library can be opened, as each operating system finds libraries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader, LibraryState
from vkconfig_py.loader.files.linker import Linker
from vkconfig_py.loader.platforms.rules import Linking, rules_of

LibraryCheck = Callable[[str], LibraryState]


class LibraryChecks(NamedTuple):
    """Checks of library paths, which examine each library once.

    Most systems look for both in the same places, and then they are the same check.
    """

    layers: LibraryCheck
    drivers: LibraryCheck


def library_checks(host: Host, loader: str, reader: LibraryReader) -> LibraryChecks:
    """Return the checks; `loader` is the path of the loader library, which opens libraries."""
    match rules_of(host.platform).linking:
        case Linking.LD_SO:
            # dlopen(3) uses the RPATH and RUNPATH of the library that calls it.
            return _same(Linker(host, loader, reader).state)
        case Linking.DYLD:
            from vkconfig_py.loader.files.dyld import Dyld

            return _same(Dyld(host, loader, reader).state)
        case Linking.LOAD_LIBRARY:
            from vkconfig_py.loader.files.load_library import LoadLibrary

            return _same(LoadLibrary(host, reader).state)
        case Linking.SERVICE:
            from vkconfig_py.loader.files.service_libraries import service_state

            state = partial(service_state, host, reader)
            return LibraryChecks(
                _remembering(partial(state, is_driver=False)),
                _remembering(partial(state, is_driver=True)),
            )
        case Linking.NAMESPACE:
            return _same(_unknown)


def _same(examine: LibraryCheck) -> LibraryChecks:
    check = _remembering(examine)
    return LibraryChecks(check, check)


def _remembering(examine: LibraryCheck) -> LibraryCheck:
    known: dict[str, LibraryState] = {}

    def check(path: str) -> LibraryState:
        state = known.get(path)
        if state is None:
            state = known[path] = examine(path)
        return state

    return check


def _unknown(path: str) -> LibraryState:
    return LibraryState(False, "unknown" if path else "missing", path)
