"""Temporary folders in memory, where the system has a place there that is like any other folder.

The sample machine of --demo is not among them: what it shows rests on the order in which a disk
lists its files.
"""

from __future__ import annotations

import os
from functools import cache

_MEMORY = "/dev/shm"
_ENOUGH = 2 << 30
# The tests start programs from their folders, some of them with other rights.
_UNFIT = os.ST_NOEXEC | os.ST_NOSUID


@cache
def find_memory_folder() -> str | None:
    """Return a folder in memory for temporary folders, None if it has to be the usual one."""
    try:
        status = os.statvfs(_MEMORY)
    except OSError:
        return None
    has_room = status.f_bavail * status.f_frsize >= _ENOUGH
    is_fit = has_room and not status.f_flag & _UNFIT and os.access(_MEMORY, os.W_OK)
    return _MEMORY if is_fit else None


def use_memory() -> None:
    """Let pytest make the folders of tests there, unless it is told where."""
    if folder := find_memory_folder():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
