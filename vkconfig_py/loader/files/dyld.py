"""The file that dyld, the dynamic linker of macOS, opens for a library name.

Source: dlopen(3) and dyld(1) of macOS 13. Older systems also try ~/lib before /usr/local/lib.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryReader, LibraryState, file_state
from vkconfig_py.loader.files.read_file import read_whole
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.loader.platforms.rules import base_name, folder_name

_FALLBACK = "/usr/local/lib:/usr/lib"
# Since macOS 11 the system's own libraries are in the shared cache alone, not on the disk. A bare
# name is taken for that of a driver or layer, which Apple has none of.
_SHARED_CACHE = ("/usr/lib/", "/System/Library/")


class Dyld:
    """Opens libraries as a process of the host does."""

    def __init__(self, host: Host, loader: str, reader: LibraryReader) -> None:
        """`loader` is the library that calls dlopen; "" if unknown."""
        self._host = host
        self._loader = loader
        self._reader = reader

    def state(self, path: str) -> LibraryState:
        """Determine whether dlopen(path), as the loader calls it, succeeds."""
        if not path:
            return LibraryState(False, "missing", "")
        refused: LibraryState | None = None
        for candidate in self._candidates(path):
            state = file_state(self._host, candidate, self._reader)
            # dyld goes on after a file that is not there or is for another processor.
            if state.reason == "missing" and candidate == path and path.startswith(_SHARED_CACHE):
                state = LibraryState(False, "unknown", candidate)
            if state.found or state.reason in ("not-a-library", "unknown", "unreadable"):
                return state
            if refused is None and state.reason.startswith("foreign"):
                refused = state
        absent = path if "/" in path else ""
        return refused or LibraryState(False, "missing", absent)

    def _candidates(self, path: str) -> Iterator[str]:
        host = self._host
        for folder in self._folders("DYLD_LIBRARY_PATH"):
            yield f"{folder}/{base_name(path)}"
        if "/" in path:
            yield self._whole(path)
            return
        for folder in self._run_paths():
            yield f"{folder}/{path}"
        # A process with more rights than its user searches neither its working directory nor
        # /usr/local/lib.
        if not host.elevated:
            yield self._whole(path)
        named = list(self._folders("DYLD_FALLBACK_LIBRARY_PATH"))
        fallback = host.built_in(_FALLBACK).split(":")
        for folder in named or fallback[host.elevated :]:
            yield f"{folder}/{path}"

    def _folders(self, name: str) -> Iterator[str]:
        # Restricted processes get no DYLD_ variable at all.
        value = "" if self._host.elevated else self._host.plain_env(name)
        for folder in (value or "").split(":"):
            if folder:
                yield self._whole(folder)

    def _run_paths(self) -> Iterator[str]:
        """Yield the folders of LC_RPATH: of the loader that calls dlopen, then of the program."""
        for file in dict.fromkeys((self._loader, self._host.executable)):
            for folder in self._named_by(file) if file else ():
                expanded = folder.replace("@loader_path", folder_name(file), 1)
                yield expanded.replace("@executable_path", folder_name(self._host.executable), 1)

    def _named_by(self, file: str) -> tuple[str, ...]:
        # Imported late: only a bare name needs the contents of programs.
        from vkconfig_py.loader.files.mach_o import MachOError, read_images, run_paths

        real = ""
        try:
            real = real_path(self._host.root, file)
            status, data = read_whole(real)
            self._reader.seen.file(real, status)
            # All images of a universal file are built with the same folders.
            return run_paths(data, read_images(data)[0])
        except (OSError, ValueError, MachOError):
            if real:
                self._reader.seen.failure(real)
            return ()

    def _whole(self, path: str) -> str:
        return path if path.startswith("/") else f"{self._host.working_directory}/{path}"
