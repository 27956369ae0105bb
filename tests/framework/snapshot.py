"""A folder tree as a value: path, kind, size, mode, time and bytes of everything in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path


def take_snapshot(*folders: Path) -> dict[str, tuple[object, ...]]:
    """Return everything below the folders, themselves included; links are not followed."""
    while True:
        try:
            return _list_entries(folders)
        except FileNotFoundError:
            if not all(os.path.lexists(folder) for folder in folders):
                raise
            # Somebody is at work there.


def _list_entries(folders: Sequence[Path]) -> dict[str, tuple[object, ...]]:
    entries: dict[str, tuple[object, ...]] = {}
    for folder in folders:
        _add_entries(folder, entries)
        for base, folders_here, files in os.walk(folder):
            for name in (*folders_here, *files):
                _add_entries(Path(base, name), entries)
    return entries


def _add_entries(path: Path, entries: dict[str, tuple[object, ...]]) -> None:
    state = path.lstat()
    content: bytes = b""
    if stat.S_ISLNK(state.st_mode):
        content = os.fsencode(os.readlink(path))
    elif stat.S_ISREG(state.st_mode):
        content = path.read_bytes()
    size = 0 if stat.S_ISDIR(state.st_mode) else state.st_size
    entries[str(path)] = (state.st_mode, size, state.st_mtime_ns, content)
