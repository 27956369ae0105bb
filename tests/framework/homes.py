"""Home folders: each test has one that is empty, and the same again while it stays empty.

Most tests put nothing into it, and six folders for each of thousands cost more than many a test.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDERS = {
    "HOME": "",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": "run",
}
_PRIVATE = 0o700


class Homes:
    """Gives out empty homes."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self._factory = factory
        self._home: Path | None = None
        self._as_made: set[tuple[str, int]] = set()

    def take(self) -> Path:
        """Return a home with nothing but empty folders in it."""
        if self._home is None or _list_tree(self._home) != self._as_made:
            self._home = self._factory.mktemp("home")
            for folder in FOLDERS.values():
                (self._home / folder).mkdir(parents=True, exist_ok=True)
            (self._home / FOLDERS["XDG_RUNTIME_DIR"]).chmod(_PRIVATE)
            self._as_made = _list_tree(self._home)
        return self._home


def _list_tree(top: Path) -> set[tuple[str, int]]:
    """Return every path of a home with its mode; one that is gone or closed has none."""
    files: set[tuple[str, int]] = set()
    waiting = [str(top)]
    try:
        files.add((waiting[0], os.lstat(top).st_mode))
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    files.add((entry.path, entry.stat(follow_symlinks=False).st_mode))
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    except OSError:
        return set()
    return files
