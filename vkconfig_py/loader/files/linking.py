"""Where the dynamic linker finds a library for a program: what ld.so(8) does, in its order.

RPATH of what asks (and of what brought that in, up to the program) where there is no RUNPATH,
LD_LIBRARY_PATH, RUNPATH of what asks, the linker's cache, its default folders. A program is read
breadth first, as the linker opens what it needs.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator

from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    LibraryState,
    expand_tokens,
    first_state,
    search_candidates,
)
from vkconfig_py.loader.files.hwcaps import with_levels
from vkconfig_py.loader.files.needed import Needs, needs_of
from vkconfig_py.loader.files.roots import resolve_links
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple

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
