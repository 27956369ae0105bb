"""Whether the dynamic linker opens a library with everything that it needs; nothing is opened.

Follows dlopen(3) with RTLD_LAZY, as the Vulkan loader calls it: what is needed has to be found,
level by level, unless the program has it open already; versions that are named are defined; symbols
of data, and with BIND_NOW those of functions too, are somewhere in the program or below the
library. What cannot be read fits.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from functools import cached_property, lru_cache

from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    LibraryState,
    expand_tokens,
    library_state,
)
from vkconfig_py.loader.files.elf import (
    CutShortError,
    ElfError,
    SharedObject,
    offered_symbols,
    read_shared_object,
    wanted_symbols,
)
from vkconfig_py.loader.files.linking import Opener, find_library, find_state, program_opener
from vkconfig_py.loader.files.needed import Needs, needs_of
from vkconfig_py.loader.files.roots import real_path
from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.loader.records import NamedTuple

_MOST_LIBRARIES = 400
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
