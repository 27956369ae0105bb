"""Programs of this user that run with Vulkan now, from /proc."""

from __future__ import annotations

import os
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import read_beginning

PROC = Path("/proc")
_LIBRARY = b"/libvulkan.so"
_GONE = " (deleted)"
_MOST_BYTES = 128 << 10


class RunningProgram(NamedTuple):
    """A process that has loaded a Vulkan loader.

    Attributes:
        program: its executable, the path that the loader compares.
        folder: its working folder, "" if unknown.
        contained: it runs in a file system of its own, where paths mean other files.
    """

    pid: int
    program: str
    arguments: tuple[str, ...] = ()
    folder: str = ""
    contained: bool = False


def find_running(proc: Path = PROC) -> tuple[RunningProgram, ...]:
    """Running programs by name; never raises."""
    try:
        folders = [entry for entry in proc.iterdir() if entry.name.isdecimal()]
    except OSError:
        return ()
    here = _link(proc / "self/ns/mnt")
    found = [one for folder in folders if (one := _read(folder, here)) is not None]
    return tuple(sorted(found, key=_by_name))


def find_vulkan_programs(proc: Path = PROC) -> tuple[str, ...]:
    """Executables of running programs that use Vulkan, by name; never raises."""
    return tuple(dict.fromkeys(one.program for one in find_running(proc)))


def _by_name(one: RunningProgram) -> tuple[str, str, int]:
    return one.program.rpartition("/")[2].casefold(), one.program, one.pid


def _read(folder: Path, here: str) -> RunningProgram | None:
    if folder.name == str(os.getpid()):
        return None
    try:
        if _LIBRARY not in (folder / "maps").read_bytes():
            return None
    except OSError:  # the process has ended, or belongs to another user
        return None
    program = _link(folder / "exe")
    # The kernel's mark for a file that was replaced while the program runs (proc(5)).
    if not program or program.endswith(_GONE):
        return None
    try:
        words = read_beginning(str(folder / "cmdline"), _MOST_BYTES).split(b"\0")
    except OSError:
        words = []
    arguments = tuple(map(os.fsdecode, words[1:-1]))
    there = _link(folder / "ns/mnt")
    return RunningProgram(
        int(folder.name), program, arguments, _link(folder / "cwd"), bool(there) and there != here
    )


def _link(path: Path) -> str:
    try:
        return os.readlink(path)  # noqa: PTH115 - the link may name a deleted file
    except OSError:
        return ""
