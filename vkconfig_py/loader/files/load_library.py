"""The library that Windows opens for a name: the search of LoadLibrary.

Source: vk_loader_platform.h, loader_platform_open_library (LoadLibraryW; if it finds nothing,
LoadLibraryExW with the default folders and that of the library); Microsoft, "Dynamic-link library
search order".
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryReader, LibraryState, file_state
from vkconfig_py.loader.platforms.rules import rules_of
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

WINDOWS = "C:\\Windows"
SYSTEM = f"{WINDOWS}\\System32"


class LoadLibrary:
    """Finds libraries for the processes of one Windows host."""

    def __init__(self, host: Host, reader: LibraryReader, profile: LoaderProfile) -> None:
        self._host = host
        self._reader = reader
        self._rules = rules_of(host.platform)
        self._paths = self._rules.paths
        self._fails_at_error_8 = profile.has(Gate.ERROR_8_IS_MEMORY)

    def state(self, library: str) -> LibraryState:
        """Return whether LoadLibrary opens a library of this name or path."""
        if not library:
            return LibraryState(False, "missing", "")
        for path in self.candidates(library):
            state = file_state(self._host, path, self._reader)
            # The first file of that name is opened, or refused: no other is tried then.
            if state.reason != "missing":
                return state
        path = "" if self._rules.is_searched(library) else library
        return LibraryState(False, "missing", path, is_fatal=self._is_fatal(library))

    def _is_fatal(self, library: str) -> bool:
        # LoadLibraryEx is called with LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, which refuses a path that
        # is not complete with ERROR_INVALID_PARAMETER, 87; the loader looks for " with error 8".
        if not self._fails_at_error_8:
            return False
        name = library.replace("/", "\\")
        return not name.startswith("\\") and name[1:3] != ":\\"

    def candidates(self, library: str) -> Iterator[str]:
        """Yield the files that LoadLibrary tries, in its order."""
        name = library.replace("/", "\\")
        if "." not in name[name.rfind("\\") + 1 :]:
            name += ".dll"
        if not self._rules.is_searched(name):
            yield name
            return
        host = self._host
        program = self._paths.folder_of(host.executable)
        # Of a 32-bit process System32 is SysWOW64, whatever it is called (File System Redirector).
        # LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, tried next, adds no folder to these.
        folders = [program, SYSTEM, f"{WINDOWS}\\System", WINDOWS, host.working_directory]
        # Read in elevated processes, too; names of variables have no case on Windows.
        variables = {key.upper(): value for key, value in host.environment.items()}
        folders += variables.get("PATH", "").split(";")
        for folder in folders:
            if folder:
                yield f"{folder.rstrip(self._paths.slash)}\\{name}"
