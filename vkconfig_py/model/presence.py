"""Whether something stands at a path, for a user who may not look everywhere.

Path.exists, is_dir and is_symlink raise up to Python 3.13 if a folder on the way may not be
entered. What lies there cannot be used, so it is as good as absent; whoever would say that it is
gone asks is_gone, which only says so if it is certain.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_there(path: Path) -> bool:
    """Return whether something stands at a path, following links."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path | os.DirEntry[str]) -> bool:
    """Return whether a path leads to a folder; links in a circle lead nowhere."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Return whether a path leads to a file that is neither a folder, a pipe nor a device."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_link(path: Path) -> bool:
    """Return whether a symbolic link stands at a path."""
    try:
        return path.is_symlink()
    except OSError:
        return False


def stands_nothing(path: Path) -> bool:
    """Return whether there is certainly nothing at a path, not even a link that leads nowhere."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def is_gone(path: Path) -> bool:
    """Return whether a path leads to nothing for certain."""
    try:
        return not path.exists()
    except OSError:
        return False
