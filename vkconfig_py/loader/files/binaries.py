"""The file that the dynamic linker opens for a library name, judged by its first bytes.

The header of a file (of ELF the first 20 bytes) decides whether a process of the host can open it.
Bare names are looked up in the order of ld.so(8); files/linker.py follows the RPATH and RUNPATH of
the requesting object.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from types import MappingProxyType

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.elf import read_elf
from vkconfig_py.loader.files.image_kinds import (
    ELF_HEADER,
    ELF_MACHINES,
    ELF_MAGIC,
    FIRST_READ_SIZE,
    ImageFormat,
    ImageKind,
    compute_header_length,
    find_image_refusal,
    get_machine,
    read_kind,
)
from vkconfig_py.loader.files.safe_paths import open_to_read
from vkconfig_py.loader.files.scan import Fingerprints, HeadersByPath
from vkconfig_py.loader.platforms.local_paths import (
    WindowsPaths,
    find_windows_paths,
    resolve_below_root,
)
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules

_LEVELS_FOLDER = "glibc-hwcaps"
_PROCESSOR_FILE = "/proc/cpuinfo"
# Flags as /proc/cpuinfo names them; each level has those of the levels before it.
_HWCAPS_LEVELS = (
    ("x86-64-v2", "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"),
    ("x86-64-v3", "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave"),
    ("x86-64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"),
)

_TRIPLET_BY_MACHINE = {
    3: "i386-linux-gnu",
    21: "powerpc64le-linux-gnu",
    22: "s390x-linux-gnu",
    40: "arm-linux-gnueabihf",
    62: "x86_64-linux-gnu",
    183: "aarch64-linux-gnu",
    243: "riscv64-linux-gnu",
    258: "loongarch64-linux-gnu",
}
LINKER_CACHE = "/etc/ld.so.cache"
DEFAULT_FOLDER = "default folder"
_CACHE_MAGIC = b"glibc-ld.so.cache1.1"
# glibc, dl-cache.h, struct cache_file_new: magic and version, counts, flags, offsets.
_CACHE_HEADER = 48
# struct file_entry_new: flags, key, value, osversion, hwcap.
_CACHE_ENTRY = struct.Struct("=iIIIQ")

# What is not named here is ELF.
_FORMAT_BY_LINKING = {Linking.LOAD_LIBRARY: ImageFormat.PE, Linking.DYLD: ImageFormat.MACH_O}

LOADER_NAME = "libvulkan.so.1"
MIN_LIBRARY_SIZE = 64  # a file with only a header represents an assumed library


def list_hwcaps_folders(host: Host, folder: str) -> tuple[str, ...]:
    """Return a library folder behind its glibc-hwcaps subfolders, which ld.so searches first."""
    # glibc has levels for a few other architectures; they are not implemented here.
    if (host.machine, host.pointer_bits) != ("x86_64", 64):
        return (folder,)
    return (
        *(
            f"{folder}/{_LEVELS_FOLDER}/{level}"
            for level in _list_levels(host.add_prefix(_PROCESSOR_FILE))
        ),
        folder,
    )


def is_of_a_level(path: str) -> bool:
    """Return whether a library is in a glibc-hwcaps folder, for newer processors only."""
    return f"/{_LEVELS_FOLDER}/" in path


@cache
def _list_levels(processor: str) -> tuple[str, ...]:
    """Return the x86-64 levels of the processor in a /proc/cpuinfo file, the highest first."""
    try:
        with open(processor, encoding="ascii", errors="replace") as file:
            line = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return ()
    # ld.so executes cpuid; the kernel reports the same flags.
    flags = set(line.partition(":")[2].split())
    levels = []
    for level, level_flags in _HWCAPS_LEVELS:
        if not flags.issuperset(level_flags.split()):
            break
        levels.append(level)
    return tuple(reversed(levels))


class LibraryState(NamedTuple):
    """Result of the dynamic linker's search for a library name.

    Attributes:
        reason: "" if found, else "missing", "foreign-class" (for programs of the machine's other
            word size), "foreign-machine", "not-a-library", "unreadable" (no permission),
            of files/linker.py "needs-missing", "unlinkable" or "cut-short", of
            files/library_search.py "no-entry-point", or "unknown" where only a running process
            can tell.
        path: the deciding file, as the process would name it; "" if there is none.
        detail: rest of a sentence: why the linker refuses a file with a matching header.
        missing: the dependency or entry point that is missing, or "".
        replacing: a dependency that is opened in place of the system's, which would do, or "".
        replaced_by: what leads to it: LD_LIBRARY_PATH, LD_PRELOAD, RPATH or RUNPATH.
        is_fatal: the loader takes the error for out of memory, and gives up.
    """

    is_found: bool
    reason: str
    path: str
    detail: Message | str = ""
    missing: str = ""
    replacing: str = ""
    replaced_by: str = ""
    is_fatal: bool = False


class EntryPoint(NamedTuple):
    """Functions that a library must export, all of them, for the loader to begin with it.

    Attributes:
        unless: function beside which they do not count, or "".
    """

    functions: tuple[str, ...]
    unless: str = ""


class LibraryReader:
    """Reads the first bytes of libraries in one run, those of unchanged files from a cache."""

    def __init__(
        self, headers: HeadersByPath | None = None, seen: Fingerprints | None = None
    ) -> None:
        self._headers = {} if headers is None else headers
        self.seen = seen or Fingerprints()
        self._host_drives: tuple[Host, WindowsPaths | None] | None = None

    def real_path(self, host: Host, path: str) -> str:
        """Map an absolute path of a host to this machine.

        Raises:
            OSError: symlink loop, or a drive that is not there.
        """
        if self._host_drives is None or self._host_drives[0] is not host:
            self._host_drives = host, find_windows_paths(host, self.seen.list_folder)
        windows = self._host_drives[1]
        if windows is not None:
            return windows.find_local(path)
        return self.seen.real_path(host.root, path) if host.root else path

    def read_header(self, path: str) -> bytes:
        """Return the first bytes of a file of this machine, which tell its kind.

        Raises the errors of open().
        """
        cached_header = self._headers.get(path)
        try:
            if cached_header is not None and cached_header[0] == self.seen.record_file(
                path, os.stat(path)
            ):
                return cached_header[1]
            # Without O_NONBLOCK, opening a named pipe would block until a writer opens it.
            descriptor = open_to_read(path)
            try:
                status = os.fstat(descriptor)
                header = os.read(descriptor, FIRST_READ_SIZE)
                length = compute_header_length(header)
                if length > len(header):
                    header += os.read(descriptor, length - len(header))
            finally:
                os.close(descriptor)
        except OSError:
            self.seen.record_failure(path)
            raise
        identity = self.seen.record_file(path, status)
        if not self.seen.is_recent(status):
            self._headers[path] = (identity, header[:length])
        return header[:length]

    def find_elf_identity(self, path: str) -> tuple[str, int, int]:
        """Return path, time and size of a file of this machine, as read_elf() takes them.

        They are those of the first time that this run saw the file.
        """
        file_identity = self.seen.find_recorded_file(path) or self.seen.record_file(
            path, os.stat(path)
        )
        return path, file_identity[3], file_identity[2]


def find_library_state(
    host: Host, path: str, origin: str = "", reader: LibraryReader | None = None
) -> LibraryState:
    """Determine whether dlopen(path) finds a library that matches the host's processes.

    `origin` is the value of $ORIGIN: the folder of the library that calls dlopen (the loader).
    """
    # loader.c, loader_read_layer_json.
    if not path:
        return LibraryState(False, "missing", "")
    if get_platform_rules(host.platform).linking is not Linking.LD_SO:
        return LibraryState(False, "unknown", path)
    reader = reader or LibraryReader()
    expanded_path = expand_tokens(host, path, origin)
    if expanded_path != path:
        reader.seen.record_answer(partial(expand_tokens, host, path, origin), expanded_path)
    if "/" in expanded_path:
        # $ORIGIN is the folder of the library that calls dlopen, which is not known here.
        if "$ORIGIN" in expanded_path or "${ORIGIN}" in expanded_path:
            return LibraryState(False, "unknown", expanded_path)
        # dlopen(3): a name with a slash is a path, from the working directory of the process.
        if not expanded_path.startswith("/"):
            expanded_path = os.path.join(host.working_directory, expanded_path)
        return find_file_state(host, expanded_path, reader)
    return find_first_state(host, search_candidates(host, expanded_path), reader)[0]


def find_file_state(host: Host, path: str, reader: LibraryReader | None = None) -> LibraryState:
    """Return whether processes of a host can load one file, judged by its header."""
    try:
        header = _read_header(host, path, reader or LibraryReader())
    except (FileNotFoundError, NotADirectoryError):
        return LibraryState(False, "missing", path)
    except (IsADirectoryError, ValueError):  # a folder, or a name with a NUL character
        return LibraryState(False, "not-a-library", path)
    except OSError as error:  # no permission, an input error
        if error.errno in (errno.ELOOP, errno.ENAMETOOLONG):  # the same for all processes
            return LibraryState(False, "missing", path)
        if error.errno == errno.EACCES and not host.elevated:  # another user may have permission
            return LibraryState(False, "unreadable", path)
        return LibraryState(False, "unknown", path)
    linking = get_platform_rules(host.platform).linking
    reason = _find_load_refusal(header, linking, host.machine, host.pointer_bits)
    return LibraryState(not reason, reason, path)


def read_library_word_size(host: Host, path: str) -> int:
    """Return the word size, 32 or 64, of a library or program, or 0 for any other file."""
    kind = _read_kind(host, path, LibraryReader())
    return max(bits for _, bits in kind.targets) if kind else 0


def read_program_kind(
    host: Host, path: str, reader: LibraryReader | None = None
) -> tuple[int, str] | None:
    """Return the word size and the machine as uname names it of an ELF file, else None."""
    kind = _read_kind(host, path, reader or LibraryReader())
    if kind is None or kind.format is not ImageFormat.ELF:
        return None
    ((machine, bits),) = kind.targets
    if machine == get_machine(host.machine, bits):
        return bits, host.machine  # a 32-bit program of a 64-bit machine
    return bits, get_machine(machine, 64) or host.machine


def _read_kind(host: Host, path: str, reader: LibraryReader) -> ImageKind | None:
    """Return what kind of library or program a host's file is, or None if it is neither."""
    try:
        return read_kind(_read_header(host, path, reader))
    except (OSError, ValueError):
        return None


