"""Processes as /proc shows them: program, variables, rights and mapped files (proc(5)).

Only root sees the variables and mapped files of other users' processes.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.records import NamedTuple

PROC_FOLDER = "/proc"
LOADER_MARK = b"/libvulkan.so"
DELETED_SUFFIX = " (deleted)"  # the kernel's mark for a file without a name
_MAX_BYTES = 16 << 20
_AT_SECURE = 23  # getauxval(3)
_MAX_STAT_BYTES = 4096
_PARENT_FIELD, _START_FIELD, _ADDRESS_SPACE_FIELD = (
    1,
    19,
    20,
)  # fields of /proc/PID/stat behind the name, which may hold spaces


class MappedFile(NamedTuple):
    """A file that a process has mapped to run its code, such as a library.

    Attributes:
        path: as the process names it, without the kernel's mark for a deleted file.
    """

    path: str
    device: int
    inode: int
    is_deleted: bool = False


class ProcessFacts(NamedTuple):
    """What /proc shows of one process.

    Attributes:
        start: clock ticks since the machine started; with the pid it names one process for ever.
        started: seconds since the epoch.
        program: target of /proc/PID/exe.
        is_program_deleted: its file was removed or replaced while it runs.
        environment: its variables at start; None if not shown.
        mapped_files: its mapped files, each once; () if they are not shown.
        root: folder that stands for its "/"; "" if it is this machine's own.
        elevated: the kernel has set AT_SECURE, so its loader ignores most variables.
    """

    pid: int
    user: int
    start: int
    started: float
    name: str
    program: str
    arguments: tuple[str, ...] = ()
    folder: str = ""
    environment: Mapping[str, str] | None = None
    mapped_files: tuple[MappedFile, ...] = ()
    root: str = ""
    elevated: bool = False
    pointer_bits: int = 64
    is_program_deleted: bool = False

    @property
    def is_readable(self) -> bool:
        """Return whether /proc shows enough to say what the process loads."""
        return self.environment is not None and bool(self.program)


class ProcessPulse(NamedTuple):
    """Numbers that change when a process maps a file or its pid is reused.

    Attributes:
        start: ProcessFacts.start.
        parent: the process that started it, or that has taken it over since.
    """

    start: int
    size: int
    parent: int = 0


def list_processes(proc: str = PROC_FOLDER) -> tuple[int, ...]:
    """List the pids of all processes, or () without /proc."""
    try:
        return tuple(sorted(int(name) for name in os.listdir(proc) if name.isdecimal()))
    except OSError:
        return ()


def read_pulse(pid: int, proc: str = PROC_FOLDER) -> ProcessPulse | None:
    """Return start, size and parent of a process, or None if it does not exist.

    This is the cheapest query.
    """
    fields = _read_stat(f"{proc}/{pid}")
    if not fields:
        return None
    return ProcessPulse(
        int(fields[_START_FIELD]), int(fields[_ADDRESS_SPACE_FIELD]), int(fields[_PARENT_FIELD])
    )


def has_loader(pid: int, proc: str = PROC_FOLDER) -> bool | None:
    """Return whether a process has a Vulkan loader mapped, or None if /proc does not show it."""
    try:
        with open(f"{proc}/{pid}/maps", "rb") as maps:
            return LOADER_MARK in maps.read(_MAX_BYTES)
    except FileNotFoundError:
        return False
    except OSError:
        return None


def read_process(pid: int, proc: str = PROC_FOLDER) -> ProcessFacts | None:
    """Read what /proc shows of a process, or None if it does not exist."""
    folder = f"{proc}/{pid}"
    fields = _read_stat(folder)
    status = _read_status(folder)
    if not fields or not status:
        return None
    start = int(fields[_START_FIELD])
    words = _read_proc_file(f"{folder}/cmdline").split(b"\0")
    program = _read_link(f"{folder}/exe")
    bits = _read_pointer_bits(f"{folder}/exe")
    return ProcessFacts(
        pid,
        int(status.get("Uid", "0").split()[0]),
        start,
        _compute_start_time(start, proc),
        status.get("Name", ""),
        program.removesuffix(DELETED_SUFFIX),
        tuple(map(os.fsdecode, words[1:-1])),
        _read_link(f"{folder}/cwd"),
        _read_process_environment(f"{folder}/environ"),
        tuple(dict.fromkeys(_parse_maps(_read_proc_file(f"{folder}/maps")))),
        _find_root(folder, proc),
        _is_elevated(_read_proc_file(f"{folder}/auxv"), bits),
        bits,
        program.endswith(DELETED_SUFFIX),
    )


def find_mapped_loader(facts: ProcessFacts) -> str | None:
    """Return the path of the Vulkan loader that a process has mapped, or None without one."""
    mark = os.fsdecode(LOADER_MARK)
    return next((file.path for file in facts.mapped_files if mark in file.path), None)


def read_environment(data: bytes) -> Mapping[str, str]:
    """Parse the content of /proc/PID/environ."""
    pairs = (entry.partition(b"=") for entry in data.split(b"\0"))
    variables = {
        os.fsdecode(name): os.fsdecode(value) for name, equals, value in pairs if name and equals
    }
    return MappingProxyType(variables)


def _read_process_environment(file: str) -> Mapping[str, str] | None:
    """Return the variables in a file /proc/PID/environ, or None if it cannot be read."""
    try:
        with open(file, "rb") as stream:
            return read_environment(stream.read(_MAX_BYTES))
    except OSError:
        return None


def list_own_mapped_files(proc: str = PROC_FOLDER) -> tuple[MappedFile, ...]:
    """Return the files mapped as code in this process, or () without /proc."""
    return tuple(dict.fromkeys(_parse_maps(_read_proc_file(f"{proc}/self/maps"))))


def _parse_maps(maps: bytes) -> Iterator[MappedFile]:
    """Yield the files that /proc/PID/maps shows as mapped for execution."""
    for line in maps.split(b"\n"):
        fields = line.split(None, 5)
        if len(fields) < 6 or b"x" not in fields[1] or not fields[5].startswith(b"/"):
            continue
        major, _, minor = fields[3].partition(b":")
        path = os.fsdecode(fields[5]).replace("\\012", "\n")
        yield MappedFile(
            path.removesuffix(DELETED_SUFFIX),
            os.makedev(int(major, 16), int(minor, 16)),
            int(fields[4]),
            path.endswith(DELETED_SUFFIX),
        )


def _find_root(folder: str, proc: str) -> str:
    """Return the folder that is "/" for a process, or "" if it sees the same files as this one.

    `folder`: /proc/PID of the process.
    """
    namespace = _read_link(f"{folder}/ns/mnt")
    is_other_namespace = bool(namespace) and namespace != _read_link(f"{proc}/self/ns/mnt")
    if is_other_namespace or _read_link(f"{folder}/root") not in ("", "/"):
        return f"{folder}/root"
    return ""


def _is_elevated(auxiliary_vector: bytes, bits: int) -> bool:
    """Return whether /proc/PID/auxv has AT_SECURE set."""
    entry = struct.Struct("=QQ" if bits == 64 else "=II")
    whole_entries = len(auxiliary_vector) // entry.size * entry.size
    return any(
        key == _AT_SECURE and value
        for key, value in entry.iter_unpack(auxiliary_vector[:whole_entries])
    )


def _read_pointer_bits(file: str) -> int:
    """Return the word size, 32 or 64, of a program file."""
    # EI_CLASS of the ELF header.
    return 32 if _read_proc_file(file, 5)[4:5] == b"\x01" else 64


def _compute_start_time(ticks: int, proc: str) -> float:
    """Return seconds since the epoch for clock ticks since the machine started, 0 if unknown."""
    uptime = _read_proc_file(f"{proc}/uptime").split()
    seconds = ticks / os.sysconf("SC_CLK_TCK")
    return time.time() - float(uptime[0]) + seconds if uptime else 0.0


def _read_stat(folder: str) -> list[bytes]:
    """Return the fields behind the name in /proc/PID/stat, [] if the process has ended."""
    try:
        # A fifth of the time that open() takes, and one line is given at once.
        descriptor = os.open(f"{folder}/stat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return []
    try:
        fields = os.read(descriptor, _MAX_STAT_BYTES).rpartition(b")")[2].split()
    except OSError:  # it has ended meanwhile
        return []
    finally:
        os.close(descriptor)
    return fields if len(fields) > _ADDRESS_SPACE_FIELD else []


def _read_status(folder: str) -> dict[str, str]:
    """Return the fields of /proc/PID/status by name."""
    lines = _read_proc_file(f"{folder}/status").decode(errors="replace").split("\n")
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _read_proc_file(file: str, limit: int = _MAX_BYTES) -> bytes:
    """Return the first bytes of a file, b"" if it cannot be read."""
    try:
        # The kernel gives these files a page at a time: one os.read() would end too early.
        with open(file, "rb") as stream:
            return stream.read(limit)
    except OSError:
        return b""


def _read_link(path: str) -> str:
    """Return the target of a link, "" if it cannot be read."""
    try:
        return os.readlink(path)
    except OSError:
        return ""
