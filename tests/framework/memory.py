"""Temporary folders in memory, where the system has a place there that is like any other folder."""

from __future__ import annotations

import os
import tempfile

_MEMORY = "/dev/shm"
_ENOUGH = 2 << 30
# The tests start programs from their folders, some of them with other rights.
_UNFIT = os.ST_NOEXEC | os.ST_NOSUID


def use_memory() -> None:
    """Let this process and its children make temporary files there, unless told otherwise."""
    if "TMPDIR" not in os.environ and _is_fit(_MEMORY):
        os.environ["TMPDIR"] = _MEMORY
        tempfile.tempdir = None  # to be found out again


def _is_fit(folder: str) -> bool:
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    has_room = found.f_bavail * found.f_frsize >= _ENOUGH
    return has_room and not found.f_flag & _UNFIT and os.access(folder, os.W_OK)
