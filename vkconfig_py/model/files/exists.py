"""Paths that a user names: what exists there, without exceptions."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vkconfig_py.loader.files.own_files import SIZE_LIMIT
from vkconfig_py.loader.files.scan import read_whole


def is_there(path: Path) -> bool:
    """Whether something stands at a path, following links."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path | os.DirEntry[str]) -> bool:
    """Whether a path leads to a folder; links in a circle lead nowhere."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether a path leads to a file that is neither a folder, a pipe nor a device."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except OSError:
        return False


def stands_nothing(path: Path) -> bool:
    """Whether there is certainly nothing at a path, not even a link that leads nowhere."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def is_gone(path: Path) -> bool:
    """Whether a path leads to nothing for certain."""
    try:
        return not path.exists()
    except OSError:
        return False


def read_regular(path: Path) -> bytes:
    """Read a file; pipes, devices and some files of the kernel would never end.

    Raises:
        OSError: it cannot be read.
    """
    try:
        found = path.stat()
    except ValueError as error:  # a NUL byte in the path
        raise OSError("it is not a path") from error
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a file")
    if found.st_size > SIZE_LIMIT:
        raise OSError(f"it is larger than {SIZE_LIMIT >> 20} MB")
    return read_whole(str(path))[1]


def reason_of(error: OSError) -> str:
    return error.strerror or str(error)
