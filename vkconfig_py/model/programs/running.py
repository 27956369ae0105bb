"""Programs that run now with the Vulkan loader in them, by the path that it compares."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")
_LIBRARY = b"/libvulkan.so"
_GONE = " (deleted)"


def find_vulkan_programs(proc: Path = PROC) -> tuple[str, ...]:
    """Return the programs of this user that use Vulkan, by name; never raises."""
    try:
        folders = [entry for entry in proc.iterdir() if entry.name.isdecimal()]
    except OSError:
        return ()
    found = {path for folder in folders if (path := _vulkan_program(folder))}
    return tuple(sorted(found, key=lambda path: (path.rpartition("/")[2].casefold(), path)))


def _vulkan_program(folder: Path) -> str:
    if folder.name == str(os.getpid()):
        return ""
    try:
        if _LIBRARY not in (folder / "maps").read_bytes():
            return ""
        path = os.readlink(folder / "exe")  # noqa: PTH115 - the link may name a deleted file
    except OSError:  # it has ended, or is another user's
        return ""
    return "" if path.endswith(_GONE) else path