def make_accepted_header(host: Host) -> bytes:
    """Make an ELF header that the host's processes accept, for an assumed library."""
    bits = 2 if host.pointer_bits == 64 else 1
    machine = ELF_MACHINES.get((host.machine, host.pointer_bits), 0)
    # e_type 3 is ET_DYN, a shared object.
    return b"\x7fELF" + bytes((bits, 1, 1)) + bytes(9) + struct.pack("<HH", 3, machine)


def find_install_path(host: Host, library: str, origin: str = "") -> str:
    """Return the path at which a library must be installed for dlopen to find this name."""
    expanded_path = expand_tokens(host, library, origin)
    if "/" in expanded_path:
        return os.path.join(host.working_directory, expanded_path)
    candidates = (path for path, _ in search_candidates(host, expanded_path))
    return next(path for path in candidates if not is_of_a_level(path))


def search_candidates(host: Host, name: str) -> Iterator[tuple[str, str]]:
    """Yield (path, source) for each file that ld.so tries for a library name without a slash."""
    for listed_folder in list_library_path_folders(host):
        for folder in list_hwcaps_folders(host, listed_folder):
            yield os.path.join(folder, name), "LD_LIBRARY_PATH"
    for path in read_cached_libraries(host).get(name, ()):
        yield path, LINKER_CACHE
    for listed_folder in list_default_library_folders(host):
        for folder in list_hwcaps_folders(host, listed_folder):
            yield os.path.join(folder, name), DEFAULT_FOLDER


