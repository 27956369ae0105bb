"""Whether a library can be opened, as Linux, Windows, macOS and Fuchsia search for libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    EntryPoint,
    LibraryReader,
    LibraryState,
    find_file_state,
)
from vkconfig_py.loader.files.image_kinds import (
    MachOError,
    find_exported_names,
    list_run_paths,
    read_images,
)
from vkconfig_py.loader.files.linker import Linker
from vkconfig_py.loader.files.safe_paths import read_whole
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.platforms.rules import (
    Linking,
    get_base_name,
    get_folder_name,
    get_platform_rules,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

EntryPoints = tuple[EntryPoint, ...]  # alternatives; without any, none is needed
LibraryCheck = Callable[[str, EntryPoints], LibraryState]
_ListExports = Callable[[str, tuple[str, ...]], Iterable[frozenset[str]]]

WINDOWS_FOLDER = "C:\\Windows"
SYSTEM_FOLDER = f"{WINDOWS_FOLDER}\\System32"
_FALLBACK_FOLDERS = "/usr/local/lib:/usr/lib"  # of dyld on macOS 13; older systems try ~/lib first
# Since macOS 11 the system's own libraries are in the shared cache alone, not on the disk. A bare
# name is taken for that of a driver or layer, which Apple has none of.
_SHARED_CACHE = ("/usr/lib/", "/System/Library/")
# The folder of the program's package in which Fuchsia's linker looks for names
# (fuchsia.ldsvc.Loader).
FUCHSIA_LIBRARY_FOLDER = "/pkg/lib"


class LibraryChecks(NamedTuple):
    """Checks of library paths, which examine each library once.

    Most systems look for both in the same places, and then they are the same check.
    """

    check_layer: LibraryCheck
    check_driver: LibraryCheck


def make_library_checks(host: Host, profile: LoaderProfile, reader: LibraryReader) -> LibraryChecks:
    """Return the checks for a host whose libraries are opened by the loader of a profile."""
    loader = profile.library
    match get_platform_rules(host.platform).linking:
        case Linking.LD_SO:
            # dlopen(3) uses the RPATH and RUNPATH of the library that calls it.
            linker = Linker(host, loader, reader)
            return _make_equal_checks(linker.find_state, linker.list_exported)
        case Linking.DYLD:
            return _make_equal_checks(
                Dyld(host, loader, reader).find_state, partial(_read_exported, host, reader)
            )
        case Linking.LOAD_LIBRARY:
            return _make_equal_checks(
                LoadLibrary(host, reader, profile).find_state, partial(_read_exported, host, reader)
            )
        case Linking.SERVICE:
            state = partial(find_service_library_state, host, reader)
            return LibraryChecks(
                _make_cached_check(partial(state, is_driver=False)),
                _make_cached_check(partial(state, is_driver=True)),
            )
        case Linking.NAMESPACE:
            return _make_equal_checks(_make_unknown_state)


def _make_equal_checks(
    check_library: Callable[[str], LibraryState], list_exports: _ListExports | None = None
) -> LibraryChecks:
    """Return the same check, with a cache, for layers and for drivers."""
    check = _make_cached_check(check_library, list_exports)
    return LibraryChecks(check, check)


def _make_cached_check(
    check_library: Callable[[str], LibraryState], list_exports: _ListExports | None = None
) -> LibraryCheck:
    """Return a check that looks at each library, and each list of entry points, once.

    Args:
        check_library: returns whether a library opens.
        list_exports: yields names that it exports, None where that cannot be told.
    """
    states: dict[tuple[str, EntryPoints], LibraryState] = {}

    def check(library: str, entry_points: EntryPoints) -> LibraryState:
        """Return the cached state of a library with these entry points, or determine it."""
        known_state = states.get((library, entry_points))
        if known_state is not None:
            return known_state
        # Calling itself would make it a cycle, and all that a run has read garbage for a collector.
        state = states.get((library, ())) or check_library(library)
        states[library, ()] = state
        if entry_points and state.is_found and list_exports is not None:
            state = _check_entry_points(state, entry_points, list_exports)
        states[library, entry_points] = state
        return state

    return check


def _check_entry_points(
    state: LibraryState, entry_points: EntryPoints, list_exports: _ListExports
) -> LibraryState:
    """Return the state, or a refusal if the library certainly exports none of the entry points."""
    names = {name for entry in entry_points for name in (*entry.functions, entry.unless)}
    exported_so_far: frozenset[str] = frozenset()
    try:
        for library_names in list_exports(state.path, tuple(sorted(names))):
            exported_so_far |= library_names
            # What its dependencies export as well would not change that.
            if any(
                not entry_point.unless and exported_so_far.issuperset(entry_point.functions)
                for entry_point in entry_points
            ):
                return state
    except (OSError, ValueError):  # the files do not tell
        return state
    if any(
        exported_so_far.issuperset(entry_point.functions)
        and entry_point.unless not in exported_so_far
        for entry_point in entry_points
    ):
        return state
    return LibraryState(False, "no-entry-point", state.path, missing=entry_points[0].functions[0])


def _read_exported(
    host: Host, reader: LibraryReader, path: str, names: tuple[str, ...]
) -> Iterator[frozenset[str]]:
    """Yield which of these names a host's library exports."""
    if path in host.overlay:
        raise ValueError("a planned file")
    real_path = reader.real_path(host, path)
    yield find_exported_names(real_path, names, host.machine, host.pointer_bits)


