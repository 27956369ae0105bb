"""The check whether a library can be opened, as each operating system finds libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import EntryPoint, LibraryReader, LibraryState
from vkconfig_py.loader.files.exported_names import exported_names
from vkconfig_py.loader.files.linker import Linker
from vkconfig_py.loader.platforms.rules import Linking, rules_of
from vkconfig_py.loader.profiles.profile import LoaderProfile

EntryPoints = tuple[EntryPoint, ...]  # alternatives; without any, none is needed
LibraryCheck = Callable[[str, EntryPoints], LibraryState]
_Exported = Callable[[str, tuple[str, ...]], Iterable[frozenset[str]]]


class LibraryChecks(NamedTuple):
    """Checks of library paths, which examine each library once.

    Most systems look for both in the same places, and then they are the same check.
    """

    layers: LibraryCheck
    drivers: LibraryCheck


def library_checks(host: Host, profile: LoaderProfile, reader: LibraryReader) -> LibraryChecks:
    """Return the checks as the loader of this profile, which opens the libraries, makes them."""
    loader = profile.library
    match rules_of(host.platform).linking:
        case Linking.LD_SO:
            # dlopen(3) uses the RPATH and RUNPATH of the library that calls it.
            linker = Linker(host, loader, reader)
            return _same(linker.state, linker.exported)
        case Linking.DYLD:
            from vkconfig_py.loader.files.foreign_library_search import Dyld

            return _same(Dyld(host, loader, reader).state, partial(_exported, host, reader))
        case Linking.LOAD_LIBRARY:
            from vkconfig_py.loader.files.foreign_library_search import LoadLibrary

            return _same(LoadLibrary(host, reader, profile).state, partial(_exported, host, reader))
        case Linking.SERVICE:
            from vkconfig_py.loader.files.foreign_library_search import service_state

            state = partial(service_state, host, reader)
            return LibraryChecks(
                _remembering(partial(state, is_driver=False)),
                _remembering(partial(state, is_driver=True)),
            )
        case Linking.NAMESPACE:
            return _same(_unknown)


def _same(
    examine: Callable[[str], LibraryState], exported: _Exported | None = None
) -> LibraryChecks:
    check = _remembering(examine, exported)
    return LibraryChecks(check, check)


def _remembering(
    examine: Callable[[str], LibraryState], exported: _Exported | None = None
) -> LibraryCheck:
    known: dict[tuple[str, EntryPoints], LibraryState] = {}

    def check(library: str, entry_points: EntryPoints) -> LibraryState:
        state = known.get((library, entry_points))
        if state is None:
            state = check(library, ()) if entry_points else examine(library)
            if entry_points and state.found and exported is not None:
                state = _with_entry_point(state, entry_points, exported)
            known[library, entry_points] = state
        return state

    return check


def _with_entry_point(
    state: LibraryState, entry_points: EntryPoints, exported: _Exported
) -> LibraryState:
    """Return the state of a library that opens, refused if it certainly exports no entry point."""
    names = {name for entry in entry_points for name in (*entry.functions, entry.unless)}
    found: frozenset[str] = frozenset()
    try:
        for more in exported(state.path, tuple(sorted(names))):
            found |= more
            # What its dependencies export as well would not change that.
            if any(not x.unless and found.issuperset(x.functions) for x in entry_points):
                return state
    except (OSError, ValueError):  # the files do not tell
        return state
    if any(found.issuperset(x.functions) and x.unless not in found for x in entry_points):
        return state
    return LibraryState(False, "no-entry-point", state.path, missing=entry_points[0].functions[0])


def _exported(
    host: Host, reader: LibraryReader, path: str, names: tuple[str, ...]
) -> Iterator[frozenset[str]]:
    if path in host.overlay:
        raise ValueError("a planned file")
    real = reader.real_path(host, path)
    yield exported_names(real, names, host.machine, host.pointer_bits)


def _unknown(path: str) -> LibraryState:
    return LibraryState(False, "unknown" if path else "missing", path)
