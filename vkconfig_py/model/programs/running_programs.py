"""Programs of this user that run with Vulkan now, from /proc."""

from __future__ import annotations

import os
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.processes import DELETED, has_loader, list_processes, read_process
from vkconfig_py.model.files.paths import is_folder

PROC = Path("/proc")


class RunningProgram(NamedTuple):
    """A process that has loaded a Vulkan loader.

    Attributes:
        program: its executable, the path that the loader compares.
        folder: its working folder, "" if unknown or gone.
        contained: it runs in a file system of its own, where paths mean other files.
    """

    pid: int
    program: str
    arguments: tuple[str, ...] = ()
    folder: str = ""
    contained: bool = False


def find_running(proc: Path = PROC) -> tuple[RunningProgram, ...]:
    """Running programs by name; never raises."""
    pids = (pid for pid in list_processes(str(proc)) if pid != os.getpid())
    found = (_read(pid, str(proc)) for pid in pids if has_loader(pid, str(proc)))
    return tuple(sorted(filter(None, found), key=_by_name))


def find_vulkan_programs(proc: Path = PROC) -> tuple[str, ...]:
    """Executables of running programs that use Vulkan, by name; never raises."""
    return tuple(dict.fromkeys(one.program for one in find_running(proc)))


def _by_name(one: RunningProgram) -> tuple[str, str, int]:
    return one.program.rpartition("/")[2].casefold(), one.program, one.pid


def _read(pid: int, proc: str) -> RunningProgram | None:
    facts = read_process(pid, proc)
    # What was replaced while it runs cannot be started again.
    if facts is None or not facts.program or facts.is_program_deleted:
        return None
    # The kernel marks a folder that is gone; a program cannot be started in it.
    is_gone = facts.folder.endswith(DELETED) and not is_folder(Path(facts.folder))
    folder = "" if is_gone else facts.folder
    return RunningProgram(pid, facts.program, facts.arguments, folder, bool(facts.root))