def _make_unknown_state(path: str) -> LibraryState:
    """Return that only a running process can tell, or that no path was given."""
    return LibraryState(False, "unknown" if path else "missing", path)


class LoadLibrary:
    """Finds libraries for the processes of one Windows host.

    Source: vk_loader_platform.h, loader_platform_open_library (LoadLibraryW, and if it finds
    nothing, LoadLibraryExW with the default folders and that of the library); Microsoft,
    "Dynamic-link library search order".
    """

    def __init__(self, host: Host, reader: LibraryReader, profile: LoaderProfile) -> None:
        self._host = host
        self._reader = reader
        self._rules = get_platform_rules(host.platform)
        self._paths = self._rules.paths
        self._takes_error_8_for_memory = profile.has(Gate.ERROR_8_IS_MEMORY)

    def find_state(self, library: str) -> LibraryState:
        """Return whether Windows' LoadLibrary opens a library of this name or path."""
        if not library:
            return LibraryState(False, "missing", "")
        for path in self.list_candidates(library):
            state = find_file_state(self._host, path, self._reader)
            # The first file of that name is opened, or refused: no other is tried then.
            if state.reason != "missing":
                return state
        path = "" if self._rules.is_searched(library) else library
        return LibraryState(False, "missing", path, is_fatal=self._is_fatal(library))

    def _is_fatal(self, library: str) -> bool:
        """Return whether the loader takes a missing library for lack of memory and gives up."""
        # LoadLibraryEx is called with LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, which refuses a path that
        # is not complete with ERROR_INVALID_PARAMETER, 87; the loader looks for " with error 8".
        if not self._takes_error_8_for_memory:
            return False
        name = library.replace("/", "\\")
        return not name.startswith("\\") and name[1:3] != ":\\"

    def list_candidates(self, library: str) -> Iterator[str]:
        """Yield the files that LoadLibrary tries, in its order."""
        name = library.replace("/", "\\")
        if "." not in name[name.rfind("\\") + 1 :]:
            name += ".dll"
        if not self._rules.is_searched(name):
            yield name
            return
        host = self._host
        program_folder = self._paths.get_folder(host.executable)
        # Of a 32-bit process System32 is SysWOW64, whatever it is called (File System Redirector).
        # LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, tried next, adds no folder to these.
        folders = [
            program_folder,
            SYSTEM_FOLDER,
            f"{WINDOWS_FOLDER}\\System",
            WINDOWS_FOLDER,
            host.working_directory,
        ]
        # Read in elevated processes, too; names of variables have no case on Windows.
        variables = {key.upper(): value for key, value in host.environment.items()}
        folders += variables.get("PATH", "").split(";")
        for folder in folders:
            if folder:
                yield f"{folder.rstrip(self._paths.slash)}\\{name}"