def find_first_state(
    host: Host, candidates: Iterable[tuple[str, str]], reader: LibraryReader
) -> tuple[LibraryState, str]:
    """Return the state of the candidate that the linker selects, and where it was found.

    Follows glibc's open_verify: files for other machines are skipped, a non-ELF file is an error.
    """
    first_foreign: tuple[LibraryState, str] | None = None
    note_linker_cache(host, reader.seen)
    for path, source in candidates:
        state = find_file_state(host, path, reader)
        if state.is_found or state.reason == "not-a-library":
            return state, source
        if first_foreign is None and state.reason.startswith("foreign"):
            first_foreign = state, source
    return first_foreign or (LibraryState(False, "missing", ""), "")


def list_library_path_folders(host: Host) -> tuple[str, ...]:
    """Return the folders of LD_LIBRARY_PATH. An empty entry is the working directory."""
    # The dynamic linker checks AT_SECURE itself, however the loader was built.
    value = None if host.elevated else host.getenv("LD_LIBRARY_PATH")
    if not value:
        return ()
    origin = os.path.dirname(host.executable)
    # ld.so(8): the entries are separated by colons or semicolons.
    entries = [expand_tokens(host, entry, origin) for entry in value.replace(";", ":").split(":")]
    working_directory = (
        host.working_directory
    )  # ".." in an entry may follow a link: nothing is shortened
    return tuple(
        os.path.join(working_directory, entry) if entry else working_directory for entry in entries
    )


def list_default_library_folders(host: Host) -> tuple[str, ...]:
    """Return the default library folders compiled into ld.so that exist on this host."""
    machine = ELF_MACHINES.get((host.machine, host.pointer_bits), 0)
    folders = [f"/lib{host.pointer_bits}", f"/usr/lib{host.pointer_bits}", "/lib", "/usr/lib"]
    if triplet := _TRIPLET_BY_MACHINE.get(machine):
        # Debian's ld.so searches its multiarch folders first.
        folders = [f"/lib/{triplet}", f"/usr/lib/{triplet}", *folders]
    return tuple(map(host.add_prefix, folders))


def expand_tokens(host: Host, path: str, origin: str = "") -> str:
    """Expand ld.so's $LIB, $PLATFORM and (if known) $ORIGIN in a library path."""
    if "$" not in path:
        return path
    values = {"LIB": _find_lib_folder(host), "PLATFORM": host.machine}
    if origin:
        values["ORIGIN"] = origin
    for token, value in values.items():
        path = path.replace(f"${{{token}}}", value)
        path = _replace_bare(path, token, value)
    return path


def read_cached_libraries(host: Host) -> Mapping[str, tuple[str, ...]]:
    """Return the paths of each library name in this host's ld.so.cache."""
    try:
        path = resolve_below_root(host.root, host.add_prefix(LINKER_CACHE))
        status = os.stat(path)
        return _read_cache(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return MappingProxyType({})


def note_linker_cache(host: Host, fingerprints: Fingerprints) -> None:
    """Record the state of the file that cached_libraries() reads."""
    try:
        path = resolve_below_root(host.root, host.add_prefix(LINKER_CACHE))
    except OSError:  # symlink loop
        return
    try:
        fingerprints.record_file(path, os.stat(path))
    except OSError:
        fingerprints.record_failure(path)


def parse_cache(data: bytes) -> dict[str, tuple[str, ...]]:
    """Parse an ld.so.cache (glibc dl-cache.h, struct cache_file_new), or {} if it is not one."""
    start = data.find(_CACHE_MAGIC)  # an old-format cache may precede it
    if start < 0 or len(data) < start + _CACHE_HEADER:
        return {}
    data = data[start:]
    (count,) = struct.unpack_from("=I", data, len(_CACHE_MAGIC))
    end = _CACHE_HEADER + count * _CACHE_ENTRY.size
    if end > len(data):
        return {}
    paths_by_name: dict[str, tuple[str, ...]] = {}
    for _, name_offset, path_offset, _, _ in _CACHE_ENTRY.iter_unpack(data[_CACHE_HEADER:end]):
        name = _read_text(data, name_offset)
        paths_by_name[name] = (*paths_by_name.get(name, ()), _read_text(data, path_offset))
    return paths_by_name


@lru_cache(maxsize=4)
def _read_cache(path: str, _mtime_ns: int, _size: int) -> Mapping[str, tuple[str, ...]]:
    """Return the paths by library name in an ld.so.cache, parsed once per file state."""
    with open(path, "rb") as file:
        return MappingProxyType(parse_cache(file.read()))


def _read_text(data: bytes, offset: int) -> str:
    """Return the text up to the next NUL byte."""
    end = data.find(b"\0", offset)
    return os.fsdecode(data[offset : end if end >= 0 else len(data)])


def _read_header(host: Host, path: str, reader: LibraryReader) -> bytes:
    """Return the first bytes of a host's file, which may be a planned one."""
    if host.overlay and path in host.overlay:
        planned_file = host.overlay[path]
        if planned_file is None:
            raise FileNotFoundError(path)
        return planned_file.content[: compute_header_length(planned_file.content)]
    return reader.read_header(reader.real_path(host, path))


def _find_load_refusal(header: bytes, linking: Linking, machine: str, pointer_bits: int) -> str:
    """Return why a system cannot load a file, as LibraryState.reason, or "" if it can."""
    wanted_format = _FORMAT_BY_LINKING.get(linking, ImageFormat.ELF)
    if wanted_format is ImageFormat.ELF:
        return _find_elf_refusal(header, machine, pointer_bits)
    kind = read_kind(header)
    if kind is None or kind.format is not wanted_format:
        return "not-a-library"
    return find_image_refusal(kind, machine, pointer_bits)


def _find_elf_refusal(header: bytes, machine: str, pointer_bits: int) -> str:
    """Return why ld.so cannot load an ELF file, as LibraryState.reason, or "" if it can."""
    if len(header) < ELF_HEADER or header[:4] != ELF_MAGIC:
        return "not-a-library"
    has_word_size = header[4] == (2 if pointer_bits == 64 else 1)
    # 32 + 64 = 96: the other word size.
    expected_machine = ELF_MACHINES.get(
        (machine, pointer_bits if has_word_size else 96 - pointer_bits)
    )
    # EI_DATA 2 is big-endian; e_machine is at byte 18 in both classes.
    (machine_number,) = struct.unpack_from(">H" if header[5] == 2 else "<H", header, 18)
    if expected_machine is not None and machine_number != expected_machine:
        return "foreign-machine"
    return "" if has_word_size else "foreign-class"


def _find_lib_folder(host: Host) -> str:
    """Return $LIB as compiled into this host's ld.so: the folder of its C library."""
    machine = ELF_MACHINES.get((host.machine, host.pointer_bits), 0)
    triplet = _TRIPLET_BY_MACHINE.get(machine)
    names = [f"lib/{triplet}"] if triplet else []
    names += [f"lib{host.pointer_bits}", "lib"]
    for name in names:
        folders = (host.add_prefix(f"{usr}/{name}/libc.so.6") for usr in ("/usr", ""))
        if any(path_exists(host, path) for path in folders):
            return name
    return names[0]


def path_exists(host: Host, path: str) -> bool:
    """Return whether a path exists on the host, following links."""
    try:
        return os.path.exists(resolve_below_root(host.root, path))
    except OSError:
        return False


def _replace_bare(path: str, token: str, value: str) -> str:
    """Replace $TOKEN in a path unless it is the start of a longer name (glibc, is_dst)."""
    parts = path.split(f"${token}")
    result = parts[0]
    for part in parts[1:]:
        is_longer_name = part[:1].isalnum() or part[:1] == "_"
        result += (f"${token}" if is_longer_name else value) + part
    return result


class LoaderCandidate(NamedTuple):
    """An installed loader library.

    Attributes:
        path: path as the dynamic linker names it.
        file: the path to open; differs from `path` on a host with a file root of its own.
        source: "LD_LIBRARY_PATH", "/etc/ld.so.cache", "default folder" or "VULKAN_SDK"; for the
            loader of a program also one of those in opened_loader.py.
        identity: (inode, size, mtime_ns) of the file.
    """

    path: str
    file: str
    pointer_bits: int
    source: str
    identity: tuple[int, int, int]

    @property
    def resolved_path(self) -> str:
        """Return the path of the file after resolving links, to recognize duplicates."""
        return os.path.realpath(self.file)


def find_loaders(host: Host, reader: LibraryReader | None = None) -> tuple[LoaderCandidate, ...]:
    """Return the Vulkan loaders of this host, each file once, the programs' default first.

    A word size is skipped if the linker's search for the name ends at a file that is no loader.
    """
    if get_platform_rules(host.platform).linking is not Linking.LD_SO:
        return ()
    real_paths: set[str] = set()
    candidates = []
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        side_host = host._replace(pointer_bits=bits)
        if find_obstacle(side_host, reader):
            continue
        for path, source in _list_places(side_host):
            candidate = find_loader_at(side_host, path, source, reader)
            if candidate is not None and candidate.resolved_path not in real_paths:
                real_paths.add(candidate.resolved_path)
                candidates.append(candidate)
    return tuple(candidates)


def find_obstacle(host: Host, reader: LibraryReader | None = None) -> str:
    """Return the file at which ld.so gives up its search for libvulkan.so.1, or ""."""
    if get_platform_rules(host.platform).linking is not Linking.LD_SO:
        return ""
    reader = reader or LibraryReader()
    state, _ = find_first_state(host, search_candidates(host, LOADER_NAME), reader)
    return state.path if is_obstacle(host, state) else ""


def is_obstacle(host: Host, state: LibraryState) -> bool:
    """Return whether ld.so ends its search at a file of this state without opening it."""
    if not state.is_found:
        return state.reason == "not-a-library"
    try:
        file = resolve_below_root(host.root, state.path)
        return _is_cut_short(file, os.stat(file))
    except OSError:  # not yet written, or removed meanwhile
        return False


def _is_cut_short(file: str, status: os.stat_result) -> bool:
    """Return whether an ELF file ends too early, so that opening it fails or kills the program."""
    if status.st_size <= MIN_LIBRARY_SIZE:
        return False
    try:
        shared_object = read_elf(file, status.st_mtime_ns, status.st_size).shared
    except (OSError, ValueError):
        return False
    return shared_object is not None and (shared_object.is_cut or shared_object.is_short)


def find_loader_at(
    host: Host, path: str, source: str, reader: LibraryReader | None = None
) -> LoaderCandidate | None:
    """Return the loader at a path, or None unless it is whole and of the host's word size."""
    if not find_file_state(host, path, reader).is_found:
        return None
    try:
        file = resolve_below_root(host.root, path)
        status = os.stat(file)
    except OSError:  # removed meanwhile
        return None
    if _is_cut_short(file, status):
        return None
    identity = (status.st_ino, status.st_size, status.st_mtime_ns)
    return LoaderCandidate(path, file, host.pointer_bits, source, identity)


def _list_places(host: Host) -> Iterator[tuple[str, str]]:
    """Yield (path, source) where a Vulkan loader may be: of ld.so, then of VULKAN_SDK."""
    yield from search_candidates(host, LOADER_NAME)
    # Set by the SDK's setup-env.sh.
    sdk = host.secure_getenv("VULKAN_SDK")
    if sdk and os.path.isabs(sdk):
        yield os.path.join(sdk, "lib", LOADER_NAME), "VULKAN_SDK"
        yield os.path.join(sdk, "lib32", LOADER_NAME), "VULKAN_SDK"