class Dyld:
    """Finds libraries like dyld, the dynamic linker of macOS. Source: dlopen(3), dyld(1)."""

    def __init__(self, host: Host, loader: str, reader: LibraryReader) -> None:
        """`loader` is the library that calls dlopen, or "" if unknown."""
        self._host = host
        self._loader = loader
        self._reader = reader

    def find_state(self, path: str) -> LibraryState:
        """Determine whether dlopen(path), as the loader calls it, succeeds."""
        if not path:
            return LibraryState(False, "missing", "")
        refusal: LibraryState | None = None
        for candidate in self._list_candidates(path):
            state = find_file_state(self._host, candidate, self._reader)
            # dyld goes on after a file that is not there or is for another processor.
            if state.reason == "missing" and candidate == path and path.startswith(_SHARED_CACHE):
                state = LibraryState(False, "unknown", candidate)
            if state.is_found or state.reason in ("not-a-library", "unknown", "unreadable"):
                return state
            if refusal is None and state.reason.startswith("foreign"):
                refusal = state
        missing_path = path if "/" in path else ""
        return refusal or LibraryState(False, "missing", missing_path)

    def _list_candidates(self, path: str) -> Iterator[str]:
        """Yield the files that dyld tries for a library name or path, in its order."""
        host = self._host
        for folder in self._list_folders("DYLD_LIBRARY_PATH"):
            yield f"{folder}/{get_base_name(path)}"
        if "/" in path:
            yield self._make_absolute(path)
            return
        for folder in self._find_run_paths():
            yield f"{folder}/{path}"
        # A process with more rights than its user searches neither its working directory nor
        # /usr/local/lib.
        if not host.elevated:
            yield self._make_absolute(path)
        fallback_folders = list(self._list_folders("DYLD_FALLBACK_LIBRARY_PATH"))
        default_folders = host.add_prefix(_FALLBACK_FOLDERS).split(":")
        for folder in fallback_folders or default_folders[host.elevated :]:
            yield f"{folder}/{path}"

    def _list_folders(self, name: str) -> Iterator[str]:
        """Yield the absolute folders in a DYLD_ variable, which elevated processes ignore."""
        # Restricted processes get no DYLD_ variable at all.
        value = "" if self._host.elevated else self._host.getenv(name)
        for folder in (value or "").split(":"):
            if folder:
                yield self._make_absolute(folder)

    def _find_run_paths(self) -> Iterator[str]:
        """Yield the folders of LC_RPATH: of the loader that calls dlopen, then of the program."""
        for file in dict.fromkeys((self._loader, self._host.executable)):
            for folder in self._read_run_paths(file) if file else ():
                expanded = folder.replace("@loader_path", get_folder_name(file), 1)
                yield expanded.replace(
                    "@executable_path", get_folder_name(self._host.executable), 1
                )

    def _read_run_paths(self, file: str) -> tuple[str, ...]:
        """Return the LC_RPATH folders of a file as written, or () if it cannot be read."""
        real_path = ""
        try:
            real_path = resolve_below_root(self._host.root, file)
            status, data = read_whole(real_path)
            self._reader.seen.record_file(real_path, status)
            # All images of a universal file are built with the same folders.
            return list_run_paths(data, read_images(data)[0])
        except (OSError, ValueError, MachOError):
            if real_path:
                self._reader.seen.record_failure(real_path)
            return ()

    def _make_absolute(self, path: str) -> str:
        """Return a path, made absolute from the working directory of the host's process."""
        return path if path.startswith("/") else f"{self._host.working_directory}/{path}"


def find_service_library_state(
    host: Host, reader: LibraryReader, name: str, *, is_driver: bool
) -> LibraryState:
    """Determine whether a program on Fuchsia finds a library that fits its processes.

    A system service (fuchsia.vulkan.loader.Loader.Get) hands out libraries by name. A driver is
    requested from it first, then from the linker, and a layer the other way round. If the service
    has a library, no other place is searched, even if it does not load. A path is opened as a file
    of the program's namespace.

    Source: loader_fuchsia of the Vulkan loader, dlopen_fuchsia.
    """
    if not name:
        return LibraryState(False, "missing", "")
    served_path = _find_served(host, name, reader)
    if is_driver and served_path is not None:
        return served_path
    path = name if "/" in name else f"{FUCHSIA_LIBRARY_FOLDER}/{name}"
    file_state = find_file_state(host, path, reader)
    return file_state if file_state.is_found or served_path is None else served_path


def _find_served(host: Host, name: str, reader: LibraryReader) -> LibraryState | None:
    """Return the state of a library that the Fuchsia service hands out, or None if it has none."""
    file = host.served_libraries.get(name)
    # A file of this machine, wherever the namespace of the program is.
    return None if file is None else find_file_state(host._replace(root=""), file, reader)
